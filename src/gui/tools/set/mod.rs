//! SET's controls: the table, games, deals and simulations. Rules and drawing are in the puzzle's folder.

use egui::{RichText, ScrollArea, Ui};
use serde::{Deserialize, Serialize};

use super::{Companion, Daily, Memory, OwnGames, Playing, Results, Tools};
use crate::{
    gui::{
        help::{HelpPage, help_page},
        radio,
        sections::Section,
        tab_settings,
        theme::{self, strong},
        widgets::muted,
    },
    puzzles::set::{
        Set,
        edit::{
            input,
            keys::Keyboard,
            view::{Palette, View},
        },
        live::hint,
        model::{
            card::Card,
            reason::{NO, OK, Reason, explain_named, pair_needs, rule, signed_verdict},
            solution::Solution,
            state::{State, Variant},
        },
        play::{
            deal::{DAILY_CARDS, DAILY_SETS},
            game::{GOALS, Outcome},
            saved,
        },
    },
    text::{counted, sentence},
    workbench::{
        job::Wake,
        session::{Mode, Session},
    },
};

mod words;
mod dealing;
mod playing;
mod simulating;

/// The height of a row of the live list, and the number of rows that are visible at once.
const ROW: f32 = 22.0;
const ROWS: f32 = 5.0;

/// The height reserved for the explanation of the selected cards, so that nothing below it moves.
const EXPLANATION: f32 = 132.0;

/// The data kept between sessions.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Kept {
    palette: Palette,
    #[serde(default)]
    keyboard: Keyboard,
}

impl Kept {
    /// Merges the texts of two windows.
    fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs]: [Self; 3] = [tab_settings::parse(base)?, tab_settings::parse(ours)?, tab_settings::parse(theirs)?];
        let palette = if ours.palette == base.palette { theirs.palette } else { ours.palette };
        let keyboard = if ours.keyboard == base.keyboard { theirs.keyboard } else { ours.keyboard };
        Ok(tab_settings::write(&Self { palette, keyboard }))
    }
}

impl Tools for Set {
    const HELP: HelpPage = help_page!("set": "set-proof");
    const OWN_HINT: Option<fn(&State, &mut View) -> String> = Some(input::take_hint);

    const PLAYING: Playing<Self> = Playing {
        games: Some(OwnGames {
            about: |state| about_new_game(GOALS[0], state.variant),
            choices: None,
            is_on_position: true,
            key: "",
            start: playing::start_run,
            focus: None,
        }),
        daily: Some(Daily {
            about: |_| format!("{} with exactly {}", counted(DAILY_CARDS as u64, "card"), counted(u64::from(DAILY_SETS), "SET")),
            begin: |day| {
                let (state, game) = saved::daily(day);
                (state, Some(game))
            },
        }),
        results: Results { kind: playing::name, rank: playing::rank, ..Results::BY_GRADE },
    };

    const MEMORY: Memory<Self> = Memory {
        write: |view| tab_settings::write(&Kept { palette: view.palette, keyboard: view.keyboard }),
        read: |view, text| {
            let Kept { palette, keyboard } = tab_settings::parse(text)?;
            (view.palette, view.keyboard) = (palette, keyboard);
            Ok(())
        },
        share: |from, to| (to.palette, to.keyboard) = (from.palette, from.keyboard),
        merge: Kept::merge,
    };

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        playing::take_keys(ui, state, view);
        if view.game.is_some() {
            playing::game_ui(ui, session, state, view);
        } else if session.played().mode() == Mode::Play {
            Section::open("set.play", "Play against the clock").show(ui, |ui| playing::start_ui(ui, state, view));
        } else {
            if ui.button("Simulate hands…").on_hover_text("Deals up to 100 million random hands and counts their SETs").clicked() {
                view.wants_simulation = true;
                ui.ctx().request_repaint();
            }
            let list = session.insight().map(|insight| insight.list.as_slice());
            let title = format!("All {}s on the table", state.variant.noun());
            Section::open("set.list", &title).show(ui, |ui| list_ui(ui, state, view, list));
            Section::open("set.selected", "Selected cards").show(ui, |ui| selection_ui(ui, state, view));
            dealing::ui(ui, state, view);
        }
        Section::folded("set.letters", "Letters of the cards").show(ui, |ui| keyboard_ui(ui, view));
        Section::folded("set.colours", "Colours").show(ui, |ui| palette_ui(ui, view));
    }

    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(simulating::RandomHands::new(wake))
    }
}

fn about_new_game(goal: usize, variant: Variant) -> String {
    let rule = match variant {
        Variant::Set | Variant::Junior => "Three cards are a SET if each feature is the same on all three or different on all three.",
        Variant::Ultra => "Four cards are an UltraSET if they form two pairs that need the same third card.",
        Variant::Ghost => "Six cards are a GhostSET if each feature splits 2-2-2, 3-3, 4-1-1 or is all alike.",
    };
    format!("Find {goal} {}s as fast as you can. {rule}", variant.noun())
}

/// The live list of all solutions on the table; a click selects the cards of one. Its height is constant.
fn list_ui(ui: &mut Ui, state: &State, view: &mut View, list: Option<&[Solution]>) {
    let proof = list.filter(|list| list.is_empty()).map(|_| proof(state)).unwrap_or_default();
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

/// The lines that say that there is no solution, with the card that each pair needs if the solutions are SETs.
fn proof(state: &State) -> Vec<String> {
    let mut lines = vec![format!("No {}s on the table.", state.variant.noun())];
    if state.variant.size() == 3
        && let Some(proof) = hint::prove_no_set(&state.cards)
    {
        let line =
            |&(a, b, needed): &(usize, usize, Card)| pair_needs(&(a + 1).to_string(), &(b + 1).to_string(), &needed.code().to_uppercase());
        lines.extend(proof.pairs.iter().map(line));
    }
    lines
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
            let remaining = state.variant.size().saturating_sub(view.selected.len());
            muted(ui, &click_cards(remaining, !view.selected.is_empty(), state.variant.noun_with_article()));
        }
    });
}

/// What to do before enough cards are selected.
fn click_cards(remaining: usize, has_selection: bool, noun_with_article: &str) -> String {
    let more = if has_selection { " more" } else { "" };
    format!(
        "Click {remaining}{more} {} to see whether they are {noun_with_article}, and why.",
        if remaining == 1 { "card" } else { "cards" }
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_takes_the_latest_palette() {
        let text = |palette| tab_settings::write(&Kept { palette, keyboard: Keyboard::Azerty });
        let (default, changed) = (text(Palette::default()), text(Palette::ALL[1]));
        assert_eq!(Kept::merge(&default, &default, &changed).as_ref(), Ok(&changed));
        assert_eq!(Kept::merge(&default, &changed, &default).as_ref(), Ok(&changed));
        assert!(Kept::merge(&default, &default, "half a").is_err());
    }
}
