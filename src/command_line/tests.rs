//! Arguments in, output and status out, on the puzzle that exists for tests only.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

use std::{
    fs,
    io::{self, Write},
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use clap::Arg;
use serde_json::{Value, json};

use base::{
    erased::{Kind, Kinds},
    puzzle::Puzzle,
    save_file::{self, SaveFile},
};
use command_line::{Interrupt, Invocation, Status, Streams, run};
use own::commands::Commands;
use virus_war::{VirusWar, model::state::State};
use workbench::file_error::FileError;

/// The program's version.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (a test build for here)");

const SEVEN: &str = include_str!("../puzzles/sums/sums.ron");

#[derive(Debug)]
struct Outcome {
    invocation: Invocation,
    output: String,
    errors: String,
}

/// The list of puzzles, and the one that exists for tests only.
fn kinds() -> Kinds {
    static ALL: LazyLock<Vec<Kind>> = LazyLock::new(|| {
        vec![voltorb_flip::kind(), meteor::kind(), soma::kind(), set::kind(), virus_war::kind(), polyominoes::kind(), sums::kind()]
    });
    Kinds(&ALL)
}

/// All that the command line accepts.
fn accepted() -> clap::Command {
    command_line::accepted::<Commands>(VERSION, kinds())
}

/// Ctrl+C is never pressed.
fn no_interrupt() -> &'static AtomicBool {
    static FLAG: AtomicBool = AtomicBool::new(false);
    &FLAG
}

/// Ctrl+C is pressed as soon as a command listens for it.
fn interrupt_at_once() -> &'static AtomicBool {
    static FLAG: AtomicBool = AtomicBool::new(true);
    &FLAG
}

fn quincunx(arguments: &[&str], input: &str) -> Outcome {
    quincunx_until(no_interrupt, arguments, input)
}

fn quincunx_until(interrupt: Interrupt, arguments: &[&str], input: &str) -> Outcome {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let streams = Streams {
        input: &mut input.as_bytes(),
        output: &mut output,
        errors: &mut errors,
        interrupt,
        progress: None,
        version: VERSION,
        kinds: kinds(),
    };
    let arguments = ["quincunx"].iter().chain(arguments).map(Into::into);
    let invocation = run::<Commands>(arguments, streams);
    Outcome { invocation, output: String::from_utf8(output).unwrap(), errors: String::from_utf8(errors).unwrap() }
}

/// Runs a command that succeeds without errors, and returns its output.
#[track_caller]
fn output(arguments: &[&str], input: &str) -> String {
    let outcome = quincunx(arguments, input);
    assert_eq!(outcome.invocation, Invocation::Command(Status::Done), "{outcome:?}");
    assert_eq!(outcome.errors, "");
    outcome.output
}

/// Runs a command that fails with this one line on standard error and prints nothing else.
#[track_caller]
fn check_error(arguments: &[&str], input: &str, message: &str) {
    let outcome = quincunx(arguments, input);
    assert_eq!(outcome.invocation, Invocation::Command(Status::BadInput), "{outcome:?}");
    assert_eq!((outcome.output.as_str(), outcome.errors), ("", format!("{message}\n")));
}

/// Runs a command that fails with one line on standard error, which begins with `beginning` and then has all of `parts`. For messages whose
/// exact text belongs to another module, which tests it.
#[track_caller]
fn check_error_like(arguments: &[&str], input: &str, beginning: &str, parts: &[&str]) {
    let outcome = quincunx(arguments, input);
    assert_eq!(outcome.invocation, Invocation::Command(Status::BadInput), "{outcome:?}");
    assert_eq!((outcome.output.as_str(), outcome.errors.lines().count()), ("", 1), "{outcome:?}");
    assert!(is_like(outcome.errors.trim_end(), beginning, parts), "{outcome:?}");
}

/// Whether the line begins with `beginning`, and the remaining text is not empty and has all of `parts`.
fn is_like(line: &str, beginning: &str, parts: &[&str]) -> bool {
    line.strip_prefix(beginning).is_some_and(|message| !message.is_empty() && parts.iter().all(|part| message.contains(part)))
}

#[track_caller]
fn solve_json(arguments: &[&str], input: &str) -> Value {
    let mut report: Value = serde_json::from_str(&output(&[&["solve", "-", "--json"], arguments].concat(), input)).unwrap();
    let elapsed = report["elapsed_ns"].take();
    assert!(elapsed.as_u64().is_some_and(|elapsed| 0 < elapsed), "{elapsed}");
    report
}

/// A board whose cells are all 0, so every choice of cells is a solution.
fn zeros(cells: usize) -> String {
    SEVEN.replace("Some(7)", "Some(0)").replace("123", &"0".repeat(cells)).replace("456", "")
}

#[test]
fn a_simulation_does_not_depend_on_the_number_of_threads() {
    let simulate = |more: &[&str]| {
        let words = ["simulate", "voltorb-flip", "--level", "1", "--deals", "30", "--policy", "safest-useful"];
        output(&[&words, more].concat(), "")
    };
    let text = simulate(&[]);
    let line = text.lines().next().unwrap();
    assert!(line.starts_with("level 1  safest-useful  won 0.") && line.ends_with(" of 30)"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("Voltorb 10 to  20 %  predicted  1") && line.ends_with(" tiles)")), "{text}");
    assert_eq!(simulate(&["--threads", "4"]), text);
    assert_ne!(simulate(&["--seed", "2", "--json"]), simulate(&["--json"]));
    let report: Value = serde_json::from_str(&simulate(&["--json", "--threads", "3"])).unwrap();
    assert_eq!((&report["puzzle"], &report["complete"]), (&json!("voltorb-flip"), &json!(true)));
    let result = &report["results"][0];
    assert_eq!((&result["level"], &result["deals"], &result["inexact"]), (&json!(1), &json!(30), &json!(0)));
    let won = result["won"].as_f64().unwrap();
    assert_eq!(result["rate"].as_f64(), Some(won / 30.0));
    let [low, high] = [0, 1].map(|end| result["interval"][end].as_f64().unwrap());
    assert!(0.0 < low && low < won / 30.0 && won / 30.0 < high && high < 1.0, "{result}");
    let tiles = result["calibration"].as_array().unwrap().iter().map(|bin| bin["tiles"].as_u64().unwrap());
    assert!(tiles.sum::<u64>() > 30);
}

#[test]
fn bad_simulation_arguments_are_refused() {
    let all = output(&["simulate", "voltorb-flip", "--deals", "1", "--policy", "safest"], "");
    assert_eq!(all.lines().filter(|line| line.starts_with("level ")).count(), 8, "each level: {all}");
    let cases: [(&[&str], &str); 7] = [
        (&["soma"], "quincunx: can't simulate `soma`: only voltorb-flip can be simulated"),
        (&["voltorb-flip", "--level", "9"], "quincunx: invalid value '9' for '--level <LEVEL>': expected a whole number from 1 to 8"),
        (&["voltorb-flip", "--policy", "bold"], "quincunx: unknown policy `bold`: choose `optimal`, `safest-useful` or `safest`"),
        (
            &["voltorb-flip", "--deals", "1000001"],
            "quincunx: invalid value '1000001' for '--deals <N>': expected a whole number from 1 to 1,000,000",
        ),
        (&["voltorb-flip", "--deals", "0"], "quincunx: invalid value '0' for '--deals <N>': expected a whole number from 1 to 1,000,000"),
        (&["voltorb-flip", "--level", "0"], "quincunx: invalid value '0' for '--level <LEVEL>': expected a whole number from 1 to 8"),
        (&["voltorb-flip", "--threads", "0"], "quincunx: invalid value '0' for '--threads <N>': expected a whole number from 1 to 256"),
    ];
    for (arguments, message) in cases {
        check_error(&[&["simulate"], arguments].concat(), "", message);
    }
}

#[test]
fn a_level_that_was_not_played_in_time_has_no_figures() {
    let simulate = |more: &[&str]| {
        let words = ["simulate", "voltorb-flip", "--level", "3", "--policy", "safest", "--time", "0"];
        let outcome = quincunx(&[&words, more].concat(), "");
        assert_eq!(outcome.invocation, Invocation::Command(Status::TimeUp), "{outcome:?}");
        outcome.output
    };
    assert_eq!(simulate(&[]), "level 3  safest         not played\n");
    let report: Value = serde_json::from_str(&simulate(&["--json"])).unwrap();
    let expected = json!([{
        "level": 3, "policy": "safest", "complete": false, "deals": 0,
        "won": null, "rate": null, "standard_error": null, "interval": null, "inexact": null, "calibration": null,
    }]);
    assert_eq!(report["results"], expected);
}

#[test]
fn without_a_command_the_window_opens() {
    for files in [&[][..], &["a.ron"], &["./solve", "b.ron"], &["--", "check"]] {
        let outcome = quincunx(files, "");
        let paths = files.iter().filter(|&&file| file != "--").map(Into::into).collect();
        assert_eq!(outcome.invocation, Invocation::Window { files: paths, is_new: false, log: None });
        assert_eq!((outcome.output, outcome.errors), (String::new(), String::new()));
    }
}

#[test]
fn a_mistyped_command_never_opens_the_window() {
    for (arguments, message) in [
        (&["sovle"][..], "unknown command `sovle`: did you mean `solve`?"),
        (&["sovle", "x.ron", "--json"], "unknown command `sovle`: did you mean `solve`?"),
        (&["Draw"], "unknown command `Draw`: did you mean `draw`?"),
        (&["xyzzy"], "`xyzzy` is neither a command nor a file; run quincunx --help to list the commands"),
        (&["help", "comapre"], "unknown command `comapre`: did you mean `compare`?"),
        (&["solve", "-", "--jsno"], "unexpected argument '--jsno' found: did you mean `--json`?"),
    ] {
        check_error(arguments, SEVEN, &format!("quincunx: {message}"));
    }
    let existing = quincunx(&["tests.rs", "--new-window"], "");
    let opened = Invocation::Window { files: vec!["tests.rs".into()], is_new: true, log: None };
    assert_eq!(existing.invocation, opened, "a file is opened, whatever its name: the tests run beside it");
}

#[test]
fn a_log_needs_a_window_of_its_own() {
    let outcome = quincunx(&["--log", "log.txt", "a.ron"], "");
    assert_eq!(outcome.invocation, Invocation::Window { files: vec!["a.ron".into()], is_new: true, log: Some("log.txt".into()) });
    check_error(&["solve", "-", "--log", "log.txt"], SEVEN, "quincunx: unexpected argument '--log' found");
}

#[test]
fn help_and_version_succeed() {
    let version = output(&["--version"], "");
    assert!(version.starts_with(concat!("quincunx ", env!("CARGO_PKG_VERSION"), " (")) && version.contains(" build for "), "{version}");
    let help = output(&["--help"], "");
    for command in ["solve", "compare", "draw", "check", "new", "list"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        assert!(output(&[command, "--help"], "").contains("Usage: quincunx"));
        assert_eq!(output(&["help", command], ""), output(&[command, "--help"], ""));
    }
    assert!(!help.contains("generate"), "{help}");
}

#[test]
fn every_command_has_examples_that_are_correct() {
    let visible = accepted();
    let commands = visible.get_subcommands().filter(|command| !command.is_hide_set()).map(|command| Some(command.get_name()));
    for command in commands.chain([None]) {
        let help = output(&command.into_iter().chain(["--help"]).collect::<Vec<_>>(), "");
        let (_, examples) = help.split_once("\nExamples:\n").expect(&help);
        let lines: Vec<&str> = examples.lines().collect();
        assert!(lines.len() >= 2, "{help}");
        for line in lines {
            let mut pipeline = line.strip_prefix("  ").unwrap().split(" | ");
            assert!(
                pipeline.clone().all(|part| accepted().try_get_matches_from(part.split(' ')).is_ok() || part == "quincunx help solve"),
                "{line}"
            );
            let has_command = |part: &str| command.is_none_or(|command| part.split(' ').nth(1) == Some(command));
            assert!(pipeline.any(has_command), "{line}");
        }
    }
}

#[test]
fn an_interrupted_command_prints_what_it_found() {
    let zeros = zeros(60);
    for arguments in [
        &["solve", "-"][..],
        &["solve", "-", "--count", "--technique", "plain", "--threads", "2"],
        &["compare", "-"],
        &["tournament", "random", "deep"],
        &["simulate", "voltorb-flip", "--level", "1", "--policy", "safest"],
    ] {
        let outcome = quincunx_until(interrupt_at_once, arguments, &zeros);
        assert_eq!(outcome.invocation, Invocation::Command(Status::Interrupted), "{outcome:?}");
        assert!(!outcome.output.is_empty() && outcome.errors.is_empty(), "{outcome:?}");
        let report = quincunx_until(interrupt_at_once, &[arguments, &["--json"]].concat(), &zeros).output;
        let report: Value = serde_json::from_str(&report).unwrap();
        let is_partial = report["complete"] == json!(false) || report["techniques"] == json!([]);
        assert!(is_partial, "{report}");
    }
    let done = quincunx_until(interrupt_at_once, &["new", "sums"], "");
    assert_eq!(done.invocation, Invocation::Command(Status::Done), "it doesn't listen");
}

#[test]
fn keys_are_listed() {
    let all: Value = serde_json::from_str(&output(&["list", "--json"], "")).unwrap();
    let keys: Vec<&str> = all["puzzles"].as_array().unwrap().iter().map(|puzzle| puzzle["key"].as_str().unwrap()).collect();
    assert_eq!(keys, kinds().keys());
    let sums: Value = serde_json::from_str(&output(&["list", "sums", "--json"], "")).unwrap();
    let puzzle = &sums["puzzles"][0];
    assert_eq!((&puzzle["title"], &puzzle["presets"]), (&json!("Sums"), &json!([{ "key": "seven", "title": "Seven" }])));
    let techniques = puzzle["techniques"].as_array().unwrap().iter();
    let tasks: Vec<_> = techniques.map(|technique| (technique["key"].as_str().unwrap(), technique["tasks"].as_bool().unwrap())).collect();
    assert_eq!(tasks, [("bounded", false), ("plain", true), ("endless", false), ("crashing", false)]);
    let text = output(&["list", "sums"], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("sums: Sums", 8));
    assert!(lines[3].starts_with("    plain     plain (--threads"), "{text}");
    assert_eq!(lines[7], "    seven  Seven");
    assert!(output(&["list"], "").contains("\n\nmeteor: Meteor\n"));
    let unknown = quincunx(&["list", "chess"], "");
    assert!(unknown.errors.starts_with("quincunx: unknown puzzle `chess`: choose `"), "{unknown:?}");
}

#[test]
fn manual_and_completions_have_every_command() {
    let folder = tempfile::tempdir().unwrap();
    output(&["generate", folder.path().to_str().unwrap()], "");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let pages = ["quincunx.bash", "_quincunx", "quincunx.fish", "quincunx.1"].map(read);
    for command in accepted().get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_name();
        assert!(pages.iter().all(|page| page.contains(name)), "{name}");
        let page = read(&format!("quincunx-{name}.1"));
        assert!(page.contains(&format!("quincunx\\-{name}")) && page.contains("Examples:"), "{page}");
    }
    check_error(&["generate", "none/x"], "", "none/x: can't be written: no such file or folder");
}

#[test]
fn every_option_is_documented() {
    const PAGE: &str = include_str!("../../docs/command-line.md");
    for command in accepted().get_subcommands() {
        let name = command.get_name();
        let section = PAGE.split("\n## ").find(|section| section.starts_with(&format!("{name}\n"))).expect(name);
        for option in command.get_arguments().filter_map(Arg::get_long) {
            let is_documented = section.contains(&format!("--{option}")) || option == "output" && section.contains("-o ");
            assert!(is_documented, "{name} --{option}");
        }
    }
}

#[test]
fn bad_arguments_are_reported_in_one_line() {
    for (arguments, message) in [
        (&["--fast"][..], "quincunx: unexpected argument '--fast' found"),
        (&["solve"], "quincunx: the following required arguments were not provided: <FILE>"),
        (&["solve", "-", "--limit", "x"], "quincunx: invalid value 'x' for '--limit <N>': expected a whole number, 0 or more"),
        (&["solve", "-", "--limit", "1", "--count"], "quincunx: the argument '--limit <N>' cannot be used with '--count'"),
        (&["solve", "-", "--threads", "257"], "quincunx: invalid value '257' for '--threads <N>': expected a whole number from 1 to 256"),
        (&["new", "sums", "--seed", "-1"], "quincunx: invalid value '-1' for '--seed <N>': expected a whole number, 0 or more"),
        (&["solve", "-1"], "quincunx: unexpected argument '-1' found"),
        (&["compare", "-", "--runs", "0"], "quincunx: invalid value '0' for '--runs <N>': expected a whole number, 1 or more"),
        (&["compare", "-", "--warmup", "no"], "quincunx: invalid value 'no' for '--warmup <N>': expected a whole number, 1 or more"),
        (&["new", "sums", "-o", "-", "--force"], "quincunx: --force has no effect on standard output"),
        (&["draw", "-", "-o", "-"], "quincunx: -o -: use --format to choose svg, png, gif, stl or pdf"),
        (&["draw", "-", "-o", "x.svg", "--cell", "3"], "quincunx: --cell has no effect on a picture"),
        (&["draw", "-", "-o", "x.svg", "--gap", "3"], "quincunx: --gap has no effect on a picture"),
        (&["draw", "-", "-o", "x.svg", "--apart"], "quincunx: --apart has no effect on a picture"),
        (&["draw", "-", "-o", "x.svg", "--sheet", "--theme", "light"], "quincunx: --theme has no effect on a printable sheet"),
        (&["draw", "-", "-o", "x.stl", "--size", "3"], "quincunx: --size has no effect on a 3D model"),
        (&["draw", "-", "-o", "x.stl", "--theme", "dark"], "quincunx: --theme has no effect on a 3D model"),
        (&["draw", "-", "-o", "x", "--format", "stl", "--solution", "1", "--step", "1"], "quincunx: --step has no effect on a 3D model"),
        (&["tournament", "random", "one-ply", "--time", "1"], "quincunx: --time has no effect on levels other than `deep` and `expert`"),
        (&["tournament", "random", "one-ply", "--turns", "1"], "quincunx: --turns has no effect on levels other than `deep` and `expert`"),
        (
            &["solve", "-", "--time", "-1"],
            "quincunx: invalid value '-1' for '--time <SECONDS>': expected a number of seconds that isn't negative, such as 0.5",
        ),
        (
            &["draw", "-", "-o", "x.svg", "--solution", "0"],
            "quincunx: invalid value '0' for '--solution <K>': expected a whole number, 1 or more",
        ),
        (&["draw", "-", "-o", "x.svg", "--step", "1"], "quincunx: the following required arguments were not provided: --solution <K>"),
        (&["solve", "-", "--contest"], "quincunx: --contest: sums has no contest output"),
        (&["solve", "-", "--contest", "--json"], "quincunx: the argument '--contest' cannot be used with '--json'"),
        (&["solve", "-", "--contest", "--threads", "2"], "quincunx: the argument '--contest' cannot be used with '--threads <N>'"),
        (&["compare"], "quincunx: the following required arguments were not provided: <FILE>"),
        (
            &["compare", "-", "--time", "x"],
            "quincunx: invalid value 'x' for '--time <SECONDS>': expected a number of seconds that isn't negative, such as 0.5",
        ),
        (&["new", "sums", "--seed", "1", "--preset", "seven"], "quincunx: --seed has no effect on a preset without --difficulty"),
        (
            &["solve", "-", "--technique", "magic"],
            "quincunx: unknown technique `magic` for sums: choose `bounded`, `plain`, `endless` or `crashing`",
        ),
        (&["new", "sums", "--preset", "x"], "quincunx: unknown preset `x` for sums: choose `seven`"),
        (
            &["draw", "-", "-o", "x.bmp"],
            "x.bmp: unknown file type; use .svg or .png for a picture, .gif for an animation, .stl for a 3D model, .pdf for a sheet, or --format",
        ),
        (&["draw", "-", "-o", "x.svg", "--solution", "5"], "quincunx: --solution 5: the position has only 4 solutions"),
        (&["draw", "-", "-o", "x.svg", "--solution", "1", "--step", "3"], "quincunx: --step 3: solution 1 has only 2 steps"),
        (
            &["draw", "-", "-o", "x.png", "--size", "9000"],
            "quincunx: invalid value '9000' for '--size <PX>': expected a whole number from 1 to 8,192",
        ),
    ] {
        check_error(arguments, SEVEN, message);
    }
    let unknown = quincunx(&["new", "chess"], "").errors;
    assert!(unknown.starts_with("quincunx: unknown puzzle `chess`: choose `") && unknown.lines().count() == 1, "{unknown}");
}

#[test]
fn bad_input_is_reported_in_one_line_with_its_place() {
    let wrong = SEVEN.replace("123", "1x?");
    for command in [&["solve", "-"][..], &["solve", "-", "--json"], &["compare", "-"], &["draw", "-", "-o", "x.svg", "--solution", "1"]] {
        check_error_like(command, &wrong, "-:8:15: ", &["'x'"]);
        check_error_like(command, &SEVEN.replace("board", "bored"), "-:7:9: ", &["`bored`", "`target`", "`board`", "`marks`"]);
    }
    check_error_like(&["solve", "none/x.ron"], "", "none/x.ron: ", &["read"]);
    check_error_like(&["draw", "-", "-o", "none/x.svg"], SEVEN, "none/x.svg: ", &["writ"]);
    check_error_like(&["new", "sums", "-o", "none/x.ron"], "", "none/x.ron: ", &["writ"]);
}

#[test]
fn solve_prints_json() {
    // 1 + 6, 2 + 5, 3 + 4 and 1 + 2 + 4 make 7.
    let expected = json!({
        "puzzle": "sums", "technique": "bounded", "complete": true, "count": 4, "elapsed_ns": null,
        "tally": { "explored": 89, "kept": 62, "stages": [] },
        "answers": [[0, 5], [1, 4], [2, 3], [0, 1, 3]],
        "fewest_cells": 2, "total": 21,
    });
    assert_eq!(solve_json(&[], SEVEN), expected);
    let plain = solve_json(&["--technique", "plain"], SEVEN);
    assert_eq!(plain["tally"], json!({ "explored": 127, "kept": 127, "stages": [] }), "all 2^7 - 1 nodes");
    assert_eq!(plain["answers"], expected["answers"]);
}

#[test]
fn solve_lists_at_most_the_limit() {
    assert_eq!(solve_json(&[], &zeros(8))["answers"].as_array().map(Vec::len), Some(10), "the default limit");
    for limit in [0, 1, 3, 255, 256, 1000] {
        let report = solve_json(&["--limit", &limit.to_string()], &zeros(8));
        assert_eq!(report["count"], 256);
        assert_eq!(report["answers"].as_array().map(Vec::len), Some(limit.min(256)));
    }
    let counted = solve_json(&["--count"], SEVEN);
    assert_eq!((&counted["count"], &counted["answers"]), (&json!(4), &json!([])));
    assert_eq!(counted.get("total"), None, "there is no analysis");
    assert_eq!(counted["fewest_cells"], 2, "the summary includes all solutions");
}

#[test]
fn solve_stops_at_its_time_limit() {
    let began = Instant::now();
    let outcome = quincunx(&["solve", "-", "--json", "--time", "0.02"], &zeros(60));
    assert!(Duration::from_millis(20) <= began.elapsed(), "it uses all of its time");
    assert_eq!(outcome.invocation, Invocation::Command(Status::TimeUp));
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!(report["complete"], false);
    // How much it finds in that time depends on the machine.
    let count = report["count"].as_u64().unwrap();
    assert_eq!(report["answers"].as_array().map(|solutions| solutions.len() as u64), Some(count.min(10)));
    assert!(report["count"].as_u64().unwrap() <= report["tally"]["explored"].as_u64().unwrap());
    assert_eq!(solve_json(&["--time", "1e9"], SEVEN)["complete"], true);
}

/// Parses the grouped number at the start of the line.
fn leading_number(line: &str) -> Option<u64> {
    line.split(' ').next()?.replace(',', "").parse().ok()
}

#[test]
fn text_and_json_agree_on_a_search_without_time() {
    for kind in kinds().all() {
        let (puzzle, input) = (kind.key, kind.presets[0].ron);
        for more in [&[][..], &["--count"], &["--limit", "0"]] {
            let solve = |format: &[&str]| {
                let outcome = quincunx(&[&["solve", "-", "--time", "0"], more, format].concat(), input);
                assert_eq!(outcome.invocation, Invocation::Command(Status::TimeUp), "{puzzle}: {outcome:?}");
                outcome.output
            };
            let (text, report) = (solve(&[]), serde_json::from_str::<Value>(&solve(&["--json"])).unwrap());
            let [_, head, work, ..] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
            assert!(head.contains(" so far, stopped after "), "{text}");
            assert_eq!((report["complete"].as_bool(), report["count"].as_u64()), (Some(false), leading_number(head)), "{text}");
            assert_eq!(report["tally"]["explored"].as_u64(), leading_number(work), "{text}");
        }
    }
}

#[test]
fn counts_of_the_analysis_are_kept_apart_from_counts_of_the_search() {
    const CUBE: &str = include_str!("../../saves/soma/cube.ron");
    let (text, report) = (quincunx(&["solve", "-", "--time", "0"], CUBE).output, quincunx(&["solve", "-", "--time", "0", "--json"], CUBE));
    let (found, known) = text.split_once("\nKnown so far, from the search and the live analysis:\n").expect(&text);
    assert!(found.contains("\n0 solutions so far, ") && !found.contains("11,520") && known.contains("  11,520\n"), "{text}");
    let report: Value = serde_json::from_str(&report.output).unwrap();
    assert_eq!((&report["count"], &report["raw"], &report["census"]), (&json!(0), &json!(0), &json!("whole")));
    assert_eq!(report["counted"], json!({ "raw": 11_520, "rotations": 480, "classes": 240 }));
    let complete = output(&["solve", "-"], CUBE);
    assert!(complete.contains("\n240 solutions in ") && !complete.contains("Known so far"), "{complete}");
}

#[test]
fn solve_prints_text() {
    let text = output(&["solve", "-", "--limit", "1"], SEVEN);
    let (head, rest) = text.split_once('\n').unwrap();
    assert_eq!(head, "Sums: Seven");
    let (count, rest) = rest.split_once('\n').unwrap();
    assert!(count.starts_with("4 solutions in ") && count.ends_with("s (bounded)"), "{count}");
    let expected = "89 choices tried, 62 choices kept\n\nRows                2\nTotal of all cells  21\nFewest cells        2\n\n1. cells [0, 5]\n1..\n..6\n\n3 more; use --limit N to list up to N solutions\n";
    assert_eq!(rest, expected);

    let unsolvable = output(&["solve", "-"], &SEVEN.replace("Some(7)", "Some(22)"));
    let warning = unsolvable.lines().find(|line| line.starts_with("Warning: ")).expect("a warning");
    assert!(unsolvable.contains("\n0 solutions in ") && warning.ends_with(" 21"), "{unsolvable}");
    assert!(output(&["solve", "-", "--count"], &zeros(12)).contains("\n4,096 solutions in "));
    assert!(quincunx(&["solve", "-", "--time", "0.001"], &zeros(60)).output.contains(" so far, stopped after "));
}

#[test]
fn compare_prints_json() {
    let outcome = quincunx(&["compare", "-", "--json", "--time", "0.05"], SEVEN);
    assert_eq!(outcome.invocation, Invocation::Command(Status::TimeUp), "one technique never ends");
    let mut report: Value = serde_json::from_str(&outcome.output).unwrap();
    let techniques = report["techniques"].as_array_mut().unwrap();
    for (index, technique) in techniques.iter_mut().enumerate() {
        let [shortest, median, longest] = ["shortest_ns", "elapsed_ns", "longest_ns"].map(|field| technique[field].take().as_u64());
        assert_eq!(median.is_some_and(|median| 0 < median), index < 2);
        assert!(shortest <= median && median <= longest);
        let runs = technique["runs"].take();
        assert_eq!(runs.as_u64().is_some_and(|runs| (3..=31).contains(&runs)), index < 2, "{runs}");
    }
    for (technique, part) in techniques[2..].iter_mut().zip(["50.0 ms", "crashed on purpose"]) {
        let reason = technique["reason"].take();
        assert!(reason.as_str().is_some_and(|reason| is_like(reason, "", &[part])), "{reason}");
    }
    let incomplete = |key: &str| {
        json!({
            "key": key, "complete": false, "count": null, "explored": null, "kept": null, "elapsed_ns": null,
            "shortest_ns": null, "longest_ns": null, "runs": null, "factor": null, "agrees": null, "reason": null,
        })
    };
    let complete = |key: &str, explored: u64, kept: u64| {
        json!({
            "key": key, "complete": true, "count": 4, "explored": explored, "kept": kept, "elapsed_ns": null,
            "shortest_ns": null, "longest_ns": null, "runs": null, "factor": null, "agrees": true,
        })
    };
    let remark = techniques[1]["published_figures"][1]["remark"].clone();
    assert!(remark.is_string());
    let mut plain = complete("plain", 127, 127);
    plain["published"] = json!(70);
    plain["published_figures"] = json!([
        { "explored": 70 },
        { "kept": 7, "remark": remark },
        { "stages": [[3, 2]] },
        { "count": 12, "of": "boards" },
        { "elapsed_ns": 70_000_000, "on": "Haskell, 2012" },
    ]);
    let expected = [complete("bounded", 89, 62), plain, incomplete("endless"), incomplete("crashing")];
    assert_eq!(*techniques, expected);
}

#[test]
fn compare_prints_a_table() {
    let text = quincunx(&["compare", "-", "--time", "0.05"], SEVEN).output;
    let lines: Vec<&str> = text.lines().collect();
    let [title, "", head, bounded, plain, endless, crashing, "", verdict, "", published @ .., time] = &lines[..] else { panic!("{text}") };
    assert_eq!((*title, verdict.starts_with("2 of 4 ")), ("Sums: Seven", true));
    assert_eq!(
        head.split_whitespace().collect::<Vec<_>>(),
        ["technique", "solutions", "explored", "kept", "time", "range", "runs", "factor"]
    );
    for (line, beginning) in [(bounded, "bounded            4        89    62 "), (plain, "plain              4       127   127 ")] {
        assert!(line.starts_with(beginning) && line.ends_with('█'), "{text}");
    }
    assert!(endless.starts_with("endless  ") && endless.ends_with(" 50.0 ms"), "{text}");
    assert!(crashing.ends_with(" crashed on purpose"), "{text}");
    let expected = [["70", "127"], ["7", "127"], ["3", "2"], ["12", "boards"]];
    assert_eq!(published.len(), expected.len(), "{text}");
    for (line, parts) in published.iter().zip(&expected) {
        assert!(is_like(line, "Plain", parts), "{line}");
    }
    assert!(is_like(time, "Plain", &["70.0 ms", "Haskell, 2012"]) && time.ends_with('s'), "{text}");
}

#[test]
fn the_number_of_runs_can_be_chosen() {
    let outcome = quincunx(&["compare", "-", "--json", "--time", "0.05", "--warmup", "2", "--runs", "5"], SEVEN);
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    let runs: Vec<&Value> = report["techniques"].as_array().unwrap().iter().map(|technique| &technique["runs"]).collect();
    assert_eq!(runs, [&json!(5), &json!(5), &json!(null), &json!(null)]);
}

#[test]
fn a_picture_can_be_written_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture");
    for (format, more) in [("svg", &[][..]), ("svg", &["--solution", "2", "--theme", "light", "--size", "99"])] {
        let arguments = [&["draw", "-", "--format", format], more].concat();
        let printed = output(&[&arguments[..], &["-o", "-"]].concat(), SEVEN);
        assert!(printed.starts_with("<svg "), "{printed}");
        output(&[&arguments[..], &["--force", "-o", path.to_str().unwrap()]].concat(), SEVEN);
        assert_eq!(fs::read_to_string(&path).unwrap(), printed, "the format doesn't depend on the name");
    }
    assert_eq!(output(&["new", "sums", "-o", "-"], ""), output(&["new", "sums"], ""));
}

#[test]
fn draw_writes_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |name: &str, arguments: &[&str]| {
        let path = folder.path().join(name);
        assert_eq!(output(&[&["draw", "-", "--force", "-o", path.to_str().unwrap()], arguments].concat(), SEVEN), "");
        fs::read(path).unwrap()
    };
    let svg = |arguments: &[&str]| String::from_utf8(draw("x.svg", arguments)).unwrap();
    let accents = |svg: &str| svg.matches("#6aa6ff").count();

    let empty = svg(&[]);
    assert!(
        empty.contains(r#" width="1024" height="683" viewBox="0 0 3 2">"#) && empty.contains("<title>digits &amp; sums</title>"),
        "{empty}"
    );
    assert_eq!(accents(&empty), 0);
    assert_eq!(accents(&svg(&["--solution", "4"])), 3);
    assert_eq!(accents(&svg(&["--solution", "4", "--step", "1"])), 1);
    assert_eq!(svg(&["--solution", "4", "--step", "0"]), empty);
    assert!(empty.contains("#14161a") && svg(&["--theme", "light"]).contains("#f7f8fa"), "the ground has the theme's colour");
    assert_eq!(image::load_from_memory(&draw("x.PNG", &["--size", "90"])).unwrap().width(), 90);
}

#[test]
fn games_of_a_tournament_are_saved_in_a_new_folder() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("games");
    let play = ["tournament", "two-ply", "random", "--games", "2", "--side", "5", "--records", folder.to_str().unwrap()];
    output(&play, "");
    for (name, title) in
        [("game-0001.puzzle.ron", "Game 1: two-ply against random"), ("game-0002.puzzle.ron", "Game 2: random against two-ply")]
    {
        let path = folder.join(name);
        output(&["check", path.to_str().unwrap()], "");
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(title) && text.contains("two-ply won in ") && text.contains("record: ["), "{text}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    check_error(&play, "", &format!("{}: already exists; choose a new folder", folder.display()));
}

#[test]
fn files_are_replaced_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    for (command, name) in [(&["new", "sums"][..], "x.ron"), (&["draw", "-"], "x.svg")] {
        let path = folder.path().join(name);
        fs::write(&path, "mine").unwrap();
        let out = path.to_str().unwrap();
        let arguments = [command, &["-o", out]].concat();
        check_error(&arguments, SEVEN, &format!("{out}: already exists; use --force to replace it"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        output(&[&arguments[..], &["--force"]].concat(), SEVEN);
        assert_ne!(fs::read_to_string(&path).unwrap(), "mine");
    }
    let out = folder.path().to_str().unwrap();
    check_error_like(&["new", "sums", "-o", out], "", &format!("{out}: "), &["writ", "folder"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "there are no temporary files");
}

#[test]
fn what_cannot_be_seen_in_an_argument_is_named() {
    check_error(&["solve", "a\u{200b}"], "", "a<U+200B zero-width space>: can't be read: no such file or folder");
    check_error(
        &["solve", "-", "--limit", "5\u{a0}"],
        SEVEN,
        "quincunx: invalid value '5<U+00A0 no-break space>' for '--limit <N>': expected a whole number, 0 or more",
    );
    check_error(
        &["new", "sums", "--preset", "sev\u{ad}en"],
        "",
        "quincunx: unknown preset `sev<U+00AD soft hyphen>en` for sums: choose `seven`",
    );
}

/// Output to a disk that is full.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_has_the_same_words_everywhere() {
    let mut errors = Vec::new();
    let streams = Streams {
        input: &mut SEVEN.as_bytes(),
        output: &mut Full,
        errors: &mut errors,
        interrupt: no_interrupt,
        progress: None,
        version: VERSION,
        kinds: kinds(),
    };
    assert_eq!(run::<Commands>(["quincunx", "solve", "-"].map(Into::into), streams), Invocation::Command(Status::BadInput));
    assert_eq!(String::from_utf8(errors).unwrap(), "quincunx: can't write the output: the disk is full\n");
    let unwritable = FileError::unwritable(Path::new("cube.ron"), &io::ErrorKind::StorageFull.into());
    assert_eq!(unwritable.to_string(), "cube.ron can't be written: the disk is full");
}

#[test]
fn control_characters_from_files_never_reach_the_terminal() {
    let nasty = SEVEN.replace("\"Seven\"", r#""Se\u{1b}[31m\nven\u{202e}""#);
    for command in ["solve", "compare"] {
        let printed = quincunx(&[command, "-", "--time", "0.05"], &nasty).output;
        assert!(printed.starts_with(r"Sums: Se\u{1b}[31m\nven\u{202e}"), "{printed}");
    }
    let errors = quincunx(&["new", "\u{1b}c"], "").errors;
    assert!(errors.starts_with("quincunx: unknown puzzle `<U+001B control character>c`:"), "{errors}");
}

/// Windows has no such names.
#[cfg(unix)]
#[test]
fn control_characters_in_names_of_files_never_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("\u{1b}]0;x\u{7}.ron");
    let safe = format!("{}/<U+001B control character>]0;x<U+0007 control character>.ron", folder.path().display());
    check_error_like(&["solve", path.to_str().unwrap()], "", &format!("{safe}: "), &["read"]);
    fs::write(&path, SEVEN).unwrap();
    assert_eq!(output(&["check", path.to_str().unwrap()], ""), format!("{safe}: ok\n"));
}

#[test]
fn an_invalid_position_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.svg");
    output(&["draw", "-", "-o", path.to_str().unwrap()], &SEVEN.replace("123", "1x3"));
    assert!(fs::read_to_string(path).unwrap().contains("aria-label=\"x\""));
}

#[test]
fn check_reports_every_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let good = file("good.ron", SEVEN);
    let wrong = file("wrong.ron", &SEVEN.replace("123", "1x?").replace("Some(7)", "None"));
    let unsolvable = file("unsolvable.ron", &SEVEN.replace("Some(7)", "Some(22)"));
    let foreign = file("foreign.ron", "hello");
    let none = folder.path().join("none.ron").to_str().unwrap().to_string();

    assert_eq!(output(&["check", &good, &good], ""), format!("{good}: ok\n{good}: ok\n"));
    let outcome = quincunx(&["check", &wrong, &good, &unsolvable, &foreign], "");
    assert_eq!(outcome.invocation, Invocation::Command(Status::FoundWrong));
    let expected = [
        (format!("{wrong}:8:15: "), "'x'"),
        (format!("{wrong}:8:16: "), "'?'"),
        (format!("{wrong}:6:17: "), "target"),
        (format!("{good}: "), "ok"),
        (format!("{unsolvable}:6:17: "), "21"),
        (format!("{foreign}:1:1: "), "Quincunx"),
    ];
    assert_eq!((outcome.output.lines().count(), outcome.errors.as_str()), (expected.len(), ""));
    for (line, (beginning, part)) in outcome.output.lines().zip(&expected) {
        assert!(is_like(line, beginning, &[part]), "{line}");
    }
    let outcome = quincunx(&["check", &none, &wrong], "");
    assert_eq!(outcome.invocation, Invocation::Command(Status::BadInput));
    assert!(is_like(&outcome.errors, &format!("{none}: "), &["read"]), "{outcome:?}");
    assert_eq!(outcome.output.lines().count(), 3, "the other file is checked nevertheless");
}

#[test]
fn new_writes_files_that_check_accepts() {
    assert_eq!(output(&["new", "sums", "--preset", "seven"], ""), SEVEN);
    let dealt = output(&["new", "sums", "--seed", "3"], "");
    assert_eq!(dealt, output(&["new", "sums", "--seed", "3"], ""));
    assert_ne!(dealt, output(&["new", "sums", "--seed", "4"], ""));
    assert_eq!(output(&["check", "-"], &dealt), "-: ok\n");
    assert!(output(&["new", "sums"], "").contains("target: None"), "an empty board");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.ron");
    assert_eq!(output(&["new", "sums", "--seed", "3", "-o", path.to_str().unwrap()], ""), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), dealt);
}

#[test]
fn books_are_written_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pdf");
    let file = path.to_str().unwrap();
    let words = ["book", "meteor", "--difficulty", "easy..medium", "--count", "2", "--seed", "7", "-o", file];
    assert_eq!(output(&words, ""), "");
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && String::from_utf8_lossy(&bytes).contains("/Count 3"));
    check_error(&words, "", &format!("{file}: already exists; use --force to replace it"));
    assert_eq!(output(&[&words[..], &["--force"]].concat(), ""), "");
    assert_eq!(fs::read(&path).unwrap(), bytes, "the same book");
    let interrupted = quincunx_until(interrupt_at_once, &[&words[..], &["--force"]].concat(), "");
    assert_eq!(interrupted.invocation, Invocation::Command(Status::Interrupted));

    // The explanations are on a page of their own.
    assert_eq!(output(&[&words[..], &["--explanations", "--force"]].concat(), ""), "");
    assert!(String::from_utf8_lossy(&fs::read(&path).unwrap()).contains("/Count 4"));

    // A figure from a file makes the same challenges as its preset, but names another command.
    let sofa = output(&["new", "soma", "--preset", "sofa"], "");
    let words = ["book", "soma", "--difficulty", "easy", "--count", "1", "--seed", "7", "--force", "-o", file];
    assert_eq!(output(&[&words[..], &["--figure", "-"]].concat(), &sofa), "");
    assert!(fs::read(&path).unwrap().starts_with(b"%PDF-"));

    let refused = |words: &[&str], message: &str| check_error(&[&["book"], words, &["--seed", "7", "-o", "-"]].concat(), "", message);
    refused(&["set"], "quincunx: set has no challenges to print; puzzles that have: meteor, soma, polyominoes");
    refused(&["soma", "--preset", "castle"], "quincunx: --difficulty: soma --preset castle has no hard challenge");
    refused(&["soma", "--preset", "dog", "--difficulty", "expert"], "quincunx: --difficulty: soma --preset dog has no expert challenge");
    for (option, value, expected) in
        [("--count", "0", "from 1 to 500"), ("--count", "501", "from 1 to 500"), ("--difficulty", "hard..easy", "such as easy..expert")]
    {
        check_error_like(&["book", "meteor", option, value, "--seed", "7", "-o", "-"], "", "quincunx: ", &[expected]);
    }
}

#[test]
fn challenges_are_made_and_rated() {
    let challenge = output(&["new", "meteor", "--difficulty", "hard", "--seed", "7"], "");
    assert_eq!(challenge, output(&["new", "meteor", "--difficulty", "hard", "--seed", "7"], ""));
    for part in ["given: \"", "title: \"Hard challenge 7\"", "kind: \"challenge\"", "grade: Some(hard)", "seed: 7"] {
        assert!(challenge.contains(part), "{part} in {challenge}");
    }
    assert_eq!(output(&["check", "-"], &challenge), "-: ok\n");
    let report: Value = serde_json::from_str(&output(&["rate", "-", "--json"], &challenge)).unwrap();
    let known = ["puzzle", "complete", "solutions", "grade", "rater"].map(|field| report[field].clone());
    assert_eq!(known, [json!("meteor"), json!(true), json!(1), json!("hard"), json!(1)]);
    assert_eq!(report["steps"].as_array().unwrap().last().unwrap()["step"], "trying");
    let text = output(&["rate", "-"], &challenge);
    assert!(text.starts_with("Meteor: Hard challenge 7\nHard (rater 1)\n") && text.contains("\n  trying"), "{text}");

    // The explanation fills the board that the challenge leaves, with steps of the kinds that are counted.
    let explained: Value = serde_json::from_str(&output(&["rate", "-", "--json", "--steps"], &challenge)).unwrap();
    assert!(report.get("explanation").is_none());
    let explanation = explained["explanation"].as_array().unwrap();
    let solution: Value = serde_json::from_str(&output(&["solve", "-", "--json"], &challenge)).unwrap();
    let solution = solution["answers"][0].as_str().unwrap();
    for step in explanation {
        let cells: Vec<u64> = step["cells"].as_array().unwrap().iter().map(|cell| cell.as_u64().unwrap()).collect();
        let covered: Vec<&str> = cells.iter().map(|&cell| &solution[cell as usize..=cell as usize]).collect();
        assert_eq!(covered, [step["piece"].as_str().unwrap(); 5]);
        assert!(!step["reason"].as_str().unwrap().is_empty());
    }
    for steps in report["steps"].as_array().unwrap() {
        let of_kind = explanation.iter().filter(|step| step["step"] == steps["step"]).count();
        assert_eq!(steps["count"], of_kind);
    }
    let text = output(&["rate", "-", "--steps"], &challenge);
    let [.., last] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert!(last.starts_with(&format!("{}. piece ", explanation.len())), "{text}");
    // The cells have no names on paper: the position stands above the steps, with a line for each row of the board.
    let given = challenge.split_once("given: \"").unwrap().1.split('"').next().unwrap();
    let rows = text.lines().skip_while(|line| !line.is_empty()).skip(1).take_while(|line| !line.is_empty());
    assert_eq!(rows.clone().count(), 10, "{text}");
    assert!(rows.flat_map(str::chars).all(|cell| cell == '.' || given.contains(cell)), "{text}");

    let sofa = output(&["new", "soma", "--preset", "sofa", "--difficulty", "easy", "--seed", "7"], "");
    assert!(output(&["rate", "-"], &sofa).starts_with("Soma: Easy challenge 7\nEasy (rater 1)\n  forced cell "));
    check_error(&["new", "sums", "--difficulty", "easy", "--seed", "7"], "", "quincunx: --difficulty: sums has no challenges");
    let castle = ["new", "soma", "--preset", "castle", "--difficulty", "expert", "--seed", "7"];
    check_error(&castle, "", "quincunx: --difficulty: soma `castle` has no expert challenge");
    check_error(&["rate", "-"], SEVEN, "quincunx: positions of sums can't be rated");

    // A figure of one's own, whose pieces are used several times.
    let own = "Quincunx(version: 1, puzzle: \"polyominoes\", state: (board: [\".....\", \".....\", \"..+..\", \".....\"], set: Custom, \
               pieces: \"IV\", shapes: [(name: 'I', cells: [\"II\"], least: 2, most: 5), (name: 'V', cells: [\"VV\", \"V.\"], most: 4)]))";
    let made = output(&["new", "polyominoes", "--figure", "-", "--difficulty", "easy", "--seed", "3"], own);
    assert!(made.contains("given: \"") && made.is_ascii(), "{made}");
    let report: Value = serde_json::from_str(&output(&["solve", "-", "--json"], &made)).unwrap();
    assert_eq!(report["raw"], 1, "{made}");
    let link = "quincunx:polyominoes/abc";
    let wrong = "this link was cut short or altered: its checksum doesn't fit; copy it again";
    check_error_like(&["new", "polyominoes", "--figure", link, "--difficulty", "easy", "--seed", "3"], "", link, &[wrong]);
}

#[test]
fn rating_that_is_interrupted_while_it_counts_knows_no_number() {
    /// Ctrl+C is pressed as soon as the second part of the command listens for it, which counts.
    fn interrupt_counting() -> &'static AtomicBool {
        static LISTENED: AtomicBool = AtomicBool::new(false);
        if LISTENED.fetch_xor(true, Relaxed) { interrupt_at_once() } else { no_interrupt() }
    }
    const CONTEST: &str = include_str!("../../saves/meteor/contest.ron");
    let outcome = quincunx_until(interrupt_counting, &["rate", "-", "--json"], CONTEST);
    assert_eq!(outcome.invocation, Invocation::Command(Status::Interrupted), "{outcome:?}");
    let report: Value = serde_json::from_str(&outcome.output).unwrap();
    assert_eq!((&report["complete"], &report["solutions"], &report["grade"]), (&json!(false), &Value::Null, &Value::Null));
    let outcome = quincunx_until(interrupt_counting, &["rate", "-"], CONTEST);
    assert_eq!(
        (outcome.invocation, outcome.output, outcome.errors),
        (Invocation::Command(Status::Interrupted), String::new(), String::new())
    );
}

#[test]
fn problems_of_virus_war_are_made_and_rated() {
    let problem = output(&["new", "virus-war", "--difficulty", "medium", "--seed", "7"], "");
    for part in ["goal: Some(Survive)", "title: \"Medium challenge 7\"", "kind: \"challenge\"", "grade: Some(medium)", "seed: 7"] {
        assert!(problem.contains(part), "{part} in {problem}");
    }
    assert_eq!(output(&["check", "-"], &problem), "-: ok\n");
    assert_eq!(output(&["rate", "-"], &problem), "Virus War: Medium challenge 7\nMedium (rater 1)\n  only defence  1 turn\n");
    let report: Value = serde_json::from_str(&output(&["rate", "-", "--json"], &problem)).unwrap();
    assert_eq!(report["steps"], json!([{ "step": "only-defence", "count": 1 }]));
    let solved: Value = serde_json::from_str(&output(&["solve", "-", "--json"], &problem)).unwrap();
    assert_eq!(solved["count"], 1, "a search finds the turns that reach the goal: {solved}");
    let endgame = output(&["new", "virus-war", "--preset", "lost"], "");
    let outcome = quincunx(&["rate", "-"], &endgame);
    assert_eq!(outcome.invocation, Invocation::Command(Status::FoundWrong), "{outcome:?}");
    assert_eq!(outcome.errors, "-: no goal has exactly one turn that reaches it, as far as could be decided\n");
    let report: Value = serde_json::from_str(&quincunx(&["rate", "-", "--json"], &endgame).output).unwrap();
    assert_eq!((&report["complete"], &report["solutions"], &report["grade"]), (&json!(true), &Value::Null, &Value::Null));

    // Without its goal, it isn't a challenge, but it can be rated.
    let document = save_file::read::<State>(&problem).unwrap().1;
    let aimless = SaveFile { state: State { goal: None, ..document.state }, ..document };
    check_error_like(&["rate", "-"], &save_file::write(VirusWar::KEY, aimless.clone()), "-:", &["a challenge needs a goal"]);
    let position = save_file::write(VirusWar::KEY, SaveFile { game: None, ..aimless });
    let report: Value = serde_json::from_str(&output(&["rate", "-", "--json"], &position)).unwrap();
    assert_eq!((&report["complete"], &report["solutions"], &report["grade"]), (&json!(true), &Value::Null, &json!("medium")));

    let book = ["book", "virus-war", "--seed", "7", "-o", "-"];
    check_error(&book, "", "quincunx: virus-war has no challenges to print; puzzles that have: meteor, soma, polyominoes");
}

#[test]
fn the_reason_why_there_is_no_solution_is_given() {
    let meteor = |first: &str| {
        let rows = format!("\"{first}\",") + &"\". . . . .\",".repeat(9);
        format!("Quincunx(version: 1, puzzle: \"meteor\", state: (board: [{rows}], pieces: \"0123456789\"))")
    };
    let soma = |rows: &[&str]| {
        let rows: String = rows.iter().map(|row| format!("\"{row}\",")).collect();
        format!("Quincunx(version: 1, puzzle: \"soma\", state: (set: Soma, pieces: \"VLTZABP\", layers: [[{rows}]]))")
    };
    let corridor = ["............", "#######.....", "#######.....", "#######....."];
    let cases = [
        (
            meteor(". # . . ."),
            "the pieces can't fill 49 free cells exactly: together they have 50 hexagons, and no selection of them has as many as there are \
             cells",
            "1:187",
        ),
        (
            meteor(". # # # #").replacen(". . . . .", "# . . . .", 1),
            "there is a gap of 1 cell that no pieces can fill, at row 1, column 1",
            "1:57",
        ),
        (soma(&["........."; 3]), "piece A fits nowhere", "1:65"),
        (soma(&corridor), "no remaining piece can cover the cell at layer 1, row 1, column 1", "1:87"),
        (
            soma(&["....#", ".####", "#####"]),
            "the pieces can't fill 5 free cells exactly: together they have 27 cubes, and no selection of them has as many as there are cells",
            "1:65",
        ),
    ];
    for (position, reason, place) in cases {
        let solved = output(&["solve", "-", "--count"], &position);
        assert!(solved.contains(&format!("\nThere is no solution: {reason}\n")), "{solved}");
        let solved = output(&["solve", "-"], &position);
        assert_eq!(solved.matches(reason).count(), 1, "{solved}");
        let report: Value = serde_json::from_str(&output(&["solve", "-", "--json"], &position)).unwrap();
        assert_eq!((&report["count"], &report["reason"]), (&json!(0), &json!(reason)));
        let checked = quincunx(&["check", "-"], &position);
        assert_eq!((checked.output, checked.invocation), (format!("-:{place}: {reason}\n"), Invocation::Command(Status::FoundWrong)));
    }
    for (puzzle, preset) in [("meteor", "contest"), ("soma", "cube"), ("soma", "w-wall"), ("set", "no-set")] {
        let report: Value =
            serde_json::from_str(&output(&["solve", "-", "--json"], &output(&["new", puzzle, "--preset", preset], ""))).unwrap();
        assert_eq!(report.get("reason"), None, "{preset}");
    }
}

#[test]
fn a_board_without_cells_is_refused() {
    let rows = "\"# # # # #\",".repeat(10);
    let meteor = format!("Quincunx(version: 1, puzzle: \"meteor\", state: (board: [{rows}], pieces: \"0123456789\"))");
    let soma = "Quincunx(version: 1, puzzle: \"soma\", state: (set: Soma, pieces: \"V\", layers: [[\"###\"]]))";
    for command in ["solve", "check"] {
        let message = |position: &str| quincunx(&[command, "-"], position);
        let (board, figure) = (message(&meteor), message(soma));
        assert_eq!(board.output + &board.errors, "-:1:55: the board has no cells; add at least one\n");
        assert_eq!(figure.output + &figure.errors, "-:1:78: the figure has no cells; add at least one\n");
    }
}

#[test]
fn what_is_found_has_the_name_of_the_variant() {
    for (preset, found) in [("ultra", "5 UltraSETs"), ("ghost", "2 GhostSETs"), ("junior", "2 SETs"), ("six-sets", "6 SETs")] {
        let position = output(&["new", "set", "--preset", preset], "");
        let solved = output(&["solve", "-", "--count"], &position);
        assert!(solved.lines().nth(1).is_some_and(|line| line.starts_with(&format!("{found} in "))), "{solved}");
        let noun = &found[2..];
        let listed = output(&["solve", "-", "--limit", "1"], &position);
        assert!(listed.trim_end().ends_with(&format!("list up to N {noun}")), "{listed}");
        let compared = output(&["compare", "-", "--runs", "1", "--warmup", "1"], &position);
        assert!(compared.contains(&format!("found the same {found}")), "{compared}");
    }
}

#[test]
fn only_a_position_with_one_solution_is_rated() {
    for (preset, solutions) in [("contest", "2,098 solutions"), ("dead-end", "no solution")] {
        let position = output(&["new", "meteor", "--preset", preset], "");
        let outcome = quincunx(&["rate", "-"], &position);
        assert_eq!(outcome.invocation, Invocation::Command(Status::FoundWrong));
        let message = format!("-: the position has {solutions}; only a position with exactly one can be rated\n");
        assert_eq!((outcome.output.as_str(), outcome.errors), ("", message));
        let outcome = quincunx(&["rate", "-", "--json"], &position);
        let report: Value = serde_json::from_str(&outcome.output).unwrap();
        assert_eq!((&report["grade"], &report["complete"], outcome.errors.as_str()), (&Value::Null, &json!(true), ""));
    }
    let position = output(&["new", "meteor", "--preset", "unique"], "");
    for arguments in [&["rate", "-"][..], &["new", "meteor", "--difficulty", "hard", "--seed", "7"]] {
        let outcome = quincunx_until(interrupt_at_once, arguments, &position);
        assert_eq!(outcome.invocation, Invocation::Command(Status::Interrupted), "{outcome:?}");
        assert_eq!((outcome.output.as_str(), outcome.errors.as_str()), ("", ""));
    }
}

/// Accepts this many bytes, then fails with this error, as a closed pipe or a full disk does.
struct FailingWriter(usize, io::ErrorKind);

impl Write for FailingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(self.1.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_quietly_and_a_full_disk_does_not() {
    for arguments in [&["solve", "-"][..], &["solve", "-", "--json"], &["check", "-"], &["new", "sums", "--seed", "1"], &["--help"]] {
        for (kind, status, messages) in [(io::ErrorKind::BrokenPipe, Status::Done, 0), (io::ErrorKind::StorageFull, Status::BadInput, 1)] {
            let mut errors = Vec::new();
            let streams = Streams {
                input: &mut SEVEN.as_bytes(),
                output: &mut FailingWriter(4, kind),
                errors: &mut errors,
                interrupt: no_interrupt,
                progress: None,
                version: VERSION,
                kinds: kinds(),
            };
            let invocation = run::<Commands>(["quincunx"].iter().chain(arguments).map(Into::into), streams);
            assert_eq!(invocation, Invocation::Command(status), "{arguments:?}");
            assert_eq!(String::from_utf8(errors).unwrap().lines().count(), messages, "{arguments:?}");
        }
    }
}

#[test]
fn a_dash_in_a_path_is_not_standard_input() {
    assert!(!Path::new("-").exists(), "no file has this name where the tests run");
    check_error_like(&["solve", "./-"], SEVEN, "./-: ", &["read"]);
}

#[test]
fn a_search_on_several_threads_finds_the_same_solutions_in_the_same_order() {
    let plain = solve_json(&["--technique", "plain", "--threads", "1"], SEVEN);
    for threads in ["2", "3"] {
        assert_eq!(solve_json(&["--technique", "plain", "--threads", threads], SEVEN), plain, "{threads} threads");
    }
    assert_eq!(solve_json(&["--technique", "plain"], SEVEN), plain, "as many as there are processors");
    let message = "quincunx: technique `bounded` can't use --threads or --resume: choose `plain`";
    check_error(&["solve", "-", "--threads", "2"], SEVEN, message);
}

/// Counts every choice of 18 zeros, which is enough work to be stopped before the end.
#[test]
fn a_saved_search_resumes_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.ron");
    let saved = path.to_str().unwrap();
    let solve = ["solve", "-", "--technique", "plain", "--count", "--json", "--resume", saved];
    let zeros = zeros(18);
    let (mut runs, mut before) = (0, 0);
    let mut report: Value = loop {
        let outcome = quincunx(&[&solve[..], &["--time", "0.01", "--threads", if runs % 2 == 0 { "1" } else { "2" }]].concat(), &zeros);
        let report: Value = serde_json::from_str(&outcome.output).unwrap();
        let count = report["count"].as_u64().unwrap();
        assert!(before <= count);
        (runs, before) = (runs + 1, count);
        if outcome.invocation == Invocation::Command(Status::Done) {
            break report;
        }
        assert_eq!(outcome.invocation, Invocation::Command(Status::TimeUp));
        assert_eq!(report["complete"], json!(false));
    };
    assert!(1 < runs, "it was stopped before the end");
    assert_eq!((&report["count"], &report["complete"]), (&json!(1 << 18), &json!(true)));
    assert_eq!(report["fewest_cells"], json!(0));
    let mut again: Value = serde_json::from_str(&output(&solve, &zeros)).unwrap();
    (report["elapsed_ns"], again["elapsed_ns"]) = (json!(0), json!(0));
    assert_eq!(again, report, "a complete search doesn't run again");

    let resumed_from = |text: &str| {
        fs::write(&path, text).unwrap();
        quincunx(&solve, &zeros).errors
    };
    assert_eq!(resumed_from(SEVEN), format!("{saved}: contains a different position\n"));
    assert!(is_like(&resumed_from("Quincunx()"), &format!("{saved}:1:10: "), &["`version`"]));
    assert_eq!(quincunx(&[&solve[..6], &["--resume", folder.path().to_str().unwrap()]].concat(), &zeros).output, "");
}

#[test]
fn read_refuses_what_has_no_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    image::RgbaImage::new(64, 48).save(path("empty.png")).unwrap();
    fs::write(path("text.png"), "no picture").unwrap();
    let no_board = "no Voltorb Flip board found; the picture must show all ten clues in the colours of the game";
    check_error(&["read", &path("empty.png")], "", &format!("{}: {no_board}", path("empty.png")));
    check_error(&["read", &path("text.png")], "", &format!("{}: not a PNG, JPEG, WebP or GIF picture", path("text.png")));
    check_error(&["read", "-"], "no picture", "-: not a PNG, JPEG, WebP or GIF picture");
    check_error_like(&["read", &path("missing.png")], "", &path("missing.png"), &[]);
    let kept = path("text.png");
    check_error(&["read", &path("empty.png"), "-o", &kept], "", &format!("{kept}: already exists; use --force to replace it"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), "no picture");
    assert!(!Path::new(&path("new.ron")).exists());
}

/// A search in parts has the counts and the work of the whole, and whatever is wrong with the parts is said.
#[test]
fn the_parts_of_a_search_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (cube, other) = (path("cube.ron"), path("other.ron"));
    output(&["new", "soma", "-o", &cube], "");
    output(&["new", "soma", "--preset", "sofa", "-o", &other], "");
    let search = |file: &str, part: &str, name: &str| output(&["solve", file, "--count", "--shard", part, "-o", &path(name)], "");
    for number in 1..=3 {
        search(&cube, &format!("{number}/3"), &number.to_string());
    }
    let merge = |names: &[&str]| {
        let paths: Vec<String> = names.iter().map(|name| path(name)).collect();
        quincunx(&[&["merge", "--json"][..], &paths.iter().map(String::as_str).collect::<Vec<_>>()].concat(), "")
    };
    let report = |text: &str| -> Value {
        let mut report: Value = serde_json::from_str(text).unwrap();
        report["elapsed_ns"].take();
        report
    };
    let whole = output(&["solve", &cube, "--count", "--threads", "1", "--json"], "");
    let merged = merge(&["3", "1", "2"]);
    assert_eq!(merged.invocation, Invocation::Command(Status::Done), "{merged:?}");
    let (merged, whole) = (report(&merged.output), report(&whole));
    assert_eq!((&merged["classes"], &merged["raw"], &merged["rotations"]), (&json!(240), &json!(11_520), &json!(480)));
    assert_eq!(merged.as_object().unwrap().keys().collect::<Vec<_>>(), whole.as_object().unwrap().keys().collect::<Vec<_>>());
    // The same command finds that it is done.
    assert!(search(&cube, "2/3", "2").contains("solutions"));

    let refused = |names: &[&str], error: &str| {
        let outcome = merge(names);
        assert_eq!(outcome.invocation, Invocation::Command(Status::BadInput), "{names:?}");
        assert_eq!(outcome.errors.trim_end().replace(&format!("{}/", folder.path().display()), ""), error);
    };
    refused(&["1", "3"], "quincunx: part 2 of 3 is missing");
    refused(&["2"], "quincunx: parts 1 and 3 of 3 are missing");
    refused(&["1", "2", "2", "3"], "2: is the same part as 2: 2 of 3");
    search(&other, "2/3", "sofa");
    assert!(merge(&["1", "sofa", "3"]).errors.contains("sofa: belongs to another search than"));
    search(&cube, "2/2", "half");
    assert!(merge(&["1", "half", "3"]).errors.contains("half: belongs to another search than"));
    refused(&["cube.ron"], "cube.ron: has no search");
    let text = fs::read_to_string(path("2")).unwrap();
    let count = text.split("count: ").nth(1).unwrap().split(',').next().unwrap();
    fs::write(path("2"), text.replacen(&format!("count: {count}"), "count: 7777", 1)).unwrap();
    refused(&["1", "2", "3"], "2: is damaged: its search was changed after it was written");
    fs::write(path("2"), &text[..text.len() / 2]).unwrap();
    assert!(merge(&["1", "2", "3"]).errors.starts_with(&path("2")));
    let outcome = quincunx(&["solve", &cube, "--count", "--shard", "1/2", "-o", &path("1")], "");
    assert!(outcome.errors.contains("contains part 1 of 3 of a search, not part 1 of 2"), "{outcome:?}");
    // This one takes long.
    output(&["new", "soma", "--preset", "bedlam", "-o", &path("bedlam.ron")], "");
    let stopped = quincunx(&["solve", &path("bedlam.ron"), "--count", "--shard", "1/2", "-o", &path("long"), "--time", "0"], "");
    assert_eq!(stopped.invocation, Invocation::Command(Status::TimeUp));
    assert!(merge(&["long"]).errors.contains("isn't finished"));
    search(&cube, "1/1", "all");
    assert_eq!(report(&merge(&["all"]).output)["classes"], 240);
}

/// A box of three bars on a plate, as a file of BurrTools with two problems.
const BARS: &str = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel><voxel x=\"3\" y=\"3\" z=\"1\" type=\"0\">#########</voxel>\
<voxel x=\"3\" y=\"3\" z=\"2\" type=\"0\">##################</voxel></shapes><problems>\
<problem state=\"0\"><shapes><shape id=\"0\" count=\"3\"/></shapes><result id=\"1\"/><bitmap/></problem>\
<problem name=\"Thick\" state=\"2\"><shapes><shape id=\"0\" count=\"3\"/><shape id=\"1\" count=\"1\" group=\"1\"/></shapes><result id=\"2\"/>\
<bitmap/></problem></problems><comment/></puzzle>";

#[test]
fn files_of_burr_tools_are_read_like_save_files() {
    let of = |arguments: &[&str]| {
        let outcome = quincunx(arguments, BARS);
        assert_eq!(outcome.invocation, Invocation::Command(Status::Done), "{outcome:?}");
        (outcome.output, outcome.errors)
    };
    let (first, errors) = of(&["solve", "-", "--count", "--json"]);
    assert!(first.contains("\"classes\":1,\"raw\":2,\"rotations\":1"), "{first}");
    assert_eq!(errors, "-: this is the first of 2 problems; use --problem N for another\n");
    let (second, errors) = of(&["solve", "-", "--count", "--json", "--problem", "2"]);
    assert!(second.contains("\"classes\":1,\"raw\":4,\"rotations\":1"), "{second}");
    assert_eq!(errors, "");
    assert_eq!(of(&["check", "-"]).0, "-: ok\n");
    assert_eq!(of(&["convert", "-", "-o", "-", "--problem", "2"]).0.matches("Thick").count(), 1);
    check_error(&["solve", "-", "--problem", "3"], BARS, "-: --problem 3: the file has 2 problems");
    check_error(
        &["solve", "-"],
        &BARS.replace("<shape id=\"0\" count=\"3\"/></shapes>", "<shape id=\"9\" count=\"3\"/></shapes>"),
        "-:2:260: there is no shape 9: the file has 3 shapes, numbered from 0",
    );
    let save = output(&["new", "soma"], "");
    check_error(&["solve", "-", "--problem", "1"], &save, "quincunx: --problem has no effect on this file, which isn't one of BurrTools");
    let burr_tools = output(&["convert", "-", "-o", "-"], &save);
    let back = output(&["convert", "-", "-o", "-"], &burr_tools);
    assert_eq!(solve_json(&["--count"], &back)["classes"], 240);
    let refused = "-: positions of sums can't be written for BurrTools; those of soma can";
    check_error(&["convert", "-", "-o", "-"], SEVEN, refused);
}

#[test]
fn assemblies_are_taken_apart() {
    let json = |arguments: &[&str], input: &str| -> Value {
        let outcome = quincunx(&[&["disassemble", "-", "--json"], arguments].concat(), input);
        assert_eq!(outcome.invocation, Invocation::Command(Status::Done), "{outcome:?}");
        let mut report: Value = serde_json::from_str(&outcome.output).unwrap();
        report["elapsed_ns"].take();
        report
    };
    let soma = output(&["new", "soma"], "");
    let expected = |assemblies: u64, [raw, rotations, classes]: [u64; 3]| {
        let counted = |assemblies: u64| json!({"assemblies": assemblies, "come_apart": assemblies});
        json!({
            "puzzle": "soma", "complete": true, "assemblies": assemblies, "come_apart": assemblies, "levels": {"1": assemblies},
            "unknown": 0, "elapsed_ns": null,
            "counts": {"raw": counted(raw), "rotations": counted(rotations), "classes": counted(classes)}
        })
    };
    assert_eq!(json(&[], &soma), expected(240, [11_520, 480, 240]));
    assert_eq!(json(&["--threads", "2"], &soma), expected(240, [11_520, 480, 240]));
    assert_eq!(json(&["--rotations"], &soma), expected(480, [11_520, 480, 240]));
    assert_eq!(json(&["--problem", "2"], BARS), expected(1, [4, 1, 1]));
    // Pieces of equal shape are different if they are different entries.
    let apart = BARS.replacen("<shape id=\"0\" count=\"3\"/>", &"<shape id=\"0\" count=\"1\"/>".repeat(3), 1);
    assert_eq!(json(&[], &apart), expected(3, [12, 3, 3]));
    let each = json(&["--each", "--problem", "2"], BARS);
    assert_eq!(
        each["each"],
        json!([{"level": "1", "moves": 3, "stuck": null, "count": 1, "layers": [["AAA", "AAA", "AAA"], ["BBB", "BBB", "BBB"]]}])
    );

    let locked = "Quincunx(version: 1, puzzle: \"soma\", state: (set: Custom, pieces: \"AB\", \
                  layers: [[\"...\", \"...\", \"...\"], [\"...\", \"...\", \"...\"], [\"...\", \"...\", \"...\"]], shapes: [\
                  (name: 'A', layers: [[\"AAA\", \"AAA\", \"AAA\"], [\"AAA\", \"A.A\", \"AAA\"], [\"AAA\", \"AAA\", \"AAA\"]]), \
                  (name: 'B', layers: [[\"B\"]])]))";
    let text = output(&["disassemble", "-"], locked);
    assert!(text.starts_with("Soma\n1 assembly, of which 0 come apart, in "), "{text}");
    assert!(text.ends_with("A and B hold each other; no fewer pieces do\n"), "{text}");
    assert_eq!(json(&["--each"], locked)["each"][0]["stuck"], "AB");
    // Beside a third piece, both may stay together if they are in a group.
    let beside = locked
        .replace("\"AB\"", "\"ABC\"")
        .replace("]])]))", "]]), (name: 'C', layers: [[\"CCC\"]])]))")
        .replace("\"...\"]], shapes", "\"...\"], [\"...\", \"###\", \"###\"]], shapes");
    assert_eq!(json(&[], &beside)["levels"], json!({}));
    let grouped = beside.replace("]]), (name", "]], groups: [(7, 1)]), (name");
    assert_eq!(json(&[], &grouped)["levels"], json!({"1": 1}), "{grouped}");
    let text = output(&["disassemble", "-"], &grouped);
    assert!(text.ends_with("1. C leaves to the right\nA and B stay together\n"), "{text}");
    let text = output(&["disassemble", "-"], &locked.replace("\"A.A\"", "\"A..\"").replace("['B'", "[").replace("[\"B\"]", "[\"BB\"]"));
    assert!(text.contains("  level 1  1\n") && text.contains("\n1. B leaves to the right\n"), "{text}");
    let outcome = quincunx_until(interrupt_at_once, &["disassemble", "-", "--json"], &soma);
    assert_eq!(outcome.invocation, Invocation::Command(Status::Interrupted), "{outcome:?}");

    // What BurrTools has stored in its file, compared on request.
    let solution = "<solution><assembly>0 0 0 0</assembly><separation><state/><state/></separation></solution>";
    let stored = |numbers: &str, solutions: &str| {
        let (first, second) = BARS.split_once("<problem name=\"Thick\"").unwrap();
        let second = second.replacen('>', &format!("{numbers}><solutions>{solutions}</solutions>"), 1);
        format!("{first}<problem name=\"Thick\"{second}")
    };
    let arguments = ["--stored", "--problem", "2"];
    let compared = |file: &str| {
        let text = quincunx(&[&["disassemble", "-"], &arguments[..]].concat(), file).output;
        (json(&arguments, file)["stored"].clone(), text)
    };
    let (report, text) = compared(&stored(" assemblies=\"1\" solutions=\"1\"", solution));
    let agrees = ["rotations", "classes"];
    assert_eq!(report, json!({"assemblies": 1, "come_apart": 1, "levels": {"1": 1}, "agrees": agrees, "other_levels": []}));
    assert!(text.contains("BurrTools stored 1 assembly, of which 1 come apart: as here, up to rotation\n"), "{text}");
    assert!(text.contains("The levels of the 1 solution that it lists occur here, too\n"), "{text}");
    let (report, text) = compared(&stored(" assemblies=\"7\"", &solution.replace("<state/>", "<state/><state/>")));
    assert_eq!(report, json!({"assemblies": 7, "come_apart": null, "levels": {"3": 1}, "agrees": [], "other_levels": ["3"]}));
    assert!(text.contains("BurrTools stored 7 assemblies: not as here, however they are counted\n"), "{text}");
    assert!(text.contains("Of the solutions that it lists, some have levels that none has here: 3\n"), "{text}");
    let none = "quincunx: --stored has no effect on this file, in which BurrTools has stored no result";
    check_error(&["disassemble", "-", "--stored"], &soma, none);
    check_error(&[&["disassemble", "-"], &arguments[..]].concat(), BARS, none);
    check_error(&["disassemble", "-"], &output(&["new", "set"], ""), "-: positions of set can't be taken apart; those of soma can");
}
