//! Figures that the article of a technique published, for comparison with ours.

use std::time::Duration;

use super::{Technique, Types};
use crate::{
    search::{Stage, Tally},
    text::{duration, grouped, sentence},
};

/// A figure that the article of a technique published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// What the article counted or measured.
    pub figure: Figure,
    /// Why ours differs, or what the figure includes: a sentence without the full stop; may be empty.
    pub remark: &'static str,
}

/// What an article counted or measured, for a whole search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The counterpart of [`Tally::explored`].
    Explored(u64),
    /// The counterpart of [`Tally::kept`].
    Kept(u64),
    /// Both counts by stage, the counterpart of [`Tally::stages`]. They add up to the figures of the whole search.
    Stages(&'static [Stage]),
    /// A count of something that a tally doesn't contain.
    Count {
        /// The count.
        count: u64,
        /// What is counted, as a plural noun: "triples".
        of: &'static str,
    },
    /// How long the search took.
    Time {
        /// The time that the article gives.
        elapsed: Duration,
        /// The language, machine and year, as far as the article gives them: "Haskell (GHC -O2), 2012".
        on: &'static str,
    },
}

impl Figure {
    /// Returns the published counterpart of [`Tally::explored`], which may be the sum of the stages.
    pub fn explored(self) -> Option<u64> {
        match self {
            Self::Explored(explored) => Some(explored),
            Self::Stages(stages) => Some(stages.iter().map(|stage| stage.explored).sum()),
            Self::Kept(_) | Self::Count { .. } | Self::Time { .. } => None,
        }
    }
}

impl Published {
    /// Describes the figure in one line, followed by ours if it has been measured.
    pub fn words<T: Types>(&self, technique: &Technique<T>, ours: Option<(&Tally, Duration)>) -> String {
        let (theirs, here) = match self.figure {
            Figure::Explored(explored) => {
                let here = ours.map(|(tally, _)| beside(explored, tally.explored));
                (format!("{} {}", grouped(explored), technique.explored), here)
            }
            Figure::Kept(kept) => {
                let here = ours.map(|(tally, _)| beside(kept, tally.kept));
                (format!("{} {}", grouped(kept), technique.kept), here)
            }
            Figure::Stages(stages) => {
                let theirs = format!("{} / {} by stage: {}", technique.explored, technique.kept, by_stage(stages));
                let here = ours.map(|(tally, _)| match &tally.stages[..] {
                    [] => "not by stage".to_owned(),
                    ours if ours == stages => SAME.to_owned(),
                    ours => by_stage(ours),
                });
                (theirs, here)
            }
            Figure::Count { count, of } => (format!("{} {of}", grouped(count)), None),
            Figure::Time { elapsed, on } => {
                let here = ours.map(|(_, elapsed)| duration(elapsed));
                (format!("{} in {on}", duration(elapsed)), here)
            }
        };
        let here = here.map_or_else(String::new, |here| format!("; here {here}"));
        let remark = if self.remark.is_empty() { String::new() } else { format!(". {}", self.remark) };
        format!("{}, published: {theirs}{here}{remark}", sentence(technique.title))
    }
}

const SAME: &str = "the same";

fn beside(theirs: u64, ours: u64) -> String {
    if theirs == ours { SAME.to_owned() } else { grouped(ours) }
}

fn by_stage(stages: &[Stage]) -> String {
    let stages: Vec<String> = stages.iter().map(|stage| format!("{} / {}", grouped(stage.explored), grouped(stage.kept))).collect();
    stages.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Puzzle, example::Tens};

    const STAGES: &[Stage] = &[Stage { explored: 4, kept: 4 }, Stage { explored: 2560, kept: 130 }];

    #[test]
    fn a_figure_is_followed_by_ours() {
        let technique = &Tens::techniques()[0];
        let same = Tally { explored: 2564, kept: 134, stages: STAGES.to_vec(), memory: 0 };
        let other = Tally { explored: 2000, kept: 100, stages: vec![Stage { explored: 2000, kept: 100 }], memory: 0 };
        let (explored, kept) = (technique.explored, technique.kept);
        let time = Figure::Time { elapsed: Duration::from_millis(70), on: "Haskell, 2012" };
        for (figure, ours, expected) in [
            (Figure::Explored(2564), None, format!("2,564 {explored}")),
            (Figure::Explored(2564), Some(&same), format!("2,564 {explored}; here the same")),
            (Figure::Explored(2564), Some(&other), format!("2,564 {explored}; here 2,000")),
            (Figure::Kept(134), Some(&other), format!("134 {kept}; here 100")),
            (Figure::Stages(STAGES), Some(&same), format!("{explored} / {kept} by stage: 4 / 4, 2,560 / 130; here the same")),
            (Figure::Stages(STAGES), Some(&other), format!("{explored} / {kept} by stage: 4 / 4, 2,560 / 130; here 2,000 / 100")),
            (Figure::Count { count: 1234, of: "triples" }, Some(&same), "1,234 triples".to_owned()),
            (time, None, "70.0 ms in Haskell, 2012".to_owned()),
            (time, Some(&same), "70.0 ms in Haskell, 2012; here 3.00 ms".to_owned()),
        ] {
            let ours = ours.map(|tally| (tally, Duration::from_millis(3)));
            let published = Published { figure, remark: "" };
            assert_eq!(published.words(technique, ours), format!("{}, published: {expected}", sentence(technique.title)));
            let remarked = Published { remark: "Ours differs", ..published };
            assert_eq!(remarked.words(technique, ours), format!("{}. Ours differs", published.words(technique, ours)));
        }
    }

    #[test]
    fn stages_add_up_to_the_explored_figure() {
        assert_eq!(Figure::Stages(STAGES).explored(), Some(2564));
        assert_eq!(Figure::Explored(7).explored(), Some(7));
        assert_eq!(Figure::Kept(7).explored(), None);
    }
}
