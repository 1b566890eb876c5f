//! The turns of a position as sets of vertices of a graph, which stays the same throughout the turn.
//!
//! The vertices are the mover's targets. Two of them are joined if they are adjacent, or if both touch the same group of the mover's
//! connectors that is not linked to a live virus yet. A set of cells is a turn if and only if each of its connected components has a cell
//! that is accessible before the turn: any other cell of a turn is opened by an earlier one, directly or through the group that it links.
//! So the graph determines all legal orders, and no move has to be made.

use crate::model::{
    cells::{CELL_COUNT, Cell, CellSet, OnBoard},
    position::{Player, Position},
    turn::{MAX_MOVES, Turn},
};

/// The part of the graph that turns of a given number of moves can use.
#[derive(Clone, Debug)]
pub struct TurnGraph {
    /// The cells that are accessible before the turn.
    pub accessible: CellSet,
    /// The enemy's live viruses. A move on one of them kills it.
    pub enemy: CellSet,
    joined: [CellSet; CELL_COUNT],
}

impl TurnGraph {
    /// The graph for a turn of this many moves of the player.
    ///
    /// A cell that only the last move can reach opens nothing within the turn, so its neighbours are left out.
    pub fn new(position: &Position, player: Player, moves: u8) -> Self {
        let targets = position.targets(player);
        let linked = position.linked(player);
        let unlinked = position.connectors(player) - linked;
        let accessible = position.accessible_from(player, linked);
        let mut joined = [CellSet::NONE; CELL_COUNT];
        let (mut layer, mut seen) = (accessible, accessible);
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
        Self { accessible, enemy: position.live(player.other()), joined }
    }

    /// The cells joined to this one. The cell must not be one that only the last move can reach.
    pub fn joined(&self, cell: Cell) -> CellSet {
        self.joined[cell.index()]
    }

    /// 1 if a move on the cell kills, otherwise 0.
    pub fn kill(&self, cell: Cell) -> u8 {
        u8::from(self.enemy.contains(cell))
    }

    /// The cells that are not accessible before the turn but joined to one that is.
    pub fn opened_by_one_move(&self) -> CellSet {
        self.accessible.into_iter().fold(CellSet::NONE, |opened, cell| opened | self.joined(cell)) - self.accessible
    }

    /// How many cells are accessible to the player after the turn with these cells, before the enemy replies.
    ///
    /// Exact for turns of fewer moves than the graph was made for; otherwise the last move's neighbours are missing.
    pub fn mobility_after(&self, turn: CellSet) -> usize {
        (turn.into_iter().fold(self.accessible, |open, cell| open | self.joined(cell)) - turn).len()
    }

    /// The turn with these cells, in its first legal order; a pass without cells, and none if they aren't a turn.
    pub fn turn(&self, cells: CellSet) -> Option<Turn> {
        let mut order = [Cell::A1; MAX_MOVES];
        let (mut remaining, mut open, mut moves) = (cells, self.accessible, 0);
        while !remaining.is_empty() {
            let next = (remaining & open).into_iter().next()?;
            *order.get_mut(moves)? = next;
            moves += 1;
            remaining -= next.into();
            open |= self.joined(next);
        }
        Some(self.turn_in_order(&order[..moves]))
    }

    /// The turn with these cells in their first legal order.
    pub fn turn_in_order(&self, order: &[Cell]) -> Turn {
        let cells: CellSet = order.iter().copied().collect();
        let orders = match order {
            &[a, b, c] => self.orders_of_three([a, b, c], cells),
            _ => self.orders(cells) as u8,
        };
        Turn::from_order(order, (cells & self.enemy).len() as u8, orders)
    }

    /// Like [`TurnGraph::orders`], but for three cells in a legal order, of which the shape gives the number.
    fn orders_of_three(&self, order: [Cell; 3], cells: CellSet) -> u8 {
        let later = cells - self.accessible;
        match order.map(|cell| self.accessible.contains(cell)) {
            [true, true, true] => 6,
            [true, false, false] if (self.joined(order[0]) & later) == later => 2,
            [true, false, false] => 1,
            _ => {
                let openers = later.into_iter().map(|opened| (self.joined(opened) & cells).len()).sum::<usize>();
                if openers == 2 { 4 } else { 3 }
            }
        }
    }

    /// The number of legal orders of moves on these cells, of which there are at most [`MAX_MOVES`].
    ///
    /// Dynamic programming over the sets of moves made so far; bit `i` of such a set is the `i`th cell.
    pub fn orders(&self, cells: CellSet) -> u64 {
        let mut ways = [0_u64; 1 << MAX_MOVES];
        let mut open = [self.accessible; 1 << MAX_MOVES];
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
