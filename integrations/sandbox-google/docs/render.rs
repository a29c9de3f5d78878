//! A document as `documents.get` shows it.

mod blocks;
mod defaults;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::document::{Document, Image, SegmentKind, Tab};
use super::lists;
use super::unit::{Inline, Sign, Unit};
use crate::account::Account;
use crate::call::Call;
use crate::docs::threads::Verdict;
use crate::drive::Role;
use crate::refusal::Refusal;

/// For whom a document is shown, and how.
pub(super) struct View<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) reader: &'a Account,
    pub(super) role: Role,
    suggestions: Suggestions,
    comments: Comments,
    content: Contents,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suggestions {
    Inline,
    Accepted,
    Without,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comments {
    Included,
    Omitted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contents {
    /// Every tab, below `tabs`.
    Tabs,
    /// The first tab alone, at the top, as before there were tabs.
    FirstTab,
}

impl<'a> View<'a> {
    /// The view a call asks for, if its caller may have it.
    pub(super) fn new(
        call: &Call,
        id: &'a str,
        title: &'a str,
        reader: &'a Account,
        role: Role,
    ) -> Result<Self, Refusal> {
        let sees_drafts = role >= Role::Commenter;
        let forbidden = || Refusal::forbidden("The caller does not have permission");
        let suggestions = match call.query.one("suggestionsViewMode") {
            Some("PREVIEW_WITHOUT_SUGGESTIONS") => Suggestions::Without,
            Some("SUGGESTIONS_INLINE" | "PREVIEW_SUGGESTIONS_ACCEPTED") if !sees_drafts => {
                return Err(forbidden());
            }
            Some("PREVIEW_SUGGESTIONS_ACCEPTED") => Suggestions::Accepted,
            _ if sees_drafts => Suggestions::Inline,
            _ => Suggestions::Without,
        };
        let comments = match call.query.one("commentsViewMode") {
            Some("COMMENTS_VIEW_MODE_INCLUDED") if !sees_drafts => return Err(forbidden()),
            Some("COMMENTS_VIEW_MODE_OMITTED") => Comments::Omitted,
            _ if sees_drafts => Comments::Included,
            _ => Comments::Omitted,
        };
        let content = match call.query.one("includeTabsContent") {
            Some("true") => Contents::Tabs,
            _ => Contents::FirstTab,
        };
        Ok(Self { id, title, reader, role, suggestions, comments, content })
    }
}

pub(super) fn document(document: &Document, view: &View<'_>) -> Value {
    let mut shown = Map::new();
    let mut put = |field: &str, value: Value| shown.insert(field.to_owned(), value);
    put("documentId", view.id.into());
    put("title", view.title.into());
    // Only for those who may edit.
    if view.role >= Role::Writer {
        put("revisionId", document.revision().into());
    }
    put("suggestionsViewMode", view.suggestions.word().into());
    put("commentsViewMode", view.comments.word().into());
    if view.comments == Comments::Included && !document.comments.is_empty() {
        put("comments", document.comments.iter().map(|one| one.render(view.reader)).collect());
    }
    if view.suggestions == Suggestions::Inline && !document.suggestions.is_empty() {
        let threads =
            document.suggestions.iter().map(|one| one.render(&document.summary(&one.id), view.reader));
        put("suggestions", threads.collect());
    }
    let preview;
    let seen = match view.suggestions {
        Suggestions::Inline => document,
        Suggestions::Accepted => {
            preview = document.preview(Verdict::Accept);
            &preview
        }
        Suggestions::Without => {
            preview = document.preview(Verdict::Reject);
            &preview
        }
    };
    match view.content {
        Contents::Tabs => {
            put("tabs", tabs(seen, &seen.tabs, view.comments));
        }
        Contents::FirstTab => {
            if let Some(tab) = seen.tabs.first() {
                shown.extend(document_tab(seen, tab, Comments::Omitted));
            }
        }
    }
    Value::Object(shown)
}

/// The properties of a tab, with its place among the others.
pub(super) fn tab_properties(document: &Document, id: &str) -> Value {
    properties_in(&document.tabs, id, None, 0).unwrap_or_default()
}

fn properties_in(tabs: &[Tab], id: &str, parent: Option<&str>, level: usize) -> Option<Value> {
    tabs.iter().enumerate().find_map(|(index, tab)| {
        if tab.id == id {
            Some(properties(tab, parent, index, level))
        } else {
            properties_in(&tab.children, id, Some(&tab.id), level + 1)
        }
    })
}

fn properties(tab: &Tab, parent: Option<&str>, index: usize, level: usize) -> Value {
    let mut shown = json!({ "tabId": tab.id, "title": tab.title, "index": index });
    if let Some(object) = shown.as_object_mut() {
        if let Some(parent) = parent {
            object.insert("parentTabId".to_owned(), parent.into());
            object.insert("nestingLevel".to_owned(), level.into());
        }
        if let Some(icon) = &tab.icon {
            object.insert("iconEmoji".to_owned(), icon.as_str().into());
        }
    }
    shown
}

fn tabs(document: &Document, among: &[Tab], comments: Comments) -> Value {
    let shown = among.iter().map(|tab| {
        let mut shown = json!({
            "tabProperties": tab_properties(document, &tab.id),
            "documentTab": document_tab(document, tab, comments),
        });
        if let (false, Some(object)) = (tab.children.is_empty(), shown.as_object_mut()) {
            object.insert("childTabs".to_owned(), tabs(document, &tab.children, comments));
        }
        shown
    });
    shown.collect()
}

/// What a tab holds; the fields of a document without tabs are the same.
fn document_tab(document: &Document, tab: &Tab, comments: Comments) -> Map<String, Value> {
    let mut shown = Map::new();
    let outline = tab.content.outline();
    let body = blocks::render(&tab.content, &outline.blocks);
    shown.insert("body".to_owned(), json!({ "content": body }));
    shown.insert("documentStyle".to_owned(), document_style(tab));
    shown.insert("namedStyles".to_owned(), defaults::named_styles());
    let mut put = |field: &str, entries: Map<String, Value>| {
        if !entries.is_empty() {
            shown.insert(field.to_owned(), Value::Object(entries));
        }
    };
    put("headers", segments(tab, SegmentKind::Header));
    put("footers", segments(tab, SegmentKind::Footer));
    let all = || std::iter::once(tab).chain(tab.segments.values().map(|segment| &segment.tab));
    put("lists", all().flat_map(used_lists).collect());
    put("inlineObjects", all().flat_map(used_images).collect());
    put("namedRanges", named_ranges(tab));
    if comments == Comments::Included {
        let anchors = document.comments.iter().filter_map(|comment| {
            let ranges = ranges(tab, &comment.anchor);
            let anchor = json!({ "anchorId": comment.anchor, "ranges": ranges });
            (!ranges.is_empty()).then(|| (comment.anchor.clone(), anchor))
        });
        put("commentAnchors", anchors.collect());
    }
    shown
}

fn document_style(tab: &Tab) -> Value {
    let mut style = defaults::document_style(&tab.style);
    for (kind, field) in [(SegmentKind::Header, "defaultHeaderId"), (SegmentKind::Footer, "defaultFooterId")]
    {
        if let (Some(segment), Some(style)) = (tab.segment(kind), style.as_object_mut()) {
            style.insert(field.to_owned(), segment.tab.id.as_str().into());
        }
    }
    style
}

/// The headers or the footers of a tab, by their ids.
fn segments(tab: &Tab, kind: SegmentKind) -> Map<String, Value> {
    let field = if kind == SegmentKind::Header { "headerId" } else { "footerId" };
    let shown = tab.segments.iter().filter(|(_, segment)| segment.kind == kind).map(|(id, segment)| {
        let content = &segment.tab.content;
        let content = blocks::render(content, &content.outline().blocks);
        (id.clone(), json!({ field: id, "content": content }))
    });
    shown.collect()
}

/// Only lists that some paragraph is in, or is proposed to be in.
fn used_lists(tab: &Tab) -> Map<String, Value> {
    let paragraphs = tab.content.units.iter().filter_map(Unit::paragraph);
    let used: BTreeSet<&str> = paragraphs
        .flat_map(|paragraph| paragraph.bullet.iter().chain(paragraph.rebulleted.values().flatten()))
        .map(|bullet| bullet.list.as_str())
        .collect();
    let used = used.into_iter().filter_map(|id| Some((id.to_owned(), lists::render(tab.lists.get(id)?))));
    used.collect()
}

fn used_images(tab: &Tab) -> Map<String, Value> {
    let mut shown = Map::new();
    for unit in &tab.content.units {
        if let Sign::Inline(inline) = &unit.sign
            && let Inline::Image(id) = inline.as_ref()
            && let Some(image) = tab.images.get(id)
        {
            shown.insert(id.clone(), inline_object(id, image));
        }
    }
    shown
}

fn inline_object(id: &str, image: &Image) -> Value {
    let size = image.size.clone().unwrap_or_else(|| {
        json!({ "height": { "magnitude": 150, "unit": "PT" }, "width": { "magnitude": 200, "unit": "PT" } })
    });
    json!({
        "objectId": id,
        "inlineObjectProperties": {
            "embeddedObject": { "imageProperties": { "sourceUri": image.uri }, "size": size },
        },
    })
}

fn named_ranges(tab: &Tab) -> Map<String, Value> {
    let mut by_name: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (id, name) in &tab.named_ranges {
        let ranges = ranges(tab, id);
        if !ranges.is_empty() {
            let range = json!({ "namedRangeId": id, "name": name, "ranges": ranges });
            by_name.entry(name).or_default().push(range);
        }
    }
    let shown = by_name
        .into_iter()
        .map(|(name, ranges)| (name.to_owned(), json!({ "name": name, "namedRanges": ranges })));
    shown.collect()
}

fn ranges(tab: &Tab, anchor: &str) -> Vec<Value> {
    let ranges = tab.ranges_of(anchor).into_iter();
    ranges.map(|range| json!({ "startIndex": range.start, "endIndex": range.end, "tabId": tab.id })).collect()
}

impl Suggestions {
    fn word(self) -> &'static str {
        match self {
            Self::Inline => "SUGGESTIONS_INLINE",
            Self::Accepted => "PREVIEW_SUGGESTIONS_ACCEPTED",
            Self::Without => "PREVIEW_WITHOUT_SUGGESTIONS",
        }
    }
}

impl Comments {
    fn word(self) -> &'static str {
        match self {
            Self::Included => "COMMENTS_VIEW_MODE_INCLUDED",
            Self::Omitted => "COMMENTS_VIEW_MODE_OMITTED",
        }
    }
}
