//! The list of a session: which solutions it shows, and in which order.

use std::time::{Duration, Instant};

use super::{Search, Session};
use crate::{cursor::Cursor, gradual_sort::GradualSort, solutions::free};
use base::{
    board::{By, Order},
    erased::{Erased, Kind, Solution, View},
};

/// How long one call may filter and sort solutions. The window waits for it.
const TIME_PER_CALL: Duration = Duration::from_micros(500);
/// The number of solutions between two looks at the clock.
const SOLUTIONS_PER_CHECK: usize = 64;

/// What the list shows of the solutions that are kept.
pub(super) struct Listing {
    order: Option<&'static Order<Erased>>,
    /// The indexes of the listed solutions among those kept; `None` if all are listed in the order found.
    places: Option<Vec<u32>>,
    /// The solutions that are listed in another form than the one that is kept, with its index there, in this order.
    forms: Vec<(u32, Solution)>,
    /// How many solutions pass the filter, counting all that the listed ones stand for.
    passing: u64,
    /// The sort keys of the listed solutions, if they are sorted by a number.
    keys: Vec<f64>,
    /// How many of the kept solutions have been filtered.
    filtered: usize,
    /// The progress of the sort, which starts once all are filtered.
    sort: Option<GradualSort>,
    /// Whether the list is sorted.
    is_sorted: bool,
    /// The index among those kept of the solution to show again once it is listed.
    wanted: Option<usize>,
    /// The view with the filter that the list was made with.
    view: View,
    /// The place in the list, and in the steps of the solution there; none while nothing is listed.
    pub cursor: Option<Cursor>,
    /// Whether the user has chosen the shown solution. Until then it is the first of the list.
    pub is_chosen: bool,
}

impl Listing {
    /// Nothing is listed.
    pub fn new(kind: &Kind) -> Self {
        let (places, keys, filtered, sort, is_sorted, wanted) = (None, Vec::new(), 0, None, true, None);
        let (forms, passing, view) = (Vec::new(), 0, (kind.view)());
        Self { order: None, places, forms, passing, keys, filtered, sort, is_sorted, wanted, view, cursor: None, is_chosen: false }
    }
}

impl Session {
    /// Returns the number of listed solutions.
    pub fn listed(&self) -> usize {
        self.listing.places.as_ref().map_or(self.search.solutions().kept().len(), Vec::len)
    }

    /// Returns the solution at this index of the list.
    pub fn listed_solution(&self, index: usize) -> Option<&Solution> {
        let place = self.place_of(index)?;
        let forms = &self.listing.forms;
        match forms.binary_search_by_key(&place, |(place, _)| *place as usize) {
            Ok(form) => Some(&forms[form].1),
            Err(_) => self.search.solutions().kept().get(place),
        }
    }

    /// Says how many of all solutions pass the filter, if that isn't the length of the list; may be empty.
    pub fn about_forms(&self) -> String {
        let forms = self
            .kind
            .board_extras
            .filter
            .as_ref()
            .and_then(|filter| filter.forms.as_ref())
            .filter(|_| self.kind.board_extras.is_filtering(&self.view));
        // Until all are found and the list is complete, or if it is a sample, the number is too low.
        let is_known = self.is_list_done() && !self.search.solutions().is_thinned() && !self.search.may_be_more();
        forms.filter(|_| is_known).map_or_else(String::new, |forms| (forms.about)(self.listing.passing, self.search.summary(), &self.view))
    }

    /// Returns the order of the list, or `None` if it is the order found.
    pub fn order(&self) -> Option<&'static Order<Erased>> {
        self.listing.order
    }

    pub(super) fn sort(&mut self, order: Option<&'static Order<Erased>>) {
        self.listing.order = order;
        self.relist(self.shown_place());
    }

    /// Returns the index of the shown solution among those kept.
    pub(super) fn shown_place(&self) -> Option<usize> {
        self.place_of(self.listing.cursor?.solution)
    }

    /// Makes the list again if the filter has changed, or what it or the order looks at.
    pub(super) fn relist_if_view_changed(&mut self) {
        let is_same = self.kind.board_extras.filter.as_ref().is_none_or(|filter| (filter.is_same)(&self.listing.view, &self.view));
        if !is_same {
            let was_filtering = self.kind.board_extras.is_filtering(&self.listing.view);
            self.listing.view = self.view.clone();
            if was_filtering || self.kind.board_extras.is_filtering(&self.view) || self.listing.order.is_some() {
                self.relist(self.shown_place());
            }
        }
    }

    /// Makes the list again. The solution at the index `shown` among those kept stays shown if it is still listed.
    pub(super) fn relist(&mut self, shown: Option<usize>) {
        let lists_all = !self.kind.board_extras.is_filtering(&self.view) && self.order_now().is_none();
        let listing = &mut self.listing;
        listing.places = (!lists_all).then(Vec::new);
        (listing.keys, listing.sort, listing.passing) = (Vec::new(), None, 0);
        free(std::mem::take(&mut listing.forms));
        (listing.filtered, listing.is_sorted, listing.wanted) = (0, false, shown);
        self.list_more();
    }

    /// Continues to make the list for a short time. Returns whether there is more to do.
    pub(super) fn list_more(&mut self) -> bool {
        if self.is_list_done() {
            if self.listing.cursor.is_none() {
                self.keep_cursor(None);
            }
            return false;
        }
        let wanted = self.listing.wanted.or_else(|| self.shown_place());
        match self.listing.places.take() {
            None => (self.listing.filtered, self.listing.is_sorted) = (self.search.solutions().kept().len(), true),
            Some(places) => self.filter_more(places),
        }
        self.keep_cursor(wanted);
        let is_done = self.is_list_done();
        if is_done {
            self.listing.wanted = None;
        }
        !is_done
    }

    /// Forgets the solution to show again, because the user has moved to another.
    pub(super) fn forget_wanted(&mut self) {
        self.listing.wanted = None;
    }

    fn filter_more(&mut self, mut places: Vec<u32>) {
        let (mut keys, mut sort) = (std::mem::take(&mut self.listing.keys), self.listing.sort.take());
        let (mut forms, mut passing) = (std::mem::take(&mut self.listing.forms), self.listing.passing);
        let filter = self.kind.board_extras.filter.as_ref().filter(|filter| (filter.is_on)(&self.view));
        let (order, kept) = (self.order_now(), self.search.solutions().kept());
        let mut filtered = self.listing.filtered;
        let started = Instant::now();
        let at_least = (filtered + SOLUTIONS_PER_CHECK).min(kept.len());
        while filtered < at_least
            || filtered < kept.len() && (!filtered.is_multiple_of(SOLUTIONS_PER_CHECK) || started.elapsed() < TIME_PER_CALL)
        {
            let solution = &kept[filtered];
            if filter.as_ref().is_none_or(|filter| (filter.passes)(self.state(), &self.view, solution)) {
                places.push(filtered as u32);
                let form =
                    filter.as_ref().and_then(|filter| filter.forms.as_ref()).map(|forms| (forms.of)(self.state(), &self.view, solution));
                passing += form.as_ref().map_or(1, |form| form.passing);
                let form = form.and_then(|form| form.listed);
                if let Some(Order { by: By::Number(number), .. }) = order {
                    keys.push(number(self.state(), form.as_ref().unwrap_or(solution)));
                }
                forms.extend(form.map(|form| (filtered as u32, form)));
            }
            filtered += 1;
        }
        let is_complete = filtered == kept.len();
        let sorted = order.filter(|_| is_complete).and_then(|order| {
            let compare = |one: u32, other: u32| match order.by {
                By::Comparison(compare) => compare(&kept[places[one as usize] as usize], &kept[places[other as usize] as usize]),
                By::Number(_) => keys[one as usize].total_cmp(&keys[other as usize]),
            };
            sort.get_or_insert_with(|| GradualSort::new(places.len())).run_until(started + TIME_PER_CALL, compare)
        });
        let is_sorted = is_complete && (order.is_none() || sorted.is_some());
        if let Some(sorted) = sorted {
            places = sorted.into_iter().map(|index| places[index as usize]).collect();
        }
        if is_sorted {
            (keys, sort) = (Vec::new(), None);
        }
        let listing = &mut self.listing;
        (listing.places, listing.forms, listing.passing, listing.keys) = (Some(places), forms, passing, keys);
        (listing.filtered, listing.sort, listing.is_sorted) = (filtered, sort, is_sorted);
    }

    fn is_list_done(&self) -> bool {
        self.listing.is_sorted && self.listing.filtered == self.search.solutions().kept().len()
    }

    /// Returns the order to use now. While solutions still arrive the list isn't sorted, because sorting it repeatedly would slow the
    /// window down.
    fn order_now(&self) -> Option<&'static Order<Erased>> {
        self.listing.order.filter(|_| !matches!(self.search.activity(), Search::Running(_)))
    }

    /// Shows the solution at this index among those kept if it is listed, otherwise the one at the cursor.
    fn keep_cursor(&mut self, wanted: Option<usize>) {
        let index = wanted.and_then(|wanted| match &self.listing.places {
            None => Some(wanted),
            Some(places) => places.iter().position(|&place| place as usize == wanted),
        });
        let Some(last) = self.listed().checked_sub(1) else {
            self.listing.cursor = None;
            return;
        };
        let before = self.listing.cursor;
        let solution = index.or(before.map(|cursor| cursor.solution)).unwrap_or(0).min(last);
        let steps = self.listed_solution(solution).map_or(0, self.kind.steps);
        let first = if self.kind.board_extras.keeps_position { 0 } else { steps };
        self.listing.cursor = Some(Cursor { solution, step: before.map_or(first, |cursor| cursor.step.min(steps)) });
    }

    fn place_of(&self, index: usize) -> Option<usize> {
        match &self.listing.places {
            None => Some(index),
            Some(places) => places.get(index).map(|&place| place as usize),
        }
    }
}
