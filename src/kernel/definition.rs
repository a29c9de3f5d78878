//! A tool as the engine, the model and the manual see it: its spec with everything owned.

mod schemas;
mod wording;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use schemas::{any_object, any_objects};
pub use wording::Wording;

use crate::{Asking, Capability, Deed, Kind, Listing, Origin, Spec, Tool};

/// What run-time tools hand out directly and compiled ones derive from their [`Spec`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// `area.verb`.
    pub name: String,
    #[serde(flatten)]
    pub wording: Wording,
    pub kind: Kind,
    /// All of any of.
    pub needs: Vec<Vec<String>>,
    pub aliases: Vec<String>,
    /// What whoever brought it calls it: not every such word can be part of a name here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    pub listing: Listing,
    pub asking: Asking,
    #[serde(default)]
    pub deed: Deed,
    /// Who brought it.
    #[serde(default, skip_serializing_if = "Origin::is_house")]
    pub origin: Origin,
    /// What it belongs to, e.g. `web`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// What it reaches for beside what was granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Capability>,
    /// The most characters of an answer that are of any use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_answer: Option<usize>,
    pub version: u32,
}

impl Definition {
    /// A tool of which nothing is known but what it calls itself and takes: it is asked about, and nobody's words endorse it.
    pub fn unknown(name: impl Into<String>, description: impl Into<String>, schema: Value) -> Self {
        Self::new(name.into(), Wording::given(description.into(), schema))
    }

    fn new(name: String, wording: Wording) -> Self {
        Self {
            name,
            wording,
            kind: Kind::Commit,
            needs: Vec::new(),
            aliases: Vec::new(),
            called: None,
            listing: Listing::Shown,
            asking: Asking::Always,
            deed: Deed::Unnamed,
            origin: Origin::House,
            groups: Vec::new(),
            capabilities: Vec::new(),
            longest_answer: None,
            version: 1,
        }
    }

    /// A tool as its author declared it.
    pub fn of_tool<T: Tool>() -> Self {
        Self::of(&T::SPEC, Wording::of_arguments::<T::Args>())
    }

    /// The same tool, of which something else is said.
    #[must_use]
    pub fn worded(self, description: impl Into<String>, schema: Value) -> Self {
        Self { wording: Wording::given(description.into(), schema), ..self }
    }

    /// What the model reads about it.
    pub fn description(&self) -> &str {
        &self.wording.words().description
    }

    /// JSON schema of the arguments.
    pub fn schema(&self) -> &Value {
        &self.wording.words().schema
    }

    #[must_use]
    pub fn in_group(mut self, group: &str) -> Self {
        self.groups.push(group.to_owned());
        self
    }

    fn of(spec: &Spec, wording: Wording) -> Self {
        Self {
            kind: spec.kind,
            needs: spec
                .needs
                .iter()
                .map(|any| any.iter().map(|scope| scope.0.to_owned()).collect())
                .collect(),
            aliases: spec.aliases.iter().map(|&alias| alias.to_owned()).collect(),
            listing: spec.listing,
            asking: spec.asking,
            deed: spec.deed,
            capabilities: spec.capabilities.to_vec(),
            version: spec.version,
            ..Self::new(spec.name.to_owned(), wording)
        }
    }

    /// What it is about: the word before the dot, or the server that brought it.
    pub fn area(&self) -> &str {
        match &self.origin {
            Origin::Server(name) | Origin::Plugin(name) => name,
            Origin::House => self.name.split_once('.').map_or(&self.name, |(area, _)| area),
        }
    }

    /// What it does there: the word behind the dot, or what its server calls it, as far as a name can say that.
    pub fn action(&self) -> &str {
        match &self.origin {
            Origin::Server(name) | Origin::Plugin(name) => {
                self.name.split_once(&format!("__{name}__")).map_or(&self.name, |(_, action)| action)
            }
            Origin::House => self.name.split_once('.').map_or(&self.name, |(_, action)| action),
        }
    }

    /// Whether somebody who writes this word for what it does means it.
    pub fn is_action(&self, word: &str) -> bool {
        self.action() == word || self.called.as_deref() == Some(word)
    }

    /// What it says of itself in one line.
    pub fn first_line(&self) -> &str {
        self.description().lines().next().unwrap_or_default().trim()
    }

    /// The first clause of what it says of itself.
    pub fn clause(&self) -> &str {
        let words = self.description().trim_start();
        let ends = |(place, mark): &(usize, char)| match mark {
            '\n' => true,
            // Within a word, as in `notes.txt` or `10:30`, it ends nothing.
            '.' | ',' | ':' | ';' => words
                .get(place + 1..)
                .is_none_or(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)),
            _ => false,
        };
        let end = words.char_indices().find(ends).map_or(words.len(), |(place, _)| place);
        words.get(..end).unwrap_or_default().trim_end()
    }

    /// The name on the model's wire, where dots are not allowed: `area__verb`.
    pub fn wire_name(&self) -> String {
        self.name.replace('.', "__")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(name: &str, server: &str) -> Definition {
        let origin = if server.is_empty() { Origin::House } else { Origin::Server(server.to_owned()) };
        Definition { origin, ..Definition::unknown(name, "", json!({})) }
    }

    #[test]
    fn an_action_is_what_stands_behind_the_area_however_it_is_written() {
        assert_eq!(of("mail.list_events", "").action(), "list_events");
        assert_eq!(of("mcp__files__read_file", "files").action(), "read_file");
        assert_eq!(of("mcp__my_files__read__all", "my_files").action(), "read__all");
        let odd = Definition { called: Some("read/all".to_owned()), ..of("mcp__files__read_all", "files") };
        assert!(odd.is_action("read/all") && odd.is_action("read_all") && !odd.is_action("all"));
    }

    #[test]
    fn a_clause_ends_where_a_reader_would_pause() {
        let clause = |words: &str| Definition::unknown("x", words, json!({})).clause().to_owned();
        assert_eq!(clause("Reads a note, whole.\n\nMore."), "Reads a note");
        assert_eq!(clause("\n Reads package.json at 10:30"), "Reads package.json at 10:30");
        assert_eq!(clause("Reads; or not"), "Reads");
        assert_eq!(clause("Liest Übel."), "Liest Übel");
        assert_eq!(clause(""), "");
    }
}
