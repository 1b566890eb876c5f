//! Lists boards by walking through the counted partial boards, along completable ones only, so without dead ends.

use std::ops::ControlFlow;

use crate::model::{problem::Problem, solution::Solution};
use base::search::{Observer, Stage, Tally};

use super::{counting::Counting, weigher::Weigher};

/// Lists all consistent boards.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let mut tally = Tally::default();
    observer.progress(0.0, &tally)?;
    if let Some(counting) = Counting::new(problem, None) {
        tally.stages = counting.work.iter().map(|&(explored, kept)| Stage { explored, kept }).collect();
        tally.memory = counting.bytes();
        tally.explored = tally.stages.iter().map(|stage| stage.explored).sum();
        tally.kept = tally.stages.iter().map(|stage| stage.kept).sum();
        let weigher = Weigher::new(problem);
        let boards = counting.board_count() as f64;
        for (number, board) in counting.walk().enumerate() {
            observer.progress((number as f64 / boards) as f32, &tally)?;
            observer.found(weigher.solution(board))?;
        }
    }
    observer.progress(1.0, &tally)
}
