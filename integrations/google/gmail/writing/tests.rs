//! Letters as they are written, read again by another parser.

use kernel::Time;
use mail_parser::{MessageParser, MimeHeaders as _};
use proptest::prelude::*;

use super::*;
use crate::gmail::attached::Origin;
use crate::gmail::compose::{Answered, Words};
use crate::gmail::sender::{Sender, Signature};
use crate::testing::a_call;

fn words(to: &str, subject: &str, body: &str) -> Result<Words, Failure> {
    let to = Mailbox::parse_all(&[to.to_owned()])?;
    let (subject, body) = (subject.to_owned(), body.to_owned());
    let from = Sender { mailbox: Mailbox::parse("me@example.com")?, signature: None };
    let (cc, bcc, attachments) = (vec![], vec![], vec![]);
    Ok(Words { from, to, cc, bcc, subject, body, quote: None, attachments, answers: None })
}

fn compose(words: Words) -> Result<Mail, Failure> {
    Mail::compose(words, &a_call("key"), Time(1_700_000_000_000))
}

fn headers(mail: &Mail) -> Vec<String> {
    let head = String::from_utf8(mail.bytes(&[]).unwrap()).unwrap();
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
    let raw = mail.bytes(&[]).unwrap();
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
    assert_eq!(compose(given()).unwrap().bytes(&[]), compose(given()).unwrap().bytes(&[]));
    let other = Mail::compose(given(), &a_call("other"), Time(1_700_000_000_000)).unwrap();
    assert_ne!(compose(given()).unwrap().message_id, other.message_id);
}

#[test]
fn a_signature_stands_under_both_texts_and_files_come_last() {
    let mut given = words("ana@example.com", "Plan", "1 < 2\nBen").unwrap();
    let html = "<b>Ben</b>, Fernwood".to_owned();
    given.from.signature = Some(Signature { text: "Ben, Fernwood".to_owned(), html });
    let origin = Origin::Mail { message: "m1".to_owned(), part: "1".to_owned() };
    let (name, kind) = ("Übersicht \"1\".pdf".to_owned(), "application/pdf".to_owned());
    given.attachments = vec![Attached { name, kind, size: 3, sha256: String::new(), origin }];
    let mail = compose(given).unwrap();
    let raw = mail.bytes(&[b"%P\xff".to_vec()]).unwrap();
    assert_eq!(raw, mail.bytes(&[b"%P\xff".to_vec()]).unwrap());
    let parsed = MessageParser::new().parse(&raw).unwrap();
    assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), "1 < 2\nBen\n\n-- \nBen, Fernwood");
    let rich = parsed.body_html(0).unwrap();
    assert!(rich.contains("1 &lt; 2<br>") && rich.contains("<b>Ben</b>, Fernwood"), "{rich}");
    let file = parsed.attachment(0).unwrap();
    assert_eq!(file.attachment_name(), Some("Übersicht \"1\".pdf"));
    assert_eq!(file.contents(), b"%P\xff");
}

#[test]
fn the_sender_is_named_and_every_letter_with_words_is_there_in_both_forms() {
    let mut given = words("ana@example.com", "Plan", "a  b -->").unwrap();
    given.from.mailbox = given.from.mailbox.called("Müller, \"Ben\"\r\nBcc: <eve@example.com>");
    let raw = compose(given).unwrap().bytes(&[]).unwrap();
    let parsed = MessageParser::new().parse(&raw).unwrap();
    let from = parsed.from().unwrap().first().unwrap();
    assert_eq!(
        (from.name(), from.address()),
        (Some("Müller, \"Ben\" Bcc: <eve@example.com>"), Some("me@example.com"))
    );
    assert_eq!(parsed.from().unwrap().iter().count(), 1);
    assert!(parsed.bcc().is_none());
    assert_eq!(parsed.root_part().content_type().unwrap().subtype(), Some("alternative"));
    assert_eq!(parsed.body_html(0).unwrap(), "<div dir=\"ltr\">a \u{a0}b --&gt;<br></div>");
    let empty = compose(words("ana@example.com", "Plan", " \n").unwrap()).unwrap().bytes(&[]).unwrap();
    let empty = MessageParser::new().parse(&empty).unwrap();
    assert_eq!(empty.root_part().content_type().unwrap().subtype(), Some("plain"));
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
            let expected = ["From", "Subject", "Message-ID", "Date", "To", "MIME-Version", "Content-Type"];
            prop_assert_eq!(&names[..7], &expected);
            prop_assert!(names.len() <= 8, "{:?}", names);
            prop_assert!(names.get(7).is_none_or(|name| name == "Content-Transfer-Encoding"));
        }
    }
}
