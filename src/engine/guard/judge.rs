//! Whether a call must be countersigned. Deterministic, outside the model, explained in one sentence.

use std::collections::BTreeSet;

use kernel::{Asking, Kind, Label, Needed, Sink, Waiver};

use crate::guard::flow::Objection;
use crate::guard::policy::{Approvals, Autonomy, Policy};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Runs without a question, for this reason.
    Go { waiver: Waiver },
    /// A person must say so. The words stand on the card, the rules in the audit.
    Ask { why: String, rules: Vec<&'static str> },
}

/// Whether the person has approved the like of it in this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimilarApproval {
    None,
    Stands,
}

/// Only what reaches nobody and can be taken back is ever approved along with the like of it.
pub(crate) fn can_be_ordered(kind: Kind, sinks: &[Sink]) -> bool {
    kind == Kind::Edit && sinks.is_empty()
}

/// As [`judge`] says, unless the person has said it already.
pub(crate) fn judge_with(
    similar: SimilarApproval,
    kind: Kind,
    sinks: &[Sink],
    judgement: Judgement,
) -> Judgement {
    match judgement {
        // What somebody said of one thing says nothing about another that a stranger may want gone.
        Judgement::Ask { rules, .. }
            if rules.is_empty() && similar == SimilarApproval::Stands && can_be_ordered(kind, sinks) =>
        {
            Judgement::Go { waiver: Waiver::SimilarApproval }
        }
        judgement @ (Judgement::Ask { .. } | Judgement::Go { .. }) => judgement,
    }
}

/// Everything about a call that the judgement rests on.
pub(crate) struct Manner {
    pub(crate) kind: Kind,
    pub(crate) asking: Asking,
    /// When the person wants to be asked: it can make the rule stricter, never laxer.
    pub(crate) wish: Asking,
    /// When whoever runs the house wants them to be asked, whatever else is said.
    pub(crate) hook: Asking,
    pub(crate) policy: Policy,
    /// How many people must sign, as whoever runs the house wants it.
    pub(crate) needed: Needed,
}

/// Looking needs no question unless it carries words out. A change is asked about if the table says so, if somebody wants
/// it, or if anything speaks against it. The reason says what this call does to whom.
pub(crate) fn judge(
    manner: &Manner,
    sinks: &[Sink],
    (reason, context): (&str, &Label),
    objections: &[Objection],
) -> Judgement {
    if manner.hook == Asking::Always {
        return ask("Whoever runs this wants it to be asked about.", objections);
    }
    if manner.kind == Kind::Read && sinks.is_empty() {
        return match manner.asking {
            Asking::ByKind => Judgement::Go { waiver: Waiver::Policy(Kind::Read) },
            Asking::Always => ask("This is always asked about before it is done.", objections),
        };
    }
    let reaches_out = manner.kind == Kind::Commit || !sinks.is_empty();
    if manner.needed == Needed::Both {
        return ask("Two people must sign this.", objections);
    }
    if manner.policy.autonomy == Autonomy::Supervised {
        return ask("Whoever runs this wants every change to be asked about.", objections);
    }
    if manner.wish == Asking::Always {
        return ask("You want to be asked before every change.", objections);
    }
    let by_table = manner.kind == Kind::Commit || manner.asking == Asking::Always;
    match manner.policy.approvals {
        Approvals::Standard if by_table => ask(&format!("{reason}{}", read_before(context)), objections),
        Approvals::Standard | Approvals::Provenance if objections.is_empty() => {
            let waiver = if reaches_out { Waiver::OwnWords } else { Waiver::Policy(Kind::Edit) };
            Judgement::Go { waiver }
        }
        Approvals::Standard | Approvals::Provenance => {
            ask(&format!("{reason}{}", read_before(context)), objections)
        }
    }
}

/// How many objections stand on a card.
const MOST: usize = 4;

fn ask(why: &str, objections: &[Objection]) -> Judgement {
    let mut rules: Vec<&'static str> = objections.iter().map(|objection| objection.rule.name()).collect();
    rules.dedup();
    let more = objections.len().saturating_sub(MOST);
    let more = if more > 0 { format!("\n• and {more} more") } else { String::new() };
    let mut why = why.to_owned();
    for objection in objections.iter().take(MOST) {
        why.extend(["\n• ", &objection.words]);
    }
    why.push_str(&more);
    Judgement::Ask { why, rules }
}

/// How many sources are named, and how much of each.
const NAMED: usize = 3;
const LONGEST_NAME: usize = 60;

/// Names the sources that somebody else may have written. These names are strangers' words too: they are cut short,
/// and the card shows them as plain text.
fn read_before(context: &Label) -> String {
    if !context.has_a_strangers_words() {
        return String::new();
    }
    let names: BTreeSet<String> =
        context.sources.iter().map(|source| source.what.chars().take(LONGEST_NAME).collect()).collect();
    let more = names.len().saturating_sub(NAMED);
    let first: Vec<String> = names.into_iter().take(NAMED).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        " Read before in this conversation: {}{more}. Check that this is what you asked for.",
        first.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::flow::Rule;

    const REASON: &str = "This is sent to Ana Ruiz.";

    fn judged(kind: Kind, asking: Asking, approvals: Approvals, objections: &[Objection]) -> Judgement {
        let policy = Policy { approvals, ..Policy::default() };
        let manner = Manner {
            kind,
            asking,
            wish: Asking::ByKind,
            hook: Asking::ByKind,
            policy,
            needed: Needed::Either,
        };
        judge(&manner, &[], (REASON, &Label::trusted()), objections)
    }

    fn asks(judgement: &Judgement) -> bool {
        matches!(judgement, Judgement::Ask { .. })
    }

    fn objection() -> Objection {
        Objection {
            rule: Rule::Destination,
            pointer: "/to/0".into(),
            words: "eve@evil is nobody you named.".into(),
        }
    }

    const MODES: [Approvals; 2] = [Approvals::Standard, Approvals::Provenance];

    #[test]
    fn an_objection_is_asked_about_in_every_mode_and_says_why() {
        for approvals in MODES {
            for kind in [Kind::Edit, Kind::Commit] {
                let judgement = judged(kind, Asking::ByKind, approvals, &[objection()]);
                let Judgement::Ask { why, rules } = judgement else { panic!("{judgement:?}") };
                assert!(why.contains("eve@evil is nobody you named.") && rules == ["destination"], "{why}");
            }
        }
    }

    #[test]
    fn the_table_asks_in_the_standard_mode_only() {
        for (kind, asking) in [(Kind::Commit, Asking::ByKind), (Kind::Edit, Asking::Always)] {
            assert!(asks(&judged(kind, asking, Approvals::Standard, &[])), "{kind:?}");
            assert!(!asks(&judged(kind, asking, Approvals::Provenance, &[])), "{kind:?}");
        }
        for approvals in MODES {
            assert!(!asks(&judged(Kind::Edit, Asking::ByKind, approvals, &[])));
            assert!(!asks(&judged(Kind::Read, Asking::ByKind, approvals, &[])));
        }
    }

    #[test]
    fn whatever_carries_words_out_is_no_mere_look() {
        let sink = Sink::new(kernel::SinkKind::Fetch, "/url", "https://x/?q");
        let manner = Manner {
            kind: Kind::Read,
            asking: Asking::ByKind,
            wish: Asking::ByKind,
            hook: Asking::ByKind,
            policy: Policy::default(),
            needed: Needed::Either,
        };
        assert!(asks(&judge(&manner, &[sink], (REASON, &Label::trusted()), &[objection()])));
    }

    #[test]
    fn what_whoever_runs_the_house_wants_asked_is_asked_in_every_mode_even_a_look() {
        for approvals in MODES {
            for kind in [Kind::Read, Kind::Edit, Kind::Commit] {
                let policy = Policy { approvals, ..Policy::default() };
                let (asking, wish, hook) = (Asking::ByKind, Asking::ByKind, Asking::Always);
                let manner = Manner { kind, asking, wish, hook, policy, needed: Needed::Either };
                assert!(asks(&judge(&manner, &[], (REASON, &Label::trusted()), &[])), "{kind:?}");
            }
        }
    }

    #[test]
    fn whoever_wants_to_be_asked_is_asked_before_every_change_and_before_no_look() {
        for (wish, autonomy) in [(Asking::Always, Autonomy::Standard), (Asking::ByKind, Autonomy::Supervised)]
        {
            let judged = |kind| {
                let policy = Policy { approvals: Approvals::Provenance, autonomy, ..Policy::default() };
                let needed = Needed::Either;
                judge(
                    &Manner { kind, asking: Asking::ByKind, wish, hook: Asking::ByKind, policy, needed },
                    &[],
                    (REASON, &Label::trusted()),
                    &[],
                )
            };
            assert!(asks(&judged(Kind::Edit)) && !asks(&judged(Kind::Read)));
        }
    }

    #[test]
    fn where_two_must_sign_nobodys_words_are_enough() {
        let judged = |kind| {
            let policy = Policy { approvals: Approvals::Provenance, ..Policy::default() };
            let manner = Manner {
                kind,
                asking: Asking::ByKind,
                wish: Asking::ByKind,
                hook: Asking::ByKind,
                policy,
                needed: Needed::Both,
            };
            judge(&manner, &[], (REASON, &Label::trusted()), &[])
        };
        assert!(asks(&judged(Kind::Edit)) && asks(&judged(Kind::Commit)) && !asks(&judged(Kind::Read)));
    }

    #[test]
    fn an_order_never_covers_what_reaches_somebody_or_cannot_be_taken_back() {
        let sink = Sink::new(kernel::SinkKind::Recipient, "/to", "x@y");
        let asked = || Judgement::Ask { why: "because".to_owned(), rules: Vec::new() };
        let judged = |kind, sinks: &[Sink]| judge_with(SimilarApproval::Stands, kind, sinks, asked());
        assert!(matches!(judged(Kind::Edit, &[]), Judgement::Go { .. }));
        assert_eq!(judged(Kind::Edit, std::slice::from_ref(&sink)), asked());
        assert_eq!(judged(Kind::Commit, &[]), asked());
        assert_eq!(judge_with(SimilarApproval::None, Kind::Edit, &[], asked()), asked());
    }

    #[test]
    fn the_reason_is_about_this_call_and_nobody_is_said_to_want_what_another_wants() {
        let why = |judgement| match judgement {
            Judgement::Ask { why, .. } => why,
            Judgement::Go { waiver } => panic!("{waiver:?}"),
        };
        let says = why(judged(Kind::Commit, Asking::ByKind, Approvals::Standard, &[]));
        assert_eq!(says, REASON);
        let asked = |autonomy, wish| {
            let policy = Policy { autonomy, ..Policy::default() };
            let (asking, hook, needed) = (Asking::ByKind, Asking::ByKind, Needed::Either);
            let manner = Manner { kind: Kind::Edit, asking, wish, hook, policy, needed };
            why(judge(&manner, &[], (REASON, &Label::trusted()), &[]))
        };
        assert!(!asked(Autonomy::Supervised, Asking::ByKind).contains("You"), "the person chose nothing");
        assert!(asked(Autonomy::Standard, Asking::Always).contains("You want to be asked"));
    }
}
