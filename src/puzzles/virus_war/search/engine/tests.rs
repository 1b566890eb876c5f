//! The search against plain ones: with all turns it finds the same scores, and the solver finds the same outcomes.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow::{Break, Continue},
};

use proptest::prelude::*;

use super::{
    score::{LOST, bound_after},
    *,
};
use crate::{
    puzzles::virus_war::model::{
        cells::Cell,
        position::{Corner, Player, Position, Site},
        state::Rows,
    },
    search::{Found, Tally},
};

/// All boards after this many moves of the player, made move by move.
fn boards_after(position: &Position, mover: Player, moves: u8) -> HashSet<Position> {
    (0..moves).fold(HashSet::from([*position]), |boards, _| {
        let next = |board: &Position| board.accessible(mover).into_iter().map(|cell| board.after(mover, cell.into())).collect::<Vec<_>>();
        boards.iter().flat_map(next).collect()
    })
}

/// The enemy's problem on each board after the mover's turn.
fn problems_after(problem: &Problem) -> Vec<Problem> {
    let mover = problem.mover.other();
    let begun =
        |position| Problem { position, mover, moves: problem.rules.moves_in_turn(&position, mover), rules: problem.rules, aim: None };
    boards_after(&problem.position, problem.mover, problem.moves).into_iter().map(begun).collect()
}

/// The score of the position by plain minimax.
fn minimax(problem: &Problem, depth: u8) -> i32 {
    let score = |after: &Problem| match depth {
        _ if after.is_lost() => win_in(1),
        1 => evaluation::score(&after.position, problem.mover),
        _ => before(minimax(after, depth - 1)),
    };
    problems_after(problem).iter().map(score).max().unwrap_or(LOST)
}

/// The outcome by plain recursion: whether the mover wins, and after how many turns.
fn solved(problem: &Problem, known: &mut HashMap<(Position, Player, u8), (bool, u8)>) -> (bool, u8) {
    let key = (problem.position, problem.mover, problem.moves);
    if let Some(&outcome) = known.get(&key) {
        return outcome;
    }
    let replies: Vec<(bool, u8)> = problems_after(problem).iter().map(|after| solved(after, known)).collect();
    let shortest_win = replies.iter().filter(|(wins, _)| !wins).map(|(_, turns)| turns + 1).min();
    let longest_loss = replies.iter().map(|(_, turns)| turns + 1).max().unwrap_or(0);
    let outcome = shortest_win.map_or((false, longest_loss), |turns| (true, turns));
    known.insert(key, outcome);
    outcome
}

/// Positions in which few moves are left. A quarter are of games that began on an empty board, where a player may not have moved yet.
fn positions(most_moves: usize) -> impl Strategy<Value = Position> {
    let site = prop_oneof![4 => Just('.'), 2 => Just('O'), 2 => Just('X'), 5 => Just('o'), 5 => Just('x')];
    let rows = prop::collection::vec(prop::collection::vec(site, 5), 5);
    let start = prop_oneof![3 => Just(None), 1 => (0..4_usize, 0..3_usize).prop_map(Some)];
    let boards = (rows, start).prop_map(|(rows, start)| {
        let Some((corner, waiting)) = start else { return Rows(rows).position() };
        let removed = ["", "Oo", "Xx"][waiting];
        let stays = |symbol: &char| if removed.contains(*symbol) { '.' } else { *symbol };
        let rows = rows.iter().map(|row| row.iter().map(stays).collect()).collect();
        Rows(rows).position().in_game_from(Some(Corner::ALL[corner]))
    });
    let moves_left = |position: &Position| position.targets(Player::O).len() + position.targets(Player::X).len();
    boards.prop_filter("few moves are left", move |position| moves_left(position) <= most_moves)
}

fn problems(most_moves: usize) -> impl Strategy<Value = Problem> {
    (positions(most_moves), prop_oneof![Just(Player::O), Just(Player::X)], 1..=3_u8).prop_map(|(position, mover, moves)| Problem {
        position,
        mover,
        moves,
        rules: Rules { moves, ..Rules::default() },
        aim: None,
    })
}

const FULL: Width = Width { root: 1 << 20, inner: 1 << 20, unreduced: 1 << 20 };

/// A helper that takes all turns before the leader can.
struct HelperFirst;

impl Threads for HelperFirst {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        help();
        own();
    }
}

/// The scores of the best turns after searches of each depth up to this one.
fn scores(problem: &Problem, depth: u8, table: Table, lines: usize, threads: &dyn Threads) -> Vec<i32> {
    let mut engine = Engine { width: FULL, rules: problem.rules, table, ..Engine::default() };
    let mut found = Found::default();
    let mut work = Work::new(&mut found);
    let Continue(mut roots) = engine.roots(problem, lines, &mut work) else { panic!("nothing stops it") };
    for depth in 2..=depth {
        assert!(engine.search_roots(threads, problem, &mut roots, depth, &mut work).is_continue());
        if roots.turns.first().is_none_or(|best| WIN <= best.score.abs()) {
            break;
        }
    }
    roots.turns.iter().take(lines).map(|root| root.score).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_turns_searched_have_the_score_of_plain_minimax(problem in problems(16), depth in 2..=4_u8) {
        prop_assume!(!problem.is_lost());
        let expected = minimax(&problem, depth);
        for threads in [&OneThread as &dyn Threads, &HelperFirst] {
            prop_assert_eq!(scores(&problem, depth, Table::default(), 1, threads), [expected]);
            prop_assert_eq!(scores(&problem, depth, Table::with_places(1), 1, threads), [expected], "without a table");
            let three = scores(&problem, depth, Table::with_places(64), 3, threads);
            prop_assert_eq!(three[0], expected);
            prop_assert!(three.is_sorted_by(|a, b| a >= b));
        }
    }

    #[test]
    fn a_killer_turn_is_tried_where_it_is_a_turn(problem in problems(16), places in prop::collection::hash_set(0..25_u8, 1..=3)) {
        let cells: CellSet = places.into_iter().filter_map(|place| Cell::new(place % 5, place / 5)).collect();
        let boards = boards_after(&problem.position, problem.mover, problem.moves);
        let turns = boards.iter().map(|board| board.live(problem.mover) | board.connectors(problem.mover));
        let before = problem.position.live(problem.mover) | problem.position.connectors(problem.mover);
        let expected = turns.map(|taken| taken - before).find(|&turn| turn == cells);
        let mut killers = Killers::default();
        killers.add(problem.mover, 1, cells);
        prop_assert_eq!(killers.turns(&problem, 1).next(), expected);
        prop_assert_eq!(killers.turns(&problem, 2).next(), None);
        // Few sets of cells are turns, but all turns must pass.
        for board in boards {
            let turn = (board.live(problem.mover) | board.connectors(problem.mover)) - before;
            killers.add(problem.mover, 1, turn);
            prop_assert_eq!(killers.turns(&problem, 1).next(), Some(turn));
        }
    }

    #[test]
    fn the_solver_agrees_with_plain_recursion(problem in problems(16)) {
        let (wins, turns) = solved(&problem, &mut HashMap::new());
        let mut found = Found::default();
        let mut work = Work::new(&mut found);
        let mut endgame = Endgame::default();
        let outcome = Outcome { wins, turns };
        prop_assert_eq!(endgame.solve(&problem, &mut work), Continue(Some(outcome)));
        let Continue(line) = endgame.line(&problem, outcome, &mut work) else { panic!("nothing stops it") };
        prop_assert_eq!(line.len(), usize::from(turns));
        let end = super::turns(&problem, line).iter().fold(problem.clone(), |problem, turn| problem.after(turn));
        prop_assert!(end.is_lost());
    }

    #[test]
    fn who_surely_survives_any_turn_has_not_lost_after_one(
        problem in problems(30).prop_filter("it surely does", endgame::survives_any_turn),
    ) {
        for after in problems_after(&problem) {
            prop_assert!(!after.is_lost(), "{after:?}");
        }
    }

    #[test]
    fn every_ranking_is_sound(problem in problems(14), lines in 1..=5_usize) {
        let mut found = Found::default();
        prop_assert!(Engine::default().search(&problem, lines, &mut found).is_continue());
        prop_assert_eq!(found.items.is_empty(), problem.is_lost());
        let mut known = HashMap::new();
        let outcome = solved(&problem, &mut known);
        for ranking in &found.items {
            prop_assert!((1..=lines).contains(&ranking.lines.len()) && ranking.searched <= ranking.turns);
            let firsts: HashSet<CellSet> = ranking.lines.iter().map(|line| line.turns[0].set()).collect();
            prop_assert_eq!(firsts.len(), ranking.lines.len(), "lines begin with different turns");
            // During an iteration, the lines of the one before are listed below its own.
            let has_one_depth = ranking.lines.iter().all(|line| line.depth == ranking.depth);
            prop_assert!(!has_one_depth || ranking.lines.is_sorted_by(|a, b| a.score >= b.score));
            if let Some(Outcome { wins, turns }) = ranking.outcome {
                prop_assert_eq!(wins, outcome.0);
                prop_assert!(outcome.1 <= turns, "{} turns suffice", outcome.1);
            }
            for line in &ranking.lines {
                if let Some(Outcome { wins, .. }) = Outcome::proved_by(line.score) {
                    let after = problem.after(&line.turns[0]);
                    prop_assert_eq!(solved(&after, &mut known).0, !wins, "{:?}", line);
                }
            }
        }
        if let Some(last) = found.items.last() {
            prop_assert_eq!(last.outcome.map(|last| last.wins), Some(outcome.0), "it is proved in the end");
        }
    }
}

#[test]
fn a_budget_ends_a_part_of_the_work_and_not_all() {
    let mut found = Found::default();
    let mut work = Work::new(&mut found);
    assert_eq!(work.within(10, |work| work.add_turns(9)), Continue(Some(())));
    assert_eq!(work.within(10, |work| work.add_turns(10)), Continue(None));
    assert_eq!(work.add_turns(1_000), Continue(()));
    assert_eq!(work.within(u64::MAX, |work| work.give_up()), Continue(None));
    assert_eq!(work.add_turns(1), Continue(()));
    struct Stop;
    impl Observer<Ranking> for Stop {
        fn found(&mut self, _ranking: Ranking) -> ControlFlow<()> {
            Continue(())
        }
        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            Break(())
        }
    }
    assert_eq!(Work::new(&mut Stop).within(10, |work| work.add_turns(1)), Break(()));
}

#[test]
fn the_solver_gives_up_where_a_list_of_all_turns_would_be_long() {
    let mut position = Position::empty(11);
    for rank in 0..11 {
        position.put(Cell::new(5, rank).unwrap(), Site::Live(Player::O));
    }
    position.put("k11".parse().unwrap(), Site::Live(Player::X));
    let problem = Problem { position, mover: Player::O, moves: 5, rules: Rules { moves: 5, ..Rules::default() }, aim: None };
    let mut found = Found::default();
    let mut work = Work::new(&mut found);
    let mut endgame = Endgame::default();
    assert_eq!(work.within(u64::MAX, |work| endgame.solve(&problem, work)), Continue(None));
}

#[test]
fn scores_count_the_turns_to_the_end() {
    assert_eq!(before(LOST), win_in(1));
    assert_eq!(Outcome::proved_by(before(win_in(3))), Some(Outcome { wins: false, turns: 4 }));
    assert_eq!(Outcome::proved_by(before(-win_in(4))), Some(Outcome { wins: true, turns: 5 }));
    assert_eq!((before(70), Outcome::proved_by(LIKELY)), (-70, None));
    for score in [LOST, -win_in(6), -LIKELY, -5, 0, 5, LIKELY, win_in(5), win_in(3)] {
        assert_eq!(bound_after(before(score)), score, "the bound of {score}");
    }
}

#[test]
fn a_later_search_of_the_same_game_makes_fewer_turns() {
    let problem = Problem { position: Position::start(6), mover: Player::X, moves: 3, rules: Rules::default(), aim: None };
    struct UpTo(u8, Tally);
    impl Observer<Ranking> for UpTo {
        fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
            if ranking.depth < self.0 { Continue(()) } else { Break(()) }
        }
        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            self.1 = tally.clone();
            Continue(())
        }
    }
    let mut engine = Engine::default();
    let [first, again] = [(); 2].map(|()| {
        let mut observer = UpTo(4, Tally::default());
        assert!(engine.search(&problem, 1, &mut observer).is_break());
        observer.1.explored
    });
    // The table doesn't keep the positions that killer turns have refuted.
    assert!(again * 3 < first, "{again} after {first}");
}
