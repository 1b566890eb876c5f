//! Problems as challenges: positions in which exactly one turn reaches a goal, found in games of the program with itself.

use std::ops::ControlFlow::{self, Continue};

use super::skirmish;
use crate::{
    challenge::{Grade, Miss, RatedSteps, Rating, Step},
    chance::Random,
    puzzle::Challenges,
    puzzles::virus_war::{
        VirusWar,
        model::{
            cells::Cell,
            goal::{Aim, Goal, Stage},
            state::{Problem, Rows, State},
            turn::Turn,
        },
        search::{
            counts,
            engine::goals::{self, Judge, Tick},
            graph::TurnGraph,
        },
    },
    search::{Observer, Tally},
};

/// How Virus War makes and rates challenges.
pub const CHALLENGES: Challenges<VirusWar> = Challenges { rater: 1, grades, make, images, rate, is_solved, refute: Some(refute) };

/// A problem has at least this many turns to choose from.
const FEWEST_TURNS: u64 = 30;
/// How many turns may be made to decide one goal of one position of a game. With more, the position isn't a problem.
const BUDGET: u64 = 400_000;
/// How many turns may be made to rate one goal of a position.
const RATING_BUDGET: u64 = 100_000_000;
/// How many games are searched at most. One in some dozens has a problem, so none was ever missed.
const MOST_GAMES: u64 = 100_000;

/// Problems don't depend on the board of the document, so all grades are always there.
fn grades(_state: &State) -> &'static [Grade] {
    &Grade::ALL
}

/// The goals of a grade, and the side of the board on which their problems are found.
fn kinds(grade: Grade) -> &'static [(Goal, u8)] {
    match grade {
        Grade::Easy => &[(Goal::Kill(3), 7), (Goal::Win(1), 6)],
        Grade::Medium => &[(Goal::Survive, 6)],
        Grade::Hard => &[(Goal::Win(2), 6)],
        Grade::Expert => &[(Goal::Win(3), 5)],
    }
}

fn make(_state: &State, grade: Grade, seed: u64, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
    let mut tick = || observer.progress(0.0, &Tally::default());
    let mut random = Random::numbered(seed, grade as u64);
    let kinds = kinds(grade);
    let &(goal, side) = random.choose(kinds).unwrap_or(&kinds[0]);
    for _ in 0..MOST_GAMES {
        tick()?;
        let mut judge = Judge::default();
        for problem in skirmish::game(side, &mut random).into_iter().rev() {
            tick()?;
            if is_problem(&problem, goal, &mut judge, &mut tick)? {
                observer.found(state_of(&problem, goal))?;
                return observer.progress(1.0, &Tally::default());
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// Whether exactly one of many turns reaches the goal, and nothing better can be done.
fn is_problem(problem: &Problem, goal: Goal, judge: &mut Judge, tick: Tick<'_>) -> ControlFlow<(), bool> {
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    if counts::count(&graph, problem.moves, &mut || tick())?.distinct < FEWEST_TURNS {
        return Continue(false);
    }
    let better = match goal {
        Goal::Win(turns) => turns - 1,
        Goal::Kill(_) => 0,
        Goal::Survive => 1,
    };
    // A win in fewer turns would make it another problem.
    for turns in 1..=better {
        if judge.turns(problem, Goal::Win(turns), 1, BUDGET, tick)?.is_none_or(|found| !found.is_empty()) {
            return Continue(false);
        }
    }
    Continue(only_turn(problem, goal, BUDGET, judge, tick)?.is_some())
}

/// The only turn that reaches the goal; none if there is another number of them, or if it can't be decided within the budget.
fn only_turn(problem: &Problem, goal: Goal, budget: u64, judge: &mut Judge, tick: Tick<'_>) -> ControlFlow<(), Option<Turn>> {
    let found = judge.turns(problem, goal, 2, budget, tick)?;
    Continue(found.as_deref().and_then(|found| if let [only] = found { Some(*only) } else { None }))
}

/// The problem as a position of its own.
fn state_of(problem: &Problem, goal: Goal) -> State {
    State {
        board: Rows::from(&problem.position),
        to_move: problem.mover,
        moves_left: problem.moves,
        rules: problem.rules,
        goal: Some(goal),
        ..State::default()
    }
}

/// Problems aren't compared with their images.
fn images(_state: &State) -> Vec<State> {
    Vec::new()
}

/// Rates a problem by its goal, and any other position by the easiest goal that exactly one turn reaches.
fn rate(problem: &Problem, observer: &mut dyn Observer<Rating>) -> ControlFlow<()> {
    let mut tick = || observer.progress(0.0, &Tally::default());
    let mut judge = Judge::default();
    let goals = match problem.aim {
        Some(Aim { goal, stage: Stage::Making(_) }) => vec![goal],
        Some(_) => Vec::new(),
        None => {
            let kills = most_kills(problem, &mut judge, &mut tick)?.map(Goal::Kill);
            kills.into_iter().chain([Goal::Win(1), Goal::Survive, Goal::Win(2), Goal::Win(3)]).collect()
        }
    };
    for goal in goals {
        if only_turn(problem, goal, RATING_BUDGET, &mut judge, &mut tick)?.is_some() {
            let step = step(goal);
            let count = if let Goal::Win(turns) = goal { usize::from(turns) } else { 1 };
            observer.found(Rating { grade: step.grade(), rater: CHALLENGES.rater, steps: vec![RatedSteps { step, count }] })?;
            break;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// The most viruses that a turn kills, if they are two or more.
fn most_kills(problem: &Problem, judge: &mut Judge, tick: Tick<'_>) -> ControlFlow<(), Option<u8>> {
    for kills in (2..=problem.moves).rev() {
        if judge.turns(problem, Goal::Kill(kills), 1, u64::MAX, tick)?.is_some_and(|found| !found.is_empty()) {
            return Continue(Some(kills));
        }
    }
    Continue(None)
}

fn step(goal: Goal) -> Step {
    match goal {
        Goal::Kill(_) => Step::MostKills,
        Goal::Win(1) => Step::WinAtOnce,
        Goal::Survive => Step::OnlyDefence,
        Goal::Win(2) => Step::WinInTwo,
        Goal::Win(_) => Step::WinInThree,
    }
}

/// Whether the turn of the problem is complete. Whether it reaches the goal may take a search.
fn is_solved(problem: &Problem) -> bool {
    matches!(problem.aim, Some(Aim { stage: Stage::Made(_), .. }))
}

/// Reports why the turn that was made doesn't reach the goal.
fn refute(problem: &Problem, observer: &mut dyn Observer<Miss<Cell>>) -> ControlFlow<()> {
    let miss = Judge::default().miss(problem, &mut || observer.progress(0.0, &Tally::default()))?;
    if let Some(miss) = miss {
        let spots = if let goals::Miss::Answer(turn) = &miss { turn.cells().to_vec() } else { Vec::new() };
        observer.found(Miss { reason: miss.reason(problem), spots })?;
    }
    observer.progress(1.0, &Tally::default())
}
