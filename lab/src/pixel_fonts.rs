//! Designs fonts of large pixels. Such fonts share few ideas: bars of one or two pixels between fixed rows, corners that are cut or not,
//! and for most digits a handful of usual forms. A design picks one of each for all its digits.

use quincunx::chance::Random;

use crate::{font_files::DigitFont, fonts::Shape, strokes::Draw};

/// The seed of all designs.
const SEED: u64 = 2010;
/// The number of designs to learn from, the first ones, of which some are left out: they can't be read or look like other fonts.
pub const TO_LEARN: u64 = 3_000;
/// The number of those that follow, with which thresholds are chosen.
pub const TO_TUNE: u64 = 400;

/// Returns the design of this number, which may be hard to read.
pub fn design(number: u64) -> DigitFont {
    let random = &mut Random::numbered(SEED, number);
    let design = Design::random(random);
    let alterations = Alterations::random(random);
    let digits = (0..10).map(|digit| alterations.applied(design.digit(digit, random), random)).collect();
    DigitFont { name: format!("design{number}"), digits, others: Vec::new(), is_pixels: true, is_decorative: false }
}

/// What the digits of a design have in common.
struct Design {
    width: i32,
    height: i32,
    /// The width of upright strokes.
    upright: i32,
    /// The height of level ones.
    level: i32,
    /// The rows where the middle bars begin: those of 3 and 8, of 5 and 6, and of 4.
    middles: [i32; 3],
    /// The pixels that are cut off at the corners of rings.
    corner: i32,
    /// Whether diagonals go down in steps, or are made of upright strokes.
    has_diagonals: bool,
    /// Whether strokes of 2, 3, 5, 6 and 9 turn back at their ends.
    has_hooks: bool,
    forms: [usize; 10],
}

impl Design {
    fn random(random: &mut Random) -> Self {
        let upright = [1, 1, 1, 2, 2, 2, 3][random.pick(7)];
        let level = if upright == 1 { 1 } else { 1 + random.pick(2) as i32 };
        let height = if level == 1 { 5 + random.pick(8) as i32 } else { 8 + random.pick(7) as i32 };
        let least = 2 * upright + 1;
        let width = (least + random.pick(4) as i32).clamp(least, least.max(height));
        let middle = |random: &mut Random| ((height - level) / 2 + random.pick(3) as i32 - 1).clamp(level + 1, height - 2 * level - 1);
        let first = (height - level) / 2;
        let middles = if random.happens(0.4) { [first; 3] } else { [first, middle(random), middle(random)] };
        let corner = [0, 1, 1, 1, 2][random.pick(5)].min((width - 1) / 2).min(if height < 8 { 1 } else { 2 });
        Self {
            width,
            height,
            upright,
            level,
            middles: [middles[0], middles[1], (middles[2] + random.pick(3) as i32).min(height - 2 * level - 1)],
            corner,
            has_diagonals: random.happens(0.6),
            has_hooks: random.happens(0.6),
            forms: std::array::from_fn(|_| random.pick(12)),
        }
    }

    fn digit(&self, digit: usize, random: &mut Random) -> Grid {
        let mut grid = Grid::new(self.width, self.height);
        self.draw(&mut grid, digit, random);
        grid
    }

    fn draw(&self, grid: &mut Grid, digit: usize, random: &mut Random) {
        let Self { width, height, upright, level, middles: [middle, bowl, bar], corner, .. } = *self;
        let (right, bottom) = (width - upright, height - level);
        let form = self.forms[digit];
        let hook = if self.has_hooks { 1 + i32::from(7 < height) } else { 0 };
        match digit {
            0 => {
                grid.ring([0, 0, width, height], [upright, level], corner.max(i32::from(form < 3)));
                if form == 0 && 2 * upright + 1 < width {
                    grid.line([upright, bottom - level], [right - 1, level], 1, 1);
                } else if form == 1 && 2 * upright < width - 1 {
                    grid.fill([width / 2 - (1 - width % 2), height / 2 - 1, 2 - width % 2, 2]);
                }
            }
            1 => {
                let at = if form < 2 { right } else { (width - upright) / 2 };
                grid.fill([at, 0, upright, height]);
                match form {
                    3..7 => grid.line([at - 1, level], [(at - 2).max(0), level + 1], 1, level),
                    7..10 => grid.fill([(at - upright.max(1 + form as i32 % 2)).max(0), level.min(1 + form as i32 % 3 / 2), at, level]),
                    10 => grid.fill([0, 0, at, level]),
                    _ => {}
                }
                if matches!(form, 2 | 4 | 6 | 8 | 10) {
                    let reach = if form == 4 { 1 } else { at };
                    grid.fill([at - reach, bottom, upright + 2 * reach, level]);
                }
            }
            2 => {
                grid.fill([0, bottom, width, level]);
                match form {
                    0..3 => {
                        grid.fill([0, 0, width, level]);
                        grid.fill([right, 0, upright, middle + level]);
                        grid.fill([0, middle, width, level]);
                        grid.fill([0, middle, upright, height - middle]);
                        grid.cut([right, 0], 0 < corner, upright, true);
                        if 0 < corner && form == 1 {
                            grid.cut([right, middle + level - 1], true, upright, true);
                            grid.cut([0, middle], true, upright, false);
                        }
                    }
                    _ => {
                        self.arch(grid, hook.max(1));
                        let turn = if self.has_diagonals { (middle - 1).max(level) } else { middle };
                        grid.fill([right, level, upright, turn - level + 1]);
                        let end = if form < 6 { bottom - (height / 6) } else { bottom };
                        grid.line([right, turn], [0, end], upright, 1);
                        grid.fill([0, end, upright, height - end]);
                    }
                }
            }
            3 => match form {
                0..2 => {
                    let from = if form == 0 { 0 } else { width / 3 };
                    for y in [0, middle, bottom] {
                        grid.fill([if y == middle { from } else { 0 }, y, width - if y == middle { from } else { 0 }, level]);
                    }
                    grid.fill([right, 0, upright, height]);
                    grid.cut([right, 0], 0 < corner, upright, true);
                    grid.cut([right, height - 1], 0 < corner, upright, true);
                }
                2 | 3 => {
                    grid.fill([0, 0, width, level]);
                    let start = (width / 3).min(right);
                    grid.line([right, level], [start, middle], upright, 1);
                    grid.fill([start, middle, right - start, level]);
                    self.lower_bowl(grid, middle, hook);
                }
                _ => {
                    self.arch(grid, hook);
                    grid.fill([right, level.max(corner), upright, middle - level.max(corner)]);
                    let from = if form < 8 { width / 3 } else { upright.min(width / 3) };
                    grid.fill([from, middle, right - from, level]);
                    if form.is_multiple_of(2) {
                        grid.fill([right, middle, upright, level]);
                    }
                    self.lower_bowl(grid, middle, hook);
                }
            },
            4 => {
                let bar = bar.max(level + 1);
                match form {
                    0..3 => {
                        grid.fill([0, 0, upright, bar + level]);
                        grid.fill([0, bar, width, level]);
                        let top = if form == 2 { bar / 2 } else { 0 };
                        let at = if form == 1 { (right - 1).max(upright) } else { right };
                        grid.fill([at, top, upright, height - top]);
                    }
                    3 => {
                        // A ring without its lower bar, over a stem.
                        grid.ring([0, 0, width, bar + level], [upright, level], corner);
                        grid.fill([right, 0, upright, height]);
                    }
                    _ => {
                        let bar = bar.max(height * 5 / 9).min(bottom - 1);
                        let at = if form.is_multiple_of(2) { (right - 1).max(upright) } else { right };
                        grid.fill([at, 0, upright, height]);
                        grid.line([at - i32::from(form < 8), 0], [0, bar - 1], upright.min(2), 1);
                        grid.fill([0, bar, width, level]);
                    }
                }
            }
            5 => {
                grid.fill([0, 0, width, level]);
                grid.fill([0, 0, upright, bowl + level]);
                if form < 4 {
                    grid.fill([0, bowl, width, level]);
                } else {
                    grid.fill([if form < 6 { upright } else { 0 }, bowl, right, level]);
                }
                self.lower_bowl(grid, bowl, hook);
                if form < 4 && corner == 0 {
                    grid.fill([right, bowl, upright, height - bowl]);
                }
            }
            6 => self.six(grid, form, hook),
            7 => {
                grid.fill([0, 0, width, level]);
                match form {
                    0..3 => grid.fill([right, 0, upright, height]),
                    3..6 => {
                        let at = [(width - upright) / 2, width / 3, 0][form - 3];
                        grid.fill([right, 0, upright, height / 3]);
                        grid.line([right, height / 3], [at, height * 2 / 3], upright, 1);
                        grid.fill([at, height * 2 / 3, upright, height - height * 2 / 3]);
                    }
                    6..9 => grid.line([right, level], [[0, width / 4, width / 3][form - 6], height - 1], upright, 1),
                    _ => {
                        let at = (width - upright) / 2;
                        grid.fill([right, 0, upright, middle]);
                        grid.line([right, middle - 1], [at, middle + 1], upright, 1);
                        grid.fill([at, middle + 1, upright, height - middle - 1]);
                    }
                }
                if matches!(form, 2 | 5 | 8 | 11) {
                    grid.fill([0, 0, upright, level + 1 + random.pick(2) as i32]);
                }
                if form == 10 {
                    grid.fill([width / 4, middle, width - width / 4, level]);
                }
            }
            8 => {
                let inset = i32::from(form == 0 && 2 * upright + 3 < width);
                grid.ring([inset, 0, width - 2 * inset, middle + level], [upright, level], corner);
                grid.ring([0, middle, width, height - middle], [upright, level], corner);
                if form < 4 && 0 < corner {
                    // Without a waist.
                    grid.fill([0, middle, width, level]);
                }
            }
            _ => {
                // Mostly a 6 turned upside down, like that of the design.
                let form = if form < 9 { self.forms[6] } else { form };
                self.six(grid, form, hook);
                grid.turn();
            }
        }
    }

    fn six(&self, grid: &mut Grid, form: usize, hook: i32) {
        let Self { width, height, upright, level, middles: [_, bowl, _], corner, .. } = *self;
        let right = width - upright;
        grid.ring([0, bowl, width, height - bowl], [upright, level], corner);
        match form {
            // Without a top.
            0 => grid.fill([0, 0, upright, height - corner]),
            1 | 2 => {
                let from = (width / 2 + form as i32 - 1).min(right);
                grid.line([from, 0], [0, bowl], upright, 1);
                grid.fill([0, bowl, upright, (height - bowl) / 2]);
            }
            3 => {
                grid.fill([corner.max(1), 0, width - corner.max(1) - 1, level]);
                grid.fill([0, corner.max(level), upright, height - 2 * corner.max(level)]);
            }
            _ => {
                grid.fill([corner, 0, width - corner - i32::from(0 < hook) * corner, level]);
                grid.fill([0, corner, upright, height - 2 * corner]);
                if 0 < hook {
                    grid.fill([right, corner.max(level), upright, hook.min(bowl - 1 - corner.max(level)).max(0)]);
                }
            }
        }
        if form.is_multiple_of(3) || corner == 0 {
            grid.fill([0, bowl, upright, level]);
        }
    }

    /// The upper end of 2 and 3: a bar with rounded corners, from which strokes hang.
    fn arch(&self, grid: &mut Grid, hook: i32) {
        let Self { width, upright, level, corner, .. } = *self;
        let left = if 0 < hook { corner } else { 0 };
        grid.fill([left, 0, width - left - corner, level]);
        if 0 < hook {
            grid.fill([0, corner.min(level), upright, level.max(corner) + hook - corner.min(level)]);
        }
        grid.fill([width - upright, corner.min(level), upright, level.max(corner)]);
    }

    /// The lower end of 3 and 5, below a bar that ends at the right.
    fn lower_bowl(&self, grid: &mut Grid, from: i32, hook: i32) {
        let Self { width, height, upright, level, corner, .. } = *self;
        let (right, bottom) = (width - upright, height - level);
        let top = from + if 0 < corner { level.max(corner) } else { 0 };
        grid.fill([right, top, upright, height - corner - top]);
        let left = if 0 < hook { corner } else { 0 };
        grid.fill([left, bottom, width - left - corner, level]);
        if 0 < hook {
            let top = bottom.min(height - corner) - hook;
            grid.fill([0, top.max(from + level + 1), upright, height - corner - top.max(from + level + 1)]);
        }
    }
}

/// What is done to all digits of a design.
struct Alterations {
    /// Pixels by which they are drawn a second time, further to the right.
    smear: i32,
    /// Rows after which they are drawn a pixel further to the left, if any.
    slant: Option<i32>,
    /// How often each row is repeated.
    rows: i32,
    /// The chance that a pixel beside an edge changes.
    accidents: f32,
}

impl Alterations {
    fn random(random: &mut Random) -> Self {
        Self {
            smear: i32::from(random.happens(0.12)),
            slant: random.happens(0.08).then(|| 2 + random.pick(3) as i32),
            rows: 1 + i32::from(random.happens(0.08)),
            accidents: if random.happens(0.25) { 0.02 } else { 0.0 },
        }
    }

    fn applied(&self, grid: Grid, random: &mut Random) -> Shape {
        let mut own = grid;
        if 0.0 < self.accidents {
            let old = own.clone();
            for (x, y) in (0..old.height).flat_map(|y| (0..old.width).map(move |x| (x, y))) {
                let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| old.at(x + dx, y + dy) != old.at(x, y));
                if beside && random.happens(self.accidents) {
                    own.set(x, y, !old.at(x, y));
                }
            }
        }
        let lean = self.slant.map_or(0, |rows| (own.height - 1) / rows);
        let (width, height) = (own.width + self.smear + lean, own.height * self.rows);
        let at = |x: i32, y: i32| {
            let y = y / self.rows;
            let x = x - self.slant.map_or(0, |rows| (own.height - 1 - y) / rows);
            (0..=self.smear).any(|smear| own.at(x - smear, y))
        };
        let inked: Vec<(i32, i32)> = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| at(x, y)).collect();
        let least = |of: fn(&(i32, i32)) -> i32| inked.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&(i32, i32)) -> i32| inked.iter().map(of).max().unwrap_or(0);
        let (left, right, top, bottom) = (least(|cell| cell.0), most(|cell| cell.0), least(|cell| cell.1), most(|cell| cell.1));
        let ink = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))).map(|(x, y)| f32::from(u8::from(at(x, y))));
        Shape { width: (right - left + 1) as usize, height: (bottom - top + 1) as usize, ink: ink.collect() }
    }
}

/// Large pixels, full or empty. Nothing outside is drawn.
#[derive(Clone)]
struct Grid {
    width: i32,
    height: i32,
    cells: Vec<bool>,
}

impl Grid {
    fn new(width: i32, height: i32) -> Self {
        Self { width, height, cells: vec![false; (width * height) as usize] }
    }

    fn at(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y) && self.cells[(y * self.width + x) as usize]
    }

    fn set(&mut self, x: i32, y: i32, is_full: bool) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.cells[(y * self.width + x) as usize] = is_full;
        }
    }

    /// Fills a rectangle, given by its corner and size.
    fn fill(&mut self, [x, y, width, height]: [i32; 4]) {
        (y..y + height).for_each(|y| (x..x + width).for_each(|x| self.set(x, y, true)));
    }

    /// Draws a rectangle's border, whose corners are cut.
    fn ring(&mut self, [x, y, width, height]: [i32; 4], [upright, level]: [i32; 2], corner: i32) {
        self.fill([x + corner, y, width - 2 * corner, level]);
        self.fill([x + corner, y + height - level, width - 2 * corner, level]);
        self.fill([x, y + corner, upright, height - 2 * corner]);
        self.fill([x + width - upright, y + corner, upright, height - 2 * corner]);
        // A corner of two pixels is a diagonal.
        if corner == 2 {
            for (x, y) in [(x + 1, y + 1), (x + width - 2, y + 1), (x + 1, y + height - 2), (x + width - 2, y + height - 2)] {
                self.set(x, y, true);
            }
        }
    }

    /// Empties the outer corner of a stroke that begins at this column.
    fn cut(&mut self, [x, y]: [i32; 2], is_round: bool, upright: i32, is_at_right: bool) {
        if is_round {
            self.set(if is_at_right { x + upright - 1 } else { x }, y, false);
        }
    }

    /// Draws a line with a pen of this size, whose upper left corner moves along it.
    fn line(&mut self, [ax, ay]: [i32; 2], [bx, by]: [i32; 2], width: i32, height: i32) {
        let steps = (bx - ax).abs().max((by - ay).abs()).max(1);
        for step in 0..=steps {
            let between = |a: i32, b: i32| ((2 * a * steps + 2 * (b - a) * step + steps) as f32 / (2 * steps) as f32).floor() as i32;
            self.fill([between(ax, bx), between(ay, by), width, height]);
        }
    }

    /// Turns everything upside down.
    fn turn(&mut self) {
        self.cells.reverse();
    }
}
