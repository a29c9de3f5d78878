//! Plain text as Markdown that says the same.

/// Escapes what would mean something in Markdown. Each line is a paragraph of its own, as Drive reads plain text.
pub(super) fn as_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        let words = line.trim_start();
        for space in line.chars().take(line.chars().count() - words.chars().count()) {
            // A line that is indented would be code, and its spaces would be lost.
            out.push_str(if space == '\t' { "&#9;" } else { "&#32;" });
        }
        let number = words.bytes().take_while(u8::is_ascii_digit).count();
        for (at, letter) in words.char_indices() {
            let begins_list = (at == 0 && matches!(letter, '-' | '+' | '='))
                || (at == number && number > 0 && matches!(letter, '.' | ')'));
            if begins_list || "\\*_`#[]<>|~&".contains(letter) {
                out.push('\\');
            }
            out.push(letter);
        }
        out.push_str("\n\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::as_markdown;

    #[test]
    fn nothing_in_plain_text_is_taken_for_markdown() {
        for (text, markdown) in [
            ("# no *heading*", r"\# no \*heading\*"),
            ("- no list", r"\- no list"),
            ("12. no list", r"12\. no list"),
            ("3.5 metres", r"3\.5 metres"),
            ("a - b = 7", "a - b = 7"),
            ("  indented", "&#32;&#32;indented"),
            ("R&amp;D", r"R\&amp;D"),
        ] {
            assert_eq!(as_markdown(text), format!("{markdown}\n\n"));
        }
        assert_eq!(as_markdown("a\nb"), "a\n\nb\n\n");
    }
}
