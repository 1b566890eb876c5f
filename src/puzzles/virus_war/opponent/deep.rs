//! Further and further ahead: alpha-beta over the most promising turns of each position, one turn deeper each time.

use std::ops::ControlFlow::{self, Continue};

use super::{
    super::{chance::ChaCha8Rng, state::Problem, turn::Turn},
    Line, WIN, Watch,
    evaluation::{Candidate, Ties, promising},
};

/// How many turns are looked into at the root.
const ROOT_WIDTH: usize = 32;
/// How many turns are looked into everywhere else.
const WIDTH: usize = 10;
/// No game is longer: every turn fills or kills.
const DEEPEST: u8 = 100;

pub fn choose(problem: &Problem, random: &mut ChaCha8Rng, watch: &mut Watch<'_>) -> Option<Turn> {
    let (mut roots, ended) = promising(problem, ROOT_WIDTH, Ties::Random(random), watch);
    let mut chosen = roots.first()?.turn;
    if ended.is_break() {
        return Some(chosen);
    }
    for depth in 2..=DEEPEST {
        let stopped = deepen(problem, &mut roots, depth, &mut chosen, watch).is_break();
        let is_decided = roots.first().is_some_and(|best| best.score.abs() >= WIN);
        if stopped || is_decided {
            break;
        }
    }
    Some(chosen)
}

/// Looks `depth` turns ahead of every root, and puts them in the order of what was seen.
fn deepen(problem: &Problem, roots: &mut [Candidate], depth: u8, chosen: &mut Turn, watch: &mut Watch<'_>) -> ControlFlow<()> {
    let mut best = -i32::MAX;
    for i in 0..roots.len() {
        let (score, rest) = if roots[i].score >= WIN {
            (roots[i].score, Vec::new())
        } else {
            let (score, rest) = value(&problem.after(&roots[i].turn), depth - 1, -i32::MAX, -best, watch)?;
            (-score, rest)
        };
        roots[i].score = score;
        if best < score {
            best = score;
            *chosen = roots[i].turn;
            let turns = [*chosen].into_iter().chain(rest).collect();
            watch.tell(Line { turns, score, depth })?;
            // The next depth begins with the best of this one, so that it is never worse for having begun.
            roots[..=i].rotate_right(1);
        }
    }
    Continue(())
}

/// What the position is worth to its mover, between the bounds, and the turns that lead there.
fn value(problem: &Problem, depth: u8, alpha: i32, beta: i32, watch: &mut Watch<'_>) -> ControlFlow<(), (i32, Vec<Turn>)> {
    watch.enter();
    let width = if depth == 1 { 1 } else { WIDTH };
    let (beam, ended) = promising(problem, width, Ties::InOrder, watch);
    ended?;
    if depth == 1 {
        return Continue(beam.first().map_or((-WIN, Vec::new()), |best| (best.score, vec![best.turn])));
    }
    let (mut best, mut line, mut alpha) = (-WIN, Vec::new(), alpha);
    for candidate in beam {
        let (score, rest) = if candidate.score >= WIN {
            (WIN, Vec::new())
        } else {
            let (score, rest) = value(&problem.after(&candidate.turn), depth - 1, -beta, -alpha, watch)?;
            (-score, rest)
        };
        if best < score {
            best = score;
            line = [candidate.turn].into_iter().chain(rest).collect();
        }
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    Continue((best, line))
}
