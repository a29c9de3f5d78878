//! What the child cannot do, whatever takes it over.

use documents::{Confinement, Limits, Strength};
use kernel::ports::Documents as _;
use kernel::{Code, Hearer};

use crate::{Reader, document, extractor, limits, obey, samples};

#[tokio::test]
async fn the_child_has_no_files_no_network_no_processes_and_no_threads() {
    let forbidden =
        ["read a file", "write a file", "list files", "connect", "listen", "pair", "run", "thread"];
    for words in forbidden {
        let outcome = obey(words, limits()).await.unwrap().text;
        assert_eq!(outcome, "permission denied", "{words}");
    }
}

#[tokio::test]
async fn the_child_has_no_environment() {
    assert_eq!(obey("environment", limits()).await.unwrap().text, "[]");
}

#[tokio::test]
async fn the_child_says_what_was_put_in_force() {
    let confined = extractor(Reader::Honest, limits()).confined().await.unwrap();
    assert_eq!(confined.calls, Strength::Full, "every Linux of today has seccomp");
}

#[tokio::test]
async fn where_the_child_cannot_be_confined_nothing_is_read_unless_that_is_allowed() {
    let letter = document("letter.pdf", samples::pdf(&["Dear Ana", "Yours"]));
    let failure = extractor(Reader::Bare, limits()).text(&letter).await.unwrap_err();
    assert_eq!((failure.code, failure.heard_by), (Code::NotAvailable, Hearer::Operator));
    let allowed = Limits { confinement: Confinement::IfPossible, ..limits() };
    let extractor = extractor(Reader::Bare, allowed);
    assert!(extractor.text(&letter).await.unwrap().text.contains("Dear Ana"));
    let confined = extractor.confined().await.unwrap();
    assert_eq!((confined.files, confined.calls), (Strength::None, Strength::None));
}
