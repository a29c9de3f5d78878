//! Signed assertions: a service account speaks for itself or, where the company's admin allows it, for somebody.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::Deserialize;

use super::fault::Fault;
use super::grants::Duration;
use super::scopes;
use super::service_account::ServiceAccount;
use super::tokens::{Grant, Issued};
use crate::Google;
use crate::oauth::delegation::Delegation;

/// The address of the real token endpoint.
const REAL_AUDIENCE: &str = "https://oauth2.googleapis.com/token";
/// How far a client's clock may be ahead of Google's, in seconds.
const SKEW: i64 = 300;
/// The longest life of an assertion, in seconds.
const LONGEST: i64 = 3600;

#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    kid: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    #[serde(default)]
    iss: String,
    #[serde(default)]
    aud: String,
    #[serde(default)]
    iat: i64,
    #[serde(default)]
    exp: i64,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    sub: Option<String>,
}

/// An access token for a signed assertion. There is no refresh token: the key makes another assertion.
pub(super) fn grant(google: &Google, assertion: &str, now: Timestamp) -> Result<Issued, Fault> {
    let robot = google.service_account().map_err(|_| Fault::new(500, "internal_failure", "Backend Error"))?;
    let claims = verified(assertion, robot, &format!("{}/token", google.base), now)?;
    let scopes = asked(google, &claims.scope)?;
    let person = match claims.sub.as_deref().filter(|sub| *sub != robot.account.address) {
        None => robot.account.handle.clone(),
        Some(sub) => impersonated(google, sub, &scopes)?,
    };
    let grant = Grant { person, client: robot.account.subject(), scopes };
    Ok(google.with(|state| state.grants.tokens.access(grant, Duration::Online, "", now)))
}

fn verified(
    assertion: &str,
    robot: &ServiceAccount,
    audience: &str,
    now: Timestamp,
) -> Result<Claims, Fault> {
    let malformed = || invalid("Bad Request");
    let (text, signature) = assertion.rsplit_once('.').ok_or_else(malformed)?;
    let (header, claims) = text.split_once('.').ok_or_else(malformed)?;
    let header: Header = read(header).ok_or_else(malformed)?;
    let claims: Claims = read(claims).ok_or_else(malformed)?;
    if claims.iss != robot.account.address {
        return Err(invalid("Invalid grant: account not found"));
    }
    let signature = URL_SAFE_NO_PAD.decode(signature.trim_end_matches('=')).unwrap_or_default();
    let known = header.kid.is_none_or(|kid| kid == robot.key.name());
    if header.alg != "RS256" || !known || !robot.key.has_signed(text.as_bytes(), &signature) {
        return Err(invalid("Invalid JWT Signature."));
    }
    // Google's own clients name the real address wherever they send it.
    if claims.aud != audience && claims.aud != REAL_AUDIENCE {
        return Err(invalid(&format!(
            "Invalid JWT: Failed audience check. The right audience is {audience}"
        )));
    }
    let (now, life) = (now.as_second(), claims.exp.saturating_sub(claims.iat));
    if !(1..=LONGEST).contains(&life) || claims.iat > now + SKEW || claims.exp <= now - SKEW {
        return Err(invalid(
            "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your \
             iat and exp values in the JWT claim.",
        ));
    }
    Ok(claims)
}

fn asked(google: &Google, text: &str) -> Result<BTreeSet<String>, Fault> {
    let (asked, known) = (scopes::split(text), google.contract.scopes());
    if asked.is_empty() {
        return Err(Fault::new(400, "invalid_scope", "Empty or missing scope not allowed."));
    }
    if !asked.iter().all(|scope| scopes::is_sign_in(scope) || known.contains(scope.as_str())) {
        return Err(Fault::new(400, "invalid_scope", "Invalid OAuth scope or ID token audience provided."));
    }
    Ok(asked.into_iter().collect())
}

/// The person an assertion names: of the company's domain, and for scopes its admin has delegated.
fn impersonated(google: &Google, sub: &str, scopes: &BTreeSet<String>) -> Result<String, Fault> {
    let account = google
        .accounts
        .iter()
        .find(|account| account.address.eq_ignore_ascii_case(sub) || account.subject() == sub)
        .ok_or_else(|| invalid("Invalid email or User ID"))?;
    let managed = account.address.rsplit_once('@').is_some_and(|(_, domain)| domain == google.domain);
    let delegated = google.look_at(|state| match &state.grants.delegation {
        Delegation::Everything => true,
        Delegation::Only(allowed) => scopes.is_subset(allowed),
    });
    if managed && delegated {
        return Ok(account.handle.clone());
    }
    Err(Fault::new(
        401,
        "unauthorized_client",
        "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of \
         the scopes requested.",
    ))
}

fn read<T: serde::de::DeserializeOwned>(part: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part.trim_end_matches('=')).ok()?).ok()
}

fn invalid(description: &str) -> Fault {
    Fault::new(400, "invalid_grant", description)
}
