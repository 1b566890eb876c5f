//! A paused search as a save file stores it, and the checks before it is resumed.

use std::time::Duration;

use super::job::PoolCheckpoint;
use base::{
    erased::{Erased, Kind, Problem, Solution, Summary},
    kept,
    puzzle::{Tasks, Technique},
    search::{Tally, Task},
    text::{grouped, quoted},
};

pub use base::save_file::{PausedSearch, Shard};

/// The largest count that a file may have. No search ever gets there, so resuming one from there can't overflow.
const MOST_COUNTED: u64 = 1 << 53;

/// The most solutions of all searches in one file. Recovery files are written once a second while a search runs.
pub const MOST_LISTED: usize = 2_000;

/// The most bytes of the solutions of one search in a file, whose size is limited, too.
const MOST_BYTES: usize = 256 << 10;

/// A paused search that can be resumed.
pub struct Resumable {
    /// The technique.
    pub technique: &'static Technique<Erased>,
    /// The technique's tasks.
    pub tasks: &'static Tasks<Erased>,
    /// The number of solutions found.
    pub count: u64,
    /// Those that are listed; none if the list of the file isn't one of this search.
    pub solutions: Vec<Solution>,
    /// The summary of all that were found.
    pub summary: Summary,
    /// The remaining tasks and the work so far.
    pub checkpoint: PoolCheckpoint,
}

impl Resumable {
    /// The search in the form of a file.
    pub fn saved(&self, problem: &Problem) -> PausedSearch {
        let Self { technique, tasks, count, solutions, summary, checkpoint } = self;
        PausedSearch {
            technique: technique.key.to_owned(),
            of: (tasks.identify)(problem),
            count: *count,
            solutions: fitting(solutions.iter().map(tasks.to_text).collect()),
            summary: (tasks.to_counts)(summary),
            tally: checkpoint.tally.clone(),
            elapsed_ms: checkpoint.elapsed.as_millis().try_into().unwrap_or(u64::MAX),
            tasks: checkpoint.tasks.clone(),
            failed: checkpoint.failed.clone(),
            shard: None,
        }
    }
}

/// Returns the search as this part of a whole, with its hash.
pub fn sealed(search: PausedSearch, shard: Shard) -> PausedSearch {
    let search = PausedSearch { shard: Some(Shard { digest: 0, ..shard.clone() }), ..search };
    let digest = digest(&search);
    PausedSearch { shard: Some(Shard { digest, ..shard }), ..search }
}

/// Whether the hash of a part fits the search.
pub fn is_whole(search: &PausedSearch) -> bool {
    search.shard.as_ref().is_none_or(|shard| sealed(search.clone(), shard.clone()).shard.as_ref() == Some(shard))
}

/// 64-bit FNV-1a of the search as text.
fn digest(search: &PausedSearch) -> u64 {
    let text = kept::to_text(search);
    text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the search in the form that can be resumed in this problem. The tasks are only checked when they run, because there are
/// many.
///
/// # Errors
/// Why it can't be resumed: a sentence without the full stop.
pub fn resume(search: PausedSearch, kind: &Kind, problem: &Problem) -> Result<Resumable, String> {
    let technique = kind.technique(&search.technique).and_then(|technique| Some((technique, technique.tasks?)));
    let Some((technique, tasks)) = technique else {
        return Err(format!("the paused search uses the technique \"{}\", which can't resume searches", quoted(&search.technique)));
    };
    let here = (tasks.identify)(problem);
    if here != search.of {
        return Err(format!("the paused search belongs to another position: expected {here}, not {}", search.of));
    }
    if let Some(count) = counts(&search).find(|&count| MOST_COUNTED < count) {
        return Err(format!("the paused search has the count {}, but the largest is {}", grouped(count), grouped(MOST_COUNTED)));
    }
    let elapsed = Duration::from_millis(search.elapsed_ms);
    let checkpoint = PoolCheckpoint { tasks: search.tasks, failed: search.failed, tally: search.tally, elapsed };
    let shares: f64 = checkpoint.all_tasks().map(|task| task.share).sum();
    let is_share = |task: &Task| (0.0..=1.0).contains(&task.share);
    if !checkpoint.all_tasks().all(is_share) || shares > 1.001 {
        return Err(format!("the tasks of the paused search have shares that add up to {shares}, which is more than 1"));
    }
    let Some(summary) = (tasks.from_counts)(&search.summary) else {
        return Err("the paused search has an invalid summary".to_owned());
    };
    let are_few = search.solutions.len() <= MOST_LISTED && search.solutions.len() as u64 <= search.count;
    let texts = search.solutions.iter().filter(|_| are_few);
    // The list is only shown, so the search doesn't fail with it.
    let solutions = texts.map(|text| (tasks.from_text)(problem, text)).collect::<Option<_>>().unwrap_or_default();
    Ok(Resumable { technique, tasks, count: search.count, solutions, summary, checkpoint })
}

/// Returns all counts in the file.
fn counts(search: &PausedSearch) -> impl Iterator<Item = u64> {
    let Tally { explored, kept, stages, memory } = &search.tally;
    let stages = stages.iter().flat_map(|stage| [stage.explored, stage.kept]);
    let found = search.failed.iter().map(|failed| failed.found);
    let tally = [*explored, *kept, *memory].into_iter().chain(stages);
    [search.count, search.elapsed_ms].into_iter().chain(search.summary.values().copied()).chain(tally).chain(found)
}

/// As many of these texts as a file has room for, evenly spread.
fn fitting(texts: Vec<String>) -> Vec<String> {
    let bytes: usize = texts.iter().map(String::len).sum();
    let longest = texts.iter().map(String::len).max().unwrap_or(0);
    let stride = if bytes <= MOST_BYTES { 1 } else { texts.len().div_ceil(MOST_BYTES / longest.max(1)).max(1) };
    texts.into_iter().step_by(stride).collect()
}
