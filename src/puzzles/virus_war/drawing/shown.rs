//! What a scene shows of the turn and of the game, whether or not a found turn is shown on the board.

use crate::{
    board::Scene,
    puzzles::virus_war::{
        VirusWar,
        model::{cells::Cell, record, standing::End},
    },
};

/// The moves of the turn that are still to be made after those that are shown.
pub fn moves_left(scene: &Scene<'_, VirusWar>) -> u8 {
    let shown = scene.shown.map_or(0, |(turn, steps)| steps.min(turn.cells().len()) as u8);
    scene.state.moves_left.saturating_sub(shown)
}

/// The end of the game, if the position that is shown has come to it.
pub fn end(scene: &Scene<'_, VirusWar>) -> Option<End> {
    if !scene.flaws.is_empty() {
        return None;
    }
    let problem = scene.state.problem();
    match scene.shown {
        Some((turn, _)) if moves_left(scene) == 0 => End::of(&problem.after(turn)),
        _ => End::of(&problem),
    }
}

/// Whether a move can be made: neither the turn that is shown nor the game is over.
pub fn is_open(scene: &Scene<'_, VirusWar>) -> bool {
    moves_left(scene) > 0 && end(scene).is_none()
}

/// The cells of the turn before the one that is to be made; none while a found turn is shown.
pub fn last_turn(scene: &Scene<'_, VirusWar>) -> Vec<Cell> {
    if scene.shown.is_some() { Vec::new() } else { record::last_turn(scene.state) }
}

/// Which move of the turn was made on the cell: of the turn that is shown, else of the one that was begun.
pub fn number_in_turn(scene: &Scene<'_, VirusWar>, cell: Cell) -> Option<usize> {
    let is_here = |other: &Cell| *other == cell;
    let place = match scene.shown {
        Some((turn, steps)) => turn.cells().iter().take(steps).position(is_here),
        None => record::unfinished_turn(scene.state).iter().position(is_here),
    };
    place.map(|place| place + 1)
}
