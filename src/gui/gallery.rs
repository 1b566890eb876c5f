//! The gallery: the examples of a tab, or challenges, as cards with a picture, a title and a note each.

pub mod card;

use std::sync::Arc;

use egui::{
    Align2, Context, FontId, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense, TextEdit, TextWrapMode, Ui, WidgetInfo, WidgetText,
    accesskit::Live, pos2, text::LayoutJob, vec2,
};

use super::{
    palette::{Place, found},
    rendered::Rendered,
    request::{DocumentNumber, Request},
    theme::{self, corner, space},
    widgets::{focus_ring, muted, named},
};
use base::{challenge::Grade, look::Look};
use card::{Card, ChallengeCard, Portrait};

/// The size of the picture on a card, in points.
const PICTURE: egui::Vec2 = vec2(156.0, 104.0);
/// The size of a card.
const CARD: egui::Vec2 = vec2(172.0, 196.0);
/// The most lines of a note on a card; all of it is shown on hover.
const NOTE_LINES: usize = 3;

/// What the cards of a gallery show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Examples,
    /// Challenges on the figure of the document.
    Challenges,
}

/// Whose cards a gallery shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The index of the tab.
    pub tab: usize,
    /// The title of the puzzle.
    pub puzzle: &'static str,
    /// The document on whose figure the challenges are.
    pub document: DocumentNumber,
}

/// The cards for a tab, the typed filter and the selected card.
pub struct Gallery {
    owner: Owner,
    kind: Kind,
    typed: String,
    /// The index of the selected card among those that are found.
    chosen: usize,
    places: Vec<Place>,
    /// Draws the picture of each place.
    portraits: Vec<Portrait>,
    /// Whether the selected card is still to be scrolled to.
    follows: bool,
}

impl Gallery {
    /// These examples of a tab. The one with this title is selected.
    pub fn examples(owner: Owner, examples: &[Card], title: &str) -> Self {
        let request = |index| Request::OpenExample(owner.tab, index);
        let cards = examples.iter().cloned().enumerate().map(|(index, card)| (request(index), card));
        let chosen = examples.iter().position(|example| example.title == title).unwrap_or(0);
        Self::new(owner, Kind::Examples, chosen, cards)
    }

    /// These challenges on the figure of a document. The first one of this grade is selected.
    pub fn challenges(owner: Owner, challenges: Vec<ChallengeCard>, grade: Option<Grade>) -> Self {
        let chosen = challenges.iter().position(|challenge| Some(challenge.grade) == grade).unwrap_or(0);
        let request = |ChallengeCard { grade, seed, card }| (Request::MakeChallenge(owner.tab, grade, seed), card);
        Self::new(owner, Kind::Challenges, chosen, challenges.into_iter().map(request))
    }

    fn new(owner: Owner, kind: Kind, chosen: usize, cards: impl Iterator<Item = (Request, Card)>) -> Self {
        let place = |(request, Card { title, note, portrait })| (Place { request, title, aside: note }, portrait);
        let (places, portraits) = cards.map(place).unzip();
        Self { owner, kind, typed: String::new(), chosen, places, portraits, follows: true }
    }

    /// Its heading.
    pub fn title(&self) -> String {
        match self.kind {
            Kind::Examples => format!("{} examples", self.owner.puzzle),
            Kind::Challenges => format!("{} challenges", self.owner.puzzle),
        }
    }

    /// The width of this many columns, or of as many as fit, in points.
    pub fn width(most: f32) -> f32 {
        let columns = columns(most - SCROLL_BAR).min(MOST_COLUMNS);
        columns as f32 * (CARD.x + space::S) - space::S + SCROLL_BAR
    }

    /// Shows the gallery in a list of this height. Returns what the user opens.
    pub fn ui(&mut self, ui: &mut Ui, height: f32, pictures: &GalleryPictures) -> Option<Request> {
        let (hint, name, nothing) = match self.kind {
            Kind::Examples => ("Type to find an example; arrow keys choose one", "Find an example", "No example matches"),
            Kind::Challenges => ("Type a grade or a number; arrow keys choose a challenge", "Find a challenge", "No challenge matches"),
        };
        let columns = columns(ui.available_width() - SCROLL_BAR);
        let moved = self.moved(ui, columns, height);
        let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let filter = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY);
        let edit = named(ui.add(filter.margin(vec2(space::S, space::S))), name);
        edit.request_focus();
        if edit.changed() {
            self.chosen = 0;
            self.follows = true;
        }
        let found = found(&self.typed, &self.places);
        let last = found.len().saturating_sub(1);
        if let Some(by) = moved {
            self.chosen = self.chosen.saturating_add_signed(by).min(last);
            self.follows = true;
        }
        let mut opened = found.get(self.chosen).copied().filter(|_| enter);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]).show(ui, |ui| {
            if found.is_empty() {
                muted(ui, nothing);
            }
            ui.spacing_mut().item_spacing = vec2(space::S, space::S);
            for (row, numbers) in found.chunks(columns).enumerate() {
                ui.horizontal(|ui| {
                    for (column, &number) in numbers.iter().enumerate() {
                        let is_chosen = row * columns + column == self.chosen;
                        let card = card(ui, &self.places[number], is_chosen, |ui, room| pictures.paint(ui, number, room));
                        if is_chosen && self.follows {
                            card.scroll_to_me(None);
                        }
                        if card.clicked() {
                            opened = Some(number);
                        }
                    }
                });
            }
        });
        self.follows = false;
        opened.map(|number| self.places.swap_remove(number).request)
    }

    /// By how many cards the selection moves in this frame.
    fn moved(&self, ui: &Ui, columns: usize, height: f32) -> Option<isize> {
        let page = columns * ((height / (CARD.y + space::S)) as usize).max(1);
        let [columns, page] = [columns, page].map(|cards| cards as isize);
        let keys = [
            (Key::ArrowLeft, -1),
            (Key::ArrowRight, 1),
            (Key::ArrowUp, -columns),
            (Key::ArrowDown, columns),
            (Key::PageUp, -page),
            (Key::PageDown, page),
        ];
        let pressed = |&(key, _): &(Key, isize)| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        keys.iter().filter(|key| pressed(key)).map(|&(_, by)| by).reduce(|one, other| one + other)
    }
}

/// The room for the scroll bar.
const SCROLL_BAR: f32 = 12.0;
/// More columns would make lines too long to look through.
const MOST_COLUMNS: usize = 5;

/// How many cards fit beside each other.
fn columns(width: f32) -> usize {
    (((width + space::S) / (CARD.x + space::S)) as usize).max(1)
}

/// Shows a card. Its name for screen readers is its title and its note.
fn card(ui: &mut Ui, place: &Place, is_chosen: bool, paint: impl FnOnce(&Ui, Rect)) -> Response {
    let colors = theme::look(ui.ctx()).colors;
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    let spoken = if place.aside.is_empty() { place.title.clone() } else { format!("{}: {}", place.title, place.aside) };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &spoken));
    if is_chosen {
        // The focus stays in the text box, so screen readers announce what Enter would open.
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    }
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let ground = if response.hovered() { colors.raised.mix(colors.text, 0.06) } else { colors.raised };
    ui.painter().rect_filled(rect, corner::CARD, theme::color(ground));
    let room = Rect::from_min_size(rect.min + vec2((CARD.x - PICTURE.x) / 2.0, space::S), PICTURE);
    // A board is drawn for this ground.
    ui.painter().rect_filled(room.expand(space::XS), corner::CHIP, theme::color(colors.window));
    paint(ui, room);
    let width = CARD.x - 2.0 * space::M;
    let title = WidgetText::from(theme::strong(&place.title));
    let title = title.into_galley(ui, Some(TextWrapMode::Truncate), width, FontId::proportional(theme::BODY));
    let title_is_cut = title.elided;
    let at = pos2(rect.left() + space::M, room.bottom() + space::S);
    let below = at + vec2(0.0, title.size().y + 2.0);
    ui.painter().galley(at, title, theme::color(colors.text));
    let mut note = LayoutJob::simple(place.aside.clone(), FontId::proportional(theme::SMALL), theme::color(colors.muted), width);
    note.wrap.max_rows = NOTE_LINES;
    let note = ui.painter().layout_job(note);
    let is_cut = title_is_cut || note.elided;
    ui.painter().galley(below, note, theme::color(colors.muted));
    if is_chosen {
        let ring = egui::Stroke::new(2.0, theme::color(colors.accent));
        ui.painter().rect_stroke(rect.shrink(1.0), corner::CARD, ring, egui::StrokeKind::Middle);
    }
    focus_ring(ui, &response, rect.shrink(4.0));
    if is_cut { response.on_hover_text(format!("{}\n{}", place.title, place.aside)) } else { response }
}

/// The pictures of the gallery that was shown last. They are drawn once, on a thread of their own.
#[derive(Default)]
pub struct GalleryPictures {
    order: Option<Order>,
    /// By the numbers of the places.
    rendered: Rendered<usize>,
    /// Dropped to stop making challenges.
    wanted: Arc<()>,
}

/// What the pictures are rendered for. For anything else they are rendered again.
#[derive(Clone, Debug, PartialEq)]
struct Order {
    tab: usize,
    /// The document on whose figure the challenges are; none for examples.
    document: Option<DocumentNumber>,
    look: Look,
    pixels_per_point: f32,
}

impl GalleryPictures {
    /// Renders the pictures of this gallery, unless that is done, and takes in those that are ready.
    pub fn update(&mut self, ctx: &Context, gallery: &Gallery) {
        let document = (gallery.kind == Kind::Challenges).then_some(gallery.owner.document);
        let (look, pixels_per_point) = (theme::look(ctx), ctx.pixels_per_point());
        let order = Order { tab: gallery.owner.tab, document, look, pixels_per_point };
        if self.order.as_ref() != Some(&order) {
            self.wanted = Arc::new(());
            let room = [PICTURE.x, PICTURE.y];
            let wanted = Arc::downgrade(&self.wanted);
            let portraits = gallery.portraits.clone().into_iter().enumerate();
            let svgs = portraits.map(move |(place, portrait)| (place, portrait(&look, room, &wanted)));
            self.rendered = Rendered::start(ctx, "gallery pictures", order.pixels_per_point, svgs);
            self.order = Some(order);
        }
        self.rendered.take_in(ctx);
    }

    /// Notes that the gallery is closed. Only examples that are all rendered are kept: the next gallery may have challenges on another
    /// figure, and a thread that nobody takes pictures from would wait until it is shown again.
    pub fn close(&mut self) {
        if !self.rendered.is_complete() || self.order.as_ref().is_some_and(|order| order.document.is_some()) {
            *self = Self::default();
        }
    }

    /// Paints the picture of the place with this number in the middle of the room, once it is rendered, or says that there is none.
    fn paint(&self, ui: &Ui, place: usize, room: Rect) {
        if let (Some(texture), Some(order)) = (self.rendered.texture(&place), &self.order) {
            let rect = Rect::from_center_size(room.center(), texture.size_vec2() / order.pixels_per_point);
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture.id(), rect, whole, egui::Color32::WHITE);
            return;
        }
        let text = match &self.order {
            _ if self.rendered.is_missing(&place) => "None with this number",
            Some(Order { document: Some(_), .. }) => "Making…",
            _ => return,
        };
        let color = theme::color(theme::look(ui.ctx()).colors.muted);
        ui.painter().text(room.center(), Align2::CENTER_CENTER, text, FontId::proportional(theme::SMALL), color);
    }
}
