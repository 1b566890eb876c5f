//! What the APL answer to the puzzle prints: a hand as bit matrices beside names, SETs as names, and its figures.

use crate::puzzle::{Figure, Published};

use super::{
    answer::Answer,
    card::{Card, Feature},
    deal,
    hand::Hand,
    matrix::Matrix,
    state::Variant,
};

/// It gives the shape of the array of all combinations of twelve cards, and lists the SETs of two hands.
const COMBINATIONS: Published = Published { figure: Figure::Explored(220), remark: "" };
const OF_TWELVE: &[Published] = &[COMBINATIONS];
const OF_16807: &[Published] = &[COMBINATIONS, Published { figure: Figure::Kept(4), remark: "" }];
const OF_12345: &[Published] = &[COMBINATIONS, Published { figure: Figure::Kept(2), remark: "" }];

/// The figures that it gives for this hand and this technique: for its own search, and for the list of combinations that it advises.
pub fn published(hand: &Hand, technique: &str) -> &'static [Published] {
    const CARDS: usize = 12;
    let is_of_the_article = matches!(technique, "combinations" | "precomputed");
    if !is_of_the_article || hand.variant() != Variant::Set || hand.cards().len() != CARDS {
        return &[];
    }
    let is_dealt_by = |seed| deal::apl(seed, CARDS).is_some_and(|dealt| dealt.cards == hand.cards());
    if is_dealt_by(16_807) {
        OF_16807
    } else if is_dealt_by(12_345) {
        OF_12345
    } else {
        OF_TWELVE
    }
}

/// The hand, a line for each card: the rows of its bit matrix side by side, then its name.
pub fn hand(cards: &[Card]) -> String {
    cards.iter().map(|&card| format!("{} {card}\n", bits(card))).collect()
}

/// The answers: a line for each card, with an empty line between answers, as APL parts the planes of an array.
pub fn answers(answers: &[Answer]) -> String {
    let planes: Vec<String> = answers.iter().map(|answer| answer.cards().iter().map(|card| format!("{card}\n")).collect()).collect();
    planes.join("\n")
}

/// The bits of one card, feature by feature.
pub fn bits(card: Card) -> String {
    let bits = Feature::ALL.into_iter().flat_map(|feature| Matrix::of(card).row(feature));
    bits.map(|bit| bit.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::{
        puzzle::Puzzle,
        puzzles::set::{Set, search::combinations},
        search::Found,
    };

    use super::*;

    fn listed(seed: u64) -> (String, String) {
        let state = deal::apl(seed, 12).unwrap();
        let mut found = Found::default();
        assert!(combinations::search(&Hand::check(&state).unwrap(), &mut found).is_continue());
        (hand(&state.cards), answers(&found.items))
    }

    #[test]
    fn our_work_is_that_of_the_article() {
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
                let published = Set::published(&hand, technique);
                let is_of_the_article = ["combinations", "precomputed"].contains(&technique.key);
                assert_eq!(published.len(), if is_of_the_article { figures } else { 0 }, "{}", technique.key);
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

    #[test]
    fn the_listings_of_16807() {
        let (hand, sets) = listed(16807);
        assert_eq!(
            hand,
            "\
0 0 1 0 1 0 0 0 1 0 1 0 3 oval blue outline
1 0 0 0 0 1 1 0 0 0 1 0 1 squiggle red outline
0 1 0 0 1 0 0 0 1 1 0 0 2 oval blue solid
0 1 0 0 1 0 1 0 0 1 0 0 2 oval red solid
0 0 1 1 0 0 0 0 1 1 0 0 3 diamond blue solid
0 0 1 0 0 1 1 0 0 1 0 0 3 squiggle red solid
1 0 0 0 0 1 0 0 1 1 0 0 1 squiggle blue solid
1 0 0 0 0 1 0 1 0 0 0 1 1 squiggle green shaded
1 0 0 1 0 0 0 1 0 0 1 0 1 diamond green outline
0 1 0 0 1 0 0 0 1 0 0 1 2 oval blue shaded
0 1 0 1 0 0 0 0 1 0 1 0 2 diamond blue outline
1 0 0 0 1 0 1 0 0 0 0 1 1 oval red shaded
"
        );
        assert_eq!(
            sets,
            "\
1 squiggle red outline
1 squiggle blue solid
1 squiggle green shaded

2 oval blue solid
3 diamond blue solid
1 squiggle blue solid

3 squiggle red solid
1 diamond green outline
2 oval blue shaded

1 squiggle blue solid
1 diamond green outline
1 oval red shaded
"
        );
    }

    #[test]
    fn the_listing_of_12345() {
        assert_eq!(
            listed(12345).1,
            "\
3 squiggle red outline
1 oval blue shaded
2 diamond green solid

3 squiggle red solid
2 diamond green solid
1 oval blue solid
"
        );
    }
}
