//! Help: pages beside the board, or in its place in a narrow window. The pages are the Markdown files under `docs/`.

mod layout;
pub mod markdown;
pub mod page;
pub mod pictures;
pub mod reading;

use egui::{Align, Button, CentralPanel, ComboBox, EventFilter, Frame, Id, Key, Layout, Margin, Modifiers, Panel, Ui, vec2};

use super::{
    icons::Icon,
    regions::{self, Region},
    theme::space,
    widgets::{icon_button, keys_are_taken, named},
};
use markdown::Block;
use page::Page;
pub use page::help_page;
pub use page::{HelpPage, HelpPicture, Topic};
use pictures::Pictures;
use reading::{OpenPage, Place, text_id};

/// A narrower window has no room for help beside the board, in points.
const ROOM_FOR_BOTH: f32 = 1040.0;
/// The least width that the board and its panels keep beside help.
const BOARD: f32 = 660.0;
/// The usual and the least width of help beside the board.
const USUAL: f32 = 430.0;
const LEAST: f32 = 340.0;
/// How far an arrow key scrolls.
const STEP: f32 = 40.0;

/// The help pages, one of which may be open.
pub struct Help {
    pages: Vec<Page>,
    open: Option<OpenPage>,
    /// The pages that were open before, and how far each was scrolled.
    visited: Vec<(usize, f32)>,
    pictures: Pictures,
    /// The widget that had the keyboard's focus before help opened.
    focus_before: Option<Id>,
    /// Whether a widget in here had the focus at the end of the last frame.
    has_focus: bool,
    /// Whether the text gets the focus as soon as no dialog is open.
    takes_focus: bool,
}

/// What was chosen in a frame.
enum Action {
    Close,
    Back,
    Page(usize, String),
    Scroll(Place),
    /// Scrolls this far to the right.
    ScrollRight(f32),
}

impl Help {
    /// The pages of the puzzles with these keys, and all others. None is open.
    pub fn new(puzzles: impl IntoIterator<Item = (&'static str, HelpPage)>) -> Self {
        let pages = page::all(puzzles);
        let (visited, pictures) = (Vec::new(), Pictures::default());
        Self { pages, open: None, visited, pictures, focus_before: None, has_focus: false, takes_focus: false }
    }

    /// The indices and the titles of the puzzles' pages.
    pub fn of_puzzles(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.pages.iter().enumerate().filter(|(_, page)| page.is_of_puzzle()).map(|(index, page)| (index, page.title()))
    }

    /// Opens the page of the puzzle with this key. If it is open and has the keyboard's focus, closes it.
    pub fn toggle_puzzle(&mut self, ctx: &egui::Context, key: &str) {
        let path = page::path_of_puzzle(key);
        let page = self.pages.iter().position(|page| page.path == path);
        if self.has_focus && self.open.as_ref().is_some_and(|open| Some(open.page) == page) {
            self.close(ctx);
        } else {
            // The page about the window has links to all others.
            match page {
                Some(page) => self.show(ctx, page),
                None => self.show_topic(ctx, Topic::Window),
            }
        }
    }

    /// Opens the page on this topic.
    pub fn show_topic(&mut self, ctx: &egui::Context, topic: Topic) {
        let path = page::path_of_topic(topic);
        if let Some(page) = self.pages.iter().position(|page| page.path == path) {
            self.show(ctx, page);
        }
    }

    /// Shows help, if it is open. Returns whether it takes the place of the board.
    pub fn ui(&mut self, ui: &mut Ui) -> bool {
        if self.open.is_none() {
            return false;
        }
        if self.takes_focus && ui.memory(|memory| memory.top_modal_layer().is_none()) {
            self.takes_focus = false;
            ui.memory_mut(|memory| memory.request_focus(text_id()));
        }
        let room = ui.available_rect_before_wrap();
        let covers = room.width() < ROOM_FOR_BOTH;
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::same(space::S as i8));
        let mut actions = self.keys(ui, covers);
        let contents = |ui: &mut Ui| actions.extend(self.contents(ui));
        let shown = if covers {
            CentralPanel::default().frame(frame).show(ui, contents).response
        } else {
            let panel = Panel::right("help").frame(frame).resizable(true).default_size(USUAL);
            panel.size_range(LEAST..=(room.width() - BOARD).max(LEAST)).show(ui, contents).response
        };
        regions::note_area(ui.ctx(), Region::Help, shown.rect);
        regions::note_entry(ui.ctx(), Region::Help, text_id());
        let focused = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
        self.has_focus = focused.is_some_and(|focused| shown.rect.contains(focused.rect.center()));
        for action in actions {
            self.act(ui.ctx(), action);
        }
        covers
    }

    fn act(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::Close => self.close(ctx),
            Action::Back => {
                if let Some((page, offset)) = self.visited.pop() {
                    self.open = Some(OpenPage::new(page, &self.pages[page], Some(Place::Offset(offset))));
                    self.takes_focus = true;
                }
            }
            Action::Page(page, anchor) => {
                let place = |blocks: &[Block]| page::anchored(blocks, &anchor).map_or(Place::Offset(0.0), Place::Block);
                match &mut self.open {
                    Some(open) if open.page == page => open.scroll_to = Some(place(&open.blocks)),
                    _ => {
                        self.show(ctx, page);
                        if let Some(open) = &mut self.open {
                            open.scroll_to = Some(place(&open.blocks));
                        }
                    }
                }
            }
            Action::Scroll(place) => {
                if let Some(open) = &mut self.open {
                    open.scroll_to = Some(place);
                }
            }
            Action::ScrollRight(by) => {
                if let Some(open) = &mut self.open {
                    open.scroll_right = by;
                }
            }
        }
        ctx.request_repaint();
    }

    /// Opens the page with this index.
    pub fn show(&mut self, ctx: &egui::Context, page: usize) {
        match &self.open {
            None => self.focus_before = ctx.memory(|memory| memory.focused()),
            Some(open) if open.page == page => {}
            Some(open) => self.visited.push((open.page, open.offset)),
        }
        if self.open.as_ref().is_none_or(|open| open.page != page) {
            self.open = Some(OpenPage::new(page, &self.pages[page], None));
        }
        self.takes_focus = true;
        ctx.request_repaint();
    }

    fn close(&mut self, ctx: &egui::Context) {
        self.open = None;
        self.visited.clear();
        self.pictures = Pictures::default();
        let before = self.focus_before.take();
        if std::mem::take(&mut self.has_focus) {
            ctx.memory_mut(|memory| match (before, memory.focused()) {
                (Some(before), _) => memory.request_focus(before),
                (None, Some(focused)) => memory.surrender_focus(focused),
                (None, None) => {}
            });
        }
    }

    /// Takes the keys that are for help. While it takes the place of the board, it also gets those that no widget has.
    fn keys(&self, ui: &Ui, covers: bool) -> Vec<Action> {
        let focused = ui.memory(|memory| memory.focused());
        let is_mine = self.has_focus || covers && focused.is_none();
        let Some(open) = self.open.as_ref().filter(|_| is_mine && !keys_are_taken(ui.ctx())) else { return Vec::new() };
        if let Some(id) = focused {
            let filter = EventFilter { vertical_arrows: true, horizontal_arrows: open.is_wide(), escape: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
        let page = ui.available_height() * 0.8;
        let mut actions = Vec::new();
        let mut pressed = |modifiers, key, action| {
            if ui.input_mut(|input| input.consume_key(modifiers, key)) {
                actions.push(action);
            }
        };
        pressed(Modifiers::ALT, Key::ArrowLeft, Action::Back);
        pressed(Modifiers::NONE, Key::Escape, Action::Close);
        for (key, by) in [(Key::ArrowDown, STEP), (Key::ArrowUp, -STEP), (Key::PageDown, page), (Key::PageUp, -page)] {
            pressed(Modifiers::NONE, key, Action::Scroll(Place::Offset(open.offset + by)));
        }
        for (key, by) in [(Key::ArrowRight, STEP), (Key::ArrowLeft, -STEP)].into_iter().filter(|_| open.is_wide()) {
            pressed(Modifiers::NONE, key, Action::ScrollRight(by));
        }
        pressed(Modifiers::NONE, Key::Home, Action::Scroll(Place::Offset(0.0)));
        pressed(Modifiers::NONE, Key::End, Action::Scroll(Place::Offset(open.height())));
        // A link or a button has its own use for this key.
        if focused.is_none_or(|id| id == text_id()) {
            pressed(Modifiers::SHIFT, Key::Space, Action::Scroll(Place::Offset(open.offset - page)));
            pressed(Modifiers::NONE, Key::Space, Action::Scroll(Place::Offset(open.offset + page)));
        }
        actions
    }

    fn contents(&mut self, ui: &mut Ui) -> Vec<Action> {
        let Self { pages, open: Some(open), visited, pictures, .. } = self else { return Vec::new() };
        let mut actions = Vec::new();
        actions.extend(bar_ui(ui, pages, open.page, !visited.is_empty()));
        actions.extend(sections_ui(ui, open));
        ui.separator();
        pictures.update(ui.ctx(), open.page, pages[open.page].pictures);
        actions.extend(open.ui(ui, pages, pictures).map(|(page, anchor)| Action::Page(page, anchor)));
        actions
    }
}

/// The row with the buttons and the list of pages.
fn bar_ui(ui: &mut Ui, pages: &[Page], shown: usize, can_go_back: bool) -> Option<Action> {
    let mut action = None;
    ui.horizontal(|ui| {
        if icon_button(ui, Icon::Back, "Previous page (Alt+Left)", can_go_back).clicked() {
            action = Some(Action::Back);
        }
        let mut chosen = shown;
        let list = ComboBox::from_id_salt("help page").selected_text(pages[shown].title()).width(180.0);
        let list = list.show_ui(ui, |ui| {
            for (index, page) in pages.iter().enumerate() {
                ui.selectable_value(&mut chosen, index, page.title());
            }
        });
        named(list.response, "Help page");
        if chosen != shown {
            action = Some(Action::Page(chosen, String::new()));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Remove, "Close help (Esc)", true).clicked() {
                action = Some(Action::Close);
            }
        });
    });
    action
}

/// The sections of the page; the one that is being read is marked.
fn sections_ui(ui: &mut Ui, open: &OpenPage) -> Option<Action> {
    let mut action = None;
    let reached = |block: usize| open.top_of(block) <= open.offset + STEP;
    let current = page::sections(&open.blocks).take_while(|&(block, _)| reached(block)).last().map(|(block, _)| block);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        ui.spacing_mut().button_padding = vec2(space::S, 3.0);
        ui.spacing_mut().interact_size.y = 24.0;
        for (block, title) in page::sections(&open.blocks) {
            if ui.add(Button::selectable(current == Some(block), title)).clicked() {
                action = Some(Action::Scroll(Place::Block(block)));
            }
        }
    });
    action
}
