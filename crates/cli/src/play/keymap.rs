//! Keys of games with falling pieces, which people may change.
//!
//! A file of keys has lines `ACTION KEY ...`; a line that starts with `#` is a comment. A line
//! replaces all keys of its action, and takes them from the actions that had them before.

use super::keys::{self, Wish};
use crossterm::event::KeyCode;
use ludex_core::Error;
use std::path::PathBuf;

/// Something that a key can do.
pub(crate) struct Binding {
    /// Its name in files.
    pub(crate) name: &'static str,
    /// The keys that do it unless changed.
    keys: &'static str,
    /// What it does, for people.
    pub(crate) does: &'static str,
    wish: Wish,
}

const fn binding(
    name: &'static str,
    keys: &'static str,
    does: &'static str,
    wish: Wish,
) -> Binding {
    Binding { name, keys, does, wish }
}

/// What keys can do, in the order in which people should read them.
pub(crate) const BINDINGS: [Binding; 24] = [
    binding("left", "left", "move left", Wish::Steer("left")),
    binding("right", "right", "move right", Wish::Steer("right")),
    binding("rotate", "up x", "rotate", Wish::Steer("rotate")),
    binding("rotate-back", "z", "rotate back", Wish::Steer("rotate-back")),
    binding("down", "down", "one row down", Wish::Steer("down")),
    binding("drop", "space", "drop", Wish::Steer("drop")),
    binding("hold", "c", "put aside, take out", Wish::Steer("hold")),
    binding("pause", "p", "halt or go on", Wish::Pause),
    binding("hint", "h", "hint: where, by which keys", Wish::Hint),
    binding("why", "w e", "why? open or close reasons", Wish::Why),
    binding("explain", "i", "halt after moves of agents", Wish::Explain),
    binding("autoplay", "a", "let the agent play", Wish::Autoplay),
    binding("faster", "+ =", "the agent plays faster", Wish::Faster),
    binding("slower", "-", "the agent plays slower", Wish::Slower),
    binding("undo", "u", "take the last piece back", Wish::Undo),
    binding("new", "r", "new game", Wish::NewGame),
    binding("help", "? f1", "all keys", Wish::Help),
    binding("quit", "q", "leave", Wish::Quit),
    binding("next", "j tab", "examine the next candidate", Wish::Next),
    binding("previous", "k backtab", "examine the one before", Wish::Previous),
    binding("why-not", "n", "why not the examined one?", Wish::WhyNot),
    binding("type", ":", "type a move, then Enter", Wish::Colon),
    binding("save", "s", "save the position", Wish::Save),
    binding("review", "v", "review the game", Wish::Review),
];

/// What two people at one keyboard do to their pieces. These keys win over all others.
pub(crate) const DUEL: [Binding; 10] = [
    binding("first-left", "a", "player 1: left", Wish::SteerSeat(0, "left")),
    binding("first-right", "d", "player 1: right", Wish::SteerSeat(0, "right")),
    binding("first-rotate", "space", "player 1: rotate", Wish::SteerSeat(0, "rotate")),
    binding("first-down", "s", "player 1: one row down", Wish::SteerSeat(0, "down")),
    binding("first-drop", "w", "player 1: drop", Wish::SteerSeat(0, "drop")),
    binding("second-left", "left", "player 2: left", Wish::SteerSeat(1, "left")),
    binding("second-right", "right", "player 2: right", Wish::SteerSeat(1, "right")),
    binding("second-rotate", "up", "player 2: rotate", Wish::SteerSeat(1, "rotate")),
    binding("second-down", "down", "player 2: one row down", Wish::SteerSeat(1, "down")),
    binding("second-drop", "enter", "player 2: drop", Wish::SteerSeat(1, "drop")),
];

const NAMED: [(&str, KeyCode); 15] = [
    ("space", KeyCode::Char(' ')),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("enter", KeyCode::Enter),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("insert", KeyCode::Insert),
    ("delete", KeyCode::Delete),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

/// Which key does what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyMap {
    usual: Group,
    duel: Group,
}

/// Keys of bindings among which no key has two meanings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    /// The keys of each binding.
    keys: Vec<Vec<KeyCode>>,
    /// Keys that a file has named, and in which line.
    said: Vec<(KeyCode, usize)>,
}

impl Group {
    fn of(bindings: &[Binding]) -> Self {
        let codes = |binding: &Binding| binding.keys.split(' ').filter_map(code).collect();
        Self { keys: bindings.iter().map(codes).collect(), said: Vec::new() }
    }

    /// Gives a binding these keys alone.
    fn assign(&mut self, binding: usize, keys: &[&str], line: usize) -> Result<(), String> {
        self.keys[binding].clear();
        for &key in keys {
            let code = code(key).ok_or_else(|| unknown_key(key))?;
            if let Some((_, before)) = self.said.iter().find(|(other, _)| *other == code) {
                return Err(format!("the key `{key}` already has a meaning in line {before}"));
            }
            self.said.push((code, line));
            self.keys.iter_mut().for_each(|keys| keys.retain(|k| *k != code));
            self.keys[binding].push(code);
        }
        Ok(())
    }

    fn binding_of(&self, key: KeyCode) -> Option<usize> {
        self.keys.iter().position(|keys| keys.contains(&key))
    }
}

impl Default for KeyMap {
    fn default() -> Self {
        Self { usual: Group::of(&BINDINGS), duel: Group::of(&DUEL) }
    }
}

impl KeyMap {
    /// Reads a file of keys; a bad line is refused with its number.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut map = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((&name, keys)) = words.split_first() else { continue };
            if name.starts_with('#') {
                continue;
            }
            map.read_line(name, keys, number)
                .map_err(|reason| format!("line {number}: {reason}"))?;
        }
        Ok(map)
    }

    fn read_line(&mut self, name: &str, keys: &[&str], number: usize) -> Result<(), String> {
        if keys.is_empty() {
            return Err(format!("`{name}` has no key; name one, such as `{name} x`"));
        }
        let place = |bindings: &[Binding]| bindings.iter().position(|binding| binding.name == name);
        if let Some(binding) = place(&DUEL) {
            return self.duel.assign(binding, keys, number);
        }
        let all = || BINDINGS.iter().chain(&DUEL).map(|binding| binding.name);
        let binding =
            place(&BINDINGS).ok_or_else(|| Error::unknown("action", name, all()).to_string())?;
        self.usual.assign(binding, keys, number)
    }

    /// What the person wants with a key.
    pub(crate) fn wish(&self, key: KeyCode) -> Option<Wish> {
        match (self.usual.binding_of(key), key) {
            (Some(binding), _) => Some(BINDINGS[binding].wish.clone()),
            (None, KeyCode::Enter | KeyCode::Esc | KeyCode::PageUp | KeyCode::PageDown) => {
                keys::common(key)
            }
            _ => None,
        }
    }

    /// What a key means where two people share the keyboard.
    pub(crate) fn duel_wish(&self, key: KeyCode) -> Option<Wish> {
        let binding = self.duel.binding_of(key).map(|binding| DUEL[binding].wish.clone());
        binding.or_else(|| self.wish(key))
    }

    /// What keys do and which they are, in the order in which people should read them; of those that steer a piece
    /// the ones that the rules know.
    pub(crate) fn lines(&self, duel: bool, steer: &[&str]) -> Vec<(String, &'static str)> {
        let known = |binding: &Binding| match binding.wish {
            Wish::Steer(key) | Wish::SteerSeat(_, key) => steer.contains(&key),
            _ => true,
        };
        let names =
            |keys: Vec<KeyCode>| keys.into_iter().map(name_of).collect::<Vec<_>>().join(", ");
        let shared = self.duel.keys.iter().zip(&DUEL).filter(|(_, b)| duel && known(b));
        let shared = shared.map(|(keys, binding)| (names(keys.clone()), binding.does));
        let usual = BINDINGS
            .iter()
            .enumerate()
            .filter(|(_, binding)| known(binding))
            .map(|(i, binding)| (names(self.free_keys(i, duel).collect()), binding.does));
        shared.chain(usual).filter(|(keys, _)| !keys.is_empty()).collect()
    }

    /// The first key of a binding, to be named in a sentence; where two people share the keyboard, the
    /// first that is not one of theirs.
    pub(crate) fn key_of(&self, name: &str, duel: bool) -> Option<String> {
        let binding = BINDINGS.iter().position(|binding| binding.name == name)?;
        self.free_keys(binding, duel).next().map(name_of)
    }

    /// The keys of a usual binding that no player of two needs.
    fn free_keys(&self, binding: usize, duel: bool) -> impl Iterator<Item = KeyCode> + '_ {
        let free = move |code: &KeyCode| !duel || self.duel.binding_of(*code).is_none();
        self.usual.keys[binding].iter().copied().filter(free)
    }
}

fn unknown_key(key: &str) -> String {
    let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
    format!("`{key}` is no key; write one character, f1 to f12, or one of: {}", names.join(", "))
}

fn code(name: &str) -> Option<KeyCode> {
    let mut characters = name.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return Some(KeyCode::Char(character));
    }
    if let Some(number) = name.strip_prefix('f').and_then(|n| n.parse().ok()) {
        return (1..=12).contains(&number).then_some(KeyCode::F(number));
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
}

fn name_of(code: KeyCode) -> String {
    let named = NAMED.iter().find(|(_, known)| *known == code);
    match (named, code) {
        (Some((name, _)), _) => (*name).to_owned(),
        (None, KeyCode::Char(character)) => character.to_string(),
        (None, KeyCode::F(number)) => format!("f{number}"),
        (None, other) => format!("{other:?}"),
    }
}

/// Where a person keeps the file, if it is there: `ludex/keys` among the configuration files.
pub(crate) fn usual_file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(folder.join("ludex").join("keys")).filter(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 7] = ["left", "right", "rotate", "rotate-back", "down", "drop", "hold"];

    #[test]
    fn every_deed_has_a_key_and_no_key_two_deeds() {
        let map = KeyMap::default();
        for group in [map.usual, map.duel] {
            let all: Vec<KeyCode> = group.keys.iter().flatten().copied().collect();
            assert!(group.keys.iter().all(|keys| !keys.is_empty()));
            assert!((1..all.len()).all(|i| !all[..i].contains(&all[i])));
            assert!(all.iter().all(|key| code(&name_of(*key)) == Some(*key)), "names round-trip");
        }
    }

    #[test]
    fn two_people_share_the_keyboard() {
        let map = KeyMap::read("second-rotate 0\n").expect("keys");
        let duel = |key| map.duel_wish(key);
        assert_eq!(duel(KeyCode::Char('a')), Some(Wish::SteerSeat(0, "left")));
        assert_eq!(duel(KeyCode::Char('0')), Some(Wish::SteerSeat(1, "rotate")));
        assert_eq!(duel(KeyCode::Char('p')), Some(Wish::Pause), "what is free stays");
        assert_eq!(map.wish(KeyCode::Char('a')), Some(Wish::Autoplay), "alone nothing changes");
        let lines = map.lines(true, &ALL);
        assert!(lines.contains(&("0".into(), "player 2: rotate")));
        assert!(!lines.iter().any(|(_, does)| *does == "save the position"), "s is player 1's");
        let why = |duel| map.key_of("why", duel);
        assert_eq!((why(false).as_deref(), why(true).as_deref()), (Some("w"), Some("e")));
    }

    #[test]
    fn a_file_changes_keys_and_takes_them_from_others() {
        let map = KeyMap::read("# mine\nleft h\n\nhold insert f5\ndrop w\n").expect("keys");
        assert_eq!(map.wish(KeyCode::Char('h')), Some(Wish::Steer("left")));
        assert_eq!(map.wish(KeyCode::Left), None, "the old key is free");
        assert_eq!(map.wish(KeyCode::F(5)), Some(Wish::Steer("hold")));
        assert_eq!(map.wish(KeyCode::Char('e')), Some(Wish::Why), "its other key stays");
        assert_eq!(map.key_of("hint", false), None);
        assert!(map.lines(false, &ALL).contains(&("insert, f5".into(), "put aside, take out")));
        let without = map.lines(false, &["left"]);
        assert!(!without.iter().any(|(_, does)| *does == "put aside, take out"));
        assert_eq!(map.wish(KeyCode::Esc), Some(Wish::Cancel));
    }

    #[test]
    fn bad_lines_are_named() {
        let refused = |text: &str| KeyMap::read(text).expect_err("an error");
        assert!(refused("left a\njump b").starts_with("line 2: unknown action `jump`"));
        assert!(refused("left").starts_with("line 1: `left` has no key"));
        assert!(refused("left shift-x").starts_with("line 1: `shift-x` is no key"));
        assert!(refused("left f13").contains("f1 to f12"));
        let twice = refused("left a\n\nright b a");
        assert_eq!(twice, "line 3: the key `a` already has a meaning in line 1");
    }
}
