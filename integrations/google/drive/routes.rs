//! The methods of Drive that we use, and the one of Docs that helps where Drive exports no more.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{CHANGE_FILES, MAKE_FILES, READ_FILES, SEE_DRIVES, SEE_FILES};

/// Drive counts 325,000 units in a minute; at 27 each that is its former limit of 12,000 requests.
const COST: Cost = Cost::of(Meter::Drive, 27);

pub(super) const FILES_LIST: Route = Route {
    id: "drive.files.list",
    method: Method::GET,
    path: &["drive", "v3", "files"],
    any_of: SEE_FILES,
    cost: COST,
};

pub(super) const FILES_GET: Route = Route {
    id: "drive.files.get",
    method: Method::GET,
    path: &["drive", "v3", "files", "{fileId}"],
    any_of: SEE_FILES,
    cost: COST,
};

/// The same method, for what is inside.
pub(super) const FILES_CONTENT: Route = Route {
    id: "drive.files.get",
    method: Method::GET,
    path: &["drive", "v3", "files", "{fileId}"],
    any_of: READ_FILES,
    cost: COST,
};

pub(super) const FILES_EXPORT: Route = Route {
    id: "drive.files.export",
    method: Method::GET,
    path: &["drive", "v3", "files", "{fileId}", "export"],
    any_of: READ_FILES,
    cost: COST,
};

/// For what is too large to be exported at once.
pub(super) const FILES_DOWNLOAD: Route = Route {
    id: "drive.files.download",
    method: Method::POST,
    path: &["drive", "v3", "files", "{fileId}", "download"],
    any_of: READ_FILES,
    cost: COST,
};

pub(super) const OPERATIONS_GET: Route = Route {
    id: "drive.operations.get",
    method: Method::GET,
    path: &["drive", "v3", "operations", "{name}"],
    any_of: READ_FILES,
    cost: COST,
};

/// What was prepared. It is in no contract: Google gives out its address.
pub(super) const PREPARED: Route =
    Route { id: "drive.download", method: Method::GET, path: &[], any_of: READ_FILES, cost: COST };

pub(super) const GENERATE_IDS: Route = Route {
    id: "drive.files.generateIds",
    method: Method::GET,
    path: &["drive", "v3", "files", "generateIds"],
    any_of: MAKE_FILES,
    cost: COST,
};

pub(super) const FILES_CREATE: Route = Route {
    id: "drive.files.create",
    method: Method::POST,
    path: &["drive", "v3", "files"],
    any_of: MAKE_FILES,
    cost: COST,
};

pub(super) const FILES_UPLOAD: Route = Route {
    id: "drive.files.create",
    method: Method::POST,
    path: &["upload", "drive", "v3", "files"],
    any_of: MAKE_FILES,
    cost: COST,
};

/// The pieces of an upload that was announced. It is in no contract: Google gives out its address.
pub(super) const UPLOAD_SESSION: Route = Route {
    id: "drive.files.create",
    method: Method::PUT,
    path: &["upload", "drive", "v3", "files"],
    any_of: MAKE_FILES,
    cost: COST,
};

pub(super) const FILES_UPDATE: Route = Route {
    id: "drive.files.update",
    method: Method::PATCH,
    path: &["drive", "v3", "files", "{fileId}"],
    any_of: CHANGE_FILES,
    cost: COST,
};

pub(super) const FILES_COPY: Route = Route {
    id: "drive.files.copy",
    method: Method::POST,
    path: &["drive", "v3", "files", "{fileId}", "copy"],
    any_of: CHANGE_FILES,
    cost: COST,
};

pub(super) const PERMISSIONS_LIST: Route = Route {
    id: "drive.permissions.list",
    method: Method::GET,
    path: &["drive", "v3", "files", "{fileId}", "permissions"],
    any_of: SEE_FILES,
    cost: COST,
};

pub(super) const PERMISSIONS_CREATE: Route = Route {
    id: "drive.permissions.create",
    method: Method::POST,
    path: &["drive", "v3", "files", "{fileId}", "permissions"],
    any_of: CHANGE_FILES,
    cost: COST,
};

pub(super) const PERMISSIONS_UPDATE: Route = Route {
    id: "drive.permissions.update",
    method: Method::PATCH,
    path: &["drive", "v3", "files", "{fileId}", "permissions", "{permissionId}"],
    any_of: CHANGE_FILES,
    cost: COST,
};

pub(super) const PERMISSIONS_DELETE: Route = Route {
    id: "drive.permissions.delete",
    method: Method::DELETE,
    path: &["drive", "v3", "files", "{fileId}", "permissions", "{permissionId}"],
    any_of: CHANGE_FILES,
    cost: COST,
};

pub(super) const DRIVES_LIST: Route = Route {
    id: "drive.drives.list",
    method: Method::GET,
    path: &["drive", "v3", "drives"],
    any_of: SEE_DRIVES,
    cost: COST,
};

pub(super) const DOCUMENTS_GET: Route = Route {
    id: "docs.documents.get",
    method: Method::GET,
    path: &["v1", "documents", "{documentId}"],
    any_of: READ_FILES,
    cost: Cost::of(Meter::DocsReads, 1),
};

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
