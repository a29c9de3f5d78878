//! Reads a page from its beginning to its end as somebody sees it, and writes the text of that.

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::Cleaned;
use super::page::{Gap, Margin, Page};
use super::style::{hides, hiding_rules};

/// Comments and hidden elements are left out and counted; what is in something hidden counts with it.
pub(super) fn shown(page: &Html) -> Cleaned {
    let rules = hiding_selectors(page);
    let (mut reader, mut removed) = (Reader::default(), 0);
    let mut steps = vec![Step::Enter(page.tree.root())];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(kind) => {
                reader.leave(&kind);
                continue;
            }
        };
        match node.value() {
            Node::Element(element) if is_silent(element) => continue,
            Node::Element(element) if says_hidden(element) || is_hidden_by(&rules, node) => {
                removed += 1;
                continue;
            }
            Node::Element(element) => {
                let kind = Kind::of(element);
                reader.enter(&kind);
                steps.push(Step::Leave(kind));
            }
            Node::Text(text) => reader.read(text),
            Node::Comment(_) => removed += 1,
            Node::Document | Node::Fragment | Node::Doctype(_) | Node::ProcessingInstruction(_) => {}
        }
        // The last one put there is the next one taken.
        steps.extend(node.children().rev().map(Step::Enter));
    }
    Cleaned { words: reader.page.finished(), removed }
}

enum Step<'a> {
    Enter(NodeRef<'a, Node>),
    Leave(Kind<'a>),
}

/// What an element does to the text in it.
enum Kind<'a> {
    Within,
    Marked(&'static str),
    Link(&'a str),
    Image(&'a str),
    Break,
    Cell,
    Block(Gap),
    AsItIs,
    Heading(&'static str),
    Quote,
    Bullets,
    /// From this number on.
    Numbers(u32),
    Item,
}

impl<'a> Kind<'a> {
    fn of(element: &'a Element) -> Self {
        match element.name() {
            "em" | "i" | "ins" => Self::Marked("*"),
            "b" | "strong" => Self::Marked("**"),
            "code" => Self::Marked("`"),
            "a" => element.attr("href").map_or(Self::Within, Self::Link),
            "img" => element.attr("alt").map_or(Self::Within, Self::Image),
            "br" => Self::Break,
            "td" | "th" => Self::Cell,
            "p" | "table" | "dl" | "hr" => Self::Block(Gap::Paragraph),
            "address" | "article" | "aside" | "body" | "caption" | "center" | "dd" | "details" | "div"
            | "dt" | "fieldset" | "figcaption" | "figure" | "footer" | "form" | "header" | "legend"
            | "main" | "nav" | "option" | "section" | "summary" | "tr" => Self::Block(Gap::Line),
            "pre" => Self::AsItIs,
            "h1" => Self::Heading("# "),
            "h2" => Self::Heading("## "),
            "h3" => Self::Heading("### "),
            "h4" => Self::Heading("#### "),
            "h5" => Self::Heading("##### "),
            "h6" => Self::Heading("###### "),
            "blockquote" => Self::Quote,
            "ul" => Self::Bullets,
            "ol" => Self::Numbers(element.attr("start").and_then(|start| start.parse().ok()).unwrap_or(1)),
            "li" => Self::Item,
            _ => Self::Within,
        }
    }
}

#[derive(Default)]
struct Reader {
    page: Page,
    /// Those that are open, with the number of the next item where they are numbered.
    lists: Vec<Option<u32>>,
    /// How many elements are open in which every space counts.
    as_it_is: usize,
}

impl Reader {
    fn read(&mut self, text: &str) {
        if self.as_it_is > 0 {
            self.page.text_as_it_is(text);
        } else {
            self.page.text(text);
        }
    }

    fn enter(&mut self, kind: &Kind<'_>) {
        match kind {
            Kind::Within => {}
            Kind::Marked(mark) => self.page.open(mark),
            Kind::Link(_) => self.page.open("["),
            Kind::Image(words) => {
                self.page.open("[");
                self.page.text(words);
            }
            Kind::Break => self.page.line_break(),
            Kind::Cell => self.page.gap(Gap::Cell),
            Kind::Block(gap) => self.page.gap(*gap),
            Kind::AsItIs => {
                self.page.gap(Gap::Paragraph);
                self.as_it_is += 1;
            }
            Kind::Heading(hashes) => self.enter_margin(Margin::new(*hashes, "")),
            Kind::Quote => self.enter_margin(Margin::new("> ", "> ")),
            Kind::Bullets => self.enter_list(None),
            Kind::Numbers(first) => self.enter_list(Some(*first)),
            Kind::Item => {
                self.page.gap(Gap::Line);
                let margin = self.next_item();
                self.page.enter(margin);
            }
        }
    }

    fn leave(&mut self, kind: &Kind<'_>) {
        match kind {
            Kind::Within | Kind::Break => {}
            Kind::Marked(mark) => self.page.close(mark),
            Kind::Link(target) => self.page.close_link(target),
            Kind::Image(_) => self.page.close("]"),
            Kind::Cell => self.page.gap(Gap::Cell),
            Kind::Block(gap) => self.page.gap(*gap),
            Kind::AsItIs => {
                self.page.gap(Gap::Paragraph);
                self.as_it_is -= 1;
            }
            Kind::Heading(_) | Kind::Quote => {
                self.page.gap(Gap::Paragraph);
                self.page.leave();
            }
            Kind::Bullets | Kind::Numbers(_) => {
                self.lists.pop();
                self.page.gap(self.around_list());
            }
            Kind::Item => {
                self.page.gap(Gap::Line);
                self.page.leave();
            }
        }
    }

    fn enter_margin(&mut self, margin: Margin) {
        self.page.gap(Gap::Paragraph);
        self.page.enter(margin);
    }

    fn enter_list(&mut self, next: Option<u32>) {
        self.page.gap(self.around_list());
        self.lists.push(next);
    }

    /// A list within another follows its item closely.
    fn around_list(&self) -> Gap {
        if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line }
    }

    fn next_item(&mut self) -> Margin {
        match self.lists.last_mut() {
            Some(Some(next)) => {
                let number = *next;
                *next = next.saturating_add(1);
                Margin::new(format!("{number}. "), "   ")
            }
            Some(None) | None => Margin::new("* ", "  "),
        }
    }
}

/// Never shown, in no mail.
pub(super) fn is_silent(element: &Element) -> bool {
    matches!(element.name(), "script" | "style" | "template" | "head")
}

pub(super) fn says_hidden(element: &Element) -> bool {
    element.name() == "noscript"
        || element.attrs().any(|(name, value)| match name {
            "hidden" => true,
            "aria-hidden" => value.eq_ignore_ascii_case("true"),
            "style" => hides(value),
            _ => false,
        })
}

pub(super) fn is_hidden_by(rules: &[Selector], node: NodeRef<'_, Node>) -> bool {
    ElementRef::wrap(node).is_some_and(|element| rules.iter().any(|selector| selector.matches(&element)))
}

/// What the mail's own style sheet hides.
pub(super) fn hiding_selectors(page: &Html) -> Vec<Selector> {
    let Ok(styles) = Selector::parse("style") else { return Vec::new() };
    let sheet: String = page.select(&styles).flat_map(|style| style.text()).collect();
    hiding_rules(&sheet).iter().filter_map(|selector| Selector::parse(selector).ok()).collect()
}
