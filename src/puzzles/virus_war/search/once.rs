//! Makes every turn exactly once, so that there are no duplicates to remove.
//!
//! By [`super::graph`], a set of cells is a turn if and only if each of its connected components has a cell that is accessible before the
//! turn. Let R be the set of all cells that are accessible before the turn, and E(x) the cells joined to x. Instead of the orders of a
//! turn, the search makes the sets themselves, each by a canonical decomposition that depends on the set alone.
//!
//! # Three moves
//!
//! This is the usual number, and its turns are made by shape. A turn has three, two or one cells of R; with none, no component would have
//! one.
//!
//! * *Three cells of R* are always a turn. They are made in ascending order.
//! * *Two cells of R and a cell d outside* are a turn if and only if d is joined to at least one of the two; otherwise d is a component of
//!   its own. The set determines d. If both are joined to d, the pair is made from the smaller of them; if one is, the pair is made from
//!   that one. These cases exclude each other, so no pair is made twice for the same d, and every pair that opens d is made.
//! * *One cell s of R and two outside* are a turn if and only if all three are one component. Either both others are in E(s) and are made
//!   in ascending order, or exactly one of them, x, is in E(s), and the other, y, is in E(x) but not in E(s). Then the set determines x.
//!
//! Example: let R be {p, q}, let d be joined to p and e to d, and let there be no other joins. {p, q, d} is a turn of the second kind, made
//! from p, and {p, d, e} is one of the third, with x = d and y = e. {p, q, e} and {q, d, e} are not turns: {e} and {d, e} are components
//! outside R. The two turns have four legal orders: p q d, q p d, p d q and p d e.
//!
//! # Any number of moves
//!
//! Turns are grown a cell at a time by [`each_partial_turn`], as connected subgraphs are enumerated by binary partition. A partial turn is
//! a turn C of fewer moves. Its *open* cells can be added; its *excluded* cells can't be added any more. Each open cell is added in a
//! branch of its own and excluded from the branches after it.
//!
//! * *Only turns are made*, since an open cell is in R or joined to a cell of C, so its component has a cell of R.
//! * *Every turn is made.* Let S be a turn that contains C and no excluded cell outside C. S has a legal order that begins with the cells
//!   of C, since C is itself a turn and a move makes no other cell inaccessible. The next cell of that order is in R or joined to a cell of
//!   C, so it is open. Take the first open cell that is in S: in its branch the assumption still holds, since the cells excluded for it are
//!   earlier open cells, none of which is in S. By induction, S is made.
//! * *None is made twice.* Of two sets made in different branches of a partial turn, the set from the earlier branch contains a cell that
//!   the later branch excludes.

use std::ops::ControlFlow::{self, Continue};

use super::graph::TurnGraph;
use crate::model::{
    cells::{Cell, CellSet},
    state::Problem,
    turn::Turn,
};

/// Emits each turn of the position once: a pass, if the mover may pass, and then the turns with moves, whose graph this is.
pub fn each_turn_of(problem: &Problem, graph: &TurnGraph, emit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    if problem.is_drawn() {
        return Continue(());
    }
    if problem.may_pass() {
        emit(Turn::PASS)?;
    }
    each_turn(graph, problem.moves, emit)
}

/// Emits each turn of this many moves once, with its cells in their first legal order.
pub fn each_turn(graph: &TurnGraph, moves: u8, emit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    if moves == 3 {
        all_at_once(graph, emit)?;
        two_and_one(graph, emit)?;
        one_opens_more(graph, emit)
    } else {
        each_turn_set(graph, moves, &mut |set| graph.turn(set).map_or(Continue(()), &mut *emit))
    }
}

/// Emits the turns of three cells that are accessible before the turn.
fn all_at_once(graph: &TurnGraph, emit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    let first: Vec<(Cell, u8)> = graph.accessible.into_iter().map(|cell| (cell, graph.kill(cell))).collect();
    for (i, &(a, kills_a)) in first.iter().enumerate() {
        for (j, &(b, kills_b)) in first.iter().enumerate().skip(i + 1) {
            for &(c, kills_c) in &first[j + 1..] {
                emit(Turn::new([a, b, c], kills_a + kills_b + kills_c, 6))?;
            }
        }
    }
    Continue(())
}

/// Emits the turns of two cells that are accessible before the turn and one that at least one of them opens.
///
/// Each pair is made from the smaller of its cells that open the third, with every larger one that does and every one that doesn't.
fn two_and_one(graph: &TurnGraph, emit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    for opened in graph.opened_by_one_move() {
        let openers = graph.joined(opened) & graph.accessible;
        let others = graph.accessible - openers;
        for opener in openers {
            let kills = graph.kill(opened) + graph.kill(opener);
            for second in openers.after(opener) {
                let (middle, last) = in_order(second, opened);
                emit(Turn::new([opener, middle, last], kills + graph.kill(second), 4))?;
            }
            for other in others {
                let order = if other < opener {
                    [other, opener, opened]
                } else {
                    let (middle, last) = in_order(other, opened);
                    [opener, middle, last]
                };
                emit(Turn::new(order, kills + graph.kill(other), 3))?;
            }
        }
    }
    Continue(())
}

/// Emits the turns of one cell that is accessible before the turn and two that aren't: it opens both, or one which opens the other.
fn one_opens_more(graph: &TurnGraph, emit: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    for opener in graph.accessible {
        let opened = graph.joined(opener) - graph.accessible;
        for second in opened {
            let kills = graph.kill(opener) + graph.kill(second);
            for third in opened.after(second) {
                emit(Turn::new([opener, second, third], kills + graph.kill(third), 2))?;
            }
            for third in graph.joined(second) - graph.accessible - opened {
                emit(Turn::new([opener, second, third], kills + graph.kill(third), 1))?;
            }
        }
    }
    Continue(())
}

fn in_order(a: Cell, b: Cell) -> (Cell, Cell) {
    if a < b { (a, b) } else { (b, a) }
}

/// Emits, once each, the sets of this many cells that are turns, for any number of moves.
pub fn each_turn_set(graph: &TurnGraph, moves: u8, emit: &mut impl FnMut(CellSet) -> ControlFlow<()>) -> ControlFlow<()> {
    each_partial_turn(graph, moves.saturating_sub(1), &mut |partial| {
        partial.open.into_iter().try_for_each(|last| emit(partial.cells | last.into()))
    })
}

/// A turn of fewer moves, and the cells that can be added without making a turn twice.
#[derive(Clone, Copy, Debug)]
pub struct PartialTurn {
    /// Its cells.
    pub cells: CellSet,
    /// The cells any one of which can be added.
    pub open: CellSet,
    /// The cells that can't be added any more: those in the turn, and those that earlier branches add.
    excluded: CellSet,
}

/// Emits each turn of `size` moves once, as the beginning of longer turns.
///
/// All sets with the first open cell are made before that cell is excluded and the others are made. So two branches always differ in a
/// cell that one adds and the other excludes, and no set is made in both.
pub fn each_partial_turn(graph: &TurnGraph, size: u8, emit: &mut impl FnMut(PartialTurn) -> ControlFlow<()>) -> ControlFlow<()> {
    grow(graph, PartialTurn { cells: CellSet::NONE, open: graph.accessible, excluded: CellSet::NONE }, size, emit)
}

fn grow(graph: &TurnGraph, partial: PartialTurn, remaining: u8, emit: &mut impl FnMut(PartialTurn) -> ControlFlow<()>) -> ControlFlow<()> {
    if remaining == 0 {
        return emit(partial);
    }
    let mut excluded = partial.excluded;
    for cell in partial.open {
        excluded |= cell.into();
        let open = (partial.open | graph.joined(cell)) - excluded;
        grow(graph, PartialTurn { cells: partial.cells | cell.into(), open, excluded }, remaining - 1, emit)?;
    }
    Continue(())
}
