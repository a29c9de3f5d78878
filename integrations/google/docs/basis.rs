//! The document a change was planned for, told from every later one.

use kernel::Digest;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::document::{Document, Segment};

/// To which document a change may be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Basis {
    /// To this revision. Docs itself refuses it for a later one.
    Revision(String),
    /// To one in which the same stands: those who may only suggest and comment are told no revision.
    Text(Digest),
    /// To any: what it is about has an id of its own.
    Any,
}

impl Basis {
    pub(super) fn of(document: &Document) -> Self {
        match &document.revision_id {
            Some(revision) => Self::Revision(revision.clone()),
            None => Self::Text(fingerprint(document)),
        }
    }

    /// What Docs is told to check.
    pub(super) fn revision(&self) -> Option<&str> {
        match self {
            Self::Revision(revision) => Some(revision),
            Self::Text(_) | Self::Any => None,
        }
    }

    pub(super) fn fits(&self, now: &Document) -> bool {
        match self {
            Self::Revision(revision) => now.revision_id.as_ref() == Some(revision),
            Self::Text(text) => fingerprint(now) == *text,
            Self::Any => true,
        }
    }
}

/// Of every word in every tab, with its place and what is proposed for it.
fn fingerprint(document: &Document) -> Digest {
    let tabs = document.all_tabs();
    let segments: Vec<(&str, Vec<&Segment>)> =
        tabs.iter().map(|(_, tab)| (tab.id(), tab.segments().collect())).collect();
    Digest::of_words(&json!(segments).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(revision: Option<&str>, text: &str, proposed: &[&str]) -> Document {
        let run =
            json!({ "startIndex": 1, "textRun": { "content": text, "suggestedDeletionIds": proposed } });
        let body = json!({ "content": [{ "startIndex": 1, "paragraph": { "elements": [run] } }] });
        serde_json::from_value(json!({ "revisionId": revision, "tabs": [
            { "tabProperties": { "tabId": "t.0" }, "documentTab": { "body": body } }] }))
        .unwrap()
    }

    #[test]
    fn without_a_revision_what_stands_in_it_is_compared() {
        let basis = Basis::of(&document(None, "words", &[]));
        assert_eq!(basis.revision(), None);
        assert!(basis.fits(&document(None, "words", &[])));
        assert!(!basis.fits(&document(None, "other words", &[])));
        assert!(!basis.fits(&document(None, "words", &["s1"])), "a proposal moves what comes after it");
    }

    #[test]
    fn a_revision_is_enough_where_there_is_one() {
        let basis = Basis::of(&document(Some("r1"), "words", &[]));
        assert_eq!(basis.revision(), Some("r1"));
        assert!(!basis.fits(&document(Some("r2"), "words", &[])));
        assert!(Basis::Any.fits(&document(Some("r2"), "words", &[])));
    }
}
