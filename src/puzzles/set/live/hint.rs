//! Help for a player: hints that show one card at a time, and the proof that there is no SET.

use crate::model::{
    card::Card,
    hand::PositionTable,
    reason::pair_needs,
    solution::Solution,
    state::{State, Variant},
};

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The positions of cards of one solution; the last one is new.
    Cards(Vec<usize>),
    /// There is no solution.
    NoSolution,
}

/// Finds the first solution, by its rank, that has the cards at all these positions.
pub type First<'a> = dyn Fn(&[usize]) -> Option<Solution> + 'a;

/// Returns the first of these solutions that has the cards at all these positions.
#[cfg(test)]
fn first_of(solutions: &[Solution], positions: &[usize]) -> Option<Solution> {
    solutions.iter().find(|solution| positions.iter().all(|&at| solution.index_of(at).is_some())).copied()
}

/// Returns the hint that follows these cards: one more card of the first solution that has all of them.
///
/// If no solution has all of them, the hint starts over with a card of the first solution.
pub fn next(first: &First<'_>, shown: &[usize]) -> Hint {
    match first(shown) {
        Some(solution) => Hint::Cards(one_more(&solution, shown)),
        None => first(&[]).map_or(Hint::NoSolution, |solution| Hint::Cards(one_more(&solution, &[]))),
    }
}

/// Returns the cards from which the next hint continues: those selected and those that hints have named, as far as they are part of the
/// same solution; or else the selected ones; or else, after a wrong start, the named ones.
pub fn begun(first: &First<'_>, selected: &[usize], named: &[usize]) -> Vec<usize> {
    let mut both = selected.to_vec();
    both.extend(named.iter().filter(|at| !selected.contains(at)));
    let is_part = |cards: &&[usize]| first(cards).is_some();
    let selected = Some(selected).filter(|selected| !selected.is_empty());
    [Some(both.as_slice()), selected, Some(named)].into_iter().flatten().find(is_part).unwrap_or_default().to_vec()
}

fn one_more(solution: &Solution, shown: &[usize]) -> Vec<usize> {
    let mut cards = shown.to_vec();
    let hidden = solution.positions().iter().map(|&at| usize::from(at)).find(|at| !shown.contains(at));
    cards.extend(hidden);
    cards
}

/// The proof that a hand has no SET: no pair has its third card in the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Each pair of positions with the card that it needs, which is not on the table.
    pub pairs: Vec<(usize, usize, Card)>,
}

/// Returns the proof that there is no SET among the cards, or `None` if there is one.
pub fn prove_no_set(cards: &[Card]) -> Option<Proof> {
    let positions = PositionTable::of(cards);
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

/// The lines that say that there is no solution, with the card that each pair needs if the solutions are SETs.
pub fn proof_in_words(state: &State) -> Vec<String> {
    let mut lines = vec![format!("No {}s on the table.", state.variant.noun())];
    if state.variant.size() == 3
        && let Some(proof) = prove_no_set(&state.cards)
    {
        let line =
            |&(a, b, needed): &(usize, usize, Card)| pair_needs(&(a + 1).to_string(), &(b + 1).to_string(), &needed.code().to_uppercase());
        lines.extend(proof.pairs.iter().map(line));
    }
    lines
}

/// Explains why there is no solution among this many cards, in a sentence without the full stop.
pub fn no_solution(variant: Variant, cards: usize) -> String {
    let pairs = cards * cards.saturating_sub(1) / 2;
    match variant {
        Variant::Set | Variant::Junior => format!("no SETs: none of the {pairs} pairs has its third card on the table"),
        Variant::Ultra => format!("no UltraSETs: each of the {pairs} pairs needs a different card"),
        Variant::Ghost => "no GhostSETs: no six cards sum to multiples of 3 in every feature".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{play::deal, search::completion};

    use super::*;

    #[test]
    fn each_hint_shows_one_more_card() {
        let hand: Vec<Card> = Card::all().collect();
        let solutions = [[0, 1, 2], [0, 3, 6], [1, 3, 8]].map(|positions| Solution::new(positions, &hand));
        let next = |shown: &[usize]| next(&|positions| first_of(&solutions, positions), shown);
        assert_eq!(next(&[]), Hint::Cards(vec![0]));
        assert_eq!(next(&[0]), Hint::Cards(vec![0, 1]));
        assert_eq!(next(&[0, 1]), Hint::Cards(vec![0, 1, 2]));
        assert_eq!(next(&[8]), Hint::Cards(vec![8, 1]), "it continues from the selected card");
        assert_eq!(next(&[2, 8]), Hint::Cards(vec![0]), "after a wrong start it starts over");
        assert_eq!(next(&[0, 1, 2]), Hint::Cards(vec![0, 1, 2]));
        assert_eq!(super::next(&|_| None, &[0]), Hint::NoSolution);
    }

    #[test]
    fn hints_continue_from_what_is_selected_or_named() {
        let hand: Vec<Card> = Card::all().collect();
        let solutions = [[0, 1, 2], [0, 3, 6], [1, 3, 8]].map(|positions| Solution::new(positions, &hand));
        let begun = |selected: &[usize], named: &[usize]| begun(&|positions| first_of(&solutions, positions), selected, named);
        assert_eq!(begun(&[], &[]), [0; 0]);
        assert_eq!(begun(&[], &[0, 1]), [0, 1]);
        assert_eq!(begun(&[2, 0], &[0, 1]), [2, 0, 1]);
        assert_eq!(begun(&[8], &[0]), [8], "the player has found another start");
        assert_eq!(begun(&[2, 8], &[0]), [0], "the player's start leads nowhere");
    }

    #[test]
    fn there_is_a_proof_exactly_if_there_is_no_set() {
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
