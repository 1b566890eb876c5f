//! Accounts for memory, so that a search ends before it takes more than it may.

use std::ops::ControlFlow;

use super::Halt;

/// The memory that may still be taken, in bytes.
pub struct Budget {
    remaining: usize,
    /// The least that there was.
    least: usize,
}

/// The least capacity of a list.
const LEAST_CAPACITY: usize = 16;

impl Budget {
    /// This many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { remaining: bytes, least: bytes }
    }

    /// The number of bytes that may still be taken.
    pub fn remaining(&self) -> usize {
        self.remaining
    }

    /// The least number of bytes that were free so far.
    pub fn least(&self) -> usize {
        self.least
    }

    /// Takes this many bytes.
    pub fn take(&mut self, bytes: usize) -> ControlFlow<Halt> {
        match self.remaining.checked_sub(bytes) {
            Some(remaining) => {
                self.remaining = remaining;
                self.least = self.least.min(remaining);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Halt::TooLarge),
        }
    }

    /// Gives back this many bytes that were taken.
    pub fn give(&mut self, bytes: usize) {
        self.remaining += bytes;
    }

    /// Appends an item. While a list grows, it takes the memory of both its old and its new place.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> ControlFlow<Halt> {
        if list.len() == list.capacity() {
            self.grow(list)?;
        }
        list.push(item);
        ControlFlow::Continue(())
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>) -> ControlFlow<Halt> {
        let before = list.capacity();
        let more = (before / 2).max(LEAST_CAPACITY);
        self.take((before + more) * size_of::<T>())?;
        list.reserve_exact(more);
        self.remaining += before * size_of::<T>();
        ControlFlow::Continue(())
    }

    /// Frees the memory of a list that only this budget has grown.
    pub fn free<T>(&mut self, list: &mut Vec<T>) {
        self.remaining += list.capacity() * size_of::<T>();
        *list = Vec::new();
    }
}
