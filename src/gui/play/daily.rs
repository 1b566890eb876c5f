//! The daily puzzle: its date, a calendar that marks the days that were played, and streaks.

use std::sync::Arc;

use egui::{Align2, Button, FontId, Key, Margin, Rect, RichText, Role, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2};

use super::{Play, Record, record::Standing, words};
use crate::{
    any_puzzle::AnyPuzzle,
    command::DocumentCommand,
    icons::Icon,
    now::today,
    request::Request,
    theme::{self, corner, space},
    widgets::{apart, fact, focus_ring, icon_button, muted},
};
use base::{challenge::Grade, date::Date, results, text::sentence};

/// The width of the field for the date.
const DATE: f32 = 96.0;

/// The size of a day in the calendar.
const DAY: egui::Vec2 = vec2(24.0, 22.0);

/// The grade of a day's challenge: easy on Mondays, expert on Sundays.
pub fn grade(day: Date) -> Grade {
    match day.weekday() {
        0 | 1 => Grade::Easy,
        2 | 3 => Grade::Medium,
        4 | 5 => Grade::Hard,
        _ => Grade::Expert,
    }
}

/// Whether the daily puzzle is a challenge, and not something of the puzzle's own.
pub fn is_challenge(puzzle: &AnyPuzzle) -> bool {
    puzzle.kind.extras.challenges.is_some() && puzzle.playing.daily.is_none()
}

/// Reads a day whose puzzle can be played: there is none before its day has come.
///
/// # Errors
/// What is expected.
fn playable(typed: &str, today: Date) -> Result<Date, String> {
    typed.parse().and_then(|day| if day <= today { Ok(day) } else { Err(format!("enter a date up to today, {today}")) })
}

impl Play {
    /// Shows the day whose puzzle is played next, the month around it, and the streak.
    pub(super) fn daily_ui(&mut self, ui: &mut Ui, record: &Record) {
        let (day, today) = (self.day(), today());
        let days = Arc::clone(&self.counted.days);
        let typed_id = ui.scope_id().with("typed day");
        let mut typed: String = ui.data(|data| data.get_temp(typed_id)).unwrap_or_else(|| day.to_string());
        let mut stepped = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            if icon_button(ui, Icon::Back, "Previous day", day.previous().is_some()).clicked() {
                stepped = day.previous();
            }
            let line = TextEdit::singleline(&mut typed).desired_width(DATE).margin(Margin::symmetric(8, 4));
            let line = ui.add(line).on_hover_text("Date of the daily puzzle; press Enter to play it");
            line.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Date of the daily puzzle"));
            if line.changed() {
                self.day = playable(&typed, today).ok().or(self.day);
            }
            if line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && playable(&typed, today).is_ok() {
                Request::Run(DocumentCommand::Daily.into()).send(ui.ctx());
            }
            if icon_button(ui, Icon::Forward, "Next day", day < today).clicked() {
                stepped = day.next();
            }
        });
        let error = playable(&typed, today).err();
        let button = ui
            .add_enabled(error.is_none(), Button::new("Play daily puzzle"))
            .on_hover_text(format!("The same puzzle for everyone on {day}"));
        if button.on_disabled_hover_text("Enter a valid date above").clicked() {
            Request::Run(DocumentCommand::Daily.into()).send(ui.ctx());
        }
        apart(ui, |ui| match error {
            Some(error) => _ = ui.colored_label(theme::color(theme::look(ui.ctx()).colors.bad), format!("{}.", sentence(&error))),
            None if days.contains_key(&day) => _ = muted(ui, "Played before: doesn't count again"),
            None if is_challenge(self.puzzle) => _ = muted(ui, &format!("{} on this day", grade(self.day()).title())),
            None => _ = muted(ui, &self.puzzle.playing.daily.as_ref().map_or_else(String::new, |daily| (daily.about)(self.day()))),
        });
        let calendar = self.calendar_ui(ui, |day| record.standing(&days, day), today);
        if let Some(day) = stepped.or(calendar) {
            self.day = Some(day);
            typed = day.to_string();
        }
        ui.data_mut(|data| data.insert_temp(typed_id, typed));
        legend_ui(ui, is_challenge(self.puzzle));
        let (now, longest) = results::streaks(&days, today);
        fact(ui, "Days in a row", &format!("{now} (most: {longest})"), "Daily puzzles solved in a row: now, and the most ever");
    }

    /// Shows the month of the day. Returns the day that was clicked.
    fn calendar_ui(&self, ui: &mut Ui, standing_of: impl Fn(Date) -> Standing, today: Date) -> Option<Date> {
        let shown = self.day();
        let first = Date { day: 1, ..shown };
        let mut clicked = None;
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        let colors = theme::look(ui.ctx()).colors;
        ui.horizontal(|ui| {
            for weekday in ["M", "T", "W", "T", "F", "S", "S"] {
                let (rect, _) = ui.allocate_exact_size(DAY, Sense::hover());
                let font = FontId::proportional(theme::SMALL);
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, weekday, font, theme::color(colors.muted));
            }
        });
        let mut days = (1..=shown.days_in_month()).map(|day| Date { day, ..shown }).peekable();
        // Six weeks, so that nothing below moves when the month changes.
        for week in 0..6 {
            ui.horizontal(|ui| {
                for weekday in 0..7 {
                    let is_before = week == 0 && weekday < first.weekday();
                    match days.next_if(|_| !is_before) {
                        Some(day) => {
                            let standing = standing_of(day);
                            let name = words::day(day, words::standing(standing, is_challenge(self.puzzle)));
                            if day_ui(ui, day, (standing, &name), day == shown, day <= today) {
                                clicked = Some(day);
                            }
                        }
                        None => _ = ui.allocate_exact_size(DAY, Sense::hover()),
                    }
                }
            });
        }
        clicked
    }
}

/// Shows a day of the calendar, with its spoken name. Returns whether it was clicked.
fn day_ui(ui: &mut Ui, day: Date, (standing, name): (Standing, &str), is_chosen: bool, is_past: bool) -> bool {
    let colors = theme::look(ui.ctx()).colors;
    let (rect, response) = ui.allocate_exact_size(DAY, if is_past { Sense::click() } else { Sense::hover() });
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, is_past, is_chosen, name));
    if response.hovered() && is_past {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(colors.raised.mix(colors.text, 0.1)));
    }
    mark(ui, rect, standing);
    if is_chosen {
        ui.painter().rect_stroke(rect, corner::CHIP, Stroke::new(1.5, theme::color(colors.accent)), StrokeKind::Inside);
    }
    let ink = match (standing, is_past) {
        (Standing::Solved, _) => colors.good.ink(),
        (_, true) => colors.text,
        (_, false) => colors.muted.fade(0.5),
    };
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, day.day, font, theme::color(ink));
    focus_ring(ui, &response, rect.shrink(2.0));
    response.clicked()
}

/// Marks a day: filled if it is solved, crossed out if it isn't, with a line below if it is begun.
fn mark(ui: &Ui, day: Rect, standing: Standing) {
    let colors = theme::look(ui.ctx()).colors;
    let stroke = |color| Stroke::new(1.5, theme::color(color));
    match standing {
        Standing::Untouched => {}
        Standing::Begun => _ = ui.painter().hline(day.shrink(6.0).x_range(), day.bottom() - 3.0, stroke(colors.warn)),
        Standing::NotSolved => {
            let inside = day.shrink(4.0);
            ui.painter().line_segment([inside.left_bottom(), inside.right_top()], stroke(colors.bad));
        }
        Standing::Solved => _ = ui.painter().rect_filled(day, corner::CHIP, theme::color(colors.good)),
    }
}

/// Explains the marks of the calendar.
fn legend_ui(ui: &mut Ui, are_challenges: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, 0.0);
        for standing in [Standing::Solved, Standing::NotSolved, Standing::Begun] {
            // A mark and its meaning stay on one line.
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(20.0, 16.0), Sense::hover());
                mark(ui, rect, standing);
                let text = RichText::new(words::standing(standing, are_challenges)).size(theme::SMALL);
                ui.label(text.color(theme::color(theme::look(ui.ctx()).colors.muted)));
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_day_can_be_played_before_it_comes() {
        let today: Date = "2026-11-22".parse().unwrap();
        for (typed, expected) in [
            ("2026-11-21", Ok("2026-11-21")),
            ("2026-11-22", Ok("2026-11-22")),
            ("2026-11-23", Err("enter a date up to today, 2026-11-22")),
            ("2026-02-30", Err("2026-02 has 28 days")),
        ] {
            let expected = expected.map(|day| day.parse().unwrap()).map_err(str::to_owned);
            assert_eq!(playable(typed, today), expected, "{typed}");
        }
    }
}
