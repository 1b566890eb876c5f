//! The program as a process: its output, its exit status, and the counts known from the literature.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use quincunx::{
    puzzle::Preset,
    puzzles::{self, virus_war},
};
use serde_json::{Value, json};

fn quincunx(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    // File names are relative to the project's folder. Commands must work without a display.
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(arguments);
    command
}

#[track_caller]
fn check(arguments: &[&str], status: i32, errors: &str) -> String {
    let Output { status: found, stdout, stderr } = quincunx(arguments).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!((found.code(), stderr.as_str()), (Some(status), errors), "{arguments:?}");
    String::from_utf8(stdout).unwrap()
}

/// Runs a command that fails with one line on standard error, which begins with `beginning` and then has `part`. For messages whose exact
/// text belongs to another module, which tests it.
#[track_caller]
fn check_error_like(arguments: &[&str], beginning: &str, part: &str) {
    let Output { status, stderr, .. } = quincunx(arguments).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), stderr.lines().count()), (Some(2), 1), "{arguments:?}: {stderr}");
    assert!(stderr.strip_prefix(beginning).is_some_and(|message| message.contains(part)), "{arguments:?}: {stderr}");
}

#[track_caller]
fn solve(file: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&check(&[&["solve", file, "--json"], arguments].concat(), 0, "")).unwrap()
}

/// Checks that the report has these fields, among others.
#[track_caller]
fn check_report(report: &Value, expected: &Value) {
    for (field, expected) in expected.as_object().unwrap() {
        assert_eq!(&report[field], expected, "{field}");
    }
}

fn presets(puzzle: &str) -> &'static [Preset] {
    puzzles::all().with_key(puzzle).unwrap().presets
}

#[test]
fn the_contest_has_its_2098_solutions() {
    let report = solve("saves/meteor/contest.ron", &[]);
    check_report(
        &report,
        &json!({
            "puzzle": "meteor", "complete": true, "count": 2098, "raw": 2098, "rotations": 1049, "classes": 1049,
            "smallest": "00001222012661126155865558633348893448934747977799",
            "largest": "99998966856688568255777257472014220144031400311333",
        }),
    );
    assert_eq!(report["answers"].as_array().unwrap().len(), 10);
    let plain = solve("saves/meteor/contest.ron", &["--technique", "plain", "--limit", "0"]);
    check_report(&plain, &json!({ "technique": "plain", "count": 2098, "raw": 2098, "answers": [] }));
    assert_eq!(plain["tally"]["explored"], 3_096_168);
}

#[test]
fn the_contest_output_is_exact() {
    for technique in ["frontier", "position"] {
        let printed = check(&["solve", "saves/meteor/contest.ron", "--contest", "--technique", technique], 0, "");
        assert_eq!(printed, include_str!("cases/meteor-2098.txt"));
    }
}

#[test]
fn the_cube_has_its_240_solutions() {
    let counts = json!({ "puzzle": "soma", "complete": true, "count": 240, "classes": 240, "rotations": 480, "raw": 11_520 });
    check_report(&solve("saves/soma/cube.ron", &[]), &counts);
    let sorted = solve("saves/soma/cube.ron", &["--technique", "sorted"]);
    check_report(&sorted, &counts);
    assert_eq!((&sorted["tally"]["explored"], &sorted["tally"]["kept"]), (&json!(4_895_876), &json!(49_816)));
}

#[test]
fn boards_are_counted_with_and_without_the_level() {
    let report = solve("saves/voltorb-flip/level-5-fresh.ron", &[]);
    check_report(&report, &json!({ "puzzle": "voltorb-flip", "complete": true, "boards": 962, "dealable": 716 }));
}

#[test]
fn boards_are_listed_with_all_their_tiles() {
    let text = check(&["solve", "saves/voltorb-flip/level-5-fresh.ron", "--limit", "2"], 0, "");
    let (_, list) = text.split_once("\n1. ").expect(&text);
    let rows: Vec<&str> = list.lines().skip(1).take(5).collect();
    assert!(rows.iter().all(|row| row.len() == 5 && row.chars().all(|tile| "V123".contains(tile))), "{text}");
    assert!(list.contains("\n\n2. "), "{text}");
}

#[test]
fn compare_runs_all_techniques_on_one_position() {
    let report: Value = serde_json::from_str(&check(&["compare", "saves/meteor/two-pins.ron", "--json"], 0, "")).unwrap();
    let techniques = report["techniques"].as_array().unwrap();
    assert_eq!((&techniques[0]["key"], &techniques[7]["key"], techniques.len()), (&json!("frontier"), &json!("plain"), 8));
    for technique in techniques {
        check_report(technique, &json!({ "complete": true, "count": 53, "agrees": true }));
        assert!(technique["kept"].as_u64() <= technique["explored"].as_u64() && technique["kept"].as_u64() > Some(0));
        let time = |technique: &Value| technique["elapsed_ns"].as_f64().unwrap();
        let factor = time(&techniques[7]) / time(technique);
        assert!((technique["factor"].as_f64().unwrap() / factor - 1.0).abs() < 1e-9);
    }
    let text = check(&["compare", "saves/meteor/two-pins.ron"], 0, "");
    let verdict = text.lines().last().unwrap();
    assert!(verdict.starts_with("All 8 ") && verdict.contains(" 53 "), "{text}");
    let stopped = check(&["compare", "saves/meteor/contest.ron", "--time", "0"], 3, "");
    assert_eq!(stopped.matches(" 0.00 ns").count(), 8, "{stopped}");
}

#[test]
fn every_puzzle_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for puzzle in puzzles::all().keys() {
        let save = format!("saves/{puzzle}/{}.ron", presets(puzzle)[0].key);
        for (name, beginning) in [("picture.svg", &b"<svg "[..]), ("picture.png", b"\x89PNG")] {
            let picture = folder.path().join(name);
            check(&["draw", &save, "-o", picture.to_str().unwrap(), "--force", "--size", "300"], 0, "");
            assert!(fs::read(&picture).unwrap().starts_with(beginning), "{save}");
        }
        let animation = folder.path().join("animation.gif");
        check(&["draw", &save, "-o", animation.to_str().unwrap(), "--force", "--size", "120", "--solution", "1"], 0, "");
        assert!(fs::read(&animation).unwrap().starts_with(b"GIF89a"), "{save}");
    }
}

#[test]
fn all_solutions_are_drawn_on_one_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let out = sheet.to_str().unwrap();
    check(&["draw", "saves/meteor/two-pins.ron", "-o", out, "--all"], 0, "");
    assert!(fs::read_to_string(&sheet).unwrap().contains("Meteor: 53 solutions"));
    let too_many = "quincunx: --all: the position has more than 5,000 turns, too many for one picture\n";
    check(&["draw", "saves/virus-war/midgame.ron", "-o", out, "--all", "--force"], 2, too_many);
    let model = folder.path().join("model.stl");
    let no_model = "quincunx: --all: a 3D model can't show this; choose .svg or .png\n";
    check(&["draw", "saves/soma/cube.ron", "-o", model.to_str().unwrap(), "--all"], 2, no_model);
}

#[test]
fn a_solution_can_be_printed_on_paper_and_in_3d() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (model, pieces, sheet) = (out("cube.stl"), out("pieces.stl"), out("sheet.svg"));
    check(&["draw", "saves/soma/cube.ron", "-o", &model, "--solution", "1"], 0, "");
    check(&["draw", "saves/soma/cube.ron", "-o", &pieces, "--apart", "--gap", "0", "--cell", "15"], 0, "");
    check(&["draw", "saves/soma/cube.ron", "-o", &sheet, "--solution", "1", "--sheet"], 0, "");
    for (file, triangles) in [(&model, None), (&pieces, Some(244))] {
        let bytes = fs::read(file).unwrap();
        let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap());
        assert_eq!(bytes.len(), 84 + 50 * count as usize);
        assert!(triangles.is_none_or(|triangles| count == triangles), "{count}");
    }
    let text = fs::read_to_string(&sheet).unwrap();
    assert!(text.starts_with("<svg ") && text.contains("#ffffff"), "it is on white paper");
    check_error_like(&["draw", "saves/soma/cube.ron", "-o", &model, "--force"], "quincunx: ", "solution");
    let too_large = "quincunx: a gap of 1000 mm is too large for cells of 20 mm; the largest that fits is 10 mm\n";
    check(&["draw", "saves/soma/cube.ron", "-o", &model, "--force", "--apart", "--gap", "1000"], 2, too_large);
    let no_model = "quincunx: Meteor has no 3D model; choose .svg, .png or .gif\n";
    check(&["draw", "saves/meteor/contest.ron", "-o", &model, "--force"], 2, no_model);
    let no_sheet = "quincunx: --sheet: SET has no printable sheet\n";
    check(&["draw", "saves/set/deck.ron", "-o", &sheet, "--sheet", "--force"], 2, no_sheet);
    let page = out("sheet.pdf");
    check(&["draw", "saves/meteor/contest.ron", "-o", &page, "--sheet", "--solution", "1"], 0, "");
    assert!(fs::read(&page).unwrap().starts_with(b"%PDF"));
    let no_page = "quincunx: only a sheet can be a PDF file: add --sheet, or choose .svg or .png\n";
    check(&["draw", "saves/meteor/contest.ron", "-o", &page, "--force"], 2, no_page);
}

#[test]
fn presets_are_save_files_and_deals_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    for puzzle in puzzles::all().keys() {
        for preset in presets(puzzle) {
            let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(puzzle).join(preset.key).with_extension("ron");
            assert_eq!(check(&["new", puzzle, "--preset", preset.key], 0, ""), fs::read_to_string(save).unwrap());
        }
        let dealt = folder.path().join("dealt.ron");
        let path = dealt.to_str().unwrap();
        check(&["new", puzzle, "--seed", "7", "-o", path, "--force"], 0, "");
        assert_eq!(check(&["check", path], 0, ""), format!("{path}: ok\n"));
    }
}

#[test]
fn exit_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.ron");
    let text = fs::read_to_string("saves/meteor/contest.ron").unwrap();
    fs::write(&wrong, text.replace("        pieces:", "        peaces:")).unwrap();
    let path = wrong.to_str().unwrap();
    let line = text.lines().position(|line| line.starts_with("        pieces:")).unwrap() + 1;
    let place = format!("{path}:{line}:9: ");

    check(&["check", "saves/meteor/contest.ron"], 0, "");
    let report = check(&["check", path], 1, "");
    assert!(report.lines().count() == 1 && report.starts_with(&place) && report.contains("`peaces`"), "{report}");
    check_error_like(&["solve", path], &place, "`peaces`");
    check(&["solve"], 2, "quincunx: the following required arguments were not provided: <FILE>\n");
    let report = check(&["solve", "saves/meteor/contest.ron", "--technique", "plain", "--time", "0", "--json"], 3, "");
    assert_eq!(serde_json::from_str::<Value>(&report).unwrap()["complete"], false);
}

#[test]
fn a_position_can_be_read_from_a_pipe() {
    let mut child = quincunx(&["solve", "-", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read("saves/meteor/unique.ron").unwrap()).unwrap();
    let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(report["count"], 1);
}

/// Interrupts a search that would take hours, after it has saved itself for the first time.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_was_found_and_saves_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.ron");
    let arguments = ["solve", "saves/soma/bedlam.ron", "--count", "--json", "--resume", saved.to_str().unwrap()];
    let mut child = quincunx(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !saved.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert_eq!((status.code(), stderr), (Some(130), Vec::new()));
    let report: Value = serde_json::from_slice(&stdout).unwrap();
    check_report(&report, &json!({ "puzzle": "soma", "complete": false }));
    assert!(fs::read_to_string(&saved).unwrap().contains("search: "));
}

/// The command waits in vain for somebody to read all of its output.
#[cfg(unix)]
#[test]
fn ctrl_c_pressed_again_ends_the_program() {
    let mut command = quincunx(&["solve", "saves/meteor/eight-pieces.ron", "--json", "--limit", "3000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // What is printed first shows that it has been listening.
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    // Of two signals that arrive together, the system may deliver one.
    let mut presses = 0;
    while child.try_wait().unwrap().is_none() {
        presses += 1;
        assert!(presses <= 1000, "it doesn't end");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!((status.code(), stderr), (Some(130), Vec::new()));
}

#[test]
fn a_closed_pipe_is_no_error() {
    // All solutions together are more than a pipe holds.
    let mut command = quincunx(&["solve", "saves/meteor/eight-pieces.ron", "--json", "--limit", "3000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    assert_eq!((status.code(), stderr), (Some(0), Vec::new()));
}

#[test]
fn permutations_are_removed_from_lists_of_triples() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.lisp");
    let path = list.to_str().unwrap();
    fs::write(&list, "((1 2 3) (1 3 4) (3 1 2)\n (4 1 3) (2 3 4) (3 2 1))\n").unwrap();
    let kept = "((1 2 3) (1 3 4) (2 3 4))\n";
    assert_eq!(check(&["triples", path], 0, ""), kept);
    for technique in virus_war::search::triples::TECHNIQUES {
        assert_eq!(check(&["triples", path, "--technique", technique.key], 0, ""), kept, "{}", technique.key);
    }
    let report: Value = serde_json::from_str(&check(&["triples", path, "--technique", "sort", "--json"], 0, "")).unwrap();
    check_report(
        &report,
        &json!({
            "technique": "sort", "given": 6, "count": 3, "triples": [[1, 2, 3], [1, 3, 4], [2, 3, 4]],
            // A buffer for four triples of three bytes.
            "tally": { "explored": 6, "kept": 3, "stages": [], "memory": 4 * 3 },
        }),
    );
    fs::write(&list, "((1 2 3)\n (1 2))").unwrap();
    check_error_like(&["triples", path], &format!("{path}:2:6: "), "");
    let output =
        check(&["triples", path, "--technique", "sort", "--json", "--limit"], 2, "quincunx: unexpected argument '--limit' found\n");
    assert_eq!(output, "");
}

#[test]
fn triples_are_read_from_standard_input_without_a_file() {
    let mut child = quincunx(&["triples"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"[(7, 7, 1), (1, 7, 7)]").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"((7 7 1))\n");
}

#[test]
fn levels_play_each_other() {
    let arguments = ["tournament", "random", "one-ply", "--games", "6", "--side", "5", "--json"];
    let mut reports = [0, 1].map(|_| serde_json::from_str::<Value>(&check(&arguments, 0, "")).unwrap());
    for report in &mut reports {
        assert!(report["elapsed_ns"].take().as_u64() > Some(0));
        for player in report["players"].as_array_mut().unwrap() {
            let [mean, longest] = ["mean_ns", "longest_ns"].map(|field| player[field].take().as_u64().unwrap());
            assert!(0 < mean && mean <= longest);
        }
    }
    let [report, again] = &reports;
    assert_eq!(report, again, "the same seed gives the same games");
    check_report(report, &json!({ "games": 6, "side": 5, "moves": 3, "seed": 1, "time": 0.1, "turns": null }));
    let [random, one_ply] = report["players"].as_array().unwrap().as_slice() else { panic!("{report}") };
    let wins = |player: &Value| player["wins"].as_u64().unwrap();
    assert_eq!((&random["level"], &one_ply["level"]), (&json!("random"), &json!("one-ply")));
    assert!(wins(random) < wins(one_ply) && wins(random) + wins(one_ply) == 6, "{report}");
    let share = one_ply["share"].as_f64().unwrap();
    let [low, high] = [0, 1].map(|end| one_ply["interval"][end].as_f64().unwrap());
    assert!(low < share && share <= high && high <= 1.0, "{report}");
    assert!((share - wins(one_ply) as f64 / 6.0).abs() < 1e-9);
    assert!((report["standard_error"].as_f64().unwrap() - (share * (1.0 - share) / 6.0).sqrt()).abs() < 1e-9);

    let text = check(&["tournament", "deep", "random", "--games", "2", "--side", "5", "--turns", "2000"], 0, "");
    assert!(text.starts_with("2 games ") && text.contains("\n\ndeep "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("random "), "{text}");
    let text = check(&["tournament", "expert", "random", "--games", "2", "--side", "5", "--turns", "20000"], 0, "");
    assert!(text.contains("\n\nexpert ") && text.contains("    2 wins"), "{text}");
    let levels = "[possible values: random, careless, one-ply, two-ply, deep, expert]";
    check(&["tournament", "deep", "best"], 2, &format!("quincunx: invalid value 'best' for '<SECOND>' {levels}\n"));
    let side = "quincunx: invalid value '4' for '--side <N>': expected a whole number from 5 to 11\n";
    check(&["tournament", "deep", "deep", "--side", "4"], 2, side);
}

#[cfg(not(feature = "gui"))]
#[test]
fn a_build_without_the_window_says_so() {
    check_error_like(&["saves/meteor/contest.ron"], "quincunx: ", "quincunx --help");
}

#[test]
fn sets_are_printed_as_the_article_prints_them() {
    let text = check(&["solve", "saves/set/apl-12345.ron"], 0, "");
    let hand = "\n\n0 0 1 0 0 1 1 0 0 0 1 0 3 squiggle red outline\n1 0 0 0 1 0 0 1 0 0 1 0 1 oval green outline\n";
    let sets = "\n\n3 squiggle red outline\n1 oval blue shaded\n2 diamond green solid\n\n\
                3 squiggle red solid\n2 diamond green solid\n1 oval blue solid\n";
    assert!(text.contains(hand) && text.ends_with(sets), "{text}");
}

#[test]
fn a_virus_war_position_is_analysed() {
    let report = |arguments: &[&str]| serde_json::from_str::<Value>(&check(&[&["analyse"], arguments].concat(), 0, "")).unwrap();
    let midgame = ["saves/virus-war/midgame.ron", "--turns", "300000", "--lines", "3", "--json"];
    let [mut first, mut again] = [0, 1].map(|_| report(&midgame));
    for report in [&mut first, &mut again] {
        assert!(report["elapsed_ns"].take().as_u64() > Some(0));
    }
    assert_eq!(first, again, "a fixed number of turns gives the same result");
    check_report(&first, &json!({ "complete": false, "mover": "X", "outcome": null, "searched": 80, "turns": 6687 }));
    let lines = first["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let chance = line["chance"].as_f64().unwrap();
        assert!(0.0 < chance && chance < 1.0 && line["end"].is_null() && line["end_in"].is_null(), "{line}");
        assert!(line["turns"].as_array().unwrap().iter().all(|turn| turn.as_array().unwrap().len() == 3), "{line}");
    }
    let [alone, together] = ["1", "3"].map(|threads| report(&["saves/virus-war/endgame.ron", "--threads", threads, "--json"]));
    assert_eq!((&alone["complete"], &alone["outcome"]["wins"]), (&json!(true), &together["outcome"]["wins"]), "both prove the same");
    let lost = report(&["saves/virus-war/lost.ron", "--json"]);
    check_report(&lost, &json!({ "complete": true, "outcome": null, "turns": 0, "lines": [] }));
    let text = check(&["analyse", "saves/virus-war/midgame.ron", "--turns", "300000"], 0, "");
    assert!(text.starts_with("X to move: the best 80 of 6,687 turns searched, ") && text.lines().count() == 7, "{text}");
    assert!(check(&["analyse", "saves/virus-war/lost.ron"], 0, "").contains(" wins\n"));
    let folder = tempfile::tempdir().unwrap();
    let passing = folder.path().join("passing.ron");
    let write = |board: &str| {
        let state = format!("board: [{board}], to_move: X, moves_left: 3, rules: (passing: true)");
        fs::write(&passing, format!("Quincunx(version: 1, puzzle: \"virus-war\", state: ({state}))")).unwrap();
    };
    let passing = passing.to_str().unwrap();
    write(r#""X....", "xxxxx", "ooooo", ".....", "...O.""#);
    let report = report(&[passing, "--json"]);
    check_report(&report, &json!({ "complete": true, "outcome": { "wins": null, "turns": null }, "turns": 2 }));
    let ends: Vec<&Value> = report["lines"].as_array().unwrap().iter().map(|line| &line["end"]).collect();
    assert_eq!((ends, &report["lines"][0]["turns"][0]), (vec![&json!("draw"), &json!("loss")], &json!(["pass"])));
    let text = check(&["analyse", passing], 0, "");
    assert!(text.starts_with("Proved: neither player can force a win\n  1.        draw  pass / pass\n"), "{text}");
    write(r#""X....", ".....", "xxxxx", "ooooo", "....O""#);
    let text = check(&["analyse", passing], 0, "");
    assert!(text.contains("\n  5.        draw  ") && !text.contains('%'), "no turn has a chance of winning beside a proved draw: {text}");
    check_error_like(&["analyse", "saves/soma/cube.ron"], "saves/soma/cube.ron:", "belongs to the puzzle \"soma\"");
}

#[test]
fn every_json_field_is_documented() {
    const PAGE: &str = include_str!("../docs/command-line.md");
    fn check_fields(value: &Value, section: &str, name: &str) {
        let fields = value.as_object().into_iter().flatten();
        for (field, value) in fields.clone() {
            assert!(section.contains(&format!("`{field}`")), "{name}: {field}");
            check_fields(value, section, name);
        }
        value.as_array().into_iter().flatten().for_each(|value| check_fields(value, section, name));
    }
    for arguments in [
        "solve saves/voltorb-flip/a-round.ron",
        "solve saves/meteor/two-pins.ron",
        "solve saves/polyominoes/calendar.ron",
        "solve saves/soma/cube.ron",
        "solve saves/set/apl-12345.ron",
        "solve saves/virus-war/one-turn.ron",
        "compare saves/meteor/two-pins.ron --warmup 1 --runs 1",
        "rate saves/virus-war/one-turn.ron",
        "list",
        "tournament random careless --games 2",
        "analyse saves/virus-war/endgame.ron --turns 1000",
        "simulate voltorb-flip --policy safest --deals 2",
    ] {
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.push("--json");
        let section = PAGE.split("\n## ").find(|section| section.starts_with(&format!("{}\n", arguments[0]))).unwrap();
        let status = i32::from(arguments[0] == "rate");
        check_fields(&serde_json::from_str(&check(&arguments, status, "")).unwrap(), section, &arguments.join(" "));
    }
}
