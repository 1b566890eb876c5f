//! Games and challenges of a document: what is played or made, the clock, and the mode.

use std::time::Duration;

use egui::Ui;

use super::{Inheritance, Moments, OpenDocument};
use crate::{
    any_puzzle::AnyPuzzle,
    command::DocumentCommand,
    now::today,
    play::{
        self, Record,
        practice::{self, Practice},
        words::practice as words,
    },
    request::Request,
    sections::Section,
    words::documents,
};
use base::{
    challenge::Grade,
    date::Date,
    erased::{State, View},
    game::Game,
    puzzle::Moment,
};
use workbench::{
    file::SaveFile,
    history::Gesture,
    session::{Cause, Change, Go, Mode, Track},
};

/// What is played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The challenge of this grade and seed on the figure of the document.
    Challenge(Grade, u64),
    /// The puzzle of this day.
    Daily(Date),
}

/// How long the window can be without the keyboard's focus before the clock of a game is paused.
const AWAY: Duration = Duration::from_secs(60);

impl OpenDocument {
    /// Whether the user plays, so that nothing may be shown that would spoil it.
    pub(super) fn is_playing(&self) -> bool {
        self.session.played().mode() == Mode::Play
    }

    /// Whether a challenge can be chosen and none is in progress.
    pub(super) fn is_between_challenges(&self) -> bool {
        self.puzzle.kind.extras.challenges.is_some() && !self.session.played().is_in_progress()
    }

    /// Advances the clock of the game. It is paused once the user has worked elsewhere for a while.
    pub(super) fn keep_time(&mut self, ui: &Ui, now: Duration) {
        let (is_focused, is_hidden) = ui.input(|input| {
            let viewport = input.viewport();
            (viewport.focused != Some(false), viewport.minimized == Some(true) || viewport.occluded == Some(true))
        });
        let since = self.shown.unfocused_since.or(Some(now)).filter(|_| !is_focused);
        let is_away = since.is_some_and(|since| since + AWAY <= now);
        if is_hidden || is_away {
            self.apply(Change::Pause(true), Cause::User);
            // Where the system never says that the window has the focus, the game can be resumed for another while.
            self.shown.unfocused_since = since.map(|_| now);
        } else {
            self.shown.unfocused_since = since;
        }
        // Nobody plays while a question or another dialog is open over the game.
        let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some());
        let is_covered = is_covered || self.practice.is_some();
        self.session.keep_time(now, is_covered || self.companion.is_halted(&self.session));
        if let Some(wait) = self.session.played().clock().until_next_second() {
            ui.ctx().request_repaint_after(wait);
        }
    }

    /// Opens a document for the game that was started in this view, from this position. This one keeps its own position, with the searches
    /// that belong to it.
    pub(super) fn open_game(&mut self, state: State, view: View) {
        let title = Some(game_title(self.puzzle, &state, &view, &self.session.name()));
        let mut game = self.sibling(SaveFile { title, ..SaveFile::untitled(state) });
        game.apply(Change::Begin(view), Cause::User);
        (self.puzzle.memory.share)(game.session.view(), self.session.view_mut());
        game.shown.inherits = Inheritance::Canvas;
        self.open_named_apart(game);
    }

    /// A copy that continues from this position and view, in which the game would lose moves. This document keeps them.
    pub(super) fn variation(&self, state: State, view: View, gesture: Gesture) -> Self {
        let name = self.session.name();
        let is_new_game = self.is_playing() && self.puzzle.kind.board_extras.moves(&state) == 0;
        let title = if is_new_game { game_title(self.puzzle, &state, &view, &name) } else { format!("{name} (variation)") };
        let first = if is_new_game { state.clone() } else { self.session.state().clone() };
        let mut variation = self.sibling(SaveFile { title: Some(title), ..SaveFile::untitled(first) });
        let has_game = self.puzzle.kind.board_extras.games.as_ref().is_some_and(|games| (games.is_on)(&view));
        variation.apply(if has_game { Change::Begin(view) } else { Change::View(view) }, Cause::File);
        variation.apply(Change::Position(state, gesture), Cause::File);
        if !is_new_game {
            variation.session.continue_clock(&self.session);
            variation.notice = Some(format!("This move starts a variation; \"{name}\" keeps all its moves"));
        }
        variation.shown.inherits = Inheritance::CanvasAndCompanion;
        variation
    }

    /// Takes back what was placed in the challenge. One that is over is opened again beside this document.
    pub(super) fn try_again(&mut self, results: &Record) {
        if self.session.played().is_in_progress() {
            if let Some(cleared) = self.puzzle.kind.board_extras.cleared {
                self.apply(Change::Position(cleared(self.session.document_state()), Gesture::Ended), Cause::User);
            }
        } else if let Some(again) = self.session.challenge_again() {
            self.open_with_focus(self.sibling_counted_once(again, results));
        }
    }

    /// Opens the challenge that was made for it since the last call.
    pub(super) fn catch_up_challenge(&mut self, results: &Record) {
        let Some(made) = self.play.catch_up() else { return };
        self.notice = made.as_ref().err().cloned();
        if let Ok(made) = made {
            let daily = made.game.as_ref().and_then(|game| game.day);
            let mut challenge = self.sibling_counted_once(made, results);
            challenge.take_settings_from(self);
            challenge.shown.canvas.take_focus();
            self.open_beside(challenge, false, daily);
        }
    }

    /// Looks for the moments of its game again if something has changed that they depend on.
    pub(super) fn follow_moments(&mut self, was_busy: bool) {
        let session = &self.session;
        let of = (session.revisions(), session.played().stage(), session.view().clone(), self.companion.results(session));
        if was_busy || self.moments.of.as_ref() != Some(&of) {
            self.moments = Moments { known: self.moments(), of: Some(of) };
        }
    }

    /// The moments of its game that cost something. They are gone through once the game is over, so as not to help in it.
    fn moments(&self) -> Vec<Moment<State>> {
        if self.session.played().is_in_progress() {
            return Vec::new();
        }
        let mut moments = self.moments_of_challenge();
        moments.extend(self.companion.moments(&self.session));
        moments
    }

    /// Those of a challenge, whose placements are judged one by one.
    fn moments_of_challenge(&self) -> Vec<Moment<State>> {
        let of_challenge = |(index, (before, after)): (usize, &(State, State))| Moment {
            title: format!("Mistake {}", index + 1),
            about: "A piece that you placed here left no solution".to_owned(),
            state: before.clone(),
            played: Some(after.clone()),
        };
        self.session.played().before_mistakes().iter().enumerate().map(of_challenge).collect()
    }

    /// Goes through them.
    pub(super) fn learn(&mut self) {
        let cards = practice::cards(self.puzzle, self.moments.known.clone());
        self.practice = Practice::of(self.puzzle, cards, self.home.wake.clone());
    }

    /// Explains a position step by step, in a document beside this one. The steps that follow from there are listed only as far as the user
    /// goes to them.
    pub(super) fn explain_apart(&mut self, title: String, state: State) {
        let mut apart = self.sibling(SaveFile { title: Some(title), ..SaveFile::untitled(state) });
        apart.apply(Change::Mode(Mode::Solve), Cause::User);
        if let Some(index) = self.puzzle.kind.explanation() {
            apart.session.go(Go::Track(Track::Walkthrough(index)));
        }
        apart.shown.told_up_to = Some(1);
        self.open_beside(apart, true, None);
    }

    /// Goes through the mistakes that come back today, if the user wants to, and takes in what was judged. Those of a challenge that has
    /// ended are kept: its document may be closed next.
    pub(super) fn practise(&mut self, record: &mut Record) {
        if std::mem::take(&mut self.has_ended) {
            practice::cards(self.puzzle, self.moments_of_challenge()).into_iter().for_each(|card| record.deck.note(card, today()));
        }
        if std::mem::take(&mut self.practises) {
            self.practice = Practice::of(self.puzzle, record.deck.due(today()), self.home.wake.clone());
        }
        if let Some(practice) = &mut self.practice {
            practice.catch_up(&mut record.deck);
        }
    }

    /// Offers to go through mistakes, if there are any.
    pub(super) fn mistakes_ui(&self, ui: &mut Ui) {
        let moments = self.moments.known.len();
        let due = if self.is_playing() && !self.session.played().is_in_progress() { self.due } else { 0 };
        if moments + due == 0 {
            return;
        }
        Section::open("play.mistakes", words::SECTION).show(ui, |ui| {
            let learn = (
                moments,
                words::learn(moments),
                "Try again where something was lost; it takes no time on the clock",
                DocumentCommand::Learn,
            );
            let practise = (
                due,
                words::practise(due),
                "Positions of earlier games in which you failed to find what is good",
                DocumentCommand::Practise,
            );
            for (number, text, hint, command) in [learn, practise] {
                if 0 < number && ui.button(text).on_hover_text(hint).clicked() {
                    Request::Run(command.into()).send(ui.ctx());
                }
            }
        });
    }

    /// Shows the challenges on the document's figure, to choose one by its picture.
    pub(super) fn show_challenges(&self) {
        let figure = self.session.document_state();
        self.request(Request::ShowChallenges(play::cards(self.puzzle, figure), self.play.grade(figure)));
    }

    /// Chooses the mode, as the switch does.
    pub fn choose_mode(&mut self, mode: Mode) {
        self.apply(Change::Mode(mode), Cause::User);
    }

    /// Begins what is played next, in a document beside this one.
    pub fn play(&mut self, next: Next, results: &mut Record) {
        match next {
            Next::Challenge(grade, seed) => {
                results.grade = grade;
                self.play.make_chosen(self.session.document_state().clone(), grade, seed);
            }
            Next::Daily(day) if play::daily_is_challenge(self.puzzle) => self.play.make_daily(day),
            Next::Daily(day) => {
                let title = Some(format!("Daily puzzle {day}"));
                let (state, game) = self
                    .puzzle
                    .playing
                    .daily
                    .as_ref()
                    .map_or_else(|| ((self.puzzle.kind.deal)(day.seed()), None), |daily| (daily.begin)(day));
                let content = SaveFile { title, game, ..SaveFile::untitled(state) };
                self.open_with_focus(self.sibling_counted_once(content, results));
            }
        }
        self.notice = self.play.notice();
    }
}

/// The title of the game that was started in this view: what is played, and its seed or else the name of the position that it is played on.
fn game_title(puzzle: &AnyPuzzle, state: &State, view: &View, position: &str) -> String {
    let game = puzzle.kind.board_extras.games.as_ref().and_then(|games| (games.saved)(state, view));
    let title = |game: Game| {
        let is_on_position = puzzle.playing.games.as_ref().is_none_or(|games| (games.is_on_position)(&game));
        documents::game(&(puzzle.playing.results.kind)(&game), game.seed, is_on_position.then_some(position))
    };
    game.map_or_else(|| "Game".to_owned(), title)
}
