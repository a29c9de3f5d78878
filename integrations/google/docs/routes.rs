//! The methods of Docs that we use.

use crate::api::{Cost, Meter, routes};
use crate::scopes::{EDIT_DOCUMENTS, READ_DOCUMENTS};

routes! {
    GET: get "docs.documents.get", "v1/documents/{documentId}", READ_DOCUMENTS, Cost::of(Meter::DocsReads, 1);
    BATCH_UPDATE: post "docs.documents.batchUpdate",
        "v1/documents/{documentId}:batchUpdate", EDIT_DOCUMENTS, Cost::of(Meter::DocsWrites, 1);
}
