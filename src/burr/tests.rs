use std::collections::{HashSet, VecDeque};

use proptest::prelude::*;

use super::*;
use base::bits::Bits;

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// These pieces, none of which may stay together.
fn of(pieces: &[Vec<IVec3>]) -> Assembly {
    Assembly { pieces: pieces.to_vec(), ..Assembly::default() }
}

fn verdict(pieces: &[Vec<IVec3>]) -> Verdict {
    match Disassembler::default().take_apart(&of(pieces), &mut go_on) {
        ControlFlow::Continue(verdict) => verdict,
        ControlFlow::Break(()) => panic!("nobody stopped it"),
    }
}

/// Reads an assembly: layers from the bottom up, a letter for each piece. Pieces are in the order of their letters.
fn assembly(layers: &[&[&str]]) -> Vec<Vec<IVec3>> {
    let mut pieces: std::collections::BTreeMap<char, Vec<IVec3>> = std::collections::BTreeMap::new();
    for (z, layer) in layers.iter().enumerate() {
        for (y, row) in layer.iter().enumerate() {
            for (x, mark) in row.chars().enumerate().filter(|&(_, mark)| mark != '.') {
                pieces.entry(mark).or_default().push(IVec3::new(x as i32, y as i32, z as i32));
            }
        }
    }
    pieces.into_values().collect()
}

#[track_caller]
fn check_level(layers: &[&[&str]], level: &str) {
    let Verdict::Apart(Some(separation)) = verdict(&assembly(layers)) else { panic!("it comes apart") };
    assert_eq!(separation.level(), level, "{separation:?}");
}

#[test]
fn levels_are_those_found_by_hand() {
    check_level(&[&["AB"]], "1");
    // The key in the middle leaves downwards, then the frame is one piece.
    check_level(&[&["AAA", "ABA", "AAA"]], "1");
    // B moves to the right, into the corner of A, before it can leave.
    check_level(&[&["AAAA", "A.BA", "A.AA"]], "1");
    check_level(&[&["AAAA", "AAAA", "AAAA"], &["AAAA", "A.BA", "A.AA"], &["AAAA", "AAAA", "AAAA"]], "2");
    // C bars the way of B and leaves first.
    check_level(&[&["AAAA", "AAAA", "AAAA"], &["AAAA", "A.BA", "ACAA"], &["AAAA", "AAAA", "AAAA"]], "1.2");
}

#[test]
fn what_never_comes_apart_is_named_with_its_reason() {
    // B is enclosed by A; C lies beside them.
    let layers: [&[&str]; 3] = [&["AAA", "AAA", "AAA"], &["AAA", "ABA", "AAA"], &["AAA", "AAA", "AAAC"]];
    let pieces = assembly(&layers);
    assert_eq!(verdict(&pieces), Verdict::Never(vec![0, 1]));
    let reason = Disassembler::default().reason(&of(&pieces), &[0, 1], &mut go_on);
    assert_eq!(reason, ControlFlow::Continue((vec![0, 1], true)));
}

#[test]
fn a_search_that_is_stopped_stops() {
    let pieces = assembly(&[&["AAA", "ABA", "AAA"]]);
    let mut calls = 0;
    let stopped = Disassembler::default().take_apart(&of(&pieces), &mut || {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((stopped, calls), (ControlFlow::Break(()), 1));
}

/// B is enclosed by A, so it can move but never leave, and C lies beside them.
fn enclosed() -> Vec<Vec<IVec3>> {
    assembly(&[&["AAAA", "AAAA", "AAAA"], &["AAAA", "AB.A", "AAAA"], &["AAAA", "AAAA", "AAAAC"]])
}

#[track_caller]
fn check_groups(kinds: &[usize], of_kind: &[&[(u32, usize)]], expected: &str) {
    let group = |&(number, most): &(u32, usize)| Group { number, most };
    let of_kind = of_kind.iter().map(|groups| groups.iter().map(group).collect()).collect();
    let groups = Groups { kinds: kinds.to_vec(), of_kind };
    let verdict = Disassembler::default().take_apart(&Assembly { groups, ..of(&enclosed()) }, &mut go_on);
    let ControlFlow::Continue(verdict) = verdict else { panic!("nobody stopped it") };
    let found = match verdict {
        Verdict::Apart(Some(separation)) => format!("{}, then {:?} stay together", separation.level(), separation.together),
        other => format!("{other:?}"),
    };
    assert_eq!(found, expected);
}

#[test]
fn pieces_of_a_group_may_stay_together() {
    let (together, never) = ("1, then [[0, 1]] stay together", "Never([0, 1])");
    check_groups(&[], &[], never);
    check_groups(&[0, 1, 2], &[&[(1, 1)], &[(1, 1)], &[]], together);
    check_groups(&[0, 1, 2], &[&[(1, 1)], &[(2, 1)], &[]], never);
    // Where a piece may be in several groups, any of them does.
    check_groups(&[0, 1, 2], &[&[(1, 1), (2, 1)], &[(2, 1), (3, 1)], &[]], together);
    // Both are copies of one shape, of which only one may be in the group.
    check_groups(&[0, 0, 1], &[&[(1, 1), (2, 1)], &[]], never);
    check_groups(&[0, 0, 1], &[&[(1, 1), (2, 2)], &[]], together);
}

/// As in BurrTools: where no piece leaves, nothing was taken apart.
#[test]
fn an_assembly_of_one_group_must_come_apart() {
    let pieces = enclosed()[..2].to_vec();
    let groups = Groups { kinds: vec![0, 1], of_kind: vec![vec![Group { number: 1, most: 1 }]; 2] };
    let verdict = Disassembler::default().take_apart(&Assembly { groups, ..of(&pieces) }, &mut go_on);
    assert_eq!(verdict, ControlFlow::Continue(Verdict::Never(vec![0, 1])));
}

/// Loose cubes in a closed box have more positions than fit. The most that may be kept is far less here.
#[test]
fn the_table_of_positions_is_bounded() {
    let mut positions = Positions::default();
    let places: Vec<IVec3> = (0..12).map(|piece| IVec3::new(piece, 0, 0)).collect();
    positions.start(&places);
    let most = Positions::most(places.len());
    assert!((1_000_000..2_000_000).contains(&most), "{most}");
    let mut distance = 0;
    let full = iter::from_fn(|| {
        distance += 1;
        let (piece, direction) = (usize::from(distance % 11), usize::from(distance / 11 % 6));
        Some(positions.add::<u64>(usize::from(distance / 5000), Bits::from(1 + piece), direction, distance % 5000 + 1).is_err())
    });
    assert!(full.take(60_000).all(|is_full| !is_full));
    let each = positions.bytes() as f64 / positions.len() as f64;
    assert!(each * most as f64 <= MOST_MEMORY as f64, "{each} bytes for each of {} positions", positions.len());
}

/// A second solver, as plain as possible: pieces are lists of cells, moves go cell by cell, and every set of pieces is tried in every
/// direction.
mod plain {
    use super::*;

    /// The number of moves until a part leaves; the bits of all parts that can leave then, with the cells of all pieces.
    type Partings = (usize, Vec<(u32, Vec<Vec<IVec3>>)>);

    /// The longest side of the box around the pieces.
    fn size(pieces: &[Vec<IVec3>]) -> i32 {
        let all = || pieces.iter().flatten().copied();
        let (low, high) = (all().reduce(IVec3::min).unwrap_or_default(), all().reduce(IVec3::max).unwrap_or_default());
        (high - low + IVec3::ONE).max_element()
    }

    fn collide(pieces: &[Vec<IVec3>], moved: u32, by: IVec3) -> bool {
        let is_moved = |piece: usize| moved >> piece & 1 == 1;
        let still: HashSet<IVec3> = (0..pieces.len()).filter(|&piece| !is_moved(piece)).flat_map(|piece| pieces[piece].clone()).collect();
        (0..pieces.len()).filter(|&piece| is_moved(piece)).any(|piece| pieces[piece].iter().any(|&cell| still.contains(&(cell + by))))
    }

    /// Returns the number of moves until a part leaves, and all parts that can leave then; none if nothing ever leaves.
    pub fn separate(pieces: &[Vec<IVec3>]) -> Option<Partings> {
        let key = |pieces: &[Vec<IVec3>]| -> Vec<IVec3> { pieces.iter().map(|piece| piece[0] - pieces[0][0]).collect() };
        let mut seen = HashSet::from([key(pieces)]);
        let mut queue = VecDeque::from([(1, pieces.to_vec())]);
        let mut found: Option<Partings> = None;
        while let Some((moves, there)) = queue.pop_front() {
            if found.as_ref().is_some_and(|(fewest, _)| *fewest < moves) {
                break;
            }
            let far = 2 * size(&there);
            for moved in 1..(1_u32 << there.len()) - 1 {
                for direction in DIRECTIONS {
                    let mut free = 0;
                    while free < far && !collide(&there, moved, (free + 1) * direction) {
                        free += 1;
                        let mut next = there.clone();
                        for piece in (0..next.len()).filter(|piece| moved >> piece & 1 == 1) {
                            next[piece].iter_mut().for_each(|cell| *cell += free * direction);
                        }
                        if free < far && seen.insert(key(&next)) && size(&next) <= 2 * size(pieces) {
                            queue.push_back((moves + 1, next));
                        }
                    }
                    if free == far {
                        found.get_or_insert((moves, Vec::new())).1.push((moved, there.clone()));
                    }
                }
            }
        }
        found
    }

    /// Whether all pieces come apart, and all levels that this can have.
    pub fn levels(pieces: &[Vec<IVec3>]) -> HashSet<Vec<usize>> {
        if pieces.len() < 2 {
            return HashSet::from([Vec::new()]);
        }
        let Some((moves, partings)) = separate(pieces) else { return HashSet::new() };
        let mut all = HashSet::new();
        for (moved, there) in partings {
            let part = |leaves: bool| -> Vec<Vec<IVec3>> {
                (0..there.len()).filter(|&piece| (moved >> piece & 1 == 1) == leaves).map(|piece| there[piece].clone()).collect()
            };
            for others in levels(&part(false)) {
                for leaving in levels(&part(true)) {
                    let hard = [&others, &leaving].into_iter().filter(|numbers| numbers.iter().any(|&number| 1 < number));
                    all.insert([vec![moves], hard.flatten().copied().collect()].concat());
                }
            }
        }
        all
    }
}

/// Cuts a box into pieces: each cell belongs to the piece of a number, and each piece that isn't empty counts, connected or not.
fn cut(sides: IVec3, numbers: &[u8]) -> Vec<Vec<IVec3>> {
    let mut pieces = vec![Vec::new(); 4];
    let cells = (0..sides.z).flat_map(|z| (0..sides.y).flat_map(move |y| (0..sides.x).map(move |x| IVec3::new(x, y, z))));
    cells.zip(numbers).filter(|&(_, &number)| number < 4).for_each(|(cell, &number)| pieces[usize::from(number)].push(cell));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[track_caller]
fn check_against_the_plain_search(pieces: &[Vec<IVec3>]) -> usize {
    let levels = plain::levels(pieces);
    match verdict(pieces) {
        Verdict::Apart(None) => 0,
        Verdict::Apart(Some(separation)) => {
            assert!(levels.contains(&separation.numbers()), "{pieces:?}: {} isn't among {levels:?}", separation.level());
            check_moves(pieces, &separation);
            separation.moves.len()
        }
        Verdict::Never(stuck) => {
            assert!(levels.is_empty(), "{pieces:?}: {levels:?}");
            let those: Vec<Vec<IVec3>> = stuck.iter().map(|&piece| pieces[piece].clone()).collect();
            assert!(plain::separate(&those).is_none(), "{pieces:?}: {stuck:?}");
            let ControlFlow::Continue((held, true)) = Disassembler::default().reason(&of(pieces), &stuck, &mut go_on) else {
                panic!("there are few pieces")
            };
            let parts = |set: u32| (0..pieces.len()).filter(|&piece| set >> piece & 1 == 1).map(|piece| pieces[piece].clone()).collect();
            let sets = (1..1_u32 << pieces.len()).filter(|set| set.count_ones() > 1);
            let smallest = sets.filter(|&set| plain::separate(&Vec::from_iter::<Vec<_>>(parts(set))).is_none()).map(u32::count_ones).min();
            assert_eq!(Some(held.len() as u32), smallest, "{pieces:?}: {held:?}");
            0
        }
        Verdict::Unknown => panic!("{pieces:?} has few positions"),
    }
}

/// Makes the moves, one cell after another, and checks that nothing collides and that what leaves is gone.
#[track_caller]
fn check_moves(pieces: &[Vec<IVec3>], separation: &Separation) {
    let mut places = vec![IVec3::ZERO; pieces.len()];
    let mut groups = vec![0; pieces.len()];
    for (number, step) in separation.all_moves().into_iter().enumerate() {
        let group = groups[step.pieces[0]];
        for _ in 0..step.distance.unwrap_or(20) {
            step.pieces.iter().for_each(|&piece| places[piece] += step.direction);
            let mut taken = HashSet::new();
            for piece in (0..pieces.len()).filter(|&piece| groups[piece] == group) {
                assert!(pieces[piece].iter().all(|&cell| taken.insert(cell + places[piece])), "{pieces:?}: {step:?}");
            }
        }
        if step.distance.is_none() {
            step.pieces.iter().for_each(|&piece| groups[piece] = number + 1);
        }
    }
    groups.sort_unstable();
    groups.dedup();
    assert_eq!(groups.len(), pieces.len(), "each piece is alone at the end");
}

/// A box around some pieces that has openings, and gaps inside, so that the pieces can move before they leave.
fn caged(seed: u64, sides: IVec3, count: usize) -> Vec<Vec<IVec3>> {
    let mut random = base::chance::Random::new(seed);
    let mut pieces = vec![Vec::new(); count + 1];
    for cell in (0..sides.z).flat_map(|z| (0..sides.y).flat_map(move |y| (0..sides.x).map(move |x| IVec3::new(x, y, z)))) {
        let is_outer = cell.cmpeq(IVec3::ZERO).any() || cell.cmpeq(sides - IVec3::ONE).any();
        let is_box = is_outer && random.below(4) > 0;
        pieces[if is_box { 0 } else { random.below(count as u64 + 1) as usize }].push(cell);
    }
    pieces.truncate(count);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[test]
fn caged_pieces_agree_with_the_plain_search() {
    let mut moves: Vec<usize> = (0..60).map(|seed| check_against_the_plain_search(&caged(seed, IVec3::splat(3), 3))).collect();
    // Found by trying all seeds below 60,000.
    let hard = [(9_960, [4, 4, 3], 3), (12_383, [4, 4, 3], 3), (7_922, [4, 3, 3], 3), (21_597, [4, 4, 3], 4), (7_918, [4, 4, 3], 2)];
    moves.extend(hard.map(|(seed, sides, count)| check_against_the_plain_search(&caged(seed, sides.into(), count))));
    assert_eq!(moves[60..], [5, 4, 4, 4, 5]);
    assert!(moves[..60].contains(&0) && moves[..60].contains(&2), "{moves:?}");
}

#[test]
fn random_cuts_agree_with_the_plain_search() {
    let mut hardest = 0;
    for seed in 0..400 {
        let mut random = base::chance::Random::new(seed);
        let sides = IVec3::new(3, 3, 2 + random.below(2) as i32);
        let volume = (sides.x * sides.y * sides.z) as usize;
        let numbers: Vec<u8> = (0..volume).map(|_| random.below(3) as u8).collect();
        hardest = hardest.max(check_against_the_plain_search(&cut(sides, &numbers)));
    }
    assert!(hardest > 0, "{hardest}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn cut_boxes_agree_with_the_plain_search(
        x in 2..4, y in 2..4, z in 1..4,
        numbers in prop::collection::vec(0_u8..5, 27),
    ) {
        check_against_the_plain_search(&cut(IVec3::new(x, y, z), &numbers));
    }
}

/// A block with a winding way through its middle layer, in which there are one or two pieces of one cell. The way may have no end outside.
fn maze(seed: u64) -> Vec<Vec<IVec3>> {
    const SIDES: IVec3 = IVec3::new(7, 7, 3);
    let mut random = base::chance::Random::new(seed);
    let mut way = vec![IVec3::new(3, 3, 1)];
    loop {
        let last = way[way.len() - 1];
        let ahead: Vec<IVec3> = DIRECTIONS[..4].iter().map(|step| last + step).filter(|cell| !way.contains(cell)).collect();
        match random.choose(&ahead) {
            Some(&cell) if cell.cmpge(IVec3::ZERO).all() && cell.cmplt(SIDES).all() => way.push(cell),
            _ => break,
        }
    }
    let cells = (0..SIDES.z).flat_map(|z| (0..SIDES.y).flat_map(move |y| (0..SIDES.x).map(move |x| IVec3::new(x, y, z))));
    let mut pieces = vec![cells.filter(|cell| !way.contains(cell)).collect(), vec![way[0]]];
    if seed.is_multiple_of(3) && 1 < way.len() {
        pieces.push(vec![way[way.len() / 2]]);
    }
    pieces
}

#[test]
fn long_ways_out_agree_with_the_plain_search() {
    let is_long = |pieces: &Vec<Vec<IVec3>>| matches!(verdict(pieces), Verdict::Apart(Some(separation)) if 3 < separation.moves.len());
    let long: Vec<Vec<Vec<IVec3>>> = (0..600).map(maze).filter(is_long).take(8).collect();
    assert!(3 < long.len(), "{}", long.len());
    for pieces in (0..12).map(maze).chain(long) {
        check_against_the_plain_search(&pieces);
    }
}
