//! Lists of triples of numbers, and the techniques that remove permutations of earlier triples.
//!
//! After "Removing duplicates from sets of three integers" (2020): all of its keys, each compared with the keys of all triples kept, as
//! in the article, or looked up in a hash set; and a bitset with one bit for each set of three numbers. [`comparison`] measures them.

pub mod keys;
pub mod seen;
pub mod comparison;

use std::{ops::ControlFlow, time::Duration};

pub use seen::Seen;

use self::seen::{Bitset, Hashed, Scanned};
use crate::{
    model::triples::{NUMBER_LIMIT, Triple},
    words::triples as words,
};
use base::{
    search::{Observer, Tally},
    text::grouped,
};

/// A way to detect that a triple is a permutation of an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name on the command line.
    pub key: &'static str,
    /// The name that users read, in lower case.
    pub title: &'static str,
    /// The idea, in at most two sentences.
    pub idea: &'static str,
    /// The author.
    pub source: &'static str,
    /// The article's figures, if it has any.
    pub published: Option<Published>,
    /// Creates an empty [`Seen`] for triples of numbers below the argument.
    pub new_seen: fn(u8) -> Box<dyn Seen>,
}

/// The article's figures for a technique: 10,000 random triples on its author's computer in 2020.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The time it took.
    pub time: Duration,
    /// The bytes it allocated, most of which it soon freed again.
    pub allocated_bytes: u64,
}

impl Published {
    const fn new(milliseconds: u64, allocated_bytes: u64) -> Option<Self> {
        Some(Self { time: Duration::from_millis(milliseconds), allocated_bytes })
    }

    /// The figures as a sentence without the full stop.
    pub fn description(&self) -> String {
        let (seconds, bytes) = (self.time.as_secs_f64(), grouped(self.allocated_bytes));
        format!(
            "The article's program took {seconds} s and allocated {bytes} bytes for 10,000 random triples (its author's computer, 2020)"
        )
    }
}

/// All techniques, fastest first.
pub const TECHNIQUES: [Technique; 11] = [
    Technique {
        key: "bitset",
        title: "bitset",
        idea: "Each set of three numbers below 100 has a rank below 171,700. One bit per rank records whether the set came up before.",
        source: "Quincunx, with ranks from the combinatorial number system",
        published: None,
        new_seen: |below| Box::new(Bitset::new(below)),
    },
    Technique {
        key: "composite2-hash",
        title: "composite 2, hashed",
        idea: words::COMPOSITE2_IDEA,
        source: words::ARTICLE_HASHED,
        published: Published::new(5, 380_816),
        new_seen: |below| Box::new(Hashed::with_key(move |triple| keys::composite2(triple, below))),
    },
    Technique {
        key: "primes-hash",
        title: "primes, hashed",
        idea: words::PRIMES_IDEA,
        source: words::ARTICLE_HASHED,
        published: Published::new(18, 417_796),
        new_seen: |_| Box::new(Hashed::with_key(keys::product_of_primes)),
    },
    Technique {
        key: "composite-hash",
        title: "composite, hashed",
        idea: words::COMPOSITE_IDEA,
        source: words::ARTICLE_HASHED,
        published: Published::new(17, 417_868),
        new_seen: |below| Box::new(Hashed::with_key(move |triple| keys::composite(triple, below))),
    },
    Technique {
        key: "sort3-hash",
        title: "sort 3, hashed",
        idea: "Finds the smallest and the largest number directly; the sum gives the middle one.",
        source: words::KEY_HASHED,
        published: None,
        new_seen: |_| Box::new(Hashed::with_key(keys::sorted3)),
    },
    Technique {
        key: "sort-hash",
        title: "sort, hashed",
        idea: "Sorts each triple as a list and compares lists.",
        source: words::KEY_HASHED,
        published: None,
        new_seen: |_| Box::new(Hashed::with_key(keys::sorted)),
    },
    Technique {
        key: "primes",
        title: "primes",
        idea: words::PRIMES_IDEA,
        source: words::KEY_SCANNED,
        published: None,
        new_seen: |_| Box::new(Scanned::with_key(keys::product_of_primes)),
    },
    Technique {
        key: "composite2",
        title: "composite 2",
        idea: words::COMPOSITE2_IDEA,
        source: words::KEY_SCANNED,
        published: None,
        new_seen: |below| Box::new(Scanned::with_key(move |triple| keys::composite2(triple, below))),
    },
    Technique {
        key: "composite",
        title: "composite",
        idea: words::COMPOSITE_IDEA,
        source: words::KEY_SCANNED,
        published: None,
        new_seen: |below| Box::new(Scanned::with_key(move |triple| keys::composite(triple, below))),
    },
    Technique {
        key: "sort3",
        title: "sort 3",
        idea: "Like sort, but finds the smallest and the largest number directly; the sum gives the middle one. It is about 1.6 times as \
               fast as sort here, and 1.7 times in the article.",
        source: words::ARTICLE,
        published: Published::new(13_755, 1_766_931_512),
        new_seen: |_| Box::new(Scanned::with_key(keys::sorted3)),
    },
    Technique {
        key: "sort",
        title: "sort",
        idea: "Compares each triple, sorted as a list, with every triple kept so far. Like the article's program, it sorts the kept \
               triple again for each comparison.",
        source: words::ARTICLE,
        published: Published::new(23_750, 1_766_959_036),
        new_seen: |_| Box::new(Scanned::with_key(keys::sorted)),
    },
];

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// The technique with this key.
pub fn technique(key: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|technique| technique.key == key)
}

/// Reports the first triple of each set of three numbers in the list, in order. All numbers are below [`NUMBER_LIMIT`].
///
/// The tally explores all triples and keeps those reported.
pub fn keep_first(technique: &Technique, triples: &[Triple], observer: &mut dyn Observer<Triple>) -> ControlFlow<()> {
    let batch_size = batch_size(triples.len());
    let mut seen = (technique.new_seen)(NUMBER_LIMIT);
    let mut kept = Vec::with_capacity(batch_size);
    let mut tally = Tally::default();
    for batch in triples.chunks(batch_size) {
        kept.clear();
        seen.keep_new(batch, &mut kept);
        tally.explored += batch.len() as u64;
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

/// How many triples to process between two reports of progress. In lists of fewer than 20,000 triples, comparing this many with all
/// others takes less than a millisecond.
fn batch_size(triples: usize) -> usize {
    (20_000 / triples.max(1)).clamp(1, 16)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::play::deal;
    use base::search::Found;

    fn kept(technique: &Technique, triples: &[Triple]) -> Vec<Triple> {
        let mut found = Found::default();
        assert!(keep_first(technique, triples, &mut found).is_continue());
        assert_eq!((found.tally.explored, found.tally.kept), (triples.len() as u64, found.items.len() as u64));
        let is_table = technique.key == "bitset";
        assert_eq!(found.tally.memory > 0, is_table || !found.items.is_empty(), "{}", technique.key);
        found.items
    }

    /// Keeps the first triples by comparing all six permutations of each with every earlier triple.
    fn kept_by_judge(triples: &[Triple]) -> Vec<Triple> {
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
    fn memory_is_reported() {
        let list = deal::triples(1_000, 1);
        let memory = |key| {
            let mut found = Found::default();
            assert!(keep_first(technique(key).unwrap(), &list, &mut found).is_continue());
            found.tally.memory
        };
        // One bit for each of 171,700 sets in words of 64 bits; room for 1,024 triples of 3 bytes.
        assert_eq!(memory("bitset"), 171_700_u64.div_ceil(64) * 8);
        assert_eq!((memory("composite"), memory("sort")), (1_024 * 3, 1_024 * 3));
        // A table of 2,048 places, of which 1,792 may be taken; a list takes a pointer, two lengths and its three bytes.
        assert_eq!(memory("composite-hash"), 2_048 * 5);
        let kept = kept_by_judge(&list).len() as u64;
        assert_eq!(memory("sort-hash"), 2_048 * 25 + 3 * kept);
    }

    #[test]
    fn the_article_s_figures_belong_to_the_techniques_that_it_measured() {
        let published = TECHNIQUES.iter().filter_map(|technique| Some((technique.key, technique.published?.description())));
        let figures = |seconds: &str, bytes: &str| {
            format!(
                "The article's program took {seconds} s and allocated {bytes} bytes for 10,000 random triples (its author's computer, 2020)"
            )
        };
        let expected = [
            ("composite2-hash", figures("0.005", "380,816")),
            ("primes-hash", figures("0.018", "417,796")),
            ("composite-hash", figures("0.017", "417,868")),
            ("sort3", figures("13.755", "1,766,931,512")),
            ("sort", figures("23.75", "1,766,959,036")),
        ];
        assert!(published.eq(expected));
    }

    #[test]
    fn all_sets_of_three_have_different_keys() {
        let all: Vec<Triple> =
            (0..NUMBER_LIMIT).flat_map(|a| (a..NUMBER_LIMIT).flat_map(move |b| (b..NUMBER_LIMIT).map(move |c| [c, a, b]))).collect();
        for technique in TECHNIQUES.iter().filter(|technique| technique.key == "bitset" || technique.key.ends_with("-hash")) {
            assert_eq!(kept(technique, &all).len(), 171_700, "{}", technique.key);
        }
    }

    proptest! {
        #[test]
        fn every_technique_keeps_what_the_judge_keeps(
            triples in prop_oneof![
                prop::collection::vec(prop::array::uniform3(0..6_u8), 0..80),
                prop::collection::vec(prop::array::uniform3(90..NUMBER_LIMIT), 0..200),
            ],
        ) {
            let expected = kept_by_judge(&triples);
            for technique in &TECHNIQUES {
                prop_assert_eq!(&kept(technique, &triples), &expected, "{}", technique.key);
            }
        }
    }
}
