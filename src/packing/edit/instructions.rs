//! What to do with the piece in hand, in a sentence or two.

use super::{heat::HeatMap, input::turns_for, view::View};
use crate::{
    live::insight::Insight,
    model::{lattice::Lattice, state::State},
};
use base::text::{counted, grouped};

/// No piece is in hand.
pub const TAKE_A_PIECE: &str = "Drag a piece onto the board, or click it or type its letter or digit.";
/// One is.
pub const CLICK_A_CELL: &str = "Click a cell to place it.";
/// Cells are marked for the filter.
pub const MARK_CELLS: &str = "Click cells to mark them, and then the piece that covers them, under Filter solutions. Esc ends this.";
const NUMBERS: &str = "The numbers show how many solutions remain.";

/// What to do now, with the number of solutions that have the piece in hand in its orientation.
pub fn instructions(state: &State, view: &View, insight: Option<&Insight>) -> String {
    if view.hand.is_none() {
        return if view.marking.is_on { MARK_CELLS } else { TAKE_A_PIECE }.to_owned();
    }
    let Some(heat) = HeatMap::new(state, &state.grid(), view, insight) else { return CLICK_A_CELL.to_owned() };
    match heat.anywhere() {
        0 => format!("No solution has this orientation. {CLICK_A_CELL} {NUMBERS}"),
        with_it => {
            format!("This orientation is in {} of {}. {CLICK_A_CELL} {NUMBERS}", grouped(with_it), counted(heat.solutions, "solution"))
        }
    }
}

/// How to take this piece.
pub fn how_to_take(lattice: &Lattice, piece: char) -> String {
    let turns = piece.is_uppercase() && turns_for(lattice, piece.to_ascii_lowercase()).is_some();
    let key = if turns { format!("type Shift+{piece}") } else { format!("type {piece}") };
    format!("Drag it onto the board, or click it and then a cell. You can also {key}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        edit::view::Hand,
        live::analysis::analyze,
        model::lattice::{CUBES, SQUARES},
        testing::problem,
    };
    use base::search::Found;

    #[test]
    fn they_follow_what_is_in_hand() {
        let (state, mut view) = (State::default(), View::default());
        assert_eq!(instructions(&state, &view, None), TAKE_A_PIECE);
        view.marking.is_on = true;
        assert_eq!(instructions(&state, &view, None), MARK_CELLS);
        view.hand = Some(Hand::new('V', 0));
        assert_eq!(instructions(&state, &view, None), CLICK_A_CELL, "nothing is counted yet");
        let mut found = Found::default();
        assert!(analyze(&problem(&state), &mut found).is_continue());
        let insight = found.items.iter().rfind(|insight| insight.kept.is_some()).unwrap();
        let text = instructions(&state, &view, Some(insight));
        assert!(text.starts_with("This orientation is in ") && text.ends_with(NUMBERS), "{text}");
        assert!(text.contains(" of 11,520 solutions. "), "{text}");
    }

    #[test]
    fn letters_that_turn_a_piece_need_the_shift_key() {
        assert!(how_to_take(&CUBES, 'V').ends_with("You can also type V."));
        assert!(how_to_take(&CUBES, 'X').ends_with("You can also type Shift+X."));
        assert!(how_to_take(&SQUARES, 'X').ends_with("You can also type X."));
        assert!(how_to_take(&SQUARES, 'F').ends_with("You can also type Shift+F."));
    }
}
