//! The search in parts, none of which is more than a hundredth of the whole: so progress does not jump when one turns out to be nothing.
//!
//! How much work a part is can only be guessed. The heaviest is opened, again and again: where nothing comes of it, its share falls to the
//! others before the search begins.

use std::ops::ControlFlow;

use super::{Case, Level, Node, RowList, weight};
use crate::puzzles::soma::{model::cells::Cells, search::share::Share};

/// No part is to be more of the whole.
const LARGEST_PART: f64 = 0.01;
/// Parts are not opened any more when they are so many.
const MOST_PARTS: usize = 2000;
/// With fewer placements than this a search is over so soon that nobody looks at its progress.
const OUTLINED: usize = 800;

/// A part of the search.
pub struct Part<C> {
    /// The place of its case.
    pub case: usize,
    /// The choices that it begins with.
    pub path: Vec<(u8, C)>,
    /// Its work, as far as can be told, in any unit.
    pub weight: f64,
    /// Whether it is not worth opening.
    pub is_closed: bool,
}

impl<C: Cells> RowList<'_, C> {
    /// Does these parts, which stand in the order of the search. If it is stopped, its tasks are what is left.
    pub fn run_parts(&mut self, cases: &[Case<C>], mut parts: Vec<Part<C>>) -> ControlFlow<()> {
        let mut flow = if self.is_worth_an_outline(cases) { self.outline(cases, &mut parts) } else { ControlFlow::Continue(()) };
        let shares: Vec<Share> = self.share.cut(parts.iter().map(|part| part.weight)).collect();
        for (part, share) in parts.into_iter().zip(shares) {
            if flow.is_continue() {
                flow = self.tell_progress(share.from);
                if flow.is_continue() {
                    flow = self.run_part(cases, &part, share);
                    continue;
                }
            }
            self.short = cases[part.case].short;
            self.chosen = part.path;
            self.give_out(None, share.size);
        }
        flow
    }

    fn run_part(&mut self, cases: &[Case<C>], part: &Part<C>, share: Share) -> ControlFlow<()> {
        match self.begin(&cases[part.case], &part.path) {
            Some(Node::OnLists(rest)) => self.enter(part.path.len(), rest, share),
            Some(Node::InColumns(node)) => self.descend_from(&node, share),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether it takes so long that somebody looks at its progress. Where tasks are given out, nobody does.
    fn is_worth_an_outline(&self, cases: &[Case<C>]) -> bool {
        let rows = |case: &Case<C>| case.lists.iter().map(Vec::len).sum::<usize>();
        self.give_out_at.is_none() && self.share.size > LARGEST_PART && cases.iter().any(|case| rows(case) >= OUTLINED)
    }

    /// Opens parts until none is too heavy.
    fn outline(&mut self, cases: &[Case<C>], parts: &mut Vec<Part<C>>) -> ControlFlow<()> {
        let largest = LARGEST_PART / self.share.size;
        while parts.len() < MOST_PARTS {
            let total: f64 = parts.iter().map(|part| part.weight).sum();
            let open = (0..parts.len()).filter(|&place| !parts[place].is_closed);
            let heaviest = open.max_by(|&a, &b| parts[a].weight.total_cmp(&parts[b].weight));
            let Some(place) = heaviest.filter(|&place| parts[place].weight > largest * total) else { break };
            if parts[place].path.len() + 1 >= self.layout.pieces.len() {
                break;
            }
            self.tell_progress(self.share.from)?;
            let tally = self.tally.clone();
            match self.open(cases, &parts[place], total) {
                Some(opened) => drop(parts.splice(place..=place, opened)),
                None => {
                    self.tally = tally;
                    parts[place].is_closed = true;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The parts of a part, among which its weight is shared out; none if it is done too soon to be worth it.
    fn open(&mut self, cases: &[Case<C>], part: &Part<C>, total: f64) -> Option<Vec<Part<C>>> {
        let depth = part.path.len();
        let rest = match self.begin(&cases[part.case], &part.path) {
            Some(Node::OnLists(rest)) if !rest.free.is_empty() && !self.suits_columns(depth, rest) => rest,
            Some(_) => return None,
            None => return Some(Vec::new()),
        };
        self.list_options(depth, rest, Share { from: 0.0, size: part.weight / total });
        let Level { masks, groups, options } = &self.levels[depth];
        let opened = options.iter().map(|option| {
            let choice = (groups[option.group as usize].piece, masks[option.row as usize]);
            let path = part.path.iter().copied().chain([choice]).collect();
            Part { case: part.case, path, weight: option.share.size * total, is_closed: false }
        });
        Some(opened.collect())
    }
}

/// The cases as parts.
pub fn of_cases<C>(cases: &[Case<C>]) -> Vec<Part<C>> {
    let weigh = |case: &Case<C>| weight(case.lists.iter().map(Vec::len).sum());
    (0..).zip(cases).map(|(place, case)| Part { case: place, path: Vec::new(), weight: weigh(case), is_closed: false }).collect()
}
