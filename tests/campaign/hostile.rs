//! Files and texts that are made to be slow: as large as they may be, deeply nested, with millions of mistakes.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use quincunx::{
    board::{Board, Scene},
    for_every_puzzle,
    look::Look,
    puzzle::Puzzle,
    puzzles::{self, soma::Soma},
    workbench::{
        file::{self, SaveFile},
        file_error::FileError,
    },
};

use super::{
    Run,
    case::{Case, FRAME},
    corpus,
};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// How long it may take to refuse a file, or to read it. Programs that aren't optimised are allowed more.
const REFUSING: Duration = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 100 });

/// How much memory that may take.
const MEMORY: u64 = 256 << 20;

/// Lists the files of each puzzle.
pub fn prepare() -> Result<Run, String> {
    macro_rules! cases {
        ($($puzzle:ty),* $(,)?) => { vec![$(hostile::<$puzzle>),*] };
    }
    let cases: Vec<fn(&mut Case)> = for_every_puzzle!(cases);
    Ok(Box::new(move |case| {
        let hostile = *case.pick(&cases);
        hostile(case);
    }))
}

fn hostile<P: Board>(case: &mut Case) {
    if P::KEY == Soma::KEY && case.one_in(2) {
        return burr_tools_file(case);
    }
    let kinds = KINDS.len() + fields(P::KEY).len() + TEXTS.len();
    let kind = case.below(kinds);
    if let Some((name, make)) = KINDS.get(kind) {
        case.begin(format!("{}: {name}", P::KEY));
        let text = shortened(make(P::KEY));
        return open::<P>(case, &text);
    }
    let kind = kind - KINDS.len();
    if let Some(&(name, field, item)) = fields(P::KEY).get(kind) {
        case.begin(format!("{}: many {name}", P::KEY));
        let text = shortened(repeated(P::KEY, field, item, case.one_in(2)));
        return open::<P>(case, &text);
    }
    let (name, part) = TEXTS[kind - fields(P::KEY).len()];
    case.begin(format!("{}: text of {name}", P::KEY));
    let length = (MAX_BYTES as usize / part.len()) >> (4 * case.below(3));
    paste::<P>(case, &part.repeat(length));
}

/// Reads a file of BurrTools, whole or cut short, as the window does.
fn burr_tools_file(case: &mut Case) {
    let &(name, make) = case.pick(&BURR_TOOLS);
    case.begin(format!("BurrTools: {name}"));
    let mut text = shortened(make());
    if case.one_in(2) {
        text.truncate(case.below(text.len()));
    }
    case.memory("reading a hostile BurrTools file", MEMORY, |case| {
        case.timed("read a hostile BurrTools file", REFUSING, || drop(file::import(puzzles::of::<Soma>(), &text)));
    });
    case.count("BurrTools files read or refused");
}

/// What is wrong with a file, and its text.
type Hostile = (&'static str, fn() -> String);

/// Files of BurrTools, each of ASCII characters only.
const BURR_TOOLS: [Hostile; 12] = [
    ("shapes", || burr_tools_text(&CUBE.repeat(1_000_000), PROBLEM, "")),
    ("as many shapes as are read, and problems", || burr_tools_text(&CUBE.repeat(10_000), &PROBLEM.repeat(1_000), "")),
    ("problems", || burr_tools_text(CUBE, &PROBLEM.repeat(100_000), "")),
    ("a long comment for many problems", || burr_tools_text(CUBE, &PROBLEM.repeat(1_000), &"x".repeat(4_000_000))),
    ("entries", || burr_tools_text(CUBE, &PROBLEM.replace(ENTRY, &ENTRY.repeat(200_000)), "")),
    ("groups", || burr_tools_text(CUBE, &PROBLEM.replace("/></shapes>", &format!(">{}</shape></shapes>", GROUP.repeat(100_000))), "")),
    ("cells", || burr_tools_text(&CUBE.replace("x=\"1\"", "x=\"4000000\"").replace('#', &"#".repeat(4_000_000)), PROBLEM, "")),
    ("deep elements", || "<puzzle version=\"2\">".to_owned() + &"<a>".repeat(1_300_000)),
    ("attributes", || format!("<puzzle version=\"2\" {}>", (0..300_000).map(|number| format!("a{number}=\"\" ")).collect::<String>())),
    ("entities", || burr_tools_text(CUBE, PROBLEM, &"&amp;".repeat(800_000))),
    ("entities of its own", || "<!DOCTYPE p [<!ENTITY a \"a\">".to_owned() + &"<!ENTITY b \"&a;&a;\">".repeat(200_000)),
    ("colours", || {
        burr_tools_text(&CUBE.replace('#', "#1"), PROBLEM, "").replace("<colors/>", &"<colors><color red=\"1\"/></colors>".repeat(120_000))
    }),
];

const CUBE: &str = "<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>";
const ENTRY: &str = "<shape id=\"0\" count=\"1\"/>";
const GROUP: &str = "<group group=\"1\" count=\"1\"/>";
const PROBLEM: &str = "<problem><shapes><shape id=\"0\" count=\"1\"/></shapes><result id=\"0\"/></problem>";

fn burr_tools_text(shapes: &str, problems: &str, comment: &str) -> String {
    format!(
        "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>{shapes}</shapes><problems>{problems}</problems>\
         <comment>{comment}</comment></puzzle>"
    )
}

/// Cuts a text to the size limit, at its end.
fn shortened(mut text: String) -> String {
    let mut most = MAX_BYTES as usize;
    if most < text.len() {
        while !text.is_char_boundary(most) {
            most -= 1;
        }
        text.truncate(most);
    }
    text
}

type Make = fn(&str) -> String;

/// Files that concern no puzzle.
const KINDS: [(&str, Make); 22] = [
    ("brackets", |_| "[".repeat(MAX_BYTES as usize)),
    ("brackets of structs", |_| "(".repeat(MAX_BYTES as usize)),
    ("named brackets", |_| "Quincunx(a:".repeat(380_000)),
    ("brackets of an unknown field", |key| header(key, "color: ") + &"[".repeat(4_000_000)),
    ("brackets of the position", |key| header(key, "state: ") + &"[".repeat(4_000_000)),
    ("options", |key| header(key, "state: ") + &"Some(".repeat(800_000)),
    ("maps", |key| header(key, "state: ") + &"{1:".repeat(1_300_000)),
    ("comments", |_| "/*".repeat(2_000_000)),
    ("comments in a row", |key| "/**/".repeat(1_000_000) + &header(key, "")),
    ("comment lines", |key| "//\n".repeat(1_300_000) + &header(key, "")),
    ("raw quotes", |key| header(key, "title: r") + &"#".repeat(4_000_000)),
    ("quotes", |key| header(key, "title: ") + &"\"".repeat(4_000_000)),
    ("escapes", |key| header(key, "title: \"") + &"\\u{41}".repeat(600_000) + "\", state: ())"),
    ("digits", |_| format!("Quincunx(version: {}", "9".repeat(4_000_000))),
    ("digits of a fraction", |key| header(key, "search: Some((tasks: [(\"\", 0.") + &"3".repeat(4_000_000)),
    ("an exponent", |key| header(key, "search: Some((tasks: [(\"\", 1e999999999)])))")),
    ("a long key", |_| header(&"x".repeat(4_000_000), "state: ())")),
    ("a long field", |key| header(key, &"x".repeat(4_000_000)) + ": 1)"),
    ("a long title", |key| header(key, &format!("title: \"{}\", state: ())", "\u{1F9E9}".repeat(1_000_000)))),
    ("extensions", |_| "#![enable(unwrap_newtypes)]".repeat(150_000)),
    ("blanks", |key| " ".repeat(4_000_000) + &header(key, "")),
    ("lines", |key| "\n".repeat(4_000_000) + &header(key, "")),
];

fn header(key: &str, rest: &str) -> String {
    format!("Quincunx(version: 1, puzzle: \"{key}\", {rest}")
}

/// What a file of the puzzle may repeat: its name, its field, and the value. `@` stands for the number of the value, `$` for a character
/// that differs each time.
fn fields(key: &str) -> &'static [(&'static str, &'static str, &'static str)] {
    match key {
        "voltorb-flip" => &[
            ("rows of tiles", "tiles", "\"?????\","),
            ("clues", "rows", "(sum: 255, voltorbs: 255),"),
            ("notes", "memos", "(row: 0, column: 0, marks: \"V1\"),"),
            ("flips", "flips", "(1, 1),"),
        ],
        "meteor" | "polyominoes" => &[
            ("rows", "board", "\"....\","),
            ("empty rows", "board", "\"\","),
            ("pieces", "pieces", "V"),
            ("wrong pieces", "pieces", "$"),
            ("shapes", "shapes", "(name: '$', cells: [\"X\"]),"),
            ("empty shapes", "shapes", "(name: 'a', cells: []),"),
            ("cells of a shape", "shapes", "(name: 'a', cells: [\"XXXXXXXXXXXXXXXXXXXX\"]),"),
        ],
        "soma" => &[
            ("layers", "layers", "[\".\"],"),
            ("empty layers", "layers", "[],"),
            ("cells of a row", "row", "."),
            ("pieces", "pieces", "V"),
            ("wrong pieces", "pieces", "$"),
            ("shapes", "shapes", "(name: '$', layers: [[\"X\"]]),"),
            ("empty shapes", "shapes", "(name: 'a', layers: []),"),
            ("cells of a shape", "shapes", "(name: 'a', layers: [[\"XXXXXXXXXXXXXXXXXXXX\"]]),"),
        ],
        "set" => &[("cards", "cards", "\"3 oval blue outline\","), ("wrong cards", "cards", "\"4\",")],
        "virus-war" => &[
            ("ranks", "board", "\".\","),
            ("cells of a rank", "board", "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\","),
            ("turns", "record", "\"a1\","),
            ("passed turns", "record", "\"pass\","),
            ("moves of a turn", "turn", "b2 "),
            ("triples", "triples", "(1,2,3),"),
            ("wrong triples", "triples", "(255,255,255),"),
        ],
        _ => &[],
    }
}

/// Returns a file in which a field of the position, or of a paused search, has as many values as fit.
fn repeated(key: &str, field: &str, item: &str, is_half: bool) -> String {
    let mut values = String::new();
    let most = (MAX_BYTES as usize - 400) >> if is_half { 3 } else { 0 };
    let mut number = 0_u32;
    while values.len() + item.len() + 8 < most {
        if item.contains(['$', '@']) {
            let character = char::from_u32(0x4E00 + number % 0x5000).unwrap_or('?').to_string();
            values += &item.replace('$', &character).replace('@', &number.to_string());
        } else {
            values += item;
        }
        number += 1;
    }
    let mut text = header(key, "state: (");
    let state = match key {
        "voltorb-flip" => vec![
            ("level", "None".to_owned()),
            (
                "rows",
                "[(sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2)]"
                    .to_owned(),
            ),
            (
                "columns",
                "[(sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2), (sum: 5, voltorbs: 2)]"
                    .to_owned(),
            ),
            ("tiles", "[\"?????\", \"?1???\", \"?????\", \"?????\", \"?????\"]".to_owned()),
            ("memos", "[]".to_owned()),
            ("flips", "[]".to_owned()),
        ],
        "meteor" | "polyominoes" => vec![
            ("set", "Custom".to_owned()),
            ("pieces", "\"a\"".to_owned()),
            ("board", "[\"...\"]".to_owned()),
            ("shapes", "[(name: 'a', cells: [\"XXX\"])]".to_owned()),
        ],
        "soma" => vec![
            ("set", "Custom".to_owned()),
            ("pieces", "\"a\"".to_owned()),
            ("layers", "[[\"...\"]]".to_owned()),
            ("shapes", "[(name: 'a', layers: [[\"XXX\"]])]".to_owned()),
        ],
        "set" => vec![("cards", "[]".to_owned()), ("variant", "Set".to_owned())],
        _ => vec![
            ("board", format!("[{}]", "\"........\",".repeat(8))),
            ("to_move", "O".to_owned()),
            ("moves_left", "1".to_owned()),
            ("record", "[]".to_owned()),
            ("triples", "[]".to_owned()),
        ],
    };
    for (name, value) in state {
        let values = match (field, name) {
            ("row", "layers") => format!("[[\"{values}\"]]"),
            ("turn", "record") => format!("[\"{values}\"]"),
            ("pieces", "pieces") => format!("\"{values}\""),
            (field, name) if field == name => format!("[{values}]"),
            _ => value,
        };
        let _ = write!(text, "{name}: {values}, ");
    }
    text += "))";
    text
}

/// Parts of texts to paste.
const TEXTS: [(&str, &str); 12] = [
    ("slashes", "/"),
    ("lines", "\n"),
    ("blanks", " "),
    ("clues", "5/1 "),
    ("cells", "."),
    ("cells in lines", "..../....\n"),
    ("cubes", "/***/***/***\n"),
    ("cards", "3 oval blue outline, "),
    ("cards in lines", "3 oval blue outline\n"),
    ("numbers", "12345678901234567890 "),
    ("letters", "xOX"),
    ("signs of many bytes", "\u{1F9E9}"),
];

/// Reads a file as the window does. If it is read, checks and draws its position.
fn open<P: Board>(case: &mut Case, text: &str) {
    let doing = case.doing.clone();
    let mut document: Option<SaveFile<P::State>> = None;
    case.memory("reading a hostile file", MEMORY, |case| {
        case.timed("read a hostile file", REFUSING, || match puzzles::read::<P>(text) {
            Ok(read) => document = Some(read),
            Err(error) => drop(error.to_string()),
        });
    });
    let Some(document) = document else { return case.count("hostile files refused") };
    case.count("hostile files read");
    case.begin(format!("{doing}, which can be read"));
    case.memory("checking a hostile file", MEMORY, |case| {
        let flaws = case.timed("check a hostile position", FRAME, || P::check(&document.state)).err().unwrap_or_default();
        let (view, look) = (P::View::default(), Look::default());
        let scene = Scene::<P> {
            state: &document.state,
            flaws: &flaws,
            insight: None,
            shown: None,
            view: &view,
            pointed: None,
            marks: &[],
            look: &look,
        };
        case.timed("draw a hostile position", FRAME, || P::draw(&scene));
        case.timed("facts of a hostile position", FRAME, || P::facts(&document.state, None, &P::Summary::default()));
        case.timed("write a hostile position", REFUSING, || puzzles::write::<P>(&document));
        let began = Instant::now();
        let errors: Vec<FileError> = flaws.iter().take(1000).map(|flaw| FileError::flawed(text, flaw)).collect();
        case.took("report mistakes", began.elapsed(), 20 * REFUSING);
        drop(errors);
    });
}

/// Pastes a text as the window does.
fn paste<P: Board>(case: &mut Case, text: &str) {
    case.memory("pasting a hostile text", MEMORY, |case| {
        let (session, _) = corpus::open::<P>(SaveFile::default());
        let read = case.timed("paste a hostile text", FRAME, || session.read_text(text));
        match read {
            Ok(state) => {
                case.count("hostile texts read");
                let _ = case.timed("check a pasted position", FRAME, || P::check(state.get()));
            }
            Err(error) => {
                case.expect(error.message.len() < 2_000, || format!("a message of {} bytes", error.message.len()));
                case.count("hostile texts refused");
            }
        }
    });
}
