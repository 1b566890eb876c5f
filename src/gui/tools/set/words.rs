//! All texts of SET's controls, grouped by where they appear. Plural and number forms, and no other logic.

use crate::{
    puzzles::set::model::state::Variant,
    text::{counted, grouped},
};

// The game: starting one.

/// What a new game is.
pub fn about_new_game(goal: usize, variant: Variant) -> String {
    let rule = match variant {
        Variant::Set | Variant::Junior => "Three cards are a SET if each feature is the same on all three or different on all three.",
        Variant::Ultra => "Four cards are an UltraSET if they form two pairs that need the same third card.",
        Variant::Ghost => "Six cards are a GhostSET if each feature splits 2-2-2, 3-3, 4-1-1 or is all alike.",
    };
    format!("Find {goal} {}s as fast as you can. {rule}", variant.noun())
}

/// Before the goals of runs.
pub const FIND: &str = "Find";
/// The field for the seed of a run's deck.
pub const DECK: &str = "Deck";

/// What the daily puzzle is.
pub fn about_daily(cards: usize, sets: u32) -> String {
    format!("{} with exactly {}", counted(cards as u64, "card"), counted(u64::from(sets), "SET"))
}

/// The name of a run: "Find 10".
pub fn find(goal: usize) -> String {
    format!("{FIND} {goal}")
}

/// The tooltip of a run.
pub fn find_hint(goal: usize, noun: &str) -> String {
    format!("Find {} while the deck refills the table", counted(goal as u64, noun))
}

// The game in progress.

/// The title of the daily puzzle, and the name of its results.
pub const DAILY_PUZZLE: &str = "Daily puzzle";
/// The button for a hint, with its key.
pub const HINT: &str = "Hint  ?";

/// Below the time of a game that had nothing to find.
pub fn none_to_count(noun_with_article: &str) -> String {
    format!("Tables without {noun_with_article} don't count.")
}

/// The title of a game on one table.
pub fn find_all(noun: &str) -> String {
    format!("Find all {noun}s")
}

/// The title of the puzzle of one day.
pub fn daily_puzzle_of(day: impl std::fmt::Display) -> String {
    format!("{DAILY_PUZZLE} {day}")
}

/// The title of a run.
pub fn find_goal(goal: usize, noun: &str) -> String {
    format!("Find {}", counted(goal as u64, noun))
}

/// The score of a run.
pub fn found_of(found: usize, goal: usize) -> String {
    format!("{found} of {goal}")
}

/// A solution that was found: its letters, if its cards are still on the table, and its cards.
pub fn found_cards(letters: &str, cards: &str) -> String {
    if letters.is_empty() { cards.to_owned() } else { format!("{letters}: {cards}") }
}

/// What to do.
pub fn how_to_play(noun: &str) -> String {
    format!("Type the letters of the cards or click them. Press 0 if no {noun}s are left.")
}

/// The time of a finished game.
pub fn done_in(time: &str) -> String {
    format!("Done in {time}.")
}

// Statistics of games.

/// The name of games of another variant than SET.
pub fn of_variant(contest: &str, variant: &str) -> String {
    format!("{contest}, {variant}")
}

// The list of solutions, and the selected cards.

/// The section for the list.
pub fn all_on_table(noun: &str) -> String {
    format!("All {noun}s on the table")
}

/// What the list shows where there are none.
pub fn none_on_table(noun: &str) -> String {
    format!("No {noun}s on the table.")
}

/// What to do before enough cards are selected.
pub fn click_cards(remaining: usize, has_selection: bool, noun_with_article: &str) -> String {
    let more = if has_selection { " more" } else { "" };
    format!(
        "Click {remaining}{more} {} to see whether they are {noun_with_article}, and why.",
        if remaining == 1 { "card" } else { "cards" }
    )
}

// The deal and the table.

/// After the number of cards to deal.
pub const CARDS_SUFFIX: &str = " cards";

/// The button that adds random cards.
pub fn add(cards: usize) -> String {
    format!("Add {cards}")
}

// Variants and colours.

/// The names and tooltips of the variants, in the order of the menu.
pub const VARIANTS: [(&str, &str); 4] = [
    ("SET", "Three cards that are all alike or all different in each feature"),
    ("Ultra", "Two pairs that the same card completes; it need not be on the table"),
    ("Ghost", "Six cards whose values sum to a multiple of 3 in each feature"),
    ("Junior", "SETs among the 27 solid cards"),
];
/// The names and tooltips of the palettes, in the order of the menu.
pub const PALETTES: [(&str, &str); 3] = [
    ("Classic", "Red, green and blue"),
    ("Colour-blind safe", "Easy to tell apart with the common kinds of colour blindness"),
    ("High contrast", "The strongest contrast with the card"),
];

// The simulation.

/// A number of hands to choose.
pub fn hands(hands: u64) -> String {
    match hands {
        1_000_000.. => format!("{} million", hands / 1_000_000),
        _ => grouped(hands),
    }
}

/// Why a simulation failed.
pub fn simulation_failed(reason: &str) -> String {
    format!("The simulation failed: {reason}")
}

/// What its window shows at first.
pub fn about_simulation(known_distributions: &str) -> String {
    format!("The sample is plotted against the exact distribution. {known_distributions}.")
}

/// How to read the plot.
pub fn about_plot(has_exact: bool) -> String {
    let exact = if has_exact { " Marks: exact." } else { "" };
    format!("Share of hands by number of SETs; each line is a tenth of the one above. Bars: sample.{exact}")
}

/// "100,000 of 1,000,000".
pub fn hands_of(dealt: u64, hands: u64) -> String {
    format!("{} of {}", grouped(dealt), grouped(hands))
}

/// The average in the sample, and in all hands.
pub fn averages(sample: f64, exact: f64) -> String {
    format!("{sample:.4} (exact: {exact:.4})")
}

/// Pearson's statistic.
pub fn chi_squared(statistic: f64, degrees_of_freedom: u32) -> String {
    format!("{statistic:.1} with {} of freedom", counted(u64::from(degrees_of_freedom), "degree"))
}

/// A chance as a percentage.
pub fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Why a sample isn't compared.
pub fn unknown_distribution(cards: usize, known_distributions: &str) -> String {
    format!("The exact distribution for {cards} cards is unknown. {known_distributions}.")
}

/// A bar of the plot.
pub fn bar(sets: usize, hands: u64) -> String {
    format!("{}: {}", counted(sets as u64, "SET"), counted(hands, "hand"))
}

/// A bar with the number of hands in the exact distribution.
pub fn bar_with_expected(sets: usize, hands: u64, expected: f64) -> String {
    format!("{}, {expected:.1} expected", bar(sets, hands))
}

// The letters of a game.

/// The keyboards with their explanations, in the order of [`Keyboard::ALL`](crate::puzzles::set::edit::keys::Keyboard::ALL).
pub const KEYBOARDS: [(&str, &str); 4] = [
    ("QWERTY", "In a game, each card has the key at its place: Q W E R, A S D F, Z X C V"),
    ("QWERTZ", "In a game, each card has the key at its place: Q W E R, A S D F, Y X C V"),
    ("AZERTY", "In a game, each card has the key at its place: A Z E R, Q S D F, W X C V"),
    ("A to Z", "In a game, the cards have the letters from A on, row by row"),
];
