//! `read`: reads a Voltorb Flip board from a picture of the game.
//!
//! Like `simulate`, this command is about one puzzle.

use std::{
    fs::File,
    io::Read as _,
    ops::ControlFlow::Continue,
    path::{Path, PathBuf},
};

use clap::Args;
use serde::Serialize;

use base::{board::Board, puzzle::Puzzle, save_file};
use command_line::{Failure, Status, Streams, input::error_message, output::Target, words};
use voltorb_flip::{
    VoltorbFlip,
    model::{
        rules::{Clue, Line, SIDE, tile_name},
        state::{State, letter_of},
    },
    reading::{self, Area, Found, MAX_BYTES, Read, Reading},
};
use workbench::{file::SaveFile, file_error::FileError};

/// Read a Voltorb Flip board from a picture of the game
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx read screenshot.png
  quincunx read screenshot.png -o board.ron --json")]
pub struct ReadArguments {
    /// The picture, a PNG, JPEG, WebP or GIF file, or - for standard input
    pub picture: PathBuf,
    /// Also write the board to this save file, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reads the board, prints it with its doubts, and writes the save file.
pub fn run(arguments: &ReadArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let target = arguments.output.as_ref().map(|path| Target::new(path, arguments.force)).transpose()?;
    let bytes = bytes_of(&arguments.picture, streams)?;
    let about = |message: &str| words::file_error(&arguments.picture, message);
    let found = reading::read_file(&bytes, &mut || Continue(()));
    let Found { reading, frame, .. } = found.map_err(|error| Failure::Complaint(about(&error.to_string())))?;
    if let Some(frame) = frame {
        writeln!(streams.errors, "{}", about(&format!("read frame {frame} of the animation, the first with a board")))?;
    }
    if reading.has_other_board {
        writeln!(streams.errors, "{}", about("the picture has more than one board; read the largest"))?;
    }
    if let Some(target) = target {
        target.write(save_file::write(VoltorbFlip::KEY, SaveFile::untitled(reading.state())).as_bytes(), streams)?;
    }
    // Where the save file is on standard output, nothing else may be.
    let report = if matches!(target, Some(Target::Standard)) { &mut *streams.errors } else { &mut *streams.output };
    if arguments.json {
        serde_json::to_writer(&mut *report, &Json::of(&reading)).map_err(std::io::Error::from)?;
        writeln!(report)?;
    } else {
        write!(report, "{}", text_of(&reading))?;
    }
    Ok(if reading.is_certain() { Status::Done } else { Status::FoundWrong })
}

/// Returns the bytes of the file, or one more than a picture may have.
fn bytes_of(path: &Path, streams: &mut Streams<'_>) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: std::io::Error| Failure::Complaint(error_message(path, &FileError::unreadable(path, &error)));
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        streams.input.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    }
    Ok(bytes)
}

/// Returns the board in its text form, and a line for each doubt and each correction.
fn text_of(reading: &Reading) -> String {
    let mut text = VoltorbFlip::write_text(&reading.state());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let clues = Line::all().zip(&reading.clues).map(|(line, clue)| about(&line.to_string(), clue, |clue| clue.to_string()));
    let tiles = reading.tiles.iter().enumerate().map(|(tile, read)| about(&tile_name(tile), read, |value| letter_of(value).to_string()));
    clues.chain(tiles).for_each(|line| text += &line);
    text
}

/// Returns a line if something is doubtful or was corrected.
fn about<T: Copy + PartialEq>(place: &str, read: &Read<T>, show: impl Fn(T) -> String) -> String {
    let (value, seen) = (show(read.value), show(read.seen));
    if read.is_doubtful() {
        format!("Check {place}: {value} ({})\n", read.why_asked(&seen))
    } else if read.is_corrected() {
        format!("Corrected: {place} looks like {seen}, but {value} fits the rest better\n")
    } else {
        String::new()
    }
}

/// A reading as JSON, whose fields are stable.
#[derive(Serialize)]
struct Json {
    /// A picture doesn't show it.
    level: Option<u8>,
    /// The sum and the number of Voltorbs of each clue.
    rows: [[u8; 2]; SIDE],
    columns: [[u8; 2]; SIDE],
    /// The rows of tiles, as in a save file.
    tiles: Vec<String>,
    /// The names of the clues and tiles that should be checked.
    doubtful: Vec<String>,
    certain: bool,
    /// The chance that all clues are right.
    together: f32,
    details: Details,
}

/// What was read at each place, and how certain it is.
#[derive(Serialize)]
struct Details {
    rows: Vec<JsonRead<Clue>>,
    columns: Vec<JsonRead<Clue>>,
    tiles: Vec<JsonRead<char>>,
}

#[derive(Serialize)]
struct JsonRead<T> {
    value: T,
    seen: T,
    confidence: f32,
    doubtful: bool,
    /// Left, top, right and bottom in pixels.
    area: [f32; 4],
}

impl<T> JsonRead<T> {
    fn of<U: Copy + PartialEq>(read: &Read<U>, show: impl Fn(U) -> T) -> Self {
        let Area { left, top, right, bottom } = read.area;
        Self {
            value: show(read.value),
            seen: show(read.seen),
            confidence: read.confidence,
            doubtful: read.is_doubtful(),
            area: [left, top, right, bottom],
        }
    }
}

impl Json {
    fn of(reading: &Reading) -> Self {
        let State { level, tiles, .. } = reading.state();
        let pairs =
            |first: usize| std::array::from_fn(|place| reading.clues[first + place].value).map(|clue: Clue| [clue.sum, clue.voltorbs]);
        let clues = |clues: &[Read<Clue>]| clues.iter().map(|clue| JsonRead::of(clue, |clue| clue)).collect();
        let doubtful_clues = reading.doubtful_clues().map(|line| line.to_string());
        Self {
            level,
            rows: pairs(0),
            columns: pairs(SIDE),
            tiles: tiles.0.chunks(SIDE).map(|row| row.iter().copied().map(letter_of).collect()).collect(),
            doubtful: doubtful_clues.chain(reading.doubtful_tiles().map(tile_name)).collect(),
            certain: reading.is_certain(),
            together: reading.together,
            details: Details {
                rows: clues(&reading.clues[..SIDE]),
                columns: clues(&reading.clues[SIDE..]),
                tiles: reading.tiles.iter().map(|tile| JsonRead::of(tile, letter_of)).collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::atomic::AtomicBool};

    use image::{Frame, RgbaImage, codecs::gif::GifEncoder, imageops};
    use serde::Deserialize;
    use serde_json::Value;

    use super::*;
    use crate::{
        commands::Commands,
        scenes::scene::{self, Scene, Spoiling},
    };
    use base::erased::{Kinds, keep};
    use command_line::{Invocation, run};
    use voltorb_flip::{model::entry::entries, reading::Mark};

    static NOT_INTERRUPTED: AtomicBool = AtomicBool::new(false);

    /// Runs the command and returns its status and output. Nothing may be on standard error.
    fn read(arguments: &[&str]) -> (Status, String) {
        let (status, output, errors) = read_with_errors(arguments);
        assert_eq!(errors, "");
        (status, output)
    }

    fn read_with_errors(arguments: &[&str]) -> (Status, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let interrupt = || &NOT_INTERRUPTED;
        let streams = Streams {
            input: &mut std::io::empty(),
            output: &mut output,
            errors: &mut errors,
            interrupt,
            progress: None,
            version: "1",
            kinds: Kinds(keep([voltorb_flip::kind()])),
        };
        let invocation = run::<Commands>(["quincunx", "read"].iter().chain(arguments).map(Into::into), streams);
        let Invocation::Command(status) = invocation else { panic!("a window was opened") };
        let [output, errors] = [output, errors].map(|bytes| String::from_utf8(bytes).unwrap());
        (status, output, errors)
    }

    fn certain_scene() -> Scene {
        let certain = |scene: &Scene| reading::read(&scene.picture).is_ok_and(|reading| reading.is_certain());
        (0..).map(|seed| scene::draw(seed, Spoiling::Sharp)).find(certain).unwrap()
    }

    #[test]
    fn a_picture_becomes_text_and_a_save_file() {
        let folder = tempfile::tempdir().unwrap();
        let [picture, board] = ["board.png", "board.ron"].map(|name| folder.path().join(name).display().to_string());
        let scene = certain_scene();
        scene.picture.save(&picture).unwrap();
        let (status, text) = read(&[&picture, "-o", &board]);
        assert_eq!(status, Status::Done);
        let saved = save_file::read::<State>(&fs::read_to_string(&board).unwrap()).unwrap().1.state;
        assert_eq!((saved.rows, saved.columns, saved.tiles.0), (entries(scene.clues.rows), entries(scene.clues.columns), scene.tiles));
        let pasted = VoltorbFlip::read_text(&text, &State::default()).unwrap();
        assert_eq!((pasted.rows, pasted.columns, pasted.tiles), (saved.rows, saved.columns, saved.tiles));
    }

    #[test]
    fn json_has_values_confidences_and_areas() {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("board.png").display().to_string();
        let scene = certain_scene();
        scene.picture.save(&picture).unwrap();
        let json: Value = serde_json::from_str(&read(&[&picture, "--json"]).1).unwrap();
        assert_eq!(json["certain"], true);
        for (side, clues) in [("rows", scene.clues.rows), ("columns", scene.clues.columns)] {
            let pairs: Vec<[u8; 2]> = Vec::deserialize(&json[side]).unwrap();
            assert_eq!(pairs, clues.map(|clue| [clue.sum, clue.voltorbs]));
            let details = json["details"][side].as_array().unwrap();
            let values: Vec<Clue> = details.iter().map(|read| Clue::deserialize(&read["value"]).unwrap()).collect();
            assert_eq!(values, clues);
        }
        let tiles: String = json["tiles"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(tiles, scene.tiles.map(letter_of).iter().collect::<String>());
        assert_eq!((&json["level"], &json["doubtful"]), (&Value::Null, &Value::Array(vec![])));
        assert!(json["together"].as_f64().is_some_and(|together| (0.9..=1.0).contains(&together)), "{}", json["together"]);
        let first = &json["details"]["rows"][0];
        assert!(first["confidence"].as_f64().is_some_and(|confidence| (0.9..=1.0).contains(&confidence)), "{first}");
        let area: Vec<f64> = first["area"].as_array().unwrap().iter().map(|edge| edge.as_f64().unwrap()).collect();
        assert!(area[0] < area[2] && area[1] < area[3], "{area:?}");
    }

    #[test]
    fn doubts_are_printed() {
        let mut reading = reading::read(&certain_scene().picture).unwrap();
        reading.clues[1].confidence = 0.5;
        reading.clues[7].seen.sum = 15 - reading.clues[7].value.sum;
        reading.tiles[9].confidence = 0.814;
        reading.clues[8].mark = Some(Mark::Unclear);
        let text = text_of(&reading);
        let value = |place: usize| reading.clues[place].value.to_string();
        let expected = [
            format!("Check row 2: {} (50 % certain)", value(1)),
            format!("Corrected: column 3 looks like {}, but {} fits the rest better", reading.clues[7].seen, value(7)),
            format!("Check column 4: {} (much of the board is unclear)", value(8)),
            format!("Check row 2, column 5: {} (81 % certain)", letter_of(reading.tiles[9].value)),
        ];
        assert_eq!(text.lines().skip(7).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_was_left_out_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards.gif");
        let board = certain_scene().picture;
        let (width, height) = board.dimensions();
        let mut both = RgbaImage::new(2 * width, height);
        imageops::replace(&mut both, &board, 0, 0);
        imageops::replace(&mut both, &board, i64::from(width), 0);
        let frames = [RgbaImage::new(2 * width, height), both].map(Frame::new);
        GifEncoder::new(File::create(&path).unwrap()).encode_frames(frames).unwrap();
        let path = path.display().to_string();
        let (status, _, errors) = read_with_errors(&[&path]);
        assert_eq!(status, Status::FoundWrong);
        let expected = ["read frame 2 of the animation, the first with a board", "the picture has more than one board; read the largest"];
        assert_eq!(errors.lines().collect::<Vec<_>>(), expected.map(|message| words::file_error(Path::new(&path), message)));
    }
}
