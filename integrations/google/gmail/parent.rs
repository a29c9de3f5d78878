//! The message that is answered, and whom an answer to it goes to.

use kernel::{Failure, Person};

use super::address::{Mailbox, Named, named_in};
use super::compose::Answered;
use super::message::Message;
use super::quote::Quotable;
use super::recognised::Recognised;
use super::{Gmail, hygiene};
use crate::api::Id;

const HEADERS: &[&str] = &["From", "Reply-To", "To", "Cc", "Subject", "Date", "Message-ID", "References"];
/// A longer chain is cut in the middle: the first and the newest ids hold a conversation together.
const LONGEST_CHAIN: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    Sender,
    Everybody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    WithQuote,
    Alone,
}

impl Quoting {
    pub(crate) fn of(quote: bool) -> Self {
        if quote { Self::WithQuote } else { Self::Alone }
    }
}

/// How a message is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answering<'a> {
    /// The addresses of whoever answers.
    pub(crate) own: &'a [String],
    pub(crate) audience: Audience,
    pub(crate) quoting: Quoting,
    /// Who is asked about it.
    pub(crate) person: &'a Person,
}

/// Everything an answer takes from the message it answers.
#[derive(Debug)]
pub(crate) struct Parent {
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    /// For the answer.
    pub(crate) subject: String,
    pub(crate) answered: Answered,
    pub(crate) quote: Option<Quotable>,
    /// In words a person recognises it by.
    pub(crate) described: String,
    pub(crate) about: Recognised,
}

impl Parent {
    pub(crate) async fn fetch(gmail: &Gmail, id: &Id, how: Answering<'_>) -> Result<Self, Failure> {
        match how.quoting {
            Quoting::WithQuote => Self::of(&gmail.whole(id).await?, how),
            Quoting::Alone => Self::of(&gmail.headers(id, HEADERS).await?, how),
        }
    }

    fn of(message: &Message, how: Answering<'_>) -> Result<Self, Failure> {
        let (to, cc) = recipients(message, how.own, how.audience)?;
        if to.is_empty() {
            return Err(Failure::invalid(
                "That message names nobody to answer. Use gmail.send with an address instead.",
            ));
        }
        Ok(Self {
            to,
            cc,
            subject: answering(&message.shown("Subject")),
            answered: answered(message),
            quote: match how.quoting {
                Quoting::WithQuote => Quotable::of(message, how.own, how.person),
                Quoting::Alone => None,
            },
            described: message.described(how.person),
            about: Recognised::of(message),
        })
    }
}

/// How a message that follows this one is threaded.
pub(crate) fn answered(message: &Message) -> Answered {
    Answered { thread: message.thread_id.clone(), references: chain(message) }
}

type Recipients = (Vec<Mailbox>, Vec<Mailbox>);

fn recipients(message: &Message, own: &[String], audience: Audience) -> Result<Recipients, Failure> {
    let named = |header: &str| named_in(message.payload.header(header).unwrap_or_default());
    let is_own = |named: &Named| own.iter().any(|address| address.eq_ignore_ascii_case(&named.address));
    let from = named("From");
    let reply_to = named("Reply-To");
    let (to, others) = if from.iter().any(is_own) {
        // Whoever writes on after their own message means those it went to.
        (named("To"), named("Cc"))
    } else {
        let sender = if reply_to.is_empty() { from } else { reply_to };
        (sender, [named("To"), named("Cc")].concat())
    };
    let only_us = to.iter().all(is_own);
    let to = distinct(to.iter().filter(|named| only_us || !is_own(named)), &[])?;
    let cc = match audience {
        Audience::Sender => Vec::new(),
        Audience::Everybody => distinct(others.iter().filter(|named| !is_own(named)), &to)?,
    };
    Ok((to, cc))
}

fn distinct<'a>(
    named: impl Iterator<Item = &'a Named>,
    without: &[Mailbox],
) -> Result<Vec<Mailbox>, Failure> {
    let mut found: Vec<Mailbox> = Vec::new();
    for named in named {
        let known = found.iter().chain(without).any(|mailbox| mailbox.is(&named.address));
        if !known {
            found.push(named.mailbox()?);
        }
    }
    Ok(found)
}

fn answering(subject: &str) -> String {
    let begins = subject.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("re:"));
    if begins { subject.to_owned() } else { format!("Re: {subject}") }
}

/// The references of the answer: those of the message, then the message itself.
fn chain(message: &Message) -> Vec<String> {
    let mut chain = references(message);
    for own in message_ids(message.payload.header("Message-ID").unwrap_or_default()) {
        chain.retain(|id| *id != own);
        chain.push(own);
    }
    if chain.len() > LONGEST_CHAIN {
        chain.drain(1..=chain.len() - LONGEST_CHAIN);
    }
    chain
}

/// The messages that a message answers, as it says itself.
pub(crate) fn references(message: &Message) -> Vec<String> {
    message_ids(message.payload.header("References").unwrap_or_default())
}

/// What stands in angle brackets and is fit to be written into a header.
fn message_ids(header: &str) -> Vec<String> {
    let fit = |id: &str| !id.is_empty() && id.len() < 250 && id.bytes().all(|byte| byte.is_ascii_graphic());
    hygiene::visible_line(header)
        .split('<')
        .skip(1)
        .filter_map(|rest| rest.split_once('>').map(|(id, _)| id.to_owned()))
        .filter(|id| fit(id))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(headers: &[(&str, &str)]) -> Message {
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        serde_json::from_value(json!({ "id": "m1", "threadId": "t1", "payload": { "headers": headers } }))
            .unwrap()
    }

    fn answer(headers: &[(&str, &str)], audience: Audience) -> Parent {
        let own = ["me@example.com".to_owned(), "alias@example.com".to_owned()];
        let person = crate::testing::ana();
        let how = Answering { own: &own, audience, quoting: Quoting::WithQuote, person: &person };
        Parent::of(&message(headers), how).unwrap()
    }

    fn shown(mailboxes: &[Mailbox]) -> Vec<String> {
        mailboxes.iter().map(Mailbox::shown).collect()
    }

    const MAIL: &[(&str, &str)] = &[
        ("From", "Ana <ana@example.com>"),
        ("To", "Me <ME@example.com>, Ben <ben@example.com>"),
        ("Cc", "alias@example.com, Ana <ana@example.com>, eve@example.com"),
        ("Subject", "Timetable"),
        ("Message-Id", "<m2@x>"),
        ("References", "<m0@x>\r\n <m1@x>"),
    ];

    #[test]
    fn an_answer_goes_to_the_sender_alone_unless_all_are_meant() {
        let one = answer(MAIL, Audience::Sender);
        assert_eq!((shown(&one.to), one.cc.len()), (vec!["Ana <ana@example.com>".to_owned()], 0));
        let all = answer(MAIL, Audience::Everybody);
        assert_eq!(shown(&all.to), ["Ana <ana@example.com>"]);
        assert_eq!(shown(&all.cc), ["Ben <ben@example.com>", "eve@example.com"]);
    }

    #[test]
    fn an_answer_is_threaded() {
        let parent = answer(MAIL, Audience::Sender);
        assert_eq!(parent.answered.references, ["m0@x", "m1@x", "m2@x"]);
        assert_eq!(parent.answered.thread, "t1");
        assert_eq!(parent.subject, "Re: Timetable");
        assert_eq!(answering("RE: Timetable"), "RE: Timetable");
        assert_eq!(answering("é"), "Re: é");
    }

    #[test]
    fn reply_to_is_honoured_and_ones_own_message_goes_to_its_recipients() {
        let listed =
            answer(&[("From", "ana@example.com"), ("Reply-To", "list@example.com")], Audience::Sender);
        assert_eq!(shown(&listed.to), ["list@example.com"]);
        let own = answer(
            &[("From", "me@example.com"), ("To", "ana@example.com, alias@example.com")],
            Audience::Sender,
        );
        assert_eq!(shown(&own.to), ["ana@example.com"]);
    }

    #[test]
    fn a_strangers_headers_make_no_header_of_ours() {
        let parent = answer(
            &[
                ("From", "ana@example.com"),
                ("Subject", "Hi\r\nBcc: eve@example.com"),
                ("Message-ID", "<a b>, <x\u{e9}@y>"),
            ],
            Audience::Sender,
        );
        assert_eq!(parent.subject, "Re: Hi Bcc: eve@example.com");
        assert!(parent.answered.references.is_empty());
    }
}
