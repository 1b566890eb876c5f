//! Where the 3D view is seen from, and how points in space are projected onto the page.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Vec2, Vec3};

use base::picture::at;

/// An eye that looks at the centre of the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The rotation to the right, in radians; at 0 the eye is in front.
    pub yaw: f32,
    /// The elevation, in radians, from straight below to straight above.
    pub pitch: f32,
    /// The kind of projection.
    pub projection: Projection,
}

/// How depth is shown on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Parallel lines stay parallel, and sizes comparable.
    #[default]
    Parallel,
    /// Nearer objects are larger.
    Perspective,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw: 40_f32.to_radians(), pitch: 32_f32.to_radians(), projection: Projection::Parallel }
    }
}

/// The distance of the eye from the centre, relative to the radius of the figure.
const EYE_DISTANCE: f32 = 4.0;

impl Camera {
    /// Rotates the scene to the right and downwards, in radians.
    pub fn rotate(&mut self, right: f32, down: f32) {
        self.yaw = (self.yaw - right).rem_euclid(TAU);
        self.pitch = (self.pitch + down).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Returns the projection for a figure whose points are all within this radius of its centre.
    pub fn lens(&self, radius: f32) -> Lens {
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

/// A camera in position. Points are relative to the centre of the figure: x to the right, y to the front, z up.
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    right: Vec3,
    up: Vec3,
    /// The direction from the centre to the eye.
    towards: Vec3,
    /// The distance of the eye; `None` is infinite.
    distance: Option<f32>,
}

impl Lens {
    /// Returns the position of a point on the page, y downwards. The centre keeps its scale.
    pub fn project(&self, point: Vec3) -> Vec2 {
        let scale = self.distance.map_or(1.0, |distance| distance / (distance - self.depth(point)));
        at(self.right.dot(point), -self.up.dot(point)) * scale
    }

    /// Returns how far the point is towards the eye.
    pub fn depth(&self, point: Vec3) -> f32 {
        self.towards.dot(point)
    }

    /// Returns how much wider than its radius a ball around the figure appears.
    pub fn widening(&self) -> f32 {
        self.distance.map_or(1.0, |_| EYE_DISTANCE / (EYE_DISTANCE * EYE_DISTANCE - 1.0).sqrt())
    }

    /// Whether the eye is infinitely far away.
    pub fn is_infinite(&self) -> bool {
        self.distance.is_none()
    }

    /// Returns a vector of any length from the point to the eye.
    pub fn eye_from(&self, point: Vec3) -> Vec3 {
        self.distance.map_or(self.towards, |distance| self.towards * distance - point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_view_is_upright() {
        let lens = Camera { yaw: 0.0, pitch: 0.0, ..Camera::default() }.lens(1.0);
        assert!(lens.project(Vec3::X).distance(at(1.0, 0.0)) < 1e-6);
        assert!(lens.project(Vec3::Z).distance(at(0.0, -1.0)) < 1e-6);
        assert!(lens.depth(Vec3::Y) > 0.99);
    }

    #[test]
    fn the_scene_follows_the_drag() {
        for projection in [Projection::Parallel, Projection::Perspective] {
            let mut camera = Camera { projection, ..Camera::default() };
            let nearest = camera.lens(1.0).towards * 0.9;
            let before = camera.lens(1.0).project(nearest);
            camera.rotate(0.1, 0.1);
            let after = camera.lens(1.0).project(nearest);
            assert!(before.x < after.x && before.y < after.y, "{before} to {after}");
        }
    }

    #[test]
    fn nearer_objects_are_larger_in_perspective_only() {
        for (projection, larger) in [(Projection::Parallel, false), (Projection::Perspective, true)] {
            let lens = Camera { projection, ..Camera::default() }.lens(2.0);
            let width = |depth: f32| lens.project(lens.towards * depth + lens.right).x - lens.project(lens.towards * depth).x;
            assert_eq!(width(1.0) > width(-1.0) + 0.01, larger);
        }
    }
}
