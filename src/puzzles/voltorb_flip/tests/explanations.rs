//! The explanation of a round is true: every step is checked by listing the boards that match what was shown before it.

use proptest::prelude::*;

use crate::{
    VoltorbFlip,
    live::{explanation, hints},
    model::{
        objective::Objective,
        prior::Level,
        problem::{Problem, Spot},
        rules::{Board, Clues, Line, SIDE, TILES, Value, tile_name},
        solution::Solution,
    },
    play::deal::Dealer,
    words::percent,
};
use base::{
    search::{Event, Found, Hint, TraceStep},
    testing,
    text::grouped,
};

type Step = TraceStep<Solution, Spot>;
/// What every board shows on all tiles that a step names, with the words that say so.
type Claim = (&'static str, fn(Value) -> bool);

fn explained(problem: &Problem) -> Vec<Step> {
    let mut found = Found::default();
    assert!(explanation::steps(problem, &mut found).is_continue());
    found.items
}

/// All boards that match these tiles, with their chances.
fn boards(problem: &Problem, tiles: [Option<Value>; TILES]) -> Vec<Solution> {
    let mut found = Found::default();
    let technique = testing::technique::<VoltorbFlip>("rows");
    assert!((technique.search)(&Problem { tiles, ..*problem }, &mut found).is_continue());
    found.items
}

fn tiles_of(step: &Step) -> [Option<Value>; TILES] {
    std::array::from_fn(|tile| step.partial.value(tile))
}

/// How a round stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stand {
    Won,
    Lost,
    Running,
}

/// A round on a real deal, in which these tiles were flipped as far as they aren't Voltorbs.
fn round(board: Board, level: u8, flips: u32, stand: Stand) -> Problem {
    let level = Level::new(level).unwrap();
    let is_flipped = |tile: usize| match board.value(tile) {
        Value::Voltorb => stand == Stand::Lost && board.values().position(|value| value == Value::Voltorb) == Some(tile),
        Value::One => flips >> tile & 1 != 0,
        Value::Two | Value::Three => stand == Stand::Won || flips >> tile & 1 != 0,
    };
    let tiles = std::array::from_fn(|tile| is_flipped(tile).then(|| board.value(tile)));
    Problem { levels: Some(level.alone()), clues: Clues::of(board), tiles, objective: Objective::Clear }
}

/// Checks what each step claims, and what it shows. Returns how many steps of each kind there are: safe lines, lines of Voltorbs, lines
/// without gain, safe tiles, and risks.
fn check(problem: &Problem, board: Board, steps: &[Step]) -> Result<[usize; 5], TestCaseError> {
    let mut kinds = [0; 5];
    let mut before = [None; TILES];
    for step in steps {
        let (remark, after) = (&step.remark, tiles_of(step));
        let all = boards(problem, before);
        let dealt: Vec<&Solution> = all.iter().filter(|solution| 0.0 < solution.chance).collect();
        let spots: Vec<usize> = step.spots.iter().filter_map(|spot| if let Spot::Tile(tile) = *spot { Some(tile) } else { None }).collect();
        for tile in 0..TILES {
            prop_assert!(after[tile].is_none_or(|value| value == board.value(tile)), "{}", remark);
            prop_assert!(before[tile].is_none() || before[tile] == after[tile], "{}", remark);
        }
        let are_all = |is_so: fn(Value) -> bool| all.iter().all(|solution| spots.iter().all(|&tile| is_so(solution.board.value(tile))));
        // All lines of which one thing is said.
        let said = remark.split_once(" has ").or(remark.split_once(" have ")).map(|(lines, _)| lines).unwrap_or_default();
        let named: Vec<&str> = said.split(", ").flat_map(|part| part.split(" and ")).collect();
        let lines: Vec<Line> = Line::all().filter(|line| named.contains(&&*line.to_string())).collect();
        if !lines.is_empty() {
            prop_assert_eq!(lines.len(), named.len(), "{}", remark);
            let of_line = |line: &Line| (0..SIDE).map(|place| line.tile(place)).filter(|&tile| before[tile].is_none()).collect::<Vec<_>>();
            prop_assert!(lines.iter().all(|line| !of_line(line).is_empty()), "{}", remark);
            let hidden: Vec<usize> = (0..TILES).filter(|tile| lines.iter().any(|line| of_line(line).contains(tile))).collect();
            prop_assert_eq!(&spots, &hidden, "{}", remark);
            let claims: [Claim; 3] = [
                (" no Voltorbs left, so ", |value| value != Value::Voltorb),
                (" only Voltorbs left", |value| value == Value::Voltorb),
                (" only 1s and Voltorbs left, so there is nothing to gain", |value| !value.is_multiplier()),
            ];
            let kind = claims.iter().position(|(words, _)| remark.contains(words));
            let kind = kind.ok_or_else(|| TestCaseError::fail(remark.clone()))?;
            prop_assert!(are_all(claims[kind].1), "{}", remark);
            kinds[kind] += 1;
        } else if remark.starts_with("flip ") {
            let &[shown] = &spots[..] else { return Err(TestCaseError::fail(remark.clone())) };
            let advised = (0..TILES).find(|&tile| remark[5..].starts_with(&tile_name(tile))).unwrap();
            let instead = format!(". In this round, {} was flipped instead", tile_name(shown));
            prop_assert!(advised == shown || remark.contains(&instead), "{}", remark);
            let risk = |tile: usize| -> f64 {
                dealt.iter().filter(|solution| solution.board.value(tile) == Value::Voltorb).map(|solution| solution.chance).sum()
            };
            let is_safe = |tile: usize| dealt.iter().all(|solution| solution.board.value(tile) != Value::Voltorb);
            let is_useful = |tile: usize| dealt.iter().any(|solution| solution.board.value(tile).is_multiplier());
            if is_safe(advised) {
                let count = format!("none of the {} ", grouped(dealt.len() as u64));
                let only =
                    ["The only remaining board has no Voltorb here", "The only matching board that is ever dealt has no Voltorb here"];
                prop_assert!(remark.contains(&count) || dealt.len() == 1 && only.iter().any(|only| remark.contains(only)), "{}", remark);
                kinds[3] += 1;
            } else {
                let safe: Vec<usize> = (0..TILES).filter(|&tile| before[tile].is_none() && is_safe(tile) && is_useful(tile)).collect();
                prop_assert!(safe.is_empty(), "{:?}: {}", safe, remark);
                prop_assert!(is_useful(advised), "{}", remark);
                let says = |chance: f64, words: &str| {
                    let said = remark.split(words).next().and_then(|before| before.rsplit(": ").next()).unwrap_or_default();
                    !remark.contains(words) || [chance - 1e-9, chance, chance + 1e-9].iter().any(|&chance| percent(chance) == said)
                };
                prop_assert!(says(risk(advised), " Voltorb, "), "{} is {}: {}", tile_name(advised), risk(advised), remark);
                kinds[4] += 1;
            }
        } else {
            let multipliers = (0..TILES).filter(|&tile| board.value(tile).is_multiplier());
            let is_cleared = multipliers.into_iter().all(|tile| before[tile].is_some());
            let is_lost = problem.tiles.contains(&Some(Value::Voltorb));
            match step.event {
                Event::Found => prop_assert!(is_cleared && remark.starts_with("board cleared: ")),
                _ => prop_assert!(is_lost && !is_cleared && remark == "round lost: A Voltorb is face up", "{}", remark),
            }
        }
        before = after;
    }
    Ok(kinds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_step_of_a_round_is_true(
        seed: u64,
        level in 1..=4_u8,
        flips: u32,
        stand in prop::sample::select(&[Stand::Won, Stand::Won, Stand::Lost, Stand::Running]),
    ) {
        let board = Dealer::new(seed).board(Level::new(level).unwrap());
        let problem = round(board, level, flips, stand);
        let steps = explained(&problem);
        check(&problem, board, &steps)?;
        let last = steps.last().unwrap();
        // Everything that was flipped is shown in the end.
        prop_assert!((0..TILES).all(|tile| problem.tiles[tile].is_none() || last.partial.value(tile) == problem.tiles[tile]));
        match stand {
            // Nobody flips on after the last 2 or 3, but a position can be typed in.
            Stand::Lost => {
                let is_cleared = (0..TILES).all(|tile| !board.value(tile).is_multiplier() || problem.tiles[tile].is_some());
                // The flip that lost it may have been the best, before the last 2 or 3.
                prop_assert!(is_cleared || last.event != Event::Found, "{}", &last.remark);
            }
            Stand::Won => prop_assert_eq!(last.event, Event::Found, "{}", &last.remark),
            // The last step is the advice of the hints.
            Stand::Running => {
                let mut found = Found::default();
                prop_assert!(hints::hints(&problem, None, &mut found).is_continue());
                let is_advice = |hint: &Hint<Spot>| matches!(hint, Hint::Advice { message, .. } if *message == last.remark);
                prop_assert!(found.items.iter().any(is_advice), "{}: {:?}", last.remark, found.items);
            }
        }
    }
}

#[test]
fn rounds_have_steps_of_every_kind() {
    let mut kinds = [0; 5];
    for seed in 0..30 {
        let level = 1 + (seed % 4) as u8;
        let board = Dealer::new(seed).board(Level::new(level).unwrap());
        let problem = round(board, level, 0, Stand::Won);
        let of_round = check(&problem, board, &explained(&problem)).unwrap();
        kinds.iter_mut().zip(of_round).for_each(|(all, count)| *all += count);
    }
    assert!(kinds.iter().all(|&count| 3 < count), "{kinds:?}");
}

#[test]
fn lines_that_show_the_same_share_a_step() {
    let mut most = 0;
    for seed in 0..20 {
        let problem = round(Dealer::new(seed).board(Level::new(1).unwrap()), 1, 0, Stand::Won);
        // With more than five points and no Voltorbs, a line has something to gain.
        let is_safe = |line: &Line| problem.clues.line(*line).voltorbs == 0 && SIDE < problem.clues.line(*line).sum.into();
        let safe: Vec<Line> = Line::all().filter(is_safe).collect();
        let first = &explained(&problem)[0].remark;
        assert!(safe.iter().all(|line| first.contains(&line.to_string())), "{safe:?}: {first}");
        most = most.max(safe.len());
    }
    assert!(1 < most);
}

#[test]
fn a_round_that_no_board_matches_has_a_sentence() {
    let board = Dealer::new(1).board(Level::new(1).unwrap());
    let mut problem = round(board, 1, 0, Stand::Won);
    problem.clues.rows[0].sum += 1;
    let [only] = &explained(&problem)[..] else { panic!("one step") };
    assert_eq!((only.event, only.partial.filled), (Event::DeadEnd, 0));
    assert!(only.remark.contains("row"), "{}", only.remark);
}
