//! Proves a small board: `cargo run --release -p ludex-pente --example pente_exact -- 7x7 [FILE]`, or says how far a larger one can be
//! looked into with so many positions: `pente_exact -- 13x13 --positions 1000000`.

use cpu_time::ProcessTime;
use ludex_core::{Budget, Room, Size, Spec};
use ludex_pente::{Pente, exact};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let size: Size = args.next().unwrap_or_else(|| "7x7".into()).parse()?;
    let game = Pente::open(&Spec::named("pente"), Some(size))?;
    let started = ProcessTime::now();
    let second = args.next();
    if second.as_deref() == Some("--positions") {
        let positions = args.next().unwrap_or_else(|| "1000000".into()).parse()?;
        let ply = exact::no_win_by(&game, &Budget::nodes(positions))?;
        let seconds = started.elapsed().as_secs_f64();
        println!("{size}: the first player cannot force a win by ply {ply} ({seconds:.1} s)");
        return Ok(());
    }
    let Some(solution) = exact::solve(&game, &Budget::unlimited())? else {
        println!("{size}: no win by threats found");
        return Ok(());
    };
    let seconds = started.elapsed().as_secs_f64();
    let (plies, nodes) = (solution.plies, solution.nodes);
    let bytes = solution.certificate.bytes;
    println!("{size}: the first player wins by ply {plies}; shortest: {}", solution.shortest);
    println!("{nodes} positions, {seconds:.2} s, certificate of {} bytes", bytes.len());
    let started = ProcessTime::now();
    let checked = exact::check(&bytes)?;
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "checked in {seconds:.2} s: {} positions, {} replies",
        checked.positions, checked.replies
    );
    if let Some(file) = second {
        std::fs::write(file, bytes)?;
    }
    Ok(())
}
