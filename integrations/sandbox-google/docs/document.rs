//! A document: tabs with content, what is proposed for them, and what is said about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::Content;
use super::style::Style;
use super::threads::{Comment, Suggestion};
use super::unit::fresh_id;
use crate::docs::problem::Problem;
use crate::docs::threads::Verdict;

/// How many earlier revisions can still be written to.
const REMEMBERED: usize = 20;

/// A document. Its title is the name of its file, which Drive knows.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Document {
    revision: String,
    /// Earlier revisions, the latest last.
    #[serde(skip)]
    earlier: Vec<Arc<Earlier>>,
    pub(super) tabs: Vec<Tab>,
    /// In the order they were made.
    pub(super) suggestions: Vec<Suggestion>,
    pub(super) comments: Vec<Comment>,
    /// Every image somebody asked Google to fetch, the latest last.
    pub(super) fetches: Vec<Fetch>,
}

/// What the tabs were at a revision.
#[derive(Debug)]
struct Earlier {
    revision: String,
    tabs: Vec<Tab>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Tab {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) icon: Option<String>,
    pub(super) children: Vec<Tab>,
    pub(super) content: Content,
    /// The preset of each list, by its id.
    pub(super) lists: BTreeMap<String, String>,
    pub(super) images: BTreeMap<String, Image>,
    /// The names of the named ranges, by their ids.
    pub(super) named_ranges: BTreeMap<String, String>,
    /// What differs from the usual document style.
    pub(super) style: Style,
    /// Header and footer, by their ids. To requests each is like a tab of its own.
    #[serde(default)]
    pub(super) segments: BTreeMap<String, Segment>,
}

/// A header or a footer, which is printed on every page.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Segment {
    pub(super) kind: SegmentKind,
    pub(super) tab: Tab,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum SegmentKind {
    Header,
    Footer,
}

/// An image in a line of text. It is never fetched.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Image {
    pub(super) uri: String,
    pub(super) size: Option<Value>,
}

/// Somebody made Google fetch an address.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Fetch {
    pub(crate) uri: String,
    /// The address of whoever asked.
    pub(crate) by: String,
    pub(crate) at: Timestamp,
    /// The kind of request, e.g. `insertInlineImage`.
    pub(crate) request: String,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            revision: fresh_revision(),
            earlier: Vec::new(),
            tabs: vec![Tab::new("t.0".to_owned(), "Tab 1".to_owned())],
            suggestions: Vec::new(),
            comments: Vec::new(),
            fetches: Vec::new(),
        }
    }
}

impl Document {
    pub(super) fn revision(&self) -> &str {
        &self.revision
    }

    /// The document as it was at a revision; nothing if that is too long ago.
    pub(super) fn at(&self, revision: &str) -> Option<Self> {
        let earlier = self.earlier.iter().find(|one| one.revision == revision)?;
        Some(Self { tabs: earlier.tabs.clone(), ..self.clone() })
    }

    /// It has been changed from what it was.
    pub(super) fn revise(&mut self, before: &Self) {
        self.revision = fresh_revision();
        let earlier = Earlier { revision: before.revision.clone(), tabs: before.tabs.clone() };
        self.earlier.push(Arc::new(earlier));
        if self.earlier.len() > REMEMBERED {
            self.earlier.remove(0);
        }
    }

    /// The same content in a document of its own.
    pub(super) fn copied(&self) -> Self {
        let plain = self.preview(Verdict::Reject);
        Self { tabs: plain.tabs, ..Self::default() }
    }

    /// Takes a comment away, and its marks in the text.
    pub(super) fn forget_comment(&mut self, at: usize) {
        let comment = self.comments.remove(at);
        self.each_tab(|tab| {
            let all = 0..tab.content.len();
            tab.content.relook(&all, |look| {
                look.anchors.remove(&comment.anchor);
            });
        });
    }

    /// The tab that is meant where none is named.
    pub(super) fn first_tab(&self) -> Result<&Tab, Problem> {
        self.tabs.first().ok_or_else(|| Problem::invalid("The document has no tabs."))
    }

    pub(super) fn tab(&self, id: &str) -> Result<&Tab, Problem> {
        let found = self.all_tabs().into_iter().find_map(|tab| {
            if tab.id == id { Some(tab) } else { tab.segments.get(id).map(|segment| &segment.tab) }
        });
        found.ok_or_else(|| no_tab(id))
    }

    pub(super) fn tab_mut(&mut self, id: &str) -> Result<&mut Tab, Problem> {
        find_mut(&mut self.tabs, id).ok_or_else(|| no_tab(id))
    }

    /// Every tab, parents before their children.
    pub(super) fn all_tabs(&self) -> Vec<&Tab> {
        let mut all = Vec::new();
        collect(&self.tabs, &mut all);
        all
    }

    /// Every tab, and every header and footer.
    pub(super) fn each_tab(&mut self, mut work: impl FnMut(&mut Tab)) {
        visit(&mut self.tabs, &mut work);
    }
}

impl Tab {
    pub(super) fn new(id: String, title: String) -> Self {
        Self {
            id,
            title,
            icon: None,
            children: Vec::new(),
            content: Content::default(),
            lists: BTreeMap::new(),
            images: BTreeMap::new(),
            named_ranges: BTreeMap::new(),
            style: Style::new(),
            segments: BTreeMap::new(),
        }
    }

    /// The header or the footer, if there is one.
    pub(super) fn segment(&self, kind: SegmentKind) -> Option<&Segment> {
        self.segments.values().find(|segment| segment.kind == kind)
    }

    /// A new list of a kind.
    pub(super) fn add_list(&mut self, preset: &str) -> String {
        let id = fresh_id("kix.");
        self.lists.insert(id.clone(), preset.to_owned());
        id
    }

    /// The ranges of a named range or comment: every stretch of its units.
    pub(super) fn ranges_of(&self, anchor: &str) -> Vec<std::ops::Range<usize>> {
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
        for (index, unit) in self.content.units.iter().enumerate() {
            if unit.look.anchors.contains(anchor) {
                match ranges.last_mut() {
                    Some(last) if last.end == index => last.end += 1,
                    Some(_) | None => ranges.push(index..index + 1),
                }
            }
        }
        ranges
    }
}

fn find_mut<'a>(tabs: &'a mut [Tab], id: &str) -> Option<&'a mut Tab> {
    tabs.iter_mut().find_map(|tab| {
        if tab.id == id {
            return Some(tab);
        }
        match tab.segments.get_mut(id) {
            Some(segment) => Some(&mut segment.tab),
            None => find_mut(&mut tab.children, id),
        }
    })
}

fn collect<'a>(tabs: &'a [Tab], all: &mut Vec<&'a Tab>) {
    for tab in tabs {
        all.push(tab);
        collect(&tab.children, all);
    }
}

fn visit(tabs: &mut [Tab], work: &mut impl FnMut(&mut Tab)) {
    for tab in tabs {
        work(tab);
        for segment in tab.segments.values_mut() {
            work(&mut segment.tab);
        }
        visit(&mut tab.children, work);
    }
}

fn no_tab(id: &str) -> Problem {
    Problem::invalid(format!("Tab with ID {id} was not found."))
}

fn fresh_revision() -> String {
    format!("ALm37B{}", URL_SAFE_NO_PAD.encode(uuid::Uuid::new_v4().into_bytes()))
}
