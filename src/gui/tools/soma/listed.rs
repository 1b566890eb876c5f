//! Which of the solutions found are listed.

use egui::{Ui, vec2};
use glam::IVec3;

use crate::{
    gui::{
        theme::space,
        widgets::{letter_toggle, muted, next_section},
    },
    puzzles::soma::{Soma, edit::view::View, model::pieces::Piece},
    workbench::session::Session,
};

/// So many solutions are looked at to see how many solutions one may stand for.
const LOOKED_AT: usize = 500;

/// Shows what is asked of the solutions that are listed.
pub fn ui(ui: &mut Ui, session: &Session<Soma>, pieces: &[Piece], view: &mut View) {
    if session.solutions().count() == 0 && view.filter.is_open() {
        return;
    }
    next_section(ui, "Solutions listed");
    muted(ui, "With a piece where it is now:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (place, piece) in pieces.iter().enumerate() {
            let color = super::color_of(ui, session.state(), place);
            let name = format!("List only solutions with piece {} here", piece.name);
            if letter_toggle(ui, piece.name, view.filter.wants(piece.name), &name, color) {
                view.filter.toggle(piece.name, where_it_is(session, piece.name));
            }
        }
    });
    ui.add_space(space::S);
    ui.checkbox(&mut view.filter.can_be_assembled, "Can be put together")
        .on_hover_text("Only solutions whose pieces go in one by one, straight from outside, each resting on something");
    symmetric(ui, session, view);
}

fn where_it_is(session: &Session<Soma>, piece: char) -> Vec<IVec3> {
    session.shown().map(|(solution, _)| solution.grid().cells_of(piece)).unwrap_or_default()
}

/// Only where some solutions look the same when they are turned or mirrored, and others do not.
fn symmetric(ui: &mut Ui, session: &Session<Soma>, view: &mut View) {
    let orbits = session.solutions().kept().iter().take(LOOKED_AT).filter_map(|solution| solution.orbit.map(|orbit| orbit.solutions));
    let most = orbits.max().unwrap_or(0);
    let summary = session.summary();
    let some_are = summary.classes.is_some_and(|classes| summary.raw < classes * u64::from(most));
    let mut is_on = view.filter.fewer_than.is_some();
    if (some_are || is_on)
        && ui
            .checkbox(&mut is_on, "Symmetric ones only")
            .on_hover_text("Solutions that look the same when they are turned or mirrored in some way")
            .changed()
    {
        view.filter.fewer_than = is_on.then_some(most);
    }
}
