//! Wordings and what is understood by them.

mod calendar;
mod files;
mod filing;
mod writing;

use jiff::civil::Weekday;

use super::super::wish::{
    Answer, Beyond, Detail, Hearers, Letter, Place, Recipient, Search, Traits, When, Which, Wish,
};
use super::understand;

fn search() -> Search {
    Search::default()
}

fn from(name: &str) -> Search {
    Search::from(name)
}

fn about(subject: &str) -> Search {
    Search { about: Some(subject.to_owned()), ..search() }
}

fn unread() -> Search {
    Search { traits: Traits { unread: true, ..Traits::default() }, ..search() }
}

fn within(when: When) -> Search {
    Search { when: Some(when), ..search() }
}

fn with_attachments() -> Search {
    Search { traits: Traits { attachments: true, ..Traits::default() }, ..search() }
}

fn sent_to(name: &str) -> Search {
    Search { to: Some(name.to_owned()), traits: Traits { sent: true, ..Traits::default() }, ..search() }
}

fn newest(search: Search) -> Which {
    Which::Found { search, place: Place::Newest, count: 1 }
}

fn reply(which: Which, body: &str) -> Wish {
    Wish::Reply(Answer { which, body: Some(body.to_owned()), hearers: Hearers::Sender })
}

fn reply_all(which: Which, body: &str) -> Wish {
    Wish::Reply(Answer { which, body: Some(body.to_owned()), hearers: Hearers::Everybody })
}

fn name(name: &str) -> Recipient {
    Recipient::Name(name.to_owned())
}

fn address(address: &str) -> Recipient {
    Recipient::Address(address.to_owned())
}

fn send(to: Recipient, subject: Option<&str>, body: Option<&str>) -> Wish {
    Wish::Send(Letter {
        to: vec![to],
        cc: Vec::new(),
        subject: subject.map(str::to_owned),
        body: body.map(str::to_owned),
    })
}

fn check(wish: &Wish, wordings: &[&str]) {
    for wording in wordings {
        assert_eq!(&understand(wording), wish, "{wording}");
    }
}

#[test]
fn small_talk_and_help() {
    check(&Wish::Greet, &["Hi", "hello!", "Hey there", "Good morning"]);
    check(&Wish::Thank, &["Thanks!", "thank you so much", "great, thanks", "OK", "perfect"]);
    check(
        &Wish::Help,
        &["help", "What can you do?", "what can I ask you", "Who are you?", "How does this work?"],
    );
}

#[test]
fn new_and_unread_mail() {
    check(
        &Wish::List(unread()),
        &[
            "What's new?",
            "what is new",
            "Anything new?",
            "any new mail?",
            "Do I have unread mail?",
            "show me my unread emails",
            "Please check my inbox",
            "<@U123> list unread messages, please",
            "Can you show me the unread mails?",
            "unread mail",
            "did I get any new messages?",
        ],
    );
}

#[test]
fn mail_from_somebody() {
    check(
        &Wish::List(from("Ben")),
        &[
            "show me mail from Ben",
            "mails from Ben",
            "Any emails from Ben?",
            "Is there anything from Ben?",
            "find messages from Ben",
            "did Ben write to me?",
            "Has Ben replied yet?",
            "list Ben's mails",
            "could you please look for emails sent by Ben",
            "what mail do I have from Ben",
        ],
    );
    check(&Wish::List(from("ben@example.com")), &["find mail from ben@example.com"]);
    check(&Wish::List(from("Ben Adler")), &["show me all emails from Ben Adler", "Ben Adler's messages"]);
}

#[test]
fn mail_about_something() {
    check(
        &Wish::List(about("the budget")),
        &[
            "find mail about the budget",
            "search for messages about the budget",
            "any mail regarding the budget?",
        ],
    );
    check(
        &Wish::List(about("budget")),
        &[
            "find budget",
            "search my mail for budget",
            "look for the budget emails",
            "show me the budget mails",
        ],
    );
    check(&Wish::List(about("the trip to Rome")), &["find emails about the trip to Rome"]);
    check(
        &Wish::List(Search { when: Some(When::ThisWeek), ..from("Ben") }.changed(about("the office"))),
        &["show me mail from Ben about the office this week", "mails about the office from Ben this week"],
    );
}

#[test]
fn mail_of_a_time_with_attachments_or_sent() {
    check(
        &Wish::List(within(When::Today)),
        &["mail from today", "show me today's emails", "what mails came today?"],
    );
    check(
        &Wish::List(within(When::Yesterday)),
        &["what emails did I get yesterday", "list yesterday's mail"],
    );
    check(&Wish::List(within(When::ThisWeek)), &["show me this week's messages", "emails this week"]);
    check(
        &Wish::List(within(When::Days(3))),
        &["show mail from the last 3 days", "messages in the past three days"],
    );
    check(
        &Wish::List(with_attachments()),
        &[
            "show me mail with attachments",
            "which emails have attachments?",
            "find messages with an attachment",
        ],
    );
    check(&Wish::List(with_attachments().changed(from("Ben"))), &["mails from Ben with files"]);
    check(
        &Wish::List(sent_to("Ben")),
        &["show me the mail I sent to Ben", "find emails sent to Ben", "what messages have I sent to Ben?"],
    );
    let sent = Search { traits: Traits { sent: true, ..Traits::default() }, ..search() };
    check(&Wish::List(sent), &["show my sent mail", "list sent messages"]);
}

#[test]
fn who_wrote() {
    check(
        &Wish::Who(about("the budget")),
        &[
            "Who wrote about the budget?",
            "who has written to me about the budget",
            "who emailed me about the budget",
        ],
    );
    check(&Wish::Who(within(When::Today)), &["who wrote to me today?"]);
}

#[test]
fn reading() {
    check(
        &Wish::Read(newest(from("Ben"))),
        &[
            "read the latest mail from Ben",
            "open Ben's mail",
            "show me the newest email from Ben",
            "Read the last message from Ben",
        ],
    );
    check(
        &Wish::Read(newest(about("the budget"))),
        &["read the mail about the budget", "open the one about the budget"],
    );
    check(
        &Wish::Read(newest(search())),
        &["read my latest mail", "open the most recent email", "show me the latest mail"],
    );
    check(
        &Wish::Read(Which::Nth(Place::Number(2))),
        &[
            "read the second one",
            "open number 2",
            "the second",
            "2",
            "show me the 2nd one",
            "open #2",
            "read 2nd",
        ],
    );
    check(&Wish::Read(Which::Nth(Place::Last)), &["read the last one"]);
    check(&Wish::Read(Which::It), &["read it", "open that mail", "what does it say?", "show it"]);
    check(
        &Wish::Read(Which::Found { search: search(), place: Place::Newest, count: 3 }),
        &["read the three newest mails", "read my latest 3 emails"],
    );
    check(
        &Wish::Read(Which::Found { search: from("Ben"), place: Place::Number(1), count: 1 }),
        &["read the first mail from Ben"],
    );
}

#[test]
fn summaries() {
    check(
        &Wish::Summarise(newest(about("the budget"))),
        &[
            "summarise the thread about the budget",
            "Give me a summary of the mail about the budget",
            "sum up the conversation about the budget",
            "what's the latest on the budget?",
            "catch me up on the budget",
        ][..3],
    );
    check(
        &Wish::Summarise(newest(about("budget"))),
        &["what's the latest on the budget?", "catch me up on the budget", "summarize the budget thread"],
    );
    check(&Wish::Summarise(Which::It), &["summarise it", "tldr"]);
    check(
        &Wish::Summarise(newest(from("Ben").changed(about("the budget")))),
        &["What did Ben say about the budget?"],
    );
}

#[test]
fn roundabout_wordings() {
    check(&Wish::List(unread()), &["tell me what's new", "Do I have any new emails?"]);
    check(
        &Wish::List(search()),
        &["what's in my inbox?", "show me my mails", "inbox", "list my latest mails"],
    );
    check(&Wish::List(within(When::Today)), &["what emails did I receive today?"]);
    check(
        &Wish::Who(about("the invoice")),
        &["has anyone written about the invoice?", "tell me who wrote about the invoice"],
    );
    check(
        &Wish::Read(newest(from("Ben"))),
        &["What does Ben's latest email say?", "what does the latest mail from Ben say"],
    );
    check(
        &Wish::Read(Which::Nth(Place::Number(3))),
        &["read number three", "open 3", "and the third?", "what about the third one?"],
    );
    check(
        &Wish::Summarise(Which::Found { search: unread(), place: Place::Newest, count: 3 }),
        &["summarise my unread mail", "give me a summary of the unread emails"],
    );
    check(&Wish::List(sent_to("Carla")), &["What did I send to Carla?", "mail to Carla"]);
}

#[test]
fn counting_and_telling() {
    check(
        &Wish::Count(unread()),
        &["how many unread emails do I have?", "count my unread mail", "how many are unread?"],
    );
    check(&Wish::Count(from("Ben")), &["how many mails from Ben?"]);
    check(&Wish::Tell(Detail::Sender), &["who is it from?", "Who's that from?", "who wrote it"]);
    check(
        &Wish::Tell(Detail::Attachments),
        &["what attachments does it have?", "does it have attachments?", "what's attached?"],
    );
    check(&Wish::Tell(Detail::Moment), &["when was it sent?", "when did it arrive"]);
    check(
        &Wish::LastTime(from("Ben")),
        &[
            "when did Ben last write?",
            "When did Ben last email me?",
            "when did the Ben last write",
            "when was the last mail from Ben?",
        ],
    );
    check(
        &Wish::Summarise(newest(from("Ben"))),
        &["what did Ben write last?", "what did Ben last write to me?"],
    );
    check(&Wish::LastTime(sent_to("Ben")), &["when did I last write to Ben?"]);
    check(
        &Wish::Read(newest(sent_to("Ben"))),
        &["what did I write to Ben last?", "what did I last write to Ben?"],
    );
}

#[test]
fn searches_as_people_say_them() {
    check(&Wish::List(from("Ben")), &["anything from Ben?", "is there anything from the Ben"]);
    check(
        &Wish::List(from("plumber")),
        &["anything from the plumber?", "Is there anything from the plumber?"],
    );
    check(&Wish::List(about("broken boiler invoice")), &["look for the broken boiler invoice"]);
    check(
        &Wish::List(within(When::On(Weekday::Friday))),
        &["mail from Friday", "what mails came on Friday?", "show me Friday's mail"],
    );
    check(&Wish::List(within(When::Since(Weekday::Monday))), &["mail since Monday"]);
    check(&Wish::List(about("invoice")), &["where is the invoice?", "I'm looking for the invoice"]);
    check(&Wish::List(about("lunch on Friday")), &["find mail about lunch on Friday"]);
    let operators = Search { operators: Some("has:attachment from:ben@x.de".to_owned()), ..search() };
    check(
        &Wish::List(operators),
        &[
            "search for has:attachment from:ben@x.de",
            "has:attachment from:ben@x.de",
            "search my mail for has:attachment from:<mailto:ben@x.de|ben@x.de>",
        ],
    );
    let with = Search { with: Some("Ben".to_owned()), ..search() };
    check(
        &Wish::Summarise(newest(with)),
        &["tl;dr the conversation with Ben", "sum up the thread with Ben", "tldr: my mail with Ben"],
    );
    check(&Wish::Summarise(Which::It), &["tl;dr", "sum up", "sum it up"]);
}

#[test]
fn follow_ups() {
    check(&Wish::Change(unread()), &["only unread", "just the unread ones", "show only the unread ones"]);
    check(&Wish::Change(search()), &["list them", "show me them"]);
    check(&Wish::Read(Which::These), &["read them all", "open all of them", "read them"]);
    check(&Wish::Again, &["try again", "and now?", "again", "Please try it again"]);
    check(
        &Wish::Change(from("Ben")),
        &["and from Ben?", "from Ben", "what about Ben?", "and what about from Ben"],
    );
    check(&Wish::Change(within(When::Yesterday)), &["and yesterday?", "what about yesterday"]);
    check(&Wish::More, &["more", "show me more", "next page", "read on", "what else?"]);
}

#[test]
fn what_no_tool_does_and_what_nobody_understands() {
    check(&Wish::Cannot(Beyond::Tidying), &["snooze it", "unsubscribe me", "block the newsletter"]);
    check(&Wish::Cannot(Beyond::OtherThings), &["book a table", "remind me of the cake", "print it"]);
    check(
        &Wish::Unknown,
        &[
            "",
            "What is the capital of France?",
            "sing me a song",
            "42 is the answer to it all, isn't it",
            "why",
        ],
    );
}
