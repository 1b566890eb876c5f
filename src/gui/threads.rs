//! How many threads searches use. What the user chooses is remembered from one start to the next.

use std::{sync::LazyLock, thread};

use egui::{Context, DragValue, Id, Ui};

/// The number of processors. Asking the system reads files, which is too slow for every frame.
static PROCESSORS: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// The number of threads of certain searches.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    key: &'a str,
    usual: usize,
}

impl<'a> Threads<'a> {
    /// One thread for the searches with this key, until the user chooses another number.
    pub fn one(key: &'a str) -> Self {
        Self { key, usual: 1 }
    }

    /// One thread for each processor, until the user chooses another number.
    pub fn all(key: &'a str) -> Self {
        Self { key, usual: *PROCESSORS }
    }

    /// The number: at least 1 and at most the number of processors.
    pub fn number(self, ctx: &Context) -> usize {
        let chosen: Option<usize> = ctx.data_mut(|data| data.get_persisted(self.id()));
        chosen.unwrap_or(self.usual).clamp(1, *PROCESSORS)
    }

    /// Lets the user choose the number.
    pub fn ui(self, ui: &mut Ui, hint: &str) {
        let mut number = self.number(ui.ctx());
        ui.horizontal(|ui| {
            let label = ui.label("Threads");
            let field = DragValue::new(&mut number).range(1..=*PROCESSORS).speed(0.05);
            if ui.add(field).labelled_by(label.id).on_hover_text(hint).changed() {
                ui.data_mut(|data| data.insert_persisted(self.id(), number));
            }
        });
    }

    fn id(self) -> Id {
        Id::unique(("threads", self.key))
    }
}
