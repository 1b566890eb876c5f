//! The explanation of a round: from the clues with no tile flipped, everything that follows, step by step, by the conclusions of the hints.
//!
//! What single lines show comes first, as a person sees that first, then what follows from all clues together. Where no tile is certain,
//! the advice says what to flip and how likely it goes well, and the explanation flips what was flipped in the round.

use std::ops::ControlFlow;

use crate::{
    model::{
        objective::Objective,
        problem::{Problem, Spot},
        rules::{Line, SIDE, TILES, Value, tile_name},
        solution::Solution,
    },
    search::optimal::{ROUNDING, transposition_table::TranspositionTable},
};
use base::{
    search::{Event, Observer, Tally, TraceStep},
    text::listed,
};

use super::{
    advice::Advice,
    analysis, hints,
    hints::LineHint,
    insight::{Insight, Kind},
};

/// Reports the steps, up to the last tile that is face up. If the round isn't over, the last step is the advice for its next flip.
pub fn steps(problem: &Problem, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<()> {
    observer.progress(0.0, &Tally::default())?;
    let last = analysis::odds(problem);
    let fresh = problem.fresh();
    let mut teller = Teller {
        face_up: problem.tiles,
        known: known(problem, &last),
        before: fresh.tiles,
        position: fresh,
        noted: fresh.tiles,
        told: Vec::new(),
        table: TranspositionTable::default(),
        observer,
    };
    match last.kind {
        Kind::Impossible | Kind::Contradiction | Kind::NoBoardAtLevel => teller.say(Event::DeadEnd, hints::flaw(&last), Vec::new())?,
        Kind::Ok | Kind::Won | Kind::Lost => teller.tell()?,
    }
    observer.progress(1.0, &Tally::default())
}

/// The value of each tile that is face up; once the board is cleared, also of those that can only have one. Where it isn't, a tile that
/// nobody flipped must not be shown as flipped.
fn known(problem: &Problem, insight: &Insight) -> [Option<Value>; TILES] {
    if insight.kind != Kind::Won {
        return problem.tiles;
    }
    let only = |tile: usize| {
        let chances = insight.chances(tile)?;
        let mut possible = Value::ALL.into_iter().filter(|&value| 0.0 < chances[value as usize]);
        possible.next().filter(|_| possible.next().is_none())
    };
    std::array::from_fn(|tile| problem.tiles[tile].or_else(|| only(tile)))
}

struct Teller<'a> {
    /// The tiles that are face up in the round.
    face_up: [Option<Value>; TILES],
    /// Their values and, on a cleared board, those of tiles that can only have one.
    known: [Option<Value>; TILES],
    /// The tiles flipped before the step that is said next, and so far.
    before: [Option<Value>; TILES],
    position: Problem,
    /// The same, and Voltorbs that were concluded.
    noted: [Option<Value>; TILES],
    /// What was said of lines.
    told: Vec<(Line, LineHint)>,
    table: TranspositionTable,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
}

impl Teller<'_> {
    fn tell(&mut self) -> ControlFlow<()> {
        loop {
            self.before = self.position.tiles;
            let odds = analysis::odds(&self.position);
            if odds.kind != Kind::Ok {
                return self.end(&odds);
            }
            if !self.tell_line(&odds)? && !self.tell_flip(odds)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Says the next thing that single lines show, of all lines that show it by themselves. Returns whether there was any.
    fn tell_line(&mut self, odds: &Insight) -> ControlFlow<(), bool> {
        let noted = Problem { tiles: self.noted, ..self.position };
        for wanted in [LineHint::Safe, LineHint::OnlyVoltorbs, LineHint::NoGain] {
            let untold = Line::all().filter(|&line| !self.told.contains(&(line, wanted)));
            let (lines, tiles): (Vec<Line>, Vec<_>) =
                untold.filter_map(|line| Some((line, hints::of_line(&noted, odds, line, wanted)?))).unzip();
            if lines.is_empty() {
                continue;
            }
            self.told.extend(lines.iter().map(|&line| (line, wanted)));
            // A row and a column can share one.
            let tiles: Vec<usize> = (0..TILES).filter(|tile| tiles.iter().any(|of_line| of_line.contains(tile))).collect();
            let shown = match wanted {
                LineHint::Safe => tiles.iter().filter_map(|&tile| Some((tile, self.known[tile]?))).collect(),
                LineHint::OnlyVoltorbs => {
                    tiles.iter().for_each(|&tile| self.noted[tile] = Some(Value::Voltorb));
                    Vec::new()
                }
                LineHint::NoGain => Vec::new(),
            };
            shown.iter().for_each(|&(tile, value)| self.flip(tile, value));
            let values = match &shown[..] {
                [] => String::new(),
                [(_, value)] => format!("; flipped, it shows a {value}"),
                all if SIDE < all.len() => "; all are flipped".to_owned(),
                all => format!("; flipped, they show {}", listed(all.iter().map(|(_, value)| value), "and")),
            };
            self.say(Event::Place, wanted.in_words(&lines) + &values, tiles)?;
            return ControlFlow::Continue(true);
        }
        ControlFlow::Continue(false)
    }

    /// Says what to flip, and flips it, or what was flipped in the round instead. Returns whether there was anything to flip.
    fn tell_flip(&mut self, odds: Insight) -> ControlFlow<(), bool> {
        let Some((advice, insight)) = self.advice(odds)? else { return ControlFlow::Continue(false) };
        let advised = advice.tile.and_then(|tile| Some((tile, self.value_of_flip(tile, &insight)?)));
        let Some((tile, value)) = advised.or_else(|| self.flip_of_round(&insight)) else {
            self.say(Event::Place, hints::message(&advice), advice.tile.into_iter().collect())?;
            return ControlFlow::Continue(false);
        };
        self.flip(tile, value);
        let message = if advised.is_some() {
            hints::message(&Advice { headline: format!("{} (it shows a {value})", advice.headline), ..advice })
        } else {
            let worth = |tile: usize| hints::worth_of(&insight, tile);
            let is_as_good = advice.tile.and_then(worth).zip(worth(tile)).is_some_and(|(best, own)| best - own < ROUNDING);
            let as_good = if is_as_good { ", which is exactly as good" } else { "" };
            format!("{}. In this round, {} was flipped instead{as_good}, and shows a {value}", hints::message(&advice), tile_name(tile))
        };
        self.say(Event::Place, message, vec![tile])?;
        ControlFlow::Continue(true)
    }

    /// The advice of the hints, with what it follows from. That a tile is safe needs no search for the best play.
    fn advice(&mut self, odds: Insight) -> ControlFlow<(), Option<(Advice, Insight)>> {
        let is_safe = |advice: &Advice| advice.tile.and_then(|tile| odds.chances(tile)).is_some_and(|[voltorb, ..]| voltorb == 0.0);
        if odds.objective == Objective::Clear
            && let Some(safe) = hints::advice(&self.position, &odds).filter(is_safe)
        {
            return ControlFlow::Continue(Some((safe, odds)));
        }
        let insight = hints::analyzed(&self.position, &mut self.table, self.observer)?.unwrap_or(odds);
        ControlFlow::Continue(hints::advice(&self.position, &insight).map(|advice| (advice, insight)))
    }

    /// The value of a tile that may be flipped now: a safe one whose value is known, or one that is face up in the round.
    fn value_of_flip(&self, tile: usize, insight: &Insight) -> Option<Value> {
        let is_safe = insight.chances(tile).is_some_and(|[voltorb, ..]| voltorb == 0.0);
        self.face_up[tile].or_else(|| self.known[tile].filter(|_| is_safe))
    }

    /// The best of the flips of the round that are left, and a Voltorb last.
    fn flip_of_round(&self, insight: &Insight) -> Option<(usize, Value)> {
        let left = self.position.face_down().filter_map(|tile| Some((tile, self.face_up[tile]?)));
        let worth = |tile| hints::worth_of(insight, tile).unwrap_or_default();
        left.max_by(|&(one, value), &(other, other_value)| {
            let survives = |value| value != Value::Voltorb;
            survives(value).cmp(&survives(other_value)).then(worth(one).total_cmp(&worth(other))).then(other.cmp(&one))
        })
    }

    fn end(&mut self, insight: &Insight) -> ControlFlow<()> {
        let Some(advice) = hints::advice(&self.position, insight) else { return ControlFlow::Continue(()) };
        // What is left is shown as far as it is certain.
        (0..TILES).for_each(|tile| self.noted[tile] = self.noted[tile].or(self.known[tile]));
        self.say(if insight.kind == Kind::Won { Event::Found } else { Event::Place }, hints::message(&advice), Vec::new())
    }

    fn flip(&mut self, tile: usize, value: Value) {
        self.position.tiles[tile] = Some(value);
        self.noted[tile] = Some(value);
    }

    fn say(&mut self, event: Event, remark: String, tiles: Vec<usize>) -> ControlFlow<()> {
        let spots = tiles.into_iter().map(Spot::Tile).collect();
        let partial = Solution::partial(&self.noted);
        // Nothing has odds that no board matches.
        let partial = if event == Event::DeadEnd { partial } else { partial.after(&self.before) };
        self.observer.found(TraceStep { event, partial, remark, spots, explored: 0, kept: 0 })
    }
}
