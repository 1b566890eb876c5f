//! The texts of Voltorb Flip's controls, grouped by where they appear.

use crate::text::{counted, grouped};

/// Titles of sections.
pub mod sections {
    /// The level.
    pub const LEVEL: &str = "Level";
    /// The coins and the next board of a session that is played elsewhere.
    pub const SESSION: &str = "Session";
    /// The finished rounds.
    pub const ROUNDS: &str = "Rounds";
    /// The goal of the round.
    pub const GOAL: &str = "Goal";
    /// What the value keys do.
    pub const PEN: &str = "V, 1, 2 or 3 on a tile";
    /// What can be done to the board.
    pub const BOARD: &str = "Board";
    /// Games.
    pub const PLAY: &str = "Play";
    /// The list of keys.
    pub const KEYS: &str = "Keys";
    /// Simulations.
    pub const SIMULATION: &str = "Simulation";
    /// The plot of wins.
    pub const WINS: &str = "Rounds cleared";
    /// The plot of predicted and observed Voltorbs.
    pub const CALIBRATION: &str = "Are the odds right?";
    /// The results of a simulation as numbers.
    pub const RESULTS: &str = "Results";

    /// A round of a game.
    pub fn round(level: u8, round: u64) -> String {
        format!("Level {level} · round {round}")
    }
}

/// The advice card.
pub mod advice {
    /// Instead of advice.
    pub const NONE: &str = "Type the clues";
    /// Its explanation.
    pub const NONE_REASON: &str = "The best flip is then shown here. Press C to go to the first clue.";
    /// The advice is proved.
    pub const EXACT: &str = "Exact.";
    /// Its explanation.
    pub const EXACT_HINT: &str = "Takes every matching board into account, with the best play to the end";
    /// The best play is still being searched.
    pub const STILL_SEARCHING: &str = "Best so far; still searching";
    /// Its explanation.
    pub const STILL_SEARCHING_HINT: &str = "The best play isn't known yet";
    /// The search ended without the best play.
    pub const BEST_SO_FAR: &str = "Best so far";
    /// Its explanation.
    pub const BEST_SO_FAR_HINT: &str = "Finding the best play would take too much time or memory";
}

/// Level, goal, notes and the board.
pub mod editing {
    /// A level.
    pub fn level(number: u8) -> String {
        format!("Level {number}")
    }
    /// No level.
    pub const UNKNOWN_LEVEL: &str = "?";
    /// Its explanation.
    pub const UNKNOWN_LEVEL_HINT: &str = "Unknown level: the odds weigh each level by how likely it is";

    /// What it means to clear the board.
    pub const CLEAR_HINT: &str = "Flip every 2 and 3 and no Voltorb";
    /// What it means to keep the level.
    pub const KEEP_LEVEL_HINT: &str =
        "Don't drop to a lower level: clear the board or, below level 8, flip as many tiles as the level's number and stop";
    /// What eight cards are good for.
    pub const EIGHT_CARDS_HINT: &str =
        "Flip eight tiles, then stop. Five such rounds in a row, the last at level 5 or higher, lead to level 8";
    /// What it means to win coins.
    pub const COINS_HINT: &str = "Win the most coins on average. You may stop at any time";

    /// The value keys flip.
    pub const PEN_FLIP: &str = "flip it";
    /// Its explanation.
    pub const PEN_FLIP_HINT: &str = "Turns the tile face up with this value; hold Shift to make a note";
    /// The value keys make notes.
    pub const PEN_NOTE: &str = "make a note";
    /// Its explanation.
    pub const PEN_NOTE_HINT: &str = "Notes the value; the tile stays face down";

    /// The coins of the earlier rounds.
    pub const COINS: &str = "Coins";
    /// Its explanation.
    pub const COINS_SO_FAR_HINT: &str = "From the earlier rounds of this session";
    /// The coins of this round.
    pub const THIS_ROUND: &str = "This round";
    /// Its explanation.
    pub const THIS_ROUND_HINT: &str = "The product of the flipped values; 0 after a Voltorb";
    /// Opens the next board.
    pub const NEXT_BOARD: &str = "Next board  N";
    /// Its explanation.
    pub const NEXT_BOARD_HINT: &str = "Ends this round, with the coins and the level that the game gives, and starts at the first clue";
    /// Why there is no next board.
    pub const EMPTY_BOARD: &str = "This board is still empty";

    /// Turns tiles face down.
    pub const TURN_DOWN: &str = "Turn all face down";
    /// Erases notes.
    pub const ERASE_NOTES: &str = "Erase notes";
    /// Filters the list of boards.
    pub const ONLY_DEALT: &str = "Hide boards that are never dealt";
    /// Its explanation.
    pub const ONLY_DEALT_HINT: &str = "They match the clues, but the game can't deal them at this level, or at any level if it is unknown";

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

    /// Asks for a picture.
    pub const OPEN: &str = "Read picture…";
    /// Its explanation.
    pub const OPEN_HINT: &str = "Reads clues and tiles from a screenshot: PNG, JPEG or WebP. You can also drop the file on the window, or \
         paste a picture with Ctrl+V";
    /// The title of the pane.
    pub const TITLE: &str = "Read picture";
    /// Takes over what was read.
    pub const USE: &str = "Use this board";
    /// Leaves the board as it is.
    pub const CANCEL: &str = "Cancel";
    /// Closes the pane after an error.
    pub const CLOSE: &str = "Close";
    /// After the sum of a clue.
    pub const POINTS: &str = "points";
    /// After the Voltorbs of a clue.
    pub const VOLTORBS: &str = "Voltorbs";
    /// In place of a file's name.
    pub const PASTED: &str = "the pasted picture";
    /// Why a folder or a pipe can't be read.
    pub const NOT_A_FILE: &str = "it isn't a regular file";

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

    /// The head of the first column.
    pub const LEVEL: &str = "Level";
    /// The explanation of the table.
    pub const TABLE_HINT: &str = "Your finished rounds, the latest first: coins, what the best play gets on the deal on average (par), and how \
         many of your decisions were worth less than the best";
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
    /// The coins of the round.
    pub const COINS: &str = "Coins";
    /// In place of a number that isn't known.
    pub const NONE: &str = "–";
    /// Why a round has no verdict.
    pub const NO_VERDICT: &str = "Not reviewed, or its best play isn't known exactly";
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
    /// The review isn't possible.
    pub const NOT_REVIEWED: &str = "Not reviewed: its best play isn't known exactly";
    /// The review was stopped.
    pub const REVIEW_STOPPED: &str = "The review didn't finish";
    /// A review that failed.
    pub fn review_failed(message: &str) -> String {
        format!("The review failed: {message}")
    }
    /// The worth of the deal.
    pub const PAR: &str = "Par";
    /// Its explanation.
    pub const PAR_HINT: &str = "What the best play gets on this deal, on average";
    /// The cost of all mistakes.
    pub const MISTAKES: &str = "Mistakes";
    /// Its explanation.
    pub const MISTAKES_HINT: &str = "How much less the chosen flips were worth than the best ones. Each is measured from its own position, so together they can exceed 100 %";
    /// The luck of the round.
    pub const LUCK: &str = "Luck";
    /// Its explanation.
    pub const LUCK_HINT: &str = "The rest: par minus mistakes plus luck is what the round got";
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
    /// Opens the pane.
    pub const OPEN: &str = "Flip by flip…";
    /// Its explanation.
    pub const OPEN_HINT: &str = "Compares each of your flips with the best one, and shows what a perfect player does on the same board";
    /// Why the pane can't be opened.
    pub const NO_ROUND: &str = "No round has ended in this document since it was opened";
    /// The title of the pane.
    pub const TITLE: &str = "Flip by flip";
    /// Shows the round before.
    pub const EARLIER: &str = "Earlier round";
    /// Shows the round after.
    pub const LATER: &str = "Later round";
    /// The head of the player's flips.
    pub const YOU: &str = "You";
    /// The head of the flips of a perfect player.
    pub const PERFECT: &str = "A perfect player";
    /// Its explanation.
    pub const PERFECT_HINT: &str = "Knows no more than you did, and always flips one of the best tiles: yours, if it is one of them";
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
    /// The head of the numbers.
    pub const NUMBER: &str = "#";
    /// A tile, short enough for a column.
    pub fn tile(row: usize, column: usize) -> String {
        format!("{}, {}", row + 1, column + 1)
    }
    /// In place of a tile: the player stopped.
    pub const STOP: &str = "stop";
    /// The flip was one of the best.
    pub const BEST: &str = "best";
    /// In place of a worth that isn't known exactly.
    pub const UNKNOWN: &str = "?";
    /// Its explanation.
    pub const UNKNOWN_HINT: &str = "? stands for what isn't known exactly: finding the best play would take too much time or memory, it \
         depends on the level, or the tiles contradict the clues";
    /// The perfect player does the same.
    pub const AS_YOU: &str = "as you";

    /// Above the board: the decision that it shows.
    pub fn before_flip(number: usize) -> String {
        format!("Before flip {number}")
    }
    /// The same for the perfect player.
    pub fn before_perfect_flip(number: usize) -> String {
        format!("Before the perfect player's flip {number}")
    }
    /// Above the board, where the player stops.
    pub const BEFORE_STOPPING: &str = "Before stopping";
    /// The same for the perfect player.
    pub const BEFORE_PERFECT_STOP: &str = "Before the perfect player stops";
    /// What was chosen, with its worth.
    pub fn chosen(what: &str, worth: &str) -> String {
        format!("Your choice: {what}, {worth}")
    }
    /// What is best, with its worth.
    pub fn best(what: &str, worth: &str) -> String {
        format!("Best: {what}, {worth}")
    }
    /// What is best isn't known.
    pub const BEST_UNKNOWN: &str = "The best flip isn't known exactly";
    /// What to do before a row is selected.
    pub const SELECT: &str = "Select a row to see the position before the flip.";
    /// Runs the review again.
    pub const TRY_AGAIN: &str = "Try again";

    /// How a line ends, with its coins.
    pub fn ended(how: &str, coins: &str) -> String {
        format!("{how}, {coins}")
    }
    /// The line ends at a tile whose value isn't known.
    pub const HIDDEN: &str = "The value of this tile isn't known";
    /// The line ends where the best play isn't known.
    pub const NOT_KNOWN: &str = "The best play isn't known from here";

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
    /// Before the lowest level that is possible.
    pub const FROM: &str = "About level";
    /// Before the highest one.
    pub const TO: &str = "to";
    /// The explanation of both.
    pub const RANGE_HINT: &str = "These levels are equally likely before the clues are known; the clues then rule out most of them";
    /// Where the chances come from.
    pub const FROM_LAST_ROUND: &str = "The chances follow from the last round, by the rules of rising and falling.";
    /// Forgets the last round.
    pub const ANY_LEVEL: &str = "Any level";
    /// No level is assumed.
    pub const EQUAL_BOARDS: &str = "Count all boards equally";
    /// The button for that below boards that no level deals.
    pub const COUNT_EQUALLY: &str = "Count equally";
    /// Its explanation.
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
    /// What a new game is.
    pub const ABOUT_NEW: &str = "Find every 2 and 3 without flipping a Voltorb. The numbers at the edge are the points and the Voltorbs \
                                 of each line. Choose the level at the left.";
    /// Starts a game.
    pub const PLAY: &str = "Play  P";
    /// Its explanation.
    pub const PLAY_HINT: &str = "Deals a board as the game does. The odds stay hidden until you ask for them";
    /// The seed.
    pub const SEED: &str = "Seed";
    /// Its explanation.
    pub const SEED_HINT: &str = "The same seed deals the same boards; 0 picks a random seed";

    /// The coins of the round.
    pub fn coins(count: u32) -> String {
        counted(count.into(), "coin")
    }
    /// The coins of the game.
    pub const TOTAL_COINS: &str = "Total coins";
    /// Its explanation.
    pub const TOTAL_COINS_HINT: &str = "Including this round; the coin case holds 50,000";
    /// The cards of the round.
    pub const CARDS: &str = "Tiles flipped";
    /// Its explanation.
    pub const CARDS_HINT: &str = "Voltorbs don't count. If you flip too few tiles, you may drop to a lower level";
    /// The explanation of the seed during a game.
    pub const SEED_IN_GAME_HINT: &str = "Enter it next to Play to play the same boards again";

    /// Deals the next round.
    pub const NEXT_ROUND: &str = "Next round";
    /// Shows the odds.
    pub const SHOW_ODDS: &str = "Show odds and advice  O";
    /// Its explanation.
    pub const SHOW_ODDS_HINT: &str = "Shows the exact chances and the best flip. The round then counts as played with help";
    /// The keys during a round.
    pub const KEYS: [(&str, &str); 3] =
        [("Arrows, Enter", "flip a tile (or click it)"), ("V, 1, 2, 3", "make a note"), ("H", "get a hint")];

    /// Ends the round.
    pub fn stop_with(coins: u32) -> String {
        format!("Stop with {}  Q", super::game::coins(coins))
    }
    /// Its explanation.
    pub const STOP_HINT: &str = "Ends the round; you keep its coins";

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
    /// The round is won.
    pub const CLEARED: &str = "Board cleared";
    /// The round is won, with the next level.
    pub fn cleared(next: &str) -> String {
        format!("You found every 2 and 3. Next: {next}.")
    }
    /// The round is lost.
    pub const LOST: &str = "You hit a Voltorb";
    /// The round is lost, with the next level.
    pub fn lost(next: &str) -> String {
        format!("The coins of this round are gone. Next: {next}. Ctrl+Z undoes the flip, but the statistics keep the loss.")
    }
    /// The round was stopped.
    pub const STOPPED: &str = "Stopped";
    /// The round was stopped, with the next level.
    pub fn stopped(next: &str) -> String {
        format!("You keep the coins. Next: {next}.")
    }

    /// Leaves the game.
    pub const LEAVE: &str = "Leave game";
    /// Its explanation.
    pub const LEAVE_HINT: &str = "The board stays. An unfinished round isn't counted";
}

/// The statistics of earlier rounds.
pub mod statistics {
    /// The number of rounds that ended with a Voltorb.
    pub const LOST: &str = "Lost";
    /// The average coins.
    pub const COINS: &str = "Coins per round";
    /// The explanation of all figures.
    pub const HINT: &str = "The average of all rounds at this level";
}

/// Simulations.
pub mod simulation {
    use super::{counted, grouped};

    /// Opens the pane.
    pub const OPEN: &str = "Simulate rounds…";
    /// Its explanation.
    pub const OPEN_HINT: &str = "Plays many rounds to see how often each policy clears the board, and whether the odds are right";
    /// The title of the pane.
    pub const TITLE: &str = "Simulate rounds";
    /// The levels to play.
    pub const LEVELS: &str = "Levels";
    /// One of them.
    pub fn play_level(level: u8) -> String {
        format!("Play level {level}")
    }
    /// The best play.
    pub const OPTIMAL_HINT: &str = "Clears the board most often. Needs a few seconds per round at high levels";
    /// The safest useful tile.
    pub const SAFEST_USEFUL_HINT: &str = "The least risky tile that may be a 2 or 3";
    /// The safest tile.
    pub const SAFEST_HINT: &str = "The least risky tile of all; among equals, the one most likely to be a 2 or 3";
    /// The number of rounds per level.
    pub fn rounds(count: u64) -> String {
        counted(count, "round")
    }
    /// Starts the simulation.
    pub const START: &str = "Simulate";
    /// Why it can't be started.
    pub const CHOOSE: &str = "Choose a level and a policy";
    /// Stops the simulation.
    pub const STOP: &str = "Stop";
    /// Before the first simulation.
    pub const EXPLANATION: &str = "Boards are dealt as in the game. Every policy plays the same boards.";
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
    /// Below the plot of wins.
    pub const WINS_CAPTION: &str = "By level. The whiskers show one standard error.";
    /// A point of the plot of predicted and observed Voltorbs, with shares of 1.
    pub fn bin(tiles: u64, predicted: f64, observed: f64, error: f64) -> String {
        let [predicted, observed, error] = [predicted, observed, error].map(|share| 100.0 * share);
        format!("{}: {predicted:.1} % predicted, {observed:.1} % ± {error:.1} observed", counted(tiles, "tile"))
    }
    /// The axes of that plot.
    pub const CALIBRATION_CAPTION: &str = "Horizontal: the predicted chance of a Voltorb. Vertical: how often there was one.";
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
    /// Its explanation.
    pub const RESULT_HINT: &str =
        "Rounds cleared, with the standard error. In rounds that are \"not exact\", memory ran out for the best play";
}
