//! Challenges to choose from by their pictures.

use egui::{Button, Ui, Vec2};

use super::grades;
use crate::{
    challenge::Grade,
    gui::{
        command::{Command, WindowCommand},
        request::Request,
        tools::Tools,
    },
};

/// How many of each grade there are.
const CARDS: u64 = 15;

/// Shows the button of the challenges to choose from, at least this large.
pub fn choose_ui(ui: &mut Ui, size: Vec2) {
    let command = Command::from(WindowCommand::Challenges);
    let shortcut = command.shortcut_text(ui.ctx());
    let button =
        ui.add(Button::new("Choose challenge…").min_size(size)).on_hover_text(format!("Choose a challenge by its picture ({shortcut})"));
    if button.clicked() {
        Request::Run(command).send(ui.ctx());
    }
}

/// A challenge that can be chosen by its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeCard {
    /// Its grade.
    pub grade: Grade,
    /// Its seed.
    pub seed: u64,
    /// What it takes.
    pub note: &'static str,
}

impl ChallengeCard {
    /// Its title: the command line makes it from the same grade and seed.
    pub fn title(&self) -> String {
        format!("{} {}", self.grade.title(), self.seed)
    }
}

/// The challenges on this figure from which the user chooses by their pictures, easiest first.
pub fn cards<P: Tools>(figure: &P::State) -> Vec<ChallengeCard> {
    let card = |grade, seed| ChallengeCard { grade, seed, note: (P::CHALLENGES.grade)(grade) };
    grades::<P>(figure).iter().flat_map(|&grade| (1..=CARDS).map(move |seed| card(grade, seed))).collect()
}
