//! The text form: the name of a card on each line. Codes of four letters are read as well, several to a line.

use crate::model::{
    card::{Card, NameError, split_words},
    state::{MOST_READ, State, too_many_cards},
};
use base::{board::TextError, text::quoted};

/// Writes the name of each card on a line.
pub fn write(state: &State) -> String {
    state.cards.iter().map(|card| format!("{card}\n")).collect()
}

/// Reads names separated by line breaks, commas or semicolons, and codes that may also be separated by spaces. Skips the bits that the
/// article prints before a name, and comments after `#`.
///
/// # Errors
/// The first name or code that is wrong, with its line and column.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let mut cards = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut start = 0;
        for name in line.split([',', ';']) {
            read_name(name, &mut cards).map_err(|error| TextError {
                line: number,
                column: line[..start + error.offset].chars().count() + 1,
                message: error.message,
            })?;
            if MOST_READ < cards.len() {
                return Err(TextError { line: number, column: line[..start].chars().count() + 1, message: too_many_cards() });
            }
            start += name.len() + 1;
        }
    }
    Ok(State { cards, variant: state.variant })
}

/// Reads one name, any number of codes, or nothing.
fn read_name(text: &str, cards: &mut Vec<Card>) -> Result<(), NameError> {
    let name = without_bits(text.trim());
    let start = text.trim_end().len() - name.len();
    let shift = |error: NameError| NameError { offset: start + error.offset, ..error };
    if split_words(name).next().is_none_or(|(_, word)| Card::from_code(word).is_some()) {
        read_codes(name, cards).map_err(shift)
    } else {
        cards.push(name.parse().map_err(shift)?);
        Ok(())
    }
}

fn read_codes(text: &str, cards: &mut Vec<Card>) -> Result<(), NameError> {
    for (offset, word) in split_words(text) {
        cards.push(Card::from_code(word).ok_or_else(|| NameError {
            offset,
            message: format!(
                "\"{}\" isn't a card; write codes like \"3obu\": a number, then one letter each of d o s, r g b and l u h",
                quoted(word)
            ),
        })?);
    }
    Ok(())
}

/// Returns the text after twelve bits, or the whole text if it doesn't begin with them.
fn without_bits(name: &str) -> &str {
    let mut remaining = name;
    for _ in 0..12 {
        let Some(after) = remaining.strip_prefix(['0', '1']).filter(|after| after.starts_with(' ')) else { return name };
        remaining = after.trim_start();
    }
    remaining
}

#[cfg(test)]
mod tests {
    use crate::{edit::listing, model::state::Variant, play::deal};

    use super::*;

    fn read_cards(text: &str) -> Result<Vec<usize>, String> {
        let state = read(text, &State::default()).map_err(|error| error.to_string())?;
        Ok(state.cards.iter().map(|card| card.index()).collect())
    }

    #[test]
    fn messages_quote_the_beginning_of_a_long_word() {
        for word in [".", "\u{1F9E9}", "3obu", "1oval", "red "] {
            let long = read(&word.repeat(4_000), &State::default()).err().map_or(String::new(), |error| error.message);
            assert!(long.chars().count() < 300, "{long}");
        }
    }

    #[test]
    fn written_positions_are_read_back() {
        let state = State { variant: Variant::Ultra, ..deal::hand(Variant::Set, 81, 5) };
        let empty = State { variant: Variant::Ultra, ..State::default() };
        assert_eq!(read(&write(&state), &empty), Ok(state.clone()));
        assert_eq!(read(&listing::hand(&state.cards), &empty), Ok(state.clone()), "the article's listing is read as well");
        let codes: Vec<String> = state.cards.iter().map(|card| card.code()).collect();
        assert_eq!(read(&codes.join(" "), &empty), Ok(state));
        assert_eq!(read(&write(&empty), &empty), Ok(empty));
    }

    #[test]
    fn names_codes_and_comments_can_be_mixed() {
        assert_eq!(read_cards("1drl, 3 Oval Blue Outline; 1DRU\n\n# a comment\n 3sbh # the last"), Ok(vec![0, 70, 1, 80]));
        assert_eq!(read_cards(""), Ok(vec![]));
    }

    #[test]
    fn far_more_cards_than_a_deck_has_are_not_read() {
        assert_eq!(read_cards(&"1drl ".repeat(243)).map(|cards| cards.len()), Ok(243));
        let error = "line 1, column 1: more than 243 cards aren't read; the deck has 81";
        assert_eq!(read_cards(&"1drl ".repeat(244)), Err(error.to_owned()));
        assert_eq!(
            read_cards(&"1drl\n".repeat(9000)).map_err(|error| error.split(',').next().map(str::to_owned)),
            Err(Some("line 244".to_owned()))
        );
    }

    #[test]
    fn errors_have_line_and_column() {
        let check = |text, error: &str| assert_eq!(read_cards(text), Err(error.to_owned()));
        check(
            "1drl\n  3 oval teal outline",
            "line 2, column 10: \"teal\" isn't a number, shape, colour or texture; write cards like \"3 oval blue outline\"",
        );
        check(
            "1drl 1drx",
            "line 1, column 6: \"1drx\" isn't a card; write codes like \"3obu\": a number, then one letter each of d o s, r g b and l u h",
        );
        check("3 öval", "line 1, column 3: \"öval\" isn't a number, shape, colour or texture; write cards like \"3 oval blue outline\"");
        check("\n1drl, 2 oval red", "line 2, column 17: \"2 oval red\" has no texture; add solid, outline or shaded");
        check("3 oval red blue outline", "line 1, column 12: \"blue\" is a second colour; a card has only one");
    }
}
