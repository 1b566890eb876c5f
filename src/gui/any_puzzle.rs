//! A puzzle as the window sees it: its [`Kind`], and what its [`Tools`] say, as data and functions without its types.

use std::sync::Arc;

use egui::Ui;

use super::{
    exporting,
    files::{self, Loaded},
    gallery::card::Card,
    help::HelpPage,
    tools::{Advice, ChallengeTexts, Companion, Daily, Memory, Of, OwnGames, Playing, Tools},
};
use base::{
    board::Board,
    erased::{Erased, Kind, Kinds, Spot, State, View, keep},
    puzzle::Preset,
};
use workbench::{
    file::{self, SaveFile},
    file_error::FileError,
    job::Wake,
    session::Session,
};

/// What the window knows about a puzzle. [`Tools`] says what the functions do.
pub struct AnyPuzzle {
    /// The puzzle without its controls.
    pub kind: &'static Kind,
    /// Its help page.
    pub help: HelpPage,
    /// Whether the first example is solved when its tab opens.
    pub begins_solved: bool,
    /// Whether it reads positions from pictures.
    pub reads_pictures: bool,
    /// Whether its board and its advice are enough for a small window.
    pub has_small_window: bool,
    /// The room for its facts.
    pub fact_lines: Option<u8>,
    /// The key of the section with the filter of the list.
    pub filter: Option<&'static str>,
    /// Gives a hint in a view.
    #[allow(clippy::type_complexity, reason = "as in the trait")]
    pub own_hint: Option<&'static (dyn Fn(&State, &mut View) -> String + Sync)>,
    /// What it adds to playing.
    pub playing: Playing<Erased>,
    /// What is said about its challenges.
    pub challenges: ChallengeTexts,
    /// What its tab remembers.
    pub memory: Memory<Erased>,
    /// What to do next.
    pub advice: fn(&Session) -> Option<Advice>,
    /// Does what the controls do in every frame.
    pub keep_up: fn(&Session, &mut View) -> Option<Spot>,
    /// Shows the controls.
    pub tools_ui: fn(&mut Ui, &Session, &mut State, &mut View),
    /// Shows what another try at a mistake needs.
    pub try_ui: fn(&mut Ui, &mut State, &mut View),
    /// Creates the jobs of a document.
    pub companion: fn(Wake) -> Box<dyn Companion>,
}

/// The puzzles of the window, in the order of their tabs. The program makes the list and passes it.
#[derive(Clone, Copy)]
pub struct Puzzles {
    /// All of them.
    pub all: &'static [AnyPuzzle],
    /// The same without their controls.
    pub kinds: Kinds,
}

impl Puzzles {
    /// The puzzle with this key.
    pub fn with_key(self, key: &str) -> Option<&'static AnyPuzzle> {
        self.all.iter().find(|puzzle| puzzle.kind.key == key)
    }

    /// Reads the text of a save file of any puzzle.
    ///
    /// # Errors
    /// When it isn't one.
    pub fn load(self, text: String) -> Result<Loaded, FileError> {
        let kind = file::kind_of(self.kinds, &text)?;
        let problems = file::import(kind, &text).transpose()?.unwrap_or_default();
        let document = match problems.first() {
            Some(first) => first.document.clone(),
            None => file::read_of(kind, &text)?,
        };
        Ok(Loaded { hash: files::hash(text.as_bytes()), text, key: kind.key, document, problems })
    }
}

impl AnyPuzzle {
    /// A puzzle of this kind with its controls, without its types.
    pub fn of<C: Tools<P>, P: Board>(kind: &'static Kind) -> Self {
        Self {
            kind,
            help: C::HELP,
            begins_solved: C::BEGINS_SOLVED,
            reads_pictures: C::READS_PICTURES,
            has_small_window: C::HAS_SMALL_WINDOW,
            fact_lines: C::FACT_LINES,
            filter: C::FILTER,
            own_hint: C::OWN_HINT.map(|own| keep(move |state: &State, view: &mut View| view.change(|view| own(state.get(), view))) as _),
            playing: playing::<C, P>(),
            challenges: C::CHALLENGES,
            memory: memory::<C, P>(),
            advice: |session| C::advice(Of::<P>::new(session)),
            keep_up: |session, view| view.change(|view| C::keep_up(Of::<P>::new(session), session.state().get(), view)).map(Spot::of),
            tools_ui: |ui, session, state, view| {
                state.change(|state| view.change(|view| C::tools_ui(ui, Of::<P>::new(session), state, view)));
            },
            try_ui: |ui, state, view| state.change(|state| view.change(|view| C::try_ui(ui, state, view))),
            companion: C::companion,
        }
    }

    /// The content of an example.
    pub fn preset(&self, preset: &Preset) -> SaveFile<State> {
        // A test reads all presets, so the fallback to an empty board is never used.
        file::read_of(self.kind, preset.ron).unwrap_or_else(|_| SaveFile::untitled((self.kind.empty)()))
    }

    /// Returns the text that its tab remembers as this version writes it.
    ///
    /// # Errors
    /// Why it can't be read.
    pub fn rewritten(&self, text: &str) -> Result<String, String> {
        let mut view = (self.kind.view)();
        (self.memory.read)(&mut view, text).map(|()| (self.memory.write)(&view))
    }

    /// Returns the examples as cards for the gallery.
    pub fn examples(&'static self) -> Vec<Card> {
        let card = |preset| {
            let SaveFile { title, note, state, .. } = self.preset(preset);
            let portrait = Arc::new(move |look: &_, room, _: &_| exporting::portrait(self.kind, &state, look, room));
            Card { title: title.unwrap_or_default(), note: note.unwrap_or_default(), portrait }
        };
        self.kind.presets.iter().map(card).collect()
    }
}

fn playing<C: Tools<P>, P: Board>() -> Playing<Erased> {
    let Playing { games, daily, results } = C::PLAYING;
    Playing {
        games: games.map(|OwnGames { about, choices, is_on_position, key, start, focus }| OwnGames {
            about: keep(move |state: &State| about(state.get())),
            choices: choices.map(|choices| {
                keep(move |ui: &mut Ui, state: &State, view: &mut View| view.change(|view| choices(ui, state.get(), view))) as _
            }),
            is_on_position,
            key,
            start: keep(move |state: &mut State, view: &mut View| state.change(|state| view.change(|view| start(state, view)))),
            focus: focus.map(Spot::of),
        }),
        daily: daily.map(|Daily { about, begin }| Daily {
            about,
            begin: keep(move |day| {
                let (state, game) = begin(day);
                (State::of(state), game)
            }),
        }),
        results,
    }
}

fn memory<C: Tools<P>, P: Board>() -> Memory<Erased> {
    let Memory { write, read, share, merge } = C::MEMORY;
    Memory {
        write: keep(move |view: &View| write(view.get())),
        read: keep(move |view: &mut View, text: &str| view.change(|view| read(view, text))),
        share: keep(move |from: &View, to: &mut View| to.change(|to| share(from.get(), to))),
        merge,
    }
}
