//! Exercises, checked by the plain depth-first search, which shares nothing with the rater.

use std::ops::Range;

use base::{
    bits::Wide,
    challenge::{Miss, Step},
    search::{Found, Hint},
    testing,
};
use packing::{
    Family,
    model::{saved::Saved, spot::Spot, state::State},
    play::{challenge, exercise},
    search::prepared::Prepared,
};
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
fn check(figure: &State, kind: Step, seeds: Range<u64>) -> usize {
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
        let own = format!("{}: {}", kind.title(), steps[0].reason);
        let mut hints = Found::default();
        assert!(exercise::hints(&problem, kind, &mut hints).is_continue());
        let [Hint::Advice { spots: look, .. }, Hint::Advice { message, spots, .. }] = &hints.items[..] else {
            panic!("{:?}, {about}", hints.items)
        };
        let mut is_hint_accepted = false;
        let mut solutions = Found::default();
        let plain = testing::technique::<Soma>("first-cell");
        assert!((plain.search)(&problem, &mut solutions).is_continue());
        let [solution] = &solutions.items[..] else { panic!("{} solutions, {about}", solutions.items.len()) };
        let solution = solution.grid();
        let mut is_own_accepted = false;
        for (mark, answer) in answers(&exercise, &problem) {
            let grid = answer.grid();
            // Of equal pieces, another one may be there.
            let others: Vec<char> =
                grid.marks.iter().zip(&solution.marks).filter(|(own, _)| **own == mark).map(|(_, other)| *other).collect();
            let is_in_solution = others.iter().all(|other| *other == others[0])
                && solution.marks.iter().filter(|other| **other == others[0]).count() == others.len();
            let judged = judged(&answer, kind);
            match &judged {
                Ok(reason) => {
                    assert!(is_in_solution, "{reason}, {about}");
                    is_own_accepted |= *reason == own;
                    // The last hint is what the answer gets.
                    let free = exercise.grid();
                    let filled: Vec<Spot> = (0..grid.marks.len())
                        .filter(|&at| grid.marks[at] == mark && free.marks[at] != mark)
                        .map(|at| Spot::Cell(at as u16))
                        .collect();
                    let why = reason.strip_prefix(&format!("{}: ", kind.title())).is_some_and(|why| message.ends_with(why));
                    is_hint_accepted |= filled == *spots && why && look.iter().all(|spot| kind != Step::ForcedCell || spots.contains(spot));
                }
                Err(miss) => assert_eq!(miss.reason.contains("no solution is left"), !is_in_solution, "{miss:?}, {about}"),
            }
        }
        assert!(is_own_accepted && is_hint_accepted, "{message}, {about}");
    }
    count
}

/// The figure of a new document.
fn figure<F: Family>() -> State {
    State::clone(&Saved::<F>::default())
}

#[test]
fn the_next_step_is_of_the_kind_and_what_is_accepted_is_in_the_solution() {
    // Without optimisation, trying on the boards of Meteor and Polyominoes takes seconds for each seed.
    for (kind, seeds) in exercise::KINDS.iter().zip([12, 6, 12, 2]) {
        for figure in [figure::<soma::Cubes>(), figure::<meteor::Hexagons>(), figure::<polyominoes::Squares>()] {
            assert_eq!(check(&figure, *kind, 0..seeds) as u64, seeds, "{} {:?}", kind.title(), figure.set);
        }
    }
}

/// Exercises that earlier versions made with seed 7: for each kind, the rows of the cube, the contest's board and the pentominoes'
/// rectangle.
const KNOWN: [[&str; 3]; 4] = [
    [
        "L.V/L../LL./.VV/.P./BPP/.../BB./BP.",
        "44.../.441./.411./.1333/..1.3/777.3/57.7./55.../.55../.....",
        "F........./FFF...UUN./.F.....UNN/...Z..UU.N/.ZZZ.PPP.N/.Z...PP...",
    ],
    [
        "AA./.../TTT/.AL/.A./PT./..L/P.L/PPL",
        "99990/9..05/...05/..055/2..05/2.277/12274/16774/16644/11664",
        "..ZIIIIIL./..ZZZLLLL./..FFZ...../...FFW...T/U.UFWWYTTT/UUUWWYYYYT",
    ],
    [
        "TTT/.../.../.T./..V/.ZZ/.../..V/ZZV",
        "55222/55582/33382/38866/38116/11.16/....6/...../.0.../.0000",
        "Y.VVVPPTTT/Y...VPPPTN/YY..VXUUTN/Y...XXXUNN/.....XUUNL/.IIIIILLLL",
    ],
    [
        ".../.../TTT/.ZZ/..V/.TV/ZZ./.../..V",
        "777../7.7../...../....8/....8/..884/..844/..434/..333/....3",
        "........../...F....X./.FFF.NWXXX/..F..NWWXV/.....NNWWV/......NVVV",
    ],
];

#[test]
fn exercises_never_change() {
    for (kind, known) in exercise::KINDS.iter().zip(KNOWN) {
        for (figure, known) in [figure::<soma::Cubes>(), figure::<meteor::Hexagons>(), figure::<polyominoes::Squares>()].iter().zip(known) {
            assert_eq!(made(figure, *kind, 7).unwrap().layers.concat().join("/"), known, "{}", kind.title());
        }
    }
}
