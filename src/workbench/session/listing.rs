//! Which solutions of a session are listed, and in which order.

use std::time::{Duration, Instant};

use super::{Search, Session};
use crate::{
    board::{Board, By, Order},
    workbench::{cursor::Cursor, gradual_sort::GradualSort},
};

/// So long solutions are looked at, a call, whether they are listed and where; the window waits meanwhile.
const A_CALL: Duration = Duration::from_millis(1);
/// This many are looked at before the clock is.
const A_LOOK: usize = 64;

/// What the list shows of the solutions that are kept.
pub(super) struct Listing<B: Board> {
    order: Option<&'static Order<B>>,
    /// The solutions that are listed, as places among those kept; none while all are, as they were found.
    places: Option<Vec<u32>>,
    /// The numbers that they are to be sorted by, if they are to be sorted by one.
    keys: Vec<f64>,
    /// So many of those kept were looked at.
    looked_at: usize,
    /// How far the sort has come, once all of them were looked at.
    sort: Option<GradualSort>,
    /// Whether what was looked at is in its order.
    is_sorted: bool,
    /// The place of the solution that is to stay shown as soon as it is listed.
    wanted: Option<usize>,
    /// The tab's own data by which they were chosen.
    view: B::View,
}

impl<B: Board> Default for Listing<B> {
    fn default() -> Self {
        let (places, keys, looked_at, sort, is_sorted, wanted) = (None, Vec::new(), 0, None, true, None);
        Self { order: None, places, keys, looked_at, sort, is_sorted, wanted, view: B::View::default() }
    }
}

impl<B: Board> Session<B> {
    /// How many solutions are listed.
    pub fn listed(&self) -> usize {
        self.listing.places.as_ref().map_or(self.solutions().kept().len(), Vec::len)
    }

    /// The solution at this place of the list.
    pub fn listed_solution(&self, index: usize) -> Option<&B::Solution> {
        self.solutions().kept().get(self.place(index)?)
    }

    /// The order of the list; none if it is the one in which the solutions were found.
    pub fn order(&self) -> Option<&'static Order<B>> {
        self.listing.order
    }

    /// Sorts the list; none sorts it as the solutions were found. The solution that is shown stays shown.
    pub fn sort(&mut self, order: Option<&'static Order<B>>) {
        self.listing.order = order;
        self.relist(self.shown_place());
    }

    /// Where the shown solution lies among those kept.
    pub(super) fn shown_place(&self) -> Option<usize> {
        self.place(self.cursor?.solution)
    }

    /// Lists anew what the tab's own data now lets through.
    pub(super) fn relist_if_view_changed(&mut self) {
        let is_same = B::BOARD_EXTRAS.filter.is_none_or(|filter| (filter.is_same)(&self.listing.view, &self.view));
        if !is_same {
            let was_filtering = B::BOARD_EXTRAS.is_filtering(&self.listing.view);
            self.listing.view = self.view.clone();
            if was_filtering || B::BOARD_EXTRAS.is_filtering(&self.view) {
                self.relist(self.shown_place());
            }
        }
    }

    /// Lists the kept solutions anew; the one at the place `shown` stays shown if it is still listed.
    pub(super) fn relist(&mut self, shown: Option<usize>) {
        let lists_all = !B::BOARD_EXTRAS.is_filtering(&self.view) && self.order_now().is_none();
        let listing = &mut self.listing;
        listing.places = (!lists_all).then(Vec::new);
        (listing.keys, listing.sort) = (Vec::new(), None);
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
            None => (self.listing.looked_at, self.listing.is_sorted) = (self.solutions().kept().len(), true),
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
        let (mut keys, mut sort) = (std::mem::take(&mut self.listing.keys), self.listing.sort.take());
        let filter = B::BOARD_EXTRAS.filter.filter(|filter| (filter.is_on)(&self.view));
        let (order, kept) = (self.order_now(), self.solutions().kept());
        let mut looked_at = self.listing.looked_at;
        let began = Instant::now();
        let at_least = (looked_at + A_LOOK).min(kept.len());
        while looked_at < at_least || looked_at < kept.len() && (!looked_at.is_multiple_of(A_LOOK) || began.elapsed() < A_CALL) {
            let solution = &kept[looked_at];
            if filter.as_ref().is_none_or(|filter| (filter.passes)(self.state(), &self.view, solution)) {
                places.push(looked_at as u32);
                if let Some(Order { by: By::Number(number), .. }) = order {
                    keys.push(number(self.state(), solution));
                }
            }
            looked_at += 1;
        }
        let mut is_sorted = false;
        if looked_at == kept.len() {
            match order {
                None => is_sorted = true,
                Some(order) => {
                    let compare = |one: u32, other: u32| match order.by {
                        By::Comparing(compare) => compare(&kept[places[one as usize] as usize], &kept[places[other as usize] as usize]),
                        By::Number(_) => keys[one as usize].total_cmp(&keys[other as usize]),
                    };
                    let sort = sort.get_or_insert_with(|| GradualSort::new(places.len()));
                    let sorted = loop {
                        let sorted = sort.step(compare);
                        if sorted.is_some() || A_CALL <= began.elapsed() {
                            break sorted;
                        }
                    };
                    if let Some(sorted) = sorted {
                        places = sorted.into_iter().map(|index| places[index as usize]).collect();
                        is_sorted = true;
                    }
                }
            }
        }
        if is_sorted {
            (keys, sort) = (Vec::new(), None);
        }
        self.listing = Listing { places: Some(places), keys, looked_at, sort, is_sorted, ..std::mem::take(&mut self.listing) };
    }

    fn is_list_done(&self) -> bool {
        self.listing.is_sorted && self.listing.looked_at == self.solutions().kept().len()
    }

    /// The order of the list now. While solutions still come in, sorting them again and again would take the window's time.
    fn order_now(&self) -> Option<&'static Order<B>> {
        self.listing.order.filter(|_| !matches!(self.activity(), Search::Running(_)))
    }

    /// Keeps the solution at this place shown, if it is listed, or else what is at the cursor now.
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
        let solution = index.or(before.map(|cursor| cursor.solution)).unwrap_or(0).min(last);
        let steps = self.listed_solution(solution).map_or(0, B::steps);
        self.cursor = Some(Cursor { solution, step: before.map_or(steps, |cursor| cursor.step.min(steps)) });
    }

    fn place(&self, index: usize) -> Option<usize> {
        match &self.listing.places {
            None => Some(index),
            Some(places) => places.get(index).map(|&place| place as usize),
        }
    }
}
