//! Formulas as text: their words, their structure, and how they follow rows, columns and titles that change.
//!
//! Knows no cells; what a formula comes to is [`super::calculation`]'s business.

mod lexer;
mod parser;
mod reference;
mod rewrite;

pub(super) use parser::{Expression, Operator, Sign, parse};
pub(super) use reference::Reference;
pub(super) use rewrite::{at_home, changed, forgotten, offset, relocated, renamed};
