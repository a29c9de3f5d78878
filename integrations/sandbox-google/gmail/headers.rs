//! The header block of a message as bytes: read, changed field by field, written again.
//!
//! Touches only the fields it is told to; everything else goes through byte for byte.

/// A message cut at the blank line after its headers.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    fields: Vec<Field>,
    body: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    /// With its folds, without the line break at its end.
    value: Vec<u8>,
}

impl Envelope {
    /// Reads a message with either kind of line break.
    pub(crate) fn read(raw: &[u8]) -> Self {
        let mut fields: Vec<Field> = Vec::new();
        let mut rest = raw;
        while let Some((line, after)) = first_line(rest) {
            if line.is_empty() {
                rest = after;
                break;
            }
            let continues = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
            if let (true, Some(last)) = (continues, fields.last_mut()) {
                last.value.extend_from_slice(b"\r\n");
                last.value.extend_from_slice(line);
            } else if let Some(field) = Field::read(line) {
                fields.push(field);
            } else {
                // Not a header line: the headers have ended without a blank line.
                break;
            }
            rest = after;
        }
        Self { fields, body: with_crlf(rest) }
    }

    /// Whether there is a field of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name.eq_ignore_ascii_case(name))
    }

    /// Puts one field of this name in the place of the first, or at the end.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let at = self.fields.iter().position(|field| field.name.eq_ignore_ascii_case(name));
        self.remove(name);
        let field = Field { name: name.to_owned(), value: one_line(value) };
        let at = at.unwrap_or(self.fields.len()).min(self.fields.len());
        self.fields.insert(at, field);
    }

    /// Puts a field before all others, as a relaying server does.
    pub(crate) fn prepend(&mut self, name: &str, value: &str) {
        self.fields.insert(0, Field { name: name.to_owned(), value: one_line(value) });
    }

    /// Takes out every field of this name.
    pub(crate) fn remove(&mut self, name: &str) {
        self.fields.retain(|field| !field.name.eq_ignore_ascii_case(name));
    }

    /// The whole message.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.body.len() + 1024);
        for field in &self.fields {
            out.extend_from_slice(field.name.as_bytes());
            out.extend_from_slice(b": ");
            out.extend_from_slice(&field.value);
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(b"\r\n");
        out.extend_from_slice(&self.body);
        out
    }
}

impl Field {
    fn read(line: &[u8]) -> Option<Self> {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let (name, value) = line.split_at_checked(colon)?;
        let name = std::str::from_utf8(name).ok()?.trim_end();
        let fine = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
        fine.then(|| Self {
            name: name.to_owned(),
            value: value.get(1..).unwrap_or_default().trim_ascii_start().to_vec(),
        })
    }
}

fn first_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if text.is_empty() {
        return None;
    }
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let (line, rest) = text.split_at_checked(end)?;
    Some((line.strip_suffix(b"\r").unwrap_or(line), rest.get(1..).unwrap_or_default()))
}

fn with_crlf(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut last = 0;
    for &byte in text {
        if byte == b'\n' && last != b'\r' {
            out.push(b'\r');
        }
        out.push(byte);
        last = byte;
    }
    out
}

fn one_line(value: &str) -> Vec<u8> {
    value.replace(['\r', '\n'], " ").into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_are_changed_and_the_rest_stays_byte_for_byte() {
        let raw = b"To: a@b.example\r\nBcc: x@y.example,\r\n z@y.example\r\nX-Odd:   kept\r\n\r\nBody\r\n";
        let mut envelope = Envelope::read(raw);
        envelope.remove("bcc");
        envelope.set("Message-ID", "<1@c>");
        assert_eq!(
            envelope.to_bytes(),
            b"To: a@b.example\r\nX-Odd: kept\r\nMessage-ID: <1@c>\r\n\r\nBody\r\n"
        );
    }

    #[test]
    fn bare_line_feeds_become_full_line_breaks() {
        assert_eq!(Envelope::read(b"To: a\n\none\ntwo").to_bytes(), b"To: a\r\n\r\none\r\ntwo");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_and_written_without_a_panic(raw in proptest::collection::vec(any::<u8>(), 0..200)) {
            let once = Envelope::read(&raw).to_bytes();
            prop_assert!(once.windows(2).any(|pair| pair == b"\r\n"));
        }
    }
}
