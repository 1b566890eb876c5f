//! Editing as a user does it: inputs one after the other, and the board that comes of them.

use crate::{
    board::{Board, Input, Reply},
    puzzles::meteor::{
        Meteor,
        edit::view::{Gesture, View},
        model::{
            geometry::Cell,
            pieces::{Orientation, Piece, Placement},
            state::{Square, Squares, State},
        },
    },
};

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

    fn hand(&self) -> Option<Piece> {
        self.view.hand.map(|hand| hand.piece)
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
    table.refuses(22, Input::Press, "a blocked cell is in the way");
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
    assert_eq!(table.hand(), Piece::new(0));
    table.act(34, Input::Press);
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
    table.act(9, Input::Drop { from: cell(5) });
    table.shows("0000.\n###0#");
    for to in [6, 7] {
        table.act(to, Input::Sweep { from: cell(5) });
    }
    table.act(7, Input::Drop { from: cell(5) });
    table.shows("0000.\n...0#");
    assert_eq!(table.view.gesture, None);
}

#[test]
fn a_pinned_piece_is_carried_by_the_cell_where_it_was_taken() {
    let mut table = Table::with("0000.\n...0.\n....#");
    table.act(13, Input::Sweep { from: cell(3) });
    assert_eq!((table.view.gesture, table.hand()), (Some(Gesture::Carry), Piece::new(0)));
    table.shows(".....\n.....\n....#");
    table.act(13, Input::Drop { from: cell(3) });
    assert_eq!((table.view.gesture, table.hand()), (None, None));
    table.shows(".....\n.....\n0000#\n...0.");
    table.act(3, Input::Sweep { from: cell(13) });
    table.act(13, Input::Sweep { from: cell(13) });
    table.act(13, Input::Drop { from: cell(13) });
    table.shows(".....\n.....\n0000#\n...0.");
}

#[test]
fn a_piece_let_go_where_it_cannot_lie_goes_back() {
    let mut table = Table::with("0000.\n...0.\n....#");
    for (to, reason) in [(14, "a blocked cell is in the way"), (49, "piece 0 would leave the board")] {
        table.act(to, Input::Sweep { from: cell(3) });
        assert_eq!(table.act(to, Input::Drop { from: cell(3) }), Reply::Refused(reason.to_owned()));
        table.shows("0000.\n...0.\n....#");
        assert_eq!(table.hand(), None);
    }
}

#[test]
fn a_piece_is_turned_while_it_is_carried() {
    let mut table = Table::with("0000.\n...0.");
    table.act(2, Input::Sweep { from: cell(0) });
    assert_eq!(table.act(2, Input::Wheel(3)), Reply::Done);
    table.type_all(2, "fr");
    table.type_all(2, "R");
    table.act(20, Input::Sweep { from: cell(0) });
    table.act(20, Input::Drop { from: cell(0) });
    table.shows(".....\n.....\n.....\n...0.\n0000.");
}

#[test]
fn a_piece_dragged_off_the_board_is_gone() {
    for sweeps in [false, true] {
        let mut table = Table::with("0000.\n...0.");
        if sweeps {
            table.act(4, Input::Sweep { from: cell(3) });
        }
        assert_eq!(Meteor::act(&mut table.state, &mut table.view, None, Input::Drop { from: cell(3) }), Reply::Done);
        table.shows(".....");
        assert_eq!((table.hand(), table.view.gesture), (None, None));
    }
}

#[test]
fn what_was_called_off_is_not_put_down() {
    let mut table = Table::with("0000.\n...0.");
    table.act(13, Input::Sweep { from: cell(3) });
    assert_eq!(table.act(13, Input::Cancel), Reply::Done);
    table.shows("0000.\n...0.");
    table.act(14, Input::Sweep { from: cell(3) });
    table.act(14, Input::Drop { from: cell(3) });
    table.shows("0000.\n...0.");
    table.act(13, Input::Sweep { from: cell(3) });
    assert_eq!(table.act(13, Input::Delete), Reply::Done);
    table.act(13, Input::Drop { from: cell(3) });
    table.shows(".....");
}

#[test]
fn a_piece_taken_from_the_board_is_put_back() {
    let mut table = Table::with("0000.\n...0.");
    table.type_all(40, "0");
    table.shows(".....");
    table.type_all(40, "0");
    table.shows("0000.\n...0.");
    table.type_all(40, "01");
    table.shows("0000.\n...0.");
    assert_eq!(table.hand(), Piece::new(1));
    assert_eq!(table.act(40, Input::Cancel), Reply::Done);
    assert_eq!(table.act(40, Input::Cancel), Reply::Ignored);
}

#[test]
fn a_press_that_slips_is_still_a_press() {
    let mut table = Table::default();
    table.act(7, Input::Drop { from: cell(7) });
    table.shows(".....\n..#..");
    table.type_all(7, "0");
    table.act(22, Input::Drop { from: cell(21) });
    assert_eq!(table.state.board.pinned().len(), 1);
}

#[test]
fn a_piece_of_the_shown_solution_is_pinned() {
    let mut table = Table::default();
    table.view.seen = Some(board("0000.\n...0."));
    table.act(3, Input::Press);
    table.shows("0000.\n...0.");
    table.act(1, Input::Press);
    table.shows(".....");
    assert_eq!(table.hand(), Piece::new(0), "now it is a pin and can be taken up");
}

#[test]
fn solutions_are_wanted_with_a_piece_here() {
    let mut table = Table::default();
    let wanted = |piece, cells: &[usize]| {
        vec![Placement { piece: Piece::new(piece).unwrap(), cells: cells.iter().map(|&index| cell(index)).collect() }]
    };
    table.type_all(2, "0l");
    assert_eq!(table.view.filter.wanted, wanted(0, &[0, 1, 2, 3, 8]));
    assert_eq!(table.hand(), None);
    table.type_all(12, "0");
    assert_eq!(table.act(12, Input::SecondPress), Reply::Done);
    assert_eq!(table.view.filter.wanted, wanted(0, &[10, 11, 12, 13, 18]), "a piece is wanted in one place");
    table.type_all(49, "0");
    assert_eq!(table.act(49, Input::SecondPress), Reply::Refused("piece 0 would leave the board".to_owned()));
    table.act(49, Input::Cancel);
    table.view.seen = Some(board("0000.\n...0."));
    table.type_all(1, "l");
    table.type_all(1, "l");
    assert!(table.view.filter.is_open());
    assert_eq!(table.state.board.cells(Square::Free).len(), 50);
}

#[test]
fn beside_the_board_only_the_hand_is_meant() {
    let mut table = Table::default();
    let mut beside = |input| Meteor::act(&mut table.state, &mut table.view, None, input);
    assert_eq!(beside(Input::Press), Reply::Ignored);
    assert_eq!(beside(Input::Drop { from: cell(0) }), Reply::Ignored);
    assert_eq!(beside(Input::Character('#')), Reply::Ignored);
    assert_eq!(beside(Input::Character('x')), Reply::Ignored);
    assert_eq!(beside(Input::Character('7')), Reply::Focus(cell(0)), "the keyboard goes on with it on the board");
    assert_eq!(beside(Input::Character('r')), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Ignored);
    table.shows(".....");
}
