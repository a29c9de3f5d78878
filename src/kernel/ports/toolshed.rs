//! Where tools go that come and go while we run.

use crate::{AnyTool, Origin};

pub trait Toolshed: Send + Sync {
    /// Puts these in the place of everything that came from there before. Says which were refused, and why: the others
    /// are there.
    fn offer(&self, from: &Origin, tools: Vec<Box<dyn AnyTool>>) -> Vec<Refused>;

    /// Whoever would bring tools has brought none yet; and why, if that is known, in words that may be a stranger's.
    fn expect(&self, from: &Origin, why: Option<String>);
}

/// A tool that cannot be taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub tool: String,
    pub why: String,
}
