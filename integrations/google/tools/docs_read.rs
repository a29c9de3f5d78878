//! `docs.read`

use super::prelude::*;
use crate::docs::reading::{marked, readable};
use crate::docs::{Comment, Document, Heading, Readable, Suggestion, Tab, View, extent, outline, remark};
use crate::drive::Row;
use crate::gmail::{Continue, Excerpt, visible_line};
use crate::scopes::{READ_DOCUMENTS, SEE_FILES};

const LONGEST: usize = 12_000;
/// More headings are not listed.
const HEADINGS: usize = 200;
/// Docs lets only people see which boxes are ticked; an export of the file says so too.
const BOXES: &str = "Docs does not say which boxes are ticked: each stands as `[ ]`, ticked or not. drive.read shows which are.";

/// Reads a Google Doc of the user's as Markdown, with an outline of its headings. Suggestions that nobody has accepted yet
/// are not in the text.
///
/// A long text comes in parts: `continue_with` says how to get the next one.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// One tab alone, by its title or its id. Without it, all tabs one after the other.
    #[serde(default)]
    tab: Option<String>,
    /// Where in the text to begin, in characters.
    #[serde(default)]
    from_char: usize,
    /// Whether open comments are listed too.
    #[serde(default)]
    comments: bool,
    /// Whether open suggestions are listed too.
    #[serde(default)]
    suggestions: bool,
}

#[derive(Serialize)]
struct Answer {
    file: Row,
    tabs: Vec<TabRow>,
    text: String,
    text_shown: String,
    continue_with: Option<Continue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Listed<Comment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<Listed<Suggestion>>,
    hidden_removed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

#[derive(Serialize)]
struct TabRow {
    id: String,
    title: String,
    depth: usize,
    outline: Vec<Heading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outline_shown: Option<String>,
}

#[derive(Serialize)]
struct Listed<T> {
    rows: Vec<T>,
    shown: usize,
    total: usize,
}

impl ReadTool for Read {
    const SPEC: Spec = Spec::read("docs.read").aka(&["google_docs:read"]).needs(&[READ_DOCUMENTS, SEE_FILES]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let docs = google.docs(call);
        let opened = docs.open(&self.document, View::Current).await?;
        let tabs = match &self.tab {
            Some(given) => vec![(0, outline::tab(&opened.document, Some(given))?)],
            None => opened.document.all_tabs(),
        };
        let whole = text(&tabs);
        let part = Excerpt::of(&whole.markdown, self.from_char, LONGEST)?;
        // What is proposed is told only beside the text that has it.
        let proposed = if self.suggestions {
            Some(docs.document(&opened.handle, View::Everything).await?)
        } else {
            None
        };
        let person = &call.requester;
        let answer = Answer {
            file: opened.file.row(person),
            tabs: tabs.iter().map(|(depth, tab)| row(*depth, tab)).collect(),
            text_shown: part.shown(),
            continue_with: part.next(),
            text: part.words,
            comments: self.comments.then(|| listed(remark::comments(&opened.document, false, person))),
            suggestions: proposed.map(|document: Document| listed(remark::suggestions(&document, person))),
            hidden_removed: whole.hidden,
            remark: whole.boxes.then_some(BOXES),
        };
        let remarks = self.comments || self.suggestions;
        let label = if remarks {
            opened.file.label_with_remarks(Self::SPEC.name, &call.account.0)
        } else {
            opened.file.label(Self::SPEC.name, &call.account.0)
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Read a document of yours").field("Document", &self.document)
    }
}

/// All of it; where there are several tabs, each below its title.
fn text(tabs: &[(usize, &Tab)]) -> Readable {
    let (mut hidden, mut boxes) = (0, false);
    let texts: Vec<String> = tabs
        .iter()
        .map(|(_, tab)| {
            let found = readable(tab);
            hidden += found.hidden;
            boxes |= found.boxes;
            match tabs {
                [_] => found.markdown,
                _ => format!("{}\n\n{}", marked("tab", &tab.properties.title), found.markdown),
            }
        })
        .collect();
    Readable { markdown: texts.join("\n\n"), hidden, boxes }
}

fn row(depth: usize, tab: &Tab) -> TabRow {
    let mut outline = outline::headings(tab);
    let total = outline.len();
    outline.truncate(HEADINGS);
    TabRow {
        id: tab.id().to_owned(),
        title: visible_line(&tab.properties.title),
        depth,
        outline,
        outline_shown: (total > HEADINGS).then(|| format!("{HEADINGS} of {total}")),
    }
}

fn listed<T>(mut rows: Vec<T>) -> Listed<T> {
    let total = rows.len();
    rows.truncate(extent::MOST);
    Listed { shown: rows.len(), rows, total }
}
