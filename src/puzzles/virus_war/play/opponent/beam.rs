//! Two turns ahead: of the most promising turns, the one after which the enemy's best reply looks worst for him.

use std::ops::ControlFlow::{self, Continue};

use super::{
    Line, WIN, Watch,
    evaluation::{Candidate, Promising, Ties, promising},
};
use crate::{
    chance::Random,
    puzzles::virus_war::model::{state::Problem, turn::Turn},
};

/// How many turns are looked into.
const WIDTH: usize = 24;

pub fn choose(problem: &Problem, random: &mut Random, watch: &mut Watch<'_>) -> Option<Turn> {
    let beam = promising(problem, WIDTH, Ties::Random(random), watch);
    let mut chosen = beam.turns.first()?.turn;
    if beam.ended.is_continue() {
        // Stopped or not, what was chosen last is the best that was seen.
        let _ended = solution_each(problem, &beam, &mut chosen, watch);
    }
    Some(chosen)
}

fn solution_each(problem: &Problem, beam: &Promising, chosen: &mut Turn, watch: &mut Watch<'_>) -> ControlFlow<()> {
    let mut best: Option<Line> = None;
    for (i, candidate) in beam.turns.iter().enumerate() {
        let line = answered(problem, candidate, watch)?;
        if best.as_ref().is_none_or(|best| best.score < line.score) {
            *chosen = candidate.turn;
            watch.tell(line.as_best_so_far())?;
            best = Some(line);
        }
        watch.reach((i + 1) as f32 / beam.turns.len() as f32)?;
    }
    // Each turn has its refutation; it is proved only where there are no other turns, nor a pass, which is not looked into.
    match best {
        Some(lost) if lost.score <= -WIN && beam.are_all && !problem.may_pass() => watch.tell(lost),
        _ => Continue(()),
    }
}

/// The turn and the enemy's best reply.
fn answered(problem: &Problem, candidate: &Candidate, watch: &mut Watch<'_>) -> ControlFlow<(), Line> {
    let won = Line { turns: vec![candidate.turn], score: WIN, depth: 1 };
    if candidate.score >= WIN {
        return Continue(won);
    }
    watch.enter();
    let replies = promising(&problem.after(&candidate.turn), 1, Ties::InOrder, watch);
    replies.ended?;
    let answered = |reply: &Candidate| Line { turns: vec![candidate.turn, reply.turn], score: -reply.score, depth: 2 };
    Continue(replies.turns.first().map_or(won, answered))
}
