//! Documents as people send them.

use documents::Limits;
use kernel::Code;
use kernel::ports::Documents as _;

use crate::{Reader, document, extractor, limits, read, samples};

#[tokio::test]
async fn a_pdf_is_read_page_by_page() {
    let extract =
        read("letter.pdf", samples::pdf(&["Invoice 4711 for Ana", "Total: 1250 EUR"])).await.unwrap();
    assert_eq!(extract.parts, Some(2));
    assert!(!extract.cut);
    assert_eq!(extract.remark, None);
    let (first, second) = extract.text.split_once("<!-- page 2 -->").unwrap();
    assert!(first.contains("<!-- page 1 -->") && first.contains("Invoice 4711 for Ana"), "{first}");
    assert!(second.contains("Total: 1250 EUR"), "{second}");
}

#[tokio::test]
async fn a_page_without_text_is_said_to_have_none() {
    let extract = read("scan.pdf", samples::pdf(&["Cover", ""])).await.unwrap();
    assert!(extract.text.contains("page 2: no text"), "{}", extract.text);
}

#[tokio::test]
async fn a_word_document_is_read_with_its_headings_and_tables() {
    let extract = read("minutes.docx", samples::docx()).await.unwrap();
    assert_eq!(extract.parts, None);
    assert!(extract.text.contains("# Minutes"), "{}", extract.text);
    assert!(extract.text.contains("Ana_B agreed & signed."), "{}", extract.text);
    assert!(extract.text.contains("| Item") && extract.text.contains("Chairs"), "{}", extract.text);
}

#[tokio::test]
async fn slides_are_read_in_order() {
    let extract = read("deck.pptx", samples::pptx(&["Plan for 2027", "Risks"])).await.unwrap();
    assert_eq!(extract.parts, Some(2));
    let first = extract.text.find("Plan for 2027").unwrap();
    let second = extract.text.find("Risks").unwrap();
    assert!(first < second && extract.text.contains("<!-- slide 2"), "{}", extract.text);
}

#[tokio::test]
async fn sheets_are_read_as_rows_with_dates_as_dates() {
    let extract = read("budget.xlsx", samples::xlsx()).await.unwrap();
    assert_eq!(extract.parts, Some(2));
    assert_eq!(
        extract.text,
        "\n\n# Budget\n\nItem\tPaid on\tAmount\nRent\t2025-10-13\t1250.5\n\t\tnote\n\n# Secrets (hidden)\n\nx"
    );
}

#[tokio::test]
async fn a_cell_in_the_farthest_corner_costs_nothing() {
    let corner =
        r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#;
    let extract = read("corner.xlsx", samples::workbook(corner)).await.unwrap();
    assert!(extract.text.starts_with("\n\n# Budget\n\n1\n\t") && extract.text.contains("\t2\n"));
}

#[tokio::test]
async fn an_open_document_spreadsheet_is_read() {
    let extract = read("budget.ods", samples::ods()).await.unwrap();
    assert_eq!(extract.text, "\n\n# Budget\n\nRent\t1250.5\t2025-10-13");
}

#[tokio::test]
async fn text_pages_and_rich_text_are_read() {
    let cases: [(&str, &[u8], &str); 4] = [
        ("a.csv", b"name;town\nAna;K\xf6ln\n", "name;town\nAna;Köln\n"),
        ("a.md", "# Título\n".as_bytes(), "# Título\n"),
        ("a.html", b"<html><style>p{}</style><p>Hello <b>Ana</b></p></html>", "Hello **Ana**"),
        ("a.rtf", br"{\rtf1\ansi Hello {\b Ana}\par}", "Hello Ana\n"),
    ];
    for (name, bytes, text) in cases {
        let extract = read(name, bytes).await.unwrap();
        assert_eq!((extract.text.as_str(), extract.remark), (text, None), "{name}");
    }
}

#[tokio::test]
async fn what_nobody_sees_of_a_page_is_left_out_and_counted() {
    let page = "<html><style>.n{display:none}</style><body bgcolor=white><!-- SECRET --><p class=n>SECRET</p>\
                <p>Open at ten<font color='#fefefe'> SECRET</font></p><table><td bgcolor=black><font color=white>at night</font>";
    let extract = read("hours.html", page).await.unwrap();
    assert_eq!(extract.text, "Open at ten\n\nat night");
    assert_eq!((extract.hidden, extract.cut, extract.remark), (3, false, None));
}

#[tokio::test]
async fn a_page_too_long_to_be_read_is_said_to_be_cut() {
    let page = format!("<p>Open at ten</p>{}<p>Closed</p>", " ".repeat(8 * 1024 * 1024));
    let extract = read("hours.html", page).await.unwrap();
    assert_eq!((extract.text.as_str(), extract.cut), ("Open at ten", true));
}

#[tokio::test]
async fn a_file_that_is_not_what_it_was_said_to_be_is_read_and_the_lie_is_said() {
    let extract = read("holiday.pdf", samples::docx()).await.unwrap();
    assert!(extract.text.contains("Minutes"));
    assert!(extract.remark.unwrap().contains("said to be a PDF, but it is a Word document"));
}

#[tokio::test]
async fn text_beyond_the_limit_is_left_out_and_that_is_said() {
    let small = Limits { output: 40, ..limits() };
    let pages = document("long.pdf", samples::pdf(&["One word", "Two words", "Three words"]));
    let extract = extractor(Reader::Honest, small).text(&pages).await.unwrap();
    assert!(extract.cut && extract.text.len() <= 40 && extract.text.contains("One word"), "{}", extract.text);
    assert_eq!(extract.parts, Some(3));
}

#[tokio::test]
async fn a_document_with_a_password_is_refused_in_plain_words() {
    for (name, bytes) in [("locked.pdf", samples::locked_pdf()), ("locked.docx", samples::locked_docx())] {
        let failure = read(name, bytes).await.unwrap_err();
        assert_eq!(failure.code, Code::InputInvalid, "{name}: {failure:?}");
        assert!(failure.words.contains("password"), "{name}: {failure:?}");
    }
}

#[tokio::test]
async fn a_damaged_document_is_refused_in_plain_words() {
    let mut docx = samples::docx();
    docx.truncate(docx.len() / 2);
    let failure = read("half.docx", docx).await.unwrap_err();
    assert_eq!(failure.code, Code::InputInvalid);
    assert!(failure.words.contains("damaged") && failure.quote.is_some(), "{failure:?}");
}

#[tokio::test]
async fn other_kinds_of_file_are_not_available() {
    let failure = read("photo.pdf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").await.unwrap_err();
    assert_eq!((failure.code, failure.quote.as_deref()), (Code::NotAvailable, Some("image/png")));
}
