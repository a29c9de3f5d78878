//! The words of an HTML text, one after the other.

use mail_parser::decoders::html::html_to_text;

/// Elements that stand within a line: a word may go on beyond their borders.
const WITHIN_A_LINE: [&str; 27] = [
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "del", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var", "wbr",
];

/// What an HTML text says, with a space wherever one block, row or cell ends and the next begins.
pub(super) fn readable(html: &str) -> String {
    let mut parts = html.split('<');
    let mut spaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.strip_prefix('/').unwrap_or(part);
        let name = name.split(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !WITHIN_A_LINE.iter().any(|one| one.eq_ignore_ascii_case(name)) {
            spaced.push(' ');
        }
        spaced.push('<');
        spaced.push_str(part);
    }
    html_to_text(&spaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_cells_stay_apart_and_a_word_in_bold_stays_whole() {
        let html = "<p>On Tuesdays.</p><h2>Harbour Theatre</h2><table><TR><td>December</td><td>Re<b>lau</b>nch</td></TR></table>";
        let words = readable(html);
        assert_eq!(
            words.split_whitespace().collect::<Vec<_>>(),
            ["On", "Tuesdays.", "Harbour", "Theatre", "December", "Relaunch"]
        );
    }
}
