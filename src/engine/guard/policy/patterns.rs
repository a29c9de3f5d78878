//! Tools by pattern: `gmail.*`, `*.read`, or everything of a group, `group:web`.

use std::collections::BTreeSet;

use globset::{Glob, GlobSet, GlobSetBuilder};
use kernel::{Definition, Listing, Origin};

const GROUP: &str = "group:";
/// How the names of what others brought begin, and their aliases.
const OTHERS: [&str; 4] = ["mcp__", "mcp:", "plugin__", "plugin:"];
const EVERYTHING: &str = "*";

#[derive(Clone, Debug, Default)]
pub struct ToolPatterns {
    everything: bool,
    names: GlobSet,
    groups: BTreeSet<String>,
    written: Vec<String>,
}

/// A pattern that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PatternError {
    #[error("a pattern is empty")]
    Empty,
    #[error(transparent)]
    Glob(#[from] globset::Error),
}

impl ToolPatterns {
    pub fn new<S: AsRef<str>>(patterns: impl IntoIterator<Item = S>) -> Result<Self, PatternError> {
        let (mut names, mut groups, mut written) = (GlobSetBuilder::new(), BTreeSet::new(), Vec::new());
        let mut everything = false;
        for pattern in patterns {
            let pattern = pattern.as_ref().trim();
            if pattern.is_empty() {
                return Err(PatternError::Empty);
            }
            everything |= pattern == EVERYTHING;
            match pattern.strip_prefix(GROUP) {
                Some(group) => drop(groups.insert(group.to_owned())),
                None => drop(names.add(Glob::new(pattern)?)),
            }
            written.push(pattern.to_owned());
        }
        Ok(Self { everything, names: names.build()?, groups, written })
    }

    pub fn everything() -> Self {
        Self { everything: true, written: vec![EVERYTHING.to_owned()], ..Self::default() }
    }

    /// By its name, by any other name of it, or by its groups.
    pub fn covers(&self, tool: &Definition) -> bool {
        self.everything
            || self.names.is_match(&tool.name)
            || tool.aliases.iter().any(|alias| self.names.is_match(alias))
            || tool.groups.iter().any(|group| self.groups.contains(group))
    }

    /// Whether a list of what is allowed speaks of such a tool at all: of what is ours it does, of what belongs to every
    /// agent it does not, and of what others brought only where it names anything of theirs.
    pub(crate) fn is_about(&self, tool: &Definition) -> bool {
        match tool.origin {
            Origin::House => tool.listing != Listing::Always,
            Origin::Server(_) | Origin::Plugin(_) => {
                self.written.iter().any(|pattern| OTHERS.iter().any(|first| pattern.starts_with(first)))
            }
        }
    }

    /// One by one, as they were written.
    pub fn each(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(String::as_str)
    }

    /// A mere name, e.g. of a server.
    pub fn cover_name(&self, name: &str) -> bool {
        self.everything || self.names.is_match(name)
    }

    /// As they were written.
    pub(crate) fn written(&self) -> String {
        if self.written.is_empty() { "nothing".to_owned() } else { self.written.join(", ") }
    }
}
