use std::{collections::BTreeSet, ops::ControlFlow};

use base::{
    puzzle::{Puzzle, Tasks, Technique},
    search::{Found, Observer, Remaining, Tally, Task},
};
use meteor::Meteor;
use packing::{
    Family, Packing,
    model::{
        geometry::Extent,
        lattice::{CUBES, HEXAGONS},
        pieces::Set,
        placements::PlacementTable,
        problem::check,
        solution::Solution,
        state::{CustomShape, Grid, State, names},
    },
    search::{path, prepared::Prepared},
};
use proptest::prelude::*;
use soma::Soma;

/// A box to fill with all pieces of a set.
fn filled(set: Set, [x, y, z]: [usize; 3]) -> Prepared {
    let grid = Grid::filled(Extent::new(x, y, z));
    problem(&State { set, pieces: names(&set.pieces(&CUBES)), ..State::default() }.with_grid(&grid))
}

fn problem(state: &State) -> Prepared {
    check(state).expect("a valid position").into()
}

fn techniques() -> impl Iterator<Item = (&'static Technique<Soma>, &'static Tasks<Soma>)> {
    Soma::techniques().iter().filter_map(|technique| Some((technique, technique.tasks?)))
}

/// The marks of the solutions, in the order in which they were found, each once.
fn marks(solutions: &[Solution]) -> Vec<String> {
    let marks: Vec<String> = solutions.iter().map(|solution| solution.marks.clone()).collect();
    assert_eq!(marks.iter().collect::<BTreeSet<_>>().len(), marks.len(), "a solution was found twice");
    marks
}

/// Stops after this many calls.
struct Patience {
    calls: u32,
    solutions: Vec<Solution>,
}

impl Patience {
    fn call(&mut self) -> ControlFlow<()> {
        self.calls = self.calls.saturating_sub(1);
        if self.calls > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Observer<Solution> for Patience {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.solutions.push(solution);
        self.call()
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        self.call()
    }
}

/// Runs the tasks with this much patience each, and what remains of each before the next one, until nothing remains.
fn finish<F: Family>(tasks: &Tasks<Packing<F>>, problem: &Prepared, mut remaining: Vec<Task>, patience: u32) -> Patience {
    let mut all = Patience { calls: 0, solutions: Vec::new() };
    remaining.reverse();
    while let Some(task) = remaining.pop() {
        // The task is read again as from a file. Each time there is a little more patience, so that this ends.
        let task = (tasks.split)(problem, vec![task], 1, &mut || true).expect("tasks that were emitted").tasks.swap_remove(0);
        let mut observer = Patience { calls: patience + all.calls, solutions: Vec::new() };
        if let ControlFlow::Break(stopped) = (tasks.run)(problem, &task, &mut observer) {
            let shares: f64 = stopped.tasks.iter().map(|task| task.share).sum();
            assert!(shares <= task.share * 1.000_001, "{shares} of {} remain", task.share);
            remaining.extend(stopped.tasks.into_iter().rev());
        }
        all.calls += 1;
        all.solutions.append(&mut observer.solutions);
    }
    all
}

fn check_tasks(problem: &Prepared, patience: u32) {
    for (technique, tasks) in techniques() {
        let mut found = Found::default();
        assert!((technique.search)(problem, &mut found).is_continue());
        let expected = marks(&found.items);
        for at_least in [1, 2, 300] {
            let cut = (tasks.split)(problem, vec![Task::whole()], at_least, &mut || true).expect("the whole search").tasks;
            assert!(cut.iter().map(|task| task.share).sum::<f64>() < 1.000_001, "{}", technique.key);
            let done = finish(tasks, problem, cut, patience);
            assert_eq!(marks(&done.solutions), expected, "{} in {at_least} tasks", technique.key);
        }
    }
}

#[test]
fn stopped_tasks_find_what_the_search_finds() {
    let cube = filled(Set::Soma, [3, 3, 3]);
    check_tasks(&cube, u32::MAX / 2);
    check_tasks(&cube, 3);
    check_tasks(&filled(Set::Pentominoes, [20, 3, 1]), 2);
    check_tasks(&filled(Set::Soma, [3, 3, 2]), 2);
    check_tasks(&filled(Set::Soma, [2, 2, 2]), 1);
    check_tasks(&filled(Set::Soma, [4, 4, 4]), 1);
    check_tasks(&with_equal_pieces([4, 3, 2], 3), 1);
    check_tasks(&with_a_second('A', 'B'), 1);
    check_tasks(&with_a_second('L', 'T'), 1);
}

/// Each image of a solution of hexagons is listed, and all of them are found together.
#[test]
fn stopped_tasks_find_all_images_that_are_listed() {
    let tetrahexes = problem(&State::of_set(&HEXAGONS, Set::Tetrahexes));
    for patience in 1..4 {
        let done = finish(&Meteor::ROW_LIST_TASKS, &tetrahexes, vec![Task::whole()], patience);
        assert_eq!(marks(&done.solutions).len(), 36, "with a patience of {patience}");
    }
}

/// The cube with two pieces of one shape, and none of another.
fn with_a_second(name: char, instead_of: char) -> Prepared {
    let state = State::default().with_set(Set::Custom);
    let cells = state.shapes.iter().find(|shape| shape.name == name).expect("a piece").cells(&CUBES);
    problem(&state.with_shape(CustomShape::of(&CUBES, instead_of, &cells)))
}

/// A box to fill with this many equal corners of three cubes, more dominoes than needed, and an L.
fn with_equal_pieces([x, y, z]: [usize; 3], corners: usize) -> Prepared {
    let shape = |(name, rows): (char, [&str; 2])| CustomShape::new(name, vec![rows.map(str::to_owned).to_vec()]);
    let shapes = (0..corners).map(|_| ["xx", "x."]).chain([["xx", ".."]; 6]).chain([["xxx", "x.."]]);
    let shapes: Vec<CustomShape> = ('A'..).zip(shapes).map(shape).collect();
    let pieces = shapes.iter().map(|shape| shape.name).collect();
    problem(&State { set: Set::Custom, pieces, shapes, ..State::default() }.with_grid(&Grid::filled(Extent::new(x, y, z))))
}

/// Several threads of a pool together do the same work as one alone.
#[test]
fn splitting_and_all_tasks_do_the_work_of_the_search() {
    let high_wall = vec![["###..", "##..#", "#..##", "..###", ".####"].map(str::to_owned).to_vec(); 3];
    let problems = [
        filled(Set::Soma, [3, 3, 3]),
        problem(&State { layers: high_wall, ..State::default() }),
        filled(Set::Soma, [3, 3, 2]),
        filled(Set::Soma, [2, 2, 2]),
        filled(Set::Pentominoes, [20, 3, 1]),
        filled(Set::Pentominoes, [6, 5, 2]),
        with_equal_pieces([4, 3, 2], 3),
        with_equal_pieces([3, 3, 1], 2),
        with_a_second('A', 'B'),
        with_a_second('L', 'T'),
    ];
    for (technique, tasks) in techniques() {
        for (place, problem) in problems.iter().enumerate() {
            let mut alone = Found::default();
            assert!((technique.search)(problem, &mut alone).is_continue());
            for at_least in [2, 40, 300] {
                let Remaining { tasks: cut, mut tally } =
                    (tasks.split)(problem, vec![Task::whole()], at_least, &mut || true).expect("the whole search");
                for task in &cut {
                    let mut found = Found::default();
                    assert!((tasks.run)(problem, task, &mut found).is_continue());
                    tally += &found.tally;
                }
                assert_eq!(tally, alone.tally, "problem {place} by {} in {} tasks", technique.key, cut.len());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn figures_with_spare_pieces_can_be_done_in_tasks(
        sides in prop::sample::select(vec![[2, 2, 3], [4, 3, 1], [2, 3, 2], [5, 2, 1], [1, 1, 3]]),
        usable in prop::sample::subsequence("VLTZABP".chars().collect::<Vec<_>>(), 1..=7),
        patience in 1_u32..20,
    ) {
        let [x, y, z] = sides;
        let state = State { pieces: usable.into_iter().collect(), ..State::default() }.with_grid(&Grid::filled(Extent::new(x, y, z)));
        check_tasks(&problem(&state), patience);
    }
}

#[test]
fn splitting_stops_at_the_first_depth_with_enough_tasks() {
    let cube = filled(Set::Soma, [3, 3, 3]);
    for (technique, tasks) in techniques() {
        let split = |at_least| (tasks.split)(&cube, vec![Task::whole()], at_least, &mut || true).expect("the whole search").tasks;
        assert_eq!(split(1), [Task::whole()]);
        let many = split(300);
        assert!(300 <= many.len(), "{}: {}", technique.key, many.len());
        let depth = |task: &Task| task.choices.split(' ').filter(|word| !word.starts_with(['=', '-'])).count();
        let least = many.iter().map(depth).min().unwrap_or_default();
        assert!(many.iter().filter(|task| depth(task) == least).count() > many.len() / 2, "{}", technique.key);
        let is_light = |task: &Task| task.share < 0.0101 || cube.problem.pieces.len() - 3 <= depth(task);
        assert!(many.iter().all(is_light), "{}: only tasks of the last pieces, which take no time, may be heavy", technique.key);
        assert!((many.iter().map(|task| task.share).sum::<f64>() - 1.0).abs() < 1e-6, "{}", technique.key);
        assert_eq!(split(300), many, "splitting is deterministic");
        let stopped = (tasks.split)(&cube, vec![Task::whole()], 300, &mut || false).expect("the whole search").tasks;
        assert_eq!(marks(&finish(tasks, &cube, stopped, 100).solutions).len(), 240);
    }
}

/// Text saved by the first version must keep its meaning, so this test must not change.
#[test]
fn saved_paths_keep_their_meaning() {
    let cube = filled(Set::Soma, [3, 3, 3]);
    let count = |tasks: &Tasks<Soma>, choices: &str| {
        let task = Task { choices: choices.to_owned(), share: 0.5 };
        (tasks.split)(&cube, vec![task.clone()], 1, &mut || true).expect("a task of the first version");
        finish(tasks, &cube, vec![task], u32::MAX / 2).solutions.len()
    };
    // In every solution T lies along an edge, and each solution has two images with T on this one.
    assert_eq!(count(&Soma::ROW_LIST_TASKS, "=T T000.100.200.110"), 240);
    let table = PlacementTable::<u64>::new(&cube.problem);
    let placements = |name: char| {
        let piece = cube.problem.piece(name).expect("a Soma piece");
        table.pieces[piece].masks.iter().map(move |&mask| (piece as u8, mask))
    };
    let each = placements('V').map(|choice| count(&Soma::ROW_LIST_TASKS, &path::write(&cube.problem, &[], None, std::iter::once(choice))));
    assert_eq!(each.sum::<usize>(), 240);
    let short: usize = ["A", "B", "L", "P", "T", "V", "Z"].iter().map(|name| count(&Soma::CORNERS_TASKS, &format!("=TP -{name}"))).sum();
    assert_eq!(short, 240);
    assert_eq!((Soma::ROW_LIST_TASKS.identify)(&cube), (Soma::CORNERS_TASKS.identify)(&cube));
    assert_eq!((Soma::ROW_LIST_TASKS.identify)(&cube), "27 cells, 7 pieces, 572bdac06af079f2");
}

#[test]
fn invalid_tasks_are_refused() {
    let cube = filled(Set::Soma, [3, 3, 3]);
    let refusal = |tasks: &Tasks<Soma>, choices: &str| {
        let task = Task { choices: choices.to_owned(), share: 1.0 };
        (tasks.split)(&cube, vec![task], 1, &mut || true).expect_err(choices)
    };
    for (choices, why) in [
        ("=Q", "\"=Q\" needs piece Q, which isn't one of the remaining pieces"),
        ("=T Q000", "\"Q000\" needs piece Q, which isn't one of the remaining pieces"),
        ("=T T000", "\"T000\" isn't a possible placement of piece T"),
        ("=T T000.100.200.010", "\"T000.100.200.010\" isn't a possible placement of piece T"),
        ("=T T000.100.300.110", "\"T000.100.300.110\" isn't a possible placement of piece T"),
        ("=T Tcube", "\"Tcube\" isn't a possible placement of piece T"),
        ("=T T000.100.200.110 V000.010.001", "\"V000.010.001\" overlaps an earlier placement or repeats its piece"),
        ("=T V000.100.010 V222.122.212", "\"V222.122.212\" overlaps an earlier placement or repeats its piece"),
        ("V000.100.010", "\"V000.100.010\" isn't part of a search of this position"),
        ("=A", "\"=A\" isn't part of a search of this position"),
        ("=LTP", "\"=LTP\" isn't part of a search of this position"),
        ("=T -V", "\"=T -V\" isn't part of a search of this position"),
    ] {
        assert_eq!(refusal(&Soma::ROW_LIST_TASKS, choices), why, "{choices}");
    }
    assert_eq!(
        refusal(&Soma::CORNERS_TASKS, "=T"),
        "\"=T\" isn't part of a search of this position",
        "it doesn't say which piece falls short"
    );
}

/// The longest gaps in progress: the most nodes during which it stands still, and the largest jump.
#[derive(Default)]
struct Gaps {
    done: f32,
    nodes: u64,
    standing: u64,
    highest_jump: f32,
}

impl Observer<Solution> for Gaps {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        assert!(self.done <= done, "{done} after {}", self.done);
        self.standing = self.standing.max(tally.kept - self.nodes);
        if self.done < done {
            self.highest_jump = self.highest_jump.max(done - self.done);
            (self.done, self.nodes) = (done, tally.kept);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn progress_never_falls_stalls_or_jumps() {
    let (technique, _) = techniques().nth(1).expect("the row list");
    for sides in [[6, 5, 2], [20, 3, 1], [15, 4, 1], [10, 3, 2]] {
        let mut gaps = Gaps::default();
        assert!((technique.search)(&filled(Set::Pentominoes, sides), &mut gaps).is_continue());
        assert_eq!(gaps.done, 1.0);
        // This many nodes take a fraction of a millisecond, too short to notice.
        assert!(gaps.standing as f64 <= (0.01 * gaps.nodes as f64).max(1000.0), "{sides:?}: {} of {}", gaps.standing, gaps.nodes);
        assert!(gaps.highest_jump <= 0.0101, "{sides:?}: {}", gaps.highest_jump);
    }
}
