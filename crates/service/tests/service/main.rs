//! The service from outside: real servers on free ports, real clients.

mod arena;
mod child;
mod common;
mod durable;
mod falling;
mod hostile;
mod limits;
mod private;
mod rest;
mod restart;
mod tables;
mod types;
