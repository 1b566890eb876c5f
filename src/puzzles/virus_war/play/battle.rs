//! The game of a day against the computer: on which side the player is, and how it ended.

use super::deal::deal;
use crate::{
    date::Date,
    game::{self, GameFlaw},
    puzzles::virus_war::{
        model::{position::Player, standing::End, state::State},
        words::battle as words,
    },
};

/// The kind of the game in files.
const KIND: &str = "battle";

/// The game of a day against the computer. The document has its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// The player's side; the computer has the other one.
    pub side: Player,
    /// The day.
    day: Date,
    /// The position that was dealt.
    root: State,
}

impl Battle {
    /// The battle of this day, in which the player moves first.
    pub fn daily(day: Date) -> Self {
        let root = deal(day.seed());
        Self { side: root.to_move, day, root }
    }

    /// Returns the position that was dealt.
    pub fn root(&self) -> &State {
        &self.root
    }

    /// Returns the battle as a file has it, without the time, if the position belongs to it.
    pub fn saved(&self, state: &State) -> Option<game::Game> {
        let end = || End::of(&state.problem()).map(|end| if end.winner == self.side { game::End::Solved } else { game::End::Lost });
        let saved = || game::Game { seed: self.day.seed(), day: Some(self.day), end: end(), ..game::Game::new(KIND) };
        (state.has_same_root(&self.root) && state.record.starts_with(&self.root.record)).then(saved)
    }

    /// Returns the battle of a file, continued in this position.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(state: &State, saved: &game::Game) -> Result<Self, GameFlaw> {
        if saved.kind != KIND {
            return Err(GameFlaw::unknown_kind(&saved.kind, &[KIND]));
        }
        let battle = Self::daily(saved.day.ok_or_else(|| GameFlaw::new("kind", words::NO_DAY))?);
        match battle.saved(state) {
            None => Err(GameFlaw::new("day", words::OTHER_GAME)),
            Some(expected) if expected.end != saved.end => Err(GameFlaw::new("end", words::OTHER_END)),
            Some(_) => saved.check_day().map(|()| battle),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_is_read_back_and_checked() {
        let day: Date = "2026-11-22".parse().unwrap();
        let battle = Battle::daily(day);
        let mut state = battle.root().clone();
        let cell = state.board.position().accessible(battle.side).into_iter().next().unwrap();
        state.play(cell).unwrap();
        let saved = battle.saved(&state).unwrap();
        assert_eq!((Battle::read(&state, &saved), saved.end), (Ok(battle), None));
        let field = |changed: game::Game| Battle::read(&state, &changed).unwrap_err().field;
        assert_eq!(field(game::Game { end: Some(game::End::Solved), ..saved.clone() }), "end");
        assert_eq!(field(game::Game { day: day.next(), ..saved.clone() }), "day");
        assert_eq!(field(game::Game { seed: 1, ..saved.clone() }), "day");
        assert_eq!(field(game::Game { day: None, ..saved }), "kind");
    }
}
