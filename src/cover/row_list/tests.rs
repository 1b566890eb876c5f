//! Small random problems against plain searches, as a whole, stopped and continued, and split.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::prelude::*;

use super::*;
use crate::{
    Problem, dancing_links, first_cell,
    tests::{ONCE, PENTOMINOES, SHAPES, boards, drawn, expected, plain, problems},
};

/// Solutions as sets of placements.
type Solutions = BTreeSet<BTreeSet<usize>>;

/// Collects solutions, and stops after this many calls.
struct Found<'a> {
    problem: &'a Problem<u64>,
    solutions: Solutions,
    calls: usize,
}

impl Found<'_> {
    fn call(&mut self) -> ControlFlow<()> {
        self.calls = self.calls.saturating_sub(1);
        if self.calls > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Listener<u64> for Found<'_> {
    fn found(&mut self, solution: &[Chosen<u64>], _tally: &Tally) -> ControlFlow<()> {
        let number = |&(piece, cells): &Chosen<u64>| {
            let is_it = |placement: &crate::Placement<u64>| placement.piece == usize::from(piece) && placement.cells == cells;
            self.problem.placements.iter().position(is_it).expect("a placement of the problem")
        };
        let numbers: BTreeSet<usize> = solution.iter().map(number).collect();
        assert_eq!(numbers.len(), solution.len());
        assert!(self.solutions.insert(numbers), "found twice");
        self.call()
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        assert!((0.0..=1.0).contains(&done));
        self.call()
    }
}

/// The problem as a single case.
fn case(problem: &Problem<u64>) -> Case<u64> {
    let masks =
        |piece: usize| problem.placements.iter().filter(|placement| placement.piece == piece).map(|placement| placement.cells).collect();
    let supply = |(piece, &copies): (usize, &Copies)| Supply { piece: piece as u16, copies, masks: masks(piece) };
    problem.copies.iter().enumerate().map(supply).collect()
}

/// The whole search as a part.
fn whole() -> Part<u64> {
    Part { case: 0, path: Vec::new(), weight: 1.0, is_closed: false }
}

/// Runs a part with this much patience, down to this depth. Returns what remains and the work.
fn run(problem: &Problem<u64>, part: Part<u64>, depth: Option<usize>, found: &mut Found<'_>) -> (Vec<Part<u64>>, Tally) {
    let most: usize = problem.copies.iter().map(|copies| copies.most).sum();
    let share = Share { from: 0.0, size: part.weight };
    let mut search = RowList::new(problem.required, problem.optional, most, share, found).emitting_at(depth);
    let flow = search.run_parts(&[case(problem)], vec![part]);
    assert!(flow.is_break() || depth.is_some() || search.emitted.is_empty());
    (search.emitted, search.tally)
}

fn found(problem: &Problem<u64>, calls: usize) -> Found<'_> {
    Found { problem, solutions: Solutions::new(), calls }
}

/// Checks the whole search, the plain techniques, the parts after splitting, and what is found with this much patience for each part.
fn check(problem: &Problem<u64>, expected: &Solutions, patience: usize) -> Result<(), TestCaseError> {
    let mut all = found(problem, usize::MAX);
    let (remaining, tally) = run(problem, whole(), None, &mut all);
    prop_assert!(remaining.is_empty());
    prop_assert_eq!(&all.solutions, expected);

    let mut plainly = found(problem, usize::MAX);
    prop_assert!(first_cell::search(problem.required, problem.optional, &case(problem), None, &mut plainly).is_continue());
    prop_assert_eq!(&plainly.solutions, expected);
    let mut linked = found(problem, usize::MAX);
    prop_assert!(dancing_links::search(problem, &mut linked).is_continue());
    prop_assert_eq!(&linked.solutions, expected);

    let mut parted = found(problem, usize::MAX);
    let (mut parts, mut work) = run(problem, whole(), Some(1), &mut parted);
    for depth in 2..4 {
        for part in std::mem::take(&mut parts) {
            let (smaller, more) = run(problem, part, Some(depth), &mut parted);
            parts.extend(smaller);
            work += &more;
        }
    }
    for part in parts {
        work += &run(problem, part, None, &mut parted).1;
    }
    prop_assert_eq!(&parted.solutions, expected);
    prop_assert_eq!(work, tally, "the parts do the work of the whole");

    let mut remaining = vec![whole()];
    let mut all = Solutions::new();
    for more in 0.. {
        let Some(part) = remaining.pop() else { break };
        let mut some = found(problem, patience + more);
        remaining.extend(run(problem, part, None, &mut some).0);
        let count = all.len() + some.solutions.len();
        all.extend(some.solutions);
        prop_assert_eq!(all.len(), count, "found twice");
    }
    prop_assert_eq!(&all, expected);
    Ok(())
}

proptest! {
    #[test]
    fn random_placements_are_listed(problem in problems(), patience in 1..9_usize) {
        check(&problem, &expected(&problem), patience)?;
    }

    #[test]
    fn random_boards_are_listed(problem in boards(12), patience in 1..20_usize) {
        let mut solutions = Solutions::new();
        plain(&problem, &mut |solution| assert!(solutions.insert(solution.iter().copied().collect())));
        check(&problem, &solutions, patience)?;
    }
}

#[test]
fn known_boards_are_listed() {
    let pentominoes = PENTOMINOES.map(|shape| (shape, ONCE));
    for (rows, pieces, solutions) in [
        (vec!["..."; 20], &pentominoes[..], 8),
        (vec!["....."; 10], &[(PENTOMINOES[10], Copies { least: 10, most: 10 })], 10),
        (vec!["...."; 4], &[(SHAPES[1], Copies::up_to(8))], 36),
        (vec!["++", "++"], &[(SHAPES[1], Copies::up_to(5))], 7),
        (vec!["++", "++"], &[(SHAPES[1], Copies { least: 1, most: 5 })], 6),
    ] {
        let problem = drawn(&rows, pieces);
        let mut all = found(&problem, usize::MAX);
        run(&problem, whole(), None, &mut all);
        assert_eq!(all.solutions.len(), solutions, "{rows:?}");
    }
}

/// Counts solutions.
struct Count(usize);

impl<W: Word> Listener<W> for Count {
    fn found(&mut self, _solution: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The largest box, filled by as many pieces as there are cells.
#[test]
fn as_many_pieces_as_cells_can_be_used() {
    type Cells = Bits<base::bits::Wide<8>>;
    let all: Cells = (0..512).collect();
    let case = vec![Supply { piece: 0, copies: Copies { least: 512, most: 512 }, masks: (0..512).map(Cells::from).collect() }];
    let mut count = Count(0);
    let mut search = RowList::new(all, Cells::NONE, 512, Share::WHOLE, &mut count);
    assert!(search.run_all(&[case]).is_continue());
    assert_eq!(count.0, 1);
}
