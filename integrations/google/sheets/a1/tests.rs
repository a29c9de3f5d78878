//! What is a range and what is not.

use kernel::Code;
use proptest::prelude::*;
use wire::Address;

use super::*;

fn span(start: u32, end: impl Into<Option<u32>>) -> Span {
    Span { start, end: end.into() }
}

fn parsed(given: &str) -> Notation {
    Notation::parse(given).unwrap()
}

#[test]
fn every_way_to_write_a_range_is_understood() {
    for (given, rows, columns) in [
        ("B2", span(1, 2), span(1, 2)),
        ("a1:c9", span(0, 9), span(0, 3)),
        ("C9:A1", span(0, 9), span(0, 3)),
        ("$A$1:$C$9", span(0, 9), span(0, 3)),
        ("A:C", span(0, None), span(0, 3)),
        ("3:7", span(2, 7), span(0, None)),
        ("A2:C", span(1, None), span(0, 3)),
        ("B3:7", span(2, 7), span(1, None)),
        (" AA10 : AB11 ", span(9, 11), span(26, 28)),
        ("ZZZ1", span(0, 1), span(18_277, 18_278)),
    ] {
        assert_eq!(
            parsed(given),
            Notation { sheet: None, cells: Cells::Area(Area { rows, columns }) },
            "{given}"
        );
    }
}

#[test]
fn the_sheet_stands_before_the_mark_with_or_without_quotes() {
    let one = |sheet: &str| Notation {
        sheet: Some(sheet.to_owned()),
        cells: Cells::Area(Area { rows: span(0, 1), columns: span(0, 1) }),
    };
    assert_eq!(parsed("Costs!A1"), one("Costs"));
    assert_eq!(parsed("Q1 costs!A1"), one("Q1 costs"));
    assert_eq!(parsed("'Q1/Q2 #1'!A1"), one("Q1/Q2 #1"));
    assert_eq!(parsed("'Ana''s!'!A1"), one("Ana's!"));
    assert_eq!(
        parsed("'A1'"),
        Notation { sheet: Some("A1".to_owned()), cells: Cells::Area(Area::ALL) },
        "a quoted title is a title"
    );
    assert_eq!(parsed("Costs"), Notation { sheet: None, cells: Cells::Named("Costs".to_owned()) });
}

#[test]
fn what_is_no_range_is_refused_with_a_way_on() {
    for bad in [
        "",
        "A1:",
        ":B2",
        "A1:B2:C3",
        "!A1",
        "'Costs",
        "'Costs'A1",
        "Costs!",
        "A:5",
        "A:B5",
        "A0:B2",
        "AAAA1:B2",
    ] {
        assert_eq!(Notation::parse(bad).map_err(|failure| failure.code), Err(Code::InputInvalid), "{bad:?}");
    }
    for r1c1 in ["R1C1", "r2c3:R5C4", "R[1]C[-1]", "Costs!R1C2", "RC1"] {
        let refused = Notation::parse(r1c1).unwrap_err();
        assert!(refused.words.contains("R1C1 notation"), "{r1c1}: {}", refused.words);
    }
    assert!(Notation::parse("R1").is_ok(), "column R, row 1");
}

#[test]
fn columns_and_rows_are_named_by_themselves() {
    assert_eq!((columns("B").unwrap(), columns("C:a").unwrap()), ((1, 2), (0, 3)));
    assert_eq!((rows("3").unwrap(), rows("3:7").unwrap()), ((2, 3), (2, 7)));
    assert!(columns("A1").is_err() && columns("3").is_err() && rows("A").is_err() && rows("0").is_err());
}

proptest! {
    #[test]
    fn what_is_written_down_is_read_back(
        title in "\\PC{1,20}", top in 0_u32..50_000, left in 0_u32..18_000, height in 1_u32..500, width in 1_u32..200
    ) {
        let block = Block { top, left, bottom: top + height, right: left + width };
        let read = parsed(Written::block(&title, block).as_str());
        let area = Area { rows: span(top, top + height), columns: span(left, left + width) };
        prop_assert_eq!(read, Notation { sheet: Some(title), cells: Cells::Area(area) });
    }

    #[test]
    fn columns_are_counted_in_letters(column in 0_u32..18_278) {
        prop_assert_eq!(columns(&letters(column)).unwrap(), (column, column + 1));
    }

    #[test]
    fn nothing_that_is_given_breaks_the_reader(given in "\\PC*|[A-Z$!':0-9]{0,12}") {
        let _ = Notation::parse(&given);
    }

    #[test]
    fn a_range_is_never_more_than_one_segment(title in "\\PC{0,12}[./#?% ]{0,3}|\\.{1,2}", top in 0_u32..9) {
        let base = Address::parse("TEST", "http://127.0.0.1:1/").unwrap();
        let range = Written::block(&title, Block { top, left: 0, bottom: top + 1, right: 1 });
        let url = base.at(&["v4", &format!("{}:append", range.segment())]).unwrap();
        let segments: Vec<&str> = url.path_segments().unwrap().collect();
        prop_assert_eq!(segments.len(), 2, "{}", url);
        prop_assert!(url.query().is_none() && url.fragment().is_none(), "{}", url);
    }
}
