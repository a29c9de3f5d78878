//! Why something did not happen, and what the person can do.

use super::super::answers::Failed;
use super::super::wish::Wish;

/// What did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undone {
    Sent,
    Changed,
}

impl Undone {
    fn words(self) -> &'static str {
        match self {
            Self::Sent => "Nothing was sent",
            Self::Changed => "Nothing was changed",
        }
    }

    pub(crate) fn denied(self, reason: Option<&str>) -> String {
        match reason {
            None => format!("{}: you pressed Deny.", self.words()),
            Some(reason) => format!(
                "{}: you pressed Deny and said “{reason}”. I know fixed wordings only: ask me for it anew, with that in it.",
                self.words()
            ),
        }
    }

    pub(crate) fn expired(self) -> String {
        format!("{}: nobody decided in time.", self.words())
    }

    pub(crate) fn taken_back(self) -> String {
        format!("{}: the card was taken back.", self.words())
    }
}

pub(crate) fn failure(failed: &Failed, wish: &Wish) -> String {
    let undone = if wish.sends_mail() { Undone::Sent } else { Undone::Changed };
    let writes = wish.changes_something();
    let words = &failed.words;
    match failed.code.as_str() {
        "expired" => undone.expired(),
        "denied" if words.contains("in time") => undone.expired(),
        "denied" if words.contains("pressed Deny") => undone.denied(failed.reason.as_deref()),
        "denied" if writes => format!("{}. {words}", undone.words()),
        "confirmation_required" => format!(
            "{} yet: the card above is still waiting for you to press Approve or Deny.",
            undone.words()
        ),
        "auth_required" => {
            "Google is not connected, so I couldn't do that. Ask me again and you are offered to connect it."
                .to_owned()
        }
        "scope_missing" => {
            "Google doesn't allow me that yet. Ask me again and you are offered to allow it.".to_owned()
        }
        "not_found" if is_about_mail(wish) => {
            "I couldn't find that mail; it may have been moved or deleted.".to_owned()
        }
        "rate_limited" => "Google is busy just now. Please try again in a minute.".to_owned(),
        "timeout" if !writes => "Google took too long to answer. Please try again in a minute.".to_owned(),
        "cancelled" if words.contains("taken back") => undone.taken_back(),
        "cancelled" if writes => format!("Stopped: {}.", undone.words().to_lowercase()),
        "cancelled" => "Stopped.".to_owned(),
        _ if words.is_empty() => "That didn't work. Please try again.".to_owned(),
        _ => format!("That didn't work. {words}"),
    }
}

/// What other tools say about what is missing is worth repeating.
fn is_about_mail(wish: &Wish) -> bool {
    !matches!(wish, Wish::Calendar(_) | Wish::Drive(_) | Wish::Docs(_) | Wish::Sheets(_) | Wish::Filing(_))
}
