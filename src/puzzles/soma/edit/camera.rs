//! From where the solid view is seen, and how points of space come onto the page.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Vec2, Vec3};

use crate::picture::at;

/// An eye that looks at the middle of the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// How far it has gone round to the right, in radians; at 0 it stands in front.
    pub yaw: f32,
    /// How high it stands, in radians: from straight below to straight above.
    pub pitch: f32,
    /// How it sees.
    pub projection: Projection,
}

/// How depth comes onto the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Parallels stay parallel, sizes comparable.
    #[default]
    Parallel,
    /// What is nearer is larger.
    Perspective,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw: 40_f32.to_radians(), pitch: 32_f32.to_radians(), projection: Projection::Parallel }
    }
}

/// How many times farther than the farthest point of the figure the eye is from its middle.
const EYE_DISTANCE: f32 = 4.0;

impl Camera {
    /// Turns what is seen to the right and downwards, by so many radians.
    pub fn turn(&mut self, right: f32, down: f32) {
        self.yaw = (self.yaw - right).rem_euclid(TAU);
        self.pitch = (self.pitch + down).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// The camera before a figure, all points of which are within the radius of its middle.
    pub fn before(&self, radius: f32) -> Lens {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        Lens {
            right: Vec3::new(cos_yaw, -sin_yaw, 0.0),
            up: Vec3::new(-sin_yaw * sin_pitch, -cos_yaw * sin_pitch, cos_pitch),
            towards: Vec3::new(sin_yaw * cos_pitch, cos_yaw * cos_pitch, sin_pitch),
            distance: match self.projection {
                Projection::Parallel => None,
                Projection::Perspective => Some(EYE_DISTANCE * radius),
            },
        }
    }
}

/// A camera at its place. Points are relative to the middle of the figure: x to the right, y to the front, z up.
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    right: Vec3,
    up: Vec3,
    /// The direction from the middle to the eye.
    towards: Vec3,
    /// How far the eye is; none is infinitely far.
    distance: Option<f32>,
}

impl Lens {
    /// Where the point comes to lie on the page, y downwards; the middle keeps its scale.
    pub fn project(&self, point: Vec3) -> Vec2 {
        let scale = self.distance.map_or(1.0, |distance| distance / (distance - self.depth(point)));
        at(self.right.dot(point), -self.up.dot(point)) * scale
    }

    /// How far the point lies towards the eye.
    pub fn depth(&self, point: Vec3) -> f32 {
        self.towards.dot(point)
    }

    /// How much wider than its radius a ball looks that just holds the figure.
    pub fn widening(&self) -> f32 {
        self.distance.map_or(1.0, |_| EYE_DISTANCE / (EYE_DISTANCE * EYE_DISTANCE - 1.0).sqrt())
    }

    /// A vector from the point to the eye, of any length.
    pub fn eye_from(&self, point: Vec3) -> Vec3 {
        self.distance.map_or(self.towards, |distance| self.towards * distance - point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_seen_upright() {
        let lens = Camera { yaw: 0.0, pitch: 0.0, ..Camera::default() }.before(1.0);
        assert!(lens.project(Vec3::X).distance(at(1.0, 0.0)) < 1e-6);
        assert!(lens.project(Vec3::Z).distance(at(0.0, -1.0)) < 1e-6);
        assert!(lens.depth(Vec3::Y) > 0.99);
    }

    #[test]
    fn what_is_dragged_follows() {
        for projection in [Projection::Parallel, Projection::Perspective] {
            let mut camera = Camera { projection, ..Camera::default() };
            let nearest = camera.before(1.0).towards * 0.9;
            let before = camera.before(1.0).project(nearest);
            camera.turn(0.1, 0.1);
            let after = camera.before(1.0).project(nearest);
            assert!(before.x < after.x && before.y < after.y, "{before} to {after}");
        }
    }

    #[test]
    fn nearer_is_larger_in_perspective_only() {
        for (projection, larger) in [(Projection::Parallel, false), (Projection::Perspective, true)] {
            let lens = Camera { projection, ..Camera::default() }.before(2.0);
            let width = |depth: f32| lens.project(lens.towards * depth + lens.right).x - lens.project(lens.towards * depth).x;
            assert_eq!(width(1.0) > width(-1.0) + 0.01, larger);
        }
    }
}
