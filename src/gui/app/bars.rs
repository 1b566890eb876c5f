//! The window's menu and tabs, and the shortcuts of its commands.

use egui::{
    Align, Button, Context, Frame, Key, KeyboardShortcut, Layout, Margin, MenuBar, Modifiers, Panel, Popup, RichText, ScrollArea, Ui,
};

use super::App;
use crate::{
    command::{Command, Menu, WindowCommand},
    document::About,
    open_documents::Documents,
    regions::{self, Region},
    request::{DocumentNumber, Request},
    theme::{self, space},
    widgets::{focus_ring, follow_focus, is_typing, named, with_shortcut},
    words::bars as words,
};
use base::text::shortened;

/// The height of a menu's entry, in points.
const ENTRY: f32 = 24.0;
/// The key that opens the first menu, as on most desktops.
const MENU_KEY: Key = Key::F10;

/// The greatest length of a document's name in characters; longer names are shortened.
const MOST_NAME: usize = 36;

impl App {
    pub(super) fn menu_bar(&self, ui: &mut Ui) {
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(space::S as i8, 2));
        Panel::top("menu").frame(frame).show_separator_line(false).show(ui, |ui| {
            MenuBar::new().ui(ui, |ui| {
                let opens_first = self.dialogs.open.is_none() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, MENU_KEY));
                let was_open = Popup::is_any_open(ui.ctx());
                for &menu in Menu::ALL {
                    let button = ui.menu_button(menu.title(), |ui| {
                        ui.set_min_width(220.0);
                        // The longest menu fits a low window.
                        ui.spacing_mut().button_padding.y = 3.0;
                        ui.spacing_mut().interact_size.y = ENTRY;
                        ui.spacing_mut().item_spacing.y = 2.0;
                        scrolling(ui, |ui| self.menu(ui, menu));
                    });
                    if opens_first && !was_open && menu == Menu::ALL[0] {
                        // From there the arrow keys lead to the entries and to the other menus.
                        button.response.request_focus();
                        Popup::open_id(ui.ctx(), Popup::default_response_id(&button.response));
                    }
                }
                if opens_first && was_open {
                    Popup::close_all(ui.ctx());
                }
            });
        });
    }

    fn menu(&self, ui: &mut Ui, menu: Menu) {
        for &command in Command::ALL.iter().filter(|command| command.menu() == menu) {
            if command.begins_group() {
                ui.separator();
            }
            if self.menu_item(ui, command) {
                Request::Run(command).send(ui.ctx());
                ui.close();
            }
            if command == WindowCommand::OpenPath.into() {
                self.recent_menu(ui);
            }
        }
    }

    fn recent_menu(&self, ui: &mut Ui) {
        let paths = self.shared.recent.paths();
        ui.add_enabled_ui(!paths.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for path in paths {
                    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
                    if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                        Request::Open(path.clone()).send(ui.ctx());
                        ui.close();
                    }
                }
            });
        });
    }

    fn menu_item(&self, ui: &mut Ui, command: Command) -> bool {
        let can = self.can(command);
        let button = with_shortcut(Button::new(command.title()), command.shortcut_text(ui.ctx()));
        let response = ui.add_enabled(can.is_ok(), button);
        let clicked = response.clicked();
        if let Err(reason) = can {
            response.on_disabled_hover_text(reason);
        }
        clicked
    }

    /// Shows the tabs, and at the right the documents of the active one.
    pub(super) fn tab_bar(&self, ui: &mut Ui) {
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin { left: space::M as i8, ..Margin::ZERO });
        let bar = Panel::top("tabs").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                for (index, tab) in self.documents.tabs().iter().enumerate() {
                    let is_active = index == self.documents.active();
                    let is_changed = self.documents.of_tab(index).any(|open| open.document.about().is_changed());
                    let button = tab_button(ui, tab.puzzle.kind.title, is_active, is_changed);
                    if is_active {
                        regions::note_entry(ui.ctx(), Region::Tabs, button.id);
                    }
                    if button.clicked() {
                        Request::ShowTab(index).send(ui.ctx());
                    }
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(space::M);
                    documents_menu(ui, &self.documents);
                });
            });
        });
        regions::note_area(ui.ctx(), Region::Tabs, bar.response.rect);
    }

    /// Shows the tab with this number when Ctrl and a digit are pressed.
    pub(super) fn choose_tab(&self, ctx: &Context) {
        const DIGITS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        for (index, key) in DIGITS.into_iter().enumerate().take(self.documents.tabs().len()) {
            if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
                Request::ShowTab(index).send(ctx);
            }
        }
    }
}

/// Shows the entries of a menu, which scroll if they are more than the window has room for.
fn scrolling(ui: &mut Ui, entries: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().bottom() - ui.min_rect().top() - space::L;
    ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
        entries(ui);
        follow_focus(ui);
    });
}

/// Runs the commands whose shortcuts were pressed, once for each press, unless the focused widget uses that key.
pub(super) fn run_shortcuts(ctx: &Context) {
    if Popup::is_any_open(ctx) {
        return;
    }
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    let is_typing = is_typing(ctx);
    let all = || Command::ALL.iter().flat_map(|&command| command.shortcuts().map(move |shortcut| (command, shortcut)));
    // Ctrl+Shift+S also matches Ctrl+S, so those with more modifiers come first.
    let is_long = |shortcut: &KeyboardShortcut| shortcut.modifiers.shift || shortcut.modifiers.alt;
    let (long, short): (Vec<_>, Vec<_>) = all().partition(|(_, shortcut)| is_long(shortcut));
    for (command, shortcut) in long.into_iter().chain(short) {
        let moves_focus = matches!(shortcut.logical_key, Key::Space | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End);
        // A text box has its own undo and redo, and keys that delete to the end or the beginning of a line.
        let edits_text = matches!(shortcut.logical_key, Key::Z | Key::Y | Key::K | Key::U);
        let is_for_text = is_typing && (shortcut.modifiers.is_none() || edits_text);
        let belongs_to_focus = is_for_text || has_focus && moves_focus && shortcut.modifiers.is_none();
        if !belongs_to_focus {
            let times = ctx.input_mut(|input| input.count_and_consume_key(shortcut.modifiers, shortcut.logical_key));
            (0..times).for_each(|_| Request::Run(command).send(ctx));
        }
    }
}

/// Shows the name of the current document; a click opens the list of all documents in the tab.
fn documents_menu(ui: &mut Ui, documents: &Documents) {
    let number = documents.shown().number;
    let documents: Vec<(DocumentNumber, About)> =
        documents.of_tab(documents.active()).map(|open| (open.number, open.document.about())).collect();
    let shown = documents.iter().position(|(other, _)| *other == number).unwrap_or_default();
    let current = &documents[shown].1;
    let more = if documents.len() > 1 { format!("   {}", words::position(shown + 1, documents.len())) } else { String::new() };
    let mark = if current.is_changed() { " •" } else { "" };
    let name = shortened(&current.name, MOST_NAME);
    let response = ui.menu_button(format!("{name}{mark}{more}  ▼"), |ui| {
        ui.set_min_width(260.0);
        scrolling(ui, |ui| {
            for (place, (number, document)) in documents.iter().enumerate() {
                let state = document_state(document.is_changed(), document.activity.is_searching);
                let name = shortened(&document.name, MOST_NAME);
                let button = Button::selectable(place == shown, name).right_text(RichText::new(state).weak());
                let file = document.path.as_ref().map_or_else(|| "Not saved yet".to_owned(), |path| path.display().to_string());
                if ui.add(button).on_hover_text(file).clicked() {
                    Request::ShowDocument(*number).send(ui.ctx());
                    ui.close();
                }
            }
            ui.separator();
            for command in [WindowCommand::CloseDocument, WindowCommand::NextDocument, WindowCommand::PreviousDocument] {
                let command = Command::from(command);
                let button = with_shortcut(Button::new(command.title()), command.shortcut_text(ui.ctx()));
                let is_possible = 1 < documents.len() || command == WindowCommand::CloseDocument.into();
                if ui.add_enabled(is_possible, button).clicked() {
                    Request::Run(command).send(ui.ctx());
                    ui.close();
                }
            }
        });
    });
    let label =
        format!("Documents, {}: {}", words::position(shown + 1, documents.len()), words::tab_label(&current.name, current.is_changed()));
    named(response.response, &label);
}

/// The state of a document in the list of documents.
fn document_state(is_changed: bool, is_searching: bool) -> &'static str {
    match (is_changed, is_searching) {
        (true, true) => "changed, searching",
        (true, false) => "changed",
        (false, true) => "searching",
        (false, false) => "",
    }
}

fn tab_button(ui: &mut Ui, title: &str, is_active: bool, is_changed: bool) -> egui::Response {
    let colors = theme::look(ui.ctx()).colors;
    let text_color = if is_active { colors.text } else { colors.muted };
    let galley = ui.painter().layout_no_wrap(title.to_owned(), egui::FontId::proportional(theme::BODY), theme::color(text_color));
    let size = egui::vec2(galley.size().x + 2.0 * space::L, 34.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let name = words::tab_label(title, is_changed);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_active, &name));
    if response.hovered() && !is_active {
        ui.painter().rect_filled(rect.shrink2(egui::vec2(2.0, 4.0)), theme::corner::BUTTON, theme::color(colors.raised));
    }
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, egui::Color32::PLACEHOLDER);
    if is_changed {
        ui.painter().circle_filled(egui::pos2(rect.right() - 9.0, rect.center().y - 5.0), 2.5, theme::color(colors.warn));
    }
    if is_active {
        let line = egui::Rect::from_min_max(egui::pos2(rect.left(), rect.bottom() - 2.0), rect.max);
        ui.painter().rect_filled(line, 0.0, theme::color(colors.accent));
    }
    focus_ring(ui, &response, rect.shrink(4.0));
    response.on_hover_text(if is_changed { "Has unsaved changes" } else { title })
}
