//! Looks ahead as far as possible: alpha-beta search of the most promising turns of each position, deepened by one turn at a time.
//!
//! When it sees the end of the game, it searches wider instead of deeper, to prove the end. To prove a win takes one turn to which all
//! replies lose; to prove a loss takes a refutation of every turn. While turns remain untried, a score is at most [`LIKELY`]. When it has
//! looked as far as the game can last, it searches wider, too: where passing is allowed, what is seen may be a draw that only the turns
//! tried so far lead to.

use std::ops::ControlFlow::{self, Continue};

use super::{
    LIKELY, Line, Progress, WIN,
    evaluation::{Candidate, PromisingTurns, Ties, promising_turns},
};
use crate::{
    model::{state::Problem, turn::Turn},
    search::engine::max_turns_left,
};
use base::chance::Random;

/// How many turns are searched at the root.
const ROOT_WIDTH: usize = 32;
/// How many turns are searched in all other positions.
const WIDTH: usize = 10;
/// How many times as wide each attempt to prove an end is as the one before.
const WIDENING: usize = 8;
/// The width of the last attempt. It limits memory to some megabytes; nothing is proved about positions with more turns.
const MAX_WIDTH: usize = WIDTH * WIDENING.pow(4);

pub fn choose(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let roots = promising_turns(problem, ROOT_WIDTH, Ties::Random(random), progress);
    let mut chosen = roots.turns.first()?.turn;
    if roots.ended.is_continue() {
        // Stopped or not, `chosen` is the best turn seen.
        let _ended = deepen(problem, roots, &mut chosen, progress);
    }
    Some(chosen)
}

/// How far and how wide a search looks from a position.
#[derive(Clone, Copy)]
struct Reach {
    /// How many turns ahead it looks, at least 1.
    depth: u8,
    /// How many turns of each position it tries.
    width: usize,
}

impl Reach {
    fn one_turn_later(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }
}

/// Searches deeper and deeper, until it is proved who wins.
fn deepen(problem: &Problem, mut roots: PromisingTurns, chosen: &mut Turn, progress: &mut Progress<'_>) -> ControlFlow<()> {
    let deepest = max_turns_left(problem).saturating_add(1);
    for depth in 2..=deepest {
        let seen = best_line(problem, &mut roots, Reach { depth, width: WIDTH }, progress, &mut |line, progress| {
            *chosen = line.turns[0];
            progress.emit(line.as_best_so_far())
        })?;
        // At the deepest, every line ends, those with another score in a draw.
        let least = if depth == deepest { 0 } else { LIKELY };
        let is_proved = WIN <= seen.score || least <= seen.score.abs() && prove(problem, &mut roots, seen, least, chosen, progress)?;
        if is_proved {
            break;
        }
    }
    Continue(())
}

/// Searches wider to prove the end that `seen` shows, and returns whether it is proved. A wider search may no longer see who wins, and may
/// choose another turn. It is given up when the score falls below `least`.
fn prove(
    problem: &Problem,
    roots: &mut PromisingTurns,
    seen: Line,
    least: i32,
    chosen: &mut Turn,
    progress: &mut Progress<'_>,
) -> ControlFlow<(), bool> {
    let (mut best, mut wider, mut width) = (seen, roots.clone(), WIDTH);
    while (least..WIN).contains(&best.score.abs()) && width < MAX_WIDTH {
        width *= WIDENING;
        if best.score < LIKELY {
            let first = wider.turns[0];
            wider = promising_turns(problem, width.max(ROOT_WIDTH), Ties::InOrder, progress);
            wider.ended?;
            wider.put_first(first);
        }
        best = best_line(problem, &mut wider, Reach { depth: best.depth, width }, progress, &mut |_, _| Continue(()))?;
    }
    *chosen = best.turns[0];
    roots.put_first(wider.turns[0]);
    let is_proved = WIN <= best.score.abs();
    progress.emit(best)?;
    Continue(is_proved)
}

/// Searches this far from the root, emits each line that is better than the ones before, and returns the best line with the score of
/// the position. Moves the best turns of the root to the front.
fn best_line(
    problem: &Problem,
    roots: &mut PromisingTurns,
    reach: Reach,
    progress: &mut Progress<'_>,
    emit: &mut dyn FnMut(&Line, &mut Progress<'_>) -> ControlFlow<()>,
) -> ControlFlow<(), Line> {
    let mut best = Line::new(Vec::new(), -i32::MAX, reach.depth);
    for i in 0..roots.turns.len() {
        let candidate = roots.turns[i];
        let (score, continuation) = value_after(problem, &candidate, reach, best.score, i32::MAX, progress)?;
        roots.turns[i].score = score;
        if best.score < score {
            let turns = [candidate.turn].into_iter().chain(continuation).collect();
            best = Line { turns, score, ..best };
            emit(&best, progress)?;
            // The next search begins with the best turn of this one, so stopping it early never makes the choice worse.
            roots.turns[..=i].rotate_right(1);
        }
        if WIN <= score {
            break;
        }
    }
    if best.score <= -WIN && !roots.is_complete {
        best.score = -LIKELY;
    }
    Continue(best)
}

/// The score of the position for its mover, between the bounds, and the turns that lead there.
///
/// [`WIN`] and its negative are proofs: a position is lost only if all its turns were tried and none was cut off, and nothing is cut off
/// below a proved win.
fn value(problem: &Problem, reach: Reach, alpha: i32, beta: i32, progress: &mut Progress<'_>) -> ControlFlow<(), (i32, Vec<Turn>)> {
    progress.add_position();
    let is_horizon = reach.depth == 1;
    let beam = promising_turns(problem, if is_horizon { 1 } else { reach.width }, Ties::InOrder, progress);
    beam.ended?;
    let Some(first) = beam.turns.first() else { return Continue((-WIN, Vec::new())) };
    if is_horizon {
        return Continue((first.score, vec![first.turn]));
    }
    let (mut best, mut line, mut alpha) = (-WIN, Vec::new(), alpha);
    for candidate in &beam.turns {
        let (score, continuation) = value_after(problem, candidate, reach, alpha, beta, progress)?;
        if best < score || line.is_empty() {
            best = score;
            line = [candidate.turn].into_iter().chain(continuation).collect();
        }
        alpha = alpha.max(best);
        if WIN <= best || beta <= alpha {
            return Continue((best, line));
        }
    }
    let is_proved = -WIN < best || beam.is_complete;
    Continue((if is_proved { best } else { -LIKELY }, line))
}

/// The score of the turn for its mover, and the turns that follow it.
fn value_after(
    problem: &Problem,
    candidate: &Candidate,
    reach: Reach,
    alpha: i32,
    beta: i32,
    progress: &mut Progress<'_>,
) -> ControlFlow<(), (i32, Vec<Turn>)> {
    if WIN <= candidate.score {
        return Continue((WIN, Vec::new()));
    }
    let after = problem.after(&candidate.turn);
    if after.is_drawn() {
        return Continue((candidate.score, Vec::new()));
    }
    let (score, continuation) = value(&after, reach.one_turn_later(), -beta, -alpha, progress)?;
    Continue((-score, continuation))
}

#[cfg(test)]
mod tests {
    use super::max_turns_left;
    use crate::{
        model::{
            position::{Player, Position},
            state::{Problem, Rules},
        },
        play::opponent::{Level, choose},
    };
    use base::search::Found;

    /// The number of turns in a random game, and the upper bound before each turn.
    fn turns_and_bounds(rules: Rules, seed: u64) -> (usize, Vec<usize>) {
        let mut problem = Problem::new(Position::start(11), Player::O, rules.opening, rules);
        let mut bounds = Vec::new();
        while let Some(turn) = choose(Level::Random, &problem, seed + bounds.len() as u64, &mut Found::default()) {
            bounds.push(usize::from(max_turns_left(&problem)));
            problem = problem.after(&turn);
        }
        (bounds.len(), bounds)
    }

    #[test]
    fn no_game_is_longer_than_its_bound() {
        let mut longest = [0; 2];
        for (moves, passing) in [(1, false), (2, false), (3, false), (4, false), (1, true), (2, true)] {
            for seed in 0..5 {
                let (turns, bounds) = turns_and_bounds(Rules { moves, passing, ..Rules::default() }, seed);
                longest[usize::from(passing)] = longest[usize::from(passing)].max(turns);
                for (made, bound) in bounds.into_iter().enumerate() {
                    // A longer game isn't bounded by the largest number.
                    let is_within = turns - made <= bound || bound == usize::from(u8::MAX);
                    assert!(is_within, "after {made} of {turns} turns with {moves} moves each, the bound is {bound}");
                }
            }
        }
        assert!(longest.into_iter().all(|turns| 100 < turns), "games with one move per turn can be long: {longest:?}");
    }
}
