//! The child's side: confine yourself, read one document, reply, end.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::kind::{Claim, Kind};
use crate::limits::{Confinement, Limits};
use crate::output::Output;
use crate::protocol::{Announcement, Orders, Read, Reply, Unreadable};
use crate::{confine, frame, reading};

/// The code a child ends with that could not be confined and was told it must be.
pub(crate) const UNCONFINED: i32 = 77;

/// The whole life of the child. Call it before anything starts a thread.
pub fn child_main() -> ExitCode {
    live(reading::read)
}

/// The same child around another reader: for trying out what one that misbehaves can do.
#[doc(hidden)]
pub fn child_reading(reader: impl FnOnce(&[u8]) -> String) -> ExitCode {
    live(|bytes, _, _, output| {
        let stopped = output.push(&reader(bytes)).is_break();
        Ok(Read { kind: Kind::Text, parts: None, cut: stopped, hidden: 0 })
    })
}

#[expect(clippy::print_stderr, reason = "the parent keeps what a child complains about")]
fn live(
    reader: impl FnOnce(&[u8], Option<Claim>, &Limits, &mut Output) -> Result<Read, Unreadable>,
) -> ExitCode {
    match serve(reader) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Ending::Unconfined) => {
            eprintln!(
                "neither Landlock nor seccomp could be put in force, and reading without them is not allowed"
            );
            ExitCode::from(UNCONFINED.to_be_bytes()[3])
        }
        Err(Ending::Broken(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

enum Ending {
    Unconfined,
    Broken(io::Error),
}

impl From<io::Error> for Ending {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}

fn serve(
    reader: impl FnOnce(&[u8], Option<Claim>, &Limits, &mut Output) -> Result<Read, Unreadable>,
) -> Result<(), Ending> {
    let (Orders { limits }, _): (Orders, _) = frame::read(&mut Unbuffered, 0)?;
    let confined = confine::confine(&limits)?;
    if confined.is_nothing() && limits.confinement == Confinement::Required {
        return Err(Ending::Unconfined);
    }
    let (Announcement { claim }, bytes) = frame::read(&mut Unbuffered, limits.input)?;
    let mut output = Output::new(limits.output);
    let outcome = reader(&bytes, claim, &limits, &mut output);
    let text = if outcome.is_ok() { output.into_text() } else { String::new() };
    let head = frame::head(&Reply { confined, outcome }, text.len())?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(&head)?;
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

/// Standard input without a buffer: a buffer would take in the document with the orders, before the child is confined.
struct Unbuffered;

impl io::Read for Unbuffered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(io::stdin(), buffer)?)
    }
}
