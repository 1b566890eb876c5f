//! Hints, from vague to explicit: how many kills the best turn has, one of its cells, and the turn with its reasons.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{effects::Effects, insight::Insight};
use crate::{
    model::{
        cells::Cell,
        goal::{Aim, Stage},
        position::Player,
        standing::End,
        state::Problem,
    },
    search::engine::{
        Engine, Outcome, Prospect, Ranking,
        goals::Judge,
        known::{self, Finder},
    },
    words::{hints as words, prospects},
};
use base::{
    search::{Hint, Observer, Tally},
    text::listed,
};

/// How many turns the search looks at: some tenths of a second, and the same turns each time.
const TURNS: u64 = 3_000_000;

/// Reports hints on the best turn: what the report of the game says, since that stays in view; or else what a search or the analysis finds,
/// the one that looks farther ahead.
pub fn hints(problem: &Problem, _known: Option<&Insight>, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    if let Some(aim) = problem.aim {
        return for_goal(problem, aim, observer);
    }
    let ranking = match known::recall(problem) {
        // No search finds more than a proof.
        Some((known, finder)) if known.outcome.is_some() || finder == Finder::Report => Some(known),
        known => deeper(known.map(|(known, _)| known), search(problem, observer)?),
    };
    match &ranking {
        Some(ranking) => on_turn(problem, ranking, observer)?,
        None => observer.found(Hint::step(End::of(problem).map_or_else(String::new, |end| end.to_string()), Vec::new()))?,
    }
    observer.progress(1.0, &Tally::default())
}

/// Reports hints on the best turn of the ranking.
fn on_turn(problem: &Problem, ranking: &Ranking, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let turn = ranking.lines[0].turns[0];
    let outlook = outlook(problem.mover, ranking);
    let Some(&first) = turn.cells().first() else {
        observer.found(Hint::vague("compare each turn with passing".to_owned(), Vec::new()))?;
        return observer.found(Hint::step(format!("pass: {outlook}"), Vec::new()));
    };
    let effects = Effects::of(problem, &turn);
    observer.found(Hint::vague(words::look_for(turn.kills), Vec::new()))?;
    let first = turn.cells().iter().copied().find(|&cell| effects.kills.contains(cell)).unwrap_or(first);
    observer.found(Hint::vague(words::begin_with(first, effects.kills.contains(first)), vec![first]))?;
    let play = match effects.in_words(problem.mover).as_slice() {
        [] => format!("play {turn}: {outlook}"),
        reasons => format!("play {turn}: it {}; {outlook}", listed(reasons, "and")),
    };
    observer.found(Hint::step(play, turn.cells().to_vec()))
}

/// Reports hints on a turn that reaches the goal of a problem; that there is none if the turn has begun wrong.
fn for_goal(problem: &Problem, aim: Aim, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let mut judge = Judge::default();
    let tick = |observer: &mut dyn Observer<Hint<Cell>>| observer.progress(0.0, &Tally::default());
    let Stage::Making(killed) = aim.stage else {
        let hint = match judge.miss(problem, &mut || tick(observer))? {
            Some(reason) => Hint::dead_end(reason.in_words(problem)),
            None => Hint::step("the turn reaches the goal".to_owned(), Vec::new()),
        };
        observer.found(hint)?;
        return observer.progress(1.0, &Tally::default());
    };
    let found = judge.turns(problem, aim.goal, 1, u64::MAX, &mut || tick(observer))?;
    match found.as_deref() {
        None => {}
        Some([]) => observer.found(Hint::dead_end("no turn from here reaches the goal".to_owned()))?,
        Some([turn, ..]) => {
            observer.found(Hint::vague(words::look_for(killed + turn.kills), Vec::new()))?;
            let enemy = problem.position.live(problem.mover.other());
            let first = turn.cells().iter().rev().find(|&&cell| enemy.contains(cell)).unwrap_or(&turn.cells()[0]);
            observer.found(Hint::vague(words::begin_with(first, enemy.contains(*first)), vec![*first]))?;
            let play = format!("play {turn}: {}", aim.goal.why(problem.mover));
            observer.found(Hint::step(play, turn.cells().to_vec()))?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// The ranking that reaches farther; the first one if they reach equally far.
fn deeper(one: Option<Ranking>, other: Option<Ranking>) -> Option<Ranking> {
    if one.as_ref().map(known::reach) < other.as_ref().map(known::reach) { other } else { one }
}

/// Searches for the best turn for a short while.
fn search(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Option<Ranking>> {
    let mut best = Best { ranking: None, was_stopped: false, observer };
    let _limited = Engine::default().search(problem, 1, &mut best);
    if best.was_stopped { Break(()) } else { Continue(best.ranking) }
}

/// What the best turn of the ranking leads to.
fn outlook(mover: Player, ranking: &Ranking) -> String {
    // A turn that was proved best has the outcome of the position.
    let prospect = ranking.outcome.map_or_else(|| ranking.lines[0].prospect(), Prospect::Proved);
    match prospect {
        Prospect::Proved(Outcome::Win(turns)) => format!("{mover} {}", prospects::wins_in(turns)),
        Prospect::Proved(Outcome::Draw) => "neither player can force a win".to_owned(),
        Prospect::Proved(Outcome::Loss(turns)) if ranking.outcome.is_some() => {
            format!("{mover} {} whatever it plays", prospects::loses_in(turns))
        }
        Prospect::LikelyWin => words::looking(&format!("{mover} probably wins"), ranking.depth),
        // The turn is proved to lose, but others are untried.
        Prospect::LikelyLoss | Prospect::Proved(Outcome::Loss(_)) => words::looking(&format!("{mover} probably loses"), ranking.depth),
        Prospect::Chance(chance) => {
            let chance = format!("{mover} then wins with a chance of about {}", prospects::chance(chance));
            words::looking(&chance, ranking.depth)
        }
    }
}

/// Keeps the last ranking, and stops the search when the outer observer does, or after [`TURNS`] if it has found anything by then.
struct Best<'a> {
    ranking: Option<Ranking>,
    was_stopped: bool,
    observer: &'a mut dyn Observer<Hint<Cell>>,
}

impl Observer<Ranking> for Best<'_> {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        self.ranking = Some(ranking);
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        let reply = self.observer.progress(0.0, tally);
        self.was_stopped = reply.is_break();
        reply?;
        if self.ranking.is_some() && TURNS <= tally.explored { Break(()) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{
            goal::Goal,
            position::Position,
            state::{Rows, Rules},
            turn::Turn,
        },
        search::engine::Line,
    };
    use base::search::Found;

    fn position(rows: &str) -> Position {
        Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position()
    }

    fn problem(rows: &str, mover: Player) -> Problem {
        Problem::new(position(rows), mover, 3, Rules::default())
    }

    fn messages(rows: &str, mover: Player) -> Vec<(String, String)> {
        let mut found = Found::default();
        assert!(hints(&problem(rows, mover), None, &mut found).is_continue());
        let advice = |hint| match hint {
            Hint::Advice { message, spots, .. } => (message, spots.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")),
            Hint::DeadEnd { reason, .. } => panic!("{reason}"),
        };
        found.items.into_iter().map(advice).collect()
    }

    #[test]
    fn a_winning_turn_is_named_by_degrees_with_its_reasons() {
        // O's only live virus links a chain of two, and X can kill it.
        let hints = messages("...../...../.xx../O.X../.....", Player::X);
        assert_eq!(hints.len(), 3, "{hints:?}");
        assert_eq!(hints[0], ("look for a turn with 1 kill".to_owned(), String::new()));
        assert_eq!(hints[1], ("kill a2: it's one of the turn's cells".to_owned(), "a2".to_owned()));
        let (play, cells) = &hints[2];
        assert!(
            cells.split(' ').count() == 3 && play.starts_with(&format!("play {cells}: it kills 1 virus, cuts off 2 killed viruses")),
            "{play}"
        );
        assert!(play.ends_with("X wins in 1 turn"), "{play}");
    }

    /// A ranking that looked this many turns ahead and found this turn.
    fn ranking(cells: [&str; 3], depth: u8, outcome: Option<Outcome>) -> Ranking {
        let turns = vec![Turn::new(cells.map(|cell| cell.parse().unwrap()), 0, 1)];
        Ranking { lines: vec![Line::new(turns, 0, depth)], depth, searched: 1, turns: 1, outcome }
    }

    #[test]
    fn a_shallow_analysis_does_not_replace_the_search() {
        // The same position as above, mirrored, so that the tests don't depend on one another. X can win by killing O's only live virus.
        let rows = "...../...../..xx./..X.O/.....";
        known::remember(&problem(rows, Player::X), &ranking(["d1", "e1", "c1"], 1, None), Finder::Analysis);
        let hints = messages(rows, Player::X);
        assert!(hints[2].0.ends_with("X wins in 1 turn"), "{hints:?}");
    }

    #[test]
    fn what_looked_farther_ahead_is_hinted_and_of_equals_what_is_known() {
        let [known, found] = [["a1", "a2", "a3"], ["b1", "b2", "b3"]];
        let proof = Some(Outcome::Win(3));
        for (one, other, expected) in [((3, None), (4, None), found), ((4, None), (4, None), known), ((3, proof), (9, None), known)] {
            let deeper = deeper(Some(ranking(known, one.0, one.1)), Some(ranking(found, other.0, other.1))).unwrap();
            assert_eq!(deeper.lines[0].turns[0].to_string(), expected.join(" "), "{one:?}, {other:?}");
        }
        assert!(deeper(None, Some(ranking(found, 1, None))).is_some() && deeper(Some(ranking(known, 1, None)), None).is_some());
    }

    #[test]
    fn nothing_is_said_of_a_goal_that_is_not_decided() {
        let position = position(".O...O./X.....X/......./.O...O./X.....X/......./.O...O.");
        let aim = Some(Aim { goal: Goal::Win(2), stage: Stage::Making(0) });
        let rules = Rules { moves: 5, ..Rules::default() };
        let mut found = Found::default();
        assert!(hints(&Problem { aim, ..Problem::new(position, Player::X, 5, rules) }, None, &mut found).is_continue());
        assert!(found.items.is_empty(), "O has too many turns to list");
    }

    #[test]
    fn the_end_of_the_game_is_said() {
        assert_eq!(
            messages("ooo../o..../...../...O./....O", Player::X),
            [("X has no live viruses left: O wins".to_owned(), String::new())]
        );
    }
}
