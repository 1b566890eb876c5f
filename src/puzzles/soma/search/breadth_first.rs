//! Piece by piece: every partial solution is combined with every placement of the next piece, and overlaps are dropped.
//!
//! Two of the techniques differ only in the order of the pieces, and the other two only in how a placement is encoded. A stage takes its
//! partial solutions in blocks and finishes one before the next. It tries the same candidates as with all at once, but needs little memory
//! and finds the first solutions early.

use std::{ops::ControlFlow, sync::Arc};

use base::{
    bits::{Bits, Word},
    search::{Stage, Tally},
};
use cover::share::Share;
use packing::{
    model::{pieces::Set, placements::PlacementTable, problem::Problem, symmetry::Symmetry},
    search::{
        listener::{Listener, Step},
        prepared::{Prepared, with_table},
    },
};

/// Takes pieces with the fewest placements first, since they leave the fewest partial solutions in the early stages.
pub fn search_sorted<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => search(&prepared.problem, table, Order::FewestPlacements, |mask, _| mask, listener))
}

/// Takes the pieces in the order of the article's first program.
pub fn search_unsorted<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => search(&prepared.problem, table, Order::Listed, |mask, _| mask, listener))
}

/// The same with placements as text, combined character by character.
pub fn search_strings<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => {
        let problem = &prepared.problem;
        let text = |mask: _, name| text_of(mask, name, problem.cells.len());
        search(problem, table, Order::Listed, text, listener)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Listed,
    FewestPlacements,
}

/// An encoding of the covered cells.
trait Encoding: Clone {
    /// Returns the union; `None` if both cover a cell.
    fn join(&self, other: &Self) -> Option<Self>;
}

impl<W: Word> Encoding for Bits<W> {
    fn join(&self, other: &Self) -> Option<Self> {
        (!self.meets(*other)).then(|| *self | *other)
    }
}

/// Covered cells as text: one character per cell, that of the piece or a blank. There are fewer than 64 pieces, so a byte is enough.
#[derive(Clone)]
struct Text(Box<[u8]>);

const BLANK: u8 = b' ';
/// Stands for the first piece, and the next for the others.
const FIRST_NAME: u8 = b'0';
/// Marks a cell covered by two pieces.
const CLASH: u8 = b'#';

fn text_of<W: Word>(mask: Bits<W>, name: u8, length: usize) -> Text {
    let mut text = vec![BLANK; length];
    for cell in mask.iter() {
        text[cell] = name;
    }
    Text(text.into())
}

impl Encoding for Text {
    /// Works like the article: first writes one text over the other, then looks for clashes.
    fn join(&self, other: &Self) -> Option<Self> {
        let over = |(&a, &b): (&u8, &u8)| match (a, b) {
            (BLANK, mark) | (mark, BLANK) => mark,
            _ => CLASH,
        };
        let both: Box<[u8]> = self.0.iter().zip(&other.0).map(over).collect();
        (!both.contains(&CLASH)).then_some(Self(both))
    }
}

/// Each block is finished before the next, so this bounds both the memory and the time between two reports.
const BLOCK: usize = 256;

/// Stands for a stage whose piece is left out of the partial solution.
const LEFT_OUT: u16 = u16::MAX;

fn search<W: Word, F: Encoding, L: Listener>(
    problem: &Problem,
    table: &PlacementTable<W>,
    order: Order,
    write: impl Fn(Bits<W>, u8) -> F,
    listener: &mut L,
) -> ControlFlow<()> {
    let mut plan = Plan::new(problem, table, order);
    let stages = plan.stages.len();
    let mut search = BreadthFirst {
        problem,
        listener,
        blocks: vec![Vec::new(); stages + 1],
        tally: Tally { stages: vec![Stage::default(); stages], ..Tally::default() },
    };
    if let Some(slack) = table.slack() {
        for stage in &mut plan.stages {
            // In a large box this takes long, and much memory.
            search.listener.progress(0.0, &search.tally)?;
            let name = FIRST_NAME + stage.number;
            stage.encoded = stage.masks.iter().map(|&mask| write(mask, name)).collect();
        }
        search.blocks[0].push(Partial { covered: write(Bits::NONE, BLANK), parent: 0, by: LEFT_OUT, slack });
        search.expand(&plan, 0, Share::WHOLE)?;
    } else {
        search.listener.step(Step::<W>::TooFewCells, Vec::new, &search.tally)?;
    }
    let BreadthFirst { listener, tally, .. } = search;
    listener.progress(1.0, &tally)
}

/// The pieces in the order of the search, each with its placements.
struct Plan<W: Word, F> {
    stages: Vec<StagePiece<W, F>>,
    /// The stage whose piece is restricted to one placement of each orbit, if there is one.
    restricted: Option<usize>,
    /// For each of these placements, the symmetries that fix it.
    stabilizers: Vec<Vec<Arc<Symmetry>>>,
}

struct StagePiece<W: Word, F> {
    /// Its index in the problem.
    number: u8,
    /// Whether the previous stage has an equal piece. Then only placements after that piece's placement are tried, so that no two equal
    /// pieces are also found exchanged; and none if that piece is left out.
    repeats: bool,
    size: u32,
    masks: Vec<Bits<W>>,
    /// The masks, as the technique encodes them.
    encoded: Vec<F>,
}

impl<W: Word, F: Encoding> Plan<W, F> {
    /// The masks aren't encoded yet.
    fn new(problem: &Problem, table: &PlacementTable<W>, order: Order) -> Self {
        let is_restricted = |&piece: &usize| problem.is_plain_cube() && problem.pieces[piece].mark == RESTRICTED_PIECE;
        let masks = |piece| if is_restricted(&piece) { representative_placements() } else { table.pieces[piece].masks.clone() };
        let mut all: Vec<Vec<Bits<W>>> = (0..table.pieces.len()).map(masks).collect();
        let order = placed(problem, order, &all.iter().map(Vec::len).collect::<Vec<_>>());
        let shape = |piece: usize| problem.symmetries.equal_pieces.first(piece);
        let repeats = |place: usize| place > 0 && shape(order[place]) == shape(order[place - 1]);
        let stage = |(place, &piece): (usize, &usize)| StagePiece {
            number: piece as u8,
            repeats: repeats(place),
            size: table.pieces[piece].size,
            masks: std::mem::take(&mut all[piece]),
            encoded: Vec::new(),
        };
        let stages: Vec<StagePiece<W, F>> = order.iter().enumerate().map(stage).collect();
        let restricted = order.iter().position(is_restricted);
        let stabilizer = |piece: u8, mask: Bits<W>| {
            problem.symmetries.all.iter().filter(|symmetry| symmetry.fixes(piece.into(), mask)).cloned().collect()
        };
        let stabilizers = restricted
            .map(|stage| stages[stage].masks.iter().map(|&mask| stabilizer(stages[stage].number, mask)).collect())
            .unwrap_or_default();
        Self { stages, restricted, stabilizers }
    }
}

/// The pieces in the order in which they are placed, of which each has this many placements. Equal pieces follow one another.
fn placed(problem: &Problem, order: Order, placements: &[usize]) -> Vec<usize> {
    let mut pieces: Vec<usize> = (0..placements.len()).collect();
    if problem.state.set == Set::Soma {
        pieces.sort_by_key(|&piece| ARTICLE_ORDER.find(problem.pieces[piece].mark));
    }
    match order {
        Order::Listed => pieces.reverse(),
        Order::FewestPlacements => pieces.sort_by_key(|&piece| placements[piece]),
    }
    let shape = |piece: usize| problem.symmetries.equal_pieces.first(piece);
    let first_places: Vec<usize> = pieces.iter().map(|&piece| shape(piece)).collect();
    pieces.sort_by_key(|&piece| first_places.iter().position(|&other| other == shape(piece)));
    pieces
}

/// The order in which the article lists the pieces; its fold starts from the end.
const ARTICLE_ORDER: &str = "LZTVABP";

/// The article restricts this piece in the plain cube to four placements, one for each of its orbits under the symmetries.
const RESTRICTED_PIECE: char = 'L';

/// The cells 0 1 2 3, and these moved back, up, and both.
fn representative_placements<W: Word>() -> Vec<Bits<W>> {
    [0, 3, 9, 12].map(|shift| (shift..shift + 4).collect()).to_vec()
}

struct BreadthFirst<'a, F, L> {
    problem: &'a Problem,
    listener: &'a mut L,
    /// The current block before each stage, and finally the solutions.
    blocks: Vec<Vec<Partial<F>>>,
    tally: Tally,
}

/// A set of pieces that do not overlap.
#[derive(Clone)]
struct Partial<F> {
    covered: F,
    /// The index in the previous block of the partial solution that this one extends.
    parent: u32,
    /// The placement of the stage's piece that extends it.
    by: u16,
    /// The total number of cells of pieces that may still be left out.
    slack: u32,
}

impl<F: Encoding, L: Listener> BreadthFirst<'_, F, L> {
    /// Takes the block before this stage through this and all following stages.
    fn expand<W: Word>(&mut self, plan: &Plan<W, F>, stage: usize, share: Share) -> ControlFlow<()> {
        self.listener.progress(share.from as f32, &self.tally)?;
        let Some(piece) = plan.stages.get(stage) else { return self.report_solutions(plan) };
        let length = self.blocks[stage].len();
        let mut done = 0;
        for i in 0..length {
            let extensions = self.extend(piece, stage, i);
            self.report_extensions(plan, stage, i, extensions)?;
            let is_full = self.blocks[stage + 1].len() >= BLOCK;
            if is_full || i + 1 == length {
                self.expand(plan, stage + 1, share.slice(done, i + 1, length))?;
                self.blocks[stage + 1].clear();
                done = i + 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Combines one partial solution with all placements of the stage's piece. Returns the index in the next block at which the results
    /// start.
    fn extend<W: Word>(&mut self, piece: &StagePiece<W, F>, stage: usize, parent: usize) -> usize {
        let (before, after) = self.blocks.split_at_mut(stage + 1);
        let (partial, next) = (&before[stage][parent], &mut after[0]);
        let known = next.len();
        let parent = parent as u32;
        let first = match (piece.repeats, partial.by) {
            (false, _) => 0,
            (true, LEFT_OUT) => piece.encoded.len(),
            (true, by) => usize::from(by) + 1,
        };
        for (by, code) in piece.encoded.iter().enumerate().skip(first) {
            if let Some(covered) = partial.covered.join(code) {
                next.push(Partial { covered, parent, by: by as u16, slack: partial.slack });
            }
        }
        let mut explored = (piece.encoded.len() - first) as u64;
        if let Some(slack) = partial.slack.checked_sub(piece.size) {
            next.push(Partial { covered: partial.covered.clone(), parent, by: LEFT_OUT, slack });
            explored += 1;
        }
        let kept = (next.len() - known) as u64;
        for counts in [&mut self.tally.stages[stage].explored, &mut self.tally.explored] {
            *counts += explored;
        }
        for counts in [&mut self.tally.stages[stage].kept, &mut self.tally.kept] {
            *counts += kept;
        }
        known
    }

    /// Reports the extensions of one partial solution.
    fn report_extensions<W: Word>(&mut self, plan: &Plan<W, F>, stage: usize, parent: usize, extensions: usize) -> ControlFlow<()> {
        let Self { listener, blocks, tally, .. } = self;
        let piece = &plan.stages[stage];
        for (place, &Partial { by, .. }) in blocks[stage + 1].iter().enumerate().skip(extensions) {
            let step = if by == LEFT_OUT { Step::LeaveOut(piece.number) } else { Step::Place(piece.number, piece.masks[usize::from(by)]) };
            listener.step(step, || placements(blocks, plan, stage + 1, place), tally)?;
        }
        if extensions == blocks[stage + 1].len() {
            listener.step(Step::FitsNowhere(piece.number), || placements(blocks, plan, stage, parent), tally)?;
        }
        ControlFlow::Continue(())
    }

    fn report_solutions<W: Word>(&mut self, plan: &Plan<W, F>) -> ControlFlow<()> {
        let stages = plan.stages.len();
        let may_stay_empty = self.problem.optional.contains(&true);
        for i in 0..self.blocks[stages].len() {
            // Once no more cells may be left out after all pieces, exactly the slack was left out, so a figure whose cells must all be
            // covered is full.
            if self.blocks[stages][i].slack == 0 || may_stay_empty {
                self.report_solution(plan, i)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the solution, if it covers all cells that must be covered and uses all pieces that must be used.
    fn report_solution<W: Word>(&mut self, plan: &Plan<W, F>, solution: usize) -> ControlFlow<()> {
        let stages = plan.stages.len();
        let chosen = placements(&self.blocks, plan, stages, solution);
        let covered = chosen.iter().fold(Bits::NONE, |covered: Bits<W>, &(_, mask)| covered | mask);
        let covers_all = self.problem.optional.iter().enumerate().all(|(cell, &is_optional)| is_optional || covered.contains(cell));
        let equal_pieces = &self.problem.symmetries.equal_pieces;
        let used = |first: usize| chosen.iter().filter(|&&(piece, _)| equal_pieces.first(piece.into()) == first).count();
        let uses_all = self.problem.copies.iter().enumerate().all(|(first, copies)| copies.least == 0 || copies.least <= used(first));
        if !(covers_all && uses_all) {
            return ControlFlow::Continue(());
        }
        let placement_of = |restricted: usize| origins(&self.blocks, stages, solution).find(|&(stage, _)| stage == restricted);
        let stabilizers = plan.restricted.and_then(placement_of).map(|(_, by)| &plan.stabilizers[usize::from(by)]);
        self.listener.filled(&chosen, stabilizers.unwrap_or(&self.problem.symmetries.all), &self.tally)
    }
}

/// Iterates over the stages of a partial solution in this block, from the last to the first, with the placement that each stage used.
fn origins<F>(blocks: &[Vec<Partial<F>>], block: usize, mut place: usize) -> impl Iterator<Item = (usize, u16)> {
    (0..block).rev().map(move |stage| {
        let Partial { by, parent, .. } = blocks[stage + 1][place];
        place = parent as usize;
        (stage, by)
    })
}

/// Returns the placements of a partial solution in this block, from the first stage to the last.
fn placements<W: Word, F>(blocks: &[Vec<Partial<F>>], plan: &Plan<W, F>, block: usize, place: usize) -> Vec<(u8, Bits<W>)> {
    let placed = origins(blocks, block, place).filter(|&(_, by)| by != LEFT_OUT);
    let mut placements: Vec<(u8, Bits<W>)> =
        placed.map(|(stage, by)| (plan.stages[stage].number, plan.stages[stage].masks[usize::from(by)])).collect();
    placements.reverse();
    placements
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use base::search::Observer;
    use packing::{
        model::{
            pieces::Set,
            problem::check,
            solution::Solution,
            state::{CustomShape, State},
        },
        search::listener::SolutionListener,
    };

    /// Counts the calls before the first placement is tried, then stops.
    struct Before(usize);

    impl Observer<Solution> for Before {
        fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            if 0 < tally.explored {
                return ControlFlow::Break(());
            }
            self.0 += 1;
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn a_search_by_strings_can_be_stopped_while_it_writes_them() {
        let layers = vec![vec!["........".to_owned(); 8]; 8];
        let shapes = ('a'..='z').chain('A'..='Z').map(|name| CustomShape::new(name, vec![vec!["XXXXX".to_owned(); 2]]));
        let shapes: Vec<CustomShape> = shapes.collect();
        let state = State { set: Set::Custom, pieces: shapes.iter().map(|shape| shape.name).collect(), layers, shapes, ..State::default() };
        let prepared = Prepared::from(check(&state).expect("a valid position"));
        let mut before = Before(0);
        let outcome = search_strings(&prepared, &mut SolutionListener::of(&prepared.problem, &mut before));
        assert!(outcome.is_break());
        assert!(state.shapes.len() <= before.0, "{} calls for {} pieces", before.0, state.shapes.len());
    }

    #[test]
    fn there_is_one_representative_of_each_orbit() {
        let problem = check(&State::default()).expect("the cube is a valid position");
        let table = PlacementTable::<u64>::new(&problem);
        let plan = Plan::<u64, Bits<u64>>::new(&problem, &table, Order::FewestPlacements);
        let images_of = |mask: Bits<u64>| -> BTreeSet<Bits<u64>> {
            problem.symmetries.all.iter().map(|symmetry| symmetry.image_of_mask(mask)).collect()
        };
        let orbits: Vec<BTreeSet<Bits<u64>>> = representative_placements().into_iter().map(images_of).collect();
        let all: BTreeSet<Bits<u64>> =
            table.pieces.iter().filter(|piece| piece.mark == RESTRICTED_PIECE).flat_map(|piece| piece.masks.clone()).collect();
        assert_eq!(orbits.iter().flatten().copied().collect::<BTreeSet<_>>(), all, "every placement is the image of a representative");
        assert_eq!(orbits.iter().map(BTreeSet::len).sum::<usize>(), all.len(), "the image of only one");
        let by_stabilizer: Vec<usize> =
            plan.stabilizers.iter().map(|stabilizers| problem.symmetries.all.len() / stabilizers.len()).collect();
        assert_eq!(by_stabilizer, orbits.iter().map(BTreeSet::len).collect::<Vec<_>>());
    }
}
