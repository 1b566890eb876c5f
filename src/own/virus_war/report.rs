//! The report of the game: where it was won and lost, and how many turns there were to choose from.

use std::fmt::Display;

use egui::{Align, Button, Layout, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::words::report as words;
use base::{
    erased,
    picture::Picture,
    puzzle::Moment,
    text::{counted, listed, sentence},
};
use gui::{
    icons::Icon,
    paint::{self, Placement},
    sections::Section,
    theme::{self, space},
    tools::Of,
    widgets::{closes_by_escape, focus_ring, icon_button, muted, switch},
};
use virus_war::{
    VirusWar, drawing,
    edit::{
        reporting::{Graph, Report as Known, Task},
        view::Mistake,
    },
    model::{cells::Cell, notation, position::Player, record::Game, state::State},
    percent,
    play::{
        battle, mistakes,
        report::Choice,
        review::{Judgement, MISTAKE, accuracy},
    },
};
use workbench::{job::Wake, worker::Worker};

/// What went wrong if a job fails.
const FAILED: &str = "The report failed";
/// The room for what is said about the point that is shown: two lines.
const HERE: f32 = 40.0;

/// The report of the game, with its jobs.
pub struct Report {
    report: Known,
    judging: Worker<Judgement>,
    counting: Worker<Choice>,
}

impl Report {
    /// A closed report.
    pub fn new(wake: Wake) -> Self {
        let (judging, counting) = (Worker::new("virus-war report", wake.clone()), Worker::new("virus-war report", wake));
        Self { report: Known::default(), judging, counting }
    }

    /// Whether a job is running.
    pub fn is_busy(&self) -> bool {
        self.judging.is_busy() || self.counting.is_busy()
    }

    /// Stops its jobs. What was found stays.
    pub fn stop(&mut self) {
        self.report.stop();
        self.run(None);
    }

    /// Works on this, and on nothing that is no longer wanted.
    fn run(&mut self, task: Option<Task>) {
        if !self.report.chances.is_running() {
            self.judging.stop();
        }
        if !self.report.choices.is_running() {
            self.counting.stop();
        }
        match task {
            Some(task) if task.graph == Graph::Chances => self.judging.start(move |observer| task.judge(observer)),
            Some(task) => self.counting.start(move |observer| task.count(observer)),
            None => {}
        }
    }

    /// Takes in what was found. While the report is open, begins again if another game is shown, unless it `waits`: the computer as an
    /// opponent has the time to itself, and in Play mode the report isn't shown. Returns the mistake that the board marks.
    pub fn catch_up(&mut self, session: Of<'_, VirusWar>, waits: bool) -> Option<Mistake> {
        let state = session.state();
        self.judging.drain(|judgement| self.report.judged(judgement));
        self.counting.drain(|choice| self.report.counted(choice));
        if self.report.chances.is_running() && !self.judging.is_busy() {
            self.report.chances.finish(self.judging.failure().map(|failure| failure.in_words(FAILED)));
        }
        if self.report.choices.is_running() && !self.counting.is_busy() {
            self.report.choices.finish(self.counting.failure().map(|failure| failure.in_words(FAILED)));
        }
        let task = self.report.follow(state, waits);
        self.run(task);
        self.report.mistake(waits)
    }

    /// The moments in which a turn lost much, once all turns of this position's game are judged: those of people, if it was played here.
    pub fn moments(&self, session: Of<'_, VirusWar>) -> Vec<Moment<erased::State>> {
        let part = &self.report.chances;
        let Some(line) = self.report.line().filter(|_| self.report.is_open() && !part.is_running() && part.failure.is_none()) else {
            return Vec::new();
        };
        let played = session.game();
        let is_persons = |player| played.as_ref().is_none_or(|game| battle::is_persons(game, player));
        Moment::erased(mistakes::moments(session.document_state(), line, &part.found, is_persons))
    }

    /// Shows the button that opens and closes the report.
    pub fn ui(&mut self, ui: &mut Ui) {
        Section::open("virus-war.report", words::REPORT).show(ui, |ui| {
            let button = ui.add(Button::new(words::OPEN).selected(self.report.is_open())).on_hover_text(words::OPEN_HINT);
            if button.clicked() && self.report.is_open() {
                self.close();
            } else if button.clicked() {
                self.open();
            }
        });
    }

    /// Opens it.
    pub fn open(&mut self) {
        self.report.open();
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.report.is_open()
    }

    fn close(&mut self) {
        self.report.close();
        self.run(None);
    }

    /// Shows the report.
    pub fn results_ui(&mut self, ui: &mut Ui, state: &mut State) {
        let is_closed = ui.horizontal(|ui| {
            ui.strong(words::OPEN);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| icon_button(ui, Icon::Remove, "Close the report", true).clicked())
                .inner
        });
        ScrollArea::vertical().id_salt("report").auto_shrink([false, false]).show(ui, |ui| self.contents_ui(ui, state));
        // Escape stops the work before it closes the report.
        if is_closed.inner || !self.is_busy() && closes_by_escape(ui) {
            self.close();
        }
    }

    fn contents_ui(&mut self, ui: &mut Ui, state: &mut State) {
        let width = ui.available_width();
        if let Some(index) = switch(ui, &words::GRAPHS, usize::from(self.report.shows() == Graph::Choices)) {
            let task = self.report.show(Graph::ALL[index], state);
            self.run(task);
        }
        let look = theme::look(ui.ctx());
        let (shown, points) = (self.report.place().turns, self.report.points());
        let (explanation, picture, found, here, failure) = match self.report.shows() {
            Graph::Chances => {
                let part = &self.report.chances;
                let picture = drawing::report::draw_chances(&part.found, points, shown, width, &look);
                (
                    "Each player's chance of winning before each turn. Rings mark turns that lost 10 % or more. Click one: on the board, \
                     “?” marks the turn that was played, a tick a better one.",
                    picture,
                    part.found.len(),
                    self.report.judgement(shown).map(drawing::report::judged),
                    part.failure.clone(),
                )
            }
            Graph::Choices => {
                let part = &self.report.choices;
                let picture = drawing::report::draw(&part.found, points, shown, width, &look);
                (
                    "How many turns there were before each turn, and in how many sequences. Between the lines are the duplicates that \
                     the article removes.",
                    picture,
                    part.found.len(),
                    part.found.get(shown).map(drawing::report::described),
                    part.failure.clone(),
                )
            }
        };
        let chosen = graph_ui(ui, &picture, shown, width);
        let mut task = None;
        ui.scope(|ui| {
            ui.set_min_height(HERE);
            match failure {
                Some(failure) => {
                    muted(ui, &failure);
                    if ui.button("Try again").clicked() {
                        task = self.report.try_again(state);
                    }
                }
                None if self.is_busy() => {
                    muted(ui, &format!("{found} of {points} points"));
                }
                None if !self.report.place().variation.is_empty() => task = self.variation_ui(ui, state),
                None => {
                    muted(ui, &here.map_or(String::new(), |here| sentence(&here)));
                }
            }
        });
        if self.report.shows() == Graph::Chances {
            self.mistakes_ui(ui, state);
        }
        // What was found comes first, since a panel may have room for little.
        muted(ui, explanation);
        if task.is_some() {
            self.run(task);
        }
        if let Some(next) = chosen.and_then(|turns| self.report.at_point(state, turns)) {
            *state = next;
        }
    }

    /// Says of a variation what the report does, if it begins with a better turn, and offers to judge its line instead.
    fn variation_ui(&mut self, ui: &mut Ui, state: &State) -> Option<Task> {
        let words = match self.report.better_shown().filter(|_| self.report.shows() == Graph::Chances) {
            Some((judgement, better)) => sentence(&drawing::report::better(judgement, better)),
            None => words::variation(self.report.place().turns + 1),
        };
        muted(ui, &words);
        ui.button(words::ON_THIS_LINE).on_hover_text(words::ON_THIS_LINE_HINT).clicked().then(|| self.report.begin_on(state))?
    }

    /// Shows the accuracy of both players, and the turns that lost most with what was better. A click goes to the position before a turn,
    /// or plays the better one there. Until all turns are judged it only counts, since each judgement could move what the user is about
    /// to click.
    fn mistakes_ui(&self, ui: &mut Ui, state: &mut State) {
        let part = &self.report.chances;
        let mut mistakes: Vec<&Judgement> = part.found.iter().filter(|judgement| judgement.loss() >= MISTAKE).collect();
        if part.is_running() {
            let mistakes = counted(mistakes.len() as u64, "mistake");
            muted(ui, &format!("{mistakes} so far. You can look at them once all turns are judged."));
            return;
        }
        mistakes.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        let players = [Player::O, Player::X];
        let accuracies: Vec<_> =
            players.into_iter().filter_map(|player| Some((player.to_string(), accuracy(&part.found, player)?))).collect();
        if !accuracies.is_empty() {
            ui.strong(words::accuracy(&accuracies)).on_hover_text("100 % less the chance of winning that a turn lost on average");
        }
        if mistakes.is_empty() && part.failure.is_none() && !accuracies.is_empty() {
            muted(ui, "No turn lost 10 % or more.");
        }
        for judgement in mistakes {
            let clicked = mistake_ui(ui, judgement, self.report.line());
            if let Some(moves) = clicked
                && let Some(mut next) = self.report.at_point(state, judgement.turns_before)
                && moves.iter().try_for_each(|&cell| next.play(cell)).is_ok()
            {
                *state = next;
            }
        }
    }
}

/// Shows a turn that lost much, and what was better. Returns the moves to make before it if one of them was clicked.
fn mistake_ui<'a>(ui: &mut Ui, judgement: &'a Judgement, line: Option<&Game>) -> Option<&'a [Cell]> {
    let played = judgement.played.as_ref()?;
    let moves = line.and_then(|line| line.turns.get(judgement.turns_before)).map_or(&[][..], Vec::as_slice);
    let moves = notation::moves(moves);
    let title = format!("Turn {} ({}): {moves} lost {}", judgement.turns_before + 1, judgement.mover, percent(judgement.loss()));
    let mut clicked = ui.link(title).clicked().then_some(&[][..]);
    if let Some((turn, reasons)) = &played.reply {
        muted(ui, &format!("It lets {} play {turn}, which {}", judgement.mover.other(), listed(reasons, "and")));
    }
    if let Some((turn, reasons)) = &played.better
        && ui.link(better(turn, reasons, judgement.depth)).on_hover_text("Plays it as a variation. The report stays").clicked()
    {
        clicked = Some(turn.cells());
    }
    ui.add_space(space::XS);
    clicked
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
