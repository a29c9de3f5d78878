//! Why a tool of a server is not taken.

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ToolRefusal {
    #[error("its schema is larger than {0} bytes")]
    SchemaTooLarge(usize),
    #[error("its schema is not that of an object")]
    NoObject,
    #[error("its schema cannot be used ({0})")]
    UnusableSchema(String),
    #[error("there is something invisible in its argument {0:?}")]
    HiddenInArgument(String),
    #[error("there is something invisible in its schema ({0:?})")]
    HiddenInSchema(String),
    /// The first thing in its description that the protocol does not allow.
    #[error("{0}")]
    Unreadable(String),
    #[error("it has no name")]
    NoName,
    #[error("another one of this server is called {0} already")]
    SameName(String),
    #[error("what is said about it is larger than {0} bytes")]
    TooLarge(usize),
    #[error("what is said about all of them is larger than {0} bytes")]
    AllTooLarge(usize),
    #[error("there are more than {0} of them")]
    TooMany(usize),
}
