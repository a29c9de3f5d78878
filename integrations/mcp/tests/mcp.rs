//! Real servers, over both wires: what they offer, what becomes of it, and what they get to see.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fall over")]
#![expect(unreachable_pub, reason = "nothing in a test binary can be reached from outside")]

mod bench;
mod calls;
mod lines;
mod notes;
mod permits_in_tests;
mod pinning;
mod plain;
mod signing_in;
mod versions;

/// What the other stories start as a program: this binary, once more. By itself it does nothing.
#[tokio::test]
async fn a_program_for_the_other_stories() {
    if let Ok(folder) = std::env::var(notes::FOLDER) {
        // What a test binary writes of itself is no message, and has to end somewhere.
        print_line_end();
        notes::Notes::at(folder.as_ref()).serve().await;
    }
    if let Ok(folder) = std::env::var(plain::FOLDER) {
        print_line_end();
        plain::serve(folder.as_ref()).await;
    }
}

#[expect(clippy::print_stdout, reason = "it is what a server's other side reads")]
fn print_line_end() {
    println!();
}
