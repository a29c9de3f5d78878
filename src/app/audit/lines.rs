//! Records as lines of JSON. Whoever has them all can check the chain without us.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde_json::{Value, json};
use store::{Line, Verified};

use super::stored::Stored;
use crate::{Exit, Trouble};

pub(super) struct Lines {
    out: Box<dyn Write>,
    /// Whoever closed it has seen enough.
    closed: bool,
}

impl Lines {
    pub(super) fn to_standard_output() -> Self {
        Self { out: Box::new(BufWriter::new(io::stdout())), closed: false }
    }

    /// For its owner alone: it names people.
    pub(super) fn to_new_file(path: &Path) -> Result<Self, Trouble> {
        let file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(|error| {
                let words = match error.kind() {
                    ErrorKind::AlreadyExists => {
                        format!("{} is there already. Name a new file.", path.display())
                    }
                    _ => format!("{} cannot be written: {error}", path.display()),
                };
                Trouble::new(Exit::Failed, words)
            })?;
        Ok(Self { out: Box::new(BufWriter::new(file)), closed: false })
    }

    pub(super) fn write(&mut self, line: &Line, stored: &Stored) -> Result<(), Trouble> {
        let time = stored.record.as_ref().map(|_| stored.at.to_string());
        self.put(&json!({
            "number": line.number,
            "time": time,
            "previous": line.previous,
            "hash": line.hash,
            "stored": as_stored(&line.record),
        }))
    }

    /// The last line: what the sealed head vouches for, and whether all that was read fits it.
    pub(super) fn end(mut self, verified: &Verified) -> Result<(), Trouble> {
        let sealed = verified.sealed.as_ref();
        self.put(&json!({
            "sealed": sealed.map(|end| json!({ "records": end.number, "hash": end.hash })),
            "verified": verified.flaw.is_none(),
            "records": verified.records,
            "flaw": verified.flaw.as_ref().map(ToString::to_string),
        }))?;
        let flushed = self.out.flush();
        self.told(flushed)
    }

    fn put(&mut self, line: &Value) -> Result<(), Trouble> {
        if self.closed {
            return Ok(());
        }
        let written = writeln!(self.out, "{line}");
        self.told(written)
    }

    fn told(&mut self, written: io::Result<()>) -> Result<(), Trouble> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => {
                return Err(Trouble::new(Exit::Failed, format!("the lines cannot be written: {error}")));
            }
            Ok(()) => {}
        }
        Ok(())
    }
}

/// As JSON where that leads back to the same bytes, which is how we write; anything else as the text it is.
fn as_stored(record: &str) -> Value {
    let Ok(value) = serde_json::from_str::<Value>(record) else { return record.into() };
    let again = value.to_string();
    if again == record { value } else { record.into() }
}
