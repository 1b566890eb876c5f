//! Which answers of a session are listed, and in which order.

use super::{Search, Session};
use crate::{
    board::{Board, By, Order},
    workbench::cursor::Cursor,
};

/// What the list shows of the answers that are kept.
pub(super) struct Listing<B: Board> {
    order: Option<&'static Order<B>>,
    /// The answers that are listed, as places among those kept; none while all are, as they were found.
    places: Option<Vec<u32>>,
    /// The tab's own data by which they were chosen.
    view: B::View,
}

impl<B: Board> Default for Listing<B> {
    fn default() -> Self {
        Self { order: None, places: None, view: B::View::default() }
    }
}

impl<B: Board> Session<B> {
    /// How many answers are listed.
    pub fn listed(&self) -> usize {
        self.listing.places.as_ref().map_or(self.answers.kept().len(), Vec::len)
    }

    /// The answer at this place of the list.
    pub fn listed_answer(&self, index: usize) -> Option<&B::Answer> {
        self.answers.kept().get(self.place(index)?)
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
        self.listing.places = self.places();
        let index = shown.and_then(|shown| match &self.listing.places {
            None => Some(shown),
            Some(places) => places.iter().position(|&place| place as usize == shown),
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

    fn places(&self) -> Option<Vec<u32>> {
        let is_filtering = B::is_filtering(&self.view);
        // While answers still come in, sorting them again and again would take the window's time.
        let order = self.listing.order.filter(|_| !matches!(self.search, Search::Running(_)));
        if !is_filtering && order.is_none() {
            return None;
        }
        let kept = self.answers.kept();
        let is_listed = |answer: &B::Answer| !is_filtering || B::is_listed(self.state(), &self.view, answer);
        let mut places: Vec<u32> = (0..).zip(kept).filter(|(_, answer)| is_listed(answer)).map(|(place, _)| place).collect();
        if let Some(order) = order {
            let answer = |place: &u32| &kept[*place as usize];
            match order.by {
                By::Comparing(compare) => places.sort_by(|one, other| compare(answer(one), answer(other))),
                By::Number(number) => {
                    let mut keyed: Vec<_> = places.into_iter().map(|place| (number(self.state(), answer(&place)), place)).collect();
                    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
                    places = keyed.into_iter().map(|(_, place)| place).collect();
                }
            }
        }
        Some(places)
    }
}
