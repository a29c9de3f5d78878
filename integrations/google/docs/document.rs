//! A document as Docs describes it: only what we read of it.
//!
//! Indices count UTF-16 units. Google leaves out whatever is zero, false or empty.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::json::google_json;

/// What is asked for of every document that is read or planned for.
pub(super) const FIELDS: &[&str] = &[
    "documentId",
    "title",
    "revisionId",
    "tabs",
    "comments",
    "suggestions(suggestionId,summaryText,status,headPost,replies)",
];

google_json! {
    Document {
        title: String,
        /// Only for those who may edit.
        revision_id: Option<String>,
        tabs: Vec<Tab>,
        comments: Vec<CommentThread>,
        suggestions: Vec<SuggestionThread>,
    }

    Tab {
        #[serde(rename = "tabProperties")] properties: TabProperties,
        #[serde(rename = "documentTab")] page: Page,
        child_tabs: Vec<Tab>,
    }

    TabProperties { tab_id: String, title: String }

    /// The content of a tab.
    Page {
        body: Segment,
        lists: BTreeMap<String, List>,
        inline_objects: BTreeMap<String, InlineObject>,
        footnotes: BTreeMap<String, Segment>,
        headers: BTreeMap<String, Segment>,
        footers: BTreeMap<String, Segment>,
        comment_anchors: BTreeMap<String, Value>,
    }

    /// A row of elements with indices of its own.
    Segment { content: Vec<Element> }

    Element {
        start_index: usize,
        end_index: usize,
        paragraph: Option<Paragraph>,
        table: Option<Table>,
        table_of_contents: Option<Segment>,
        section_break: Option<Value>,
    }

    Paragraph {
        elements: Vec<Inline>,
        #[serde(rename = "paragraphStyle")] style: ParagraphStyle,
        bullet: Option<Bullet>,
    }

    ParagraphStyle {
        named_style_type: String,
        shading: Option<Value>,
        border_left: Option<Value>,
        border_bottom: Option<Value>,
    }

    Bullet { list_id: String, nesting_level: usize }

    Inline {
        start_index: usize,
        text_run: Option<TextRun>,
        #[serde(rename = "inlineObjectElement")] object: Option<ObjectReference>,
        footnote_reference: Option<FootnoteReference>,
        horizontal_rule: Option<Value>,
        rich_link: Option<RichLink>,
        person: Option<Person>,
        date_element: Option<DateElement>,
    }

    TextRun {
        content: String,
        text_style: TextStyle,
        suggested_insertion_ids: Vec<String>,
        suggested_deletion_ids: Vec<String>,
    }

    TextStyle {
        bold: bool,
        italic: bool,
        strikethrough: bool,
        link: Option<Link>,
        weighted_font_family: Option<Font>,
    }

    Font { font_family: String }
    Link { url: Option<String>, heading_id: Option<String>, heading: Option<HeadingLink> }
    HeadingLink { id: String }
    ObjectReference { inline_object_id: String }
    FootnoteReference { footnote_id: String, footnote_number: String }
    RichLink { rich_link_properties: RichLinkProperties }
    RichLinkProperties { title: String, uri: String }
    Person { person_properties: PersonProperties }
    PersonProperties { name: String, email: String }
    DateElement { date_element_properties: DateProperties }
    DateProperties { display_text: String }
    Table { table_rows: Vec<Row> }
    Row { table_cells: Vec<Segment> }
    List { list_properties: ListProperties }
    ListProperties { nesting_levels: Vec<NestingLevel> }
    NestingLevel { glyph_type: Option<String>, glyph_symbol: Option<String> }
    InlineObject { inline_object_properties: InlineObjectProperties }
    InlineObjectProperties { embedded_object: EmbeddedObject }
    EmbeddedObject { title: String, description: String }

    CommentThread {
        comment_id: String,
        anchor_id: String,
        plain_text_quote: String,
        head_post: Post,
        replies: Vec<Post>,
        status: String,
    }

    SuggestionThread {
        suggestion_id: String,
        summary_text: String,
        status: String,
        head_post: Post,
        replies: Vec<Post>,
    }

    Post { author: Author, content: String, create_time: String, comment_action: Option<String> }
    Author { display_name: String, me: bool }
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
