//! Opens web addresses in the user's browser.

use std::{
    io,
    process::{Command, Stdio},
    thread,
};

use egui::{Context, OutputCommand};

/// The system's own program that opens an address, and what comes before the address.
const OPENER: (&str, &[&str]) = if cfg!(windows) {
    ("rundll32", &["url.dll,FileProtocolHandler"])
} else if cfg!(target_os = "macos") {
    ("open", &[])
} else {
    ("xdg-open", &[])
};

/// Opens the addresses that this frame asks for. What goes wrong is only logged.
pub fn open_requested(ctx: &Context) {
    for address in take_requested(ctx) {
        if let Err(error) = open(address.clone()) {
            log::error!("{address} can't be opened: {error}");
        }
    }
}

/// Takes the addresses that this frame asks for.
fn take_requested(ctx: &Context) -> Vec<String> {
    let mut addresses = Vec::new();
    ctx.output_mut(|output| {
        output.commands.retain(|command| {
            if let OutputCommand::OpenUrl(link) = command {
                addresses.push(link.url.clone());
            }
            !matches!(command, OutputCommand::OpenUrl(_))
        });
    });
    addresses
}

fn open(address: String) -> io::Result<()> {
    let (program, first) = OPENER;
    let mut command = Command::new(program);
    command.args(first).arg(&address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Some of these programs only end when the browser does.
    let wait = move || match command.status() {
        Ok(status) => log::info!("{program} has ended for {address}: {status}"),
        Err(error) => log::error!("{program} can't be started for {address}: {error}"),
    };
    thread::Builder::new().name("link".to_owned()).spawn(wait).map(drop)
}

#[cfg(test)]
mod tests {
    use egui::{OpenUrl, RawInput};

    use super::*;

    #[test]
    fn addresses_are_taken_from_what_the_frame_asks_for() {
        let ctx = Context::default();
        let mut taken = Vec::new();
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            ui.ctx().open_url(OpenUrl::new_tab("https://one.example"));
            ui.ctx().copy_text("two".to_owned());
            taken.extend(take_requested(ui.ctx()));
        });
        output.textures_delta.clear();
        assert_eq!(taken, ["https://one.example"]);
        assert_eq!(output.platform_output.commands, [OutputCommand::CopyText("two".to_owned())]);
    }
}
