//! The methods of Gmail that we use.

use crate::api::{Cost, Meter, routes};
use crate::scopes::{FILE_MAIL, MAKE_LABELS, READ_MAIL, SEE_LABELS, SEND_MAIL};

routes! {
    MESSAGES_LIST: get "gmail.users.messages.list", "gmail/v1/users/me/messages", READ_MAIL, units(5);
    MESSAGES_GET: get "gmail.users.messages.get",
        "gmail/v1/users/me/messages/{id}", READ_MAIL, units(20).before(5);
    ATTACHMENTS_GET: get "gmail.users.messages.attachments.get",
        "gmail/v1/users/me/messages/{messageId}/attachments/{id}", READ_MAIL, units(20).before(5);
    SEND_AS_LIST: get "gmail.users.settings.sendAs.list",
        "gmail/v1/users/me/settings/sendAs", READ_MAIL, units(1);
    DRAFTS_LIST: get "gmail.users.drafts.list", "gmail/v1/users/me/drafts", SEND_MAIL, units(5);
    DRAFTS_GET: get "gmail.users.drafts.get", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(20).before(5);
    DRAFTS_CREATE: post "gmail.users.drafts.create", "gmail/v1/users/me/drafts", SEND_MAIL, units(10);
    DRAFTS_SEND: post "gmail.users.drafts.send", "gmail/v1/users/me/drafts/send", SEND_MAIL, units(100);
    DRAFTS_DELETE: delete "gmail.users.drafts.delete", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(10);
    MESSAGES_MODIFY: post "gmail.users.messages.modify",
        "gmail/v1/users/me/messages/{id}/modify", FILE_MAIL, units(5);
    MESSAGES_BATCH_MODIFY: post "gmail.users.messages.batchModify",
        "gmail/v1/users/me/messages/batchModify", FILE_MAIL, units(50);
    MESSAGES_TRASH: post "gmail.users.messages.trash",
        "gmail/v1/users/me/messages/{id}/trash", FILE_MAIL, units(20).before(5);
    MESSAGES_UNTRASH: post "gmail.users.messages.untrash",
        "gmail/v1/users/me/messages/{id}/untrash", FILE_MAIL, units(20).before(5);
    THREADS_GET: get "gmail.users.threads.get",
        "gmail/v1/users/me/threads/{id}", READ_MAIL, units(40).before(10);
    THREADS_MODIFY: post "gmail.users.threads.modify",
        "gmail/v1/users/me/threads/{id}/modify", FILE_MAIL, units(10);
    THREADS_TRASH: post "gmail.users.threads.trash",
        "gmail/v1/users/me/threads/{id}/trash", FILE_MAIL, units(20).before(10);
    LABELS_LIST: get "gmail.users.labels.list", "gmail/v1/users/me/labels", SEE_LABELS, units(1);
    LABELS_GET: get "gmail.users.labels.get", "gmail/v1/users/me/labels/{id}", SEE_LABELS, units(1);
    LABELS_CREATE: post "gmail.users.labels.create", "gmail/v1/users/me/labels", MAKE_LABELS, units(5);
    DRAFTS_UPDATE: put "gmail.users.drafts.update", "gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(15);
    /// For what is too large to stand in JSON.
    DRAFTS_CREATE_UPLOAD: post "gmail.users.drafts.create",
        "upload/gmail/v1/users/me/drafts", SEND_MAIL, units(10);
    DRAFTS_UPDATE_UPLOAD: put "gmail.users.drafts.update",
        "upload/gmail/v1/users/me/drafts/{id}", SEND_MAIL, units(15);
}

const fn units(units: u32) -> Cost {
    Cost::of(Meter::Gmail, units)
}
