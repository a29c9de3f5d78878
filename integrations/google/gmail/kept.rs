//! A message that gets another head and keeps its body byte by byte, whatever is in it.
//!
//! Knows where a head ends and what its fields are called. Doesn't know what they mean.

use mail_builder::headers::Header;
use mail_builder::headers::content_type::ContentType;
use mail_builder::mime::MimePart;

/// What becomes of a field of the head.
pub(super) struct Change {
    name: &'static str,
    /// The whole field. Nothing if it goes.
    field: Option<Vec<u8>>,
}

impl Change {
    pub(super) fn set(name: &'static str, value: &impl Header) -> Self {
        let mut field = format!("{name}: ").into_bytes();
        let column = field.len();
        value.write_header(&mut field, column);
        Self { name, field: Some(field) }
    }

    pub(super) fn remove(name: &'static str) -> Self {
        Self { name, field: None }
    }
}

/// The message with these changes to its head.
pub(super) fn changed(raw: &[u8], changes: Vec<Change>) -> Vec<u8> {
    let letter = Letter::read(raw);
    let mut bytes = head(&letter.fields, changes);
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(letter.body);
    bytes
}

/// The same with files beside what it was before: that stays whole and is the first of its parts.
pub(super) fn enclosing(
    raw: &[u8],
    mut changes: Vec<Change>,
    multipart: ContentType<'static>,
    files: Vec<MimePart<'_>>,
) -> Vec<u8> {
    let letter = Letter::read(raw);
    let about_body = |field: &Field<'_>| field.name.to_ascii_lowercase().starts_with("content-");
    let (about_body, others): (Vec<_>, Vec<_>) = letter.fields.into_iter().partition(about_body);
    changes.push(Change { name: "MIME-Version", field: Some(b"MIME-Version: 1.0\r\n".to_vec()) });
    let mut bytes = head(&others, changes);
    let mut first = head(&about_body, Vec::new());
    first.extend_from_slice(b"\r\n");
    first.extend_from_slice(letter.body);
    let parts = std::iter::once(MimePart::raw(first)).chain(files).collect::<Vec<_>>();
    MimePart::new(multipart, parts).write_part(&mut bytes);
    bytes
}

struct Letter<'a> {
    fields: Vec<Field<'a>>,
    body: &'a [u8],
}

struct Field<'a> {
    name: String,
    /// With its name, its folded lines and its end.
    bytes: &'a [u8],
}

impl<'a> Letter<'a> {
    fn read(raw: &'a [u8]) -> Self {
        let mut fields: Vec<Field<'a>> = Vec::new();
        let mut rest = raw;
        loop {
            let (field, after) = rest.split_at(end_of_field(rest));
            if field.is_empty() || field.trim_ascii().is_empty() {
                return Self { fields, body: after };
            }
            let name = field.split(|byte| *byte == b':').next().unwrap_or_default();
            let name = String::from_utf8_lossy(name).trim().to_owned();
            fields.push(Field { name, bytes: field });
            rest = after;
        }
    }
}

/// Where the field ends that the bytes begin with: with its line, unless the next one continues it.
fn end_of_field(bytes: &[u8]) -> usize {
    let mut end = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let continues = line.starts_with(b" ") || line.starts_with(b"\t");
        let empty = |line: &[u8]| line == b"\n" || line == b"\r\n";
        if end > 0 && !continues {
            break;
        }
        end += line.len();
        if empty(line) {
            break;
        }
    }
    end
}

fn head(fields: &[Field<'_>], changes: Vec<Change>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut changes: Vec<(Change, bool)> = changes.into_iter().map(|change| (change, false)).collect();
    for field in fields {
        match changes.iter_mut().find(|(change, _)| change.name.eq_ignore_ascii_case(&field.name)) {
            None => bytes.extend_from_slice(field.bytes),
            Some((_, true)) => {}
            Some((change, written)) => {
                bytes.extend(change.field.take().unwrap_or_default());
                *written = true;
            }
        }
    }
    for (change, written) in changes {
        if !written {
            bytes.extend(change.field.unwrap_or_default());
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use mail_builder::headers::text::Text;
    use mail_parser::{MessageParser, MimeHeaders as _};
    use proptest::prelude::*;

    use super::*;

    const DRAFT: &[u8] = b"Subject: Old\r\n and folded\r\nCc: a@x.example\r\nX-Own: kept\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/related; boundary=r\r\n\r\n--r\r\nContent-Type: text/html\r\n\r\n<b>Hi</b><img src='cid:1'>\r\n\
        --r\r\nContent-Type: image/png\r\nContent-ID: <1>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw==\r\n--r--\r\n\xff";

    fn changes() -> Vec<Change> {
        vec![
            Change::set("subject", &Text::new("Neu: Grüße")),
            Change::remove("Cc"),
            Change::set("To", &Text::new("b")),
        ]
    }

    #[test]
    fn only_the_changed_fields_are_others() {
        let bytes = changed(DRAFT, changes());
        let (head, body) = bytes.split_at(bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap());
        let head = String::from_utf8_lossy(head).into_owned();
        assert!(head.starts_with("subject: =?utf-8?"), "{head}");
        assert!(
            head.ends_with(
                "X-Own: kept\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=r\r\nTo: b"
            ),
            "{head}"
        );
        assert!(!head.contains("Old") && !head.contains("folded") && !head.contains("Cc"), "{head}");
        assert!(DRAFT.ends_with(body));
        assert!(body.ends_with(b"--r--\r\n\xff"));
    }

    #[test]
    fn files_stand_beside_what_was_there() {
        let mixed = ContentType::new("multipart/mixed").attribute("boundary", "m");
        let file = MimePart::new("text/csv", b"a,b".as_slice()).attachment("a.csv");
        let bytes = enclosing(DRAFT, changes(), mixed, vec![file]);
        let parsed = MessageParser::new().parse(&bytes).unwrap();
        assert_eq!(parsed.subject(), Some("Neu: Grüße"));
        let kinds: Vec<_> = parsed.parts.iter().filter_map(|part| part.content_type()?.subtype()).collect();
        assert_eq!(kinds, ["mixed", "related", "html", "png", "csv"]);
        assert_eq!(parsed.body_html(0).unwrap().trim_end(), "<b>Hi</b><img src='cid:1'>");
        assert!(parsed.attachments().any(|part| part.contents() == b"a,b"));
        assert_eq!(String::from_utf8_lossy(&bytes).matches("MIME-Version").count(), 1);
    }

    #[test]
    fn a_letter_without_a_body_or_without_a_head_is_one_too() {
        assert_eq!(changed(b"", vec![]), b"\r\n");
        assert_eq!(changed(b"\r\nbody", vec![]), b"\r\nbody");
        assert_eq!(changed(b"A: 1\n\nbody\n", vec![]), b"A: 1\n\r\nbody\n");
    }

    proptest! {
        #[test]
        fn a_body_stays_as_it_is(body: Vec<u8>, name in "[A-Za-z-]{1,9}") {
            let raw = [format!("{name}: x\r\n y\r\n\r\n").as_bytes(), &body].concat();
            let bytes = changed(&raw, vec![Change::remove("None-Of-Them")]);
            prop_assert_eq!(bytes, raw);
        }
    }
}
