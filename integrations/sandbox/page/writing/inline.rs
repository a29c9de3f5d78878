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
    Struck,
}

type Sign = (&'static str, Look);

const MRKDWN: [Sign; 4] = [("`", Look::Code), ("*", Look::Bold), ("_", Look::Italic), ("~", Look::Struck)];

/// The longer signs first: `**` is not two times `*`.
const MARKDOWN: [Sign; 6] = [
    ("`", Look::Code),
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
        if hopeless.signs.contains(&sign) || !opens(glyphs, at, sign, look) {
            return None;
        }
        let inside = at + sign.len();
        let end = (inside + 1..glyphs.len()).find(|&end| closes(glyphs, end, sign, look));
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
            Look::Struck => html! { s { (words) } },
        };
        Some((markup, end + sign.len() - at))
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

fn opens(glyphs: &[Glyph], at: usize, sign: &str, look: Look) -> bool {
    let before = at.checked_sub(1).and_then(|before| glyphs.get(before));
    let after = glyphs.get(at + sign.len());
    look == Look::Code || (!wordy(before) && !blank(after) && !starts(glyphs, at + sign.len(), sign))
}

fn closes(glyphs: &[Glyph], at: usize, sign: &str, look: Look) -> bool {
    let before = at.checked_sub(1).and_then(|before| glyphs.get(before));
    starts(glyphs, at, sign)
        && (look == Look::Code || (!blank(before) && !wordy(glyphs.get(at + sign.len()))))
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
