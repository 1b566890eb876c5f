//! Hints in words: every text of exact cover that people read.
//!
//! Messages are sentences without the full stop; the window capitalizes their first letter.

use std::cmp::Reverse;

use super::{
    Item, Next, Outcome, Problem, Reason,
    challenges::{Ground, Taken},
};
use base::bits::{Bits, Word};
use base::text::{counted, grouped, listed};

/// A dead end that only a search can explain.
pub const NO_SIMPLE_REASON: &str = "no solution (no simple reason)";

/// A region that no pieces can fill, to follow the word "leaves".
const GAP: &str = "a gap that no pieces can fill";

/// What a puzzle calls the things that only it knows.
pub struct Names<'a> {
    /// The name of a piece, to follow the word "piece".
    pub piece: &'a dyn Fn(usize) -> String,
    /// The place of a cell.
    pub place: &'a dyn Fn(usize) -> String,
}

/// The hints on one step, from vague to explicit.
pub struct Wording {
    /// Where to look.
    pub place: String,
    /// Which options there are.
    pub options: String,
    /// The placement to make, and why, if one can be named.
    pub placement: Option<(usize, String)>,
}

/// A pinned piece without which a dead end is solvable.
pub struct Removal<S> {
    /// The name of the piece, such as "piece 3".
    pub piece: String,
    /// A place where it is.
    pub spot: S,
    /// The number of solutions without it.
    pub solutions: u64,
    /// Whether there may be more solutions, since counting was given up.
    pub may_have_more: bool,
}

/// The end of a hint on a dead end: the pinned pieces that can be removed to make it solvable, as in ". Remove piece 3: then 158
/// solutions remain", and where the first of them is. The one that leaves the most solutions comes first. Empty if there are none.
pub fn removals<S: Copy>(mut removals: Vec<Removal<S>>) -> (String, Option<S>) {
    removals.sort_by_key(|removal| Reverse(removal.solutions));
    (removals_in_words(&removals), removals.first().map(|removal| removal.spot))
}

fn removals_in_words<S>(removals: &[Removal<S>]) -> String {
    let remaining = |removal: &Removal<S>| {
        let at_least = if removal.may_have_more { "at least " } else { "" };
        let verb = if removal.solutions == 1 { "remains" } else { "remain" };
        format!("{at_least}{} {verb}", counted(removal.solutions, "solution"))
    };
    match removals {
        [] => String::new(),
        [only] => format!(". Remove {}: then {}", only.piece, remaining(only)),
        several => {
            let several = several.iter().map(|removal| format!("{} ({})", removal.piece, remaining(removal)));
            format!(". Remove {}", listed(several, "or"))
        }
    }
}

/// The most pieces that are named: a longer list rules out too little.
const MOST_NAMED: usize = 4;

impl<W: Word> Next<W> {
    /// Puts the next step into words. `solutions` is the number of all solutions, where it is known.
    pub fn in_words(&self, problem: &Problem<W>, names: &Names<'_>, solutions: Option<u64>) -> Wording {
        let piece_of = |placement: usize| (names.piece)(problem.placements[placement].piece);
        let place = match self.item {
            Item::Cell(cell) => format!("look at the marked cell, {}: it has the fewest options", (names.place)(cell)),
            Item::Piece(piece) => format!("look for a place for piece {}: it has the fewest options", (names.piece)(piece)),
        };
        // The placement is marked here, not the cell alone.
        let item = self.item.in_words(names);
        let placement = self.placement.map(|placement| {
            let why = self.why(placement, &item, solutions);
            (placement, format!("place piece {} here: {why}", piece_of(placement)))
        });
        Wording { place, options: self.options_in_words(names, &piece_of, solutions.is_some()), placement }
    }

    /// Counts the options: how many may lead to a solution, with which pieces, and why the others do not.
    fn options_in_words(&self, names: &Names<'_>, piece_of: &dyn Fn(usize) -> String, are_counted: bool) -> String {
        let open: Vec<String> = self.open().map(piece_of).collect();
        let mut pieces = open.clone();
        pieces.dedup();
        let (of_piece, with_pieces) = match self.item {
            Item::Cell(_) if MOST_NAMED < pieces.len() => (String::new(), format!(", using {} different pieces", pieces.len())),
            Item::Cell(_) => (String::new(), format!(", with piece {}", listed(pieces, "or"))),
            Item::Piece(piece) => (format!(" for piece {}", (names.piece)(piece)), String::new()),
        };
        if let ([_], [_]) = (&open[..], &self.options[..]) {
            return format!("there is only one option{of_piece}{with_pieces}");
        }
        let verb = match (are_counted, open.len()) {
            (true, 1) => "leads to a solution",
            (true, _) => "lead to a solution",
            (false, 1) => "isn't an obvious dead end",
            (false, _) => "aren't obvious dead ends",
        };
        let (open, all) = (grouped(open.len() as u64), counted(self.options.len() as u64, "option"));
        format!("{open} of {all}{of_piece} {verb}{with_pieces}{}", self.dead_ends())
    }

    /// Counts the options that are dead ends, by reason: the end of a sentence.
    fn dead_ends(&self) -> String {
        let count = |has_outcome: fn(&Outcome<W>) -> bool| self.options.iter().filter(|(_, outcome)| has_outcome(outcome)).count() as u64;
        let obvious = [
            (count(|outcome| matches!(outcome, Outcome::DeadEnd(Reason::Gap(_)))), GAP),
            (count(|outcome| matches!(outcome, Outcome::DeadEnd(Reason::NoOptions(Item::Cell(_))))), "a cell without options"),
            (count(|outcome| matches!(outcome, Outcome::DeadEnd(Reason::NoOptions(Item::Piece(_))))), "a piece without options"),
        ];
        let obvious = obvious.into_iter().map(|(count, what)| (count, "leaves", "leave", what));
        let later = (count(|outcome| matches!(outcome, Outcome::Keeps(0))), "fails", "fail", "later");
        let ends = obvious.chain([later]).filter(|(count, ..)| *count > 0);
        let ends: Vec<String> =
            ends.map(|(count, one, many, what)| format!("{} {} {what}", grouped(count), if count == 1 { one } else { many })).collect();
        if ends.is_empty() { String::new() } else { format!("; {}", listed(ends, "and")) }
    }

    /// Why this placement is the one to make. `item` is what it covers or places, and `all` the number of solutions, where it is known.
    fn why(&self, placement: usize, item: &str, all: Option<u64>) -> String {
        match (self.options.len(), self.kept(placement), all) {
            (1, ..) => format!("it's the only option for {item}"),
            _ if self.is_plainly_forced() => format!("every other option for {item} is an obvious dead end"),
            _ if self.is_forced() => format!("no other option for {item} leads to a solution"),
            (_, Some(kept), Some(all)) => {
                format!("{} of {} {}", grouped(kept), counted(all, "solution"), if kept == 1 { "does" } else { "do" })
            }
            _ => "nothing rules it out".to_owned(),
        }
    }
}

impl Item {
    /// What it is, within a sentence.
    pub fn in_words(self, names: &Names<'_>) -> String {
        match self {
            Self::Cell(cell) => format!("the cell at {}", (names.place)(cell)),
            Self::Piece(piece) => format!("piece {}", (names.piece)(piece)),
        }
    }
}

/// The most cells and pieces without options that are named: with more, it is hardly of interest which they are.
const MOST_WITHOUT_OPTIONS: usize = 2;

/// How many other options something speaks against, and what: for one, for several, and more of it.
type Given = (usize, [&'static str; 2], String);

impl<W: Word> Taken<W> {
    /// Why the step places its piece there. `grounds` says what speaks against each other option, in their order.
    pub fn why(&self, problem: &Problem<W>, names: &Names<'_>, grounds: &[Ground<W>]) -> String {
        let count = |ground: Ground<W>| grounds.iter().filter(|other| **other == ground).count();
        let rest = [
            (count(Ground::RuledOut), ["leaves", "leave"], "a cell or a piece only options that were ruled out before".to_owned()),
            (count(Ground::Failure), ["fails", "fail"], "whatever follows".to_owned()),
            (count(Ground::Symmetry), ["is", "are"], "the same by symmetry".to_owned()),
        ];
        let all = std::iter::once(gaps(problem, names, grounds)).chain(without_options(names, grounds)).chain(rest);
        let given: Vec<Given> = all.filter(|(count, ..)| *count > 0).collect();
        let of_item = self.item.map_or_else(String::new, |item| format!(" for {}", item.in_words(names)));
        match (&given[..], self.item) {
            ([], Some(item @ Item::Cell(_))) => format!("nothing else can cover {}", item.in_words(names)),
            ([], Some(item @ Item::Piece(_))) => format!("{} fits nowhere else", item.in_words(names)),
            ([], None) => "nothing else can be placed".to_owned(),
            ([(1, [verb, _], what)], _) => format!("the only other option{of_item} {verb} {what}"),
            ([(2, [_, verb], what)], _) => format!("both other options{of_item} {verb} {what}"),
            ([(count, [_, verb], what)], _) => format!("all {} other options{of_item} {verb} {what}", grouped(*count as u64)),
            _ => {
                let verb = |count: usize, [one, many]: [&'static str; 2]| if count == 1 { one } else { many };
                let against =
                    given.iter().map(|(count, verbs, what)| format!("{} {} {what}", grouped(*count as u64), verb(*count, *verbs)));
                format!("of the {}{of_item}, {}", counted(self.others.len() as u64, "other option"), listed(against, "and"))
            }
        }
    }
}

/// The gaps. A single one is named.
fn gaps<W: Word>(problem: &Problem<W>, names: &Names<'_>, grounds: &[Ground<W>]) -> Given {
    let gaps: Vec<Bits<W>> = grounds.iter().filter_map(|ground| if let Ground::Gap(gap) = ground { Some(*gap) } else { None }).collect();
    // Where all pieces have the same size, that says why.
    let size = problem.sizes.first().filter(|&&size| problem.sizes.iter().all(|&other| other == size));
    let size = size.filter(|&&size| problem.optional.is_empty() && gaps.iter().all(|gap| !gap.len().is_multiple_of(size)));
    let what = match (&gaps[..], size) {
        ([gap], _) => {
            let place = gap.first().map(|cell| (names.place)(cell)).unwrap_or_default();
            let why = size.map_or("which no pieces add up to".to_owned(), |size| format!("not a multiple of {size}"));
            format!("a gap of {} at {place}, {why}", counted(gap.len() as u64, "cell"))
        }
        (_, Some(size)) => format!("a gap whose size isn't a multiple of {size}"),
        (_, None) => GAP.to_owned(),
    };
    (gaps.len(), ["leaves", "leave"], what)
}

/// The cells and pieces without options, those first that most options leave so.
fn without_options<W: Word>(names: &Names<'_>, grounds: &[Ground<W>]) -> Vec<Given> {
    let mut open: Vec<&[Item]> =
        grounds.iter().filter_map(|ground| if let Ground::NoOptions(items) = ground { Some(&items[..]) } else { None }).collect();
    let mut given: Vec<Given> = Vec::new();
    while !open.is_empty() && given.len() < MOST_WITHOUT_OPTIONS {
        let has = |item: Item| open.iter().filter(|items| items.contains(&item)).count();
        // Of equally good ones, the first.
        let Some(item) = open.iter().copied().flatten().copied().min_by_key(|&item| (Reverse(has(item)), item)) else { break };
        let what = match item {
            Item::Cell(_) => format!("nothing that covers {}", item.in_words(names)),
            Item::Piece(_) => format!("no place for {}", item.in_words(names)),
        };
        given.push((has(item), ["leaves", "leave"], what));
        open.retain(|items| !items.contains(&item));
    }
    given.push((open.len(), ["leaves", "leave"], "a cell or a piece without options".to_owned()));
    given
}
