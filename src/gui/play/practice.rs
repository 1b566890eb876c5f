//! Another try at moments in which something went wrong, in place of the board: one after another, each judged at once.

use egui::{Align, Button, Layout, Rect, Ui, UiBuilder};

use super::{result::card, words::practice as words};
use crate::{
    any_puzzle::AnyPuzzle,
    canvas::Canvas,
    now::today,
    paint,
    panels::remark,
    theme::{self, space},
    widgets::{apart, muted, primary_button},
};
use base::{
    board::{Input, Reply, Scene, TextError},
    deck::{Card, Deck},
    erased::{Erased, Spot, State, View},
    puzzle::{Mistakes, Moment, Try, Verdict},
    text::sentence,
};
use workbench::{
    file::{self, SaveFile},
    job::Wake,
    session::{Mark, marked},
    worker::Worker,
};

/// The moments that are gone through, and the one that is shown.
pub struct Practice {
    puzzle: &'static AnyPuzzle,
    mistakes: &'static Mistakes<Erased>,
    moments: Vec<Shown>,
    /// The number of the moment that is shown; after the last one, the summary is shown.
    at: usize,
    /// The position after what was made of it, and how it is shown.
    state: State,
    view: View,
    pressed: Vec<Spot>,
    canvas: Canvas<Spot>,
    judging: Worker<Verdict<Spot>>,
    stage: Stage,
    /// Whether it has been answered or shown, so that another try doesn't count.
    is_counted: bool,
    /// How many were known at the first try.
    known: usize,
    /// Whether the user wants the position explained, in a document of its own.
    is_explanation_wanted: bool,
}

/// A moment with the positions of its card.
struct Shown {
    card: Card,
    before: State,
    played: Option<State>,
}

/// What is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// What the player tries.
    Try,
    /// What the player did in the game.
    Played,
    /// What is best.
    Best,
}

/// How far a moment has come.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The player is to try.
    Asked,
    /// This is being judged.
    Judging(Subject),
    /// It was judged.
    Judged(Subject, Verdict<Spot>),
    /// The judgement failed, for this reason.
    Failed(String),
}

/// The cards of the moments of a game.
pub fn cards(puzzle: &AnyPuzzle, moments: Vec<Moment<State>>) -> Vec<Card> {
    moments.into_iter().map(|moment| Card::new(moment.map(|state| (puzzle.kind.write)(&SaveFile::untitled(state))))).collect()
}

impl Practice {
    /// Begins with the first of these mistakes; none if nothing of them can be practised.
    pub fn of(puzzle: &'static AnyPuzzle, cards: Vec<Card>, wake: Wake) -> Option<Self> {
        let mistakes = puzzle.kind.extras.mistakes.as_ref()?;
        let read = |text: &str| file::read_of(puzzle.kind, text).ok().map(|file| file.state);
        let shown = |card: Card| Some(Shown { before: read(&card.position)?, played: card.played.as_deref().and_then(read), card });
        let moments: Vec<_> = cards.into_iter().filter_map(shown).collect();
        let mut practice = Self {
            puzzle,
            mistakes,
            state: moments.first()?.before.clone(),
            moments,
            at: 0,
            view: (puzzle.kind.view)(),
            pressed: Vec::new(),
            canvas: Canvas::default(),
            judging: Worker::new("mistake", wake),
            stage: Stage::Asked,
            is_counted: false,
            known: 0,
            is_explanation_wanted: false,
        };
        practice.show(0);
        Some(practice)
    }

    /// Whether something is being judged.
    pub fn is_busy(&self) -> bool {
        self.judging.is_busy()
    }

    fn show(&mut self, at: usize) {
        self.at = at;
        self.is_counted = false;
        self.try_again();
    }

    /// Shows the position of the moment again.
    fn try_again(&mut self) {
        self.judging.stop();
        self.stage = Stage::Asked;
        self.pressed.clear();
        self.view = (self.puzzle.kind.view)();
        (self.mistakes.prepare)(&mut self.view);
        if let Some(moment) = self.moments.get(self.at) {
            self.state = moment.before.clone();
        }
        self.canvas.take_focus();
    }

    /// Has this judged, or shows what is best.
    fn judge(&mut self, subject: Subject, tried: Option<Try<Erased>>) {
        let Some(moment) = self.moments.get(self.at) else { return };
        let (before, judge) = (moment.before.clone(), self.mistakes.judge);
        self.stage = Stage::Judging(subject);
        self.judging.start(move |observer| judge(&before, tried.as_ref(), observer));
    }

    /// Shows what the player did in the game, and what speaks against that.
    fn show_played(&mut self) {
        let Some(played) = self.moments.get(self.at).and_then(|moment| moment.played.clone()) else { return };
        self.pressed.clear();
        self.state = played.clone();
        self.judge(Subject::Played, Some(Try::Made(played)));
    }

    /// Takes in what was judged. What was answered at the first try goes to the deck.
    pub fn catch_up(&mut self, deck: &mut Deck) {
        let Stage::Judging(subject) = self.stage else { return };
        let mut last = None;
        self.judging.drain(|verdict| last = Some(verdict));
        if let Some(verdict) = last {
            if !self.is_counted
                && let Some(Shown { card, .. }) = self.moments.get(self.at)
            {
                deck.answered(card, verdict.is_good, today());
                self.known += usize::from(verdict.is_good);
                self.is_counted = true;
            }
            self.stage = Stage::Judged(subject, verdict);
        } else if !self.judging.is_busy() {
            let failure = self.judging.failure().map(|failure| failure.in_words("The judgement failed"));
            self.stage = Stage::Failed(failure.unwrap_or_else(|| "This position can't be judged".to_owned()));
        }
    }

    /// Takes in a position as text, as if it had been made on the board.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there.
    pub fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let state = (self.puzzle.kind.read_text)(text, &self.state)?;
        if self.stage == Stage::Asked && self.mistakes.presses == 0 {
            self.take_in(state);
        }
        Ok(())
    }

    fn take_in(&mut self, state: State) {
        self.state = state;
        let tried = Try::Made(self.state.clone());
        if self.moments.get(self.at).is_some_and(|moment| (self.mistakes.is_whole)(&moment.before, &tried)) {
            self.judge(Subject::Try, Some(tried));
        }
    }

    /// Takes in an input on the board.
    fn act(&mut self, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        let is_asked = self.stage == Stage::Asked;
        if self.mistakes.presses == 0 {
            let (mut state, mut view) = (self.state.clone(), self.view.clone());
            let reply = (self.puzzle.kind.act)(&mut state, &mut view, spot, input);
            let is_changed = state != self.state;
            // What was judged stays, but can be looked at from all sides.
            if is_changed && !is_asked {
                return Reply::Ignored;
            }
            self.view = view;
            if is_changed {
                self.take_in(state);
            }
            return reply;
        }
        if !is_asked {
            return Reply::Ignored;
        }
        let (Some(spot), Input::Press) = (spot, input) else { return Reply::Ignored };
        match self.pressed.iter().position(|pressed| *pressed == spot) {
            Some(place) => _ = self.pressed.remove(place),
            None => self.pressed.push(spot),
        }
        if self.pressed.len() == self.mistakes.presses {
            let tried = Try::Pressed(self.pressed.clone());
            if (self.mistakes.is_whole)(&self.state, &tried) {
                self.judge(Subject::Try, Some(tried));
            } else {
                self.pressed.clear();
                // The board may say why.
                let (mut state, mut view) = (self.state.clone(), self.view.clone());
                return match (self.puzzle.kind.act)(&mut state, &mut view, Some(spot), input) {
                    Reply::Refused(why) => Reply::Refused(why),
                    _ => Reply::Refused(words::NOT_POSSIBLE.to_owned()),
                };
            }
        }
        Reply::Done
    }

    /// The position with its title, if the user has just asked for its explanation.
    pub fn explained(&mut self) -> Option<(String, State)> {
        let moment = self.moments.get(self.at).filter(|_| std::mem::take(&mut self.is_explanation_wanted))?;
        Some((moment.card.title.clone(), moment.before.clone()))
    }

    /// Shows which mistake it is, and what a try needs or what the player did in the game, in place of the tools. Returns whether it is
    /// closed.
    pub fn tools_ui(&mut self, ui: &mut Ui) -> bool {
        ui.label(theme::strong(words::TITLE));
        ui.add_space(space::XS);
        let mut is_closed = false;
        ui.horizontal(|ui| {
            is_closed = ui.button("Close").on_hover_text("Return to the document").clicked();
            if self.at < self.moments.len() {
                muted(ui, &format!("{} of {}", self.at + 1, self.moments.len()));
            }
        });
        let Some(Shown { card, before, .. }) = self.moments.get(self.at) else { return is_closed };
        ui.add_space(space::XS);
        ui.label(&card.title);
        ui.add_space(space::XS);
        ui.label((self.mistakes.task)(before));
        if self.stage != Stage::Asked {
            self.about_ui(ui);
            return is_closed;
        }
        if let Some(pass) = (self.mistakes.pass)(before) {
            ui.add_space(space::XS);
            if ui.button(pass).clicked() {
                self.judge(Subject::Try, Some(Try::Pressed(Vec::new())));
            }
        }
        let mut state = self.state.clone();
        apart(ui, |ui| (self.puzzle.try_ui)(ui, &mut state, &mut self.view));
        if state != self.state {
            self.take_in(state);
        }
        is_closed
    }

    /// Once it gives nothing away, says what the player did in the game, and lets that be looked at.
    fn about_ui(&mut self, ui: &mut Ui) {
        let Some(Shown { card, played, .. }) = self.moments.get(self.at).filter(|_| self.is_counted) else { return };
        ui.add_space(space::M);
        ui.label(format!("{}.", sentence(&card.about)));
        let is_there = matches!(self.stage, Stage::Judging(Subject::Played) | Stage::Judged(Subject::Played, _));
        let show = Button::new(words::SHOW_PLAYED).wrap();
        if played.is_some() && ui.add_enabled(!is_there, show).on_hover_text(words::SHOW_PLAYED_HINT).clicked() {
            self.show_played();
        }
    }

    /// Shows the board of the moment and the card below it, or the summary. An input changes the notice to why it was refused, if it was.
    /// Returns whether it is closed.
    pub fn board_ui(&mut self, ui: &mut Ui, notice: &mut Option<String>) -> bool {
        let room = ui.available_rect_before_wrap();
        let Some(Shown { before, .. }) = self.moments.get(self.at) else { return self.summary_ui(ui, room) };
        let look = paint::legible(theme::look(ui.ctx()), self.canvas.scale());
        let (state, marks, mark) = match &self.stage {
            Stage::Judged(Subject::Best, verdict) => (before, verdict.best.clone(), Mark::Best),
            Stage::Judged(_, verdict) if verdict.is_good => (&self.state, verdict.best.clone(), Mark::Best),
            Stage::Judged(_, verdict) => (&self.state, [&self.pressed[..], &verdict.against].concat(), Mark::Wrong),
            _ => (&self.state, self.pressed.clone(), Mark::Chosen),
        };
        let (marks, pointed) = (&marks[..], self.canvas.pointed());
        let scene = Scene { state, flaws: &[], insight: None, shown: None, view: &self.view, pointed, marks, look: &look };
        let picture = marked((self.puzzle.kind.draw)(&scene), marks, mark, &look);
        let mut board = room;
        board.max.y -= remark::HEIGHT;
        let (mut canvas, mut had_input) = (std::mem::take(&mut self.canvas), false);
        let refused = ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            canvas.ui(ui, &picture, &mut |spot, input, _| {
                had_input = true;
                self.act(spot, input)
            })
        });
        if had_input {
            *notice = refused.inner;
        }
        self.canvas = canvas;
        self.card_ui(ui, room);
        false
    }

    /// Shows what there is to do, or how the try was judged. What is best is shown after a right try, or on demand.
    fn card_ui(&mut self, ui: &mut Ui, room: Rect) {
        let colors = theme::look(ui.ctx()).colors;
        let (edge, headline, below, color) = match &self.stage {
            Stage::Asked => (colors.accent, words::TRY, words::TRY_BELOW.to_owned(), colors.text),
            Stage::Judging(_) => (colors.accent, "Checking…", String::new(), colors.text),
            Stage::Judged(Subject::Best, verdict) => (colors.line, "The solution", verdict.words.clone(), colors.text),
            Stage::Judged(Subject::Played, verdict) => (colors.line, "What you did", verdict.words.clone(), colors.text),
            Stage::Judged(Subject::Try, verdict) if verdict.is_good => (colors.good, "Right!", verdict.words.clone(), colors.good),
            Stage::Judged(Subject::Try, verdict) => (colors.bad, "Not this one", verdict.words.clone(), colors.text),
            Stage::Failed(why) => (colors.warn, "Not judged", format!("{why}."), colors.text),
        };
        #[derive(Clone, Copy)]
        enum Wish {
            Next,
            Again,
            Solution,
            Explain,
        }
        let mut wish = None;
        let is_open = matches!(self.stage, Stage::Asked | Stage::Judging(_));
        let is_known = matches!(&self.stage, Stage::Judged(Subject::Try, verdict) if verdict.is_good);
        let is_shown = matches!(&self.stage, Stage::Judged(Subject::Best, _)) || is_known;
        card::<()>(ui, room, edge, (headline, below, color), |ui| {
            let mut button = |text, hint, is_there: bool, wanted| {
                if is_there && ui.add(Button::new(text)).on_hover_text(hint).clicked() {
                    wish = Some(wanted);
                }
            };
            button("Next", "The next mistake", !is_open, Wish::Next);
            button("Show solution", "Mark the best", !is_shown, Wish::Solution);
            button("Try again", "Return to the position before the mistake", !is_open && !is_known, Wish::Again);
            button("Explain", words::EXPLAIN_HINT, !is_open && self.puzzle.kind.explanation().is_some(), Wish::Explain);
            None
        });
        match wish {
            Some(Wish::Next) => self.show(self.at + 1),
            Some(Wish::Again) => self.try_again(),
            Some(Wish::Solution) => self.judge(Subject::Best, None),
            Some(Wish::Explain) => self.is_explanation_wanted = true,
            None => {}
        }
    }

    /// Says how it went. Returns whether it is closed.
    fn summary_ui(&self, ui: &mut Ui, room: Rect) -> bool {
        let all = self.moments.len();
        let room = Rect::from_center_size(room.center(), super::NOTICE.min(room.size()));
        ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
            ui.label(theme::strong(format!("{} of {all} right at the first try", self.known)));
            muted(ui, if self.known == all { words::ALL_KNOWN } else { words::COME_BACK });
            ui.add_space(space::S);
            primary_button(ui, "Done", "", true).clicked()
        })
        .inner
    }
}
