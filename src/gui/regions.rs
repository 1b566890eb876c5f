//! The regions of the window, such as the board and the list of solutions: a key moves the focus from one to the next.

use egui::{Context, Id, Rect};

/// A region of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The tabs of the puzzles.
    Tabs,
    /// The puzzle's controls.
    Tools,
    /// The board.
    Board,
    /// The solutions and the techniques.
    Results,
    /// The help page.
    Help,
    /// The timeline.
    Timeline,
}

impl Region {
    /// All regions in the order in which the key reaches them.
    const ALL: [Self; 6] = [Self::Tabs, Self::Tools, Self::Board, Self::Results, Self::Help, Self::Timeline];
}

/// Where the regions are, and the widget of each that gets the focus, with the number of the frame in which it was last there.
#[derive(Clone, Copy, Debug, Default)]
struct Regions {
    areas: [Option<(u64, Rect)>; Region::ALL.len()],
    entries: [Option<(u64, Id)>; Region::ALL.len()],
}

impl Regions {
    fn id() -> Id {
        Id::unique("regions of the window")
    }
}

/// Records that this region has this place in this frame.
pub fn note_area(ctx: &Context, region: Region, area: Rect) {
    note(ctx, |regions, frame| regions.areas[region as usize] = Some((frame, area)));
}

/// Records that this widget gets the focus when the key reaches the region. The last widget that is recorded in a frame counts.
pub fn note_entry(ctx: &Context, region: Region, widget: Id) {
    note(ctx, |regions, frame| regions.entries[region as usize] = Some((frame, widget)));
}

fn note(ctx: &Context, change: impl FnOnce(&mut Regions, u64)) {
    let frame = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(Regions::id()), frame));
}

/// Moves the focus to the next region, or to the previous one. Without a focus it begins at the board.
pub fn move_focus(ctx: &Context, is_forwards: bool) {
    let regions: Regions = ctx.data(|data| data.get_temp(Regions::id())).unwrap_or_default();
    let is_shown = |frame: u64| ctx.cumulative_pass_nr() <= frame + 1;
    let focus = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id)).map(|response| response.rect.center());
    let is_in = |area: &Option<(u64, Rect)>| area.is_some_and(|(frame, area)| is_shown(frame) && focus.is_some_and(|at| area.contains(at)));
    let count = Region::ALL.len();
    let step = if is_forwards { 1 } else { count - 1 };
    let first = match regions.areas.iter().position(is_in) {
        Some(current) => current + step,
        None => Region::Board as usize,
    };
    let next = (0..count).map(|times| (first + times * step) % count);
    if let Some((_, widget)) = next.filter_map(|index| regions.entries[index]).find(|&(frame, _)| is_shown(frame)) {
        ctx.memory_mut(|memory| memory.request_focus(widget));
        ctx.request_repaint();
    }
}
