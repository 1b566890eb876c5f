//! What users read in Virus War's controls, grouped by where they read it.

/// The game, the meaning of a click, and the rules.
pub mod game {
    use crate::text::counted;

    /// Challenges of this grade, among the results.
    pub fn challenges(grade: &str) -> String {
        format!("{grade} challenges")
    }

    pub const TAKE_BACK: &str = "Take back";
    pub const TAKE_BACK_HINT: &str =
        "Takes back the last move. You can also right-click the board. Moves that others follow stay in the game";
    pub const TAKE_BACK_TURN: &str = "Take back turn";
    pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back";

    /// What a new game is.
    pub fn about_game(side: u8, moves: u8) -> String {
        format!(
            "A game on a board of {side} × {side}, with {} per turn. To change that, see “{BOARD_AND_RULES}” in Solve mode.",
            counted(u64::from(moves), "move")
        )
    }

    /// The kind of a game against this level: "Computer, two turns ahead".
    pub fn against(level: &str) -> String {
        format!("Computer, {level}")
    }

    /// The opponents, each with its spoken name and its tooltip.
    pub const OPPONENTS: [(&str, &str, &str); 3] = [
        ("Computer", "Against the computer", "You play against the computer"),
        ("Person", "Against a person", "Two people play in turn at this computer"),
        ("Watch", "Watch the computer", "The computer plays both sides, at the speed of the timeline"),
    ];
    /// The sides, each with its spoken name and its tooltip.
    pub const SIDES: [(&str, &str, &str); 2] =
        [("O, first", "Play O", "You play O and move first"), ("X, second", "Play X", "You play X; the computer moves first")];

    /// Who plays in a game.
    pub fn players(computer: impl std::fmt::Display, level: &str, user: impl std::fmt::Display) -> String {
        format!("You play {user}. The computer plays {computer}: {level}.")
    }

    /// Who plays in a game of the computer with itself.
    pub fn watched(one: impl std::fmt::Display, level: &str, other: impl std::fmt::Display, rival: &str) -> String {
        format!("The computer plays {one}: {level}, and {other}: {rival}.")
    }

    /// Why a game is over, and what to do next.
    pub fn after_game(reason: &str) -> String {
        format!("{reason}. Start a new game, take back a turn, or see in the report where it was won and lost.")
    }

    pub const BOARD_AND_RULES: &str = "Board and rules";

    /// The spoken name of a button that chooses who moves next.
    pub fn is_to_move(player: impl std::fmt::Display) -> String {
        format!("{player} is to move")
    }
}

/// The report of the game.
pub mod report {
    use std::fmt::Display;

    pub use crate::puzzles::virus_war::words::report::percent;
    use crate::text::{counted, listed};

    pub const REPORT: &str = "Report";
    pub const OPEN: &str = "Game report";
    pub const OPEN_HINT: &str = "Shows where the game was won and lost, and how many turns there were to choose from";
    /// The graphs, each with its spoken name and its tooltip.
    pub const GRAPHS: [(&str, &str, &str); 2] = [
        ("Chances", "Chances of winning", "Where the game was won and lost"),
        ("Choices", "Turns to choose from", "How many turns there were to choose from"),
    ];

    pub fn mistakes_so_far(mistakes: usize) -> String {
        format!("{} so far. You can look at them once all turns are judged.", counted(mistakes as u64, "mistake"))
    }

    pub fn working(done: usize, all: usize) -> String {
        format!("{done} of {all} points")
    }

    pub fn failed(message: &str) -> String {
        format!("The report failed: {message}")
    }

    /// "Accuracy: O 93 %, X 81 %".
    pub fn accuracy(players: &[(String, f64)]) -> String {
        let each: Vec<String> = players.iter().map(|(player, accuracy)| format!("{player} {}", percent(*accuracy))).collect();
        format!("Accuracy: {}", each.join(", "))
    }

    /// The head of a mistake: "Turn 5 (X): a1 b2 c3 lost 23 %".
    pub fn mistake(turn: usize, mover: impl Display, played: impl Display, loss: f64) -> String {
        format!("Turn {turn} ({mover}): {played} lost {}", percent(loss))
    }

    /// What was better: "Better: d4 e5 f6, which kills 2 viruses (looking 4 turns ahead)".
    pub fn better(turn: impl Display, reasons: &[String], depth: u8) -> String {
        let ahead = counted(u64::from(depth), "turn");
        match reasons {
            [] => format!("Better: {turn} (looking {ahead} ahead)"),
            _ => format!("Better: {turn}, which {} (looking {ahead} ahead)", listed(reasons, "and")),
        }
    }

    /// What the enemy could do after it: "It lets O play a1 b2 c3, which kills 2 viruses".
    pub fn reply(enemy: impl Display, turn: impl Display, reasons: &[String]) -> String {
        format!("It lets {enemy} play {turn}, which {}", listed(reasons, "and"))
    }
}

/// The turns of the game with its variations.
pub mod turns {
    use std::fmt::Display;

    pub const NO_TURNS: &str = "No turn has been played yet";
    pub const COMMENT: &str = "Comment on this turn";
    pub const IN_MAIN_LINE: &str = "This turn is in the main line";

    /// The number of a turn with its player: "2. X".
    pub fn number(number: usize, player: impl Display) -> String {
        format!("{number}. {player}")
    }

    /// The spoken name of a turn: "X, turn 2: g7 f6 e5, good, in a variation, comment: wins a virus".
    pub fn name(player: impl Display, number: usize, moves: &str, mark: &str, comment: &str, depth: usize) -> String {
        let mark = if mark.is_empty() { String::new() } else { format!(", {mark}") };
        let variation = if depth == 0 { "" } else { ", in a variation" };
        let comment = if comment.is_empty() { String::new() } else { format!(", comment: {comment}") };
        format!("{player}, turn {number}: {moves}{mark}{variation}{comment}")
    }
}

/// The filter of the list of turns.
pub mod filter {
    use crate::text::counted;

    pub fn with_kills(kills: u64) -> String {
        if kills == 0 { "Without kills".to_owned() } else { format!("With {}", counted(kills, "kill")) }
    }

    /// The spoken name of a line: "With 1 kill: 24 turns".
    pub fn line(title: &str, turns: u64) -> String {
        format!("{title}: {}", counted(turns, "turn"))
    }

    pub fn line_hint(meaning: &str) -> String {
        format!("{meaning}. Click to list only these; click again to list all")
    }

    pub fn not_a_cell(name: &str) -> String {
        format!("▲ {name} isn't a cell; type a letter and a number, like e5")
    }
}

/// The computer as an opponent.
pub mod computer {
    use std::time::Duration;

    use crate::{
        puzzles::virus_war::words::prospects,
        text::{counted, duration, grouped},
    };

    pub const LEVEL: &str = "Level";
    pub const TIME_PER_TURN: &str = "Time per turn";
    /// How strong a level is.
    pub fn rating(points: u32) -> String {
        format!("Rating {}; random has 0, and 400 points more win ten of eleven games", grouped(u64::from(points)))
    }

    pub fn score(score: i32) -> String {
        format!("Score {score:+}")
    }

    /// A chance of winning, from 0 to 1.
    pub fn chance(chance: f64) -> String {
        format!("{} to win", prospects::chance(chance))
    }

    /// A line of turns that the computer expects.
    pub fn line(expectation: &str, depth: u64, turns: &[String]) -> String {
        format!("{expectation} ({} ahead):\n{}", counted(depth, "turn"), turns.join(" / "))
    }

    pub fn work(turns: u64, time: Duration) -> String {
        format!("Looked at {} in {}", counted(turns, "turn"), duration(time))
    }

    pub fn failure(message: &str) -> String {
        format!("The computer can't play: {message}")
    }
}

/// The analysis of the position on the board.
pub mod analysis {
    use std::{fmt::Display, time::Duration};

    pub use crate::puzzles::virus_war::words::prospects::proved;
    use crate::text::{bytes, counted, duration, grouped};

    /// How far the search has come.
    pub fn reach(depth: u64, searched: u64, turns: u64) -> String {
        format!("{} ahead, best {} of {}", counted(depth, "turn"), grouped(searched), counted(turns, "turn"))
    }

    /// A turn with its chance, and the turns that are expected after it.
    pub fn line(prospect: impl Display, turns: &[String]) -> String {
        format!("{prospect}  {}", turns.join(" / "))
    }

    pub fn line_hint(line: &str, depth: u64) -> String {
        let depth = counted(depth, "turn");
        format!(
            "{line}\n\nThe mover's chance of winning, estimated {depth} ahead, and the expected turns. Click to draw them on the board; click again to hide them"
        )
    }

    pub fn work(turns: u64, time: Duration, memory: u64) -> String {
        format!("Looked at {} in {}, with {} of memory", counted(turns, "turn"), duration(time), bytes(memory))
    }

    pub fn failure(message: &str) -> String {
        format!("The analysis failed: {message}")
    }
}

/// The duplicate tool.
pub mod duplicates {
    use std::time::Duration;

    use crate::text::{counted, duration, grouped};

    pub fn length(triples: u64, is_long: bool) -> String {
        let more = if is_long { "; too long to edit here: paste or generate another list" } else { "" };
        format!("{}{more}", counted(triples, "triple"))
    }

    pub fn too_long(triples: u64, most: u64) -> String {
        let (triples, most) = (grouped(triples), grouped(most));
        format!("The list has {triples} triples; this tool takes at most {most}. The command `quincunx triples` takes more")
    }

    pub fn error(message: &str) -> String {
        format!("▲ {message}")
    }

    pub fn techniques_failed(message: &str) -> String {
        format!("The techniques failed: {message}")
    }

    pub fn reading_failed(message: &str) -> String {
        format!("Couldn't read the list: {message}")
    }

    pub const COLUMNS: [&str; 4] = ["time", "factor", "memory", "article"];

    pub fn compare_all_hint(limit: Duration) -> String {
        format!("Runs all techniques in turn, each for at most {}", duration(limit))
    }

    /// The time of a technique that was stopped at the limit.
    pub fn over(limit: Duration) -> String {
        format!("▲ over {}", duration(limit))
    }

    /// All techniques that finished keep the same triples.
    pub fn agree(finished: usize, all: usize, kept: u64) -> String {
        let who = if finished == all { format!("All {all}") } else { format!("The {finished} that finished") };
        format!("{who} keep the same {}", counted(kept, "triple"))
    }

    pub fn kept(kept: u64, all: u64) -> String {
        format!("{} of {}: the first of each set, in order", grouped(kept), counted(all, "triple"))
    }

    /// Follows the beginning of a list that is too long to show.
    pub fn and_more(triples: u64) -> String {
        format!(" … and {} more)", grouped(triples))
    }
}

/// Challenges.
pub mod problem {
    use crate::{
        challenge::Grade,
        puzzles::virus_war::model::{goal::Goal, position::Player},
        text::counted,
    };

    pub fn grade(grade: Grade) -> &'static str {
        match grade {
            Grade::Easy => "Kill the most viruses, or win at once",
            Grade::Medium => "Find the only turn that doesn't lose at once",
            Grade::Hard => "Win in two turns, whatever the enemy replies",
            Grade::Expert => "Win in three turns, whatever the enemy replies",
        }
    }

    /// What the goal means, without the full stop.
    pub fn meaning(goal: Goal, mover: Player) -> String {
        let enemy = mover.other();
        match goal {
            Goal::Kill(_) => "only one turn kills as many".to_owned(),
            Goal::Win(1) => format!("only one turn leaves {enemy} without a whole turn"),
            Goal::Win(turns) => {
                let more = counted(u64::from(turns - 1), "more turn");
                format!("only one turn lets {mover} win within {more}, whatever {enemy} replies")
            }
            Goal::Survive => format!("after every other turn, {enemy} wins at once"),
        }
    }
}
