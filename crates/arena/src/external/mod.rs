//! Programs that take part in a tournament, each in a process of its own.
//!
//! A program is asked one question a line on its standard input and answers each with one line on its standard output:
//!
//! ```json
//! {"id": 1, "ask": "move", "game": "tris", "position": "tris standard 3x3\n...\n.X.\n...\n", "seat": 1, "moves": ["a1", "…"], "seconds": 60.0, "seed": 1234}
//! {"id": 1, "move": "a1"}
//! ```
//!
//! Only the command line makes an [`External`]: a service that is asked over a network knows agents by name only.
//!
//! | module | holds |
//! | --- | --- |
//! | this one | [`External`]: a program with its limits; what is said on both sides |
//! | `process` | one running process: pipes, time, memory, end |

mod process;

use ludex_core::{Blame, Error, FaultKind, Guest, Observation, Question, Result, Stop};
use process::{Heard, Process};
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A process that has just been started has so much more time for its first answer.
const START: Duration = Duration::from_secs(10);

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalLimits {
    /// Time for an answer.
    pub time: Duration,
    /// Memory that one process may have for its data, in bytes; enforced on Linux.
    pub memory: u64,
}

/// A program that answers for itself.
pub struct External {
    words: Vec<String>,
    game: String,
    limits: ExternalLimits,
    /// Processes that wait for the next game.
    idle: Mutex<Vec<Process>>,
}

impl External {
    /// The program and its arguments, written as for a shell, for a game.
    pub fn new(line: &str, game: &str, limits: ExternalLimits) -> Result<Self> {
        let form = "write a program and its arguments, such as `exec:python3 bot.py`";
        let words = shlex::split(line).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| Error::bad("program", line, form))?;
        Ok(Self { words, game: game.to_owned(), limits, idle: Mutex::default() })
    }

    /// Refuses a program that cannot be started.
    pub fn check(&self) -> Result<()> {
        let process = self.take()?;
        self.put(process);
        Ok(())
    }

    /// A process that waits, or a new one.
    fn take(&self) -> Result<Process> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Process::start(&self.words, self.limits.memory), Ok)
    }

    fn put(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

/// A program in one game. Its process serves other games later, unless it has failed: then it ends.
pub(crate) struct Visit<'a> {
    external: &'a External,
    process: Mutex<Option<Process>>,
}

impl<'a> Visit<'a> {
    pub(crate) fn new(external: &'a External) -> Self {
        Self { external, process: Mutex::default() }
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = process {
            self.external.put(process);
        }
    }
}

impl Guest for Visit<'_> {
    fn answer(&self, question: &Question, stop: &Stop) -> std::result::Result<String, Blame> {
        let mut held = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let crashed = |error: Error| Blame::new(FaultKind::Crashed, error.to_string());
        let mut process = match held.take() {
            Some(process) => process,
            None => self.external.take().map_err(crashed)?,
        };
        let answer = self.external.ask(&mut process, question, stop)?;
        // Only a process that has answered as it should is asked again; any other ends here.
        *held = Some(process);
        Ok(answer)
    }
}

/// What a program is asked.
#[derive(Serialize)]
struct MoveAsk<'a> {
    id: u64,
    ask: &'static str,
    game: &'a str,
    position: &'a str,
    seat: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    observation: Option<&'a Observation>,
    moves: &'a [String],
    seconds: f64,
    seed: u64,
}

/// What it answers. Whatever else is in it is not looked at.
#[derive(Deserialize)]
struct Answer {
    id: u64,
    #[serde(rename = "move")]
    action: String,
}

impl External {
    fn ask(
        &self,
        process: &mut Process,
        question: &Question,
        stop: &Stop,
    ) -> std::result::Result<String, Blame> {
        let id = process.next_id();
        let ask = MoveAsk {
            id,
            ask: "move",
            game: &self.game,
            position: &question.position,
            seat: question.seat,
            observation: question.observation.as_ref(),
            moves: &question.moves,
            seconds: self.limits.time.as_secs_f64(),
            seed: question.seed.0,
        };
        let failed =
            |error: &dyn std::fmt::Display| Blame::new(FaultKind::Crashed, error.to_string());
        let mut line = serde_json::to_vec(&ask).map_err(|error| failed(&error))?;
        line.push(b'\n');
        let time = self.limits.time + if id == 1 { START } else { Duration::ZERO };
        match process.exchange(&line, time, stop) {
            Heard::Line(line) => read(&line, id),
            Heard::Flood => {
                let say =
                    format!("it wrote more than {} bytes without an answer", process::LONGEST);
                Err(Blame::new(FaultKind::Illegal, say))
            }
            Heard::Late => {
                let say = format!("it did not answer within {} s", time.as_secs_f64());
                Err(Blame::new(FaultKind::Late, say + &process.last_words()))
            }
            Heard::Ended(how) => Err(failed(&(how + &process.last_words()))),
        }
    }
}

fn read(line: &str, id: u64) -> std::result::Result<String, Blame> {
    let shown: String = line.chars().take(200).filter(|c| !c.is_control()).collect();
    let refuse =
        |what: &str| Blame::new(FaultKind::Illegal, format!("it answered `{shown}`: {what}"));
    let answer: Answer = serde_json::from_str(line)
        .map_err(|_| refuse(&format!("answer {{\"id\": {id}, \"move\": \"...\"}}")))?;
    if answer.id != id {
        return Err(refuse(&format!("the question was number {id}")));
    }
    Ok(answer.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_the_number_of_its_question() {
        assert_eq!(read(r#"{"id": 3, "move": "b2", "why": 1}"#, 3).as_deref(), Ok("b2"));
        for (line, complaint) in [
            (r#"{"id": 2, "move": "b2"}"#, "the question was number 3"),
            (r#"{"id": 3}"#, "answer {\"id\": 3"),
            ("b2", "answer {\"id\": 3"),
        ] {
            let blame = read(line, 3).expect_err(line);
            assert_eq!(blame.kind, FaultKind::Illegal);
            assert!(blame.message.contains(complaint), "{}", blame.message);
        }
    }

    #[test]
    fn words_are_those_of_a_shell() {
        let limits = ExternalLimits { time: Duration::from_secs(1), memory: 1 << 30 };
        let words = |line| External::new(line, "tris", limits).map(|external| external.words);
        assert_eq!(words("python3 'my bot.py' -v").unwrap(), ["python3", "my bot.py", "-v"]);
        for bad in ["", "  ", "python3 'bot"] {
            let error = words(bad).expect_err("an error").to_string();
            assert!(error.contains("write a program and its arguments"), "{error}");
        }
    }
}
