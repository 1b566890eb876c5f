//! Challenges to choose from by their pictures.

use std::sync::{Arc, Weak};

use egui::{Button, Ui, Vec2};

use super::grades;
use crate::{
    any_puzzle::AnyPuzzle,
    command::{Command, DocumentCommand},
    exporting,
    gallery::card::{Card, ChallengeCard},
    request::Request,
};
use base::{challenge::Grade, erased::State, look::Look};

/// How many of each grade there are.
const CARDS: u64 = 15;

/// Shows the button of the challenges to choose from, at least this large.
pub fn choose_ui(ui: &mut Ui, size: Vec2) {
    let command = Command::from(DocumentCommand::Challenges);
    let shortcut = command.shortcut_text(ui.ctx());
    let button =
        ui.add(Button::new("Choose challenge…").min_size(size)).on_hover_text(format!("Choose a challenge by its picture ({shortcut})"));
    if button.clicked() {
        Request::Run(command).send(ui.ctx());
    }
}

/// The challenges on this figure from which the user chooses by their pictures, easiest first.
pub fn cards(puzzle: &'static AnyPuzzle, figure: &State) -> Vec<ChallengeCard> {
    let figure = Arc::new(figure.clone());
    let card = |grade: Grade, seed: u64| {
        let figure = figure.clone();
        let portrait = Arc::new(move |look: &Look, room, wanted: &Weak<()>| {
            exporting::challenge(puzzle.kind, &figure, (grade, seed), look, room, wanted)
        });
        // The command line makes it from the same grade and seed.
        let title = format!("{} {seed}", grade.title());
        ChallengeCard { grade, seed, card: Card { title, note: (puzzle.challenges.grade)(grade).to_owned(), portrait } }
    };
    grades(puzzle, &figure)
        .iter()
        .flat_map(|&grade| (1..=CARDS).map(move |seed| (grade, seed)))
        .map(|(grade, seed)| card(grade, seed))
        .collect()
}
