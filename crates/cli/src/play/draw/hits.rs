//! What of the screen can be pointed at with the mouse, and what that means.

use super::super::keys::Wish;
use ratatui::layout::{Position, Rect};

/// What a person can reach on the screen as it was drawn.
#[derive(Default)]
pub(crate) struct Hits {
    /// Places that mean something when they are clicked; the last one on top.
    places: Vec<(Rect, Wish)>,
    /// Lines of the panel that are out of sight.
    pub(crate) scrollable: usize,
}

impl Hits {
    /// A click in `area` means `wish`.
    pub(super) fn add(&mut self, area: Rect, wish: Wish) {
        self.places.push((area, wish));
    }

    /// What a click means.
    pub(crate) fn at(&self, column: u16, row: u16) -> Option<Wish> {
        let place = Position { x: column, y: row };
        self.places
            .iter()
            .rev()
            .find(|(area, _)| area.contains(place))
            .map(|(_, wish)| wish.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_is_on_top() {
        let mut hits = Hits::default();
        hits.add(Rect::new(0, 0, 10, 5), Wish::Point(0, 0));
        hits.add(Rect::new(2, 2, 1, 1), Wish::Examine(3));
        assert_eq!(hits.at(2, 2), Some(Wish::Examine(3)));
        assert_eq!(hits.at(3, 2), Some(Wish::Point(0, 0)));
        assert_eq!(hits.at(10, 2), None);
    }
}
