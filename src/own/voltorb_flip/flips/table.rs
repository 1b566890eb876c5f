//! The table of a round: the decisions of the player and those of the perfect player, side by side.

use egui::{Align2, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::voltorb_flip::words::flips as words;
use base::{look::Look, picture::Color};
use gui::{
    theme::{self, corner, space},
    widgets::{focus_ring, follow_focus},
};
use voltorb_flip::{
    drawing::flips::{self, Cell, Row, Whose},
    play::review::{Choice, Line, Review},
};

/// The widths of the columns: the number, those of the player, and those of the perfect player.
const NUMBER: f32 = 20.0;
const OF_PLAYER: [f32; 6] = [36.0, 62.0, 54.0, 44.0, 50.0, 54.0];
const OF_PERFECT: [f32; 4] = [40.0, 54.0, 50.0, 54.0];
/// The space between both.
const BETWEEN: f32 = 16.0;
/// The height of a row.
const ROW: f32 = 22.0;

/// The width of the table.
pub fn width() -> f32 {
    NUMBER + OF_PLAYER.iter().sum::<f32>() + BETWEEN + OF_PERFECT.iter().sum::<f32>()
}

/// Shows the table in up to this height. Returns the row that was selected.
pub fn ui(ui: &mut Ui, review: &Review, selected: Row, most: f32) -> Option<Row> {
    let look = theme::look(ui.ctx());
    heads_ui(ui, &look);
    let rows = review.played.decisions.len().max(review.perfect.decisions.len());
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().max_height(most.max(4.0 * ROW)).auto_shrink([false, true]).show(ui, |ui| {
        for index in 0..rows {
            let (player, perfect) = row_rects(ui);
            number_ui(ui, player, &(index + 1).to_string(), &look);
            for (whose, rect, widths) in [(Whose::Player, player, &OF_PLAYER[..]), (Whose::Perfect, perfect, &OF_PERFECT)] {
                let row = Row { whose, index };
                if let (Some(decision), Some(cells)) = (row.decision(review), row.cells(review, &look)) {
                    clicked = clicked.or(half_ui(ui, rect, (&cells, widths), (row, decision.choice), selected == row));
                }
            }
        }
        let (player, perfect) = row_rects(ui);
        end_ui(ui, player, &review.played, &look);
        end_ui(ui, perfect, &review.perfect, &look);
        follow_focus(ui);
    });
    clicked
}

/// Makes room for a row, and returns the places of both halves, without the number.
fn row_rects(ui: &mut Ui) -> (Rect, Rect) {
    let (rect, _) = ui.allocate_exact_size(vec2(width(), ROW), Sense::hover());
    let player = Rect::from_min_size(rect.min + vec2(NUMBER, 0.0), vec2(OF_PLAYER.iter().sum(), ROW));
    (player, Rect::from_min_max(pos2(player.right() + BETWEEN, rect.top()), rect.max))
}

fn number_ui(ui: &Ui, player: Rect, number: &str, look: &Look) {
    let at = player.left_center() - vec2(space::XS, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, number, FontId::proportional(theme::SMALL), theme::color(look.colors.muted));
}

fn heads_ui(ui: &mut Ui, look: &Look) {
    let (player, perfect) = row_rects(ui);
    for (rect, whose) in [(player, Whose::Player), (perfect, Whose::Perfect)] {
        let at = rect.left_center() + vec2(space::XS, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, whose.name(), theme::bold(theme::BODY), theme::color(look.colors.text));
    }
    let head = ui.interact(perfect, ui.scope_id().with("perfect"), Sense::hover());
    head.on_hover_text("Knows no more than you did, and always flips one of the best tiles: yours, if it is one of them");
    let (player, perfect) = row_rects(ui);
    number_ui(ui, player, "#", look);
    let heads = words::OF_PLAYER.iter().zip(cell_rects(player, &OF_PLAYER));
    for (&(head, hint), rect) in heads.chain(words::OF_PERFECT.iter().zip(cell_rects(perfect, &OF_PERFECT))) {
        paint_cell(ui, rect, head, theme::SMALL, look.colors.muted);
        ui.interact(rect, ui.scope_id().with((rect.left() as i32, head)), Sense::hover()).on_hover_text(hint);
    }
}

/// Returns the places of the cells in this half.
fn cell_rects(half: Rect, widths: &[f32]) -> impl Iterator<Item = Rect> {
    widths.iter().scan(half.left(), move |left, &width| {
        let rect = Rect::from_min_size(pos2(*left, half.top()), vec2(width, half.height()));
        *left += width;
        Some(rect)
    })
}

fn paint_cell(ui: &Ui, rect: Rect, text: &str, size: f32, color: Color) {
    let at = rect.right_center() - vec2(space::XS, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(size), theme::color(color));
}

/// Shows one half of a row, which can be selected. Returns the row if it was.
fn half_ui(ui: &mut Ui, rect: Rect, (cells, widths): (&[Cell], &[f32]), (row, choice): (Row, Choice), is_selected: bool) -> Option<Row> {
    let colors = theme::look(ui.ctx()).colors;
    let response = ui.interact(rect, ui.scope_id().with((row.whose == Whose::Player, row.index)), Sense::click());
    let label = row.spoken(choice, cells);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_selected, &label));
    if is_selected || response.hovered() {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(colors.raised));
    }
    if is_selected {
        let line = Stroke::new(1.5, theme::color(colors.accent));
        ui.painter().rect_stroke(rect.shrink(1.0), corner::CHIP, line, StrokeKind::Middle);
    }
    for ((text, color), rect) in cells.iter().zip(cell_rects(rect, widths)) {
        paint_cell(ui, rect, text, theme::BODY, *color);
    }
    focus_ring(ui, &response, rect.shrink(3.0));
    // Arrow keys move the focus, and with it the selection.
    (response.clicked() || response.gained_focus()).then_some(row)
}

/// Shows how a line ends.
fn end_ui(ui: &Ui, rect: Rect, line: &Line, look: &Look) {
    let Some((text, color)) = flips::end(line, look) else { return };
    let at = rect.left_center() + vec2(space::XS, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, text, theme::bold(theme::BODY), theme::color(color));
}
