//! All days of a calendar as one sheet: a row for each day, a column for each month, with the numbers of solutions.

use glam::Vec2;

use crate::{live::days::Days, model::labels::month};
use base::{
    look::Look,
    picture::{Color, Picture, Shape, Stroke, at},
    text::{counted, grouped},
};

const DAY: Vec2 = at(40.0, 20.0);
const NUMBERS: f32 = 24.0;
const TOP: f32 = 52.0;
const MARGIN: f32 = 20.0;

/// Draws the sheet. Days that aren't counted are blank.
pub fn sheet(days: &Days, look: &Look) -> Picture<()> {
    let size = at(NUMBERS + 12.0 * DAY.x, TOP + 32.0 * DAY.y);
    let heading = format!("{}: all days", days.title());
    let mut picture = Picture::new(Vec2::splat(-MARGIN), size + Vec2::splat(MARGIN), heading.clone());
    let (ink, muted) = (look.colors.text, look.colors.muted);
    picture.text(at(size.x / 2.0, 8.0), 16.0, true, ink, heading);
    let range = days.extremes().map(|[least, most]| format!(", {} to {} a day", grouped(least), grouped(most))).unwrap_or_default();
    let about = format!("{} on {}{range}", counted(days.total(), "solution"), counted(days.counted() as u64, "day"));
    picture.text(at(size.x / 2.0, 30.0), 11.0, false, muted, about);
    let corner = |month: u32, day: u32| at(NUMBERS + (month - 1) as f32 * DAY.x, TOP + day as f32 * DAY.y);
    for day in 1..=31 {
        picture.text(at(NUMBERS / 2.0, corner(1, day).y + DAY.y / 2.0), 10.0, false, muted, day.to_string());
    }
    for (date, count) in days.all() {
        if date.day == 1 {
            picture.text(corner(date.month, 0) + DAY / 2.0, 10.0, false, muted, month(date));
        }
        let (min, max) = (corner(date.month, date.day) + Vec2::ONE, corner(date.month, date.day) + DAY - Vec2::ONE);
        let fill = look.colors.raised.mix(look.colors.accent, 0.75 * count.and_then(|count| days.share(count)).unwrap_or(0.0));
        let is_extreme = count.is_some_and(|count| days.extreme(count).is_some());
        let stroke = if is_extreme { Stroke::new(1.5, ink) } else { Stroke::new(0.5, look.colors.line) };
        picture.shapes.push(Shape::Rectangle { min, max, radius: 2.0, fill, stroke });
        let number = count.map(grouped).unwrap_or_default();
        picture.text(min.midpoint(max), 10.0, is_extreme, if fill == Color::CLEAR { ink } else { fill.ink() }, number);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{lattice::SQUARES, pieces::Set, state::State};

    #[test]
    fn each_day_has_its_number() {
        let mut days = Days::of(&State::of_set(&SQUARES, Set::Calendar), 2026).expect("a calendar");
        (0..366).for_each(|day| days.take_in((day, 1000 + day as u64)));
        let sheet = sheet(&days, &Look::on_paper());
        let texts: Vec<&str> =
            sheet.shapes.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None }).collect();
        for text in ["Calendar: all days", "432,795 solutions on 366 days, 1,000 to 1,365 a day", "Jan", "Dec", "31", "1,000", "1,365"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        assert_eq!(texts.len(), 2 + 31 + 12 + 366);
    }
}
