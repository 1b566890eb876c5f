//! The card below the board: a hint, what happens at this step of a search trace, a game or a walkthrough, or else the puzzle's advice.

use std::time::Duration;

use egui::{Align, Button, Frame, Label, Layout, Margin, Rect, RichText, ScrollArea, Stroke, Ui, UiBuilder, vec2};

use crate::{
    command::{Command, DocumentCommand},
    icons::Icon,
    theme::{self, corner, space},
    tools::Advice,
    widgets::{icon_button, muted},
};
use base::{
    erased::State,
    picture::Color,
    search::{Event, Hint},
    text::{grouped, sentence},
};
use workbench::session::{Mode, Session, Track, Work};

/// The height of its room below the board, in points.
pub const HEIGHT: f32 = 84.0;
/// Below this height, a board shares its room with the card only while there is something on it, unless a challenge is played.
const ROOMY: f32 = 400.0;

/// The card mentions a search for hints that takes at least this long, in seconds.
const WORTH_A_WORD: f64 = 0.3;

/// A card that is narrower has its buttons one above the other, in points.
const NARROW: f32 = 480.0;

/// The width of those buttons for a hint, and for advice, in points.
const COLUMN: f32 = 60.0;
const WIDE_COLUMN: f32 = 132.0;

/// The height of the line that says what to do, in points.
const LINE: f32 = 20.0;

/// A sentence with this many characters would not fit on the card in large type.
const LARGE_UP_TO: usize = 120;

/// Whether the board leaves room for the card. Where there is enough, it always does, so that the board doesn't move when the card appears.
pub fn has_room(session: &Session, advice: Option<&Advice>, height: f32) -> bool {
    let may_come = session.kind().extras.hints.is_some() || session.kind().techniques.iter().any(|technique| technique.trace.is_ok());
    // A board that jumps under the pointer takes a piece from the player's hand.
    let is_played = session.played().mode() == Mode::Play && session.played().challenge().is_some();
    may_come && (is_played || ROOMY <= height)
        || session.hints().is_running()
        || session.recorded_step().is_some()
        || !session.remark().is_empty()
        || advice.is_some()
}

/// What the user wants to do with what the card says.
pub enum Wish {
    /// To do the hint's step, which leads to this position.
    Follow(State),
    /// To do what this button of the advice says.
    TakeAdvice(&'static str),
}

/// Shows the card at the foot of the board, if there is something on it.
pub fn ui(ui: &mut Ui, session: &mut Session, advice: Option<&Advice>, board: Rect) -> Option<Wish> {
    let colors = theme::look(ui.ctx()).colors;
    let remark = session.remark();
    if is_waiting(ui, session.hints().is_running() && session.hints().shown().is_none()) {
        card(ui, board, colors.accent, |ui| {
            // What is known already stays.
            advice.into_iter().for_each(|advice| drop(ui.label(theme::strong(&advice.what))));
            live(ui, RichText::new("Looking for a hint…"));
        });
        return None;
    }
    if remark.is_empty() {
        let mut wanted = None;
        match advice {
            Some(advice) => card(ui, board, colors.line, |ui| wanted = advice_ui(ui, advice)),
            None => note_ui(ui, session, board),
        }
        return wanted.map(Wish::TakeAdvice);
    }
    let edge = match (session.hints().shown(), session.recorded_step().map(|step| step.event)) {
        (Some(Hint::DeadEnd { .. }), _) | (None, Some(Event::DeadEnd)) => colors.warn,
        (None, Some(Event::Found)) => colors.good,
        _ => colors.accent,
    };
    let mut followed = None;
    card(ui, board, edge, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if session.hints().shown().is_some() {
                followed = buttons(ui, session);
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| text(ui, session, &remark));
        });
    });
    followed.map(Wish::Follow)
}

/// Whether something has lasted so long that it is worth a word: for less, the word would only flicker.
pub(super) fn is_waiting(ui: &Ui, is_awaited: bool) -> bool {
    let since = ui.scope_id().with("waiting since");
    if !is_awaited {
        ui.data_mut(|data| data.remove_temp::<f64>(since));
        return false;
    }
    let now = ui.input(|input| input.time);
    let waited = now - ui.data_mut(|data| *data.get_temp_mut_or_insert_with(since, || now));
    if waited < WORTH_A_WORD {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(WORTH_A_WORD - waited));
    }
    WORTH_A_WORD <= waited
}

/// Shows an empty card.
pub fn card(ui: &mut Ui, board: Rect, edge: Color, contents: impl FnOnce(&mut Ui)) {
    let colors = theme::look(ui.ctx()).colors;
    let room = Rect::from_min_max(board.left_bottom() + vec2(space::L, -HEIGHT), board.max - vec2(space::L, space::S));
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        let frame = Frame::new()
            .fill(theme::color(colors.panel))
            .stroke(Stroke::new(1.5, theme::color(edge)))
            .corner_radius(corner::CARD)
            .inner_margin(Margin::symmetric(space::M as i8, if room.width() < NARROW { space::XS } else { space::S } as i8));
        frame.show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            contents(ui);
        });
    });
}

/// Shows the note of a document that isn't edited, where there is room for it.
fn note_ui(ui: &mut Ui, session: &Session, board: Rect) {
    let is_shown = !session.played().hides_results() && !session.is_edited() && has_room(session, None, board.height());
    let Some(note) = session.note().filter(|_| is_shown) else { return };
    let room = Rect::from_min_max(board.left_bottom() + vec2(space::L, -HEIGHT), board.max - vec2(space::L, space::S));
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
        muted(ui, note);
    });
}

/// Shows what to do in large type, how certain that is beside it, and why below it. Returns the button that was clicked.
fn advice_ui(ui: &mut Ui, advice: &Advice) -> Option<&'static str> {
    let is_narrow = ui.available_width() < NARROW;
    let row = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let buttons = |ui: &mut Ui| {
            let clicked = advice.buttons.iter().filter(|(text, hint)| ui.button(*text).on_hover_text(*hint).clicked());
            clicked.map(|(text, _)| *text).last()
        };
        // One above the other, they leave more of each line to the text.
        let clicked = if is_narrow && 1 < advice.buttons.len() { button_column(ui, WIDE_COLUMN, buttons) } else { buttons(ui) };
        ui.with_layout(Layout::top_down(Align::Min), |ui| advice_text(ui, advice));
        clicked
    });
    row.inner
}

/// Shows two buttons one above the other.
fn button_column<R>(ui: &mut Ui, width: f32, buttons: impl FnOnce(&mut Ui) -> R) -> R {
    let height = 2.0 * ui.spacing().interact_size.y + space::XS;
    let column = ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down_justified(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        buttons(ui)
    });
    column.inner
}

fn advice_text(ui: &mut Ui, advice: &Advice) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical().min_scrolled_height(0.0).auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = LINE;
        ui.horizontal(|ui| {
            live(ui, RichText::new(&advice.what).font(theme::bold(theme::LARGE)));
            if let Some((aside, hint)) = advice.aside {
                muted(ui, aside).on_hover_text(hint);
            }
        });
        // A narrow card has room for three lines of small type.
        let why = RichText::new(&advice.why);
        live(ui, if ui.available_width() < NARROW { why.size(theme::SMALL) } else { why });
    });
}

/// Shows a text whose changes screen readers announce.
fn live(ui: &mut Ui, text: RichText) {
    let line = ui.add(Label::new(text).wrap());
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
}

/// The buttons for a hint. Returns the position after the hint's step, if the user wants it.
fn buttons(ui: &mut Ui, session: &mut Session) -> Option<State> {
    let is_narrow = ui.available_width() < NARROW;
    if icon_button(ui, Icon::Remove, "Close the hint (Esc)", true).clicked() {
        session.work(Work::DismissHints);
    }
    let has_step = session.kind().board_extras.follow_hint.is_some() || session.after_hint().is_some();
    if !(is_narrow && has_step) {
        more_button(ui, session);
        return if has_step { step_button(ui, session) } else { None };
    }
    button_column(ui, COLUMN, |ui| {
        let followed = step_button(ui, session);
        more_button(ui, session);
        followed
    })
}

/// The button for a more specific hint.
fn more_button(ui: &mut Ui, session: &mut Session) {
    let more = ui.add_enabled(session.hints().has_more(), Button::new("More"));
    let shortcut = Command::from(DocumentCommand::Hint).shortcut_text(ui.ctx());
    let counts = session.played().is_in_progress() && session.played().challenge().is_some();
    if more.on_hover_text(more_hint(&shortcut, counts)).on_disabled_hover_text("This is the most specific hint").clicked() {
        // Further hints say no less than the first one.
        session.work(Work::Hint(None));
    }
}

fn more_hint(shortcut: &str, counts: bool) -> String {
    let counts = if counts { ". It counts as another hint in the result" } else { "" };
    format!("Show a more specific hint ({shortcut}){counts}")
}

/// The button that makes the hint's step. Returns the position after it if it was clicked.
fn step_button(ui: &mut Ui, session: &Session) -> Option<State> {
    let next = session.after_hint();
    let shortcut = Command::from(DocumentCommand::FollowHint).shortcut_text(ui.ctx());
    let button = ui.add_enabled(next.is_some(), Button::new("Do it"));
    let why_not = if session.hints().has_more() {
        "This hint names no whole step yet; ask for more"
    } else {
        "This hint says nothing that could be done"
    };
    let button = button.on_hover_text(format!("Do what the hint says ({shortcut})")).on_disabled_hover_text(why_not);
    next.filter(|_| button.clicked())
}

/// What a hint says to do in large type, and why below it; or any other remark.
fn text(ui: &mut Ui, session: &Session, remark: &str) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let is_hint = session.hints().shown().is_some();
    let (what, why) = remark.split_once(": ").filter(|_| is_hint).unwrap_or((remark, ""));
    ScrollArea::vertical().min_scrolled_height(0.0).auto_shrink([false, false]).show(ui, |ui| {
        let what = RichText::new(sentence(what));
        let is_large = is_hint && what.text().chars().count() < LARGE_UP_TO;
        live(ui, if is_large { what.font(theme::bold(theme::LARGE)) } else { what });
        if !why.is_empty() {
            live(ui, RichText::new(sentence(why)));
        }
        counters(ui, session);
    });
}

/// Shows the work of the search up to this step of its trace.
fn counters(ui: &mut Ui, session: &Session) {
    if let (Track::Search, None, Some(step)) = (session.track(), session.hints().shown(), session.recorded_step()) {
        let technique = session.technique();
        let [explored, kept] = [step.explored, step.kept].map(grouped);
        muted(ui, &format!("{explored} {}, {kept} {}", technique.explored, technique.kept));
    }
}
