//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper ends of the classes of answer times, in seconds.
const CLASSES: [f64; 8] = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, f64::INFINITY];

/// What a server counts.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    created: AtomicU64,
    messages: AtomicU64,
    refused: AtomicU64,
    connected: AtomicU64,
    /// Requests by the first digit of their status.
    statuses: [AtomicU64; 6],
    /// Requests by the time they took.
    times: [AtomicU64; CLASSES.len()],
    microseconds: AtomicU64,
}

impl Metrics {
    /// A table was set up.
    pub(crate) fn created(&self) {
        self.created.fetch_add(1, Ordering::Relaxed);
    }

    /// A message was answered.
    pub(crate) fn message(&self, granted: bool) {
        self.messages.fetch_add(1, Ordering::Relaxed);
        if !granted {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A connection begins.
    pub(crate) fn connect(&self) {
        self.connected.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection ends.
    pub(crate) fn disconnect(&self) {
        self.connected.fetch_sub(1, Ordering::Relaxed);
    }

    /// A request was answered.
    pub(crate) fn request(&self, status: u16, time: Duration) {
        let digit = usize::from(status / 100).min(5);
        self.statuses[digit].fetch_add(1, Ordering::Relaxed);
        let seconds = time.as_secs_f64();
        let class = CLASSES.iter().position(|&end| seconds <= end).unwrap_or(0);
        self.times[class].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    /// The figures as Prometheus reads them.
    pub(crate) fn text(&self, sessions: usize) -> String {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut text = String::new();
        let mut say = |kind: &str, name: &str, help: &str, value: u64| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        };
        say("gauge", "ludex_sessions", "Tables in memory.", sessions as u64);
        say("gauge", "ludex_connections", "Open WebSockets.", read(&self.connected));
        say("counter", "ludex_sessions_created_total", "Tables set up.", read(&self.created));
        say("counter", "ludex_messages_total", "Messages answered.", read(&self.messages));
        let refused = read(&self.refused);
        say("counter", "ludex_messages_refused_total", "Messages answered with an error.", refused);
        for (name, help, value) in own_use() {
            say("gauge", name, help, value);
        }
        text + &self.statuses_text() + &self.times_text()
    }

    fn statuses_text(&self) -> String {
        let name = "ludex_http_requests_total";
        let mut text = format!("# HELP {name} HTTP requests.\n# TYPE {name} counter\n");
        for (digit, count) in self.statuses.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}{{status=\"{digit}xx\"}} {count}");
        }
        text
    }

    fn times_text(&self) -> String {
        let name = "ludex_http_request_seconds";
        let mut text = format!("# HELP {name} Time to answer.\n# TYPE {name} histogram\n");
        let mut sum = 0;
        for (end, count) in CLASSES.iter().zip(&self.times) {
            sum += count.load(Ordering::Relaxed);
            let end = if end.is_finite() { end.to_string() } else { "+Inf".to_owned() };
            let _ = writeln!(text, "{name}_bucket{{le=\"{end}\"}} {sum}");
        }
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {sum}");
        text
    }
}

/// What the process itself uses, under the names that are usual for it; nothing where the system does not tell.
fn own_use() -> Vec<(&'static str, &'static str, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    let memory =
        kibibytes.map(|memory| ("process_resident_memory_bytes", "Memory in use.", memory * 1024));
    let files = std::fs::read_dir("/proc/self/fd").ok();
    let files = files.map(|all| ("process_open_fds", "Open files.", all.count() as u64));
    memory.into_iter().chain(files).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_add_up() {
        let metrics = Metrics::default();
        metrics.request(200, Duration::from_millis(3));
        metrics.request(404, Duration::from_mins(1));
        let text = metrics.text(2);
        for line in [
            "ludex_sessions 2",
            "ludex_http_requests_total{status=\"4xx\"} 1",
            "ludex_http_request_seconds_bucket{le=\"0.001\"} 0",
            "ludex_http_request_seconds_bucket{le=\"0.005\"} 1",
            "ludex_http_request_seconds_bucket{le=\"+Inf\"} 2",
            "ludex_http_request_seconds_count 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in:\n{text}");
        }
    }
}
