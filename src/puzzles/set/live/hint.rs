//! Help for a player: one card at a time, and the proof that nothing is there.

use crate::puzzles::set::model::{card::Card, hand::Positions, solution::Solution, state::Variant};

/// What a hint says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// These cards, by position, belong together; the last is new.
    Cards(Vec<usize>),
    /// There is nothing to find.
    Nothing,
}

/// The hint after some cards of one solution were shown: a card more, of the first solution that has all of them.
///
/// Cards that belong to no solution together are passed over, so a wrong start gets a new one.
pub fn next(solutions: &[Solution], shown: &[usize]) -> Hint {
    let fits = |solution: &&Solution| shown.iter().all(|&at| solution.place(at).is_some());
    match (solutions.iter().find(fits), solutions.first()) {
        (Some(solution), _) => Hint::Cards(one_more(solution, shown)),
        (None, Some(solution)) => Hint::Cards(one_more(solution, &[])),
        (None, None) => Hint::Nothing,
    }
}

fn one_more(solution: &Solution, shown: &[usize]) -> Vec<usize> {
    let mut cards = shown.to_vec();
    let hidden = solution.positions().iter().map(|&at| usize::from(at)).find(|at| !shown.contains(at));
    cards.extend(hidden);
    cards
}

/// That no third card of a hand completes two others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Each pair of positions with the card that it needs, none of them on the table.
    pub pairs: Vec<(usize, usize, Card)>,
}

/// The proof that the cards hold no SET; none if they do.
pub fn prove_no_set(cards: &[Card]) -> Option<Proof> {
    let positions = Positions::of(cards);
    let mut pairs = Vec::new();
    for (first, &card) in cards.iter().enumerate() {
        for (second, &other) in cards.iter().enumerate().skip(first + 1) {
            let needed = card.third(other);
            if positions.find(needed).is_some() {
                return None;
            }
            pairs.push((first, second, needed));
        }
    }
    Some(Proof { pairs })
}

/// Why there is nothing to find, in a sentence without the full stop.
pub fn nothing(variant: Variant, cards: usize) -> String {
    let pairs = cards * cards.saturating_sub(1) / 2;
    match variant {
        Variant::Set | Variant::Junior => format!("there is no SET: none of the {pairs} pairs finds its third card on the table"),
        Variant::Ultra => format!("there is no UltraSET: the {pairs} pairs need {pairs} different cards"),
        Variant::Ghost => "there is no GhostSET: no six cards sum to multiples of 3 in every feature".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzles::set::{play::deal, search::completion};

    use super::*;

    #[test]
    fn hints_go_a_card_further_each_time() {
        let hand: Vec<Card> = Card::all().collect();
        let solutions = [[0, 1, 2], [0, 3, 6], [1, 3, 8]].map(|positions| Solution::new(positions, &hand));
        assert_eq!(next(&solutions, &[]), Hint::Cards(vec![0]));
        assert_eq!(next(&solutions, &[0]), Hint::Cards(vec![0, 1]));
        assert_eq!(next(&solutions, &[0, 1]), Hint::Cards(vec![0, 1, 2]));
        assert_eq!(next(&solutions, &[8]), Hint::Cards(vec![8, 1]), "it goes on from what was chosen");
        assert_eq!(next(&solutions, &[2, 8]), Hint::Cards(vec![0]), "a wrong start gets a new one");
        assert_eq!(next(&solutions, &[0, 1, 2]), Hint::Cards(vec![0, 1, 2]));
        assert_eq!(next(&[], &[0]), Hint::Nothing);
    }

    #[test]
    fn a_proof_is_there_exactly_without_sets() {
        let mut without = 0;
        for seed in 0..300 {
            let cards = deal::hand(Variant::Set, 9, seed).cards;
            let proof = prove_no_set(&cards);
            assert_eq!(proof.is_some(), completion::count(&cards) == 0);
            without += usize::from(proof.is_some_and(|proof| proof.pairs.len() == 36));
        }
        assert!(without > 50, "about three hands in ten: {without}");
    }
}
