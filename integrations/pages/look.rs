//! How text looks: its ink and paper, its size and what else elements hand on to what is in them.

use crate::boxes;
use crate::colour::{Colour, FAINT};
use crate::cover::Place;
use crate::length::{Length, USUAL_SIZE};
use crate::property::{Display, Ink, Paper, Property, Value};
use crate::style::{Own, Style};
use crate::verdict::Verdict;

/// Smaller than this, in pixels, nobody reads it.
const LEGIBLE: f32 = 4.0;
/// Smaller than this, hardly anybody does.
const SMALL: f32 = 6.0;
/// Further out than this, in pixels, nobody sees the beginning of a line.
const OUT_OF_SIGHT: f32 = 500.0;
/// What is said of lines that are less high than this much of their text is that they lie on one another.
const CRAMMED: f32 = 0.4;

#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// What nothing within can undo.
    gone: Verdict,
    ink: Ink,
    /// What counts instead of the ink, where it is said.
    fill: Option<Ink>,
    link: Colour,
    /// The lightest and the darkest of what it is written on.
    papers: [Colour; 2],
    /// Whether a picture lies on the paper.
    pictured: bool,
    /// Whether letters have something around them or in them that shows what they are, whatever their ink.
    outlined: bool,
    size: f32,
    page_size: f32,
    scale: f32,
    share: f32,
    visibility: Verdict,
    indent: Verdict,
    /// Of lines that lie on one another.
    lines: Verdict,
    spacing: Verdict,
    /// Of letters that are drawn as something else.
    disguise: Verdict,
    /// Of the room between words.
    words: Verdict,
    /// Whether lines are never broken.
    wrapping: Verdict,
    /// How many letters find room in it, where it cuts off the rest.
    room: Option<usize>,
    own: Own,
    place: Place,
    is_page: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            gone: Verdict::Seen,
            ink: Ink::Of(Colour::BLACK),
            fill: None,
            link: Colour::BLUE,
            papers: [Colour::WHITE; 2],
            pictured: false,
            outlined: false,
            size: USUAL_SIZE,
            page_size: USUAL_SIZE,
            scale: 1.0,
            share: 1.0,
            visibility: Verdict::Seen,
            indent: Verdict::Seen,
            lines: Verdict::Seen,
            spacing: Verdict::Seen,
            disguise: Verdict::Seen,
            words: Verdict::Seen,
            wrapping: Verdict::Seen,
            room: None,
            own: Own::default(),
            place: Place::default(),
            is_page: true,
        }
    }
}

impl Look {
    /// That of an element in this one.
    pub(crate) fn within(&self, mut style: Style, link: Option<Colour>) -> Self {
        let own = style.resolve(&self.own);
        let mut look = Self { own, is_page: false, link: link.unwrap_or(self.link), ..self.clone() };
        look.take_size(&style, self);
        if self.is_page {
            look.page_size = look.size;
        }
        look.take_lines(&style);
        look.take_ink(&style);
        look.take_changes(&style);
        let px = |length: Length, whole: f32| length.in_pixels(look.size, look.page_size, whole);
        look.place = Place::of(&style, look.share / self.share, px);
        let judged = |property: Property| judged(&style, property).unwrap_or_default();
        let display = matches!(style.value(Property::Display), Some(Value::Display(Display::None)));
        look.wrapping = handed_on(&style, Property::Wrapping, self.wrapping);
        let never_breaks = look.wrapping == Verdict::Hidden;
        look.room = boxes::room(&style, look.size, look.page_size, never_breaks);
        look.visibility = handed_on(&style, Property::Visibility, self.visibility);
        look.disguise = handed_on(&style, Property::Dots, self.disguise);
        if let Some(Value::Factor(share)) = style.value(Property::SizeAdjust) {
            look.disguise = look.disguise.max(Verdict::doubtful_if(*share < 0.2));
        }
        look.words = handed_on(&style, Property::Words, self.words);
        for verdict in [
            style.verdict,
            Verdict::hidden_if(display),
            Verdict::hidden_if(look.share < FAINT),
            judged(Property::ClipPath),
            judged(Property::Mask),
            judged(Property::ContentVisibility),
            judged(Property::Outlook),
            judged(Property::Blend),
            judged(Property::Direction),
            judged(Property::Rotate),
            judged(Property::Replaced),
            judged(Property::Path),
            boxes::verdict(&style, px),
        ] {
            look.gone = look.gone.max(verdict);
        }
        look
    }

    /// How many letters are seen of an element that cuts off what it has no room for.
    pub(crate) fn room(&self) -> Option<usize> {
        self.room
    }

    /// Where it lies among others.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Some of what is in it is cut off.
    pub(crate) fn doubt(&mut self) {
        self.gone = self.gone.max(Verdict::Doubtful);
    }

    /// Whether nothing in it is ever seen.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone == Verdict::Hidden
    }

    /// Whether text in it is seen.
    pub(crate) fn verdict(&self) -> Verdict {
        let size = self.size * self.scale;
        let size = Verdict::hidden_if(size < LEGIBLE).max(Verdict::doubtful_if(size < SMALL));
        let letters =
            size.max(self.lines).max(self.spacing).max(self.disguise).max(self.indent).max(self.words);
        self.of_image().max(letters).max(self.contrast())
    }

    /// Whether an image in it is seen.
    pub(crate) fn of_image(&self) -> Verdict {
        self.gone.max(self.visibility)
    }

    /// Whether anybody can tell the ink from the paper.
    fn contrast(&self) -> Verdict {
        let ink = match self.fill.unwrap_or(self.ink) {
            Ink::Of(ink) => ink,
            Ink::Link => self.link,
            Ink::Unknown => return Verdict::Doubtful,
        };
        let ink = ink.faded(self.share);
        let on =
            |is_like: fn(Colour, Colour) -> bool| self.papers.map(|paper| is_like(ink.over(paper), paper));
        let hidden = ink.is_faint() || on(Colour::is_like) == [true; 2];
        let unclear = on(Colour::is_close_to).contains(&true);
        let verdict = Verdict::hidden_if(hidden).max(Verdict::doubtful_if(unclear));
        let is_unsure = self.outlined || (self.pictured && !ink.is_faint());
        verdict.at_most(if is_unsure { Verdict::Doubtful } else { Verdict::Hidden })
    }

    fn take_size(&mut self, style: &Style, around: &Self) {
        if let Some(Value::Length(length)) = style.value(Property::Size) {
            self.size = length.in_pixels(around.size, around.page_size, around.size).max(0.0);
        } else if style.is_initial(Property::Size) {
            self.size = USUAL_SIZE;
        }
    }

    fn take_lines(&mut self, style: &Style) {
        let size = self.size;
        let said = |property: Property| match style.value(property) {
            Some(Value::Length(length)) => Some(*length),
            _ => style.is_initial(property).then(Length::default),
        };
        if let Some(height) = said(Property::LineHeight) {
            let lines =
                Length { number: height.number * size, ..height }.in_pixels(size, self.page_size, size);
            let is_said = !style.is_initial(Property::LineHeight);
            self.lines = Verdict::doubtful_if(is_said && lines < CRAMMED * size);
        }
        if let Some(spacing) = said(Property::Spacing) {
            let spacing = spacing.in_pixels(size, self.page_size, size);
            self.spacing = Verdict::doubtful_if(spacing < -0.4 * size || spacing > 10.0 * size.max(1.0));
        }
        if let Some(indent) = said(Property::Indent) {
            let indent = indent.in_pixels(size, self.page_size, OUT_OF_SIGHT);
            let cuts = judged(style, Property::Overflow) == Some(Verdict::Hidden);
            let is_out =
                indent <= -OUT_OF_SIGHT || (cuts && indent >= OUT_OF_SIGHT) || indent >= OUT_OF_SIGHT * 4.0;
            self.indent = Verdict::hidden_if(is_out);
        }
    }

    fn take_ink(&mut self, style: &Style) {
        let ink = |property: Property| match style.value(property) {
            Some(Value::Ink(ink)) => Some(*ink),
            _ => None,
        };
        match ink(Property::Ink) {
            Some(ink) => self.ink = ink,
            None if style.is_initial(Property::Ink) => self.ink = Ink::Of(Colour::BLACK),
            None => {}
        }
        match ink(Property::Fill) {
            Some(ink) => self.fill = Some(ink),
            None if style.is_initial(Property::Fill) => self.fill = None,
            None => {}
        }
        for property in [Property::Shadow, Property::Stroke] {
            self.outlined = handed_on(style, property, Verdict::doubtful_if(self.outlined)) != Verdict::Seen;
        }
        self.outlined |= judged(style, Property::PaperInText) == Some(Verdict::Doubtful);
        // A picture lies upon the colour.
        for property in [Property::Paper, Property::Picture] {
            if let Some(Value::Paper(paper)) = style.value(property) {
                self.lie_on(*paper);
            }
        }
    }

    fn lie_on(&mut self, paper: Paper) {
        let colour = match (paper, self.ink) {
            (Paper::Of(colour), _) | (Paper::Inky, Ink::Of(colour)) => colour,
            (Paper::Inky, Ink::Link) => self.link,
            (Paper::Between(light, dark), _) => {
                self.papers = [light, dark];
                self.pictured = false;
                return;
            }
            (Paper::Picture, _) | (Paper::Inky, Ink::Unknown) => {
                self.pictured = true;
                return;
            }
        };
        self.papers = self.papers.map(|below| colour.over(below));
        self.pictured &= !colour.is_full();
    }

    fn take_changes(&mut self, style: &Style) {
        let factor = |property: Property| match style.value(property) {
            Some(Value::Factor(factor)) => Some(*factor),
            _ => None,
        };
        self.share *= factor(Property::Opacity).unwrap_or(1.0);
        match factor(Property::Zoom) {
            // Some programs take nothing for all.
            Some(zoom) if zoom <= 0.0 => self.gone = self.gone.max(Verdict::Doubtful),
            Some(zoom) => self.scale *= zoom,
            None => {}
        }
        let in_line = matches!(style.value(Property::Display), None | Some(Value::Display(Display::Inline)));
        for property in [Property::Filter, Property::Transform, Property::Translate, Property::Scale] {
            let Some(Value::Change(change)) = style.value(property) else { continue };
            // Text in a line stays where it is.
            let stays = in_line && property != Property::Filter;
            let most = if stays { Verdict::Doubtful } else { Verdict::Hidden };
            self.gone = self.gone.max(change.verdict.at_most(most));
            self.scale *= if stays { 1.0 } else { change.scale };
            self.share *= change.share;
        }
    }
}

fn judged(style: &Style, property: Property) -> Option<Verdict> {
    match style.value(property) {
        Some(Value::Judged(verdict)) => Some(*verdict),
        _ => None,
    }
}

/// As around, unless something is said.
fn handed_on(style: &Style, property: Property, around: Verdict) -> Verdict {
    if style.is_initial(property) { Verdict::Seen } else { judged(style, property).unwrap_or(around) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::css::declarations;
    use crate::style::{Declarations, INLINE};

    /// Whether text is seen in blocks with these styles, one within the other.
    fn verdict(styles: &[&str]) -> Verdict {
        let within = |look: Look, css: &&str| {
            let mut style = Style::default();
            style.say(Property::Display, Value::Display(Display::Block), 0);
            style.add(&Declarations::read(&declarations(css)), INLINE);
            look.within(style, None)
        };
        styles.iter().fold(Look::default(), within).verdict()
    }

    #[test]
    fn ink_on_paper_of_its_own_colour_is_hidden() {
        for styles in [
            &["color:#FFF;background-color:white"][..],
            &["background:#123456;color:#123456"],
            &["color:#fefefe;background:rgb(255, 255, 255)"],
            &["color:rgba(0, 0, 0, 0.01)"],
            &["color:transparent;background:url(x.png)"],
            &["color:snow"],
            &["color:#fff", "font-weight:bold"],
            &["background:#222", "background:transparent", "color:#202020"],
            &["background:#000", "background:#fff", "color:#fff"],
            &["color:white", "color:nonsense"],
            &["color:red;background:currentColor"],
            &["background:rgba(0,0,0,0.02);color:#fff"],
            &["background:linear-gradient(#fff, #fefefe)", "color:white"],
        ] {
            assert_eq!(verdict(styles), Verdict::Hidden, "{styles:?}");
        }
    }

    #[test]
    fn ink_on_other_paper_is_seen() {
        for styles in [
            &[][..],
            &["color:#fff;background:#000"],
            &["background-color:#1a1a2e", "padding:0", "color:#ffffff"],
            &["color:#fff", "background:#2563eb"],
            &["color:#333;background:#fff url(x.png)"],
            &["background:#111 url(x.png)", "color:#fff"],
            &["color:#fff", "color:#111"],
            &["color:#8a8a8a"],
            &["background:rgba(0,0,0,0.6);color:#fff"],
            &["background-image:linear-gradient(90deg, #06c, #09c 80%)", "color:white"],
        ] {
            assert_eq!(verdict(styles), Verdict::Seen, "{styles:?}");
        }
    }

    #[test]
    fn where_it_cannot_be_told_it_is_in_doubt() {
        for styles in [
            &["background:url(x.png)", "color:#fff"][..],
            &["background:url(x.png)", "background:rgba(255,255,255,.2)", "color:#fff"],
            &["color:#ddd"],
            &["color:color-mix(in srgb, white, white)"],
            &["background:linear-gradient(#000, #fff)", "color:white"],
            &["color:transparent;text-shadow:0 0 1px #000"],
            &["font-size:5px"],
            &["line-height:0"],
        ] {
            assert_eq!(verdict(styles), Verdict::Doubtful, "{styles:?}");
        }
    }

    #[test]
    fn sizes_and_shares_are_multiplied() {
        assert_eq!(verdict(&["font-size:50%", "font-size:.5em", "font-size:.5em"]), Verdict::Hidden);
        assert_eq!(verdict(&["font-size:0", "font-size:14px"]), Verdict::Seen);
        assert_eq!(verdict(&["", "font-size:0", "font-size:1rem"]), Verdict::Seen);
        assert_eq!(verdict(&["opacity:.2", "opacity:.2"]), Verdict::Hidden);
        assert_eq!(verdict(&["transform:scale(.4)", "zoom:.4"]), Verdict::Hidden);
        assert_eq!(verdict(&["visibility:hidden", "visibility:visible"]), Verdict::Seen);
    }
}
