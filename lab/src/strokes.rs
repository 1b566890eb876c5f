//! Draws digits that no typeface has: strokes through a few corners each, bent, rounded, widened and put on coarse grids at random.

use quincunx::chance::Random;

/// A stroke: corners with x from 0 to 1 from the left, and y from 0 to 1 from the top.
type Stroke = Vec<[f32; 2]>;

/// The rows of a drawing.
pub const HEIGHT: usize = 40;

/// What is drawn, with 1 where a pen was.
pub struct Drawing {
    pub width: usize,
    pub ink: Vec<f32>,
}

/// Random numbers as people think of them.
pub trait Draw {
    fn unit(&mut self) -> f32;

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.unit()
    }

    fn happens(&mut self, chance: f32) -> bool {
        self.unit() < chance
    }

    fn pick(&mut self, count: usize) -> usize {
        ((self.unit() * count as f32) as usize).min(count - 1)
    }
}

impl Draw for Random {
    fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }
}

/// Draws a digit from 0 to 9, or something else for 10.
pub fn draw(class: usize, random: &mut Random) -> Drawing {
    let is_on_grid = random.happens(0.6);
    let spread = if is_on_grid { 0.03 } else { 0.07 };
    let strokes = if class < 10 { digit(class, spread, random) } else { other(random) };
    drawn(strokes, is_on_grid, random)
}

/// Draws what looks like no digit: mostly a letter or another sign.
pub fn draw_sign(random: &mut Random) -> Drawing {
    let is_on_grid = random.happens(0.6);
    let strokes = match random.pick(6) {
        0 => two_digits(random),
        1 => face(),
        2 => {
            // Few strokes through few places: hardly ever a digit.
            let place = |random: &mut Random| [0.5 * random.pick(3) as f32, 0.25 * random.pick(5) as f32];
            (0..3 + random.pick(3)).map(|_| (0..2 + random.pick(2)).map(|_| place(random)).collect()).collect()
        }
        _ => SIGNS[random.pick(SIGNS.len())].iter().map(|stroke| stroke.to_vec()).collect(),
    };
    drawn(strokes, is_on_grid, random)
}

fn drawn(strokes: Vec<Stroke>, is_on_grid: bool, random: &mut Random) -> Drawing {
    if is_on_grid {
        return on_grid(&strokes, random);
    }
    let roundness = random.pick(3);
    let jitter = if random.happens(0.5) { 0.0 } else { random.between(0.0, 0.06) };
    let slant = if random.happens(0.7) { 0.0 } else { random.between(-0.05, 0.2) };
    let moved = |[x, y]: [f32; 2], random: &mut Random| {
        [x + slant * (0.5 - y) + random.between(-jitter, jitter), y + random.between(-jitter, jitter)]
    };
    let strokes: Vec<Stroke> = strokes
        .into_iter()
        .map(|stroke| stroke.into_iter().map(|corner| moved(corner, random)).collect())
        .map(|stroke| (0..roundness).fold(stroke, |stroke: Stroke, _| cut_corners(&stroke)))
        .collect();
    let aspect = random.between(0.38, 0.95);
    let pen = random.between(0.09, 0.24).min(0.36 * aspect);
    painted(&strokes, aspect, pen, random.happens(0.5))
}

/// Draws with few large pixels, each full or empty, and lines of one or two of them.
fn on_grid(strokes: &[Stroke], random: &mut Random) -> Drawing {
    let pen = 1 + random.pick(2);
    let rows = if pen == 1 { 5 + random.pick(6) } else { 8 + random.pick(5) };
    let least = if pen == 1 { 3 } else { 5 };
    let columns = (least + random.pick(rows - least + 1)).max(rows * 2 / 5);
    let roundness = random.pick(3);
    let strokes: Vec<Stroke> =
        strokes.iter().map(|stroke| (0..roundness).fold(stroke.clone(), |stroke: Stroke, _| cut_corners(&stroke))).collect();
    let smooth = painted(&strokes, columns as f32 / rows as f32, pen as f32 / rows as f32, random.happens(0.7));
    let centre = |cell: usize, cells: usize, length: usize| (2 * cell + 1) * length / (2 * cells);
    let cells: Vec<f32> = (0..rows * columns)
        .map(|cell| smooth.ink[centre(cell / columns, rows, HEIGHT) * smooth.width + centre(cell % columns, columns, smooth.width)])
        .collect();
    let at = |place: usize| cells[place / smooth.width * rows / HEIGHT * columns + place % smooth.width * columns / smooth.width];
    Drawing { width: smooth.width, ink: (0..smooth.width * HEIGHT).map(at).collect() }
}

/// Returns the strokes of a digit, whose middle is at most `spread` away from half its height.
fn digit(class: usize, spread: f32, random: &mut Random) -> Vec<Stroke> {
    let middle = 0.5 + random.between(-spread, spread);
    let variant = random.pick(3);
    match (class, variant) {
        (0, _) => {
            let inset = if random.happens(0.5) { 0.0 } else { random.between(0.1, 0.4) };
            let (x, y) = (inset, inset * random.between(0.4, 1.0));
            let mut ring = vec![[x, 0.0], [1.0 - x, 0.0], [1.0, y], [1.0, 1.0 - y], [1.0 - x, 1.0], [x, 1.0], [0.0, 1.0 - y], [0.0, y]];
            ring.push(ring[0]);
            ring.push(ring[1]);
            let mut strokes = vec![ring];
            if random.happens(0.06) {
                strokes.push(vec![[0.25, 0.75], [0.75, 0.25]]);
            }
            strokes
        }
        (1, 0) => vec![vec![[0.5, 0.0], [0.5, 1.0]]],
        (1, _) => {
            let mut strokes = vec![vec![[0.5 - random.between(0.15, 0.5), random.between(0.05, 0.35)], [0.5, 0.0], [0.5, 1.0]]];
            if variant == 2 || random.happens(0.4) {
                let reach = random.between(0.2, 0.5);
                strokes.push(vec![[0.5 - reach, 1.0], [0.5 + reach, 1.0]]);
            }
            strokes
        }
        (2, 0) => vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, middle], [0.0, middle], [0.0, 1.0], [1.0, 1.0]]],
        (2, 1) => vec![vec![[0.0, 0.22], [0.15, 0.0], [0.85, 0.0], [1.0, 0.3], [0.85, middle]], vec![[0.85, middle], [0.0, 1.0]], base()],
        (2, _) => {
            vec![vec![[0.0, 0.25], [0.0, 0.0], [1.0, 0.0], [1.0, middle], [0.0, middle + 0.25], [0.0, 1.0]], base()]
        }
        (3, 0) => vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], vec![[random.between(0.0, 0.4), middle], [1.0, middle]]],
        (3, 1) => vec![
            vec![[0.0, 0.18], [0.1, 0.0], [0.95, 0.0], [0.95, middle], [0.35, middle]],
            vec![[0.35, middle], [1.0, middle], [1.0, 1.0], [0.1, 1.0], [0.0, 0.82]],
        ],
        (3, _) => vec![
            vec![[0.0, 0.0], [1.0, 0.0]],
            vec![[1.0, 0.0], [0.4, 0.4]],
            vec![[0.4, 0.4], [1.0, 0.42], [1.0, 1.0], [0.0, 1.0], [0.0, 0.8]],
        ],
        (4, 0) => {
            let at = random.between(0.6, 1.0);
            vec![
                vec![[0.0, 0.0], [0.0, middle + 0.12]],
                vec![[0.0, middle + 0.12], [1.0, middle + 0.12]],
                vec![[at, random.between(0.0, 0.35)], [at, 1.0]],
            ]
        }
        (4, _) => {
            let (at, bar) = (random.between(0.6, 0.85), random.between(0.6, 0.76));
            vec![vec![[at, 0.0], [at, 1.0]], vec![[at, 0.0], [0.0, bar]], vec![[0.0, bar], [1.0, bar]]]
        }
        (5, 0) => {
            vec![vec![[1.0, 0.0], [0.0, 0.0]], vec![[0.0, 0.0], [0.0, middle]], vec![[0.0, middle], [1.0, middle], [1.0, 1.0], [0.0, 1.0]]]
        }
        (5, _) => vec![
            vec![[0.95, 0.0], [0.06, 0.0]],
            vec![[0.06, 0.0], [0.0, middle]],
            vec![[0.0, middle], [0.2, middle - 0.1], [1.0, middle - 0.1], [1.0, 1.0], [0.1, 1.0], [0.0, random.between(0.75, 0.95)]],
        ],
        (6, 0) => vec![vec![[1.0, 0.0], [0.0, 0.0], [0.0, 0.5]], ring(0.0, middle, 1.0, 1.0)],
        (6, 1) => vec![vec![[0.95, 0.15], [0.85, 0.0], [0.0, 0.0], [0.0, 0.7]], ring(0.0, middle - spread, 1.0, 1.0)],
        (6, _) => vec![vec![[random.between(0.55, 0.8), 0.0], [0.0, 0.55], [0.0, 0.75]], ring(0.0, middle - spread, 1.0, 1.0)],
        (7, 0) => vec![vec![[0.0, 0.0], [1.0, 0.0]], vec![[1.0, 0.0], [1.0, 1.0]]],
        (7, 1) => vec![vec![[0.0, 0.2], [0.0, 0.0]], vec![[0.0, 0.0], [1.0, 0.0]], vec![[1.0, 0.0], [1.0, 0.25], [0.45, 0.6], [0.45, 1.0]]],
        (7, _) => vec![vec![[0.0, 0.0], [1.0, 0.0]], vec![[1.0, 0.0], [random.between(0.1, 0.5), 1.0]]],
        (8, _) => {
            let inset = random.between(0.0, 0.12);
            vec![ring(inset, 0.0, 1.0 - inset, middle), ring(0.0, middle, 1.0, 1.0)]
        }
        // A 9 is a 6 turned upside down.
        _ => digit(6, spread, random).into_iter().map(|stroke| stroke.into_iter().map(|[x, y]| [1.0 - x, 1.0 - y]).collect()).collect(),
    }
}

fn base() -> Stroke {
    vec![[0.0, 1.0], [1.0, 1.0]]
}

/// A closed stroke that stays closed when its corners are cut.
fn ring(left: f32, top: f32, right: f32, bottom: f32) -> Stroke {
    let (x, y) = (f32::midpoint(left, right), f32::midpoint(top, bottom));
    vec![
        [x, top],
        [right, top],
        [right, y],
        [right, bottom],
        [x, bottom],
        [left, bottom],
        [left, y],
        [left, top],
        [x, top],
        [right, top],
        [right, y],
    ]
}

/// What a picture may have where a digit is expected: two digits, faces, letters.
fn other(random: &mut Random) -> Vec<Stroke> {
    match random.pick(3) {
        0 => two_digits(random),
        1 => face(),
        _ => {
            let letters = [0, 4, 15, 13, 11].map(|sign| SIGNS[sign]);
            letters[random.pick(letters.len())].iter().map(|stroke| stroke.to_vec()).collect()
        }
    }
}

fn two_digits(random: &mut Random) -> Vec<Stroke> {
    let placed = |strokes: Vec<Stroke>, from: f32, to: f32| {
        strokes.into_iter().map(move |stroke| stroke.into_iter().map(|[x, y]| [from + (to - from) * x, y]).collect())
    };
    let (first, second) = (random.pick(10), random.pick(10));
    let left: Vec<Stroke> = placed(digit(first, 0.05, random), 0.0, 0.42).collect();
    left.into_iter().chain(placed(digit(second, 0.05, random), 0.58, 1.0)).collect()
}

fn face() -> Vec<Stroke> {
    vec![ring(0.0, 0.0, 1.0, 1.0), vec![[0.2, 0.4], [0.4, 0.5]], vec![[0.8, 0.4], [0.6, 0.5]], vec![[0.0, 0.6], [1.0, 0.6]]]
}

/// Letters and signs that look like no digit.
const SIGNS: [&[&[[f32; 2]]]; 22] = [
    // A, C, E, F, H, K, L, M, N, P
    &[&[[0.0, 1.0], [0.5, 0.0], [1.0, 1.0]], &[[0.2, 0.6], [0.8, 0.6]]],
    &[&[[1.0, 0.15], [0.85, 0.0], [0.15, 0.0], [0.0, 0.2], [0.0, 0.8], [0.15, 1.0], [0.85, 1.0], [1.0, 0.85]]],
    &[&[[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]], &[[0.0, 0.5], [0.8, 0.5]]],
    &[&[[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]], &[[0.0, 0.5], [0.8, 0.5]]],
    &[&[[0.0, 0.0], [0.0, 1.0]], &[[1.0, 0.0], [1.0, 1.0]], &[[0.0, 0.5], [1.0, 0.5]]],
    &[&[[0.0, 0.0], [0.0, 1.0]], &[[1.0, 0.0], [0.0, 0.5], [1.0, 1.0]]],
    &[&[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]],
    &[&[[0.0, 1.0], [0.0, 0.0], [0.5, 0.6], [1.0, 0.0], [1.0, 1.0]]],
    &[&[[0.0, 1.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0]]],
    &[&[[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.5]]],
    // R, T, U, V, W, X, Y
    &[&[[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.5]], &[[0.4, 0.5], [1.0, 1.0]]],
    &[&[[0.0, 0.0], [1.0, 0.0]], &[[0.5, 0.0], [0.5, 1.0]]],
    &[&[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]],
    &[&[[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]]],
    &[&[[0.0, 0.0], [0.25, 1.0], [0.5, 0.3], [0.75, 1.0], [1.0, 0.0]]],
    &[&[[0.0, 0.0], [1.0, 1.0]], &[[1.0, 0.0], [0.0, 1.0]]],
    &[&[[0.0, 0.0], [0.5, 0.5], [1.0, 0.0]], &[[0.5, 0.5], [0.5, 1.0]]],
    // ?, #, +, =, an arrow
    &[&[[0.0, 0.2], [0.0, 0.0], [1.0, 0.0], [1.0, 0.4], [0.5, 0.5], [0.5, 0.75]], &[[0.5, 0.95], [0.5, 1.0]]],
    &[&[[0.3, 0.0], [0.3, 1.0]], &[[0.7, 0.0], [0.7, 1.0]], &[[0.0, 0.3], [1.0, 0.3]], &[[0.0, 0.7], [1.0, 0.7]]],
    &[&[[0.5, 0.0], [0.5, 1.0]], &[[0.0, 0.5], [1.0, 0.5]]],
    &[&[[0.0, 0.2], [1.0, 0.2]], &[[0.0, 0.8], [1.0, 0.8]]],
    &[&[[0.0, 0.5], [1.0, 0.5]], &[[0.5, 0.0], [1.0, 0.5], [0.5, 1.0]]],
];

/// Cuts every corner at a quarter of both its sides (G. M. Chaikin, 1974). Repeated, it turns corners into arcs.
fn cut_corners(stroke: &[[f32; 2]]) -> Stroke {
    let between = |[a, b]: [f32; 2], [c, d]: [f32; 2], share: f32| [a + share * (c - a), b + share * (d - b)];
    let mut cut = vec![stroke[0]];
    for pair in stroke.windows(2) {
        cut.push(between(pair[0], pair[1], 0.25));
        cut.push(between(pair[0], pair[1], 0.75));
    }
    cut.extend(stroke.last());
    cut
}

/// Draws the strokes with a round or a square pen.
fn painted(strokes: &[Stroke], aspect: f32, pen: f32, is_square: bool) -> Drawing {
    let width = (HEIGHT as f32 * aspect).round() as usize;
    let reach = pen / 2.0;
    let to_page = |[x, y]: [f32; 2]| [reach + x * (aspect - pen), reach + y * (1.0 - pen)];
    let segments: Vec<[[f32; 2]; 2]> =
        strokes.iter().flat_map(|stroke| stroke.windows(2).map(|pair| [to_page(pair[0]), to_page(pair[1])])).collect();
    let mut ink = vec![0.0; width * HEIGHT];
    for (place, ink) in ink.iter_mut().enumerate() {
        let [x, y] = [place % width, place / width].map(|at| (at as f32 + 0.5) / HEIGHT as f32);
        let distance = segments.iter().map(|segment| squared_distance([x, y], segment, is_square)).fold(f32::MAX, f32::min);
        *ink = f32::from(u8::from(distance <= reach * reach));
    }
    Drawing { width, ink }
}

/// Returns the square of the distance of a point from a line, in any direction or along the axes.
fn squared_distance([x, y]: [f32; 2], &[[ax, ay], [bx, by]]: &[[f32; 2]; 2], is_square: bool) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let along = if length < 1e-9 { 0.0 } else { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) };
    let (right, down) = ((x - ax - along * dx).abs(), (y - ay - along * dy).abs());
    if is_square { right.max(down).powi(2) } else { right * right + down * down }
}
