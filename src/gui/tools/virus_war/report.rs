//! The report of the game, in a window of its own: a graph of the numbers of turns, counted on a thread.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, Window, vec2};

use super::{closes_by_escape, words::report as words};
use crate::{
    gui::{
        paint::{self, Placement},
        sections::Section,
        theme::{self, space},
        widgets::{focus_ring, muted},
    },
    puzzles::virus_war::{
        drawing,
        model::{record::Game, state::State},
        play::report::{self, Choice},
    },
    text::sentence,
    workbench::job::{self, Job, Wake},
};

/// The largest width of the window's contents, in points.
const WIDTH: f32 = 660.0;

/// The report of the game.
pub struct Report {
    wake: Wake,
    is_open: bool,
    /// The line that is counted or was counted last.
    line: Option<Game>,
    choices: Vec<Choice>,
    counting: Option<Job<Choice>>,
    /// Why the report isn't complete.
    failure: Option<String>,
    /// The game in the previous frame.
    seen: Option<State>,
}

impl Report {
    /// A closed report.
    pub fn new(wake: Wake) -> Self {
        Self { wake, is_open: false, line: None, choices: Vec::new(), counting: None, failure: None, seen: None }
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.counting.is_some()
    }

    /// Stops the counting. What was counted stays.
    pub fn stop(&mut self) {
        if self.counting.take().is_some() {
            self.failure = Some(words::STOPPED.to_owned());
        }
    }

    /// Takes in what was counted. While the report is open, counts again if another line is shown, unless it `waits`: the computer as an
    /// opponent has the time to itself, and in Play mode the report isn't shown.
    pub fn catch_up(&mut self, state: &State, waits: bool) {
        let mut job = self.counting.take();
        let choices = &mut self.choices;
        if let Some(message) = job::drain(&mut job, |choice| choices.push(choice)) {
            self.failure = Some(words::failed(&message));
        }
        self.counting = job;
        if self.is_open && !waits && self.seen.as_ref() != Some(state) {
            self.seen = Some(state.clone());
            let line = state.line();
            if line != self.line {
                self.count(line);
            }
        }
    }

    fn count(&mut self, line: Option<Game>) {
        self.line.clone_from(&line);
        self.choices.clear();
        (self.counting, self.failure) = (None, None);
        let Some(line) = line else { return };
        match Job::start("virus-war report".to_owned(), self.wake.clone(), move |observer| report::report(&line, observer)) {
            Ok(job) => self.counting = Some(job),
            Err(error) => self.failure = Some(sentence(&error.to_string())),
        }
    }

    /// Shows the button that opens the report, and the report if it is open.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        Section::folded("virus-war.report", words::REPORT).show(ui, |ui| {
            if ui.button(words::OPEN).on_hover_text(words::OPEN_HINT).clicked() {
                self.is_open = !self.is_open;
                (self.line, self.seen) = (None, None);
            }
        });
        if !self.is_open {
            return;
        }
        // Escape stops the counting before it closes the window.
        let mut is_open = self.is_busy() || !closes_by_escape(ui);
        let area = ui.ctx().content_rect();
        let width = WIDTH.min(area.width() - 4.0 * space::XL);
        let place = egui::pos2((area.width() - width - 2.0 * space::XL).clamp(0.0, 300.0), area.top() + 70.0);
        let window = Window::new(words::TITLE).open(&mut is_open).collapsible(false).resizable(false);
        window.default_pos(place).constrain_to(area).show(ui.ctx(), |ui| {
            ui.set_width(width);
            self.contents_ui(ui, state, width);
        });
        if !is_open {
            self.is_open = false;
            self.counting = None;
        }
    }

    fn contents_ui(&mut self, ui: &mut Ui, state: &mut State, width: f32) {
        muted(ui, words::EXPLAINED);
        let points = self.line.as_ref().map_or(0, |line| line.starts().len());
        // Within a turn, its point is the one before it.
        let shown = state.record.len() - usize::from(state.turn_is_unfinished());
        if let Some(turns) = graph_ui(ui, &self.choices, points, shown, width)
            && let Some(line) = state.line()
        {
            *state = state.at(&line, turns, 0);
        }
        ui.horizontal(|ui| {
            ui.set_height(24.0);
            let status = match &self.failure {
                Some(failure) => failure.clone(),
                None if self.is_busy() => words::counting(self.choices.len(), points),
                None => self.choices.get(shown).map_or(String::new(), |choice| sentence(&drawing::report::described(choice))),
            };
            muted(ui, &status);
            if self.failure.is_some() && ui.button(words::COUNT_AGAIN).clicked() {
                self.count(state.line());
            }
        });
    }
}

/// Shows the graph. Returns the number of turns before the point that was clicked.
fn graph_ui(ui: &mut Ui, choices: &[Choice], points: usize, shown: usize, width: f32) -> Option<usize> {
    let look = theme::look(ui.ctx());
    let picture = drawing::report::draw(choices, points, shown, &look);
    let size = picture.size();
    let (rect, _) = ui.allocate_exact_size(vec2(width, width * size.y / size.x), Sense::hover());
    let placement = Placement::fit(&picture, rect);
    paint::picture(&ui.painter_at(rect), &picture, placement);
    let mut chosen = None;
    for target in &picture.targets {
        let corners: Vec<_> = target.outline.iter().map(|&corner| placement.to_screen(corner)).collect();
        let place = Rect::from_points(&corners);
        let response = ui.interact(place, ui.scope_id().with(("point", target.spot)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, target.spot == shown, &target.label));
        focus_ring(ui, &response, place.shrink(3.0));
        if response.clicked() {
            chosen = Some(target.spot);
        }
        response.on_hover_text(sentence(&target.label));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{puzzle::Puzzle, puzzles::virus_war::VirusWar};

    #[test]
    fn it_begins_to_count_only_while_it_may() {
        let state = VirusWar::deal(1);
        let mut report = Report { is_open: true, ..Report::new(Arc::new(|| ())) };
        report.catch_up(&state, true);
        assert!(!report.is_busy() && report.line.is_none());
        report.catch_up(&state, false);
        assert_eq!(report.line, state.line());
    }
}
