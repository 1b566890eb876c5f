//! The best play for each objective compared with a plain reference search, and its bounds when the transposition table is full.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use proptest::prelude::*;

use super::{
    analyzed, assert_close, dealt,
    levels::{Knowledge, known_or_not},
    read,
};
use crate::{
    VoltorbFlip,
    live::{
        analysis,
        insight::{Insight, Kind},
        refining,
    },
    model::{
        objective::{Goal, Objective},
        problem::Problem,
        rules::{Board, Clues, SIDE, TILES, Value},
        state::{State, Tiles},
    },
    play::review::{Choice, review},
    search::{
        counting::{WeightedBoard, weighted_boards},
        optimal::{
            BestPlay,
            transposition_table::{Capacity, TranspositionTable},
        },
    },
};
use base::{
    puzzle::Puzzle,
    search::{Found, Observer, Tally, Threads},
};

/// Worths already computed, by the consistent boards and the hidden tiles.
type Worths = HashMap<(Vec<Board>, Vec<usize>), f64>;

/// Returns the worth of the boards by plain expectimax: the best of stopping and of flipping any face-down tile.
fn plain_worth(goal: Goal, boards: &[WeightedBoard], hidden: &[usize], known: &mut Worths) -> f64 {
    let cards = TILES - hidden.len();
    let is_won = !hidden.iter().any(|&tile| boards[0].0.value(tile).is_multiplier());
    let stopping = match goal {
        Goal::Clear => f64::from(u8::from(is_won)),
        Goal::Cards { wanted, or_win } => f64::from(u8::from(usize::from(wanted) <= cards || is_won && or_win)),
        Goal::Coins => 1.0,
    };
    if is_won {
        return stopping;
    }
    let key = (boards.iter().map(|&(board, _)| board).collect::<Vec<_>>(), hidden.to_vec());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let value = (0..hidden.len()).map(|place| plain_worth_of(goal, boards, hidden, place, known)).fold(stopping, f64::max);
    known.insert(key, value);
    value
}

/// Returns the worth of flipping the hidden tile at this index next.
fn plain_worth_of(goal: Goal, boards: &[WeightedBoard], hidden: &[usize], place: usize, known: &mut Worths) -> f64 {
    let weight = |boards: &[WeightedBoard]| boards.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut remaining = hidden.to_vec();
    let tile = remaining.remove(place);
    let mut worth = 0.0;
    for shown in [Value::One, Value::Two, Value::Three] {
        let matching: Vec<_> = boards.iter().copied().filter(|(board, _)| board.value(tile) == shown).collect();
        if !matching.is_empty() {
            let coins = if goal == Goal::Coins { f64::from(shown.points()) } else { 1.0 };
            worth += coins * weight(&matching) * plain_worth(goal, &matching, &remaining, known);
        }
    }
    worth / weight(boards)
}

/// Returns a real position small enough for the reference search, and its boards.
fn small(seed: u64, level: u8, face_up: u32, knowledge: Knowledge, objective: Objective) -> Option<(Problem, Vec<WeightedBoard>)> {
    let mut problem = Problem { objective, ..dealt(seed, level, face_up, None) };
    problem.tiles = problem.tiles.map(|tile| tile.filter(|&value| value != Value::Voltorb));
    problem.levels = knowledge.apply(problem.levels);
    let boards = weighted_boards(&problem, &mut || ControlFlow::Continue(())).continue_value()?;
    (boards.len() <= 40 && problem.face_down().count() <= 14).then_some((problem, boards))
}

/// Compares the worth, the value of each flip, if there are values, and which flips are best with plain expectimax. Returns the worth.
fn compare_with_plain(problem: &Problem, boards: &[WeightedBoard], goal: Goal, last: &Insight) -> Result<f64, TestCaseError> {
    let hidden: Vec<_> = problem.face_down().collect();
    let unit = if goal == Goal::Coins { problem.coins() } else { 1.0 };
    let close = |found: f64, expected: f64| (found - expected).abs() < 1e-9 * expected.max(1.0);
    let worth = unit * plain_worth(goal, boards, &hidden, &mut HashMap::new());
    prop_assert!(close(last.worth.unwrap(), worth), "{:?}: {:?}, expected {worth}", goal, last.worth);
    for (place, &tile) in hidden.iter().enumerate().filter(|_| last.values.is_some()) {
        let value = unit * plain_worth_of(goal, boards, &hidden, place, &mut HashMap::new());
        let found = last.values.unwrap().as_flattened()[tile].unwrap();
        prop_assert!(close(found, value), "{:?}, tile {tile}: {found}, expected {value}", goal);
        let is_best = last.best.contains(&[tile / SIDE, tile % SIDE]);
        prop_assert_eq!(is_best, close(value, worth));
    }
    Ok(worth)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn best_play_matches_plain_expectimax(
        seed: u64,
        level in 1..=8_u8,
        face_up in 12..=24_u32,
        knowledge in known_or_not(),
        objective in prop::sample::select(&Objective::ALL[..]),
    ) {
        let Some((problem, boards)) = small(seed, level, face_up, knowledge, objective) else { return Err(TestCaseError::reject("large")) };
        let insights = analyzed(&problem);
        let last = &insights[insights.len() - 1];
        let goal = last.goal();
        prop_assert_eq!(goal.is_none(), objective == Objective::KeepLevel && last.level().is_none());
        let Some(goal) = goal else {
            prop_assert_eq!((last.worth, last.worth_bounds, last.values), (None, None, None));
            return Ok(());
        };
        let worth = compare_with_plain(&problem, &boards, goal, last)?;
        prop_assert_eq!(last.clear.is_some(), goal == Goal::Clear || last.kind != Kind::Ok);
        for insight in &insights {
            let [low, high] = insight.worth_bounds.unwrap();
            prop_assert!(low <= worth * (1.0 + 1e-9) && worth <= high * (1.0 + 1e-9), "{:?}: {low} {worth} {high}", goal);
        }
        // Flips have no values only if nothing is left to decide.
        let is_over = last.kind != Kind::Ok || goal != Goal::Clear && insights.len() == 1;
        prop_assert_eq!(last.values.is_none(), is_over);
    }
}

/// Returns what the best play gets in this position of a deal by plain expectimax, and what it gets with this flip next.
fn plain_worths(state: &State, flip: Option<usize>) -> [Option<f64>; 2] {
    let problem = Problem::check(state).unwrap();
    let goal = problem.goal().unwrap();
    let unit = if goal == Goal::Coins && state.tiles.face_up().count() > 0 { problem.coins() } else { 1.0 };
    let boards = weighted_boards(&problem, &mut || ControlFlow::Continue(())).continue_value().unwrap();
    // The level that enough cards keep isn't lost with a Voltorb.
    let is_reached = matches!(goal, Goal::Cards { wanted, or_win: true } if wanted <= problem.cards());
    if state.tiles.face_up().any(|(_, value)| value == Value::Voltorb) {
        return [Some(f64::from(u8::from(is_reached))), None];
    }
    let hidden: Vec<_> = problem.face_down().collect();
    let worth = unit * plain_worth(goal, &boards, &hidden, &mut HashMap::new());
    let place = hidden.iter().position(|&tile| Some(tile) == flip);
    let value = |place| if is_reached { 1.0 } else { unit * plain_worth_of(goal, &boards, &hidden, place, &mut HashMap::new()) };
    [Some(worth), place.map(value)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// The review of a round compared with plain expectimax, on the rest of a round that is small enough for it.
    #[test]
    fn reviews_match_plain_expectimax(
        seed: u64,
        level in 1..=7_u8,
        face_up in 14..=22_u32,
        objective in prop::sample::select(&Objective::ALL[..]),
        order in Just((0..TILES).collect::<Vec<_>>()).prop_shuffle(),
        chosen: prop::sample::Index,
    ) {
        let small = small(seed, level, face_up, Knowledge::Known, objective);
        let Some((problem, boards)) = small else { return Err(TestCaseError::reject("large")) };
        let deal = chosen.get(&boards).0;
        let mut state = State { level: Some(level), objective, ..State::of(&problem.clues) };
        state.tiles = Tiles(problem.tiles);
        let is_over = |state: &State| {
            state.tiles.face_up().any(|(_, value)| value == Value::Voltorb) || state.tiles.face_down().all(|tile| !deal.value(tile).is_multiplier())
        };
        for tile in order {
            if state.tiles.0[tile].is_none() && !is_over(&state) && state.flips.len() < 5 {
                state.turn(tile, Some(deal.value(tile)));
            }
        }
        let mut found = Found::default();
        prop_assert!(review(&state, &std::array::from_fn(|tile| Some(deal.value(tile))), &mut found).is_continue());
        let review = found.items.pop().unwrap();
        let close = |found: Option<f64>, expected: Option<f64>| (found.unwrap() - expected.unwrap()).abs() < 1e-9 * expected.unwrap().max(1.0);
        for (line, is_perfect) in [(&review.played, false), (&review.perfect, true)] {
            let mut position = state.rewound(0);
            for decision in &line.decisions {
                prop_assert_eq!(decision.position.tiles, position.tiles);
                let Choice::Flip(tile) = decision.choice else {
                    let [worth, _] = plain_worths(&position, None);
                    prop_assert!(close(decision.worth, worth), "{:?}: expected {:?}", decision, worth);
                    prop_assert!(!is_perfect || close(decision.value, worth), "{:?}: expected {:?}", decision, worth);
                    continue;
                };
                let [worth, value] = plain_worths(&position, Some(tile));
                position.turn(tile, Some(deal.value(tile)));
                let [after, _] = plain_worths(&position, None);
                let is_right = close(decision.worth, worth) && close(decision.value, value) && close(decision.after, after);
                prop_assert!(is_right, "{:?}: expected {:?}, {:?}, {:?}", decision, worth, value, after);
                prop_assert_eq!(decision.cost() == Some(0.0), close(worth, value));
                prop_assert!(!is_perfect || close(worth, value), "{:?}: expected {:?}, {:?}", decision, worth, value);
                if let Some(Choice::Flip(best)) = decision.best {
                    let [worth, value] = plain_worths(&decision.position, Some(best));
                    prop_assert!(close(worth, value), "{:?}: expected {:?}, {:?}", decision, worth, value);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A table that is kept from one position to the next gives the same worths as an empty one: across the flips of a round, rounds of
    /// the same and of another level, and goals.
    #[test]
    fn a_kept_table_gives_the_same_worths(
        rounds in prop::collection::vec((any::<u64>(), 1..=8_u8, 8..=20_u32, known_or_not(), prop::sample::select(&Objective::ALL[..])), 2..=4),
    ) {
        let mut table = TranspositionTable::default();
        for (seed, level, most_face_up, knowledge, objective) in rounds {
            // The same tiles in the order of the board: each position of the round has more of them face up.
            let shown = Problem { objective, ..dealt(seed, level, most_face_up, None) }.tiles;
            for face_up in [most_face_up as usize, TILES] {
                let mut problem = Problem { objective, ..dealt(seed, level, 0, None) };
                problem.levels = knowledge.apply(problem.levels);
                problem.tiles = std::array::from_fn(|tile| shown[tile].filter(|&value| tile < face_up && value != Value::Voltorb));
                let odds = analysis::odds(&problem);
                let Some(goal) = odds.goal().filter(|_| odds.kind == Kind::Ok && odds.worth.is_none() && odds.boards <= 600) else { continue };
                let last = |table: &mut TranspositionTable| {
                    let mut found = Found::default();
                    assert!(refining::refine(&problem, goal, odds.clone(), table, &mut found).is_continue());
                    found.items.pop().unwrap()
                };
                let (kept, fresh) = (last(&mut table), last(&mut TranspositionTable::default()));
                let close = |one: f64, other: f64| (one - other).abs() < 1e-9 * other.max(1.0);
                prop_assert!(close(kept.worth.unwrap(), fresh.worth.unwrap()), "{:?}: {:?}, {:?}", goal, kept.worth, fresh.worth);
                for (kept, fresh) in kept.values.iter().flatten().flatten().zip(fresh.values.iter().flatten().flatten()) {
                    prop_assert!(kept.is_some() == fresh.is_some() && close(kept.unwrap_or(0.0), fresh.unwrap_or(0.0)));
                }
                prop_assert_eq!(kept.best, fresh.best);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Uses boards with few multipliers, where 1s matter more.
    #[test]
    fn the_first_bound_on_coins_of_a_fresh_board_is_valid(
        multipliers in prop::collection::vec((0..TILES, prop::sample::select(&[Value::Two, Value::Three][..])), 1..=3),
        voltorbs in prop::collection::vec(0..TILES, 4..=24),
    ) {
        let board = voltorbs.into_iter().fold(Board::ONES, |board, tile| board.with(tile, Value::Voltorb));
        let board = multipliers.into_iter().fold(board, |board, (tile, value)| board.with(tile, value));
        let problem = Problem { levels: None, clues: Clues::of(board), tiles: [None; TILES], objective: Objective::Coins };
        let odds = analysis::odds(&problem);
        let [low, high] = odds.worth_bounds.unwrap();
        prop_assert!(low == 0.0 && 1.0 < high, "{high}");
        if odds.boards <= 50 {
            let worth = analyzed(&problem).pop().unwrap().worth.unwrap();
            prop_assert!(worth <= high * (1.0 + 1e-9), "{worth} {high}");
        }
    }
}

/// A helper that does all of its work before the search's own thread begins. A puzzle has no threads of its own to test with: the workbench
/// tests with real ones.
struct HelperFirst(Arc<AtomicUsize>);

impl Threads for HelperFirst {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        self.0.fetch_add(1, Relaxed);
        help();
        own();
    }
}

/// Lends a helper to a search, and counts how often it helps.
#[derive(Default)]
struct WithHelper {
    found: Found<Insight>,
    helped: Arc<AtomicUsize>,
}

impl Observer<Insight> for WithHelper {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.found.found(insight)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.found.progress(done, tally)
    }

    fn threads(&self) -> Box<dyn Threads> {
        Box::new(HelperFirst(self.helped.clone()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_a_helper_finds_matches_plain_expectimax(
        seed: u64,
        level in 1..=8_u8,
        face_up in 12..=20_u32,
        objective in prop::sample::select(&Objective::ALL[..]),
    ) {
        let small = small(seed, level, face_up, Knowledge::Known, objective);
        let Some((problem, boards)) = small else { return Err(TestCaseError::reject("large")) };
        let mut found = WithHelper::default();
        prop_assert!(VoltorbFlip::analyze(&problem, &mut found).is_continue());
        // A query that explores little is answered before anybody helps.
        prop_assert!(found.found.tally.explored < 100 || 0 < found.helped.load(Relaxed));
        let last = found.found.items.pop().unwrap();
        compare_with_plain(&problem, &boards, last.goal().unwrap(), &last)?;
    }
}

/// Returns the last insight with a limited transposition table.
fn refined(problem: &Problem, goal: Goal, capacity: usize) -> Insight {
    let mut found = Found::default();
    let mut table = TranspositionTable::with_capacity(Capacity { shown: capacity, shapes: capacity });
    assert!(refining::refine(problem, goal, analysis::odds(problem), &mut table, &mut found).is_continue());
    found.items.pop().unwrap()
}

#[test]
fn bounds_are_valid_when_the_table_is_full() {
    let fresh = read(&VoltorbFlip::presets()[0]).state;
    for objective in Objective::ALL {
        let problem = VoltorbFlip::check(&State { objective, ..fresh }).unwrap();
        let goal = problem.goal().unwrap();
        let exact = refined(&problem, goal, usize::MAX).worth.unwrap();
        let mut widths = Vec::new();
        for capacity in [0, 10, 100, 1000, 10_000] {
            let insight = refined(&problem, goal, capacity);
            let [low, high] = insight.worth_bounds.unwrap();
            assert!(low <= exact + 1e-9 && exact <= high + 1e-9, "{objective} with {capacity} capacity: {low} {exact} {high}");
            assert!(insight.worth.is_none_or(|worth| (worth - exact).abs() < 1e-9), "{objective} with {capacity} capacity");
            widths.push(high - low);
        }
        // To clear a board, a search on sets needs no table.
        assert_eq!(widths[0] > 0.0, objective != Objective::Clear, "{objective}: {widths:?}");
    }
}

#[test]
fn a_search_on_sets_ends_with_a_full_table_and_reports_its_memory() {
    let problem = VoltorbFlip::check(&read(&VoltorbFlip::presets()[0]).state).unwrap();
    let boards = weighted_boards(&problem, &mut || ControlFlow::Continue(())).continue_value().unwrap();
    let mut table = TranspositionTable::with_capacity(Capacity { shown: 0, shapes: 0 });
    let mut progress = |_: f32, _: &Tally| ControlFlow::Continue(());
    let lists = 2 * size_of_val(&*boards) as u64;
    let mut play = BestPlay::new(&problem, Goal::Clear, boards, &mut table, &mut progress);
    let worth = play.worth(1.0).continue_value().unwrap();
    assert!(worth.value().is_some() && play.is_full(), "{worth:?}");
    let Tally { explored, kept, memory, .. } = play.into_tally();
    assert!(1 < explored && kept == 0, "{explored} {kept}");
    // A roster remembers thousands of sets of boards.
    assert!(lists + 50_000 < memory, "{memory}");
}

#[test]
fn progress_advances_while_the_best_play_is_searched() {
    struct Steps(Vec<f32>);
    impl Observer<Insight> for Steps {
        fn found(&mut self, _item: Insight) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
            if self.0.last().is_none_or(|&last| last + 0.01 <= done) {
                self.0.push(done);
            }
            ControlFlow::Continue(())
        }
    }
    let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == "level-5-fresh").unwrap();
    let mut steps = Steps(Vec::new());
    assert!(VoltorbFlip::analyze(&VoltorbFlip::check(&read(preset).state).unwrap(), &mut steps).is_continue());
    assert!(20 < steps.0.len(), "{:?}", steps.0);
}

/// Nothing is won before the first flip, so a fresh board is worth its best first flip, even with bad odds.
#[test]
fn coins_of_a_fresh_board_equal_the_value_of_its_best_flip() {
    for preset in VoltorbFlip::presets().iter().filter(|preset| ["level-1", "level-5-fresh", "only-one-deal"].contains(&preset.key)) {
        let state = State { objective: Objective::Coins, tiles: Tiles::default(), ..read(preset).state };
        let insights = analyzed(&VoltorbFlip::check(&state).unwrap());
        let last = &insights[insights.len() - 1];
        assert_eq!(last.stop, Some(0.0));
        let best = last.values.unwrap().as_flattened().iter().flatten().copied().fold(0.0, f64::max);
        assert_close(best / last.worth.unwrap(), 1.0, 1e-9, preset.key);
        assert!(!last.best.is_empty(), "{}", preset.key);
    }
}
