//! The pane that reads a board from a picture. It shows what was read over the picture, and asks about what is doubtful: nothing reaches
//! the board before the user has seen it.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    ops::ControlFlow,
    path::Path,
};

use egui::{Align2, ColorImage, DragValue, FontId, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle, Ui, Window, pos2, vec2};
use image::{RgbaImage, imageops};

use super::words::reading as words;
use crate::{
    gui::{
        files::PictureSource,
        theme::{self, corner, space},
        widgets::{choice, muted, named, primary_button},
    },
    puzzles::voltorb_flip::{
        model::{
            entry::Entry,
            rules::{Clue, Line, MAX_POINTS, SIDE, TILES, Value, tile_name},
            state::{State, Tiles, letter_of},
        },
        reading::{self, Area, MAX_BYTES, Read, Reading},
    },
    search::{Observer, Tally},
    text::sentence,
    workbench::{
        file_error::FileError,
        job::{self, Job, Wake},
    },
};

/// The longer side of the shown picture, in pixels; larger pictures are shrunk. It fits on the smallest texture that the window allows.
const MOST_PIXELS: u32 = 1024;
/// The width of the pane, and the largest shares of the window's height that the picture and the questions take.
const WIDTH: f32 = 420.0;
const PICTURE_SHARE: f32 = 0.4;
const QUESTIONS_SHARE: f32 = 0.18;

/// Reads pictures, one at a time.
pub struct PictureReader {
    name: String,
    job: Option<Job<Outcome>>,
    outcome: Option<Outcome>,
    texture: Option<TextureHandle>,
    wake: Wake,
}

/// What was read, or why nothing was.
type Outcome = Result<Box<Found>, String>;

/// A board that was read, and what the user makes of it.
struct Found {
    /// The picture, shrunk by `scale`.
    picture: ColorImage,
    scale: f32,
    reading: Reading,
    /// The number of the frame, if the picture is an animation.
    frame: Option<usize>,
    clues: [Clue; 2 * SIDE],
    tiles: [Option<Value>; TILES],
}

impl PictureReader {
    /// Creates a closed pane. `wake` is called when a picture was read.
    pub fn new(wake: Wake) -> Self {
        Self { name: String::new(), job: None, outcome: None, texture: None, wake }
    }

    /// Reads this picture on a thread of its own.
    pub fn open(&mut self, picture: PictureSource) {
        self.close();
        self.name = match &picture {
            PictureSource::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            PictureSource::Clipboard(_) => "the pasted picture".to_owned(),
        };
        let run = move |observer: &mut dyn Observer<Outcome>| {
            let outcome = read(&picture, &mut || observer.progress(0.0, &Tally::default()));
            observer.found(outcome.map(Box::new))?;
            observer.progress(1.0, &Tally::default())
        };
        match Job::start("voltorb-flip reading".to_owned(), self.wake.clone(), run) {
            Ok(job) => self.job = Some(job),
            Err(error) => self.outcome = Some(Err(error.to_string())),
        }
    }

    /// Closes the pane and forgets the picture.
    pub fn close(&mut self) {
        (self.job, self.outcome, self.texture) = (None, None, None);
    }

    /// Takes in what was read.
    pub fn catch_up(&mut self) {
        if let Some(message) = job::drain(&mut self.job, |outcome| self.outcome = Some(outcome)) {
            self.outcome = Some(Err(message));
        }
    }

    /// Whether a picture is being read.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the pane is shown: a picture is being read, was read, or couldn't be.
    pub fn is_open(&self) -> bool {
        self.is_busy() || self.outcome.is_some()
    }

    /// Shows the pane if there is a picture. *Use this board* changes the state.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let mut is_open = self.is_open();
        let mut reply = None;
        let window = Window::new("Read picture").open(&mut is_open).collapsible(false).default_pos(pos2(300.0, 90.0));
        window.show(ui.ctx(), |ui| {
            ui.set_width(WIDTH);
            reply = self.pane_ui(ui);
        });
        if let (Some(Reply::Use), Some(Ok(found))) = (reply, &self.outcome) {
            *state = found.placed(state);
        }
        if !is_open || reply.is_some() {
            self.close();
        }
    }

    fn pane_ui(&mut self, ui: &mut Ui) -> Option<Reply> {
        match &mut self.outcome {
            None => {
                muted(ui, &format!("Reading {}…", self.name));
                None
            }
            Some(Err(why)) => {
                ui.label(format!("Couldn't read {}: {why}.", self.name));
                ui.button("Close").clicked().then_some(Reply::Cancel)
            }
            Some(Ok(found)) => {
                found.picture_ui(ui, &mut self.texture);
                for note in found.notes() {
                    ui.label(note);
                }
                found.doubts_ui(ui);
                ui.add_space(space::S);
                ui.horizontal(|ui| {
                    let used = ui.scope(|ui| {
                        ui.set_width(200.0);
                        primary_button(ui, "Use this board", "", true).clicked()
                    });
                    let cancelled = ui.button("Cancel").clicked();
                    used.inner.then_some(Reply::Use).or(cancelled.then_some(Reply::Cancel))
                })
                .inner
            }
        }
    }
}

/// What the user decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    Use,
    Cancel,
}

impl Found {
    fn new(picture: ColorImage, scale: f32, reading: Reading, frame: Option<usize>) -> Self {
        let (clues, tiles) = (reading.clues.map(|clue| clue.value), reading.tiles.map(|tile| tile.value));
        Self { picture, scale, reading, frame, clues, tiles }
    }

    /// Says what of the picture wasn't read.
    fn notes(&self) -> impl Iterator<Item = String> {
        let frame = self.frame.map(|frame| format!("This is frame {frame} of the animation, the first with a board."));
        let other = self.reading.has_other_board.then(|| "The picture has more than one board. This is the largest.".to_owned());
        frame.into_iter().chain(other)
    }

    /// Returns a position with the clues and tiles; level, goal and coins stay.
    fn placed(&self, state: &State) -> State {
        let tiles = Tiles(self.tiles);
        let clue = |place: usize| Entry::from(self.clues[place]);
        let (rows, columns) = (std::array::from_fn(clue), std::array::from_fn(|column| clue(SIDE + column)));
        State { rows, columns, tiles, ..state.fresh() }
    }

    /// Shows the picture, with a frame and the value at each clue and each open tile.
    fn picture_ui(&self, ui: &mut Ui, texture: &mut Option<TextureHandle>) {
        let texture = texture.get_or_insert_with(|| ui.ctx().load_texture("picture", self.picture.clone(), egui::TextureOptions::LINEAR));
        let size = texture.size_vec2();
        let room = vec2(WIDTH, PICTURE_SHARE * ui.ctx().content_rect().height());
        let scale = (room / size).min_elem();
        let (place, response) = ui.allocate_exact_size(size * scale, Sense::hover());
        if let Some(at) = response.hover_pos()
            && let Some(text) = self.read_at((at - place.min) / (self.scale * scale))
        {
            response.clone().on_hover_text_at_pointer(text);
        }
        named(response, &format!("The picture with what was read. {}", words::summary(self.doubts())));
        let painter = ui.painter_at(place);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), place, whole, egui::Color32::WHITE);
        let colors = theme::look(ui.ctx()).colors;
        let mark = |area: Area, text: String, is_doubtful: bool| {
            let color = theme::color(if is_doubtful { colors.warn } else { colors.good });
            let point = |x: f32, y: f32| place.min + vec2(x, y) * self.scale * scale;
            let area = Rect::from_min_max(point(area.left, area.top), point(area.right, area.bottom));
            painter.rect_stroke(area, corner::CHIP, Stroke::new(2.0, color), StrokeKind::Middle);
            let text = if is_doubtful { format!("{text}?") } else { text };
            let galley = painter.layout_no_wrap(text, FontId::proportional(theme::SMALL), theme::color(colors.text));
            // Below the clue, whose lowest number is at its lower edge.
            let chip = Align2::CENTER_TOP.anchor_size(area.center_bottom(), galley.size()).expand(2.0);
            painter.rect_filled(chip, f32::from(corner::CHIP) / 2.0, theme::color(colors.panel));
            painter.galley(chip.shrink(2.0).min, galley, theme::color(colors.text));
        };
        for (tile, &value) in self.reading.tiles.iter().zip(&self.tiles) {
            if value.is_some() || tile.is_asked_about() {
                mark(tile.area, letter_of(value).to_string(), tile.is_asked_about());
            }
        }
        for (clue, value) in self.reading.clues.iter().zip(&self.clues) {
            mark(clue.area, value.to_string(), clue.is_asked_about());
        }
    }

    /// Says what was read at a point of the picture, and how certain it is.
    fn read_at(&self, at: egui::Vec2) -> Option<String> {
        let is_inside = |area: Area| (area.left..area.right).contains(&at.x) && (area.top..area.bottom).contains(&at.y);
        let mut clues = Line::all().zip(&self.reading.clues).filter(|(_, clue)| is_inside(clue.area));
        let mut tiles = self.reading.tiles.iter().enumerate().filter(|(_, tile)| is_inside(tile.area));
        let clue = clues.next().map(|(line, clue)| read_as(&line.to_string(), clue, |clue| clue.to_string()));
        clue.or_else(|| {
            let (tile, read) = tiles.next()?;
            Some(read_as(&tile_name(tile), read, |value| letter_of(value).to_string()))
        })
    }

    /// The number of clues and tiles to look at.
    fn doubts(&self) -> usize {
        let clues = self.reading.clues.iter().filter(|clue| clue.is_asked_about()).count();
        clues + self.reading.tiles.iter().filter(|tile| tile.is_asked_about()).count()
    }

    /// Asks about each clue and each tile that is doubtful.
    fn doubts_ui(&mut self, ui: &mut Ui) {
        ui.label(theme::strong(words::summary(self.doubts())));
        if self.doubts() == 0 {
            return;
        }
        ScrollArea::vertical().max_height(QUESTIONS_SHARE * ui.ctx().content_rect().height()).auto_shrink([false, true]).show(ui, |ui| {
            let clues = Line::all().zip(&self.reading.clues).zip(&mut self.clues);
            for ((line, read), clue) in clues.filter(|((_, read), _)| read.is_asked_about()) {
                let line = line.to_string();
                ui.horizontal(|ui| {
                    ui.label(sentence(&line));
                    let sum = DragValue::new(&mut clue.sum).range(0..=MAX_POINTS).speed(0.05);
                    named(ui.add(sum), &format!("Points of {line}"));
                    muted(ui, "points");
                    let voltorbs = DragValue::new(&mut clue.voltorbs).range(0..=SIDE as u8).speed(0.05);
                    named(ui.add(voltorbs), &format!("Voltorbs of {line}"));
                    muted(ui, "Voltorbs");
                    muted(ui, &read.why_asked(&read.seen.to_string()));
                });
            }
            let tiles = self.reading.tiles.iter().zip(&mut self.tiles).enumerate();
            for (tile, (_, chosen)) in tiles.filter(|(_, (read, _))| read.is_asked_about()) {
                let name = tile_name(tile);
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::XS;
                    ui.label(sentence(&name));
                    for value in [None].into_iter().chain(Value::ALL.map(Some)) {
                        let letter = letter_of(value).to_string();
                        if choice(ui, &letter, *chosen == value, &format!("{name}: {letter}")).clicked() {
                            *chosen = value;
                        }
                    }
                });
            }
        });
    }
}

/// Says what was read at a place, and how certain it is, or why people are asked about it.
fn read_as<T: Copy + PartialEq>(place: &str, read: &Read<T>, show: impl Fn(T) -> String) -> String {
    let why = if read.is_asked_about() {
        read.why_asked(&show(read.seen))
    } else {
        format!("{:.1} % certain", (100.0 * read.confidence).min(99.9))
    };
    format!("{}: {}, {why}", sentence(place), show(read.value))
}

/// Reads the file and the board in it.
fn read(source: &PictureSource, keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Found, String> {
    let found = match source {
        PictureSource::File(path) => {
            let bytes = bytes_of(path).map_err(|error| FileError::unreadable(path, &error).to_string())?;
            reading::read_file(&bytes, keep_going)
        }
        PictureSource::Clipboard(picture) => {
            let picture = opaque(picture);
            reading::read(&picture).map(|reading| reading::Found { picture, reading, frame: None })
        }
    };
    let reading::Found { picture, reading, frame } = found.map_err(|error| error.to_string())?;
    let scale = (MOST_PIXELS as f32 / picture.width().max(picture.height()) as f32).min(1.0);
    let [width, height] = [picture.width(), picture.height()].map(|side| ((side as f32 * scale).round() as u32).max(1));
    let shrunk = if scale < 1.0 { imageops::thumbnail(&picture, width, height) } else { picture };
    let picture = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &shrunk);
    Ok(Found::new(picture, scale, reading, frame))
}

/// Returns the pixels of a picture, with black behind what is transparent.
fn opaque(picture: &ColorImage) -> RgbaImage {
    let pixel = |x: u32, y: u32| {
        let [red, green, blue, _] = picture[(x as usize, y as usize)].to_array();
        image::Rgba([red, green, blue, 255])
    };
    RgbaImage::from_fn(picture.width() as u32, picture.height() as u32, pixel)
}

/// Returns the bytes of a regular file, or one more than a picture may have. Anything else, such as a pipe, might block.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it isn't a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::puzzles::voltorb_flip::{
        model::entry::entries,
        reading::tests::scene::{self, Scene, Spoiling},
    };

    fn read_at_once(source: &PictureSource) -> Result<Found, String> {
        read(source, &mut || ControlFlow::Continue(()))
    }

    fn certain_scene() -> Scene {
        let certain = |scene: &Scene| reading::read(&scene.picture).is_ok_and(|reading| reading.is_certain());
        (0..).map(|seed| scene::draw(seed, Spoiling::Sharp)).find(certain).unwrap()
    }

    #[test]
    fn a_picture_becomes_a_position_that_keeps_the_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.png");
        let scene = certain_scene();
        scene.picture.save(&path).unwrap();
        let size = [scene.picture.width(), scene.picture.height()].map(|side| side as usize);
        let pasted = ColorImage::from_rgba_unmultiplied(size, &scene.picture);
        for source in [PictureSource::File(path), PictureSource::Clipboard(Arc::new(pasted))] {
            let found = read_at_once(&source).unwrap();
            assert_eq!(found.doubts(), 0);
            let before = State { level: Some(4), ..State::default() };
            let state = found.placed(&before);
            assert_eq!((state.rows, state.columns, state.tiles.0), (entries(scene.clues.rows), entries(scene.clues.columns), scene.tiles));
            assert_eq!(state.level, Some(4));
            assert!(found.picture.width().max(found.picture.height()) <= MOST_PIXELS as usize);
        }
    }

    #[test]
    fn doubts_are_counted_and_corrected() {
        let scene = certain_scene();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.webp");
        scene.picture.save(&path).unwrap();
        let Found { picture, scale, mut reading, .. } = read_at_once(&PictureSource::File(path)).unwrap();
        reading.clues[1].confidence = 0.5;
        reading.clues[2].is_marked = true;
        reading.clues[7].seen = Clue { sum: 9, voltorbs: 1 };
        reading.tiles[9].confidence = 0.8;
        reading.has_other_board = true;
        let mut found = Found::new(picture, scale, reading, Some(3));
        let notes =
            ["This is frame 3 of the animation, the first with a board.", "The picture has more than one board. This is the largest."];
        assert_eq!(found.notes().collect::<Vec<_>>(), notes);
        // What was read, and so what is asked, doesn't depend on the answers.
        for answer in [found.clues[1], Clue { sum: 3, voltorbs: 2 }] {
            found.clues[1] = answer;
            assert_eq!(found.doubts(), 4);
            assert_eq!(found.placed(&State::default()).rows[1], answer.into());
            let reasons = [1, 2, 7].map(|place| found.reading.clues[place]).map(|clue| clue.why_asked(&clue.seen.to_string()));
            assert_eq!(reasons, ["50 % certain", "much of the board is unclear", "looks like 9/1, which fits the rest less well"]);
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("text.png");
        fs::write(&text, "no picture").unwrap();
        let refused = |path: &Path| read_at_once(&PictureSource::File(path.to_owned())).map(|_| ()).unwrap_err();
        assert!(refused(&text).contains("not a PNG"), "{}", refused(&text));
        assert!(refused(&folder.path().join("none.png")).contains("none.png"));
        assert!(refused(folder.path()).contains("it isn't a regular file"), "{}", refused(folder.path()));
        let mut reader = PictureReader::new(Arc::new(|| {}));
        reader.open(PictureSource::File(text));
        while reader.is_busy() {
            reader.catch_up();
            std::thread::yield_now();
        }
        assert!(matches!(&reader.outcome, Some(Err(why)) if why.contains("not a PNG")));
        reader.close();
        assert!(reader.outcome.is_none());
    }
}
