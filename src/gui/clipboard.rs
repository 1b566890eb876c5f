//! Errors of the system's clipboard, which the window's backend reports only in its log.

use std::{
    env,
    sync::{Mutex, MutexGuard, PoisonError},
};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The log target of the backend's clipboard.
const TARGET: &str = "egui_winit::clipboard";

static ERRORS: Mutex<Errors> = Mutex::new(Errors { permanent: None, latest: None });

struct Errors {
    /// Why there is no clipboard at all.
    permanent: Option<String>,
    /// The latest failure since [`take_error`] was called.
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
            // A warning means that X11's clipboard can't be reached. Wayland has its own.
            lock().permanent = message;
        }
    }

    fn flush(&self) {}
}

fn lock() -> MutexGuard<'static, Errors> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to collect the clipboard's errors from the log.
pub fn listen() {
    // If another logger is installed, no errors arrive here, and the clipboard counts as working.
    if log::set_logger(&Listener).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

/// Returns why copying or pasting failed since the last call, if it did.
pub fn take_error() -> Option<String> {
    let mut errors = lock();
    errors.latest.take().or_else(|| errors.permanent.clone())
}
