//! The date that a calendar leaves open, and the window with the number of solutions of each day.

use egui::{Align2, Button, FontId, Label, ProgressBar, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use base::{
    date::Date,
    look::Look,
    picture::Color,
    text::{counted, grouped},
};
use gui::{
    exporting::{Drawing, Exported},
    files::{Content, Data, Parcel, PathRequest},
    icons::Icon,
    now::today,
    pane, radio,
    request::Request,
    theme::{self, corner, space},
    widgets::{fact, focus_ring, icon_button, muted},
};
use packing::{
    drawing::days::sheet,
    live::days::Days,
    model::{
        labels::{in_words, month, open_date, open_on},
        state::State,
    },
};
use workbench::{
    job::Wake,
    threads::{NamedThreads, processors},
    worker::Worker,
};

/// The sides of a day in the table, and its least height in a low window.
const DAY: egui::Vec2 = vec2(36.0, 17.0);
const LEAST: f32 = 13.0;
/// The width of the numbers of the days.
const NUMBERS: f32 = 22.0;
/// The width of what is beside the table.
const ASIDE: f32 = 168.0;
/// The rows of the table: the names of the months, and a row for each day.
const ROWS: f32 = 32.0;

/// The controls of a calendar, and the job that counts.
pub struct Calendar {
    /// The year of the date that was opened last: a board names none.
    year: u32,
    is_open: bool,
    days: Option<Days>,
    worker: Worker<(usize, u64)>,
}

impl Calendar {
    /// Starts in this year, with a closed window.
    pub fn new(wake: Wake) -> Self {
        Self { year: today().year, is_open: false, days: None, worker: Worker::new("polyominoes days", wake) }
    }

    /// Takes in what was counted.
    pub fn catch_up(&mut self) {
        if let Some(days) = &mut self.days {
            self.worker.drain(|counted| days.take_in(counted));
        }
    }

    /// Whether days are being counted.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Stops counting. What was counted stays.
    pub fn stop(&mut self) {
        self.worker.stop();
    }

    /// Shows the open date with the controls that change it, and the window if it is open.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let date = open_date(state, self.year);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            if icon_button(ui, Icon::Back, "Previous day", date.is_some_and(|date| date.previous().is_some())).clicked() {
                self.open(state, date.and_then(Date::previous));
            }
            let text = date.map_or_else(|| "no date is open".to_owned(), |date| in_words(state.set, date));
            let room = vec2(ui.available_width() - 32.0, 32.0);
            ui.add_sized(room, Label::new(theme::strong(&text)).truncate()).on_hover_text("The date that stays open");
            if icon_button(ui, Icon::Forward, "Next day", date.is_some_and(|date| date.next().is_some())).clicked() {
                self.open(state, date.and_then(Date::next));
            }
        });
        ui.horizontal(|ui| {
            if ui.button("Today").on_hover_text("Removes all pieces, and leaves only the date of today open").clicked() {
                self.open(state, Some(today()));
            }
            if ui.button("All days…").on_hover_text("Counts the solutions of each day of the year").clicked() {
                self.is_open = true;
                self.begin(state);
            }
        });
        self.window_ui(ui, state);
    }

    fn open(&mut self, state: &mut State, date: Option<Date>) {
        if let Some((date, opened)) = date.and_then(|date| Some((date, open_on(state, date)?))) {
            (self.year, *state) = (date.year, opened);
        }
    }

    /// Counts the days of the year that aren't counted.
    fn begin(&mut self, state: &State) {
        let year = open_date(state, self.year).map_or(self.year, |date| date.year);
        if !self.days.as_ref().is_some_and(|days| days.are_of(state, year)) {
            self.days = Days::of(state, year);
        }
        if let Some(days) = self.days.clone().filter(|days| days.counted() < days.all().count()) {
            let threads = NamedThreads { name: self.worker.name().to_owned(), count: processors() };
            self.worker.start(move |observer| days.count(&threads, observer));
        }
    }

    fn window_ui(&mut self, ui: &Ui, state: &mut State) {
        let mut is_open = self.is_open;
        let day = vec2(DAY.x, (pane::room(ui) / ROWS).clamp(LEAST, DAY.y));
        let width = NUMBERS + 12.0 * day.x + space::L + ASIDE;
        pane::show(ui, "All days", &mut is_open, self.is_busy(), |ui| {
            ui.set_width(width);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::L;
                self.table_ui(ui, state, day);
                ui.vertical(|ui| {
                    ui.set_width(ASIDE);
                    ui.spacing_mut().item_spacing.x = space::S;
                    self.aside_ui(ui, state);
                });
            });
        });
        if self.is_open && !is_open {
            self.stop();
        }
        self.is_open = is_open;
    }

    /// Shows each day with its number of solutions. A click opens it.
    fn table_ui(&mut self, ui: &mut Ui, state: &mut State, size: egui::Vec2) {
        let Some(days) = &self.days else { return };
        let look = theme::look(ui.ctx());
        let (table, _) = ui.allocate_exact_size(vec2(NUMBERS + 12.0 * size.x, ROWS * size.y), Sense::hover());
        let (font, bold) = (FontId::proportional(theme::SMALL), theme::bold(theme::SMALL));
        let muted = theme::color(look.colors.muted);
        let rect = |month: u32, day: u32| {
            Rect::from_min_size(table.min + vec2(NUMBERS + (month as f32 - 1.0) * size.x, day as f32 * size.y), size)
        };
        for number in 1..=31 {
            let place = rect(1, number).left_center() - vec2(space::XS, 0.0);
            ui.painter().text(place, Align2::RIGHT_CENTER, number, font.clone(), muted);
        }
        let group = ui.scope_id().with("days");
        let open = open_date(state, self.year);
        let mut chosen = None;
        for (date, count) in days.all() {
            if date.day == 1 {
                ui.painter().text(rect(date.month, 0).center(), Align2::CENTER_CENTER, month(date), font.clone(), muted);
            }
            let is_open = open == Some(date);
            let rect = rect(date.month, date.day);
            let response = radio::interact(ui, group, rect, group.with((date.month, date.day)), is_open);
            let about = |number: u64| format!("{}: {}", in_words(state.set, date), counted(number, "solution"));
            let name = count.map_or_else(|| format!("{}: not counted yet", in_words(state.set, date)), about);
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_open, &name));
            let share = count.and_then(|count| days.share(count));
            let ground = share.map_or(look.colors.raised, |share| look.colors.raised.mix(look.colors.accent, 0.75 * share));
            let ground = if response.hovered() { ground.mix(look.colors.text, 0.15) } else { ground };
            let cell = rect.shrink(0.5);
            ui.painter().rect_filled(cell, 2.0, theme::color(ground));
            let mark = count.and_then(|count| days.extreme(count));
            let mark = mark.map(|extreme| [look.colors.warn, look.colors.good][usize::from(extreme)]);
            if let Some(color) = mark {
                ui.painter().rect_stroke(cell, 2.0, Stroke::new(2.0, theme::color(color)), StrokeKind::Inside);
            }
            if let Some(count) = count {
                let font = if mark.is_some() { bold.clone() } else { font.clone() };
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, count, font, theme::color(ground.ink()));
            }
            if is_open {
                ui.painter().rect_stroke(rect, corner::CHIP, Stroke::new(2.0, theme::color(look.colors.text)), StrokeKind::Middle);
            }
            focus_ring(ui, &response, rect);
            if response.clicked() {
                chosen = Some(date);
            }
            response.on_hover_text(name);
        }
        self.open(state, chosen);
    }

    /// Shows what is known about the whole year, with its buttons.
    fn aside_ui(&mut self, ui: &mut Ui, state: &State) {
        let Some(days) = &self.days else { return };
        let (done, all) = (days.counted(), days.all().count());
        fact(ui, "Days counted", &format!("{done} of {all}"), "");
        ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_height(6.0));
        let year = open_date(state, self.year).map_or(self.year, |date| date.year);
        let is_of_this = days.are_of(state, year);
        ui.add_space(space::S);
        let look = theme::look(ui.ctx());
        if let Some([least, most]) = days.extremes() {
            let [fewest, largest] = if done < all { ["Fewest so far", "Most so far"] } else { ["Fewest", "Most"] };
            for (label, count, color) in [(fewest, least, look.colors.warn), (largest, most, look.colors.good)] {
                legend_ui(ui, label, count, color);
                muted(ui, &days.with(count));
            }
            ui.add_space(space::S);
            fact(ui, "All together", &grouped(days.total()), "The number of solutions of all days that are counted");
        }
        ui.add_space(space::S);
        if self.worker.is_busy() {
            if ui.button("Stop").on_hover_text("Esc stops it as well").clicked() {
                self.stop();
            }
        } else if (done < all || !is_of_this)
            && ui.button("Count days").on_hover_text("Counts the solutions of the days of this year, with the allowed pieces").clicked()
        {
            self.begin(state);
        }
        let button = ui.add_enabled(done > 0, Button::new("Export table…")).on_disabled_hover_text("No day is counted yet");
        if button.on_hover_text("Saves the days with their numbers of solutions as a spreadsheet (CSV)").clicked() {
            let table = self.days.as_ref().map(Days::to_csv).unwrap_or_default();
            Request::ChoosePath(PathRequest::Write(Parcel::text("all-days.csv", table))).send(ui.ctx());
        }
        let button = ui.add_enabled(done > 0, Button::new("Export sheet…")).on_disabled_hover_text("No day is counted yet");
        if button.on_hover_text("Saves the table as one page (SVG, PNG or PDF)").clicked()
            && let Some(days) = self.days.clone()
        {
            let drawing = Drawing::sheet(move || sheet(&days, &Look::on_paper()));
            let content = Content::Picture(Exported::Sheet);
            let parcel = Parcel { content, name: "all-days.svg".to_owned(), data: Data::Pictures(drawing) };
            Request::ChoosePath(PathRequest::Write(parcel)).send(ui.ctx());
        }
        if let Some(failure) = self.worker.failure() {
            muted(ui, &failure.in_words("Counting failed"));
        }
        ui.add_space(space::S);
        muted(ui, "Turns and mirror images count separately. Click a day to open it.");
    }
}

/// Shows a number with the mark that its days have in the table.
fn legend_ui(ui: &mut Ui, label: &str, count: u64, color: Color) {
    ui.horizontal(|ui| {
        let (mark, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        ui.painter().rect_stroke(mark.shrink(1.0), 2.0, Stroke::new(2.0, theme::color(color)), StrokeKind::Inside);
        fact(ui, label, &grouped(count), "");
    });
}
