//! Proves what the steps of a rating claim, by searches that share nothing with the rater. Only tests and benches use it.

use std::{fmt::Debug, ops::ControlFlow};

use super::{
    figure::{Figure, Symmetry},
    grounds::{Ground, grounds},
    rater::{Against, Taken},
};
use crate::{
    Item, Placement, Problem, dancing_links,
    steps::{Chosen, Listener},
};
use base::{
    bits::{Bits, Word},
    challenge::Step,
    search::Tally,
};

/// A solution: its placements, in no particular order.
type Solution<W> = Vec<Placement<W>>;

/// Proves every claim of these steps, which begin after these placements. Returns how many claims there are.
///
/// All solutions are listed by dancing links. They are images of the one in which the steps end. At each step, an option leads to a
/// solution only if one of these has it with everything placed before. The options of the step's cell or piece are counted in the list of
/// placements, and what the reason says of each is checked on what it leaves.
///
/// # Errors
/// The first claim that is false.
pub fn prove<W: Word + Debug>(figure: &Figure<W>, given: &[Placement<W>], steps: &[Taken<W>]) -> Result<usize, String> {
    let mut left = given.iter().fold(figure.problem.clone(), |left, &placement| after(&left, placement));
    let mut placed = given.to_vec();
    let symmetries = figure.symmetries_of(given);
    let whole = |found: Solution<W>| [given, &found].concat();
    let mut solutions: Vec<Solution<W>> = solutions(&left, 1 + symmetries.len())?.into_iter().map(whole).collect();
    check(!solutions.is_empty(), || "there isn't a solution".to_owned())?;
    let all = solutions.clone();
    let mut claims = 1;
    for (number, taken) in (1..).zip(steps) {
        let claimed = Claims { figure, placed: &placed, left: &left, solutions: &solutions };
        claims += claimed.prove(taken).map_err(|why| format!("step {number}: {why}"))?;
        solutions.retain(|solution| solution.contains(&taken.placement));
        check(!solutions.is_empty(), || format!("step {number}: {:?} is in no solution", taken.placement))?;
        left = after(&left, taken.placement);
        placed.push(taken.placement);
    }
    check(left.is_done() && is_same(&solutions[0], &placed), || format!("{placed:?} isn't a solution"))?;
    let image = |symmetry: &&Symmetry| -> Solution<W> { placed.iter().map(|&placement| symmetry.image(placement)).collect() };
    let images: Vec<Solution<W>> = symmetries.iter().map(image).chain([placed.clone()]).collect();
    let other = all.iter().find(|solution| !images.iter().any(|image| is_same(image, solution)));
    check(other.is_none(), || format!("{other:?} is another solution"))?;
    Ok(claims)
}

fn check(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Whether both are the same solution.
fn is_same<W: Word>(one: &Solution<W>, other: &Solution<W>) -> bool {
    one.len() == other.len() && one.iter().all(|placement| other.contains(placement))
}

/// What a step is judged by.
struct Claims<'a, W: Word> {
    figure: &'a Figure<W>,
    placed: &'a [Placement<W>],
    /// What is left to do after these placements.
    left: &'a Problem<W>,
    /// All solutions with these placements.
    solutions: &'a [Solution<W>],
}

impl<W: Word + Debug> Claims<'_, W> {
    fn prove(&self, taken: &Taken<W>) -> Result<usize, String> {
        self.kind(taken)?;
        self.options(taken)?;
        let said = grounds(self.figure, self.placed, taken, &mut || ControlFlow::Continue(()));
        let said = said.continue_value().unwrap_or_default();
        check(said.len() == taken.others.len(), || format!("{} grounds for {} options", said.len(), taken.others.len()))?;
        for (&(option, against), ground) in taken.others.iter().zip(said) {
            let claim = || format!("{option:?}: {against:?}, {ground:?}");
            check(self.leads_to_solution(option) == (against == Against::Symmetry), claim)?;
            let then = after(self.left, option);
            let holds = match (against, &ground) {
                (Against::Gap, Ground::Gap(gap)) => self.gaps(&then).contains(gap),
                (Against::Contradiction, Ground::NoOptions(items)) => {
                    !items.is_empty()
                        && items.iter().all(|&item| is_open(&then, item) && !then.placements.iter().any(|other| is_of(other, item)))
                }
                (Against::Contradiction, Ground::RuledOut) => {
                    tightest(&then, |_| true) != Some(0) && tightest(&then, |other| self.leads_to_solution(other)) == Some(0)
                }
                (Against::Failure, Ground::Failure) | (Against::Symmetry, Ground::Symmetry) => true,
                _ => false,
            };
            check(holds, claim)?;
        }
        // Of the kind, of the options, and one for each other option.
        Ok(2 + taken.others.len())
    }

    /// The step has the kind of its hardest reason.
    fn kind(&self, taken: &Taken<W>) -> Result<(), String> {
        let has = |against: Against| taken.others.iter().any(|&(_, other)| other == against);
        let fits = match (taken.step, taken.item) {
            (Step::ForcedCell, Some(Item::Cell(_))) | (Step::ForcedPiece, Some(Item::Piece(_))) => !has(Against::Failure),
            (Step::Gap, Some(_)) => has(Against::Gap) && !has(Against::Failure),
            (Step::Trying, Some(_)) => has(Against::Contradiction) && !has(Against::Failure),
            (Step::DeeperTrying, Some(_)) => has(Against::Failure) || has(Against::Symmetry),
            (Step::DeeperTrying, None) => tightest(self.left, |_| true).is_none(),
            _ => false,
        };
        check(fits, || format!("{:?} by {:?} isn't what {:?} make it", taken.step, taken.item, taken.others))
    }

    /// The cell or piece has exactly these options.
    fn options(&self, taken: &Taken<W>) -> Result<(), String> {
        let Some(item) = taken.item else { return Ok(()) };
        let named: Vec<Placement<W>> = taken.others.iter().map(|&(option, _)| option).chain([taken.placement]).collect();
        let options = self.left.placements.iter().filter(|option| is_of(option, item)).copied().collect();
        check(is_same(&named, &options), || format!("the options of {item:?} are {options:?}, not {named:?}"))
    }

    fn leads_to_solution(&self, option: Placement<W>) -> bool {
        self.solutions.iter().any(|solution| solution.contains(&option))
    }

    /// All connected free cells that can't be filled by the pieces that are left, judging by their numbers of cells.
    fn gaps(&self, left: &Problem<W>) -> Vec<Bits<W>> {
        let mut gaps = Vec::new();
        let mut sums = vec![0];
        for (&size, copies) in left.sizes.iter().zip(&left.copies) {
            for _ in 0..copies.most {
                let larger: Vec<usize> = sums.iter().map(|sum| sum + size).filter(|sum| !sums.contains(sum)).collect();
                sums.extend(larger);
            }
        }
        let mut unseen = left.required | left.optional;
        while let Some(first) = unseen.first() {
            let mut region = Bits::from(first);
            loop {
                let grown = region.iter().fold(region, |grown, cell| grown | self.figure.neighbours[cell]) & unseen;
                if grown == region {
                    break;
                }
                region = grown;
            }
            let least = (region & left.required).len();
            if !sums.iter().any(|sum| (least..=region.len()).contains(sum)) {
                gaps.push(region);
            }
            unseen -= region;
        }
        gaps
    }
}

/// Whether a cell has to be covered, or a piece with one copy placed.
fn is_open<W: Word>(problem: &Problem<W>, item: Item) -> bool {
    match item {
        Item::Cell(cell) => problem.required.contains(cell),
        Item::Piece(piece) => problem.copies[piece].most == 1 && problem.needed()[piece] > 0,
    }
}

fn is_of<W: Word>(option: &Placement<W>, item: Item) -> bool {
    match item {
        Item::Cell(cell) => option.cells.contains(cell),
        Item::Piece(piece) => option.piece == piece,
    }
}

/// What is left of a problem after a placement.
fn after<W: Word>(problem: &Problem<W>, placement: Placement<W>) -> Problem<W> {
    let mut copies = problem.copies.clone();
    copies[placement.piece] = copies[placement.piece].without_one();
    let fits = |option: &&Placement<W>| copies[option.piece].most > 0 && !option.cells.meets(problem.taken(placement, option.piece));
    Problem {
        required: problem.required - placement.cells,
        optional: problem.optional - placement.cells,
        placements: problem.placements.iter().filter(fits).copied().collect(),
        copies,
        ..problem.clone()
    }
}

/// The fewest options, of those that count, that a cell has or a piece with one copy that every solution needs; none if nothing has to be
/// covered or placed.
fn tightest<W: Word>(problem: &Problem<W>, counts: impl Fn(Placement<W>) -> bool) -> Option<usize> {
    let counted: Vec<&Placement<W>> = problem.placements.iter().filter(|option| counts(**option)).collect();
    let options = |item: Item| counted.iter().filter(|option| is_of(option, item)).count();
    let cells = problem.required.iter().map(Item::Cell);
    let needed = problem.needed();
    let pieces = (0..problem.sizes.len()).filter(|&piece| problem.copies[piece].most == 1 && needed[piece] > 0).map(Item::Piece);
    cells.chain(pieces).map(options).min()
}

/// All solutions, which should be no more than this.
fn solutions<W: Word>(problem: &Problem<W>, most: usize) -> Result<Vec<Solution<W>>, String> {
    let mut list = List { most, solutions: Vec::new() };
    match dancing_links::search(problem, &mut list) {
        ControlFlow::Continue(_) => Ok(list.solutions),
        ControlFlow::Break(()) => Err(format!("there are more than {most} solutions")),
    }
}

struct List<W: Word> {
    most: usize,
    solutions: Vec<Solution<W>>,
}

impl<W: Word> Listener<W> for List<W> {
    fn found(&mut self, solution: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
        self.solutions.push(solution.iter().map(|&(piece, cells)| Placement { piece: piece.into(), cells }).collect());
        if self.solutions.len() <= self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
