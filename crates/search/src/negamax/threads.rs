//! Several threads that search the same position and share the table.

use ludex_core::Stop;

/// More threads than this do not help.
pub const MAX_THREADS: usize = 64;

/// How many threads search where `wanted` are asked for.
pub(super) fn count(wanted: usize) -> usize {
    if cfg!(feature = "threads") { wanted.clamp(1, MAX_THREADS) } else { 1 }
}

/// Runs `lead` here and `help` on so many other threads, which are told their number, from 1 on, and stopped when `lead` is done.
///
/// Returns what `lead` found and the sum of what the helpers did.
#[cfg(feature = "threads")]
pub(super) fn together<T>(
    helpers: usize,
    help: impl Fn(usize, Stop) -> u64 + Sync,
    lead: impl FnOnce() -> T,
) -> (T, u64) {
    /// Stops the helpers even if the leader panics: otherwise they would be waited for in vain.
    struct Halt(Stop);
    impl Drop for Halt {
        fn drop(&mut self) {
            self.0.set();
        }
    }
    let help = &help;
    std::thread::scope(|scope| {
        let halt = Halt(Stop::default());
        let spawn = |number| {
            let stop = halt.0.clone();
            scope.spawn(move || help(number, stop))
        };
        let helpers: Vec<_> = (1..=helpers).map(spawn).collect();
        let found = lead();
        drop(halt);
        (found, helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum())
    })
}

/// Where there are no threads, the leader is alone.
#[cfg(not(feature = "threads"))]
pub(super) fn together<T>(
    _helpers: usize,
    _help: impl Fn(usize, Stop) -> u64,
    lead: impl FnOnce() -> T,
) -> (T, u64) {
    (lead(), 0)
}
