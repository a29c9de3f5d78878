//! Broken and random documents never hang or crash whoever asks.

use std::sync::OnceLock;
use std::time::Duration;

use documents::{Extractor, Limits};
use kernel::Hearer;
use kernel::ports::Documents as _;
use proptest::prelude::*;
use proptest::sample::Index;
use tokio::runtime::Runtime;

use crate::{Reader, document, extractor, limits, samples};

const WALL: Duration = Duration::from_secs(10);

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_broken_document_is_read_or_refused(bytes in broken()) {
        let outcome = runtime().block_on(child().text(&document("broken", bytes)));
        if let Err(failure) = outcome {
            prop_assert_eq!(failure.heard_by, Hearer::Model, "{:?}", failure);
        }
    }
}

/// A good document with some bytes changed and perhaps its end missing, or the beginning of one and then anything.
fn broken() -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 0..20);
    let damaged = (any::<Index>(), changes, any::<Option<Index>>()).prop_map(|(which, changes, end)| {
        let mut bytes = which.get(good()).clone();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(end) = end {
            bytes.truncate(end.index(bytes.len()));
        }
        bytes
    });
    let random = (any::<Index>(), 0_usize..200, prop::collection::vec(any::<u8>(), 0..4000))
        .prop_map(|(which, kept, rest)| which.get(good()).iter().copied().take(kept).chain(rest).collect());
    prop_oneof![3 => damaged, 1 => random]
}

fn good() -> &'static [Vec<u8>] {
    static GOOD: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    GOOD.get_or_init(|| {
        vec![
            samples::pdf(&["One", "Two"]),
            samples::docx(),
            samples::pptx(&["One", "Two"]),
            samples::xlsx(),
            samples::ods(),
            br"{\rtf1\ansi\ansicpg932 a\u8364?{\b \'82\'a0}\bin3 abc\par}".to_vec(),
            b"<html><table><tr><td>a<td>b</table><p>c".to_vec(),
        ]
    })
}

fn child() -> &'static Extractor {
    static CHILD: OnceLock<Extractor> = OnceLock::new();
    CHILD.get_or_init(|| extractor(Reader::Honest, Limits { wall: WALL, ..limits() }))
}

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().unwrap())
}
