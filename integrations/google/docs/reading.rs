//! What stands in a document, as blocks.
//!
//! Pictures, people and dates become words in brackets: whoever reads them sees that they are no text.

use super::block::{Block, Entry, Kind, Look, Paragraph, Run, Sign, Words, tidy};
use super::document::{self, Element, Inline, Page, Tab, TextStyle};
use super::markdown;
use super::parsing::destination;
use crate::gmail::hygiene::visible;
use crate::gmail::visible_line;

/// A tab as Markdown, with its footnotes at the end, and how many hidden characters were taken out.
pub(crate) struct Readable {
    pub(crate) markdown: String,
    pub(crate) hidden: usize,
    /// Whether there are boxes to be ticked in it.
    pub(crate) boxes: bool,
}

pub(crate) fn readable(tab: &Tab) -> Readable {
    let mut reading = Reading { page: &tab.page, notes: Vec::new() };
    let blocks = reading.blocks(tab.body());
    let mut text = markdown::write(&blocks);
    let notes = std::mem::take(&mut reading.notes);
    for (number, id) in notes {
        let Some(note) = tab.page.footnotes.get(&id) else { continue };
        let words = markdown::write(&reading.blocks(&note.content));
        text.push_str("\n\n");
        text.push_str(&marked("footnote", &number));
        text.push(' ');
        text.push_str(&words.trim().replace('\n', " "));
    }
    let cleaned = visible(&text);
    Readable { markdown: cleaned.words, hidden: cleaned.removed, boxes: blocks.iter().any(Block::is_box) }
}

/// Some of a tab as Markdown.
pub(crate) fn part(tab: &Tab, elements: &[Element]) -> String {
    let mut reading = Reading { page: &tab.page, notes: Vec::new() };
    visible(&markdown::write(&reading.blocks(elements))).words
}

struct Reading<'a> {
    page: &'a Page,
    /// The footnotes met so far, with their numbers.
    notes: Vec<(String, String)>,
}

impl Reading<'_> {
    fn blocks(&mut self, elements: &[Element]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for element in elements {
            if let Some(paragraph) = &element.paragraph {
                blocks.push(Block::Paragraph(self.paragraph(paragraph)));
            } else if let Some(table) = &element.table {
                let mut rows: Vec<Vec<Words>> = table
                    .table_rows
                    .iter()
                    .map(|row| row.table_cells.iter().map(|cell| self.cell(&cell.content)).collect())
                    .collect();
                let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
                for row in &mut rows {
                    row.resize(columns, Words::new());
                }
                blocks.push(Block::Table(rows));
            }
        }
        // What a document is never without, and what stands around tables, says nothing.
        blocks.retain(|block| match block {
            Block::Paragraph(one) => {
                !one.words.is_empty()
                    || one.entry.is_some()
                    || one.kind == Kind::Rule
                    || one.kind == Kind::Code
            }
            Block::Table(_) => true,
        });
        blocks
    }

    /// The paragraphs of a cell, one line each.
    fn cell(&mut self, elements: &[Element]) -> Words {
        let mut words = Words::new();
        for block in self.blocks(elements) {
            let more = match block {
                Block::Paragraph(paragraph) => paragraph.words,
                Block::Table(rows) => rows.into_iter().flatten().flatten().collect(),
            };
            if !words.is_empty() {
                words.push(Run { text: "\n".to_owned(), look: Look::default() });
            }
            words.extend(more);
        }
        tidy(words)
    }

    fn paragraph(&mut self, paragraph: &document::Paragraph) -> Paragraph {
        let style = &paragraph.style;
        let mut words = Words::new();
        let mut rule = false;
        for element in &paragraph.elements {
            rule |= element.horizontal_rule.is_some();
            self.inline(element, &mut words);
        }
        let silent = words.iter().all(|run| run.text.is_empty());
        let entry = paragraph.bullet.as_ref().map(|bullet| self.entry(bullet));
        let kind = match style.named_style_type.as_str() {
            "TITLE" => Kind::Heading(1),
            "SUBTITLE" => Kind::Heading(2),
            other => match other.strip_prefix("HEADING_").and_then(|level| level.parse().ok()) {
                Some(level) => Kind::Heading(level),
                None if rule => Kind::Rule,
                None if style.shading.is_some() && entry.is_none() => Kind::Code,
                None if style.border_left.is_some() && entry.is_none() => Kind::Quote,
                None if style.border_bottom.is_some() && silent => Kind::Rule,
                None => Kind::Text,
            },
        };
        if kind == Kind::Code {
            for run in &mut words {
                run.look = Look::default();
            }
            return Paragraph { kind, entry, words: joined(words) };
        }
        Paragraph { kind, entry, words: trimmed(tidy(words)) }
    }

    fn entry(&self, bullet: &document::Bullet) -> Entry {
        let list = self.page.lists.get(&bullet.list_id);
        let level = list.and_then(|list| list.list_properties.nesting_levels.get(bullet.nesting_level));
        let sign = match level.map(|level| (level.glyph_type.as_deref(), level.glyph_symbol.as_deref())) {
            None | Some((_, Some(_)) | (Some("NONE"), None)) => Sign::Bullet,
            Some((None | Some("GLYPH_TYPE_UNSPECIFIED"), None)) => Sign::Box,
            Some((Some(_), None)) => Sign::Number,
        };
        Entry { level: bullet.nesting_level, sign }
    }

    fn inline(&mut self, element: &Inline, words: &mut Words) {
        let mut say = |text: String, look: Look| words.push(Run { text, look });
        if let Some(run) = &element.text_run {
            let text = run.content.trim_end_matches('\n').replace('\u{b}', "\n");
            say(text, look(&run.text_style));
        } else if let Some(object) = &element.object {
            let known = self.page.inline_objects.get(&object.inline_object_id);
            let named = known.map(|known| &known.inline_object_properties.embedded_object);
            let name = named.map(|one| if one.title.is_empty() { &one.description } else { &one.title });
            say(marked("image", name.map_or("", String::as_str)), Look::default());
        } else if let Some(reference) = &element.footnote_reference {
            self.notes.push((reference.footnote_number.clone(), reference.footnote_id.clone()));
            say(marked("footnote", &reference.footnote_number), Look::default());
        } else if let Some(link) = &element.rich_link {
            let properties = &link.rich_link_properties;
            let link = destination(&properties.uri);
            say(properties.title.clone(), Look { link, ..Look::default() });
        } else if let Some(person) = &element.person {
            let properties = &person.person_properties;
            let name = if properties.name.is_empty() { &properties.email } else { &properties.name };
            let link = Some(format!("mailto:{}", properties.email)).filter(|_| !properties.email.is_empty());
            say(name.clone(), Look { link, ..Look::default() });
        } else if let Some(date) = &element.date_element {
            say(date.date_element_properties.display_text.clone(), Look::default());
        }
    }
}

/// What is no text, in brackets that nobody writes.
pub(crate) fn marked(kind: &str, name: &str) -> String {
    format!("⟦{} {}⟧", kind, visible_line(name)).replace(" ⟧", "⟧")
}

fn look(style: &TextStyle) -> Look {
    let link = style.link.as_ref().and_then(|link| {
        let heading = link.heading.as_ref().map(|heading| &heading.id).or(link.heading_id.as_ref());
        link.url.as_deref().and_then(destination).or_else(|| heading.map(|id| format!("#{id}")))
    });
    Look { bold: style.bold, italic: style.italic, struck: style.strikethrough, code: style.is_code(), link }
}

/// Code as one run: its spaces count.
fn joined(words: Words) -> Words {
    let text: String = words.into_iter().map(|run| run.text).collect();
    if text.is_empty() { Words::new() } else { vec![Run { text, look: Look::default() }] }
}

/// Markdown knows no blanks at either end of a paragraph.
fn trimmed(mut words: Words) -> Words {
    if let Some(first) = words.first_mut().filter(|run| !run.look.code) {
        first.text = first.text.trim_start().to_owned();
    }
    if let Some(last) = words.last_mut().filter(|run| !run.look.code) {
        last.text = last.text.trim_end().to_owned();
    }
    tidy(words)
}
