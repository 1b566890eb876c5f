//! Meteor's controls: the pieces, how the one in hand lies, which may be used, which solutions are listed.

use egui::{LayerId, Order, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::Tools;
use crate::{
    gui::{
        canvas::Carried,
        icons::Icon,
        paint::{self, Placement as Place},
        theme::{self, corner, space},
        widgets::{apart, chip, focus_ring, icon_button, letter_toggle, muted, next_section, piece_toggle},
    },
    puzzles::meteor::{
        Meteor, drawing,
        edit::{
            filter::has_twins,
            hand::Hand,
            heat::kept_in,
            input::{change_hand, put_back, take},
            view::View,
        },
        live::insight::Insight,
        model::{
            pieces::{Orientation, Piece, Placement},
            solution::{Solution, contest_output},
            state::{Square, State},
        },
    },
    text::grouped,
    workbench::session::{Search, Session},
};

impl Tools for Meteor {
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        forget_what_is_past(session, state, view);
        next_section(ui, "Piece in hand");
        palette(ui, state, view);
        turn_and_flip(ui, state, view);
        if let Some(hand) = view.hand {
            orientations(ui, state, hand, session.insight(), view);
        }
        muted(ui, what_to_do(view));
        apart(ui, |ui| listed(ui, session, state, view));
        next_section(ui, "Pieces that may be used");
        usable(ui, state);
        board(ui, state);
        contest(ui, session);
    }
}

/// Undo may have put the piece in hand back on the board, and what is seen there changes with every step.
fn forget_what_is_past(session: &Session<Meteor>, state: &State, view: &mut View) {
    let pinned = state.board.pinned();
    view.hand = view.hand.filter(|hand| !pinned.contains(hand.piece));
    view.seen = session.shown().map(|(solution, steps)| solution.after(steps));
    if view.filter.ends.is_some() {
        view.filter.ends = ends(session);
    }
}

fn what_to_do(view: &View) -> &'static str {
    match (view.hand, view.seen) {
        (Some(_), _) => "Drop or click it where it goes; each cell tells how many solutions that keeps. L lists only those.",
        (None, Some(_)) => "Click a piece of the solution to pin it, or drag a piece from here onto the board.",
        (None, None) => "Drag a piece onto the board, or click a cell to block it.",
    }
}

fn palette(ui: &mut Ui, state: &mut State, view: &mut View) {
    let pieces = theme::look(ui.ctx()).pieces;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let is_in_hand = view.hand.is_some_and(|hand| hand.piece == piece);
            let is_on_board = state.board.pinned().contains(piece);
            let is_usable = state.pieces.contains(piece);
            let name = format!("Take piece {}", piece.digit());
            let color = if is_on_board || !is_usable {
                pieces[piece.index()].mix(theme::look(ui.ctx()).colors.panel, 0.6)
            } else {
                pieces[piece.index()]
            };
            let response = chip(ui, &piece.digit().to_string(), color, is_in_hand, &name);
            if response.clicked() || response.drag_started() {
                put_back(state, view);
                if (!is_in_hand || response.drag_started()) && is_usable {
                    take(state, view, piece);
                }
            }
            if response.dragged() && view.hand.is_some() {
                response.dnd_set_drag_payload(Carried);
                carried_ui(ui, view);
            }
            response.on_hover_text(match (is_usable, is_on_board) {
                (false, _) => "It is not among the pieces that may be used.",
                (true, true) => "It lies on the board. Click or drag: it is taken up.",
                (true, false) => "Drag it onto the board, or click and then click there. Key: its digit.",
            });
        }
    });
}

/// The piece under the pointer as long as it is not over the board, where a preview takes its place.
fn carried_ui(ui: &Ui, view: &View) {
    let (Some(hand), Some(pointer)) = (view.hand, ui.ctx().pointer_latest_pos()) else { return };
    if ui.clip_rect().contains(pointer) {
        let picture = drawing::piece(hand.piece, hand.orientation, &theme::look(ui.ctx()));
        let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, ui.scope_id().with("carried")));
        paint::picture(&painter, &picture, Place::fit(&picture, Rect::from_center_size(pointer, vec2(96.0, 96.0))));
    }
}

fn turn_and_flip(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal(|ui| {
        let has_piece = view.hand.is_some();
        if icon_button(ui, Icon::Turn, "Turn (R, or the wheel over the board)", has_piece).clicked() {
            change_hand(view, |orientation| orientation.turned(1));
        }
        if icon_button(ui, Icon::Flip, "Flip (F)", has_piece).clicked() {
            change_hand(view, Orientation::mirrored);
        }
        if icon_button(ui, Icon::Remove, "Put it back (Esc)", has_piece).clicked() {
            put_back(state, view);
        }
    });
}

/// Every way to turn and flip the piece, with how many solutions have it so.
fn orientations(ui: &mut Ui, state: &State, hand: Hand, insight: Option<&Insight>, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for orientation in Orientation::all() {
            let kept = kept_in(state, hand.piece, orientation, insight);
            if orientation_ui(ui, hand, orientation, kept) {
                change_hand(view, |_| orientation);
            }
        }
    });
}

fn orientation_ui(ui: &mut Ui, hand: Hand, orientation: Orientation, kept: Option<u64>) -> bool {
    let look = theme::look(ui.ctx());
    let is_chosen = hand.orientation == orientation;
    let (rect, response) = ui.allocate_exact_size(vec2(46.0, 54.0), Sense::click());
    let count = kept.map_or(String::new(), |kept| if kept == 0 { "×".to_owned() } else { grouped(kept) });
    let spoken = match kept {
        None => format!("Turned {}", orientation.letter()),
        Some(kept) => format!("Turned {}, in {} solutions", orientation.letter(), grouped(kept)),
    };
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &spoken));
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(look.colors.raised));
    }
    if is_chosen {
        ui.painter().rect_stroke(rect, corner::CHIP, Stroke::new(1.5, theme::color(look.colors.accent)), StrokeKind::Inside);
    }
    let picture = drawing::piece(hand.piece, orientation, &look);
    let room = Rect::from_min_size(rect.min + vec2(4.0, 1.0), vec2(38.0, 38.0));
    paint::picture(&ui.painter_at(room), &picture, Place::fit(&picture, room));
    let (font, color) = (theme::bold(theme::SMALL), if kept == Some(0) { look.colors.muted } else { look.colors.text });
    ui.painter().text(rect.center_bottom() - vec2(0.0, 9.0), egui::Align2::CENTER_CENTER, count, font, theme::color(color));
    focus_ring(ui, &response, rect);
    let is_clicked = response.clicked();
    response.on_hover_text(match kept {
        None => "Take it so".to_owned(),
        Some(0) => "No solution has it so".to_owned(),
        Some(kept) => format!("{} of the solutions have it so", grouped(kept)),
    });
    is_clicked
}

fn usable(ui: &mut Ui, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let is_usable = state.pieces.contains(piece);
            let name = format!("Piece {} may be used", piece.digit());
            if piece_toggle(ui, &piece.digit().to_string(), is_usable, &name).clicked() {
                state.pieces = if is_usable { state.pieces.without(piece) } else { state.pieces.with(piece) };
            }
        }
    });
}

fn board(ui: &mut Ui, state: &mut State) {
    next_section(ui, "Board");
    ui.horizontal_wrapped(|ui| {
        if ui.button("Remove pieces").clicked() {
            for piece in state.board.pinned().iter() {
                let square = Square::Pinned(piece);
                state.board.fill(state.board.cells(square), Square::Free);
            }
        }
        if ui.button("Free all cells").clicked() {
            state.board.fill(state.board.cells(Square::Blocked), Square::Free);
        }
    });
}

/// Which of the solutions found are listed.
fn listed(ui: &mut Ui, session: &Session<Meteor>, state: &State, view: &mut View) {
    if session.solutions().count() == 0 && view.filter.is_open() {
        return;
    }
    next_section(ui, "Solutions listed");
    wanted(ui, session, view);
    if has_twins(state) {
        ui.checkbox(&mut view.filter.folds_twins, "Fold half-turn twins")
            .on_hover_text("Of two solutions that are half turns of each other list only one");
    }
    let mut only_ends = view.filter.ends.is_some();
    if ui
        .checkbox(&mut only_ends, "Smallest and largest only")
        .on_hover_text("The first and the last, read row by row as numbers")
        .changed()
    {
        view.filter.ends = if only_ends { ends(session) } else { None };
    }
}

fn ends(session: &Session<Meteor>) -> Option<[Solution; 2]> {
    let summary = session.summary();
    summary.smallest.zip(summary.largest).map(|(smallest, largest)| [smallest, largest])
}

/// A toggle for each piece: only solutions that have it where the shown one has it, or where it was wanted before.
fn wanted(ui: &mut Ui, session: &Session<Meteor>, view: &mut View) {
    muted(ui, "With a piece where it is now:");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in Piece::all() {
            let before = view.filter.wanted.iter().find(|placement| placement.piece == piece).copied();
            let shown = session.shown().map(|(solution, _)| Placement { piece, cells: solution.cells(piece) });
            let placement = before.or(shown.filter(|placement| !placement.cells.is_empty()));
            let look = theme::look(ui.ctx());
            let name = format!("List only solutions with piece {} here", piece.digit());
            if letter_toggle(ui, piece.digit(), before.is_some(), &name, look.pieces[piece.index()])
                && let Some(placement) = placement
            {
                view.filter.toggle(placement);
            }
        }
    });
    ui.add_space(space::S);
}

/// Copies what the contest asks a program to print. It needs all solutions, so it waits until they are found.
fn contest(ui: &mut Ui, session: &Session<Meteor>) {
    next_section(ui, "Contest");
    let all_are_found = matches!(session.activity(), Search::Finished);
    let button = ui
        .add_enabled(all_are_found, egui::Button::new("Copy the output"))
        .on_hover_text("The number of solutions, the smallest and the largest, as the contest has them printed")
        .on_disabled_hover_text("Solve first: it tells of all solutions");
    if button.clicked() {
        ui.ctx().copy_text(contest_output(session.solutions().count(), session.summary()));
    }
}
