//! An HTML mail as the text a person would see.

use html2text::render::TrivialDecorator;
use scraper::Html;

use super::shown::shown;
use super::{Cleaned, visible};

/// More HTML than this in one mail is no letter to anybody.
const LONGEST: usize = 1024 * 1024;
const WIDTH: usize = 100;

/// Comments and hidden elements are left out and counted. Links, headings, lists and quotes are written as in Markdown.
pub(crate) fn from_html(source: &str) -> Cleaned {
    let shown = shown(&Html::parse_document(beginning(source)));
    let cleaned = visible(&shown.words);
    Cleaned { removed: shown.removed + cleaned.removed, ..cleaned }
}

/// The words alone.
pub fn words_of_html_mail(source: &str) -> String {
    from_html(source).words
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

pub(super) fn beginning(source: &str) -> &str {
    source.get(..source.floor_char_boundary(LONGEST)).unwrap_or(source)
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
    fn the_shape_of_a_letter_stays() {
        let cleaned = from_html(
            "<h2>Fares</h2><p>From <b>May</b>\n on:<ul><li>Bus<ol start=3><li>day</ol><li>Ferry</ul><table><tr><td>Adult\
             <td>4.50<tr><td>&nbsp;<td>Child<td><i></i></table>Bye<br>Ana<div><br></div>--<blockquote><p>How much?<p>Ben\
             </blockquote><pre>a\n  b</pre><a href='https://x.example/'><img src=i.png alt='Book now'></a><img src=j.png>",
        );
        let text = "## Fares\n\nFrom **May** on:\n\n* Bus\n  3. day\n* Ferry\n\nAdult | 4.50\nChild\n\nBye\nAna\n\n--\n\n\
                    > How much?\n>\n> Ben\n\na\n  b\n\n[[Book now]][1]\n\n[1]: https://x.example/";
        assert_eq!(cleaned, Cleaned { words: text.into(), removed: 0 });
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
