//! Help: pages beside the board, or in its place in a narrow window. The pages are the Markdown files under `docs/`.
//!
//! A page is laid out block by block, at most a millisecond in each frame. Until a block's turn comes, its height is estimated; a block
//! that is visible is laid out at once.

mod layout;
mod markdown;
mod page;
mod pictures;

use std::time::{Duration, Instant};

use egui::{
    Align, Button, CentralPanel, ComboBox, EventFilter, Frame, Id, Key, Layout, Margin, Modifiers, OpenUrl, Panel, Rect, Response, Role,
    ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::{
    icons::Icon,
    theme::{self, space},
    widgets::{focus_ring, icon_button, keys_are_taken, named},
    words::help as words,
};
use layout::Laid;
use markdown::{Block, Content};
pub(crate) use page::help_page;
use page::{Destination, Page};
pub use page::{HelpPage, HelpPicture, Topic};
use pictures::Pictures;

/// A narrower window has no room for help beside the board, in points.
const ROOM_FOR_BOTH: f32 = 1040.0;
/// The least width that the board and its panels keep beside help.
const BOARD: f32 = 660.0;
/// The usual and the least width of help beside the board.
const USUAL: f32 = 430.0;
const LEAST: f32 = 340.0;
/// Longer lines are hard to read.
const LONGEST_LINE: f32 = 640.0;
/// How far an arrow key scrolls.
const STEP: f32 = 40.0;
/// The time in each frame for laying out what isn't visible.
const BUDGET: Duration = Duration::from_millis(1);

/// The help pages, one of which may be open.
pub struct Help {
    pages: Vec<Page>,
    open: Option<Open>,
    /// The pages that were open before, and how far each was scrolled.
    visited: Vec<(usize, f32)>,
    pictures: Pictures,
    /// The widget that had the keyboard's focus before help opened.
    focus_before: Option<Id>,
    /// Whether a widget in here had the focus at the end of the last frame.
    has_focus: bool,
}

/// The open page.
struct Open {
    page: usize,
    blocks: Vec<Block>,
    /// The height of each block, of which the first `laid_out` are exact.
    heights: Vec<f32>,
    laid_out: usize,
    /// The width and scale that the heights are for.
    laid_out_for: (f32, f32),
    /// How far it is scrolled.
    offset: f32,
    scroll_to: Option<Place>,
}

/// A place on a page.
#[derive(Clone, Copy)]
enum Place {
    Offset(f32),
    Block(usize),
}

/// What was chosen in a frame.
enum Action {
    Close,
    Back,
    Page(usize, String),
    Scroll(Place),
}

impl Help {
    /// The pages of the puzzles with these keys, and all others. None is open.
    pub fn new(puzzles: impl IntoIterator<Item = (&'static str, HelpPage)>) -> Self {
        let pages = page::all(puzzles);
        Self { pages, open: None, visited: Vec::new(), pictures: Pictures::default(), focus_before: None, has_focus: false }
    }

    /// Opens the page of the puzzle with this key. If it is open and has the keyboard's focus, closes it.
    pub fn toggle_puzzle(&mut self, ctx: &egui::Context, key: &str) {
        let path = page::path_of_puzzle(key);
        let page = self.pages.iter().position(|page| page.path == path);
        if self.has_focus && self.open.as_ref().is_some_and(|open| Some(open.page) == page) {
            self.close(ctx);
        } else {
            self.show(ctx, page.unwrap_or(0));
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
        let room = ui.available_rect_before_wrap();
        let covers = room.width() < ROOM_FOR_BOTH;
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(space::L as i8, space::S as i8));
        let mut actions = self.keys(ui, covers);
        let contents = |ui: &mut Ui| actions.extend(self.contents(ui));
        let shown = if covers {
            CentralPanel::default().frame(frame).show(ui, contents).response
        } else {
            let panel = Panel::right("help").frame(frame).resizable(true).default_size(USUAL);
            panel.size_range(LEAST..=(room.width() - BOARD).max(LEAST)).show(ui, contents).response
        };
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
                    self.open = Some(Open::new(page, &self.pages[page], Some(Place::Offset(offset))));
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
        }
        ctx.request_repaint();
    }

    fn show(&mut self, ctx: &egui::Context, page: usize) {
        match &self.open {
            None => self.focus_before = ctx.memory(|memory| memory.focused()),
            Some(open) if open.page == page => {}
            Some(open) => self.visited.push((open.page, open.offset)),
        }
        if self.open.as_ref().is_none_or(|open| open.page != page) {
            self.open = Some(Open::new(page, &self.pages[page], None));
        }
        ctx.memory_mut(|memory| memory.request_focus(text_id()));
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
            let filter = EventFilter { vertical_arrows: true, escape: true, ..EventFilter::default() };
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
        actions.extend(open.ui(ui, pages, pictures));
        actions
    }
}

/// The row with the buttons and the list of pages.
fn bar_ui(ui: &mut Ui, pages: &[Page], shown: usize, can_go_back: bool) -> Option<Action> {
    let mut action = None;
    ui.horizontal(|ui| {
        if icon_button(ui, Icon::Back, words::BACK, can_go_back).clicked() {
            action = Some(Action::Back);
        }
        let mut chosen = shown;
        let list = ComboBox::from_id_salt("help page").selected_text(pages[shown].title()).width(180.0);
        let list = list.show_ui(ui, |ui| {
            for (index, page) in pages.iter().enumerate() {
                ui.selectable_value(&mut chosen, index, page.title());
            }
        });
        named(list.response, words::PAGE);
        if chosen != shown {
            action = Some(Action::Page(chosen, String::new()));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Remove, words::CLOSE, true).clicked() {
                action = Some(Action::Close);
            }
        });
    });
    action
}

/// The sections of the page; the one that is being read is marked.
fn sections_ui(ui: &mut Ui, open: &Open) -> Option<Action> {
    let mut action = None;
    let reached = |block: usize| open.heights[..block].iter().sum::<f32>() <= open.offset + STEP;
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

impl Open {
    fn new(page: usize, source: &Page, scroll_to: Option<Place>) -> Self {
        let blocks = source.blocks();
        let heights = vec![0.0; blocks.len()];
        let scroll_to = scroll_to.or(Some(Place::Offset(0.0)));
        Self { page, blocks, heights, laid_out: 0, laid_out_for: (0.0, 0.0), offset: 0.0, scroll_to }
    }

    fn height(&self) -> f32 {
        self.heights.iter().sum()
    }

    /// Shows the text.
    fn ui(&mut self, ui: &mut Ui, pages: &[Page], pictures: &Pictures) -> Option<Action> {
        let room = ui.available_rect_before_wrap();
        let text = ui.interact(room, text_id(), Sense::click());
        text.widget_info(|| WidgetInfo::labeled(Role::Document, true, words::page(pages[self.page].title())));
        if text.clicked() {
            text.request_focus();
        }
        // The scroll bar is at the right of the text.
        let width = (room.width() - space::M).clamp(1.0, LONGEST_LINE).floor();
        self.lay_out_some(ui, width, &pages[self.page]);
        let mut area = ScrollArea::vertical().id_salt(("help", self.page)).auto_shrink(false);
        if let Some(offset) = self.target(room.height()) {
            area = area.vertical_scroll_offset(offset);
        }
        let mut action = None;
        let output = area.show_viewport(ui, |ui, viewport| {
            let left = ui.min_rect().left() + ((ui.available_width() - space::M - width) / 2.0).max(0.0);
            let top = ui.min_rect().top();
            ui.set_height(self.height());
            action = self.blocks_ui(ui, pos2(left, top), width, viewport.y_range(), &pages[self.page], pages, pictures);
        });
        self.offset = output.state.clamped_offset().y;
        focus_ring(ui, &text, room.shrink(3.0));
        action
    }

    /// The offset to scroll to now.
    fn target(&mut self, room: f32) -> Option<f32> {
        let offset = match self.scroll_to? {
            Place::Offset(offset) => offset,
            // The heights above it must be known.
            Place::Block(block) if block <= self.laid_out => self.heights[..block].iter().sum(),
            Place::Block(_) => return None,
        };
        self.scroll_to = None;
        Some(offset.min(self.height() - room).max(0.0))
    }

    /// Lays out blocks until the time for it is over, to know their heights.
    fn lay_out_some(&mut self, ui: &Ui, width: f32, source: &Page) {
        let scale = ui.ctx().pixels_per_point();
        if self.laid_out_for != (width, scale) {
            // After a change of the width, what was read stays in sight.
            if 0.0 < self.offset && self.scroll_to.is_none() {
                self.scroll_to = Some(Place::Block(self.block_at(self.offset)));
            }
            self.laid_out_for = (width, scale);
            self.laid_out = 0;
            for (height, block) in self.heights.iter_mut().zip(&self.blocks) {
                *height = if *height == 0.0 { estimate(block, width) } else { *height };
            }
        }
        let began = Instant::now();
        while self.laid_out < self.blocks.len() && began.elapsed() < BUDGET {
            self.heights[self.laid_out] = lay_out(ui, &self.blocks[self.laid_out], width, source).height;
            self.laid_out += 1;
        }
        if self.laid_out < self.blocks.len() {
            ui.ctx().request_repaint();
        }
    }

    fn block_at(&self, offset: f32) -> usize {
        let mut bottom = 0.0;
        let is_above = |height: &&f32| {
            bottom += **height;
            bottom <= offset
        };
        self.heights.iter().take_while(is_above).count()
    }

    #[allow(clippy::too_many_arguments, reason = "where, what, and the two lists that links and pictures come from")]
    fn blocks_ui(
        &mut self,
        ui: &mut Ui,
        at: egui::Pos2,
        width: f32,
        visible: egui::Rangef,
        source: &Page,
        pages: &[Page],
        pictures: &Pictures,
    ) -> Option<Action> {
        let mut action = None;
        let mut y = 0.0;
        for (index, block) in self.blocks.iter().enumerate() {
            let corner = at + vec2(0.0, y);
            let is_visible = visible.min <= y + self.heights[index] && y <= visible.max;
            let laid = is_visible.then(|| lay_out(ui, block, width, source));
            if let Some(laid) = &laid {
                self.heights[index] = laid.height;
            }
            let rect = Rect::from_min_size(corner, vec2(width, self.heights[index]));
            speak(ui, index, block, rect);
            if let Some(laid) = &laid {
                laid.paint(ui.painter(), corner, &theme::look(ui.ctx()).colors);
                if let Some(place) = laid.picture {
                    picture_ui(ui, block, place.translate(corner.to_vec2()), source, pictures);
                }
            }
            for (link, (name, to)) in block.links().enumerate() {
                let places = laid.as_ref().map_or(&[][..], |laid| &laid.links[link]);
                let places: Vec<Rect> = places.iter().map(|place| place.translate(corner.to_vec2())).collect();
                if link_ui(ui, (index, link), name, &places, rect).clicked() {
                    action = follow(ui, page::destination(pages, &source.path, to)).or(action);
                }
            }
            y += self.heights[index];
        }
        action
    }
}

/// Lays out a block of this page.
fn lay_out(ui: &Ui, block: &Block, width: f32, source: &Page) -> Laid {
    let size = |path: &str| source.picture(path).map_or(vec2(width, STEP), pictures::size);
    Laid::new(ui.painter(), block, width, &theme::look(ui.ctx()).colors, size)
}

/// A height to begin with, until the block is laid out.
fn estimate(block: &Block, width: f32) -> f32 {
    let characters: usize = block.words().iter().map(|words| words.text.len()).sum();
    let code = if let Content::Code(code) = &block.content { code.lines().count() } else { 0 };
    20.0 * (code as f32 + (characters as f32 * 6.5 / width).ceil()) + space::S
}

/// What the block says, for screen readers.
fn speak(ui: &Ui, index: usize, block: &Block, rect: Rect) {
    let response = ui.interact(rect, text_id().with(index), Sense::hover());
    let spoken = |role, text: &str| response.widget_info(|| WidgetInfo::labeled(role, true, text));
    match &block.content {
        Content::Heading(_, words) => spoken(Role::Heading, &words.text),
        Content::Paragraph(words) => spoken(Role::Label, &words.text),
        Content::Code(code) => spoken(Role::Label, code),
        Content::Row { cells, .. } => {
            let texts: Vec<&str> = cells.iter().map(|words| words.text.as_str()).collect();
            spoken(Role::Label, &texts.join(", "));
        }
        Content::Picture { label, .. } => spoken(Role::Image, label),
    }
}

fn picture_ui(ui: &Ui, block: &Block, place: Rect, source: &Page, pictures: &Pictures) {
    let Content::Picture { path, label } = &block.content else { return };
    match source.picture(path).and_then(|picture| pictures.texture(picture.name)) {
        Some(texture) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture.id(), place, whole, egui::Color32::WHITE);
        }
        None => {
            let muted = theme::color(theme::look(ui.ctx()).colors.muted);
            let galley = ui.painter().layout(label.clone(), egui::FontId::proportional(theme::BODY), muted, place.width());
            ui.painter().galley(place.min, galley, muted);
        }
    }
}

/// A link at these places. One that isn't visible has no places yet; it is somewhere in `block`.
fn link_ui(ui: &mut Ui, key: (usize, usize), name: &str, places: &[Rect], block: Rect) -> Response {
    let id = text_id().with(("link", key));
    let (first, others) = places.split_first().unwrap_or((&block, &[]));
    let mut response = ui.interact(*first, id, if places.is_empty() { Sense::focusable_noninteractive() } else { Sense::click() });
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, name));
    if response.gained_focus() {
        ui.scroll_to_rect(first.expand(space::XL), None);
    }
    focus_ring(ui, &response, first.shrink(2.0));
    for (number, place) in others.iter().enumerate() {
        response |= ui.interact(*place, id.with(number), Sense::CLICK);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

fn follow(ui: &Ui, to: Option<Destination>) -> Option<Action> {
    match to? {
        Destination::Page(page, anchor) => Some(Action::Page(page, anchor)),
        Destination::Web(address) => {
            ui.ctx().open_url(OpenUrl::new_tab(address));
            None
        }
    }
}

/// The widget that has the keyboard's focus while a page is read.
fn text_id() -> Id {
    Id::unique("help text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{for_every_puzzle, gui::tools::Tools, puzzle::Puzzle};

    fn pages() -> Vec<Page> {
        macro_rules! pages {
            ($($puzzle:ty),* $(,)?) => {
                page::all([$((<$puzzle as Puzzle>::KEY, <$puzzle as Tools>::HELP)),*])
            };
        }
        for_every_puzzle!(pages)
    }

    #[test]
    fn every_puzzle_has_a_page_with_the_same_sections() {
        let pages: Vec<Page> = pages().into_iter().filter(|page| page.path.starts_with("puzzles/")).collect();
        assert_eq!(pages.len(), 5);
        for page in pages {
            let blocks = page.blocks();
            let sections: Vec<&str> = page::sections(&blocks).map(|(_, title)| title).collect();
            assert_eq!(sections, ["How to play", "How to use this tab", "How it is searched"], "{}", page.path);
        }
    }

    #[test]
    fn every_link_and_picture_leads_somewhere() {
        let pages = pages();
        for page in &pages {
            let blocks = page.blocks();
            assert!(!page.title().is_empty(), "{}", page.path);
            for (_, link) in blocks.iter().flat_map(Block::links) {
                let destination = page::destination(&pages, &page.path, link);
                if let Some(Destination::Page(to, anchor)) = &destination
                    && !anchor.is_empty()
                {
                    assert!(page::anchored(&pages[*to].blocks(), anchor).is_some(), "{}: no heading for {link}", page.path);
                }
                assert!(destination.is_some(), "{}: {link} leads nowhere", page.path);
            }
            let shown = blocks.iter().filter_map(|block| match &block.content {
                Content::Picture { path, .. } => Some(page.picture(path).unwrap_or_else(|| panic!("{}: {path} isn't built in", page.path))),
                _ => None,
            });
            let shown: Vec<&str> = shown.map(|picture| picture.name).collect();
            for picture in page.pictures {
                assert!(shown.contains(&picture.name), "{} doesn't show {}", page.path, picture.name);
                let size = pictures::size(picture);
                assert!(100.0 < size.x && size.x < LONGEST_LINE, "{}: {size}", picture.name);
            }
        }
    }
}
