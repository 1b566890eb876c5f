//! The controls of the window by their names, for the command palette.
//!
//! Screen readers get a tree of all controls with their names and kinds. The palette reads the same tree, so every control is found without
//! being registered anywhere, under the name that is spoken; what is chosen is carried out as a screen reader would do it.

use std::collections::HashMap;

use egui::{
    Context, Event, FullOutput, Id, Plugin, RawInput, Rect, Ui, UiBuilder,
    accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId, TreeUpdate},
};

use super::{canvas::SPOT, words::controls as words};

/// A control that the palette can find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Its node in the tree.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// What it is, in a word or two.
    pub kind: &'static str,
    /// Whether choosing it only gives it the focus: it is typed into, or it is the head of a section that is open.
    is_only_focused: bool,
    /// The key of the section in which it is folded away.
    pub section: Option<String>,
    /// Whether it is in Solve mode, and the window shows Play mode.
    pub is_in_solve_mode: bool,
}

impl Control {
    /// Whether it isn't shown now.
    const fn is_away(&self) -> bool {
        self.section.is_some() || self.is_in_solve_mode
    }
}

/// The class of the node that has the controls of a folded section, with its key as the author's id.
pub const FOLDED: &str = "folded section";

/// The class of the node that has the controls of Solve mode while Play mode is shown.
const SOLVE_MODE: &str = "controls of Solve mode";

/// After a dialog was closed, controls can have the focus again in the pass after the next one.
const PASSES: u8 = 1;

/// Reads the controls when it is asked to, and operates one.
#[derive(Default)]
pub struct Controls {
    is_wanted: bool,
    /// Whether they were wanted when this pass began, so that it lays out those that are folded away, too.
    is_reading: bool,
    /// Whether the tree is only made for us: no screen reader wants it.
    is_ours: bool,
    found: Option<Vec<Control>>,
    /// What to do, and how many passes to wait after the last dialog was closed.
    operated: Option<(Vec<ActionRequest>, u8)>,
    /// The control that is operated once its section has opened, which reading the controls shows.
    revealed: Option<Control>,
}

/// Asks for the controls of the window, which [`take`] returns some frames later.
pub fn request(ctx: &Context) {
    let handle = ctx.plugin_or_default::<Controls>();
    let mut controls = handle.lock();
    // Those that nobody took may be gone.
    (controls.is_wanted, controls.found, controls.revealed) = (true, None, None);
    drop(controls);
    ctx.request_repaint();
}

/// Whether the controls are being read, also those that are folded away.
pub fn are_wanted(ctx: &Context) -> bool {
    ctx.with_plugin::<Controls, _>(|controls| controls.is_reading && controls.revealed.is_none()).unwrap_or_default()
}

/// Lays out the controls of Solve mode without showing them, so that the command palette finds them in Play mode.
pub fn of_solve_mode(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let mut hidden = ui.new_child(UiBuilder::new().id_salt(SOLVE_MODE));
    hidden.set_clip_rect(Rect::NOTHING);
    ui.ctx().accesskit_node_builder(hidden.unique_id(), |node| node.set_class_name(SOLVE_MODE));
    let set = |is_hidden: bool| ui.data_mut(|data| data.insert_temp(Id::unique(SOLVE_MODE), is_hidden));
    set(true);
    contents(&mut hidden);
    set(false);
}

/// Whether controls of Solve mode are being laid out without being shown. What has an id of its own, such as a head or a pane, may be shown
/// beside them, so it must not be laid out.
pub fn are_of_solve_mode(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(Id::unique(SOLVE_MODE))).unwrap_or_default()
}

/// Returns the controls once they were read.
pub fn take(ctx: &Context) -> Option<Vec<Control>> {
    ctx.with_plugin::<Controls, _>(|controls| controls.found.take()).flatten()
}

/// Clicks the control as soon as no dialog is open, or only gives it the focus. The head of a section gets both, so that it is scrolled
/// into view. For one that was folded away, or that is in Solve mode, its section must have been opened, and Solve mode chosen. It gets the
/// focus, too, so that it is scrolled into view.
pub fn operate(ctx: &Context, control: &Control) {
    if control.is_away() {
        request(ctx);
        let handle = ctx.plugin_or_default::<Controls>();
        handle.lock().revealed = Some(control.clone());
        return;
    }
    let actions: &[Action] = match control {
        Control { is_only_focused: true, .. } => &[Action::Focus],
        Control { kind: words::SECTION, .. } => &[Action::Focus, Action::Click],
        _ => &[Action::Click],
    };
    let handle = ctx.plugin_or_default::<Controls>();
    handle.lock().operated = Some((requests(actions, control.id), PASSES));
    ctx.request_repaint();
}

fn requests(actions: &[Action], control: NodeId) -> Vec<ActionRequest> {
    actions.iter().map(|&action| ActionRequest { action, target_tree: TreeId::ROOT, target_node: control, data: None }).collect()
}

impl Plugin for Controls {
    fn debug_name(&self) -> &'static str {
        "controls"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.is_reading = self.is_wanted;
        let Some((requests, wait)) = self.operated.take() else { return };
        if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
            self.operated = Some((requests, PASSES));
        } else if 0 < wait {
            self.operated = Some((requests, wait - 1));
        } else {
            input.events.extend(requests.into_iter().map(Event::AccessKitActionRequest));
        }
        ctx.request_repaint();
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        if !self.is_wanted {
            return;
        }
        if !self.is_reading {
            ctx.request_repaint();
            return;
        }
        match &output.platform_output.accesskit_update {
            Some(tree) => {
                let found = controls(tree);
                self.is_wanted = false;
                match self.revealed.take() {
                    Some(control) => {
                        let opened = found.into_iter().find(|other| (&other.name, other.kind) == (&control.name, control.kind));
                        let actions: &[Action] = if control.is_only_focused { &[Action::Focus] } else { &[Action::Focus, Action::Click] };
                        let operate = |control: Control| (requests(actions, control.id), PASSES);
                        self.operated = opened.filter(|control| !control.is_away()).map(operate);
                    }
                    None => self.found = Some(found),
                }
                if std::mem::take(&mut self.is_ours) {
                    ctx.disable_accesskit();
                }
            }
            None => {
                self.is_ours = true;
                ctx.enable_accesskit();
            }
        }
        ctx.request_repaint();
    }
}

/// All enabled controls with a name, in the order of the tree, without those in dialogs and on the board. Those that are folded away come
/// last, and after them those of Solve mode.
fn controls(tree: &TreeUpdate) -> Vec<Control> {
    let nodes: HashMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut found = Vec::new();
    let mut waiting: Vec<(NodeId, Option<&str>, bool)> = tree.tree.iter().map(|info| (info.root, None, false)).collect();
    while let Some((id, section, is_in_solve_mode)) = waiting.pop() {
        let Some(node) = nodes.get(&id) else { continue };
        // The board's spots have keys of their own.
        if node.role() == Role::Dialog || node.class_name() == Some(SPOT) {
            continue;
        }
        let section = if node.class_name() == Some(FOLDED) { node.author_id() } else { section };
        let is_in_solve_mode = is_in_solve_mode || node.class_name() == Some(SOLVE_MODE);
        waiting.extend(node.children().iter().rev().map(|child| (*child, section, is_in_solve_mode)));
        let place = |control| Control { section: section.map(str::to_owned), is_in_solve_mode, ..control };
        found.extend(control(id, node, &nodes).map(place));
    }
    // Of those with the same name, the first is found.
    found.sort_by_key(|control| (control.is_in_solve_mode, control.section.is_some()));
    found
}

fn control(id: NodeId, node: &Node, nodes: &HashMap<NodeId, &Node>) -> Option<Control> {
    let (kind, is_only_focused) = match node.is_expanded() {
        // A click would fold it.
        Some(true) if node.role() == Role::Button => (words::SECTION, true),
        Some(true) => return None,
        Some(false) if node.role() == Role::Button => (words::SECTION, false),
        _ => kind(node.role())?,
    };
    let labels = || node.labelled_by().iter().find_map(|label| nodes.get(label).and_then(|label| label.label().or(label.value())));
    let name = node.label().or_else(labels).filter(|name| !name.is_empty() && !node.is_disabled())?;
    Some(Control {
        id,
        name: name.lines().next().unwrap_or(name).to_owned(),
        kind,
        is_only_focused,
        section: None,
        is_in_solve_mode: false,
    })
}

/// What a control of this role is, and whether it is typed into; none if it isn't a control.
fn kind(role: Role) -> Option<(&'static str, bool)> {
    match role {
        Role::Button | Role::DefaultButton | Role::Link => Some(("button", false)),
        Role::CheckBox | Role::Switch => Some(("on or off", false)),
        Role::RadioButton => Some(("choice", false)),
        Role::ComboBox => Some(("list", false)),
        Role::SpinButton => Some(("number", true)),
        Role::Slider => Some(("slider", true)),
        Role::TextInput | Role::MultilineTextInput => Some(("text", true)),
        _ => None,
    }
}
