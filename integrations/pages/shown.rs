//! Reads a page from its beginning to its end as somebody sees it, and writes the text of that.

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node};

use crate::colour::Colour;
use crate::look::Look;
use crate::reader::{Kind, Reader};
use crate::sheet::{Sheet, Tangled};
use crate::style::{ATTRIBUTE, INLINE, Ink, Paper, Style, USUAL};

/// What somebody sees of a page, and how many hidden things were left out of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub words: String,
    pub removed: usize,
    /// Whether the end of the page was not read, because there is too much of it.
    pub cut: bool,
}

/// Comments, hidden elements and text in the colour of its paper are left out and counted; what is in something hidden
/// counts with it.
pub(crate) fn shown(page: &Html) -> Shown {
    let mut sheet = Sheet::of(page);
    let (mut reader, mut shown) = (Reader::default(), Shown::default());
    // Of everything that is open, the innermost last.
    let mut looks: Vec<Look> = Vec::new();
    let mut steps = vec![Step::Enter(page.tree.root())];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(kind) => {
                reader.leave(&kind);
                looks.pop();
                continue;
            }
        };
        let look = looks.last().copied().unwrap_or_default();
        match node.value() {
            Node::Element(element) if is_silent(element) => continue,
            Node::Element(element) => {
                let Ok(style) = style_of(element, node, &mut sheet, looks.len()) else {
                    shown.cut = true;
                    break;
                };
                if style.hides {
                    shown.removed += 1;
                    continue;
                }
                let kind = Kind::of(element);
                reader.enter(&kind);
                looks.push(look.within(&style));
                steps.push(Step::Leave(kind));
            }
            Node::Text(text) if look.hides() && !text.trim().is_empty() => {
                shown.removed += 1;
                reader.leave_out();
            }
            Node::Text(text) => reader.read(text),
            Node::Comment(_) => shown.removed += 1,
            Node::Document | Node::Fragment | Node::Doctype(_) | Node::ProcessingInstruction(_) => {}
        }
        // The last one put there is the next one taken.
        steps.extend(node.children().rev().map(Step::Enter));
    }
    Shown { words: reader.finished(), ..shown }
}

enum Step<'a> {
    Enter(NodeRef<'a, Node>),
    Leave(Kind<'a>),
}

/// Never shown, on no page.
pub(crate) fn is_silent(element: &Element) -> bool {
    matches!(element.name(), "script" | "style" | "template" | "head")
}

/// What the kind of an element, its attributes and the style sheets say of it.
pub(crate) fn style_of(
    element: &Element,
    node: NodeRef<'_, Node>,
    sheet: &mut Sheet,
    depth: usize,
) -> Result<Style, Tangled> {
    let mut style = usual(element.name());
    style.hides |= is_spare(element.name()) && node.has_children();
    style.hides |= element.name() == "dialog" && element.attr("open").is_none();
    for (name, value) in element.attrs() {
        match (name, element.name()) {
            ("style", _) => style.add(&Style::read(value, INLINE)),
            ("hidden" | "popover", _) => style.hides = true,
            ("aria-hidden", _) => style.hides |= value.eq_ignore_ascii_case("true"),
            ("background", _) => style.written_on(Paper::Picture, USUAL),
            ("bgcolor", _) => {
                if let Some(colour) = Colour::read_attribute(value) {
                    style.written_on(Paper::Of(colour), ATTRIBUTE);
                }
            }
            ("color", "font") | ("text", "body") => {
                if let Some(colour) = Colour::read_attribute(value) {
                    style.written_in(Ink::Of(colour), ATTRIBUTE);
                }
            }
            ("href", "a") => style.written_in(Ink::Of(Colour::BLUE), USUAL),
            _ => {}
        }
    }
    if let Some(element) = ElementRef::wrap(node) {
        sheet.add_to(&mut style, element, depth)?;
    }
    Ok(style)
}

/// What browsers do on their own.
fn usual(name: &str) -> Style {
    let mut style = Style::default();
    match name {
        "mark" => {
            style.written_in(Ink::Of(Colour::BLACK), USUAL);
            style.written_on(Paper::Of(Colour::YELLOW), USUAL);
        }
        "button" | "select" | "textarea" => {
            style.written_in(Ink::Of(Colour::BLACK), USUAL);
            style.written_on(Paper::Of(Colour::GREY), USUAL);
        }
        "noscript" => style.hides = true,
        _ => {}
    }
    style
}

/// What is in one of these is for programs that do not know it.
fn is_spare(name: &str) -> bool {
    matches!(
        name,
        "audio" | "canvas" | "datalist" | "iframe" | "noembed" | "noframes" | "object" | "title" | "video"
    )
}
