//! SET's controls: what is on the table, a game, the next deal. Rules and drawing are the puzzle's own.

use egui::{RichText, ScrollArea, Ui};
use serde::{Deserialize, Serialize};

use super::{Companion, Tools};
use crate::{
    gui::{
        tab_settings,
        theme::{self, strong},
        widgets::{muted, next_section},
    },
    puzzles::set::{
        Set,
        edit::{
            input,
            view::{Palette, View},
        },
        live::hint,
        model::{
            card::Card,
            reason::{Reason, explain_named, rule},
            solution::Solution,
            state::State,
        },
        play::{
            game::Outcome,
            score::{KEPT, Score},
        },
    },
    text::sentence,
    workbench::{job::Wake, session::Session},
};

mod dealing;
mod playing;
mod simulating;

/// The height of one line of the live list, and how many are seen at once.
const ROW: f32 = 22.0;
const ROWS: f32 = 5.0;

/// Room for what is said of chosen cards, so that nothing below it moves when that changes.
const WORDS: f32 = 132.0;

/// What is kept from one start to the next.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Kept {
    palette: Palette,
    scores: Vec<Score>,
}

impl Tools for Set {
    fn is_playing(view: &View) -> bool {
        view.game.is_some()
    }

    fn remember(view: &View) -> String {
        tab_settings::write(&Kept { palette: view.palette, scores: view.scores.clone() })
    }

    fn recall(view: &mut View, text: &str) -> Result<(), String> {
        let Kept { palette, scores } = tab_settings::parse(text)?;
        (view.palette, view.scores) = (palette, scores);
        Ok(())
    }

    fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs]: [Kept; 3] = [tab_settings::parse(base)?, tab_settings::parse(ours)?, tab_settings::parse(theirs)?];
        let palette = if ours.palette == base.palette { theirs.palette } else { ours.palette };
        let scores = tab_settings::merge_lists(&base.scores, &ours.scores, &theirs.scores, KEPT);
        Ok(tab_settings::write(&Kept { palette, scores }))
    }

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        let ended = playing::keep_time(ui, state, view);
        if view.game.is_some() {
            playing::game_ui(ui, state, view, ended);
        } else {
            playing::begin_ui(ui, state, view);
            list_ui(ui, state, view, session.insight().map(|insight| insight.list.as_slice()));
            choice_ui(ui, state, view);
            dealing::ui(ui, state, view);
        }
        next_section(ui, "Colours");
        palette_ui(ui, view);
        if view.game.is_none() {
            next_section(ui, "Statistics");
            playing::statistics_ui(ui, view, state.variant);
        }
    }

    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(simulating::Hands::new(wake))
    }
}

/// All that can be found on the table, as soon as it is known; a click chooses its cards. It always takes the same room.
fn list_ui(ui: &mut Ui, state: &State, view: &mut View, list: Option<&[Solution]>) {
    next_section(ui, &format!("All {}s on the table", state.variant.noun()));
    let proof = list.filter(|list| list.is_empty()).map(|_| proof(state)).unwrap_or_default();
    let list = list.unwrap_or_default();
    rows_ui(ui, "live list", list.len() + proof.len(), |ui, row| match list.get(row) {
        Some(solution) => line_ui(ui, view, solution),
        None => {
            muted(ui, &proof[row - list.len()]);
        }
    });
}

/// Some rows of those that there are, in the room of [`ROWS`].
fn rows_ui(ui: &mut Ui, name: &str, rows: usize, mut row_ui: impl FnMut(&mut Ui, usize)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW;
        let area = ScrollArea::vertical().id_salt(name).auto_shrink([false, false]).max_height(ROW * ROWS);
        area.show_rows(ui, ROW, rows, |ui, rows| rows.for_each(|row| row_ui(ui, row)));
    });
}

/// That nothing is there, and, where pairs tell it, which card each of them lacks.
fn proof(state: &State) -> Vec<String> {
    let mut lines = vec!["There is none.".to_owned()];
    if state.variant.size() == 3
        && let Some(proof) = hint::prove_no_set(&state.cards)
    {
        let line = |&(a, b, needed): &(usize, usize, Card)| format!("{} and {} need {}", a + 1, b + 1, needed.code().to_uppercase());
        lines.extend(proof.pairs.iter().map(line));
    }
    lines
}

fn line_ui(ui: &mut Ui, view: &mut View, solution: &Solution) {
    let positions: Vec<usize> = solution.positions().iter().map(|&at| usize::from(at)).collect();
    let mut chosen = view.chosen.clone();
    chosen.sort_unstable();
    // Codes of more than three cards would need a second line; their places tell them as well.
    let text = if solution.cards().len() <= 3 {
        solution.cards().iter().map(|card| card.code().to_uppercase()).collect::<Vec<_>>().join("  ")
    } else {
        positions.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(", ")
    };
    let names: Vec<String> = solution.cards().iter().map(Card::to_string).collect();
    let line = ui.selectable_label(chosen == positions, text);
    if line.on_hover_text(names.join("\n")).clicked() {
        view.choose(positions);
    }
}

/// Why the chosen cards are or aren't what is looked for, or what a hint says.
fn choice_ui(ui: &mut Ui, state: &State, view: &mut View) {
    next_section(ui, "Chosen cards");
    if ui.button("Hint  ?").on_hover_text("Chooses one card more of something that can be found").clicked() {
        input::take_hint(state, view);
    }
    ui.scope(|ui| {
        ui.set_min_height(WORDS);
        if let Some(cards) = view.whole_choice(state) {
            reason_ui(ui, &explain_named(state.variant, &cards, &view.names(state, &cards)));
        } else if let Some(hint) = &view.hint {
            ui.label(format!("{}.", sentence(hint)));
        } else {
            let left = state.variant.size().saturating_sub(view.chosen.len());
            muted(ui, &format!("Click {left} {}cards to see why they are {} or not.", more(view), state.variant.one()));
        }
    });
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
fn news_ui(ui: &mut Ui, state: &State, view: &View) {
    match (&view.hint, &view.news) {
        (Some(hint), _) => {
            ui.label(format!("{}.", sentence(hint)));
        }
        (None, Some(news)) => match &news.outcome {
            Outcome::Wrong(_) => {
                let variant = view.variant(state);
                reason_ui(ui, &explain_named(variant, &news.cards, &view.names(state, &news.cards)));
                muted(ui, &format!("{}.", sentence(rule(variant))));
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::set::{model::state::Variant, play::score::Contest};

    #[test]
    fn scores_of_two_windows_are_added_and_the_colours_are_those_chosen_last() {
        let score = |found| Score { variant: Variant::Set, contest: Contest::Table, found, wrong: 0, elapsed_ms: 1 };
        let text = |palette, scores: &[Score]| tab_settings::write(&Kept { palette, scores: scores.to_vec() });
        let (usual, chosen) = (Palette::default(), Palette::ALL[1]);
        let base = text(usual, &[score(1)]);
        let merged = Set::merge(&base, &text(usual, &[score(1), score(2)]), &text(chosen, &[score(1), score(1), score(3)]));
        assert_eq!(merged, Ok(text(chosen, &[score(1), score(1), score(3), score(2)])));
        assert_eq!(Set::merge(&base, &text(chosen, &[score(1)]), &base), Ok(text(chosen, &[score(1)])));
        assert!(Set::merge(&base, &base, "half a").is_err());
    }
}
