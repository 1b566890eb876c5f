//! The pane that shows a finished round flip by flip: the player's flips beside the best ones, and the flips of a perfect player.

use egui::{Align, Align2, Button, FontId, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, Window, pos2, vec2};

use super::{
    ended::{Ended, Stage, end_of, signed},
    words::{flips as words, rounds as round_words},
};
use crate::{
    gui::{
        controls,
        icons::Icon,
        paint::{self, Placement},
        theme::{self, corner, space},
        widgets::{closes_by_escape, focus_ring, icon_button, muted},
    },
    look::Look,
    picture::Color,
    puzzles::voltorb_flip::{
        drawing,
        live::advice::{in_words, short},
        model::{
            objective::Objective,
            rules::{Value, column_of, row_of, tile_name},
        },
        play::{
            review::{Choice, Decision, Line, LineEnd, Review},
            rounds::Verdict,
        },
    },
    text::{counted, sentence},
};

/// The widths of the columns: the number, those of the player, and those of the perfect player.
const NUMBER: f32 = 20.0;
const OF_PLAYER: [f32; 6] = [36.0, 62.0, 54.0, 44.0, 50.0, 54.0];
const OF_PERFECT: [f32; 4] = [40.0, 54.0, 50.0, 54.0];
/// The space between both.
const BETWEEN: f32 = 16.0;
/// The height of a row.
const ROW: f32 = 22.0;
/// The space between the board and the table.
const BESIDE_TABLE: f32 = space::XL;
/// The margins of the pane, and some distance from the edges of the window.
const MARGINS: f32 = 60.0;
/// The widths that the board can have.
const BOARD: std::ops::RangeInclusive<f32> = 180.0..=380.0;
/// The room for the pane's title, and for what is said above and below the board.
const BESIDE_BOARD: f32 = 210.0;

/// The pane.
#[derive(Default)]
pub struct Flips {
    is_open: bool,
    /// The round that is shown; the latest if there is none.
    round: Option<u64>,
    /// The row that is selected, and its round.
    selected: Option<(u64, Row)>,
}

/// A row of the table: whose, and its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    whose: Whose,
    index: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Player,
    Perfect,
}

impl Whose {
    fn line(self, review: &Review) -> &Line {
        match self {
            Self::Player => &review.played,
            Self::Perfect => &review.perfect,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Player => words::YOU,
            Self::Perfect => words::PERFECT,
        }
    }
}

impl Flips {
    /// Shows the button that opens and closes the pane, if it `can` show a round.
    pub fn button_ui(&mut self, ui: &mut Ui, can: bool) {
        let button = ui.add_enabled(can, Button::new(words::OPEN)).on_hover_text(words::OPEN_HINT);
        if button.on_disabled_hover_text(words::NO_ROUND).clicked() {
            *self = Self { is_open: !self.is_open, ..Self::default() };
        }
    }

    /// Shows the pane if it is open. Escape stops what `is_busy` before it closes the pane.
    pub fn ui(&mut self, ui: &Ui, ended: &mut [Ended], is_busy: bool) {
        let ctx = ui.ctx();
        if !self.is_open || ended.is_empty() || controls::are_of_solve_mode(ctx) {
            return;
        }
        let mut is_open = is_busy || !closes_by_escape(ui);
        let room = ctx.content_rect();
        let board =
            (room.width() - MARGINS - BESIDE_TABLE - table_width()).min(room.height() - BESIDE_BOARD).clamp(*BOARD.start(), *BOARD.end());
        let width = board + BESIDE_TABLE + table_width();
        let corner = pos2((room.center().x - width / 2.0 - space::XL).max(0.0), 48.0);
        let window = Window::new(words::TITLE).open(&mut is_open).resizable(false).default_pos(corner);
        window.show(ctx, |ui| {
            ui.set_width(width);
            self.pane_ui(ui, ended, board);
        });
        self.is_open = is_open;
    }

    fn pane_ui(&mut self, ui: &mut Ui, all: &mut [Ended], board: f32) {
        let shown = all.iter().position(|ended| Some(ended.round.id) == self.round).unwrap_or(all.len().saturating_sub(1));
        let turned = head_ui(ui, all, shown);
        let Some(ended) = all.get_mut(shown) else { return };
        match ended.review.clone() {
            Some(review) => self.review_ui(ui, ended, &review, board),
            None => stage_ui(ui, ended),
        }
        if let Some(other) = turned.and_then(|index| all.get(index)) {
            self.round = Some(other.round.id);
        }
    }

    fn review_ui(&mut self, ui: &mut Ui, ended: &mut Ended, review: &Review, board: f32) {
        ui.add_space(space::S);
        let id = ended.round.id;
        let selected = self.selected.filter(|&(round, _)| round == id).map_or_else(|| first(review), |(_, row)| row);
        let decision = selected.whose.line(review).decisions.get(selected.index);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.allocate_ui_with_layout(vec2(board, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(board);
                position_ui(ui, review, selected, decision, board);
            });
            ui.add_space(BESIDE_TABLE);
            ui.vertical(|ui| {
                ui.set_width(table_width());
                if let Some(row) = table_ui(ui, review, selected) {
                    self.selected = Some((id, row));
                }
                stage_ui(ui, ended);
            });
        });
    }
}

fn table_width() -> f32 {
    NUMBER + OF_PLAYER.iter().sum::<f32>() + BETWEEN + OF_PERFECT.iter().sum::<f32>()
}

/// What is selected at first: the first mistake, or else the first flip.
fn first(review: &Review) -> Row {
    Row { whose: Whose::Player, index: review.mistakes().next().map_or(0, |(number, ..)| number - 1) }
}

/// Shows which round it is, and its review in short. Returns the index of another round if it was asked for.
fn head_ui(ui: &mut Ui, all: &[Ended], shown: usize) -> Option<usize> {
    let ended = all.get(shown)?;
    let mut turned = None;
    ui.horizontal(|ui| {
        let level = ended.round.level.map_or_else(|| words::UNKNOWN.to_owned(), |level| level.to_string());
        ui.label(theme::strong(words::round(&level, end_of(&ended.round))));
        let goal = sentence(&ended.round.objective.to_string());
        let said = |verdict: Verdict| {
            let short = |worth| short(ended.round.objective, worth);
            let luck = signed(ended.round.objective, verdict.luck);
            round_words::verdict(&goal, &short(verdict.par), &short(verdict.cost), &luck)
        };
        let verdict = ended.round.verdict.map_or_else(|| goal.clone(), said);
        muted(ui, &verdict);
        if 1 < all.len() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, Icon::Forward, words::LATER, shown + 1 < all.len()).clicked() {
                    turned = Some(shown + 1);
                }
                if icon_button(ui, Icon::Back, words::EARLIER, 0 < shown).clicked() {
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
        muted(ui, words::SELECT);
        return;
    };
    let look = theme::look(ui.ctx());
    let number = selected.index + 1;
    let heading = match (selected.whose, decision.choice) {
        (Whose::Player, Choice::Flip(_)) => words::before_flip(number),
        (Whose::Player, Choice::Stop) => words::BEFORE_STOPPING.to_owned(),
        (Whose::Perfect, Choice::Flip(_)) => words::before_perfect_flip(number),
        (Whose::Perfect, Choice::Stop) => words::BEFORE_PERFECT_STOP.to_owned(),
    };
    ui.label(theme::strong(&heading));
    let picture = drawing::decision::draw(decision, &look);
    let size = picture.size();
    let (rect, response) = ui.allocate_exact_size(vec2(board, board * size.y / size.x), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &heading));
    paint::picture(&ui.painter_at(rect), &picture, Placement::fit(&picture, rect));
    let worth = |worth: Option<f64>| worth.map_or_else(|| words::UNKNOWN.to_owned(), |worth| in_words(review.objective, worth));
    if decision.best != Some(decision.choice) {
        let chosen = words::chosen(&choice_name(decision.choice), &worth(decision.value));
        let color = if decision.is_mistake() { look.colors.warn } else { look.colors.text };
        ui.colored_label(theme::color(color), chosen);
    }
    let best = decision.best.map(|best| words::best(&choice_name(best), &worth(decision.worth)));
    ui.colored_label(theme::color(look.colors.accent), best.unwrap_or_else(|| words::BEST_UNKNOWN.to_owned()));
}

fn choice_name(choice: Choice) -> String {
    choice.tile().map_or_else(|| words::STOP.to_owned(), tile_name)
}

/// Shows how far the review has come, and lets the user run it again if it didn't finish.
fn stage_ui(ui: &mut Ui, ended: &mut Ended) {
    let is_known = |line: &Line| line.decisions.iter().all(|decision| decision.cost().is_some() && decision.luck().is_some());
    match ended.stage {
        Stage::Running => _ = muted(ui, round_words::REVIEWING),
        Stage::Stopped => {
            muted(ui, ended.failure.as_deref().unwrap_or(round_words::REVIEW_STOPPED));
            if ui.button(words::TRY_AGAIN).clicked() {
                ended.review_again();
            }
        }
        Stage::Done if ended.review.as_ref().is_some_and(|review| is_known(&review.played) && is_known(&review.perfect)) => {}
        Stage::Done => _ = muted(ui, words::UNKNOWN_HINT),
    }
}

/// A text in a cell with its colour.
type Cell = (String, Color);

/// Shows the table. Returns the row that was selected.
fn table_ui(ui: &mut Ui, review: &Review, selected: Row) -> Option<Row> {
    let look = theme::look(ui.ctx());
    heads_ui(ui, &look);
    let rows = review.played.decisions.len().max(review.perfect.decisions.len());
    let shared = review.shared();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let room = (ui.ctx().content_rect().height() - BESIDE_BOARD).max(4.0 * ROW);
    ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
        for index in 0..rows {
            let (player, perfect) = row_rects(ui);
            number_ui(ui, player, &(index + 1).to_string(), &look);
            if let Some(decision) = review.played.decisions.get(index) {
                let cells = player_cells(review.objective, decision, &look);
                let row = Row { whose: Whose::Player, index };
                clicked = clicked.or(half_ui(ui, player, (&cells, &OF_PLAYER), (row, decision.choice), selected == row));
            }
            if let Some(decision) = review.perfect.decisions.get(index) {
                let cells = perfect_cells(review.objective, decision, index < shared, &look);
                let row = Row { whose: Whose::Perfect, index };
                clicked = clicked.or(half_ui(ui, perfect, (&cells, &OF_PERFECT), (row, decision.choice), selected == row));
            }
        }
        let (player, perfect) = row_rects(ui);
        end_ui(ui, player, &review.played, &look);
        end_ui(ui, perfect, &review.perfect, &look);
    });
    clicked
}

/// Makes room for a row, and returns the places of both halves, without the number.
fn row_rects(ui: &mut Ui) -> (Rect, Rect) {
    let (rect, _) = ui.allocate_exact_size(vec2(table_width(), ROW), Sense::hover());
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
    head.on_hover_text(words::PERFECT_HINT);
    let (player, perfect) = row_rects(ui);
    number_ui(ui, player, words::NUMBER, look);
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
    // Stopping has no number, and its first cell says nothing more.
    let said = cells.iter().skip(usize::from(choice == Choice::Stop)).map(|(text, _)| text.as_str());
    let said = said.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
    let label = match choice {
        Choice::Flip(_) => words::row(row.whose.name(), row.index + 1, &said),
        Choice::Stop => words::stopping(row.whose.name(), &said),
    };
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
    response.clicked().then_some(row)
}

fn tile_text(choice: Choice) -> String {
    choice.tile().map_or_else(|| words::STOP.to_owned(), |tile| words::tile(row_of(tile), column_of(tile)))
}

fn worth_text(objective: Objective, worth: Option<f64>) -> String {
    worth.map_or_else(|| words::UNKNOWN.to_owned(), |worth| short(objective, worth))
}

/// What the tile showed, and the worth after it, in the colours of good and bad luck.
fn shown_cells(objective: Objective, decision: &Decision, look: &Look) -> [Cell; 2] {
    let colors = look.colors;
    if decision.choice == Choice::Stop {
        return [(String::new(), colors.text), (String::new(), colors.text)];
    }
    let shown = decision.shown.map_or_else(|| words::UNKNOWN.to_owned(), |value| value.letter().to_string());
    let color = if decision.shown == Some(Value::Voltorb) { colors.bad } else { colors.text };
    let luck = match decision.luck() {
        Some(luck) if luck < -1e-9 => colors.bad,
        Some(luck) if 1e-9 < luck => colors.good,
        _ => colors.text,
    };
    [(shown, color), (worth_text(objective, decision.after), luck)]
}

fn player_cells(objective: Objective, decision: &Decision, look: &Look) -> Vec<Cell> {
    let colors = look.colors;
    let (with, better) = match (decision.cost(), decision.best) {
        (Some(0.0), _) => ((words::BEST.to_owned(), colors.good), String::new()),
        (Some(_), best) => ((worth_text(objective, decision.value), colors.warn), best.map_or_else(String::new, tile_text)),
        (None, best) => ((worth_text(objective, decision.value), colors.text), best.map_or_else(|| words::UNKNOWN.to_owned(), tile_text)),
    };
    let mut cells = vec![
        (tile_text(decision.choice), colors.text),
        (worth_text(objective, decision.worth), colors.text),
        with,
        (better, colors.accent),
    ];
    cells.extend(shown_cells(objective, decision, look));
    cells
}

/// The cells of the perfect player; where it `is_shared`, the player does the same.
fn perfect_cells(objective: Objective, decision: &Decision, is_shared: bool, look: &Look) -> Vec<Cell> {
    let colors = look.colors;
    if is_shared {
        let blank = || (String::new(), colors.muted);
        return vec![blank(), (words::AS_YOU.to_owned(), colors.muted), blank(), blank()];
    }
    let mut cells = vec![(tile_text(decision.choice), colors.text), (worth_text(objective, decision.worth), colors.text)];
    cells.extend(shown_cells(objective, decision, look));
    cells
}

/// Shows how a line ends.
fn end_ui(ui: &Ui, rect: Rect, line: &Line, look: &Look) {
    let (text, color) = match line.end {
        None => return,
        Some(LineEnd::Cleared) => (round_words::CLEARED, look.colors.good),
        Some(LineEnd::Lost) => (round_words::LOST, look.colors.bad),
        Some(LineEnd::Stopped) => (round_words::STOPPED, look.colors.text),
        Some(LineEnd::Hidden) => (words::HIDDEN, look.colors.muted),
        Some(LineEnd::Unknown) => (words::NOT_KNOWN, look.colors.muted),
    };
    let text = line.coins().map_or_else(|| text.to_owned(), |coins| words::ended(text, &counted(coins.into(), "coin")));
    let at = rect.left_center() + vec2(space::XS, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, sentence(&text), theme::bold(theme::BODY), theme::color(color));
}
