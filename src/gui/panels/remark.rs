//! A remark at the foot of the board: a hint, or what happens at this step of a search trace or a game.

use egui::{Frame, Margin, Rect, Ui, UiBuilder, pos2};

use crate::{
    board::Board,
    gui::{
        theme::{self, corner, space},
        widgets::muted,
    },
    search::{Event, Hint},
    text::{grouped, sentence},
    workbench::session::Session,
};

/// The height of its room at the foot of the board, in points.
pub const HEIGHT: f32 = 76.0;

/// Shows the remark at the foot of the board, if there is one.
pub fn ui<B: Board>(ui: &mut Ui, session: &Session<B>, board: Rect) {
    let remark = session.remark();
    if remark.is_empty() {
        return;
    }
    let colors = theme::look(ui.ctx()).colors;
    let ground = match (session.shown_hint(), session.trace_step().map(|step| step.event)) {
        (Some(Hint::DeadEnd { .. }), _) | (None, Some(Event::DeadEnd)) => colors.warn,
        (None, Some(Event::Found)) => colors.good,
        _ => colors.accent,
    };
    let room = Rect::from_min_max(pos2(board.left() + space::L, board.bottom() - HEIGHT), board.max - egui::vec2(space::L, space::S));
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ui.with_layout(egui::Layout::bottom_up(egui::Align::Center), |ui| {
            let frame = Frame::new()
                .fill(theme::color(colors.panel))
                .stroke(egui::Stroke::new(1.5, theme::color(ground)))
                .corner_radius(corner::CARD)
                .inner_margin(Margin::symmetric(space::M as i8, space::S as i8));
            frame.show(ui, |ui| {
                ui.with_layout(egui::Layout::top_down(egui::Align::Center), |ui| {
                    let line = ui.label(sentence(&remark));
                    ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
                    counters(ui, session);
                });
            });
        });
    });
}

/// Shows the work of the search up to this step of its trace.
fn counters<B: Board>(ui: &mut Ui, session: &Session<B>) {
    if let (None, Some(step)) = (session.shown_hint(), session.trace_step()) {
        let technique = session.technique();
        let [explored, kept] = [step.explored, step.kept].map(grouped);
        muted(ui, &format!("{explored} {}, {kept} {}", technique.explored, technique.kept));
    }
}
