use std::io::Write as _;

use super::*;

/// A file with these shapes and entries of one problem.
fn file(shapes: &str, uses: &str, result: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n<shapes>{shapes}</shapes>\n\
         <problems><problem state=\"0\"><shapes>{uses}</shapes>{result}<bitmap/></problem></problems>\n<comment/></puzzle>"
    )
}

const BAR: &str = "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>";

#[track_caller]
fn check_wrong(text: &str, found_at: &str, message: &str) {
    let wrong = read(text).expect_err("it is wrong");
    assert_eq!(wrong.message, message);
    assert!(text[wrong.at..].starts_with(found_at), "it is at {:?}", text[wrong.at..].chars().take(40).collect::<String>());
}

#[test]
fn all_parts_of_a_file_are_read() {
    let text = "<puzzle version=\"1\"><gridType type=\"0\"/><colors><color red=\"1\" green=\"2\" blue=\"3\"/></colors><shapes>
        <voxel x=\"2\" y=\"2\" z=\"1\" weight=\"-3\" name=\"a &lt; b\" type=\"0\">#1+\n_#</voxel></shapes><problems>
        <problem name=\"P\" maxHoles=\"4\" state=\"2\" assemblies=\"3\" solutions=\"2\"><shapes><shape id=\"0\" min=\"1\" max=\"2\"><group group=\"1\" count=\"2\"/></shape></shapes>
        <result id=\"0\"/><bitmap><pair piece=\"0\" result=\"0\"/></bitmap><solutions><solution><assembly>0 0</assembly></solution><solution><assembly>0 0</assembly>
        <separation><pieces count=\"3\">0 1 2</pieces><state/><state/><state/>
        <separation type=\"removed\"><state/><state/></separation><separation type=\"left\"><state/><state/><state/><state/></separation>
        </separation></solution></solutions><later/></problem></problems><comment popup=\"\">Mine &amp; yours &#233;</comment></puzzle>";
    let puzzle = read(text).expect("a file");
    let shape = &puzzle.shapes[0];
    assert_eq!((shape.name.as_str(), shape.weight, shape.sides, shape.cells.len()), ("a < b", -3, [2, 2, 1], 4));
    assert_eq!(shape.cells[0], Cell { state: CellState::Filled, color: 1 });
    assert_eq!(shape.cells[1].state, CellState::Variable);
    let problem = &puzzle.problems[0];
    assert_eq!((problem.name.as_str(), problem.most_holes), ("P", Some(4)));
    let part = |moves: usize| Separation { moves, parts: Vec::new() };
    let separation = Separation { moves: 2, parts: vec![part(3), part(1)] };
    assert_eq!(problem.stored, Stored { assemblies: Some(3), come_apart: Some(2), solutions: vec![None, Some(separation)] });
    assert_eq!(problem.pairs, [(1, 1)]);
    let usage = &problem.uses[0];
    assert_eq!((usage.shape, usage.least, usage.most, &usage.groups[..]), (0, 1, 2, &[(1, 2)][..]));
    assert_eq!((puzzle.comment.as_str(), puzzle.colors, puzzle.unknown), ("Mine & yours é", vec![[1, 2, 3]], vec!["later".to_owned()]));
}

#[test]
fn what_is_written_is_read_back() {
    let cells = [(CellState::Filled, 1), (CellState::Variable, 0), (CellState::Outside, 0), (CellState::Filled, 12)];
    let cells = cells.map(|(state, color)| Cell { state, color }).to_vec();
    let shape = Shape { name: "<\"&\">".to_owned(), weight: 2, sides: [2, 1, 2], cells, at: 0 };
    let usage = Use { shape: 0, least: 0, most: 3, ..Use::default() };
    let problem = Problem { name: "One".to_owned(), uses: vec![usage], pairs: vec![(1, 12)], ..Problem::default() };
    let puzzle = Puzzle {
        shapes: vec![shape],
        problems: vec![problem],
        comment: "a\nb & c".to_owned(),
        colors: vec![[7; 3]; 12],
        unknown: Vec::new(),
    };
    let text = write(&puzzle);
    let mut again = read(&text).expect("a file");
    again.shapes.iter_mut().for_each(|shape| shape.at = 0);
    for problem in &mut again.problems {
        problem.at = 0;
        problem.uses.iter_mut().for_each(|usage| usage.at = 0);
    }
    assert_eq!(again, puzzle, "{text}");
}

#[test]
fn wrong_references_sizes_and_ranges_are_named_with_their_place() {
    let one = "<shape id=\"0\" count=\"1\"/>";
    let result = "<result id=\"0\"/>";
    assert!(read(&file(BAR, one, result)).is_ok());
    let missing = "there is no shape 7: the file has 1 shape, numbered from 0";
    check_wrong(&file(BAR, "<shape id=\"7\" count=\"1\"/>", result), "<shape id=\"7\"", missing);
    check_wrong(&file(BAR, one, "<result id=\"7\"/>"), "<problem state", &format!("the figure is missing: {missing}"));
    check_wrong(&file(BAR, one, ""), "<problem state", "the problem has no `<result>`, which says what the shapes fill");
    check_wrong(
        &file(BAR, "<shape id=\"0\" min=\"3\" max=\"2\"/>", result),
        "<shape id",
        "shape 0 is used at least 3 times, but at most 2 times",
    );
    check_wrong(
        &file(&BAR.replace("x=\"2\"", "x=\"3\""), one, result),
        "##<",
        "the text has 2 cells, but the size of the shape is 3 x 1 x 1",
    );
    let vast = BAR.replace("x=\"2\" y=\"1\"", "x=\"4000000000\" y=\"4000000000\"");
    check_wrong(&file(&vast, one, result), "##<", "the text has 2 cells, but the size of the shape is 4000000000 x 4000000000 x 1");
    check_wrong(&file(&BAR.replace("##", "#?"), one, result), "?<", "expected `#`, `+` or `_` for a cell, not \"?\"");
    check_wrong(&file(&BAR.replace("##", "#64#"), one, result), "4#", "expected a colour from 1 to 63 after a cell");
    check_wrong(&file(&BAR.replace("##", "#5#"), one, result), "<voxel", "a cell has colour 5, but the file has 0 colours");
    check_wrong(&file(&BAR.replace("x=\"2\"", "x=\"-2\""), one, result), "<voxel", "`x` of `<voxel>` must be a whole number, not \"-2\"");
    check_wrong(&file(&BAR.replace("x=\"2\"", ""), one, result), "<voxel", "`<voxel>` has no `x`");
    let groups = |groups: &str| file(BAR, &format!("<shape id=\"0\" max=\"2\">{groups}</shape>"), result);
    check_wrong(&groups("<group/>"), "<group", "a group needs a `group` and a `count`");
    let none = "group 1 has no pieces: its `count` must be at least 1";
    check_wrong(&groups("<group group=\"1\" count=\"0\"/>"), "<group", none);
    let one = "<group group=\"1\" count=\"1\"/>";
    check_wrong(&groups(&one.repeat(2)), "<group group=\"1\" count=\"1\"/></shape>", "shape 0 is in group 1 twice");
    let many: String = (1..=101).map(|group| format!("<group group=\"{group}\" count=\"1\"/>")).collect();
    check_wrong(&groups(&many), "<group group=\"101\"", "shape 0 is in more than 100 groups");
}

#[test]
fn other_grids_and_other_files_are_refused() {
    for (grid, message) in [
        ("1", "this puzzle is on a grid of triangular prisms; only puzzles of cubes can be read"),
        ("2", "this puzzle is on a grid of balls; only puzzles of cubes can be read"),
        ("3", "this puzzle is on a grid of rhombic tetrahedra; only puzzles of cubes can be read"),
        ("4", "this puzzle is on a grid of tetrahedra and octahedra; only puzzles of cubes can be read"),
        ("9", "there is no grid 9; only puzzles of cubes, grid 0, can be read"),
    ] {
        check_wrong(&file(BAR, "", "").replace("gridType type=\"0\"", &format!("gridType type=\"{grid}\"")), "<gridType", message);
    }
    check_wrong("<html><body/></html>", "<html", "not a BurrTools file: expected `<puzzle>`, not `<html>`");
    check_wrong("<puzzle version=\"3\"/>", "<puzzle", "expected version 1 or 2 of BurrTools' format, not \"3\"");
    let none = "the file has no problem: nothing says which shape the others fill";
    check_wrong("<puzzle version=\"2\"></puzzle>", "<puzzle", none);
    assert!(read("").is_err() && read("<").is_err() && read("<!-- x -->").is_err());
    let whole = file(BAR, "<shape id=\"0\" count=\"1\"/>", "<result id=\"0\"/>");
    for end in (1..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        assert!(read(&whole[..end]).is_err(), "cut after {end}");
    }
}

#[test]
fn what_was_not_searched_is_not_read_as_none() {
    let of = |numbers: &str, solutions: &str| {
        let text = file(BAR, "<shape id=\"0\"/>", "<result id=\"0\"/>").replace("state=\"0\"", &format!("state=\"2\" {numbers}"));
        let text = text.replace("<bitmap/>", &format!("<solutions>{solutions}</solutions>"));
        let Stored { assemblies, come_apart, .. } = read(&text).expect("a file").problems.remove(0).stored;
        (assemblies, come_apart)
    };
    let listed = "<solution><assembly>0 0 0 0</assembly></solution>";
    assert_eq!(of("assemblies=\"1\" solutions=\"0\"", listed), (Some(1), None), "nothing was taken apart");
    assert_eq!(of("assemblies=\"1\" solutions=\"0\"", "<solution><separation/></solution>"), (Some(1), Some(0)));
    assert_eq!(of("assemblies=\"6000000000\" solutions=\"many\"", ""), (Some(6_000_000_000), None));
}

#[test]
fn separations_may_be_nested_once_for_each_piece() {
    let nested = format!("{}<state/><state/><state/>{}", "<separation type=\"left\">".repeat(290), "</separation>".repeat(290));
    let problem = format!("<bitmap/><solutions><solution>{nested}</solution></solutions>");
    let text = file(BAR, "<shape id=\"0\"/>", "<result id=\"0\"/>").replace("<bitmap/>", &problem);
    let stored = read(&text).expect("a file").problems.remove(0).stored;
    let mut innermost = stored.solutions[0].as_ref().expect("it comes apart");
    let mut depth = 1;
    while let [part] = &innermost.parts[..] {
        (innermost, depth) = (part, depth + 1);
    }
    assert_eq!((depth, innermost.moves), (290, 2));
}

/// Files that would need much memory or time if they were believed.
#[test]
fn bombs_are_refused() {
    let deep = format!("<puzzle version=\"2\">{}", "<a>".repeat(1_000_000));
    check_wrong(&deep, "<a>", "elements are nested more than 300 deep");
    let entities = "<!DOCTYPE puzzle [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><puzzle version=\"2\"><comment>&b;</comment></puzzle>";
    check_wrong(entities, "<!DOCTYPE", "a document type isn't allowed here, nor are entities of one's own");
    check_wrong("<puzzle version=\"2\"><comment>&b;</comment></puzzle>", "&b;", "unknown entity `&b;`");
    let many = file(&"<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>".repeat(80_000), "", "");
    check_wrong(&many, "<voxel", "the file has more than 10,000 shapes");
    let problems = "<problem><result id=\"0\"/></problem>".repeat(80_000);
    let many = format!("<puzzle version=\"2\"><shapes>{BAR}</shapes><problems>{problems}</problems></puzzle>");
    check_wrong(&many, "<problem>", "the file has more than 1,000 problems");
    let uses = format!("<problem><shapes>{}</shapes><result id=\"0\"/></problem>", "<shape id=\"0\"/>".repeat(200)).repeat(900);
    let many = format!("<puzzle version=\"2\"><shapes>{BAR}</shapes><problems>{uses}</problems></puzzle>");
    check_wrong(&many, "<problem>", "all problems together use more than 20,000 shapes");
}

#[test]
fn compressed_files_are_read_up_to_a_limit() {
    let compress = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    };
    assert_eq!(decompressed(b"plain".to_vec(), 10), Ok(b"plain".to_vec()));
    assert_eq!(decompressed(compress(b"compressed"), 10), Ok(b"compressed".to_vec()));
    let bomb = compress(&vec![b' '; 50_000_000]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    assert_eq!(decompressed(bomb.clone(), 1_000).map(|bytes| bytes.len()), Ok(1_001));
    assert!(decompressed(bomb[..1_000].to_vec(), 100_000_000).is_err());
    assert!(decompressed(vec![0x1f, 0x8b, 0, 1, 2], 1_000).is_err());
}
