//! A letter as it will be sent, down to the last byte.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{AccountId, Call, Code, Failure, Sink, SinkKind, Time};
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::address::Mailbox;

const MOST_RECIPIENTS: usize = 100;
/// Longer ones are cut or refused on the way.
const LONGEST_SUBJECT: usize = 900;
const LONGEST_BODY: usize = 500_000;

/// What is countersigned and sent. `raw` holds the same once more, as the bytes that go out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mail {
    pub(crate) from: String,
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    pub(crate) bcc: Vec<Mailbox>,
    pub(crate) subject: String,
    pub(crate) body: String,
    /// The conversation it goes into; a new one if there is none.
    pub(crate) thread: Option<String>,
    /// Without angle brackets. Ours, until Gmail replaces it on sending.
    pub(crate) message_id: String,
    pub(crate) written: Time,
    /// RFC 5322, in base64url.
    pub(crate) raw: String,
}

/// What a letter is made of.
pub(crate) struct Words {
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    pub(crate) bcc: Vec<Mailbox>,
    pub(crate) subject: String,
    pub(crate) body: String,
    pub(crate) answers: Option<Answered>,
}

/// The message that is answered.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) thread: String,
    /// The chain of message ids, the answered one last; without angle brackets.
    pub(crate) references: Vec<String>,
}

impl Mail {
    pub(crate) fn compose(words: Words, call: &Call, now: Time) -> Result<Self, Failure> {
        check(&words)?;
        let from = Mailbox::parse(&call.account.0)?.address;
        let body = words.body.replace("\r\n", "\n").replace('\r', "\n");
        let message_id = message_id(&call.key, &call.account);
        let raw = Self::bytes(&from, &words, &body, &message_id, now)?;
        Ok(Self {
            from,
            to: words.to,
            cc: words.cc,
            bcc: words.bcc,
            subject: words.subject,
            body,
            thread: words.answers.map(|answered| answered.thread),
            message_id,
            written: now,
            raw: URL_SAFE_NO_PAD.encode(raw),
        })
    }

    fn bytes(from: &str, words: &Words, body: &str, id: &str, now: Time) -> Result<Vec<u8>, Failure> {
        let mut builder = MessageBuilder::new()
            .from(from)
            .to(addresses(&words.to))
            .subject(words.subject.as_str())
            .message_id(id)
            .date(now.0.div_euclid(1000))
            .text_body(body);
        if !words.cc.is_empty() {
            builder = builder.cc(addresses(&words.cc));
        }
        if !words.bcc.is_empty() {
            builder = builder.bcc(addresses(&words.bcc));
        }
        if let Some(answered) = &words.answers
            && let Some(last) = answered.references.last()
        {
            builder = builder.in_reply_to(last.as_str()).references(answered.references.as_slice());
        }
        builder.write_to_vec().map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                format!("The message could not be written: {error}. Try again."),
            )
        })
    }

    pub(crate) fn recipients(&self) -> impl Iterator<Item = &Mailbox> {
        self.to.iter().chain(&self.cc).chain(&self.bcc)
    }

    /// Where its words go. `at` is the pointer to this letter in the plan.
    pub(crate) fn sinks(&self, at: &str) -> Vec<Sink> {
        let sink = |pointer: String, kind, value: &str| Sink { pointer, kind, value: value.to_owned() };
        let lists = [("to", &self.to), ("cc", &self.cc), ("bcc", &self.bcc)];
        let recipients = lists.into_iter().flat_map(|(list, mailboxes)| {
            mailboxes.iter().enumerate().map(move |(index, mailbox)| {
                sink(format!("{at}/{list}/{index}/address"), SinkKind::Recipient, &mailbox.address)
            })
        });
        let words = [("subject", &self.subject), ("body", &self.body)];
        recipients
            .chain(
                words.into_iter().map(|(name, value)| sink(format!("{at}/{name}"), SinkKind::Words, value)),
            )
            .collect()
    }
}

pub(crate) fn listed(mailboxes: &[Mailbox]) -> String {
    if mailboxes.is_empty() {
        return "nobody".to_owned();
    }
    mailboxes.iter().map(Mailbox::shown).collect::<Vec<_>>().join(", ")
}

/// The same for every attempt at a call, and for no other call.
fn message_id(key: &str, account: &AccountId) -> String {
    let fingerprint = Sha256::digest(format!("{account} {key}").as_bytes());
    let domain = account.0.rsplit_once('@').map_or("countersign.invalid", |(_, domain)| domain);
    format!("{}@{domain}", URL_SAFE_NO_PAD.encode(fingerprint))
}

fn addresses(mailboxes: &[Mailbox]) -> Address<'_> {
    Address::new_list(
        mailboxes
            .iter()
            .map(|mailbox| Address::new_address(mailbox.name.as_deref(), mailbox.address.as_str()))
            .collect(),
    )
}

fn check(words: &Words) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::model(Code::InputInvalid, why));
    let recipients = words.to.len() + words.cc.len() + words.bcc.len();
    if words.to.is_empty() {
        return refuse("`to` is empty. Name at least one recipient.");
    }
    if recipients > MOST_RECIPIENTS {
        return refuse("That is more than a hundred recipients. Send it to fewer.");
    }
    if words.subject.contains(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'))
    {
        return refuse("`subject` holds a line break or another control character. A subject is one line.");
    }
    if words.subject.chars().count() > LONGEST_SUBJECT {
        return refuse("`subject` is too long. Use at most 900 characters.");
    }
    if words.body.len() > LONGEST_BODY {
        return refuse("`body` is too long for a mail. Shorten it.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::a_call;

    fn words(to: &str, subject: &str, body: &str) -> Result<Words, Failure> {
        let to = Mailbox::parse_all(&[to.to_owned()])?;
        let (subject, body) = (subject.to_owned(), body.to_owned());
        Ok(Words { to, cc: vec![], bcc: vec![], subject, body, answers: None })
    }

    fn compose(words: Words) -> Result<Mail, Failure> {
        Mail::compose(words, &a_call("key"), Time(1_700_000_000_000))
    }

    fn headers(mail: &Mail) -> Vec<String> {
        let raw = URL_SAFE_NO_PAD.decode(&mail.raw).unwrap();
        let head = String::from_utf8(raw).unwrap();
        let head = head.split_once("\r\n\r\n").unwrap().0.to_owned();
        let names = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
        names.map(|line| line.split_once(':').unwrap().0.to_owned()).collect()
    }

    #[test]
    fn the_bytes_say_what_the_fields_say() {
        let mut given = words("Ana Ruiz <ana@example.com>", "Fahrpläne & Preise", "Grüße,\r\nBen").unwrap();
        given.bcc = vec![Mailbox::parse("eve@example.com").unwrap()];
        given.answers = Some(Answered { thread: "t1".into(), references: vec!["a@x".into(), "b@x".into()] });
        let mail = compose(given).unwrap();
        let raw = URL_SAFE_NO_PAD.decode(&mail.raw).unwrap();
        let parsed = MessageParser::new().parse(&raw).unwrap();
        assert_eq!(parsed.subject(), Some("Fahrpläne & Preise"));
        assert_eq!(parsed.message_id(), Some(mail.message_id.as_str()));
        assert_eq!(parsed.in_reply_to().as_text(), Some("b@x"));
        assert_eq!(parsed.references().as_text_list().unwrap(), ["a@x", "b@x"]);
        assert_eq!(parsed.bcc().unwrap().first().unwrap().address(), Some("eve@example.com"));
        assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n").trim_end(), "Grüße,\nBen");
        assert_eq!(mail.thread.as_deref(), Some("t1"));
    }

    #[test]
    fn the_same_call_gives_the_same_bytes() {
        let given = || words("ana@example.com", "Hello", "There").unwrap();
        assert_eq!(compose(given()).unwrap(), compose(given()).unwrap());
        let other = Mail::compose(given(), &a_call("other"), Time(1_700_000_000_000)).unwrap();
        assert_ne!(compose(given()).unwrap().message_id, other.message_id);
    }

    #[test]
    fn a_line_break_in_a_header_is_refused() {
        for (to, subject) in [
            ("ana@example.com", "Hi\r\nBcc: eve@example.com"),
            ("ana@example.com", "Hi\nX: y"),
            ("ana@example.com", "Hi\u{2028}there"),
            ("ana@example.com\r\nBcc: eve@example.com", "Hi"),
        ] {
            let refused = words(to, subject, "").and_then(compose).unwrap_err();
            assert_eq!(refused.code, Code::InputInvalid);
        }
    }

    proptest! {
        #[test]
        fn no_words_make_another_header(
            name in "[^<>\"\\\\@]{0,40}", subject in ".{0,200}|(?s).{0,20}", body in "(?s).{0,200}",
        ) {
            let given = words(&format!("{name} <ana@example.com>"), &subject, &body);
            if let Ok(mail) = given.and_then(compose) {
                let names = headers(&mail);
                let expected = ["From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type"];
                prop_assert_eq!(&names[..7], &expected);
                prop_assert!(names.len() <= 8, "{:?}", names);
                prop_assert!(names.get(7).is_none_or(|name| name == "Content-Transfer-Encoding"));
            }
        }
    }
}
