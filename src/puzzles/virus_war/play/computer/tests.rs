use std::cell::Cell;

use super::*;
use crate::{
    model::{notation::Entry, state::Rules, tree::Tree},
    play::{
        battle::Computer,
        opponent::{LIKELY, WIN},
    },
};
use base::{puzzle::Puzzle, search::Found};

const NOW: Duration = Duration::from_secs(100);

/// The pace of a watched game, in moves a second.
const PACE: f32 = 2.0;

fn midgame() -> Problem {
    VirusWar::check(&VirusWar::deal(1)).unwrap()
}

/// A document in which nothing can be redone and nothing is looked back at.
fn at(state: &State) -> Table<'_> {
    Table { shown: state, now: state, can_redo: false }
}

/// Thinks as asked and takes the thoughts in.
fn think(opponent: &mut Opponent, thinking: &Thinking, state: &State) {
    let mut found = Found::default();
    assert!(thinking.run(&mut found).is_continue());
    found.items.into_iter().for_each(|thought| opponent.take_in(thought, state, NOW, PACE));
    opponent.finish(None);
}

/// The position after a turn of the player who moves.
fn after_a_turn(state: &State) -> State {
    let mut turns = Found::default();
    assert!((VirusWar::techniques()[0].search)(&state.check().unwrap(), &mut turns).is_continue());
    VirusWar::BOARD_EXTRAS.adopt(state, &turns.items[0]).unwrap()
}

/// A game on a small board in which the computer plays X, or also O.
fn battle(state: &State, is_watched: bool) -> Battle {
    let computer = Computer { side: Player::X, level: Level::OnePly, time_ms: Computer::USUAL_MS };
    Battle::on_board_of(state, Some(computer), 1).watched(is_watched.then_some(Level::Random))
}

#[test]
fn a_turn_counts_as_played_even_if_the_duplicate_tool_has_changed() {
    let before = State::start(5, Rules::default());
    let mut now = State { triples: vec![[1, 2, 3]].into(), ..before.clone() };
    assert!(is_new_game(&now) && !was_played(&before, &now));
    assert_eq!(now.play("b2".parse().unwrap()), Ok(()));
    assert!(was_played(&before, &now) && !is_new_game(&now));
}

#[test]
fn it_says_that_the_game_has_no_room_for_its_turn() {
    let mut state = State::start(5, Rules { passing: true, ..Rules::default() });
    let first = vec!["b2".parse().unwrap()];
    // All the variations are the same.
    let turns = std::iter::once(Entry::new(1, first)).chain((2..=MOST_TURNS).map(|_| Entry::new(2, Vec::new())));
    state.tree = Tree::of(turns.collect()).unwrap();
    let line = state.line().unwrap();
    let state = state.at(&line, 1, 0);
    assert_eq!(state.check().err(), None);
    let mut turns = Found::default();
    assert!((VirusWar::techniques()[0].search)(&state.check().unwrap(), &mut turns).is_continue());
    let mut opponent = Opponent::default();
    assert!(opponent.make(turns.items[turns.items.len() - 1], &state, NOW).is_none());
    assert_eq!(opponent.failure, Some(tree_is_full(MOST_TURNS)));
}

#[test]
fn it_replies_to_a_turn_and_to_nothing_else() {
    let before = State::start(5, Rules::default());
    let now = after_a_turn(&before);
    let mut opponent = Opponent::default();
    assert!(opponent.play_by_itself(Sides::One(Player::X), &before).is_none(), "O begins");
    assert!(opponent.follow(&before, false, at(&now)).is_none(), "undo and redo play no turn");
    assert!(opponent.follow(&before, true, at(&before)).is_none(), "nothing has changed");
    let thinking = opponent.follow(&before, true, at(&now)).expect("a turn was played");
    assert!(opponent.is_thinking() && opponent.is_busy());
    think(&mut opponent, &thinking, &now);
    assert!(!opponent.is_thinking() && opponent.is_busy() && !opponent.expected().is_empty());
    let (next, then) = opponent.make_turn(&now, NOW).expect("it needn't wait");
    assert!(next.to_move == Player::O && then.is_none() && !opponent.is_busy());
    assert!(!opponent.expected().is_empty() && opponent.work().is_some(), "what it expects stays");
    assert!(opponent.follow(&next, false, at(&now)).is_none());
    assert!(opponent.expected().is_empty() && opponent.work().is_none(), "in another position it is forgotten");
}

#[test]
fn in_a_game_it_makes_its_own_turns_only() {
    let start = State::start(5, Rules::default());
    let game = battle(&start, false);
    let mut opponent = Opponent::default();
    assert!(opponent.begin_game(Some(&game), at(&start)).is_none(), "the user begins");
    assert_eq!((opponent.sides(), opponent.level), (Sides::One(Player::X), Level::OnePly));
    assert_eq!(opponent.why_not(&start, false), Some("It's your turn"));
    let now = after_a_turn(&start);
    assert_eq!(opponent.why_not(&now, false), None);
    assert!(opponent.follow(&start, true, Table { can_redo: true, ..at(&now) }).is_none(), "a later turn can be brought back");
    assert!(opponent.follow(&start, true, Table { shown: &start, ..at(&now) }).is_none(), "the user looks back");
    assert!(opponent.follow(&start, false, at(&now)).is_none(), "the user hasn't moved");
    assert!(opponent.follow(&start, true, at(&now)).is_some());
    opponent.take_side(Some(&game));
    assert!(opponent.is_thinking(), "it is the same game");
    opponent.take_side(None);
    assert!(!opponent.is_thinking(), "the game is over");
    opponent.take_side(Some(&game));
    assert!(!opponent.is_thinking(), "it was opened in its turn");
    assert_eq!(opponent.why_not(&now, false), None);
    assert!(opponent.play(&now).is_some());
}

#[test]
fn a_watched_game_has_the_pace_of_the_timeline() {
    let start = State::start(5, Rules::default());
    let mut opponent = Opponent::default();
    let thinking = opponent.begin_game(Some(&battle(&start, true)), at(&start)).unwrap();
    think(&mut opponent, &thinking, &start);
    let (next, thinking) = opponent.make_turn(&start, NOW).expect("nobody waits for the first turn");
    think(&mut opponent, &thinking.expect("the other side is the computer's, too"), &next);
    let due = NOW + Duration::from_secs_f32(f32::from(next.moves_left) / PACE);
    assert_eq!(opponent.due(), Some(due));
    assert!(opponent.make_turn(&next, due - Duration::from_millis(1)).is_none() && opponent.is_busy());
    assert!(opponent.make_turn(&next, due).is_some());
    opponent.stop();
    assert!(!opponent.is_busy());
}

#[test]
fn thinking_that_was_stopped_or_failed_makes_no_turn() {
    let state = State::start(5, Rules::default());
    let mut opponent = Opponent::default();
    let thinking = opponent.play(&state).unwrap();
    opponent.stop();
    think(&mut opponent, &thinking, &state);
    assert!(!opponent.is_busy() && opponent.expected().is_empty() && opponent.make_turn(&state, NOW).is_none());
    assert!(opponent.play(&state).is_some());
    opponent.finish(Some("no thread".to_owned()));
    assert_eq!((opponent.is_busy(), opponent.failure()), (false, Some("no thread")));
    assert!(opponent.play(&state).is_some() && opponent.failure().is_none());
}

#[test]
fn the_deep_level_chooses_at_the_first_check_after_its_time() {
    let limit = Duration::from_millis(300);
    let thinking = Thinking { level: Level::Deep, problem: midgame(), time: limit, seed: 1 };
    let (checks, mut found) = (Cell::new(0), Found::default());
    // Goes forward by a millisecond with each check.
    let mut clock = || {
        checks.set(checks.get() + 1);
        Duration::from_millis(checks.get())
    };
    assert!(thinking.by_clock(&mut clock, &mut found).is_continue());
    let Some(Thought::Chosen { turn: Some(turn), took, explored }) = found.items.last() else { panic!("{:?}", found.items) };
    assert!(limit <= *took && *took <= limit + Duration::from_millis(50), "{took:?}");
    assert_eq!(checks.get(), 301, "the last check measures the time it took");
    assert!(0 < *explored && *explored <= 301 * 256, "at most 256 turns between two checks: {explored}");
    let best = found.items.iter().rev().find_map(|thought| if let Thought::BetterLine(line) = thought { Some(line) } else { None });
    assert_eq!(best.map(|line| line.turns[0]), Some(*turn), "it plays the best line that it reported");
}

#[test]
fn it_stops_at_once_and_makes_no_turn() {
    /// Stops what it observes.
    struct Stopping;
    impl Observer<Thought> for Stopping {
        fn found(&mut self, thought: Thought) -> ControlFlow<()> {
            assert!(!matches!(thought, Thought::Chosen { .. }), "{thought:?}");
            ControlFlow::Break(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let thinking = Thinking { level: Level::Deep, problem: midgame(), time: Duration::MAX, seed: 1 };
    assert!(thinking.run(&mut Stopping).is_break());
}

#[test]
fn only_proved_outcomes_are_stated_without_reservation() {
    let words = [WIN, WIN - 1, LIKELY, LIKELY - 1, 1 - LIKELY, -LIKELY, 1 - WIN, -WIN]
        .map(|score| expectation(Prospect::of(score), score, Level::Deep));
    let expected = [
        "It wins",
        "It probably wins",
        "It probably wins",
        "Score +499999",
        "Score -499999",
        "It probably loses",
        "It probably loses",
        "It loses",
    ];
    assert_eq!(words, expected);
    assert_eq!(
        [-100, 0, 100].map(|score| expectation(Prospect::of(score), score, Level::Expert)),
        ["27 % to win", "50 % to win", "73 % to win"]
    );
}
