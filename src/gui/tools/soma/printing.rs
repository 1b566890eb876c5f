//! What is made to be printed: a sheet of layers on paper, and solids in three dimensions.

use std::sync::mpsc::{self, Receiver};

use egui::{DragValue, Ui, vec2};

use crate::{
    export::{Paper, stl, svg},
    gui::{
        exporting::Drawing,
        files::{Content, Data, suggested_name_of_kind},
        tools::{Companion, Saving},
        widgets::{choice, muted, next_section},
    },
    mesh::{Arrangement, Making},
    picture::Color,
    puzzle::Puzzle,
    puzzles::soma::{
        Soma,
        drawing::{mesh, sheet},
        model::{solution::Solution, state::State},
    },
    workbench::{
        job::{Wake, spawn},
        session::Session,
    },
};

/// The longer side of a sheet as a picture of pixels: an A4 page at 200 dots an inch.
const SHEET_PIXELS: u32 = 2339;

/// How solids are made, and what is being made.
pub struct Printing {
    making: Making,
    /// What a thread makes.
    made: Option<Receiver<Result<Saving, String>>>,
    to_save: Option<Saving>,
    /// Why nothing was made.
    complaint: Option<String>,
    wake: Wake,
}

impl Printing {
    /// Nothing is made yet. `wake` is called when something is.
    pub fn new(wake: Wake) -> Self {
        Self { making: Making::default(), made: None, to_save: None, complaint: None, wake }
    }

    fn start(&mut self, make: impl FnOnce() -> Result<Saving, String> + Send + 'static) {
        let (sender, receiver) = mpsc::channel();
        let wake = self.wake.clone();
        let work = move || {
            // The tab may be gone, and then nobody minds.
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
        let Making { cell_mm, gap_mm, arrangement } = &mut self.making;
        for (label, value, range, hint) in [
            ("Cube", cell_mm, 1.0..=200.0, "The side of a cube in the model"),
            ("Gap", gap_mm, 0.0..=5.0, "The room between neighbouring pieces, which they need to go together"),
        ] {
            ui.horizontal(|ui| {
                let label = ui.label(label);
                let value = DragValue::new(value).range(range).speed(0.1).max_decimals(2).suffix(" mm");
                ui.add(value).labelled_by(label.id).on_hover_text(hint);
            });
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for (text, kind, name) in [
                ("Assembled", Arrangement::Assembled, "The pieces as they lie in the solution"),
                ("Pieces", Arrangement::Apart, "Each piece by itself on the ground"),
            ] {
                if choice(ui, text, *arrangement == kind, name).clicked() {
                    *arrangement = kind;
                }
            }
        });
    }
}

impl Companion<Soma> for Printing {
    fn ui(&mut self, ui: &mut Ui, session: &Session<Soma>, state: &mut State) {
        next_section(ui, "Print");
        let name = session.name();
        let shown: Option<&Solution> = session.shown().map(|(solution, _)| solution);
        if ui.button("Sheet of layers…").on_hover_text("The layers with numbered pieces and their order, as SVG or PNG").clicked() {
            let (state, solution) = (state.clone(), shown.cloned());
            let name = suggested_name_of_kind(&name, "-layers.svg");
            self.start(move || sheet(&state, solution.as_ref(), name));
        }
        self.making_ui(ui);
        if ui.button("Model…").on_hover_text("Closed solids in an STL file, for a 3D printer").clicked() {
            let (state, solution, making) = (state.clone(), shown.cloned(), self.making);
            let name = suggested_name_of_kind(&name, if making.arrangement == Arrangement::Apart { "-pieces.stl" } else { ".stl" });
            self.start(move || model(&state, solution.as_ref(), &making, name));
        }
        if let Some(complaint) = &self.complaint {
            muted(ui, &format!("▲ {complaint}"));
        }
    }

    fn catch_up(&mut self, _session: &mut Session<Soma>) {
        match self.made.as_ref().map(Receiver::try_recv) {
            Some(Ok(Ok(saving))) => self.to_save = Some(saving),
            Some(Ok(Err(reason))) => self.complaint = Some(reason),
            Some(Err(mpsc::TryRecvError::Disconnected)) => self.complaint = Some("it could not be made".to_owned()),
            Some(Err(mpsc::TryRecvError::Empty)) | None => return,
        }
        self.made = None;
    }

    fn is_busy(&self) -> bool {
        self.made.is_some()
    }

    fn stop(&mut self) {
        self.made = None;
    }

    fn saving(&mut self) -> Option<Saving> {
        self.to_save.take()
    }
}

fn sheet(state: &State, solution: Option<&Solution>, name: String) -> Result<Saving, String> {
    let sheet = sheet::sheet(state, solution);
    let paper = Paper { longer_side: SHEET_PIXELS, ground: Some(Color::WHITE) };
    Ok(Saving { content: Content::Picture, name, data: Data::Pictures(Drawing::new(move || vec![svg::write(&sheet, &paper)])) })
}

fn model(state: &State, solution: Option<&Solution>, making: &Making, name: String) -> Result<Saving, String> {
    let mesh = mesh::mesh(state, solution, making)?;
    Ok(Saving { content: Content::Made, name, data: Data::Bytes(stl::write(&mesh, Soma::TITLE)) })
}
