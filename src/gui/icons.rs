//! The icons, drawn as paths in a square of 18 by 18 points.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2};

/// The width and height of an icon, in points.
pub const SIZE: f32 = 18.0;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// First step.
    First,
    /// Step back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Step forward.
    Forward,
    /// Last step.
    Last,
    /// Turn clockwise by one step.
    Turn,
    /// Flip over.
    Flip,
    /// Remove, or drop the piece in hand.
    Remove,
}

impl Icon {
    /// Paints the icon in the centre of the rectangle.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let square = Rect::from_center_size(rect.center(), Vec2::splat(SIZE));
        let at = |x: f32, y: f32| square.min + Vec2::new(x, y);
        let fill = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        let bar = |x: f32| painter.rect_filled(Rect::from_min_max(at(x, 4.0), at(x + 2.0, 14.0)), 1.0, color);
        let triangle = |tip: f32, back: f32| vec![at(tip, 9.0), at(back, 4.0), at(back, 14.0)];
        let stroke = Stroke::new(1.8, color);
        match self {
            Self::First => {
                bar(4.0);
                fill(triangle(7.0, 14.0));
            }
            Self::Back => {
                fill(triangle(5.0, 12.5));
            }
            Self::Forward => {
                fill(triangle(13.0, 5.5));
            }
            Self::Last => {
                bar(12.0);
                fill(triangle(11.0, 4.0));
            }
            Self::Play => {
                fill(vec![at(14.5, 9.0), at(5.0, 3.0), at(5.0, 15.0)]);
            }
            Self::Pause => {
                for x in [4.5, 10.5] {
                    painter.rect_filled(Rect::from_min_max(at(x, 3.0), at(x + 3.0, 15.0)), 1.0, color);
                }
            }
            Self::Turn => {
                painter.add(Shape::line(arc(at(9.0, 9.0), 5.5, -60.0, 220.0), stroke));
                fill(vec![at(9.6, 0.8), at(15.2, 4.6), at(9.2, 7.4)]);
            }
            Self::Flip => {
                painter.line_segment([at(9.0, 2.5), at(9.0, 15.5)], Stroke::new(1.4, color));
                fill(vec![at(2.0, 13.0), at(7.0, 13.0), at(7.0, 4.5)]);
                painter.add(Shape::closed_line(vec![at(16.0, 13.0), at(11.0, 13.0), at(11.0, 4.5)], Stroke::new(1.4, color)));
            }
            Self::Remove => {
                painter.line_segment([at(4.5, 4.5), at(13.5, 13.5)], stroke);
                painter.line_segment([at(13.5, 4.5), at(4.5, 13.5)], stroke);
            }
        }
    }
}

/// Points on a circle between two angles, in degrees clockwise from three o'clock.
fn arc(center: Pos2, radius: f32, from: f32, to: f32) -> Vec<Pos2> {
    let points = 24;
    (0..=points)
        .map(|i| {
            let angle = (from + (to - from) * i as f32 / points as f32).to_radians();
            pos2(center.x + radius * angle.cos(), center.y + radius * angle.sin())
        })
        .collect()
}
