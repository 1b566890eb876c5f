//! Books of both puzzles that have challenges.

use std::{ops::ControlFlow, sync::LazyLock};

use base::{
    board::Board,
    fonts,
    picture::{Anchor, Picture, Shape, Vec2},
    puzzle::Puzzle,
    search::Found,
    testing::Recorded,
};
use base::{
    book::*,
    challenge::Grade,
    erased::{Kind, Kinds, State},
};
use meteor::{Hexagons, Meteor};
use packing::model::saved::Saved;
use soma::Soma;

/// The puzzle without its types.
fn kind<P: Puzzle>() -> &'static Kind {
    static BOTH: LazyLock<[Kind; 2]> = LazyLock::new(|| [meteor::kind(), soma::kind()]);
    Kinds(&*BOTH).with_key(P::KEY).expect("it is one of both")
}

fn order(figure: State, grades: &str, count: usize, seed: u64) -> Order {
    Order { figure, grades: Grades::parse(grades).unwrap(), count, seed, explanations: false }
}

fn explained(order: Order) -> Order {
    Order { explanations: true, ..order }
}

fn made<P: Board>(order: &Order) -> Result<Vec<Challenge>, NoBook> {
    match make::<()>(kind::<P>(), order, &mut Found::default()) {
        ControlFlow::Continue(made) => made,
        ControlFlow::Break(()) => panic!("nothing stops it"),
    }
}

fn book<P: Board>(order: Order, figure: Option<&str>) -> Book {
    let challenges = made::<P>(&order).ok().unwrap();
    let (source, figure) = (Source::Default, figure.map(str::to_owned));
    let command = command(P::KEY, &source, &order, PaperSize::A4);
    Book { kind: kind::<P>(), order, figure, source, command, challenges }
}

fn preset<P: Board>(key: &str) -> State {
    State::of(P::presets().iter().find(|preset| preset.key == key).unwrap().state::<P::State>())
}

fn empty<P: Board>() -> State {
    State::of(P::State::default())
}

fn texts(page: &Picture<()>) -> Vec<&str> {
    page.shapes.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None }).collect()
}

#[test]
fn grades_are_written_as_they_are_read() {
    for text in ["easy", "expert", "easy..expert", "medium..hard"] {
        assert_eq!(Grades::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(Grades::parse("hard..hard").unwrap().to_string(), "hard");
    assert_eq!(Grades::parse("easy..hard").unwrap().iter().collect::<Vec<_>>(), [Grade::Easy, Grade::Medium, Grade::Hard]);
    for text in ["", "..", "easy..", "..hard", "hard..easy", "Easy", "easy...hard", "easy..hard..expert"] {
        assert_eq!(Grades::parse(text), None, "{text}");
    }
}

/// Each challenge is the one that its grade and seed give, has one solution and this grade, and is there once.
#[track_caller]
fn check_challenges<P: Board>(figure: State, count: usize) {
    let kind = kind::<P>();
    let challenges = kind.extras.challenges.as_ref().unwrap();
    let made = made::<P>(&order(figure.clone(), "easy..expert", count, 3)).ok().unwrap();
    assert_eq!(made.len(), count);
    for (place, challenge) in made.iter().enumerate() {
        let Challenge { state, solution, grade, seed, explanation } = challenge;
        assert!(explanation.is_empty(), "none is ordered");
        assert_eq!(*grade, Grade::ALL[place * 4 / count], "spread evenly");
        assert_eq!(challenges.made(&figure, *grade, *seed).as_ref(), Some(state));
        let problem = (kind.check)(state).ok().unwrap();
        assert_eq!(challenges.rating(&problem).unwrap().grade, *grade);
        let mut found = Found::default();
        assert!((kind.techniques[0].search)(&problem, &mut found).is_continue());
        assert!(found.items.contains(solution));
        let images = (challenges.images)(state);
        for image in &images {
            assert_eq!(challenges.rating(&(kind.check)(image).ok().unwrap()).unwrap().grade, *grade);
            assert!((challenges.images)(image).contains(state), "by the inverse symmetry");
        }
        assert!(made[..place].iter().all(|other| other.state != *state && !images.contains(&other.state) && other.seed != *seed));
    }
}

#[test]
fn challenges_have_one_solution_and_are_not_repeated() {
    check_challenges::<Meteor>(empty::<Meteor>(), 10);
    check_challenges::<Soma>(preset::<Soma>("sofa"), 6);
    check_challenges::<Soma>(preset::<Soma>("cube"), 4);
}

#[test]
fn what_lies_on_the_figure_does_not_matter() {
    let empty = order(preset::<Soma>("cube"), "easy", 2, 1);
    let pinned = order(preset::<Soma>("cube-t-and-l"), "easy", 2, 1);
    let states = |order| made::<Soma>(order).ok().unwrap().into_iter().map(|challenge| challenge.state).collect::<Vec<_>>();
    assert_eq!(states(&empty), states(&pinned));
}

#[test]
fn the_same_order_gives_the_same_pages() {
    let pages_of = |seed| pages(&book::<Meteor>(order(empty::<Meteor>(), "easy..hard", 3, seed), None), PaperSize::A4);
    assert_eq!(pages_of(1), pages_of(1));
    assert_ne!(pages_of(1)[1], pages_of(2)[1], "other challenges");
}

#[test]
fn figures_without_such_challenges_are_refused() {
    let castle = order(preset::<Soma>("castle"), "easy..hard", 4, 1);
    assert_eq!(made::<Soma>(&castle).err(), Some(NoBook::NoneOf(Grade::Hard)));
    // The shape of piece 0, which fills it in one way.
    let board = Meteor::read_text("....#\n###.#", &Saved::<Hexagons>::default()).unwrap();
    let single = order(State::of(board), "easy", 4, 1);
    assert_eq!(made::<Meteor>(&single).err(), Some(NoBook::Only(1, Grade::Easy)));
}

#[test]
fn making_stops_when_it_is_told_to() {
    for most in [1, 2, 1000] {
        let mut recorded = Recorded::up_to(most);
        assert!(make::<()>(kind::<Meteor>(), &order(empty::<Meteor>(), "expert", 20, 1), &mut recorded).is_break());
        assert_eq!(recorded.nodes.len(), most, "no further calls");
        assert!(recorded.nodes.is_sorted_by_key(|&(done, _)| done));
    }
}

#[test]
fn a_book_has_a_title_challenges_and_solutions() {
    let book = book::<Meteor>(order(empty::<Meteor>(), "easy..expert", 7, 1), None);
    let pages = pages(&book, PaperSize::Letter);
    assert_eq!(pages.len(), 1 + 2 + 1, "at most six challenges on a page");
    let title = texts(&pages[0]);
    for text in ["Meteor", "7 challenges, easy to expert", "Solutions from page 4", book.command.as_str()] {
        assert!(title.contains(&text), "{text}: {title:?}");
    }
    assert!(title.iter().any(|text| text.contains("rating rules 1")), "{title:?}");
    for (page, numbers) in [(1, ["1", "4", "2"]), (2, ["5", "Expert", "3"]), (3, ["Solutions", "7", "Easy, seed 1000"])] {
        let texts = texts(&pages[page]);
        assert!(numbers.iter().all(|number| texts.contains(number)), "{numbers:?}: {texts:?}");
        assert_eq!(texts.last().unwrap(), &(page + 1).to_string());
    }
}

/// The steps are the rating's, and none is cut off at the end of a line, a column or a page.
#[test]
fn solutions_are_explained_after_them() {
    let book = book::<Meteor>(explained(order(empty::<Meteor>(), "easy..expert", 12, 1)), None);
    let pages = pages(&book, PaperSize::A4);
    assert!(texts(&pages[0]).contains(&"Solutions from page 4, explained from page 5"), "{:?}", texts(&pages[0]));
    assert!(book.command.contains(" --seed 1 --explanations --paper a4"), "{}", book.command);
    let challenges = book.kind.extras.challenges.as_ref().unwrap();
    let printed: Vec<&str> = pages[4..].iter().flat_map(texts).collect();
    let printed = printed.join(" ");
    let mut from = 0;
    for (number, challenge) in (1..).zip(&book.challenges) {
        let heading = format!("{number}, {}", challenge.grade.key());
        let rating = challenges.rating(&(book.kind.check)(&challenge.state).ok().unwrap()).unwrap();
        let words = rating.explanation.iter().map(|step| step.in_words());
        assert!(words.eq(challenge.explanation.iter().cloned()), "{heading}");
        for text in [heading].into_iter().chain((1..).zip(&challenge.explanation).map(|(step, words)| format!("{step}. {words}"))) {
            from += printed[from..].find(&text).unwrap_or_else(|| panic!("{text} in {}", &printed[from..]));
        }
    }
    for page in &pages[4..] {
        for shape in &page.shapes {
            let Shape::Text { at, anchor: Anchor::Start, size, bold, text, .. } = shape else { continue };
            let column = if at.x < 297.0 { 297.0 } else { 595.0 - 18.0 };
            assert!(at.x + size * fonts::width(text, *bold) <= column && at.y <= 842.0 - 18.0, "{text}");
        }
    }
}

#[test]
fn no_page_is_nearly_empty() {
    let numbers = |page: &Picture<()>| texts(page).iter().filter(|text| text.starts_with("Easy, seed")).count();
    for (count, sheets) in [(1, vec![1]), (13, vec![13]), (24, vec![12, 12])] {
        let pages = pages(&book::<Meteor>(order(empty::<Meteor>(), "easy", count, 1), None), PaperSize::A4);
        let solutions: Vec<usize> = pages.iter().map(numbers).filter(|count| *count > 0).collect();
        assert_eq!(solutions, sheets, "{count}");
    }
    for (count, sheets) in [(1, vec![1]), (7, vec![4, 3]), (13, vec![6, 4, 3]), (18, vec![6, 6, 6])] {
        let pages = pages(&book::<Meteor>(order(empty::<Meteor>(), "easy", count, 1), None), PaperSize::A4);
        let challenges = |page: &Picture<()>| texts(page).iter().filter(|text| **text == "Easy").count();
        assert_eq!(pages.iter().map(challenges).filter(|count| *count > 0).collect::<Vec<_>>(), sheets, "{count}");
    }
}

#[test]
fn a_book_of_an_unsaved_figure_names_no_file_that_may_not_exist() {
    let mut book = book::<Soma>(order(preset::<Soma>("sofa"), "easy", 1, 1), Some("Mine"));
    book.source = Source::Unsaved;
    book.command = command(Soma::KEY, &book.source, &book.order, PaperSize::A4);
    let pages = pages(&book, PaperSize::A4);
    let title = texts(&pages[0]);
    assert!(title.iter().any(|text| text.contains("If you save the figure, this command makes the same book from its file:")), "{title:?}");
    assert!(title.iter().any(|text| text.contains("book soma --figure FILE --difficulty easy")), "{title:?}");
}

#[test]
fn everything_is_within_the_margins() {
    let meteor = pages(&book::<Meteor>(order(empty::<Meteor>(), "easy", 7, 1), None), PaperSize::Letter);
    let soma = |key| pages(&book::<Soma>(order(preset::<Soma>(key), "easy", 2, 1), Some(key)), PaperSize::A4);
    let explained = pages(&book::<Soma>(explained(order(preset::<Soma>("cube"), "easy..expert", 40, 1)), None), PaperSize::Letter);
    for (name, pages) in [
        ("meteor", meteor),
        ("explained", explained),
        ("cube", soma("cube")),
        ("bedlam", soma("bedlam")),
        ("flat", soma("pentominoes-3x20")),
    ] {
        assert!(pages.len() > 2);
        for page in pages {
            let margin = Vec2::splat(18.0);
            let is_inside = |point: Vec2| (page.min + margin).cmple(point).all() && point.cmple(page.max - margin).all();
            for shape in &page.shapes {
                let ends = match shape {
                    Shape::Polygon { points, .. } | Shape::Line { points, .. } => points.clone(),
                    Shape::Rectangle { min, max, .. } => vec![*min, *max],
                    Shape::Circle { center, .. } => vec![*center],
                    Shape::Text { at, .. } => vec![*at],
                };
                assert!(ends.into_iter().all(is_inside), "{name}: {shape:?}");
            }
        }
    }
}
