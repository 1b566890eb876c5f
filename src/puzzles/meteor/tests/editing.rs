//! Editing as a user does it: inputs one after the other, and the board that comes of them.

use super::super::{
    Meteor,
    editing::{Gesture, View},
    geometry::Cell,
    pieces::{Orientation, Piece},
    state::{Squares, State},
};
use crate::board::{Board, Input, Reply};

/// A position with a hand over it.
#[derive(Default)]
struct Table {
    state: State,
    view: View,
}

impl Table {
    /// With this upper left part of the board; everything else is free.
    fn with(first_rows: &str) -> Self {
        Self { state: State { board: board(first_rows), ..State::default() }, ..Self::default() }
    }

    fn act(&mut self, cell: usize, input: Input<Cell>) -> Reply<Cell> {
        Meteor::act(&mut self.state, &mut self.view, Cell::new(cell), input)
    }

    fn type_all(&mut self, cell: usize, symbols: &str) {
        for symbol in symbols.chars() {
            assert_eq!(self.act(cell, Input::Character(symbol)), Reply::Done, "{symbol}");
        }
    }

    #[track_caller]
    fn shows(&self, first_rows: &str) {
        assert_eq!(self.state.board.to_text(), board(first_rows).to_text());
    }

    #[track_caller]
    fn refuses(&mut self, cell: usize, input: Input<Cell>, reason: &str) {
        let before = self.state.clone();
        assert_eq!(self.act(cell, input), Reply::Refused(reason.to_owned()));
        assert_eq!(self.state, before);
    }
}

fn board(first_rows: &str) -> Squares {
    Squares::from_text(&format!("{first_rows}\n{}", ".....\n".repeat(10 - first_rows.lines().count()))).unwrap()
}

fn cell(index: usize) -> Cell {
    Cell::new(index).unwrap()
}

#[test]
fn a_piece_is_taken_in_hand_and_pinned() {
    let mut table = Table::default();
    table.type_all(2, "0");
    assert_eq!(table.act(2, Input::Press), Reply::Done);
    table.shows("0000.\n...0.");
    assert_eq!(table.view.hand, None, "it is on the board now");
}

#[test]
fn a_piece_is_turned_and_flipped_about_the_cell_that_is_pointed_at() {
    let mut table = Table::default();
    table.type_all(2, "0f");
    table.act(2, Input::Press);
    table.shows(".0000\n0....");
    table.type_all(12, "0");
    assert_eq!(table.act(12, Input::Wheel(3)), Reply::Done);
    table.act(12, Input::Press);
    assert_eq!(table.state.board.pinned().len(), 1, "it was moved: there is only one");
    table.shows(".....\n...0.\n0000.");
}

#[test]
fn turning_needs_a_piece_in_hand() {
    let mut table = Table::default();
    assert_eq!(table.act(0, Input::Wheel(1)), Reply::Ignored);
    assert_eq!(table.act(0, Input::Character('r')), Reply::Ignored);
    table.type_all(0, "3rrRfF");
    assert_eq!(table.view.orientation, Orientation::default().turned(1));
    table.type_all(0, "3");
    assert_eq!(table.view.hand, None, "the same digit puts it away");
}

#[test]
fn a_piece_that_does_not_fit_says_why() {
    let mut table = Table::with("0000.\n...0.\n.....\n.....\n..#..");
    table.type_all(7, "3");
    table.refuses(0, Input::Press, "piece 3 would leave the board");
    table.refuses(2, Input::Press, "piece 0 already lies there");
    table.type_all(7, "33");
    table.refuses(22, Input::Press, "that cell is blocked");
    table.state.pieces = table.state.pieces.without(Piece::new(3).unwrap());
    table.refuses(22, Input::Press, "piece 3 is not among the pieces that may be used");
    table.view.hand = None;
    table.refuses(22, Input::Character('3'), "piece 3 is not among the pieces that may be used");
}

#[test]
fn a_pinned_piece_is_taken_up_as_it_lies() {
    let mut table = Table::with(".0000\n0....");
    assert_eq!(table.act(4, Input::Press), Reply::Done);
    table.shows(".....");
    assert_eq!(table.view.hand, Piece::new(0));
    table.act(32, Input::Press);
    table.shows(".....\n.....\n.....\n.....\n.....\n.....\n.0000\n0....");
}

#[test]
fn cells_are_blocked_and_freed() {
    let mut table = Table::with("0000.\n...0.");
    table.act(4, Input::Press);
    table.act(5, Input::SecondPress);
    table.type_all(6, "#");
    table.shows("0000#\n##.0.");
    table.act(4, Input::Press);
    table.act(5, Input::Delete);
    table.type_all(6, ".");
    table.shows("0000.\n...0.");
    table.refuses(0, Input::Character('#'), "piece 0 already lies there");
    assert_eq!(table.act(5, Input::Delete), Reply::Ignored);
    table.act(8, Input::Delete);
    table.shows(".....");
}

#[test]
fn a_second_press_takes_a_piece_away() {
    let mut table = Table::with("0000.\n...0.");
    table.act(1, Input::SecondPress);
    table.shows(".....");
    assert_eq!(table.view.hand, None);
}

#[test]
fn sweeping_paints_what_it_began_with() {
    let mut table = Table::with("0000.\n.#.0.");
    for to in [6, 7, 8, 9] {
        table.act(to, Input::Sweep { from: cell(5) });
    }
    table.shows("0000.\n###0#");
    table.act(5, Input::Drop { from: cell(9) });
    for to in [6, 7] {
        table.act(to, Input::Sweep { from: cell(5) });
    }
    table.shows("0000.\n...0#");
}

#[test]
fn a_pinned_piece_is_carried() {
    let mut table = Table::with("0000.\n...0.\n....#");
    table.act(13, Input::Sweep { from: cell(3) });
    assert_eq!(table.view.gesture, Some(Gesture::Carry { from: cell(3) }));
    table.act(3, Input::Sweep { from: cell(3) });
    assert_eq!(table.view.gesture, None, "it came back to where it was");
    table.act(13, Input::Sweep { from: cell(3) });
    table.act(13, Input::Drop { from: cell(3) });
    assert_eq!(table.view.gesture, None);
    table.shows(".....\n.....\n0000#\n...0.");
    table.refuses(14, Input::Drop { from: cell(13) }, "that cell is blocked");
    table.refuses(9, Input::Drop { from: cell(13) }, "piece 0 would leave the board");
    assert_eq!(table.act(1, Input::Drop { from: cell(0) }), Reply::Ignored, "nothing was carried");
}

#[test]
fn beside_the_board_only_the_hand_is_meant() {
    let mut table = Table::default();
    let mut beside = |input| Meteor::act(&mut table.state, &mut table.view, None, input);
    assert_eq!(beside(Input::Press), Reply::Ignored);
    assert_eq!(beside(Input::Drop { from: cell(0) }), Reply::Ignored);
    assert_eq!(beside(Input::Character('#')), Reply::Ignored);
    assert_eq!(beside(Input::Character('x')), Reply::Ignored);
    assert_eq!(beside(Input::Character('7')), Reply::Done);
    assert_eq!(beside(Input::Character('r')), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Ignored);
    table.shows(".....");
}
