//! Thousands of damaged texts through every parser. The fuzz targets go deeper; this is quick.

use proptest::prelude::*;
use proptest::sample::Index;

#[allow(unreachable_pub, reason = "public in the fuzz crate, private here")]
#[path = "../../../../fuzz/src/lib.rs"]
mod promises;

const SPECS: [&str; 3] = ["minimax:depth=3,random", "mcts:sims=100,c=1.4", "standard:foods=2"];
const SIZES: [&str; 3] = ["3x3", "20x20", "65535x1"];
const TRIS: [&str; 3] = ["b2\n...\n.X.\n..O\n", "a1\nXO.\n.X.\n..O\n", "c3\nXXX\nOO.\n...\n"];
const PENTE: [&str; 3] = [
    "C3\n.......\n.......\n..OX...\n..XXO..\n...O...\n.......\n.......\ncaptured 0 0\nlongest 2 2\nto move X\n",
    "A1\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n",
    "G7\n.......\n.......\n.OXXO..\n.XXX...\n.......\n.......\n.......\ncaptured 1 0\nlongest 4 2\n",
];
const PENTE_RECORDS: [&str; 3] = [
    "[Game \"Pente\"]\n[Result \"1-0\"]\n\n1. K10 J10 2. K11 J11 3. K12 J12 4. K13 J13 5. K14 1-0\n",
    "1. K10 {why} L9 2. G10 (2. A1) *\r\n\r\n[Board \"7x7\"]\r\n[Rules \"poof:captures=2\"]\r\n1. D4 *",
    "[Player 1 Name \"a \\\"b\\\"\"]\n[Game \"Keryo-Pente\"]\n; a line\n1.K10 L9 2...M8! $3\n",
];
const SNAKE: [&str; 3] = [
    "up\nbody 3,3 2,3 1,3\nfood 5,5\nsteps 7\nhungry 2\n",
    "food:2,2\nbody 3,3 2,3 1,3\nsteps 9\nhungry 0\n",
    "left\nbody 1,3 2,3 3,3\nfood 5,5\nsteps 2\nhungry 2\nover wall\n",
];
const TWENTY48: [&str; 3] = [
    "left\n2 0 0 4\n0 8 0 0\n0 0 0 0\n0 0 0 2\nscore 20\n",
    "2@3,1\n2 0 0\n0 4 0\ndue 1\n",
    "up\n2 4 8 16 32\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n65536 0 0 0 2\nscore 0\n",
];
const TETRIS2048: [&str; 3] = [
    "T2242/1@3,0\nscore 120\nlines 1\npieces 14\ncurrent T2242\nnext O2222\nboard\n. . 2 . . . . . . .\n8 4 4 . 2 . . . . .\n",
    "O2222/0@0,0\ncurrent O2222\nboard\n2 . . .\n",
    "I4444/1@2,0\nscore 8\ncurrent I4444\nboard\n. 2 4 .\n8 . 2048 16\n",
];
const TETRIS: [&str; 3] = [
    "T1@6,2\nnext T O\nlines 3\npoints 300\npieces 9\nboard\nX....\nXX.XX\n",
    "drop\nnext O\nsteps 12\npieces 2\nfalling O1@4,2\nboard\n.XX...\n",
    "hold:I1@9,2\nnext L J\nhold I\nnext2 T\nmover 1\nclock 500\nlast 3 1 4\ndealt 4 9\nboard\nX.X.X\n",
];
const PIECE_SETS: [&str; 3] = [
    "set tiny\nturns next\nspawn 0 1\npiece corner cw\nX.\n@X\n\npiece bar\nX@X\n\nX\n@\nX\n",
    "piece T\nX@X\n.X.\noffsets 0,0 1,0\n\n.X\nX@\n.X\noffsets 0,0 -1,1\n",
    "set five\nturns both\nspawn -1 top\n# a comment\npiece W ccw\nX..\nX@.\n.XX\n",
];
const FILES: [&str; 3] = [
    "tris standard 3x3\n...\n.X.\n..O\n",
    "tris standard:row=4 5x4\n.....\n.X...\n..O..\n.....\n",
    "snake standard:foods=2 8x6\nbody 3,3 2,3 1,3\nfood 5,5 6,6\nsteps 7\nhungry 2\n",
];
const RECORDS: [&str; 3] = [
    "ludex record\ngame tris\nrules standard\nsize 3x3\nseed 1\nseat human\nseat minimax\nmoves\nb2\na1\n",
    "ludex record\ngame snake\nrules standard\nsize 8x8\nseed 3\nseat human\nmoves\nup\nleft\n",
    "ludex record\ngame tris\nrules standard\nsize 3x3\nseed 1\nposition\n| tris standard 3x3\n| ...\n\
     | .X.\n| ...\nmoves\na1\n",
];

const LISTS: [&str; 3] = ["1234567\r\n7654321 note\r\n", "12\n109", "\n\n11111"];
const PLACEMENTS: [&str; 3] = ["1 0 10\n2 0 0\n", "7 3 31\r\n", "3 1 4\n\n5 2 0"];

/// One small damage to a text.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Drop(Index),
    Insert(Index, char),
    Replace(Index, char),
    SwapLines(Index, Index),
    RepeatLine(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let odd = prop_oneof![
        prop::sample::select("0123456789,.:=x|-XO \n\t".chars().collect::<Vec<_>>()),
        any::<char>()
    ];
    let odd = odd.boxed();
    let index = any::<Index>;
    prop_oneof![
        index().prop_map(Damage::Cut),
        index().prop_map(Damage::Drop),
        (index(), odd.clone()).prop_map(|(at, c)| Damage::Insert(at, c)),
        (index(), odd).prop_map(|(at, c)| Damage::Replace(at, c)),
        (index(), index()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        index().prop_map(Damage::RepeatLine),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if chars.is_empty() {
        return String::new();
    }
    let at = |index: &Index| index.index(text.chars().count());
    match damage {
        Damage::Cut(index) => chars.truncate(at(index)),
        Damage::Drop(index) => drop(chars.remove(at(index))),
        Damage::Insert(index, c) => chars.insert(at(index), *c),
        Damage::Replace(index, c) => chars[at(index)] = *c,
        Damage::SwapLines(a, b) => {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            lines.swap(a, b);
            return lines.concat();
        }
        Damage::RepeatLine(index) => {
            let line = index.index(lines.len());
            lines.insert(line, lines[line]);
            return lines.concat();
        }
    }
    chars.into_iter().collect()
}

/// One of `texts`, damaged up to four times.
fn broken(texts: [&'static str; 3]) -> impl Strategy<Value = String> {
    let wounds = prop::collection::vec(damage(), 0..=4);
    (prop::sample::select(texts.to_vec()), wounds)
        .prop_map(|(text, wounds)| wounds.iter().fold(text.to_owned(), |t, w| damaged(&t, w)))
}

/// The sound texts must be accepted, or the damaged ones would test nothing.
#[test]
fn sound_texts_are_read() {
    let rooms = ludex_games::all();
    for text in FILES {
        let loaded = rooms.iter().any(|room| room.load(text, ludex_core::Seed(1)).is_ok());
        assert!(loaded, "{text}");
    }
    for text in PIECE_SETS {
        assert!(text.parse::<ludex_games::tetris::PieceSet>().is_ok(), "{text}");
    }
    for text in PENTE_RECORDS {
        assert!(ludex_games::pente::records::read(text).is_ok(), "{text}");
    }
    for text in RECORDS {
        assert_eq!(ludex::check_record(&rooms, text).as_deref(), Ok(text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn tetris_and_its_pieces(tetris in broken(TETRIS), set in broken(PIECE_SETS)) {
        promises::tetris(&tetris);
        promises::piece_set(&set);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn specs_and_sizes(spec in broken(SPECS), size in broken(SIZES)) {
        promises::spec(&spec);
        promises::size(&size);
    }

    #[test]
    fn offline_lists_and_placements(list in broken(LISTS), puts in broken(PLACEMENTS)) {
        promises::offline_list(list.as_bytes());
        promises::offline_placements(&puts);
        promises::puzzle_code(&list);
    }

    #[test]
    fn positions_and_moves(tris in broken(TRIS), snake in broken(SNAKE), tiles in broken(TWENTY48)) {
        promises::tris(&tris);
        promises::snake(&snake);
        promises::twenty48(&tiles);
        promises::weights(tiles.as_bytes());
    }

    #[test]
    fn the_hybrid(tiles in broken(TETRIS2048)) {
        promises::tetris2048(&tiles);
    }

    #[test]
    fn pente_and_its_records(pente in broken(PENTE), record in broken(PENTE_RECORDS)) {
        promises::pente(&pente);
        promises::pente_record(&record);
    }

    #[test]
    fn files_and_records(file in broken(FILES), record in broken(RECORDS)) {
        promises::position_file(&file);
        promises::record(&record);
    }
}
