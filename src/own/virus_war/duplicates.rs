//! The window of the duplicate tool: the list, the techniques with their bars, the result.

use egui::{Align, Button, DragValue, Event, Id, Label, Layout, RichText, ScrollArea, Sense, TextEdit, Ui, UiBuilder, vec2};

use super::words::duplicates as words;
use base::text::{bytes, duration, factor};
use gui::{
    controls,
    files::{Parcel, PathRequest},
    pane, pasting, radio,
    request::Request,
    sections::Section,
    theme::{self, space},
    widgets::{self, muted, section},
};
use virus_war::{
    edit::{
        duplicates::{DistinctTriples, Duplicates as Tool, LONG_TEXT, MAX_TRIPLES, Made, Making, about_length, is_long},
        triples_text,
    },
    model::state::State,
    search::triples::{
        TECHNIQUES, Technique,
        comparison::{self, Entry, Outcome},
    },
};
use workbench::{job::Wake, worker::Worker};

/// The widths of the columns: a technique's name, its bar, and each of its figures.
const NAME: f32 = 160.0;
const BAR: f32 = 110.0;
const FIGURE: f32 = 70.0;
/// The heights of a technique's line and of its bar.
const LINE: f32 = 21.0;
const THICKNESS: f32 = 8.0;

/// The width of the window's contents.
const WIDTH: f32 = NAME + BAR + words::COLUMNS.len() as f32 * (FIGURE + space::S) + space::S;

/// How long a requested paste may take, in seconds. Text pasted later isn't taken as the list.
const PASTE_TIMEOUT: f64 = 3.0;

/// The duplicate tool with its window and its jobs.
pub struct Duplicates {
    tool: Tool,
    is_open: bool,
    /// Until when the window takes pasted text as the list, in seconds on its clock.
    paste_deadline: f64,
    making: Worker<Made>,
    measuring: Worker<Entry>,
}

impl Duplicates {
    /// A closed tool with an empty list.
    pub fn new(wake: Wake) -> Self {
        let (making, measuring) = (Worker::new("virus-war triples", wake.clone()), Worker::new("virus-war duplicates", wake));
        Self { tool: Tool::default(), is_open: false, paste_deadline: 0.0, making, measuring }
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.making.is_busy() || self.measuring.is_busy()
    }

    /// Stops the jobs. What was measured stays.
    pub fn stop(&mut self) {
        self.making.stop();
        self.measuring.stop();
        self.tool.stop_measuring();
    }

    /// Takes in the results of the techniques.
    pub fn catch_up(&mut self) {
        if !self.tool.is_measuring() {
            self.measuring.stop();
        }
        self.measuring.drain(|entry| self.tool.take_in(entry));
        if self.tool.is_measuring() && !self.measuring.is_busy() {
            self.tool.stop_measuring();
            self.tool.finish(self.measuring.failure().map(|failure| failure.in_words("The techniques failed")));
        }
    }

    /// Takes in a list that was read or made, as an edit of the document.
    fn catch_up_making(&mut self, state: &mut State) {
        let was_busy = self.making.is_busy();
        self.making.drain(|made| {
            if let Some(list) = self.tool.take_list(made) {
                state.triples = list;
            }
        });
        if was_busy && !self.making.is_busy() {
            self.note_making();
        }
    }

    fn make(&mut self, making: Making) {
        self.making.start(move |observer| making.run(observer));
        self.note_making();
    }

    /// Says why a list wasn't made, if it failed.
    fn note_making(&mut self) {
        self.tool.finish(self.making.failure().map(|failure| failure.in_words("Couldn't read the list")));
    }

    fn measure(&mut self, techniques: Vec<&'static Technique>) {
        let measuring = self.tool.measure(techniques);
        self.measuring.start(move |observer| measuring.run(observer));
    }

    fn read_typed(&mut self, state: &mut State) {
        if let Some(list) = self.tool.read_typed() {
            state.triples = list;
        }
    }

    /// Shows the button that opens the window, and the window if it is open.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        Section::folded("virus-war.triples", "Triples").show(ui, |ui| {
            if ui
                .button("Remove duplicates…")
                .on_hover_text("Removes permutations from a list of triples, by each of the article's techniques")
                .clicked()
            {
                self.is_open = !self.is_open;
            }
        });
        if controls::are_of_solve_mode(ui.ctx()) {
            return;
        }
        self.catch_up_making(state);
        self.tool.follow(&state.triples);
        let mut is_open = self.is_open;
        pane::show(ui, "Remove duplicate triples", &mut is_open, self.is_busy(), |ui| {
            ui.set_width(WIDTH);
            self.list_ui(ui, state);
            self.techniques_ui(ui);
            self.result_ui(ui, state);
        });
        if self.is_open && !is_open {
            self.stop();
        }
        self.is_open = is_open;
    }

    // The list.

    fn list_ui(&mut self, ui: &mut Ui, state: &mut State) {
        section(ui, "List");
        ui.horizontal(|ui| {
            if ui.button("Paste").on_hover_text("Reads ((1 2 3) (1 3 4)), [(1, 2, 3), (1, 3, 4)] or plain numbers from 0 to 99").clicked() {
                self.paste_deadline = ui.input(|input| input.time) + PASTE_TIMEOUT;
                pasting::request(ui.ctx());
            }
            if ui.add_enabled(!self.tool.list().is_empty() || !self.tool.text.is_empty(), Button::new("Clear")).clicked() {
                self.tool.text.clear();
                self.read_typed(state);
            }
            ui.add_space(space::S);
            self.random_ui(ui);
        });
        self.take_paste(ui);
        let is_long = is_long(self.tool.list());
        ScrollArea::vertical().id_salt("list").max_height(92.0).show(ui, |ui| {
            let edit = TextEdit::multiline(&mut self.tool.text).id(list_id()).desired_rows(5).desired_width(f32::INFINITY).code_editor();
            let response = ui.add(edit.hint_text("((1 2 3) (1 3 4) (3 1 2))").interactive(!is_long).lock_focus(false));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, !is_long, "List of triples"));
            if response.changed() {
                self.read_typed(state);
            }
        });
        self.list_status_ui(ui);
    }

    fn random_ui(&mut self, ui: &mut Ui) {
        let (count, seed) = &mut self.tool.random;
        let label = ui.label("Random triples");
        ui.add(DragValue::new(count).range(1..=MAX_TRIPLES as u32).speed(100)).labelled_by(label.id).on_hover_text("Number of triples");
        let label = ui.label("seed");
        ui.add(DragValue::new(seed)).labelled_by(label.id).on_hover_text("The same seed always generates the same list");
        if ui.button("Generate").on_hover_text("Replaces the list with random triples").clicked() {
            let making = self.tool.deal();
            self.make(making);
        }
    }

    /// Reads pasted text on a thread if it was requested with the button, or if it is too long for the box.
    fn take_paste(&mut self, ui: &Ui) {
        let is_in_box = ui.memory(|memory| memory.has_focus(list_id()));
        let is_requested = ui.input(|input| input.time) < self.paste_deadline;
        let is_ours = |text: &str| !text.is_empty() && (is_requested || is_in_box && LONG_TEXT < text.len());
        let mut pasted = None;
        ui.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Paste(text) if is_ours(text) => {
                    pasted = Some(text.clone());
                    false
                }
                _ => true,
            });
        });
        if let Some(text) = pasted {
            self.paste_deadline = 0.0;
            let making = self.tool.read(text);
            self.make(making);
        }
    }

    fn list_status_ui(&self, ui: &mut Ui) {
        if let Some(error) = self.tool.error() {
            let bad = theme::color(theme::look(ui.ctx()).colors.bad);
            ui.label(RichText::new(format!("▲ {error}")).color(bad));
        } else if self.making.is_busy() {
            muted(ui, "Reading…");
        } else {
            muted(ui, &about_length(self.tool.list()));
        }
    }

    // The techniques.

    fn techniques_ui(&mut self, ui: &mut Ui) {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            section(ui, "Techniques");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.buttons_ui(ui));
        });
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = LINE;
            line_ui(ui, |_| (), None, words::COLUMNS.map(|column| (RichText::new(column).weak(), None)));
            for technique in &TECHNIQUES {
                self.technique_ui(ui, technique);
            }
        });
        let color = theme::color(theme::look(ui.ctx()).colors.muted);
        let about_bars = "Bars are logarithmic. Factors are relative to the article's first program, run on this computer. The article's own \
                          times, from 2020, are for 10,000 random triples on its author's computer.";
        for text in self.tool.verdict().into_iter().chain([about_bars.to_owned()]) {
            ui.label(RichText::new(text).size(theme::SMALL).color(color));
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui) {
        if self.is_busy() {
            if ui.button("Stop").on_hover_text("Keeps what has been measured (Esc)").clicked() {
                self.stop();
            }
            return;
        }
        let why_not = "There are no triples yet";
        let has_list = !self.tool.list().is_empty();
        let all = ui.add_enabled(has_list, Button::new("Compare all"));
        let hint = format!("Runs all techniques in turn, each for at most {}", duration(comparison::TIME_LIMIT));
        if all.on_hover_text(hint).on_disabled_hover_text(why_not).clicked() {
            self.measure(TECHNIQUES.iter().collect());
        }
        if ui.add_enabled(has_list, Button::new("Remove duplicates")).on_disabled_hover_text(why_not).clicked() {
            self.measure(vec![self.tool.technique]);
        }
    }

    fn technique_ui(&mut self, ui: &mut Ui, technique: &'static Technique) {
        let entry = self.tool.entry(technique);
        let bar = entry.and_then(|entry| comparison::bar(self.tool.entries(), entry));
        let [time, factor, memory] = entry.map_or_else(Default::default, |entry| self.figures(entry));
        let published = technique.published.map_or_else(String::new, |published| duration(published.time));
        let figures =
            [(time, None), (factor, None), (memory, None), (published, technique.published.map(|published| published.description()))];
        let is_chosen = self.tool.technique == technique;
        let mut was_clicked = false;
        let name = |ui: &mut Ui| {
            let radio = radio::button(ui, Id::unique("duplicate techniques"), is_chosen, technique.title).on_hover_ui(|ui| {
                ui.label(technique.idea);
                muted(ui, technique.source);
            });
            was_clicked = radio.clicked();
        };
        line_ui(ui, name, bar, figures.map(|(figure, hint)| (RichText::new(figure), hint)));
        if was_clicked {
            self.tool.technique = technique;
        }
    }

    /// The time, the factor and the memory of a technique.
    fn figures(&self, entry: &Entry) -> [String; 3] {
        match &entry.outcome {
            Outcome::Stopped(limit) => [format!("▲ over {}", duration(*limit)), String::new(), String::new()],
            Outcome::Complete(measured) => {
                let times = comparison::factor(self.tool.entries(), entry).map_or_else(String::new, factor);
                [duration(measured.elapsed), times, bytes(measured.memory)]
            }
        }
    }

    // The result.

    fn result_ui(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(DistinctTriples { list, preview }) = self.tool.result() else { return };
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            section(ui, "Result");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Save…").on_hover_text("Saves them as text that this tool can read").clicked() {
                    let list = Parcel::text("triples.lisp", format!("{}\n", triples_text::write(list)));
                    Request::ChoosePath(PathRequest::Write(list)).send(ui.ctx());
                }
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(triples_text::write(list));
                }
                let keep = ui.add_enabled(list != self.tool.list(), Button::new("Keep only these"));
                if keep.on_hover_text("Replaces the list with these triples").on_disabled_hover_text("The list has no duplicates").clicked()
                {
                    state.triples = list.clone();
                }
            });
        });
        muted(ui, &words::kept(list.len() as u64, self.tool.list().len() as u64));
        ScrollArea::vertical().id_salt("left").max_height(92.0).show(ui, |ui| {
            let mut text = preview.as_str();
            let response = ui.add(TextEdit::multiline(&mut text).desired_rows(3).desired_width(f32::INFINITY).code_editor());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Triples without duplicates"));
        });
    }
}

/// A line of the table: a name, a bar, and figures with their hints.
fn line_ui(ui: &mut Ui, name: impl FnOnce(&mut Ui), bar: Option<f32>, figures: [(RichText, Option<String>); words::COLUMNS.len()]) {
    ui.horizontal(|ui| {
        cell_ui(ui, NAME, Layout::left_to_right(Align::Center), name);
        let accent = theme::look(ui.ctx()).colors.accent;
        widgets::bar(ui, vec2(BAR, LINE), THICKNESS, bar, accent);
        for (figure, hint) in figures {
            cell_ui(ui, FIGURE, Layout::right_to_left(Align::Center), |ui| {
                let label = ui.add(Label::new(figure.size(theme::SMALL)).extend());
                if let Some(hint) = hint {
                    label.on_hover_text(hint);
                }
            });
        }
    });
}

/// A cell of the table. Its width doesn't depend on its contents, so all lines have the same columns.
fn cell_ui(ui: &mut Ui, width: f32, layout: Layout, contents: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, LINE), Sense::hover());
    contents(&mut ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)));
}

fn list_id() -> Id {
    Id::unique("list of triples")
}
