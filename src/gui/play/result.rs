//! The card that says how a challenge ended, and what to do next.

use egui::{Align, Button, Label, Layout, Rect, RichText, ScrollArea, Ui, accesskit::Live};

use super::{Chosen, words};
use crate::{
    any_puzzle::AnyPuzzle,
    command::{Command, DocumentCommand},
    panels::remark,
    request::Request,
    theme::{self, space},
};
use base::{
    game::{End, Game},
    picture::Color,
    text::sentence,
};
use workbench::session::{Mode, Played, Session};

/// A narrower card has its buttons below its text, in points.
const NARROW: f32 = 480.0;

/// A narrower card has its text in small type, of which three lines fit, in points.
const TIGHT: f32 = 640.0;

/// Shows how the challenge ended, and why if it is an exercise. Returns what was chosen.
pub fn ui(ui: &mut Ui, puzzle: &AnyPuzzle, (game, proof): (&Game, Option<&str>), session: &Session, board: Rect) -> Option<Chosen> {
    let mode = session.played().mode();
    let colors = theme::look(ui.ctx()).colors;
    let is_solved = game.end == Some(End::Solved);
    let is_exercise = game.is_exercise();
    let (edge, headline) = match (is_solved, is_exercise) {
        (true, false) => (colors.good, "Solved!"),
        (true, true) => (colors.good, "Right!"),
        (false, _) => (colors.line, "Given up"),
    };
    let below = proof.map_or_else(|| words::result(game), |proof| format!("{}. {}", sentence(proof), words::result(game)));
    let head = (headline, below, if is_solved { edge } else { colors.text });
    card(ui, board, edge, head, |ui| {
        if !is_exercise {
            share_ui(ui, puzzle, game);
        }
        let (next, hint, command) = if is_exercise {
            ("Next exercise", "Another step of the kind chosen at the left", DocumentCommand::Exercise)
        } else {
            ("Next challenge", "Another challenge of the grade chosen at the left", DocumentCommand::Challenge)
        };
        if ui.add(Button::new(theme::strong(next))).on_hover_text(hint).clicked() {
            Request::Run(command.into()).send(ui.ctx());
        }
        let mut chosen = None;
        if puzzle.kind.explanation().is_some() && !is_exercise {
            let explain = ui.button("Explain").on_hover_text("Show step by step in Solve mode how each piece can be found, and why");
            chosen = explain.clicked().then_some(Chosen::Explain);
        }
        if !session.played().before_mistakes().is_empty() {
            let learn = Command::from(DocumentCommand::Learn);
            if ui.button("Mistakes").on_hover_text("Try again in the positions before pieces that left no solution").clicked() {
                Request::Run(learn).send(ui.ctx());
            }
        }
        if !is_solved {
            let again = ui.button(words::TRY_AGAIN).on_hover_text("Play this challenge from the beginning; it doesn't count again");
            chosen = chosen.or(again.clicked().then_some(Chosen::TryAgain));
            // Solve mode shows it.
            if mode == Mode::Play {
                let show = ui.button(words::SHOW_SOLUTION).on_hover_text("Show the solution in Solve mode");
                chosen = chosen.or(show.clicked().then_some(Chosen::ShowSolution));
            }
        }
        chosen
    })
}

/// Shows the button that copies the result as text.
pub fn share_ui(ui: &mut Ui, puzzle: &AnyPuzzle, game: &Game) {
    if ui.button("Share").on_hover_text("Copy the result as text, without the solution").clicked() {
        ui.ctx().copy_text(shared_text(puzzle.kind.title, &(puzzle.playing.results.kind)(game), game));
    }
}

/// The text to share, which spoils nothing.
fn shared_text(puzzle: &str, contest: &str, game: &Game) -> String {
    let which = match game.day {
        Some(day) => format!("daily puzzle {day}"),
        None if game.seed > 0 => format!("seed {}", game.seed),
        None => String::new(),
    };
    let end = match game.end {
        Some(End::Solved) => "solved in",
        Some(End::Lost) => "lost after",
        Some(End::Drawn) => "a draw after",
        Some(End::Stopped) => "stopped after",
        Some(End::GivenUp) => "gave up after",
        None => "so far",
    };
    // The contest may be the daily puzzle itself.
    let contest = if which.to_lowercase().starts_with(&contest.to_lowercase()) { "" } else { contest };
    let head = ["Quincunx", puzzle, contest, &which].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    format!("{head}\n{end} {}\n", words::result(&Game { grade: None, ..game.clone() }))
}

/// Shows that the challenge can't be solved any more and why, or why the attempt isn't the solution. Returns what was chosen.
pub fn dead_end_ui(ui: &mut Ui, played: &Played, is_exercise: bool, board: Rect) -> Option<Chosen> {
    let colors = theme::look(ui.ctx()).colors;
    // A right placement that takes a harder step is none.
    let is_mistake = played.miss().is_none_or(|miss| miss.is_mistake);
    let edge = if is_mistake { colors.bad } else { colors.warn };
    let (headline, below) = match played.miss() {
        Some(miss) if !miss.is_mistake => ("Look for another", format!("{}.", sentence(&miss.reason))),
        Some(miss) if is_exercise => ("Not this one", format!("{}.", sentence(&miss.reason))),
        Some(miss) => ("Not solved", format!("{}.", sentence(&miss.reason))),
        None => {
            let why = played.dead_end().map_or("A piece is in the wrong place".to_owned(), |flaw| sentence(&flaw.message));
            ("No solution from here", format!("{why}. Undo, or move a piece."))
        }
    };
    card(ui, board, edge, (headline, below, colors.text), |ui| {
        let again = ui.button(words::TRY_AGAIN).on_hover_text("Take back everything and start over; the clock runs on").clicked();
        if ui.button(words::SHOW_SOLUTION).on_hover_text(words::GIVE_UP_HINT).clicked() {
            Request::Run(DocumentCommand::GiveUp.into()).send(ui.ctx());
        }
        again.then_some(Chosen::TryAgain)
    })
}

/// Shows a card with a headline, a text, and buttons at its right, or below them if it is narrow. The first button is the rightmost.
pub(super) fn card<C>(
    ui: &mut Ui,
    board: Rect,
    edge: Color,
    (headline, below, color): (&str, String, Color),
    buttons: impl FnOnce(&mut Ui) -> Option<C>,
) -> Option<C> {
    let mut chosen = None;
    remark::card(ui, board, edge, |ui| {
        if board.width() < NARROW {
            ui.horizontal(|ui| {
                announce(ui, RichText::new(headline).font(theme::bold(theme::LARGE)).color(theme::color(color)));
                ui.add(Label::new(RichText::new(&below).weak()).truncate()).on_hover_text(&below);
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            chosen = buttons(ui);
            if NARROW <= board.width() {
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ScrollArea::vertical().min_scrolled_height(0.0).auto_shrink([false, false]).show(ui, |ui| {
                        announce(ui, RichText::new(headline).font(theme::bold(theme::TITLE)).color(theme::color(color)));
                        let below = RichText::new(&below).color(theme::color(theme::look(ui.ctx()).colors.muted));
                        ui.label(if board.width() < TIGHT { below.size(theme::SMALL) } else { below });
                    });
                });
            }
        });
    });
    chosen
}

/// Shows a text that screen readers announce.
fn announce(ui: &mut Ui, text: RichText) {
    let line = ui.add(Label::new(text).wrap());
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Polite));
}
