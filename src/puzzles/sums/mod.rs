//! The least puzzle that fills every socket, built for tests only: which cells of a board of digits add up to a target?
//!
//! It is the smallest example of the floor plan: each room is a file. Its searches are a few lines, its counts are known, and a board of
//! noughts keeps it busy for as long as a test needs.

mod model;
mod search;
mod live;
mod edit;
mod drawing;
mod board;

use std::{ops::ControlFlow, time::Duration};

pub use self::{
    live::Insight,
    model::{Mark, Problem, State, Summary},
};
use crate::{
    puzzle::{Figure, Flaw, Hints, Narrow, Preset, Published, Puzzle, Tasks, Technique},
    search::{Observer, Stage},
};

/// The puzzle.
pub struct Sums;

impl Puzzle for Sums {
    const KEY: &'static str = "sums";
    const TITLE: &'static str = "Sums";

    type State = State;
    type Problem = Problem;
    type Answer = Vec<usize>;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = usize;

    fn presets() -> &'static [Preset] {
        &[Preset { key: "seven", ron: include_str!("sums.ron") }]
    }

    fn techniques() -> &'static [Technique<Self>] {
        const ALL: &[Technique<Sums>] = &[
            technique("bounded", search::bounded),
            Technique { watch: Some(search::watch_plain), ..technique("plain", search::plain) },
            technique("endless", search::endless),
            technique("crashing", search::crashing),
        ];
        ALL
    }

    fn published(_problem: &Problem, technique: &Technique<Self>) -> &'static [Published] {
        const PLAIN: &[Published] = &[
            Published { figure: Figure::Explored(70), remark: "" },
            Published { figure: Figure::Kept(7), remark: "Ours differs on purpose" },
            Published { figure: Figure::Stages(&[Stage { explored: 3, kept: 2 }]), remark: "" },
            Published { figure: Figure::Count { count: 12, of: "boards" }, remark: "" },
            Published { figure: Figure::Time { elapsed: Duration::from_millis(70), on: "Haskell, 2012" }, remark: "" },
        ];
        if technique.key == "plain" { PLAIN } else { &[] }
    }

    fn tasks(technique: &Technique<Self>) -> Option<&'static Tasks<Self>> {
        (technique.key == "plain").then_some(&search::PLAIN)
    }

    /// A digit above the target takes part in no sum.
    fn narrowing(before: &Problem, after: &Problem) -> Option<Narrow<Self>> {
        let is_ruled_out = |digit: u32| after.target < digit;
        let mut digits = before.digits.iter().zip(&after.digits);
        let is_narrower = digits.all(|(before, &after)| *before == after || is_ruled_out(after));
        let alike = before.target == after.target && before.digits.len() == after.digits.len();
        (alike && is_narrower && before.digits != after.digits).then_some(search::narrow)
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
        model::check(state)
    }

    fn sum_up(summary: &mut Summary, answer: &Vec<usize>) {
        summary.fewest_cells = Some(summary.fewest_cells.map_or(answer.len(), |fewest| fewest.min(answer.len())));
    }

    fn rank(answer: &Vec<usize>) -> f64 {
        answer.len() as f64
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        live::analyze(problem, observer)
    }

    fn objections(insight: &Insight) -> &[Flaw<usize>] {
        &insight.objections
    }

    fn hints() -> Option<Hints<Self>> {
        Some(live::hints)
    }

    fn deal(seed: u64) -> State {
        State { target: Some(7), board: vec![format!("{seed:04}"), "1234".to_string()], marks: vec![] }
    }
}

const fn technique(key: &'static str, search: fn(&Problem, &mut dyn Observer<Vec<usize>>) -> ControlFlow<()>) -> Technique<Sums> {
    Technique {
        key,
        title: key,
        idea: "Takes each cell or leaves it.",
        source: "folklore",
        explored: "choices tried",
        kept: "choices kept",
        search,
        watch: None,
    }
}
