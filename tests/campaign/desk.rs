//! The real window on a virtual display of its own, driven by keys and clicks, and what the system knows about its process.

use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use quincunx::{for_every_puzzle, puzzle::Puzzle};

/// The tools that the window is driven with.
const TOOLS: [&str; 4] = ["Xvfb", "openbox", "xdotool", "xclip"];

/// The log of the program in its home folder. What it prints is beside it.
pub const LOG: &str = "log.txt";

/// How long the program may take to show its window on a busy machine.
pub const STARTING: Duration = Duration::from_secs(60);

/// Returns which tool is missing.
///
/// # Errors
/// The tools that have to be installed first.
pub fn require_tools() -> Result<(), String> {
    let is_missing =
        |tool: &&&str| !std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).any(|dir| dir.join(tool).exists());
    let missing: Vec<&str> = TOOLS.iter().filter(is_missing).copied().collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("install {}", missing.join(", "))) }
}

/// Waits. The window is another program, so nothing here can be awakened by it.
pub fn pause(duration: Duration) {
    thread::sleep(duration);
}

/// Waits until the condition is true, at most this long. Returns whether it is.
pub fn await_true(most: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + most;
    loop {
        if condition() {
            return true;
        }
        if end <= Instant::now() {
            return false;
        }
        pause(Duration::from_millis(20));
    }
}

/// A virtual display with a window manager. Both end with this value.
pub struct Display {
    name: String,
    children: Vec<Child>,
    /// Variables for the programs on it.
    variables: &'static [(&'static str, &'static str)],
}

impl Display {
    /// Starts a display.
    ///
    /// # Errors
    /// Why it doesn't start.
    pub fn start() -> Result<Self, String> {
        let mut server = Command::new("Xvfb")
            // Without -r, a key would repeat that is released late on a busy machine.
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset", "-r"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb: {error}"))?;
        let mut number = String::new();
        let output = server.stdout.take().ok_or("no output of Xvfb")?;
        BufReader::new(output).read_line(&mut number).map_err(|error| error.to_string())?;
        let mut display = Self { name: format!(":{}", number.trim()), children: vec![server], variables: &[] };
        let manager = Command::new("openbox").env("DISPLAY", &display.name).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        display.children.push(manager.map_err(|error| format!("openbox: {error}"))?);
        Ok(display)
    }

    /// The same display, with these variables for the programs on it.
    pub fn with_variables(mut self, variables: &'static [(&'static str, &'static str)]) -> Self {
        self.variables = variables;
        self
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["20", program]).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").stderr(Stdio::null());
        command
    }

    /// Runs xdotool, and returns what it prints.
    pub fn xdotool<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Option<String> {
        let output = self.command("xdotool").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Writes a picture of the screen to the folder of build results, where it survives the case. Returns its path for a message.
    pub fn picture(&self, name: &str) -> String {
        let path = format!("{}/campaign-{name}.png", env!("CARGO_TARGET_TMPDIR"));
        let is_written = self.command("import").args(["-silent", "-window", "root", &path]).status().is_ok_and(|status| status.success());
        if is_written { path } else { "no picture".to_owned() }
    }

    /// Starts xclip with a text for the clipboard.
    fn xclip(&self, arguments: &[&str], text: &str, messages: Stdio) -> Option<Child> {
        let mut command = self.command("xclip");
        command.args(["-selection", "clipboard"]).args(arguments);
        let mut xclip = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(messages).spawn().ok()?;
        xclip.stdin.take()?.write_all(text.as_bytes()).ok()?;
        Some(xclip)
    }

    /// Puts a text into the clipboard.
    fn set_clipboard(&self, text: &str) {
        // It continues in the background to serve the text.
        let _ = self.xclip(&[], text, Stdio::null()).map(|mut xclip| xclip.wait());
    }

    /// Returns the text in the clipboard, which may be empty; `None` if there is none.
    fn clipboard(&self) -> Option<String> {
        let output = self.command("xclip").args(["-selection", "clipboard", "-o"]).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The program with its window. It is killed when this value is dropped.
pub struct Window<'a> {
    display: &'a Display,
    child: Child,
    id: String,
}

/// After how long a key is pressed again that has had no effect.
const AGAIN: Duration = Duration::from_secs(2);

impl<'a> Window<'a> {
    /// Starts the program with this home folder and these arguments, and waits for its window.
    ///
    /// # Errors
    /// If it ends or shows no window.
    pub fn start(display: &'a Display, home: &Path, arguments: &[&OsStr]) -> Result<Self, String> {
        let mut window = Self::spawn(display, home, arguments)?;
        window.find()?;
        Ok(window)
    }

    /// Starts the program, and doesn't wait for its window.
    ///
    /// # Errors
    /// If the system can't start it.
    pub fn spawn(display: &'a Display, home: &Path, arguments: &[&OsStr]) -> Result<Self, String> {
        let log = fs::File::create(home.join("log")).ok();
        // Another build of the program can be tortured, such as one that a further build won't replace.
        let program = std::env::var_os("QUINCUNX").unwrap_or_else(|| env!("CARGO_BIN_EXE_quincunx").into());
        let mut command = Command::new(program);
        command
            .arg("--log")
            .arg(home.join(LOG))
            .arg("--new-window")
            .args(arguments)
            .current_dir(home)
            .env("DISPLAY", &display.name)
            .env("LIBGL_ALWAYS_SOFTWARE", "1");
        command.env_remove("WAYLAND_DISPLAY").env_remove("DBUS_SESSION_BUS_ADDRESS");
        for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
            command.env(variable, home);
        }
        command.envs(display.variables.iter().copied());
        command.stdout(Stdio::null()).stderr(log.map_or(Stdio::null(), Stdio::from));
        let child = command.spawn().map_err(|error| error.to_string())?;
        Ok(Self { display, child, id: String::new() })
    }

    fn find(&mut self) -> Result<(), String> {
        let pid = self.child.id().to_string();
        let end = Instant::now() + STARTING;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("the program ended at its start: {status}"));
            }
            // openbox may handle requests from its start only when another one arrives.
            self.display.xdotool(["set_desktop", "0"]);
            let found = self.display.xdotool(["search", "--onlyvisible", "--pid", &pid]).unwrap_or_default();
            if let Some(id) = found.lines().last().filter(|id| !id.is_empty()) {
                self.id = id.to_owned();
                self.display.xdotool(["windowactivate", id]);
                let has_focus = self.display.xdotool(["getwindowfocus"]).is_some_and(|focused| focused == self.id);
                // The first frame sets the title.
                if has_focus && self.title().contains(" · ") {
                    return Ok(());
                }
            }
            pause(Duration::from_millis(20));
        }
        Err("no window".to_owned())
    }

    /// Returns the display.
    pub fn display(&self) -> &'a Display {
        self.display
    }

    /// Returns the number of the window for xdotool.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Presses keys, by xdotool's names.
    pub fn press(&self, keys: &[&str]) {
        self.display.xdotool(["key", "--delay", "15"].iter().chain(keys));
    }

    /// Shows the window and gives it the focus, in case it was minimized.
    pub fn bring_to_front(&self) {
        self.display.xdotool(["windowactivate", self.id()]);
    }

    /// Types a text into the box for a path, once that is open, and confirms it.
    pub fn type_path(&self, keys: &str, path: &Path) {
        let board = self.copy();
        self.press(&[keys]);
        // As long as the box isn't open, the position is copied, and what is typed would edit it. The box has another text, or none.
        await_true(STARTING, || self.copy_within(Duration::from_millis(400)).is_none_or(|copied| copied != board));
        self.press(&["ctrl+a"]);
        let path = path.to_string_lossy().into_owned();
        self.display.xdotool(["type", "--delay", "10", "--", &path]);
        self.press(&["Return"]);
    }

    /// Pastes a text. Returns whether the window has fetched it from the clipboard.
    pub fn paste(&self, text: &str) -> bool {
        // It ends once the text was fetched, and says when it is ready for that.
        let Some(mut xclip) = self.display.xclip(&["-verbose", "-loops", "1"], text, Stdio::piped()) else { return false };
        let messages = xclip.stderr.take().map(BufReader::new);
        let mut lines = messages.into_iter().flat_map(BufRead::lines).map_while(Result::ok);
        let is_ready = lines.any(|line| line.starts_with("Waiting for"));
        // Until the display has handled what it sent before that.
        pause(Duration::from_millis(if is_ready { 20 } else { 60 }));
        self.press(&["ctrl+v"]);
        let is_fetched = await_true(Duration::from_secs(5), || xclip.try_wait().is_ok_and(|status| status.is_some()));
        let _ = xclip.kill();
        let _ = xclip.wait();
        is_fetched
    }

    /// Copies the position, and returns its text.
    pub fn copy(&self) -> String {
        self.copy_within(Duration::from_secs(5)).unwrap_or_default()
    }

    /// Copies the position, and returns its text if the window does that in this time. While a dialog is open, it doesn't.
    pub fn copy_within(&self, most: Duration) -> Option<String> {
        const NOTHING: &str = "nothing copied";
        self.display.set_clipboard(NOTHING);
        let mut text = None;
        let end = Instant::now() + most;
        // A key may get lost while the window is busy or not yet in front.
        let mut is_repeated = false;
        while Instant::now() < end {
            self.press(&["ctrl+c"]);
            let is_copied = await_true(most.min(AGAIN), || {
                text = self.display.clipboard();
                text.as_ref().is_some_and(|text| text != NOTHING)
            });
            if is_copied {
                if is_repeated {
                    // The other key may be only late, and copy what the next reader would take for something newer.
                    pause(AGAIN);
                }
                return text;
            }
            is_repeated = true;
        }
        None
    }

    /// Presses Escape until no dialog is open, so that the position can be copied. Returns its text, or `None` if some dialog can't be
    /// left.
    pub fn leave_dialogs(&self) -> Option<String> {
        self.leave_dialogs_within(12)
    }

    /// Does so with this many attempts.
    pub fn leave_dialogs_within(&self, attempts: usize) -> Option<String> {
        (0..attempts).find_map(|_| {
            self.press(&["Escape", "Escape", "Escape"]);
            self.copy_within(Duration::from_secs(1))
        })
    }

    /// Returns the title of the window.
    pub fn title(&self) -> String {
        self.display.xdotool(["getwindowname", &self.id]).unwrap_or_default()
    }

    /// Kills the program as a crash of the system would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Returns how the program ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Closes the window, whatever it asks, and returns how the program ended.
    pub fn quit(&mut self, most: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + most;
        for attempt in 0.. {
            if end <= Instant::now() {
                break;
            }
            // Closes a dialog that may be open.
            self.press(&["Escape", "Escape", "ctrl+q"]);
            if await_true(Duration::from_millis(700), || self.child.try_wait().is_ok_and(|status| status.is_some())) {
                return self.ended();
            }
            // The question has three buttons. Which of them has the focus after a Tab depends on what had it before.
            self.press(&["Tab"; 4][..1 + (1 + attempt) % 4]);
            self.press(&["Return"]);
            if await_true(Duration::from_millis(700), || self.child.try_wait().is_ok_and(|status| status.is_some())) {
                return self.ended();
            }
        }
        None
    }

    /// Returns the process as the system sees it.
    pub fn process(&self) -> Process {
        Process { id: self.child.id() }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A running process.
#[derive(Clone, Copy)]
pub struct Process {
    id: u32,
}

impl Process {
    /// Returns its number.
    pub fn id(self) -> u32 {
        self.id
    }

    fn path(self, file: &str) -> PathBuf {
        Path::new("/proc").join(self.id.to_string()).join(file)
    }

    /// Returns its resident memory in bytes.
    pub fn memory(self) -> u64 {
        self.resident("VmRSS")
    }

    /// Returns its resident memory in bytes without the pages of files, such as those of its own program and of the driver's compiler.
    /// More of these are there the more of the code has run, and the system takes them back when it needs memory.
    pub fn own_memory(self) -> u64 {
        self.resident("RssAnon") + self.resident("RssShmem")
    }

    fn resident(self, field: &str) -> u64 {
        let status = fs::read_to_string(self.path("status")).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
        size.and_then(|size| size.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kibibytes| kibibytes << 10)
    }

    /// Returns the names of its threads, of which the system keeps 15 characters.
    pub fn threads(self) -> Vec<String> {
        let tasks = fs::read_dir(self.path("task")).into_iter().flatten().flatten();
        tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok()).map(|name| name.trim().to_owned()).collect()
    }

    /// Returns the names of the threads that work and end once that is done: all that ARCHITECTURE.md lists, without those that only wait.
    pub fn jobs(self) -> Vec<String> {
        const WORK: [&str; 8] =
            ["files", "pictures", "recovery files", "tab settings", "report", "help pictures", "gallery picture", "freed solutions"];
        macro_rules! keys {
            ($($puzzle:ty),* $(,)?) => { [$(<$puzzle as Puzzle>::KEY),*] };
        }
        let keys = for_every_puzzle!(keys);
        let is_job = |name: &String| WORK.contains(&name.as_str()) || keys.iter().any(|key| name.starts_with(&format!("{key} ")));
        self.threads().into_iter().filter(is_job).collect()
    }

    /// Returns the processor time that each of its threads has used.
    pub fn times_of_threads(self) -> Vec<(String, Duration)> {
        let tasks = fs::read_dir(self.path("task")).into_iter().flatten().flatten();
        let time = |task: fs::DirEntry| {
            let name = fs::read_to_string(task.path().join("comm")).ok()?;
            let times = fs::read_to_string(task.path().join("schedstat")).ok()?;
            let time = times.split(' ').next()?.parse().ok()?;
            Some((format!("{} {}", name.trim(), task.file_name().to_string_lossy()), Duration::from_nanos(time)))
        };
        tasks.filter_map(time).collect()
    }

    /// Returns the processor time that it has used.
    pub fn processor_time(self) -> Duration {
        let stat = fs::read_to_string(self.path("stat")).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
        let ticks: u64 = fields.iter().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        // A tick is 10 ms on all systems that Linux runs on: USER_HZ.
        Duration::from_millis(10 * ticks)
    }
}

/// Returns the recovery files in this home folder.
pub fn recovery_files(home: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(home.join("quincunx/unsaved")).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten()).map(|file| file.path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "ron")).collect()
}
