//! Writing systems that the window's own fonts don't have, and those that are written from right to left.
//!
//! egui asks for a font when a text has a character that its fonts lack. The system's fonts are then read on a thread; the character is a
//! box until they are. Text from right to left is put in order after each frame, since egui lays out all words from left to right. Its
//! caret and its selection stay where they would be without that.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use egui::{
    Context, FallbackRequest, FontData, FontFamily, FontInsert, FontPriority, FontProvider, FullOutput, Galley, Plugin, Shape, Ui,
    epaint::text::{Glyph, InsertFontFamily, Row},
};

use base::{
    fonts::{Face, Fallback, bidi},
    text::sentence,
};

/// Lets the window draw all writing systems that these fonts have.
pub fn install(ctx: &Context, fallback: &'static Fallback) {
    if ctx.with_plugin(|_: &mut Writing| ()).is_some() {
        return;
    }
    let fonts = Arc::new(SystemFonts { found: Mutex::default() });
    ctx.set_font_providers(vec![fonts.clone()]);
    ctx.add_plugin(Writing { fonts, fallback });
}

/// Says once of each character that no font has it.
pub fn complaint(ctx: &Context) -> Option<String> {
    ctx.with_plugin(|writing: &mut Writing| writing.fallback.complaint()).flatten().map(|complaint| sentence(&complaint))
}

/// The fonts of the system that the window uses.
struct SystemFonts {
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    /// What was found for a letter with its marks, regular or bold.
    faces: HashMap<(String, bool), Option<Arc<Face>>>,
    /// What has to be found.
    wanted: BTreeSet<(String, bool)>,
    /// Whether the thread is looking for it.
    is_looking: bool,
}

impl SystemFonts {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds everything that is wanted.
    fn look(&self, fallback: &Fallback) {
        loop {
            let wanted = {
                let mut found = self.found();
                found.is_looking = !found.wanted.is_empty();
                mem::take(&mut found.wanted)
            };
            if wanted.is_empty() {
                return;
            }
            for (cluster, bold) in wanted {
                let face = fallback.find(&cluster, bold);
                self.found().faces.insert((cluster, bold), face);
            }
        }
    }
}

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let key = (request.cluster.to_owned(), matches!(request.family, FontFamily::Name(_)));
        let mut found = self.found();
        let Some(face) = found.faces.get(&key) else {
            found.wanted.insert(key);
            return None;
        };
        let face = face.as_ref()?;
        let family = InsertFontFamily { family: request.family.clone(), priority: FontPriority::Lowest };
        // Not the name alone, which may also be that of a font of egui.
        let name = format!("system: {}", face.name);
        Some(FontInsert::new(&name, FontData::from_blob(Arc::clone(&face.data), face.index), vec![family]))
    }
}

struct Writing {
    fonts: Arc<SystemFonts>,
    fallback: &'static Fallback,
}

impl Plugin for Writing {
    fn debug_name(&self) -> &'static str {
        "writing systems"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let mut found = self.fonts.found();
        if found.is_looking || found.wanted.is_empty() {
            return;
        }
        let (fonts, fallback, ctx) = (Arc::clone(&self.fonts), self.fallback, ui.ctx().clone());
        let look = move || {
            fonts.look(fallback);
            // egui asks again, and draws all texts again.
            ctx.set_font_providers(vec![fonts]);
        };
        found.is_looking = thread::Builder::new().name("system fonts".to_owned()).spawn(look).is_ok();
    }

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        output.shapes.iter_mut().for_each(|shape| put_in_order(&mut shape.shape));
    }
}

/// Puts the words of all texts in order.
fn put_in_order(shape: &mut Shape) {
    match shape {
        Shape::Vec(shapes) => shapes.iter_mut().for_each(put_in_order),
        Shape::Text(text) if bidi::has_right_to_left(&text.galley.job.text) => {
            let Galley { rows, pixels_per_point, .. } = Arc::make_mut(&mut text.galley);
            rows.iter_mut().for_each(|row| reorder(Arc::make_mut(&mut row.row), *pixels_per_point));
        }
        _ => {}
    }
}

/// Moves the glyphs of a row to where the order of their words wants them.
fn reorder(row: &mut Row, pixels_per_point: f32) {
    let words: Vec<&[Glyph]> = row.glyphs.chunk_by(|one, next| bidi::is_one_word(one.chr, next.chr)).collect();
    // One character for each word, whose glyphs are in order already.
    let text: String = words.iter().map(|word| bidi::representative(word.iter().map(|glyph| glyph.chr))).collect();
    let mut word_at = text.char_indices().map(|(offset, _)| offset).zip(words).collect::<HashMap<_, _>>();
    let mut moves = Vec::new();
    let Some(mut left) = row.glyphs.first().map(|glyph| glyph.pos.x) else { return };
    for part in bidi::parts(&text) {
        let mut offsets: Vec<usize> = text[part.range.clone()].char_indices().map(|(offset, _)| part.range.start + offset).collect();
        if part.is_right_to_left {
            offsets.reverse();
        }
        // From left to right, words keep the distances that they have.
        let mut kept = None;
        for word in offsets.into_iter().filter_map(|offset| word_at.remove(&offset)) {
            let ([first, .., last] | [first @ last]) = word else { continue };
            let by = if part.is_right_to_left { left - first.pos.x } else { *kept.get_or_insert(left - first.pos.x) };
            let is_mirrored = part.is_right_to_left && bidi::mirrored(first.chr) != first.chr;
            moves.extend(word.iter().map(|glyph| (glyph.first_vertex as usize, !glyph.uv_rect.is_nothing(), by, is_mirrored)));
            left = last.max_x() + by;
        }
    }
    for (first, has_ink, by, is_mirrored) in moves {
        let Some(corners) = row.visuals.mesh.vertices.get_mut(first..first + 4).filter(|_| has_ink) else { continue };
        // Between pixels letters would be blurred.
        let by = (by * pixels_per_point).round() / pixels_per_point;
        corners.iter_mut().for_each(|corner| corner.pos.x += by);
        if is_mirrored {
            let [one, two] = [corners[0].uv.x, corners[1].uv.x];
            corners.iter_mut().for_each(|corner| corner.uv.x = if corner.uv.x == one { two } else { one });
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Color32, FontId};
    use egui_kittest::Harness;

    use super::*;
    use crate::theme;

    /// A window whose system has only the font of the tests, and which shows this text.
    fn window(text: &'static str) -> Harness<'static> {
        let setup = |ctx: &Context| {
            install(ctx, Box::leak(Box::new(base::testing::squares())));
            theme::install(ctx);
        };
        let show = move |ui: &mut Ui| {
            ui.label(text);
            ui.label(theme::strong(text));
        };
        Harness::builder().allow_missing_glyphs().with_context_setup(setup).build_ui(show)
    }

    fn has(harness: &Harness<'_>, font: &FontId, letter: char) -> bool {
        harness.ctx.fonts_mut(|fonts| fonts.has_glyph(font, letter))
    }

    #[test]
    fn a_letter_is_drawn_once_its_font_is_read() {
        for (text, letter) in [("漢", '漢'), ("ב", 'ב')] {
            let mut harness = window(text);
            for font in [FontId::proportional(theme::BODY), theme::bold(theme::BODY)] {
                while !has(&harness, &font, letter) {
                    harness.step();
                }
            }
            assert_eq!(complaint(&harness.ctx), None, "{text}");
        }
    }

    #[test]
    fn a_letter_without_a_font_is_reported_once() {
        let mut harness = window("漢☃");
        let complaint = loop {
            harness.step();
            if let Some(complaint) = complaint(&harness.ctx) {
                break complaint;
            }
        };
        assert!(complaint.contains("has ☃ (U+2603),"), "{complaint}");
        harness.run_steps(5);
        assert_eq!(super::complaint(&harness.ctx), None);
    }

    #[test]
    fn words_from_right_to_left_are_in_order() {
        let font = FontId::proportional(20.0);
        let mut harness = window("ב");
        while !has(&harness, &font, 'ב') {
            harness.step();
        }
        for (text, expected) in
            [("abc de", "abcde"), ("אבג", "גבא"), ("אב גד", "דגבא"), ("a אב 12 גד b", "aדג12באb"), ("אב (12)", ")12(בא")]
        {
            let galley = harness.ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE));
            let mut shape = Shape::galley(egui::Pos2::ZERO, galley, Color32::WHITE);
            put_in_order(&mut shape);
            let Shape::Text(text_shape) = &shape else { panic!("{shape:?}") };
            let row = &text_shape.galley.rows[0].row;
            let inked = row.glyphs.iter().filter(|glyph| !glyph.uv_rect.is_nothing());
            let mut letters: Vec<(f32, char)> =
                inked.map(|glyph| (row.visuals.mesh.vertices[glyph.first_vertex as usize].pos.x, glyph.chr)).collect();
            letters.sort_by(|one, other| one.0.total_cmp(&other.0));
            assert_eq!(letters.into_iter().map(|(_, letter)| letter).collect::<String>(), expected, "{text}");
        }
    }
}
