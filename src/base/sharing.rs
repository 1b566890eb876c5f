//! Work on many items that threads share: each takes the next item as soon as it has done one.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use crate::search::Threads;

/// How long the first thread waits for the others before it asks again whether to stop.
const PATIENCE: Duration = Duration::from_millis(2);

/// Work on the item with a number, which asks now and then whether to continue.
type Work<'a> = dyn FnMut(usize, &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()> + 'a;

/// Works on the items with the numbers from 0 to `count`, exclusive, on these threads.
///
/// `worker` makes what one thread works with, which is called with the number of an item and a callback that says, at least once per
/// millisecond, whether to continue. `lead` is called on this thread alone: with each result in the order of the items, and in between with
/// none. Once it breaks, all threads stop, and so does this.
pub fn share_out<R: Send, W>(
    threads: &dyn Threads,
    count: usize,
    worker: impl Fn() -> W + Sync,
    lead: &mut dyn FnMut(Option<(usize, R)>) -> ControlFlow<()>,
) -> ControlFlow<()>
where
    W: FnMut(usize, &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<(), R>,
{
    let results: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let result = |number: usize| results[number].lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || -> Box<Work<'_>> {
        let mut work = worker();
        Box::new(move |number, keep_going| {
            let found = work(number, keep_going)?;
            *result(number) = Some(found);
            ControlFlow::Continue(())
        })
    };
    hand_out(threads, count, &worker, &mut |done| {
        lead(done.map(|number| (number, result(number).take().expect("an item is done once its result is there"))))
    })
}

/// Hands out the numbers of the items, and calls `lead` with each in order once the work on it is done.
///
/// Not generic: threads and their channel are compiled here, once, and not for each type of results.
fn hand_out<'a>(
    threads: &dyn Threads,
    count: usize,
    worker: &(dyn Fn() -> Box<Work<'a>> + Sync),
    lead: &mut dyn FnMut(Option<usize>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let claim = || Some(next.fetch_add(1, Relaxed)).filter(|&number| number < count);
    let (sender, receiver) = mpsc::channel();
    let help = || {
        let _guard = EndsAll(&is_over);
        let mut work = worker();
        let mut keep_going = || if is_over.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        while let Some(number) = claim()
            && work(number, &mut keep_going).is_continue()
            && sender.send(number).is_ok()
        {}
    };
    let mut flow = ControlFlow::Continue(());
    let mut own = || {
        let _guard = EndsAll(&is_over);
        let mut is_done = vec![false; count];
        let mut work = worker();
        flow = (0..count).try_for_each(|number| {
            loop {
                receiver.try_iter().for_each(|done| is_done[done] = true);
                if is_done[number] {
                    return lead(Some(number));
                }
                lead(None)?;
                let done = if let Some(own) = claim() {
                    work(own, &mut || lead(None))?;
                    own
                } else {
                    match receiver.recv_timeout(PATIENCE) {
                        Ok(done) => done,
                        Err(RecvTimeoutError::Timeout) if !is_over.load(Relaxed) => continue,
                        // Another thread has panicked, which its caller gets to see.
                        Err(_) => return ControlFlow::Break(()),
                    }
                };
                is_done[done] = true;
            }
        });
        is_over.store(true, Relaxed);
    };
    threads.beside(&help, &mut own);
    flow
}

/// Ends the work of all threads if this one panics.
struct EndsAll<'a>(&'a AtomicBool);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::search::OneThread;

    /// Two threads.
    struct Two;

    impl Threads for Two {
        fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
            thread::scope(|scope| {
                scope.spawn(help);
                own();
            });
        }
    }

    fn squares(threads: &dyn Threads, count: usize, enough: usize) -> (Vec<(usize, usize)>, ControlFlow<()>) {
        let mut all = Vec::new();
        let flow = share_out(threads, count, || |number, _: &mut dyn FnMut() -> _| ControlFlow::Continue(number * number), &mut |result| {
            all.extend(result);
            if enough <= all.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (all, flow)
    }

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [&OneThread as &dyn Threads, &Two] {
            for count in [0, 1, 2, 1000] {
                let (all, flow) = squares(threads, count, usize::MAX);
                assert!(flow.is_continue() && all.into_iter().eq((0..count).map(|number| (number, number * number))));
            }
            let (all, flow) = squares(threads, 1000, 10);
            assert!(flow.is_break() && all.len() == 10);
        }
    }

    #[test]
    fn two_threads_work_at_the_same_time() {
        let both = Barrier::new(2);
        let mut done = 0;
        let flow = share_out(
            &Two,
            2,
            || {
                |_, _: &mut dyn FnMut() -> _| {
                    both.wait();
                    ControlFlow::Continue(())
                }
            },
            &mut |result| {
                done += usize::from(result.is_some());
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue() && done == 2);
    }

    /// Neither item would ever be done.
    #[test]
    fn all_threads_stop() {
        let begun = AtomicUsize::new(0);
        let endless = || {
            |_, keep_going: &mut dyn FnMut() -> ControlFlow<()>| -> ControlFlow<()> {
                begun.fetch_add(1, Relaxed);
                while keep_going().is_continue() {}
                ControlFlow::Break(())
            }
        };
        let until_both_run = || if begun.load(Relaxed) == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        assert!(share_out::<(), _>(&Two, 2, endless, &mut |_| until_both_run()).is_break());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_another_thread_is_passed_on() {
        let own = thread::current().id();
        let both = Barrier::new(2);
        let _never = share_out(
            &Two,
            2,
            || {
                |_, _: &mut dyn FnMut() -> _| {
                    both.wait();
                    assert!(thread::current().id() == own, "on purpose");
                    ControlFlow::Continue(())
                }
            },
            &mut |_| ControlFlow::Continue(()),
        );
    }
}
