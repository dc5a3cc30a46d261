//! The searches against plain exhaustive search: one program for all, since most of the time goes into linking.

mod beam;
mod expectimax;
mod guide;
mod honest;
mod minimax;
mod monte_carlo;
mod negamax;
