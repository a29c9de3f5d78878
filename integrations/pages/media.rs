//! Whether the rules in a block hold where mail is usually read: on a screen of common size, in light colours.

use crate::css_text::parted;

/// In the order of how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Holds {
    Never,
    Perhaps,
    Always,
}

/// Of the windows people read in, in pixels. Telephones show what others show, more narrowly.
const WIDTH: (f32, f32) = (1000.0, 2000.0);
const HEIGHT: (f32, f32) = (600.0, 1400.0);

/// Of the blocks that begin with `@name condition`.
pub(crate) fn holds(name: &str, condition: &str) -> Holds {
    match name {
        "media" => media(condition),
        // Which of them count depends on the reader's program, or on rules that are not followed here.
        "supports" | "layer" | "container" | "scope" | "document" | "-moz-document" => Holds::Perhaps,
        _ => Holds::Never,
    }
}

/// `screen and (min-width: 600px), print`, in small letters.
pub(crate) fn media(queries: &str) -> Holds {
    let queries = parted(queries, ',');
    queries.into_iter().map(query).max().unwrap_or(Holds::Always)
}

fn query(query: &str) -> Holds {
    let (inverted, rest) = match query.strip_prefix("not ") {
        Some(rest) => (true, rest),
        None => (false, query.strip_prefix("only ").unwrap_or(query)),
    };
    let mut found = Holds::Always;
    for part in parted(rest, ' ') {
        let part_holds = match part {
            "and" | "all" | "screen" => Holds::Always,
            "or" | "not" => return Holds::Perhaps,
            _ => match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
                Some(inside) => feature(inside.trim()),
                // Printers, readers aloud, and whatever else there is or isn't.
                None => Holds::Never,
            },
        };
        found = found.min(part_holds);
    }
    match (inverted, found) {
        (false, found) => found,
        (true, Holds::Always) => Holds::Never,
        (true, Holds::Perhaps) => Holds::Perhaps,
        (true, Holds::Never) => Holds::Always,
    }
}

fn feature(feature: &str) -> Holds {
    let (name, value) = match feature.split_once(':') {
        Some((name, value)) => (name.trim(), value.trim()),
        None => return compared(feature),
    };
    let pixels = || crate::length::Length::read(value).map(crate::length::Length::usual);
    let yes = |yes: bool| if yes { Holds::Always } else { Holds::Never };
    match name {
        "min-width" | "min-device-width" => pixels().map_or(Holds::Perhaps, |least| at_least(WIDTH, least)),
        "max-width" | "max-device-width" => pixels().map_or(Holds::Perhaps, |most| at_most(WIDTH, most)),
        "min-height" | "min-device-height" => {
            pixels().map_or(Holds::Perhaps, |least| at_least(HEIGHT, least))
        }
        "max-height" | "max-device-height" => pixels().map_or(Holds::Perhaps, |most| at_most(HEIGHT, most)),
        "orientation" => yes(value == "landscape"),
        "prefers-color-scheme" => yes(value == "light"),
        "hover" | "any-hover" => yes(value == "hover"),
        "pointer" | "any-pointer" => yes(value == "fine"),
        "prefers-reduced-motion" | "prefers-contrast" | "prefers-reduced-data" => {
            yes(value == "no-preference")
        }
        "-webkit-min-device-pixel-ratio" | "min-resolution" => match value.parse::<f32>() {
            Ok(least) if least <= 1.0 => Holds::Always,
            Ok(_) | Err(_) => Holds::Perhaps,
        },
        _ => Holds::Perhaps,
    }
}

/// `width >= 600px`, and features that are there or are not.
fn compared(feature: &str) -> Holds {
    if matches!(feature, "color" | "hover" | "width" | "height") {
        return Holds::Always;
    }
    let parts: Vec<&str> =
        feature.split(['<', '>', '=']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let range = match parts.first() {
        Some(&"width") => WIDTH,
        Some(&"height") => HEIGHT,
        Some(_) | None => return Holds::Perhaps,
    };
    match (parts.as_slice(), feature.contains('>'), feature.contains('<')) {
        ([_, value], more, less) if more != less => match crate::length::Length::read(value) {
            Some(length) if more => at_least(range, length.usual()),
            Some(length) => at_most(range, length.usual()),
            None => Holds::Perhaps,
        },
        _ => Holds::Perhaps,
    }
}

fn at_least((smallest, largest): (f32, f32), least: f32) -> Holds {
    if least <= smallest {
        Holds::Always
    } else if least > largest {
        Holds::Never
    } else {
        Holds::Perhaps
    }
}

fn at_most((smallest, largest): (f32, f32), most: f32) -> Holds {
    if most >= largest {
        Holds::Always
    } else if most < smallest {
        Holds::Never
    } else {
        Holds::Perhaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_on_every_common_screen_is_told_from_what_holds_on_some() {
        for always in [
            "",
            "all",
            "screen",
            "only screen",
            "print, screen",
            "not print",
            "(min-width: 300px)",
            "screen and (max-width: 99999px)",
            "(prefers-color-scheme: light)",
            "(width >= 20em)",
            "screen and (-webkit-min-device-pixel-ratio:0)",
            "not all and (max-width:600px)",
        ] {
            assert_eq!(media(always), Holds::Always, "{always}");
        }
        for never in [
            "print",
            "speech",
            "(max-width: 600px)",
            "only screen and (max-width:480px)",
            "not screen",
            "(prefers-color-scheme:dark)",
            "(orientation: portrait)",
            "(width < 600px)",
        ] {
            assert_eq!(media(never), Holds::Never, "{never}");
        }
        for perhaps in ["(min-width: 1400px)", "(min-aspect-ratio: 1/1)", "(min-width:10px) or (color)"] {
            assert_eq!(media(perhaps), Holds::Perhaps, "{perhaps}");
        }
    }
}
