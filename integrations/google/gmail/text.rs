//! From bytes on the wire to text: base64 in all its spellings, and charsets that may lie.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use encoding_rs::{Encoding, WINDOWS_1252};
use kernel::Failure;
use serde::Serialize;

/// Gmail's answers come with and without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Url-safe or standard, padded or not, broken into lines or not. Nothing if it is none of these.
pub(crate) fn from_base64(given: &str) -> Option<Vec<u8>> {
    let plain: Vec<u8> = given
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| match byte {
            b'+' => b'-',
            b'/' => b'_',
            other => other,
        })
        .collect();
    LENIENT.decode(plain).ok()
}

/// Gmail hands most texts out in UTF-8 already, while the header still names the charset they once had. So what is
/// valid UTF-8 is UTF-8, except that a charset made of ASCII bytes only would always seem so.
pub(crate) fn decode(bytes: &[u8], charset: Option<&str>) -> String {
    let charset = charset.map(|name| name.trim().trim_matches('"').to_ascii_lowercase());
    let seven_bit = charset.as_deref().is_some_and(|name| name.starts_with("iso-2022-")) && bytes.is_ascii();
    if !seven_bit && let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let named = charset.and_then(|name| Encoding::for_label(name.as_bytes()));
    named.unwrap_or(WINDOWS_1252).decode(bytes).0.into_owned()
}

/// A part of a text, counted in characters so that no character is cut.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) words: String,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) total: usize,
}

/// How to go on with a text.
#[derive(Serialize)]
pub(crate) struct Continue {
    from_char: usize,
}

impl Excerpt {
    /// Refuses to begin behind the end of the text.
    pub(crate) fn of(text: &str, from: usize, longest: usize) -> Result<Self, Failure> {
        let part = excerpt(text, from, longest);
        if from > part.total {
            let words = format!("The text has {} characters only. Begin before its end.", part.total);
            return Err(Failure::invalid(words));
        }
        Ok(part)
    }

    pub(crate) fn shown(&self) -> String {
        format!("{}-{} of {}", self.from, self.to, self.total)
    }

    pub(crate) fn next(&self) -> Option<Continue> {
        (self.to < self.total).then_some(Continue { from_char: self.to })
    }
}

pub(crate) fn excerpt(text: &str, from: usize, longest: usize) -> Excerpt {
    let words: String = text.chars().skip(from).take(longest).collect();
    let to = from + words.chars().count();
    Excerpt { words, from, to, total: text.chars().count() }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_spelling_of_base64_is_read(bytes: Vec<u8>) {
            for spelling in [STANDARD.encode(&bytes), STANDARD_NO_PAD.encode(&bytes), URL_SAFE.encode(&bytes),
                             URL_SAFE_NO_PAD.encode(&bytes)] {
                prop_assert_eq!(from_base64(&spelling), Some(bytes.clone()));
            }
        }

        #[test]
        fn excerpts_in_turn_give_the_whole_text(text: String, longest in 1_usize..7) {
            let (mut whole, mut from) = (String::new(), 0);
            loop {
                let piece = excerpt(&text, from, longest);
                whole.push_str(&piece.words);
                from = piece.to;
                if piece.to == piece.total { break }
            }
            prop_assert_eq!(whole, text);
        }
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        assert_eq!(from_base64("no*pe"), None);
    }

    #[test]
    fn a_lying_charset_does_not_spoil_utf8() {
        assert_eq!(decode("Grüße".as_bytes(), Some("iso-8859-1")), "Grüße");
        assert_eq!(decode("こんにちは".as_bytes(), Some("shift_jis")), "こんにちは");
        assert_eq!(decode("こんにちは".as_bytes(), Some("iso-2022-jp")), "こんにちは");
    }

    #[test]
    fn a_charset_that_is_true_is_used() {
        assert_eq!(decode(b"Gr\xfc\xdfe", Some("ISO-8859-1")), "Grüße");
        assert_eq!(decode(b"\x82\xb1", Some("\"Shift_JIS\"")), "こ");
        assert_eq!(decode(b"\x1b$B$3\x1b(B", Some("iso-2022-jp")), "こ");
        assert_eq!(decode(b"caf\xe9 \x80", None), "café €");
        assert_eq!(decode(b"caf\xe9", Some("no-such-charset")), "café");
    }
}
