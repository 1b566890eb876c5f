//! What can be seen of the puzzle, and done to it.

use super::{
    Sums, drawing, edit,
    live::{self, Insight},
    model::{State, Summary},
};
use crate::{
    board::{Board, By, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Sums {
    /// How many cells the answers that are listed may take.
    type View = Option<usize>;

    fn steps(answer: &Vec<usize>) -> usize {
        answer.len()
    }

    fn caption(answer: &Vec<usize>) -> Caption {
        Caption { title: format!("cells {answer:?}"), detail: String::new() }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<usize> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, _view: &Option<usize>, answer: &Vec<usize>, look: &Look) -> Picture<usize> {
        let scene = Scene { state, flaws: &[], insight: None, shown: Some((answer, answer.len())), view: &None, pointed: None, look };
        Self::draw(&scene)
    }

    fn act(_: &mut State, _: &mut Option<usize>, _: Option<usize>, _: Input<usize>) -> Reply<usize> {
        Reply::Ignored
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        live::facts(state.board.len(), insight, summary)
    }

    fn adopt(state: &State, answer: &Vec<usize>) -> Option<State> {
        Some(edit::adopt(state, answer))
    }

    fn moves(state: &State) -> usize {
        state.marks.len()
    }

    fn rewound(state: &State, moves: usize) -> State {
        State { marks: state.marks[..moves].to_vec(), ..state.clone() }
    }

    fn orders() -> &'static [Order<Self>] {
        &[Order { title: "most cells first", by: By::<Self>::Number(|_, answer| -(answer.len() as f64)) }]
    }

    fn is_filtering(most: &Option<usize>) -> bool {
        most.is_some()
    }

    fn is_listed(_: &State, most: &Option<usize>, answer: &Vec<usize>) -> bool {
        most.is_none_or(|most| answer.len() <= most)
    }

    fn write_text(state: &State) -> String {
        edit::write_text(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        Ok(edit::read_text(text, state))
    }
}
