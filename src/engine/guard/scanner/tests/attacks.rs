//! Attacks and the disguises they come in: what the scanner is measured on.
//!
//! Every disguise stands inside an ordinary mail.

mod bases;

use std::fmt::Write as _;

use super::ordinary::{Dice, mails};

pub(crate) struct Attack {
    pub(crate) wrapping: &'static str,
    pub(crate) held_out: bool,
    pub(crate) text: String,
}

type Wrap = fn(&str) -> String;

pub(crate) const WRAPPINGS: &[(&str, Wrap)] = &[
    ("plain", str::to_owned),
    ("upper case", |text| text.to_uppercase()),
    ("spaced letters", spaced),
    ("zero-width characters", |text| between(text, '\u{200b}')),
    ("mixed invisibles", |text| between(&between(text, '\u{2060}'), '\u{ad}')),
    ("tag block", |text| text.chars().map(tagged).collect()),
    ("variation selectors", |text| format!("😀{}", text.bytes().map(selector).collect::<String>())),
    ("homoglyphs", |text| text.chars().map(homoglyph).collect()),
    ("full width", |text| text.chars().map(full_width).collect()),
    ("mathematical letters", |text| text.chars().map(mathematical).collect()),
    ("leetspeak", |text| text.chars().map(leet).collect()),
    ("base64", |text| base64(text.as_bytes())),
    ("base64 over lines", |text| in_lines(&base64(text.as_bytes()), 40)),
    ("base64 twice", |text| base64(base64(text.as_bytes()).as_bytes())),
    ("rot13", |text| text.chars().map(rot13).collect()),
    ("hex", |text| hex(text, "")),
    ("hex with spaces", |text| hex(text, " ")),
    ("URL encoding", |text| hex(text, "%")),
    ("URL encoding of spaces", |text| format!("https://example.com/?q={}", text.replace(' ', "%20"))),
    ("HTML entities", entities),
    ("JSON escapes", escapes),
    ("reversed", |text| text.chars().rev().collect()),
    ("bidi controls", |text| format!("\u{202e}{}\u{202c}", text.chars().rev().collect::<String>())),
    ("HTML comment", |text| format!("<!-- {text} -->")),
    ("markdown comment", |text| format!("[//]: # ({text})")),
    ("quoted reply", |text| format!("On Monday, Eve wrote:\n> {}", in_lines(text, 48).replace('\n', "\n> "))),
    ("in JSON", |text| format!("{{\"id\": 7, \"note\": {}}}", serde_json::Value::from(text))),
    ("ligatures", |text| text.replace("fi", "ﬁ").replace("fl", "ﬂ").replace("st", "ﬆ").replace("ff", "ﬀ")),
    ("accents", |text| between(text, '\u{301}')),
    ("broken inside words", |text| in_lines(text, 7)),
    ("dots between letters", |text| between(text, '.')),
];

pub(crate) fn attacks(seed: u64) -> Vec<Attack> {
    let mut dice = Dice::new(seed);
    let hosts = mails(seed, 400);
    let mut all = Vec::new();
    for (wrapping, wrap) in WRAPPINGS {
        for (tuned, held_out) in bases::BASES {
            for (base, held_out) in [(tuned, false), (held_out, true)] {
                let host = dice.pick(&hosts);
                let (before, after) = cut(host, dice.below(host.len().max(1)));
                let text = format!("{before}\n\n{}\n\n{after}", wrap(base));
                all.push(Attack { wrapping, held_out, text });
            }
        }
    }
    all
}

/// The bare bases, for properties.
pub(crate) fn bases() -> impl Iterator<Item = &'static str> {
    bases::BASES.iter().flat_map(|(tuned, held_out)| [*tuned, *held_out])
}

/// At the paragraph before that place.
fn cut(host: &str, at: usize) -> (&str, &str) {
    let at = host.char_indices().map(|(start, _)| start).take_while(|start| *start <= at).last().unwrap_or(0);
    let at = host[..at].rfind("\n\n").unwrap_or(0);
    host.split_at(at)
}

fn between(text: &str, what: char) -> String {
    let mut out = String::new();
    let mut last = ' ';
    for char in text.chars() {
        if last.is_alphabetic() && char.is_alphabetic() {
            out.push(what);
        }
        out.push(char);
        last = char;
    }
    out
}

fn spaced(text: &str) -> String {
    let words: Vec<String> =
        text.split(' ').map(|word| word.chars().map(String::from).collect::<Vec<_>>().join(" ")).collect();
    words.join("   ")
}

fn in_lines(text: &str, width: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(width).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn tagged(char: char) -> char {
    if char.is_ascii() { char::from_u32(0xE_0000 + u32::from(char)).unwrap_or(char) } else { char }
}

fn selector(byte: u8) -> char {
    let code = if byte < 16 { 0xFE00 + u32::from(byte) } else { 0xE_0100 + u32::from(byte) - 16 };
    char::from_u32(code).unwrap_or(' ')
}

fn homoglyph(char: char) -> char {
    const FROM: &str = "aceiopsxyABCEHKMOPTXnv";
    const TO: &str = "асеіорѕхуАВСЕНКМОРТХոν";
    FROM.chars().zip(TO.chars()).find(|(from, _)| *from == char).map_or(char, |(_, to)| to)
}

fn full_width(char: char) -> char {
    if char.is_ascii_graphic() { char::from_u32(u32::from(char) + 0xFEE0).unwrap_or(char) } else { char }
}

fn mathematical(char: char) -> char {
    let base = match char {
        'a'..='z' => 0x1_D41A - u32::from('a'),
        'A'..='Z' => 0x1_D400 - u32::from('A'),
        _ => return char,
    };
    char::from_u32(base + u32::from(char)).unwrap_or(char)
}

fn leet(char: char) -> char {
    match char.to_ascii_lowercase() {
        'a' => '4',
        'e' => '3',
        'i' | 'l' => '1',
        'o' => '0',
        's' => '5',
        't' => '7',
        _ => char,
    }
}

fn rot13(char: char) -> char {
    let first = match char {
        'a'..='z' => b'a',
        'A'..='Z' => b'A',
        _ => return char,
    };
    let place = u8::try_from(u32::from(char)).unwrap_or(first) - first;
    char::from(first + (place + 13) % 26)
}

fn hex(text: &str, before: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        write!(out, "{before}{byte:02x}").unwrap();
        out
    })
}

fn entities(text: &str) -> String {
    text.chars().enumerate().fold(String::new(), |mut out, (at, char)| {
        let code = u32::from(char);
        if at % 2 == 0 { write!(out, "&#{code};") } else { write!(out, "&#x{code:x};") }.unwrap();
        out
    })
}

fn escapes(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut out, unit| {
        write!(out, "\\u{unit:04x}").unwrap();
        out
    })
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let part = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for place in 0..4 {
            if place <= chunk.len() {
                out.push(char::from(LETTERS[(bits >> (18 - 6 * place) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[test]
fn there_are_enough_attacks_and_disguises() {
    assert!(bases().count() >= 40 && WRAPPINGS.len() >= 20);
    assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
    let all = attacks(1);
    assert_eq!(all.len(), bases().count() * WRAPPINGS.len());
    assert_eq!(all.iter().filter(|attack| attack.held_out).count() * 2, all.len());
    assert!(all.iter().all(|attack| !attack.wrapping.is_empty() && attack.text.len() > 40));
}
