//! What a game counts for.

use crate::model::state::Variant;

/// A kind of game whose times are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contest {
    /// Find all solutions on any table.
    Table,
    /// Find all SETs of the daily puzzle.
    Daily,
    /// Find this many solutions while the deck refills the table.
    Run(usize),
}

impl Contest {
    /// Its name among the results.
    pub fn name(self) -> String {
        match self {
            Self::Table => "One table".to_owned(),
            Self::Daily => "Daily puzzle".to_owned(),
            Self::Run(goal) => format!("Find {goal}"),
        }
    }

    /// Its place among the results.
    pub const fn rank(self) -> u64 {
        match self {
            Self::Table => 0,
            Self::Daily => 1,
            Self::Run(goal) => goal as u64,
        }
    }
}

/// What a run with this goal takes, in two sentences.
pub fn about_run(goal: usize, variant: Variant) -> String {
    let rule = match variant {
        Variant::Set | Variant::Junior => "Three cards are a SET if each feature is the same on all three or different on all three.",
        Variant::Ultra => "Four cards are an UltraSET if they form two pairs that need the same third card.",
        Variant::Ghost => "Six cards are a GhostSET if each feature splits 2-2-2, 3-3, 4-1-1 or is all alike.",
    };
    format!("Find {goal} {}s as fast as you can. {rule}", variant.noun())
}
