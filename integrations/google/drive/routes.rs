//! The methods of Drive that we use, and the one of Docs that helps where Drive exports no more.

use crate::api::{Cost, Meter, Route};
use crate::scopes::{CHANGE_FILES, MAKE_FILES, READ_FILES, SEE_DRIVES, SEE_FILES};

/// Drive counts 325,000 units in a minute; at 27 each that is its former limit of 12,000 requests.
const COST: Cost = Cost::of(Meter::Drive, 27);

pub(super) static FILES_LIST: Route = Route::get("drive.files.list", "drive/v3/files", SEE_FILES, COST);
pub(super) static FILES_GET: Route =
    Route::get("drive.files.get", "drive/v3/files/{fileId}", SEE_FILES, COST);

/// The same method, for what is inside.
pub(super) static FILES_CONTENT: Route =
    Route::get("drive.files.get", "drive/v3/files/{fileId}", READ_FILES, COST);

pub(super) static FILES_EXPORT: Route =
    Route::get("drive.files.export", "drive/v3/files/{fileId}/export", READ_FILES, COST);

/// For what is too large to be exported at once.
pub(super) static FILES_DOWNLOAD: Route =
    Route::post("drive.files.download", "drive/v3/files/{fileId}/download", READ_FILES, COST);

pub(super) static OPERATIONS_GET: Route =
    Route::get("drive.operations.get", "drive/v3/operations/{name}", READ_FILES, COST);

/// What was prepared. It is in no contract: Google gives out its address.
pub(super) static PREPARED: Route = Route::get("drive.download", "", READ_FILES, COST);

pub(super) static GENERATE_IDS: Route =
    Route::get("drive.files.generateIds", "drive/v3/files/generateIds", MAKE_FILES, COST);
pub(super) static FILES_CREATE: Route = Route::post("drive.files.create", "drive/v3/files", MAKE_FILES, COST);
pub(super) static FILES_UPLOAD: Route =
    Route::post("drive.files.create", "upload/drive/v3/files", MAKE_FILES, COST);

/// The pieces of an upload that was announced. It is in no contract: Google gives out its address.
pub(super) static UPLOAD_SESSION: Route =
    Route::put("drive.files.create", "upload/drive/v3/files", MAKE_FILES, COST);

pub(super) static FILES_UPDATE: Route =
    Route::patch("drive.files.update", "drive/v3/files/{fileId}", CHANGE_FILES, COST);
pub(super) static FILES_COPY: Route =
    Route::post("drive.files.copy", "drive/v3/files/{fileId}/copy", CHANGE_FILES, COST);
pub(super) static PERMISSIONS_LIST: Route =
    Route::get("drive.permissions.list", "drive/v3/files/{fileId}/permissions", SEE_FILES, COST);
pub(super) static PERMISSIONS_CREATE: Route =
    Route::post("drive.permissions.create", "drive/v3/files/{fileId}/permissions", CHANGE_FILES, COST);
pub(super) static PERMISSIONS_UPDATE: Route = Route::patch(
    "drive.permissions.update",
    "drive/v3/files/{fileId}/permissions/{permissionId}",
    CHANGE_FILES,
    COST,
);
pub(super) static PERMISSIONS_DELETE: Route = Route::delete(
    "drive.permissions.delete",
    "drive/v3/files/{fileId}/permissions/{permissionId}",
    CHANGE_FILES,
    COST,
);
pub(super) static DRIVES_LIST: Route = Route::get("drive.drives.list", "drive/v3/drives", SEE_DRIVES, COST);
pub(super) static DOCUMENTS_GET: Route =
    Route::get("docs.documents.get", "v1/documents/{documentId}", READ_FILES, Cost::of(Meter::DocsReads, 1));

/// All that are described in the contract of this API.
#[cfg(test)]
pub(crate) const ALL: &[&Route] = &[
    &FILES_LIST,
    &FILES_GET,
    &FILES_CONTENT,
    &FILES_EXPORT,
    &FILES_DOWNLOAD,
    &OPERATIONS_GET,
    &GENERATE_IDS,
    &FILES_CREATE,
    &FILES_UPLOAD,
    &FILES_UPDATE,
    &FILES_COPY,
    &PERMISSIONS_LIST,
    &PERMISSIONS_CREATE,
    &PERMISSIONS_UPDATE,
    &PERMISSIONS_DELETE,
    &DRIVES_LIST,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
        crate::testing::in_contract("drive.v3", ALL);
        crate::testing::in_contract("docs.v1", &[&DOCUMENTS_GET]);
    }
}
