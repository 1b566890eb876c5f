//! Why no window opens: what is missing on the system, and what to install.

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Runs this, which opens the window and then calls the closure that it gets. Before that, the libraries of windows panic if the system
/// lacks one of theirs.
///
/// # Errors
/// When no window opens: a sentence that says why.
pub fn explained(run: impl FnOnce(Box<dyn FnOnce()>) -> eframe::Result) -> Result<(), String> {
    static IS_STARTING: AtomicBool = AtomicBool::new(false);
    IS_STARTING.store(true, Relaxed);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| if IS_STARTING.load(Relaxed) { log::error!("{panic}") } else { usual(panic) }));
    let opened = Box::new(|| IS_STARTING.store(false, Relaxed));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(opened)));
    let was_open = !IS_STARTING.swap(false, Relaxed);
    let error = match outcome {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => error.to_string(),
        Err(panic) if was_open => panic::resume_unwind(panic),
        Err(panic) => message(&*panic),
    };
    log::error!("no window opens: {error}");
    Err(why(&error, bits_of_a_pixel()))
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let literal = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    literal.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Says what the error of a library means, on a display with this many bits for the colour of a pixel, if that is known.
fn why(error: &str, bits: Option<u8>) -> String {
    let has = |part: &str| error.contains(part);
    let is_drawing = ["glutin", "GLX", "EGL", "WGL", "OpenGL", "opengl"].into_iter().any(has);
    match bits {
        _ if has("DISPLAY is set") => "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned(),
        _ if has("libxkbcommon-x11") => {
            "the library libxkbcommon-x11 is missing. Install it; Debian's package is libxkbcommon-x11-0".to_owned()
        }
        _ if has("libxkbcommon") => "the library libxkbcommon is missing. Install it; Debian's package is libxkbcommon0".to_owned(),
        _ if has("xlib's shared libraries") => {
            "one of the libraries of X is missing. Install them all; Debian's packages are libx11-6, libx11-xcb1, libxcursor1 and libxi6"
                .to_owned()
        }
        Some(bits @ ..16) if is_drawing => format!("the display has {bits} bits for the colour of a pixel. Set it to 24"),
        _ if is_drawing => {
            "the display has no OpenGL, which draws the window. Install the driver of the graphics card, or on Linux one that needs none; \
             Debian's packages are libgl1-mesa-dri, libgl1 and libegl1"
                .to_owned()
        }
        // The last part of the error: before it are places in the sources.
        _ => format!("the display can't be reached ({})", error.rsplit(": ").next().unwrap_or(error)),
    }
}

/// How many bits the X server's display has for the colour of a pixel; none if there is no X server.
#[cfg(target_os = "linux")]
fn bits_of_a_pixel() -> Option<u8> {
    use x11rb::connection::Connection;
    let (server, screen) = x11rb::connect(None).ok()?;
    Some(server.setup().roots.get(screen)?.root_depth)
}

#[cfg(not(target_os = "linux"))]
fn bits_of_a_pixel() -> Option<u8> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_its_own_sentence() {
        for (error, bits, part) in [
            (
                "winit EventLoopError: os error at mod.rs:765: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.",
                None,
                "there is no display",
            ),
            ("winit EventLoopError: os error at mod.rs:788: Failed to load one of xlib's shared libraries", None, "libxcursor1"),
            (
                "winit EventLoopError: os error at mod.rs:788: Failed to open connection to X server",
                None,
                "the display can't be reached (Failed",
            ),
            (
                "winit EventLoopError: os error at mod.rs:51: WaylandError(Connection(NoCompositor))",
                None,
                "the display can't be reached (Wayland",
            ),
            ("Library libxkbcommon-x11.so could not be loaded.", Some(24), "libxkbcommon-x11-0"),
            ("Library libxkbcommon.so could not be loaded.", None, "libxkbcommon0"),
            (
                "Found no glutin configs matching the template: ConfigTemplate. Error: failed to create EGLDisplay without a reason",
                Some(24),
                "no OpenGL",
            ),
            ("Found no glutin configs matching the template: ConfigTemplate. Error: [3001] initialization failed", Some(8), "8 bits"),
            ("An error occurred in glutin: [a7] GLXBadFBConfig", Some(16), "no OpenGL"),
            ("egui_glow requires opengl 2.0+", None, "no OpenGL"),
        ] {
            let sentence = why(error, bits);
            assert!(sentence.contains(part), "{error}: {sentence}");
        }
    }

    #[test]
    fn a_panic_of_a_library_becomes_a_sentence() {
        assert_eq!(explained(|_| panic!("Library {}.so could not be loaded.", "libxkbcommon")), Err(why("libxkbcommon", None)));
    }
}
