//! A challenge that is being solved: what its turn must do, and taking moves back.

use egui::Ui;

use super::{apply, words::game as labels};
use crate::{
    gui::{
        sections::Section,
        theme::{self, space},
        widgets::muted,
    },
    puzzles::virus_war::{
        VirusWar,
        model::{goal::Goal, position::Player, state::State, turn::Turn},
        search::graph::TurnGraph,
        words::goals,
    },
    text::{counted, sentence},
    workbench::session::{Mode, Session},
};

pub use super::words::problem as words;

/// Whether the user solves a challenge, or has just solved it.
pub fn is_played(session: &Session<VirusWar>) -> bool {
    session.played().mode() == Mode::Play && session.played().challenge().is_some()
}

/// The turn with which the enemy refutes a wrong one.
pub fn reply(session: &Session<VirusWar>) -> Option<Turn> {
    let miss = session.played().miss().filter(|_| is_played(session))?;
    let after = session.state().problem();
    let turn = TurnGraph::new(&after.position, after.mover, after.moves).turn(miss.spots.iter().copied().collect());
    turn.filter(|turn| !turn.is_pass())
}

/// Shows what the turn must do, and the buttons that take moves back.
pub fn ui(ui: &mut Ui, state: &mut State) {
    let Some(goal) = state.goal else { return };
    let start = state.at_problem();
    Section::open("virus-war.problem", "Challenge").show(ui, |ui| {
        ui.label(theme::strong(goals::task(start.to_move, goal)));
        muted(ui, &sentence(&meaning(goal, start.to_move)));
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

/// What the goal means, without the full stop.
fn meaning(goal: Goal, mover: Player) -> String {
    let enemy = mover.other();
    match goal {
        Goal::Kill(_) => "only one turn kills as many".to_owned(),
        Goal::Win(1) => format!("only one turn leaves {enemy} without a whole turn"),
        Goal::Win(turns) => {
            let more = counted(u64::from(turns - 1), "more turn");
            format!("only one turn lets {mover} win within {more}, whatever {enemy} replies")
        }
        Goal::Survive => format!("after every other turn, {enemy} wins at once"),
    }
}
