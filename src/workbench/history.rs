//! Undo and redo: snapshots of something small, and where we are among them.

/// How many snapshots are kept; the oldest go first.
const CAPACITY: usize = 1_000;

/// Snapshots in the order they were made, one of which is now.
#[derive(Clone, Debug)]
pub struct History<S> {
    snapshots: Vec<S>,
    now: usize,
    gesture_open: bool,
}

/// Whether an edit belongs to a gesture that goes on, like a drag: all edits of one gesture are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// The edit stands alone, or ends its gesture.
    Ended,
    /// More edits of the same gesture may follow.
    Going,
}

impl<S: PartialEq> History<S> {
    /// A history that begins with this snapshot.
    pub fn new(first: S) -> Self {
        Self { snapshots: vec![first], now: 0, gesture_open: false }
    }

    /// The snapshot that is now.
    pub fn now(&self) -> &S {
        &self.snapshots[self.now]
    }

    /// Makes `next` the snapshot that is now, unless it equals it; what was undone is forgotten. Says whether anything changed.
    pub fn edit(&mut self, next: S, gesture: Gesture) -> bool {
        let continues = self.gesture_open;
        let changed = next != *self.now();
        self.gesture_open = gesture == Gesture::Going && (continues || changed);
        if !changed {
            return false;
        }
        self.snapshots.truncate(self.now + 1);
        if continues {
            self.snapshots[self.now] = next;
            // A gesture that comes back to where it began has done nothing.
            if 0 < self.now && self.snapshots[self.now] == self.snapshots[self.now - 1] {
                self.snapshots.pop();
                self.now -= 1;
                self.gesture_open = false;
            }
        } else {
            self.snapshots.push(next);
            if self.snapshots.len() > CAPACITY {
                self.snapshots.remove(0);
            }
            self.now = self.snapshots.len() - 1;
        }
        true
    }

    /// The snapshots before the one that is now, the latest first.
    pub fn before(&self) -> impl Iterator<Item = &S> {
        self.snapshots[..self.now].iter().rev()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        0 < self.now
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.now + 1 < self.snapshots.len()
    }

    /// Goes one snapshot back, if there is one.
    pub fn undo(&mut self) -> bool {
        let can = self.can_undo();
        self.now -= usize::from(can);
        self.gesture_open = false;
        can
    }

    /// Goes one snapshot back, if there is one, and forgets what came after it.
    pub fn retract(&mut self) -> bool {
        let can = self.undo();
        self.snapshots.truncate(self.now + 1);
        can
    }

    /// Goes one snapshot on, if there is one.
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
    fn a_gesture_is_one_undo_point() {
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
        assert!(history.retract() && !history.can_redo());
        assert_eq!(*history.now(), 3);
    }

    #[test]
    fn a_gesture_that_comes_back_leaves_nothing_to_undo() {
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
    fn an_edit_forgets_what_was_undone() {
        let mut history = History::new(0);
        history.edit(1, Gesture::Ended);
        history.undo();
        history.edit(2, Gesture::Ended);
        assert!(!history.can_redo());
        history.undo();
        assert_eq!(*history.now(), 0);
    }

    #[test]
    fn the_oldest_snapshots_go_first() {
        let mut history = History::new(0);
        for state in 1..=2 * CAPACITY {
            history.edit(state, Gesture::Ended);
        }
        while history.undo() {}
        assert_eq!(*history.now(), CAPACITY + 1);
    }
}
