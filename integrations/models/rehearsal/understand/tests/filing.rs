//! Wordings that put mail in order.

use super::*;
use crate::rehearsal::wish::filing::{Act, Choice, Filing};

fn filing(which: Which, choice: Choice, act: Act) -> Wish {
    Wish::Filing(Filing::With { which, choice, act })
}

fn ask(search: Search, act: Act) -> Wish {
    filing(newest(search), Choice::Ask, act)
}

#[test]
fn putting_mail_in_order() {
    check(&ask(from("Ben"), Act::Archive), &["archive the mail from Ben", "archive Ben's mail"]);
    check(&filing(newest(from("Ben")), Choice::Counted, Act::Archive), &["archive the latest mail from Ben"]);
    check(&filing(Which::It, Choice::Ask, Act::Archive), &["archive it", "archive this mail"]);
    check(
        &filing(Which::Nth(Place::Number(2)), Choice::Counted, Act::Trash),
        &["delete the second one", "trash #2"],
    );
    check(&ask(from("Ben"), Act::Trash), &["trash the mail from Ben", "get rid of the mail from Ben"]);
    check(&filing(Which::It, Choice::Ask, Act::MarkRead), &["mark it as read", "mark it read"]);
    check(&filing(Which::It, Choice::Ask, Act::MarkUnread), &["mark it as unread"]);
    check(
        &ask(about("invoice"), Act::PutLabel("Invoices".to_owned())),
        &["label the invoice mail as Invoices", "file the invoice mail under Invoices"],
    );
    check(&filing(Which::It, Choice::Ask, Act::PutLabel("STARRED".to_owned())), &["star it", "flag it"]);
    check(
        &filing(Which::It, Choice::Ask, Act::TakeLabel("Invoices".to_owned())),
        &["remove the label Invoices from it", "take the Invoices label off it"],
    );
    check(&Wish::Filing(Filing::Labels), &["what labels do I have?", "show me my labels"]);
}

#[test]
fn passing_mail_on_and_reading_more_of_it() {
    let forward =
        |note: Option<&str>| Act::Forward { to: vec![name("Carla")], note: note.map(str::to_owned) };
    check(&filing(Which::It, Choice::Ask, forward(None)), &["forward it to Carla", "send it on to Carla"]);
    check(
        &ask(about("the budget"), forward(Some("please look"))),
        &["forward the mail about the budget to Carla saying please look"],
    );
    check(&ask(from("Dai"), Act::ListAttachments), &["what's attached to the mail from Dai?"]);
    check(&ask(from("Dai"), Act::ReadAttachment(None)), &["read the attachment of the mail from Dai"]);
    check(
        &filing(Which::It, Choice::Counted, Act::Thread),
        &["read the whole thread", "show me the entire conversation"],
    );
    check(
        &filing(newest(about("the budget")), Choice::Counted, Act::Thread),
        &["read the whole thread about the budget"],
    );
}

#[test]
fn drafts() {
    let answer = Answer { which: newest(from("Ben")), body: Some("ok".to_owned()), hearers: Hearers::Sender };
    check(&Wish::Filing(Filing::DraftReply(answer)), &["draft a reply to Ben saying ok"]);
    let letter = Letter {
        to: vec![name("Ben")],
        cc: Vec::new(),
        subject: Some("lunch".to_owned()),
        body: Some("Now?".to_owned()),
    };
    check(
        &Wish::Filing(Filing::DraftLetter(letter)),
        &["draft a mail to Ben about lunch saying Now?", "write a draft to Ben about lunch saying Now?"],
    );
}
