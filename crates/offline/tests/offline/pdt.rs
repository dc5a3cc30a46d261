//! Boxes: the counts of the literature, files, and fillings against plain search.

use ludex_core::{Seed, Stop};
use ludex_offline::pdt::{Box2, Filler, Filling, Graph, Question};
use ludex_offline::{Kit, Tall};
use rand::RngExt;

fn graph(text: &str) -> Graph {
    Graph::build(text.parse().unwrap(), &Kit::standard(), &Stop::default()).unwrap()
}

#[test]
fn small_boxes_count_as_published() {
    let table = [
        ("4x2", 21, 4, 5, Some(4), 6),
        ("4x3", 65, 23, 40, Some(26), 25),
        ("4x4", 113, 117, 409, Some(127), 96),
        ("4x5", 161, 454, 4_946, None, 351),
        ("4x6", 209, 2_003, 73_758, None, 1_288),
        ("4x7", 257, 9_157, 1_286_686, None, 4_717),
    ];
    for (shape, placements, tilings, sequences, lists, states) in table {
        let counts = graph(shape).count();
        assert_eq!(counts.placements, placements, "{shape}");
        assert_eq!(counts.tilings, Some(tilings), "{shape}");
        assert_eq!(counts.sequences, Some(sequences), "{shape}");
        assert_eq!(counts.states, states, "{shape}");
        if lists.is_some() {
            assert_eq!(counts.lists, lists, "{shape}");
        }
    }
}

#[test]
fn odd_boxes_have_no_filling() {
    let counts = graph("3x3").count();
    assert_eq!((counts.tilings, counts.sequences, counts.states), (Some(0), Some(0), 0));
    assert!("4x99".parse::<Box2>().is_err());
    assert!("4".parse::<Box2>().unwrap_err().to_string().contains("HEIGHTxWIDTH"));
}

#[test]
fn a_file_gives_the_same_graph_or_an_error() {
    let kit = Kit::standard();
    let graph = graph("4x4");
    let bytes = graph.to_bytes();
    assert_eq!(Graph::from_bytes(&bytes, &kit), Ok(graph));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(Graph::from_bytes(&damaged, &kit).is_err(), "byte {at}");
        assert!(Graph::from_bytes(&bytes[..at], &kit).is_err(), "cut at {at}");
    }
}

/// Whether a box can be filled, by plain drops on a board without a look at any graph.
fn plainly(board: &Tall, kit: &Kit, waiting: &[u8], coming: &[u8], height: usize) -> bool {
    if board.blocks() as usize == board.width() * height {
        return true;
    }
    (0..waiting.len()).any(|place| {
        let mut rest = waiting.to_vec();
        let piece = rest.remove(place);
        rest.extend(coming.first());
        kit.distinct(piece).any(|(_, form)| {
            (0..board.width()).any(|column| {
                let Some(y) = board.landing(form, column) else { return false };
                let mut rows = board.rows().to_vec();
                rows.resize(rows.len().max(y + form.height()), 0);
                for k in 0..form.height() {
                    rows[y + k] |= u32::from(form.rows[k]) << column;
                }
                let next = Tall::of_rows(board.width(), &rows);
                y + form.height() <= height
                    && plainly(&next, kit, &rest, coming.get(1..).unwrap_or(&[]), height)
            })
        })
    })
}

#[test]
fn fillings_are_found_exactly_where_plain_search_finds_them() {
    let (kit, graph) = (Kit::standard(), graph("4x4"));
    let table = Filler::new(&graph);
    let mut rng = Seed(4).rng();
    let mut filled = 0;
    for round in 0..300 {
        let list: Vec<u8> = (0..4).map(|_| rng.random_range(0..7)).collect();
        let buffer = round % 3;
        let (waiting, coming) = list.split_at((buffer + 1).min(4));
        let plain = plainly(&Tall::new(4), &kit, waiting, coming, 4);
        let answer = table.fill(Question { list: &list, buffer }, &Stop::default());
        assert_eq!(matches!(answer, Filling::Filled(_)), plain, "{list:?} buffer {buffer}");
        filled += u32::from(plain);
    }
    assert!(filled > 10, "{filled}");
}
