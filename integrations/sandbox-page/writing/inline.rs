//! Bold, italic, struck and code within a line.

use maud::{Markup, PreEscaped, html};

use super::{
    Dialect,
    glyphs::{Glyph, link},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Code,
    Bold,
    Italic,
    BoldItalic,
    Struck,
}

type Sign = (&'static str, Look);

const MRKDWN: [Sign; 4] = [("`", Look::Code), ("*", Look::Bold), ("_", Look::Italic), ("~", Look::Struck)];

/// The longer signs first: `**` is not two times `*`.
const MARKDOWN: [Sign; 7] = [
    ("`", Look::Code),
    ("***", Look::BoldItalic),
    ("**", Look::Bold),
    ("__", Look::Bold),
    ("~~", Look::Struck),
    ("*", Look::Italic),
    ("_", Look::Italic),
];

/// Deeper than anybody writes.
const DEEPEST: usize = 8;

pub(super) fn inline(glyphs: &[Glyph], dialect: Dialect) -> Markup {
    Line { dialect, depth: 0 }.shown(glyphs)
}

#[derive(Clone, Copy)]
struct Line {
    dialect: Dialect,
    depth: usize,
}

impl Line {
    fn shown(self, glyphs: &[Glyph]) -> Markup {
        let mut out = String::new();
        let mut hopeless = Hopeless::default();
        let mut at = 0;
        while let Some(glyph) = glyphs.get(at) {
            if let Some((markup, length)) = self.span(glyphs, at, &mut hopeless) {
                out.push_str(&markup.into_string());
                at += length;
                continue;
            }
            match glyph {
                Glyph::Character('\n') => out.push_str("<br>"),
                Glyph::Character(character) => out.push_str(&html! { (character) }.into_string()),
                Glyph::Ready(markup) => out.push_str(&markup.0),
            }
            at += 1;
        }
        PreEscaped(out)
    }

    /// What begins here and ends further on, and how long it is.
    fn span(self, glyphs: &[Glyph], at: usize, hopeless: &mut Hopeless) -> Option<(Markup, usize)> {
        if self.depth >= DEEPEST {
            return None;
        }
        if self.dialect == Dialect::Markdown && is(glyphs.get(at), '[') {
            return self.labelled(glyphs, at, hopeless);
        }
        let signs: &[Sign] = if self.dialect == Dialect::Markdown { &MARKDOWN } else { &MRKDWN };
        let (sign, look) = signs.iter().copied().find(|(sign, _)| starts(glyphs, at, sign))?;
        if hopeless.signs.contains(&sign) || !self.opens(glyphs, at, sign, look) {
            return None;
        }
        let inside = at + sign.len();
        let end = (inside + 1..glyphs.len()).find(|&end| self.closes(glyphs, end, sign, look));
        let Some(end) = end else {
            hopeless.signs.push(sign);
            return None;
        };
        let inner = glyphs.get(inside..end)?;
        let below = Self { depth: if look == Look::Code { DEEPEST } else { self.depth + 1 }, ..self };
        let words = below.shown(inner);
        let markup = match look {
            Look::Code => html! { code { (words) } },
            Look::Bold => html! { strong { (words) } },
            Look::Italic => html! { em { (words) } },
            Look::BoldItalic => html! { em { strong { (words) } } },
            Look::Struck => html! { s { (words) } },
        };
        Some((markup, end + sign.len() - at))
    }

    fn opens(self, glyphs: &[Glyph], at: usize, sign: &str, look: Look) -> bool {
        let before = at.checked_sub(1).and_then(|before| glyphs.get(before));
        let after = glyphs.get(at + sign.len());
        let apart = self.within_words(sign) || !wordy(before);
        look == Look::Code || (apart && !blank(after) && !starts(glyphs, at + sign.len(), sign))
    }

    fn closes(self, glyphs: &[Glyph], at: usize, sign: &str, look: Look) -> bool {
        if !starts(glyphs, at, sign) || look == Look::Code {
            return look == Look::Code && starts(glyphs, at, sign);
        }
        let apart = self.within_words(sign) || !wordy(glyphs.get(at + sign.len()));
        let Some(character) = sign.chars().next().filter(|_| self.dialect == Dialect::Markdown) else {
            let before = at.checked_sub(1).and_then(|before| glyphs.get(before));
            return apart && !blank(before);
        };
        // Of a row of three, the last ones end what was begun last but one.
        let (before, after) = run(glyphs, at, character);
        let whole = after == sign.len() && (before == 0 || before + after == 3);
        let word = at.checked_sub(before + 1).and_then(|place| glyphs.get(place));
        apart && whole && !blank(word)
    }

    /// Whether such signs mean something in the middle of a word too, as in languages that have no blanks.
    fn within_words(self, sign: &str) -> bool {
        self.dialect == Dialect::Markdown && !sign.starts_with('_')
    }

    /// `[label](address)`
    fn labelled(self, glyphs: &[Glyph], at: usize, hopeless: &mut Hopeless) -> Option<(Markup, usize)> {
        if hopeless.links {
            return None;
        }
        let found = (at + 1..glyphs.len()).find(|&end| starts(glyphs, end, "](")).and_then(|middle| {
            let end = (middle + 2..glyphs.len()).find(|&end| is(glyphs.get(end), ')'))?;
            Some((middle, end))
        });
        let Some((middle, end)) = found else {
            hopeless.links = true;
            return None;
        };
        let label = Self { depth: self.depth + 1, ..self }.shown(glyphs.get(at + 1..middle)?);
        let address: String = glyphs
            .get(middle + 2..end)?
            .iter()
            .filter_map(|glyph| match glyph {
                Glyph::Character(character) => Some(*character),
                Glyph::Ready(_) => None,
            })
            .collect();
        Some((link(&address, &label), end + 1 - at))
    }
}

/// What is known to end nowhere in the rest of the line, so that it is not looked for again and again.
#[derive(Default)]
struct Hopeless {
    signs: Vec<&'static str>,
    links: bool,
}

fn is(glyph: Option<&Glyph>, wanted: char) -> bool {
    matches!(glyph, Some(Glyph::Character(character)) if *character == wanted)
}

fn starts(glyphs: &[Glyph], at: usize, sign: &str) -> bool {
    sign.chars().enumerate().all(|(index, wanted)| is(glyphs.get(at + index), wanted))
}

/// How many of this character stand here one after the other, and how many right before; further than three nobody looks.
fn run(glyphs: &[Glyph], at: usize, sign: char) -> (usize, usize) {
    let before =
        (1..=3).take_while(|back| at.checked_sub(*back).is_some_and(|place| is(glyphs.get(place), sign)));
    let after = (0..=3).take_while(|on| is(glyphs.get(at + on), sign));
    (before.count(), after.count())
}

fn wordy(glyph: Option<&Glyph>) -> bool {
    matches!(glyph, Some(Glyph::Character(character)) if character.is_alphanumeric())
}

fn blank(glyph: Option<&Glyph>) -> bool {
    match glyph {
        None => true,
        Some(Glyph::Character(character)) => character.is_whitespace(),
        Some(Glyph::Ready(_)) => false,
    }
}
