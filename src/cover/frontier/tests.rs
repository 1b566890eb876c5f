//! Small random problems against plain searches, and boards whose numbers of packings are known.

use std::{collections::BTreeSet, ops::ControlFlow, time::Duration};

use proptest::prelude::*;

use super::*;
use crate::{
    Copies, Placement,
    tests::{ONCE, PENTOMINOES, SHAPES, boards, drawn, expected, plain, problems},
};
use base::{
    bits::{Bits, Wide},
    search::{OneThread, Threads},
};

const MEMORY: usize = 1 << 28;

/// A helper that does all work before this thread can.
struct HelperFirst;

impl Threads for HelperFirst {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        help();
        own();
    }
}

/// Workers that help from the first step on, and take two profiles at a time.
fn eager(threads: &dyn Threads) -> Workers<'_> {
    Workers { alone: Duration::ZERO, profiles_log2: 1, ..Workers::new(threads) }
}

/// The same result without help and with it.
fn with_and_without_help<T: PartialEq + std::fmt::Debug>(result: impl Fn(Workers<'_>) -> T) -> T {
    let alone = result(eager(&OneThread));
    assert_eq!(result(eager(&HelperFirst)), alone);
    alone
}

/// Counts without being stopped.
fn counted<W: Word>(problem: &Problem<W>) -> Counts {
    let (one, go_on) = (Workers::new(&OneThread), &mut |_, _: &Tally| ControlFlow::Continue(()));
    let counts = count_each(problem, MEMORY, one, go_on).continue_value().expect("it fits");
    assert_eq!(count(problem, MEMORY, one, go_on), ControlFlow::Continue(counts.solutions));
    counts
}

/// Counts all solutions within this many bytes, and those that have each placement if `each`. Also returns the work.
fn counted_within<W: Word>(problem: &Problem<W>, memory: usize, each: bool, workers: Workers<'_>) -> (ControlFlow<Halt, Counts>, Tally) {
    let (mut before, mut tally) = (0.0, Tally::default());
    let progress: Progress<'_> = &mut |done, work| {
        assert!(before <= done && done <= 1.0, "{before} and then {done}");
        assert!(tally.explored <= work.explored && tally.kept <= work.kept, "{tally:?} and then {work:?}");
        (before, tally) = (done, work.clone());
        ControlFlow::Continue(())
    };
    let counts = match Search::new(problem, memory, workers, progress) {
        ControlFlow::Continue(search) => search.count(each, progress),
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    (counts, tally)
}

/// Keeps what is listed.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) solutions: BTreeSet<Vec<u32>>,
    done: f32,
}

impl Lister for Listed {
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()> {
        let is_new = self.solutions.insert(placements.to_vec());
        assert!(is_new, "{placements:?} is listed twice");
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        assert!(self.done <= done && done <= 1.0, "{} and then {done}", self.done);
        self.done = done;
        ControlFlow::Continue(())
    }
}

/// Lists all solutions within this many bytes, and counts them and those that have each placement. Also returns the work.
fn listed_within<W: Word>(problem: &Problem<W>, memory: usize, workers: Workers<'_>) -> ControlFlow<Halt, (Counts, Tally)> {
    let mut listed = Listed::default();
    let end = list(problem, memory, workers, &mut listed);
    assert!(end.is_continue() || listed.solutions.is_empty(), "some are listed before it gives up");
    let tally = end?;
    let mut counts = Counts { solutions: listed.solutions.len() as u128, having: vec![0; problem.placements.len()] };
    listed.solutions.iter().flatten().for_each(|&placement| counts.having[placement as usize] += 1);
    ControlFlow::Continue((counts, tally))
}

/// Lists all solutions, and counts them and those that have each placement.
fn listed<W: Word>(problem: &Problem<W>) -> Counts {
    listed_within(problem, MEMORY, Workers::new(&OneThread)).continue_value().expect("it fits").0
}

/// The problem with wider sets of cells.
fn widened(problem: &Problem<u64>) -> Problem<Wide<2>> {
    // Some of the cells end up in the second word.
    let wide = |cells: Bits<u64>| cells.iter().map(|cell| 61 + cell).collect();
    let placements = problem.placements.iter().map(|&Placement { piece, cells }| Placement { piece, cells: wide(cells) });
    Problem {
        required: wide(problem.required),
        optional: wide(problem.optional),
        sizes: problem.sizes.clone(),
        copies: problem.copies.clone(),
        placements: placements.collect(),
        apart: None,
    }
}

/// Counts all solutions, and for each placement those that have it, one by one.
fn plainly_counted(problem: &Problem<u64>) -> Counts {
    let mut counts = Counts { solutions: 0, having: vec![0; problem.placements.len()] };
    plain(problem, &mut |solution| {
        counts.solutions += 1;
        solution.iter().for_each(|&placement| counts.having[placement] += 1);
    });
    counts
}

proptest! {
    #[test]
    fn random_placements_are_counted_and_listed(problem in problems()) {
        let expected = expected(&problem);
        let having = |placement: usize| expected.iter().filter(|solution| solution.contains(&placement)).count() as u128;
        let having = (0..problem.placements.len()).map(having).collect();
        let expected = Counts { solutions: expected.len() as u128, having };
        prop_assert_eq!(&counted(&problem), &expected);
        prop_assert_eq!(&counted(&widened(&problem)), &expected);
        prop_assert_eq!(&listed(&problem), &expected);
    }

    #[test]
    fn random_boards_are_counted_and_listed(
        problem in boards(14),
        memory in prop::sample::select((10..=16).map(|bits| 1_usize << bits).collect::<Vec<_>>()),
    ) {
        let expected = plainly_counted(&problem);
        prop_assert_eq!(&counted(&problem), &expected);
        // With little memory, they are counted in parts, or not at all.
        let (within, _) = with_and_without_help(|workers| counted_within(&problem, memory, true, workers));
        prop_assert!(within == ControlFlow::Continue(expected.clone()) || within == ControlFlow::Break(Halt::TooLarge), "{:?}", within);
        let (within, _) = with_and_without_help(|workers| counted_within(&problem, memory, false, workers));
        let only_all = Counts { having: Vec::new(), ..expected.clone() };
        prop_assert!(within == ControlFlow::Continue(only_all) || within == ControlFlow::Break(Halt::TooLarge), "{:?}", within);
        // Where nothing has to be covered, there may be too many to list.
        if expected.solutions < 10_000 {
            prop_assert_eq!(&listed(&problem), &expected);
            let within = with_and_without_help(|workers| listed_within(&problem, memory, workers)).map_continue(|(counts, _)| counts);
            prop_assert!(within == ControlFlow::Continue(expected) || within == ControlFlow::Break(Halt::TooLarge), "{:?}", within);
        }
    }
}

/// A step may lead from before the cut to the end: what only other parts have there isn't counted.
#[test]
fn parts_share_no_solution_that_ends_right_after_the_cut() {
    let copies = |most| Copies { least: 1, most };
    let problem = drawn(&["+#.", "...", "...", "."], &[(SHAPES[0], copies(1)), (SHAPES[1], copies(3)), (SHAPES[0], copies(5))]);
    let expected = plainly_counted(&problem);
    let counted = (6_000..20_000).step_by(100).filter_map(|memory| {
        let counts = with_and_without_help(|workers| counted_within(&problem, memory, true, workers)).0.continue_value()?;
        assert_eq!(counts, expected, "within {memory} bytes");
        Some(memory)
    });
    assert!(90 < counted.count());
}

/// The twelve pieces that are sold with a board of 5 x 11: one of three squares, three of four and eight pentominoes.
const TWELVE: [&[(usize, usize)]; 12] = [
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0), (3, 0)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1)],
    PENTOMINOES[2],
    PENTOMINOES[3],
    PENTOMINOES[4],
    PENTOMINOES[6],
    PENTOMINOES[7],
    PENTOMINOES[8],
    PENTOMINOES[9],
    PENTOMINOES[10],
];

#[test]
fn known_boards_are_counted() {
    let once = |shapes: &[&'static [(usize, usize)]]| shapes.iter().map(|&shape| (shape, ONCE)).collect::<Vec<_>>();
    for (rows, pieces, solutions) in [
        (vec!["..."; 20], once(&PENTOMINOES), 8),
        (vec!["...."; 15], once(&PENTOMINOES), 1472),
        (vec!["....."; 11], once(&TWELVE), 371_020),
        (vec!["........"; 8], vec![(SHAPES[1], Copies::up_to(32))], 12_988_816),
        (vec!["....."; 10], vec![(PENTOMINOES[10], Copies { least: 10, most: 10 })], 10),
        (vec!["....."; 10], vec![(PENTOMINOES[10], Copies::up_to(9))], 0),
        // A domino may lie across each of the four edges, or two across opposite ones.
        (vec!["++", "++"], vec![(SHAPES[1], Copies::up_to(5))], 7),
        (vec!["++", "++"], vec![(SHAPES[1], Copies { least: 1, most: 5 })], 6),
        (vec!["++", "++"], vec![(SHAPES[1], ONCE)], 4),
        (vec!["##"], vec![(SHAPES[1], Copies::up_to(1))], 1),
        (vec!["##"], vec![(SHAPES[1], ONCE)], 0),
    ] {
        let problem = drawn(&rows, &pieces);
        let counts = counted(&problem);
        assert_eq!(counts.solutions, solutions, "{rows:?}");
        let [least, most] =
            [pieces.iter().map(|(_, copies)| copies.least).sum(), pieces.iter().map(|(_, copies)| copies.most).sum::<usize>()];
        let placed = counts.having.iter().sum::<u128>();
        assert!((least as u128 * solutions..=most as u128 * solutions).contains(&placed), "{placed} in {rows:?}");
    }
}

#[test]
fn large_numbers_are_exact() {
    let dominoes = |rows: &[&str]| drawn(rows, &[(SHAPES[1], Copies::up_to(32))]);
    // A row of cells that may stay empty has as many packings as a Fibonacci number says.
    assert_eq!(counted(&dominoes(&["+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++"])).solutions, 10_610_209_857_723);
    assert!(counted(&dominoes(&["++++++++"; 8])).solutions > 1 << 40);
    // Each cell stays empty, or has one of these pieces of one square.
    let squares = |pieces: usize, rows: usize| counted(&drawn(&vec!["++++++++"; rows], &vec![(SHAPES[0], Copies::up_to(64)); pieces]));
    let Counts { solutions, having } = squares(2, 7);
    assert_eq!(solutions, 3_u128.pow(56));
    assert_eq!(having, [3_u128.pow(55); 2 * 56]);
    assert_eq!(squares(3, 8).solutions, u128::MAX, "2 to the power of 128 is too large");
}

#[test]
fn counting_keeps_to_its_memory_and_stops() {
    let problem = drawn(&["...."; 15], &PENTOMINOES.map(|shape| (shape, ONCE)));
    let mut calls = 0;
    let mut count_until = |patience: usize, workers: Workers<'_>| {
        calls = 0;
        let end = count_each(&problem, 1 << 26, workers, &mut |_, _| {
            calls += 1;
            if calls > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (end, calls)
    };
    let expected = counted(&problem);
    for workers in [Workers::new(&OneThread), eager(&OneThread), eager(&HelperFirst)] {
        let (end, calls) = count_until(usize::MAX, workers);
        assert_eq!(end, ControlFlow::Continue(expected.clone()));
        for patience in [0, 1, calls / 2, calls - 1] {
            assert_eq!(count_until(patience, workers), (ControlFlow::Break(Halt::Stopped), patience + 1));
        }
    }
    // With less memory it is counted in parts, which have some states in common, until even the profiles take too much.
    let within = |memory: usize| with_and_without_help(|workers| counted_within(&problem, memory, true, workers));
    let (_, Tally { kept: whole, .. }) = within(1 << 26);
    let mut most = whole;
    for bits in (10..26).rev() {
        let (end, tally) = within(1 << bits);
        match end {
            ControlFlow::Continue(counts) => assert_eq!(counts, expected, "2 to the power of {bits} bytes"),
            ControlFlow::Break(halt) => assert_eq!(halt, Halt::TooLarge),
        }
        most = most.max(tally.kept);
    }
    assert!(2 * whole < most, "{whole} states, and in parts {most}");
    assert_eq!(within(1 << 10).0, ControlFlow::Break(Halt::TooLarge));
}

/// With less memory it is listed in parts, which have some states in common, until even the profiles take too much.
#[test]
fn listing_keeps_to_its_memory() {
    let problem = drawn(&["...."; 15], &PENTOMINOES.map(|shape| (shape, ONCE)));
    let within = |memory: usize| with_and_without_help(|workers| listed_within(&problem, memory, workers)).continue_value();
    let (expected, whole) = within(MEMORY).expect("it fits");
    assert_eq!(expected, counted(&problem));
    let mut most = 0;
    for memory in (0..whole.memory as usize).rev().step_by(whole.memory as usize / 40) {
        let Some((counts, tally)) = within(memory) else { break };
        assert_eq!(counts, expected, "within {memory} bytes");
        assert!(tally.memory <= memory as u64, "{} of {memory} bytes", tally.memory);
        most = most.max(tally.kept);
    }
    assert!(2 * whole.kept < most, "{} states, and in parts {most}", whole.kept);
}

#[test]
fn what_is_expected_to_fit_is_counted_as_a_whole() {
    let go_on = &mut || ControlFlow::Continue(());
    // In smaller graphs, the states don't take most of the memory.
    for (rows, pieces) in [(["....."; 11].as_slice(), &TWELVE), (&["......"; 10], &PENTOMINOES)] {
        let problem = drawn(rows, &pieces.map(|shape| (shape, ONCE)));
        let estimate = estimate(&problem, go_on).continue_value().expect("nothing stops it");
        let memory = (0..MEMORY).step_by(1 << 16).find(|&memory| estimate.fits(memory)).expect("it fits");
        let [within, whole] = [memory, MEMORY].map(|memory| counted_within(&problem, memory, true, Workers::new(&OneThread)));
        assert_eq!((within.0, within.1.kept), (whole.0, whole.1.kept), "{memory} bytes");
    }
}

/// If the profiles took nothing, this many bytes would remain for the states.
#[test]
fn the_estimate_knows_what_is_set_aside() {
    let problem = drawn(&["##"], &[(SHAPES[1], Copies::up_to(1))]);
    let search = Search::new(&problem, MEMORY, Workers::new(&OneThread), &mut |_, _| ControlFlow::Continue(()));
    let remaining = search.continue_value().expect("it fits").remaining;
    let fits = |bytes: usize| Estimate { states: Some(bytes as f64 / estimate::BYTES) }.fits(MEMORY);
    assert!(fits(remaining) && !fits(remaining + MEMORY / 1000));
}

#[test]
fn the_faster_way_is_chosen() {
    let estimated = |rows: &[&str], pieces: &[(&'static [(usize, usize)], Copies)]| {
        let (problem, go_on) = (drawn(rows, pieces), &mut || ControlFlow::Continue(()));
        let estimate = estimate(&problem, go_on).continue_value().expect("nothing stops it");
        assert!(estimate.fits(MEMORY), "{estimate:?}");
        estimate.favours_graph(nodes(&problem, go_on).continue_value().expect("nothing stops it"))
    };
    assert!(estimated(&["....."; 11], &TWELVE.map(|shape| (shape, ONCE))));
    assert!(estimated(&["........"; 8], &[(SHAPES[1], Copies::up_to(32))]));
    assert!(!estimated(&["......"; 10], &PENTOMINOES.map(|shape| (shape, ONCE))));
}
