//! Whether what people say reaches us.

use crate::ports::Soon;

pub trait Ears: Send + Sync {
    fn hearing(&self) -> Hearing;
    /// As soon as it is another than this.
    fn other_than(&self, known: Hearing) -> Soon<'_, Hearing>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hearing {
    Well,
    /// Not just now; it is tried again and again.
    NotNow,
    /// Only in part: another process is told the rest in our place.
    Shared,
}
