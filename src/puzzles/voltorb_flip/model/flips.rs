//! The order in which tiles were turned face up, as far as it is known. A round can be replayed from it.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, SeqAccess, Visitor},
};

use super::rules::{SIDE, TILES, column_of, row_of};

/// The flipped tiles in order, each at most once. Serialized as a list of (row, column) pairs, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    /// Unused entries are 0, so that equal orders compare equal.
    tiles: [u8; TILES],
    count: usize,
}

impl Flips {
    /// Returns the tiles in the order they were flipped.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.tiles[..self.count].iter().map(|&tile| usize::from(tile))
    }

    /// Returns the number of flips.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether no order is known.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds the tile as the latest flip, unless it was flipped before.
    pub fn add(&mut self, tile: usize) {
        if tile < TILES && !self.iter().any(|flipped| flipped == tile) {
            self.tiles[self.count] = tile as u8;
            self.count += 1;
        }
    }

    /// Returns the flips that pass the filter, in the same order.
    #[must_use]
    pub fn filtered(&self, keep: impl Fn(usize) -> bool) -> Self {
        let mut kept = Self::default();
        self.iter().filter(|&tile| keep(tile)).for_each(|tile| kept.add(tile));
        kept
    }
}

impl Serialize for Flips {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|tile| (row_of(tile), column_of(tile))))
    }
}

impl<'de> Deserialize<'de> for Flips {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(InOrder)
    }
}

/// Reads flips one by one, so that the first wrong one ends a list of millions.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Flips;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of flips like (0, 4)")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pairs: A) -> Result<Flips, A::Error> {
        let mut flips = Flips::default();
        while let Some((row, column)) = pairs.next_element::<(usize, usize)>()? {
            if SIDE <= row || SIDE <= column {
                let message = "is outside the board; rows and columns count from 0 to 4";
                return Err(de::Error::custom(format!("the flip ({row}, {column}) {message}")));
            }
            let before = flips.len();
            flips.add(SIDE * row + column);
            if flips.len() == before {
                return Err(de::Error::custom(format!("the flip ({row}, {column}) is listed twice")));
            }
        }
        Ok(flips)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_is_flipped_at_most_once() {
        let mut flips = Flips::default();
        [7, 3, 7, 24, 3, TILES].into_iter().for_each(|tile| flips.add(tile));
        assert!(flips.iter().eq([7, 3, 24]));
        assert!(flips.filtered(|tile| tile != 3).iter().eq([7, 24]));
        assert_eq!(flips.filtered(|tile| tile != 24), flips.filtered(|tile| tile < 20), "removed flips leave no trace");
    }

    #[test]
    fn reading_and_writing_round_trips() {
        let flips: Flips = ron::from_str("[(1, 2), (0, 0), (4, 4)]").unwrap();
        assert!(flips.iter().eq([7, 0, 24]));
        assert_eq!(ron::to_string(&flips).unwrap(), "[(1,2),(0,0),(4,4)]");
        let wrong = |text| ron::from_str::<Flips>(text).unwrap_err().code.to_string();
        assert_eq!(wrong("[(1, 5)]"), "the flip (1, 5) is outside the board; rows and columns count from 0 to 4");
        assert_eq!(wrong("[(1, 2), (1, 2)]"), "the flip (1, 2) is listed twice");
    }
}
