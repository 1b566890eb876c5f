//! What a command writes: files that it replaces only when asked to, and text that is safe to show in a terminal.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use super::{Failure, input::error_message, words};
use crate::{text::printable, workbench::file};

/// Fails if writing to the path would replace a file. Pipes and devices may be written to.
pub fn require_free(path: &Path) -> Result<(), Failure> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(Failure::Complaint(words::file_exists(path)));
    }
    Ok(())
}

/// Writes the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    file::save_any(path, bytes).map_err(|error| Failure::Complaint(error_message(path, &error)))
}

/// Writes text for people, with terminal control characters shown as escapes. Each call must write whole characters, as `write!` does.
pub struct Printable<'a>(pub &'a mut dyn Write);

impl Write for Printable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
