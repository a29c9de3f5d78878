//! Slack's two ways of writing text, turned into markup that holds no tag and no attribute of the writer's.
//!
//! Knows nothing of blocks and messages.

mod dialect;
mod emoji;
mod glyphs;
mod inline;
mod paragraphs;

use maud::{Markup, html};

pub(super) use self::{dialect::Dialect, emoji::pictured};
use self::{
    glyphs::glyphs,
    inline::inline,
    paragraphs::{Item, Paragraph, paragraphs},
};
use super::reader::Reader;

/// A text of several paragraphs.
pub(super) fn written(text: &str, dialect: Dialect, reader: &Reader) -> Markup {
    let line = |line: &str| inline(&glyphs(line, dialect, reader), dialect);
    all(&paragraphs(text, dialect), &line)
}

fn all(paragraphs: &[Paragraph], line: &dyn Fn(&str) -> Markup) -> Markup {
    html! {
        @for paragraph in paragraphs {
            @match paragraph {
                Paragraph::Words(words) => p { (line(words)) },
                Paragraph::Heading(1 | 2, words) => h3.heading { (line(words)) },
                Paragraph::Heading(_, words) => h4.heading { (line(words)) },
                Paragraph::Quote(words) => blockquote { (line(words)) },
                Paragraph::Bullets(items) => ul { @for item in items { (entry(item, line)) } },
                Paragraph::Numbers(first, items) => ol start=(first) {
                    @for item in items { (entry(item, line)) }
                },
                Paragraph::Code(code) => pre tabindex="0" { code { (glyphs::unescaped(code)) } },
                Paragraph::Table(table) => pre.table tabindex="0" { (glyphs::unescaped(table)) },
                Paragraph::Rule => hr;,
            }
        }
    }
}

fn entry(item: &Item, line: &dyn Fn(&str) -> Markup) -> Markup {
    let (words, below) = match item.as_slice() {
        [Paragraph::Words(words), below @ ..] => (words.as_str(), below),
        below => ("", below),
    };
    html! { li { (line(words)) (all(below, line)) } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str, dialect: Dialect) -> String {
        written(text, dialect, &Reader::sample()).into_string()
    }

    #[test]
    fn slacks_signs_become_markup() {
        assert_eq!(
            shown("*bold* _leaning_ ~gone~ `code *as is*` 2*3*4", Dialect::Mrkdwn),
            "<p><strong>bold</strong> <em>leaning</em> <s>gone</s> <code>code *as is*</code> 2*3*4</p>"
        );
        assert_eq!(shown("*_both_*", Dialect::Mrkdwn), "<p><strong><em>both</em></strong></p>");
    }

    #[test]
    fn emphasis_may_stand_in_the_middle_of_a_word_and_in_rows_of_three() {
        for (written, look) in [
            ("これは**重要**です", "これは<strong>重要</strong>です"),
            ("un*frigging*believable", "un<em>frigging</em>believable"),
            ("a_b_c and __x__", "a_b_c and <strong>x</strong>"),
            ("***both*** ends", "<em><strong>both</strong></em> ends"),
            ("**bold *and* more**", "<strong>bold <em>and</em> more</strong>"),
            ("*a **b** c*", "<em>a <strong>b</strong> c</em>"),
            ("**a *b***", "<strong>a <em>b</em></strong>"),
            ("2 * 3 * 4", "2 * 3 * 4"),
        ] {
            assert_eq!(shown(written, Dialect::Markdown), format!("<p>{look}</p>"));
        }
    }

    #[test]
    fn people_channels_links_and_dates_are_shown_by_name() {
        assert_eq!(
            shown("hi <@U1> in <#C1>, <!here>", Dialect::Mrkdwn),
            "<p>hi <span class=\"mention\">@Ana Ruiz</span> in <span class=\"mention\">#general</span>, \
             <span class=\"mention\">@here</span></p>"
        );
        assert_eq!(
            shown("<https://a.example/?x=1&amp;y=2|the offer>", Dialect::Mrkdwn),
            "<p><span class=\"link\">the offer</span> <span class=\"where\">(https://a.example/?x=1&amp;y=2)</span></p>"
        );
        assert_eq!(shown("<!date^0^{date} {time}|then>", Dialect::Mrkdwn), "<p>1 January 1970 00:00</p>");
        assert_eq!(shown("<!date^soon^{date}|then>", Dialect::Mrkdwn), "<p>then</p>");
    }

    #[test]
    fn lists_quotes_and_code_are_blocks_of_their_own() {
        assert_eq!(
            shown("so:\n• one\n• two\n&gt; said\n```a &lt; b\n*c*```", Dialect::Mrkdwn),
            "<p>so:</p><ul><li>one</li><li>two</li></ul><blockquote>said</blockquote>\
             <pre tabindex=\"0\"><code>a &lt; b\n*c*</code></pre>"
        );
    }

    #[test]
    fn markdown_has_headings_numbers_and_tables() {
        assert_eq!(
            shown(
                "# Top\n1. **a**\n2. *b*\n\n| x | y |\n|---|---|\n[see](https://e.example)",
                Dialect::Markdown
            ),
            "<h3 class=\"heading\">Top</h3><ol start=\"1\"><li><strong>a</strong></li><li><em>b</em></li></ol>\
             <pre class=\"table\" tabindex=\"0\">| x | y |\n|---|---|</pre>\
             <p><span class=\"link\">see</span> <span class=\"where\">(https://e.example)</span></p>"
        );
    }

    #[test]
    fn what_is_indented_below_an_item_belongs_to_it() {
        assert_eq!(
            shown(
                "1. **a**\n   the first words\n\n   more of it\n\n2. b\n   - deep\n     deeper\nover",
                Dialect::Markdown
            ),
            "<ol start=\"1\"><li><strong>a</strong><br>the first words<p>more of it</p></li>\
             <li>b<ul><li>deep<br>deeper</li></ul></li></ol><p>over</p>"
        );
        assert_eq!(
            shown("• one\n\t◦ below\n• two\nnot in it", Dialect::Mrkdwn),
            "<ul><li>one<ul><li>below</li></ul></li><li>two</li></ul><p>not in it</p>"
        );
    }

    #[test]
    fn lists_in_lists_end_somewhere() {
        let steps: Vec<String> = (0..400).map(|depth| format!("{}- a", "  ".repeat(depth))).collect();
        assert_eq!(shown(&steps.join("\n"), Dialect::Markdown).matches("<li>").count(), 400);
    }

    #[test]
    fn a_long_row_of_openers_ends() {
        let rows = [("*a _b ~c ".repeat(4000), Dialect::Mrkdwn), ("[a](b ".repeat(4000), Dialect::Markdown)];
        for (row, dialect) in rows {
            assert!(shown(&row, dialect).len() >= row.trim_end().len());
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_tag_of_its_own(text in "[a-c<>&\"'/=*_~`!@#|^ \\n\\[\\]()1.-]{0,80}") {
            for dialect in [Dialect::Mrkdwn, Dialect::Markdown] {
                crate::tame::only_our_tags(&shown(&text, dialect));
            }
        }

        #[test]
        fn a_hostile_tag_stays_text(tag in "(script|img src=x onerror=alert\\(1\\)|iframe|a href=javascript:x)") {
            let hostile = [
                format!("<{tag}>"), format!("&lt;{tag}&gt;"), format!("<https://x|<{tag}>>"),
                format!("```<{tag}>```"), format!("<!date^1^<{tag}>|<{tag}>>"), format!("[<{tag}>](\"><{tag}>)"),
            ];
            for text in hostile {
                for dialect in [Dialect::Mrkdwn, Dialect::Markdown] {
                    crate::tame::only_our_tags(&shown(&text, dialect));
                }
            }
        }
    }
}
