//! What a command writes: files that it replaces only when asked to, and text that is safe to show in a terminal.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use super::{Failure, Streams, input::error_message, words};
use base::text::printable;
use workbench::file;

/// Where a command writes its result.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    /// Standard output, which is the file named `-`.
    Standard,
    /// A file.
    File(&'a Path),
}

impl<'a> Target<'a> {
    /// The target with this name. Fails if writing to it would replace a file without `force`. Pipes and devices may be written to.
    pub fn new(path: &'a Path, force: bool) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let refusal = || Failure::Complaint(words::no_effect("--force", "standard output"));
            return if force { Err(refusal()) } else { Ok(Self::Standard) };
        }
        if !force && fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            return Err(Failure::Complaint(words::file_error(path, "already exists; use --force to replace it")));
        }
        Ok(Self::File(path))
    }

    /// Writes the result.
    pub fn write(self, bytes: &[u8], streams: &mut Streams<'_>) -> Result<(), Failure> {
        match self {
            Self::Standard => Ok(streams.output.write_all(bytes)?),
            Self::File(path) => file::save_any(path, bytes).map_err(|error| Failure::Complaint(error_message(path, &error))),
        }
    }
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
