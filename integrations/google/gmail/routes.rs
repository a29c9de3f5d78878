//! The methods of Gmail that we use.

use wire::Method;

use crate::api::{Cost, Meter, Route};
use crate::scopes::{READ_MAIL, SEND_MAIL};

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

const fn units(units: u32) -> Cost {
    Cost::of(Meter::Gmail, units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_and_every_scope_alternative_is_in_googles_contract() {
        crate::testing::in_contract(
            "gmail.v1",
            &[
                &DRAFTS_DELETE,
                &MESSAGES_LIST,
                &MESSAGES_GET,
                &ATTACHMENTS_GET,
                &SEND_AS_LIST,
                &DRAFTS_LIST,
                &DRAFTS_GET,
                &DRAFTS_CREATE,
                &DRAFTS_SEND,
            ],
        );
    }
}
