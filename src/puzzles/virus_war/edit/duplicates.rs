//! The duplicate tool: a list of triples, the list without duplicates, and the time that each technique takes.
//!
//! The list is part of the document, so it is saved and undone with it. Typed text is read at once. The owner reads long texts and makes
//! and measures lists, by [`Making`] and [`Measuring`], and passes in what that finds.

use std::ops::ControlFlow;

use super::triples_text;
use crate::{
    model::triples::{List, Triple},
    play::deal,
    search::triples::{
        TECHNIQUES, Technique,
        comparison::{self, Entry},
    },
};
use base::{
    board::TextError,
    search::{Observer, Tally},
    text::{counted, grouped},
};

/// The length of the longest list: many times the article's, and well below what a file can hold.
pub const MAX_TRIPLES: usize = 100_000;

/// Longer texts are read on a thread and shown only in part, in bytes.
pub const LONG_TEXT: usize = 6 * 1024;

/// The length of a random list by default, as in the article.
const DEFAULT_COUNT: u32 = 10_000;

/// The duplicate tool.
pub struct Duplicates {
    /// The text in the box.
    pub text: String,
    /// The settings of the random list: its length and the seed.
    pub random: (u32, u64),
    /// The chosen technique.
    pub technique: &'static Technique,
    /// The list in the text, or its last valid version.
    list: List,
    /// What is wrong with the last text or action.
    error: Option<String>,
    is_measuring: bool,
    /// The results of the techniques for the current list.
    entries: Vec<Entry>,
    /// The list without duplicates, while the list stays the same.
    result: Option<DistinctTriples>,
}

/// A list that was read or made, or why it couldn't be read.
pub type Made = Result<Vec<Triple>, TextError>;

/// A list to be made.
pub enum Making {
    /// By reading this text.
    Reading(String),
    /// At random: its length and the seed.
    Dealing(u32, u64),
}

/// Techniques to be measured on a list, in turn.
pub struct Measuring {
    techniques: Vec<&'static Technique>,
    list: List,
}

/// A list without duplicates.
pub struct DistinctTriples {
    /// The list.
    pub list: List,
    /// The text in its box, shortened if it is long.
    pub preview: String,
}

impl Making {
    /// Makes the list, and reports it.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn run(&self, observer: &mut dyn Observer<Made>) -> ControlFlow<()> {
        observer.found(match self {
            Self::Reading(text) => triples_text::read(text),
            Self::Dealing(count, seed) => Ok(deal::triples(*count as usize, *seed)),
        })?;
        observer.progress(1.0, &Tally::default())
    }
}

impl Measuring {
    /// Measures the techniques, and reports the result of each.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn run(&self, observer: &mut dyn Observer<Entry>) -> ControlFlow<()> {
        comparison::run(&self.techniques, &self.list, comparison::TIME_LIMIT, observer)
    }
}

impl Default for Duplicates {
    /// A tool with an empty list.
    fn default() -> Self {
        Self {
            text: String::new(),
            random: (DEFAULT_COUNT, 1),
            technique: &TECHNIQUES[0],
            list: List::default(),
            error: None,
            is_measuring: false,
            entries: Vec::new(),
            result: None,
        }
    }
}

impl Duplicates {
    /// The list.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// What is wrong with the last text or action.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The list without duplicates, once a technique has finished.
    pub fn result(&self) -> Option<&DistinctTriples> {
        self.result.as_ref()
    }

    /// The results of the techniques.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether techniques are being measured. If not, nothing that they still find is wanted.
    pub fn is_measuring(&self) -> bool {
        self.is_measuring
    }

    /// Begins to read this text as the list.
    pub fn read(&mut self, text: String) -> Making {
        self.error = None;
        Making::Reading(text)
    }

    /// Begins to make a random list.
    pub fn deal(&mut self) -> Making {
        self.error = None;
        Making::Dealing(self.random.0, self.random.1)
    }

    /// Begins to measure these techniques on the list.
    pub fn measure(&mut self, techniques: Vec<&'static Technique>) -> Measuring {
        self.entries.retain(|entry| !techniques.contains(&entry.technique));
        self.is_measuring = true;
        Measuring { techniques, list: self.list.clone() }
    }

    /// Notes that a list was made or measured, and why not if it failed.
    pub fn finish(&mut self, failure: Option<String>) {
        self.error = failure.or(self.error.take());
    }

    /// Notes that no technique is measured any more. What was measured stays.
    pub fn stop_measuring(&mut self) {
        self.is_measuring = false;
    }

    /// Takes in the result of a technique.
    pub fn take_in(&mut self, entry: Entry) {
        let is_chosen = entry.technique == self.technique;
        if let Some(measured) = entry.measured().filter(|_| is_chosen || self.result.is_none()) {
            self.result = Some(DistinctTriples { list: measured.kept.clone(), preview: preview(&measured.kept) });
        }
        self.entries.retain(|other| other.technique != entry.technique);
        self.entries.push(entry);
    }

    /// Takes in a list that was made. Returns it if it belongs in the document.
    pub fn take_list(&mut self, made: Made) -> Option<List> {
        match made.map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                self.show(list.clone());
                Some(list)
            }
            Err(message) => {
                self.error = Some(message);
                None
            }
        }
    }

    /// Shows the document's list if it has changed, for example by undo.
    pub fn follow(&mut self, list: &List) {
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
        self.is_measuring = false;
        self.entries.clear();
        self.result = None;
    }

    /// Reads the text in the box. Returns its list if that is another one. If the text is invalid, the list stays as it is.
    pub fn read_typed(&mut self) -> Option<List> {
        match triples_text::read(&self.text).map_err(|error| error.to_string()).and_then(checked) {
            Ok(list) => {
                let is_other = list != self.list;
                if is_other {
                    self.set(list.clone());
                }
                self.error = None;
                is_other.then_some(list)
            }
            Err(message) => {
                self.error = Some(message);
                None
            }
        }
    }

    /// The result of this technique, if it was measured.
    pub fn entry(&self, technique: &Technique) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.technique == technique)
    }

    /// Whether the techniques that finished keep the same triples, once there are two.
    pub fn verdict(&self) -> Option<String> {
        let kept = self.result.as_ref()?.list.len() as u64;
        if !comparison::agree(&self.entries)? {
            return Some("▲ The techniques disagree: at least one is wrong".to_owned());
        }
        let (finished, all) = (self.entries.iter().filter_map(Entry::measured).count(), self.entries.len());
        Some(agreement(finished, all, kept))
    }
}

/// How long the list is, and whether it can be edited as text.
pub fn about_length(list: &[Triple]) -> String {
    let more = if is_long(list) { "; too long to edit here: paste or generate another list" } else { "" };
    format!("{}{more}", counted(list.len() as u64, "triple"))
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
pub fn is_long(list: &[Triple]) -> bool {
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
    use std::time::Duration;

    use super::*;
    use crate::search::triples::comparison::{Measured, Outcome};
    use base::search::Found;

    #[test]
    fn a_list_is_made_measured_and_replaced() {
        let mut tool = Duplicates { random: (50, 1), ..Duplicates::default() };
        let mut made = Found::default();
        assert!(tool.deal().run(&mut made).is_continue());
        let list = tool.take_list(made.items.pop().unwrap()).unwrap();
        assert_eq!((tool.list(), list.len(), tool.text.is_empty()), (&list, 50, false));
        let mut found = Found::default();
        assert!(tool.measure(vec![&TECHNIQUES[0]]).run(&mut found).is_continue());
        found.items.into_iter().for_each(|entry| tool.take_in(entry));
        assert!(tool.is_measuring() && tool.entry(&TECHNIQUES[0]).is_some() && tool.result().is_some());
        tool.text = "((1 2 3".to_owned();
        assert!(tool.read_typed().is_none() && tool.error().is_some());
        assert_eq!((tool.list(), tool.entries().len()), (&list, 1), "the list stays");
        tool.text = "((1 2 3))".to_owned();
        assert_eq!(tool.read_typed().map(|list| list.len()), Some(1));
        assert!(!tool.is_measuring() && tool.error().is_none() && tool.entries().is_empty() && tool.result().is_none());
        assert_eq!(tool.read_typed(), None, "it is the same list");
        tool.follow(&list);
        assert_eq!(tool.list(), &list, "undo brings it back");
    }

    #[test]
    fn a_text_that_is_no_list_leaves_it_and_says_why() {
        let mut tool = Duplicates::default();
        let mut made = Found::default();
        assert!(tool.read("(1 2".to_owned()).run(&mut made).is_continue());
        assert_eq!(tool.take_list(made.items.pop().unwrap()), None);
        let error = tool.error().map(str::to_owned);
        assert!(error.is_some());
        tool.finish(None);
        assert_eq!(tool.error(), error.as_deref());
        tool.finish(Some("Couldn't read the list".to_owned()));
        assert_eq!(tool.error(), Some("Couldn't read the list"));
    }

    #[test]
    fn the_verdict_counts_only_techniques_that_finished() {
        let mut tool = Duplicates::default();
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
