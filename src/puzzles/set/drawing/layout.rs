//! Where the cards of a table lie: in rows of the same length, as large as a wide table lets them be.

use crate::picture::{Vec2, at};

/// Width and height of a card.
pub const CARD: Vec2 = at(1.5, 1.0);

/// The space between cards.
pub const GAP: f32 = 0.14;

/// Rows and columns of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many cards lie side by side.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
}

impl Grid {
    /// The grid in which so many cards are largest on a table twice as wide as high; empty places count against it.
    pub fn fitting(cards: usize) -> Self {
        let cards = cards.max(3);
        let grids = (1..=cards).map(|columns| Self { columns, rows: cards.div_ceil(columns) });
        let better = |a: Self, b: Self| if a.worth(cards) < b.worth(cards) { b } else { a };
        grids.reduce(better).unwrap_or(Self { columns: 3, rows: 1 })
    }

    fn worth(self, cards: usize) -> f32 {
        let scale = (2.0 / (self.columns as f32 * CARD.x)).min(1.0 / (self.rows as f32 * CARD.y));
        let filled = cards as f32 / (self.columns * self.rows) as f32;
        // The power makes 81 cards a square of nine by nine, and keeps twelve as four by three.
        scale * filled.powf(1.5)
    }

    /// Width and height of all.
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
    fn usual_tables_have_their_usual_shape() {
        for (cards, columns, rows) in
            [(0, 3, 1), (3, 3, 1), (9, 3, 3), (12, 4, 3), (15, 5, 3), (18, 6, 3), (20, 5, 4), (21, 7, 3), (81, 9, 9)]
        {
            assert_eq!(Grid::fitting(cards), Grid { columns, rows }, "{cards} cards");
        }
    }

    #[test]
    fn all_cards_have_a_place() {
        for cards in 1..=100 {
            let grid = Grid::fitting(cards);
            let last = grid.corner(cards - 1) + CARD;
            assert!(last.x <= grid.size().x + 1e-3 && last.y <= grid.size().y + 1e-3);
            assert!(grid.columns * (grid.rows - 1) < cards.max(3), "no row is empty");
        }
    }
}
