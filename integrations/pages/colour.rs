//! Colours, in the spellings of CSS and of HTML, and whether one can be seen on another.

use cssparser::color::{parse_hash_color, parse_named_color};
use cssparser::{Parser, ParserInput, Token};

/// Fainter than this, nobody sees it.
pub(crate) const FAINT: f32 = 0.1;
/// Colours nearer than this, of 255, in each of their parts look the same.
const NEAR: u8 = 20;
/// Colours nearer than this are hard to tell from one another.
const CLOSE: u8 = 40;

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
            Err(()) => match value.to_ascii_lowercase().as_str() {
                "transparent" => Some(Self::CLEAR),
                // What the reader's program takes for paper and ink.
                "canvas" | "window" | "field" | "background" => Some(Self::WHITE),
                "canvastext" | "windowtext" | "buttontext" | "fieldtext" | "captiontext" => Some(Self::BLACK),
                _ => in_numbers(value),
            },
        }
    }

    /// As attributes spell it: the `#` may be missing, and nothing is wrong.
    pub(crate) fn read_attribute(value: &str) -> Option<Self> {
        let value = value.trim();
        Self::read(value).filter(|_| !value.contains('(')).or_else(|| in_old_digits(value))
    }

    pub(crate) fn is_faint(self) -> bool {
        self.seen < FAINT
    }

    pub(crate) fn is_full(self) -> bool {
        self.seen >= 1.0
    }

    /// How much of it is seen, up to one.
    pub(crate) fn share(self) -> f32 {
        self.seen
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
        self.is_within(NEAR, other)
    }

    pub(crate) fn is_close_to(self, other: Self) -> bool {
        self.is_within(CLOSE, other)
    }

    /// With so much less of it to be seen.
    pub(crate) fn faded(self, share: f32) -> Self {
        Self { seen: self.seen * share, ..self }
    }

    pub(crate) fn light(self) -> u32 {
        self.parts.iter().zip([2, 5, 1]).map(|(part, weight)| u32::from(*part) * weight).sum()
    }

    fn is_within(self, distance: u8, other: Self) -> bool {
        self.parts.iter().zip(other.parts).all(|(one, other)| one.abs_diff(other) < distance)
    }
}

/// The number a value begins with; of hundredths, how many.
pub(crate) fn number(value: &str) -> Option<f32> {
    let mut input = ParserInput::new(value);
    match Parser::new(&mut input).next().ok()? {
        Token::Number { value, .. } | Token::Dimension { value, .. } => Some(*value),
        Token::Percentage { unit_value, .. } => Some(*unit_value * 100.0),
        _ => None,
    }
}

fn in_digits(digits: &str) -> Option<Colour> {
    let (red, green, blue, seen) = parse_hash_color(digits.as_bytes()).ok()?;
    Some(Colour { parts: [red, green, blue], seen })
}

/// What browsers make of whatever stands in an attribute: a `0` for every letter that is no digit.
fn in_old_digits(value: &str) -> Option<Colour> {
    let digits: Vec<u8> = value
        .trim_start_matches('#')
        .chars()
        .take(128)
        .map(|letter| letter.to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0))
        .collect();
    let length = digits.len().div_ceil(3);
    let mut thirds = [0_u8; 3];
    for (third, digits) in thirds.iter_mut().zip(digits.chunks(length.max(1))) {
        let kept = digits.get(length.saturating_sub(8)..).unwrap_or_default();
        let pair = |place: usize| kept.get(place).copied().unwrap_or(0);
        *third = if length == 1 { pair(0) } else { pair(0) * 16 + pair(1) };
    }
    (!digits.is_empty()).then(|| Colour::full(thirds))
}

/// `rgb(255, 255, 255)`, `rgba(0 0 0 / 5%)`, `hsl(0, 0%, 100%)`, `oklch(1 0 0)`.
fn in_numbers(value: &str) -> Option<Colour> {
    let (name, given) = value.strip_suffix(')')?.split_once('(')?;
    let mut given = given
        .split(|letter: char| matches!(letter, ',' | '/') || letter.is_ascii_whitespace())
        .filter(|part| !part.is_empty());
    let name = name.trim().to_ascii_lowercase();
    if name == "color" && !matches!(given.next()?, "srgb" | "display-p3") {
        return None;
    }
    let three = [given.next()?, given.next()?, given.next()?];
    let seen = given.next().map_or(Some(1.0), |seen| share(seen, 1.0))?.clamp(0.0, 1.0);
    let [one, two, three] = three.map(|part| if part == "none" { "0" } else { part });
    let hundredth = |part: &str| Some((number(part)? / 100.0).clamp(0.0, 1.0));
    let parts = match name.as_str() {
        "rgb" | "rgba" => [one, two, three].map(|part| share(part, 255.0).map(rounded)),
        "color" => [one, two, three].map(|part| share(part, 1.0).map(|part| rounded(part * 255.0))),
        "hsl" | "hsla" => of_hue(turned(one)?, hundredth(two)?, hundredth(three)?).map(Some),
        "hwb" => of_tint(turned(one)?, hundredth(two)?, hundredth(three)?).map(Some),
        "lab" => {
            of_light(number(one)? / 100.0, share(two, 125.0)? / 300.0, share(three, 125.0)? / 300.0).map(Some)
        }
        "oklab" => of_light(share(one, 1.0)?, share(two, 0.4)?, share(three, 0.4)?).map(Some),
        "lch" | "oklch" => {
            let (whole, scale) = if name == "lch" { (150.0, 400.0) } else { (0.4, 1.0) };
            let light = if name == "lch" { number(one)? / 100.0 } else { share(one, 1.0)? };
            let (strength, angle) = (share(two, whole)? / scale, turned(three)?.to_radians());
            of_light(light, strength * angle.cos(), strength * angle.sin()).map(Some)
        }
        _ => return None,
    };
    let [red, green, blue] = parts;
    Some(Colour { parts: [red?, green?, blue?], seen })
}

/// In degrees.
fn turned(angle: &str) -> Option<f32> {
    let number = number(angle)?;
    Some(match angle.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic()) {
        "turn" => number * 360.0,
        "rad" => number.to_degrees(),
        "grad" => number * 0.9,
        _ => number,
    })
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

/// A hue with so much white and so much black in it.
fn of_tint(hue: f32, white: f32, black: f32) -> [u8; 3] {
    let all = (white + black).max(1.0);
    let (white, black) = (white / all, black / all);
    of_hue(hue, 1.0, 0.5).map(|part| rounded(f32::from(part) * (1.0 - white - black) + white * 255.0))
}

/// How light it is, and how far to red or green and to yellow or blue: the arithmetic of Oklab.
fn of_light(light: f32, red: f32, yellow: f32) -> [u8; 3] {
    let light = light.clamp(0.0, 1.0);
    let one = (light + 0.396_337_78 * red + 0.215_803_76 * yellow).powi(3);
    let two = (light - 0.105_561_346 * red - 0.063_854_17 * yellow).powi(3);
    let three = (light - 0.089_484_18 * red - 1.291_485_5 * yellow).powi(3);
    let linear = [
        4.076_741_7 * one - 3.307_711_6 * two + 0.230_969_94 * three,
        -1.268_438 * one + 2.609_757_4 * two - 0.341_319_38 * three,
        -0.004_196_086_3 * one - 0.703_418_6 * two + 1.707_614_7 * three,
    ];
    linear.map(|part| {
        let part = part.clamp(0.0, 1.0);
        rounded(255.0 * if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 })
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
            "hwb(0 100% 0%)",
            "oklch(1 0 0)",
            "oklch(100% 0 none)",
            "oklab(1 0 0)",
            "lab(100 0 0)",
            "lch(100% 0 0)",
            "color(srgb 1 1 1)",
            "Canvas",
        ] {
            assert_eq!(Colour::read(white), Some(Colour::WHITE), "{white}");
        }
        assert_eq!(Colour::read("hsl(240deg 100% 50% / 100%)"), Some(Colour::full([0, 0, 255])));
        assert_eq!(Colour::read("hsl(-240, 100%, 25%)"), Some(Colour::full([0, 128, 0])));
        assert_eq!(Colour::read("hsl(0.5turn 100% 50%)"), Some(Colour::full([0, 255, 255])));
        assert_eq!(Colour::read_attribute("ffff00"), Some(Colour::YELLOW));
        assert_eq!(Colour::read_attribute("chucknorris"), Some(Colour::full([0xc0, 0, 0])));
        assert_eq!(Colour::read_attribute("#ff"), Some(Colour::full([15, 15, 0])));
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
