//! What can be seen of a packing puzzle, and how it is edited.

use super::{
    Family, Packing, Shared,
    drawing::{board, plates, printed, sheet},
    edit::{filter, input, notation, view::View},
    live::insight::{self, Insight},
    model::{
        saved::Saved,
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
    play::{challenge, taking_apart},
};
use base::{
    board::{Board, BoardExtras, By, Caption, Fact, Forms, Games, Input, ListFilter, Order, Printed, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl<F: Family> Board for Packing<F> {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        adopt: Some(&|state, solution| Some(state.with_marks(solution.grid().marks).into())),
        follow_hint: Some(&|state, spots| input::placed_on(state, spots).map(Saved::from)),
        cleared: Some(&|state| state.without_pieces().into()),
        is_same_problem: Some(&|one, other| is_same_problem(one, other)),
        games: if F::LATTICE.is_flat { None } else { Some(Self::GAMES) },
        orders: match F::LATTICE {
            lattice if lattice.lists_images => &[Self::BY_PIECES],
            lattice if lattice.is_flat => &[Self::BY_PIECES, Self::BY_SYMMETRY],
            _ => &[Self::BY_PIECES, Self::BY_SYMMETRY, Self::BY_FLATNESS, Self::BY_LEVEL],
        },
        filter: Some(ListFilter {
            is_on: &|view| !view.filter.is_off(),
            passes: &|_, view, solution| view.filter.accepts(solution),
            is_same: &|before, after| before.filter == after.filter && before.levels == after.levels,
            clear: &|view| view.filter = filter::Filter::default(),
            write: &|view| view.filter.write(),
            read: &|view, text| view.filter.read(text),
            forms: Some(Forms {
                of: &|_, view, solution| view.filter.form(solution),
                about: &|passing, summary, view| view.filter.about(passing, summary),
            }),
        }),
        portrait: Some(&|state, look| board::portrait(state, look)),
        sheet: Some(&|state, solution, heading| sheet::sheet(F::TITLE, state, solution, heading)),
        printed: Some(Printed {
            rules: &|state| printed::rules(state),
            board: &|state, solution, look| printed::board(state, solution, look),
            pieces: &|state, look| printed::pieces(state, look),
            emptied: &|state| challenge::emptied(state).into(),
        }),
        models: if F::LATTICE.is_flat { None } else { Some(&|state, solution, making| plates::models(state, solution, making)) },
        contest_output: F::CONTEST_OUTPUT,
        ..BoardExtras::NONE
    };

    fn steps(solution: &Solution) -> usize {
        solution.steps()
    }

    fn caption(solution: &Solution) -> Caption {
        solution.caption()
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        let &Scene { state, flaws, insight, shown, view, pointed, marks, look } = scene;
        board::draw(&Scene::<Shared> { state, flaws, insight, shown, view, pointed, marks, look })
    }

    fn thumbnail(state: &Saved<F>, _view: &View, solution: &Solution, look: &Look) -> Picture<Spot> {
        board::thumbnail(state, solution, look)
    }

    fn act(state: &mut Saved<F>, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(_state: &Saved<F>, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        insight::facts(F::LATTICE, insight, summary)
    }

    fn write_text(state: &Saved<F>) -> String {
        notation::write(state)
    }

    fn read_text(text: &str, state: &Saved<F>) -> Result<Saved<F>, TextError> {
        notation::read(text, state).map(Saved::from)
    }
}

impl<F: Family> Packing<F> {
    const GAMES: Games<Self> = Games {
        saved: &|state, view| taking_apart::saved(state, view.round.as_ref()?),
        started: &|view| view.started,
        resume: &|state, view, game| taking_apart::resume(state, game).map(|round| view.round = Some(round)),
        is_on: &|view| view.round.is_some(),
        leave: &|view| view.round = None,
        follow: &|_, _, _| {},
    };
    const BY_PIECES: Order<Self> = Order {
        key: "pieces",
        title: "alphabetical, cell by cell",
        by: By::<Self>::Number(&|state, solution| filter::by_pieces(state, solution)),
    };
    const BY_SYMMETRY: Order<Self> = Order {
        key: "most-solutions",
        title: "least symmetric first",
        by: By::<Self>::Number(&|_, solution| -f64::from(solution.orbit.map_or(1, |orbit| orbit.solutions))),
    };
    const BY_FLATNESS: Order<Self> = Order {
        key: "most-flat",
        title: "most flat pieces first",
        by: By::<Self>::Number(&|_, solution| -(filter::lying_flat(solution) as f64)),
    };
    const BY_LEVEL: Order<Self> =
        Order { key: filter::BY_LEVEL, title: "highest level first", by: By::<Self>::Number(&|_, solution| filter::by_level(solution)) };
}

/// Whether both positions are the same but for the moves that take them apart.
fn is_same_problem(one: &State, other: &State) -> bool {
    match (&one.moves, &other.moves) {
        (Some(_), Some(_)) => *one == State { moves: one.moves.clone(), ..other.clone() },
        _ => one == other,
    }
}
