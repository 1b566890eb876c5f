//! The 81 cards: their features, their names, and the card that completes a pair. Knows no other rule.

use std::fmt;

use serde::{Deserialize, Serialize};

use base::text::{listed, quoted};

/// The features, in the order in which cards are named.
pub const FEATURES: [&str; 4] = ["number", "shape", "colour", "texture"];

/// A card: one of three values in each of four features.
///
/// Its index is 27 · number + 9 · shape + 3 · colour + texture, so the values are the ternary digits of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Card(u8);

/// A feature in which cards differ, in the order in which cards are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// The number of symbols.
    Number,
    /// The shape of the symbols.
    Shape,
    /// The colour of the symbols.
    Color,
    /// How the symbols are filled.
    Texture,
}

/// The three shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A rhombus.
    Diamond,
    /// A capsule.
    Oval,
    /// A rounded S.
    Squiggle,
}

/// The three ways to fill a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texture {
    /// Filled.
    Solid,
    /// Empty.
    Outline,
    /// Striped.
    Shaded,
}

/// The number of cards in the deck.
pub const DECK: usize = 81;

/// The weight of each feature in the index.
const WEIGHTS: [u8; 4] = [27, 9, 3, 1];

/// The words for the three values of each feature, as they appear in names and in saved texts.
const VALUES: [[&str; 3]; 4] = [["1", "2", "3"], ["diamond", "oval", "squiggle"], ["red", "green", "blue"], ["solid", "outline", "shaded"]];

/// Other words that are understood for the same values.
const SYNONYMS: [(&str, Feature, u8); 13] = [
    ("one", Feature::Number, 0),
    ("two", Feature::Number, 1),
    ("three", Feature::Number, 2),
    ("diamonds", Feature::Shape, 0),
    ("ovals", Feature::Shape, 1),
    ("squiggles", Feature::Shape, 2),
    ("purple", Feature::Color, 2),
    ("filled", Feature::Texture, 0),
    ("outlined", Feature::Texture, 1),
    ("open", Feature::Texture, 1),
    ("empty", Feature::Texture, 1),
    ("striped", Feature::Texture, 2),
    ("hatched", Feature::Texture, 2),
];

/// One letter for each value. All twelve differ, so a letter alone identifies the feature: solid is `l`, outline `u` and shaded `h`,
/// since their other letters are taken.
const LETTERS: [[char; 3]; 4] = [['1', '2', '3'], ['d', 'o', 's'], ['r', 'g', 'b'], ['l', 'u', 'h']];

impl Feature {
    /// All features, in the order in which cards are named.
    pub const ALL: [Self; 4] = [Self::Number, Self::Shape, Self::Color, Self::Texture];

    /// The name of the feature.
    pub const fn word(self) -> &'static str {
        FEATURES[self as usize]
    }

    /// The words for its three values.
    pub const fn values(self) -> &'static [&'static str; 3] {
        &VALUES[self as usize]
    }

    /// The letters for its three values, in lower case.
    pub const fn letters(self) -> &'static [char; 3] {
        &LETTERS[self as usize]
    }

    /// The feature and value that a letter of either case stands for.
    pub fn from_letter(letter: char) -> Option<(Self, u8)> {
        let letter = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find_map(|feature| {
            let value = (0_u8..).zip(feature.letters()).find(|&(_, &other)| other == letter)?.0;
            Some((feature, value))
        })
    }

    /// The feature and value that a word stands for; case is ignored.
    pub fn from_word(word: &str) -> Option<(Self, u8)> {
        let named = Self::ALL.into_iter().find_map(|feature| {
            let value = (0_u8..).zip(feature.values()).find(|(_, other)| other.eq_ignore_ascii_case(word))?.0;
            Some((feature, value))
        });
        named.or_else(|| {
            let synonym = SYNONYMS.iter().find(|(other, ..)| other.eq_ignore_ascii_case(word))?;
            Some((synonym.1, synonym.2))
        })
    }
}

impl Card {
    /// The card with this index, or `None` from 81 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < DECK { Some(Self(index as u8)) } else { None }
    }

    /// The card with these values, each taken modulo 3.
    pub const fn of(values: [u8; 4]) -> Self {
        Self(values[0] % 3 * 27 + values[1] % 3 * 9 + values[2] % 3 * 3 + values[3] % 3)
    }

    /// All cards in the order of their index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..DECK as u8).map(Self)
    }

    /// What a person would say: "2 shaded red diamonds".
    pub fn phrase(self) -> String {
        let [number, shape, color, texture] = Feature::ALL.map(|feature| self.word(feature));
        phrase(number, shape, color, texture)
    }

    /// The index, below 81.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that has only this card: one of 81 bits.
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The values of all features, each below 3.
    pub const fn values(self) -> [u8; 4] {
        [self.0 / 27, self.0 / 9 % 3, self.0 / 3 % 3, self.0 % 3]
    }

    /// The value of one feature, below 3.
    pub const fn value(self, feature: Feature) -> u8 {
        self.0 / WEIGHTS[feature as usize] % 3
    }

    /// This card with another value of one feature, taken modulo 3.
    pub const fn with(self, feature: Feature, value: u8) -> Self {
        let mut values = self.values();
        values[feature as usize] = value;
        Self::of(values)
    }

    /// The word for the value of one feature.
    pub const fn word(self, feature: Feature) -> &'static str {
        feature.values()[self.value(feature) as usize]
    }

    /// The number of symbols.
    pub const fn number(self) -> usize {
        self.value(Feature::Number) as usize + 1
    }

    /// The shape of the symbols.
    pub const fn symbol(self) -> Symbol {
        match self.value(Feature::Shape) {
            0 => Symbol::Diamond,
            1 => Symbol::Oval,
            _ => Symbol::Squiggle,
        }
    }

    /// How the symbols are filled.
    pub const fn texture(self) -> Texture {
        match self.value(Feature::Texture) {
            0 => Texture::Solid,
            1 => Texture::Outline,
            _ => Texture::Shaded,
        }
    }

    /// The one card that completes two different cards to a SET; for the same card twice, that card.
    ///
    /// Three values are all alike or all different exactly if their sum is a multiple of 3. So each value of the third card is
    /// what the sum of the other two lacks to the next multiple.
    pub const fn third(self, other: Self) -> Self {
        self.thirds()[other.0 as usize]
    }

    /// How many features differ between two cards, and so on all three cards of their SET.
    pub fn differing(self, other: Self) -> usize {
        Feature::ALL.into_iter().filter(|&feature| self.value(feature) != other.value(feature)).count()
    }

    /// The cards that complete this one with each other card, by the other card's index.
    ///
    /// The table is longer than the deck, so that an index masked to seven bits needs no bounds check. Its entries from 81 on are
    /// meaningless.
    pub const fn thirds(self) -> &'static [Self; 128] {
        &THIRD[self.0 as usize]
    }

    /// The code of the card, a letter per feature: `3obu` is "3 oval blue outline".
    pub fn code(self) -> String {
        Feature::ALL.into_iter().map(|feature| feature.letters()[usize::from(self.value(feature))]).collect()
    }

    /// Reads a code as [`Card::code`] writes it; case is ignored.
    pub fn from_code(code: &str) -> Option<Self> {
        let mut letters = code.chars();
        let mut values = [0; 4];
        for (feature, value) in Feature::ALL.into_iter().zip(&mut values) {
            let (found, digit) = Feature::from_letter(letters.next()?)?;
            if found != feature {
                return None;
            }
            *value = digit;
        }
        letters.next().is_none().then_some(Self::of(values))
    }
}

/// What a person calls a card, given the words of its values: "2 outlined green ovals".
fn phrase(number: &str, shape: &str, color: &str, texture: &str) -> String {
    let texture = if texture == "outline" { "outlined" } else { texture };
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {texture} {color} {shape}{plural}")
}

/// The completing card for every two cards.
static THIRD: [[Card; 128]; DECK] = {
    let mut table = [[Card(0); 128]; DECK];
    let mut a = 0;
    while a < DECK {
        let mut b = 0;
        while b < DECK {
            let (x, y) = (Card(a as u8).values(), Card(b as u8).values());
            table[a][b] = Card::of([6 - x[0] - y[0], 6 - x[1] - y[1], 6 - x[2] - y[2], 6 - x[3] - y[3]]);
            b += 1;
        }
        a += 1;
    }
    table
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [number, shape, color, texture] = Feature::ALL.map(|feature| self.word(feature));
        write!(f, "{number} {shape} {color} {texture}")
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// Why a text isn't a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// Where the error is, in bytes from the start of the text.
    pub offset: usize,
    /// What is wrong and what is expected, without the full stop.
    pub message: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NameError {}

impl std::str::FromStr for Card {
    type Err = NameError;

    /// Reads a name, with its words in any order, or a code.
    fn from_str(text: &str) -> Result<Self, NameError> {
        if let Some(card) = Self::from_code(text.trim()) {
            return Ok(card);
        }
        let mut values = [None; 4];
        for (offset, word) in split_words(text) {
            let (feature, value) = Feature::from_word(word).ok_or_else(|| NameError {
                offset,
                message: format!("\"{}\" isn't a number, shape, colour or texture; write cards like \"3 oval blue outline\"", quoted(word)),
            })?;
            if values[feature as usize].replace(value).is_some() {
                return Err(NameError {
                    offset,
                    message: format!("\"{}\" is a second {}; a card has only one", quoted(word), feature.word()),
                });
            }
        }
        for feature in Feature::ALL {
            if values[feature as usize].is_none() {
                let message = format!("\"{}\" has no {}; add {}", quoted(text.trim()), feature.word(), listed(feature.values(), "or"));
                return Err(NameError { offset: text.trim_end().len(), message });
            }
        }
        Ok(Self::of(values.map(Option::unwrap_or_default)))
    }
}

/// The words of a text, each with its offset in bytes.
pub fn split_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let with_offsets = text.split_inclusive(char::is_whitespace).map(move |word| {
        let offset = next;
        next += word.len();
        (offset, word.trim_end())
    });
    with_offsets.filter(|(_, word)| !word.is_empty())
}

impl TryFrom<String> for Card {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_read_back() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.code().parse(), Ok(card));
            assert_eq!(card.phrase().parse(), Ok(card));
            assert_eq!(Card::from_code(&card.code().to_uppercase()), Some(card));
            assert_eq!(Card::of(card.values()), card);
        }
        assert_eq!(Card(70).to_string(), "3 oval blue outline");
        assert_eq!(Card(70).code(), "3obu");
        assert_eq!(Card(70).phrase(), "3 outlined blue ovals");
        assert_eq!(Card::new(DECK), None);
    }

    #[test]
    fn synonyms_and_any_order_are_understood() {
        for text in ["3 oval blue outline", "blue OVAL outline 3", "three ovals purple open", "3OBU"] {
            assert_eq!(text.parse(), Ok(Card(70)), "{text}");
        }
    }

    #[test]
    fn errors_in_names_say_what_is_wrong_and_where() {
        let wrong = |text: &str| text.parse::<Card>().map_err(|error| (error.offset, error.message));
        assert_eq!(
            wrong("3 oval teal outline"),
            Err((7, "\"teal\" isn't a number, shape, colour or texture; write cards like \"3 oval blue outline\"".to_owned()))
        );
        assert_eq!(wrong("3 oval red blue"), Err((11, "\"blue\" is a second colour; a card has only one".to_owned())));
        assert_eq!(wrong("3 oval red"), Err((10, "\"3 oval red\" has no texture; add solid, outline or shaded".to_owned())));
        assert_eq!(wrong(""), Err((0, "\"\" has no number; add 1, 2 or 3".to_owned())));
    }

    #[test]
    fn letters_identify_feature_and_value() {
        for feature in Feature::ALL {
            for (value, &letter) in (0..).zip(feature.letters()) {
                assert_eq!(Feature::from_letter(letter), Some((feature, value)));
            }
        }
        assert_eq!(Feature::from_letter('x'), None);
    }

    #[test]
    fn each_feature_of_a_completed_pair_is_all_alike_or_all_different() {
        for a in Card::all() {
            assert_eq!(a.third(a), a);
            for b in Card::all() {
                let c = a.third(b);
                assert_eq!((b.third(a), a.third(c)), (c, b));
                for feature in Feature::ALL {
                    let mut values = [a, b, c].map(|card| card.value(feature));
                    values.sort_unstable();
                    assert!(values[0] == values[2] || values == [0, 1, 2], "{a}, {b}, {c}: {feature:?}");
                }
            }
        }
    }

    #[test]
    fn changing_a_feature_keeps_the_others() {
        for card in Card::all() {
            for feature in Feature::ALL {
                let changed = card.with(feature, card.value(feature) + 1);
                for other in Feature::ALL {
                    assert_eq!(changed.value(other) == card.value(other), other != feature);
                }
            }
        }
    }
}
