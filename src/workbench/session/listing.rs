//! Which answers of a session are listed, and in which order.

use std::time::{Duration, Instant};

use super::{Search, Session};
use crate::{
    board::{Board, By, Order},
    workbench::cursor::Cursor,
};

/// So long answers are looked at, a call, whether they are listed and where; the window waits meanwhile.
const A_CALL: Duration = Duration::from_millis(1);
/// This many are looked at before the clock is.
const A_LOOK: usize = 64;

/// What the list shows of the answers that are kept.
pub(super) struct Listing<B: Board> {
    order: Option<&'static Order<B>>,
    /// The answers that are listed, as places among those kept; none while all are, as they were found.
    places: Option<Vec<u32>>,
    /// The numbers that they are to be sorted by, if they are to be sorted by one.
    keys: Vec<f64>,
    /// So many of those kept were looked at.
    looked_at: usize,
    /// Whether what was looked at is in its order.
    is_sorted: bool,
    /// The place of the answer that is to stay shown as soon as it is listed.
    wanted: Option<usize>,
    /// The tab's own data by which they were chosen.
    view: B::View,
}

impl<B: Board> Default for Listing<B> {
    fn default() -> Self {
        let (places, keys, looked_at, is_sorted, wanted) = (None, Vec::new(), 0, true, None);
        Self { order: None, places, keys, looked_at, is_sorted, wanted, view: B::View::default() }
    }
}

impl<B: Board> Session<B> {
    /// How many answers are listed.
    pub fn listed(&self) -> usize {
        self.listing.places.as_ref().map_or(self.answers().kept().len(), Vec::len)
    }

    /// The answer at this place of the list.
    pub fn listed_answer(&self, index: usize) -> Option<&B::Answer> {
        self.answers().kept().get(self.place(index)?)
    }

    /// The order of the list; none if it is the one in which the answers were found.
    pub fn order(&self) -> Option<&'static Order<B>> {
        self.listing.order
    }

    /// Sorts the list; none sorts it as the answers were found. The answer that is shown stays shown.
    pub fn sort(&mut self, order: Option<&'static Order<B>>) {
        self.listing.order = order;
        self.relist(self.shown_place());
    }

    /// Where the shown answer lies among those kept.
    pub(super) fn shown_place(&self) -> Option<usize> {
        self.place(self.cursor?.answer)
    }

    /// Lists anew what the tab's own data now lets through.
    pub(super) fn relist_if_view_changed(&mut self) {
        if !B::lists_alike(&self.listing.view, &self.view) {
            let was_filtering = B::is_filtering(&self.listing.view);
            self.listing.view = self.view.clone();
            if was_filtering || B::is_filtering(&self.view) {
                self.relist(self.shown_place());
            }
        }
    }

    /// Lists the kept answers anew; the one at the place `shown` stays shown if it is still listed.
    pub(super) fn relist(&mut self, shown: Option<usize>) {
        let lists_all = !B::is_filtering(&self.view) && self.order_now().is_none();
        let listing = &mut self.listing;
        listing.places = (!lists_all).then(Vec::new);
        listing.keys = Vec::new();
        (listing.looked_at, listing.is_sorted, listing.wanted) = (0, false, shown);
        self.list_more();
    }

    /// Goes on with the list, for a moment. Says whether there is more to do.
    pub(super) fn list_more(&mut self) -> bool {
        if self.is_list_done() {
            return false;
        }
        let wanted = self.listing.wanted.or_else(|| self.shown_place());
        match self.listing.places.take() {
            None => (self.listing.looked_at, self.listing.is_sorted) = (self.answers().kept().len(), true),
            Some(places) => self.look_at_more(places),
        }
        self.keep_cursor(wanted);
        let is_done = self.is_list_done();
        if is_done {
            self.listing.wanted = None;
        }
        !is_done
    }

    /// What is moved to is what stays shown from now on.
    pub(super) fn forget_wanted(&mut self) {
        self.listing.wanted = None;
    }

    fn look_at_more(&mut self, mut places: Vec<u32>) {
        let mut keys = std::mem::take(&mut self.listing.keys);
        let (is_filtering, order, kept) = (B::is_filtering(&self.view), self.order_now(), self.answers().kept());
        let mut looked_at = self.listing.looked_at;
        let began = Instant::now();
        let at_least = (looked_at + A_LOOK).min(kept.len());
        while looked_at < at_least || looked_at < kept.len() && (!looked_at.is_multiple_of(A_LOOK) || began.elapsed() < A_CALL) {
            let answer = &kept[looked_at];
            if !is_filtering || B::is_listed(self.state(), &self.view, answer) {
                places.push(looked_at as u32);
                if let Some(Order { by: By::Number(number), .. }) = order {
                    keys.push(number(self.state(), answer));
                }
            }
            looked_at += 1;
        }
        let is_complete = looked_at == kept.len();
        match order.map(|order| &order.by).filter(|_| is_complete) {
            Some(By::Comparing(compare)) => places.sort_by(|&one, &other| compare(&kept[one as usize], &kept[other as usize])),
            Some(By::Number(_)) => {
                let mut keyed: Vec<(f64, u32)> = keys.drain(..).zip(places).collect();
                keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
                places = keyed.into_iter().map(|(_, place)| place).collect();
            }
            None => {}
        }
        self.listing = Listing { places: Some(places), keys, looked_at, is_sorted: is_complete, ..std::mem::take(&mut self.listing) };
    }

    fn is_list_done(&self) -> bool {
        self.listing.is_sorted && self.listing.looked_at == self.answers().kept().len()
    }

    /// The order of the list now. While answers still come in, sorting them again and again would take the window's time.
    fn order_now(&self) -> Option<&'static Order<B>> {
        self.listing.order.filter(|_| !matches!(self.activity(), Search::Running(_)))
    }

    /// Keeps the answer at this place shown, if it is listed, or else what is at the cursor now.
    fn keep_cursor(&mut self, wanted: Option<usize>) {
        let index = wanted.and_then(|wanted| match &self.listing.places {
            None => Some(wanted),
            Some(places) => places.iter().position(|&place| place as usize == wanted),
        });
        let Some(last) = self.listed().checked_sub(1) else {
            self.cursor = None;
            return;
        };
        let before = self.cursor;
        let answer = index.or(before.map(|cursor| cursor.answer)).unwrap_or(0).min(last);
        let steps = self.listed_answer(answer).map_or(0, B::steps);
        self.cursor = Some(Cursor { answer, step: before.map_or(steps, |cursor| cursor.step.min(steps)) });
    }

    fn place(&self, index: usize) -> Option<usize> {
        match &self.listing.places {
            None => Some(index),
            Some(places) => places.get(index).map(|&place| place as usize),
        }
    }
}
