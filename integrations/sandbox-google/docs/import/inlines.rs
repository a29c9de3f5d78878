//! Words of a Markdown paragraph and how they look.

use std::sync::Arc;

use comrak::Node;
use comrak::nodes::NodeValue;
use serde_json::Value;

use super::Page;
use crate::docs::document::Image;
use crate::docs::pen::units_of;
use crate::docs::style::{self, Style};
use crate::docs::unit::{Inline, Paragraph, Sign, Unit, fresh_id};

impl Page<'_> {
    /// What is written in a block, one node after the other.
    pub(super) fn inlines(&mut self, parent: Node<'_>, look: &Style) {
        for node in parent.children() {
            self.inline(node, look);
        }
    }

    fn inline(&mut self, node: Node<'_>, look: &Style) {
        let on = |field: &str| style::with(look, field, Value::Bool(true));
        match &node.data().value {
            NodeValue::Text(text) => self.text(text, look),
            NodeValue::SoftBreak => self.text(" ", look),
            NodeValue::LineBreak => self.text("\u{b}", look),
            NodeValue::Code(code) => self.text(&code.literal, &style::code(look)),
            NodeValue::HtmlInline(html) if is_line_break(html) => self.text("\u{b}", look),
            NodeValue::HtmlInline(html) => self.text(html, look),
            NodeValue::Emph => self.inlines(node, &on("italic")),
            NodeValue::Strong => self.inlines(node, &on("bold")),
            NodeValue::Strikethrough => self.inlines(node, &on("strikethrough")),
            NodeValue::Link(link) => self.inlines(node, &style::linked(look, &link.url)),
            NodeValue::Image(image) => self.image(&image.url),
            _ => self.inlines(node, look),
        }
    }

    fn text(&mut self, text: &str, look: &Style) {
        self.units.extend(units_of(&text.replace('\n', " "), look, &Paragraph::default()));
    }

    fn image(&mut self, uri: &str) {
        let id = fresh_id("kix.");
        self.tab.images.insert(id.clone(), Image { uri: uri.to_owned(), size: None });
        self.fetches.push(uri.to_owned());
        self.units.push(Unit::new(Sign::Inline(Arc::new(Inline::Image(id))), &Style::new()));
    }
}

fn is_line_break(html: &str) -> bool {
    let tag: String = html.chars().filter(|one| !one.is_whitespace()).collect();
    ["<br>", "<br/>"].contains(&tag.to_ascii_lowercase().as_str())
}
