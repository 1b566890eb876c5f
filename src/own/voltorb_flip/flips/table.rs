//! The table of a round: the decisions of the player and those of the perfect player, side by side, or one below the other.

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

/// The half of one player: its place in a row, and the columns with their heads and explanations.
struct Half {
    whose: Whose,
    left: f32,
    widths: &'static [f32],
    heads: &'static [(&'static str, &'static str)],
}

impl Half {
    /// Of the player, at the left.
    const PLAYER: Self = Self { whose: Whose::Player, left: NUMBER, widths: &OF_PLAYER, heads: &words::OF_PLAYER };
    /// Of the perfect player.
    const PERFECT: Self = Self { whose: Whose::Perfect, left: NUMBER, widths: &OF_PERFECT, heads: &words::OF_PERFECT };

    /// Beside the other one.
    fn beside(self, other: &Self) -> Self {
        Self { left: other.right() + BETWEEN, ..self }
    }

    fn right(&self) -> f32 {
        self.left + self.widths.iter().sum::<f32>()
    }

    /// The place of this half in a row.
    fn place(&self, row: Rect) -> Rect {
        Rect::from_min_max(pos2(row.left() + self.left, row.top()), pos2(row.left() + self.right(), row.bottom()))
    }
}

/// The width of the table, whose halves may be beside each other.
pub fn width(are_beside: bool) -> f32 {
    if are_beside { Half::PERFECT.beside(&Half::PLAYER).right() } else { Half::PLAYER.right() }
}

/// Shows the table in up to this height, with its halves beside each other or one below the other. Returns the row that was selected.
pub fn ui(ui: &mut Ui, review: &Review, selected: Row, most: f32, are_beside: bool) -> Option<Row> {
    let look = theme::look(ui.ctx());
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    if are_beside {
        let halves = [Half::PLAYER, Half::PERFECT.beside(&Half::PLAYER)];
        heads_ui(ui, &halves, &look);
        ScrollArea::vertical().max_height(most.max(4.0 * ROW)).auto_shrink([false, true]).show(ui, |ui| {
            clicked = rows_ui(ui, &halves, review, selected, &look);
            follow_focus(ui);
        });
    } else {
        ScrollArea::vertical().max_height(most.max(4.0 * ROW)).auto_shrink([false, true]).show(ui, |ui| {
            for half in [Half::PLAYER, Half::PERFECT] {
                heads_ui(ui, std::slice::from_ref(&half), &look);
                clicked = clicked.or(rows_ui(ui, std::slice::from_ref(&half), review, selected, &look));
                ui.add_space(space::S);
            }
            follow_focus(ui);
        });
    }
    clicked
}

/// Makes room for a row.
fn row_rect(ui: &mut Ui, halves: &[Half]) -> Rect {
    let width = halves.iter().map(Half::right).fold(0.0, f32::max);
    ui.allocate_exact_size(vec2(width, ROW), Sense::hover()).0
}

/// Shows the rows of these halves, and how they end. Returns the one that was selected.
fn rows_ui(ui: &mut Ui, halves: &[Half], review: &Review, selected: Row, look: &Look) -> Option<Row> {
    let rows = halves.iter().map(|half| half.whose.line(review).decisions.len()).max().unwrap_or_default();
    let mut clicked = None;
    for index in 0..rows {
        let rect = row_rect(ui, halves);
        number_ui(ui, rect, &(index + 1).to_string(), look);
        for half in halves {
            let row = Row { whose: half.whose, index };
            if let (Some(decision), Some(cells)) = (row.decision(review), row.cells(review, look)) {
                clicked = clicked.or(half_ui(ui, half.place(rect), (&cells, half.widths), (row, decision.choice), selected == row));
            }
        }
    }
    let rect = row_rect(ui, halves);
    halves.iter().for_each(|half| end_ui(ui, half.place(rect), half.whose.line(review), look));
    clicked
}

fn number_ui(ui: &Ui, row: Rect, number: &str, look: &Look) {
    let at = row.left_center() + vec2(NUMBER - space::XS, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, number, FontId::proportional(theme::SMALL), theme::color(look.colors.muted));
}

fn heads_ui(ui: &mut Ui, halves: &[Half], look: &Look) {
    let row = row_rect(ui, halves);
    for half in halves {
        let rect = half.place(row);
        let at = rect.left_center() + vec2(space::XS, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, half.whose.name(), theme::bold(theme::BODY), theme::color(look.colors.text));
        if half.whose == Whose::Perfect {
            let head = ui.interact(rect, ui.scope_id().with("perfect"), Sense::hover());
            head.on_hover_text("Knows no more than you did, and always flips one of the best tiles: yours, if it is one of them");
        }
    }
    let row = row_rect(ui, halves);
    number_ui(ui, row, "#", look);
    for half in halves {
        for (&(head, hint), rect) in half.heads.iter().zip(cell_rects(half.place(row), half.widths)) {
            paint_cell(ui, rect, head, theme::SMALL, look.colors.muted);
            let salt = (half.whose == Whose::Player, rect.left() as i32, head);
            ui.interact(rect, ui.scope_id().with(salt), Sense::hover()).on_hover_text(hint);
        }
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
