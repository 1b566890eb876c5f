//! What a search finds, and how many solutions there are.

use std::{
    mem,
    ops::ControlFlow,
    ptr,
    sync::{Arc, OnceLock},
};

use glam::IVec3;
use serde::{Serialize, Serializer};

use super::{
    equal_pieces::NO_PIECE,
    geometry::Extent,
    marks::name_of,
    pieces::{Piece, Set},
    problem::Problem,
    state::{EMPTY, FREE, Grid},
    symmetry::{Counting, Cover, Orbit, Symmetry},
};
use base::{
    bits::{Bits, Word},
    board::Caption,
    search::{Counts, Observer},
    text::counted,
};

/// A filled figure, serialized as the names of the pieces on its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The box.
    pub extent: Extent,
    /// The set that its pieces come from.
    pub set: Set,
    /// The names of the custom shapes, which the marks of copies refer to.
    pub names: Arc<str>,
    /// The mark of the piece on each cell; `#` outside the figure and `+` where a cell stays empty. In reading order.
    pub marks: String,
    /// The pieces that the search placed, ordered by their lowest cells; the others are pinned.
    pub placed: String,
    /// How many solutions this one stands for; `None` where every solution counts by itself.
    pub orbit: Option<Orbit>,
    /// Where its pieces are, if it is being taken apart.
    pub moved: Option<Arc<Moved>>,
    /// How it comes apart, once that is known.
    pub fate: KnownFate,
}

/// How a solution comes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does, with this level: see [`Separation::numbers`](burr::Separation::numbers).
    Apart(Vec<usize>),
    /// Some of its pieces hold each other, or it is a single piece.
    Never,
    /// There are too many positions to know.
    Unknown,
}

/// How a solution comes apart, once that was worked out, which can be while it is listed. A solution about which it is known equals one
/// about which it isn't.
#[derive(Clone, Debug, Default)]
pub struct KnownFate(OnceLock<Fate>);

impl PartialEq for KnownFate {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownFate {}

impl KnownFate {
    /// Returns it, if it is known.
    pub fn get(&self) -> Option<&Fate> {
        self.0.get()
    }

    /// Keeps what was worked out. It is the same each time.
    pub fn learn(&self, fate: Fate) {
        self.0.get_or_init(|| fate);
    }
}

/// Where pieces are that have moved in straight lines from their places in a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How far each piece has moved, by its mark.
    pub offsets: Vec<(char, IVec3)>,
    /// How far any piece reaches from the middle of the figure at any time while it is taken apart, so that all pictures of it have the
    /// same scale: four times the square of that distance.
    pub reach: u32,
}

impl Moved {
    /// Returns how far a piece has moved.
    pub fn offset(&self, mark: char) -> IVec3 {
        self.offsets.iter().find(|&&(moved, _)| moved == mark).map_or(IVec3::ZERO, |&(_, offset)| offset)
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.named())
    }
}

impl Solution {
    /// The solution with these marks, which counts by itself and whose pieces are in place.
    pub fn new(extent: Extent, set: Set, names: Arc<str>, marks: String, placed: String) -> Self {
        Self { extent, set, names, marks, placed, orbit: None, moved: None, fate: KnownFate::default() }
    }

    /// The mark of the cell with this index in the box.
    pub fn mark(&self, place: usize) -> Option<char> {
        // Only names beyond ASCII have several bytes.
        let is_ascii = self.marks.len() == self.extent.volume();
        if is_ascii { self.marks.as_bytes().get(place).copied().map(char::from) } else { self.marks.chars().nth(place) }
    }

    /// The solution in a save file: the names of the pieces on its cells, then the cells of each further copy of a piece, by their index in
    /// the box, such as `*Y5.6.7`, and how many solutions it stands for, if it isn't just itself.
    pub fn to_text(&self) -> String {
        let mut text = self.named();
        let placed: Vec<char> = self.placed.chars().collect();
        let name = |mark: char| name_of(mark, &self.names);
        let is_further = |place: usize| placed[..place].iter().any(|&other| name(other) == name(placed[place]));
        for mark in (0..placed.len()).filter(|&place| is_further(place)).map(|place| placed[place]) {
            let cells = self.marks.chars().enumerate().filter(|&(_, other)| other == mark).map(|(cell, _)| cell.to_string());
            text += &format!(" *{}{}", name(mark), cells.collect::<Vec<_>>().join("."));
        }
        if let Some(Orbit { solutions, up_to_rotation }) = self.orbit {
            text += &format!(" {solutions} {up_to_rotation}");
        }
        text
    }

    /// The name of the piece on each cell, as people see it: copies of a piece have the same.
    pub fn named(&self) -> String {
        self.marks.chars().map(|mark| name_of(mark, &self.names)).collect()
    }

    /// The solution as a grid.
    pub fn grid(&self) -> Grid {
        Grid::of_marks(self.extent, self.marks.chars())
    }

    /// Returns the same solution with no piece pinned.
    pub fn unpinned(&self) -> Self {
        Self { placed: self.grid().pinned().collect(), ..self.clone() }
    }

    /// The number of pieces that the search placed.
    pub fn steps(&self) -> usize {
        self.placed.chars().count()
    }

    /// Returns as many rows as a layer has, and how many solutions this one stands for. Rows come from the top layer down; those of pinned
    /// pieces alone, which all solutions share, are left out.
    pub fn caption(&self) -> Caption {
        let marks: Vec<char> = self.marks.chars().collect();
        let layers = marks.rchunks(self.extent.x * self.extent.y);
        let rows = layers.flat_map(|layer| layer.chunks(self.extent.x)).filter(|row| row.iter().any(|&mark| self.placed.contains(mark)));
        let named = |row: &[char]| row.iter().map(|&mark| name_of(mark, &self.names)).collect::<String>();
        let rows: Vec<String> = rows.take(self.extent.y).map(named).collect();
        let detail = match self.orbit {
            Some(Orbit { solutions, .. }) if solutions > 1 => format!("stands for {}", counted(solutions.into(), "solution")),
            _ => String::new(),
        };
        Caption { title: rows.join(" "), detail }
    }
}

/// The number of solutions, counted in three ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All solutions; exchanging equal pieces does not make another.
    pub raw: u64,
    /// Solutions up to rotation; `None` with pinned pieces, which break the symmetry.
    pub rotations: Option<u64>,
    /// Solutions up to rotation and reflection; `None` with pinned pieces.
    pub classes: Option<u64>,
    /// Of the contest's pieces, the first and the last solution, for which the contest asks.
    #[serde(flatten)]
    pub extremes: Option<Box<Extremes>>,
}

/// The first and the last solution in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extremes {
    /// The marks of the first.
    pub smallest: String,
    /// The marks of the last.
    pub largest: String,
    /// The number of cells in a row.
    #[serde(skip)]
    pub columns: usize,
}

impl Extremes {
    /// Both are this solution.
    fn of(solution: &Solution) -> Self {
        Self { smallest: solution.marks.clone(), largest: solution.marks.clone(), columns: solution.extent.x }
    }

    /// Includes one more solution of the same figure.
    fn include(&mut self, solution: &Solution) {
        if solution.marks < self.smallest {
            self.smallest.clone_from(&solution.marks);
        }
        if self.largest < solution.marks {
            self.largest.clone_from(&solution.marks);
        }
    }
}

impl Default for Summary {
    fn default() -> Self {
        Self { raw: 0, rotations: Some(0), classes: Some(0), extremes: None }
    }
}

impl Summary {
    /// Returns the counts by their names.
    pub fn to_counts(&self) -> Counts {
        let counts = [("raw", Some(self.raw)), ("rotations", self.rotations), ("classes", self.classes)];
        counts.into_iter().filter_map(|(name, count)| Some((name.to_owned(), count?))).collect()
    }

    /// Rebuilds a summary from its counts.
    pub fn from_counts(counts: &Counts) -> Option<Self> {
        let count = |name: &str| counts.get(name).copied();
        Some(Self { raw: count("raw")?, rotations: count("rotations"), classes: count("classes"), extremes: None })
    }

    /// Counts one more solution.
    pub fn add(&mut self, solution: &Solution) {
        if solution.set == Set::Contest {
            self.extremes.get_or_insert_with(|| Box::new(Extremes::of(solution))).include(solution);
        }
        let Some(orbit) = solution.orbit else {
            (self.raw, self.rotations, self.classes) = (self.raw + 1, None, None);
            return;
        };
        self.raw += u64::from(orbit.solutions);
        self.rotations = self.rotations.map(|count| count + u64::from(orbit.up_to_rotation));
        self.classes = self.classes.map(|count| count + u64::from(0 < orbit.up_to_rotation));
    }
}

impl Problem {
    /// Reports the solution that consists of these placements. The `rivals` are the symmetries whose images the search finds as well:
    /// unless images are listed, nothing is reported if one of them leads to a smaller one. What is reported is the canonical form, the
    /// smallest of all images; or, if images are listed, each that the search doesn't find itself.
    pub fn emit<W: Word>(
        &self,
        chosen: &[(u8, Bits<W>)],
        rivals: &[Arc<Symmetry>],
        observer: &mut dyn Observer<Solution>,
    ) -> ControlFlow<()> {
        let mut cover = vec![NO_PIECE; self.cells.len()];
        for &(piece, mask) in chosen {
            for cell in mask.iter() {
                cover[cell] = piece;
            }
        }
        self.emit_cover(cover, rivals, observer)
    }

    /// Reports the solution that has these pieces on the cells, in the same way.
    pub fn emit_cover(&self, cover: Cover, rivals: &[Arc<Symmetry>], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
        let cover = self.symmetries.in_order(cover);
        let lists_images = self.symmetries.counting == Counting::Images;
        if lists_images && rivals.len() == self.symmetries.all.len() {
            // The search finds all images itself.
            return observer.found(self.listed(cover));
        }
        // A single rival is the identity.
        if rivals.len() > 1 && rivals.iter().any(|symmetry| self.symmetries.compare_image(symmetry, &cover).is_lt()) {
            return ControlFlow::Continue(());
        }
        match self.symmetries.counting {
            Counting::Each => observer.found(self.solution(cover.into_iter(), None)),
            Counting::Classes => {
                let (symmetry, orbit) = self.symmetries.to_canonical(&cover);
                observer.found(self.solution(self.symmetries.image(symmetry, &cover).into_iter(), Some(orbit)))
            }
            Counting::Images => {
                // A search that is stopped doesn't find this solution again, so all its images are reported even then.
                let mut flow = ControlFlow::Continue(());
                for image in self.symmetries.images(&cover) {
                    let next = observer.found(self.listed(image));
                    flow = if next.is_break() { next } else { flow };
                }
                flow
            }
        }
    }

    /// Builds a solution whose images are listed as well.
    fn listed(&self, cover: Cover) -> Solution {
        let (symmetry, orbit) = self.symmetries.to_canonical(&cover);
        let is_canonical = ptr::eq(symmetry, Arc::as_ptr(&self.symmetries.all[0]));
        let orbit = Orbit { solutions: 1, up_to_rotation: if is_canonical { orbit.up_to_rotation } else { 0 } };
        self.solution(cover.into_iter(), Some(orbit))
    }

    /// Returns the solutions that a listed one stands for, as the pieces on each cell.
    pub fn images_of(&self, solution: &Solution) -> Vec<Cover> {
        let cover = self.cover_of(solution);
        if self.symmetries.counting == Counting::Images { vec![cover] } else { self.symmetries.images(&cover) }
    }

    /// Returns the piece on each cell of this problem in a solution.
    pub fn cover_of(&self, solution: &Solution) -> Cover {
        let free = self.grid.marks.iter().zip(solution.marks.chars()).filter(|&(&mark, _)| mark == FREE);
        free.map(|(_, mark)| self.piece(mark).map_or(NO_PIECE, |piece| piece as u8)).collect()
    }

    /// Returns the solution with this text, or `None` if it isn't one of this problem, as far as that is seen at a glance: the shapes of
    /// its pieces aren't compared.
    pub fn read_solution(&self, text: &str) -> Option<Solution> {
        let mut parts = text.split(' ').peekable();
        let mut marks: Vec<char> = self.marked(parts.next()?)?;
        while let Some(copy) = parts.next_if(|part| part.starts_with('*')) {
            self.mark_copy(&mut marks, &copy[1..])?;
        }
        let orbit = match self.symmetries.counting {
            Counting::Each => None,
            counting => {
                let orbit = Orbit { solutions: parts.next()?.parse().ok()?, up_to_rotation: parts.next()?.parse().ok()? };
                let Orbit { solutions, up_to_rotation } = orbit;
                let is_valid = match counting {
                    Counting::Images => solutions == 1 && up_to_rotation <= 48,
                    _ => 0 < up_to_rotation && up_to_rotation <= solutions && solutions <= 48,
                };
                Some(orbit).filter(|_| is_valid)
            }
        };
        let is_known = parts.next().is_none() && orbit.is_none() == (self.symmetries.counting == Counting::Each);
        if !is_known {
            return None;
        }
        let free = self.grid.marks.iter().zip(marks).filter(|&(&mark, _)| mark == FREE).zip(&self.optional);
        let number = |mark: char, may_stay_empty: bool| match self.piece(mark) {
            None if may_stay_empty && mark == EMPTY => Some(NO_PIECE),
            piece => piece.map(|piece| piece as u8),
        };
        let cover: Cover = free.map(|((_, mark), &may_stay_empty)| number(mark, may_stay_empty)).collect::<Option<_>>()?;
        let mut cubes = vec![0; self.pieces.len()];
        cover.iter().filter(|&&piece| piece != NO_PIECE).for_each(|&piece| cubes[usize::from(piece)] += 1);
        let are_whole = self.pieces.iter().zip(cubes).all(|(piece, cubes)| cubes == 0 || cubes == piece.cells.len());
        are_whole.then(|| self.solution(cover.into_iter(), orbit))
    }

    /// Returns the marks for the names of pieces on all cells, as if there were no copies; `None` unless they agree with the pinned pieces.
    fn marked(&self, names: &str) -> Option<Vec<char>> {
        let first = |name: char| self.pieces.iter().find(|piece| piece.name == name).map_or(name, |piece| piece.mark);
        let marks: Vec<char> =
            self.grid.marks.iter().zip(names.chars()).map(|(&mark, name)| if mark == FREE { first(name) } else { mark }).collect();
        let agree = |(&mark, name): (&char, char)| mark == FREE || self.state.name_of(mark) == name;
        let is_whole = names.chars().count() == self.grid.marks.len() && self.grid.marks.iter().zip(names.chars()).all(agree);
        is_whole.then_some(marks)
    }

    /// Gives the next copy of a piece its mark on these cells: its name, and their indices in the box.
    fn mark_copy(&self, marks: &mut [char], copy: &str) -> Option<()> {
        let name = copy.chars().next()?;
        let next = self.pieces.iter().find(|piece| piece.name == name && !marks.contains(&piece.mark))?.mark;
        for cell in copy[name.len_utf8()..].split('.') {
            let mark = marks.get_mut(cell.parse::<usize>().ok()?)?;
            let is_copy = self.pieces.iter().any(|piece| piece.name == name && piece.mark == *mark);
            *mark = if is_copy { next } else { return None };
        }
        Some(())
    }

    /// Returns the image of a solution under one of the symmetries.
    pub fn image_of(&self, solution: &Solution, symmetry: &Symmetry) -> Solution {
        self.solution(self.symmetries.image(symmetry, &self.cover_of(solution)).into_iter(), solution.orbit)
    }

    /// Builds the solution with these pieces on the cells to be covered.
    fn solution(&self, mut pieces: impl Iterator<Item = u8>, orbit: Option<Orbit>) -> Solution {
        let mut is_placed = [false; NO_PIECE as usize];
        let mut placed = String::with_capacity(self.pieces.len());
        let mut marks = String::with_capacity(self.grid.marks.len());
        for &mark in &self.grid.marks {
            let covering = if mark == FREE { pieces.next() } else { None };
            let Some(piece) = covering.map(usize::from) else {
                marks.push(mark);
                continue;
            };
            let Some(Piece { mark, .. }) = self.pieces.get(piece) else {
                marks.push(EMPTY);
                continue;
            };
            if !mem::replace(&mut is_placed[piece], true) {
                placed.push(*mark);
            }
            marks.push(*mark);
        }
        Solution { orbit, ..Solution::new(self.grid.extent, self.state.set, self.names.clone(), marks, placed) }
    }

    /// Returns the position with these pieces placed as well, each by its mark and the indices of its cells in the box.
    pub fn partial<C: IntoIterator<Item = usize>>(&self, chosen: impl IntoIterator<Item = (char, C)>) -> Solution {
        let mut marks = self.grid.marks.clone();
        let mut placed = String::new();
        for (mark, cells) in chosen {
            placed.push(mark);
            cells.into_iter().for_each(|cell| marks[cell] = mark);
        }
        Solution::new(self.grid.extent, self.state.set, self.names.clone(), marks.into_iter().collect(), placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_have_the_rows_in_which_solutions_differ() {
        let solution =
            |placed: &str, extent: Extent| Solution::new(extent, Set::Custom, "".into(), "AAABBACCDDDD".to_owned(), placed.to_owned());
        let title = |placed: &str, extent: Extent| solution(placed, extent).caption().title;
        assert_eq!(title("ABCD", Extent::new(3, 4, 1)), "AAA BBA CCD DDD");
        assert_eq!(title("CD", Extent::new(3, 4, 1)), "CCD DDD", "A and B are pinned");
        assert_eq!(title("ABCD", Extent::new(3, 2, 2)), "CCD DDD", "the top layer");
        assert_eq!(title("B", Extent::new(3, 2, 2)), "BBA");
    }
}
