//! The tab of a puzzle: its open documents, one of which is shown.

use std::{
    any::Any,
    cell::OnceCell,
    path::{Path, PathBuf},
    sync::Weak,
    time::Duration,
};

use egui::Ui;

use super::{
    book::{self, BookOptions, Figure, Made},
    command::DocumentCommand,
    deferred::Deferred,
    document::{NewDocument, OpenDocument},
    exporting::{self, Drawing, ExportOptions},
    files::PictureSource,
    help::HelpPage,
    play::{self, ChallengeCard, Record},
    request::Requests,
    tab::{DocumentLabel, OpenAgain, Tab, WindowInfo},
    tab_settings::Merge,
    tools::Tools,
    words,
};
use crate::{
    board::TextError,
    challenge::Grade,
    date::Date,
    game::Game,
    look::Look,
    puzzle::Preset,
    workbench::{
        file::{self, Document},
        job::{Job, NoThread, Wake},
        session::{Cause, Change, Mode, Place, Session, Ticket, Unsaved},
    },
};

/// The document of a file that belongs in the tab of this puzzle.
fn own<P: Tools>(document: Box<dyn Any + Send>) -> Document<P::State> {
    *document.downcast().expect("the window gives a tab only documents of its puzzle")
}

/// A tab for the puzzle `P`.
pub struct PuzzleTab<P: Tools> {
    /// Empty only until the tab is first shown or a file is opened in it.
    documents: Vec<OpenDocument<P>>,
    shown: usize,
    /// The text that is remembered from one start to the next, while there is no document.
    remembered: String,
    /// How many documents were ever opened.
    opened: u64,
    /// The presets as documents, read when they are first needed.
    presets: OnceCell<Vec<Document<P::State>>>,
    /// The saves under way: the number of the ticket, the number of the document, and the session's ticket.
    being_saved: Vec<(u64, u64, Ticket<P::State>)>,
    tickets: u64,
    /// The results of games.
    record: Record,
    wake: Wake,
    /// How long a search may take whose list is renewed after edits.
    quick: Duration,
}

impl<P: Tools> PuzzleTab<P> {
    /// A tab without documents, which renews lists after edits if their searches took no longer than `quick`.
    pub fn new(wake: Wake, quick: Duration) -> Self {
        Self {
            documents: Vec::new(),
            shown: 0,
            remembered: String::new(),
            opened: 0,
            presets: OnceCell::new(),
            being_saved: Vec::new(),
            tickets: 0,
            record: Record::default(),
            wake,
            quick,
        }
    }

    fn shown(&self) -> &OpenDocument<P> {
        &self.documents[self.shown]
    }

    fn shown_mut(&mut self) -> &mut OpenDocument<P> {
        &mut self.documents[self.shown]
    }

    fn new_document(&self, mut document: Document<P::State>, path: Option<PathBuf>) -> OpenDocument<P> {
        // The daily puzzle counts once.
        let is_again = |game: &&mut Game| game.end.is_none() && game.day.is_some_and(|day| self.record.has_result(day));
        let again = document.game.as_mut().filter(is_again).and_then(|game| {
            game.is_counted = true;
            game.day
        });
        let mut session = Session::new(document, path, self.wake.clone());
        session.quick = self.quick;
        let mut document = OpenDocument::new(self.opened, session, self.wake.clone());
        if let Some(day) = again {
            document.show_notice(play::played_before(day));
        }
        document
    }

    fn presets(&self) -> &[Document<P::State>] {
        self.presets.get_or_init(|| P::presets().iter().map(preset_document::<P>).collect())
    }

    /// The first preset, which a tab without documents shows.
    fn example(&self) -> OpenDocument<P> {
        let mut document = self.new_document(preset_document::<P>(&P::presets()[0]), None);
        document.is_example = true;
        if P::BEGINS_SOLVED {
            document.session.search();
        }
        document
    }

    /// Adds a document after the current one, or in its place if that is an untouched example, and shows it.
    fn add(&mut self, mut document: OpenDocument<P>) {
        self.opened += 1;
        if let Some(day) = document.session.game().filter(|game| game.end.is_none()).and_then(|game| game.day) {
            self.record.begin(day);
        }
        if self.documents.is_empty() {
            // `recall` has checked this text before.
            let _ = (P::MEMORY.read)(document.session.view_mut(), &self.remembered);
            return self.documents.push(document);
        }
        document.copy_settings(self.shown());
        let is_replaced = self.shown().is_untouched_example();
        let from = self.shown;
        if is_replaced {
            let before = std::mem::replace(&mut self.documents[from], document);
            copy_remembered(&before, &mut self.documents[from]);
        } else {
            self.documents.insert(from + 1, document);
            self.show(from + 1);
        }
    }

    /// Adds this document, which has no file, and moves the keyboard's focus to its board.
    fn add_to_play(&mut self, document: Document<P::State>) {
        let mut document = self.new_document(document, None);
        document.take_focus();
        self.add(document);
    }

    /// Opens the document that the current one has requested.
    fn open_requested(&mut self) {
        let Some(requested) = self.shown_mut().take_requested() else { return };
        match requested {
            NewDocument::Example(document) => {
                let mut new = self.new_document(document, None);
                new.is_example = true;
                new.take_focus();
                self.add(new);
            }
            NewDocument::Daily => match self.playing(self.shown().day()) {
                Some(index) => self.show_playing(index),
                None => {
                    self.shown_mut().play_daily();
                    self.open_requested();
                }
            },
            NewDocument::Own(document) => self.add_to_play(document),
            NewDocument::Game(state, view) => {
                let title = game_title::<P>(&state, &view, &self.shown().session.name());
                let title = Some(self.distinct(title));
                let mut game = self.new_document(Document { title, ..Document::untitled(state) }, None);
                game.apply(Change::Begin(view), Cause::User);
                copy_remembered(&game, self.shown_mut());
                game.take_canvas_from(self.shown_mut());
                self.add(game);
            }
            NewDocument::Variation(state, view, gesture) => {
                let (session, name) = (&self.shown().session, self.shown().session.name());
                let is_new_game = self.shown().is_playing() && P::BOARD_EXTRAS.moves(&state) == 0;
                let title = if is_new_game { game_title::<P>(&state, &view, &name) } else { format!("{name} (variation)") };
                let title = self.distinct(title);
                let first = if is_new_game { state.clone() } else { session.state().clone() };
                let mut variation = self.new_document(Document { title: Some(title), ..Document::untitled(first) }, None);
                let has_game = P::BOARD_EXTRAS.games.as_ref().is_some_and(|games| (games.is_on)(&view));
                variation.apply(if has_game { Change::Begin(view) } else { Change::View(view) }, Cause::File);
                variation.apply(Change::Position(state, gesture), Cause::File);
                if !is_new_game {
                    variation.session.continue_clock(session);
                }
                variation.take_over_from(self.shown_mut());
                if !is_new_game {
                    variation.show_notice(format!("This move starts a variation; \"{name}\" keeps all its moves"));
                }
                self.add(variation);
            }
        }
    }

    /// A file belongs to one document: another one that had this path is unsaved from now on.
    fn take_path_from_others(&mut self, owner: usize, path: &Path) {
        for (index, document) in self.documents.iter_mut().enumerate() {
            if index != owner && document.session.path().is_some_and(|own| own == path) {
                document.session.lose_path();
            }
        }
    }

    /// The document in which the puzzle of this day is being played.
    fn playing(&self, day: Date) -> Option<usize> {
        let is_on = |game: Game| game.end.is_none() && game.day == Some(day);
        self.documents.iter().position(|document| document.session.game().is_some_and(is_on))
    }

    /// Shows the document in which the daily puzzle is being played, instead of opening it again.
    fn show_playing(&mut self, index: usize) {
        self.show(index);
        self.shown_mut().show_notice("You are playing this daily puzzle here".to_owned());
    }

    /// The title, with a number if another document has it, so that each has its own.
    fn distinct(&self, title: String) -> String {
        let is_taken = |title: &str| self.documents.iter().any(|document| document.session.name() == title);
        let numbered = (2..).map(|number| format!("{title} ({number})"));
        std::iter::once(title.clone()).chain(numbered).find(|title| !is_taken(title)).unwrap_or(title)
    }

    fn index_of(&self, number: u64) -> Option<usize> {
        self.documents.iter().position(|document| document.number == number)
    }
}

/// The title of the game that was started in this view: what is played, and its seed or else the name of the position that it is played on.
fn game_title<P: Tools>(state: &P::State, view: &P::View, position: &str) -> String {
    let game = P::BOARD_EXTRAS.games.as_ref().and_then(|games| (games.saved)(state, view));
    let position = P::PLAYING.games.as_ref().is_none_or(|games| games.is_on_position).then_some(position);
    game.map_or_else(|| "Game".to_owned(), |game| words::documents::game(&(P::PLAYING.results.kind)(&game), game.seed, position))
}

/// The preset as a document. A test reads all presets, so the fallback to an empty board is never used.
fn preset_document<P: Tools>(preset: &Preset) -> Document<P::State> {
    file::read::<P>(preset.ron).unwrap_or_default()
}

/// Hands over what is remembered from one start to the next, which belongs to the tab and not to a document.
fn copy_remembered<P: Tools>(from: &OpenDocument<P>, to: &mut OpenDocument<P>) {
    (P::MEMORY.share)(from.session.view(), to.session.view_mut());
}

impl<P: Tools> Tab for PuzzleTab<P> {
    fn key(&self) -> &'static str {
        P::KEY
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn help(&self) -> HelpPage {
        P::HELP
    }

    fn ensure_document(&mut self) {
        if self.documents.is_empty() {
            self.add(self.example());
        }
    }

    fn examples(&self) -> Vec<(String, String)> {
        let about = |example: &Document<P::State>| (example.title.clone().unwrap_or_default(), example.note.clone().unwrap_or_default());
        self.presets().iter().map(about).collect()
    }

    fn example_drawings(&self, look: &Look, room: [f32; 2]) -> Vec<Deferred<String>> {
        self.presets().iter().map(|example| exporting::portrait::<P>(&example.state, *look, room)).collect()
    }

    fn open_example(&mut self, index: usize) {
        if let Some(example) = self.presets().get(index).cloned() {
            self.shown_mut().request(NewDocument::Example(example));
            self.open_requested();
        }
    }

    fn challenges(&self) -> Vec<ChallengeCard> {
        self.shown().challenges()
    }

    fn grade(&self) -> Option<Grade> {
        self.shown().grade()
    }

    fn challenge_drawings(&self, look: &Look, room: [f32; 2], wanted: &Weak<()>) -> Vec<Deferred<String>> {
        self.shown().challenge_drawings(look, room, wanted)
    }

    fn open_challenge(&mut self, grade: Grade, seed: u64) {
        self.shown_mut().make_challenge(grade, seed);
    }

    fn caption(&self) -> String {
        self.shown().caption()
    }

    fn documents(&self) -> Vec<DocumentLabel> {
        let label = |document: &OpenDocument<P>| {
            let session = &document.session;
            let is_searching = session.is_searching();
            let (name, path) = (session.name(), session.path().cloned());
            let (is_changed, is_edited) = (session.is_changed(), session.is_edited());
            DocumentLabel { number: document.number, name, path, is_changed, is_edited, is_searching }
        };
        self.documents.iter().map(label).collect()
    }

    fn shown(&self) -> usize {
        self.shown
    }

    fn show(&mut self, index: usize) {
        if index != self.shown && index < self.documents.len() {
            let [from, to] = self.documents.get_disjoint_mut([self.shown, index]).expect("these are two of them");
            copy_remembered(from, to);
            self.shown = index;
        }
    }

    fn close(&mut self, index: usize) {
        if self.documents.len() <= index {
            return;
        }
        let was_shown = index == self.shown;
        let closed = self.documents.remove(index);
        self.shown -= usize::from(index < self.shown || self.shown == self.documents.len() && 0 < self.shown);
        self.ensure_document();
        if was_shown {
            copy_remembered(&closed, self.shown_mut());
        }
    }

    fn is_changed(&self) -> bool {
        self.documents.iter().any(|document| document.session.is_changed())
    }

    fn unsaved(&self) -> Vec<(u64, Unsaved)> {
        self.documents.iter().filter_map(|document| Some((document.number, document.session.unsaved()?))).collect()
    }

    fn pause_if_long(&mut self) -> bool {
        let running = self.documents.iter_mut().filter_map(|document| document.pause_if_long().then_some(()));
        running.count() > 0
    }

    fn resume_paused(&mut self) {
        self.documents.iter_mut().for_each(OpenDocument::resume_paused);
    }

    fn irreplaceable(&self) -> Vec<(u64, String)> {
        let running = self.documents.iter().filter(|document| document.session.has_irreplaceable_search());
        running.map(|document| (document.number, document.session.name())).collect()
    }

    fn catch_up(&mut self, requests: &Requests) -> bool {
        let (record, mut challenges) = (&mut self.record, Vec::new());
        let more = self.documents.iter_mut().enumerate().filter_map(|(index, document)| {
            if index != self.shown {
                document.session.drop_kept();
            }
            challenges.extend(document.take_challenge());
            let is_more = document.catch_up(requests);
            for game in document.take_ended() {
                if !game.is_counted
                    && let Err(day) = record.add(game)
                {
                    document.show_notice(play::played_before(day));
                }
            }
            is_more.then_some(())
        });
        let is_more = more.count() > 0;
        for challenge in challenges {
            // Two documents may have asked for the puzzle of the same day.
            match challenge.game.as_ref().and_then(|game| self.playing(game.day?)) {
                Some(index) => self.show_playing(index),
                None => self.add_to_play(challenge),
            }
        }
        is_more
    }

    fn is_settling(&self) -> bool {
        self.documents.get(self.shown).is_some_and(|document| {
            let session = &document.session;
            session.is_settling() || session.is_searching() || session.is_hinting()
        })
    }

    fn is_busy(&self) -> bool {
        self.documents.iter().any(|document| document.session.is_working() || document.companion.is_busy() || document.is_making())
    }

    fn tick(&mut self, now: Duration) -> Option<Duration> {
        self.shown_mut().session.tick(now)
    }

    fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>) {
        self.documents[self.shown].ui(ui, window, &mut self.record);
        self.open_requested();
    }

    fn choose_mode(&mut self, mode: Mode) {
        self.shown_mut().choose_mode(mode);
    }

    fn has_small_window(&self) -> bool {
        self.shown().has_small_window()
    }

    fn small_ui(&mut self, ui: &mut Ui) {
        self.documents[self.shown].small_ui(ui, &self.record);
        self.open_requested();
    }

    fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        self.shown().can(command)
    }

    fn can_export_list(&self) -> Result<(), &'static str> {
        self.shown().can_export_list()
    }

    fn run(&mut self, command: DocumentCommand, now: Duration) {
        self.shown_mut().run(command, now);
        self.open_requested();
    }

    fn open(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>) -> bool {
        let document = own::<P>(document);
        let is_open = |open: &OpenDocument<P>| path.is_some() && open.session.path() == path.as_ref();
        match self.documents.iter().position(is_open) {
            // Reading the file again would discard the changes made here.
            Some(index) if self.documents[index].session.is_changed() => {
                self.show(index);
                self.shown_mut().show_notice("This file is already open and has unsaved changes".to_owned());
                return false;
            }
            Some(index) => {
                self.show(index);
                self.shown_mut().apply(Change::Reload(Box::new(document)), Cause::File);
            }
            None => self.add(self.new_document(document, path)),
        }
        true
    }

    fn open_again(&mut self, document: Box<dyn Any + Send>, again: OpenAgain) -> u64 {
        let OpenAgain { path, is_example, place } = again;
        // Another start of the program may have handed the file over.
        let is_open = |open: &&OpenDocument<P>| path.is_some() && open.session.path() == path.as_ref();
        if let Some(open) = self.documents.iter().find(is_open) {
            return open.number;
        }
        let mut document = self.new_document(own::<P>(document), path);
        (document.is_example, document.place) = (is_example, Some(place));
        let number = document.number;
        if self.documents.is_empty() {
            self.add(document);
        } else {
            self.opened += 1;
            self.documents.push(document);
        }
        number
    }

    fn place_version(&self, number: u64) -> Option<u64> {
        let document = &self.documents[self.index_of(number)?];
        // Until it is shown again, it is where it was.
        Some(if document.place.is_some() { 0 } else { document.session.place_version() })
    }

    fn place(&self, number: u64) -> Option<Place> {
        Some(self.documents[self.index_of(number)?].place())
    }

    fn is_example(&self, number: u64) -> bool {
        self.index_of(number).is_some_and(|index| self.documents[index].is_example)
    }

    fn recover(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>, place: Option<Place>) {
        let mut recovered = self.new_document(own::<P>(document), path);
        recovered.session.note_recovered();
        recovered.place = place;
        // The file itself may have been opened again before.
        let is_same = |open: &OpenDocument<P>| open.session.path().is_some() && open.session.path() == recovered.session.path();
        match self.documents.iter().position(|open| is_same(open) && !open.session.is_changed()) {
            Some(index) => {
                self.opened += 1;
                copy_remembered(self.shown(), &mut recovered);
                self.documents[index] = recovered;
                self.show(index);
            }
            None => self.add(recovered),
        }
    }

    fn text(&self, number: u64) -> Option<Deferred<String>> {
        let (document, _) = self.documents[self.index_of(number)?].session.to_save();
        Some(Deferred::new(move || file::write::<P>(&document)))
    }

    fn begin_save(&mut self) -> (Deferred<String>, u64) {
        let (document, ticket) = self.shown().session.to_save();
        self.tickets += 1;
        let number = self.shown().number;
        self.being_saved.push((self.tickets, number, ticket));
        (Deferred::new(move || file::write::<P>(&document)), self.tickets)
    }

    fn path_of(&self, ticket: u64) -> Option<PathBuf> {
        let (_, number, _) = self.being_saved.iter().find(|(number, ..)| *number == ticket)?;
        self.documents[self.index_of(*number)?].session.path().cloned()
    }

    fn lose_path(&mut self, path: &Path) {
        self.take_path_from_others(usize::MAX, path);
    }

    fn finish_save(&mut self, ticket: u64, path: Option<PathBuf>) {
        let Some(index) = self.being_saved.iter().position(|(number, ..)| *number == ticket) else { return };
        let (_, number, ticket) = self.being_saved.remove(index);
        // It may have been closed meanwhile.
        if let (Some(path), Some(place)) = (path, self.index_of(number)) {
            self.take_path_from_others(place, &path);
            self.documents[place].session.note_saved(ticket, path);
        }
    }

    fn reads_pictures(&self) -> bool {
        P::READS_PICTURES
    }

    fn open_picture(&mut self, picture: PictureSource) {
        self.shown_mut().companion.open_picture(picture);
    }

    fn copy(&self) -> String {
        P::write_text(self.shown().session.state())
    }

    fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let before = self.shown().number;
        let outcome = self.shown_mut().paste(text);
        self.open_requested();
        let pasted = self.shown_mut();
        if pasted.number != before && pasted.session.game().is_none() {
            pasted.choose_mode(Mode::Solve);
        }
        outcome
    }

    fn remember(&self) -> String {
        self.documents.get(self.shown).map_or_else(|| self.remembered.clone(), |document| (P::MEMORY.write)(document.session.view()))
    }

    fn recall(&mut self, text: &str) -> Result<(), String> {
        if let Some(document) = self.documents.get_mut(self.shown) {
            return (P::MEMORY.read)(document.session.view_mut(), text);
        }
        let mut view = P::View::default();
        (P::MEMORY.read)(&mut view, text)?;
        self.remembered = (P::MEMORY.write)(&view);
        Ok(())
    }

    fn can_recall(&self, text: &str) -> Result<(), String> {
        (P::MEMORY.read)(&mut P::View::default(), text)
    }

    fn merge(&self) -> Merge {
        P::MEMORY.merge
    }

    fn record(&self) -> &Record {
        &self.record
    }

    fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    fn export(&self, look: &Look, options: &ExportOptions) -> Drawing {
        self.shown().export(look, options)
    }

    fn has_sheets(&self) -> bool {
        P::BOARD_EXTRAS.sheet.is_some()
    }

    fn export_sheet(&self) -> Option<Drawing> {
        self.shown().export_sheet()
    }

    fn export_list(&self, look: Look, options: &ExportOptions) -> Drawing {
        self.shown().export_list(look, options)
    }

    fn book_grades(&self) -> Result<&'static [Grade], &'static str> {
        book::grades::<P>(self.shown().session.state())
    }

    fn book_figure(&self) -> Figure {
        let session = &self.shown().session;
        book::figure::<P>(session.state(), &session.name(), self.presets())
    }

    fn book(&self, options: BookOptions) -> Result<Job<Made>, NoThread> {
        let state = self.shown().session.state();
        book::start::<P>(state.clone(), self.book_figure(), options, self.wake.clone())
    }
}
