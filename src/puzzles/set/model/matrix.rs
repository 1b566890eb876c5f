//! Cards as bit matrices, a row for each feature and a column for each value, and what their sums tell.
//!
//! This is the idea of the puzzle's first program in APL: add the matrices of three cards, and in each row the largest sum
//! says whether the cards agree (3), differ (1) or neither (2).

use super::{
    card::{Card, Feature},
    state::Variant,
};

/// For each feature and each of its values how many of some cards have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matrix(pub [[u8; 3]; 4]);

impl Matrix {
    /// The matrix of one card: a single bit in each row.
    pub const fn of(card: Card) -> Self {
        BITS[card.index()]
    }

    /// The sums over the matrices of the cards.
    pub fn sum(cards: &[Card]) -> Self {
        cards.iter().fold(Self::default(), |sum, &card| sum.plus(Self::of(card)))
    }

    /// The sum of two matrices.
    pub const fn plus(mut self, other: Self) -> Self {
        let mut row = 0;
        while row < 4 {
            let mut column = 0;
            while column < 3 {
                self.0[row][column] += other.0[row][column];
                column += 1;
            }
            row += 1;
        }
        self
    }

    /// The sums for one feature.
    pub const fn row(&self, feature: Feature) -> [u8; 3] {
        self.0[feature as usize]
    }

    /// The largest sum of each feature.
    pub fn maxima(&self) -> [u8; 4] {
        self.0.map(|row| row.into_iter().fold(0, u8::max))
    }

    /// Whether three cards with these sums are a SET: in each feature the largest sum is 1 or 3.
    pub fn is_set(&self) -> bool {
        self.maxima().iter().all(|&maximum| maximum == 1 || maximum == 3)
    }

    /// Whether six cards with these sums are a GhostSET: the sums of each feature leave the same remainder modulo 3.
    ///
    /// With sums `a`, `b`, `c` for the values 0, 1, 2 the values sum to `b + 2c`, which is `b - c` modulo 3; and `a` is
    /// `6 - b - c`, which is `b` when `b` and `c` are equal modulo 3.
    pub fn is_ghost_set(&self) -> bool {
        self.0.iter().all(|row| row.iter().all(|sum| sum % 3 == row[0] % 3))
    }

    /// For two cards with these sums the value of the completing card in each feature: where both agree theirs, else
    /// the one that neither has.
    pub fn completing(&self) -> [usize; 4] {
        self.0.map(|row| {
            let wanted = if row.contains(&2) { 2 } else { 0 };
            row.iter().position(|&sum| sum == wanted).unwrap_or_default()
        })
    }

    /// Whether four cards, in one of the three ways to pair them, have two pairs with the same completing card.
    pub fn pair_up([a, b, c, d]: [Self; 4]) -> bool {
        [[a, b, c, d], [a, c, b, d], [a, d, b, c]].iter().any(|&[a, b, c, d]| a.plus(b).completing() == c.plus(d).completing())
    }

    /// Whether the cards, [`Variant::size`] of them, are what is looked for, told from their matrices alone.
    pub fn hold(variant: Variant, cards: &[Card]) -> bool {
        match (variant, cards) {
            (Variant::Ultra, &[a, b, c, d]) => Self::pair_up([a, b, c, d].map(Self::of)),
            (Variant::Ultra, _) => false,
            (Variant::Set | Variant::Junior, _) => Self::sum(cards).is_set(),
            (Variant::Ghost, _) => Self::sum(cards).is_ghost_set(),
        }
    }
}

static BITS: [Matrix; 81] = {
    let mut table = [Matrix([[0; 3]; 4]); 81];
    let mut index = 0;
    while index < 81 {
        let mut row = 0;
        let mut rest = index;
        while row < 4 {
            // The last feature is the last ternary digit.
            table[index].0[3 - row][rest % 3] = 1;
            rest /= 3;
            row += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_one_bit_in_each_row() {
        for card in Card::all() {
            for feature in Feature::ALL {
                let mut row = [0; 3];
                row[usize::from(card.value(feature))] = 1;
                assert_eq!(Matrix::of(card).row(feature), row);
            }
        }
    }

    #[test]
    fn sums_and_maxima_of_three_cards() {
        let cards = ["1 squiggle green outline", "3 squiggle green shaded", "2 squiggle red outline"];
        let sum = Matrix::sum(&cards.map(|name| name.parse().unwrap()));
        assert_eq!(sum.0, [[1, 1, 1], [0, 0, 3], [1, 2, 0], [0, 2, 1]]);
        assert_eq!(sum.maxima(), [1, 3, 2, 2]);
        assert!(!sum.is_set());
    }

    #[test]
    fn two_matrices_tell_the_completing_card() {
        for a in Card::all() {
            for b in Card::all() {
                let completing = Matrix::sum(&[a, b]).completing();
                assert_eq!(completing, a.third(b).values().map(usize::from));
            }
        }
    }
}
