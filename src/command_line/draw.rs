//! `draw`: draws a position or a solution as a picture, an animation, a printable sheet or a 3D model.

use std::path::PathBuf;

use super::{
    Failure, Status, Streams,
    arguments::{DEFAULT_SIZE, DrawArguments, FormatName},
    gather::{self, Deadline},
    input::Input,
    meter::Meter,
    output::Target,
    words,
};
use base::{
    board::{Heading, Scene},
    book::PaperSize,
    contact,
    erased::{Kind, Solution, State},
    look::Look,
    mesh::{Arrangement, Model, PrintSettings},
    picture::{Color, Picture},
    text::Noun,
};
use export::{Format, Paper, pdf, stl, svg};
use workbench::{file::SaveFile, threads::processors};

/// Draws the position in the file and writes the output file.
pub fn run(arguments: &DrawArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let target = Target::new(&arguments.output, arguments.force)?;
    let form = match arguments.format {
        Some(name) => name.into(),
        None => Form::of(target)?,
    };
    refuse_options_without_effect(arguments, form)?;
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let draw = Draw { arguments, kind: input.kind()?, input: &input };
    let Form::Picture(format) = form else {
        write_models(&draw.models()?, draw.kind.title, arguments, target, streams)?;
        return Ok(Status::Done);
    };
    target.write(&draw.draw(format)?, streams)?;
    Ok(Status::Done)
}

/// Writes each model to a file, none of which is replaced unless asked to.
fn write_models(
    models: &[Model],
    title: &str,
    arguments: &DrawArguments,
    target: Target<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if let [Model { name, mesh }] = models
        && (name.is_empty() || matches!(target, Target::Standard))
    {
        return target.write(&stl::write(mesh, title), streams);
    }
    let Target::File(path) = target else {
        return Err(Failure::Complaint(format!("quincunx: -o -: there are {}, each with a file of its own; name one", models.len())));
    };
    let paths: Vec<PathBuf> = models.iter().map(|model| Model::path(&model.name, path)).collect();
    let targets: Vec<Target<'_>> = paths.iter().map(|path| Target::new(path, arguments.force)).collect::<Result<_, _>>()?;
    for (model, target) in models.iter().zip(targets) {
        target.write(&stl::write(&model.mesh, title), streams)?;
    }
    Ok(())
}

fn refuse_options_without_effect(arguments: &DrawArguments, form: Form) -> Result<(), Failure> {
    let DrawArguments { step, sheet, all, cell, gap, apart, bed, pieces, size, theme, .. } = *arguments;
    for (is_given, option) in [(sheet, "--sheet"), (all, "--all")] {
        if is_given && form == Form::Model {
            return Err(Failure::Complaint(format!("quincunx: {option}: a 3D model can't show this; choose .svg or .png")));
        }
    }
    let (result, useless) = match form {
        Form::Model => ("a 3D model", vec![(size.is_some(), "--size"), (theme.is_some(), "--theme"), (step.is_some(), "--step")]),
        Form::Picture(format) => {
            let mut useless = vec![(cell.is_some(), "--cell"), (gap.is_some(), "--gap"), (apart, "--apart")];
            if sheet && format == Format::Pdf {
                useless.push((size.is_some(), "--size"));
            }
            useless.extend([(bed.is_some(), "--bed"), (pieces, "--pieces")]);
            if sheet {
                useless.extend([(theme.is_some(), "--theme"), (step.is_some(), "--step")]);
            }
            (if sheet { "a printable sheet" } else { "a picture" }, useless)
        }
    };
    match useless.into_iter().find(|&(is_given, _)| is_given) {
        Some((_, option)) => Err(Failure::Complaint(words::no_effect(option, result))),
        None => Ok(()),
    }
}

struct Draw<'a> {
    arguments: &'a DrawArguments,
    kind: &'static Kind,
    input: &'a Input,
}

/// The kind of output.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Picture(Format),
    Model,
}

impl Form {
    /// The form that the name of the file asks for.
    fn of(target: Target<'_>) -> Result<Self, Failure> {
        let Target::File(path) = target else {
            return Err(Failure::Complaint("quincunx: -o -: use --format to choose svg, png, gif, stl or pdf".to_owned()));
        };
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("stl")) {
            return Ok(Self::Model);
        }
        Format::of(path).map(Self::Picture).map_err(|_| {
            Failure::Complaint(words::file_error(
                path,
                "unknown file type; use .svg or .png for a picture, .gif for an animation, .stl for a 3D model, .pdf for a sheet, or --format",
            ))
        })
    }
}

impl From<FormatName> for Form {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Svg => Self::Picture(Format::Svg),
            FormatName::Png => Self::Picture(Format::Png),
            FormatName::Gif => Self::Picture(Format::Gif),
            FormatName::Stl => Self::Model,
            FormatName::Pdf => Self::Picture(Format::Pdf),
        }
    }
}

impl Draw<'_> {
    fn draw(&self, format: Format) -> Result<Vec<u8>, Failure> {
        let kind = self.kind;
        let SaveFile { state, title, .. } = &self.input.document(kind)?;
        let shown = self.arguments.solution.map(|number| self.shown(state, number)).transpose()?;
        if self.arguments.sheet {
            let Some(sheet) = kind.board_extras.sheet else {
                return Err(Failure::Complaint(format!("quincunx: --sheet: {} has no printable sheet", kind.title)));
            };
            let name = title.clone().unwrap_or_default();
            let heading = Heading { name, solution: self.arguments.solution.map(u64::from), solutions: None };
            let sheet = sheet(state, shown.as_ref().map(|(solution, _)| solution), &heading);
            if format == Format::Pdf {
                return Ok(pdf::write_sheet(&sheet, PaperSize::A4.points()));
            }
            return encode(format, vec![self.write(&sheet, Color::WHITE)]);
        }
        if format == Format::Pdf {
            return Err(Failure::Complaint("quincunx: only a sheet can be a PDF file: add --sheet, or choose .svg or .png".to_owned()));
        }
        if self.arguments.all {
            return self.all(state, format);
        }
        let checked = (kind.check)(state);
        let insight = checked.as_ref().ok().and_then(|problem| gather::analyze(kind, problem, Deadline::default(), processors()).insight);
        let look = self.look();
        let flaws = match &checked {
            Ok(_) => insight.as_ref().map_or_else(Vec::new, |insight| kind.extras.analysis_flaws(insight)),
            Err(flaws) => flaws.clone(),
        };
        let picture = |shown| {
            let view = &(kind.view)();
            let picture = (kind.draw)(&Scene {
                state,
                flaws: &flaws,
                insight: insight.as_ref(),
                shown,
                view,
                pointed: None,
                marks: &[],
                look: &look,
            });
            self.write(&picture, look.colors.window)
        };
        let pictures = match &shown {
            Some((solution, step)) if format == Format::Gif => (0..=*step).map(|step| picture(Some((solution, step)))).collect(),
            Some((solution, step)) => vec![picture(Some((solution, *step)))],
            None => vec![picture(None)],
        };
        encode(format, pictures)
    }

    fn look(&self) -> Look {
        Look::new(self.arguments.theme.unwrap_or_default().into())
    }

    fn write<S>(&self, picture: &Picture<S>, ground: Color) -> String {
        svg::write(picture, &Paper { longer_side: self.arguments.size.unwrap_or(DEFAULT_SIZE), ground: Some(ground) })
    }

    /// Draws all solutions on one numbered sheet.
    fn all(&self, state: &State, format: Format) -> Result<Vec<u8>, Failure> {
        let problem = self.input.problem(self.kind, state)?;
        let found =
            gather::search(self.kind, &problem, &self.kind.techniques[0], contact::MAX_PICTURES + 1, Deadline::default(), Meter::new(None));
        if contact::MAX_PICTURES < found.solutions.len() {
            return Err(Failure::Complaint(format!(
                "quincunx: --all: the position has more than {}, too many for one picture",
                (self.kind.extras.noun)(state).counted(contact::MAX_PICTURES as u64)
            )));
        }
        let look = self.look();
        let view = (self.kind.view)();
        let thumbnails = found.solutions.iter().map(|solution| (self.kind.thumbnail)(state, &view, solution, &look));
        let sheet = contact::sheet(self.kind.title, thumbnails.collect(), &look);
        encode(format, vec![self.write(&sheet, look.colors.window)])
    }

    fn models(&self) -> Result<Vec<Model>, Failure> {
        let SaveFile { state, .. } = &self.input.document(self.kind)?;
        let shown = self.arguments.solution.map(|number| self.shown(state, number)).transpose()?;
        let DrawArguments { cell, gap, apart, bed, pieces, .. } = *self.arguments;
        let arrangement = match () {
            () if pieces => Arrangement::EachPiece,
            () if bed.is_some() => Arrangement::OnBeds,
            () if apart => Arrangement::Apart,
            () => Arrangement::Assembled,
        };
        let usual = PrintSettings::default();
        let settings = PrintSettings {
            cell_mm: cell.unwrap_or(usual.cell_mm),
            gap_mm: gap.unwrap_or(usual.gap_mm),
            arrangement,
            bed_mm: bed.unwrap_or(usual.bed_mm),
        };
        let Some(models) = self.kind.board_extras.models else {
            return Err(Failure::Complaint(format!("quincunx: {} has no 3D model; choose .svg, .png or .gif", self.kind.title)));
        };
        models(state, shown.as_ref().map(|(solution, _)| solution), &settings).map_err(|reason| Failure::Complaint(words::failed(&reason)))
    }

    /// Returns the solution with this number, counted from 1, and how many of its steps to show.
    fn shown(&self, state: &State, number: u32) -> Result<(Solution, usize), Failure> {
        let problem = self.input.problem(self.kind, state)?;
        let mut found =
            gather::search(self.kind, &problem, &self.kind.techniques[0], number as usize, Deadline::default(), Meter::new(None));
        if found.count < u64::from(number) {
            return Err(Failure::Complaint(format!(
                "quincunx: --solution {number}: the position has {}",
                at_most(found.count, (self.kind.extras.noun)(state))
            )));
        }
        let solution = found.solutions.swap_remove(number as usize - 1);
        let steps = (self.kind.steps)(&solution);
        match self.arguments.step {
            Some(step) if steps < step => {
                Err(Failure::Complaint(format!("quincunx: --step {step}: solution {number} has {}", at_most(steps as u64, Noun("step")))))
            }
            step => Ok((solution, step.unwrap_or(steps))),
        }
    }
}

fn encode(format: Format, pictures: Vec<String>) -> Result<Vec<u8>, Failure> {
    format.encode(pictures).map_err(|error| Failure::Complaint(words::failed(&error)))
}

/// What a number that is too large is compared with.
fn at_most(count: u64, noun: Noun) -> String {
    if count == 0 { format!("no {}", noun.plural()) } else { format!("only {}", noun.counted(count)) }
}
