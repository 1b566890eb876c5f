//! How many threads searches use. What the user chooses is remembered from one start to the next.

use egui::{Context, DragValue, Id, Ui};

use workbench::threads::processors;

/// The number of threads of the searches with this key: one for each processor, until the user chooses another number.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a>(pub &'a str);

impl Threads<'_> {
    /// The number: at least 1 and at most the number of processors.
    pub fn number(self, ctx: &Context) -> usize {
        let chosen: Option<usize> = ctx.data_mut(|data| data.get_persisted(self.id()));
        chosen.unwrap_or_else(processors).clamp(1, processors())
    }

    /// Lets the user choose the number.
    pub fn ui(self, ui: &mut Ui, hint: &str) {
        let mut number = self.number(ui.ctx());
        ui.horizontal(|ui| {
            let label = ui.label("Threads");
            let field = DragValue::new(&mut number).range(1..=processors()).speed(0.05);
            if ui.add(field).labelled_by(label.id).on_hover_text(hint).changed() {
                ui.data_mut(|data| data.insert_persisted(self.id(), number));
            }
        });
    }

    fn id(self) -> Id {
        Id::unique(("threads", self.0))
    }
}
