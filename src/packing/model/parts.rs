//! An assembly that is being taken apart by hand: where its pieces are after the moves so far, and how far some of them can move. The
//! pieces of a position are numbered by their lowest cells.

use std::sync::Arc;

use glam::IVec3;

use super::{
    geometry::Extent,
    solution::{Moved, Solution},
    state::{FREE, Grid, State},
};
use burr::Move;

/// The most moves of a position.
pub const MOST_MOVES: usize = 1000;

/// The pieces of an assembly, and where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    extent: Extent,
    /// The mark of each piece.
    pub marks: Vec<char>,
    /// The cells of each in the assembly.
    pub pieces: Vec<Vec<IVec3>>,
    /// How far each has moved from there.
    pub offsets: Vec<IVec3>,
    /// The sets of several pieces that are still together. The first is on the board.
    pub together: Vec<Vec<usize>>,
    /// The pieces that left by the last move, which are shown beside the others.
    left: Vec<usize>,
    /// How far these are shown away.
    away: IVec3,
}

/// How far pieces can move in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// They leave the others.
    Leave,
    /// This many cells, until this piece is in the way.
    Until(u16, usize),
}

impl Parts {
    /// The pieces in this figure after these moves. What is in the way of a move is only looked at by [`Self::check`].
    pub fn after(grid: &Grid, moves: &[Move]) -> Self {
        let marks: Vec<char> = grid.pinned().collect();
        let pieces: Vec<Vec<IVec3>> = marks.iter().map(|&mark| grid.cells_of(mark)).collect();
        let all: Vec<usize> = (0..marks.len()).collect();
        let together = if all.len() < 2 { Vec::new() } else { vec![all] };
        let offsets = vec![IVec3::ZERO; marks.len()];
        let mut parts = Self { extent: grid.extent, marks, pieces, offsets, together, left: Vec::new(), away: IVec3::ZERO };
        moves.iter().for_each(|step| parts.make(step));
        parts
    }

    /// The pieces of a position that is being taken apart.
    pub fn of(state: &State) -> Option<Self> {
        state.moves.as_ref().map(|moves| Self::after(&state.grid(), moves))
    }

    /// Checks that these moves can be made one after another, or says what is wrong with which.
    pub fn check(grid: &Grid, moves: &[Move]) -> Result<(), String> {
        if MOST_MOVES < moves.len() {
            return Err(format!("a position can't have more than {MOST_MOVES} moves"));
        }
        let mut parts = Self::after(grid, &[]);
        if parts.together.is_empty() {
            return Err("a position that is taken apart needs at least two pieces".to_owned());
        }
        for (number, step) in (1..).zip(moves) {
            let fits = match parts.reach(&step.pieces, step.direction) {
                _ if step.direction.abs().element_sum() != 1 => Err("its direction isn't along an axis".to_owned()),
                Err(reason) => Err(reason),
                Ok(Reach::Leave) if step.distance.is_none() => Ok(()),
                Ok(Reach::Leave) => Err("nothing is in the way, so its pieces leave".to_owned()),
                Ok(Reach::Until(most, _)) if step.distance.is_some_and(|distance| 0 < distance && distance <= most) => Ok(()),
                Ok(Reach::Until(most, _)) => Err(format!("its pieces can move at most {most} there")),
            };
            fits.map_err(|reason| format!("move {number} can't be made: {reason}"))?;
            parts.make(step);
        }
        Ok(())
    }

    /// The pieces that are on the board and still together; none at the end.
    pub fn present(&self) -> &[usize] {
        self.together.first().map_or(&[], Vec::as_slice)
    }

    /// The number of the piece with this mark, if it is on the board and not alone.
    pub fn piece(&self, mark: char) -> Option<usize> {
        self.present().iter().copied().find(|&piece| self.marks[piece] == mark)
    }

    /// How far some of the pieces that are together can move, or why they can't be moved at all.
    pub fn reach(&self, moved: &[usize], direction: IVec3) -> Result<Reach, String> {
        let present = self.present();
        let others = || present.iter().filter(|piece| !moved.contains(piece));
        let is_known = |piece: &usize| present.contains(piece);
        let is_twice = |(place, piece): (usize, &usize)| moved[..place].contains(piece);
        if moved.is_empty() || !moved.iter().all(is_known) || moved.iter().enumerate().any(is_twice) {
            return Err("its pieces aren't together".to_owned());
        }
        if others().next().is_none() {
            return Err("no piece would stay behind".to_owned());
        }
        let cells = |piece: usize| self.pieces[piece].iter().map(move |&cell| cell + self.offsets[piece]);
        // The gap between two cells of which one is straight ahead of the other.
        let gap = |from: IVec3, to: IVec3| {
            let ahead = (to - from).dot(direction);
            (0 < ahead && to - from == ahead * direction).then_some(ahead - 1)
        };
        let gaps = others().flat_map(|&other| {
            let own = moved.iter().flat_map(|&piece| cells(piece));
            own.flat_map(move |from| cells(other).filter_map(move |to| gap(from, to)).map(move |gap| (gap, other)))
        });
        Ok(gaps.min().map_or(Reach::Leave, |(gap, other)| Reach::Until(gap as u16, other)))
    }

    /// Makes a move.
    fn make(&mut self, step: &Move) {
        (self.left, self.away) = (Vec::new(), IVec3::ZERO);
        if let Some(distance) = step.distance {
            for &piece in &step.pieces {
                if let Some(offset) = self.offsets.get_mut(piece) {
                    *offset += i32::from(distance) * step.direction;
                }
            }
            return;
        }
        if self.together.is_empty() {
            return;
        }
        let (left, others): (Vec<usize>, Vec<usize>) = self.together.remove(0).into_iter().partition(|piece| step.pieces.contains(piece));
        self.away = leaving_distance(self.extent, step.direction) * step.direction;
        self.left.clone_from(&left);
        let mut together = vec![others];
        together.append(&mut self.together);
        together.push(left);
        together.retain(|part| 1 < part.len());
        self.together = together;
    }

    /// What is shown: those that are together, and those that just left; at the end those that were together last.
    pub fn shown(&self, state: &State) -> Solution {
        let grid = state.grid();
        let is_shown = |piece: &usize| self.present().contains(piece) || self.left.contains(piece) || self.together.is_empty();
        let shown: Vec<usize> = (0..self.marks.len()).filter(is_shown).collect();
        let offset = |piece: usize| self.offsets[piece] + if self.left.contains(&piece) { self.away } else { IVec3::ZERO };
        let is_there = |mark: char| shown.iter().any(|&piece| self.marks[piece] == mark);
        let marks = grid.marks.iter().map(|&mark| if self.marks.contains(&mark) && !is_there(mark) { FREE } else { mark }).collect();
        let moved = Moved { offsets: shown.iter().map(|&piece| (self.marks[piece], offset(piece))).collect(), reach: self.reach_of_all() };
        let placed = shown.iter().map(|&piece| self.marks[piece]).collect();
        Solution { moved: Some(Arc::new(moved)), ..Solution::new(grid.extent, state.set, state.shape_names().into(), marks, placed) }
    }

    /// How far pieces reach: see [`Moved::reach`]. It is the same as long as they stay near, so that the picture keeps its scale.
    fn reach_of_all(&self) -> u32 {
        let homes = || self.pieces.iter().flatten().copied();
        let (low, high) = (homes().reduce(IVec3::min).unwrap_or_default(), homes().reduce(IVec3::max).unwrap_or_default());
        let side = high - low + IVec3::ONE;
        let leaving = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| side + 2 * leaving_distance(self.extent, axis) * axis);
        let corner = |cell: IVec3| (2 * cell - low - high).abs() + IVec3::ONE;
        let now = (0..self.marks.len()).flat_map(|piece| self.pieces[piece].iter().map(move |&cell| corner(cell + self.offsets[piece])));
        leaving.into_iter().chain(now).map(|corner| corner.length_squared() as u32).max().unwrap_or_default()
    }
}

/// How far a piece that leaves is shown away: half of the figure's side, so that it's clear that it leaves, and everything else stays
/// large.
pub fn leaving_distance(extent: Extent, direction: IVec3) -> i32 {
    let side = extent.sides().dot(direction.abs());
    ((side + 1) / 2).max(2)
}
