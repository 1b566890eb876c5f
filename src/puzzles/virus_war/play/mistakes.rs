//! Learning from the mistakes of a game: the positions before them, and how another turn there is judged, as in the review.

use std::ops::ControlFlow;

use super::review::{Judgement, MISTAKE, review_try};
use crate::{
    VirusWar,
    model::{cells::Cell, notation, position::Player, record::Game, state::State, tree::Tree, turn::Turn},
    percent,
    words::hints,
};
use base::{
    puzzle::{Mistakes, Moment, Try, Verdict},
    search::{Observer, Tally},
    text::listed,
};

/// Another turn is made on the board, and judged by the same search as the turns of a game.
pub const MISTAKES: Mistakes<VirusWar> = Mistakes {
    task: &|state| format!("{} is to move: play a whole turn.", state.to_move),
    presses: 0,
    prepare: &|_| (),
    pass: &|_| None,
    is_whole: &|state, tried| turn(state, tried).is_some(),
    judge: &judge,
};

/// The moments of this line in which a turn of a person lost much, in their order. Their positions know nothing of what was played then.
pub fn moments(state: &State, line: &Game, judgements: &[Judgement], is_persons: impl Fn(Player) -> bool) -> Vec<Moment<State>> {
    let moment = |judgement: &Judgement| {
        let (turns, mover, loss) = (judgement.turns_before, judgement.mover, judgement.loss());
        let moves = notation::moves(line.turns.get(turns).filter(|_| MISTAKE <= loss)?);
        let before = State { tree: Tree::default(), goal: None, ..state.at(line, turns, 0) };
        let about = format!("{mover} played {moves}, which lost {}", loss_seen(loss, judgement.depth));
        let played = State { tree: Tree::default(), goal: None, ..state.at(line, turns + 1, 0) };
        Some(Moment { title: format!("Turn {} ({mover})", turns + 1), about, state: before, played: Some(played) })
    };
    judgements.iter().filter(|judgement| is_persons(judgement.mover)).filter_map(moment).collect()
}

/// The moves of the turn that leads from the position to what was tried, if that is a whole turn more.
fn turn(state: &State, tried: &Try<VirusWar>) -> Option<Vec<Cell>> {
    let Try::Made(after) = tried else { return None };
    let is_next = after.record.len() == state.record.len() + 1 && after.to_move != state.to_move;
    let line = after.line().filter(|_| is_next && after.record.starts_with(&state.record))?;
    line.turns.get(state.record.len()).cloned()
}

fn judge(state: &State, tried: Option<&Try<VirusWar>>, observer: &mut dyn Observer<Verdict<Cell>>) -> ControlFlow<()> {
    let turn = tried.and_then(|tried| turn(state, tried));
    if let Some(start) = state.line().and_then(|line| line.snapshots.last().cloned()) {
        let mut working = Working(&mut *observer);
        let cells = turn.map(|moves| moves.into_iter().collect());
        let (judgement, best) = review_try(&start.problem(state.rules), cells, &mut working)?;
        observer.found(verdict(&judgement, best))?;
    }
    observer.progress(1.0, &Tally::default())
}

fn verdict(judgement: &Judgement, best: Option<Turn>) -> Verdict<Cell> {
    let is_try = judgement.played.is_some();
    let better = judgement.played.as_ref().and_then(|played| played.better.as_ref());
    let loss = judgement.loss();
    let reply = judgement.played.as_ref().and_then(|played| played.reply.as_ref());
    let lets = reply.map(|(turn, reasons)| format!("It lets {} play {turn}, which {}. ", judgement.mover.other(), listed(reasons, "and")));
    let lost = match (is_try, better) {
        (false, _) => String::new(),
        // Another turn may be as good, but none that would have to be shown.
        (true, None) => {
            let words = "No better turn was found.".to_owned();
            return Verdict { is_good: true, words, best: Vec::new(), against: Vec::new() };
        }
        (true, Some(_)) => format!("It loses {}. {}", loss_seen(loss, judgement.depth), lets.unwrap_or_default()),
    };
    let reasons = better.map(|(_, reasons)| reasons).filter(|reasons| !reasons.is_empty());
    let why = reasons.map(|reasons| format!(", which {}", listed(reasons, "and"))).unwrap_or_default();
    let is_good = is_try && loss < MISTAKE;
    // What is best is still to be found after a bad try.
    let shown = best.filter(|_| is_good || !is_try);
    let best_words = shown.map(|turn| format!("Best: {turn}{why}.")).unwrap_or_default();
    Verdict {
        is_good,
        words: format!("{lost}{best_words}").trim_end().to_owned(),
        best: shown.map(|turn| turn.cells().to_vec()).unwrap_or_default(),
        against: Vec::new(),
    }
}

/// A loss with how far the search looked: "36 %, looking 4 turns ahead".
fn loss_seen(loss: f64, depth: u8) -> String {
    hints::looking(&percent(loss), depth)
}

/// Passes the progress of a review on.
struct Working<'a>(&'a mut dyn Observer<Verdict<Cell>>);

impl Observer<Judgement> for Working<'_> {
    fn found(&mut self, _judgement: Judgement) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.0.progress(done, tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::state::{Rows, Rules},
        tests::judged,
    };
    use base::search::Found;

    fn tried(before: &State, cells: &[&str]) -> Verdict<Cell> {
        let mut after = before.clone();
        cells.iter().for_each(|cell| after.play(cell.parse().unwrap()).unwrap());
        let tried = Try::Made(after);
        assert!((MISTAKES.is_whole)(before, &tried));
        let mut found = Found::default();
        assert!(judge(before, Some(&tried), &mut found).is_continue());
        found.items.pop().unwrap()
    }

    #[test]
    fn a_missed_win_is_a_moment_that_the_win_answers() {
        // X can win by killing O's only live virus, on a2.
        let board = Rows::from(["....X", ".....", ".xx..", "O.X..", "....."].map(String::from).to_vec());
        let mut state = State { board, ..State::start(5, Rules::default()) };
        state.set_mover(Player::X);
        for cell in ["e4", "e3", "e2", "b1", "b2", "a1"] {
            assert_eq!(state.play(cell.parse().unwrap()), Ok(()), "{cell}");
        }
        let judgements = judged(&state);
        let by = |player| moments(&state, &state.line().unwrap(), &judgements, |other| other == player);
        assert!(by(Player::O).iter().all(|moment| moment.title.ends_with("(O)")), "the others are the computer's");
        let moments = by(Player::X);
        let Moment { title, about, state: before, played } = &moments[0];
        assert_eq!((title.as_str(), about.as_str()), ("Turn 1 (X)", "X played e4 e3 e2, which lost 99 %, looking 2 turns ahead"));
        assert!(before.record.is_empty() && before.tree == Tree::default(), "nothing says what was played");
        assert!(!(MISTAKES.is_whole)(before, &Try::Made(state.clone())), "that is two turns");
        assert!((MISTAKES.is_whole)(before, &Try::Made(played.clone().unwrap())), "what was played is a try, too");
        let bad = tried(before, &["e4", "e3", "e2"]);
        // The report says the same of that turn.
        assert!(
            !bad.is_good
                && bad.words.starts_with("It loses 99 %, looking 2 turns ahead. ")
                && !bad.words.contains("Best: ")
                && bad.best.is_empty(),
            "{bad:?}"
        );
        let good = tried(before, &["b2", "a2", "a1"]);
        assert!(good.is_good && good.words == "No better turn was found.", "{good:?}");
        let mut shown = Found::default();
        assert!(judge(before, None, &mut shown).is_continue());
        assert!(!shown.items[0].is_good && shown.items[0].best.contains(&"a2".parse().unwrap()), "{shown:?}");
    }
}
