//! Save files, texts and settings, mutated and generated, through every function that a puzzle has.

use std::time::Duration;

use quincunx::{
    board::{Board, By, Heading, Input, Scene},
    chance::Random,
    contact,
    erased::State,
    export::{Paper, png, stl, svg},
    for_every_puzzle,
    look::{Look, Theme},
    mesh::{Model, PrintSettings},
    picture::{Picture, Shape},
    puzzle::{Flaw, Tasks, Technique},
    puzzles,
    search::{Counts, Hint, Observer, Remaining, Task},
    workbench::{
        cursor::Move,
        file::{self, SaveFile},
        file_error::FileError,
        history::Gesture,
        paused::PausedSearch,
        session::{Cause, Change, Go, Session, Work},
    },
};

use super::{
    Run,
    case::{Case, FRAME},
    corpus::{self, Corpus},
    edges,
    tree::mangle,
    watch::{Patience, watched},
};

/// How many files are taken through everything in a case.
const TAKEN: usize = 8;

/// One in this many of them is generated at the edges of what the puzzle allows; the others are mutated.
const GENERATED: u64 = 8;

/// How long reading a file may take, on the thread that reads it.
const READING: Duration = Duration::from_millis(100);

/// How long an export may take, on its own thread.
const EXPORTING: Duration = Duration::from_secs(10);

/// How much memory a case may take.
const MEMORY: u64 = 512 << 20;

/// Reads the files to mutate.
pub fn prepare() -> Result<Run, String> {
    macro_rules! cases {
        ($($puzzle:ty),* $(,)?) => {
            vec![$({
                let files = Corpus::of::<$puzzle>();
                Box::new(move |case: &mut Case| puzzle_case::<$puzzle>(case, &files)) as Run
            }),*]
        };
    }
    let mut cases: Vec<Run> = for_every_puzzle!(cases);
    Ok(Box::new(move |case| {
        let puzzle = case.below(cases.len());
        cases[puzzle](case);
        #[cfg(feature = "gui")]
        if case.one_in(200) {
            super::settings::run(case);
        }
    }))
}

/// How many mutated files are read in a case of the part that only reads.
const ONLY_READ: usize = 240;

/// Reads the files to mutate, for the part that only reads, checks and writes.
pub fn prepare_files() -> Result<Run, String> {
    macro_rules! cases {
        ($($puzzle:ty),* $(,)?) => {
            vec![$({
                let files = Corpus::of::<$puzzle>();
                Box::new(move |case: &mut Case| case.memory("a case", MEMORY, |case| read_only::<$puzzle>(case, &files))) as Run
            }),*]
        };
    }
    let mut cases: Vec<Run> = for_every_puzzle!(cases);
    Ok(Box::new(move |case| {
        let puzzle = case.below(cases.len());
        cases[puzzle](case);
    }))
}

/// Reads mutated files, and checks and writes what can be read.
fn read_only<P: Board>(case: &mut Case, files: &Corpus) {
    for _ in 0..ONLY_READ {
        let text = files.mutated(&mut case.random);
        if let Some(document) = read_back::<P>(case, &text)
            && case.timed("check", FRAME, || P::check(&document.state)).is_ok()
        {
            case.count("files of positions without flaws");
        }
    }
}

fn puzzle_case<P: Board>(case: &mut Case, files: &Corpus) {
    case.memory("a case", MEMORY, |case| {
        // How far a search comes depends on the machine, and on that which random numbers are drawn. Each file has numbers of its own, so
        // that a case has the same files wherever it is repeated.
        let of_files = case.random.below(1 << 62);
        let mut taken = 0;
        for file in 0.. {
            if TAKEN <= taken {
                break;
            }
            case.random = Random::numbered(of_files, file);
            let text = if case.one_in(GENERATED) {
                let state = edges::state(P::KEY, &mut case.random);
                case.count("files generated at the edges");
                format!("Quincunx(version: 1, puzzle: \"{}\", state: {state})", P::KEY)
            } else {
                files.mutated(&mut case.random)
            };
            if let Some(document) = read_back::<P>(case, &text) {
                everything::<P>(case, document);
                taken += 1;
            }
        }
    });
}

/// Reads a text. What is read is written and read again; what isn't has an error with a place.
fn read_back<P: Board>(case: &mut Case, text: &str) -> Option<SaveFile<P::State>> {
    case.doing = format!("reading {text}");
    let document = match case.timed("read", READING, || puzzles::read::<P>(text)) {
        Ok(document) => document,
        Err(error) => {
            check_error(case, text, &error);
            case.count("files refused");
            return None;
        }
    };
    let written = case.timed("write", READING, || puzzles::write::<P>(&document));
    match puzzles::read::<P>(&written) {
        Ok(again) => case.expect(again == document || has_nan(&written), || format!("read again, it differs: {written}")),
        Err(error) => case.fail(format!("what was written can't be read: {error}: {written}")),
    }
    case.count("files read, written and read again");
    Some(document)
}

/// Not a number isn't equal to itself.
fn has_nan(text: &str) -> bool {
    text.contains("NaN")
}

fn check_error(case: &mut Case, text: &str, error: &FileError) {
    case.expect(!error.message().trim().is_empty(), || "an error without a message".to_owned());
    let lines = 1 + text.matches('\n').count();
    let is_inside = error.line_column().is_some_and(|(line, column)| (1..=lines).contains(&line) && 1 <= column);
    case.expect(is_inside, || format!("an error outside of the text: {error}"));
}

/// Takes a document through every function.
fn everything<P: Board>(case: &mut Case, document: SaveFile<P::State>) {
    case.doing = puzzles::write::<P>(&document);
    case.count("files taken through everything");
    let state = &document.state;
    check_state::<P>(case, state);
    texts::<P>(case, state);
    inputs::<P>(case, state);
    game::<P>(case, state);
    if let Ok(problem) = P::check(state) {
        let techniques = techniques::<P>(case);
        let insight = analysis::<P>(case, state, &problem);
        for technique in techniques {
            search::<P>(case, state, &problem, technique, insight.as_ref());
            trace::<P>(case, state, &problem, technique);
        }
        hints::<P>(case, &problem);
        exports::<P>(case, state);
    }
    if case.one_in(16) {
        history::<P>(case, state);
    }
    let has_search = document.search.is_some() || !document.set_aside.is_empty();
    if case.one_in(if has_search { 4 } else { 32 }) {
        session::<P>(case, document);
    }
}

/// Returns all techniques for one in eight positions, and two of them for the others, so that far more positions are tried.
fn techniques<P: Board>(case: &mut Case) -> Vec<&'static Technique<P>> {
    let all: Vec<&'static Technique<P>> = P::techniques().iter().collect();
    if case.one_in(8) {
        case.count("positions searched by every technique");
        return all;
    }
    case.count("positions searched by two techniques");
    let (first, by) = (case.below(all.len()), 1 + case.below((all.len() - 1).max(1)));
    vec![all[first], all[(first + by) % all.len()]]
}

/// Checks and draws a position as the window does after an edit.
fn check_state<P: Board>(case: &mut Case, state: &P::State) {
    let flaws = match case.timed("check", FRAME, || P::check(state)) {
        Ok(_) => Vec::new(),
        Err(flaws) => {
            case.expect(!flaws.is_empty(), || "a flawed position without a flaw".to_owned());
            case.expect(flaws.iter().all(|flaw| !flaw.message.is_empty()), || "a flaw without a message".to_owned());
            let text = puzzles::write::<P>(&SaveFile::untitled(state.clone()));
            for flaw in flaws.iter().take(3) {
                check_error(case, &text, &FileError::flawed(&text, flaw));
            }
            flaws
        }
    };
    draw::<P>(case, state, &flaws, &P::View::default(), None, None);
    let facts = case.timed("facts", FRAME, || P::facts(state, None, &P::Summary::default()));
    case.expect(facts.iter().all(|fact| !fact.label.is_empty()), || "a fact without a label".to_owned());
}

/// Draws a board, and checks the picture.
fn draw<P: Board>(
    case: &mut Case,
    state: &P::State,
    flaws: &[Flaw<P::Spot>],
    view: &P::View,
    insight: Option<&P::Insight>,
    shown: Option<(&P::Solution, usize)>,
) -> Picture<P::Spot> {
    let look = Look::new(if case.one_in(2) { Theme::Light } else { Theme::Dark });
    let scene = |pointed| Scene::<P> { state, flaws, insight, shown, view, pointed, marks: &[], look: &look };
    let picture = case.timed("draw", FRAME, || P::draw(&scene(None)));
    check_picture(case, &picture);
    if let Some(target) = (!picture.targets.is_empty()).then(|| case.below(picture.targets.len())) {
        let pointed = Some(picture.targets[target].spot);
        case.timed("draw with the pointer on it", FRAME, || P::draw(&scene(pointed)));
    }
    picture
}

fn check_picture<S>(case: &mut Case, picture: &Picture<S>) {
    let size = picture.size();
    case.expect(size.is_finite() && 0.0 < size.min_element(), || format!("a picture of size {size}"));
    case.expect(!picture.label.is_empty(), || "a picture without a label".to_owned());
    let infinite = picture.shapes.iter().find(|shape| !is_finite(shape));
    case.expect(infinite.is_none(), || format!("a shape with an infinite coordinate: {infinite:?}"));
    // Writing it takes far longer than drawing it.
    if case.one_in(16) {
        let svg = svg::write(picture, &Paper { longer_side: 300, ground: None });
        case.expect(!svg.contains("NaN") && !svg.contains("inf\""), || format!("a picture with an infinite coordinate: {svg}"));
        case.count("pictures written as SVG");
    }
}

fn is_finite(shape: &Shape) -> bool {
    match shape {
        Shape::Polygon { points, stroke, .. } | Shape::Line { points, stroke } => {
            points.iter().all(|point| point.is_finite()) && stroke.width.is_finite()
        }
        Shape::Rectangle { min, max, radius, .. } => min.is_finite() && max.is_finite() && radius.is_finite(),
        Shape::Circle { center, radius, .. } => center.is_finite() && radius.is_finite(),
        Shape::Text { at, size, .. } => at.is_finite() && size.is_finite(),
    }
}

/// Writes the text form, reads it, and reads what remains of it after changes.
fn texts<P: Board>(case: &mut Case, state: &P::State) {
    let text = case.timed("write text", FRAME, || P::write_text(state));
    let read = case.timed("read text", FRAME, || P::read_text(&text, state));
    if P::check(state).is_ok() {
        match read {
            Ok(read) => case.expect(P::write_text(&read) == text, || format!("read again, the text differs: {text:?}")),
            Err(error) => case.fail(format!("the text of a valid position can't be read: {error}: {text:?}")),
        }
    }
    for _ in 0..4 {
        let changed = mangle(&text, "5/1 #.*/ 3 oval 12 ABC (1,2) pass", &mut case.random);
        match case.timed("read text", FRAME, || P::read_text(&changed, state)) {
            Ok(state) => {
                let _ = case.timed("check", FRAME, || P::check(&state));
            }
            Err(error) => {
                let lines = 1 + changed.matches('\n').count();
                // A row that is missing is expected after the last line.
                let is_inside = (1..=lines + 1).contains(&error.line) && 1 <= error.column;
                case.expect(is_inside && !error.message.is_empty(), || format!("{error} in {changed:?}"));
            }
        }
    }
}

/// How many edits a position gets.
const EDITS: usize = 4;

/// Edits a position by random inputs. After each it can be drawn, saved and read again.
fn inputs<P: Board>(case: &mut Case, state: &P::State) {
    let (mut state, mut view) = (state.clone(), P::View::default());
    for _ in 0..EDITS {
        let flaws = P::check(&state).err().unwrap_or_default();
        let picture = draw::<P>(case, &state, &flaws, &view, None, None);
        let spots: Vec<P::Spot> = picture.targets.iter().map(|target| target.spot).collect();
        if spots.is_empty() {
            return;
        }
        let spot = (!case.one_in(12)).then(|| *case.pick(&spots));
        let from = *case.pick(&spots);
        let input = input(case, from);
        let mut after = None;
        case.timed("act", FRAME, || {
            let (mut state, mut view) = (state.clone(), view.clone());
            let reply = P::act(&mut state, &mut view, spot, input);
            after = Some((state, view));
            reply
        });
        if let Some(after) = after {
            (state, view) = after;
        }
        let _ = case.timed("check", FRAME, || P::check(&state));
        let text = puzzles::write::<P>(&SaveFile::untitled(state.clone()));
        match puzzles::read::<P>(&text) {
            Ok(read) => case.expect(read.state == state, || format!("saved after {input:?} at {spot:?}, it differs: {text}")),
            Err(error) => case.fail(format!("saved after {input:?} at {spot:?}, it can't be read: {error}: {text}")),
        }
        case.count("edits");
    }
}

/// Edits a document, undoes all of it and redoes it: the same positions must come again.
fn history<P: Board>(case: &mut Case, state: &P::State) {
    let (mut session, _) = corpus::open::<P>(SaveFile::untitled(state.clone()));
    let mut positions = vec![state.clone()];
    let here = |session: &Session| session.state().get::<P::State>().clone();
    for _ in 0..1 + case.below(12) {
        // Some edits are parts of a gesture, which is undone as a whole.
        let parts = *case.pick(&[1, 1, 1, 4]);
        for part in 1..=parts {
            let (mut next, mut view) = (here(&session), P::View::default());
            let spots: Vec<P::Spot> = session.picture(None, &Look::default()).targets.iter().map(|target| target.spot.get()).collect();
            if spots.is_empty() {
                return;
            }
            let (spot, from) = (*case.pick(&spots), *case.pick(&spots));
            P::act(&mut next, &mut view, Some(spot), input(case, from));
            session.apply(Change::Position(State::of(next), if part < parts { Gesture::Going } else { Gesture::Ended }), Cause::User);
        }
        if positions.last() != Some(&here(&session)) {
            positions.push(here(&session));
        }
    }
    for position in positions.iter().rev().skip(1) {
        case.expect(session.can(&Change::Undo), || format!("an edit of {position:?} that can't be undone: {:?}", here(&session)));
        session.apply(Change::Undo, Cause::Undo);
        case.expect(here(&session) == *position, || format!("undone, {position:?} is {:?}", here(&session)));
    }
    case.expect(!session.can(&Change::Undo), || "more can be undone than was done".to_owned());
    for position in positions.iter().skip(1) {
        session.apply(Change::Redo, Cause::Undo);
        case.expect(here(&session) == *position, || "redone, it isn't what was there".to_owned());
    }
    *case.counts.entry("edits undone and redone".to_owned()).or_default() += positions.len() as u64 - 1;
}

fn input<S>(case: &mut Case, from: S) -> Input<S> {
    let characters: Vec<char> = "0123456789VLTZABPrRfFxyz#.?/oOX-sé".chars().collect();
    match case.below(15) {
        0..3 => Input::Press,
        3 => Input::SecondaryPress,
        4..7 => Input::Character(*case.pick(&characters)),
        7 => Input::Delete,
        8 => {
            let &(right, down) = case.pick(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
            Input::Arrow(right, down)
        }
        9 => Input::Drag { right: *case.pick(&[3.0, -400.0, 1e6]), down: *case.pick(&[-2.0, 250.0, -1e6]) },
        10 => Input::Sweep { from },
        11 => Input::Drop { from },
        12 => Input::Wheel(*case.pick(&[-2, -1, 1, 2, i32::MAX, i32::MIN])),
        13 => Input::Shifted(*case.pick(&characters[..20])),
        _ => Input::Tab { back: case.one_in(2) },
    }
}

/// Goes through the moves of a game.
fn game<P: Board>(case: &mut Case, state: &P::State) {
    let Some(record) = &P::BOARD_EXTRAS.record else { return };
    let moves = case.timed("moves", FRAME, || (record.moves)(state));
    for _ in 0..3.min(moves) {
        let number = case.below(moves + 1);
        let before = case.timed("rewind", FRAME, || (record.rewound)(state, number));
        check_state::<P>(case, &before);
        if 0 < number {
            case.timed("caption of a move", FRAME, || (record.caption)(state, number));
        }
    }
}

/// Most searches end soon, so that far more positions are tried; some last longer.
fn patience(case: &mut Case) -> Patience {
    let calls = *case.pick(&[0, 1, 10, 1_000, 100_000, u64::MAX]);
    let time = match case.below(40) {
        0 => Duration::from_millis(30),
        1..4 => Duration::from_millis(3),
        _ => Duration::from_micros(200),
    };
    Patience { calls, time }
}

fn analysis<P: Board>(case: &mut Case, state: &P::State, problem: &P::Problem) -> Option<P::Insight> {
    let patience = patience(case);
    let items = watched(case, &format!("{} analysis", P::KEY), patience, |observer| P::analyze(problem, observer).is_break());
    for insight in items.iter().take(2).chain(items.last()) {
        draw::<P>(case, state, &P::EXTRAS.analysis_flaws(insight), &P::View::default(), Some(insight), None);
        case.timed("facts", FRAME, || P::facts(state, Some(insight), &P::Summary::default()));
        if let Err(error) = serde_json::to_string(insight) {
            case.fail(format!("an insight without a JSON form: {error}"));
        }
    }
    items.into_iter().last()
}

fn search<P: Board>(
    case: &mut Case,
    state: &P::State,
    problem: &P::Problem,
    technique: &'static Technique<P>,
    insight: Option<&P::Insight>,
) {
    let what = format!("{} {}", P::KEY, technique.key);
    let patience = patience(case);
    let items = watched(case, &what, patience, |observer| (technique.search)(problem, observer).is_break());
    solutions::<P>(case, state, insight, &items);
    case.timed("published figures", FRAME, || technique.published(problem).len());
    if let Some(tasks) = technique.tasks {
        run_tasks::<P>(case, &what, problem, tasks);
    }
}

/// Shows solutions in every way.
fn solutions<P: Board>(case: &mut Case, state: &P::State, insight: Option<&P::Insight>, solutions: &[P::Solution]) {
    let (view, look) = (P::View::default(), Look::default());
    let mut summary = P::Summary::default();
    for solution in solutions {
        P::add_to_summary(&mut summary, solution);
        let steps = case.timed("steps", FRAME, || P::steps(solution));
        case.timed("caption", FRAME, || P::caption(solution));
        case.timed("thumbnail", FRAME, || P::thumbnail(state, &view, solution, &look));
        case.expect(!P::EXTRAS.rank(solution).is_nan(), || "a rank that isn't a number".to_owned());
        let step = case.below(steps + 1);
        draw::<P>(case, state, &[], &view, insight, Some((solution, step)));
        if let Some(adopted) = case.timed("adopt", FRAME, || P::BOARD_EXTRAS.adopt(state, solution)) {
            case.expect(P::check(&adopted).is_ok(), || format!("an adopted solution has flaws: {solution:?}"));
        }
        if let Err(error) = serde_json::to_string(solution) {
            case.fail(format!("a solution without a JSON form: {error}"));
        }
        for order in P::BOARD_EXTRAS.orders {
            match order.by {
                By::Number(number) => case.expect(!number(state, solution).is_nan(), || format!("not a number: {}", order.title)),
                By::Comparison(compare) => {
                    case.expect(compare(solution, solution).is_eq(), || format!("unequal to itself: {}", order.title))
                }
            }
        }
    }
    if !solutions.is_empty() {
        case.timed("facts", FRAME, || P::facts(state, insight, &summary));
        let thumbnails = solutions.iter().map(|solution| P::thumbnail(state, &view, solution, &look));
        let sheet = contact::sheet(P::TITLE, thumbnails.collect(), &look);
        check_picture(case, &sheet);
        if let Some(listing) = P::BOARD_EXTRAS.listing {
            listing(state, solutions);
        }
        if let Some(output) = P::BOARD_EXTRAS.contest_output {
            output(&summary);
        }
    }
}

/// Splits a search, runs some of its tasks, and resumes what remains of them. Then does so with tasks that were changed.
fn run_tasks<P: Board>(case: &mut Case, what: &str, problem: &P::Problem, tasks: &'static Tasks<P>) {
    let identity = (tasks.identify)(problem);
    case.expect(!identity.is_empty(), || format!("{what}: no identity"));
    let at_least = *case.pick(&[1, 2, 30]);
    let mut calls = 0;
    let most_calls = *case.pick(&[0, 10, 100_000]);
    let split = (tasks.split)(problem, vec![Task::whole()], at_least, &mut || {
        calls += 1;
        calls < most_calls
    });
    let Remaining { tasks: parts, .. } = match split {
        Ok(remaining) => remaining,
        Err(why) => return case.fail(format!("{what}: the whole search can't be split: {why}")),
    };
    let share: f64 = parts.iter().map(|task| task.share).sum();
    case.expect(share <= 1.001, || format!("{what}: shares of {share}"));
    if parts.is_empty() {
        return;
    }
    let mut task = case.pick(&parts).clone();
    for _ in 0..3 {
        let Some(remaining) = run_task::<P>(case, what, problem, tasks, &task) else { break };
        let share: f64 = remaining.tasks.iter().map(|task| task.share).sum();
        case.expect(share <= task.share + 1e-6, || format!("{what}: {share} of {} remain", task.share));
        if remaining.tasks.is_empty() {
            break;
        }
        task = case.pick(&remaining.tasks).clone();
    }
    let changed = Task { choices: mangle(&task.choices, &identity, &mut case.random), share: task.share };
    case.doing = format!("task {changed:?} of {}", case.doing);
    if let Ok(remaining) = (tasks.split)(problem, vec![changed], at_least, &mut || false) {
        case.count("changed tasks accepted");
        for task in remaining.tasks.iter().take(2) {
            run_task::<P>(case, what, problem, tasks, task);
        }
    } else {
        case.count("changed tasks refused");
    }
}

/// Runs a task until it is stopped. Returns what remains.
fn run_task<P: Board>(case: &mut Case, what: &str, problem: &P::Problem, tasks: &'static Tasks<P>, task: &Task) -> Option<Remaining> {
    let mut remaining = None;
    let patience = patience(case);
    let run = |observer: &mut dyn Observer<P::Solution>| {
        remaining = (tasks.run)(problem, task, observer).break_value();
        remaining.is_some()
    };
    watched(case, &format!("{what}, a task"), patience, run);
    remaining
}

fn trace<P: Board>(case: &mut Case, state: &P::State, problem: &P::Problem, technique: &'static Technique<P>) {
    let Ok(trace) = technique.trace else { return };
    let start = *case.pick(&[0, 0, 1, 7, 500]);
    let patience = patience(case);
    let what = format!("{} {}, trace", P::KEY, technique.key);
    let items = watched(case, &what, patience, |observer| trace(problem, start..start + 6, observer).is_break());
    case.expect(items.len() <= 6, || format!("{what}: more steps than in the range"));
    for step in &items {
        let steps = P::steps(&step.partial);
        draw::<P>(case, state, &[], &P::View::default(), None, Some((&step.partial, steps)));
        case.expect(!step.remark.is_empty(), || format!("{what}: a step without a remark"));
    }
}

fn hints<P: Board>(case: &mut Case, problem: &P::Problem) {
    let Some(hints) = P::EXTRAS.hints else { return };
    let patience = patience(case);
    let items = watched(case, &format!("{} hints", P::KEY), patience, |observer| hints(problem, None, observer).is_break());
    for hint in items {
        let (Hint::Advice { message: words, .. } | Hint::DeadEnd { reason: words, .. }) = hint;
        case.expect(!words.is_empty(), || "a hint without words".to_owned());
    }
}

fn exports<P: Board>(case: &mut Case, state: &P::State) {
    if let Some(sheet) = P::BOARD_EXTRAS.sheet {
        let picture = case.timed("sheet", EXPORTING, || sheet(state, None, &Heading::default()));
        check_picture(case, &picture);
    }
    if let Some(models) = P::BOARD_EXTRAS.models
        && let Ok(models) = case.timed("mesh", EXPORTING, || models(state, None, &PrintSettings::default()))
    {
        for Model { mesh, .. } in models {
            let bytes = stl::write(&mesh, "campaign");
            case.expect(bytes.len() == 84 + 50 * mesh.triangles.len(), || "a 3D model of the wrong length".to_owned());
            case.expect(mesh.triangles.iter().flatten().all(|corner| corner.is_finite()), || "an infinite corner".to_owned());
        }
    }
    if case.one_in(30) {
        let picture = draw::<P>(case, state, &[], &P::View::default(), None, None);
        let svg = svg::write(&picture, &Paper { longer_side: 400, ground: None });
        if let Err(error) = case.timed("PNG", EXPORTING, || png::render(&svg)) {
            case.fail(format!("not rendered: {error}"));
        }
    }
}

/// Opens the document, resumes or starts its search on two threads, edits, undoes, pauses, saves, and opens what was saved.
fn session<P: Board>(case: &mut Case, document: SaveFile<P::State>) {
    case.count("sessions");
    let state = document.state.clone();
    let (mut session, woken) = corpus::open::<P>(document);
    session.threads = 2;
    if session.searches().can_resume() {
        case.count("paused searches resumed");
        session.work(Work::Resume);
    } else {
        let techniques = session.kind().techniques;
        session.work(Work::Technique(case.pick(techniques)));
        session.work(Work::Search);
    }
    let run_for = Duration::from_millis(*case.pick(&[0, 1, 10, 60]));
    let longest = corpus::wait(&mut session, &woken, run_for, |_| false);
    case.took("take in news", longest.min(10 * FRAME), 10 * FRAME);
    for by in [Move::NextSolution, Move::Back, Move::Forward, Move::First] {
        session.go(Go::By(by));
        session.picture(None, &Look::default());
    }
    // Some techniques can only be stopped.
    if session.searches().can_pause() {
        session.work(Work::Pause)
    } else {
        session.work(Work::Stop)
    }
    let waited = corpus::wait(&mut session, &woken, Duration::from_secs(20), |session| !session.is_busy());
    case.took("take in news", waited.min(10 * FRAME), 10 * FRAME);
    case.expect(!session.is_busy(), || "a search that doesn't stop in 20 s".to_owned());
    if corpus::activity(&session) == "failed" {
        let notice = session.notice().unwrap_or("no reason").to_owned();
        case.expect(!notice.contains("overflow") && !notice.contains("panic"), || format!("the search failed: {notice}"));
    }
    let (saved, _) = session.to_save();
    case.expect(*saved.state.get::<P::State>() == state, || "the session saves another position".to_owned());
    let text = (session.kind().write)(&saved);
    match file::read_of(session.kind(), &text) {
        Ok(again) => {
            case.expect(again == saved || has_nan(&text), || format!("the saved search differs: {text}"));
            let (reopened, _) = corpus::open::<P>(again.map(State::take));
            let is_kept = reopened.searches().can_resume() || !session.searches().can_resume();
            case.expect(is_kept, || format!("the saved search can't be resumed: {:?}: {text}", reopened.notice()));
        }
        Err(error) => case.fail(format!("the saved search can't be read: {error}: {text}")),
    }
    counts::<P>(case, saved.search);
}

/// Changes the numbers of a paused search, and resumes it if it is accepted.
fn counts<P: Board>(case: &mut Case, search: Option<PausedSearch>) {
    let Some(PausedSearch { summary, technique, .. }) = search else { return };
    let Some(tasks) = P::techniques().iter().find(|known| known.key == technique).and_then(|technique| technique.tasks) else { return };
    let changed: Counts = summary.into_keys().map(|name| (name, *case.pick(&[0, 1, u64::MAX]))).collect();
    if let Some(summary) = (tasks.from_counts)(&changed) {
        case.timed("facts", FRAME, || P::facts(&P::State::default(), None, &summary));
        let again = (tasks.to_counts)(&summary);
        case.expect(again == changed, || format!("counts differ: {again:?}, {changed:?}"));
    }
}
