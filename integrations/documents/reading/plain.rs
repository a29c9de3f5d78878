//! Plain text in whatever encoding.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::output::Output;

pub(super) fn read(bytes: &[u8], output: &mut Output) {
    let _full = output.push(&decode(bytes));
}

/// A byte order mark counts; else it is UTF-8, or else what old Windows programs write.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = Encoding::for_bom(bytes).map_or_else(
        || if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 },
        |(encoding, _)| encoding,
    );
    encoding.decode(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_by_its_mark_or_its_bytes() {
        assert_eq!(decode(b"caf\xc3\xa9"), "café");
        assert_eq!(decode(b"caf\xe9"), "café");
        assert_eq!(decode(b"\xef\xbb\xbfcaf\xc3\xa9"), "café");
        assert_eq!(decode(b"\xff\xfec\0a\0f\0\xe9\0"), "café");
    }
}
