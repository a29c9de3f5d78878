//! Whether a call must be countersigned. Deterministic, outside the model, explained in one sentence.

use std::collections::BTreeSet;

use kernel::{Asking, Kind, Label, Sink};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Runs without a question, by this rule.
    Go { rule: &'static str },
    /// A person must say so. The words stand on the card.
    Ask { why: String },
}

/// Whether the person has approved the like of it in this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    None,
    Stands,
}

/// Only what reaches nobody and can be taken back is ever approved along with the like of it.
pub(crate) fn can_be_ordered(kind: Kind, sinks: &[Sink]) -> bool {
    kind == Kind::Edit && sinks.is_empty()
}

/// As [`judge`] says, unless the person has said it already.
pub(crate) fn judge_with(order: Order, kind: Kind, sinks: &[Sink], judgement: Judgement) -> Judgement {
    match judgement {
        Judgement::Ask { .. } if order == Order::Stands && can_be_ordered(kind, sinks) => {
            Judgement::Go { rule: "the person has approved the like of it in this thread" }
        }
        judgement @ (Judgement::Ask { .. } | Judgement::Go { .. }) => judgement,
    }
}

/// The strict rule: what reaches somebody else or cannot be taken back is always asked about; and once a stranger's
/// words are in the conversation, so is every other change, because the stranger may be the one who wants it. `wish` is
/// the person's own: it can make the rule stricter, never laxer.
pub(crate) fn judge(kind: Kind, asking: Asking, wish: Asking, sinks: &[Sink], context: &Label) -> Judgement {
    let reaches_out = kind == Kind::Commit || !sinks.is_empty();
    match (kind, reaches_out, context.has_a_strangers_words()) {
        (_, false, false) if asking == Asking::Always => {
            Judgement::Ask { why: "This is always asked about before it is done.".to_owned() }
        }
        (Kind::Read, false, _) => Judgement::Go { rule: "read" },
        (Kind::Edit, false, false) if wish == Asking::Always => {
            Judgement::Ask { why: "You want to be asked before every change.".to_owned() }
        }
        (Kind::Edit, false, false) => Judgement::Go { rule: "own edit, nothing from strangers" },
        (_, false, _) => Judgement::Ask { why: format!("This changes something, and {}", seen(context)) },
        (_, true, true) => {
            Judgement::Ask { why: format!("This reaches somebody else, and {}", seen(context)) }
        }
        (_, true, false) => {
            Judgement::Ask { why: "This reaches somebody else or cannot be taken back.".to_owned() }
        }
    }
}

/// How many sources are named, and how much of each.
const NAMED: usize = 3;
const LONGEST_NAME: usize = 60;

/// Which strangers have spoken in the conversation. Their names are strangers' words too: they are cut short, and the
/// card shows them as plain text.
fn seen(context: &Label) -> String {
    let names: BTreeSet<String> =
        context.sources.iter().map(|source| source.what.chars().take(LONGEST_NAME).collect()).collect();
    let more = names.len().saturating_sub(NAMED);
    let first: Vec<String> = names.into_iter().take(NAMED).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "the conversation contains words other people wrote ({}{more}). Check that this is what you asked for.",
        first.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(kind: Kind, context: &Label) -> bool {
        matches!(judge(kind, Asking::ByKind, Asking::ByKind, &[], context), Judgement::Ask { .. })
    }

    #[test]
    fn whatever_carries_words_out_asks_by_itself() {
        let sink =
            Sink { pointer: "/url".into(), kind: kernel::SinkKind::Words, value: "https://x/?q".into() };
        for kind in [Kind::Read, Kind::Edit, Kind::Commit] {
            assert!(
                matches!(
                    judge(
                        kind,
                        Asking::ByKind,
                        Asking::ByKind,
                        std::slice::from_ref(&sink),
                        &Label::trusted()
                    ),
                    Judgement::Ask { .. }
                ),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn what_is_always_asked_about_asks_in_a_clean_thread_too() {
        let judged = judge(Kind::Edit, Asking::Always, Asking::ByKind, &[], &Label::trusted());
        assert!(matches!(judged, Judgement::Ask { .. }), "{judged:?}");
    }

    #[test]
    fn whoever_wants_to_be_asked_is_asked_before_every_change_and_before_no_look() {
        let judged = |kind| judge(kind, Asking::ByKind, Asking::Always, &[], &Label::trusted());
        assert!(matches!(judged(Kind::Edit), Judgement::Ask { .. }));
        assert!(matches!(judged(Kind::Read), Judgement::Go { .. }));
    }

    #[test]
    fn an_order_never_covers_what_reaches_somebody_or_cannot_be_taken_back() {
        let sink = Sink { pointer: "/to".into(), kind: kernel::SinkKind::Recipient, value: "x@y".into() };
        let asked = || Judgement::Ask { why: "because".to_owned() };
        let judged = |kind, sinks: &[Sink]| judge_with(Order::Stands, kind, sinks, asked());
        assert!(matches!(judged(Kind::Edit, &[]), Judgement::Go { .. }));
        assert_eq!(judged(Kind::Edit, std::slice::from_ref(&sink)), asked());
        assert_eq!(judged(Kind::Commit, &[]), asked());
        assert_eq!(judge_with(Order::None, Kind::Edit, &[], asked()), asked());
    }

    #[test]
    fn every_write_asks_once_a_stranger_has_spoken() {
        let clean = Label::trusted();
        let tainted = Label::trusted().join(&Label::stranger("gmail.read", "mail from x@y"));
        assert!(!asks(Kind::Read, &clean) && !asks(Kind::Read, &tainted));
        assert!(!asks(Kind::Edit, &clean) && asks(Kind::Edit, &tainted));
        assert!(asks(Kind::Commit, &clean) && asks(Kind::Commit, &tainted));
    }
}
