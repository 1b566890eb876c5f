//! A game between two sides: its players, the position in which it began, and how it ended.

use super::{deal::deal, opponent::Level};
use crate::{
    model::{
        position::Player,
        standing::End,
        state::{Problem, State},
    },
    words::refusals,
};
use base::{
    challenge::Grade,
    date::Date,
    game::{self, CHALLENGE, GameFlaw},
    text::{grouped, sentence},
};

/// The kinds of games in files: of a day, between two people, against the computer, followed by the key of its level, and of the computer
/// with itself, followed by the keys of both levels. Keys stay the same when levels are added.
const DAILY: &str = "battle";
const PEOPLE: &str = "two-players";
const COMPUTER: &str = "battle-";
const WATCHED: &str = "computers-";

/// The numbers in a file: 1 if the user plays X, and how long the computer thinks about a turn.
const SIDE: &str = "side";
const TIME: &str = "time_ms";

/// How strong the computer plays in the game of a day.
const DAILY_LEVEL: Level = Level::TwoPly;

/// A game against the computer, between two people, or of the computer with itself. The document has its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// The computer, unless two people play.
    pub computer: Option<Computer>,
    /// The level of the other side, if the user only watches. It thinks as long.
    pub rival: Option<Level>,
    /// What the computer's random choices depend on.
    pub seed: u64,
    /// The day, if it is the game of a day.
    day: Option<Date>,
    /// The position in which it began.
    root: State,
}

/// The computer as one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// Its side.
    pub side: Player,
    /// How strong it plays.
    pub level: Level,
    /// How long it thinks about a turn, in milliseconds, if its level needs a limit.
    pub time_ms: u64,
}

impl Computer {
    /// The times that can be chosen.
    pub const TIMES_MS: std::ops::RangeInclusive<u64> = 100..=60_000;
    /// The usual time.
    pub const USUAL_MS: u64 = 3_000;
}

impl Battle {
    /// The battle of this day, in which the user moves first.
    pub fn daily(day: Date) -> Self {
        let root = deal(day.seed());
        let computer = Computer { side: root.to_move.other(), level: DAILY_LEVEL, time_ms: Computer::USUAL_MS };
        Self { computer: Some(computer), rival: None, seed: day.seed(), day: Some(day), root }
    }

    /// A battle from the start, on a board as large as that of this position and by the same rules.
    pub fn on_board_of(state: &State, computer: Option<Computer>, seed: u64) -> Self {
        let root = State::start_from(state.board.side(), state.rules, state.corner());
        Self { computer, rival: None, seed: if computer.is_some() { seed } else { 0 }, day: None, root }
    }

    /// The same battle, in which the computer also plays the other side, at this level.
    pub fn watched(self, rival: Option<Level>) -> Self {
        Self { rival, ..self }
    }

    /// Who plays in it, in a sentence.
    pub fn players(&self) -> String {
        match (self.computer, self.rival) {
            (Some(Computer { side, level, .. }), Some(rival)) => {
                format!("The computer plays {side}: {}, and {}: {}.", level.title(), side.other(), rival.title())
            }
            (Some(Computer { side, level, .. }), None) => {
                format!("You play {}. The computer plays {side}: {}.", side.other(), level.title())
            }
            (None, _) => "O and X play in turn.".to_owned(),
        }
    }

    /// Its result, as its user reads it.
    pub fn result(&self, end: &End) -> String {
        match (self.computer, end.winner) {
            (Some(computer), Some(winner)) if self.rival.is_none() => {
                if computer.side == winner { "The computer wins" } else { "You win!" }.to_owned()
            }
            _ => sentence(&end.result()),
        }
    }

    /// Returns the position in which it began.
    pub fn root(&self) -> &State {
        &self.root
    }

    /// Returns whether the computer is this player.
    pub fn is_computers(&self, player: Player) -> bool {
        self.computer_as(player).is_some()
    }

    /// Checks that the user is to move.
    ///
    /// # Errors
    /// That the computer is: a sentence without the full stop.
    pub fn check_users_turn(&self, state: &State) -> Result<(), String> {
        if self.is_computers(state.to_move) { Err("it's the computer's turn".to_owned()) } else { Ok(()) }
    }

    /// The computer as this player, if it is.
    pub fn computer_as(&self, player: Player) -> Option<Computer> {
        let computer = self.computer?;
        if computer.side == player { Some(computer) } else { self.rival.map(|level| Computer { side: player, level, ..computer }) }
    }

    /// Returns how it ended if this is its end.
    pub fn end(&self, problem: &Problem) -> Option<game::End> {
        End::of(problem).map(|end| match end.winner {
            None => game::End::Drawn,
            Some(winner) if self.rival.is_none() && self.is_computers(winner) => game::End::Lost,
            Some(_) => game::End::Solved,
        })
    }

    /// Whether this is a position of the battle.
    pub fn is_of(&self, state: &State) -> bool {
        state.record.starts_with(&self.root.record) && state.has_same_root(&self.root)
    }

    /// Returns the battle as a file has it, without the time, if the position belongs to it.
    pub fn saved(&self, state: &State) -> Option<game::Game> {
        self.is_of(state).then(|| game::Game { end: self.end(&state.problem()), ..self.begun() })
    }

    /// Whether the user has made a move that can be taken back.
    pub fn can_take_back(&self, state: &State) -> bool {
        if self.rival.is_some() {
            return false;
        }
        let computers = usize::from(self.is_computers(self.root.to_move));
        self.root.record.len() + computers < state.record.len()
    }

    /// Takes back a part of the user's last turn, with the computer's reply to it.
    ///
    /// # Errors
    /// When the user has made no move; then nothing has changed.
    pub fn take_back(&self, state: &mut State, part: impl Fn(&mut State) -> Result<(), String>) -> Result<(), String> {
        if !self.can_take_back(state) {
            return Err(refusals::NOTHING_TO_TAKE_BACK.to_owned());
        }
        let mut changed = state.clone();
        let last_mover = if changed.turn_is_unfinished() { changed.to_move } else { changed.to_move.other() };
        if self.is_computers(last_mover) {
            changed.take_back_turn()?;
        }
        part(&mut changed)?;
        *state = changed;
        Ok(())
    }

    /// The battle as a file has it at its beginning.
    fn begun(&self) -> game::Game {
        let (seed, day) = (self.seed, self.day);
        match self.computer {
            _ if day.is_some() => game::Game { seed, day, ..game::Game::new(DAILY) },
            // Nobody wins or loses it for the statistics.
            None => game::Game { is_counted: true, ..game::Game::new(PEOPLE) },
            Some(Computer { side, level, time_ms }) => {
                let kind = match self.rival {
                    None => format!("{COMPUTER}{}", level.key()),
                    Some(rival) => watched_kind(level, rival),
                };
                // Nobody wins or loses what is only watched.
                let mut begun = game::Game { seed, is_counted: self.rival.is_some(), ..game::Game::new(&kind) };
                begun.numbers.insert(SIDE.to_owned(), u64::from(side == Player::O));
                if needs_limit(level, self.rival) {
                    begun.numbers.insert(TIME.to_owned(), time_ms);
                }
                begun
            }
        }
    }

    /// Returns the battle of a file, continued in this position.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(state: &State, saved: &game::Game) -> Result<Self, GameFlaw> {
        let battle = match saved.kind.as_str() {
            DAILY => Self::daily(saved.day.ok_or_else(|| GameFlaw::new("kind", "the date is missing"))?),
            _ => {
                let (computer, rival) = computers_of(saved)?;
                Self::on_board_of(state, computer, saved.seed).watched(rival)
            }
        };
        match battle.saved(state) {
            None if battle.day.is_some() => Err(GameFlaw::new("day", "the position isn't from the game of this day")),
            None => Err(GameFlaw::new("kind", "the position isn't from a game that began at the start")),
            Some(expected) if expected.end != saved.end => {
                Err(GameFlaw::new("end", "the position shows whether the game is over, and who won"))
            }
            Some(_) => saved.check_day().map(|()| battle),
        }
    }
}

/// Whether a person is this player in the game of a file.
pub fn is_persons(saved: &game::Game, player: Player) -> bool {
    let battle = match saved.day {
        Some(day) if saved.kind == DAILY => Some(Battle::daily(day)),
        _ => computers_of(saved).ok().map(|(computer, rival)| Battle::on_board_of(&State::default(), computer, saved.seed).watched(rival)),
    };
    battle.is_none_or(|battle| !battle.is_computers(player))
}

/// Returns the level of a game against the computer, if the game in a file is one.
pub fn level_of(saved: &game::Game) -> Option<Level> {
    match saved.kind.as_str() {
        DAILY => Some(DAILY_LEVEL),
        kind => Level::from_key(kind.strip_prefix(COMPUTER)?),
    }
}

/// Returns whether the game in a file is one of the computer with itself.
pub fn is_watched(saved: &game::Game) -> bool {
    saved.kind.starts_with(WATCHED)
}

/// The kind of a game of the computer with itself.
fn watched_kind(level: Level, rival: Level) -> String {
    format!("{WATCHED}{}-{}", level.key(), rival.key())
}

fn needs_limit(level: Level, rival: Option<Level>) -> bool {
    level.needs_limit() || rival.is_some_and(Level::needs_limit)
}

/// Returns the computer in the game of a file that isn't the game of a day, and its level on the other side; none if two people play.
fn computers_of(saved: &game::Game) -> Result<(Option<Computer>, Option<Level>), GameFlaw> {
    if saved.kind == PEOPLE {
        return Ok((None, None));
    }
    let mut pairs = Level::ALL.into_iter().flat_map(|level| Level::ALL.map(|rival| (level, rival)));
    let watched = pairs.find(|&(level, rival)| watched_kind(level, rival) == saved.kind);
    let rival = watched.map(|(_, rival)| rival);
    let Some(level) = watched.map(|(level, _)| level).or_else(|| level_of(saved)) else {
        let levels = Level::ALL.map(|level| format!("{COMPUTER}{}", level.key()));
        let known: Vec<&str> = [DAILY, PEOPLE].into_iter().chain(levels.iter().map(String::as_str)).collect();
        return Err(GameFlaw::unknown_kind(&saved.kind, &known));
    };
    let side = match saved.number(SIDE)? {
        0 => Player::X,
        1 => Player::O,
        _ => return Err(GameFlaw::new("numbers", "\"side\" is 0 if the computer plays X, 1 if it plays O")),
    };
    let time_ms = if needs_limit(level, rival) { saved.number(TIME)? } else { Computer::USUAL_MS };
    if !Computer::TIMES_MS.contains(&time_ms) {
        let [least, most] = [Computer::TIMES_MS.start(), Computer::TIMES_MS.end()].map(|time| grouped(*time));
        return Err(GameFlaw::new("numbers", format!("\"time_ms\" is from {least} to {most}")));
    }
    Ok((Some(Computer { side, level, time_ms }), rival))
}

/// The kind of a game in a file, whose results are compared with one another.
pub fn kind(saved: &game::Game) -> String {
    if saved.kind == CHALLENGE {
        return format!("{} challenges", saved.grade.map_or("", Grade::title));
    }
    if is_watched(saved) {
        return "Computer against itself".to_owned();
    }
    level_of(saved).map_or_else(|| "Two players".to_owned(), |level| format!("Computer, {}", level.title()))
}

/// The place of its kind among all.
pub fn rank(saved: &game::Game) -> u64 {
    if saved.kind == CHALLENGE {
        return Level::ALL.len() as u64 + saved.grade.map_or(0, |grade| grade as u64);
    }
    level_of(saved).and_then(|level| Level::ALL.into_iter().position(|other| other == level)).map_or(u64::MAX, |place| place as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::state::Rules;

    /// Plays the first move that there is.
    fn play_first(state: &mut State) {
        let cell = state.position().accessible(state.to_move).into_iter().next().unwrap();
        state.play(cell).unwrap();
    }

    #[test]
    fn players_results_and_kinds_are_put_into_words() {
        let state = State::start(5, Rules::default());
        let computer = Computer { side: Player::X, level: Level::OnePly, time_ms: Computer::USUAL_MS };
        let game = Battle::on_board_of(&state, Some(computer), 1);
        let won = |winner| End { winner, reason: String::new() };
        let results = [Some(Player::O), Some(Player::X), None].map(|winner| game.result(&won(winner)));
        assert_eq!(results, ["You win!", "The computer wins", "A draw"]);
        assert_eq!(game.players(), "You play O. The computer plays X: one turn ahead.");
        assert_eq!(kind(&game.saved(&state).unwrap()), "Computer, one turn ahead");
        let persons = |battle: &Battle| [Player::O, Player::X].map(|player| is_persons(&battle.saved(battle.root()).unwrap(), player));
        assert_eq!(persons(&game), [true, false]);
        let watched = game.watched(Some(Level::Random));
        assert_eq!(persons(&watched), [false, false]);
        assert_eq!(watched.result(&won(Some(Player::X))), "X wins");
        assert_eq!(kind(&watched.saved(&watched.root().clone()).unwrap()), "Computer against itself");
        let people = Battle::on_board_of(&state, None, 1);
        assert_eq!(people.players(), "O and X play in turn.");
        assert_eq!(persons(&people), [true, true]);
        assert_eq!(kind(&people.saved(&state).unwrap()), "Two players");
        let challenge = game::Game { grade: Some(Grade::Easy), ..game::Game::new(CHALLENGE) };
        assert_eq!(kind(&challenge), format!("{} challenges", Grade::Easy.title()));
        assert!(rank(&challenge) > rank(&game::Game::new("battle-random")));
    }

    #[test]
    fn a_battle_is_read_back_and_checked() {
        let day: Date = "2026-11-22".parse().unwrap();
        let battle = Battle::daily(day);
        let mut state = battle.root().clone();
        play_first(&mut state);
        let saved = battle.saved(&state).unwrap();
        assert_eq!((Battle::read(&state, &saved), saved.end), (Ok(battle), None));
        let field = |changed: game::Game| Battle::read(&state, &changed).unwrap_err().field;
        assert_eq!(field(game::Game { end: Some(game::End::Solved), ..saved.clone() }), "end");
        assert_eq!(field(game::Game { day: day.next(), ..saved.clone() }), "day");
        assert_eq!(field(game::Game { seed: 1, ..saved.clone() }), "day");
        assert_eq!(field(game::Game { day: None, ..saved }), "kind");
    }

    fn play_turn(state: &mut State) {
        let mover = state.to_move;
        while state.to_move == mover {
            play_first(state);
        }
    }

    #[test]
    fn the_users_moves_are_taken_back_with_the_computers_reply_and_no_others() {
        let board = State::start(6, Rules::default());
        for side in [Player::X, Player::O] {
            let battle = Battle::on_board_of(&board, Some(Computer { side, level: Level::Random, time_ms: Computer::USUAL_MS }), 7);
            let mut state = battle.root().clone();
            if battle.is_computers(state.to_move) {
                play_turn(&mut state);
            }
            let users = state.clone();
            for part in [State::take_back, State::take_back_turn] {
                assert!(!battle.can_take_back(&state) && battle.take_back(&mut state, part).is_err() && state == users);
            }
            play_first(&mut state);
            while !battle.is_computers(state.to_move) {
                play_first(&mut state);
            }
            play_turn(&mut state);
            let replied = state.clone();
            battle.take_back(&mut state, State::take_back_turn).unwrap();
            assert_eq!((state.record.clone(), state.to_move), (users.record.clone(), users.to_move));
            state = replied;
            battle.take_back(&mut state, State::take_back).unwrap();
            assert!(battle.is_of(&state) && state.to_move == users.to_move, "{:?}", state.record);
        }
        let day = Battle::daily("2026-11-22".parse().unwrap());
        let mut state = day.root().clone();
        assert!(!state.record.is_empty() && day.take_back(&mut state, State::take_back).is_err());
    }

    #[test]
    fn a_new_game_is_read_back_with_its_players() {
        let board = State::start(6, Rules::default());
        let computer = |level, side| Some(Computer { side, level, time_ms: 500 });
        for players in [None, computer(Level::Expert, Player::O), computer(Level::Deep, Player::X)] {
            let battle = Battle::on_board_of(&board, players, 7);
            let mut state = battle.root().clone();
            play_first(&mut state);
            let saved = battle.saved(&state).unwrap();
            assert_eq!(Battle::read(&state, &saved), Ok(battle));
            assert_eq!((saved.is_counted, saved.seed), (players.is_none(), players.map_or(0, |_| 7)));
            assert_eq!(level_of(&saved), players.map(|computer| computer.level));
        }
        for (level, rival, has_time) in [(Level::TwoPly, Level::Random, false), (Level::OnePly, Level::Expert, true)] {
            let battle = Battle::on_board_of(&board, computer(level, Player::O), 7).watched(Some(rival));
            let battle =
                Battle { computer: battle.computer.map(|one| Computer { time_ms: if has_time { 500 } else { 3_000 }, ..one }), ..battle };
            let mut state = battle.root().clone();
            play_first(&mut state);
            let saved = battle.saved(&state).unwrap();
            let sides = [Player::O, Player::X].map(|player| battle.computer_as(player).map(|one| (one.side, one.level)));
            assert_eq!(sides, [Some((Player::O, level)), Some((Player::X, rival))]);
            assert_eq!(Battle::read(&state, &saved), Ok(battle.clone()));
            assert_eq!((saved.is_counted, saved.numbers.contains_key(TIME), level_of(&saved)), (true, has_time, None));
            assert!(is_watched(&saved));
            assert!(!battle.can_take_back(&state), "the user has made no move");
        }
        let level = Battle::on_board_of(&board, computer(Level::OnePly, Player::O), 1).saved(&board).unwrap();
        let field = |state: &State, changed: game::Game| Battle::read(state, &changed).unwrap_err().field;
        assert_eq!(field(&board, game::Game { kind: "battle-strong".to_owned(), ..level.clone() }), "kind");
        assert_eq!(field(&board, game::Game { numbers: [("side".to_owned(), 2)].into(), ..level.clone() }), "numbers");
        assert_eq!(field(&board, game::Game { kind: "battle-deep".to_owned(), ..level.clone() }), "numbers");
        let mut midgame = deal(1);
        midgame.set_mover(midgame.to_move.other());
        assert_eq!(field(&midgame, level), "kind", "this game begins in the middle");
    }
}
