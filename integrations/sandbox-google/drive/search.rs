//! Drive's search language, `q`: what it means, and which files it finds.

mod lexer;
mod matcher;
mod parser;
mod term;

use crate::drive::search::term::{Nonsense, Term};

pub(super) use matcher::Looked;

/// A query that has been read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Search(Term);

impl Search {
    /// Reads a query; an empty one finds everything.
    pub(super) fn read(text: &str) -> Result<Self, Nonsense> {
        if text.trim().is_empty() {
            return Ok(Self(Term::All(Vec::new())));
        }
        parser::parse(&lexer::tokens(text)?).map(Self)
    }

    /// Whether a file is found.
    pub(super) fn matches(&self, looked: &Looked<'_>) -> bool {
        matcher::matches(&self.0, looked)
    }

    /// Whether it looks into the files, whose order is then by relevance alone.
    pub(super) fn looks_inside(&self) -> bool {
        self.0.has(&|term| matches!(term, Term::FullText(_)))
    }

    /// The folders it names.
    pub(super) fn folders(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.0.folders(&mut found);
        found
    }
}

impl Term {
    fn has(&self, wanted: &impl Fn(&Self) -> bool) -> bool {
        wanted(self)
            || match self {
                Self::All(terms) | Self::Any(terms) => terms.iter().any(|term| term.has(wanted)),
                Self::Not(term) => term.has(wanted),
                _ => false,
            }
    }

    fn folders<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Self::InParent(id) => found.push(id),
            Self::All(terms) | Self::Any(terms) => terms.iter().for_each(|term| term.folders(found)),
            Self::Not(term) => term.folders(found),
            _ => {}
        }
    }
}
