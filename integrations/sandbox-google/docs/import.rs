//! A document made from Markdown, as Drive's import makes it.

mod inlines;

use std::collections::BTreeMap;
use std::sync::Arc;

use comrak::nodes::{ListType, NodeCodeBlock, NodeList, NodeValue};
use comrak::{Arena, Node, Options, parse_document};
use serde_json::{Value, json};

use super::batch::empty_table;
use super::content::Content;
use super::document::{Document, Fetch, Tab};
use super::lists;
use super::pen::{set_bullet, units_of};
use super::style::{self, Style};
use super::unit::{Bullet, Inline, Paragraph, Sign, Unit};

/// The kinds of lists that Markdown knows.
const PRESETS: [&str; 3] = [lists::BULLETS, lists::NUMBERS, lists::CHECKLIST];

/// Reads a Markdown text of somebody's.
pub(super) fn read(markdown: &str, by: &str) -> Document {
    let mut document = Document::default();
    let Some(tab) = document.tabs.first_mut() else { return document };
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options());
    let start = Unit::new(Sign::SectionBreak, &Style::new());
    let mut page = Page { tab, units: vec![start], fetches: Vec::new() };
    page.blocks(root, &Setting::default());
    let (units, fetches) = (page.finished(), page.fetches);
    if let Some(tab) = document.tabs.first_mut() {
        tab.content = Content::of(units);
    }
    document.fetches.extend(fetches.into_iter().map(|uri| Fetch {
        uri,
        by: by.to_owned(),
        at: sandbox_world::now(),
        request: "import".to_owned(),
    }));
    document
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.extension.autolink = true;
    options
}

/// What is being written.
struct Page<'a> {
    tab: &'a mut Tab,
    units: Vec<Unit>,
    /// The addresses of images.
    fetches: Vec<String>,
}

/// Where a block stands.
#[derive(Clone, Debug, Default)]
struct Setting {
    quoted: bool,
    /// The list around it, and how deep it is in it.
    list: Option<(String, usize)>,
    /// The bullet that the next paragraph gets.
    bullet: Option<Bullet>,
}

impl Page<'_> {
    fn blocks(&mut self, parent: Node<'_>, setting: &Setting) {
        let mut setting = setting.clone();
        for node in parent.children() {
            self.block(node, &setting);
            // Only the first paragraph of an entry has the bullet.
            setting.bullet = None;
        }
    }

    fn block(&mut self, node: Node<'_>, setting: &Setting) {
        match &node.data().value {
            NodeValue::Heading(heading) => {
                self.inlines(node, &Style::new());
                self.end(Paragraph::named(&format!("HEADING_{}", heading.level)), setting);
            }
            NodeValue::Paragraph => {
                self.inlines(node, &Style::new());
                self.end(Paragraph::named("NORMAL_TEXT"), setting);
            }
            NodeValue::ThematicBreak => {
                self.units.push(Unit::new(Sign::Inline(Arc::new(Inline::Rule)), &Style::new()));
                self.end(Paragraph::named("NORMAL_TEXT"), setting);
            }
            NodeValue::BlockQuote => self.blocks(node, &Setting { quoted: true, ..setting.clone() }),
            NodeValue::List(list) => self.list(node, list, setting),
            NodeValue::CodeBlock(block) => self.code(block, setting),
            NodeValue::HtmlBlock(block) => {
                for line in block.literal.lines() {
                    self.units.extend(units_of(line, &Style::new(), &Paragraph::default()));
                    self.end(Paragraph::named("NORMAL_TEXT"), setting);
                }
            }
            NodeValue::Table(_) => self.table(node),
            // Markdown has nothing else at this level with the extensions that are on.
            _ => self.blocks(node, setting),
        }
    }

    /// Ends a paragraph.
    fn end(&mut self, mut paragraph: Paragraph, setting: &Setting) {
        if let Some(bullet) = &setting.bullet {
            set_bullet(&mut paragraph, Some(bullet.clone()));
        } else if let Some((_, level)) = &setting.list {
            let indent = style::points(36 + 36 * level);
            paragraph.style = style::with(&paragraph.style, "indentStart", indent.clone());
            paragraph.style = style::with(&paragraph.style, "indentFirstLine", indent);
        }
        if setting.quoted {
            paragraph.style = style::with(&paragraph.style, "borderLeft", quote_border());
            paragraph.style = style::with(&paragraph.style, "indentStart", style::points(36));
        }
        self.units.push(Unit::new(Sign::Newline(Arc::new(paragraph)), &Style::new()));
    }

    /// A list within one of the same kind is a deeper level of it. Boxes among bullets are a list of their own.
    fn list(&mut self, node: Node<'_>, list: &NodeList, setting: &Setting) {
        let level = setting.list.as_ref().map_or(0, |(_, level)| (level + 1).min(lists::LEVELS - 1));
        let mut ids: BTreeMap<&str, String> = BTreeMap::new();
        if let Some((outer, _)) = &setting.list
            && let Some(preset) = self.tab.lists.get(outer)
        {
            ids.extend(PRESETS.iter().find(|one| *one == preset).map(|one| (*one, outer.clone())));
        }
        for item in node.children() {
            let ticked = match &item.data().value {
                NodeValue::TaskItem(task) => Some(task.symbol.is_some()),
                _ => None,
            };
            let preset = match (ticked, list.list_type) {
                (Some(_), _) => lists::CHECKLIST,
                (None, ListType::Ordered) => lists::NUMBERS,
                (None, ListType::Bullet) => lists::BULLETS,
            };
            let id = ids.entry(preset).or_insert_with(|| self.tab.add_list(preset)).clone();
            let bullet = Bullet { list: id.clone(), level, checked: ticked.unwrap_or_default() };
            let inside = Setting { bullet: Some(bullet), list: Some((id, level)), ..setting.clone() };
            if item.first_child().is_none() {
                self.end(Paragraph::named("NORMAL_TEXT"), &inside);
            }
            self.blocks(item, &inside);
        }
    }

    fn code(&mut self, block: &NodeCodeBlock, setting: &Setting) {
        for line in block.literal.trim_end_matches('\n').split('\n') {
            self.units.extend(units_of(line, &style::code(&Style::new()), &Paragraph::default()));
            let mut paragraph = Paragraph::named("NORMAL_TEXT");
            paragraph.style = style::with(&paragraph.style, "shading", code_ground());
            self.end(paragraph, setting);
        }
    }

    /// A table stands after a paragraph, and never last.
    fn table(&mut self, node: Node<'_>) {
        if self.units.last().is_none_or(|unit| unit.paragraph().is_none()) {
            self.end(Paragraph::named("NORMAL_TEXT"), &Setting::default());
        }
        let rows: Vec<Vec<Node<'_>>> = node.children().map(|row| row.children().collect()).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut cells = rows.iter().flat_map(|row| (0..columns).map(|column| row.get(column).copied()));
        for unit in empty_table(rows.len(), columns) {
            let starts_cell = unit.sign == Sign::CellStart;
            self.units.push(unit);
            if starts_cell && let Some(Some(cell)) = cells.next() {
                self.inlines(cell, &Style::new());
            }
        }
    }

    /// All units, which end with a paragraph.
    fn finished(&mut self) -> Vec<Unit> {
        if self.units.last().is_none_or(|unit| unit.paragraph().is_none()) {
            self.end(Paragraph::named("NORMAL_TEXT"), &Setting::default());
        }
        std::mem::take(&mut self.units)
    }
}

fn quote_border() -> Value {
    json!({
        "color": { "color": { "rgbColor": { "red": 0.8, "green": 0.8, "blue": 0.8 } } },
        "width": style::points(3), "padding": style::points(12), "dashStyle": "SOLID",
    })
}

fn code_ground() -> Value {
    let grey = json!({ "rgbColor": { "red": 0.945, "green": 0.953, "blue": 0.957 } });
    json!({ "backgroundColor": { "color": grey } })
}
