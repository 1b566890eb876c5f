//! Printing: the button for a sheet of layers on paper, and exports of solids for a 3D printer.

use egui::{DragValue, Ui, vec2};

use base::{
    erased,
    mesh::{Arrangement, PrintSettings},
    puzzle::{Puzzle, Types},
};
use export::stl;
use gui::{
    command::DocumentCommand,
    files::{Content, Data, Parcel, PathRequest, suggested_name_of_kind},
    request::{Request, Requests},
    sections::Section,
    tools::Of,
    widgets::{choice, muted},
};
use packing::{
    drawing::plates,
    model::{solution::Solution, state::State},
};
use soma::Soma;
use workbench::{
    job::Wake,
    session::{Mode, Session},
    worker::{Failure, Worker},
};

/// The settings for exported solids, and the export that is running.
pub struct Printing {
    making: PrintSettings,
    worker: Worker<Result<Parcel, String>>,
    /// Why nothing was exported last.
    refusal: Option<String>,
}

impl Printing {
    /// Starts without an export. `wake` is called when one is finished.
    pub fn new(wake: Wake) -> Self {
        Self { making: PrintSettings::default(), worker: Worker::new("soma printing", wake), refusal: None }
    }

    fn making_ui(&mut self, ui: &mut Ui) {
        let PrintSettings { cell_mm, gap_mm, arrangement, bed_mm } = &mut self.making;
        for (label, value, range, hint) in [
            ("Cube size", cell_mm, 1.0..=200.0, "The length of a cube's side"),
            (
                "Gap",
                gap_mm,
                0.0..=5.0,
                "The whole clearance between the faces of neighbouring pieces. Without one, an assembled figure is one solid.",
            ),
        ] {
            ui.horizontal(|ui| {
                let label = ui.label(label);
                let value = DragValue::new(value).range(range).speed(0.1).max_decimals(2).suffix(" mm");
                ui.add(value).labelled_by(label.id).on_hover_text(hint);
            });
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (text, kind, name) in [
                ("Assembled", Arrangement::Assembled, "The pieces as placed in the solution"),
                ("Separate pieces", Arrangement::Apart, "Each piece separately, flat on the ground"),
                (
                    "On plates",
                    Arrangement::OnBeds,
                    "Each piece separately, on as many beds of the printer as they need, with a file for each",
                ),
                ("A file for each", Arrangement::EachPiece, "Each piece in a file of its own; of copies, one"),
            ] {
                if choice(ui, text, *arrangement == kind, name).clicked() {
                    *arrangement = kind;
                }
            }
        });
        if *arrangement == Arrangement::OnBeds {
            for (label, value) in ["Bed width", "Bed depth"].into_iter().zip(bed_mm) {
                ui.horizontal(|ui| {
                    let label = ui.label(label);
                    ui.add(DragValue::new(value).range(1.0..=1000.0).max_decimals(0).suffix(" mm")).labelled_by(label.id);
                });
            }
        }
    }
}

impl Printing {
    fn controls_ui(&mut self, ui: &mut Ui, session: Of<'_, Soma>, state: &State) {
        let name = session.name();
        let shown: Option<&Solution> = session.shown().map(|(solution, _)| solution);
        if ui
            .button("Export sheet…")
            .on_hover_text("The layers with numbered pieces and their assembly order, as SVG, PNG or PDF")
            .clicked()
        {
            Request::Run(DocumentCommand::ExportSheet.into()).send(ui.ctx());
        }
        self.making_ui(ui);
        if ui.button("Export STL…").on_hover_text("A watertight model for a 3D printer").clicked() {
            let (state, solution, making) = (state.clone(), shown.cloned(), self.making);
            let name = suggested_name_of_kind(&name, if making.arrangement == Arrangement::Apart { "-pieces.stl" } else { ".stl" });
            self.refusal = None;
            self.worker.start(move |observer| observer.found(model(&state, solution.as_ref(), &making, name)));
        }
        let failure = self.worker.failure().map(|failure| match failure {
            Failure::NoThread(error) => error.to_string(),
            Failure::Panic(_) => "Couldn't create the file".to_owned(),
        });
        if let Some(complaint) = self.refusal.as_ref().or(failure.as_ref()) {
            muted(ui, &format!("▲ {complaint}"));
        }
    }
}

impl Printing {
    /// Shows the controls in Solve mode.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, state: &erased::State) {
        let session = Of::<Soma>::new(session);
        if session.played().mode() == Mode::Solve {
            Section::folded("soma.print", "Print").show(ui, |ui| self.controls_ui(ui, session, state.get::<<Soma as Types>::State>()));
        }
    }

    /// Asks where to write what was made.
    pub fn catch_up(&mut self, requests: &Requests) {
        self.worker.drain(|made| match made {
            Ok(model) => requests.send(Request::ChoosePath(PathRequest::Write(model))),
            Err(reason) => self.refusal = Some(reason),
        });
    }

    /// Whether something is made.
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Stops that.
    pub fn stop(&mut self) {
        self.worker.stop();
    }
}

fn model(state: &State, solution: Option<&Solution>, making: &PrintSettings, name: String) -> Result<Parcel, String> {
    let models = plates::models(state, solution, making)?.into_iter();
    let mut files: Vec<(String, Vec<u8>)> = models.map(|model| (model.name, stl::write(&model.mesh, Soma::TITLE))).collect();
    let is_only = matches!(&files[..], [(name, _)] if name.is_empty());
    let data = if is_only { Data::Bytes(files.swap_remove(0).1) } else { Data::Models(files) };
    Ok(Parcel { content: Content::Output, name, data })
}
