//! Groups of buttons of which one is chosen: the Tab key stops only once in each, at the chosen button, and the arrow keys choose another.

use egui::{
    EventFilter, Id, Key, Modifiers, Rect, Response, Role, Sense, TextStyle, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText, pos2,
    response::Flags, vec2,
};

/// The buttons of a group, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
struct Group {
    /// The frame of `buttons`.
    frame: u64,
    buttons: Vec<Id>,
    has_chosen: bool,
    /// The same in the frame before.
    buttons_before: Vec<Id>,
    had_chosen: bool,
    /// The button that the arrow keys have chosen.
    wanted: Option<Id>,
}

impl Group {
    /// Adds a button in this frame. Returns whether the Tab key stops at it, and whether the arrow keys have chosen it.
    fn add(&mut self, frame: u64, button: Id, is_chosen: bool) -> (bool, bool) {
        if self.frame != frame {
            (self.buttons_before, self.had_chosen) = (std::mem::take(&mut self.buttons), self.has_chosen);
            (self.frame, self.has_chosen) = (frame, false);
        }
        self.buttons.push(button);
        self.has_chosen |= is_chosen;
        (is_chosen || !self.had_chosen, self.wanted.take_if(|wanted| *wanted == button).is_some())
    }

    /// The button this many places after the other, or before it. After the last one comes the first.
    fn neighbour(&self, button: Id, places: isize) -> Option<Id> {
        let at = self.buttons_before.iter().position(|other| *other == button)? as isize;
        let index = (at + places).rem_euclid(self.buttons_before.len() as isize);
        self.buttons_before.get(index as usize).copied()
    }
}

/// Lets the user operate a button of a group. The response is clicked also if the arrow keys have chosen it.
pub fn interact(ui: &Ui, group: Id, rect: Rect, button: Id, is_chosen: bool) -> Response {
    let frame = ui.ctx().cumulative_pass_nr();
    let id = group.with("radio buttons");
    let (is_stop, is_wanted) = if ui.is_enabled() {
        ui.data_mut(|data| data.get_temp_mut_or_default::<Group>(id).add(frame, button, is_chosen))
    } else {
        (false, false)
    };
    let mut response = ui.interact(rect, button, if is_stop { Sense::click() } else { Sense::CLICK });
    if is_wanted {
        response.request_focus();
        response.flags.insert(Flags::FAKE_PRIMARY_CLICKED);
    }
    if response.has_focus() {
        // Otherwise egui would move the focus.
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(button, filter));
        for (key, places) in [(Key::ArrowRight, 1), (Key::ArrowDown, 1), (Key::ArrowLeft, -1), (Key::ArrowUp, -1)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                ui.data_mut(|data| {
                    let group: &mut Group = data.get_temp_mut_or_default(id);
                    group.wanted = group.neighbour(button, places).filter(|next| *next != button);
                });
                ui.ctx().request_repaint();
            }
        }
    }
    response
}

/// Shows a radio button with a text that chooses this value. The buttons of a group are shown by the same `ui`.
pub fn value<T: PartialEq>(ui: &mut Ui, chosen: &mut T, value: T, text: impl Into<WidgetText>) -> Response {
    let mut response = button(ui, ui.unique_id(), *chosen == value, text);
    if response.clicked() && *chosen != value {
        *chosen = value;
        response.mark_changed();
    }
    response
}

/// Shows a radio button of this group with a text.
pub fn button(ui: &mut Ui, group: Id, is_chosen: bool, text: impl Into<WidgetText>) -> Response {
    let spacing = ui.spacing();
    let (icon, gap, least) = (spacing.icon_width, spacing.icon_spacing, spacing.interact_size.y);
    // In a row that is full, the next row has room for the button.
    let wrap = if ui.layout().is_horizontal() { ui.style().wrap_mode.or(Some(TextWrapMode::Extend)) } else { None };
    let text: WidgetText = text.into();
    let name = text.text().to_owned();
    let galley = text.into_galley(ui, wrap, ui.available_width() - icon - gap, TextStyle::Button);
    let size = vec2(icon + gap + galley.size().x, galley.size().y.max(icon).max(least));
    let (id, rect) = ui.allocate_space(size);
    let response = interact(ui, group, rect, id, is_chosen);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, &name));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let place = Rect::from_center_size(pos2(rect.left() + icon / 2.0, rect.center().y), Vec2::splat(icon));
        let (dot, ring) = ui.spacing().icon_rectangles(place);
        ui.painter().circle(ring.center(), ring.width() / 2.0 + visuals.expansion, visuals.bg_fill, visuals.bg_stroke);
        if is_chosen {
            ui.painter().circle_filled(dot.center(), dot.width() / 3.0, visuals.fg_stroke.color);
        }
        let corner = pos2(rect.left() + icon + gap, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(corner, galley, visuals.text_color());
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_chosen_button_is_a_stop() {
        let [one, two, three] = ["1", "2", "3"].map(Id::unique);
        let mut group = Group::default();
        let mut show = |frame, chosen: Option<Id>| [one, two, three].map(|button| group.add(frame, button, chosen == Some(button)).0);
        assert_eq!(show(1, Some(two)), [true; 3], "which is chosen isn't known before the first frame");
        assert_eq!(show(2, Some(two)), [false, true, false]);
        assert_eq!(show(3, None), [false; 3]);
        assert_eq!(show(4, None), [true; 3], "none is chosen, so each can be reached");
        assert_eq!([1, -1].map(|places| group.neighbour(one, places)), [Some(two), Some(three)]);
        group.wanted = Some(three);
        assert_eq!([one, three, three].map(|button| group.add(5, button, false).1), [false, true, false], "it is clicked once");
    }
}
