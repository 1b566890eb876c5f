//! A position as a family's files have it.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{
    pieces::Set,
    state::{CustomShape, State},
};
use crate::packing::Family;

/// The most names of pieces, and the most custom shapes, that are read from a file.
const MOST_PIECES_READ: usize = 128;
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

/// The form of positions in space.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layered {
    set: Set,
    pieces: String,
    layers: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<LayeredShape>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    given: String,
}

/// The form of a custom shape in space.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayeredShape {
    name: char,
    layers: Vec<Vec<String>>,
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
    shapes: Vec<FlatShape>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    given: String,
}

/// The form of a custom shape on a flat lattice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatShape {
    name: char,
    cells: Vec<String>,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    flip: bool,
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_yes(flip: &bool) -> bool {
    *flip
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
        let State { set, pieces, layers, shapes, given, .. } = self.0.clone();
        if F::LATTICE.is_flat {
            let shape = |shape: CustomShape| FlatShape { name: shape.name, cells: shape.layers.concat(), flip: shape.may_flip };
            let set = Some(set).filter(|&set| set != F::SETS[0]);
            let shapes = shapes.into_iter().map(shape).collect();
            let rows = layers.concat();
            let board = if F::LATTICE.is_staggered { staggered(&rows) } else { rows };
            return Flat { board, set, pieces, shapes, given }.serialize(serializer);
        }
        let shape = |shape: CustomShape| LayeredShape { name: shape.name, layers: shape.layers };
        let shapes = shapes.into_iter().map(shape).collect();
        Layered { set, pieces, layers, shapes, given }.serialize(serializer)
    }
}

impl<'de, F: Family> Deserialize<'de> for Saved<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let state = if F::LATTICE.is_flat {
            let Flat { board, set, pieces, shapes, given } = Flat::deserialize(deserializer)?;
            let shape = |FlatShape { name, cells, flip }: FlatShape| CustomShape { name, layers: vec![cells], may_flip: flip };
            let shapes = shapes.into_iter().map(shape).collect();
            // Blanks only show how rows lie.
            let board = board.into_iter().map(|row| row.split_whitespace().collect()).collect();
            State { lattice: F::LATTICE, set: set.unwrap_or(F::SETS[0]), pieces, layers: vec![board], shapes, given }
        } else {
            let Layered { set, pieces, layers, shapes, given } = Layered::deserialize(deserializer)?;
            let shape = |LayeredShape { name, layers }: LayeredShape| CustomShape { name, layers, may_flip: true };
            State { lattice: F::LATTICE, set, pieces, layers, shapes: shapes.into_iter().map(shape).collect(), given }
        };
        if !F::SETS.contains(&state.set) {
            let known: Vec<String> = F::SETS.iter().map(|set| format!("{set:?}")).collect();
            return Err(de::Error::custom(format!("{:?} isn't a set of this puzzle; its sets are {}", state.set, known.join(", "))));
        }
        let layers = state.layers.iter().chain(state.shapes.iter().flat_map(|shape| &shape.layers));
        let rows = layers.map(|layer| 1 + layer.iter().map(|row| 1 + row.len()).sum::<usize>()).sum::<usize>();
        if MOST_PIECES_READ < state.pieces.chars().count().max(state.shapes.len()).max(state.given.chars().count()) {
            return Err(de::Error::custom(format!("a position can't have more than {MOST_PIECES_READ} pieces")));
        }
        if MOST_ROWS_READ < rows {
            return Err(de::Error::custom(format!(
                "the rows of the figure and of the shapes are longer than {} KiB",
                MOST_ROWS_READ >> 10
            )));
        }
        Ok(state.into())
    }
}
