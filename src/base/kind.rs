//! A kind of puzzle as a value: what its traits [`Puzzle`](crate::puzzle::Puzzle) and [`Board`] say, as data and functions.
//!
//! The workbench and the window work with this value, so that a puzzle is an argument there.

use std::{io, ops::ControlFlow};

use ron::error::SpannedResult;
use serde_json::Value;

use crate::{
    board::{Board, BoardExtras, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
    puzzle::{Extras, Flaw, Preset, Technique, Types},
    save_file::{self, Header, SaveFile},
    search::Observer,
};

/// A kind of puzzle. The traits say what the functions do.
#[allow(clippy::type_complexity, reason = "the types of functions are as in the traits")]
pub struct Kind<T: Types> {
    /// The name in save files and on the command line.
    pub key: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// Its examples.
    pub presets: &'static (dyn Fn() -> &'static [Preset] + Sync),
    /// Its techniques, fastest first.
    pub techniques: &'static (dyn Fn() -> &'static [Technique<T>] + Sync),
    /// What only some puzzles have.
    pub extras: Extras<T>,
    /// What only some boards have.
    pub board_extras: BoardExtras<T>,
    /// An empty board.
    pub empty: &'static (dyn Fn() -> T::State + Sync),
    /// A new view.
    pub view: &'static (dyn Fn() -> T::View + Sync),
    /// The summary of no solutions.
    pub summary: &'static (dyn Fn() -> T::Summary + Sync),
    /// Turns a state into a problem, or lists what is wrong with it.
    pub check: &'static (dyn Fn(&T::State) -> Result<T::Problem, Vec<Flaw<T::Spot>>> + Sync),
    /// Adds a solution to a summary.
    pub add_to_summary: &'static (dyn Fn(&mut T::Summary, &T::Solution) + Sync),
    /// Computes the insight into a problem.
    pub analyze: &'static (dyn Fn(&T::Problem, &mut dyn Observer<T::Insight>) -> ControlFlow<()> + Sync),
    /// Deals a state.
    pub deal: &'static (dyn Fn(u64) -> T::State + Sync),
    /// Reads a save file, without checking what is in it.
    pub read: &'static (dyn Fn(&str) -> SpannedResult<(Header, SaveFile<T::State>)> + Sync),
    /// Writes a save file.
    pub write: &'static (dyn Fn(&SaveFile<T::State>) -> String + Sync),
    /// Writes a solution as JSON.
    pub write_json: &'static (dyn Fn(&T::Solution, &mut dyn io::Write) -> serde_json::Result<()> + Sync),
    /// Returns a summary as JSON.
    pub summary_json: &'static (dyn Fn(&T::Summary) -> serde_json::Result<Value> + Sync),
    /// Returns an insight as JSON.
    pub insight_json: &'static (dyn Fn(&T::Insight) -> serde_json::Result<Value> + Sync),
    /// The number of steps of a solution.
    pub steps: &'static (dyn Fn(&T::Solution) -> usize + Sync),
    /// Describes a solution.
    pub caption: &'static (dyn Fn(&T::Solution) -> Caption + Sync),
    /// Draws the board.
    pub draw: &'static (dyn Fn(&Scene<'_, T>) -> Picture<T::Spot> + Sync),
    /// Draws a solution for the list.
    pub thumbnail: &'static (dyn Fn(&T::State, &T::View, &T::Solution, &Look) -> Picture<T::Spot> + Sync),
    /// Responds to an input.
    pub act: &'static (dyn Fn(&mut T::State, &mut T::View, Option<T::Spot>, Input<T::Spot>) -> Reply<T::Spot> + Sync),
    /// Returns what is known about a position as lines of text.
    pub facts: &'static (dyn Fn(&T::State, Option<&T::Insight>, &T::Summary) -> Vec<Fact> + Sync),
    /// Writes a position as text.
    pub write_text: &'static (dyn Fn(&T::State) -> String + Sync),
    /// Reads a position from text.
    pub read_text: &'static (dyn Fn(&str, &T::State) -> Result<T::State, TextError> + Sync),
}

impl<P: Board> Kind<P> {
    /// The value of this type of puzzle.
    pub const OF: &'static Self = &Self {
        key: P::KEY,
        title: P::TITLE,
        presets: &P::presets,
        techniques: &P::techniques,
        extras: P::EXTRAS,
        board_extras: P::BOARD_EXTRAS,
        empty: &P::State::default,
        view: &P::View::default,
        summary: &P::Summary::default,
        check: &P::check,
        add_to_summary: &P::add_to_summary,
        analyze: &P::analyze,
        deal: &P::deal,
        read: &|text| save_file::read(text),
        write: &|document| save_file::write(P::KEY, document.clone()),
        write_json: &|solution, writer| serde_json::to_writer(writer, solution),
        summary_json: &|summary| serde_json::to_value(summary),
        insight_json: &|insight| serde_json::to_value(insight),
        steps: &P::steps,
        caption: &P::caption,
        draw: &P::draw,
        thumbnail: &P::thumbnail,
        act: &P::act,
        facts: &P::facts,
        write_text: &P::write_text,
        read_text: &P::read_text,
    };
}

impl<T: Types> Kind<T> {
    /// Its techniques, fastest first.
    pub fn techniques(&self) -> &'static [Technique<T>] {
        (self.techniques)()
    }

    /// The technique with this key.
    pub fn technique(&self, key: &str) -> Option<&'static Technique<T>> {
        self.techniques().iter().find(|technique| technique.key == key)
    }

    /// The technique that a comparison measures the others against.
    pub fn reference(&self) -> Option<&'static Technique<T>> {
        self.extras.reference.map_or(self.techniques().last(), |key| self.technique(key))
    }

    /// The place among the walkthroughs of the one that explains a position, whatever solution is shown.
    pub fn explanation(&self) -> Option<usize> {
        self.extras.walkthroughs.iter().position(|walkthrough| walkthrough.steps.explain_position())
    }

    /// Returns a solution as JSON; none if it can't be written.
    pub fn json(&self, solution: &T::Solution) -> Option<String> {
        let mut json = Vec::new();
        (self.write_json)(solution, &mut json).ok()?;
        String::from_utf8(json).ok()
    }

    /// Draws the position as a small picture, without solutions and without what is known about it.
    pub fn portrait(&self, state: &T::State, look: &Look) -> Picture<T::Spot> {
        if let Some(portrait) = self.board_extras.portrait {
            return portrait(state, look);
        }
        let view = &(self.view)();
        (self.draw)(&Scene { state, flaws: &[], insight: None, shown: None, view, pointed: None, marks: &[], look })
    }
}
