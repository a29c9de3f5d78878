//! Answers that are for the requester alone.

use kernel::{MessageEntry, PlaceEntry, ReplyEntry, Withheld};

use super::*;

fn apart(message: Option<&str>) -> Entry {
    Entry::Place(PlaceEntry::AnsweredApart {
        turn: TurnId(1),
        message: message.map(Into::into),
        withheld: Withheld::FromOutsiders,
    })
}

#[test]
fn what_is_told_the_requester_alone_is_told_once_and_then_pointed_at() {
    let begun =
        Book::default().asked().write(Entry::Reply(ReplyEntry::Drafting { turn: TurnId(1), message: None }));
    let decided = begun.said(1, &[]).write(apart(None));
    assert_eq!(decided.next(), Step::Withdraw, "nothing of it stays in the thread");
    let decided = decided.write(Entry::Reply(ReplyEntry::Undrafted { turn: TurnId(1) }));
    assert_eq!(decided.next(), Step::TellApart(Withheld::FromOutsiders));
    let told = decided.write(apart(Some("d")));
    assert_eq!(told.next(), Step::Post);
    assert_eq!(told.posted(1).next(), Step::Finish(Ending::Replied));
}

#[test]
fn it_is_taken_away_with_its_request_before_it_was_pointed_at_and_after() {
    let withdrawn = || Entry::Message(MessageEntry::Withdrawn { message: "m".into() });
    let told = || Book::default().asked().said(1, &[]).write(apart(Some("d")));
    let taken_back = told().write(withdrawn());
    assert_eq!(taken_back.next(), Step::Remove(TurnId(1)));
    let removed = taken_back.write(Entry::Reply(ReplyEntry::Removed { turn: TurnId(1) }));
    assert_eq!(removed.next(), Step::Finish(Ending::Withdrawn));
    let finished = Entry::Reply(ReplyEntry::Finished { turn: TurnId(1), ending: Ending::Replied });
    let pointed = told().posted(1).write(finished).write(withdrawn());
    assert_eq!(pointed.next(), Step::Remove(TurnId(1)));
}
