//! How the solutions of a list come apart. That is worked out for the list as it stands, to sort and filter it.

use std::{collections::BTreeMap, ops::ControlFlow};

use crate::{
    model::solution::{Fate, Solution},
    search::{disassembly::Frame, prepared::Prepared},
};
use base::{search::Threads, sharing::share_out};
use burr::{Disassembler, Verdict};
use cover::KeepGoing;

/// Works out how these solutions of the problem come apart, on these threads. What was known about one before isn't worked out again.
pub fn learn(prepared: &Prepared, solutions: &[&Solution], threads: &dyn Threads, keep_going: KeepGoing<'_>) -> ControlFlow<()> {
    let frame = Frame::of(&prepared.problem);
    let open: Vec<&Solution> = solutions.iter().filter(|solution| solution.fate.get().is_none()).copied().collect();
    let worker = || {
        let mut disassembler = Disassembler::default();
        let (frame, open) = (&frame, &open);
        move |number: usize, keep_going: KeepGoing<'_>| {
            open[number].fate.learn(match disassembler.take_apart(&frame.assembly(open[number]), keep_going)? {
                Verdict::Apart(Some(separation)) => Fate::Apart(separation.numbers()),
                Verdict::Apart(None) | Verdict::Never(_) => Fate::Never,
                Verdict::Unknown => Fate::Unknown,
            });
            ControlFlow::Continue(())
        }
    };
    share_out(threads, open.len(), worker, &mut |_| keep_going())
}

/// How many solutions of a list come apart, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// By the number of moves until the first pieces leave.
    pub apart: BTreeMap<usize, usize>,
    /// Those that never do.
    pub never: usize,
    /// Those that have too many positions.
    pub unknown: usize,
    /// Those about which nothing was worked out yet.
    pub remaining: usize,
}

impl Levels {
    /// Counts these solutions.
    pub fn of<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> Self {
        let mut levels = Self::default();
        for solution in solutions {
            match solution.fate.get() {
                Some(Fate::Apart(level)) => *levels.apart.entry(level.first().copied().unwrap_or(0)).or_default() += 1,
                Some(Fate::Never) => levels.never += 1,
                Some(Fate::Unknown) => levels.unknown += 1,
                None => levels.remaining += 1,
            }
        }
        levels
    }

    /// How many have at least this level.
    pub fn at_least(&self, level: usize) -> usize {
        self.apart.range(level..).map(|(_, count)| count).sum()
    }

    /// About how many something is known.
    pub fn known(&self) -> usize {
        self.at_least(0) + self.never + self.unknown
    }
}
