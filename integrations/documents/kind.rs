//! The kinds of document, and whether one is what it was said to be. Does not look at bytes: that is `sniff`.

use serde::{Deserialize, Serialize};

/// What the bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Pdf,
    Docx,
    Pptx,
    Xlsx,
    Xlsb,
    Xls,
    Ods,
    Html,
    Rtf,
    Text,
}

/// What somebody says a file is, as far as it could be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Claim {
    Kind(Kind),
    Picture,
    Recording,
}

impl Claim {
    /// The type counts if it says anything, else the name's ending.
    pub(crate) fn new(name: &str, media_type: Option<&str>) -> Option<Self> {
        let media_type = media_type.unwrap_or_default().split(';').next().unwrap_or_default();
        let media_type = media_type.trim().to_ascii_lowercase();
        match media_type.split('/').next() {
            Some("image") => return Some(Self::Picture),
            Some("audio" | "video") => return Some(Self::Recording),
            _ => {}
        }
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
        by_media_type(&media_type).or_else(|| by_ending(&ending)).map(Self::Kind)
    }

    /// Our own words about a document that is something else than was said.
    pub(crate) fn remark(self, found: Kind) -> Option<String> {
        let announced = match self {
            Self::Kind(kind) if kind == found => return None,
            Self::Kind(kind) => kind.name(),
            Self::Picture => "a picture",
            Self::Recording => "a recording",
        };
        Some(format!(
            "The file was said to be {announced}, but it is {}. It was read as what it is.",
            found.name()
        ))
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Pdf => "a PDF",
            Self::Docx => "a Word document (DOCX)",
            Self::Pptx => "a PowerPoint presentation (PPTX)",
            Self::Xlsx => "an Excel workbook (XLSX)",
            Self::Xlsb => "a binary Excel workbook (XLSB)",
            Self::Xls => "an old Excel workbook (XLS)",
            Self::Ods => "an OpenDocument spreadsheet (ODS)",
            Self::Html => "a web page (HTML)",
            Self::Rtf => "a Rich Text document (RTF)",
            Self::Text => "plain text",
        }
    }
}

/// `application/vnd.ms-excel` is not among them: browsers say it of whatever Excel opens, CSV included.
fn by_media_type(media_type: &str) -> Option<Kind> {
    Some(match media_type {
        "application/pdf" | "application/x-pdf" => Kind::Pdf,
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => Kind::Docx,
        "application/vnd.openxmlformats-officedocument.presentationml.presentation" => Kind::Pptx,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => Kind::Xlsx,
        "application/vnd.ms-excel.sheet.binary.macroenabled.12" => Kind::Xlsb,
        "application/vnd.oasis.opendocument.spreadsheet" => Kind::Ods,
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "application/rtf" | "text/rtf" => Kind::Rtf,
        "text/plain" | "text/csv" | "text/markdown" | "text/tab-separated-values" => Kind::Text,
        _ => return None,
    })
}

fn by_ending(ending: &str) -> Option<Kind> {
    Some(match ending {
        "pdf" => Kind::Pdf,
        "docx" | "docm" | "dotx" => Kind::Docx,
        "pptx" | "pptm" | "ppsx" => Kind::Pptx,
        "xlsx" | "xlsm" | "xltx" => Kind::Xlsx,
        "xlsb" => Kind::Xlsb,
        "xls" => Kind::Xls,
        "ods" => Kind::Ods,
        "html" | "htm" => Kind::Html,
        "rtf" => Kind::Rtf,
        "txt" | "csv" | "tsv" | "md" => Kind::Text,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_that_is_what_it_was_said_to_be_needs_no_remark() {
        let claim = Claim::new("Report.PDF", Some("application/octet-stream")).unwrap();
        assert_eq!(claim.remark(Kind::Pdf), None);
        assert!(claim.remark(Kind::Docx).unwrap().contains("said to be a PDF, but it is a Word document"));
    }

    #[test]
    fn the_type_counts_before_the_ending() {
        assert_eq!(Claim::new("a.pdf", Some("Text/Plain; charset=utf-8")), Some(Claim::Kind(Kind::Text)));
        assert_eq!(Claim::new("a.pdf", Some("image/png")), Some(Claim::Picture));
        assert_eq!(Claim::new("a.csv", Some("application/vnd.ms-excel")), Some(Claim::Kind(Kind::Text)));
        assert_eq!(Claim::new("a", None), None);
    }
}
