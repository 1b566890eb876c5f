//! What a turn changes on the board, as the reasons for it.

use crate::{
    model::{
        cells::CellSet,
        position::{Player, Position},
        state::Problem,
        turn::Turn,
    },
    words::goals::viruses,
};
use base::text::counted;

/// What a turn changes on the board.
pub struct Effects {
    /// The viruses that it kills.
    pub kills: CellSet,
    /// The number of the enemy's connectors, of all chains, that the turn cuts off from all its live viruses.
    cut_off: usize,
    /// The number of the mover's connectors, of all chains, that were cut off and that the turn links.
    linked: usize,
    /// The cells that are accessible to the enemy, before and after.
    enemy_mobility: [usize; 2],
    /// The cells that are accessible to the mover, before and after.
    mobility: [usize; 2],
    /// The cells that the enemy can't reach any more, however long it plays, without those that it loses to the turn itself.
    out_of_reach: usize,
}

impl Effects {
    /// The effects of a turn in this position.
    pub fn of(problem: &Problem, turn: &Turn) -> Self {
        let (before, mover, enemy) = (problem.position, problem.mover, problem.mover.other());
        let after = before.after(mover, turn.set());
        let chain = |position: &Position, player| position.linked(player) & position.connectors(player);
        let mobility = |player| [before, after].map(|position| position.accessible(player).len());
        Self {
            kills: turn.set() & before.live(enemy),
            cut_off: (chain(&before, enemy) - chain(&after, enemy)).len(),
            linked: (chain(&after, mover) & (before.connectors(mover) - chain(&before, mover))).len(),
            enemy_mobility: mobility(enemy),
            mobility: mobility(mover),
            out_of_reach: (before.reachable(enemy) - after.reachable(enemy)).len(),
        }
    }

    /// The reasons for the turn, the weightiest first.
    pub fn in_words(&self, mover: Player) -> Vec<String> {
        let enemy = mover.other();
        let reasons = [
            (!self.kills.is_empty()).then(|| format!("kills {}", viruses(self.kills.len() as u8))),
            (self.cut_off > 0).then(|| format!("cuts off {}", killed(self.cut_off))),
            (self.out_of_reach > 0).then(|| format!("puts {} out of {enemy}'s reach", counted(self.out_of_reach as u64, "cell"))),
            (self.linked > 0).then(|| format!("links {}", killed(self.linked))),
            (self.enemy_mobility[1] < self.enemy_mobility[0]).then(|| format!("leaves {enemy} {}", to_move_to(self.enemy_mobility))),
            (self.mobility[0] < self.mobility[1]).then(|| format!("gives {mover} {}", to_move_to(self.mobility))),
        ];
        reasons.into_iter().flatten().collect()
    }
}

fn killed(viruses: usize) -> String {
    format!("{viruses} killed {}", if viruses == 1 { "virus" } else { "viruses" })
}

fn to_move_to([before, after]: [usize; 2]) -> String {
    format!("{} to move to ({before} before)", counted(after as u64, "cell"))
}
