//! What the doors need: how it is written, drawn, said and steered.

mod controls;
mod drawing;
mod live;
mod notation;
mod phrase;
mod remarks;
mod room;

#[cfg(test)]
pub(crate) use remarks::{Claim, claims};
