//! Panes: the windows of tools, such as a simulation. They look like dialogs, but what is beside them stays usable.

use egui::{Align, Align2, Frame, Layout, Response, ScrollArea, Ui, Window, pos2};

use super::{
    controls,
    icons::Icon,
    theme::{corner, space},
    widgets::{closes_by_escape, icon_button, primary_button},
};

/// The height that a pane needs beside its contents, with some distance from the edges of the window.
const AROUND: f32 = 150.0;
/// The distance of its top from that of the window, at first.
const FROM_TOP: f32 = 56.0;
/// The width of the main button.
const MAIN_BUTTON: f32 = 200.0;

/// Shows a pane with this title while it is open. What doesn't fit the window's height scrolls. Its cross closes it, and so does Escape,
/// which first stops what `is_busy`.
pub fn show(ui: &Ui, title: &str, is_open: &mut bool, is_busy: bool, contents: impl FnOnce(&mut Ui)) {
    let ctx = ui.ctx();
    if !*is_open || controls::are_of_solve_mode(ctx) {
        return;
    }
    let mut closes = !is_busy && closes_by_escape(ui);
    let room = ctx.content_rect();
    let frame = Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(space::L).corner_radius(corner::CARD);
    let window = Window::new(title).title_bar(false).resizable(false).frame(frame).constrain_to(room);
    let window = window.pivot(Align2::CENTER_TOP).default_pos(pos2(room.center().x, room.top() + FROM_TOP.min(room.height() - AROUND)));
    window.show(ctx, |ui| {
        ui.horizontal(|ui| {
            ui.heading(title);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                closes |= icon_button(ui, Icon::Remove, &format!("Close \"{title}\""), true).clicked();
            });
        });
        let most = self::room(ui);
        ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, contents);
    });
    *is_open = !closes;
}

/// Shows the main button of a pane.
pub fn main_button(ui: &mut Ui, text: &str, is_enabled: bool) -> Response {
    let shown = ui.scope(|ui| {
        ui.set_width(MAIN_BUTTON);
        primary_button(ui, text, "", is_enabled)
    });
    shown.inner
}

/// The height that the contents of a pane can have without scrolling.
pub fn room(ui: &Ui) -> f32 {
    ui.ctx().content_rect().height() - AROUND
}
