//! The texts of Voltorb Flip's controls, grouped by where they appear.

use base::text::counted;

/// Titles of sections.
pub mod sections {
    /// A round of a game.
    pub fn round(level: u8, round: u64) -> String {
        format!("Level {level} · round {round}")
    }
}

/// Level, goal, notes and the board.
pub mod editing {
    /// A level.
    pub fn level(number: u8) -> String {
        format!("Level {number}")
    }

    /// No level.
    pub const UNKNOWN_LEVEL: &str = "?";

    /// Opens the next board.
    pub const NEXT_BOARD: &str = "Next board  N";
    /// Its explanation.
    pub const NEXT_BOARD_HINT: &str = "Ends this round, with the coins and the level that the game gives, and starts at the first clue";

    /// The button that explains a round that is over, with its tooltip.
    pub const EXPLAIN: (&str, &str) = ("Explain", "Show step by step in Solve mode what followed from the clues, and where it took luck");
    /// The button that continues a lost round from before its last flip, with its tooltip.
    pub const TAKE_BACK: (&str, &str) =
        ("Take back the flip", "Turn the Voltorb face down again and continue (Ctrl+Z). Statistics and review keep the first end");

    /// The keys and what they do.
    pub const KEYS: [(&str, &str); 10] = [
        ("C", "go to the clues: type 5 2 or 52, one clue after another; 10/1 for ten points and one Voltorb"),
        ("L", "go to the level: 1 to 8, or ?"),
        ("T", "go to the tiles: V, 1, 2, 3 flip a tile, ? turns it face down"),
        ("B", "go to the best flip"),
        ("N", "next board"),
        ("Backspace", "take back what was typed"),
        ("Number pad", "0 Voltorb, . face down, + best flip, - next board"),
        ("Shift", "with V, 1, 2, 3: make a note (or right-click)"),
        ("M", "make notes without Shift; press M again to flip"),
        ("P", "play a game"),
    ];
}

/// The rounds that the player has finished.
pub mod rounds {
    /// The name of the part of the right side that they are in.
    pub const ROUNDS: &str = "Rounds";
    /// In place of a number that isn't known.
    pub const NONE: &str = "–";
    /// The review still runs.
    pub const REVIEWING: &str = "Reviewing…";
    /// The review was stopped.
    pub const REVIEW_STOPPED: &str = "The review didn't finish";

    /// The worth of the deal.
    pub const PAR: &str = "Par";
    /// What that is.
    pub const PAR_HINT: &str = "What you get with these clues on average if every flip is the best one";
    /// The cost of all mistakes.
    pub const MISTAKES: &str = "Mistakes";
    /// What that is.
    pub const COST_HINT: &str = "How much less your flips were worth than the best ones, or how many were worth less where the sum would \
                                 exceed 100 %. Each is listed below with its cost";
    /// What luck is.
    pub const LUCK_HINT: &str = "How much better or worse the tiles turned out than the odds promised. Par minus \
                                 mistakes plus luck is what you got";
}

/// A finished round, flip by flip.
pub mod flips {
    /// The heads of the player's columns, with their explanations.
    pub const OF_PLAYER: [(&str, &str); 6] = [
        ("Flip", "Row and column of the tile"),
        ("Best play", "What the best play gets before this flip, on average"),
        ("With it", "What the best play gets with this flip, on average"),
        ("Better", "Row and column of a better tile, or stop"),
        ("Shows", "What came up"),
        ("Then", "What the best play gets after the flip. More than with it is good luck, less is bad luck"),
    ];
    /// The heads of the perfect player's columns, with their explanations.
    pub const OF_PERFECT: [(&str, &str); 4] = [
        ("Flip", "Row and column of the tile"),
        ("Before", "What the best play gets before this flip, on average"),
        ("Shows", "What came up"),
        ("Then", "What the best play gets after the flip"),
    ];
}

/// What is assumed about an unknown level.
pub mod unknown_level {
    /// What counting all boards equally is for.
    pub const EQUAL_BOARDS_HINT: &str = "For boards that aren't from the game, whose levels don't deal all boards equally often";
}

/// Games.
pub mod game {
    use super::counted;

    /// The seed.
    pub const SEED: &str = "Seed";

    /// The coins of the round.
    pub fn coins(count: u32) -> String {
        counted(count.into(), "coin")
    }
}

/// Simulations.
pub mod simulation {
    /// A share of 1 in whole percent.
    pub fn whole_percent(share: f64) -> String {
        format!("{:.0} %", 100.0 * share)
    }
}
