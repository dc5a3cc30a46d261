//! `ludex bench`: how fast everything is, with peers in the same run.

use super::print_json;
use crate::args::BenchArgs;
use crate::benches::of_rooms;
use crate::failure::{Done, Failure};
use crate::output::{bar, columns, stop_when_unwanted};
use crate::{Bench, House};
use ludex_bench::Figure;
use ludex_core::Error;
use ludex_core::explain::number;
use std::io::Write;
use std::time::Duration;

pub(super) fn bench(house: &House, args: &BenchArgs, out: &mut dyn Write) -> Done {
    let of_rooms = of_rooms(house.rooms());
    // A bench made for a game says more than the one that every agent gets.
    let is_new = |bench: &&Bench| house.benches().iter().all(|made| made.name != bench.name);
    let all: Vec<&Bench> = house.benches().iter().chain(of_rooms.iter().filter(is_new)).collect();
    let chosen = choose(&all, &args.names)?;
    let time = Duration::from_secs_f64(args.seconds);
    let stop = stop_when_unwanted();
    let progress = bar(chosen.len() as u64, "benches");
    let mut results = Vec::new();
    for bench in chosen {
        progress.set_message(bench.name.clone());
        let measured = (bench.run)(time);
        if stop.is_set() {
            break;
        }
        results.push(measured);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if args.json { print_json(&results, out) } else { print(&results, out) }?;
    Failure::if_interrupted(stop.is_set())
}

/// The benches whose names begin with one of `names`; all if there are none.
fn choose<'a>(all: &[&'a Bench], names: &[String]) -> Result<Vec<&'a Bench>, Failure> {
    for name in names {
        if !all.iter().any(|bench| bench.name.starts_with(name.as_str())) {
            return Err(Error::unknown("bench", name, all.iter().map(|b| b.name.as_str())).into());
        }
    }
    let wanted = |bench: &&&Bench| {
        names.is_empty() || names.iter().any(|name| bench.name.starts_with(name.as_str()))
    };
    Ok(all.iter().filter(wanted).copied().collect())
}

fn print(results: &[Figure], out: &mut dyn Write) -> Done {
    let header = ["bench", "value", "unit", "peer's", "ratio", "peer"];
    let mut lines = vec![header.map(String::from).to_vec()];
    for m in results {
        lines.push(vec![
            m.name.clone(),
            number(m.value),
            m.unit.clone(),
            m.peer_value.map_or_else(String::new, number),
            m.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
            m.peer.clone().unwrap_or_default(),
        ]);
    }
    write!(out, "{}", columns(&lines))?;
    Ok(())
}
