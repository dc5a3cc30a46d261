//! One running process: pipes, time, memory, end.
//!
//! Nothing is read while nobody waits for an answer, so a program that writes without end fills its pipe and stands still.
//! No thread waits for it either: whoever asks looks at all three pipes at once until the time is over.

use ludex_core::{Error, Result, Stop};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer in bytes, what comes before it included.
pub(super) const LONGEST: usize = 64 * 1024;
/// So much of what a program complains about is kept.
const LAST_WORDS: usize = 500;
/// So often a stop is looked for.
const LOOK: Duration = Duration::from_millis(20);
/// So long a process may take to end by itself when it is not needed any more.
const FAREWELL: Duration = Duration::from_millis(500);

/// What came of a question.
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// More than anybody wants to read.
    Flood,
    /// Nothing in time, or nobody waits any more.
    Late,
    /// The process has ended, and how.
    Ended(String),
}

/// A running process.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Closed once there is no more to come.
    errors: Option<ChildStderr>,
    /// What was read behind the last line.
    heard: Vec<u8>,
    complaints: Vec<u8>,
    asked: u64,
}

impl Process {
    pub(super) fn start(words: &[String], memory: u64) -> Result<Self> {
        let program = words.join(" ");
        let refuse = |error: &dyn std::fmt::Display| {
            Error::bad("program", &program, format!("cannot be started: {error}"))
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A group of its own: what it starts ends with it, and Ctrl-C reaches only who asks.
            .process_group(0)
            .spawn()
            .map_err(|error| refuse(&error))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(refuse(&"it has no pipes"));
        };
        let (errors, heard, complaints) = (Some(errors), Vec::new(), Vec::new());
        let process = Self { child, input, output, errors, heard, complaints, asked: 0 };
        process.limit(memory).map_err(|error| refuse(&error))?;
        Ok(process)
    }

    /// Limits the memory, and lets no pipe block whoever asks.
    fn limit(&self, memory: u64) -> io::Result<()> {
        limit_memory(&self.child, memory)?;
        let unblock = |pipe: &dyn AsFd| {
            let flags = fcntl_getfl(pipe.as_fd())?;
            fcntl_setfl(pipe.as_fd(), flags | OFlags::NONBLOCK)
        };
        unblock(&self.input)?;
        unblock(&self.output)?;
        self.errors.as_ref().map_or(Ok(()), |errors| unblock(errors))?;
        Ok(())
    }

    /// The number of the next question, from 1.
    pub(super) fn next_id(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// Writes a question and waits for a line.
    pub(super) fn exchange(&mut self, mut question: &[u8], time: Duration, stop: &Stop) -> Heard {
        let started = Instant::now();
        loop {
            if let Some(line) = self.next_line() {
                return Heard::Line(line);
            }
            if self.heard.len() > LONGEST {
                return Heard::Flood;
            }
            let left = time.saturating_sub(started.elapsed());
            if left.is_zero() || stop.is_set() {
                return Heard::Late;
            }
            if let Err(error) = self.wait(&question, left.min(LOOK)) {
                return Heard::Ended(format!("its pipes failed: {error}"));
            }
            if !question.is_empty() {
                match self.input.write(question) {
                    Ok(written) => question = &question[written..],
                    Err(error) if is_later(&error) => {}
                    // It reads no more; what it still says is heard below.
                    Err(_) => question = &[],
                }
            }
            self.hear_complaints();
            if let Some(how) = self.hear() {
                return Heard::Ended(how);
            }
        }
    }

    /// Waits until a pipe has something to read, or room for the question.
    fn wait(&self, question: &&[u8], time: Duration) -> io::Result<()> {
        let mut pipes = vec![PollFd::new(&self.output, PollFlags::IN)];
        if !question.is_empty() {
            pipes.push(PollFd::new(&self.input, PollFlags::OUT));
        }
        if let Some(errors) = &self.errors {
            pipes.push(PollFd::new(errors, PollFlags::IN));
        }
        let time =
            Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        match poll(&mut pipes, Some(&time)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads some of the output; says how the process ended if it has.
    fn hear(&mut self) -> Option<String> {
        let mut buffer = [0; 8192];
        match self.output.read(&mut buffer) {
            Ok(0) => Some(self.ending()),
            Ok(read) => {
                self.heard.extend_from_slice(&buffer[..read]);
                None
            }
            Err(error) if is_later(&error) => None,
            Err(error) => Some(format!("its output failed: {error}")),
        }
    }

    /// Reads what it complains about and keeps the end of it.
    fn hear_complaints(&mut self) {
        let Some(errors) = &mut self.errors else { return };
        let mut buffer = [0; 8192];
        match errors.read(&mut buffer) {
            Ok(0) => self.errors = None,
            Ok(read) => self.complaints.extend_from_slice(&buffer[..read]),
            Err(error) if is_later(&error) => {}
            Err(_) => self.errors = None,
        }
        let old = self.complaints.len().saturating_sub(LAST_WORDS);
        self.complaints.drain(..old);
    }

    /// The next line that is not empty, if it is here.
    fn next_line(&mut self) -> Option<String> {
        while let Some(end) = self.heard.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !line.is_empty() {
                return Some(line);
            }
        }
        None
    }

    /// How the process ended that has closed its output.
    fn ending(&mut self) -> String {
        match self.ended_within(FAREWELL) {
            Some(status) => format!("it ended: {status}"),
            None => "it closed its output".into(),
        }
    }

    fn ended_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let started = Instant::now();
        loop {
            self.hear_complaints();
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if started.elapsed() < time => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// What it complained about last, as the end of a sentence.
    pub(super) fn last_words(&self) -> String {
        let text = String::from_utf8_lossy(&self.complaints);
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() { String::new() } else { format!("; it said: {}", words.join(" ")) }
    }
}

impl Drop for Process {
    /// The end of the process and of everything that it has started.
    fn drop(&mut self) {
        // What has left its group is known by its parents only, so it is looked for while those are there.
        let below = descendants(self.child.id() as i32);
        // All of them may have ended by themselves.
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        for process in below.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(process, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

/// All processes that one has started, and those that these have started.
#[cfg(target_os = "linux")]
fn descendants(root: i32) -> Vec<i32> {
    let parents = parents();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|&&(_, of)| of == parent).map(|&(process, _)| process));
        next += 1;
    }
    found.split_off(1)
}

#[cfg(not(target_os = "linux"))]
fn descendants(_: i32) -> Vec<i32> {
    Vec::new()
}

/// Every process with its parent.
#[cfg(target_os = "linux")]
fn parents() -> Vec<(i32, i32)> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parent = |entry: std::fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        // `7 (name) S 1 ...`, where the name may hold anything.
        let state = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let (_, behind) = state.rsplit_once(')')?;
        Some((process, behind.split_whitespace().nth(1)?.parse().ok()?))
    };
    processes.flatten().filter_map(parent).collect()
}

/// Whether a pipe has nothing to say at the moment.
fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Data of a process: what it allocates, not what it maps from files. Address space would be the wrong measure, as
/// some languages reserve much of it and use little.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};
    let process = Pid::from_raw(child.id() as i32);
    let most = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    prlimit(process, Resource::Data, most(bytes))?;
    // A crash leaves no large files behind.
    prlimit(process, Resource::Core, most(0))?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) -> io::Result<()> {
    Ok(())
}
