//! How the answers to commands are put together.

use kernel::ports::StoreError;
use kernel::{Code, Failure, Item, Part, View};

pub(crate) fn list(intro: &str, lines: Vec<Item>) -> View {
    below(View::plain(intro), lines)
}

pub(crate) fn below(intro: View, lines: Vec<Item>) -> View {
    lines.into_iter().fold(intro, |view, line| view.with(Part::Item(Box::new(line))))
}

#[expect(clippy::needless_pass_by_value, reason = "it stands where an error is turned into another")]
pub(crate) fn unreadable(error: StoreError) -> Failure {
    Failure::operator(Code::NotAvailable, format!("It cannot be looked up just now ({error}). Try again."))
}
