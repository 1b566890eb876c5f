//! The test puzzle: which cells of a board of digits add up to a target? Built for tests only.
//!
//! It is the smallest puzzle that has everything that is required, so read it first if you want to add one: each of its modules is one
//! short file. Its searches are a few lines long, its counts are known, and a board of zeros keeps it busy for as long as a test needs.

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
use base::{
    erased::{Kind, erase},
    puzzle::{Extras, Figure, Filtering, Flaw, Preset, Published, Puzzle, Search, Steps, Technique, Types, Walkthrough},
    search::{Observer, Stage},
};

/// The puzzle.
pub struct Sums;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<Sums>()
}

impl Types for Sums {
    type State = State;
    type Problem = Problem;
    type Solution = Vec<usize>;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = usize;
    /// The most cells that a listed solution may have; `None` lists all solutions.
    type View = Option<usize>;
}

impl Puzzle for Sums {
    const KEY: &'static str = "sums";
    const TITLE: &'static str = "Sums";

    const EXTRAS: Extras<Self> = Extras {
        rank: Some(&|solution| solution.len() as f64),
        analysis_flaws: Some(&|insight| insight.analysis_flaws.clone()),
        hints: Some(&live::hints),
        filtering: Some(Filtering { applies: &search::only_rules_out, filter: &search::filter }),
        walkthroughs: &[Walkthrough {
            title: "Sum",
            hint: "Add up the cells of the shown solution",
            steps: Steps::<Self>::OfSolution(&|problem, solution, observer| live::adding_up(problem, solution, observer)),
        }],
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        &[Preset { key: "seven", ron: include_str!("sums.ron") }]
    }

    fn techniques() -> &'static [Technique<Self>] {
        const ALL: &[Technique<Sums>] = &[
            technique("bounded", &search::bounded),
            Technique {
                trace: Ok(&search::trace_plain),
                tasks: Some(&search::PLAIN),
                published: Some(&|_| PUBLISHED),
                ..technique("plain", &search::plain)
            },
            technique("endless", &search::endless),
            technique("crashing", &search::crashing),
        ];
        ALL
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
        model::check(state)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Vec<usize>) {
        summary.fewest_cells = Some(summary.fewest_cells.map_or(solution.len(), |fewest| fewest.min(solution.len())));
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        live::analyze(problem, observer)
    }

    fn deal(seed: u64) -> State {
        State { target: Some(7), board: vec![format!("{seed:04}"), "1234".to_string()], marks: vec![] }
    }
}

/// One published figure of each kind, as an article might give them.
const PUBLISHED: &[Published] = &[
    Published { figure: Figure::Explored(70), remark: "" },
    Published { figure: Figure::Kept(7), remark: "Ours differs on purpose" },
    Published { figure: Figure::Stages(&[Stage { explored: 3, kept: 2 }]), remark: "" },
    Published { figure: Figure::Count { count: 12, of: "boards" }, remark: "" },
    Published { figure: Figure::Time { elapsed: Duration::from_millis(70), on: "Haskell, 2012" }, remark: "" },
];

/// A technique of which only the key and the search are special.
const fn technique(key: &'static str, search: Search<Sums>) -> Technique<Sums> {
    Technique {
        key,
        title: key,
        idea: "Takes or skips each cell.",
        source: "folklore",
        explored: "choices tried",
        kept: "choices kept",
        search,
        trace: Err("only the plain search records a trace"),
        tasks: None,
        published: None,
    }
}
