//! Keys and clicks during a game: they flip tiles and make notes; clues and level are fixed.

use crate::model::{
    problem::Spot,
    rules::{TILES, Value},
    state::{Marks, State},
};
use base::board::{Input, Reply};

use super::{
    navigation::{focus_advised, next_clue, note, spot_for_letter},
    view::View,
};

/// The spot focused at the start of a round: the middle.
pub const MIDDLE: Spot = Spot::Tile(TILES / 2);

/// Starts a game.
pub fn start(state: &mut State, view: &mut View) -> Reply<Spot> {
    view.start_game(state);
    Reply::Focus(MIDDLE)
}

/// Carries out an input at a spot during a game.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let reply = match (spot, input) {
        (_, Input::Character(letter)) if let Some(reply) = command(state, view, letter) => reply,
        (Some(Spot::Tile(tile)), input) => on_tile(state, view, tile, input),
        (Some(Spot::Sum(line) | Spot::Voltorbs(line)), Input::Tab { back }) => next_clue(line, back).map_or(Reply::Ignored, Reply::Focus),
        (Some(spot), Input::Press) => Reply::Focus(spot),
        (Some(_), Input::Character('0'..='9') | Input::Delete | Input::Wheel(_)) => {
            Reply::Refused("you can't change the clues or the level during a game: leave the game first".to_owned())
        }
        _ => Reply::Ignored,
    };
    view.update(state);
    reply
}

/// Carries out a letter that works wherever the focus is.
fn command(state: &mut State, view: &mut View, letter: char) -> Option<Reply<Spot>> {
    let done = |outcome: Result<(), String>, reply| Some(outcome.map_or_else(Reply::Refused, |()| reply));
    match letter.to_ascii_lowercase() {
        'n' => done(view.next_round(state), Reply::Focus(MIDDLE)),
        'q' => done(view.game.as_mut()?.stop(), Reply::Done),
        'o' => {
            view.shows_odds = !view.shows_odds;
            Some(Reply::Done)
        }
        'b' => Some(focus_advised(view)),
        letter => spot_for_letter(state, letter).map(Reply::Focus),
    }
}

fn on_tile(state: &mut State, view: &mut View, tile: usize, input: Input<Spot>) -> Reply<Spot> {
    let Some(game) = &mut view.game else { return Reply::Ignored };
    match input {
        Input::Press => game.flip(state, tile).map_or_else(Reply::Refused, |()| Reply::Done),
        Input::SecondaryPress => note(state, tile, Marks::next),
        Input::Character(letter) | Input::Shifted(letter) => match Value::from_letter(letter) {
            Some(value) => note(state, tile, |marks| marks.toggled(value)),
            None => Reply::Ignored,
        },
        Input::Delete => note(state, tile, |_| Marks::default()),
        _ => Reply::Ignored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{edit::editing, play::game::End};

    /// Passes the input on this tile through the board.
    fn on(state: &mut State, view: &mut View, tile: usize, input: Input<Spot>) -> Reply<Spot> {
        editing::act(state, view, Some(Spot::Tile(tile)), input)
    }

    #[test]
    fn a_game_can_be_played_with_keys() {
        let (mut state, mut view) = (State::default(), View::default());
        view.new_game.seed = 4;
        assert_eq!(editing::act(&mut state, &mut view, None, Input::Character('p')), Reply::Focus(MIDDLE));
        assert_eq!((state.level, state.tiles.face_up().count()), (Some(1), 0));
        assert_eq!(on(&mut state, &mut view, 3, Input::Character('2')), Reply::Done);
        assert_eq!(on(&mut state, &mut view, 3, Input::Shifted('v')), Reply::Done);
        assert_eq!((state.memos.0[3].to_string().as_str(), state.tiles.0[3]), ("V2", None), "keys make notes and flip nothing");
        assert!(matches!(editing::act(&mut state, &mut view, Some(Spot::Level), Input::Character('5')), Reply::Refused(_)));
        assert!(matches!(editing::act(&mut state, &mut view, None, Input::Character('n')), Reply::Refused(_)));
        assert!(matches!(editing::act(&mut state, &mut view, None, Input::Character('b')), Reply::Refused(_)));
        let mut tile = 0;
        while view.game.as_ref().unwrap().end.is_none() {
            assert_eq!(on(&mut state, &mut view, tile, Input::Press), Reply::Done);
            tile += 1;
        }
        assert_eq!(state.flips.len(), tile);
        assert!(matches!(on(&mut state, &mut view, 24, Input::Press), Reply::Refused(_)));
        assert_eq!(editing::act(&mut state, &mut view, None, Input::Character('N')), Reply::Focus(MIDDLE));
        let game = view.game.as_ref().unwrap();
        assert_eq!((game.round, game.end, state.tiles.face_up().count()), (2, None, 0));
        assert_eq!(editing::act(&mut state, &mut view, None, Input::Character('q')), Reply::Done);
        assert_eq!(view.game.as_ref().unwrap().end, Some(End::Stopped));
    }
}
