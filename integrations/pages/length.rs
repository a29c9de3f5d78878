//! Lengths in all the units of CSS, and sums of them.

use cssparser::{ParseError, Parser, ParserInput, Token};

/// Of the window and of the text people usually read in, in pixels.
const WINDOW: (f32, f32) = (1280.0, 800.0);
pub(crate) const USUAL_SIZE: f32 = 16.0;
/// Of what a share is taken when nothing better is known, in pixels.
const USUAL_WIDTH: f32 = 600.0;

/// A sum of parts that depend on different things.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Length {
    pub(crate) pixels: f32,
    /// Of the size of the text around.
    pub(crate) sizes: f32,
    /// Of the size of the page's own text.
    pub(crate) page_sizes: f32,
    /// Of something larger; one is all of it.
    pub(crate) share: f32,
    /// A mere number: of pixels for programs that read old pages, or a factor.
    pub(crate) number: f32,
}

impl Length {
    pub(crate) fn read(value: &str) -> Option<Self> {
        let mut input = ParserInput::new(value);
        let mut parser = Parser::new(&mut input);
        let length = product(&mut parser, 0)?;
        parser.is_exhausted().then_some(length)
    }

    pub(crate) fn in_pixels(self, size: f32, page_size: f32, whole: f32) -> f32 {
        self.pixels + self.number + self.sizes * size + self.page_sizes * page_size + self.share * whole
    }

    /// Where nothing is known of what is around.
    pub(crate) fn usual(self) -> f32 {
        self.in_pixels(USUAL_SIZE, USUAL_SIZE, USUAL_WIDTH)
    }

    fn number(number: f32) -> Self {
        Self { number, ..Self::default() }
    }

    fn plus(self, other: Self) -> Self {
        self.each(other, |one, other| one + other)
    }

    fn times(self, factor: f32) -> Self {
        self.each(self, |one, _| one * factor)
    }

    fn each(self, other: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        Self {
            pixels: of(self.pixels, other.pixels),
            sizes: of(self.sizes, other.sizes),
            page_sizes: of(self.page_sizes, other.page_sizes),
            share: of(self.share, other.share),
            number: of(self.number, other.number),
        }
    }

    fn of(value: f32, unit: &str) -> Option<Self> {
        let pixels = |factor: f32| Some(Self { pixels: value * factor, ..Self::default() });
        match unit {
            "px" => pixels(1.0),
            "pt" => pixels(96.0 / 72.0),
            "pc" => pixels(16.0),
            "in" => pixels(96.0),
            "cm" => pixels(96.0 / 2.54),
            "mm" => pixels(96.0 / 25.4),
            "q" => pixels(96.0 / 101.6),
            "vw" | "vi" | "svw" | "lvw" | "dvw" | "vmax" | "svmax" | "lvmax" | "dvmax" | "cqw" | "cqi"
            | "cqmax" => pixels(WINDOW.0 / 100.0),
            "vh" | "vb" | "svh" | "lvh" | "dvh" | "vmin" | "svmin" | "lvmin" | "dvmin" | "cqh" | "cqb"
            | "cqmin" => pixels(WINDOW.1 / 100.0),
            "em" | "ic" | "lh" => Some(Self { sizes: value, ..Self::default() }),
            "ex" | "ch" | "cap" => Some(Self { sizes: value / 2.0, ..Self::default() }),
            "rem" | "rlh" | "ric" => Some(Self { page_sizes: value, ..Self::default() }),
            "rex" | "rch" | "rcap" => Some(Self { page_sizes: value / 2.0, ..Self::default() }),
            _ => None,
        }
    }
}

const DEEPEST: usize = 30;

/// Parts that are added to one another.
fn sum(parser: &mut Parser<'_, '_>, depth: usize) -> Option<Length> {
    let mut whole = product(parser, depth)?;
    loop {
        let sign = match parser.try_parse(|parser| parser.expect_delim('+')) {
            Ok(()) => 1.0,
            Err(_) if parser.try_parse(|parser| parser.expect_delim('-')).is_ok() => -1.0,
            Err(_) => return Some(whole),
        };
        whole = whole.plus(product(parser, depth)?.times(sign));
    }
}

fn product(parser: &mut Parser<'_, '_>, depth: usize) -> Option<Length> {
    let mut whole = single(parser, depth)?;
    // What is multiplied stands in brackets; a bare value is a single one.
    if depth == 0 {
        return Some(whole);
    }
    loop {
        if parser.try_parse(|parser| parser.expect_delim('*')).is_ok() {
            let other = single(parser, depth)?;
            let is_number = |length: Length| length == Length::number(length.number);
            whole = if is_number(other) { whole.times(other.number) } else { other.times(whole.number) };
        } else if parser.try_parse(|parser| parser.expect_delim('/')).is_ok() {
            let divisor = single(parser, depth)?.number;
            whole = if divisor == 0.0 { return None } else { whole.times(1.0 / divisor) };
        } else {
            return Some(whole);
        }
    }
}

fn single(parser: &mut Parser<'_, '_>, depth: usize) -> Option<Length> {
    if depth > DEEPEST {
        return None;
    }
    let name = match parser.next().ok()? {
        Token::Number { value, .. } => return Some(Length::number(*value)),
        Token::Percentage { unit_value, .. } => {
            return Some(Length { share: *unit_value, ..Length::default() });
        }
        Token::Dimension { value, unit, .. } => return Length::of(*value, &unit.to_ascii_lowercase()),
        Token::ParenthesisBlock => "calc".to_owned(),
        Token::Function(name) => name.to_ascii_lowercase(),
        _ => return None,
    };
    let name = name.trim_start_matches("-webkit-").trim_start_matches("-moz-");
    let parts = parser
        .parse_nested_block(|parser| -> Result<Vec<Length>, ParseError<'_, ()>> {
            parser.parse_comma_separated(|parser| {
                sum(parser, depth + 1).ok_or_else(|| parser.new_custom_error(()))
            })
        })
        .ok()?;
    let by_size = |one: &&Length, other: &&Length| one.usual().total_cmp(&other.usual());
    match (name, parts.as_slice()) {
        ("calc", [one]) => Some(*one),
        ("min", _) => parts.iter().min_by(by_size).copied(),
        ("max", _) => parts.iter().max_by(by_size).copied(),
        ("clamp", [least, middle, most]) => {
            let middle = if middle.usual() > most.usual() { most } else { middle };
            Some(*if middle.usual() < least.usual() { least } else { middle })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit_and_in_sums() {
        for (value, pixels) in [
            ("0", 0.0),
            ("12px", 12.0),
            ("9pt", 12.0),
            ("1IN", 96.0),
            ("2em", 32.0),
            ("1.5rem", 24.0),
            ("50%", 300.0),
            ("10vw", 128.0),
            ("calc(1px * (2 + 3) - 5px)", 0.0),
            ("calc(100% - 600px)", 0.0),
            ("min(1px, 2em)", 1.0),
            ("max(1px,2em)", 32.0),
            ("clamp(1px, 5vw, 2px)", 2.0),
            ("-9999px", -9999.0),
            ("calc(12px/4)", 3.0),
            ("calc(2 * 1em)", 32.0),
        ] {
            let read = Length::read(value).map(Length::usual);
            assert!(read.is_some_and(|read| (read - pixels).abs() < 0.01), "{value}: {read:?}");
        }
        for none in ["", "auto", "1px 2px", "1foo", "calc(", "calc(1/0)", "px"] {
            assert_eq!(Length::read(none), None, "{none}");
        }
    }
}
