//! Widgets that several parts of the window share: section heads, labelled values and buttons.

use egui::{
    Align, Align2, Color32, DragValue, FontId, Id, Key, Label, LayerId, Layout, Modifiers, Order, Painter, Rect, Response, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use super::{
    icons::{Icon, SIZE},
    now::MOST_SEED,
    paint::{self, Placement},
    radio,
    theme::{self, ButtonColors, Pointed, accented, chip, corner, space, switch_part},
    words::tools as words,
};
use base::{
    look::Look,
    picture::{Color, Picture},
    text::{counted, grouped},
};

/// Shows the head of a section in small capitals.
pub fn section(ui: &mut Ui, text: &str) {
    let muted = theme::color(theme::look(ui.ctx()).colors.muted);
    ui.label(RichText::new(text.to_uppercase()).font(theme::bold(theme::SMALL)).color(muted).extra_letter_spacing(0.6));
}

/// Shows space and then the head of a section.
pub fn next_section(ui: &mut Ui, text: &str) {
    ui.add_space(space::M);
    section(ui, text);
}

/// Gives a widget without a label a name for screen readers.
pub fn named(response: Response, name: &str) -> Response {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// Scrolls to the widget that just got the keyboard's focus, if it is in here, or to what must come to the top. Call it in a scroll
/// area, after its contents.
pub fn follow_focus(ui: &mut Ui) {
    if let Some((pass, rect)) = ui.data(|data| data.get_temp::<(u64, Rect)>(raised_id()))
        && pass == ui.ctx().cumulative_pass_nr()
        && ui.min_rect().contains(rect.center())
    {
        ui.scroll_to_rect(rect, Some(Align::Min));
    }
    let focused = ui.memory(|memory| memory.focused());
    let followed = ui.scope_id().with("followed");
    if ui.data(|data| data.get_temp::<Option<Id>>(followed).unwrap_or_default()) == focused {
        return;
    }
    ui.data_mut(|data| data.insert_temp(followed, focused));
    let response = focused.and_then(|id| ui.ctx().read_response(id)).filter(|response| response.layer_id == ui.layer_id());
    if let Some(response) = response.filter(|response| ui.min_rect().contains(response.rect.center())) {
        // What is above and below it shows where it is.
        ui.scroll_to_rect(response.rect.expand2(vec2(space::S, space::XL)), None);
    }
}

/// Makes the scroll area that this is in bring it to its top, as far as it can.
pub fn bring_to_top(ui: &Ui, rect: Rect) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(raised_id(), (pass, rect)));
}

fn raised_id() -> Id {
    Id::unique("what a scroll area brings to its top")
}

/// Notes at the end of a frame whether a text box has the focus, for [`is_typing`] in the next one.
pub fn end_frame(ctx: &egui::Context) {
    let is_typing = ctx.text_edit_focused();
    ctx.data_mut(|data| data.insert_temp(typing_id(), is_typing));
}

fn typing_id() -> Id {
    Id::unique("a text box had the focus when the last frame ended")
}

/// Whether the keys of this frame belong to a text box. One that Enter or Esc left in this frame has got these keys, too.
pub fn is_typing(ctx: &egui::Context) -> bool {
    ctx.text_edit_focused() || ctx.data(|data| data.get_temp(typing_id())).unwrap_or(false)
}

/// Whether keys go to a popup, a dialog or a text box and not to the board.
pub fn keys_are_taken(ctx: &egui::Context) -> bool {
    is_typing(ctx) || egui::Popup::is_any_open(ctx) || ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// Whether Escape closes a pane now. A dialog, a popup or a text box gets the key before it.
pub fn closes_by_escape(ui: &Ui) -> bool {
    !keys_are_taken(ui.ctx()) && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Shows contents that may appear and disappear while a search runs, without changing the ids of the widgets below. So a click that
/// started before ends on the same widget, and the keyboard's focus stays where it was.
pub fn apart(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.scope(contents);
}

/// Shows contents in a room of this height, in which they scroll if they are higher. So nothing below moves as they change.
pub fn in_room(ui: &mut Ui, key: &str, height: f32, contents: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().id_salt(key).auto_shrink([false, false]);
    area.max_height(height).min_scrolled_height(height).show(ui, |ui| {
        contents(ui);
        follow_focus(ui);
    });
}

/// A field for a seed that people can pass on; 0 stands for a random one.
pub fn seed_ui(ui: &mut Ui, seed: &mut u64, label: &str, hint: &str) {
    let format = |seed: f64, _| if seed == 0.0 { words::RANDOM_SEED.to_owned() } else { format!("{seed:.0}") };
    let parse = |text: &str| if text.trim() == words::RANDOM_SEED { Some(0.0) } else { text.trim().parse().ok() };
    let label = ui.label(label);
    let field = DragValue::new(seed).range(0..=MOST_SEED).custom_formatter(format).custom_parser(parse);
    ui.add(field).labelled_by(label.id).on_hover_text(hint);
}

/// The height of the room for the orientations of a piece in hand.
pub const ORIENTATIONS_HEIGHT: f32 = 168.0;

/// Shows contents in a scroll area that is as high as they are, and at most this high. A panel that fits its contents would make other
/// scroll areas as low as possible.
pub fn scrolling_up_to(ui: &mut Ui, key: &str, most: f32, contents: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with((key, "height"));
    // The contents have the height of the last frame.
    let height: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let area = ScrollArea::vertical().id_salt(key).max_height(most).min_scrolled_height(height.min(most));
    let shown = area.show(ui, contents);
    ui.data_mut(|data| data.insert_temp(id, shown.content_size.y));
    if shown.content_size.y != height {
        ui.ctx().request_repaint();
    }
}

/// Shows the first of these texts in the muted colour, with room for the longest of them, so that nothing below moves when it changes.
pub fn muted_in_turn(ui: &mut Ui, text: &str, others: &[&str]) {
    let font = FontId::proportional(theme::BODY);
    let width = ui.available_width();
    let height = |text: &&str| ui.painter().layout((*text).to_owned(), font.clone(), Color32::WHITE, width).size().y;
    let highest = others.iter().chain([&text]).map(height).fold(0.0, f32::max);
    ui.scope(|ui| {
        // After the text, it would be the height below that.
        ui.set_min_height(highest);
        muted(ui, text);
    });
}

/// Shows a field for a number that keeps its width while it is edited.
pub fn number_field(ui: &mut Ui, width: f32, field: DragValue<'_>) -> Response {
    ui.add_sized(vec2(width, ui.spacing().interact_size.y), field)
}

/// The width of the text on one line, in points.
pub fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x
}

/// Shows a label at the left and its value at the right; on two lines if one is too narrow.
pub fn fact(ui: &mut Ui, label: &str, value: &str, tooltip: &str) {
    let needed = text_width(ui, label, FontId::proportional(theme::BODY)) + text_width(ui, value, theme::bold(theme::BODY)) + space::M;
    let figure = |ui: &mut Ui| ui.label(theme::strong(value));
    let response = if needed <= ui.available_width() {
        let line = |ui: &mut Ui| {
            ui.label(label);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // The edge of a panel would cut the rim of the last letter.
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(1.0);
                figure(ui)
            });
        };
        ui.horizontal(line).response
    } else {
        let lines = |ui: &mut Ui| {
            ui.label(label);
            ui.with_layout(Layout::top_down(Align::Max), figure);
        };
        ui.vertical(lines).response
    };
    if !tooltip.is_empty() {
        response.on_hover_text(tooltip);
    }
}

/// Paints a bar of this thickness in the middle of the room; `share` is its length relative to the width, if known.
pub fn bar(ui: &mut Ui, room: Vec2, thickness: f32, share: Option<f32>, color: Color) {
    let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
    if let Some(share) = share {
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), thickness));
        let bar = bar.with_max_x(bar.left() + (bar.width() * share).max(thickness));
        ui.painter().rect_filled(bar, f32::from(corner::CHIP).min(thickness / 2.0), theme::color(color));
    }
}

/// Shows a row of a table in small type: the first cell at the left of its column, the others, which are numbers, at the right. Each column
/// has a share of the width, and stays apart from the one before it.
pub fn columns<const N: usize>(ui: &mut Ui, shares: [f32; N], cells: [String; N], tooltip: &str) {
    const HEIGHT: f32 = 20.0;
    const APART: f32 = 6.0;
    let width = ui.available_width();
    let line = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (index, (cell, share)) in cells.into_iter().zip(shares).enumerate() {
            let layout = if index == 0 { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
            ui.allocate_ui_with_layout(vec2(share * width, HEIGHT), layout, |ui| {
                ui.set_min_width(share * width);
                ui.set_max_width(share * width - APART);
                ui.add(Label::new(RichText::new(cell).size(theme::SMALL)).truncate());
            });
        }
    });
    line.response.on_hover_text(tooltip);
}

/// Shows a text in the muted colour.
pub fn muted(ui: &mut Ui, text: &str) -> Response {
    let color = theme::color(theme::look(ui.ctx()).colors.muted);
    ui.label(RichText::new(text).color(color))
}

/// Shows the main button of a tab, as wide as the panel.
pub fn primary_button(ui: &mut Ui, text: &str, shortcut: &str, enabled: bool) -> Response {
    let look = theme::look(ui.ctx());
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 36.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, text));
    let ButtonColors { ground, ink } = main_colors(&look, enabled, &response);
    ui.painter().rect_filled(rect, corner::BUTTON, theme::color(ground));
    let font = theme::bold(theme::BODY);
    let main = ui.painter().layout_no_wrap(text.to_owned(), font, theme::color(ink));
    // A narrow panel has no room for a long shortcut.
    let needed = main.size().x + text_width(ui, shortcut, FontId::proportional(theme::BODY)) + 3.0 * space::S;
    let shortcut = if needed <= rect.width() { shortcut } else { "" };
    let side = ui.painter().layout_no_wrap(shortcut.to_owned(), FontId::proportional(theme::BODY), theme::color(ink));
    let gap = if shortcut.is_empty() { 0.0 } else { space::S };
    let left = rect.center().x - (main.size().x + gap + side.size().x) / 2.0;
    let top = rect.center().y - main.size().y / 2.0;
    let next = left + main.size().x + gap;
    ui.painter().galley(egui::pos2(left, top), main, Color32::PLACEHOLDER);
    ui.painter().galley(egui::pos2(next, top), side, Color32::PLACEHOLDER);
    focus_ring(ui, &response, rect);
    response
}

/// The colours of a button that stands out.
fn main_colors(look: &Look, enabled: bool, response: &Response) -> ButtonColors {
    if enabled { accented(look, Pointed::of(response)) } else { ButtonColors { ground: look.colors.raised, ink: look.colors.muted } }
}

/// Shows a button with an icon. `name` is spoken and shown on hover.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> Response {
    let look = theme::look(ui.ctx());
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(32.0, 32.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    if response.hovered() && enabled {
        ui.painter().rect_filled(rect, corner::BUTTON, theme::color(look.colors.raised));
    }
    let color = if enabled { look.colors.text } else { look.colors.muted.fade(0.5) };
    icon.paint(ui.painter(), rect, theme::color(color));
    focus_ring(ui, &response, rect);
    response.on_hover_text(name)
}

/// Shows the round button in the accent colour that plays and pauses.
pub fn play_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> Response {
    let look = theme::look(ui.ctx());
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(40.0, 32.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let ButtonColors { ground, ink } = main_colors(&look, enabled, &response);
    ui.painter().rect_filled(rect, rect.height() / 2.0, theme::color(ground));
    icon.paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(SIZE, SIZE)), theme::color(ink));
    focus_ring(ui, &response, rect);
    response.on_hover_text(name)
}

/// Where the piece of a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileState {
    /// It can be picked up.
    Ready,
    /// It is in hand.
    InHand,
    /// It is on the board, or not allowed.
    Away,
}

impl TileState {
    /// The state of a piece that is in hand, or else on the board or not allowed.
    pub fn of(is_in_hand: bool, is_away: bool) -> Self {
        match (is_in_hand, is_away) {
            (true, _) => Self::InHand,
            (false, true) => Self::Away,
            (false, false) => Self::Ready,
        }
    }
}

/// Shows a tile with a picture and a letter or digit in its corner, for a piece that can be picked up. If the tile is in view, `paint`
/// paints the picture into its rectangle. `name` is spoken.
pub fn picture_tile(ui: &mut Ui, paint: impl FnOnce(&Painter, Rect), written: &str, state: TileState, name: &str) -> Response {
    const TILE: Vec2 = vec2(44.0, 44.0);
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, state == TileState::InHand, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let ground = if response.hovered() { look.colors.raised.mix(look.colors.text, 0.1) } else { look.colors.raised };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    paint(&ui.painter_at(rect), rect.shrink(5.0));
    if state == TileState::Away {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground.fade(0.7)));
    }
    let place = rect.right_bottom() - vec2(4.0, 2.0);
    ui.painter().text(place, Align2::RIGHT_BOTTOM, written, theme::bold(theme::SMALL), theme::color(look.colors.muted));
    if state == TileState::InHand {
        ring(ui, rect.shrink(1.5), look.colors.accent);
    }
    focus_ring(ui, &response, rect.shrink(1.5));
    response
}

/// Returns the button with this shortcut at its end, if there is one: an empty one would end the button's name with a blank.
pub fn with_shortcut(button: egui::Button<'_>, shortcut: String) -> egui::Button<'_> {
    if shortcut.is_empty() { button } else { button.shortcut_text(shortcut) }
}

/// Shows a tile with a piece in one of its orientations and the number of solutions that have it so, where that is known.
pub fn orientation_tile<S>(ui: &mut Ui, picture: &Picture<S>, is_chosen: bool, solutions: Option<u64>, name: &str) -> Response {
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(46.0, 54.0), Sense::click());
    let spoken = orientation(name, solutions);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &spoken));
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(look.colors.raised));
    }
    if is_chosen {
        ui.painter().rect_stroke(rect, corner::CHIP, Stroke::new(1.5, theme::color(look.colors.accent)), StrokeKind::Inside);
    }
    let room = Rect::from_min_size(rect.min + vec2(4.0, 1.0), vec2(38.0, 38.0));
    paint::picture(&ui.painter_at(room), picture, Placement::fit(picture, room));
    let count = solutions.map_or(String::new(), |solutions| if solutions == 0 { "×".to_owned() } else { grouped(solutions) });
    let color = if solutions == Some(0) { look.colors.muted } else { look.colors.text };
    let place = rect.center_bottom() - vec2(0.0, 9.0);
    ui.painter().text(place, Align2::CENTER_CENTER, count, theme::bold(theme::SMALL), theme::color(color));
    focus_ring(ui, &response, rect);
    response.on_hover_text(about_orientation(solutions))
}

/// The spoken name of an orientation, with its number of solutions where it is known.
fn orientation(name: &str, solutions: Option<u64>) -> String {
    let solutions = solutions.map(|solutions| format!(", {}", counted(solutions, "solution"))).unwrap_or_default();
    format!("Orientation {name}{solutions}")
}

/// Explains the number of solutions of an orientation.
fn about_orientation(solutions: Option<u64>) -> String {
    match solutions {
        None => "Use this orientation".to_owned(),
        Some(0) => "No solution has this orientation".to_owned(),
        Some(1) => "1 solution has this orientation".to_owned(),
        Some(solutions) => format!("{} solutions have this orientation", grouped(solutions)),
    }
}

/// Paints the piece in hand at the pointer, where the board doesn't show it.
pub fn carried<S>(ui: &Ui, picture: &Picture<S>) {
    if let Some(pointer) = ui.ctx().pointer_latest_pos() {
        let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, ui.scope_id().with("carried")));
        paint::picture(&painter, picture, Placement::fit(picture, Rect::from_center_size(pointer, vec2(96.0, 96.0))));
    }
}

/// Paints a ring of 2 points in the accent colour around the widget if it has the keyboard's focus.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect) {
    if response.has_focus() {
        ring(ui, rect, theme::look(ui.ctx()).colors.accent);
    }
}

fn ring(ui: &Ui, rect: Rect, color: Color) {
    ui.painter().rect_stroke(rect.expand(3.0), corner::CARD - 1, Stroke::new(2.0, theme::color(color)), StrokeKind::Middle);
}

/// Shows a small square that is on, or off and crossed out. `name` is spoken.
pub fn piece_toggle(ui: &mut Ui, text: &str, is_on: bool, name: &str) -> Response {
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, name));
    let ground = if response.hovered() { look.colors.raised.mix(look.colors.text, 0.1) } else { look.colors.raised };
    let color = if is_on { look.colors.text } else { look.colors.muted.fade(0.6) };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::bold(theme::BODY), theme::color(color));
    if !is_on {
        let stroke = Stroke::new(1.5, theme::color(look.colors.bad));
        ui.painter().line_segment([rect.left_bottom() + vec2(5.0, -5.0), rect.right_top() + vec2(-5.0, 5.0)], stroke);
    }
    focus_ring(ui, &response, rect);
    response.on_hover_text(name)
}

/// Shows one of several small buttons, of which one is chosen, as wide as its text. `name` is spoken and shown on hover. Those in the same
/// `Ui` are a group.
pub fn choice(ui: &mut Ui, text: &str, is_chosen: bool, name: &str) -> Response {
    let group = ui.unique_id();
    choice_of(ui, group, text, is_chosen, name)
}

/// Shows a choice of the group in this `Ui` that may be impossible now.
pub fn choice_if(ui: &mut Ui, is_possible: bool, text: &str, is_chosen: bool, name: &str) -> Response {
    let group = ui.unique_id();
    ui.add_enabled_ui(is_possible, |ui| choice_of(ui, group, text, is_chosen, name)).inner
}

fn choice_of(ui: &mut Ui, group: Id, text: &str, is_chosen: bool, name: &str) -> Response {
    let (id, rect) = ui.allocate_space(small_button_size(ui, text));
    let response = radio::interact(ui, group, rect, id, is_chosen);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, name));
    small_button_ui(ui, response, rect, text, is_chosen, name)
}

/// Shows a small button that is on or off, as wide as its text. `name` is spoken and shown on hover.
pub fn toggle(ui: &mut Ui, text: &str, is_on: bool, name: &str) -> Response {
    let size = small_button_size(ui, text);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), is_on, name));
    small_button_ui(ui, response, rect, text, is_on, name)
}

fn small_button_size(ui: &Ui, text: &str) -> Vec2 {
    let words = ui.painter().layout_no_wrap(text.to_owned(), theme::bold(theme::BODY), Color32::WHITE).size().x;
    vec2((words + 2.0 * space::S).max(26.0), 28.0)
}

fn small_button_ui(ui: &Ui, response: Response, rect: Rect, text: &str, is_on: bool, name: &str) -> Response {
    let ButtonColors { ground, ink } = chip(&theme::look(ui.ctx()), is_on, response.hovered());
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::bold(theme::BODY), theme::color(ink));
    focus_ring(ui, &response, rect);
    response.on_hover_text(name).on_disabled_hover_text(name)
}

/// Shows a row of buttons that share its width, of which one is chosen. Each has its text, its spoken name and its tooltip. Returns the
/// index of the one that was clicked.
pub fn switch(ui: &mut Ui, parts: &[(&str, &str, &str)], chosen: usize) -> Option<usize> {
    const HEIGHT: f32 = 30.0;
    let look = theme::look(ui.ctx());
    let (_, room) = ui.allocate_space(vec2(ui.available_width(), HEIGHT));
    ui.painter().rect_filled(room, corner::BUTTON, theme::color(look.colors.window));
    let width = room.width() / parts.len() as f32;
    let mut clicked = None;
    for (index, (text, name, tooltip)) in parts.iter().enumerate() {
        let is_chosen = index == chosen;
        let rect = Rect::from_min_size(room.min + vec2(index as f32 * width, 0.0), vec2(width, HEIGHT)).shrink(2.0);
        let id = ui.scope_id().with(name);
        let response = radio::interact(ui, ui.scope_id().with(parts[0].1), rect, id, is_chosen);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, name));
        let ButtonColors { ground, ink } = switch_part(&look, is_chosen, response.hovered());
        ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::bold(theme::BODY), theme::color(ink));
        focus_ring(ui, &response, rect);
        if response.clicked() {
            clicked = Some(index);
        }
        response.on_hover_text(*tooltip);
    }
    clicked
}

/// Shows a small square with a letter, which has its own colour while it is on. `name` is spoken.
pub fn letter_toggle(ui: &mut Ui, letter: char, is_on: bool, name: &str, own: Color) -> Response {
    let look = theme::look(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), is_on, name));
    let idle = if response.hovered() { look.colors.raised.mix(look.colors.text, 0.1) } else { look.colors.raised };
    let ground = if is_on { own } else { idle };
    ui.painter().rect_filled(rect, corner::CHIP, theme::color(ground));
    let ink = if is_on { ground.ink() } else { look.colors.text };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter, theme::bold(theme::BODY), theme::color(ink));
    if is_on {
        ui.painter().rect_stroke(rect.expand(2.0), corner::CHIP, Stroke::new(1.5, theme::color(look.colors.accent)), StrokeKind::Outside);
    }
    focus_ring(ui, &response, rect);
    response.on_hover_text(name)
}
