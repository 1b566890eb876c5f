//! Advice in words.

use super::{Fate, Item, Next, Problem, Reason};
use crate::text::{counted, grouped, listed};

/// The words that a puzzle has for what is its own.
pub struct Names<'a> {
    /// A piece.
    pub piece: &'a dyn Fn(usize) -> String,
    /// Where a cell is.
    pub place: &'a dyn Fn(usize) -> String,
    /// What a hole is that cannot be filled.
    pub hole: &'a str,
}

/// What is said of the next step, from vague to plain; sentences without the full stop.
pub struct Told {
    /// Where to look.
    pub place: String,
    /// What can come there.
    pub options: String,
    /// The placement to make, and why, if one can be named.
    pub placement: Option<(usize, String)>,
}

/// That pinned pieces stand in the way, each with how many solutions there are without it: the end of a sentence.
pub fn blame(pieces: &[String]) -> String {
    if pieces.is_empty() { String::new() } else { format!(". It helps to take up {}", listed(pieces, "or")) }
}

impl<M> Next<M> {
    /// What is to be said of it; `solutions` is how many there are, where they are counted.
    pub fn told(&self, problem: &Problem<M>, names: &Names<'_>, solutions: Option<u64>) -> Told {
        let piece_of = |placement: usize| (names.piece)(problem.placements[placement].piece);
        let place = match self.item {
            Item::Cell(cell) => {
                format!("look at the marked cell, {}: fewer ways to cover it lead on than for any other", (names.place)(cell))
            }
            Item::Piece(piece) => format!("look for a place for piece {}: it has fewer than any other", (names.piece)(piece)),
        };
        let item = match self.item {
            Item::Cell(_) => "way to cover the marked cell".to_owned(),
            Item::Piece(piece) => format!("place for piece {}", (names.piece)(piece)),
        };
        let placement = self.placement.map(|placement| {
            let why = self.why(placement, &item, solutions);
            (placement, format!("lay piece {} here: {why}", piece_of(placement)))
        });
        Told { place, options: self.options_told(&piece_of, names.hole, solutions.is_some()), placement }
    }

    fn options_told(&self, piece_of: &dyn Fn(usize) -> String, hole: &str, are_counted: bool) -> String {
        let open: Vec<String> = self.open().map(piece_of).collect();
        let mut pieces = open.clone();
        pieces.dedup();
        let ways = counted(self.options.len() as u64, "way");
        let (what, lead) = match self.item {
            Item::Cell(_) => ("to cover it", format!(", with piece {}", listed(pieces, "or"))),
            Item::Piece(_) => ("to lay it", String::new()),
        };
        let good = if open.len() == 1 { "one".to_owned() } else { grouped(open.len() as u64) };
        let verb = match (are_counted, open.len()) {
            (true, 1) => "leads to a solution",
            (true, _) => "lead to a solution",
            (false, 1) => "is no dead end at once",
            (false, _) => "are no dead ends at once",
        };
        format!("of {ways} {what}, {good} {verb}{lead}{}", self.dead_ends(hole))
    }

    /// What becomes of the placements that lead nowhere, by reason, as the end of a sentence; `hole` says what a hole is here.
    fn dead_ends(&self, hole: &str) -> String {
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
    fn why(&self, placement: usize, item: &str, all: Option<u64>) -> String {
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
