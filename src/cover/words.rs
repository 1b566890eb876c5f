//! Advice in words.

use super::{Fate, Item, Next, Reason};
use crate::text::{counted, grouped, listed};

impl<M> Next<M> {
    /// What becomes of the placements that lead nowhere, by reason, as the end of a sentence; `hole` says what a hole is here.
    pub fn dead_ends(&self, hole: &str) -> String {
        let count = |is_such: fn(&Fate<M>) -> bool| self.options.iter().filter(|(_, fate)| is_such(fate)).count() as u64;
        let seen = [
            (count(|fate| matches!(fate, Fate::Dead(Reason::Hole(_)))), hole),
            (count(|fate| matches!(fate, Fate::Dead(Reason::Starved(Item::Cell(_))))), "a cell that nothing else fits"),
            (count(|fate| matches!(fate, Fate::Dead(Reason::Starved(Item::Piece(_))))), "a piece that fits nowhere"),
        ];
        let seen = seen.into_iter().map(|(count, what)| (count, "leaves", "leave", what));
        let later = (count(|fate| matches!(fate, Fate::Keeps(0))), "fails", "fail", "only later");
        let ends = seen.chain([later]).filter(|(count, ..)| *count > 0);
        let ends: Vec<String> =
            ends.map(|(count, one, many, what)| format!("{} {} {what}", grouped(count), if count == 1 { one } else { many })).collect();
        if ends.is_empty() { String::new() } else { format!("; {}", listed(ends, "and")) }
    }

    /// Why this placement: `item` says what it is, as in "place for piece 3", and `all` how many solutions there are, where that is known.
    pub fn why(&self, placement: usize, item: &str, all: Option<u64>) -> String {
        match (self.options.len(), self.kept(placement), all) {
            (1, ..) => format!("it is the only {item}"),
            _ if self.is_plainly_forced() => format!("every other {item} is a dead end at once"),
            _ if self.is_forced() => format!("no other {item} leads to a solution"),
            (_, Some(kept), Some(all)) => {
                format!("{} of {} have it, more than any other {item}", counted(kept, "solution"), grouped(all))
            }
            _ => format!("nothing speaks against this {item}"),
        }
    }
}
