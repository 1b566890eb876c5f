//! Looks two turns ahead: among the most promising turns, it chooses the one whose best reply looks worst for the enemy.

use std::ops::ControlFlow::{self, Continue};

use super::{
    Line, Progress, WIN,
    evaluation::{Candidate, PromisingTurns, Ties, promising_turns},
};
use crate::model::{state::Problem, turn::Turn};
use base::chance::Random;

/// How many of the most promising turns are searched.
const WIDTH: usize = 24;

pub fn choose(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let beam = promising_turns(problem, WIDTH, Ties::Random(random), progress);
    let mut chosen = beam.turns.first()?.turn;
    if beam.ended.is_continue() {
        // Stopped or not, `chosen` is the best turn seen.
        let _ended = search_replies(problem, &beam, &mut chosen, progress);
    }
    Some(chosen)
}

fn search_replies(problem: &Problem, beam: &PromisingTurns, chosen: &mut Turn, progress: &mut Progress<'_>) -> ControlFlow<()> {
    let mut best: Option<Line> = None;
    for (i, candidate) in beam.turns.iter().enumerate() {
        let line = with_best_reply(problem, candidate, progress)?;
        if best.as_ref().is_none_or(|best| best.score < line.score) {
            *chosen = candidate.turn;
            progress.emit(line.as_best_so_far())?;
            best = Some(line);
        }
        progress.advance_to((i + 1) as f32 / beam.turns.len() as f32)?;
    }
    // Every turn loses. This is proved only if no other turns are left, since those were not searched.
    match best {
        Some(lost) if lost.score <= -WIN && beam.is_complete => progress.emit(lost),
        _ => Continue(()),
    }
}

/// The line of the turn and the enemy's best reply to it.
fn with_best_reply(problem: &Problem, candidate: &Candidate, progress: &mut Progress<'_>) -> ControlFlow<(), Line> {
    let alone = |score| Line::new(vec![candidate.turn], score, 1);
    let after = problem.after(&candidate.turn);
    if candidate.score >= WIN || after.is_drawn() {
        return Continue(alone(candidate.score));
    }
    progress.add_position();
    let replies = promising_turns(&after, 1, Ties::InOrder, progress);
    replies.ended?;
    let line = |reply: &Candidate| Line::new(vec![candidate.turn, reply.turn], -reply.score, 2);
    Continue(replies.turns.first().map_or_else(|| alone(WIN), line))
}
