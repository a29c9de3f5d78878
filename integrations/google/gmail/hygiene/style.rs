//! The little of CSS that makes things vanish.

/// Smaller than this, in pixels or points, nobody reads it.
const LEGIBLE: f64 = 4.0;
/// Further out than this, in pixels, nobody sees it.
const OUT_OF_SIGHT: f64 = -500.0;

/// Whether these declarations hide what they apply to.
pub(super) fn hides(declarations: &str) -> bool {
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
    let ink = value("color").map(colour);
    let paper = value("background-color").or_else(|| value("background")).map(colour);
    value("display") == Some("none")
        || value("visibility").is_some_and(|value| value == "hidden" || value == "collapse")
        || value("mso-hide") == Some("all")
        || is_zero("opacity")
        || is_zero("font-size")
        || is_tiny
        || (ink.is_some() && ink == paper)
        || ink.as_deref() == Some("transparent")
        || (cut_off && ["height", "max-height", "width", "max-width"].into_iter().any(is_zero))
        || ["left", "right", "top", "text-indent", "margin-left"].into_iter().any(is_far_off)
}

/// The selectors of the rules of a style sheet that hide something always, not on some devices only.
pub(super) fn hiding_rules(sheet: &str) -> Vec<String> {
    let mut selectors = Vec::new();
    let sheet = without_comments(sheet);
    let mut rest = sheet.as_str();
    while let Some((head, tail)) = rest.split_once('{') {
        let at_rule = head.trim_start().starts_with('@');
        let end = if at_rule { end_of_block(tail) } else { tail.find('}').unwrap_or(tail.len()) };
        let (block, after) = tail.split_at(end);
        if !at_rule && hides(block) {
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

/// The commonest spellings of one colour made the same.
fn colour(value: &str) -> String {
    let digits = match value {
        "white" => return "#ffffff".to_owned(),
        "black" => return "#000000".to_owned(),
        value => value.strip_prefix('#').unwrap_or_default(),
    };
    if digits.chars().count() != 3 {
        return value.to_owned();
    }
    let doubled = digits.chars().flat_map(|digit| [digit, digit]);
    std::iter::once('#').chain(doubled).collect()
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
                     .e{opacity:.5} .f{opacity:0}";
        assert_eq!(hiding_rules(sheet), [".b, p.c", ".f"]);
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
        assert!(!hides("color:#fff;background:#000"));
        assert!(!hides("color:#fff"));
    }
}
