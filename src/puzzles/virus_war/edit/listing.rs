//! The filter and the orders of the list of turns.

use serde::{Deserialize, Serialize};

use crate::{
    VirusWar,
    model::{
        cells::{Cell, CellSet},
        position::{Player, Position},
        state::State,
        turn::{Shape, Turn},
    },
};
use base::board::{By, Order};

/// The conditions for a turn to be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Names of cells, separated by blanks or commas. The turn must have all of them.
    pub cells: String,
    /// The number of kills; `None` allows any.
    pub kills: Option<u8>,
    /// The shape; `None` allows any.
    pub shape: Option<Shape>,
}

impl Filter {
    /// Whether there is any condition.
    pub fn is_set(&self) -> bool {
        *self != Self { cells: self.cells.clone(), ..Self::default() } || !self.cells.trim().is_empty()
    }

    /// The cells named.
    ///
    /// # Errors
    /// The first name that isn't a cell.
    pub fn named(&self) -> Result<CellSet, &str> {
        let names = self.cells.split(|character: char| character.is_whitespace() || character == ',').filter(|name| !name.is_empty());
        names.map(|name| name.parse::<Cell>().map_err(|_| name)).collect()
    }

    /// Whether the turn meets all conditions. If a name isn't a cell, the condition on cells is ignored.
    pub fn passes(&self, turn: &Turn) -> bool {
        let has_cells = || self.named().is_ok_and(|cells| (cells - turn.set()).is_empty()) || self.named().is_err();
        self.kills.is_none_or(|kills| kills == turn.kills)
            && self.shape.is_none_or(|shape| Some(shape) == turn.shape())
            && (self.cells.is_empty() || has_cells())
    }
}

/// The orders of the list, besides the alphabetical one.
pub static ORDERS: [Order<VirusWar>; 3] = [
    Order { key: "most-kills", title: "most kills first", by: By::<VirusWar>::Number(&|_, turn| -f64::from(turn.kills)) },
    Order {
        key: "lowest-enemy-mobility",
        title: "lowest enemy mobility first",
        by: By::<VirusWar>::Number(&|state, turn| mobility_after(state, turn, state.to_move.other())),
    },
    Order {
        key: "highest-own-mobility",
        title: "highest own mobility first",
        by: By::<VirusWar>::Number(&|state, turn| -mobility_after(state, turn, state.to_move)),
    },
];

/// The player's mobility after the turn: the number of accessible cells.
fn mobility_after(state: &State, turn: &Turn, player: Player) -> f64 {
    let position: Position = state.position().after(state.to_move, turn.set());
    position.accessible(player).len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        edit::view::View,
        model::state::Rules,
        tests::{cases, search},
    };
    use base::{board::Board, puzzle::Puzzle};

    fn midgame() -> State {
        let rows = cases()[1].rows.clone();
        State { board: rows.into(), to_move: Player::X, moves_left: 3, rules: Rules::default(), ..State::default() }
    }

    fn listed(filter: Filter) -> Vec<Turn> {
        let state = midgame();
        let view = View { filter, ..View::default() };
        let turns = search("once", &VirusWar::check(&state).unwrap()).items;
        turns.into_iter().filter(|turn| view.filter.passes(turn)).collect()
    }

    #[test]
    fn filters_agree_with_the_counts() {
        let case = &cases()[1];
        assert_eq!(listed(Filter::default()).len() as u64, case.distinct_turns);
        for (kills, &count) in (0..).zip(&case.by_kills) {
            assert_eq!(listed(Filter { kills: Some(kills), ..Filter::default() }).len() as u64, count, "{kills} kills");
        }
        for (shape, count) in Shape::ALL.into_iter().zip(case.by_shape) {
            assert_eq!(listed(Filter { shape: Some(shape), ..Filter::default() }).len() as u64, count, "{shape:?}");
        }
    }

    #[test]
    fn a_turn_must_have_all_cells_named() {
        let all = listed(Filter::default());
        let [a, b] = [all[7].cells()[0], all[7].cells()[2]];
        let both = Filter { cells: format!(" {a}, {b}"), ..Filter::default() };
        assert!(both.is_set());
        let expected: Vec<Turn> = all.iter().filter(|turn| turn.set().contains(a) && turn.set().contains(b)).copied().collect();
        assert!(expected.contains(&all[7]) && expected.len() < all.len());
        assert_eq!(listed(both), expected);
        let wrong = Filter { cells: format!("{a} z99"), ..Filter::default() };
        assert_eq!(wrong.named(), Err("z99"));
        assert_eq!(listed(wrong).len(), all.len(), "an unfinished name hides nothing");
        assert!(!Filter { cells: "  ".to_string(), ..Filter::default() }.is_set());
    }

    #[test]
    fn turns_are_sorted_by_mobility_and_kills() {
        let state = midgame();
        let turns = listed(Filter::default());
        let number = |order: &Order<VirusWar>, turn| match order.by {
            By::Number(number) => number(&state, turn),
            By::Comparison(_) => panic!("turns are sorted by numbers"),
        };
        for (order, player) in [(&ORDERS[1], Player::O), (&ORDERS[2], Player::X)] {
            for turn in &turns {
                let adopted = VirusWar::BOARD_EXTRAS.adopt(&state, turn).unwrap();
                let mobility = adopted.position().accessible(player).len() as f64;
                assert_eq!(number(order, turn).abs(), mobility, "{turn}");
            }
        }
        assert!(turns.iter().all(|turn| number(&ORDERS[0], turn) == -f64::from(turn.kills)));
    }
}
