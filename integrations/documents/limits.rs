//! Every limit of the child, in one place.

use std::time::Duration;

use serde::{Deserialize, Serialize};

const MEGABYTE: u64 = 1024 * 1024;

/// What one document may cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of a document that are taken at all.
    pub input: u64,
    /// Bytes of text that are given back; the rest is left out, and said to be.
    pub output: u64,
    /// Bytes an archive (a Word file is one) may unpack to.
    pub unpacked: u64,
    /// How many times its own size an archive may unpack to, once that is more than `small`.
    pub ratio: u64,
    /// Bytes an archive may always unpack to, however well it is packed.
    pub small: u64,
    /// Files in an archive.
    pub entries: usize,
    /// Bytes of address space.
    pub memory: u64,
    /// Time on the processor.
    pub processor: Duration,
    /// Time on the clock, from the start of the child to its last byte.
    pub wall: Duration,
    /// Children at once; further documents wait for their turn.
    pub children: usize,
    pub confinement: Confinement,
}

/// What to do where the child cannot be confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Confinement {
    /// Nothing is read.
    Required,
    /// It is read under the other limits alone.
    IfPossible,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input: 64 * MEGABYTE,
            output: 4 * MEGABYTE,
            unpacked: 256 * MEGABYTE,
            ratio: 200,
            small: 16 * MEGABYTE,
            entries: 20_000,
            memory: 1024 * MEGABYTE,
            processor: Duration::from_secs(20),
            wall: Duration::from_secs(30),
            children: 2,
            confinement: Confinement::Required,
        }
    }
}

/// Bytes of JSON before a document or a text.
pub(crate) const HEADER: u64 = 64 * 1024;
/// Bytes of the child's complaints that are kept.
pub(crate) const COMPLAINTS: u64 = 4 * 1024;
/// Bytes of a parser's complaint that are passed on.
pub(crate) const DETAIL: usize = 300;
/// A killed child that is not gone by then is left to the system.
pub(crate) const GRACE: Duration = Duration::from_secs(2);
