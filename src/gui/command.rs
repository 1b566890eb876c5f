//! Every action of the window, once: its text, its shortcut, its menu. Menus, buttons, keys and the list of shortcuts all come from here.

use egui::{Key, KeyboardShortcut, Modifiers};

/// An action that the user can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// An empty board.
    New,
    /// A random puzzle.
    Deal,
    /// A file, by the system's dialog.
    Open,
    /// A file, by its path.
    OpenPath,
    /// To the document's own file.
    Save,
    /// To another file, by the system's dialog.
    SaveAs,
    /// To another file, by its path.
    SavePath,
    /// The board as SVG or PNG.
    ExportPicture,
    /// All listed answers as one picture.
    ExportList,
    /// Close the document.
    CloseDocument,
    /// End the program.
    Quit,
    /// Take the last edit back.
    Undo,
    /// Do it again.
    Redo,
    /// Back to the saved position.
    Restart,
    /// The position as text, to the clipboard.
    CopyText,
    /// A position as text, from the clipboard.
    PasteText,
    /// Put the shown answer on the board.
    UseAnswer,
    /// Start the search.
    Solve,
    /// Start the search again, though one is paused.
    SolveAnew,
    /// To the search that was set aside last.
    BackToSearch,
    /// Run all techniques on the position.
    Compare,
    /// What to do next, and why.
    Hint,
    /// Pause the search, or go on with it.
    Pause,
    /// Stop the search.
    Stop,
    /// The answer before.
    PreviousAnswer,
    /// The next answer.
    NextAnswer,
    /// To the first step.
    FirstStep,
    /// A step back.
    StepBack,
    /// Let the steps play, or stop them.
    Play,
    /// A step on.
    StepForward,
    /// To the last step.
    LastStep,
    /// The board larger.
    ZoomIn,
    /// The board smaller.
    ZoomOut,
    /// The board as large as its room.
    ZoomFit,
    /// Dark or light.
    SwitchTheme,
    /// Contrast, motion and the colours of pieces.
    Appearance,
    /// The window without a frame.
    FullScreen,
    /// How long frames take, in the status line.
    FrameTimes,
    /// The next document of the tab.
    NextDocument,
    /// The document before.
    PreviousDocument,
    /// The next tab.
    NextTab,
    /// The tab before.
    PreviousTab,
    /// Any command, by its name.
    Palette,
    /// The list of shortcuts.
    Shortcuts,
    /// What this is.
    About,
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Documents.
    File,
    /// The position.
    Edit,
    /// How it is shown.
    View,
    /// Searching and stepping.
    Solve,
    /// About the program.
    Help,
}

impl Menu {
    /// All menus, in their order.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::View, Self::Solve, Self::Help];

    /// Its name.
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

impl Command {
    /// All commands in the order of the menus.
    pub const ALL: [Self; 45] = [
        Self::New,
        Self::Deal,
        Self::Open,
        Self::OpenPath,
        Self::Save,
        Self::SaveAs,
        Self::SavePath,
        Self::ExportPicture,
        Self::ExportList,
        Self::CloseDocument,
        Self::Quit,
        Self::Undo,
        Self::Redo,
        Self::Restart,
        Self::CopyText,
        Self::PasteText,
        Self::UseAnswer,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ZoomFit,
        Self::SwitchTheme,
        Self::Appearance,
        Self::FullScreen,
        Self::FrameTimes,
        Self::NextDocument,
        Self::PreviousDocument,
        Self::NextTab,
        Self::PreviousTab,
        Self::Solve,
        Self::SolveAnew,
        Self::Compare,
        Self::Pause,
        Self::Stop,
        Self::BackToSearch,
        Self::Hint,
        Self::PreviousAnswer,
        Self::NextAnswer,
        Self::FirstStep,
        Self::StepBack,
        Self::Play,
        Self::StepForward,
        Self::LastStep,
        Self::Palette,
        Self::Shortcuts,
        Self::About,
    ];

    /// Its name, its menu and its shortcuts, the first of which is shown.
    pub fn about(self) -> (&'static str, Menu, &'static [(Modifiers, Key)]) {
        use Menu::{Edit, File, Help, Solve, View};
        match self {
            Self::New => ("New", File, &[(CTRL, Key::N)]),
            Self::Deal => ("Random puzzle", File, &[(CTRL, Key::R)]),
            Self::Open => ("Open…", File, &[(CTRL, Key::O)]),
            Self::OpenPath => ("Open by path…", File, &[(CTRL, Key::L)]),
            Self::Save => ("Save", File, &[(CTRL, Key::S)]),
            Self::SaveAs => ("Save as…", File, &[(CTRL_SHIFT, Key::S)]),
            Self::SavePath => ("Save by path…", File, &[(CTRL_ALT, Key::S)]),
            Self::ExportPicture => ("Export picture…", File, &[(CTRL, Key::E)]),
            Self::ExportList => ("Export all listed…", File, &[]),
            Self::CloseDocument => ("Close", File, &[(CTRL, Key::W)]),
            Self::Quit => ("Quit", File, &[(CTRL, Key::Q)]),
            Self::Undo => ("Undo", Edit, &[(CTRL, Key::Z)]),
            Self::Redo => ("Redo", Edit, &[(CTRL_SHIFT, Key::Z), (CTRL, Key::Y)]),
            Self::Restart => ("Restart", Edit, &[]),
            // The window's backend turns Ctrl+C and Ctrl+V into events of their own, so these two have no key here.
            Self::CopyText => ("Copy as text", Edit, &[]),
            Self::PasteText => ("Paste text", Edit, &[]),
            Self::UseAnswer => ("Use this answer", Edit, &[(CTRL, Key::U)]),
            Self::ZoomIn => ("Zoom in", View, &[(CTRL, Key::Plus), (CTRL, Key::Equals)]),
            Self::ZoomOut => ("Zoom out", View, &[(CTRL, Key::Minus)]),
            Self::ZoomFit => ("Fit the board", View, &[(CTRL, Key::Num0)]),
            Self::SwitchTheme => ("Light or dark", View, &[(CTRL, Key::T)]),
            Self::Appearance => ("Appearance…", View, &[]),
            Self::FullScreen => ("Full screen", View, &[(PLAIN, Key::F11)]),
            Self::FrameTimes => ("Frame times", View, &[]),
            Self::NextDocument => ("Next document", View, &[(CTRL, Key::PageDown)]),
            Self::PreviousDocument => ("Previous document", View, &[(CTRL, Key::PageUp)]),
            Self::NextTab => ("Next tab", View, &[(CTRL, Key::Tab)]),
            Self::PreviousTab => ("Previous tab", View, &[(CTRL_SHIFT, Key::Tab)]),
            Self::Solve => ("Solve", Solve, &[(PLAIN, Key::F5)]),
            Self::SolveAnew => ("Solve from the beginning", Solve, &[(Modifiers::SHIFT, Key::F5)]),
            Self::Compare => ("Compare techniques", Solve, &[(PLAIN, Key::F6)]),
            Self::BackToSearch => ("Back to the paused search", Solve, &[]),
            Self::Hint => ("Hint", Solve, &[(PLAIN, Key::H)]),
            Self::Pause => ("Pause or go on", Solve, &[(PLAIN, Key::F7)]),
            Self::Stop => ("Stop", Solve, &[(PLAIN, Key::Escape)]),
            Self::PreviousAnswer => ("Previous answer", Solve, &[(PLAIN, Key::PageUp)]),
            Self::NextAnswer => ("Next answer", Solve, &[(PLAIN, Key::PageDown)]),
            Self::FirstStep => ("First step", Solve, &[(PLAIN, Key::Home)]),
            Self::StepBack => ("Step back", Solve, &[(PLAIN, Key::ArrowLeft)]),
            Self::Play => ("Play or pause", Solve, &[(PLAIN, Key::Space)]),
            Self::StepForward => ("Step forward", Solve, &[(PLAIN, Key::ArrowRight)]),
            Self::LastStep => ("Last step", Solve, &[(PLAIN, Key::End)]),
            Self::Palette => ("Any command…", Help, &[(CTRL, Key::K)]),
            Self::Shortcuts => ("Keyboard shortcuts", Help, &[(PLAIN, Key::F1), (CTRL, Key::Questionmark)]),
            Self::About => ("About Quincunx", Help, &[]),
        }
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        self.about().0
    }

    /// Its menu.
    pub fn menu(self) -> Menu {
        self.about().1
    }

    /// The keys that mean it.
    pub fn shortcuts(self) -> impl Iterator<Item = KeyboardShortcut> {
        self.about().2.iter().map(|&(modifiers, key)| KeyboardShortcut::new(modifiers, key))
    }

    /// Its shortcut as text, or nothing.
    pub fn shortcut_text(self, ctx: &egui::Context) -> String {
        match self {
            Self::CopyText => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::C)),
            Self::PasteText => ctx.format_shortcut(&KeyboardShortcut::new(CTRL, Key::V)),
            _ => self.shortcuts().next().map(|shortcut| ctx.format_shortcut(&shortcut)).unwrap_or_default(),
        }
    }

    /// Whether a line in the menu is drawn before it.
    pub fn begins_group(self) -> bool {
        matches!(
            self,
            Self::Open
                | Self::Save
                | Self::ExportPicture
                | Self::CloseDocument
                | Self::Quit
                | Self::Restart
                | Self::CopyText
                | Self::SwitchTheme
                | Self::NextDocument
                | Self::PreviousAnswer
                | Self::FirstStep
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_or_a_name() {
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
