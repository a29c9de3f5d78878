//! The methods of Gmail that we use.

use wire::Method;

use crate::api::Route;
use crate::scopes::{READ_MAIL, SEND_MAIL};

pub(super) const MESSAGES_LIST: Route = Route {
    id: "gmail.users.messages.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages"],
    any_of: READ_MAIL,
};

pub(super) const MESSAGES_GET: Route = Route {
    id: "gmail.users.messages.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages", "{id}"],
    any_of: READ_MAIL,
};

pub(super) const ATTACHMENTS_GET: Route = Route {
    id: "gmail.users.messages.attachments.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "messages", "{messageId}", "attachments", "{id}"],
    any_of: READ_MAIL,
};

pub(super) const SEND_AS_LIST: Route = Route {
    id: "gmail.users.settings.sendAs.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "settings", "sendAs"],
    any_of: READ_MAIL,
};

pub(super) const DRAFTS_LIST: Route = Route {
    id: "gmail.users.drafts.list",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "drafts"],
    any_of: SEND_MAIL,
};

pub(super) const DRAFTS_GET: Route = Route {
    id: "gmail.users.drafts.get",
    method: Method::GET,
    path: &["gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
};

pub(super) const DRAFTS_CREATE: Route = Route {
    id: "gmail.users.drafts.create",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "drafts"],
    any_of: SEND_MAIL,
};

pub(super) const DRAFTS_SEND: Route = Route {
    id: "gmail.users.drafts.send",
    method: Method::POST,
    path: &["gmail", "v1", "users", "me", "drafts", "send"],
    any_of: SEND_MAIL,
};

pub(super) const DRAFTS_DELETE: Route = Route {
    id: "gmail.users.drafts.delete",
    method: Method::DELETE,
    path: &["gmail", "v1", "users", "me", "drafts", "{id}"],
    any_of: SEND_MAIL,
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const ALL: [&Route; 9] = [
        &DRAFTS_DELETE,
        &MESSAGES_LIST,
        &MESSAGES_GET,
        &ATTACHMENTS_GET,
        &SEND_AS_LIST,
        &DRAFTS_LIST,
        &DRAFTS_GET,
        &DRAFTS_CREATE,
        &DRAFTS_SEND,
    ];

    #[test]
    fn every_route_and_every_scope_alternative_is_in_googles_contract() {
        let contract = concat!(env!("CARGO_MANIFEST_DIR"), "/../sandbox/contract/gmail.v1.json");
        let contract: Value = serde_json::from_slice(&std::fs::read(contract).unwrap()).unwrap();
        for route in ALL {
            let described = method(&contract, route.id);
            assert_eq!(described["httpMethod"], route.method.as_str(), "{}", route.id);
            let path = route.path.join("/").replace("users/me", "users/{userId}");
            assert_eq!(described["path"], path, "{}", route.id);
            let accepted = described["scopes"].as_array().unwrap();
            for scope in route.any_of {
                assert!(accepted.contains(&Value::from(scope.0)), "{} does not accept {}", route.id, scope.0);
            }
        }
    }

    /// `gmail.users.drafts.get` is `resources.users.resources.drafts.methods.get`.
    fn method<'a>(contract: &'a Value, id: &str) -> &'a Value {
        let names: Vec<&str> = id.split('.').skip(1).collect();
        let (last, resources) = names.split_last().unwrap();
        let resource = resources.iter().fold(contract, |at, name| &at["resources"][*name]);
        &resource["methods"][*last]
    }
}
