//! A server that is a program on this machine.
//!
//! It gets the variables it is given and no others, and goes with everything it started when we let go of it.

use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tracing::debug;

use crate::noting::{Noting, Overlong};
use crate::settings::Program;
use crate::words::visible_up_to;

/// What every program needs to find its way.
const PASSED_ON: [&str; 3] = ["PATH", "HOME", "LANG"];
/// Of what a program complains about, in one life.
const MOST_LINES: usize = 500;
const LONGEST_LINE: usize = 2_000;

/// A running program, and how to speak to it.
pub(crate) struct Spoken {
    pub(crate) input: ChildStdin,
    pub(crate) output: Noting<ChildStdout>,
    pub(crate) life: Life,
}

/// As long as this is held, it runs.
pub(crate) struct Life {
    child: Child,
    last_words: Arc<Mutex<String>>,
    /// Whether it wrote a line that is too long.
    pub(crate) overlong: Overlong,
}

impl Spoken {
    pub(crate) fn start(server: &str, program: &Program) -> std::io::Result<Self> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments).env_clear();
        for name in PASSED_ON {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        for (name, value) in &program.variables {
            command.env(name, value.reveal());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let missing = || std::io::Error::other("the program's standard streams are not there");
        let (input, output) =
            (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(complaints) = child.stderr.take() {
            tokio::spawn(listen(server.to_owned(), complaints, Arc::clone(&last_words)));
        }
        let overlong = Overlong::default();
        let output = Noting::new(output, overlong.clone());
        Ok(Self { input, output, life: Life { child, last_words, overlong } })
    }
}

impl Life {
    /// What it complained about last.
    pub(crate) fn last_words(&self) -> String {
        self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Life {
    /// With everything it started: a program that is only a door to another would leave that behind.
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) =
            self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
        {
            // Whoever is gone already needs no telling.
            let _gone = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        drop(self.child.start_kill());
    }
}

/// Writes down what it complains about, up to a limit; takes it all, so that it is never held up by us.
async fn listen(server: String, complaints: ChildStderr, last_words: Arc<Mutex<String>>) {
    let mut complaints = BufReader::new(complaints);
    let mut lines = 0;
    loop {
        let mut line = Vec::new();
        let limit = u64::try_from(LONGEST_LINE).unwrap_or(u64::MAX);
        match (&mut complaints).take(limit).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = visible_up_to(String::from_utf8_lossy(&line).trim_end(), LONGEST_LINE);
        if line.is_empty() {
            continue;
        }
        lines += 1;
        if lines <= MOST_LINES {
            debug!(server, line, "a server writes");
        }
        *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
    }
}
