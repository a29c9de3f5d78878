//! The properties of CSS that can make text vanish, and what can be said with them.

use std::rc::Rc;

use crate::colour::Colour;
use crate::length::Length;
use crate::shape::Change;
use crate::verdict::Verdict;

macro_rules! properties {
    ($($name:ident),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Property { $($name),* }
        impl Property {
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

properties![
    Ink,
    Fill,
    Paper,
    Picture,
    PaperInText,
    Size,
    LineHeight,
    Spacing,
    Indent,
    Display,
    Visibility,
    Opacity,
    Filter,
    Zoom,
    Transform,
    Translate,
    Scale,
    Rotate,
    Overflow,
    Position,
    Float,
    Left,
    Right,
    Top,
    Bottom,
    MarginLeft,
    MarginTop,
    Width,
    Height,
    MaxWidth,
    MaxHeight,
    MinWidth,
    MinHeight,
    PaddingTop,
    PaddingBottom,
    PaddingLeft,
    BorderLeft,
    Clip,
    ClipPath,
    Mask,
    ContentVisibility,
    Outlook,
    Shadow,
    Stroke,
    Blend,
    Layer,
    Lines,
    Direction,
    Dots,
    SizeAdjust,
    Animation,
    Wrapping,
    Replaced,
    Words,
    Path,
];

impl Property {
    /// Whether what is within has it too, unless it is said otherwise.
    pub(crate) fn is_inherited(self) -> bool {
        matches!(
            self,
            Self::Ink
                | Self::Fill
                | Self::Size
                | Self::LineHeight
                | Self::Spacing
                | Self::Indent
                | Self::Visibility
                | Self::Shadow
                | Self::Stroke
                | Self::Dots
                | Self::SizeAdjust
                | Self::Wrapping
                | Self::Words
        )
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// As around it.
    Inherited,
    /// As if nothing were said.
    Initial,
    Length(Length),
    Factor(f32),
    Ink(Ink),
    Paper(Paper),
    Judged(Verdict),
    Display(Display),
    Position(Position),
    Change(Change),
    /// Of animations.
    Names(Rc<str>),
    /// What a property of the page's own is to say.
    Pending {
        name: Rc<str>,
        value: Rc<str>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    Of(Colour),
    /// That of links on this page.
    Link,
    /// A spelling that is not known here.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paper {
    Of(Colour),
    /// That of the ink.
    Inky,
    /// From one colour to others: the lightest and the darkest.
    Between(Colour, Colour),
    /// Nobody here knows what is on it.
    Picture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    None,
    Inline,
    Block,
    /// A part of a table: what is in it makes it as large as it must be.
    Cell,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Position {
    #[default]
    Static,
    Moved,
    /// Out of the flow of the text.
    Out,
    /// The same, and it stays where it is on the page.
    Fixed,
}

impl Position {
    pub(crate) fn is_out(self) -> bool {
        matches!(self, Self::Out | Self::Fixed)
    }
}

/// The properties that a name of CSS stands for. None for the many that hide nothing.
pub(crate) fn parts(name: &str) -> &'static [Property] {
    use Property as P;
    match name {
        "all" => P::ALL,
        "color" => &[P::Ink],
        "-webkit-text-fill-color" => &[P::Fill],
        "background" => &[P::Paper, P::Picture, P::PaperInText],
        "background-color" => &[P::Paper],
        "background-image" => &[P::Picture],
        "background-clip" | "-webkit-background-clip" => &[P::PaperInText],
        "font" => &[P::Size, P::LineHeight],
        "font-size" => &[P::Size],
        "line-height" => &[P::LineHeight],
        "letter-spacing" => &[P::Spacing],
        "word-spacing" => &[P::Words],
        "offset" | "offset-path" => &[P::Path],
        "text-indent" => &[P::Indent],
        "display" => &[P::Display],
        "visibility" => &[P::Visibility],
        "opacity" | "-moz-opacity" | "-webkit-opacity" => &[P::Opacity],
        "filter" | "-webkit-filter" => &[P::Filter],
        "zoom" => &[P::Zoom],
        "transform" | "-webkit-transform" | "-ms-transform" | "-moz-transform" => &[P::Transform],
        "translate" => &[P::Translate],
        "scale" => &[P::Scale],
        "rotate" => &[P::Rotate],
        "overflow" | "overflow-x" | "overflow-y" | "overflow-block" | "overflow-inline" | "contain" => {
            &[P::Overflow]
        }
        "clip" => &[P::Clip],
        "clip-path" | "-webkit-clip-path" => &[P::ClipPath],
        "mask" | "mask-image" | "-webkit-mask" | "-webkit-mask-image" => &[P::Mask],
        "content-visibility" => &[P::ContentVisibility],
        "mso-hide" => &[P::Outlook],
        "text-shadow" => &[P::Shadow],
        "-webkit-text-stroke" | "-webkit-text-stroke-width" => &[P::Stroke],
        "mix-blend-mode" => &[P::Blend],
        "z-index" => &[P::Layer],
        "-webkit-line-clamp" | "line-clamp" => &[P::Lines],
        "unicode-bidi" => &[P::Direction],
        "-webkit-text-security" => &[P::Dots],
        "font-size-adjust" => &[P::SizeAdjust],
        "white-space" | "text-wrap" | "text-wrap-mode" => &[P::Wrapping],
        "content" => &[P::Replaced],
        "animation" | "animation-name" | "-webkit-animation" | "-webkit-animation-name" => &[P::Animation],
        _ => parts_of_boxes(name),
    }
}

/// The same for what has to do with places and lengths.
fn parts_of_boxes(name: &str) -> &'static [Property] {
    use Property as P;
    match name {
        "position" => &[P::Position],
        "float" => &[P::Float],
        "inset" => &[P::Top, P::Right, P::Bottom, P::Left],
        "left" | "inset-inline-start" | "inset-inline" => &[P::Left],
        "right" | "inset-inline-end" => &[P::Right],
        "top" | "inset-block-start" | "inset-block" => &[P::Top],
        "bottom" | "inset-block-end" => &[P::Bottom],
        "margin" => &[P::MarginTop, P::MarginLeft],
        "margin-left" | "margin-inline-start" | "margin-inline" => &[P::MarginLeft],
        "margin-top" | "margin-block-start" | "margin-block" => &[P::MarginTop],
        "width" | "inline-size" => &[P::Width],
        "height" | "block-size" => &[P::Height],
        "max-width" | "max-inline-size" => &[P::MaxWidth],
        "max-height" | "max-block-size" => &[P::MaxHeight],
        "min-width" | "min-inline-size" => &[P::MinWidth],
        "min-height" | "min-block-size" => &[P::MinHeight],
        "padding" => &[P::PaddingTop, P::PaddingBottom, P::PaddingLeft],
        "padding-left" | "padding-inline-start" | "padding-inline" => &[P::PaddingLeft],
        "border"
        | "border-left"
        | "border-width"
        | "border-left-width"
        | "border-inline"
        | "border-inline-start"
        | "border-inline-width"
        | "border-inline-start-width" => &[P::BorderLeft],
        "padding-top" | "padding-block-start" | "padding-block" => &[P::PaddingTop],
        "padding-bottom" | "padding-block-end" => &[P::PaddingBottom],
        _ => &[],
    }
}
