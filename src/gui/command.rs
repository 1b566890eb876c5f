//! The catalogue of all actions: title, shortcut and menu of each. Menus, buttons, keys and the list of shortcuts derive from it.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::help::Topic;

/// An action that the user can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// One for the window.
    Window(WindowCommand),
    /// One for the document that is shown.
    Document(DocumentCommand),
}

/// An action of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowCommand {
    /// Shows the examples of the tab.
    Examples,
    /// Shows challenges on the figure of the document, to choose one.
    Challenges,
    /// Opens a file with the system's dialog.
    Open,
    /// Opens a file by its path.
    OpenPath,
    /// Saves to the document's own file.
    Save,
    /// Saves to another file with the system's dialog.
    SaveAs,
    /// Saves to another file by its path.
    SavePath,
    /// Writes all settings and results of games to one file.
    BackUp,
    /// Reads such a file.
    RestoreBackup,
    /// Exports the board as SVG, PNG or GIF.
    ExportPicture,
    /// Exports a sheet to print.
    ExportSheet,
    /// Exports all listed solutions as one picture.
    ExportList,
    /// Makes a book of challenges on the figure of the document, as a PDF file.
    Book,
    /// Closes the document.
    CloseDocument,
    /// Quits the program.
    Quit,
    /// Copies the position as text to the clipboard.
    CopyText,
    /// Pastes a position as text from the clipboard.
    PasteText,
    /// Switches between the dark and the light theme.
    SwitchTheme,
    /// Opens the dialog for contrast, animations and the colours of pieces.
    Appearance,
    /// Makes text and controls larger.
    LargerText,
    /// Makes text and controls smaller.
    SmallerText,
    /// Opens all sections of the panels.
    OpenSections,
    /// Folds all sections of the panels.
    FoldSections,
    /// Shows the window without a frame, or with it again.
    FullScreen,
    /// Shows only the board and the advice, in a small window that stays above others, or everything again.
    SmallWindow,
    /// Shows in the status bar how long frames take, or hides this again.
    FrameTimes,
    /// Shows the next document of the tab.
    NextDocument,
    /// Shows the previous document of the tab.
    PreviousDocument,
    /// Shows the next tab.
    NextTab,
    /// Shows the previous tab.
    PreviousTab,
    /// Moves the keyboard's focus to the next region of the window, such as the board.
    NextRegion,
    /// Moves the keyboard's focus to the previous region.
    PreviousRegion,
    /// Opens the help page of the puzzle.
    Help,
    /// Opens the help page on a topic.
    HelpOn(Topic),
    /// Opens the command palette.
    Palette,
    /// Shows the list of shortcuts.
    Shortcuts,
    /// Shows a report about a problem, to save it.
    Report,
    /// Shows the version and the licence.
    About,
}

/// An action of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentCommand {
    /// Opens an empty board.
    New,
    /// Opens a random puzzle.
    Deal,
    /// Makes a challenge and opens it.
    Challenge,
    /// Opens the daily puzzle.
    Daily,
    /// Gives up the challenge.
    GiveUp,
    /// Undoes the last edit.
    Undo,
    /// Redoes the last undone edit.
    Redo,
    /// Returns to the position in the file or the example.
    Restart,
    /// Makes the shown solution the position.
    UseSolution,
    /// Starts the search, or resumes a paused one.
    Solve,
    /// Starts the search from the beginning though one is paused.
    SolveFromStart,
    /// Returns to the search that was set aside last.
    ReturnToSearch,
    /// Runs all techniques on the position.
    Compare,
    /// Shows what to do next, and why.
    Hint,
    /// Makes the step that the shown hint names.
    FollowHint,
    /// Pauses the search, or resumes it.
    Pause,
    /// Stops the search.
    Stop,
    /// Shows the previous solution.
    PreviousSolution,
    /// Shows the next solution.
    NextSolution,
    /// Shows the first step.
    FirstStep,
    /// Shows the previous step.
    StepBack,
    /// Plays the steps, or pauses.
    Play,
    /// Shows the next step.
    StepForward,
    /// Shows the last step.
    LastStep,
    /// Zooms in on the board.
    ZoomIn,
    /// Zooms out of the board.
    ZoomOut,
    /// Fits the board to its room.
    ZoomFit,
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Commands for documents and files.
    File,
    /// Commands that change the position.
    Edit,
    /// Commands that change what is shown.
    View,
    /// Commands for searching and stepping.
    Solve,
    /// Commands that explain the program.
    Help,
}

impl Menu {
    /// All menus, in their order.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::View, Self::Solve, Self::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Solve => "Solve",
            Self::Help => "Help",
        }
    }
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);
const PLAIN: Modifiers = Modifiers::NONE;

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

impl Command {
    /// All commands in the order of the menus.
    pub const ALL: [Self; 68] = [
        Self::Document(DocumentCommand::New),
        Self::Document(DocumentCommand::Deal),
        Self::Document(DocumentCommand::Challenge),
        Self::Window(WindowCommand::Challenges),
        Self::Document(DocumentCommand::Daily),
        Self::Window(WindowCommand::Examples),
        Self::Window(WindowCommand::Open),
        Self::Window(WindowCommand::OpenPath),
        Self::Window(WindowCommand::Save),
        Self::Window(WindowCommand::SaveAs),
        Self::Window(WindowCommand::SavePath),
        Self::Window(WindowCommand::ExportPicture),
        Self::Window(WindowCommand::ExportSheet),
        Self::Window(WindowCommand::ExportList),
        Self::Window(WindowCommand::Book),
        Self::Window(WindowCommand::BackUp),
        Self::Window(WindowCommand::RestoreBackup),
        Self::Window(WindowCommand::CloseDocument),
        Self::Window(WindowCommand::Quit),
        Self::Document(DocumentCommand::Undo),
        Self::Document(DocumentCommand::Redo),
        Self::Document(DocumentCommand::Restart),
        Self::Window(WindowCommand::CopyText),
        Self::Window(WindowCommand::PasteText),
        Self::Document(DocumentCommand::UseSolution),
        Self::Document(DocumentCommand::ZoomIn),
        Self::Document(DocumentCommand::ZoomOut),
        Self::Document(DocumentCommand::ZoomFit),
        Self::Window(WindowCommand::LargerText),
        Self::Window(WindowCommand::SmallerText),
        Self::Window(WindowCommand::OpenSections),
        Self::Window(WindowCommand::FoldSections),
        Self::Window(WindowCommand::SwitchTheme),
        Self::Window(WindowCommand::Appearance),
        Self::Window(WindowCommand::FullScreen),
        Self::Window(WindowCommand::SmallWindow),
        Self::Window(WindowCommand::FrameTimes),
        Self::Window(WindowCommand::NextDocument),
        Self::Window(WindowCommand::PreviousDocument),
        Self::Window(WindowCommand::NextTab),
        Self::Window(WindowCommand::PreviousTab),
        Self::Window(WindowCommand::NextRegion),
        Self::Window(WindowCommand::PreviousRegion),
        Self::Document(DocumentCommand::Solve),
        Self::Document(DocumentCommand::SolveFromStart),
        Self::Document(DocumentCommand::Compare),
        Self::Document(DocumentCommand::Pause),
        Self::Document(DocumentCommand::Stop),
        Self::Document(DocumentCommand::ReturnToSearch),
        Self::Document(DocumentCommand::Hint),
        Self::Document(DocumentCommand::FollowHint),
        Self::Document(DocumentCommand::GiveUp),
        Self::Document(DocumentCommand::PreviousSolution),
        Self::Document(DocumentCommand::NextSolution),
        Self::Document(DocumentCommand::FirstStep),
        Self::Document(DocumentCommand::StepBack),
        Self::Document(DocumentCommand::Play),
        Self::Document(DocumentCommand::StepForward),
        Self::Document(DocumentCommand::LastStep),
        Self::Window(WindowCommand::Help),
        Self::Window(WindowCommand::HelpOn(Topic::Window)),
        Self::Window(WindowCommand::HelpOn(Topic::Files)),
        Self::Window(WindowCommand::HelpOn(Topic::CommandLine)),
        Self::Window(WindowCommand::HelpOn(Topic::Glossary)),
        Self::Window(WindowCommand::Shortcuts),
        Self::Window(WindowCommand::Palette),
        Self::Window(WindowCommand::Report),
        Self::Window(WindowCommand::About),
    ];

    /// Its title, its menu and its shortcuts, the first of which is shown.
    pub fn about(self) -> (&'static str, Menu, &'static [(Modifiers, Key)]) {
        use Menu::{Edit, File, Help, Solve, View};
        match self {
            Self::Document(DocumentCommand::New) => ("New", File, &[(CTRL, Key::N)]),
            Self::Document(DocumentCommand::Deal) => ("New random position", File, &[(CTRL, Key::R)]),
            Self::Document(DocumentCommand::Challenge) => ("Start challenge", File, &[(CTRL_SHIFT, Key::N)]),
            Self::Window(WindowCommand::Challenges) => ("Choose challenge…", File, &[(CTRL_SHIFT, Key::G)]),
            Self::Document(DocumentCommand::Daily) => ("Daily puzzle", File, &[(CTRL, Key::D)]),
            Self::Window(WindowCommand::Examples) => ("Examples…", File, &[(CTRL, Key::G)]),
            Self::Window(WindowCommand::Open) => ("Open…", File, &[(CTRL, Key::O)]),
            Self::Window(WindowCommand::OpenPath) => ("Open by path…", File, &[(CTRL, Key::L)]),
            Self::Window(WindowCommand::Save) => ("Save", File, &[(CTRL, Key::S)]),
            Self::Window(WindowCommand::SaveAs) => ("Save as…", File, &[(CTRL_SHIFT, Key::S)]),
            Self::Window(WindowCommand::SavePath) => ("Save by path…", File, &[(CTRL_ALT, Key::S)]),
            Self::Window(WindowCommand::ExportPicture) => ("Export picture…", File, &[(CTRL, Key::E)]),
            Self::Window(WindowCommand::ExportSheet) => ("Export sheet to print…", File, &[]),
            Self::Window(WindowCommand::ExportList) => ("Export listed solutions…", File, &[]),
            Self::Window(WindowCommand::Book) => ("Book of challenges…", File, &[]),
            Self::Window(WindowCommand::BackUp) => ("Back up settings and results…", File, &[]),
            Self::Window(WindowCommand::RestoreBackup) => ("Restore settings and results…", File, &[]),
            Self::Window(WindowCommand::CloseDocument) => ("Close", File, &[(CTRL, Key::W)]),
            Self::Window(WindowCommand::Quit) => ("Quit", File, &[(CTRL, Key::Q)]),
            Self::Document(DocumentCommand::Undo) => ("Undo", Edit, &[(CTRL, Key::Z)]),
            Self::Document(DocumentCommand::Redo) => ("Redo", Edit, &[(CTRL_SHIFT, Key::Z), (CTRL, Key::Y)]),
            Self::Document(DocumentCommand::Restart) => ("Revert to original position", Edit, &[]),
            // The window's backend turns Ctrl+C and Ctrl+V into separate events, so these two have no key here.
            Self::Window(WindowCommand::CopyText) => ("Copy as text", Edit, &[]),
            Self::Window(WindowCommand::PasteText) => ("Paste text", Edit, &[]),
            Self::Document(DocumentCommand::UseSolution) => ("Use this solution", Edit, &[(CTRL, Key::U)]),
            Self::Document(DocumentCommand::ZoomIn) => ("Zoom in", View, &[(CTRL, Key::Plus), (CTRL, Key::Equals)]),
            Self::Document(DocumentCommand::ZoomOut) => ("Zoom out", View, &[(CTRL, Key::Minus)]),
            Self::Document(DocumentCommand::ZoomFit) => ("Fit board to window", View, &[(CTRL, Key::Num0)]),
            Self::Window(WindowCommand::LargerText) => ("Larger text", View, &[(CTRL_ALT, Key::Plus), (CTRL_ALT, Key::Equals)]),
            Self::Window(WindowCommand::SmallerText) => ("Smaller text", View, &[(CTRL_ALT, Key::Minus)]),
            Self::Window(WindowCommand::OpenSections) => ("Open all sections", View, &[]),
            Self::Window(WindowCommand::FoldSections) => ("Fold all sections", View, &[]),
            Self::Window(WindowCommand::SwitchTheme) => ("Switch light / dark theme", View, &[(CTRL, Key::T)]),
            Self::Window(WindowCommand::Appearance) => ("Appearance…", View, &[]),
            Self::Window(WindowCommand::FullScreen) => ("Full screen", View, &[(PLAIN, Key::F11)]),
            Self::Window(WindowCommand::SmallWindow) => ("Small window on top", View, &[(Modifiers::SHIFT, Key::F11)]),
            Self::Window(WindowCommand::FrameTimes) => ("Show frame times", View, &[]),
            Self::Window(WindowCommand::NextDocument) => ("Next document", View, &[(CTRL, Key::PageDown)]),
            Self::Window(WindowCommand::PreviousDocument) => ("Previous document", View, &[(CTRL, Key::PageUp)]),
            Self::Window(WindowCommand::NextTab) => ("Next tab", View, &[(CTRL, Key::Tab)]),
            Self::Window(WindowCommand::PreviousTab) => ("Previous tab", View, &[(CTRL_SHIFT, Key::Tab)]),
            Self::Window(WindowCommand::NextRegion) => ("Next part of the window", View, &[(PLAIN, Key::F6)]),
            Self::Window(WindowCommand::PreviousRegion) => ("Previous part of the window", View, &[(Modifiers::SHIFT, Key::F6)]),
            Self::Document(DocumentCommand::Solve) => ("Solve", Solve, &[(PLAIN, Key::F5)]),
            Self::Document(DocumentCommand::SolveFromStart) => ("Solve from the start", Solve, &[(Modifiers::SHIFT, Key::F5)]),
            Self::Document(DocumentCommand::Compare) => ("Compare techniques", Solve, &[(PLAIN, Key::F8)]),
            Self::Document(DocumentCommand::ReturnToSearch) => ("Return to the paused search", Solve, &[]),
            Self::Document(DocumentCommand::Hint) => ("Show hint", Solve, &[(PLAIN, Key::H)]),
            Self::Document(DocumentCommand::FollowHint) => ("Do what the hint says", Solve, &[(Modifiers::SHIFT, Key::H)]),
            Self::Document(DocumentCommand::GiveUp) => ("Give up", Solve, &[]),
            Self::Document(DocumentCommand::Pause) => ("Pause / Resume", Solve, &[(PLAIN, Key::F7)]),
            Self::Document(DocumentCommand::Stop) => ("Stop", Solve, &[(PLAIN, Key::Escape)]),
            Self::Document(DocumentCommand::PreviousSolution) => ("Previous solution", Solve, &[(PLAIN, Key::PageUp)]),
            Self::Document(DocumentCommand::NextSolution) => ("Next solution", Solve, &[(PLAIN, Key::PageDown)]),
            Self::Document(DocumentCommand::FirstStep) => ("First step", Solve, &[(PLAIN, Key::Home)]),
            Self::Document(DocumentCommand::StepBack) => ("Step back", Solve, &[(PLAIN, Key::ArrowLeft)]),
            Self::Document(DocumentCommand::Play) => ("Play / Pause", Solve, &[(PLAIN, Key::Space)]),
            Self::Document(DocumentCommand::StepForward) => ("Step forward", Solve, &[(PLAIN, Key::ArrowRight)]),
            Self::Document(DocumentCommand::LastStep) => ("Last step", Solve, &[(PLAIN, Key::End)]),
            Self::Window(WindowCommand::Palette) => ("Command palette…", Help, &[(CTRL, Key::K)]),
            Self::Window(WindowCommand::Help) => ("Help on this puzzle", Help, &[(PLAIN, Key::F1)]),
            Self::Window(WindowCommand::HelpOn(Topic::Window)) => ("Help on the window", Help, &[]),
            Self::Window(WindowCommand::HelpOn(Topic::Files)) => ("Help on files", Help, &[]),
            Self::Window(WindowCommand::HelpOn(Topic::CommandLine)) => ("Help on the command line", Help, &[]),
            Self::Window(WindowCommand::HelpOn(Topic::Glossary)) => ("Glossary", Help, &[]),
            Self::Window(WindowCommand::Shortcuts) => ("Keyboard shortcuts", Help, &[(CTRL, Key::Questionmark)]),
            Self::Window(WindowCommand::Report) => ("Save a report on a problem…", Help, &[]),
            Self::Window(WindowCommand::About) => ("About Quincunx", Help, &[]),
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        self.about().0
    }

    /// Its menu.
    pub fn menu(self) -> Menu {
        self.about().1
    }

    /// The keys that run it.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.about().2.iter().map(|&(modifiers, key)| KeyboardShortcut::new(modifiers, key))
    }

    /// Its shortcut as text; empty if it has none.
    pub fn shortcut_text(self, ctx: &egui::Context) -> String {
        match self {
            Self::Window(WindowCommand::CopyText) => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::C)),
            Self::Window(WindowCommand::PasteText) => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::V)),
            // egui spells out the one character that no menu does.
            _ => self.shortcuts().next().map(|shortcut| ctx.format_shortcut(&shortcut).replace("Questionmark", "?")).unwrap_or_default(),
        }
    }

    /// Whether a separator comes before it in the menu.
    pub fn begins_group(self) -> bool {
        matches!(
            self,
            Self::Window(WindowCommand::Open)
                | Self::Window(WindowCommand::Save)
                | Self::Window(WindowCommand::ExportPicture)
                | Self::Window(WindowCommand::BackUp)
                | Self::Window(WindowCommand::CloseDocument)
                | Self::Window(WindowCommand::Quit)
                | Self::Document(DocumentCommand::Restart)
                | Self::Window(WindowCommand::CopyText)
                | Self::Window(WindowCommand::LargerText)
                | Self::Window(WindowCommand::OpenSections)
                | Self::Window(WindowCommand::SwitchTheme)
                | Self::Window(WindowCommand::NextDocument)
                | Self::Window(WindowCommand::Shortcuts)
                | Self::Window(WindowCommand::About)
                | Self::Document(DocumentCommand::PreviousSolution)
                | Self::Document(DocumentCommand::FirstStep)
        )
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
        for command in Command::ALL {
            assert!(names.insert(command.title()), "{command:?}");
            for shortcut in command.shortcuts() {
                assert!(keys.insert(shortcut), "{command:?}: {shortcut:?}");
            }
        }
    }
}
