//! What a command writes: files that it doesn't replace unasked, and text that a terminal can show safely.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use super::{Failure, input::complaint};
use crate::{text::printable, workbench::file};

/// Fails if there is a file that writing would replace. Pipes and devices are there to be written to.
pub fn require_free(path: &Path) -> Result<(), Failure> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(Failure::Complaint(format!("{}: already exists; --force replaces it", path.display())));
    }
    Ok(())
}

/// Writes the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    file::save_any(path, bytes).map_err(|error| Failure::Complaint(complaint(path, &error)))
}

/// Text for people: what would command a terminal is shown as an escape. Each call must write whole characters, as `write!` does.
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
