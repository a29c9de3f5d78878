//! Real documents and hostile ones, each through a real child.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fall over")]

mod confinement;
mod hostile;
mod mutations;
mod readable;
mod samples;

use std::{path::PathBuf, time::Duration};

use documents::{Extractor, Limits};
use kernel::Failure;
use kernel::ports::{Document, Documents as _, Extract};

/// The product's own child, and the one that does what the document says.
#[derive(Clone, Copy)]
enum Program {
    Honest,
    Unruly,
    /// The honest one where the kernel knows neither Landlock nor seccomp.
    Bare,
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(20), ..Limits::default() }
}

fn extractor(program: Program, limits: Limits) -> Extractor {
    let arguments = match program {
        Program::Honest => vec!["honest".into()],
        Program::Unruly => Vec::new(),
        Program::Bare => vec!["bare".into()],
    };
    Extractor::new(PathBuf::from(env!("CARGO_BIN_EXE_unruly")), arguments, limits)
}

fn document(name: &str, bytes: impl AsRef<[u8]>) -> Document {
    Document { name: name.to_owned(), media_type: None, bytes: bytes.as_ref().into() }
}

/// What the product would get.
async fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Extract, Failure> {
    extractor(Program::Honest, limits()).text(&document(name, bytes)).await
}

/// What becomes of a child that does what the words say.
async fn obey(words: &str, limits: Limits) -> Result<Extract, Failure> {
    extractor(Program::Unruly, limits).text(&document("orders.txt", words)).await
}
