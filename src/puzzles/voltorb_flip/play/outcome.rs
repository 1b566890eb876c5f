//! What is said about a round that is over: its end, and the verdict of its review.

use std::cmp::Ordering;

use super::{
    game::{End, Game},
    review::{Choice, Review},
    rounds::{self, Round, Verdict},
};
use crate::{
    live::advice::{loss, short, signed},
    model::{objective::Objective, rules::tile_name, state::State},
};
use base::text::{counted, sentence};

/// How a round ended, in a word.
pub const fn word(end: End) -> &'static str {
    match end {
        End::Cleared => "cleared",
        End::Lost => "lost",
        End::Stopped => "stopped",
    }
}

/// Returns a headline and a description of the result, once the round of this game is over. `known` are the rounds of the tab.
pub fn result(game: &Game, state: &State, known: &[Round]) -> Option<(&'static str, String)> {
    let end = game.end?;
    let next = game.next_level(state).number();
    let level = match next.cmp(&game.level.number()) {
        Ordering::Less => format!("down to level {next}"),
        Ordering::Equal => format!("level {next} again"),
        Ordering::Greater => format!("up to level {next}"),
    };
    let (headline, said) = match end {
        End::Cleared => ("Board cleared", format!("You found every 2 and 3. Next: {level}.")),
        End::Lost => ("You hit a Voltorb", format!("No coins. Next: {level}.")),
        End::Stopped => ("Stopped", format!("You keep the coins. Next: {level}.")),
    };
    let kept = match end {
        _ if is_later_end(game, state, known) => " The first end counts and was reviewed.",
        End::Lost => " Take the flip back to continue; this end counts.",
        End::Cleared | End::Stopped => "",
    };
    Some((headline, said + kept))
}

/// Whether the round has ended before, with other flips.
pub fn is_later_end(game: &Game, state: &State, known: &[Round]) -> bool {
    let of_game = |last: &rounds::Last| last.game == Some((game.seed, game.round));
    let first = known.iter().rev().find_map(|round| round.last.filter(of_game));
    game.end.is_some() && first.is_some_and(|first| first.state.flips != state.flips)
}

/// The goal of a round, with its verdict in a line if there is one.
pub fn verdict(round: &Round) -> String {
    let goal = sentence(&round.objective.to_string());
    let Some(verdict) = round.verdict else { return goal };
    let [par, luck] = [short(round.objective, verdict.par), luck(round.objective, &verdict)];
    match is_readable(round.objective, verdict.cost) {
        true => format!("{goal}: par {par}, mistakes cost {}, luck {luck}", short(round.objective, verdict.cost)),
        false => format!("{goal}: par {par}, {}, luck {luck}", counted(verdict.mistakes.into(), "mistake")),
    }
}

/// What the mistakes cost together, or how many there were where that isn't readable.
pub fn cost(objective: Objective, verdict: &Verdict) -> String {
    if is_readable(objective, verdict.cost) { loss(objective, verdict.cost) } else { verdict.mistakes.to_string() }
}

/// The luck, or only whether it was good or bad where its amount isn't readable.
pub fn luck(objective: Objective, verdict: &Verdict) -> String {
    match verdict.luck {
        luck if is_readable(objective, luck) => signed(objective, luck),
        luck if luck < 0.0 => "very bad".to_owned(),
        _ => "very good".to_owned(),
    }
}

/// Whether people can make sense of this sum: each of several mistakes is measured from its own position, so together they can exceed
/// 100 %, as can luck.
fn is_readable(objective: Objective, sum: f64) -> bool {
    objective.is_in_coins() || sum.abs() <= 1.0
}

/// The mistakes of a round, a sentence for each. What would have been better isn't said: the player may want to find it.
pub fn mistakes(review: &Review) -> Vec<String> {
    let said = review.mistakes().map(|(number, mistake, cost)| {
        let cost = short(review.objective, cost);
        match mistake.choice {
            Choice::Flip(tile) => format!("flip {number}, {}, cost {cost}", tile_name(tile)),
            Choice::Stop => format!("stopping cost {cost}"),
        }
    });
    said.map(|line| sentence(&line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::prior::Level;

    #[test]
    fn the_verdict_follows_the_goal() {
        let mut round = Round::ended(1, &State::default(), None);
        assert_eq!(verdict(&round), "Clear the board");
        round.verdict = Some(Verdict { par: 0.336, mistakes: 1, cost: 0.1, luck: -0.236 });
        assert_eq!(verdict(&round), "Clear the board: par 33.6 %, mistakes cost 10.0 %, luck −23.6 %");
        let odd = Verdict { par: 1.0, mistakes: 3, cost: 5.0 / 3.0, luck: 1.125 };
        round.verdict = Some(odd);
        assert_eq!(verdict(&round), "Clear the board: par 100 %, 3 mistakes, luck very good");
        assert_eq!([cost, luck].map(|say| say(Objective::Clear, &odd)), ["3", "very good"]);
        assert_eq!([cost, luck].map(|say| say(Objective::Coins, &odd)), ["−1.7", "+1.1"]);
    }

    #[test]
    fn a_game_says_how_it_goes_on() {
        let mut game = Game::new(Level::LOWEST, 3);
        let state = game.fresh(&State::default());
        assert_eq!(result(&game, &state, &[]), None);
        game.stop().unwrap();
        assert_eq!(result(&game, &state, &[]), Some(("Stopped", "You keep the coins. Next: level 1 again.".to_owned())));
    }
}
