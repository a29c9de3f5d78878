//! Documents that mean harm, and readers that misbehave.

use std::{process::Command, time::Duration};

use documents::{Extractor, Limits};
use kernel::ports::Documents as _;
use kernel::{Code, Hearer};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;

use crate::{Reader, document, extractor, limits, obey, program, read, samples};

#[tokio::test]
async fn a_reader_that_dies_is_a_failure_and_nothing_more() {
    for words in ["abort", "panic", "overflow"] {
        let failure = obey(words, limits()).await.unwrap_err();
        assert_eq!((failure.code, failure.heard_by), (Code::ExecutionFailed, Hearer::Model), "{words}");
        assert!(failure.words.contains("crashed"), "{words}: {failure:?}");
    }
}

#[tokio::test]
async fn a_reader_that_takes_too_much_memory_is_stopped() {
    let failure = obey("hog", limits()).await.unwrap_err();
    assert_eq!(failure.code, Code::InputInvalid);
    assert!(failure.words.contains("memory"), "{failure:?}");
}

#[tokio::test]
async fn a_reader_that_never_ends_is_stopped_by_its_time_on_the_processor() {
    let short = Limits { processor: Duration::from_secs(1), ..limits() };
    assert_eq!(obey("loop", short).await.unwrap_err().code, Code::Timeout);
}

#[tokio::test]
async fn a_reader_that_waits_for_ever_is_stopped_by_the_clock() {
    let short = Limits { wall: Duration::from_millis(500), ..limits() };
    assert_eq!(obey("wait", short).await.unwrap_err().code, Code::Timeout);
}

#[tokio::test]
async fn a_reader_that_says_too_much_or_the_wrong_thing_is_not_believed() {
    for words in ["flood", "garbage", "silence", "two replies"] {
        let failure = obey(words, limits()).await.unwrap_err();
        assert_eq!(failure.code, Code::ExecutionFailed, "{words}");
        assert!(failure.words.contains("nothing that can be used"), "{words}: {failure:?}");
    }
}

#[tokio::test]
async fn a_reader_that_complains_at_length_is_heard_all_the_same() {
    assert_eq!(obey("complain", limits()).await.unwrap().text, "done");
}

#[tokio::test]
async fn a_text_that_is_too_long_is_cut() {
    let extract = obey("long", limits()).await.unwrap();
    assert!(extract.cut);
    assert_eq!(extract.text.len() as u64, limits().output);
}

#[tokio::test]
async fn an_archive_that_explodes_is_not_opened() {
    let cases = [
        (samples::bomb(), "unpacks to far more"),
        (samples::many_small_bombs(), "unpacks to far more"),
        (samples::lying_bomb(), "damaged"),
    ];
    for (bomb, words) in cases {
        let failure = read("bomb.docx", bomb).await.unwrap_err();
        assert_eq!(failure.code, Code::InputInvalid);
        assert!(failure.words.contains(words), "{failure:?}");
    }
}

#[tokio::test]
async fn a_document_that_is_too_large_is_not_even_sent() {
    let small = Limits { input: 1024 * 1024, ..limits() };
    let nowhere = Extractor::new(program("/nowhere", Vec::new()), small);
    let failure = nowhere.text(&document("large.txt", vec![b'a'; 1024 * 1024 + 1])).await.unwrap_err();
    assert_eq!(failure.code, Code::InputInvalid);
    assert!(failure.words.contains("larger than 1 MB"), "{failure:?}");
}

#[tokio::test]
async fn a_program_that_is_no_child_is_a_failure() {
    let large = document("a.txt", vec![b'a'; 1024 * 1024]);
    for (path, code) in [
        ("/nowhere", Code::ExecutionFailed),
        ("/bin/true", Code::ExecutionFailed),
        ("/bin/false", Code::ExecutionFailed),
        ("/bin/cat", Code::ExecutionFailed),
    ] {
        let failure = Extractor::new(program(path, Vec::new()), limits()).text(&large).await.unwrap_err();
        assert_eq!(failure.code, code, "{path}");
    }
}

/// The grandchild keeps a pipe open for as long as it lives.
#[tokio::test]
async fn whatever_a_child_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut grandchild = pipe::OpenOptions::new().open_receiver(&pipe).unwrap();
    let script = r#"{ echo up; exec sleep 1000; } >"$0" & wait"#;
    let short = Limits { wall: Duration::from_secs(3), ..limits() };
    let arguments = vec!["-c".into(), script.into(), pipe.into()];
    let shell = Extractor::new(program("/bin/sh", arguments), short);
    assert_eq!(shell.text(&document("a.txt", "a")).await.unwrap_err().code, Code::Timeout);
    let mut words = String::new();
    let ended = grandchild.read_to_string(&mut words);
    tokio::time::timeout(Duration::from_mins(2), ended).await.unwrap().unwrap();
    assert_eq!(words, "up\n");
}

#[tokio::test]
async fn no_more_children_live_at_once_than_allowed() {
    let one = Limits { children: 1, wall: Duration::from_secs(2), ..limits() };
    let extractor = extractor(Reader::Unruly, one);
    let (slow, quick) = (document("a.txt", "wait"), document("b.txt", "quick"));
    let mut quick = extractor.text(&quick);
    tokio::select! {
        biased;
        failure = extractor.text(&slow) => assert_eq!(failure.unwrap_err().code, Code::Timeout),
        _ = &mut quick => panic!("the second child did not wait for the first"),
    }
    assert_eq!(quick.await.unwrap().text, "quick");
}

#[tokio::test]
async fn giving_up_on_a_document_makes_room_for_the_next() {
    let one = Limits { children: 1, ..limits() };
    let extractor = extractor(Reader::Unruly, one);
    let (slow, quick) = (document("a.txt", "wait"), document("b.txt", "quick"));
    tokio::time::timeout(Duration::from_millis(300), extractor.text(&slow)).await.unwrap_err();
    assert_eq!(extractor.text(&quick).await.unwrap().text, "quick");
}
