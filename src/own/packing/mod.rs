//! The controls of packing puzzles: the pieces, the orientation of the one in hand, the 3D view and the box. Filters, custom pieces and
//! printing have files of their own.

mod listed;
mod taking_apart;
mod levels;
mod shapes;
mod printing;
mod famous;
mod calendar;
mod starts;

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Align2, DragValue, Id, Painter, Slider, Ui, vec2};

use super::Controls;
use base::{game::Game, look::Look, picture::Color};
use gui::tools::{Advice, Companion, Of, Playing, Results, Tools};
use gui::{
    canvas::{self, Carried},
    help::{HelpPage, help_page},
    icons::Icon,
    paint::{Placement, Tiles},
    sections::Section,
    theme,
    widgets::{
        ORIENTATIONS_HEIGHT, TileState, apart, carried, choice, icon_button, in_room, muted, muted_in_turn, orientation_tile, picture_tile,
        piece_toggle,
    },
    words::remark::SOLVED,
};
use meteor::Hexagons;
use packing::{
    Family, Packing,
    drawing::{
        board as drawing,
        shown::{NamedColors, at_step, is_solved},
    },
    edit::{
        camera::{Camera, Projection},
        figure::{emptied, filled, mirrored},
        input::{next_copy, put_back},
        instructions::{CLICK_A_CELL, MARK_CELLS, TAKE_A_PIECE, how_to_take, instructions},
        outline::{Outline, SIDES},
        view::{Hand, View, Visibility},
    },
    live::insight::Insight,
    model::{
        geometry::{Extent, MOST_CELLS},
        pieces::{Piece, Set, colors},
        saved::Saved,
        solution::Summary,
        spot::Spot,
        state::State,
    },
    play::taking_apart::KIND,
};
use polyominoes::Squares;
use soma::Cubes;
use workbench::{
    job::Wake,
    session::{Mode, Search},
};

/// What the controls of a family have of its own.
pub trait FamilyTools: Family {
    /// The key of the section with the filter of the list.
    const FILTER: &'static str;
    /// The page that F1 opens.
    const HELP: HelpPage;

    /// The family's own jobs for one document.
    fn companion(_wake: Wake) -> Box<dyn Companion> {
        Box::new(())
    }
}

impl FamilyTools for Cubes {
    const FILTER: &'static str = "soma.filter";
    const HELP: HelpPage = help_page!("soma": "soma-cube", "soma-elephant", "soma-step");

    fn companion(wake: Wake) -> Box<dyn Companion> {
        Box::new(levels::CubesJobs::new(wake))
    }
}

impl FamilyTools for Squares {
    const FILTER: &'static str = "polyominoes.filter";
    const HELP: HelpPage = help_page!("polyominoes": "polyominoes-6x10");

    fn companion(wake: Wake) -> Box<dyn Companion> {
        Box::new(famous::Famous::new(wake))
    }
}

impl FamilyTools for Hexagons {
    const FILTER: &'static str = "meteor.filter";
    const HELP: HelpPage = help_page!("meteor": "meteor-solution", "meteor-dead-end", "meteor-step");
}

impl<F: FamilyTools> Tools<Packing<F>> for Controls {
    const FILTER: Option<&'static str> = Some(F::FILTER);
    // Solutions counted in three ways take two lines more than while they are being counted.
    const FACT_LINES: Option<u8> = Some(7);
    const HELP: HelpPage = F::HELP;
    const PLAYING: Playing<Packing<F>> = Playing { results: Results { kind, rank, ..Results::BY_GRADE }, ..Playing::CHALLENGES };

    fn companion(wake: Wake) -> Box<dyn Companion> {
        F::companion(wake)
    }

    fn advice(session: Of<'_, Packing<F>>) -> Option<Advice> {
        let is_solved = session.state().moves.is_none() && is_solved(session.state(), session.view(), &session.flaws());
        is_solved.then(|| Advice::only(SOLVED))
    }

    fn tools_ui(ui: &mut Ui, session: Of<'_, Packing<F>>, state: &mut Saved<F>, view: &mut View) {
        let (pieces, copies) = (state.distinct_pieces(), state.set_pieces());
        let shown = session.shown().filter(|&(_, step)| 0 < step);
        view.follow(&copies, shown.map(|(solution, step)| at_step(solution, step)));
        if !F::LATTICE.is_flat {
            animate_entrance(ui, session, view);
        }
        let key = |section: &str| format!("{}.{section}", F::KEY);
        let is_playing = session.played().mode() == Mode::Play;
        view.shows_filter = !is_playing;
        view.marking.is_on &= !is_playing;
        let is_taken_apart = state.moves.is_some();
        if is_taken_apart {
            taking_apart::ui(ui, session, state, view);
        } else if !F::LATTICE.is_flat && is_playing && session.played().challenge().is_none() {
            taking_apart::offer_ui(ui, &session, state, view);
        }
        if session.played().is_offering() {
            return;
        }
        if is_taken_apart && is_playing {
            Section::open(&key("view"), "View").show(ui, |ui| view_ui(ui, view));
            return;
        }
        hand_ui::<F>(ui, state, (&pieces, &copies), view, session.insight());
        if !is_playing {
            Section::folded(&key("figure"), "Figure").show(ui, |ui| figure(ui, state, view));
            Section::folded(&key("set"), "Piece set").show(ui, |ui| set(ui, F::SETS, state, view));
            Section::folded(&key("available"), "Allowed pieces").show(ui, |ui| available_pieces(ui, state, &pieces));
        }
        Section::folded(&key("orientations"), "Orientations").show(ui, |ui| {
            in_room(ui, "orientations", ORIENTATIONS_HEIGHT, |ui| orientations(ui, session, state, &copies, view));
        });
        if !F::LATTICE.is_flat {
            Section::open(&key("view"), "View").show(ui, |ui| view_ui(ui, view));
        }
        if is_playing {
            return;
        }
        apart(ui, |ui| listed::ui(ui, session, &pieces, state, view));
        if !F::LATTICE.is_flat {
            Section::folded(&key("visibility"), "Show, outline or hide").show(ui, |ui| visibility(ui, &pieces, view));
        }
        if let Some(output) = F::CONTEST_OUTPUT.filter(|_| state.set == Set::Contest) {
            Section::folded(&key("contest"), "Contest").show(ui, |ui| contest(ui, session, output));
        }
        view.filter.prepare(state);
    }

    fn try_ui(ui: &mut Ui, state: &mut Saved<F>, view: &mut View) {
        let (pieces, copies) = (state.distinct_pieces(), state.set_pieces());
        view.follow(&copies, None);
        hand_ui::<F>(ui, state, (&pieces, &copies), view, None);
    }
}

/// Shows the pieces, and how to turn the one in hand.
fn hand_ui<F: Family>(ui: &mut Ui, state: &mut State, (pieces, copies): (&[Piece], &[Piece]), view: &mut View, insight: Option<&Insight>) {
    Section::open(&format!("{}.piece", F::KEY), "Piece in hand").show(ui, |ui| {
        palette(ui, state, (pieces, copies), view);
        rotation_buttons(ui, state, view);
        muted_in_turn(ui, &instructions(state, view, insight), &[TAKE_A_PIECE, CLICK_A_CELL, MARK_CELLS]);
    });
    carried_ui(ui, state, copies, view);
}

/// The name of a kind of game whose results are compared.
fn kind(game: &Game) -> String {
    if game.kind == KIND { "Taken apart".to_owned() } else { (Results::BY_GRADE.kind)(game) }
}

/// The place of that kind among all: after the challenges.
fn rank(game: &Game) -> u64 {
    if game.kind == KIND { u64::MAX } else { (Results::BY_GRADE.rank)(game) }
}

/// Animates the piece of the current step moving in from outside, unless animations are turned off.
fn animate_entrance<F: Family>(ui: &Ui, session: Of<'_, Packing<F>>, view: &mut View) {
    let step = session.shown().map_or(0, |(_, step)| step);
    let animated = ui.style().animation_time > 0.0;
    view.entrance = view.entrance.at(step, ui.input(|input| input.time), animated);
    if view.entrance.remaining > 0.0 {
        ui.ctx().request_repaint();
    }
}

/// Shows the choice of piece set and, for a custom set, the editor of its pieces.
fn set(ui: &mut Ui, sets: &[Set], state: &mut State, view: &mut View) {
    let name = |set: Set| match set {
        Set::Soma => "Soma",
        Set::Tetrominoes => "Tetrominoes",
        Set::OneSidedPentominoes => "One-sided pentominoes",
        Set::Kanoodle => "Kanoodle",
        Set::GeniusSquare => "Genius Square",
        Set::Calendar => "Calendar",
        Set::WeekdayCalendar => "Calendar with weekdays",
        Set::Pentominoes => "Pentominoes",
        Set::Bedlam => "Bedlam",
        Set::Contest => "Contest",
        Set::Trihexes => "Trihexes",
        Set::Tetrahexes => "Tetrahexes",
        Set::Pentahexes => "Pentahexes",
        Set::Custom => "Custom",
    };
    let label = ui.label("Set");
    let chosen = egui::ComboBox::from_id_salt("set")
        .width(ui.available_width())
        .selected_text(name(state.set))
        .show_ui(ui, |ui| sets.iter().copied().filter(|&set| ui.selectable_label(set == state.set, name(set)).clicked()).last());
    chosen
        .response
        .labelled_by(label.id)
        .on_hover_text("A figure that you changed stays; a custom set starts with copies of the allowed pieces");
    if let Some(set) = chosen.inner.flatten().filter(|&set| set != state.set) {
        *state = state.with_set(set);
        view.hand = None;
    }
    if state.set == Set::Custom {
        if state.lattice.is_flat {
            ui.checkbox(&mut state.apart, "Equal colours may not touch")
                .on_hover_text("Pieces whose cells all have the same colour may not have a side in common");
        }
        shapes::ui(ui, state, view);
    }
}

/// The colours of the pieces.
fn colors_of(ui: &Ui, pieces: &[Piece]) -> Vec<Color> {
    let palette = theme::look(ui.ctx()).pieces;
    colors(pieces).into_iter().map(|color| palette[color % palette.len()]).collect()
}

/// The pictures of pieces in their orientations and colours, as a camera sees them.
type PieceTiles = Tiles<(Piece, usize, Look, Color), Camera, Spot>;

fn palette(ui: &mut Ui, state: &mut State, (pieces, copies): (&[Piece], &[Piece]), view: &mut View) {
    let look = theme::look(ui.ctx());
    let colors = NamedColors::new(state, &look);
    let id = Id::unique("pictures of pieces");
    let kept = ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<PieceTiles>>>(id).clone());
    let mut tiles = kept.lock().unwrap_or_else(PoisonError::into_inner);
    tiles.begin_frame(&view.camera);
    let grid = state.grid();
    let beside: Vec<char> = copies.iter().filter(|copy| !grid.marks.contains(&copy.mark)).map(|copy| copy.name).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in pieces {
            let is_in_hand = view.hand.is_some_and(|hand| state.name_of(hand.piece) == piece.name);
            let next = next_copy(state, copies, &grid, piece.name);
            let is_away = next.is_none_or(|next| grid.marks.contains(&next)) || !state.allows(piece);
            let tile = TileState::of(is_in_hand, is_away);
            let orientation = view.hand.filter(|_| is_in_hand).map_or(0, |hand| hand.orientation);
            let paint = |painter: &Painter, room| {
                let key = (piece.clone(), orientation, look, colors.color(piece.mark));
                let picture = tiles.of(&key, || drawing::piece(piece, orientation, view.camera, &colors));
                let placement = Placement::fit(picture.picture(), room);
                picture.paint(painter, placement);
            };
            let beside = beside.iter().filter(|&&name| name == piece.name).count();
            let is_single = state.uses(piece.name).most <= 1;
            let name = format!("Pick up piece {}", piece.name);
            let name = if is_single { name } else { format!("{name}, {beside} left") };
            let written = if is_single { piece.name.to_string() } else { format!("{}\u{d7}{beside}", piece.name) };
            let response = picture_tile(ui, paint, &written, tile, &name);
            if response.clicked() || response.drag_started() {
                put_back(state, view);
                view.marking.is_on = false;
                if let Some(next) = next.filter(|_| !is_in_hand || response.drag_started()) {
                    view.hand = Some(Hand::new(next, orientation));
                }
            }
            if response.dragged() && view.hand.is_some() {
                response.dnd_set_drag_payload(Carried);
            }
            response.on_hover_text(how_to_take(state.lattice, piece.name));
        }
    });
    if tiles.are_outdated() {
        ui.ctx().request_repaint();
    }
}

/// Draws the piece in hand at the pointer while it is dragged from beside the board, and beside the cells, where there is no preview.
fn carried_ui(ui: &Ui, state: &State, pieces: &[Piece], view: &View) {
    let Some((hand, piece)) = view.piece_in_hand(pieces) else { return };
    let is_shown = match canvas::pointed::<Spot>(ui.ctx()) {
        Some(over) => over.is_none_or(|spot| spot == Spot::Turntable),
        None => canvas::is_carrying(ui.ctx()),
    };
    if is_shown {
        let colors = NamedColors::new(state, &theme::look(ui.ctx()));
        carried(ui, &drawing::piece(piece, hand.orientation, view.camera, &colors));
    }
}

/// Shows the piece in hand in all its orientations, each with the number of solutions that have it so.
fn orientations<F: Family>(ui: &mut Ui, session: Of<'_, Packing<F>>, state: &State, pieces: &[Piece], view: &mut View) {
    let Some((hand, piece)) = view.piece_in_hand(pieces) else {
        muted(ui, TAKE_A_PIECE);
        return;
    };
    let look = theme::look(ui.ctx());
    let colors = NamedColors::new(state, &look);
    let orientations = piece.orientations();
    let is_beside = state.allows(piece) && !state.grid().marks.contains(&piece.mark);
    let counts = session.insight().and_then(|insight| insight.kept.as_ref()).filter(|_| is_beside);
    let kept = counts.map(|counts| counts.by_orientation(piece.mark, &orientations));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for (orientation, cells) in orientations.iter().enumerate() {
            let turned = Piece { cells: cells.clone(), ..piece.clone() };
            let picture = drawing::piece(&turned, 0, view.camera, &colors);
            let solutions = kept.as_ref().map(|kept| kept[orientation]);
            let name = (orientation + 1).to_string();
            if orientation_tile(ui, &picture, hand.orientation == orientation, solutions, &name).clicked() {
                view.hand = Some(Hand { orientation, ..hand });
            }
        }
    });
}

fn rotation_buttons(ui: &mut Ui, state: &mut State, view: &mut View) {
    let has_piece = view.hand.is_some();
    ui.horizontal(|ui| {
        if state.lattice.is_flat {
            for (icon, name, isometry) in [
                (Icon::Turn, "Turn (R, or the mouse wheel over the board)", state.lattice.turns[0]),
                (Icon::Flip, "Flip (F)", state.lattice.mirror),
            ] {
                if icon_button(ui, icon, name, has_piece).clicked() {
                    view.hand = view.hand.map(|hand| hand.rotated(isometry, state));
                }
            }
        } else {
            for (&rotation, axis) in state.lattice.turns.iter().zip(["x", "y", "z"]) {
                let button = icon_button(ui, Icon::Turn, &format!("Turn around the {axis} axis ({})", axis.to_uppercase()), has_piece);
                let color = theme::color(theme::look(ui.ctx()).colors.muted);
                let corner = button.rect.right_bottom() - vec2(5.0, 6.0);
                ui.painter().text(corner, Align2::CENTER_CENTER, axis, theme::bold(theme::SMALL), color);
                if button.clicked() {
                    view.hand = view.hand.map(|hand| hand.rotated(rotation, state));
                }
            }
        }
        if icon_button(ui, Icon::Remove, "Put back (Esc)", has_piece).clicked() {
            put_back(state, view);
        }
    });
}

fn view_ui(ui: &mut Ui, view: &mut View) {
    let label = ui.label("Exploded view");
    ui.spacing_mut().slider_width = ui.available_width();
    ui.add(Slider::new(&mut view.explode, 0.0..=1.0).step_by(0.05).show_value(false))
        .labelled_by(label.id)
        .on_hover_text("Pulls the pieces of a solution apart. As long as free cells are shown, the pieces stay in the figure.");
    let mut has_perspective = view.camera.projection == Projection::Perspective;
    if ui.checkbox(&mut has_perspective, "Perspective").changed() {
        view.camera.projection = if has_perspective { Projection::Perspective } else { Projection::Parallel };
    }
    if ui.button("Reset view").clicked() {
        view.camera = Camera { projection: view.camera.projection, ..Camera::default() };
        view.zoom = 1.0;
    }
}

fn visibility(ui: &mut Ui, pieces: &[Piece], view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in pieces {
            let visibility = view.visibility(piece.name);
            let (mark, how) = match visibility {
                Visibility::Shown => (piece.name.to_string(), "shown"),
                Visibility::Outlined => (format!("[{}]", piece.name), "outlined"),
                Visibility::Hidden => (piece.name.to_string(), "hidden"),
            };
            let name = format!("Piece {} is {how}", piece.name);
            if piece_toggle(ui, &mark, visibility != Visibility::Hidden, &name).clicked() {
                view.visibility.insert(piece.name, visibility.next());
            }
        }
    });
}

fn available_pieces(ui: &mut Ui, state: &mut State, pieces: &[Piece]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for piece in pieces {
            let is_available = state.pieces.contains(piece.name);
            let name = format!("Allow piece {}", piece.name);
            if piece_toggle(ui, &piece.name.to_string(), is_available, &name).clicked() {
                state.toggle_piece(piece.name);
            }
        }
    });
}

fn figure(ui: &mut Ui, state: &mut State, view: &mut View) {
    let extent = state.grid().extent;
    let (mut x, mut y, mut z) = (extent.x, extent.y, extent.z);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (side, others, name) in
            [(&mut x, extent.y * extent.z, "x"), (&mut y, extent.x * extent.z, "y"), (&mut z, extent.x * extent.y, "z")]
        {
            if state.lattice.is_flat && name == "z" {
                continue;
            }
            let label = ui.label(name);
            // Of 12, the 1 that is typed first would cut everything off but one row.
            ui.add(DragValue::new(side).range(1..=MOST_CELLS / others.max(1)).speed(0.05).update_while_editing(false))
                .labelled_by(label.id)
                .on_hover_text("The length of this side of the box. The whole box can have up to 512 cells.");
        }
    });
    let resized = Extent { x, y, z, ..extent };
    if resized != extent {
        *state = state.resized(resized);
    }
    ui.horizontal_wrapped(|ui| {
        if ui.button("Fill box").on_hover_text("Makes every cell of the box part of the figure").clicked() {
            *state = filled(state, None);
        }
        if ui.button("Empty box").on_hover_text("Removes all cells, so that you can draw a figure from nothing").clicked() {
            *state = emptied(state, None);
        }
        // The mirror image of staggered rows doesn't fit into the box.
        if !state.lattice.is_staggered && ui.button("Mirror").on_hover_text("Exchanges left and right").clicked() {
            *state = mirrored(state);
        }
        if ui.button("Remove all pieces").clicked() {
            *state = state.without_pieces();
        }
        if !state.given.is_empty()
            && ui
                .button("Release given pieces")
                .on_hover_text("Makes the pieces of the challenge ordinary pinned pieces, which you can move")
                .clicked()
        {
            state.given.clear();
        }
    });
    ui.checkbox(&mut view.paints_optional, "Paint cells that may stay empty")
        .on_hover_text("Clicks and drags then make cells that may stay empty, and such cells into ones that must be covered (+)");
    view.paints_color = view.paints_color.filter(|_| state.set == Set::Custom);
    shapes::color_line(ui, "colour of the figure", state.set == Set::Custom, &mut view.paints_color);
    if state.lattice.is_staggered {
        outlines(ui, state, view);
    }
    if state.lattice.is_flat {
        muted(ui, "Click a cell, or drag over several, to add them to the board or remove them.");
        return;
    }
    layer(ui, state, &mut view.figure_layer);
    muted(ui, "Drag over cells of a layer to add them to the figure or remove them. A right click does so with one cell.");
}

/// Offers boards to start from.
fn outlines(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Sides of");
        ui.add(DragValue::new(&mut view.outline_side).range(SIDES).speed(0.05))
            .labelled_by(label.id)
            .on_hover_text("How many hexagons each side of the boards below has");
        for (outline, name, hint) in Outline::ALL {
            if ui.button(name).on_hover_text(hint).clicked() {
                *state = outline.on(state, view.outline_side);
                view.hand = None;
            }
        }
    });
}

/// The most layers that have a button each.
const LAYER_BUTTONS: usize = 20;

/// Shows the choice of one of these layers, which are counted from 0. `name` is the spoken name of a layer, which is counted from 1.
fn layer_choice(ui: &mut Ui, chosen: &mut usize, layers: usize, name: fn(usize) -> String) {
    *chosen = (*chosen).min(layers.saturating_sub(1));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let label = muted(ui, "Layer");
        if LAYER_BUTTONS < layers {
            let mut number = *chosen + 1;
            ui.add(DragValue::new(&mut number).range(1..=layers).speed(0.1)).labelled_by(label.id);
            *chosen = number - 1;
            return;
        }
        for number in 1..=layers {
            if choice(ui, &number.to_string(), *chosen + 1 == number, &name(number)).clicked() {
                *chosen = number - 1;
            }
        }
    });
}

/// Shows the choice of a layer, and buttons to fill and empty it.
fn layer(ui: &mut Ui, state: &mut State, chosen: &mut usize) {
    layer_choice(ui, chosen, state.grid().extent.z, |number| format!("Layer {number} of the figure"));
    ui.horizontal_wrapped(|ui| {
        if ui.button("Fill layer").clicked() {
            *state = filled(state, Some(*chosen));
        }
        if ui.button("Empty layer").clicked() {
            *state = emptied(state, Some(*chosen));
        }
    });
}

/// Copies the output that the contest asks for. It covers all solutions, so the button is off until they are found.
fn contest<F: Family>(ui: &mut Ui, session: Of<'_, Packing<F>>, output: &dyn Fn(&Summary) -> String) {
    let all_are_found = matches!(session.searches().activity(), Search::Finished);
    let button = ui
        .add_enabled(all_are_found, egui::Button::new("Copy contest output"))
        .on_hover_text("The number of solutions, the smallest and the largest, in the contest's format")
        .on_disabled_hover_text("Solve first: the output needs all solutions");
    if button.clicked() {
        ui.ctx().copy_text(output(session.summary()));
    }
}
