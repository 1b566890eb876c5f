//! The texts of challenges, the clock, the daily puzzle and statistics.

use super::record::Standing;
use base::{
    challenge::Step,
    date::Date,
    game::Game,
    results::Statistics,
    text::{clock, counted},
};
use std::time::Duration;

// A challenge in progress.

/// The tooltip of giving up.
pub const GIVE_UP_HINT: &str = "End the challenge and show its solution";

// In place of the clock.

/// Nothing is played.
pub const NO_GAME: &str = "No game in progress";
/// The position itself is played.
pub const FREE: &str = "Free play, without a clock";

// The next game.

/// The button that starts a game.
pub const NEW_GAME: &str = "New game";

/// The button that resumes the game that was left.
pub const RESUME: &str = "Resume game";

// The next challenge.

/// The field for the seed.
pub const SEED: &str = "Seed";
/// The tooltip of the seed.
pub const SEED_HINT: &str = "The same seed and grade give the same challenge; 0 gives a random one";
/// The button that makes a challenge.
pub const MAKE: &str = "Start challenge";
/// While a challenge is made.
pub const MAKING: &str = "Making a challenge…";
/// The button that stops that.
pub const STOP_MAKING: &str = "Stop";

/// The spoken name of a grade.
pub fn grade(title: &str) -> String {
    format!("Grade: {title}")
}

/// The tooltip of the button that makes a challenge.
pub fn make_hint(about: &str, shortcut: &str) -> String {
    format!("{about} ({shortcut})")
}

// The result.

/// The button that starts the same challenge again.
pub const TRY_AGAIN: &str = "Try again";
/// The button that shows the solution.
pub const SHOW_SOLUTION: &str = "Show solution";

/// Time, grade, hints and mistakes of a challenge.
pub fn result(game: &Game) -> String {
    let mut parts = vec![clock(Duration::from_millis(game.elapsed_ms))];
    parts.extend(game.grade.map(|grade| grade.title().to_lowercase()));
    parts.push(if game.hints == 0 { "no hints".to_owned() } else { counted(game.hints.into(), "hint") });
    if game.mistakes > 0 {
        parts.push(counted(game.mistakes.into(), "mistake"));
    }
    parts.join(" · ")
}

// Exercises.

/// What counts as a mistake in an exercise.
pub const WRONG_ANSWERS: &str = "Placements that left no solution. A right one that takes a harder step is none";

/// The section with the kinds of steps to practise.
pub const PRACTISE: &str = "Practise one step";

/// The spoken name of a kind of step.
pub fn kind_of_step(step: Step) -> String {
    format!("Practise: {}", step.title())
}

/// How many exercises were solved at the first try, and how many with hints.
pub fn first_tries(statistics: &Statistics) -> String {
    let unaided = match statistics.unaided {
        0 => "none yet".to_owned(),
        all => format!("{} of {all} at the first try", statistics.first_tries),
    };
    match statistics.played.saturating_sub(statistics.unaided) {
        0 => unaided,
        aided => format!("{unaided}; {aided} with hints"),
    }
}

/// What that counts.
pub const FIRST_TRIES_HINT: &str = "Exercises with a hint are counted apart and have no time";

/// The section with the drills that were played, and what is counted of them.
pub const DRILLS: &str = "Your drills";
/// What that counts.
pub const DRILLS_HINT: &str = "At the first try means without a wrong guess. Drills with a hint are counted apart and have no time";

/// A time of the statistics, which may be unknown.
pub fn time(ms: Option<u64>) -> String {
    ms.map_or("–".to_owned(), |ms| clock(Duration::from_millis(ms)))
}

// The daily puzzle.

/// The section.
pub const DAILY: &str = "Daily puzzle";

/// The notice when the daily puzzle is opened or finished again.
pub fn played_before(day: Date) -> String {
    format!("You have played the daily puzzle of {day} before. Only its first game counts.")
}

/// How far the daily puzzle has come. Only challenges can be given up.
pub fn standing(standing: Standing, are_challenges: bool) -> &'static str {
    match standing {
        Standing::Untouched => "",
        Standing::Begun => "begun",
        Standing::NotSolved if are_challenges => "given up",
        Standing::NotSolved => "not solved",
        Standing::Solved => "solved",
    }
}

/// The spoken name of a day of the calendar.
pub fn day(day: Date, standing: &str) -> String {
    if standing.is_empty() { day.to_string() } else { format!("{day}, {standing}") }
}

/// Learning from mistakes.
pub mod practice {
    use base::text::counted;

    /// The section, as short as the narrowest panel.
    pub const SECTION: &str = "Mistakes";
    /// The head of the panel while moments are gone through.
    pub const TITLE: &str = "Learn from your mistakes";
    /// What is asked.
    pub const TRY: &str = "What would you do here?";
    /// More about it.
    pub const TRY_BELOW: &str = "Something was lost in this position. Try again on the board.";
    /// The button that shows what was done in the game.
    pub const SHOW_PLAYED: &str = "Show what you did";
    /// Its tooltip.
    pub const SHOW_PLAYED_HINT: &str = "The board after what you did in the game, and what speaks against that";
    /// The tooltip of the button that explains the position.
    pub const EXPLAIN_HINT: &str = "Explain this position step by step in a document of its own. It lists the first step; the others follow \
                                    as you go to them";
    /// What was pressed isn't a try.
    pub const NOT_POSSIBLE: &str = "that isn't possible here";
    /// Everything was right at the first try.
    pub const ALL_KNOWN: &str = "Nothing of this has to come back tomorrow.";
    /// Something wasn't.
    pub const COME_BACK: &str = "The others come back tomorrow.";

    /// The button that goes through the moments of the game.
    pub fn learn(moments: usize) -> String {
        format!("Go through {}", counted(moments as u64, "mistake"))
    }

    /// The button that goes through the moments of earlier games.
    pub fn practise(due: usize) -> String {
        format!("Practise mistakes: {due} due today")
    }
}
