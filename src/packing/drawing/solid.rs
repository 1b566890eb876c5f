//! Which faces of which cubes are visible, and the order in which they are painted so that nearer faces cover farther ones.
//! What is painted on them is up to `board`.

use std::cmp::Ordering;

use glam::{IVec3, Vec2, Vec3, Vec3Swizzles};

use crate::{edit::camera::Lens, model::lattice::DIRECTIONS};

/// A unit cube in the 3D view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cube {
    /// Its cell in the figure.
    pub cell: IVec3,
    /// The piece that it belongs to, or the mark of a free cell.
    pub name: char,
    /// Its offset from its cell.
    pub shift: Vec3,
    /// Whether it is transparent.
    pub body: Body,
}

/// The material of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Hides whatever is behind it.
    Opaque,
    /// Hides nothing.
    Glass,
}

/// A visible face.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The index of its cube in the list.
    pub cube: usize,
    /// The direction that it faces.
    pub normal: IVec3,
    /// Its corners on the page, in order.
    pub corners: [Vec2; 4],
    /// The edges from each corner to the next.
    pub edges: [Edge; 4],
}

/// What is on the other side of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The same piece continues in the same plane.
    Inner,
    /// The piece ends or bends.
    Outer,
    /// A face that is painted later has the same edge, and paints it.
    Repeated,
}

/// Returns the lower corner of the cube, relative to the centre of the figure.
fn corner(cube: &Cube, middle: Vec3) -> Vec3 {
    cube.cell.as_vec3() + cube.shift - middle
}

/// Returns the faces that point towards the eye and are not covered by a touching cube, from back to front.
///
/// Cubes may be shifted, but must not overlap. The edges of highlighted pieces differ from those of others.
pub fn faces(cubes: &[Cube], middle: Vec3, lens: &Lens, is_highlighted: impl Fn(char) -> bool) -> Vec<Face> {
    let neighbours = Neighbours::of(cubes);
    // At most three sides of a cube point towards the eye.
    let mut seen: Vec<Face> = Vec::with_capacity(3 * cubes.len());
    // The cubes with visible faces, and where those are.
    let mut places = Vec::with_capacity(cubes.len());
    let mut corners = Vec::with_capacity(cubes.len());
    let mut on_page = Vec::with_capacity(cubes.len());
    for (i, cube) in cubes.iter().enumerate() {
        let corner = corner(cube, middle);
        let is_visible = |normal: &IVec3| is_turned_to_eye(corner, *normal, lens) && !is_hidden(cube, *normal, &neighbours);
        let first = seen.len();
        let mut page = None;
        for &normal in DIRECTIONS.iter().filter(|normal| is_visible(normal)) {
            let page = page.get_or_insert_with(|| page_corners(corner, lens));
            seen.push(face(i, cube, normal, page, &neighbours));
        }
        if let Some(page) = page {
            places.push(first..seen.len());
            corners.push(corner);
            on_page.push(page);
        }
    }
    let is_apart = cubes.iter().any(|cube| cube.shift != cubes[0].shift);
    let order = if is_apart { painting_order(&corners, &on_page, lens) } else { grid_order(&corners, lens) };
    let mut ordered = Vec::with_capacity(seen.len());
    order.into_iter().for_each(|place| ordered.extend_from_slice(&seen[places[place].clone()]));
    find_repeated(&mut ordered, cubes, &neighbours, is_highlighted);
    ordered
}

/// Finds the edges that a later face paints again: half of all lines.
fn find_repeated(faces: &mut [Face], cubes: &[Cube], neighbours: &Neighbours<'_>, is_highlighted: impl Fn(char) -> bool) {
    // Two for each axis.
    let direction = |normal: IVec3| (normal.abs().dot(IVec3::new(0, 1, 2)) * 2 + i32::from(normal.element_sum() < 0)) as usize;
    let place_of = |cell: IVec3, normal: IVec3| neighbours.place(cell) * DIRECTIONS.len() + direction(normal);
    // The position of each face in the list, counted from 1; 0 for those that aren't visible.
    let mut positions = vec![0_u32; neighbours.numbers.len() * DIRECTIONS.len()];
    for (position, face) in (1..).zip(faces.iter()) {
        positions[place_of(cubes[face.cube].cell, face.normal)] = position;
    }
    for (position, face) in (1..).zip(faces) {
        let cube = &cubes[face.cube];
        let is_plain = |cube: &Cube| cube.body == Body::Opaque && !is_highlighted(cube.name);
        let continues = |other: &Cube| other.name == cube.name && other.shift == cube.shift;
        let looks_alike = |other: &Cube| continues(other) || is_plain(other) && is_plain(cube) && other.shift == cube.shift;
        let is_later = |cell: IVec3, normal: IVec3| position < positions[place_of(cell, normal)];
        for (edge, side) in face.edges.iter_mut().zip(sides(face.normal)) {
            let (beside, around) = (cube.cell + side, cube.cell + side + face.normal);
            let goes_on = neighbours.at(beside).is_some_and(looks_alike) && is_later(beside, face.normal);
            let bends_up = neighbours.at(around).is_some_and(continues) && is_later(around, -side);
            // Each transparent cube may have a colour of its own.
            let is_opaque = cube.body == Body::Opaque;
            if is_opaque && (goes_on || bends_up) || is_later(cube.cell, side) {
                *edge = Edge::Repeated;
            }
        }
    }
}

/// Returns the directions of the edges of a face, in their order.
fn sides(normal: IVec3) -> [IVec3; 4] {
    let (across, along) = (normal.zxy().abs(), normal.yzx().abs());
    [-along, across, along, -across]
}

/// Finds cubes by their cells.
struct Neighbours<'a> {
    cubes: &'a [Cube],
    /// The corner of a box that has a cell of room on each side of the cubes.
    least: IVec3,
    /// How far apart the numbers of neighbours along each axis are.
    strides: IVec3,
    /// The number of the cube in each cell of the box, counted from 1; 0 for none.
    numbers: Vec<u16>,
}

impl<'a> Neighbours<'a> {
    fn of(cubes: &'a [Cube]) -> Self {
        let cells = || cubes.iter().map(|cube| cube.cell);
        let least = cells().reduce(IVec3::min).unwrap_or_default() - IVec3::ONE;
        let size = cells().reduce(IVec3::max).unwrap_or_default() - least + 2 * IVec3::ONE;
        let numbers = vec![0; size.element_product() as usize];
        let mut found = Self { cubes, least, strides: IVec3::new(1, size.x, size.x * size.y), numbers };
        for (number, cell) in (1..).zip(cells()) {
            let place = found.place(cell);
            found.numbers[place] = number;
        }
        found
    }

    /// Returns the index of a cell that has a cube or is beside one.
    fn place(&self, cell: IVec3) -> usize {
        (cell - self.least).dot(self.strides) as usize
    }

    /// Returns the cube in such a cell.
    fn at(&self, cell: IVec3) -> Option<&Cube> {
        self.cubes.get(usize::from(self.numbers[self.place(cell)]).checked_sub(1)?)
    }
}

/// Whether this side of the cube with this lower corner is turned to the eye.
fn is_turned_to_eye(corner: Vec3, normal: IVec3, lens: &Lens) -> bool {
    let on_face = corner + Vec3::splat(0.5) + normal.as_vec3() * 0.5;
    lens.eye_from(on_face).dot(normal.as_vec3()) > 1e-5
}

/// Returns a visible face of a cube that has these corners on the page.
fn face(place: usize, cube: &Cube, normal: IVec3, page: &[Vec2; 8], neighbours: &Neighbours<'_>) -> Face {
    let sides = sides(normal);
    let end = |towards: IVec3| usize::from(towards.x > 0) | usize::from(towards.y > 0) << 1 | usize::from(towards.z > 0) << 2;
    let corners = [0, 1, 2, 3].map(|i| page[end(normal + sides[i] + sides[(i + 3) % 4])]);
    let edges = sides.map(|side| if continues_flat(cube, normal, side, neighbours) { Edge::Inner } else { Edge::Outer });
    Face { cube: place, normal, corners, edges }
}

/// Whether the touching cube hides the face: it is opaque, or both belong to the same transparent piece.
fn is_hidden(cube: &Cube, normal: IVec3, neighbours: &Neighbours<'_>) -> bool {
    neighbours.at(cube.cell + normal).is_some_and(|other| {
        let touches = other.shift == cube.shift;
        touches && (other.body == Body::Opaque || other.name == cube.name)
    })
}

fn continues_flat(cube: &Cube, normal: IVec3, side: IVec3, neighbours: &Neighbours<'_>) -> bool {
    let is_same = |cell: IVec3| neighbours.at(cell).is_some_and(|other| other.name == cube.name && other.shift == cube.shift);
    is_same(cube.cell + side) && !is_same(cube.cell + side + normal)
}

/// Returns the outline on the page of the cube with this lower corner, whatever hides it.
pub fn silhouette(corner: Vec3, lens: &Lens) -> Vec<Vec2> {
    convex_hull(&page_corners(corner, lens))
}

/// Returns the corners on the page of the cube with this lower corner.
fn page_corners(corner: Vec3, lens: &Lens) -> [Vec2; 8] {
    let along = |axis: usize, end: usize| corner[axis] + if end >> axis & 1 == 0 { 0.0 } else { 1.0 };
    std::array::from_fn(|end| lens.project(Vec3::new(along(0, end), along(1, end), along(2, end))))
}

/// Returns the corners of the smallest convex polygon around these points: from the leftmost one, always on to the point that has all
/// others on the same side.
fn convex_hull(points: &[Vec2]) -> Vec<Vec2> {
    let Some(&first) = points.iter().min_by(|one, other| (one.x, one.y).partial_cmp(&(other.x, other.y)).unwrap_or(Ordering::Equal)) else {
        return Vec::new();
    };
    let mut hull = vec![first];
    // Rounding must not keep it going around.
    while hull.len() < points.len() {
        let from = hull[hull.len() - 1];
        let others = points.iter().copied().filter(|&point| point != from);
        let next = others.reduce(|best, point| {
            let turn = (best - from).perp_dot(point - from);
            if turn < 0.0 || turn == 0.0 && best.distance(from) < point.distance(from) { point } else { best }
        });
        match next {
            Some(next) if next != first => hull.push(next),
            _ => break,
        }
    }
    hull
}

/// Orders cubes of a grid with these lower corners as [`painting_order`] does, but faster: by their distance from the eye along the first
/// axis, then along the second, then along the third, the farthest first.
///
/// A cube covers another only if it isn't beyond it along any axis. So of two cubes the one that is farther along the first axis on which
/// they differ can't cover the other: a plane between them has the eye and the other on one side, or the eye is between them.
fn grid_order(corners: &[Vec3], lens: &Lens) -> Vec<usize> {
    let nearness = |corner: &Vec3| {
        let center = *corner + Vec3::splat(0.5);
        // An eye that is infinitely far away sees all cubes from the same side.
        if lens.is_infinite() { center * lens.eye_from(center).signum() } else { -lens.eye_from(center).abs() }
    };
    let keys: Vec<Vec3> = corners.iter().map(nearness).collect();
    let mut order: Vec<usize> = (0..corners.len()).collect();
    let compare = |one: Vec3, other: Vec3| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)).then(one.z.total_cmp(&other.z));
    order.sort_by(|&one, &other| compare(keys[one], keys[other]));
    order
}

/// Orders the cubes with these lower corners so that each comes after all cubes that it can cover.
///
/// A plane between two separate cubes shows which of them cannot cover the other; if two such planes disagree, neither can. That gives a
/// partial order unless several diagonal cubes form a ring; then the farthest goes first.
///
/// Cubes have 16-bit numbers, since there are thousands of pairs; a figure has at most 512 cubes.
fn painting_order(corners: &[Vec3], on_page: &[[Vec2; 8]], lens: &Lens) -> Vec<usize> {
    let mut covering: Vec<(u16, u16)> = Vec::with_capacity(8 * corners.len());
    let mut behind_count = vec![0_u16; corners.len()];
    // Where those that can cover each cube are in a common list, from here to the next cube's.
    let mut starts = vec![0_u32; corners.len() + 1];
    for (first, second) in meeting(on_page) {
        let (back, front) = match nearer(corners[usize::from(first)], corners[usize::from(second)], lens) {
            Nearer::First => (second, first),
            Nearer::Second => (first, second),
            Nearer::Neither => continue,
        };
        covering.push((back, front));
        behind_count[usize::from(front)] += 1;
        starts[usize::from(back) + 1] += 1;
    }
    for place in 0..corners.len() {
        starts[place + 1] += starts[place];
    }
    let (mut ends, mut in_front) = (starts.clone(), vec![0_u16; covering.len()]);
    for (back, front) in covering {
        let end = &mut ends[usize::from(back)];
        in_front[*end as usize] = front;
        *end += 1;
    }
    let mut ready: Vec<usize> = (0..corners.len()).filter(|&place| behind_count[place] == 0).collect();
    let mut is_done = vec![false; corners.len()];
    let mut order = Vec::with_capacity(corners.len());
    while let Some(place) = ready.pop().or_else(|| farthest(corners, &is_done, lens)) {
        is_done[place] = true;
        order.push(place);
        for &front in &in_front[starts[place] as usize..starts[place + 1] as usize] {
            let front = usize::from(front);
            behind_count[front] = behind_count[front].saturating_sub(1);
            if behind_count[front] == 0 && !is_done[front] {
                ready.push(front);
            }
        }
    }
    order
}

/// Returns the pairs of cubes whose upright bounding boxes on the page, with room for the lines of edges, meet. No others can cover each
/// other.
fn meeting(on_page: &[[Vec2; 8]]) -> Vec<(u16, u16)> {
    const ROOM: Vec2 = Vec2::splat(0.05);
    let bounds = |points: &[Vec2; 8]| {
        let (low, high) = points.iter().fold((points[0], points[0]), |(low, high), &point| (low.min(point), high.max(point)));
        (low - ROOM, high + ROOM)
    };
    let mut from_left: Vec<(u16, (Vec2, Vec2))> = (0..).zip(on_page.iter().map(bounds)).collect();
    from_left.sort_by(|(_, one), (_, other)| one.0.x.total_cmp(&other.0.x));
    let mut pairs = Vec::with_capacity(16 * on_page.len());
    for (place, &(first, (low, high))) in from_left.iter().enumerate() {
        let near = from_left[place + 1..].iter().take_while(|(_, other)| other.0.x <= high.x);
        pairs.extend(near.filter(|(_, other)| other.0.y <= high.y && low.y <= other.1.y).map(|&(second, _)| (first, second)));
    }
    pairs
}

enum Nearer {
    First,
    Second,
    Neither,
}

/// Returns which of two cubes could cover the other.
fn nearer(first: Vec3, second: Vec3, lens: &Lens) -> Nearer {
    const TOUCH: f32 = 1.0 - 1e-3;
    let (mut first_may, mut second_may, mut is_apart) = (true, true, false);
    for axis in 0..3 {
        let gap = first[axis] - second[axis];
        if gap.abs() < TOUCH {
            continue;
        }
        is_apart = true;
        let between = (first + second + Vec3::ONE) * 0.5;
        let side = lens.eye_from(between)[axis] * gap.signum();
        first_may &= side > 0.0;
        second_may &= side < 0.0;
    }
    match (is_apart && first_may, is_apart && second_may) {
        (true, false) => Nearer::First,
        (false, true) => Nearer::Second,
        _ => Nearer::Neither,
    }
}

fn farthest(corners: &[Vec3], is_done: &[bool], lens: &Lens) -> Option<usize> {
    let waiting = (0..corners.len()).filter(|&place| !is_done[place]);
    waiting.min_by(|&a, &b| lens.depth(corners[a]).total_cmp(&lens.depth(corners[b])))
}
