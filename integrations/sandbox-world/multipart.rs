//! Bodies of several parts, as uploads, batches and forms with files use them.

/// One part of a multipart body.
#[derive(Debug)]
pub struct Piece<'a> {
    headers: String,
    pub content: &'a [u8],
}

impl Piece<'_> {
    /// A header of the part; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        header(&self.headers, name)
    }

    /// What the field of a form is called.
    pub fn field(&self) -> Option<String> {
        parameter(self.header("content-disposition"), "name")
    }

    /// What the file in the field of a form is called; `None` where there is no file.
    pub fn file_name(&self) -> Option<String> {
        parameter(self.header("content-disposition"), "filename")
    }
}

/// The parts of a body by the boundary its content type names; `None` without one.
pub fn parts<'a>(content_type: &str, body: &'a [u8]) -> Option<Vec<Piece<'a>>> {
    let boundary = parameter(content_type, "boundary")?;
    Some(split(body, format!("--{boundary}").as_bytes()))
}

/// Cuts a text at its first blank line.
pub fn split_headers(part: &[u8]) -> Option<(&[u8], &[u8])> {
    let crlf = find(part, b"\r\n\r\n").map(|at| (at, 4));
    let lf = find(part, b"\n\n").map(|at| (at, 2));
    let (at, width) = match (crlf, lf) {
        (Some(crlf), Some(lf)) => crlf.min(lf),
        (one, other) => one.or(other)?,
    };
    Some((part.get(..at)?, part.get(at + width..)?))
}

/// One header out of a block of them; empty when there is none.
pub fn header<'a>(block: &'a str, name: &str) -> &'a str {
    let mut lines = block.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(known, _)| known.trim().eq_ignore_ascii_case(name)).map_or("", |(_, value)| value.trim())
}

fn split<'a>(body: &'a [u8], delimiter: &[u8]) -> Vec<Piece<'a>> {
    let mut starts = Vec::new();
    let mut position = 0;
    while let Some(found) = find(body.get(position..).unwrap_or_default(), delimiter) {
        let at = position + found;
        // A delimiter stands at the beginning of a line; inside one it is content.
        if at == 0 || body.get(at - 1) == Some(&b'\n') {
            starts.push(at);
        }
        position = at + delimiter.len();
    }
    let pieces = starts.windows(2).filter_map(|pair| {
        let &[from, to] = pair else { return None };
        let part = body.get(from + delimiter.len()..to)?;
        let part = part.strip_prefix(b"\r").unwrap_or(part);
        let part = part.strip_prefix(b"\n").unwrap_or(part);
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        let part = part.strip_suffix(b"\r").unwrap_or(part);
        let (headers, content) = split_headers(part)?;
        Some(Piece { headers: unfolded(&String::from_utf8_lossy(headers)), content })
    });
    pieces.collect()
}

/// Headers with each on one line: Python's mail library breaks long ones before their value.
fn unfolded(headers: &str) -> String {
    headers.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ")
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

/// A parameter of a header such as `form-data; name="a"`. A semicolon within quotes belongs to the value.
fn parameter(header: &str, name: &str) -> Option<String> {
    let mut quoted = false;
    let parameters = header.split(|sign: char| {
        quoted ^= sign == '"';
        sign == ';' && !quoted
    });
    parameters.skip(1).find_map(|part| {
        let (key, value) = part.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_may_go_on_in_the_next_line() {
        for fold in ["\r\n ", "\n\t", "\n "] {
            let body = format!("--b\nContent-Type:{fold}text/plain\nMIME-Version: 1.0\n\nhi\n--b--\n");
            let pieces = parts("multipart/related; boundary=b", body.as_bytes()).unwrap();
            assert_eq!(pieces[0].header("content-type"), "text/plain", "{fold:?}");
            assert_eq!(pieces[0].header("mime-version"), "1.0");
        }
    }

    #[test]
    fn a_form_with_a_file_is_read_field_by_field() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n--b\r\n\
            Content-Disposition: form-data; name=\"file\"; filename=\"a;b=c.txt\"\r\nContent-Type: text/plain\r\n\r\n\
            one\r\ntwo\r\n--b--\r\n";
        let pieces = parts("multipart/form-data; boundary=b", body.as_bytes()).unwrap();
        let [text, file] = &pieces[..] else { panic!("{pieces:?}") };
        assert_eq!((text.field().as_deref(), text.file_name()), (Some("text"), None));
        assert_eq!((text.content, file.content), (&b"hello"[..], &b"one\r\ntwo"[..]));
        assert_eq!(file.file_name().as_deref(), Some("a;b=c.txt"));
        assert_eq!(file.header("content-type"), "text/plain");
    }
}
