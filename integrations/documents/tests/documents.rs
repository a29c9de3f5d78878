//! Real documents and hostile ones, each through a real child.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fall over")]

mod confinement;
mod hostile;
mod mutations;
mod readable;
mod samples;

use std::{ffi::OsString, time::Duration};

use documents::{Extractor, Limits, Program};
use kernel::Failure;
use kernel::ports::{Document, Documents as _, Extract};

/// The product's own child, and the one that does what the document says.
#[derive(Clone, Copy)]
enum Reader {
    Honest,
    Unruly,
    /// The honest one where the kernel knows neither Landlock nor seccomp.
    Bare,
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(20), ..Limits::default() }
}

fn program(path: &str, arguments: Vec<OsString>) -> Program {
    Program { path: path.into(), arguments, environment: Vec::new() }
}

fn extractor(reader: Reader, limits: Limits) -> Extractor {
    let arguments = match reader {
        Reader::Honest => vec!["honest".into()],
        Reader::Unruly => Vec::new(),
        Reader::Bare => vec!["bare".into()],
    };
    Extractor::new(program(env!("CARGO_BIN_EXE_unruly"), arguments), limits)
}

fn document(name: &str, bytes: impl AsRef<[u8]>) -> Document {
    Document { name: name.to_owned(), media_type: None, bytes: bytes.as_ref().into() }
}

/// What the product would get.
async fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Extract, Failure> {
    extractor(Reader::Honest, limits()).text(&document(name, bytes)).await
}

/// What becomes of a child that does what the words say.
async fn obey(words: &str, limits: Limits) -> Result<Extract, Failure> {
    extractor(Reader::Unruly, limits).text(&document("orders.txt", words)).await
}
