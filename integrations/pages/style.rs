//! The little of CSS that makes things vanish.

/// Smaller than this, in pixels or points, nobody reads it.
const LEGIBLE: f64 = 4.0;
/// Further out than this, in pixels, nobody sees it.
const OUT_OF_SIGHT: f64 = -500.0;
/// Fainter than this, nobody sees it.
const FAINT: f64 = 0.1;
/// Colours nearer than this, of 255, in each of their parts look the same.
const NEAR: u8 = 16;

/// Whether these declarations hide what they apply to.
pub(crate) fn hides(declarations: &str) -> bool {
    let declared: Vec<(String, String)> = declarations.split(';').filter_map(declaration).collect();
    let value = |name: &str| {
        let found = declared.iter().rev().find(|(declared, _)| declared == name);
        found.map(|(_, value)| value.as_str())
    };
    let amount = |name: &str| value(name).and_then(number);
    let is_zero = |name: &str| amount(name).is_some_and(|amount| amount <= 0.0);
    let is_far_off = |name: &str| amount(name).is_some_and(|amount| amount <= OUT_OF_SIGHT);
    let is_tiny =
        value("font-size").is_some_and(in_pixels) && amount("font-size").is_some_and(|size| size < LEGIBLE);
    let cut_off = value("overflow") == Some("hidden");
    let ink = value("color").and_then(Colour::read);
    let paper = value("background-color").or_else(|| value("background")).and_then(Colour::read);
    value("display") == Some("none")
        || value("visibility").is_some_and(|value| value == "hidden" || value == "collapse")
        || value("mso-hide") == Some("all")
        || amount("opacity").is_some_and(|amount| amount < FAINT)
        || is_zero("font-size")
        || is_tiny
        || ink.is_some_and(|ink| ink == Colour::None || paper.is_some_and(|paper| ink.is_like(paper)))
        || (cut_off && ["height", "max-height", "width", "max-width"].into_iter().any(is_zero))
        || ["left", "right", "top", "text-indent", "margin-left"].into_iter().any(is_far_off)
}

/// The selectors of the rules of a style sheet that hide something always, not on some devices only.
pub(crate) fn hiding_rules(sheet: &str) -> Vec<String> {
    let mut selectors = Vec::new();
    let sheet = without_comments(sheet);
    let mut rest = sheet.as_str();
    while let Some((head, tail)) = rest.split_once('{') {
        let at_rule = head.trim_start().starts_with('@');
        let end = if at_rule { end_of_block(tail) } else { tail.find('}').unwrap_or(tail.len()) };
        let (block, after) = tail.split_at(end);
        if at_rule && is_always_on(head) {
            selectors.extend(hiding_rules(block));
        } else if !at_rule && hides(block) {
            selectors.push(head.trim().to_owned());
        }
        rest = after.strip_prefix('}').unwrap_or(after);
    }
    selectors
}

fn declaration(given: &str) -> Option<(String, String)> {
    let (name, value) = given.split_once(':')?;
    let value = value.to_ascii_lowercase();
    let value = value.trim().trim_end_matches("!important").trim_end();
    Some((name.trim().to_ascii_lowercase(), value.to_owned()))
}

/// The number a value begins with.
fn number(value: &str) -> Option<f64> {
    let end =
        value.find(|letter: char| !matches!(letter, '0'..='9' | '.' | '-' | '+')).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

/// Whether a block of rules is for every screen.
fn is_always_on(head: &str) -> bool {
    let head = head.trim().to_ascii_lowercase();
    let Some(media) = head.strip_prefix("@media") else { return false };
    media.split(',').any(|kind| matches!(kind.trim(), "" | "all" | "screen" | "only screen" | "only all"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    /// Nothing can be seen of it.
    None,
    Parts([u8; 3]),
}

impl Colour {
    /// In its commonest spellings; nothing where it is another.
    fn read(value: &str) -> Option<Self> {
        match value.trim() {
            "white" => Some(Self::Parts([255; 3])),
            "black" => Some(Self::Parts([0; 3])),
            "transparent" => Some(Self::None),
            value => match value.strip_prefix('#') {
                Some(digits) => Self::in_hexadecimal(digits),
                None => Self::in_numbers(value),
            },
        }
    }

    fn in_hexadecimal(digits: &str) -> Option<Self> {
        let digits: Vec<u8> =
            digits.chars().map(|digit| digit.to_digit(16)?.try_into().ok()).collect::<Option<_>>()?;
        match digits.as_slice() {
            [red, green, blue] | [red, green, blue, _] => {
                Some(Self::Parts([red, green, blue].map(|part| part * 17)))
            }
            [r, red, g, green, b, blue] | [r, red, g, green, b, blue, _, _] => {
                Some(Self::Parts([r * 16 + red, g * 16 + green, b * 16 + blue]))
            }
            _ => None,
        }
    }

    /// `rgb(255, 255, 255)`, or with how much of it is seen, `rgba(0, 0, 0, 0.05)`.
    fn in_numbers(value: &str) -> Option<Self> {
        let (name, parts) = value.strip_suffix(')')?.split_once('(')?;
        if !matches!(name.trim(), "rgb" | "rgba") {
            return None;
        }
        let parts: Vec<f64> =
            parts.split([',', '/', ' ']).filter(|part| !part.is_empty()).filter_map(number).collect();
        match parts.as_slice() {
            [_, _, _, seen] if *seen < FAINT => Some(Self::None),
            [red, green, blue, ..] => {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
                let part = |part: &f64| part.clamp(0.0, 255.0) as u8;
                Some(Self::Parts([part(red), part(green), part(blue)]))
            }
            _ => None,
        }
    }

    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Parts(one), Self::Parts(other)) => {
                one.iter().zip(other).all(|(one, other)| one.abs_diff(other) < NEAR)
            }
            (Self::None, _) | (_, Self::None) => false,
        }
    }
}

fn in_pixels(value: &str) -> bool {
    value.ends_with("px") || value.ends_with("pt")
}

fn without_comments(sheet: &str) -> String {
    let mut plain = String::new();
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain.replace("<!--", "").replace("-->", "")
}

/// Where the block that has just begun ends, with the blocks in it.
fn end_of_block(block: &str) -> usize {
    let mut depth = 1;
    for (index, letter) in block.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    block.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rules_that_always_hide_count() {
        let sheet = "/* .a{display:none} */ .b, p.c { color: red; display: none } @media print { .d { display:none } } \
                     .e{opacity:.5} .f{opacity:.01} @media screen, print { .g{display:none} .h{color:red} } \
                     @media (max-width: 600px) { .i{display:none} }";
        assert_eq!(hiding_rules(sheet), [".b, p.c", ".f", ".g"]);
    }

    #[test]
    fn the_last_word_on_a_property_counts() {
        assert!(!hides("display:none;display:block"));
        assert!(hides("display:block;display:none"));
        assert!(!hides("font-size:0.9em"));
        assert!(hides("font-size:1px"));
        assert!(!hides("font-size:10px"));
    }

    #[test]
    fn ink_on_paper_of_its_own_colour_is_hidden() {
        assert!(hides("color:#FFF;background-color:white"));
        assert!(hides("background:#123456;color:#123456"));
        assert!(hides("color:#fefefe;background:rgb(255, 255, 255)"));
        assert!(hides("color:rgba(0, 0, 0, 0.01)"));
        assert!(!hides("color:#fff;background:#000"));
        assert!(!hides("color:#333;background:#fff url(x.png)"));
        assert!(!hides("color:#fff"));
    }
}
