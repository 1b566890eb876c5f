//! A game in a save file: its seed and what the player did. Reading plays it again, so nothing in the file can contradict itself.

use std::time::Duration;

use super::{
    deal,
    game::{GOALS, Game, Kind, Outcome},
    round::Round,
    score::Contest,
};
use crate::model::{
    card::Card,
    state::{State, Variant},
};
use base::{
    date::Date,
    game::{self, End, GameFlaw},
    text::{counted, listed, quoted},
};

/// The kinds of games in files.
const TABLE: &str = "table";
const DAILY: &str = "daily";
const RUN: &str = "run";

/// The number in a file that is the goal of a run, and the one that says in which variant it is played: the cards of a solution, or of the
/// Junior deck.
const GOAL: &str = "goal";
const SIZE: &str = "cards";
const JUNIOR: u64 = 27;

/// In place of cards, the claim that no solution is left.
const NONE_LEFT: &str = "none left";

/// Returns a game of this contest and variant that has just begun.
fn fresh(contest: Contest, variant: Variant) -> game::Game {
    let mut fresh = game::Game::new(match contest {
        Contest::Table => TABLE,
        Contest::Daily => DAILY,
        Contest::Run(_) => RUN,
    });
    if let Contest::Run(goal) = contest {
        fresh.numbers.insert(GOAL.to_owned(), goal as u64);
    }
    if variant != Variant::Set {
        fresh.numbers.insert(SIZE.to_owned(), if variant == Variant::Junior { JUNIOR } else { variant.size() as u64 });
    }
    fresh
}

/// Returns the contest and the variant of a game in a file, if it is a game of SET.
pub fn contest(saved: &game::Game) -> Option<(Contest, Variant)> {
    let contest = match saved.kind.as_str() {
        TABLE => Contest::Table,
        DAILY => Contest::Daily,
        RUN => Contest::Run(*saved.numbers.get(GOAL)? as usize),
        _ => return None,
    };
    let variant = Variant::ALL.into_iter().find(|&variant| fresh(contest, variant).numbers == saved.numbers)?;
    Some((contest, variant))
}

/// The name of the games that are compared with this one.
pub fn name(saved: &game::Game) -> String {
    match contest(saved) {
        None => String::new(),
        Some((contest, Variant::Set)) => contest.name(),
        Some((contest, variant)) => format!("{}, {}", contest.name(), variant.name()),
    }
}

/// The place of these games among all.
pub fn rank(saved: &game::Game) -> u64 {
    contest(saved).map_or(0, |(contest, _)| contest.rank())
}

/// Returns the daily puzzle of this day at its start, and its table.
pub fn daily(day: Date) -> (State, game::Game) {
    let table = deal::daily(day);
    let game = game::Game { day: Some(day), ..fresh(Contest::Daily, table.variant) };
    (table, game)
}

/// Returns the game as a file has it, without the time.
pub fn save(game: &Game, round: &Round) -> game::Game {
    let mut moves = Vec::new();
    let mut claims = game.claims.iter().peekable();
    for (number, cards) in game.found.iter().enumerate() {
        while claims.next_if(|&&claim| claim == number).is_some() {
            moves.push(NONE_LEFT.to_owned());
        }
        moves.push(cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" "));
    }
    moves.extend(claims.map(|_| NONE_LEFT.to_owned()));
    let mut saved = game::Game { moves, day: round.day, hints: round.hints, mistakes: game.wrong, ..fresh(round.contest, game.variant) };
    match game.kind {
        Kind::Run { seed, .. } => saved.seed = seed,
        Kind::Table { claimed_none_left: true } => saved.moves.push(NONE_LEFT.to_owned()),
        Kind::Table { claimed_none_left: false } => {}
    }
    saved.end = game.is_finished().then_some(End::Solved);
    saved.is_counted = game.is_without_solution();
    saved
}

/// Returns the game of a file, played again on this position.
///
/// # Errors
/// What is wrong with it.
pub fn read(state: &State, saved: &game::Game) -> Result<(Game, Round), GameFlaw> {
    let (contest, mut game) = match saved.kind.as_str() {
        TABLE => (Contest::Table, Game::on_table(state)),
        DAILY => {
            let day = saved.day.ok_or_else(|| GameFlaw::new("kind", "the date is missing"))?;
            if deal::daily(day) != *state {
                return Err(GameFlaw::new("day", format!("the cards aren't those of the daily puzzle of {day}")));
            }
            (Contest::Daily, Game::on_table(state))
        }
        RUN => {
            let goal = saved.number(GOAL)? as usize;
            if !GOALS.contains(&goal) {
                return Err(GameFlaw::new("numbers", format!("unknown goal {goal}; expected {}", listed(GOALS, "or"))));
            }
            (Contest::Run(goal), Game::run(state.variant, goal, saved.seed))
        }
        kind => return Err(GameFlaw::unknown_kind(kind, &[TABLE, DAILY, RUN])),
    };
    if saved.numbers != fresh(contest, state.variant).numbers {
        return Err(GameFlaw::new("numbers", "these numbers don't belong to a game of this variant"));
    }
    for (number, text) in (1..).zip(&saved.moves) {
        repeat(&mut game, text).map_err(|why| GameFlaw::new("moves", format!("move {number}: {why}")))?;
    }
    game.wrong = saved.mistakes;
    if saved.end != game.is_finished().then_some(End::Solved) {
        return Err(GameFlaw::new(
            "end",
            if game.is_finished() { "the game is finished: expected `Some(Solved)`" } else { "the game isn't finished" },
        ));
    }
    let final_time = saved.end.map(|_| Duration::from_millis(saved.elapsed_ms));
    let day = saved.day.filter(|_| contest == Contest::Daily);
    Ok((game, Round { contest, day, position: state.clone(), final_time, is_result_new: false, hints: saved.hints }))
}

/// Makes this move again, which was correct.
fn repeat(game: &mut Game, text: &str) -> Result<(), String> {
    let outcome = if text == NONE_LEFT {
        game.claim_none_left()
    } else {
        let cards = text.split_whitespace().map(|code| Card::from_code(code).ok_or_else(|| format!("\"{}\" isn't a card", quoted(code))));
        let place = |card: Card| game.table.iter().position(|&other| other == card).ok_or_else(|| format!("{card} isn't on the table"));
        let positions = cards.map(|card| place(card?)).collect::<Result<Vec<_>, String>>()?;
        game.guess(&positions)
    };
    match outcome {
        Outcome::Right | Outcome::Finished => Ok(()),
        Outcome::Wrong(reason) => Err(reason.sentence()),
        Outcome::Overlooked(remaining) => Err(overlooked(remaining, game.variant.noun())),
        Outcome::AlreadyFound => Err("these cards were found before".to_owned()),
        Outcome::Invalid => Err("these cards can't be guessed here".to_owned()),
    }
}

/// A wrong claim that nothing is left.
fn overlooked(remaining: usize, noun: &str) -> String {
    let are = if remaining == 1 { "is" } else { "are" };
    format!("{} {are} left", counted(remaining as u64, noun))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::solution::Solution;

    fn positions(solution: &Solution) -> Vec<usize> {
        solution.positions().iter().map(|&at| usize::from(at)).collect()
    }

    fn step(game: &mut Game) {
        match game.remaining().first() {
            Some(solution) => game.guess(&positions(solution)),
            None => game.claim_none_left(),
        };
    }

    fn round(contest: Contest, state: &State) -> Round {
        Round { contest, day: None, position: state.clone(), final_time: None, is_result_new: false, hints: 2 }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_run_continues_exactly(seed: u64, goal in prop::sample::select(&GOALS[..]), variant in prop::sample::select(&Variant::ALL[..]), steps in 0..40_usize) {
            let state = State { variant, ..State::default() };
            let mut game = Game::run(variant, goal, seed);
            for number in 0..steps {
                step(&mut game);
                game.wrong += u32::from(number % 3 == 0);
            }
            let saved = save(&game, &round(Contest::Run(goal), &state));
            let text = ron::to_string(&saved).unwrap();
            let (mut again, round) = read(&state, &ron::from_str(&text).unwrap()).unwrap();
            prop_assert_eq!((&again, round.hints), (&game, 2));
            for _ in 0..60 {
                step(&mut game);
                step(&mut again);
            }
            prop_assert!(again.is_finished());
            prop_assert_eq!(again, game);
        }
    }

    #[test]
    fn results_are_compared_by_contest_and_variant() {
        let check = |contest, variant, expected: &str, place: u64| {
            let saved = fresh(contest, variant);
            assert_eq!((name(&saved).as_str(), rank(&saved)), (expected, place));
        };
        check(Contest::Table, Variant::Set, "One table", 0);
        check(Contest::Daily, Variant::Set, "Daily puzzle", 1);
        check(Contest::Run(10), Variant::Set, "Find 10", 10);
        check(Contest::Run(30), Variant::Junior, "Find 30, Junior", 30);
        assert_eq!(name(&game::Game::new("chess")), "");
    }

    #[test]
    fn a_table_without_a_set_does_not_count() {
        let state = State::new(deal::apl(12345, 12).unwrap().cards[..2].to_vec(), Variant::Set);
        let mut game = Game::on_table(&state);
        assert!(!save(&game, &round(Contest::Table, &state)).is_counted);
        game.claim_none_left();
        let saved = save(&game, &round(Contest::Table, &state));
        assert_eq!((saved.end, saved.is_counted), (Some(End::Solved), true));
        let mut found = Game::on_table(&deal::apl(12345, 12).unwrap());
        while !found.is_finished() {
            step(&mut found);
        }
        assert!(!save(&found, &round(Contest::Table, &state)).is_counted);
    }

    #[test]
    fn a_game_that_contradicts_itself_is_refused() {
        let state = deal::apl(12345, 12).unwrap();
        let mut game = Game::on_table(&state);
        game.guess(&[7, 0, 6]);
        let saved = save(&game, &round(Contest::Table, &state));
        assert_eq!(read(&state, &saved).map(|(game, _)| game), Ok(game));
        let check = |change: &dyn Fn(&mut game::Game), field: &str, message: &str| {
            let mut changed = saved.clone();
            change(&mut changed);
            let flaw = read(&state, &changed).unwrap_err();
            assert_eq!((flaw.field, flaw.message.as_str()), (field, message));
        };
        let found = saved.moves[0].clone();
        check(&|saved| saved.kind = "chess".to_owned(), "kind", "unknown game \"chess\"; expected \"table\", \"daily\" or \"run\"");
        check(&|saved| saved.kind = RUN.to_owned(), "numbers", "\"goal\" is missing");
        check(&|saved| saved.moves.push(found.clone()), "moves", "move 2: these cards were found before");
        check(&|saved| saved.moves.push("4xyz".to_owned()), "moves", "move 2: \"4xyz\" isn't a card");
        check(&|saved| saved.moves.push(NONE_LEFT.to_owned()), "moves", "move 2: 1 SET is left");
        check(&|saved| saved.end = Some(End::Solved), "end", "the game isn't finished");
        check(&|saved| saved.kind = DAILY.to_owned(), "kind", "the date is missing");
        let day = "2026-11-21".parse().ok();
        let not_daily = "the cards aren't those of the daily puzzle of 2026-11-21";
        check(&|saved| (saved.kind, saved.day) = (DAILY.to_owned(), day), "day", not_daily);
    }
}
