//! Boards of which not everything is a digit: nothing of them may be certain.

use image::imageops::{self, FilterType};

use super::{
    super::{Mark, read, weighing},
    Clue, Random, Value,
    fonts::{FONTS, Shape},
    scene::{self, IN_CLUES, Spoiling, StandIns},
};

#[test]
fn no_clear_board_with_something_else_than_digits_is_certain() {
    nothing_is_certain_beside_something_else_than_digits([Spoiling::Sharp, Spoiling::Smooth]);
}

#[test]
fn no_noisy_board_with_something_else_than_digits_is_certain() {
    nothing_is_certain_beside_something_else_than_digits([Spoiling::Noisy, Spoiling::Jpeg]);
}

fn nothing_is_certain_beside_something_else_than_digits(spoilt: [Spoiling; 2]) {
    let mut certain = Vec::new();
    let blots: Vec<_> = (0..40).map(|seed| scene::blot(&mut Random::new(seed))).collect();
    for seed in 0..30 {
        for spoiling in spoilt {
            let random = &mut Random::numbered(seed, 50 + spoiling as u64);
            let font = &FONTS[random.below(FONTS.len() as u64) as usize];
            let places = scene::places(&scene::draw_in(font, seed, spoiling));
            let stand_ins = scene::stand_ins(places, font, &blots, random);
            let count = stand_ins.len();
            let scene = scene::draw_with(font, stand_ins, seed, spoiling);
            if read(&scene.picture).is_ok_and(|reading| reading.is_certain()) {
                certain.push(format!("{spoiling:?} {seed}, {}, {count} places, digits of {} pixels", scene.font, scene.digit_height));
            }
        }
    }
    assert!(certain.is_empty(), "{certain:#?}");
}

/// All clues look the same, so they agree, whatever it is.
#[test]
fn equal_clues_dont_confirm_each_other() {
    for font in &*FONTS {
        for first in 0..font.others.len() {
            let shape = |at: usize| Some(&font.others[(first + at) % font.others.len()]);
            let places = [[0, 0, 0], [0, 1, 0], [0, 1, 2]][first % 3];
            let stand_ins: StandIns<'_> = (0..IN_CLUES).map(|place| (place, shape(places[place % 3]))).collect();
            let scene = scene::draw_with(font, stand_ins, first as u64, Spoiling::Sharp);
            let is_certain = read(&scene.picture).is_ok_and(|reading| reading.is_certain());
            assert!(!is_certain, "{} {first} {places:?}", scene.font);
        }
    }
}

#[test]
fn what_isnt_written_is_asked_about() {
    let font = &FONTS[4];
    let certain = (0..).find(|&seed| read(&scene::draw_in(font, seed, Spoiling::Sharp).picture).is_ok_and(|reading| reading.is_certain()));
    let seed = certain.unwrap();
    for place in scene::places(&scene::draw_in(font, seed, Spoiling::Sharp)) {
        let scene = scene::draw_with(font, [(place, None)].into(), seed, Spoiling::Sharp);
        let reading = read(&scene.picture).unwrap();
        let mark = place.checked_sub(IN_CLUES).map_or(reading.clues[place.min(IN_CLUES - 1) / 3].mark, |tile| reading.tiles[tile].mark);
        // The place of a missing number of Voltorbs isn't always empty: the edge of the Voltorb beside it may be cut out with it. Then
        // something is drawn there, but no digit, and that is what the mark says.
        assert!(matches!(mark, Some(Mark::Missing | Mark::NoDigit)), "{place}: {mark:?}");
    }
}

/// A dash is stretched to a whole glyph, as digits are, and the rest of the board may say which digit would be there.
#[test]
fn a_dash_is_no_digit() {
    let font = &FONTS[4];
    let is_inked = |place: usize| f32::from(u8::from((7..9).contains(&(place / 10))));
    let dash = Shape { width: 10, height: 16, ink: (0..160).map(is_inked).collect() };
    for line in 0..10 {
        let scene = scene::draw_with(font, [(3 * line + 2, Some(&dash))].into(), 0, Spoiling::Sharp);
        assert_eq!(read(&scene.picture).unwrap().clues[line].mark, Some(Mark::NoDigit), "{line}");
    }
}

/// Scaling leaves shadows of what is around the numbers.
#[test]
fn no_board_without_digits_is_certain_however_it_is_scaled() {
    let empty: StandIns<'_> = (0..IN_CLUES).map(|place| (place, None)).collect();
    for (font, percent) in FONTS.iter().cycle().zip([50, 75, 90, 110, 125, 150, 175, 200, 300]) {
        let board = scene::draw_with(font, empty.clone(), percent, Spoiling::Sharp).picture;
        let [width, height] = [board.width(), board.height()].map(|side| (u64::from(side) * percent / 100) as u32);
        for filter in [FilterType::Nearest, FilterType::Triangle, FilterType::Lanczos3] {
            let is_certain = read(&imageops::resize(&board, width, height, filter)).is_ok_and(|reading| reading.is_certain());
            assert!(!is_certain, "{} {percent} % {filter:?}", font.name);
        }
    }
}

#[test]
fn boards_that_no_level_deals_are_recognised() {
    let certain = |scene: &scene::Scene| read(&scene.picture).ok().filter(|reading| reading.is_certain());
    let mut reading = (0..).find_map(|seed| certain(&scene::draw(seed, Spoiling::Sharp))).unwrap();
    assert!(weighing::is_dealt(&reading));
    reading.tiles.iter_mut().for_each(|tile| tile.value = None);
    let ones = [(5, 0); 10];
    // The totals of level 1. But whatever row 1 has, at least three of its 2s and 3s are in a line without Voltorbs, which is too many.
    let free = [(9, 0), (5, 1), (4, 1), (3, 2), (3, 2), (5, 2), (5, 1), (5, 1), (4, 1), (5, 1)];
    for clues in [ones, free] {
        for (read, (sum, voltorbs)) in reading.clues.iter_mut().zip(clues) {
            read.value = Clue { sum, voltorbs };
        }
        assert!(!weighing::is_dealt(&reading), "{clues:?}");
    }
}

#[test]
fn a_clear_board_that_no_level_deals_is_asked_about() {
    let font = &FONTS[4];
    let scenes = (0..).map(|seed| (seed, scene::draw_in(font, seed, Spoiling::Sharp)));
    let (seed, scene) = scenes.into_iter().find(|(_, scene)| !scene.tiles.contains(&Some(Value::Voltorb))).unwrap();
    let digit = |place: usize| if place < IN_CLUES { [0, 5, 0][place % 3] } else { 1 };
    let ones = scene::places(&scene).into_iter().map(|place| (place, Some(&font.digits[digit(place)]))).collect();
    let reading = read(&scene::draw_with(font, ones, seed, Spoiling::Sharp).picture).unwrap();
    assert_eq!(reading.clues.map(|clue| (clue.value, clue.mark)), [(Clue { sum: 5, voltorbs: 0 }, Some(Mark::NeverDealt)); 10]);
}
