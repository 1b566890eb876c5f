//! Checks what opponents say about the end of a game against retrograde search.

use std::time::Duration;

use proptest::prelude::*;

use super::retrograde::{Passing, Retrograde};
use crate::{
    model::{
        position::{Player, Position},
        state::{Problem, Rows, Rules},
    },
    play::opponent::{
        Level, Line, WIN, choose,
        limit::{Limit, Limited},
    },
    search::engine::Outcome,
};
use base::search::Found;

/// Small positions in which both players have a few turns left.
fn endings() -> impl Strategy<Value = Position> {
    let site = prop_oneof![4 => Just('.'), 2 => Just('O'), 2 => Just('X'), 5 => Just('o'), 5 => Just('x')];
    let boards = prop::collection::vec(prop::collection::vec(site, 5), 5).prop_map(|rows| Rows(rows).position());
    boards.prop_filter("few moves are left", |position| moves_left(position) <= 14)
}

/// Each empty cell can be filled and then killed.
fn moves_left(position: &Position) -> usize {
    position.targets(Player::O).len() + position.targets(Player::X).len()
}

fn problems() -> impl Strategy<Value = Problem> {
    let movers = prop_oneof![Just(Player::O), Just(Player::X)];
    let rules = (1..=3_u8, any::<bool>()).prop_map(|(moves, passing)| Rules { moves, passing, ..Rules::default() });
    // Usually at the start of a turn, and sometimes after a pass.
    let made = prop_oneof![3 => Just(0), 1 => 1..=2_u8];
    (endings(), movers, rules, made, 0..=1_u8).prop_map(|(position, mover, rules, made, passes)| {
        let moves = rules.moves.saturating_sub(made).max(1);
        let problem = Problem::new(position, mover, moves, rules);
        // The enemy can only have passed a turn that it could make.
        let enemys = Problem::new(position, mover.other(), rules.moves, rules);
        let passes = if moves == rules.moves && enemys.may_pass() { passes } else { 0 };
        Problem { passes, ..problem }
    })
}

fn outcome(problem: &Problem) -> Outcome {
    Retrograde::of(problem, Passing::TwoPassesDraw).outcome(problem)
}

/// The end of a game for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Win,
    Loss,
    Draw,
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(_) => Self::Win,
            Outcome::Loss(_) => Self::Loss,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// The lines that the level reports, stopped after it has looked at this many turns.
fn lines(level: Level, problem: &Problem, turns: u64) -> Vec<Line> {
    let mut found = Found::default();
    let mut clock = || Duration::ZERO;
    choose(level, problem, 1, &mut Limited::new(Some(Limit::Turns(turns)), &mut clock, &mut found));
    found.items
}

/// The outcome that the line claims to have proved, if any.
fn claim(line: &Line) -> Option<End> {
    match line.score {
        _ if line.is_draw => Some(End::Draw),
        WIN.. => Some(End::Win),
        score if score <= -WIN => Some(End::Loss),
        _ => None,
    }
}

fn rows(position: &Position) -> String {
    Vec::from(Rows::from(position)).join("/")
}

fn check_claims(problem: &Problem, turns: u64) {
    let end = End::from(outcome(problem));
    for level in [Level::OnePly, Level::TwoPly, Level::Deep, Level::Expert] {
        for line in lines(level, problem, turns) {
            let claimed = claim(&line);
            assert!(
                claimed.is_none_or(|claimed| claimed == end),
                "{} claims {claimed:?}, but the outcome is {end:?}: {line:?}\n{}, {problem:?}",
                level.key(),
                rows(&problem.position)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_claim_of_an_outcome_is_true(problem in problems(), turns in 1..4_000_u64) {
        check_claims(&problem, turns);
    }

    #[test]
    fn the_levels_with_a_limit_always_prove_the_outcome_in_the_end(problem in problems()) {
        let end = End::from(outcome(&problem));
        // Only the expert proves draws.
        for level in Level::ALL.into_iter().filter(|level| level.needs_limit() && (end != End::Draw || *level == Level::Expert)) {
            let claimed = lines(level, &problem, u64::MAX).last().map(claim);
            // Without a turn there is nothing to choose and no line.
            prop_assert_eq!(claimed, (!problem.is_lost()).then_some(Some(end)), "{}: {}", level.key(), rows(&problem.position));
        }
    }
}

/// The turns that look best lead to a draw by passing, and another one wins.
#[test]
fn a_win_is_proved_where_the_promising_turns_draw() {
    let position = Rows::from("ooooo/OoXOo/.o.Oo/oxo.O/Oo.oo".split('/').map(String::from).collect::<Vec<_>>()).position();
    let problem = Problem::new(position, Player::X, 2, Rules { moves: 2, passing: true, ..Rules::default() });
    assert_eq!(End::from(outcome(&problem)), End::Win);
    for level in [Level::Deep, Level::Expert] {
        assert_eq!(lines(level, &problem, u64::MAX).last().map(claim), Some(Some(End::Win)), "{}", level.key());
    }
}

#[test]
fn no_false_claim_is_made_where_only_an_unpromising_reply_wins() {
    let cases = [
        ("xoX.o/XO.Ox/xxoxX/xxo.x/.OXoo", Player::O, 3, End::Loss),
        ("X.XXX/xxoxO/OXoxx/xX.xx/XXOx.", Player::X, 2, End::Loss),
        ("xooX./.ox.O/XxxoX/ooX.O/xo.ox", Player::O, 3, End::Win),
        ("xO.ox/ox.xX/xo.xx/Xoo../OXXoo", Player::O, 3, End::Win),
    ];
    for (board, mover, moves, end) in cases {
        let position = Rows::from(board.split('/').map(String::from).collect::<Vec<_>>()).position();
        let problem = Problem::new(position, mover, moves, Rules { moves, ..Rules::default() });
        assert_eq!(End::from(outcome(&problem)), end, "{board}");
        let claimed: Vec<End> = lines(Level::Deep, &problem, u64::MAX).iter().filter_map(claim).collect();
        assert_eq!(claimed, [end], "{board}");
    }
}
