//! The program from outside: commands, terminal, server, the guide's examples, what it is made of, and every parser with damaged text.

mod commands;
mod examples;
mod learn;
mod parsers;
mod serve;
mod supply;
mod terminal;
