//! A figure with some pieces placed: the options that remain, and the search for solutions.

use std::{ops::ControlFlow, sync::Arc};

use super::effort::{Effort, Halt};
use crate::{Apart, Copies, Item, Placement, Problem};
use base::{
    bits::{Bits, Word},
    chance::Random,
};

/// What remains of a problem after some placements.
#[derive(Clone, Debug)]
pub struct Position<W: Word> {
    /// The cells that must be covered.
    pub required: Bits<W>,
    /// The other free cells.
    pub optional: Bits<W>,
    /// How often each piece may still be used.
    pub copies: Vec<Copies>,
    /// The placements that are still possible, in the order of the problem.
    pub options: Vec<Placement<W>>,
    /// Which pieces may not touch, if any.
    apart: Option<Arc<Apart<W>>>,
}

impl<W: Word> Position<W> {
    /// The position after these placements, which must not overlap.
    pub fn after(problem: &Problem<W>, placed: &[Placement<W>]) -> Self {
        let Problem { required, optional, .. } = *problem;
        let copies = problem.copies.clone();
        let options = problem.placements.iter().filter(|option| copies[option.piece].most > 0).copied().collect();
        let whole = Self { required, optional, copies, options, apart: problem.apart.clone() };
        placed.iter().fold(whole, |position, &placement| position.place(placement))
    }

    /// The position after one more placement.
    pub fn place(&self, placement: Placement<W>) -> Self {
        let mut copies = self.copies.clone();
        copies[placement.piece] = copies[placement.piece].without_one();
        let Placement { piece, cells } = placement;
        let is_possible = |option: &&Placement<W>| {
            let taken = self.apart.as_ref().map_or(cells, |apart| apart.taken(piece, cells, option.piece));
            copies[option.piece].most > 0 && !option.cells.meets(taken)
        };
        let options = self.options.iter().filter(is_possible).copied().collect();
        Self { required: self.required - cells, optional: self.optional - cells, copies, options, apart: self.apart.clone() }
    }

    /// Whether what is placed is a solution. It isn't the only one if there are options.
    pub fn is_complete(&self) -> bool {
        self.required.is_empty() && self.copies.iter().all(|copies| copies.least == 0)
    }

    /// All items with the number of their options: first the cells that must be covered, then the pieces that every solution needs and that
    /// have one copy.
    pub fn items(&self, sizes: &[usize]) -> Vec<(usize, Item)> {
        let mut cells = vec![0; (self.required | self.optional).iter().last().map_or(0, |last| last + 1)];
        let mut pieces = vec![0; sizes.len()];
        for option in &self.options {
            option.cells.iter().for_each(|cell| cells[cell] += 1);
            pieces[option.piece] += 1;
        }
        let volume: usize = sizes.iter().zip(&self.copies).map(|(size, copies)| size * copies.most).sum();
        let slack = volume.checked_sub(self.required.len());
        let is_needed = |piece: usize| self.copies[piece].least == 1 || slack.is_none_or(|slack| sizes[piece] > slack);
        let is_item = |&piece: &usize| self.copies[piece].most == 1 && is_needed(piece);
        let of_cells = self.required.iter().map(|cell| (cells[cell], Item::Cell(cell)));
        let of_pieces = (0..sizes.len()).filter(is_item).map(|piece| (pieces[piece], Item::Piece(piece)));
        of_cells.chain(of_pieces).collect()
    }

    /// The item with the fewest options and their number; the first of several. `None` if there is no item, as in a complete position.
    pub fn tightest(&self, sizes: &[usize]) -> Option<(usize, Item)> {
        self.items(sizes).into_iter().min_by_key(|&(options, _)| options)
    }

    /// The options of an item, in the order of the problem.
    pub fn options_of(&self, item: Item) -> impl Iterator<Item = Placement<W>> {
        self.options.iter().copied().filter(move |option| option.is_of(item))
    }

    /// Finds up to this many solutions, each as its placements, by deciding the item with the fewest options at every node. The options
    /// partition the solutions, so none is found twice. Where there is no item, every set of options is tried.
    pub fn solutions(&self, sizes: &[usize], most: usize, effort: &mut Effort<'_>) -> ControlFlow<Halt, Vec<Vec<Placement<W>>>> {
        let mut search = Search { sizes, most, random: None, chosen: Vec::new(), found: Vec::new() };
        search.descend(self, effort)?;
        ControlFlow::Continue(search.found)
    }

    /// Finds a random solution; `None` if there is none.
    ///
    /// Options are tried in random order. A search that began unluckily can take very long, so it starts again and again with twice the
    /// work.
    pub fn random_solution(
        &self,
        sizes: &[usize],
        random: &mut Random,
        effort: &mut Effort<'_>,
    ) -> ControlFlow<Halt, Option<Vec<Placement<W>>>> {
        let mut most = FIRST_START * self.options.len() as u64;
        loop {
            let mut search = Search { sizes, most: 1, random: Some(random), chosen: Vec::new(), found: Vec::new() };
            match effort.within(most, |effort| search.descend(self, effort)) {
                ControlFlow::Continue(()) => return ControlFlow::Continue(search.found.pop()),
                ControlFlow::Break(Halt::TooMuch) if effort.remains() => most *= 2,
                ControlFlow::Break(halt) => return ControlFlow::Break(halt),
            }
        }
    }
}

/// The work of the first start of a random search, in nodes with all options.
const FIRST_START: u64 = 50;

/// A search for a number of solutions.
struct Search<'a, W: Word> {
    sizes: &'a [usize],
    most: usize,
    random: Option<&'a mut Random>,
    chosen: Vec<Placement<W>>,
    found: Vec<Vec<Placement<W>>>,
}

impl<W: Word> Search<'_, W> {
    fn descend(&mut self, position: &Position<W>, effort: &mut Effort<'_>) -> ControlFlow<Halt> {
        let Some((_, item)) = position.tightest(self.sizes) else { return self.extend(position.clone(), effort) };
        let mut options: Vec<Placement<W>> = position.options_of(item).collect();
        if let Some(random) = &mut self.random {
            random.shuffle(&mut options);
        }
        for option in options {
            effort.spend(position.options.len())?;
            self.chosen.push(option);
            self.descend(&position.place(option), effort)?;
            self.chosen.pop();
            if self.found.len() == self.most {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Continues where nothing has to be decided next. Each set of options is found by the first of them: the following sets do without it.
    fn extend(&mut self, mut position: Position<W>, effort: &mut Effort<'_>) -> ControlFlow<Halt> {
        // A solution to which a piece can be added is never the only one, so a random one takes all that it can.
        if position.is_complete() && (self.random.is_none() || position.options.is_empty()) {
            self.found.push(self.chosen.clone());
        }
        if let Some(random) = &mut self.random {
            random.shuffle(&mut position.options);
        }
        while self.found.len() < self.most
            && let Some(&option) = position.options.first()
        {
            effort.spend(position.options.len())?;
            self.chosen.push(option);
            self.descend(&position.place(option), effort)?;
            self.chosen.pop();
            position.options.remove(0);
        }
        ControlFlow::Continue(())
    }
}
