//! `solve`: finds the solutions of a position, and prints them and the facts about it as text or as JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Failure, Interrupt, Status, Streams,
    arguments::SolveArguments,
    gather::{self, Analyzed, Deadline, Gathered},
    input::Input,
    meter::{Meter, ShowProgress},
    output::Printable,
    pooled, words,
};
use crate::{
    board::{Board, Caption},
    kind::Kind,
    puzzle::{Puzzle, Technique},
    puzzles::Visitor,
    search::Tally,
    text::{Noun, duration, grouped, printable_line},
    workbench::file::SaveFile,
};

/// Solves the position in the file and prints the result.
pub fn run(arguments: &SolveArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?;
    let Streams { interrupt, progress, .. } = *streams;
    input.visit_puzzle(Solve { arguments, input: &input, output: streams.output, interrupt, progress })
}

struct Solve<'a> {
    arguments: &'a SolveArguments,
    input: &'a Input,
    output: &'a mut dyn Write,
    interrupt: Interrupt,
    progress: Option<ShowProgress>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status, Failure>;

    fn visit<P: Board>(self) -> Self::Output {
        let document = self.input.document::<P>()?;
        let problem = self.input.problem::<P>(&document.state)?;
        let technique = technique::<P>(self.arguments.technique.as_deref())?;
        if self.arguments.contest {
            return write_contest_output::<P>(&problem, technique, self.output);
        }
        let deadline = Deadline::after(self.arguments.time, self.interrupt);
        let outcome = solve::<P>(&document, &problem, technique, self.arguments, deadline, self.progress)?;
        if self.arguments.json {
            write_json(&outcome, self.output)?;
        } else {
            write_text(&document, &outcome, &mut Printable(self.output))?;
        }
        Ok(deadline.status(outcome.is_complete()))
    }
}

/// Prints exactly what the puzzle's contest requires.
fn write_contest_output<P: Board>(problem: &P::Problem, technique: &Technique<P>, output: &mut dyn Write) -> Result<Status, Failure> {
    let Some(contest_output) = P::BOARD_EXTRAS.contest_output else {
        return Err(Failure::Complaint(format!("quincunx: --contest: {} has no contest output", P::KEY)));
    };
    let found = gather::search(problem, technique, 0, Deadline::default(), Meter::new(None));
    write!(output, "{}", contest_output(found.count, &found.summary))?;
    Ok(Status::Done)
}

fn technique<P: Board>(key: Option<&str>) -> Result<&'static Technique<P>, Failure> {
    let Some(key) = key else { return Ok(&P::techniques()[0]) };
    Kind::<P>::OF.technique(key).ok_or_else(|| {
        let keys: Vec<&str> = P::techniques().iter().map(|technique| technique.key).collect();
        Failure::Complaint(format!("quincunx: unknown technique `{key}` for {}: choose {}", P::KEY, words::quoted(&keys)))
    })
}

/// The results of the search and of the analysis.
struct Outcome<P: Puzzle> {
    technique: &'static Technique<P>,
    found: Gathered<P>,
    known: Analyzed<P>,
    /// Why there is no solution, if that shows without a search.
    reason: Option<String>,
}

impl<P: Puzzle> Outcome<P> {
    fn is_complete(&self) -> bool {
        self.found.is_complete && self.known.is_complete
    }
}

fn solve<P: Board>(
    document: &SaveFile<P::State>,
    problem: &P::Problem,
    technique: &'static Technique<P>,
    arguments: &SolveArguments,
    deadline: Deadline,
    progress: Option<ShowProgress>,
) -> Result<Outcome<P>, Failure> {
    let limit = if arguments.count { 0 } else { arguments.limit };
    let found = if arguments.threads.is_some() || arguments.resume.is_some() {
        let pool =
            pooled::PooledSearch { document, problem, technique, threads: arguments.threads.unwrap_or(1), limit, deadline, progress };
        pool.search(arguments.resume.as_deref())?
    } else {
        let meter = Meter::new(progress.map(|show| (show, (P::EXTRAS.noun)(&document.state))));
        gather::search(problem, technique, limit, deadline, meter)
    };
    let known = if arguments.count { Analyzed { is_complete: true, insight: None } } else { gather::analyze(problem, deadline) };
    let has_none = found.is_complete && found.count == 0;
    let dead_end = P::EXTRAS.dead_end.filter(|_| has_none).and_then(|dead_end| dead_end(problem));
    Ok(Outcome { technique, found, known, reason: dead_end.map(|flaw| flaw.message) })
}

/// The JSON report, a public format. The puzzle's own fields are beside the common ones.
#[derive(Serialize)]
struct Report<'a, A> {
    puzzle: &'static str,
    technique: &'static str,
    complete: bool,
    count: u64,
    elapsed_ns: u128,
    tally: &'a Tally,
    #[serde(rename = "answers")]
    solutions: &'a [A],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

fn write_json<P: Puzzle>(outcome: &Outcome<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let found = &outcome.found;
    let mut more = fields(&found.summary)?;
    more.extend(fields(&outcome.known.insight)?);
    let report = Report {
        puzzle: P::KEY,
        technique: outcome.technique.key,
        complete: outcome.is_complete(),
        count: found.count,
        elapsed_ns: found.elapsed.as_nanos(),
        tally: &found.tally,
        solutions: &found.solutions,
        reason: outcome.reason.as_deref(),
        more,
    };
    serde_json::to_writer(&mut *output, &report).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

/// Returns the fields of a struct, and no fields for any other value.
fn fields(value: &impl Serialize) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(value).map_err(io::Error::from)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}

fn write_text<P: Board>(document: &SaveFile<P::State>, outcome: &Outcome<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let Outcome { technique, found, known, reason } = outcome;
    let title = document.title.as_ref().map(|title| printable_line(title));
    writeln!(output, "{}", words::heading(P::TITLE, title.as_deref()))?;
    writeln!(output, "{}", headline(found, (P::EXTRAS.noun)(&document.state), technique.title))?;
    writeln!(output, "{} {}, {} {}", grouped(found.tally.explored), technique.explored, grouped(found.tally.kept), technique.kept)?;
    let flaws = || known.insight.iter().flat_map(|insight| P::EXTRAS.analysis_flaws(insight));
    for flaw in flaws() {
        writeln!(output, "Warning: {}", flaw.message)?;
    }
    if let Some(reason) = reason.as_ref().filter(|reason| flaws().all(|flaw| flaw.message != **reason)) {
        writeln!(output, "There is no solution: {reason}")?;
    }
    // With --count there is no analysis, and most facts are unknown.
    if known.insight.is_some() {
        write_facts::<P>(&document.state, outcome, output)?;
    }
    match P::BOARD_EXTRAS.listing {
        Some(listing) => write!(output, "\n{}", listing(&document.state, &found.solutions))?,
        None => write_solutions::<P>(&document.state, &found.solutions, output)?,
    }
    let unlisted = found.count - found.solutions.len() as u64;
    if !found.solutions.is_empty() && 0 < unlisted {
        writeln!(output, "\n{} more; use --limit N to list up to N {}", grouped(unlisted), (P::EXTRAS.noun)(&document.state).plural())?;
    }
    Ok(())
}

fn headline<P: Puzzle>(found: &Gathered<P>, noun: Noun, technique: &str) -> String {
    let elapsed = duration(found.elapsed);
    let solutions = noun.counted(found.count);
    if found.is_complete {
        format!("{solutions} in {elapsed} ({technique})")
    } else {
        format!("{solutions} so far, stopped after {elapsed} ({technique})")
    }
}

fn write_facts<P: Board>(state: &P::State, outcome: &Outcome<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let facts = P::facts(state, outcome.known.insight.as_ref(), &outcome.found.summary);
    if facts.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    if !outcome.found.is_complete {
        writeln!(output, "Known so far, from the search and the live analysis:")?;
    }
    let width = facts.iter().map(|fact| fact.label.chars().count()).max().unwrap_or(0);
    for fact in facts {
        writeln!(output, "{:width$}  {}", fact.label, fact.value)?;
    }
    Ok(())
}

fn write_solutions<P: Board>(state: &P::State, solutions: &[P::Solution], output: &mut dyn Write) -> Result<(), Failure> {
    (1..).zip(solutions).try_for_each(|(number, solution)| write_solution::<P>(state, number, solution, output))
}

fn write_solution<P: Board>(state: &P::State, number: usize, solution: &P::Solution, output: &mut dyn Write) -> Result<(), Failure> {
    let Caption { title, detail } = P::caption(solution);
    let detail = if detail.is_empty() { detail } else { format!(", {detail}") };
    writeln!(output, "\n{number}. {title}{detail}")?;
    if let Some(adopted) = P::BOARD_EXTRAS.adopt(state, solution) {
        writeln!(output, "{}", P::write_text(&adopted).trim_end())?;
    }
    Ok(())
}
