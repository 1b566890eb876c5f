//! A game in a save file: its seed and what the player did. Reading plays it again, so nothing in the file can contradict itself.

use std::time::Duration;

use super::{
    deal,
    game::{GOALS, Game, Kind, Move, Outcome},
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
const DECK: &str = "deck";
const RUN: &str = "run";
const DRILL: &str = "drill";

/// The numbers in a file that are the goal of a run and how many features differ in a drill, and the one that says in which variant it is
/// played: the cards of a solution, or of the Junior deck.
const GOAL: &str = "goal";
const DIFFERING: &str = "differing";
const SIZE: &str = "cards";
const JUNIOR: u64 = 27;

/// In place of cards, the claim that no solution is left, and the wish for more cards.
const NONE_LEFT: &str = "none left";
const MORE_CARDS: &str = "more cards";

/// In place of cards, the end of a run before its goal.
const ENDED: &str = "ended";

/// Between a move and its time on the clock in milliseconds, in a game that the deck refills.
const AT: &str = " at ";

/// Returns a game of this contest and variant that has just begun.
fn fresh(contest: Contest, variant: Variant) -> game::Game {
    let mut fresh = game::Game::new(match contest {
        Contest::Table => TABLE,
        Contest::Daily => DAILY,
        Contest::Deck => DECK,
        Contest::Run(_) => RUN,
        Contest::Drill(_) => DRILL,
    });
    if let Contest::Run(goal) = contest {
        fresh.numbers.insert(GOAL.to_owned(), goal as u64);
    }
    if let Contest::Drill(differing) = contest {
        fresh.numbers.insert(DIFFERING.to_owned(), differing as u64);
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
        DECK => Contest::Deck,
        RUN => Contest::Run(*saved.numbers.get(GOAL)? as usize),
        DRILL => Contest::Drill(*saved.numbers.get(DIFFERING)? as usize),
        _ => return None,
    };
    let variant = Variant::ALL.into_iter().find(|&variant| fresh(contest, variant).numbers == saved.numbers)?;
    Some((contest, variant))
}

/// Whether it is a drill, whose table is dealt for it.
pub fn is_drill(saved: &game::Game) -> bool {
    saved.kind == DRILL
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
    let mut found = game.found.iter();
    let moves = game.moves.iter().enumerate().map(|(number, step)| {
        let text = match step {
            Move::Found => found.next().into_iter().flatten().map(|card| card.code()).collect::<Vec<_>>().join(" "),
            Move::NoneLeft => NONE_LEFT.to_owned(),
            Move::MoreCards { .. } => MORE_CARDS.to_owned(),
            Move::End => ENDED.to_owned(),
        };
        match round.times.get(number) {
            Some(Some(time)) if game.kind != Kind::Table => format!("{text}{AT}{}", time.as_millis()),
            _ => text,
        }
    });
    let moves = moves.collect();
    let mut saved = game::Game { moves, day: round.day, hints: round.hints, mistakes: game.wrong, ..fresh(round.contest, game.variant) };
    if let Kind::Run { seed, .. } = game.kind {
        saved.seed = seed;
    }
    saved.end = end(game);
    // Neither shows how fast the player finds solutions.
    saved.is_counted = game.is_without_solution() || game.is_ended_early();
    saved
}

/// How the game ended, if it has.
fn end(game: &Game) -> Option<End> {
    game.is_finished().then_some(if game.is_ended_early() { End::Stopped } else { End::Solved })
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
            (Contest::Run(goal), Game::run(state.variant, Some(goal), saved.seed))
        }
        DECK => (Contest::Deck, Game::run(state.variant, None, saved.seed)),
        DRILL => {
            let differing = saved.number(DIFFERING)? as usize;
            if !deal::is_drill(&state.cards, differing) {
                return Err(GameFlaw::new("numbers", format!("the SETs aren't those of \"{}\"", Contest::Drill(differing).name())));
            }
            (Contest::Drill(differing), Game::on_table(state))
        }
        kind => return Err(GameFlaw::unknown_kind(kind, &[TABLE, DAILY, DECK, RUN, DRILL])),
    };
    if saved.numbers != fresh(contest, state.variant).numbers {
        return Err(GameFlaw::new("numbers", "these numbers don't belong to a game of this variant"));
    }
    let mut times: Vec<Option<Duration>> = Vec::new();
    for (number, text) in (1..).zip(&saved.moves) {
        let flaw = |why| GameFlaw::new("moves", format!("move {number}: {why}"));
        let (text, time) = if game.kind == Kind::Table { (text.as_str(), None) } else { read_time(text).map_err(flaw)? };
        repeat(&mut game, text).map_err(flaw)?;
        let before = times.iter().flatten().next_back().copied();
        if time.is_some_and(|time| before.is_some_and(|before| time < before) || Duration::from_millis(saved.elapsed_ms) < time) {
            return Err(flaw("its time is earlier than that of a move before it, or later than that of the game".to_owned()));
        }
        times.push(time);
    }
    game.wrong = saved.mistakes;
    if (saved.hints as usize) < game.times_asked() {
        return Err(GameFlaw::new(
            "hints",
            "the player asked for more cards on tables with a solution more often than for hints, of which that is one",
        ));
    }
    let end = end(&game);
    if saved.end != end {
        return Err(GameFlaw::new(
            "end",
            end.map_or_else(|| "the game isn't finished".to_owned(), |end| format!("the game is finished: expected `Some({end:?})`")),
        ));
    }
    let final_time = saved.end.map(|_| Duration::from_millis(saved.elapsed_ms));
    let day = saved.day.filter(|_| contest == Contest::Daily);
    Ok((game, Round { day, final_time, hints: saved.hints, times, ..Round::new(contest, state) }))
}

/// Reads a move and its time on the clock, if it has one.
fn read_time(text: &str) -> Result<(&str, Option<Duration>), String> {
    let Some((text, time)) = text.split_once(AT) else { return Ok((text, None)) };
    let time = time.parse().map_err(|_| format!("\"{}\" isn't a time in milliseconds", quoted(time)))?;
    Ok((text, Some(Duration::from_millis(time))))
}

/// Makes this move again, which was correct.
fn repeat(game: &mut Game, text: &str) -> Result<(), String> {
    let outcome = if text == NONE_LEFT {
        game.claim_none_left()
    } else if text == MORE_CARDS {
        game.ask_for_more()
    } else if text == ENDED {
        game.end_early()
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
        Outcome::Invalid if text == ENDED => Err("this game can't be ended here".to_owned()),
        Outcome::Invalid if text == MORE_CARDS => Err("there can't be more cards here".to_owned()),
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
        Round { hints: 2, ..Round::new(contest, state) }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_run_continues_exactly(seed: u64, goal in prop::sample::select(&GOALS[..]), variant in prop::sample::select(&Variant::ALL[..]), steps in 0..40_usize) {
            let state = State { variant, ..State::default() };
            let mut game = Game::run(variant, Some(goal), seed);
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

    /// The whole deck with two moves and the wish for more cards, a second each.
    fn whole_deck() -> (State, game::Game) {
        let state = State::default();
        let mut game = Game::run(state.variant, None, 5);
        step(&mut game);
        assert_eq!(game.ask_for_more(), Outcome::Right);
        step(&mut game);
        let times = (1..4).map(|second| Some(Duration::from_secs(second))).collect();
        let saved = save(&game, &Round { times, ..round(Contest::Deck, &state) });
        (state, game::Game { elapsed_ms: 4_000, ..saved })
    }

    #[test]
    fn the_whole_deck_continues_exactly() {
        let (state, saved) = whole_deck();
        assert_eq!((saved.kind.as_str(), saved.moves[1].as_str()), ("deck", "more cards at 2000"));
        let (mut game, round) = read(&state, &saved).unwrap();
        assert_eq!(game::Game { elapsed_ms: 4_000, ..save(&game, &round) }, saved);
        while !game.is_finished() {
            step(&mut game);
        }
        assert_eq!((save(&game, &round).end, game.cards_left()), (Some(End::Solved), Some(0)));
        // A file of a version that noted no times.
        let untimed = saved.moves.iter().map(|text| text.split(AT).next().unwrap().to_owned()).collect();
        let (_, round) = read(&state, &game::Game { moves: untimed, ..saved }).unwrap();
        assert_eq!(round.times, [None; 3]);
    }

    #[test]
    fn a_whole_deck_that_contradicts_itself_is_refused() {
        let (state, saved) = whole_deck();
        let check = |change: &dyn Fn(&mut game::Game), field: &str, message: &str| {
            let mut changed = saved.clone();
            change(&mut changed);
            let flaw = read(&state, &changed).unwrap_err();
            assert_eq!((flaw.field, flaw.message.as_str()), (field, message));
        };
        let late = "move 3: its time is earlier than that of a move before it, or later than that of the game";
        check(&|saved| saved.moves[1] = "more cards at 2x".to_owned(), "moves", "move 2: \"2x\" isn't a time in milliseconds");
        check(&|saved| saved.moves[1] = "more cards at 3001".to_owned(), "moves", late);
        check(&|saved| saved.elapsed_ms = 2_999, "moves", late);
        check(
            &|saved| saved.hints = 0,
            "hints",
            "the player asked for more cards on tables with a solution more often than for hints, of which that is one",
        );
        check(&|saved| saved.end = Some(End::Solved), "end", "the game isn't finished");
        let more = |saved: &mut game::Game| saved.moves.extend(vec![MORE_CARDS.to_owned(); 4]);
        check(&more, "moves", "move 7: there can't be more cards here");
        check(&|saved| saved.seed = 6, "moves", "move 1: 1 oval blue shaded isn't on the table");
        check(&|saved| saved.kind = TABLE.to_owned(), "moves", "move 1: 1 oval blue shaded isn't on the table");
    }

    #[test]
    fn a_game_that_was_ended_early_has_its_result_and_is_not_counted() {
        let (state, saved) = whole_deck();
        let (mut game, round) = read(&state, &saved).unwrap();
        assert_eq!((game.end_early(), game.end_early()), (Outcome::Finished, Outcome::Invalid));
        assert_eq!(game.claim_none_left(), Outcome::Invalid);
        let times = [&round.times[..], &[Some(Duration::from_secs(4))]].concat();
        let ended = game::Game { elapsed_ms: 4_000, ..save(&game, &Round { times, ..round }) };
        assert_eq!((ended.moves.last().map(String::as_str), ended.end), (Some("ended at 4000"), Some(End::Stopped)));
        assert!(ended.is_counted, "its time tells nothing");
        let (again, round) = read(&state, &ended).unwrap();
        assert_eq!((&again, round.final_time), (&game, Some(Duration::from_secs(4))));
        let refused = |saved: game::Game| read(&state, &saved).unwrap_err().message;
        let followed = [&ended.moves[..], &[NONE_LEFT.to_owned()]].concat();
        assert_eq!(refused(game::Game { moves: followed, ..ended.clone() }), "move 5: these cards can't be guessed here");
        assert_eq!(refused(game::Game { end: Some(End::Solved), ..ended }), "the game is finished: expected `Some(Stopped)`");
        let table = deal::apl(12345, 12).unwrap();
        let mut on_table = save(&Game::on_table(&table), &round_of(&table));
        on_table.moves.push(ENDED.to_owned());
        assert_eq!(read(&table, &on_table).unwrap_err().message, "move 1: this game can't be ended here");
    }

    fn round_of(table: &State) -> Round {
        round(Contest::Table, table)
    }

    #[test]
    fn a_drill_is_one_kind_of_table() {
        let state = deal::drill(2, 1);
        let saved = save(&Game::on_table(&state), &round(Contest::Drill(2), &state));
        assert!(read(&state, &saved).is_ok_and(|(_, round)| round.contest == Contest::Drill(2)));
        let flaw = read(&deal::drill(3, 1), &saved).unwrap_err();
        assert_eq!((flaw.field, flaw.message.as_str()), ("numbers", "the SETs aren't those of \"Drill: 2 features differ\""));
    }

    #[test]
    fn results_are_compared_by_contest_and_variant() {
        let check = |contest, variant, expected: &str, place: u64| {
            let saved = fresh(contest, variant);
            assert_eq!((name(&saved).as_str(), rank(&saved)), (expected, place));
        };
        check(Contest::Table, Variant::Set, "One table", 0);
        check(Contest::Daily, Variant::Set, "Daily puzzle", 1);
        check(Contest::Deck, Variant::Set, "Whole deck", 2);
        check(Contest::Deck, Variant::Ghost, "Whole deck, Ghost", 2);
        check(Contest::Drill(1), Variant::Set, "Drill: 1 feature differs", 101);
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
        check(
            &|saved| saved.kind = "chess".to_owned(),
            "kind",
            "unknown game \"chess\"; expected \"table\", \"daily\", \"deck\", \"run\" or \"drill\"",
        );
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
