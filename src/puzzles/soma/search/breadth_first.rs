//! Piece by piece: every partial solution is joined with every form of the next piece, and what overlaps is dropped.
//!
//! A form is a piece where it may lie. The order of the pieces makes all the difference between two of the techniques, and how a form is
//! written all the difference between the other two. A stage takes its partial solutions in blocks and finishes one before the next: the
//! same candidates as all at once, in little memory, with the first solutions early.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    listener::{Listener, Step},
    prepared::{Prepared, with_layout},
    share::Share,
};
use crate::{
    puzzles::soma::model::{cells::Cells, layout::Layout, pieces::Set, problem::Problem, symmetry::Symmetry},
    search::{Stage, Tally},
};

/// Pieces with the fewest forms first: they leave the fewest partial solutions to begin with.
pub fn search_sorted<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_layout!(prepared, layout => search(&prepared.problem, layout, Order::FewestForms, |mask, _| mask, listener))
}

/// Pieces in the order in which the article's first program takes them.
pub fn search_unsorted<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_layout!(prepared, layout => search(&prepared.problem, layout, Order::Listed, |mask, _| mask, listener))
}

/// The same with forms as texts, which are joined character by character.
pub fn search_strings<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_layout!(prepared, layout => {
        let problem = &prepared.problem;
        let text = |mask: _, name| text_of(mask, name, problem.cells.len());
        search(problem, layout, Order::Listed, text, listener)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Listed,
    FewestForms,
}

/// A way to write which cells are covered.
trait Form: Clone {
    /// What they cover together; none if both cover some cell.
    fn join(&self, other: &Self) -> Option<Self>;
}

impl<C: Cells> Form for C {
    fn join(&self, other: &Self) -> Option<Self> {
        (!self.meets(*other)).then(|| *self | *other)
    }
}

/// A form as text: a character for each cell, the piece's name or a blank.
#[derive(Clone)]
struct Text(Box<[char]>);

const BLANK: char = ' ';
/// Where two pieces meet.
const CLASH: char = '#';

fn text_of<C: Cells>(mask: C, name: char, length: usize) -> Text {
    let mut text = vec![BLANK; length];
    for cell in mask.cells() {
        text[cell] = name;
    }
    Text(text.into())
}

impl Form for Text {
    /// As the article has it: first both are written over one another, then clashes are looked for.
    fn join(&self, other: &Self) -> Option<Self> {
        let over = |(&a, &b): (&char, &char)| match (a, b) {
            (BLANK, mark) | (mark, BLANK) => mark,
            _ => CLASH,
        };
        let both: Box<[char]> = self.0.iter().zip(&other.0).map(over).collect();
        (!both.contains(&CLASH)).then_some(Self(both))
    }
}

/// A block is done with before the next, so this bounds both memory and the time between two reports.
const BLOCK: usize = 256;

/// In a partial solution: the stage's piece stays out.
const LEFT_OUT: u16 = u16::MAX;

fn search<C: Cells, F: Form, L: Listener>(
    problem: &Problem,
    layout: &Layout<C>,
    order: Order,
    write: impl Fn(C, char) -> F,
    listener: &mut L,
) -> ControlFlow<()> {
    let plan = Plan::new(problem, layout, order, &write);
    let stages = plan.stages.len();
    let mut search = BreadthFirst {
        problem,
        listener,
        blocks: vec![Vec::new(); stages + 1],
        tally: Tally { stages: vec![Stage::default(); stages], ..Tally::default() },
    };
    if let Some(slack) = layout.slack() {
        search.blocks[0].push(Partial { form: write(C::EMPTY, BLANK), parent: 0, by: LEFT_OUT, slack });
        search.expand(&plan, 0, Share::WHOLE)?;
    } else {
        search.listener.step(Step::<C>::TooFew, Vec::new, &search.tally)?;
    }
    let BreadthFirst { listener, tally, .. } = search;
    listener.progress(1.0, &tally)
}

/// The pieces in the order of the search, each with its forms.
struct Plan<C, F> {
    stages: Vec<Forms<C, F>>,
    /// Where one piece is held to one form of each orbit: its stage.
    held: Option<usize>,
    /// For each of its forms, the symmetries that leave it where it is.
    keeping: Vec<Vec<Arc<Symmetry>>>,
}

struct Forms<C, F> {
    piece: u8,
    /// Whether the piece of the stage before is equal. Then only forms after that piece's form are tried, so that no two equal pieces come
    /// the other way round, too; and none if that piece was left out.
    repeats: bool,
    size: u32,
    masks: Vec<C>,
    /// The masks, as the technique writes them.
    forms: Vec<F>,
}

impl<C: Cells, F: Form> Plan<C, F> {
    fn new(problem: &Problem, layout: &Layout<C>, order: Order, write: impl Fn(C, char) -> F) -> Self {
        let name = |forms: &Forms<C, F>| problem.pieces[usize::from(forms.piece)].name;
        let is_held = |forms: &Forms<C, F>| problem.is_plain_cube() && name(forms) == HELD_PIECE;
        let all = layout.pieces.iter().enumerate();
        let mut stages: Vec<Forms<C, F>> = all
            .map(|(i, placements)| Forms {
                piece: i as u8,
                repeats: false,
                size: placements.size,
                masks: placements.masks.clone(),
                forms: Vec::new(),
            })
            .collect();
        if problem.set == Set::Soma {
            stages.sort_by_key(|forms| ARTICLE_ORDER.find(name(forms)));
        }
        if let Some(forms) = stages.iter_mut().find(|forms| is_held(forms)) {
            forms.masks = held_forms();
        }
        match order {
            Order::Listed => stages.reverse(),
            Order::FewestForms => stages.sort_by_key(|forms| forms.masks.len()),
        }
        // Equal pieces go in one after the other.
        let equals = &problem.symmetries.equals;
        let shape = |forms: &Forms<C, F>| equals.first(forms.piece.into());
        let order: Vec<usize> = stages.iter().map(shape).collect();
        stages.sort_by_key(|forms| order.iter().position(|&other| other == shape(forms)));
        for place in 1..stages.len() {
            stages[place].repeats = shape(&stages[place]) == shape(&stages[place - 1]);
        }
        for stage in &mut stages {
            let name = name(stage);
            stage.forms = stage.masks.iter().map(|&mask| write(mask, name)).collect();
        }
        let held = stages.iter().position(is_held);
        let keeping_form =
            |piece: u8, mask: C| problem.symmetries.all.iter().filter(|symmetry| symmetry.fixes(piece.into(), mask)).cloned().collect();
        let keeping =
            held.map(|stage| stages[stage].masks.iter().map(|&mask| keeping_form(stages[stage].piece, mask)).collect()).unwrap_or_default();
        Self { stages, held, keeping }
    }
}

/// The order in which the article lists the pieces; its fold starts from the end.
const ARTICLE_ORDER: &str = "LZTVABP";

/// In the plain cube the article holds this piece to four forms, one for each of its orbits under the symmetries.
const HELD_PIECE: char = 'L';

/// The cells 0 1 2 3, and these moved back, up, and both.
fn held_forms<C: Cells>() -> Vec<C> {
    [0, 3, 9, 12].map(|shift| (shift..shift + 4).fold(C::EMPTY, C::with)).to_vec()
}

struct BreadthFirst<'a, F, L> {
    problem: &'a Problem,
    listener: &'a mut L,
    /// The block in work before each stage, and at the end the solutions.
    blocks: Vec<Vec<Partial<F>>>,
    tally: Tally,
}

/// Some pieces that do not overlap.
#[derive(Clone)]
struct Partial<F> {
    form: F,
    /// Which partial solution of the block before this one extends.
    parent: u32,
    /// By which form of the stage's piece.
    by: u16,
    /// How many cells of pieces may yet be left out.
    slack: u32,
}

impl<F: Form, L: Listener> BreadthFirst<'_, F, L> {
    /// Takes the block before this stage through this stage and all that follow.
    fn expand<C: Cells>(&mut self, plan: &Plan<C, F>, stage: usize, share: Share) -> ControlFlow<()> {
        self.listener.progress(share.from as f32, &self.tally)?;
        let Some(forms) = plan.stages.get(stage) else { return self.tell_all(plan) };
        let length = self.blocks[stage].len();
        let mut done = 0;
        for i in 0..length {
            let extensions = self.extend(forms, stage, i);
            self.tell_extensions(plan, stage, i, extensions)?;
            let is_full = self.blocks[stage + 1].len() >= BLOCK;
            if is_full || i + 1 == length {
                self.expand(plan, stage + 1, share.pieces(done, i + 1, length))?;
                self.blocks[stage + 1].clear();
                done = i + 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Joins one partial solution with all forms of the stage's piece. What comes of it stands in the next block from this place on.
    fn extend<C: Cells>(&mut self, forms: &Forms<C, F>, stage: usize, parent: usize) -> usize {
        let (before, after) = self.blocks.split_at_mut(stage + 1);
        let (partial, next) = (&before[stage][parent], &mut after[0]);
        let known = next.len();
        let parent = parent as u32;
        let first = match (forms.repeats, partial.by) {
            (false, _) => 0,
            (true, LEFT_OUT) => forms.forms.len(),
            (true, by) => usize::from(by) + 1,
        };
        for (by, form) in forms.forms.iter().enumerate().skip(first) {
            if let Some(form) = partial.form.join(form) {
                next.push(Partial { form, parent, by: by as u16, slack: partial.slack });
            }
        }
        let mut explored = (forms.forms.len() - first) as u64;
        if let Some(slack) = partial.slack.checked_sub(forms.size) {
            next.push(Partial { form: partial.form.clone(), parent, by: LEFT_OUT, slack });
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

    /// Tells what came of one partial solution.
    fn tell_extensions<C: Cells>(&mut self, plan: &Plan<C, F>, stage: usize, parent: usize, extensions: usize) -> ControlFlow<()> {
        let Self { listener, blocks, tally, .. } = self;
        let forms = &plan.stages[stage];
        for (place, &Partial { by, .. }) in blocks[stage + 1].iter().enumerate().skip(extensions) {
            let step = if by == LEFT_OUT { Step::LeaveOut(forms.piece) } else { Step::Place(forms.piece, forms.masks[usize::from(by)]) };
            listener.step(step, || placements(blocks, plan, stage + 1, place), tally)?;
        }
        if extensions == blocks[stage + 1].len() {
            listener.step(Step::Stuck(forms.piece), || placements(blocks, plan, stage, parent), tally)?;
        }
        ControlFlow::Continue(())
    }

    fn tell_all<C: Cells>(&mut self, plan: &Plan<C, F>) -> ControlFlow<()> {
        let stages = plan.stages.len();
        for i in 0..self.blocks[stages].len() {
            // What is left out at most when all pieces are through is what has to be left out: then the figure is full.
            if self.blocks[stages][i].slack == 0 {
                self.tell(plan, i)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn tell<C: Cells>(&mut self, plan: &Plan<C, F>, solution: usize) -> ControlFlow<()> {
        let stages = plan.stages.len();
        let chosen = placements(&self.blocks, plan, stages, solution);
        let form_of = |held: usize| origins(&self.blocks, stages, solution).find(|&(stage, _)| stage == held);
        let keeping = plan.held.and_then(form_of).map(|(_, by)| &plan.keeping[usize::from(by)]);
        self.listener.filled(&chosen, keeping.unwrap_or(&self.problem.symmetries.all), &self.tally)
    }
}

/// By which form each stage made a partial solution of this block, from the last stage to the first.
fn origins<F>(blocks: &[Vec<Partial<F>>], block: usize, mut place: usize) -> impl Iterator<Item = (usize, u16)> {
    (0..block).rev().map(move |stage| {
        let Partial { by, parent, .. } = blocks[stage + 1][place];
        place = parent as usize;
        (stage, by)
    })
}

/// The placements of a partial solution of this block, from the first stage to the last.
fn placements<C: Cells, F>(blocks: &[Vec<Partial<F>>], plan: &Plan<C, F>, block: usize, place: usize) -> Vec<(u8, C)> {
    let placed = origins(blocks, block, place).filter(|&(_, by)| by != LEFT_OUT);
    let mut placements: Vec<(u8, C)> =
        placed.map(|(stage, by)| (plan.stages[stage].piece, plan.stages[stage].masks[usize::from(by)])).collect();
    placements.reverse();
    placements
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzles::soma::model::{problem::check, state::State};

    #[test]
    fn the_held_forms_are_one_of_each_orbit() {
        let problem = check(&State::default()).expect("the cube is sound");
        let layout = Layout::<u64>::new(&problem);
        let plan = Plan::new(&problem, &layout, Order::FewestForms, |mask, _| mask);
        let images_of =
            |mask: u64| -> BTreeSet<u64> { problem.symmetries.all.iter().map(|symmetry| symmetry.image_of_mask(mask)).collect() };
        let orbits: Vec<BTreeSet<u64>> = held_forms().into_iter().map(images_of).collect();
        let all: BTreeSet<u64> =
            layout.pieces.iter().filter(|piece| piece.name == HELD_PIECE).flat_map(|piece| piece.masks.clone()).collect();
        assert_eq!(orbits.iter().flatten().copied().collect::<BTreeSet<_>>(), all, "every form is the image of one that is held");
        assert_eq!(orbits.iter().map(BTreeSet::len).sum::<usize>(), all.len(), "and of one only");
        let by_stabilizer: Vec<usize> = plan.keeping.iter().map(|keeping| problem.symmetries.all.len() / keeping.len()).collect();
        assert_eq!(by_stabilizer, orbits.iter().map(BTreeSet::len).collect::<Vec<_>>());
    }
}
