//! Units as a snapshot keeps them: text that looks the same in one piece.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::unit::{Inline, Look, Paragraph, Sign, Unit};

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Run {
    #[serde(flatten)]
    stretch: Stretch,
    #[serde(default, skip_serializing_if = "is_plain")]
    look: Look,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Stretch {
    Text(String),
    Newline(Paragraph),
    Inline(Inline),
    Mark(Mark),
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Mark {
    SectionBreak,
    TableStart,
    RowStart,
    CellStart,
    TableEnd,
}

impl From<Content> for Vec<Run> {
    fn from(content: Content) -> Self {
        let mut runs = Self::new();
        let alike = |one: &Unit, next: &Unit| is_text(one) && is_text(next) && one.look == next.look;
        for units in content.units.chunk_by(alike) {
            let Some(first) = units.first() else { continue };
            let stretch = match &first.sign {
                Sign::Text(_) => Stretch::Text(text_of(units)),
                Sign::Newline(paragraph) => Stretch::Newline(Paragraph::clone(paragraph)),
                Sign::Inline(inline) => Stretch::Inline(Inline::clone(inline)),
                Sign::SectionBreak => Stretch::Mark(Mark::SectionBreak),
                Sign::TableStart => Stretch::Mark(Mark::TableStart),
                Sign::RowStart => Stretch::Mark(Mark::RowStart),
                Sign::CellStart => Stretch::Mark(Mark::CellStart),
                Sign::TableEnd => Stretch::Mark(Mark::TableEnd),
            };
            runs.push(Run { stretch, look: Look::clone(&first.look) });
        }
        runs
    }
}

impl From<Vec<Run>> for Content {
    fn from(runs: Vec<Run>) -> Self {
        let mut units = Vec::new();
        for run in runs {
            let look = Arc::new(run.look);
            let mut push = |sign: Sign| units.push(Unit { sign, look: Arc::clone(&look), number: 0 });
            match run.stretch {
                Stretch::Text(text) => text.encode_utf16().for_each(|code| push(Sign::Text(code))),
                Stretch::Newline(paragraph) => push(Sign::Newline(Arc::new(paragraph))),
                Stretch::Inline(inline) => push(Sign::Inline(Arc::new(inline))),
                Stretch::Mark(Mark::SectionBreak) => push(Sign::SectionBreak),
                Stretch::Mark(Mark::TableStart) => push(Sign::TableStart),
                Stretch::Mark(Mark::RowStart) => push(Sign::RowStart),
                Stretch::Mark(Mark::CellStart) => push(Sign::CellStart),
                Stretch::Mark(Mark::TableEnd) => push(Sign::TableEnd),
            }
        }
        Self::of(units)
    }
}

/// The text of some units; a paragraph's end is a line break, and what is no text is not in it.
pub(super) fn text_of(units: &[Unit]) -> String {
    let codes = units.iter().filter_map(|unit| match &unit.sign {
        Sign::Text(code) => Some(*code),
        Sign::Newline(_) => Some(u16::from(b'\n')),
        _ => None,
    });
    char::decode_utf16(codes).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn is_text(unit: &Unit) -> bool {
    matches!(unit.sign, Sign::Text(_))
}

fn is_plain(look: &Look) -> bool {
    *look == Look::default()
}
