//! Simulations of several levels with several strategies, which all play the same boards.

use std::ops::ControlFlow;

use super::simulation::{Policy, Sample, Simulation};
use crate::model::prior::{LEVELS, Level};
use base::search::{Observer, Tally};

/// Which rounds to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// For each level, whether it is played.
    pub levels: [bool; LEVELS],
    /// For each strategy in [`Policy::ALL`], whether it plays.
    pub policies: [bool; Policy::ALL.len()],
    /// The number of rounds of each level.
    pub deals: u64,
}

/// The rounds of one level with one strategy.
pub struct Part {
    /// The parameters.
    pub simulation: Simulation,
    /// The results so far.
    pub sample: Sample,
}

impl Choice {
    /// Whether there is something to play.
    pub fn is_some(&self) -> bool {
        self.levels.contains(&true) && self.policies.contains(&true)
    }

    /// The simulations, without results. Fast strategies come first, to show results early.
    pub fn parts(&self, seed: u64) -> Vec<Part> {
        let policies = Policy::ALL.into_iter().zip(self.policies).rev().filter(|&(_, is_chosen)| is_chosen);
        let levels = || Level::all().zip(self.levels).filter(|&(_, is_chosen)| is_chosen);
        let simulations = policies
            .flat_map(|(policy, _)| levels().map(move |(level, _)| (level, policy)))
            .map(|(level, policy)| Simulation { level, policy, deals: self.deals, seed });
        simulations.map(|simulation| Part { simulation, sample: Sample::default() }).collect()
    }
}

/// Runs all simulations in turn, and reports their growing samples with their indices.
///
/// # Errors
/// `Break`, if the observer stops it.
pub fn run(simulations: &[Simulation], observer: &mut dyn Observer<(usize, Sample)>) -> ControlFlow<()> {
    let total = simulations.len() as f32;
    for (index, simulation) in simulations.iter().enumerate() {
        simulation.run(&mut Numbered { observer, index, total })?;
    }
    ControlFlow::Continue(())
}

/// Passes on the results of one of several simulations, with its index.
struct Numbered<'a> {
    observer: &'a mut dyn Observer<(usize, Sample)>,
    index: usize,
    total: f32,
}

impl Observer<Sample> for Numbered<'_> {
    fn found(&mut self, sample: Sample) -> ControlFlow<()> {
        self.observer.found((self.index, sample))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress((self.index as f32 + done) / self.total, tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::search::Found;

    #[test]
    fn fast_strategies_come_first_and_each_sample_has_its_place() {
        let mut choice = Choice { levels: [false; LEVELS], policies: [true, false, true], deals: 3 };
        assert!(!choice.is_some());
        (choice.levels[0], choice.levels[2]) = (true, true);
        assert!(choice.is_some());
        let parts = choice.parts(5);
        let order: Vec<_> = parts.iter().map(|Part { simulation, .. }| (simulation.policy, simulation.level.number())).collect();
        let expected = [(Policy::Safest, 1), (Policy::Safest, 3), (Policy::Optimal, 1), (Policy::Optimal, 3)];
        assert_eq!(order, expected);
        let fast: Vec<Simulation> = parts[..2].iter().map(|part| part.simulation).collect();
        let mut found = Found::default();
        assert!(run(&fast, &mut found).is_continue());
        for (index, simulation) in fast.iter().enumerate() {
            let mut alone = Found::default();
            assert!(simulation.run(&mut alone).is_continue());
            let last = found.items.iter().rev().find(|(place, _)| *place == index).map(|(_, sample)| sample);
            assert_eq!(last, alone.items.last());
        }
    }
}
