//! What kind of picture bytes are, and how large, by their first bytes alone. Nothing is decoded.

/// What is seen of bytes that are a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// One that models take.
    Sound { media_type: &'static str, width: u32, height: u32 },
    /// One of those kinds without its measures.
    Damaged,
    /// A picture of a kind that models do not take.
    OfNoUse,
}

/// Nothing where it is no picture at all.
pub(super) fn look(bytes: &[u8]) -> Option<Look> {
    let (media_type, measures) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        ("image/png", png(bytes))
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        ("image/jpeg", jpeg(bytes))
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        ("image/gif", gif(bytes))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        ("image/webp", webp(bytes))
    } else {
        return is_other(bytes).then_some(Look::OfNoUse);
    };
    Some(match measures {
        Some((width, height)) if width > 0 && height > 0 => Look::Sound { media_type, width, height },
        Some(_) | None => Look::Damaged,
    })
}

/// What telephones and scanners make.
fn is_other(bytes: &[u8]) -> bool {
    let brand = bytes.get(8..12).filter(|_| bytes.get(4..8) == Some(b"ftyp"));
    let of_a_phone = brand.is_some_and(|brand| {
        [b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1", b"avif"].iter().any(|known| *known == brand)
    });
    of_a_phone || bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*")
}

type Measures = Option<(u32, u32)>;

fn png(bytes: &[u8]) -> Measures {
    (bytes.get(12..16)? == b"IHDR").then_some((big(bytes, 16, 4)?, big(bytes, 20, 4)?))
}

fn gif(bytes: &[u8]) -> Measures {
    Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?))
}

fn webp(bytes: &[u8]) -> Measures {
    const FOURTEEN_BITS: u32 = 0x3fff;
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let bits = little(bytes, 21, 4)?;
            Some(((bits & FOURTEEN_BITS) + 1, ((bits >> 14) & FOURTEEN_BITS) + 1))
        }
        b"VP8 " => Some((little(bytes, 26, 2)? & FOURTEEN_BITS, little(bytes, 28, 2)? & FOURTEEN_BITS)),
        _ => None,
    }
}

/// From segment to segment until one begins a frame, which says how large it is.
fn jpeg(bytes: &[u8]) -> Measures {
    let mut at = 2;
    loop {
        let (mark, kind) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        match (mark, kind) {
            (0xff, 0xff) => at += 1,
            // Tables for decoding have numbers among those of frames.
            (0xff, 0xc0..=0xcf) if ![0xc4, 0xc8, 0xcc].contains(&kind) => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            (0xff, _) => at += 2 + usize::try_from(big(bytes, at + 2, 2)?.max(2)).ok()?,
            _ => return None,
        }
    }
}

fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    Some(bytes.get(at..at + count)?.iter().fold(0, |number, byte| (number << 8) | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    Some(bytes.get(at..at + count)?.iter().rev().fold(0, |number, byte| (number << 8) | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(media_type: &'static str, width: u32, height: u32) -> Look {
        Look::Sound { media_type, width, height }
    }

    #[test]
    fn every_kind_that_models_take_is_measured() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x1f\x41\0\0\0\x02";
        assert_eq!(look(png), Some(sound("image/png", 8001, 2)));
        assert_eq!(look(b"GIF89a\x03\0\x04\0"), Some(sound("image/gif", 3, 4)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x03x\xff\xff\xc2\0\x11\x08\0\x05\0\x06";
        assert_eq!(look(jpeg), Some(sound("image/jpeg", 6, 5)));
        let extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x08\0\0";
        assert_eq!(look(extended), Some(sound("image/webp", 8, 9)));
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x01\xc0\0\0";
        assert_eq!(look(lossless), Some(sound("image/webp", 2, 4)));
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x0a\0\x0b\0";
        assert_eq!(look(lossy), Some(sound("image/webp", 10, 11)));
    }

    #[test]
    fn the_bytes_decide_and_what_is_broken_off_is_damaged() {
        assert_eq!(look(b"%PDF-1.7"), None);
        assert_eq!(look(b"\x89PNG\r\n\x1a\n"), Some(Look::Damaged));
        assert_eq!(look(b"\xff\xd8\xff\xe0\0\x04ab"), Some(Look::Damaged));
        assert_eq!(look(b"\0\0\0\x18ftypheic\0\0\0\0"), Some(Look::OfNoUse));
    }
}
