//! The record of a game: whether it keeps the rules and leads to the board, and every moment of it.
//!
//! A record need not begin at the start of a game. Moves can be taken back without doubt, since what stands on a cell
//! tells what stood there before; so the board and the record together tell where the game began.

use super::{
    cells::Cell,
    position::{Player, Position},
    state::{Rules, State},
};
use crate::puzzle::{Flaw, Key};

/// What stands in the record for a turn that is left out.
pub const PASS: &str = "pass";

/// A moment between two turns, or within the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    /// What stands on the cells.
    pub position: Position,
    /// Who is to move.
    pub mover: Player,
    /// How many moves are still to be made in this turn.
    pub moves: u8,
}

/// A game that kept the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The moment before each turn of the record, and at last the present one.
    pub moments: Vec<TraceStep>,
    /// The moves of each turn of the record; of a turn that was left out, none.
    pub turns: Vec<Vec<Cell>>,
}

/// Plays the record of the state.
///
/// # Errors
/// The first turn that breaks the rules, or that did not lead to the board.
pub fn replay(state: &State) -> Result<Game, Flaw<Cell>> {
    let board = state.board.position();
    let entries = state.record.iter().enumerate().map(|(index, text)| Entry::read(state, &board, index, text));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let start = taken_back(&board, &entries)?;
    let mut moments = Vec::with_capacity(entries.len() + 1);
    let mut position = start;
    for entry in &entries {
        let moves = entry.whole_turn(state, &position)?;
        moments.push(TraceStep { position, mover: entry.player, moves });
        position = entry.play(position, &state.rules)?;
    }
    moments.push(TraceStep { position, mover: state.to_move, moves: state.moves_left });
    Ok(Game { moments, turns: entries.into_iter().map(|entry| entry.cells).collect() })
}

/// The cells of the unfinished turn in the order of the moves; none if the next move begins a turn.
pub fn unfinished_turn(state: &State) -> Vec<Cell> {
    match state.record.last() {
        Some(turn) if state.moves_left < state.rules.moves => cells_of(turn),
        _ => Vec::new(),
    }
}

/// The cells of the last turn that is finished; none if there is none, or it was left out.
pub fn last_turn(state: &State) -> Vec<Cell> {
    let unfinished = usize::from(state.moves_left < state.rules.moves);
    let finished = state.record.len().saturating_sub(unfinished);
    state.record[..finished].last().map_or(Vec::new(), |turn| cells_of(turn))
}

fn cells_of(turn: &str) -> Vec<Cell> {
    turn.split_whitespace().filter_map(|name| name.parse().ok()).collect()
}

/// One turn of the record.
struct Entry {
    index: usize,
    player: Player,
    cells: Vec<Cell>,
    /// The moves of this turn that are still to be made.
    left: u8,
}

impl Entry {
    fn read(state: &State, board: &Position, index: usize, text: &str) -> Result<Self, Flaw<Cell>> {
        let is_last = index + 1 == state.record.len();
        let is_unfinished = state.moves_left < state.rules.moves_in_turn(board, state.to_move);
        let mover = if is_unfinished { state.to_move } else { state.to_move.other() };
        let player = if (state.record.len() - index).is_multiple_of(2) { mover.other() } else { mover };
        let left = if is_last && is_unfinished { state.moves_left } else { 0 };
        let mut entry = Self { index, player, cells: Vec::new(), left };
        match text.trim() {
            PASS if left > 0 => return Err(entry.flaw("cannot pass within a turn".to_string(), &[])),
            PASS => return Ok(entry),
            "" => return Err(entry.flaw("has no moves".to_string(), &[])),
            _ => {}
        }
        for name in text.split_whitespace() {
            match name.parse().ok().filter(|&cell| board.board().contains(cell)) {
                Some(cell) => entry.cells.push(cell),
                None => return Err(entry.flaw(format!("moves on {name}, which is not a cell of this board"), &[])),
            }
        }
        Ok(entry)
    }

    /// How many moves the turn has that begins at this position.
    fn whole_turn(&self, state: &State, position: &Position) -> Result<u8, Flaw<Cell>> {
        let whole = state.rules.moves_in_turn(position, self.player);
        if self.cells.is_empty() {
            return Ok(whole);
        }
        let made = self.cells.len().min(usize::from(u8::MAX)) as u8;
        let begun = made.saturating_add(self.left);
        let is_opening = self.player == Player::O && position.is_start();
        // The record may begin within a turn, but not before the first move.
        let expected = if self.index == 0 && !is_opening { begun.min(whole) } else { whole };
        if begun == expected {
            return Ok(expected);
        }
        let plural = if made == 1 { "" } else { "s" };
        let left = if self.left == 0 { String::new() } else { format!(" and {} still to make", self.left) };
        Err(self.flaw(format!("has made {made} move{plural}{left}, where a turn has {expected}"), &self.cells))
    }

    fn play(&self, mut position: Position, rules: &Rules) -> Result<Position, Flaw<Cell>> {
        if self.cells.is_empty() {
            return self.pass(position, rules);
        }
        for (i, &cell) in self.cells.iter().enumerate() {
            if !position.accessible(self.player).contains(cell) {
                let names: Vec<String> = self.cells[..i].iter().map(Cell::to_string).collect();
                let after = if names.is_empty() { String::new() } else { format!(" after {}", names.join(" ")) };
                return Err(self.flaw(format!("cannot move on {cell}, which is not accessible{after}"), &[cell]));
            }
            position = position.after(self.player, cell.into());
        }
        Ok(position)
    }

    fn pass(&self, position: Position, rules: &Rules) -> Result<Position, Flaw<Cell>> {
        if !rules.passing {
            return Err(self.flaw("cannot pass by the rules of this game".to_string(), &[]));
        }
        if position.reachable(self.player).len() < usize::from(rules.moves) {
            return Err(self.flaw("cannot pass, since all moves cannot be made: the game is lost".to_string(), &[]));
        }
        Ok(position)
    }

    fn flaw(&self, message: String, spots: &[Cell]) -> Flaw<Cell> {
        Flaw {
            message: format!("Turn {} of the record: {} {message}", self.index + 1, self.player),
            spots: spots.to_vec(),
            path: vec![Key::Field("record"), Key::Index(self.index)],
        }
    }
}

/// The position before all these turns.
fn taken_back(board: &Position, entries: &[Entry]) -> Result<Position, Flaw<Cell>> {
    let mut position = *board;
    for entry in entries.iter().rev() {
        for &cell in entry.cells.iter().rev() {
            position = position.before(entry.player, cell).ok_or_else(|| {
                let found = position.site(cell).symbol();
                entry.flaw(format!("moves on {cell}, but the board then has {found} there"), &[cell])
            })?;
        }
    }
    Ok(position)
}
