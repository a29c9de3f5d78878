use kernel::{
    Alarm, CallEntry, Compacted, Integrity, KeptAnswer, Label, MessageEntry, Outcome, Readers, Reply,
    ReplyEntry, SaidCall, ToolCall, Usage,
};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::thread::label_of;

/// Writes a journal, one second between two records.
#[derive(Clone, Default)]
struct Book(Vec<Record>);

impl Book {
    fn write(&mut self, entry: Entry) -> u64 {
        let number = self.0.len() as u64 + 1;
        self.0.push(Record { number, at: Time(i64::try_from(number).unwrap() * 1_000), entry });
        number
    }

    fn asked(&mut self, from: &str, words: &str) -> TurnId {
        let message = MessageRef(format!("m{}", self.0.len()));
        let (from, words) = (PersonId::from(from), Body::new(words));
        TurnId(self.write(Entry::Message(MessageEntry::Asked {
            message,
            from,
            words,
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        })))
    }

    fn said(&mut self, turn: TurnId, calls: &[&str]) {
        let calls: Vec<ToolCall> = calls
            .iter()
            .map(|id| ToolCall { id: CallId::from(*id), tool: "mail.read".to_owned(), args: json!({}) })
            .collect();
        let said =
            calls.iter().map(|call| SaidCall { id: call.id.clone(), tool: call.tool.clone() }).collect();
        let (usage, seen) = (Usage::default(), self.0.len() as u64);
        let reply = json!(Reply::of("so", calls)).to_string();
        self.write(Entry::Reply(ReplyEntry::Said {
            turn,
            reply: Body::new(reply),
            calls: said,
            usage,
            seen,
            read: Label::trusted(),
            model: String::new(),
        }));
    }

    fn answered(&mut self, turn: TurnId, call: &str, words: &str, label: Label) -> u64 {
        let total = words.chars().count();
        let (source, noticed) = ("mail.read".to_owned(), Vec::new());
        let kept = KeptAnswer {
            source,
            budget: 900,
            most: 900,
            total,
            kept: total,
            reduced: None,
            noticed,
            part: None,
        };
        let (outcome, words, kept, gate) = (Outcome::Done, Body::new(words), Some(Box::new(kept)), None);
        self.write(Entry::Call(CallEntry::Answered {
            turn,
            call: CallId::from(call),
            outcome,
            words,
            label,
            kept,
            gate,
            tool: None,
        }))
    }

    /// Somebody asks, something is read for them, and they are answered.
    fn turn(&mut self, from: &str, words: &str, label: Label) -> TurnId {
        let turn = self.asked(from, words);
        let call = format!("call{}", turn.0);
        self.said(turn, &[&call]);
        self.answered(turn, &call, &format!("found for {words}"), label);
        self.said(turn, &[]);
        self.write(Entry::Reply(ReplyEntry::Finished { turn, ending: kernel::Ending::Replied }));
        turn
    }

    fn compacted(&mut self, for_whom: &str, turns: Vec<TurnId>, upto: u64) -> Label {
        let requester = PersonId::from(for_whom);
        let label = label_of(&self.0, &Progress::of(&self.0).cards, &requester);
        let (turn, summary) = (TurnId(self.0.len() as u64), Body::new("it was long"));
        let compacted = Compacted { turn, requester, turns, upto, summary, label: label.clone() };
        self.write(Entry::Reply(ReplyEntry::Compacted(Box::new(compacted))));
        label
    }

    fn shown(&self, turn: TurnId, requester: &str, most: usize) -> Conversation {
        let (progress, people, requester) =
            (Progress::of(&self.0), HashMap::new(), PersonId::from(requester));
        conversation(&self.0, &progress, &Audience { turn, requester: &requester, people: &people }, most)
    }
}

fn text(conversation: &Conversation) -> String {
    format!("{:?}", conversation.messages)
}

#[test]
fn results_stand_in_the_order_of_the_calls_whichever_came_first() {
    let mut book = Book::default();
    let turn = book.asked("ana", "read both");
    book.said(turn, &["a", "b", "c"]);
    for call in ["c", "a", "b"] {
        book.answered(turn, call, call, Label::trusted());
    }
    let shown = book.shown(turn, "ana", 10_000);
    let Some(Message::Results(results)) = shown.messages.last() else { panic!("{:?}", shown.messages) };
    assert_eq!(results.iter().map(|result| result.words.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn a_summary_stands_for_its_turns_and_only_for_whom_it_was_made() {
    let mut book = Book::default();
    let first = book.turn("ana", "first", Label::trusted());
    let second = book.turn("ana", "second", Label::trusted());
    let upto = book.0.len() as u64;
    book.compacted("ana", vec![first], upto);
    let now = book.asked("ana", "and now");
    let shown = text(&book.shown(now, "ana", 10_000));
    assert!(shown.contains("it was long") && !shown.contains("found for"), "{shown}");
    assert!(
        shown.contains("an earlier answer of mail.read, 15 chars; all of it with result.read id=3"),
        "{shown}"
    );
    assert!(shown.contains("second") && !shown.contains("first"), "{shown}");
    let theirs = book.asked("ben", "what about me");
    let shown = text(&book.shown(theirs, "ben", 10_000));
    assert!(!shown.contains("it was long") && shown.contains("first"), "{shown}");
    assert_eq!(second, TurnId(6));
}

#[test]
fn a_summary_counts_until_something_is_taken_back() {
    let mut book = Book::default();
    let first = book.turn("ana", "first", Label::trusted());
    let second = book.turn("ana", "second", Label::trusted());
    book.compacted("ana", vec![first, second], 0);
    let mut forgetful = book.clone();
    forgetful.write(Entry::Message(MessageEntry::Withdrawn { message: MessageRef("m0".to_owned()) }));
    let now = forgetful.asked("ana", "and now");
    let shown = text(&forgetful.shown(now, "ana", 10_000));
    assert!(
        !shown.contains("it was long") && !shown.contains("first") && shown.contains("second"),
        "{shown}"
    );
    let gone = crate::thread::to_forget(&forgetful.0, &Progress::of(&forgetful.0));
    assert!(gone.contains(&Body::new("it was long").digest), "its words are purged");
    let again = forgetful.shown(now, "ana", 20).outgrown.unwrap();
    assert!(!again.text.unwrap_or_default().contains("it was long"), "it is made anew");
}

#[test]
fn what_has_outgrown_its_room_is_told_with_the_summary_before_it() {
    let mut book = Book::default();
    let first = book.turn("ana", &"first ".repeat(40), Label::trusted());
    book.compacted("ana", vec![first], 0);
    let second = book.turn("ana", &"second ".repeat(40), Label::trusted());
    let now = book.asked("ana", "and now");
    assert_eq!(book.shown(now, "ana", 10_000).outgrown, None);
    let outgrown = book.shown(now, "ana", 100).outgrown.unwrap();
    assert_eq!(outgrown.turns, [first, second]);
    let told = outgrown.text.unwrap();
    assert!(
        told.starts_with("it was long") && told.contains("second") && told.contains("found for"),
        "{told}"
    );
}

fn labels() -> impl Strategy<Value = Label> {
    let integrity = prop_oneof![Just(Integrity::External), Just(Integrity::Org), Just(Integrity::Requester)];
    let readers = proptest::collection::btree_set("[a-d]", 0..3);
    let alarm = prop_oneof![Just(Alarm::Quiet), Just(Alarm::Odd), Just(Alarm::Loud)];
    (integrity, readers, alarm, "[a-c]").prop_map(|(integrity, readers, alarm, what)| {
        let label = Label::stranger("mail.read", what).read_by(Readers::Only(readers)).believed(integrity);
        Label { alarm, ..label }
    })
}

proptest! {
    #[test]
    fn no_summary_makes_a_label_better_and_nothing_else_changes_what_was_shown(
        turns in proptest::collection::vec((prop_oneof![Just("ana"), Just("ben")], labels()), 1..8),
        compact_at in 0_usize..8,
    ) {
        let mut book = Book::default();
        let mut done: Vec<TurnId> = Vec::new();
        let ana = PersonId::from("ana");
        let label = |book: &Book| label_of(&book.0, &Progress::of(&book.0).cards, &ana);
        let mut shown: Option<Vec<Message>> = None;
        for (place, (from, answer)) in turns.into_iter().enumerate() {
            if place == compact_at && !done.is_empty() {
                let (before, upto) = (label(&book), book.0.len() as u64);
                let summary = book.compacted("ana", done.clone(), upto);
                prop_assert_eq!(&label(&book), &before, "nothing is lost, and nothing is made up");
                prop_assert_eq!(summary.clone().join(&before), summary, "it is never better than what it stands for");
                shown = None;
            }
            done.push(book.turn(from, &format!("question {place}"), answer));
            let mut next = book.clone();
            let now = next.asked("ana", "and now");
            let mut messages = next.shown(now, "ana", 100_000).messages;
            messages.pop();
            if let Some(before) = &shown {
                prop_assert!(messages.starts_with(before), "what was shown stays as it was");
            }
            shown = Some(messages);
        }
    }
}
