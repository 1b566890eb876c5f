//! A systematic way to find every SET by eye: the cards are sorted by one feature, and so few pairs have to be looked at.

use std::ops::ControlFlow;

use crate::model::{
    card::{Card, Feature},
    hand::{Hand, PositionTable},
    solution::Solution,
    spot::Spot,
    state::Variant,
};
use base::{
    search::{Event, Observer, Tally, TraceStep},
    text::{counted, listed},
};

/// Reports the steps: how the cards are sorted, which SETs each group of equal cards has, and then each pair of two different ones.
pub fn steps(hand: &Hand, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<()> {
    let cards = hand.cards();
    let mut teller = Teller { cards, positions: PositionTable::of(cards), found: 0, observer };
    match hand.variant() {
        Variant::Set | Variant::Junior => teller.tell()?,
        Variant::Ultra | Variant::Ghost => {
            teller.step(Event::DeadEnd, "only SETs of three cards are found in this way".to_owned(), &[])?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

struct Teller<'a> {
    cards: &'a [Card],
    positions: PositionTable,
    /// How many SETs were found.
    found: u64,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
}

impl Teller<'_> {
    fn tell(&mut self) -> ControlFlow<()> {
        let cards = self.cards;
        let sorted = |feature: Feature| -> [Vec<usize>; 3] {
            [0, 1, 2].map(|value| (0..cards.len()).filter(|&at| cards[at].value(feature) == value).collect())
        };
        let pairs = |groups: &[Vec<usize>; 3]| {
            let mut sizes = groups.each_ref().map(Vec::len);
            sizes.sort_unstable();
            sizes[0] * sizes[1] + sizes.map(|size| size * size.saturating_sub(1) / 2).iter().sum::<usize>()
        };
        let Some(feature) = Feature::ALL.into_iter().min_by_key(|&feature| pairs(&sorted(feature))) else {
            return ControlFlow::Continue(());
        };
        let mut groups = sorted(feature);
        let named = |value: u8| feature.values()[usize::from(value)];
        let counts: Vec<String> = (0..3).map(|value: u8| format!("{}: {}", named(value), groups[usize::from(value)].len())).collect();
        let sorted_by = format!("sort the cards by {} ({})", feature.word(), counts.join(", "));
        self.step(Event::Place, format!("{sorted_by}: a SET takes three of one kind or one of each"), &[])?;
        for (value, group) in (0..).zip(&groups).filter(|(_, group)| 2 < group.len()) {
            self.within(&format!("{} {}", feature.word(), named(value)), group)?;
        }
        // One of each: two cards decide the third, so the two smaller groups are enough.
        groups.sort_by_key(Vec::len);
        for &first in &groups[0] {
            for &second in &groups[1] {
                self.pair(first, second)?;
            }
        }
        let found = counted(self.found, "SET");
        self.step(Event::Place, format!("those are all pairs that can matter: {found}"), &[])
    }

    /// The SETs among the cards that have this in common.
    fn within(&mut self, common: &str, group: &[usize]) -> ControlFlow<()> {
        let before = self.found;
        for (place, &first) in group.iter().enumerate() {
            for &second in &group[place + 1..] {
                if let Some(third) = self.third(first, second).filter(|&third| second < third) {
                    self.found += 1;
                    let numbers = numbers(&[first, second, third]);
                    self.step(Event::Found, format!("of those with {common}, {numbers} are a SET"), &[first, second, third])?;
                }
            }
        }
        if self.found == before {
            let remark = match group.len() {
                3 => format!("the three cards with {common} aren't a SET"),
                more => format!("no three of the {more} cards with {common} are a SET"),
            };
            self.step(Event::Place, remark, group)?;
        }
        ControlFlow::Continue(())
    }

    /// Two cards that differ in the feature, and the third card that they need.
    fn pair(&mut self, first: usize, second: usize) -> ControlFlow<()> {
        let needed = self.cards[first].third(self.cards[second]).phrase();
        let both = numbers(&[first, second]);
        match self.third(first, second) {
            Some(third) => {
                self.found += 1;
                let mut all = [first, second, third];
                all.sort_unstable();
                self.step(Event::Found, format!("{both} need {needed}, which is card {}: a SET", third + 1), &all)
            }
            None => self.step(Event::Place, format!("{both} need {needed}, which isn't there"), &[first.min(second), first.max(second)]),
        }
    }

    /// The position of the card that these two need.
    fn third(&self, first: usize, second: usize) -> Option<usize> {
        self.positions.find(self.cards[first].third(self.cards[second])).map(usize::from)
    }

    fn step(&mut self, event: Event, remark: String, at: &[usize]) -> ControlFlow<()> {
        self.observer.progress(0.0, &Tally::default())?;
        let shown = if at.len() <= 3 { at } else { &[] };
        let partial = Solution::of(shown.iter().map(|&at| at as u8), self.cards);
        let spots = at.iter().map(|&at| Spot::Card(at)).collect();
        self.observer.found(TraceStep { event, partial, remark, spots, explored: 0, kept: 0 })
    }
}

/// The numbers of cards, as they are shown.
fn numbers(at: &[usize]) -> String {
    format!("cards {}", listed(at.iter().map(|at| at + 1), "and"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Set, model::state::State};
    use base::{chance::Random, puzzle::Puzzle, search::Found};

    fn told(hand: &Hand) -> Vec<TraceStep<Solution, Spot>> {
        let mut found = Found::default();
        assert!(steps(hand, &mut found).is_continue());
        found.items
    }

    #[test]
    fn every_set_is_found_once_and_no_pair_is_wrongly_given_up() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut cards: Vec<Card> = Card::all().collect();
            random.shuffle(&mut cards);
            cards.truncate(3 + random.below(15) as usize);
            let hand = Hand::check(&State { cards: cards.clone(), ..State::default() }).unwrap();
            let told = told(&hand);
            let found = |step: &&TraceStep<Solution, Spot>| step.event == Event::Found;
            let sets: Vec<Vec<u8>> = told.iter().filter(found).map(|step| step.partial.positions().to_vec()).collect();
            let mut all = Found::default();
            assert!((Set::techniques()[0].search)(&hand, &mut all).is_continue());
            let expected: BTreeSet<Vec<u8>> = all.items.iter().map(|solution| solution.positions().to_vec()).collect();
            assert_eq!((sets.len(), sets.into_iter().collect()), (expected.len(), expected));
            for step in told.iter().filter(|step| step.remark.ends_with("isn't there")) {
                let [first, second] = step.partial.cards() else { panic!("a pair") };
                assert!(!cards.contains(&first.third(*second)), "{}", step.remark);
            }
        }
    }

    #[test]
    fn other_variants_get_a_sentence() {
        let state = State { variant: Variant::Ghost, ..State::default() };
        let [only] = &told(&Hand::check(&state).unwrap())[..] else { panic!("one step") };
        assert_eq!(only.remark, "only SETs of three cards are found in this way");
    }
}
