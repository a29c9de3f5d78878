//! A document as people read it: headings, lists with their numbers, tables, words that look one way.
//!
//! Knows nothing of indices. Exports are written from it, and the page shows it.

use std::collections::BTreeMap;

use super::content::Content;
use super::document::{Document, Tab};
use super::lists;
use super::outline::Block as Part;
use super::runs::text_of;
use super::style::{self, Style, is_on, link_of};
use super::unit::{Inline, Look, Paragraph as Looks, Sign, Unit};

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Paragraph(Paragraph),
    /// Rows of cells.
    Table(Vec<Vec<Vec<Block>>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    pub kind: Kind,
    pub entry: Option<Entry>,
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Title,
    Subtitle,
    Heading(u8),
    Quote,
    Code,
}

/// A paragraph's place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub level: usize,
    pub sign: EntrySign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrySign {
    Bullet,
    Number(usize),
    Box { ticked: bool },
}

/// Some of a paragraph that looks one way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    pub ink: Ink,
    /// From the inside out.
    pub marks: Vec<Mark>,
    pub link: Option<String>,
    /// The suggestions that would put it there, take it away, or change its look.
    pub inserted: Vec<String>,
    pub deleted: Vec<String>,
    pub restyled: Vec<String>,
    /// The comments on it.
    pub comments: Vec<String>,
}

/// One way in which words can look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Code,
    Struck,
    Underlined,
    Italic,
    Bold,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ink {
    /// May have line breaks within the paragraph, as vertical tabs.
    Text(String),
    Image(String),
    Chip {
        title: String,
        uri: String,
    },
    Rule,
    PageBreak,
}

impl Default for Ink {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

/// What a tab says.
pub(super) fn read(document: &Document, tab: &Tab) -> Vec<Block> {
    let comments: BTreeMap<&str, &str> =
        document.comments.iter().map(|one| (one.anchor.as_str(), one.id.as_str())).collect();
    let mut reading = Reading { tab, comments, counts: BTreeMap::new() };
    reading.blocks(&tab.content, &tab.content.outline().blocks)
}

struct Reading<'a> {
    tab: &'a Tab,
    /// By their anchors.
    comments: BTreeMap<&'a str, &'a str>,
    /// How far each list has counted, by its id and level.
    counts: BTreeMap<(String, usize), usize>,
}

impl Reading<'_> {
    fn blocks(&mut self, content: &Content, parts: &[Part]) -> Vec<Block> {
        let mut blocks = Vec::new();
        for part in parts {
            match part {
                Part::SectionBreak(_) => {}
                Part::Paragraph(range) => blocks.push(Block::Paragraph(self.paragraph(content.slice(range)))),
                Part::Table(table) => {
                    let rows = table
                        .rows
                        .iter()
                        .map(|row| row.cells.iter().map(|cell| self.blocks(content, &cell.blocks)).collect());
                    blocks.push(Block::Table(rows.collect()));
                }
            }
        }
        blocks
    }

    fn paragraph(&mut self, units: &[Unit]) -> Paragraph {
        let (last, text) = units.split_last().map_or((None, units), |(last, text)| (Some(last), text));
        let looks = last.and_then(Unit::paragraph).cloned().unwrap_or_default();
        let alike = |one: &Unit, next: &Unit| {
            is_text(one)
                && is_text(next)
                && one.look.reads_like(&next.look)
                && one.look.anchors == next.look.anchors
        };
        let mut pieces: Vec<Piece> = Vec::new();
        for run in text.chunk_by(alike) {
            let piece = self.piece(run);
            match (pieces.last_mut(), &piece.ink) {
                (Some(before), Ink::Text(more)) if before.looks_like(&piece) => before.append(more),
                _ => pieces.push(piece),
            }
        }
        Paragraph { kind: kind(&looks), entry: self.entry(&looks), pieces }
    }

    fn entry(&mut self, looks: &Looks) -> Option<Entry> {
        let bullet = looks.bullet.as_ref()?;
        let preset = self.tab.lists.get(&bullet.list).map_or(lists::BULLETS, String::as_str);
        let sign = if lists::is_numbered(preset) {
            // A shallower entry lets the deeper ones start again.
            self.counts.retain(|(list, level), _| *list != bullet.list || *level <= bullet.level);
            let count = self.counts.entry((bullet.list.clone(), bullet.level)).or_default();
            *count += 1;
            EntrySign::Number(*count)
        } else if preset == lists::CHECKLIST {
            EntrySign::Box { ticked: bullet.checked }
        } else {
            EntrySign::Bullet
        };
        Some(Entry { level: bullet.level, sign })
    }

    fn piece(&self, run: &[Unit]) -> Piece {
        let Some(first) = run.first() else { return Piece::default() };
        let look: &Look = &first.look;
        let ink = match &first.sign {
            Sign::Inline(inline) => self.ink(inline),
            _ => Ink::Text(text_of(run)),
        };
        let comments = look.anchors.iter().filter_map(|anchor| self.comments.get(anchor.as_str()));
        Piece {
            ink,
            marks: marks(&look.style),
            link: link_of(&look.style).map(str::to_owned),
            inserted: look.inserted.iter().cloned().collect(),
            deleted: look.deleted.iter().cloned().collect(),
            restyled: look.restyled.keys().cloned().collect(),
            comments: comments.map(|&id| id.to_owned()).collect(),
        }
    }

    fn ink(&self, inline: &Inline) -> Ink {
        match inline {
            Inline::Image(id) => {
                Ink::Image(self.tab.images.get(id).map(|image| image.uri.clone()).unwrap_or_default())
            }
            Inline::RichLink { uri, title, .. } => Ink::Chip { title: title.clone(), uri: uri.clone() },
            Inline::Person { email, name, .. } => {
                Ink::Chip { title: name.clone(), uri: format!("mailto:{email}") }
            }
            Inline::Rule => Ink::Rule,
            Inline::PageBreak => Ink::PageBreak,
        }
    }
}

impl Paragraph {
    /// Its words alone.
    pub(crate) fn text(&self) -> String {
        let words = self.pieces.iter().map(|piece| match &piece.ink {
            Ink::Text(text) => text.as_str(),
            Ink::Chip { title, .. } => title,
            Ink::Image(_) | Ink::Rule | Ink::PageBreak => "",
        });
        words.collect()
    }

    pub fn is_rule(&self) -> bool {
        self.pieces.iter().any(|piece| piece.ink == Ink::Rule)
    }
}

impl Piece {
    /// Whether both are text and differ in nothing but their words.
    fn looks_like(&self, other: &Self) -> bool {
        let wordless = |piece: &Self| Self { ink: Ink::default(), ..piece.clone() };
        matches!((&self.ink, &other.ink), (Ink::Text(_), Ink::Text(_))) && wordless(self) == wordless(other)
    }

    fn append(&mut self, more: &str) {
        if let Ink::Text(text) = &mut self.ink {
            text.push_str(more);
        }
    }
}

fn marks(style: &Style) -> Vec<Mark> {
    // A link is underlined anyway.
    let underlined = is_on(style, "underline") && link_of(style).is_none();
    let marks = [
        (Mark::Code, style::is_code(style)),
        (Mark::Struck, is_on(style, "strikethrough")),
        (Mark::Underlined, underlined),
        (Mark::Italic, is_on(style, "italic")),
        (Mark::Bold, is_on(style, "bold")),
    ];
    marks.into_iter().filter(|(_, on)| *on).map(|(mark, _)| mark).collect()
}

fn kind(looks: &Looks) -> Kind {
    match looks.named_style() {
        "TITLE" => Kind::Title,
        "SUBTITLE" => Kind::Subtitle,
        "HEADING_1" => Kind::Heading(1),
        "HEADING_2" => Kind::Heading(2),
        "HEADING_3" => Kind::Heading(3),
        "HEADING_4" => Kind::Heading(4),
        "HEADING_5" => Kind::Heading(5),
        "HEADING_6" => Kind::Heading(6),
        _ if looks.style.contains_key("shading") => Kind::Code,
        _ if looks.bullet.is_none() && looks.style.contains_key("borderLeft") => Kind::Quote,
        _ => Kind::Text,
    }
}

fn is_text(unit: &Unit) -> bool {
    matches!(unit.sign, Sign::Text(_) | Sign::Newline(_))
}
