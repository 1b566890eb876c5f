//! Custom pieces, drawn layer by layer and cell by cell.

use egui::{
    Button, Checkbox, DragValue, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};
use glam::IVec3;

use base::{
    picture::{self, Color, Picture},
    text::{counted, sentence},
};
use gui::{
    paint::{self, Placement},
    theme::{self, corner, space},
    widgets::{choice, focus_ring, muted},
};
use packing::{
    drawing::badge::color_alone,
    edit::view::{Editor, View},
    model::{
        marks::PLAIN,
        pieces::MOST_PIECES,
        problem::{wrong_color, wrong_name},
        state::{CustomShape, State},
    },
    words,
};

/// The least number of cells along a side that can be drawn. There is always one more than the piece has.
const SIDE: i32 = 4;
/// The side of a drawn cell, in points.
const CELL: f32 = 26.0;
/// The distance between drawn cells.
const GAP: f32 = 2.0;
/// The most cells of pieces that are made by their size.
const MOST_CELLS: usize = 8;

/// Shows the pieces and the drawing of the selected one.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    view.drawn_piece(&state.shapes);
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for shape in &state.shapes {
            let name = format!("Draw piece {}", shape.name);
            if choice(ui, &shape.name.to_string(), view.editor.piece == Some(shape.name), &name).clicked() {
                view.draw_piece(shape.name);
            }
        }
    });
    let shape = view.editor.piece.and_then(|name| state.shapes.iter().find(|shape| shape.name == name)).cloned();
    buttons(ui, state, view, shape.as_ref());
    if let Some(shape) = shape {
        selected(ui, state, view, &shape);
    }
    all_of_a_size(ui, state, view);
}

/// Adds a piece, copies one or removes it.
fn buttons(ui: &mut Ui, state: &mut State, view: &mut View, shape: Option<&CustomShape>) {
    let cell = state.lattice.cell;
    let free_name = state.free_name().filter(|_| state.shapes.len() < MOST_PIECES);
    let mut added = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(name) = free_name {
            if ui.button("Add piece").on_hover_text(format!("Adds piece {name}, a single {cell} that you can extend")).clicked() {
                added = Some(CustomShape::of(state.lattice, name, &[IVec3::ZERO]));
            }
            if let Some(shape) = shape
                && ui.button("Duplicate").on_hover_text(format!("Adds piece {name}, which has the shape of {}", shape.name)).clicked()
            {
                added = Some(shape.named(state.lattice, name));
            }
        }
        if let Some(shape) = shape
            && ui.button("Remove piece").on_hover_text(format!("Removes piece {} from the set", shape.name)).clicked()
        {
            *state = state.without_shape(shape.name);
            view.editor.piece = None;
            view.hand = None;
        }
        if ui.button("Remove all").on_hover_text("Removes all pieces from the set, so that you can draw your own").clicked() {
            let names: Vec<char> = state.shapes.iter().map(|shape| shape.name).collect();
            *state = names.into_iter().fold(state.clone(), |state, name| state.without_shape(name));
            view.editor.piece = None;
            view.hand = None;
        }
    });
    if let Some(shape) = added {
        view.draw_piece(shape.name);
        *state = state.with_shape(shape);
    }
}

/// The name and the cells of the selected piece.
fn selected(ui: &mut Ui, state: &mut State, view: &mut View, shape: &CustomShape) {
    ui.horizontal(|ui| {
        let label = ui.label("Name");
        let mut text = shape.name.to_string();
        let line = TextEdit::singleline(&mut text).id_salt("name of the piece").desired_width(40.0);
        ui.add(line).labelled_by(label.id).on_hover_text("One visible character that no other piece has");
        // What is typed replaces the name, before or after it.
        let is_new = |name: &char| *name != shape.name && !state.shapes.iter().any(|other| other.name == *name);
        if let Some(name) = text.chars().find(|name| is_new(name) && wrong_name(*name).is_none()) {
            *state = state.with_name(shape.name, name);
            view.hand = None;
            view.editor.piece = Some(name);
        }
    });
    if state.lattice.is_flat {
        let mut may_flip = shape.may_flip;
        if ui.add(Checkbox::new(&mut may_flip, "May be turned over")).changed() {
            *state = state.with_shape(CustomShape { may_flip, ..shape.clone() });
        }
    }
    numbers(ui, state, view, shape.name);
    let current = view.editor.piece.and_then(|name| state.shapes.iter().find(|shape| shape.name == name)).cloned();
    if let Some(shape) = current
        && let Some(drawn) = drawing(ui, state, &shape, &mut view.editor)
    {
        view.hand = view.hand.filter(|hand| state.name_of(hand.piece) != drawn.name);
        *state = state.with_shape(drawn);
    }
}

/// How often the selected piece is used.
fn numbers(ui: &mut Ui, state: &mut State, view: &mut View, name: char) {
    let before = state.uses(name);
    let mut uses = before;
    ui.horizontal(|ui| {
        let label = ui.label("Used");
        // Of 12, the 1 that is typed first would take all copies but one off the board.
        ui.add(DragValue::new(&mut uses.least).range(0..=MOST_PIECES).speed(0.05).update_while_editing(false))
            .labelled_by(label.id)
            .on_hover_text("The least number of copies in a solution");
        let label = ui.label("to");
        ui.add(DragValue::new(&mut uses.most).range(0..=MOST_PIECES).speed(0.05).update_while_editing(false))
            .labelled_by(label.id)
            .on_hover_text("The largest number of copies in a solution");
        ui.label("times");
    });
    if uses != before {
        // The number that was changed takes the other one along.
        if uses.least == before.least {
            uses.least = uses.least.min(uses.most);
        } else {
            uses.most = uses.most.max(uses.least);
        }
        *state = state.with_uses(name, uses);
        view.hand = None;
    }
}

/// Replaces the pieces by all that have a number of cells.
fn all_of_a_size(ui: &mut Ui, state: &mut State, view: &mut View) {
    let cell = state.lattice.cell;
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("All pieces of");
        if ui.add(DragValue::new(&mut view.editor.size).range(1..=MOST_CELLS).speed(0.05)).labelled_by(label.id).changed() {
            view.editor.has_too_many = false;
        }
        ui.label(format!("{cell}s"));
        let mut chosen = None;
        if state.lattice.is_flat {
            let flips = "Replaces the pieces by all of this size, which may be turned over";
            chosen = ui.add(Button::new("Two-sided")).on_hover_text(flips).clicked().then_some(true);
        }
        let keeps = "Replaces the pieces by all of this size, with mirror images as pieces of their own";
        let name = if state.lattice.is_flat { "One-sided" } else { "Make" };
        if ui.add(Button::new(name)).on_hover_text(keeps).clicked() {
            chosen = Some(false);
        }
        if let Some(may_flip) = chosen {
            view.editor.has_too_many = false;
            match state.with_all_of(view.editor.size, may_flip) {
                Some(all) => *state = all,
                None => view.editor.has_too_many = true,
            }
            view.hand = None;
        }
    });
    if view.editor.has_too_many {
        muted(ui, &format!("There are more than {MOST_PIECES} of them, the most that a position can have."));
    }
}

/// Shows the selected layer of a piece. Returns the piece after a click.
fn drawing(ui: &mut Ui, state: &State, shape: &CustomShape, editor: &mut Editor) -> Option<CustomShape> {
    let lattice = state.lattice;
    color_line(ui, "colour of the piece", true, &mut editor.color);
    let (layer, paints) = (&mut editor.layer, editor.color);
    let places: Vec<IVec3> = shape.cells(lattice).into_iter().map(|cell| lattice.place(cell)).collect();
    let most = places.iter().copied().fold(IVec3::ZERO, IVec3::max);
    let sides = (most + 2 * IVec3::ONE).max(IVec3::splat(SIDE));
    if !lattice.is_flat {
        super::layer_choice(ui, layer, sides.z as usize, |number| format!("Layer {number} of the piece"));
    }
    let number = state.shapes.iter().position(|other| other.name == shape.name).unwrap_or(0);
    let color = super::colors_of(ui, &state.distinct_pieces())[number];
    let mut clicked = None;
    ScrollArea::horizontal().id_salt("drawn piece").show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for y in 0..sides.y {
            ui.horizontal(|ui| {
                if lattice.is_staggered && y % 2 == 1 {
                    ui.add_space((CELL + GAP) / 2.0);
                }
                for x in 0..sides.x {
                    let place = IVec3::new(x, y, if lattice.is_flat { 0 } else { *layer as i32 });
                    let own = shape.colored_cells(lattice).into_iter().find(|&(cell, _)| cell == lattice.cell(place));
                    if cell(ui, state, place, &places, color, own.map_or(PLAIN, |(_, own)| own)) {
                        clicked = Some(lattice.cell(place));
                    }
                }
            });
        }
    });
    let parts = shape.piece(lattice).parts();
    let color = if 1 < parts { theme::look(ui.ctx()).colors.warn } else { theme::look(ui.ctx()).colors.muted };
    let cells = counted(places.len() as u64, lattice.cell);
    let size = if parts < 2 { cells } else { format!("{cells} in {parts} parts that don't touch") };
    ui.label(RichText::new(size).color(theme::color(color)));
    let how = match paints {
        Some(color) => format!("Click to give a {} the colour {color}, or none again.", lattice.cell),
        None => format!("Click to add or remove {}s.", lattice.cell),
    };
    muted(ui, &if lattice.is_flat { how } else { format!("{how} A dot marks a {} in another layer.", lattice.cell) });
    clicked.map(|cell| paints.map_or_else(|| shape.toggled(lattice, cell), |color| shape.painted(lattice, cell, color)))
}

/// The colour that clicks give to cells: one character, or none to draw cells as usual. Only a custom set has colours.
pub fn color_line(ui: &mut Ui, id: &str, is_custom: bool, color: &mut Option<char>) {
    ui.horizontal(|ui| {
        let label = ui.label("Paint colour");
        let mut text = color.map(String::from).unwrap_or_default();
        let line = TextEdit::singleline(&mut text).id_salt(id).desired_width(40.0);
        let hint = "A letter for a colour. A cell of a piece with a colour may lie on cells of the same colour, or of none. \
                    Leave it empty to add and remove cells.";
        let why_not = "Only pieces of your own have colours: choose the piece set Custom";
        let line = ui.add_enabled(is_custom, line).labelled_by(label.id);
        if line.on_hover_text(hint).on_disabled_hover_text(why_not).changed() {
            // What is typed replaces the colour, before or after it.
            let new = text.chars().find(|new| Some(*new) != *color && wrong_color(*new).is_none());
            *color = if text.is_empty() { None } else { new.or(*color) };
        }
    });
}

/// Shows one cell of the layer with its colour and returns whether it was clicked.
fn cell(ui: &mut Ui, state: &State, place: IVec3, places: &[IVec3], own: Color, color: char) -> bool {
    let look = theme::look(ui.ctx());
    let is_there = places.contains(&place);
    let lattice = state.lattice;
    // Rows of hexagons lie closer together than their cells are high.
    let height = if lattice.is_staggered { lattice.drawn[1].y * CELL } else { CELL };
    let (rect, response) = ui.allocate_exact_size(vec2(CELL, height), Sense::click());
    let name = format!("{} in {}", sentence(state.lattice.cell), words::place(state.lattice.is_flat, place));
    let name = if color == PLAIN { name } else { format!("{name}, colour {color}") };
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_there, &name));
    let ground = if is_there { own } else { look.colors.raised };
    let ground = if response.hovered() { ground.mix(look.colors.text, 0.15) } else { ground };
    let rim = if is_there { Stroke::NONE } else { Stroke::new(1.0, theme::color(look.colors.line)) };
    if lattice.is_staggered {
        let corners = lattice.corners.iter().map(|corner| rect.center() + CELL * vec2(corner.x, corner.y)).collect();
        ui.painter().add(Shape::convex_polygon(corners, theme::color(ground), rim));
    } else {
        ui.painter().rect(rect, corner::CHIP, theme::color(ground), rim, StrokeKind::Inside);
    }
    if !is_there && places.iter().any(|other| (other.x, other.y) == (place.x, place.y)) {
        ui.painter().circle_filled(rect.center(), 2.5, theme::color(look.colors.muted));
    }
    if color != PLAIN {
        let mut picture = Picture::<()>::new(picture::at(0.0, 0.0), picture::at(CELL, CELL), "");
        color_alone(&mut picture, picture::at(CELL, CELL) / 2.0, CELL, color, &paint::legible(look, 1.0));
        let room = Rect::from_center_size(rect.center(), vec2(CELL, CELL));
        paint::picture(ui.painter(), &picture, Placement::fit(&picture, room));
    }
    focus_ring(ui, &response, rect);
    response.clicked()
}
