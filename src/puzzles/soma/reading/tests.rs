use super::*;
use base::search::Found;
use packing::model::problem;

/// A file with these shapes, entries and attributes of its only problem, whose figure is shape 0.
fn file(shapes: &[&str], uses: &str, attributes: &str) -> String {
    let shapes = shapes.concat();
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><colors><color red=\"9\" green=\"9\" blue=\"9\"/></colors>\n\
         <shapes>{shapes}</shapes>\n<problems><problem {attributes}><shapes>{uses}</shapes><result id=\"0\"/><bitmap/></problem></problems>\n\
         <comment>Mine</comment></puzzle>"
    )
}

fn voxel(sides: [usize; 3], name: &str, cells: &str) -> String {
    let [x, y, z] = sides;
    format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" name=\"{name}\" type=\"0\">{cells}</voxel>")
}

fn only(text: &str) -> Imported<Saved<Cubes>> {
    read(text).expect("a file").remove(0)
}

#[test]
fn a_problem_becomes_a_position() {
    let shapes = [voxel([4, 3, 1], "", "_____##+___#"), voxel([2, 1, 1], "V", "##"), voxel([1, 1, 1], "Small one", "#")];
    let uses = "<shape id=\"1\" count=\"1\"/><shape id=\"2\" min=\"1\" max=\"2\"/>";
    let Imported { document, left_out } = only(&file(&shapes.each_ref().map(String::as_str), uses, "name=\"Two\" state=\"0\""));
    let state = &document.state;
    assert_eq!(state.layers, [["..+", "##."]], "the smallest box");
    assert_eq!((state.pieces.as_str(), state.shapes.len()), ("VA", 2));
    assert_eq!(state.shapes[0].uses, Some(Copies { least: 1, most: 1 }));
    assert_eq!(state.shapes[1].uses, Some(Copies { least: 1, most: 2 }));
    assert_eq!((document.title.as_deref(), document.note.as_deref()), (Some("Two"), Some("Mine\n\nA: Small one")));
    assert_eq!(left_out, Vec::<String>::new());
    assert!(problem::check(state).is_ok());
}

#[test]
fn what_is_left_out_is_named() {
    let shapes = [voxel([2, 1, 1], "", "++"), voxel([1, 1, 1], "", "#1").replace("name", "weight=\"2\" name"), voxel([1, 1, 1], "", "#")];
    let uses = "<shape id=\"1\" count=\"1\"/>";
    let text = file(&shapes.each_ref().map(String::as_str), uses, "maxHoles=\"1\"");
    let text = text.replace("</problem>", "<solutions><solution/><solution/></solutions><other/></problem>");
    assert_eq!(
        only(&text).left_out,
        [
            "the colours of cells, which rule nothing out",
            "the weights of shapes",
            "the limit of 1 empty cell: any number of those that may stay empty can",
            "2 stored solutions",
            "unknown elements: `other`",
            "1 shape that no problem uses",
        ]
    );
}

#[test]
fn shapes_that_cannot_be_used_are_refused() {
    let check = |figure: &str, piece: &str, count: usize, message: &str| {
        let uses = format!("<shape id=\"1\" count=\"{count}\"/>");
        assert_eq!(read(&file(&[figure, piece], &uses, "")).expect_err("it is wrong").message, message);
    };
    let (one, none) = (voxel([1, 1, 1], "", "#"), voxel([1, 1, 1], "", "_"));
    check(&none, &one, 1, "the figure has no cells");
    check(&one, &none, 1, "shape 1 can't be a piece: it has no cubes");
    check(&one, &voxel([1, 1, 1], "", "+"), 1, "shape 1 can't be a piece: it has cells that may stay empty");
    check(&one, &one, 255, "the problem has more than 254 pieces, with all copies");
    let large = voxel([513, 1, 1], "", &"#".repeat(513));
    let too_large = "the box has 513 cells; at most 512 are allowed, since searches store a set of cells in as many bits";
    check(&large, &one, 1, too_large);
    check(&one, &large, 1, &format!("shape 1 can't be a piece: {too_large}"));
}

/// Every example is the same puzzle after it was written and read.
#[test]
fn examples_come_back() {
    for preset in <super::super::Soma as base::puzzle::Puzzle>::presets() {
        let document = SaveFile { title: Some("T".to_owned()), ..SaveFile::untitled(preset.state::<Saved<Cubes>>()) };
        let (text, _) = write(&document);
        let again = only(&text).document;
        assert_eq!(again.title, document.title);
        let (before, after) = (document.state.without_pieces(), &again.state);
        assert_eq!(after.distinct_pieces().len(), before.distinct_pieces().iter().filter(|piece| before.allows(piece)).count());
        for piece in after.distinct_pieces() {
            assert!(before.distinct_pieces().iter().any(|other| other.name == piece.name && other.has_shape_of(&piece.cells)));
            assert_eq!(after.uses(piece.name), before.uses(piece.name));
        }
        let filled = |state: &State| state.grid().marks.iter().filter(|&&mark| mark != OUTSIDE).count();
        assert_eq!(filled(after), filled(&before), "{}", preset.key);
    }
}

/// Ten thousand shapes, a thousand problems and a long comment: each is read once, and not once for each of the others.
#[test]
fn large_files_are_read_in_proportion_to_their_length() {
    let problem = "<problem><shapes><shape id=\"1\" count=\"1\"/></shapes><result id=\"0\"/></problem>";
    let shapes = voxel([1, 1, 1], "", "#").repeat(10_000);
    let text = format!(
        "<puzzle version=\"2\"><shapes>{shapes}</shapes><problems>{}</problems><comment>{}</comment></puzzle>",
        problem.repeat(1_000),
        "x".repeat(1_000_000)
    );
    let all = read(&text).expect("a file");
    assert_eq!((all.len(), all[999].document.note.as_deref()), (1_000, None));
    let left_out = ["9998 shapes that no problem uses", "the comment, which is too long to be in the document of each problem"];
    assert_eq!(all[999].left_out, left_out.map(|line| line.replace("9998", "9,998")));
}

/// One group for all copies, several with a number for each, and those that mean nothing.
#[test]
fn groups_come_back() {
    let shapes = [voxel([6, 1, 1], "", "######"), voxel([2, 1, 1], "A", "##"), voxel([1, 1, 1], "B", "#"), voxel([1, 1, 1], "C", "#")];
    let uses = "<shape id=\"1\" count=\"2\" group=\"3\"/>\
                <shape id=\"2\" min=\"0\" max=\"2\"><group group=\"1\" count=\"1\"/><group group=\"3\" count=\"2\"/></shape>\
                <shape id=\"3\" count=\"1\"><group group=\"0\" count=\"1\"/></shape>";
    let Imported { document, left_out } = only(&file(&shapes.each_ref().map(String::as_str), uses, ""));
    assert_eq!(left_out, Vec::<String>::new());
    let group = |number: u32, most: usize| Group { number, most };
    let groups: Vec<&[Group]> = document.state.shapes.iter().map(|shape| &shape.groups[..]).collect();
    assert_eq!(groups, [&[group(3, 2)][..], &[group(1, 1), group(3, 2)], &[]]);
    let (written, left_out) = write(&document);
    assert_eq!(left_out, Vec::<String>::new());
    assert_eq!(only(&written).document.state, document.state, "{written}");
    let saved = ron::to_string(&document.state).expect("text");
    assert_eq!(ron::from_str::<Saved<Cubes>>(&saved).expect("a position"), document.state, "{saved}");
}

/// Two equal pieces with names of their own are exchanged in another assembly, copies of one piece aren't.
#[test]
fn equal_pieces_can_be_told_apart_by_name() {
    let count = |uses: &str| {
        let (figure, bar) = (voxel([2, 2, 1], "", "####"), voxel([2, 1, 1], "", "##"));
        let state = only(&file(&[&figure, &bar, &bar], uses, "")).document.state;
        let all = |problem: problem::Problem| {
            let mut found = Found::default();
            let prepared = packing::search::prepared::Prepared::from(problem);
            assert!((super::super::Soma::ROW_LIST.search)(&prepared, &mut found).is_continue());
            found.items.iter().map(|solution| solution.orbit.map_or(0, |orbit| orbit.solutions)).collect::<Vec<_>>()
        };
        let problem = problem::check(&state).expect("a position");
        (all(problem.clone()), all(problem.telling_names_apart()))
    };
    assert_eq!(count("<shape id=\"1\" count=\"2\"/>"), (vec![2], vec![2]));
    assert_eq!(count("<shape id=\"1\" count=\"1\"/><shape id=\"2\" count=\"1\"/>"), (vec![2], vec![4]));
}

/// In a row of four cubes, two of which are coloured, a bar of both colours may lie on these only if they are paired.
#[test]
fn colours_say_where_pieces_may_lie() {
    let shapes = [voxel([4, 1, 1], "", "#1#2##"), voxel([2, 1, 1], "A", "#2#1"), voxel([2, 1, 1], "B", "##")];
    let uses = "<shape id=\"1\" count=\"1\"/><shape id=\"2\" count=\"1\"/>";
    let text =
        file(&shapes.each_ref().map(String::as_str), uses, "").replace("</colors>", "<color red=\"1\" green=\"2\" blue=\"3\"/></colors>");
    let pairs = "<bitmap><pair piece=\"0\" result=\"0\"/><pair piece=\"1\" result=\"1\"/></bitmap>";
    for (text, solutions) in [(text.clone(), 1), (text.replace("<bitmap/>", pairs), 2)] {
        let document = only(&text).document;
        let prepared = packing::search::prepared::Prepared::from(problem::check(&document.state).expect("a position"));
        let mut found = Found::default();
        assert!((super::super::Soma::ROW_LIST.search)(&prepared, &mut found).is_continue());
        assert_eq!(found.items.len(), solutions, "{text}");
        let (written, left_out) = write(&document);
        assert_eq!(left_out, Vec::<String>::new());
        assert_eq!(only(&written).document.state, document.state, "{written}");
    }
}
