//! What a document is, by its bytes. What it was said to be decides only between kinds the bytes cannot tell apart.

use undoc::FormatType;

use crate::archive;
use crate::kind::{Claim, Kind};
use crate::limits::Limits;
use crate::protocol::Unreadable;

pub(crate) fn sniff(bytes: &[u8], claim: Option<Claim>, limits: &Limits) -> Result<Kind, Unreadable> {
    if bytes.starts_with(b"%PDF-") {
        Ok(Kind::Pdf)
    } else if bytes.starts_with(b"{\\rtf") {
        Ok(Kind::Rtf)
    } else if bytes.starts_with(b"PK\x03\x04") {
        packed(bytes, limits)
    } else if bytes.starts_with(COMPOUND) {
        compound(bytes)
    } else if is_text(bytes) {
        let is_page = claim == Some(Claim::Kind(Kind::Html)) || infer::is_mime(bytes, "text/html");
        Ok(if is_page { Kind::Html } else { Kind::Text })
    } else if claim == Some(Claim::Kind(Kind::Pdf)) && says_pdf_late(bytes) {
        Ok(Kind::Pdf)
    } else {
        let what = infer::get(bytes).map_or("bytes of no known kind", |found| found.mime_type());
        Err(Unreadable::Unsupported(what.to_owned()))
    }
}

/// The header of Microsoft's compound files: old Office documents, and new ones with a password.
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
const SPREADSHEET: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";
/// How far into a file readers of PDF look for its header.
const LATE: usize = 1024;

fn packed(bytes: &[u8], limits: &Limits) -> Result<Kind, Unreadable> {
    let names = archive::names(bytes, limits)?;
    let has = |name: &str| names.iter().any(|found| found == name);
    if has("xl/workbook.bin") {
        return Ok(Kind::Xlsb);
    }
    // An OpenDocument file states its type in its first entry, unpacked, so that it can be found where it is.
    if has("mimetype") && bytes.get(..LATE.min(bytes.len())).is_some_and(|start| contains(start, SPREADSHEET))
    {
        return Ok(Kind::Ods);
    }
    match undoc::detect_format_from_bytes(bytes) {
        Ok(FormatType::Docx) => Ok(Kind::Docx),
        Ok(FormatType::Pptx) => Ok(Kind::Pptx),
        Ok(FormatType::Xlsx) => Ok(Kind::Xlsx),
        Err(undoc::Error::Encrypted) => Err(Unreadable::Encrypted),
        Ok(FormatType::Doc | FormatType::Xls | FormatType::Ppt) | Err(_) => {
            Err(Unreadable::Unsupported("an archive that is no Office document".to_owned()))
        }
    }
}

fn compound(bytes: &[u8]) -> Result<Kind, Unreadable> {
    match undoc::detect_format_from_bytes(bytes) {
        Ok(FormatType::Xls) => Ok(Kind::Xls),
        Err(undoc::Error::Encrypted) => Err(Unreadable::Encrypted),
        Ok(other) => Err(Unreadable::Unsupported(format!("a file of the kind {other}"))),
        Err(error) => Err(Unreadable::damaged(error)),
    }
}

fn is_text(bytes: &[u8]) -> bool {
    if encoding_rs::Encoding::for_bom(bytes).is_some() {
        return true;
    }
    let is_clean = !bytes.iter().any(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31));
    is_clean && (std::str::from_utf8(bytes).is_ok() || infer::get(bytes).is_none())
}

fn says_pdf_late(bytes: &[u8]) -> bool {
    bytes.get(..LATE.min(bytes.len())).is_some_and(|start| contains(start, b"%PDF-"))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: &[u8], claim: Option<Kind>) -> Result<Kind, Unreadable> {
        sniff(bytes, claim.map(Claim::Kind), &Limits::default())
    }

    #[test]
    fn the_bytes_decide() {
        assert_eq!(kind(b"%PDF-1.7", Some(Kind::Docx)), Ok(Kind::Pdf));
        assert_eq!(kind(b"{\\rtf1 a}", Some(Kind::Text)), Ok(Kind::Rtf));
        assert_eq!(kind(b"<!DOCTYPE html><p>a", Some(Kind::Pdf)), Ok(Kind::Html));
        assert_eq!(kind(b"BMW sells cars", None), Ok(Kind::Text));
        assert_eq!(kind(b"caf\xe9", None), Ok(Kind::Text));
        assert_eq!(kind(b"\xff\xfea\0b\0", None), Ok(Kind::Text));
        assert_eq!(kind(b"junk\0%PDF-1.7", Some(Kind::Pdf)), Ok(Kind::Pdf));
    }

    #[test]
    fn the_claim_decides_where_the_bytes_cannot() {
        assert_eq!(kind(b"a <b>b</b>", Some(Kind::Html)), Ok(Kind::Html));
        assert_eq!(kind(b"a <b>b</b>", Some(Kind::Text)), Ok(Kind::Text));
    }

    #[test]
    fn other_kinds_are_refused_by_name() {
        let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        assert_eq!(kind(picture, Some(Kind::Pdf)), Err(Unreadable::Unsupported("image/png".to_owned())));
        assert!(matches!(kind(b"PK\x03\x04junk", None), Err(Unreadable::Damaged(_))));
        assert!(matches!(kind(COMPOUND, None), Err(Unreadable::Damaged(_))));
    }
}
