//! The report of the game, in a window of its own: where it was won and lost, and how many turns there were to choose from.

use std::ops::ControlFlow;

use egui::{Align2, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, Window, vec2};

use super::{closes_by_escape, words::report as words};
use crate::{
    gui::{
        paint::{self, Placement},
        sections::Section,
        theme::{self, space},
        widgets::{focus_ring, muted, switch},
    },
    picture::Picture,
    puzzles::virus_war::{
        drawing,
        model::{cells::Cell, position::Player, record::Game, state::State},
        play::{
            report::{self, Choice},
            review::{Judgement, MISTAKE, accuracy, review},
        },
    },
    search::Observer,
    text::sentence,
    workbench::job::{self, Job, Wake},
};

/// The largest width of the window's contents, in points: that of its graphs. Beside the board there is room for it.
const WIDTH: f32 = 372.0;
/// The height of the list of mistakes, in points.
const MISTAKES: f32 = 150.0;

/// The report of the game.
pub struct Report {
    is_open: bool,
    shows: Graph,
    chances: Part<Judgement>,
    choices: Part<Choice>,
    /// The game in the previous frame.
    seen: Option<State>,
}

/// What the report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Graph {
    Chances,
    Choices,
}

/// One of the graphs, found on a thread.
struct Part<T> {
    wake: Wake,
    /// The line that it is about.
    line: Option<Game>,
    /// What was found, in the order of the game.
    found: Vec<T>,
    job: Option<Job<T>>,
    /// Why it isn't complete.
    failure: Option<String>,
}

impl<T: Clone + Send + 'static> Part<T> {
    fn new(wake: Wake) -> Self {
        Self { wake, line: None, found: Vec::new(), job: None, failure: None }
    }

    /// Begins again for another line; none stops it.
    fn start(&mut self, line: Option<Game>, run: impl FnOnce(&Game, &mut dyn Observer<T>) -> ControlFlow<()> + Send + 'static) {
        let wake = self.wake.clone();
        *self = Self::new(wake.clone());
        self.line.clone_from(&line);
        let Some(line) = line else { return };
        match Job::start("virus-war report".to_owned(), wake, move |observer| run(&line, observer)) {
            Ok(job) => self.job = Some(job),
            Err(error) => self.failure = Some(sentence(&error.to_string())),
        }
    }

    /// Takes in what was found.
    fn catch_up(&mut self, turns_before: impl Fn(&T) -> usize) {
        let found = &mut self.found;
        let add = |point: T| found.insert(found.partition_point(|other| turns_before(other) < turns_before(&point)), point);
        if let Some(message) = job::drain(&mut self.job, add) {
            self.failure = Some(words::failed(&message));
        }
    }

    fn stop(&mut self) {
        if self.job.take().is_some() {
            self.failure = Some(words::STOPPED.to_owned());
        }
    }
}

impl Report {
    /// A closed report.
    pub fn new(wake: Wake) -> Self {
        let (chances, choices) = (Part::new(wake.clone()), Part::new(wake));
        Self { is_open: false, shows: Graph::Chances, chances, choices, seen: None }
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.chances.job.is_some() || self.choices.job.is_some()
    }

    /// Stops its jobs. What was found stays.
    pub fn stop(&mut self) {
        self.chances.stop();
        self.choices.stop();
    }

    /// Takes in what was found. While the report is open, begins again if another line is shown, unless it `waits`: the computer as an
    /// opponent has the time to itself, and in Play mode the report isn't shown.
    pub fn catch_up(&mut self, state: &State, waits: bool) {
        self.chances.catch_up(|judgement| judgement.turns_before);
        self.choices.catch_up(|choice| choice.turns_before);
        if self.is_open && !waits && self.seen.as_ref() != Some(state) {
            self.seen = Some(state.clone());
            self.begin(state, false);
        }
    }

    /// Works on what is shown, if it is about another line or `again`.
    fn begin(&mut self, state: &State, again: bool) {
        let (line, rules) = (state.line(), state.rules);
        match self.shows {
            Graph::Chances if again || self.chances.line != line => {
                self.chances.start(line, move |line, observer| review(line, rules, observer));
            }
            Graph::Choices if again || self.choices.line != line => self.choices.start(line, report::report),
            _ => {}
        }
    }

    /// Shows the button that opens the report, and the report if it is open.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        Section::open("virus-war.report", words::REPORT).show(ui, |ui| {
            if ui.button(words::OPEN).on_hover_text(words::OPEN_HINT).clicked() {
                self.is_open = !self.is_open;
                self.seen = None;
            }
        });
        if !self.is_open {
            return;
        }
        // Escape stops the work before it closes the window.
        let mut is_open = self.is_busy() || !closes_by_escape(ui);
        let area = ui.ctx().content_rect();
        let width = WIDTH.min(area.width() - 4.0 * space::XL);
        let place = area.right_top() + vec2(-space::S, 70.0);
        let window = Window::new(words::TITLE).open(&mut is_open).collapsible(false).resizable(false);
        window.pivot(Align2::RIGHT_TOP).default_pos(place).constrain_to(area).show(ui.ctx(), |ui| {
            ui.set_width(width);
            self.contents_ui(ui, state, width);
        });
        if !is_open {
            self.is_open = false;
            (self.chances.job, self.choices.job) = (None, None);
            (self.chances.line, self.choices.line) = (None, None);
        }
    }

    fn contents_ui(&mut self, ui: &mut Ui, state: &mut State, width: f32) {
        const GRAPHS: [Graph; 2] = [Graph::Chances, Graph::Choices];
        if let Some(index) = switch(ui, &words::GRAPHS, usize::from(self.shows == Graph::Choices)) {
            self.shows = GRAPHS[index];
            self.begin(state, false);
        }
        let look = theme::look(ui.ctx());
        // Within a turn, its point is the one before it.
        let shown = state.record.len() - usize::from(state.turn_is_unfinished());
        let points = |line: &Option<Game>| line.as_ref().map_or(0, |line| line.starts().len());
        let (explanation, picture, status, failure) = match self.shows {
            Graph::Chances => {
                let Part { found, line, failure, .. } = &self.chances;
                let picture = drawing::report::draw_chances(found, points(line), shown, &look);
                let here = found.iter().find(|judgement| judgement.turns_before == shown).map(drawing::report::judged);
                (words::CHANCES, picture, (found.len(), points(line), here), failure)
            }
            Graph::Choices => {
                let Part { found, line, failure, .. } = &self.choices;
                let picture = drawing::report::draw(found, points(line), shown, &look);
                (words::CHOICES, picture, (found.len(), points(line), found.get(shown).map(drawing::report::described)), failure)
            }
        };
        muted(ui, explanation);
        let mut chosen = graph_ui(ui, &picture, shown, width);
        let (found, all, here) = status;
        let mut again = false;
        ui.horizontal(|ui| {
            ui.set_height(24.0);
            muted(
                ui,
                &match failure {
                    Some(failure) => failure.clone(),
                    None if self.is_busy() => words::working(found, all),
                    None => here.map_or(String::new(), |here| sentence(&here)),
                },
            );
            again = failure.is_some() && ui.button(words::TRY_AGAIN).clicked();
        });
        if self.shows == Graph::Chances {
            chosen = mistakes_ui(ui, &self.chances).or(chosen);
        }
        if again {
            self.begin(state, true);
        }
        if let (Some(turns), Some(line)) = (chosen, state.line()) {
            *state = state.at(&line, turns, 0);
        }
    }
}

/// Shows the accuracy of both players, and the turns that lost most with what was better. Returns the number of turns before the one that was
/// clicked.
fn mistakes_ui(ui: &mut Ui, part: &Part<Judgement>) -> Option<usize> {
    let mut chosen = None;
    let players = [Player::O, Player::X];
    let accuracies: Vec<_> = players.into_iter().filter_map(|player| Some((player.to_string(), accuracy(&part.found, player)?))).collect();
    let is_complete = part.job.is_none() && part.failure.is_none();
    let mut mistakes: Vec<&Judgement> = part.found.iter().filter(|judgement| judgement.loss() >= MISTAKE).collect();
    mistakes.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
    // The room is reserved, so that nothing moves when judgements arrive.
    ui.allocate_ui(vec2(ui.available_width(), MISTAKES), |ui| {
        ui.set_min_height(MISTAKES);
        if !accuracies.is_empty() {
            ui.strong(words::accuracy(&accuracies)).on_hover_text(words::ACCURACY_HINT);
        }
        if mistakes.is_empty() && is_complete && !accuracies.is_empty() {
            muted(ui, words::NO_MISTAKES);
        }
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for judgement in mistakes {
                if mistake_ui(ui, judgement, part.line.as_ref()) {
                    chosen = Some(judgement.turns_before);
                }
            }
        });
    });
    chosen
}

/// Shows a turn that lost much, and what was better. Returns whether it was clicked.
fn mistake_ui(ui: &mut Ui, judgement: &Judgement, line: Option<&Game>) -> bool {
    let Some(played) = &judgement.played else { return false };
    let moves = line.and_then(|line| line.turns.get(judgement.turns_before)).map_or(&[][..], Vec::as_slice);
    let moves: Vec<String> = moves.iter().map(Cell::to_string).collect();
    let title = words::mistake(judgement.turns_before + 1, judgement.mover, moves.join(" "), judgement.loss());
    let is_clicked = ui.link(title).clicked();
    if let Some((turn, reasons)) = &played.reply {
        muted(ui, &words::reply(judgement.mover.other(), turn, reasons));
    }
    if let Some((turn, reasons)) = &played.better {
        ui.label(words::better(turn, reasons));
    }
    ui.add_space(space::XS);
    is_clicked
}

/// Shows the graph. Returns the number of turns before the point that was clicked.
fn graph_ui(ui: &mut Ui, picture: &Picture<usize>, shown: usize, width: f32) -> Option<usize> {
    let size = picture.size();
    let (rect, _) = ui.allocate_exact_size(vec2(width, width * size.y / size.x), Sense::hover());
    let placement = Placement::fit(picture, rect);
    paint::picture(&ui.painter_at(rect), picture, placement);
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
        assert!(!report.is_busy() && report.chances.line.is_none());
        report.catch_up(&state, false);
        assert_eq!(report.chances.line, state.line());
    }
}
