//! What a scene shows of the game, with or without a turn of the list on the board.

use crate::{
    VirusWar,
    edit::view::Mistake,
    model::{cells::Cell, goal::Stage, position::Player, record, standing::End},
};
use base::board::Scene;

/// How many moves of the turn are left after those shown; none after a pass.
pub fn moves_left(scene: &Scene<'_, VirusWar>) -> u8 {
    match scene.shown {
        Some((turn, steps)) if turn.is_pass() && 0 < steps => 0,
        Some((turn, steps)) => scene.state.moves_left.saturating_sub(steps.min(turn.cells().len()) as u8),
        None => scene.state.moves_left,
    }
}

/// The end of the game, if the position shown is the end.
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

/// Whether another move can be made: the turn shown is unfinished, and neither the game nor the turn of a problem is over.
pub fn can_move(scene: &Scene<'_, VirusWar>) -> bool {
    moves_left(scene) > 0 && end(scene).is_none() && solver(scene).is_none()
}

/// Who has completed the turn of a problem that is being solved. Its board takes no further moves.
pub fn solver(scene: &Scene<'_, VirusWar>) -> Option<Player> {
    let aim = scene.state.aim().filter(|_| scene.view.is_solving && scene.shown.is_none())?;
    matches!(aim.stage, Stage::Made(_)).then(|| scene.state.to_move.other())
}

/// The cells of the last finished turn; none while a turn of the list is shown.
pub fn last_turn(scene: &Scene<'_, VirusWar>) -> Vec<Cell> {
    if scene.shown.is_some() { Vec::new() } else { record::last_turn(scene.state) }
}

/// A move of a turn that is expected after the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Who makes it.
    pub player: Player,
    /// The number of its turn, from 1.
    pub turn: usize,
    /// Its number in the turn, from 1, if no other turn is expected.
    pub place: Option<usize>,
}

impl Expected {
    /// The number to draw.
    pub fn number(self) -> usize {
        self.place.unwrap_or(self.turn)
    }
}

/// The expected moves on this cell. None while a turn of the list is shown.
pub fn expected_here<'a>(scene: &'a Scene<'_, VirusWar>, cell: Cell) -> impl Iterator<Item = Expected> + use<'a> {
    let expected: &[_] = if scene.shown.is_some() { &[] } else { &scene.view.expected };
    let mover = scene.state.to_move;
    expected.iter().enumerate().filter_map(move |(i, turn)| {
        let place = turn.cells().iter().position(|&other| other == cell)? + 1;
        let player = if i % 2 == 0 { mover } else { mover.other() };
        Some(Expected { player, turn: i + 1, place: (expected.len() == 1).then_some(place) })
    })
}

/// The mistake that is marked; none while a turn of the list or expected turns are shown, whose numbers would cover its signs.
pub fn mistake<'a>(scene: &'a Scene<'_, VirusWar>) -> Option<&'a Mistake> {
    scene.view.mistake.as_ref().filter(|_| scene.shown.is_none() && scene.view.expected.is_empty())
}

/// The number of the move that was made on the cell, in the turn shown or else in the unfinished turn.
pub fn number_in_turn(scene: &Scene<'_, VirusWar>, cell: Cell) -> Option<usize> {
    let is_here = |other: &Cell| *other == cell;
    let place = match scene.shown {
        Some((turn, steps)) => turn.cells().iter().take(steps).position(is_here),
        None => record::unfinished_turn(scene.state).iter().position(is_here),
    };
    place.map(|place| place + 1)
}
