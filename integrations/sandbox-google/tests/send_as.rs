//! The addresses somebody sends as.

use super::*;

const BASIC: &str = "https://www.googleapis.com/auth/gmail.settings.basic";

fn house() -> Caller {
    Caller::in_world(&json!({
        "workspace": "Test House", "domain": "house.example",
        "people": [
            { "handle": "ana", "name": "Ana Ruíz", "signature": "<b>Ana</b>", "aliases": [
                { "address": "hello@house.example", "name": "Test House" },
                { "address": "books@house.example", "name": "Bookkeeping", "default": true },
            ] },
            { "handle": "ben", "name": "Ben Okafor" },
        ],
    }))
}

async fn send(caller: &Caller, text: &str) -> String {
    let answer = caller.gmail("ana", "POST", "messages/send", Some(json!({ "raw": raw(text) }))).await;
    assert_eq!(answer.code, 200, "{}", answer.text);
    let sent = caller.message("ana", answer.body["id"].as_str().unwrap()).await;
    header(&sent, "From").unwrap().to_owned()
}

#[tokio::test]
async fn the_own_address_and_the_aliases_are_listed_with_their_signatures() {
    let caller = house();
    let list = caller.gmail("ana", "GET", "settings/sendAs", None).await;
    let all = list.body["sendAs"].as_array().unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!((&all[0]["isPrimary"], &all[0]["signature"]), (&json!(true), &json!("<b>Ana</b>")));
    assert!(all[0].get("isDefault").is_none(), "an alias is the default");
    assert_eq!(all[1]["verificationStatus"], "accepted");
    let one = caller.gmail("ana", "GET", "settings/sendAs/books%40house.example", None).await;
    assert_eq!((&one.body["displayName"], &one.body["isDefault"]), (&json!("Bookkeeping"), &json!(true)));
    let foreign = caller.gmail("ana", "GET", "settings/sendAs/ben%40house.example", None).await;
    assert_eq!(foreign.code, 404);
}

#[tokio::test]
async fn mail_goes_out_from_own_addresses_only() {
    let caller = house();
    let to = "To: ben@house.example\nSubject: x\n\nx";
    assert_eq!(
        send(&caller, &format!("From: hello@house.example\n{to}")).await,
        "Test House <hello@house.example>"
    );
    let named = "From: Ana of House <hello@house.example>";
    assert_eq!(send(&caller, &format!("{named}\n{to}")).await, "Ana of House <hello@house.example>");
    let foreign = send(&caller, &format!("From: Ben <ben@house.example>\n{to}")).await;
    assert_eq!(foreign, "Ana Ruíz <ana@house.example>");
    assert_eq!(send(&caller, to).await, "Bookkeeping <books@house.example>", "the default address");
    assert_eq!(caller.found("ana", "from:me in:sent").await.len(), 4);
}

#[tokio::test]
async fn mail_to_an_alias_arrives() {
    let caller = house();
    let text = raw("To: hello@house.example\nSubject: To the house\n\nx");
    caller.gmail("ben", "POST", "messages/send", Some(json!({ "raw": text }))).await;
    let found = caller.found("ana", "in:inbox subject:house").await;
    assert_eq!(found.len(), 1);
    assert_eq!(header(&caller.message("ana", &found[0]).await, "Delivered-To"), Some("ana@house.example"));
}

#[tokio::test]
async fn a_signature_and_the_default_are_changed_with_the_settings_scope() {
    let caller = house();
    let token = caller.google.token_for("ana", &[BASIC]).unwrap();
    let path = |address: &str| format!("/gmail/v1/users/me/settings/sendAs/{address}");
    let change = json!({ "signature": "<i>House</i>", "displayName": "The House", "isDefault": true });
    let hello = path("hello%40house.example");
    let changed = caller.with_token(&token, "PATCH", &hello, Some(change.clone())).await;
    assert_eq!(changed.code, 200, "{}", changed.text);
    assert_eq!(
        (&changed.body["signature"], &changed.body["isDefault"]),
        (&json!("<i>House</i>"), &json!(true))
    );
    let books = caller.with_token(&token, "GET", &path("books%40house.example"), None).await;
    assert!(books.body.get("isDefault").is_none());
    let never = caller.with_token(&token, "PATCH", &hello, Some(json!({ "isDefault": false }))).await;
    assert_eq!(never.code, 400);
    let missing = caller.with_token(&token, "PATCH", &path("x%40house.example"), Some(json!({}))).await;
    assert_eq!(missing.code, 404);
    let modify_only =
        caller.gmail("ana", "PATCH", "settings/sendAs/hello%40house.example", Some(change)).await;
    assert_eq!((modify_only.code, modify_only.reason()), (403, "insufficientPermissions"));
    let from = send(&caller, "To: ben@house.example\n\nx").await;
    assert_eq!(from, "The House <hello@house.example>");
}
