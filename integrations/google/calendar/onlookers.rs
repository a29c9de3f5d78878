//! The people who will see a change of a calendar.

use kernel::Call;

use super::access::{Access, Discretion, Onlookers};
use super::write::Write;
use super::{Calendar, CalendarId, PAGE, routes};
use crate::api::Ask;

impl Discretion {
    /// The most open of them counts.
    fn of_writes(writes: &[Write]) -> Self {
        let visibility = |write: &Write| {
            let set = write.body().and_then(|body| body.get("visibility")?.as_str());
            Self::of(set.or_else(|| write.was().and_then(|was| was.get("visibility")?.as_str())))
        };
        writes.iter().map(visibility).max().unwrap_or(Self::Usual)
    }
}

impl Calendar {
    /// None where it cannot be looked up: the calendar is somebody else's, or the permission is not there.
    pub(crate) async fn access(&self, call: &Call, at: &CalendarId) -> Option<Access> {
        let now = self.clock.now();
        if let Some(known) = self.accesses.known(call, at.as_str(), now) {
            return Some(known);
        }
        let ask = Ask::to(&routes::ACL_LIST)
            .at(at)
            .with("maxResults", PAGE.to_string())
            .only(&["items(role,scope)", "nextPageToken"]);
        let (rules, complete) = self.pages(&ask).await.ok()?;
        let access = Access(rules);
        if complete {
            self.accesses.remember(call, at.as_str(), access.clone(), now);
        }
        complete.then_some(access)
    }

    /// The people who will see what is written there.
    pub(crate) async fn onlookers(&self, call: &Call, at: &CalendarId, writes: &[Write]) -> Onlookers {
        match self.access(call, at).await {
            Some(access) => {
                Onlookers::Known(access.onlookers(&call.account.0, Discretion::of_writes(writes)))
            }
            None => Onlookers::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_as_open_as_the_most_open_of_its_writes() {
        let insert = |visibility: &str| Write::Insert {
            event: "e1".to_owned(),
            body: json!({ "summary": "x", "visibility": visibility }),
        };
        assert_eq!(Discretion::of_writes(&[insert("private")]), Discretion::Private);
        assert_eq!(Discretion::of_writes(&[insert("private"), insert("default")]), Discretion::Usual);
        assert_eq!(Discretion::of_writes(&[insert("public"), insert("private")]), Discretion::Public);
    }
}
