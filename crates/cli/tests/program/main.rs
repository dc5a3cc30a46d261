//! The program from outside: commands, terminal, server, the guide's examples, and every parser with damaged text.

mod commands;
mod examples;
mod parsers;
mod serve;
mod terminal;
