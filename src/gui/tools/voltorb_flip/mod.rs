//! Voltorb Flip's controls: what to flip next and why, the level, what keys do on a tile, the game.

mod playing;
mod plots;
mod simulating;

use egui::{
    FontId, Frame, Margin, RichText, Ui,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::{Companion, Tools};
use crate::{
    gui::{
        tab_settings,
        theme::{self, corner, space},
        widgets::{apart, choice, muted, next_section},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        edit::view::{KEPT, Pen, View},
        live::advice::{Advice, Certainty, advise},
        model::{
            objective::Objective,
            state::{Memos, State},
        },
        play::game::Score,
    },
    text::sentence,
    workbench::{job::Wake, session::Session},
};
use simulating::Simulating;

impl Tools for VoltorbFlip {
    const BEGINS_SOLVED: bool = false;

    fn is_playing(view: &View) -> bool {
        view.game.is_some()
    }

    fn remember(view: &View) -> String {
        tab_settings::write(&view.scores)
    }

    fn recall(view: &mut View, text: &str) -> Result<(), String> {
        view.scores = tab_settings::parse(text)?;
        Ok(())
    }

    fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs] = [base, ours, theirs].map(tab_settings::parse::<Vec<Score>>);
        Ok(tab_settings::write(&tab_settings::merge_lists(&base?, &ours?, &theirs?, KEPT)))
    }

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        playing::keep_up(session, state, view);
        let advice = session.insight().filter(|_| view.may_show_odds()).and_then(|insight| advise(state, insight));
        view.advised = advice.as_ref().and_then(|advice| advice.tile);
        if view.game.is_some() {
            playing::game_ui(ui, state, view);
            let is_over = view.game.as_ref().is_none_or(|game| game.end.is_some());
            if view.shows_odds && !is_over {
                apart(ui, |ui| advice_ui(ui, advice.as_ref()));
            }
            playing::leave_ui(ui, view);
            return;
        }
        apart(ui, |ui| advice_ui(ui, advice.as_ref()));
        next_section(ui, "Level");
        level(ui, state);
        ui.scope(|ui| objective(ui, state));
        next_section(ui, "Keys V 1 2 3 on a tile");
        pen(ui, view);
        next_section(ui, "Board");
        ui.horizontal_wrapped(|ui| {
            if ui.button("Turn all face down").clicked() {
                *state = State { memos: state.memos, ..state.fresh() };
            }
            if ui.button("Erase notes").clicked() {
                state.memos = Memos::default();
            }
        });
        let hint = "Leaves the boards out of the list of solutions that fit, but that the level never deals";
        ui.checkbox(&mut view.only_dealt, "List only what is dealt").on_hover_text(hint);
        next_section(ui, "Play");
        playing::begin_ui(ui, state, view);
        next_section(ui, "Keys");
        keys(ui);
    }

    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(Simulating::new(wake))
    }
}

/// What to do next and why, on a card.
fn advice_ui(ui: &mut Ui, advice: Option<&Advice>) {
    let colors = theme::look(ui.ctx()).colors;
    next_section(ui, "Advice");
    let Some(advice) = advice else {
        muted(ui, "Type the clues, and the best flip is told here.");
        return;
    };
    Frame::new().fill(theme::color(colors.raised)).corner_radius(corner::CARD).inner_margin(Margin::same(space::M as i8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::XS;
        let headline = ui.label(RichText::new(&advice.headline).font(theme::bold(15.0)));
        let reason = ui.label(&advice.reason);
        // Screen readers say what changes here.
        for line in [headline, reason] {
            ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        }
        if advice.tile.is_some() {
            match advice.certainty {
                Certainty::Exact => {
                    muted(ui, "Exact.").on_hover_text("Every board that can be was weighed, under the best play to the end")
                }
                Certainty::SoFar => {
                    muted(ui, "So far; the best may be another.").on_hover_text("The best play is not worked out, or not yet")
                }
            };
        }
    });
}

fn level(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in 1..=8 {
            let name = format!("Level {level}");
            if choice(ui, &level.to_string(), state.level == Some(level), &name).clicked() {
                state.level = Some(level);
            }
        }
        if choice(ui, "?", state.level.is_none(), "Unknown level: all boards count the same").clicked() {
            state.level = None;
        }
    });
}

/// What the round is played for.
fn objective(ui: &mut Ui, state: &mut State) {
    next_section(ui, "Played for");
    ui.spacing_mut().interact_size.y = 22.0;
    for objective in Objective::ALL {
        let hint = match objective {
            Objective::Clear => "Every 2 and 3 is to be flipped, and no Voltorb",
            Objective::KeepLevel => "Don't fall to a lower level: win, or below level 8 flip as many cards as the level's number and stop",
            Objective::EightCards => {
                "Flip eight cards, then stop: five such rounds in a row, the last at level 5 or higher, lead to level 8"
            }
            Objective::Coins => "The most coins on average, when one may stop at any time",
        };
        ui.radio_value(&mut state.objective, objective, sentence(&objective.to_string())).on_hover_text(hint);
    }
}

fn pen(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        ui.radio_value(&mut view.pen, Pen::Flip, "flip it")
            .on_hover_text("The tile is turned face up and shows this; with Shift it is a note");
        ui.radio_value(&mut view.pen, Pen::Note, "make a note").on_hover_text("The tile stays face down and carries a mark");
    });
}

/// What can be typed, and where.
fn keys(ui: &mut Ui) {
    const KEYS: [(&str, &str); 7] = [
        ("C", "to the clues: type 5 2 or 52, and so on round the board; 10/1 for ten"),
        ("L", "to the level: 1 to 8, or ?"),
        ("T", "to the tiles: V, 1, 2, 3 flip, ? turns back"),
        ("B", "to the best flip"),
        ("Shift", "with V, 1, 2, 3: a note; so does a right click"),
        ("M", "notes without Shift, until M again"),
        ("P", "play a game"),
    ];
    for (key, meaning) in KEYS {
        key_ui(ui, key, meaning);
    }
}

/// A key and what it does, in one line or more.
fn key_ui(ui: &mut Ui, key: &str, meaning: &str) {
    let colors = theme::look(ui.ctx()).colors;
    let format = |font_id, color| TextFormat { font_id, color: theme::color(color), ..TextFormat::default() };
    let mut line = LayoutJob::default();
    line.append(&format!("{key} "), 0.0, format(theme::bold(theme::BODY), colors.text));
    line.append(meaning, 0.0, format(FontId::proportional(theme::BODY), colors.muted));
    ui.label(line);
}
