//! A child process, its pipes and its process group. Does not know what is said through the pipes.

use std::{ffi::OsString, io, path::PathBuf, process::ExitStatus, process::Stdio};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy, sink};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::limits::{COMPLAINTS, GRACE};

/// What is started for each document: it must do nothing but `child_main`.
#[derive(Clone, Debug)]
pub struct Program {
    pub path: PathBuf,
    pub arguments: Vec<OsString>,
    /// All it is given of an environment. Address space counts from the child's first instruction on, so an allocator
    /// that sets much of it aside in advance has to be told here to be modest.
    pub environment: Vec<(OsString, OsString)>,
}

/// Killed with all it may have started when this is dropped.
pub(crate) struct Process {
    child: Child,
    /// Nobody, once the child's end was seen: its number may be somebody else's by then.
    group: Option<Pid>,
}

/// What came of the child.
pub(crate) enum Said {
    Nothing,
    /// More than it may.
    TooMuch,
    All {
        output: Vec<u8>,
        complaints: String,
        status: ExitStatus,
    },
}

impl Process {
    /// Starts it with nothing of our own environment and three pipes.
    pub(crate) fn start(program: &Program) -> io::Result<Self> {
        let child = Command::new(&program.path)
            .args(&program.arguments)
            .env_clear()
            .envs(program.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        Ok(Self { child, group })
    }

    /// Says everything, hears everything, and waits for the end.
    pub(crate) async fn converse(
        &mut self,
        letter: &[u8],
        document: &[u8],
        longest: u64,
    ) -> io::Result<Said> {
        let (Some(input), Some(output), Some(complaints)) =
            (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take())
        else {
            return Err(io::Error::other("the child's pipes are taken already"));
        };
        let heard = tokio::try_join!(
            async { Ok(tell(input, letter, document).await) },
            hear(output, longest),
            note(complaints)
        );
        let (told, output, complaints) = match heard {
            Ok(heard) => heard,
            Err(Deaf::TooMuch) => return Ok(Said::TooMuch),
            Err(Deaf::Broken(error)) => return Err(error),
        };
        let status = self.child.wait().await?;
        self.group = None;
        if let Err(error) = told {
            // A child that ended before it had heard everything; its status says why.
            tracing::debug!(%error, "the child did not take the whole document");
        }
        Ok(Said::All { output, complaints, status })
    }

    /// Kills what is left of it and waits until it is gone, so that it takes up no place.
    pub(crate) async fn end(mut self) {
        self.kill();
        match timeout(GRACE, self.child.wait()).await {
            Ok(Ok(_)) => self.group = None,
            Ok(Err(error)) => tracing::warn!(%error, "the end of a child could not be seen"),
            Err(_) => tracing::warn!("a killed child is still there"),
        }
    }

    fn kill(&self) {
        let Some(group) = self.group else { return };
        if let Err(error) = kill_process_group(group, Signal::KILL) {
            tracing::debug!(%error, "the child's process group is gone already");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Why the child is listened to no longer.
enum Deaf {
    TooMuch,
    Broken(io::Error),
}

impl From<io::Error> for Deaf {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}

async fn tell(mut input: impl AsyncWrite + Unpin, letter: &[u8], document: &[u8]) -> io::Result<()> {
    input.write_all(letter).await?;
    input.write_all(document).await?;
    input.shutdown().await
}

async fn hear(output: impl AsyncRead + Unpin, longest: u64) -> Result<Vec<u8>, Deaf> {
    let mut heard = Vec::new();
    output.take(longest.saturating_add(1)).read_to_end(&mut heard).await?;
    if heard.len() as u64 > longest { Err(Deaf::TooMuch) } else { Ok(heard) }
}

/// Keeps the beginning; the rest is let through, or the child would wait for us.
async fn note(mut complaints: impl AsyncRead + Unpin) -> Result<String, Deaf> {
    let mut kept = Vec::new();
    (&mut complaints).take(COMPLAINTS).read_to_end(&mut kept).await?;
    copy(&mut complaints, &mut sink()).await?;
    Ok(String::from_utf8_lossy(&kept).into_owned())
}
