//! Where words stand in a document, as Docs finds them: within one paragraph, and not in what is proposed to go.

use std::ops::Range;

use super::document::{Document, Paragraph, Tab};
use crate::gmail::visible_line;

/// So much of what stands around is shown.
const AROUND: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) tab: String,
    /// In the tab's own indices.
    pub(crate) range: Range<usize>,
    /// Whether those are the body's: a footnote counts for itself.
    pub(crate) in_body: bool,
    pub(crate) before: String,
    pub(crate) found: String,
    pub(crate) after: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Matters,
    Ignored,
}

impl Occurrence {
    /// Before and after, for a card.
    pub(crate) fn shown(&self, replacement: &str) -> String {
        let line =
            |found: &str| format!("…{}", visible_line(&format!("{}⟦{found}⟧{}…", self.before, self.after)));
        format!("{} → {}", line(&self.found), line(replacement))
    }
}

/// Everywhere in these tabs, in order.
pub(crate) fn find(tabs: &[&Tab], words: &str, case: Case) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for tab in tabs {
        for (number, segment) in tab.segments().enumerate() {
            for paragraph in segment.content.iter().flat_map(super::document::Element::paragraphs) {
                let here = in_paragraph(paragraph, words, case);
                found.extend(here.into_iter().map(|one| Occurrence {
                    tab: tab.id().to_owned(),
                    in_body: number == 0,
                    ..one
                }));
            }
        }
    }
    found
}

pub(crate) fn every_tab(document: &Document) -> Vec<&Tab> {
    document.all_tabs().into_iter().map(|(_, tab)| tab).collect()
}

/// Each letter of a paragraph with its index. What is no text, and what goes, parts the words around it.
fn letters(paragraph: &Paragraph) -> Vec<(usize, char)> {
    const NO_TEXT: char = '\u{fffc}';
    let mut letters = Vec::new();
    for element in &paragraph.elements {
        let Some(run) = &element.text_run else {
            letters.push((element.start_index, NO_TEXT));
            continue;
        };
        let mut index = element.start_index;
        for letter in run.content.chars() {
            let stays = run.suggested_deletion_ids.is_empty();
            letters.push((index, if stays { letter } else { NO_TEXT }));
            index += letter.len_utf16();
        }
    }
    letters
}

fn in_paragraph(paragraph: &Paragraph, words: &str, case: Case) -> Vec<Occurrence> {
    let letters = letters(paragraph);
    let wanted: Vec<char> = words.chars().collect();
    let same = |one: char, other: char| match case {
        Case::Matters => one == other,
        Case::Ignored => one == other || one.to_lowercase().eq(other.to_lowercase()),
    };
    let text = |range: Range<usize>| -> String {
        letters.get(range).unwrap_or_default().iter().map(|(_, letter)| *letter).collect()
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(window) = letters.get(at..at + wanted.len()).filter(|window| !window.is_empty()) {
        if !window.iter().zip(&wanted).all(|((_, one), other)| same(*one, *other)) {
            at += 1;
            continue;
        }
        let end = at + wanted.len();
        let start = window.first().map_or(0, |(index, _)| *index);
        let last = window.last().map_or(start, |(index, letter)| index + letter.len_utf16());
        found.push(Occurrence {
            tab: String::new(),
            range: start..last,
            in_body: true,
            before: text(at.saturating_sub(AROUND)..at),
            found: text(at..end),
            after: text(end..letters.len().min(end + AROUND)),
        });
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paragraph(runs: &serde_json::Value) -> Paragraph {
        serde_json::from_value(json!({ "elements": runs })).unwrap()
    }

    #[test]
    fn indices_count_utf16_units_and_case_may_be_ignored() {
        let one = paragraph(&json!([
            { "startIndex": 10, "textRun": { "content": "🚀 Ber" } },
            { "startIndex": 16, "textRun": { "content": "th, berth\n" } },
        ]));
        let ranges =
            |case| in_paragraph(&one, "berth", case).into_iter().map(|one| one.range).collect::<Vec<_>>();
        assert_eq!(ranges(Case::Ignored), [13..18, 20..25]);
        assert_eq!(ranges(Case::Matters), vec![20..25; 1]);
    }

    #[test]
    fn what_is_proposed_to_go_is_not_found() {
        let one = paragraph(&json!([
            { "startIndex": 1, "textRun": { "content": "ab", "suggestedDeletionIds": ["s"] } },
            { "startIndex": 3, "textRun": { "content": "ab\n" } },
        ]));
        let found = in_paragraph(&one, "ab", Case::Matters);
        assert_eq!(found.iter().map(|one| one.range.clone()).collect::<Vec<_>>(), vec![3..5; 1]);
    }
}
