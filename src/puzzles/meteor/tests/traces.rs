//! Search traces: each shows what the search does, step by step, and why.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{empty, prepared, preset, search, texts, with_rows};
use crate::{
    Meteor,
    model::{
        geometry::{Cell, Cells, OnBoard},
        pieces::{PIECE_CELLS, Placement},
    },
};
use base::{
    puzzle::Puzzle,
    search::{Event, Found, Stage, TraceStep},
    testing,
};
use packing::model::{
    solution::Solution,
    spot::Spot,
    state::{FREE, State},
};

type Step = TraceStep<Solution, Spot>;

fn steps(state: &State, technique: &str) -> Vec<Step> {
    let trace = testing::technique::<Meteor>(technique).trace.unwrap();
    let mut found = Found::default();
    let count = trace(&prepared(state), 0..u64::MAX, &mut found).continue_value().unwrap();
    assert_eq!(count, found.items.len() as u64);
    found.items
}

/// The techniques that can be traced.
fn traceable() -> impl Iterator<Item = &'static str> {
    Meteor::techniques().iter().filter(|technique| technique.trace.is_ok()).map(|technique| technique.key)
}

/// Counts, by the number of pieces placed, the nodes that a trace visits, and those with options. Each visited node has options, or is
/// reported as a dead end, or has only placements that are reported to leave a gap.
fn stages(steps: &[Step]) -> Vec<Stage> {
    let is_gap = |step: &Step| step.event == Event::DeadEnd && step.remark.starts_with("leaves a ");
    let mut stages = vec![Stage { explored: 1, kept: 0 }; 1];
    let mut has_options = vec![false];
    for (number, step) in steps.iter().enumerate() {
        let depth = has_options.len() - 1;
        let leaves_gap = steps.get(number + 1).is_some_and(is_gap);
        match step.event {
            Event::Place if leaves_gap => {}
            Event::Place => {
                stages[depth].kept += u64::from(!has_options[depth]);
                has_options[depth] = true;
                has_options.push(false);
                if stages.len() < has_options.len() {
                    stages.push(Stage::default());
                }
                stages[depth + 1].explored += 1;
            }
            Event::Remove if number >= 2 && is_gap(&steps[number - 1]) && steps[number - 2].event == Event::Place => {}
            Event::Remove => drop(has_options.pop()),
            Event::Found => stages[depth].kept += 1,
            Event::DeadEnd => {}
        }
    }
    stages
}

#[test]
fn traces_have_as_many_steps_of_each_kind_as_the_tally_counts() {
    for key in ["two-pins", "unique", "dead-end"] {
        let state = preset(key);
        for technique in traceable() {
            let (steps, search) = (steps(&state, technique), search(&state, technique));
            let count = |event| steps.iter().filter(|step| step.event == event).count();
            assert_eq!(count(Event::Place), count(Event::Remove), "{key} by {technique}");
            assert_eq!(count(Event::Found), search.items.len(), "{key} by {technique}");
            let found = steps.iter().filter(|step| step.event == Event::Found).map(|step| step.partial.marks.clone());
            assert_eq!(found.collect::<BTreeSet<_>>(), texts(&state, technique).into_iter().collect(), "{key} by {technique}");
            if technique == "frontier" {
                assert_eq!(count(Event::Place), steps_to(&search.items), "the walk has no unneeded steps");
                assert_eq!(count(Event::DeadEnd), 0);
                continue;
            }
            let mut tallied = search.tally.stages;
            while tallied.last() == Some(&Stage::default()) {
                tallied.pop();
            }
            assert_eq!(stages(&steps), tallied, "{key} by {technique}");
            let last = steps.last().map(|step| (step.explored, step.kept));
            assert_eq!(last, Some((search.tally.explored, search.tally.kept)), "{key} by {technique}");
        }
    }
}

/// The number of steps that lead to these solutions, if no step is made twice for the same set of pieces.
fn steps_to(solutions: &[Solution]) -> usize {
    type Placed = (char, Vec<glam::IVec3>);
    let mut steps: HashMap<BTreeSet<char>, HashSet<Vec<Placed>>> = HashMap::new();
    for solution in solutions {
        let placements: Vec<_> = solution.placed.chars().map(|piece| (piece, solution.grid().cells_of(piece))).collect();
        let beginnings = (1..=placements.len()).map(|length| placements[..length].to_vec());
        steps.entry(solution.placed.chars().collect()).or_default().extend(beginnings);
    }
    steps.values().map(HashSet::len).sum()
}

#[test]
fn the_trace_of_half_turn_by_a_set_ends_with_the_last_solution() {
    let problem = prepared(&empty());
    let trace = testing::technique::<Meteor>("half-turn-set").trace.unwrap();
    let count = trace(&problem, 0..0, &mut Found::default()).continue_value().unwrap();
    let mut last = Found::default();
    assert!(trace(&problem, count - 1..count, &mut last).is_continue());
    let tally = search(&empty(), "half-turn-set").tally;
    let reported = last.items.iter().map(|step| (step.event, step.explored, step.kept)).collect::<Vec<_>>();
    assert_eq!(reported, [(Event::Found, tally.explored, tally.kept)]);
}

#[test]
fn the_trace_of_an_impossible_number_of_cells_says_so() {
    let steps = steps(&with_rows("#...."), "regions");
    let reported: Vec<_> = steps.iter().map(|step| (step.event, step.remark.as_str())).collect();
    assert_eq!(reported, [(Event::DeadEnd, "49 free cells can't be filled: every piece has 5")]);
}

#[test]
fn traces_show_one_of_two_twins() {
    let found = steps(&empty(), "position").into_iter().filter(|step| step.event == Event::Found).count();
    assert_eq!(2 * found, 2098);
}

/// The cells of a board with this mark.
fn marked(board: &str, mark: char) -> Cells {
    Cell::all().zip(board.chars()).filter(|&(_, found)| found == mark).map(|(cell, _)| cell).collect()
}

#[test]
fn every_step_follows_from_the_one_before() {
    let state = preset("two-pins");
    let start: String = state.layers.concat().concat().replace(' ', "");
    for technique in traceable() {
        let mut board = start.clone();
        for step in steps(&state, technique) {
            let now = step.partial.marks.clone();
            let spots: Cells = step.spots.iter().filter_map(|spot| Cell::new(spot.index()?)).collect();
            let changed: Cells = Cell::all().filter(|cell| now.as_bytes()[cell.index()] != board.as_bytes()[cell.index()]).collect();
            match step.event {
                Event::Place | Event::Remove => {
                    assert_eq!((changed, changed.len()), (spots, PIECE_CELLS));
                    let piece = step.remark.split_whitespace().nth(1).and_then(|digit| digit.chars().next()).unwrap();
                    let with_piece = if step.event == Event::Place { &now } else { &board };
                    assert!(marked(with_piece, piece).covers(changed), "{}", step.remark);
                }
                Event::DeadEnd => check_dead_end(&now, &state, spots, &step.remark, technique),
                Event::Found => assert!(!now.contains(FREE)),
            }
            board = now;
        }
        assert_eq!(board, start, "{technique} removes all pieces");
    }
}

/// Checks the reason: the size of the region isn't a multiple of five, or no placement that the technique tries fits the cell.
fn check_dead_end(board: &str, state: &State, spots: Cells, remark: &str, technique: &str) {
    let free = marked(board, FREE);
    if remark.contains("no remaining piece can cover") {
        let is_remaining = |digit: char| state.pieces.contains(digit) && !board.contains(digit);
        let fits = |placement: &&Placement| {
            is_remaining(placement.piece.digit()) && free.covers(placement.cells) && free.first() == placement.cells.first()
        };
        let is_tried = |placement: &&Placement| match technique {
            "plain" => true,
            "regions" => (free - placement.cells).regions_are_multiples_of_five(),
            _ => false,
        };
        assert_eq!(Placement::all().iter().filter(fits).filter(is_tried).count(), 0);
        assert_eq!(Some(spots), free.first().map(Cells::from));
    } else {
        assert!(remark.contains(&spots.len().to_string()), "{remark}");
        assert_eq!(free.region(spots), spots);
        assert!(!spots.len().is_multiple_of(PIECE_CELLS));
        assert_eq!(free.unfillable_region(), Some(spots));
    }
}

/// Elsewhere, the first cell is traced.
#[test]
fn other_boards_have_traces() {
    let trihexes = State::of_set(&packing::model::lattice::HEXAGONS, packing::model::pieces::Set::Trihexes);
    for technique in traceable() {
        let found = steps(&trihexes, technique).into_iter().filter(|step| step.event == Event::Found).count();
        assert_eq!(found, search(&trihexes, technique).items.len(), "{technique}");
    }
}
