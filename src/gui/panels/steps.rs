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
use base::text::{grouped, sentence};
use workbench::session::{Go, Session, Told};

/// The most steps that are listed at once: those around the shown one.
const MOST_ROWS: u64 = 400;
/// The width for the number of a step.
const NUMBER: f32 = 30.0;

/// Shows the steps of the walkthrough on the timeline, up to one that is the furthest seen, if any. Returns whether there is one.
pub fn ui(ui: &mut Ui, session: &mut Session, up_to: &mut Option<u64>) -> bool {
    let Some(told) = session.told() else { return false };
    *up_to = up_to.map(|step| step.max(told.at()));
    ui.horizontal(|ui| {
        section(ui, told.walkthrough.title);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            muted(ui, &words::counted_steps(told.known(), told.is_complete()));
        });
    });
    // These are there from the beginning, so that the list doesn't move when its first step comes.
    ui.horizontal(|ui| {
        let copy = ui.add_enabled(told.has_begun(), Button::new("Copy as text")).on_hover_text("Copy all steps as a list");
        if copy.clicked() {
            Request::Copy(as_text(session, &told)).send(ui.ctx());
        }
        let print = ui.add_enabled(told.is_complete(), Button::new("Print…")).on_hover_text("Save all steps with their pictures as a PDF");
        if let (true, Some(made)) = (print.clicked(), exporting::handout(session)) {
            let name = suggested_name_of_kind(&format!("{} {}", session.name(), told.walkthrough.title.to_lowercase()), ".pdf");
            Request::ChoosePath(PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Made(made) })).send(ui.ctx());
        }
    });
    ui.add_space(space::XS);
    if up_to.is_some_and(|step| step < told.known()) {
        muted(ui, "Later steps are hidden until you go to them.");
        if ui.button("List all steps").clicked() {
            *up_to = None;
        }
        ui.add_space(space::XS);
    }
    let next = if told.has_begun() {
        rows(ui, &told, up_to.unwrap_or(u64::MAX))
    } else if told.is_running() {
        muted(ui, "Working it out…");
        None
    } else {
        ui.button("Start again").on_hover_text("Work out the steps, which was stopped").clicked().then_some(1)
    };
    if let Some(step) = next {
        session.go(Go::Frame(step));
    }
    true
}

/// The steps that are kept, as a numbered list below the solution that they are about.
fn as_text(session: &Session, told: &Told<'_>) -> String {
    let head = format!("{}: {}", session.name(), told.walkthrough.title.to_lowercase());
    let head = session.told_solution().map_or(head.clone(), |(name, text)| format!("{head}, {name}\n\n{}", text.trim_end()));
    let heading = told.heading().map_or_else(String::new, |step| format!("{}.\n", sentence(&step.remark)));
    let lines = (1..=told.known()).filter_map(|number| Some(format!("{number}. {}.\n", sentence(&told.step(number)?.remark))));
    format!("{head}\n\n{heading}{}", lines.collect::<String>())
}

/// The numbers of the steps to list.
fn listed(told: &Told<'_>, up_to: u64) -> RangeInclusive<u64> {
    let block = MOST_ROWS / 2;
    let first = (told.at() / block).saturating_sub(1) * block + 1;
    first..=told.known().min(up_to).min(first + MOST_ROWS - 1)
}

/// Shows the list. Returns the number of the step that was clicked.
fn rows(ui: &mut Ui, told: &Told<'_>, up_to: u64) -> Option<u64> {
    let at = told.at();
    let id = ui.scope_id().with("step shown before");
    let has_moved = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(id), at)) != at;
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink([false, false]).show_viewport(ui, |ui, seen| {
        let width = ui.available_width() - space::S;
        let (left, top) = (ui.min_rect().left(), ui.min_rect().top());
        let mut below = 0.0;
        let numbered = listed(told, up_to).filter_map(|number| Some((number, told.step(number)?)));
        for (number, step) in told.heading().map(|step| (0, step)).into_iter().chain(numbered) {
            let text = WidgetText::from(format!("{}.", sentence(&step.remark)));
            let beside = if number == 0 { space::S } else { NUMBER };
            let wrapped = text.into_galley(ui, Some(TextWrapMode::Wrap), width - beside - space::S, TextStyle::Body);
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

/// Shows a step, or with the number 0 the sentence about all of them. Returns whether it was clicked.
fn row(ui: &mut Ui, rect: Rect, number: u64, text: Arc<Galley>, remark: &str, is_shown: bool) -> bool {
    let colors = theme::look(ui.ctx()).colors;
    let response = ui.interact(rect, ui.scope_id().with(("step", number)), Sense::click());
    let name = if number == 0 { sentence(remark) } else { format!("Step {number}: {}", sentence(remark)) };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    if is_shown {
        regions::note_entry(ui.ctx(), Region::Results, response.id);
    }
    let ground = if response.hovered() { colors.raised.mix(colors.text, 0.06) } else { colors.raised };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    if is_shown || response.has_focus() {
        let ring = Stroke::new(2.0, theme::color(colors.accent));
        ui.painter().rect_stroke(rect.shrink(1.0), corner::CHIP, ring, StrokeKind::Middle);
    }
    let top = rect.top() + space::XS;
    if number == 0 {
        ui.painter().galley(pos2(rect.left() + space::S, top), text, theme::color(colors.text));
    } else {
        let written = WidgetText::from(theme::strong(grouped(number)));
        let written = written.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
        ui.painter().galley(pos2(rect.left() + space::S, top), written, theme::color(colors.muted));
        ui.painter().galley(pos2(rect.left() + NUMBER, top), text, theme::color(colors.text));
    }
    response.clicked()
}
