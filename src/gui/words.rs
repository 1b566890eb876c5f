//! The texts of the window, grouped by where they appear, so that the wording can be reviewed in one go.
//!
//! `command.rs` has the titles of menus and commands. Puzzles, sessions and file errors have their own texts.

use std::path::Path;

use base::text::{Noun, counted, grouped, of_path, sentence};

/// What follows a number of solutions that may not be the final one.
pub fn so_far(may_be_more: bool) -> &'static str {
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

    /// A document in a list of documents of several puzzles.
    pub fn with_puzzle(name: &str, puzzle: &str) -> String {
        format!("{name} ({puzzle})")
    }
}

/// The bars at the top: menus, tabs and the list of documents.
pub mod bars {
    /// The position of the shown document among several.
    pub fn position(number: usize, count: usize) -> String {
        format!("{number} of {count}")
    }

    /// The spoken name of a tab.
    pub fn tab_label(title: &str, is_changed: bool) -> String {
        format!("{title}{}", if is_changed { ", changed" } else { "" })
    }
}

/// Dialogs: headings, texts and buttons.
pub mod dialogs {
    use super::{Path, of_path};

    /// The title of the system's dialog for restoring settings.
    pub const RESTORE_SETTINGS: &str = "Restore settings";

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

    /// The button that closes a dialog without doing anything.
    pub const CANCEL: &str = "Cancel";

    /// The name of a file without its folder.
    pub fn file_name(path: &Path) -> String {
        of_path(path.file_name().unwrap_or(path.as_os_str()))
    }
}

/// The list of keyboard shortcuts, beside the commands.
pub mod shortcuts {
    /// The descriptions of the keys for the board, and the keys.
    pub const BOARD_KEYS: [(&str, &str); 16] = [
        ("Move between cells or tiles", "Arrow keys"),
        ("Click", "Enter"),
        ("Right-click", "Shift+Enter"),
        ("Set a value, pick up a piece", "Letters, digits"),
        ("Clear", "Delete"),
        ("Put back the piece in hand, leave the board", "Esc"),
        ("Turn and flip a flat piece", "R, F, wheel"),
        ("Turn a Soma piece", "X, Y, Z, wheel"),
        ("Pick up another Soma piece", "Shift and its letter"),
        ("Voltorb Flip: set a tile", "V, 1, 2, 3, ?"),
        ("Voltorb Flip: go to the best tile", "B"),
        ("SET: move a card back or forward", "<, >"),
        ("Pan", "Drag with the middle button"),
        ("Zoom", "Wheel"),
        ("Letters and signs of this list", "What the key types"),
        ("… without Latin letters", "The key's place on an English keyboard"),
    ];
}

/// The dialog for exporting a picture.
pub mod export {
    use super::grouped;
    use base::look::Theme;
    use export::Format;

    /// How far the export is.
    pub fn done(done: usize, all: usize) -> String {
        if done == all {
            return "Writing the file…".to_owned();
        }
        format!("{} of {} pictures", grouped(done as u64), grouped(all as u64))
    }

    /// The formats, each with its text and its spoken name.
    pub const FORMATS: [(Format, &str, &str); 4] = [
        (Format::Svg, "SVG", "SVG: a drawing that is sharp at any size"),
        (Format::Png, "PNG", "PNG: a picture of pixels"),
        (Format::Gif, "GIF", "GIF: an animation of all steps up to this one"),
        (Format::Pdf, "PDF", "PDF: a page of A4 paper"),
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

    /// The heading if it can't be made.
    pub const NOT_MADE: &str = "The book couldn't be made";

    /// How far the book is.
    pub fn made(made: usize, count: usize) -> String {
        format!("{made} of {}", counted(count as u64, "challenge"))
    }
}

/// What stands beside the name of a control in the command palette.
pub mod controls {
    /// A section of the controls.
    pub const SECTION: &str = "section";
}

/// Why a command is disabled.
pub mod unavailable {
    /// The puzzle's position can't be searched.
    pub const FLAWED_POSITION: &str = "Fix the position first; press H to see what's wrong";
    /// Solving, hints and solutions would spoil a game.
    pub const PLAYING: &str = "Not available in Play mode: switch to Solve first";
    /// Mistakes cover the document.
    pub const PRACTISING: &str = "Close the mistakes first";
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
    use super::{Path, of_path};

    /// A file could not be read.
    pub fn not_opened(path: &Path) -> String {
        format!("Couldn't open {}", of_path(path))
    }
}

/// The left side: the position and its tools.
pub mod tools {
    /// In a field for a seed: any.
    pub const RANDOM_SEED: &str = "random";

    /// The switch between the modes of a tab: the text of each part, its spoken name and its tooltip.
    pub const MODES: [(&str, &str, &str); 2] = [
        ("Solve", "Solve mode", "Let the program search: counts, solutions and techniques"),
        ("Play", "Play mode", "Solve it yourself: counts and solutions are hidden"),
    ];

    /// The tooltip of the first one while a game is in progress.
    pub const LOOK_UP: &str = "See counts, solutions and the explanation; for the game in progress, this counts as a hint";
}

/// The card below the board.
pub mod remark {
    /// Pieces fill the whole figure.
    pub const SOLVED: &str = "Solved: every cell is covered";
}

/// The list of solutions.
pub mod solutions {
    use super::{Noun, sentence};

    /// Its heading.
    pub fn title(noun: Noun) -> String {
        sentence(&noun.plural())
    }

    /// The order of the list, spoken and as a tooltip.
    pub const ORDER: &str = "Order of the list";
    /// The button that lists all solutions again.
    pub const CLEAR_FILTER: &str = "Clear filter";
}

/// The timeline below the board.
pub mod timeline {
    use super::{counted, grouped, so_far};

    /// The slider for the steps of a solution, a search trace or a walkthrough.
    pub const STEP: &str = "Step";

    /// The number of steps, or of those known so far.
    pub fn of_steps(known: u64, is_complete: bool) -> String {
        format!("of {}{}", grouped(known), if is_complete { "" } else { " or more" })
    }

    /// The number of steps in a list, or of those known so far.
    pub fn counted_steps(known: u64, is_complete: bool) -> String {
        format!("{}{}", counted(known, "step"), so_far(!is_complete))
    }

    /// One speed.
    pub fn speed(steps_per_second: f32) -> String {
        format!("{steps_per_second} / s")
    }
}

/// The list of techniques and their comparison.
pub mod techniques {
    /// What the factors and bars beside techniques are. Bars are logarithmic, since times differ by powers of ten.
    pub fn factors(reference: &str) -> String {
        format!("Factors: how many times as fast as “{reference}”. A bar grows by the same length whenever the time doubles.")
    }

    /// It was stopped.
    pub const STOPPED: &str = "stopped";
    /// It found other solutions than the reference; the short form.
    pub const OTHER_SOLUTIONS: &str = "different solutions";

    /// A warning.
    pub fn warning(text: &str) -> String {
        format!("{WARNING} {text}")
    }

    /// The sign of a warning, shown alone if there is little room.
    pub const WARNING: &str = "▲";
}

/// The status bar.
pub mod status {
    /// A search is complete.
    pub fn finished(solutions: &str) -> String {
        format!("Finished: {solutions}")
    }

    /// The first of several flaws.
    pub fn flaws(first: &str, others: usize) -> String {
        format!("{first} (and {others} more)")
    }
}

/// Challenges in which pieces fill a figure.
pub mod pieces {
    use base::{
        challenge::{Grade, Step},
        text::sentence,
    };

    /// An exercise in steps of this kind.
    pub fn exercise(step: Step) -> String {
        format!("{} exercise", sentence(step.title()))
    }

    /// What an exercise in steps of this kind asks for.
    pub fn task(step: Step) -> &'static str {
        match step {
            Step::ForcedCell => "Find a cell that has only one option, and place the piece that covers it.",
            Step::ForcedPiece => "Find a piece that fits in only one place, and place it.",
            Step::Gap => "Rule out what leaves a gap that no pieces fill. Then a cell or a piece has only one option: place that piece.",
            _ => "Rule out what leaves a cell or a piece without options. Then a cell or a piece has only one option: place that piece.",
        }
    }

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
