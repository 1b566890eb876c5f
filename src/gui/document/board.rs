//! The middle of a document: its board with the card below it, or the offer of a game.

use egui::{Ui, UiBuilder};

use super::OpenDocument;
use crate::{
    paint,
    panels::{self, remark::Wish},
    play::{self, Chosen, Record},
    theme,
};
use base::board::{Input, Reply};
use workbench::{
    history::Gesture,
    session::{Cause, Change},
};

impl OpenDocument {
    pub(super) fn board_ui(&mut self, ui: &mut Ui, results: &Record) {
        self.session.shows_mistakes = results.shows_mistakes;
        if let Some(practice) = &mut self.practice {
            let is_closed = practice.board_ui(ui, &mut self.notice);
            let explained = practice.explained();
            if is_closed {
                self.practice = None;
            }
            if let Some((title, state)) = explained {
                self.explain_apart(title, state);
            }
            return;
        }
        if self.session.played().is_paused() {
            if play::paused_ui(ui) {
                self.apply(Change::Pause(false), Cause::User);
            }
            return;
        }
        if self.session.played().is_offering() {
            self.offer_ui(ui);
            return;
        }
        let look = paint::legible(theme::look(ui.ctx()), self.shown.canvas.scale());
        let room = ui.available_rect_before_wrap();
        let picture = self.session.latest_picture(self.shown.canvas.pointed(), &look);
        // Esc has something else to stop or to close.
        let must_pass_esc = self.is_working() || self.has_hint();
        let (session, mut events) = (&mut self.session, Vec::new());
        let (mut had_input, mut left) = (false, None);
        let mut board = room;
        let (advice, has_card) = ((self.puzzle.advice)(session), play::has_card(session, results));
        if has_card || panels::remark::has_room(session, advice.as_ref(), room.height()) {
            board.max.y -= panels::remark::HEIGHT;
        }
        self.shown.canvas.takes_sideways = !session.can_step();
        let refused = ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            self.shown.canvas.ui(ui, &picture, &mut |spot, input, gesture| {
                let (state, view, reply) = session.after_input(spot, input);
                if (input, &reply) == (Input::Cancel, &Reply::Ignored) {
                    if must_pass_esc || !session.is_solution_shown() {
                        return reply;
                    }
                    left = Self::leave_solution(session);
                    had_input = true;
                    return Reply::Done;
                }
                had_input = true;
                events.extend(session.apply(Change::Made(state, view, gesture), Cause::User));
                reply
            })
        });
        let refused = refused.inner;
        self.note(events);
        if had_input {
            self.notice = refused.or(left);
        }
        if has_card {
            match play::card_ui(ui, self.puzzle, &self.session, room) {
                Some(Chosen::TryAgain) => self.try_again(results),
                Some(Chosen::ShowSolution) => self.apply(Change::GiveUp, Cause::User),
                Some(Chosen::Explain) => self.apply(Change::Explain, Cause::User),
                None => {}
            }
        } else {
            match panels::remark::ui(ui, &mut self.session, advice.as_ref(), room) {
                Some(Wish::Follow(state)) => self.apply(Change::Position(state, Gesture::Ended), Cause::User),
                Some(Wish::TakeAdvice(button)) => {
                    if let Some(change) = self.companion.take_advice(ui, &self.session, button) {
                        self.apply(change, Cause::User);
                    }
                }
                None => {}
            }
        }
    }

    fn offer_ui(&mut self, ui: &mut Ui) {
        let Some(games) = &self.puzzle.playing.games else {
            if self.play.offer_ui(ui, &self.session) {
                self.apply(Change::PlayFreely, Cause::User);
            }
            return;
        };
        let (mut state, mut view) = (self.session.state().clone(), self.session.view().clone());
        let has_left = self.session.can(&Change::ResumeGame);
        if self.play.games_ui(ui, games, has_left, (&mut state, &mut view)) {
            return self.apply(Change::ResumeGame, Cause::User);
        }
        self.take_in(state, view, Gesture::Ended);
    }
}
