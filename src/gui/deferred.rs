//! What is made later, on the thread that writes it to a file.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Something that is still to be made from what was noted when the user asked for it.
pub struct Deferred<T>(Arc<Mutex<dyn FnMut() -> T + Send>>);

impl<T> Deferred<T> {
    /// Made by this.
    pub fn new(make: impl FnMut() -> T + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(make)))
    }

    /// Makes it.
    pub fn make(&self) -> T {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner))()
    }
}

impl<T> Clone for Deferred<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deferred(..)")
    }
}
