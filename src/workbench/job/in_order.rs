//! The solutions of tasks that run at the same time, in the order of the tasks: that in which one thread would find them.
//!
//! Each task has a turn. The task whose turn it is sends what it finds at once; what others find is held until all tasks before them are
//! over. Tasks start in their order and are about equally heavy, so little is held. Where it is much nevertheless, a task waits for its
//! turn, which bounds the memory.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The most solutions that are held, for all tasks together.
const MOST_HELD: usize = 1 << 16;
/// How often a task that waits for its turn looks whether the search has been stopped.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The turns of all tasks of a pool.
pub struct Turns<T> {
    turns: Mutex<Held<T>>,
    /// A turn has come.
    next: Condvar,
}

/// What is held.
struct Held<T> {
    /// Whose turn it is: all before it are over.
    now: u64,
    /// What each task that has begun has found, from the one whose turn it is, and whether the task is over.
    begun: VecDeque<(Vec<T>, bool)>,
    /// How many solutions are held.
    count: usize,
}

impl<T> Held<T> {
    /// The place of a task that isn't over.
    fn place(&self, number: u64) -> usize {
        (number - self.now) as usize
    }

    /// Sends what the task whose turn it is has found.
    fn send_first(&mut self, send: Sending<'_, T>) -> ControlFlow<()> {
        let solutions = std::mem::take(&mut self.begun[0].0);
        self.count -= solutions.len();
        if solutions.is_empty() { ControlFlow::Continue(()) } else { send(solutions) }
    }
}

/// The turn of one task.
pub struct Turn<T> {
    turns: Arc<Turns<T>>,
    number: u64,
}

/// Sends solutions, or breaks if nobody receives them.
type Sending<'a, T> = &'a mut dyn FnMut(Vec<T>) -> ControlFlow<()>;

impl<T> Turns<T> {
    /// No task has started.
    pub fn new() -> Arc<Self> {
        let held = Held { now: 0, begun: VecDeque::new(), count: 0 };
        Arc::new(Self { turns: Mutex::new(held), next: Condvar::new() })
    }

    /// Gives the next turn. Tasks must ask for it in their order.
    pub fn begin(self: &Arc<Self>) -> Turn<T> {
        let mut held = self.held();
        held.begun.push_back((Vec::new(), false));
        Turn { turns: self.clone(), number: held.now + held.begun.len() as u64 - 1 }
    }

    fn held(&self) -> MutexGuard<'_, Held<T>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Turn<T> {
    /// Sends solutions, or holds them until its turn comes. Where too much is held, waits for that as long as it may.
    pub fn found(&self, solutions: Vec<T>, may_wait: impl Fn() -> bool, send: Sending<'_, T>) -> ControlFlow<()> {
        let mut held = self.turns.held();
        while held.now < self.number && MOST_HELD < held.count + solutions.len() && may_wait() {
            (held, _) = self.turns.next.wait_timeout(held, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner);
        }
        let place = held.place(self.number);
        held.count += solutions.len();
        held.begun[place].0.extend(solutions);
        // The lock is kept, so that the next one waits.
        if place == 0 { held.send_first(send) } else { ControlFlow::Continue(()) }
    }

    /// Ends the turn, and sends what later ones have found that waited only for this one.
    pub fn end(self, send: Sending<'_, T>) -> ControlFlow<()> {
        let mut held = self.turns.held();
        let place = held.place(self.number);
        held.begun[place].1 = true;
        let mut flow = ControlFlow::Continue(());
        while let Some(&(_, is_over)) = held.begun.front() {
            let sent = held.send_first(&mut |solutions| if flow.is_continue() { send(solutions) } else { ControlFlow::Break(()) });
            if flow.is_continue() {
                flow = sent;
            }
            if !is_over {
                break;
            }
            held.begun.pop_front();
            held.now += 1;
        }
        self.turns.next.notify_all();
        flow
    }
}
