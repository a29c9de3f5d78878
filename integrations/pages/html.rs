//! A page from its source.

use scraper::Html;

use crate::shown::{Shown, shown};

/// Comments and hidden elements are left out and counted; what may be hidden is marked with `[perhaps hidden: …]`, the words
/// of images and fields with brackets. Links, headings, lists and quotes are written as in Markdown.
/// Of a longer source than `longest`, in bytes, the beginning is read.
pub fn read(source: &str, longest: usize) -> Shown {
    let beginning = shallow(source.get(..source.floor_char_boundary(longest)).unwrap_or(source));
    let shown = shown(&Html::parse_document(beginning));
    Shown { cut: shown.cut || beginning.len() < source.len(), ..shown }
}

/// What time the parser takes grows with the square of the depth. Nobody who means well goes as deep as this.
const DEEPEST: usize = 5_000;

/// Elements that have no end, or whose end may be left out: they do not lie in one another.
const FLAT: [&str; 24] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option",
    "p", "param", "source", "tbody", "td", "th", "thead", "tr", "track", "wbr",
];

/// The beginning that is not nested without measure.
pub(crate) fn shallow(source: &str) -> &str {
    let mut depth = 0_usize;
    for (place, _) in source.match_indices('<') {
        let rest = source.get(place + 1..).unwrap_or_default();
        let (closes, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let length = rest.bytes().take(10).take_while(u8::is_ascii_alphanumeric).count();
        let name = rest.get(..length).unwrap_or_default().to_ascii_lowercase();
        if name.is_empty() || FLAT.contains(&name.as_str()) {
            continue;
        }
        depth = if closes { depth.saturating_sub(1) } else { depth + 1 };
        if depth > DEEPEST {
            return source.get(..place).unwrap_or(source);
        }
    }
    source
}

/// What was escaped as for HTML, as it was meant.
pub fn unescaped(text: &str) -> String {
    // Most of it has nothing a parser would change.
    if !text.contains(['&', '<', '\r', '\0', '\u{feff}']) {
        return text.to_owned();
    }
    Html::parse_fragment(text).root_element().text().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Shown {
        super::read(source, 1024 * 1024)
    }

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
            "<dialog>SECRET</dialog>",
            "<iframe>SECRET</iframe>",
            "<p popover>SECRET</p>",
            "<p style='color:white'>SECRET</p>",
            "<font color=white>SECRET</font>",
            "<table bgcolor=ff0000><td style='background:transparent'><font color='#fe0000'>SECRET</font></table>",
            "<style>.x{color:#fff}</style><p><b class=x>SECRET</b></p>",
            "<style>.x{color:#fff} p.x{background:#fff}</style><div style='background:#000'><p class=x>SECRET</div>",
            "<style>@import url(x.css);#x{color:white!important}</style><p id=x style='color:red'>SECRET</p>",
            "<style>table{background:black}td{color:#010101}</style><table><td>SECRET</table>",
            "<style>.pre{display:none}</style><p class=pre>SECRET</p>",
        ] {
            let shown = read(&format!("<p>Seen before</p>{hidden}<p>Seen after</p>"));
            assert!(!shown.words.contains("SECRET"), "{hidden}: {}", shown.words);
            assert!(shown.words.contains("Seen before") && shown.words.contains("Seen after"), "{hidden}");
            assert_eq!(shown.removed, 1, "{hidden}");
        }
    }

    #[test]
    fn what_is_seen_stays_with_its_links() {
        let shown = read(
            "<style>@media print {.note{display:none}}</style><p class=note style='opacity:0.5;font-size:10px'>Fares \
             &amp; <a href='https://example.com/x'>times</a></p>",
        );
        assert!(shown.words.contains("Fares & "), "{}", shown.words);
        assert!(shown.words.contains("https://example.com/x"), "{}", shown.words);
        assert_eq!(shown.removed, 0);
    }

    #[test]
    fn light_ink_is_seen_on_dark_paper() {
        for seen in [
            "<body bgcolor=#000000 text=white>SEEN",
            "<table><tr><td bgcolor='#1a1a2e' style='color:#ffffff'>SEEN</table>",
            "<table style='background-color:#111' width=600><tr><td><p style='color:#fff'>SEEN</table>",
            "<table bgcolor=navy><tr><td><font color=white>SEEN</font></table>",
            "<style>.dark{background:#111!important}.dark p{color:#fff}</style><div class=dark style='background:#fff'><p>SEEN",
            "<style>:root{background:#000;color:#fff}</style>SEEN",
            "<style>.button{background:#06c}</style><td class=button><a class=button href=x style='color:#fff'>SEEN</a>",
            "<style>@media (prefers-color-scheme: dark){p{color:#fff}}</style><p>SEEN",
            "<table background=dark.png><td style='color:#fff'>SEEN</table>",
            "<div style='color:#fff'><a href=x>SEEN</a></div>",
            "<div style='color:#fff'><mark>SEEN</mark> <span style='color:#000'>SEEN</span></div>",
            "<div style='color:#fff'><dialog open style='background:#000'>SEEN</dialog></div>",
        ] {
            let shown = read(seen);
            assert!(shown.words.contains("SEEN"), "{seen}: {}", shown.words);
            assert_eq!(shown.removed, 0, "{seen}");
        }
    }

    #[test]
    fn only_the_words_in_the_colour_of_the_paper_are_left_out() {
        let shown =
            read("<p>One<span style='color:#fff'>SECRET<b style='color:#000'>two</b> SECRET</span>three");
        assert_eq!(shown.words, "One **two** three");
        assert_eq!(shown.removed, 2);
    }

    #[test]
    fn what_is_beyond_the_limit_is_left_out_and_that_is_said() {
        let long = "<p>Words of a kind.</p>".repeat(10);
        assert!(!super::read(&long, long.len()).cut);
        let shown = super::read(&long, 40);
        assert!(shown.cut && shown.words.starts_with("Words of a kind."), "{}", shown.words);
    }

    #[test]
    fn a_page_of_many_rules_for_many_elements_is_given_up_in_time() {
        let rules = "b{color:red}".repeat(20_000);
        let shown = read(&format!("<style>{rules}</style><p>Seen</p>{}", "<b>x</b>".repeat(20_000)));
        assert!(shown.cut && shown.words.starts_with("Seen"), "{}", shown.words.len());
        let siblings = "<b>x</b>".repeat(20_000);
        let shown = read(&format!("<style>b:nth-child(2n) b{{color:red}}</style><p>Seen</p>{siblings}"));
        assert!(shown.cut && shown.words.starts_with("Seen"), "{}", shown.words.len());
    }

    #[test]
    fn the_shape_of_a_letter_stays() {
        let shown = read(
            "<h2>Fares</h2><p>From <b>May</b>\n on:<ul><li>Bus<ol start=3><li>day</ol><li>Ferry</ul><table><tr><td>Adult\
             <td>4.50<tr><td>&nbsp;<td>Child<td><i></i></table>Bye<br>Ana<div><br></div>--<blockquote><p>How much?<p>Ben\
             </blockquote><pre>a\n  b</pre><a href='https://x.example/'><img src=i.png alt='Book now'></a><img src=j.png>",
        );
        let text = "## Fares\n\nFrom **May** on:\n\n* Bus\n  3. day\n* Ferry\n\nAdult | 4.50\nChild\n\nBye\nAna\n\n--\n\n\
                    > How much?\n>\n> Ben\n\na\n  b\n\n[[Book now]][1]\n\n[1]: https://x.example/";
        assert_eq!(shown, Shown { words: text.into(), removed: 0, cut: false });
    }

    #[test]
    fn escaped_words_are_read_as_they_were_meant() {
        assert_eq!(unescaped("Ana&#39;s &lt;plan&gt; &amp; a < b"), "Ana's <plan> & a < b");
    }

    proptest::proptest! {
        #[test]
        fn what_holds_nothing_to_unescape_stays_as_a_parser_would_leave_it(text in "[^&<\r\0\u{feff}]{0,60}") {
            let parsed: String = Html::parse_fragment(&text).root_element().text().collect();
            proptest::prop_assert_eq!(unescaped(&text), parsed);
        }
    }

    #[test]
    fn a_very_deep_page_does_no_harm() {
        let deep = format!("{}deep down{}", "<div>".repeat(3_000), "</div>".repeat(3_000));
        assert!(read(&deep).words.contains("deep down"));
        let shown = read(&format!("<p>Seen</p>{}", "<div>".repeat(100_000)));
        assert!(shown.cut && shown.words == "Seen", "{}", shown.words);
        let flat = read(&format!("{}<p>Seen</p>", "<p>x<br><li><div>y</div>".repeat(10_000)));
        assert!(!flat.cut && flat.words.ends_with("Seen"));
    }
}
