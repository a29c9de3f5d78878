//! What Google answers when it does not do what was asked: the two-part error body of its REST APIs.
//!
//! Knows the shape and the wording of the refusals, not when they are due.

mod limits;
mod scripted;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use serde_json::{Value, json};

pub use scripted::scripted;

/// An error body of a Google API, `{"error": {code, message, errors, status, details}}`.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    code: u16,
    message: String,
    /// The message of the older `errors[]` entry, where it differs from the newer one.
    short: Option<&'static str>,
    reason: &'static str,
    domain: &'static str,
    location: Option<(&'static str, &'static str)>,
    status: &'static str,
    details: Vec<Value>,
    challenge: Option<String>,
    /// Seconds.
    retry_after: Option<u64>,
}

impl Refusal {
    fn new(code: u16, status: &'static str, reason: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            code,
            message: message.into(),
            short: None,
            reason,
            domain: "global",
            location: None,
            status,
            details: Vec::new(),
            challenge: None,
            retry_after: None,
        }))
    }

    /// The HTTP status.
    #[cfg(test)]
    pub(crate) fn code(&self) -> u16 {
        self.0.code
    }

    /// The sentence for the developer.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// An error of the services that are older than Google's `status` codes, and name none.
    pub(crate) fn older(code: u16, reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, "", reason, message)
    }

    /// The same, with the place that is wrong: its name, and whether it is a `parameter`, a `header` or something `other`.
    pub(crate) fn at(mut self, location: &'static str, kind: &'static str) -> Self {
        self.0.location = Some((location, kind));
        self
    }

    /// The same, in a domain of its own.
    pub(crate) fn of_domain(mut self, domain: &'static str) -> Self {
        self.0.domain = domain;
        self
    }

    /// 400 about one field of the request, in the words of Google's JSON reader.
    pub(crate) fn field(field: impl Into<String>, description: impl Into<String>) -> Self {
        let description = description.into();
        let mut violation = json!({ "description": description });
        let field = field.into();
        if let (false, Some(object)) = (field.is_empty(), violation.as_object_mut()) {
            object.insert("field".to_owned(), field.into());
        }
        let mut refusal = Self::new(400, "INVALID_ARGUMENT", "invalid", description);
        refusal.0.details = vec![json!({
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "fieldViolations": [violation],
        })];
        refusal
    }

    /// 400 from the method itself.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(400, "INVALID_ARGUMENT", "invalidArgument", message)
    }

    /// 400: the entity is not of a kind, or not in a state, that the method works on.
    pub(crate) fn precondition(message: impl Into<String>) -> Self {
        Self::new(400, "FAILED_PRECONDITION", "failedPrecondition", message)
    }

    /// 400 of the older APIs about one query parameter.
    pub(crate) fn parameter(message: impl Into<String>, parameter: &'static str) -> Self {
        let mut refusal = Self::new(400, "INVALID_ARGUMENT", "invalidParameter", message);
        refusal.0.location = Some((parameter, "parameter"));
        refusal
    }

    /// 400: a declared parameter that must be there is not.
    pub(crate) fn required(parameter: &str) -> Self {
        Self::new(400, "INVALID_ARGUMENT", "required", format!("Required parameter: {parameter}"))
    }

    /// 401: no token at all.
    pub(crate) fn no_credentials() -> Self {
        let mut refusal = Self::new(
            401,
            "UNAUTHENTICATED",
            "required",
            "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie \
             or other valid authentication credential. See \
             https://developers.google.com/identity/sign-in/web/devconsole-project.",
        );
        refusal.0.short = Some("Login Required.");
        refusal.0.location = Some(("Authorization", "header"));
        refusal.0.challenge = Some("Bearer realm=\"https://accounts.google.com/\"".to_owned());
        refusal.0.details = vec![error_info("CREDENTIALS_MISSING", &json!({}))];
        refusal
    }

    /// 401: a token that is unknown, expired or revoked.
    pub(crate) fn bad_credentials() -> Self {
        let mut refusal = Self::new(
            401,
            "UNAUTHENTICATED",
            "authError",
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other \
             valid authentication credential. See \
             https://developers.google.com/identity/sign-in/web/devconsole-project.",
        );
        refusal.0.short = Some("Invalid Credentials");
        refusal.0.location = Some(("Authorization", "header"));
        refusal.0.challenge =
            Some("Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\"".to_owned());
        refusal
    }

    /// 403: the token is good, but for other things.
    pub(crate) fn scopes(service: &str, method: &str, needed: &[String]) -> Self {
        let mut refusal = Self::new(
            403,
            "PERMISSION_DENIED",
            "insufficientPermissions",
            "Request had insufficient authentication scopes.",
        );
        refusal.0.short = Some("Insufficient Permission");
        refusal.0.details = vec![error_info(
            "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            &json!({ "service": service, "method": method }),
        )];
        refusal.0.challenge = Some(format!(
            "Bearer realm=\"https://accounts.google.com/\", error=\"insufficient_scope\", scope=\"{}\"",
            needed.join(" ")
        ));
        refusal
    }

    /// 403 from the method itself.
    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(403, "PERMISSION_DENIED", "forbidden", message)
    }

    /// 403: the API is not switched on for the client's project.
    pub(crate) fn disabled(title: &str, service: &str) -> Self {
        let project = "projects/402817395164";
        let number = "402817395164";
        let activation =
            format!("https://console.developers.google.com/apis/api/{service}/overview?project={number}");
        let mut refusal = Self::new(
            403,
            "PERMISSION_DENIED",
            "accessNotConfigured",
            format!(
                "{title} has not been used in project {number} before or it is disabled. Enable it by visiting \
                 {activation} then retry. If you enabled this API recently, wait a few minutes for the action to \
                 propagate to our systems and retry."
            ),
        );
        refusal.0.domain = "usageLimits";
        refusal.0.details = vec![
            error_info(
                "SERVICE_DISABLED",
                &json!({
                    "service": service, "serviceTitle": title, "consumer": project,
                    "containerInfo": number, "activationUrl": activation,
                }),
            ),
            json!({
                "@type": "type.googleapis.com/google.rpc.Help",
                "links": [{ "description": "Google developers console API activation", "url": activation }],
            }),
        ];
        refusal
    }

    /// 400: Gmail has no mailbox for a service account that speaks for nobody.
    pub(crate) fn failed_precondition() -> Self {
        Self::new(400, "FAILED_PRECONDITION", "failedPrecondition", "Precondition check failed.")
    }

    /// 404 for an entity with a well-formed id.
    pub(crate) fn not_found() -> Self {
        Self::new(404, "NOT_FOUND", "notFound", "Requested entity was not found.")
    }

    /// 409: the name is taken.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(409, "ABORTED", "aborted", message)
    }

    /// 413: more than the method's declared maximum.
    pub(crate) fn too_large() -> Self {
        Self::new(413, "INVALID_ARGUMENT", "uploadTooLarge", "Request Entity Too Large")
    }

    /// 501: in the contract, and not built in this sandbox.
    pub(crate) fn not_implemented(what: &str) -> Self {
        Self::new(
            501,
            "UNIMPLEMENTED",
            "notImplemented",
            format!("{what} is not implemented in this sandbox."),
        )
    }

    /// The body, as Google writes it.
    pub(crate) fn body(&self) -> Value {
        let mut entry = json!({
            "message": self.0.short.unwrap_or(&self.0.message),
            "domain": self.0.domain,
            "reason": self.0.reason,
        });
        if let (Some((name, kind)), Some(object)) = (self.0.location, entry.as_object_mut()) {
            object.insert("location".to_owned(), name.into());
            object.insert("locationType".to_owned(), kind.into());
        }
        let mut error = json!({
            "code": self.0.code,
            "message": self.0.message,
            "errors": [entry],
        });
        if let (false, Some(object)) = (self.0.status.is_empty(), error.as_object_mut()) {
            object.insert("status".to_owned(), self.0.status.into());
        }
        if let (false, Some(object)) = (self.0.details.is_empty(), error.as_object_mut()) {
            object.insert("details".to_owned(), Value::Array(self.0.details.clone()));
        }
        json!({ "error": error })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json_response(self.0.code, &self.body(), Layout::Pretty);
        if let Some(challenge) = &self.0.challenge
            && let Ok(value) = http::HeaderValue::from_str(challenge)
        {
            response.headers_mut().insert(WWW_AUTHENTICATE, value);
        }
        if let Some(seconds) = self.0.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// How JSON is laid out on the wire: Google indents unless `prettyPrint=false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Pretty,
    Compact,
}

/// A JSON answer with Google's content type.
pub(crate) fn json_response(code: u16, body: &Value, layout: Layout) -> Response {
    let text = match layout {
        Layout::Pretty => format!("{body:#}\n"),
        Layout::Compact => body.to_string(),
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() =
        http::StatusCode::from_u16(code).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
    response
        .headers_mut()
        .insert(CONTENT_TYPE, http::HeaderValue::from_static("application/json; charset=UTF-8"));
    response
}

fn error_info(reason: &str, metadata: &Value) -> Value {
    json!({
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": reason,
        "domain": "googleapis.com",
        "metadata": metadata,
    })
}
