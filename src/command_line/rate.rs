//! `rate`: how hard a position is for a person, with the steps that solve it.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
    time::Duration,
};

use serde::Serialize;

use super::{
    Failure, Interrupt, Status, Streams,
    arguments::RateArguments,
    gather::{self, Deadline, LastFound},
    input::Input,
    meter::Meter,
    output::Printable,
    print_error, words,
};
use base::{
    challenge::{Explained, Grade, RatedSteps, Rating},
    text::{counted, printable_line},
};

/// How long solutions are counted if there isn't exactly one.
const MOST_COUNTING: Duration = Duration::from_secs(5);

/// Rates the position in the file and prints the result.
pub fn run(arguments: &RateArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let report = rate(&input, arguments.steps, streams.interrupt)?;
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else if let Some(rating) = &report.rating {
        write_text(&report, rating, &mut Printable(streams.output))?;
    } else if report.has_goals && report.was_decided() {
        print_error(
            streams,
            &words::file_error(&arguments.file, "no goal has exactly one turn that reaches it, as far as could be decided"),
        );
    } else if let Some(solutions) = report.solutions {
        print_error(streams, &not_one_solution(&arguments.file, solutions, report.complete));
    }
    Ok(match &report {
        Report { rating: Some(_), .. } => Status::Done,
        report if report.was_decided() => Status::FoundWrong,
        _ => Status::Interrupted,
    })
}

/// The position has this many solutions, or no fewer if not all are counted.
fn not_one_solution(path: &Path, solutions: u64, is_complete: bool) -> String {
    let found = match (solutions, is_complete) {
        (0, true) => "no solution".to_owned(),
        (0, false) => "no solution yet, after counting for 5 seconds".to_owned(),
        (_, true) => counted(solutions, "solution"),
        (_, false) => format!("at least {}", counted(solutions, "solution")),
    };
    words::file_error(path, &format!("the position has {found}; only a position with exactly one can be rated"))
}

/// The JSON report, a public format.
#[derive(Serialize)]
struct Report {
    #[serde(skip)]
    heading: String,
    /// The position as text, in which a reader finds the cells that the steps name.
    #[serde(skip)]
    position: String,
    #[serde(skip)]
    rating: Option<Rating>,
    /// Whether goals are rated, each of which some of the solutions may reach.
    #[serde(skip)]
    has_goals: bool,
    puzzle: &'static str,
    /// Whether the position is rated or all its solutions are counted.
    complete: bool,
    /// `None` if Ctrl+C was pressed first, or if the position has no goal and was rated by all of them.
    solutions: Option<u64>,
    grade: Option<Grade>,
    rater: Option<u32>,
    steps: Option<Vec<RatedSteps>>,
    /// Each step with its reason, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<Explained>>,
}

impl Report {
    /// Whether it is known if the position can be rated.
    fn was_decided(&self) -> bool {
        self.complete || self.solutions.is_some()
    }
}

fn rate(input: &Input, explains: bool, interrupt: Interrupt) -> Result<Report, Failure> {
    let kind = input.kind()?;
    let document = input.document(kind)?;
    let problem = input.problem(kind, &document.state)?;
    let Some(challenges) = &kind.extras.challenges else {
        return Err(Failure::Complaint(format!("quincunx: positions of {} can't be rated", kind.key)));
    };
    let title = document.title.as_ref().map(|title| printable_line(title));
    let mut rated = LastFound::until(Deadline::after(None, interrupt));
    let flow = (challenges.rate)(&problem, &mut rated);
    let (complete, solutions) = match (flow, &rated.item) {
        (ControlFlow::Break(()), _) => (false, None),
        // Several turns may solve it, by different goals.
        (ControlFlow::Continue(()), _) if !(challenges.has_goal)(&document.state) => (true, None),
        (ControlFlow::Continue(()), Some(_)) => (true, Some(1)),
        (ControlFlow::Continue(()), None) => {
            let deadline = Deadline::after(Some(MOST_COUNTING), interrupt);
            let found = gather::search(kind, &problem, &kind.techniques[0], 0, deadline, Meter::new(None));
            // After Ctrl+C, nothing is known about their number.
            let is_known = deadline.status(found.is_complete) != Status::Interrupted;
            (found.is_complete, is_known.then_some(found.count))
        }
    };
    Ok(Report {
        heading: words::heading(kind.title, title.as_deref()),
        position: (kind.write_text)(&document.state),
        has_goals: challenges.refute.is_some(),
        puzzle: kind.key,
        complete,
        solutions,
        grade: rated.item.as_ref().map(|rating| rating.grade),
        rater: rated.item.as_ref().map(|rating| rating.rater),
        steps: rated.item.as_ref().map(|rating| rating.steps.clone()),
        explanation: rated.item.as_ref().filter(|_| explains).map(|rating| rating.explanation.clone()),
        rating: rated.item,
    })
}

fn write_text(report: &Report, rating: &Rating, output: &mut dyn Write) -> Result<(), Failure> {
    writeln!(output, "{}", report.heading)?;
    writeln!(output, "{} (rater {})", rating.grade.title(), rating.rater)?;
    let width = rating.steps.iter().map(|steps| steps.step.title().len()).max().unwrap_or(0);
    for steps in &rating.steps {
        writeln!(output, "  {:width$}  {}", steps.step.title(), counted(steps.count as u64, steps.step.noun()))?;
    }
    let explanation = report.explanation.as_deref().unwrap_or_default();
    if !explanation.is_empty() {
        writeln!(output, "\n{}\n", report.position.trim_end())?;
    }
    for (number, explained) in (1..).zip(explanation) {
        writeln!(output, "{number}. {}", explained.in_words())?;
    }
    Ok(())
}
