//! All texts of SET that people read, grouped by where they appear. Plural and number forms, and no other logic.
//!
//! Messages are sentences without a capital letter or a full stop, since the code that shows them adds both. The names of values, like
//! "oval", are part of saved texts and therefore in [`super::model::card`].

use crate::text::{counted, listed, quoted, sentence};

// The kinds of solutions.

/// Three cards that are all alike or all different in each feature.
pub const SET: &str = "SET";

/// The features, in the order in which cards are named.
pub const FEATURES: [&str; 4] = ["number", "shape", "colour", "texture"];

// Errors in the name of a card.

/// A word that isn't part of a name.
pub fn unknown_word(word: &str) -> String {
    let word = quoted(word);
    format!("\"{word}\" isn't a number, shape, colour or texture; write cards like \"3 oval blue outline\"")
}

/// A second value for one feature.
pub fn second_value(word: &str, feature: &str) -> String {
    let word = quoted(word);
    format!("\"{word}\" is a second {feature}; a card has only one")
}

/// A feature without a value.
pub fn missing_value(name: &str, feature: &str, values: &[&str; 3]) -> String {
    let name = quoted(name);
    format!("\"{name}\" has no {feature}; add {}", listed(values, "or"))
}

/// More cards than are read.
pub fn too_many_cards(most: usize, deck: usize) -> String {
    format!("more than {most} cards aren't read; the deck has {deck}")
}

/// A word among codes that isn't a code.
pub fn unknown_code(word: &str) -> String {
    let word = quoted(word);
    format!("\"{word}\" isn't a card; write codes like \"3obu\": a number, then one letter each of d o s, r g b and l u h")
}

// Flaws of a position.

/// One card at two positions, from 1.
pub fn duplicate_card(card: impl std::fmt::Display, first: usize, second: usize) -> String {
    format!("{card} is on the table twice, as card {first} and card {second}; the deck has only one")
}

/// A card that the Junior deck lacks.
pub fn not_in_junior_deck(card: impl std::fmt::Display, deck: usize) -> String {
    format!("{card} isn't in the Junior deck; its {deck} cards are all solid")
}

// Rules, and why cards follow them or don't.

/// The verdict on cards that aren't "a SET".
pub fn not(noun_with_article: &str) -> String {
    format!("not {noun_with_article}")
}

/// The cause: the features that don't follow the rule.
pub fn rule_breakers(features: &[&str]) -> String {
    let verb = if features.len() == 1 { "breaks" } else { "break" };
    format!("{} {verb} the rule", listed(features, "and"))
}

/// The verdict with its cause.
pub fn verdict_with_cause(verdict: &str, cause: &str) -> String {
    format!("{verdict}: {cause}")
}

/// How many cards have this number of symbols: "two have 3", "one has 1".
pub fn cards_with_number(count: &str, is_plural: bool, number: &str) -> String {
    let verb = if is_plural { "have" } else { "has" };
    format!("{count} {verb} {number}")
}

/// How many cards have this shape: "two squiggles", "one oval".
pub fn cards_with_shape(count: &str, is_plural: bool, shape: &str) -> String {
    let plural = if is_plural { "s" } else { "" };
    format!("{count} {shape}{plural}")
}

/// How many cards have this colour or texture: "two red", "all solid".
pub fn cards_with_value(count: &str, value: &str) -> String {
    format!("{count} {value}")
}

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

// Hints, and the proof that there is nothing to find.

/// The first card of a hint, as a phrase.
pub fn part_of(card: &str, noun_with_article: &str) -> String {
    format!("Part of {noun_with_article}: {card}")
}

/// The second card of a SET, and the third, as phrases.
pub fn goes_with_it(card: &str, needed: &str) -> String {
    format!("Goes with it: {card}. The two need {needed}")
}

/// A later card of an UltraSET or a GhostSET, as a phrase.
pub fn goes_with_marked(card: &str) -> String {
    format!("Goes with the marked cards: {card}")
}

/// In place of a hint: the table has a flaw.
pub fn no_hint_yet(flaw: &str) -> String {
    format!("no hint yet: {flaw}")
}

/// In place of a hint: the table is too small.
pub fn too_few_for_hint(noun_with_article: &str, size: usize, cards: usize) -> String {
    format!(
        "no hint yet: {noun_with_article} has {size} cards, and {} on the table",
        if cards == 1 { "1 is".to_owned() } else { format!("{cards} are") }
    )
}

/// Why there is no SET among cards with this many pairs.
pub fn no_set(pairs: usize) -> String {
    format!("no SETs: none of the {pairs} pairs has its third card on the table")
}

/// Why there is no UltraSET among cards with this many pairs.
pub fn no_ultra_set(pairs: usize) -> String {
    format!("no UltraSETs: each of the {pairs} pairs needs a different card")
}

// Replies to guesses.

/// A right guess.
pub const CORRECT: &str = "correct";
/// Any guess in a finished game.
pub const GAME_FINISHED: &str = "the game is finished";

/// The claim that nothing is left, with its proof.
pub fn correct_claim(proof: &str) -> String {
    format!("{CORRECT}, {proof}")
}

/// The guess that ends a game.
pub fn correct_and_finished(correct: &str) -> String {
    format!("{correct}; {GAME_FINISHED}")
}

/// The claim that nothing is left, when it is wrong.
pub fn not_yet(remaining: usize, noun: &str) -> String {
    let verb = if remaining == 1 { "remains" } else { "remain" };
    format!("not yet: {} {verb}", counted(remaining as u64, noun))
}

// Refusals.

/// No card is left to be added.
pub fn whole_deck_on_table(cards: usize) -> String {
    format!("all {cards} cards of the deck are on the table")
}

// Facts: labels, values, and hints that are whole sentences.

/// The hint for chances.
pub const CHANCE_HINT: &str = "The share of random hands of this size that have this many. Known for SETs in hands of up to 15 or at least 66 of the 81 \
                               cards, and in all hands of the Junior deck; unknown for UltraSETs and GhostSETs.";
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

/// The label for the chance of this number of solutions.
pub fn chance_of_exactly(count: &str) -> String {
    format!("Chance of exactly {count}")
}

/// Two decimals, or two significant digits where a chance is so small that it would look impossible.
pub fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}

// The board: drawn text, which is ASCII, and spoken names.

/// A card of the shown solution, from 1.
pub fn shown_spoken(place: usize) -> String {
    format!(", card {place} of the shown solution")
}

/// A card with a flaw.
pub fn flaw_spoken(flaw: &str) -> String {
    format!(", error: {flaw}")
}

/// The spoken name of the board.
pub fn table_spoken(cards: usize) -> String {
    counted(cards as u64, "card")
}

/// The spoken name of the board with the number of solutions.
pub fn table_with_count_spoken(cards: usize, solutions: u64, noun: &str) -> String {
    format!("{}, {}", table_spoken(cards), counted(solutions, noun))
}

/// The spoken name of the value that a card has.
pub fn current_value_spoken(value: &str) -> String {
    format!("{value}, current")
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

/// What to do before anything is selected.
pub fn select_to_see_why(cards: usize, noun_with_article: &str) -> String {
    format!("Select {cards} cards to see whether they are {noun_with_article}, and why.")
}

/// What to do in a game.
pub fn find_with_letters(cards: usize, noun_with_article: &str) -> String {
    format!("Find {noun_with_article}: type the letters of {cards} cards, or click them.")
}

/// The keys of a game.
pub fn game_keys(noun: &str) -> String {
    format!("0: no {noun}s left.  ?: hint.  Backspace, Esc: deselect.")
}

/// The button that claims it.
pub fn none_left(noun: &str) -> String {
    format!("No {noun}s left")
}

/// How a game on one table stands; `all` is the number to find, if the player knows it.
pub fn table_score(found: usize, all: Option<usize>, wrong: u32) -> String {
    let of = all.map_or_else(String::new, |all| format!(" of {all}"));
    format!("{found}{of} found, {wrong} wrong")
}

/// The headline of a finished game.
pub fn all_found(found: usize, noun: &str) -> String {
    format!("{} found", counted(found as u64, noun))
}

/// The headline of a finished game on a table without solutions.
pub fn none_to_find(noun: &str) -> String {
    format!("No {noun} here")
}

/// The time of a finished game, its wrong guesses and its hints.
pub fn result(time: Option<&str>, wrong: u32, hints: u32) -> String {
    let time = time.map_or_else(String::new, |time| format!("in {time}, "));
    let wrong = match wrong {
        0 => "without a wrong guess".to_owned(),
        1 => "with 1 wrong guess".to_owned(),
        wrong => format!("with {wrong} wrong guesses"),
    };
    let hints = if hints == 0 { String::new() } else { format!(" and {}", counted(hints.into(), "hint")) };
    sentence(&format!("{time}{wrong}{hints}."))
}

/// How a run stands.
pub fn run_score(found: usize, goal: usize, wrong: u32) -> String {
    format!("{found} of {goal} found, {wrong} wrong")
}

// Techniques.

/// Why no technique has a search trace.
pub const NO_TRACE: &str = "SET searches aren't recorded";
/// What most techniques count.
pub const COMBINATIONS_TESTED: &str = "combinations tested";
/// The combinations that are solutions.
pub const FOUND: &str = "found";

/// Why a game in a save file can't be continued.
pub mod saved {
    use crate::text::{counted, listed};

    /// The cards of the position are others.
    pub fn not_the_daily_puzzle(day: impl std::fmt::Display) -> String {
        format!("the cards aren't those of the daily puzzle of {day}")
    }

    /// A run to another number of solutions.
    pub fn unknown_goal(goal: usize, known: &[usize]) -> String {
        format!("unknown goal {goal}; expected {}", listed(known, "or"))
    }

    /// What is wrong with a move.
    pub fn in_move(number: usize, why: &str) -> String {
        format!("move {number}: {why}")
    }

    /// Not the code of a card.
    pub fn not_a_code(code: &str) -> String {
        let code = super::quoted(code);
        format!("\"{code}\" isn't a card")
    }

    /// A card that was found from elsewhere.
    pub fn not_on_table(card: impl std::fmt::Display) -> String {
        format!("{card} isn't on the table")
    }

    /// A wrong claim that nothing is left.
    pub fn overlooked(remaining: usize, noun: &str) -> String {
        let are = if remaining == 1 { "is" } else { "are" };
        format!("{} {are} left", counted(remaining as u64, noun))
    }
}
