//! A game as it is edited and saved. [`State::check`] finds what is wrong with it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{
    cells::{Cell, CellSet, LARGEST_SIDE},
    goal::{Aim, Goal},
    position::{Corner, Player, Position, Site},
    tree::Tree,
    triples::List,
    turn::Turn,
};

/// The side of the smallest board.
pub const SMALLEST_SIDE: u8 = 5;

/// The side of the board in a new game: the largest one that is played on paper.
const DEFAULT_SIDE: u8 = 10;

/// The longest record and board that are read from a file, in bytes. A turn or a rank counts at least one.
const MOST_READ: usize = 1 << 16;

/// A game with its record, and the list of the duplicate tool.
///
/// A file can't have a record that is far longer than that of any game, since checks and facts take as long as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct State {
    /// The contents of the cells.
    pub board: Rows,
    /// Who makes the next move.
    pub to_move: Player,
    /// How many moves of this turn are left.
    pub moves_left: u8,
    /// The length of turns, and whether passing is allowed.
    #[serde(default, skip_serializing_if = "Rules::are_default")]
    pub rules: Rules,
    /// The turns that led here, oldest first, each as its cells in the order of the moves, or as "pass". The last may be unfinished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<String>,
    /// All turns of the game, with its variations; empty if the record has them all and nobody wrote anything about them.
    #[serde(default, skip_serializing_if = "Tree::is_empty")]
    pub tree: Tree,
    /// What the turn of a problem must do, if the position before the record is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// The list of the duplicate tool.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub triples: List,
}

/// A board as rows of characters, the top rank first. The characters can be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Rows(pub Vec<Vec<char>>);

/// The rules that players agree on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The moves of a turn, 1 to 5.
    pub moves: u8,
    /// The moves of O's first turn, at most [`Rules::moves`].
    pub opening: u8,
    /// Whether a player may pass a whole turn: see [`Problem::check_pass`]. Two passes in a row are a draw.
    pub passing: bool,
    /// The corner for O's first virus, if the board is empty at the start; X's is the opposite one. None if both players have a virus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_start: Option<Corner>,
}

/// How many passes in a row end a game as a draw. So a game with passing always ends: between two passes there is a turn
/// with moves, and of these a board has room for few.
pub const PASSES_TO_DRAW: u8 = 2;

/// A position whose turns a search finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The contents of the cells.
    pub position: Position,
    /// The player whose turn it is.
    pub mover: Player,
    /// How many moves the turn still has.
    pub moves: u8,
    /// How many turns right before this one were passed. With [`PASSES_TO_DRAW`] the game is over.
    pub passes: u8,
    /// The rules for the turns after this one.
    pub rules: Rules,
    /// What the turn is for, if the position is a problem. A search then finds the turns that reach this goal.
    pub aim: Option<Aim>,
}

/// Why a player can't pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPass {
    /// The rules don't allow it.
    Forbidden,
    /// The game is a draw. So no other turn can be made, either.
    Drawn,
    /// The turn has begun, and only a whole turn can be passed.
    WithinTurn,
    /// The player can't make the turn, and so has lost.
    Lost,
}

impl NoPass {
    /// What it says of a player who does so all the same: a sentence without its subject and the full stop.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Forbidden => "can't pass: the rules don't allow it",
            Self::Drawn => "can't continue: both players have passed, so the game is a draw",
            Self::WithinTurn => "can't pass within a turn",
            Self::Lost => "can't pass: a player who can't make a whole turn has lost",
        }
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let state = Self::deserialize(deserializer)?;
        let record = state.record.iter().map(|turn| 1 + turn.len()).sum::<usize>();
        let board = state.board.0.iter().map(|rank| 1 + rank.len()).sum::<usize>();
        if MOST_READ < record.max(board) {
            return Err(de::Error::custom(format!("the record or the board is longer than {} KiB", MOST_READ >> 10)));
        }
        Ok(state)
    }
}

fn is_empty(list: &List) -> bool {
    list.is_empty()
}

impl Problem {
    /// A position without a goal, which no passes have led to.
    pub fn new(position: Position, mover: Player, moves: u8, rules: Rules) -> Self {
        Self { position, mover, moves, passes: 0, rules, aim: None }
    }

    /// The enemy's problem after this turn, which makes all remaining moves.
    pub fn after(&self, turn: &Turn) -> Self {
        self.after_cells(turn.set())
    }

    /// The enemy's problem after the turn with these cells, or after a pass if there are none.
    pub fn after_cells(&self, cells: CellSet) -> Self {
        let (position, mover) = (self.position.after(self.mover, cells), self.mover.other());
        let passes = if cells.is_empty() { self.passes + 1 } else { 0 };
        Self { passes, ..Self::new(position, mover, self.rules.moves_in_turn(&position, mover), self.rules) }
    }

    /// Whether the mover can't make all remaining moves, and so has lost.
    pub fn is_lost(&self) -> bool {
        self.position.reachable(self.mover).len() < usize::from(self.moves)
    }

    /// Whether both players have passed in a row, so that the game is a draw.
    pub const fn is_drawn(&self) -> bool {
        PASSES_TO_DRAW <= self.passes
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_drawn() || self.is_lost()
    }

    /// Checks whether the mover may pass: the rules allow it, the turn hasn't begun, and the mover could make it.
    ///
    /// # Errors
    /// Why not.
    pub fn check_pass(&self) -> Result<(), NoPass> {
        match () {
            () if !self.rules.passing => Err(NoPass::Forbidden),
            () if self.is_drawn() => Err(NoPass::Drawn),
            () if self.moves != self.rules.moves_in_turn(&self.position, self.mover) => Err(NoPass::WithinTurn),
            () if self.is_lost() => Err(NoPass::Lost),
            () => Ok(()),
        }
    }

    /// Whether the mover may pass.
    pub fn may_pass(&self) -> bool {
        self.check_pass().is_ok()
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { moves: 3, opening: 1, passing: false, empty_start: None }
    }
}

impl Rules {
    /// How many moves a whole turn of the player has in this position. O's first turn has its own length.
    pub fn moves_in_turn(&self, position: &Position, mover: Player) -> u8 {
        if mover == Player::O && position.is_start() { self.opening } else { self.moves }
    }

    fn are_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for State {
    fn default() -> Self {
        Self::start(DEFAULT_SIDE, Rules::default())
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
    /// The larger of the numbers of ranks and files, at most the side of the largest board.
    pub fn side(&self) -> u8 {
        let files = self.0.iter().map(Vec::len).max().unwrap_or(0);
        self.0.len().max(files).min(usize::from(LARGEST_SIDE)) as u8
    }

    /// The cell at this row and column of the text, if the largest board has it.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let rank = self.0.len().checked_sub(row + 1)?;
        Cell::new(u8::try_from(column).ok()?, u8::try_from(rank).ok()?)
    }

    /// The character on the cell, if the board has the cell.
    pub fn symbol(&self, cell: Cell) -> Option<char> {
        let row = self.0.len().checked_sub(usize::from(cell.rank()) + 1)?;
        self.0[row].get(usize::from(cell.column())).copied()
    }

    /// Puts the character on the cell, if the board has the cell.
    pub fn put(&mut self, cell: Cell, symbol: char) {
        let row = self.0.len().checked_sub(usize::from(cell.rank()) + 1);
        let place = row.and_then(|row| self.0[row].get_mut(usize::from(cell.column())));
        if let Some(place) = place {
            *place = symbol;
        }
    }

    /// The position. Cells with characters that stand for nothing are empty in it.
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
        Self::start_from(side, rules, Corner::default())
    }

    /// A new game on a board of this side. O's first virus is in this corner or will be, X's in the opposite one.
    pub fn start_from(side: u8, rules: Rules, corner: Corner) -> Self {
        let empty_start = rules.empty_start.map(|_| corner);
        let position = if empty_start.is_some() { Position::empty(side) } else { Position::start_from(side, corner) };
        let rules = Rules { empty_start, ..rules };
        Self {
            board: Rows::from(&position),
            to_move: Player::O,
            moves_left: rules.opening,
            rules,
            record: Vec::new(),
            tree: Tree::default(),
            goal: None,
            triples: List::default(),
        }
    }

    /// A new game on the same board by the same rules, from this corner; the duplicate tool's list stays.
    pub fn restarted(&self, corner: Corner) -> Self {
        Self { triples: self.triples.clone(), ..Self::start_from(self.board.side(), self.rules, corner) }
    }

    /// The game with other rules. If they change the length of turns or forbid passing, the turn starts again and the game begins with it.
    pub fn with_rules(&self, rules: Rules) -> Self {
        let has_same_turns = (rules.moves, rules.opening) == (self.rules.moves, self.rules.opening);
        let mut changed = Self { rules, ..self.clone() };
        if !has_same_turns || !rules.passing {
            changed.set_mover(self.to_move);
        }
        changed
    }

    /// The game on a board of this side. Cells keep their names, and the record is cleared.
    pub fn resized(&self, side: u8) -> Self {
        let old = self.position();
        let mut position = Position::empty(side);
        for cell in position.board() {
            position.put(cell, old.site(cell));
        }
        Self { board: Rows::from(&position), record: Vec::new(), tree: Tree::default(), goal: None, ..self.clone() }
    }

    /// The position in a game by these rules. Cells with characters that stand for nothing are empty in it.
    pub fn position(&self) -> Position {
        self.board.position().in_game_from(self.rules.empty_start)
    }

    /// The problem as the fields give it, whether or not the state is valid.
    pub fn problem(&self) -> Problem {
        Problem { passes: self.passes(), aim: self.aim(), ..Problem::new(self.position(), self.to_move, self.moves_left, self.rules) }
    }

    /// Starts a turn of this player.
    pub(super) fn begin_turn(&mut self, mover: Player) {
        self.to_move = mover;
        self.moves_left = self.rules.moves_in_turn(&self.position(), mover);
    }

    /// Whether both are the same game after the same moves, with the same goal. Variations and the duplicate tool's list make no
    /// difference.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let Self { board, to_move, moves_left, rules, record, tree: _, goal, triples: _ } = self;
        (board, to_move, moves_left) == (&other.board, &other.to_move, &other.moves_left)
            && (rules, record, goal) == (&other.rules, &other.record, &other.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::puzzle::Key;

    #[test]
    fn a_file_can_not_have_a_record_far_longer_than_that_of_any_game() {
        let read = |state: &State| ron::from_str::<State>(&ron::to_string(state).unwrap()).map_err(|error| error.code.to_string());
        let with = |turns: usize| State { record: vec!["pass".to_owned(); turns], ..State::default() };
        assert_eq!(read(&with(10_000)), Ok(with(10_000)));
        let error = Err("the record or the board is longer than 64 KiB".to_owned());
        assert_eq!(read(&with(20_000)), error);
        assert_eq!(read(&State { board: Rows(vec![Vec::new(); 70_000]), ..State::default() }), error);
    }

    #[test]
    fn not_all_flaws_of_a_long_list_of_triples_are_listed() {
        let flaws = State { triples: vec![[255; 3]; 100_000].into(), ..State::default() }.check().unwrap_err();
        assert_eq!((flaws.len(), flaws[999].path[1..].to_vec()), (1000, vec![Key::Index(333), Key::Index(0)]));
    }
}
