//! What the child cannot do, whatever takes it over.

use documents::Strength;

use crate::{Program, extractor, limits, obey};

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
    let confined = extractor(Program::Honest, limits()).confined().await.unwrap();
    assert_eq!(confined.calls, Strength::Full, "every Linux of today has seccomp");
}
