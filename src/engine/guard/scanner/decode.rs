//! Takes the coats off: base64, hex, and the escapes of links, pages and programs.
//!
//! Knows nothing of attacks. Whatever does not come out as text is dropped. What comes out is never longer than what
//! went in, so looking a few coats deep stays linear.

/// Shorter runs say too little to be an order.
const SHORTEST_RUN: usize = 16;

/// What the runs of base64 in a text say.
pub(super) fn base64_texts(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for line in text.lines() {
        let line = line.trim_start_matches(['>', ' ']).trim_end();
        let whole = !line.is_empty() && line.chars().all(is_base64);
        if whole && (!run.is_empty() || line.len() >= SHORTEST_RUN) {
            run.push_str(line);
            continue;
        }
        out.push_str(&base64_text(&std::mem::take(&mut run)));
        for token in line.split(|char| !is_base64(char)) {
            out.push_str(&base64_text(token));
        }
    }
    out.push_str(&base64_text(&run));
    out
}

fn is_base64(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '+' | '/' | '-' | '_' | '=')
}

fn base64_text(run: &str) -> String {
    if run.len() < SHORTEST_RUN {
        return String::new();
    }
    let mut bytes = Vec::with_capacity(run.len());
    let (mut bits, mut held) = (0_u32, 0);
    for value in run.bytes().filter_map(base64_value) {
        bits = (bits << 6 | value) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xFF).unwrap_or_default());
        }
    }
    text_of(&bytes)
}

fn base64_value(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

/// What the runs of hexadecimal bytes say, written together or with something small between them.
pub(super) fn hex_texts(text: &str) -> String {
    let mut out = String::new();
    let mut run = Vec::new();
    let mut high = None;
    let mut gap = 0;
    for byte in text.bytes() {
        let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        match (digit, high) {
            (Some(low), Some(first)) => {
                run.push(first << 4 | low);
                (high, gap) = (None, 0);
            }
            (Some(first), None) => high = Some(first),
            // The nought of `0x`.
            (None, Some(0)) if byte == b'x' => high = None,
            (None, None) if gap < 2 && b" ,:-\\x%\r\n".contains(&byte) => gap += 1,
            (None, _) => {
                out.push_str(&hex_text(&std::mem::take(&mut run)));
                (high, gap) = (None, 0);
            }
        }
    }
    out.push_str(&hex_text(&run));
    out
}

fn hex_text(run: &[u8]) -> String {
    if run.len() < SHORTEST_RUN { String::new() } else { text_of(run) }
}

/// As a text with a line after it, or empty if it is none.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    let all = text.chars().count();
    let readable = text.chars().filter(|char| char.is_alphanumeric() || is_plain(*char)).count();
    if readable * 100 < all * 85 {
        return String::new();
    }
    text.push('\n');
    text
}

fn is_plain(char: char) -> bool {
    char.is_whitespace()
        || char.is_ascii_graphic()
        || kernel::is_invisible(char)
        || "“”‘’„–—…。，、".contains(char)
}

/// The whole text with `%41`, `&#65;`, `&amp;`, `\u0041`, `\x41` and `\n` undone; none where there was nothing to undo.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut undone = false;
    let mut surrogate = None;
    while let Some(at) = rest.find(['%', '&', '\\']) {
        let (before, escape) = rest.split_at(at);
        bytes.extend_from_slice(before.as_bytes());
        let (taken, piece) = piece(escape);
        undone |= taken > 0;
        match piece {
            Piece::Byte(byte) => bytes.push(byte),
            Piece::Unit(unit) => push_unit(&mut bytes, &mut surrogate, unit),
            Piece::Char(char) => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            Piece::None => bytes.extend_from_slice(escape.as_bytes().get(..1).unwrap_or_default()),
        }
        rest = escape.get(taken.max(1)..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    undone.then(|| String::from_utf8_lossy(&bytes).into_owned())
}

enum Piece {
    Byte(u8),
    Unit(u32),
    Char(char),
    None,
}

/// How many bytes an escape takes, and what it stands for.
fn piece(escape: &str) -> (usize, Piece) {
    let found = match escape.as_bytes() {
        [b'%', ..] => {
            number(escape, 1..3).and_then(|byte| u8::try_from(byte).ok()).map(|byte| (3, Piece::Byte(byte)))
        }
        [b'\\', b'x', ..] => {
            number(escape, 2..4).and_then(|byte| u8::try_from(byte).ok()).map(|byte| (4, Piece::Byte(byte)))
        }
        [b'\\', b'u', ..] => number(escape, 2..6).map(|unit| (6, Piece::Unit(unit))),
        [b'\\', b'n', ..] => Some((2, Piece::Char('\n'))),
        [b'\\', b'"', ..] => Some((2, Piece::Char('"'))),
        [b'&', ..] => entity(escape),
        _ => None,
    };
    found.unwrap_or((0, Piece::None))
}

fn number(escape: &str, place: std::ops::Range<usize>) -> Option<u32> {
    let digits = escape.get(place).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

fn entity(escape: &str) -> Option<(usize, Piece)> {
    // The longest that means anything is `&#x10ffff;`.
    let end = escape.bytes().take(12).position(|byte| byte == b';')?;
    let char = match escape.get(1..end)? {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "shy" | "zwnj" | "zwj" | "lrm" | "rlm" => '\u{ad}',
        name => char::from_u32(code(name.strip_prefix('#')?)?)?,
    };
    Some((end + 1, Piece::Char(char)))
}

fn code(digits: &str) -> Option<u32> {
    match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// Escapes of programs come as UTF-16; the two halves of a pair belong together.
fn push_unit(bytes: &mut Vec<u8>, surrogate: &mut Option<u32>, unit: u32) {
    let code = match (unit, surrogate.take()) {
        (0xD800..=0xDBFF, _) => {
            *surrogate = Some(unit);
            return;
        }
        (0xDC00..=0xDFFF, Some(high)) => 0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00),
        _ => unit,
    };
    let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coats_come_off() {
        assert_eq!(base64_texts("x: YW55IGNhcm5hbCBwbGVhcw== y"), "any carnal pleas\n");
        assert_eq!(base64_texts("> YW55IGNhcm5hbCBw\n> bGVhcw==\n"), "any carnal pleas\n");
        assert_eq!(hex_texts("61 6e 79 20 63 61 72 6e 61 6c 20 70 6c 65 61 73"), "any carnal pleas\n");
        assert_eq!(unescaped("%61\\x62&#99;&#x64;\\u0065&amp;").as_deref(), Some("abcde&"));
        assert_eq!(unescaped("\\ud83d\\ude00").as_deref(), Some("😀"));
        assert_eq!(unescaped("plain"), None);
    }

    #[test]
    fn what_is_no_text_is_dropped() {
        assert_eq!(base64_texts("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="), "");
        assert_eq!(hex_texts("deadbeef".repeat(8).as_str()), "");
    }
}
