//! Pieces of one's own: a piece is drawn in layers, cube by cube.

use egui::{Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use glam::IVec3;

use crate::{
    gui::{
        theme::{self, corner, space},
        widgets::{choice, focus_ring, muted},
    },
    picture::Color,
    puzzles::soma::{
        edit::view::View,
        model::state::{CustomShape, State},
    },
};

/// So many cubes along a side can be drawn; more if the piece has more already.
const SIDE: i32 = 4;
/// The side of a cube that is drawn, in points.
const CUBE: f32 = 26.0;
/// What new pieces are named by, the first that is not taken.
const NAMES: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz";

/// Shows the pieces and the drawing of the chosen one.
pub fn ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let is_there = |state: &State, name: char| state.shapes.iter().any(|shape| shape.name == name);
    let chosen = view.drawing.piece.filter(|&name| is_there(state, name));
    view.drawing.piece = chosen.or(state.shapes.first().map(|shape| shape.name));
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for shape in &state.shapes {
            let name = format!("Draw piece {}", shape.name);
            if choice(ui, &shape.name.to_string(), view.drawing.piece == Some(shape.name), &name).clicked() {
                view.drawing.piece = Some(shape.name);
                view.drawing.layer = 0;
            }
        }
    });
    ui.horizontal(|ui| {
        let free = NAMES.chars().find(|&name| !is_there(state, name));
        if let Some(name) = free
            && ui.button("New piece").on_hover_text(format!("A cube with the name {name}, to be drawn on")).clicked()
        {
            *state = state.with_shape(CustomShape::of(name, &[IVec3::ZERO]));
            view.drawing.piece = Some(name);
            view.drawing.layer = 0;
        }
        if let Some(name) = view.drawing.piece
            && ui.button("Remove").on_hover_text(format!("Piece {name} is no more")).clicked()
        {
            *state = state.without_shape(name);
            view.drawing.piece = None;
            view.hand = None;
        }
    });
    let shape = view.drawing.piece.and_then(|name| state.shapes.iter().find(|shape| shape.name == name)).cloned();
    if let Some(shape) = shape
        && let Some(drawn) = drawing(ui, state, &shape, &mut view.drawing.layer)
    {
        view.hand = view.hand.filter(|hand| hand.piece != drawn.name);
        *state = state.with_shape(drawn);
    }
}

/// The chosen layer of a piece, and what a click makes of the piece.
fn drawing(ui: &mut Ui, state: &State, shape: &CustomShape, layer: &mut usize) -> Option<CustomShape> {
    let cells = shape.cells();
    let sides = cells.iter().copied().fold(IVec3::splat(SIDE - 1), IVec3::max) + IVec3::ONE;
    *layer = (*layer).min(sides.z as usize - 1);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        muted(ui, "Layer");
        for z in 0..sides.z as usize {
            if choice(ui, &(z + 1).to_string(), *layer == z, &format!("Layer {} of the piece", z + 1)).clicked() {
                *layer = z;
            }
        }
    });
    let place = state.shapes.iter().position(|other| other.name == shape.name).unwrap_or(0);
    let color = super::color_of(ui, state, place);
    let mut clicked = None;
    ui.scope(|ui| {
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
    muted(ui, "Click where cubes are. A dot is a cube in another layer.");
    clicked.map(|cell| shape.toggled(cell))
}

/// One place of the layer. Says whether it was clicked.
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
