//! One tool call: prepared, approved, run, and its result made fit for the model.

pub(crate) mod answers;
pub(crate) mod argument_form;
pub(crate) mod countersign;
pub(crate) mod dry_run;
pub(crate) mod finish;
pub(crate) mod notes;
pub(crate) mod prepare;
pub(crate) mod reducers;
pub(crate) mod repeats;
