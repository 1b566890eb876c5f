//! Reads pictures that were drawn for it, of which the right answer is known.

mod alike;
mod files;
mod fonts;
mod foreign;
pub mod scene;

use image::{Rgba, RgbaImage};

use super::{
    super::model::{
        prior::{Level, board_types},
        rules,
    },
    agreement::{Agreed, Chances, SUMS, TOTALS, VOLTORBS, agree, clue_at, evidence, index_of_total},
    colours::{Coverage, Paint},
    expectations, *,
};
use crate::{model::entry::entries, play::deal};
use base::{chance::Random, fonts as typeface};
use scene::{Outcome, Scene, Spoiling};

fn outcome(scene: &Scene) -> Outcome {
    Outcome::of(scene, read(&scene.picture).ok().as_ref())
}

#[test]
fn boards_are_found_however_they_are_shown() {
    for spoiling in Spoiling::ALL {
        for seed in 0..5 {
            let scene = scene::draw(seed, spoiling);
            assert_ne!(outcome(&scene), Outcome::NotFound, "{spoiling:?} {seed}, {}, digits of {} pixels", scene.font, scene.digit_height);
        }
    }
}

#[test]
fn areas_lie_on_what_they_show() {
    let scene = scene::draw(4, Spoiling::Sharp);
    let reading = read(&scene.picture).unwrap();
    let sides = |area: Area| [area.right - area.left, area.bottom - area.top];
    let [width, height] = sides(reading.clues[0].area);
    for (line, clue) in Line::all().zip(&reading.clues) {
        let [left, top] = [clue.area.left, clue.area.top].map(|edge| edge.round() as u32);
        let inside = *scene.picture.get_pixel(left + 1, top + 1);
        assert_eq!(Paint::of(inside), Some(Paint::of_clue(line)), "{clue:?}");
        // Towards the tiles, where no other clue is.
        let (x, y) = if matches!(line, Line::Row(_)) { (left - 2, top + 1) } else { (left + 1, top - 2) };
        let outside = *scene.picture.get_pixel(x, y);
        assert_eq!(Paint::of(outside), None, "{clue:?}");
        assert_eq!(sides(clue.area).map(f32::round), [width, height].map(f32::round));
    }
    assert!((reading.tiles[0].area.left - reading.clues[SIDE].area.left).abs() < 0.01);
    assert!((reading.tiles[24].area.bottom - reading.clues[4].area.bottom).abs() < 0.01);
}

/// The edge of a Voltorb has little ink where it curves, but it isn't a part of the number.
#[test]
fn numbers_begin_where_nothing_is_drawn() {
    let mut columns = [0.0; numbers::PLACES];
    columns[2..22].fill(1.0);
    (columns[22], columns[23]) = (0.2, 0.1);
    columns[30..40].fill(0.4);
    assert_eq!(numbers::gap(&columns), 24.5 / numbers::PLACES as f32);
    columns[24..30].copy_from_slice(&[0.08, 0.06, 0.05, 0.06, 0.07, 0.1]);
    assert_eq!(numbers::gap(&columns), 26.5 / numbers::PLACES as f32);
}

#[test]
fn what_is_read_becomes_a_position() {
    let scene = (0..).map(|seed| scene::draw(seed, Spoiling::Sharp)).find(|scene| outcome(scene) == Outcome::Right).unwrap();
    let state = read(&scene.picture).unwrap().state();
    assert_eq!((state.rows, state.columns), (entries(scene.clues.rows), entries(scene.clues.columns)));
    assert_eq!((state.tiles.0, state.level), (scene.tiles, None));
}

#[test]
fn large_pictures_are_read_in_full_detail() {
    let scene = scene::draw(0, Spoiling::Sharp);
    let (width, height) = (3840, 2160);
    let mut screen = RgbaImage::from_pixel(width, height, Rgba([70, 72, 78, 255]));
    image::imageops::replace(&mut screen, &scene.picture, 1500, 700);
    let (small, large) = (read(&scene.picture).unwrap(), read(&screen).unwrap());
    assert_eq!(large.state(), small.state());
    let moved = [large.clues[0].area.left - small.clues[0].area.left, large.clues[0].area.top - small.clues[0].area.top];
    assert!((moved[0] - 1500.0).abs() < 0.6 && (moved[1] - 700.0).abs() < 0.6, "{moved:?}");
}

#[test]
fn another_board_is_noticed() {
    for spoiling in Spoiling::ALL {
        let [first, second] = [0, 1].map(|seed| scene::draw(seed, spoiling).picture);
        let mut both = RgbaImage::new(first.width() + second.width(), first.height().max(second.height()));
        image::imageops::replace(&mut both, &first, 0, 0);
        image::imageops::replace(&mut both, &second, i64::from(first.width()), 0);
        let reading = read(&both).unwrap();
        assert!(reading.has_other_board && !reading.is_certain(), "{spoiling:?}");
        let seen = [first, second].map(|board| read(&board).unwrap());
        assert!(seen.iter().all(|board| !board.has_other_board), "{spoiling:?}");
        let values = |reading: &Reading| reading.clues.map(|clue| clue.value);
        assert!(seen.iter().any(|board| values(board) == values(&reading)), "{spoiling:?}");
    }
}

#[test]
fn nothing_remains_of_an_erased_colour() {
    let random = &mut Random::new(2);
    let blue = Rgba([30, 60, 220, 255]);
    let picture = RgbaImage::from_fn(23, 17, |_, _| if random.below(2) == 0 { blue } else { Rgba([9, 9, 9, 255]) });
    for edges in [[3.0, 4.0, 11.0, 9.0], [-5.0, -2.0, 7.4, 8.6], [12.0, 10.0, 99.0, 99.0], [30.0, 2.0, 40.0, 5.0], [2.0, 30.0, 5.0, 40.0]] {
        let mut coverage = Coverage::of(&picture, Paint::Blue);
        coverage.erase(edges);
        let [left, top, right, bottom] = edges.map(|edge| edge.round() as i32);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let (x, y) = (x as i32, y as i32);
            let is_erased = (left..right).contains(&x) && (top..bottom).contains(&y);
            let expected = f32::from(u8::from(*pixel == blue && !is_erased));
            assert_eq!(coverage.whole(x, y, x + 1, y + 1), expected, "{edges:?} {x} {y}");
        }
    }
}

#[test]
fn pictures_without_a_board_are_refused() {
    let random = &mut Random::new(1);
    let noise = RgbaImage::from_fn(400, 300, |_, _| {
        let bits = random.bits().to_le_bytes();
        Rgba([bits[0], bits[1], bits[2], 255])
    });
    let mut cut = scene::draw(0, Spoiling::Sharp).picture;
    cut = image::imageops::crop_imm(&cut, 0, 0, cut.width() / 2, cut.height()).to_image();
    for picture in [RgbaImage::new(0, 0), RgbaImage::new(1, 1), RgbaImage::new(4000, 1), RgbaImage::new(300, 200), noise, cut] {
        assert_eq!(read(&picture), Err(ReadError::NoBoard), "{:?}", picture.dimensions());
    }
}

/// Chances of clues of which a few are possible each.
fn few(random: &mut Random) -> [Chances; 2 * SIDE] {
    std::array::from_fn(|_| {
        let mut chances = [0.0; SUMS * VOLTORBS];
        for _ in 0..3 {
            let (sum, voltorbs) = (3 + random.below(4) as usize, random.below(2) as usize);
            chances[sum * VOLTORBS + voltorbs] = (1 + random.below(9)) as f64 / 10.0;
        }
        chances
    })
}

/// Arbitrary weights of totals.
fn some_weights(random: &mut Random) -> Vec<f64> {
    (0..TOTALS).map(|_| (1 + random.below(9)) as f64 / 4.0).collect()
}

#[test]
fn agreement_weighs_all_combinations() {
    let random = &mut Random::new(3);
    let weights = some_weights(random);
    let mut agreed = 0;
    for _ in 0..12 {
        let read = few(random);
        let (all, best, shares) = enumerated(&read, &weights);
        let Some(found) = agree(&read, &weights) else {
            assert!(all == 0.0);
            continue;
        };
        agreed += 1;
        let total = |clues: &[usize]| {
            clues.iter().map(|&index| clue_at(index)).fold((0, 0), |(sum, voltorbs), clue| (sum + clue.sum, voltorbs + clue.voltorbs))
        };
        let (points, voltorbs) = total(&found.best[..SIDE]);
        assert_eq!(total(&found.best[SIDE..]), (points, voltorbs));
        let product: f64 = found.best.iter().zip(&read).map(|(&index, read)| read[index]).product();
        let chance = product * weights[index_of_total(points, voltorbs)];
        assert!((found.together - chance / all).abs() < 1e-9);
        assert!((found.all - all).abs() < 1e-9 * all);
        assert!((chance - best).abs() < 1e-12 * best.max(1e-3), "{chance} instead of {best}");
        for (found, shares) in found.clues.iter().zip(&shares) {
            assert!(found.iter().zip(shares).all(|(found, share)| (found - share / all).abs() < 1e-9));
        }
    }
    assert!(3 < agreed);
}

fn index_of(clue: Clue) -> usize {
    usize::from(clue.sum) * VOLTORBS + usize::from(clue.voltorbs)
}

/// Lists all combinations of one side, then joins those of both sides by their totals. Returns the chance of all that agree, the greatest
/// chance of one, and the chances of all with each value of each clue.
fn enumerated(read: &[Chances; 2 * SIDE], weights: &[f64]) -> (f64, f64, Vec<Chances>) {
    let sides = [&read[..SIDE], &read[SIDE..]].map(|lines| {
        lines.iter().fold(vec![(Vec::new(), 1.0)], |all: Vec<(Vec<usize>, f64)>, line| {
            let choices: Vec<usize> = (0..line.len()).filter(|&index| 0.0 < line[index]).collect();
            all.iter()
                .flat_map(|(chosen, chance)| choices.iter().map(move |&index| ([&chosen[..], &[index]].concat(), chance * line[index])))
                .collect()
        })
    });
    let total = |chosen: &[usize]| {
        chosen.iter().map(|&index| clue_at(index)).fold((0, 0), |(sum, voltorbs), clue| (sum + clue.sum, voltorbs + clue.voltorbs))
    };
    let (mut all, mut best, mut shares) = (0.0, 0.0_f64, vec![[0.0; SUMS * VOLTORBS]; 2 * SIDE]);
    for (rows, row_chance) in &sides[0] {
        for (columns, column_chance) in sides[1].iter().filter(|(columns, _)| total(columns) == total(rows)) {
            let (points, voltorbs) = total(rows);
            let chance = row_chance * column_chance * weights[index_of_total(points, voltorbs)];
            all += chance;
            best = best.max(chance);
            rows.iter().chain(columns).enumerate().for_each(|(line, &index)| shares[line][index] += chance);
        }
    }
    (all, best, shares)
}

#[test]
fn a_misread_digit_is_corrected_or_marked() {
    let scene = scene::draw(3, Spoiling::Sharp);
    let right: Vec<Clue> = Line::all().map(|line| scene.clues.line(line)).collect();
    let mut corrected = 0;
    for line in 0..2 * SIDE {
        for wrong_sum in (0..=15).filter(|&sum| sum != right[line].sum) {
            // The classifier is sure of a wrong digit, but the right one is its second choice.
            let read: [Chances; 2 * SIDE] = std::array::from_fn(|place| {
                let mut chances = [1e-7; SUMS * VOLTORBS];
                chances[index_of(right[place])] = if place == line { 0.05 } else { 0.999 };
                if place == line {
                    chances[index_of(Clue { sum: wrong_sum, ..right[place] })] = 0.95;
                }
                chances
            });
            let Agreed { best, clues, .. } = agree(&read, &[1.0; TOTALS]).unwrap();
            assert_eq!(best.map(clue_at).to_vec(), right);
            corrected += usize::from(CERTAIN <= clues[line][best[line]] as f32);
        }
    }
    assert_eq!(corrected, 150);
}

#[test]
fn a_line_expects_what_its_tiles_allow() {
    let random = &mut Random::new(5);
    for _ in 0..20 {
        let tiles: [[f64; 4]; SIDE] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(4) as f64));
        let mut all: Chances = [0.0; SUMS * VOLTORBS];
        let mut with_first = [[0.0; SUMS * VOLTORBS]; 4];
        for values in 0..4_usize.pow(SIDE as u32) {
            let values: [usize; SIDE] = std::array::from_fn(|tile| values >> (2 * tile) & 3);
            let chance: f64 = values.iter().zip(&tiles).map(|(&value, tile)| tile[value]).product();
            let voltorbs = values.iter().filter(|&&value| value == 0).count();
            let index = values.iter().sum::<usize>() * VOLTORBS + voltorbs;
            all[index] += chance;
            with_first[values[0]][index] += if tiles[0][values[0]] == 0.0 { 0.0 } else { chance / tiles[0][values[0]] };
        }
        assert_eq!(expectations::line(&tiles), all);
        let clues: Chances = std::array::from_fn(|_| random.below(3) as f64);
        let agreeing = expectations::agreeing(&tiles[1..], &clues);
        for value in (0..4).filter(|&value| tiles[0][value] != 0.0) {
            let expected: f64 = with_first[value].iter().zip(&clues).map(|(chance, clue)| chance * clue).sum();
            assert_eq!(agreeing[value], expected);
        }
    }
}

#[test]
fn half_of_all_boards_are_expected_to_be_dealt() {
    let covered = [1.0, 0.0, 0.0, 0.0, 0.0];
    let lines = [expectations::line(&[expectations::tile(&covered); SIDE]); 2 * SIDE];
    let mut weights = expectations::weights_of_totals(&lines[..SIDE]);
    assert!((evidence(&lines, &weights) - 1.0).abs() < 1e-9);
    let types: Vec<_> = Level::all().flat_map(board_types).map(|board_type| board_type.composition).collect();
    let dealt: Vec<usize> = types.iter().map(|composition| index_of_total(composition.points(), composition.voltorbs)).collect();
    (0..TOTALS).filter(|total| !dealt.contains(total)).for_each(|total| weights[total] = 0.0);
    // Some of the others have the same totals by chance.
    let share = evidence(&lines, &weights);
    assert!((0.5..0.75).contains(&share), "{share}");
}

#[test]
fn doubtful_boards_are_marked_until_the_rest_is_certain() {
    let scene = (0..).map(|seed| scene::draw(seed, Spoiling::Sharp)).find(|scene| outcome(scene) == Outcome::Right).unwrap();
    let mut reading = read(&scene.picture).unwrap();
    let mut all: Vec<&mut f32> = reading.clues.iter_mut().map(|clue| &mut clue.confidence).collect();
    all.iter_mut().for_each(|confidence| **confidence = 0.98);
    reading.tiles.iter_mut().for_each(|tile| tile.confidence = 1.0);
    // Ten clues of 98 % each: the board may well be wrong, although each of them is rather certain.
    let marked = weighing::marked(reading.clone());
    assert!(!marked.is_certain() && marked.doubtful_tiles().next().is_none());
    assert!(9 <= marked.doubtful_clues().count());
    reading.clues.iter_mut().for_each(|clue| clue.confidence = 0.999);
    assert!(weighing::marked(reading.clone()).is_certain());
    // Where a board is more likely wrong than not, what agrees with it is doubtful, too.
    reading.clues[..2].iter_mut().for_each(|clue| clue.confidence = 0.6);
    let marked = weighing::marked(reading);
    assert_eq!(marked.doubtful_clues().count(), 2 * SIDE);
    assert!(marked.tiles.iter().all(|tile| tile.is_doubtful() == tile.value.is_some()));
}
