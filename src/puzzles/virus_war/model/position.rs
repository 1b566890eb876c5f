//! A position and the rules of a move. What a whole turn can be is for the search to say.

use serde::{Deserialize, Serialize};

use super::cells::{Cell, CellSet};

/// One of the two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    /// Starts at the bottom left and opens the game.
    #[default]
    O,
    /// Starts at the top right.
    X,
}

impl Player {
    /// The other side.
    pub const fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::O => "O",
            Self::X => "X",
        })
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Nothing.
    Empty,
    /// A live virus of this player.
    Live(Player),
    /// A virus of this player that the other has killed; it connects the other's viruses for good.
    Killed(Player),
}

impl Site {
    /// All of them, in the order in which editing goes round.
    pub const ALL: [Self; 5] =
        [Self::Empty, Self::Live(Player::O), Self::Live(Player::X), Self::Killed(Player::O), Self::Killed(Player::X)];

    /// The character that boards of text have for it.
    pub const fn symbol(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Live(Player::O) => 'O',
            Self::Live(Player::X) => 'X',
            Self::Killed(Player::O) => 'o',
            Self::Killed(Player::X) => 'x',
        }
    }

    /// What the character stands for.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|site| site.symbol() == symbol)
    }
}

/// A square board with viruses; who is to move is told apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side: u8,
    board: CellSet,
    /// By player, whose viruses they are.
    live: [CellSet; 2],
    /// By player, whose viruses they were.
    killed: [CellSet; 2],
}

impl Position {
    /// A board of this side, at most [`super::cells::LARGEST`], with nothing on it.
    pub fn empty(side: u8) -> Self {
        Self { side, board: CellSet::board(side), live: [CellSet::NONE; 2], killed: [CellSet::NONE; 2] }
    }

    /// The position that a game begins with: O at the bottom left, X at the top right.
    pub fn start(side: u8) -> Self {
        let mut position = Self::empty(side);
        let corner = |column_and_rank| Cell::new(column_and_rank, column_and_rank);
        for (player, cell) in [(Player::O, corner(0)), (Player::X, corner(side.saturating_sub(1)))] {
            position.live[player.index()] = cell.map_or(CellSet::NONE, CellSet::from) & position.board;
        }
        position
    }

    /// Whether nobody has moved yet.
    pub fn is_start(&self) -> bool {
        // What rules most positions out comes first, since searches ask this of each.
        self.live.iter().all(|live| live.len() == 1) && *self == Self::start(self.side)
    }

    /// How many cells are in a rank.
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// All cells of the board.
    pub const fn board(&self) -> CellSet {
        self.board
    }

    /// The player's live viruses.
    pub const fn live(&self, player: Player) -> CellSet {
        self.live[player.index()]
    }

    /// The enemy viruses that the player has killed.
    pub const fn connectors(&self, player: Player) -> CellSet {
        self.killed[player.other().index()]
    }

    /// What stands on the cell.
    pub fn site(&self, cell: Cell) -> Site {
        let stands_in = |sets: &[CellSet; 2]| [Player::O, Player::X].into_iter().find(|player| sets[player.index()].contains(cell));
        let live = stands_in(&self.live).map(Site::Live);
        live.or_else(|| stands_in(&self.killed).map(Site::Killed)).unwrap_or(Site::Empty)
    }

    /// Puts this on the cell in place of what stands there; cells beside the board are left alone.
    pub fn put(&mut self, cell: Cell, site: Site) {
        let here = CellSet::from(cell) & self.board;
        for set in self.live.iter_mut().chain(&mut self.killed) {
            *set -= here;
        }
        match site {
            Site::Empty => {}
            Site::Live(player) => self.live[player.index()] |= here,
            Site::Killed(player) => self.killed[player.index()] |= here,
        }
    }

    /// What a move of the player's can ever be made on: empty cells and the enemy's live viruses.
    pub fn targets(&self, player: Player) -> CellSet {
        self.board - self.live(player) - self.killed[0] - self.killed[1]
    }

    /// The player's live viruses and all his connectors that are chained to them.
    pub fn linked(&self, player: Player) -> CellSet {
        self.live(player).flooded(self.connectors(player))
    }

    /// The cells on which the player can make a move now.
    pub fn accessible(&self, player: Player) -> CellSet {
        self.linked(player).grown() & self.targets(player)
    }

    /// The cells on which the player could make a move sooner or later if the turn never ended.
    pub fn reachable(&self, player: Player) -> CellSet {
        let targets = self.targets(player);
        self.live(player).flooded(targets | self.connectors(player)) & targets
    }

    /// The position after the player's moves on all these cells; their order does not matter to it.
    pub fn after(&self, player: Player, moves: CellSet) -> Self {
        let (own, enemy) = (player.index(), player.other().index());
        let kills = moves & self.live[enemy];
        let mut next = *self;
        next.live[own] |= moves - kills;
        next.live[enemy] -= kills;
        next.killed[enemy] |= kills;
        next
    }

    /// The position before the player's move on this cell; none if what stands there cannot come from such a move.
    pub fn before(&self, player: Player, cell: Cell) -> Option<Self> {
        let previous = match self.site(cell) {
            Site::Live(owner) if owner == player => Site::Empty,
            Site::Killed(owner) if owner != player => Site::Live(owner),
            _ => return None,
        };
        let mut position = *self;
        position.put(cell, previous);
        Some(position)
    }

    /// What makes the cell accessible to the player: nothing if it is not.
    pub fn support(&self, player: Player, cell: Cell) -> Support {
        if !self.targets(player).contains(cell) {
            return Support::default();
        }
        let around = CellSet::from(cell).grown();
        let touched = around & self.connectors(player) & self.linked(player);
        Support { viruses: around & self.live(player), connectors: touched.flooded(self.connectors(player)) }
    }
}

/// What makes a cell accessible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Support {
    /// The player's live viruses beside the cell.
    pub viruses: CellSet,
    /// The chains of killed enemies that touch the cell and a live virus of the player's.
    pub connectors: CellSet,
}

impl Support {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.viruses.is_empty() && self.connectors.is_empty()
    }
}
