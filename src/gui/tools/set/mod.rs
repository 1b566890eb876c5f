//! SET's controls: what is on the table, a game, the next deal. Rules and drawing are the puzzle's own.

use egui::{RichText, ScrollArea, Ui};

use super::Tools;
use crate::{
    gui::{
        theme::{self, strong},
        widgets::{muted, next_section},
    },
    puzzles::set::{
        Set,
        answer::Answer,
        board::{Palette, View},
        card::Card,
        input,
        play::Outcome,
        reason::{Reason, explain},
        score::Score,
        state::State,
    },
    text::sentence,
    workbench::session::Session,
};

mod dealing;
mod playing;
mod simulating;

/// The height of one line of the live list, and how many are seen at once.
const ROW: f32 = 22.0;
const ROWS: f32 = 6.0;

impl Tools for Set {
    fn is_playing(view: &View) -> bool {
        view.game.is_some()
    }

    fn remember(view: &View) -> String {
        if view.scores.is_empty() { String::new() } else { ron::to_string(&view.scores).unwrap_or_default() }
    }

    fn recall(view: &mut View, text: &str) {
        if let Ok(scores) = ron::from_str::<Vec<Score>>(text) {
            view.scores = scores;
        }
    }

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        playing::keep_time(ui, state, view);
        if view.game.is_some() {
            playing::game_ui(ui, state, view);
        } else {
            playing::begin_ui(ui, state, view);
            if let Some(insight) = session.insight() {
                list_ui(ui, state, view, &insight.list);
            }
            choice_ui(ui, state, view);
            dealing::ui(ui, state, view);
        }
        next_section(ui, "Colours");
        palette_ui(ui, view);
        simulating::ui(ui, state.variant);
    }
}

/// All that can be found on the table; a click chooses its cards.
fn list_ui(ui: &mut Ui, state: &State, view: &mut View, list: &[Answer]) {
    next_section(ui, &format!("All {}s on the table", state.variant.noun()));
    if list.is_empty() {
        muted(ui, "There is none.");
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW;
        ScrollArea::vertical().id_salt("live list").max_height(ROW * ROWS).show_rows(ui, ROW, list.len(), |ui, rows| {
            for answer in &list[rows] {
                line_ui(ui, view, answer);
            }
        });
    });
}

fn line_ui(ui: &mut Ui, view: &mut View, answer: &Answer) {
    let positions: Vec<usize> = answer.positions().iter().map(|&at| usize::from(at)).collect();
    let mut chosen = view.chosen.clone();
    chosen.sort_unstable();
    let codes: Vec<String> = answer.cards().iter().map(|card| card.code().to_uppercase()).collect();
    let names: Vec<String> = answer.cards().iter().map(Card::to_string).collect();
    let line = ui.selectable_label(chosen == positions, codes.join("  "));
    if line.on_hover_text(names.join("\n")).clicked() {
        view.choose(positions);
    }
}

/// Why the chosen cards are or aren't what is looked for, or what a hint says.
fn choice_ui(ui: &mut Ui, state: &State, view: &mut View) {
    next_section(ui, "Chosen cards");
    if let Some(cards) = view.whole_choice(state) {
        reason_ui(ui, &explain(state.variant, &cards));
    } else if let Some(hint) = &view.hint {
        ui.label(format!("{}.", sentence(hint)));
    } else {
        let left = state.variant.size().saturating_sub(view.chosen.len());
        muted(ui, &format!("Click {left} {}cards to see why they are {} or not.", more(view), state.variant.one()));
    }
    if ui.button("Hint  ?").on_hover_text("Chooses one card more of something that can be found").clicked() {
        input::take_hint(state, view);
    }
}

fn more(view: &View) -> &'static str {
    if view.chosen.is_empty() { "" } else { "more " }
}

/// The verdict and what there is to say about each feature, or each way to pair the cards.
fn reason_ui(ui: &mut Ui, reason: &Reason) {
    ui.label(mark(ui, reason.holds, &format!("{}: {}", sign(reason.holds), reason.verdict)));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = theme::space::XS;
        ui.spacing_mut().interact_size.y = theme::space::L;
        for line in &reason.lines {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = theme::space::XS;
                ui.label(mark(ui, line.good, sign(line.good)));
                muted(ui, &format!("{}:", line.about));
                ui.label(&line.text);
            });
        }
    });
}

fn sign(good: bool) -> &'static str {
    if good { "OK" } else { "No" }
}

fn mark(ui: &Ui, good: bool, text: &str) -> RichText {
    let colors = theme::look(ui.ctx()).colors;
    strong(text).color(theme::color(if good { colors.good } else { colors.bad }))
}

/// What came of the last guess, or what a hint says.
fn news_ui(ui: &mut Ui, view: &View) {
    match (&view.hint, &view.news) {
        (Some(hint), _) => {
            ui.label(format!("{}.", sentence(hint)));
        }
        (None, Some(news)) => match &news.outcome {
            Outcome::Wrong(reason) => reason_ui(ui, reason),
            Outcome::Right | Outcome::Over => {
                ui.label(mark(ui, true, &format!("{}.", sentence(&news.words))));
            }
            Outcome::Again | Outcome::Overlooked(_) | Outcome::Void => {
                ui.label(mark(ui, false, &format!("{}.", sentence(&news.words))));
            }
        },
        (None, None) => {}
    }
}

fn palette_ui(ui: &mut Ui, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        for (palette, name) in Palette::ALL.into_iter().zip(["classic", "safe", "contrast"]) {
            let hover = match palette {
                Palette::Classic => "Red, green and blue",
                Palette::Safe => "Told apart with the common colour-vision deficiencies, too",
                Palette::Contrast => "As far from the ground as can be",
            };
            ui.radio_value(&mut view.palette, palette, name).on_hover_text(hover);
        }
    });
}
