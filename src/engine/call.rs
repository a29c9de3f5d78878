//! One tool call: prepared, approved, run, and its result made fit for the model.

pub(crate) mod answers;
pub(crate) mod argument_form;
pub(crate) mod countersign;
pub(crate) mod dry_run;
pub(crate) mod finish;
mod notes;
pub(crate) mod prepare;
mod reducers;
mod repeats;

pub(crate) use notes::JournalNotes;
pub use reducers::{Given, Reducer, ReducerError, Reducers, Registered, TableReducer};
pub(crate) use repeats::{SAME_AGAIN, goes_in_circles};
