//! The layout of the table: cards in rows of equal length, as large as a wide table allows.

use base::picture::{Vec2, at};

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
    /// The number of columns that are filled row by row. The ones after these are filled one by one.
    by_rows: usize,
}

impl Grid {
    /// The grid in which this many cards are largest on a table twice as wide as high, with a penalty for empty places.
    pub fn fitting(cards: usize) -> Self {
        let cards = cards.max(3);
        let grids = (1..=cards).map(|columns| Self { columns, rows: cards.div_ceil(columns), by_rows: columns });
        let better = |a: Self, b: Self| if a.score(cards) < b.score(cards) { b } else { a };
        grids.reduce(better).unwrap_or(Self { columns: 3, rows: 1, by_rows: 3 })
    }

    /// The grid of a table that had this many cards at first. Further cards have columns of their own at the right, so all others keep
    /// their places.
    pub fn growing(first: usize, cards: usize) -> Self {
        let Self { columns, rows, by_rows } = Self::fitting(first);
        let further = cards.saturating_sub(columns * rows).div_ceil(rows);
        Self { columns: columns + further, rows, by_rows }
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

    /// The row and the column of the card at this position, from 0.
    pub fn place(self, position: usize) -> (usize, usize) {
        match position.checked_sub(self.by_rows * self.rows) {
            None => (position / self.by_rows, position % self.by_rows),
            Some(further) => (further % self.rows, self.by_rows + further / self.rows),
        }
    }

    /// The upper left corner of the card at this position.
    pub fn corner(self, position: usize) -> Vec2 {
        let (row, column) = self.place(position);
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
            let grid = Grid::fitting(cards);
            assert_eq!((grid.columns, grid.rows), (columns, rows), "{cards} cards");
        }
    }

    #[test]
    fn cards_keep_their_places_when_others_come() {
        for first in [8, 9, 10, 12] {
            let grid = |cards| Grid::growing(first, cards);
            assert_eq!(grid(first), Grid::fitting(first));
            for cards in first..=21 {
                let places: Vec<_> = (0..cards).map(|at| grid(cards).place(at)).collect();
                assert!((0..first).all(|at| places[at] == grid(first).place(at)), "{first} of {cards}");
                assert!((1..cards).all(|at| !places[..at].contains(&places[at])), "{first} of {cards}");
                assert!(places.iter().all(|&(row, column)| row < grid(cards).rows && column < grid(cards).columns));
            }
        }
        assert_eq!((Grid::growing(12, 15).columns, Grid::growing(12, 16).columns), (5, 6));
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
