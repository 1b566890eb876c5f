//! The statistics of a tab's games: a block for each kind that was played, with its last times as a plot.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use egui::{Button, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{Record, words};
use crate::{
    any_puzzle::AnyPuzzle,
    files::{Parcel, PathRequest},
    request::{Question, Request},
    sections::Section,
    theme::{self, space},
    tools::Results,
    widgets::{fact, muted},
    words::dialogs,
};
use base::{
    challenge::Step,
    date::Date,
    game::CHALLENGE,
    results::{self, GameResult, Statistics},
    text::clock,
};

/// The height of a plot.
const PLOT: f32 = 28.0;

/// What is counted in the results, which happens again only when they have changed.
#[derive(Default)]
pub struct Counted {
    results: Arc<Vec<GameResult>>,
    groups: Vec<Group>,
    /// The exercises of each kind of step.
    exercises: BTreeMap<Step, Statistics>,
    /// The days of daily puzzles: see [`results::days`].
    pub days: Arc<BTreeMap<Date, bool>>,
}

/// The results of one kind of game.
struct Group {
    kind: String,
    /// Whether there are drills among them.
    has_drills: bool,
    statistics: Statistics,
    /// The places of the results among all.
    places: Vec<usize>,
}

impl Counted {
    /// The exercises of this kind.
    pub fn exercises(&self, step: Step) -> Statistics {
        self.exercises.get(&step).cloned().unwrap_or_default()
    }

    /// Counts again if these results aren't those that were counted last.
    pub fn update(&mut self, puzzle: &AnyPuzzle, results: &Arc<Vec<GameResult>>) {
        if Arc::ptr_eq(&self.results, results) {
            return;
        }
        let Results { kind, rank, is_drill, .. } = puzzle.playing.results;
        let mut by_kind: BTreeMap<(u64, String), Vec<usize>> = BTreeMap::new();
        for (place, result) in results.iter().enumerate() {
            by_kind.entry((rank(&result.game), kind(&result.game))).or_default().push(place);
        }
        let group = |((_, kind), places): ((u64, String), Vec<usize>)| Group {
            kind,
            has_drills: places.iter().any(|&place| is_drill(&results[place].game)),
            statistics: Statistics::of(places.iter().map(|&place| &results[place])),
            places,
        };
        self.groups = by_kind.into_iter().map(group).collect();
        let mut exercises: BTreeMap<Step, Vec<&GameResult>> = BTreeMap::new();
        for result in results.iter() {
            result.game.step.into_iter().for_each(|step| exercises.entry(step).or_default().push(result));
        }
        self.exercises = exercises.into_iter().map(|(step, results)| (step, Statistics::of(results))).collect();
        self.days = Arc::new(results::days(results));
        self.results = Arc::clone(results);
    }
}

/// Shows the statistics.
pub fn ui(ui: &mut Ui, puzzle: &AnyPuzzle, counted: &Counted, record: &Record) {
    if counted.groups.is_empty() {
        muted(ui, "The results of your games appear here.");
    }
    for Group { kind, statistics, places, .. } in &counted.groups {
        let results: Vec<&GameResult> = places.iter().map(|&place| &counted.results[place]).collect();
        let has_times = puzzle.playing.results.is_timed || results.iter().any(|result| result.game.kind == CHALLENGE);
        // Against an opponent or a board that may be lost, nothing is solved.
        let solved = if has_times { "solved" } else { "won" };
        let are_exercises = results.iter().any(|result| result.game.is_exercise());
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 20.0;
            if are_exercises {
                fact(ui, kind, &words::first_tries(statistics), words::FIRST_TRIES_HINT);
            } else {
                let value = format!("{} of {} {solved}", statistics.solved, statistics.played);
                fact(ui, kind, &value, &format!("{} without hints", statistics.without_hints));
            }
            if has_times {
                fact(
                    ui,
                    "Best, median",
                    &format!("{}, {}", words::time(statistics.best_ms), words::time(statistics.median_ms)),
                    "Times of games that were solved without hints",
                );
                plot(ui, &statistics.recent_ms);
            }
            (puzzle.playing.results.ui)(ui, &results);
        });
        ui.add_space(space::S);
    }
    ui.horizontal_wrapped(|ui| {
        let has_results = !record.results.is_empty();
        let button = |ui: &mut Ui, text, hint, can| ui.add_enabled(can, Button::new(text)).on_hover_text(hint).clicked();
        if button(ui, "Export…", "Save all results of this tab as a spreadsheet (CSV)", has_results) {
            let table = Parcel::text("results.csv", results::to_csv(puzzle.kind.key, &record.results));
            Request::ChoosePath(PathRequest::Write(table)).send(ui.ctx());
        }
        let has_any = has_results || !record.deck.is_empty();
        if button(ui, "Reset…", "Erase all results of this tab, and the mistakes that come back", has_any) {
            Request::Ask(erasing(puzzle)).send(ui.ctx());
        }
    });
}

/// Shows how well drills went, as far as there were any.
pub fn drills_ui(ui: &mut Ui, counted: &Counted) {
    let drills: Vec<&Group> = counted.groups.iter().filter(|group| group.has_drills).collect();
    if drills.is_empty() {
        return;
    }
    Section::open("play.drills", words::DRILLS).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 20.0;
        for Group { kind, statistics, .. } in drills {
            muted(ui, kind);
            fact(ui, "Right", &words::first_tries(statistics), words::DRILLS_HINT);
            fact(ui, "Median time", &words::time(statistics.median_ms), "Of the drills that were solved without hints");
        }
    });
}

/// The question whether to erase the results.
fn erasing(puzzle: &AnyPuzzle) -> Question {
    Question {
        title: format!("Erase the results of {}?", puzzle.kind.title),
        text: "All results, times and streaks of this tab are lost, and the mistakes that come back to be practised. Export the results first to keep \
               them.".to_owned(),
        buttons: vec![("Erase", Request::EraseResults(puzzle.kind.key)), (dialogs::CANCEL, Request::StayOpen)],
        ..Question::default()
    }
}

/// The last times as bars, oldest first.
fn plot(ui: &mut Ui, times: &[u64]) {
    let Some(longest) = times.iter().copied().max().filter(|_| 1 < times.len()) else { return };
    let color = theme::color(theme::look(ui.ctx()).colors.accent);
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), PLOT), Sense::hover());
    let width = (room.width() / times.len() as f32).min(14.0);
    for (number, &time) in times.iter().enumerate() {
        let left = room.left() + number as f32 * width;
        let height = (PLOT - 4.0) * (time as f32 / longest.max(1) as f32).max(0.06);
        let bar = egui::Rect::from_min_max(pos2(left, room.bottom() - height), pos2(left + width - 2.0, room.bottom()));
        ui.painter().rect_filled(bar, 1.0, color);
    }
    let spoken: Vec<String> = times.iter().map(|&time| clock(Duration::from_millis(time))).collect();
    let name = format!("The last times, oldest first: {}", spoken.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    response.on_hover_text(name);
}
