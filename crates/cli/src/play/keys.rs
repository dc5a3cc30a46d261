//! What keys mean.

use super::KeyMap;
use super::draw::Hits;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// What a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// An arrow key: `up`, `down`, `left`, `right`.
    Arrow(&'static str),
    /// A key of a falling piece: one of [`ludex_core::LIVE_KEYS`].
    Steer(&'static str),
    /// The same for one seat, where two people share the keyboard.
    SteerSeat(usize, &'static str),
    /// Let the agent play for me, or give me the keys back.
    Autoplay,
    /// Play here, take this.
    Confirm,
    /// What should I do?
    Hint,
    /// Take my move back.
    Undo,
    /// Open or close the panel of reasons.
    Why,
    /// Halt after each move of an agent, or no more.
    Explain,
    /// The next candidate.
    Next,
    /// The candidate before.
    Previous,
    /// Why not this candidate?
    WhyNot,
    /// Show what the players threaten, or no more.
    Threats,
    /// Write the position to a file.
    Save,
    /// Start over.
    NewGame,
    /// Halt or go on.
    Pause,
    /// Quicker.
    Faster,
    /// Slower.
    Slower,
    /// Show all keys.
    Help,
    /// Start typing a move.
    Colon,
    /// A character of a typed move.
    Type(char),
    /// Erase the last character.
    Erase,
    /// Back to where nothing is open.
    Cancel,
    /// To the first move.
    First,
    /// To the last move.
    Last,
    /// Another rule set.
    Rules,
    /// Other seats.
    Seats,
    /// Another length of the game.
    Turns,
    /// A larger board, or a smaller one.
    Size(isize),
    /// This row of the menu.
    Row(usize),
    /// The cell in this column and row of the picture.
    Point(usize, usize),
    /// The candidate of this number.
    Examine(usize),
    /// The panel some lines down, or up.
    Scroll(isize),
    /// Go through the game, judged.
    Review,
    /// To the next move that gave something away.
    NextSlip,
    /// To the one before.
    PreviousSlip,
    /// What if chance had drawn otherwise: the next of those draws, or the one before.
    Draw(isize),
    /// Play on from here.
    TryHere,
    /// Yes to a question.
    Yes,
    /// Leave; a running game asks back.
    Quit,
    /// Leave at once.
    Leave,
}

/// Who gets the keys of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listens {
    /// The game: keys are commands.
    Board,
    /// A line that is being typed.
    Line,
    /// Something that any key closes.
    Anything,
    /// A question: `y` says yes, anything else no.
    Question,
}

/// The keys of a game with falling pieces.
#[derive(Clone, Copy)]
pub(crate) struct Own<'a> {
    pub(crate) map: &'a KeyMap,
    /// Whether two people share the keyboard.
    pub(crate) duel: bool,
}

/// The meaning of a key during a game; with a falling piece the person's own keys count.
pub(crate) fn in_game(key: KeyEvent, listens: Listens, own: Option<Own>) -> Option<Wish> {
    if is_interrupt(key) {
        return Some(Wish::Leave);
    }
    if let (Listens::Board, Some(own)) = (listens, own) {
        return if own.duel { own.map.duel_wish(key.code) } else { own.map.wish(key.code) };
    }
    match (listens, key.code) {
        (Listens::Question, KeyCode::Char('y' | 'Y')) => Some(Wish::Yes),
        (Listens::Anything | Listens::Question, _) => Some(Wish::Cancel),
        (Listens::Line, KeyCode::Char(c)) => Some(Wish::Type(c)),
        (Listens::Line, KeyCode::Backspace) => Some(Wish::Erase),
        (Listens::Board, KeyCode::Char(c)) => letter(c),
        (Listens::Board, KeyCode::Tab) => Some(Wish::Next),
        (Listens::Board, KeyCode::BackTab) => Some(Wish::Previous),
        (_, code) => common(code),
    }
}

fn letter(c: char) -> Option<Wish> {
    Some(match c {
        ' ' => Wish::Confirm,
        'h' => Wish::Hint,
        'u' => Wish::Undo,
        'w' | 'e' => Wish::Why,
        'i' => Wish::Explain,
        'j' => Wish::Next,
        'k' => Wish::Previous,
        'n' => Wish::WhyNot,
        't' => Wish::Threats,
        's' => Wish::Save,
        'r' => Wish::NewGame,
        'v' => Wish::Review,
        'p' => Wish::Pause,
        '+' | '=' => Wish::Faster,
        '-' => Wish::Slower,
        '?' => Wish::Help,
        ':' => Wish::Colon,
        'q' => Wish::Quit,
        _ => return None,
    })
}

/// Lines that the panel scrolls with one key, and with one turn of the wheel.
const A_PAGE: isize = 6;
const A_TURN: isize = 2;

/// The meaning of the mouse: a click is what is under it, the wheel scrolls.
pub(crate) fn of_mouse(event: MouseEvent, hits: &Hits) -> Option<Wish> {
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => hits.at(event.column, event.row),
        MouseEventKind::ScrollDown => Some(Wish::Scroll(A_TURN)),
        MouseEventKind::ScrollUp => Some(Wish::Scroll(-A_TURN)),
        _ => None,
    }
}

/// Keys that mean the same everywhere.
pub(super) fn common(code: KeyCode) -> Option<Wish> {
    Some(match code {
        KeyCode::Up => Wish::Arrow("up"),
        KeyCode::Down => Wish::Arrow("down"),
        KeyCode::Left => Wish::Arrow("left"),
        KeyCode::Right => Wish::Arrow("right"),
        KeyCode::Enter => Wish::Confirm,
        KeyCode::Esc => Wish::Cancel,
        KeyCode::Home => Wish::First,
        KeyCode::End => Wish::Last,
        KeyCode::PageDown => Wish::Scroll(A_PAGE),
        KeyCode::PageUp => Wish::Scroll(-A_PAGE),
        KeyCode::F(1) => Wish::Help,
        _ => return None,
    })
}

/// The meaning of a key in a puzzle.
pub(crate) fn in_puzzle(key: KeyEvent) -> Option<Wish> {
    match key.code {
        _ if is_interrupt(key) => Some(Wish::Leave),
        KeyCode::Char('c') => Some(Wish::Why),
        KeyCode::Char('p') => Some(Wish::Explain),
        KeyCode::Char('x') | KeyCode::Tab => Some(Wish::Next),
        KeyCode::Char(c @ (' ' | 'h' | 'u' | '?' | 'q')) => letter(c),
        code => common(code),
    }
}

/// The meaning of a key in the menu of games.
pub(crate) fn in_menu(key: KeyEvent) -> Option<Wish> {
    match key.code {
        _ if is_interrupt(key) => Some(Wish::Leave),
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Quit),
        KeyCode::Char('j') => Some(Wish::Arrow("down")),
        KeyCode::Char('k') => Some(Wish::Arrow("up")),
        KeyCode::Char(' ') => Some(Wish::Confirm),
        KeyCode::Char('v') => Some(Wish::Rules),
        KeyCode::Char('s') => Some(Wish::Seats),
        KeyCode::Char('t') => Some(Wish::Turns),
        KeyCode::Char('i') => Some(Wish::Explain),
        KeyCode::Char('+' | '=' | ']') => Some(Wish::Size(1)),
        KeyCode::Char('-' | '[') => Some(Wish::Size(-1)),
        KeyCode::Char('?') => Some(Wish::Help),
        // Whatever means nothing closes what is open.
        code => common(code).or(Some(Wish::Cancel)),
    }
}

/// The meaning of a key in a replay.
pub(crate) fn in_replay(key: KeyEvent) -> Option<Wish> {
    match key.code {
        _ if is_interrupt(key) => Some(Wish::Leave),
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Quit),
        KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'j' | 'l') => Some(Wish::Next),
        KeyCode::Left | KeyCode::Up | KeyCode::Char('k' | 'h') => Some(Wish::Previous),
        KeyCode::Char('n') => Some(Wish::NextSlip),
        KeyCode::Char('b' | 'N') => Some(Wish::PreviousSlip),
        KeyCode::Char('w' | 'e') => Some(Wish::Why),
        KeyCode::Char('c') => Some(Wish::Draw(1)),
        KeyCode::Char('C') => Some(Wish::Draw(-1)),
        KeyCode::Char('t') => Some(Wish::TryHere),
        KeyCode::Char('?') => Some(Wish::Help),
        // Whatever means nothing closes what is open.
        code => common(code).or(Some(Wish::Cancel)),
    }
}

/// In raw mode Ctrl-C is a key like any other.
fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_commands_until_a_line_is_typed() {
        let key = KeyEvent::from(KeyCode::Char('u'));
        assert_eq!(in_game(key, Listens::Board, None), Some(Wish::Undo));
        assert_eq!(in_game(key, Listens::Line, None), Some(Wish::Type('u')));
        assert_eq!(in_game(key, Listens::Anything, None), Some(Wish::Cancel));
    }

    #[test]
    fn ctrl_c_leaves_from_everywhere() {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(in_game(key, Listens::Line, None), Some(Wish::Leave));
        assert_eq!(in_game(key, Listens::Question, None), Some(Wish::Leave));
        assert_eq!(in_menu(key), Some(Wish::Leave));
        assert_eq!(in_replay(key), Some(Wish::Leave));
    }
}
