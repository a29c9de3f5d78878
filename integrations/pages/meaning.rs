//! What declarations say: from the words of CSS to what they mean for text.

use crate::colour::{Colour, number};
use crate::css_text::{LONGEST, parted};
use crate::length::Length;
use crate::property::{Display, Ink, Paper, Position, Property, Value, parts};
use crate::shape;
use crate::verdict::Verdict;

/// What a declaration says. Nothing where a browser would not understand it.
pub(crate) fn read(name: &str, value: &str) -> Vec<(Property, Value)> {
    let parts = parts(name);
    let whole = match value {
        "inherit" => Some(Value::Inherited),
        "initial" => Some(Value::Initial),
        "unset" | "revert" | "revert-layer" => None,
        _ if value.contains("var(") || value.contains("env(") || value.len() >= LONGEST => {
            Some(pending(name, value))
        }
        _ if name == "all" => return Vec::new(),
        _ => match own(name, parts, value) {
            // A browser may know what is not known here.
            said if said.is_empty() && value.contains('(') && !value.starts_with("expression(") => {
                Some(pending(name, value))
            }
            said => return said,
        },
    };
    let unset = |part: &Property| if part.is_inherited() { Value::Inherited } else { Value::Initial };
    parts.iter().map(|part| (*part, whole.clone().unwrap_or_else(|| unset(part)))).collect()
}

fn pending(name: &str, value: &str) -> Value {
    Value::Pending { name: name.into(), value: value.into() }
}

fn own(name: &str, parts: &[Property], value: &str) -> Vec<(Property, Value)> {
    match (name, parts) {
        ("font", _) => font(value),
        // The other direction may still cut something off.
        ("overflow-x" | "overflow-y", _) if value == "visible" => Vec::new(),
        ("background", _) => background(value),
        ("margin" | "padding" | "inset", _) => {
            let given = parted(value, ' ');
            let place = |part: &Property| match part {
                Property::MarginTop | Property::PaddingTop | Property::Top => [0, 0, 0],
                Property::PaddingBottom | Property::Bottom => [2, 0, 0],
                Property::Right => [1, 0, 0],
                _ => [3, 1, 0],
            };
            let one = |part: &Property| {
                let value = place(part).into_iter().find_map(|place| given.get(place))?;
                Some((*part, single(*part, value)?))
            };
            parts.iter().filter_map(one).collect()
        }
        (_, [part]) => single(*part, value).map(|value| (*part, value)).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn single(property: Property, value: &str) -> Option<Value> {
    use Property as P;
    let judged = |verdict: Verdict| Some(Value::Judged(verdict));
    match property {
        P::Ink | P::Fill => ink(value).map(Value::Ink),
        P::Paper => paper(value).map(Value::Paper),
        P::Picture => Some(picture(value).map_or(Value::Initial, Value::Paper)),
        P::PaperInText => judged(Verdict::doubtful_if(value.contains("text"))),
        P::Size => size(value),
        P::LineHeight | P::Spacing | P::Zoom if value == "normal" => Some(Value::Initial),
        P::Display => display(value).map(Value::Display),
        P::Visibility => match value {
            "visible" => judged(Verdict::Seen),
            "hidden" | "collapse" => judged(Verdict::Hidden),
            _ => None,
        },
        P::Opacity => {
            Length::read(value).map(|amount| Value::Factor((amount.number + amount.share).clamp(0.0, 1.0)))
        }
        P::Zoom => Length::read(value).map(|amount| Value::Factor(amount.number + amount.share)),
        P::Layer | P::SizeAdjust => Some(number(value).map_or(Value::Initial, Value::Factor)),
        P::Filter => Some(Value::Change(shape::filtered(value))),
        P::Transform => Some(Value::Change(shape::transformed(value))),
        P::Translate => {
            Some(Value::Change(shape::transformed(&format!("translate({})", value.replace(' ', ",")))))
        }
        P::Scale => Some(Value::Change(shape::transformed(&format!("scale({})", value.replace(' ', ","))))),
        P::Rotate => judged(Verdict::doubtful_if(parted(value, ' ').len() > 1)),
        P::Overflow => judged(overflow(value)),
        P::Position => position(value).map(Value::Position),
        P::Float => judged(Verdict::hidden_if(value != "none")),
        P::Clip => judged(shape::clipped(value)),
        P::ClipPath => judged(shape::cut_out(value)),
        P::Mask | P::Shadow | P::Lines | P::Dots | P::Path => judged(Verdict::doubtful_if(value != "none")),
        P::Stroke => judged(Verdict::doubtful_if(!value.starts_with('0'))),
        P::Words => judged(Verdict::doubtful_if(shape::spreads(value))),
        P::BorderLeft => judged(Verdict::doubtful_if(parted(value, ' ').into_iter().any(shape::is_far))),
        P::Blend => judged(Verdict::doubtful_if(value != "normal")),
        P::Direction => judged(Verdict::doubtful_if(value.contains("override"))),
        P::ContentVisibility => judged(Verdict::hidden_if(value == "hidden")),
        // Other programs than one show it.
        P::Outlook => judged(Verdict::doubtful_if(value == "all")),
        P::Animation => Some(Value::Names(value.into())),
        P::Wrapping => judged(Verdict::hidden_if(matches!(value, "nowrap" | "pre"))),
        P::Replaced => judged(Verdict::doubtful_if(value.contains("url(") || value.contains("gradient("))),
        _ => match value {
            "auto" | "none" | "normal" | "fit-content" | "min-content" | "max-content" => {
                Some(Value::Initial)
            }
            _ => Length::read(value).map(Value::Length),
        },
    }
}

/// What is cut off can be scrolled to in some boxes.
fn overflow(value: &str) -> Verdict {
    let one = |word: &str| match word {
        "visible" | "none" => Verdict::Seen,
        "auto" | "scroll" | "overlay" => Verdict::Doubtful,
        _ => Verdict::Hidden,
    };
    parted(value, ' ').into_iter().map(one).max().unwrap_or_default()
}

fn ink(value: &str) -> Option<Ink> {
    match Colour::read(value) {
        Some(colour) => Some(Ink::Of(colour)),
        None if value.contains('(') => Some(Ink::Unknown),
        None => None,
    }
}

fn paper(value: &str) -> Option<Paper> {
    match Colour::read(value) {
        Some(colour) => Some(Paper::Of(colour)),
        None if value == "currentcolor" => Some(Paper::Inky),
        None => value.contains('(').then_some(Paper::Picture),
    }
}

fn picture(value: &str) -> Option<Paper> {
    let pictured = parted(value, ' ').into_iter().find(|word| word.contains('('))?;
    let stops = pictured.split_once("gradient(").and_then(|(_, stops)| stops.strip_suffix(')'));
    let stops = parted(stops.unwrap_or_default(), ',');
    let colours: Vec<Colour> =
        stops.iter().filter_map(|stop| Colour::read(parted(stop, ' ').first().copied()?)).collect();
    let light = colours.iter().max_by_key(|colour| colour.light());
    let dark = colours.iter().min_by_key(|colour| colour.light());
    // A stop that cannot be read could be anything; a direction comes first and is no stop.
    let is_read = colours.len() + 1 >= stops.len() && colours.iter().all(|colour| colour.is_full());
    light
        .zip(dark)
        .filter(|_| is_read)
        .map_or(Some(Paper::Picture), |(light, dark)| Some(Paper::Between(*light, *dark)))
}

/// The colour counts beside a picture: it is what is seen where the picture is not loaded.
fn background(value: &str) -> Vec<(Property, Value)> {
    let words = parted(value, ' ');
    let plain =
        |word: &&str| Colour::read(word).map(Paper::Of).or((*word == "currentcolor").then_some(Paper::Inky));
    let is_picture = |word: &&str| word.contains('(') && Colour::read(word).is_none();
    let colour = words.iter().find_map(plain).map_or(Value::Initial, Value::Paper);
    let pictured = words.iter().find(|word| is_picture(word)).and_then(|word| picture(word));
    let in_text = Verdict::doubtful_if(words.contains(&"text"));
    vec![
        (Property::Paper, colour),
        (Property::Picture, pictured.map_or(Value::Initial, Value::Paper)),
        (Property::PaperInText, Value::Judged(in_text)),
    ]
}

/// `italic 12px/1.5 Arial`.
fn font(value: &str) -> Vec<(Property, Value)> {
    for word in parted(value, ' ') {
        let sizes = parted(word, '/');
        let Some(found) = sizes.first().and_then(|first| size(first)) else { continue };
        // A bare number is a weight; so is nothing.
        if matches!(found, Value::Length(length) if length.number != 0.0) {
            continue;
        }
        let height =
            sizes.get(1).and_then(|height| Length::read(height)).map_or(Value::Initial, Value::Length);
        return vec![(Property::Size, found), (Property::LineHeight, height)];
    }
    Vec::new()
}

fn size(value: &str) -> Option<Value> {
    let pixels = |pixels: f32| Length { pixels, ..Length::default() };
    let sizes = |sizes: f32| Length { sizes, ..Length::default() };
    let length = match value {
        "xx-small" => pixels(9.0),
        "x-small" => pixels(10.0),
        "small" => pixels(13.0),
        "medium" => pixels(16.0),
        "large" | "x-large" | "xx-large" | "xxx-large" | "-webkit-xxx-large" => pixels(24.0),
        "smaller" => sizes(0.83),
        "larger" => sizes(1.2),
        _ => {
            let read = Length::read(value)?;
            Length { sizes: read.sizes + read.share, share: 0.0, ..read }
        }
    };
    Some(Value::Length(length))
}

fn display(value: &str) -> Option<Display> {
    Some(match value {
        "none" | "table-column" | "table-column-group" => Display::None,
        "inline" | "contents" | "ruby" | "ruby-text" => Display::Inline,
        "table-cell" | "table-row" | "table-row-group" | "table-header-group" | "table-footer-group"
        | "table" | "inline-table" => Display::Cell,
        "block" | "inline-block" | "flex" | "inline-flex" | "grid" | "inline-grid" | "list-item"
        | "flow-root" | "table-caption" | "-webkit-box" | "-webkit-inline-box" | "-webkit-flex"
        | "-ms-flexbox" | "run-in" => Display::Block,
        _ if value.contains(' ') && !value.contains('(') => Display::Block,
        _ => return None,
    })
}

fn position(value: &str) -> Option<Position> {
    Some(match value {
        "static" => Position::Static,
        "relative" | "sticky" | "-webkit-sticky" => Position::Moved,
        "absolute" => Position::Out,
        "fixed" => Position::Fixed,
        _ => return None,
    })
}
