//! What is known of a position, as lines to read.

use super::insight::Insight;
use crate::{
    board::Fact,
    puzzles::meteor::model::{
        pieces::{PIECE_CELLS, Placement},
        solution::{Solution, Summary},
        state::{Square, State},
    },
    text::grouped,
};

/// So many characters of a solution's text are told where it is one of a kind.
const CHARACTERS_OF_TEXT: usize = 10;

fn beginning(solution: &Solution) -> String {
    solution.text().chars().take(CHARACTERS_OF_TEXT).chain(['…']).collect()
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
    facts.extend(ends.into_iter().filter_map(|(label, end)| {
        Some(fact(label, beginning(end.as_ref()?), "The pieces on all cells, read row by row as one long number"))
    }));
    facts
}

fn solutions(insight: Option<&Insight>) -> String {
    if let Some(at_least) = insight.and_then(|insight| insight.at_least) {
        return match at_least {
            0 => "not counted: it takes too long after every edit".to_owned(),
            at_least => format!("at least {}", grouped(at_least)),
        };
    }
    match insight.map(|insight| (insight.solvable, insight.solutions)) {
        Some((_, Some(0)) | (Some(false), _)) => "none".to_owned(),
        Some((_, Some(count))) => grouped(count),
        Some((Some(true), None)) => "at least one".to_owned(),
        Some((None, None)) | None => "not known yet".to_owned(),
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
    use super::*;
    use crate::puzzles::meteor::model::state::Squares;

    #[test]
    fn the_facts_say_what_a_position_needs() {
        let text = "0000#\n...0.\n".to_owned() + &".....\n".repeat(8);
        let mut state = State { board: Squares::from_text(&text).unwrap(), ..State::default() };
        let value = |state: &State, label: &str| {
            let facts = facts(state, Some(&Insight { solvable: Some(true), ..Insight::default() }), &Summary::default());
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
