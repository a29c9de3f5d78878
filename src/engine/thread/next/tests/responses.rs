//! What people write about cards, and cards that stand together.

use kernel::{Answers, CardEntry, Inquiry, MessageEntry, Questions, ReplyEntry, Takes};
use serde_json::json;

use super::*;

impl Book {
    fn asked_by(self, person: &str) -> Self {
        let (from, words) = (person.into(), Body::new("Friday"));
        self.write(Entry::Message(MessageEntry::Asked {
            message: "m2".into(),
            from,
            words,
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        }))
    }

    fn asks_person(self, call: &str) -> Self {
        let takes = Takes::Option(vec!["Thursday".to_owned(), "Friday".to_owned()]);
        let asked = vec![Inquiry { text: "Which day?".to_owned(), takes }];
        let questions = Questions { about: String::new(), asked };
        let planned = PlannedCall { plan: Body::new(json!(questions).to_string()), ..planned(call) };
        let (turn, approval, expires) = (TurnId(1), approval_of(call), Time(1_000_000));
        self.write(Entry::Card(CardEntry::AskedPerson { turn, approval, planned, expires }))
    }

    fn person_answered(self, call: &str, reply: Option<u64>) -> Self {
        let answers = Body::new(json!(Answers::Each(vec!["Friday".to_owned()])).to_string());
        let (approval, by) = (approval_of(call), "ana".into());
        self.write(Entry::Card(CardEntry::PersonAnswered { approval, by, answers, reply: reply.map(TurnId) }))
    }

    fn edited(self, call: &str) -> Self {
        let arguments = Body::new("{}");
        self.write(Entry::Card(CardEntry::Edited {
            approval: approval_of(call),
            by: "ana".into(),
            arguments,
        }))
    }
}

fn inquiring() -> Book {
    Book::default().asked().said(1, &["q"]).asks_person("q").shown("q", Face::Pending)
}

#[test]
fn a_question_that_comes_up_after_the_stop_is_void_from_the_start() {
    let book = Book::default()
        .asked()
        .said(1, &["a"])
        .write(Entry::Message(MessageEntry::Stopped { by: "ana".into(), said: None }));
    assert_eq!(book.asks_person("a").shown("a", Face::Pending).next(), Step::Void(approval_of("a")));
}

#[test]
fn a_question_is_shown_and_waited_for() {
    let book = Book::default().asked().said(1, &["q"]).asks_person("q");
    assert_eq!(book.next(), Step::Show(approval_of("q")));
    let waits = vec![Wait::Answer(approval_of("q"), Time(1_000_000))];
    assert_eq!(inquiring().next(), Step::Rest(waits));
}

#[test]
fn an_answer_is_shown_and_then_heard() {
    let book = inquiring().person_answered("q", None);
    assert_eq!(book.next(), Step::Show(approval_of("q")));
    let book = book.shown("q", Face::Answered { by: "ana".into() });
    assert_eq!(book.next(), Step::Hear(approval_of("q")));
    assert_eq!(book.answered(1, "q", Outcome::Done).next(), Step::AskModel);
}

#[test]
fn a_later_message_of_the_person_is_the_answer_and_opens_no_turn() {
    let book = inquiring().asked_by("ana");
    assert_eq!(book.next(), Step::TakeReply(approval_of("q"), TurnId(5)));
    let book = book.person_answered("q", Some(5)).shown("q", Face::Answered { by: "ana".into() });
    let book = book.answered(1, "q", Outcome::Done).said(1, &[]).posted(1);
    let book = book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied }));
    assert_eq!(book.next(), Step::Rest(vec![]));
}

#[test]
fn what_was_made_of_an_answer_is_void_once_the_answer_is_changed_or_deleted() {
    let made = || {
        let book = inquiring().asked_by("ana").person_answered("q", Some(5));
        let book = book.shown("q", Face::Answered { by: "ana".into() }).answered(1, "q", Outcome::Done);
        book.said(1, &["a"]).awaits(1, "a").shown("a", Face::Pending)
    };
    assert!(matches!(made().next(), Step::Rest(_)), "{:?}", made().next());
    assert_eq!(made().revised("m2").next(), Step::Void(approval_of("a")));
    let gone = made().withdrawn("m2");
    let face = Progress::of(&gone.0).card(&approval_of("q")).map(CardProgress::face).unwrap();
    assert_eq!(gone.shown("q", face).next(), Step::Void(approval_of("a")));
}

#[test]
fn a_message_that_was_there_before_or_is_anothers_is_no_answer() {
    let before = Book::default().asked().said(1, &["q"]).asked_by("ana").asks_person("q");
    let (approval, message, face) = (approval_of("q"), MessageRef("m3".to_owned()), Face::Pending);
    let before = before.write(Entry::Card(CardEntry::CardShown { approval, message, face }));
    assert_eq!(before.next(), Step::Close("q".into(), Closing::NotYetAnswered));
    let anothers = inquiring().asked_by("ben");
    assert_eq!(anothers.next(), Step::Close("q".into(), Closing::NotYetAnswered));
}

#[test]
fn a_reply_that_comes_after_a_button_was_pressed_stays_a_question_of_its_own() {
    let book = inquiring().asked_by("ana").person_answered("q", None).person_answered("q", Some(5));
    let book = book.shown("q", Face::Answered { by: "ana".into() }).answered(1, "q", Outcome::Done);
    let book = book.said(1, &[]).posted(1);
    let book = book.write(Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied }));
    assert_eq!(book.next(), Step::AskModel, "turn 5 is worked on");
}

#[test]
fn a_changed_call_is_prepared_anew_once_its_card_says_so() {
    let book = waiting().edited("a");
    assert_eq!(book.next(), Step::Show(approval_of("a")));
    let book = book.shown("a", Face::Changed { by: "ana".into() });
    assert_eq!(book.next(), Step::Prepare(vec!["a".into()]));
}

#[test]
fn what_was_decided_is_not_taken_back_by_a_late_word() {
    let book = waiting().decided("a", Verdict::Approve).edited("a");
    let book = book.write(Entry::Card(CardEntry::Voided { approval: approval_of("a"), why: "gone".into() }));
    assert_eq!(book.shown("a", by_ana()).next(), Step::Run(approval_of("a")));
}

#[test]
fn a_group_that_is_set_apart_says_so_before_its_cards_go_up() {
    let book = Book::default().asked().said(1, &["a", "b"]).awaits(1, "a").awaits(1, "b");
    let approvals = vec![approval_of("a"), approval_of("b")];
    let book = book.write(Entry::Card(CardEntry::Grouped { group: "g".into(), approvals }));
    assert_eq!(book.next(), Step::Show(approval_of("a")));
    let book = book.shown("a", Face::Pending).shown("b", Face::Pending);
    let book = book.write(Entry::Card(CardEntry::SetApart { group: "g".into() }));
    assert_eq!(book.next(), Step::ShowApart("g".into()));
    // The card of the group was being brought up to date when it was set apart.
    let book = book.shown("a", Face::Pending).shown("b", Face::Pending);
    let book = book.write(Entry::Card(CardEntry::ShownApart { group: "g".into() }));
    assert_eq!(book.next(), Step::Show(approval_of("a")));
}

/// The question could not be shown for a while, and what they wrote meanwhile answers nothing they had seen.
#[test]
fn words_written_before_the_question_could_be_seen_are_no_answer() {
    let book = Book::default().asked().said(1, &["q"]).asks_person("q").asked_by("ana");
    let card = |message: &str| {
        let message = MessageRef(message.to_owned());
        Entry::Card(CardEntry::CardShown { approval: approval_of("q"), message, face: Face::Pending })
    };
    assert_eq!(book.next(), Step::Show(approval_of("q")));
    let seen_later = Book(book.0.clone()).write(card("m3"));
    assert_eq!(seen_later.next(), Step::Close("q".into(), Closing::NotYetAnswered));
    let seen_before = book.write(card("m1"));
    assert_eq!(seen_before.next(), Step::TakeReply(approval_of("q"), TurnId(4)));
}
