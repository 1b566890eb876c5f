//! Runs cases in a process of their own, and reports what that process prints, even if it dies.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write, stdout},
    panic::{self, AssertUnwindSafe},
    process::{Child, Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use quincunx::workbench::threads::STACK;

use super::{Options, Part, case::Case};

/// The name of the thread that runs cases.
const CASES: &str = "cases";

/// How many failures are printed in full.
const MOST_PRINTED: u64 = 25;

thread_local! {
    /// Where the last panic of this thread happened.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the cases in this process, on a thread with a quarter of the stack that searches have: a recursion that comes near the end of
/// theirs fails here. Returns the number of failures.
pub fn run_here(part: &Part, options: &Options) -> u64 {
    let run = || run_cases(part, options);
    thread::scope(|scope| {
        let cases = thread::Builder::new().name(CASES.to_owned()).stack_size(STACK / 4).spawn_scoped(scope, run);
        cases.expect("the system has a thread").join().expect("panics of cases are caught")
    })
}

/// Runs the cases, and prints a line for each thing that the supervisor needs to know. Returns the number of failures.
fn run_cases(part: &Part, options: &Options) -> u64 {
    panic::set_hook(Box::new(|info| {
        let thread = thread::current().name().unwrap_or("?").to_owned();
        PANIC.set(format!("{info} on thread {thread}"));
        if thread != CASES {
            println!("other {}", one_line(&format!("{info} on thread {thread}")));
        }
    }));
    let mut run = match (part.prepare)() {
        Ok(run) => run,
        Err(why) => {
            println!("skipped {why}");
            return 0;
        }
    };
    let began = Instant::now();
    let mut failures = 0;
    for number in options.first..options.first.saturating_add(options.cases) {
        if options.limit <= began.elapsed() {
            break;
        }
        println!("begin {number}");
        let mut case = Case::new(options.seed, number, options.limit.saturating_sub(began.elapsed()));
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(&mut case)));
        if outcome.is_err() {
            let doing = case.doing.clone();
            case.fail(format!("panic: {}; {doing}", PANIC.take()));
        }
        for failure in &case.failures {
            println!("fail {}", one_line(failure));
        }
        for (what, count) in &case.counts {
            println!("count {count} {what}");
        }
        for (what, (longest, budget)) in &case.times {
            println!("time {} {} {what}", longest.as_nanos(), budget.as_nanos());
        }
        println!("end");
        failures += u64::from(!case.failures.is_empty());
        if stdout().flush().is_err() {
            break;
        }
    }
    failures
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is known about a part so far.
#[derive(Default)]
struct Summary {
    cases: u64,
    failures: u64,
    counts: BTreeMap<String, u64>,
    /// The longest time of each action in nanoseconds, its budget, and its case.
    times: BTreeMap<String, (u64, u64, u64)>,
    /// The case that is running.
    running: Option<u64>,
    /// What it does, if it has said so.
    doing: String,
    has_failed: bool,
}

/// Runs the part in other processes until its time or its cases are over, and prints a table. Returns the number of failed cases.
pub fn supervise(part: &Part, options: &Options) -> u64 {
    let began = Instant::now();
    let mut summary = Summary::default();
    let mut next = options.first;
    let end = options.first.saturating_add(options.cases);
    while next < end && (next == options.first || began.elapsed() < options.limit) {
        let last = follow(part, options, next, end, began, &mut summary);
        match last {
            // The process died in this case.
            Some(died) => next = died + 1,
            None => break,
        }
    }
    print_table(part, options, began.elapsed(), &summary);
    summary.failures
}

/// Follows one process. Returns the case in which it died.
fn follow(part: &Part, options: &Options, first: u64, end: u64, began: Instant, summary: &mut Summary) -> Option<u64> {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    let remaining = options.limit.saturating_sub(began.elapsed());
    command.args([part.name, "--child", "--seed", &options.seed.to_string()]);
    command.args(["--cases", &(end - first).to_string(), "--first", &first.to_string()]);
    command.args(["--seconds", &remaining.as_secs().max(1).to_string()]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("this program can be started again");
    let (sender, lines) = mpsc::channel();
    let output = child.stdout.take().expect("the output is piped");
    thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    loop {
        match lines.recv_timeout(part.patience) {
            Ok(line) => summary.take_in(&line, part, options),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                kill_children(child.id());
                let _ = child.kill();
                let doing = summary.doing.clone();
                summary.fail(&format!("hangs for {} s: {doing}", part.patience.as_secs()), part, options);
                break;
            }
        }
    }
    summary.died(child, part, options)
}

impl Summary {
    fn take_in(&mut self, line: &str, part: &Part, options: &Options) {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "doing" => self.doing = rest.to_owned(),
            "begin" => {
                self.doing.clear();
                self.running = rest.parse().ok();
                self.has_failed = false;
                self.cases += 1;
            }
            "fail" | "other" => self.fail(rest, part, options),
            "skipped" => println!("{}: skipped: {rest}", part.name),
            "count" => {
                let Some((count, what)) = rest.split_once(' ') else { return };
                let (count, so_far): (u64, _) = (count.parse().unwrap_or(0), self.counts.entry(what.to_owned()).or_default());
                *so_far = if is_a_peak(what) { count.max(*so_far) } else { *so_far + count };
            }
            "time" => {
                let mut words = rest.splitn(3, ' ');
                let (Some(took), Some(budget), Some(what)) = (words.next(), words.next(), words.next()) else { return };
                let (took, budget): (u64, u64) = (took.parse().unwrap_or(0), budget.parse().unwrap_or(0));
                let longest = self.times.entry(what.to_owned()).or_default();
                if longest.0 <= took {
                    *longest = (took, budget, self.running.unwrap_or(0));
                }
            }
            "end" => self.running = None,
            _ => println!("{line}"),
        }
    }

    fn fail(&mut self, what: &str, part: &Part, options: &Options) {
        if !std::mem::replace(&mut self.has_failed, true) {
            self.failures += 1;
        }
        if self.failures <= MOST_PRINTED {
            let number = self.running.map_or("?".to_owned(), |number| number.to_string());
            let shown: String = what.chars().take(2000).collect();
            println!("FAILED: {} --seed {} --case {number}: {shown}", part.name, options.seed);
        }
    }

    /// Waits for the process. If it died in a case, records that and returns the case.
    fn died(&mut self, mut child: Child, part: &Part, options: &Options) -> Option<u64> {
        let status = child.wait().expect("the process was started");
        let number = self.running?;
        if !self.has_failed {
            self.fail(&format!("the process ended: {status}"), part, options);
        }
        self.running = None;
        Some(number)
    }
}

fn is_a_peak(what: &str) -> bool {
    what.contains("peak") || what.contains("most")
}

fn print_table(part: &Part, options: &Options, elapsed: Duration, summary: &Summary) {
    println!("\n{}: {}, seed {}, {:.0} s", part.name, part.about, options.seed, elapsed.as_secs_f64());
    println!("  {:46} {:>14}", "cases", summary.cases);
    println!("  {:46} {:>14}", "failed cases", summary.failures);
    for (what, count) in summary.counts.iter().filter(|(what, _)| !summary.times.contains_key(*what)) {
        if what.contains("bytes") {
            println!("  {what:46} {:>10.1} MiB", *count as f64 / f64::from(1 << 20));
        } else {
            println!("  {what:46} {count:>14}");
        }
    }
    if !summary.times.is_empty() {
        println!("  {:46} {:>14} {:>12} {:>12}  case", "calls", "number", "longest", "budget");
    }
    for (what, (took, budget, number)) in &summary.times {
        let count = summary.counts.get(what).copied().unwrap_or(0);
        println!("  {what:46} {count:>14} {:>9.2} ms {:>9.0} ms  {number}", *took as f64 / 1e6, *budget as f64 / 1e6);
    }
}

/// Kills all processes that this one has started, and theirs.
fn kill_children(id: u32) {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    for child in children.split_whitespace() {
        if let Ok(child) = child.parse() {
            kill_children(child);
        }
        let _ = Command::new("kill").args(["-9", child]).status();
    }
}
