//! What the kind of an element and its attributes say of it. Doesn't know style sheets.

use std::collections::HashMap;
use std::rc::Rc;

use scraper::node::Element;

use crate::colour::Colour;
use crate::css::declarations;
use crate::length::Length;
use crate::property::{Display, Ink, Paper, Property, Value};
use crate::style::{ATTRIBUTE, Declarations, INLINE, Style, USUAL};
use crate::verdict::Verdict;

/// Never shown, on no page, and no text to anybody.
pub(crate) fn is_silent(element: &Element) -> bool {
    matches!(element.name(), "script" | "style" | "head")
}

/// What stands in `style`, as it was read before: letters say the same of many elements.
pub(crate) type Known = HashMap<String, Rc<Declarations>>;

/// More than so many are not kept.
const MOST_KNOWN: usize = 1_000;

pub(crate) fn style_of(element: &Element, known: &mut Known) -> Style {
    let mut style = usual(element);
    for (name, value) in element.attrs() {
        match name {
            "style" => style.add(&inline(value, known), INLINE),
            "hidden" if value.eq_ignore_ascii_case("until-found") => hide(&mut style),
            "hidden" => style.say(Property::Display, Value::Display(Display::None), USUAL),
            "popover" => hide(&mut style),
            "aria-hidden" if value.eq_ignore_ascii_case("true") => hide(&mut style),
            "background" => style.say(Property::Picture, Value::Paper(Paper::Picture), USUAL),
            "bgcolor" if has_paper(element.name()) => {
                if let Some(colour) = Colour::read_attribute(value) {
                    style.say(Property::Paper, Value::Paper(Paper::Of(colour)), ATTRIBUTE);
                }
            }
            "color" | "text" if matches!((name, element.name()), ("color", "font") | ("text", "body")) => {
                if let Some(colour) = Colour::read_attribute(value) {
                    style.say(Property::Ink, Value::Ink(Ink::Of(colour)), ATTRIBUTE);
                }
            }
            "href" if element.name() == "a" => style.say(Property::Ink, Value::Ink(Ink::Link), USUAL),
            _ => {}
        }
    }
    style
}

fn inline(css: &str, known: &mut Known) -> Rc<Declarations> {
    if let Some(found) = known.get(css) {
        return Rc::clone(found);
    }
    let read = Rc::new(Declarations::read(&declarations(css)));
    if known.len() < MOST_KNOWN {
        known.insert(css.to_owned(), Rc::clone(&read));
    }
    read
}

/// What a page says of all its links.
pub(crate) fn link_colour(element: &Element) -> Option<Colour> {
    let given = (element.name() == "body").then(|| element.attr("link")).flatten()?;
    Colour::read_attribute(given)
}

/// An image as small as this only tells its sender that it was loaded.
pub(crate) fn is_speck(element: &Element) -> bool {
    let side = |name: &str| {
        element.attr(name).and_then(Length::read).is_some_and(|side| side.share == 0.0 && side.usual() <= 3.0)
    };
    element.name() == "img" && (side("width") || side("height"))
}

fn hide(style: &mut Style) {
    style.verdict = Verdict::Hidden;
}

/// What browsers do on their own.
fn usual(element: &Element) -> Style {
    let mut style = Style::default();
    let name = element.name();
    let mut say = |property: Property, value: Value| style.say(property, value, USUAL);
    match name {
        "mark" => {
            say(Property::Ink, Value::Ink(Ink::Of(Colour::BLACK)));
            say(Property::Paper, Value::Paper(Paper::Of(Colour::YELLOW)));
        }
        "button" | "select" | "textarea" => {
            say(Property::Ink, Value::Ink(Ink::Of(Colour::BLACK)));
            say(Property::Paper, Value::Paper(Paper::Of(Colour::GREY)));
        }
        "small" | "sub" | "sup" => {
            say(Property::Size, Value::Length(Length { sizes: 0.83, ..Length::default() }));
        }
        "img" => say(Property::Picture, Value::Paper(Paper::Picture)),
        "dialog" if element.attr("open").is_none() => say(Property::Display, Value::Display(Display::None)),
        _ => {}
    }
    say(Property::Display, Value::Display(display(element)));
    style.verdict = match name {
        "noscript" | "template" | "datalist" | "iframe" | "title" | "desc" | "metadata" | "defs"
        | "symbol" | "clippath" | "clipPath" | "mask" | "annotation" | "annotation-xml" | "mphantom"
        | "meter" | "progress" | "rp" => Verdict::Hidden,
        "input" => {
            Verdict::hidden_if(element.attr("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")))
        }
        // Shown by programs that do not know them, behind a click, drawn, or the other way round.
        "audio" | "canvas" | "noembed" | "noframes" | "object" | "video" | "applet" | "option" | "svg"
        | "bdo" => Verdict::Doubtful,
        _ => Verdict::Seen,
    };
    style
}

fn display(element: &Element) -> Display {
    match element.name() {
        "dialog" if element.attr("open").is_none() => Display::None,
        "address" | "article" | "aside" | "blockquote" | "body" | "button" | "caption" | "center" | "dd"
        | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure"
        | "footer" | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "html"
        | "img" | "input" | "legend" | "li" | "listing" | "main" | "marquee" | "menu" | "nav" | "ol"
        | "option" | "p" | "plaintext" | "pre" | "search" | "section" | "select" | "summary" | "textarea"
        | "ul" | "xmp" => Display::Block,
        "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => Display::Cell,
        _ => Display::Inline,
    }
}

/// Elsewhere a colour of the paper in an attribute has no effect.
fn has_paper(name: &str) -> bool {
    matches!(
        name,
        "body" | "col" | "colgroup" | "marquee" | "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr"
    )
}
