//! `convert`: writes a save file as a file of BurrTools, and the other way round.

use std::path::Path;

use super::{Failure, Status, Streams, arguments::ConvertArguments, input::Input, output::Target, print_error, words};
use base::xmpuzzle;

/// Converts the file.
pub fn run(arguments: &ConvertArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let target = Target::new(&arguments.output, arguments.force)?;
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let kind = input.kind()?;
    let document = input.document(kind)?;
    input.problem(kind, &document.state)?;
    let is_for_burr_tools = match arguments.output.extension() {
        _ if arguments.output == Path::new("-") => !xmpuzzle::is_xml(&input.text),
        extension => extension.is_some_and(|extension| extension.eq_ignore_ascii_case("xmpuzzle")),
    };
    if !is_for_burr_tools {
        target.write((kind.write)(&document).as_bytes(), streams)?;
        return Ok(Status::Done);
    }
    let Some(burr_tools) = &kind.extras.burr_tools else {
        let able = streams.kinds.of_burr_tools().map_or("none", |kind| kind.key);
        let message = format!("positions of {} can't be written for BurrTools; those of {able} can", kind.key);
        return Err(Failure::Complaint(words::file_error(&arguments.file, &message)));
    };
    let (text, left_out) = (burr_tools.write)(document);
    target.write(text.as_bytes(), streams)?;
    for left_out in left_out {
        print_error(streams, &words::file_error(&arguments.output, &format!("not written: {left_out}")));
    }
    Ok(Status::Done)
}
