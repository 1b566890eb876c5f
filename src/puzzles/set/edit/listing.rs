//! Lists a hand and its SETs as the APL solution prints them: the hand as bit matrices with names, SETs as names.

use crate::model::{
    card::{Card, Feature},
    matrix::Matrix,
    solution::Solution,
    state::State,
};

/// Lists the hand with a line for each card: the rows of its bit matrix side by side, then its name.
pub fn hand(cards: &[Card]) -> String {
    cards.iter().map(|&card| format!("{} {card}\n", bits(card))).collect()
}

/// Lists the hand, then its SETs.
pub fn listing(state: &State, solutions: &[Solution]) -> String {
    let (hand, sets) = (hand(&state.cards), self::solutions(solutions));
    let separator = if sets.is_empty() { "" } else { "\n" };
    format!("{hand}{separator}{sets}")
}

/// Lists solutions with a line for each card and an empty line between solutions, as APL separates the planes of an array.
pub fn solutions(solutions: &[Solution]) -> String {
    let planes: Vec<String> = solutions.iter().map(|solution| solution.cards().iter().map(|card| format!("{card}\n")).collect()).collect();
    planes.join("\n")
}

/// Returns the bits of one card, feature by feature.
pub fn bits(card: Card) -> String {
    let bits = Feature::ALL.into_iter().flat_map(|feature| Matrix::of(card).row(feature));
    bits.map(|bit| bit.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::{model::hand::Hand, play::deal, search::combinations};
    use base::search::Found;

    use super::*;

    fn listed(seed: u64) -> (String, String) {
        let state = deal::apl(seed, 12).unwrap();
        let mut found = Found::default();
        assert!(combinations::search(&Hand::check(&state).unwrap(), &mut found).is_continue());
        (hand(&state.cards), solutions(&found.items))
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
