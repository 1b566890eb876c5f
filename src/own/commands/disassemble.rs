//! `disassemble`: takes all assemblies of a position apart, and says how.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use glam::IVec3;
use serde::Serialize;

use base::{
    puzzle::Puzzle as _,
    search::{Observer, Tally},
    sharing::share_out,
    text::{counted, duration, grouped, printable_line},
    xmpuzzle::{self, Stored},
};
use burr::{Assembly, Disassembler, MOST_MEMORY, Separation, Verdict, level_numbers, level_of};
use command_line::{
    Failure, Status, Streams,
    gather::Deadline,
    input::{ChosenProblem, Input},
    output::Printable,
    values::{MAX_THREADS, seconds, whole},
    words,
};
use packing::live::apart::{held_in_words, in_words, named};
use packing::search::{
    disassembly::{self, Assembled},
    prepared::Prepared,
};
use soma::Soma;
use workbench::threads::{NamedThreads, processors};

/// Take the assemblies of a position apart by straight moves, and say how often each level occurs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx disassemble burr.xmpuzzle
  quincunx disassemble burr.puzzle.ron --threads 2 --json")]
pub struct DisassembleArguments {
    /// The save file or BurrTools file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// Count assemblies that are mirror images of one another separately
    #[arg(long)]
    pub rotations: bool,
    /// Work on N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Stop after this time, print what was found so far, and exit with status 3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// List each assembly with its level, at most 100,000 of them
    #[arg(long, requires = "json")]
    pub each: bool,
    /// Compare the result with what BurrTools has stored in the file
    #[arg(long)]
    pub stored: bool,
}

/// How many assemblies each thread gets before they are taken apart.
const BATCH: usize = 256;
/// The most assemblies that are listed, as many as a document keeps.
const MOST_LISTED: usize = 100_000;

/// Takes the assemblies apart and prints the result.
pub fn run(arguments: &DisassembleArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let kind = input.kind()?;
    if kind.key != Soma::KEY {
        let message = format!("positions of {} can't be taken apart; those of {} can", kind.key, Soma::KEY);
        return Err(Failure::Complaint(words::file_error(&arguments.file, &message)));
    }
    let document = input.document(kind)?;
    let problem = input.problem(kind, &document.state)?.get::<Prepared>().problem.clone();
    let stored = arguments.stored.then(|| stored_in(arguments, &input)).transpose()?;
    let deadline = Deadline::after(arguments.time, streams.interrupt);
    let mut disassembly = Disassembly::new(arguments, deadline);
    let start = Instant::now();
    let searched = disassembly::search(problem, &mut disassembly);
    let is_complete = searched.is_continue() && disassembly.take_apart().is_continue();
    let elapsed = start.elapsed();
    let mut result = Report { puzzle: kind.key, complete: is_complete, elapsed_ns: elapsed.as_nanos(), ..disassembly.report };
    // What wasn't searched to its end can't be compared.
    result.stored = stored.filter(|_| is_complete).map(|stored| Compared::new(&stored, &result));
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &result).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        let title = document.title.as_ref().map(|title| printable_line(title));
        let output = &mut Printable(streams.output);
        writeln!(output, "{}", words::heading(kind.title, title.as_deref()))?;
        write_text(&result, elapsed, output)?;
        if let Some(stored) = &result.stored {
            stored.write_text(&result, output)?;
        }
        write_examples(&disassembly.hardest, &disassembly.stuck, deadline, output)?;
    }
    Ok(deadline.status(is_complete))
}

/// What BurrTools has stored with the problem of the file.
fn stored_in(arguments: &DisassembleArguments, input: &Input) -> Result<Stored, Failure> {
    let number = arguments.chosen.problem.unwrap_or(1);
    let read = xmpuzzle::read(&input.text).ok().and_then(|puzzle| puzzle.problems.into_iter().nth(number - 1));
    let stored = read.map(|problem| problem.stored).filter(|stored| *stored != Stored::default());
    stored.ok_or_else(|| Failure::Complaint(words::no_effect("--stored", "this file, in which BurrTools has stored no result")))
}

/// The JSON report, a public format.
#[derive(Default, Serialize)]
struct Report {
    puzzle: &'static str,
    complete: bool,
    /// All assemblies that were taken apart or tried.
    #[serde(flatten)]
    counted: Counted,
    /// Those that have too many positions to know.
    unknown: u64,
    /// How many of those that come apart have each level.
    levels: BTreeMap<String, u64>,
    counts: Counts,
    elapsed_ns: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    each: Option<Vec<Listed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<Compared>,
}

/// What BurrTools has stored, beside what was found here.
#[derive(Serialize)]
struct Compared {
    /// None if its search wasn't over.
    assemblies: Option<u64>,
    /// None if it took nothing apart.
    come_apart: Option<u64>,
    /// How many of the solutions that it lists have each level.
    levels: BTreeMap<String, u64>,
    /// The names of the counts that are the same here.
    agrees: Vec<&'static str>,
    /// Which of the levels none has here.
    other_levels: Vec<String>,
}

impl Compared {
    fn new(stored: &Stored, found: &Report) -> Self {
        let &Stored { assemblies, come_apart, ref solutions } = stored;
        let mut levels = BTreeMap::new();
        for separation in solutions.iter().flatten() {
            *levels.entry(level_of(&numbers(separation))).or_default() += 1;
        }
        // Those that were given up here may come apart, with any level.
        let is_known = found.unknown == 0;
        let is_same = |counted: &Counted| {
            assemblies == Some(counted.assemblies) && come_apart.is_none_or(|stored| !is_known || stored == counted.come_apart)
        };
        let agrees = found.counts.ways().into_iter().filter(|(counted, ..)| is_same(counted)).map(|(_, name, _)| name).collect();
        let other_levels = levels.keys().filter(|level| is_known && !found.levels.contains_key(*level)).cloned().collect();
        Self { assemblies, come_apart, levels, agrees, other_levels }
    }

    fn write_text(&self, found: &Report, output: &mut dyn Write) -> io::Result<()> {
        if let Some(assemblies) = self.assemblies {
            // It is left out where it wasn't compared.
            let come_apart = self
                .come_apart
                .filter(|_| found.unknown == 0)
                .map_or_else(String::new, |count| format!(", of which {} come apart", grouped(count)));
            let ways = found.counts.ways();
            let agrees = match ways.iter().find(|(_, name, _)| self.agrees.contains(name)) {
                None => "not as here, however they are counted".to_owned(),
                Some(_) if self.agrees.len() == ways.len() => "as here".to_owned(),
                Some((.., way)) => format!("as here, {way}"),
            };
            writeln!(output, "BurrTools stored {}{come_apart}: {agrees}", self::assemblies(assemblies))?;
        }
        let listed = self.levels.values().sum();
        match &self.other_levels[..] {
            [] if listed == 0 => Ok(()),
            [] => writeln!(output, "The levels of the {} that it lists occur here, too", counted(listed, "solution")),
            others => writeln!(output, "Of the solutions that it lists, some have levels that none has here: {}", others.join(", ")),
        }
    }
}

/// The numbers of the level of a stored separation.
fn numbers(separation: &xmpuzzle::Separation) -> Vec<usize> {
    level_numbers(separation.moves, separation.parts.iter().map(numbers))
}

/// Assemblies, counted in three ways, as solutions are.
#[derive(Default, Serialize)]
struct Counts {
    /// All of them.
    raw: Counted,
    /// Those that are rotations of one another count once.
    rotations: Counted,
    /// Those that are rotations or mirror images of one another count once.
    classes: Counted,
}

/// How many assemblies there are, and how many of them come apart.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Counted {
    assemblies: u64,
    come_apart: u64,
}

impl Counts {
    /// The counts with their names in JSON and in words.
    fn ways(&self) -> [(Counted, &'static str, &'static str); 3] {
        let Self { raw, rotations, classes } = *self;
        [(raw, "raw", "all"), (rotations, "rotations", "up to rotation"), (classes, "classes", "up to rotation and reflection")]
    }
}

impl Counted {
    fn add(&mut self, assemblies: u64, comes_apart: bool) {
        self.assemblies += assemblies;
        self.come_apart += if comes_apart { assemblies } else { 0 };
    }

    fn in_words(self) -> String {
        format!("{}, of which {} come apart", grouped(self.assemblies), grouped(self.come_apart))
    }
}

/// An assembly in a list of all.
#[derive(Serialize)]
struct Listed {
    /// None unless it comes apart.
    level: Option<String>,
    moves: Option<usize>,
    /// The names of the pieces that never come apart.
    stuck: Option<String>,
    /// How many assemblies it stands for.
    count: u64,
    /// The layers from the lowest up, with the name of a piece on each cell.
    layers: Vec<Vec<String>>,
}

/// Collects assemblies and takes them apart.
struct Disassembly {
    by_rotation: bool,
    deadline: Deadline,
    threads: NamedThreads,
    waiting: Vec<Assembled>,
    report: Report,
    /// The first of the assemblies that take the most moves.
    hardest: Option<(Assembly, Box<Separation>)>,
    /// The first that never comes apart, with the pieces that stay together.
    stuck: Option<(Assembly, Vec<usize>)>,
}

impl Disassembly {
    fn new(arguments: &DisassembleArguments, deadline: Deadline) -> Self {
        let count = arguments.threads.unwrap_or_else(processors);
        Self {
            by_rotation: arguments.rotations,
            deadline,
            threads: NamedThreads { name: "soma disassembly".to_owned(), count },
            waiting: Vec::new(),
            report: Report { each: arguments.each.then(Vec::new), ..Report::default() },
            hardest: None,
            stuck: None,
        }
    }

    /// Takes the waiting assemblies apart.
    fn take_apart(&mut self) -> ControlFlow<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let (threads, deadline) = (self.threads.clone(), self.deadline);
        let worker = || {
            let mut disassembler = Disassembler::default();
            let waiting = &waiting;
            move |number: usize, keep_going: &mut dyn FnMut() -> ControlFlow<()>| {
                let Assembled { assembly, .. } = &waiting[number];
                disassembler.take_apart(assembly, keep_going)
            }
        };
        share_out(&threads, waiting.len(), worker, &mut |verdict| {
            if let Some((number, verdict)) = verdict {
                self.count(waiting[number].clone(), verdict);
            }
            if deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    fn count(&mut self, assembled: Assembled, verdict: Verdict) {
        let Report { counted, unknown, levels, counts, each, .. } = &mut self.report;
        let Assembled { assembly, raw, rotations } = assembled;
        let weight = if self.by_rotation { rotations } else { 1 };
        let comes_apart = matches!(verdict, Verdict::Apart(Some(_)));
        for (counted, weight) in [(counted, weight), (&mut counts.raw, raw), (&mut counts.rotations, rotations), (&mut counts.classes, 1)] {
            counted.add(weight, comes_apart);
        }
        if let Some(each) = each.as_mut().filter(|each| each.len() < MOST_LISTED) {
            let stuck =
                if let Verdict::Never(stuck) = &verdict { Some(stuck.iter().map(|&piece| assembly.names[piece]).collect()) } else { None };
            each.push(Listed { level: verdict.level(), moves: verdict.moves(), stuck, count: weight, layers: layers(&assembly) });
        }
        match verdict {
            Verdict::Apart(Some(separation)) => {
                *levels.entry(separation.level()).or_default() += weight;
                if self.hardest.as_ref().is_none_or(|(_, hardest)| hardest.move_count() < separation.move_count()) {
                    self.hardest = Some((assembly, separation));
                }
            }
            // A single piece doesn't come apart, as in BurrTools.
            Verdict::Apart(None) => {}
            Verdict::Never(stuck) => {
                self.stuck.get_or_insert((assembly, stuck));
            }
            Verdict::Unknown => *unknown += weight,
        }
    }
}

impl Observer<Assembled> for Disassembly {
    fn found(&mut self, assembled: Assembled) -> ControlFlow<()> {
        self.waiting.push(assembled);
        if self.waiting.len() < BATCH * self.threads.count { ControlFlow::Continue(()) } else { self.take_apart() }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if self.deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn write_text(report: &Report, elapsed: Duration, output: &mut dyn Write) -> Result<(), Failure> {
    let Report { counted, counts, .. } = report;
    let so_far = if report.complete { "" } else { " so far" };
    writeln!(
        output,
        "{}{so_far}, of which {} come apart, in {}",
        assemblies(counted.assemblies),
        grouped(counted.come_apart),
        duration(elapsed)
    )?;
    let ways = counts.ways().into_iter();
    for (counted, _, way) in ways.filter(|(counted, ..)| counted.assemblies != counts.classes.assemblies || counts.raw != counts.classes) {
        writeln!(output, "  {way}: {}", counted.in_words())?;
    }
    if 0 < report.unknown {
        writeln!(output, "{} of them were given up: their positions need more than {} MiB", grouped(report.unknown), MOST_MEMORY >> 20)?;
    }
    let mut levels: Vec<(Vec<usize>, &String, u64)> = report
        .levels
        .iter()
        .map(|(level, &count)| (level.split('.').filter_map(|number| number.parse().ok()).collect(), level, count))
        .collect();
    levels.sort_unstable();
    let width = levels.iter().map(|(_, level, _)| level.len()).max().unwrap_or(0);
    for (_, level, count) in levels {
        writeln!(output, "  level {level:width$}  {}", grouped(count))?;
    }
    Ok(())
}

fn assemblies(count: u64) -> String {
    if count == 1 { "1 assembly".to_owned() } else { format!("{} assemblies", grouped(count)) }
}

/// Shows the assembly that takes the most moves, and one that never comes apart.
fn write_examples(
    hardest: &Option<(Assembly, Box<Separation>)>,
    stuck: &Option<(Assembly, Vec<usize>)>,
    deadline: Deadline,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    if let Some((assembly, separation)) = hardest {
        writeln!(output, "\nThe most moves, level {}:", separation.level())?;
        write_layers(assembly, output)?;
        for (number, step) in (1..).zip(separation.all_moves()) {
            writeln!(output, "{number}. {}", in_words(&assembly.names, step))?;
        }
        for together in separation.all_together() {
            writeln!(output, "{} stay together", named(&assembly.names, together))?;
        }
    }
    let Some((assembly, pieces)) = stuck else { return Ok(()) };
    let mut keep_going = || if deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let ControlFlow::Continue((held, is_smallest)) = Disassembler::default().reason(assembly, pieces, &mut keep_going) else {
        return Ok(());
    };
    writeln!(output, "\nOne that never comes apart:")?;
    write_layers(assembly, output)?;
    writeln!(output, "{}", held_in_words(&assembly.names, &held, is_smallest))?;
    Ok(())
}

/// The layers of an assembly, the lowest first: rows with the name of a piece on each cell.
fn layers(assembly: &Assembly) -> Vec<Vec<String>> {
    let all = || assembly.pieces.iter().flatten().copied();
    let (low, high) = (all().reduce(IVec3::min).unwrap_or_default(), all().reduce(IVec3::max).unwrap_or_default());
    let mark = |cell: IVec3| {
        let piece = assembly.pieces.iter().position(|cells| cells.contains(&cell));
        piece.map_or('.', |piece| assembly.names[piece])
    };
    let row = |y: i32, z: i32| (low.x..=high.x).map(|x| mark(IVec3::new(x, y, z))).collect();
    (low.z..=high.z).map(|z| (low.y..=high.y).map(|y| row(y, z)).collect()).collect()
}

/// Writes the layers beside one another.
fn write_layers(assembly: &Assembly, output: &mut dyn Write) -> io::Result<()> {
    let layers = layers(assembly);
    for y in 0..layers.first().map_or(0, Vec::len) {
        let rows: Vec<&str> = layers.iter().map(|layer| layer[y].as_str()).collect();
        writeln!(output, "  {}", rows.join("  "))?;
    }
    Ok(())
}
