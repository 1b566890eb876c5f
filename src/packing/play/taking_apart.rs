//! The game of taking an assembly apart by hand. Its moves are in the position, so that they can be undone; this is what the view has of
//! it.

use crate::model::{parts::Parts, solution::Solution, state::State};
use base::game::{CHALLENGE, End, Game, GameFlaw};

/// The kind of the game in files.
pub const KIND: &str = "apart";

/// The game: which assembly is taken apart, as the layers of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    layers: Vec<Vec<String>>,
}

/// Returns the position in which this solution, or else what is in the figure, can be taken apart by hand, with the game; or why not.
pub fn start(state: &State, solution: Option<&Solution>) -> Result<(State, Round), String> {
    let is_filled = |state: &State| state.grid().to_cover().next().is_none();
    let whole = solution.filter(|_| !is_filled(state)).map_or_else(|| state.clone(), |solution| state.with_marks(solution.grid().marks));
    if !is_filled(&whole) {
        return Err("solve it first: only a figure without free cells can be taken apart".to_owned());
    }
    let state = State { moves: Some(Vec::new()), given: String::new(), ..whole };
    Parts::check(&state.grid(), &[])?;
    let round = Round { layers: state.layers.clone() };
    Ok((state, round))
}

/// The game as a file has it, unless its position was left.
pub fn saved(state: &State, round: &Round) -> Option<Game> {
    let parts = Parts::of(state).filter(|_| round.layers == state.layers)?;
    let end = parts.present().is_empty().then_some(End::Solved);
    Some(Game { end, ..Game::new(KIND) })
}

/// Continues the game of a file in this position, or returns why that contradicts it.
pub fn resume(state: &State, game: &Game) -> Result<Round, GameFlaw> {
    if game.kind != KIND {
        return Err(GameFlaw::unknown_kind(&game.kind, &[CHALLENGE, KIND]));
    }
    let Some(parts) = Parts::of(state) else {
        return Err(GameFlaw::new("kind", "the position isn't being taken apart: \"taken_apart\" is missing there"));
    };
    for (field, is_wrong, message) in [
        ("grade", game.grade.is_some(), "only challenges have a grade"),
        ("step", game.is_exercise(), "only challenges ask for one step"),
        ("day", game.day.is_some(), "this game isn't a daily puzzle"),
        ("seed", game.seed != 0, "nothing is dealt in this game"),
        ("numbers", !game.numbers.is_empty(), "this game has no numbers"),
        ("moves", !game.moves.is_empty(), "the position has the moves of this game"),
        ("points", game.points != 0, "this game has no points"),
        ("end", game.end.is_some_and(|end| end != End::Solved), "this game can only end solved"),
        ("end", game.end.is_some() && !parts.present().is_empty(), "some pieces of the position are still together"),
    ] {
        if is_wrong {
            return Err(GameFlaw::new(field, message));
        }
    }
    Ok(Round { layers: state.layers.clone() })
}
