//! What the doors need: how it is written, drawn, said and steered.

mod drawing;
mod live;
mod notation;
mod remarks;
mod room;
