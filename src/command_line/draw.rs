//! `draw`: a position, or an answer on it, as a picture.

use super::{
    Failure, Status, Streams,
    arguments::DrawArguments,
    gather::{self, Deadline},
    input::{Input, complaint},
};
use crate::{
    board::{Board, Scene},
    export::{Format, Paper, svg},
    look::Look,
    puzzles::Visitor,
    text::counted,
    workbench::file,
};

/// Draws the file's position into the picture's file.
pub fn run(arguments: &DrawArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let unknown = |error| Failure::Complaint(format!("{}: {error}", arguments.output.display()));
    let format = Format::of(&arguments.output).map_err(unknown)?;
    let input = Input::require(&arguments.file, streams)?;
    let bytes = input.visit_puzzle(Draw { arguments, input: &input, format })?;
    file::save(&arguments.output, &bytes).map_err(|error| Failure::Complaint(complaint(&arguments.output, &error)))?;
    Ok(Status::Done)
}

struct Draw<'a> {
    arguments: &'a DrawArguments,
    input: &'a Input,
    format: Format,
}

impl Visitor for Draw<'_> {
    type Output = Result<Vec<u8>, Failure>;

    fn visit<P: Board>(self) -> Self::Output {
        let state = &self.input.document::<P>()?.state;
        let shown = self.arguments.answer.map(|number| self.shown::<P>(state, number)).transpose()?;
        let checked = P::check(state);
        let insight = checked.as_ref().ok().and_then(|problem| gather::analyze::<P>(problem, Deadline::default()).insight);
        let look = Look::new(self.arguments.theme.into());
        let picture = P::draw(&Scene {
            state,
            flaws: checked.as_ref().err().map_or_else(|| insight.as_ref().map_or(&[][..], P::objections), Vec::as_slice),
            insight: insight.as_ref(),
            shown: shown.as_ref().map(|(answer, step)| (answer, *step)),
            view: &P::View::default(),
            pointed: None,
            look: &look,
        });
        let paper = Paper { longer_side: self.arguments.size, ground: Some(look.colors.window) };
        self.format.encode(svg::write(&picture, &paper)).map_err(|error| Failure::Complaint(format!("quincunx: {error}")))
    }
}

impl Draw<'_> {
    /// The answer with this number, counted from 1, and how many of its steps are to be seen.
    fn shown<P: Board>(&self, state: &P::State, number: u32) -> Result<(P::Answer, usize), Failure> {
        let problem = self.input.problem::<P>(state)?;
        let mut found = gather::search::<P>(&problem, &P::techniques()[0], number as usize, Deadline::default());
        if found.count < u64::from(number) {
            let count = counted(found.count, "answer");
            return Err(Failure::Complaint(format!("quincunx: --answer {number}: the position has only {count}")));
        }
        let answer = found.answers.swap_remove(number as usize - 1);
        let steps = P::steps(&answer);
        match self.arguments.step {
            Some(step) if steps < step => {
                let steps = counted(steps as u64, "step");
                Err(Failure::Complaint(format!("quincunx: --step {step}: answer {number} has only {steps}")))
            }
            step => Ok((answer, step.unwrap_or(steps))),
        }
    }
}
