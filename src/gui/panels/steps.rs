//! The steps of a walkthrough in words, in place of the solutions.

use std::{ops::RangeInclusive, sync::Arc};

use egui::{
    Align, Button, Galley, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText,
    pos2, vec2,
};

use crate::{
    exporting,
    files::{Content, Data, Parcel, PathRequest, suggested_name_of_kind},
    regions::{self, Region},
    request::Request,
    theme::{self, corner, space},
    widgets::{muted, section},
    words::timeline as words,
};
use base::{
    erased::Erased,
    picture::Color,
    puzzle::Walkthrough,
    text::{grouped, sentence},
};
use workbench::{
    session::{Go, Session},
    step_list::StepList,
};

/// The most steps that are listed at once: those around the shown one.
const MOST_ROWS: u64 = 400;
/// The width for the number of a step.
const NUMBER: f32 = 30.0;

/// Shows the steps of the walkthrough on the timeline. Returns whether there is one.
pub fn ui(ui: &mut Ui, session: &mut Session) -> bool {
    let Some((walkthrough, steps)) = session.shown_walkthrough() else { return false };
    ui.horizontal(|ui| {
        section(ui, walkthrough.title);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            muted(ui, &words::counted_steps(steps.known(), steps.is_complete()));
        });
    });
    if steps.known() == 0 && steps.is_running() {
        muted(ui, "Working it out…");
        return true;
    }
    if steps.known() == 0 {
        if ui.button("Start again").on_hover_text("Work out the steps, which was stopped").clicked() {
            session.go(Go::Frame(1));
        }
        return true;
    }
    ui.horizontal(|ui| {
        if ui.button("Copy as text").on_hover_text("Copy all steps as a list").clicked() {
            Request::Copy(as_text(&session.name(), walkthrough, steps)).send(ui.ctx());
        }
        let print = ui.add_enabled(steps.is_complete(), Button::new("Print…")).on_hover_text("Save all steps with their pictures as a PDF");
        if let (true, Some(made)) = (print.clicked(), exporting::handout(session)) {
            let name = suggested_name_of_kind(&format!("{} {}", session.name(), walkthrough.title.to_lowercase()), ".pdf");
            Request::ChoosePath(PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Made(made) })).send(ui.ctx());
        }
    });
    ui.add_space(space::XS);
    if let Some(step) = rows(ui, steps) {
        session.go(Go::Frame(step));
    }
    true
}

/// The steps that are kept, as a numbered list.
fn as_text(name: &str, walkthrough: &Walkthrough<Erased>, steps: &StepList) -> String {
    let lines = (1..=steps.known()).filter_map(|number| Some(format!("{number}. {}.\n", sentence(&steps.step(number)?.remark))));
    format!("{name}: {}\n\n{}", walkthrough.title.to_lowercase(), lines.collect::<String>())
}

/// The numbers of the steps to list.
fn listed(steps: &StepList) -> RangeInclusive<u64> {
    let block = MOST_ROWS / 2;
    let first = (steps.at() / block).saturating_sub(1) * block + 1;
    first..=steps.known().min(first + MOST_ROWS - 1)
}

/// Shows the list. Returns the number of the step that was clicked.
fn rows(ui: &mut Ui, steps: &StepList) -> Option<u64> {
    let at = steps.at();
    let id = ui.scope_id().with("step shown before");
    let has_moved = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(id), at)) != at;
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink([false, false]).show_viewport(ui, |ui, seen| {
        let width = ui.available_width() - space::S;
        let (left, top) = (ui.min_rect().left(), ui.min_rect().top());
        let mut below = 0.0;
        for number in listed(steps) {
            let Some(step) = steps.step(number) else { continue };
            let text = WidgetText::from(format!("{}.", sentence(&step.remark)));
            let wrapped = text.into_galley(ui, Some(TextWrapMode::Wrap), width - NUMBER - space::S, TextStyle::Body);
            let height = wrapped.size().y + space::S;
            let rect = Rect::from_min_size(pos2(left, top + below), vec2(width, height));
            let is_seen = seen.top() <= below + height && below <= seen.bottom();
            below += height + space::XS;
            if number == at && has_moved {
                ui.scroll_to_rect(rect, None);
            }
            if is_seen && row(ui, rect, number, wrapped, &step.remark, number == at) {
                clicked = Some(number);
            }
        }
        ui.allocate_rect(Rect::from_min_size(pos2(left, top), vec2(width, below)), Sense::hover());
    });
    clicked
}

/// Shows a step. Returns whether it was clicked.
fn row(ui: &mut Ui, rect: Rect, number: u64, text: Arc<Galley>, remark: &str, is_shown: bool) -> bool {
    let colors = theme::look(ui.ctx()).colors;
    let response = ui.interact(rect, ui.scope_id().with(("step", number)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, format!("Step {number}: {}", sentence(remark))));
    if is_shown {
        regions::note_entry(ui.ctx(), Region::Results, response.id);
    }
    let ground = if response.hovered() { colors.raised.mix(colors.text, 0.06) } else { colors.raised };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    if is_shown || response.has_focus() {
        let ring = Stroke::new(2.0, theme::color(colors.accent));
        ui.painter().rect_stroke(rect.shrink(1.0), corner::CHIP, ring, StrokeKind::Middle);
    }
    let write = |text: WidgetText, at: f32, color: Color| {
        let galley = text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
        ui.painter().galley(pos2(at, rect.top() + space::XS), galley, theme::color(color));
    };
    write(theme::strong(grouped(number)).into(), rect.left() + space::S, colors.muted);
    ui.painter().galley(pos2(rect.left() + NUMBER, rect.top() + space::XS), text, theme::color(colors.text));
    response.clicked()
}
