//! Custom pieces, drawn in layers, cube by cube.

use egui::{RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use glam::IVec3;

use super::words;
use crate::{
    gui::{
        theme::{self, corner, space},
        widgets::{choice, focus_ring, muted},
    },
    packing::{
        edit::view::View,
        model::state::{CustomShape, State},
    },
    picture::Color,
};

/// The number of cubes along a side that can be drawn; more if the piece already has more.
const SIDE: i32 = 4;
/// The side of a drawn cube, in points.
const CUBE: f32 = 26.0;

/// Shows the pieces and the drawing of the selected one.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    view.drawn_piece(&state.shapes);
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for shape in &state.shapes {
            let name = format!("Draw piece {}", shape.name);
            if choice(ui, &shape.name.to_string(), view.drawn_layer.piece == Some(shape.name), &name).clicked() {
                view.draw_piece(shape.name);
            }
        }
    });
    ui.horizontal(|ui| {
        if let Some(name) = state.free_name()
            && ui.button("Add piece").on_hover_text(format!("Adds piece {name}, a single cube that you can extend")).clicked()
        {
            *state = state.with_shape(CustomShape::of(state.lattice, name, &[IVec3::ZERO]));
            view.draw_piece(name);
        }
        if let Some(name) = view.drawn_layer.piece
            && ui.button("Remove piece").on_hover_text(format!("Removes piece {name} from the set")).clicked()
        {
            *state = state.without_shape(name);
            view.drawn_layer.piece = None;
            view.hand = None;
        }
    });
    let shape = view.drawn_layer.piece.and_then(|name| state.shapes.iter().find(|shape| shape.name == name)).cloned();
    if let Some(shape) = shape
        && let Some(drawn) = drawing(ui, state, &shape, &mut view.drawn_layer.layer)
    {
        view.hand = view.hand.filter(|hand| hand.piece != drawn.name);
        *state = state.with_shape(drawn);
    }
}

/// Shows the selected layer of a piece. Returns the piece after a click.
fn drawing(ui: &mut Ui, state: &State, shape: &CustomShape, layer: &mut usize) -> Option<CustomShape> {
    let cells = shape.cells(state.lattice);
    let sides = cells.iter().copied().fold(IVec3::splat(SIDE - 1), IVec3::max) + IVec3::ONE;
    super::layer_choice(ui, layer, sides.z as usize, |number| format!("Layer {number} of the piece"));
    let place = state.shapes.iter().position(|other| other.name == shape.name).unwrap_or(0);
    let color = super::colors_of(ui, &state.set_pieces())[place];
    let mut clicked = None;
    ScrollArea::horizontal().id_salt("drawn piece").show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for y in 0..sides.y {
            ui.horizontal(|ui| {
                for x in 0..sides.x {
                    let cell = IVec3::new(x, y, *layer as i32);
                    if cube(ui, cell, &cells, color) {
                        clicked = Some(cell);
                    }
                }
            });
        }
    });
    let parts = shape.piece(state.lattice).parts();
    let color = if 1 < parts { theme::look(ui.ctx()).colors.warn } else { theme::look(ui.ctx()).colors.muted };
    ui.label(RichText::new(words::cubes(cells.len(), parts)).color(theme::color(color)));
    muted(ui, "Click to add or remove cubes. A dot marks a cube in another layer.");
    clicked.map(|cell| shape.toggled(state.lattice, cell))
}

/// Shows one cell of the layer and returns whether it was clicked.
fn cube(ui: &mut Ui, cell: IVec3, cells: &[IVec3], own: Color) -> bool {
    let look = theme::look(ui.ctx());
    let is_there = cells.contains(&cell);
    let (rect, response) = ui.allocate_exact_size(vec2(CUBE, CUBE), Sense::click());
    let name = format!("Cube in layer {}, row {}, column {}", cell.z + 1, cell.y + 1, cell.x + 1);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_there, &name));
    let ground = if is_there { own } else { look.colors.raised };
    let ground = if response.hovered() { ground.mix(look.colors.text, 0.15) } else { ground };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    if !is_there {
        ui.painter().rect_stroke(rect, corner::CHIP, Stroke::new(1.0, theme::color(look.colors.line)), StrokeKind::Inside);
    }
    if !is_there && cells.iter().any(|other| (other.x, other.y) == (cell.x, cell.y)) {
        ui.painter().circle_filled(rect.center(), 2.5, theme::color(look.colors.muted));
    }
    focus_ring(ui, &response, rect);
    response.clicked()
}
