//! What people see: cards, forms and messages, as plain values.

pub(crate) mod audience;
pub(crate) mod banners;
pub(crate) mod cards;
pub(crate) mod discretion;
pub(crate) mod forms;
pub(crate) mod invitation;
pub(crate) mod speech;
pub(crate) mod title;
pub(crate) mod tool_title;
