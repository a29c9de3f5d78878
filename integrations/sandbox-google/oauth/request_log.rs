//! The words for the request log.

use axum::response::Response;
use sandbox_world::Noted;

/// The name under which the request log has a path of the sign-in.
pub(crate) fn name(path: &str) -> Option<&'static str> {
    Some(match path {
        "/o/oauth2/v2/auth" => "oauth.authorize",
        "/o/oauth2/v2/auth/decision" => "oauth.consent",
        "/device/code" => "oauth.device_code",
        "/device" | "/device/decision" => "oauth.device",
        "/token" => "oauth.token",
        "/revoke" => "oauth.revoke",
        "/tokeninfo" | "/oauth2/v3/tokeninfo" => "oauth.tokeninfo",
        "/oauth2/v3/userinfo" | "/v1/userinfo" => "oauth.userinfo",
        "/oauth2/v3/certs" => "oauth.certs",
        _ => return None,
    })
}

/// Tells the request log what was asked, and by whom where that is known.
pub(crate) fn noted(method: &str, caller: Option<String>, mut response: Response) -> Response {
    response.extensions_mut().insert(Noted { method: method.to_owned(), caller });
    response
}
