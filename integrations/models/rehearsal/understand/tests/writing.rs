//! Wordings that write something.

use super::*;

#[test]
fn replies() {
    check(
        &reply(newest(from("Ben")), "sounds good"),
        &[
            "reply to Ben saying sounds good",
            "Reply to Ben: sounds good",
            "answer Ben with \"sounds good\"",
            "respond to Ben's mail saying sounds good",
            "Please write back to Ben saying sounds good",
            "reply to Ben and say sounds good",
        ],
    );
    check(
        &reply(newest(from("Ben").changed(about("the budget"))), "Yes.\n\nAna"),
        &[
            "reply to Ben's mail about the budget saying Yes.\n\nAna",
            "Reply to Ben about the budget that Yes.\n\nAna",
        ],
    );
    check(
        &reply(newest(about("the offer")), "I'll take it!"),
        &["reply to the mail about the offer: I'll take it!"],
    );
    check(
        &reply(Which::It, "thanks, see you at 10:30"),
        &[
            "reply to it saying thanks, see you at 10:30",
            "reply: thanks, see you at 10:30",
            "tell him thanks, see you at 10:30",
            "reply saying thanks, see you at 10:30",
        ],
    );
    check(&reply(Which::Nth(Place::Number(2)), "ok"), &["reply to the second one saying ok"]);
    check(
        &reply_all(Which::It, "fine by me"),
        &["reply to all saying fine by me", "reply all: fine by me", "answer everyone with fine by me"],
    );
    check(
        &reply_all(newest(about("the party")), "I'm in"),
        &["reply to everyone on the mail about the party saying I'm in"],
    );
    check(
        &Wish::Reply(Answer { which: newest(from("Ben")), body: None, hearers: Hearers::Sender }),
        &["reply to Ben"],
    );
}

#[test]
fn letters() {
    check(
        &send(name("Ben"), Some("lunch"), Some("shall we meet at 12?")),
        &[
            "send a mail to Ben about lunch saying shall we meet at 12?",
            "Write an email to Ben about lunch: shall we meet at 12?",
            "email Ben about lunch saying shall we meet at 12?",
            "send Ben a message about lunch saying shall we meet at 12?",
            "please send an email to Ben with the subject lunch and the text shall we meet at 12?",
            "Could you write to Ben about lunch and say shall we meet at 12?",
        ],
    );
    check(
        &send(address("ben@example.com"), Some("Q3 numbers"), Some("They are in.")),
        &[
            "send an email to ben@example.com about \"Q3 numbers\" saying \"They are in.\"",
            "send an email to <mailto:ben@example.com|ben@example.com> about Q3 numbers saying They are in.",
        ],
    );
    check(
        &send(name("Ben"), None, Some("I'm late")),
        &["tell Ben that I'm late", "let Ben know that I'm late", "email Ben saying I'm late"],
    );
    check(
        &send(name("Ben"), Some("lunch"), None),
        &["send a mail to Ben about lunch", "email Ben about lunch"],
    );
    check(
        &Wish::Send(Letter {
            to: vec![name("Ben"), address("carla@example.com")],
            cc: vec![Recipient::Oneself],
            subject: Some("Friday".to_owned()),
            body: Some("See you.".to_owned()),
        }),
        &["send a mail to Ben and carla@example.com cc me about Friday saying See you."],
    );
}

#[test]
fn a_mails_text_is_taken_word_for_word_to_its_last_word() {
    check(
        &reply(Which::It, "thanks"),
        &["reply to that email saying thanks", "reply to the mail saying thanks", "reply thanks"],
    );
    check(&reply(Which::It, "Yes, please"), &["Reply: Yes, please", "reply to it with \"Yes, please\""]);
    check(&send(name("Ben"), None, Some("the report is done")), &["write Ben that the report is done"]);
    check(
        &reply(newest(from("Ben")), "they say no: that is final"),
        &["reply to Ben saying they say no: that is final"],
    );
    check(
        &send(address("ben@example.com"), Some("Lunch"), Some("Shall we meet?")),
        &["Send an email to ben@example.com, subject: Lunch, body: Shall we meet?"],
    );
    check(&reply_all(newest(about("budget")), "ok"), &["reply to all on the budget thread saying ok"]);
}

#[test]
fn lines_stay_lines() {
    check(
        &send(address("ben@x.de"), Some("lunch"), Some("Hi Ben,\n\nlunch at 12?\n- soup\n- bread\n\nAna")),
        &[
            "send a mail to ben@x.de about lunch saying Hi Ben,\n\nlunch at 12?\n- soup\n- bread\n\nAna",
            "send a mail to ben@x.de about lunch saying:\nHi Ben,\n\nlunch at 12?\n- soup\n- bread\n\nAna\n",
        ],
    );
}

#[test]
fn the_question_mark_of_a_polite_request_is_not_the_mails() {
    check(&reply(newest(from("Ben")), "that's ok"), &["could you reply to Ben and say that's ok?"]);
    check(&reply(newest(from("Ben")), "is that ok?"), &["could you reply to Ben and say is that ok?"]);
    check(&reply(newest(from("Ben")), "that's ok?"), &["reply to Ben saying that's ok?"]);
}
