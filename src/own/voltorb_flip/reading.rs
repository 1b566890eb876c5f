//! The pane that reads a board from a picture. It shows what was read over the picture, and asks about what is doubtful: nothing reaches
//! the board before the user has seen it.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    ops::ControlFlow,
    path::Path,
};

use egui::{Align2, ColorImage, DragValue, FontId, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle, Ui, pos2, vec2};
use image::{RgbaImage, imageops};

use base::{search::Tally, text::sentence};
use gui::{
    files::PictureSource,
    pane,
    theme::{self, corner, space},
    widgets::{choice, muted, named},
};
use voltorb_flip::{
    model::{
        rules::{Line, MAX_POINTS, SIDE, Value, tile_name},
        state::{State, letter_of},
    },
    reading::{self, Area, Found, MAX_BYTES, draft::Draft},
};
use workbench::{file_error::FileError, job::Wake, worker::Worker};

/// The longer side of the shown picture, in pixels; larger pictures are shrunk. It fits on the smallest texture that the window allows.
const MOST_PIXELS: u32 = 1024;
/// The width of the pane, and the largest shares of the window's height that the picture and the questions take.
const WIDTH: f32 = 420.0;
const PICTURE_SHARE: f32 = 0.4;
const QUESTIONS_SHARE: f32 = 0.18;

/// Reads pictures, one at a time.
pub struct PictureReader {
    name: String,
    worker: Worker<Outcome>,
    outcome: Option<Outcome>,
    texture: Option<TextureHandle>,
}

/// What was read, or why nothing was.
type Outcome = Result<Box<Shown>, String>;

/// A board with its picture.
struct Shown {
    /// The picture, shrunk by `scale`.
    picture: ColorImage,
    scale: f32,
    draft: Draft,
}

impl PictureReader {
    /// Creates a closed pane. `wake` is called when a picture was read.
    pub fn new(wake: Wake) -> Self {
        Self { name: String::new(), worker: Worker::new("voltorb-flip reading", wake), outcome: None, texture: None }
    }

    /// Reads this picture on a thread of its own.
    pub fn open(&mut self, picture: PictureSource) {
        self.close();
        self.name = match &picture {
            PictureSource::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            PictureSource::Clipboard(_) => "the pasted picture".to_owned(),
        };
        self.worker.start(move |observer| {
            let outcome = read(&picture, &mut || observer.progress(0.0, &Tally::default()));
            observer.found(outcome.map(Box::new))?;
            observer.progress(1.0, &Tally::default())
        });
    }

    /// Closes the pane and forgets the picture.
    pub fn close(&mut self) {
        self.worker.reset();
        (self.outcome, self.texture) = (None, None);
    }

    /// Takes in what was read.
    pub fn catch_up(&mut self) {
        self.worker.drain(|outcome| self.outcome = Some(outcome));
        if let Some(failure) = self.worker.failure() {
            self.outcome = Some(Err(failure.to_string()));
        }
    }

    /// Whether a picture is being read.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Whether the pane is shown: a picture is being read, was read, or couldn't be.
    pub fn is_open(&self) -> bool {
        self.is_busy() || self.outcome.is_some()
    }

    /// Shows the pane if there is a picture. *Use this board* changes the state.
    pub fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        let mut is_open = self.is_open();
        let mut reply = None;
        pane::show(ui, "Read picture", &mut is_open, self.is_busy(), |ui| {
            ui.set_width(WIDTH);
            reply = self.pane_ui(ui);
        });
        if let (Some(Reply::Use), Some(Ok(shown))) = (reply, &self.outcome) {
            *state = shown.draft.placed(state);
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
            Some(Ok(shown)) => {
                shown.picture_ui(ui, &mut self.texture);
                for note in shown.draft.notes() {
                    ui.label(note);
                }
                doubts_ui(ui, &mut shown.draft);
                ui.add_space(space::S);
                ui.horizontal(|ui| {
                    let used = pane::main_button(ui, "Use this board", true).clicked();
                    let cancelled = ui.button("Cancel").clicked();
                    used.then_some(Reply::Use).or(cancelled.then_some(Reply::Cancel))
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

impl Shown {
    /// Shows the picture, with a frame and the value at each clue and each open tile.
    fn picture_ui(&self, ui: &mut Ui, texture: &mut Option<TextureHandle>) {
        let texture = texture.get_or_insert_with(|| ui.ctx().load_texture("picture", self.picture.clone(), egui::TextureOptions::LINEAR));
        let size = texture.size_vec2();
        let room = vec2(WIDTH, PICTURE_SHARE * ui.ctx().content_rect().height());
        let scale = (room / size).min_elem();
        let (place, response) = ui.allocate_exact_size(size * scale, Sense::hover());
        if let Some(at) = response.hover_pos()
            && let Some(text) = self.draft.read_at(((at - place.min) / (self.scale * scale)).into())
        {
            response.clone().on_hover_text_at_pointer(text);
        }
        named(response, &format!("The picture with what was read. {}", self.draft.summary()));
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
        for (tile, &value) in self.draft.reading.tiles.iter().zip(&self.draft.tiles) {
            if value.is_some() || tile.is_asked_about() {
                mark(tile.area, letter_of(value).to_string(), tile.is_asked_about());
            }
        }
        for (clue, value) in self.draft.reading.clues.iter().zip(&self.draft.clues) {
            mark(clue.area, value.to_string(), clue.is_asked_about());
        }
    }
}

/// Asks about each clue and each tile that is doubtful.
fn doubts_ui(ui: &mut Ui, draft: &mut Draft) {
    ui.label(theme::strong(draft.summary()));
    if draft.doubts() == 0 {
        return;
    }
    ScrollArea::vertical().max_height(QUESTIONS_SHARE * ui.ctx().content_rect().height()).auto_shrink([false, true]).show(ui, |ui| {
        let clues = Line::all().zip(&draft.reading.clues).zip(&mut draft.clues);
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
        let tiles = draft.reading.tiles.iter().zip(&mut draft.tiles).enumerate();
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

/// Reads the file and the board in it.
fn read(source: &PictureSource, keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Shown, String> {
    let found = match source {
        PictureSource::File(path) => {
            let bytes = bytes_of(path).map_err(|error| FileError::unreadable(path, &error).to_string())?;
            reading::read_file(&bytes, keep_going)
        }
        PictureSource::Clipboard(picture) => {
            let picture = opaque(picture);
            reading::read(&picture).map(|reading| Found { picture, reading, frame: None })
        }
    };
    let Found { picture, reading, frame } = found.map_err(|error| error.to_string())?;
    let scale = (MOST_PIXELS as f32 / picture.width().max(picture.height()) as f32).min(1.0);
    let [width, height] = [picture.width(), picture.height()].map(|side| ((side as f32 * scale).round() as u32).max(1));
    let shrunk = if scale < 1.0 { imageops::thumbnail(&picture, width, height) } else { picture };
    let picture = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &shrunk);
    Ok(Shown { picture, scale, draft: Draft::of(reading, frame) })
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
    use crate::scenes::scene::{self, Spoiling};

    fn read_at_once(source: &PictureSource) -> Result<Shown, String> {
        read(source, &mut || ControlFlow::Continue(()))
    }

    #[test]
    fn a_file_and_a_pasted_picture_read_alike() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.png");
        let picture = scene::draw(0, Spoiling::Sharp).picture;
        picture.save(&path).unwrap();
        let read = reading::read(&picture).unwrap();
        let pasted = ColorImage::from_rgba_unmultiplied([picture.width(), picture.height()].map(|side| side as usize), &picture);
        for source in [PictureSource::File(path), PictureSource::Clipboard(Arc::new(pasted))] {
            let shown = read_at_once(&source).unwrap();
            assert_eq!(shown.draft.reading, read);
            assert!(shown.picture.width().max(shown.picture.height()) <= MOST_PIXELS as usize);
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
