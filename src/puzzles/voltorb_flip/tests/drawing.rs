//! The picture of the board: shapes, texts and labels.

use super::read;
use crate::{
    VoltorbFlip, drawing,
    edit::view::View,
    live::{advice::advise, analysis, explanation, insight::Insight},
    model::{
        objective::Objective,
        prior::Level,
        problem::{Problem, Spot},
        rules::{Clues, Line, TILES, Value},
        solution::Solution,
        state::{State, Tiles},
    },
    play::deal::Dealer,
};
use base::{
    board::{Board as _, Input, Reply, Scene},
    look::{Look, Theme},
    picture::{Picture, Shape},
    puzzle::Puzzle,
    search::Found,
};

fn preset(key: &str) -> State {
    read(VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap()).state
}

fn insight_of(state: &State) -> Insight {
    analysis::odds(&Problem::check(state).unwrap())
}

fn draw(state: &State, insight: Option<&Insight>, shown: Option<(&Solution, usize)>, theme: Theme) -> Picture<Spot> {
    let flaws = insight.map_or_else(Vec::new, |insight| VoltorbFlip::EXTRAS.analysis_flaws(insight));
    let look = Look::new(theme);
    VoltorbFlip::draw(&Scene { state, flaws: &flaws, insight, shown, view: &View::default(), pointed: None, marks: &[], look: &look })
}

fn solutions(state: &State) -> Vec<Solution> {
    let mut found = Found::default();
    assert!((VoltorbFlip::techniques()[0].search)(&Problem::check(state).unwrap(), &mut found).is_continue());
    found.items
}

fn label(picture: &Picture<Spot>, spot: Spot) -> &str {
    let mut labels = picture.targets.iter().filter(|target| target.spot == spot).map(|target| target.label.as_str());
    let label = labels.next().unwrap();
    assert_eq!(labels.next(), None, "{spot:?} has one label");
    label
}

fn texts(picture: &Picture<Spot>) -> impl Iterator<Item = &str> {
    picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

#[test]
fn the_legend_says_what_the_figures_mean() {
    let state = preset("level-5-fresh");
    let insight = insight_of(&state);
    let board = &solutions(&state)[0];
    let legend = |shown| {
        let picture = draw(&state, Some(&insight), shown, Theme::Dark);
        texts(&picture).filter(|text| text.contains("chance of") || text.contains("Esc")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(legend(Some((board, 1))), ["A listed board; percent: the chance of the value shown", "Esc: back to the odds"]);
    assert_eq!(legend(Some((board, 0))), ["Percent: the chance of a Voltorb"]);
    assert_eq!(legend(None), legend(Some((board, 0))));
}

#[test]
fn every_spot_can_be_pointed_at_and_is_inside_the_picture() {
    let state = preset("level-5");
    let picture = draw(&state, None, None, Theme::Dark);
    assert_eq!(picture.targets.len(), 2 * 10 + 1 + TILES);
    for target in &picture.targets {
        assert!(target.focusable);
        assert!(target.outline.iter().all(|corner| picture.min.cmple(*corner).all() && corner.cmple(picture.max).all()));
        let center = target.outline.iter().sum::<glam::Vec2>() / target.outline.len() as f32;
        assert_eq!(picture.target_at(center).map(|found| found.spot), Some(target.spot), "no other target covers it");
    }
}

#[test]
fn labels_describe_the_tiles() {
    let state = preset("level-4-middle");
    let insight = insight_of(&state);
    let picture = draw(&state, Some(&insight), None, Theme::Dark);
    assert_eq!(label(&picture, Spot::Tile(2)), "row 1, column 3, face up, 1");
    assert_eq!(label(&picture, Spot::Sum(Line::Column(1))), "column 2, 7 points");
    assert_eq!(label(&picture, Spot::Voltorbs(Line::Row(3))), "row 4, 1 Voltorb");
    assert_eq!(label(&picture, Spot::Level), "level 4");
    for tile in state.tiles.face_down() {
        let chances = insight.chances(tile).unwrap();
        let label_text = label(&picture, Spot::Tile(tile));
        assert_eq!(label_text.contains("safe") || label_text.contains("always 1"), chances[0] == 0.0, "{label_text}");
        assert_eq!(
            label_text.contains("never a 2 or 3"),
            chances[0] > 0.0 && chances[1] > 0.0 && chances[2] + chances[3] == 0.0,
            "{label_text}"
        );
    }
    assert!(label(&picture, Spot::Tile(1)).ends_with("noted 12"));
}

#[test]
fn a_solution_is_drawn_only_from_its_first_step() {
    let state = preset("level-5");
    let insight = insight_of(&state);
    let solution = solutions(&state)
        .into_iter()
        .min_by(|one, other| VoltorbFlip::EXTRAS.rank(one).total_cmp(&VoltorbFlip::EXTRAS.rank(other)))
        .unwrap();
    let before = draw(&state, Some(&insight), None, Theme::Light);
    assert_eq!(draw(&state, Some(&insight), Some((&solution, 0)), Theme::Light), before);
    let shown = draw(&state, Some(&insight), Some((&solution, VoltorbFlip::steps(&solution))), Theme::Light);
    let mut turned = state;
    state.tiles.face_down().for_each(|tile| turned.turn(tile, Some(solution.board.value(tile))));
    let really = draw(&turned, Some(&insight_of(&turned)), None, Theme::Light);
    for tile in state.tiles.face_down() {
        let wanted = format!("{} on the board shown", solution.board.value(tile));
        assert!(label(&shown, Spot::Tile(tile)).contains(&wanted));
    }
    assert_ne!(shown.shapes, really.shapes, "a shown tile differs from a flipped one");
}

#[test]
fn using_a_board_makes_notes_and_flips_nothing() {
    let state = preset("level-4-middle");
    let solution = solutions(&state)[0];
    let adopted = VoltorbFlip::BOARD_EXTRAS.adopt(&state, &solution).unwrap();
    assert_eq!((adopted.tiles, adopted.flips), (state.tiles, state.flips));
    for tile in 0..TILES {
        let noted = adopted.memos.0[tile].to_string();
        let wanted = if state.tiles.0[tile].is_some() { String::new() } else { solution.board.value(tile).letter().to_string() };
        assert_eq!(noted, wanted);
    }
}

#[test]
fn a_game_hides_the_odds_until_they_are_requested_or_the_round_is_over() {
    let (mut state, mut view) = (State::default(), View::default());
    view.new_game.seed = 11;
    view.start_game(&mut state);
    let insight = insight_of(&state);
    let look = Look::default();
    let shows = |state: &State, view: &View, words: &str| {
        let scene =
            Scene { state, flaws: &[], insight: Some(&insight), shown: None, view, pointed: Some(Spot::Tile(3)), marks: &[], look: &look };
        let picture = VoltorbFlip::draw(&scene);
        let is_in_label = picture.targets.iter().any(|target| target.label.contains(words));
        is_in_label || texts(&picture).any(|text| text.contains(words))
    };
    for words in ["percent", "%", "safe", "best", "Voltorb 1", ", was a"] {
        assert!(!shows(&state, &view, words), "{words}");
    }
    view.shows_odds = true;
    assert!(shows(&state, &view, "percent") && shows(&state, &view, "%"));
    view.game.as_mut().unwrap().stop().unwrap();
    for shows_odds in [true, false] {
        view.shows_odds = shows_odds;
        assert!(shows(&state, &view, "was a Voltorb") && !shows(&state, &view, "percent"));
        assert!(!shows(&state, &view, "%"), "no chances cover what was revealed");
    }
}

/// The tiles with a ring of this width.
fn ringed(picture: &Picture<Spot>, width: f32) -> Vec<usize> {
    let accent = Look::new(Theme::Dark).colors.accent;
    let is_ring = |shape: &&Shape| matches!(shape, Shape::Rectangle { stroke, .. } if stroke.width == width && stroke.color == accent);
    let center = |shape: &Shape| match shape {
        Shape::Rectangle { min, max, .. } => (*min + *max) / 2.0,
        _ => unreachable!("only rectangles were taken"),
    };
    let spots = picture.shapes.iter().filter(is_ring).filter_map(|shape| Some(picture.target_at(center(shape))?.spot));
    spots.filter_map(|spot| if let Spot::Tile(tile) = spot { Some(tile) } else { None }).collect()
}

#[test]
fn the_tile_that_the_card_advises_has_the_ring_with_and_without_a_listed_board() {
    for preset in VoltorbFlip::presets() {
        let state = read(preset).state;
        let Ok(problem) = Problem::check(&state) else { continue };
        let mut insights = vec![analysis::odds(&problem)];
        // The best play of the others takes longer.
        if ["level-1", "level-4-middle"].contains(&preset.key) {
            let mut found = Found::default();
            assert!(VoltorbFlip::analyze(&problem, &mut found).is_continue());
            insights.extend(found.items.pop());
        }
        let solutions = if insights[0].boards < 1_000 { solutions(&state) } else { Vec::new() };
        for insight in &insights {
            let advised: Vec<usize> = advise(&state, insight).and_then(|advice| advice.tile).into_iter().collect();
            for shown in [None, solutions.first().map(|solution| (solution, 1))] {
                let picture = draw(&state, Some(insight), shown, Theme::Dark);
                assert_eq!(ringed(&picture, 2.5), advised, "{}, {shown:?}", preset.key);
            }
        }
    }
}

#[test]
fn what_a_click_does_is_said_before_it_is_done() {
    let state = preset("level-5-fresh");
    let (mut view, look) = (View::default(), Look::default());
    let says = |state: &State, view: &View, spot| {
        let scene = Scene { state, flaws: &[], insight: None, shown: None, view, pointed: Some(spot), marks: &[], look: &look };
        let picture = VoltorbFlip::draw(&scene);
        texts(&picture).find(|text| text.starts_with("Click: ")).unwrap_or_default().to_owned()
    };
    let (tile, mut turned) = (Spot::Tile(7), state);
    for said in ["Click: 1, again: 2, 3, V", "Click: 2", "Click: 3", "Click: Voltorb", "Click: face down"] {
        assert_eq!(says(&turned, &view, tile), said);
        let before = turned.tiles.0[7];
        assert_eq!(VoltorbFlip::act(&mut turned, &mut view, Some(tile), Input::Press), Reply::Done);
        let now = turned.tiles.0[7].map_or_else(|| "face down".to_owned(), |value| value.to_string());
        assert!(said.starts_with(&format!("Click: {now}")), "{before:?}: {said:?}, but {now}");
    }
    for level in [None, Some(1), Some(8)] {
        let mut state = State { level, ..state };
        let said = says(&state, &view, Spot::Level);
        VoltorbFlip::act(&mut state, &mut view, Some(Spot::Level), Input::Press);
        let now = state.level.map_or_else(|| "unknown".to_owned(), |level| level.to_string());
        assert_eq!(said, format!("Click: level {now}"));
    }
    assert_eq!(says(&state, &view, Spot::Sum(Line::Row(0))), "", "it only moves the focus");
    view.start_game(&mut turned);
    assert_eq!(says(&turned, &view, tile), "Click: flip it");
}

#[test]
fn the_pointed_spot_is_described_below_the_board() {
    let state = preset("level-4-middle");
    let insight = insight_of(&state);
    let look = Look::default();
    let (view, flaws) = (View::default(), []);
    let texts_below = |pointed| {
        let picture = VoltorbFlip::draw(&Scene {
            state: &state,
            flaws: &flaws,
            insight: Some(&insight),
            shown: None,
            view: &view,
            pointed,
            marks: &[],
            look: &look,
        });
        texts(&picture).map(str::to_owned).collect::<Vec<_>>()
    };
    let has = |pointed, line: &str| assert!(texts_below(pointed).iter().any(|text| text == line), "{line} in {:?}", texts_below(pointed));
    has(Some(Spot::Sum(Line::Row(1))), "Row 2: 3 points, 3 Voltorbs");
    has(Some(Spot::Voltorbs(Line::Row(1))), "Face down: 4 tiles with 1 point and 3 Voltorbs");
    has(Some(Spot::Tile(0)), "Row 1, column 1");
    has(None, "Percent: the chance of a Voltorb");
    let [voltorb, one, two, three] = insight.chances(0).unwrap().map(crate::words::percent);
    has(Some(Spot::Tile(0)), &format!("Voltorb {voltorb}   1: {one}   2: {two}   3: {three}"));
}

#[test]
fn flaws_are_marked_and_labelled() {
    let marks = |state: &State| {
        let insight = insight_of(state);
        let picture = draw(state, Some(&insight), None, Theme::Dark);
        let marks = texts(&picture).filter(|text| *text == "!").count();
        assert_eq!(marks, insight.flaws[0].spots.len());
        let mut labels = insight.flaws[0].spots.iter().map(|&spot| label(&picture, spot));
        assert!(labels.all(|label| label.contains("error: the rows add up to 24 points, the columns to 25")));
        marks
    };
    // At the level of the example, no correction is much likelier than the others.
    assert_eq!(marks(&preset("impossible")), 0);
    assert_eq!(marks(&State { level: None, ..preset("impossible") }), 3);
}

#[test]
fn texts_are_printable_ascii() {
    let look = Look::default();
    for preset in VoltorbFlip::presets() {
        let state = read(preset).state;
        let insight = insight_of(&state);
        let mut written = Vec::new();
        for solution in solutions(&state).iter().take(3) {
            let (shown, thumbnail) =
                (draw(&state, Some(&insight), Some((solution, 1)), Theme::Dark), drawing::thumbnail(&state, solution, &look));
            written.extend([shown, thumbnail].iter().flat_map(texts).map(str::to_owned));
            let caption = VoltorbFlip::caption(solution);
            written.extend([caption.title, caption.detail]);
        }
        let picture = draw(&state, Some(&insight), None, Theme::Dark);
        written.extend(texts(&picture).map(str::to_owned));
        written.extend(insight.flaws.iter().map(|flaw| flaw.message.clone()));
        let facts = VoltorbFlip::facts(
            &state,
            Some(&insight),
            &solutions(&state).iter().fold(Default::default(), |mut sum, solution| {
                VoltorbFlip::add_to_summary(&mut sum, solution);
                sum
            }),
        );
        written.extend(facts.into_iter().flat_map(|fact| [fact.label, fact.value, fact.tooltip.to_owned()]));
        for text in written {
            assert!(!text.is_empty() && text.chars().all(|letter| matches!(letter, ' '..='~')), "{text:?}");
        }
    }
}

#[test]
fn the_texts_in_the_line_below_the_board_leave_each_other_room() {
    // A letter of this size is about 6.2 units wide on average, and the line has 477.
    const MOST: usize = 74;
    let (view, look) = (View::default(), Look::default());
    for objective in Objective::ALL {
        for key in ["level-5-fresh", "level-4-middle"] {
            let state = State { objective, ..preset(key) };
            let mut found = Found::default();
            assert!(VoltorbFlip::analyze(&Problem::check(&state).unwrap(), &mut found).is_continue());
            let insight = found.items.pop().unwrap();
            let board = &solutions(&state)[0];
            for (tile, shown) in (0..TILES).flat_map(|tile| [(tile, None), (tile, Some((board, VoltorbFlip::steps(board))))]) {
                let pointed = Some(Spot::Tile(tile));
                let picture = VoltorbFlip::draw(&Scene {
                    state: &state,
                    flaws: &[],
                    insight: Some(&insight),
                    shown,
                    view: &view,
                    pointed,
                    marks: &[],
                    look: &look,
                });
                let line: Vec<_> = picture.shapes.iter().filter_map(below_the_board).collect();
                assert_eq!(line.len(), 2, "{objective}: {line:?}");
                let letters: usize = line.iter().map(|text| text.chars().count()).sum();
                assert!(letters <= MOST, "{objective}: {letters} letters in {line:?}");
            }
        }
    }
}

/// Returns the text if it is in the first line below the board.
fn below_the_board(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Text { at, size: 13.0, text, .. } if (485.0..510.0).contains(&at.y) => Some(text),
        _ => None,
    }
}

#[test]
fn an_explanation_shows_the_odds_that_each_of_its_steps_is_about() {
    let mut level = 1;
    let mut risks = 0;
    for seed in 0..4 {
        level = level % 4 + 1;
        let level = Level::new(level).unwrap();
        let board = Dealer::new(seed).board(level);
        let mut state = State { level: Some(level.number()), ..State::of(&Clues::of(board)) };
        (0..TILES).filter(|&tile| board.value(tile).is_multiplier()).for_each(|tile| state.turn(tile, Some(board.value(tile))));
        let mut found = Found::default();
        assert!(explanation::steps(&Problem::check(&state).unwrap(), &mut found).is_continue());
        let last = insight_of(&state);
        let mut flipped = [None; TILES];
        for step in &found.items {
            let before = State { tiles: Tiles(flipped), ..state.fresh() };
            let picture = draw(&state, Some(&last), Some((&step.partial, 1)), Theme::Dark);
            let usual = draw(&before, Some(&insight_of(&before)), None, Theme::Dark);
            for tile in (0..TILES).filter(|&tile| step.partial.value(tile).is_none()) {
                let [shown, expected] = [&picture, &usual].map(|picture| label(picture, Spot::Tile(tile)).to_owned());
                let without_ring =
                    |label: &str| label.replace(", best flip so far", "").replace(", just as good", "").replace(", best flip", "");
                assert_eq!(shown, without_ring(&expected), "{}", step.remark);
                risks += usize::from(shown.contains("percent"));
            }
            // A Voltorb that follows isn't flipped.
            let is_flipped = |tile: usize| step.partial.value(tile).filter(|value| *value != Value::Voltorb);
            flipped = std::array::from_fn(is_flipped);
        }
    }
    assert!(100 < risks, "{risks}");
}

#[test]
fn texts_stay_within_their_tiles_on_small_screens() {
    let state = preset("level-1");
    let insight = insight_of(&state);
    let board = &solutions(&state)[0];
    let mut shortest = false;
    for points in [24.0, 28.0, 34.0, 40.0, 54.0, 72.0] {
        let look = Look { least_text: 11.0 * drawing::SIZE / points, ..Look::new(Theme::Dark) };
        for shown in [None, Some((board, 1))] {
            let view = View::default();
            let scene =
                Scene { state: &state, flaws: &[], insight: Some(&insight), shown, view: &view, pointed: None, marks: &[], look: &look };
            for shape in VoltorbFlip::draw(&scene).shapes {
                let Shape::Text { at, size, bold, text, .. } = shape else { continue };
                // What is smaller isn't shown.
                let is_on_tile = at.x < 5.0 * 80.0 && at.y < 5.0 * 80.0;
                if is_on_tile && look.least_text <= size {
                    assert!(size * base::fonts::width(&text, bold) <= drawing::SIZE, "{text:?} on a tile of {points} points");
                    shortest |= text == "1/V";
                }
            }
        }
    }
    assert!(shortest);
}
