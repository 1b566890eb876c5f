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
    widgets::{muted, primary_button},
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
    session::marked,
    worker::Worker,
};

/// The moments that are gone through, and the one that is shown.
pub struct Practice {
    puzzle: &'static AnyPuzzle,
    mistakes: &'static Mistakes<Erased>,
    moments: Vec<(Card, State)>,
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

/// How far a moment has come.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The player is to try.
    Asked,
    /// What was tried, or what is best, is being judged.
    Judging { is_try: bool },
    /// It was judged.
    Judged { is_try: bool, verdict: Verdict<Spot> },
    /// The judgement failed, for this reason.
    Failed(String),
}

/// The cards of the moments of a game.
pub fn cards(puzzle: &AnyPuzzle, moments: Vec<Moment<State>>) -> Vec<Card> {
    let card = |Moment { title, about, state }| Card::new(title, about, (puzzle.kind.write)(&SaveFile::untitled(state)));
    moments.into_iter().map(card).collect()
}

impl Practice {
    /// Begins with the first of these mistakes; none if nothing of them can be practised.
    pub fn of(puzzle: &'static AnyPuzzle, cards: Vec<Card>, wake: Wake) -> Option<Self> {
        let mistakes = puzzle.kind.extras.mistakes.as_ref()?;
        let read = |card: Card| Some((file::read_of(puzzle.kind, &card.position).ok()?.state, card));
        let moments: Vec<_> = cards.into_iter().filter_map(read).map(|(state, card)| (card, state)).collect();
        let mut practice = Self {
            puzzle,
            mistakes,
            state: moments.first()?.1.clone(),
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
        if let Some((_, state)) = self.moments.get(self.at) {
            self.state = state.clone();
        }
        self.canvas.take_focus();
    }

    /// Has this try judged, or shows what is best.
    fn judge(&mut self, tried: Option<Try<Erased>>) {
        let Some((_, state)) = self.moments.get(self.at) else { return };
        let (state, judge) = (state.clone(), self.mistakes.judge);
        self.stage = Stage::Judging { is_try: tried.is_some() };
        self.judging.start(move |observer| judge(&state, tried.as_ref(), observer));
    }

    /// Takes in what was judged. What was answered at the first try goes to the deck.
    pub fn catch_up(&mut self, deck: &mut Deck) {
        let Stage::Judging { is_try } = self.stage else { return };
        let mut last = None;
        self.judging.drain(|verdict| last = Some(verdict));
        if let Some(verdict) = last {
            if !self.is_counted
                && let Some((card, _)) = self.moments.get(self.at)
            {
                deck.answered(card, verdict.is_good, today());
                self.known += usize::from(verdict.is_good);
                self.is_counted = true;
            }
            self.stage = Stage::Judged { is_try, verdict };
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
        if self.moments.get(self.at).is_some_and(|(_, before)| (self.mistakes.is_whole)(before, &tried)) {
            self.judge(Some(tried));
        }
    }

    /// Takes in an input on the board.
    fn act(&mut self, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        if self.stage != Stage::Asked {
            return Reply::Ignored;
        }
        if self.mistakes.presses == 0 {
            let mut state = self.state.clone();
            let reply = (self.puzzle.kind.act)(&mut state, &mut self.view, spot, input);
            if state != self.state {
                self.take_in(state);
            }
            return reply;
        }
        let (Some(spot), Input::Press) = (spot, input) else { return Reply::Ignored };
        match self.pressed.iter().position(|pressed| *pressed == spot) {
            Some(place) => _ = self.pressed.remove(place),
            None => self.pressed.push(spot),
        }
        if self.pressed.len() == self.mistakes.presses {
            let tried = Try::Pressed(self.pressed.clone());
            if (self.mistakes.is_whole)(&self.state, &tried) {
                self.judge(Some(tried));
            } else {
                self.pressed.clear();
                return Reply::Refused(words::NOT_POSSIBLE.to_owned());
            }
        }
        Reply::Done
    }

    /// The position with its title, if the user has just asked for its explanation.
    pub fn explained(&mut self) -> Option<(String, State)> {
        let (card, state) = self.moments.get(self.at).filter(|_| std::mem::take(&mut self.is_explanation_wanted))?;
        Some((card.title.clone(), state.clone()))
    }

    /// Shows which mistake it is, in place of the tools. Returns whether it is closed.
    pub fn tools_ui(&mut self, ui: &mut Ui) -> bool {
        ui.label(theme::strong(words::TITLE));
        ui.add_space(space::XS);
        if let Some((card, state)) = self.moments.get(self.at) {
            muted(ui, &format!("{} of {}", self.at + 1, self.moments.len()));
            ui.label(&card.title);
            ui.add_space(space::XS);
            ui.label((self.mistakes.task)(state));
            if self.stage == Stage::Asked
                && let Some(pass) = (self.mistakes.pass)(state)
            {
                ui.add_space(space::XS);
                if ui.button(pass).clicked() {
                    self.judge(Some(Try::Pressed(Vec::new())));
                }
            }
        }
        ui.add_space(space::M);
        ui.button("Close").on_hover_text("Return to the document").clicked()
    }

    /// Shows the board of the moment and the card below it, or the summary. Returns whether it is closed.
    pub fn board_ui(&mut self, ui: &mut Ui) -> bool {
        let room = ui.available_rect_before_wrap();
        let Some((_, before)) = self.moments.get(self.at) else { return self.summary_ui(ui, room) };
        let look = paint::legible(theme::look(ui.ctx()), self.canvas.scale());
        // What is best is shown on the position before.
        let (state, marks) = match &self.stage {
            Stage::Judged { verdict, .. } if !verdict.best.is_empty() => (before, verdict.best.as_slice()),
            _ => (&self.state, self.pressed.as_slice()),
        };
        let pointed = self.canvas.pointed();
        let scene = Scene { state, flaws: &[], insight: None, shown: None, view: &self.view, pointed, marks, look: &look };
        let picture = marked((self.puzzle.kind.draw)(&scene), marks, &look);
        let mut board = room;
        board.max.y -= remark::HEIGHT;
        let mut canvas = std::mem::take(&mut self.canvas);
        ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            canvas.ui(ui, &picture, &mut |spot, input, _| self.act(spot, input));
        });
        self.canvas = canvas;
        self.card_ui(ui, room);
        false
    }

    /// Shows what there is to do, or how the try was judged.
    fn card_ui(&mut self, ui: &mut Ui, room: Rect) {
        let colors = theme::look(ui.ctx()).colors;
        let Some((moment, _)) = self.moments.get(self.at) else { return };
        let about = format!("{}.", sentence(&moment.about));
        let (edge, headline, below, color) = match &self.stage {
            Stage::Asked => (colors.accent, words::TRY, words::TRY_BELOW.to_owned(), colors.text),
            Stage::Judging { .. } => (colors.accent, "Checking…", String::new(), colors.text),
            Stage::Judged { is_try: true, verdict } if verdict.is_good => {
                (colors.good, "Right!", format!("{} {about}", verdict.words), colors.good)
            }
            Stage::Judged { is_try: true, verdict } => (colors.warn, "Not this one", format!("{} {about}", verdict.words), colors.text),
            Stage::Judged { verdict, .. } => (colors.line, "The solution", format!("{} {about}", verdict.words), colors.text),
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
        let is_open = matches!(self.stage, Stage::Asked | Stage::Judging { .. });
        let can_repeat = !matches!(&self.stage, Stage::Judged { verdict, .. } if verdict.is_good) && !is_open;
        card::<()>(ui, room, edge, (headline, below, color), |ui| {
            let mut button = |text, is_there: bool, wanted| {
                if is_there && ui.add(Button::new(text)).clicked() {
                    wish = Some(wanted);
                }
            };
            button("Next", !is_open, Wish::Next);
            button("Try again", can_repeat, Wish::Again);
            button("Show solution", is_open, Wish::Solution);
            button("Explain", !is_open && self.puzzle.kind.explanation().is_some(), Wish::Explain);
            None
        });
        match wish {
            Some(Wish::Next) => self.show(self.at + 1),
            Some(Wish::Again) => self.try_again(),
            Some(Wish::Solution) => self.judge(None),
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
