//! A stranger's HTML as it may stand in ours: a few plain elements, and nothing that runs, loads or hides something.
//!
//! Keeps no style. What a page looked like is lost, what it says is not.

use std::fmt::Write as _;

use ego_tree::NodeRef;
use maud::Escaper;
use scraper::node::Element;
use scraper::{Html, Node};
use url::Url;

use crate::element::is_silent;
use crate::html::shallow;
use crate::sight::{Entered, Sight};
use crate::verdict::Verdict;

/// Elements within more others than this are no longer marked as what they are: their words stay.
const DEEPEST: usize = 100;
const LONGEST_LINK: usize = 2_000;
const MOST_CELLS: u16 = 100;

/// Every element in it is closed in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Harmless {
    pub html: String,
    /// Of its words, without the marks.
    pub characters: usize,
}

/// Nothing if it takes more than `largest` bytes, or cannot be read to its end. `words` is what becomes of its text.
pub fn harmless(source: &str, largest: usize, words: impl Fn(&str) -> String) -> Option<Harmless> {
    if shallow(source).len() < source.len() {
        return None;
    }
    let page = Html::parse_document(source);
    let mut sight = Sight::of(&page);
    let (mut written, mut marked) = (Harmless::default(), 0);
    let mut steps = vec![Step::Enter(page.tree.root())];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(name) => {
                sight.leave();
                if let Some(name) = name {
                    written.close(name);
                    marked -= 1;
                }
                continue;
            }
        };
        match node.value() {
            Node::Element(element) if is_silent(element) || is_foreign(element) => continue,
            Node::Element(element) => {
                if sight.enter(element, node).ok()? == Entered::Hidden {
                    continue;
                }
                let name = written.open(element, marked, &words);
                marked += usize::from(name.is_some());
                steps.push(Step::Leave(name));
            }
            Node::Text(_) if sight.of_text() == Verdict::Hidden => {}
            Node::Text(text) => written.say(&words(text)),
            Node::Comment(_)
            | Node::Document
            | Node::Fragment
            | Node::Doctype(_)
            | Node::ProcessingInstruction(_) => {}
        }
        if written.html.len() > largest {
            return None;
        }
        // The last one put there is the next one taken.
        steps.extend(node.children().rev().map(Step::Enter));
    }
    (written.html.len() <= largest).then_some(written)
}

enum Step<'a> {
    Enter(NodeRef<'a, Node>),
    /// What must be closed, if it was marked.
    Leave(Option<&'static str>),
}

impl Harmless {
    /// The name of the element that must be closed, if one was opened.
    fn open(
        &mut self,
        element: &Element,
        depth: usize,
        words: impl Fn(&str) -> String,
    ) -> Option<&'static str> {
        match element.name() {
            "br" => self.html.push_str("<br>"),
            "hr" => self.html.push_str("<hr>"),
            "img" => self.say(&words(&instead_of_image(element))),
            _ if depth >= DEEPEST => {}
            name => {
                let kept = kept(name)?;
                self.html.push('<');
                self.html.push_str(kept);
                for (name, value) in attributes(element) {
                    self.put(format_args!(" {name}=\""));
                    self.escape(&value);
                    self.html.push('"');
                }
                self.html.push('>');
                return Some(kept);
            }
        }
        None
    }

    fn close(&mut self, name: &str) {
        self.put(format_args!("</{name}>"));
    }

    fn say(&mut self, words: &str) {
        self.characters += words.chars().count();
        self.escape(words);
    }

    fn escape(&mut self, text: &str) {
        // A string takes whatever is written to it.
        Escaper::new(&mut self.html).write_str(text).ok();
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        self.html.write_fmt(words).ok();
    }
}

/// An image would be fetched from where its sender can see by whom and when.
fn instead_of_image(element: &Element) -> String {
    let alternative = element.attr("alt").map(str::trim).filter(|words| !words.is_empty());
    alternative.map(|words| format!("[{words}]")).unwrap_or_default()
}

/// The element it becomes. Of those without one, the words stay.
fn kept(name: &str) -> Option<&'static str> {
    const AS_THEY_ARE: &str = "a b blockquote caption code dd del div dl dt em h1 h2 h3 h4 h5 h6 i ins kbd li ol p pre s samp \
                               small strong sub sup table tbody td tfoot th thead tr tt u ul var";
    const BLOCKS: &str = "address article aside center details fieldset figcaption figure footer form header legend main \
                          nav option section summary";
    let kept = AS_THEY_ARE.split(' ').find(|kept| *kept == name);
    kept.or_else(|| BLOCKS.split(' ').any(|block| block == name).then_some("div"))
}

/// Those that do nothing but say where a link leads, how a table hangs together, and which way is read.
fn attributes(element: &Element) -> Vec<(&'static str, String)> {
    let mut kept = Vec::new();
    let direction = element.attr("dir").map(str::to_ascii_lowercase);
    if let Some(direction) = direction.filter(|given| matches!(given.as_str(), "ltr" | "rtl" | "auto")) {
        kept.push(("dir", direction));
    }
    let number = |name: &str| element.attr(name).and_then(|given| given.trim().parse::<u16>().ok());
    match element.name() {
        "a" => kept.extend(element.attr("href").and_then(link).map(|link| ("href", link))),
        "ol" => kept.extend(number("start").map(|start| ("start", start.to_string()))),
        "td" | "th" => {
            for name in ["colspan", "rowspan"] {
                let cells = number(name).filter(|cells| (2..=MOST_CELLS).contains(cells));
                kept.extend(cells.map(|cells| (name, cells.to_string())));
            }
        }
        _ => {}
    }
    kept
}

fn link(given: &str) -> Option<String> {
    let url = Url::parse(given.trim()).ok()?;
    let fine = matches!(url.scheme(), "http" | "https" | "mailto") && url.as_str().len() <= LONGEST_LINK;
    fine.then(|| url.to_string())
}

/// What is in them is drawn, run or shown instead of something that cannot be; it is no part of a letter.
fn is_foreign(element: &Element) -> bool {
    matches!(
        element.name(),
        "applet"
            | "audio"
            | "canvas"
            | "datalist"
            | "dialog"
            | "embed"
            | "frameset"
            | "iframe"
            | "math"
            | "noembed"
            | "noframes"
            | "object"
            | "svg"
            | "title"
            | "video"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROOM: usize = 10_000;

    fn harmless(source: &str) -> Option<Harmless> {
        super::harmless(source, ROOM, str::to_owned)
    }

    fn html(source: &str) -> String {
        harmless(source).unwrap().html
    }

    /// The names of all elements, and everything that stands in attributes.
    fn inside(html: &str) -> (Vec<String>, Vec<(String, String)>) {
        let page = Html::parse_fragment(html);
        let elements = || page.tree.nodes().filter_map(|node| node.value().as_element());
        let names = elements().map(|element| element.name().to_owned()).collect();
        let attributes =
            elements().flat_map(Element::attrs).map(|(name, value)| (name.to_owned(), value.to_owned()));
        (names, attributes.collect())
    }

    #[test]
    fn the_shape_of_a_letter_stays_and_its_looks_go() {
        assert_eq!(
            html(
                "<section dir=RTL><h2 style='color:red' class=x>Fares</h2><font color=red>from</font> <b>May</b></section>\
                  <ol start=3><li>Bus</ol><table border=1><tr><td colspan=2 rowspan=9999>4 &lt; 5</table>"
            ),
            "<div dir=\"rtl\"><h2>Fares</h2>from <b>May</b></div><ol start=\"3\"><li>Bus</li></ol><table><tbody><tr>\
             <td colspan=\"2\">4 &lt; 5</td></tr></tbody></table>"
        );
    }

    #[test]
    fn nothing_runs_loads_or_hides() {
        for hostile in [
            "<script>SECRET</script>",
            "<style>SECRET</style>",
            "<!-- SECRET -->",
            "<p style='display:none'>SECRET</p>",
            "<style>.x{display:none}</style><p class=x>SECRET</p>",
            "<img src='https://spy.example/SECRET'>",
            "<svg><a href='javascript:SECRET'>SECRET</a></svg>",
            "<math><mtext>SECRET</mtext></math>",
            "<iframe src='https://spy.example/'>SECRET</iframe>",
            "<object data='SECRET'>SECRET</object>",
            "<a href='javascript:SECRET'></a>",
            "<a href=' java\nscript:SECRET'></a>",
            "<a href='data:text/html,SECRET'></a>",
            "<a href='//spy.example/SECRET'></a>",
            "<b onclick='SECRET' id=SECRET class=SECRET style='background:url(SECRET)'></b>",
            "<body background='SECRET'></body>",
            "<link rel=stylesheet href='SECRET'><base href='SECRET'><meta http-equiv=refresh content='SECRET'>",
            "<form action='SECRET'><input value='SECRET'></form>",
            "<video poster='SECRET'>SECRET</video>",
            "<font color=white>SECRET</font>",
        ] {
            let found = html(&format!("<p>before</p>{hostile}<p>after</p>"));
            assert!(!found.contains("SECRET"), "{hostile}: {found}");
            assert!(found.contains("before") && found.contains("after"), "{hostile}: {found}");
        }
    }

    #[test]
    fn an_image_is_its_words_and_a_link_leads_where_it_led() {
        assert_eq!(html("<img alt=' Map \"1\" ' src=x>"), "[Map &quot;1&quot;]");
        assert_eq!(
            html("<a href='https://x.example/?a=1&amp;b=\"2\"' target=_top>go</a>"),
            "<a href=\"https://x.example/?a=1&amp;b=%222%22\">go</a>"
        );
    }

    #[test]
    fn what_is_too_large_is_not_taken_and_what_is_deep_stays_readable() {
        assert_eq!(harmless(&"<p>x</p>".repeat(2_000)), None);
        let deep = html(&format!("{}deep down", "<blockquote>".repeat(3_000)));
        assert!(deep.contains("deep down"));
        assert_eq!(deep.matches("<blockquote>").count(), DEEPEST);
        assert_eq!(deep.matches("</blockquote>").count(), DEEPEST);
    }

    #[test]
    fn words_are_counted_not_bytes() {
        assert_eq!(harmless("<p>会議は<b>木曜日</b></p>").unwrap().characters, 6);
    }

    proptest! {
        #[test]
        fn no_page_leaves_the_place_it_is_put_in(
            page in "(</?(blockquote|div|p|table|td|tr|a|b|svg|math|style|title|textarea|select|form|br|template|!--)( href='javascript:x'| onload=x)?>|-->|<!--|[a-z<>&\"' ]){0,30}",
        ) {
            let quoted = format!("<blockquote id=\"ours\">{}</blockquote><i id=\"after\">x</i>", html(&page));
            let read = Html::parse_fragment(&quoted);
            let after = scraper::Selector::parse("#after").unwrap();
            let after = read.select(&after).next().expect("what follows is still there");
            let within = after.ancestors().filter_map(|node| node.value().as_element().map(Element::name));
            prop_assert!(within.eq(["html"]), "{}", quoted);
            let (names, attributes) = inside(&quoted);
            prop_assert!(names.iter().all(|name| matches!(name.as_str(), "html" | "body" | "br" | "hr") || kept(name).is_some()), "{:?}", names);
            prop_assert!(attributes.iter().all(|(name, value)| matches!(value.as_str(), "ours" | "after") || name == "dir"), "{:?}", attributes);
        }

        #[test]
        fn any_text_makes_a_page_without_anything_that_runs(page in "(?s).{0,300}") {
            let (names, _) = inside(&html(&page));
            prop_assert!(!names.iter().any(|name| name == "script" || name == "style"), "{:?}", names);
        }
    }
}
