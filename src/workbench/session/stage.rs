//! The life of a document's game in one table: the states that it can be in, and what leads from one to another.
//!
//! Knows no game and no position. ARCHITECTURE.md has the same table, and a test walks through it.

use super::Mode;

/// How far a document has come in what is played in it. [`Mode`] follows from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameStage {
    /// Nothing is played: the position is searched.
    #[default]
    Unplayed,
    /// Play mode shows what can be played, in place of the board.
    Offered,
    /// The user solves the position itself by hand. Nothing is counted.
    Free,
    /// A game is played, and its clock runs.
    Running,
    /// The player has stopped its clock. The board is hidden.
    Paused,
    /// The game is over, and its result is shown.
    Over,
    /// The game's position was left, by undo or by another position. The game continues once it is back; until then others are offered.
    Away,
    /// The user looks at a game, over or not, in Solve mode. Play mode returns to it.
    SetAside,
}

/// What leads from one stage to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The user chooses Solve mode.
    ChooseSolve,
    /// The user chooses Play mode.
    ChoosePlay,
    /// The user chooses to play on the position itself.
    PlayFreely,
    /// A game starts, or is read from a file.
    Start,
    /// The player stops the clock.
    Pause,
    /// The player lets the clock run again.
    Resume,
    /// The game ends.
    End,
    /// What has ended the game is undone.
    Reopen,
    /// The position of the game is left.
    LeavePosition,
    /// The position of the game is back.
    Return,
    /// The player leaves the game for good.
    Quit,
    /// The file has another content, without the game.
    Forget,
}

impl GameStage {
    /// Returns the stage after this step. A step that means nothing here changes nothing.
    pub fn after(self, step: Step) -> Self {
        match (self, step) {
            (_, Step::Start) => Self::Running,
            (Self::Running | Self::Paused | Self::Over | Self::Away, Step::ChooseSolve) => Self::SetAside,
            (Self::Offered | Self::Free, Step::ChooseSolve) => Self::Unplayed,
            (Self::Unplayed, Step::ChoosePlay) => Self::Offered,
            (Self::SetAside, Step::ChoosePlay) => Self::Away,
            (Self::Unplayed | Self::Offered, Step::PlayFreely) => Self::Free,
            (Self::Running, Step::Pause) => Self::Paused,
            (Self::Paused, Step::Resume) => Self::Running,
            (Self::Running | Self::Paused, Step::End) => Self::Over,
            (Self::Over, Step::Reopen) => Self::Running,
            (Self::Running | Self::Paused | Self::Over, Step::LeavePosition) => Self::Away,
            (Self::Away, Step::Return) => Self::Running,
            (Self::Running | Self::Paused | Self::Over | Self::Away, Step::Quit) => Self::Offered,
            (Self::SetAside, Step::Quit) => Self::Unplayed,
            (_, Step::Forget) => Self::Unplayed,
            _ => self,
        }
    }

    /// What the user does with the document at this stage.
    pub fn mode(self) -> Mode {
        match self {
            Self::Unplayed | Self::SetAside => Mode::Solve,
            Self::Offered | Self::Free | Self::Running | Self::Paused | Self::Over | Self::Away => Mode::Play,
        }
    }

    /// Whether there is a game, on the board or not.
    pub fn has_game(self) -> bool {
        self.is_on() || matches!(self, Self::Away | Self::SetAside)
    }

    /// Whether a game is on the board.
    pub fn is_on(self) -> bool {
        matches!(self, Self::Running | Self::Paused | Self::Over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the stages and the steps in ARCHITECTURE.md.
    const STAGES: [(&str, GameStage); 8] = [
        ("unplayed", GameStage::Unplayed),
        ("offered", GameStage::Offered),
        ("free", GameStage::Free),
        ("running", GameStage::Running),
        ("paused", GameStage::Paused),
        ("over", GameStage::Over),
        ("away", GameStage::Away),
        ("set aside", GameStage::SetAside),
    ];
    const STEPS: [(&str, Step); 12] = [
        ("choose Solve", Step::ChooseSolve),
        ("choose Play", Step::ChoosePlay),
        ("play freely", Step::PlayFreely),
        ("start", Step::Start),
        ("pause", Step::Pause),
        ("resume", Step::Resume),
        ("end", Step::End),
        ("reopen", Step::Reopen),
        ("leave position", Step::LeavePosition),
        ("return", Step::Return),
        ("quit", Step::Quit),
        ("forget", Step::Forget),
    ];

    fn named<T: Copy>(names: &[(&str, T)], name: &str) -> T {
        names.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name} is unknown")).1
    }

    /// The cells of each line of the table, the first of which is its name; empty where the stage stays.
    fn table() -> Vec<Vec<&'static str>> {
        let text = include_str!("../../../ARCHITECTURE.md");
        let lines = text.lines().skip_while(|line| !line.starts_with("| step |")).take_while(|line| line.starts_with('|'));
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    #[test]
    fn the_table_of_the_architecture_is_the_code() {
        let table = table();
        let [stages, _, modes, steps @ ..] = table.as_slice() else { panic!("ARCHITECTURE.md has no table") };
        assert_eq!(stages[1..], STAGES.map(|(name, _)| name));
        assert_eq!(modes[1..], STAGES.map(|(_, stage)| if stage.mode() == Mode::Play { "Play" } else { "Solve" }));
        assert_eq!(steps.iter().map(|line| line[0]).collect::<Vec<_>>(), STEPS.map(|(name, _)| name));
        for line in steps {
            for ((name, stage), after) in STAGES.into_iter().zip(&line[1..]) {
                let expected = named(&STAGES, if after.is_empty() { name } else { after });
                assert_eq!(stage.after(named(&STEPS, line[0])), expected, "{name}, {}", line[0]);
            }
        }
    }

    #[test]
    fn only_a_start_leads_to_a_game_and_every_game_can_be_left() {
        for (_, stage) in STAGES {
            for (_, step) in STEPS {
                let begins = !stage.has_game() && stage.after(step).has_game();
                assert!(!begins || step == Step::Start, "{stage:?}, {step:?}");
            }
            assert!(!stage.after(Step::Quit).has_game() || !stage.has_game(), "{stage:?}");
        }
    }
}
