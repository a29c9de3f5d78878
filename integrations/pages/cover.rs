//! Elements that lie upon the text of others: which of them cover all of what they are in, and what is beneath them.
//!
//! Knows places and layers. Doesn't know pages: what lies on something often comes after it, so that a page with covers
//! is read twice.

use std::collections::HashMap;

use crate::colour::{Colour, FAINT};
use crate::length::Length;
use crate::property::{Paper, Position, Property, Value};
use crate::style::Style;

/// What something must cover of this length, in both directions, to cover all there is.
const WHOLE: f32 = 1_000.0;
/// No further from the edges than this, text could be beside it.
const EDGE: f32 = 20.0;
const NEARLY_WHOLE: f32 = 900.0;
/// It takes a page made for it to have more elements with covers in one another.
const DEEPEST: usize = 20;

/// Where an element lies among others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    position: Position,
    /// Where one is said, all that is in it lies there.
    layer: Option<f32>,
    is_moved: bool,
    is_cover: bool,
}

/// The layer, and which of its elements it is: the later lies upon the earlier.
type Height = (f32, usize);

/// The highest cover of each element that has any. Elements are known by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covers(HashMap<usize, Height>);

/// How high something is in an element that has a cover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beneath {
    cover: Height,
    /// What stays in the flow of the text is below all that does not.
    own: Option<Height>,
    is_settled: bool,
}

impl Place {
    /// `px` makes pixels of a length, given the whole; `shines` is how much of the element is seen.
    pub(crate) fn of(style: &Style, shines: f32, px: impl Fn(Length, f32) -> f32) -> Self {
        let position = match style.value(Property::Position) {
            Some(Value::Position(position)) => *position,
            _ => Position::Static,
        };
        let layer = match style.value(Property::Layer) {
            Some(Value::Factor(layer)) if position != Position::Static => Some(*layer),
            _ => None,
        };
        // Below everything else, it covers nothing.
        let may_cover = position.is_out() && layer.is_none_or(|layer| layer >= 0.0);
        let is_cover = may_cover && is_opaque(style, shines) && is_whole(style, px);
        Self { position, layer, is_moved: style.value(Property::Transform).is_some(), is_cover }
    }

    /// Whether what is out of the flow in it lies by its edges.
    pub(crate) fn holds_others(self) -> bool {
        self.position != Position::Static || self.is_moved
    }

    pub(crate) fn is_cover(self) -> bool {
        self.is_cover
    }

    /// By the edges of the page, wherever it stands.
    pub(crate) fn is_on_page(self) -> bool {
        self.position == Position::Fixed
    }
}

impl Covers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, within: usize, place: Place, number: usize) {
        let height = (place.layer.unwrap_or(0.0), number);
        let highest = self.0.entry(within).or_insert(height);
        if *highest < height {
            *highest = height;
        }
    }

    /// What the text in an element is beneath, given what the element is in.
    pub(crate) fn beneath(&self, around: &[Beneath], place: Place, number: usize) -> Vec<Beneath> {
        let mut beneath: Vec<Beneath> = around.iter().map(|one| one.within(place, number)).collect();
        match self.on(number) {
            Some(one) if beneath.len() < DEEPEST => beneath.push(one),
            // Nobody looks through so much.
            Some(_) if beneath.len() == DEEPEST => {
                beneath.push(Beneath { cover: (f32::INFINITY, 0), own: None, is_settled: false });
            }
            Some(_) | None => {}
        }
        beneath
    }

    pub(crate) fn on(&self, number: usize) -> Option<Beneath> {
        self.0.get(&number).map(|cover| Beneath { cover: *cover, own: None, is_settled: false })
    }
}

impl Beneath {
    pub(crate) fn is_covered(&self) -> bool {
        self.own.is_none_or(|own| own < self.cover)
    }

    fn within(self, place: Place, number: usize) -> Self {
        let is_static = place.position == Position::Static;
        if is_static || (self.is_settled && !place.is_cover) {
            return self;
        }
        let own = Some((place.layer.unwrap_or(0.0), number));
        Self { own, is_settled: place.layer.is_some() || place.is_cover, ..self }
    }
}

/// Of a picture nobody here knows what shines through.
fn is_opaque(style: &Style, shines: f32) -> bool {
    let is_dense = |colour: Colour| (1.0 - colour.faded(shines).share()) < FAINT;
    [Property::Paper, Property::Picture].into_iter().any(|property| match style.value(property) {
        Some(Value::Paper(Paper::Of(colour))) => is_dense(*colour),
        Some(Value::Paper(Paper::Inky | Paper::Picture | Paper::Between(..))) => 1.0 - shines < FAINT,
        _ => false,
    })
}

fn is_whole(style: &Style, px: impl Fn(Length, f32) -> f32) -> bool {
    use Property as P;
    let pixels = |property: P| match style.value(property) {
        Some(Value::Length(length)) => Some(px(*length, WHOLE)),
        _ => None,
    };
    let size = |own: P, least: P| {
        let given = [own, least].into_iter().filter_map(pixels);
        given.fold(None, |most: Option<f32>, one| Some(most.map_or(one, |most| most.max(one))))
    };
    // Where nothing is said, it begins where the line does, but below what stands before it.
    let across = reaches(pixels(P::Left), pixels(P::Right), size(P::Width, P::MinWidth)).or_else(|| {
        let width = size(P::Width, P::MinWidth)?;
        Some((0.0, width))
    });
    let down = reaches(pixels(P::Top), pixels(P::Bottom), size(P::Height, P::MinHeight));
    [across, down].into_iter().all(|side| side.is_some_and(|(from, to)| from <= EDGE && to >= NEARLY_WHOLE))
}

/// From where to where, by the distances from both edges and the size.
fn reaches(start: Option<f32>, end: Option<f32>, size: Option<f32>) -> Option<(f32, f32)> {
    match (start, end, size) {
        (Some(start), _, Some(size)) => Some((start, start + size)),
        (Some(start), Some(end), None) => Some((start, WHOLE - end)),
        (None, Some(end), Some(size)) => Some((WHOLE - end - size, WHOLE - end)),
        _ => None,
    }
}
