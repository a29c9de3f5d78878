//! Where a file is looked at, and what it can be exported as.

use crate::drive::file::File;
use crate::drive::kinds::{DOCUMENT, FOLDER, PRESENTATION, SPREADSHEET};

/// One kind a document can be exported as.
pub(in crate::drive) struct Export {
    pub(in crate::drive) media_type: &'static str,
    path: &'static str,
    format: &'static str,
}

impl Export {
    pub(super) fn link(&self, id: &str) -> String {
        let Self { path, format, .. } = self;
        format!("https://docs.google.com/feeds/download/{path}/Export?id={id}&exportFormat={format}")
    }
}

const OF_DOCUMENTS: [Export; 4] = [
    Export { media_type: "text/markdown", path: "documents/export", format: "markdown" },
    Export { media_type: "text/plain", path: "documents/export", format: "txt" },
    Export { media_type: "text/html", path: "documents/export", format: "html" },
    Export { media_type: "application/pdf", path: "documents/export", format: "pdf" },
];

const OF_SPREADSHEETS: [Export; 2] = [
    Export { media_type: "text/csv", path: "spreadsheets/Export", format: "csv" },
    Export {
        media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        path: "spreadsheets/Export",
        format: "xlsx",
    },
];

/// What this sandbox exports a kind of file as.
pub(in crate::drive) fn exports(mime_type: &str) -> &'static [Export] {
    match mime_type {
        DOCUMENT => &OF_DOCUMENTS,
        SPREADSHEET => &OF_SPREADSHEETS,
        _ => &[],
    }
}

/// Where a person opens it in a browser.
pub(in crate::drive) fn link_to(mime_type: &str, id: &str) -> String {
    match mime_type {
        DOCUMENT => format!("https://docs.google.com/document/d/{id}/edit?usp=drivesdk"),
        SPREADSHEET => format!("https://docs.google.com/spreadsheets/d/{id}/edit?usp=drivesdk"),
        PRESENTATION => format!("https://docs.google.com/presentation/d/{id}/edit?usp=drivesdk"),
        FOLDER => format!("https://drive.google.com/drive/folders/{id}"),
        _ => format!("https://drive.google.com/file/d/{id}/view?usp=drivesdk"),
    }
}

/// Where a person opens a file in a browser.
pub(crate) fn link(file: &File) -> String {
    link_to(&file.mime_type, &file.id)
}
