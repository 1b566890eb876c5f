//! The text form: a card a line, by name; read also as codes of four letters, several on a line.

use crate::{
    board::TextError,
    puzzles::set::model::{
        card::{Card, NameError, words},
        state::State,
    },
};

/// The names of the cards, one a line.
pub fn write(state: &State) -> String {
    state.cards.iter().map(|card| format!("{card}\n")).collect()
}

/// Reads names, one a line or parted by commas, and codes, parted by blanks too. The bits that the article prints before a
/// name are skipped, and so is what follows a `#`.
///
/// # Errors
/// Where a card is named wrongly.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let mut cards = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut start = 0;
        for name in line.split([',', ';']) {
            read_name(name, &mut cards).map_err(|error| TextError {
                line: number,
                column: line[..start + error.at].chars().count() + 1,
                message: error.message,
            })?;
            start += name.len() + 1;
        }
    }
    Ok(State { cards, variant: state.variant })
}

/// Reads one name, any number of codes, or nothing.
fn read_name(text: &str, cards: &mut Vec<Card>) -> Result<(), NameError> {
    let name = without_bits(text.trim());
    let start = text.trim_end().len() - name.len();
    let shift = |error: NameError| NameError { at: start + error.at, ..error };
    if words(name).next().is_none_or(|(_, word)| Card::from_code(word).is_some()) {
        read_codes(name, cards).map_err(shift)
    } else {
        cards.push(name.parse().map_err(shift)?);
        Ok(())
    }
}

fn read_codes(text: &str, cards: &mut Vec<Card>) -> Result<(), NameError> {
    for (at, word) in words(text) {
        let message = || format!("\"{word}\" is no card; a code is a number, one of dos, one of rgb and one of luh, like \"3obu\"");
        cards.push(Card::from_code(word).ok_or_else(|| NameError { at, message: message() })?);
    }
    Ok(())
}

/// What follows twelve bits, or else everything.
fn without_bits(name: &str) -> &str {
    let mut rest = name;
    for _ in 0..12 {
        let Some(after) = rest.strip_prefix(['0', '1']).filter(|after| after.starts_with(' ')) else { return name };
        rest = after.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use crate::puzzles::set::{edit::listing, model::state::Variant, play::deal};

    use super::*;

    fn read_cards(text: &str) -> Result<Vec<usize>, String> {
        let state = read(text, &State::default()).map_err(|error| error.to_string())?;
        Ok(state.cards.iter().map(|card| card.index()).collect())
    }

    #[test]
    fn what_is_written_is_read() {
        let state = State { variant: Variant::Ultra, ..deal::hand(Variant::Set, 81, 5) };
        let empty = State { variant: Variant::Ultra, ..State::default() };
        assert_eq!(read(&write(&state), &empty), Ok(state.clone()));
        assert_eq!(read(&listing::hand(&state.cards), &empty), Ok(state.clone()), "the article's listing is read, too");
        let codes: Vec<String> = state.cards.iter().map(|card| card.code()).collect();
        assert_eq!(read(&codes.join(" "), &empty), Ok(state));
        assert_eq!(read(&write(&empty), &empty), Ok(empty));
    }

    #[test]
    fn texts_of_people() {
        assert_eq!(read_cards("1drl, 3 Oval Blue Outline; 1DRU\n\n# a remark\n 3sbh # the last"), Ok(vec![0, 70, 1, 80]));
        assert_eq!(read_cards(""), Ok(vec![]));
    }

    #[test]
    fn errors_say_where() {
        let check = |text, error: &str| assert_eq!(read_cards(text), Err(error.to_owned()));
        check(
            "1drl\n  3 oval teal outline",
            "line 2, column 10: \"teal\" is no number, shape, colour or texture; a card is named like \"3 oval blue outline\"",
        );
        check(
            "1drl 1drx",
            "line 1, column 6: \"1drx\" is no card; a code is a number, one of dos, one of rgb and one of luh, like \"3obu\"",
        );
        check("3 öval", "line 1, column 3: \"öval\" is no number, shape, colour or texture; a card is named like \"3 oval blue outline\"");
        check("\n1drl, 2 oval red", "line 2, column 17: \"2 oval red\" lacks the texture: solid, outline or shaded");
        check("3 oval red blue outline", "line 1, column 12: \"blue\" is a second colour for the same card");
    }
}
