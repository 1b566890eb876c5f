//! All texts of SET's controls, grouped by where they appear. Plural and number forms, and no other logic.

use base::text::{counted, grouped};

// The game: starting one.

/// The field for the seed of a run's deck.
pub const DECK: &str = "Deck";

// The game in progress.

/// The button for a hint, with its key.
pub const HINT: &str = "Hint  ?";

/// The button that asks whether to end a run before its goal, what that does, and the button that ends it.
pub const END: &str = "End game…";
pub const END_HINT: &str =
    "Ends the game here and shows its result, such as the SETs that you overlooked. It doesn't count in the statistics.";
pub const END_NOW: &str = "End and show the result";
/// What leaving a game does.
pub const LEAVE_HINT: &str = "Returns to the choice of games without a result. You can resume the game there";

/// The part of the right side with what was overlooked.
pub const OVERLOOKED: &str = "Overlooked";

// The deal and the table.

/// After the number of cards to deal.
pub const CARDS_SUFFIX: &str = " cards";

// Variants and colours.

/// The tooltips of the variants, in the order of the menu.
pub const VARIANTS: [&str; 4] = [
    "Three cards that are all alike or all different in each feature",
    "Two pairs that the same card completes; it need not be on the table",
    "Six cards whose values sum to a multiple of 3 in each feature",
    "SETs among the 27 solid cards",
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

/// A bar of the plot.
pub fn bar(sets: usize, hands: u64) -> String {
    format!("{}: {}", counted(sets as u64, "SET"), counted(hands, "hand"))
}

// The letters of a game.

/// The keyboards with their explanations, in the order of [`Keyboard::ALL`](set::edit::keys::Keyboard::ALL).
pub const KEYBOARDS: [(&str, &str); 4] = [
    ("QWERTY", "In a game, each card has the key at its place: Q W E R, A S D F, Z X C V"),
    ("QWERTZ", "In a game, each card has the key at its place: Q W E R, A S D F, Y X C V"),
    ("AZERTY", "In a game, each card has the key at its place: A Z E R, Q S D F, W X C V"),
    ("A to Z", "In a game, the cards have the letters from A on, row by row"),
];
