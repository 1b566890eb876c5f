//! Hints, from vague to explicit: how many kills the best turn has, one of its cells, and the turn with its reasons.

use std::ops::ControlFlow::{self, Break, Continue};

use super::effects::Effects;
use crate::{
    puzzles::virus_war::{
        model::{cells::Cell, position::Player, standing::End, state::Problem},
        search::engine::{Engine, Line, Outcome, Prospect, Ranking, known},
        words::hints as words,
    },
    search::{Hint, Observer, Tally},
};

/// How many turns the search looks at: some tenths of a second, and the same hint each time.
const TURNS: u64 = 3_000_000;

/// Reports hints on the best turn: what the report of the game or the analysis has found, or else what a search finds.
pub fn hints(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let ranking = match known::recall(problem) {
        Some(ranking) => Some(ranking),
        None => search(problem, observer)?,
    };
    match &ranking {
        Some(Ranking { lines, depth, outcome, .. }) => {
            let (Line { turns, score, .. }, effects) = (&lines[0], Effects::of(problem, &lines[0].turns[0]));
            let (turn, why) = (turns[0], effects.in_words(problem.mover));
            observer.found(Hint::vague(words::look_for(turn.kills), Vec::new()))?;
            let first = turn.cells().iter().find(|&&cell| effects.kills.contains(cell)).unwrap_or(&turn.cells()[0]);
            observer.found(Hint::vague(words::begin_with(first, effects.kills.contains(*first)), vec![*first]))?;
            let play = words::play(&turn.to_string(), &why, &prospects(problem.mover, *outcome, *score, *depth));
            observer.found(Hint::step(play, turn.cells().to_vec()))?;
        }
        None => {
            let end = End::of(problem).map_or_else(|| words::NOTHING_FOUND.to_owned(), |end| end.to_string());
            observer.found(Hint::step(end, Vec::new()))?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// Searches for the best turn for a short while.
fn search(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Option<Ranking>> {
    let mut best = Best { ranking: None, was_stopped: false, observer };
    let _limited = Engine::default().search(problem, 1, &mut best);
    if best.was_stopped { Break(()) } else { Continue(best.ranking) }
}

/// What the turn leads to, by a search that looked this many turns ahead.
fn prospects(mover: Player, outcome: Option<Outcome>, score: i32, depth: u8) -> String {
    // A line can be proved to lose while other turns are untried; a turn that was proved best has the outcome of the position.
    match outcome.map_or(Prospect::of(score), Prospect::Proved) {
        Prospect::Proved(Outcome { wins: true, turns }) => words::wins(mover, turns),
        Prospect::Proved(Outcome { wins: false, turns }) => words::loses(mover, turns),
        Prospect::LikelyWin => words::looking(&words::probably_wins(mover), depth),
        Prospect::LikelyLoss => words::looking(&words::probably_loses(mover), depth),
        Prospect::Chance(chance) => words::looking(&words::chance(mover, chance), depth),
    }
}

/// Keeps the last ranking, and stops the search after [`TURNS`] or when the outer observer does.
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
        if TURNS <= tally.explored { Break(()) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzles::virus_war::model::state::{Rows, Rules},
        search::Found,
    };

    fn messages(rows: &str, mover: Player) -> Vec<(String, String)> {
        let position = Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position();
        let mut found = Found::default();
        assert!(hints(&Problem { position, mover, moves: 3, rules: Rules::default() }, &mut found).is_continue());
        let advice = |hint| match hint {
            Hint::Advice { message, spots, .. } => (message, spots.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")),
            Hint::DeadEnd { reason } => panic!("{reason}"),
        };
        found.items.into_iter().map(advice).collect()
    }

    #[test]
    fn a_winning_turn_is_named_by_degrees_with_its_reasons() {
        // O's only live virus links a chain of two, and X can kill it.
        let hints = messages("...../...../.xx../O.X../.....", Player::X);
        assert_eq!(hints.len(), 3, "{hints:?}");
        assert_eq!(hints[0], ("Look for a turn with 1 kill".to_owned(), String::new()));
        assert_eq!(hints[1], ("Kill a2: it's one of the turn's cells".to_owned(), "a2".to_owned()));
        let (play, cells) = &hints[2];
        assert!(
            cells.split(' ').count() == 3 && play.starts_with(&format!("Play {cells}: it kills 1 virus, cuts off 2 killed viruses")),
            "{play}"
        );
        assert!(play.ends_with("X wins in 1 turn"), "{play}");
    }

    #[test]
    fn the_end_of_the_game_is_said() {
        assert_eq!(
            messages("ooo../o..../...../...O./....O", Player::X),
            [("X has no live viruses left: O wins".to_owned(), String::new())]
        );
    }
}
