//! `merge`: puts the parts of a search together, and proves that all are there.

use std::path::Path;

use super::{
    Failure, Status, Streams,
    arguments::MergeArguments,
    gather::{Analyzed, Gathered},
    input::Input,
    pooled::DAMAGED,
    solve::{self, Outcome},
    values::is_part,
    words,
};
use base::{
    erased::{Kind, Problem, State},
    text::{counted, listed, quoted},
};
use workbench::{
    file::SaveFile,
    paused::{self, Resumable, Shard},
};

/// A part, and where it comes from.
struct Part<'a> {
    path: &'a Path,
    kind: &'static Kind,
    document: SaveFile<State>,
    problem: Problem,
    /// Identifies the search.
    of: String,
    shard: Shard,
    search: Resumable,
}

/// Puts the parts together and prints the result as `solve` does.
pub fn run(arguments: &MergeArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let parts = arguments.parts.iter().map(|path| Part::read(path, streams)).collect::<Result<Vec<Part<'_>>, _>>()?;
    let Some(first) = parts.first() else { return Ok(Status::Done) };
    let mut of_number: Vec<Option<&Part<'_>>> = vec![None; first.shard.of];
    for part in &parts {
        part.require_like(first)?;
        let Some(place) = of_number.get_mut(part.shard.number.wrapping_sub(1)) else { return Err(part.failure(DAMAGED)) };
        if let Some(other) = place.replace(part) {
            return Err(part.failure(&format!("is the same part as {}: {}", other.path.display(), part.in_words())));
        }
    }
    let missing: Vec<String> = (1..).zip(&of_number).filter(|(_, part)| part.is_none()).map(|(number, _)| number.to_string()).collect();
    if !missing.is_empty() {
        let (these, verb) = if missing.len() == 1 { ("part", "is") } else { ("parts", "are") };
        let missing = listed(&missing, "and");
        return Err(Failure::Complaint(format!("quincunx: {these} {missing} of {} {verb} missing", first.shard.of)));
    }
    let outcome =
        Outcome::new(first.kind, &first.problem, first.search.technique, together(&parts)?, Analyzed { is_complete: true, insight: None });
    solve::write(first.kind, &first.document, &outcome, arguments.json, streams.output)?;
    Ok(Status::Done)
}

/// Adds up what the parts found. Each count of a summary is a sum over the solutions.
fn together(parts: &[Part<'_>]) -> Result<Gathered, Failure> {
    let first = &parts[0];
    let mut all = first.search.saved(&first.problem);
    let mut elapsed = first.search.checkpoint.elapsed;
    for part in &parts[1..] {
        let own = part.search.saved(&part.problem);
        all.count += own.count;
        all.tally += &own.tally;
        elapsed += part.search.checkpoint.elapsed;
        // A count that some part doesn't have, since pinned pieces break the symmetry, isn't known of all.
        let sum = |(name, count): (String, u64)| {
            let more = *own.summary.get(&name)?;
            Some((name, count + more))
        };
        all.summary = all.summary.into_iter().filter_map(sum).collect();
    }
    let summary = (first.search.tasks.from_counts)(&all.summary).ok_or_else(|| first.failure("has an invalid summary"))?;
    Ok(Gathered { is_complete: true, count: all.count, solutions: Vec::new(), summary, tally: all.tally, elapsed })
}

impl<'a> Part<'a> {
    fn read(path: &'a Path, streams: &mut Streams<'_>) -> Result<Self, Failure> {
        let wrong = |message: &str| Failure::Complaint(words::file_error(path, message));
        let input = Input::require(path, streams)?;
        let kind = input.kind()?;
        let mut document = input.document(kind)?;
        let problem = input.problem(kind, &document.state)?;
        let search = document.search.take().ok_or_else(|| wrong("has no search"))?;
        let Some(shard) = search.shard.clone() else { return Err(wrong("contains a whole search, not a part")) };
        if !paused::is_whole(&search) || !is_part(&[shard.number, shard.of]) {
            return Err(wrong(DAMAGED));
        }
        let of = search.of.clone();
        let search = paused::resume(search, kind, &problem).map_err(|why| wrong(&why))?;
        if !search.checkpoint.is_complete() {
            let remaining = counted(search.checkpoint.all_tasks().count() as u64, "task");
            return Err(wrong(&format!("isn't finished: {remaining} of it remain; repeat the command that made it")));
        }
        Ok(Self { path, kind, document, problem, of, shard, search })
    }

    /// Checks that the part comes from the same search, divided in the same way.
    fn require_like(&self, first: &Self) -> Result<(), Failure> {
        let differs = |what: &str, own: &str, others: &str| {
            let own = format!("belongs to another search than {}: {what} {}, not {}", first.path.display(), quoted(own), quoted(others));
            Err(self.failure(&own))
        };
        let (own, other) = (&self.shard, &first.shard);
        if self.of != first.of {
            return differs("position", &self.of, &first.of);
        }
        if self.search.technique.key != first.search.technique.key {
            return differs("technique", self.search.technique.key, first.search.technique.key);
        }
        if own.version != other.version {
            return differs("version", &own.version, &other.version);
        }
        if (own.of, own.tasks) != (other.of, other.tasks) {
            return differs("parts", &own.of.to_string(), &other.of.to_string());
        }
        Ok(())
    }

    fn in_words(&self) -> String {
        format!("{} of {}", self.shard.number, self.shard.of)
    }

    fn failure(&self, message: &str) -> Failure {
        Failure::Complaint(words::file_error(self.path, message))
    }
}
