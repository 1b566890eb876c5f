//! SET's controls: the table, games, deals and simulations. Rules and drawing are in the puzzle's folder.

use egui::{RichText, ScrollArea, Ui};

use super::Controls;
use base::text::{counted, sentence};
use gui::tools::{Companion, Daily, Memory, Of, OwnGames, Playing, Results, Tools};
use gui::{
    help::{HelpPage, help_page},
    now, radio,
    sections::Section,
    theme::{self, strong},
    widgets::muted,
};
use set::{
    Set,
    edit::{
        input, kept,
        keys::Keyboard,
        view::{Palette, View},
    },
    live::hint::proof_in_words,
    model::{
        reason::{NO, OK, Reason, explain_named, rule, signed_verdict},
        solution::Solution,
        state::{State, Variant},
    },
    play::{
        deal::{DAILY_CARDS, DAILY_SETS},
        game::Outcome,
        saved,
        score::ABOUT_DECK,
    },
};
use workbench::{job::Wake, session::Mode};

mod words;
mod dealing;
mod playing;
mod overlooked;
mod simulating;

/// The height of a row of the live list, and the number of rows that are visible at once.
const ROW: f32 = 22.0;
const ROWS: f32 = 5.0;

/// The height reserved for the explanation of the selected cards, so that nothing below it moves.
const EXPLANATION: f32 = 132.0;

impl Tools<Set> for Controls {
    const HELP: HelpPage = help_page!("set": "set-proof");
    const OWN_HINT: Option<fn(&State, &mut View) -> String> = Some(input::take_hint);

    const PLAYING: Playing<Set> = Playing {
        games: Some(OwnGames {
            about: &|_| ABOUT_DECK.to_owned(),
            choices: None,
            is_on_position: |game| !saved::is_drill(game),
            key: "",
            // Variants have to be asked for.
            start: &|state, view| {
                state.variant = Variant::Set;
                view.start_run(None, state, now::short_seed());
            },
            focus: None,
        }),
        daily: Some(Daily {
            about: &|_| format!("{} with exactly {}", counted(DAILY_CARDS as u64, "card"), counted(u64::from(DAILY_SETS), "SET")),
            begin: &|day| {
                let (state, game) = saved::daily(day);
                (state, Some(game))
            },
        }),
        results: Results { kind: saved::name, rank: saved::rank, is_drill: saved::is_drill, ..Results::BY_GRADE },
    };

    const MEMORY: Memory<Set> = Memory { write: &kept::write, read: &kept::read, share: &kept::share, merge: kept::merge };

    fn tools_ui(ui: &mut Ui, session: Of<'_, Set>, state: &mut State, view: &mut View) {
        playing::take_keys(ui, state, view);
        if view.game.is_some() {
            playing::game_ui(ui, session, state, view);
        } else if session.played().mode() == Mode::Play {
            Section::open("set.play", "Play against the clock").show(ui, |ui| playing::start_ui(ui, state, view));
        } else {
            let list = session.insight().map(|insight| insight.list.as_slice());
            let title = format!("All {}s on the table", state.variant.noun());
            Section::open("set.list", &title).show(ui, |ui| list_ui(ui, state, view, list));
            Section::open("set.selected", "Selected cards").show(ui, |ui| selection_ui(ui, state, view));
            dealing::ui(ui, state, view);
        }
        Section::folded("set.letters", "Letters of the cards").show(ui, |ui| keyboard_ui(ui, view));
        Section::folded("set.colours", "Colours").show(ui, |ui| palette_ui(ui, view));
    }

    fn companion(wake: Wake) -> Box<dyn Companion> {
        Box::new(simulating::RandomHands::new(wake))
    }
}

/// The live list of all solutions on the table; a click selects the cards of one. Its height is constant.
fn list_ui(ui: &mut Ui, state: &State, view: &mut View, list: Option<&[Solution]>) {
    let proof = list.filter(|list| list.is_empty()).map(|_| proof_in_words(state)).unwrap_or_default();
    let list = list.unwrap_or_default();
    rows_ui(ui, "live list", list.len() + proof.len(), |ui, row| match list.get(row) {
        Some(solution) => line_ui(ui, view, solution),
        None => {
            muted(ui, &proof[row - list.len()]);
        }
    });
}

/// A scrolling list with [`ROWS`] visible rows.
fn rows_ui(ui: &mut Ui, name: &str, rows: usize, mut row_ui: impl FnMut(&mut Ui, usize)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW;
        let area = ScrollArea::vertical().id_salt(name).auto_shrink([false, false]).max_height(ROW * ROWS);
        area.show_rows(ui, ROW, rows, |ui, rows| rows.for_each(|row| row_ui(ui, row)));
    });
}

fn line_ui(ui: &mut Ui, view: &mut View, solution: &Solution) {
    let positions: Vec<usize> = solution.positions().iter().map(|&at| usize::from(at)).collect();
    let mut selected = view.selected.clone();
    selected.sort_unstable();
    // The codes of more than three cards would need a second line, so these are listed by position.
    let text = if solution.cards().len() <= 3 {
        solution.cards().iter().map(|card| card.code().to_uppercase()).collect::<Vec<_>>().join("  ")
    } else {
        positions.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(", ")
    };
    let names: Vec<String> = solution.cards().iter().map(|card| card.phrase()).collect();
    let line = ui.selectable_label(selected == positions, text);
    if line.on_hover_text(names.join("\n")).clicked() {
        view.select(positions);
    }
}

/// Why the selected cards are a solution or not, or the last hint.
fn selection_ui(ui: &mut Ui, state: &State, view: &mut View) {
    if ui.button(words::HINT).on_hover_text("Marks one more card of a solution").clicked() {
        input::take_hint(state, view);
    }
    ui.scope(|ui| {
        ui.set_min_height(EXPLANATION);
        if let Some(hint) = view.hint(state) {
            ui.label(format!("{}.", sentence(&hint.message)));
        } else if let Some(cards) = view.complete_selection(state) {
            reason_ui(ui, &explain_named(state.variant, &cards, &view.labels(state, &cards)));
        } else {
            muted(ui, &view.what_to_select(state));
        }
    });
}

/// The verdict, and a line about each feature or each way to pair the cards.
fn reason_ui(ui: &mut Ui, reason: &Reason) {
    ui.label(mark(ui, reason.is_solution, &signed_verdict(sign(reason.is_solution), &reason.verdict)));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = theme::space::XS;
        ui.spacing_mut().interact_size.y = theme::space::L;
        for line in &reason.lines {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = theme::space::XS;
                ui.label(mark(ui, line.passes, sign(line.passes)));
                muted(ui, &format!("{}:", line.about));
                ui.label(&line.text);
            });
        }
    });
}

fn sign(good: bool) -> &'static str {
    if good { OK } else { NO }
}

fn mark(ui: &Ui, good: bool, text: &str) -> RichText {
    let colors = theme::look(ui.ctx()).colors;
    strong(text).color(theme::color(if good { colors.good } else { colors.bad }))
}

/// The last hint, or the outcome of the last guess. Its height is constant.
fn feedback_ui(ui: &mut Ui, state: &State, view: &View) {
    ui.scope(|ui| {
        ui.set_min_height(EXPLANATION);
        told_ui(ui, state, view);
    });
}

fn told_ui(ui: &mut Ui, state: &State, view: &View) {
    match (view.hint(state), &view.last_guess) {
        (Some(hint), _) => {
            ui.label(format!("{}.", sentence(&hint.message)));
        }
        (None, Some(guess)) => match &guess.outcome {
            Outcome::Wrong(_) => {
                let variant = view.variant(state);
                reason_ui(ui, &explain_named(variant, &guess.cards, &view.labels(state, &guess.cards)));
                muted(ui, &format!("{}.", sentence(rule(variant))));
            }
            Outcome::Right | Outcome::Finished => {
                ui.label(mark(ui, true, &format!("{}.", sentence(&guess.message))));
            }
            Outcome::AlreadyFound | Outcome::Overlooked(_) | Outcome::Invalid => {
                ui.label(mark(ui, false, &format!("{}.", sentence(&guess.message))));
            }
        },
        (None, None) => {}
    }
}

fn keyboard_ui(ui: &mut Ui, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        for (keyboard, (name, hint)) in Keyboard::ALL.into_iter().zip(words::KEYBOARDS) {
            radio::value(ui, &mut view.keyboard, keyboard, name).on_hover_text(hint);
        }
    });
}

fn palette_ui(ui: &mut Ui, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        for (palette, (name, hint)) in Palette::ALL.into_iter().zip(words::PALETTES) {
            radio::value(ui, &mut view.palette, palette, name).on_hover_text(hint);
        }
    });
}
