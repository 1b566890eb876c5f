//! All texts of SET's controls, grouped by where they appear. Plural and number forms, and no other logic.

use crate::{
    puzzles::set::model::state::Variant,
    text::{counted, grouped},
};

// The game: starting one.

/// The section.
pub const PLAY: &str = "Play against the clock";
/// The button for the cards on the table, with its key.
pub const PLAY_TABLE: &str = "Play this table  P";
/// Its tooltip.
pub const PLAY_TABLE_HINT: &str = "Find all SETs on this table";
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
/// Its tooltip.
pub const DECK_HINT: &str = "The same number gives the same deck; 0 gives a random one";

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
/// The label for the score.
pub const FOUND: &str = "Found";
/// The label for the number of them.
pub const WRONG_GUESSES: &str = "Wrong guesses";
/// The label for the number of hints.
pub const HINTS: &str = "Hints";
/// Its tooltip.
pub const HINTS_HINT: &str = "Games with hints have no time in the statistics";
/// The tooltip of a run's deck.
pub const GAME_DECK_HINT: &str = "Enter this number under \"Play against the clock\" to play the same deck again";
/// The button for a hint, with its key.
pub const HINT: &str = "Hint  ?";
/// Its tooltip in a game.
pub const GAME_HINT_HINT: &str = "Marks one more card; the game then has no time in the statistics";
/// The button that ends the game.
pub const LEAVE_GAME: &str = "Leave game";
/// The button after the game.
pub const CLOSE_RESULT: &str = "Close the result";
/// Its key.
pub const ENTER: &str = "Enter";
/// Below the time of a game with hints.
pub const NOT_COUNTED: &str = "Games with hints have no time in the statistics.";

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

/// The name of games on one table.
pub const ONE_TABLE: &str = "One table";

/// The name of games of another variant than SET.
pub fn of_variant(contest: &str, variant: &str) -> String {
    format!("{contest}, {variant}")
}

// The list of solutions, and the selected cards.

/// The section for the selected cards.
pub const SELECTED_CARDS: &str = "Selected cards";
/// The tooltip of a hint.
pub const HINT_HINT: &str = "Marks one more card of a solution";

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

/// The section for dealing.
pub const DEAL: &str = "Deal";
/// After the number of cards to deal.
pub const CARDS_SUFFIX: &str = " cards";
/// The name of that field.
pub const CARDS_TO_DEAL: &str = "Cards to deal";
/// Its tooltip.
pub const CARDS_TO_DEAL_HINT: &str = "Number of cards to deal";
/// The button that deals with a random seed: its text and its name.
pub const DEAL_RANDOM: [&str; 2] = ["Random", "Deal at random"];
/// The name of that field.
pub const SEED: &str = "Seed";
/// Its tooltip.
pub const SEED_HINT: &str = "The same seed always deals the same cards";
/// The button that deals with it: its text and its name.
pub const DEAL_SEED: [&str; 2] = ["By seed", "Deal from seed"];
/// The name of that field.
pub const APL_SEED: &str = "APL seed";
/// Its tooltip.
pub const APL_SEED_HINT: &str = "The random link (#RL) of the APL session; 16807 and 12345 deal the hands in the article";
/// The button that deals with it: its text and its name.
pub const DEAL_APL: [&str; 2] = ["Like APL", "Deal like APL"];
/// Its tooltip.
pub const DEAL_APL_HINT: &str = "Deals from the whole deck with APL's random numbers";
/// The section for the table.
pub const TABLE: &str = "Table";
/// The button that sorts the cards.
pub const SORT: &str = "Sort";
/// The button that shuffles them.
pub const SHUFFLE: &str = "Shuffle";
/// The button that removes the selected cards.
pub const REMOVE: &str = "Remove";
/// Its tooltip.
pub const REMOVE_HINT: &str = "Removes the selected cards";
/// The button that removes all.
pub const CLEAR: &str = "Clear";
/// The name of the field for more cards.
pub const CARDS_TO_ADD: &str = "Cards to add";
/// Its example.
pub const CARDS_TO_ADD_EXAMPLE: &str = "3 oval blue outline, 1drl";
/// Its tooltip.
pub const CARDS_TO_ADD_HINT: &str = "Names or codes of cards; press Enter to add them. You can also paste a whole hand onto the board.";

/// The button that adds random cards.
pub fn add(cards: usize) -> String {
    format!("Add {cards}")
}

// Variants and colours.

/// The section for the variant.
pub const VARIANT: &str = "Variant";
/// The names and tooltips of the variants, in the order of the menu.
pub const VARIANTS: [(&str, &str); 4] = [
    ("SET", "Three cards that are all alike or all different in each feature"),
    ("Ultra", "Two pairs that the same card completes; it need not be on the table"),
    ("Ghost", "Six cards whose values sum to a multiple of 3 in each feature"),
    ("Junior", "SETs among the 27 solid cards"),
];
/// The section for colours.
pub const COLOURS: &str = "Colours";
/// The names and tooltips of the palettes, in the order of the menu.
pub const PALETTES: [(&str, &str); 3] = [
    ("Classic", "Red, green and blue"),
    ("Colour-blind safe", "Easy to tell apart with the common kinds of colour blindness"),
    ("High contrast", "The strongest contrast with the card"),
];

// The simulation.

/// The button that opens its window.
pub const SIMULATE: &str = "Simulate hands…";
/// Its tooltip.
pub const SIMULATE_HINT: &str = "Deals up to 100 million random hands and counts their SETs";
/// The title of its window.
pub const SIMULATION: &str = "SETs in random hands";
/// The name of the field for the size of hands.
pub const CARDS_PER_HAND: &str = "Cards per hand";
/// The button that starts it.
pub const RUN: &str = "Run simulation";
/// The button that stops it.
pub const STOP: &str = "Stop";
/// Its tooltip.
pub const STOP_HINT: &str = "Esc stops it as well";
/// The label for the number of hands.
pub const HANDS: &str = "Hands";
/// The label for the average.
pub const AVERAGE: &str = "Average";
/// Its tooltip.
pub const AVERAGE_HINT: &str = "The average number of SETs per hand in the sample, and in all hands";
/// The label for Pearson's statistic.
pub const CHI_SQUARED: &str = "Chi-squared";
/// Its tooltip.
pub const CHI_SQUARED_HINT: &str = "Pearson's measure of how far the sample is from the exact distribution";
/// The label for its chance.
pub const P_VALUE: &str = "p-value";
/// Its tooltip.
pub const P_VALUE_HINT: &str = "How often random hands deviate at least this much; a value far below 1 % means that something is wrong";

/// A number of hands to choose.
pub fn hands(hands: u64) -> String {
    match hands {
        1_000_000.. => format!("{} million", hands / 1_000_000),
        _ => grouped(hands),
    }
}

/// Why it failed.
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

/// The title of the section.
pub const LETTERS: &str = "Letters of the cards";
/// The keyboards with their explanations, in the order of [`Keyboard::ALL`](crate::puzzles::set::edit::keys::Keyboard::ALL).
pub const KEYBOARDS: [(&str, &str); 4] = [
    ("QWERTY", "In a game, each card has the key at its place: Q W E R, A S D F, Z X C V"),
    ("QWERTZ", "In a game, each card has the key at its place: Q W E R, A S D F, Y X C V"),
    ("AZERTY", "In a game, each card has the key at its place: A Z E R, Q S D F, W X C V"),
    ("A to Z", "In a game, the cards have the letters from A on, row by row"),
];
