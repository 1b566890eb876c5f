//! Finds one solution: the first that has some given cards. It needs no list of all solutions, of which dozens of cards have millions.

use crate::model::{
    card::Card,
    solution::{MAX_CARDS, Solution},
    state::Variant,
};

/// Returns the first wanted solution among the cards that has those at all these positions; none if there is no card at one of them. Cards
/// are added in their order: the more there are, the sooner some of them fit.
pub fn first_among(cards: &[Card], variant: Variant, positions: &[usize], is_wanted: &dyn Fn(&Solution) -> bool) -> Option<Solution> {
    // A selection may be older than the hand.
    let missing = variant.size().checked_sub(positions.len()).filter(|_| positions.iter().all(|&at| at < cards.len()))?;
    let others: Vec<usize> = (0..cards.len()).filter(|at| !positions.contains(at)).collect();
    let mut found = positions.to_vec();
    complete(&others, missing, &mut found, &|found| {
        let mut chosen = [Card::default(); MAX_CARDS];
        chosen.iter_mut().zip(found).for_each(|(card, &at)| *card = cards[at]);
        if !variant.is_solution(&chosen[..found.len()]) {
            return None;
        }
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        Some(Solution::of(sorted.iter().map(|&at| at as u8), cards)).filter(is_wanted)
    })
}

/// Adds this many of the other positions in all ways, in their order, until they are a solution.
fn complete(others: &[usize], missing: usize, found: &mut Vec<usize>, solution: &dyn Fn(&[usize]) -> Option<Solution>) -> Option<Solution> {
    if missing == 0 {
        return solution(found);
    }
    (0..others.len()).find_map(|place| {
        found.push(others[place]);
        let first = complete(&others[place + 1..], missing - 1, found, solution);
        found.pop();
        first
    })
}

#[cfg(test)]
mod tests {
    use crate::play::{deal, game::find_all};

    use super::*;

    #[test]
    fn the_first_solution_is_the_first_of_all() {
        for variant in [Variant::Set, Variant::Ultra, Variant::Ghost, Variant::Junior] {
            for seed in 0..40 {
                let cards = deal::hand(variant, 6 + seed as usize % 9, seed).cards;
                let solutions = find_all(&cards, variant);
                let positions: [&[usize]; 7] = [&[], &[0], &[3], &[1, 4], &[5, 2], &[0, 1, 2, 3], &[0, 80]];
                for positions in positions {
                    assert_eq!(
                        first_among(&cards, variant, positions, &|_| true),
                        solutions.iter().find(|solution| positions.iter().all(|&at| solution.index_of(at).is_some())).copied(),
                        "{variant:?} {seed} {positions:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_hint_among_all_cards_needs_few_of_their_solutions() {
        let cards: Vec<Card> = Card::all().collect();
        for variant in [Variant::Set, Variant::Ultra, Variant::Ghost] {
            let solution = first_among(&cards, variant, &[80, 40], &|_| true).unwrap();
            assert!(variant.is_solution(solution.cards()) && solution.index_of(80).is_some() && solution.index_of(40).is_some());
        }
    }
}
