//! What exactly speaks against the other options of a step, for people who follow it on the board.

use std::ops::ControlFlow;

use super::{
    figure::Figure,
    position::Position,
    rater::{Against, Fillable, Taken},
};
use crate::{Item, KeepGoing, Placement};
use base::bits::{Bits, Word};

/// What speaks against an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground<W: Word> {
    /// It leaves these connected cells, whose number no selection of the remaining pieces has.
    Gap(Bits<W>),
    /// It leaves each of these cells and pieces without options. There is at least one.
    NoOptions(Vec<Item>),
    /// It leaves a cell or a piece only options that were ruled out before.
    RuledOut,
    /// It fails when it is tried to the end.
    Failure,
    /// Nothing: it leads to an image of the same solution.
    Symmetry,
}

/// Looks for what speaks against each other option of a step, after these placements.
pub fn grounds<W: Word>(
    figure: &Figure<W>,
    placed: &[Placement<W>],
    taken: &Taken<W>,
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), Vec<Ground<W>>> {
    let position = Position::after(&figure.problem, placed);
    let fillable = Fillable::after_one_more(figure, &position);
    let mut grounds = Vec::with_capacity(taken.others.len());
    for &(option, against) in &taken.others {
        keep_going()?;
        grounds.push(match against {
            Against::Gap => Ground::Gap(fillable.gap(&position, option).unwrap_or_default()),
            Against::Contradiction => {
                let items = position.place(option).items(&figure.problem.sizes);
                let without: Vec<Item> = items.into_iter().filter(|&(options, _)| options == 0).map(|(_, item)| item).collect();
                if without.is_empty() { Ground::RuledOut } else { Ground::NoOptions(without) }
            }
            Against::Failure => Ground::Failure,
            Against::Symmetry => Ground::Symmetry,
        });
    }
    ControlFlow::Continue(grounds)
}
