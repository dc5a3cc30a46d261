//! What is refused, and the remedy that is named.

use super::{position, refused};
use std::path::Path;

#[test]
fn wrong_words_are_refused_with_a_remedy() {
    let cases = [
        ("run chess --agent random --games 1", "unknown game `chess`; choose one of: "),
        ("run trys --agent random --games 1", "did you mean `tris`?"),
        ("run tris --agent rndom --games 1", "unknown agent `rndom`; did you mean `random`?"),
        ("run tris --agent minimax:dept=2 --games 1", "unknown parameter `dept`"),
        ("run tris --agent minimax:depth=-2 --games 1", "depth of minimax `-2`"),
        ("run tris --agent :: --games 1", "write NAME"),
        ("run tris --agent random --games 0", "1 or more"),
        ("run tris --agent random --games -3", "1 or more"),
        ("run tris --agent random --games many", "1 or more"),
        ("run tris --agent random --games 1 --seed -1", "give a whole number from 0"),
        ("run tris --agent random --games 1 --jobs 0", "1 or more"),
        ("run tris --agent random --games 1 --size 2", "WIDTHxHEIGHT"),
        ("run tris --agent random --games 1 --size 99x99", "99x99"),
        ("run tris --agent random --games 1 --size 99x99", "give 3x3 to 7x7"),
        ("run tris --agent random --games 1 --size 0x0", "sides go from 1 to 65535"),
        ("run tris --agent random --games 1 --size 999999999999x3", "sides go from 1 to 65535"),
        ("run tris --agent random --games 1 --size 3x-3", "WIDTHxHEIGHT"),
        ("run tris --agent random --games 1 --size x", "WIDTHxHEIGHT"),
        ("explain tris --agent random --rules standard:row=9 --size 3x3", "on 3x3 give 3"),
        ("explain tris --agent random --rules standard:row=9 --size 5x4", "on 5x4 give 3 to 5"),
        ("arena tris --games 2 --agents minimax,,random", "name an agent there"),
        ("arena tris --games 2 --agents minimax,random,", "name an agent there"),
        ("arena tris --games 2 --agents ;minimax;random", "name an agent there"),
        ("run tris --agent random --games 1 --rules chess960", "unknown rule set `chess960`"),
        ("run tris --agent random --agent random --agent random --games 1", "tris takes 1 or 2"),
        ("run tris --games 1", "--agent"),
        ("explain tris --agent random --instead z9", "z9"),
        ("explain tris --agent random --rows 2 --json", "cannot be used with"),
        ("explain tris --agent nobody", "unknown agent `nobody`"),
        ("explain tris --agent random --position /no/such/file", "/no/such/file"),
        ("explain tris --agent random --position /", "directory"),
        ("perft tris --depth 0", "from 1 to 1000"),
        ("perft tris --depth -1", "from 1 to 1000"),
        ("perft nothing --depth 1", "unknown game `nothing`"),
        ("bench --seconds 0", "above 0"),
        ("play chess", "unknown game `chess`"),
        ("play tris --seat nobody", "unknown agent `nobody`"),
        ("play tris --seat human --seat human --seat human", "tris has 2 seats"),
        ("play tris --record /no/such/place/game.txt", "does not exist"),
        ("play --replay /no/such/file", "/no/such/file"),
        ("fly", "fly"),
    ];
    for (words, remedy) in cases {
        let complaint = refused(words);
        assert!(complaint.contains(remedy), "{words}: {complaint}");
    }
}

/// A row of one length leaves no choice.
#[test]
fn a_range_of_one_number_is_no_range() {
    let complaint = refused("explain tris --agent random --rules standard:row=9");
    assert!(!complaint.contains("3 to 3"), "{complaint}");
}

/// Files that are of another kind, or hold nothing.
#[test]
fn files_without_use_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (empty, foreign) = (folder.path().join("empty.txt"), folder.path().join("foreign.txt"));
    std::fs::write(&empty, "\n").unwrap();
    std::fs::write(&foreign, "my notes").unwrap();
    let complaint = refused(&format!("solve {}", empty.display()));
    assert!(complaint.contains("it names no piece"), "{complaint}");
    let complaint = refused(&format!("serve --port 0 --data {}", foreign.display()));
    assert!(complaint.contains("is a file; name a folder"), "{complaint}");
    assert_eq!(std::fs::read(&foreign).unwrap(), b"my notes");
}

/// Whoever names a move that is not legal hears which piece is to be placed and what would be legal.
#[test]
fn illegal_moves_are_refused_with_an_example() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let taken = file("tris", "tris standard 3x3\n...\n.X.\n...\n");
    let alone = file("alone", "tetris tetrisvs 10x20\nnext O T\nboard\n..........\n");
    let held = file("held", "tetris guideline 10x40\nnext O T\nhold I\nboard\n..........\n");
    let cases = [
        (format!("tris --position {taken} --instead b2"), "play another, for example `a1`"),
        (
            format!("tetris --position {alone} --instead I1@19,1"),
            "O is to be placed, for example `O1@",
        ),
        (
            format!("tetris --position {held} --instead T1@39,1"),
            "O is to be placed, or I from the hold, for example `O1@",
        ),
    ];
    for (words, remedy) in cases {
        let complaint = refused(&format!("explain --agent random {words}"));
        assert!(complaint.contains("illegal move") && complaint.contains(remedy), "{complaint}");
    }
}

#[test]
fn bad_position_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = position();
    let cases: [(&str, Vec<u8>); 7] = [
        ("empty", Vec::new()),
        ("truncated", whole.as_bytes()[..whole.len() - 6].to_vec()),
        ("wrong-size", whole.replace("3x3", "4x4").into_bytes()),
        ("other-game", whole.replace("tris", "chess").into_bytes()),
        ("binary", (0..4096u32).map(|i| (i * 97 % 251) as u8).collect()),
        ("not-utf8", [whole.as_bytes(), &[0xff, 0xfe]].concat()),
        ("huge", vec![b'.'; 2 << 20]),
    ];
    for (name, bytes) in cases {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        for command in ["explain tris --agent random", "perft tris --depth 1", "play tris"] {
            let complaint = refused(&format!("{command} --position {}", file.display()));
            assert!(complaint.contains("position") || complaint.contains("size"), "{complaint}");
            assert_eq!(complaint.lines().count(), 1, "{complaint}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 7, "nothing was written");
}

#[test]
fn bad_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.txt");
    let head = "ludex record\ngame tris\nrules standard\nsize 3x3\nseed 1\nmoves\n";
    let cases = [
        ("nonsense\n".to_owned(), "line 1"),
        (format!("{head}b2\nb2\n"), "line 8"),
        (format!("{head}b2\nz9\n"), "line 8"),
        (head.replace("tris", "chess"), "unknown game `chess`"),
        (head.replace("seed 1", "seed -1"), "line 5"),
        (head.replace("moves\n", ""), "line 6"),
    ];
    for (text, remedy) in cases {
        std::fs::write(&file, text).unwrap();
        let complaint = refused(&format!("play --replay {}", file.display()));
        assert!(complaint.contains(remedy), "{complaint}");
    }
}

#[test]
fn play_needs_a_terminal() {
    for words in ["play", "play tris"] {
        assert!(refused(words).contains("needs a terminal"));
    }
}

#[test]
fn training_says_what_it_cannot_begin_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("notes"), "no network").expect("a file");
    let train = format!("train 2048 --network 4x5 --games 10 --rounds 1 -o {}", path("out"));
    for (options, remedy) in [
        ("--ahead 3".to_owned(), "give a power of two from 4 to 32768"),
        (format!("--from {}", path("missing")), "name one that --checkpoint has kept"),
        (format!("--from {}", path("notes")), "no weight file of Ludex"),
    ] {
        let said = refused(&format!("{train} {options}"));
        assert!(said.contains(remedy), "{options}: {said}");
    }
    assert!(!Path::new(&path("out")).exists());
}

/// Whatever is to be written at the end has its place looked at before the work, and replaces nothing of another kind.
#[test]
fn outputs_replace_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (list, other) = (path("list.txt"), path("records.sqlite"));
    std::fs::write(&list, "1234567").expect("a list");
    std::fs::write(&other, "SQLite format 3\0").expect("a file");
    let nowhere = path("no/file");
    let tune = "tune tetris --rules simplified --generations 1000000 -o";
    let train = "train 2048 --network 4x5 --games 1000000000 --out";
    for words in [
        tune.to_owned(),
        train.to_owned(),
        format!("solve {list} -o"),
        format!("solve {list} --html"),
        "pdt 4x4 -o".to_owned(),
        "exact pente --size 3x3 --proof".to_owned(),
        "reproduce all --html".to_owned(),
        "reproduce all --markdown".to_owned(),
    ] {
        let said = refused(&format!("{words} {other}"));
        assert!(said.contains("records.sqlite") && said.contains("give another name"), "{said}");
        let said = refused(&format!("{words} {nowhere}"));
        assert!(said.contains("make it first"), "{words}: {said}");
        let said = refused(&format!("{words} {}", folder.path().display()));
        assert!(said.contains("it is a directory"), "{words}: {said}");
    }
    assert_eq!(std::fs::read(&other).expect("a file"), b"SQLite format 3\0");
    let said = refused(&format!("{tune} {nowhere}.json --checkpoint {nowhere}"));
    assert!(said.contains("make it first"), "{said}");
    let same = path("same");
    let said = refused(&format!("{train} {same} --checkpoint {same}"));
    assert!(said.contains("give two"), "{said}");
    // The same kind is replaced.
    let placed = path("placed.txt");
    for _ in 0..2 {
        assert!(super::ludex(&format!("solve {list} -o {placed}")).status.success());
    }
    assert!(std::fs::read_to_string(&placed).expect("placements").lines().count() >= 6);
}
