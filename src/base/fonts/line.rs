//! A line of text as glyphs: the bundled typeface draws what it can, and the system's fonts the rest.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use glam::Vec2;
use harfrust::{Direction, ShapeOptions, UnicodeBuffer};
use skrifa::{GlyphId, MetadataProvider};

use super::{
    BOLD, REGULAR, bidi,
    fallback::{Face, Fallback},
};
use crate::{picture::at, text::drawable};

/// The glyphs of a line of text at size 1, from left to right.
pub struct Line {
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The width of the line.
    pub width: f32,
}

/// A glyph of a line.
pub struct Glyph {
    /// The font that has it.
    pub face: Arc<Face>,
    /// Its number in the font.
    pub id: GlyphId,
    /// Where its origin is, from the beginning of the line, y downwards.
    pub at: Vec2,
    /// How far it is to the next glyph.
    pub advance: f32,
    /// The characters that it shows. If several glyphs show them together, the first one has them.
    pub text: String,
}

/// A weight of the bundled typeface.
pub fn bundled(bold: bool) -> &'static Arc<Face> {
    static FACES: LazyLock<[Arc<Face>; 2]> = LazyLock::new(|| {
        [("Inter-Regular", REGULAR), ("Inter-SemiBold", BOLD)]
            .map(|(name, data)| Arc::new(Face::new(name, Arc::new(data), 0).expect("the bundled typeface is valid")))
    });
    &FACES[usize::from(bold)]
}

/// Lays out a line of text. Control characters are left out.
pub fn line(text: &str, bold: bool, fallback: &Fallback) -> Line {
    let text = drawable(text);
    let mut line = Line { glyphs: Vec::new(), width: 0.0 };
    for part in bidi::parts(&text) {
        let mut runs = runs(&text, part.range, bold, fallback);
        if part.is_right_to_left {
            runs.reverse();
        }
        for (face, range) in runs {
            line.shape(face, &text[range], part.is_right_to_left);
        }
    }
    line
}

/// Divides a part of a text where the font changes.
fn runs(text: &str, part: Range<usize>, bold: bool, fallback: &Fallback) -> Vec<(Arc<Face>, Range<usize>)> {
    let bundled = bundled(bold);
    let own = bundled.font().charmap();
    let mut runs: Vec<(Arc<Face>, Range<usize>)> = Vec::new();
    let mut start = part.start;
    while start < part.end {
        let mut characters = text[start..part.end].char_indices().skip(1);
        let end = characters.find(|&(_, character)| !bidi::is_mark(character)).map_or(part.end, |(offset, _)| start + offset);
        let cluster = &text[start..end];
        let is_own = cluster.chars().all(|character| bidi::is_invisible(character) || own.map(character).is_some());
        let face = if is_own { None } else { fallback.find(cluster, bold) };
        let face = face.unwrap_or_else(|| Arc::clone(bundled));
        match runs.last_mut() {
            Some((last, range)) if Arc::ptr_eq(last, &face) => range.end = end,
            _ => runs.push((face, start..end)),
        }
        start = end;
    }
    runs
}

impl Line {
    /// Adds a text that one font draws in one direction.
    fn shape(&mut self, face: Arc<Face>, text: &str, is_right_to_left: bool) {
        let font = face.font();
        let shaper = face.shaper.shaper(&font).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        let size = shaper.units_per_em() as f32;
        let mut starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        starts.push(text.len());
        starts.sort_unstable();
        let mut left: i32 = 0;
        let mut drawn = None;
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let start = info.cluster as usize;
            let end = starts[starts.partition_point(|&other| other <= start).min(starts.len() - 1)];
            let characters = if drawn.replace(start) == Some(start) { "" } else { &text[start..end] };
            let offset = at((left + position.x_offset) as f32, -position.y_offset as f32);
            self.glyphs.push(Glyph {
                face: Arc::clone(&face),
                id: GlyphId::from(info.glyph_id),
                at: at(self.width, 0.0) + offset / size,
                advance: position.x_advance as f32 / size,
                text: if is_right_to_left { characters.chars().map(bidi::mirrored).collect() } else { characters.to_owned() },
            });
            left += position.x_advance;
        }
        self.width += left as f32 / size;
    }
}
