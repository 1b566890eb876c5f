//! The pictures of the listed solutions that are in view, kept from frame to frame.

use crate::{board::Board, gui::paint::Kept, look::Look, workbench::session::Session};

/// The pictures of the last frame.
pub struct Thumbnails<B: Board> {
    /// What they were drawn from: if it changes, all are drawn again.
    basis: Option<(B::State, Look)>,
    /// The view, which changes in each frame while the board turns, and hardly ever makes a difference here.
    view: B::View,
    /// How often the view has changed.
    version: u64,
    /// Whether a picture was drawn for the latest view in this frame.
    has_renewed: bool,
    kept: Vec<Thumbnail<B>>,
}

struct Thumbnail<B: Board> {
    solution: B::Solution,
    version: u64,
    picture: Kept<B::Spot>,
    was_seen: bool,
}

impl<B: Board> Default for Thumbnails<B> {
    fn default() -> Self {
        Self { basis: None, view: B::View::default(), version: 0, has_renewed: false, kept: Vec::new() }
    }
}

impl<B: Board> Thumbnails<B> {
    /// Forgets pictures that were not seen in the last frame or are of another position.
    pub fn begin_frame(&mut self, session: &Session<B>, look: &Look) {
        if !self.basis.as_ref().is_some_and(|(state, known)| state == session.state() && known == look) {
            self.basis = Some((session.state().clone(), *look));
            self.kept.clear();
        }
        if self.view != session.view {
            self.view = session.view.clone();
            self.version += 1;
        }
        self.has_renewed = false;
        self.kept.retain_mut(|thumbnail| std::mem::take(&mut thumbnail.was_seen));
    }

    /// Returns the picture of a solution. After a change of the view, at most one is drawn again in each frame.
    pub fn of(&mut self, session: &Session<B>, solution: &B::Solution, look: &Look) -> &mut Kept<B::Spot> {
        let draw = || Kept::new(B::thumbnail(session.state(), &session.view, solution, look));
        let place = self.kept.iter().position(|thumbnail| thumbnail.solution == *solution).unwrap_or_else(|| {
            self.kept.push(Thumbnail { solution: solution.clone(), version: self.version, picture: draw(), was_seen: true });
            self.kept.len() - 1
        });
        let thumbnail = &mut self.kept[place];
        thumbnail.was_seen = true;
        if thumbnail.version != self.version && !std::mem::replace(&mut self.has_renewed, true) {
            (thumbnail.picture, thumbnail.version) = (draw(), self.version);
        }
        &mut thumbnail.picture
    }

    /// Returns whether pictures in view are still to be drawn for the latest view.
    pub fn are_outdated(&self) -> bool {
        self.kept.iter().any(|thumbnail| thumbnail.was_seen && thumbnail.version != self.version)
    }
}

#[cfg(test)]
mod tests;
