//! Random small problems, judged by trying every set of placements.

use std::{
    collections::BTreeSet,
    ops::{ControlFlow, Range},
};

use proptest::{collection::vec, prelude::*};

use super::{watch::no_hole, *};
use crate::search::{Found, Observer, Tally};

/// Some of the ways to place up to four pieces, some of them twice, on up to seven cells.
fn problems() -> impl Strategy<Value = Problem<u64>> {
    let pieces = vec((1..=3_usize, 1..=2_usize), 1..=4);
    (1..=7_usize, pieces).prop_flat_map(|(cells, pieces)| {
        let (sizes, copies): (Vec<usize>, Vec<usize>) = pieces.into_iter().unzip();
        let every = (0..sizes.len()).flat_map(|piece| {
            let of_piece = (0..1_u64 << cells).filter(|mask| CellSet::len(*mask) == sizes[piece]);
            of_piece.map(|cells| Placement { piece, cells }).collect::<Vec<_>>()
        });
        let every: Vec<_> = every.collect();
        let some = proptest::sample::subsequence(every.clone(), 0..=every.len().min(12));
        some.prop_map(move |placements| Problem { free: (1 << cells) - 1, sizes: sizes.clone(), copies: copies.clone(), placements })
    })
}

/// All solutions, each as the set of its placements.
fn judged(problem: &Problem<u64>) -> BTreeSet<BTreeSet<usize>> {
    let all = 0..1_usize << problem.placements.len();
    let sets = all.map(|bits| CellSet::iter(bits as u64).collect::<BTreeSet<usize>>());
    sets.filter(|set| is_solution(problem, set)).collect()
}

fn is_solution(problem: &Problem<u64>, set: &BTreeSet<usize>) -> bool {
    let placements = || set.iter().map(|&number| problem.placements[number]);
    let has_copies = |(piece, &copies): (usize, &usize)| placements().filter(|placement| placement.piece == piece).count() <= copies;
    let cells: usize = placements().map(|placement| CellSet::len(placement.cells)).sum();
    let covered = placements().fold(0, |all, placement| all | placement.cells);
    problem.copies.iter().enumerate().all(has_copies) && covered == problem.free && cells == CellSet::len(covered)
}

/// A moment that can be kept.
type Told = (Step<u64>, Vec<usize>);

fn told(problem: &Problem<u64>, choice: Choice, range: Range<u64>) -> (Found<Told>, u64) {
    let mut found = Found::default();
    let watched = Watched { problem, choice, hole: &no_hole };
    let end = watched.tell(range, &mut found, &mut |moment| (moment.step, moment.placed.to_vec()));
    (found, end.continue_value().unwrap())
}

fn all_moments(problem: &Problem<u64>, choice: Choice) -> Vec<Told> {
    let (found, moments) = told(problem, choice, 0..u64::MAX);
    assert_eq!(found.items.len() as u64, moments);
    found.items
}

/// Follows the moments with a stack of its own.
fn check_course(moments: &[Told]) {
    let mut stack = Vec::new();
    for (step, placed) in moments {
        match step {
            Step::Place(placement) => stack.push(*placement),
            Step::TakeBack(placement) => assert_eq!(stack.pop(), Some(*placement)),
            Step::DeadEnd(_) | Step::Found => {}
        }
        assert_eq!(*placed, stack);
    }
    assert!(stack.is_empty(), "all is taken back");
}

/// Advice that nobody stops.
fn advised(problem: &Problem<u64>, hole: &dyn Fn(u64) -> Option<u64>, known: Option<Known<'_>>) -> Advice<u64> {
    advise(problem, hole, known, &mut || ControlFlow::Continue(())).continue_value().unwrap()
}

/// What nothing fits any more when this placement is made, found by looking at all others.
fn starved_after(problem: &Problem<u64>, placement: usize) -> Option<Item> {
    let made = problem.placements[placement];
    let others: Vec<&Placement<u64>> = problem.placements.iter().filter(|&&other| problem.goes_with(made, other)).collect();
    let cells = CellSet::iter(problem.free & !made.cells).map(Item::Cell);
    let is_wanted = |&piece: &usize| problem.is_needed(piece) && (piece != made.piece || problem.copies[piece] > 1);
    let pieces = (0..problem.sizes.len()).filter(is_wanted).map(Item::Piece);
    cells.chain(pieces).find(|&item| {
        !others.iter().any(|other| match item {
            Item::Cell(cell) => CellSet::contains(other.cells, cell),
            Item::Piece(piece) => other.piece == piece,
        })
    })
}

const CHOICES: [Choice; 2] = [Choice::LowestCell, Choice::FewestOptions];

proptest! {
    #[test]
    fn a_watched_search_finds_every_solution_once(problem in problems()) {
        let judged = judged(&problem);
        for choice in CHOICES {
            let moments = all_moments(&problem, choice);
            check_course(&moments);
            let found: Vec<BTreeSet<usize>> =
                moments.iter().filter(|(step, _)| *step == Step::Found).map(|(_, placed)| placed.iter().copied().collect()).collect();
            prop_assert_eq!(found.len(), judged.len());
            prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &judged);
        }
    }

    #[test]
    fn dead_ends_have_their_reason(problem in problems()) {
        for (step, placed) in all_moments(&problem, Choice::FewestOptions) {
            if let Step::DeadEnd(Reason::Starved(item)) = step {
                let covered = placed.iter().fold(0, |all, &number| all | problem.placements[number].cells);
                let count = |piece| placed.iter().filter(|&&number| problem.placements[number].piece == piece).count();
                let is_left = |piece: usize| count(piece) < problem.copies[piece];
                let fits = |placement: &Placement<u64>| placement.cells & covered == 0 && is_left(placement.piece);
                let still_fits = (0..problem.placements.len()).any(|number| fits(&problem.placements[number]) && problem.has(number, item));
                prop_assert!(!still_fits);
            }
        }
    }

    #[test]
    fn some_moments_are_told_alike_without_the_others(problem in problems(), from in 0..40_usize, count in 0..40_usize) {
        for choice in CHOICES {
            let (all, moments) = told(&problem, choice, 0..u64::MAX);
            let (some, the_same_number) = told(&problem, choice, from as u64..(from + count) as u64);
            let wanted = all.items.iter().skip(from).take(count);
            prop_assert_eq!(some.items.iter().collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
            prop_assert_eq!((&some.tally, the_same_number), (&all.tally, moments));
            let stages = |of: fn(&crate::search::Stage) -> u64| all.tally.stages.iter().map(of).sum::<u64>();
            prop_assert_eq!((stages(|stage| stage.explored), stages(|stage| stage.kept)), (all.tally.explored, all.tally.kept));
        }
    }

    #[test]
    fn advice_that_knows_all_solutions_is_right(problem in problems()) {
        let judged = judged(&problem);
        let has = |placement: usize| judged.iter().filter(move |solution| solution.contains(&placement)).count() as u64;
        let kept: Vec<u64> = (0..problem.placements.len()).map(has).collect();
        match advised(&problem, &no_hole, Some(Known { solutions: judged.len() as u64, kept: &kept })) {
            Advice::Done => prop_assert!(false, "there is always a cell"),
            Advice::Hopeless(_) => prop_assert!(judged.is_empty()),
            Advice::Next(next) => {
                let placement = next.placement.unwrap();
                prop_assert!(problem.has(placement, next.item));
                prop_assert!(kept[placement] > 0);
                prop_assert!(!next.is_forced() || kept[placement] == judged.len() as u64);
                prop_assert!(next.options.iter().all(|&(option, fate)| fate.is_open() == (kept[option] > 0)));
            }
        }
    }

    #[test]
    fn advice_sees_every_dead_end_and_goes_where_the_fewest_placements_are_open(problem in problems()) {
        let is_open = |placement: usize| starved_after(&problem, placement).is_none();
        let open = |item: Item| (0..problem.placements.len()).filter(|&number| problem.has(number, item) && is_open(number)).count();
        let Advice::Next(next) = advised(&problem, &no_hole, None) else { return Ok(()) };
        for &(placement, fate) in &next.options {
            let expected = starved_after(&problem, placement).map_or(Fate::Open, |item| Fate::Dead(Reason::Starved(item)));
            prop_assert_eq!(fate, expected);
        }
        prop_assert_eq!(next.options.len(), (0..problem.placements.len()).filter(|&number| problem.has(number, next.item)).count());
        prop_assert_eq!(Some(next.open().count()), problem.items().map(open).min());
    }

    #[test]
    fn advice_stops_when_it_is_told(problem in problems()) {
        let mut asked = 0;
        let whole = advise(&problem, &no_hole, None, &mut || {
            asked += 1;
            ControlFlow::Continue(())
        });
        if let ControlFlow::Continue(Advice::Next(next)) = whole {
            prop_assert!(asked > next.options.len(), "it is asked before each of them");
        }
        for patience in 0..asked {
            let mut calls = 0;
            let end = advise(&problem, &no_hole, None, &mut || {
                calls += 1;
                if calls > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            prop_assert!(end.is_break());
            prop_assert_eq!(calls, patience + 1);
        }
    }

    #[test]
    fn advice_without_knowledge_claims_only_what_is_so(problem in problems()) {
        let judged = judged(&problem);
        match advised(&problem, &no_hole, None) {
            Advice::Done => prop_assert!(false, "there is always a cell"),
            Advice::Hopeless(_) => prop_assert!(judged.is_empty()),
            Advice::Next(next) => {
                prop_assert_eq!(next.placement.is_some(), next.is_forced());
                prop_assert!(next.placement.is_none_or(|placement| judged.iter().all(|solution| solution.contains(&placement))));
                let dead = next.options.iter().filter(|(_, fate)| matches!(fate, Fate::Dead(_))).map(|(option, _)| option);
                prop_assert!(dead.into_iter().all(|option| judged.iter().all(|solution| !solution.contains(option))));
            }
        }
    }

    #[test]
    fn a_watched_search_stops_when_it_is_told_and_never_falls_back(problem in problems(), patience in 1..60_u32) {
        for choice in CHOICES {
            let mut listener = Listener { patience, done: 0.0, calls_after: 0 };
            let watched = Watched { problem: &problem, choice, hole: &no_hole };
            let end = watched.tell(0..u64::MAX, &mut listener, &mut |_| ());
            prop_assert_eq!(listener.calls_after, 0);
            prop_assert!(end.is_break() || listener.done == 1.0);
        }
    }
}

struct Listener {
    patience: u32,
    done: f32,
    calls_after: u32,
}

impl Listener {
    fn call(&mut self) -> ControlFlow<()> {
        self.calls_after += u32::from(self.patience == 0);
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Observer<()> for Listener {
    fn found(&mut self, (): ()) -> ControlFlow<()> {
        self.call()
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        assert!((self.done..=1.0).contains(&done), "from {} to {done}", self.done);
        self.done = done;
        self.call()
    }
}

#[test]
fn holes_are_told_and_not_visited() {
    // Four cells in a row and two dominoes: laid in the middle, one leaves two holes of one cell.
    let dominoes = (0..2).flat_map(|piece| [0b0011, 0b0110, 0b1100].map(|cells| Placement { piece, cells }));
    let problem = Problem { free: 0b1111, sizes: vec![2, 2], copies: vec![1, 1], placements: dominoes.collect() };
    let hole = |free: u64| [0b0001, 0b1000].into_iter().find(|&end| free & end != 0 && free & (end << 1 | end >> 1) == 0);
    let mut found = Found::default();
    let watched = Watched { problem: &problem, choice: Choice::FewestOptions, hole: &hole };
    let end = watched.tell(0..u64::MAX, &mut found, &mut |moment| moment.step);
    assert!(end.is_continue());
    assert_eq!(found.items.iter().filter(|step| **step == Step::Found).count(), 2);
    assert_eq!(
        found.items[..5],
        [Step::Place(0), Step::Place(5), Step::Found, Step::TakeBack(5), Step::TakeBack(0)],
        "the first end cell has two options"
    );
    let advice = advised(&problem, &hole, None);
    assert!(matches!(&advice, Advice::Next(next) if next.options.len() == 2 && next.item == Item::Cell(0)), "{advice:?}");
    let cut = Problem { free: 0b1001, sizes: vec![2, 2], copies: vec![1, 1], placements: Vec::new() };
    assert_eq!(advised(&cut, &hole, None), Advice::Hopeless(Some(Reason::Hole(0b0001))));
}
