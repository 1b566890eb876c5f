//! Challenges in any figure: given pieces that leave one solution, and how hard a position is.

use std::ops::ControlFlow;

use super::symmetries;
use crate::{
    model::{
        problem::{Problem, check},
        solution::Solution,
        state::{FREE, Grid, OUTSIDE, State},
        symmetry::Cover,
    },
    search::{
        exact_cover::{ExactCover, with_word},
        prepared::Prepared,
    },
    words,
};
use base::{
    bits::Word,
    challenge::{Explained, Grade, Rating, Step},
    search::{Observer, Tally},
};
use cover::{
    Item, Names, Placement,
    challenges::{self, Against, Figure, Ground, Solutions, Symmetry, Taken},
};

pub use challenges::VERSION;

/// The figures of presets that lack grades, by their fingerprints: a thousand random solutions for each of 20 seeds gave no challenge.
const LACKING: [(u64, &[Grade]); 6] = [
    // The square wall and the W-wall can't be filled at all.
    (0x561D_608C_6171_FE6D, &[]),
    (0x01F2_C282_C8BA_8C1F, &[]),
    // The castle, the dog, the swan and the wizard hat have few solutions.
    (0x3A5E_AF96_14EB_2128, &[Grade::Easy, Grade::Medium]),
    (0x1468_1C2A_4296_12B1, &[Grade::Easy, Grade::Medium, Grade::Hard]),
    (0x3891_6CA4_CA60_56A5, &[Grade::Easy, Grade::Medium, Grade::Hard]),
    (0xE4EE_52AE_B4CA_C2F3, &[Grade::Easy, Grade::Medium, Grade::Hard]),
];

/// The grades that the figure of this position offers.
pub fn grades(state: &State) -> &'static [Grade] {
    let grid = state.grid();
    let cells = grid.extent.cells().filter(|&cell| grid.painted(cell) == FREE).count();
    let cubes: usize = state.set_pieces().iter().filter(|piece| state.allows(piece)).map(|piece| piece.cells.len()).sum();
    if !(1..=cubes).contains(&cells) {
        return &[];
    }
    let fingerprint = fingerprint(state, &grid);
    let lacking = LACKING.iter().find(|&&(known, _)| known == fingerprint && grid.optional.is_empty());
    lacking.map_or(&Grade::ALL, |&(_, grades)| grades)
}

/// A number for the figure and the set of pieces: FNV-1a (G. Fowler, L. C. Noll and K.-P. Vo) of the set, the box and its cells.
fn fingerprint(state: &State, grid: &Grid) -> u64 {
    let extent = grid.extent;
    let is_in_figure = grid.marks.iter().map(|&mark| u8::from(mark != OUTSIDE));
    let bytes = [state.set as u8, extent.x as u8, extent.y as u8, extent.z as u8].into_iter().chain(is_in_figure);
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Reports the challenge of this grade and seed.
pub fn make(state: &State, grade: Grade, seed: u64, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
    let empty = emptied(state);
    if let Ok(problem) = check(&empty) {
        let prepared = Prepared::from(problem);
        let challenge = with_word!(prepared, W => make_in::<W, _>(&empty, &prepared, grade, seed, observer)?);
        challenge.map_or(ControlFlow::Continue(()), |challenge| observer.found(challenge))?;
    }
    observer.progress(1.0, &Tally::default())
}

fn make_in<W: Word, T>(
    empty: &State,
    prepared: &Prepared,
    grade: Grade,
    seed: u64,
    observer: &mut dyn Observer<T>,
) -> ControlFlow<(), Option<State>> {
    let figure = figure::<W, T>(prepared, observer)?;
    let given = challenges::make(&figure, grade, seed, &mut || observer.progress(0.0, &Tally::default()))?;
    ControlFlow::Continue(given.map(|given| with_given(empty, &prepared.problem, given)))
}

/// The images of a challenge under the symmetries of its figure.
pub fn images(state: &State) -> Vec<State> {
    let (empty, grid) = (emptied(state), state.grid());
    let Ok(problem) = check(&empty) else { return Vec::new() };
    let image = |symmetry: Symmetry| {
        let mut image = empty.grid();
        for (&cell, &to) in problem.cells.iter().zip(&symmetry.cells) {
            if let Some(piece) = problem.pieces.iter().position(|piece| grid.mark(cell) == Some(piece.mark)) {
                image.set(problem.cells[usize::from(to)], problem.pieces[symmetry.pieces[piece]].mark);
            }
        }
        all_given(&empty, &problem, &image)
    };
    symmetries::of_position(&problem).into_iter().map(image).collect()
}

/// Reports how hard the problem is.
pub fn rate(prepared: &Prepared, observer: &mut dyn Observer<Rating>) -> ControlFlow<()> {
    solve(prepared, None, observer)?.map_or(ControlFlow::Continue(()), |solved| observer.found(solved.rating))?;
    observer.progress(1.0, &Tally::default())
}

/// How a person solves a problem.
pub struct Solved {
    /// The rating, with the explanation of all steps.
    pub rating: Rating,
    /// The mark of the piece that each step places.
    pub marks: Vec<char>,
}

/// Solves a problem as a person would. The inner error is how many solutions it has, unless it is exactly one, whose images under the
/// symmetries of the position don't count. Of these, it finds `shown`, or else any.
pub fn solve<T>(
    prepared: &Prepared,
    shown: Option<&Solution>,
    observer: &mut dyn Observer<T>,
) -> ControlFlow<(), Result<Solved, Solutions>> {
    with_word!(prepared, W => solve_in::<W, _>(prepared, shown, observer))
}

fn solve_in<W: Word, T>(
    prepared: &Prepared,
    shown: Option<&Solution>,
    observer: &mut dyn Observer<T>,
) -> ControlFlow<(), Result<Solved, Solutions>> {
    let figure = figure::<W, T>(prepared, observer)?;
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let steps = match challenges::solve(&figure, &mut keep_going)? {
        Ok(steps) => steps,
        Err(solutions) => return ControlFlow::Continue(Err(solutions)),
    };
    let problem = &prepared.problem;
    let shown = shown.map(|solution| Shown { problem, cover: problem.cover_of(solution) });
    let turned = shown.as_ref().and_then(|shown| shown.image(&steps, &figure.symmetries));
    let (shown, steps) = turned.map_or((None, steps), |turned| (shown, turned));
    let mut unused = Unused::of(problem);
    let (mut placed, mut marks, mut explanation) = (Vec::new(), Vec::new(), Vec::new());
    for taken in &steps {
        let grounds = challenges::grounds(&figure, &placed, taken, &mut keep_going)?;
        let in_shown = shown.as_ref().and_then(|shown| shown.piece(taken.placement));
        let piece = in_shown.or_else(|| unused.take(taken.placement.piece)).unwrap_or(taken.placement.piece);
        explanation.push(explained(problem, taken, &problem.pieces[piece].name.to_string(), &figure, &grounds));
        marks.push(problem.pieces[piece].mark);
        placed.push(taken.placement);
    }
    ControlFlow::Continue(Ok(Solved { rating: Rating { explanation, ..challenges::rating(&steps) }, marks }))
}

/// A solution, to see what is a part of it.
struct Shown<'a> {
    problem: &'a Problem,
    cover: Cover,
}

impl Shown<'_> {
    /// The piece that it has at this placement. Of equal pieces, the placement names the first.
    fn piece<W: Word>(&self, placement: Placement<W>) -> Option<usize> {
        let mut pieces = placement.cells.iter().map(|cell| usize::from(self.cover[cell]));
        let piece = pieces.next().filter(|&piece| piece < self.problem.pieces.len())?;
        let is_whole = self.problem.symmetries.equal_pieces.first(piece) == placement.piece && pieces.all(|other| other == piece);
        is_whole.then_some(piece)
    }

    /// The image of these steps that ends in the solution, if one does.
    fn image<W: Word>(&self, steps: &[Taken<W>], symmetries: &[Symmetry]) -> Option<Vec<Taken<W>>> {
        let images = symmetries.iter().map(|symmetry| steps.iter().map(|taken| taken.image(symmetry)).collect());
        let is_part = |steps: &Vec<Taken<W>>| steps.iter().all(|taken| self.piece(taken.placement).is_some());
        std::iter::once(steps.to_vec()).chain(images).find(is_part)
    }
}

/// Puts a step into words, which places the piece with this name.
pub fn explained<W: Word>(problem: &Problem, taken: &Taken<W>, name: &str, figure: &Figure<W>, grounds: &[Ground<W>]) -> Explained {
    let lattice = problem.state.lattice;
    let drawn = |cell: usize| lattice.place(problem.cells[cell]);
    let reason = with_names(problem, |names| taken.why(&figure.problem, names, grounds));
    let places = problem.box_indices();
    let cells = taken.placement.cells;
    Explained {
        step: taken.step,
        piece: name.to_owned(),
        cells: cells.iter().map(|cell| usize::from(places[cell])).collect(),
        forcing: match taken.item {
            Some(Item::Cell(cell)) => Some(usize::from(places[cell])),
            Some(Item::Piece(_)) | None => None,
        },
        is_by_earlier: taken.step <= Step::ForcedPiece && taken.others.iter().any(|&(_, against)| against != Against::Symmetry),
        place: words::places(lattice.is_flat, cells.iter().map(drawn).collect()),
        reason,
    }
}

/// Calls this with the names of the problem's pieces and cells.
pub fn with_names<R>(problem: &Problem, say: impl FnOnce(&Names<'_>) -> R) -> R {
    let lattice = problem.state.lattice;
    let place = |cell: usize| words::place(lattice.is_flat, lattice.place(problem.cells[cell]));
    say(&Names { piece: &|piece| problem.pieces[piece].name.to_string(), place: &place })
}

/// The pieces that aren't placed yet. Equal pieces are taken in their order.
struct Unused<'a> {
    problem: &'a Problem,
    pieces: Vec<usize>,
}

impl<'a> Unused<'a> {
    fn of(problem: &'a Problem) -> Self {
        Self { problem, pieces: (0..problem.pieces.len()).collect() }
    }

    /// Takes the first piece that equals this one, which is the first of its equals.
    fn take(&mut self, first: usize) -> Option<usize> {
        let place = self.pieces.iter().position(|&piece| self.problem.symmetries.equal_pieces.first(piece) == first)?;
        Some(self.pieces.remove(place))
    }
}

/// Whether every cell is covered.
pub fn is_solved(prepared: &Prepared) -> bool {
    prepared.problem.required() == 0 && prepared.problem.copies.iter().all(|copies| copies.least == 0)
}

/// The same figure without pieces.
pub fn emptied(state: &State) -> State {
    let mut grid = state.grid();
    grid.clear_all(|_| true);
    state.with_grid(&grid)
}

/// The figure with these pieces, which are given. Equal pieces get their names in the order of their first cells.
pub fn with_given<W: Word>(empty: &State, problem: &Problem, mut given: Vec<Placement<W>>) -> State {
    given.sort_by_key(|placement| placement.cells.first());
    let mut grid: Grid = empty.grid();
    let mut unused = Unused::of(problem);
    for placement in given {
        let Some(piece) = unused.take(placement.piece) else { continue };
        let mark = problem.pieces[piece].mark;
        placement.cells.iter().for_each(|cell| grid.set(problem.cells[cell], mark));
    }
    all_given(empty, problem, &grid)
}

/// The figure with the pieces of this grid, which are given.
fn all_given(empty: &State, problem: &Problem, grid: &Grid) -> State {
    let marks = problem.pieces.iter().map(|piece| piece.mark).filter(|mark| grid.marks.contains(mark)).collect();
    State { given: marks, ..empty.with_grid(grid) }
}

/// The free cells of a problem, and the pieces that may fill them.
pub fn figure<W: Word, T>(prepared: &Prepared, observer: &mut dyn Observer<T>) -> ControlFlow<(), Figure<W>> {
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let packing = ExactCover::<W>::new(prepared, &mut keep_going)?;
    let neighbours = packing.touching();
    Figure { problem: packing.cover, neighbours, symmetries: symmetries::of_position(&prepared.problem) }.sorted(&mut keep_going)
}
