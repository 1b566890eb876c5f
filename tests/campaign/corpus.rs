//! The files that the campaign mutates: presets, deals, games, and files with paused searches.

use std::{
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    workbench::{file, lifecycle::Search, session::Session},
};

/// How long a search runs before it is paused for a file.
const RUN_FOR: Duration = Duration::from_millis(30);

/// Returns files of the puzzle.
pub fn files<P: Board>() -> Vec<String> {
    let presets = P::presets().iter().map(|preset| preset.ron.to_owned());
    let deals = (0..4).map(|seed| file::write::<P>(&file::Document::untitled(P::deal(seed))));
    let mut files: Vec<String> = presets.chain(deals).collect();
    let paused: Vec<String> = P::presets().iter().filter_map(|preset| paused::<P>(preset.ron, RUN_FOR)).take(6).collect();
    files.extend(paused);
    files
}

/// Searches the position of this file by the first technique that has tasks, pauses, and returns the file with that search. Returns `None`
/// if there is no such technique, or the search ends earlier.
pub fn paused<P: Board>(text: &str, run_for: Duration) -> Option<String> {
    let technique = P::techniques().iter().find(|technique| technique.tasks.is_some())?;
    let (mut session, woken) = open::<P>(file::read::<P>(text).ok()?);
    session.choose(technique);
    session.threads = 2;
    session.search();
    wait(&mut session, &woken, run_for, |_| false);
    session.pause();
    wait(&mut session, &woken, Duration::from_secs(10), |session| !session.is_busy());
    session.can_resume().then(|| file::write::<P>(&session.to_save().0))
}

/// Opens a document without a window. The receiver gets a message whenever there is news.
pub fn open<P: Board>(document: file::Document<P::State>) -> (Session<P>, mpsc::Receiver<()>) {
    let (sender, woken) = mpsc::sync_channel(1);
    let wake = Arc::new(move || {
        // One message is enough.
        let _ = sender.try_send(());
    });
    (Session::new(document, None, wake), woken)
}

/// Takes in what the session's jobs report, until the condition is true or this time is over. Returns the longest time that taking in
/// took.
pub fn wait<P: Board>(
    session: &mut Session<P>,
    woken: &mpsc::Receiver<()>,
    most: Duration,
    mut until: impl FnMut(&Session<P>) -> bool,
) -> Duration {
    let end = Instant::now() + most;
    let mut longest = Duration::ZERO;
    loop {
        let began = Instant::now();
        session.catch_up();
        longest = longest.max(began.elapsed());
        let remaining = end.saturating_duration_since(Instant::now());
        if until(session) || remaining.is_zero() {
            return longest;
        }
        let _ = woken.recv_timeout(remaining.min(Duration::from_millis(5)));
    }
}

/// Returns what the search of this session is doing, for messages.
pub fn activity<P: Board>(session: &Session<P>) -> &'static str {
    match session.activity() {
        Search::Idle => "idle",
        Search::Running(_) => "running",
        Search::Paused => "paused",
        Search::Finished => "finished",
        Search::Stopped => "stopped",
        Search::Failed(_) => "failed",
    }
}
