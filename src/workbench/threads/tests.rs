//! The threads by themselves, and searches on them against one thread: that of Virus War, also against the solver, counting by the frontier
//! graph, and the best play of Voltorb Flip.

use std::{
    collections::BTreeSet,
    ops::ControlFlow::{self, Break, Continue},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
    time::Duration,
};

use super::*;
use crate::testing;
use base::{
    bits::Bits,
    chance::Random,
    puzzle::Puzzle,
    search::{Found, Observer, Tally},
};
use cover::{
    Copies, Placement,
    frontier::{self, Workers},
};
use proptest::{collection::vec, prelude::*};
use virus_war::{
    VirusWar,
    model::{
        position::{Player, Position},
        state::{Problem, Rules},
    },
    play::opponent::{Level, choose},
    search::engine::{Endgame, Engine, Outcome, Ranking, max_turns_left},
};

mod best_play;

fn threads(count: usize) -> NamedThreads {
    NamedThreads { name: "search under test".to_owned(), count }
}

#[test]
fn each_thread_works_once_under_its_own_name() {
    for count in 1..=3 {
        let names = Mutex::new(BTreeSet::new());
        let mut own = 0;
        let help = || {
            let name = thread::current().name().unwrap().to_owned();
            assert!(names.lock().unwrap().insert(name), "no two have the same name");
        };
        threads(count).beside(&help, &mut || own += 1);
        let expected: BTreeSet<String> = (2..=count).map(|number| format!("search under test {number}")).collect();
        assert_eq!((names.into_inner().unwrap(), own), (expected, 1));
    }
}

#[test]
fn a_search_gets_the_threads_that_are_lent() {
    let work = Mutex::new(0);
    let once = || *work.lock().unwrap() += 1;
    let lending = Lending { observer: &mut Found::<()>::default(), threads: || threads(3) };
    lending.threads().beside(&once, &mut || once());
    assert_eq!(*work.lock().unwrap(), 3);
}

/// A position near the end of a game of random turns on a small board; none if the game ends before.
fn endgame(seed: u64) -> Option<Problem> {
    let position = Position::start(5);
    let rules = Rules { moves: 1 + (seed % 3) as u8, ..Rules::default() };
    let mut problem = Problem::new(position, Player::O, 1, rules);
    let mut random = Random::new(seed);
    while 5 < max_turns_left(&problem) {
        let turn = choose(Level::Random, &problem, u64::from(random.bits()), &mut Found::default())?;
        problem = problem.after(&turn);
    }
    (!problem.is_lost()).then_some(problem)
}

#[test]
fn what_several_threads_prove_is_what_the_solver_proves() {
    let (mut positions, mut wins) = (0, 0);
    for problem in (0..80).filter_map(endgame) {
        let solved = |problem: &Problem| Endgame::default().outcome(problem, &mut Found::default());
        let exact = solved(&problem).expect("one of the players wins");
        for (count, lines) in [(1, 1), (2, 1), (2, 5), (3, 2)] {
            let mut found = Found::default();
            assert!(Engine::default().search_on(&threads(count), &problem, lines, &mut found).is_continue());
            let last: &Ranking = found.items.last().expect("there is a turn");
            let outcome = last.outcome.expect("it is proved in the end");
            let is_right = match (outcome, exact) {
                (Outcome::Win(within), Outcome::Win(turns)) | (Outcome::Loss(within), Outcome::Loss(turns)) => turns <= within,
                _ => false,
            };
            assert!(is_right, "{problem:?}: {outcome:?} instead of {exact:?}");
            for line in found.items.iter().flat_map(|ranking| &ranking.lines) {
                if let Some(proved) = Outcome::proved_by(line.score) {
                    let after = solved(&problem.after(&line.turns[0])).expect("one of the players wins");
                    assert_eq!(proved.is_win(), !after.is_win(), "{problem:?}: {line:?}");
                }
            }
        }
        positions += 1;
        wins += usize::from(exact.is_win());
    }
    assert!(20 < positions && 0 < wins && wins < positions, "{positions} positions, {wins} won");
}

/// Stops the search at this call of `progress`, or panics there.
struct Stopper {
    calls_left: u32,
    panics: bool,
    was_stopped: bool,
}

impl<T> Observer<T> for Stopper {
    fn found(&mut self, _item: T) -> ControlFlow<()> {
        assert!(!self.was_stopped, "it continues although it was stopped");
        Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        assert!(!self.was_stopped, "it continues although it was stopped");
        self.calls_left -= 1;
        if self.calls_left > 0 {
            return Continue(());
        }
        assert!(!self.panics, "on purpose");
        self.was_stopped = true;
        Break(())
    }
}

/// A position whose analysis takes hours.
fn midgame() -> Problem {
    let preset = VirusWar::presets().iter().find(|preset| preset.key == "midgame").unwrap();
    VirusWar::check(&testing::read::<VirusWar>(preset.ron).unwrap().state).unwrap()
}

#[test]
fn a_search_that_is_stopped_or_panics_waits_for_no_helper() {
    let problem = midgame();
    for calls_left in [1, 100, 10_000, 30_000, 100_000] {
        for (lines, panics) in [(1, false), (5, false), (1, true), (5, true)] {
            let mut stopper = Stopper { calls_left, panics, was_stopped: false };
            let ended = catch_unwind(AssertUnwindSafe(|| Engine::default().search_on(&threads(3), &problem, lines, &mut stopper)));
            assert_eq!(ended.ok(), if panics { None } else { Some(Break(())) }, "after {calls_left} calls");
        }
    }
}

#[test]
fn the_work_of_helpers_is_counted() {
    /// Stops the search once it has looked this many turns ahead.
    struct Until(u8, Tally);
    impl Observer<Ranking> for Until {
        fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
            if self.0 <= ranking.depth { Break(()) } else { Continue(()) }
        }
        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            assert!(self.1.explored <= tally.explored && self.1.kept <= tally.kept, "it never decreases");
            self.1.clone_from(tally);
            Continue(())
        }
    }
    let problem = midgame();
    let [one, two] = [1, 2].map(|count| {
        let mut until = Until(3, Tally::default());
        assert!(Engine::default().search_on(&threads(count), &problem, 5, &mut until).is_break());
        until.1
    });
    // Threads that share what they know do nearly the work of one. A helper that isn't counted does about half of it.
    let share = two.explored as f64 / one.explored as f64;
    assert!((0.7..3.0).contains(&share), "{share}");
}

/// A board of four columns, some of whose cells may stay empty, and straight pieces.
fn board(rows: usize, optional: u64, copies: &[(usize, usize)]) -> cover::Problem<u64> {
    let cells: Bits<u64> = (0..4 * rows).collect();
    let mut placements = Vec::new();
    for piece in 0..copies.len() {
        let from = |start: usize, step: usize| Placement { piece, cells: (0..=piece).map(|number| start + number * step).collect() };
        placements.extend((0..4 * rows).filter(|start| start % 4 + piece < 4).map(|start| from(start, 1)));
        placements.extend((0..4 * rows).filter(|start| 0 < piece && start / 4 + piece < rows).map(|start| from(start, 4)));
    }
    cover::Problem {
        required: cells - Bits::new(optional),
        optional: cells & Bits::new(optional),
        sizes: (1..=copies.len()).collect(),
        copies: copies.iter().map(|&(least, more)| Copies { least, most: least + more }).collect(),
        placements,
        apart: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_several_threads_count_is_what_one_counts(
        rows in 2..=5_usize,
        optional in prop::sample::select(vec![0_u64, 0, 0b1001, 0xff00, u64::MAX]),
        copies in vec((0..=2_usize, 0..=5_usize), 2..=4),
    ) {
        let problem = board(rows, optional, &copies);
        // With little memory, it is counted in parts, or not at all.
        for memory in [1 << 12, 1 << 14, 1 << 15, 1 << 16, 1 << 24] {
            let counted = |count: usize| {
                let (threads, mut tally) = (threads(count), Tally::default());
                let workers = Workers { alone: Duration::ZERO, profiles_log2: 0, ..Workers::new(&threads) };
                let counts = frontier::count_each(&problem, memory, workers, &mut |done, work| {
                    assert!(done <= 1.0 && tally.explored <= work.explored && tally.kept <= work.kept, "{tally:?} and then {work:?}");
                    tally.clone_from(work);
                    Continue(())
                });
                (counts, tally)
            };
            let alone = counted(1);
            prop_assert_eq!(&counted(2), &alone);
            prop_assert_eq!(&counted(3), &alone);
        }
    }
}
