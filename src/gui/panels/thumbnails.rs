//! The pictures of the listed solutions that are in view, kept from frame to frame.

use crate::paint::{Kept, Tiles};
use base::{
    erased::{Solution, Spot, State, View},
    look::Look,
    picture::{Picture, Vec2},
};
use workbench::session::Session;

/// The pictures of the last frame.
#[derive(Default)]
pub struct Thumbnails {
    /// What they were drawn from: if it changes, all are drawn again.
    basis: Option<(State, Look)>,
    /// The view, which changes in each frame while the board turns, hardly ever makes a difference here.
    tiles: Tiles<Solution, View, Spot>,
    /// How many pictures may be drawn for the first time in this frame.
    most: usize,
}

impl Thumbnails {
    /// Forgets pictures that were not seen in the last frame or are of another position. If the list has jumped to another solution, the
    /// board is drawn in this frame, too, and only one new picture of the list; else two.
    pub fn begin_frame(&mut self, session: &Session, look: &Look, has_jumped: bool) {
        self.most = if has_jumped { 1 } else { 2 };
        let is_same = session.kind().board_extras.is_same_problem.unwrap_or(&PartialEq::eq);
        if !self.basis.as_ref().is_some_and(|(state, known)| is_same(state, session.state()) && known == look) {
            self.basis = Some((session.state().clone(), *look));
            self.tiles.clear();
        }
        self.tiles.begin_frame(session.view());
    }

    /// Returns the picture of a solution, or nothing if enough others were drawn in this frame: it follows in one of the next. After a
    /// change of the view, at most one is drawn again in each frame.
    pub fn of(&mut self, session: &Session, solution: &Solution, look: &Look) -> Option<&mut Kept<Spot>> {
        self.tiles.of_few(solution, self.most, || (session.kind().thumbnail)(session.state(), session.view(), solution, look))
    }

    /// Returns the size of the pictures, which is nearly the same for all; a square before there are any.
    pub fn size(&self) -> Vec2 {
        self.tiles.any().map_or(Vec2::ONE, Picture::size)
    }

    /// Returns whether pictures in view are still to be drawn, or drawn for the latest view.
    pub fn are_outdated(&self) -> bool {
        self.tiles.are_outdated()
    }
}

#[cfg(test)]
mod tests;
