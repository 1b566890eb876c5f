//! The turns of a position as sets of vertices in a graph that no move changes.
//!
//! The vertices are the mover's targets. Two are joined if they are adjacent, or if both touch the same group of the
//! mover's connectors that is not linked to his live viruses yet. Cells are a turn if and only if in every connected
//! part of them there is one that is accessible at once: what is opened within a turn is opened by a cell of the turn,
//! either directly or through the group that it links. So all orders are told by the graph, and no move need be made.

use crate::puzzles::virus_war::model::{
    cells::{CELLS, Cell, CellSet},
    position::{Player, Position},
    turn::{MOST_MOVES, Turn},
};

/// The part of the graph that a turn of some number of moves can see.
#[derive(Clone, Debug)]
pub struct TurnGraph {
    /// The cells that are accessible at once.
    pub first: CellSet,
    /// The enemy's live viruses: moves on these kill.
    pub enemy: CellSet,
    joined: [CellSet; CELLS],
}

impl TurnGraph {
    /// The graph of the player's turn of so many moves.
    ///
    /// A cell that can only be the last of a turn opens nothing within it, so its neighbours are not sought.
    pub fn new(position: &Position, player: Player, moves: u8) -> Self {
        let targets = position.targets(player);
        let linked = position.linked(player);
        let unlinked = position.connectors(player) - linked;
        let first = linked.grown() & targets;
        let mut joined = [CellSet::NONE; CELLS];
        let (mut layer, mut seen) = (first, first);
        for _ in 1..moves {
            let mut next = CellSet::NONE;
            for cell in layer {
                let here = CellSet::from(cell);
                let around = here.grown();
                let group = if around.meets(unlinked) { (around & unlinked).flooded(unlinked).grown() } else { CellSet::NONE };
                let neighbours = ((around | group) & targets) - here;
                joined[cell.index()] = neighbours;
                next |= neighbours;
            }
            layer = next - seen;
            seen |= next;
        }
        Self { first, enemy: position.live(player.other()), joined }
    }

    /// The cells joined to this one, which must not be one that only the last move can reach.
    pub fn joined(&self, cell: Cell) -> CellSet {
        self.joined[cell.index()]
    }

    /// 1 if a move on the cell kills, else 0.
    pub fn kill(&self, cell: Cell) -> u8 {
        u8::from(self.enemy.contains(cell))
    }

    /// The cells that are not accessible at once but are opened by one that is.
    pub fn second(&self) -> CellSet {
        self.first.into_iter().fold(CellSet::NONE, |opened, cell| opened | self.joined(cell)) - self.first
    }

    /// How many cells are accessible to the player after his turn with these cells, before the enemy's solution.
    ///
    /// For turns with fewer moves than the graph was made for this holds of all cells, for others of all but the last.
    pub fn mobility_after(&self, turn: CellSet) -> usize {
        (turn.into_iter().fold(self.first, |open, cell| open | self.joined(cell)) - turn).len()
    }

    /// The turn with these cells; none if they are not a turn.
    pub fn turn(&self, cells: CellSet) -> Option<Turn> {
        let mut order = [Cell::new(0, 0)?; MOST_MOVES];
        let (mut left, mut open, mut moves) = (cells, self.first, 0);
        while !left.is_empty() {
            let next = (left & open).into_iter().next()?;
            *order.get_mut(moves)? = next;
            moves += 1;
            left -= next.into();
            open |= self.joined(next);
        }
        self.turn_in_order(&order[..moves])
    }

    /// The turn with these cells, at least one, of which this is the first legal order.
    pub fn turn_in_order(&self, order: &[Cell]) -> Option<Turn> {
        let cells: CellSet = order.iter().copied().collect();
        let orders = match order {
            &[a, b, c] => self.orders_of_three([a, b, c], cells),
            _ => self.orders(cells) as u8,
        };
        Turn::from_order(order, (cells & self.enemy).len() as u8, orders)
    }

    /// As [`TurnGraph::orders`], for a turn of three cells in a legal order, from the shape alone.
    fn orders_of_three(&self, order: [Cell; 3], cells: CellSet) -> u8 {
        let later = cells - self.first;
        match order.map(|cell| self.first.contains(cell)) {
            [true, true, true] => 6,
            [true, false, false] if (self.joined(order[0]) & later) == later => 2,
            [true, false, false] => 1,
            _ => {
                let openers = later.into_iter().map(|opened| (self.joined(opened) & cells).len()).sum::<usize>();
                if openers == 2 { 4 } else { 3 }
            }
        }
    }

    /// In how many orders the moves on these cells, at most [`MOST_MOVES`], can be made.
    ///
    /// Counted over the sets of moves that have been made at some time, of which bit `i` is the `i`th cell.
    pub fn orders(&self, cells: CellSet) -> u64 {
        let mut ways = [0_u64; 1 << MOST_MOVES];
        let mut open = [self.first; 1 << MOST_MOVES];
        ways[0] = 1;
        let all = (1_usize << cells.len()) - 1;
        for made in 0..all {
            for (i, cell) in cells.into_iter().enumerate() {
                let with = made | 1 << i;
                if with != made && ways[made] > 0 && open[made].contains(cell) {
                    ways[with] += ways[made];
                    open[with] = open[made] | self.joined(cell);
                }
            }
        }
        ways[all]
    }
}
