//! Editing as a user does it: a series of inputs, and the board that results.

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

/// A position and its view.
#[derive(Default)]
struct Table {
    state: State,
    view: View,
}

impl Table {
    /// A position with these first rows; all other cells are free.
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
fn a_piece_in_hand_can_be_pinned() {
    let mut table = Table::default();
    table.type_all(2, "0");
    assert_eq!(table.act(2, Input::Press), Reply::Done);
    table.shows("0000.\n...0.");
    assert_eq!(table.view.hand, None, "it is on the board now");
}

#[test]
fn a_piece_turns_about_the_cell_under_the_pointer() {
    let mut table = Table::default();
    table.type_all(2, "0f");
    table.act(2, Input::Press);
    table.shows(".0000\n0....");
    table.type_all(12, "0");
    assert_eq!(table.act(12, Input::Wheel(3)), Reply::Done);
    table.act(12, Input::Press);
    assert_eq!(table.state.board.pinned().len(), 1, "it moved: there is only one of each piece");
    table.shows(".....\n...0.\n0000.");
}

#[test]
fn turning_needs_a_piece_in_hand() {
    let mut table = Table::default();
    assert_eq!(table.act(0, Input::Wheel(1)), Reply::Ignored);
    assert_eq!(table.act(0, Input::Character('r')), Reply::Ignored);
    table.type_all(0, "3rrRfF");
    assert_eq!(table.view.orientations[3], Orientation::default().turned(1));
    table.type_all(0, "3");
    assert_eq!(table.view.hand, None, "the same digit puts it back");
}

#[test]
fn each_piece_is_taken_as_it_was_held_last() {
    let mut table = Table::default();
    table.type_all(0, "3r5");
    let held = |table: &Table| table.view.hand.map(|hand| (hand.piece.digit(), hand.orientation));
    assert_eq!(held(&table), Some(('5', Orientation::default())));
    table.type_all(0, "3");
    assert_eq!(held(&table), Some(('3', Orientation::default().turned(1))));
}

#[test]
fn drops_that_do_not_fit_are_refused_with_a_reason() {
    let mut table = Table::with("0000.\n...0.\n.....\n.....\n..#..");
    table.type_all(7, "3");
    table.refuses(0, Input::Press, "piece 3 would extend beyond the board");
    table.refuses(2, Input::Press, "piece 0 is already here");
    table.type_all(7, "33");
    table.refuses(22, Input::Press, "a blocked cell is in the way");
    table.state.pieces = table.state.pieces.without(Piece::new(3).unwrap());
    table.refuses(22, Input::Press, "piece 3 isn't allowed: turn it on under Allowed pieces");
    table.view.hand = None;
    table.refuses(22, Input::Character('3'), "piece 3 isn't allowed: turn it on under Allowed pieces");
}

#[test]
fn a_pinned_piece_is_picked_up_in_its_orientation() {
    let mut table = Table::with(".0000\n0....");
    assert_eq!(table.act(4, Input::Press), Reply::Done);
    table.shows(".....");
    assert_eq!(table.hand(), Piece::new(0));
    table.act(34, Input::Press);
    table.shows(".....\n.....\n.....\n.....\n.....\n.....\n.0000\n0....");
}

#[test]
fn cells_can_be_blocked_and_freed() {
    let mut table = Table::with("0000.\n...0.");
    table.act(4, Input::Press);
    table.act(5, Input::SecondaryPress);
    table.type_all(6, "#");
    table.shows("0000#\n##.0.");
    table.act(4, Input::Press);
    table.act(5, Input::Delete);
    table.type_all(6, ".");
    table.shows("0000.\n...0.");
    table.refuses(0, Input::Character('#'), "piece 0 is already here");
    assert_eq!(table.act(5, Input::Delete), Reply::Ignored);
    table.act(8, Input::Delete);
    table.shows(".....");
}

#[test]
fn a_second_press_removes_a_piece() {
    let mut table = Table::with("0000.\n...0.");
    table.act(1, Input::SecondaryPress);
    table.shows(".....");
    assert_eq!(table.view.hand, None);
}

#[test]
fn sweeping_paints_the_opposite_of_the_first_cell() {
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
fn a_pinned_piece_is_dragged_by_the_cell_under_the_pointer() {
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
fn a_piece_dropped_where_it_does_not_fit_goes_back() {
    let mut table = Table::with("0000.\n...0.\n....#");
    for (to, reason) in [(14, "a blocked cell is in the way"), (49, "piece 0 would extend beyond the board")] {
        table.act(to, Input::Sweep { from: cell(3) });
        assert_eq!(table.act(to, Input::Drop { from: cell(3) }), Reply::Refused(reason.to_owned()));
        table.shows("0000.\n...0.\n....#");
        assert_eq!(table.hand(), None);
    }
}

#[test]
fn a_piece_can_be_turned_while_it_is_dragged() {
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
fn a_piece_dragged_off_the_board_is_removed() {
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
fn a_cancelled_drag_drops_nothing() {
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
fn a_piece_from_the_board_is_put_back() {
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
fn a_drag_within_a_cell_is_a_press() {
    let mut table = Table::default();
    table.act(7, Input::Drop { from: cell(7) });
    table.shows(".....\n..#..");
    table.type_all(7, "0");
    table.act(22, Input::Drop { from: cell(21) });
    assert_eq!(table.state.board.pinned().len(), 1);
}

#[test]
fn a_piece_of_the_shown_solution_can_be_pinned() {
    let mut table = Table::default();
    table.view.shown = Some(board("0000.\n...0."));
    table.act(3, Input::Press);
    table.shows("0000.\n...0.");
    table.act(1, Input::Press);
    table.shows(".....");
    assert_eq!(table.hand(), Piece::new(0), "it is pinned now and can be picked up");
}

#[test]
fn cells_are_marked_for_the_filter_by_key_click_and_drag() {
    let marked = |table: &Table| table.view.marking.cells.iter().map(Cell::index).collect::<Vec<_>>();
    let mut table = Table::with("#....");
    table.type_all(1, "m");
    table.type_all(2, "M");
    table.type_all(1, "m");
    assert_eq!(marked(&table), [2]);
    table.refuses(0, Input::Character('m'), "no piece covers a blocked cell");
    table.view.marking.is_on = true;
    assert_eq!(table.act(7, Input::Press), Reply::Done);
    assert_eq!(table.act(4, Input::Sweep { from: cell(3) }), Reply::Done);
    assert_eq!(table.act(4, Input::Drop { from: cell(3) }), Reply::Done);
    assert_eq!(marked(&table), [2, 3, 4, 7]);
    table.shows("#....");
    assert_eq!(table.act(1, Input::Cancel), Reply::Done);
    assert_eq!((marked(&table), table.view.marking.is_on), (vec![], false));
    assert_eq!(table.act(1, Input::Cancel), Reply::Ignored);
    assert_eq!(table.act(1, Input::Press), Reply::Done);
    table.shows("##...");
}

#[test]
fn the_list_can_be_filtered_by_a_piece_here() {
    let mut table = Table::default();
    let fixed = |piece, cells: &[usize]| {
        vec![Placement { piece: Piece::new(piece).unwrap(), cells: cells.iter().map(|&index| cell(index)).collect() }]
    };
    table.type_all(2, "0l");
    assert_eq!(table.view.filter.fixed, fixed(0, &[0, 1, 2, 3, 8]));
    assert_eq!(table.hand(), None);
    table.type_all(12, "0");
    assert_eq!(table.act(12, Input::SecondaryPress), Reply::Done);
    assert_eq!(table.view.filter.fixed, fixed(0, &[10, 11, 12, 13, 18]), "a piece is fixed in only one place");
    table.type_all(49, "0");
    assert_eq!(table.act(49, Input::SecondaryPress), Reply::Refused("piece 0 would extend beyond the board".to_owned()));
    table.act(49, Input::Cancel);
    table.view.shown = Some(board("0000.\n...0."));
    table.type_all(1, "l");
    table.type_all(1, "l");
    assert!(table.view.filter.is_empty());
    assert_eq!(table.state.board.cells(Square::Free).len(), 50);
}

#[test]
fn beside_the_board_inputs_affect_only_the_hand() {
    let mut table = Table::default();
    let mut beside = |input| Meteor::act(&mut table.state, &mut table.view, None, input);
    assert_eq!(beside(Input::Press), Reply::Ignored);
    assert_eq!(beside(Input::Drop { from: cell(0) }), Reply::Ignored);
    assert_eq!(beside(Input::Character('#')), Reply::Ignored);
    assert_eq!(beside(Input::Character('x')), Reply::Ignored);
    assert_eq!(beside(Input::Character('7')), Reply::Focus(cell(0)), "the keyboard continues on the board");
    assert_eq!(beside(Input::Character('r')), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Done);
    assert_eq!(beside(Input::Delete), Reply::Ignored);
    table.shows(".....");
}

#[test]
fn given_pieces_stay_where_they_are() {
    let mut table = Table::with("0000.\n...0.\n11...");
    table.state.given = Piece::new(0).unwrap().into();
    for input in [Input::Press, Input::SecondaryPress, Input::Delete, Input::Character('.'), Input::Character('#'), Input::Character('0')] {
        table.refuses(0, input, "piece 0 is given");
    }
    for input in [Input::Press, Input::SecondaryPress, Input::Character('#')] {
        table.refuses(20, input, "the cells of a challenge can't be changed: release the given pieces first");
    }
    let before = table.state.clone();
    let from = Cell::new(0).unwrap();
    table.act(12, Input::Sweep { from });
    table.act(13, Input::Drop { from });
    assert_eq!(table.state, before, "it can't be dragged");
    table.act(10, Input::Delete);
    table.shows("0000.\n...0.");
    table.type_all(20, "3");
    assert!(matches!(table.act(8, Input::Press), Reply::Refused(_)), "it stays in the way");
}

#[test]
fn a_piece_that_is_moved_by_pasting_is_no_longer_given() {
    let mut table = Table::with("0000.\n...0.\n3333.\n.3...");
    table.state.given = Piece::new(0).into_iter().chain(Piece::new(3)).collect();
    let pasted = Meteor::read_text(&board("0000.\n...0.").to_text(), &table.state).unwrap();
    assert_eq!(pasted.given, Piece::new(0).unwrap().into());
    table.state.remove_pieces();
    table.shows("0000.\n...0.\n3333.\n.3...");
}
