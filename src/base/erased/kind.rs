//! A kind of puzzle as a value: what its traits [`Puzzle`](crate::puzzle::Puzzle) and [`Board`](crate::board::Board) say, as data and
//! functions.
//!
//! The workbench and the window work with this value, so that a puzzle is an argument there.

use std::{io, ops::ControlFlow};

use ron::error::SpannedResult;
use serde_json::Value;

use super::{Erased, Insight, Problem, Solution, Spot, State, Summary, View};
use crate::{
    board::{BoardExtras, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
    puzzle::{Extras, Flaw, Preset, Technique},
    save_file::{Header, SaveFile},
    search::Observer,
};

/// A kind of puzzle. The traits say what the functions do.
#[allow(clippy::type_complexity, reason = "the types of functions are as in the traits")]
pub struct Kind {
    /// The name in save files and on the command line.
    pub key: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// Its examples.
    pub presets: &'static [Preset],
    /// Its techniques, fastest first.
    pub techniques: &'static [Technique<Erased>],
    /// What only some puzzles have.
    pub extras: Extras<Erased>,
    /// What only some boards have.
    pub board_extras: BoardExtras<Erased>,
    /// An empty board.
    pub empty: &'static (dyn Fn() -> State + Sync),
    /// A new view.
    pub view: &'static (dyn Fn() -> View + Sync),
    /// The summary of no solutions.
    pub summary: &'static (dyn Fn() -> Summary + Sync),
    /// Turns a state into a problem, or lists what is wrong with it.
    pub check: &'static (dyn Fn(&State) -> Result<Problem, Vec<Flaw<Spot>>> + Sync),
    /// Adds a solution to a summary.
    pub add_to_summary: &'static (dyn Fn(&mut Summary, &Solution) + Sync),
    /// Computes the insight into a problem.
    pub analyze: &'static (dyn Fn(&Problem, &mut dyn Observer<Insight>) -> ControlFlow<()> + Sync),
    /// Deals a state.
    pub deal: &'static (dyn Fn(u64) -> State + Sync),
    /// Reads a save file, without checking what is in it.
    pub read: &'static (dyn Fn(&str) -> SpannedResult<(Header, SaveFile<State>)> + Sync),
    /// Writes a save file.
    pub write: &'static (dyn Fn(&SaveFile<State>) -> String + Sync),
    /// Writes a solution as JSON.
    pub write_json: &'static (dyn Fn(&Solution, &mut dyn io::Write) -> serde_json::Result<()> + Sync),
    /// Returns a summary as JSON.
    pub summary_json: &'static (dyn Fn(&Summary) -> serde_json::Result<Value> + Sync),
    /// Returns an insight as JSON.
    pub insight_json: &'static (dyn Fn(&Insight) -> serde_json::Result<Value> + Sync),
    /// The number of steps of a solution.
    pub steps: &'static (dyn Fn(&Solution) -> usize + Sync),
    /// Describes a solution.
    pub caption: &'static (dyn Fn(&Solution) -> Caption + Sync),
    /// Draws the board.
    pub draw: &'static (dyn Fn(&Scene<'_, Erased>) -> Picture<Spot> + Sync),
    /// Draws a solution for the list.
    pub thumbnail: &'static (dyn Fn(&State, &View, &Solution, &Look) -> Picture<Spot> + Sync),
    /// Responds to an input.
    pub act: &'static (dyn Fn(&mut State, &mut View, Option<Spot>, Input<Spot>) -> Reply<Spot> + Sync),
    /// Returns what is known about a position as lines of text.
    pub facts: &'static (dyn Fn(&State, Option<&Insight>, &Summary) -> Vec<Fact> + Sync),
    /// Writes a position as text.
    pub write_text: &'static (dyn Fn(&State) -> String + Sync),
    /// Reads a position from text.
    pub read_text: &'static (dyn Fn(&str, &State) -> Result<State, TextError> + Sync),
}

impl Kind {
    /// The technique with this key.
    pub fn technique(&self, key: &str) -> Option<&'static Technique<Erased>> {
        self.techniques.iter().find(|technique| technique.key == key)
    }

    /// The technique that a comparison measures the others against.
    pub fn reference(&self) -> Option<&'static Technique<Erased>> {
        self.extras.reference.map_or(self.techniques.last(), |key| self.technique(key))
    }

    /// The place among the walkthroughs of the one that explains a position, whatever solution is shown.
    pub fn explanation(&self) -> Option<usize> {
        self.extras.walkthroughs.iter().position(|walkthrough| walkthrough.steps.explain_position())
    }

    /// Returns a solution as JSON; none if it can't be written.
    pub fn json(&self, solution: &Solution) -> Option<String> {
        let mut json = Vec::new();
        (self.write_json)(solution, &mut json).ok()?;
        String::from_utf8(json).ok()
    }

    /// Draws the position as a small picture, without solutions and without what is known about it.
    pub fn portrait(&self, state: &State, look: &Look) -> Picture<Spot> {
        if let Some(portrait) = self.board_extras.portrait {
            return portrait(state, look);
        }
        let view = &(self.view)();
        (self.draw)(&Scene { state, flaws: &[], insight: None, shown: None, view, pointed: None, marks: &[], look })
    }
}
