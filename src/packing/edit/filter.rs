//! Which solutions are listed, and in which order: those with certain pieces in certain places, or those that can be assembled.

use std::{collections::BTreeMap, sync::Arc};

use glam::IVec3;
use serde::{Deserialize, Serialize};

use super::required::{Required, Requirement};
use crate::{
    live::assembly::order,
    model::{
        isometry::reading_order,
        solution::{Fate, Solution, Summary},
        state::{Grid, OUTSIDE, State, is_piece},
    },
};
use base::{board::Form, kept, text::grouped};

/// How listed solutions must come apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FateFilter {
    /// They do.
    Apart,
    /// They never do.
    Never,
    /// They do, and no piece leaves before this number of moves.
    AtLeast(usize),
}

impl FateFilter {
    /// Whether a solution about which this is known is listed.
    pub fn accepts(self, fate: Option<&Fate>) -> bool {
        match (self, fate) {
            (Self::Apart, Some(Fate::Apart(_))) | (Self::Never, Some(Fate::Never)) => true,
            (Self::AtLeast(least), Some(Fate::Apart(level))) => level.first().is_some_and(|&first| least <= first),
            _ => false,
        }
    }
}

/// What a solution must have to be listed; by default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Required pieces with the cells that they, or equal pieces, must cover; in reading order.
    pub required: Vec<(char, Vec<IVec3>)>,
    /// Pieces that must cover these cells, among others; ordered by name.
    pub covering: Vec<(char, Vec<IVec3>)>,
    /// Only solutions that can be assembled piece by piece.
    pub can_be_assembled: bool,
    /// Only solutions that stand for fewer solutions than this, which are the symmetric ones.
    pub fewer_than: Option<u32>,
    /// Only one of listed solutions that are images of one another.
    pub hides_images: bool,
    /// Only solutions that come apart like this.
    pub fate: Option<FateFilter>,
    /// The required pieces as seen from each symmetry of the figure: see [`Self::prepare`].
    prepared: Option<Arc<Required>>,
}

impl Filter {
    /// Requires the piece on these cells, or no longer requires it if it was required anywhere.
    pub fn toggle(&mut self, piece: char, cells: Vec<IVec3>) {
        let was_required = self.requires(piece);
        self.required.retain(|(other, _)| *other != piece);
        if !was_required && !cells.is_empty() {
            self.required.push((piece, cells));
            self.required.sort_unstable_by_key(|&(piece, _)| piece);
        }
    }

    /// Whether the piece is required somewhere.
    pub fn requires(&self, piece: char) -> bool {
        self.required.iter().any(|(other, _)| *other == piece)
    }

    /// The cells that this piece must cover, among others.
    pub fn cells_for(&self, piece: char) -> &[IVec3] {
        self.covering.iter().find(|(other, _)| *other == piece).map_or(&[], |(_, cells)| cells)
    }

    /// Prepares the filter for the solutions of this position. To be called after every change of either.
    pub fn prepare(&mut self, state: &State) {
        let exactly = self.required.iter().map(|(piece, cells)| (piece, cells, true));
        let among_others = self.covering.iter().map(|(piece, cells)| (piece, cells, false));
        let requirements: Vec<Requirement> =
            exactly.chain(among_others).map(|(&piece, cells, is_exact)| Requirement { piece, cells: cells.clone(), is_exact }).collect();
        if requirements.is_empty() {
            self.prepared = None;
        } else if !self.prepared.as_ref().is_some_and(|prepared| prepared.is_of(state, &requirements)) {
            self.prepared = Some(Arc::new(Required::new(state, requirements)));
        }
    }

    /// Returns how many solutions the largest of these orbits has, if the filter is on or some of the counted solutions have fewer: then
    /// they are symmetric.
    pub fn largest_orbit<'a>(&self, solutions: impl Iterator<Item = &'a Solution>, summary: &Summary) -> Option<u32> {
        let most = solutions.filter_map(|solution| solution.orbit.map(|orbit| orbit.solutions)).max().unwrap_or(0);
        let some_are = summary.classes.is_some_and(|classes| summary.raw < classes * u64::from(most));
        (some_are || self.fewer_than.is_some()).then_some(most)
    }

    /// The filter as text.
    pub fn write(&self) -> String {
        let pieces = |pieces: &[(char, Vec<IVec3>)]| {
            pieces.iter().map(|(piece, cells)| (*piece, cells.iter().map(IVec3::to_array).collect())).collect()
        };
        let written = Written {
            required: pieces(&self.required),
            covering: pieces(&self.covering),
            can_be_assembled: self.can_be_assembled,
            fewer_than: self.fewer_than,
            hides_images: self.hides_images,
            fate: self.fate,
        };
        kept::to_text(&written)
    }

    /// Restores the filter from a text that [`Self::write`] returned, if it can be read. Call [`Self::prepare`] afterwards.
    pub fn read(&mut self, text: &str) {
        let Ok(Written { required, covering, can_be_assembled, fewer_than, hides_images, fate }) = ron::from_str(text) else { return };
        let pieces = |pieces: Vec<(char, Vec<[i32; 3]>)>| {
            let with_cells = pieces.into_iter().filter(|(_, cells)| !cells.is_empty());
            with_cells.map(|(piece, cells)| (piece, cells.into_iter().map(IVec3::from_array).collect())).collect()
        };
        *self = Self {
            required: pieces(required),
            covering: pieces(covering),
            can_be_assembled,
            fewer_than,
            hides_images,
            fate,
            prepared: None,
        };
    }

    /// Whether every solution is listed.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution, or one that it stands for, is listed.
    pub fn accepts(&self, solution: &Solution) -> bool {
        let is_symmetric = self.fewer_than.is_none_or(|all| solution.orbit.is_some_and(|orbit| orbit.solutions < all));
        // Of images, another than the canonical one may be where the pieces are required.
        let is_shown = !self.hides_images || self.prepared.is_some() || solution.orbit.is_none_or(|orbit| 0 < orbit.up_to_rotation);
        is_symmetric
            && is_shown
            && self.fate.is_none_or(|fate| fate.accepts(solution.fate.get()))
            && match &self.prepared {
                None => self.can_be_built(solution),
                Some(required) => required.forms(solution).any(|form| self.can_be_built(form.as_ref().unwrap_or(solution))),
            }
    }

    /// How a solution that passes is listed.
    pub fn form(&self, solution: &Solution) -> Form<Solution> {
        match &self.prepared {
            None => Form { listed: None, passing: 1 },
            Some(required) => required.form(solution, |form| self.can_be_built(form)),
        }
    }

    /// Says how many of all solutions have the required pieces where they are required.
    pub fn about(&self, passing: u64, summary: &Summary) -> String {
        let has_images = self.prepared.as_ref().is_some_and(|required| required.has_images());
        let is_free = self.fewer_than.is_none() && !self.can_be_assembled && self.fate.is_none();
        let is_counted = has_images && summary.classes.is_some() && is_free;
        if is_counted { format!("{} of {} with rotations and reflections", grouped(passing), grouped(summary.raw)) } else { String::new() }
    }

    fn can_be_built(&self, solution: &Solution) -> bool {
        !self.can_be_assembled || order(solution).is_ok()
    }
}

/// A filter as text.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    required: Vec<(char, Vec<[i32; 3]>)>,
    covering: Vec<(char, Vec<[i32; 3]>)>,
    can_be_assembled: bool,
    fewer_than: Option<u32>,
    hides_images: bool,
    fate: Option<FateFilter>,
}

/// The cells that the user marks for the filter, before choosing the piece that must cover them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// Whether a click marks a cell.
    pub is_on: bool,
    /// The marked cells, in reading order.
    pub cells: Vec<IVec3>,
}

impl Marking {
    /// Marks the cell, or no longer.
    pub fn toggle(&mut self, cell: IVec3) {
        let before = self.cells.len();
        self.cells.retain(|other| *other != cell);
        if self.cells.len() == before {
            self.cells.push(cell);
            self.cells.sort_unstable_by_key(reading_order);
        }
    }

    /// Returns the piece that covers all marked cells here, if one does.
    pub fn piece_in(&self, grid: &Grid) -> Option<char> {
        let piece = grid.mark(*self.cells.first()?).filter(|&mark| is_piece(mark))?;
        self.cells.iter().all(|&cell| grid.mark(cell) == Some(piece)).then_some(piece)
    }

    /// Requires that this piece covers the marked cells, among others. If none are marked, it need no longer cover those that it must, and
    /// they are marked.
    pub fn choose(&mut self, piece: char, filter: &mut Filter) {
        let before = filter.cells_for(piece).to_vec();
        filter.covering.retain(|(other, _)| *other != piece);
        if self.cells.is_empty() {
            *self = Self { is_on: true, cells: before };
        } else {
            filter.covering.push((piece, std::mem::take(self).cells));
            filter.covering.sort_unstable_by_key(|&(piece, _)| piece);
        }
    }
}

/// Combines the names of the pieces on the first cells into a number.
pub fn by_pieces(state: &State, solution: &Solution) -> f64 {
    const CELLS: usize = 7;
    let mut names: Vec<char> = state.pieces.chars().collect();
    names.sort_unstable();
    let rank = |mark: char| names.partition_point(|&name| name <= state.name_of(mark)) as f64;
    let mut ranks = solution.marks.chars().filter(|&mark| mark != OUTSIDE).map(rank);
    (0..CELLS).fold(0.0, |key, _| key * (names.len() + 1) as f64 + ranks.next().unwrap_or(0.0))
}

/// The key of the order by level.
pub const BY_LEVEL: &str = "level";

/// Combines the numbers of a level into one that is lower for higher levels. Solutions that never come apart are last, before those about
/// which nothing is known yet.
pub fn by_level(solution: &Solution) -> f64 {
    const MOST: usize = 1 << 12;
    match solution.fate.get() {
        Some(Fate::Apart(level)) => {
            let share = |&number: &usize| number.min(MOST - 1) as f64;
            -level.iter().rev().map(share).fold(0.0, |key, number| key / MOST as f64 + number)
        }
        Some(Fate::Unknown) => 1.0,
        Some(Fate::Never) => 2.0,
        None => 3.0,
    }
}

/// Returns the number of pieces that lie within one layer.
pub fn lying_flat(solution: &Solution) -> usize {
    let grid = solution.grid();
    // The lowest and the highest layer of each piece.
    let mut layers = BTreeMap::new();
    for (cell, &mark) in grid.extent.cells().zip(&grid.marks) {
        let (lowest, highest) = layers.entry(mark).or_insert((cell.z, cell.z));
        (*lowest, *highest) = (cell.z.min(*lowest), cell.z.max(*highest));
    }
    let is_flat = |&(&mark, (lowest, highest)): &(&char, &(i32, i32))| is_piece(mark) && lowest == highest;
    layers.iter().filter(is_flat).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{problem, solution::KnownFate},
        testing::cubes,
    };

    /// The cubes that the filter lists, in the form in which they are listed, and how many of the 11,520 pass.
    fn listed(filter: &mut Filter) -> (Vec<Solution>, u64) {
        filter.prepare(&State::default());
        let listed: Vec<&Solution> = cubes().iter().filter(|solution| filter.accepts(solution)).collect();
        let forms: Vec<Form<Solution>> = listed.iter().map(|solution| filter.form(solution)).collect();
        let passing = forms.iter().map(|form| form.passing).sum();
        (forms.into_iter().zip(listed).map(|(form, solution)| form.listed.unwrap_or_else(|| solution.clone())).collect(), passing)
    }

    #[test]
    fn a_filter_is_restored_from_its_text() {
        let mut filter = Filter { can_be_assembled: true, fewer_than: Some(48), fate: Some(FateFilter::AtLeast(3)), ..Filter::default() };
        filter.toggle('L', cubes()[100].grid().cells_of('L'));
        Marking { is_on: true, cells: vec![IVec3::ZERO] }.choose('V', &mut filter);
        let mut read = Filter::default();
        read.read(&filter.write());
        assert_eq!(read, filter);
        read.read("from the future");
        assert_eq!(read, filter);
    }

    #[test]
    fn a_piece_is_required_at_its_cells() {
        let mut filter = Filter::default();
        let shown = &cubes()[100];
        let cells = shown.grid().cells_of('L');
        filter.toggle('L', cells.clone());
        let (solutions, _) = listed(&mut filter);
        assert!(filter.accepts(shown) && !filter.is_off() && filter.form(shown).listed.is_none());
        assert!(!solutions.is_empty() && solutions.len() < 240);
        assert!(solutions.iter().all(|solution| solution.grid().cells_of('L') == cells));
        filter.toggle('L', Vec::new());
        filter.prepare(&State::default());
        assert!(filter.is_off());
    }

    #[test]
    fn a_piece_must_cover_the_marked_cells_in_some_form() {
        let edge = || (0..3).map(|x| IVec3::new(x, 0, 2));
        let (mut filter, mut marking) = (Filter::default(), Marking::default());
        edge().for_each(|cell| marking.toggle(cell));
        marking.choose('T', &mut filter);
        assert_eq!((&marking, filter.cells_for('T')), (&Marking::default(), &edge().collect::<Vec<_>>()[..]));
        // T is along one of the twelve edges of each cube, so along each edge in one of twelve.
        let (solutions, passing) = listed(&mut filter);
        assert_eq!((solutions.len(), passing), (240, 11_520 / 12));
        assert!(solutions.iter().all(|solution| edge().all(|cell| solution.grid().mark(cell) == Some('T'))));
        assert_eq!(filter.about(passing, &Summary { raw: 11_520, ..Summary::default() }), "960 of 11,520 with rotations and reflections");
        marking.choose('T', &mut filter);
        assert!(filter.covering.is_empty() && marking.is_on && marking.cells.len() == 3, "they are marked again");
    }

    #[test]
    fn forms_are_counted_as_if_all_images_were_listed() {
        let problem = problem::check(&State::default()).unwrap();
        let images: Vec<Solution> = cubes()
            .iter()
            .flat_map(|solution| problem.symmetries.all.iter().map(|symmetry| problem.image_of(solution, symmetry)))
            .collect();
        for (piece, cells) in
            [('V', vec![IVec3::ONE]), ('A', vec![IVec3::ZERO]), ('L', vec![IVec3::ZERO, IVec3::X]), ('T', vec![IVec3::ONE])]
        {
            let has = |solution: &Solution| cells.iter().all(|&cell| solution.grid().mark(cell) == Some(piece));
            let mut filter = Filter { covering: vec![(piece, cells.clone())], ..Filter::default() };
            let (solutions, passing) = listed(&mut filter);
            assert_eq!(passing, images.iter().filter(|image| has(image)).count() as u64, "{piece}");
            assert!(solutions.iter().all(has), "{piece}");
        }
    }

    #[test]
    fn with_pinned_pieces_each_solution_counts() {
        let solution = &cubes()[0];
        let mut grid = State::default().grid();
        solution.grid().cells_of('L').into_iter().for_each(|cell| grid.set(cell, 'L'));
        let mut filter = Filter { covering: vec![('V', solution.grid().cells_of('V'))], ..Filter::default() };
        filter.prepare(&State::default().with_grid(&grid));
        let pinned = Solution { orbit: None, ..solution.clone() };
        assert_eq!(filter.form(&pinned), Form { listed: None, passing: 1 });
        let turned = cubes().iter().find(|other| other.grid().cells_of('V') != solution.grid().cells_of('V')).unwrap();
        assert!(!filter.accepts(&Solution { orbit: None, ..turned.clone() }));
    }

    #[test]
    fn every_cube_can_be_assembled_and_is_asymmetric() {
        let listed = |filter: Filter| cubes().iter().filter(|solution| filter.accepts(solution)).count();
        assert_eq!(listed(Filter { can_be_assembled: true, ..Filter::default() }), 240);
        assert_eq!(listed(Filter { fewer_than: Some(48), ..Filter::default() }), 0);
        assert_eq!(listed(Filter { fewer_than: Some(49), ..Filter::default() }), 240);
    }

    #[test]
    fn solutions_are_sorted_and_filtered_by_their_level() {
        let with = |fate: Option<Fate>| {
            let solution = cubes()[0].unpinned();
            let solution = Solution { fate: KnownFate::default(), ..solution };
            fate.into_iter().for_each(|fate| solution.fate.learn(fate));
            solution
        };
        let level = |level: &[usize]| with(Some(Fate::Apart(level.to_vec())));
        let solutions = [
            level(&[98, 2, 4, 2]),
            level(&[98, 2]),
            level(&[5, 9]),
            level(&[5]),
            level(&[1]),
            with(Some(Fate::Unknown)),
            with(Some(Fate::Never)),
            with(None),
        ];
        assert!(solutions.windows(2).all(|pair| by_level(&pair[0]) < by_level(&pair[1])));
        let listed = |fate| {
            let filter = Filter { fate: Some(fate), ..Filter::default() };
            solutions.iter().map(|solution| filter.accepts(solution)).collect::<Vec<_>>()
        };
        assert_eq!(listed(FateFilter::Apart), [true, true, true, true, true, false, false, false]);
        assert_eq!(listed(FateFilter::AtLeast(5)), [true, true, true, true, false, false, false, false]);
        assert_eq!(listed(FateFilter::Never), [false, false, false, false, false, false, true, false]);
    }

    #[test]
    fn ordering_by_pieces_is_alphabetical() {
        let mut solutions: Vec<&Solution> = cubes().iter().collect();
        solutions.sort_by(|a, b| by_pieces(&State::default(), a).total_cmp(&by_pieces(&State::default(), b)));
        assert!(solutions.windows(2).all(|pair| pair[0].marks[..7] <= pair[1].marks[..7]));
        let flat: Vec<usize> = cubes().iter().map(lying_flat).collect();
        assert!(flat.iter().any(|&count| count != flat[0]), "all solutions have the same number of flat pieces");
    }
}
