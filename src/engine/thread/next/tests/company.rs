//! What is stopped before it begins, and what goes on beside a long step.

use kernel::{CallEntry, CardEntry, MessageEntry, ReplyEntry};

use super::*;

impl Book {
    fn then_asks(self, person: &str, message: &str) -> Self {
        let (from, words) = (person.into(), Body::new("and this"));
        self.write(Entry::Message(MessageEntry::Asked {
            message: message.into(),
            from,
            words,
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        }))
    }

    fn stop(self, person: &str) -> Self {
        self.write(Entry::Message(MessageEntry::Stopped { by: person.into(), said: None }))
    }

    fn ended(self, turn: u64) -> Self {
        self.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(turn), ending: Ending::Stopped }))
    }

    fn beside(&self, began: u64, under_way: &Step) -> Option<Step> {
        beside(&self.0, began, under_way)
    }
}

#[test]
fn stop_drops_what_the_person_has_waiting_and_nothing_of_others() {
    let book = Book::default()
        .asked()
        .then_asks("ben", "m2")
        .then_asks("ben", "m3")
        .then_asks("cleo", "m4")
        .stop("ben");
    assert_eq!(book.next(), Step::Drop(vec![TurnId(2), TurnId(3)]));
    let book = book.ended(2).ended(3);
    assert_eq!(book.next(), Step::AskModel, "the running turn is somebody else's");
    let book = book.said(1, &[]).posted(1).ended(1);
    assert_eq!(book.next(), Step::AskModel);
    assert_eq!(Progress::of(&book.0).turn.unwrap().requester, "cleo".into());
}

#[test]
fn stop_ends_what_runs_and_what_waits_of_the_same_person() {
    let book = Book::default().asked().then_asks("ana", "m2").stop("ana");
    assert_eq!(book.next(), Step::Drop(vec![TurnId(2)]));
    let book = book.ended(2);
    assert_eq!(book.next(), Step::GiveUp(Ending::Stopped));
    let words = Body::new("Stopped.");
    let book = book
        .write(Entry::Reply(ReplyEntry::Silent { turn: TurnId(1), words, ending: Ending::Stopped }))
        .posted(1);
    assert_eq!(book.ended(1).next(), Step::Rest(vec![]));
}

#[test]
fn what_is_told_about_a_dropped_turn_is_not_the_words_of_the_one_that_runs() {
    let book = Book::default().asked().then_asks("ben", "m2").stop("ben");
    let words = Body::new("Stopped.");
    let book = book
        .write(Entry::Reply(ReplyEntry::Silent { turn: TurnId(2), words, ending: Ending::Stopped }))
        .ended(2);
    assert_eq!(book.next(), Step::AskModel);
}

/// A card waits, its call is closed by a new message, and the model thinks about that.
fn thinking() -> Book {
    let book = waiting().then_asks("ben", "m2");
    let closed = Outcome::Failed(Code::ConfirmationRequired);
    book.answered(1, "a", closed)
        .write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Superseded }))
}

#[test]
fn a_press_is_carried_out_while_the_model_thinks() {
    let book = thinking();
    assert_eq!(book.next(), Step::AskModel);
    let began = book.0.len() as u64;
    assert_eq!(book.beside(began, &Step::AskModel), None);
    let book = book.decided("a", Verdict::Approve);
    assert_eq!(book.beside(began, &Step::AskModel), Some(Step::Show(approval_of("a"))));
    let book = book.shown("a", by_ana());
    assert_eq!(book.beside(began, &Step::AskModel), Some(Step::Run(approval_of("a"))));
    let book = book.running(1, "a");
    assert_eq!(book.beside(began, &Step::AskModel), None, "what runs now is not recovered");
    assert_eq!(book.next(), Step::Recover("a".into()), "but it is after a crash");
}

#[test]
fn an_expiry_is_shown_while_the_model_thinks() {
    let book = thinking();
    let began = book.0.len() as u64;
    let book = book.write(Entry::Card(CardEntry::Expired { approval: approval_of("a") }));
    assert_eq!(book.beside(began, &Step::AskModel), Some(Step::Show(approval_of("a"))));
    let book = book.shown("a", Face::Expired);
    assert_eq!(book.beside(began, &Step::AskModel), Some(Step::Close("a".into(), Closing::Expired)));
}

#[test]
fn beside_a_call_that_runs_no_other_is_begun_but_its_buttons_go() {
    let book = Book::default().asked().said(1, &["a", "b"]).awaits(1, "a").awaits(1, "b");
    let book = book.shown("a", Face::Pending).shown("b", Face::Pending);
    let book = book.decided("a", Verdict::Approve).shown("a", by_ana());
    let (began, running) = (book.0.len() as u64, Step::Run(approval_of("a")));
    let book = book.running(1, "a").decided("b", Verdict::Approve);
    assert_eq!(book.beside(began, &running), Some(Step::Show(approval_of("b"))));
    assert_eq!(book.shown("b", by_ana()).beside(began, &running), None);
}

#[test]
fn a_card_that_a_step_asks_for_is_left_to_it_until_it_ends() {
    let book = Book::default().asked().said(1, &["a", "b"]);
    let (began, preparing) = (book.0.len() as u64, book.next());
    let book = book.awaits(1, "a");
    assert_eq!(book.beside(began, &preparing), None);
    assert_eq!(book.answered(1, "b", Outcome::Done).next(), Step::Show(approval_of("a")));
}

/// What the model says and what comes of a press are written down in either order.
#[test]
fn whichever_ends_first_the_same_is_left_to_do() {
    let pressed = || thinking().decided("a", Verdict::Approve).shown("a", by_ana()).running(1, "a");
    let resolved = |book: Book| {
        let (words, label) = (Body::new("sent"), Label::trusted());
        let (approval, call, outcome) = (approval_of("a"), "a".into(), Outcome::Done);
        book.write(Entry::Call(CallEntry::Resolved { approval, call, outcome, words, label, kept: None }))
    };
    let done = Face::Done { by: "ana".into(), words: String::new() };
    let one = resolved(pressed()).said(5, &[]).shown("a", done.clone());
    let other = resolved(pressed().said(5, &[])).shown("a", done);
    for book in [one, other] {
        assert_eq!(book.next(), Step::Post);
        let book = book.posted(5).ended(5);
        assert_eq!(book.next(), Step::AskModel, "then what came of the press is told");
        let turn = Progress::of(&book.0).turn.unwrap();
        assert_eq!((turn.requester, turn.done), ("ana".into(), vec!["mail.send".to_owned()]));
    }
}

#[test]
fn what_was_done_before_a_stop_is_told_as_its_card_and_its_undo_have_it() {
    let mut book = Book::default().asked().said(1, &["a", "b"]).awaits(1, "a");
    if let Some(Entry::Card(CardEntry::AwaitsApproval { effect, .. })) =
        book.0.last_mut().map(|record| &mut record.entry)
    {
        let sent = kernel::Effect::new("Send an email to ben@firm.example");
        *effect = Body::new(serde_json::to_string(&sent).unwrap());
    }
    let book = book.decided("a", Verdict::Approve).running(1, "a").answered(1, "a", Outcome::Done);
    let ruled = Waiver::OwnWords;
    let book = book.write(Entry::Call(CallEntry::Running {
        turn: TurnId(1),
        planned: planned("b"),
        waiver: ruled,
        patterns: vec![],
    }));
    let book = book.answered(1, "b", Outcome::Done);
    let told = |book: &Book| {
        let progress = Progress::of(&book.0);
        crate::view::speech::deeds(progress.turn.as_ref().unwrap(), &progress.cards)
    };
    assert_eq!(told(&book), ["mail.send", "mail.send"], "of one of them nothing is known but its tool");
    let undo = Entry::Card(CardEntry::UndoOffered {
        turn: TurnId(1),
        approval: approval_of("undo"),
        planned: planned("undo"),
        words: Body::new("Archived."),
        until: Time(1_000_000),
        undoes: Some("b".into()),
    });
    assert_eq!(told(&book.write(undo)), ["Send an email to ben@firm.example", "Archived"]);
}
