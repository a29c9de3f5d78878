//! What a Web API method answers: a success, or a refusal with Slack's own code.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue};
use serde_json::{Map, Value, json};

/// What a method gives back beside `ok`.
pub(crate) type Answer = Result<Value, Refusal>;

/// `{"ok": false, "error": …}`, always with status 200.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: String,
    /// What exactly is wrong, with pointers into the arguments.
    problems: Vec<String>,
    /// The same where a method tells it in objects.
    pointed: Vec<Value>,
    /// For `missing_scope`: what was needed, and what the token has.
    scopes: Option<(String, String)>,
}

impl Refusal {
    pub(crate) fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), problems: Vec::new(), pointed: Vec::new(), scopes: None }
    }

    pub(crate) fn with(code: &str, problems: Vec<String>) -> Self {
        Self { problems, ..Self::new(code) }
    }

    /// With an object for each thing that is wrong.
    pub(crate) fn pointing(code: &str, pointed: Vec<Value>) -> Self {
        Self { pointed, ..Self::new(code) }
    }

    pub(crate) fn missing_scope(needed: &str, provided: &[String]) -> Self {
        let scopes = Some((needed.to_owned(), provided.join(",")));
        Self { scopes, ..Self::new("missing_scope") }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = Map::new();
        body.insert("ok".into(), json!(false));
        body.insert("error".into(), json!(self.code));
        if !self.problems.is_empty() {
            let messages: Vec<String> =
                self.problems.iter().map(|problem| format!("[ERROR] {problem}")).collect();
            // Slack repeats the problems of blocks here, and of nothing else.
            if self.code == "invalid_blocks" {
                body.insert("errors".into(), json!(self.problems));
            }
            body.insert("response_metadata".into(), json!({"messages": messages}));
        }
        if !self.pointed.is_empty() {
            body.insert("errors".into(), json!(self.pointed));
        }
        if let Some((needed, provided)) = &self.scopes {
            body.insert("needed".into(), json!(needed));
            body.insert("provided".into(), json!(provided));
        }
        Value::Object(body)
    }
}

/// The headers that tell a client about its token and the method.
pub(crate) struct ScopeHeaders {
    pub(crate) granted: String,
    /// Space separated, as the table of methods has them.
    pub(crate) accepted: &'static str,
}

pub(crate) fn respond(answer: Answer, scopes: Option<ScopeHeaders>) -> Response {
    let body = match answer {
        Ok(Value::Object(mut fields)) => {
            fields.insert("ok".into(), json!(true));
            Value::Object(fields)
        }
        Ok(_) => json!({"ok": true}),
        Err(refusal) => refusal.body(),
    };
    let mut response = Json(body).into_response();
    let headers = response.headers_mut();
    headers.insert(http::header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    if let Some(scopes) = scopes {
        if let Ok(granted) = HeaderValue::from_str(&scopes.granted) {
            headers.insert(HeaderName::from_static("x-oauth-scopes"), granted);
        }
        if !scopes.accepted.is_empty() {
            let accepted = scopes.accepted.replace(' ', ",");
            if let Ok(accepted) = HeaderValue::from_str(&accepted) {
                headers.insert(HeaderName::from_static("x-accepted-oauth-scopes"), accepted);
            }
        }
    }
    response
}
