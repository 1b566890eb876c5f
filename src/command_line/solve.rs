//! `solve`: all answers to a position and what is known of it, as text for people or as JSON for programs.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Failure, Status, Streams,
    arguments::SolveArguments,
    crew,
    gather::{self, Analyzed, Deadline, Gathered},
    input::Input,
    output::Printable,
};
use crate::{
    board::Board,
    puzzle::{Puzzle, Technique},
    puzzles::Visitor,
    search::Tally,
    text::{counted, duration, grouped, printable_line},
    workbench::{file::Document, file_error::alternatives},
};

/// Solves the file and prints what was found.
pub fn run(arguments: &SolveArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?;
    input.visit_puzzle(Solve { arguments, input: &input, output: streams.output })
}

struct Solve<'a> {
    arguments: &'a SolveArguments,
    input: &'a Input,
    output: &'a mut dyn Write,
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
        let solution = solve::<P>(&document, &problem, technique, self.arguments)?;
        if self.arguments.json {
            write_json(&solution, self.output)?;
        } else {
            write_text(&document, &solution, &mut Printable(self.output))?;
        }
        Ok(if solution.is_complete() { Status::Done } else { Status::TimeUp })
    }
}

/// Prints what a contest asks for and nothing else.
fn write_contest_output<P: Board>(problem: &P::Problem, technique: &Technique<P>, output: &mut dyn Write) -> Result<Status, Failure> {
    // Before the search: whether there is a contest does not depend on what is found.
    if P::contest_output(0, &P::Summary::default()).is_none() {
        return Err(Failure::Complaint(format!("quincunx: --contest: there is no contest for {}", P::KEY)));
    }
    let found = gather::search(problem, technique, 0, Deadline::default());
    let text = P::contest_output(found.count, &found.summary).unwrap_or_default();
    write!(output, "{text}")?;
    Ok(Status::Done)
}

fn technique<P: Puzzle>(key: Option<&str>) -> Result<&'static Technique<P>, Failure> {
    let Some(key) = key else { return Ok(&P::techniques()[0]) };
    P::technique(key).ok_or_else(|| {
        let keys: Vec<&str> = P::techniques().iter().map(|technique| technique.key).collect();
        let alternatives = alternatives(&keys, &format!("those for {} are", P::KEY));
        Failure::Complaint(format!("quincunx: there is no technique `{key}`; {alternatives}"))
    })
}

/// All that is told of a position.
struct Solution<P: Puzzle> {
    technique: &'static Technique<P>,
    found: Gathered<P>,
    known: Analyzed<P>,
}

impl<P: Puzzle> Solution<P> {
    fn is_complete(&self) -> bool {
        self.found.is_complete && self.known.is_complete
    }
}

fn solve<P: Puzzle>(
    document: &Document<P::State>,
    problem: &P::Problem,
    technique: &'static Technique<P>,
    arguments: &SolveArguments,
) -> Result<Solution<P>, Failure> {
    let deadline = Deadline::after(arguments.time);
    let limit = if arguments.count { 0 } else { arguments.limit };
    let found = if arguments.threads.is_some() || arguments.resume.is_some() {
        let crew = crew::Crew { document, problem, technique, threads: arguments.threads.unwrap_or(1).into(), limit, deadline };
        crew.search(arguments.resume.as_deref())?
    } else {
        gather::search(problem, technique, limit, deadline)
    };
    let known = if arguments.count { Analyzed { is_complete: true, insight: None } } else { gather::analyze(problem, deadline) };
    Ok(Solution { technique, found, known })
}

/// What programs may rely on; the fields of the puzzle's own stand beside the others.
#[derive(Serialize)]
struct Report<'a, A> {
    puzzle: &'static str,
    technique: &'static str,
    complete: bool,
    count: u64,
    elapsed_ns: u128,
    tally: &'a Tally,
    answers: &'a [A],
    #[serde(flatten)]
    more: Map<String, Value>,
}

fn write_json<P: Puzzle>(solution: &Solution<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let found = &solution.found;
    let mut more = fields(&found.summary)?;
    more.extend(fields(&solution.known.insight)?);
    let report = Report {
        puzzle: P::KEY,
        technique: solution.technique.key,
        complete: solution.is_complete(),
        count: found.count,
        elapsed_ns: found.elapsed.as_nanos(),
        tally: &found.tally,
        answers: &found.answers,
        more,
    };
    serde_json::to_writer(&mut *output, &report).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

/// The fields of a struct; none of anything else.
fn fields(value: &impl Serialize) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(value).map_err(io::Error::from)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}

fn write_text<P: Board>(document: &Document<P::State>, solution: &Solution<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let Solution { technique, found, known } = solution;
    let title = document.title.as_ref().map_or_else(String::new, |title| format!(": {}", printable_line(title)));
    writeln!(output, "{}{title}", P::TITLE)?;
    writeln!(output, "{}", headline(found, technique.title))?;
    writeln!(output, "{} {}, {} {}", grouped(found.tally.explored), technique.explored, grouped(found.tally.kept), technique.kept)?;
    for flaw in known.insight.iter().flat_map(P::objections) {
        writeln!(output, "But {}", flaw.message)?;
    }
    // Without the analysis, which a mere count leaves out, most facts are not known.
    if known.insight.is_some() {
        write_facts::<P>(&document.state, solution, output)?;
    }
    match P::listing(&document.state, &found.answers) {
        Some(listing) => write!(output, "\n{listing}")?,
        None => write_answers::<P>(&document.state, &found.answers, output)?,
    }
    let unlisted = found.count - found.answers.len() as u64;
    if !found.answers.is_empty() && 0 < unlisted {
        writeln!(output, "\n{} more; --limit N lists so many", grouped(unlisted))?;
    }
    Ok(())
}

fn headline<P: Puzzle>(found: &Gathered<P>, technique: &str) -> String {
    let (count, elapsed) = (counted(found.count, "answer"), duration(found.elapsed));
    if found.is_complete {
        format!("{count} in {elapsed}, {technique}")
    } else {
        format!("{count} so far, stopped after {elapsed}, {technique}")
    }
}

fn write_facts<P: Board>(state: &P::State, solution: &Solution<P>, output: &mut dyn Write) -> Result<(), Failure> {
    let facts = P::facts(state, solution.known.insight.as_ref(), &solution.found.summary);
    if facts.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    if !solution.found.is_complete {
        // What the analysis has counted would pass for what the search found.
        writeln!(output, "Known so far, from the search and the live analysis:")?;
    }
    let width = facts.iter().map(|fact| fact.label.chars().count()).max().unwrap_or(0);
    for fact in facts {
        writeln!(output, "{:width$}  {}", fact.label, fact.value)?;
    }
    Ok(())
}

fn write_answers<P: Board>(state: &P::State, answers: &[P::Answer], output: &mut dyn Write) -> Result<(), Failure> {
    (1..).zip(answers).try_for_each(|(number, answer)| write_answer::<P>(state, number, answer, output))
}

fn write_answer<P: Board>(state: &P::State, number: usize, answer: &P::Answer, output: &mut dyn Write) -> Result<(), Failure> {
    let caption = P::caption(answer);
    let detail = if caption.detail.is_empty() { String::new() } else { format!(", {}", caption.detail) };
    writeln!(output, "\n{number}. {}{detail}", caption.title)?;
    if let Some(adopted) = P::adopt(state, answer) {
        writeln!(output, "{}", P::write_text(&adopted).trim_end())?;
    }
    Ok(())
}
