//! `draw`: a position, or a solution on it, as a picture, step by step as one that moves, as a sheet to be printed, or as a body.

use super::{
    Failure, Status, Streams,
    arguments::DrawArguments,
    gather::{self, Deadline},
    input::Input,
    output,
};
use crate::{
    board::{Board, Scene},
    contact,
    export::{Format, Paper, stl, svg},
    look::Look,
    mesh::{Arrangement, Making},
    picture::{Color, Picture},
    puzzles::Visitor,
    text::{counted, grouped},
};

/// Draws the file's position into the picture's file.
pub fn run(arguments: &DrawArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let form = if arguments.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("stl")) {
        Form::Body
    } else {
        let unknown = |error| Failure::Complaint(format!("{}: {error}, that of a body in .stl", arguments.output.display()));
        Form::Picture(Format::of(&arguments.output).map_err(unknown)?)
    };
    if !arguments.force {
        output::require_free(&arguments.output)?;
    }
    let input = Input::require(&arguments.file, streams)?;
    let bytes = input.visit_puzzle(Draw { arguments, input: &input, form })?;
    output::write(&arguments.output, &bytes)?;
    Ok(Status::Done)
}

struct Draw<'a> {
    arguments: &'a DrawArguments,
    input: &'a Input,
    form: Form,
}

/// What is written.
#[derive(Clone, Copy)]
enum Form {
    Picture(Format),
    Body,
}

impl Visitor for Draw<'_> {
    type Output = Result<Vec<u8>, Failure>;

    fn visit<P: Board>(self) -> Self::Output {
        let state = &self.input.document::<P>()?.state;
        let shown = self.arguments.solution.map(|number| self.shown::<P>(state, number)).transpose()?;
        let format = match self.form {
            Form::Body => return self.body::<P>(state, shown.as_ref().map(|(solution, _)| solution)),
            Form::Picture(format) if self.arguments.sheet => {
                let Some(sheet) = P::BOARD_EXTRAS.sheet else {
                    return Err(Failure::Complaint(format!("quincunx: --sheet: {} has no sheet to print", P::TITLE)));
                };
                let sheet = sheet(state, shown.as_ref().map(|(solution, _)| solution));
                return encode(format, vec![self.write(&sheet, Color::WHITE)]);
            }
            Form::Picture(format) if self.arguments.all => return self.all::<P>(state, format),
            Form::Picture(format) => format,
        };
        let checked = P::check(state);
        let insight = checked.as_ref().ok().and_then(|problem| gather::analyze::<P>(problem, Deadline::default()).insight);
        let look = Look::new(self.arguments.theme.into());
        let picture = |shown| {
            let flaws = checked
                .as_ref()
                .err()
                .map_or_else(|| insight.as_ref().map_or(&[][..], |insight| P::EXTRAS.objections(insight)), Vec::as_slice);
            let view = &P::View::default();
            let picture = P::draw(&Scene { state, flaws, insight: insight.as_ref(), shown, view, pointed: None, look: &look });
            self.write(&picture, look.colors.window)
        };
        let pictures = match &shown {
            Some((solution, step)) if format == Format::Gif => (0..=*step).map(|step| picture(Some((solution, step)))).collect(),
            Some((solution, step)) => vec![picture(Some((solution, *step)))],
            None => vec![picture(None)],
        };
        encode(format, pictures)
    }
}

fn encode(format: Format, pictures: Vec<String>) -> Result<Vec<u8>, Failure> {
    format.encode(pictures).map_err(|error| Failure::Complaint(format!("quincunx: {error}")))
}

impl Draw<'_> {
    fn write<S>(&self, picture: &Picture<S>, ground: Color) -> String {
        svg::write(picture, &Paper { longer_side: self.arguments.size, ground: Some(ground) })
    }

    /// All solutions on one sheet.
    fn all<P: Board>(&self, state: &P::State, format: Format) -> Result<Vec<u8>, Failure> {
        let problem = self.input.problem::<P>(state)?;
        let found = gather::search::<P>(&problem, &P::techniques()[0], contact::MOST + 1, Deadline::default());
        if contact::MOST < found.solutions.len() {
            let most = grouped(contact::MOST as u64);
            return Err(Failure::Complaint(format!("quincunx: --all: there are more than {most} solutions, too many for one picture")));
        }
        let look = Look::new(self.arguments.theme.into());
        let sheet = contact::sheet::<P>(state, &P::View::default(), &found.solutions, &look);
        encode(format, vec![self.write(&sheet, look.colors.window)])
    }

    fn body<P: Board>(&self, state: &P::State, solution: Option<&P::Solution>) -> Result<Vec<u8>, Failure> {
        let DrawArguments { cell, gap, apart, sheet, all, .. } = *self.arguments;
        for (is_asked, name) in [(sheet, "--sheet"), (all, "--all")] {
            if is_asked {
                return Err(Failure::Complaint(format!("quincunx: {name}: it is a picture, whose name ends in .svg or .png")));
            }
        }
        let arrangement = if apart { Arrangement::Apart } else { Arrangement::Assembled };
        let Some(mesh) = P::BOARD_EXTRAS.mesh else {
            return Err(Failure::Complaint(format!("quincunx: {} has no body to print", P::TITLE)));
        };
        let mesh = mesh(state, solution, &Making { cell_mm: cell, gap_mm: gap, arrangement });
        let mesh = mesh.map_err(|reason| Failure::Complaint(format!("quincunx: {reason}")))?;
        Ok(stl::write(&mesh, P::TITLE))
    }

    /// The solution with this number, counted from 1, and how many of its steps are to be seen.
    fn shown<P: Board>(&self, state: &P::State, number: u32) -> Result<(P::Solution, usize), Failure> {
        let problem = self.input.problem::<P>(state)?;
        let mut found = gather::search::<P>(&problem, &P::techniques()[0], number as usize, Deadline::default());
        if found.count < u64::from(number) {
            let count = counted(found.count, "solution");
            return Err(Failure::Complaint(format!("quincunx: --solution {number}: the position has only {count}")));
        }
        let solution = found.solutions.swap_remove(number as usize - 1);
        let steps = P::steps(&solution);
        match self.arguments.step {
            Some(step) if steps < step => {
                let steps = counted(steps as u64, "step");
                Err(Failure::Complaint(format!("quincunx: --step {step}: solution {number} has only {steps}")))
            }
            step => Ok((solution, step.unwrap_or(steps))),
        }
    }
}
