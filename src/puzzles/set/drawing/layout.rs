//! The layout of the table: cards in rows of equal length, as large as a wide table allows.

use crate::picture::{Vec2, at};

/// The width and height of a card.
pub const CARD: Vec2 = at(1.5, 1.0);

/// The space between cards.
pub const GAP: f32 = 0.14;

/// A grid of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

impl Grid {
    /// The grid in which this many cards are largest on a table twice as wide as high, with a penalty for empty places.
    pub fn fitting(cards: usize) -> Self {
        let cards = cards.max(3);
        let grids = (1..=cards).map(|columns| Self { columns, rows: cards.div_ceil(columns) });
        let better = |a: Self, b: Self| if a.score(cards) < b.score(cards) { b } else { a };
        grids.reduce(better).unwrap_or(Self { columns: 3, rows: 1 })
    }

    fn score(self, cards: usize) -> f32 {
        let scale = (2.0 / (self.columns as f32 * CARD.x)).min(1.0 / (self.rows as f32 * CARD.y));
        let filled = cards as f32 / (self.columns * self.rows) as f32;
        // With this power, 81 cards make a square of nine by nine, and twelve cards still make four by three.
        scale * filled.powf(1.5)
    }

    /// The width and height of the grid.
    pub fn size(self) -> Vec2 {
        at(extent(self.columns, CARD.x), extent(self.rows, CARD.y))
    }

    /// The upper left corner of the card at this position.
    pub fn corner(self, position: usize) -> Vec2 {
        let (row, column) = (position / self.columns, position % self.columns);
        at(column as f32 * (CARD.x + GAP), row as f32 * (CARD.y + GAP))
    }
}

fn extent(count: usize, each: f32) -> f32 {
    count as f32 * (each + GAP) - GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_tables_have_the_expected_shape() {
        for (cards, columns, rows) in
            [(0, 3, 1), (3, 3, 1), (9, 3, 3), (12, 4, 3), (15, 5, 3), (18, 6, 3), (20, 5, 4), (21, 7, 3), (81, 9, 9)]
        {
            assert_eq!(Grid::fitting(cards), Grid { columns, rows }, "{cards} cards");
        }
    }

    #[test]
    fn all_cards_fit_in_the_grid() {
        for cards in 1..=100 {
            let grid = Grid::fitting(cards);
            let last = grid.corner(cards - 1) + CARD;
            assert!(last.x <= grid.size().x + 1e-3 && last.y <= grid.size().y + 1e-3);
            assert!(grid.columns * (grid.rows - 1) < cards.max(3), "no row is empty");
        }
    }
}
