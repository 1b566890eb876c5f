//! Problems as challenges: positions in which exactly one turn reaches a goal, found in games of the program with itself.

use std::ops::ControlFlow::{self, Continue};

use super::skirmish;
use crate::{
    VirusWar,
    model::{
        cells::Cell,
        goal::{Aim, Goal, Stage},
        state::{Problem, Rows, State},
        turn::Turn,
    },
    search::{
        counts,
        engine::goals::{Judge, Reason, Tick},
        graph::TurnGraph,
    },
};
use base::{
    challenge::{Grade, Miss, RatedSteps, Rating, Step},
    chance::Random,
    puzzle::Challenges,
    search::{Observer, Tally},
};

/// How Virus War makes and rates challenges.
pub const CHALLENGES: Challenges<VirusWar> = Challenges {
    rater: 1,
    grades: &grades,
    make: &make,
    images: &images,
    rate: &rate,
    has_goal: &has_goal,
    is_solved: &is_solved,
    refute: Some(&refute),
    exercises: None,
};

/// Returns the turn on these cells with which the enemy refutes the one that led to this position.
pub fn reply_on(after: &Problem, cells: &[Cell]) -> Option<Turn> {
    let turn = TurnGraph::new(&after.position, after.mover, after.moves).turn(cells.iter().copied().collect());
    turn.filter(|turn| !turn.is_pass())
}

/// A problem has at least this many turns to choose from.
const FEWEST_TURNS: u64 = 30;
/// At least this many turns come before it. The first ones of a game would be the same in many.
const FEWEST_BEFORE: usize = 3;
/// How many turns may be made to rate one goal of a position.
const RATING_BUDGET: u64 = 100_000_000;
/// The most games that are searched. One in some dozens has a problem, so this is never reached.
const MOST_GAMES: u64 = 100_000;

/// How problems with a goal are found.
struct Kind {
    goal: Goal,
    /// The side of the board.
    side: u8,
    /// The most turns to choose from.
    most_turns: u64,
    /// How many turns may be made to decide one goal of one position of a game. With more, the position isn't a problem.
    /// The order in which the solver tries turns decides how many it makes. So that order must not change either.
    budget: u64,
}

/// Problems don't depend on the board of the document, so all grades are always there.
fn grades(_state: &State) -> &'static [Grade] {
    &Grade::ALL
}

/// The kinds of problems of a grade.
fn kinds(grade: Grade) -> &'static [Kind] {
    match grade {
        Grade::Easy => &[
            Kind { goal: Goal::Kill(3), side: 7, most_turns: u64::MAX, budget: 400_000 },
            Kind { goal: Goal::Win(1), side: 6, most_turns: u64::MAX, budget: 400_000 },
        ],
        Grade::Medium => &[Kind { goal: Goal::Survive, side: 6, most_turns: u64::MAX, budget: 400_000 }],
        Grade::Hard => &[Kind { goal: Goal::Win(2), side: 6, most_turns: u64::MAX, budget: 400_000 }],
        // On larger boards, too, there are wins in three turns, but their proofs take minutes.
        Grade::Expert => &[Kind { goal: Goal::Win(3), side: 5, most_turns: 150, budget: 2_000_000 }],
    }
}

/// Reports the first problem in the games of this seed, each searched from its end.
fn make(_state: &State, grade: Grade, seed: u64, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
    let mut tick = || observer.progress(0.0, &Tally::default());
    let mut random = Random::numbered(seed, grade as u64);
    let kinds = kinds(grade);
    let kind = random.choose(kinds).unwrap_or(&kinds[0]);
    for _ in 0..MOST_GAMES {
        tick()?;
        let mut judge = Judge::default();
        for problem in skirmish::game(kind.side, &mut random).iter().skip(FEWEST_BEFORE).rev() {
            tick()?;
            if is_problem(problem, kind, &mut judge, &mut tick)? {
                observer.found(state_of(problem, kind.goal))?;
                return observer.progress(1.0, &Tally::default());
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// Whether exactly one of many turns reaches the goal, and nothing better can be done.
fn is_problem(problem: &Problem, kind: &Kind, judge: &mut Judge, tick: Tick<'_>) -> ControlFlow<(), bool> {
    let turns = counts::of_position(problem, &mut || tick())?.distinct;
    if !(FEWEST_TURNS..=kind.most_turns).contains(&turns) {
        return Continue(false);
    }
    // A win in fewer turns would make it another problem.
    let better = match kind.goal {
        Goal::Win(turns) => turns - 1,
        Goal::Kill(_) => 0,
        Goal::Survive => 1,
    };
    for turns in 1..=better {
        if judge.turns(problem, Goal::Win(turns), 1, kind.budget, tick)?.is_none_or(|found| !found.is_empty()) {
            return Continue(false);
        }
    }
    Continue(only_turn(problem, kind.goal, kind.budget, judge, tick)?.is_some())
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
            let steps = vec![RatedSteps { step, count }];
            observer.found(Rating { grade: step.grade(), rater: CHALLENGES.rater, steps, explanation: Vec::new() })?;
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

fn has_goal(state: &State) -> bool {
    state.goal.is_some()
}

/// Whether the turn of the problem is complete. Whether it reaches the goal may take a search.
fn is_solved(problem: &Problem) -> bool {
    matches!(problem.aim, Some(Aim { stage: Stage::Made(_), .. }))
}

/// Reports why the turn that was made doesn't reach the goal.
fn refute(problem: &Problem, observer: &mut dyn Observer<Miss<Cell>>) -> ControlFlow<()> {
    let reason = Judge::default().miss(problem, &mut || observer.progress(0.0, &Tally::default()))?;
    if let Some(reason) = reason {
        let spots = if let Reason::Reply { reply, .. } = &reason { reply.cells().to_vec() } else { Vec::new() };
        observer.found(Miss { reason: reason.in_words(problem), spots, is_mistake: true })?;
    }
    observer.progress(1.0, &Tally::default())
}
