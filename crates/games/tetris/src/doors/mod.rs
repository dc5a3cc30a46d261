//! What the doors need: how it is written, drawn, said and steered.

mod controls;
mod drawing;
mod finesse;
mod live;
mod notation;
mod over;
mod phrase;
mod remarks;
mod room;
mod steered;

#[cfg(test)]
pub(crate) use over::Over;
#[cfg(test)]
pub(crate) use remarks::{Claim, claims};
