//! What kind of file it is, told from its name and its content.

/// The extension, the media type, and Slack's own word for it.
const KNOWN: [(&str, &str, &str); 15] = [
    ("csv", "text/csv", "csv"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    ("eml", "message/rfc822", "email"),
    ("gif", "image/gif", "gif"),
    ("html", "text/html", "html"),
    ("ics", "text/calendar", "text"),
    ("jpeg", "image/jpeg", "jpg"),
    ("jpg", "image/jpeg", "jpg"),
    ("json", "application/json", "json"),
    ("md", "text/markdown", "markdown"),
    ("pdf", "application/pdf", "pdf"),
    ("png", "image/png", "png"),
    ("txt", "text/plain", "text"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    ("zip", "application/zip", "zip"),
];

pub(super) fn media_type(name: &str, content: &[u8]) -> &'static str {
    let by_name = known(name).map(|(_, media_type, _)| *media_type);
    let text =
        || if std::str::from_utf8(content).is_ok() { "text/plain" } else { "application/octet-stream" };
    by_name.unwrap_or_else(text)
}

pub(crate) fn file_type(name: &str, media_type: &str) -> &'static str {
    let other = if is_text(media_type) { "text" } else { "binary" };
    known(name).map_or(other, |(_, _, word)| word)
}

pub(super) fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || media_type == "application/json"
}

/// Slack writes a file's name into its address in lower case, with everything but letters and digits replaced.
pub(crate) fn in_address(name: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-');
    let out: String = name.to_lowercase().chars().map(|sign| if plain(sign) { sign } else { '_' }).collect();
    if out.trim_matches('.').is_empty() { "file".to_owned() } else { out }
}

fn known(name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let (_, extension) = name.rsplit_once('.')?;
    KNOWN.iter().find(|(known, _, _)| known.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_told_from_the_name_and_else_from_the_content() {
        assert_eq!(media_type("Report.PDF", b"x"), "application/pdf");
        assert_eq!(media_type("notes", b"plain"), "text/plain");
        assert_eq!(media_type("notes.bin", &[0xff, 0xfe]), "application/octet-stream");
        assert_eq!((file_type("a.txt", "text/plain"), file_type("a", "image/x")), ("text", "binary"));
    }

    #[test]
    fn no_name_leads_out_of_its_address() {
        assert_eq!(in_address("Über uns/../x?.TXT"), "_ber_uns_.._x_.txt");
        assert_eq!(in_address(".."), "file");
    }
}
