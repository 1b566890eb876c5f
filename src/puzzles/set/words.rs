//! All texts of SET that people read, grouped by where they appear. Plural and number forms, and no other logic.
//!
//! Messages are sentences without a capital letter or a full stop, since the code that shows them adds both. The names of values, like
//! "oval", are part of saved texts and therefore in [`super::model::card`].

use crate::text::counted;

// The kinds of solutions.

/// Three cards that are all alike or all different in each feature.
pub const SET: &str = "SET";

/// The features, in the order in which cards are named.
pub const FEATURES: [&str; 4] = ["number", "shape", "colour", "texture"];

// Errors in the name of a card.

/// More cards than are read.
pub fn too_many_cards(most: usize, deck: usize) -> String {
    format!("more than {most} cards aren't read; the deck has {deck}")
}

// Rules, and why cards follow them or don't.

/// The card that completes two others: "1 and 2 need 2 outlined green ovals".
pub fn pair_needs(first: &str, second: &str, needed: &str) -> String {
    format!("{first} and {second} need {needed}")
}

/// What a person calls a card, given the words of its values: "2 outlined green ovals".
pub fn card(number: &str, shape: &str, color: &str, texture: &str) -> String {
    let texture = if texture == "outline" { "outlined" } else { texture };
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {texture} {color} {shape}{plural}")
}

// Replies to guesses.

/// A right guess.
pub const CORRECT: &str = "correct";
/// Any guess in a finished game.
pub const GAME_FINISHED: &str = "the game is finished";

// Facts: labels, values, and hints that are whole sentences.

/// The hint for chances.
pub const CHANCE_HINT: &str = "The share of random hands of this size that have this many. Known for SETs in hands of up to 15 or at least 66 of the 81 \
                               cards, in all hands of the Junior deck, and where no hand or every hand has one; otherwise unknown.";
/// A figure that isn't known yet.
pub const NOT_YET_KNOWN: &str = "…";

/// Which distributions are known.
pub const KNOWN_DISTRIBUTIONS: &str =
    "Exact distributions are known for hands of up to 15 or at least 66 of the 81 cards, and for all hands of the Junior deck";

/// "12 of 81".
pub fn of(part: usize, whole: usize) -> String {
    format!("{part} of {whole}")
}

/// The label for the number of solutions: "SETs".
pub fn plural(noun: &str) -> String {
    format!("{noun}s")
}

/// Two decimals, or two significant digits where a chance is so small that it would look impossible.
pub fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}

// The board: drawn text, which is ASCII, and spoken names.

/// The spoken name of the board.
pub fn table_spoken(cards: usize) -> String {
    counted(cards as u64, "card")
}

// The panel below the table.

/// Before something that follows the rule.
pub const OK: &str = "OK";
/// Before something that breaks it.
pub const NO: &str = "No";

/// The verdict after its sign.
pub fn signed_verdict(sign: &str, verdict: &str) -> String {
    format!("{sign}: {verdict}")
}

// Techniques.

/// Why no technique has a search trace.
pub const NO_TRACE: &str = "SET searches aren't recorded";
/// What most techniques count.
pub const COMBINATIONS_TESTED: &str = "combinations tested";
/// The combinations that are solutions.
pub const FOUND: &str = "found";
