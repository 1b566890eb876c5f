//! The filters of the solution list.

use egui::{Ui, vec2};
use glam::IVec3;

use super::words;
use crate::{
    gui::{
        sections::Section,
        theme::space,
        widgets::{letter_toggle, muted},
    },
    puzzles::soma::{Soma, edit::view::View, model::pieces::Piece},
    workbench::session::Session,
};

/// The number of solutions that are examined to find the largest orbit.
const MOST_EXAMINED: usize = 500;

/// Shows the filters.
pub fn ui(ui: &mut Ui, session: &Session<Soma>, pieces: &[Piece], view: &mut View) {
    Section::folded("soma.filter", words::FILTERS).switched(!view.filter.is_off()).show(ui, |ui| filters(ui, session, pieces, view));
}

fn filters(ui: &mut Ui, session: &Session<Soma>, pieces: &[Piece], view: &mut View) {
    muted(ui, words::FIXED_PIECES);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (piece, color) in pieces.iter().zip(super::colors_of(ui, pieces)) {
            let name = words::fix_piece(piece.name);
            let (is_on, cells) = (view.filter.requires(piece.name), shown_cells(session, piece.name));
            let toggle = |ui: &mut Ui| letter_toggle(ui, piece.name, is_on, &name, color);
            if ui.add_enabled(is_on || !cells.is_empty(), toggle).clicked() {
                view.filter.toggle(piece.name, cells);
            }
        }
    });
    ui.add_space(space::S);
    ui.checkbox(&mut view.filter.can_be_assembled, words::CAN_BE_ASSEMBLED).on_hover_text(words::CAN_BE_ASSEMBLED_HINT);
    symmetric(ui, session, view);
}

fn shown_cells(session: &Session<Soma>, piece: char) -> Vec<IVec3> {
    session.shown().map(|(solution, _)| solution.grid().cells_of(piece)).unwrap_or_default()
}

/// Shown only if some solutions are symmetric and others are not.
fn symmetric(ui: &mut Ui, session: &Session<Soma>, view: &mut View) {
    let orbits = session.solutions().kept().iter().take(MOST_EXAMINED).filter_map(|solution| solution.orbit.map(|orbit| orbit.solutions));
    let most = orbits.max().unwrap_or(0);
    let summary = session.summary();
    let some_are = summary.classes.is_some_and(|classes| summary.raw < classes * u64::from(most));
    let mut is_on = view.filter.fewer_than.is_some();
    if (some_are || is_on) && ui.checkbox(&mut is_on, words::SYMMETRIC_ONLY).on_hover_text(words::SYMMETRIC_ONLY_HINT).changed() {
        view.filter.fewer_than = is_on.then_some(most);
    }
}
