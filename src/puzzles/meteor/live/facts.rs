//! The facts about a position, as lines to read.

use super::insight::Insight;
use crate::{
    board::Fact,
    puzzles::meteor::{
        model::{
            pieces::{PIECE_CELLS, Placement},
            solution::{Solution, Summary},
            state::{Square, State},
        },
        words,
    },
    text::{counted, grouped},
};

/// The number of characters shown of a solution's text.
const CHARACTERS_OF_TEXT: usize = 10;

fn first_characters(solution: &Solution) -> String {
    solution.text().chars().take(CHARACTERS_OF_TEXT).chain(['…']).collect()
}

/// Returns all facts.
pub fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
    let free = state.board.cells(Square::Free);
    let pinned = state.board.pinned();
    let remaining = state.pieces.iter().filter(|&piece| !pinned.contains(piece)).count();
    let admitted = |placement: &&Placement| {
        state.pieces.contains(placement.piece) && !pinned.contains(placement.piece) && free.covers(placement.cells)
    };
    let options = Placement::all().iter().filter(admitted).count();
    let fact = |label: &str, value: String, tooltip| Fact { label: label.to_owned(), value, tooltip };

    let mut facts = vec![
        fact("Solutions", solutions(insight), "Ways to cover every free cell with the remaining pieces"),
        fact("Free cells", free_cells(free.len(), remaining), "Each piece covers five cells"),
        fact("Remaining pieces", remaining.to_string(), "Allowed pieces that aren't pinned"),
        fact("Options", grouped(options as u64), "Ways to place one remaining piece on free cells"),
    ];
    let extremes = [("Smallest found", &summary.smallest), ("Largest found", &summary.largest)];
    facts.extend(extremes.into_iter().filter_map(|(label, solution)| {
        Some(fact(label, first_characters(solution.as_ref()?), "The digits of all cells, read row by row as one number"))
    }));
    facts
}

fn solutions(insight: Option<&Insight>) -> String {
    if let Some(at_least) = insight.and_then(|insight| insight.at_least) {
        return match at_least {
            0 => "not counted (too slow)".to_owned(),
            at_least => words::at_least(at_least),
        };
    }
    match insight.map(|insight| (insight.solvable, insight.solutions)) {
        Some((_, Some(0)) | (Some(false), _)) => "none".to_owned(),
        Some((_, Some(count))) => grouped(count),
        Some((Some(true), None)) => words::at_least(1),
        Some((None, None)) | None => "not counted yet".to_owned(),
    }
}

fn free_cells(free: usize, remaining: usize) -> String {
    let pieces_needed = free / PIECE_CELLS;
    if !free.is_multiple_of(PIECE_CELLS) {
        format!("{free}, not a multiple of {PIECE_CELLS}")
    } else if pieces_needed > remaining {
        format!("{free}, for {}; only {remaining} left", counted(pieces_needed as u64, "piece"))
    } else {
        format!("{free}, for {}", counted(pieces_needed as u64, "piece"))
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
        assert_eq!(value(&state, "Free cells"), "44, not a multiple of 5");
        assert_eq!(value(&state, "Remaining pieces"), "9");
        assert_eq!(value(&state, "Solutions"), "at least 1");
        state.board = Squares::default();
        state.pieces = state.board.pinned();
        assert_eq!(value(&state, "Free cells"), "50, for 10 pieces; only 0 left");
        assert_eq!(value(&state, "Options"), "0");
    }
}
