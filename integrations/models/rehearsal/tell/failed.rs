//! Why something did not happen, and what the person can do.

use super::super::answers::Failed;
use super::super::wish::Wish;

pub(crate) fn failure(failed: &Failed, wish: &Wish) -> String {
    let writes = matches!(wish, Wish::Send(_) | Wish::Reply(_));
    let words = &failed.words;
    match failed.code.as_str() {
        "denied" if writes => format!("Nothing was sent. {words}"),
        "confirmation_required" => {
            format!("Nothing was sent yet: the card is still waiting for your decision. {words}")
        }
        "auth_required" | "scope_missing" => {
            format!("I need you to sign in to Google first. {words}")
        }
        "not_found" => format!("I couldn't find that mail; it may have been moved or deleted. {words}"),
        "rate_limited" | "timeout" => {
            format!("That took too long or was too much at once. {words} Please try again in a moment.")
        }
        "cancelled" => format!("Stopped. {words}"),
        _ => format!("That didn't work. {words}"),
    }
    .trim()
    .to_owned()
}
