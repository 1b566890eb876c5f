//! Divides the search into parts of at most a hundredth of the whole, so that progress does not jump when a part turns out to be empty.
//!
//! The work of a part can only be estimated. The heaviest part is split again and again; where that shows a part to be empty, its share
//! goes to the others before the search starts.

use std::ops::ControlFlow;

use super::{Case, Level, Node, RowList, weight};
use crate::{share::Share, steps::Chosen};
use base::bits::Word;

/// The largest share of the whole that a part may have.
const LARGEST_PART: f64 = 0.01;
/// Parts are no longer split once there are this many.
const MOST_PARTS: usize = 2000;
/// With fewer placements than this, a search is over before anyone looks at its progress.
const LEAST_OUTLINED: usize = 800;

/// A part of the search.
#[derive(Clone, Debug)]
pub struct Part<W: Word> {
    /// The index of its case.
    pub case: usize,
    /// The choices that it starts with.
    pub path: Vec<Chosen<W>>,
    /// Its estimated work, in any unit.
    pub weight: f64,
    /// Whether it is not worth splitting.
    pub is_closed: bool,
}

impl<W: Word> RowList<'_, W> {
    /// Runs these parts, which are in the order of the search. If it is stopped, `emitted` is what remains.
    pub fn run_parts(&mut self, cases: &[Case<W>], mut parts: Vec<Part<W>>) -> ControlFlow<()> {
        let mut flow = if self.is_worth_an_outline(cases) { self.outline(cases, &mut parts) } else { ControlFlow::Continue(()) };
        let shares: Vec<Share> = self.share.cut(parts.iter().map(|part| part.weight)).collect();
        for (part, share) in parts.into_iter().zip(shares) {
            if flow.is_continue() {
                flow = self.report_progress(share.from);
                if flow.is_continue() {
                    flow = self.run_part(cases, &part, share);
                    continue;
                }
            }
            self.case = part.case;
            self.chosen = part.path;
            self.emit(None, share.size);
        }
        flow
    }

    fn run_part(&mut self, cases: &[Case<W>], part: &Part<W>, share: Share) -> ControlFlow<()> {
        self.case = part.case;
        match self.begin(&cases[part.case], &part.path) {
            Some(Node::OnLists(remaining)) => self.enter(part.path.len(), remaining, share),
            Some(Node::InColumns(node)) => self.descend_from(&node, share),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether it takes so long that someone looks at its progress. While it emits parts, no one does.
    fn is_worth_an_outline(&self, cases: &[Case<W>]) -> bool {
        let rows = |case: &Case<W>| case.iter().map(|supply| supply.masks.len()).sum::<usize>();
        self.emit_at.is_none() && self.share.size > LARGEST_PART && cases.iter().any(|case| rows(case) >= LEAST_OUTLINED)
    }

    /// Splits parts until none is too heavy.
    fn outline(&mut self, cases: &[Case<W>], parts: &mut Vec<Part<W>>) -> ControlFlow<()> {
        let largest = LARGEST_PART / self.share.size;
        while parts.len() < MOST_PARTS {
            let total: f64 = parts.iter().map(|part| part.weight).sum();
            let divisible = (0..parts.len()).filter(|&place| !parts[place].is_closed);
            let heaviest = divisible.max_by(|&a, &b| parts[a].weight.total_cmp(&parts[b].weight));
            let Some(place) = heaviest.filter(|&place| parts[place].weight > largest * total) else { break };
            if parts[place].path.len() + 1 >= self.most {
                break;
            }
            self.report_progress(self.share.from)?;
            let tally = self.tally.clone();
            match self.split_part(cases, &parts[place], total) {
                Some(smaller) => drop(parts.splice(place..=place, smaller)),
                None => {
                    self.tally = tally;
                    parts[place].is_closed = true;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Splits a part into parts that share its weight; `None` if it is done too soon to be worth it.
    fn split_part(&mut self, cases: &[Case<W>], part: &Part<W>, total: f64) -> Option<Vec<Part<W>>> {
        let depth = part.path.len();
        let remaining = match self.begin(&cases[part.case], &part.path) {
            Some(Node::OnLists(remaining)) if !remaining.free.is_empty() && !self.suits_columns(depth, remaining) => remaining,
            Some(_) => return None,
            None => return Some(Vec::new()),
        };
        self.list_options(depth, remaining, Share { from: 0.0, size: part.weight / total });
        let Level { masks, groups, options } = &self.levels[depth];
        let split = options.iter().map(|option| {
            let choice = (groups[option.group as usize].piece, masks[option.row as usize]);
            let path = part.path.iter().copied().chain([choice]).collect();
            Part { case: part.case, path, weight: option.share.size * total, is_closed: false }
        });
        Some(split.collect())
    }
}

/// Returns each case as a part.
pub(super) fn of_cases<W: Word>(cases: &[Case<W>]) -> Vec<Part<W>> {
    let weigh = |case: &Case<W>| weight(case.iter().map(|supply| supply.masks.len()).sum());
    (0..).zip(cases).map(|(place, case)| Part { case: place, path: Vec::new(), weight: weigh(case), is_closed: false }).collect()
}
