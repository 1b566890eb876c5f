//! Positions at the edges of what a puzzle allows, as the text of the field `state`.

use quincunx::chance::Random;

/// Returns a random position of the puzzle with this key.
pub fn state(key: &str, random: &mut Random) -> String {
    match key {
        "voltorb-flip" => voltorb_flip(random),
        "meteor" => {
            let sets = ["Contest", "Contest", "Trihexes", "Tetrahexes", "Pentahexes", "Custom"];
            flat(random, &sets, &["0123456789", "01234", "ABC", "ABCDEFG", "abc", ""])
        }
        "polyominoes" => {
            let sets = ["Pentominoes", "OneSidedPentominoes", "Tetrominoes", "Kanoodle", "GeniusSquare", "Calendar", "Custom"];
            flat(random, &sets, &["FILNPTUVWXYZ", "ILOST", "ABCDEFGHIJKL", "123VILOST", "abc", ""])
        }
        "soma" => soma(random),
        "set" => set(random),
        "virus-war" => virus_war(random),
        // A new puzzle has no generator yet; its presets are mutated all the same.
        _ => String::new(),
    }
}

fn up_to(most: usize, random: &mut Random) -> usize {
    random.below(most as u64 + 1) as usize
}

fn choose<'a>(random: &mut Random, items: &[&'a str]) -> &'a str {
    items[up_to(items.len() - 1, random)]
}

fn letters(count: usize, alphabet: &str, random: &mut Random) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    (0..count).map(|_| alphabet[up_to(alphabet.len() - 1, random)]).collect()
}

fn quoted(rows: impl IntoIterator<Item = String>) -> String {
    rows.into_iter().map(|row| format!("\"{row}\",")).collect()
}

/// Clues of a real board, of which some are wrong, or random ones.
fn voltorb_flip(random: &mut Random) -> String {
    let alphabet = choose(random, &["V111123", "VVVVV1", "333V", "1", "V", "11111111112"]);
    let board: Vec<String> = (0..5).map(|_| letters(5, alphabet, random)).collect();
    let clue = |line: Vec<char>, random: &mut Random| {
        let mut sum: usize = line.iter().filter_map(|tile| tile.to_digit(10)).sum::<u32>() as usize;
        let mut voltorbs = line.iter().filter(|&&tile| tile == 'V').count();
        if up_to(30, random) == 0 {
            sum = up_to(16, random);
            voltorbs = up_to(6, random);
        }
        format!("(sum: {sum}, voltorbs: {voltorbs}),")
    };
    let rows: String = board.iter().map(|row| clue(row.chars().collect(), random)).collect();
    let columns: String = (0..5).map(|column| clue(board.iter().filter_map(|row| row.chars().nth(column)).collect(), random)).collect();
    let hidden = up_to(4, random);
    let tiles = board.iter().map(|row| row.chars().map(|tile| if up_to(4, random) < hidden { '?' } else { tile }).collect::<String>());
    let tiles = quoted(tiles.collect::<Vec<_>>());
    let level = choose(random, &["None", "Some(1)", "Some(5)", "Some(8)", "Some(9)", "Some(0)"]);
    let assume = choose(random, &["", "assume: Levels(1, 8),", "assume: Levels(8, 8),", "assume: EqualBoards,"]);
    let objective = choose(random, &["", "objective: Coins,", "objective: Clear,", "objective: KeepLevel,", "objective: EightCards,"]);
    format!("(level: {level}, {assume} rows: [{rows}], columns: [{columns}], tiles: [{tiles}], {objective})")
}

/// Boards of all proportions up to a little more than the limit, with pieces of a set or random ones of its own.
fn flat(random: &mut Random, sets: &[&'static str], pieces: &[&'static str]) -> String {
    let (columns, rows) = (1 + up_to(40, random), 1 + up_to(13, random));
    let alphabet = choose(random, &[".", ".....#", ".#", "#", "....I", "....0", ".FILNPTUVWXYZ0123456789"]);
    let board = quoted((0..rows).map(|_| letters(columns, alphabet, random)).collect::<Vec<_>>());
    let set = choose(random, sets);
    let pieces = choose(random, pieces);
    let mut shapes = String::new();
    if set == "Custom" {
        for name in ['a', 'b', 'c'] {
            let (columns, rows) = (1 + up_to(24, random), 1 + up_to(3, random));
            let cells = quoted((0..rows).map(|_| letters(columns, "X.", random)).collect::<Vec<_>>());
            shapes += &format!("(name: '{name}', cells: [{cells}], flip: {}),", choose(random, &["true", "false"]));
        }
    }
    format!("(board: [{board}], set: {set}, pieces: \"{pieces}\", shapes: [{shapes}])")
}

/// Boxes up to the largest one, with the pieces of a set or with custom ones: the most pieces, equal ones, single cubes, large ones.
fn soma(random: &mut Random) -> String {
    let sides = match up_to(7, random) {
        0 => [8, 8, 8],
        1 => [20, 5, 5],
        2 => [1, 20, 20],
        3 => [20, 1, 1],
        4 => [1 + up_to(19, random), 1 + up_to(4, random), 1 + up_to(4, random)],
        5 => [4, 4, 4],
        _ => [1 + up_to(4, random), 1 + up_to(4, random), 1 + up_to(4, random)],
    };
    let alphabet = choose(random, &[".", ".", ".", ".........#", ".#", "#"]);
    let layer = |[x, y, z]: [usize; 3], alphabet: &str, random: &mut Random| -> String {
        let layers = (0..z).map(|_| format!("[{}],", quoted((0..y).map(|_| letters(x, alphabet, random)).collect::<Vec<_>>())));
        layers.collect()
    };
    let layers = layer(sides, alphabet, random);
    let names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let (set, pieces) = match up_to(7, random) {
        0 => ("Soma", "VLTZABP".to_owned()),
        1 => ("Bedlam", "ABCDEFGHIJKLM".to_owned()),
        2 => ("Pentominoes", "FILPNTUVWXYZ".to_owned()),
        _ => ("Custom", names[..[1, 2, 7, 12, 33, 62][up_to(5, random)]].to_owned()),
    };
    let mut shapes = String::new();
    if set == "Custom" {
        let kind = up_to(4, random);
        let one = soma_shape(kind, random);
        for name in pieces.chars() {
            let shape = if kind < 2 { one.clone() } else { soma_shape(kind, random) };
            shapes += &format!("(name: '{name}', layers: [{shape}]),");
        }
    }
    format!("(set: {set}, pieces: \"{pieces}\", layers: [{layers}], shapes: [{shapes}])")
}

fn soma_shape(kind: usize, random: &mut Random) -> String {
    let [x, y, z] = match kind {
        0 => [1, 1, 1],
        1 => [2, 2, 1],
        2 => [1 + up_to(3, random), 1 + up_to(2, random), 1 + up_to(1, random)],
        3 => [1 + up_to(19, random), 1, 1],
        _ => [1 + up_to(7, random), 1 + up_to(7, random), 1 + up_to(7, random)],
    };
    let alphabet = choose(random, &["X", "X", "XX.", "X....."]);
    (0..z).map(|_| format!("[{}],", quoted((0..y).map(|_| letters(x, alphabet, random)).collect::<Vec<_>>()))).collect()
}

fn set(random: &mut Random) -> String {
    let mut deck = Vec::new();
    for number in ["1", "2", "3"] {
        for shape in ["oval", "squiggle", "diamond"] {
            for colour in ["red", "green", "blue"] {
                deck.extend(["solid", "shaded", "outline"].map(|texture| format!("{number} {shape} {colour} {texture}")));
            }
        }
    }
    random.shuffle(&mut deck);
    deck.truncate([0, 1, 2, 3, 12, 20, 21, 27, 54, 80, 81][up_to(10, random)]);
    let variant = choose(random, &["Set", "Ultra", "Ghost", "Junior"]);
    format!("(cards: [{}], variant: {variant})", quoted(deck))
}

fn virus_war(random: &mut Random) -> String {
    let side = 4 + up_to(8, random);
    let alphabet = choose(random, &[".", "......X", ".....OXox", "OX", "ox", "O", ".....O", "...x...o..X"]);
    let board = quoted((0..side).map(|_| letters(side, alphabet, random)).collect::<Vec<_>>());
    let mover = choose(random, &["O", "X"]);
    let moves = 1 + up_to(4, random);
    let opening = 1 + up_to(moves - 1, random);
    let passing = choose(random, &["true", "false"]);
    let triples: String = (0..[0, 0, 1, 40][up_to(3, random)])
        .map(|_| format!("({}, {}, {}),", up_to(99, random), up_to(99, random), up_to(99, random)))
        .collect();
    let left = 1 + up_to(moves - 1, random);
    format!(
        "(board: [{board}], to_move: {mover}, moves_left: {left}, rules: (moves: {moves}, opening: {opening}, passing: {passing}), \
         triples: [{triples}])"
    )
}
