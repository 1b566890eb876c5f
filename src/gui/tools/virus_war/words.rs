//! What users read in Virus War's controls, grouped by where they read it.

/// The game, the meaning of a click, and the rules.
pub mod game {
    use crate::text::counted;

    pub const IS_CHALLENGE: &str = "This document is a challenge; start a game from another one";

    /// Challenges of this grade, among the results.
    pub fn challenges(grade: &str) -> String {
        format!("{grade} challenges")
    }

    pub const GAME: &str = "Game";
    pub const NEW_GAME: &str = "New game…";
    pub const NEW_GAME_HINT: &str = "Choose the opponent and your side, and start a game as a new document";
    pub const LEAVE_GAME: &str = "Leave game";
    pub const LEAVE_GAME_HINT: &str = "Ends the game. Its moves stay in this document";
    pub const TAKE_BACK: &str = "Take back";
    pub const TAKE_BACK_HINT: &str =
        "Takes back the last move. You can also right-click the board. Moves that others follow stay in the game";
    pub const TAKE_BACK_TURN: &str = "Take back turn";
    pub const TAKE_BACK_TURN_HINT: &str = "Takes back the moves of this turn, or else the last turn";
    pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back";
    pub const PASS: &str = "Pass";
    pub const PASS_HINT: &str = "Skips this turn";

    pub const ABOUT_DAILY: &str = "A game against the computer; you move first";
    pub const TWO_PLAYERS: &str = "Two players";
    pub const COMPUTERS: &str = "Computer against itself";
    pub const YOU_WIN: &str = "You win!";
    pub const YOU_LOSE: &str = "The computer wins";

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

    pub const AGAINST: &str = "Opponent";
    /// The opponents, each with its spoken name and its tooltip.
    pub const OPPONENTS: [(&str, &str, &str); 3] = [
        ("Computer", "Against the computer", "You play against the computer"),
        ("Person", "Against a person", "Two people play in turn at this computer"),
        ("Watch", "Watch the computer", "The computer plays both sides, at the speed of the timeline"),
    ];
    pub const YOU_PLAY: &str = "You play";
    /// The sides, each with its spoken name and its tooltip.
    pub const SIDES: [(&str, &str, &str); 2] =
        [("O, first", "Play O", "You play O and move first"), ("X, second", "Play X", "You play X; the computer moves first")];

    /// Who plays in a game.
    pub fn players(computer: impl std::fmt::Display, level: &str, user: impl std::fmt::Display) -> String {
        format!("You play {user}. The computer plays {computer}: {level}.")
    }

    pub const LEVEL_OF_O: &str = "Level of O";
    pub const LEVEL_OF_X: &str = "Level of X";

    /// Who plays in a game of the computer with itself.
    pub fn watched(one: impl std::fmt::Display, level: &str, other: impl std::fmt::Display, rival: &str) -> String {
        format!("The computer plays {one}: {level}, and {other}: {rival}.")
    }

    pub const PEOPLE: &str = "O and X play in turn.";

    /// Why a game is over, and what to do next.
    pub fn after_game(reason: &str) -> String {
        format!("{reason}. Start a new game, take back a turn, or see in the report where it was won and lost.")
    }

    pub const CLICK: &str = "Click on a cell";
    pub const MAKES_MOVE: &str = "makes a move";
    pub const MAKES_MOVE_HINT: &str = "Click a move of this turn to take it back";
    pub const CHANGES_CELL: &str = "changes the cell";
    pub const CHANGES_CELL_HINT: &str = "Cycles through empty, live O, live X, killed O and killed X. You can also type . O X o x";

    pub const BOARD_AND_RULES: &str = "Board and rules";
    pub const SIDE: &str = "Board size";
    pub const SIDE_HINT: &str = "Cells along each side of the board";
    pub const CORNER: &str = "O starts at";
    pub const CORNER_HINT: &str = "Starts a game with O in this corner and X in the opposite one";
    pub const TO_MOVE: &str = "To move";
    pub const MOVES_PER_TURN: &str = "Moves per turn";
    pub const MOVES_PER_TURN_HINT: &str = "Number of moves in a whole turn";
    pub const MOVES_IN_FIRST_TURN: &str = "In the first turn";
    pub const MOVES_IN_FIRST_TURN_HINT: &str = "Number of moves in O's first turn";
    pub const EMPTY_START: &str = "Start on an empty board";
    pub const EMPTY_START_HINT: &str = "Starts a game in which each player's first move is in its corner";
    pub const ALLOW_PASSING: &str = "Allow passing";
    pub const ALLOW_PASSING_HINT: &str = "A player may skip a whole turn, but only one that they could complete";

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
    pub const CLOSE: &str = "Close the report";
    pub const OPEN_HINT: &str = "Shows where the game was won and lost, and how many turns there were to choose from";
    /// The graphs, each with its spoken name and its tooltip.
    pub const GRAPHS: [(&str, &str, &str); 2] = [
        ("Chances", "Chances of winning", "Where the game was won and lost"),
        ("Choices", "Turns to choose from", "How many turns there were to choose from"),
    ];
    pub const CHANCES: &str = "Each player's chance of winning before each turn. Rings mark turns that lost 10 % or more. Click one: on the board, “?” marks \
                               the turn that was played, a tick a better one.";
    pub const CHOICES: &str = "How many turns there were before each turn, and in how many sequences. Between the lines are the duplicates that the article \
                               removes.";
    pub const STOPPED: &str = "Stopped.";
    pub const TRY_AGAIN: &str = "Try again";
    pub const ACCURACY_HINT: &str = "100 % less the chance of winning that a turn lost on average";
    pub const NO_MISTAKES: &str = "No turn lost 10 % or more.";

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

    pub const TURNS: &str = "Turns of the game";
    pub const NO_TURNS: &str = "No turn has been played yet";
    pub const NO_TURN_SHOWN: &str = "Go to a turn first";
    pub const MARK: &str = "Mark of this turn";
    pub const MARK_HINT: &str = "What you think of this turn";
    pub const NO_MARK: &str = "–";
    pub const WITHOUT_MARK: &str = "– No mark";
    pub const COMMENT: &str = "Comment on this turn";
    pub const MAKE_MAIN: &str = "Make main line";
    pub const MAKE_MAIN_HINT: &str = "Makes the line with this turn the main line. The other one becomes a variation";
    pub const DELETE: &str = "Delete variation";
    pub const DELETE_HINT: &str = "Deletes the variation with this turn. You can undo this";
    pub const IN_MAIN_LINE: &str = "This turn is in the main line";
    pub const COPY: &str = "Copy game";
    pub const COPY_HINT: &str = "Copies the whole game with its variations as text, which you can paste here again";

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

    pub const FILTER_TURNS: &str = "Filter turns";
    pub const KILLS_HINT: &str = "Turns with this many kills";
    pub const WITH_CELLS: &str = "With cells";
    pub const WITH_CELLS_HINT: &str = "Lists only turns that include all these cells";
    pub const WITH_CELLS_EXAMPLE: &str = "e5 f6";

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

    pub const COMPUTER: &str = "Computer";
    pub const LEVEL: &str = "Level";
    pub const TIME_PER_TURN: &str = "Time per turn";
    /// How strong a level is.
    pub fn rating(points: u32) -> String {
        format!("Rating {}; random has 0, and 400 points more win ten of eleven games", grouped(u64::from(points)))
    }

    pub const NO_LIMIT: &str = "This level needs no limit";
    pub const PLAYS: &str = "Plays";
    pub const WHEN_ASKED: &str = "When asked";
    pub const PLAYS_O: &str = "O by itself";
    pub const PLAYS_X: &str = "X by itself";
    pub const PLAYS_BOTH: &str = "Both sides";

    pub const PLAY: &str = "Let the computer play";
    pub const PLAY_HINT: &str = "Makes the remaining moves of this turn";
    pub const POSITION_IS_FLAWED: &str = "Fix the position first (see the status bar)";
    pub const GAME_IS_OVER: &str = "The game is over";
    pub const YOUR_TURN: &str = "It's your turn";
    pub const STOP: &str = "Stop the computer";
    pub const STOP_HINT: &str = "Stops without making a move (Esc)";

    pub const LINE_HINT: &str = "The turns that the computer expects, its own first; earlier ideas are below. The score is its mobility minus the enemy's; \
                                 the expert gives its chance of winning instead, estimated from games of the program with itself. \
                                 A win or a loss is stated only if it's proved; \"probably\" means that only the most promising turns were tried";

    pub const WINS: &str = "It wins";
    pub const PROBABLY_WINS: &str = "It probably wins";
    pub const LOSES: &str = "It loses";
    pub const PROBABLY_LOSES: &str = "It probably loses";

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

    pub const TITLE: &str = "Analysis";
    pub const ANALYSE: &str = "Analyse while I look";
    pub const ANALYSE_HINT: &str = "Searches for the best turns of the position on the board, further and further ahead, until it changes";
    pub const THREADS_HINT: &str = "Number of threads that search. With more than one, chances differ slightly from time to time";
    pub const POSITION_IS_FLAWED: &str = "Fix the position first (see the status bar)";
    pub const GAME_IS_OVER: &str = "The game is over";
    pub const NOTHING_YET: &str = "Searching…";
    pub const WAITING: &str = "Waiting…";

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

    pub const SETS_OF_THREE: &str = "Triples";
    pub const OPEN: &str = "Remove duplicates…";
    pub const OPEN_HINT: &str = "Removes permutations from a list of triples, by each of the article's techniques";
    pub const TITLE: &str = "Remove duplicate triples";

    pub const LIST: &str = "List";
    /// The spoken name of the box with the list.
    pub const LIST_BOX: &str = "List of triples";
    pub const LIST_EXAMPLE: &str = "((1 2 3) (1 3 4) (3 1 2))";
    pub const PASTE: &str = "Paste";
    pub const PASTE_HINT: &str = "Reads ((1 2 3) (1 3 4)), [(1, 2, 3), (1, 3, 4)] or plain numbers from 0 to 99";
    pub const CLEAR: &str = "Clear";
    pub const RANDOM: &str = "Random triples";
    pub const RANDOM_HINT: &str = "Number of triples";
    pub const SEED: &str = "seed";
    pub const SEED_HINT: &str = "The same seed always generates the same list";
    pub const MAKE: &str = "Generate";
    pub const MAKE_HINT: &str = "Replaces the list with random triples";
    pub const READING: &str = "Reading…";

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

    pub const TECHNIQUES: &str = "Techniques";
    pub const STOP: &str = "Stop";
    pub const STOP_HINT: &str = "Keeps what has been measured (Esc)";
    pub const COMPARE_ALL: &str = "Compare all";
    pub const REMOVE: &str = "Remove duplicates";
    pub const LIST_IS_EMPTY: &str = "There are no triples yet";
    pub const COLUMNS: [&str; 4] = ["time", "factor", "memory", "article"];
    pub const COLUMNS_EXPLAINED: &str = "Bars are logarithmic. Factors are relative to the article's first program, run on this computer. The article's own times, from 2020, are for \
                                         10,000 random triples on its author's computer.";

    pub fn compare_all_hint(limit: Duration) -> String {
        format!("Runs all techniques in turn, each for at most {}", duration(limit))
    }

    /// The time of a technique that was stopped at the limit.
    pub fn over(limit: Duration) -> String {
        format!("▲ over {}", duration(limit))
    }

    pub const DISAGREE: &str = "▲ The techniques disagree: at least one is wrong";

    /// All techniques that finished keep the same triples.
    pub fn agree(finished: usize, all: usize, kept: u64) -> String {
        let who = if finished == all { format!("All {all}") } else { format!("The {finished} that finished") };
        format!("{who} keep the same {}", counted(kept, "triple"))
    }

    pub const RESULT: &str = "Result";
    /// The spoken name of the box with the result.
    pub const RESULT_BOX: &str = "Triples without duplicates";
    pub const SAVE: &str = "Save…";
    pub const SAVE_HINT: &str = "Saves them as text that this tool can read";
    pub const COPY: &str = "Copy";
    pub const KEEP: &str = "Keep only these";
    pub const KEEP_HINT: &str = "Replaces the list with these triples";
    pub const NO_DUPLICATES: &str = "The list has no duplicates";

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

    pub const ABOUT: &str = "Or solve a challenge: only one turn is right.";
    pub const START: &str = "A position in which only one turn reaches the goal";
    pub const MISTAKES: &str = "Complete turns that didn't reach the goal";

    pub fn grade(grade: Grade) -> &'static str {
        match grade {
            Grade::Easy => "Kill the most viruses, or win at once",
            Grade::Medium => "Find the only turn that doesn't lose at once",
            Grade::Hard => "Win in two turns, whatever the enemy replies",
            Grade::Expert => "Win in three turns, whatever the enemy replies",
        }
    }

    pub const CHALLENGE: &str = "Challenge";
    pub const TAKE_BACK_ALL_HINT: &str = "Take back all moves of the turn";

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
