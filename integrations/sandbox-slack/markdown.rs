//! What Slack makes of an agent's Markdown: rich text to show, and a text in its own signs to read back.
//!
//! Knows nothing of messages. Slack keeps the words and not the Markdown they came in.

use comrak::nodes::{ListType, NodeValue};
use comrak::{Arena, Node, Options, parse_document};
use serde_json::{Map, Value, json};

use super::{
    ids,
    text::{self, Links},
};

/// Markdown as Slack keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Translated {
    /// With `*bold*`, `_italic_`, `<address|label>` and bullets.
    pub(crate) text: String,
    pub(crate) blocks: Vec<Value>,
}

pub(crate) fn translated(markdown: &str) -> Translated {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options);
    let mut out = Translation::default();
    for node in root.children() {
        out.block(node);
    }
    out.finished()
}

#[derive(Default)]
struct Translation {
    paragraphs: Vec<String>,
    blocks: Vec<Value>,
    /// The parts of the rich text that is being written.
    parts: Vec<Value>,
}

impl Translation {
    fn block(&mut self, node: Node<'_>) {
        match &node.data().value {
            NodeValue::Heading(_) => self.section(node, &Style { bold: true, ..Style::default() }),
            NodeValue::List(_) => self.list(node, 0),
            NodeValue::BlockQuote => {
                let pieces = children(node, &Style::default());
                self.paragraphs.push(format!("&gt; {}", read_back(&pieces)));
                self.parts.push(part("rich_text_quote", &pieces));
            }
            NodeValue::CodeBlock(code) => {
                let literal = code.literal.trim_end_matches('\n');
                self.paragraphs.push(format!("```{}```", text::stored(literal, Links::Left)));
                self.parts.push(part("rich_text_preformatted", &[json!({"type": "text", "text": literal})]));
            }
            NodeValue::Table(_) => self.table(node),
            NodeValue::ThematicBreak => {
                self.close();
                self.blocks.push(json!({"type": "divider", "block_id": ids::random(5)}));
            }
            _ => self.section(node, &Style::default()),
        }
    }

    fn section(&mut self, node: Node<'_>, style: &Style) {
        let pieces = children(node, style);
        // A heading's looks are not in the text.
        let plain: Vec<Value> =
            pieces.iter().map(|piece| if style.bold { bare(piece) } else { piece.clone() }).collect();
        self.paragraphs.push(read_back(&plain));
        self.parts.push(part("rich_text_section", &pieces));
    }

    fn list(&mut self, node: Node<'_>, depth: usize) {
        let data = node.data();
        let NodeValue::List(list) = &data.value else { return };
        let ordered = list.list_type == ListType::Ordered;
        let mut items = Vec::new();
        let mut lines = Vec::new();
        for (number, item) in (list.start..).zip(node.children()) {
            let inner = |node: &Node<'_>| matches!(node.data().value, NodeValue::List(_));
            let pieces: Vec<Value> = item
                .children()
                .filter(|child| !inner(child))
                .flat_map(|child| children(child, &Style::default()))
                .collect();
            let sign = if ordered { format!("{number}. ") } else { "• ".to_owned() };
            lines.push(format!("{}{sign}{}", "    ".repeat(depth), read_back(&pieces)));
            items.push(part("rich_text_section", &pieces));
            let below: Vec<Node<'_>> = item.children().filter(inner).collect();
            if !below.is_empty() {
                self.end_list((ordered, depth), &mut items, &mut lines);
                for list in below {
                    self.list(list, depth + 1);
                }
            }
        }
        self.end_list((ordered, depth), &mut items, &mut lines);
    }

    fn end_list(&mut self, (ordered, depth): (bool, usize), items: &mut Vec<Value>, lines: &mut Vec<String>) {
        if items.is_empty() {
            return;
        }
        let style = if ordered { "ordered" } else { "bullet" };
        self.parts.push(json!({
            "type": "rich_text_list", "elements": std::mem::take(items), "style": style, "indent": depth, "border": 0,
        }));
        self.paragraphs.push(std::mem::take(lines).join("\n"));
    }

    fn table(&mut self, node: Node<'_>) {
        self.close();
        let cell = |cell: Node<'_>| {
            let words = read_back(&children(cell, &Style::default()));
            json!({"type": "raw_text", "text": if words.is_empty() { " ".to_owned() } else { words }})
        };
        let rows: Vec<Vec<Value>> = node.children().map(|row| row.children().map(cell).collect()).collect();
        let line = |row: &Vec<Value>| {
            let words = row.iter().filter_map(|cell| cell.get("text").and_then(Value::as_str));
            words.collect::<Vec<_>>().join(" | ")
        };
        self.paragraphs.push(rows.iter().map(line).collect::<Vec<_>>().join("\n"));
        self.blocks.push(json!({"type": "table", "block_id": ids::random(5), "rows": rows}));
    }

    /// Ends the rich text that is being written.
    fn close(&mut self) {
        if !self.parts.is_empty() {
            let elements = std::mem::take(&mut self.parts);
            self.blocks.push(json!({"type": "rich_text", "block_id": ids::random(5), "elements": elements}));
        }
    }

    fn finished(mut self) -> Translated {
        self.close();
        Translated { text: self.paragraphs.join("\n\n"), blocks: self.blocks }
    }
}

#[derive(Clone, Default)]
struct Style {
    bold: bool,
    italic: bool,
    strike: bool,
}

impl Style {
    fn shown(&self) -> Map<String, Value> {
        let set = [("bold", self.bold), ("italic", self.italic), ("strike", self.strike)];
        set.into_iter().filter(|(_, on)| *on).map(|(name, on)| (name.to_owned(), json!(on))).collect()
    }
}

/// Pieces that say nothing are none: Slack takes no empty words, and no link to nowhere.
fn part(kind: &str, pieces: &[Value]) -> Value {
    let says = |piece: &&Value| ["text", "url"].iter().all(|name| piece.get(name) != Some(&json!("")));
    let pieces: Vec<&Value> = pieces.iter().filter(says).collect();
    json!({"type": kind, "elements": pieces})
}

fn children(node: Node<'_>, style: &Style) -> Vec<Value> {
    let mut pieces = Vec::new();
    for (index, child) in node.children().enumerate() {
        // Paragraphs within one quote or entry stand on lines of their own.
        if index > 0 && matches!(child.data().value, NodeValue::Paragraph) {
            pieces.push(styled(json!({"type": "text", "text": "\n"}), style.shown()));
        }
        inline(child, style, &mut pieces);
    }
    pieces
}

fn inline(node: Node<'_>, style: &Style, pieces: &mut Vec<Value>) {
    let words = |words: &str| text::elements(words).into_iter().map(|piece| styled(piece, style.shown()));
    match &node.data().value {
        NodeValue::Text(text) => pieces.extend(words(text)),
        NodeValue::HtmlInline(html) => pieces.extend(words(html)),
        NodeValue::HtmlBlock(html) => pieces.extend(words(&html.literal)),
        NodeValue::SoftBreak | NodeValue::LineBreak => pieces.extend(words("\n")),
        NodeValue::Code(code) => {
            let mut style = style.shown();
            style.insert("code".to_owned(), json!(true));
            pieces.push(styled(json!({"type": "text", "text": code.literal}), style));
        }
        NodeValue::Strong => pieces.extend(children(node, &Style { bold: true, ..style.clone() })),
        NodeValue::Emph => pieces.extend(children(node, &Style { italic: true, ..style.clone() })),
        NodeValue::Strikethrough => pieces.extend(children(node, &Style { strike: true, ..style.clone() })),
        NodeValue::Link(link) => pieces.push(linked(&link.url, node, style)),
        NodeValue::Image(image) => pieces.push(linked(&image.url, node, style)),
        _ => pieces.extend(children(node, style)),
    }
}

fn linked(address: &str, node: Node<'_>, style: &Style) -> Value {
    let label: String = children(node, &Style::default())
        .iter()
        .filter_map(|piece| piece.get("text").and_then(Value::as_str))
        .collect();
    let link = if address.is_empty() {
        json!({"type": "text", "text": label})
    } else if label.is_empty() || label == address {
        json!({"type": "link", "url": address})
    } else {
        json!({"type": "link", "url": address, "text": label})
    };
    styled(link, style.shown())
}

fn styled(mut piece: Value, style: Map<String, Value>) -> Value {
    if let (false, Some(fields)) = (style.is_empty(), piece.as_object_mut()) {
        fields.insert("style".to_owned(), Value::Object(style));
    }
    piece
}

fn bare(piece: &Value) -> Value {
    let mut piece = piece.clone();
    if let Some(fields) = piece.as_object_mut() {
        fields.remove("style");
    }
    piece
}

/// The pieces in Slack's own signs.
fn read_back(pieces: &[Value]) -> String {
    pieces.iter().map(signed).collect()
}

fn signed(piece: &Value) -> String {
    let field = |name: &str| piece.get(name).and_then(Value::as_str).unwrap_or_default();
    let plain = match field("type") {
        "user" => format!("<@{}>", field("user_id")),
        "channel" => format!("<#{}>", field("channel_id")),
        "broadcast" => format!("<!{}>", field("range")),
        "link" => match (field("url"), field("text")) {
            (address, "") => format!("<{}>", text::stored(address, Links::Left)),
            (address, label) => {
                format!("<{}|{}>", text::stored(address, Links::Left), text::stored(label, Links::Left))
            }
        },
        _ => text::stored(field("text"), Links::Left),
    };
    let on = |name: &str| piece.pointer(&format!("/style/{name}")) == Some(&Value::Bool(true));
    let signs = [("code", '`'), ("strike", '~'), ("italic", '_'), ("bold", '*')];
    signs
        .into_iter()
        .filter(|(name, _)| on(name))
        .fold(plain, |said, (_, sign)| format!("{sign}{said}{sign}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_reads_back_in_slacks_signs() {
        let given = "## Mail\n\n**Two** new *letters* from [Mia](https://a.example/?x=1&y=2), see `inbox`:\n\n- one\n- ~~two~~\n  1. deep\n\n> quoted & kept";
        let read = translated(given);
        assert_eq!(
            read.text,
            "Mail\n\n*Two* new _letters_ from <https://a.example/?x=1&amp;y=2|Mia>, see `inbox`:\n\n• one\n• ~two~\n\n    1. deep\n\n&gt; quoted &amp; kept"
        );
        let parts: Vec<&str> = read.blocks[0]["elements"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["type"].as_str().unwrap())
            .collect();
        assert_eq!(
            parts,
            ["rich_text_section", "rich_text_section", "rich_text_list", "rich_text_list", "rich_text_quote"]
        );
        assert_eq!(read.blocks[0]["elements"][0]["elements"][0]["style"], json!({"bold": true}));
    }

    #[test]
    fn code_tables_and_mentions_keep_what_they_are() {
        let read = translated(
            "Hi <@U1> & <b>\n\n```rust\nlet x = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | |\n\n---\nend",
        );
        let kinds: Vec<&str> = read.blocks.iter().map(|it| it["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["rich_text", "table", "divider", "rich_text"]);
        assert_eq!(read.blocks[0]["elements"][0]["elements"][1]["user_id"], "U1");
        assert!(
            read.text.starts_with("Hi <@U1> &amp; &lt;b&gt;\n\n```let x = 1;```\n\na | b"),
            "{}",
            read.text
        );
        assert!(crate::blocks::check(json!(read.blocks)).is_ok());
    }

    proptest::proptest! {
        #[test]
        fn whatever_an_agent_says_becomes_blocks_that_slack_takes(words in "[a-z#*_~`\\[\\]()<>@!| \\n-]{0,80}") {
            let blocks = translated(&words).blocks;
            let problems = crate::blocks::problems(&json!(blocks));
            proptest::prop_assert!(problems.is_empty(), "{problems:?}");
        }
    }
}
