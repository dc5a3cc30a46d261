//! The games of Ludex, one room each: rules, evaluators, agents, notation.

pub mod snake;
