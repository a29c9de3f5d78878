//! Why a server cannot be used, as a type, because what happens next depends on it.

use std::error::Error;
use std::fmt;

use rmcp::model::ProtocolVersion;
use rmcp::service::ServiceError;
use rmcp::transport::DynamicTransportError;
use rmcp::transport::auth::AuthError;
use rmcp::transport::streamable_http_client::{AuthRequiredError, InsufficientScopeError};

use crate::child::Life;
use crate::settings::{Access, Reach, ServerSettings};
use crate::versions::{SPOKEN, listed};
use crate::words::visible_up_to;

/// Maximum length of the reason why a server cannot be reached, because it is a line of a log.
pub(crate) const LONGEST_WHY: usize = 500;

#[derive(Clone, Debug)]
pub(crate) enum Unreached {
    /// A later attempt may succeed.
    Away(String),
    /// A person has to sign in first.
    SignIn(SignIn),
    /// No attempt can succeed: we and the server have no protocol version in common. These are the server's.
    NoCommonVersion(Vec<ProtocolVersion>),
}

/// A sign-in that is missing: to which server, what we show it now, and what it wants beside.
#[derive(Clone, Debug)]
pub(crate) struct SignIn {
    server: String,
    by_person: bool,
    shows_token: bool,
    /// The `WWW-Authenticate` header, if there was one.
    pub(crate) challenge: Option<String>,
    /// Set where the server knows us and wants more than was granted.
    pub(crate) scope: Option<String>,
}

/// How a server refused to let us in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusal {
    /// Its `WWW-Authenticate` header, if there was one.
    pub(crate) challenge: Option<String>,
    /// The scope that it misses, where that is why.
    pub(crate) scope: Option<String>,
}

impl Unreached {
    /// A refusal to let us in is told apart; everything else may be over soon.
    pub(crate) fn of(settings: &ServerSettings, error: &ServiceError) -> Self {
        match error {
            ServiceError::TransportSend(error) => Self::of_transport(settings, error),
            error => Self::Away(error.to_string()),
        }
    }

    pub(crate) fn of_transport(settings: &ServerSettings, error: &DynamicTransportError) -> Self {
        match Refusal::of(error) {
            Some(refusal) => Self::SignIn(SignIn::to(settings, &refusal)),
            None => Self::Away(error.to_string()),
        }
    }

    /// The same of a program that may have said more when it died.
    pub(crate) fn after(self, life: Option<&Life>) -> Self {
        match self {
            Self::Away(why) => Self::Away(ended(life, visible_up_to(&why, LONGEST_WHY))),
            other => other,
        }
    }
}

impl fmt::Display for Unreached {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(why) => to.write_str(why),
            Self::SignIn(sign_in) => sign_in.fmt(to),
            Self::NoCommonVersion(theirs) => write!(
                to,
                "it speaks no version of the protocol that is spoken here: it names {}, here are {}. Update one of them, \
                 then restart countersign",
                listed(theirs),
                listed(&SPOKEN)
            ),
        }
    }
}

impl SignIn {
    pub(crate) fn to(settings: &ServerSettings, refusal: &Refusal) -> Self {
        let (by_person, shows_token) = match &settings.reach {
            Reach::Address { access, .. } => {
                (matches!(access, Access::SignIn(_)), matches!(access, Access::Bearer(_)))
            }
            Reach::Program(_) => (false, false),
        };
        let Refusal { challenge, scope } = refusal.clone();
        Self { server: settings.name.clone(), by_person, shows_token, challenge, scope }
    }

    pub(crate) fn why(&self) -> &'static str {
        match &self.scope {
            Some(_) => "the sign-in to it does not allow what its tools need",
            None if self.shows_token => "it refuses the token it is shown",
            None => "somebody has to sign in to it",
        }
    }

    /// The command to type. Scopes are the server's words: they stand here only where a shell reads nothing into them.
    pub(crate) fn remedy(&self) -> String {
        let Self { server, by_person, shows_token, scope, .. } = self;
        if *shows_token {
            return format!(
                "Put a token that may do this into the variable that bearer_from of {server} names."
            );
        }
        let first = if *by_person { "" } else { "Set oauth = true for it. " };
        let scope = match scope.as_deref() {
            Some(scope) if is_plain(scope) => format!(" --scope \"{scope}\""),
            Some(_) => " --scope \"SCOPE\"".to_owned(),
            None => String::new(),
        };
        format!("{first}Run: countersign mcp login {server}{scope}")
    }
}

impl fmt::Display for SignIn {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}. {}", self.why(), self.remedy())
    }
}

/// Letters that scopes are made of, and that mean nothing to a shell within quotes.
fn is_plain(scope: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || " :/._~+@=,-".contains(letter);
    !scope.is_empty() && scope.len() <= 500 && scope.chars().all(plain)
}

impl Refusal {
    pub(crate) fn of(error: &DynamicTransportError) -> Option<Self> {
        let mut source: Option<&(dyn Error + 'static)> = Some(error.error.as_ref());
        while let Some(current) = source {
            if let Some(refused) = current.downcast_ref::<AuthRequiredError>() {
                return Some(Self { challenge: Some(refused.www_authenticate_header.clone()), scope: None });
            }
            if let Some(refused) = current.downcast_ref::<InsufficientScopeError>() {
                let scope = refused.required_scope.clone().unwrap_or_default();
                let challenge = Some(refused.www_authenticate_header.clone());
                return Some(Self { challenge, scope: Some(scope) });
            }
            if let Some(AuthError::AuthorizationRequired) = current.downcast_ref() {
                return Some(Self::default());
            }
            source = current.source();
        }
        None
    }
}

/// A program that dies says more on its way than the line does. One whose line was ended by us did not die.
fn ended(life: Option<&Life>, why: String) -> String {
    if let Some(overlong) = life.and_then(|life| life.overlong.said()) {
        return overlong;
    }
    match life.map(Life::last_words).filter(|words| !words.is_empty()) {
        Some(words) => format!("{why} (it wrote last: {})", visible_up_to(&words, 300)),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wire::Address;

    use super::*;
    use crate::settings::Patterns;

    fn asked_of(access: Access, scope: Option<&str>) -> String {
        let url = Address::parse("url", "https://mcp.example.com/mcp").unwrap();
        let (read_only, tools, except) = <(Patterns, Patterns, Patterns)>::default();
        let reach = Reach::Address { url, access };
        let settings =
            ServerSettings { name: "n".to_owned(), reach, read_only, tools, except, timeout: Duration::ZERO };
        let refusal = Refusal { scope: scope.map(str::to_owned), ..Refusal::default() };
        SignIn::to(&settings, &refusal).to_string()
    }

    #[test]
    fn what_to_type_has_the_scope_unless_a_shell_could_read_something_into_it() {
        let signed_in = |scope| asked_of(Access::SignIn(None), scope);
        assert!(signed_in(None).ends_with("Run: countersign mcp login n"));
        assert!(signed_in(Some("notes:write a.b")).ends_with("login n --scope \"notes:write a.b\""));
        for odd in ["$(reboot)", "`reboot`", "a\" ; reboot", "", &"a".repeat(501)] {
            assert!(signed_in(Some(odd)).ends_with("login n --scope \"SCOPE\""), "{odd}");
        }
        assert!(asked_of(Access::Open, None).contains("Set oauth = true for it. Run: "));
        let token = Access::Bearer(kernel::Secret::new("t"));
        assert!(asked_of(token, Some("a")).contains("bearer_from of n"));
    }
}
