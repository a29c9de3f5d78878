//! Text that can do nothing but be read.

/// Characters that could hide or turn what a person countersigns are written out, e.g. `⟨U+202E⟩`. Line breaks and
/// tabs stay; so do the joiners that scripts and emoji need.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        if hides(sign) {
            let written = format!("⟨U+{:04X}⟩", u32::from(sign));
            shown.push_str(&written);
        } else {
            shown.push(sign);
        }
    }
    shown
}

/// For our own mrkdwn: the text stands for itself.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// One line of a label in our own mrkdwn: no formatting can begin or end in it.
pub(super) fn label(text: &str) -> String {
    let flat: String =
        visible(text).chars().filter(|sign| !matches!(sign, '*' | '~' | '`' | '\n' | '\t' | ':')).collect();
    escaped(flat.trim())
}

fn hides(sign: char) -> bool {
    let control = sign.is_control() && sign != '\n' && sign != '\t';
    let format = matches!(sign,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
    control || format
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_text_is_written_out() {
        assert_eq!(visible("a\u{202e}b\r\n\tc\0"), "a⟨U+202E⟩b⟨U+000D⟩\n\tc⟨U+0000⟩");
        assert_eq!(visible("żółć 👩\u{200d}💻"), "żółć 👩\u{200d}💻");
    }

    #[test]
    fn a_label_has_no_formatting_of_its_own() {
        assert_eq!(label("*To*\n<!here> & in_reply_to"), "To&lt;!here&gt; &amp; in_reply_to");
    }
}
