//! A document as Docs describes it: only what we read of it.
//!
//! Indices count UTF-16 units. Google leaves out whatever is zero, false or empty.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is asked for of every document that is read or planned for.
pub(super) const FIELDS: &[&str] = &[
    "documentId",
    "title",
    "revisionId",
    "tabs",
    "comments",
    "suggestions(suggestionId,summaryText,status,headPost,replies)",
];

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// Only for those who may edit.
    pub(crate) revision_id: Option<String>,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) comments: Vec<CommentThread>,
    pub(crate) suggestions: Vec<SuggestionThread>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Tab {
    #[serde(rename = "tabProperties")]
    pub(crate) properties: TabProperties,
    #[serde(rename = "documentTab")]
    pub(crate) page: Page,
    pub(crate) child_tabs: Vec<Tab>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TabProperties {
    pub(crate) tab_id: String,
    pub(crate) title: String,
}

/// What stands in a tab.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Page {
    pub(crate) body: Segment,
    pub(crate) lists: BTreeMap<String, List>,
    pub(crate) inline_objects: BTreeMap<String, InlineObject>,
    pub(crate) footnotes: BTreeMap<String, Segment>,
    pub(crate) headers: BTreeMap<String, Segment>,
    pub(crate) footers: BTreeMap<String, Segment>,
    pub(crate) comment_anchors: BTreeMap<String, Value>,
}

/// A row of elements with indices of its own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Segment {
    pub(crate) content: Vec<Element>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Element {
    pub(crate) start_index: usize,
    pub(crate) end_index: usize,
    pub(crate) paragraph: Option<Paragraph>,
    pub(crate) table: Option<Table>,
    pub(crate) table_of_contents: Option<Segment>,
    pub(crate) section_break: Option<Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Paragraph {
    pub(crate) elements: Vec<Inline>,
    #[serde(rename = "paragraphStyle")]
    pub(crate) style: ParagraphStyle,
    pub(crate) bullet: Option<Bullet>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ParagraphStyle {
    pub(crate) named_style_type: String,
    pub(crate) shading: Option<Value>,
    pub(crate) border_left: Option<Value>,
    pub(crate) border_bottom: Option<Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Bullet {
    pub(crate) list_id: String,
    pub(crate) nesting_level: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Inline {
    pub(crate) start_index: usize,
    pub(crate) text_run: Option<TextRun>,
    #[serde(rename = "inlineObjectElement")]
    pub(crate) object: Option<ObjectReference>,
    pub(crate) footnote_reference: Option<FootnoteReference>,
    pub(crate) horizontal_rule: Option<Value>,
    pub(crate) rich_link: Option<RichLink>,
    pub(crate) person: Option<Person>,
    pub(crate) date_element: Option<DateElement>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TextRun {
    pub(crate) content: String,
    pub(crate) text_style: TextStyle,
    pub(crate) suggested_insertion_ids: Vec<String>,
    pub(crate) suggested_deletion_ids: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TextStyle {
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    pub(crate) strikethrough: bool,
    pub(crate) link: Option<Link>,
    pub(crate) weighted_font_family: Option<Font>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Font {
    pub(crate) font_family: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Link {
    pub(crate) url: Option<String>,
    pub(crate) heading_id: Option<String>,
    pub(crate) heading: Option<HeadingLink>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct HeadingLink {
    pub(crate) id: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ObjectReference {
    pub(crate) inline_object_id: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct FootnoteReference {
    pub(crate) footnote_id: String,
    pub(crate) footnote_number: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RichLink {
    pub(crate) rich_link_properties: RichLinkProperties,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RichLinkProperties {
    pub(crate) title: String,
    pub(crate) uri: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Person {
    pub(crate) person_properties: PersonProperties,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PersonProperties {
    pub(crate) name: String,
    pub(crate) email: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DateElement {
    pub(crate) date_element_properties: DateProperties,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct DateProperties {
    pub(crate) display_text: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Table {
    pub(crate) table_rows: Vec<Row>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Row {
    pub(crate) table_cells: Vec<Segment>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct List {
    pub(crate) list_properties: ListProperties,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ListProperties {
    pub(crate) nesting_levels: Vec<NestingLevel>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct NestingLevel {
    pub(crate) glyph_type: Option<String>,
    pub(crate) glyph_symbol: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlineObject {
    pub(crate) inline_object_properties: InlineObjectProperties,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlineObjectProperties {
    pub(crate) embedded_object: EmbeddedObject,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct EmbeddedObject {
    pub(crate) title: String,
    pub(crate) description: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CommentThread {
    pub(crate) comment_id: String,
    pub(crate) anchor_id: String,
    pub(crate) plain_text_quote: String,
    pub(crate) head_post: Post,
    pub(crate) replies: Vec<Post>,
    pub(crate) status: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SuggestionThread {
    pub(crate) suggestion_id: String,
    pub(crate) summary_text: String,
    pub(crate) status: String,
    pub(crate) head_post: Post,
    pub(crate) replies: Vec<Post>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Post {
    pub(crate) author: Author,
    pub(crate) content: String,
    pub(crate) create_time: String,
    pub(crate) comment_action: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Author {
    pub(crate) display_name: String,
    pub(crate) me: bool,
}

impl Document {
    /// All tabs in the order they are shown in, each with how deep it is.
    pub(crate) fn all_tabs(&self) -> Vec<(usize, &Tab)> {
        let mut all = Vec::new();
        for tab in &self.tabs {
            tab.gather(0, &mut all);
        }
        all
    }
}

impl Tab {
    fn gather<'a>(&'a self, depth: usize, all: &mut Vec<(usize, &'a Tab)>) {
        all.push((depth, self));
        for child in &self.child_tabs {
            child.gather(depth + 1, all);
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.properties.tab_id
    }

    pub(crate) fn body(&self) -> &[Element] {
        &self.page.body.content
    }

    /// Body, headers, footers and footnotes.
    pub(crate) fn segments(&self) -> impl Iterator<Item = &Segment> {
        let page = &self.page;
        let others = page.headers.values().chain(page.footers.values()).chain(page.footnotes.values());
        std::iter::once(&page.body).chain(others)
    }
}

impl Element {
    /// A paragraph without a word in it.
    pub(crate) fn is_empty_paragraph(&self) -> bool {
        self.paragraph.is_some() && self.end_index == self.start_index + 1
    }

    /// The paragraphs of it, those in tables included.
    pub(crate) fn paragraphs(&self) -> Vec<&Paragraph> {
        let rows = self.table.iter().flat_map(|table| &table.table_rows);
        let cells = rows.flat_map(|row| &row.table_cells).flat_map(|cell| &cell.content);
        let contents = self.table_of_contents.iter().flat_map(|contents| &contents.content);
        self.paragraph.iter().chain(cells.chain(contents).flat_map(Self::paragraphs)).collect()
    }
}

impl Paragraph {
    /// From 1 to 6, if it is a heading. The title of a document is the highest.
    pub(crate) fn heading_level(&self) -> Option<u8> {
        match self.style.named_style_type.as_str() {
            "TITLE" => Some(1),
            "SUBTITLE" => Some(2),
            other => other.strip_prefix("HEADING_")?.parse().ok(),
        }
    }

    /// Its words without what is only proposed.
    pub(crate) fn text(&self) -> String {
        self.words(|run| run.suggested_insertion_ids.is_empty())
    }

    /// Its words as if every proposal had been accepted.
    pub(crate) fn accepted_text(&self) -> String {
        self.words(|run| run.suggested_deletion_ids.is_empty())
    }

    fn words(&self, stays: impl Fn(&TextRun) -> bool) -> String {
        let runs = self.elements.iter().filter_map(|element| element.text_run.as_ref());
        runs.filter(|run| stays(run)).map(|run| run.content.as_str()).collect()
    }
}

impl CommentThread {
    pub(crate) fn is_open(&self) -> bool {
        self.status != "RESOLVED"
    }
}

impl SuggestionThread {
    pub(crate) fn is_open(&self) -> bool {
        self.status == "OPEN"
    }
}

impl TextStyle {
    /// Google marks code by its font.
    pub(super) fn is_code(&self) -> bool {
        const FONTS: &[&str] = &["mono", "courier", "consolas", "source code", "inconsolata", "menlo"];
        self.weighted_font_family.as_ref().is_some_and(|font| {
            let family = font.font_family.to_lowercase();
            FONTS.iter().any(|known| family.contains(known))
        })
    }
}
