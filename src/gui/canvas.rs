//! The widget that shows a board: it paints a [`Picture`], finds the spot under the pointer, moves the keyboard's focus between spots and
//! gives each spot a node for screen readers. It knows no puzzle.

mod keys;

pub use keys::is_typed_by;

use egui::{
    DragAndDrop, Event, EventFilter, Id, MouseWheelUnit, PointerButton, Rect, Response, RichText, Role, Sense, Shape, Stroke, TextStyle,
    TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText, accesskit, pos2, vec2,
};

use super::{
    paint::{self, Placement},
    regions::{self, Region},
    theme::{self, space},
    typed::Typed,
};
use base::{
    board::{Input, Reply},
    picture::{self, Picture, Remark, Target},
};
use workbench::history::Gesture;

/// The class of the nodes of spots in the tree that screen readers get.
pub const SPOT: &str = "spot";

/// Free space around the board where there is room for it, in points.
const MARGIN: f32 = 28.0;
/// The least space above and below it, which a remark needs.
const LEAST_MARGIN: f32 = 24.0;
/// The range of zoom factors.
const ZOOM: std::ops::RangeInclusive<f32> = 0.5..=8.0;
/// The factor by which one notch of the wheel, or one press of a key, zooms.
const ZOOM_STEP: f32 = 1.15;

/// The payload of a drag that starts beside the board. Dropping it on a spot is a press there.
pub struct Carried;

/// The state of the widget from frame to frame.
#[derive(Clone, Debug)]
pub struct Canvas<S> {
    /// 1 fits the board to its room.
    zoom: f32,
    /// The offset of the board's centre from the centre of its room, in points.
    pan: Vec2,
    hovered: Option<S>,
    focused: Option<S>,
    /// The spot that the Tab key focuses: the one that was focused last.
    tab_stop: Option<S>,
    /// The spot that had the focus until a click beside the board took it. If that went to nothing that takes text, what is typed is still
    /// for this spot.
    left: Option<S>,
    /// What was typed and means something that is still being worked out, and the spot that it is for.
    waiting: (Option<S>, Vec<Typed>),
    /// The input device that pointed at a spot last.
    pointing: Pointing,
    press: Option<Press<S>>,
    wants_focus: bool,
    /// Whether the arrow keys to the left and right lead to the board if nothing has the focus; those up and down always do.
    pub takes_sideways: bool,
    /// Whether the board gives up the keyboard's focus.
    releases_focus: bool,
    /// The spot that the focus moves to.
    wanted: Option<S>,
    /// The part of the wheel's movement that doesn't make a whole notch yet.
    wheel_remainder: f32,
    /// How many points a unit of the picture had in the last frame. Infinite before the first, so that no text counts as too small.
    scale: f32,
}

/// An input device that can point at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pointing {
    /// The pointer.
    Pointer,
    /// The keyboard's focus.
    Focus,
}

/// A drag with the primary button.
#[derive(Clone, Copy, Debug)]
struct Press<S> {
    from: Option<S>,
    over: Option<S>,
}

impl<S> Default for Canvas<S> {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            pan: Vec2::ZERO,
            hovered: None,
            focused: None,
            tab_stop: None,
            left: None,
            waiting: (None, Vec::new()),
            pointing: Pointing::Pointer,
            press: None,
            wants_focus: false,
            takes_sideways: false,
            releases_focus: false,
            wanted: None,
            wheel_remainder: 0.0,
            scale: f32::INFINITY,
        }
    }
}

/// Carries out an input on a spot of the board.
pub type Act<'a, S> = dyn FnMut(Option<S>, Input<S>, Gesture) -> Reply<S> + 'a;

impl<S: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static> Canvas<S> {
    /// The spot under the pointer or the focused one: the one that moved last if it exists, else the other.
    pub fn pointed(&self) -> Option<S> {
        match self.pointing {
            Pointing::Pointer => self.hovered.or(self.focused),
            Pointing::Focus => self.focused.or(self.hovered),
        }
    }

    /// How many points a unit of the picture had in the last frame, or infinity before the first.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Fits the board to its room.
    pub fn fit(&mut self) {
        (self.zoom, self.pan) = (1.0, Vec2::ZERO);
    }

    /// Moves the keyboard's focus to the board when it is next shown.
    pub fn take_focus(&mut self) {
        self.wants_focus = true;
    }

    /// Gives up the keyboard's focus, if the board has it, so that keys reach the timeline. The next Tab or F6 returns to the same spot.
    pub fn release_focus(&mut self) {
        self.releases_focus = true;
    }

    /// Moves the keyboard's focus to this spot when the board is next shown.
    pub fn focus(&mut self, spot: S) {
        self.wanted = Some(spot);
    }

    /// Zooms by this many notches about the centre; positive zooms in.
    pub fn zoom_by(&mut self, notches: i32) {
        self.zoom_about(Vec2::ZERO, ZOOM_STEP.powi(notches));
    }

    /// Shows the picture in all available room and passes input to `act`. Returns why the last input was refused, if it was.
    pub fn ui(&mut self, ui: &mut Ui, picture: &Picture<S>, act: &mut Act<'_, S>) -> Option<String> {
        let (_, rect) = ui.allocate_space(ui.available_size());
        // This id keeps the focus where it is when panels around the board appear or disappear.
        let response = ui.interact(rect, ui.scope_id().with("board"), Sense::CLICK | Sense::DRAG);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &picture.label));
        let placement = self.placement(picture, rect);
        if std::mem::replace(&mut self.scale, placement.scale) != placement.scale {
            // The sizes of texts depend on it.
            ui.ctx().request_repaint();
        }
        let painter = ui.painter_at(rect);
        paint::picture(&painter, picture, placement);
        if let Some(remark) = &picture.remark {
            remark_ui(ui, remark, rect);
        }

        let has_requests = ui.input(|input| input.events.iter().any(|event| matches!(event, Event::AccessKitActionRequest(_))));
        let mut inputs = Inputs { act, refused: None, focus: None, has_moved_on: false, is_dragging: self.press.is_some(), has_requests };
        if std::mem::take(&mut self.releases_focus)
            && let Some(spot) = self.focused.take()
        {
            ui.memory_mut(|memory| memory.surrender_focus(spot_id(response.id, spot)));
        }
        self.pointer(ui, &response, picture, placement, &mut inputs);
        self.targets(ui, response.id, picture, placement, &mut inputs);
        self.keys(ui, response.id, picture, &mut inputs);
        let Inputs { refused, focus, has_moved_on, .. } = inputs;
        if has_moved_on {
            self.waiting.1.clear();
        }
        if let Some(spot) = self.tab_stop {
            regions::note_entry(ui.ctx(), Region::Board, spot_id(response.id, spot));
        }
        let first = || picture.targets.iter().find(|target| target.focusable).map(|target| target.spot);
        let is_there = |spot: &S| picture.targets.iter().any(|target| target.focusable && target.spot == *spot);
        let requested = if std::mem::take(&mut self.wants_focus) { self.tab_stop.filter(is_there).or_else(first) } else { None };
        if let Some(spot) = focus.or(self.wanted.take()).or(requested) {
            self.move_focus(ui, response.id, spot);
            self.bring_into_view(picture, spot, placement, rect);
        }
        refused
    }

    fn move_focus(&mut self, ui: &Ui, canvas: Id, spot: S) {
        self.tab_stop = Some(spot);
        self.pointing = Pointing::Focus;
        ui.memory_mut(|memory| memory.request_focus(spot_id(canvas, spot)));
        ui.ctx().request_repaint();
    }

    /// Pans as little as possible to make the spot visible.
    fn bring_into_view(&mut self, picture: &Picture<S>, spot: S, placement: Placement, room: Rect) {
        let outlines = picture.targets.iter().filter(|target| target.focusable && target.spot == spot).flat_map(|target| &target.outline);
        let around = around(outlines, placement);
        let along = |from: f32, to: f32, low: f32, high: f32| if from < low { low - from } else { (high - to).min(0.0) };
        if around.is_finite() {
            self.pan.x += along(around.min.x, around.max.x, room.min.x, room.max.x);
            self.pan.y += along(around.min.y, around.max.y, room.min.y, room.max.y);
        }
    }

    fn placement(&self, picture: &Picture<S>, rect: Rect) -> Placement {
        let room = rect.shrink2(margin(rect));
        let zoomed = Rect::from_center_size(room.center() + self.pan, room.size() * self.zoom);
        Placement::fit(picture, zoomed)
    }

    fn pointer(&mut self, ui: &Ui, response: &Response, picture: &Picture<S>, placement: Placement, inputs: &mut Inputs<'_, '_, S>) {
        let position = if is_carrying(ui.ctx()) {
            ui.ctx().pointer_latest_pos().filter(|_| response.contains_pointer())
        } else {
            response.hover_pos()
        };
        let over = position.and_then(|point| picture.target_at(placement.to_picture(point))).map(|target| target.spot);
        if over != self.hovered {
            self.hovered = over;
            // The board may show a preview at the spot.
            ui.ctx().request_repaint();
        }
        if ui.input(|input| input.pointer.delta() != Vec2::ZERO || input.pointer.any_pressed()) {
            self.pointing = Pointing::Pointer;
        }
        let pointed = self.pointed();
        ui.data_mut(|data| data.insert_temp(pointed_id(), (pointed.is_some() || response.contains_pointer()).then_some(pointed)));
        self.drag(ui, response, over, (picture, placement), inputs);
        if response.dnd_release_payload::<Carried>().is_some() {
            // Dropped beside all spots, it returns to where it came from.
            inputs.send(over, if over.is_some() { Input::Press } else { Input::Cancel }, Gesture::Ended);
        }
        if response.clicked_by(PointerButton::Primary) {
            inputs.send(over, Input::Press, Gesture::Ended);
        }
        if response.clicked_by(PointerButton::Secondary) {
            inputs.send(over, Input::SecondaryPress, Gesture::Ended);
        }
        if response.dragged_by(PointerButton::Middle) {
            self.pan += response.drag_delta();
        }
        if let Some(point) = position {
            self.wheel(ui, point - response.rect.center(), over, inputs);
        }
    }

    fn drag(
        &mut self,
        ui: &Ui,
        response: &Response,
        over: Option<S>,
        (picture, placement): (&Picture<S>, Placement),
        inputs: &mut Inputs<'_, '_, S>,
    ) {
        if response.drag_started_by(PointerButton::Primary) {
            // A drag is recognised only after a few points of movement; this is where it started.
            let start = ui.input(|input| input.pointer.press_origin());
            let from = start.and_then(|point| picture.target_at(placement.to_picture(point))).map(|target| target.spot);
            self.press = Some(Press { from, over: from });
        }
        let Some(press) = &mut self.press else { return };
        let (from, moved) = (press.from, response.drag_delta());
        if response.dragged_by(PointerButton::Primary) {
            if moved != Vec2::ZERO {
                inputs.send(from, Input::Drag { right: moved.x, down: moved.y }, Gesture::Going);
            }
            if let (Some(from), Some(spot)) = (from, over)
                && press.over != over
            {
                press.over = over;
                inputs.send(Some(spot), Input::Sweep { from }, Gesture::Going);
            }
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            if let Some(from) = from {
                inputs.send(over, Input::Drop { from }, Gesture::Ended);
            }
            self.press = None;
        }
    }

    fn wheel(&mut self, ui: &Ui, from_middle: Vec2, over: Option<S>, inputs: &mut Inputs<'_, '_, S>) {
        let pinch = ui.input(|input| input.zoom_delta());
        if (pinch - 1.0).abs() > f32::EPSILON {
            self.zoom_about(from_middle, pinch);
            return;
        }
        let turned: Vec<(MouseWheelUnit, Vec2)> = ui.input(|input| {
            let events = input.events.iter();
            events
                .filter_map(|event| if let Event::MouseWheel { unit, delta, .. } = event { Some((*unit, *delta)) } else { None })
                .collect()
        });
        for (unit, delta) in turned {
            // A touchpad scrolls in points, which pans; a wheel turns in notches.
            if unit == MouseWheelUnit::Point {
                self.pan += delta;
                continue;
            }
            self.wheel_remainder -= delta.y;
            let notches = self.wheel_remainder.trunc() as i32;
            self.wheel_remainder -= notches as f32;
            if notches != 0 && inputs.send(over, Input::Wheel(notches), Gesture::Ended) == Handled::No {
                self.zoom_about(from_middle, ZOOM_STEP.powi(notches.saturating_neg()));
            }
        }
    }

    /// Zooms about the point with this offset from the centre of the room, which stays in place.
    fn zoom_about(&mut self, from_middle: Vec2, factor: f32) {
        let before = self.zoom;
        self.zoom = (self.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        self.pan = from_middle - (from_middle - self.pan) * (self.zoom / before);
    }

    /// Gives each spot a node for screen readers: with a name, focusable, and clickable.
    fn targets(&mut self, ui: &Ui, canvas: Id, picture: &Picture<S>, placement: Placement, inputs: &mut Inputs<'_, '_, S>) {
        let look = theme::look(ui.ctx());
        self.tab_key(ui, canvas, inputs);
        let was_focused = self.focused.take();
        let focusable = || picture.targets.iter().filter(|target| target.focusable);
        let tab_stop = self.tab_stop.filter(|spot| focusable().any(|target| target.spot == *spot));
        self.tab_stop = tab_stop.or_else(|| focusable().next().map(|target| target.spot));
        let outline = |target: &Target<S>, stroke| {
            let points = target.outline.iter().map(|&point| placement.to_screen(point)).collect();
            ui.painter().add(Shape::closed_line(points, stroke));
        };
        for target in &picture.targets {
            if self.hovered == Some(target.spot) {
                outline(target, Stroke::new(1.5, theme::color(look.colors.text.fade(0.35))));
            }
            if target.focusable && self.target(ui, canvas, target, placement, inputs) {
                self.focused = Some(target.spot);
                // Not the accent, which marks what is best. Around most of the board, a line as for a cell would shout.
                let size = picture.size() * placement.scale;
                let is_most = size.x * size.y < 2.0 * around(&target.outline, placement).area();
                let width = if is_most { 1.0 } else { 2.5 };
                outline(target, Stroke::new(width, theme::color(look.colors.text)));
            }
        }
        if self.focused.is_some() && self.focused != was_focused {
            self.tab_stop = self.focused;
            self.pointing = Pointing::Focus;
        }
        let is_left = self.focused.is_none() && was_focused.is_some();
        if is_left || self.focused.is_some() {
            self.left = was_focused.filter(|_| is_left && ui.input(|input| input.pointer.any_pressed()));
        }
    }

    /// Gives the spot its node. Returns whether it has the focus.
    ///
    /// The Tab key stops only once on the whole board; arrow keys move from spot to spot.
    fn target(&mut self, ui: &Ui, canvas: Id, target: &Target<S>, placement: Placement, inputs: &mut Inputs<'_, '_, S>) -> bool {
        let id = spot_id(canvas, target.spot);
        let sense = if self.tab_stop == Some(target.spot) { Sense::FOCUSABLE } else { Sense::hover() };
        let response = ui.interact(around(&target.outline, placement), id, sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &target.label));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_class_name(SPOT);
            node.add_action(accesskit::Action::Click);
            node.add_action(accesskit::Action::Focus);
        });
        if inputs.has_requests {
            let is_requested = |action| ui.input(|input| input.has_accesskit_action_request(id, action));
            if is_requested(accesskit::Action::Click) {
                inputs.send(Some(target.spot), Input::Press, Gesture::Ended);
            }
            if is_requested(accesskit::Action::Focus) {
                inputs.focus = Some(target.spot);
            }
        }
        if response.has_focus() {
            // Keeps egui from handling these keys. Here, arrow keys move from spot to spot instead of from widget to widget. Escape and
            // the Tab key first go to the puzzle; if it doesn't use them, they leave the board.
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, tab: true, escape: true };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
        response.has_focus()
    }
}

fn pointed_id() -> Id {
    Id::unique("the spot of the board that is pointed at")
}

/// The spot under the pointer or with the focus in the last frame, or `Some(None)` if the pointer was over the board but there was none;
/// `None` if it was elsewhere.
pub fn pointed<S: Copy + Send + Sync + 'static>(ctx: &egui::Context) -> Option<Option<S>> {
    ctx.data(|data| data.get_temp(pointed_id())).flatten()
}

/// Whether a piece is dragged from beside the board.
pub fn is_carrying(ctx: &egui::Context) -> bool {
    DragAndDrop::has_payload_of_type::<Carried>(ctx)
}

/// Sends inputs to the board and collects the replies.
struct Inputs<'a, 'b, S> {
    act: &'a mut Act<'b, S>,
    refused: Option<String>,
    focus: Option<S>,
    /// Whether the user has done something else than type characters, so that those that wait are not for it.
    has_moved_on: bool,
    /// Whether the pointer is held down: then keys and wheel are part of its gesture.
    is_dragging: bool,
    /// Whether a screen reader asks for anything. Hardly ever, so hundreds of spots needn't look.
    has_requests: bool,
}

/// Whether the puzzle used an input.

#[derive(Clone, Copy, PartialEq, Eq)]
enum Handled {
    Yes,
    No,
    /// Not yet: send it again.
    Later,
}

impl<S: Copy> Inputs<'_, '_, S> {
    fn send(&mut self, spot: Option<S>, input: Input<S>, gesture: Gesture) -> Handled {
        let is_part = self.is_dragging && !matches!(input, Input::Drop { .. });
        let reply = (self.act)(spot, input, if is_part { Gesture::Going } else { gesture });
        // A key with Shift that means nothing by itself may still type a character.
        let types = matches!((input, &reply), (Input::Character(_), _) | (Input::Shifted(_), Reply::Ignored));
        self.has_moved_on |= !types;
        match reply {
            Reply::Ignored => return Handled::No,
            Reply::Done => self.refused = None,
            Reply::Focus(spot) => self.focus = Some(spot),
            Reply::Refused(reason) => self.refused = Some(reason),
            Reply::Later => return Handled::Later,
        }
        Handled::Yes
    }
}

/// Shows the remark in the margin below the board, which nothing on the board reaches unless the user zooms in.
fn remark_ui(ui: &Ui, remark: &Remark, room: Rect) {
    let (ground, ink) = (theme::color(remark.ground), theme::color(remark.ground.ink()));
    let around = vec2(2.0 * space::M, 2.0 * space::XS);
    let text = RichText::new(&remark.text).font(theme::bold(theme::BODY)).color(ink);
    let text = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), room.width() - around.x, TextStyle::Body);
    let strip = Rect::from_min_max(pos2(room.min.x, room.max.y - margin(room).y), room.max);
    let pill = Rect::from_center_size(strip.center(), text.size() + around);
    ui.painter().rect_filled(pill, pill.height() / 2.0, ground);
    ui.painter().galley(pill.center() - text.size() / 2.0, text, ink);
    let response = ui.interact(pill, ui.scope_id().with("remark"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &remark.text));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(accesskit::Live::Polite));
}

/// The free space on both sides of the board in this room, and above and below it, in points.
fn margin(room: Rect) -> Vec2 {
    vec2((room.width() / 25.0).min(MARGIN), (room.height() / 14.0).clamp(LEAST_MARGIN, MARGIN))
}

fn spot_id(canvas: Id, spot: impl std::hash::Hash) -> Id {
    canvas.with(egui::util::hash(spot))
}

/// Returns the rectangle around these points of the picture, on the screen.
fn around<'a>(points: impl IntoIterator<Item = &'a picture::Vec2>, placement: Placement) -> Rect {
    points.into_iter().fold(Rect::NOTHING, |mut around, &point| {
        around.extend_with(placement.to_screen(point));
        around
    })
}
