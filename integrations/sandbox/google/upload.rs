//! Media that comes in by the upload paths: alone (`media`), or behind its JSON (`multipart`).

use bytes::Bytes;
use serde_json::Value;

use super::refusal::Refusal;

/// What an upload request carried.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) metadata: Value,
    pub(crate) media: Bytes,
    pub(crate) media_type: String,
}

/// Takes an upload apart by its `uploadType` and content type.
pub(crate) fn read(upload_type: Option<&str>, content_type: &str, body: &Bytes) -> Result<Upload, Refusal> {
    match upload_type {
        Some("media") => Ok(Upload {
            metadata: Value::Object(serde_json::Map::new()),
            media: body.clone(),
            media_type: plain_type(content_type),
        }),
        Some("multipart") => multipart(content_type, body),
        Some("resumable") => Err(Refusal::not_implemented("A resumable upload of mail")),
        _ => Err(Refusal::argument(
            "Invalid upload request: uploadType must be media, multipart or resumable.",
        )),
    }
}

fn multipart(content_type: &str, body: &Bytes) -> Result<Upload, Refusal> {
    let malformed = || Refusal::argument("Malformed multipart body.");
    let boundary = parameter(content_type, "boundary")
        .filter(|_| plain_type(content_type) == "multipart/related")
        .ok_or_else(malformed)?;
    let delimiter = format!("--{boundary}");
    let mut parts = split(body, delimiter.as_bytes()).into_iter();
    let (Some((json_type, json)), Some((media_type, media)), None) =
        (parts.next(), parts.next(), parts.next())
    else {
        return Err(malformed());
    };
    if plain_type(&json_type) != "application/json" {
        return Err(malformed());
    }
    let metadata = serde_json::from_slice(json).map_err(|_| malformed())?;
    Ok(Upload { metadata, media: body.slice_ref(media), media_type: plain_type(&media_type) })
}

/// The parts between the delimiter lines, each with its content type.
fn split<'a>(body: &'a [u8], delimiter: &[u8]) -> Vec<(String, &'a [u8])> {
    let mut starts = Vec::new();
    let mut position = 0;
    while let Some(found) = find(body.get(position..).unwrap_or_default(), delimiter) {
        let at = position + found;
        if at == 0 || body.get(at - 1) == Some(&b'\n') {
            starts.push(at);
        }
        position = at + delimiter.len();
    }
    let mut parts = Vec::new();
    for pair in starts.windows(2) {
        let &[from, to] = pair else { continue };
        let Some(part) = body.get(from + delimiter.len()..to) else { continue };
        let part = strip_break(part);
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        let part = part.strip_suffix(b"\r").unwrap_or(part);
        let Some((headers, content)) = split_headers(part) else { continue };
        let headers = String::from_utf8_lossy(headers);
        let kind = headers
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("content-type"))
            .map_or_else(|| "application/octet-stream".to_owned(), |(_, value)| value.trim().to_owned());
        parts.push((kind, content));
    }
    parts
}

fn split_headers(part: &[u8]) -> Option<(&[u8], &[u8])> {
    let crlf = find(part, b"\r\n\r\n").map(|at| (at, 4));
    let lf = find(part, b"\n\n").map(|at| (at, 2));
    let (at, width) = match (crlf, lf) {
        (Some(crlf), Some(lf)) => crlf.min(lf),
        (one, other) => one.or(other)?,
    };
    Some((part.get(..at)?, part.get(at + width..)?))
}

fn strip_break(part: &[u8]) -> &[u8] {
    let part = part.strip_prefix(b"\r").unwrap_or(part);
    part.strip_prefix(b"\n").unwrap_or(part)
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

fn plain_type(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn parameter(content_type: &str, name: &str) -> Option<String> {
    content_type.split(';').skip(1).find_map(|part| {
        let (key, value) = part.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_and_the_media_of_a_multipart_upload_are_told_apart() {
        let body = Bytes::from_static(
            b"--==b==\nContent-Type: application/json\nMIME-Version: 1.0\n\n{\"threadId\": \"7\"}\n\
              --==b==\nContent-Type: message/rfc822\n\nTo: a@b.example\n\nhi --==b== there\n--==b==--\n",
        );
        let upload = read(Some("multipart"), "multipart/related; boundary=\"==b==\"", &body).unwrap();
        assert_eq!(upload.metadata["threadId"], "7");
        assert_eq!(upload.media_type, "message/rfc822");
        assert_eq!(&upload.media[..], b"To: a@b.example\n\nhi --==b== there");
    }

    #[test]
    fn an_upload_of_another_kind_is_refused() {
        let body = Bytes::from_static(b"x");
        assert_eq!(read(None, "message/rfc822", &body).unwrap_err().code(), 400);
        assert_eq!(read(Some("multipart"), "text/plain", &body).unwrap_err().code(), 400);
        assert_eq!(read(Some("resumable"), "text/plain", &body).unwrap_err().code(), 501);
    }
}
