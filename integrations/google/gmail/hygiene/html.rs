//! An HTML mail as the text a person would see.

use html2text::render::TrivialDecorator;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::style::{hides, hiding_rules};
use super::{Cleaned, visible};

/// More HTML than this in one mail is no letter to anybody.
const LONGEST: usize = 1024 * 1024;
const WIDTH: usize = 100;

/// Comments and hidden elements are taken out and counted before the rest becomes text.
pub(crate) fn from_html(source: &str) -> Cleaned {
    let mut page = Html::parse_document(beginning(source));
    let removed = remove_hidden(&mut page);
    let words = html2text::config::plain()
        .raw_mode(true)
        .allow_width_overflow()
        .no_link_wrapping()
        .string_from_read(page.html().as_bytes(), WIDTH)
        .unwrap_or_else(|_| page.root_element().text().collect::<Vec<_>>().join(" "));
    let cleaned = visible(&words);
    Cleaned { removed: removed + cleaned.removed, ..cleaned }
}

/// The same without marks for bold, links and images: as somebody would have typed it.
pub(crate) fn plain_text(source: &str) -> Cleaned {
    let words = html2text::config::with_decorator(TrivialDecorator::new())
        .raw_mode(true)
        .allow_width_overflow()
        .string_from_read(beginning(source).as_bytes(), WIDTH)
        .unwrap_or_else(|_| unescaped(source));
    visible(&words)
}

/// Gmail escapes the snippets it gives out as for HTML.
pub(crate) fn unescaped(text: &str) -> String {
    Html::parse_fragment(text).root_element().text().collect()
}

fn beginning(source: &str) -> &str {
    source.get(..source.floor_char_boundary(LONGEST)).unwrap_or(source)
}

fn remove_hidden(page: &mut Html) -> usize {
    let rules = hiding_selectors(page);
    let mut hidden = Vec::new();
    let mut silent = Vec::new();
    for node in page.tree.nodes() {
        match node.value() {
            Node::Comment(_) => hidden.push(node.id()),
            Node::Element(element) => match element.name() {
                "script" | "style" | "template" | "head" => silent.push(node.id()),
                _ => {
                    let by_rule = ElementRef::wrap(node)
                        .is_some_and(|element| rules.iter().any(|selector| selector.matches(&element)));
                    if by_rule || says_hidden(element) {
                        hidden.push(node.id());
                    }
                }
            },
            Node::Document
            | Node::Fragment
            | Node::Doctype(_)
            | Node::Text(_)
            | Node::ProcessingInstruction(_) => {}
        }
    }
    for id in hidden.iter().chain(&silent) {
        if let Some(mut node) = page.tree.get_mut(*id) {
            node.detach();
        }
    }
    hidden.len()
}

fn says_hidden(element: &Element) -> bool {
    element.name() == "noscript"
        || element.attr("hidden").is_some()
        || element.attr("aria-hidden").is_some_and(|value| value.eq_ignore_ascii_case("true"))
        || element.attr("style").is_some_and(hides)
}

/// What the mail's own style sheet hides.
fn hiding_selectors(page: &Html) -> Vec<Selector> {
    let Ok(styles) = Selector::parse("style") else { return Vec::new() };
    let sheet: String = page.select(&styles).flat_map(|style| style.text()).collect();
    hiding_rules(&sheet).iter().filter_map(|selector| Selector::parse(selector).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_not_read() {
        for hidden in [
            "<!-- SECRET -->",
            "<p hidden>SECRET</p>",
            "<div style='DISPLAY : none'>SECRET<b>SECRET</b></div>",
            "<span style='visibility:hidden'>SECRET</span>",
            "<span style='opacity:0'>SECRET</span>",
            "<span style='color:red;font-size:0px !important'>SECRET</span>",
            "<div style='max-height:0;overflow:hidden'>SECRET</div>",
            "<div style='position:absolute;left:-9999px'>SECRET</div>",
            "<i aria-hidden=true>SECRET</i>",
            "<noscript>SECRET</noscript>",
            "<style>.pre{display:none}</style><p class=pre>SECRET</p>",
        ] {
            let cleaned = from_html(&format!("<p>Seen before</p>{hidden}<p>Seen after</p>"));
            assert!(!cleaned.words.contains("SECRET"), "{hidden}: {}", cleaned.words);
            assert!(
                cleaned.words.contains("Seen before") && cleaned.words.contains("Seen after"),
                "{hidden}"
            );
            assert_eq!(cleaned.removed, 1, "{hidden}");
        }
    }

    #[test]
    fn what_is_seen_stays_with_its_links() {
        let cleaned = from_html(
            "<style>@media print {.note{display:none}}</style><p class=note style='opacity:0.5;font-size:10px'>Fares \
             &amp; <a href='https://example.com/x'>times</a></p>",
        );
        assert!(cleaned.words.contains("Fares & "), "{}", cleaned.words);
        assert!(cleaned.words.contains("https://example.com/x"), "{}", cleaned.words);
        assert_eq!(cleaned.removed, 0);
    }

    #[test]
    fn escaped_words_are_read_as_they_were_meant() {
        assert_eq!(unescaped("Ana&#39;s &lt;plan&gt; &amp; a < b"), "Ana's <plan> & a < b");
    }

    #[test]
    fn a_very_deep_page_does_no_harm() {
        let deep = format!("{}deep down{}", "<div>".repeat(3_000), "</div>".repeat(3_000));
        assert!(from_html(&deep).words.contains("deep down"));
    }
}
