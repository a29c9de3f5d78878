//! What can keep the sandbox from starting, by what one can do about it.

use std::{io, path::PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
pub enum SandboxError {
    /// Somebody else listens on the port that was asked for.
    #[error("Port {port} of 127.0.0.1 is taken. Stop what listens there, or pick another port.")]
    PortTaken { port: u16 },
    /// The machine gives us no port at all.
    #[error("The sandbox could not listen on 127.0.0.1. Check that the loopback interface is up.")]
    Listen(#[source] io::Error),
    /// The world file contradicts itself.
    #[error("The world cannot be built: {problem} Correct the world file.")]
    World { problem: String },
    /// The machine makes no keys.
    #[error(
        "The sandbox could not make a key for Google's service account. Check the machine's source of randomness."
    )]
    NoKey,
    /// The saved state cannot be read.
    #[error("The saved state in {} cannot be read. Start anew with another file, or move this one away.", path.display())]
    StateUnreadable { path: PathBuf, source: Box<dyn std::error::Error + Send + Sync> },
    /// The state cannot be saved.
    #[error("The state cannot be saved to {}. Check that the folder exists and has room.", path.display())]
    StateUnwritable { path: PathBuf, source: Box<dyn std::error::Error + Send + Sync> },
}
