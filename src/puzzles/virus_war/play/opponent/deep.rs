//! Further and further ahead: alpha-beta over the most promising turns of each position, one turn deeper each time.
//!
//! Where the end of the game comes into sight, it looks wider instead of deeper, to prove the end. A win needs one turn
//! against which all replies lose, a loss needs all turns refuted; while turns remain untried, a score is at most [`LIKELY`].

use std::ops::ControlFlow::{self, Continue};

use super::{
    LIKELY, Line, WIN, Watch,
    evaluation::{Candidate, Promising, Ties, promising},
};
use crate::{
    chance::Random,
    puzzles::virus_war::model::{position::Player, state::Problem, turn::Turn},
};

/// How many turns are looked into at the root.
const ROOT_WIDTH: usize = 32;
/// How many turns are looked into everywhere else.
const WIDTH: usize = 10;
/// How many times wider each attempt to prove an end is than the one before.
const WIDER: usize = 8;
/// The width of the last attempt. It bounds memory to some megabytes; where a position has more turns, nothing is proved of it.
const WIDEST: usize = WIDTH * WIDER.pow(4);

pub fn choose(problem: &Problem, random: &mut Random, watch: &mut Watch<'_>) -> Option<Turn> {
    let roots = promising(problem, ROOT_WIDTH, Ties::Random(random), watch);
    let mut chosen = roots.turns.first()?.turn;
    if roots.ended.is_continue() {
        // Stopped or not, what was chosen last is the best that was seen.
        let _ended = look_ahead(problem, roots, &mut chosen, watch);
    }
    Some(chosen)
}

/// How far is looked from a position.
#[derive(Clone, Copy)]
struct Reach {
    /// How many turns ahead, at least 1.
    depth: u8,
    /// Into how many turns of each position.
    width: usize,
}

impl Reach {
    fn after_a_turn(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }
}

/// Looks deeper and deeper, until who wins is proved.
fn look_ahead(problem: &Problem, mut roots: Promising, chosen: &mut Turn, watch: &mut Watch<'_>) -> ControlFlow<()> {
    for depth in 2..=most_turns(problem).saturating_add(1) {
        let seen = best_line(problem, &mut roots, Reach { depth, width: WIDTH }, watch, &mut |line, watch| {
            *chosen = line.turns[0];
            watch.tell(line.as_best_so_far())
        })?;
        let is_proved = WIN <= seen.score || LIKELY <= seen.score.abs() && prove(problem, &mut roots, seen, chosen, watch)?;
        if is_proved {
            break;
        }
    }
    Continue(())
}

/// Looks wider for a proof of the end that was seen, and returns whether there is one. If there is none, the end may have gone
/// out of sight, and another turn may be the best.
fn prove(problem: &Problem, roots: &mut Promising, seen: Line, chosen: &mut Turn, watch: &mut Watch<'_>) -> ControlFlow<(), bool> {
    let (mut best, mut wider, mut width) = (seen, roots.clone(), WIDTH);
    while (LIKELY..WIN).contains(&best.score.abs()) && width < WIDEST {
        width *= WIDER;
        if best.score < 0 {
            let first = wider.turns[0];
            wider = promising(problem, width.max(ROOT_WIDTH), Ties::InOrder, watch);
            wider.ended?;
            wider.put_first(first);
        }
        best = best_line(problem, &mut wider, Reach { depth: best.depth, width }, watch, &mut |_, _| Continue(()))?;
    }
    *chosen = best.turns[0];
    roots.put_first(wider.turns[0]);
    let is_proved = WIN <= best.score.abs();
    watch.tell(best)?;
    Continue(is_proved)
}

/// Looks this far from the root, tells each line that is better than those before, and returns the best with what the position
/// comes to. The turns of the root come into the order of what was seen.
fn best_line(
    problem: &Problem,
    roots: &mut Promising,
    reach: Reach,
    watch: &mut Watch<'_>,
    tell: &mut dyn FnMut(&Line, &mut Watch<'_>) -> ControlFlow<()>,
) -> ControlFlow<(), Line> {
    let mut best = Line { turns: Vec::new(), score: -i32::MAX, depth: reach.depth };
    for i in 0..roots.turns.len() {
        let candidate = roots.turns[i];
        let (score, rest) = value_after(problem, &candidate, reach, best.score, i32::MAX, watch)?;
        roots.turns[i].score = score;
        if best.score < score {
            let turns = [candidate.turn].into_iter().chain(rest).collect();
            best = Line { turns, score, ..best };
            tell(&best, watch)?;
            // The next search begins with the best of this one, so that it is never worse for having begun.
            roots.turns[..=i].rotate_right(1);
        }
        if WIN <= score {
            break;
        }
    }
    let is_refuted = best.score <= -WIN;
    if is_refuted && !(roots.are_all && pass_value(problem, reach, -i32::MAX, i32::MAX, watch)?.is_none_or(|score| score <= -WIN)) {
        best.score = -LIKELY;
    }
    Continue(best)
}

/// What the position is worth to its mover, between the bounds, and the turns that lead there.
///
/// [`WIN`] and its opposite are proofs: a position is lost only if all its turns were tried and none was cut off, since
/// nothing is cut off below a proved win.
fn value(problem: &Problem, reach: Reach, alpha: i32, beta: i32, watch: &mut Watch<'_>) -> ControlFlow<(), (i32, Vec<Turn>)> {
    watch.enter();
    let is_horizon = reach.depth == 1;
    let beam = promising(problem, if is_horizon { 1 } else { reach.width }, Ties::InOrder, watch);
    beam.ended?;
    let Some(first) = beam.turns.first() else { return Continue((-WIN, Vec::new())) };
    if is_horizon {
        return Continue((first.score, vec![first.turn]));
    }
    let (mut best, mut line, mut alpha) = (-WIN, Vec::new(), alpha);
    for candidate in &beam.turns {
        let (score, rest) = value_after(problem, candidate, reach, alpha, beta, watch)?;
        if best < score || line.is_empty() {
            best = score;
            line = [candidate.turn].into_iter().chain(rest).collect();
        }
        alpha = alpha.max(best);
        if WIN <= best || beta <= alpha {
            return Continue((best, line));
        }
    }
    if -WIN < best {
        return Continue((best, line));
    }
    if !beam.are_all {
        return Continue((-LIKELY, line));
    }
    Continue(pass_value(problem, reach, alpha, beta, watch)?.map_or((-WIN, line), |score| (score, Vec::new())))
}

/// What the turn is worth to its mover, and the turns that follow.
fn value_after(
    problem: &Problem,
    candidate: &Candidate,
    reach: Reach,
    alpha: i32,
    beta: i32,
    watch: &mut Watch<'_>,
) -> ControlFlow<(), (i32, Vec<Turn>)> {
    if WIN <= candidate.score {
        return Continue((WIN, Vec::new()));
    }
    let (score, rest) = value(&problem.after(&candidate.turn), reach.after_a_turn(), -beta, -alpha, watch)?;
    Continue((-score, rest))
}

/// What it is worth to the mover to leave the turn out; none if he may not.
fn pass_value(problem: &Problem, reach: Reach, alpha: i32, beta: i32, watch: &mut Watch<'_>) -> ControlFlow<(), Option<i32>> {
    if !problem.may_pass() {
        return Continue(None);
    }
    let (score, _) = value(&problem.passed(), reach.after_a_turn(), -beta, -alpha, watch)?;
    Continue(Some(-score))
}

/// How many turns the game can still have, at most: each move fills an empty cell or kills a live virus for good, so no cell has
/// more than two. A game with passing need not end; this is as far as is looked then.
fn most_turns(problem: &Problem) -> u8 {
    if problem.rules.passing {
        return u8::MAX;
    }
    let moves: usize = [Player::O, Player::X].into_iter().map(|player| problem.position.targets(player).len()).sum();
    let after_this_turn = moves.saturating_sub(usize::from(problem.moves)) / usize::from(problem.rules.moves.max(1));
    u8::try_from(1 + after_this_turn).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::most_turns;
    use crate::{
        puzzles::virus_war::{
            model::{
                position::{Player, Position},
                state::{Problem, Rules},
            },
            play::opponent::{Level, choose},
        },
        search::Found,
    };

    /// How many turns the game has, and how many it was said to have at most before each.
    fn turns_and_bounds(rules: Rules, seed: u64) -> (usize, Vec<usize>) {
        let mut problem = Problem { position: Position::start(11), mover: Player::O, moves: rules.opening, rules };
        let mut bounds = Vec::new();
        while let Some(turn) = choose(Level::Random, &problem, seed + bounds.len() as u64, &mut Found::default()) {
            bounds.push(usize::from(most_turns(&problem)));
            problem = problem.after(&turn);
        }
        (bounds.len(), bounds)
    }

    #[test]
    fn no_game_without_passing_is_longer_than_its_bound() {
        let mut longest = 0;
        for moves in 1..=4 {
            for seed in 0..5 {
                let (turns, bounds) = turns_and_bounds(Rules { moves, opening: 1, passing: false }, seed);
                longest = longest.max(turns);
                for (made, bound) in bounds.into_iter().enumerate() {
                    assert!(turns - made <= bound, "after {made} of {turns} turns, {bound} at most, {moves} moves a turn");
                }
            }
        }
        assert!(100 < longest, "with one move a turn, games can be long: {longest}");
    }
}
