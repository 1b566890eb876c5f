//! The least puzzle that fills every socket, built for tests only: which cells of a board of digits add up to a target?
//!
//! Its searches are a few lines, its counts are known, and a board of noughts keeps it busy for as long as a test needs.

use std::{
    ops::{ControlFlow, Range},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{
    board::{Board, By, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::{Picture, Shape, Stroke, Target, at, rectangle},
    puzzle::{Figure, Flaw, Hints, Key, Narrow, Preset, Published, Puzzle, Tasks, Technique},
    search::{Event, Hint, Latest, Moment, Observer, Rest, Stage, Tally, Task},
};

/// The puzzle.
pub struct Sums;

/// A board of digits, and what is to be reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What the cells are to make.
    pub target: Option<u32>,
    /// Rows of digits.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    /// A list that most files don't have.
    pub marks: Vec<Mark>,
}

/// A remark on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
}

/// All digits in a row, and their target.
#[derive(Clone)]
pub struct Problem {
    digits: Vec<u32>,
    target: u32,
}

/// How many cells the answers take.
#[derive(Clone, Default, Serialize)]
pub struct Summary {
    /// Cells of the shortest answer.
    pub fewest_cells: Option<usize>,
}

/// What all cells together make.
#[derive(Clone, Serialize)]
pub struct Insight {
    /// The sum of all cells.
    pub total: u32,
    #[serde(skip)]
    objections: Vec<Flaw<usize>>,
}

impl Puzzle for Sums {
    const KEY: &'static str = "sums";
    const TITLE: &'static str = "Sums";

    type State = State;
    type Problem = Problem;
    type Answer = Vec<usize>;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = usize;

    fn presets() -> &'static [Preset] {
        &[Preset { key: "seven", ron: include_str!("sums.ron") }]
    }

    fn techniques() -> &'static [Technique<Self>] {
        const ALL: &[Technique<Sums>] = &[
            technique("bounded", search_bounded),
            Technique { watch: Some(watch_plain), ..technique("plain", search_plain) },
            technique("endless", search_without_end),
            technique("crashing", search_and_crash),
        ];
        ALL
    }

    fn published(_problem: &Problem, technique: &Technique<Self>) -> &'static [Published] {
        const PLAIN: &[Published] = &[
            Published { figure: Figure::Explored(70), remark: "" },
            Published { figure: Figure::Kept(7), remark: "Ours differs on purpose" },
            Published { figure: Figure::Stages(&[Stage { explored: 3, kept: 2 }]), remark: "" },
            Published { figure: Figure::Count { count: 12, of: "boards" }, remark: "" },
            Published { figure: Figure::Time { elapsed: Duration::from_millis(70), on: "Haskell, 2012" }, remark: "" },
        ];
        if technique.key == "plain" { PLAIN } else { &[] }
    }

    fn tasks(technique: &Technique<Self>) -> Option<&'static Tasks<Self>> {
        static PLAIN: Tasks<Sums> = Tasks {
            identify: |problem| format!("{:?} that make {}", problem.digits, problem.target),
            split,
            run: run_task,
            to_counts: |summary| summary.fewest_cells.iter().map(|&fewest| ("fewest_cells".to_owned(), fewest as u64)).collect(),
            from_counts: |counts| Some(Summary { fewest_cells: counts.get("fewest_cells").map(|&fewest| fewest as usize) }),
        };
        (technique.key == "plain").then_some(&PLAIN)
    }

    /// A digit above the target takes part in no sum.
    fn narrowing(before: &Problem, after: &Problem) -> Option<Narrow<Self>> {
        let is_ruled_out = |digit: u32| after.target < digit;
        let mut digits = before.digits.iter().zip(&after.digits);
        let is_narrower = digits.all(|(before, &after)| *before == after || is_ruled_out(after));
        let alike = before.target == after.target && before.digits.len() == after.digits.len();
        (alike && is_narrower && before.digits != after.digits).then_some(narrow)
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
        let rows = state.board.iter().map(|row| row.chars().filter(|character| !character.is_whitespace()));
        let cells = rows.enumerate().flat_map(|(row, cells)| cells.enumerate().map(move |(column, cell)| (row, column, cell)));
        let (mut digits, mut flaws) = (Vec::new(), Vec::new());
        for (spot, (row, column, cell)) in cells.enumerate() {
            match cell.to_digit(10) {
                Some(digit) => digits.push(digit),
                None => flaws.push(Flaw {
                    message: format!("{cell:?} is no digit"),
                    spots: vec![spot],
                    path: vec![Key::Field("board"), Key::Index(row), Key::Character(column)],
                }),
            }
        }
        match state.target {
            Some(target) if flaws.is_empty() => Ok(Problem { digits, target }),
            Some(_) => Err(flaws),
            None => {
                flaws.push(Flaw { message: "a target is missing".to_string(), spots: vec![], path: vec![Key::Field("target")] });
                Err(flaws)
            }
        }
    }

    fn sum_up(summary: &mut Summary, answer: &Vec<usize>) {
        summary.fewest_cells = Some(summary.fewest_cells.map_or(answer.len(), |fewest| fewest.min(answer.len())));
    }

    fn rank(answer: &Vec<usize>) -> f64 {
        answer.len() as f64
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        let total = problem.digits.iter().sum();
        let objection =
            || Flaw { message: format!("all cells together make only {total}"), spots: vec![], path: vec![Key::Field("target")] };
        let objections = if total < problem.target { vec![objection()] } else { vec![] };
        observer.found(Insight { total, objections })?;
        observer.progress(1.0, &Tally::default())
    }

    fn objections(insight: &Insight) -> &[Flaw<usize>] {
        &insight.objections
    }

    fn hints() -> Option<Hints<Self>> {
        Some(hints)
    }

    fn deal(seed: u64) -> State {
        State { target: Some(7), board: vec![format!("{seed:04}"), "1234".to_string()], marks: vec![] }
    }
}

const fn technique(key: &'static str, search: fn(&Problem, &mut dyn Observer<Vec<usize>>) -> ControlFlow<()>) -> Technique<Sums> {
    Technique {
        key,
        title: key,
        idea: "Takes each cell or leaves it.",
        source: "folklore",
        explored: "choices tried",
        kept: "choices kept",
        search,
        watch: None,
    }
}

fn narrow(problem: &Problem, answers: &[Vec<usize>], observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    for answer in answers {
        if answer.iter().map(|&cell| problem.digits[cell]).sum::<u32>() == problem.target {
            observer.found(answer.clone())?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

fn search_plain(problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    search(problem, u32::MAX, observer)
}

fn search_bounded(problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    search(problem, problem.target, observer)
}

/// The plain search, told: takes and leaves each cell in turn, and looks at the sum at the end.
fn watch_plain(problem: &Problem, range: Range<u64>, observer: &mut dyn Observer<Moment<Vec<usize>, usize>>) -> ControlFlow<(), u64> {
    let choices = 1_u64 << problem.digits.len();
    for choice in range.start..range.end.min(choices) {
        let partial: Vec<usize> = (0..problem.digits.len()).filter(|cell| choice >> cell & 1 == 1).collect();
        let digits: Vec<u32> = partial.iter().map(|&cell| problem.digits[cell]).collect();
        let sum: u32 = digits.iter().sum();
        let (event, remark) = if sum == problem.target {
            let sum_of: Vec<String> = digits.iter().map(u32::to_string).collect();
            (Event::Found, format!("{} make {sum}", sum_of.join(" + ")))
        } else {
            (Event::DeadEnd, format!("together they make {sum}, not {}", problem.target))
        };
        observer.found(Moment { event, spots: partial.clone(), partial, remark, explored: choice + 1, kept: choice + 1 })?;
    }
    ControlFlow::Continue(choices)
}

fn hints(problem: &Problem, observer: &mut dyn Observer<Hint<usize>>) -> ControlFlow<()> {
    let mut latest = Latest::new(observer);
    search_plain(problem, &mut latest)?;
    let target = problem.target;
    let answer: Option<Vec<usize>> = latest.found;
    let Some(&first) = answer.as_ref().and_then(|answer| answer.first()) else {
        return observer.found(Hint::Hopeless { reason: format!("no cells make {target}") });
    };
    observer.found(Hint::Advice { message: format!("some cells make {target}"), spots: vec![] })?;
    observer.found(Hint::Advice { message: "take the first".to_string(), spots: vec![first] })
}

/// Finds nothing, for ever: what it takes to test stopping.
fn search_without_end(_problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    loop {
        observer.progress(0.5, &Tally::default())?;
    }
}

/// Finds one answer and then fails: what it takes to test that the window lives on.
fn search_and_crash(_problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    observer.found(vec![0])?;
    panic!("crashed on purpose")
}

/// Goes through all choices whose sum does not exceed the bound.
fn search(problem: &Problem, bound: u32, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    let mut search = Search { problem, bound, taken: Vec::new(), tally: Tally::default(), observer };
    search.go_on(0, 0)?;
    search.observer.progress(1.0, &search.tally)
}

struct Search<'a> {
    problem: &'a Problem,
    bound: u32,
    taken: Vec<usize>,
    tally: Tally,
    observer: &'a mut dyn Observer<Vec<usize>>,
}

impl Search<'_> {
    fn go_on(&mut self, cell: usize, sum: u32) -> ControlFlow<()> {
        self.tally.explored += 1;
        self.observer.progress(0.0, &self.tally)?;
        if self.bound < sum {
            return ControlFlow::Continue(());
        }
        self.tally.kept += 1;
        let Some(digit) = self.problem.digits.get(cell) else {
            return if sum == self.problem.target { self.observer.found(self.taken.clone()) } else { ControlFlow::Continue(()) };
        };
        self.taken.push(cell);
        self.go_on(cell + 1, sum + digit)?;
        self.taken.pop();
        self.go_on(cell + 1, sum)
    }
}

/// A task is what was done with the first cells: `+` takes a cell, `-` leaves it.
fn split(problem: &Problem, mut tasks: Vec<Task>, at_least: usize, go_on: &mut dyn FnMut() -> bool) -> Result<Rest, String> {
    let cells = problem.digits.len();
    let is_sound = |task: &Task| task.choices.len() <= cells && task.choices.chars().all(|choice| "+-".contains(choice));
    if let Some(wrong) = tasks.iter().find(|task| !is_sound(task)) {
        return Err(format!("{:?} is no choice of {cells} cells", wrong.choices));
    }
    let mut tally = Tally::default();
    while tasks.len() < at_least && tasks.iter().any(|task| task.choices.len() < cells) && go_on() {
        let cut = tasks.iter().filter(|task| task.choices.len() < cells).count() as u64;
        tally += &Tally { explored: cut, kept: cut, ..Tally::default() };
        tasks = tasks.iter().flat_map(|task| if task.choices.len() < cells { halves(task) } else { vec![task.clone()] }).collect();
    }
    Ok(Rest { tasks, tally })
}

fn halves(task: &Task) -> Vec<Task> {
    ['+', '-'].map(|choice| Task { choices: format!("{}{choice}", task.choices), share: task.share / 2.0 }).to_vec()
}

/// As the plain search, but what is yet to be done lies on a stack and can be told at any time.
fn run_task(problem: &Problem, task: &Task, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<Rest> {
    let (mut stack, mut tally) = (vec![task.clone()], Tally::default());
    while let Some(node) = stack.pop() {
        let left: f64 = stack.iter().chain([&node]).map(|task| task.share).sum();
        if observer.progress((1.0 - left / task.share) as f32, &tally).is_break() {
            stack.push(node);
            return ControlFlow::Break(Rest { tasks: stack, tally });
        }
        tally.explored += 1;
        tally.kept += 1;
        if node.choices.len() < problem.digits.len() {
            stack.extend(halves(&node).into_iter().rev());
            continue;
        }
        let taken: Vec<usize> = node.choices.chars().enumerate().filter(|&(_, choice)| choice == '+').map(|(cell, _)| cell).collect();
        let sum: u32 = taken.iter().map(|&cell| problem.digits[cell]).sum();
        if sum == problem.target && observer.found(taken).is_break() {
            return ControlFlow::Break(Rest { tasks: stack, tally });
        }
    }
    match observer.progress(1.0, &tally) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => ControlFlow::Break(Rest { tasks: stack, tally }),
    }
}

impl Board for Sums {
    /// How many cells the answers that are listed may take.
    type View = Option<usize>;

    fn steps(answer: &Vec<usize>) -> usize {
        answer.len()
    }

    fn caption(answer: &Vec<usize>) -> Caption {
        Caption { title: format!("cells {answer:?}"), detail: String::new() }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<usize> {
        let width = scene.state.board.iter().map(|row| row.chars().count()).max().unwrap_or(1);
        let mut picture = Picture::new(at(0.0, 0.0), at(width as f32, scene.state.board.len().max(1) as f32), "digits & sums");
        let taken: &[usize] = scene.shown.map_or(&[], |(answer, steps)| &answer[..steps]);
        let cells = scene.state.board.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, cell)| (x, y, cell)));
        for (spot, (x, y, cell)) in cells.enumerate() {
            let (min, max) = (at(x as f32, y as f32), at(x as f32 + 1.0, y as f32 + 1.0));
            let fill = if taken.contains(&spot) { scene.look.colors.accent } else { scene.look.colors.raised };
            picture.shapes.push(Shape::Rectangle { min, max, radius: 0.1, fill, stroke: Stroke::NONE });
            picture.text((min + max) / 2.0, 0.5, false, fill.ink(), cell);
            picture.targets.push(Target { spot, outline: rectangle(min, max), label: cell.to_string(), focusable: true });
        }
        picture
    }

    fn thumbnail(state: &State, _view: &Option<usize>, answer: &Vec<usize>, look: &Look) -> Picture<usize> {
        let scene = Scene { state, flaws: &[], insight: None, shown: Some((answer, answer.len())), view: &None, pointed: None, look };
        Self::draw(&scene)
    }

    fn act(_: &mut State, _: &mut Option<usize>, _: Option<usize>, _: Input<usize>) -> Reply<usize> {
        Reply::Ignored
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        let fact = |label: &str, value: String| Fact { label: label.to_string(), value, hint: "" };
        let mut facts = vec![fact("Rows", state.board.len().to_string())];
        facts.extend(insight.map(|insight| fact("Total of all cells", insight.total.to_string())));
        facts.extend(summary.fewest_cells.map(|fewest| fact("Fewest cells", fewest.to_string())));
        facts
    }

    fn adopt(state: &State, answer: &Vec<usize>) -> Option<State> {
        let mut spot = 0..;
        let keep = |cell: char| if spot.next().is_some_and(|spot| answer.contains(&spot)) { cell } else { '.' };
        let mut keep = keep;
        let board = state.board.iter().map(|row| row.chars().map(&mut keep).collect()).collect();
        Some(State { board, ..state.clone() })
    }

    fn moves(state: &State) -> usize {
        state.marks.len()
    }

    fn rewound(state: &State, moves: usize) -> State {
        State { marks: state.marks[..moves].to_vec(), ..state.clone() }
    }

    fn orders() -> &'static [Order<Self>] {
        &[Order { title: "most cells first", by: By::<Self>::Number(|_, answer| -(answer.len() as f64)) }]
    }

    fn is_filtering(most: &Option<usize>) -> bool {
        most.is_some()
    }

    fn is_listed(_: &State, most: &Option<usize>, answer: &Vec<usize>) -> bool {
        most.is_none_or(|most| answer.len() <= most)
    }

    fn write_text(state: &State) -> String {
        state.board.join("\n")
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        Ok(State { board: text.lines().map(str::to_string).collect(), ..state.clone() })
    }
}
