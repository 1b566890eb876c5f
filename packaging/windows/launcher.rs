//! Quincunx Window.exe: starts quincunx.exe, which is beside it, without a console window.
//!
//! Windows decides by a mark in the program whether it gets a console. With one, a window started from the desktop would have a console
//! beside it; without one, commands would print nothing. So quincunx.exe is a console program, and shortcuts and documents start it through
//! this one. It isn't part of the crate: packaging/windows/build compiles it by itself.
#![windows_subsystem = "windows"]
#![forbid(unsafe_code)]

use std::{
    env,
    os::windows::process::CommandExt,
    process::{Command, ExitCode},
};

/// The new process has a console that is never shown.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

fn main() -> ExitCode {
    let Ok(program) = env::current_exe() else { return ExitCode::FAILURE };
    let mut command = Command::new(program.with_file_name("quincunx.exe"));
    let started = command.args(env::args_os().skip(1)).creation_flags(CREATE_NO_WINDOW).spawn();
    if started.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
