//! The small window: the board and the advice above all other windows, for a game that is played beside it.

use egui::{Align, Context, Frame, Layout, Margin, Panel, Ui, Vec2, ViewportCommand, WindowLevel, vec2};

use super::{App, LEAST_SIZE};
use crate::{
    command::{Command, WindowCommand},
    request::Request,
    theme::space,
};

/// The size of the small window, and the least one.
const SIZE: Vec2 = vec2(380.0, 500.0);
const LEAST: Vec2 = vec2(260.0, 340.0);

impl App {
    /// Makes the window small and keeps it above others, where the system allows that; or gives it back its size and its place among
    /// others.
    pub(super) fn switch_small_window(&mut self, ctx: &Context) {
        let (least, size, level) = match self.full_size.take() {
            Some(size) => (LEAST_SIZE, size, WindowLevel::Normal),
            None => {
                self.full_size = Some(ctx.content_rect().size());
                // Neither of these has a size of its own.
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
                ctx.send_viewport_cmd(ViewportCommand::Maximized(false));
                (LEAST, SIZE, WindowLevel::AlwaysOnTop)
            }
        };
        ctx.send_viewport_cmd(ViewportCommand::MinInnerSize(least));
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
        ctx.send_viewport_cmd(ViewportCommand::WindowLevel(level));
    }
}

/// Shows the button that returns to the full window.
pub(super) fn bar(ui: &mut Ui) {
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(space::S as i8, 2));
    Panel::top("small window").frame(frame).show_separator_line(false).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let command = Command::from(WindowCommand::SmallWindow);
            if ui.button("Full window").on_hover_text(command.shortcut_text(ui.ctx())).clicked() {
                Request::Run(command).send(ui.ctx());
            }
        });
    });
}
