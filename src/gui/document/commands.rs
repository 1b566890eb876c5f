//! The commands of a document: whether each can run now, and what it does.

use std::time::Duration;

use super::{NewDocument, OpenDocument};
use crate::{
    contact,
    gui::{
        command::{Command, DocumentCommand, Menu},
        now::seed,
        play::Play,
        tools::Tools,
        words::unavailable,
    },
    search::{Detail, Hint},
    text::grouped,
    workbench::{
        cursor::Move,
        file::Document,
        history::Gesture,
        session::{Cause, Change, Search, Session, Track},
    },
};

impl<P: Tools> OpenDocument<P> {
    /// Whether the command can run now; if not, why.
    pub fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        let session = &self.session;
        let require = |condition: bool, reason| if condition { Ok(()) } else { Err(reason) };
        let is_for_games = match command {
            DocumentCommand::Hint | DocumentCommand::FollowHint | DocumentCommand::GiveUp | DocumentCommand::Stop => true,
            DocumentCommand::Pause => session.is_in_progress(),
            _ => false,
        };
        if self.is_playing() && Command::from(command).menu() == Menu::Solve && !is_for_games {
            return Err(unavailable::PLAYING);
        }
        match command {
            DocumentCommand::Undo => require(session.can_undo(), "Nothing to undo"),
            DocumentCommand::Redo => require(session.can_redo(), "Nothing to redo"),
            DocumentCommand::Restart => require(session.is_edited(), "The position hasn't changed"),
            DocumentCommand::Challenge if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Challenge if P::EXTRAS.challenges.is_none() => Err("This puzzle has no challenges"),
            DocumentCommand::Challenge => require(Play::<P>::can_make(session.document_state()), unavailable::NO_GRADES),
            DocumentCommand::Daily if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Daily => Ok(()),
            DocumentCommand::GiveUp => require(session.is_in_progress() && session.challenge().is_some(), "No challenge is in progress"),
            DocumentCommand::Solve if matches!(session.activity(), Search::Running(_)) && !session.is_filtered() => {
                Err("Already searching; press Esc to stop")
            }
            DocumentCommand::Solve | DocumentCommand::Compare => require(session.can_search(), unavailable::FLAWED_POSITION),
            DocumentCommand::SolveFromStart => require(session.can_resume(), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::ReturnToSearch => require(session.searches_aside().next().is_some(), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::Hint if P::EXTRAS.hints.is_none() && P::OWN_HINT.is_none() => Err("This puzzle has no hints"),
            DocumentCommand::Hint if session.is_offering() => Err("Start a game or a challenge first"),
            // In a flawed position, the hint says what is wrong.
            DocumentCommand::Hint => Ok(()),
            DocumentCommand::FollowHint
                if P::BOARD_EXTRAS.follow_hint.is_none()
                    && matches!(session.shown_hint(), Some(Hint::Advice { detail: Detail::Step, .. })) =>
            {
                Err("Make the step of the hint on the board yourself")
            }
            DocumentCommand::FollowHint => require(session.after_hint().is_some(), "No hint says what to do yet; ask for more"),
            DocumentCommand::Pause if self.is_playing() => Ok(()),
            DocumentCommand::Pause => require(session.can_pause() || session.can_resume(), "No search to pause or resume"),
            DocumentCommand::Stop => {
                let can_close = || self.has_hint() || session.is_solution_shown() || session.can_cancel();
                require(self.is_working() || can_close(), "Nothing to stop")
            }
            DocumentCommand::UseSolution if session.on_board().is_none() => Err("No solution is shown"),
            DocumentCommand::UseSolution => require(session.can_adopt(), "This solution isn't a position of the board"),
            DocumentCommand::PreviousSolution | DocumentCommand::NextSolution => {
                require(session.cursor().is_some() && session.track() == Track::Solutions, unavailable::NO_SOLUTIONS)
            }
            DocumentCommand::FirstStep
            | DocumentCommand::StepBack
            | DocumentCommand::Play
            | DocumentCommand::StepForward
            | DocumentCommand::LastStep => require(session.can_step(), unavailable::NO_SOLUTIONS),
            DocumentCommand::New
            | DocumentCommand::Deal
            | DocumentCommand::ZoomIn
            | DocumentCommand::ZoomOut
            | DocumentCommand::ZoomFit => Ok(()),
        }
    }

    /// Whether the list of solutions can be exported now; if not, why.
    pub fn can_export_list(&self) -> Result<(), &'static str> {
        match self.session.listed() {
            _ if self.is_playing() => Err(unavailable::PLAYING),
            0 => Err("No solutions are listed"),
            1..=contact::MAX_PICTURES => Ok(()),
            _ => Err("Too many solutions for one sheet; filter the list first"),
        }
    }

    /// Runs the command.
    pub fn run(&mut self, command: DocumentCommand, now: Duration) {
        let (is_working, has_hint, was_playing) = (self.is_working(), self.has_hint(), self.is_playing());
        let session = &mut self.session;
        let user = Cause::User;
        let mut notice = None;
        match command {
            DocumentCommand::New => self.requested = Some(NewDocument::Example(Document::default())),
            DocumentCommand::Deal => self.requested = Some(NewDocument::Own(Document::untitled(P::deal(seed())))),
            DocumentCommand::Undo => self.apply(Change::Undo, Cause::Undo),
            DocumentCommand::Redo => self.apply(Change::Redo, Cause::Undo),
            DocumentCommand::Restart => self.apply(Change::Restart, user),
            DocumentCommand::Solve | DocumentCommand::SolveFromStart => {
                let resumes = command == DocumentCommand::Solve && session.can_resume();
                self.shows_list = true;
                // From here on the arrow keys step through what is found.
                self.canvas.release_focus();
                if resumes { session.resume() } else { session.search() }
            }
            DocumentCommand::ReturnToSearch => self.apply(Change::GoBackToSearch, user),
            DocumentCommand::Challenge => self.play.make(session.document_state().clone()),
            DocumentCommand::Daily => self.requested = Some(NewDocument::Daily),
            DocumentCommand::GiveUp => self.apply(Change::GiveUp, user),
            DocumentCommand::Hint if let Some(own) = P::OWN_HINT => {
                let mut view = session.view().clone();
                notice = Some(own(session.state(), &mut view));
                self.apply(Change::View(view), user);
            }
            DocumentCommand::Hint => {
                let advised = P::advice(session).and_then(|advice| advice.detail);
                session.take_hint(advised);
            }
            DocumentCommand::FollowHint => {
                if let Some(state) = session.after_hint() {
                    self.apply(Change::Position(state, Gesture::Ended), user);
                }
            }
            DocumentCommand::Compare => session.compare(),
            DocumentCommand::Pause if was_playing => {
                let is_paused = session.is_paused();
                self.apply(Change::Pause(!is_paused), user);
            }
            DocumentCommand::Pause if session.can_resume() => session.resume(),
            DocumentCommand::Pause => session.pause(),
            // The same key closes a hint, puts a piece back, or returns from a solution to the position.
            DocumentCommand::Stop if !is_working && has_hint => session.dismiss_hints(),
            DocumentCommand::Stop if !is_working && session.can_cancel() => self.apply(Change::Cancel, user),
            DocumentCommand::Stop if !is_working => notice = Self::leave_solution(session),
            DocumentCommand::Stop => {
                self.companion.stop();
                self.play.stop();
                session.stop();
            }
            DocumentCommand::UseSolution => self.apply(Change::Adopt, user),
            DocumentCommand::PreviousSolution => session.step(Move::PreviousSolution),
            DocumentCommand::NextSolution => session.step(Move::NextSolution),
            DocumentCommand::FirstStep => session.step(Move::First),
            DocumentCommand::StepBack => session.step(Move::Back),
            DocumentCommand::StepForward => session.step(Move::Forward),
            DocumentCommand::LastStep => session.step(Move::Last),
            DocumentCommand::Play => session.play_or_pause(now),
            DocumentCommand::ZoomIn => self.canvas.zoom_by(1),
            DocumentCommand::ZoomOut => self.canvas.zoom_by(-1),
            DocumentCommand::ZoomFit => self.canvas.fit(),
        }
        self.notice = self.play.notice().or(notice);
    }

    /// Shows the position in place of a solution. Says how to get back, since an empty position looks as if something was lost.
    pub(super) fn leave_solution(session: &mut Session<P>) -> Option<String> {
        let place = session.cursor().filter(|_| session.is_solution_shown());
        session.show_step(0);
        let place = place?;
        let key = Command::from(DocumentCommand::LastStep).shortcuts().next()?.logical_key.name();
        Some(format!("This is your position. {key} shows {} {} again.", session.noun().0, grouped((place.solution + 1) as u64)))
    }

    /// Whether something runs that can be stopped, apart from the search for hints.
    pub(super) fn is_working(&self) -> bool {
        self.companion.is_busy() || self.play.is_busy() || self.session.is_busy()
    }

    /// Whether a hint is shown or searched for.
    pub(super) fn has_hint(&self) -> bool {
        self.session.shown_hint().is_some() || self.session.is_hinting()
    }
}
