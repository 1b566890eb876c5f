//! `solve`: finds the solutions of a position, and prints them and the facts about it as text or as JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};

use super::{
    Failure, Status, Streams,
    arguments::SolveArguments,
    gather::{self, Analyzed, Deadline, Gathered},
    input::Input,
    meter::Meter,
    output::Printable,
    pooled, words,
};
use base::{
    board::Caption,
    erased::{Erased, Kind, Problem, Solution, State},
    puzzle::Technique,
    search::Tally,
    text::{Noun, duration, grouped, printable_line},
};
use workbench::{file::SaveFile, threads::processors};

/// Solves the position in the file and prints the result.
pub fn run(arguments: &SolveArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let kind = input.kind()?;
    let document = input.document(kind)?;
    let problem = input.problem(kind, &document.state)?;
    let technique = technique(kind, arguments.technique.as_deref())?;
    if arguments.contest {
        return write_contest_output(kind, &problem, technique, streams.output);
    }
    let deadline = Deadline::after(arguments.time, streams.interrupt);
    let outcome = solve(kind, &document, &problem, technique, arguments, deadline, streams)?;
    write(kind, &document, &outcome, arguments.json, streams.output)?;
    Ok(deadline.status(outcome.is_complete()))
}

/// Prints the results.
pub fn write(kind: &Kind, document: &SaveFile<State>, outcome: &Outcome, is_json: bool, output: &mut dyn Write) -> Result<(), Failure> {
    if is_json { write_json(kind, outcome, output) } else { write_text(kind, document, outcome, &mut Printable(output)) }
}

/// Prints exactly what the puzzle's contest requires.
fn write_contest_output(
    kind: &'static Kind,
    problem: &Problem,
    technique: &Technique<Erased>,
    output: &mut dyn Write,
) -> Result<Status, Failure> {
    let Some(contest_output) = kind.board_extras.contest_output else {
        return Err(Failure::Complaint(format!("quincunx: --contest: {} has no contest output", kind.key)));
    };
    let found = gather::search(kind, problem, technique, 0, Deadline::default(), Meter::new(None));
    write!(output, "{}", contest_output(&found.summary))?;
    Ok(Status::Done)
}

fn technique(kind: &Kind, key: Option<&str>) -> Result<&'static Technique<Erased>, Failure> {
    let Some(key) = key else { return Ok(&kind.techniques[0]) };
    kind.technique(key).ok_or_else(|| {
        let keys: Vec<&str> = kind.techniques.iter().map(|technique| technique.key).collect();
        Failure::Complaint(format!("quincunx: unknown technique `{key}` for {}: choose {}", kind.key, words::quoted(&keys)))
    })
}

/// The results of the search and of the analysis.
pub struct Outcome {
    technique: &'static Technique<Erased>,
    found: Gathered,
    known: Analyzed,
    /// Why there is no solution, if that shows without a search.
    reason: Option<String>,
}

impl Outcome {
    /// The results of a search. A complete one that found nothing gets its reason.
    pub fn new(kind: &Kind, problem: &Problem, technique: &'static Technique<Erased>, found: Gathered, known: Analyzed) -> Self {
        let has_none = found.is_complete && found.count == 0;
        let dead_end = kind.extras.dead_end.filter(|_| has_none).and_then(|dead_end| dead_end(problem));
        Self { technique, found, known, reason: dead_end.map(|flaw| flaw.message) }
    }

    fn is_complete(&self) -> bool {
        self.found.is_complete && self.known.is_complete
    }
}

fn solve(
    kind: &'static Kind,
    document: &SaveFile<State>,
    problem: &Problem,
    technique: &'static Technique<Erased>,
    arguments: &SolveArguments,
    deadline: Deadline,
    streams: &Streams<'_>,
) -> Result<Outcome, Failure> {
    let (progress, version) = (streams.progress, streams.version);
    let limit = if arguments.count { 0 } else { arguments.limit };
    let part = arguments.shard;
    let needs_tasks = arguments.threads.is_some() || arguments.resume.is_some() || part.is_some();
    let found = if needs_tasks || technique.tasks.is_some() {
        // Parts are searched beside one another already.
        let threads = arguments.threads.unwrap_or_else(|| if part.is_some() { 1 } else { processors() });
        let pool = pooled::PooledSearch { kind, document, problem, technique, threads, part, limit, deadline, version, progress };
        pool.search(arguments.resume.as_deref().or(arguments.output.as_deref()))?
    } else {
        let meter = Meter::new(progress.map(|show| (show, (kind.extras.noun)(&document.state))));
        gather::search(kind, problem, technique, limit, deadline, meter)
    };
    let known = if arguments.count {
        Analyzed { is_complete: true, insight: None }
    } else {
        gather::analyze(kind, problem, deadline, arguments.threads.unwrap_or_else(processors))
    };
    Ok(Outcome::new(kind, problem, technique, found, known))
}

/// The JSON report, a public format. The puzzle's own fields are beside the common ones.
#[derive(Serialize)]
struct Report<'a> {
    puzzle: &'static str,
    technique: &'static str,
    complete: bool,
    count: u64,
    elapsed_ns: u128,
    tally: &'a Tally,
    #[serde(rename = "answers")]
    solutions: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

fn write_json(kind: &Kind, outcome: &Outcome, output: &mut dyn Write) -> Result<(), Failure> {
    let found = &outcome.found;
    let mut more = fields((kind.summary_json)(&found.summary))?;
    if let Some(insight) = &outcome.known.insight {
        more.extend(fields((kind.insight_json)(insight))?);
    }
    let solutions = found.solutions.iter().map(|solution| json(kind, solution)).collect::<serde_json::Result<_>>();
    let report = Report {
        puzzle: kind.key,
        technique: outcome.technique.key,
        complete: outcome.is_complete(),
        count: found.count,
        elapsed_ns: found.elapsed.as_nanos(),
        tally: &found.tally,
        solutions: solutions.map_err(io::Error::from)?,
        reason: outcome.reason.as_deref(),
        more,
    };
    serde_json::to_writer(&mut *output, &report).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

fn json(kind: &Kind, solution: &Solution) -> serde_json::Result<Box<RawValue>> {
    let mut json = Vec::new();
    (kind.write_json)(solution, &mut json)?;
    serde_json::from_slice(&json)
}

/// Returns the fields of a struct, and no fields for any other value.
fn fields(value: serde_json::Result<Value>) -> Result<Map<String, Value>, Failure> {
    match value.map_err(io::Error::from)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}

fn write_text(kind: &Kind, document: &SaveFile<State>, outcome: &Outcome, output: &mut dyn Write) -> Result<(), Failure> {
    let Outcome { technique, found, known, reason } = outcome;
    let title = document.title.as_ref().map(|title| printable_line(title));
    writeln!(output, "{}", words::heading(kind.title, title.as_deref()))?;
    writeln!(output, "{}", headline(found, (kind.extras.noun)(&document.state), technique.title))?;
    writeln!(output, "{} {}, {} {}", grouped(found.tally.explored), technique.explored, grouped(found.tally.kept), technique.kept)?;
    let flaws = || known.insight.iter().flat_map(|insight| kind.extras.analysis_flaws(insight));
    for flaw in flaws() {
        writeln!(output, "Warning: {}", flaw.message)?;
    }
    if let Some(reason) = reason.as_ref().filter(|reason| flaws().all(|flaw| flaw.message != **reason)) {
        writeln!(output, "There is no solution: {reason}")?;
    }
    // With --count there is no analysis, and most facts are unknown.
    if known.insight.is_some() {
        write_facts(kind, &document.state, outcome, output)?;
    }
    match kind.board_extras.listing {
        Some(listing) => write!(output, "\n{}", listing(&document.state, &found.solutions))?,
        None => write_solutions(kind, &document.state, &found.solutions, output)?,
    }
    let unlisted = found.count - found.solutions.len() as u64;
    if !found.solutions.is_empty() && 0 < unlisted {
        writeln!(output, "\n{} more; use --limit N to list up to N {}", grouped(unlisted), (kind.extras.noun)(&document.state).plural())?;
    }
    Ok(())
}

fn headline(found: &Gathered, noun: Noun, technique: &str) -> String {
    let elapsed = duration(found.elapsed);
    let solutions = noun.counted(found.count);
    if found.is_complete {
        format!("{solutions} in {elapsed} ({technique})")
    } else {
        format!("{solutions} so far, stopped after {elapsed} ({technique})")
    }
}

fn write_facts(kind: &Kind, state: &State, outcome: &Outcome, output: &mut dyn Write) -> Result<(), Failure> {
    let facts = (kind.facts)(state, outcome.known.insight.as_ref(), &outcome.found.summary);
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

fn write_solutions(kind: &Kind, state: &State, solutions: &[Solution], output: &mut dyn Write) -> Result<(), Failure> {
    (1..).zip(solutions).try_for_each(|(number, solution)| write_solution(kind, state, number, solution, output))
}

fn write_solution(kind: &Kind, state: &State, number: usize, solution: &Solution, output: &mut dyn Write) -> Result<(), Failure> {
    let Caption { title, detail } = (kind.caption)(solution);
    let detail = if detail.is_empty() { detail } else { format!(", {detail}") };
    writeln!(output, "\n{number}. {title}{detail}")?;
    if let Some(adopted) = kind.board_extras.adopt(state, solution) {
        writeln!(output, "{}", (kind.write_text)(&adopted).trim_end())?;
    }
    Ok(())
}
