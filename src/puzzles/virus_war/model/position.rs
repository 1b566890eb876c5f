//! A position and the rules for one move. Whole turns are the business of the search.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::cells::{Cell, CellSet, OnBoard};

/// One of the two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    /// Opens the game, usually from the bottom left: see [`Corner`].
    #[default]
    O,
    /// Starts in the opposite corner.
    X,
}

impl Player {
    /// The enemy.
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

/// A corner of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Corner {
    /// a1.
    #[default]
    BottomLeft,
    /// The corner above a1.
    TopLeft,
    /// The corner opposite a1.
    TopRight,
    /// The corner to the right of a1.
    BottomRight,
}

impl Corner {
    /// All corners.
    pub const ALL: [Self; 4] = [Self::BottomLeft, Self::TopLeft, Self::TopRight, Self::BottomRight];

    /// What users call it.
    pub const fn name(self) -> &'static str {
        ["the bottom left", "the top left", "the top right", "the bottom right"][self as usize]
    }

    /// The corner across the board.
    pub const fn opposite(self) -> Self {
        match self {
            Self::BottomLeft => Self::TopRight,
            Self::TopLeft => Self::BottomRight,
            Self::TopRight => Self::BottomLeft,
            Self::BottomRight => Self::TopLeft,
        }
    }

    /// Its cell on a board of this side; none if no board is that large, or if it has no cells.
    pub const fn cell(self, side: u8) -> Option<Cell> {
        let last = side.saturating_sub(1);
        match self {
            Self::BottomLeft => Cell::new(0, 0),
            Self::TopLeft => Cell::new(0, last),
            Self::TopRight => Cell::new(last, last),
            Self::BottomRight => Cell::new(last, 0),
        }
    }
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Nothing.
    Empty,
    /// A live virus of this player.
    Live(Player),
    /// A virus of this player that the enemy has killed. It connects the enemy's viruses for good.
    Killed(Player),
}

impl Site {
    /// All contents, in the order in which editing cycles through them.
    pub const ALL: [Self; 5] =
        [Self::Empty, Self::Live(Player::O), Self::Live(Player::X), Self::Killed(Player::O), Self::Killed(Player::X)];

    /// The character for it in boards written as text.
    pub const fn symbol(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Live(Player::O) => 'O',
            Self::Live(Player::X) => 'X',
            Self::Killed(Player::O) => 'o',
            Self::Killed(Player::X) => 'x',
        }
    }

    /// The contents that this character stands for, if any.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|site| site.symbol() == symbol)
    }
}

/// A square board with viruses. The player to move is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    side: u8,
    /// The corner for O's first virus in a game that begins on an empty board; X has the opposite one.
    empty_start: Option<Corner>,
    board: CellSet,
    /// The live viruses by their owner.
    live: [CellSet; 2],
    /// The killed viruses by their former owner.
    killed: [CellSet; 2],
}

impl Hash for Position {
    /// How the game began is the same in all positions of a search, so it would tell none apart.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { side, empty_start: _, board, live, killed } = self;
        (side, board, live, killed).hash(state);
    }
}

impl Position {
    /// A board of this side, at most [`super::cells::LARGEST_SIDE`], with nothing on it.
    pub fn empty(side: u8) -> Self {
        Self { side, empty_start: None, board: CellSet::board(side), live: [CellSet::NONE; 2], killed: [CellSet::NONE; 2] }
    }

    /// The same board in a game that began on an empty one, where O puts its first virus in this corner and X in the opposite one. None is
    /// a game in which both players had a virus.
    pub fn in_game_from(self, empty_start: Option<Corner>) -> Self {
        Self { empty_start, ..self }
    }

    /// The start of a game: O at the bottom left, X at the top right.
    pub fn start(side: u8) -> Self {
        Self::start_from(side, Corner::BottomLeft)
    }

    /// The start of a game with O in this corner and X in the opposite one.
    pub fn start_from(side: u8, corner: Corner) -> Self {
        let mut position = Self::empty(side);
        for (player, corner) in [(Player::O, corner), (Player::X, corner.opposite())] {
            position.live[player.index()] = corner.cell(side).map_or(CellSet::NONE, CellSet::from) & position.board;
        }
        position
    }

    /// Whether nobody has moved yet.
    pub fn is_start(&self) -> bool {
        self.start_corner().is_some()
    }

    /// The corner in which O starts, if nobody has moved yet.
    pub fn start_corner(&self) -> Option<Corner> {
        if self.empty_start.is_some() {
            return self.empty_start.filter(|_| self.live.iter().chain(&self.killed).all(|viruses| viruses.is_empty()));
        }
        // The cheap test comes first, since searches ask this of every position and it rules most of them out.
        if self.live.iter().any(|live| live.len() != 1) {
            return None;
        }
        Corner::ALL.into_iter().find(|&corner| *self == Self::start_from(self.side, corner))
    }

    /// The number of cells in a rank.
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

    /// The enemy viruses that the player has killed, which connect the player's own.
    pub const fn connectors(&self, player: Player) -> CellSet {
        self.killed[player.other().index()]
    }

    /// The contents of the cell.
    pub fn site(&self, cell: Cell) -> Site {
        let stands_in = |sets: &[CellSet; 2]| [Player::O, Player::X].into_iter().find(|player| sets[player.index()].contains(cell));
        let live = stands_in(&self.live).map(Site::Live);
        live.or_else(|| stands_in(&self.killed).map(Site::Killed)).unwrap_or(Site::Empty)
    }

    /// Sets the contents of the cell. Cells off the board are ignored.
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

    /// The cells that moves of the player can ever be made on: empty cells and the enemy's live viruses. The cell for the enemy's first
    /// virus is none of them.
    pub fn targets(&self, player: Player) -> CellSet {
        self.board - self.live(player) - self.killed[0] - self.killed[1] - self.first_cell(player.other())
    }

    /// The cell for the player's first virus, if the game began on an empty board and the player has had none.
    pub fn first_cell(&self, player: Player) -> CellSet {
        let index = player.index();
        match self.empty_start {
            Some(corner) if self.live[index].is_empty() && self.killed[index].is_empty() => {
                let corner = if player == Player::O { corner } else { corner.opposite() };
                corner.cell(self.side).map_or(CellSet::NONE, CellSet::from) & (self.board - self.live[1 - index] - self.killed[1 - index])
            }
            _ => CellSet::NONE,
        }
    }

    /// The player's live viruses and the connectors in a chain with one of them.
    pub fn linked(&self, player: Player) -> CellSet {
        self.live(player).flooded(self.connectors(player))
    }

    /// The cells on which the player can make a move now.
    pub fn accessible(&self, player: Player) -> CellSet {
        self.accessible_from(player, self.linked(player))
    }

    /// The same, if these are the linked cells.
    pub fn accessible_from(&self, player: Player, linked: CellSet) -> CellSet {
        (linked.grown() | self.first_cell(player)) & self.targets(player)
    }

    /// The cells on which the player could make a move sooner or later if the turn never ended.
    pub fn reachable(&self, player: Player) -> CellSet {
        let targets = self.targets(player);
        (self.live(player) | self.first_cell(player)).flooded(targets | self.connectors(player)) & targets
    }

    /// The position after the player's moves on all these cells. Their order makes no difference.
    pub fn after(&self, player: Player, moves: CellSet) -> Self {
        let (own, enemy) = (player.index(), player.other().index());
        let kills = moves & self.live[enemy];
        let mut next = *self;
        next.live[own] |= moves - kills;
        next.live[enemy] -= kills;
        next.killed[enemy] |= kills;
        next
    }

    /// The position before the player's move on this cell; none if such a move can't have led here.
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

    /// What makes the cell accessible to the player; empty if it isn't accessible.
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
    /// The player's live viruses next to the cell.
    pub viruses: CellSet,
    /// The chains of killed enemies that touch both the cell and a live virus of the player.
    pub connectors: CellSet,
}

impl Support {
    /// Whether nothing makes the cell accessible.
    pub fn is_empty(&self) -> bool {
        self.viruses.is_empty() && self.connectors.is_empty()
    }
}
