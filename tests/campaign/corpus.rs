//! The files that the campaign mutates: presets, deals, games, and files with paused searches.

use std::{
    fs,
    ops::ControlFlow,
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    chance::Random,
    erased::State,
    game::Game,
    puzzles,
    search::{Observer, Remaining, Tally, Task},
    workbench::{
        file,
        job::PoolCheckpoint,
        lifecycle::Search,
        paused::{MOST_LISTED, Resumable},
        session::{Session, Work},
    },
};

use super::tree::{Node, mangle};

/// After how many calls of its observer a task is stopped for a file. A time would stop it elsewhere on each machine, and a case would not
/// have the same files where it is repeated.
const CALLS: u64 = 300;

/// How many of the tasks of a paused search have been begun.
const BEGUN: usize = 3;

/// Files to mutate.
pub struct Corpus {
    /// Presets, deals and games, which are short.
    short: Vec<File>,
    /// Files with paused searches, which are long.
    long: Vec<File>,
}

/// A file.
struct File {
    text: String,
    tree: Option<Node>,
}

/// One in this many files is a long one, since those take most of the time.
const LONG: u64 = 24;

impl Corpus {
    /// Prepares the files of the puzzle.
    pub fn of<P: Board>() -> Self {
        const SHORT: usize = 4_000;
        let files = files::<P>().into_iter().map(|text| File { tree: Node::read(&text), text });
        let (short, long) = files.partition(|file| file.text.len() <= SHORT);
        Self { short, long }
    }

    fn pick(&self, random: &mut Random) -> &File {
        let kind = if !self.long.is_empty() && random.below(LONG) == 0 { &self.long } else { &self.short };
        random.choose(kind).expect("every puzzle has short files")
    }

    /// Returns one of the files with a few changes, as a tree or as text.
    pub fn mutated(&self, random: &mut Random) -> String {
        let (file, donor) = (self.pick(random), self.pick(random));
        // Most files get one change, since few with many of them can be read.
        let changes = *random.choose(&[1, 1, 1, 1, 2, 4]).expect("numbers");
        if random.below(6) == 0 {
            return (0..changes).fold(file.text.clone(), |text, _| mangle(&text, &donor.text, random));
        }
        let (Some(tree), Some(donor)) = (&file.tree, &donor.tree) else { return file.text.clone() };
        let mut tree = tree.clone();
        for _ in 0..changes {
            tree.mutate(random, donor);
        }
        tree.write()
    }
}

/// Returns files of the puzzle.
fn files<P: Board>() -> Vec<String> {
    let presets = P::presets().iter().map(|preset| preset.ron.to_owned());
    let deals = (0..4).map(|seed| puzzles::write::<P>(&file::SaveFile::untitled(P::deal(seed))));
    let mut files: Vec<String> = presets.chain(deals).collect();
    let challenges = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/challenges");
    let challenges = fs::read_dir(Path::new(challenges).join(P::KEY)).into_iter().flatten().flatten();
    files.extend(challenges.filter_map(|file| fs::read_to_string(file.path()).ok()));
    // Whatever the order in the folder is, a seed means the same files.
    files.sort();
    files.extend(games::<P>());
    let paused: Vec<String> = P::presets().iter().filter_map(|preset| begun::<P>(preset.ron)).take(6).collect();
    files.extend(paused);
    files
}

/// Returns files with games in progress: those of all kinds, which the puzzle accepts on one of these positions.
fn games<P: Board>() -> Vec<String> {
    const KINDS: [&str; 8] = ["challenge", "round", "table", "daily", "run", "battle", "battle-two-ply", "two-players"];
    const NUMBERS: [&[(&str, u64)]; 4] = [&[], &[("level", 1), ("round", 1)], &[("goal", 5)], &[("side", 1)]];
    let presets = P::presets().iter().filter_map(|preset| Some(puzzles::read::<P>(preset.ron).ok()?.state));
    let states: Vec<P::State> = presets.chain((0..2).map(P::deal)).chain([P::State::default()]).collect();
    let mut files = Vec::new();
    for (kind, numbers) in KINDS.into_iter().flat_map(|kind| NUMBERS.map(|numbers| (kind, numbers))) {
        let numbers = numbers.iter().map(|&(name, number)| (name.to_owned(), number)).collect();
        let game = Game { seed: 7, numbers, elapsed_ms: 61_000, ..Game::new(kind) };
        let with_game =
            |state: &P::State| puzzles::write::<P>(&file::SaveFile { game: Some(game.clone()), ..file::SaveFile::untitled(state.clone()) });
        files.extend(states.iter().map(with_game).filter(|text| puzzles::read::<P>(text).is_ok()).take(2));
    }
    files
}

/// Begins some tasks of a search for the position of this file, and returns the file with that search. Returns `None` if no technique has
/// tasks, or if nothing remains.
fn begun<P: Board>(text: &str) -> Option<String> {
    let kind = puzzles::of::<P>();
    let document = file::read_of(kind, text).ok()?;
    let problem = (kind.check)(&document.state).ok()?;
    let technique = kind.techniques.iter().find(|technique| technique.tasks.is_some())?;
    let tasks = technique.tasks?;
    let mut calls = 0;
    let mut may_continue = || {
        calls += 1;
        calls < CALLS
    };
    let Remaining { tasks: split, mut tally } = (tasks.split)(&problem, vec![Task::whole()], 16, &mut may_continue).ok()?;
    let mut found = Found { solutions: Vec::new(), calls: 0, tally: Tally::default() };
    let mut remaining = Vec::new();
    for (place, task) in split.into_iter().enumerate() {
        if place < BEGUN {
            (found.calls, found.tally) = (0, Tally::default());
            match (tasks.run)(&problem, &task, &mut found) {
                ControlFlow::Break(rest) => {
                    tally += &rest.tally;
                    remaining.extend(rest.tasks);
                }
                ControlFlow::Continue(()) => tally += &found.tally,
            }
        } else {
            remaining.push(task);
        }
    }
    let mut summary = (kind.summary)();
    found.solutions.iter().for_each(|solution| (kind.add_to_summary)(&mut summary, solution));
    let checkpoint = PoolCheckpoint { tasks: remaining, failed: Vec::new(), tally, elapsed: Duration::from_millis(30) };
    let (count, mut solutions) = (found.solutions.len() as u64, found.solutions);
    solutions.truncate(MOST_LISTED);
    let is_left = !checkpoint.tasks.is_empty();
    let search = Resumable { technique, tasks, count, solutions, summary, checkpoint }.saved(&problem);
    is_left.then(|| (kind.write)(&file::SaveFile { search: Some(search), ..document }))
}

/// Keeps solutions until it has been called some times.
struct Found<T> {
    solutions: Vec<T>,
    calls: u64,
    /// The work of the task.
    tally: Tally,
}

impl<T> Found<T> {
    fn call(&mut self) -> ControlFlow<()> {
        self.calls += 1;
        if self.calls < CALLS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<T> Observer<T> for Found<T> {
    fn found(&mut self, solution: T) -> ControlFlow<()> {
        self.solutions.push(solution);
        self.call()
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally = tally.clone();
        self.call()
    }
}

/// Searches the position of this file by the first technique that has tasks, pauses, and returns the file with that search. Returns `None`
/// if there is no such technique, or the search ends earlier.
pub fn paused<P: Board>(text: &str, run_for: Duration) -> Option<String> {
    let technique = puzzles::of::<P>().techniques.iter().find(|technique| technique.tasks.is_some())?;
    let (mut session, woken) = open::<P>(puzzles::read::<P>(text).ok()?);
    session.work(Work::Technique(technique));
    session.threads = 2;
    session.work(Work::Search);
    wait(&mut session, &woken, run_for, |_| false);
    session.work(Work::Pause);
    wait(&mut session, &woken, Duration::from_secs(10), |session| !session.is_busy());
    session.searches().can_resume().then(|| (session.kind().write)(&session.to_save().0))
}

/// Opens a document without a window. The receiver gets a message whenever there is news.
pub fn open<P: Board>(document: file::SaveFile<P::State>) -> (Session, mpsc::Receiver<()>) {
    let (sender, woken) = mpsc::sync_channel(1);
    let wake = Arc::new(move || {
        // One message is enough.
        let _ = sender.try_send(());
    });
    (Session::new(puzzles::of::<P>(), document.map(State::of), None, wake), woken)
}

/// Takes in what the session's jobs report, until the condition is true or this time is over. Returns the longest time that taking in
/// took.
pub fn wait(session: &mut Session, woken: &mpsc::Receiver<()>, most: Duration, mut until: impl FnMut(&Session) -> bool) -> Duration {
    let end = Instant::now() + most;
    let mut longest = Duration::ZERO;
    loop {
        let began = Instant::now();
        session.catch_up();
        longest = longest.max(began.elapsed());
        let remaining = end.saturating_duration_since(Instant::now());
        if until(session) || remaining.is_zero() {
            return longest;
        }
        let _ = woken.recv_timeout(remaining.min(Duration::from_millis(5)));
    }
}

/// Returns what the search of this session is doing, for messages.
pub fn activity(session: &Session) -> &'static str {
    match session.searches().activity() {
        Search::Idle => "idle",
        Search::Running(_) => "running",
        Search::Paused => "paused",
        Search::Finished => "finished",
        Search::Stopped => "stopped",
        Search::Failed(_) => "failed",
    }
}
