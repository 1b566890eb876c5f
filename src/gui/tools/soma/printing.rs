//! Printing: the button for a sheet of layers on paper, and exports of solids for a 3D printer.

use std::sync::mpsc::{self, Receiver};

use egui::{DragValue, Ui, vec2};

use crate::{
    export::stl,
    gui::{
        command::DocumentCommand,
        files::{Content, Data, Parcel, PathRequest, suggested_name_of_kind},
        request::{Request, Requests},
        sections::Section,
        tools::Companion,
        widgets::{choice, muted},
    },
    mesh::{Arrangement, PrintSettings},
    puzzle::Puzzle,
    puzzles::soma::{
        Soma,
        drawing::mesh,
        model::{solution::Solution, state::State},
    },
    workbench::{
        job::{Wake, spawn},
        session::{Cause, Change, Mode, Session},
    },
};

/// The settings for exported solids, and the export that is running.
pub struct Printing {
    making: PrintSettings,
    /// The export that a thread is making.
    made: Option<Receiver<Result<Parcel, String>>>,
    /// Why the last export failed.
    complaint: Option<String>,
    wake: Wake,
}

impl Printing {
    /// Starts without an export. `wake` is called when one is finished.
    pub fn new(wake: Wake) -> Self {
        Self { making: PrintSettings::default(), made: None, complaint: None, wake }
    }

    fn start(&mut self, make: impl FnOnce() -> Result<Parcel, String> + Send + 'static) {
        let (sender, receiver) = mpsc::channel();
        let wake = self.wake.clone();
        let work = move || {
            // The tab may be closed; then the result is dropped.
            let _ = sender.send(make());
            wake();
        };
        self.complaint = None;
        match spawn("soma printing".to_owned(), work) {
            Ok(()) => self.made = Some(receiver),
            Err(error) => self.complaint = Some(error.to_string()),
        }
    }

    fn making_ui(&mut self, ui: &mut Ui) {
        let PrintSettings { cell_mm, gap_mm, arrangement } = &mut self.making;
        for (label, value, range, hint) in [
            ("Cube size", cell_mm, 1.0..=200.0, "The length of a cube's side"),
            (
                "Gap",
                gap_mm,
                0.0..=5.0,
                "The clearance between neighbouring pieces, so that they fit together. Without one, an assembled figure is one solid.",
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
            ] {
                if choice(ui, text, *arrangement == kind, name).clicked() {
                    *arrangement = kind;
                }
            }
        });
    }
}

impl Printing {
    fn controls_ui(&mut self, ui: &mut Ui, session: &Session<Soma>, state: &State) {
        let name = session.name();
        let shown: Option<&Solution> = session.shown().map(|(solution, _)| solution);
        if ui.button("Export sheet…").on_hover_text("The layers with numbered pieces and their assembly order, as SVG or PNG").clicked() {
            Request::Run(DocumentCommand::ExportSheet.into()).send(ui.ctx());
        }
        self.making_ui(ui);
        if ui.button("Export STL…").on_hover_text("A watertight model for a 3D printer").clicked() {
            let (state, solution, making) = (state.clone(), shown.cloned(), self.making);
            let name = suggested_name_of_kind(&name, if making.arrangement == Arrangement::Apart { "-pieces.stl" } else { ".stl" });
            self.start(move || model(&state, solution.as_ref(), &making, name));
        }
        if let Some(complaint) = &self.complaint {
            muted(ui, &format!("▲ {complaint}"));
        }
    }
}

impl Companion<Soma> for Printing {
    fn ui(&mut self, ui: &mut Ui, session: &Session<Soma>, state: &mut State) {
        if session.played().mode() == Mode::Solve {
            Section::folded("soma.print", "Print").show(ui, |ui| self.controls_ui(ui, session, state));
        }
    }

    fn catch_up(&mut self, _session: &Session<Soma>, requests: &Requests) -> Option<(Change<Soma>, Cause)> {
        match self.made.as_ref().map(Receiver::try_recv) {
            Some(Ok(Ok(model))) => requests.send(Request::ChoosePath(PathRequest::Write(model))),
            Some(Ok(Err(reason))) => self.complaint = Some(reason),
            Some(Err(mpsc::TryRecvError::Disconnected)) => self.complaint = Some("Couldn't create the file".to_owned()),
            Some(Err(mpsc::TryRecvError::Empty)) | None => return None,
        }
        self.made = None;
        None
    }

    fn is_busy(&self) -> bool {
        self.made.is_some()
    }

    fn stop(&mut self) {
        self.made = None;
    }
}

fn model(state: &State, solution: Option<&Solution>, making: &PrintSettings, name: String) -> Result<Parcel, String> {
    let mesh = mesh::mesh(state, solution, making)?;
    Ok(Parcel { content: Content::Output, name, data: Data::Bytes(stl::write(&mesh, Soma::TITLE)) })
}
