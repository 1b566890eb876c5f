//! Exercises, checked by the plain depth-first search, which shares nothing with the rater.

use base::{
    bits::Wide,
    challenge::{Miss, Step},
    kind::Kind,
    puzzle::Types,
    search::Found,
};
use meteor::Meteor;
use packing::{
    model::{spot::Spot, state::State},
    play::{challenge, exercise},
    search::prepared::Prepared,
};
use polyominoes::Polyominoes;
use soma::Soma;

use super::problem;

fn made(figure: &State, kind: Step, seed: u64) -> Option<State> {
    let mut found = Found::default();
    assert!(exercise::make(figure, kind, seed, &mut found).is_continue());
    found.items.pop()
}

fn judged(state: &State, kind: Step) -> Result<String, Miss<Spot>> {
    let mut found = Found::default();
    let problem = problem(state);
    assert!(exercise::is_answered(&problem));
    assert!(exercise::judge(&problem, kind, &mut found).is_continue());
    found.items.pop().expect("the judge always says something")
}

/// The position after each placement that is possible, with the mark of its piece.
fn answers(exercise: &State, problem: &Prepared) -> Vec<(char, State)> {
    let figure = challenge::figure::<Wide<8>, ()>(problem, &mut Found::default()).continue_value().unwrap();
    let answer = |placement: &cover::Placement<Wide<8>>| {
        let mut grid = exercise.grid();
        let mark = problem.problem.pieces[placement.piece].mark;
        placement.cells.iter().for_each(|cell| grid.set(problem.problem.cells[cell], mark));
        (mark, exercise.with_grid(&grid))
    };
    figure.problem.placements.iter().map(answer).collect()
}

/// Checks the exercises of these seeds, and returns how many there are.
fn check(figure: &State, kind: Step, seeds: std::ops::Range<u64>) -> usize {
    let mut count = 0;
    for seed in seeds {
        let Some(exercise) = made(figure, kind, seed) else { continue };
        let about = format!("{}, seed {seed}:\n{}", kind.title(), exercise.layers.concat().join("\n"));
        count += 1;
        let problem = problem(&exercise);
        assert!(!exercise::is_answered(&problem), "{about}");
        let mut solved = Found::<()>::default();
        let solved = challenge::solve(&problem, None, &mut solved).continue_value().unwrap();
        let steps = solved.map_err(|solutions| format!("{solutions:?} solutions, {about}")).unwrap().rating.explanation;
        assert_eq!(steps[0].step, kind, "{about}");
        let mut solutions = Found::default();
        let plain = Kind::<Soma>::OF.technique("first-cell").unwrap();
        assert!((plain.search)(&problem, &mut solutions).is_continue());
        let [solution] = &solutions.items[..] else { panic!("{} solutions, {about}", solutions.items.len()) };
        let solution = solution.grid();
        let mut is_own_accepted = false;
        for (mark, answer) in answers(&exercise, &problem) {
            let grid = answer.grid();
            // Of equal pieces, another one may be there.
            let others: Vec<char> = grid.marks.iter().zip(&solution.marks).filter(|(own, _)| **own == mark).map(|(_, other)| *other).collect();
            let is_in_solution = others.iter().all(|other| *other == others[0])
                && solution.marks.iter().filter(|other| **other == others[0]).count() == others.len();
            let judged = judged(&answer, kind);
            match &judged {
                Ok(reason) => {
                    assert!(is_in_solution, "{reason}, {about}");
                    is_own_accepted |= *reason == steps[0].in_words();
                }
                Err(miss) => assert_eq!(miss.reason.contains("no solution is left"), !is_in_solution, "{miss:?}, {about}"),
            }
        }
        assert!(is_own_accepted, "{about}");
    }
    count
}

/// The figures of new documents.
fn figures() -> [State; 3] {
    [State::clone(&<Soma as Types>::State::default()), State::clone(&<Meteor as Types>::State::default()), State::clone(&<Polyominoes as Types>::State::default())]
}

#[test]
fn the_next_step_is_of_the_kind_and_what_is_accepted_is_in_the_solution() {
    for &kind in exercise::KINDS {
        for figure in figures() {
            let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
            let started = std::time::Instant::now();
            for seed in 0..n { made(&figure, kind, seed).unwrap(); }
            eprintln!("{kind:?} {:?} made {n} {:?}", figure.set, started.elapsed());
            let started = std::time::Instant::now();
            eprintln!("{kind:?} {:?}", check(&figure, kind, 0..n));
            eprintln!("{:?}", started.elapsed());
        }
    }
}
