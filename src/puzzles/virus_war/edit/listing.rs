//! Which turns are listed, and in which order.

use crate::{
    board::{By, Order},
    puzzles::virus_war::{
        VirusWar,
        model::{
            cells::{Cell, CellSet},
            position::{Player, Position},
            state::State,
            turn::{Shape, Turn},
        },
    },
};

/// What a turn must have to be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// All these cells: their names, with blanks between.
    pub cells: String,
    /// So many kills; none means any number.
    pub kills: Option<u8>,
    /// This shape; none means any.
    pub shape: Option<Shape>,
}

impl Filter {
    /// Whether some turns may not be listed.
    pub fn is_set(&self) -> bool {
        *self != Self { cells: self.cells.clone(), ..Self::default() } || !self.cells.trim().is_empty()
    }

    /// The cells that are named.
    ///
    /// # Errors
    /// The first name that is no cell.
    pub fn named(&self) -> Result<CellSet, &str> {
        let names = self.cells.split(|character: char| character.is_whitespace() || character == ',').filter(|name| !name.is_empty());
        names.map(|name| name.parse::<Cell>().map_err(|_| name)).collect()
    }

    /// Whether the turn has all that is asked for; names that are no cells ask for nothing.
    pub fn passes(&self, turn: &Turn) -> bool {
        let has_cells = || self.named().is_ok_and(|cells| (cells - turn.set()).is_empty()) || self.named().is_err();
        self.kills.is_none_or(|kills| kills == turn.kills)
            && self.shape.is_none_or(|shape| Some(shape) == turn.shape())
            && (self.cells.is_empty() || has_cells())
    }
}

/// The orders of the list besides the alphabet.
pub static ORDERS: [Order<VirusWar>; 3] = [
    Order { title: "most kills first", by: By::<VirusWar>::Number(|_, turn| -f64::from(turn.kills)) },
    Order { title: "least room for the enemy", by: By::<VirusWar>::Number(|state, turn| room_after(state, turn, state.to_move.other())) },
    Order { title: "most room to move on", by: By::<VirusWar>::Number(|state, turn| -room_after(state, turn, state.to_move)) },
];

/// On how many cells the player could move after the turn: his mobility.
fn room_after(state: &State, turn: &Turn, player: Player) -> f64 {
    let position: Position = state.board.position().after(state.to_move, turn.set());
    position.accessible(player).len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Board,
        puzzle::Puzzle,
        puzzles::virus_war::{
            edit::view::View,
            model::state::Rules,
            tests::{cases, search},
        },
    };

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
    fn cells_must_all_be_in_the_turn() {
        let all = listed(Filter::default());
        let [a, b] = [all[7].cells()[0], all[7].cells()[2]];
        let both = Filter { cells: format!(" {a}, {b}"), ..Filter::default() };
        assert!(both.is_set());
        let expected: Vec<Turn> = all.iter().filter(|turn| turn.set().contains(a) && turn.set().contains(b)).copied().collect();
        assert!(expected.contains(&all[7]) && expected.len() < all.len());
        assert_eq!(listed(both), expected);
        let wrong = Filter { cells: format!("{a} z99"), ..Filter::default() };
        assert_eq!(wrong.named(), Err("z99"));
        assert_eq!(listed(wrong).len(), all.len(), "half a name hides nothing while it is typed");
        assert!(!Filter { cells: "  ".to_string(), ..Filter::default() }.is_set());
    }

    #[test]
    fn orders_are_by_what_is_left_to_move_on() {
        let state = midgame();
        let turns = listed(Filter::default());
        let number = |order: &Order<VirusWar>, turn| match order.by {
            By::Number(number) => number(&state, turn),
            By::Comparing(_) => panic!("turns are sorted by numbers"),
        };
        for (order, player) in [(&ORDERS[1], Player::O), (&ORDERS[2], Player::X)] {
            for turn in &turns {
                let adopted = VirusWar::BOARD_EXTRAS.adopt(&state, turn).unwrap();
                let room = adopted.board.position().accessible(player).len() as f64;
                assert_eq!(number(order, turn).abs(), room, "{turn}");
            }
        }
        assert!(turns.iter().all(|turn| number(&ORDERS[0], turn) == -f64::from(turn.kills)));
    }
}
