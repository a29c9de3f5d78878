//! Colours, in the spellings of CSS and of HTML, and whether one can be seen on another.

use cssparser::color::{parse_hash_color, parse_named_color};

/// Fainter than this, nobody sees it.
pub(crate) const FAINT: f32 = 0.1;
/// Colours nearer than this, of 255, in each of their parts look the same.
const NEAR: u8 = 16;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colour {
    /// Red, green and blue.
    parts: [u8; 3],
    /// How much of it is seen, up to one.
    seen: f32,
}

impl Colour {
    pub(crate) const BLACK: Self = Self::full([0; 3]);
    pub(crate) const WHITE: Self = Self::full([255; 3]);
    /// What a link is written in unless the page says otherwise.
    pub(crate) const BLUE: Self = Self::full([0, 0, 238]);
    pub(crate) const YELLOW: Self = Self::full([255, 255, 0]);
    pub(crate) const GREY: Self = Self::full([239; 3]);
    const CLEAR: Self = Self { parts: [0; 3], seen: 0.0 };

    const fn full(parts: [u8; 3]) -> Self {
        Self { parts, seen: 1.0 }
    }

    /// As CSS spells it; nothing where it is no colour, or one of the rarer spellings.
    pub(crate) fn read(value: &str) -> Option<Self> {
        let value = value.trim();
        if let Some(digits) = value.strip_prefix('#') {
            return in_digits(digits);
        }
        match parse_named_color(value) {
            Ok((red, green, blue)) => Some(Self::full([red, green, blue])),
            Err(()) if value.eq_ignore_ascii_case("transparent") => Some(Self::CLEAR),
            Err(()) => in_numbers(value),
        }
    }

    /// As attributes spell it: the `#` may be missing.
    pub(crate) fn read_attribute(value: &str) -> Option<Self> {
        Self::read(value).or_else(|| in_digits(value.trim()))
    }

    pub(crate) fn is_faint(self) -> bool {
        self.seen < FAINT
    }

    pub(crate) fn is_full(self) -> bool {
        self.seen >= 1.0
    }

    /// What is seen of it on another.
    pub(crate) fn over(self, below: Self) -> Self {
        if self.is_full() {
            return self;
        }
        let mut parts = below.parts;
        for (part, own) in parts.iter_mut().zip(self.parts) {
            *part = rounded(f32::from(own) * self.seen + f32::from(*part) * (1.0 - self.seen));
        }
        Self { parts, seen: below.seen }
    }

    pub(crate) fn is_like(self, other: Self) -> bool {
        self.parts.iter().zip(other.parts).all(|(one, other)| one.abs_diff(other) < NEAR)
    }
}

/// The number a value begins with.
pub(crate) fn number(value: &str) -> Option<f32> {
    let end =
        value.find(|letter: char| !matches!(letter, '0'..='9' | '.' | '-' | '+')).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

fn in_digits(digits: &str) -> Option<Colour> {
    let (red, green, blue, seen) = parse_hash_color(digits.as_bytes()).ok()?;
    Some(Colour { parts: [red, green, blue], seen })
}

/// `rgb(255, 255, 255)`, `rgba(0 0 0 / 5%)`, `hsl(0, 0%, 100%)`.
fn in_numbers(value: &str) -> Option<Colour> {
    let (name, given) = value.strip_suffix(')')?.split_once('(')?;
    let mut given = given
        .split(|letter: char| matches!(letter, ',' | '/') || letter.is_ascii_whitespace())
        .filter(|part| !part.is_empty());
    let three = [given.next()?, given.next()?, given.next()?];
    let seen = given.next().map_or(Some(1.0), |seen| share(seen, 1.0))?.clamp(0.0, 1.0);
    let is = |known: [&str; 2]| known.iter().any(|known| name.trim().eq_ignore_ascii_case(known));
    let parts = if is(["rgb", "rgba"]) {
        let [red, green, blue] = three.map(|part| share(part, 255.0));
        [rounded(red?), rounded(green?), rounded(blue?)]
    } else if is(["hsl", "hsla"]) {
        let [hue, saturation, lightness] = three.map(number);
        of_hue(hue?, (saturation? / 100.0).clamp(0.0, 1.0), (lightness? / 100.0).clamp(0.0, 1.0))
    } else {
        return None;
    };
    Some(Colour { parts, seen })
}

/// A number, or so many hundredths of the whole.
fn share(value: &str, whole: f32) -> Option<f32> {
    number(value).map(|number| if value.ends_with('%') { number / 100.0 * whole } else { number })
}

fn of_hue(hue: f32, saturation: f32, lightness: f32) -> [u8; 3] {
    let span = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|start| {
        let place = (start + hue.rem_euclid(360.0) / 30.0) % 12.0;
        rounded((lightness - span * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0)) * 255.0)
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn rounded(part: f32) -> u8 {
    part.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_same_in_every_spelling() {
        for white in [
            "#fff",
            "#FFFFFF",
            "#ffffffff",
            "White",
            "rgb(255,255,255)",
            "RGB(100% 100% 100%)",
            "rgba(255, 255, 255, 1)",
            "hsl(210, 40%, 100%)",
        ] {
            assert_eq!(Colour::read(white), Some(Colour::WHITE), "{white}");
        }
        assert_eq!(Colour::read("hsl(240deg 100% 50% / 100%)"), Some(Colour::full([0, 0, 255])));
        assert_eq!(Colour::read("hsl(-240, 100%, 25%)"), Some(Colour::full([0, 128, 0])));
        assert_eq!(Colour::read_attribute("ffff00"), Some(Colour::YELLOW));
        for none in ["", "fff", "inherit", "var(--ink)", "rgb(1,2)", "url(x.png)", "#ggg"] {
            assert_eq!(Colour::read(none), None, "{none}");
        }
    }

    #[test]
    fn what_shines_through_counts() {
        let veil = Colour::read("rgba(255,255,255,.5)").unwrap();
        assert_eq!(veil.over(Colour::BLACK), Colour::full([128; 3]));
        assert!(veil.over(Colour::WHITE).is_like(Colour::WHITE));
        assert!(Colour::read("transparent").unwrap().over(Colour::BLUE).is_like(Colour::BLUE));
    }
}
