//! A challenge that is being solved: what its turn must do, and taking moves back.

use egui::Ui;

use super::{apply, words::game as labels};
use base::text::sentence;
use gui::{
    sections::Section,
    theme::{self, space},
    tools::Of,
    widgets::muted,
};
use virus_war::{
    VirusWar, goals,
    model::{cells::Cell, state::State, turn::Turn},
    play::challenge::reply_on,
};
use workbench::session::Mode;

pub use super::words::problem as words;

/// Whether the user solves a challenge, or has just solved it.
pub fn is_played(session: Of<'_, VirusWar>) -> bool {
    session.played().mode() == Mode::Play && session.played().challenge().is_some()
}

/// The turn with which the enemy refutes a wrong one.
pub fn reply(session: Of<'_, VirusWar>) -> Option<Turn> {
    let miss = session.played().miss().filter(|_| is_played(session))?;
    let spots: Vec<Cell> = miss.spots.iter().map(|spot| spot.get()).collect();
    reply_on(&session.state().problem(), &spots)
}

/// Shows what the turn must do, and the buttons that take moves back.
pub fn ui(ui: &mut Ui, state: &mut State) {
    let Some(goal) = state.goal else { return };
    let start = state.at_problem();
    Section::open("virus-war.problem", "Challenge").show(ui, |ui| {
        ui.label(theme::strong(goals::task(start.to_move, goal)));
        muted(ui, &sentence(&goal.meaning(start.to_move)));
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            let has_moves = !state.record.is_empty();
            for (name, hint, change) in [
                (labels::TAKE_BACK, labels::TAKE_BACK_HINT, State::take_back as fn(&mut State) -> Result<(), String>),
                (labels::TAKE_BACK_TURN, "Take back all moves of the turn", State::take_back_turn),
            ] {
                let button = ui.add_enabled(has_moves, egui::Button::new(name)).on_hover_text(hint);
                if button.on_disabled_hover_text(labels::NOTHING_TO_TAKE_BACK).clicked() {
                    apply(state, change);
                }
            }
        });
    });
}
