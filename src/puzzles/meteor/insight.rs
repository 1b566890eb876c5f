//! What is known of a position without listing its answers, and the lines in which it is told.

use serde::Serialize;

use super::{
    answer::{Answer, Summary},
    pieces::{PIECE_CELLS, Placement},
    state::{Square, State},
};
use crate::{board::Fact, text::grouped};

/// What the analysis found out; a field is empty until it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Insight {
    /// Whether there is an answer.
    pub solvable: Option<bool>,
    /// How many answers there are.
    pub solutions: Option<u64>,
}

/// So many characters tell most answers apart.
const CHARACTERS_OF_NAME: usize = 10;

/// The beginning of an answer's text, as its name.
pub fn name(answer: &Answer) -> String {
    answer.text().chars().take(CHARACTERS_OF_NAME).chain(['…']).collect()
}

/// All that is known, as lines to read.
pub fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
    let free = state.board.cells(Square::Free);
    let pinned = state.board.pinned();
    let left = state.pieces.iter().filter(|&piece| !pinned.contains(piece)).count();
    let admitted = |placement: &&Placement| {
        state.pieces.contains(placement.piece) && !pinned.contains(placement.piece) && free.covers(placement.cells)
    };
    let placements = Placement::all().iter().filter(admitted).count();
    let fact = |label: &str, value: String, hint| Fact { label: label.to_owned(), value, hint };

    let mut facts = vec![
        fact("Solutions", solutions(insight), "Ways to cover every free cell with pieces that are left"),
        fact("Free cells", free_cells(free.len(), left), "Each piece covers five cells"),
        fact("Pieces left", left.to_string(), "Pieces that may be used and are not pinned"),
        fact("Placements that fit", grouped(placements as u64), "Ways to lay one of the pieces left on free cells"),
    ];
    let ends = [("Smallest found", &summary.smallest), ("Largest found", &summary.largest)];
    facts.extend(
        ends.into_iter().filter_map(|(label, end)| {
            Some(fact(label, name(end.as_ref()?), "The pieces on all cells, read row by row as one long number"))
        }),
    );
    facts
}

fn solutions(insight: Option<&Insight>) -> String {
    match insight.copied().unwrap_or_default() {
        Insight { solutions: Some(count), .. } => grouped(count),
        Insight { solvable: Some(true), .. } => "at least one".to_owned(),
        Insight { solvable: Some(false), .. } => "none".to_owned(),
        Insight { solvable: None, .. } => "not known yet".to_owned(),
    }
}

fn free_cells(free: usize, left: usize) -> String {
    let needed = free / PIECE_CELLS;
    if !free.is_multiple_of(PIECE_CELLS) {
        format!("{free}, no multiple of {PIECE_CELLS}")
    } else if needed > left {
        format!("{free}, for {needed} pieces: too few are left")
    } else {
        format!("{free}, for {needed} {}", if needed == 1 { "piece" } else { "pieces" })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::state::Squares, *};

    #[test]
    fn the_facts_say_what_a_position_needs() {
        let text = "0000#\n...0.\n".to_owned() + &".....\n".repeat(8);
        let mut state = State { board: Squares::from_text(&text).unwrap(), ..State::default() };
        let value = |state: &State, label: &str| {
            let facts = facts(state, Some(&Insight { solvable: Some(true), solutions: None }), &Summary::default());
            facts.into_iter().find(|fact| fact.label == label).map(|fact| fact.value).unwrap()
        };
        assert_eq!(value(&state, "Free cells"), "44, no multiple of 5");
        assert_eq!(value(&state, "Pieces left"), "9");
        assert_eq!(value(&state, "Solutions"), "at least one");
        state.board = Squares::default();
        state.pieces = state.board.pinned();
        assert_eq!(value(&state, "Free cells"), "50, for 10 pieces: too few are left");
        assert_eq!(value(&state, "Placements that fit"), "0");
    }
}
