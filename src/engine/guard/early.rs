//! Whether an answer may be seen while it is being written.

use kernel::ports::ThreadKind;
use kernel::{Entry, Readers, Record};

/// Where others read along, words that may draw on somebody's account are shown only when they are whole: until then
/// nothing could hold them back.
pub(crate) fn may_be_seen_early(journal: &[Record], kind: ThreadKind) -> bool {
    kind == ThreadKind::Direct || !journal.iter().any(holds_something_private)
}

pub(crate) fn holds_something_private(record: &Record) -> bool {
    match &record.entry {
        Entry::Answered { label, .. } | Entry::Resolved { label, .. } | Entry::Undone { label, .. } => {
            label.readers != Readers::Everybody
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Body, CallId, Label, Outcome, Time, TurnId};

    use super::*;

    fn answered(label: Label) -> Vec<Record> {
        let (turn, call) = (TurnId(1), CallId::from("c1"));
        let words = Body::new("words");
        let entry = Entry::Answered {
            turn,
            call,
            outcome: Outcome::Done,
            words,
            label,
            kept: None,
            gate: None,
            tool: None,
        };
        vec![Record { number: 2, at: Time(0), entry }]
    }

    #[test]
    fn what_was_read_in_an_account_is_not_seen_early_by_others() {
        let private = answered(Label::stranger("gmail.read", "a mail"));
        assert!(!may_be_seen_early(&private, ThreadKind::Shared));
        assert!(may_be_seen_early(&private, ThreadKind::Direct));
        assert!(may_be_seen_early(&answered(Label::trusted()), ThreadKind::Shared));
    }
}
