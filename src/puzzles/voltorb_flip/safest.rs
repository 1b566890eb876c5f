//! A simple way to play: always flip the safest tile that may be a 2 or a 3. How often it clears the board is easily
//! worked out, and the best play does not do worse.

use std::ops::ControlFlow;

use super::{
    counting::Weighed,
    problem::Problem,
    rules::{TILES, Value},
};

/// The chance to clear the board by always flipping the safest useful tile, if these boards are left; their order is
/// changed. There must be one. `flipped` hears after each flip that was
/// thought about how many there were, and may stop it.
pub fn chance(problem: &Problem, boards: &mut [Weighed], flipped: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<(), f64> {
    let hidden = problem.face_down().fold(0, |hidden, tile| hidden | 1 << tile);
    let mut play = Play { flips: 0, flipped };
    let won = play.won(boards, hidden)?;
    ControlFlow::Continue(won / weight(boards))
}

struct Play<'a> {
    flips: u64,
    flipped: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Play<'_> {
    /// The weight of those of the boards that are cleared. All of them have shown the same; `hidden` has a bit for each
    /// tile that is face down.
    fn won(&mut self, boards: &mut [Weighed], hidden: u32) -> ControlFlow<(), f64> {
        // A lone board is known, so it is cleared.
        let Some(tile) = safest_useful(boards, hidden).filter(|_| boards.len() > 1) else {
            return ControlFlow::Continue(weight(boards));
        };
        self.flips += 1;
        (self.flipped)(self.flips)?;
        boards.sort_unstable_by_key(|(board, _)| board.value(tile));
        let mut won = 0.0;
        for same in boards.chunk_by_mut(|(one, _), (other, _)| one.value(tile) == other.value(tile)) {
            if same[0].0.value(tile) != Value::Voltorb {
                won += self.won(same, hidden & !(1 << tile))?;
            }
        }
        ControlFlow::Continue(won)
    }
}

/// The hidden tile that is least likely a Voltorb among those that may be a 2 or a 3; the first of equals.
fn safest_useful(boards: &[Weighed], hidden: u32) -> Option<usize> {
    let mut weights = [[0.0; 4]; TILES];
    for &(board, weight) in boards {
        for tile in (0..TILES).filter(|tile| hidden & 1 << tile != 0) {
            weights[tile][board.value(tile) as usize] += weight;
        }
    }
    let useful = (0..TILES).filter(|&tile| 0.0 < weights[tile][Value::Two as usize] + weights[tile][Value::Three as usize]);
    useful.min_by(|&one, &other| weights[one][0].total_cmp(&weights[other][0]))
}

fn weight(boards: &[Weighed]) -> f64 {
    boards.iter().map(|(_, weight)| weight).sum()
}
