use std::{ops::ControlFlow, sync::Arc, thread};

use super::*;
use crate::file;
use crate::testing;
use base::{puzzle::Puzzle, search::Tally};
use voltorb_flip::VoltorbFlip;

fn preset() -> Problem {
    let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == "level-5-fresh").unwrap();
    let kind = testing::of::<VoltorbFlip>();
    (kind.check)(&file::read_of(kind, preset.ron).unwrap().state).ok().unwrap()
}

fn begin(live: &mut Live, checked: Result<Problem, Vec<Flaw<Spot>>>) {
    live.begin(checked, Arc::new(|| ())).unwrap();
}

fn wait_for_end(live: &mut Live) {
    while live.is_running() {
        assert_eq!(live.catch_up(), None);
        thread::yield_now();
    }
}

/// Returns the work of the next analysis of this position.
fn next_work(live: &mut Live, problem: &Problem) -> u64 {
    let kept = live.returned.take().map(|returned| returned.recv().unwrap());
    let mut work = Work(0);
    assert!(kept.unwrap_or_else(testing::of::<VoltorbFlip>().extras.analysis.unwrap())(problem, &mut work).is_continue());
    work.0
}

struct Work(u64);

impl Observer<Insight> for Work {
    fn found(&mut self, _insight: Insight) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.0 = tally.explored;
        ControlFlow::Continue(())
    }
}

#[test]
fn an_analysis_takes_over_what_the_one_before_has_learned() {
    let problem = preset();
    let mut live = Live::new(testing::of::<VoltorbFlip>());
    let fresh = next_work(&mut live, &problem);
    begin(&mut live, Ok(problem.clone()));
    wait_for_end(&mut live);
    // Clues that are being typed don't lose it, nor does an analysis that is stopped at once.
    begin(&mut live, Err(Vec::new()));
    begin(&mut live, Ok(problem.clone()));
    begin(&mut live, Ok(problem.clone()));
    wait_for_end(&mut live);
    let kept = next_work(&mut live, &problem);
    assert!(kept < fresh / 10, "{kept} of {fresh}");
}

#[test]
fn a_hidden_document_keeps_nothing() {
    let problem = preset();
    let mut live = Live::new(testing::of::<VoltorbFlip>());
    let fresh = next_work(&mut live, &problem);
    begin(&mut live, Ok(problem.clone()));
    live.drop_kept();
    wait_for_end(&mut live);
    assert_eq!(next_work(&mut live, &problem), fresh);
}
