//! The socket [`Board`]: what the window shows of the puzzle and what the user can do with it.

use super::{
    Sums, drawing, edit,
    live::{self, Insight},
    model::{State, Summary},
};
use base::{
    board::{Board, BoardExtras, By, Caption, Fact, Input, ListFilter, Order, Record, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Sums {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        adopt: Some(&|state, solution| Some(edit::adopt(state, solution))),
        record: Some(Record {
            moves: &|state| state.marks.len(),
            rewound: &|state, moves| State { marks: state.marks[..moves].to_vec(), ..state.clone() },
            caption: &|_, _| String::new(),
            is_next_game: None,
            lines: None,
        }),
        orders: &[Order { key: "most-cells", title: "most cells first", by: By::<Self>::Number(&|_, solution| -(solution.len() as f64)) }],
        filter: Some(ListFilter {
            is_on: &|most| most.is_some(),
            passes: &|_, most, solution| most.is_none_or(|most| solution.len() <= most),
            is_same: &|before, after| before == after,
            clear: &|most| *most = None,
            write: &|most| most.map_or_else(String::new, |most| most.to_string()),
            read: &|most, text| *most = text.parse().ok().or(*most),
            forms: None,
        }),
        ..BoardExtras::NONE
    };

    fn steps(solution: &Vec<usize>) -> usize {
        solution.len()
    }

    fn caption(solution: &Vec<usize>) -> Caption {
        Caption { title: format!("cells {solution:?}"), detail: String::new() }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<usize> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, _view: &Option<usize>, solution: &Vec<usize>, look: &Look) -> Picture<usize> {
        let scene = Scene {
            state,
            flaws: &[],
            insight: None,
            shown: Some((solution, solution.len())),
            view: &None,
            pointed: None,
            marks: &[],
            look,
        };
        Self::draw(&scene)
    }

    fn act(_: &mut State, _: &mut Option<usize>, _: Option<usize>, _: Input<usize>) -> Reply<usize> {
        Reply::Ignored
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        live::facts(state.board.len(), insight, summary)
    }

    fn write_text(state: &State) -> String {
        edit::write_text(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        Ok(edit::read_text(text, state))
    }
}
