//! The catalogue of all actions: title, menu and shortcuts of each, in one table. Menus, buttons, keys and the list of shortcuts derive
//! from it. What a command does is elsewhere: one of the window in `app.rs`, one of a document in `document/commands.rs`.

use egui::{Key, KeyboardShortcut, Modifiers};

/// An action that the user can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// One for the window.
    Window(WindowCommand),
    /// One for the document that is shown.
    Document(DocumentCommand),
}

impl From<WindowCommand> for Command {
    fn from(command: WindowCommand) -> Self {
        Self::Window(command)
    }
}

impl From<DocumentCommand> for Command {
    fn from(command: DocumentCommand) -> Self {
        Self::Document(command)
    }
}

/// Makes the types and lists from the table. A row says who carries the command out, its name here, its title, whether a separator comes
/// before it in its menu, and the keys that run it, the first of which are shown.
macro_rules! commands {
    ($($(#[$about_menu:meta])* $menu:ident {
        $($(#[$about:meta])* $who:ident $name:ident: $title:literal $($begins_group:ident)? [$($modifiers:ident $key:ident),*];)*
    })*) => {
        /// A menu of the menu bar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Menu {
            $($(#[$about_menu])* $menu),*
        }

        impl Menu {
            /// All menus, in their order.
            pub const ALL: &[Self] = &[$(Self::$menu),*];

            /// Its title.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$menu => stringify!($menu)),*
                }
            }
        }

        commands!(@sort [] [] $($($who $(#[$about])* $name,)*)*);

        impl Command {
            /// All commands in the order of the menus.
            pub const ALL: &[Self] = &[$($(Self::$who($who::$name)),*),*];

            fn about(self) -> About {
                match self {
                    $($(Self::$who($who::$name) => About {
                        title: $title,
                        menu: Menu::$menu,
                        begins_group: matches!(&[$(stringify!($begins_group))?] as &[&str], ["begins_group"]),
                        keys: &[$(($modifiers, Key::$key)),*],
                    }),*),*
                }
            }
        }
    };
    // The rows of the window go to the first list, those of documents to the second.
    (@sort [$($window:tt)*] [$($document:tt)*] Window $(#[$about:meta])* $name:ident, $($rest:tt)*) => {
        commands!(@sort [$($window)* $(#[$about])* $name,] [$($document)*] $($rest)*);
    };
    (@sort [$($window:tt)*] [$($document:tt)*] Document $(#[$about:meta])* $name:ident, $($rest:tt)*) => {
        commands!(@sort [$($window)*] [$($document)* $(#[$about])* $name,] $($rest)*);
    };
    (@sort [$($window:tt)*] [$($document:tt)*]) => {
        /// An action of the window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum WindowCommand {
            $($window)*
        }

        /// An action of a document.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum DocumentCommand {
            $($document)*
        }
    };
}

use DocumentCommand as Document;
use WindowCommand as Window;

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);
const SHIFT: Modifiers = Modifiers::SHIFT;
const PLAIN: Modifiers = Modifiers::NONE;

commands! {
    /// Commands for documents and files.
    File {
        /// Opens an empty board.
        Document New: "New" [CTRL N];
        /// Opens a random puzzle.
        Document Deal: "New random position" [CTRL R];
        /// Makes a challenge and opens it.
        Document Challenge: "Start challenge" [CTRL_SHIFT N];
        /// Shows challenges on the figure of the document, to choose one.
        Document Challenges: "Choose challenge…" [CTRL_SHIFT G];
        /// Makes an exercise and opens it.
        Document Exercise: "Start exercise" [];
        /// Goes through the mistakes of the game.
        Document Learn: "Learn from your mistakes" [];
        /// Goes through the mistakes of earlier games that come back today.
        Document Practise: "Practise mistakes" [];
        /// Opens the daily puzzle.
        Document Daily: "Daily puzzle" [CTRL D];
        /// Shows the examples of the tab.
        Window Examples: "Examples…" [CTRL G];
        /// Opens a file with the system's dialog.
        Window Open: "Open…" begins_group [CTRL O];
        /// Opens a file by its path.
        Window OpenPath: "Open by path…" [CTRL L];
        /// Saves to the document's own file.
        Window Save: "Save" begins_group [CTRL S];
        /// Saves to another file with the system's dialog.
        Window SaveAs: "Save as…" [CTRL_SHIFT S];
        /// Saves to another file by its path.
        Window SavePath: "Save by path…" [CTRL_ALT S];
        /// Exports the board as SVG, PNG or GIF.
        Document ExportPicture: "Export picture…" begins_group [CTRL E];
        /// Exports a sheet to print.
        Document ExportSheet: "Export sheet to print…" [];
        /// Exports all listed solutions as one picture.
        Document ExportList: "Export listed solutions…" [];
        /// Makes a book of challenges on the figure of the document, as a PDF file.
        Document Book: "Book of challenges…" [];
        /// Writes all settings and results of games to one file.
        Window BackUp: "Back up settings and results…" begins_group [];
        /// Reads such a file.
        Window RestoreBackup: "Restore settings and results…" [];
        /// Closes the document.
        Window CloseDocument: "Close" begins_group [CTRL W];
        /// Quits the program.
        Window Quit: "Quit" begins_group [CTRL Q];
    }
    /// Commands that change the position.
    Edit {
        /// Undoes the last edit.
        Document Undo: "Undo" [CTRL Z];
        /// Redoes the last undone edit.
        Document Redo: "Redo" [CTRL_SHIFT Z, CTRL Y];
        /// Returns to the position in the file or the example.
        Document Restart: "Revert to original position" begins_group [];
        // The window's backend turns Ctrl+C and Ctrl+V into separate events, so these two have no key here.
        /// Copies the position as text to the clipboard.
        Document CopyText: "Copy as text" begins_group [];
        /// Copies a link to the position to the clipboard: one line that opens it again when it is pasted.
        Document CopyLink: "Copy link" [];
        /// Pastes a position as text from the clipboard.
        Window PasteText: "Paste text" [];
        /// Makes the shown solution the position.
        Document UseSolution: "Use this solution" [CTRL U];
    }
    /// Commands that change what is shown.
    View {
        /// Zooms in on the board.
        Document ZoomIn: "Zoom in" [CTRL Plus, CTRL Equals];
        /// Zooms out of the board.
        Document ZoomOut: "Zoom out" [CTRL Minus];
        /// Fits the board to its room.
        Document ZoomFit: "Fit board to window" [CTRL Num0];
        /// Makes text and controls larger.
        Window LargerText: "Larger text" begins_group [CTRL_ALT Plus, CTRL_ALT Equals];
        /// Makes text and controls smaller.
        Window SmallerText: "Smaller text" [CTRL_ALT Minus];
        /// Opens all sections of the panels.
        Window OpenSections: "Open all sections" begins_group [];
        /// Folds all sections of the panels.
        Window FoldSections: "Fold all sections" [];
        /// Switches between the dark and the light theme.
        Window SwitchTheme: "Switch light / dark theme" begins_group [CTRL T];
        /// Opens the dialog for contrast, animations and the colours of pieces.
        Window Appearance: "Appearance…" [];
        /// Shows the window without a frame, or with it again.
        Window FullScreen: "Full screen" [PLAIN F11];
        /// Shows only the board and the advice, in a small window that stays above others, or everything again.
        Window SmallWindow: "Small window on top" [SHIFT F11];
        /// Shows in the status bar how long frames take, or hides this again.
        Window FrameTimes: "Show frame times" [];
        /// Shows the next document of the tab.
        Window NextDocument: "Next document" begins_group [CTRL PageDown];
        /// Shows the previous document of the tab.
        Window PreviousDocument: "Previous document" [CTRL PageUp];
        /// Shows the next tab.
        Window NextTab: "Next tab" [CTRL Tab];
        /// Shows the previous tab.
        Window PreviousTab: "Previous tab" [CTRL_SHIFT Tab];
        /// Moves the keyboard's focus to the next region of the window, such as the board.
        Window NextRegion: "Next part of the window" [PLAIN F6];
        /// Moves the keyboard's focus to the previous region.
        Window PreviousRegion: "Previous part of the window" [SHIFT F6];
    }
    /// Commands for searching and stepping.
    Solve {
        /// Starts the search, or resumes a paused one.
        Document Solve: "Solve" [PLAIN F5];
        /// Starts the search from the beginning though one is paused.
        Document SolveFromStart: "Solve from the start" [SHIFT F5];
        /// Runs all techniques on the position.
        Document Compare: "Compare techniques" [PLAIN F8];
        /// Pauses the search, or resumes it.
        Document Pause: "Pause / Resume" [PLAIN F7];
        /// Stops the search.
        Document Stop: "Stop" [PLAIN Escape];
        /// Returns to the search that was set aside last.
        Document ReturnToSearch: "Return to the paused search" [];
        /// Shows what to do next, and why.
        Document Hint: "Show hint" [PLAIN H];
        /// Makes the step that the shown hint names.
        Document FollowHint: "Do what the hint says" [SHIFT H];
        /// Gives up the challenge.
        Document GiveUp: "Give up" [];
        /// Shows the previous solution.
        Document PreviousSolution: "Previous solution" begins_group [PLAIN PageUp];
        /// Shows the next solution.
        Document NextSolution: "Next solution" [PLAIN PageDown];
        /// Shows the first step.
        Document FirstStep: "First step" begins_group [PLAIN Home];
        /// Shows the previous step.
        Document StepBack: "Step back" [PLAIN ArrowLeft];
        /// Plays the steps, or pauses.
        Document Play: "Play / Pause" [PLAIN Space];
        /// Shows the next step.
        Document StepForward: "Step forward" [PLAIN ArrowRight];
        /// Shows the last step.
        Document LastStep: "Last step" [PLAIN End];
    }
    /// Commands that explain the program.
    Help {
        /// Opens the help page of the puzzle.
        Window Help: "Help on this puzzle" [PLAIN F1];
        /// Opens the help page about the window.
        Window HelpOnWindow: "Help on the window" [];
        /// Opens the help page about files.
        Window HelpOnFiles: "Help on files" [];
        /// Opens the help page about the command line.
        Window HelpOnCommandLine: "Help on the command line" [];
        /// Opens the glossary.
        Window Glossary: "Glossary" [];
        /// Shows the list of shortcuts.
        Window Shortcuts: "Keyboard shortcuts" begins_group [CTRL Questionmark];
        /// Opens the command palette.
        Window Palette: "Command palette…" [CTRL K];
        /// Shows a report about a problem, to save it.
        Window Report: "Save a report on a problem…" [];
        /// Shows the version and the licence.
        Window About: "About Quincunx" begins_group [];
    }
}

/// What the table says about a command.
struct About {
    title: &'static str,
    menu: Menu,
    begins_group: bool,
    keys: &'static [(Modifiers, Key)],
}

impl Command {
    /// Its title.
    pub fn title(self) -> &'static str {
        self.about().title
    }

    /// Its menu.
    pub fn menu(self) -> Menu {
        self.about().menu
    }

    /// Whether a separator comes before it in the menu.
    pub fn begins_group(self) -> bool {
        self.about().begins_group
    }

    /// The keys that run it.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.about().keys.iter().map(|&(modifiers, key)| KeyboardShortcut::new(modifiers, key))
    }

    /// Its shortcut as text; empty if it has none.
    pub fn shortcut_text(self, ctx: &egui::Context) -> String {
        match self {
            Self::Document(DocumentCommand::CopyText) => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::C)),
            Self::Window(WindowCommand::PasteText) => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::V)),
            // egui spells out the one character that no menu does.
            _ => self.shortcuts().next().map(|shortcut| ctx.format_shortcut(&shortcut).replace("Questionmark", "?")).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_or_a_title() {
        let mut keys = HashSet::new();
        let mut names = HashSet::new();
        for &command in Command::ALL {
            assert!(names.insert(command.title()), "{command:?}");
            for shortcut in command.shortcuts() {
                assert!(keys.insert(shortcut), "{command:?}: {shortcut:?}");
            }
        }
    }
}
