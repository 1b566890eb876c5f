//! What is typed where no text box has the focus: characters that stand for something on the board.
//!
//! A key means what it types. If that isn't a Latin letter, as on Cyrillic and Greek keyboards, it means what an English keyboard has at
//! its place. So each such key works on every keyboard. Text boxes have egui's own text.

use egui::{Event, Key, Ui};

/// A typed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The character itself.
    pub character: char,
    /// What an English keyboard has at the place of its key, if the key may mean that.
    place: Option<char>,
}

impl Typed {
    /// What it may mean, the likeliest first.
    pub fn meanings(self) -> impl Iterator<Item = char> {
        [self.character].into_iter().chain(self.place)
    }

    /// Whether it may mean this letter, small or capital.
    pub fn may_be(self, letter: &str) -> bool {
        self.meanings().any(|meaning| letter.eq_ignore_ascii_case(meaning.encode_utf8(&mut [0; 4])))
    }
}

/// Returns the characters that were typed in this frame, without blanks.
pub fn typed(ui: &Ui) -> Vec<Typed> {
    ui.input(|input| in_events(&input.events))
}

fn in_events(events: &[Event]) -> Vec<Typed> {
    let mut typed = Vec::new();
    let mut pressed = None;
    for event in events {
        match event {
            Event::Key { physical_key, pressed: true, modifiers, .. } => {
                pressed = physical_key.filter(|_| !modifiers.alt && !modifiers.command).map(|key| (key, modifiers.shift));
            }
            Event::Text(text) => {
                for character in text.chars().filter(|character| !character.is_whitespace()) {
                    // The text follows its key. A key may type several characters, which together mean one thing.
                    let place = pressed.take().and_then(|(key, has_shift)| at_place(key, has_shift, character));
                    typed.push(Typed { character, place });
                }
            }
            _ => {}
        }
    }
    typed
}

/// Returns what an English keyboard has at the place of this key, if the key may mean that where it types this character.
fn at_place(key: Key, has_shift: bool, typed: char) -> Option<char> {
    let mut name = key.name().chars();
    let plain = name.next().filter(|first| name.next().is_none() && first.is_ascii_alphanumeric());
    if typed.is_ascii() || is_latin(typed) {
        // Signs may be where others have letters and digits: Greek types `;` with Q, and French `é` with 2.
        let may_be = |plain: &char| if typed.is_alphabetic() { plain.is_ascii_digit() } else { true };
        return plain.filter(|plain| !has_shift && !typed.is_ascii_alphanumeric() && may_be(plain)).map(|plain| plain.to_ascii_lowercase());
    }
    let is_capital = typed.is_uppercase() || has_shift && !typed.is_lowercase();
    match plain {
        Some(letter) if letter.is_ascii_alphabetic() => Some(if is_capital { letter } else { letter.to_ascii_lowercase() }),
        Some(digit) if has_shift => ")!@#$%^&*(".chars().nth(digit.to_digit(10)? as usize),
        Some(digit) => Some(digit),
        None => sign(key).chars().nth(usize::from(has_shift)),
    }
}

/// What else this key types on an English keyboard, without and with Shift.
fn sign(key: Key) -> &'static str {
    match key {
        Key::Backtick => "`~",
        Key::Minus => "-_",
        Key::Equals => "=+",
        Key::OpenBracket => "[{",
        Key::CloseBracket => "]}",
        Key::Backslash => "\\|",
        Key::Semicolon => ";:",
        Key::Quote => "'\"",
        Key::Comma => ",<",
        Key::Period => ".>",
        Key::Slash => "/?",
        _ => "",
    }
}

/// Whether this is a Latin letter with an accent or the like.
fn is_latin(character: char) -> bool {
    character.is_alphabetic() && matches!(character, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use egui::Modifiers;

    use super::*;

    fn key(place: Key, modifiers: Modifiers) -> Event {
        // Where no key has the character's name, egui has the place instead.
        Event::Key { key: place, physical_key: Some(place), pressed: true, repeat: false, modifiers }
    }

    fn meanings(events: &[Event]) -> Vec<String> {
        in_events(events).into_iter().map(|typed| typed.meanings().collect()).collect()
    }

    #[test]
    fn keys_mean_what_they_type_or_else_their_place() {
        for (place, has_shift, text, meant) in [
            (Key::R, false, "r", "r"),
            (Key::R, true, "R", "R"),
            // German, French, and Dvorak.
            (Key::Y, false, "z", "z"),
            (Key::Q, false, "a", "a"),
            (Key::S, false, "o", "o"),
            (Key::Num3, true, "#", "#"),
            (Key::Num1, false, "&", "&1"),
            (Key::Num2, false, "é", "é2"),
            (Key::Semicolon, false, "ö", "ö"),
            (Key::M, false, ",", ",m"),
            (Key::M, true, "?", "?"),
            // Russian.
            (Key::R, false, "к", "кr"),
            (Key::R, true, "К", "КR"),
            (Key::Period, false, "ю", "ю."),
            (Key::Comma, true, "Б", "Б<"),
            (Key::Num3, true, "№", "№#"),
            (Key::Slash, false, ".", "."),
            // Greek, Hebrew, and Arabic, whose B types two letters.
            (Key::V, false, "ω", "ωv"),
            (Key::Q, false, ";", ";q"),
            (Key::T, false, "א", "אt"),
            (Key::B, false, "لا", "لb"),
            (Key::Num7, false, "٧", "٧7"),
        ] {
            let modifiers = if has_shift { Modifiers::SHIFT } else { Modifiers::NONE };
            let events = [key(place, modifiers), Event::Text(text.to_owned())];
            assert_eq!(meanings(&events)[0], meant, "{text}");
        }
    }

    #[test]
    fn each_character_belongs_to_the_key_before_it() {
        let both = [
            key(Key::R, Modifiers::NONE),
            Event::Text("к".to_owned()),
            key(Key::F, Modifiers::NONE),
            Event::Text("а".to_owned()),
            Event::Text("т".to_owned()),
        ];
        assert_eq!(meanings(&both), ["кr", "аf", "т"]);
        assert_eq!(meanings(&[key(Key::R, Modifiers::ALT), Event::Text("к".to_owned())]), ["к"]);
        let [typed] = in_events(&both[..2])[..] else { panic!("one character") };
        assert!(typed.may_be("R") && !typed.may_be("F") && !typed.may_be(""));
    }
}
