//! What users read in Virus War's controls, grouped by where they read it.

/// The game, the meaning of a click, and the rules.
pub mod game {
    pub const TAKE_BACK: &str = "Take back";
    pub const TAKE_BACK_HINT: &str =
        "Takes back the last move. You can also right-click the board. Moves that others follow stay in the game";
    pub const TAKE_BACK_TURN: &str = "Take back turn";
    pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back";

    /// Who wins, for players who begin in the middle of a game, as on each day.
    pub const GOAL: &str = "Who can't make a whole turn loses.";

    /// The opponents, each with its spoken name and its tooltip.
    pub const OPPONENTS: [(&str, &str, &str); 3] = [
        ("Computer", "Against the computer", "You play against the computer"),
        ("Person", "Against a person", "Two people play in turn at this computer"),
        ("Watch", "Watch the computer", "The computer plays both sides, at a speed that you can change"),
    ];
    pub const BOARD: &str = "Board";
    pub const BOARD_HINT: &str = "Cells along each side of the board. Other rules are under “Board and rules” in Solve mode";
    pub const PACE: &str = "Speed";
    /// One speed.
    pub fn pace(moves_per_second: f32) -> String {
        format!("{moves_per_second} {} / s", if moves_per_second == 1.0 { "move" } else { "moves" })
    }
    /// The sides, each with its spoken name and its tooltip.
    pub const SIDES: [(&str, &str, &str); 2] =
        [("O, first", "Play O", "You play O and move first"), ("X, second", "Play X", "You play X; the computer moves first")];

    pub const BOARD_AND_RULES: &str = "Board and rules";
}

/// The report of the game.
pub mod report {
    pub use virus_war::percent;

    pub const REPORT: &str = "Report";
    pub const OPEN: &str = "Game report";
    pub const OPEN_HINT: &str = "Shows where the game was won and lost, and how many turns there were to choose from";
    /// The graphs, each with its spoken name and its tooltip.
    pub const GRAPHS: [(&str, &str, &str); 2] = [
        ("Chances", "Chances of winning", "Where the game was won and lost"),
        ("Choices", "Turns to choose from", "How many turns there were to choose from"),
    ];

    /// Instead of what it says of a position, in a variation at the turn with this number.
    pub fn variation(number: usize) -> String {
        format!("A variation in place of turn {number}, which this report doesn't judge.")
    }
    pub const ON_THIS_LINE: &str = "Report on this line";
    pub const ON_THIS_LINE_HINT: &str = "Judges the line on the board, with its variation, in place of the one that is reported";

    /// "Accuracy: O 93 %, X 81 %".
    pub fn accuracy(players: &[(String, f64)]) -> String {
        let each: Vec<String> = players.iter().map(|(player, accuracy)| format!("{player} {}", percent(*accuracy))).collect();
        format!("Accuracy: {}", each.join(", "))
    }
}

/// The turns of the game with its variations.
pub mod turns {
    use std::fmt::Display;

    /// The name of the part of the right side that they are in.
    pub const GAME: &str = "Game";
    pub const NO_TURNS: &str = "No turn has been played yet";
    pub const COMMENT: &str = "Comment on this turn";
    pub const IN_MAIN_LINE: &str = "This turn is in the main line";

    /// The number of a turn with its player: "2. X".
    pub fn number(number: usize, player: impl Display) -> String {
        format!("{number}. {player}")
    }
}

/// The computer as an opponent.
pub mod computer {
    pub const LEVEL: &str = "Level";
    pub const TIME_PER_TURN: &str = "Time per turn";
}

/// The duplicate tool.
pub mod duplicates {
    use base::text::{counted, grouped};

    pub const COLUMNS: [&str; 4] = ["time", "factor", "memory", "article"];

    pub fn kept(kept: u64, all: u64) -> String {
        format!("{} of {}: the first of each set, in order", grouped(kept), counted(all, "triple"))
    }
}

/// Challenges.
pub mod problem {
    use base::challenge::Grade;

    pub fn grade(grade: Grade) -> &'static str {
        match grade {
            Grade::Easy => "Kill the most viruses, or win at once",
            Grade::Medium => "Find the only turn that doesn't lose at once",
            Grade::Hard => "Win in two turns, whatever the enemy replies",
            Grade::Expert => "Win in three turns, whatever the enemy replies",
        }
    }
}
