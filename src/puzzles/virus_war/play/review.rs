//! The review of a game: what each turn cost its player, in the engine's judgement.
//!
//! The points of the game are judged from the last one to the first: what is found about the end is in the engine's tables when it comes to
//! the turns that led there.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::{
    live::effects::Effects,
    model::{
        cells::CellSet,
        position::Player,
        record::Game,
        state::{Problem, Rules},
        turn::Turn,
    },
    search::{
        engine::{
            Engine, Line, Outcome, Prospect, Ranking,
            known::{self, Finder},
            score::{DRAW, LOST, before, bound_after},
        },
        graph::TurnGraph,
    },
};
use base::search::{Observer, Tally};

/// How many turns the search looks at for each point of the game: some tenths of a second, and the same judgement each time.
const TURNS: u64 = 1_000_000;

/// A turn that loses at least this chance of winning is a mistake.
pub const MISTAKE: f64 = 0.1;

/// A point of a game, in the engine's judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How many turns of the line were played before it.
    pub turns_before: usize,
    /// Who is to move.
    pub mover: Player,
    /// What the mover can expect.
    pub prospect: Prospect,
    /// How many turns ahead the search looked; 0 if the game is over.
    pub depth: u8,
    /// The turn that was played; none at the end of the line.
    pub played: Option<Played>,
}

/// A turn that was played, in the engine's judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// What its player can expect after it.
    pub prospect: Prospect,
    /// The best turn that was found instead, with the reasons for it; none if the turn is as good.
    pub better: Option<(Turn, Vec<String>)>,
    /// The enemy's best reply, with the reasons for it; none if the game is over or there are no reasons for a reply.
    pub reply: Option<(Turn, Vec<String>)>,
}

impl Judgement {
    /// The chance of winning that the turn lost, from 0 to 1.
    pub fn loss(&self) -> f64 {
        self.played.as_ref().map_or(0.0, |played| (self.prospect.chance() - played.prospect.chance()).max(0.0))
    }

    /// The player's chance of winning at this point, from 0 to 1.
    pub fn chance_of(&self, player: Player) -> f64 {
        let chance = self.prospect.chance();
        if player == self.mover { chance } else { 1.0 - chance }
    }
}

/// The accuracy of a player, from 0 to 1: 1 less the chance of winning that a turn lost on average; none without a judged turn.
pub fn accuracy(judgements: &[Judgement], player: Player) -> Option<f64> {
    let losses = judgements.iter().filter(|judgement| judgement.mover == player && judgement.played.is_some()).map(Judgement::loss);
    let (count, sum) = losses.fold((0_u32, 0.0), |(count, sum), loss| (count + 1, sum + loss));
    (count > 0).then(|| 1.0 - sum / f64::from(count))
}

/// Judges all points of the line at which a turn begins, the last one first. The tally explores turns.
pub fn review(line: &Game, rules: Rules, observer: &mut dyn Observer<Judgement>) -> ControlFlow<()> {
    let mut engine = Engine::default();
    let starts = line.starts();
    let mut work = Effort { observer, tally: Tally::default(), before: Tally::default(), done: 0.0 };
    let mut next: Option<(Problem, Option<Ranking>)> = None;
    for (turns_before, start) in starts.iter().enumerate().rev() {
        let problem = start.problem(rules);
        let mut ranking = work.ranking(&mut engine, &problem)?;
        let depth = ranking.as_ref().map_or(0, |ranking| ranking.depth);
        let (best, is_draw) = found(&problem, ranking.as_ref());
        let mut prospect = prospect_of(best, is_draw);
        let mut played = None;
        // A turn that isn't finished, and the end of the line, have no next point.
        if let (Some((after, replies)), Some(moves)) = (&next, line.turns.get(turns_before)) {
            let cells = moves.iter().copied().collect();
            let (turn, line) = work.judge(&mut engine, (&problem, ranking.as_ref()), cells, (after, replies.as_ref()))?;
            if best < line.score {
                prospect = turn.prospect;
            }
            if let Some(Ranking { outcome, lines, .. }) = ranking.as_ref().filter(|_| turn.better.is_some()) {
                remember_after(&problem, &lines[0], *outcome);
            }
            let is_best = turn.better.is_none() && (line.is_draw || !is_draw);
            ranking = ranking.map(|ranking| with_turn(ranking, (line, is_best), &problem, cells, replies.as_ref()));
            played = Some(turn);
        }
        ranking.iter().for_each(|ranking| known::remember(&problem, ranking, Finder::Report));
        work.observer.found(Judgement { turns_before, mover: problem.mover, prospect, depth, played })?;
        work.done = (starts.len() - turns_before) as f32 / starts.len() as f32;
        next = Some((problem, ranking));
    }
    work.observer.progress(1.0, &work.tally)
}

/// Judges another turn of this position, or without one only the position: by what the report has found, so that both say the same. What it
/// has no part in is searched like the points of a game. Returns the best turn, too; none if the game is over.
pub fn review_try(
    problem: &Problem,
    cells: Option<CellSet>,
    observer: &mut dyn Observer<Judgement>,
) -> ControlFlow<(), (Judgement, Option<Turn>)> {
    let mut engine = Engine::default();
    let mut work = Effort { observer, tally: Tally::default(), before: Tally::default(), done: 0.0 };
    let ranking = work.known_ranking(&mut engine, problem)?;
    let (best, is_draw) = found(problem, ranking.as_ref());
    let mut played = None;
    if let Some(cells) = cells {
        let after = problem.after_cells(cells);
        let replies = work.known_ranking(&mut engine, &after)?;
        played = Some(work.judge(&mut engine, (problem, ranking.as_ref()), cells, (&after, replies.as_ref()))?.0);
    }
    let depth = ranking.as_ref().map_or(0, |ranking| ranking.depth);
    let judgement = Judgement { turns_before: 0, mover: problem.mover, prospect: prospect_of(best, is_draw), depth, played };
    Continue((judgement, ranking.map(|ranking| ranking.lines[0].turns[0])))
}

/// The score of the best turn of a position, and whether it is proved to be a draw. Without a ranking, the game is over.
fn found(problem: &Problem, ranking: Option<&Ranking>) -> (i32, bool) {
    match ranking {
        Some(ranking) => (ranking.lines[0].score, ranking.lines[0].is_draw),
        None if problem.is_drawn() => (DRAW, true),
        None => (LOST, false),
    }
}

fn prospect_of(score: i32, is_draw: bool) -> Prospect {
    Line { is_draw, ..Line::new(Vec::new(), score, 0) }.prospect()
}

/// Remembers what is expected after the first turn of the best line: what is said of that position then agrees with the report.
fn remember_after(problem: &Problem, line: &Line, outcome: Option<Outcome>) {
    let [first, turns @ ..] = &line.turns[..] else { return };
    if turns.is_empty() {
        return;
    }
    let (score, depth) = (bound_after(line.score), line.depth.saturating_sub(1));
    let line = Line { is_draw: line.is_draw, ..Line::new(turns.to_vec(), score, depth) };
    let outcome = outcome.map(Outcome::after_turn);
    known::remember(&problem.after(first), &Ranking { lines: vec![line], depth, searched: 0, turns: 0, outcome }, Finder::Report);
}

/// The ranking with the turn that was played: first if it is as good as the best that the search found, so that a hint names it as well, or
/// else second. `line` has what it leads to, but no turns.
fn with_turn(ranking: Ranking, (line, is_best): (Line, bool), problem: &Problem, cells: CellSet, replies: Option<&Ranking>) -> Ranking {
    let Some(turn) = TurnGraph::new(&problem.position, problem.mover, problem.moves).turn(cells) else { return ranking };
    let expected = replies.into_iter().flat_map(|replies| replies.lines[0].turns.iter().copied());
    let line = Line { turns: std::iter::once(turn).chain(expected).collect(), ..line };
    let proved = Outcome::proved_by(line.score).filter(|outcome| is_best && (outcome.is_win() || ranking.outcome.is_some()));
    let mut lines: Vec<Line> = ranking.lines.into_iter().filter(|line| line.turns[0].set() != cells).collect();
    lines.insert(if is_best { 0 } else { lines.len().min(1) }, line);
    Ranking { lines, outcome: proved.or(ranking.outcome), ..ranking }
}

/// Searches for the engine, and adds the work of all searches.
struct Effort<'a> {
    observer: &'a mut dyn Observer<Judgement>,
    tally: Tally,
    /// The work before the current search.
    before: Tally,
    done: f32,
}

impl Effort<'_> {
    /// Judges the turn with these cells, which leads from one position with its ranking to another one. Returns its line, too, without
    /// turns.
    fn judge(
        &mut self,
        engine: &mut Engine,
        (problem, ranking): (&Problem, Option<&Ranking>),
        cells: CellSet,
        (after, replies): (&Problem, Option<&Ranking>),
    ) -> ControlFlow<(), (Played, Line)> {
        let (best, is_draw) = found(problem, ranking);
        let (score_after, is_draw_after) = found(after, replies);
        let mut reached = match (ranking, replies) {
            (Some(Ranking { outcome: None, depth, lines, .. }), Some(Ranking { outcome: None, .. })) => {
                match lines.iter().find(|line| line.turns[0].set() == cells) {
                    Some(line) => line.score,
                    None => self.score_of_turn_to(engine, after, *depth)?,
                }
            }
            _ => before(score_after),
        };
        if is_draw {
            // No turn is better than the draw that is proved, however a search scores it.
            reached = reached.min(best);
        }
        let turn_of = |ranking: Option<&Ranking>| ranking.map(|ranking| ranking.lines[0].turns[0]);
        let with_reasons = |problem: &Problem, turn: Turn| (turn, Effects::of(problem, &turn).in_words(problem.mover));
        let better = turn_of(ranking).filter(|_| reached < best).map(|turn| with_reasons(problem, turn));
        let reply = turn_of(replies).map(|turn| with_reasons(after, turn)).filter(|(_, reasons)| !reasons.is_empty());
        let depth = ranking.map_or(0, |ranking| ranking.depth);
        let line = Line { is_draw: is_draw_after, ..Line::new(Vec::new(), reached, depth) };
        Continue((Played { prospect: prospect_of(reached, is_draw_after), better, reply }, line))
    }

    /// What the report has found of the position, or else a search, which is then known as well.
    fn known_ranking(&mut self, engine: &mut Engine, problem: &Problem) -> ControlFlow<(), Option<Ranking>> {
        if let Some(known) = known::reported(problem) {
            return Continue(Some(known));
        }
        let ranking = self.ranking(engine, problem)?;
        ranking.iter().for_each(|ranking| known::remember(problem, ranking, Finder::Report));
        Continue(ranking)
    }

    /// The best turn that a search of limited length finds; none if the game is over.
    fn ranking(&mut self, engine: &mut Engine, problem: &Problem) -> ControlFlow<(), Option<Ranking>> {
        let mut last = Last { effort: self, ranking: None, is_limited: true, was_stopped: false };
        let _limited = engine.search(problem, 1, &mut last);
        let Last { ranking, was_stopped, .. } = last;
        self.before.clone_from(&self.tally);
        if was_stopped { Break(()) } else { Continue(ranking) }
    }

    fn score_of_turn_to(&mut self, engine: &mut Engine, after: &Problem, depth: u8) -> ControlFlow<(), i32> {
        let mut last = Last { effort: self, ranking: None, is_limited: false, was_stopped: false };
        let score = engine.score_of_turn_to(after, depth, &mut last);
        self.before.clone_from(&self.tally);
        score
    }
}

/// Keeps the last ranking of a search.
struct Last<'a, 'b> {
    effort: &'a mut Effort<'b>,
    ranking: Option<Ranking>,
    /// Whether the search ends after [`TURNS`].
    is_limited: bool,
    was_stopped: bool,
}

impl Observer<Ranking> for Last<'_, '_> {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        self.ranking = Some(ranking);
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.effort.tally.clone_from(&self.effort.before);
        self.effort.tally += tally;
        let reply = self.effort.observer.progress(self.effort.done, &self.effort.tally);
        self.was_stopped |= reply.is_break();
        reply?;
        if self.is_limited && self.ranking.is_some() && TURNS <= tally.explored { Break(()) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        VirusWar,
        model::state::{Rows, State},
        tests::judged,
    };
    use base::{puzzle::Puzzle, search::Found};

    #[test]
    fn every_turn_is_judged_as_hints_will_and_no_loss_is_negative() {
        each_turn_is_judged_as_hints_will(&VirusWar::deal(3));
    }

    #[test]
    fn a_turn_as_good_as_the_best_has_no_better_one() {
        let mut state = one_virus_left();
        for cell in ["b2", "a2", "a1"] {
            assert_eq!(state.play(cell.parse().unwrap()), Ok(()), "{cell}");
        }
        let judgements = each_turn_is_judged_as_hints_will(&state);
        assert!(judgements[0].played.as_ref().is_some_and(|played| played.better.is_none()), "{judgements:?}");
    }

    fn each_turn_is_judged_as_hints_will(state: &State) -> Vec<Judgement> {
        let judgements = judged(state);
        assert_eq!(judgements.len(), state.record.len() + 1);
        for (index, judgement) in judgements.iter().enumerate() {
            assert_eq!((judgement.turns_before, judgement.played.is_some()), (index, index < state.record.len()));
            assert!((0.0..=1.0).contains(&judgement.loss()));
            assert_eq!(judgement.chance_of(Player::O) + judgement.chance_of(Player::X), 1.0);
        }
        // What the hints recall is what the report says: the better turn, or else the one that was played.
        let line = state.line().unwrap();
        for judgement in &judgements {
            let Some(played) = &judgement.played else { continue };
            let problem = line.starts()[judgement.turns_before].problem(state.rules);
            let (known, _) = known::recall(&problem).unwrap();
            let expected = match &played.better {
                Some((turn, _)) => turn.set(),
                None => line.turns[judgement.turns_before].iter().copied().collect(),
            };
            assert_eq!(known.lines[0].turns[0].set(), expected, "{known:?}, {judgement:?}");
            assert_eq!(known.lines[0].prospect(), judgement.prospect, "{known:?}, {judgement:?}");
            // The same turn as a try is judged the same, and no try changes what the report says.
            let others = [(&line.turns[judgement.turns_before], true), (&expected.into_iter().collect(), false)];
            for (moves, is_played) in others {
                let cells = moves.iter().copied().collect();
                let Continue((again, best)) = review_try(&problem, Some(cells), &mut Found::default()) else { panic!("it was stopped") };
                assert_eq!((again.prospect, best.map(|turn| turn.set())), (judgement.prospect, Some(expected)), "{judgement:?}");
                assert!(!is_played || again.played == judgement.played, "{again:?}, {judgement:?}");
                assert!(is_played || again.loss() == 0.0, "the best turn loses nothing: {again:?}");
                assert_eq!(known::reported(&problem), Some(known.clone()));
            }
        }
        let accuracy = accuracy(&judgements, Player::X).unwrap();
        assert!((0.0..=1.0).contains(&accuracy), "{accuracy}");
        judgements
    }

    /// X can win by killing O's only live virus, on a2.
    fn one_virus_left() -> State {
        let board = Rows::from(["....X", ".....", ".xx..", "O.X..", "....."].map(String::from).to_vec());
        let mut state = State { board, ..State::start(5, Rules::default()) };
        state.set_mover(Player::X);
        state
    }

    /// Stops after this many turns, and watches how many turns are made between two checks.
    struct Impatient {
        stop_after: u64,
        was_stopped: bool,
        before: u64,
        most_at_once: u64,
    }

    impl Observer<Judgement> for Impatient {
        fn found(&mut self, _judgement: Judgement) -> ControlFlow<()> {
            assert!(!self.was_stopped);
            Continue(())
        }

        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            assert!(!self.was_stopped, "it ends at the first check that says so");
            self.most_at_once = self.most_at_once.max(tally.explored - self.before);
            self.before = tally.explored;
            self.was_stopped = self.stop_after <= tally.explored;
            if self.was_stopped { Break(()) } else { Continue(()) }
        }
    }

    #[test]
    fn it_stops_within_the_time_for_a_few_turns() {
        let state = VirusWar::deal(3);
        // A million turns take some tenths of a second: these take well under 50 ms.
        for stop_after in [1, 100_000, 1_500_000] {
            let mut observer = Impatient { stop_after, was_stopped: false, before: 0, most_at_once: 0 };
            assert!(review(&state.line().unwrap(), state.rules, &mut observer).is_break());
            assert!(observer.was_stopped && observer.most_at_once <= 1_000, "{} turns at once", observer.most_at_once);
        }
    }

    #[test]
    fn a_missed_win_is_a_mistake_with_what_was_better() {
        let mut state = one_virus_left();
        for cell in ["e4", "e3", "e2", "b1", "b2", "a1"] {
            assert_eq!(state.play(cell.parse().unwrap()), Ok(()), "{cell}");
        }
        let judgements = judged(&state);
        assert_eq!(judgements[0].prospect.chance(), 1.0, "{judgements:?}");
        let played = judgements[0].played.as_ref().unwrap();
        let (better, reasons) = played.better.as_ref().unwrap();
        assert!(better.set().contains("a2".parse().unwrap()) && reasons[0] == "kills 1 virus", "{better} {reasons:?}");
        assert!(judgements[0].loss() >= MISTAKE);
        assert_eq!(accuracy(&judgements, Player::X), Some(1.0 - judgements[0].loss()));
        assert_eq!(accuracy(&judgements[2..], Player::X), None, "it has played no other turn");
    }
}
