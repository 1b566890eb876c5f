//! Exercises in any figure: the player places one piece, which a step of a chosen kind proves, and it is judged at once.

use std::ops::ControlFlow;

use super::challenge::{emptied, explained, figure, with_given, with_names};
use crate::{
    live::hints,
    model::{problem::check, spot::Spot, state::State},
    search::{exact_cover::with_word, prepared::Prepared},
};
use base::{
    bits::{Bits, Word},
    challenge::{Miss, Step},
    search::{Hint, Observer, Tally},
};
use cover::{Item, Placement, challenges};

/// The kinds of steps that can be practised. Deeper trying is a search, which can prove every piece.
pub const KINDS: &[Step] = &[Step::ForcedCell, Step::ForcedPiece, Step::Gap, Step::Trying];

/// What the judge says of a placement: why it is right, or what is wrong with it.
type Verdict = Result<String, Miss<Spot>>;

/// Reports the exercise of this kind and seed.
pub fn make(state: &State, kind: Step, seed: u64, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
    let empty = emptied(state);
    if let Ok(problem) = check(&empty) {
        let prepared = Prepared::from(problem);
        let exercise = with_word!(prepared, W => make_in::<W>(&empty, &prepared, kind, seed, observer)?);
        exercise.map_or(ControlFlow::Continue(()), |exercise| observer.found(exercise))?;
    }
    observer.progress(1.0, &Tally::default())
}

fn make_in<W: Word>(
    empty: &State,
    prepared: &Prepared,
    kind: Step,
    seed: u64,
    observer: &mut dyn Observer<State>,
) -> ControlFlow<(), Option<State>> {
    let figure = figure::<W, State>(prepared, observer)?;
    let placed = challenges::make_exercise(&figure, kind, seed, &mut || observer.progress(0.0, &Tally::default()))?;
    ControlFlow::Continue(placed.map(|placed| with_given(empty, &prepared.problem, placed)))
}

/// Whether the player has placed a piece.
pub fn is_answered(prepared: &Prepared) -> bool {
    !placed(&prepared.problem.state).is_empty()
}

/// The marks of the pieces that the player has placed.
fn placed(state: &State) -> Vec<char> {
    state.grid().pinned().filter(|&mark| !state.is_given(mark)).collect()
}

/// Reports whether a step of this kind or an easier one proves the piece that was placed.
pub fn judge(prepared: &Prepared, kind: Step, observer: &mut dyn Observer<Verdict>) -> ControlFlow<()> {
    let state = &prepared.problem.state;
    let verdict = match (&placed(state)[..], check(&state.without_pieces())) {
        (&[mark], Ok(before)) => {
            let before = Prepared::from(before);
            with_word!(before, W => judge_in::<W>(prepared, &before, mark, kind, observer)?)
        }
        _ => Err(Miss { reason: "only one piece is asked for: remove the others".to_owned(), spots: Vec::new(), is_mistake: false }),
    };
    observer.found(verdict)?;
    observer.progress(1.0, &Tally::default())
}

/// Judges the piece with this mark, without which the position was the one before.
fn judge_in<W: Word>(
    prepared: &Prepared,
    before: &Prepared,
    mark: char,
    kind: Step,
    observer: &mut dyn Observer<Verdict>,
) -> ControlFlow<(), Verdict> {
    let figure = figure::<W, Verdict>(before, observer)?;
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let (problem, grid) = (&before.problem, prepared.problem.state.grid());
    let piece = problem.piece(mark).unwrap_or_default();
    let name = problem.pieces[piece].name.to_string();
    let covered = problem.cells.iter().enumerate().filter(|&(_, &cell)| grid.mark(cell) == Some(mark));
    let cells: Bits<W> = covered.map(|(index, _)| index).collect();
    let placement = Placement { piece: problem.symmetries.equal_pieces.first(piece), cells };
    if let Some(taken) = challenges::proved(&figure, kind, &mut keep_going)?.into_iter().find(|taken| taken.placement == placement) {
        let grounds = challenges::grounds(&figure, &[], &taken, &mut keep_going)?;
        let reason = explained(problem, &taken, &name, &figure, &grounds).reason;
        return ControlFlow::Continue(Ok(format!("{}: {reason}", taken.step.title())));
    }
    if challenges::leads_to_solution(&figure, placement, &mut keep_going)? {
        let harder = challenges::proved(&figure, Step::Trying, &mut keep_going)?.into_iter().find(|taken| taken.placement == placement);
        let harder = harder.map_or(Step::DeeperTrying, |taken| taken.step).title();
        let reason =
            format!("piece {name} is there in the solution, but to see that now takes a harder step: {harder}, not {}", kind.title());
        return ControlFlow::Continue(Err(Miss { reason, spots: Vec::new(), is_mistake: false }));
    }
    let dead_end = hints::dead_end(prepared);
    let why = dead_end.as_ref().map_or("that shows only further on", |flaw| &flaw.message);
    let reason = format!("with piece {name} there, no solution is left: {why}");
    ControlFlow::Continue(Err(Miss { reason, spots: dead_end.map(|flaw| flaw.spots).unwrap_or_default(), is_mistake: true }))
}

/// Reports where a step of this kind is, and then what it places and why. They are the same words that the answer gets.
pub fn hints(prepared: &Prepared, kind: Step, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    with_word!(prepared, W => hints_in::<W>(prepared, kind, observer)?);
    observer.progress(1.0, &Tally::default())
}

fn hints_in<W: Word>(prepared: &Prepared, kind: Step, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    let figure = figure::<W, Hint<Spot>>(prepared, observer)?;
    let mut keep_going = || observer.progress(0.0, &Tally::default());
    let proved = challenges::proved(&figure, kind, &mut keep_going)?;
    let Some(taken) = proved.into_iter().find(|taken| taken.step == kind) else { return ControlFlow::Continue(()) };
    let grounds = challenges::grounds(&figure, &[], &taken, &mut keep_going)?;
    let problem = &prepared.problem;
    let explained = explained(problem, &taken, &problem.pieces[taken.placement.piece].name.to_string(), &figure, &grounds);
    let spot = |cell: usize| Spot::Cell(cell as u16);
    if let Some(item) = taken.item {
        let item_in_words = with_names(problem, |names| item.in_words(names));
        observer.found(match item {
            Item::Cell(cell) => Hint::vague(format!("look at {item_in_words}"), vec![spot(usize::from(problem.box_indices()[cell]))]),
            Item::Piece(_) => Hint::vague(format!("look where {item_in_words} fits"), Vec::new()),
        })?;
    }
    observer.found(Hint::step(explained.in_words(), explained.cells.iter().map(|&cell| spot(cell)).collect()))
}
