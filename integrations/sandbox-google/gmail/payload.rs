//! The MIME tree of a message as Gmail's API presents it.
//!
//! Transfer encodings are undone and text is UTF-8 whatever the headers still claim; headers are decoded and unfolded.

use mail_parser::parsers::MessageStream;
use mail_parser::{Header, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

use super::readable::readable;

/// One part of a message.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Empty for the whole message, then `0`, `1`, `1.0` and so on.
    pub(crate) id: String,
    pub(crate) mime: String,
    pub(crate) filename: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) content: Content,
}

/// What is in a part.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Text to be read in place.
    Text(String),
    /// A file, to be fetched by itself.
    File(Vec<u8>),
    Parts(Vec<Part>),
}

impl Part {
    /// The tree of a whole message.
    pub(crate) fn of(raw: &[u8]) -> Self {
        match MessageParser::default().parse(raw) {
            Some(message) => Self::from_message(&message, String::new()),
            None => Self {
                id: String::new(),
                mime: "text/plain".to_owned(),
                filename: String::new(),
                headers: Vec::new(),
                content: Content::Text(String::from_utf8_lossy(raw).into_owned()),
            },
        }
    }

    /// The first header of a name, empty when there is none.
    pub(crate) fn header(&self, name: &str) -> String {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// This part and all parts below it.
    pub(crate) fn walk(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        if let Content::Parts(children) = &self.content {
            parts.extend(children.iter().flat_map(Self::walk));
        }
        parts
    }

    /// The readable text: the plain parts, or what the HTML says when there are none.
    pub(crate) fn text(&self) -> String {
        let of_kind = |kind: &str| {
            let texts = self.walk().into_iter().filter_map(|part| match &part.content {
                Content::Text(text) if part.mime == kind => Some(text.clone()),
                _ => None,
            });
            texts.collect::<Vec<_>>()
        };
        let plain = of_kind("text/plain");
        if plain.iter().any(|text| !text.trim().is_empty()) {
            return plain.join("\n");
        }
        of_kind("text/html").iter().map(|text| readable(text)).collect::<Vec<_>>().join("\n")
    }

    /// The names of the attached files.
    pub(crate) fn filenames(&self) -> Vec<String> {
        let parts = self.walk().into_iter().filter(|part| !part.filename.is_empty());
        parts.map(|part| part.filename.clone()).collect()
    }

    fn from_message(message: &Message<'_>, id: String) -> Self {
        Self::from_part(message, message.root_part(), id)
    }

    fn from_part(message: &Message<'_>, part: &MessagePart<'_>, id: String) -> Self {
        let below = |index: usize| if id.is_empty() { index.to_string() } else { format!("{id}.{index}") };
        let filename = part.attachment_name().unwrap_or_default().to_owned();
        let attached = part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment);
        let content = match &part.body {
            PartType::Text(text) | PartType::Html(text) if filename.is_empty() && !attached => {
                Content::Text(text.clone().into_owned())
            }
            PartType::Text(text) | PartType::Html(text) => Content::File(text.as_bytes().to_vec()),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => Content::File(bytes.to_vec()),
            PartType::Message(inner) => Content::Parts(vec![Self::from_message(inner, below(0))]),
            PartType::Multipart(children) => Content::Parts(
                children
                    .iter()
                    .filter_map(|&child| message.part(child))
                    .enumerate()
                    .map(|(index, child)| Self::from_part(message, child, below(index)))
                    .collect(),
            ),
        };
        let headers = part.headers.iter().map(|header| plain(message, header)).collect();
        Self { id, mime: mime(part), filename, headers, content }
    }
}

fn mime(part: &MessagePart<'_>) -> String {
    let declared = part.content_type().map(|kind| {
        format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("octet-stream")).to_ascii_lowercase()
    });
    declared.unwrap_or_else(|| "text/plain".to_owned())
}

/// A header with its name as it was written and its value decoded and unfolded.
fn plain(message: &Message<'_>, header: &Header<'_>) -> (String, String) {
    let position = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let slice =
        |from: u32, to: u32| message.raw_message().get(position(from)..position(to)).unwrap_or_default();
    let name = slice(header.offset_field, header.offset_start);
    let name = String::from_utf8_lossy(name).trim_end_matches([':', ' ']).to_owned();
    let mut value = slice(header.offset_start, header.offset_end).trim_ascii().to_vec();
    value.push(b'\n');
    let decoded = MessageStream::new(&value).parse_unstructured().into_text().unwrap_or_default();
    let unfolded = decoded.replace("\r\n", "").replace('\n', "");
    (name, unfolded)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MIXED: &str = "From: =?utf-8?Q?Ana_Ru=C3=ADz?= <ana@x.example>\r\nSubject: =?UTF-8?B?8J+OiSBQYXJ0eQ==?=\r\n\
        MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
        Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\r\ncaf=C3=A9\r\n--c\r\nContent-Type: text/html\r\n\r\n\
        <p>caf\r\n--c--\r\n--b\r\nContent-Type: text/csv; name=\"a.csv\"\r\n\
        Content-Disposition: attachment; filename=\"a.csv\"\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxi\r\n--b--\r\n";

    #[test]
    fn parts_are_numbered_and_files_are_told_from_text() {
        let tree = Part::of(MIXED.as_bytes());
        let seen: Vec<(&str, &str, &str)> = tree
            .walk()
            .iter()
            .map(|part| (part.id.as_str(), part.mime.as_str(), part.filename.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("", "multipart/mixed", ""),
                ("0", "multipart/alternative", ""),
                ("0.0", "text/plain", ""),
                ("0.1", "text/html", ""),
                ("1", "text/csv", "a.csv"),
            ]
        );
        assert!(matches!(&tree.walk()[4].content, Content::File(bytes) if bytes == b"a,b"));
        assert_eq!(tree.text(), "café");
    }

    #[test]
    fn headers_are_decoded() {
        let tree = Part::of(MIXED.as_bytes());
        assert_eq!(tree.header("from"), "Ana Ruíz <ana@x.example>");
        assert_eq!(tree.header("Subject"), "🎉 Party");
    }

    #[test]
    fn text_is_utf_8_while_the_header_keeps_its_claim() {
        let (body, _, _) = encoding_rs::ISO_2022_JP.encode("会議は木曜日です");
        let mut raw = b"Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n".to_vec();
        raw.extend_from_slice(&body);
        let tree = Part::of(&raw);
        assert_eq!(tree.header("Content-Type"), "text/plain; charset=iso-2022-jp");
        assert!(matches!(&tree.content, Content::Text(text) if text == "会議は木曜日です"));
    }

    proptest! {
        #[test]
        fn any_bytes_make_a_tree_without_a_panic(raw in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Part::of(&raw).text();
        }
    }
}
