//! The page that is open: what is visible of it, how far it is scrolled, and its links.
//!
//! It is laid out block by block, at most a millisecond in each frame. Until a block's turn comes, its height is estimated; a block that is
//! visible is laid out at once.

use std::time::{Duration, Instant};

use egui::{Id, OpenUrl, Rect, Response, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{
    layout::Laid,
    markdown::{Block, Content},
    page::{self, Destination, Page},
    pictures::{self, Pictures},
};
use crate::{
    theme::{self, space},
    widgets::focus_ring,
};

/// Longer lines are hard to read.
pub const LONGEST_LINE: f32 = 640.0;
/// The time in each frame for laying out what isn't visible.
const BUDGET: Duration = Duration::from_millis(1);

/// The open page.
pub struct OpenPage {
    /// Its index in the list of pages.
    pub page: usize,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// The height of each block, of which the first `laid_out` are exact.
    heights: Vec<f32>,
    laid_out: usize,
    /// The width of the widest of these: the width of the page, unless a table needs more.
    widest: f32,
    /// The width and scale that the heights are for.
    laid_out_for: (f32, f32),
    /// How far it is scrolled.
    pub offset: f32,
    /// Where to scroll in the next frame.
    pub scroll_to: Option<Place>,
    /// How far to scroll to the right in the next frame.
    pub scroll_right: f32,
}

/// A place on a page.
#[derive(Clone, Copy)]
pub enum Place {
    /// This far from its top, in points.
    Offset(f32),
    /// The top of the block with this index.
    Block(usize),
}

impl OpenPage {
    /// Opens the page with this index, at its top or at this place.
    pub fn new(page: usize, source: &Page, scroll_to: Option<Place>) -> Self {
        let blocks = source.blocks();
        let heights = vec![0.0; blocks.len()];
        let scroll_to = scroll_to.or(Some(Place::Offset(0.0)));
        Self { page, blocks, heights, laid_out: 0, widest: 0.0, laid_out_for: (0.0, 0.0), offset: 0.0, scroll_to, scroll_right: 0.0 }
    }

    /// The height of the page, as far as it is known.
    pub fn height(&self) -> f32 {
        self.top_of(self.blocks.len())
    }

    /// Where the block with this index begins, as far as it is known.
    pub fn top_of(&self, block: usize) -> f32 {
        self.heights[..block].iter().sum()
    }

    /// Whether a table is wider than the page, which then scrolls sideways, too.
    pub fn is_wide(&self) -> bool {
        self.laid_out_for.0 < self.widest
    }

    /// Shows the text. Returns where a link leads that was clicked: to a page, and to a heading there.
    pub fn ui(&mut self, ui: &mut Ui, pages: &[Page], pictures: &Pictures) -> Option<(usize, String)> {
        let room = ui.available_rect_before_wrap();
        let text = ui.interact(room, text_id(), Sense::click());
        text.widget_info(|| WidgetInfo::labeled(Role::Document, true, format!("Help: {}", pages[self.page].title())));
        if text.clicked() {
            text.request_focus();
        }
        // The text keeps away from the ring around it, and from the scroll bar at its right.
        let width = (room.width() - space::M - space::L).clamp(1.0, LONGEST_LINE).floor();
        self.lay_out_some(ui, width, &pages[self.page]);
        let mut area = ScrollArea::new([self.is_wide(), true]).id_salt(("help", self.page)).auto_shrink(false);
        if let Some(offset) = self.target(room.height()) {
            area = area.vertical_scroll_offset(offset);
        }
        let mut action = None;
        let output = area.show_viewport(ui, |ui, viewport| {
            let margin = ((room.width() - space::M - width) / 2.0).max(space::S);
            let (left, top) = (ui.min_rect().left() + margin, ui.min_rect().top());
            ui.scroll_with_delta(vec2(-std::mem::take(&mut self.scroll_right), 0.0));
            ui.set_height(self.height());
            if self.is_wide() {
                ui.set_width(margin + self.widest + space::M);
            }
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
            Place::Block(block) if block <= self.laid_out => self.top_of(block),
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
            (self.laid_out, self.widest) = (0, 0.0);
            for (height, block) in self.heights.iter_mut().zip(&self.blocks) {
                *height = if *height == 0.0 { estimate(block, width) } else { *height };
            }
        }
        let began = Instant::now();
        while self.laid_out < self.blocks.len() && began.elapsed() < BUDGET {
            let laid = lay_out(ui, &self.blocks[self.laid_out], width, source);
            (self.heights[self.laid_out], self.widest) = (laid.height, self.widest.max(laid.width));
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
    ) -> Option<(usize, String)> {
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
    let size = |path: &str| source.picture(path).map_or(vec2(width, 1.0), pictures::size);
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
        Content::Row { .. } => {
            let texts: Vec<&str> = block.words().iter().map(|words| words.text.as_str()).collect();
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

/// Opens an address in the browser. Returns another page.
fn follow(ui: &Ui, to: Option<Destination>) -> Option<(usize, String)> {
    match to? {
        Destination::Page(page, anchor) => Some((page, anchor)),
        Destination::Web(address) => {
            ui.ctx().open_url(OpenUrl::new_tab(address));
            None
        }
    }
}

/// The widget that has the keyboard's focus while a page is read.
pub fn text_id() -> Id {
    Id::unique("help text")
}
