//! The pieces: polycubes with names, and their orientations. Where in a figure they fit is up to the problem.

use std::{collections::HashSet, sync::LazyLock};

use glam::IVec3;
use serde::{Deserialize, Serialize};

use super::{
    geometry::{Extent, MOST_CELLS},
    isometry::{Isometry, Kind, lower_corner, normalized, reading_order},
    lattice::{HEXAGONS, Lattice},
    marks::PLAIN,
};

/// The most pieces, with all copies: a solution has the number of the piece on each of its cells in one byte, and one number stands for
/// cells that stay empty.
pub const MOST_PIECES: usize = 254;

/// The longest side of a shape that is compared as a set of bits.
const SHORT: usize = 20;

/// A box that has room for such a shape in every orientation.
const LARGEST: Extent = Extent::new(SHORT, SHORT, SHORT);

/// The number of its cells.
const PLACES: usize = LARGEST.volume();

/// The bit of the first cell in reading order. Of two sets of the same size, the greater number comes first.
const FIRST_BIT: u64 = 1 << 63;

/// A set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Set {
    /// The seven irregular polycubes with at most four cubes.
    Soma,
    /// The five tetrominoes.
    Tetrominoes,
    /// The twelve pentominoes, one cube thick.
    Pentominoes,
    /// The eighteen pentominoes of which none may be turned over.
    OneSidedPentominoes,
    /// The twelve pieces of the game Kanoodle: of three, four and five squares.
    Kanoodle,
    /// The nine pieces of the game Genius Square: all polyominoes of up to four squares.
    GeniusSquare,
    /// The eight pieces of a calendar of months and days: seven pentominoes and a rectangle of six squares.
    Calendar,
    /// The ten pieces of a calendar that also has the days of the week: three tetrominoes and seven pentominoes.
    WeekdayCalendar,
    /// The thirteen pieces of Bruce Bedlam's 4 x 4 x 4 cube: twelve pentacubes and a tetracube.
    Bedlam,
    /// The ten pieces of the Meteor contest, each of five hexagons.
    Contest,
    /// The three pieces of three hexagons.
    Trihexes,
    /// The seven pieces of four hexagons.
    Tetrahexes,
    /// The 22 pieces of five hexagons.
    Pentahexes,
    /// The position's own shapes.
    Custom,
}

/// A piece: a rigid shape of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What stands on its cells, and on those of no other piece. For the first of several copies, and for a piece without copies, this is
    /// its name.
    pub mark: char,
    /// One visible character, which all copies of the piece share.
    pub name: char,
    /// What its cells are.
    pub lattice: &'static Lattice,
    /// Whether it may be turned over. In space a piece is only rotated.
    pub may_flip: bool,
    /// Its cells in its default orientation, in reading order.
    pub cells: Vec<IVec3>,
    /// The colours of these cells; none if no cell has one.
    pub colors: Vec<char>,
}

/// Cells in reading order, and their colours; none if no cell has one.
pub type Colored = (Vec<IVec3>, Vec<char>);

impl Piece {
    /// A piece of these cells, which may be turned over if its lattice is flat.
    pub fn new(name: char, lattice: &'static Lattice, cells: Vec<IVec3>) -> Self {
        Self { mark: name, name, lattice, may_flip: lattice.is_flat, cells, colors: Vec::new() }
    }

    /// The piece of these cells with their colours, moved as close to the origin as possible.
    pub fn colored(name: char, lattice: &'static Lattice, cells: Vec<(IVec3, char)>) -> Self {
        let has_colors = cells.iter().any(|&(_, color)| color != PLAIN);
        let (cells, colors): Colored = cells.into_iter().unzip();
        let (cells, colors) = normalized_with(cells, if has_colors { &colors } else { &[] });
        Self { colors, ..Self::new(name, lattice, cells) }
    }

    /// The colour that all its cells have, if they do.
    pub fn only_color(&self) -> Option<char> {
        let first = *self.colors.first()?;
        (first != PLAIN && self.colors.iter().all(|&color| color == first)).then_some(first)
    }

    /// Returns the ways in which its colours can lie on these cells, which have its shape; none if it has no colours.
    pub fn colorings(&self, cells: &[IVec3]) -> Vec<Vec<char>> {
        let mut all = Vec::new();
        if !self.colors.is_empty() {
            let shape = normalized(cells.to_vec());
            for isometry in self.isometries() {
                let (cells, colors) = self.moved(isometry);
                if cells == shape && !all.contains(&colors) {
                    all.push(colors);
                }
            }
        }
        all
    }

    fn moved(&self, isometry: Isometry) -> Colored {
        normalized_with(self.cells.iter().map(|&cell| isometry.apply(cell)).collect(), &self.colors)
    }

    /// The isometries by which it can be moved.
    pub fn isometries(&self) -> impl Iterator<Item = Isometry> {
        let isometries = self.lattice.isometries.iter().copied();
        isometries.filter(|isometry| self.may_flip || isometry.kind() == Kind::Rotation)
    }

    /// Returns the cells of each distinct orientation.
    pub fn orientations(&self) -> Vec<Vec<IVec3>> {
        let mut all: Vec<Vec<IVec3>> = Vec::with_capacity(24);
        for isometry in self.isometries() {
            let cells = isometry.apply_all(&self.cells);
            if !all.contains(&cells) {
                all.push(cells);
            }
        }
        all
    }

    /// Whether these cells have the shape of the piece, in any orientation and anywhere.
    pub fn has_shape_of(&self, cells: &[IVec3]) -> bool {
        cells.len() == self.cells.len() && self.canonical_shape() == Self { cells: cells.to_vec(), ..self.clone() }.canonical_shape()
    }

    /// Returns the cells of the canonical orientation, which is the same for all pieces of the same shape: of all orientations, the first
    /// in reading order. A shape that is larger than any figure may be isn't turned.
    pub fn canonical_shape(&self) -> Vec<IVec3> {
        if MOST_CELLS < self.cells.len() {
            return normalized(self.cells.clone());
        }
        let (lower, upper) = (lower_corner(&self.cells), self.cells.iter().copied().reduce(IVec3::max).unwrap_or_default());
        let sides = (upper - lower + IVec3::ONE).to_array().map(|side| side as usize);
        // Turned hexagons reach as far along one axis as they did along two.
        let longest = if self.lattice.is_staggered { sides[0] + sides[1] } else { sides.into_iter().max().unwrap_or_default() };
        if SHORT < longest {
            let all = self.isometries().map(|isometry| isometry.apply_all(&self.cells));
            return all.min_by(|one, other| one.iter().map(reading_order).cmp(other.iter().map(reading_order))).unwrap_or_default();
        }
        // Each check of a position compares the shapes of all its pieces, and sets are made and compared faster than lists.
        let turned = self.isometries().map(|isometry| {
            let corner = self.cells.iter().map(|&cell| isometry.apply(cell)).reduce(IVec3::min).unwrap_or_default();
            let mut places = [0_u64; PLACES.div_ceil(64)];
            for &cell in &self.cells {
                let place = LARGEST.index(isometry.apply(cell) - corner).unwrap_or_default();
                places[place / 64] |= FIRST_BIT >> (place % 64);
            }
            places
        });
        let mut cells = Vec::with_capacity(self.cells.len());
        for (word, mut set) in turned.max().into_iter().flatten().enumerate() {
            while set != 0 {
                let bit = set.leading_zeros();
                set &= !(FIRST_BIT >> bit);
                cells.push(LARGEST.cell(64 * word + bit as usize));
            }
        }
        cells
    }

    /// Returns the canonical shape with its colours, which are the same for all pieces of the same shape and colours.
    pub fn canonical(&self) -> Colored {
        let shape = self.canonical_shape();
        let colors = self.colorings(&shape).into_iter().min().unwrap_or_default();
        (shape, colors)
    }

    /// Returns the number of parts of the piece that don't touch one another; 1 for a piece that can be made.
    pub fn parts(&self) -> usize {
        connected(self.lattice, self.cells.clone()).len()
    }

    /// Returns the mirror image of the piece.
    pub fn mirrored(&self) -> Self {
        let (cells, colors) = self.moved(self.lattice.mirror);
        Self { cells, colors, ..self.clone() }
    }

    /// Whether turning it over makes no difference.
    pub fn is_its_own_mirror_image(&self) -> bool {
        let [piece, mirrored] = [self.clone(), self.mirrored()].map(|piece| Self { may_flip: false, ..piece }.canonical());
        piece == mirrored
    }
}

/// Moves cells to the origin and sorts them, as [`normalized`] does, together with their colours.
fn normalized_with(cells: Vec<IVec3>, colors: &[char]) -> Colored {
    if colors.is_empty() {
        return (normalized(cells), Vec::new());
    }
    let corner = lower_corner(&cells);
    let mut colored: Vec<(IVec3, char)> = cells.into_iter().map(|cell| cell - corner).zip(colors.iter().copied()).collect();
    colored.sort_unstable_by_key(|(cell, _)| reading_order(cell));
    colored.into_iter().unzip()
}

/// Splits cells into those that touch one another, in the order of their first cells.
pub fn connected(lattice: &Lattice, cells: Vec<IVec3>) -> Vec<Vec<IVec3>> {
    let mut parts: Vec<Vec<IVec3>> = Vec::new();
    let mut others = cells;
    while !others.is_empty() {
        let mut part = vec![others.remove(0)];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            next += 1;
            let (touching, apart) = others.into_iter().partition::<Vec<_>, _>(|&other| lattice.steps.contains(&(other - cell)));
            part.extend(touching);
            others = apart;
        }
        parts.push(part);
    }
    parts
}

impl Set {
    /// Returns the layers of a figure that the pieces fill: the best-known one.
    pub fn figure(self, lattice: &'static Lattice) -> Vec<Vec<String>> {
        let [x, y, z] = match self {
            Self::Soma | Self::Custom => [3, 3, if lattice.is_flat { 1 } else { 3 }],
            Self::Tetrominoes => return board(&["...#...", ".......", "......."]),
            Self::Pentominoes if lattice.is_flat => [10, 6, 1],
            Self::Pentominoes => [5, 4, 3],
            Self::OneSidedPentominoes => [15, 6, 1],
            Self::Kanoodle => [11, 5, 1],
            Self::GeniusSquare => return board(&[".#....", "......", "..#...", "....#.", "#....#", "..#.#."]),
            Self::Calendar => return board(&["#.....#", "......#", "#......", ".......", ".......", ".......", "...####"]),
            Self::WeekdayCalendar => {
                return board(&["......#", "....#.#", "#......", ".......", ".......", ".......", "...#...", "####..."]);
            }
            Self::Bedlam => [4, 4, 4],
            Self::Contest => [5, 10, 1],
            Self::Trihexes => return board(&["..#", "...", "...", "#.#"]),
            Self::Tetrahexes => [7, 4, 1],
            Self::Pentahexes => [11, 10, 1],
        };
        vec![vec![".".repeat(x); y]; z]
    }

    /// Returns the pieces of the set as pieces of a lattice; empty for [`Set::Custom`], whose shapes are part of the position.
    pub fn pieces(self, lattice: &'static Lattice) -> Vec<Piece> {
        let flat =
            |pieces: Vec<Rows>| -> Vec<Piece> { pieces.into_iter().map(|(name, rows)| parse_piece(lattice, name, &[rows])).collect() };
        match self {
            Self::Soma => SOMA.iter().map(|&(name, layers)| parse_piece(lattice, name, layers)).collect(),
            Self::Tetrominoes => flat(TETROMINOES.to_vec()),
            Self::Pentominoes => flat(PENTOMINOES.to_vec()),
            Self::OneSidedPentominoes => one_sided(flat(PENTOMINOES.to_vec())),
            Self::Kanoodle => flat(KANOODLE.to_vec()),
            Self::GeniusSquare => flat([&SMALL[..], &TETROMINOES].concat()),
            Self::Calendar => flat([&[('R', &["RRR", "RRR"][..])], &named("LNPUVYZ")[..]].concat()),
            Self::WeekdayCalendar => {
                let tetrominoes = [('i', &["iiii"][..]), ('j', &["jjj", "j.."]), ('s', &[".ss", "ss."])];
                flat([&tetrominoes, &named("LNPTUVZ")[..]].concat())
            }
            Self::Bedlam => BEDLAM.iter().map(|&(name, layers)| parse_piece(lattice, name, layers)).collect(),
            Self::Contest => flat(CONTEST.to_vec()),
            Self::Trihexes => POLYHEXES[0].clone(),
            Self::Tetrahexes => POLYHEXES[1].clone(),
            Self::Pentahexes => POLYHEXES[2].clone(),
            Self::Custom => Vec::new(),
        }
    }
}

/// The only layer of a figure.
fn board(rows: &[&str]) -> Vec<Vec<String>> {
    vec![rows.iter().map(|&row| row.to_owned()).collect()]
}

/// The number of colours for pieces.
const COLORS: usize = 13;

/// The colours of the letters. No two pieces of a fixed set have the same one, and neighbours in most solutions of the Soma cube also
/// differ clearly in lightness.
const LETTER_COLORS: [usize; 26] = [4, 6, 0, 2, 3, 5, 8, 9, 7, 10, 11, 1, 12, 9, 12, 8, 11, 5, 7, 0, 6, 2, 4, 11, 10, 3];

/// Returns the index in the palette of the colour of each piece. A name has the same colour in every set; only if an earlier piece has
/// that colour, it is the next one that none of them has, as long as there is one.
pub fn colors(pieces: &[Piece]) -> Vec<usize> {
    let mut colors = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        if let Some(first) = pieces[..number].iter().position(|other| other.name == piece.name) {
            colors.push(colors[first]);
            continue;
        }
        let own = match piece.name.to_ascii_uppercase() {
            letter @ 'A'..='Z' => LETTER_COLORS[letter as usize - 'A' as usize],
            digit @ '0'..='9' => digit as usize - '0' as usize,
            other => other as usize % COLORS,
        };
        let free = (0..COLORS).map(|further| (own + further) % COLORS).find(|color| !colors.contains(color));
        colors.push(free.unwrap_or(own));
    }
    colors
}

/// Reads a piece from its layers, the lowest first; every character except `.` and blanks is a cube.
pub fn parse_piece<R: AsRef<str>>(lattice: &'static Lattice, name: char, layers: &[impl AsRef<[R]>]) -> Piece {
    Piece::new(name, lattice, normalized(parse_cells(lattice, layers)))
}

/// Reads the cells of a piece at the coordinates at which they are drawn.
pub fn parse_cells<R: AsRef<str>>(lattice: &'static Lattice, layers: &[impl AsRef<[R]>]) -> Vec<IVec3> {
    let mut cells = Vec::new();
    for (z, layer) in layers.iter().enumerate() {
        for (y, row) in layer.as_ref().iter().enumerate() {
            let marks = row.as_ref().chars().filter(|mark| !mark.is_whitespace());
            cells.extend(
                marks.enumerate().filter(|&(_, mark)| mark != '.').map(|(x, _)| lattice.cell(IVec3::new(x as i32, y as i32, z as i32))),
            );
        }
    }
    cells
}

type Layers = &'static [&'static [&'static str]];

/// Names and order as in Piet Hein's booklet. A and B are mirror images of each other.
const SOMA: [(char, Layers); 7] = [
    ('V', &[&["VV", "V."]]),
    ('L', &[&["LLL", "L.."]]),
    ('T', &[&["TTT", ".T."]]),
    ('Z', &[&[".ZZ", "ZZ."]]),
    ('A', &[&["A.", "A."], &["AA", ".."]]),
    ('B', &[&[".B", ".B"], &["BB", ".."]]),
    ('P', &[&["PP", "P."], &["P.", ".."]]),
];

/// A flat piece as rows.
type Rows = (char, &'static [&'static str]);

/// The pieces of fewer than four squares.
const SMALL: [Rows; 4] = [('1', &["1"]), ('2', &["22"]), ('3', &["333"]), ('V', &["VV", "V."])];

const TETROMINOES: [Rows; 5] =
    [('I', &["IIII"]), ('L', &["LLL", "L.."]), ('O', &["OO", "OO"]), ('S', &[".SS", "SS."]), ('T', &["TTT", ".T."])];

/// Names and colours differ between editions.
const KANOODLE: [Rows; 12] = [
    ('A', &["AA", "A."]),
    ('B', &["BBBB"]),
    ('C', &["CC", "CC"]),
    ('D', &["DDD", "D.."]),
    ('E', &["EEEE", "E..."]),
    ('F', &["FF..", ".FFF"]),
    ('G', &["GG", "GG", "G."]),
    ('H', &["H.H", "HHH"]),
    ('I', &["III", "I..", "I.."]),
    ('J', &["J..", "JJ.", ".JJ"]),
    ('K', &[".K.", "KKK", ".K."]),
    ('L', &["LLLL", ".L.."]),
];

/// The pentominoes with these names.
fn named(names: &str) -> Vec<Rows> {
    PENTOMINOES.into_iter().filter(|(name, _)| names.contains(*name)).collect()
}

/// Pieces that may not be turned over, with those that differ from their mirror image in both forms. The second form has the small letter.
fn one_sided(pieces: Vec<Piece>) -> Vec<Piece> {
    let pieces: Vec<Piece> = pieces.into_iter().map(|piece| Piece { may_flip: false, ..piece }).collect();
    let mirrored = pieces.iter().map(|piece| Piece::new(piece.name.to_ascii_lowercase(), piece.lattice, piece.mirrored().cells));
    let mirrored = mirrored.map(|piece| Piece { may_flip: false, ..piece });
    let other = mirrored.zip(&pieces).filter(|(mirrored, piece)| mirrored.canonical_shape() != piece.canonical_shape());
    let other: Vec<Piece> = other.map(|(mirrored, _)| mirrored).collect();
    pieces.into_iter().chain(other).collect()
}

const PENTOMINOES: [Rows; 12] = [
    ('F', &[".FF", "FF.", ".F."]),
    ('I', &["IIIII"]),
    ('L', &["LLLL", "L..."]),
    ('N', &["NNN.", "..NN"]),
    ('P', &["PPP", "PP."]),
    ('T', &["TTT", ".T.", ".T."]),
    ('U', &["U.U", "UUU"]),
    ('V', &["V..", "V..", "VVV"]),
    ('W', &["W..", "WW.", ".WW"]),
    ('X', &[".X.", "XXX", ".X."]),
    ('Y', &["YYYY", ".Y.."]),
    ('Z', &["ZZ.", ".Z.", ".ZZ"]),
];

const BEDLAM: [(char, Layers); 13] = [
    ('A', &[&["AAA", "A.."], &["A..", "..."]]),
    ('B', &[&["BB.", "B.."], &[".BB", "..."]]),
    ('C', &[&["CC.", ".C."], &[".CC", "..."]]),
    ('D', &[&[".D.", "DDD", ".D."]]),
    ('E', &[&["EEE", ".E."], &["...", ".E."]]),
    ('F', &[&["FFF", "F.."], &[".F.", "..."]]),
    ('G', &[&["GG.", "..."], &[".G.", ".GG"]]),
    ('H', &[&["HH.", ".HH", ".H."]]),
    ('I', &[&["III", "..I"], &["...", "..I"]]),
    ('J', &[&["JJJ", "J.."], &["..J", "..."]]),
    ('K', &[&["KKK", ".K."], &[".K.", "..."]]),
    ('L', &[&["LL.", ".LL", "..L"]]),
    ('M', &[&["MM", "M."], &["..", "M."]]),
];

/// Numbered as in the contest.
const CONTEST: [Rows; 10] = [
    ('0', &["0000", "...0"]),
    ('1', &["1.11", "11.."]),
    ('2', &["222", "..2", "..2"]),
    ('3', &["333", ".3.", "..3"]),
    ('4', &["4.4", "44.", "..4"]),
    ('5', &["555", ".55"]),
    ('6', &["66.", ".66", "..6"]),
    ('7', &["77.", ".7.", ".77"]),
    ('8', &["88..", ".888"]),
    ('9', &["9999", "..9."]),
];

/// All pieces of three, four and five hexagons, made on first use.
static POLYHEXES: LazyLock<[Vec<Piece>; 3]> = LazyLock::new(|| [3, 4, 5].map(free_polyhexes));

/// All free polyhexes of this many cells, named from A on. There are at most 26.
fn free_polyhexes(cells: usize) -> Vec<Piece> {
    let shapes = polyforms(&HEXAGONS, cells, true, 26).unwrap_or_default();
    ('A'..='Z').zip(shapes).map(|(name, cells)| Piece::new(name, &HEXAGONS, cells)).collect()
}

/// Returns the cells of all pieces of this many cells, each once, in reading order; `None` if there are more than `most`.
///
/// Pieces that may be turned over are free polyforms, the others one-sided ones. Each piece less one of its cells is connected for some
/// cell, so all are found by adding a cell to those with one less.
pub fn polyforms(lattice: &'static Lattice, cells: usize, may_flip: bool, most: usize) -> Option<Vec<Vec<IVec3>>> {
    let shape = |cells: Vec<IVec3>| Piece { may_flip, ..Piece::new('P', lattice, cells) }.canonical_shape();
    let mut all: Vec<Vec<IVec3>> = vec![vec![IVec3::ZERO]];
    for _ in 1..cells {
        let mut larger = HashSet::new();
        for cells in &all {
            let around = cells.iter().flat_map(|&cell| lattice.steps.iter().map(move |&step| cell + step));
            for cell in around.filter(|cell| !cells.contains(cell)) {
                larger.insert(shape([&cells[..], &[cell]].concat()));
                if most < larger.len() {
                    return None;
                }
            }
        }
        all = larger.into_iter().collect();
    }
    all.sort_unstable_by_key(|cells| cells.iter().map(reading_order).collect::<Vec<_>>());
    Some(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::isometry::reading_order;
    use crate::model::lattice::{CUBES, HEXAGONS, SQUARES};

    /// The numbers of the On-Line Encyclopedia of Integer Sequences: A000105, A000988, A000228, A006535 and A000162.
    #[test]
    fn all_polyforms_are_found() {
        for (lattice, may_flip, counts) in [
            (&SQUARES, true, &[1, 1, 2, 5, 12, 35, 108][..]),
            (&SQUARES, false, &[1, 1, 2, 7, 18, 60, 196]),
            (&HEXAGONS, true, &[1, 1, 3, 7, 22, 82]),
            (&HEXAGONS, false, &[1, 1, 3, 10, 33, 147]),
            (&CUBES, false, &[1, 1, 2, 8, 29, 166]),
        ] {
            let found: Vec<usize> =
                (1..=counts.len()).map(|cells| polyforms(lattice, cells, may_flip, 200).map_or(0, |all| all.len())).collect();
            assert_eq!(found, counts, "{}, {may_flip}", lattice.cell);
        }
        assert_eq!(polyforms(&SQUARES, 7, true, 107), None);
    }

    proptest! {
        #[test]
        fn shapes_are_the_same_however_they_lie(
            cells in prop::collection::btree_set((0..12, 0..12), 1..8),
            lattice in prop::sample::select(vec![&HEXAGONS, &SQUARES]),
        ) {
            let piece = Piece::new('P', lattice, cells.into_iter().map(|(x, y)| IVec3::new(x, y, 0)).collect());
            for cells in piece.orientations() {
                prop_assert!(piece.has_shape_of(&cells), "{:?}", cells);
            }
        }

        /// Files with paused searches contain this form, so it must never change.
        #[test]
        fn the_canonical_shape_is_the_first_of_all_in_reading_order(marks in prop::collection::vec(any::<bool>(), 60)) {
            let marked = Extent::new(5, 4, 3).cells().zip(marks).filter(|&(_, mark)| mark);
            let piece = Piece::new('P', &CUBES, marked.map(|(cell, _)| cell).collect());
            let all = CUBES.rotations().map(|rotation| rotation.apply_all(&piece.cells));
            let first = all.min_by(|one, other| one.iter().map(reading_order).cmp(other.iter().map(reading_order)));
            prop_assert_eq!(Some(piece.canonical_shape()), first);
        }
    }

    #[test]
    fn a_piece_has_the_same_colour_in_every_set() {
        for set in [Set::Soma, Set::Pentominoes, Set::Bedlam] {
            let pieces = set.pieces(&CUBES);
            let own: Vec<usize> = pieces.iter().map(|piece| colors(std::slice::from_ref(piece))[0]).collect();
            assert_eq!(colors(&pieces), own, "{set:?}");
        }
        assert_eq!(colors(&Set::Soma.pieces(&CUBES)), [2, 1, 0, 3, 4, 6, 8]);
        let named = |names: &str| colors(&names.chars().map(|name| Piece::new(name, &CUBES, Vec::new())).collect::<Vec<_>>());
        let all = named("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        for end in 1..36 {
            assert_eq!(named(&"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[..end]), all[..end], "a further piece changes no colour");
        }
        let mut first = all[..COLORS].to_vec();
        first.sort_unstable();
        assert_eq!(first, (0..COLORS).collect::<Vec<_>>());
    }

    #[test]
    fn parts_of_a_piece_are_counted() {
        let parts = |rows: &[&str]| parse_piece(&CUBES, 'Q', &[rows]).parts();
        assert_eq!((parts(&["QQ", ".Q"]), parts(&["Q.", ".Q"]), parts(&["Q.Q", "...", "QQ."]), parts(&["Q.Q", "QQQ"])), (1, 2, 3, 1));
        for set in [Set::Soma, Set::Pentominoes, Set::Bedlam] {
            assert!(set.pieces(&CUBES).iter().all(|piece| piece.parts() == 1), "{set:?}");
        }
    }

    #[test]
    fn soma_pieces_match_the_booklet() {
        let extent = Extent::new(3, 3, 3);
        let expected: [(char, &[usize], usize); 7] = [
            ('V', &[0, 1, 3], 12),
            ('L', &[0, 1, 2, 3], 24),
            ('T', &[0, 1, 2, 4], 12),
            ('Z', &[1, 2, 3, 4], 12),
            ('A', &[0, 3, 9, 10], 12),
            ('B', &[1, 4, 9, 10], 12),
            ('P', &[0, 1, 3, 9], 8),
        ];
        for (piece, (name, cells, orientations)) in Set::Soma.pieces(&CUBES).iter().zip(expected) {
            let cells: Vec<IVec3> = cells.iter().map(|&index| extent.cell(index)).collect();
            assert_eq!((piece.name, &piece.cells), (name, &cells));
            assert_eq!(piece.orientations().len(), orientations, "{name}");
        }
    }

    #[test]
    fn only_a_and_b_of_soma_are_chiral() {
        let pieces = Set::Soma.pieces(&CUBES);
        for piece in &pieces {
            let mirrored: String = pieces
                .iter()
                .filter(|other| other.canonical_shape() == piece.mirrored().canonical_shape())
                .map(|other| other.name)
                .collect();
            let expected = match piece.name {
                'A' => "B".to_owned(),
                'B' => "A".to_owned(),
                name => name.to_string(),
            };
            assert_eq!(mirrored, expected);
        }
    }

    #[test]
    fn bedlam_has_thirteen_different_pieces_and_no_mirror_twins() {
        let pieces = Set::Bedlam.pieces(&CUBES);
        for (i, piece) in pieces.iter().enumerate() {
            assert_eq!(piece.cells.len(), if piece.name == 'M' { 4 } else { 5 }, "{}", piece.name);
            assert!(pieces[..i].iter().all(|other| !other.has_shape_of(&piece.cells)), "{}", piece.name);
        }
        let with_orientations = |count: usize| pieces.iter().filter(|piece| piece.orientations().len() == count).count();
        assert_eq!((pieces.len(), with_orientations(24), with_orientations(12), with_orientations(3)), (13, 7, 5, 1));
        let is_its_own_image = |piece: &Piece| piece.mirrored().canonical_shape() == piece.canonical_shape();
        let own: String = pieces.iter().filter(|piece| is_its_own_image(piece)).map(|piece| piece.name).collect();
        assert_eq!(own, "ADEHKL");
        let has_a_twin = |piece: &Piece| {
            pieces.iter().any(|other| !is_its_own_image(piece) && other.canonical_shape() == piece.mirrored().canonical_shape())
        };
        assert!(!pieces.iter().any(has_a_twin), "so the cube has 24 symmetries, not 48");
    }

    #[test]
    fn there_are_twelve_different_pentominoes() {
        let pieces = Set::Pentominoes.pieces(&CUBES);
        for (i, piece) in pieces.iter().enumerate() {
            assert_eq!(piece.cells.len(), 5, "{}", piece.name);
            assert!(pieces[..i].iter().all(|other| !other.has_shape_of(&piece.cells)), "{}", piece.name);
        }
        assert_eq!(pieces.len(), 12);
    }
}
