//! The facts about the position, and the list of solutions.

use egui::{
    Align, ComboBox, FontId, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, TextWrapMode, Ui,
    WidgetInfo, WidgetText, pos2, vec2,
};

use super::{remark, thumbnails::Thumbnails};
use crate::{
    icons::Icon,
    paint::Placement,
    regions::{self, Region},
    sections::{self, Section},
    theme::{self, corner, space},
    widgets::{apart, fact, icon_button, in_room, muted, named, scrolling_up_to, section, text_width, toggle},
    words::{so_far, solutions as words},
};
use base::{
    board::{Caption, Order},
    erased::Erased,
    text::{Noun, grouped, sentence},
};
use workbench::{
    paused::MOST_LISTED,
    session::{Cause, Change, Search, Session},
    solutions::CAPACITY,
};

/// The height of one solution in the list, in points.
const ROW: f32 = 72.0;
/// The greatest width of the picture in a row.
const MOST_WIDTH: f32 = 64.0;

/// The room for the button that shows the filter, with the space before it.
const FILTER: f32 = 68.0;

/// The room for the button that clears the filter, with the space before it.
const CLEAR: f32 = 32.0 + space::S;
/// The least width of the list with that button beside order and filter.
const LEAST_FOR_CLEAR: f32 = 200.0;

/// The height of one fact, in points.
const FACT: f32 = 22.0;

/// The height of as many facts as fit this height, but at least three lines: a fact cut in half can't be read, and some take two.
pub fn whole_facts(height: f32) -> f32 {
    FACT * (height / FACT).floor().max(3.0)
}

/// Shows the facts about the position, at most this high. If they have room for a number of lines, it is always that high.
/// In a low window they are folded until the user opens them, under the first of them.
pub fn facts(ui: &mut Ui, session: &Session, most: f32, lines: Option<u8>, is_low: bool) {
    // What was found so far would look like the final result.
    let unknown = (session.kind().summary)();
    let summary = if session.searches().may_be_more() { &unknown } else { session.searches().summary() };
    let facts = (session.kind().facts)(session.state(), session.insight(), summary);
    let key = format!("{}.facts{}", session.kind().key, if is_low { ".low" } else { "" });
    let first = facts.first().map_or("", |fact| &fact.value);
    // A low window is narrow, too, so that the longer title would leave no room for the number of solutions.
    let section = if is_low { Section::folded(&key, "Position").aside(first) } else { Section::open(&key, "About this position") };
    section.show(ui, |ui| {
        let contents = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = FACT;
            for line in &facts {
                fact(ui, &line.label, &line.value, line.tooltip);
            }
        };
        match lines {
            Some(lines) => in_room(ui, "facts", most.min(FACT * f32::from(lines)), contents),
            None => scrolling_up_to(ui, "facts", most, contents),
        }
    });
}

/// Shows the list of solutions in the remaining room. Its filter may be in the section with this key. Returns the index of the one that was
/// clicked.
pub fn list(ui: &mut Ui, session: &mut Session, thumbnails: &mut Thumbnails, filter: Option<&str>) -> Option<usize> {
    ui.horizontal(|ui| {
        section(ui, &words::title(session.noun()));
        let listed = listed(session.listed() as u64, session.searches().solutions().count(), session.searches().may_be_more());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let color = theme::color(theme::look(ui.ctx()).colors.muted);
            let shown = ui.add(Label::new(RichText::new(&listed).color(color)).truncate());
            if session.searches().solutions().is_thinned() {
                shown.on_hover_text(sample(session.noun()));
            }
        });
    });
    order_and_filter(ui, session, filter);
    // It may be another list now.
    let count = session.listed();
    if count == 0 {
        let is_waiting = remark::is_waiting(ui, session.searches().is_renewing());
        let is_filtered = session.kind().board_extras.is_filtering(session.view()) && !session.searches().solutions().kept().is_empty();
        muted(ui, &why_empty(session, is_waiting));
        if is_filtered && ui.button(words::CLEAR_FILTER).clicked() {
            clear_filter(session);
        }
        return None;
    }
    let about_forms = session.about_forms();
    apart(ui, |ui| {
        if !about_forms.is_empty() {
            muted(ui, &about_forms);
        }
    });
    if let Some(about) = session.kind().board_extras.about_list {
        let about = about(session.searches().solutions().count(), session.searches().summary(), session.view());
        // A note that comes and goes must not change the ids of the list.
        apart(ui, |ui| {
            if !about.is_empty() {
                muted(ui, &about);
            }
        });
    }
    let shown = session.cursor().map(|cursor| cursor.solution);
    let is_on_board = session.is_solution_shown();
    let mut chosen = None;
    ui.spacing_mut().item_spacing.y = space::S;
    let mut area = ScrollArea::vertical().auto_shrink([false, false]);
    let jump = offset_to_follow(ui, shown);
    if let Some(offset) = jump {
        area = area.vertical_scroll_offset(offset);
    }
    thumbnails.begin_frame(session, &theme::look(ui.ctx()), jump.is_some());
    area.show_rows(ui, ROW, count, |ui, rows| {
        for index in rows {
            if row(ui, session, index, thumbnails, shown == Some(index), is_on_board) {
                chosen = Some(index);
            }
        }
    });
    if thumbnails.are_outdated() {
        ui.ctx().request_repaint();
    }
    if chosen.is_some() {
        remember_shown(ui, chosen);
    }
    chosen
}

/// How many it shows of those found, which may not be all yet; nothing before the first is found.
fn listed(shown: u64, found: u64, may_be_more: bool) -> String {
    let so_far = so_far(may_be_more);
    match found {
        0 => String::new(),
        _ if shown == found => format!("{}{so_far}", grouped(found)),
        _ => format!("{} of {}{so_far}", grouped(shown), grouped(found)),
    }
}

/// Says why the list is empty. `is_waiting` is whether a renewal takes so long that it is worth a word.
fn why_empty(session: &Session, is_waiting: bool) -> String {
    let noun = session.noun();
    if let Some(listed) = session.list_to_return_to() {
        return list_not_kept(noun, listed.found, listed.is_complete);
    }
    match session.searches().activity() {
        _ if session.searches().is_renewing() => {
            if is_waiting {
                "Searching again…".to_owned()
            } else {
                String::new()
            }
        }
        _ if session.searches().solutions().count() > 0 && session.searches().solutions().kept().is_empty() => {
            format!("Earlier {} were counted but not kept. Solve from the start to list them.", noun.plural())
        }
        _ if session.searches().solutions().count() > 0 => format!("No {noun} matches the filters."),
        Search::Idle => format!("Press Solve to list the {} here.", noun.plural()),
        Search::Running(_) | Search::Paused => "None yet.".to_owned(),
        Search::Finished => format!("There are no {}.", noun.plural()),
        Search::Stopped | Search::Failed(_) => "None found before the search ended.".to_owned(),
    }
}

/// Why not all that were found are listed.
fn sample(noun: Noun) -> String {
    let [list, file] = [CAPACITY, MOST_LISTED].map(|most| grouped(most as u64));
    format!("The list has up to {list} {}. A file keeps up to {file} of a search that is paused or took over a minute.", noun.plural())
}

/// In place of a list that was there when the document was last open.
fn list_not_kept(noun: Noun, found: u64, is_complete: bool) -> String {
    let (found, so_far) = (noun.counted(found), so_far(!is_complete));
    format!("The list wasn't kept: {found}{so_far}. Press Solve to search again.")
}

/// Shows the choice of an order for the list, if there are several, and a button that shows the section with its filter, if there is one.
fn order_and_filter(ui: &mut Ui, session: &mut Session, filter: Option<&str>) {
    if session.kind().board_extras.orders.is_empty() || session.searches().solutions().count() == 0 {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let width = ui.available_width() - space::S;
        if session.kind().board_extras.filter.is_none() {
            return order(ui, session, width);
        }
        let is_on = session.kind().board_extras.is_filtering(session.view());
        // What clears the filter has its room even while there is nothing to clear. A narrow panel leaves that to the filter's section.
        let for_clear = if filter.is_some() && width < LEAST_FOR_CLEAR { 0.0 } else { CLEAR };
        // A long title would make the order wider.
        let room = vec2(width - filter.map_or(0.0, |_| FILTER) - for_clear, ui.spacing().interact_size.y);
        ui.allocate_ui(room, |ui| order(ui, session, room.x));
        if let Some(filter) = filter {
            let hint = if is_on { "The list is filtered: show its filter" } else { "Show the filter of the list" };
            if toggle(ui, "Filter", is_on, hint).clicked() {
                sections::reveal(ui.ctx(), filter);
            }
        }
        if is_on && 0.0 < for_clear && icon_button(ui, Icon::Remove, words::CLEAR_FILTER, true).clicked() {
            clear_filter(session);
        }
    });
}

/// Lists all solutions again.
fn clear_filter(session: &mut Session) {
    let Some(filter) = &session.kind().board_extras.filter else { return };
    let mut view = session.view().clone();
    (filter.clear)(&mut view);
    session.apply(Change::View(view), Cause::User);
}

/// Shows the choice of an order for the list.
fn order(ui: &mut Ui, session: &mut Session, width: f32) {
    let mut chosen = session.order();
    let first = if session.kind().board_extras.by_rank.is_empty() { "in order found" } else { session.kind().board_extras.by_rank };
    let title = chosen.map_or(first, |order| order.title);
    let shown = ComboBox::from_id_salt("order").width(width).selected_text(title).truncate();
    let shown = shown.show_ui(ui, |ui| {
        let mut offer = |order: Option<&'static Order<Erased>>, title| {
            let is_chosen = session.order().map(|order| order.key) == order.map(|order| order.key);
            if ui.selectable_label(is_chosen, title).clicked() {
                chosen = order;
            }
        };
        offer(None, first);
        session.kind().board_extras.orders.iter().for_each(|order| offer(Some(order), order.title));
    });
    named(shown.response, words::ORDER).on_hover_text(words::ORDER);
    if chosen.map(|order| order.key) != session.order().map(|order| order.key) {
        session.apply(Change::Sort(chosen), Cause::User);
    }
}

/// The scroll offset that brings the shown solution to the middle; none if it is the same as in the last frame, or was clicked here.
fn offset_to_follow(ui: &Ui, shown: Option<usize>) -> Option<f32> {
    let id = ui.scope_id().with("shown before");
    let before: Option<usize> = ui.data(|data| data.get_temp(id)).flatten();
    remember_shown(ui, shown);
    let index = shown.filter(|_| before != shown && before.is_some())?;
    let middle = (ui.available_height() - ROW) / 2.0;
    Some((index as f32 * (ROW + space::S) - middle).max(0.0))
}

fn remember_shown(ui: &Ui, shown: Option<usize>) {
    let id = ui.scope_id().with("shown before");
    ui.data_mut(|data| data.insert_temp(id, shown));
}

/// Shows one solution with its picture, number and caption. Returns whether it was clicked.
fn row(ui: &mut Ui, session: &Session, index: usize, thumbnails: &mut Thumbnails, is_current: bool, is_on_board: bool) -> bool {
    let look = theme::look(ui.ctx());
    let Some(solution) = session.listed_solution(index) else { return false };
    let caption = (session.kind().caption)(solution);
    let number = grouped(index as u64 + 1);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_shown = is_current && is_on_board;
    response.widget_info(|| {
        let name = format!("{} {number}: {} {}", sentence(session.noun().0), caption.title, caption.detail);
        WidgetInfo::selected(Role::Button, true, is_shown, name)
    });
    if is_current {
        regions::note_entry(ui.ctx(), Region::Results, response.id);
    }
    let ground = if response.hovered() { look.colors.raised.mix(look.colors.text, 0.06) } else { look.colors.raised };
    ui.painter().rect_filled(rect, corner::CARD, theme::color(ground));
    if is_shown || response.has_focus() {
        let ring = Stroke::new(2.0, theme::color(look.colors.accent));
        ui.painter().rect_stroke(rect.shrink(1.0), corner::CARD, ring, StrokeKind::Middle);
    }
    let usual = thumbnails.size();
    let thumbnail = thumbnails.of(session, solution, &look);
    // A slender picture leaves its room to the caption.
    let (height, size) = (ROW - 2.0 * space::S, thumbnail.as_ref().map_or(usual, |thumbnail| thumbnail.picture().size()));
    let room = Rect::from_min_size(rect.min + vec2(space::S, space::S), vec2(MOST_WIDTH.min(height * size.x / size.y), height));
    if let Some(thumbnail) = thumbnail {
        let placement = Placement::fit(thumbnail.picture(), room);
        thumbnail.paint(&ui.painter_at(room), placement);
    }

    let room = Rect::from_min_max(pos2(room.right() + space::M, rect.top()), rect.max - vec2(space::S, 0.0));
    let is_cut = caption_ui(ui, room, number, &caption);
    let is_clicked = response.clicked();
    let whole = if is_cut { format!("{}\n{}", caption.title, caption.detail) } else { String::new() };
    let hints: Vec<&str> = [whole.trim(), session.kind().board_extras.about_captions].into_iter().filter(|hint| !hint.is_empty()).collect();
    if !hints.is_empty() {
        response.on_hover_text(hints.join("\n\n"));
    }
    is_clicked
}

/// Paints the solution's number and its caption: smaller if it doesn't fit the room, and shortened if it still doesn't. Returns whether it
/// was shortened.
fn caption_ui(ui: &Ui, room: Rect, number: String, caption: &Caption) -> bool {
    const LINE: f32 = 18.0;
    /// Few letters are narrower than this, in points, so text beyond this many letters can't fit and isn't laid out.
    const NARROWEST: f32 = 2.0;
    let colors = theme::look(ui.ctx()).colors;
    let title = (theme::strong(number), colors.text);
    let most = (room.width() / NARROWEST) as usize;
    let seen = |text: &String| text.char_indices().nth(most).map_or_else(|| text.clone(), |(end, _)| format!("{}…", &text[..end]));
    let texts = [&caption.title, &caption.detail].map(seen);
    let texts = texts.iter().filter(|text| !text.is_empty());
    let fitting = |text: &String| {
        let fits = text_width(ui, text, FontId::proportional(theme::BODY)) <= room.width();
        RichText::new(text).size(if fits { theme::BODY } else { theme::SMALL })
    };
    let lines: Vec<_> = std::iter::once(title).chain(texts.map(|text| (fitting(text), colors.muted))).collect();
    let mut is_cut = [&caption.title, &caption.detail].into_iter().any(|text| text.chars().nth(most).is_some());
    let mut top = room.center().y - lines.len() as f32 * LINE / 2.0;
    for (line, color) in lines {
        let galley = WidgetText::from(line).into_galley(ui, Some(TextWrapMode::Truncate), room.width(), TextStyle::Body);
        is_cut |= galley.elided;
        ui.painter().galley(pos2(room.left(), top), galley, theme::color(color));
        top += LINE;
    }
    is_cut
}
