//! Sheets as a client sees it.

mod access;
mod append;
mod batch;
mod formulas;
mod ranges;
mod refusals;
mod structure;
mod values;

use super::*;

const SHEETS: &str = "https://www.googleapis.com/auth/spreadsheets";

/// Somebody's spreadsheet and the means to call it.
struct Desk {
    caller: Caller,
    token: String,
    id: String,
}

impl Desk {
    /// A new spreadsheet of Ana's.
    async fn new() -> Self {
        Self::made(json!({ "properties": { "title": "Plan" } })).await
    }

    async fn made(body: Value) -> Self {
        let caller = Caller::new();
        let token = caller.google.token_for("ana", &[SHEETS]).unwrap();
        let made = caller.with_token(&token, "POST", "/v4/spreadsheets", Some(body)).await;
        assert_eq!(made.code, 200, "{}", made.text);
        let id = made.body["spreadsheetId"].as_str().unwrap().to_owned();
        Self { caller, token, id }
    }

    async fn call(&self, method: &str, rest: &str, body: Option<Value>) -> Answer {
        let path = format!("/v4/spreadsheets/{}{rest}", self.id);
        self.caller.with_token(&self.token, method, &path, body).await
    }

    async fn get(&self, range: &str) -> Answer {
        self.call("GET", &format!("/values/{}", encoded(range)), None).await
    }

    /// The values of a range as the cells show them.
    async fn shown(&self, range: &str) -> Value {
        let answer = self.get(range).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body["values"].clone()
    }

    async fn option(&self, range: &str, options: &str) -> Value {
        let answer = self.call("GET", &format!("/values/{}?{options}", encoded(range)), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body["values"].clone()
    }

    async fn put(&self, range: &str, input: &str, values: Value) -> Answer {
        let path = format!("/values/{}?valueInputOption={input}", encoded(range));
        self.call("PUT", &path, Some(json!({ "values": values }))).await
    }

    /// Types values in, from a cell on.
    async fn typed(&self, range: &str, values: Value) {
        let answer = self.put(range, "USER_ENTERED", values).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
    }

    async fn batch(&self, requests: Value) -> Answer {
        self.call("POST", ":batchUpdate", Some(json!({ "requests": requests }))).await
    }

    /// Performs one request and gives its reply.
    async fn done(&self, request: Value) -> Value {
        let answer = self.batch(json!([request])).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body["replies"][0].clone()
    }

    /// The words against one request.
    async fn refused(&self, request: Value) -> String {
        let answer = self.batch(json!([request])).await;
        assert_eq!((answer.code, answer.reason()), (400, "invalidArgument"), "{}", answer.text);
        answer.message().to_owned()
    }

    async fn sheets(&self) -> Value {
        self.call("GET", "?fields=sheets", None).await.body["sheets"].clone()
    }
}

fn encoded(range: &str) -> String {
    url::form_urlencoded::byte_serialize(range.as_bytes()).collect::<String>().replace('+', "%20")
}
