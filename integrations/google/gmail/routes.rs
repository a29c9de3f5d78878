//! The methods of Gmail that we use.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{FILE_MAIL, MAKE_LABELS, READ_MAIL, SEE_LABELS, SEND_MAIL};

pub(super) const MESSAGES_LIST: Route = Route {
    id: "gmail.users.messages.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages"],
    any_of: READ_MAIL,
    cost: units(5),
};

pub(super) const MESSAGES_GET: Route = Route {
    id: "gmail.users.messages.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages", "{id}"],
    any_of: READ_MAIL,
    cost: units(20).before(5),
};

pub(super) const ATTACHMENTS_GET: Route = Route {
    id: "gmail.users.messages.attachments.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages", "{messageId}", "attachments", "{id}"],
    any_of: READ_MAIL,
    cost: units(20).before(5),
};

pub(super) const SEND_AS_LIST: Route = Route {
    id: "gmail.users.settings.sendAs.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "settings", "sendAs"],
    any_of: READ_MAIL,
    cost: units(1),
};

pub(super) const DRAFTS_LIST: Route = Route {
    id: "gmail.users.drafts.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "drafts"],
    any_of: SEND_MAIL,
    cost: units(5),
};

pub(super) const DRAFTS_GET: Route = Route {
    id: "gmail.users.drafts.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
    cost: units(20).before(5),
};

pub(super) const DRAFTS_CREATE: Route = Route {
    id: "gmail.users.drafts.create",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "drafts"],
    any_of: SEND_MAIL,
    cost: units(10),
};

pub(super) const DRAFTS_SEND: Route = Route {
    id: "gmail.users.drafts.send",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "drafts", "send"],
    any_of: SEND_MAIL,
    cost: units(100),
};

pub(super) const DRAFTS_DELETE: Route = Route {
    id: "gmail.users.drafts.delete",
    method: Method::DELETE,
    path: &["gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
    cost: units(10),
};

pub(super) const MESSAGES_MODIFY: Route = Route {
    id: "gmail.users.messages.modify",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "messages", "{id}", "modify"],
    any_of: FILE_MAIL,
    cost: units(5),
};

pub(super) const MESSAGES_BATCH_MODIFY: Route = Route {
    id: "gmail.users.messages.batchModify",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "messages", "batchModify"],
    any_of: FILE_MAIL,
    cost: units(50),
};

pub(super) const MESSAGES_TRASH: Route = Route {
    id: "gmail.users.messages.trash",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "messages", "{id}", "trash"],
    any_of: FILE_MAIL,
    cost: units(20).before(5),
};

pub(super) const MESSAGES_UNTRASH: Route = Route {
    id: "gmail.users.messages.untrash",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "messages", "{id}", "untrash"],
    any_of: FILE_MAIL,
    cost: units(20).before(5),
};

pub(super) const THREADS_GET: Route = Route {
    id: "gmail.users.threads.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "threads", "{id}"],
    any_of: READ_MAIL,
    cost: units(40).before(10),
};

pub(super) const THREADS_MODIFY: Route = Route {
    id: "gmail.users.threads.modify",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "threads", "{id}", "modify"],
    any_of: FILE_MAIL,
    cost: units(10),
};

pub(super) const THREADS_TRASH: Route = Route {
    id: "gmail.users.threads.trash",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "threads", "{id}", "trash"],
    any_of: FILE_MAIL,
    cost: units(20).before(10),
};

pub(super) const LABELS_LIST: Route = Route {
    id: "gmail.users.labels.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "labels"],
    any_of: SEE_LABELS,
    cost: units(1),
};

pub(super) const LABELS_GET: Route = Route {
    id: "gmail.users.labels.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "labels", "{id}"],
    any_of: SEE_LABELS,
    cost: units(1),
};

pub(super) const LABELS_CREATE: Route = Route {
    id: "gmail.users.labels.create",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "labels"],
    any_of: MAKE_LABELS,
    cost: units(5),
};

pub(super) const DRAFTS_UPDATE: Route = Route {
    id: "gmail.users.drafts.update",
    method: Method::PUT,
    path: &["gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
    cost: units(15),
};

/// For what is too large to stand in JSON.
pub(super) const DRAFTS_CREATE_UPLOAD: Route = Route {
    id: "gmail.users.drafts.create",
    method: Method::POST,
    path: &["upload", "gmail", "v1", "users", "me", "drafts"],
    any_of: SEND_MAIL,
    cost: units(10),
};

pub(super) const DRAFTS_UPDATE_UPLOAD: Route = Route {
    id: "gmail.users.drafts.update",
    method: Method::PUT,
    path: &["upload", "gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
    cost: units(15),
};

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
