//! Soma's controls: the pieces, how the one in hand lies, how the solid view is seen, the box. What is listed, drawn and printed has
//! files of its own.

mod listed;
mod shapes;
mod printing;

use egui::{Align2, DragValue, Slider, Ui, vec2};

use super::{Companion, Tools};
use crate::{
    gui::{
        icons::Icon,
        theme,
        widgets::{apart, chip, icon_button, muted, next_section, piece_toggle},
    },
    picture::Color,
    puzzles::soma::{
        Soma,
        edit::{
            camera::{Camera, Projection},
            heat::Heat,
            view::{Hand, View, Visibility},
        },
        live::insight::Insight,
        model::{
            geometry::{Extent, LONGEST_SIDE, MOST_CELLS, Turn},
            pieces::{Piece, Set},
            state::{FREE, State},
        },
    },
    text::grouped,
    workbench::{job::Wake, session::Session},
};

impl Tools for Soma {
    fn companion(wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(printing::Printing::new(wake))
    }

    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut State, view: &mut View) {
        let pieces = state.set_pieces();
        view.hand = view.hand.filter(|hand| pieces.iter().any(|piece| piece.name == hand.piece));
        let_pieces_enter(ui, session, view);
        next_section(ui, "Piece in hand");
        palette(ui, state, &pieces, view);
        turns(ui, state, view);
        muted(ui, &what_to_do(state, view, session.insight()));
        apart(ui, |ui| listed::ui(ui, session, &pieces, view));
        next_section(ui, "View");
        view_ui(ui, view);
        next_section(ui, "Shown, outlined, hidden");
        visibility(ui, &pieces, view);
        next_section(ui, "Set of pieces");
        set(ui, state, view);
        next_section(ui, "Pieces that may be used");
        usable(ui, state, &pieces);
        next_section(ui, "Figure");
        figure(ui, state);
    }
}

/// A piece that goes in with a step comes from outside, unless motion is not wanted.
fn let_pieces_enter(ui: &Ui, session: &Session<Soma>, view: &mut View) {
    let step = session.shown().map_or(0, |(_, step)| step);
    let moves = ui.style().animation_time > 0.0;
    view.entrance = view.entrance.at(step, ui.input(|input| input.time), moves);
    if view.entrance.left > 0.0 {
        ui.ctx().request_repaint();
    }
}

fn what_to_do(state: &State, view: &View, insight: Option<&Insight>) -> String {
    if view.hand.is_none() {
        return "Take a piece; its letter does it, too.".to_owned();
    }
    let click = "Click a cell to put it down; each cell tells how many solutions that keeps.";
    match Heat::new(state, &state.grid(), view, insight) {
        Some(heat) if heat.anywhere() == 0 => format!("Turned like this it is in no solution. {click}"),
        Some(heat) => format!("Turned like this it is in {} of {} solutions. {click}", grouped(heat.anywhere()), grouped(heat.solutions)),
        None => click.to_owned(),
    }
}

/// Where the pieces are from, and the drawing of one's own.
fn set(ui: &mut Ui, state: &mut State, view: &mut View) {
    let name = |set: Set| match set {
        Set::Soma => "Soma",
        Set::Pentominoes => "Pentominoes",
        Set::Bedlam => "Bedlam",
        Set::Custom => "Of your own",
    };
    let label = ui.label("Set");
    let chosen = egui::ComboBox::from_id_salt("set").width(ui.available_width()).selected_text(name(state.set)).show_ui(ui, |ui| {
        let sets = [Set::Soma, Set::Pentominoes, Set::Bedlam, Set::Custom];
        sets.into_iter().filter(|&set| ui.selectable_label(set == state.set, name(set)).clicked()).last()
    });
    chosen.response.labelled_by(label.id).on_hover_text("Another set comes with the box that it fills; your own begins with these pieces");
    if let Some(set) = chosen.inner.flatten().filter(|&set| set != state.set) {
        *state = state.with_set(set);
        view.hand = None;
    }
    if state.set == Set::Custom {
        shapes::ui(ui, state, view);
    }
}

fn color_of(ui: &Ui, state: &State, place: usize) -> Color {
    let colors = theme::look(ui.ctx()).pieces;
    colors[state.set.color(place) % colors.len()]
}

fn palette(ui: &mut Ui, state: &State, pieces: &[Piece], view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (place, piece) in pieces.iter().enumerate() {
            let is_in_hand = view.hand.is_some_and(|hand| hand.piece == piece.name);
            let is_away = state.grid().marks.contains(&piece.name) || !state.pieces.contains(piece.name);
            let own = color_of(ui, state, place);
            let color = if is_away { own.mix(theme::look(ui.ctx()).colors.panel, 0.6) } else { own };
            if chip(ui, &piece.name.to_string(), color, is_in_hand, &format!("Take piece {}", piece.name)).clicked() {
                view.hand = (!is_in_hand).then_some(Hand { piece: piece.name, orientation: 0 });
            }
        }
    });
}

fn turns(ui: &mut Ui, state: &State, view: &mut View) {
    let has_piece = view.hand.is_some();
    ui.horizontal(|ui| {
        for (turn, axis) in Turn::QUARTERS.into_iter().zip(["x", "y", "z"]) {
            let button = icon_button(ui, Icon::Turn, &format!("Turn about {axis}"), has_piece);
            let color = theme::color(theme::look(ui.ctx()).colors.muted);
            ui.painter().text(button.rect.right_bottom() - vec2(5.0, 6.0), Align2::CENTER_CENTER, axis, theme::bold(theme::SMALL), color);
            if button.clicked() {
                view.hand = view.hand.map(|hand| hand.turned(turn, state));
            }
        }
        if icon_button(ui, Icon::Remove, "Put it away", has_piece).clicked() {
            view.hand = None;
        }
    });
}

fn view_ui(ui: &mut Ui, view: &mut View) {
    let label = ui.label("Pulled apart");
    ui.spacing_mut().slider_width = ui.available_width();
    ui.add(Slider::new(&mut view.explode, 0.0..=1.0).step_by(0.05).show_value(false)).labelled_by(label.id);
    let mut has_perspective = view.camera.projection == Projection::Perspective;
    if ui.checkbox(&mut has_perspective, "Perspective").changed() {
        view.camera.projection = if has_perspective { Projection::Perspective } else { Projection::Parallel };
    }
    if ui.button("Look from the front").clicked() {
        view.camera = Camera { projection: view.camera.projection, ..Camera::default() };
    }
}

fn visibility(ui: &mut Ui, pieces: &[Piece], view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in pieces {
            let visibility = view.visibility(piece.name);
            let (mark, word) = match visibility {
                Visibility::Shown => (piece.name.to_string(), "shown"),
                Visibility::Outlined => (format!("[{}]", piece.name), "outlined"),
                Visibility::Hidden => (piece.name.to_string(), "hidden"),
            };
            let name = format!("Piece {} is {word}", piece.name);
            if piece_toggle(ui, &mark, visibility != Visibility::Hidden, &name).clicked() {
                view.visibility.insert(piece.name, visibility.next());
            }
        }
    });
}

fn usable(ui: &mut Ui, state: &mut State, pieces: &[Piece]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in pieces {
            let is_usable = state.pieces.contains(piece.name);
            let name = format!("Piece {} may be used", piece.name);
            if piece_toggle(ui, &piece.name.to_string(), is_usable, &name).clicked() {
                let is_wanted = |other: &Piece| if other.name == piece.name { !is_usable } else { state.pieces.contains(other.name) };
                state.pieces = pieces.iter().filter(|other| is_wanted(other)).map(|other| other.name).collect();
            }
        }
    });
}

fn figure(ui: &mut Ui, state: &mut State) {
    let extent = state.grid().extent;
    let (mut x, mut y, mut z) = (extent.x, extent.y, extent.z);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (side, name) in [(&mut x, "x"), (&mut y, "y"), (&mut z, "z")] {
            let label = ui.label(name);
            ui.add(DragValue::new(side).range(1..=LONGEST_SIDE).speed(0.05))
                .labelled_by(label.id)
                .on_hover_text("Cells along this side of the box, up to 20, and up to 512 in all");
        }
    });
    let resized = Extent::new(x, y, z);
    if resized != extent && resized.volume() <= MOST_CELLS {
        *state = state.resized(resized);
    }
    if ui.button("Remove pieces").clicked() {
        let mut grid = state.grid();
        for name in grid.pinned().collect::<Vec<_>>() {
            for cell in grid.cells_of(name) {
                grid.set(cell, FREE);
            }
        }
        *state = state.with_grid(&grid);
    }
    muted(ui, "Right click a cell to make it part of the figure or not.");
}
