//! Groups of pieces that may stay together, as in BurrTools: an assembly counts as taken apart even if they never leave each other.

use std::ops::ControlFlow;

use cover::KeepGoing;

/// A group that pieces of a kind may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The number of the group.
    pub number: u32,
    /// How many pieces of the kind may be in it.
    pub most: usize,
}

/// Which pieces of an assembly may stay together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// For each piece, its kind: copies of a shape are of one kind. Empty if there are no groups.
    pub kinds: Vec<usize>,
    /// For each kind, the groups that its pieces may be in.
    pub of_kind: Vec<Vec<Group>>,
}

impl Groups {
    fn of(&self, piece: usize) -> &[Group] {
        self.kinds.get(piece).map_or(&[], |&kind| &self.of_kind[kind])
    }

    /// Whether all these pieces are in one group and in no other, so that they needn't come apart.
    pub fn are_one(&self, pieces: &[usize]) -> bool {
        let only = |piece: &usize| if let [group] = self.of(*piece) { Some(group.number) } else { None };
        let first = pieces.first().and_then(only);
        first.is_some() && pieces.iter().all(|piece| only(piece) == first)
    }

    /// Whether each of these sets of pieces that never come apart can be in a group, so that none has more pieces of a kind than it may.
    pub fn allow(&self, sets: &[Vec<usize>], keep_going: KeepGoing<'_>) -> ControlFlow<(), bool> {
        let mut room: Vec<Vec<Group>> = self.of_kind.clone();
        self.assign(sets, &mut room, keep_going)
    }

    /// Whether the sets can be in groups with this much room.
    fn assign(&self, sets: &[Vec<usize>], room: &mut [Vec<Group>], keep_going: KeepGoing<'_>) -> ControlFlow<(), bool> {
        keep_going()?;
        let Some((first, others)) = sets.split_first() else { return ControlFlow::Continue(true) };
        let candidates: Vec<u32> = first.first().map_or(&[][..], |&piece| self.of(piece)).iter().map(|group| group.number).collect();
        for number in candidates {
            let mut entered = Vec::new();
            for &piece in first {
                let own = room.get_mut(*self.kinds.get(piece).unwrap_or(&usize::MAX)).into_iter().flatten();
                let Some(group) = own.into_iter().find(|group| group.number == number && group.most > 0) else { break };
                group.most -= 1;
                entered.push(self.kinds[piece]);
            }
            if entered.len() == first.len() && self.assign(others, room, keep_going)? {
                return ControlFlow::Continue(true);
            }
            for kind in entered {
                room[kind].iter_mut().filter(|group| group.number == number).for_each(|group| group.most += 1);
            }
        }
        ControlFlow::Continue(false)
    }
}
