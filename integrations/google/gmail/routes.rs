//! The methods of Gmail that we use.

use crate::api::{Cost, Meter, Route};
use crate::scopes::{FILE_MAIL, MAKE_LABELS, READ_MAIL, SEE_LABELS, SEND_MAIL};

pub(super) static MESSAGES_LIST: Route =
    Route::get("gmail.users.messages.list", "gmail/v1/users/me/messages", READ_MAIL, units(5));
pub(super) static MESSAGES_GET: Route =
    Route::get("gmail.users.messages.get", "gmail/v1/users/me/messages/{id}", READ_MAIL, units(20).before(5));
pub(super) static ATTACHMENTS_GET: Route = Route::get(
    "gmail.users.messages.attachments.get",
    "gmail/v1/users/me/messages/{messageId}/attachments/{id}",
    READ_MAIL,
    units(20).before(5),
);
pub(super) static SEND_AS_LIST: Route =
    Route::get("gmail.users.settings.sendAs.list", "gmail/v1/users/me/settings/sendAs", READ_MAIL, units(1));
pub(super) static DRAFTS_LIST: Route =
    Route::get("gmail.users.drafts.list", "gmail/v1/users/me/drafts", SEND_MAIL, units(5));
pub(super) static DRAFTS_GET: Route =
    Route::get("gmail.users.drafts.get", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(20).before(5));
pub(super) static DRAFTS_CREATE: Route =
    Route::post("gmail.users.drafts.create", "gmail/v1/users/me/drafts", SEND_MAIL, units(10));
pub(super) static DRAFTS_SEND: Route =
    Route::post("gmail.users.drafts.send", "gmail/v1/users/me/drafts/send", SEND_MAIL, units(100));
pub(super) static DRAFTS_DELETE: Route =
    Route::delete("gmail.users.drafts.delete", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(10));
pub(super) static MESSAGES_MODIFY: Route =
    Route::post("gmail.users.messages.modify", "gmail/v1/users/me/messages/{id}/modify", FILE_MAIL, units(5));
pub(super) static MESSAGES_BATCH_MODIFY: Route = Route::post(
    "gmail.users.messages.batchModify",
    "gmail/v1/users/me/messages/batchModify",
    FILE_MAIL,
    units(50),
);
pub(super) static MESSAGES_TRASH: Route = Route::post(
    "gmail.users.messages.trash",
    "gmail/v1/users/me/messages/{id}/trash",
    FILE_MAIL,
    units(20).before(5),
);
pub(super) static MESSAGES_UNTRASH: Route = Route::post(
    "gmail.users.messages.untrash",
    "gmail/v1/users/me/messages/{id}/untrash",
    FILE_MAIL,
    units(20).before(5),
);
pub(super) static THREADS_GET: Route =
    Route::get("gmail.users.threads.get", "gmail/v1/users/me/threads/{id}", READ_MAIL, units(40).before(10));
pub(super) static THREADS_MODIFY: Route =
    Route::post("gmail.users.threads.modify", "gmail/v1/users/me/threads/{id}/modify", FILE_MAIL, units(10));
pub(super) static THREADS_TRASH: Route = Route::post(
    "gmail.users.threads.trash",
    "gmail/v1/users/me/threads/{id}/trash",
    FILE_MAIL,
    units(20).before(10),
);
pub(super) static LABELS_LIST: Route =
    Route::get("gmail.users.labels.list", "gmail/v1/users/me/labels", SEE_LABELS, units(1));
pub(super) static LABELS_GET: Route =
    Route::get("gmail.users.labels.get", "gmail/v1/users/me/labels/{id}", SEE_LABELS, units(1));
pub(super) static LABELS_CREATE: Route =
    Route::post("gmail.users.labels.create", "gmail/v1/users/me/labels", MAKE_LABELS, units(5));
pub(super) static DRAFTS_UPDATE: Route =
    Route::put("gmail.users.drafts.update", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(15));

/// For what is too large to stand in JSON.
pub(super) static DRAFTS_CREATE_UPLOAD: Route =
    Route::post("gmail.users.drafts.create", "upload/gmail/v1/users/me/drafts", SEND_MAIL, units(10));

pub(super) static DRAFTS_UPDATE_UPLOAD: Route =
    Route::put("gmail.users.drafts.update", "upload/gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(15));

const fn units(units: u32) -> Cost {
    Cost::of(Meter::Gmail, units)
}

/// All that are described in the contract of this API.
#[cfg(test)]
pub(crate) const ALL: &[&Route] = &[
    &MESSAGES_LIST,
    &MESSAGES_GET,
    &ATTACHMENTS_GET,
    &SEND_AS_LIST,
    &DRAFTS_LIST,
    &DRAFTS_GET,
    &DRAFTS_CREATE,
    &DRAFTS_SEND,
    &DRAFTS_DELETE,
    &MESSAGES_MODIFY,
    &MESSAGES_BATCH_MODIFY,
    &MESSAGES_TRASH,
    &MESSAGES_UNTRASH,
    &THREADS_GET,
    &THREADS_MODIFY,
    &THREADS_TRASH,
    &LABELS_LIST,
    &LABELS_GET,
    &LABELS_CREATE,
    &DRAFTS_UPDATE,
    &DRAFTS_CREATE_UPLOAD,
    &DRAFTS_UPDATE_UPLOAD,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_googles_contract_and_asks_for_the_least_scope() {
        crate::testing::in_contract("gmail.v1", ALL);
    }
}
