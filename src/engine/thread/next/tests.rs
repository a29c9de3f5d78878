//! Journals, and what is next in them.

mod apart;
mod company;
mod held;
mod responses;

use std::time::Duration;

use kernel::{
    Body, CallEntry, CallId, CardEntry, Code, Digest, Ending, Entry, Face, Label, MessageEntry, MessageRef,
    Outcome, PlannedCall, Record, ReplyEntry, SaidCall, Time, TurnId, Usage, Verdict, Waiver,
};

use super::*;

mod revisions;

/// Writes a journal, one second between two records.
#[derive(Default)]
struct Book(Vec<Record>);

impl Book {
    fn write(mut self, entry: Entry) -> Self {
        let number = self.0.len() as u64 + 1;
        let seconds = i64::try_from(number).unwrap();
        self.0.push(Record { number, at: Time(seconds * 1000), entry });
        self
    }

    fn asked(self) -> Self {
        let (from, words) = ("ana".into(), Body::new("do it"));
        self.write(Entry::Message(MessageEntry::Asked {
            message: "m".into(),
            from,
            words,
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        }))
    }

    fn said(self, turn: u64, calls: &[&str]) -> Self {
        let calls = calls.iter().map(|id| SaidCall { id: (*id).into(), tool: "mail.send".into() }).collect();
        let (reply, usage, seen) = (Body::new("{}"), Usage::default(), self.0.len() as u64);
        let (model, read) = (String::new(), Label::trusted());
        self.write(Entry::Reply(ReplyEntry::Said {
            turn: TurnId(turn),
            reply,
            calls,
            usage,
            seen,
            model,
            read,
        }))
    }

    fn awaits(self, turn: u64, call: &str) -> Self {
        self.awaits_held(turn, call, Duration::ZERO)
    }

    fn awaits_held(self, turn: u64, call: &str, hold: Duration) -> Self {
        self.write(Entry::Card(CardEntry::AwaitsApproval {
            turn: TurnId(turn),
            approval: approval_of(call),
            planned: planned(call),
            effect: Body::new("{}"),
            why: "it reaches somebody".into(),
            rules: Vec::new(),
            expires: Time(1_000_000),
            hold,
            risk: kernel::Risk::Usual,
            showing: kernel::Showing::Whole,
            alike: kernel::Alike::Never,
            scope: None,
            deciders: kernel::Deciders::default(),
        }))
    }

    fn undo_offered(self, turn: u64, call: &str) -> Self {
        self.write(Entry::Card(CardEntry::UndoOffered {
            turn: TurnId(turn),
            approval: approval_of(call),
            planned: planned(call),
            words: Body::new("Archived."),
            until: Time(1_000_000),
            undoes: None,
        }))
    }

    fn shown(self, call: &str, face: Face) -> Self {
        self.write(Entry::Card(CardEntry::CardShown {
            approval: approval_of(call),
            message: MessageRef("c".into()),
            face,
        }))
    }

    fn decided(self, call: &str, verdict: Verdict) -> Self {
        self.write(Entry::Card(CardEntry::Decided { approval: approval_of(call), verdict, by: "ana".into() }))
    }

    fn running(self, turn: u64, call: &str) -> Self {
        let waiver = Waiver::Approval(approval_of(call));
        self.write(Entry::Call(CallEntry::Running {
            turn: TurnId(turn),
            planned: planned(call),
            waiver,
            patterns: Vec::new(),
        }))
    }

    fn answered(self, turn: u64, call: &str, outcome: Outcome) -> Self {
        let (words, label) = (Body::new("so it ended"), Label::trusted());
        self.write(Entry::Call(CallEntry::Answered {
            turn: TurnId(turn),
            call: call.into(),
            outcome,
            words,
            label,
            kept: None,
            gate: None,
            tool: None,
        }))
    }

    fn posted(self, turn: u64) -> Self {
        self.write(Entry::Reply(ReplyEntry::Posted { turn: TurnId(turn), message: "r".into() }))
    }

    fn next(&self) -> Step {
        next(&self.0, &Limits::default())
    }
}

fn approval_of(call: &str) -> ApprovalId {
    ApprovalId(format!("approval of {call}"))
}

fn planned(call: &str) -> PlannedCall {
    PlannedCall {
        call: call.into(),
        tool: "mail.send".into(),
        version: 1,
        account: "ana@x".into(),
        requester: "ana".into(),
        plan: Body::new("{}"),
        digest: Digest::of_words("plan"),
    }
}

fn by_ana() -> Face {
    Face::Running { by: "ana".into() }
}

fn waiting() -> Book {
    Book::default().asked().said(1, &["a"]).awaits(1, "a").shown("a", Face::Pending)
}

#[test]
fn nothing_to_do_is_rest() {
    assert_eq!(Book::default().next(), Step::Rest(vec![]));
}

#[test]
fn a_question_is_put_to_the_model_and_its_calls_are_prepared_in_order() {
    let book = Book::default().asked();
    assert_eq!(book.next(), Step::AskModel);
    let book = book.said(1, &["a", "b"]);
    assert_eq!(book.next(), Step::Prepare(vec!["a".into(), "b".into()]));
    let book = book.answered(1, "b", Outcome::Done);
    assert_eq!(book.next(), Step::Prepare(vec!["a".into()]));
    let book = book.answered(1, "a", Outcome::Failed(Code::NotFound));
    assert_eq!(book.next(), Step::AskModel);
    let book = book.said(1, &[]);
    assert_eq!(book.next(), Step::Post);
    let book = book.posted(1);
    assert_eq!(book.next(), Step::Finish(Ending::Replied));
    let book = book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied }));
    assert_eq!(book.next(), Step::Rest(vec![]));
}

#[test]
fn a_card_is_shown_then_waited_for() {
    let book = Book::default().asked().said(1, &["a"]).awaits(1, "a");
    assert_eq!(book.next(), Step::Show(approval_of("a")));
    let rest = Step::Rest(vec![Wait::Approval(approval_of("a"), Time(1_000_000))]);
    assert_eq!(book.shown("a", Face::Pending).next(), rest);
}

#[test]
fn the_buttons_are_gone_before_the_call_runs() {
    let book = waiting().decided("a", Verdict::Approve);
    assert_eq!(book.next(), Step::Show(approval_of("a")));
    let book = book.shown("a", by_ana());
    assert_eq!(book.next(), Step::Run(approval_of("a")));
    let book = book.running(1, "a");
    assert_eq!(
        book.next(),
        Step::Recover("a".into()),
        "begun and not ended: it must be found out what happened"
    );
    let book = book.answered(1, "a", Outcome::Done);
    assert_eq!(book.next(), Step::Show(approval_of("a")));
    let done = Face::Done { by: "ana".into(), words: String::new() };
    assert_eq!(book.shown("a", done).next(), Step::AskModel);
}

#[test]
fn a_denied_call_is_closed_and_never_run() {
    let denied = Face::Denied { by: "ana".into() };
    let book = waiting().decided("a", Verdict::Deny).shown("a", denied);
    assert_eq!(book.next(), Step::Close("a".into(), Closing::Denied { by: "ana".into(), why: None }));
    assert_eq!(book.answered(1, "a", Outcome::Failed(Code::Denied)).next(), Step::AskModel);
}

#[test]
fn a_new_question_closes_the_open_call_and_leaves_the_card_live() {
    let book = waiting().asked();
    assert_eq!(book.next(), Step::Close("a".into(), Closing::Superseded));
    let book = book.answered(1, "a", Outcome::Failed(Code::ConfirmationRequired));
    assert_eq!(book.next(), Step::Finish(Ending::Superseded));
    let book = book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Superseded }));
    assert_eq!(book.next(), Step::AskModel);
    let book = book
        .said(5, &[])
        .posted(5)
        .write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(5), ending: Ending::Replied }));
    let rest = Step::Rest(vec![Wait::Approval(approval_of("a"), Time(1_000_000))]);
    assert_eq!(book.next(), rest);
    let book = book.decided("a", Verdict::Approve).shown("a", by_ana());
    assert_eq!(book.next(), Step::Run(approval_of("a")));
    let number = book.0.len() as u64 + 1;
    let book = book.write(Entry::Call(CallEntry::Resolved {
        approval: approval_of("a"),
        call: "a".into(),
        outcome: Outcome::Done,
        words: Body::new("sent"),
        label: Label::trusted(),
        kept: None,
    }));
    let book = book.shown("a", Face::Done { by: "ana".into(), words: String::new() });
    assert_eq!(book.next(), Step::AskModel, "the outcome opens a turn of its own");
    assert_eq!(Progress::of(&book.0).turn.map(|turn| turn.id), Some(TurnId(number)));
}

#[test]
fn stop_takes_cards_back_closes_calls_and_says_so() {
    let book = waiting().write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None }));
    assert_eq!(book.next(), Step::Void(approval_of("a")));
    let void = Face::Void { why: "stop".into() };
    let book = book
        .write(Entry::Card(CardEntry::Voided { approval: approval_of("a"), why: "stop".into() }))
        .shown("a", void);
    assert_eq!(book.next(), Step::Close("a".into(), Closing::TakenBack { why: "stop".into() }));
    let book = book.answered(1, "a", Outcome::Failed(Code::Cancelled));
    assert_eq!(book.next(), Step::GiveUp(Ending::Stopped));
}

#[test]
fn steps_cost_and_time_have_limits() {
    let limits = Limits { steps: 2, ..Limits::default() };
    let book = Book::default().asked().said(1, &["a"]).answered(1, "a", Outcome::Done).said(1, &["b"]);
    let book = book.answered(1, "b", Outcome::Done);
    assert!(matches!(next(&book.0, &limits), Step::GiveUp(Ending::Limit(what)) if what.contains("2 steps")));
    let limits = Limits { time: std::time::Duration::from_secs(2), ..Limits::default() };
    assert!(matches!(next(&book.0, &limits), Step::GiveUp(Ending::Limit(what)) if what.contains("minutes")));
    let limits = Limits { cost: 5, ..Limits::default() };
    let calls = vec![SaidCall { id: CallId("a".into()), tool: "t".into() }];
    let usage = Usage { cost: 10, ..Usage::default() };
    let (reply, model, read) = (Body::new("{}"), String::new(), Label::trusted());
    let costly =
        Entry::Reply(ReplyEntry::Said { turn: TurnId(1), reply, calls, usage, seen: 1, model, read });
    let book = Book::default().asked().write(costly).answered(1, "a", Outcome::Done);
    assert!(matches!(next(&book.0, &limits), Step::GiveUp(Ending::Limit(what)) if what.contains("dollars")));
}

#[test]
fn waiting_counts_against_no_limit() {
    let mut book = waiting().decided("a", Verdict::Deny);
    book.0.last_mut().unwrap().at = Time(3 * 24 * 3600 * 1000);
    let late = Time(3 * 24 * 3600 * 1000 + 1000);
    let mut book =
        book.shown("a", Face::Denied { by: "ana".into() }).answered(1, "a", Outcome::Failed(Code::Denied));
    for record in book.0.iter_mut().skip(5) {
        record.at = late;
    }
    assert_eq!(book.next(), Step::AskModel);
}

/// Whatever happens and in whatever order: no countersignature, no run.
#[test]
fn nothing_runs_that_was_not_approved() {
    let arrivals: [fn(Book) -> Book; 5] = [
        |book| book.decided("b", Verdict::Deny),
        Book::asked,
        |book| book.write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None })),
        |book| book.write(Entry::Card(CardEntry::Expired { approval: approval_of("a") })),
        |book| {
            book.write(Entry::Card(CardEntry::ClickRefused {
                approval: approval_of("a"),
                by: "eve".into(),
                why: "not yours".into(),
            }))
        },
    ];
    for first in 0..arrivals.len() {
        for second in 0..arrivals.len() {
            let book = Book::default().asked().said(1, &["a", "b"]).awaits(1, "a").awaits(1, "b");
            let book = book.shown("a", Face::Pending).shown("b", Face::Pending);
            let book = arrivals[second](arrivals[first](book));
            let step = book.next();
            assert!(!matches!(step, Step::Run(_) | Step::Recover(_)), "{first} {second}: {step:?}");
        }
    }
}

#[test]
fn a_question_while_a_sign_in_waits_is_answered_and_any_sign_in_lets_the_call_go_on() {
    let awaits = |turn, call: &str, consent: &str| {
        Entry::Call(CallEntry::AwaitsConsent {
            turn: TurnId(turn),
            call: call.into(),
            consent: consent.into(),
            person: "ana".into(),
            needs: vec![],
            why: "not connected".into(),
        })
    };
    let book = Book::default().asked().said(1, &["a"]).write(awaits(1, "a", "first"));
    assert_eq!(book.next(), Step::Offer("first".into()));
    let book = book.write(Entry::Call(CallEntry::ConsentOffered { consent: "first".into(), until: None }));
    assert_eq!(book.next(), Step::Rest(vec![Wait::Consent("first".into())]));
    let book = book.asked();
    assert_eq!(book.next(), Step::Close("a".into(), Closing::NotSignedIn));
    let book = book.answered(1, "a", Outcome::Failed(Code::AuthRequired));
    assert_eq!(book.next(), Step::Finish(Ending::Superseded));
    let book = book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Superseded }));
    let book = book.said(5, &["b"]).write(awaits(5, "b", "second"));
    let book = book.write(Entry::Call(CallEntry::Connected {
        consent: "first".into(),
        account: "ana@x".into(),
        elsewhere: false,
    }));
    assert_eq!(book.next(), Step::Prepare(vec!["b".into()]), "she signed in by the older of two buttons");
}

#[test]
fn somebody_elses_stop_and_clicks_change_nothing() {
    let book = waiting().write(Entry::Message(MessageEntry::Stopped { by: "eve".into(), said: None }));
    assert!(matches!(book.next(), Step::Rest(_)));
    let refused = |approval| {
        Entry::Card(CardEntry::ClickRefused { approval, by: "eve".into(), why: "not the requester".into() })
    };
    let mut book = book.write(refused(approval_of("a")));
    book.0.last_mut().unwrap().at = Time(600_000);
    let busy = Progress::of(&book.0).turn.unwrap().busy;
    assert!(busy < std::time::Duration::from_secs(10), "waiting is not work: {busy:?}");
}

#[test]
fn what_was_begun_is_taken_away_before_the_thread_rests_and_otherwise_becomes_the_reply() {
    let drafting = |message: Option<&str>| {
        Entry::Reply(ReplyEntry::Drafting { turn: TurnId(1), message: message.map(Into::into) })
    };
    let begun = Book::default().asked().write(drafting(None)).write(drafting(Some("d")));
    assert_eq!(begun.next(), Step::AskModel, "a life that ended there is begun anew");
    let waits = begun.said(1, &["a"]).awaits(1, "a").shown("a", Face::Pending);
    assert_eq!(waits.next(), Step::Withdraw);
    let rests = waits.write(Entry::Reply(ReplyEntry::Undrafted { turn: TurnId(1) }));
    assert!(matches!(rests.next(), Step::Rest(_)));
    let whole = Book::default().asked().write(drafting(Some("d"))).said(1, &[]);
    assert_eq!(whole.next(), Step::Post);
}

#[test]
fn three_replies_in_a_row_that_were_all_denied_end_the_turn() {
    let denied =
        |book: Book, call: &str| book.said(1, &[call]).answered(1, call, Outcome::Failed(Code::Denied));
    let twice = denied(denied(Book::default().asked(), "a"), "b");
    assert_eq!(twice.next(), Step::AskModel);
    let mixed = twice.said(1, &["c", "d"]).answered(1, "c", Outcome::Done);
    let mixed = mixed.answered(1, "d", Outcome::Failed(Code::Denied));
    assert_eq!(mixed.next(), Step::AskModel, "something was done");
    let again = denied(denied(mixed, "e"), "f");
    assert_eq!(again.next(), Step::AskModel);
    let ended = Step::GiveUp(Ending::Limit("3 refusals in a row".to_owned()));
    assert_eq!(denied(again, "g").next(), ended);
}

#[test]
fn a_turn_has_only_so_many_calls() {
    let limits = Limits { calls: 2, ..Limits::default() };
    let book = Book::default().asked().said(1, &["a", "b"]);
    let book = book.answered(1, "a", Outcome::Done).answered(1, "b", Outcome::Done);
    assert_eq!(next(&book.0, &limits), Step::GiveUp(Ending::Limit("2 calls".to_owned())));
}
