//! The plain `text` of a message, for notifications and screen readers.

use super::inert::escaped;
use crate::limits;

/// Said when the end is missing; the blocks show everything.
const MORE: &str = "… (shortened here; open the message)";

/// Escaped, within the limit in bytes.
pub(super) fn text(parts: &[String]) -> String {
    let whole = parts.join("\n");
    let whole = whole.trim();
    let full = escaped(whole);
    if full.len() <= limits::FALLBACK {
        return full;
    }
    let room = limits::FALLBACK - MORE.len();
    let mut kept = String::new();
    for sign in whole.chars() {
        let piece = escaped(sign.encode_utf8(&mut [0; 4]));
        if kept.len() + piece.len() > room {
            break;
        }
        kept.push_str(&piece);
    }
    kept + MORE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        let long = text(&["<".repeat(2000), "ż".to_owned()]);
        assert!(long.len() <= limits::FALLBACK);
        assert!(long.ends_with(MORE));
        assert!(long.trim_end_matches(MORE).ends_with("&lt;"));
    }
}
