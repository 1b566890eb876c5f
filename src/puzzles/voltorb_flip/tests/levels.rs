//! Unknown levels: known positions, a plain enumeration over all levels, and calibration on boards that are dealt.

use proptest::prelude::*;
use serde::Deserialize;

use super::{BoardCase, BoardTypeCase, Cases, assert_chances, assert_close, cases, dealt, plain_search, read};
use crate::{
    VoltorbFlip,
    live::{
        advice::advise,
        analysis,
        insight::{Insight, Kind},
    },
    model::{
        assumption::Assumption,
        objective::Objective,
        prior::{LEVELS, Level, LevelChances},
        problem::Problem,
        rules::{Board, Clues, Line, SIDE, TILES, Value},
        state::State,
    },
    play::deal::Dealer,
};
use base::{puzzle::Puzzle, search::Found};

/// What the player knows of the level.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge {
    Known,
    Assumed(Assumption),
}

impl Knowledge {
    /// Returns the chances of a level that is really this one.
    pub fn apply(self, actual: Option<LevelChances>) -> Option<LevelChances> {
        match self {
            Self::Known => actual,
            Self::Assumed(assumption) => assumption.levels().unwrap(),
        }
    }
}

/// A known level, an unknown one, or equal boards.
pub fn known_or_not() -> impl Strategy<Value = Knowledge> {
    prop_oneof![Just(Knowledge::Known), Just(Knowledge::Assumed(Assumption::ANY_LEVEL)), Just(Knowledge::Assumed(Assumption::EqualBoards)),]
}

#[derive(Deserialize)]
struct UnknownCases {
    cases: Vec<UnknownCase>,
}

#[derive(Deserialize)]
struct UnknownCase {
    id: String,
    #[serde(flatten)]
    board: BoardCase,
    boards: u64,
    levels: LevelChances,
    tiles: [[[f64; 4]; SIDE]; SIDE],
}

#[test]
fn known_positions_have_known_odds_at_an_unknown_level() {
    let text = include_str!("../../../../tests/cases/voltorb-unknown.json");
    for case in serde_json::from_str::<UnknownCases>(text).unwrap().cases {
        let insight = analysis::odds(&Problem::check(&case.board.state()).unwrap());
        assert_eq!(insight.boards, case.boards, "{}", case.id);
        for (found, expected) in insight.levels.unwrap().into_iter().zip(case.levels) {
            assert_close(found, expected, 1e-12, &case.id);
        }
        assert_chances(insight.tiles, Some(case.tiles), &case.id);
    }
}

/// Returns the probability that a level with these types and these numbers of accepted boards deals this board, by the definition.
fn plain_chance(board: Board, types: &[BoardTypeCase], accepted: &[u64; 10]) -> f64 {
    let count = |value: Value| board.values().filter(|&other| other == value).count() as u8;
    let has_voltorb = |line: Line| (0..SIDE).any(|place| board.value(line.tile(place)) == Value::Voltorb);
    let is_free = |tile: usize| {
        let lines = [Line::Row(tile / SIDE), Line::Column(tile % SIDE)];
        matches!(board.value(tile), Value::Two | Value::Three) && lines.into_iter().any(|line| !has_voltorb(line))
    };
    let total = (0..TILES).filter(|&tile| is_free(tile)).count() as u8;
    let most = Line::all().map(|line| (0..SIDE).filter(|&place| is_free(line.tile(place))).count() as u8).max().unwrap();
    let deals = |board_type: &BoardTypeCase| {
        [board_type.voltorbs, board_type.twos, board_type.threes] == [Value::Voltorb, Value::Two, Value::Three].map(count)
            && most < board_type.free_limit_line
            && total < board_type.free_limit_total
    };
    types.iter().zip(accepted).filter(|(board_type, _)| deals(board_type)).map(|(_, &accepted)| 0.1 / accepted as f64).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn odds_match_a_plain_enumeration_over_all_levels(
        seed: u64,
        level in 1..=8_u8,
        face_up in 11..=16_u32,
        ends in (1..=8_u8, 1..=8_u8),
        any_level: bool,
        mistake in prop::option::weighted(0.2, 0..30_usize),
    ) {
        let (first, last) = if any_level { (1, 8) } else { (ends.0.min(ends.1), ends.0.max(ends.1)) };
        let problem = Problem { levels: Assumption::Levels(first, last).levels().unwrap(), ..dealt(seed, level, face_up, mistake) };
        let Cases { accepted, board_types, .. } = cases();
        let boards = plain_search(&problem);
        let chance = |board: Board, level: u8| {
            let key = level.to_string();
            plain_chance(board, &board_types[&key], &accepted[&key]) / f64::from(last - first + 1)
        };
        // For each board, its weight by each level.
        let weights: Vec<Vec<f64>> = boards.iter().map(|&board| (first..=last).map(|level| chance(board, level)).collect()).collect();
        let of_board: Vec<f64> = weights.iter().map(|weights| weights.iter().sum()).collect();
        let total: f64 = of_board.iter().sum();
        let insight = analysis::odds(&problem);
        prop_assert_eq!(insight.boards, boards.len() as u64);
        prop_assert_eq!(insight.dealable, Some(of_board.iter().filter(|&&weight| 0.0 < weight).count() as u64));
        prop_assert_eq!((insight.levels.is_some(), insight.tiles.is_some()), (0.0 < total, 0.0 < total));
        prop_assert_eq!(insight.kind == Kind::NoBoardAtLevel, total == 0.0 && !boards.is_empty());
        prop_assert_eq!(insight.flaws.is_empty(), 0.0 < total);
        if total == 0.0 {
            return Ok(());
        }
        let levels = insight.levels.unwrap();
        for level in 1..=8 {
            let of_level = |weights: &Vec<f64>| if (first..=last).contains(&level) { weights[usize::from(level - first)] } else { 0.0 };
            let expected = weights.iter().map(of_level).sum::<f64>() / total;
            prop_assert!((levels[usize::from(level) - 1] - expected).abs() < 1e-12, "level {}: {:?}, expected {}", level, levels, expected);
        }
        for tile in 0..TILES {
            for value in Value::ALL {
                let here = boards.iter().zip(&of_board).filter(|(board, _)| board.value(tile) == value).map(|(_, weight)| weight);
                prop_assert!((insight.chances(tile).unwrap()[value as usize] - here.sum::<f64>() / total).abs() < 1e-12);
            }
        }
        for technique in VoltorbFlip::techniques().iter().filter(|technique| ["counting", "rows", "resume"].contains(&technique.key)) {
            let mut found = Found::default();
            prop_assert!((technique.search)(&problem, &mut found).is_continue());
            for solution in found.items {
                let place = boards.binary_search(&solution.board).unwrap();
                prop_assert!((solution.chance - of_board[place] / total).abs() < 1e-12);
            }
        }
    }
}

/// Predictions of about the same chance, and how often they came true.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    predictions: f64,
    predicted: f64,
    observed: f64,
    /// The sum over the rounds of (predicted - observed)^2. Predictions about one round are correlated, so rounds are the independent
    /// samples.
    squares: f64,
}

type Bins = [Bin; 10];

/// Adds the predictions about one round: each with its chance, and whether it came true.
fn add_round(bins: &mut Bins, predictions: impl Iterator<Item = (f64, bool)>) {
    let mut differences = [0.0; 10];
    for (chance, is_true) in predictions {
        let index = ((10.0 * chance) as usize).min(9);
        let (bin, observed) = (&mut bins[index], f64::from(u8::from(is_true)));
        bin.predictions += 1.0;
        bin.predicted += chance;
        bin.observed += observed;
        differences[index] += chance - observed;
    }
    bins.iter_mut().zip(differences).for_each(|(bin, difference)| bin.squares += difference * difference);
}

/// Deals boards at every level, hides the level, and flips the safest useful tile up to `FLIPS` times. Returns what the odds predict of
/// Voltorbs and of levels, on the fresh boards and after each flip.
fn calibration(deals_per_level: u64) -> [Bins; 2] {
    const FLIPS: usize = 3;
    let [mut voltorbs, mut levels] = [Bins::default(); 2];
    for (level, number) in Level::all().flat_map(|level| (0..deals_per_level).map(move |number| (level, number))) {
        let board = Dealer::of_round(number, u64::from(level.number())).board(level);
        let levels_before = Assumption::ANY_LEVEL.levels().unwrap();
        let mut problem = Problem { levels: levels_before, clues: Clues::of(board), tiles: [None; TILES], objective: Objective::Clear };
        let mut seen: [Vec<(f64, bool)>; 2] = Default::default();
        for _ in 0..=FLIPS {
            let insight = analysis::odds(&problem);
            let is_uncertain = |&(chance, _): &(f64, bool)| 0.0 < chance && chance < 1.0;
            let tiles = problem.face_down().map(|tile| (insight.chances(tile).unwrap()[0], board.value(tile) == Value::Voltorb));
            seen[0].extend(tiles.filter(is_uncertain));
            seen[1].extend(Level::all().map(|other| (insight.levels.unwrap()[other.index()], other == level)).filter(is_uncertain));
            let risk = |tile: &usize| insight.chances(*tile).unwrap()[0];
            let useful = problem.face_down().filter(|&tile| 0.0 < insight.chances(tile).unwrap()[2..].iter().sum());
            let Some(tile) = useful.min_by(|one, other| risk(one).total_cmp(&risk(other))) else { break };
            if board.value(tile) == Value::Voltorb {
                break;
            }
            problem.tiles[tile] = Some(board.value(tile));
        }
        let [of_voltorbs, of_levels] = seen;
        add_round(&mut voltorbs, of_voltorbs.into_iter());
        add_round(&mut levels, of_levels.into_iter());
    }
    [voltorbs, levels]
}

#[test]
fn voltorbs_and_levels_are_as_frequent_as_predicted_at_an_unknown_level() {
    for (bins, what) in calibration(100).into_iter().zip(["Voltorbs", "levels"]) {
        let well_filled = bins.iter().filter(|bin| 100.0 < bin.predictions);
        assert_eq!(well_filled.clone().count(), bins.len(), "{what}: {bins:?}");
        for bin in well_filled {
            // With a few dozen bins, one or two may be two errors off, but none four. The 1 stands for what is too rare to show in a
            // sample of this size.
            assert!((bin.predicted - bin.observed).abs() < 4.0 * (1.0 + bin.squares).sqrt(), "{what}: {bin:?}");
        }
    }
}

fn preset(key: &str) -> State {
    read(VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap()).state
}

fn insight_of(state: &State) -> Insight {
    analysis::odds(&Problem::check(state).unwrap())
}

fn facts(state: &State) -> Vec<String> {
    use base::board::Board;
    VoltorbFlip::facts(state, Some(&insight_of(state)), &Default::default())
        .into_iter()
        .map(|fact| format!("{}: {}", fact.label, fact.value))
        .collect()
}

#[test]
fn each_possible_level_is_shown_with_its_chance() {
    let unknown = State { level: None, ..preset("level-5-fresh") };
    let facts_of = |assume: Assumption| {
        let mut state = unknown;
        state.assume = assume;
        facts(&state).join(", ")
    };
    let wanted = "Matching boards: 962, Dealt by the game: all 962, Level 4: 33.8 %, Level 5: 48.5 %, Level 6: 17.7 %, Chance";
    assert!(facts_of(Assumption::ANY_LEVEL).starts_with(wanted), "{}", facts_of(Assumption::ANY_LEVEL));
    assert!(facts_of(Assumption::Levels(5, 8)).contains(", Level 5: 73.2 %, Level 6: 26.8 %, Chance"));
    assert!(facts_of(Assumption::EqualBoards).starts_with("Matching boards: 962, Weights: equal"));
}

/// If only one level is left, its odds and goals are used.
#[test]
fn the_only_possible_level_is_used() {
    let known = preset("level-1");
    for objective in Objective::ALL {
        let known = State { objective, ..known };
        let unknown = State { level: None, ..known };
        assert_eq!(facts(&unknown)[1..3], ["Dealt at level 1: all 97", "Level: 1, the only one possible"]);
        assert_eq!(insight_of(&unknown), insight_of(&known), "{objective}");
    }
}

#[test]
fn boards_that_no_level_deals_are_named_and_equal_weights_are_offered() {
    let state = crate::edit::text::read("8/1 8/1 8/1 8/1 8/1\n8/1 8/1 8/1 8/1 8/1", &State::default()).unwrap();
    let advice = |state: &State| advise(state, &insight_of(state)).unwrap();
    let never = "Boards match these clues, but no level deals any of them; check the clues, or count all boards equally.";
    assert_eq!((advice(&state).headline.as_str(), advice(&state).reason.as_str()), ("Not dealt at any level", never));
    assert_eq!(facts(&state), ["Matching boards: 1,401,480", "Dealt by the game: 0", "Level: none deals this"]);
    let range = State { level: None, assume: Assumption::Levels(7, 8), ..preset("level-5-fresh") };
    assert_eq!(advice(&range).headline, "Not dealt at these levels");
    assert!(
        advice(&range).reason.ends_with("levels 7 to 8 deal none of them; levels 4, 5 and 6 deal such boards."),
        "{}",
        advice(&range).reason
    );
    let equal = State { assume: Assumption::EqualBoards, ..state };
    assert_eq!(insight_of(&equal).kind, Kind::Ok);
    assert!(advice(&equal).reason.ends_with("All boards count equally here.") && !advice(&preset("level-1")).reason.contains("equally"));
}

#[test]
fn keeping_the_level_needs_the_level_only_while_several_are_possible() {
    let fresh = State { level: None, objective: Objective::KeepLevel, ..preset("level-5-fresh") };
    let advice = advise(&fresh, &insight_of(&fresh)).unwrap();
    assert_eq!((advice.tile, advice.headline.as_str()), (None, "Set the level"));
    assert!(advice.reason.ends_with("depends on the level, which can be 4, 5 or 6."), "{}", advice.reason);
    let equal = State { assume: Assumption::EqualBoards, ..fresh };
    assert!(advise(&equal, &insight_of(&equal)).unwrap().reason.contains("depends on the level. "));
    assert_eq!(Level::only_possible(&[0.0; LEVELS]), None);
}
