//! The program itself as the child that reads documents.

use documents::{Extractor, Limits, Program};
use kernel::ports::{Document, Documents as _};
use tokio::process::Command;

fn program() -> Program {
    app::reader_of_documents(env!("CARGO_BIN_EXE_countersign").into())
}

#[tokio::test]
async fn the_program_reads_a_document_in_a_child_of_its_own() {
    let extractor = Extractor::new(program(), Limits::default());
    let bytes: &[u8] = br"{\rtf1 Rent {\b 1250} EUR}";
    let document = Document { name: "rent.pdf".to_owned(), media_type: None, bytes: bytes.into() };
    let extract = extractor.text(&document).await.unwrap();
    assert_eq!(extract.text, "Rent 1250 EUR");
    assert!(extract.remark.unwrap().contains("said to be a PDF, but it is a Rich Text document"));
}

/// Addresses are what is limited, and whatever is set aside of them in advance is not there for the document.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_child_begins_with_most_of_its_room() {
    let Program { path, arguments, environment } = program();
    let mut child = Command::new(path)
        .args(arguments)
        .env_clear()
        .envs(environment)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let about = format!("/proc/{}/status", child.id().unwrap());
    // Once it sleeps it has started, and waits for its orders.
    let mut status = String::new();
    while !status.contains("State:\tS") {
        tokio::task::yield_now().await;
        status = std::fs::read_to_string(&about).unwrap();
        assert!(!status.contains("State:\tZ"), "it ended by itself");
    }
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    let kilobytes: u64 = size.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes * 1024 < Limits::default().memory / 2, "{kilobytes} kB are taken before it begins");
    child.kill().await.unwrap();
}
