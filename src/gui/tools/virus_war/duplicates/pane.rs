//! How the duplicate tool looks: the list, the techniques with their bars, what is left.

use egui::{
    Align, Button, DragValue, Event, Id, Key, Label, Layout, Modifiers, RichText, ScrollArea, Sense, TextEdit, Ui, UiBuilder,
    ViewportCommand, Window, vec2,
};

use super::{Duplicates, LONG, MOST, is_long};
use crate::{
    gui::{
        theme::{self, space},
        tools::Saving,
        widgets::{self, muted, next_section, section},
    },
    puzzles::virus_war::{
        edit::reading,
        model::state::State,
        search::triples::{
            TECHNIQUES, Technique,
            contest::{self, Entry, Outcome},
        },
    },
    text::{bytes, counted, duration, factor, grouped},
};

/// The widths of the parts of a technique's line: its name, its bar, and its figures.
const NAME: f32 = 160.0;
const BAR: f32 = 110.0;
const FIGURE: f32 = 70.0;
/// What the figures are.
const FIGURES: [&str; 4] = ["time", "factor", "memory", "article"];
/// The height of a technique's line, and of its bar.
const LINE: f32 = 21.0;
const THICKNESS: f32 = 8.0;

/// How wide the pane is.
const WIDTH: f32 = NAME + BAR + FIGURES.len() as f32 * (FIGURE + space::S) + space::S;

/// How long a text that was asked for may take to come from the clipboard, in seconds; later ones are not meant for the list.
const PATIENCE: f64 = 3.0;

/// What the figures mean.
const ABOUT_FIGURES: &str = "Bars are logarithmic. The factor is against the article's first program, run here. The article's own times, of 2020, are for 10,000 \
                             random triples on its author's computer.";

/// The name of the box with the list.
const LIST: &str = "List of triples";

impl Duplicates {
    /// Shows the button that opens the pane, and the pane if it is open.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State, saving: &mut Option<Saving>) {
        next_section(ui, "Sets of three");
        let open =
            ui.button("Duplicate tool…").on_hover_text("The article's: removes permutations from a list of triples, by each technique");
        if open.clicked() {
            self.is_open = !self.is_open;
        }
        self.catch_up_reading(state);
        self.follow(&state.triples);
        if !self.is_open {
            return;
        }
        // Escape stops what runs before it closes anything.
        let may_close = !self.is_busy() && !ui.ctx().text_edit_focused();
        let is_left = may_close && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        let mut is_open = !is_left;
        let room = ui.ctx().content_rect();
        let height = (room.height() - 170.0).max(160.0);
        let place = egui::pos2((room.width() - WIDTH - 2.0 * space::XL).clamp(0.0, 300.0), room.top() + 70.0);
        let window = Window::new("Triples without duplicates").open(&mut is_open).collapsible(false).resizable(false);
        let window = window.default_pos(place).default_height(height).constrain_to(room);
        window.show(ui.ctx(), |ui| {
            ui.set_width(WIDTH);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                self.list_ui(ui, state);
                self.techniques_ui(ui);
                self.left_ui(ui, state, saving);
            });
        });
        if !is_open {
            self.is_open = false;
            self.stop();
        }
    }

    // The list.

    fn list_ui(&mut self, ui: &mut Ui, state: &mut State) {
        section(ui, "List");
        ui.horizontal(|ui| {
            if ui.button("Paste").on_hover_text("Takes ((1 2 3) (1 3 4)), [(1, 2, 3), (1, 3, 4)] or plain numbers, 0 to 99").clicked() {
                self.awaits_paste = ui.input(|input| input.time) + PATIENCE;
                ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
            }
            if ui.add_enabled(!self.list.is_empty() || !self.text.is_empty(), Button::new("Clear")).clicked() {
                self.text.clear();
                self.typed(state);
            }
            ui.add_space(space::S);
            self.random_ui(ui);
        });
        self.take_paste(ui);
        let is_long = is_long(&self.list);
        ScrollArea::vertical().id_salt("list").max_height(92.0).show(ui, |ui| {
            let edit = TextEdit::multiline(&mut self.text).id(list_id()).desired_rows(5).desired_width(f32::INFINITY).code_editor();
            let hint = "((1 2 3) (1 3 4) (3 1 2))";
            let response = ui.add(edit.hint_text(hint).interactive(!is_long).lock_focus(false));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, !is_long, LIST));
            if response.changed() {
                self.typed(state);
            }
        });
        self.state_of_list_ui(ui, is_long);
    }

    fn random_ui(&mut self, ui: &mut Ui) {
        let (count, seed) = &mut self.random;
        let label = ui.label("Random triples");
        ui.add(DragValue::new(count).range(1..=MOST as u32).speed(100)).labelled_by(label.id).on_hover_text("How many");
        let label = ui.label("seed");
        ui.add(DragValue::new(seed)).labelled_by(label.id).on_hover_text("The same seed always makes the same list");
        if ui.button("Make").on_hover_text("A list of random triples takes the place of this one").clicked() {
            self.deal();
        }
    }

    /// A text that was asked for, or one that is too long to be put into the box, is read on a thread.
    fn take_paste(&mut self, ui: &Ui) {
        let is_in_box = ui.memory(|memory| memory.has_focus(list_id()));
        let is_awaited = ui.input(|input| input.time) < self.awaits_paste;
        let is_ours = |text: &str| is_awaited || is_in_box && LONG < text.len();
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
            self.awaits_paste = 0.0;
            self.read(text);
        }
    }

    fn state_of_list_ui(&self, ui: &mut Ui, is_long: bool) {
        if let Some(wrong) = &self.wrong {
            let bad = theme::color(theme::look(ui.ctx()).colors.bad);
            ui.label(RichText::new(format!("▲ {wrong}")).color(bad));
        } else if self.reading.is_some() {
            muted(ui, "Reading…");
        } else {
            let more = if is_long { "; too many to be edited here: paste or make another list" } else { "" };
            muted(ui, &format!("{}{more}", counted(self.list.len() as u64, "triple")));
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
            line_ui(ui, |_| (), None, FIGURES.map(|figure| (RichText::new(figure).weak(), None)));
            for technique in &TECHNIQUES {
                self.technique_ui(ui, technique);
            }
        });
        let color = theme::color(theme::look(ui.ctx()).colors.muted);
        for words in self.verdict().into_iter().chain([ABOUT_FIGURES.to_owned()]) {
            ui.label(RichText::new(words).size(theme::SMALL).color(color));
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui) {
        if self.is_busy() {
            if ui.button("Stop").on_hover_text("What was measured stays (Esc)").clicked() {
                self.stop();
            }
            return;
        }
        let why_not = "There are no triples yet";
        let has_list = !self.list.is_empty();
        let all = ui.add_enabled(has_list, Button::new("Compare all"));
        let limit = duration(contest::LIMIT);
        if all.on_hover_text(format!("Each technique, one after another, for {limit} at most")).on_disabled_hover_text(why_not).clicked() {
            self.run(TECHNIQUES.iter().collect());
        }
        if ui.add_enabled(has_list, Button::new("Remove duplicates")).on_disabled_hover_text(why_not).clicked() {
            self.run(vec![self.technique]);
        }
    }

    fn technique_ui(&mut self, ui: &mut Ui, technique: &'static Technique) {
        let entry = self.entry(technique);
        let bar = entry.and_then(|entry| contest::bar(&self.entries, entry));
        let [time, factor, memory] = entry.map_or_else(Default::default, |entry| self.figures(entry));
        let published = technique.published.map_or_else(String::new, |published| duration(published.time));
        let figures = [(time, None), (factor, None), (memory, None), (published, technique.published.map(|published| published.words()))];
        let is_chosen = self.technique == technique;
        let mut was_clicked = false;
        let name = |ui: &mut Ui| {
            let radio = ui.radio(is_chosen, technique.title).on_hover_ui(|ui| {
                ui.label(technique.idea);
                muted(ui, technique.source);
            });
            was_clicked = radio.clicked();
        };
        line_ui(ui, name, bar, figures.map(|(figure, hint)| (RichText::new(figure), hint)));
        if was_clicked {
            self.technique = technique;
        }
    }

    /// Time, factor and memory.
    fn figures(&self, entry: &Entry) -> [String; 3] {
        match &entry.outcome {
            Outcome::Stopped(limit) => [format!("▲ over {}", duration(*limit)), String::new(), String::new()],
            Outcome::Complete(measured) => {
                let times = contest::factor(&self.entries, entry).map_or_else(String::new, factor);
                [duration(measured.elapsed), times, bytes(measured.memory)]
            }
        }
    }

    // What is left.

    fn left_ui(&mut self, ui: &mut Ui, state: &mut State, saving: &mut Option<Saving>) {
        let Some(left) = &self.left else { return };
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            section(ui, "What is left");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Save…").on_hover_text("As a text that this tool reads again").clicked() {
                    *saving = Some(Saving::text("triples.lisp", format!("{}\n", reading::write(&left.list))));
                }
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(reading::write(&left.list));
                }
                let keep = ui.add_enabled(left.list != self.list, Button::new("Keep only these"));
                if keep.on_hover_text("They take the place of the list").on_disabled_hover_text("The list has no duplicates").clicked() {
                    state.triples = left.list.clone();
                }
            });
        });
        let (given, kept) = (self.list.len() as u64, left.list.len() as u64);
        let words = format!("{} of {}: the first of each set, in order", grouped(kept), counted(given, "triple"));
        muted(ui, &words);
        ScrollArea::vertical().id_salt("left").max_height(92.0).show(ui, |ui| {
            let mut text = left.beginning.as_str();
            let response = ui.add(TextEdit::multiline(&mut text).desired_rows(3).desired_width(f32::INFINITY).code_editor());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "What is left"));
        });
    }
}

/// A line of the table: a name, a bar, and figures with what is said of them on hover.
fn line_ui(ui: &mut Ui, name: impl FnOnce(&mut Ui), bar: Option<f32>, figures: [(RichText, Option<String>); FIGURES.len()]) {
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

/// A cell of the table, as wide as that whatever stands in it: so nothing in a line moves what follows.
fn cell_ui(ui: &mut Ui, width: f32, layout: Layout, contents: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, LINE), Sense::hover());
    contents(&mut ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)));
}

fn list_id() -> Id {
    Id::unique("list of triples")
}
