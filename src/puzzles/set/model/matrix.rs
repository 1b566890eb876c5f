//! Cards as bit matrices with a row for each feature and a column for each value, and tests on their sums.
//!
//! The idea is from the puzzle's first program, in APL: in the sum of the matrices of three cards, the largest number of a row is 3
//! if the cards agree in that feature, 1 if all differ and 2 otherwise.

use super::{
    card::{Card, Feature},
    state::Variant,
};

/// For each feature and each of its values, the number of cards that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matrix(pub [[u8; 3]; 4]);

impl Matrix {
    /// The matrix of one card: a single bit in each row.
    pub const fn of(card: Card) -> Self {
        BITS[card.index()]
    }

    /// The sum of the matrices of the cards.
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

    /// The row of one feature.
    pub const fn row(&self, feature: Feature) -> [u8; 3] {
        self.0[feature as usize]
    }

    /// The largest number of each row.
    pub fn maxima(&self) -> [u8; 4] {
        self.0.map(|row| row.into_iter().fold(0, u8::max))
    }

    /// Whether three cards with these sums are a SET: the largest number of each row is 1 or 3.
    pub fn is_set(&self) -> bool {
        self.maxima().iter().all(|&maximum| maximum == 1 || maximum == 3)
    }

    /// Whether six cards with these sums are a GhostSET: the numbers of each row leave the same remainder modulo 3.
    ///
    /// If `a`, `b` and `c` cards have the values 0, 1 and 2, the values sum to `b + 2c`, which is `b - c` modulo 3. That is 0 if `b` and
    /// `c` are equal modulo 3, and then so is `a`, which is `6 - b - c`.
    pub fn is_ghost_set(&self) -> bool {
        self.0.iter().all(|row| row.iter().all(|sum| sum % 3 == row[0] % 3))
    }

    /// The values of the card that completes two cards with these sums: in each feature their common value, or else the one that neither
    /// has.
    pub fn completing_values(&self) -> [usize; 4] {
        self.0.map(|row| {
            let wanted = if row.contains(&2) { 2 } else { 0 };
            row.iter().position(|&sum| sum == wanted).unwrap_or_default()
        })
    }

    /// Whether one of the three ways to pair four cards gives two pairs with the same completing card.
    pub fn has_matching_pairs([a, b, c, d]: [Self; 4]) -> bool {
        [[a, b, c, d], [a, c, b, d], [a, d, b, c]]
            .iter()
            .any(|&[a, b, c, d]| a.plus(b).completing_values() == c.plus(d).completing_values())
    }

    /// Whether the cards, [`Variant::size`] of them, are a solution of the variant, computed from their matrices alone.
    pub fn is_solution(variant: Variant, cards: &[Card]) -> bool {
        match (variant, cards) {
            (Variant::Ultra, &[a, b, c, d]) => Self::has_matching_pairs([a, b, c, d].map(Self::of)),
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
        let mut digits = index;
        while row < 4 {
            // The last feature is the last ternary digit.
            table[index].0[3 - row][digits % 3] = 1;
            digits /= 3;
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
    fn two_matrices_give_the_completing_card() {
        for a in Card::all() {
            for b in Card::all() {
                let values = Matrix::sum(&[a, b]).completing_values();
                assert_eq!(values, a.third(b).values().map(usize::from));
            }
        }
    }
}
