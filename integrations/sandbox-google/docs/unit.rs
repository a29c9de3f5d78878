//! The smallest things a document is made of: one for every index, in the order of the indices.
//!
//! Knows what stands at an index and how it looks; where it may stand is `content`'s business.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::style::{Restyle, Style};

/// What stands at one index.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) sign: Sign,
    pub(super) look: Arc<Look>,
    /// Its own, within its content, as long as it lives; zero until it stands there.
    pub(super) number: u64,
}

impl PartialEq for Unit {
    /// Two units are alike whatever their numbers.
    fn eq(&self, other: &Self) -> bool {
        self.sign == other.sign && self.look == other.look
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sign {
    /// One UTF-16 code unit.
    Text(u16),
    /// The end of a paragraph, which carries what is true of the whole of it.
    Newline(Arc<Paragraph>),
    Inline(Arc<Inline>),
    SectionBreak,
    TableStart,
    RowStart,
    CellStart,
    TableEnd,
}

/// Something in a line of text that is no text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Inline {
    /// The id of an image of the tab.
    Image(String),
    RichLink {
        id: String,
        uri: String,
        title: String,
        mime_type: Option<String>,
    },
    Person {
        id: String,
        email: String,
        name: String,
    },
    Rule,
    PageBreak,
}

/// How a unit looks, and what is proposed for it, by the ids of the suggestions.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Look {
    #[serde(skip_serializing_if = "Style::is_empty")]
    pub(super) style: Style,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) inserted: BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) deleted: BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) restyled: BTreeMap<String, Restyle>,
    /// The named ranges and comments this unit is part of.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) anchors: BTreeSet<String>,
}

/// What is true of a whole paragraph.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Paragraph {
    pub(super) style: Style,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bullet: Option<Bullet>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) restyled: BTreeMap<String, Restyle>,
    /// Suggested bullets; nothing is a suggestion to take the bullet away.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rebulleted: BTreeMap<String, Option<Bullet>>,
}

/// A paragraph's place in a list of its tab.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Bullet {
    pub(super) list: String,
    pub(super) level: usize,
    /// Ticked off; only entries of a checklist are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) checked: bool,
}

impl Unit {
    pub(super) fn new(sign: Sign, style: &Style) -> Self {
        Self { sign, look: Arc::new(Look { style: style.clone(), ..Look::default() }), number: 0 }
    }

    /// Whether it stands inside a paragraph, where one can write.
    pub(super) fn is_in_paragraph(&self) -> bool {
        match self.sign {
            Sign::Text(_) | Sign::Newline(_) | Sign::Inline(_) => true,
            Sign::SectionBreak | Sign::TableStart | Sign::RowStart | Sign::CellStart | Sign::TableEnd => {
                false
            }
        }
    }

    pub(super) fn paragraph(&self) -> Option<&Arc<Paragraph>> {
        match &self.sign {
            Sign::Newline(paragraph) => Some(paragraph),
            _ => None,
        }
    }
}

impl Look {
    /// Whether two units differ in nothing that a text run shows.
    pub(super) fn reads_like(&self, other: &Self) -> bool {
        self.style == other.style
            && self.inserted == other.inserted
            && self.deleted == other.deleted
            && self.restyled == other.restyled
    }
}

impl Paragraph {
    /// A paragraph of one of the named styles, e.g. `HEADING_1`.
    pub(super) fn named(style: &str) -> Self {
        let mut paragraph = Self::default();
        paragraph.name(style);
        paragraph
    }

    /// Gives it a named style; headings get an id to be linked to.
    pub(super) fn name(&mut self, style: &str) {
        self.style.insert("namedStyleType".to_owned(), style.into());
        self.style.entry("direction").or_insert_with(|| "LEFT_TO_RIGHT".into());
        if style == "NORMAL_TEXT" {
            self.style.remove("headingId");
        } else if !self.style.contains_key("headingId") {
            self.style.insert("headingId".to_owned(), fresh_id("h.").into());
        }
    }

    /// The same for a second paragraph: no two headings share an id.
    pub(super) fn twin(&self) -> Self {
        let mut twin = self.clone();
        if twin.style.contains_key("headingId") {
            twin.style.insert("headingId".to_owned(), fresh_id("h.").into());
        }
        twin
    }

    pub(super) fn named_style(&self) -> &str {
        self.style.get("namedStyleType").and_then(serde_json::Value::as_str).unwrap_or("NORMAL_TEXT")
    }
}

/// An id as Google makes them inside a document, e.g. `kix.8f3k2m9x0a1b`.
pub(super) fn fresh_id(start: &str) -> String {
    const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz012345";
    let random = uuid::Uuid::new_v4().into_bytes();
    let sign = |byte: &u8| SIGNS.get(usize::from(*byte) % SIGNS.len()).copied().map(char::from);
    start.chars().chain(random.iter().take(12).filter_map(sign)).collect()
}
