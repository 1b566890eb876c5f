//! The record of a game: checks that it follows the rules and leads to the board, and finds the game before each turn.
//!
//! A record need not begin with the game. Every move can be undone without ambiguity, since the contents of its cell determine what
//! was there before. So the board and the record together determine where the record begins.

use super::{
    cells::Cell,
    notation::PASS,
    position::{Corner, Player, Position},
    state::{NoPass, Problem, Rules, State},
};
use crate::words::flaws as words;
use base::puzzle::{Flaw, Key};

/// The game between two turns, or within the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The board.
    pub position: Position,
    /// Who is to move.
    pub mover: Player,
    /// How many moves of this turn are left.
    pub moves: u8,
    /// How many turns right before this one were passed.
    pub passes: u8,
}

/// A game that follows the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The game before each turn of the record, and as it is now.
    pub snapshots: Vec<Snapshot>,
    /// The moves of each turn of the record; none for a pass.
    pub turns: Vec<Vec<Cell>>,
}

impl Game {
    /// The game after these turns from here, each with its moves or none for a pass. They must follow the rules.
    pub fn played(root: Snapshot, turns: Vec<Vec<Cell>>, rules: &Rules) -> Self {
        let mut snapshots = vec![root];
        for (index, moves) in turns.iter().enumerate() {
            snapshots.push(snapshots[index].after(moves, rules));
        }
        Self { snapshots, turns }
    }

    /// The game before each turn, and as it is now unless a turn isn't finished.
    pub fn starts(&self) -> &[Snapshot] {
        let is_within_turn = match &self.snapshots[..] {
            [.., before, now] => before.mover == now.mover,
            _ => false,
        };
        &self.snapshots[..self.snapshots.len() - usize::from(is_within_turn)]
    }
}

impl Snapshot {
    /// The game after these moves of the turn, or after a pass if there are none.
    pub fn after(&self, moves: &[Cell], rules: &Rules) -> Self {
        let position = self.position.after(self.mover, moves.iter().copied().collect());
        let made = moves.len().min(usize::from(self.moves)) as u8;
        if 0 < made && made < self.moves {
            return Self { position, mover: self.mover, moves: self.moves - made, passes: 0 };
        }
        let mover = self.mover.other();
        let passes = if moves.is_empty() { self.passes + 1 } else { 0 };
        Self { position, mover, moves: rules.moves_in_turn(&position, mover), passes }
    }

    /// The position of a game by these rules.
    pub fn problem(&self, rules: Rules) -> Problem {
        let Self { position, mover, moves, passes } = *self;
        Problem { passes, ..Problem::new(position, mover, moves, rules) }
    }
}

/// Replays the record of the state.
///
/// # Errors
/// The first turn that breaks the rules or disagrees with the board.
pub fn replay(state: &State) -> Result<Game, Flaw<Cell>> {
    let board = state.position();
    let entries = state.record.iter().enumerate().map(|(index, text)| Entry::read(state, &board, index, text));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let start = rewind(&board, &entries)?;
    let mut snapshots = Vec::with_capacity(entries.len() + 1);
    let (mut position, mut passes) = (start, 0);
    for entry in &entries {
        let moves = entry.turn_length(state, &position)?;
        let before = Snapshot { position, mover: entry.player, moves, passes };
        position = entry.play(&before.problem(state.rules))?;
        passes = if entry.cells.is_empty() { passes + 1 } else { 0 };
        snapshots.push(before);
    }
    snapshots.push(Snapshot { position, mover: state.to_move, moves: state.moves_left, passes });
    Ok(Game { snapshots, turns: entries.into_iter().map(|entry| entry.cells).collect() })
}

/// The moves of the unfinished turn, in order; none if the next move begins a turn.
pub fn unfinished_turn(state: &State) -> Vec<Cell> {
    match state.record.last() {
        Some(turn) if state.moves_left < state.rules.moves => cells_of(turn),
        _ => Vec::new(),
    }
}

/// The moves of the last finished turn, in order; none if it was a pass or there is no such turn.
pub fn last_turn(state: &State) -> Vec<Cell> {
    let unfinished = usize::from(state.moves_left < state.rules.moves);
    let finished = state.record.len().saturating_sub(unfinished);
    state.record[..finished].last().map_or(Vec::new(), |turn| cells_of(turn))
}

/// The cells of a turn of the record; none for a pass.
pub fn cells_of(turn: &str) -> Vec<Cell> {
    turn.split_whitespace().filter_map(|name| name.parse().ok()).collect()
}

/// One turn of the record.
struct Entry {
    index: usize,
    player: Player,
    cells: Vec<Cell>,
    /// How many moves of this turn are left.
    remaining: u8,
}

impl Entry {
    fn read(state: &State, board: &Position, index: usize, text: &str) -> Result<Self, Flaw<Cell>> {
        let is_last = index + 1 == state.record.len();
        let is_unfinished = state.moves_left < state.rules.moves_in_turn(board, state.to_move);
        let mover = if is_unfinished { state.to_move } else { state.to_move.other() };
        let player = if (state.record.len() - index).is_multiple_of(2) { mover.other() } else { mover };
        let remaining = if is_last && is_unfinished { state.moves_left } else { 0 };
        let mut entry = Self { index, player, cells: Vec::new(), remaining };
        match text.trim() {
            PASS if remaining > 0 => return Err(entry.flaw(NoPass::WithinTurn.in_words(), &[])),
            PASS => return Ok(entry),
            "" => return Err(entry.flaw("has no moves", &[])),
            _ => {}
        }
        for name in text.split_whitespace() {
            match name.parse().ok().filter(|&cell| board.board().contains(cell)) {
                Some(cell) => entry.cells.push(cell),
                None => return Err(entry.flaw(&words::not_on_board(name), &[])),
            }
        }
        Ok(entry)
    }

    /// How many moves the turn has that begins in this position, if the record has that many.
    fn turn_length(&self, state: &State, position: &Position) -> Result<u8, Flaw<Cell>> {
        let rules = &state.rules;
        let whole = rules.moves_in_turn(position, self.player);
        if self.cells.is_empty() {
            return Ok(whole);
        }
        let made = self.cells.len().min(usize::from(u8::MAX)) as u8;
        let total = made.saturating_add(self.remaining);
        let start = position.start_corner().filter(|_| self.player == Player::O);
        // The record may begin within a turn, but not within the very first one. Files from before games could start from other corners
        // may begin there with any turn.
        let expected = match start {
            Some(Corner::BottomLeft) => whole,
            Some(_) if rules.empty_start.is_some() => whole,
            Some(_) if self.index == 0 => total.min(rules.moves),
            None if self.index == 0 => total.min(whole),
            _ => whole,
        };
        if total == expected {
            return Ok(expected);
        }
        Err(self.flaw(&words::wrong_number_of_moves(made, self.remaining, expected), &self.cells))
    }

    fn play(&self, before: &Problem) -> Result<Position, Flaw<Cell>> {
        let mut position = before.position;
        if before.is_drawn() {
            return Err(self.flaw(NoPass::Drawn.in_words(), &self.cells));
        }
        if self.cells.is_empty() {
            return before.check_pass().map(|()| position).map_err(|reason| self.flaw(reason.in_words(), &[]));
        }
        for (i, &cell) in self.cells.iter().enumerate() {
            if !position.accessible(self.player).contains(cell) {
                let earlier: Vec<String> = self.cells[..i].iter().map(Cell::to_string).collect();
                return Err(self.flaw(&not_accessible(&position, self.player, cell, &earlier), &[cell]));
            }
            position = position.after(self.player, cell.into());
        }
        Ok(position)
    }

    fn flaw(&self, message: &str, spots: &[Cell]) -> Flaw<Cell> {
        Flaw {
            message: format!("turn {} of the record: {} {message}", self.index + 1, self.player),
            spots: spots.to_vec(),
            path: vec![Key::Field("record"), Key::Index(self.index)],
        }
    }
}

/// Why the player can't move on the cell after these moves of the turn.
pub(super) fn not_accessible(position: &Position, player: Player, cell: Cell, earlier: &[String]) -> String {
    match position.first_cell(player).first() {
        Some(first) => format!("can't play {cell}: the first virus belongs on {first}"),
        None if earlier.is_empty() => format!("can't play {cell}: it isn't accessible"),
        None => format!("can't play {cell}: it isn't accessible after {}", earlier.join(" ")),
    }
}

/// The position before all these turns.
fn rewind(board: &Position, entries: &[Entry]) -> Result<Position, Flaw<Cell>> {
    let mut position = *board;
    for entry in entries.iter().rev() {
        for &cell in entry.cells.iter().rev() {
            position = position.before(entry.player, cell).ok_or_else(|| {
                let found = position.site(cell).symbol();
                entry.flaw(&format!("plays {cell}, but the board has {found} there afterwards"), &[cell])
            })?;
        }
    }
    Ok(position)
}
