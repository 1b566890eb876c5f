//! Voltorb Flip's controls: the advice, the level and the goal, notes, games and simulations.

mod words;
mod playing;
mod plots;
mod simulating;
mod unknown_level;

use egui::{
    FontId, Frame, Margin, RichText, Ui,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::{Companion, Tools};
use crate::{
    gui::{
        sections::Section,
        tab_settings,
        theme::{self, corner, space},
        widgets::{apart, choice, muted, next_section},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        edit::view::{MAX_SCORES, Pen, View},
        live::advice::{Advice, Certainty, advise},
        model::{
            objective::Objective,
            state::{Memos, State},
        },
        play::game::Score,
    },
    text::sentence,
    workbench::{
        job::Wake,
        session::{Mode, Session},
    },
};
use simulating::Simulating;
use words::{advice as advising, editing, sections};

impl Tools for VoltorbFlip {
    const BEGINS_SOLVED: bool = false;

    const HAS_GAMES: bool = true;

    fn is_playing(view: &View) -> bool {
        view.game.is_some()
    }

    fn leave_game(view: &mut View) {
        view.leave_game();
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
        Ok(tab_settings::write(&tab_settings::merge_lists(&base?, &ours?, &theirs?, MAX_SCORES)))
    }

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        playing::update(session, state, view);
        let advice = session.insight().filter(|_| view.may_show_odds()).and_then(|insight| advise(state, insight));
        view.advised = advice.as_ref().and_then(|advice| advice.tile);
        if view.game.is_some() {
            playing::game_ui(ui, state, view);
            let is_over = view.game.as_ref().is_none_or(|game| game.end.is_some());
            if view.shows_odds && !is_over {
                apart(ui, |ui| advice_ui(ui, advice.as_ref(), session.is_settling()));
            }
            playing::leave_ui(ui, view);
            return;
        }
        if session.mode == Mode::Play {
            Section::open("voltorb.play", sections::PLAY).show(ui, |ui| playing::new_game_ui(ui, state, view));
            return;
        }
        apart(ui, |ui| advice_ui(ui, advice.as_ref(), session.is_settling()));
        Section::open("voltorb.level", sections::LEVEL).show(ui, |ui| level(ui, state));
        Section::open("voltorb.pen", sections::PEN).show(ui, |ui| pen(ui, view));
        Section::folded("voltorb.goal", sections::GOAL).show(ui, |ui| objective(ui, state));
        Section::folded("voltorb.board", sections::BOARD).show(ui, |ui| board(ui, state, view));
        Section::folded("voltorb.keys", sections::KEYS).show(ui, keys);
    }

    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(Simulating::new(wake))
    }
}

/// Shows the advice on a card. `is_searching` distinguishes a running search from one that gave up.
fn advice_ui(ui: &mut Ui, advice: Option<&Advice>, is_searching: bool) {
    let colors = theme::look(ui.ctx()).colors;
    next_section(ui, sections::ADVICE);
    let Some(advice) = advice else {
        muted(ui, advising::NONE);
        return;
    };
    Frame::new().fill(theme::color(colors.raised)).corner_radius(corner::CARD).inner_margin(Margin::same(space::M as i8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::XS;
        let headline = ui.label(RichText::new(&advice.headline).font(theme::bold(15.0)));
        let reason = ui.label(&advice.reason);
        // Screen readers announce changes.
        for line in [headline, reason] {
            ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        }
        if advice.tile.is_some() {
            match advice.certainty {
                Certainty::Exact => muted(ui, advising::EXACT).on_hover_text(advising::EXACT_HINT),
                Certainty::BestSoFar if is_searching => muted(ui, advising::STILL_SEARCHING).on_hover_text(advising::STILL_SEARCHING_HINT),
                Certainty::BestSoFar => muted(ui, advising::BEST_SO_FAR).on_hover_text(advising::BEST_SO_FAR_HINT),
            };
        }
    });
}

fn board(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        if ui.button(editing::TURN_DOWN).clicked() {
            *state = State { memos: state.memos, ..state.fresh() };
        }
        if ui.button(editing::ERASE_NOTES).clicked() {
            state.memos = Memos::default();
        }
    });
    ui.checkbox(&mut view.only_dealt, editing::ONLY_DEALT).on_hover_text(editing::ONLY_DEALT_HINT);
}

fn level(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in 1..=8 {
            let name = editing::level(level);
            if choice(ui, &level.to_string(), state.level == Some(level), &name).clicked() {
                state.level = Some(level);
            }
        }
        if choice(ui, editing::UNKNOWN_LEVEL, state.level.is_none(), editing::UNKNOWN_LEVEL_HINT).clicked() {
            state.level = None;
        }
    });
    if state.level.is_none() {
        unknown_level::ui(ui, state);
    }
}

/// Chooses the goal of the round.
fn objective(ui: &mut Ui, state: &mut State) {
    ui.spacing_mut().interact_size.y = 22.0;
    for objective in Objective::ALL {
        let hint = match objective {
            Objective::Clear => editing::CLEAR_HINT,
            Objective::KeepLevel => editing::KEEP_LEVEL_HINT,
            Objective::EightCards => editing::EIGHT_CARDS_HINT,
            Objective::Coins => editing::COINS_HINT,
        };
        ui.radio_value(&mut state.objective, objective, sentence(&objective.to_string())).on_hover_text(hint);
    }
}

fn pen(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| {
        ui.radio_value(&mut view.pen, Pen::Flip, editing::PEN_FLIP).on_hover_text(editing::PEN_FLIP_HINT);
        ui.radio_value(&mut view.pen, Pen::Note, editing::PEN_NOTE).on_hover_text(editing::PEN_NOTE_HINT);
    });
}

/// Lists the keys and what they do.
fn keys(ui: &mut Ui) {
    for (key, meaning) in editing::KEYS {
        key_ui(ui, key, meaning);
    }
}

/// Shows a key and what it does.
fn key_ui(ui: &mut Ui, key: &str, meaning: &str) {
    let colors = theme::look(ui.ctx()).colors;
    let format = |font_id, color| TextFormat { font_id, color: theme::color(color), ..TextFormat::default() };
    let mut line = LayoutJob::default();
    line.append(&format!("{key} "), 0.0, format(theme::bold(theme::BODY), colors.text));
    line.append(meaning, 0.0, format(FontId::proportional(theme::BODY), colors.muted));
    ui.label(line);
}
