//! Random edits: whatever is asked, the model stays whole, and a batch that fails changes nothing.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::batch::{self, Asker};
use super::content::Content;
use super::document::Document;
use super::outline::{Block, Outline};
use super::unit::Sign;
use super::{export, import, runs};
use crate::account::Account;
use crate::docs::threads::Verdict;
use crate::drive::{Role, Tree, Visitor};

fn ana() -> Account {
    Account { handle: "ana".to_owned(), name: "Ana Ruiz".to_owned(), address: "ana@house.example".to_owned() }
}

/// Applies a batch; `None` when it is refused.
fn applied(document: &Document, requests: &[Value], mode: &str) -> Option<Document> {
    let account = ana();
    let (files, visitor) = (Tree::default(), Visitor::in_person(&account));
    let asker = Asker { author: &account, role: Role::Writer, files: &files, visitor: &visitor };
    let body = json!({ "requests": requests, "writeControl": { "writeMode": mode } });
    batch::apply(document, "1", &body, &asker).ok().map(|outcome| outcome.document)
}

/// Whether everything that must be true of content is.
fn check(content: &Content) {
    assert_eq!(content.units[0].sign, Sign::SectionBreak);
    let outline = content.outline();
    let end = blocks(&outline.blocks, 0);
    assert_eq!(end, content.len(), "every unit is part of the outline");
    let codes: Vec<u16> = content
        .units
        .iter()
        .filter_map(|unit| match unit.sign {
            Sign::Text(code) => Some(code),
            _ => None,
        })
        .collect();
    assert!(String::from_utf16(&codes).is_ok(), "no character is cut in two");
    let kept: Content = serde_json::from_value(json!(content)).unwrap();
    assert_eq!(&kept, content, "a snapshot keeps it");
}

/// The end of some blocks that start at an index: each begins where the one before ends.
fn blocks(blocks: &[Block], mut at: usize) -> usize {
    for block in blocks {
        match block {
            Block::SectionBreak(here) => {
                assert_eq!(*here, at);
                at += 1;
            }
            Block::Paragraph(range) => {
                assert_eq!(range.start, at);
                at = range.end;
            }
            Block::Table(table) => {
                assert_eq!(table.range.start, at);
                at += 1;
                let columns = table.columns();
                assert!(!table.rows.is_empty() && columns > 0);
                for row in &table.rows {
                    assert_eq!(row.range.start, at);
                    assert_eq!(row.cells.len(), columns);
                    at += 1;
                    for cell in &row.cells {
                        assert_eq!(cell.range.start, at);
                        at = self::blocks(&cell.blocks, at + 1);
                        assert_eq!(cell.range.end, at);
                    }
                    assert_eq!(row.range.end, at);
                }
                at += 1;
                assert_eq!(table.range.end, at);
            }
        }
    }
    assert!(matches!(blocks.last(), Some(Block::Paragraph(_))), "the last newline stays");
    at
}

fn request() -> impl Strategy<Value = Value> {
    let place = 0..60_usize;
    let range = (0..60_usize, 1..12_usize)
        .prop_map(|(start, length)| json!({ "startIndex": start, "endIndex": start + length }));
    let cell = (2..50_usize, 0..3_usize, 0..3_usize).prop_map(|(start, row, column)| {
        json!({ "tableStartLocation": { "index": start }, "rowIndex": row, "columnIndex": column })
    });
    prop_oneof![
        4 => (place.clone(), "[a\t\n😀é]{1,6}").prop_map(|(index, text)| {
            json!({ "insertText": { "location": { "index": index }, "text": text } })
        }),
        4 => range.clone().prop_map(|range| json!({ "deleteContentRange": { "range": range } })),
        1 => "[a😀]".prop_map(|text| json!({ "replaceAllText": {
            "containsText": { "text": text, "matchCase": true }, "replaceText": "b\nb",
        } })),
        2 => (place.clone(), 1..3_usize, 1..3_usize).prop_map(|(index, rows, columns)| {
            json!({ "insertTable": { "location": { "index": index }, "rows": rows, "columns": columns } })
        }),
        1 => cell.clone().prop_map(|cell| json!({ "insertTableRow": { "tableCellLocation": cell } })),
        1 => cell.clone().prop_map(|cell| json!({ "insertTableColumn": { "tableCellLocation": cell } })),
        1 => cell.clone().prop_map(|cell| json!({ "deleteTableRow": { "tableCellLocation": cell } })),
        1 => cell.prop_map(|cell| json!({ "deleteTableColumn": { "tableCellLocation": cell } })),
        1 => range.clone().prop_map(|range| json!({ "createParagraphBullets": { "range": range } })),
        1 => range.prop_map(|range| json!({ "updateTextStyle": {
            "range": range, "textStyle": { "bold": true }, "fields": "bold",
        } })),
        1 => place.prop_map(|index| json!({ "insertPageBreak": { "location": { "index": index } } })),
    ]
}

fn check_all(document: &Document) {
    for tab in document.all_tabs() {
        check(&tab.content);
    }
}

proptest! {
    // Each case is a whole history, checked after every step.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_is_edited_and_suggested_the_model_stays_whole(
        batches in prop::collection::vec((request(), any::<bool>()), 1..40),
    ) {
        let mut document = import::read("# One\n\ntwo *three*\n\n| a | b |\n| - | - |\n| c | d |\n", "");
        check_all(&document);
        for (request, suggests) in batches {
            let mode = if suggests { "SUGGEST" } else { "EDIT" };
            if let Some(next) = applied(&document, &[request], mode) {
                document = next;
                check_all(&document);
                check_all(&document.preview(Verdict::Accept));
                check_all(&document.preview(Verdict::Reject));
            }
        }
        let ids: Vec<String> = document.suggestions.iter().map(|one| one.id.clone()).collect();
        for (number, id) in ids.iter().enumerate() {
            document.decide(id, if number % 2 == 0 { Verdict::Accept } else { Verdict::Reject });
            check_all(&document);
        }
    }

    #[test]
    fn suggestions_alone_change_nothing_of_the_document(requests in prop::collection::vec(request(), 1..20)) {
        let before = import::read("one\n\n| a |\n| - |\n| c |\n\ntwo 😀 three\n", "");
        let mut document = before.clone();
        for request in requests {
            document = applied(&document, &[request], "SUGGEST").unwrap_or(document);
        }
        let after = document.preview(Verdict::Reject);
        prop_assert_eq!(Outline::of(&after.tabs[0].content.units), Outline::of(&before.tabs[0].content.units));
        prop_assert_eq!(&after.tabs[0].content, &before.tabs[0].content);
    }

    #[test]
    fn the_length_is_that_of_the_text_in_utf_16(text in "[a-c\n😀é]{0,30}") {
        let insert = json!({ "insertText": { "location": { "index": 1 }, "text": text } });
        let document = applied(&Document::default(), &[insert], "EDIT").unwrap();
        prop_assert_eq!(document.tabs[0].content.len(), 2 + text.encode_utf16().count());
    }

    #[test]
    fn what_is_exported_reads_the_same(marks in prop::collection::vec((0..16_u8, "[a-z]{1,3}( [a-z])? "), 1..8)) {
        let mut document = Document::default();
        for (marks, word) in marks {
            let end = document.tabs[0].content.len() - 1;
            let range = json!({ "startIndex": end, "endIndex": end + word.len() });
            let style = json!({ "bold": marks & 1 > 0, "italic": marks & 2 > 0, "strikethrough": marks & 4 > 0 });
            let insert = json!({ "insertText": { "endOfSegmentLocation": {}, "text": word } });
            let look = json!({ "range": range, "textStyle": style, "fields": "bold,italic,strikethrough" });
            document = applied(&document, &[insert, json!({ "updateTextStyle": look })], "EDIT").unwrap();
        }
        let markdown = export::write(&document, "", "text/markdown").unwrap();
        let again = import::read(&markdown, "");
        let text = |document: &Document| runs::text_of(&document.tabs[0].content.units).trim_end().to_owned();
        prop_assert_eq!(text(&again), text(&document), "{}", markdown);
        let twice = export::write(&again, "", "text/markdown").unwrap();
        prop_assert_eq!(twice.trim_end(), markdown.trim_end());
    }

    #[test]
    fn any_markdown_makes_a_whole_document(markdown in "[a #*>|`~\\-1.\n\\[\\]()!]{0,80}") {
        check_all(&import::read(&markdown, ""));
    }
}
