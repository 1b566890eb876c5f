//! Whether the system's clipboard works: the window's backend says so only in its log.

use std::{
    env,
    sync::{Mutex, MutexGuard, PoisonError},
};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The part of the backend that has to do with the clipboard.
const TARGET: &str = "egui_winit::clipboard";

static TROUBLE: Mutex<Trouble> = Mutex::new(Trouble { lasting: None, latest: None });

struct Trouble {
    /// Why there is no clipboard at all.
    lasting: Option<String>,
    /// What failed since the last time that somebody asked.
    latest: Option<String>,
}

struct Listener;

impl Log for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let message = Some(record.args().to_string());
        if record.level() == Level::Error {
            lock().latest = message;
        } else if env::var_os("WAYLAND_DISPLAY").is_none() {
            // A warning says that X11's clipboard can't be reached. Wayland has one of its own.
            lock().lasting = message;
        }
    }

    fn flush(&self) {}
}

fn lock() -> MutexGuard<'static, Trouble> {
    TROUBLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens from now on to what the backend says of the clipboard.
pub fn listen() {
    // Where something else listens to the log already, nothing is heard, and the clipboard is taken to work.
    if log::set_logger(&Listener).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Why copying or pasting failed since this was called last, if it did.
pub fn trouble() -> Option<String> {
    let mut trouble = lock();
    trouble.latest.take().or_else(|| trouble.lasting.clone())
}
