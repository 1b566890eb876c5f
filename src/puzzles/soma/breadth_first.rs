//! Piece by piece: every partial solution is joined with every form of the next piece, and what overlaps is dropped.
//!
//! A form is a piece where it may lie. The order of the pieces makes all the difference, and it is all that tells the two
//! techniques apart. A stage takes its partial solutions in blocks and finishes one before the next: the same candidates
//! as all at once, in little memory, with the first answers early.

use std::ops::ControlFlow;

use super::{
    answer::{Among, Answer},
    pieces::Set,
    problem::{Mask, Problem},
    share::Share,
    symmetry::Symmetry,
};
use crate::search::{Observer, Stage, Tally};

/// Pieces with the fewest forms first: they leave the fewest partial solutions to begin with.
pub fn search_sorted(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    search(problem, Order::FewestForms, observer)
}

/// Pieces in the order in which the article's first program takes them.
pub fn search_unsorted(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    search(problem, Order::Listed, observer)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Listed,
    FewestForms,
}

/// A block is done with before the next, so this bounds both memory and the time between two reports.
const BLOCK: usize = 256;

/// In a partial solution: the stage's piece stays out.
const LEFT_OUT: u16 = u16::MAX;

fn search(problem: &Problem, order: Order, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let plan = Plan::new(problem, order);
    let stages = plan.stages.len();
    let mut search = BreadthFirst {
        problem,
        observer,
        blocks: vec![Vec::new(); stages + 1],
        chosen: Vec::new(),
        tally: Tally { stages: vec![Stage::default(); stages], ..Tally::default() },
    };
    if let Some(slack) = problem.slack() {
        search.blocks[0].push(Partial { mask: 0, parent: 0, form: LEFT_OUT, slack });
        search.expand(&plan, 0, Share::WHOLE)?;
    }
    let BreadthFirst { observer, tally, .. } = search;
    observer.progress(1.0, &tally)
}

/// The pieces in the order of the search, each with its forms.
struct Plan {
    stages: Vec<Forms>,
    /// Where one piece is held to one form of each orbit: its stage.
    held: Option<usize>,
    /// For each of its forms, the symmetries that leave it where it is.
    keeping: Vec<Vec<Symmetry>>,
}

struct Forms {
    piece: u8,
    size: u32,
    masks: Vec<Mask>,
}

impl Plan {
    fn new(problem: &Problem, order: Order) -> Self {
        let all = problem.pieces.iter().enumerate();
        let mut stages: Vec<Forms> =
            all.map(|(i, placements)| Forms { piece: i as u8, size: placements.size, masks: placements.masks.clone() }).collect();
        let name = |forms: &Forms| problem.pieces[usize::from(forms.piece)].name;
        if problem.set == Set::Soma {
            stages.sort_by_key(|forms| ARTICLE_ORDER.find(name(forms)));
        }
        let is_held = |forms: &Forms| problem.is_plain_cube() && name(forms) == HELD_PIECE;
        if let Some(forms) = stages.iter_mut().find(|forms| is_held(forms)) {
            forms.masks = HELD_FORMS.to_vec();
        }
        match order {
            Order::Listed => stages.reverse(),
            Order::FewestForms => stages.sort_by_key(|forms| forms.masks.len()),
        }
        let held = stages.iter().position(is_held);
        let keeping_form =
            |piece: u8, mask: Mask| problem.symmetries.all.iter().filter(|symmetry| symmetry.fixes(piece.into(), mask)).cloned().collect();
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
const HELD_FORMS: [Mask; 4] = [0b1111, 0b1111 << 3, 0b1111 << 9, 0b1111 << 12];

struct BreadthFirst<'a> {
    problem: &'a Problem,
    observer: &'a mut dyn Observer<Answer>,
    /// The block in work before each stage, and at the end the solutions.
    blocks: Vec<Vec<Partial>>,
    chosen: Vec<(u8, Mask)>,
    tally: Tally,
}

/// Some pieces that do not overlap.
#[derive(Clone, Copy)]
struct Partial {
    mask: Mask,
    /// Which partial solution of the block before this one extends.
    parent: u32,
    /// By which form of the stage's piece.
    form: u16,
    /// How many cells of pieces may yet be left out.
    slack: u32,
}

impl BreadthFirst<'_> {
    /// Takes the block before this stage through this stage and all that follow.
    fn expand(&mut self, plan: &Plan, stage: usize, share: Share) -> ControlFlow<()> {
        self.observer.progress(share.from as f32, &self.tally)?;
        let Some(forms) = plan.stages.get(stage) else { return self.tell_all(plan) };
        let length = self.blocks[stage].len();
        let mut done = 0;
        for i in 0..length {
            self.extend(forms, stage, i);
            let is_full = self.blocks[stage + 1].len() >= BLOCK;
            if is_full || i + 1 == length {
                self.expand(plan, stage + 1, share.pieces(done, i + 1, length))?;
                self.blocks[stage + 1].clear();
                done = i + 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Joins one partial solution with all forms of the stage's piece.
    fn extend(&mut self, forms: &Forms, stage: usize, parent: usize) {
        let (before, after) = self.blocks.split_at_mut(stage + 1);
        let (partial, next) = (before[stage][parent], &mut after[0]);
        let known = next.len();
        let parent = parent as u32;
        for (form, mask) in forms.masks.iter().enumerate() {
            if partial.mask & mask == 0 {
                next.push(Partial { mask: partial.mask | mask, parent, form: form as u16, slack: partial.slack });
            }
        }
        let mut explored = forms.masks.len() as u64;
        if let Some(slack) = partial.slack.checked_sub(forms.size) {
            next.push(Partial { parent, form: LEFT_OUT, slack, ..partial });
            explored += 1;
        }
        let kept = (next.len() - known) as u64;
        for counts in [&mut self.tally.stages[stage].explored, &mut self.tally.explored] {
            *counts += explored;
        }
        for counts in [&mut self.tally.stages[stage].kept, &mut self.tally.kept] {
            *counts += kept;
        }
    }

    fn tell_all(&mut self, plan: &Plan) -> ControlFlow<()> {
        let stages = plan.stages.len();
        for i in 0..self.blocks[stages].len() {
            // What is left out at most when all pieces are through is what has to be left out: then the figure is full.
            if self.blocks[stages][i].slack == 0 {
                self.tell(plan, i)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, plan: &Plan, solution: usize) -> ControlFlow<()> {
        self.chosen.clear();
        let mut among = Among::AllImages;
        let mut place = solution;
        for (stage, forms) in plan.stages.iter().enumerate().rev() {
            let partial = self.blocks[stage + 1][place];
            if partial.form != LEFT_OUT {
                self.chosen.push((forms.piece, forms.masks[usize::from(partial.form)]));
            }
            if plan.held == Some(stage) {
                among = Among::ImagesUnder(&plan.keeping[usize::from(partial.form)]);
            }
            place = partial.parent as usize;
        }
        self.problem.tell(&self.chosen, among, self.observer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzles::soma::{problem::check, state::State};

    #[test]
    fn the_held_forms_are_one_of_each_orbit() {
        let problem = check(&State::default()).expect("the cube is sound");
        let plan = Plan::new(&problem, Order::FewestForms);
        let images_of =
            |mask: Mask| -> BTreeSet<Mask> { problem.symmetries.all.iter().map(|symmetry| symmetry.image_of_mask(mask)).collect() };
        let orbits: Vec<BTreeSet<Mask>> = HELD_FORMS.into_iter().map(images_of).collect();
        let all: BTreeSet<Mask> =
            problem.pieces.iter().filter(|piece| piece.name == HELD_PIECE).flat_map(|piece| piece.masks.clone()).collect();
        assert_eq!(orbits.iter().flatten().copied().collect::<BTreeSet<_>>(), all, "every form is the image of one that is held");
        assert_eq!(orbits.iter().map(BTreeSet::len).sum::<usize>(), all.len(), "and of one only");
        let by_stabilizer: Vec<usize> = plan.keeping.iter().map(|keeping| problem.symmetries.all.len() / keeping.len()).collect();
        assert_eq!(by_stabilizer, orbits.iter().map(BTreeSet::len).collect::<Vec<_>>());
    }
}
