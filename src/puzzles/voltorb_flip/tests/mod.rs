//! Known positions with known results, and random positions compared with a plain reference search.

mod chances;
mod drawing;
mod explanations;
pub mod levels;
mod play;
mod traces;

use std::ops::ControlFlow;

use proptest::prelude::*;
use serde::Deserialize;

use crate::{
    VoltorbFlip,
    live::{
        analysis,
        insight::{Insight, Kind},
    },
    model::{
        entry::Entry,
        objective::Objective,
        prior::{Level, board_types},
        problem::Problem,
        rules::{Board, Clue, Clues, SIDE, TILES, Value},
        solution::Solution,
        state::{State, Tiles},
    },
    play::deal::Dealer,
    search::counting::Counting,
};
use base::{
    puzzle::{Figure, Preset, Puzzle, Technique},
    search::{Found, Observer, Tally},
    testing,
};

#[derive(Deserialize)]
struct Cases {
    accepted: std::collections::BTreeMap<String, [u64; 10]>,
    board_types: std::collections::BTreeMap<String, Vec<BoardTypeCase>>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct BoardTypeCase {
    voltorbs: u8,
    twos: u8,
    threes: u8,
    free_limit_line: u8,
    free_limit_total: u8,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    level: u8,
    #[serde(flatten)]
    board: BoardCase,
    uniform: Option<UniformCase>,
    level_prior: Option<LevelCase>,
    optimal: Option<OptimalCase>,
}

#[derive(Deserialize)]
struct UniformCase {
    boards: u64,
    tile_counts: [[[u64; 4]; SIDE]; SIDE],
    p: [[[f64; 4]; SIDE]; SIDE],
}

#[derive(Deserialize)]
struct LevelCase {
    boards: u64,
    evidence: f64,
    p: [[[f64; 4]; SIDE]; SIDE],
}

#[derive(Deserialize)]
struct OptimalCase {
    p_clear: f64,
    #[serde(default)]
    q: Option<[[Option<f64>; SIDE]; SIDE]>,
    #[serde(default)]
    best_tiles: Vec<[usize; 2]>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../../tests/cases/voltorb.json")).unwrap()
}

impl Case {
    fn problem(&self) -> Problem {
        let State { tiles, .. } = self.board.state();
        Problem { levels: Level::new(self.level).map(Level::alone), clues: self.board.clues(), tiles: tiles.0, objective: Objective::Clear }
    }
}

/// A board of a case.
#[derive(Deserialize)]
struct BoardCase {
    row_sum: [u8; SIDE],
    row_voltorbs: [u8; SIDE],
    col_sum: [u8; SIDE],
    col_voltorbs: [u8; SIDE],
    flipped: [[Option<u8>; SIDE]; SIDE],
}

impl BoardCase {
    fn clues(&self) -> Clues {
        let clues = |sums: [u8; SIDE], voltorbs: [u8; SIDE]| std::array::from_fn(|line| Clue { sum: sums[line], voltorbs: voltorbs[line] });
        Clues { rows: clues(self.row_sum, self.row_voltorbs), columns: clues(self.col_sum, self.col_voltorbs) }
    }

    fn state(&self) -> State {
        let mut state = State::of(&self.clues());
        state.tiles.0 = std::array::from_fn(|tile| self.flipped.as_flattened()[tile].map(|points| Value::ALL[usize::from(points)]));
        state
    }
}

pub fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: found {found}, expected {expected}");
}

fn assert_chances(found: Option<[[[f64; 4]; SIDE]; SIDE]>, expected: Option<[[[f64; 4]; SIDE]; SIDE]>, what: &str) {
    assert_eq!(found.is_some(), expected.is_some(), "{what}");
    let (found, expected) = (found.unwrap_or_default(), expected.unwrap_or_default());
    for (found, expected) in found.iter().flatten().flatten().zip(expected.iter().flatten().flatten()) {
        assert_close(*found, *expected, 1e-12, what);
    }
}

#[test]
fn levels_match_the_decompiled_game() {
    let cases = cases();
    for level in Level::all() {
        let key = level.number().to_string();
        for ((found, expected), accepted) in board_types(level).iter().zip(&cases.board_types[&key]).zip(cases.accepted[&key]) {
            let composition = found.composition;
            assert_eq!((composition.voltorbs, composition.twos, composition.threes), (expected.voltorbs, expected.twos, expected.threes));
            assert_eq!((found.limits.line, found.limits.total), (expected.free_limit_line, expected.free_limit_total));
            assert_eq!(found.accepted(), accepted, "level {key}, {found:?}");
        }
    }
}

#[test]
fn known_positions_have_known_odds() {
    for case in cases().cases {
        let problem = case.problem();
        let at_level = analysis::odds(&problem);
        assert_eq!(serde_json::to_value(at_level.kind).unwrap(), case.kind, "{}", case.id);
        assert_eq!(at_level.boards, case.uniform.as_ref().map_or(0, |uniform| uniform.boards), "{}", case.id);
        assert_eq!(at_level.dealable, Some(case.level_prior.as_ref().map_or(0, |level| level.boards)), "{}", case.id);
        assert_chances(at_level.tiles, case.level_prior.as_ref().map(|level| level.p), &case.id);
        let equal = analysis::odds(&Problem { levels: None, ..problem });
        assert_eq!(equal.dealable, None);
        assert_chances(equal.tiles, case.uniform.as_ref().map(|uniform| uniform.p), &case.id);
        assert_eq!(at_level.flaws.is_empty(), matches!(at_level.kind, Kind::Ok | Kind::Won | Kind::Lost), "{}", case.id);
    }
}

#[test]
fn known_positions_have_exact_counts() {
    for case in cases().cases {
        let problem = case.problem();
        if let Some(uniform) = &case.uniform {
            let odds = Counting::new(&problem, None).unwrap().odds();
            let counts = uniform.tile_counts.as_flattened().iter();
            assert!(odds.tiles.iter().zip(counts).all(|(found, count)| *found == count.map(|count| count as f64)), "{}", case.id);
        }
        if let Some(level) = &case.level_prior {
            let odds = Counting::new(&problem, problem.prior().as_ref()).unwrap().odds();
            assert_close(odds.weight / level.evidence, 1.0, 1e-12, &case.id);
        }
    }
}

/// Returns everything that the analysis reports, in order.
pub fn analyzed(problem: &Problem) -> Vec<Insight> {
    let mut found = Found::default();
    assert!(VoltorbFlip::analyze(problem, &mut found).is_continue());
    found.items
}

#[test]
fn known_positions_have_known_best_plays() {
    for case in cases().cases {
        let Some(optimal) = &case.optimal else { continue };
        let insights = analyzed(&case.problem());
        for insight in &insights {
            let [low, high] = insight.bounds;
            assert!(low - 1e-12 <= optimal.p_clear && optimal.p_clear <= high + 1e-12, "{}: {low} {} {high}", case.id, optimal.p_clear);
        }
        assert!(insights.iter().map(|insight| insight.bounds[0]).is_sorted(), "{}", case.id);
        let last = &insights[insights.len() - 1];
        assert_close(last.clear.unwrap(), optimal.p_clear, 1e-9, &case.id);
        assert_eq!(last.best, optimal.best_tiles, "{}", case.id);
        let (Some(values), Some(expected)) = (last.values, optimal.q) else { continue };
        for (found, expected) in values.as_flattened().iter().zip(expected.as_flattened()) {
            assert_eq!(found.is_some(), expected.is_some(), "{}", case.id);
            assert_close(found.unwrap_or_default(), expected.unwrap_or_default(), 1e-9, &case.id);
        }
    }
}

/// The work after which a search is stopped: backtracking without one of its checks may take forever.
const MAX_EXPLORED: u64 = 3_000_000;

/// Collects the solutions and stops a search that takes too long.
#[derive(Default)]
struct Limited(Found<Solution>);

impl Observer<Solution> for Limited {
    fn found(&mut self, item: Solution) -> ControlFlow<()> {
        self.0.found(item)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if MAX_EXPLORED < tally.explored { ControlFlow::Break(()) } else { Observer::<Solution>::progress(&mut self.0, done, tally) }
    }
}

/// Returns each technique that finishes, with its solutions sorted.
fn listings(problem: &Problem) -> Vec<(&'static str, Vec<(Board, f64)>)> {
    let list = |technique: &Technique<VoltorbFlip>| {
        let mut limited = Limited::default();
        let is_complete = (technique.search)(problem, &mut limited).is_continue();
        // The others fill tile by tile, or list all boards that match the clues, which can be too many.
        assert!(is_complete || !matches!(technique.key, "counting" | "rows"), "{}", technique.key);
        if !is_complete {
            return None;
        }
        let found = limited.0;
        assert!(found.tally.kept <= found.tally.explored, "{}", technique.key);
        let stages = found.tally.stages.iter();
        assert_eq!(stages.map(|stage| stage.explored).sum::<u64>(), found.tally.explored, "{}", technique.key);
        let mut boards: Vec<_> = found.items.iter().map(|solution| (solution.board, solution.chance)).collect();
        boards.sort_by_key(|&(board, _)| board);
        Some((technique.key, boards))
    };
    VoltorbFlip::techniques().iter().filter_map(list).collect()
}

#[test]
fn techniques_agree_on_known_positions() {
    for case in cases().cases {
        let problem = case.problem();
        let boards = case.uniform.as_ref().map_or(0, |uniform| uniform.boards);
        if 20_000 < boards {
            continue;
        }
        let listings = listings(&problem);
        for (key, listing) in &listings {
            assert_eq!(listing.len() as u64, boards, "{} by {key}", case.id);
            assert_eq!(listing, &listings[0].1, "{} by {key}", case.id);
        }
        let chance: f64 = listings[0].1.iter().map(|(_, chance)| chance).sum();
        assert_close(chance, f64::from(u8::from(case.level_prior.is_some())), 1e-12, &case.id);
    }
}

/// Lists boards in the plainest way: every row in every way that matches its clue, with the columns compared at the end. Only too many
/// points in a column end a branch early; otherwise it would take forever.
fn plain_search(problem: &Problem) -> Vec<Board> {
    fn fill(problem: &Problem, row: usize, board: Board, boards: &mut Vec<Board>) {
        if row == SIDE {
            boards.extend(Some(board).filter(|&board| problem.is_consistent(board)));
            return;
        }
        for code in 0..1024_u32 {
            let next =
                (0..SIDE).fold(board, |board, column| board.with(SIDE * row + column, Value::ALL[(code >> (2 * column) & 3) as usize]));
            let clues = Clues::of(next);
            let shown = (SIDE * row..SIDE * (row + 1)).all(|tile| problem.tiles[tile].is_none_or(|value| value == next.value(tile)));
            let points = |column: usize| (0..=row).map(|row| next.value(SIDE * row + column).points()).sum::<u8>();
            let columns = (0..SIDE).all(|column| points(column) <= problem.clues.columns[column].sum);
            if shown && columns && clues.rows[row] == problem.clues.rows[row] {
                fill(problem, row + 1, next, boards);
            }
        }
    }
    let mut boards = Vec::new();
    fill(problem, 0, Board::ONES, &mut boards);
    boards.sort_unstable();
    boards
}

/// Returns a real deal with about this many of 25 tiles face up. `mistake` changes one clue or one tile, so that possibly no board is
/// consistent.
pub fn dealt(seed: u64, level: u8, face_up: u32, mistake: Option<usize>) -> Problem {
    let level = Level::new(level).unwrap();
    let board = Dealer::new(seed).board(level);
    let mut tiles = [None; TILES];
    for (tile, shown) in tiles.iter_mut().enumerate() {
        // A fixed scramble of seed and tile decides which tiles are face up.
        let scramble = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(tile as u32 * 7 + 3);
        let scramble = scramble.wrapping_mul(0xD129_42F2_3A7B_4D2B) >> 40;
        *shown = (scramble % 25 < u64::from(face_up)).then(|| board.value(tile));
    }
    let mut problem = Problem { levels: Some(level.alone()), clues: Clues::of(board), tiles, objective: Objective::Clear };
    match mistake {
        Some(line) if line < SIDE => problem.clues.rows[line].sum = (problem.clues.rows[line].sum + 1).min(15),
        Some(other) => problem.tiles[other % TILES] = Some(Value::ALL[other % 4]),
        None => {}
    }
    problem
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn techniques_and_odds_match_a_plain_search(seed: u64, level in 1..=8_u8, face_up in 11..=16_u32, mistake in prop::option::weighted(0.3, 0..30_usize)) {
        let problem = dealt(seed, level, face_up, mistake);
        let boards = plain_search(&problem);
        for (key, listing) in listings(&problem) {
            prop_assert_eq!(listing.iter().map(|(board, _)| *board).collect::<Vec<_>>(), boards.clone(), "{}", key);
        }
        let prior = problem.prior().unwrap();
        let weights: Vec<_> = boards.iter().map(|&board| prior.weight_of(board, &problem.clues)).collect();
        let total: f64 = weights.iter().sum();
        let insight = analysis::odds(&problem);
        prop_assert_eq!(insight.boards, boards.len() as u64);
        prop_assert_eq!(insight.dealable, Some(weights.iter().filter(|&&weight| 0.0 < weight).count() as u64));
        prop_assert_eq!(insight.tiles.is_some(), 0.0 < total);
        for tile in (0..TILES).filter(|_| 0.0 < total) {
            for value in Value::ALL {
                let here = boards.iter().zip(&weights).filter(|(board, _)| board.value(tile) == value).map(|(_, weight)| weight);
                let chance = here.sum::<f64>() / total;
                prop_assert!((insight.chances(tile).unwrap()[value as usize] - chance).abs() < 1e-12);
            }
        }
        let no_board = matches!(insight.kind, Kind::Impossible | Kind::Contradiction);
        prop_assert_eq!(no_board, boards.is_empty());
        prop_assert_eq!(insight.flaws.is_empty(), 0.0 < total);
    }

    #[test]
    fn the_dealt_board_is_among_the_consistent_ones(seed: u64, level in 1..=8_u8) {
        let problem = dealt(seed, level, 3, None);
        let board = Dealer::new(seed).board(Level::new(level).unwrap());
        prop_assert!(Counting::new(&problem, None).unwrap().walk().any(|other| other == board));
        let dealable = Counting::new(&problem, problem.prior().as_ref()).unwrap();
        prop_assert!(dealable.walk().any(|other| other == board));
        prop_assert_eq!(dealable.walk().count() as u64, dealable.board_count());
    }
}

/// Stops a search after this many calls.
struct StopAfter {
    calls: usize,
    done: f32,
}

impl StopAfter {
    fn count_call(&mut self) -> ControlFlow<()> {
        assert!(0 < self.calls, "the search continued after the observer stopped it");
        self.calls -= 1;
        if self.calls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<T> Observer<T> for StopAfter {
    fn found(&mut self, _item: T) -> ControlFlow<()> {
        self.count_call()
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        assert!((self.done..=1.0).contains(&done), "progress fell from {} to {done}", self.done);
        self.done = done;
        self.count_call()
    }
}

#[test]
fn searches_stop_when_the_observer_says_so() {
    // The analysis alone lists 716 boards, whatever the kept table knows.
    let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == "level-5-fresh").unwrap();
    let problem = VoltorbFlip::check(&read(preset).state).unwrap();
    for calls in [1, 2, 3, 10, 100, 500] {
        let observer = || StopAfter { calls, done: 0.0 };
        assert!(VoltorbFlip::analyze(&problem, &mut observer()).is_break());
        for technique in VoltorbFlip::techniques() {
            assert!((technique.search)(&problem, &mut observer()).is_break(), "{}", technique.key);
        }
    }
}

#[test]
fn progress_never_falls_and_ends_at_1() {
    let problem = VoltorbFlip::check(&read(&VoltorbFlip::presets()[0]).state).unwrap();
    let observer = || StopAfter { calls: 20_000_000, done: 0.0 };
    let mut analysis = observer();
    assert!(VoltorbFlip::analyze(&problem, &mut analysis).is_continue());
    assert_eq!(analysis.done, 1.0);
    for technique in VoltorbFlip::techniques() {
        let mut search = observer();
        let outcome = (technique.search)(&problem, &mut search);
        assert!(outcome.is_continue() && search.done == 1.0 || technique.key.starts_with("backtrack-"), "{}", technique.key);
    }
}

/// The part of a save file that concerns this puzzle.
#[derive(Deserialize, serde::Serialize)]
#[serde(rename = "Quincunx", deny_unknown_fields)]
pub struct Save {
    version: u32,
    puzzle: String,
    title: String,
    note: String,
    pub state: State,
}

pub fn read(preset: &Preset) -> Save {
    ron::from_str(preset.ron).unwrap_or_else(|error| panic!("{}: {error}", preset.key))
}

#[test]
fn presets_are_written_back_unchanged() {
    for preset in VoltorbFlip::presets() {
        let save = read(preset);
        assert_eq!((save.version, save.puzzle.as_str()), (1, VoltorbFlip::KEY));
        let written = ron::ser::to_string_pretty(&save, ron::ser::PrettyConfig::new().new_line("\n").depth_limit(3)).unwrap();
        assert_eq!(format!("Quincunx{written}\n"), preset.ron, "{}", preset.key);
        assert!(VoltorbFlip::check(&save.state).is_ok(), "{}", preset.key);
    }
}

/// Counts the partial boards that a search keeps, and stops it when there are too many.
struct Keeping {
    most: u64,
    kept: u64,
}

impl Observer<Solution> for Keeping {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.kept = tally.kept;
        if tally.kept < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The list is ordered by time. The number of partial boards kept gives the same order without a clock.
#[test]
fn techniques_that_keep_more_partial_boards_are_listed_later() {
    const MAX_KEPT: u64 = 60_000;
    let problems: Vec<Problem> = ["level-5", "level-1", "level-4-middle", "a-round", "only-one-deal"]
        .into_iter()
        .map(|key| VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap())
        .map(|preset| VoltorbFlip::check(&read(preset).state).unwrap())
        .collect();
    let kept = |technique: &Technique<VoltorbFlip>| {
        let search = |problem| {
            let mut keeping = Keeping { most: MAX_KEPT, kept: 0 };
            // Some searches are stopped.
            let _ended = (technique.search)(problem, &mut keeping);
            keeping.kept
        };
        (problems.iter().map(search).sum::<u64>(), technique.key)
    };
    let order: Vec<_> = VoltorbFlip::techniques().iter().map(kept).collect();
    assert!(order.is_sorted_by_key(|&(kept, _)| kept), "{order:?}");
    let [first, .., last] = &order[..] else { panic!("several techniques") };
    assert!(first.0 < 2_000 && last.0 == MAX_KEPT * problems.len() as u64, "{order:?}");
    assert_eq!(VoltorbFlip::EXTRAS.reference, Some("backtrack"), "the article's first technique isn't the last in the list");
}

#[test]
fn the_published_figure_is_shown_for_fresh_boards_only() {
    let published = |key: &str, problem: &Problem| testing::technique::<VoltorbFlip>(key).published(problem).len();
    let mut problem = dealt(1, 1, 0, None);
    let [figure] = testing::technique::<VoltorbFlip>("backtrack").published(&problem) else { panic!("one figure") };
    assert_eq!(figure.figure, Figure::Count { count: 4_u64.pow(25), of: "boards to try without any checks" });
    assert_eq!(published("counting", &problem), 0);
    problem.tiles[0] = Some(Value::One);
    assert_eq!(published("backtrack", &problem), 0, "the article's figure is for 25 face-down tiles");
}

fn explained(rows: &str, columns: &str, level: Option<u8>, tiles: &[(usize, Value)]) -> Vec<String> {
    let clues = |text: &str| -> [Entry; SIDE] {
        let clue = |word: &str| {
            let (sum, voltorbs) = word.split_once('/').unwrap();
            Entry { sum: sum.parse().ok(), voltorbs: voltorbs.parse().ok() }
        };
        text.split_whitespace().map(clue).collect::<Vec<_>>().try_into().unwrap()
    };
    let mut state = State { level, rows: clues(rows), columns: clues(columns), tiles: Tiles::default(), ..State::default() };
    for &(tile, value) in tiles {
        state.tiles.0[tile] = Some(value);
    }
    analysis::odds(&Problem::check(&state).unwrap()).flaws.into_iter().map(|flaw| flaw.message).collect()
}

#[test]
fn impossible_positions_are_explained() {
    const ROWS: &str = "4/1 6/0 3/2 6/2 5/1";
    const COLUMNS: &str = "5/1 4/2 6/1 6/0 3/2";
    // The mistyped clue is the likeliest.
    assert_eq!(
        explained(ROWS, "5/1 4/2 6/1 6/0 4/2", None, &[]),
        [
            "the rows add up to 24 points, the columns to 25 (most likely 3/2 for column 5, 3/2 for column 2 or 5/1 for column 3, but 7 other \
          clues could be wrong instead)"
        ]
    );
    assert_eq!(
        explained("4/1 6/0 3/2 6/2 5/0", "5/1 4/2 6/1 6/0 3/2", Some(1), &[]),
        [
            "the rows add up to 5 Voltorbs, the columns to 6; level 1 has 6 Voltorbs in total, so check the rows (most likely 5/1 for row 5, \
          but 3 other clues could be wrong instead)"
        ]
    );
    assert_eq!(
        explained("14/1 4/2 3/2 2/3 4/2", "7/2 5/2 5/2 5/2 5/2", Some(5), &[]),
        ["row 1 can't be 14/1: with 1 Voltorb it has at most 12 points"]
    );
    // A clue of two zeros was entered, so it isn't missing.
    assert_eq!(
        explained("4/1 0/0 3/2 6/2 5/1", COLUMNS, None, &[]),
        ["row 2 can't be 0/0: without Voltorbs it has at least 5 points (did you mean 6/0?)"]
    );
    assert_eq!(
        explained("5/0 5/0 5/0 5/0 1/3", "4/1 4/1 4/1 5/0 4/0", None, &[])[0],
        "row 5 can't be 1/3: with 3 Voltorbs it has at least 2 points"
    );
    assert_eq!(
        explained("0/5 5/0 5/0 5/0 15/0", "8/0 7/0 5/1 5/2 5/2", None, &[])[0],
        "no value fits where row 1 and column 1 cross, so one of their clues is wrong"
    );
    assert_eq!(explained(ROWS, COLUMNS, Some(1), &[(0, Value::Three)]), ["row 1 has 4 points and 1 Voltorb, so it can't contain a 3"]);
    assert_eq!(explained(ROWS, COLUMNS, Some(1), &[(1, Value::Two)]), ["row 1 has 4 points and 1 Voltorb, so it can't contain a 2"]);
    assert_eq!(
        explained(ROWS, COLUMNS, Some(5), &[]),
        ["level 5 boards have 10 Voltorbs in total, but the clues add up to 6; level 1 deals such boards"]
    );
    assert_eq!(
        explained("5/2 5/2 5/2 5/2 3/2", "5/2 5/2 5/2 5/2 3/2", Some(5), &[]),
        ["level 5 boards with 10 Voltorbs have 24, 25 or 26 points in total, but the clues add up to 23; level 4 deals such boards"]
    );
}

#[test]
fn contradicting_flips_are_named() {
    // Of two Voltorbs in a row with one, either could be the wrong one.
    let messages =
        explained("5/2 6/2 4/1 5/3 5/2", "6/1 1/4 7/1 7/1 4/3", Some(5), &[(10, Value::Voltorb), (11, Value::Voltorb), (7, Value::Two)]);
    assert_eq!(
        messages,
        [
            "the Voltorb at row 3, column 1 contradicts the other face-up tiles",
            "the Voltorb at row 3, column 2 contradicts the other face-up tiles",
        ]
    );
}
