//! A puzzle as the window sees it, apart from its documents: plain data and a few functions, all made by one generic function.
//!
//! What is about one document is in [`super::any_document`].

use std::sync::Arc;

use super::{
    any_document::{Card, Document},
    document::{OpenDocument, Opening},
    exporting,
    help::HelpPage,
    tab_settings::Merge,
    tools::Tools,
};
use crate::{for_every_puzzle, puzzle::Preset, workbench::file};

/// What the window knows about a puzzle.
pub struct AnyPuzzle {
    /// Its key in files.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its help page.
    pub help: HelpPage,
    /// The examples.
    pub presets: &'static [Preset],
    /// Whether the first example is solved when its tab opens.
    pub begins_solved: bool,
    /// Whether it reads positions from pictures.
    pub reads_pictures: bool,
    /// How the texts that its tabs remember in two windows are merged.
    pub merge: Merge,
    /// Returns such a text as this version writes it, or why it can't be read.
    pub rewritten: fn(&str) -> Result<String, String>,
    /// Returns the examples as cards for the gallery.
    pub examples: fn() -> Vec<Card>,
    /// Opens a document.
    pub open: fn(Opening<'_>) -> Box<dyn Document>,
}

impl AnyPuzzle {
    /// All puzzles, in the order of the tabs.
    pub fn all() -> Vec<Self> {
        macro_rules! each {
            ($($puzzle:ty),* $(,)?) => {
                vec![$(Self::of::<$puzzle>()),*]
            };
        }
        for_every_puzzle!(each)
    }

    fn of<P: Tools>() -> Self {
        Self {
            key: P::KEY,
            title: P::TITLE,
            help: P::HELP,
            presets: P::presets(),
            begins_solved: P::BEGINS_SOLVED,
            reads_pictures: P::READS_PICTURES,
            merge: P::MEMORY.merge,
            rewritten: |text| {
                let mut view = P::View::default();
                (P::MEMORY.read)(&mut view, text).map(|()| (P::MEMORY.write)(&view))
            },
            examples: || P::presets().iter().map(card::<P>).collect(),
            open: |opening| Box::new(OpenDocument::<P>::open(opening)),
        }
    }
}

fn card<P: Tools>(preset: &Preset) -> Card {
    // A test reads all presets, so the fallback to an empty board is never used.
    let file::SaveFile { title, note, state, .. } = file::read::<P>(preset.ron).unwrap_or_default();
    let portrait = Arc::new(move |look: &_, room, _: &_| exporting::portrait::<P>(&state, look, room));
    Card { title: title.unwrap_or_default(), note: note.unwrap_or_default(), portrait }
}
