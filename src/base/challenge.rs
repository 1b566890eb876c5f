//! Challenges: positions with one solution to be found by a person, and how hard they are. Knows no puzzle.
//!
//! A puzzle that makes and rates challenges says so in [`crate::puzzle::Challenges`].

use serde::{Deserialize, Serialize};

/// How hard a challenge is for a person: the hardest step that it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Every step is forced: a cell or a piece has only one option.
    #[default]
    Easy,
    /// Gaps that no pieces can fill rule options out.
    Medium,
    /// Options have to be tried; the wrong ones end in an obvious contradiction.
    Hard,
    /// Options have to be tried, and others inside of these trials.
    Expert,
}

impl Grade {
    /// All grades, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// The name on the command line and in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The name that people read.
    pub fn title(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Expert => "Expert",
        }
    }
}

/// How a person would solve a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// The grade that follows from the hardest step.
    pub grade: Grade,
    /// The version of the rules that rated it. A version never changes, so a rating stays true.
    pub rater: u32,
    /// The kinds of steps that it takes, the hardest last.
    pub steps: Vec<RatedSteps>,
    /// All steps in order, each with its reason, where pieces are placed; empty where turns are made.
    #[serde(skip)]
    pub explanation: Vec<Explained>,
}

/// A step that places a piece, as it is explained to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The kind of step.
    pub step: Step,
    /// The name of the piece.
    pub piece: String,
    /// Where it is placed: indices in the text of a solution.
    pub cells: Vec<usize>,
    /// The one of them that nothing else can cover, if a cell is the reason.
    #[serde(skip)]
    pub forcing: Option<usize>,
    /// These cells in words.
    #[serde(skip)]
    pub place: String,
    /// Whether it is forced only by what was ruled out for an earlier step.
    #[serde(skip)]
    pub is_by_earlier: bool,
    /// Why it is placed there: a sentence without the full stop.
    pub reason: String,
}

impl Explained {
    /// The step as a sentence without the full stop.
    pub fn in_words(&self) -> String {
        let Self { step, piece, place, is_by_earlier, reason, .. } = self;
        let how = if *is_by_earlier { ", by what was ruled out before" } else { "" };
        format!("piece {piece} at {place} ({}{how}): {reason}", step.title())
    }
}

/// All steps of one kind in a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RatedSteps {
    /// The kind.
    pub step: Step,
    /// How many pieces are placed, or turns made, by steps of this kind; at least 1.
    pub count: usize,
}

/// Why a filled position doesn't solve its challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss<S> {
    /// The reason: a sentence without the full stop.
    pub reason: String,
    /// The places that it is about.
    pub spots: Vec<S>,
    /// Whether it is a mistake: not if the position has the solution, which an exercise asks for in another way.
    pub is_mistake: bool,
}

/// A way in which a person finds the next piece to place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A cell has only one option.
    #[default]
    ForcedCell,
    /// A piece has only one option.
    ForcedPiece,
    /// A cell or a piece has only one option that leaves no gap that pieces can't fill.
    Gap,
    /// A cell or a piece has only one option whose obvious consequences don't contradict each other.
    Trying,
    /// A cell or a piece has only one option that still leads to a solution when further options are tried.
    DeeperTrying,
    /// A turn kills more than every other.
    MostKills,
    /// A turn wins at once.
    WinAtOnce,
    /// A turn is the only one after which the enemy can't win at once.
    OnlyDefence,
    /// A turn forces a win with the next one.
    WinInTwo,
    /// A turn forces a win with the one after the next.
    WinInThree,
}

impl Step {
    /// All kinds that place pieces, easiest first.
    pub const ALL: [Self; 5] = [Self::ForcedCell, Self::ForcedPiece, Self::Gap, Self::Trying, Self::DeeperTrying];

    /// All kinds that find a turn of a game, easiest first.
    pub const TURNS: [Self; 5] = [Self::MostKills, Self::WinAtOnce, Self::OnlyDefence, Self::WinInTwo, Self::WinInThree];

    /// The grade of a challenge whose hardest step is of this kind.
    pub fn grade(self) -> Grade {
        match self {
            Self::ForcedCell | Self::ForcedPiece | Self::MostKills | Self::WinAtOnce => Grade::Easy,
            Self::Gap | Self::OnlyDefence => Grade::Medium,
            Self::Trying | Self::WinInTwo => Grade::Hard,
            Self::DeeperTrying | Self::WinInThree => Grade::Expert,
        }
    }

    /// The name that people read, in lower case.
    pub fn title(self) -> &'static str {
        match self {
            Self::ForcedCell => "forced cell",
            Self::ForcedPiece => "forced piece",
            Self::Gap => "gap",
            Self::Trying => "trying",
            Self::DeeperTrying => "deeper trying",
            Self::MostKills => "most kills",
            Self::WinAtOnce => "win at once",
            Self::OnlyDefence => "only defence",
            Self::WinInTwo => "win in two turns",
            Self::WinInThree => "win in three turns",
        }
    }

    /// What a number of such steps counts.
    pub fn noun(self) -> &'static str {
        if Self::TURNS.contains(&self) { "turn" } else { "piece" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_steps_never_have_easier_grades() {
        assert!(Grade::ALL.is_sorted());
        for steps in [Step::ALL, Step::TURNS] {
            assert!(steps.is_sorted() && steps.map(Step::grade).is_sorted());
            assert!(Grade::ALL.iter().all(|grade| steps.iter().any(|step| step.grade() == *grade)));
        }
    }

    #[test]
    fn keys_are_the_names_in_files() {
        for grade in Grade::ALL {
            assert_eq!(serde_json::to_value(grade).unwrap(), grade.key());
        }
    }
}
