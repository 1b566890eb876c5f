//! What a tab exports as pictures. The data is copied at once; the drawing happens on the thread that writes the file.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use crate::deferred::Deferred;
use base::{
    board::{Heading, Scene},
    book::{self, PaperSize},
    challenge::Grade,
    contact,
    erased::{Kind, Solution, Spot, State, View},
    look::{Look, Theme},
    picture::{Color, Picture},
    search::{Tally, first},
    text::sentence,
};
use export::{Format, Paper, pdf, png::MAX_SIDE, svg};
use workbench::{
    session::{Mark, Session, Track, marked},
    step_list::TraceStepOf,
};

/// The usual longer side of a picture of the board, and of an animation, in pixels.
const PICTURE_PIXELS: u32 = 1600;
const ANIMATION_PIXELS: u32 = 640;
/// The greatest number of steps of a search trace that are exported: the last ones before the current step.
const MAX_TRACE_STEPS: usize = 100;
/// The most steps of a walkthrough that are printed.
pub const MAX_PRINTED: u64 = 300;
/// The longer side of a sheet to print, in pixels: an A4 page at 200 dots per inch.
pub const PRINTED_PIXELS: u32 = 2339;
/// The pixels of a sheet of solutions for each unit of its text.
const SHEET_SCALE: f32 = 2.0;

#[cfg(test)]
mod tests;

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    /// The board as it is shown.
    Board,
    /// The listed solutions.
    List,
    /// A sheet to print, for puzzles that have one.
    Sheet,
}

impl Exported {
    /// Whether it can have this format: the board can become an animation, and a sheet a page.
    pub fn can_be(self, format: Format) -> bool {
        match format {
            Format::Svg | Format::Png => true,
            Format::Gif => self == Self::Board,
            Format::Pdf => self == Self::Sheet,
        }
    }
}

/// How it is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// The suggested format; the name of the file decides.
    pub format: Format,
    /// The longer side of a picture of the board, in pixels.
    pub longer_side: u32,
    /// Light or dark; none is as the window.
    pub theme: Option<Theme>,
    /// Whether there is nothing behind the board.
    pub is_transparent: bool,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self { format: Format::Svg, longer_side: PICTURE_PIXELS, theme: None, is_transparent: false }
    }
}

impl ExportOptions {
    /// The same options for another format. A size that the user has not changed becomes the usual one of that format.
    pub fn with_format(self, format: Format) -> Self {
        let usual = |format| if format == Format::Gif { ANIMATION_PIXELS } else { PICTURE_PIXELS };
        let longer_side = if self.longer_side == usual(self.format) { usual(format) } else { self.longer_side };
        Self { format, longer_side, ..self }
    }

    /// The same options for this content, which may not have this format.
    pub fn for_content(self, content: Exported) -> Self {
        if content.can_be(self.format) { self } else { self.with_format(Format::Svg) }
    }

    /// The colour behind a picture with this look.
    fn ground(&self, look: &Look) -> Option<Color> {
        (!self.is_transparent).then_some(look.colors.window)
    }
}

/// How many pictures an export draws at least if it shows how far it is.
const MANY: usize = 100;
/// How long it has taken by then.
const SLOW: Duration = Duration::from_millis(500);

/// A series of pictures that are still to be drawn as SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    draw: Deferred<Option<Vec<String>>>,
    /// A sheet as a PDF file.
    page: Option<Deferred<Vec<u8>>>,
    /// How far it is.
    pub progress: Progress,
}

impl Drawing {
    /// This many pictures, which are drawn by this. It reports each to the progress, and returns `None` if that stops it.
    pub fn new(pictures: usize, mut draw: impl FnMut(&Progress) -> Option<Vec<String>> + Send + 'static) -> Self {
        let progress = Progress::of(pictures);
        let shared = progress.clone();
        Self { draw: Deferred::new(move || draw(&shared)), page: None, progress }
    }

    /// A sheet to print, which is drawn by this.
    pub fn sheet<S>(draw: impl Fn() -> Picture<S> + Send + Sync + 'static) -> Self {
        let draw = Arc::new(draw);
        let again = draw.clone();
        let page = Deferred::new(move || pdf::write_sheet(&again(), PaperSize::A4.points()));
        let paper = Paper { longer_side: PRINTED_PIXELS, ground: Some(Color::WHITE) };
        Self { page: Some(page), ..Self::new(1, move |_| Some(vec![svg::write(&draw(), &paper)])) }
    }

    /// The PDF file, if it can be one.
    pub fn page(&self) -> Option<Vec<u8>> {
        self.page.as_ref().map(Deferred::make)
    }

    /// Draws the pictures; none if it was stopped.
    pub fn make(&self) -> Option<Vec<String>> {
        self.progress.begin();
        self.draw.make().filter(|_| !self.progress.is_stopped())
    }
}

/// How far an export is. The window and the thread that writes the file share it.
#[derive(Clone, Debug)]
pub struct Progress(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    pictures: usize,
    began: OnceLock<Instant>,
    done: AtomicUsize,
    is_stopped: AtomicBool,
    is_hidden: AtomicBool,
    is_animation: AtomicBool,
}

impl Progress {
    fn of(pictures: usize) -> Self {
        let not_yet = AtomicBool::default;
        let (began, done) = (OnceLock::new(), AtomicUsize::new(0));
        Self(Arc::new(Counts { pictures, began, done, is_stopped: not_yet(), is_hidden: not_yet(), is_animation: not_yet() }))
    }

    fn begin(&self) {
        self.0.began.get_or_init(Instant::now);
    }

    /// Notes that another picture is done. Returns `None` if the export should stop.
    pub fn next(&self) -> Option<()> {
        self.0.done.fetch_add(1, Relaxed);
        (!self.is_stopped()).then_some(())
    }

    /// Returns this picture, which is done, or `None` if the export should stop.
    fn after<T>(&self, picture: T) -> Option<T> {
        self.next().map(|()| picture)
    }

    /// Notes that the pictures make an animation: each is drawn and then encoded, which takes about as long.
    pub fn note_animation(&self) {
        self.0.is_animation.store(true, Relaxed);
    }

    /// How many pictures are done, and how many there will be.
    pub fn counts(&self) -> (usize, usize) {
        let done = self.0.done.load(Relaxed) / if self.0.is_animation.load(Relaxed) { 2 } else { 1 };
        (done.min(self.0.pictures), self.0.pictures)
    }

    /// Whether the user should see it if it takes long.
    pub fn may_be_shown(&self) -> bool {
        MANY <= self.0.pictures && !self.is_stopped() && !self.0.is_hidden.load(Relaxed)
    }

    /// Whether it has taken long. An export that waits for another one hasn't begun.
    pub fn is_slow(&self) -> bool {
        self.0.began.get().is_some_and(|began| began.elapsed() >= SLOW)
    }

    /// Lets the export continue unseen.
    pub fn hide(&self) {
        self.0.is_hidden.store(true, Relaxed);
    }

    /// Makes the export stop before its next picture, without a file.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Relaxed);
    }

    /// Whether the export should stop.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Relaxed)
    }
}

/// The board at each step of the shown solution or search trace, up to the current step.
pub fn shown(session: &Session, look: &Look, options: &ExportOptions) -> Drawing {
    let paper = Paper { longer_side: options.longer_side, ground: options.ground(look) };
    let steps: Vec<_> = session.recorded_steps(MAX_TRACE_STEPS).cloned().collect();
    if !steps.is_empty() {
        let (steps, look) = (Steps::of(session, steps), *look);
        return Drawing::new(steps.steps.len(), move |progress| {
            let written = |step| progress.after(svg::write(&steps.picture(step, &look), &paper));
            steps.steps.iter().map(written).collect()
        });
    }
    let snapshot = session.snapshot(look);
    let written = move |picture: Picture<Spot>, progress: &Progress| progress.after(svg::write(&picture, &paper));
    Drawing::new(snapshot.count(), move |progress| snapshot.pictures().map(|picture| written(picture, progress)).collect())
}

/// Steps of a search trace or a walkthrough, to be drawn elsewhere.
struct Steps {
    kind: &'static Kind,
    state: State,
    view: View,
    steps: Vec<TraceStepOf>,
}

impl Steps {
    fn of(session: &Session, steps: Vec<TraceStepOf>) -> Self {
        Self { kind: session.kind(), state: session.state().clone(), view: session.view().clone(), steps }
    }

    fn picture(&self, step: &TraceStepOf, look: &Look) -> Picture<Spot> {
        let Self { kind, state, view, .. } = self;
        let shown = Some((&step.partial, (kind.steps)(&step.partial)));
        let scene = Scene { state, flaws: &[], insight: None, shown, view, pointed: None, marks: &step.spots, look };
        marked((kind.draw)(&scene), &step.spots, Mark::Here, look)
    }
}

/// The walkthrough that is shown as a PDF to print, with up to [`MAX_PRINTED`] steps; none if none is shown.
pub fn handout(session: &Session) -> Option<Deferred<Vec<u8>>> {
    let told = session.told()?;
    let title = format!("{}: {}", session.name(), told.walkthrough.title.to_lowercase());
    let numbered = (1..=told.known().min(MAX_PRINTED)).filter_map(|number| Some((number.to_string(), told.step(number)?.clone())));
    let (names, steps): (Vec<_>, Vec<_>) = told.heading().map(|step| (String::new(), step.clone())).into_iter().chain(numbered).unzip();
    let steps = Steps::of(session, steps);
    Some(Deferred::new(move || {
        let look = Look::on_paper();
        let drawn = |(name, step): (&String, &TraceStepOf)| book::HandoutStep {
            picture: steps.picture(step, &look),
            name: name.clone(),
            text: format!("{}.", sentence(&step.remark)),
        };
        let drawn: Vec<_> = names.iter().zip(&steps.steps).map(drawn).collect();
        pdf::write(&book::handout(&title, &drawn, PaperSize::A4), &title)
    }))
}

/// A position as an SVG that is as large as it fits this width and height, in pixels.
pub fn portrait(kind: &Kind, state: &State, look: &Look, room: [f32; 2]) -> String {
    let picture = kind.portrait(state, look);
    let size = picture.size();
    let scale = (room[0] / size.x).min(room[1] / size.y);
    svg::write(&picture, &Paper { longer_side: (size.max_element() * scale) as u32, ground: None })
}

/// The challenge of this grade and seed as an SVG that fits this room. It is empty if there is none, or once nothing keeps `wanted` alive.
pub fn challenge(kind: &Kind, figure: &State, (grade, seed): (Grade, u64), look: &Look, room: [f32; 2], wanted: &Weak<()>) -> String {
    let Some(challenges) = &kind.extras.challenges else { return String::new() };
    let progress = |_, _: &Tally| if wanted.strong_count() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    match first(|first| (challenges.make)(figure, grade, seed, first), progress) {
        ControlFlow::Continue(Some(state)) => portrait(kind, &state, look, room),
        _ => String::new(),
    }
}

/// All listed solutions as one picture, in the order of the list.
pub fn listed(session: &Session, look: Look, options: &ExportOptions) -> Drawing {
    let kind = session.kind();
    let ground = options.ground(&look);
    let solutions: Vec<Solution> = (0..session.listed()).filter_map(|index| session.listed_solution(index).cloned()).collect();
    let (state, view) = (session.state().clone(), session.view().clone());
    Drawing::new(solutions.len(), move |progress| {
        let thumbnail = |solution| progress.after((kind.thumbnail)(&state, &view, solution, &look));
        let thumbnails = solutions.iter().map(thumbnail).collect::<Option<Vec<_>>>()?;
        let sheet = contact::sheet(kind.title, thumbnails, &look);
        let longer_side = (sheet.size().max_element() * SHEET_SCALE).min(MAX_SIDE as f32) as u32;
        Some(vec![svg::write(&sheet, &Paper { longer_side, ground })])
    })
}

/// The sheet to print of the shown solution, or else of the position. None if the puzzle has no sheets.
pub fn sheet(session: &Session) -> Option<Drawing> {
    let kind = session.kind();
    let draw = kind.board_extras.sheet?;
    let solution = session.shown().map(|(solution, _)| solution.clone());
    let cursor = session.cursor().filter(|_| solution.is_some() && session.track() == Track::Solutions);
    let number = cursor.map(|cursor| cursor.solution as u64 + 1);
    let of = cursor.filter(|_| !session.searches().may_be_more()).map(|_| session.listed() as u64);
    let heading = Heading { name: session.name(), solution: number, solutions: of };
    let state = session.state().clone();
    Some(Drawing::sheet(move || draw(&state, solution.as_ref(), &heading)))
}
