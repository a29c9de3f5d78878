//! Boxes that lie out of sight, or have no room for what is in them.

use crate::length::Length;
use crate::property::{Display, Position, Property, Value};
use crate::shape::{AWAY, FAR, NO_ROOM, OUT, PARTLY_OUT, out_of};
use crate::style::Style;
use crate::verdict::Verdict;

const LITTLE_ROOM: f32 = 9.0;

/// In more room than for so many letters, nobody looks for what is cut off.
const MOST_ROOM: f32 = 5_000.0;

/// Of a page, in pixels, where no width is said.
const PAGE: f32 = 1_000.0;

/// What the place and the size of an element do to everything in it. `px` makes pixels of a length, given the whole.
pub(crate) fn verdict(style: &Style, px: impl Fn(Length, f32) -> f32) -> Verdict {
    let length = |property: Property| match style.value(property) {
        Some(Value::Length(length)) => Some(*length),
        _ => None,
    };
    let judged = |property: Property| match style.value(property) {
        Some(Value::Judged(verdict)) => *verdict,
        _ => Verdict::Seen,
    };
    let position = match style.value(Property::Position) {
        Some(Value::Position(position)) => *position,
        _ => Position::Static,
    };
    let display = match style.value(Property::Display) {
        Some(Value::Display(display)) => *display,
        _ => Display::Inline,
    };
    let is_box = position.is_out() || judged(Property::Float) == Verdict::Hidden;
    // Text in a line has no box of its own, and a cell grows with what is in it.
    let most = if is_box || display == Display::Block { Verdict::Hidden } else { Verdict::Doubtful };
    let mut found = without_room(&length, &judged, &px).at_most(most);
    if position != Position::Static {
        found = found.max(placed(position, &length, &px));
        let layer = matches!(style.value(Property::Layer), Some(Value::Factor(layer)) if *layer < 0.0);
        found = found.max(Verdict::doubtful_if(layer));
    }
    if position.is_out() {
        found = found.max(judged(Property::Clip));
    }
    found = found.max(judged(Property::BorderLeft));
    for property in [Property::MarginLeft, Property::MarginTop, Property::PaddingLeft] {
        let margin = length(property).map(|length| (px(length, OUT * 2.0), length.share));
        found = found.max(match margin {
            Some((pixels, share)) if pixels <= -OUT => out_of(share),
            Some((pixels, _)) if pixels >= FAR => Verdict::Doubtful,
            Some(_) | None => Verdict::Seen,
        });
    }
    found
}

/// About how many letters of this size fit into a box that cuts off the rest. None for other boxes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between nothing and MOST_ROOM")]
pub(crate) fn room(style: &Style, size: f32, page_size: f32, never_breaks: bool) -> Option<usize> {
    use Property as P;
    let cuts = matches!(style.value(P::Overflow), Some(Value::Judged(Verdict::Hidden)));
    if !cuts || !matches!(style.value(P::Display), Some(Value::Display(Display::Block))) {
        return None;
    }
    let pixels = |property: P| match style.value(property) {
        Some(Value::Length(length)) if length.share == 0.0 => Some(length.in_pixels(size, page_size, 0.0)),
        _ => None,
    };
    let least = |own: P, most: P, least: P| {
        let given = [own, most].into_iter().filter_map(pixels).min_by(f32::total_cmp)?;
        Some(given.max(pixels(least).unwrap_or(0.0)))
    };
    let letter = size.max(NO_ROOM);
    let lines =
        if never_breaks { 1.0 } else { (least(P::Height, P::MaxHeight, P::MinHeight)? / letter).ceil() };
    let width = least(P::Width, P::MaxWidth, P::MinWidth).or((!never_breaks).then_some(PAGE))?;
    // Letters are about half as wide as they are high; rather too much room than too little.
    let letters = lines * (width / letter * 3.0).ceil();
    (letters < MOST_ROOM).then(|| letters.max(0.0) as usize)
}

/// Whether an element cuts off all that is in it.
fn without_room(
    length: &impl Fn(Property) -> Option<Length>,
    judged: &impl Fn(Property) -> Verdict,
    px: &impl Fn(Length, f32) -> f32,
) -> Verdict {
    use Property as P;
    if judged(P::Overflow) == Verdict::Seen {
        return Verdict::Seen;
    }
    let pixels = |property: Property| length(property).map(|length| px(length, OUT));
    let sides = [(P::Height, P::MaxHeight, P::MinHeight), (P::Width, P::MaxWidth, P::MinWidth)];
    let rooms = sides.map(|(own, most, least)| {
        let largest = [pixels(own), pixels(most)].into_iter().flatten().fold(f32::MAX, f32::min);
        largest.max(pixels(least).unwrap_or(0.0))
    });
    let padded =
        [P::PaddingTop, P::PaddingBottom].into_iter().filter_map(pixels).any(|pixels| pixels > NO_ROOM);
    let room = rooms.into_iter().fold(f32::MAX, f32::min);
    let verdict = if room <= NO_ROOM { Verdict::Hidden } else { Verdict::doubtful_if(room <= LITTLE_ROOM) };
    // What fills the margin of an empty box is seen.
    verdict.at_most(if padded { Verdict::Doubtful } else { Verdict::Hidden }).max(judged(P::Lines))
}

fn placed(
    position: Position,
    length: &impl Fn(Property) -> Option<Length>,
    px: &impl Fn(Length, f32) -> f32,
) -> Verdict {
    let mut found = Verdict::Seen;
    for property in [Property::Left, Property::Top, Property::Right, Property::Bottom] {
        let Some(length) = length(property) else { continue };
        let pixels = px(length, OUT * 2.0);
        // Text that is merely moved goes the other way.
        let is_start = matches!(property, Property::Left | Property::Top);
        let onward = if is_start || position.is_out() { pixels } else { -pixels };
        found = found.max(match property {
            // Below there may be more of the page.
            Property::Bottom if onward <= -OUT => Verdict::Doubtful,
            Property::Top if onward >= AWAY => Verdict::Doubtful,
            _ if onward <= -OUT || onward >= AWAY => out_of(length.share),
            _ if onward >= FAR => Verdict::Doubtful,
            _ => Verdict::doubtful_if(onward <= -PARTLY_OUT && position.is_out()),
        });
    }
    found
}
