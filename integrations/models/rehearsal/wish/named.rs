//! What somebody calls a file or an event.

use super::mail::Place;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The one last spoken of.
    It,
    /// A line of the last list.
    Nth(Place),
    /// One of several we had found, by its id.
    Chosen(String),
    /// By its address in a browser.
    Link(String),
    /// By words of its title.
    Words(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) named: Named,
    /// Any, where nothing was said.
    pub(crate) kind: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Document,
    Spreadsheet,
    Presentation,
    Folder,
}

impl Kind {
    /// As the search calls it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Spreadsheet => "spreadsheet",
            Self::Presentation => "presentation",
            Self::Folder => "folder",
        }
    }
}

impl File {
    /// The same, of this kind unless another was named.
    pub(crate) fn or_of(self, kind: Kind) -> Self {
        Self { kind: self.kind.or(Some(kind)), ..self }
    }
}
