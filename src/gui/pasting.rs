//! What happens when something is pasted that is neither text nor a picture: egui then reports nothing at all. So this adds a paste of no
//! text, about which the window can say something.

use egui::{Context, Event, Id, Key, RawInput, ViewportCommand};

/// The content of the clipboard comes at the latest this many frames after it was requested.
const FRAMES: u8 = 3;

/// For how many frames a requested paste is awaited, and whether the key V is down, which a paste by the keyboard takes.
#[derive(Clone, Copy, Debug, Default)]
struct Awaited {
    frames: u8,
    is_v_down: bool,
    was_pasted: bool,
}

fn id() -> Id {
    Id::unique("pasting")
}

/// Requests the content of the clipboard, which comes with a later frame.
pub fn request(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Awaited>(id()).frames = FRAMES);
    ctx.request_repaint();
}

/// Adds a paste of no text to this input if there was nothing to paste.
pub fn note_missing(ctx: &Context, input: &mut RawInput) {
    let mut awaited: Awaited = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    let is_missing = awaited.is_missing(&input.events);
    ctx.data_mut(|data| data.insert_temp(id(), awaited));
    if is_missing {
        input.events.push(Event::Paste(String::new()));
    } else if 0 < awaited.frames {
        ctx.request_repaint();
    }
}

impl Awaited {
    fn is_missing(&mut self, events: &[Event]) -> bool {
        let mut is_missing = false;
        for event in events {
            match event {
                event if is_paste(event) => self.was_pasted = true,
                Event::Key { key: Key::V, pressed: true, .. } => self.is_v_down = true,
                // A key that is released without having been pressed was pressed to paste.
                Event::Key { key: Key::V, pressed: false, .. } => {
                    is_missing |= !self.is_v_down && !self.was_pasted;
                    (self.is_v_down, self.was_pasted) = (false, false);
                }
                // It may have been pressed in another window.
                Event::WindowFocused(_) => self.is_v_down = true,
                _ => {}
            }
        }
        if 0 < self.frames {
            self.frames = if std::mem::take(&mut self.was_pasted) { 0 } else { self.frames - 1 };
            is_missing |= self.frames == 0 && !events.iter().any(is_paste);
        }
        is_missing
    }
}

fn is_paste(event: &Event) -> bool {
    matches!(event, Event::Paste(_) | Event::PasteImage(_))
}

#[cfg(test)]
mod tests {
    use egui::Modifiers;

    use super::*;

    fn v(pressed: bool) -> Event {
        Event::Key { key: Key::V, physical_key: Some(Key::V), pressed, repeat: false, modifiers: Modifiers::COMMAND }
    }

    #[test]
    fn nothing_to_paste_is_noticed() {
        let check = |mut awaited: Awaited, frames: &[&[Event]], expected: &[bool]| {
            let missing: Vec<bool> = frames.iter().map(|events| awaited.is_missing(events)).collect();
            assert_eq!(missing, expected, "{frames:?}");
        };
        let text = || Event::Paste("text".to_owned());
        let typed = Awaited::default();
        check(typed, &[&[v(false)]], &[true]);
        check(typed, &[&[text()], &[v(false)], &[v(false)]], &[false, false, true]);
        check(typed, &[&[text(), v(false)]], &[false]);
        check(typed, &[&[v(true)], &[v(false)], &[v(false)]], &[false, false, true]);
        check(typed, &[&[Event::WindowFocused(true)], &[v(false)]], &[false, false]);
        let requested = Awaited { frames: 2, ..typed };
        check(requested, &[&[], &[], &[]], &[false, true, false]);
        check(requested, &[&[text()], &[], &[]], &[false, false, false]);
        check(requested, &[&[], &[text()], &[]], &[false, false, false]);
    }

    #[test]
    fn a_request_without_an_answer_is_a_paste_of_no_text() {
        let ctx = Context::default();
        let mut input = RawInput::default();
        note_missing(&ctx, &mut input);
        assert_eq!(input.events, []);
        request(&ctx);
        (0..2 * FRAMES).for_each(|_| note_missing(&ctx, &mut input));
        assert_eq!(input.events, [Event::Paste(String::new())]);
    }
}
