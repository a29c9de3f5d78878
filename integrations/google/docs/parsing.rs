//! Markdown, read: what the model writes, as blocks.
//!
//! Fetches nothing: a picture becomes a link to it, because Google would fetch whatever address stands there.

use comrak::nodes::{ListType, NodeCodeBlock, NodeList, NodeValue};
use comrak::{Arena, Node, Options, parse_document};
use kernel::Failure;

use super::block::{Block, Entry, Kind, Look, Paragraph, Run, Sign, Words, tidy};

/// More is not written at once.
const LONGEST: usize = 100_000;
/// Docs nests no deeper.
const DEEPEST: usize = 8;

/// Blocks, and what could not be kept of the Markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parsed {
    pub(crate) blocks: Vec<Block>,
    /// Pictures that became links.
    pub(crate) images: usize,
    /// Ticked boxes that came out unticked.
    pub(crate) ticked: usize,
}

/// What a tool was given to write: something, and not too much.
pub(crate) fn parsed(markdown: &str) -> Result<Parsed, Failure> {
    if markdown.chars().count() > LONGEST {
        let words = format!("That is more than {LONGEST} characters. Write it in several parts.");
        return Err(Failure::invalid(words));
    }
    let parsed = parse(markdown);
    if parsed.blocks.is_empty() {
        return Err(Failure::invalid("There is nothing to write. Give some text."));
    }
    Ok(parsed)
}

pub(crate) fn parse(markdown: &str) -> Parsed {
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options());
    let mut reading = Parsed::default();
    reading.blocks_of(root, Setting::default());
    reading
}

pub(super) fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    // Emphasis ends at the punctuation of languages that put no space after it.
    options.extension.cjk_friendly_emphasis = true;
    options
}

/// Where a block stands.
#[derive(Clone, Copy, Debug, Default)]
struct Setting {
    quoted: bool,
    entry: Option<Entry>,
    /// How many lists are around it.
    depth: usize,
}

impl Parsed {
    fn blocks_of(&mut self, parent: Node<'_>, mut setting: Setting) {
        for node in parent.children() {
            self.block(node, setting);
            // Only the first paragraph of an entry has its sign.
            setting.entry = None;
        }
    }

    fn block(&mut self, node: Node<'_>, setting: Setting) {
        match &node.data().value {
            NodeValue::Heading(heading) => {
                let words = self.words(node);
                self.push(Kind::Heading(heading.level.clamp(1, 6)), words, setting);
            }
            NodeValue::Paragraph => {
                let words = self.words(node);
                let kind = if setting.quoted { Kind::Quote } else { Kind::Text };
                self.push(kind, words, setting);
            }
            NodeValue::ThematicBreak => self.push(Kind::Rule, Words::new(), setting),
            NodeValue::BlockQuote => self.blocks_of(node, Setting { quoted: true, ..setting }),
            NodeValue::List(list) => self.list(node, list, setting),
            NodeValue::CodeBlock(code) => self.code(code, setting),
            NodeValue::HtmlBlock(html) => {
                let text = html.literal.trim();
                if !is_comment(text) {
                    self.push(Kind::Text, tidy(vec![said(text)]), setting);
                }
            }
            NodeValue::Table(_) => self.table(node),
            _ => self.blocks_of(node, setting),
        }
    }

    fn push(&mut self, kind: Kind, words: Words, setting: Setting) {
        // A bullet and a border do not go together.
        let kind = if setting.entry.is_some() && kind == Kind::Quote { Kind::Text } else { kind };
        self.blocks.push(Block::Paragraph(Paragraph { kind, entry: setting.entry, words }));
    }

    fn list(&mut self, node: Node<'_>, list: &NodeList, setting: Setting) {
        let has_boxes = node.children().any(|item| matches!(item.data().value, NodeValue::TaskItem(_)));
        let sign = match list.list_type {
            _ if has_boxes => Sign::Box,
            ListType::Ordered => Sign::Number,
            ListType::Bullet => Sign::Bullet,
        };
        let entry = Some(Entry { level: setting.depth.min(DEEPEST), sign });
        for item in node.children() {
            if matches!(&item.data().value, NodeValue::TaskItem(task) if task.symbol.is_some()) {
                self.ticked += 1;
            }
            let inside = Setting { entry, depth: setting.depth + 1, ..setting };
            match item.first_child() {
                Some(first) if matches!(first.data().value, NodeValue::Paragraph | NodeValue::Heading(_)) => {
                }
                // An entry that begins with something else is an empty one before it.
                _ => self.push(Kind::Text, Words::new(), inside),
            }
            let has_own = item.first_child().is_some_and(|first| {
                matches!(first.data().value, NodeValue::Paragraph | NodeValue::Heading(_))
            });
            let entry = if has_own { entry } else { None };
            self.blocks_of(item, Setting { entry, ..inside });
        }
    }

    fn code(&mut self, code: &NodeCodeBlock, setting: Setting) {
        for line in code.literal.trim_end_matches('\n').split('\n') {
            let words = if line.is_empty() { Words::new() } else { vec![said(line)] };
            self.push(Kind::Code, words, Setting { entry: None, ..setting });
        }
    }

    fn table(&mut self, node: Node<'_>) {
        let mut rows: Vec<Vec<Words>> =
            node.children().map(|row| row.children().map(|cell| self.words(cell)).collect()).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        for row in &mut rows {
            row.resize(columns, Words::new());
        }
        if columns > 0 {
            self.blocks.push(Block::Table(rows));
        }
    }

    fn words(&mut self, node: Node<'_>) -> Words {
        let mut words = Words::new();
        self.inlines(node, &Look::default(), &mut words);
        tidy(words)
    }

    fn inlines(&mut self, parent: Node<'_>, look: &Look, words: &mut Words) {
        for node in parent.children() {
            self.inline(node, look, words);
        }
    }

    fn inline(&mut self, node: Node<'_>, look: &Look, words: &mut Words) {
        let mut say = |text: &str, look: Look| words.push(Run { text: text.to_owned(), look });
        match &node.data().value {
            NodeValue::Text(text) => say(text, look.clone()),
            NodeValue::SoftBreak => say(" ", look.clone()),
            NodeValue::LineBreak => say("\n", look.clone()),
            NodeValue::Code(code) => say(&code.literal, Look { code: true, ..look.clone() }),
            NodeValue::HtmlInline(html) if is_line_break(html) => say("\n", look.clone()),
            NodeValue::HtmlInline(html) if is_comment(html) => {}
            NodeValue::HtmlInline(html) => say(html, look.clone()),
            NodeValue::Emph => self.inlines(node, &Look { italic: true, ..look.clone() }, words),
            NodeValue::Strong => self.inlines(node, &Look { bold: true, ..look.clone() }, words),
            NodeValue::Strikethrough => self.inlines(node, &Look { struck: true, ..look.clone() }, words),
            NodeValue::Link(link) => {
                self.inlines(node, &Look { link: destination(&link.url), ..look.clone() }, words);
            }
            NodeValue::Image(image) => {
                self.images += 1;
                let before = words.len();
                let look = Look { link: destination(&image.url), ..look.clone() };
                self.inlines(node, &look, words);
                if words.len() == before {
                    words.push(Run { text: "image".to_owned(), look });
                }
            }
            _ => self.inlines(node, look, words),
        }
    }
}

/// Only what leads out of the document is a link: Docs has no relative ones, and data is no place.
pub(super) fn destination(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once(':')?;
    let known = ["http", "https", "mailto", "tel"].contains(&scheme.to_ascii_lowercase().as_str());
    (known && !rest.is_empty()).then(|| url.to_owned())
}

fn said(text: &str) -> Run {
    Run { text: text.to_owned(), look: Look::default() }
}

fn is_comment(html: &str) -> bool {
    html.starts_with("<!--")
}

fn is_line_break(html: &str) -> bool {
    let tag: String = html.chars().filter(|one| !one.is_whitespace()).collect();
    ["<br>", "<br/>"].contains(&tag.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(kind: Kind, entry: Option<Entry>, text: &str) -> Block {
        Block::Paragraph(Paragraph { kind, entry, words: vec![Run::plain(text)] })
    }

    fn entry(level: usize, sign: Sign, text: &str) -> Block {
        paragraph(Kind::Text, Some(Entry { level, sign }), text)
    }

    #[test]
    fn markdown_is_read_block_by_block() {
        let parsed = parse("# A\n\nb\n\n- c\n  1. d\n- [x] e\n\n> f\n\n```\ng\n\nh\n```\n\n---\n");
        let code = |text: &str| match paragraph(Kind::Code, None, text) {
            Block::Paragraph(one) if text.is_empty() => Block::Paragraph(Paragraph { words: vec![], ..one }),
            block => block,
        };
        assert_eq!(
            parsed.blocks,
            [
                paragraph(Kind::Heading(1), None, "A"),
                paragraph(Kind::Text, None, "b"),
                entry(0, Sign::Box, "c"),
                entry(1, Sign::Number, "d"),
                entry(0, Sign::Box, "e"),
                paragraph(Kind::Quote, None, "f"),
                code("g"),
                code(""),
                code("h"),
                Block::Paragraph(Paragraph { kind: Kind::Rule, ..Paragraph::default() }),
            ]
        );
        assert_eq!(parsed.ticked, 1);
    }

    #[test]
    fn a_picture_becomes_a_link_and_is_counted() {
        let parsed = parse("![a cat](https://x.example/cat.png) ![](data:image/png;base64,AAAA)");
        let Some(Block::Paragraph(paragraph)) = parsed.blocks.first() else { panic!("{parsed:?}") };
        let link = Look { link: Some("https://x.example/cat.png".into()), ..Look::default() };
        assert_eq!(paragraph.words, [Run { text: "a cat".into(), look: link }, Run::plain(" image")]);
        assert_eq!(parsed.images, 2);
    }

    #[test]
    fn tables_have_as_many_cells_in_every_row() {
        let parsed = parse("| a | b |\n| --- | --- |\n| c |\n");
        let cell = |text: &str| if text.is_empty() { vec![] } else { vec![Run::plain(text)] };
        assert_eq!(
            parsed.blocks,
            [Block::Table(vec![vec![cell("a"), cell("b")], vec![cell("c"), cell("")]])]
        );
    }
}
