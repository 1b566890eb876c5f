//! A position as a family's files have it.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use glam::IVec3;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{
    copies::{self, Placed},
    geometry::MOST_CELLS,
    parts::Parts,
    pieces::{MOST_PIECES, Set},
    state::{CustomShape, Grid, State, is_piece},
};
use crate::Family;
use burr::{Group, Move};
use cover::Copies;

/// The most names of pieces, and the most custom shapes, that are read from a file: more than are allowed, so that a check says how many.
const MOST_PIECES_READ: usize = 2 * MOST_PIECES;
/// The most text of a figure and of custom shapes that is read from a file, in bytes of all rows. A row counts at least one.
const MOST_ROWS_READ: usize = 1 << 16;

/// A position of a family's puzzle.
///
/// A file can't have one that is far larger than any valid one, since checks and pictures take as long as it is large.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved<F>(State, PhantomData<F>);

impl<F> From<State> for Saved<F> {
    fn from(state: State) -> Self {
        Self(state, PhantomData)
    }
}

/// The best-known figure of the family's first set.
impl<F: Family> Default for Saved<F> {
    fn default() -> Self {
        State::of_set(F::LATTICE, F::SETS[0]).into()
    }
}

impl<F> Deref for Saved<F> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl<F> DerefMut for Saved<F> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

/// The column, the row and the layer of a cell, from 0.
type Coordinates = (u16, u16, u16);

/// The form of positions in space.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layered {
    set: Set,
    pieces: String,
    layers: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    optional: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    placed: Vec<(char, Vec<Coordinates>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<LayeredShape>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    given: String,
    #[serde(rename = "colours", default, skip_serializing_if = "Vec::is_empty")]
    colors: Vec<Vec<String>>,
    #[serde(rename = "colour_pairs", default, skip_serializing_if = "Vec::is_empty")]
    color_pairs: Vec<(char, char)>,
    #[serde(default, skip_serializing_if = "is_no")]
    apart: bool,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    taken_apart: Option<Vec<LayeredMove>>,
}

/// The form of a move that takes pieces apart. Each piece is named by the place of its lowest cell in the figure.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayeredMove {
    pieces: Vec<Coordinates>,
    to: Side,
    /// How many cells; none if the pieces leave.
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    cells: Option<u16>,
}

/// Where pieces move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Side {
    Right,
    Left,
    Front,
    Back,
    Up,
    Down,
}

impl Side {
    const ALL: [(Self, IVec3); 6] = [
        (Self::Right, IVec3::X),
        (Self::Left, IVec3::NEG_X),
        (Self::Front, IVec3::Y),
        (Self::Back, IVec3::NEG_Y),
        (Self::Up, IVec3::Z),
        (Self::Down, IVec3::NEG_Z),
    ];
}

/// The form of these moves.
fn layered_moves(state: &State, moves: &[Move]) -> Vec<LayeredMove> {
    let parts = Parts::after(&state.grid(), &[]);
    let lowest = |&piece: &usize| Some(state.lattice.place(*parts.pieces.get(piece)?.first()?).as_u16vec3().into());
    let layered = |step: &Move| {
        let to = Side::ALL.iter().find(|(_, direction)| *direction == step.direction)?.0;
        Some(LayeredMove { pieces: step.pieces.iter().filter_map(lowest).collect(), to, cells: step.distance })
    };
    moves.iter().filter_map(layered).collect()
}

/// The moves of a file, if they can be made.
fn moves_of(state: &State, moves: Vec<LayeredMove>) -> Result<Vec<Move>, String> {
    let grid = state.grid();
    let parts = Parts::after(&grid, &[]);
    let number = |&(x, y, z): &Coordinates| {
        let cell = state.lattice.cell(IVec3::new(x.into(), y.into(), z.into()));
        let piece = parts.pieces.iter().position(|cells| cells.first() == Some(&cell));
        piece.ok_or_else(|| format!("a move names the cell ({x}, {y}, {z}), which isn't the lowest one of a piece"))
    };
    let moves: Vec<Move> = moves
        .into_iter()
        .map(|LayeredMove { pieces, to, cells }| {
            let direction = Side::ALL.iter().find(|(side, _)| *side == to).map_or(IVec3::X, |&(_, direction)| direction);
            Ok(Move { pieces: pieces.iter().map(number).collect::<Result<_, String>>()?, direction, distance: cells })
        })
        .collect::<Result<_, String>>()?;
    Parts::check(&grid, &moves)?;
    Ok(moves)
}

/// The form of a custom shape in space.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayeredShape {
    name: char,
    layers: Vec<Vec<String>>,
    #[serde(rename = "colours", default, skip_serializing_if = "Vec::is_empty")]
    colors: Vec<Vec<String>>,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    least: Option<usize>,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    most: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    groups: Vec<(u32, usize)>,
}

/// The form of positions on a flat lattice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flat {
    board: Vec<String>,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    set: Option<Set>,
    pieces: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    optional: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    placed: Vec<(char, Vec<(u16, u16)>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<FlatShape>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    given: String,
    #[serde(rename = "colours", default, skip_serializing_if = "Vec::is_empty")]
    colors: Vec<String>,
    #[serde(rename = "colour_pairs", default, skip_serializing_if = "Vec::is_empty")]
    color_pairs: Vec<(char, char)>,
    #[serde(default, skip_serializing_if = "is_no")]
    apart: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
}

/// The form of a custom shape on a flat lattice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatShape {
    name: char,
    cells: Vec<String>,
    #[serde(rename = "colours", default, skip_serializing_if = "Vec::is_empty")]
    colors: Vec<String>,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    least: Option<usize>,
    #[serde(default, with = "stated", skip_serializing_if = "Option::is_none")]
    most: Option<usize>,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    flip: bool,
}

/// How often a shape is used: once, where a file says only one of the two numbers.
fn uses(least: Option<usize>, most: Option<usize>) -> Option<Copies> {
    (least.is_some() || most.is_some()).then(|| {
        let least = least.unwrap_or(1);
        Copies { least, most: most.unwrap_or(least.max(1)) }
    })
}

/// What a position has beside its rows, as a file says it.
struct Overlays {
    /// In the form of the figure: the cells that may stay empty, where a piece covers one of them.
    optional: Vec<Vec<String>>,
    /// The copies that their names don't tell apart.
    placed: Vec<Placed>,
}

impl Overlays {
    /// Takes a position apart: its rows and its given pieces with the names of pieces, and the overlays.
    fn of(state: &State) -> (State, Self) {
        let grid = state.grid();
        let (named, placed) = copies::named(state, &grid);
        let mut overlay = Grid::filled(grid.extent);
        grid.optional.iter().for_each(|&cell| overlay.set_optional(cell, true));
        let optional = if state.optional.is_empty() { Vec::new() } else { overlay.layers() };
        let given = state.given.chars().map(|mark| state.name_of(mark)).collect();
        // Rows without copies stay as they are, since there may be something wrong with them.
        let layers = if named == grid { state.layers.clone() } else { named.layers() };
        (State { layers, given, ..state.clone() }, Self { optional, placed })
    }

    /// Gives a position its overlays, and copies their marks.
    fn put_on(self, state: State) -> Result<State, String> {
        let has_copies = state.shapes.iter().any(|shape| 1 < shape.most());
        if self.optional.is_empty() && self.placed.is_empty() && !has_copies {
            return Ok(state);
        }
        let mut grid = state.grid();
        let in_cells = |row: &String| -> String { row.split_whitespace().collect() };
        let rows: Vec<Vec<String>> = state.layers.iter().map(|layer| layer.iter().map(in_cells).collect()).collect();
        if grid.layers() != rows {
            // There is something wrong with the rows, so they stay as they are.
            return Ok(state);
        }
        if !self.optional.is_empty() {
            let overlay = Grid::read(state.lattice, &self.optional);
            if overlay.extent != grid.extent {
                return Err("the rows of the cells that may stay empty aren't as many and as long as those of the figure".to_owned());
            }
            for (cell, &mark) in overlay.extent.cells().zip(&overlay.marks) {
                let is_optional = overlay.is_optional(cell) || is_piece(mark);
                if is_optional {
                    grid.set_optional(cell, true);
                }
            }
        }
        let mut taken: Vec<IVec3> = Vec::new();
        for (name, cells) in &self.placed {
            if let Some(&cell) =
                cells.iter().enumerate().find(|&(place, cell)| taken.contains(cell) || cells[..place].contains(cell)).map(|(_, cell)| cell)
            {
                let place = crate::words::place(state.lattice.is_flat, state.lattice.place(cell));
                return Err(format!("the cell at {place} is listed twice among the placed pieces"));
            }
            taken.extend(cells);
            if let Some(&cell) = cells.iter().find(|&&cell| grid.mark(cell) != Some(*name)) {
                let place = crate::words::place(state.lattice.is_flat, state.lattice.place(cell));
                return Err(format!("a piece {name} is placed at {place}, but there the figure has no {name}"));
            }
        }
        let grid = copies::told_apart(&state, grid, &self.placed);
        let given = copies::marks_of_given(&state, &state.given);
        // Something may be wrong with the colours, so they stay as they are.
        let colors = state.colors.clone();
        Ok(State { given, colors, ..State { given: String::new(), ..state }.with_grid(&grid) })
    }
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_yes(flip: &bool) -> bool {
    *flip
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_no(apart: &bool) -> bool {
    !*apart
}

/// The only layer, if there is one.
fn layered<T>(rows: Vec<T>) -> Vec<Vec<T>> {
    if rows.is_empty() { Vec::new() } else { vec![rows] }
}

/// What may be left out is written without `Some(..)`.
mod stated {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_unit(),
        }
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        T::deserialize(deserializer).map(Some)
    }
}

/// The rows with blanks, so that each cell touches the same cells as on the board.
fn staggered(rows: &[String]) -> Vec<String> {
    let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    rows.iter().zip(["", " "].into_iter().cycle()).map(|(row, indent)| format!("{indent}{}", spaced(row))).collect()
}

impl<F: Family> Serialize for Saved<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (state, Overlays { optional, placed }) = Overlays::of(&self.0);
        let State { set, pieces, layers, shapes, given, colors, color_pairs, apart, labels, .. } = state;
        let taken_apart = self.0.moves.as_deref().map(|moves| layered_moves(&self.0, moves));
        let numbers = |uses: Option<Copies>| (uses.map(|uses| uses.least), uses.map(|uses| uses.most));
        let place = |cell: &IVec3| F::LATTICE.place(*cell).as_u16vec3();
        if F::LATTICE.is_flat {
            let shape = |shape: CustomShape| {
                let (least, most) = numbers(shape.uses);
                let (cells, colors) = (shape.layers.concat(), shape.colors.concat());
                FlatShape { name: shape.name, cells, colors, least, most, flip: shape.may_flip }
            };
            let set = Some(set).filter(|&set| set != F::SETS[0]);
            let shapes = shapes.into_iter().map(shape).collect();
            let rows = |layers: Vec<Vec<String>>| if F::LATTICE.is_staggered { staggered(&layers.concat()) } else { layers.concat() };
            let flat = |cells: &Vec<IVec3>| cells.iter().map(place).map(|place| (place.x, place.y)).collect();
            let placed = placed.iter().map(|(name, cells)| (*name, flat(cells))).collect();
            let (board, optional, colors) = (rows(layers), rows(optional), rows(colors));
            return Flat { board, set, pieces, optional, placed, shapes, given, colors, color_pairs, apart, labels }.serialize(serializer);
        }
        let shape = |shape: CustomShape| {
            let (least, most) = numbers(shape.uses);
            let groups = shape.groups.iter().map(|group| (group.number, group.most)).collect();
            LayeredShape { name: shape.name, layers: shape.layers, colors: shape.colors, least, most, groups }
        };
        let shapes = shapes.into_iter().map(shape).collect();
        let placed = placed.iter().map(|(name, cells)| (*name, cells.iter().map(place).map(Into::into).collect())).collect();
        Layered { set, pieces, layers, optional, placed, shapes, given, colors, color_pairs, apart, taken_apart }.serialize(serializer)
    }
}

impl<'de, F: Family> Deserialize<'de> for Saved<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cell = |x: u16, y: u16, z: u16| F::LATTICE.cell(IVec3::new(x.into(), y.into(), z.into()));
        // Blanks only show how rows lie.
        let rows = |rows: Vec<String>| rows.into_iter().map(|row| row.split_whitespace().collect()).collect();
        let (state, overlays, taken_apart) = if F::LATTICE.is_flat {
            let flat = Flat::deserialize(deserializer)?;
            let Flat { board, set, pieces, optional, placed, shapes, given, colors, color_pairs, apart, labels } = flat;
            let shape = |FlatShape { name, cells, colors, least, most, flip }: FlatShape| CustomShape {
                uses: uses(least, most),
                may_flip: flip,
                colors: layered(colors),
                ..CustomShape::new(name, vec![cells])
            };
            let shapes = shapes.into_iter().map(shape).collect();
            let empty = State::empty(F::LATTICE, set.unwrap_or(F::SETS[0]));
            let (layers, colors, optional) = (vec![rows(board)], layered(rows(colors)), layered(rows(optional)));
            let state = State { pieces, layers, shapes, given, colors, color_pairs, apart, labels, ..empty };
            let placed = placed.into_iter().map(|(name, cells)| (name, cells.into_iter().map(|(x, y)| cell(x, y, 0)).collect()));
            (state, Overlays { optional, placed: placed.collect() }, None)
        } else {
            let layered = Layered::deserialize(deserializer)?;
            let Layered { set, pieces, layers, optional, placed, shapes, given, colors, color_pairs, apart, taken_apart } = layered;
            let shape = |LayeredShape { name, layers, colors, least, most, groups }: LayeredShape| CustomShape {
                uses: uses(least, most),
                colors,
                groups: groups.into_iter().map(|(number, most)| Group { number, most }).collect(),
                ..CustomShape::new(name, layers)
            };
            let shapes = shapes.into_iter().map(shape).collect();
            let placed = placed.into_iter().map(|(name, cells)| (name, cells.into_iter().map(|(x, y, z)| cell(x, y, z)).collect()));
            let state = State { pieces, layers, shapes, given, colors, color_pairs, apart, ..State::empty(F::LATTICE, set) };
            (state, Overlays { optional, placed: placed.collect() }, taken_apart)
        };
        if !F::SETS.contains(&state.set) {
            let known: Vec<String> = F::SETS.iter().map(|set| format!("{set:?}")).collect();
            return Err(de::Error::custom(format!("{:?} isn't a set of this puzzle; its sets are {}", state.set, known.join(", "))));
        }
        let layers = state.layers.iter().chain(&overlays.optional).chain(&state.colors);
        let layers = layers.chain(state.shapes.iter().flat_map(|shape| shape.layers.iter().chain(&shape.colors)));
        let rows = layers.map(|layer| 1 + layer.iter().map(|row| 1 + row.len()).sum::<usize>()).sum::<usize>();
        if MOST_CELLS < overlays.placed.iter().map(|(_, cells)| cells.len()).sum() {
            return Err(de::Error::custom(format!("at most {MOST_CELLS} cells can have pieces placed on them")));
        }
        if MOST_PIECES_READ < state.pieces.chars().count().max(state.shapes.len()).max(state.given.chars().count()) {
            return Err(de::Error::custom(format!("a position can't have more than {MOST_PIECES_READ} pieces")));
        }
        let groups: usize = state.shapes.iter().map(|shape| shape.groups.len()).sum();
        let more = groups + state.color_pairs.len() + state.labels.iter().map(|row| 1 + row.len()).sum::<usize>();
        if MOST_ROWS_READ < rows + more {
            return Err(de::Error::custom(format!(
                "the rows of the figure and of the shapes are longer than {} KiB",
                MOST_ROWS_READ >> 10
            )));
        }
        let state = overlays.put_on(state).map_err(de::Error::custom)?;
        let moves = taken_apart.map(|moves| moves_of(&state, moves)).transpose().map_err(de::Error::custom)?;
        Ok(State { moves, ..state }.into())
    }
}
