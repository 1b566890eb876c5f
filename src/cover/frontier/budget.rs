//! Accounts for memory, so that a search ends before it takes more than it may.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::Halt;

/// The memory that may still be taken, in bytes. Several threads may take from it at the same time.
pub struct Budget {
    remaining: AtomicUsize,
    /// The least that there was.
    least: AtomicUsize,
}

/// The least capacity of a list.
const LEAST_CAPACITY: usize = 16;

impl Budget {
    /// This many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { remaining: bytes.into(), least: bytes.into() }
    }

    /// The number of bytes that may still be taken.
    pub fn remaining(&self) -> usize {
        self.remaining.load(Relaxed)
    }

    /// The least number of bytes that were free so far.
    pub fn least(&self) -> usize {
        self.least.load(Relaxed)
    }

    /// Takes this many bytes.
    pub fn take(&self, bytes: usize) -> ControlFlow<Halt> {
        match self.remaining.fetch_update(Relaxed, Relaxed, |remaining| remaining.checked_sub(bytes)) {
            Ok(before) => {
                self.least.fetch_min(before - bytes, Relaxed);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(Halt::TooLarge),
        }
    }

    /// Gives back this many bytes that were taken.
    pub fn give(&self, bytes: usize) {
        self.remaining.fetch_add(bytes, Relaxed);
    }

    /// Appends an item. While a list grows, it takes the memory of both its old and its new place.
    #[inline]
    pub fn push<T>(&self, list: &mut Vec<T>, item: T) -> ControlFlow<Halt> {
        if list.len() == list.capacity() {
            self.grow(list)?;
        }
        list.push(item);
        ControlFlow::Continue(())
    }

    #[cold]
    fn grow<T>(&self, list: &mut Vec<T>) -> ControlFlow<Halt> {
        let before = list.capacity();
        let more = (before / 2).max(LEAST_CAPACITY);
        self.take((before + more) * size_of::<T>())?;
        list.reserve_exact(more);
        self.give(before * size_of::<T>());
        ControlFlow::Continue(())
    }

    /// Frees the memory of a list that only this budget has grown.
    pub fn free<T>(&self, list: &mut Vec<T>) {
        self.give(list.capacity() * size_of::<T>());
        *list = Vec::new();
    }
}
