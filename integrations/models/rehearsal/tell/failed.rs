//! Why something did not happen, and what the person can do.

use super::super::answers::Failed;
use super::super::wish::Wish;

pub(crate) const DENIED: &str = "Nothing was sent: you pressed Deny.";
pub(crate) const EXPIRED: &str = "Nothing was sent: nobody decided in time.";
pub(crate) const TAKEN_BACK: &str = "Nothing was sent: the card was taken back.";

pub(crate) fn failure(failed: &Failed, wish: &Wish) -> String {
    let writes = matches!(wish, Wish::Send(_) | Wish::Reply(_));
    let words = &failed.words;
    match failed.code.as_str() {
        "expired" => EXPIRED.to_owned(),
        "denied" if words.contains("in time") => EXPIRED.to_owned(),
        "denied" if words.contains("pressed Deny") => DENIED.to_owned(),
        "denied" if writes => format!("Nothing was sent. {words}"),
        "confirmation_required" => {
            "Nothing was sent yet: the card above is still waiting for you to press Approve or Deny."
                .to_owned()
        }
        "auth_required" => {
            "Google is not connected, so I couldn't do that. Ask me again and you are offered to connect it."
                .to_owned()
        }
        "scope_missing" => {
            "Google doesn't allow me that yet. Ask me again and you are offered to allow it.".to_owned()
        }
        "not_found" => "I couldn't find that mail; it may have been moved or deleted.".to_owned(),
        "rate_limited" => "Google is busy just now. Please try again in a minute.".to_owned(),
        "timeout" if !writes => "Google took too long to answer. Please try again in a minute.".to_owned(),
        "cancelled" if words.contains("taken back") => TAKEN_BACK.to_owned(),
        "cancelled" if writes => "Stopped: nothing was sent.".to_owned(),
        "cancelled" => "Stopped.".to_owned(),
        _ if words.is_empty() => "That didn't work. Please try again.".to_owned(),
        _ => format!("That didn't work. {words}"),
    }
}
