//! The texts of Voltorb Flip's controls, grouped by where they appear.

use crate::text::{counted, grouped};

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

/// Reading a board from a picture.
pub mod reading {
    use super::counted;
    use crate::{
        puzzles::voltorb_flip::{
            model::rules::Clue,
            reading::{CERTAIN, Read},
        },
        text::sentence,
    };

    /// While a picture is read.
    pub fn reading(name: &str) -> String {
        format!("Reading {name}…")
    }

    /// No board was read, for this reason.
    pub fn not_read(name: &str, why: &str) -> String {
        format!("Couldn't read {name}: {why}.")
    }

    /// The spoken name of the picture.
    pub fn picture(doubts: usize) -> String {
        format!("The picture with what was read. {}", summary(doubts))
    }

    /// How much to look at.
    pub fn summary(doubts: usize) -> String {
        match doubts {
            0 => "All clues and tiles are clear. Point at one to see how certain it is.".to_owned(),
            _ => format!("Please check {}:", counted(doubts as u64, "place")),
        }
    }

    /// A doubtful value in the picture.
    pub fn in_doubt(value: &str) -> String {
        format!("{value}?")
    }

    /// The spoken name of a field.
    pub fn sum_of(line: &str) -> String {
        format!("Points of {line}")
    }

    /// The spoken name of a field.
    pub fn voltorbs_of(line: &str) -> String {
        format!("Voltorbs of {line}")
    }

    /// Why people are asked about a clue.
    pub fn why_asked(clue: &Read<Clue>) -> String {
        if clue.is_corrected() {
            format!("looks like {}, which contradicts the rest", clue.seen)
        } else if clue.confidence < CERTAIN {
            format!("{:.0} % certain", 100.0 * clue.confidence)
        } else {
            "much of the board is unclear".to_owned()
        }
    }

    /// What was read at a place, with the confidence in it, a share of 1.
    pub fn read_as(place: &str, value: &str, confidence: f32) -> String {
        format!("{}: {value}, {:.1} % certain", sentence(place), (100.0 * confidence).min(99.9))
    }

    /// The spoken name of a value for a tile.
    pub fn value_of(tile: &str, letter: &str) -> String {
        format!("{tile}: {letter}")
    }
}

/// The rounds that the player has finished.
pub mod rounds {
    use super::counted;

    /// The first cell of a round.
    pub fn level_and_end(level: &str, ended: &str) -> String {
        format!("{level} · {ended}")
    }

    /// Every 2 and 3 was flipped.
    pub const CLEARED: &str = "cleared";
    /// A Voltorb was flipped.
    pub const LOST: &str = "lost";
    /// The player stopped.
    pub const STOPPED: &str = "stopped";
    /// In place of a number that isn't known.
    pub const NONE: &str = "–";
    /// What the review of a round says.
    pub fn verdict(goal: &str, par: &str, cost: &str, luck: &str) -> String {
        format!("{goal}: par {par}, mistakes cost {cost}, luck {luck}")
    }

    /// The rounds that aren't listed.
    pub fn earlier(count: usize) -> String {
        format!("and {}", counted(count as u64, "earlier round"))
    }

    /// Above the review of the last round.
    pub fn last_round(ended: &str) -> String {
        format!("Last round, {ended}")
    }

    /// The review still runs.
    pub const REVIEWING: &str = "Reviewing…";
    /// The review was stopped.
    pub const REVIEW_STOPPED: &str = "The review didn't finish";
    /// A review that failed.
    pub fn review_failed(message: &str) -> String {
        format!("The review failed: {message}")
    }

    /// The worth of the deal.
    pub const PAR: &str = "Par";
    /// The cost of all mistakes.
    pub const MISTAKES: &str = "Mistakes";
    /// An amount that was lost.
    pub fn loss(amount: &str) -> String {
        format!("−{amount}")
    }

    /// An amount that was gained.
    pub fn gain(amount: &str) -> String {
        format!("+{amount}")
    }

    /// A flip that was worth less than the best.
    pub fn mistake(number: usize, tile: &str, cost: &str, better: Option<&str>) -> String {
        let better = better.map_or_else(|| "stop".to_owned(), |tile| format!("flip {tile}"));
        format!("flip {number}, {tile}, cost {cost}; better: {better}")
    }

    /// The player stopped although a flip was worth more.
    pub fn stopped_early(cost: &str, better: Option<&str>) -> String {
        let better = better.map(|tile| format!("; better: flip {tile}")).unwrap_or_default();
        format!("stopping cost {cost}{better}")
    }
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
    /// A round, by its level and how it ended.
    pub fn round(level: &str, ended: &str) -> String {
        format!("Level {level}, {ended}")
    }

    /// A tile, short enough for a column.
    pub fn tile(row: usize, column: usize) -> String {
        format!("{}, {}", row + 1, column + 1)
    }

    /// In place of a tile: the player stopped.
    pub const STOP: &str = "stop";
    /// In place of a worth that isn't known exactly.
    pub const UNKNOWN: &str = "?";

    /// Above the board: the decision that it shows.
    pub fn before_flip(number: usize) -> String {
        format!("Before flip {number}")
    }

    /// The same for the perfect player.
    pub fn before_perfect_flip(number: usize) -> String {
        format!("Before the perfect player's flip {number}")
    }

    /// What was chosen, with its worth.
    pub fn chosen(what: &str, worth: &str) -> String {
        format!("Your choice: {what}, {worth}")
    }

    /// What is best, with its worth.
    pub fn best(what: &str, worth: &str) -> String {
        format!("Best: {what}, {worth}")
    }

    /// How a line ends, with its coins.
    pub fn ended(how: &str, coins: &str) -> String {
        format!("{how}, {coins}")
    }

    /// A row, as spoken.
    pub fn row(whose: &str, number: usize, cells: &str) -> String {
        format!("{whose}, flip {number}: {cells}")
    }

    /// The same where the player stops.
    pub fn stopping(whose: &str, cells: &str) -> String {
        format!("{whose}, stop: {cells}")
    }
}

/// What is assumed about an unknown level.
pub mod unknown_level {
    /// What counting all boards equally is for.
    pub const EQUAL_BOARDS_HINT: &str = "For boards that aren't from the game, whose levels don't deal all boards equally often";
}

/// Games.
pub mod game {
    use super::counted;

    /// What the daily game is.
    pub fn daily(level: u8) -> String {
        format!("A game that starts at level {level} on this day")
    }

    /// The level of the first round.
    pub fn start_at(level: u8) -> String {
        format!("Start at level {level}")
    }

    /// The seed.
    pub const SEED: &str = "Seed";

    /// The coins of the round.
    pub fn coins(count: u32) -> String {
        counted(count.into(), "coin")
    }

    /// Ends the round.
    pub fn stop_with(coins: u32) -> String {
        format!("Stop with {}  Q", super::game::coins(coins))
    }

    /// A lower level comes next.
    pub fn down_to(level: u8) -> String {
        format!("down to level {level}")
    }

    /// The same level comes next.
    pub fn again(level: u8) -> String {
        format!("level {level} again")
    }

    /// A higher level comes next.
    pub fn up_to(level: u8) -> String {
        format!("up to level {level}")
    }

    /// The round is won, with the next level.
    pub fn cleared(next: &str) -> String {
        format!("You found every 2 and 3. Next: {next}.")
    }

    /// The round is lost, with the next level.
    pub fn lost(next: &str) -> String {
        format!("The coins of this round are gone. Next: {next}. Ctrl+Z undoes the flip, but the statistics keep the loss.")
    }

    /// The round was stopped, with the next level.
    pub fn stopped(next: &str) -> String {
        format!("You keep the coins. Next: {next}.")
    }
}

/// Simulations.
pub mod simulation {
    use super::{counted, grouped};

    /// One of them.
    pub fn play_level(level: u8) -> String {
        format!("Play level {level}")
    }

    /// The number of rounds per level.
    pub fn rounds(count: u64) -> String {
        counted(count, "round")
    }

    /// A simulation that failed.
    pub fn failed(message: &str) -> String {
        format!("The simulation failed: {message}")
    }

    /// A share of 1 in whole percent.
    pub fn whole_percent(share: f64) -> String {
        format!("{:.0} %", 100.0 * share)
    }

    /// A strategy in the legend.
    pub fn numbered(number: usize, strategy: impl std::fmt::Display) -> String {
        format!("{number} {strategy}")
    }

    /// A point of the plot of predicted and observed Voltorbs, with shares of 1.
    pub fn bin(tiles: u64, predicted: f64, observed: f64, error: f64) -> String {
        let [predicted, observed, error] = [predicted, observed, error].map(|share| 100.0 * share);
        format!("{}: {predicted:.1} % predicted, {observed:.1} % ± {error:.1} observed", counted(tiles, "tile"))
    }

    /// How many of its points are as expected.
    pub fn points_near_line(near: usize, all: usize) -> String {
        format!("{near} of {} within two standard errors of the line.", counted(all as u64, "point"))
    }

    /// A row of the results.
    pub fn result_of(level: u8, strategy: impl std::fmt::Display) -> String {
        format!("Level {level}, {strategy}")
    }

    /// The share of rounds cleared, and how many of the rounds weren't played exactly.
    pub fn result(rate: f64, error: f64, deals: u64, inexact: u64) -> String {
        let inexact = if inexact > 0 { format!(", {} not exact", grouped(inexact)) } else { String::new() };
        format!("{:.1} % ± {:.1} of {}{inexact}", 100.0 * rate, 100.0 * error, grouped(deals))
    }
}
