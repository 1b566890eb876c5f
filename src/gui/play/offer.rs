//! What Play mode shows in place of the board while no game is in progress: nobody plays on the position that Solve mode shows, unless the
//! user asks for that.

use egui::{Align, Button, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::{Play, cards::choose_ui, grades, nearest, words};
use crate::{
    any_puzzle::AnyPuzzle,
    command::{Command, DocumentCommand},
    regions::{self, Region},
    request::Request,
    theme::{self, space},
    tools::OwnGames,
    typed::typed,
    widgets::{follow_focus, keys_are_taken, muted, primary_button, seed_ui, switch},
    words::unavailable,
};
use base::{
    challenge::Grade,
    erased::{Erased, State, View},
};
use workbench::session::Session;

/// The width of a card.
const WIDTH: f32 = 344.0;
/// The height of the card of a puzzle with games of its own, and of one with challenges.
const GAMES: f32 = 220.0;
const CHALLENGES: f32 = 360.0;
/// The height of challenges below games.
const BESIDE_GAMES: f32 = 168.0;
/// The height of what can be chosen about a game, and how much lower the card is without it.
const CHOICES: f32 = 158.0;
const FOR_CHOICES: f32 = 56.0;
/// The width of the buttons.
const BUTTON: f32 = 200.0;
/// Their width on a card with grades, which stand side by side, or choices.
const WIDE_BUTTON: f32 = 328.0;
/// The width of the button that shows challenges to choose from, beside the one that starts one: as narrow as its text allows.
const CHOOSE_BUTTON: f32 = 146.0;
/// The height of a button that isn't the main one.
const BUTTON_HEIGHT: f32 = 32.0;

/// Shows a card in the middle of the board: its head, and below it buttons of this width.
fn card(ui: &mut Ui, puzzle: &AnyPuzzle, height: f32, buttons: f32, about: &str, contents: impl FnOnce(&mut Ui)) {
    let board = ui.available_rect_before_wrap();
    let room = Rect::from_center_size(board.center(), vec2(WIDTH, height).min(board.size()));
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
        // The smallest windows are lower than the highest card.
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.label(RichText::new(format!("Play {}", puzzle.kind.title)).font(theme::bold(theme::TITLE)));
            muted(ui, about);
            ui.add_space(space::M);
            ui.allocate_ui_with_layout(vec2(buttons, 0.0), Layout::top_down(Align::Center), contents);
            follow_focus(ui);
        });
    });
}

/// Shows the button of the daily puzzle.
fn daily_ui(ui: &mut Ui) {
    let command = Command::from(DocumentCommand::Daily);
    let shortcut = command.shortcut_text(ui.ctx());
    let daily = ui.add(Button::new(words::DAILY).min_size(vec2(ui.available_width(), BUTTON_HEIGHT)));
    if daily.on_hover_text(format!("The same puzzle for everyone on this day ({shortcut})")).clicked() {
        Request::Run(command).send(ui.ctx());
    }
}

impl Play {
    /// Shows which games of the puzzle's own can be played, and below them its challenges. A new game is started at once. Returns whether
    /// the user resumes the one that was left, if there is one.
    pub fn games_ui(&mut self, ui: &mut Ui, games: &OwnGames<Erased>, has_left: bool, (state, view): (&mut State, &mut View)) -> bool {
        let about = (games.about)(state);
        let (height, buttons) = if games.choices.is_some() { (GAMES + FOR_CHOICES, WIDE_BUTTON) } else { (GAMES, BUTTON) };
        let grades = grades(self.puzzle, state);
        let height = if grades.is_empty() { height } else { height + BESIDE_GAMES };
        let height = if has_left { height + BUTTON_HEIGHT + space::XS } else { height };
        let mut goes_on = false;
        card(ui, self.puzzle, height, buttons, &about, |ui| {
            if let Some(choices) = games.choices {
                // The room is reserved, so that the buttons below stay where they are.
                let room = vec2(ui.available_width(), CHOICES);
                ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                    ui.set_min_size(room);
                    choices(ui, state, view);
                });
            }
            // A card with choices is high enough without another row.
            let start = if games.choices.is_some() {
                let width = (ui.available_width() - space::S) / 2.0;
                let row = ui.horizontal(|ui| {
                    let start = ui.allocate_ui(vec2(width, BUTTON_HEIGHT), |ui| primary_button(ui, words::NEW_GAME, games.key, true));
                    daily_ui(ui);
                    start.inner
                });
                row.inner
            } else {
                let start = primary_button(ui, words::NEW_GAME, games.key, true);
                ui.add_space(space::XS);
                daily_ui(ui);
                start
            };
            if has_left {
                ui.add_space(space::XS);
                let button = Button::new(words::RESUME).min_size(vec2(ui.available_width(), BUTTON_HEIGHT));
                goes_on = ui.add(button).on_hover_text("Continue the game that you have left where it was").clicked();
            }
            regions::note_entry(ui.ctx(), Region::Board, start.id);
            let is_typed = !keys_are_taken(ui.ctx()) && typed(ui).into_iter().any(|typed| typed.may_be(games.key));
            if start.clicked() || is_typed {
                (games.start)(state, view);
                games.focus.into_iter().for_each(|spot| Request::focus(spot).send(ui.ctx()));
            }
            if !grades.is_empty() {
                self.beside_games_ui(ui, grades);
            }
        });
        goes_on
    }

    /// Shows the challenges below the games.
    fn beside_games_ui(&mut self, ui: &mut Ui, grades: &'static [Grade]) {
        ui.add_space(space::M);
        muted(ui, self.puzzle.challenges.about);
        ui.add_space(space::XS);
        self.grades_ui(ui, grades);
        ui.add_space(space::XS);
        ui.horizontal(|ui| seed_ui(ui, &mut self.seed, words::SEED, words::SEED_HINT));
        ui.add_space(space::XS);
        let width = ui.available_width();
        if self.is_busy() {
            if ui.add(Button::new(words::STOP_MAKING).min_size(vec2(width, BUTTON_HEIGHT))).clicked() {
                self.stop();
            }
            return;
        }
        let command = Command::from(DocumentCommand::Challenge);
        let hint = words::make_hint(self.puzzle.challenges.start, &command.shortcut_text(ui.ctx()));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let size = vec2(width - space::S - CHOOSE_BUTTON, BUTTON_HEIGHT);
            let start = ui.add(Button::new(words::MAKE).min_size(size)).on_hover_text(hint);
            if start.clicked() {
                Request::Run(command).send(ui.ctx());
            }
            choose_ui(ui, vec2(CHOOSE_BUTTON, BUTTON_HEIGHT));
        });
    }

    /// Shows the grades, to choose one.
    fn grades_ui(&mut self, ui: &mut Ui, grades: &'static [Grade]) {
        let Some(grade) = nearest(grades, self.wanted_grade) else { return };
        let names: Vec<String> = grades.iter().map(|grade| words::grade(grade.title())).collect();
        let parts: Vec<_> =
            grades.iter().zip(&names).map(|(grade, name)| (grade.title(), name.as_str(), (self.puzzle.challenges.grade)(*grade))).collect();
        let place = grades.iter().position(|other| *other == grade).unwrap_or_default();
        if let Some(place) = switch(ui, &parts, place) {
            self.wanted_grade = grades[place];
        }
    }

    /// Shows which challenges there are on the figure of the document. Returns whether the user plays on the position itself.
    pub fn offer_ui(&mut self, ui: &mut Ui, session: &Session) -> bool {
        let grades = grades(self.puzzle, session.document_state());
        let about = if grades.is_empty() { unavailable::NO_GRADES } else { self.puzzle.challenges.about };
        let mut is_free = false;
        card(ui, self.puzzle, CHALLENGES, WIDE_BUTTON, about, |ui| {
            if !grades.is_empty() {
                self.grades_ui(ui, grades);
                ui.add_space(space::XS);
                ui.horizontal(|ui| seed_ui(ui, &mut self.seed, words::SEED, words::SEED_HINT));
                ui.add_space(space::S);
                self.start_ui(ui);
                ui.add_space(space::XS);
            }
            ui.add_enabled_ui(!self.is_busy(), |ui| {
                if !grades.is_empty() {
                    choose_ui(ui, vec2(ui.available_width(), BUTTON_HEIGHT));
                    ui.add_space(space::XS);
                }
                daily_ui(ui);
            });
            ui.add_space(space::XS);
            is_free = self.last_button_ui(ui);
        });
        is_free
    }

    fn start_ui(&self, ui: &mut Ui) {
        let command = Command::from(DocumentCommand::Challenge);
        let shortcut = command.shortcut_text(ui.ctx());
        let (text, keys) = if self.is_busy() { (words::MAKING, "") } else { (words::MAKE, shortcut.as_str()) };
        let start = primary_button(ui, text, keys, !self.is_busy());
        regions::note_entry(ui.ctx(), Region::Board, start.id);
        if start.on_hover_text(words::make_hint(self.puzzle.challenges.start, &shortcut)).clicked() {
            Request::Run(command).send(ui.ctx());
        }
    }

    /// Shows the button that leaves the offer. While a challenge is being made, one that stops that is in its place: farthest from the one
    /// that was clicked, so that a second click doesn't hit it. Returns whether the offer is left.
    fn last_button_ui(&mut self, ui: &mut Ui) -> bool {
        let size = vec2(ui.available_width(), BUTTON_HEIGHT);
        if self.is_busy() {
            if ui.add(Button::new(words::STOP_MAKING).min_size(size)).clicked() {
                self.stop();
            }
            return false;
        }
        let button = ui.add(Button::new("Play this position").min_size(size));
        button.on_hover_text("Solve the position of this document, without a clock and a result").clicked()
    }
}
