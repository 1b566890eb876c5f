//! What users read of Virus War in several places, grouped by where they read it. Players and cells come in as text.

/// The techniques that list turns.
pub mod techniques {
    pub const UNTRACED: &str = "Virus War searches aren't recorded";
    pub const SOURCE: &str = "Quincunx";
    pub const SEQUENCES_TRIED: &str = "sequences tried";
    pub const TURNS_KEPT: &str = "turns";
}

/// The techniques that remove duplicates from lists of triples.
pub mod triples {
    pub const COMPOSITE2_IDEA: &str = "Like composite, but sorts the three numbers by comparing them directly, without a list.";
    pub const PRIMES_IDEA: &str =
        "Gives each number a prime of its own. The product of three primes identifies the numbers, whatever their order.";
    pub const COMPOSITE_IDEA: &str = "Writes the sorted numbers as one number, with two decimal digits for each.";

    pub const ARTICLE: &str = "Removing duplicates from sets of three integers (2020)";
    /// The article's milliseconds are too short for the fifty million comparisons of 10,000 triples, but not for ten thousand lookups.
    pub const ARTICLE_HASHED: &str =
        "Removing duplicates from sets of three integers (2020); judging by its times, the author's Lisp used a hash table for numbers";
    pub const KEY_HASHED: &str = "the article's key, in a hash set";
    pub const KEY_SCANNED: &str = "the article's key, compared with the key of every triple kept";
}

/// How a game stands.
pub mod standing {
    use std::fmt::Display;

    pub fn to_move(mover: impl Display, moves_left: u8) -> String {
        match moves_left {
            0 => format!("{mover}'s turn is complete"),
            1 => format!("{mover} to move, 1 move left"),
            _ => format!("{mover} to move, {moves_left} moves left"),
        }
    }
}

/// The goals of challenges.
pub mod goals {
    use std::fmt::Display;

    /// Short enough to fit above the smallest board.
    pub fn task(mover: impl Display, goal: impl Display) -> String {
        format!("{mover} to move: {goal}")
    }

    /// A number of viruses.
    pub fn viruses(count: u8) -> String {
        match count {
            0 => "no viruses".to_owned(),
            1 => "1 virus".to_owned(),
            _ => format!("{count} viruses"),
        }
    }

    /// Why a turn doesn't reach its goal.
    pub fn enemy_wins(enemy: impl Display, reply: impl Display, lost: impl Display) -> String {
        format!("{enemy} replies {reply} and wins at once: {lost}")
    }
}

/// The board, as drawn and as spoken by screen readers.
pub mod board {
    use std::fmt::Display;

    /// Why a player who has had no virus can move on the cell.
    pub fn first_goes_here(mover: impl Display) -> String {
        format!("{mover}'s first virus goes here")
    }
}

/// The report of a game.
pub mod report {
    /// A share, from 0 to 1.
    pub fn percent(share: f64) -> String {
        format!("{:.0} %", share * 100.0)
    }
}

/// Why a move, a pass or a takeback isn't possible.
pub mod refusals {
    use std::fmt::Display;

    use base::text::grouped;

    pub const FLAWED: &str = "fix the position first (see the status bar)";
    pub const NOTHING_TO_TAKE_BACK: &str = "there is no move to take back";

    pub fn tree_is_full(most: usize) -> String {
        format!("the game has {} turns with its variations, and can't have more", grouped(most as u64))
    }

    pub fn game_over(end: impl Display) -> String {
        format!("the game is over ({end})")
    }
}

/// What is wrong with a game.
pub mod flaws {
    use base::text::{counted, quoted};

    pub fn not_a_cell(symbol: char) -> String {
        format!("{} isn't a cell; use one of . O X o x", quoted(symbol))
    }

    pub fn not_on_board(name: &str) -> String {
        format!("plays {}, which isn't a cell of this board", quoted(name))
    }

    pub fn wrong_number_of_moves(made: u8, left: u8, expected: u8) -> String {
        let left = if left == 0 { String::new() } else { format!(" and has {left} left") };
        format!("made {}{left}, but this turn has {expected}", counted(u64::from(made), "move"))
    }
}

/// The text form of a game.
pub mod game_text {
    pub const MOVES: &str = "moves a turn";
    pub const OPENING: &str = "in the first turn";
    pub const PASSING: &str = "passing allowed";
    pub const NO_PASSING: &str = "no passing";
    pub const EMPTY_START: &str = "empty board with O's first virus at";
    pub const RULES: &str = "expected rules, as in \"Rules: 3 moves a turn, 1 in the first turn, no passing\"";
}

/// Hints on the best turn.
pub mod hints {
    use std::fmt::Display;

    use base::text::counted;

    pub fn look_for(kills: u8) -> String {
        if kills == 0 {
            "look for a turn without kills".to_owned()
        } else {
            format!("look for a turn with {}", counted(u64::from(kills), "kill"))
        }
    }

    pub fn begin_with(cell: impl Display, is_kill: bool) -> String {
        format!("{} {cell}: it's one of the turn's cells", if is_kill { "kill" } else { "play" })
    }

    /// How far the search looked that expects this.
    pub fn looking(prospects: &str, depth: u8) -> String {
        format!("{prospects}, looking {} ahead", counted(u64::from(depth), "turn"))
    }
}

/// What the search expects of a turn.
pub mod prospects {
    use std::fmt::Display;

    use base::text::counted;

    /// A draw that is proved.
    pub const PROVED_DRAW: &str = "Proved: neither player can force a win";

    /// A chance of winning, from 0 to 1. It never reads as certain, since only a proof is.
    pub fn chance(chance: f64) -> String {
        format!("{:.0} %", (chance * 100.0).clamp(1.0, 99.0))
    }

    /// A proved win. `turns` counts the turns of both players until the end.
    pub fn wins_in(turns: u8) -> String {
        format!("wins in {}", of_winner(turns))
    }

    /// A proved loss.
    pub fn loses_in(turns: u8) -> String {
        format!("loses in {}", of_winner(turns))
    }

    /// A win that is proved.
    pub fn proved(winner: impl Display, turns: u8) -> String {
        format!("Proved: {winner} {}", wins_in(turns))
    }

    /// The winner's own turns. The winner makes the last turn.
    fn of_winner(turns: u8) -> String {
        counted(u64::from(turns.div_ceil(2)), "turn")
    }
}
