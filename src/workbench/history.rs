//! Undo and redo: a list of snapshots and the current one among them.

use std::sync::Arc;

/// The maximum number of snapshots. The oldest are dropped first.
const CAPACITY: usize = 1_000;

/// Snapshots in the order they were made, one of which is current.
#[derive(Clone, Debug)]
pub struct History<S> {
    /// Shared with readers on other threads, since copying a thousand takes long.
    snapshots: Vec<Arc<S>>,
    now: usize,
    gesture_open: bool,
}

/// Whether an edit is part of a gesture that continues, like a drag. All edits of a gesture are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// The edit is a gesture of its own, or ends one.
    Ended,
    /// More edits of the same gesture may follow.
    Going,
}

impl<S: PartialEq> History<S> {
    /// Creates a history with this snapshot.
    pub fn new(first: S) -> Self {
        Self { snapshots: vec![Arc::new(first)], now: 0, gesture_open: false }
    }

    /// Returns the current snapshot.
    pub fn now(&self) -> &S {
        &self.snapshots[self.now]
    }

    /// Makes `next` the current snapshot, unless it equals the current one, and clears what could be redone. Returns whether anything
    /// changed.
    pub fn edit(&mut self, next: S, gesture: Gesture) -> bool {
        let continues = self.gesture_open;
        let changed = next != *self.now();
        self.gesture_open = gesture == Gesture::Going && (continues || changed);
        if !changed {
            return false;
        }
        self.snapshots.truncate(self.now + 1);
        if continues {
            self.snapshots[self.now] = Arc::new(next);
            // A gesture that returns to its start has changed nothing.
            if 0 < self.now && self.snapshots[self.now] == self.snapshots[self.now - 1] {
                self.snapshots.pop();
                self.now -= 1;
                self.gesture_open = false;
            }
        } else {
            self.snapshots.push(Arc::new(next));
            if self.snapshots.len() > CAPACITY {
                self.snapshots.remove(0);
            }
            self.now = self.snapshots.len() - 1;
        }
        true
    }

    /// Ends the gesture that continues, if there is one. The next edit is undone on its own.
    pub fn end_gesture(&mut self) {
        self.gesture_open = false;
    }

    /// Returns the snapshots before the current one, the latest first.
    pub fn before(&self) -> impl Iterator<Item = &Arc<S>> {
        self.snapshots[..self.now].iter().rev()
    }

    /// Returns whether there is an earlier snapshot.
    pub fn can_undo(&self) -> bool {
        0 < self.now
    }

    /// Returns whether there is a later snapshot.
    pub fn can_redo(&self) -> bool {
        self.now + 1 < self.snapshots.len()
    }

    /// Goes back one snapshot. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let can = self.can_undo();
        self.now -= usize::from(can);
        self.gesture_open = false;
        can
    }

    /// Goes back one snapshot and drops those after it. Returns whether there was one.
    pub fn undo_for_good(&mut self) -> bool {
        let can = self.undo();
        self.snapshots.truncate(self.now + 1);
        can
    }

    /// Goes forward one snapshot. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let can = self.can_redo();
        self.now += usize::from(can);
        self.gesture_open = false;
        can
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gesture_is_undone_as_a_whole() {
        let mut history = History::new(0);
        for (state, gesture) in
            [(1, Gesture::Going), (2, Gesture::Going), (3, Gesture::Going), (3, Gesture::Ended), (4, Gesture::Ended), (4, Gesture::Ended)]
        {
            history.edit(state, gesture);
        }
        assert!(history.undo());
        assert_eq!(*history.now(), 3);
        assert!(history.undo());
        assert_eq!(*history.now(), 0);
        assert!(!history.undo());
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!(*history.now(), 4);
        assert!(history.undo_for_good() && !history.can_redo());
        assert_eq!(*history.now(), 3);
    }

    #[test]
    fn a_gesture_that_returns_to_its_start_leaves_nothing_to_undo() {
        let mut history = History::new(0);
        history.edit(1, Gesture::Ended);
        for state in [2, 3, 1] {
            history.edit(state, Gesture::Going);
        }
        history.edit(2, Gesture::Going);
        assert!(history.undo());
        assert_eq!(*history.now(), 1);
        assert!(history.undo());
        assert_eq!(*history.now(), 0);
    }

    #[test]
    fn an_edit_clears_what_could_be_redone() {
        let mut history = History::new(0);
        history.edit(1, Gesture::Ended);
        history.undo();
        history.edit(2, Gesture::Ended);
        assert!(!history.can_redo());
        history.undo();
        assert_eq!(*history.now(), 0);
    }

    #[test]
    fn the_oldest_snapshots_are_dropped_first() {
        let mut history = History::new(0);
        for state in 1..=2 * CAPACITY {
            history.edit(state, Gesture::Ended);
        }
        while history.undo() {}
        assert_eq!(*history.now(), CAPACITY + 1);
    }
}
