//! The pane that shows a finished round flip by flip: the player's flips beside the best ones, and the flips of a perfect player.

mod table;

use egui::{Align, Button, Layout, Role, Sense, Ui, WidgetInfo, vec2};

use super::words::rounds as words;
use gui::{
    icons::Icon,
    paint::{self, Placement},
    pane,
    theme::{self, space},
    widgets::{icon_button, muted},
};
use voltorb_flip::{
    drawing::{
        self,
        flips::{self, Row},
    },
    play::{
        outcome,
        review::{Decision, Review},
        reviews::{Ended, Stage},
    },
};

/// The space between the board and the table.
const BESIDE_TABLE: f32 = space::XL;
/// The margins of the pane, and some distance from the edges of the window.
const MARGINS: f32 = 60.0;
/// The widths that the board can have; in a large window, this share of its height is enough.
const BOARD: std::ops::RangeInclusive<f32> = 180.0..=380.0;
const BOARD_SHARE: f32 = 0.4;
/// If the board would be narrower beside both halves of the table, one half is below the other.
const LEAST_BOARD: f32 = 300.0;
/// The room for the pane's title, and for what is said above and below the board.
const BESIDE_BOARD: f32 = 270.0;

/// The pane.
#[derive(Default)]
pub struct Flips {
    is_open: bool,
    /// The round that is shown; the latest if there is none.
    round: Option<u64>,
    /// The row that is selected, and its round.
    selected: Option<(u64, Row)>,
}

impl Flips {
    /// Shows the button that opens and closes the pane, if it `can` show a round.
    pub fn button_ui(&mut self, ui: &mut Ui, can: bool) {
        let button = ui
            .add_enabled(can, Button::new("Flip by flip…"))
            .on_hover_text("Compares each of your flips with the best one, and shows what a perfect player does on the same board");
        if button.on_disabled_hover_text("No round has ended in this document since it was opened").clicked() {
            *self = Self { is_open: !self.is_open, ..Self::default() };
        }
    }

    /// Shows the pane if it is open. Escape stops what `is_busy` before it closes the pane.
    pub fn ui(&mut self, ui: &Ui, ended: &mut [Ended], is_busy: bool) {
        let ctx = ui.ctx();
        if ended.is_empty() {
            return;
        }
        let mut is_open = self.is_open;
        let room = ctx.content_rect();
        let beside = |are_beside: bool| room.width() - MARGINS - BESIDE_TABLE - table::width(are_beside);
        let are_beside = LEAST_BOARD <= beside(true);
        let most = BOARD.end().max(BOARD_SHARE * room.height());
        let board = beside(are_beside).min(room.height() - BESIDE_BOARD).clamp(*BOARD.start(), most);
        let width = board + BESIDE_TABLE + table::width(are_beside);
        pane::show(ui, "Flip by flip", &mut is_open, is_busy, |ui| {
            ui.set_width(width);
            self.pane_ui(ui, ended, board, are_beside);
        });
        self.is_open = is_open;
    }

    fn pane_ui(&mut self, ui: &mut Ui, all: &mut [Ended], board: f32, are_beside: bool) {
        let shown = all.iter().position(|ended| Some(ended.round.id) == self.round).unwrap_or(all.len().saturating_sub(1));
        let turned = head_ui(ui, all, shown);
        let Some(ended) = all.get_mut(shown) else { return };
        match ended.review.clone() {
            Some(review) => self.review_ui(ui, ended, &review, board, are_beside),
            None => stage_ui(ui, ended),
        }
        if let Some(other) = turned.and_then(|index| all.get(index)) {
            self.round = Some(other.round.id);
        }
    }

    fn review_ui(&mut self, ui: &mut Ui, ended: &mut Ended, review: &Review, board: f32, are_beside: bool) {
        ui.add_space(space::S);
        let id = ended.round.id;
        let selected = self.selected.filter(|&(round, _)| round == id).map_or_else(|| Row::first(review), |(_, row)| row);
        let decision = selected.decision(review);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.allocate_ui_with_layout(vec2(board, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(board);
                position_ui(ui, review, selected, decision, board);
            });
            ui.add_space(BESIDE_TABLE);
            ui.vertical(|ui| {
                ui.set_width(table::width(are_beside));
                let most = ui.ctx().content_rect().height() - BESIDE_BOARD;
                if let Some(row) = table::ui(ui, review, selected, most, are_beside) {
                    self.selected = Some((id, row));
                }
                stage_ui(ui, ended);
            });
        });
    }
}

/// Shows which round it is, and its review in short. Returns the index of another round if it was asked for.
fn head_ui(ui: &mut Ui, all: &[Ended], shown: usize) -> Option<usize> {
    let ended = all.get(shown)?;
    let mut turned = None;
    ui.horizontal(|ui| {
        let level = ended.round.level.map_or_else(|| "?".to_owned(), |level| level.to_string());
        ui.label(theme::strong(format!("Level {level}, {}", outcome::word(ended.round.end))));
        muted(ui, &outcome::verdict(&ended.round));
        if 1 < all.len() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, Icon::Forward, "Later round", shown + 1 < all.len()).clicked() {
                    turned = Some(shown + 1);
                }
                if icon_button(ui, Icon::Back, "Earlier round", 0 < shown).clicked() {
                    turned = shown.checked_sub(1);
                }
            });
        }
    });
    turned
}

/// Shows the position before the selected decision, with the chosen and the best flip.
fn position_ui(ui: &mut Ui, review: &Review, selected: Row, decision: Option<&Decision>, board: f32) {
    let Some(decision) = decision else {
        muted(ui, "Select a row to see the position before the flip.");
        return;
    };
    let look = theme::look(ui.ctx());
    let heading = selected.heading(decision.choice);
    ui.label(theme::strong(&heading));
    let size = drawing::decision::draw(decision, &look).size();
    let picture = drawing::decision::draw(decision, &paint::legible(look, board / size.x));
    let (rect, response) = ui.allocate_exact_size(vec2(board, board * size.y / size.x), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &heading));
    paint::picture(&ui.painter_at(rect), &picture, Placement::fit(&picture, rect));
    for (line, color) in flips::below(decision, review.objective, &look) {
        ui.colored_label(theme::color(color), line);
    }
}

/// Shows how far the review has come, and lets the user run it again if it didn't finish.
fn stage_ui(ui: &mut Ui, ended: &mut Ended) {
    match ended.stage {
        Stage::Running => _ = muted(ui, words::REVIEWING),
        Stage::Stopped => {
            muted(ui, ended.failure.as_deref().unwrap_or(words::REVIEW_STOPPED));
            if ui.button("Try again").clicked() {
                ended.review_again();
            }
        }
        Stage::Done if ended.review.as_ref().is_some_and(|review| review.is_exact()) => {}
        Stage::Done => {
            _ = muted(
                ui,
                "? stands for what isn't known exactly: finding the best play would take too much time or memory, it depends on the \
                 level, or the tiles contradict the clues",
            )
        }
    }
}
