//! The data of a tab, which is neither undone nor saved.

use serde::{Deserialize, Serialize};

use super::listing::Filter;
use crate::{
    model::{cells::Cell, position::Player, state::State, turn::Turn},
    play::{
        battle::{Battle, Computer},
        opponent::Level,
    },
};

/// The data of a tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What a click on a cell does.
    pub mode: Mode,
    /// Which turns are listed.
    pub filter: Filter,
    /// Expected turns that are drawn on the board, the mover's first.
    pub expected: Vec<Turn>,
    /// A mistake of the game that is marked on the board.
    pub mistake: Option<Mistake>,
    /// A comment that isn't written to its turn yet.
    pub draft: Option<Draft>,
    /// The game that is played or watched.
    pub battle: Option<Battle>,
    /// Who plays the next game.
    pub next: NextBattle,
    /// Whether a problem is being solved, so that only the moves of its turn can be made.
    pub is_solving: bool,
}

impl View {
    /// Starts the next game by the rules of this one, on a board of the chosen side or as large as this one.
    pub fn start_battle(&mut self, state: &mut State, seed: u64) {
        let board = State::start_from(self.next.side.unwrap_or(state.board.side()), state.rules, state.corner());
        let battle = Battle::on_board_of(&board, self.next.computer(), seed).watched(self.next.rival());
        *state = battle.root().clone();
        (self.battle, self.mode) = (Some(battle), Mode::Play);
    }

    /// Follows a draft once a frame: writes it to its turn unless the user is still typing. Returns whether there was one, and the position
    /// if it has changed.
    pub fn follow_draft(&mut self, state: &State) -> Option<Option<State>> {
        let draft = self.draft.as_mut()?;
        if std::mem::take(&mut draft.is_typed) {
            return Some(None);
        }
        let Draft { line, comment, .. } = self.draft.take()?;
        let mut state = state.clone();
        let tree = state.whole_tree();
        if let Some(index) = tree.find(&line) {
            state.annotate(index, tree.turns()[index].mark, &comment);
        }
        Some(Some(state))
    }
}

/// Who plays the next game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NextBattle {
    /// Whether the computer plays.
    pub is_against_computer: bool,
    /// Whether the user plays O against it, and so moves first.
    pub is_first: bool,
    /// Whether the computer plays both sides, and the user watches.
    pub is_watched: bool,
    /// How strong it plays; O, if it plays both sides.
    pub level: Level,
    /// How strong X plays, if the computer plays both sides.
    pub rival: Level,
    /// How long it thinks about a turn, in milliseconds, if its level needs a limit.
    pub time_ms: u64,
    /// The side of the board; none for that of the position.
    pub side: Option<u8>,
    /// How many moves a second the computer makes at most while the user watches.
    pub pace: f32,
}

/// The paces that can be chosen, in moves a second.
pub const PACES: [f32; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 60.0];

impl Default for NextBattle {
    fn default() -> Self {
        Self {
            is_against_computer: true,
            is_first: true,
            is_watched: false,
            level: Level::OnePly,
            rival: Level::TwoPly,
            time_ms: Computer::USUAL_MS,
            side: None,
            pace: PACES[0],
        }
    }
}

impl NextBattle {
    /// The computer in it, unless two people play.
    pub fn computer(self) -> Option<Computer> {
        let Self { is_against_computer, is_first, is_watched, level, time_ms, .. } = self;
        let side = if is_first && !is_watched { Player::X } else { Player::O };
        is_against_computer.then_some(Computer { side, level, time_ms })
    }

    /// The level of the computer as X, if it plays both sides.
    pub fn rival(self) -> Option<Level> {
        (self.is_against_computer && self.is_watched).then_some(self.rival)
    }

    /// Whether a level that plays needs a limit.
    pub fn needs_limit(self) -> bool {
        self.is_against_computer && self.level.needs_limit() || self.rival().is_some_and(Level::needs_limit)
    }
}

/// A turn that lost much, and a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The cells of the turn that was played.
    pub played: Vec<Cell>,
    /// The cells of the better turn.
    pub better: Vec<Cell>,
    /// The chance of winning that it lost, from 0 to 1.
    pub loss: f64,
}

/// A comment while it is typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The turns up to the one that it is about, each with its moves.
    pub line: Vec<Vec<Cell>>,
    /// The comment.
    pub comment: String,
    /// When it was changed last, in seconds on the window's clock.
    pub typed_at: f64,
    /// Whether the user was still typing in the last frame.
    pub is_typed: bool,
}

/// What a click on a cell does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Makes a move of the game, or takes it back.
    #[default]
    Play,
    /// Changes the cell: empty, live O, live X, killed O, killed X, and around again.
    Edit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::state::Rules;

    #[test]
    fn a_comment_is_written_once_the_user_has_stopped_typing() {
        let mut state = State::start(5, Rules::default());
        assert_eq!(state.play("b2".parse().unwrap()), Ok(()));
        let line = state.whole_tree().moves_to(0);
        let draft = |is_typed| Draft { line: line.clone(), comment: "a start".to_owned(), typed_at: 0.0, is_typed };
        let mut view = View::default();
        assert_eq!(view.follow_draft(&state), None);
        view.draft = Some(draft(true));
        assert_eq!((view.follow_draft(&state), view.draft.as_ref()), (Some(None), Some(&draft(false))));
        let written = view.follow_draft(&state).unwrap().unwrap();
        assert_eq!(written.whole_tree().turns()[0].comment, "a start");
        assert_eq!(view.draft, None);
    }

    #[test]
    fn a_game_begins_on_a_board_of_the_same_size() {
        let mut state = State::start(5, Rules::default());
        assert_eq!(state.play("b2".parse().unwrap()), Ok(()));
        let mut view = View { mode: Mode::Edit, ..View::default() };
        view.start_battle(&mut state, 3);
        assert!(state.record.is_empty() && state.board.side() == 5 && view.mode == Mode::Play);
        assert_eq!(view.battle.map(|battle| (battle.seed, battle.computer)), Some((3, NextBattle::default().computer())));
    }
}
