//! The texts of the window, grouped by where they appear, so that the wording can be reviewed in one go.
//!
//! `command.rs` has the titles of menus and commands. Puzzles, sessions and file errors have their own texts.

use std::path::Path;

use crate::text::{Noun, counted, grouped, sentence};

/// What follows a number of solutions that may not be the final one.
fn so_far(may_be_more: bool) -> &'static str {
    if may_be_more { " so far" } else { "" }
}

/// Names of documents.
pub mod documents {
    /// The title of a game: what is played, and its seed, or else the name of its position.
    pub fn game(kind: &str, seed: u64, position: Option<&str>) -> String {
        match position {
            _ if seed != 0 => format!("{kind}, seed {seed}"),
            Some(position) => format!("{kind}: {position}"),
            None => kind.to_owned(),
        }
    }

    /// The title of a position that is the daily puzzle of this day.
    pub fn daily(day: &str) -> String {
        format!("Daily puzzle {day}")
    }

    /// The title of a document that continues a game differently.
    pub fn variation(name: &str) -> String {
        format!("{name} (variation)")
    }

    /// The title of a further document with the same title.
    pub fn numbered(title: &str, number: u32) -> String {
        format!("{title} ({number})")
    }

    /// The name of a file with all solutions of a document.
    pub fn solutions_of(name: &str) -> String {
        format!("{name} solutions")
    }

    /// The name of a file with a sheet to print.
    pub fn sheet_of(name: &str) -> String {
        format!("{name} sheet")
    }

    /// A document in a list of documents of several puzzles.
    pub fn with_puzzle(name: &str, puzzle: &str) -> String {
        format!("{name} ({puzzle})")
    }

    /// An unsaved document after a crash: its name, its puzzle if known, its age and its file if it has one.
    pub fn recovered(name: &str, puzzle: Option<&str>, age: &str, path: Option<&str>) -> String {
        let puzzle = puzzle.map_or(String::new(), |puzzle| format!(" ({puzzle})"));
        let path = path.map_or(String::new(), |path| format!(", {path}"));
        format!("{name}{puzzle}, {age}{path}")
    }
}

/// The bars at the top: menus, tabs and the list of documents.
pub mod bars {
    /// The state of a document in the list of documents.
    pub fn document_state(is_changed: bool, is_searching: bool) -> &'static str {
        match (is_changed, is_searching) {
            (true, true) => "changed, searching",
            (true, false) => "changed",
            (false, true) => "searching",
            (false, false) => "",
        }
    }

    /// The position of the shown document among several.
    pub fn position(number: usize, count: usize) -> String {
        format!("{number} of {count}")
    }

    /// The spoken name of the list of documents.
    pub fn documents_label(number: usize, count: usize, name: &str, is_changed: bool) -> String {
        format!("Documents, {}: {}", position(number, count), tab_label(name, is_changed))
    }

    /// The spoken name of a tab.
    pub fn tab_label(title: &str, is_changed: bool) -> String {
        format!("{title}{}", if is_changed { ", changed" } else { "" })
    }
}

/// The title bar.
pub mod title {
    /// While solutions are searched.
    pub fn searching(solutions: &str) -> String {
        format!(" · searching, {solutions} so far")
    }

    /// After a complete search.
    pub fn finished(solutions: &str) -> String {
        format!(" · {solutions}")
    }

    /// After a search was stopped.
    pub fn stopped(solutions: &str) -> String {
        format!(" · stopped, {solutions} so far")
    }

    /// While a search is paused.
    pub fn paused(solutions: &str) -> String {
        format!(" · paused, {solutions} so far")
    }
}

/// Dialogs: headings, texts and buttons.
pub mod dialogs {
    use super::{Path, counted};
    use crate::gui::exporting::Exported;

    /// The heading of the path box for pictures.
    pub fn export_by_path(exported: Exported) -> &'static str {
        match exported {
            Exported::Board => "Export picture (.svg, .png, or .gif for an animation)",
            Exported::Sheet => "Export sheet to print (.svg or .png)",
            Exported::List => "Export listed solutions (.svg or .png)",
        }
    }

    /// The title of the system's dialog for restoring settings.
    pub const RESTORE_SETTINGS: &str = "Restore settings";
    /// The title of the system's dialog for pictures.
    pub fn export_title(exported: Exported) -> &'static str {
        match exported {
            Exported::Board => "Export picture",
            Exported::Sheet => "Export sheet to print",
            Exported::List => "Export listed solutions",
        }
    }

    /// A file type in the system's dialogs.
    pub const ALL_FILES: &str = "All files";

    /// The button that writes a file.
    pub const SAVE: &str = "Save";
    /// The button that overwrites a file.
    pub const REPLACE: &str = "Replace";
    /// The button that drops unsaved changes.
    pub const DISCARD: &str = "Discard";
    /// The button that closes the window while files are being written.
    pub const CLOSE_ANYWAY: &str = "Close anyway";

    /// The question before the results of games are erased.
    pub fn erase_results(puzzle: &str) -> String {
        format!("Erase the results of {puzzle}?")
    }

    /// The button that closes a dialog without doing anything.
    pub const CANCEL: &str = "Cancel";

    /// The question before a file is overwritten.
    pub fn already_exists(path: &Path) -> String {
        format!("\"{}\" already exists. Replace it?", file_name(path))
    }

    /// The question before overwriting a file that another program has changed.
    pub fn changed_on_disk(path: &Path) -> String {
        format!("\"{}\" has changed on disk. Replace it?", file_name(path))
    }

    /// The explanation below that question.
    pub fn changed_by_another_program(path: &str) -> String {
        format!("Another program changed {path} after it was opened or saved here.")
    }

    /// The text above the path box after the path of a folder was typed.
    pub fn is_a_folder(path: &Path) -> String {
        format!("\"{}\" is a folder. Choose a name for the file in it.", file_name(path))
    }

    fn file_name(path: &Path) -> String {
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The document in question.
    pub fn has_unsaved_changes(name: &str) -> String {
        format!("\"{name}\" has unsaved changes.")
    }

    /// The explanation below that question.
    pub fn closed_unexpectedly(documents: usize) -> String {
        format!("Quincunx closed unexpectedly. {} had unsaved changes:", counted(documents as u64, "document"))
    }

    /// One entry of a list.
    pub fn entry(text: &str) -> String {
        format!("·  {text}")
    }

    /// The version and what the program is.
    pub fn about(version: &str) -> String {
        format!("Version {version}. A puzzle workbench: edit positions, find all solutions and step through them.")
    }
}

pub mod report;

/// The dialog for how the window looks.
pub mod appearance {
    /// The spoken name of the button for a piece's colour.
    pub fn colour_of_piece(number: usize) -> String {
        format!("Colour of piece {number}")
    }
}

/// The list of keyboard shortcuts, beside the commands.
pub mod shortcuts {
    /// The descriptions of the keys for the board, and the keys.
    pub const BOARD_KEYS: [(&str, &str); 13] = [
        ("Move between cells or tiles", "Arrow keys"),
        ("Click", "Enter"),
        ("Right-click", "Shift+Enter"),
        ("Set a value, pick up a piece", "Letters, digits"),
        ("Clear", "Delete"),
        ("Put back the piece in hand, leave the board", "Esc"),
        ("Turn and flip a Meteor piece", "R, F, wheel"),
        ("Turn a Soma piece", "X, Y, Z, wheel"),
        ("Pick up another Soma piece", "Shift and its letter"),
        ("Voltorb Flip: set a tile", "V, 1, 2, 3, ?"),
        ("SET: move a card back or forward", "<, >"),
        ("Pan", "Drag with the middle button"),
        ("Zoom", "Wheel"),
    ];
}

/// The dialog for exporting a picture.
pub mod export {
    use super::grouped;
    use crate::{export::Format, gui::exporting::Exported, look::Theme};

    /// How far the export is.
    pub fn done(done: usize, all: usize) -> String {
        if done == all {
            return "Writing the file…".to_owned();
        }
        format!("{} of {} pictures", grouped(done as u64), grouped(all as u64))
    }

    /// What can be exported: its text and its spoken name.
    pub fn content(exported: Exported) -> (&'static str, &'static str) {
        match exported {
            Exported::Board => ("board", "Board: the board as it is shown"),
            Exported::Sheet => ("sheet to print", "Sheet: a plan on white paper, with numbered pieces and their order"),
            Exported::List => ("listed solutions", "Listed solutions: all of them as one picture"),
        }
    }

    /// The formats, each with its text and its spoken name.
    pub const FORMATS: [(Format, &str, &str); 3] = [
        (Format::Svg, "SVG", "SVG: a drawing that is sharp at any size"),
        (Format::Png, "PNG", "PNG: a picture of pixels"),
        (Format::Gif, "GIF", "GIF: an animation of all steps up to this one"),
    ];
    /// The themes, each with its text and its spoken name.
    pub const THEMES: [(Option<Theme>, &str, &str); 3] = [
        (None, "as here", "As here: the colours of the window"),
        (Some(Theme::Light), "light", "Light: dark text on a light ground, as for printing"),
        (Some(Theme::Dark), "dark", "Dark: light text on a dark ground"),
    ];
}

/// The dialog of a book of challenges.
pub mod book {
    use super::counted;
    use crate::book::NoBook;

    /// Its heading.
    pub fn title(figure: &str) -> String {
        format!("Book of challenges: {figure}")
    }

    /// The name of a figure that was changed after an example was opened.
    pub fn changed(example: &str) -> String {
        format!("{example}, changed")
    }

    /// The heading if it can't be made.
    pub const NOT_MADE: &str = "The book couldn't be made";

    /// The spoken name of a grade as a limit.
    pub fn limit(label: &str, grade: &str) -> String {
        format!("{label}: {grade}")
    }

    /// How far the book is.
    pub fn made(made: usize, count: usize) -> String {
        format!("{made} of {}", counted(count as u64, "challenge"))
    }

    /// The name that is suggested for the file.
    pub fn file_name(document: &str) -> String {
        format!("{document} book")
    }

    /// Why there is no such book.
    pub fn no_book(why: &NoBook) -> String {
        match why {
            NoBook::NoChallenges => "The puzzle has no challenges.".to_owned(),
            NoBook::NoneOf(grade) => format!("The figure has no {} challenge. Choose other grades.", grade.key()),
            NoBook::Only(count, grade) => {
                let challenges = counted(*count as u64, &format!("{} challenge", grade.key()));
                format!("The figure has only {challenges} for this seed. Choose fewer challenges, or another seed.")
            }
        }
    }
}

/// The help pages.
pub mod help {
    /// The page of a puzzle, in the command palette.
    pub fn on(puzzle: &str) -> String {
        format!("Help on {puzzle}")
    }

    /// The text of the page with this title.
    pub fn page(title: &str) -> String {
        format!("Help: {title}")
    }
}

/// What stands beside the name of a control in the command palette.
pub mod controls {
    pub const SECTION: &str = "section";
}

/// The command palette.
pub mod palette {
    /// A control of this kind that Play mode doesn't show.
    pub fn in_solve_mode(kind: &str) -> String {
        format!("{kind}, Solve mode")
    }

    /// Beside the title of an example of this puzzle.
    pub fn example(puzzle: &str) -> String {
        format!("{puzzle}, example")
    }

    /// Beside the name of an open document of this puzzle.
    pub fn document(puzzle: &str) -> String {
        format!("{puzzle}, open document")
    }
}

/// The galleries of examples and of challenges.
pub mod gallery {
    /// The heading of the examples of this puzzle.
    pub fn examples(puzzle: &str) -> String {
        format!("{puzzle} examples")
    }

    /// The heading of the challenges on a figure of this puzzle.
    pub fn challenges(puzzle: &str) -> String {
        format!("{puzzle} challenges")
    }

    /// The spoken name of a card.
    pub fn card(title: &str, note: &str) -> String {
        if note.is_empty() { title.to_owned() } else { format!("{title}: {note}") }
    }
}

/// Why a command is disabled.
pub mod unavailable {
    /// The puzzle's position can't be searched.
    pub const FLAWED_POSITION: &str = "Fix the position first; press H to see what's wrong";
    /// Solving, hints and solutions would spoil a game.
    pub const PLAYING: &str = "Not available in Play mode: switch to Solve first";
    /// No search is paused or set aside.
    pub const NO_PAUSED_SEARCH: &str = "No search is paused";
    /// A figure without challenges, such as one that the pieces can't fill.
    pub const NO_GRADES: &str = "This figure has no challenges. Choose another example.";
    /// A challenge is being made.
    pub const MAKING: &str = "A challenge is already being made; press Esc to stop";
    /// There is nothing to step through.
    pub const NO_SOLUTIONS: &str = "There are no solutions yet";
}

/// Notices in the status bar and messages about files.
pub mod notices {
    use std::path;

    use super::{Noun, Path, counted, grouped};

    /// The clipboard doesn't have it.
    pub fn not_copied(why: &str) -> String {
        format!("Couldn't copy the text: {why}")
    }

    /// The position took the place of this solution.
    pub fn solution_left(noun: Noun, number: usize, key: &str) -> String {
        format!("This is your position. {key} shows {} {} again.", noun.0, grouped(number as u64))
    }

    /// The clipboard's text isn't a position.
    pub fn not_pasted(why: &str) -> String {
        format!("Couldn't read the pasted text: {why}")
    }

    /// A file is written.
    pub fn saved(path: &Path) -> String {
        let full = path::absolute(path);
        let path = full.as_deref().unwrap_or(path);
        match (path.file_name(), path.parent()) {
            (Some(name), Some(folder)) => format!("Saved {} in {}", name.display(), folder.display()),
            _ => format!("Saved {}", path.display()),
        }
    }

    /// The user stopped an export.
    pub fn export_stopped(path: &Path) -> String {
        format!("Stopped exporting {}", path.display())
    }

    /// A file could not be read.
    pub fn not_opened(path: &Path) -> String {
        format!("Couldn't open {}", path.display())
    }

    /// A file that was open when the program quit could not be read.
    pub fn not_opened_again(path: &Path) -> String {
        format!("Couldn't open {} again", path.display())
    }

    /// A backup was restored.
    pub fn restored(results: usize) -> String {
        format!("Settings restored, {} added", counted(results as u64, "result"))
    }

    /// A file could not be written.
    pub fn not_saved(path: &Path) -> String {
        format!("Couldn't save {}", path.display())
    }

    /// A recovery file could not be read, for this reason.
    pub fn restored_later(error: &str) -> String {
        format!("{error}\nYou can try to restore it again the next time Quincunx starts.")
    }

    /// A recovery file could not be written.
    pub fn no_recovery_file(error: &str) -> String {
        format!("Couldn't write a recovery file: {error}")
    }

    /// A move opened a variation, so that the game keeps its moves.
    pub fn moves_are_kept(name: &str) -> String {
        format!("This move starts a variation; \"{name}\" keeps all its moves")
    }

    /// A file keeps its thread busy for a long time.
    pub fn still_busy(is_reading: bool, path: &Path, others: usize) -> String {
        let doing = if is_reading { "reading" } else { "writing" };
        let others = if others == 0 { String::new() } else { format!(" and {}", counted(others as u64, "other file")) };
        format!("Still {doing} {}{others}", path.display())
    }

    /// Scores, times and settings of a tab, in a message about them.
    pub fn tab_data(title: &str) -> String {
        format!("the {title} tab's data")
    }

    /// Stored settings can't be read.
    pub fn settings_not_read(whose: &str) -> String {
        format!("Couldn't read {whose}")
    }

    /// The explanation below that message.
    pub fn settings_set_aside(path: &Path) -> String {
        format!("The unreadable file was moved to {}, and a new one replaces it.", path.display())
    }

    /// Settings can't be stored.
    pub fn settings_not_stored(whose: &str) -> String {
        format!("Couldn't store {whose}")
    }
}

/// The left side: the position and its tools.
pub mod tools {
    use crate::text::{counted, grouped};

    /// In a field for a seed: any.
    pub const RANDOM_SEED: &str = "random";
    /// The tooltip of the button that opens the examples.
    pub fn examples_hint(shortcut: &str) -> String {
        format!("Choose an example from pictures ({shortcut})")
    }

    /// The switch between the modes of a tab: the text of each part, its spoken name and its tooltip.
    pub const MODES: [(&str, &str, &str); 2] = [
        ("Solve", "Solve mode", "Let the program search: counts, solutions and techniques"),
        ("Play", "Play mode", "Solve it yourself: counts and solutions are hidden"),
    ];

    /// The spoken name of an orientation, with its number of solutions where it is known.
    pub fn orientation(name: &str, solutions: Option<u64>) -> String {
        let solutions = solutions.map(|solutions| format!(", {}", counted(solutions, "solution"))).unwrap_or_default();
        format!("Orientation {name}{solutions}")
    }

    /// Explains the number of solutions of an orientation.
    pub fn about_orientation(solutions: Option<u64>) -> String {
        match solutions {
            None => "Use this orientation".to_owned(),
            Some(0) => "No solution has this orientation".to_owned(),
            Some(1) => "1 solution has this orientation".to_owned(),
            Some(solutions) => format!("{} solutions have this orientation", grouped(solutions)),
        }
    }
}

/// The card below the board.
pub mod remark {
    /// Pieces fill the whole figure.
    pub const SOLVED: &str = "Solved: every cell is covered";
    /// Its tooltip.
    pub fn more_hint(shortcut: &str, counts: bool) -> String {
        let counts = if counts { ". It counts as another hint in the result" } else { "" };
        format!("Show a more specific hint ({shortcut}){counts}")
    }

    /// Its tooltip.
    pub fn do_it_hint(shortcut: &str) -> String {
        format!("Do what the hint says ({shortcut})")
    }
}

/// The list of solutions.
pub mod solutions {
    use super::{Noun, grouped, sentence};

    /// Its heading.
    pub fn title(noun: Noun) -> String {
        sentence(&noun.plural())
    }

    /// How many it shows of those found, which may not be all yet; nothing before the first is found.
    pub fn listed(shown: u64, found: u64, may_be_more: bool) -> String {
        let so_far = super::so_far(may_be_more);
        match found {
            0 => String::new(),
            _ if shown == found => format!("{}{so_far}", grouped(found)),
            _ => format!("{} of {}{so_far}", grouped(shown), grouped(found)),
        }
    }

    /// In place of a list that was there when the document was last open.
    pub fn list_not_kept(noun: Noun, found: u64, is_complete: bool) -> String {
        let (found, so_far) = (noun.counted(found), super::so_far(!is_complete));
        format!("The list wasn't kept: {found}{so_far}. Press Solve to search again.")
    }

    /// Its name beside what the puzzle shows in its place.
    pub fn list(noun: Noun) -> String {
        format!("List of {}", noun.plural())
    }

    /// The name of what the puzzle shows in its place.
    pub fn in_place_of_list(name: &str) -> String {
        format!("{name} in place of the list")
    }

    /// The same, spoken and as a tooltip.
    pub fn filter(is_on: bool) -> &'static str {
        if is_on { "The list is filtered: show its filter" } else { "Show the filter of the list" }
    }

    /// The order of the list, spoken and as a tooltip.
    pub const ORDER: &str = "Order of the list";

    /// In place of the list: a paused search was read from a file, which has only its count.
    pub fn not_kept(noun: Noun) -> String {
        format!("Earlier {} were counted but not kept. Solve from the start to list them.", noun.plural())
    }

    /// All are filtered out.
    pub fn no_match(noun: Noun) -> String {
        format!("No {noun} matches the filters.")
    }

    /// No search was started.
    pub fn not_searched(noun: Noun) -> String {
        format!("Press Solve to list the {} here.", noun.plural())
    }

    /// The search is complete.
    pub fn none(noun: Noun) -> String {
        format!("There are no {}.", noun.plural())
    }

    /// The spoken name of one solution.
    pub fn label(noun: Noun, number: &str, title: &str, detail: &str) -> String {
        format!("{} {number}: {title} {detail}", sentence(noun.0))
    }
}

/// The timeline below the board.
pub mod timeline {
    use super::{Noun, grouped, sentence};

    /// The tooltip for the search trace.
    pub fn trace_hint(technique: &str) -> String {
        format!("Step through the search trace of \"{technique}\": what it places, where it hits a dead end, and why")
    }

    /// Why there is no search trace.
    pub fn no_trace(technique: &str, why: &str) -> String {
        format!("\"{technique}\" has no search trace: {why}")
    }

    /// The slider for the steps of a solution or a search trace.
    pub const STEP: &str = "Step";

    /// The spoken name of the box beside a slider.
    pub fn jump_to(name: &str) -> String {
        format!("Jump to {}", name.to_lowercase())
    }

    /// The number of steps, or of those known so far.
    pub fn of_steps(known: u64, is_complete: bool) -> String {
        format!("of {}{}", grouped(known), if is_complete { "" } else { " or more" })
    }

    /// The button for stepping through solutions.
    pub fn solutions(noun: Noun) -> String {
        sentence(&noun.plural())
    }

    /// Its tooltip.
    pub fn solutions_hint(noun: Noun) -> String {
        format!("Step through the {}", noun.plural())
    }

    /// The slider for solutions.
    pub fn solution(noun: Noun) -> String {
        sentence(noun.0)
    }

    /// The number of listed solutions, and the number of all found if it differs. There may be more.
    pub fn of_listed(listed: u64, found: u64, may_be_more: bool) -> String {
        let so_far = super::so_far(may_be_more);
        if listed < found {
            format!("of {} ({} found{so_far})", grouped(listed), grouped(found))
        } else {
            format!("of {}{so_far}", grouped(found))
        }
    }

    /// One speed.
    pub fn speed(steps_per_second: f32) -> String {
        format!("{steps_per_second} / s")
    }
}

/// The list of techniques and their comparison.
pub mod techniques {
    /// Its tooltip.
    pub fn compare_hint(shortcut: &str) -> String {
        format!("Run every technique on this position and compare solutions, work and time ({shortcut})")
    }

    /// It was stopped.
    pub const STOPPED: &str = "stopped";
    /// It found other solutions than the reference; the short form.
    pub const OTHER_SOLUTIONS: &str = "different solutions";

    /// A technique and its time.
    pub fn title_and_time(title: &str, time: &str) -> String {
        format!("{title} · {time}")
    }

    /// A technique ran into the time limit.
    pub fn stopped_after(limit: &str) -> String {
        format!("stopped after {limit}")
    }

    /// A technique crashed.
    pub fn failed(message: &str) -> String {
        format!("failed: {message}")
    }

    /// A technique found other solutions than the reference.
    pub fn other_solutions(time: &str) -> String {
        format!("{OTHER_SOLUTIONS} · {time}")
    }

    /// A warning.
    pub fn warning(text: &str) -> String {
        format!("{WARNING} {text}")
    }

    /// The sign of a warning, shown alone if there is little room.
    pub const WARNING: &str = "▲";

    /// The comparison crashed.
    pub fn comparison_failed(message: &str) -> String {
        warning(&format!("The comparison failed: {message}"))
    }

    /// The memory that a technique used.
    pub fn memory(bytes: &str) -> String {
        format!(", {bytes} of memory")
    }
}

/// The status bar.
pub mod status {
    /// A technique is being measured.
    pub fn comparing(technique: &str) -> String {
        format!("Comparing: {technique}")
    }

    /// A search runs.
    pub fn searching(solutions: &str) -> String {
        format!("Searching: {solutions} so far")
    }

    /// A search crashed.
    pub fn failed(message: &str) -> String {
        format!("The search failed: {message}")
    }

    /// A search is complete.
    pub fn finished(solutions: &str) -> String {
        format!("Finished: {solutions}")
    }

    /// A search is complete, and the position has flaws.
    pub fn finished_with_flaws(solutions: &str, flaws: &str) -> String {
        format!("{}. {flaws}", finished(solutions))
    }

    /// An edit filtered a complete list.
    pub fn filtered(solutions: &str) -> String {
        format!("{solutions} left")
    }

    /// A search is paused.
    pub fn paused(solutions: &str) -> String {
        format!("Paused: {solutions} so far")
    }

    /// A search was stopped.
    pub fn stopped(solutions: &str) -> String {
        format!("Stopped: {solutions} so far")
    }

    /// The first of several flaws.
    pub fn flaws(first: &str, others: usize) -> String {
        format!("{first} (and {others} more)")
    }

    /// How much of a search is done.
    pub fn done(share: f32) -> String {
        format!("{:.0} %", share * 100.0)
    }

    /// The time for the last frame and the longest recent one.
    pub fn frame_times(last: &str, longest: &str) -> String {
        format!("frame {last}, longest {longest}")
    }
}

/// Challenges in which pieces fill a figure.
pub mod pieces {
    use crate::challenge::Grade;

    /// What a challenge of this grade takes.
    pub fn grade(grade: Grade) -> &'static str {
        match grade {
            Grade::Easy => "Every step is forced",
            Grade::Medium => "Some placements leave gaps that no piece fits",
            Grade::Hard => "Some pieces can only be found by trial",
            Grade::Expert => "Some trials need further trials",
        }
    }
}
