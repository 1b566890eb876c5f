//! What a game counts for.

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
