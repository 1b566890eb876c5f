//! The report of the game: where it was won and lost, and how many turns there were to choose from.

use std::{fmt::Display, ops::ControlFlow};

use egui::{Align, Button, Layout, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::words::report as words;
use crate::{
    gui::{
        icons::Icon,
        paint::{self, Placement},
        sections::Section,
        theme::{self, space},
        widgets::{closes_by_escape, focus_ring, icon_button, muted, switch},
    },
    picture::Picture,
    puzzles::virus_war::{
        VirusWar, drawing,
        edit::view::Mistake,
        model::{notation, position::Player, record::Game, state::State},
        play::{
            report::{self, Choice},
            review::{Judgement, MISTAKE, accuracy, review},
        },
        words::report::percent,
    },
    search::Observer,
    text::{counted, listed, sentence},
    workbench::{
        job::{self, Job, Wake},
        session::Session,
    },
};

/// The room for what is said about the point that is shown: two lines.
const HERE: f32 = 40.0;

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
            self.failure = Some(format!("The report failed: {message}"));
        }
    }

    fn stop(&mut self) {
        if self.job.take().is_some() {
            self.failure = Some("Stopped.".to_owned());
        }
    }

    /// Stops it like [`Self::stop`], but begins again when it is next shown.
    fn leave(&mut self) {
        if self.job.take().is_some() {
            self.line = None;
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
    /// opponent has the time to itself, and in Play mode the report isn't shown. Returns the mistake that the board marks.
    pub fn catch_up(&mut self, session: &Session<VirusWar>, waits: bool) -> Option<Mistake> {
        let state = session.state();
        self.chances.catch_up(|judgement| judgement.turns_before);
        self.choices.catch_up(|choice| choice.turns_before);
        if self.is_open && !waits && self.seen.as_ref() != Some(state) {
            self.seen = Some(state.clone());
            self.begin(state, false);
        }
        if self.is_open && !waits && self.shows == Graph::Chances { self.mistake_at(state) } else { None }
    }

    /// The turn of the line that lost much, if it begins in this position, or else if it led to it.
    fn mistake_at(&self, state: &State) -> Option<Mistake> {
        let Part { found, line, .. } = &self.chances;
        let is_within_turn = state.turn_is_unfinished();
        let next = state.record.len() - usize::from(is_within_turn);
        let last = next.checked_sub(1).filter(|_| !is_within_turn);
        [Some(next), last].into_iter().flatten().find_map(|turns_before| {
            let place = found.binary_search_by_key(&turns_before, |judgement| judgement.turns_before).ok()?;
            let judgement = found.get(place).filter(|judgement| judgement.loss() >= MISTAKE)?;
            let (better, _) = judgement.played.as_ref()?.better.as_ref()?;
            let played = line.as_ref()?.turns.get(turns_before)?.clone();
            Some(Mistake { played, better: better.cells().to_vec(), loss: judgement.loss() })
        })
    }

    /// Works on what is shown, if it is about another line or `again`.
    fn begin(&mut self, state: &State, again: bool) {
        let (line, rules) = (state.line(), state.rules);
        match self.shows {
            Graph::Chances if again || self.chances.line != line => {
                self.chances.start(line, move |line, observer| review(line, rules, observer));
            }
            Graph::Choices if again || self.choices.line != line => {
                self.choices.start(line, move |line, observer| report::report(line, rules, observer));
            }
            _ => {}
        }
    }

    /// Shows the button that opens and closes the report.
    pub fn ui(&mut self, ui: &mut Ui) {
        Section::open("virus-war.report", words::REPORT).show(ui, |ui| {
            let button = ui.add(Button::new(words::OPEN).selected(self.is_open)).on_hover_text(words::OPEN_HINT);
            if button.clicked() && self.is_open {
                self.close();
            } else if button.clicked() {
                self.open();
            }
        });
    }

    /// Opens it.
    pub fn open(&mut self) {
        (self.is_open, self.seen) = (true, None);
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Shows the report.
    pub fn results_ui(&mut self, ui: &mut Ui, state: &mut State) {
        let is_closed = ui.horizontal(|ui| {
            ui.strong(words::OPEN);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| icon_button(ui, Icon::Remove, "Close the report", true).clicked())
                .inner
        });
        self.contents_ui(ui, state);
        // Escape stops the work before it closes the report.
        if is_closed.inner || !self.is_busy() && closes_by_escape(ui) {
            self.close();
        }
    }

    /// Closes it. What was found is there when it is opened again.
    fn close(&mut self) {
        self.is_open = false;
        self.chances.leave();
        self.choices.leave();
    }

    fn contents_ui(&mut self, ui: &mut Ui, state: &mut State) {
        const GRAPHS: [Graph; 2] = [Graph::Chances, Graph::Choices];
        let width = ui.available_width();
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
                let picture = drawing::report::draw_chances(found, points(line), shown, width, &look);
                let here = found.iter().find(|judgement| judgement.turns_before == shown).map(drawing::report::judged);
                (
                    "Each player's chance of winning before each turn. Rings mark turns that lost 10 % or more. Click one: on the board, \
                     “?” marks the turn that was played, a tick a better one.",
                    picture,
                    (found.len(), points(line), here),
                    failure,
                )
            }
            Graph::Choices => {
                let Part { found, line, failure, .. } = &self.choices;
                let picture = drawing::report::draw(found, points(line), shown, width, &look);
                (
                    "How many turns there were before each turn, and in how many sequences. Between the lines are the duplicates that \
                     the article removes.",
                    picture,
                    (found.len(), points(line), found.get(shown).map(drawing::report::described)),
                    failure,
                )
            }
        };
        let mut chosen = graph_ui(ui, &picture, shown, width);
        let (found, all, here) = status;
        let mut again = false;
        ui.scope(|ui| {
            ui.set_min_height(HERE);
            muted(
                ui,
                &match failure {
                    Some(failure) => failure.clone(),
                    None if self.is_busy() => format!("{found} of {all} points"),
                    None => here.map_or(String::new(), |here| sentence(&here)),
                },
            );
            again = failure.is_some() && ui.button("Try again").clicked();
        });
        if self.shows == Graph::Chances {
            chosen = mistakes_ui(ui, &self.chances).or(chosen);
        }
        // What was found comes first, since a panel may have room for little.
        muted(ui, explanation);
        if again {
            self.begin(state, true);
        }
        if let (Some(turns), Some(line)) = (chosen, state.line()) {
            *state = state.at(&line, turns, 0);
        }
    }
}

/// Shows the accuracy of both players, and the turns that lost most with what was better. Returns the number of turns before the one that
/// was clicked. Until all turns are judged it only counts, since each judgement could move what the user is about to click.
fn mistakes_ui(ui: &mut Ui, part: &Part<Judgement>) -> Option<usize> {
    let mut chosen = None;
    let mut mistakes: Vec<&Judgement> = part.found.iter().filter(|judgement| judgement.loss() >= MISTAKE).collect();
    if part.job.is_some() {
        muted(ui, &format!("{} so far. You can look at them once all turns are judged.", counted(mistakes.len() as u64, "mistake")));
        return None;
    }
    mistakes.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
    let players = [Player::O, Player::X];
    let accuracies: Vec<_> = players.into_iter().filter_map(|player| Some((player.to_string(), accuracy(&part.found, player)?))).collect();
    if !accuracies.is_empty() {
        ui.strong(words::accuracy(&accuracies)).on_hover_text("100 % less the chance of winning that a turn lost on average");
    }
    if mistakes.is_empty() && part.failure.is_none() && !accuracies.is_empty() {
        muted(ui, "No turn lost 10 % or more.");
    }
    for judgement in mistakes {
        if mistake_ui(ui, judgement, part.line.as_ref()) {
            chosen = Some(judgement.turns_before);
        }
    }
    chosen
}

/// Shows a turn that lost much, and what was better. Returns whether it was clicked.
fn mistake_ui(ui: &mut Ui, judgement: &Judgement, line: Option<&Game>) -> bool {
    let Some(played) = &judgement.played else { return false };
    let moves = line.and_then(|line| line.turns.get(judgement.turns_before)).map_or(&[][..], Vec::as_slice);
    let moves = notation::moves(moves);
    let title = format!("Turn {} ({}): {moves} lost {}", judgement.turns_before + 1, judgement.mover, percent(judgement.loss()));
    let is_clicked = ui.link(title).clicked();
    if let Some((turn, reasons)) = &played.reply {
        muted(ui, &format!("It lets {} play {turn}, which {}", judgement.mover.other(), listed(reasons, "and")));
    }
    if let Some((turn, reasons)) = &played.better {
        ui.label(better(turn, reasons, judgement.depth));
    }
    ui.add_space(space::XS);
    is_clicked
}

/// What was better: "Better: d4 e5 f6, which kills 2 viruses (looking 4 turns ahead)".
fn better(turn: impl Display, reasons: &[String], depth: u8) -> String {
    let ahead = counted(u64::from(depth), "turn");
    match reasons {
        [] => format!("Better: {turn} (looking {ahead} ahead)"),
        _ => format!("Better: {turn}, which {} (looking {ahead} ahead)", listed(reasons, "and")),
    }
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
    use crate::{puzzle::Puzzle, workbench::file::Document};

    #[test]
    fn it_begins_to_count_only_while_it_may() {
        let state = VirusWar::deal(1);
        let session = Session::new(Document::untitled(state.clone()), None, Arc::new(|| ()));
        let mut report = Report { is_open: true, ..Report::new(Arc::new(|| ())) };
        report.catch_up(&session, true);
        assert!(!report.is_busy() && report.chances.line.is_none());
        report.catch_up(&session, false);
        assert_eq!(report.chances.line, state.line());
    }
}
