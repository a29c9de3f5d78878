//! The program itself as the child that reads documents.

use documents::{Extractor, Limits};
use kernel::ports::{Document, Documents as _};

#[tokio::test]
async fn the_program_reads_a_document_in_a_child_of_its_own() {
    let program = env!("CARGO_BIN_EXE_countersign").into();
    let extractor = Extractor::new(program, vec!["extract-text".into()], Limits::default());
    let bytes: &[u8] = br"{\rtf1 Rent {\b 1250} EUR}";
    let document = Document { name: "rent.pdf".to_owned(), media_type: None, bytes: bytes.into() };
    let extract = extractor.text(&document).await.unwrap();
    assert_eq!(extract.text, "Rent 1250 EUR");
    assert!(extract.remark.unwrap().contains("said to be a PDF, but it is a Rich Text document"));
}
