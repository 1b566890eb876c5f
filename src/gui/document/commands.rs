//! The searches of a document, its timeline and its commands: whether each command can run now, and what it does.

use std::{mem, time::Duration};

use super::OpenDocument;
use crate::{
    book,
    command::{Command, DocumentCommand, Menu},
    exporting::Exported,
    now::{seed, today},
    play::Record,
    request::Request,
    words::unavailable,
};
use base::{
    contact,
    search::{Detail, Hint},
    text::grouped,
};
use workbench::{
    cursor::Move,
    file::SaveFile,
    history::Gesture,
    link,
    session::{Cause, Change, Go, Search, Session, Work},
};

impl OpenDocument {
    /// Takes in what searches and other jobs found. The results are of all games of its puzzle. Returns whether there is more to take in
    /// at once.
    pub fn catch_up(&mut self, results: &Record) -> bool {
        let was_busy = self.companion.is_busy();
        if let Some((change, cause)) = self.companion.catch_up(&self.session, &self.home.requests) {
            self.apply(change, cause);
        }
        self.catch_up_challenge(results);
        self.due = results.deck.number_due(today());
        let (events, is_more) = self.session.catch_up();
        self.note(events);
        self.follow_moments(was_busy);
        is_more
    }

    /// Advances the timeline while it plays. Returns the time until its next step.
    pub fn tick(&mut self, now: Duration) -> Option<Duration> {
        self.session.tick(now)
    }

    /// Pauses its timeline, and its search if that has run for a long time. Returns whether the search still runs.
    pub fn pause_if_long(&mut self) -> bool {
        let was_searching = self.session.searches().is_running();
        let still_runs = self.session.pause_if_long();
        self.was_searching |= was_searching && still_runs;
        still_runs
    }

    /// Resumes the search that [`Self::pause_if_long`] has paused.
    pub fn resume_paused(&mut self) {
        if mem::take(&mut self.was_searching) && self.session.searches().can_resume() {
            self.session.work(Work::Resume);
        }
    }

    /// Whether the command can run now; if not, why.
    pub fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        let session = &self.session;
        let require = |condition: bool, reason| if condition { Ok(()) } else { Err(reason) };
        let is_for_games = match command {
            DocumentCommand::Hint | DocumentCommand::FollowHint | DocumentCommand::GiveUp | DocumentCommand::Stop => true,
            DocumentCommand::Pause => session.played().is_in_progress(),
            _ => false,
        };
        if self.is_playing() && Command::from(command).menu() == Menu::Solve && !is_for_games {
            return Err(unavailable::PLAYING);
        }
        if self.practice.is_some() && self.is_covered(command) {
            return Err(unavailable::PRACTISING);
        }
        match command {
            DocumentCommand::Undo => require(session.can(&Change::Undo), "Nothing to undo"),
            DocumentCommand::Redo => require(session.can(&Change::Redo), "Nothing to redo"),
            DocumentCommand::Restart => require(session.is_edited(), "The position hasn't changed"),
            DocumentCommand::Challenge | DocumentCommand::Challenges if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Challenge | DocumentCommand::Challenges if self.puzzle.kind.extras.challenges.is_none() => {
                Err("This puzzle has no challenges")
            }
            DocumentCommand::Challenge | DocumentCommand::Challenges => {
                require(self.play.can_make(session.document_state()), unavailable::NO_GRADES)
            }
            DocumentCommand::Exercise if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Exercise => {
                require(self.play.kind_of_step(session.document_state()).is_some(), "This position has no exercises")
            }
            DocumentCommand::Learn => require(!self.moments.known.is_empty(), "No mistakes of this game are known"),
            DocumentCommand::Practise => require(0 < self.due, "No mistakes come back today"),
            DocumentCommand::Daily if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Daily => Ok(()),
            DocumentCommand::GiveUp => {
                require(session.played().is_in_progress() && session.played().challenge().is_some(), "No challenge is in progress")
            }
            DocumentCommand::Solve if matches!(session.searches().activity(), Search::Running(_)) && !session.searches().is_filtered() => {
                Err("Already searching; press Esc to stop")
            }
            DocumentCommand::Solve | DocumentCommand::Compare => require(session.can_search(), unavailable::FLAWED_POSITION),
            DocumentCommand::SolveFromStart => require(session.searches().can_resume(), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::ReturnToSearch => require(session.can(&Change::GoBackToSearch), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::Hint if self.puzzle.kind.extras.hints.is_none() && self.puzzle.own_hint.is_none() => {
                Err("This puzzle has no hints")
            }
            DocumentCommand::Hint if session.played().is_offering() => Err("Start a game or a challenge first"),
            // In a flawed position, the hint says what is wrong.
            DocumentCommand::Hint => Ok(()),
            DocumentCommand::FollowHint
                if self.puzzle.kind.board_extras.follow_hint.is_none()
                    && matches!(session.hints().shown(), Some(Hint::Advice { detail: Detail::Step, .. })) =>
            {
                Err("Make the step of the hint on the board yourself")
            }
            DocumentCommand::FollowHint => require(session.after_hint().is_some(), "No hint says what to do yet; ask for more"),
            DocumentCommand::Pause if self.is_playing() => Ok(()),
            DocumentCommand::Pause => {
                require(session.searches().can_pause() || session.searches().can_resume(), "No search to pause or resume")
            }
            DocumentCommand::Stop if self.practice.is_some() => Ok(()),
            DocumentCommand::Stop => {
                let can_close = || self.has_hint() || session.is_solution_shown() || session.can(&Change::Cancel);
                require(self.is_working() || can_close(), "Nothing to stop")
            }
            DocumentCommand::UseSolution if session.on_board().is_none() => Err("No solution is shown"),
            DocumentCommand::UseSolution => require(session.can(&Change::Adopt), "This solution isn't a position of the board"),
            DocumentCommand::PreviousSolution | DocumentCommand::NextSolution => {
                require(session.can_change_solution(), unavailable::NO_SOLUTIONS)
            }
            DocumentCommand::FirstStep
            | DocumentCommand::StepBack
            | DocumentCommand::Play
            | DocumentCommand::StepForward
            | DocumentCommand::LastStep => require(session.can_step(), unavailable::NO_SOLUTIONS),
            DocumentCommand::ExportSheet => require(self.puzzle.kind.board_extras.sheet.is_some(), "This puzzle has no sheet to print"),
            DocumentCommand::ExportList => match session.listed() {
                _ if self.is_playing() => Err(unavailable::PLAYING),
                0 => Err("No solutions are listed"),
                1..=contact::MAX_PICTURES => Ok(()),
                _ => Err("Too many solutions for one sheet; filter the list first"),
            },
            DocumentCommand::Book => book::grades(self.puzzle.kind, session.state()).map(drop),
            DocumentCommand::New
            | DocumentCommand::Deal
            | DocumentCommand::CopyText
            | DocumentCommand::CopyLink
            | DocumentCommand::ExportPicture
            | DocumentCommand::ZoomIn
            | DocumentCommand::ZoomOut
            | DocumentCommand::ZoomFit => Ok(()),
        }
    }

    /// Runs the command.
    pub fn run(&mut self, command: DocumentCommand, now: Duration) {
        let (is_working, has_hint, was_playing) = (self.is_working(), self.has_hint(), self.is_playing());
        let session = &mut self.session;
        let user = Cause::User;
        let mut notice = None;
        match command {
            DocumentCommand::New => {
                let mut empty = self.sibling(SaveFile::untitled((self.puzzle.kind.empty)()));
                empty.is_example = true;
                self.open_with_focus(empty);
            }
            DocumentCommand::Deal => self.open_with_focus(self.sibling(SaveFile::untitled((self.puzzle.kind.deal)(seed())))),
            DocumentCommand::Undo => self.apply(Change::Undo, Cause::Undo),
            DocumentCommand::Redo => self.apply(Change::Redo, Cause::Undo),
            DocumentCommand::Restart => self.apply(Change::Restart, user),
            DocumentCommand::Solve | DocumentCommand::SolveFromStart => {
                let resumes = command == DocumentCommand::Solve && session.searches().can_resume();
                self.shown.in_front = None;
                // From here on the arrow keys step through what is found.
                self.shown.canvas.release_focus();
                if resumes { session.work(Work::Resume) } else { session.work(Work::Search) }
            }
            DocumentCommand::ReturnToSearch => self.apply(Change::GoBackToSearch, user),
            DocumentCommand::Challenge => self.play.make(session.document_state().clone()),
            DocumentCommand::Challenges => self.show_challenges(),
            DocumentCommand::Exercise => self.play.make_exercise(session.document_state().clone()),
            DocumentCommand::Learn => self.learn(),
            DocumentCommand::Practise => self.practises = true,
            DocumentCommand::Daily => self.request(Request::PlayDaily(self.puzzle.kind.key, self.play.day())),
            DocumentCommand::GiveUp => self.apply(Change::GiveUp, user),
            DocumentCommand::Hint if let Some(own) = self.puzzle.own_hint => {
                let mut view = session.view().clone();
                notice = Some(own(session.state(), &mut view));
                self.apply(Change::View(view), user);
            }
            DocumentCommand::Hint => {
                let advised = (self.puzzle.advice)(session).and_then(|advice| advice.detail);
                session.work(Work::Hint(advised));
            }
            DocumentCommand::FollowHint => {
                if let Some(state) = session.after_hint() {
                    self.apply(Change::Position(state, Gesture::Ended), user);
                }
            }
            DocumentCommand::Compare => {
                self.shown.in_front = None;
                session.work(Work::Compare);
            }
            DocumentCommand::Pause if was_playing => {
                let is_paused = session.played().is_paused();
                self.apply(Change::Pause(!is_paused), user);
            }
            DocumentCommand::Pause if session.searches().can_resume() => session.work(Work::Resume),
            DocumentCommand::Pause => session.work(Work::Pause),
            DocumentCommand::Stop if self.practice.is_some() => self.practice = None,
            // The same key closes a hint, puts a piece back, or returns from a solution to the position.
            DocumentCommand::Stop if !is_working && has_hint => session.work(Work::DismissHints),
            DocumentCommand::Stop if !is_working && session.can(&Change::Cancel) => self.apply(Change::Cancel, user),
            DocumentCommand::Stop if !is_working => notice = Self::leave_solution(session),
            DocumentCommand::Stop => {
                self.companion.stop();
                self.play.stop();
                session.work(Work::Stop);
            }
            DocumentCommand::UseSolution => self.apply(Change::Adopt, user),
            DocumentCommand::PreviousSolution => session.go(Go::By(Move::PreviousSolution)),
            DocumentCommand::NextSolution => session.go(Go::By(Move::NextSolution)),
            DocumentCommand::FirstStep => session.go(Go::By(Move::First)),
            DocumentCommand::StepBack => session.go(Go::By(Move::Back)),
            DocumentCommand::StepForward => session.go(Go::By(Move::Forward)),
            DocumentCommand::LastStep => session.go(Go::By(Move::Last)),
            DocumentCommand::Play => session.go(Go::PlayOrPause(now)),
            DocumentCommand::ZoomIn => self.shown.canvas.zoom_by(1),
            DocumentCommand::ZoomOut => self.shown.canvas.zoom_by(-1),
            DocumentCommand::ZoomFit => self.shown.canvas.fit(),
            DocumentCommand::CopyText => {
                let text = (self.puzzle.kind.write_text)(session.state());
                self.request(Request::Copy(text));
            }
            DocumentCommand::CopyLink => match link::write(self.puzzle.kind, session.state()) {
                Some(link) => self.request(Request::Copy(link)),
                None => notice = Some("The position is too long for a link. Save it as a file.".to_owned()),
            },
            DocumentCommand::ExportPicture => self.request(Request::AskHowToExport(Exported::Board)),
            DocumentCommand::ExportSheet => self.request(Request::AskHowToExport(Exported::Sheet)),
            DocumentCommand::ExportList => self.request(Request::AskHowToExport(Exported::List)),
            DocumentCommand::Book => {
                let examples: Vec<_> = self.puzzle.kind.presets.iter().map(|preset| (preset.key, self.puzzle.preset(preset))).collect();
                let offer = book::offer(self.puzzle.kind, &examples, session.state(), &session.name(), self.home.wake.clone());
                self.request(Request::AskAboutBook(offer));
            }
        }
        self.notice = self.play.notice().or(notice);
    }

    /// Whether the command is about the document that mistakes cover while they are gone through.
    fn is_covered(&self, command: DocumentCommand) -> bool {
        let is_about_shown = matches!(command, DocumentCommand::ZoomIn | DocumentCommand::ZoomOut | DocumentCommand::ZoomFit);
        !is_about_shown
            && matches!(Command::from(command).menu(), Menu::Edit | Menu::View | Menu::Solve)
            && command != DocumentCommand::Stop
    }

    /// Shows the position in place of a solution. Says how to get back, since an empty position looks as if something was lost.
    pub(super) fn leave_solution(session: &mut Session) -> Option<String> {
        let place = session.cursor().filter(|_| session.is_solution_shown());
        session.go(Go::Step(0));
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
        self.session.hints().shown().is_some() || self.session.hints().is_running()
    }
}
