use super::*;
use crate::testing::{self, read, write};
use meteor::{Hexagons, Meteor};
use packing::model::saved::Saved;
use sums::{Mark, State, Sums};

const SEVEN: &str = include_str!("../../puzzles/sums/sums.ron");

fn seven() -> SaveFile<State> {
    let board = vec!["123".to_string(), "456".to_string()];
    SaveFile { title: Some("Seven".to_string()), ..SaveFile::untitled(State { target: Some(7), board, marks: vec![] }) }
}

#[test]
fn written_documents_can_be_read() {
    assert_eq!(read::<Sums>(SEVEN), Ok(seven()));
    assert_eq!(write::<Sums>(&seven()), SEVEN);

    let marks = vec![Mark { row: 0, column: 1 }, Mark { row: 1, column: 2 }];
    let full = SaveFile { note: Some("\"a\"\n\tb é".to_string()), ..SaveFile::untitled(State { marks, ..seven().state }) };
    let text = write::<Sums>(&full);
    assert_eq!(read::<Sums>(&text), Ok(full));
    assert!(text.contains("        marks: [\n            (row: 0, column: 1),\n"), "one element per line: {text}");
}

#[test]
fn a_challenge_that_contradicts_its_position_or_itself_is_refused() {
    let begun = Game { seed: 7, ..Game::new(CHALLENGE) };
    let check = |change: fn(&mut Game), expected: Option<(&'static str, &str)>| {
        let mut game = begun.clone();
        change(&mut game);
        let document = SaveFile { game: Some(game.clone()), ..SaveFile::<Saved<Hexagons>>::default() };
        let state = base::erased::State::of(document.state.clone());
        let flaw = check_game(testing::of::<Meteor>(), &state, &game).err();
        assert_eq!(flaw.as_ref().map(|flaw| (flaw.field, flaw.message.as_str())), expected);
        assert_eq!(read::<Meteor>(&write::<Meteor>(&document)).is_err(), expected.is_some());
    };
    check(|_| (), None);
    check(|game| game.end = Some(End::GivenUp), None);
    check(|game| (game.day, game.seed) = (Some(Date::FIRST), Date::FIRST.seed()), None);
    check(|game| game.kind = "run".to_owned(), Some(("kind", "unknown game \"run\"; expected \"challenge\"")));
    check(|game| _ = game.numbers.insert(RATER.to_owned(), 1), None);
    check(|game| _ = game.numbers.insert("a,b".to_owned(), 1), Some(("numbers", "expected no number but \"rater\"")));
    check(|game| game.moves.push("1".to_owned()), Some(("moves", "a challenge has no moves; the position says what was placed")));
    check(|game| game.points = 1, Some(("points", "a challenge has no points")));
    check(|game| game.day = Some(Date::FIRST), Some(("day", "the seed isn't that of this day")));
    check(|game| game.end = Some(End::Solved), Some(("end", "the position doesn't solve the challenge")));
    check(|game| game.end = Some(End::Lost), Some(("end", "a challenge can only end as `Solved` or `GivenUp`")));
    check(|game| game.end = Some(End::Stopped), Some(("end", "a challenge can only end as `Solved` or `GivenUp`")));
}

#[test]
fn layout_and_field_order_do_not_matter() {
    let text =
        "// Written by hand.\r\n(state:(board:[\"123\",\r\n\"456\"],target:Some(7)),title:\"Seven\",note:\"\",puzzle:\"sums\",version:1)";
    assert_eq!(read::<Sums>(text), Ok(seven()));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = read_any(text).expect_err("it was accepted");
    assert_eq!(error.to_string(), expected, "{text:?}: {error:?}");
}

/// Reads a position of any puzzle.
fn read_any(text: &str) -> Result<(), FileError> {
    let kind = kind_of(testing::list(), text)?;
    let document = read_of(kind, text)?;
    problem(kind, text, &document.state).map(drop).map_err(|mut errors| errors.remove(0))
}

/// Checks a save file with this text from the state on.
#[track_caller]
fn check_state(rest: &str, expected: &str) {
    check(&format!("Quincunx(version: 1,\n title: \"é\", puzzle: \"sums\",\n state: {rest}"), expected);
}

#[test]
fn invalid_envelopes() {
    let foreign = "line 1, column 1: not a Quincunx file: expected `Quincunx(` at the start";
    for text in ["", "hello", "# A heading\n\nand text\n", "#tag", "{\"version\": 1}", "Chess(version: 1)", "[1, 2]"] {
        check(text, foreign);
    }
    check("// mine\n Chess(version: 1)", &foreign.replace("line 1, column 1", "line 2, column 2"));
    check("Quincunx(version: 1", "line 1, column 20: unexpected end of the file; a closing bracket or quote is missing");
    check("Quincunx()", "line 1, column 10: the field `version` is missing");
    check("Quincunx(version: \"1\")", "line 1, column 19: expected a whole number");
    check("Quincunx(version: 99999999999)", "line 1, column 19: this number is out of range");
    check("Quincunx(version: 0)", "line 1, column 19: there is no version 0; the newest is 1");
    check(
        "Quincunx(hint: {1: A()}, version: 2, puzzle: 7)",
        "line 1, column 35: this file has version 2, but this Quincunx only reads version 1; open it with a newer Quincunx",
    );
    check("Quincunx(version: 1, state: ())", "line 1, column 31: the field `puzzle` is missing");
    check("Quincunx(version: 1, puzzle: sums)", "line 1, column 30: expected text in double quotes");
    check("Quincunx(version: 1, puzzle: \"sums\")", "line 1, column 36: the field `state` is missing");
    check(
        "Quincunx(version: 1, puzzle: \"sums\", name: \"x\", state: ())",
        "line 1, column 38: unknown field `name`; the fields here are `version`, `puzzle`, `title`, `note`, `state`, `game`, `search` and `set_aside`",
    );
    check(&SEVEN.replace("\"Seven\"", "7"), "line 4, column 12: expected text in double quotes");
    check(&format!("{SEVEN})"), "line 13, column 1: unexpected text after the last closing bracket");
    check(&SEVEN.replace("state", "/* state"), "line 5, column 8: this comment has no closing `*/`");
}

#[test]
fn other_puzzles() {
    let text = SEVEN.replace("sums", "chess");
    let error = read_any(&text).unwrap_err();
    assert_eq!(error.line_column(), Some((3, 13)));
    assert!(error.message().starts_with("unknown puzzle \"chess\"; "), "{error}");
    let error = read::<Sums>(&text).unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 13: this position belongs to the puzzle \"chess\", not to \"sums\"");
}

#[test]
fn invalid_states() {
    check_state("(target: Some(7)))", "line 3, column 25: the field `board` is missing");
    check_state(
        "(target: Some(7), color: 3, board: []))",
        "line 3, column 27: unknown field `color`; the fields here are `target`, `board` and `marks`",
    );
    check_state("(board: [],\n target: None, target: None))", "line 4, column 16: the field `target` appears twice");
    check_state("(board: [], target: 7))", "line 3, column 29: expected `None` or `Some(…)`");
    check_state("(board: [], target: Some(-7)))", "line 3, column 35: this number is out of range");
    check_state("(target: None, board: [\"12\", 34]))", "line 3, column 38: expected text in double quotes");
    check_state("(target: None, board: \"12\"))", "line 3, column 31: expected a list `[…]`");
    check_state("(target: None, board: [\"12\" \"34\"]))", "line 3, column 37: expected a comma or a closing bracket");
    check_state("(target: None, board: [\"12\", \"34]))", "line 3, column 38: this text has no closing quote");
    check_state("(target: None, board: [\"12\"]", "line 3, column 37: unexpected end of the file; a closing bracket or quote is missing");
    check_state("Sum(target: None, board: []))", "line 3, column 9: unexpected `Sum` before this bracket");
    check_state(
        "(target: None, board: [\"1\\q\"]))",
        "line 3, column 34: unknown escape `\\q`; expected `n`, `r`, `t`, `0`, `x…`, `u{…}`, a quote or a backslash after the backslash",
    );
    for (written, message) in [
        (r"\u{d800}", r"`\u{d800}` isn't a character; expected a code up to `\u{10ffff}`, and none from `\u{d800}` to `\u{dfff}`"),
        (r"\u{110000}", r"`\u{110000}` isn't a character; expected a code up to `\u{10ffff}`, and none from `\u{d800}` to `\u{dfff}`"),
        (r"\u{}", r"expected one to six hexadecimal digits in braces, like `\u{e9}`, not `\u{}`"),
        (r"\u{1234567}", r"expected one to six hexadecimal digits in braces, like `\u{e9}`, not `\u{1234567}`"),
        (r"\u{12g}", r"expected one to six hexadecimal digits in braces, like `\u{e9}`, not `\u{12g}`"),
        (r"\u12", r"expected one to six hexadecimal digits in braces, like `\u{e9}`, not `\u12`"),
        (r"\xff", r"`\xff` isn't a character; from `\x80` on, write the code in braces, like `\u{e9}`"),
        (r"\xc3\x41", r"`\xc3\x41` isn't a character; from `\x80` on, write the code in braces, like `\u{e9}`"),
        (r"\x4g", r"expected two hexadecimal digits, like `\x41`, not `\x4g`"),
        (r"\x\n", r"expected two hexadecimal digits, like `\x41`, not `\x\`"),
    ] {
        // The backslash before it is one.
        check_state(&format!(r#"(target: None, board: ["é\\{written}"]))"#), &format!("line 3, column 36: {message}"));
    }
    check_state("(target: None, board: [], marks: [(row: 1)]))", "line 3, column 50: the field `column` is missing");
    check_state("[[]])", "line 3, column 9: expected `(`");
    check_state("(target: None, my-board: []))", "line 3, column 24: expected a name, not `my-board`");
    check(&SEVEN.replace("version: 1", "version: 1u8"), "line 2, column 15: expected a whole number, not 1u8");
}

#[test]
fn what_cannot_be_seen_is_named() {
    check_state("(target:\u{a0}None, board: []))", "line 3, column 17: unexpected '<U+00A0 no-break space>'");
    check_state("(target: None,\u{200b} board: []))", "line 3, column 23: expected a name, found <U+200B zero-width space>");
    check_state(
        "(target: None, board: []\u{feff}))",
        "line 3, column 33: expected a comma or a closing bracket, found <U+FEFF byte order mark>",
    );
    check_state("(tar\u{ad}get: None, board: []))", "line 3, column 13: expected a comma or a closing bracket, found <U+00AD soft hyphen>");
    check_state(
        "(target: None \u{301}, board: []))",
        "line 3, column 23: expected a comma or a closing bracket, found <U+0301 combining mark>",
    );
    check_state("(target: None,\u{301} board: []))", "line 3, column 23: expected a name, not `<U+0301 combining mark>`");
    check(
        "\u{200b}Quincunx(version: 1)",
        "line 1, column 1: not a Quincunx file: expected `Quincunx(` at the start, found <U+200B zero-width space>",
    );
    let text = SEVEN.replace("sums", "sums\u{200b}");
    let message = read_any(&text).unwrap_err().message();
    assert!(message.starts_with("unknown puzzle \"sums<U+200B zero-width space>\"; "), "{message}");
    check(&SEVEN.replace("123", "12\u{200b}"), "line 8, column 16: '<U+200B zero-width space>' isn't a digit");
    // Between values, the parser skips marks of direction.
    check(&SEVEN.replace("board: [", "\u{200e}board: [\u{200f}").replace("123", "12x"), "line 8, column 16: 'x' isn't a digit");
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("Quincunx(version: 1, puzzle: \"sums\", state: {}", "[".repeat(100_000));
    assert!(kind_of(testing::list(), &text).err().unwrap().to_string().ends_with("the brackets are nested too deeply"));
}

#[test]
fn broken_rules_have_a_place() {
    check_state("(target: Some(7),\n board: [\"12\", \" 3 x\"]))", "line 4, column 20: 'x' isn't a digit");
    check_state("(board: [\"12\"], target: None))", "line 3, column 33: a target is missing");
}

#[test]
fn saved_files_can_be_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.ron");
    for text in [SEVEN, "shorter"] {
        save(&path, text.as_bytes()).unwrap();
        assert_eq!(load(&path).as_deref(), Ok(text));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file remains");
    fs::write(&path, format!("\u{FEFF}{SEVEN}")).unwrap();
    assert_eq!(load(&path).as_deref(), Ok(SEVEN), "the byte order mark isn't part of the text");
}

#[cfg(unix)]
#[test]
fn saving_to_a_link_keeps_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    save(&link, b"new").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    assert!(link.is_symlink());
}

#[test]
fn a_failed_save_leaves_no_files() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("folder");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("inside"), "").unwrap();
    assert!(save(&folder, b"x").unwrap_err().to_string().ends_with("can't be written: it's a folder"));
    assert!(save_any(&folder, b"x").is_err());
    // The case that the path only turns out to be a folder when the file is renamed.
    assert!(replace(&folder, b"x").is_err());
    let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    assert_eq!((names(around.path()), names(&folder)), (vec!["folder".into()], vec!["inside".into()]));
}

#[cfg(unix)]
#[test]
fn a_saved_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    save(&path, b"new").unwrap();
    let usual = folder.path().join("usual");
    fs::write(&usual, "").unwrap();
    assert_eq!(mode(), fs::metadata(&usual).unwrap().permissions().mode() & 0o777);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    save(&path, b"newer").unwrap();
    assert_eq!(mode(), 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_does_not_exist_yet_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link, other] = ["file", "link", "other"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("file", &link).unwrap();
    std::os::unix::fs::symlink(&link, &other).unwrap();
    save(&other, b"new").unwrap();
    assert!(link.is_symlink() && other.is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"new");
}

/// What the system says about a path is shown without its number, and without the temporary file beside it.
#[cfg(unix)]
#[test]
fn errors_of_the_system_have_no_number() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    let long = folder.path().join("x".repeat(300));
    for path in [link, long] {
        for error in [load(&path).unwrap_err(), save(&path, b"x").unwrap_err()] {
            let text = error.to_string();
            assert!(text.starts_with(&path.display().to_string()) && !text.contains("os error") && !text.contains(".quincunx"), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read_and_written_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in [socket.as_path(), Path::new("/dev/null")] {
        let name = path.display();
        assert_eq!(load(path).unwrap_err().to_string(), format!("{name} can't be read: it isn't a regular file"));
        assert_eq!(save(path, b"x").unwrap_err().to_string(), format!("{name} can't be written: it isn't a regular file"));
    }
    assert_eq!(load_any(Path::new("/dev/null")).as_deref(), Ok(""));
    assert_eq!(save_any(Path::new("/dev/null"), b"x"), Ok(()));
}

/// Nothing reads from this pipe or writes to it, so opening it like a file would wait forever.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(matches!(load(&pipe), Err(FileError::Unreadable { .. })));
    assert!(matches!(save(&pipe, b"x"), Err(FileError::Unwritable { .. })));
}

#[test]
fn unreadable_and_unwritable_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none").join("x.ron");
    let name = path.display();
    let why = "no such file or folder";
    assert_eq!(load(&path).unwrap_err().to_string(), format!("{name} can't be read: {why}"));
    assert_eq!(save(&path, b"x").unwrap_err().to_string(), format!("{name} can't be written: {why}"));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    // Windows doesn't tell these cases apart.
    let why = if cfg!(windows) { why } else { "part of the path is a file, not a folder" };
    for below in [file.join("x.ron"), file.join("none").join("x.ron")] {
        let expected = format!("{} can't be written: {why}", below.display());
        assert_eq!(save(&below, b"x").unwrap_err().to_string(), expected);
    }
    for in_the_way in [file.clone(), file.join("x"), file.join("none").join("x")] {
        assert_eq!(create_folder(&in_the_way).unwrap_err().kind(), io::ErrorKind::NotADirectory, "{}", in_the_way.display());
    }
    assert!(create_folder(&folder.path().join("new").join("folder")).is_ok());
    assert!(matches!(load(folder.path()), Err(FileError::Unreadable { .. })), "a folder");
    assert!(matches!(save(folder.path(), b"x"), Err(FileError::Unwritable { .. })), "a folder");

    let long = vec![b' '; MAX_BYTES as usize + 1];
    assert_eq!(load_from(&long[..], &path), Err(FileError::TooLarge));
    assert_eq!(load_from(&long[1..], &path).map(|text| text.len()), Ok(long.len() - 1));
    assert_eq!(FileError::TooLarge.to_string(), "the file is larger than 4 MiB, so it isn't a Quincunx file");
    let error = load_from(&b"\n\xC3\xA9\xFF"[..], &path).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 2: not a text file: expected UTF-8");
}
