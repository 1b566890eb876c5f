//! Every turn exactly once: nothing is made twice, so nothing need be found out to be a duplicate.
//!
//! By [`super::graph`], a set of cells is a turn if and only if each of its connected components has a cell that is accessible at once.
//! Let R be the cells that are accessible at once, and E(x) the cells joined to x. Instead of the orders of a turn, the sets
//! themselves are made, each from a canonical way to take it apart that the set alone decides.
//!
//! # Three moves
//!
//! These are played most and are made by shape. A turn has three cells of R, two or one; with none, no component would have one.
//!
//! * *Three of R* are a turn, whichever they are. They are made in ascending order.
//! * *Two of R and a cell d outside* are a turn if and only if d is joined to at least one of the two; else d is a component of its own. The
//!   set decides which cell is d. If both are joined to d, the pair is made from the earlier of them; if one is, from that one. These
//!   cases exclude one another, so no pair is made twice for a d, and none that opens d is left out.
//! * *One cell s of R and two outside* are a turn if and only if all three are one component. Either both others are in E(s), and are made in
//!   ascending order; or exactly one of them, x, is, and the other, y, is in E(x) but not in E(s). Then the set decides which is x.
//!
//! An example: let R be {p, q}, let d be joined to p, e to d, and nothing else to anything. {p, q, d} is a turn of the second kind, made from p,
//! and {p, d, e} one of the third, with x = d and y = e. {p, q, e} and {q, d, e} are none: e, or d with e, is a component outside R. The two turns
//! have four orders: p q d, q p d, p d q and p d e.
//!
//! # Any number of moves
//!
//! Turns are grown a cell at a time ([`each_part`]), as connected subgraphs are enumerated by binary partition. A part is a set C that is the
//! beginning of a turn; its *open* cells may be added, its *barred* ones no longer. Of the open cells in order, each is added in a
//! branch of its own, and barred in the branches after it.
//!
//! * *Only turns are made*, since an open cell is in R or joined to a cell of C: its component has a cell of R.
//! * *Each turn is made.* Let S be a turn with C inside it, of which no cell outside C is barred. S has a legal order that begins with the
//!   cells of C, as C is a turn itself and moves never take accessibility away. The next cell of that order is in R or joined to a
//!   cell of C, so it is open. Take the first open cell of S: its branch keeps the same promise, since only open cells before it were
//!   barred, and those aren't in S. By induction S is reached.
//! * *None is made twice.* Of two sets made in different branches of one part, the first has the cell that the second bars.

use std::ops::ControlFlow::{self, Continue};

use super::graph::TurnGraph;
use crate::puzzles::virus_war::model::{
    cells::{Cell, CellSet},
    turn::Turn,
};

/// Tells each turn of so many moves once, with its cells in their first legal order.
pub fn each_turn(graph: &TurnGraph, moves: u8, tell: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    if moves == 3 {
        all_at_once(graph, tell)?;
        two_and_one(graph, tell)?;
        one_opens_more(graph, tell)
    } else {
        each_grown(graph, moves, &mut |set| graph.turn(set).map_or(Continue(()), &mut *tell))
    }
}

/// Three cells that are accessible at once.
fn all_at_once(graph: &TurnGraph, tell: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    let first: Vec<(Cell, u8)> = graph.first.into_iter().map(|cell| (cell, graph.kill(cell))).collect();
    for (i, &(a, kills_a)) in first.iter().enumerate() {
        for (j, &(b, kills_b)) in first.iter().enumerate().skip(i + 1) {
            for &(c, kills_c) in &first[j + 1..] {
                tell(Turn::new([a, b, c], kills_a + kills_b + kills_c, 6))?;
            }
        }
    }
    Continue(())
}

/// One cell that is opened, and two that are accessible at once, at least one of which opens it.
///
/// A pair is made from the earlier of its cells that open, with every later one and with every one that does not open.
fn two_and_one(graph: &TurnGraph, tell: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    for opened in graph.second() {
        let openers = graph.joined(opened) & graph.first;
        let others = graph.first - openers;
        for opener in openers {
            let kills = graph.kill(opened) + graph.kill(opener);
            for second in openers.after(opener) {
                let (middle, last) = in_order(second, opened);
                tell(Turn::new([opener, middle, last], kills + graph.kill(second), 4))?;
            }
            for other in others {
                let order = if other < opener {
                    [other, opener, opened]
                } else {
                    let (middle, last) = in_order(other, opened);
                    [opener, middle, last]
                };
                tell(Turn::new(order, kills + graph.kill(other), 3))?;
            }
        }
    }
    Continue(())
}

/// One cell that is accessible at once, and two that are not: both opened by it, or one by it and the other by that.
fn one_opens_more(graph: &TurnGraph, tell: &mut impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    for opener in graph.first {
        let opened = graph.joined(opener) - graph.first;
        for second in opened {
            let kills = graph.kill(opener) + graph.kill(second);
            for third in opened.after(second) {
                tell(Turn::new([opener, second, third], kills + graph.kill(third), 2))?;
            }
            for third in graph.joined(second) - graph.first - opened {
                tell(Turn::new([opener, second, third], kills + graph.kill(third), 1))?;
            }
        }
    }
    Continue(())
}

fn in_order(a: Cell, b: Cell) -> (Cell, Cell) {
    if a < b { (a, b) } else { (b, a) }
}

/// Tells each set of so many cells that is a turn once, for any number of moves.
pub fn each_grown(graph: &TurnGraph, moves: u8, tell: &mut impl FnMut(CellSet) -> ControlFlow<()>) -> ControlFlow<()> {
    each_part(graph, moves.saturating_sub(1), &mut |part| part.open.into_iter().try_for_each(|last| tell(part.cells | last.into())))
}

/// A set of cells as the beginning of a turn, and how it can go on so that nothing is made twice.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its cells.
    pub cells: CellSet,
    /// The cells of which any one may be added.
    pub open: CellSet,
    /// The cells that were added before or instead: sets with those as well are made elsewhere.
    barred: CellSet,
}

/// Tells each set of so many cells that is the beginning of a turn once.
///
/// The sets with a cell that is open are made first; then the cell is barred, and the rest is made. So two sets part
/// ways at a cell that one has and the other has not, and none is made on both ways.
pub fn each_part(graph: &TurnGraph, size: u8, tell: &mut impl FnMut(Part) -> ControlFlow<()>) -> ControlFlow<()> {
    grow(graph, Part { cells: CellSet::NONE, open: graph.first, barred: CellSet::NONE }, size, tell)
}

fn grow(graph: &TurnGraph, part: Part, more: u8, tell: &mut impl FnMut(Part) -> ControlFlow<()>) -> ControlFlow<()> {
    if more == 0 {
        return tell(part);
    }
    let mut barred = part.barred;
    for cell in part.open {
        barred |= cell.into();
        let open = (part.open | graph.joined(cell)) - barred;
        grow(graph, Part { cells: part.cells | cell.into(), open, barred }, more - 1, tell)?;
    }
    Continue(())
}
