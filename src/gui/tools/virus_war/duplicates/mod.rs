//! The duplicate tool: a list of triples, what is left of it without permutations, and what each technique takes for that.
//!
//! The list is the document's, so it is saved and undone with it. What is typed here is read at once; what is long is read,
//! made and measured on a thread.

mod pane;

use std::ops::ControlFlow;

use crate::{
    board::TextError,
    puzzles::virus_war::{
        edit::reading,
        model::{
            state::State,
            triples::{List, Triple},
        },
        play::deal,
        search::triples::{
            TECHNIQUES, Technique,
            contest::{self, Entry},
        },
    },
    search::{Observer, Tally},
    text::{counted, grouped, sentence},
    workbench::job::{self, Job, Wake},
};

/// The longest list: many times the article's, and far from what a file may hold.
pub const MOST: usize = 100_000;

/// A longer text is read on a thread, and shown by its beginning only: in bytes.
const LONG: usize = 6 * 1024;

/// How many triples the article made.
const USUAL: u32 = 10_000;

/// The duplicate tool.
pub struct Duplicates {
    wake: Wake,
    is_open: bool,
    /// What stands in the box.
    text: String,
    /// The list that the text says, or said before something wrong was typed.
    list: List,
    /// What is wrong with what was typed, pasted or asked for last.
    wrong: Option<String>,
    /// Until when, on the window's clock, what is pasted is meant for the list.
    awaits_paste: f64,
    /// What is asked of chance: how many triples, and the seed.
    random: (u32, u64),
    technique: &'static Technique,
    reading: Option<Job<Made>>,
    running: Option<Job<Entry>>,
    /// What came of the techniques on the list so far.
    entries: Vec<Entry>,
    /// What is left, in words for the box that shows it; as long as the list is the same.
    left: Option<Left>,
}

/// A list that was read or made, or why it was not.
type Made = Result<Vec<Triple>, TextError>;

/// What is left of the list.
struct Left {
    list: List,
    /// Its beginning as text.
    beginning: String,
}

impl Duplicates {
    /// A closed pane.
    pub fn new(wake: Wake) -> Self {
        Self {
            wake,
            is_open: false,
            text: String::new(),
            list: List::default(),
            wrong: None,
            awaits_paste: 0.0,
            random: (USUAL, 1),
            technique: &TECHNIQUES[0],
            reading: None,
            running: None,
            entries: Vec::new(),
            left: None,
        }
    }

    /// Whether something runs that can be stopped.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.running.is_some()
    }

    /// Stops what runs; what was measured stays.
    pub fn stop(&mut self) {
        (self.reading, self.running) = (None, None);
    }

    /// Takes in what was measured.
    pub fn catch_up(&mut self) {
        let mut job = self.running.take();
        if let Some(message) = job::take_in(&mut job, |entry| self.take_in(entry)) {
            self.wrong = Some(format!("The techniques failed: {message}"));
        }
        self.running = job;
    }

    fn take_in(&mut self, entry: Entry) {
        let is_chosen = entry.technique == self.technique;
        if let Some(measured) = entry.measured().filter(|_| is_chosen || self.left.is_none()) {
            self.left = Some(Left { list: measured.kept.clone(), beginning: beginning(&measured.kept) });
        }
        self.entries.retain(|other| other.technique != entry.technique);
        self.entries.push(entry);
    }

    /// Takes in a list that was read or made, as an edit of the state.
    fn catch_up_reading(&mut self, state: &mut State) {
        let mut job = self.reading.take();
        let failed = job::take_in(&mut job, |made| match made.map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                self.show(list.clone());
                state.triples = list;
            }
            Err(message) => self.wrong = Some(message),
        });
        self.reading = job;
        if let Some(message) = failed {
            self.wrong = Some(format!("The list could not be read: {message}"));
        }
    }

    /// Shows the document's list, if it is another one than before: it was undone, opened, made.
    fn follow(&mut self, list: &List) {
        if *list != self.list {
            self.show(list.clone());
        }
    }

    fn show(&mut self, list: List) {
        self.text = if is_long(&list) { beginning(&list) } else { reading::write(&list) };
        self.set(list);
    }

    /// The list is this one now; what was measured on another is of no use.
    fn set(&mut self, list: List) {
        self.list = list;
        self.wrong = None;
        self.running = None;
        self.entries.clear();
        self.left = None;
    }

    /// Reads what was typed. What is wrong changes nothing but the text.
    fn typed(&mut self, state: &mut State) {
        match reading::read(&self.text).map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                if list != self.list {
                    self.set(list.clone());
                    state.triples = list;
                }
                self.wrong = None;
            }
            Err(message) => self.wrong = Some(message),
        }
    }

    /// Reads a text on a thread.
    fn read(&mut self, text: String) {
        self.make("virus-war triples", move || reading::read(&text));
    }

    /// Makes a random list on a thread.
    fn deal(&mut self) {
        let (count, seed) = self.random;
        self.make("virus-war triples", move || Ok(deal::triples(count as usize, seed)));
    }

    fn make(&mut self, name: &str, list: impl FnOnce() -> Made + Send + 'static) {
        self.wrong = None;
        let run = move |observer: &mut dyn Observer<Made>| -> ControlFlow<()> {
            observer.found(list())?;
            observer.progress(1.0, &Tally::default())
        };
        match Job::start(name.to_owned(), self.wake.clone(), run) {
            Ok(job) => self.reading = Some(job),
            Err(error) => self.wrong = Some(sentence(&error.to_string())),
        }
    }

    /// Runs techniques on the list, one after another.
    fn run(&mut self, techniques: Vec<&'static Technique>) {
        let list = self.list.clone();
        self.entries.retain(|entry| !techniques.contains(&entry.technique));
        let run = move |observer: &mut dyn Observer<Entry>| contest::run(&techniques, &list, contest::LIMIT, observer);
        match Job::start("virus-war duplicates".to_owned(), self.wake.clone(), run) {
            Ok(job) => self.running = Some(job),
            Err(error) => self.wrong = Some(sentence(&error.to_string())),
        }
    }

    fn entry(&self, technique: &Technique) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.technique == technique)
    }

    /// Whether the techniques that came to their end keep the same, once there are two.
    fn verdict(&self) -> Option<String> {
        let kept = counted(self.left.as_ref()?.list.len() as u64, "triple");
        if !contest::agree(&self.entries)? {
            return Some("▲ The techniques disagree: one of them is wrong".to_owned());
        }
        let (ended, all) = (self.entries.iter().filter_map(Entry::measured).count(), self.entries.len());
        let who = if ended == all { format!("All {all}") } else { format!("The {ended} that finished") };
        Some(format!("{who} keep the same {kept}"))
    }
}

/// Refuses a list that is too long.
fn checked(list: Vec<Triple>) -> Result<List, String> {
    if MOST < list.len() {
        let (given, most) = (grouped(list.len() as u64), grouped(MOST as u64));
        return Err(format!("the list has {given} triples, and this tool takes {most} at most; the command quincunx triples takes more"));
    }
    Ok(list.into())
}

/// Whether the list is too long to be edited as text: a triple takes 11 characters at most.
fn is_long(list: &[Triple]) -> bool {
    LONG < 11 * list.len()
}

/// The first triples as text, as far as a box can show them at once.
fn beginning(list: &[Triple]) -> String {
    let shown = list.len().min(LONG / 11);
    let text = reading::write(&list[..shown]);
    match list.len() - shown {
        0 => text,
        more => format!("{} … and {} more)", text.strip_suffix(')').unwrap_or(&text), grouped(more as u64)),
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::puzzles::virus_war::search::triples::contest::{Measured, Outcome};

    #[test]
    fn the_verdict_speaks_only_of_techniques_that_finished() {
        let mut tool = Duplicates::new(Arc::new(|| ()));
        let measured = Measured { kept: vec![[1, 2, 3]].into(), elapsed: Duration::from_millis(1), memory: 1 };
        for technique in &TECHNIQUES[..2] {
            tool.take_in(Entry { technique, outcome: Outcome::Complete(measured.clone()) });
        }
        assert_eq!(tool.verdict().as_deref(), Some("All 2 keep the same 1 triple"));
        tool.take_in(Entry { technique: &TECHNIQUES[10], outcome: Outcome::Stopped(contest::LIMIT) });
        assert_eq!(tool.verdict().as_deref(), Some("The 2 that finished keep the same 1 triple"));
    }

    #[test]
    fn long_lists_are_shown_by_their_beginning() {
        let list = |count: usize| vec![[10, 20, 30]; count];
        assert!(!is_long(&list(500)) && is_long(&list(600)));
        assert_eq!(beginning(&list(2)), "((10 20 30) (10 20 30))");
        let text = beginning(&list(10_000));
        assert!(text.len() <= LONG + 100 && text.starts_with("((10 20 30) (10"), "{text}");
        assert!(text.ends_with("(10 20 30) … and 9,442 more)"), "{text}");
        assert!(checked(list(MOST)).is_ok() && checked(list(MOST + 1)).is_err());
    }
}
