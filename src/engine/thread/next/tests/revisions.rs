//! What people change, take back and add.

use kernel::{CallEntry, CardEntry, MessageEntry, ReplyEntry};

use super::*;

impl Book {
    fn asks(self, message: &str, from: &str) -> Self {
        let (message, from, words) = (message.into(), from.into(), Body::new(message));
        self.write(Entry::Message(MessageEntry::Asked {
            message,
            from,
            words,
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        }))
    }

    pub(super) fn revised(self, message: &str) -> Self {
        let (message, from, words) = (message.into(), "ana".into(), Body::new("in other words"));
        self.write(Entry::Message(MessageEntry::Revised {
            message,
            from,
            words,
            addressed: true,
            mentions: Vec::new(),
            without: Vec::new(),
        }))
    }

    pub(super) fn withdrawn(self, message: &str) -> Self {
        self.write(Entry::Message(MessageEntry::Withdrawn { message: message.into() }))
    }

    /// What the model said without having seen the newest record.
    fn said_blindly(self, turn: u64, calls: &[&str]) -> Self {
        let calls = calls.iter().map(|id| SaidCall { id: (*id).into(), tool: "mail.send".into() }).collect();
        let (reply, usage, seen) = (Body::new("{}"), Usage::default(), self.0.len() as u64 - 1);
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

    fn finished(self, turn: u64, ending: Ending) -> Self {
        self.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(turn), ending }))
    }

    fn voided(self, call: &str, why: &str) -> Self {
        self.write(Entry::Card(CardEntry::Voided { approval: approval_of(call), why: why.to_owned() }))
    }
}

fn taken_back(why: &str) -> Closing {
    Closing::TakenBack { why: why.to_owned() }
}

#[test]
fn an_answer_to_what_is_no_longer_asked_is_not_posted() {
    let book = Book::default().asked().revised("m");
    assert_eq!(book.next(), Step::AskModel);
    let book = book.said_blindly(1, &[]);
    assert_eq!(book.next(), Step::AskModel, "it answered how the request read before");
    assert_eq!(book.said(1, &[]).next(), Step::Post);
}

#[test]
fn a_call_that_was_made_for_other_words_does_not_run() {
    let book = Book::default().asked().said(1, &["a"]).revised("m");
    assert_eq!(book.next(), Step::Close("a".into(), taken_back(CHANGED)));
    let book = book.answered(1, "a", Outcome::Failed(Code::Cancelled));
    assert_eq!(book.next(), Step::AskModel);
    assert_eq!(book.said(1, &["b"]).next(), Step::Prepare(vec!["b".into()]));
}

#[test]
fn a_changed_request_voids_its_card_and_goes_on() {
    let book = waiting().revised("m");
    assert_eq!(book.next(), Step::Void(approval_of("a")));
    let void = Face::Void { why: CHANGED.to_owned() };
    let book = book.voided("a", CHANGED).shown("a", void);
    assert_eq!(book.next(), Step::Close("a".into(), taken_back(CHANGED)));
    assert_eq!(book.answered(1, "a", Outcome::Failed(Code::Cancelled)).next(), Step::AskModel);
}

#[test]
fn a_card_that_comes_up_after_the_change_is_void_from_the_start() {
    let book = Book::default().asked().said(1, &["a"]).revised("m").awaits(1, "a").shown("a", Face::Pending);
    assert_eq!(book.next(), Step::Void(approval_of("a")));
}

#[test]
fn a_changed_request_of_the_past_is_taken_up_again_only_for_its_open_card() {
    let over = Book::default().asked().said(1, &[]).posted(1).finished(1, Ending::Replied);
    assert_eq!(over.revised("m").next(), Step::Rest(vec![]));
    let book = waiting().answered(1, "a", Outcome::Failed(Code::ConfirmationRequired));
    let book = book.finished(1, Ending::Superseded).revised("m");
    assert_eq!(book.next(), Step::Void(approval_of("a")));
    let book = book.voided("a", CHANGED).shown("a", Face::Void { why: CHANGED.to_owned() });
    assert_eq!(book.next(), Step::Close("a".into(), taken_back(CHANGED)));
    let resolved = Entry::Call(CallEntry::Resolved {
        approval: approval_of("a"),
        call: "a".into(),
        outcome: Outcome::Failed(Code::Cancelled),
        words: Body::new("cancelled"),
        label: Label::trusted(),
        kept: None,
    });
    assert_eq!(book.write(resolved).next(), Step::AskModel, "the new words are a turn of their own");
}

#[test]
fn a_deleted_request_ends_silently_if_nothing_was_done_and_its_words_go() {
    let book = Book::default().asked().withdrawn("m");
    assert_eq!(book.next(), Step::Finish(Ending::Withdrawn));
    let book = book.finished(1, Ending::Withdrawn);
    assert_eq!(book.next(), Step::Forget(vec![Digest::of_words("do it")]));
    let forgotten =
        Entry::Message(MessageEntry::Forgotten { digests: vec![Digest::of_words("do it")], seen: 3 });
    assert_eq!(book.write(forgotten).next(), Step::Rest(vec![]));
}

#[test]
fn words_that_somebody_else_said_too_are_kept() {
    let book = Book::default().asked().withdrawn("m").finished(1, Ending::Withdrawn);
    let (from, words) = ("ben".into(), Body::new("do it"));
    let same = Entry::Message(MessageEntry::Asked {
        message: "n".into(),
        from,
        words,
        files: Vec::new(),
        about: None,
        quoted: None,
        mentions: Vec::new(),
    });
    assert_eq!(book.write(same).next(), Step::AskModel);
}

#[test]
fn a_deleted_request_that_waits_is_dropped() {
    let book = Book::default().asks("m", "ana").asks("n", "ben").said(1, &[]).posted(1).withdrawn("n");
    assert!(matches!(book.next(), Step::Forget(_)));
    let forgotten = Entry::Message(MessageEntry::Forgotten { digests: vec![Digest::of_words("n")], seen: 5 });
    let book = book.write(forgotten);
    assert_eq!(book.next(), Step::Finish(Ending::Replied));
    assert_eq!(book.finished(1, Ending::Replied).next(), Step::Rest(vec![]));
}

#[test]
fn the_answer_to_a_deleted_request_is_removed_unless_something_was_done() {
    let book = Book::default().asked().said(1, &[]).posted(1).finished(1, Ending::Replied).withdrawn("m");
    assert_eq!(book.next(), Step::Remove(TurnId(1)));
    assert!(matches!(
        book.write(Entry::Reply(ReplyEntry::Removed { turn: TurnId(1) })).next(),
        Step::Forget(_)
    ));
    let done = waiting().decided("a", Verdict::Approve).shown("a", by_ana()).running(1, "a");
    let done = done.answered(1, "a", Outcome::Done);
    let face = Face::Done { by: "ana".into(), words: String::new() };
    let done = done.shown("a", face).said(1, &[]).posted(1).finished(1, Ending::Replied).withdrawn("m");
    assert_eq!(done.next(), Step::Show(approval_of("a")), "its words go from its card");
    let done = done.shown("a", gone("mail.send: done."));
    assert!(matches!(done.next(), Step::Forget(_)), "what it says was done stays said");
}

/// What is left of a card whose request was deleted.
fn gone(became: &str) -> Face {
    Face::Forgotten { words: format!("{became} The request was deleted, and its words with it.") }
}

#[test]
fn whatever_became_of_the_cards_of_a_deleted_request_their_words_go() {
    let book = waiting().withdrawn("m");
    assert_eq!(book.next(), Step::Void(approval_of("a")));
    let void = book.voided("a", DELETED);
    assert_eq!(void.next(), Step::Show(approval_of("a")));
    let shown = Progress::of(&void.0).card(&approval_of("a")).map(CardProgress::face);
    assert_eq!(shown, Some(gone("mail.send: not done.")));
    let denied = waiting().decided("a", Verdict::Deny).shown("a", Face::Denied { by: "ana".into() });
    let denied = denied.answered(1, "a", Outcome::Failed(Code::Denied)).said(1, &[]).posted(1);
    let denied = denied.finished(1, Ending::Replied);
    assert_eq!(denied.next(), Step::Rest(vec![]));
    let denied = denied.withdrawn("m");
    assert_eq!(denied.next(), Step::Show(approval_of("a")), "also of one that was over before");
    let denied = denied.shown("a", gone("mail.send: not done."));
    assert_eq!(denied.next(), Step::Remove(TurnId(1)));
}

#[test]
fn what_was_done_before_the_deletion_is_said() {
    let book = waiting().decided("a", Verdict::Approve).shown("a", by_ana()).running(1, "a").withdrawn("m");
    let book = book.answered(1, "a", Outcome::Done);
    let book = book.shown("a", gone("mail.send: done."));
    assert_eq!(book.next(), Step::GiveUp(Ending::Withdrawn));
    let (turn, words, ending) = (TurnId(1), Body::new("It was deleted."), Ending::Withdrawn);
    let book = book.write(Entry::Reply(ReplyEntry::Silent { turn, words, ending }));
    assert_eq!(book.next(), Step::Post);
    assert_eq!(book.posted(1).next(), Step::Finish(Ending::Withdrawn));
}

#[test]
fn only_the_requester_steers_and_only_a_turn_that_goes_on() {
    let book = Book::default().asks("m", "ana").said(1, &["a"]).asks("n", "ben").asks("o", "ana");
    let book = book.answered(1, "a", Outcome::Done);
    assert_eq!(book.next(), Step::Steer(vec![TurnId(4)]));
    let book = book.write(Entry::Message(MessageEntry::Steered { turn: TurnId(1), added: vec![TurnId(4)] }));
    assert_eq!(book.next(), Step::AskModel);
    let book = book.said(1, &[]).posted(1).finished(1, Ending::Replied);
    assert_eq!(book.next(), Step::AskModel, "then it is Ben's turn");
    let last = Book::default().asks("m", "ana").asks("o", "ana").said(1, &[]);
    assert_eq!(last.next(), Step::Post, "a last word is not taken back for an addition");
}
