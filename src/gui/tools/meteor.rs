//! Meteor's controls: the pieces, the orientation of the one in hand, the allowed pieces, the filter of the list.

use egui::{Painter, Ui, vec2};

use super::{
    Advice, Of, Tools,
    covering::{self, Choice, Chosen, Covering},
};
use crate::{
    gui::{
        canvas::{self, Carried},
        help::{HelpPage, help_page},
        icons::Icon,
        paint,
        sections::Section,
        theme::{self, space},
        widgets::{
            ORIENTATIONS_HEIGHT, TileState, apart, carried, icon_button, in_room, letter_toggle, muted, muted_in_turn, orientation_tile,
            picture_tile, piece_toggle,
        },
        words::remark::SOLVED,
    },
    puzzles::meteor::{
        Meteor,
        drawing::{self, is_solved},
        edit::{
            filter::has_twins,
            hand::Hand,
            heat_map::solutions_in_orientation,
            input::{put_back, reorient_hand, take_in_hand},
            instructions,
            view::View,
        },
        live::insight::Insight,
        model::{
            geometry::Cell,
            pieces::{Orientation, Piece, PieceSet, Placement},
            solution::contest_output,
            state::{Square, State},
        },
    },
    workbench::session::{Mode, Search},
};

impl Tools for Meteor {
    const FILTER: Option<&'static str> = Some("meteor.filter");
    const HELP: HelpPage = help_page!("meteor": "meteor-solution", "meteor-dead-end", "meteor-step");

    fn advice(session: Of<'_, Self>) -> Option<Advice> {
        let is_solved = is_solved(session.state(), session.view(), &session.flaws());
        is_solved.then(|| Advice::only(SOLVED))
    }

    fn tools_ui(ui: &mut Ui, session: Of<'_, Self>, state: &mut State, view: &mut View) {
        view.follow(state, session.shown(), session.summary().extremes());
        carried_ui(ui, view);
        Section::open("meteor.piece", "Piece in hand").show(ui, |ui| {
            palette(ui, state, view);
            turn_and_flip(ui, state, view);
            in_room(ui, "orientations", ORIENTATIONS_HEIGHT, |ui| match view.hand {
                Some(hand) => orientations(ui, state, hand, session.insight(), view),
                None => _ = muted(ui, "Pick up a piece to see its orientations."),
            });
            muted_in_turn(ui, instructions::instructions(session.played().mode() == Mode::Play, view), &instructions::ALL);
        });
        view.shows_filter = session.played().mode() == Mode::Solve;
        if session.played().mode() == Mode::Play {
            view.marking.is_on = false;
            return;
        }
        apart(ui, |ui| filter(ui, session, state, view));
        Section::folded("meteor.allowed", "Allowed pieces").show(ui, |ui| allowed(ui, state));
        Section::folded("meteor.board", "Board").show(ui, |ui| board(ui, state));
        Section::folded("meteor.contest", "Contest").show(ui, |ui| contest(ui, session));
    }
}

fn palette(ui: &mut Ui, state: &mut State, view: &mut View) {
    let look = theme::look(ui.ctx());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let is_in_hand = view.hand.is_some_and(|hand| hand.piece == piece);
            let is_on_board = state.board.pinned().contains(piece);
            let is_allowed = state.pieces.contains(piece);
            let is_given = state.given.contains(piece);
            let name = format!("Pick up piece {}", piece.digit());
            let tile = TileState::of(is_in_hand, is_on_board || !is_allowed);
            let paint = |painter: &Painter, room| {
                let picture = drawing::piece(piece, view.orientations[piece.index()], &look);
                paint::picture(painter, &picture, paint::Placement::fit(&picture, room));
            };
            let response = picture_tile(ui, paint, piece.digit(), tile, &name);
            if response.clicked() || response.drag_started() {
                put_back(state, view);
                if (!is_in_hand || response.drag_started()) && is_allowed && !is_given {
                    take_in_hand(state, view, piece);
                }
            }
            if response.dragged() && view.hand.is_some() {
                response.dnd_set_drag_payload(Carried);
            }
            response.on_hover_text(match (is_allowed, is_on_board) {
                (false, _) => "Not allowed: turn it on under Allowed pieces.",
                (true, true) if is_given => "The challenge gives this piece: it can't be moved",
                (true, true) => "On the board. Click or drag to pick it up.",
                (true, false) => "Drag it onto the board, or click it and then a cell. You can also type its digit.",
            });
        }
    });
}

/// Draws the piece in hand at the pointer while it is dragged from beside the board, and beside the cells, where there is no preview.
fn carried_ui(ui: &Ui, view: &View) {
    let Some(hand) = view.hand else { return };
    let is_shown = match canvas::pointed::<Cell>(ui.ctx()) {
        Some(over) => over.is_none(),
        None => canvas::is_carrying(ui.ctx()),
    };
    if is_shown {
        carried(ui, &drawing::piece(hand.piece, hand.orientation, &theme::look(ui.ctx())));
    }
}

fn turn_and_flip(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal(|ui| {
        let has_piece = view.hand.is_some();
        if icon_button(ui, Icon::Turn, "Turn (R, or the mouse wheel over the board)", has_piece).clicked() {
            reorient_hand(view, |orientation| orientation.turned(1));
        }
        if icon_button(ui, Icon::Flip, "Flip (F)", has_piece).clicked() {
            reorient_hand(view, Orientation::mirrored);
        }
        if icon_button(ui, Icon::Remove, "Put back (Esc)", has_piece).clicked() {
            put_back(state, view);
        }
    });
}

/// All orientations of the piece, each with the number of solutions that have it.
fn orientations(ui: &mut Ui, state: &State, hand: Hand, insight: Option<&Insight>, view: &mut View) {
    let look = theme::look(ui.ctx());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for orientation in Orientation::all() {
            let kept = solutions_in_orientation(state, hand.piece, orientation, insight);
            let picture = drawing::piece(hand.piece, orientation, &look);
            let name = orientation.letter().to_string();
            if orientation_tile(ui, &picture, hand.orientation == orientation, kept, &name).clicked() {
                reorient_hand(view, |_| orientation);
            }
        }
    });
}

fn allowed(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let is_allowed = state.pieces.contains(piece);
            let name = format!("Allow piece {}", piece.digit());
            if piece_toggle(ui, &piece.digit().to_string(), is_allowed, &name).clicked() {
                state.pieces = if is_allowed { state.pieces.without(piece) } else { state.pieces.with(piece) };
            }
        }
    });
}

fn board(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Remove all pieces").clicked() {
            state.remove_pieces();
        }
        if ui.button("Unblock all cells").clicked() {
            state.board.fill(state.board.cells(Square::Blocked), Square::Free);
        }
        if !state.given.is_empty()
            && ui
                .button("Release given pieces")
                .on_hover_text("Makes the pieces of the challenge ordinary pinned pieces, which you can move")
                .clicked()
        {
            state.given = PieceSet::NONE;
        }
    });
}

/// The filter of the list.
fn filter(ui: &mut Ui, session: Of<'_, Meteor>, state: &mut State, view: &mut View) {
    Section::folded(Meteor::FILTER.unwrap_or_default(), "Filter solutions").switched(!view.filter.is_empty()).show(ui, |ui| {
        fixed_pieces(ui, session, view);
        covering(ui, session, state, view);
        let hide = ui.add_enabled(has_twins(state), egui::Checkbox::new(&mut view.filter.hides_twins, "Hide half-turn twins"));
        hide.on_hover_text("List only one of each pair of solutions that are half turns of each other")
            .on_disabled_hover_text("A half turn of this position is another position, so solutions have no twins");
        let mut only_extremes = view.filter.extremes.is_some();
        let extremes = session.summary().extremes();
        let has_extremes = only_extremes || extremes.is_some();
        let only = ui.add_enabled(has_extremes, egui::Checkbox::new(&mut only_extremes, "Smallest and largest only"));
        if only.on_hover_text("Read row by row, each board is a number: list only the smallest and the largest").changed() {
            view.filter.extremes = extremes.filter(|_| only_extremes);
        }
    });
}

/// A toggle for each piece, which keeps it fixed: in the filter's place for it, or else where the shown solution has it.
fn fixed_pieces(ui: &mut Ui, session: Of<'_, Meteor>, view: &mut View) {
    muted(ui, "Keep these pieces fixed:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let before = view.filter.fixed.iter().find(|placement| placement.piece == piece).copied();
            let shown = session.shown().map(|(solution, _)| Placement { piece, cells: solution.cells(piece) });
            let placement = before.or(shown.filter(|placement| !placement.cells.is_empty()));
            let look = theme::look(ui.ctx());
            let name = format!("List only solutions with piece {} here", piece.digit());
            let toggle = |ui: &mut Ui| letter_toggle(ui, piece.digit(), before.is_some(), &name, look.pieces[piece.index()]);
            if ui.add_enabled(placement.is_some(), toggle).clicked()
                && let Some(placement) = placement
            {
                view.filter.toggle(placement);
            }
        }
    });
    ui.add_space(space::S);
}

/// The pieces that must cover the cells that the user marks.
fn covering(ui: &mut Ui, session: Of<'_, Meteor>, state: &mut State, view: &mut View) {
    let look = theme::look(ui.ctx());
    let choice =
        |piece: Piece| Choice { letter: piece.digit(), color: look.pieces[piece.index()], covers: view.filter.cells_for(piece).len() };
    let pieces: Vec<Choice> = Piece::all().map(choice).collect();
    let shown = session.shown().and_then(|(solution, _)| view.marking.piece_in(solution)).map(Piece::digit);
    let controls = Covering { pieces: &pieces, marked: view.marking.cells.len(), is_marking: view.marking.is_on, shown };
    match covering::ui(ui, &controls) {
        Some(Chosen::Mark(is_on)) => {
            // A click would place the piece in hand.
            put_back(state, view);
            view.marking.is_on = is_on;
        }
        Some(Chosen::Piece(digit)) => {
            if let Some(piece) = Piece::from_digit(digit) {
                view.marking.choose(piece, &mut view.filter);
            }
        }
        None => {}
    }
}

/// Copies the output that the contest asks for. It covers all solutions, so the button is off until they are found.
fn contest(ui: &mut Ui, session: Of<'_, Meteor>) {
    let all_are_found = matches!(session.searches().activity(), Search::Finished);
    let button = ui
        .add_enabled(all_are_found, egui::Button::new("Copy contest output"))
        .on_hover_text("The number of solutions, the smallest and the largest, in the contest's format")
        .on_disabled_hover_text("Solve first: the output needs all solutions");
    if button.clicked() {
        ui.ctx().copy_text(contest_output(session.searches().solutions().count(), session.summary()));
    }
}
