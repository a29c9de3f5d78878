//! Why Google did not do what was asked, told apart by what the caller can do.

use std::time::Duration;

use kernel::{Code, Failure, Unmade};
use serde_json::Value;
use wire::{Incoming, WireError};

/// A quote longer than this helps nobody.
const LONGEST_QUOTE: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// It never left.
    #[error("{0}")]
    Unsent(Failure),
    /// Not now: a quota, or trouble on Google's side. Nothing was done.
    #[error("{failure}")]
    Later { failure: Failure, after: Option<Duration> },
    /// It left, and nobody knows what became of it.
    #[error("{0}")]
    Lost(Failure),
    /// There is no such thing.
    #[error("{0}")]
    Missing(Failure),
    /// Google said no.
    #[error("{0}")]
    Refused(Failure),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unsent(failure)
            | Trouble::Later { failure, .. }
            | Trouble::Lost(failure)
            | Trouble::Missing(failure)
            | Trouble::Refused(failure) => failure,
        }
    }
}

/// Only a lost answer leaves a doubt: the client reports an earlier attempt that may have acted as lost, too.
impl From<Trouble> for Unmade {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Lost(failure) => Self::Doubtful(failure),
            Trouble::Unsent(failure)
            | Trouble::Later { failure, .. }
            | Trouble::Missing(failure)
            | Trouble::Refused(failure) => Self::Refused(failure),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

impl Trouble {
    pub(super) fn closed() -> Self {
        Self::Unsent(Failure::operator(
            Code::Cancelled,
            "The program is shutting down. Try again after its start.",
        ))
    }

    pub(super) fn of_wire(error: &WireError) -> Self {
        let words = "Google cannot be reached. Try again in a minute.";
        match error {
            WireError::Unreachable { .. } => {
                Self::Unsent(Failure::person(Code::NotAvailable, words).quoting(error.to_string()))
            }
            WireError::BadAddress { .. } | WireError::Forbidden { .. } => {
                Self::Refused(Failure::invalid("That cannot be part of an address of Google's."))
            }
            WireError::TimedOut { .. } => Self::Lost(Failure::person(
                Code::Timeout,
                "Google did not answer in time. Try again in a minute.",
            )),
            WireError::TooLarge { .. } => Self::Refused(Failure::model(
                Code::NotAvailable,
                "Google's answer is too large to take. Ask for less of it.",
            )),
            WireError::Unanswered { .. } | WireError::Unreadable { .. } | WireError::Misdirected { .. } => {
                Self::Lost(Failure::person(Code::NotAvailable, words).quoting(error.to_string()))
            }
        }
    }

    pub(super) fn of_answer(answer: &Incoming) -> Self {
        let said = Said::of(answer);
        let failure = |failure: Failure| match &said.message {
            Some(message) => failure.quoting(message.as_str()),
            None => failure,
        };
        match (answer.status.as_u16(), said.kind()) {
            (401, _) => Self::Refused(failure(Failure::person(
                Code::AuthRequired,
                "Google does not accept my access any more. Ask again, and connect the account when I offer it.",
            ))),
            (429, _) | (403, Kind::Quota) => {
                Self::Later { failure: failure(forbidden(Kind::Quota)), after: answer.retry_after() }
            }
            (500..600, _) => Self::Later {
                failure: failure(Failure::person(
                    Code::NotAvailable,
                    "Google has trouble just now. Try again in a minute.",
                )),
                after: answer.retry_after(),
            },
            (403, kind) => Self::Refused(failure(forbidden(kind))),
            (404 | 410, _) => Self::Missing(failure(Failure::not_found(
                "Google knows nothing by that id. Search again for a current one.",
            ))),
            (409, _) => Self::Refused(failure(Failure::conflict(
                "That is in conflict with what is there already. Look again before trying once more.",
            ))),
            (412, _) => Self::Refused(failure(Failure::model(
                Code::StaleWrite,
                "It was changed in the meantime. Read it again before changing it.",
            ))),
            _ => Self::Refused(failure(Failure::invalid(
                "Google did not understand the request. Change it as Google's words say.",
            ))),
        }
    }

    /// Whether a request that met with it may have been carried out.
    pub(super) fn may_have_acted(&self) -> bool {
        match self {
            Self::Lost(_) => true,
            Self::Later { failure, .. } => failure.code != Code::RateLimited,
            Self::Unsent(_) | Self::Missing(_) | Self::Refused(_) => false,
        }
    }

    /// For a request that changes something, after an attempt of which nobody knows what it did.
    pub(super) fn in_doubt(self) -> Self {
        match self {
            Self::Unsent(failure) | Self::Later { failure, .. } => Self::Lost(failure),
            other @ (Self::Lost(_) | Self::Missing(_) | Self::Refused(_)) => other,
        }
    }

    /// For a request that changes something: a server that broke may have done it before.
    pub(super) fn perhaps_done(self) -> Self {
        match self {
            Self::Later { failure, .. } if failure.code != Code::RateLimited => Self::Lost(failure),
            other @ (Self::Unsent(_)
            | Self::Later { .. }
            | Self::Lost(_)
            | Self::Missing(_)
            | Self::Refused(_)) => other,
        }
    }
}

/// Why Google does not allow it, told apart by who can do something about it.
fn forbidden(kind: Kind) -> Failure {
    match kind {
        Kind::Quota => Failure::model(
            Code::RateLimited,
            "Google says that there were too many requests. Wait a minute, then ask for less at once.",
        ),
        Kind::Scope => Failure::person(
            Code::ScopeMissing,
            "Google says that I lack the permission for this. Ask again, and allow it when I offer it.",
        ),
        Kind::Disabled => Failure::operator(
            Code::NotAvailable,
            "This Google API is not switched on for this installation's project. Switch it on in the Google \
             Cloud console.",
        ),
        Kind::Forbidden => Failure::model(
            Code::Denied,
            "The user may not do this with it. Its owner can give them the right, or it can be copied first.",
        ),
        Kind::Full => Failure::person(
            Code::NotAvailable,
            "Google has no room left for this account, or its daily limit is reached. Make room, or try tomorrow.",
        ),
        Kind::TooLarge => Failure::model(
            Code::NotAvailable,
            "Google exports no more than 10 MB of a file, and this one is larger. Read a part of it, with sheets.read \
             if it is a spreadsheet, or give the user its link.",
        ),
        Kind::Other => Failure::person(
            Code::NotAvailable,
            "Google does not allow this for your account. Ask the administrator of your Google Workspace.",
        ),
    }
}

/// What can be read from the body of an error, in either of Google's shapes, or as plain text.
struct Said {
    message: Option<String>,
    reasons: Vec<String>,
}

#[derive(Clone, Copy)]
enum Kind {
    Quota,
    Scope,
    Disabled,
    /// This thing, to this person.
    Forbidden,
    TooLarge,
    /// Room, or a limit for the day.
    Full,
    Other,
}

impl Said {
    fn of(answer: &Incoming) -> Self {
        let Ok(body) = answer.json::<Value>() else {
            return Self { message: quote(&String::from_utf8_lossy(&answer.body)), reasons: Vec::new() };
        };
        let error = body.get("error").unwrap_or(&Value::Null);
        let message = error.get("message").or_else(|| body.get("error_description")).and_then(Value::as_str);
        let of_list = |name: &str| {
            let list = error.get(name).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(|item| item.get("reason")?.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let reasons = [of_list("errors"), of_list("details")].concat();
        Self { message: message.and_then(quote), reasons }
    }

    fn kind(&self) -> Kind {
        let is = |names: &[&str]| self.reasons.iter().any(|reason| names.contains(&reason.as_str()));
        if is(&[
            "rateLimitExceeded",
            "userRateLimitExceeded",
            "RATE_LIMIT_EXCEEDED",
            "sharingRateLimitExceeded",
        ]) {
            Kind::Quota
        } else if is(&["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"]) {
            Kind::Scope
        } else if is(&["accessNotConfigured", "SERVICE_DISABLED"]) {
            Kind::Disabled
        } else if is(&[
            "forbidden",
            "forbiddenForNonOrganizer",
            "insufficientFilePermissions",
            "insufficientParentPermissions",
            "requiredAccessLevel",
            "cannotChangeOrganizer",
            "cannotDownloadFile",
        ]) {
            Kind::Forbidden
        } else if is(&["exportSizeLimitExceeded"]) {
            Kind::TooLarge
        } else if is(&[
            "storageQuotaExceeded",
            "teamDriveFileLimitExceeded",
            "quotaExceeded",
            "dailyLimitExceeded",
        ]) {
            Kind::Full
        } else {
            Kind::Other
        }
    }
}

fn quote(words: &str) -> Option<String> {
    let words: String = words.trim().chars().take(LONGEST_QUOTE).collect();
    (!words.is_empty()).then_some(words)
}
