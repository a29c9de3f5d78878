//! A place in a tab where blocks can be put, between two elements of its body.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::{Element, Paragraph};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) index: usize,
    pub(crate) way: Way,
    /// The paragraph that is written into.
    pub(crate) beside: Beside,
    /// Its named style, if it looks in no other way of its own.
    pub(crate) ordinary: Option<String>,
}

/// How what is written joins what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Way {
    /// At the beginning of a paragraph, which comes after it unchanged.
    Before,
    /// In an empty paragraph, whose end becomes that of the last one written.
    Into,
    /// At the end of a paragraph, whose end becomes that of the last one written.
    After,
    /// At the end of a paragraph, whose end becomes that of an empty one below what is written.
    Above,
}

/// What written text would take on from the paragraph it is written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Plain,
    Bulleted,
}

impl Spot {
    fn of(index: usize, way: Way, paragraph: &Paragraph) -> Self {
        let style = &paragraph.style;
        let bulleted = paragraph.bullet.is_some();
        let adorned = style.shading.is_some() || style.border_left.is_some() || style.border_bottom.is_some();
        let ordinary = (!bulleted && !adorned).then(|| style.named_style_type.clone());
        let beside = if bulleted { Beside::Bulleted } else { Beside::Plain };
        Self { index, way, beside, ordinary }
    }

    /// The same at the end of a tab, where the end that is there stays as it is. Its look would be a proposal of its own
    /// beside the words, and whoever accepts one alone would spoil the text. An end that is like no other has to change.
    pub(crate) fn in_one_piece(self) -> Self {
        if self.ordinary.as_deref() != Some("NORMAL_TEXT") {
            return self;
        }
        let way = match self.way {
            Way::Before | Way::Into => Way::Before,
            Way::After | Way::Above => Way::Above,
        };
        Self { way, ..self }
    }
}

/// The place before the element of this number; behind the last one, if there is none.
pub(crate) fn before(body: &[Element], number: usize) -> Result<Spot, Failure> {
    let next = body.get(number);
    if let Some((element, paragraph)) = next.and_then(|next| Some((next, next.paragraph.as_ref()?))) {
        let last = number + 1 == body.len();
        let way = if last && element.is_empty_paragraph() { Way::Into } else { Way::Before };
        return Ok(Spot::of(element.start_index, way, paragraph));
    }
    // Nothing can be written at the beginning of a table, so it is written at the end of what stands above.
    let above = number.checked_sub(1).and_then(|above| body.get(above));
    let Some((element, paragraph)) = above.and_then(|above| Some((above, above.paragraph.as_ref()?))) else {
        return Err(Failure::invalid(
            "Nothing can be written there, directly above a table. Choose another place.",
        ));
    };
    Ok(if element.is_empty_paragraph() {
        Spot::of(element.start_index, Way::Into, paragraph)
    } else {
        Spot::of(element.end_index - 1, Way::After, paragraph)
    })
}

/// The number of the first element that is no break between sections.
pub(crate) fn first(body: &[Element]) -> usize {
    body.iter().position(|element| element.section_break.is_none()).unwrap_or(body.len())
}
