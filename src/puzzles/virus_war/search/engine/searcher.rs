//! The alpha-beta search below the root. Several threads can search with one table, each with a searcher of its own.

use std::ops::ControlFlow::{self, Continue};

use super::{
    INFINITE, Width,
    candidates::{Candidate, Candidates, candidates},
    evaluation,
    killers::Killers,
    score::{DRAW, LIKELY, LOST, WIN, before, bound_after, win_in},
    table::{Bound, Entry, Table, Value},
    work::Work,
};
use crate::model::{cells::CellSet, state::Problem};

/// A search with the table that it shares.
pub struct Searcher<'a> {
    /// What is known of positions.
    pub table: &'a Table,
    /// Its own killer turns.
    pub killers: &'a mut Killers,
    /// How wide it is.
    pub width: Width,
}

/// What the table says of a position.
enum Seen {
    /// Its score, which makes a search unnecessary.
    Score(i32),
    /// Its best turn, whose score counts: the search looks no further.
    Horizon(Candidate),
    /// The turns to search.
    Turns(Candidates),
}

impl Searcher<'_> {
    /// The score of the position for its mover, looking this many turns ahead, at least 1. Exact if it is between the bounds; at the
    /// lower bound or below it, an upper bound; at the upper bound or above it, a lower bound.
    pub fn value(&mut self, problem: &Problem, depth: u8, (alpha, beta): (i32, i32), work: &mut Work<'_>) -> ControlFlow<(), i32> {
        work.add_turns(0)?;
        let seen = match self.table.read(problem, |entry| entry.seen(depth, alpha, beta)) {
            Some(seen) => seen,
            None => {
                if let Some(score) = self.refuted_at_once(problem, depth, beta, work)? {
                    return Continue(score);
                }
                work.tally.kept += 1;
                let entry = Entry::new(problem, candidates(problem, self.width.inner, work)?);
                let seen = entry.seen(depth, alpha, beta);
                self.table.insert(problem, entry);
                seen
            }
        };
        let candidates = match seen {
            Seen::Score(score) => return Continue(score),
            Seen::Horizon(Candidate { cells, score }) => {
                if beta <= score {
                    self.killers.add(problem.mover, depth, cells);
                }
                return Continue(score);
            }
            Seen::Turns(candidates) => candidates,
        };
        let (mut best, mut best_cells) = (-INFINITE, CellSet::NONE);
        for (i, &candidate) in candidates.turns.iter().enumerate() {
            let score = self.value_after(problem, candidate, i, depth, (alpha.max(best), beta), work)?;
            if best < score {
                (best, best_cells) = (score, candidate.cells);
            }
            if beta <= best {
                self.killers.add(problem.mover, depth, candidate.cells);
                break;
            }
        }
        if best <= -WIN && !candidates.is_complete() {
            // Another turn may be better.
            best = -LIKELY;
        }
        let bound = match best {
            _ if beta <= best => Bound::Lower,
            _ if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.change(problem, |entry| entry.decide(best_cells, Value { score: best, bound, depth }));
        Continue(best)
    }

    /// The score of a killer turn with at least the upper bound, which makes it unnecessary to make any other turn of the position.
    fn refuted_at_once(&mut self, problem: &Problem, depth: u8, beta: i32, work: &mut Work<'_>) -> ControlFlow<(), Option<i32>> {
        if INFINITE <= beta {
            return Continue(None);
        }
        for cells in self.killers.turns(problem, depth) {
            work.add_turns(1)?;
            let after = problem.after_cells(cells);
            let score = match depth {
                _ if after.is_lost() => win_in(1),
                0..=1 => evaluation::score(&after.position, problem.mover),
                _ => before(self.value(&after, depth - 1, (bound_after(beta), bound_after(beta - 1)), work)?),
            };
            if beta <= score {
                return Continue(Some(score));
            }
        }
        Continue(None)
    }

    /// The score for the mover of a turn, which is number `index` in the order of the turns of its position.
    pub fn value_after(
        &mut self,
        problem: &Problem,
        Candidate { cells, score }: Candidate,
        index: usize,
        depth: u8,
        (alpha, beta): (i32, i32),
        work: &mut Work<'_>,
    ) -> ControlFlow<(), i32> {
        if score == win_in(1) {
            return Continue(score);
        }
        let after = problem.after_cells(cells);
        if after.is_drawn() {
            return Continue(DRAW);
        }
        if index > 0 && -INFINITE < alpha {
            let reduction = u8::from(self.width.unreduced <= index && 2 < depth);
            let bound = bound_after(alpha);
            let score = before(self.value(&after, depth - 1 - reduction, (bound - 1, bound), work)?);
            if score <= alpha {
                return Continue(score);
            }
        }
        self.value(&after, depth - 1, (bound_after(beta), bound_after(alpha)), work).map_continue(before)
    }
}

impl Entry {
    fn seen(&self, depth: u8, alpha: i32, beta: i32) -> Seen {
        if let Some(score) = self.value.and_then(|value| value.cut(depth, alpha, beta)) {
            return Seen::Score(score);
        }
        match self.candidates.turns.first() {
            None => Seen::Score(LOST),
            Some(&first) if depth <= 1 || WIN <= first.score => Seen::Horizon(first),
            Some(_) => Seen::Turns(self.candidates.clone()),
        }
    }

    /// Notes the value and the best turn. Another thread may have changed the order of the turns meanwhile.
    fn decide(&mut self, best: CellSet, value: Value) {
        let turns = &mut self.candidates.turns;
        if let Some(place) = turns.iter().position(|turn| turn.cells == best) {
            turns[..=place].rotate_right(1);
        }
        self.value = Some(value);
    }
}

impl Value {
    /// The score, if it makes a search of this depth between these bounds unnecessary. A proof holds for every depth.
    fn cut(self, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
        let is_deep = depth <= self.depth || WIN <= self.score.abs();
        let is_decided = match self.bound {
            Bound::Exact => true,
            Bound::Lower => beta <= self.score,
            Bound::Upper => self.score <= alpha,
        };
        (is_deep && is_decided).then_some(self.score)
    }
}
