//! Which of the solutions found are listed.

use egui::{Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use glam::IVec3;

use crate::{
    gui::{
        theme::{self, corner, space},
        widgets::{focus_ring, muted, next_section},
    },
    picture::Color,
    puzzles::soma::{Piece, Soma, View},
    workbench::session::Session,
};

/// So many answers are looked at to see how many solutions one may stand for.
const LOOKED_AT: usize = 500;

/// Shows what is asked of the solutions that are listed.
pub fn ui(ui: &mut Ui, session: &Session<Soma>, pieces: &[Piece], view: &mut View) {
    if session.answers().count() == 0 && view.filter.is_open() {
        return;
    }
    next_section(ui, "Solutions listed");
    muted(ui, "With a piece where it is now:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (place, piece) in pieces.iter().enumerate() {
            let color = super::color_of(ui, session.state(), place);
            let name = format!("List only solutions with piece {} here", piece.name);
            if here_toggle(ui, piece.name, view.filter.wants(piece.name), &name, color) {
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
    session.shown().map(|(answer, _)| answer.grid().cells_of(piece)).unwrap_or_default()
}

/// Only where some solutions look the same when they are turned or mirrored, and others do not.
fn symmetric(ui: &mut Ui, session: &Session<Soma>, view: &mut View) {
    let orbits = session.answers().kept().iter().take(LOOKED_AT).filter_map(|answer| answer.orbit.map(|orbit| orbit.solutions));
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

fn here_toggle(ui: &mut Ui, piece: char, is_on: bool, name: &str, own: Color) -> bool {
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, name));
    let idle = if response.hovered() { look.colors.raised.mix(look.colors.text, 0.1) } else { look.colors.raised };
    let ground = if is_on { own } else { idle };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    let ink = if is_on { ground.ink() } else { look.colors.text };
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, piece, theme::bold(theme::BODY), theme::color(ink));
    if is_on {
        ui.painter().rect_stroke(rect.expand(2.0), corner::CHIP, Stroke::new(1.5, theme::color(look.colors.accent)), StrokeKind::Outside);
    }
    focus_ring(ui, &response, rect);
    let is_clicked = response.clicked();
    response.on_hover_text(name);
    is_clicked
}
