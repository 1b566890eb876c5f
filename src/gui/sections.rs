//! Sections of a side panel, each of which can be folded away under its head. egui stores which are folded from one start to the next.

use egui::{
    Align2, Id, Rect, RichText, Role, Sense, Shape, Stroke, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetText,
    accesskit::Action, collapsing_header::CollapsingState, pos2, vec2,
};

use super::{
    controls,
    regions::{self, Region},
    theme::{self, corner, space},
    widgets::{apart, bring_to_top, focus_ring},
};

/// The height of a head, in points.
const HEAD: f32 = 30.0;
/// Half the width of the arrow.
const ARROW: f32 = 4.0;

/// How many frames pass between the opening of a section and its being brought to the top: in the first one, the head gets the focus.
const FRAMES_TO_REVEAL: u8 = 1;

/// A section before it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    key: &'a str,
    title: &'a str,
    aside: &'a str,
    is_open_at_first: bool,
    /// The region whose entry its head is.
    entry: Option<Region>,
    /// The section opens when this becomes true.
    opens: bool,
}

impl<'a> Section<'a> {
    /// A section that is open until it is folded. The key belongs to this section alone: it says which one was folded.
    pub fn open(key: &'a str, title: &'a str) -> Self {
        Self { key, title, aside: "", is_open_at_first: true, entry: None, opens: false }
    }

    /// A section that is folded until it is opened.
    pub fn folded(key: &'a str, title: &'a str) -> Self {
        Self { is_open_at_first: false, ..Self::open(key, title) }
    }

    /// Adds a text at the right of the head, such as the state of what is folded away.
    pub fn aside(self, aside: &'a str) -> Self {
        Self { aside, ..self }
    }

    /// Says at the right of the head whether what is folded away is on.
    pub fn switched(self, is_on: bool) -> Self {
        self.aside(if is_on { "on" } else { "off" })
    }

    /// Makes the head the widget that gets the focus when the key reaches this region.
    pub fn entry(self, region: Region) -> Self {
        Self { entry: Some(region), ..self }
    }

    /// Opens the section at the moment when this becomes true.
    pub fn opening_when(self, opens: bool) -> Self {
        Self { opens, ..self }
    }

    /// Shows the head, and the contents unless they are folded away.
    pub fn show(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        // As one type, so that the program has the code of a section once and not for each.
        self.show_boxed(ui, Box::new(contents));
    }

    fn show_boxed(self, ui: &mut Ui, contents: Box<dyn FnOnce(&mut Ui) + '_>) {
        if controls::are_of_solve_mode(ui.ctx()) {
            return self.hidden_ui(ui, contents);
        }
        let id = id_of(self.key);
        let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, self.is_open_at_first);
        let command = ui.data(|data| data.get_temp::<FoldAll>(FoldAll::id())).unwrap_or_default();
        let obeyed = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id.with("obeyed")), command.number));
        if obeyed < command.number {
            state.set_open(command.opens);
        }
        let did_open = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id.with("opens")), self.opens));
        if self.opens && !did_open {
            state.set_open(true);
        }
        let top = ui.cursor().min;
        if self.head_ui(ui, id, &state) {
            state.toggle(ui);
        }
        // A folded section must not change the ids of the widgets below.
        apart(ui, |ui| {
            if !state.is_open() && controls::are_wanted(ui.ctx()) {
                self.hidden_ui(ui, contents);
            } else {
                state.show_body_unindented(ui, |ui| {
                    contents(ui);
                    ui.add_space(space::XS);
                });
            }
        });
        keep_revealing(ui, id, &state, Rect::from_min_max(top, ui.min_rect().max));
    }

    /// Lays the contents out without showing them, so that the command palette finds the controls that are folded away.
    fn hidden_ui(&self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        let mut hidden = ui.new_child(UiBuilder::new());
        hidden.set_clip_rect(Rect::NOTHING);
        ui.ctx().accesskit_node_builder(hidden.unique_id(), |node| {
            node.set_class_name(controls::FOLDED);
            node.set_author_id(self.key);
        });
        contents(&mut hidden);
    }

    /// Shows the head. Returns whether it was clicked.
    fn head_ui(&self, ui: &mut Ui, id: Id, state: &CollapsingState) -> bool {
        let colors = theme::look(ui.ctx()).colors;
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEAD));
        let response = ui.interact(rect, id, Sense::click());
        if let Some(region) = self.entry {
            regions::note_entry(ui.ctx(), region, response.id);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.title));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_expanded(state.is_open());
            if !self.aside.is_empty() {
                node.set_description(self.aside);
            }
        });
        ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(1.0, theme::color(colors.line)));
        if response.hovered() {
            ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), corner::CHIP, theme::color(colors.raised));
        }
        let (text, muted) = (theme::color(colors.text), theme::color(colors.muted));
        let middle = rect.center().y + 1.0;
        arrow(ui, pos2(rect.left() + space::XS + ARROW, middle), state.openness(ui.ctx()));
        let left = rect.left() + 2.0 * (space::XS + ARROW) + space::XS;
        let title = ui.painter().text(pos2(left, middle), Align2::LEFT_CENTER, self.title, theme::bold(theme::BODY), text);
        let width = (rect.right() - space::XS - title.right() - space::M).max(0.0);
        let aside = RichText::new(self.aside).size(theme::SMALL).color(muted);
        let aside = WidgetText::from(aside).into_galley(ui, Some(TextWrapMode::Truncate), width, TextStyle::Body);
        let is_cut = aside.elided;
        ui.painter().galley(pos2(rect.right() - space::XS - aside.size().x, middle - aside.size().y / 2.0), aside, muted);
        focus_ring(ui, &response, rect);
        let is_clicked = response.clicked();
        if is_cut {
            response.on_hover_text(self.aside);
        }
        is_clicked
    }
}

/// Paints an arrow that points right if the section is folded and down if it is open.
fn arrow(ui: &Ui, center: egui::Pos2, openness: f32) {
    let muted = theme::color(theme::look(ui.ctx()).colors.muted);
    let turn = egui::emath::Rot2::from_angle(openness * std::f32::consts::FRAC_PI_2);
    let points = [vec2(ARROW, 0.0), vec2(-ARROW * 0.6, ARROW), vec2(-ARROW * 0.6, -ARROW)];
    ui.painter().add(Shape::convex_polygon(points.map(|point| center + turn * point).to_vec(), muted, Stroke::NONE));
}

/// The last command to fold or open all sections, which each section obeys once.
#[derive(Clone, Copy, Debug, Default)]
struct FoldAll {
    /// The number of such commands since the start.
    number: u32,
    opens: bool,
}

impl FoldAll {
    fn id() -> Id {
        Id::unique("fold all sections")
    }
}

fn id_of(key: &str) -> Id {
    Id::unique(("section", key))
}

/// Opens the section with this key.
pub fn open(ctx: &egui::Context, key: &str) {
    let mut state = CollapsingState::load_with_default_open(ctx, id_of(key), true);
    state.set_open(true);
    state.store(ctx);
}

/// Opens the section with this key, moves the keyboard's focus to its head, and brings it to the top.
pub fn reveal(ctx: &egui::Context, key: &str) {
    let id = id_of(key);
    open(ctx, key);
    ctx.memory_mut(|memory| memory.request_focus(id));
    ctx.data_mut(|data| data.insert_temp(id.with("revealed"), FRAMES_TO_REVEAL));
    ctx.request_repaint();
}

/// Brings the section to the top once it is open, if it was revealed, or if its head got the focus other than by the pointer or Tab.
fn keep_revealing(ui: &Ui, id: Id, state: &CollapsingState, section: Rect) {
    let revealed = id.with("revealed");
    if ui.input(|input| input.has_accesskit_action_request(id, Action::Focus)) {
        ui.data_mut(|data| data.insert_temp(revealed, FRAMES_TO_REVEAL));
    }
    let Some(frames) = ui.data(|data| data.get_temp::<u8>(revealed)) else { return };
    if state.is_open() && (frames > 0 || state.openness(ui.ctx()) < 1.0) {
        ui.data_mut(|data| data.insert_temp(revealed, frames.saturating_sub(1)));
        ui.ctx().request_repaint();
        return;
    }
    ui.data_mut(|data| data.remove_temp::<u8>(revealed));
    if state.is_open() {
        bring_to_top(ui, section);
    }
}

/// Opens all sections: those that are shown, and others as soon as they are shown.
pub fn open_all(ctx: &egui::Context) {
    command_all(ctx, true);
}

/// Folds all sections in the same way.
pub fn fold_all(ctx: &egui::Context) {
    command_all(ctx, false);
}

fn command_all(ctx: &egui::Context, opens: bool) {
    ctx.data_mut(|data| {
        let command = data.get_temp_mut_or_default::<FoldAll>(FoldAll::id());
        *command = FoldAll { number: command.number + 1, opens };
    });
    ctx.request_repaint();
}
