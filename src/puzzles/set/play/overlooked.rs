//! Which SETs lay on the tables of a game that the deck refills, for how long, and whether they were found. It is all worked out again from
//! the seed and the moves with their times, so a file has no more than these.

use std::time::Duration;

use super::game::{Game, Kind, Move, find_all};
use crate::model::card::Card;

/// The SETs of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlooked {
    /// For each number of features that differ in a SET, if there was one, how the player did; rising.
    pub groups: Vec<Group>,
    /// The SETs that weren't found, the one that lay longest first.
    pub missed: Vec<Stay>,
}

/// How the player did with the SETs in which the same number of features differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The number of features that differ.
    pub differing: usize,
    /// How many were found.
    pub found: usize,
    /// How many weren't.
    pub missed: usize,
    /// How long it took from when the last card of a SET came until it was found, as a median and on average; none if no time is known.
    pub times: Option<(Duration, Duration)>,
}

/// A SET while it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// Its cards.
    pub cards: Vec<Card>,
    /// How many features differ.
    pub differing: usize,
    /// How many SETs were taken while it lay there, with the one that ended that.
    pub taken: usize,
    /// How long it lay there, if that is known.
    pub time: Option<Duration>,
    /// Whether it was found in the end.
    pub is_found: bool,
    /// The last table with it.
    pub table: Table,
}

/// A table of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The cards.
    pub cards: Vec<Card>,
    /// Their places.
    pub places: Vec<usize>,
}

impl Overlooked {
    /// Goes through a finished game again, whose moves were made at these times and which ended at this one. Returns `None` where the deck
    /// doesn't refill the table, or where solutions aren't SETs, since features don't simply differ in others.
    pub fn of(game: &Game, times: &[Option<Duration>], end: Option<Duration>) -> Option<Self> {
        let stays = stays(game, times, end)?;
        let most = stays.iter().map(|stay| stay.differing).max().unwrap_or_default();
        let groups = (1..=most).filter_map(|differing| Group::of(differing, &stays)).collect();
        let mut missed: Vec<Stay> = stays.into_iter().filter(|stay| !stay.is_found).collect();
        missed.sort_by_key(|stay| std::cmp::Reverse((stay.time, stay.taken)));
        Some(Self { groups, missed })
    }
}

impl Stay {
    /// The positions of its cards on its table.
    pub fn positions(&self) -> Vec<usize> {
        self.cards.iter().filter_map(|card| self.table.cards.iter().position(|other| other == card)).collect()
    }
}

impl Group {
    fn of(differing: usize, stays: &[Stay]) -> Option<Self> {
        let group = || stays.iter().filter(|stay| stay.differing == differing);
        let found = group().filter(|stay| stay.is_found).count();
        let missed = group().count() - found;
        let mut times: Vec<Duration> = group().filter(|stay| stay.is_found).filter_map(|stay| stay.time).collect();
        times.sort_unstable();
        (0 < found + missed).then(|| Self { differing, found, missed, times: median_and_mean(&times) })
    }
}

/// The median and the average of sorted times, if there are any.
fn median_and_mean(times: &[Duration]) -> Option<(Duration, Duration)> {
    let (low, high) = (times.get(times.len().saturating_sub(1) / 2)?, times.get(times.len() / 2)?);
    Some(((*low + *high) / 2, times.iter().sum::<Duration>() / times.len() as u32))
}

/// A SET that has come and not yet gone.
struct Lying {
    cards: Vec<Card>,
    /// When it came: how many SETs were taken, and the time.
    came: (usize, Option<Duration>),
}

/// Returns how long each SET lay on the table, those that left first at first.
fn stays(game: &Game, times: &[Option<Duration>], end: Option<Duration>) -> Option<Vec<Stay>> {
    let Kind::Run { goal, seed, .. } = game.kind else { return None };
    if game.variant.size() != 3 {
        return None;
    }
    let mut again = Game::run(game.variant, goal, seed);
    let mut found = game.found.iter();
    let (mut stays, mut lying) = (Vec::new(), Vec::new());
    take_in(&mut lying, &again, Some(Duration::ZERO));
    for (number, step) in game.moves.iter().enumerate() {
        let time = times.get(number).copied().flatten();
        let table = Table { cards: again.table.clone(), places: again.places.clone() };
        let taken = match step {
            Move::Found => {
                let cards = found.next()?;
                again.guess(&again.positions_of(cards)?);
                Some(cards)
            }
            Move::NoneLeft => {
                again.claim_none_left();
                None
            }
            Move::MoreCards { .. } => {
                again.ask_for_more();
                None
            }
            Move::End => None,
        };
        lying.retain(|set: &Lying| {
            // The order of the cards may have changed.
            let gone = taken.map_or(0, |taken| taken.iter().filter(|card| set.cards.contains(card)).count());
            let stays_there = gone == 0;
            if !stays_there {
                stays.push(set.leave(gone == set.cards.len(), again.found.len(), time, table.clone()));
            }
            stays_there
        });
        take_in(&mut lying, &again, time);
    }
    let table = Table { cards: again.table.clone(), places: again.places.clone() };
    stays.extend(lying.iter().map(|set| set.leave(false, again.found.len(), end, table.clone())));
    Some(stays)
}

/// Adds the SETs that have come to the table at this time.
fn take_in(lying: &mut Vec<Lying>, game: &Game, time: Option<Duration>) {
    for set in find_all(&game.table, game.variant) {
        // The last card of a table may have moved.
        let is_known = lying.iter().any(|known| set.cards().iter().all(|card| known.cards.contains(card)));
        if !is_known {
            lying.push(Lying { cards: set.cards().to_vec(), came: (game.found.len(), time) });
        }
    }
}

impl Lying {
    fn leave(&self, is_found: bool, taken: usize, time: Option<Duration>, table: Table) -> Stay {
        let (before, came) = self.came;
        let differing = self.cards[0].differing(self.cards[1]);
        let time = came.zip(time).map(|(came, time)| time.saturating_sub(came));
        Stay { cards: self.cards.clone(), differing, taken: taken - before, time, is_found, table }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::state::Variant;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Plays a move every second: the nth SET, or else the claim that there is none, and sometimes the wish for more cards. Returns the
    /// game with its times and its tables.
    fn played(variant: Variant, goal: Option<usize>, seed: u64, choices: &[usize]) -> (Game, Vec<Option<Duration>>, Vec<Vec<Card>>) {
        let mut game = Game::run(variant, goal, seed);
        let mut tables = vec![game.table.clone()];
        for &choice in choices.iter().cycle() {
            if game.is_finished() {
                break;
            }
            let sets = game.remaining();
            match sets.get(choice % sets.len().max(1)) {
                _ if choice == 8 => game.end_early(),
                _ if choice == 7 && game.cards_left().is_some() && game.why_no_more().is_none() => game.ask_for_more(),
                Some(set) => game.guess(&set.positions().iter().map(|&at| usize::from(at)).collect::<Vec<_>>()),
                None => game.claim_none_left(),
            };
            tables.push(game.table.clone());
        }
        let times = (1..tables.len() as u64).map(|second| Some(seconds(second))).collect();
        (game, times, tables)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn each_set_lies_from_its_first_table_to_its_last(
            seed: u64,
            choices in prop::collection::vec(0..9_usize, 1..60),
            variant in prop::sample::select(&[Variant::Set, Variant::Junior][..]),
        ) {
            let (game, times, tables) = played(variant, None, seed, &choices);
            let end = tables.len() as u64 - 1;
            let overlooked = Overlooked::of(&game, &times, Some(seconds(end))).unwrap();
            // The same from every three cards of the deck. Nothing comes back, so each lies without a break.
            let mut expected = Vec::new();
            let deck = variant.deck();
            for (at, &one) in deck.iter().enumerate() {
                for &other in &deck[at + 1..] {
                    let set = [one, other, one.third(other)];
                    let lies = |table: &Vec<Card>| set.iter().all(|card| table.contains(card));
                    let Some(first) = tables.iter().position(lies).filter(|_| other < set[2]) else { continue };
                    let last = tables.iter().rposition(lies).unwrap();
                    let is_found = game.found.iter().any(|cards| set.iter().all(|card| cards.contains(card)));
                    let mut sorted = set;
                    sorted.sort_unstable();
                    expected.push((one.differing(other), is_found, seconds((last as u64 + 1).min(end) - first as u64), sorted.to_vec(), last));
                }
            }
            let mut missed: Vec<_> = overlooked.missed.iter().map(|stay| {
                let mut cards = stay.cards.clone();
                cards.sort_unstable();
                assert_eq!(tables.iter().rposition(|table| *table == stay.table.cards).map(|at| &tables[at]), Some(&stay.table.cards));
                (stay.time.unwrap(), cards)
            }).collect();
            let is_sorted = missed.windows(2).all(|pair| pair[1].0 <= pair[0].0);
            prop_assert!(is_sorted, "the one that lay longest is first");
            missed.sort();
            let mut expected_missed: Vec<_> =
                expected.iter().filter(|set| !set.1).map(|(_, _, time, cards, _)| (*time, cards.clone())).collect();
            expected_missed.sort();
            prop_assert_eq!(missed, expected_missed);
            prop_assert_eq!(overlooked.groups.iter().map(|group| group.found).sum::<usize>(), game.found.len());
            for group in &overlooked.groups {
                let of = |is_found| expected.iter().filter(move |set| set.0 == group.differing && set.1 == is_found);
                prop_assert_eq!((group.found, group.missed), (of(true).count(), of(false).count()));
                let total: Duration = of(true).map(|set| set.2).sum();
                let mean = group.times.map(|(_, mean)| mean);
                prop_assert_eq!(mean, (0 < group.found).then(|| total / group.found.max(1) as u32));
            }
        }

        #[test]
        fn every_set_of_a_run_is_found_or_missed(seed: u64, goal in 1..31_usize, choices in prop::collection::vec(0..7_usize, 1..40)) {
            let (game, times, _) = played(Variant::Junior, Some(goal), seed, &choices);
            let overlooked = Overlooked::of(&game, &times, times.last().copied().flatten()).unwrap();
            prop_assert_eq!(overlooked.groups.iter().map(|group| group.found).sum::<usize>(), goal);
            prop_assert_eq!(overlooked.groups.iter().map(|group| group.missed).sum::<usize>(), overlooked.missed.len());
        }
    }

    #[test]
    fn times_that_are_not_known_are_not_made_up() {
        let (game, mut times, _) = played(Variant::Set, Some(10), 3, &[0]);
        times.fill(None);
        let overlooked = Overlooked::of(&game, &times, None).unwrap();
        assert!(overlooked.groups.iter().all(|group| group.times.is_none()) && overlooked.missed.iter().all(|stay| stay.time.is_none()));
        assert!(overlooked.missed.windows(2).all(|pair| pair[1].taken <= pair[0].taken), "then the number of SETs says how long");
        assert_eq!(median_and_mean(&[]), None);
        assert_eq!(median_and_mean(&[1, 2, 9].map(seconds)), Some((seconds(2), seconds(4))));
        assert_eq!(median_and_mean(&[1, 2, 4, 9].map(seconds)), Some((seconds(3), seconds(4))));
    }

    #[test]
    fn only_sets_have_features_that_differ() {
        let run = Game::run(Variant::Ultra, None, 1);
        assert_eq!(Overlooked::of(&run, &[], None), None);
        assert_eq!(Overlooked::of(&Game::on_table(&crate::play::deal::solvable(1)), &[], None), None);
    }
}
