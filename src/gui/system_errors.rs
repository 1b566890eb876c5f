//! Errors of the system's clipboard and of its file dialogs, which libraries report only in their log.

use std::{
    env,
    sync::{Mutex, MutexGuard, PoisonError},
};

use log::{Level, Record};

/// The log target of the backend's clipboard.
const CLIPBOARD: &str = "egui_winit::clipboard";
/// How the log targets of file dialogs begin.
const DIALOGS: &str = "rfd";

static ERRORS: Mutex<Errors> = Mutex::new(Errors { permanent: None, latest: None, dialog: None });

struct Errors {
    /// Why there is no clipboard at all.
    permanent: Option<String>,
    /// The latest failure of the clipboard since [`take_clipboard_error`] was called.
    latest: Option<String>,
    /// The latest failure of a file dialog since [`take_dialog_error`] was called.
    dialog: Option<String>,
}

/// Notes a message of a library if it is an error of the clipboard or of a file dialog.
pub fn note(record: &Record<'_>) {
    let is_clipboard = record.target() == CLIPBOARD;
    let is_dialog = record.target().starts_with(DIALOGS) && record.level() == Level::Error;
    if !is_clipboard && !is_dialog {
        return;
    }
    let message = Some(record.args().to_string());
    if is_dialog {
        lock().dialog = message;
    } else if record.level() == Level::Error {
        lock().latest = message;
    } else if env::var_os("WAYLAND_DISPLAY").is_none() {
        // A warning means that X11's clipboard can't be reached. Wayland has its own.
        lock().permanent = message;
    }
}

fn lock() -> MutexGuard<'static, Errors> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns why copying or pasting failed since the last call, if it did.
pub fn take_clipboard_error() -> Option<String> {
    let mut errors = lock();
    errors.latest.take().or_else(|| errors.permanent.clone())
}

/// Returns why no file dialog was shown since the last call, if the system couldn't show one.
pub fn take_dialog_error() -> Option<String> {
    lock().dialog.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_dialog_is_none_of_the_clipboard() {
        let record = |target| Record::builder().level(Level::Error).target(target).args(format_args!("no zenity")).build();
        note(&record("rfd::backend::xdg_desktop_portal"));
        note(&record("winit"));
        assert_eq!((take_dialog_error(), take_dialog_error()), (Some("no zenity".to_owned()), None));
    }
}
