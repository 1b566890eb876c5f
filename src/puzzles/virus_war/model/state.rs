//! A game as it is edited and saved. What is wrong with it is told by [`State::check`].

use serde::{Deserialize, Serialize};

use super::{
    cells::{Cell, LARGEST},
    position::{Player, Position, Site},
    triples::List,
    turn::Turn,
};

/// The side of the smallest board.
pub const SMALLEST: u8 = 5;

/// The board that a new game has: the largest of the game as it is played on paper.
const USUAL: u8 = 10;

/// A game with its record, and the list in the duplicate tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What stands on the cells.
    pub board: Rows,
    /// Who makes the next move.
    pub to_move: Player,
    /// How many moves are still to be made in this turn.
    pub moves_left: u8,
    /// How long turns are.
    #[serde(default, skip_serializing_if = "Rules::are_usual")]
    pub rules: Rules,
    /// The turns that led here, oldest first, each as its cells in the order of the moves, or "pass"; the last may be unfinished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<String>,
    /// The list in the duplicate tool.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub triples: List,
}

/// A board as rows of characters, the top rank first; any characters may stand in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Rows(pub Vec<Vec<char>>);

/// What may be agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The moves of a turn, 1 to 5.
    pub moves: u8,
    /// The moves of O's first turn, at most as many.
    pub opening: u8,
    /// Whether a player may leave a whole turn out, if he could make it.
    pub passing: bool,
}

/// A position in which the moves of a turn are sought.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What stands on the cells.
    pub position: Position,
    /// Who makes the moves.
    pub mover: Player,
    /// How many are to be made.
    pub moves: u8,
    /// How long the turns after this one are.
    pub rules: Rules,
}

fn is_empty(list: &List) -> bool {
    list.is_empty()
}

impl Problem {
    /// The problem of a player whose turn begins.
    fn begun(position: Position, mover: Player, rules: Rules) -> Self {
        Self { position, mover, moves: rules.moves_in_turn(&position, mover), rules }
    }

    /// The enemy's problem after a turn that makes all the moves.
    pub fn after(&self, turn: &Turn) -> Self {
        Self::begun(self.position.after(self.mover, turn.set()), self.mover.other(), self.rules)
    }

    /// The enemy's problem after this turn was left out.
    pub fn passed(&self) -> Self {
        Self::begun(self.position, self.mover.other(), self.rules)
    }

    /// Whether the mover can't make all the moves, and so has lost.
    pub fn is_lost(&self) -> bool {
        self.position.reachable(self.mover).len() < usize::from(self.moves)
    }

    /// Whether the mover may leave the turn out: a whole one, that he could make, and only where the rules allow it.
    pub fn may_pass(&self) -> bool {
        let is_whole = self.moves == self.rules.moves_in_turn(&self.position, self.mover);
        self.rules.passing && is_whole && !self.is_lost()
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { moves: 3, opening: 1, passing: false }
    }
}

impl Rules {
    /// How many moves a whole turn of the player has in this position: O's has fewer as long as nobody has moved.
    pub fn moves_in_turn(&self, position: &Position, mover: Player) -> u8 {
        if mover == Player::O && position.is_start() { self.opening } else { self.moves }
    }

    fn are_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for State {
    fn default() -> Self {
        Self::start(USUAL, Rules::default())
    }
}

impl From<Vec<String>> for Rows {
    fn from(rows: Vec<String>) -> Self {
        Self(rows.iter().map(|row| row.chars().filter(|character| !character.is_whitespace()).collect()).collect())
    }
}

impl From<Rows> for Vec<String> {
    fn from(rows: Rows) -> Self {
        rows.0.into_iter().map(String::from_iter).collect()
    }
}

impl From<&Position> for Rows {
    fn from(position: &Position) -> Self {
        let side = position.side();
        let symbol = |rank: u8| move |column: u8| Cell::new(column, rank).map_or('.', |cell| position.site(cell).symbol());
        Self((0..side).rev().map(|rank| (0..side).map(symbol(rank)).collect()).collect())
    }
}

impl Rows {
    /// How many ranks or files there are, whichever is more, as far as the largest board goes.
    pub fn side(&self) -> u8 {
        let files = self.0.iter().map(Vec::len).max().unwrap_or(0);
        self.0.len().max(files).min(usize::from(LARGEST)) as u8
    }

    /// The cell of the character in this row and column, if the largest board has it.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let rank = self.0.len().checked_sub(row + 1)?;
        Cell::new(u8::try_from(column).ok()?, u8::try_from(rank).ok()?)
    }

    /// The character on the cell, if there is one.
    pub fn symbol(&self, cell: Cell) -> Option<char> {
        let row = self.0.len().checked_sub(usize::from(cell.rank()) + 1)?;
        self.0[row].get(usize::from(cell.column())).copied()
    }

    /// Puts the character on the cell, if the cell is there.
    pub fn put(&mut self, cell: Cell, symbol: char) {
        let row = self.0.len().checked_sub(usize::from(cell.rank()) + 1);
        let place = row.and_then(|row| self.0[row].get_mut(usize::from(cell.column())));
        if let Some(place) = place {
            *place = symbol;
        }
    }

    /// The position, with nothing on cells whose characters mean nothing.
    pub fn position(&self) -> Position {
        let mut position = Position::empty(self.side());
        for cell in position.board() {
            position.put(cell, self.symbol(cell).and_then(Site::from_symbol).unwrap_or(Site::Empty));
        }
        position
    }
}

impl State {
    /// A new game on a board of this side.
    pub fn start(side: u8, rules: Rules) -> Self {
        Self {
            board: Rows::from(&Position::start(side)),
            to_move: Player::O,
            moves_left: rules.opening,
            rules,
            record: Vec::new(),
            triples: List::default(),
        }
    }

    /// The game with a board of this side: cells keep their names, and its record is no more.
    pub fn resized(&self, side: u8) -> Self {
        let old = self.board.position();
        let mut position = Position::empty(side);
        for cell in position.board() {
            position.put(cell, old.site(cell));
        }
        Self { board: Rows::from(&position), record: Vec::new(), ..self.clone() }
    }

    /// The problem as far as the state tells one, whether or not it is right.
    pub fn problem(&self) -> Problem {
        Problem { position: self.board.position(), mover: self.to_move, moves: self.moves_left, rules: self.rules }
    }

    /// Begins a turn of this player.
    pub(super) fn begin_turn(&mut self, mover: Player) {
        self.to_move = mover;
        self.moves_left = self.rules.moves_in_turn(&self.board.position(), mover);
    }

    /// Whether both are the same game at the same moment. The list in the duplicate tool is no part of a game.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let Self { board, to_move, moves_left, rules, record, triples: _ } = self;
        (board, to_move, moves_left, rules, record) == (&other.board, &other.to_move, &other.moves_left, &other.rules, &other.record)
    }
}
