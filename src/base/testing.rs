//! What tests and benchmarks of several packages need. Nothing else uses it.

use std::ops::ControlFlow;

use fontdb::Database;
use serde::de::DeserializeOwned;

use crate::{
    challenge::{Grade, Rating},
    fonts::Fallback,
    puzzle::{Challenges, Preset, Puzzle, Technique, Types},
    search::{Found, Observer, Tally},
};

/// An observer that keeps everything that a search reports, and stops it after a number of reports of its progress.
#[derive(Clone, Debug)]
pub struct Recorded<T> {
    /// All items, in the order found.
    pub items: Vec<T>,
    /// The share done and the tally of each report.
    pub nodes: Vec<(f32, Tally)>,
    most: usize,
}

impl<T> Recorded<T> {
    /// Creates an observer that stops the search after this many reports.
    pub fn up_to(most: usize) -> Self {
        Self { items: Vec::new(), nodes: Vec::new(), most }
    }
}

impl<T> Observer<T> for Recorded<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.items.push(item);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.nodes.push((done, tally.clone()));
        if self.nodes.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The technique of a puzzle with this key.
pub fn technique<P: Puzzle>(key: &str) -> &'static Technique<P> {
    P::techniques().iter().find(|technique| technique.key == key).unwrap_or_else(|| panic!("{} has no technique `{key}`", P::TITLE))
}

impl Preset {
    /// The position in its file, for tests below the workbench, which reads the whole file.
    pub fn state<S: DeserializeOwned>(&self) -> S {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Quincunx")]
        struct SaveFile<S> {
            state: S,
        }
        ron::from_str::<SaveFile<S>>(self.ron).expect("a preset can be read").state
    }
}

impl<T: Types> Challenges<T> {
    /// Makes a challenge; none if there is none.
    pub fn made(&self, figure: &T::State, grade: Grade, seed: u64) -> Option<T::State> {
        let mut found = Found::default();
        assert!((self.make)(figure, grade, seed, &mut found).is_continue());
        found.items.pop()
    }

    /// Rates a problem; none unless it has exactly one solution.
    pub fn rating(&self, problem: &T::Problem) -> Option<Rating> {
        let mut found = Found::default();
        assert!((self.rate)(problem, &mut found).is_continue());
        found.items.pop()
    }
}

/// A system that has only the font of the tests.
pub fn squares() -> Fallback {
    Fallback::new(|| {
        let mut database = Database::new();
        database.load_font_data(include_bytes!("../../tests/cases/fonts/Squares.ttf").to_vec());
        database
    })
}
