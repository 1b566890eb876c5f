//! What was luck in a finished round and what were mistakes, flip by flip, and what the best play does on the same deal.
//!
//! Before each flip, the position is worth what the best play gets on average. The chosen flip is worth as much or less: the difference is
//! the cost of a mistake. What the flip then shows makes the next position worth more or less than expected: luck. So the result of a round
//! is its par, what the best play gets on this deal, minus all mistakes, plus all luck.

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    live::{
        advice::{Certainty, advise},
        analysis,
        insight::{Insight, Kind},
    },
    model::{
        objective::Objective,
        prior::Level,
        problem::Problem,
        rules::{TILES, Value},
        state::State,
    },
    search::optimal::transposition_table::TranspositionTable,
};
use base::search::{Latest, Observer, Tally};

use super::game::coins_on;

/// Costs below this share of the worth are rounding errors.
const TOLERANCE: f64 = 1e-9;

/// The values of a deal, as far as they are known.
pub type Deal = [Option<Value>; TILES];

/// The review of a round, or what is known of it so far. All worths are chances, or coins if these are the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The goal of the round.
    pub objective: Objective,
    /// The level, if only one was possible.
    pub level: Option<Level>,
    /// What the player did.
    pub played: Line,
    /// What the best play does on the same deal. It makes the player's flips as long as none is better.
    pub perfect: Line,
}

/// The decisions of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The decisions in order, as far as they are worked out.
    pub decisions: Vec<Decision>,
    /// How it ends; `None` until that is worked out.
    pub end: Option<LineEnd>,
    /// What it gets.
    pub result: Option<f64>,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// With every 2 and 3 face up.
    Cleared,
    /// With a Voltorb.
    Lost,
    /// The player stops.
    Stopped,
    /// At a flip of a tile whose value isn't known, since the round was played elsewhere.
    Hidden,
    /// Where the best play isn't known.
    Unknown,
}

/// A flip, or stopping. Worths are `None` if they aren't known exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The position before it.
    pub position: State,
    /// What is known in that position.
    pub insight: Arc<Insight>,
    /// What was chosen.
    pub choice: Choice,
    /// What the best play chooses: the same, if that is among the best.
    pub best: Option<Choice>,
    /// What the best play gets from this position.
    pub worth: Option<f64>,
    /// What the best play gets after this choice, before it is known what the tile shows.
    pub value: Option<f64>,
    /// The value that the tile showed, if it is known.
    pub shown: Option<Value>,
    /// What the best play gets once it is known.
    pub after: Option<f64>,
}

/// What a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Flip this tile.
    Flip(usize),
    /// Stop and keep the coins.
    Stop,
}

impl Choice {
    /// Returns the tile to flip.
    pub const fn tile(self) -> Option<usize> {
        match self {
            Self::Flip(tile) => Some(tile),
            Self::Stop => None,
        }
    }
}

impl Review {
    /// Returns what the best play gets on this deal, on average.
    pub fn par(&self) -> Option<f64> {
        self.played.decisions.first().map_or(self.played.result, |first| first.worth)
    }

    /// The decisions that were worth less than the best, with their numbers from 1 and their costs.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &Decision, f64)> {
        let numbered = self.played.decisions.iter().enumerate();
        numbered.filter_map(|(index, decision)| Some((index + 1, decision, decision.cost().filter(|&cost| 0.0 < cost)?)))
    }

    /// Returns what all mistakes cost together.
    pub fn cost(&self) -> Option<f64> {
        self.played.decisions.iter().map(Decision::cost).sum()
    }

    /// Returns the sum of all differences between what flips showed and what was expected.
    pub fn luck(&self) -> Option<f64> {
        self.played.decisions.iter().map(Decision::luck).sum()
    }

    /// Returns whether all costs and all luck of both lines are known.
    pub fn is_exact(&self) -> bool {
        let all = self.played.decisions.iter().chain(&self.perfect.decisions);
        all.into_iter().all(|decision| decision.cost().is_some() && decision.luck().is_some())
    }

    /// Returns the number of decisions that both lines share: with the next one the ways part.
    pub fn shared(&self) -> usize {
        let pairs = self.played.decisions.iter().zip(&self.perfect.decisions);
        pairs.take_while(|(played, perfect)| played.choice == perfect.choice).count()
    }
}

impl Line {
    const EMPTY: Self = Self { decisions: Vec::new(), end: None, result: None };

    /// Returns the coins that it wins, once its end is known.
    pub fn coins(&self) -> Option<u32> {
        let last = self.decisions.last()?;
        let mut position = last.position;
        if let Choice::Flip(tile) = last.choice {
            position.turn(tile, Some(last.shown?));
        }
        match self.end? {
            LineEnd::Lost => Some(0),
            LineEnd::Cleared | LineEnd::Stopped => Some(coins_on(&position)),
            LineEnd::Hidden | LineEnd::Unknown => None,
        }
    }
}

impl Decision {
    /// Creates a decision in this position.
    pub fn new(position: &State, insight: &Arc<Insight>, choice: Choice) -> Self {
        let (worth, value) = (insight.worth, value_of(insight, choice));
        // A safe tile is among the best even where their worth isn't known.
        let best = if is_best(worth, value) || is_riskless(insight, choice) { Some(choice) } else { best_choice(position, insight) };
        // Stopping shows nothing.
        let after = value.filter(|_| choice == Choice::Stop);
        Self { position: *position, insight: Arc::clone(insight), choice, best, worth, value, shown: None, after }
    }

    /// Adds what the tile showed, and what is known then.
    fn showing(self, shown: Option<Value>, after: &Insight) -> Self {
        Self { shown, after: after.worth, ..self }
    }

    /// Returns how much less the choice is worth than the best one; 0 if it is among the best.
    pub fn cost(&self) -> Option<f64> {
        if self.best == Some(self.choice) { Some(0.0) } else { Some(self.worth? - self.value?) }
    }

    /// Returns whether the choice is known to be worth less than the best one.
    pub fn is_mistake(&self) -> bool {
        self.cost().is_some_and(|cost| 0.0 < cost)
    }

    /// Returns how much more the position is worth after the flip than was expected.
    pub fn luck(&self) -> Option<f64> {
        Some(self.after? - self.value?)
    }
}

/// Returns whether the choice is a tile that can do no harm: one without a Voltorb, unless it might win too early.
fn is_riskless(insight: &Insight, choice: Choice) -> bool {
    let chances = choice.tile().and_then(|tile| insight.chances(tile));
    insight.kind == Kind::Ok
        && insight.objective != Objective::EightCards
        && chances.is_some_and(|chances| chances[Value::Voltorb as usize] == 0.0)
}

fn is_best(worth: Option<f64>, value: Option<f64>) -> bool {
    matches!((worth, value), (Some(worth), Some(value)) if worth - value <= TOLERANCE * worth.max(1.0))
}

/// Returns what the best play gets after this choice.
fn value_of(insight: &Insight, choice: Choice) -> Option<f64> {
    let worth = insight.worth?;
    let Choice::Flip(tile) = choice else { return Some(insight.stop.unwrap_or(0.0)) };
    if let Some(values) = insight.values {
        return values.as_flattened()[tile];
    }
    let is_reached = insight.objective.counts_cards() && insight.stop == Some(1.0);
    match insight.objective {
        // A Voltorb loses the cards, and then nothing else is at stake.
        Objective::EightCards if is_reached => insight.chances(tile).map(|chances| 1.0 - chances[Value::Voltorb as usize]),
        _ => Some(worth).filter(|_| is_reached || insight.is_best(tile)),
    }
}

/// Returns what the best play chooses, as the advice says, or `None` if that isn't known.
fn best_choice(position: &State, insight: &Insight) -> Option<Choice> {
    let advice = advise(position, insight).filter(|advice| advice.certainty == Certainty::Exact)?;
    match advice.tile {
        Some(tile) => Some(Choice::Flip(tile)),
        None => (insight.kind == Kind::Ok && insight.worth.is_some()).then_some(Choice::Stop),
    }
}

/// Reviews a finished round; `deal` has the values that the game knows. Reports the review again after each step.
///
/// # Errors
/// `Break` if the observer stops it.
pub fn review(state: &State, deal: &Deal, observer: &mut dyn Observer<Review>) -> ControlFlow<()> {
    let last = Problem::check(state).ok().map(|problem| analysis::odds(&problem));
    let level = last.as_ref().and_then(Insight::level);
    let mut review = Review { objective: state.objective, level, played: Line::EMPTY, perfect: Line::EMPTY };
    observer.found(review.clone())?;
    let flips: Vec<_> = state.flips.iter().collect();
    // Most of what is known of a position serves the next one.
    let mut table = TranspositionTable::default();
    let mut known = Vec::new();
    for number in 0..=flips.len() {
        let position = state.rewound(number);
        let Some(insight) = analyzed(&position, &mut table, observer)? else { break };
        known.push((position, Arc::new(insight)));
        review.played = played(state, &flips, &known);
        observer.found(review.clone())?;
    }
    if review.played.end.is_none() {
        review.played.end = Some(LineEnd::Unknown);
    }
    play_perfectly(&mut review, &known, &completed(state, deal, last.as_ref()), &mut table, observer)?;
    observer.progress(1.0, &Tally::default())
}

/// A position, and what is known of it.
type Known = (State, Arc<Insight>);

/// Returns what is known of a position in the end, or `None` if it can't be analysed.
fn analyzed(state: &State, table: &mut TranspositionTable, observer: &mut dyn Observer<Review>) -> ControlFlow<(), Option<Insight>> {
    let Ok(problem) = Problem::check(state) else { return ControlFlow::Continue(None) };
    let mut latest = Latest::new(observer);
    analysis::analyze(&problem, table, &mut latest)?;
    ControlFlow::Continue(latest.found)
}

/// Returns the line of the player; `known` is what is known before each flip and at the end, as far as it is worked out.
fn played(state: &State, flips: &[usize], known: &[Known]) -> Line {
    let flip = |(&tile, pair): (&usize, &[Known])| {
        let ((position, before), (_, after)) = (&pair[0], &pair[1]);
        Decision::new(position, before, Choice::Flip(tile)).showing(state.tiles.0[tile], after)
    };
    let mut line = Line { decisions: flips.iter().zip(known.windows(2)).map(flip).collect(), ..Line::EMPTY };
    if let Some((position, last)) = known.get(flips.len()) {
        line.finish(position, last, Some(Choice::Stop));
    }
    line
}

impl Line {
    /// Ends the line in this position, if the round is over there or if the player stops.
    fn finish(&mut self, position: &State, insight: &Arc<Insight>, choice: Option<Choice>) {
        self.end = match (insight.kind, choice) {
            (Kind::Won, _) => Some(LineEnd::Cleared),
            (Kind::Lost, _) => Some(LineEnd::Lost),
            (Kind::Ok, Some(Choice::Stop)) => {
                self.decisions.push(Decision::new(position, insight, Choice::Stop));
                self.result = value_of(insight, Choice::Stop);
                self.end = Some(LineEnd::Stopped);
                return;
            }
            (Kind::Ok, Some(Choice::Flip(_))) => None,
            _ => Some(LineEnd::Unknown),
        };
        self.result = insight.worth.filter(|_| matches!(self.end, Some(LineEnd::Cleared | LineEnd::Lost)));
    }
}

/// Returns the deal with the values that the end of the round shows: those of face-up tiles, and those that are certain then.
fn completed(state: &State, deal: &Deal, last: Option<&Insight>) -> Deal {
    let certain = |tile: usize| {
        let chances = last?.chances(tile)?;
        Value::ALL.into_iter().find(|&value| 1.0 - TOLERANCE < chances[value as usize])
    };
    std::array::from_fn(|tile| deal[tile].or(state.tiles.0[tile]).or_else(|| certain(tile)))
}

/// Works out the line of the best play; `known` is what is known of the positions of the player.
fn play_perfectly(
    review: &mut Review,
    known: &[Known],
    deal: &Deal,
    table: &mut TranspositionTable,
    observer: &mut dyn Observer<Review>,
) -> ControlFlow<()> {
    let mut next = known.first().cloned();
    while let Some((position, insight)) = next.take() {
        let number = review.perfect.decisions.len();
        let is_shared = review.shared() == number;
        let followed = review.played.decisions.get(number).filter(|decision| is_shared && decision.best == Some(decision.choice));
        let choice = followed.map(|decision| decision.choice);
        let is_shared = choice.is_some();
        let choice = choice.or_else(|| best_choice(&position, &insight));
        review.perfect.finish(&position, &insight, choice);
        let (None, Some(Choice::Flip(tile))) = (review.perfect.end, choice) else { break };
        let decision = Decision::new(&position, &insight, Choice::Flip(tile));
        let Some(value) = deal[tile] else {
            review.perfect.decisions.push(decision);
            review.perfect.end = Some(LineEnd::Hidden);
            break;
        };
        next = if is_shared { known.get(number + 1).cloned() } else { after_flip(position, tile, value, table, observer)? };
        review.perfect.decisions.push(match &next {
            Some((_, after)) => decision.showing(Some(value), after),
            None => decision,
        });
        observer.found(review.clone())?;
    }
    review.perfect.end = review.perfect.end.or(Some(LineEnd::Unknown));
    observer.found(review.clone())
}

/// Returns the position after this tile showed this value, and what is known of it.
fn after_flip(
    mut position: State,
    tile: usize,
    value: Value,
    table: &mut TranspositionTable,
    observer: &mut dyn Observer<Review>,
) -> ControlFlow<(), Option<Known>> {
    position.turn(tile, Some(value));
    ControlFlow::Continue(analyzed(&position, table, observer)?.map(|insight| (position, Arc::new(insight))))
}

#[cfg(test)]
mod tests;
