//! Rich Text: the words without the formatting. Pictures, fonts and whatever is marked as optional are left out.

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::output::Output;

pub(super) fn read(bytes: &[u8], output: &mut Output) {
    let mut reader = Reader::new(bytes);
    while let Some(byte) = reader.next() {
        reader.take(byte);
        if output.push(&std::mem::take(&mut reader.text)).is_break() {
            return;
        }
    }
    reader.decode();
    let _full = output.push(&reader.text);
}

/// Groups whose words are not for people.
const SILENT: [&str; 8] =
    ["fonttbl", "colortbl", "stylesheet", "info", "pict", "fldinst", "objdata", "listtable"];

struct Reader<'a> {
    rest: &'a [u8],
    text: String,
    /// Bytes in the document's code page that are not decoded yet: a character may take two of them.
    coded: Vec<u8>,
    /// The same for UTF-16, which is written a unit at a time. One of the two is always empty.
    units: Vec<u16>,
    code_page: &'static Encoding,
    group: Group,
    outer: Vec<Group>,
    /// Characters that only stand in for a Unicode one before them.
    stand_ins: usize,
}

#[derive(Clone, Copy)]
struct Group {
    silent: bool,
    /// How many stand-ins follow a Unicode character.
    stand_ins: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            text: String::new(),
            coded: Vec::new(),
            units: Vec::new(),
            code_page: WINDOWS_1252,
            group: Group { silent: false, stand_ins: 1 },
            outer: Vec::new(),
            stand_ins: 0,
        }
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn take(&mut self, byte: u8) {
        match byte {
            b'{' => self.outer.push(self.group),
            b'}' => {
                self.decode();
                self.group = self.outer.pop().unwrap_or(self.group);
            }
            b'\\' => self.control(),
            b'\r' | b'\n' => {}
            byte => self.byte(byte),
        }
    }

    fn control(&mut self) {
        match self.rest.first() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                let (word, number) = self.word();
                self.obey(word, number);
            }
            Some(b'\'') => {
                let digits = self.rest.get(1..3).and_then(|digits| std::str::from_utf8(digits).ok());
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                self.skip(3);
                if let Some(byte) = byte {
                    self.byte(byte);
                }
            }
            Some(symbol) => {
                let symbol = *symbol;
                self.skip(1);
                self.symbol(symbol);
            }
            None => {}
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'*' => self.group.silent = true,
            b'~' => self.say("\u{a0}"),
            b'_' => self.say("-"),
            b'\r' | b'\n' => self.say("\n"),
            b'\\' | b'{' | b'}' => self.byte(symbol),
            _ => {}
        }
    }

    /// A control word and its number; one space after them belongs to them.
    fn word(&mut self) -> (&'a [u8], Option<i64>) {
        let letters = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = self.skip(letters);
        let sign = usize::from(self.rest.first() == Some(&b'-'));
        let digits = self.rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        let number = if digits == 0 { &[][..] } else { self.skip(sign + digits) };
        if self.rest.first() == Some(&b' ') {
            self.skip(1);
        }
        (word, std::str::from_utf8(number).ok().and_then(|number| number.parse().ok()))
    }

    fn obey(&mut self, word: &[u8], number: Option<i64>) {
        let word = std::str::from_utf8(word).unwrap_or_default();
        match (word, number) {
            ("par" | "line" | "sect" | "page" | "row", _) => self.say("\n"),
            ("tab" | "cell", _) => self.say("\t"),
            ("emdash", _) => self.say("—"),
            ("endash", _) => self.say("–"),
            ("bullet", _) => self.say("•"),
            ("lquote", _) => self.say("‘"),
            ("rquote", _) => self.say("’"),
            ("ldblquote", _) => self.say("“"),
            ("rdblquote", _) => self.say("”"),
            ("ansicpg", Some(page)) => {
                self.code_page =
                    Encoding::for_label(format!("windows-{page}").as_bytes()).unwrap_or(WINDOWS_1252);
            }
            ("uc", Some(stand_ins)) => self.group.stand_ins = usize::try_from(stand_ins).unwrap_or_default(),
            ("u", Some(unit)) => self.unicode(unit),
            ("bin", Some(length)) => {
                self.skip(usize::try_from(length).unwrap_or_default());
            }
            (word, _) if SILENT.contains(&word) => self.group.silent = true,
            _ => {}
        }
    }

    /// Numbers above 32767 are written as negative ones.
    fn unicode(&mut self, unit: i64) {
        self.decode_bytes();
        if !self.group.silent {
            self.units.extend(u16::try_from(unit.rem_euclid(0x1_0000)));
        }
        self.stand_ins = self.group.stand_ins;
    }

    fn say(&mut self, words: &str) {
        self.decode();
        if !self.group.silent {
            self.text.push_str(words);
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.stand_ins > 0 {
            self.stand_ins -= 1;
        } else if !self.group.silent {
            self.decode_units();
            self.coded.push(byte);
        }
    }

    fn decode(&mut self) {
        self.decode_bytes();
        self.decode_units();
        self.stand_ins = 0;
    }

    fn decode_bytes(&mut self) {
        let (words, _) = self.code_page.decode_without_bom_handling(&self.coded);
        self.text.push_str(&words);
        self.coded.clear();
    }

    fn decode_units(&mut self) {
        self.text.push_str(&String::from_utf16_lossy(&self.units));
        self.units.clear();
    }

    fn skip(&mut self, length: usize) -> &'a [u8] {
        let (skipped, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        self.rest = rest;
        skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        let mut output = Output::new(1000);
        read(source.as_bytes(), &mut output);
        output.into_text()
    }

    #[test]
    fn formatting_is_left_out_and_words_are_kept() {
        let source = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator X;}\f0 Caf\'e9 {\b bold}\par \{1\}\tab 2}";
        assert_eq!(text(source), "Café bold\n{1}\t2");
    }

    #[test]
    fn unicode_is_read_and_its_stand_ins_are_not() {
        assert_eq!(text(r"{\rtf1 a\u8364?b\uc0\u8364 c\uc1\u-10179?\u-8694?d}"), "a€b€c😊d");
    }

    #[test]
    fn a_file_that_breaks_off_anywhere_is_read_as_far_as_it_goes() {
        let source = r"{\rtf1 Caf\'e9 \u8364?\bin5 12345 end}";
        for length in 0..source.len() {
            assert!(text(&source[..length]).len() <= length);
        }
    }
}
