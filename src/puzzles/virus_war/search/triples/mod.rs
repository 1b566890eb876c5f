//! Lists of triples of numbers, and what is left of them without those that are permutations of earlier ones.
//!
//! After "Removing duplicates from sets of three integers" (2020): all of its keys, each with a scan through the
//! list of those that were kept, as there, and with a hash set; and one bit for each possible set of three. Which
//! technique takes how long is in [`contest`].

pub mod keys;
pub mod seen;
pub mod contest;

use std::{ops::ControlFlow, time::Duration};

pub use seen::Seen;

use self::seen::{Bitset, Hashed, Scanned};
use crate::{
    puzzles::virus_war::model::triples::{NUMBERS, Triple},
    search::{Observer, Tally},
    text::grouped,
};

/// A way to find out whether a triple is a permutation of an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name on the command line.
    pub key: &'static str,
    /// The name that people read, in lower case.
    pub title: &'static str,
    /// The idea, in at most two sentences.
    pub idea: &'static str,
    /// Who it is from.
    pub source: &'static str,
    /// What the article tells of it.
    pub published: Option<Published>,
    /// Remembers nothing yet; for triples of numbers that are all below the argument.
    pub fresh: fn(u8) -> Box<dyn Seen>,
}

/// What the article tells of a technique: for 10,000 random triples, on its author's computer, in 2020.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// How long it took.
    pub time: Duration,
    /// How many bytes it allocated, most of them only for a moment.
    pub allocated: u64,
}

impl Published {
    const fn new(milliseconds: u64, allocated: u64) -> Option<Self> {
        Some(Self { time: Duration::from_millis(milliseconds), allocated })
    }

    /// The figures in words: a sentence without the full stop.
    pub fn words(&self) -> String {
        let (seconds, allocated) = (self.time.as_secs_f64(), grouped(self.allocated));
        format!(
            "The article's program took {seconds} s and allocated {allocated} bytes for 10,000 random triples, on its author's computer in 2020"
        )
    }
}

/// All techniques, fastest first.
pub const TECHNIQUES: [Technique; 11] = [
    Technique {
        key: "bitset",
        title: "bitset",
        idea: "Every set of three numbers below 100 has a rank below 171,700. One bit for each says whether it was there.",
        source: "Quincunx; the rank is the combinatorial number system's",
        published: None,
        fresh: |below| Box::new(Bitset::new(below)),
    },
    Technique {
        key: "composite2-hash",
        title: "composite 2, hashed",
        idea: COMPOSITE2,
        source: ARTICLE_HASHED,
        published: Published::new(5, 380_816),
        fresh: |below| Box::new(Hashed::by(move |triple| keys::composite2(triple, below))),
    },
    Technique {
        key: "primes-hash",
        title: "primes, hashed",
        idea: PRIMES,
        source: ARTICLE_HASHED,
        published: Published::new(18, 417_796),
        fresh: |_| Box::new(Hashed::by(keys::product_of_primes)),
    },
    Technique {
        key: "composite-hash",
        title: "composite, hashed",
        idea: COMPOSITE,
        source: ARTICLE_HASHED,
        published: Published::new(17, 417_868),
        fresh: |below| Box::new(Hashed::by(move |triple| keys::composite(triple, below))),
    },
    Technique {
        key: "sort3-hash",
        title: "sort 3, hashed",
        idea: SORT3,
        source: HASHED,
        published: None,
        fresh: |_| Box::new(Hashed::by(keys::sorted3)),
    },
    Technique {
        key: "sort-hash",
        title: "sort, hashed",
        idea: SORT,
        source: HASHED,
        published: None,
        fresh: |_| Box::new(Hashed::by(keys::sorted)),
    },
    Technique {
        key: "primes",
        title: "primes",
        idea: PRIMES,
        source: SCANNED,
        published: None,
        fresh: |_| Box::new(Scanned::by(keys::product_of_primes)),
    },
    Technique {
        key: "composite2",
        title: "composite 2",
        idea: COMPOSITE2,
        source: SCANNED,
        published: None,
        fresh: |below| Box::new(Scanned::by(move |triple| keys::composite2(triple, below))),
    },
    Technique {
        key: "composite",
        title: "composite",
        idea: COMPOSITE,
        source: SCANNED,
        published: None,
        fresh: |below| Box::new(Scanned::by(move |triple| keys::composite(triple, below))),
    },
    Technique {
        key: "sort3",
        title: "sort 3",
        idea: SORT3_SCANNED,
        source: ARTICLE,
        published: Published::new(13_755, 1_766_931_512),
        fresh: |_| Box::new(Scanned::by(keys::sorted3)),
    },
    Technique {
        key: "sort",
        title: "sort",
        idea: SORT_SCANNED,
        source: ARTICLE,
        published: Published::new(23_750, 1_766_959_036),
        fresh: |_| Box::new(Scanned::by(keys::sorted)),
    },
];

const SORT: &str = "Each triple is sorted as a list, and lists are compared.";
const SORT_SCANNED: &str =
    "Each triple is compared with all that were kept, as sorted lists. As in the article, those are sorted anew for each comparison.";
const SORT3: &str = "The smallest and the largest number are found directly; the sum gives the middle one.";
/// Measured on 10,000 random triples: 1.0 s against 1.57 s of processor time.
const SORT3_SCANNED: &str = "As sort, but the smallest and the largest number are found directly; the sum gives the middle one. It is about 1.6 times as fast as \
                             sort, against 1.7 times in the article.";
const PRIMES: &str = "Each number stands for a prime. The product of the three tells which they are, but not their order.";
const COMPOSITE: &str = "The sorted numbers are written as the digits of one number, two decimal places for each.";
const COMPOSITE2: &str = "As composite, with the three numbers compared directly and not as a list.";
const ARTICLE: &str = "Removing duplicates from sets of three integers (2020)";
/// Fifty million comparisons of 10,000 triples do not fit into the article's milliseconds, but ten thousand look-ups do.
const ARTICLE_HASHED: &str = "Removing duplicates from sets of three integers (2020), whose Lisp must have used a hash table for numbers";
const HASHED: &str = "the same article's key, in a hash set";
const SCANNED: &str = "the same article's key, compared with that of every triple kept";

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// The technique with this key.
pub fn technique(key: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|technique| technique.key == key)
}

/// Tells of each set of three numbers, all below [`NUMBERS`], the first triple in the list that has them, in order.
///
/// The tally explores triples, and keeps those that are told.
pub fn keep_first(technique: &Technique, triples: &[Triple], observer: &mut dyn Observer<Triple>) -> ControlFlow<()> {
    let at_once = at_once(triples.len());
    let mut seen = (technique.fresh)(NUMBERS);
    let mut kept = Vec::with_capacity(at_once);
    let mut tally = Tally::default();
    for some in triples.chunks(at_once) {
        kept.clear();
        seen.keep_new(some, &mut kept);
        tally.explored += some.len() as u64;
        tally.kept += kept.len() as u64;
        kept.iter().try_for_each(|&triple| observer.found(triple))?;
        let done = tally.explored as f32 / triples.len() as f32;
        if done < 1.0 {
            observer.progress(done, &tally)?;
        }
    }
    tally.memory = seen.bytes() as u64;
    observer.progress(1.0, &tally)
}

/// How many triples to go through until the next progress: so few that comparing each with as many lists as there may be
/// takes less than a millisecond, as long as there are fewer than 20,000.
fn at_once(triples: usize) -> usize {
    (20_000 / triples.max(1)).clamp(1, 16)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{puzzles::virus_war::play::deal, search::Found};

    fn kept(technique: &Technique, triples: &[Triple]) -> Vec<Triple> {
        let mut found = Found::default();
        assert!(keep_first(technique, triples, &mut found).is_continue());
        assert_eq!((found.tally.explored, found.tally.kept), (triples.len() as u64, found.items.len() as u64));
        let is_table = technique.key == "bitset";
        assert_eq!(found.tally.memory > 0, is_table || !found.items.is_empty(), "{}", technique.key);
        found.items
    }

    /// Compares every triple with every earlier one, by all six permutations.
    fn judged(triples: &[Triple]) -> Vec<Triple> {
        let is_permutation =
            |[a, b, c]: Triple, other: Triple| [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].contains(&other);
        let is_first = |i: usize| !triples[..i].iter().any(|&earlier| is_permutation(earlier, triples[i]));
        (0..triples.len()).filter(|&i| is_first(i)).map(|i| triples[i]).collect()
    }

    #[test]
    fn the_article_s_example() {
        let triples = [[1, 2, 3], [1, 3, 4], [3, 1, 2], [4, 1, 3], [2, 3, 4], [3, 2, 1]];
        for technique in &TECHNIQUES {
            assert_eq!(kept(technique, &triples), [[1, 2, 3], [1, 3, 4], [2, 3, 4]], "{}", technique.key);
        }
    }

    #[test]
    fn memory_is_told() {
        let list = deal::triples(1_000, 1);
        let memory = |key| {
            let mut found = Found::default();
            assert!(keep_first(technique(key).unwrap(), &list, &mut found).is_continue());
            found.tally.memory
        };
        // A bit for each of 171,700 sets in words of 64, and 1,024 triples of 3 bytes.
        assert_eq!(memory("bitset"), 171_700_u64.div_ceil(64) * 8);
        assert_eq!((memory("composite"), memory("sort")), (1_024 * 3, 1_024 * 3));
        // Of 2,048 places, 1,792 may be taken; lists take a pointer, two lengths and their bytes.
        assert_eq!(memory("composite-hash"), 2_048 * 5);
        let kept = judged(&list).len() as u64;
        assert_eq!(memory("sort-hash"), 2_048 * 25 + 3 * kept);
    }

    #[test]
    fn the_article_s_figures_stand_with_what_it_measured() {
        let published = TECHNIQUES.iter().filter_map(|technique| Some((technique.key, technique.published?.words())));
        let words = |seconds: &str, bytes: &str| {
            format!(
                "The article's program took {seconds} s and allocated {bytes} bytes for 10,000 random triples, on its author's computer in 2020"
            )
        };
        let expected = [
            ("composite2-hash", words("0.005", "380,816")),
            ("primes-hash", words("0.018", "417,796")),
            ("composite-hash", words("0.017", "417,868")),
            ("sort3", words("13.755", "1,766,931,512")),
            ("sort", words("23.75", "1,766,959,036")),
        ];
        assert!(published.eq(expected));
    }

    #[test]
    fn all_sets_of_three_are_told_apart() {
        let all: Vec<Triple> = (0..NUMBERS).flat_map(|a| (a..NUMBERS).flat_map(move |b| (b..NUMBERS).map(move |c| [c, a, b]))).collect();
        for technique in TECHNIQUES.iter().filter(|technique| technique.key == "bitset" || technique.key.ends_with("-hash")) {
            assert_eq!(kept(technique, &all).len(), 171_700, "{}", technique.key);
        }
    }

    proptest! {
        #[test]
        fn every_technique_keeps_what_the_judge_keeps(
            triples in prop_oneof![
                prop::collection::vec(prop::array::uniform3(0..6_u8), 0..80),
                prop::collection::vec(prop::array::uniform3(90..NUMBERS), 0..200),
            ],
        ) {
            let expected = judged(&triples);
            for technique in &TECHNIQUES {
                prop_assert_eq!(&kept(technique, &triples), &expected, "{}", technique.key);
            }
        }
    }
}
