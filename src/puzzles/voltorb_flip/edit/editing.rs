//! Keys, clicks and the wheel on a position that is being edited.

use crate::{
    model::{
        entry::Entry,
        prior::Level,
        problem::Spot,
        rules::{Line, MAX_POINTS, SIDE, Value},
        state::{Marks, State, tile_from_letter},
    },
    play::{game::next_board, session::next_round},
};
use base::board::{Input, Reply};

use super::{
    navigation::{FIRST_CLUE, first_tile, focus_advised, from_number_pad, from_row_clue, next_clue, note, spot_for_letter},
    playing,
    view::{Pen, Typing, View},
};

/// Carries out an input at a spot.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    if view.names_tiles {
        return name_tile(state, spot, input);
    }
    if input == Input::Character(' ') && view.game.is_none() {
        return separate(view, spot);
    }
    if waits_for_advice(state, view, spot, input) {
        return Reply::Later;
    }
    let before = *state;
    let reply = act_now(state, view, spot, input);
    view.is_advice_old |= before != *state;
    reply
}

/// A press only names a tile to flip, and changes nothing.
fn name_tile(state: &State, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    match (spot, input) {
        (Some(Spot::Tile(tile)), Input::Press) if state.tiles.0[tile].is_some() => {
            Reply::Refused("this tile was already face up: choose one that is face down".to_owned())
        }
        (Some(Spot::Sum(_) | Spot::Voltorbs(_) | Spot::Level), Input::Press) => {
            Reply::Refused("only tiles can be flipped: choose one that is face down".to_owned())
        }
        _ => Reply::Ignored,
    }
}

/// Whether this is a value for the tile that will be recommended, which isn't known yet.
fn waits_for_advice(state: &State, view: &View, spot: Option<Spot>, input: Input<Spot>) -> bool {
    let is_typed_on = matches!(spot, Some(Spot::Tile(tile)) if Some(tile) == view.typed && state.tiles.0[tile].is_some());
    let is_value = matches!(input, Input::Character(character) if Value::from_letter(from_number_pad(spot, character)).is_some());
    view.game.is_none() && view.awaits_advice && is_typed_on && is_value
}

fn act_now(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let typing = std::mem::take(&mut view.typing);
    // Undo turns it face down again, and then it can be typed once more.
    let typed = view.typed.take().filter(|&tile| state.tiles.0[tile].is_some());
    view.awaits_advice = false;
    let input = match input {
        Input::Character(character) => Input::Character(from_number_pad(spot, character)),
        input => input,
    };
    if view.game.is_some() {
        return playing::act(state, view, spot, input);
    }
    match (spot, input, typing) {
        (Some(_), Input::Character('/'), Typing::OneFour(line)) => {
            *entry(state, line) = Entry { sum: Some(14), voltorbs: None };
            Reply::Focus(Spot::Voltorbs(line))
        }
        (_, Input::Character('p' | 'P'), _) => playing::start(state, view),
        (_, Input::Character(letter), _) if let Some(spot) = spot_for_letter(state, letter) => Reply::Focus(spot),
        (_, Input::Character('b' | 'B'), _) => focus_advised(view),
        (_, Input::Character('n' | 'N'), _) => start_next_board(state, view),
        (Some(spot @ (Spot::Sum(_) | Spot::Voltorbs(_) | Spot::Level)), Input::Delete, _) => take_back(state, spot),
        (Some(Spot::Tile(tile)), Input::Character(letter), _) if Some(tile) == typed && Value::from_letter(letter).is_some() => {
            type_next(state, view, tile, letter)
        }
        (Some(Spot::Tile(tile)), input, _) => on_tile(state, view, tile, input),
        (Some(spot), Input::Arrow(right, down), _) if let Some(next) = from_row_clue(spot, right, down) => Reply::Focus(next),
        (Some(Spot::Sum(line) | Spot::Voltorbs(line)), Input::Tab { back }, _) => {
            next_clue(line, back).map_or(Reply::Ignored, Reply::Focus)
        }
        (Some(Spot::Sum(line)), Input::Character(letter), typing) => type_sum(state, view, line, letter, typing),
        (Some(Spot::Voltorbs(line)), Input::Character(letter), _) => type_voltorbs(state, view, line, letter),
        (Some(Spot::Sum(line)), input, _) => step(Spot::Sum(line), &mut entry(state, line).sum, MAX_POINTS, input),
        (Some(Spot::Voltorbs(line)), input, _) => step(Spot::Voltorbs(line), &mut entry(state, line).voltorbs, SIDE as u8, input),
        (Some(Spot::Level), input, _) => on_level(state, view, input),
        (None, _, _) => Reply::Ignored,
    }
}

/// A blank separates the numbers of a clue, and clues. Elsewhere it isn't used as a character, and is a press.
fn separate(view: &mut View, spot: Option<Spot>) -> Reply<Spot> {
    let is_last = |line: Line| line.next().is_none();
    match (spot, view.typing) {
        (Some(Spot::Sum(line)), Typing::One(_)) => {
            view.typing = Typing::Nothing;
            Reply::Focus(Spot::Voltorbs(line))
        }
        // After the last clue it must change neither the level nor a tile.
        (Some(_), Typing::Complete) => {
            view.typing = Typing::Nothing;
            Reply::Done
        }
        (Some(_), Typing::OneFour(line)) if is_last(line) => {
            view.typing = Typing::Nothing;
            Reply::Done
        }
        _ => Reply::Ignored,
    }
}

/// Shows an empty board for the next round, ready for its first clue.
fn start_next_board(state: &mut State, view: &View) -> Reply<Spot> {
    if *state == next_board(state) {
        return Reply::Refused("this board is still empty: type its clues".to_owned());
    }
    *state = next_round(state, view.levels);
    Reply::Focus(FIRST_CLUE)
}

/// Erases the number at this spot. If there is none, erases the one before it, so that Backspace takes back what was typed.
fn take_back(state: &mut State, spot: Spot) -> Reply<Spot> {
    let is_empty = match spot {
        Spot::Sum(line) => entry(state, line).sum.is_none(),
        Spot::Voltorbs(line) => entry(state, line).voltorbs.is_none(),
        Spot::Level => state.level.is_none(),
        Spot::Tile(_) => return Reply::Ignored,
    };
    let erased = if is_empty { before(spot) } else { spot };
    match erased {
        Spot::Sum(line) => entry(state, line).sum = None,
        Spot::Voltorbs(line) => entry(state, line).voltorbs = None,
        Spot::Level => state.level = None,
        Spot::Tile(_) => {}
    }
    Reply::Focus(erased)
}

/// Returns the number that is typed before this one; the first one has none before it.
fn before(spot: Spot) -> Spot {
    match spot {
        Spot::Sum(line) => Line::all().take_while(|&other| other != line).last().map_or(spot, Spot::Voltorbs),
        Spot::Voltorbs(line) => Spot::Sum(line),
        Spot::Level => Line::all().last().map_or(spot, Spot::Voltorbs),
        Spot::Tile(_) => spot,
    }
}

fn entry(state: &mut State, line: Line) -> &mut Entry {
    match line {
        Line::Row(row) => &mut state.rows[row],
        Line::Column(column) => &mut state.columns[column],
    }
}

fn on_tile(state: &mut State, view: &mut View, tile: usize, input: Input<Spot>) -> Reply<Spot> {
    match input {
        Input::Press => {
            let next = by_clicks(state, view, tile).next();
            flip(state, tile, next)
        }
        Input::SecondaryPress => note(state, tile, Marks::next),
        Input::Shifted(letter) if let Some(value) = Value::from_letter(letter) => note(state, tile, |marks| marks.toggled(value)),
        Input::Delete if state.tiles.0[tile].is_none() => note(state, tile, |_| Marks::default()),
        Input::Delete => flip(state, tile, None),
        Input::Character('m' | 'M') => {
            view.pen = if view.pen == Pen::Flip { Pen::Note } else { Pen::Flip };
            Reply::Done
        }
        Input::Character(letter) => match (tile_from_letter(letter), view.pen) {
            (Some(Some(value)), Pen::Note) => note(state, tile, |marks| marks.toggled(value)),
            (Some(Some(value)), Pen::Flip) => type_value(state, view, tile, value),
            (Some(None), _) => flip(state, tile, None),
            (None, _) => Reply::Ignored,
        },
        _ => Reply::Ignored,
    }
}

/// The values that clicks show in turn, each with its place among the chances of a tile: the most common one first, and Voltorb last, since
/// it ends the round.
const IN_TURN: [(Value, usize); 4] = [(Value::One, 1), (Value::Two, 2), (Value::Three, 3), (Value::Voltorb, 0)];

/// Returns the values that a click on the tile and the clicks after it show, until it is face down again. On a face-down tile the first one
/// is possible, if the chances are known.
pub fn by_clicks(state: &State, view: &View, tile: usize) -> impl Iterator<Item = Value> {
    let is_possible = |index: usize| view.chances.is_none_or(|chances| 0.0 < chances[tile / SIDE][tile % SIDE][index]);
    let shown = |value: Value| IN_TURN.iter().position(|&(other, _)| other == value).map_or(0, |place| place + 1);
    let first = || IN_TURN.iter().position(|&(_, index)| is_possible(index)).unwrap_or_default();
    IN_TURN.into_iter().skip(state.tiles.0[tile].map_or_else(first, shown)).map(|(value, _)| value)
}

/// Flips the tile. From there the focus moves to the tile that is recommended then.
fn type_value(state: &mut State, view: &mut View, tile: usize, value: Value) -> Reply<Spot> {
    (view.typed, view.awaits_advice) = (Some(tile), true);
    flip(state, tile, Some(value))
}

/// A value right after that of this tile is for the recommended one: the focus may not have got there yet. What is known stays.
fn type_next(state: &mut State, view: &mut View, tile: usize, letter: char) -> Reply<Spot> {
    let Some(next) = view.advised.filter(|&next| next != tile) else {
        view.typed = Some(tile);
        return Reply::Refused("this tile is known: press Delete to turn it face down, or go to another one".to_owned());
    };
    match on_tile(state, view, next, Input::Character(letter)) {
        Reply::Done => Reply::Focus(Spot::Tile(next)),
        reply => reply,
    }
}

fn flip(state: &mut State, tile: usize, shown: Option<Value>) -> Reply<Spot> {
    state.turn(tile, shown);
    Reply::Done
}

fn type_sum(state: &mut State, view: &mut View, line: Line, letter: char, typing: Typing) -> Reply<Spot> {
    if letter == '/' {
        return Reply::Focus(Spot::Voltorbs(line));
    }
    let Some(digit) = letter.to_digit(10).map(|digit| digit as u8) else { return Reply::Ignored };
    let entry = entry(state, line);
    if typing != Typing::One(line) {
        entry.sum = Some(digit);
        if digit == 1 {
            view.typing = Typing::One(line);
            return Reply::Done;
        }
        return Reply::Focus(Spot::Voltorbs(line));
    }
    match 10 + digit {
        14 => {
            *entry = Entry { sum: Some(1), voltorbs: Some(4) };
            view.typing = Typing::OneFour(line);
            after(state, view, line)
        }
        sum if sum <= MAX_POINTS => {
            entry.sum = Some(sum);
            Reply::Focus(Spot::Voltorbs(line))
        }
        _ => Reply::Refused(format!("a line has at most {MAX_POINTS} points")),
    }
}

fn type_voltorbs(state: &mut State, view: &mut View, line: Line, letter: char) -> Reply<Spot> {
    match letter.to_digit(10) {
        Some(digit) if digit as usize <= SIDE => {
            entry(state, line).voltorbs = Some(digit as u8);
            after(state, view, line)
        }
        Some(_) => Reply::Refused(format!("a line has only {SIDE} tiles")),
        None if letter == '/' => Reply::Done,
        None => Reply::Ignored,
    }
}

/// Moves the focus on after a complete clue: to the next clue; after the last one to the level, or to the tiles if the level is known.
fn after(state: &State, view: &mut View, line: Line) -> Reply<Spot> {
    if line.next().is_none() && view.typing == Typing::Nothing {
        view.typing = Typing::Complete;
    }
    match line.next() {
        Some(next) => Reply::Focus(Spot::Sum(next)),
        None if state.level.is_none() => Reply::Focus(Spot::Level),
        None => to_tiles(state, view),
    }
}

/// Moves the focus to the first tile, and from there to the recommended one as soon as it is known.
fn to_tiles(state: &State, view: &mut View) -> Reply<Spot> {
    view.awaits_advice = true;
    Reply::Focus(first_tile(state))
}

/// The wheel changes a number of a clue; a click only moves the focus there.
fn step(spot: Spot, number: &mut Option<u8>, most: u8, input: Input<Spot>) -> Reply<Spot> {
    match input {
        Input::Press => return Reply::Focus(spot),
        Input::Wheel(notches) => {
            let wheeled = i32::from(number.unwrap_or_default()).saturating_sub(notches);
            *number = Some(wheeled.clamp(0, i32::from(most)) as u8);
        }
        _ => return Reply::Ignored,
    }
    Reply::Done
}

/// Returns the level after a click on it.
pub fn level_after_press(level: Option<u8>) -> Option<u8> {
    let (least, most) = Level::RANGE.into_inner();
    level.map_or(Some(least), |level| Some(level.saturating_add(1)).filter(|&next| next <= most))
}

/// Clicks cycle the level through unknown and 1 to 8.
fn on_level(state: &mut State, view: &mut View, input: Input<Spot>) -> Reply<Spot> {
    let (least, most) = Level::RANGE.into_inner();
    let number = i32::from(state.level.unwrap_or(0));
    let steps = i32::from(most) + 1;
    let number = match input {
        Input::Press => i32::from(level_after_press(state.level).unwrap_or(0)),
        Input::SecondaryPress => (number + steps - 1) % steps,
        Input::Wheel(notches) => number.saturating_sub(notches).clamp(0, i32::from(most)),
        Input::Character('?') => return set_level(state, view, None),
        Input::Character(letter) => match letter.to_digit(10).map(|digit| digit as u8) {
            Some(digit) if Level::new(digit).is_some() => return set_level(state, view, Some(digit)),
            Some(_) => return Reply::Refused(format!("levels are {least} to {most}")),
            None => return Reply::Ignored,
        },
        _ => return Reply::Ignored,
    };
    state.level = Some(number as u8).filter(|&number| number != 0);
    Reply::Done
}

/// Typing a level moves on to the tiles.
fn set_level(state: &mut State, view: &mut View, level: Option<u8>) -> Reply<Spot> {
    state.level = level;
    to_tiles(state, view)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{rules::TILES, state::letter_of};

    /// Types the text from the first clue on, following the focus, and returns the final focus. `<` stands for Backspace.
    fn typed(text: &str) -> (State, Spot) {
        let (mut state, mut view, mut spot) = (State::default(), View::default(), FIRST_CLUE);
        for letter in text.chars() {
            let input = if letter == '<' { Input::Delete } else { Input::Character(letter) };
            let reply = match act(&mut state, &mut view, Some(spot), input) {
                // The board receives a blank that it doesn't use as a press.
                Reply::Ignored if letter == ' ' => act(&mut state, &mut view, Some(spot), Input::Press),
                reply => reply,
            };
            match reply {
                Reply::Focus(next) => spot = next,
                Reply::Done => {}
                reply => panic!("{letter} in {text}: {reply:?}"),
            }
        }
        (state, spot)
    }

    #[test]
    fn a_blank_after_the_last_clue_only_separates_it_from_the_level() {
        let clues = "5 2 7 2 4 3 6 1 7 2 5 2 5 2 2 3 10 1 7 2";
        // The last clue may also be 1/4, which may become 14.
        for clues in [clues, "5 2 7 2 4 3 6 1 7 2 5 2 5 2 2 3 10 1 14"] {
            let (state, _) = typed(&format!("{clues} 8"));
            assert_eq!((state.level, state.tiles.0), (Some(8), [None; TILES]), "{clues}");
        }
    }

    #[test]
    fn a_clue_can_be_typed_with_or_without_separator() {
        let cases = [
            ("41", "4/1", Spot::Sum(Line::Row(1))),
            ("4/1", "4/1", Spot::Sum(Line::Row(1))),
            ("4", "4/?", Spot::Voltorbs(Line::Row(0))),
            ("1", "1/?", Spot::Sum(Line::Row(0))),
            ("14", "1/4", Spot::Sum(Line::Row(1))),
            ("1/4", "1/4", Spot::Sum(Line::Row(1))),
            ("14/0", "14/0", Spot::Sum(Line::Row(1))),
            ("101", "10/1", Spot::Sum(Line::Row(1))),
            ("10/1", "10/1", Spot::Sum(Line::Row(1))),
            ("150", "15/0", Spot::Sum(Line::Row(1))),
            ("00", "0/0", Spot::Sum(Line::Row(1))),
            ("05", "0/5", Spot::Sum(Line::Row(1))),
            ("5 1", "5/1", Spot::Sum(Line::Row(1))),
            ("10 1", "10/1", Spot::Sum(Line::Row(1))),
            ("1 4", "1/4", Spot::Sum(Line::Row(1))),
            ("14/0 ", "14/0", Spot::Sum(Line::Row(1))),
        ];
        for (text, clue, focus) in cases {
            let (state, spot) = typed(text);
            assert_eq!((state.rows[0].to_string().as_str(), spot), (clue, focus), "{text}");
        }
    }

    #[test]
    fn all_clues_can_be_typed_in_one_go() {
        let (state, spot) = typed("101426233526243714371");
        assert_eq!(state.rows.map(|clue| clue.to_string()).join(" "), "10/1 4/2 6/2 3/3 5/2");
        assert_eq!(state.columns.map(|clue| clue.to_string()).join(" "), "6/2 4/3 7/1 4/3 7/1");
        assert_eq!(spot, Spot::Level);
        assert_eq!(typed("10 1 4 2 6 2 3 3 5 2 6 2 4 3 7 1 4 3 7 1 8").0, State { level: Some(8), ..state });
        assert_eq!(typed("1014262335262437143718").1, Spot::Tile(0), "the tiles follow the level");
    }

    #[test]
    fn backspace_takes_back_what_was_typed() {
        let cases = [
            ("52<", "5/?", Spot::Voltorbs(Line::Row(0))),
            ("52<<", "?/?", Spot::Sum(Line::Row(0))),
            ("52<<<", "?/?", Spot::Sum(Line::Row(0))),
            ("5<61", "6/1", Spot::Sum(Line::Row(1))),
            ("1<52", "5/2", Spot::Sum(Line::Row(1))),
            ("14<<10/1", "10/1", Spot::Sum(Line::Row(1))),
        ];
        for (text, clue, focus) in cases {
            let (state, spot) = typed(text);
            assert_eq!((state.rows[0].to_string().as_str(), spot), (clue, focus), "{text}");
        }
        let clues = "101426233526243714371";
        assert_eq!(typed(&format!("{clues}<<52")), typed(&format!("{}52", &clues[..19])));
    }

    #[test]
    fn a_round_and_the_next_are_entered_on_the_number_pad() {
        let clues = "101426233526243714371";
        let (state, spot) = typed(&format!("{clues}3"));
        assert_eq!((state.level, spot), (Some(3), Spot::Tile(0)));
        let (state, spot) = typed(&format!("{clues}30"));
        assert_eq!((state.tiles.0[0], spot), (Some(Value::Voltorb), Spot::Tile(0)));
        assert_eq!(typed(&format!("{clues}30.")).0.tiles.0[0], None);
        let (state, spot) = typed(&format!("{clues}32-"));
        assert_eq!((state.level, state.earlier.coins, spot), (Some(1), 2, FIRST_CLUE));
        assert_eq!(state.rows, State::default().rows);
        assert_eq!(
            act(&mut state.clone(), &mut View::default(), None, Input::Character('-')),
            Reply::Refused("this board is still empty: type its clues".into())
        );
        let mut view = View { advised: Some(17), ..View::default() };
        assert_eq!(act(&mut state.clone(), &mut view, Some(spot), Input::Character('+')), Reply::Focus(Spot::Tile(17)));
    }

    #[test]
    fn the_focus_waits_for_the_advice_until_the_next_input() {
        let (mut state, mut view) = (State { level: Some(3), ..State::default() }, View::default());
        let last = Spot::Voltorbs(Line::Column(4));
        let mut type_last = |view: &mut View| act(&mut state, view, Some(last), Input::Character('1'));
        assert_eq!(type_last(&mut view), Reply::Focus(Spot::Tile(0)));
        assert_eq!(view.advise(Some(9), false), None, "a better tile may follow");
        assert_eq!(view.advised, Some(9));
        assert_eq!(view.advise(Some(17), true), Some(Spot::Tile(17)));
        assert_eq!(view.advise(Some(18), true), None, "it moves once");
        type_last(&mut view);
        act(&mut state, &mut view, Some(Spot::Tile(0)), Input::Arrow(1, 0));
        assert_eq!(view.advise(Some(17), true), None, "the user has moved on");
    }

    /// Types this on a tile whose value was just typed there.
    fn after_a_value(advised: Option<usize>, is_final: bool, letter: char) -> (State, View, Reply<Spot>) {
        let (mut state, mut view) = (State { level: Some(3), ..State::default() }, View::default());
        assert_eq!(act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Character('2')), Reply::Done);
        let focus = view.advise(advised, is_final);
        assert_eq!(focus, advised.filter(|_| is_final).map(Spot::Tile), "the focus goes to the next tile as soon as it is known");
        let reply = act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Character(letter));
        (state, view, reply)
    }

    #[test]
    fn a_value_after_a_value_is_for_the_next_best_tile() {
        let (state, view, reply) = after_a_value(Some(17), true, '3');
        assert_eq!((state.tiles.0[4], state.tiles.0[17]), (Some(Value::Two), Some(Value::Three)));
        assert_eq!((reply, view.typed), (Reply::Focus(Spot::Tile(17)), Some(17)));
        // It waits until that tile is known, and then means the same.
        for letter in ['3', 'b'] {
            let (mut state, mut view, reply) = after_a_value(Some(9), false, letter);
            assert_eq!((reply, state.tiles.face_up().count()), (Reply::Later, 1));
            view.advise(Some(17), true);
            assert_eq!(act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Character(letter)), Reply::Focus(Spot::Tile(17)));
        }
        let (state, _, reply) = after_a_value(None, true, '3');
        assert_eq!(state.tiles.0[4], Some(Value::Two), "what is known stays");
        assert!(matches!(reply, Reply::Refused(_)));
        let (state, ..) = after_a_value(Some(17), true, '?');
        assert_eq!(state.tiles.0[4], None, "it can be turned face down at once");
    }

    #[test]
    fn a_known_tile_is_changed_where_the_user_goes_back_to_it() {
        let (mut state, mut view, _) = after_a_value(None, true, '3');
        assert_eq!(act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Arrow(1, 0)), Reply::Ignored);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Character('3')), Reply::Done);
        assert_eq!(state.tiles.0[4], Some(Value::Three));
        state.turn(4, None);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Tile(4)), Input::Character('1')), Reply::Done, "after undo it is typed again");
    }

    #[test]
    fn arrows_go_from_clue_to_clue_of_the_rows() {
        let (mut state, mut view) = (State::default(), View::default());
        let mut arrow = |spot, right, down| act(&mut state, &mut view, Some(spot), Input::Arrow(right, down));
        let (sum, voltorbs) = (Spot::Sum(Line::Row(1)), Spot::Voltorbs(Line::Row(1)));
        assert_eq!(arrow(sum, 0, 1), Reply::Focus(Spot::Sum(Line::Row(2))));
        assert_eq!(arrow(sum, 0, -1), Reply::Focus(Spot::Sum(Line::Row(0))));
        assert_eq!(arrow(voltorbs, 0, 1), Reply::Focus(Spot::Voltorbs(Line::Row(2))));
        assert_eq!((arrow(sum, 1, 0), arrow(voltorbs, -1, 0)), (Reply::Focus(voltorbs), Reply::Focus(sum)));
        assert_eq!(arrow(sum, -1, 0), Reply::Ignored, "to the tiles");
        assert_eq!(arrow(Spot::Sum(Line::Row(4)), 0, 1), Reply::Ignored);
        assert_eq!(arrow(Spot::Sum(Line::Column(1)), 0, 1), Reply::Ignored, "to its Voltorbs");
    }

    #[test]
    fn tab_moves_through_the_clues_and_then_leaves_the_board() {
        let (mut state, mut view) = (State::default(), View::default());
        let mut tab = |spot, back| act(&mut state, &mut view, Some(spot), Input::Tab { back });
        assert_eq!(tab(Spot::Sum(Line::Row(4)), false), Reply::Focus(Spot::Sum(Line::Column(0))));
        assert_eq!(tab(Spot::Voltorbs(Line::Column(0)), true), Reply::Focus(Spot::Sum(Line::Row(4))));
        assert_eq!(tab(Spot::Voltorbs(Line::Column(4)), false), Reply::Ignored);
        assert_eq!(tab(Spot::Sum(Line::Row(0)), true), Reply::Ignored);
        assert_eq!(tab(Spot::Tile(3), false), Reply::Ignored);
    }

    #[test]
    fn letters_move_the_focus() {
        let (mut state, mut view) = (State { level: Some(2), ..State::default() }, View::default());
        state.turn(0, Some(Value::Two));
        view.advised = Some(17);
        for (letter, spot) in [('c', Spot::Sum(Line::Row(0))), ('L', Spot::Level), ('t', Spot::Tile(1)), ('b', Spot::Tile(17))] {
            for from in [None, Some(Spot::Tile(9)), Some(Spot::Level), Some(Spot::Voltorbs(Line::Row(1)))] {
                assert_eq!(act(&mut state, &mut view, from, Input::Character(letter)), Reply::Focus(spot));
            }
        }
        view.advised = None;
        assert!(matches!(act(&mut state, &mut view, None, Input::Character('b')), Reply::Refused(_)));
        assert_eq!(act(&mut state, &mut view, None, Input::Character('2')), Reply::Ignored);
    }

    #[test]
    fn the_first_click_shows_a_possible_value() {
        for (chances, expected) in
            [([0.1, 0.2, 0.3, 0.4], '1'), ([0.5, 0.0, 0.0, 0.5], '3'), ([0.0, 0.0, 1.0, 0.0], '2'), ([1.0, 0.0, 0.0, 0.0], 'V')]
        {
            let (mut state, mut view) = (State::default(), View::default());
            view.chances = Some([[chances; SIDE]; SIDE]);
            act(&mut state, &mut view, Some(Spot::Tile(3)), Input::Press);
            assert_eq!(letter_of(state.tiles.0[3]), expected);
        }
    }

    #[test]
    fn keys_and_clicks_flip_tiles_and_make_notes() {
        let (mut state, mut view) = (State::default(), View::default());
        let mut on_tile = |input| {
            let reply = act(&mut state, &mut view, Some(Spot::Tile(3)), input);
            (letter_of(state.tiles.0[3]), state.memos.0[3].to_string(), reply)
        };
        let shown: Vec<_> = (0..5).map(|_| on_tile(Input::Press).0).collect();
        assert_eq!(shown, ['1', '2', '3', 'V', '?']);
        assert_eq!(on_tile(Input::SecondaryPress).1, "V");
        assert_eq!(on_tile(Input::Character('m')).2, Reply::Done);
        assert_eq!(on_tile(Input::Character('2')).1, "V2");
        assert_eq!(on_tile(Input::Character('v')).1, "2");
        assert_eq!(on_tile(Input::Shifted('3')).1, "23");
        on_tile(Input::Character('m'));
        assert_eq!(on_tile(Input::Shifted('2')), ('?', "3".to_owned(), Reply::Done), "with Shift it is always a note");
        assert_eq!(on_tile(Input::Character('v')), ('V', String::new(), Reply::Done));
        assert!(matches!(on_tile(Input::SecondaryPress).2, Reply::Refused(_)));
        assert_eq!(on_tile(Input::Delete).0, '?');
        assert_eq!(on_tile(Input::Character('x')).2, Reply::Ignored);
        assert_eq!(on_tile(Input::Arrow(1, 0)).2, Reply::Ignored, "arrows move the focus instead");
    }

    #[test]
    fn the_wheel_and_digits_change_numbers() {
        let (mut state, mut view) = (State::default(), View::default());
        let mut on = |spot, input| {
            let reply = act(&mut state, &mut view, Some(spot), input);
            (state.columns[2].to_string(), state.level, reply)
        };
        let (sum, voltorbs) = (Spot::Sum(Line::Column(2)), Spot::Voltorbs(Line::Column(2)));
        assert_eq!(on(sum, Input::Press), ("?/?".to_owned(), None, Reply::Focus(sum)), "a click only moves the focus");
        assert_eq!(on(sum, Input::Wheel(-4)).0, "4/?");
        assert_eq!(on(voltorbs, Input::Wheel(-9)).0, "4/5");
        assert_eq!(on(voltorbs, Input::Wheel(i32::MIN)).0, "4/5");
        assert_eq!(on(voltorbs, Input::Delete).0, "4/?");
        assert_eq!(on(voltorbs, Input::Character('6')).2, Reply::Refused("a line has only 5 tiles".to_owned()));
        assert_eq!(on(Spot::Level, Input::SecondaryPress).1, Some(8));
        assert_eq!(on(Spot::Level, Input::Press).1, None);
        assert_eq!(on(Spot::Level, Input::Character('5')), ("4/?".to_owned(), Some(5), Reply::Focus(Spot::Tile(0))));
        assert_eq!(on(Spot::Level, Input::Character('9')), ("4/?".to_owned(), Some(5), Reply::Refused("levels are 1 to 8".to_owned())));
        assert_eq!(on(Spot::Level, Input::Delete).1, None);
    }
}
