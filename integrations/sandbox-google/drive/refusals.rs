//! What Drive refuses, in its own words.

use super::tree::Closed;
use crate::refusal::Refusal;

/// A file that cannot be opened so.
pub(super) fn closed(closed: Closed, id: &str) -> Refusal {
    match closed {
        Closed::Missing => not_found(id),
        Closed::Forbidden => Refusal::older(
            403,
            "insufficientFilePermissions",
            format!("The user does not have sufficient permissions for file {id}."),
        ),
    }
}

pub(super) fn not_found(id: &str) -> Refusal {
    Refusal::older(404, "notFound", format!("File not found: {id}.")).at("fileId", "parameter")
}

/// 400 for a query parameter that makes no sense.
pub(super) fn invalid_value(parameter: &'static str) -> Refusal {
    Refusal::older(400, "invalid", "Invalid Value").at(parameter, "parameter")
}

/// 403 for a field of the body that only Drive itself sets.
pub(super) fn not_writable() -> Refusal {
    Refusal::older(
        403,
        "fieldNotWritable",
        "The resource body includes fields which are not directly writable.",
    )
}

pub(super) fn not_downloadable() -> Refusal {
    Refusal::older(
        403,
        "fileNotDownloadable",
        "Only files with binary content can be downloaded. Use Export with Docs Editors files.",
    )
    .at("alt", "parameter")
}

pub(super) fn not_convertible() -> Refusal {
    Refusal::older(400, "badRequest", "The requested conversion is not supported.")
        .at("convertTo", "parameter")
}

/// 403 for a folder that somebody may not put anything into.
pub(super) fn closed_parent() -> Refusal {
    Refusal::older(403, "insufficientParentPermissions", "Insufficient permissions for the specified parent.")
}

/// 403 for somebody who asks as an administrator, which nobody is here.
pub(super) fn not_an_administrator() -> Refusal {
    let message = "The user must be an administrator of the domain to use useDomainAdminAccess.";
    Refusal::older(403, "forbidden", message).at("useDomainAdminAccess", "parameter")
}
