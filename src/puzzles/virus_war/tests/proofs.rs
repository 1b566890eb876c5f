//! Checks what opponents say about the end of a game against an exhaustive search.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use proptest::prelude::*;

use crate::{
    puzzles::virus_war::{
        model::{
            position::{Player, Position},
            state::{Problem, Rows, Rules},
        },
        play::opponent::{
            Level, Line, WIN, choose,
            limit::{Limit, Limited},
        },
    },
    search::Found,
};

/// The outcome of the position for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Win,
    Loss,
    /// Neither player can force the end, since they can pass.
    Open,
}

/// Finds the outcome of positions by plain recursion.
struct Exhaustive {
    rules: Rules,
    /// The outcomes if the mover doesn't pass. A mover without a turn loses.
    by_turns: HashMap<(Position, Player), End>,
}

impl Exhaustive {
    fn new(rules: Rules) -> Self {
        Self { rules, by_turns: HashMap::new() }
    }

    fn of(&mut self, problem: &Problem) -> End {
        let Problem { position, mover, moves, rules, .. } = *problem;
        let boards = boards_after(&position, mover, moves);
        let by_turns = self.best(&boards, mover);
        let may_pass = rules.passing && moves == rules.moves && !boards.is_empty();
        if by_turns == End::Win || !may_pass { by_turns } else { self.or_pass(by_turns, &position, mover) }
    }

    fn best(&mut self, boards: &HashSet<Position>, mover: Player) -> End {
        let replies: Vec<End> = boards.iter().map(|board| self.begun(board, mover.other())).collect();
        match () {
            () if replies.contains(&End::Loss) => End::Win,
            () if replies.contains(&End::Open) => End::Open,
            () => End::Loss,
        }
    }

    /// The outcome at the start of the mover's turn.
    fn begun(&mut self, position: &Position, mover: Player) -> End {
        let by_turns = self.turns_of(position, mover);
        let has_turn = !boards_after(position, mover, self.rules.moves).is_empty();
        if by_turns == End::Win || !self.rules.passing || !has_turn { by_turns } else { self.or_pass(by_turns, position, mover) }
    }

    /// Two passes lead back to the same position, so a pass matters only through the outcome of the enemy's turns.
    fn or_pass(&mut self, by_turns: End, position: &Position, mover: Player) -> End {
        let enemy_has_turn = !boards_after(position, mover.other(), self.rules.moves).is_empty();
        match self.turns_of(position, mover.other()) {
            _ if !enemy_has_turn => End::Win,
            End::Win if by_turns == End::Loss => End::Loss,
            _ => End::Open,
        }
    }

    fn turns_of(&mut self, position: &Position, mover: Player) -> End {
        if let Some(&end) = self.by_turns.get(&(*position, mover)) {
            return end;
        }
        let end = self.best(&boards_after(position, mover, self.rules.moves), mover);
        self.by_turns.insert((*position, mover), end);
        end
    }
}

/// All boards after this many moves of the player, made move by move.
fn boards_after(position: &Position, mover: Player, moves: u8) -> HashSet<Position> {
    (0..moves).fold(HashSet::from([*position]), |boards, _| {
        let next = |board: &Position| board.accessible(mover).into_iter().map(|cell| board.after(mover, cell.into())).collect::<Vec<_>>();
        boards.iter().flat_map(next).collect()
    })
}

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
    // Usually at the start of a turn.
    let made = prop_oneof![3 => Just(0), 1 => 1..=2_u8];
    (endings(), movers, rules, made).prop_map(|(position, mover, rules, made)| Problem {
        position,
        mover,
        moves: rules.moves.saturating_sub(made).max(1),
        rules,
        aim: None,
    })
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
        WIN.. => Some(End::Win),
        score if score <= -WIN => Some(End::Loss),
        _ => None,
    }
}

fn rows(position: &Position) -> String {
    Vec::from(Rows::from(position)).join("/")
}

fn check_claims(problem: &Problem, turns: u64) {
    let end = Exhaustive::new(problem.rules).of(problem);
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
        let problem = Problem { rules: Rules { passing: false, ..problem.rules }, ..problem };
        let end = Exhaustive::new(problem.rules).of(&problem);
        for level in Level::ALL.into_iter().filter(|level| level.needs_limit()) {
            let claimed = lines(level, &problem, u64::MAX).last().map(claim);
            // Without a turn there is nothing to choose and no line.
            prop_assert_eq!(claimed, (!problem.is_lost()).then_some(Some(end)), "{}: {}", level.key(), rows(&problem.position));
        }
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
        let problem = Problem { position, mover, moves, rules: Rules { moves, ..Rules::default() }, aim: None };
        assert_eq!(Exhaustive::new(problem.rules).of(&problem), end, "{board}");
        let claimed: Vec<End> = lines(Level::Deep, &problem, u64::MAX).iter().filter_map(claim).collect();
        assert_eq!(claimed, [end], "{board}");
    }
}
