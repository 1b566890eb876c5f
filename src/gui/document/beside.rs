//! How a document makes others, which the window opens beside it, and what documents take over from each other.

use std::mem;

use super::OpenDocument;
use crate::{play::Record, request::Request};
use base::{date::Date, erased::State};
use workbench::{
    file::SaveFile,
    session::{Cause, Change, GameStage, Mode},
};

/// A document that another one has made, to be opened beside it.
pub struct NewDocument {
    /// The document, which has neither a file nor a place among the others.
    pub document: OpenDocument,
    /// Whether it gets a number in its name if another document has the same one.
    pub is_named_apart: bool,
    /// The day whose puzzle it is: if that is being played already, the document in which it is played is shown instead.
    pub daily: Option<Date>,
}

/// What a document that continues another one takes over from that, which gets new ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Inheritance {
    #[default]
    Nothing,
    /// Zoom and focus.
    Canvas,
    /// Zoom, focus and the puzzle's own jobs.
    CanvasAndCompanion,
}

impl OpenDocument {
    /// Makes a document to be opened beside this one.
    pub(super) fn sibling(&self, content: SaveFile<State>) -> Self {
        Self::new(self.puzzle, content, None, &self.home)
    }

    /// Makes a document to be opened beside this one, whose game may be a daily puzzle.
    pub(super) fn sibling_counted_once(&self, content: SaveFile<State>, results: &Record) -> Self {
        Self::counted_once(self.puzzle, content, None, results, &self.home)
    }

    /// Opens this document beside this one, and moves the keyboard's focus to its board.
    pub(super) fn open_with_focus(&mut self, mut document: Self) {
        document.take_settings_from(self);
        document.shown.canvas.take_focus();
        self.open_beside(document, false, None);
    }

    /// Opens this document beside this one, with a number in its name if another document has the same one.
    pub(super) fn open_named_apart(&mut self, mut document: Self) {
        document.take_settings_from(self);
        self.open_beside(document, true, None);
    }

    /// Opens this document beside this one. Unless a game is played in it, it shows the position that was pasted.
    pub(super) fn open_pasted(&mut self, mut document: Self, is_named_apart: bool) {
        document.take_settings_from(self);
        if document.session.game().is_none() {
            document.apply(Change::Mode(Mode::Solve), Cause::User);
        }
        self.open_beside(document, is_named_apart, None);
    }

    /// Lets the window open this document beside this one.
    pub(super) fn open_beside(&mut self, document: Self, is_named_apart: bool, daily: Option<Date>) {
        self.made.push(NewDocument { document, is_named_apart, daily });
        self.request(Request::OpenBeside);
    }

    /// Takes the documents that it has made.
    pub fn take_made(&mut self) -> Vec<NewDocument> {
        mem::take(&mut self.made)
    }

    /// Sets the next challenge and the mode to those of the other document.
    pub(super) fn take_settings_from(&mut self, other: &Self) {
        self.play.copy_settings(&other.play);
        // A document with a game of its own brings its mode.
        if self.session.game().is_none() && self.session.played().challenge().is_none() {
            // Play mode without a game offers games in place of the board, which would hide the recorded moves.
            let has_moves = 0 < self.puzzle.kind.board_extras.moves(self.session.state());
            if other.is_playing() && !has_moves {
                self.apply(Change::Mode(Mode::Play), Cause::User);
                if other.session.played().stage() == GameStage::Free {
                    self.apply(Change::PlayFreely, Cause::User);
                }
            }
        }
    }

    /// Comes to the front, and takes over what its tab remembers from the document of the tab that was there before. One that continues
    /// that document takes over more of it.
    pub fn come_after(&mut self, before: &mut Self) {
        debug_assert_eq!(self.puzzle.kind.key, before.puzzle.kind.key);
        (self.puzzle.memory.share)(before.session.view(), self.session.view_mut());
        before.session.drop_kept();
        before.notice = None;
        let inherits = mem::take(&mut self.shown.inherits);
        if inherits != Inheritance::Nothing {
            mem::swap(&mut self.shown.canvas, &mut before.shown.canvas);
        }
        if inherits == Inheritance::CanvasAndCompanion {
            mem::swap(&mut self.companion, &mut before.companion);
        }
    }
}
