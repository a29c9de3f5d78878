//! The text of PDF, Word, slides, sheets, web pages and plain files, read in a confined child process.
//!
//! Parsers panic, abort, loop and explode on hostile input; none runs in the product's own process. Knows no vendor, no
//! account and nobody's files: bytes go in, text comes out.

mod archive;
mod child;
mod confine;
mod extractor;
mod failure;
mod frame;
mod kind;
mod limits;
mod output;
mod process;
mod protocol;
mod reading;
mod sniff;

pub use child::{child_main, child_reading};
pub use extractor::Extractor;
pub use limits::{Confinement, Limits};
pub use process::Program;
pub use protocol::{Confined, Strength};
