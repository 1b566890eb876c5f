//! The program: opens the window or runs one command.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
    sync::{Once, atomic::AtomicBool},
};

#[cfg(feature = "gui")]
use quincunx::gui;
#[cfg(feature = "gui")]
use quincunx::workbench::logging;
use quincunx::{
    VERSION,
    command_line::{self, Invocation, Streams},
    puzzles,
};
use signal_hook::{consts::SIGINT, flag};

#[cfg(all(target_os = "linux", feature = "gui"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let streams = Streams {
        input: &mut io::stdin(),
        output: &mut BufWriter::new(io::stdout()),
        errors: &mut io::stderr(),
        interrupt: listen_for_interrupts,
        progress: io::stderr().is_terminal().then_some(show_progress),
        version: VERSION,
        kinds: puzzles::all(),
    };
    match quincunx::run(std::env::args_os(), streams) {
        Invocation::Command(status) => status.into(),
        Invocation::Window { files, is_new, log } => open_window(files, is_new, log),
    }
}

/// Replaces the line on the terminal. The spaces cover what a longer text leaves behind.
fn show_progress(text: &str) {
    let end = if text.is_empty() { "\r" } else { "" };
    // A line that can't be shown doesn't stop the command.
    let _ = write!(io::stderr(), "\r{text:60}{end}");
}

/// From now on Ctrl+C sets the flag, so that the command can print what it has found. Pressed again, it ends the program at once.
///
/// The system calls what is registered, in this order, so that no thread has to wait for it. On Windows, Ctrl+Break isn't Ctrl+C, and ends
/// the program at once.
fn listen_for_interrupts() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static LISTENING: Once = Once::new();
    // A command may listen several times. Registered twice, the flag would be set and found to be set by one Ctrl+C.
    LISTENING.call_once(|| {
        let status = command_line::Status::Interrupted as i32;
        // Without a handler Ctrl+C ends the program.
        let _ = flag::register_conditional_shutdown(SIGINT, status, &INTERRUPTED).and_then(|_| flag::register(SIGINT, &INTERRUPTED));
    });
    &INTERRUPTED
}

#[cfg(feature = "gui")]
fn open_window(files: Vec<PathBuf>, is_new: bool, log: Option<PathBuf>) -> ExitCode {
    if !is_new && gui::hand_over(&files) {
        eprintln!("quincunx: opened in the window that is open already; --new-window opens another one");
        return ExitCode::SUCCESS;
    }
    if let Some(Err(error)) = log.map(|log| logging::write_to(&log, VERSION)) {
        eprintln!("quincunx: {error}");
        return command_line::Status::BadInput.into();
    }
    match gui::run(files, puzzles::program()) {
        Ok(()) => {
            logging::finish();
            ExitCode::SUCCESS
        }
        Err(why) => {
            logging::finish();
            eprintln!("quincunx: couldn't open a window: {why}. Run quincunx --help to list the commands, which need none.");
            command_line::Status::BadInput.into()
        }
    }
}

#[cfg(not(feature = "gui"))]
fn open_window(_files: Vec<PathBuf>, _is_new: bool, _log: Option<PathBuf>) -> ExitCode {
    eprintln!("quincunx: this program was built without the window. Run quincunx --help to list the commands.");
    command_line::Status::BadInput.into()
}
