//! In-place operations on lists of boards, for the search for the best play.

use crate::{model::rules::Value, search::counting::WeightedBoard};

/// Moves the boards with this value on this tile to the front of the list and returns their number.
///
/// Each board is copied whether it stays or not, because processors can't predict this branch well.
pub fn keep_showing(boards: &mut [WeightedBoard], tile: usize, value: Value) -> usize {
    let mut kept = 0;
    for index in 0..boards.len() {
        boards[kept] = boards[index];
        kept += usize::from(boards[index].0.value(tile) == value);
    }
    kept
}

/// Merges equal boards at the front of the list and returns how many remain.
pub fn merge_equal(boards: &mut [WeightedBoard]) -> usize {
    boards.sort_unstable_by_key(|&(board, _)| board);
    let mut last = 0;
    for index in 1..boards.len() {
        if boards[index].0 == boards[last].0 {
            boards[last].1 += boards[index].1;
        } else {
            last += 1;
            boards[last] = boards[index];
        }
    }
    last + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rules::Board;

    #[test]
    fn keeping_preserves_the_order_and_equal_boards_are_merged() {
        let boards = [Value::One, Value::Three, Value::One, Value::Two].map(|value| Board::ONES.with(3, value));
        let mut list: Vec<_> = boards.into_iter().zip([1.0, 2.0, 4.0, 8.0]).collect();
        assert_eq!(keep_showing(&mut list.clone(), 3, Value::Voltorb), 0);
        let mut ones = list.clone();
        assert_eq!(keep_showing(&mut ones, 3, Value::One), 2);
        assert_eq!(ones[..2], [(boards[0], 1.0), (boards[2], 4.0)]);
        assert_eq!(merge_equal(&mut list), 3);
        assert_eq!(list[..3], [(boards[0], 5.0), (boards[3], 8.0), (boards[1], 2.0)]);
    }
}
