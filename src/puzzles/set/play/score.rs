//! What a game counts for.

use base::text::counted;

/// A kind of game whose times are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contest {
    /// Find all solutions on any table.
    Table,
    /// Find all SETs of the daily puzzle.
    Daily,
    /// Find solutions until the deck is used up.
    Deck,
    /// Find this many solutions while the deck refills the table.
    Run(usize),
    /// Find all SETs on a table where in each exactly this many features differ.
    Drill(usize),
}

impl Contest {
    /// Its name among the results.
    pub fn name(self) -> String {
        match self {
            Self::Table => "One table".to_owned(),
            Self::Daily => "Daily puzzle".to_owned(),
            Self::Deck => "Whole deck".to_owned(),
            Self::Run(goal) => format!("Find {goal}"),
            Self::Drill(differing) => format!("Drill: {}", features_differ(differing)),
        }
    }

    /// Its place among the results.
    pub const fn rank(self) -> u64 {
        match self {
            Self::Table => 0,
            Self::Daily => 1,
            Self::Deck => 2,
            Self::Run(goal) => goal as u64,
            Self::Drill(differing) => 100 + differing as u64,
        }
    }
}

/// How many features differ in a SET: "2 features differ".
pub fn features_differ(differing: usize) -> String {
    let verb = if differing == 1 { "differs" } else { "differ" };
    format!("{} {verb}", counted(differing as u64, "feature"))
}

/// What the whole deck takes, in two sentences.
pub const ABOUT_DECK: &str = "Take SETs until the deck of 81 cards is used up, and say when there is none. Three cards are a SET if each \
                              feature is the same on all three or different on all three.";
