//! The picture of a session's board. It is kept from frame to frame, since the next frame mostly shows the same.

use std::sync::Arc;

use super::{Mark, Session, marked};
use base::{
    board::Scene,
    erased::{Insight, Kind, Solution, Spot, State, View},
    look::Look,
    picture::Picture,
    puzzle::Flaw,
};

/// The picture that was drawn last, with all that it was drawn from.
pub(super) struct Drawn {
    of: Snapshot,
    /// The number of the insight, since comparing insights could take longer than drawing.
    insight: Option<u64>,
    pointed: Option<Spot>,
    picture: Arc<Picture<Spot>>,
}

/// What a session shows, copied so that another thread can draw it.
pub struct Snapshot {
    kind: &'static Kind,
    state: State,
    flaws: Vec<Flaw<Spot>>,
    insight: Option<Insight>,
    shown: Option<(Solution, usize)>,
    view: View,
    marks: Vec<Spot>,
    mark: Mark,
    look: Look,
}

impl Snapshot {
    /// The number of [`Self::pictures`].
    pub fn count(&self) -> usize {
        self.shown.as_ref().map_or(1, |(_, step)| step + 1)
    }

    /// Draws the board at each step of the shown solution up to the current one, or once if no solution is shown.
    pub fn pictures(&self) -> impl Iterator<Item = Picture<Spot>> {
        let last = self.count() - 1;
        (0..=last).map(move |step| {
            let Self { state, flaws, view, marks, mark, look, .. } = self;
            let shown = self.shown.as_ref().map(|(solution, _)| (solution, step));
            let picture =
                (self.kind.draw)(&Scene { state, flaws, insight: self.insight.as_ref(), shown, view, pointed: None, marks, look });
            if step == last { marked(picture, marks, *mark, look) } else { picture }
        })
    }
}

impl Session {
    /// Returns the same as [`Session::picture`], but draws only if anything on it has changed since the last call.
    pub fn latest_picture(&mut self, pointed: Option<Spot>, look: &Look) -> Arc<Picture<Spot>> {
        if let Some(drawn) = self.drawn.as_ref().filter(|drawn| self.is_current(drawn, pointed, look)) {
            debug_assert!(*drawn.picture == self.picture(pointed, look), "the board depends on something that isn't compared");
            return drawn.picture.clone();
        }
        let picture = Arc::new(self.picture(pointed, look));
        let of = self.snapshot(look);
        self.drawn = Some(Drawn { of, insight: self.insight_number(), pointed, picture: picture.clone() });
        picture
    }

    /// Draws the board, with an outline around the places that the remark is about.
    pub fn picture(&self, pointed: Option<Spot>, look: &Look) -> Picture<Spot> {
        marked((self.kind.draw)(&self.scene(pointed, look)), self.marks(), self.mark(), look)
    }

    fn is_current(&self, drawn: &Drawn, pointed: Option<Spot>, look: &Look) -> bool {
        let Drawn { of, insight, pointed: was_pointed, .. } = drawn;
        // What changes most often comes first.
        of.view == self.view
            && *was_pointed == pointed
            && *insight == self.insight_number()
            && of.shown.as_ref().map(|(solution, step)| (solution, *step)) == self.shown()
            && (&of.marks[..], of.mark) == (self.marks(), self.mark())
            && of.flaws == self.flaws()
            && of.look == *look
            && of.state == *self.state()
    }

    /// Returns what is shown, to be drawn elsewhere.
    pub fn snapshot(&self, look: &Look) -> Snapshot {
        Snapshot {
            kind: self.kind,
            state: self.state().clone(),
            flaws: self.flaws().to_vec(),
            insight: self.insight().cloned(),
            shown: self.shown().map(|(solution, step)| (solution.clone(), step)),
            view: self.view.clone(),
            marks: self.marks().to_vec(),
            mark: self.mark(),
            look: *look,
        }
    }

    /// What its marks say: without a remark, where a mistake is.
    fn mark(&self) -> Mark {
        if self.hints.shown().is_none() && self.recorded_step().is_none() { Mark::Wrong } else { Mark::Here }
    }

    fn insight_number(&self) -> Option<u64> {
        self.insight().map(|_| self.live.reports())
    }
}
