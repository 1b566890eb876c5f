//! The figures in the article on the APL solution.

use crate::model::{hand::Hand, state::Variant};
use base::puzzle::{Figure, Published};

/// The article gives the shape of the array of all combinations of twelve cards, and lists the SETs of two hands.
const COMBINATIONS: Published = Published { figure: Figure::Explored(220), remark: "" };
const OF_TWELVE: &[Published] = &[COMBINATIONS];
const OF_16807: &[Published] = &[COMBINATIONS, Published { figure: Figure::Kept(4), remark: "" }];
const OF_12345: &[Published] = &[COMBINATIONS, Published { figure: Figure::Kept(2), remark: "" }];

/// The hands whose SETs it lists, as indices of cards, each named after the seed that deals it.
const HAND_16807: [usize; 12] = [70, 19, 42, 36, 60, 72, 24, 23, 4, 44, 34, 11];
const HAND_12345: [usize; 12] = [73, 13, 4, 75, 76, 72, 17, 30, 6, 15, 47, 56];

/// Returns the article's figures for this hand. They hold for its own search and for the list of combinations that it recommends.
pub fn published(hand: &Hand) -> &'static [Published] {
    if hand.variant() != Variant::Set || hand.cards().len() != 12 {
        return &[];
    }
    let is = |known: [usize; 12]| hand.cards().iter().map(|card| card.index()).eq(known);
    if is(HAND_16807) {
        OF_16807
    } else if is(HAND_12345) {
        OF_12345
    } else {
        OF_TWELVE
    }
}

#[cfg(test)]
mod tests {
    use crate::{Set, play::deal};
    use base::{puzzle::Puzzle, search::Found};

    use super::*;

    #[test]
    fn figures_match_the_article() {
        let mut checked = 0;
        for (state, figures) in [
            (deal::apl(16_807, 12).unwrap(), 2),
            (deal::apl(12_345, 12).unwrap(), 2),
            (deal::hand(Variant::Set, 12, 1), 1),
            (deal::hand(Variant::Set, 15, 1), 0),
            (deal::hand(Variant::Ultra, 12, 1), 0),
        ] {
            let hand = Hand::check(&state).unwrap();
            for technique in Set::techniques() {
                let published = technique.published(&hand);
                let is_from_article = ["combinations", "precomputed"].contains(&technique.key);
                assert_eq!(published.len(), if is_from_article { figures } else { 0 }, "{}", technique.key);
                let mut found = Found::default();
                assert!((technique.search)(&hand, &mut found).is_continue());
                for Published { figure, remark } in published {
                    assert!(matches!(*figure, Figure::Explored(220)) || *figure == Figure::Kept(found.items.len() as u64));
                    assert_eq!((found.tally.explored, *remark), (220, ""));
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, 2 * (2 + 2 + 1));
    }
}
