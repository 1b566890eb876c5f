//! Meteor's controls: the pieces, how the one in hand lies, which may be used.

use egui::{Ui, vec2};

use super::Tools;
use crate::{
    board::Board,
    gui::{
        icons::Icon,
        theme,
        widgets::{chip, icon_button, muted, next_section, piece_toggle},
    },
    puzzles::meteor::{
        Meteor,
        editing::View,
        pieces::Piece,
        state::{Square, State},
    },
    workbench::session::{Search, Session},
};

impl Tools for Meteor {
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        next_section(ui, "Piece in hand");
        palette(ui, state, view);
        turn_and_flip(ui, view);
        muted(ui, if view.hand.is_some() { "Click the board to put it down." } else { "Click a cell to block it, or take a piece." });
        next_section(ui, "Pieces that may be used");
        usable(ui, state);
        board(ui, state);
        contest(ui, session);
    }
}

fn palette(ui: &mut Ui, state: &State, view: &mut View) {
    let pieces = theme::look(ui.ctx()).pieces;
    let pinned = state.board.pinned();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for piece in Piece::all() {
            let is_in_hand = view.hand == Some(piece);
            let name = format!("Take piece {}", piece.digit());
            let where_it_is = if pinned.contains(piece) { "It lies on the board." } else { "Key: its digit." };
            let chip = chip(ui, &piece.digit().to_string(), pieces[piece.index()], is_in_hand, &name);
            if chip.on_hover_text(where_it_is).clicked() {
                view.hand = (!is_in_hand).then_some(piece);
            }
        }
    });
}

fn turn_and_flip(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        let has_piece = view.hand.is_some();
        if icon_button(ui, Icon::Turn, "Turn (R)", has_piece).clicked() {
            view.orientation = view.orientation.turned(1);
        }
        if icon_button(ui, Icon::Flip, "Flip (F)", has_piece).clicked() {
            view.orientation = view.orientation.mirrored();
        }
        if icon_button(ui, Icon::Remove, "Put it away", has_piece).clicked() {
            view.hand = None;
        }
    });
}

fn usable(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let is_usable = state.pieces.contains(piece);
            let name = format!("Piece {} may be used", piece.digit());
            if piece_toggle(ui, &piece.digit().to_string(), is_usable, &name).clicked() {
                state.pieces = if is_usable { state.pieces.without(piece) } else { state.pieces.with(piece) };
            }
        }
    });
}

fn board(ui: &mut Ui, state: &mut State) {
    next_section(ui, "Board");
    ui.horizontal_wrapped(|ui| {
        if ui.button("Remove pieces").clicked() {
            for piece in state.board.pinned().iter() {
                let square = Square::Pinned(piece);
                state.board.fill(state.board.cells(square), Square::Free);
            }
        }
        if ui.button("Free all cells").clicked() {
            state.board.fill(state.board.cells(Square::Blocked), Square::Free);
        }
    });
}

/// Copies what the contest asks a program to print. It needs all solutions, so it waits until they are found.
fn contest(ui: &mut Ui, session: &Session<Meteor>) {
    next_section(ui, "Contest");
    let all_are_found = matches!(session.activity(), Search::Finished);
    let button = ui
        .add_enabled(all_are_found, egui::Button::new("Copy the output"))
        .on_hover_text("The number of solutions, the smallest and the largest, as the contest has them printed")
        .on_disabled_hover_text("Solve first: it tells of all solutions");
    if button.clicked()
        && let Some(text) = Meteor::contest_output(session.answers().count(), session.summary())
    {
        ui.ctx().copy_text(text);
    }
}
