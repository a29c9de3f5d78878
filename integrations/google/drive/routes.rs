//! The methods of Drive that we use, and the one of Docs that helps where Drive exports no more.

use crate::api::{Cost, Meter, Route, routes};
use crate::scopes::{CHANGE_FILES, MAKE_FILES, READ_FILES, SEE_DRIVES, SEE_FILES};

routes! {
    FILES_LIST: get "drive.files.list", "drive/v3/files", SEE_FILES, COST;
    FILES_GET: get "drive.files.get", "drive/v3/files/{fileId}", SEE_FILES, COST;
    /// The same method, for what is inside.
    FILES_CONTENT: get "drive.files.get", "drive/v3/files/{fileId}", READ_FILES, COST;
    FILES_EXPORT: get "drive.files.export", "drive/v3/files/{fileId}/export", READ_FILES, COST;
    /// For what is too large to be exported at once.
    FILES_DOWNLOAD: post "drive.files.download", "drive/v3/files/{fileId}/download", READ_FILES, COST;
    OPERATIONS_GET: get "drive.operations.get", "drive/v3/operations/{name}", READ_FILES, COST;
    GENERATE_IDS: get "drive.files.generateIds", "drive/v3/files/generateIds", MAKE_FILES, COST;
    FILES_CREATE: post "drive.files.create", "drive/v3/files", MAKE_FILES, COST;
    FILES_UPLOAD: post "drive.files.create", "upload/drive/v3/files", MAKE_FILES, COST;
    FILES_UPDATE: patch "drive.files.update", "drive/v3/files/{fileId}", CHANGE_FILES, COST;
    FILES_COPY: post "drive.files.copy", "drive/v3/files/{fileId}/copy", CHANGE_FILES, COST;
    PERMISSIONS_LIST: get "drive.permissions.list", "drive/v3/files/{fileId}/permissions", SEE_FILES, COST;
    PERMISSIONS_CREATE: post "drive.permissions.create",
        "drive/v3/files/{fileId}/permissions", CHANGE_FILES, COST;
    PERMISSIONS_UPDATE: patch "drive.permissions.update",
        "drive/v3/files/{fileId}/permissions/{permissionId}", CHANGE_FILES, COST;
    PERMISSIONS_DELETE: delete "drive.permissions.delete",
        "drive/v3/files/{fileId}/permissions/{permissionId}", CHANGE_FILES, COST;
    DRIVES_LIST: get "drive.drives.list", "drive/v3/drives", SEE_DRIVES, COST;
}

/// Drive counts 325,000 units in a minute; at 27 each that is its former limit of 12,000 requests.
const COST: Cost = Cost::of(Meter::Drive, 27);

/// What was prepared. It is in no contract: Google gives out its address.
pub(super) static PREPARED: Route = Route::get("drive.download", "", READ_FILES, COST);

/// The pieces of an upload that was announced. It is in no contract: Google gives out its address.
pub(super) static UPLOAD_SESSION: Route =
    Route::put("drive.files.create", "upload/drive/v3/files", MAKE_FILES, COST);

pub(crate) static DOCUMENTS_GET: Route =
    Route::get("docs.documents.get", "v1/documents/{documentId}", READ_FILES, Cost::of(Meter::DocsReads, 1));
