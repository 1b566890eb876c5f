//! Checks the wording of comments, strings and documents against `words.txt`: stiff phrases, and several words for one thing.
//!
//! A line with the mark `words: ok` is an exception. It belongs in a comment, with the reason where that isn't plain.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const PHRASES: &str = include_str!("words.txt");

/// Where the wording is checked, from the project's folder.
const CHECKED: [&str; 12] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "assets",
    "benches",
    "docs",
    "lab",
    "packaging",
    "src",
    "tests",
];

/// What isn't checked: the data of tests, and files that others wrote.
const UNCHECKED: [&str; 2] = ["tests/cases", "assets/fonts"];

/// The mark of an exception.
const MARK: &str = "words: ok";

#[test]
fn wording_follows_the_glossary() {
    let phrases = phrases();
    let mut hits = Vec::new();
    for path in CHECKED.iter().flat_map(|path| files(Path::new(path))) {
        let text = fs::read_to_string(&path).unwrap();
        let passages = if path.extension().is_some_and(|extension| extension == "rs") {
            passages_of_source(&text, path.starts_with("src") && !is_test(&path))
        } else {
            // These three are for developers.
            let is_for_users = !["ARCHITECTURE.md", "CHANGELOG.md", "docs/adding-a-puzzle.md"].iter().any(|page| path.starts_with(page));
            passages_of_document(&text, is_for_users)
        };
        for (phrase, line, found) in passages.iter().flat_map(|passage| hits_in(passage, &phrases)) {
            hits.push(format!("{}:{line}: {found:?}: {}", path.display(), phrase.instead));
        }
    }
    assert!(hits.is_empty(), "{} places, each with what to write instead:\n{}", hits.len(), hits.join("\n"));
}

/// `cargo fmt` leaves longer comments as they are.
#[test]
fn comments_and_documents_fit_their_lines() {
    const WIDTH: usize = 140;
    let mut long = Vec::new();
    for path in CHECKED.iter().flat_map(|path| files(Path::new(path))) {
        let text = fs::read_to_string(&path).unwrap();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let is_document = path.extension().is_some_and(|extension| extension == "md");
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            // Neither rows of tables nor commands that draw pictures can be wrapped.
            let is_prose = is_source && line.trim_start().starts_with("//") || is_document && !is_code && !line.starts_with(['|', '<']);
            if is_prose && WIDTH < line.chars().count() {
                long.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "longer than {WIDTH} characters: {}", long.join(" "));
}

/// The files below the path whose text people read.
fn files(path: &Path) -> Vec<PathBuf> {
    if UNCHECKED.iter().any(|unchecked| path.starts_with(unchecked)) {
        return Vec::new();
    }
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        return entries.iter().flat_map(|entry| files(entry)).collect();
    }
    let is_read = path.extension().is_some_and(|extension| ["rs", "md", "xml", "desktop"].iter().any(|known| *known == extension));
    if is_read { vec![path.to_owned()] } else { Vec::new() }
}

/// Whether the file has nothing but tests.
fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part.to_str().is_some_and(|name| name.ends_with("tests.rs")))
}

/// A line of `words.txt`.
struct Phrase {
    is_for_ui: bool,
    parts: Vec<Part>,
    instead: &'static str,
}

/// What a phrase expects of a word.
enum Part {
    OneOf(Vec<&'static str>),
    Any,
    /// No word of the match, but of a neighbour.
    NoneOf(Vec<&'static str>),
}

fn phrases() -> Vec<Phrase> {
    let lines = PHRASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| phrase(line).unwrap_or_else(|| panic!("not WHERE: PHRASE => INSTEAD: {line}"))).collect()
}

fn phrase(line: &'static str) -> Option<Phrase> {
    let (place, line) = line.split_once(": ")?;
    let (phrase, instead) = line.split_once(" => ")?;
    let is_for_ui = match place {
        "all" => false,
        "ui" => true,
        _ => return None,
    };
    let part = |part: &'static str| match part.strip_prefix('!') {
        Some(words) => Part::NoneOf(words.split('/').collect()),
        None if part == "*" => Part::Any,
        None => Part::OneOf(part.split('/').collect()),
    };
    Some(Phrase { is_for_ui, parts: phrase.split(' ').map(part).collect(), instead })
}

/// A comment, a string or a paragraph.
#[derive(Debug, Default, PartialEq)]
struct Passage {
    is_ui: bool,
    words: Vec<Word>,
}

/// A word in lower case, or an empty text for punctuation, which no phrase crosses.
#[derive(Debug, PartialEq)]
struct Word {
    text: String,
    line: usize,
    is_marked: bool,
}

/// The first match of each phrase in the passage, with its line and its words.
fn hits_in<'a>(passage: &'a Passage, phrases: &'a [Phrase]) -> impl Iterator<Item = (&'a Phrase, usize, String)> {
    phrases.iter().filter(|phrase| passage.is_ui || !phrase.is_for_ui).flat_map(move |phrase| {
        (0..passage.words.len()).filter_map(move |start| {
            let matched = &passage.words[start..start + length_of_match(&passage.words, start, phrase)?];
            let found = matched.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
            (!matched.iter().any(|word| word.is_marked)).then(|| (phrase, matched[0].line, found))
        })
    })
}

/// How many words from `start` on match the phrase, if it matches there.
fn length_of_match(words: &[Word], start: usize, phrase: &Phrase) -> Option<usize> {
    let mut length = 0;
    for (index, part) in phrase.parts.iter().enumerate() {
        let at = if index == 0 && matches!(part, Part::NoneOf(_)) { start.checked_sub(1) } else { Some(start + length) };
        let word = at.and_then(|at| words.get(at)).map_or("", |word| word.text.as_str());
        let matches = match part {
            Part::OneOf(expected) => expected.contains(&word),
            Part::Any => !word.is_empty(),
            Part::NoneOf(excluded) => !excluded.contains(&word),
        };
        if !matches {
            return None;
        }
        length += usize::from(!matches!(part, Part::NoneOf(_)));
    }
    Some(length)
}

/// Adds the words of a text that begins in this line. Code between backticks and placeholders between braces count as punctuation.
fn add_words(passage: &mut Passage, text: &str, first_line: usize, marked: &BTreeSet<usize>) {
    let (mut line, mut text) = (first_line, text);
    while let Some(c) = text.chars().next() {
        let is_word = |c: char| c.is_alphabetic() || c == '\'' || c == '’';
        let length = match c {
            '`' => text[1..].find('`').map_or(1, |end| end + 2),
            '{' => text.find('}').map_or(1, |end| end + 1),
            c if is_word(c) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
            c => c.len_utf8(),
        };
        let (word, remaining) = text.split_at(length);
        if !c.is_whitespace() && c != '-' && c != '*' && c != '"' {
            let word = if is_word(c) { word.to_lowercase() } else { String::new() };
            passage.words.push(Word { text: word, line, is_marked: marked.contains(&line) });
        }
        line += word.matches('\n').count();
        text = remaining;
    }
}

fn marked_lines(text: &str) -> BTreeSet<usize> {
    (1..).zip(text.lines()).filter(|(_, line)| line.contains(MARK)).map(|(number, _)| number).collect()
}

/// The paragraphs of a document, without fenced code.
fn passages_of_document(text: &str, is_for_users: bool) -> Vec<Passage> {
    let marked = marked_lines(text);
    let mut passages = vec![Passage { is_ui: is_for_users, ..Passage::default() }];
    let mut is_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if line.trim().is_empty() || is_fence {
            passages.push(Passage { is_ui: is_for_users, ..Passage::default() });
        } else if !is_code {
            add_words(passages.last_mut().unwrap(), line, number, &marked);
        }
    }
    passages
}

/// The comments and strings of Rust source. A comment of several lines is one passage.
fn passages_of_source(source: &str, is_program: bool) -> Vec<Passage> {
    let marked = marked_lines(source);
    let mut passages = Vec::new();
    let (mut rest, mut line, mut last_comment) = (source, 1, 0);
    let mut is_program = is_program;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            // A comment goes with the one in the line above, unless that one follows code.
            if line != last_comment + 1 || passages.is_empty() {
                passages.push(Passage::default());
            }
            last_comment = line;
            let text = rest[..length].trim_start_matches('/').trim_start_matches('!');
            add_words(passages.last_mut().unwrap(), text, line, &marked);
            length
        } else if let Some(length) = length_of_string(rest) {
            let text = rest[..length].trim_start_matches(['b', 'r', '#']).trim_end_matches('#').trim_matches('"');
            if text.contains(' ') || text.starts_with(char::is_uppercase) {
                let mut passage = Passage { is_ui: is_program, ..Passage::default() };
                add_words(&mut passage, &text.replace("\\n", "  ").replace("\\\"", " \""), line, &marked);
                passages.push(passage);
            }
            last_comment = 0;
            length
        } else if rest.starts_with("#[cfg(test)]\nmod ") {
            // Tests are at the end of a file.
            is_program = false;
            1
        } else if rest.starts_with("'\\") {
            3 + rest[3..].find('\'').unwrap() + 1
        } else if c == '\'' && rest.chars().nth(2) == Some('\'') {
            2 + rest.chars().nth(1).unwrap().len_utf8()
        } else {
            if !c.is_whitespace() {
                last_comment = 0;
            }
            c.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    passages
}

/// The length of the string literal that the source begins with.
fn length_of_string(source: &str) -> Option<usize> {
    let raw = source.strip_prefix('b').unwrap_or(source).strip_prefix('r').filter(|raw| raw.starts_with(['"', '#']));
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let open = source.len() - raw.len() + hashes + 1;
        let close = format!("\"{}", "#".repeat(hashes));
        return source.get(open - 1..)?.starts_with('"').then(|| open + source[open..].find(&close).unwrap() + close.len());
    }
    let mut is_escaped = false;
    let quoted = source.strip_prefix('"')?;
    for (at, c) in quoted.char_indices() {
        match c {
            '"' if !is_escaped => return Some(at + 2),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    None
}

#[test]
fn phrases_match_words_and_not_parts_of_words() {
    let phrases = [
        phrase("all: !there is/are no !longer => x"), // words: ok
        phrase("all: for ever => x"),                 // words: ok
        phrase("ui: answer/answers => x"),            // words: ok
    ]
    .map(Option::unwrap);
    let found = |text: &str, is_ui: bool| {
        let mut passage = Passage { is_ui, ..Passage::default() };
        add_words(&mut passage, text, 1, &BTreeSet::new());
        hits_in(&passage, &phrases).map(|(_, line, found)| format!("{line} {found}")).collect::<Vec<_>>()
    };
    for (text, is_ui, expected) in [
        ("It is no card.", false, &["1 is no"][..]), // words: ok
        ("There is no card, and it is no longer here.", false, &[]),
        ("It lasts for\never, forever.", false, &["1 for ever"]), // words: ok
        ("It is for. Ever since", false, &[]),
        ("The Answers", true, &["1 answers"]), // words: ok
        ("The `answers`", true, &[]),          // words: ok
        ("The answers", false, &[]),           // words: ok
    ] {
        assert_eq!(found(text, is_ui), expected, "{text}");
    }
}

#[test]
fn comments_and_strings_are_found_in_source() {
    let source = "/// One\n/// two.\nlet a = b\"x\"; // three\nf('\"', \"Four \\\" five\", r#\"six \"seven\"\"#, \"key\");\n#[cfg(test)]\nmod tests { \"eight nine\" }";
    let passages = passages_of_source(source, true);
    let found: Vec<(String, bool, usize)> = passages
        .iter()
        .map(|passage| {
            let words: Vec<&str> = passage.words.iter().map(|word| word.text.as_str()).filter(|text| !text.is_empty()).collect();
            (words.join(" "), passage.is_ui, passage.words[0].line)
        })
        .collect();
    let expected = [("one two", false, 1), ("three", false, 3), ("four five", true, 4), ("six seven", true, 4), ("eight nine", false, 6)];
    assert_eq!(found, expected.map(|(words, is_ui, line)| (words.to_owned(), is_ui, line)));
}
