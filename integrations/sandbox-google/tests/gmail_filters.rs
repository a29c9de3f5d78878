//! Filters: what arrives is labelled by them, and what is no filter is refused.

use super::*;

const BASIC: &str = "https://www.googleapis.com/auth/gmail.settings.basic";

impl Caller {
    async fn filters(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let token = self.google.token_for("ana", &[BASIC]).unwrap();
        self.with_token(&token, method, &format!("/gmail/v1/users/me/settings/filters{path}"), body).await
    }

    /// The labels of mail with these words in its subject, once it has come to Ana.
    async fn arrives(&self, subject: &str, text: &str) -> Vec<String> {
        let mail = json!({ "from": "ben", "to": ["ana"], "subject": subject, "text": text, "unread": true });
        self.google.deliver(&serde_json::from_value(mail).unwrap()).unwrap();
        let id = self.found("ana", &format!("subject:{subject} in:anywhere")).await.remove(0);
        labels(&self.message("ana", &id).await).into_iter().map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn arriving_mail_is_labelled_by_filters() {
    let caller = Caller::new();
    assert_eq!(caller.filters("GET", "", None).await.body, json!({}));
    let star = json!({ "addLabelIds": ["STARRED"], "removeLabelIds": ["INBOX"] });
    let made = async |criteria: Value| {
        let body = json!({ "criteria": criteria, "action": star });
        let made = caller.filters("POST", "", Some(body)).await;
        assert_eq!(made.code, 200, "{}", made.text);
        made.body["id"].as_str().unwrap().to_owned()
    };
    let id = made(json!({ "from": "ben@house.example", "subject": "tea", "negatedQuery": "coffee" })).await;
    assert_eq!(caller.arrives("tea", "green").await, ["STARRED", "UNREAD"]);
    assert_eq!(caller.arrives("tea1", "green").await, ["INBOX", "UNREAD"]);
    let coffee = json!({ "from": "ben", "to": ["ana"], "subject": "tea or", "text": "coffee" });
    caller.google.deliver(&serde_json::from_value(coffee).unwrap()).unwrap();
    assert_eq!(caller.found("ana", "coffee is:starred").await.len(), 0);
    made(json!({ "size": 2000, "sizeComparison": "larger" })).await;
    assert_eq!(caller.arrives("long", &"word ".repeat(500)).await, ["STARRED", "UNREAD"]);
    assert_eq!(caller.arrives("short", "word").await, ["INBOX", "UNREAD"]);
    assert_eq!(caller.filters("GET", "", None).await.body["filter"].as_array().unwrap().len(), 2);
    assert_eq!(caller.filters("GET", &format!("/{id}"), None).await.body["criteria"]["subject"], "tea");
    assert_eq!(caller.filters("DELETE", &format!("/{id}"), None).await.code, 204);
    assert_eq!(caller.arrives("tea2", "green").await, ["INBOX", "UNREAD"]);
}

#[tokio::test]
async fn what_is_no_filter_is_refused() {
    let caller = Caller::new();
    let filter = |action: Value| Some(json!({ "criteria": { "from": "ben" }, "action": action }));
    let star = filter(json!({ "addLabelIds": ["STARRED"] }));
    assert_eq!(caller.filters("POST", "", star.clone()).await.code, 200);
    for (body, reason, message) in [
        (star, "failedPrecondition", "Filter already exists"),
        (filter(json!({ "addLabelIds": ["Dianne"] })), "invalidArgument", "Invalid label: Dianne"),
        (
            filter(json!({ "forward": "a@b.example" })),
            "failedPrecondition",
            "Unrecognized forwarding address",
        ),
    ] {
        let refused = caller.filters("POST", "", body).await;
        assert_eq!((refused.code, refused.reason(), refused.message()), (400, reason, message));
    }
    for method in ["GET", "DELETE"] {
        let missing = caller.filters(method, "/ANe1Bmnone", None).await;
        assert_eq!((missing.code, missing.reason()), (404, "notFound"));
    }
    let refused = caller.gmail("ana", "POST", "settings/filters", filter(json!({}))).await;
    assert_eq!((refused.code, refused.reason()), (403, "insufficientPermissions"));
}
