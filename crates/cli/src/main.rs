//! The `ludex` program with the games of the house.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ludex::House::new(ludex_games::all())
        .with_benches(ludex_bench::all())
        .with_schools(ludex_games::schools())
        .with_tunables(ludex_games::tunables())
        .with_routers([ludex_tetrisvs::routes as _])
        .main()
}
