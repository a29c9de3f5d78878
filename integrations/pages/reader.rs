//! What each element does to the text in it. Doesn't know what is hidden.

use scraper::node::Element;

use crate::page::{Gap, Margin, Page};

/// What an element does to the text in it.
pub(crate) enum Kind<'a> {
    Within,
    Marked(&'static str),
    Link(&'a str),
    Image(&'a str),
    /// What stands in a field of a form.
    Field(&'a str),
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
    pub(crate) fn of(element: &'a Element) -> Self {
        match element.name() {
            "em" | "i" | "ins" => Self::Marked("*"),
            "b" | "strong" => Self::Marked("**"),
            "code" => Self::Marked("`"),
            "a" => element.attr("href").map_or(Self::Within, Self::Link),
            "img" => element.attr("alt").map_or(Self::Within, Self::Image),
            "input" => written_in_field(element).map_or(Self::Within, Self::Field),
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

    /// Whether it says something of its own.
    pub(crate) fn has_words(&self) -> bool {
        matches!(self, Self::Image(_) | Self::Field(_))
    }
}

#[derive(Default)]
pub(crate) struct Reader {
    page: Page,
    /// Those that are open, with the number of the next item where they are numbered.
    lists: Vec<Option<u32>>,
    /// How many elements are open in which every space counts.
    as_it_is: usize,
}

impl Reader {
    pub(crate) fn read(&mut self, text: &str) {
        if self.as_it_is > 0 {
            self.page.text_as_it_is(text);
        } else {
            self.page.text(text);
        }
    }

    /// Text of which it is not sure that anybody sees it.
    pub(crate) fn read_in_doubt(&mut self, text: &str) {
        self.page.open("[perhaps hidden: ");
        self.read(&without_brackets(text));
        self.page.close("]");
    }

    /// Of something left out, the place stays free.
    pub(crate) fn leave_out(&mut self) {
        self.page.gap(Gap::Space);
    }

    pub(crate) fn finished(self) -> String {
        self.page.finished()
    }

    pub(crate) fn enter(&mut self, kind: &Kind<'_>) {
        match kind {
            Kind::Within => {}
            Kind::Marked(mark) => self.page.open(mark),
            Kind::Link(_) => self.page.open("["),
            Kind::Image(words) | Kind::Field(words) => {
                self.page.open("[");
                self.page.text(&without_brackets(words));
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

    pub(crate) fn leave(&mut self, kind: &Kind<'_>) {
        match kind {
            Kind::Within | Kind::Break => {}
            Kind::Marked(mark) => self.page.close(mark),
            Kind::Link(target) => self.page.close_link(&as_target(target)),
            Kind::Image(_) | Kind::Field(_) => self.page.close("]"),
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

/// Of a link, more than this says nothing of where it leads.
const LONGEST_TARGET: usize = 2_000;

/// Words between marks must not look as if the marks ended.
fn without_brackets(words: &str) -> String {
    words.replace('[', "(").replace(']', ")")
}

/// In one word, so that whatever it says stays a part of the link.
fn as_target(given: &str) -> String {
    let mut target = String::new();
    for letter in given.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_TARGET) {
        if letter.is_whitespace() {
            target.push_str("%20");
        } else {
            target.push(letter);
        }
    }
    target
}

fn written_in_field(element: &Element) -> Option<&str> {
    match element.attr("type").unwrap_or("text").to_ascii_lowercase().as_str() {
        "hidden" | "password" | "checkbox" | "radio" | "file" | "image" | "color" | "range" => None,
        _ => element.attr("value").filter(|value| !value.is_empty()).or_else(|| element.attr("placeholder")),
    }
}
