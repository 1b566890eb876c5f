//! The turns of the game with its variations: a click goes to a turn, and the one that is shown can be marked, commented and moved.

use std::time::Duration;

use egui::{
    Align, Align2, Button, ComboBox, FontId, Key, Layout, Rect, RichText, Role, ScrollArea, Sense, TextEdit, TextStyle, TextWrapMode, Ui,
    WidgetInfo, WidgetText, pos2, vec2,
};

use super::words::turns as words;
use base::{erased, text::sentence};
use gui::{
    theme::{self, corner, space},
    tools::Of,
    widgets::{focus_ring, follow_focus, muted, named, section},
};
use virus_war::{
    VirusWar,
    edit::{text, view::Draft},
    model::{
        notation::{MOST_COMMENT, Mark},
        state::State,
        tree::{Listed, Tree},
    },
};
use workbench::{history::Gesture, session::Change};

/// The height of a line of the list, in points.
const LINE: f32 = 20.0;
/// The height that the list has at least: in a low window, all of this scrolls.
const LEAST_LIST: f32 = 4.0 * LINE;
/// The height of what is below the list, where three buttons need a line each.
const BELOW_LIST: f32 = 140.0 + COMMENT - 28.0;
/// The height of the box for a comment, which has three lines and scrolls if it needs more.
const COMMENT: f32 = 64.0;
/// The width of the menu of marks.
const MARKS: f32 = 148.0;
/// How far variations are moved to the right.
const INDENT: f32 = 10.0;
/// Deeper variations are not moved any further.
const MOST_INDENTS: usize = 5;
/// The room for the number of a turn and its player.
const NUMBER: f32 = 40.0;
/// How long a pause in typing is before the comment is written to its turn, in seconds.
const PAUSE: f64 = 1.0;

/// Shows the turns in the room that there is.
pub fn ui(ui: &mut Ui, state: &mut State, draft: &mut Option<Draft>) {
    section(ui, "Turns of the game");
    let height = ui.available_height() - BELOW_LIST;
    let mut contents = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let tree = state.whole_tree();
        let shown = state.turn_shown();
        list(ui, state, &tree, shown, height.max(LEAST_LIST));
        annotation(ui, state, draft, &tree, shown);
        buttons(ui, state, &tree, shown);
        follow_focus(ui);
    };
    if height < LEAST_LIST {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, contents);
    } else {
        contents(ui);
    }
}

fn list(ui: &mut Ui, state: &mut State, tree: &Tree, shown: Option<usize>, height: f32) {
    ui.push_id("turns", |ui| {
        ui.set_height(height);
        let listed = tree.listed();
        if listed.is_empty() {
            muted(ui, words::NO_TURNS);
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().auto_shrink([false, false]).max_height(height).min_scrolled_height(height);
        let place = shown.and_then(|shown| listed.iter().position(|turn| turn.index == shown));
        if let Some(offset) = offset_to_follow(ui, place, listed.len(), height) {
            area = area.vertical_scroll_offset(offset);
        }
        let line = tree.shown_line();
        let mut chosen = None;
        area.show_rows(ui, LINE, listed.len(), |ui, rows| {
            for turn in &listed[rows] {
                let is_on_line = line.binary_search(&turn.index).is_ok();
                if row(ui, state, tree, *turn, shown == Some(turn.index), is_on_line) {
                    chosen = Some(turn.index);
                }
            }
        });
        if let Some(next) = chosen.and_then(|index| state.at_turn(index)) {
            *state = next;
        }
    });
}

/// The scroll offset that brings the shown turn to the middle, if it is another one than in the last frame, or has another room.
fn offset_to_follow(ui: &Ui, place: Option<usize>, lines: usize, height: f32) -> Option<f32> {
    let id = ui.scope_id().with("shown before");
    let now = (place, lines, height.round() as i32);
    let before = ui.data_mut(|data| data.get_temp_mut_or_insert_with(id, || (None, 0, 0)).to_owned());
    ui.data_mut(|data| data.insert_temp(id, now));
    // At the beginning of the game, the first turn is shown.
    (before != now).then(|| (place.unwrap_or(0) as f32 * LINE - (height - LINE) / 2.0).max(0.0))
}

/// Shows a turn. Returns whether it was clicked.
fn row(ui: &mut Ui, state: &State, tree: &Tree, turn: Listed, is_shown: bool, is_on_line: bool) -> bool {
    let colors = theme::look(ui.ctx()).colors;
    let entry = &tree.turns()[turn.index];
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let (player, mark) = (state.player_of(entry.number), entry.mark);
    let name = entry.spoken(player, turn.depth);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    let ground = match (is_shown, response.hovered()) {
        (true, _) => Some(colors.accent),
        (false, true) => Some(colors.raised),
        (false, false) => None,
    };
    if let Some(ground) = ground {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    }
    let (ink, quiet) = match (is_shown, is_on_line) {
        (true, _) => (colors.accent.ink(), colors.accent.ink()),
        (false, true) => (colors.text, colors.muted),
        (false, false) => (colors.muted, colors.muted),
    };
    let painter = ui.painter_at(rect.shrink2(vec2(space::XS, 0.0)));
    let left = rect.left() + space::XS + turn.depth.min(MOST_INDENTS) as f32 * INDENT;
    let font = if is_on_line { theme::bold(theme::BODY) } else { FontId::proportional(theme::BODY) };
    let small = FontId::proportional(theme::SMALL);
    painter.text(pos2(left, rect.center().y), Align2::LEFT_CENTER, words::number(entry.number, player), small.clone(), theme::color(quiet));
    let moves = format!("{}{}", entry.moves(), mark.map_or("", Mark::symbol));
    let end = painter.text(pos2(left + NUMBER, rect.center().y), Align2::LEFT_CENTER, moves, font, theme::color(ink));
    let room = Rect::from_min_max(pos2(end.right() + space::S, rect.top()), rect.max - vec2(space::XS, 0.0));
    let comment = WidgetText::from(RichText::new(&entry.comment).font(small));
    let comment = comment.into_galley(ui, Some(TextWrapMode::Truncate), room.width().max(0.0), TextStyle::Body);
    painter.galley(room.left_center() - vec2(0.0, comment.size().y / 2.0), comment, theme::color(quiet));
    focus_ring(ui, &response, rect);
    let is_clicked = response.clicked();
    if !entry.comment.is_empty() {
        response.on_hover_text(&entry.comment);
    }
    is_clicked
}

/// Shows the mark and the comment of the turn that is shown.
fn annotation(ui: &mut Ui, state: &mut State, draft: &mut Option<Draft>, tree: &Tree, shown: Option<usize>) {
    let entry = shown.and_then(|index| tree.turns().get(index)).cloned();
    ui.add_enabled_ui(entry.is_some(), |ui| {
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            ui.set_height(COMMENT);
            ui.spacing_mut().item_spacing.x = space::XS;
            let before = entry.unwrap_or_default();
            let mut mark = before.mark;
            let chosen = mark.map_or("–", Mark::symbol);
            let combo = ComboBox::from_id_salt("mark").width(44.0).selected_text(chosen).show_ui(ui, |ui| {
                // The box is narrower than what its marks mean.
                ui.set_min_width(MARKS);
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                ui.selectable_value(&mut mark, None, "– No mark");
                for other in Mark::ALL {
                    ui.selectable_value(&mut mark, Some(other), format!("{} {}", other.symbol(), sentence(other.title())));
                }
            });
            named(combo.response, "Mark of this turn").on_hover_text("What you think of this turn");
            if let Some(index) = shown.filter(|_| mark != before.mark) {
                state.annotate(index, mark, &before.comment);
            }
            comment_ui(ui, draft, tree, shown, before.comment.clone());
        });
    });
}

/// Shows the comment of the turn that is shown. What is typed becomes a draft, since each change of the game ends its searches.
fn comment_ui(ui: &mut Ui, draft: &mut Option<Draft>, tree: &Tree, shown: Option<usize>, saved: String) {
    let line = shown.map_or(Vec::new(), |shown| tree.moves_to(shown));
    let mut comment = draft.as_ref().filter(|draft| draft.line == line).map_or(saved, |draft| draft.comment.clone());
    // Each turn has a box of its own. So the focus doesn't stay when another turn is shown.
    let edit = TextEdit::multiline(&mut comment).id_salt(("comment", shown)).hint_text(words::COMMENT).desired_rows(3).return_key(None);
    let area = ScrollArea::vertical().id_salt(("comment area", shown)).max_height(COMMENT).auto_shrink([false, false]);
    let edit = area.show(ui, |ui| ui.add(edit.char_limit(MOST_COMMENT).desired_width(f32::INFINITY))).inner;
    let response = named(edit, words::COMMENT);
    // A comment is one paragraph, so that Enter ends it.
    if response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        response.surrender_focus();
    }
    let now = ui.input(|input| input.time);
    if response.changed() {
        *draft = Some(Draft { line: line.clone(), comment, typed_at: now, is_typed: true });
    }
    if let Some(draft) = draft.as_mut().filter(|draft| draft.line == line) {
        // Ctrl may be the beginning of a command, such as to save.
        let is_pause = PAUSE <= now - draft.typed_at || ui.input(|input| input.modifiers.command);
        draft.is_typed = response.has_focus() && !is_pause;
    }
    if draft.is_some() {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(PAUSE));
    }
    if draft.as_ref().is_some_and(|draft| !draft.is_typed) {
        ui.ctx().request_repaint();
    }
    response.on_disabled_hover_text("Go to a turn first");
}

/// Writes a draft to its turn, unless the user is still typing. Called in every frame, even while the document is hidden.
pub fn catch_up(session: Of<'_, VirusWar>) -> Option<Change> {
    let mut view = session.view().clone();
    Some(match view.follow_draft(session.state())? {
        Some(state) => Change::Made(erased::State::of(state), erased::View::of(view), Gesture::Ended),
        None => Change::View(erased::View::of(view)),
    })
}

fn buttons(ui: &mut Ui, state: &mut State, tree: &Tree, shown: Option<usize>) {
    let variation = shown.and_then(|index| state.variation(index));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let make_main = ui
            .add_enabled(variation.is_some(), Button::new("Make main line"))
            .on_hover_text("Makes the line with this turn the main line. The other one becomes a variation");
        if make_main.on_disabled_hover_text(words::IN_MAIN_LINE).clicked()
            && let Some(index) = shown
        {
            state.make_main(index);
        }
        let delete = ui.add_enabled(variation.is_some(), Button::new("Delete variation"));
        let delete = delete.on_hover_text("Deletes the variation with this turn. You can undo this");
        if delete.on_disabled_hover_text(words::IN_MAIN_LINE).clicked()
            && let Some(without) = variation.and_then(|index| state.without_turn(index))
        {
            *state = without;
        }
        let copy = ui
            .add_enabled(!tree.turns().is_empty(), Button::new("Copy game"))
            .on_hover_text("Copies the whole game with its variations as text, which you can paste here again");
        if copy.on_disabled_hover_text(words::NO_TURNS).clicked() {
            ui.ctx().copy_text(text::write_game(state));
        }
    });
}
