//! A position as one line that can be sent to others: `quincunx:PUZZLE/CODE`.
//!
//! The code is the position as its file has it, compressed with a checksum (zlib, RFC 1950), in the letters, digits, `-` and `_` of base64
//! for addresses (RFC 4648, section 5). It holds nothing but the position: no game, no solution, no title.

use std::path::Path;

use miniz_oxide::{
    deflate::compress_to_vec_zlib,
    inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit},
};

use base::{
    erased::{Kind, State},
    save_file::{STRUCT_NAME, SaveFile, VERSION},
    text::quoted,
};

/// What every link begins with.
const SCHEME: &str = "quincunx:";
/// The best compression.
const LEVEL: u8 = 10;
/// The longest text that a link may hold, and that is read without a file, in bytes.
pub const LONGEST: usize = 1 << 16;

/// Returns the link to a position; none if it is too long for one.
pub fn write(kind: &Kind, state: &State) -> Option<String> {
    let file = (kind.write)(&SaveFile::untitled(state.clone()));
    // Line breaks within texts are written as escapes.
    let line: String = file.lines().map(str::trim).collect();
    let position = line.strip_prefix(&before(kind.key))?.strip_suffix(AFTER)?;
    let code = || base64(&compress_to_vec_zlib(position.as_bytes(), LEVEL));
    (position.len() <= LONGEST).then(|| format!("{SCHEME}{}/{}", kind.key, code()))
}

/// Whether the text is a link, as far as its first characters show.
pub fn is_link(text: &str) -> bool {
    text.trim_start().starts_with(SCHEME)
}

/// Returns the link that was given in place of a file's path, if it is one.
pub fn in_path(path: &Path) -> Option<&str> {
    // The path may have been made absolute.
    let text = path.to_str()?;
    let at = text.find(SCHEME)?;
    let is_first = text[..at].is_empty() || text[..at].ends_with(['/', '\\']);
    (is_first && !path.exists()).then_some(&text[at..])
}

/// Returns the text of a file with the position of a link.
///
/// # Errors
/// Says what is wrong with the link.
pub fn read(link: &str) -> Result<String, String> {
    let (puzzle, code) = link
        .trim()
        .strip_prefix(SCHEME)
        .and_then(|rest| rest.split_once('/'))
        .ok_or_else(|| format!("expected a link such as `{SCHEME}polyominoes/…`"))?;
    let bytes = bytes(code)?;
    let position = decompressed(&bytes)?;
    // The checksum ends the code, so nothing was added to it.
    if base64(&bytes) != code || bytes.last_chunk() != Some(&adler(position.as_bytes()).to_be_bytes()) {
        return Err(ALTERED.to_owned());
    }
    // The key is checked with the file; a quote in it would be read as part of the file.
    let puzzle: String = puzzle.escape_default().collect();
    Ok(format!("{}{position}{AFTER}", before(&puzzle)))
}

/// What stands before the position in a file.
fn before(puzzle: &str) -> String {
    format!("{STRUCT_NAME}(version: {VERSION},puzzle: \"{puzzle}\",state: ") // words: ok, the name of a field
}

/// What stands after it.
const AFTER: &str = ",)";

const ALTERED: &str = "this link was cut short or altered: its checksum doesn't fit; copy it again";

/// The checksum of zlib.
fn adler(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    high << 16 | low
}

fn decompressed(code: &[u8]) -> Result<String, String> {
    match decompress_to_vec_zlib_with_limit(code, LONGEST) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| ALTERED.to_owned()),
        Err(error) if error.status == TINFLStatus::HasMoreOutput => {
            Err(format!("this link holds more than {} KiB, the most that a link may", LONGEST >> 10))
        }
        Err(_) => Err(ALTERED.to_owned()),
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes bytes in base64, six bits in each character.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().enumerate().fold(0, |bits, (place, &byte)| bits | u32::from(byte) << (16 - 8 * place));
        text.extend((0..=group.len()).map(|place| char::from(DIGITS[(bits >> (18 - 6 * place)) as usize % 64])));
    }
    text
}

/// Reads base64.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let digit = |character: char| {
        DIGITS
            .iter()
            .position(|&digit| char::from(digit) == character)
            .ok_or_else(|| format!("'{}' isn't part of a link; expected letters, digits, - and _", quoted(character)))
    };
    let digits = text.chars().map(digit).collect::<Result<Vec<usize>, _>>()?;
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let bits = group.iter().enumerate().fold(0, |bits, (place, &digit)| bits | (digit as u32) << (18 - 6 * place));
        bytes.extend((1..group.len()).map(|place| place - 1).map(|place| (bits >> (16 - 8 * place)) as u8));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file;
    use crate::testing;
    use base::{challenge::Grade, search::Found};

    fn position(kind: &'static Kind, text: &str) -> State {
        file::read_of(kind, text).expect("a file").state
    }

    /// Each example of each puzzle comes back as it was.
    #[test]
    fn every_example_is_read_back_from_its_link() {
        for kind in testing::list().all() {
            for preset in kind.presets {
                let state = position(kind, preset.ron);
                let link = write(kind, &state).expect("a short position");
                assert!(link.len() <= 2_000 && link.is_ascii() && is_link(&link), "{}: {link}", preset.key);
                assert_eq!(position(kind, &read(&link).expect("a link")), state, "{}", preset.key);
            }
        }
    }

    /// Challenges with a named set on up to 64 cells fit into 200 characters.
    #[test]
    fn links_to_challenges_are_short() {
        for (puzzle, key) in [("polyominoes", "pentominoes-8x8"), ("polyominoes", "kanoodle"), ("meteor", "contest"), ("soma", "cube")] {
            let kind = testing::list().with_key(puzzle).expect("a puzzle");
            let preset = kind.presets.iter().find(|preset| preset.key == key).expect("a preset");
            let challenges = kind.extras.challenges.as_ref().expect("challenges");
            for grade in [Grade::Easy, Grade::Expert] {
                let mut found = Found::default();
                assert!((challenges.make)(&position(kind, preset.ron), grade, 1, &mut found).is_continue());
                let link = write(kind, &found.items.pop().expect("a challenge")).expect("a short position");
                assert!(link.len() <= 200, "{key}, {grade:?}: {} characters", link.len());
            }
        }
    }

    #[test]
    fn links_that_are_wrong_say_so() {
        let kind = testing::list().with_key("polyominoes").expect("a puzzle");
        let link = write(kind, &(kind.empty)()).expect("a short position");
        for end in 0..link.len() {
            assert!(read(&link[..end]).is_err(), "cut after {end}");
        }
        let start = link.find('/').expect("a code") + 1;
        for more in ["A", "AA", "AAAAAAAA", "x"] {
            assert!(read(&format!("{link}{more}")).is_err(), "with {more}");
        }
        for place in start..link.len() - 1 {
            let mut altered = link.clone();
            let other = if &link[place..=place] == "A" { "B" } else { "A" };
            altered.replace_range(place..=place, other);
            assert!(read(&altered).is_err(), "altered at {place}");
        }
        assert_eq!(read("quincunx:soma").unwrap_err(), "expected a link such as `quincunx:polyominoes/…`");
        assert_eq!(read("quincunx:soma/a b").unwrap_err(), "' ' isn't part of a link; expected letters, digits, - and _");
        let large = format!("quincunx:soma/{}", base64(&compress_to_vec_zlib(&[b'.'; LONGEST + 1], LEVEL)));
        assert_eq!(read(&large).unwrap_err(), "this link holds more than 64 KiB, the most that a link may");
        let file = read(&format!("quincunx:a\",b:\"/{}", &link[start..])).expect("it is whole");
        assert!(file::kind_of(testing::list(), &file).is_err(), "{file}");
    }

    #[test]
    fn a_link_is_found_in_place_of_a_path() {
        for (path, link) in [
            ("quincunx:soma/abc", Some("quincunx:soma/abc")),
            ("/home/me/quincunx:soma/abc", Some("quincunx:soma/abc")),
            ("/home/me/my-quincunx:soma/abc", None),
            ("puzzle.ron", None),
        ] {
            assert_eq!(in_path(Path::new(path)), link);
        }
    }
}
