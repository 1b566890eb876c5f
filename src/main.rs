//! The program: a window, or one command.

fn main() {
    let paths = std::env::args_os().skip(1).map(Into::into).collect();
    if let Err(error) = quincunx::gui::run(paths) {
        eprintln!("quincunx: {error}");
    }
}
