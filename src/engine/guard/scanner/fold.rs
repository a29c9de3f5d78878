//! The shapes a text is compared in: small letters without accents, words without punctuation, look-alikes as Latin.
//!
//! For comparing only; nothing made here is ever shown or sent. Knows no words of attacks.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text ready to be searched, in two coats.
pub(super) struct View {
    /// Small letters without accents; punctuation and lines stay.
    pub(super) shape: String,
    /// Only the words, one space between them; `.` ends a sentence, `@` stands for an address and `:/` for a link.
    pub(super) words: String,
    /// Where words begin: in the shape, and in the words.
    anchors: Vec<(usize, usize)>,
}

impl View {
    pub(super) fn of(shape: String) -> Self {
        let mut words = String::with_capacity(shape.len() + 1);
        // Words are about so long.
        let mut anchors = Vec::with_capacity(shape.len() / 6);
        words.push(' ');
        let mut rest = shape.as_str();
        // A run of letters at a time, and the sign after it.
        while !rest.is_empty() {
            let (letters, signs) =
                rest.split_at(rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len()));
            if !letters.is_empty() {
                if ends_with_gap(&words) {
                    anchors.push((shape.len() - rest.len(), words.len()));
                }
                words.push_str(letters);
            }
            let mut signs = signs.chars();
            if let Some(sign) = signs.next() {
                let next = signs.clone().next().unwrap_or('\n');
                if let Some(token) = token(sign, next) {
                    close(&mut words);
                    words.push_str(token);
                } else if !matches!(sign, '\'' | '’' | '`') {
                    close(&mut words);
                }
            }
            rest = signs.as_str();
        }
        close(&mut words);
        Self { shape, words, anchors }
    }

    /// The same with every letter turned; what is no letter stays where it is.
    pub(super) fn turned(&self) -> Self {
        Self { shape: turned(&self.shape), words: turned(&self.words), anchors: self.anchors.clone() }
    }

    /// The place in the words for a place in the shape.
    pub(super) fn place(&self, in_shape: usize) -> usize {
        let after = self.anchors.partition_point(|(shape, _)| *shape <= in_shape);
        self.anchors.get(after.saturating_sub(1)).map_or(0, |(_, words)| *words)
    }
}

fn close(words: &mut String) {
    if !ends_with_gap(words) {
        words.push(' ');
    }
}

/// Asked after every word, so without comparing strings.
pub(super) fn ends_with_gap(words: &str) -> bool {
    words.as_bytes().last() == Some(&b' ')
}

fn token(char: char, next: char) -> Option<&'static str> {
    match char {
        '.' | '!' | '?' | ';' if next.is_whitespace() || next == '<' => Some(". "),
        '。' | '！' | '？' => Some(". "),
        // What is left of a page breaks its lines with tags.
        '\n' if matches!(next, '\n' | '<') => Some(". "),
        '@' if next.is_alphanumeric() => Some("@ "),
        ':' if next == '/' => Some(":/ "),
        _ => None,
    }
}

/// Compatibility forms undone, small letters, no accents.
pub(super) fn shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Most letters are plain ones, which have no other form, and with accents gone none that combines with what follows.
    while !rest.is_empty() {
        let (plain, other) =
            rest.split_at(rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len()));
        out.push_str(&plain.to_ascii_lowercase());
        let (other, next) =
            other.split_at(other.bytes().position(|byte| byte.is_ascii()).unwrap_or(other.len()));
        fold_into(&mut out, other);
        rest = next;
    }
    out
}

fn fold_into(out: &mut String, text: &str) {
    let folded = text
        .nfkd()
        .filter(|char| !is_accent(*char))
        .flat_map(char::to_lowercase)
        .filter(|char| !is_accent(*char))
        .nfc()
        .map(undotted);
    out.extend(folded);
}

fn is_accent(char: char) -> bool {
    matches!(u32::from(char), 0x300..=0x36F)
}

fn undotted(char: char) -> char {
    if char == 'ı' { 'i' } else { char }
}

/// Lines put together without a gap, for words that were broken in their middle; marks of quoting go.
pub(super) fn joined(shape: &str) -> String {
    let mut out = String::with_capacity(shape.len());
    for line in shape.split('\n') {
        let bare = line.trim_end_matches('\r').strip_suffix('-').unwrap_or(line);
        // An empty line ends a paragraph whoever broke the lines.
        if bare.is_empty() {
            out.push_str("\n\n");
        }
        let quoted = bare.starts_with('>');
        let bare = bare.trim_start_matches('>');
        out.push_str(if quoted { bare.strip_prefix(' ').unwrap_or(bare) } else { bare });
    }
    out
}

/// Letters that stand apart put together: `i g n o r e   m e`, and `i.g.n.o.r.e m.e` once its dots are gone.
pub(super) fn gathered(together: &str) -> String {
    let mut out = String::with_capacity(together.len());
    for line in together.split('\n') {
        let mut alone = true;
        let mut gap = false;
        for piece in line.split(' ') {
            let short = piece.chars().nth(1).is_none();
            // Two spaces after another leave an empty piece between them: there a word ends.
            if gap && !(alone && short && !piece.is_empty()) && !ends_with_gap(&out) {
                out.push(' ');
            }
            out.push_str(piece);
            (alone, gap) = (short && !piece.is_empty(), true);
        }
        out.push('\n');
    }
    out
}

/// Whether so many letters stand apart in a row that no heading would do it.
pub(super) fn is_spread(shape: &str, together: &str) -> bool {
    if together.chars().count() + LONG_ROW <= shape.chars().count() {
        return true;
    }
    let mut row = 0_usize;
    for piece in together.split([' ', '\n']) {
        let mut letters = piece.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_alphabetic() => row += 1,
            (Some(_), Some(_)) => row = 0,
            _ => {}
        }
        if row >= LONG_ROW {
            return true;
        }
    }
    false
}

const LONG_ROW: usize = 24;

/// Without the sign between letters that each stand alone; the one sign that does so most often.
pub(super) fn undotted_letters(shape: &str) -> Cow<'_, str> {
    const SIGNS: [char; 9] = ['.', '-', '_', '*', '·', '•', '~', '|', '+'];
    let letters: Vec<char> = shape.chars().collect();
    let is_letter = |place: usize| letters.get(place).is_some_and(|char| char.is_alphanumeric());
    let single = |place: usize| {
        is_letter(place) && !place.checked_sub(1).is_some_and(is_letter) && !is_letter(place + 1)
    };
    let divides = |place: usize| place.checked_sub(1).is_some_and(single) && single(place + 1);
    let mut counts = [0_usize; SIGNS.len()];
    for (place, char) in letters.iter().enumerate().filter(|(_, char)| SIGNS.contains(char)) {
        for (count, _) in counts.iter_mut().zip(SIGNS).filter(|(_, sign)| sign == char && divides(place)) {
            *count += 1;
        }
    }
    let Some((_, sign)) = counts.iter().zip(SIGNS).max().filter(|(count, _)| **count > 0) else {
        return Cow::Borrowed(shape);
    };
    letters
        .iter()
        .enumerate()
        .filter(|(place, char)| **char != sign || !divides(*place))
        .map(|(_, char)| *char)
        .collect()
}

/// Look-alikes as the Latin letter they imitate; digits inside words too, the one as the letter given.
pub(super) fn latin(shape: &str, one: char, digits: Digits) -> String {
    let everywhere = digits == Digits::Everywhere;
    let mut out = String::with_capacity(shape.len());
    for piece in
        shape.split_inclusive(|char: char| !char.is_alphanumeric() && !matches!(char, '@' | '$' | '|'))
    {
        // Most of it is as it was.
        if piece.is_ascii() && !piece.contains(is_leet_digit) {
            out.push_str(piece);
            continue;
        }
        let spelled = everywhere || piece.chars().any(char::is_alphabetic);
        let letters = piece.chars().map(|char| if spelled { digit_as_letter(char, one) } else { char });
        out.extend(letters.map(look_alike));
    }
    out
}

/// Which digits may be letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    InsideWords,
    Everywhere,
}

/// Where so many words have digits in them, all digits are letters.
pub(super) fn digits(shape: &str) -> Digits {
    let words = shape.split(|char: char| !char.is_alphanumeric());
    let mixed = words
        .filter(|word| word.len() < 20 && word.contains(is_leet_digit) && word.contains(char::is_alphabetic));
    if mixed.take(MANY).count() == MANY { Digits::Everywhere } else { Digits::InsideWords }
}

const MANY: usize = 8;

fn is_leet_digit(char: char) -> bool {
    digit_as_letter(char, 'i') != char
}

fn digit_as_letter(char: char, one: char) -> char {
    match char {
        '0' => 'o',
        '1' | '|' => one,
        '3' => 'e',
        '4' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => char,
    }
}

/// Small letters of Cyrillic, Greek, Armenian and phonetic script that pass for Latin ones.
pub(super) fn look_alike(char: char) -> char {
    match char {
        char if char.is_ascii() => char,
        'а' | 'α' | 'ɑ' => 'a',
        'ь' | 'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'є' | 'ε' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'н' | 'հ' => 'h',
        'і' | 'ι' | 'ɩ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' | 'ⅼ' => 'l',
        'м' | 'μ' => 'm',
        'п' | 'η' | 'ո' => 'n',
        'о' | 'ο' | 'օ' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' | 'ɾ' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ѡ' | 'ω' | 'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ʐ' => 'z',
        _ => char,
    }
}

/// The alphabet turned by half.
fn turned(shape: &str) -> String {
    let turn = |byte| match byte {
        b'a'..=b'm' => byte + 13,
        b'n'..=b'z' => byte - 13,
        _ => byte,
    };
    // Plain letters become plain letters, so it is a text as before.
    String::from_utf8(shape.bytes().map(turn).collect()).unwrap_or_default()
}

/// From its end to its beginning.
pub(super) fn backwards(shape: &str) -> String {
    if shape.is_ascii() {
        return String::from_utf8(shape.bytes().rev().collect()).unwrap_or_default();
    }
    shape.chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_letters_are_folded_like_all_others(
            text in "([ -~]{0,4}|[\\x{300}-\\x{345}\\x{591}-\\x{5bd}\\x{1dc0}-\\x{1dff}]{0,3}|\\PC{0,3}|[éÅſẛİıΣ가-힣ᄀ-ᇿ]{0,2}){0,8}",
        ) {
            let mut whole = String::new();
            fold_into(&mut whole, &text);
            prop_assert_eq!(shape(&text), whole);
        }
    }

    proptest! {
        #[test]
        fn what_is_turned_or_read_backwards_is_the_same_text_otherwise(text in "(\\PC|[a-z.:/@\n ]{1,6}){0,20}") {
            let view = View::of(shape(&text));
            let turned = View::of(turned(&view.shape));
            prop_assert_eq!(&view.turned().words, &turned.words);
            prop_assert_eq!(view.turned().anchors, turned.anchors);
            prop_assert_eq!(view.turned().turned().shape, view.shape.clone());
            prop_assert_eq!(backwards(&text), text.chars().rev().collect::<String>());
        }
    }

    #[test]
    fn shapes_of_one_word_are_one() {
        for word in ["Ignore", "ＩＧＮＯＲＥ", "𝐢𝐠𝐧𝐨𝐫𝐞", "íǵńóŕé", "i\u{301}gnore"]
        {
            assert_eq!(shape(word), "ignore");
        }
        assert_eq!(latin(&shape("іgnоrе 1gn0r3 42"), 'i', Digits::InsideWords), "ignore ignore 42");
        assert_eq!(gathered("i g n o r e   a l l").trim(), "ignore all");
        assert_eq!(gathered(&undotted_letters("i.g.n.o.r.e a.l.l now")).trim(), "ignore all now");
        assert_eq!(joined("> igno\n> re all"), "ignore all");
        assert_eq!(turned("vtaber"), "ignore");
    }

    #[test]
    fn words_keep_ends_of_sentences_and_addresses() {
        let view = View::of("don't go. write to a@b.example, see https://x.example/y".into());
        assert_eq!(view.words, " dont go . write to a @ b example see https :/ x example y ");
    }
}
