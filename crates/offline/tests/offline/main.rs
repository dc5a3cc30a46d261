//! Known lists, boxes, perfect clears and puzzles against what is published and against plain search.

mod clear;
mod formats;
mod methods;
mod naive;
mod pdt;
mod puzzles;
mod reasons;
