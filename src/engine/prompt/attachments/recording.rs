//! Whether bytes are a recording. Its label decides only where sound and film come in the same container.

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sound {
    Alone,
    WithPictures,
}

/// Nothing where it is no recording.
pub(super) fn listen(bytes: &[u8], said: &str) -> Option<Sound> {
    let begins = |with: &[u8]| bytes.starts_with(with);
    let wave = begins(b"RIFF") && bytes.get(8..12) == Some(b"WAVE");
    let tagged = begins(b"ID3") && bytes.get(3).is_some_and(|version| *version < 0x10);
    // A byte order mark of a text begins with the same byte as a frame of MP3.
    let frames = bytes.first() == Some(&0xff) && matches!(bytes.get(1), Some(0xfb | 0xfa | 0xf3 | 0xf2));
    if wave || tagged || begins(b"fLaC") || (frames && said.starts_with("audio/")) {
        return Some(Sound::Alone);
    }
    let brand = bytes.get(8..12).filter(|_| bytes.get(4..8) == Some(b"ftyp"));
    let either = brand.is_some() || begins(b"OggS") || begins(b"\x1a\x45\xdf\xa3");
    let alone = said.starts_with("audio/") || matches!(brand, Some(b"M4A " | b"M4B "));
    either.then_some(if alone { Sound::Alone } else { Sound::WithPictures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_known_by_their_bytes() {
        let m4a = b"\0\0\0\x20ftypM4A \0\0";
        let mp4 = b"\0\0\0\x20ftypisom\0\0";
        for (bytes, said) in [
            (&b"RIFF\0\0\0\0WAVEfmt "[..], "text/plain"),
            (b"ID3\x04\0", ""),
            (b"\xff\xfb\x90", "audio/mpeg"),
            (m4a, ""),
            (mp4, "audio/mp4"),
            (b"OggS", "audio/ogg"),
            (b"\x1a\x45\xdf\xa3", "audio/webm"),
        ] {
            assert_eq!(listen(bytes, said), Some(Sound::Alone), "{said}");
        }
        assert_eq!(listen(mp4, "video/mp4"), Some(Sound::WithPictures));
        assert_eq!(listen(b"\xff\xfea\0", "text/plain"), None, "a text with a byte order mark");
        assert_eq!(listen(b"ID3 is a format", "audio/mpeg"), None);
    }
}
