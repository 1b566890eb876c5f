//! The duplicate tool: a list of triples, the list without duplicates, and the time that each technique takes.
//!
//! The list is part of the document, so it is saved and undone with it. Typed text is read at once; long texts are read and lists are made
//! and measured on a thread.

mod pane;

use std::ops::ControlFlow;

use crate::{
    board::TextError,
    puzzles::virus_war::{
        edit::triples_text,
        model::{
            state::State,
            triples::{List, Triple},
        },
        play::deal,
        search::triples::{
            TECHNIQUES, Technique,
            comparison::{self, Entry},
        },
    },
    search::{Observer, Tally},
    text::{counted, grouped, sentence},
    workbench::job::{self, Job, Wake},
};

/// The length of the longest list: many times the article's, and well below what a file can hold.
pub const MAX_TRIPLES: usize = 100_000;

/// Longer texts are read on a thread and shown only in part, in bytes.
const LONG_TEXT: usize = 6 * 1024;

/// The length of a random list by default, as in the article.
const DEFAULT_COUNT: u32 = 10_000;

/// The duplicate tool.
pub struct Duplicates {
    wake: Wake,
    is_open: bool,
    /// The text in the box.
    text: String,
    /// The list in the text, or its last valid version.
    list: List,
    /// What is wrong with the last text or action.
    error: Option<String>,
    /// Until when the window takes pasted text as the list, in seconds on its clock.
    paste_deadline: f64,
    /// The settings of the random list: its length and the seed.
    random: (u32, u64),
    technique: &'static Technique,
    reading: Option<Job<ReadResult>>,
    running: Option<Job<Entry>>,
    /// The results of the techniques for the current list.
    entries: Vec<Entry>,
    /// The list without duplicates, while the list stays the same.
    result: Option<DistinctTriples>,
}

/// A list that was read or made, or why it couldn't be read.
type ReadResult = Result<Vec<Triple>, TextError>;

/// A list without duplicates.
struct DistinctTriples {
    list: List,
    /// The text in its box, shortened if it is long.
    preview: String,
}

impl Duplicates {
    /// A closed tool with an empty list.
    pub fn new(wake: Wake) -> Self {
        Self {
            wake,
            is_open: false,
            text: String::new(),
            list: List::default(),
            error: None,
            paste_deadline: 0.0,
            random: (DEFAULT_COUNT, 1),
            technique: &TECHNIQUES[0],
            reading: None,
            running: None,
            entries: Vec::new(),
            result: None,
        }
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.running.is_some()
    }

    /// Stops the jobs. What was measured stays.
    pub fn stop(&mut self) {
        (self.reading, self.running) = (None, None);
    }

    /// Takes in the results of the running job.
    pub fn catch_up(&mut self) {
        let mut job = self.running.take();
        if let Some(message) = job::drain(&mut job, |entry| self.take_in(entry)) {
            self.error = Some(format!("The techniques failed: {message}"));
        }
        self.running = job;
    }

    fn take_in(&mut self, entry: Entry) {
        let is_chosen = entry.technique == self.technique;
        if let Some(measured) = entry.measured().filter(|_| is_chosen || self.result.is_none()) {
            self.result = Some(DistinctTriples { list: measured.kept.clone(), preview: preview(&measured.kept) });
        }
        self.entries.retain(|other| other.technique != entry.technique);
        self.entries.push(entry);
    }

    /// Takes in a list that was read or made, as an edit of the document.
    fn catch_up_reading(&mut self, state: &mut State) {
        let mut job = self.reading.take();
        let failed = job::drain(&mut job, |made| match made.map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                self.show(list.clone());
                state.triples = list;
            }
            Err(message) => self.error = Some(message),
        });
        self.reading = job;
        if let Some(message) = failed {
            self.error = Some(format!("Couldn't read the list: {message}"));
        }
    }

    /// Shows the document's list if it has changed, for example by undo.
    fn sync(&mut self, list: &List) {
        if *list != self.list {
            self.show(list.clone());
        }
    }

    fn show(&mut self, list: List) {
        self.text = if is_long(&list) { preview(&list) } else { triples_text::write(&list) };
        self.set(list);
    }

    /// Replaces the list and drops the results for the old one.
    fn set(&mut self, list: List) {
        self.list = list;
        self.error = None;
        self.running = None;
        self.entries.clear();
        self.result = None;
    }

    /// Reads the text in the box. If it is invalid, the list stays as it is.
    fn read_typed(&mut self, state: &mut State) {
        match triples_text::read(&self.text).map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                if list != self.list {
                    self.set(list.clone());
                    state.triples = list;
                }
                self.error = None;
            }
            Err(message) => self.error = Some(message),
        }
    }

    /// Reads a text on a thread.
    fn read(&mut self, text: String) {
        self.make("virus-war triples", move || triples_text::read(&text));
    }

    /// Makes a random list on a thread.
    fn deal(&mut self) {
        let (count, seed) = self.random;
        self.make("virus-war triples", move || Ok(deal::triples(count as usize, seed)));
    }

    fn make(&mut self, name: &str, list: impl FnOnce() -> ReadResult + Send + 'static) {
        self.error = None;
        let run = move |observer: &mut dyn Observer<ReadResult>| -> ControlFlow<()> {
            observer.found(list())?;
            observer.progress(1.0, &Tally::default())
        };
        match Job::start(name.to_owned(), self.wake.clone(), run) {
            Ok(job) => self.reading = Some(job),
            Err(error) => self.error = Some(sentence(&error.to_string())),
        }
    }

    /// Runs the techniques on the list, in turn.
    fn run(&mut self, techniques: Vec<&'static Technique>) {
        let list = self.list.clone();
        self.entries.retain(|entry| !techniques.contains(&entry.technique));
        let run = move |observer: &mut dyn Observer<Entry>| comparison::run(&techniques, &list, comparison::TIME_LIMIT, observer);
        match Job::start("virus-war duplicates".to_owned(), self.wake.clone(), run) {
            Ok(job) => self.running = Some(job),
            Err(error) => self.error = Some(sentence(&error.to_string())),
        }
    }

    fn entry(&self, technique: &Technique) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.technique == technique)
    }

    /// Whether the techniques that finished keep the same triples, once there are two.
    fn verdict(&self) -> Option<String> {
        let kept = self.result.as_ref()?.list.len() as u64;
        if !comparison::agree(&self.entries)? {
            return Some("▲ The techniques disagree: at least one is wrong".to_owned());
        }
        let (finished, all) = (self.entries.iter().filter_map(Entry::measured).count(), self.entries.len());
        Some(agreement(finished, all, kept))
    }
}

/// All techniques that finished keep the same triples.
fn agreement(finished: usize, all: usize, kept: u64) -> String {
    let who = if finished == all { format!("All {all}") } else { format!("The {finished} that finished") };
    format!("{who} keep the same {}", counted(kept, "triple"))
}

/// Refuses a list that is too long.
fn checked(list: Vec<Triple>) -> Result<List, String> {
    if MAX_TRIPLES < list.len() {
        return Err(too_long(list.len() as u64, MAX_TRIPLES as u64));
    }
    Ok(list.into())
}

fn too_long(triples: u64, most: u64) -> String {
    let (triples, most) = (grouped(triples), grouped(most));
    format!("The list has {triples} triples; this tool takes at most {most}. The command `quincunx triples` takes more")
}

/// Whether the list is too long to edit as text. A triple takes at most 11 characters.
fn is_long(list: &[Triple]) -> bool {
    LONG_TEXT < 11 * list.len()
}

/// The first triples as text, as many as a box can show.
fn preview(list: &[Triple]) -> String {
    let shown = list.len().min(LONG_TEXT / 11);
    let text = triples_text::write(&list[..shown]);
    match list.len() - shown {
        0 => text,
        more => text.strip_suffix(')').unwrap_or(&text).to_owned() + &format!(" … and {} more)", grouped(more as u64)),
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::puzzles::virus_war::search::triples::comparison::{Measured, Outcome};

    #[test]
    fn the_verdict_counts_only_techniques_that_finished() {
        let mut tool = Duplicates::new(Arc::new(|| ()));
        let measured = Measured { kept: vec![[1, 2, 3]].into(), elapsed: Duration::from_millis(1), memory: 1 };
        for technique in &TECHNIQUES[..2] {
            tool.take_in(Entry { technique, outcome: Outcome::Complete(measured.clone()) });
        }
        assert_eq!(tool.verdict().as_deref(), Some("All 2 keep the same 1 triple"));
        tool.take_in(Entry { technique: &TECHNIQUES[10], outcome: Outcome::Stopped(comparison::TIME_LIMIT) });
        assert_eq!(tool.verdict().as_deref(), Some("The 2 that finished keep the same 1 triple"));
    }

    #[test]
    fn long_lists_are_shortened() {
        let list = |count: usize| vec![[10, 20, 30]; count];
        assert!(!is_long(&list(500)) && is_long(&list(600)));
        assert_eq!(preview(&list(2)), "((10 20 30) (10 20 30))");
        let text = preview(&list(10_000));
        assert!(text.len() <= LONG_TEXT + 100 && text.starts_with("((10 20 30) (10"), "{text}");
        assert!(text.ends_with("(10 20 30) … and 9,442 more)"), "{text}");
        assert!(checked(list(MAX_TRIPLES)).is_ok() && checked(list(MAX_TRIPLES + 1)).is_err());
    }
}
