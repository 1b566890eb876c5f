//! What a person needs to play, in every tab: challenges, the daily puzzle, the clock, the result, and statistics.

mod cards;
mod daily;
mod offer;
pub mod practice;
pub mod record;
mod result;
mod statistics;
pub mod words;

use std::ops::ControlFlow;

use egui::{Align, Layout, Rect, RichText, Ui, UiBuilder, Vec2, vec2};

pub use cards::cards;
use cards::choose_ui;
pub use daily::is_challenge as daily_is_challenge;
pub use record::Record;
use statistics::Counted;
pub use words::played_before;

use super::{
    any_puzzle::AnyPuzzle,
    command::{Command, DocumentCommand},
    icons::Icon,
    now::{short_seed, today},
    request::Request,
    sections::Section,
    theme::{self, space},
    widgets::{choice, fact, icon_button, muted, primary_button, seed_ui},
    words::{pieces, unavailable},
};
use base::{
    challenge::{Grade, Step},
    date::Date,
    erased::State,
    game::{End, Game},
    search::Observer,
    text::{clock, sentence},
};
use workbench::{
    file::{self, SaveFile},
    job::{self, Job, Wake},
    session::{GameStage, Mode, Session},
};

/// The font size of the clock.
const CLOCK: f32 = 24.0;
/// The height of its place, which stays where it is between games.
const CLOCK_ROW: f32 = 32.0;
/// The size of the notice in place of a paused board.
const NOTICE: Vec2 = vec2(280.0, 120.0);

/// What a document plays next, and the job that makes it.
pub struct Play {
    puzzle: &'static AnyPuzzle,
    /// The grade of the next challenge, which all documents of the tab share.
    pub wanted_grade: Grade,
    /// The kind of step of the next exercise, which all documents of the tab share, too.
    pub wanted_step: Step,
    /// The seed of the next challenge; 0 means a random one.
    seed: u64,
    /// The day whose puzzle is played next; none means today.
    day: Option<Date>,
    making: Option<Making>,
    /// Why no challenge could be begun.
    failure: Option<String>,
    /// The statistics that are shown.
    counted: Counted,
    wake: Wake,
}

/// A challenge that is being made.
struct Making {
    job: Option<Job<State>>,
    wanted: Wanted,
    seed: u64,
    made: Option<State>,
}

/// What is being made.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// A challenge, which may be that of a day.
    Challenge(Grade, Option<Date>),
    /// An exercise.
    Exercise(Step),
}

impl Wanted {
    /// Why there is none.
    fn missing(self) -> String {
        let (what, title) = match self {
            Self::Challenge(grade, _) => ("challenge of grade", grade.title()),
            Self::Exercise(step) => ("exercise for the step", step.title()),
        };
        format!("This figure has no {what} \"{title}\" with this seed.")
    }
}

/// What the user chose on the card about a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// To play the challenge from its beginning.
    TryAgain,
    /// To see the solution of a challenge that is over.
    ShowSolution,
    /// To see how a challenge that is over can be solved step by step.
    Explain,
}

impl Play {
    /// Nothing is made yet.
    pub fn new(puzzle: &'static AnyPuzzle, wake: Wake) -> Self {
        let (wanted_grade, wanted_step) = (Grade::default(), Step::default());
        Self { puzzle, wanted_grade, wanted_step, seed: 0, day: None, making: None, failure: None, counted: Counted::default(), wake }
    }

    /// Takes over what the other document is about to play.
    pub fn copy_settings(&mut self, other: &Self) {
        (self.wanted_grade, self.wanted_step, self.day) = (other.wanted_grade, other.wanted_step, other.day);
    }

    /// Whether a challenge is being made.
    pub fn is_busy(&self) -> bool {
        self.making.is_some()
    }

    /// The notice while a challenge is being made.
    pub fn notice(&self) -> Option<String> {
        self.is_busy().then(|| words::MAKING.to_owned())
    }

    /// Stops making a challenge.
    pub fn stop(&mut self) {
        self.making = None;
    }

    /// Takes in the challenge that is ready, as a document of its own, or the reason why there is none.
    pub fn catch_up(&mut self) -> Option<Result<SaveFile<State>, String>> {
        if let Some(failure) = self.failure.take() {
            return Some(Err(failure));
        }
        let Making { job, wanted, seed, made } = self.making.as_mut()?;
        let failure = job::drain(job, |state| *made = Some(state));
        if job.is_some() {
            return None;
        }
        let (wanted, seed, made) = (*wanted, *seed, made.take());
        self.making = None;
        let document = |state| match wanted {
            Wanted::Challenge(grade, day) => file::challenge(self.puzzle.kind, state, grade, seed, day),
            Wanted::Exercise(step) => file::exercise(self.puzzle.kind, state, step, seed),
        };
        Some(made.map(document).ok_or_else(|| failure.unwrap_or_else(|| wanted.missing())))
    }

    /// Whether there are challenges on the figure of this position.
    pub fn can_make(&self, figure: &State) -> bool {
        !grades(self.puzzle, figure).is_empty()
    }

    /// The grade of the next challenge on this figure; none if it has no challenges.
    pub fn grade(&self, figure: &State) -> Option<Grade> {
        nearest(grades(self.puzzle, figure), self.wanted_grade)
    }

    /// Begins to make the next challenge on the figure of this position, if [`Play::can_make`].
    pub fn make(&mut self, figure: State) {
        let seed = if self.seed == 0 { short_seed() } else { self.seed };
        if let Some(grade) = self.grade(&figure) {
            self.begin(figure, Wanted::Challenge(grade, None), seed);
        }
    }

    /// Begins to make the challenge of this grade and seed, and offers its grade from then on.
    pub fn make_chosen(&mut self, figure: State, grade: Grade, seed: u64) {
        self.wanted_grade = grade;
        self.begin(figure, Wanted::Challenge(grade, None), seed);
    }

    /// Begins to make the challenge of this day.
    pub fn make_daily(&mut self, day: Date) {
        let figure = self.puzzle.preset(&self.puzzle.kind.presets[0]).state;
        if let Some(grade) = nearest(grades(self.puzzle, &figure), daily::grade(day)) {
            self.begin(figure, Wanted::Challenge(grade, Some(day)), day.seed());
        }
    }

    /// The kind of step of the next exercise on this figure; none if it has no exercises.
    pub fn kind_of_step(&self, figure: &State) -> Option<Step> {
        nearest(&kinds_of_steps(self.puzzle, figure), self.wanted_step)
    }

    /// Begins to make the next exercise on the figure of this position, if there is a [`Play::kind_of_step`].
    pub fn make_exercise(&mut self, figure: State) {
        if let Some(step) = self.kind_of_step(&figure) {
            self.begin(figure, Wanted::Exercise(step), short_seed());
        }
    }

    /// The day whose puzzle is played next.
    pub fn day(&self) -> Date {
        self.day.unwrap_or_else(today)
    }

    fn begin(&mut self, figure: State, wanted: Wanted, seed: u64) {
        let Some(challenges) = self.puzzle.kind.extras.challenges.as_ref() else { return };
        let run = move |observer: &mut dyn Observer<State>| match (wanted, &challenges.exercises) {
            (Wanted::Challenge(grade, _), _) => (challenges.make)(&figure, grade, seed, observer),
            (Wanted::Exercise(step), Some(exercises)) => (exercises.make)(&figure, step, seed, observer),
            (Wanted::Exercise(_), None) => ControlFlow::Continue(()),
        };
        match Job::start(format!("{} challenge", self.puzzle.kind.key), self.wake.clone(), run) {
            Ok(job) => self.making = Some(Making { job: Some(job), wanted, seed, made: None }),
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Shows how the challenge stands, above the puzzle's own controls.
    pub fn challenge_ui(&self, ui: &mut Ui, session: &Session, record: &mut Record) {
        let Some(challenge) = session.played().challenge() else { return };
        if let Some(step) = challenge.step {
            ui.label(theme::strong(pieces::exercise(step)));
            muted(ui, pieces::task(step));
            ui.add_space(space::XS);
        }
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 22.0;
            fact(ui, "Hints", &challenge.hints.to_string(), "Challenges solved with hints have no time in the statistics");
            let are_shown = says_mistakes(self.puzzle, challenge) || record.shows_mistakes || challenge.end.is_some();
            let mistakes = if are_shown { challenge.mistakes.to_string() } else { "hidden".to_owned() };
            let about = if challenge.is_exercise() { words::WRONG_ANSWERS } else { self.puzzle.challenges.mistakes };
            fact(ui, "Mistakes", &mistakes, about);
        });
        ui.add_space(space::S);
    }

    /// Shows what is chosen once for a challenge.
    pub fn choices_ui(&self, ui: &mut Ui, session: &Session, record: &mut Record) {
        let Some(challenge) = session.played().challenge() else { return };
        if !says_mistakes(self.puzzle, challenge) {
            ui.checkbox(&mut record.shows_mistakes, "Show mistakes at once").on_hover_text("Say at once if a placement leaves no solution");
        }
        if ui.add_enabled(challenge.end.is_none(), egui::Button::new("Give up")).on_hover_text(words::GIVE_UP_HINT).clicked() {
            Request::Run(DocumentCommand::GiveUp.into()).send(ui.ctx());
        }
        ui.add_space(space::S);
    }

    /// Shows what can be played next, apart from a challenge that is offered in place of the board: above the puzzle's own controls while
    /// no challenge is in progress, or else below them.
    pub fn next_ui(&mut self, ui: &mut Ui, session: &Session, record: &Record) {
        self.counted.update(self.puzzle, &record.results);
        if self.puzzle.kind.extras.challenges.is_some() && !session.played().is_offering() {
            let is_idle = !session.played().is_in_progress();
            let section = Section::open("play.challenge", "New challenge").opening_when(is_idle);
            section.show(ui, |ui| self.new_challenge_ui(ui, session));
        }
        let kinds = kinds_of_steps(self.puzzle, session.document_state());
        if !kinds.is_empty() {
            Section::open("play.exercise", words::PRACTISE).show(ui, |ui| self.exercise_ui(ui, &kinds, session));
        }
        statistics::drills_ui(ui, &self.counted);
        let aside = words::standing(record.standing(&self.counted.days, today()), daily::is_challenge(self.puzzle));
        Section::folded("play.daily", words::DAILY).aside(aside).show(ui, |ui| self.daily_ui(ui, record));
    }

    /// Shows the statistics, below everything else.
    pub fn statistics_ui(&mut self, ui: &mut Ui, record: &Record) {
        self.counted.update(self.puzzle, &record.results);
        let section = Section::folded("play.statistics", "Statistics");
        section.show(ui, |ui| statistics::ui(ui, self.puzzle, &self.counted, record));
    }

    fn new_challenge_ui(&mut self, ui: &mut Ui, session: &Session) {
        let grades = grades(self.puzzle, session.document_state());
        if grades.is_empty() {
            muted(ui, unavailable::NO_GRADES);
            return;
        }
        let chosen_grade = self.grade(session.document_state());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for &grade in grades {
                if choice(ui, grade.title(), chosen_grade == Some(grade), &words::grade(grade.title())).clicked() {
                    self.wanted_grade = grade;
                }
            }
        });
        ui.horizontal(|ui| {
            seed_ui(ui, &mut self.seed, words::SEED, words::SEED_HINT);
        });
        let shortcut = Command::from(DocumentCommand::Challenge).shortcut_text(ui.ctx());
        if self.making.is_some() {
            ui.horizontal(|ui| {
                if ui.button(words::STOP_MAKING).clicked() {
                    self.stop();
                }
                muted(ui, words::MAKING);
            });
        } else {
            ui.horizontal_wrapped(|ui| {
                // Once a game is over, the main button starts the next one; after an exercise, another exercise.
                let is_main = session.played().stage() == GameStage::Over && !session.played().challenge().is_some_and(Game::is_exercise);
                if !is_main && ui.button(words::MAKE).on_hover_text(words::make_hint(self.puzzle.challenges.start, &shortcut)).clicked() {
                    Request::Run(DocumentCommand::Challenge.into()).send(ui.ctx());
                }
                choose_ui(ui, Vec2::ZERO);
            });
        }
    }
}

impl Play {
    /// Shows the kinds of steps that can be practised, how well the user knows the chosen one, and the button that starts an exercise.
    fn exercise_ui(&mut self, ui: &mut Ui, kinds: &[Step], session: &Session) {
        let Some(chosen) = nearest(kinds, self.wanted_step) else { return };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for &step in kinds {
                if choice(ui, &sentence(step.title()), chosen == step, &words::kind_of_step(step))
                    .on_hover_text(pieces::task(step))
                    .clicked()
                {
                    self.wanted_step = step;
                }
            }
        });
        let statistics = self.counted.exercises(chosen);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 20.0;
            fact(ui, "Right", &words::first_tries(&statistics), words::FIRST_TRIES_HINT);
            fact(ui, "Median time", &words::time(statistics.median_ms), "Of the exercises that were solved without hints");
        });
        // Once an exercise is over, the main button starts the next one.
        let is_over = session.played().stage() == GameStage::Over;
        let is_main = is_over && session.played().challenge().is_some_and(Game::is_exercise);
        let command = Command::from(DocumentCommand::Exercise);
        let button = |ui: &mut Ui| ui.add_enabled(!self.is_busy(), egui::Button::new(command.title()));
        if !is_main && button(ui).on_hover_text("A position in which only this one step is asked for").clicked() {
            Request::Run(command).send(ui.ctx());
        }
    }
}

/// Whether the user learns at once why an attempt is wrong, since it has to be complete before it is judged, or is an exercise.
fn says_mistakes(puzzle: &AnyPuzzle, challenge: &Game) -> bool {
    challenge.is_exercise() || puzzle.kind.extras.challenges.as_ref().is_some_and(|challenges| challenges.refute.is_some())
}

/// The grades of challenges on the figure of this position.
fn grades(puzzle: &AnyPuzzle, figure: &State) -> &'static [Grade] {
    puzzle.kind.extras.challenges.as_ref().map_or(&[], |challenges| (challenges.grades)(figure))
}

/// The kinds of steps of exercises on the figure of this position.
fn kinds_of_steps(puzzle: &AnyPuzzle, figure: &State) -> Vec<Step> {
    let kinds = puzzle
        .kind
        .extras
        .challenges
        .as_ref()
        .and_then(|challenges| challenges.exercises.as_ref())
        .map_or(&[][..], |exercises| exercises.kinds);
    let grades = grades(puzzle, figure);
    kinds.iter().copied().filter(|step| grades.contains(&step.grade())).collect()
}

/// The hardest of these grades, or kinds of steps, up to the wanted one, or else the easiest: a figure may lack some.
fn nearest<G: Copy + PartialOrd>(grades: &[G], wanted: G) -> Option<G> {
    grades.iter().rev().find(|grade| **grade <= wanted).or(grades.first()).copied()
}

/// Shows the clock of the game with the button that pauses it, or once it is over, the one that copies its result. Returns whether it is
/// paused or resumed.
pub fn clock_ui(ui: &mut Ui, puzzle: &AnyPuzzle, session: &Session, record: &Record) -> bool {
    let mut is_clicked = false;
    let Some(game) = session.game() else {
        if session.played().mode() == Mode::Play {
            ui.horizontal(|ui| {
                ui.set_height(CLOCK_ROW);
                let is_free = session.played().stage() == GameStage::Free;
                muted(ui, if is_free { words::FREE } else { words::NO_GAME });
            });
        }
        return false;
    };
    let is_paused = session.played().is_paused();
    ui.horizontal(|ui| {
        ui.set_height(CLOCK_ROW);
        ui.label(RichText::new(clock(session.played().clock().elapsed())).font(theme::bold(CLOCK)));
        if session.played().is_being_decided() {
            muted(ui, "Checking…");
        } else if game.end.is_none() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (icon, name) = if is_paused { (Icon::Play, "Resume the clock") } else { (Icon::Pause, "Pause the clock") };
                is_clicked = icon_button(ui, icon, name, true).clicked();
            });
        } else if session.played().challenge().is_none() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| result::share_ui(ui, puzzle, &game));
        }
    });
    // Another document may have finished the daily puzzle since.
    let is_again = |day| game.is_counted || record.has_result(day);
    if game.end.is_none() && game.day.is_some_and(is_again) {
        muted(ui, "You have played this day before, so it doesn't count again.");
    } else if game.end.is_none() && game.is_counted && session.played().challenge().is_some() {
        muted(ui, "You have given this challenge up before, so it doesn't count again.");
    }
    is_clicked
}

/// Shows in place of the board that the game is paused. Returns whether the player continues.
pub fn paused_ui(ui: &mut Ui) -> bool {
    let room = Rect::from_center_size(ui.max_rect().center(), NOTICE.min(ui.max_rect().size()));
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new("Paused").font(theme::bold(CLOCK)));
        muted(ui, "The board is hidden until you continue.");
        ui.add_space(space::S);
        primary_button(ui, "Continue", "", true).clicked()
    })
    .inner
}

/// Whether the card below the board says how the challenge ended, or that it can't be solved any more.
pub fn has_card(session: &Session, record: &Record) -> bool {
    let Some(challenge) = session.played().challenge() else { return false };
    let is_free = session.hints().shown().is_none() && session.recorded_step().is_none();
    match session.played().mode() {
        Mode::Play => {
            let shows_mistakes = record.shows_mistakes || challenge.is_exercise();
            let is_mistake = session.played().miss().is_some() || shows_mistakes && session.played().is_at_dead_end();
            challenge.end.is_some() || is_mistake && is_free
        }
        // The solution of a challenge that was given up is shown there, and so are the mistakes of one that was solved.
        Mode::Solve => {
            let is_told = challenge.end == Some(End::GivenUp) || challenge.end.is_some() && !session.played().before_mistakes().is_empty();
            is_told && (is_free || challenge.is_exercise() && session.hints().shown().is_none())
        }
    }
}

/// Shows that card. Returns what was chosen.
pub fn card_ui(ui: &mut Ui, puzzle: &AnyPuzzle, session: &Session, board: Rect) -> Option<Chosen> {
    match session.played().challenge().filter(|challenge| challenge.end.is_some()) {
        Some(challenge) => {
            let game = challenge.clone().at(session.played().clock());
            let proof = session.played().proof().filter(|_| game.end == Some(End::Solved));
            // An exercise that was given up shows the step that was asked for.
            let step = session.recorded_step().filter(|_| game.is_exercise() && session.played().mode() == Mode::Solve);
            result::ui(ui, puzzle, (&game, proof.or(step.map(|step| step.remark.as_str()))), session, board)
        }
        None => {
            let is_exercise = session.played().challenge().is_some_and(Game::is_exercise);
            result::dead_end_ui(ui, session.played(), is_exercise, board)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_lacks_a_grade_gets_the_nearest_one() {
        use Grade::{Easy, Expert, Hard, Medium};
        for (grades, wanted, expected) in [
            (&Grade::ALL[..], Hard, Some(Hard)),
            (&[Easy, Medium], Expert, Some(Medium)),
            (&[Medium, Hard], Easy, Some(Medium)),
            (&[], Easy, None),
        ] {
            assert_eq!(nearest(grades, wanted), expected, "{grades:?}, {wanted:?}");
        }
    }
}
