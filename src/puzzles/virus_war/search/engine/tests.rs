//! The search against plain ones: with all turns it finds the same scores as minimax, and the solver the outcomes of retrograde search.

use std::{
    collections::HashSet,
    ops::ControlFlow::{Break, Continue},
};

use proptest::prelude::*;

use super::{
    endgame::holds_out,
    score::{LOST, bound_after},
    *,
};
use crate::{
    model::{
        cells::Cell,
        position::{Corner, Player, Position, Site},
        state::Rows,
    },
    tests::retrograde::{Passing, Retrograde, boards_after, problems_after},
};
use base::search::{Found, Tally};

/// The score of the position by plain minimax.
fn minimax(problem: &Problem, depth: u8) -> i32 {
    let score = |after: &Problem| match depth {
        _ if after.is_drawn() => DRAW,
        _ if after.is_lost() => win_in(1),
        1 => evaluation::score(&after.position, problem.mover),
        _ => before(minimax(after, depth - 1)),
    };
    problems_after(problem).iter().map(score).max().unwrap_or(LOST)
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
    boards.prop_filter("few moves are left", move |position| moves_left(position) <= most_moves)
}

/// Positions with a turn that may have been passed before, in games that allow it. Of these, more can follow.
fn problems(most_moves: usize) -> impl Strategy<Value = Problem> {
    let movers = prop_oneof![Just(Player::O), Just(Player::X)];
    (positions(most_moves), movers, 1..=3_u8, any::<bool>(), any::<bool>()).prop_map(move |(position, mover, moves, passing, passed)| {
        let passing = passing && moves_left(&position) + 3 <= most_moves;
        let passes = u8::from(passing && passed);
        Problem { passes, ..Problem::new(position, mover, moves, Rules { moves, passing, ..Rules::default() }) }
    })
}

fn moves_left(position: &Position) -> usize {
    position.targets(Player::O).len() + position.targets(Player::X).len()
}

/// Whether a proof is right: it says who wins, and in no fewer turns than it takes.
fn claims(proved: Outcome, outcome: Outcome) -> bool {
    match (proved, outcome) {
        (Outcome::Win(within), Outcome::Win(turns)) | (Outcome::Loss(within), Outcome::Loss(turns)) => turns <= within,
        (proved, outcome) => proved == outcome,
    }
}

/// The mover's outcome of a turn that leads to this outcome for the enemy.
fn before_turn(after: Outcome) -> Outcome {
    match after {
        Outcome::Win(turns) => Outcome::Loss(turns + 1),
        Outcome::Loss(turns) => Outcome::Win(turns + 1),
        Outcome::Draw => Outcome::Draw,
    }
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
    fn the_solver_agrees_with_retrograde_search_on_every_turn(problem in problems(15)) {
        let plain = Retrograde::of(&problem, Passing::TwoPassesDraw);
        let mut found = Found::default();
        let mut work = Work::new(&mut found);
        let mut endgame = Endgame::default();
        for after in problems_after(&problem) {
            prop_assert_eq!(endgame.solve(&after, &mut work), Continue(Some(plain.outcome(&after))), "{:?}", after);
        }
        let outcome = plain.outcome(&problem);
        prop_assert_eq!(endgame.solve(&problem, &mut work), Continue(Some(outcome)));
        let Continue(line) = endgame.line(&problem, outcome, &mut work) else { panic!("nothing stops it") };
        let turns = turns(&problem, line.clone());
        prop_assert_eq!(turns.len(), line.len(), "all are turns");
        let end = turns.iter().fold(problem.clone(), |problem, turn| {
            assert_eq!(plain.outcome(&problem.after(turn)), plain.outcome(&problem).after_turn(), "{turn} is a best turn");
            problem.after(turn)
        });
        match outcome {
            Outcome::Win(turns) | Outcome::Loss(turns) => prop_assert!(end.is_lost() && line.len() == usize::from(turns)),
            Outcome::Draw => prop_assert!(end.is_drawn()),
        }
    }

    #[test]
    fn to_end_the_game_after_two_passes_takes_no_win_from_anyone(problem in problems(15)) {
        let [ends, never_ends] = [Passing::TwoPassesDraw, Passing::NeverEnds]
            .map(|passing| Retrograde::of(&Problem { passes: 0, ..problem.clone() }, passing));
        let problem = Problem { passes: 0, ..problem };
        prop_assert_eq!(ends.outcome(&problem), never_ends.outcome(&problem));
        for after in problems_after(&problem).into_iter().filter(|after| after.passes == 0) {
            prop_assert_eq!(ends.outcome(&after), never_ends.outcome(&after));
        }
    }

    #[test]
    fn who_holds_out_never_loses(
        problem in problems(16).prop_filter("someone does", |problem| [Player::O, Player::X].iter().any(|&player| holds_out(problem, player))),
    ) {
        let plain = Retrograde::of(&problem, Passing::TwoPassesDraw);
        let outcome = plain.outcome(&problem);
        if holds_out(&problem, problem.mover) {
            prop_assert!(!matches!(outcome, Outcome::Loss(_)), "{:?}", outcome);
        }
        if holds_out(&problem, problem.mover.other()) {
            prop_assert!(!outcome.is_win(), "{:?}", outcome);
        }
    }

    #[test]
    fn who_surely_survives_any_turn_has_not_lost_after_one(
        problem in problems(30).prop_filter("it surely does", endgame::survives_any_turn),
    ) {
        for after in problems_after(&problem).into_iter().filter(|after| after.passes == 0) {
            prop_assert!(!after.is_lost(), "{after:?}");
        }
    }

    #[test]
    fn every_ranking_is_sound(problem in problems(14), lines in 1..=5_usize) {
        let mut found = Found::default();
        prop_assert!(Engine::default().search(&problem, lines, &mut found).is_continue());
        prop_assert_eq!(found.items.is_empty(), problem.is_lost());
        let plain = Retrograde::of(&problem, Passing::TwoPassesDraw);
        let outcome = plain.outcome(&problem);
        for ranking in &found.items {
            prop_assert!((1..=lines).contains(&ranking.lines.len()) && ranking.searched <= ranking.turns);
            let firsts: HashSet<CellSet> = ranking.lines.iter().map(|line| line.turns[0].set()).collect();
            prop_assert_eq!(firsts.len(), ranking.lines.len(), "lines begin with different turns");
            // During an iteration, the lines of the one before are listed below its own.
            let has_one_depth = ranking.lines.iter().all(|line| line.depth == ranking.depth);
            prop_assert!(!has_one_depth || ranking.lines.is_sorted_by(|a, b| a.score >= b.score));
            if let Some(proved) = ranking.outcome {
                prop_assert!(claims(proved, outcome), "{:?} is proved, but it is {:?}", proved, outcome);
                let is_proved = |line: &Line| matches!(line.prospect(), Prospect::Proved(_));
                prop_assert!(proved != Outcome::Draw || ranking.lines.iter().all(is_proved), "{:?}", ranking);
            }
            for line in &ranking.lines {
                if let Prospect::Proved(proved) = line.prospect() {
                    let after = before_turn(plain.outcome(&problem.after(&line.turns[0])));
                    prop_assert!(claims(proved, after), "{:?}, but it is {:?}", line, after);
                }
            }
        }
        if let Some(last) = found.items.last() {
            prop_assert!(last.outcome.is_some(), "it is proved in the end");
            prop_assert!(last.outcome != Some(Outcome::Draw) || last.lines.len() == lines.min(last.turns as usize), "{:?}", last);
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
    let problem = Problem::new(position, Player::O, 5, Rules { moves: 5, ..Rules::default() });
    let mut found = Found::default();
    let mut work = Work::new(&mut found);
    let mut endgame = Endgame::default();
    assert_eq!(work.within(u64::MAX, |work| endgame.solve(&problem, work)), Continue(None));
}

#[test]
fn two_passes_are_a_draw_even_for_a_player_without_a_turn() {
    let problem = Problem { passes: 2, ..Problem::new(Position::empty(5), Player::O, 3, Rules { passing: true, ..Rules::default() }) };
    assert!(problem.is_lost() && problem.is_drawn());
    let mut found = Found::default();
    assert_eq!(Endgame::default().solve(&problem, &mut Work::new(&mut found)), Continue(Some(Outcome::Draw)));
    assert_eq!(Engine::default().score_of_turn_to(&problem, 3, &mut found), Continue(DRAW));
}

#[test]
fn scores_count_the_turns_to_the_end() {
    assert_eq!(before(LOST), win_in(1));
    assert_eq!(Outcome::proved_by(before(win_in(3))), Some(Outcome::Loss(4)));
    assert_eq!(Outcome::proved_by(before(-win_in(4))), Some(Outcome::Win(5)));
    assert_eq!((before(70), Outcome::proved_by(LIKELY)), (-70, None));
    for score in [LOST, -win_in(6), -LIKELY, -5, 0, 5, LIKELY, win_in(5), win_in(3)] {
        assert_eq!(bound_after(before(score)), score, "the bound of {score}");
    }
}

/// Stops a search once it has looked this many turns ahead.
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

/// The solver takes longer for a turn than the search, and there is no draw to prove yet.
#[test]
fn in_a_long_game_no_draw_is_sought_before_a_player_can_pass_for_good() {
    let rules = Rules { passing: true, ..Rules::default() };
    let problem = Problem::new(Position::start(6), Player::X, 3, rules);
    assert!(!holds_out(&problem, Player::X) && !holds_out(&problem, Player::O));
    let mut engine = Engine::default();
    assert_eq!(engine.search(&problem, 1, &mut UpTo(4, Tally::default())), Break(()));
    assert_eq!(engine.endgame.bytes(), 0);
}

#[test]
fn a_later_search_of_the_same_game_makes_fewer_turns() {
    let problem = Problem::new(Position::start(6), Player::X, 3, Rules::default());
    let mut engine = Engine::default();
    let [first, again] = [(); 2].map(|()| {
        let mut observer = UpTo(4, Tally::default());
        assert!(engine.search(&problem, 1, &mut observer).is_break());
        observer.1.explored
    });
    // The table doesn't keep the positions that killer turns have refuted.
    assert!(again * 3 < first, "{again} after {first}");
}
