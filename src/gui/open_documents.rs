//! The open documents of all puzzles, and the tabs that show them.
//!
//! The window owns the documents in one list. A tab is a filter over that list: the documents of one puzzle, in their order, of which it
//! shows one; with the results of that puzzle's games. What a document does is its own business.

use std::{
    cell::OnceCell,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    any_puzzle::{AnyPuzzle, Puzzles},
    command::DocumentCommand,
    deferred::Deferred,
    document::{About, Activity, FileNews, Home, NewDocument, Next, OpenDocument, Opening, Snapshot},
    files::suggested_name,
    gallery::card::Card,
    play::{played_before, record::Record},
    request::DocumentNumber,
};
use base::{date::Date, erased::State, game::Game};
use workbench::{
    file::SaveFile,
    session::{Place, Ticket},
};

/// An open document, and its place among the others.
pub struct Open {
    /// Its number.
    pub number: DocumentNumber,
    /// The index of its tab.
    pub tab: usize,
    /// The document.
    pub document: OpenDocument,
    /// The one whose place an example has taken, which undo brings back.
    before: Option<Box<Open>>,
}

/// A tab: what is about its puzzle and not about one of its documents.
pub struct Tab {
    /// The puzzle.
    pub puzzle: &'static AnyPuzzle,
    /// The results of its games.
    pub results: Record,
    /// The document that it shows; none until it is first shown or a file is opened in it.
    shown: Option<DocumentNumber>,
    /// The example that it shows while it has no other document. One that is opened again takes its place.
    stand_in: Option<DocumentNumber>,
    /// The text that is remembered from one start to the next, while there is no document.
    remembered: String,
    /// The examples as cards, read when they are first needed.
    examples: OnceCell<Vec<Card>>,
}

impl Tab {
    /// The examples as cards for the gallery.
    pub fn examples(&self) -> &[Card] {
        self.examples.get_or_init(|| self.puzzle.examples())
    }
}

/// A save under way.
struct BeingSaved {
    /// Its number.
    save: u64,
    /// The document.
    number: DocumentNumber,
    ticket: Ticket,
    /// The title that the document had before it got the name of the file, if it got that.
    title_before: Option<Option<String>>,
}

/// All open documents and all tabs.
pub struct Documents {
    tabs: Vec<Tab>,
    /// The index of the tab that is shown.
    active: usize,
    /// The documents of each tab are in the order of its list.
    open: Vec<Open>,
    /// How many documents were ever opened.
    opened: u64,
    /// The saves under way.
    being_saved: Vec<BeingSaved>,
    saves: u64,
    home: Home,
}

impl Documents {
    /// A tab without documents for each puzzle. The one of the puzzle with this key will be shown, or else the first.
    pub fn new(puzzles: Puzzles, key: &str, home: Home) -> Self {
        let tab = |puzzle| Tab {
            puzzle,
            results: Record::default(),
            shown: None,
            stand_in: None,
            remembered: String::new(),
            examples: OnceCell::new(),
        };
        let tabs: Vec<Tab> = puzzles.all.iter().map(tab).collect();
        let active = tabs.iter().position(|tab| tab.puzzle.kind.key == key).unwrap_or(0);
        Self { tabs, active, open: Vec::new(), opened: 0, being_saved: Vec::new(), saves: 0, home }
    }

    // Tabs.

    /// All tabs, in their order.
    pub fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// All tabs, to change their results.
    pub fn tabs_mut(&mut self) -> &mut [Tab] {
        &mut self.tabs
    }

    /// The index of the tab that is shown.
    pub fn active(&self) -> usize {
        self.active
    }

    /// The tab that is shown.
    pub fn tab(&self) -> &Tab {
        &self.tabs[self.active]
    }

    /// The index of the tab of the puzzle with this key.
    pub fn tab_with_key(&self, key: &str) -> Option<usize> {
        self.tabs.iter().position(|tab| tab.puzzle.kind.key == key)
    }

    /// Shows the tab with this index.
    pub fn show_tab(&mut self, tab: usize) {
        self.active = tab;
        self.ensure_document(tab);
    }

    /// Shows the tab this many places further on, which wraps around.
    pub fn show_next_tab(&mut self, places: isize) {
        self.show_tab((self.active as isize + places).rem_euclid(self.tabs.len() as isize) as usize);
    }

    /// Opens the first example if the tab has no document.
    fn ensure_document(&mut self, tab: usize) {
        if self.tabs[tab].shown.is_none() {
            let mut example = self.example(tab, 0);
            if self.tabs[tab].puzzle.begins_solved {
                example.run(DocumentCommand::Solve, Duration::ZERO);
            }
            self.add(tab, example);
            self.tabs[tab].stand_in = self.tabs[tab].shown;
        }
    }

    /// Closes the example that stands in for a document of this tab, unless it was used, and lets the tab show the other document.
    fn end_stand_in(&mut self, tab: usize, other: DocumentNumber) {
        let Some(stand_in) = self.tabs[tab].stand_in.take() else { return };
        if self.get(stand_in).is_some_and(|open| open.document.about().is_replaceable) {
            if self.tabs[tab].shown == Some(stand_in) {
                self.bring_to_front(other);
            }
            self.open.retain(|open| open.number != stand_in);
        }
    }

    // Documents.

    /// All open documents.
    pub fn all(&self) -> &[Open] {
        &self.open
    }

    /// The documents of a tab, in their order.
    pub fn of_tab(&self, tab: usize) -> impl Iterator<Item = &Open> {
        self.open.iter().filter(move |open| open.tab == tab)
    }

    /// The document that is shown.
    pub fn shown(&self) -> &Open {
        self.shown_in(self.active).expect("the tab that is shown has a document")
    }

    /// The document that is shown, to change it, and the results of its puzzle's games.
    pub fn shown_mut(&mut self) -> (&mut OpenDocument, &mut Record) {
        let shown = self.tabs[self.active].shown;
        let open = self.open.iter_mut().find(|open| Some(open.number) == shown).expect("the tab that is shown has a document");
        (&mut open.document, &mut self.tabs[self.active].results)
    }

    /// The document that this tab shows, if it has one.
    pub fn shown_in(&self, tab: usize) -> Option<&Open> {
        self.get(self.tabs[tab].shown?)
    }

    /// The index of the document among those of its tab, and whether the tab shows another one.
    pub fn spot(&self, of: &Open) -> (usize, bool) {
        let index = self.of_tab(of.tab).take_while(|open| open.number != of.number).count();
        (index, self.tabs[of.tab].shown != Some(of.number))
    }

    /// The document with this number.
    pub fn get(&self, number: DocumentNumber) -> Option<&Open> {
        self.open.iter().find(|open| open.number == number)
    }

    fn get_mut(&mut self, number: DocumentNumber) -> Option<&mut Open> {
        self.open.iter_mut().find(|open| open.number == number)
    }

    /// The document of this tab with this file.
    pub fn with_path(&self, tab: usize, path: &Path) -> Option<(DocumentNumber, About)> {
        self.of_tab(tab).map(|open| (open.number, open.document.about())).find(|(_, about)| about.path.as_deref() == Some(path))
    }

    /// Lets the tab of this document show it, whether that tab is shown or not. Returns whether it is there.
    pub fn bring_to_front(&mut self, number: DocumentNumber) -> bool {
        let Some(index) = self.open.iter().position(|open| open.number == number) else { return false };
        let tab = &mut self.tabs[self.open[index].tab];
        let before = tab.shown.replace(number);
        let before = self.open.iter().position(|open| Some(open.number) == before);
        if let Some(Ok([before, open])) = before.map(|before| self.open.get_disjoint_mut([before, index])) {
            open.document.come_after(&mut before.document);
        }
        true
    }

    /// Shows this document, and its tab. Returns whether it is there.
    pub fn show(&mut self, number: DocumentNumber) -> bool {
        let tab = self.get(number).map(|open| open.tab);
        tab.is_some_and(|tab| {
            self.show_tab(tab);
            self.bring_to_front(number)
        })
    }

    /// Shows the document this many places further down the list of the tab that is shown, which wraps around.
    pub fn show_next(&mut self, places: isize) {
        let numbers: Vec<DocumentNumber> = self.of_tab(self.active).map(|open| open.number).collect();
        if let Some(at) = numbers.iter().position(|number| Some(*number) == self.tab().shown) {
            self.bring_to_front(numbers[(at as isize + places).rem_euclid(numbers.len() as isize) as usize]);
        }
    }

    /// Adds a document after the one that its tab shows, or in its place if nothing is lost, and lets the tab show it. Returns its number,
    /// and the document whose place it has taken.
    fn add(&mut self, tab: usize, document: OpenDocument) -> (DocumentNumber, Option<Open>) {
        let before = self.tabs[tab].shown;
        let number = self.insert(tab, document, before);
        self.bring_to_front(number);
        // Only now are the puzzle's own jobs where they belong, if the new document continues the one before.
        let replaced = self.open.iter().position(|open| Some(open.number) == before && open.document.about().is_replaceable);
        (number, replaced.map(|replaced| self.open.remove(replaced)))
    }

    /// Whether the document that is shown is an example that has taken the place of another document, which can be brought back.
    pub fn can_bring_back(&self) -> bool {
        self.shown().before.is_some()
    }

    /// Brings the document back whose place the example that is shown has taken.
    pub fn bring_back(&mut self) {
        let Some(index) = self.open.iter().position(|open| Some(open.number) == self.tab().shown) else { return };
        if let Some(before) = self.open[index].before.take() {
            let (number, example) = (before.number, self.open[index].number);
            self.open.insert(index, *before);
            self.bring_to_front(number);
            self.open.retain(|open| open.number != example || !open.document.about().is_replaceable);
        }
    }

    /// Inserts a document after the one with this number, or else behind all others. Returns its number.
    fn insert(&mut self, tab: usize, document: OpenDocument, after: Option<DocumentNumber>) -> DocumentNumber {
        let after = after.and_then(|after| self.open.iter().position(|open| open.number == after));
        self.insert_at(tab, document, after.map_or(self.open.len(), |after| after + 1))
    }

    /// Inserts a document at this place of the list of all. Returns its number.
    fn insert_at(&mut self, tab: usize, mut document: OpenDocument, at: usize) -> DocumentNumber {
        if let Some(day) = document.about().daily {
            self.tabs[tab].results.begin(day);
        }
        if self.tabs[tab].shown.is_none() {
            // This text was checked when it was remembered.
            let _ = document.recall(&self.tabs[tab].remembered);
        }
        let number = self.opened;
        self.opened += 1;
        self.open.insert(at, Open { number, tab, document, before: None });
        number
    }

    /// Opens the documents that others have made.
    pub fn open_beside(&mut self) {
        let made: Vec<NewDocument> = self.open.iter_mut().flat_map(|open| open.document.take_made()).collect();
        made.into_iter().for_each(|made| self.open_made(made));
    }

    fn open_made(&mut self, NewDocument { document, is_named_apart, daily }: NewDocument) {
        let About { key, name, .. } = document.about();
        let Some(tab) = self.tab_with_key(key) else { return };
        // Two documents may have asked for the puzzle of the same day.
        if daily.is_some_and(|day| self.show_daily(tab, day)) {
            return;
        }
        let (number, _) = self.add(tab, document);
        if is_named_apart {
            let name = self.distinct(number, tab, name);
            self.get_mut(number).into_iter().for_each(|open| open.document.rename(Some(name.clone())));
        }
    }

    /// Adds the result of a game, unless it is another one of a day's puzzle.
    pub fn add_result(&mut self, key: &str, game: Game) {
        let Some(tab) = self.tab_with_key(key) else { return };
        let Tab { results, shown, .. } = &mut self.tabs[tab];
        if let Err(day) = results.add(game)
            && let Some(open) = self.open.iter_mut().find(|open| Some(open.number) == *shown)
        {
            open.document.notify(played_before(day));
        }
    }

    /// Begins what is played next in a tab, if it has a document.
    pub fn play(&mut self, tab: usize, next: Next) {
        let Tab { shown, results, .. } = &mut self.tabs[tab];
        if let Some(open) = self.open.iter_mut().find(|open| Some(open.number) == *shown) {
            open.document.play(next, results);
        }
    }

    /// Shows the document in which the puzzle of this day is being played, instead of opening it again. Returns whether there is one.
    pub fn show_daily(&mut self, tab: usize, day: Date) -> bool {
        let is_on = |open: &&Open| open.document.about().daily == Some(day);
        let Some(number) = self.of_tab(tab).find(is_on).map(|open| open.number) else { return false };
        self.bring_to_front(number);
        if let Some(open) = self.get_mut(number) {
            open.document.notify("You are playing this daily puzzle here".to_owned());
        }
        true
    }

    /// The name for this document, with a number if another document of the tab has it, so that each has its own.
    fn distinct(&self, number: DocumentNumber, tab: usize, name: String) -> String {
        let names: Vec<String> = self.of_tab(tab).filter(|open| open.number != number).map(|open| open.document.about().name).collect();
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(name)
    }

    /// Opens the example with this index in a tab, moves the keyboard's focus to its board, and shows the tab. If it takes the place of
    /// another document, undo brings that back.
    pub fn open_example(&mut self, tab: usize, index: usize) {
        self.show_tab(tab);
        if index < self.tabs[tab].puzzle.kind.presets.len() {
            let mut example = self.example(tab, index);
            example.focus(None);
            let (number, before) = self.add(tab, example);
            // One is enough: what that had replaced isn't kept.
            if let (Some(open), Some(mut before)) = (self.get_mut(number), before) {
                // Nothing of it is shown meanwhile.
                if before.document.about().activity.is_busy {
                    before.document.run(DocumentCommand::Stop, Duration::ZERO);
                }
                open.before = Some(Box::new(Open { before: None, ..before }));
            }
        }
    }

    fn example(&self, tab: usize, index: usize) -> OpenDocument {
        let puzzle = self.tabs[tab].puzzle;
        self.make(tab, puzzle.preset(&puzzle.kind.presets[index]), OpenAgain { is_example: true, ..OpenAgain::default() })
    }

    /// Makes a document with the mode and the choices for the next game of the one that its tab shows.
    fn make(&self, tab: usize, content: SaveFile<State>, again: OpenAgain) -> OpenDocument {
        self.make_beside(self.shown_in(tab).map(|open| &open.document), tab, content, again)
    }

    fn make_beside(
        &self,
        beside: Option<&OpenDocument>,
        tab: usize,
        content: SaveFile<State>,
        OpenAgain { path, is_example, place }: OpenAgain,
    ) -> OpenDocument {
        let Tab { puzzle, results, .. } = &self.tabs[tab];
        OpenDocument::open(puzzle, Opening { content, path, place, is_example, beside, results, home: &self.home })
    }

    /// Opens a document of this puzzle that has no file, and lets its tab show it.
    pub fn open_content(&mut self, tab: usize, content: SaveFile<State>) {
        let document = self.make(tab, content, OpenAgain::default());
        self.add(tab, document);
    }

    /// Opens a document of this puzzle from its file and lets its tab show it. If the file is open already, the document is read again,
    /// unless it has unsaved changes. Returns whether what was read was taken over.
    pub fn open(&mut self, tab: usize, content: SaveFile<State>, path: PathBuf, place: Option<Place>) -> bool {
        let Some((number, about)) = self.with_path(tab, &path) else {
            let document = self.make(tab, content, OpenAgain { path: Some(path), place, ..OpenAgain::default() });
            self.add(tab, document);
            return true;
        };
        self.bring_to_front(number);
        let Some(open) = self.get_mut(number) else { return false };
        if about.is_changed() {
            // Reading the file again would discard the changes made here.
            open.document.notify("This file is already open and has unsaved changes".to_owned());
            return false;
        }
        open.document.note_file(FileNews::Read(Box::new(content)));
        true
    }

    /// Opens a document behind the others of its tab, without showing it, as it was when the program last ended. Returns its number.
    pub fn open_again(&mut self, tab: usize, content: SaveFile<State>, again: OpenAgain) -> DocumentNumber {
        // Another start of the program may have handed the file over.
        if let Some((number, _)) = again.path.as_deref().and_then(|path| self.with_path(tab, path)) {
            return number;
        }
        let document = self.make_beside(None, tab, content, again);
        let is_first = self.tabs[tab].shown.is_none();
        let number = self.insert(tab, document, None);
        if is_first {
            self.bring_to_front(number);
        }
        self.end_stand_in(tab, number);
        number
    }

    /// Opens a document from its recovery file, as unsaved. It takes the place of its own file, if that is open and unchanged.
    pub fn recover(&mut self, tab: usize, content: SaveFile<State>, recovered: Recovered) {
        let Recovered { again, index, is_behind } = recovered;
        let unchanged = again.path.as_deref().and_then(|path| self.with_path(tab, path)).filter(|(_, about)| !about.is_changed());
        let mut document = self.make_beside(None, tab, content, again);
        document.note_file(FileNews::Recovered);
        let before = unchanged.map(|(number, _)| number);
        let number = match before {
            Some(_) => self.insert(tab, document, before),
            None => {
                let next = self.of_tab(tab).nth(index).map(|open| open.number);
                let at = self.open.iter().position(|open| Some(open.number) == next).unwrap_or(self.open.len());
                self.insert_at(tab, document, at)
            }
        };
        let shown = self.tabs[tab].shown;
        if !is_behind || shown.is_none() || shown == before {
            self.bring_to_front(number);
        }
        self.open.retain(|open| Some(open.number) != before);
        self.end_stand_in(tab, number);
    }

    /// Closes this document, saved or not. An example replaces the last one of its tab.
    pub fn close(&mut self, number: DocumentNumber) {
        let Some(index) = self.open.iter().position(|open| open.number == number) else { return };
        let tab = self.open[index].tab;
        let is_same_tab = |open: &&Open| open.tab == tab;
        let next = self.open[index + 1..].iter().find(is_same_tab).or_else(|| self.open[..index].iter().rev().find(is_same_tab));
        let next = next.map(|open| open.number);
        let mut closed = self.open.remove(index);
        if self.tabs[tab].shown != Some(number) {
            return;
        }
        self.tabs[tab].shown = next;
        self.ensure_document(tab);
        let shown = self.tabs[tab].shown.and_then(|shown| self.get_mut(shown));
        if let Some(shown) = shown {
            shown.document.come_after(&mut closed.document);
        }
    }

    // Saving.

    /// The content of the document that is shown for its file, and the number of this save, for [`Documents::finish_save`].
    pub fn begin_save(&mut self) -> (Deferred<String>, u64) {
        let Open { number, document, .. } = self.shown();
        let (number, Snapshot { text, ticket }) = (*number, document.snapshot());
        self.saves += 1;
        self.being_saved.push(BeingSaved { save: self.saves, number, ticket, title_before: None });
        (text, self.saves)
    }

    /// The file of the document of this save, which need not be the one that is shown.
    pub fn path_of_save(&self, save: u64) -> Option<PathBuf> {
        let of = self.being_saved.iter().find(|of| of.save == save)?;
        self.get(of.number)?.document.about().path
    }

    /// Gives the document of this save the name of the file that it is written to, unless it has that file or that name already. Returns
    /// its content with the new name.
    pub fn name_after_file(&mut self, save: u64, path: &Path) -> Option<Deferred<String>> {
        let of = self.being_saved.iter().position(|of| of.save == save)?;
        let file = path.file_name()?.to_str()?;
        let open = self.open.iter_mut().find(|open| open.number == self.being_saved[of].number)?;
        let About { name, title, path: own, .. } = open.document.about();
        if own.as_deref() == Some(path) || suggested_name(&name) == file {
            return None;
        }
        let stem = file.strip_suffix(".ron").unwrap_or(file);
        open.document.rename(Some(stem.strip_suffix(".puzzle").unwrap_or(stem).to_owned()));
        let Snapshot { text, ticket } = open.document.snapshot();
        let of = &mut self.being_saved[of];
        (of.ticket, of.title_before) = (ticket, of.title_before.take().or(Some(title)));
        Some(text)
    }

    /// Records that this save was written to this path, or not written at all. A file belongs to one document: another one that had this
    /// path is unsaved from now on.
    pub fn finish_save(&mut self, save: u64, path: Option<PathBuf>) {
        let Some(index) = self.being_saved.iter().position(|of| of.save == save) else { return };
        let BeingSaved { number, ticket, title_before, .. } = self.being_saved.remove(index);
        if let (None, Some(title), Some(open)) = (&path, title_before, self.get_mut(number)) {
            open.document.rename(title);
        }
        let Some(path) = path else { return };
        for open in self.open.iter_mut().filter(|open| open.number != number) {
            if open.document.about().path.as_ref() == Some(&path) {
                open.document.note_file(FileNews::Taken);
            }
        }
        // It may have been closed meanwhile.
        if let Some(open) = self.get_mut(number) {
            open.document.note_file(FileNews::Saved(ticket, path));
        }
    }

    // What tabs remember.

    /// The text that a tab remembers from one start to the next; empty if none.
    pub fn remember(&self, tab: usize) -> String {
        self.shown_in(tab).map_or_else(|| self.tabs[tab].remembered.clone(), |open| open.document.remember())
    }

    /// Reads a text that [`Documents::remember`] returned.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    pub fn recall(&mut self, tab: usize, text: &str) -> Result<(), String> {
        let Tab { puzzle, remembered, shown, .. } = &mut self.tabs[tab];
        match *shown {
            Some(shown) => self.get_mut(shown).map_or(Ok(()), |open| open.document.recall(text)),
            None => {
                *remembered = puzzle.rewritten(text)?;
                Ok(())
            }
        }
    }

    // Work on other threads.

    /// Takes in what the jobs of all documents found. Returns whether there is more to take in at once.
    pub fn catch_up(&mut self) -> bool {
        let more = self.open.iter_mut().filter_map(|open| open.document.catch_up(&self.tabs[open.tab].results).then_some(()));
        more.count() > 0
    }

    /// Whether more will be shown in the document that is shown.
    pub fn is_settling(&self) -> bool {
        self.shown().document.about().activity.is_settling
    }

    /// Whether anything runs for any document.
    pub fn are_busy(&self) -> bool {
        self.open.iter().any(|open| {
            let Activity { is_busy, is_settling, .. } = open.document.about().activity;
            is_busy || is_settling && self.tabs[open.tab].shown == Some(open.number)
        })
    }

    /// Pauses every search that has run for a long time. Returns whether any still runs.
    pub fn pause_long(&mut self) -> bool {
        let running = self.open.iter_mut().filter_map(|open| open.document.pause_if_long().then_some(()));
        running.count() > 0
    }

    /// Resumes the searches that [`Documents::pause_long`] has paused.
    pub fn resume_paused(&mut self) {
        self.open.iter_mut().for_each(|open| open.document.resume_paused());
    }
}

/// How a document is opened again.
#[derive(Default)]
pub struct OpenAgain {
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Whether another document may replace it, since it can be opened at any time.
    pub is_example: bool,
    /// How it was shown, if that is known.
    pub place: Option<Place>,
}

/// How a document of a recovery file is opened again.
pub struct Recovered {
    /// Its file and how it was shown.
    pub again: OpenAgain,
    /// Its index among the documents of its tab.
    pub index: usize,
    /// Whether its tab showed another one.
    pub is_behind: bool,
}
