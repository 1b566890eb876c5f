//! Games and challenges of a document: what is played or made, the clock, and the mode.

use std::{sync::Weak, time::Duration};

use egui::Ui;

use super::{NewDocument, OpenDocument};
use crate::{
    challenge::Grade,
    date::Date,
    gui::{
        deferred::Deferred,
        exporting,
        play::{self, ChallengeCard},
        tools::Tools,
    },
    look::Look,
    workbench::{
        file::Document,
        history::Gesture,
        session::{Cause, Change, Mode},
    },
};

/// How long the window can be without the keyboard's focus before the clock of a game is paused.
const AWAY: Duration = Duration::from_secs(60);

impl<P: Tools> OpenDocument<P> {
    /// Whether the user plays, so that nothing may be shown that would spoil it.
    pub fn is_playing(&self) -> bool {
        self.session.mode() == Mode::Play
    }

    /// Whether a challenge can be chosen and none is in progress.
    pub(super) fn is_between_challenges(&self) -> bool {
        P::EXTRAS.challenges.is_some() && !self.session.is_in_progress()
    }

    /// Advances the clock of the game. It is paused once the user has worked elsewhere for a while.
    pub(super) fn keep_time(&mut self, ui: &Ui, now: Duration) {
        let (is_focused, is_hidden) = ui.input(|input| {
            let viewport = input.viewport();
            (viewport.focused != Some(false), viewport.minimized == Some(true) || viewport.occluded == Some(true))
        });
        self.unfocused_since = self.unfocused_since.or(Some(now)).filter(|_| !is_focused);
        let is_away = self.unfocused_since.is_some_and(|since| since + AWAY <= now);
        if is_hidden || is_away {
            self.apply(Change::Pause(true), Cause::User);
            // Where the system never says that the window has the focus, the game can be resumed for another while.
            self.unfocused_since = self.unfocused_since.map(|_| now);
        }
        // Nobody plays while a question or another dialog is open over the game.
        if ui.memory(|memory| memory.top_modal_layer().is_some()) {
            self.session.hold_time(now);
        } else {
            self.session.keep_time(now);
        }
        if let Some(wait) = self.session.clock().until_next_second() {
            ui.ctx().request_repaint_after(wait);
        }
    }

    /// Chooses the mode, as the switch does.
    pub fn choose_mode(&mut self, mode: Mode) {
        self.apply(Change::Mode(mode), Cause::User);
    }

    /// Takes back what was placed in the challenge. One that is over is opened again beside this document.
    pub(super) fn try_again(&mut self) {
        if !self.session.is_in_progress() {
            self.requested = self.session.challenge_again().map(NewDocument::Own);
        } else if let Some(cleared) = P::BOARD_EXTRAS.cleared {
            self.apply(Change::Position(cleared(self.session.document_state()), Gesture::Ended), Cause::User);
        }
    }

    /// The day whose puzzle is played next.
    pub fn day(&self) -> Date {
        self.play.day()
    }

    /// Opens the daily puzzle of the chosen day as a new document: a challenge, a game of the puzzle's own, or a position.
    pub fn play_daily(&mut self) {
        let day = self.play.day();
        if play::daily_is_challenge::<P>() {
            self.play.make_daily();
            self.notice = self.play.notice();
        } else {
            let title = Some(format!("Daily puzzle {day}"));
            let (state, game) = P::PLAYING.daily.map_or_else(|| (P::deal(day.seed()), None), |daily| (daily.begin)(day));
            self.requested = Some(NewDocument::Own(Document { title, game, ..Document::untitled(state) }));
        }
    }

    /// Whether a challenge is being made for it.
    pub fn is_making(&self) -> bool {
        self.play.is_busy()
    }

    /// Returns the challenge that was made for it since the last call.
    pub fn take_challenge(&mut self) -> Option<Document<P::State>> {
        let made = self.play.catch_up()?;
        self.notice = made.as_ref().err().cloned();
        made.ok()
    }

    /// The challenges on the document's figure from which the user chooses by their pictures.
    pub fn challenges(&self) -> Vec<ChallengeCard> {
        play::cards::<P>(self.session.document_state())
    }

    /// The grade of the next challenge; none if the figure has no challenges.
    pub fn grade(&self) -> Option<Grade> {
        self.play.grade(self.session.document_state())
    }

    /// These challenges as SVGs that are as large as they fit this room, in pixels; empty once nothing keeps `wanted` alive.
    pub fn challenge_drawings(&self, look: &Look, room: [f32; 2], wanted: &Weak<()>) -> Vec<Deferred<String>> {
        let figure = self.session.document_state();
        let cards = self.challenges();
        let drawing = |card: &ChallengeCard| exporting::challenge::<P>(figure, card.grade, card.seed, *look, room, wanted.clone());
        cards.iter().map(drawing).collect()
    }

    /// Begins to make this challenge on the document's figure.
    pub fn make_challenge(&mut self, grade: Grade, seed: u64) {
        self.play.make_chosen(self.session.document_state().clone(), grade, seed);
        self.notice = self.play.notice();
    }
}
