//! What is held back, taken back in time, or undone.

use kernel::{CardEntry, MessageEntry, ReplyEntry};

use super::*;

#[test]
fn what_is_held_back_waits_runs_when_released_and_can_be_taken_back_until_then() {
    let held = |until| Face::Held { by: "ana".into(), until: Time(until) };
    let book = Book::default().asked().said(1, &["a"]).awaits_held(1, "a", Duration::from_secs(10));
    let book = book.shown("a", Face::Pending).decided("a", Verdict::Approve);
    assert_eq!(book.next(), Step::Show(approval_of("a")), "the person sees that it can be taken back");
    let book = || {
        let book = Book::default().asked().said(1, &["a"]).awaits_held(1, "a", Duration::from_secs(10));
        book.shown("a", Face::Pending).decided("a", Verdict::Approve).shown("a", held(15_000))
    };
    assert!(matches!(book().next(), Step::Rest(_)), "{:?}", book().next());
    let released = book().write(Entry::Card(CardEntry::Released { approval: approval_of("a") }));
    assert_eq!(released.shown("a", by_ana()).next(), Step::Run(approval_of("a")));
    let why = "You took it back in time.".to_owned();
    let back = book().decided("a", Verdict::Deny).shown("a", Face::Void { why: why.clone() });
    assert_eq!(back.next(), Step::Close("a".into(), Closing::TakenBack { why }));
    let stopped = book().write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None }));
    assert_eq!(stopped.next(), Step::Void(approval_of("a")));
    let asked = book().asked().answered(1, "a", Outcome::Failed(Code::ConfirmationRequired));
    let asked =
        asked.write(Entry::Card(CardEntry::Released { approval: approval_of("a") })).shown("a", by_ana());
    assert_eq!(asked.next(), Step::Run(approval_of("a")), "a new question does not take it back");
}

#[test]
fn what_was_taken_back_is_not_done_although_its_time_or_a_press_comes_before_it_is_said_so() {
    let held = Face::Held { by: "ana".into(), until: Time(15_000) };
    let stop = || Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None });
    let book = Book::default().asked().said(1, &["a"]).awaits_held(1, "a", Duration::from_secs(10));
    let book = book.shown("a", Face::Pending).decided("a", Verdict::Approve).shown("a", held).write(stop());
    let released = book.write(Entry::Card(CardEntry::Released { approval: approval_of("a") }));
    let pressed = waiting().write(stop()).decided("a", Verdict::Approve);
    let message = MessageRef("m".into());
    let changed = waiting()
        .write(Entry::Message(MessageEntry::Withdrawn { message }))
        .decided("a", Verdict::ApproveAlike);
    let late = Book::default().asked().said(1, &["a"]).awaits_held(1, "a", Duration::from_secs(10));
    let late = late.shown("a", Face::Pending).write(stop()).decided("a", Verdict::Approve);
    let until = Time(16_000);
    assert_eq!(
        late.shown("a", Face::Held { by: "ana".into(), until }).next(),
        Step::Void(approval_of("a")),
        "what is held is taken back as before"
    );
    for (book, why) in [(released, "You said stop."), (pressed, "You said stop."), (changed, DELETED)] {
        assert_eq!(book.next(), Step::Show(approval_of("a")), "it must not run");
        let face = Progress::of(&book.0).card(&approval_of("a")).map(CardProgress::face).unwrap();
        let book = book.shown("a", face);
        assert_eq!(book.next(), Step::Close("a".into(), Closing::TakenBack { why: why.to_owned() }));
    }
}

#[test]
fn a_card_that_comes_up_after_the_stop_is_void_from_the_start() {
    let stopped = || {
        Book::default()
            .asked()
            .said(1, &["a"])
            .write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None }))
    };
    assert_eq!(stopped().awaits(1, "a").shown("a", Face::Pending).next(), Step::Void(approval_of("a")));
}

#[test]
fn an_undo_is_shown_pressed_and_run_without_a_word_of_the_model() {
    let done = || {
        let book = Book::default().asked().said(1, &["a"]).answered(1, "a", Outcome::Done);
        book.undo_offered(1, "u")
    };
    assert_eq!(done().next(), Step::Show(approval_of("u")));
    let over = || {
        let book = done().shown("u", Face::Pending).said(1, &[]).posted(1);
        book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied }))
    };
    assert_eq!(over().next(), Step::Rest(vec![]), "nobody waits for it");
    assert_eq!(
        over().write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None })).next(),
        Step::Rest(vec![])
    );
    let pressed = over().decided("u", Verdict::Approve).shown("u", by_ana());
    assert_eq!(pressed.next(), Step::Run(approval_of("u")));
    let running = || over().decided("u", Verdict::Approve).shown("u", by_ana()).running(1, "u");
    let in_vain = running().undo_offered(1, "u");
    assert_eq!(in_vain.next(), Step::Show(approval_of("u")), "its button comes back");
    let offered = in_vain.shown("u", Face::Pending);
    assert_eq!(offered.next(), Step::Rest(vec![]));
    let again = offered.decided("u", Verdict::Approve).shown("u", by_ana());
    assert_eq!(again.next(), Step::Run(approval_of("u")));
    let running = running();
    assert_eq!(running.next(), Step::Recover("u".into()));
    let (words, label) = (Body::new("Undone."), Label::trusted());
    let undone = running.write(Entry::Card(CardEntry::Undone {
        approval: approval_of("u"),
        call: "u".into(),
        outcome: Outcome::Done,
        words,
        label,
    }));
    let face = Face::Done { by: "ana".into(), words: String::new() };
    assert_eq!(undone.shown("u", face).next(), Step::Rest(vec![]));
    let expired = over().write(Entry::Card(CardEntry::Expired { approval: approval_of("u") }));
    assert_eq!(expired.shown("u", Face::Expired).next(), Step::Rest(vec![]));
}

#[test]
fn what_was_written_before_a_stop_and_arrives_after_it_is_not_begun() {
    let asked = |message: &str, from: &str| {
        Entry::Message(MessageEntry::Asked {
            message: message.into(),
            from: from.into(),
            words: Body::new("do it"),
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        })
    };
    let stopped = |said: Option<&str>| {
        Book::default().write(Entry::Message(MessageEntry::Stopped {
            by: "ana".into(),
            said: said.map(MessageRef::from),
        }))
    };
    let late = stopped(Some("m2")).write(asked("m1", "ana"));
    assert_eq!(late.next(), Step::Drop(vec![TurnId(2)]));
    for begun in [
        stopped(Some("m2")).write(asked("m3", "ana")),
        stopped(Some("m2")).write(asked("m1", "eve")),
        stopped(None).write(asked("m1", "ana")),
    ] {
        assert_eq!(begun.next(), Step::AskModel);
    }
}
