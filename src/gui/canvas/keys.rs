//! The keyboard on the board: typing on a spot, and moving the focus from spot to spot.

use egui::{Event, FocusDirection, Id, Key, Modifiers, Ui, Vec2, vec2};

use super::{Canvas, Handled, Inputs, spot_id};
use crate::{typed::typed, widgets::keys_are_taken};
use base::{
    board::Input,
    picture::{Picture, Target},
};
use workbench::history::Gesture;

/// How many characters may wait for what they mean. Nobody types more in the moment that it takes.
const MOST_WAITING: usize = 32;

impl<S: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static> Canvas<S> {
    /// Handles the Tab key on the focused spot: unless the puzzle uses it, the focus moves to the next or previous widget. This must run
    /// before the spots get their nodes, since egui moves the focus then.
    pub(super) fn tab_key(&self, ui: &Ui, canvas: Id, inputs: &mut Inputs<'_, '_, S>) {
        let has_focus = |&spot: &S| ui.memory(|memory| memory.has_focus(spot_id(canvas, spot)));
        let Some(spot) = self.focused.filter(has_focus) else { return };
        for (modifiers, back) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
            if ui.input_mut(|input| input.consume_key(modifiers, Key::Tab))
                && inputs.send(Some(spot), Input::Tab { back }, Gesture::Ended) == Handled::No
            {
                ui.memory_mut(|memory| memory.move_focus(if back { FocusDirection::Previous } else { FocusDirection::Next }));
            }
        }
    }

    pub(super) fn keys(&mut self, ui: &Ui, canvas: Id, picture: &Picture<S>, inputs: &mut Inputs<'_, '_, S>) {
        if keys_are_taken(ui.ctx()) {
            return;
        }
        if ui.memory(|memory| memory.focused().is_none()) {
            self.take_arrows(ui);
        }
        // Some characters have a meaning on the whole board, so no spot is needed.
        let pointed = self.pointed();
        if let Some(spot) = pointed {
            self.shifted_keys(ui, spot, inputs);
        }
        self.typed_characters(ui, pointed, inputs);
        let Some(spot) = pointed else { return };
        for key in [Key::Delete, Key::Backspace] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                inputs.send(Some(spot), Input::Delete, Gesture::Ended);
            }
        }
        self.escape(ui, canvas, spot, inputs);
        // A character typed in the same frame may have moved the focus.
        if let Some(focused) = self.focused.map(|focused| inputs.focus.unwrap_or(focused)) {
            self.focused_keys(ui, picture, focused, inputs);
        }
    }

    /// Moves the focus to the board with an arrow key, if that would do nothing.
    fn take_arrows(&mut self, ui: &Ui) {
        let sideways: &[Key] = if self.takes_sideways { &[Key::ArrowLeft, Key::ArrowRight] } else { &[] };
        for key in [Key::ArrowUp, Key::ArrowDown].iter().chain(sideways) {
            self.wants_focus |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, *key));
        }
    }

    /// Handles Escape: drops the piece in hand, or else leaves the board. Only if neither applies may it stop a search.
    fn escape(&self, ui: &Ui, canvas: Id, spot: S, inputs: &mut Inputs<'_, '_, S>) {
        if !ui.input(|input| input.key_pressed(Key::Escape)) {
            return;
        }
        let was_handled = inputs.send(Some(spot), Input::Cancel, Gesture::Ended) == Handled::Yes;
        if let Some(focused) = self.focused.filter(|_| !was_handled) {
            ui.memory_mut(|memory| memory.surrender_focus(spot_id(canvas, focused)));
        }
        if was_handled || self.focused.is_some() {
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        }
    }

    /// Sends each key pressed with Shift. If the board uses it, it types no character.
    fn shifted_keys(&self, ui: &Ui, spot: S, inputs: &mut Inputs<'_, '_, S>) {
        let pressed: Vec<char> = ui.input(|input| input.events.iter().filter_map(shifted_character).collect());
        for character in pressed {
            if inputs.send(Some(spot), Input::Shifted(character), Gesture::Ended) == Handled::Yes {
                ui.input_mut(|input| {
                    input.events.retain(|event| !matches!(event, Event::Text(_)) && shifted_character(event) != Some(character));
                });
            }
        }
    }

    /// Sends each typed character. If the board uses it, it no longer counts as a shortcut. One that means something which isn't known yet
    /// waits with those after it, and is sent again in the next frame, for the same spot. Whatever else the user does, it is forgotten.
    fn typed_characters(&mut self, ui: &Ui, pointed: Option<S>, inputs: &mut Inputs<'_, '_, S>) {
        let (waits_at, mut characters) = std::mem::take(&mut self.waiting);
        if inputs.has_moved_on {
            characters.clear();
        }
        let left = || self.left.filter(|_| ui.memory(|memory| memory.focused().is_none()));
        let at = if characters.is_empty() { pointed.or_else(left) } else { waits_at };
        let new = typed(ui);
        let is_typing = !new.is_empty();
        characters.extend(new);
        for (index, typed) in characters.iter().enumerate() {
            // The previous character may have moved the focus.
            let spot = inputs.focus.or(at);
            let mut send = |meaning| inputs.send(spot, Input::Character(meaning), Gesture::Ended);
            let handled = typed.meanings().map(&mut send).find(|handled| *handled != Handled::No).unwrap_or(Handled::No);
            if handled == Handled::No {
                if typed.character.is_ascii_digit() {
                    inputs.refused = Some(format!("nothing here takes {}: click the place on the board that it is for", typed.character));
                }
                continue;
            }
            if is_typing {
                ui.input_mut(|input| {
                    input
                        .events
                        .retain(|event| !matches!(event, Event::Key { key, modifiers, .. } if modifiers.is_none() && is_typed_by(*key)));
                });
            }
            if handled == Handled::Later {
                self.waiting = (spot, characters.into_iter().skip(index).take(MOST_WAITING).collect());
                return;
            }
            if spot.is_some() && spot == self.left {
                inputs.focus = inputs.focus.or(spot);
            }
        }
    }

    fn focused_keys(&self, ui: &Ui, picture: &Picture<S>, focused: S, inputs: &mut Inputs<'_, '_, S>) {
        // Space is also a character: it separates what is typed.
        if ui.input(|input| input.modifiers.is_none() && input.key_pressed(Key::Space))
            && inputs.send(Some(focused), Input::Character(' '), Gesture::Ended) == Handled::Yes
        {
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space));
        }
        for key in [Key::Enter, Key::Space] {
            if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
                inputs.send(Some(focused), Input::SecondaryPress, Gesture::Ended);
            }
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                inputs.send(Some(focused), Input::Press, Gesture::Ended);
            }
        }
        for (key, right, down) in [(Key::ArrowRight, 1, 0), (Key::ArrowLeft, -1, 0), (Key::ArrowDown, 0, 1), (Key::ArrowUp, 0, -1)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
                && inputs.send(Some(focused), Input::Arrow(right, down), Gesture::Ended) == Handled::No
                && let Some(next) = neighbour(picture, focused, right, down)
            {
                inputs.focus = Some(next);
            }
        }
    }
}

/// The letter or digit of a key that was pressed with Shift only. A digit is taken from the physical key, since with Shift each layout
/// types a different sign.
fn shifted_character(event: &Event) -> Option<char> {
    let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else { return None };
    let plain = |key: &Key| {
        let mut name = key.name().chars();
        name.next().filter(|first| name.next().is_none() && first.is_ascii_alphanumeric())
    };
    let digit = physical_key.as_ref().and_then(plain).filter(char::is_ascii_digit);
    let letter = if modifiers.shift_only() { digit.or_else(|| plain(key)) } else { None };
    letter.map(|letter| letter.to_ascii_lowercase())
}

/// Whether the key types a character.
pub fn is_typed_by(key: Key) -> bool {
    key.name().chars().count() == 1
}

/// The nearest focusable spot in the direction, by the sum of the distances along and across it. On hexagons the cells of the next row are
/// half a cell to the side; they must win against the row after that, whose cells are straight ahead.
fn neighbour<S: Copy + Eq>(picture: &Picture<S>, from: S, right: i8, down: i8) -> Option<S> {
    let center = |target: &Target<S>| {
        let sum = target.outline.iter().fold(Vec2::ZERO, |sum, point| sum + vec2(point.x, point.y));
        sum / target.outline.len() as f32
    };
    let focusable = || picture.targets.iter().filter(|target| target.focusable);
    let origin = center(focusable().find(|target| target.spot == from)?);
    let direction = vec2(f32::from(right), f32::from(down));
    let cost = |target: &Target<S>| {
        let way = center(target) - origin;
        let along = way.dot(direction);
        let across = (way - direction * along).length();
        (along > 1e-3 && across <= along).then_some(along + across)
    };
    let reachable = focusable().filter_map(|target| Some((cost(target)?, target.spot)));
    reachable.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, spot)| spot)
}

#[cfg(test)]
mod tests {
    use egui::{Context, PointerButton, RawInput, Rect, pos2};

    use super::*;
    use base::{
        board::Reply,
        picture::{at, rectangle},
    };

    /// Two tiles beside each other, numbered from 0, in a window of 400 by 200 points.
    fn two_tiles() -> Picture<u8> {
        let mut picture = Picture::new(at(0.0, 0.0), at(20.0, 10.0), "two tiles");
        picture.targets.extend([0, 1].map(|spot| {
            let corner = at(f32::from(spot) * 10.0, 0.0);
            Target { spot, outline: rectangle(corner, corner + at(10.0, 10.0)), label: spot.to_string(), focusable: true }
        }));
        picture
    }

    /// Shows the canvas for one frame with these events. The board replies like this to characters, and returns those that it got.
    fn frame(ctx: &Context, canvas: &mut Canvas<u8>, events: Vec<Event>, reply: &Reply<u8>) -> Vec<(Option<u8>, char)> {
        let mut got = Vec::new();
        let size = vec2(400.0, 200.0);
        let input = RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size)), events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            canvas.ui(ui, &two_tiles(), &mut |spot, input, _| match input {
                Input::Character(character) => {
                    got.push((spot, character));
                    reply.clone()
                }
                Input::Press => Reply::Done,
                _ => Reply::Ignored,
            });
        });
        output.textures_delta.clear();
        got
    }

    #[test]
    fn what_waits_is_for_the_spot_where_it_was_typed() {
        let typed = |text: &str| vec![Event::Text(text.to_owned())];
        let over_the_other = pos2(300.0, 100.0);
        let button =
            |pressed| Event::PointerButton { pos: over_the_other, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        let (ctx, mut canvas) = (Context::default(), Canvas::default());
        canvas.focus(0);
        for _ in 0..3 {
            frame(&ctx, &mut canvas, Vec::new(), &Reply::Ignored);
        }
        assert_eq!(frame(&ctx, &mut canvas, typed("73"), &Reply::Later), [(Some(0), '7')], "the next one waits behind it");
        let moved = vec![Event::PointerMoved(over_the_other)];
        assert_eq!(frame(&ctx, &mut canvas, moved, &Reply::Later), [(Some(0), '7')], "although the pointer is elsewhere");
        assert_eq!(frame(&ctx, &mut canvas, typed("5"), &Reply::Focus(1)), [(Some(0), '7'), (Some(1), '3'), (Some(1), '5')]);
        assert_eq!(frame(&ctx, &mut canvas, typed("8"), &Reply::Later).len(), 1);
        frame(&ctx, &mut canvas, vec![button(true)], &Reply::Later);
        frame(&ctx, &mut canvas, vec![button(false)], &Reply::Later);
        assert_eq!(frame(&ctx, &mut canvas, Vec::new(), &Reply::Done), [], "a click has moved on");
    }

    #[test]
    fn arrows_move_to_the_nearest_spot_in_their_direction() {
        let mut picture = Picture::new(at(0.0, 0.0), at(30.0, 30.0), "nine tiles");
        for i in 0..9_u8 {
            let corner = at(f32::from(i % 3) * 10.0 + f32::from(i / 3 % 2) * 5.0, f32::from(i / 3) * 10.0);
            picture.targets.push(Target {
                spot: i,
                outline: rectangle(corner, corner + at(8.0, 8.0)),
                label: i.to_string(),
                focusable: i != 5,
            });
        }
        let go = |from, right, down| neighbour(&picture, from, right, down);
        assert_eq!(go(0, 1, 0), Some(1));
        assert_eq!(go(0, -1, 0), None);
        assert_eq!(go(1, 0, 1).map(|spot| spot / 3), Some(1), "one row down, though the rows are shifted");
        assert_eq!(go(4, 1, 0), None, "the tile at the right is not focusable");
        assert_eq!(go(7, 0, -1).map(|spot| spot / 3), Some(1));
    }
}
