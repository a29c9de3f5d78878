//! The little of CSS that makes things vanish: declarations, and what they do to the text they apply to.

use std::borrow::Cow;

use crate::colour::{Colour, FAINT, number};

/// Smaller than this, in pixels or points, nobody reads it.
const LEGIBLE: f32 = 4.0;
/// Further out than this, in pixels, nobody sees it.
const OUT_OF_SIGHT: f32 = -500.0;

/// What is said of an element.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Style {
    pub(crate) hides: bool,
    pub(crate) ink: Option<Said<Ink>>,
    pub(crate) paper: Option<Said<Paper>>,
}

/// Of two things said, the weightier counts; of two that weigh the same, the later.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Said<T> {
    pub(crate) value: T,
    pub(crate) weight: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    Of(Colour),
    /// That of the text around it.
    Inherited,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paper {
    Of(Colour),
    /// That of the ink.
    Inky,
    /// Nobody here knows what is on it.
    Picture,
}

/// What is said by the kind of an element, and by a picture that may be missing.
pub(crate) const USUAL: u32 = 0;
/// What is said by attributes other than `style`.
pub(crate) const ATTRIBUTE: u32 = 1;
/// What is said by a style sheet weighs from this on, and less than `INLINE`.
pub(crate) const SHEET: u32 = 2;
/// What is said by `style`.
pub(crate) const INLINE: u32 = 1 << 16;
/// What is said to be important weighs so much more.
const IMPORTANT: u32 = 1 << 20;

impl Style {
    pub(crate) fn read(declarations: &str, weight: u32) -> Self {
        let declarations = without_comments(declarations);
        let declared = Declared::read(&declarations);
        Self { hides: declared.hide(), ink: declared.ink(weight), paper: declared.paper(weight) }
    }

    pub(crate) fn written_in(&mut self, ink: Ink, weight: u32) {
        add(&mut self.ink, Said { value: ink, weight });
    }

    pub(crate) fn written_on(&mut self, paper: Paper, weight: u32) {
        add(&mut self.paper, Said { value: paper, weight });
    }

    pub(crate) fn add(&mut self, later: &Self) {
        self.hides |= later.hides;
        if let Some(ink) = later.ink {
            add(&mut self.ink, ink);
        }
        if let Some(paper) = later.paper {
            add(&mut self.paper, paper);
        }
    }

    pub(crate) fn says_nothing(&self) -> bool {
        !self.hides && self.ink.is_none() && self.paper.is_none()
    }
}

fn add<T>(said: &mut Option<Said<T>>, later: Said<T>) {
    if said.as_ref().is_none_or(|earlier| earlier.weight <= later.weight) {
        *said = Some(later);
    }
}

const PROPERTIES: [&str; 18] = [
    "color",
    "background-color",
    "background-image",
    "font-size",
    "display",
    "visibility",
    "opacity",
    "overflow",
    "width",
    "height",
    "max-width",
    "max-height",
    "left",
    "right",
    "top",
    "margin-left",
    "text-indent",
    "mso-hide",
];

/// The last word on each of the properties.
#[derive(Default)]
struct Declared<'a>([Option<Value<'a>>; PROPERTIES.len()]);

#[derive(Clone, Copy)]
struct Value<'a> {
    words: &'a str,
    important: bool,
}

impl<'a> Declared<'a> {
    fn read(declarations: &'a str) -> Self {
        let mut declared = Self::default();
        for (name, value) in declarations.split(';').filter_map(|declaration| declaration.split_once(':')) {
            let (words, important) =
                value.split_once('!').map_or((value, false), |(words, mark)| (words, is_importance(mark)));
            let Some(place) = place_of(name.trim()) else { continue };
            let Some(slot) = declared.0.get_mut(place) else { continue };
            if important || slot.is_none_or(|earlier| !earlier.important) {
                *slot = Some(Value { words: words.trim(), important });
            }
        }
        declared
    }

    fn value(&self, name: &str) -> Option<Value<'a>> {
        place_of(name).and_then(|place| *self.0.get(place)?)
    }

    fn is(&self, name: &str, words: &str) -> bool {
        self.value(name).is_some_and(|value| value.words.eq_ignore_ascii_case(words))
    }

    fn amount(&self, name: &str) -> Option<f32> {
        self.value(name).and_then(|value| number(value.words))
    }

    fn hide(&self) -> bool {
        let is_zero = |name: &str| self.amount(name).is_some_and(|amount| amount <= 0.0);
        let is_far_off = |name: &str| self.amount(name).is_some_and(|amount| amount <= OUT_OF_SIGHT);
        let is_tiny = self.amount("font-size").is_some_and(|size| size < LEGIBLE)
            && self.value("font-size").is_some_and(|size| in_pixels(size.words));
        self.is("display", "none")
            || self.is("visibility", "hidden")
            || self.is("visibility", "collapse")
            || self.is("mso-hide", "all")
            || self.amount("opacity").is_some_and(|amount| amount < FAINT)
            || is_zero("font-size")
            || is_tiny
            || (self.is("overflow", "hidden")
                && ["height", "max-height", "width", "max-width"].into_iter().any(is_zero))
            || ["left", "right", "top", "text-indent", "margin-left"].into_iter().any(is_far_off)
    }

    fn ink(&self, weight: u32) -> Option<Said<Ink>> {
        let given = self.value("color")?;
        let ink = match Colour::read(given.words) {
            Some(colour) => Ink::Of(colour),
            None if ["inherit", "unset"].iter().any(|word| given.words.eq_ignore_ascii_case(word)) => {
                Ink::Inherited
            }
            None => return None,
        };
        Some(given.saying(ink, weight))
    }

    /// A colour beside a picture counts: it is what is seen where the picture is not loaded.
    fn paper(&self, weight: u32) -> Option<Said<Paper>> {
        let coloured = self.value("background-color");
        let colour = coloured.and_then(|value| Some(value.saying(paper(value.words)?, weight)));
        colour.or_else(|| {
            let image = self.value("background-image").or(coloured)?;
            image.words.contains('(').then(|| image.saying(Paper::Picture, weight))
        })
    }
}

impl Value<'_> {
    fn saying<T>(self, value: T, weight: u32) -> Said<T> {
        Said { value, weight: if self.important { weight + IMPORTANT } else { weight } }
    }
}

/// What is said with `background` counts as said with `background-color`, which is a part of it.
fn place_of(name: &str) -> Option<usize> {
    let name = if name.eq_ignore_ascii_case("background") { "background-color" } else { name };
    PROPERTIES.iter().position(|known| known.eq_ignore_ascii_case(name))
}

/// The first colour in it.
fn paper(value: &str) -> Option<Paper> {
    let mut depth = 0_usize;
    let between = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_ascii_whitespace()
    };
    value.split(between).find_map(|word| {
        let inky = word.eq_ignore_ascii_case("currentcolor").then_some(Paper::Inky);
        inky.or_else(|| Colour::read(word).map(Paper::Of))
    })
}

fn is_importance(mark: &str) -> bool {
    mark.trim().eq_ignore_ascii_case("important")
}

/// A comment can stand anywhere and hold anything, marks of declarations included.
pub(crate) fn without_comments(css: &str) -> Cow<'_, str> {
    let Some((before, comment)) = css.split_once("/*") else { return Cow::Borrowed(css) };
    let mut plain = before.to_owned();
    let mut rest = after_comment(comment);
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after_comment(comment);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn after_comment(comment: &str) -> &str {
    comment.split_once("*/").map_or("", |(_, after)| after)
}

fn in_pixels(value: &str) -> bool {
    value
        .get(value.len().saturating_sub(2)..)
        .is_some_and(|unit| unit.eq_ignore_ascii_case("px") || unit.eq_ignore_ascii_case("pt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides(declarations: &str) -> bool {
        Style::read(declarations, INLINE).hides
    }

    #[test]
    fn the_last_word_on_a_property_counts() {
        assert!(!hides("display:none;display:block"));
        assert!(hides("display:block;display:none"));
        assert!(hides("display:none ! important;display:block"));
        assert!(hides("color:red/*;*/;/*:*/display/**/:/* so */None/* there"));
        assert!(!hides("font-size:0.9em"));
        assert!(hides("font-size:1PX"));
        assert!(!hides("font-size:10px"));
    }

    #[test]
    fn comments_are_left_out() {
        assert_eq!(without_comments("a/* .a{} */b /* c"), "ab ");
        assert_eq!(without_comments("a*/b"), "a*/b");
    }

    #[test]
    fn paper_is_the_colour_named_with_or_without_a_picture() {
        let paper = |declarations: &str| Style::read(declarations, INLINE).paper.map(|paper| paper.value);
        let white = Some(Paper::Of(Colour::WHITE));
        assert_eq!(paper("background:url('a b.png') no-repeat rgb(255, 255, 255)"), white);
        assert_eq!(paper("background-color:#000;background:#fff"), white);
        assert_eq!(paper("background-color:#fff;background-image:url(x.png)"), white);
        assert_eq!(paper("background:url(x.png) top"), Some(Paper::Picture));
        assert_eq!(paper("background-image:linear-gradient(#000, #fff)"), Some(Paper::Picture));
        assert_eq!(paper("background:none"), None);
    }

    #[test]
    fn the_weightier_word_counts() {
        let mut style = Style::read("color:red!important", SHEET);
        style.add(&Style::read("color:blue", INLINE));
        assert_eq!(style.ink, Style::read("color:red!important", SHEET).ink);
        style.add(&Style::read("color:inherit!important", INLINE));
        assert_eq!(style.ink.map(|ink| ink.value), Some(Ink::Inherited));
    }
}
