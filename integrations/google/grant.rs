//! What one person allowed us to do in one Google account, as it lies sealed in the vault.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{AccountId, Connection, PersonId, Secret, Time};
use serde::{Deserialize, Serialize};

use crate::{scopes, sealing};

/// Domains that are nobody's company: whoever has an address there is a stranger to everybody else.
pub(crate) const NOBODYS: [&str; 30] = [
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "hotmail.com",
    "live.com",
    "msn.com",
    "yahoo.com",
    "ymail.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "aol.com",
    "gmx.de",
    "gmx.net",
    "gmx.at",
    "gmx.ch",
    "gmx.com",
    "web.de",
    "t-online.de",
    "freenet.de",
    "proton.me",
    "protonmail.com",
    "mail.ru",
    "yandex.ru",
    "qq.com",
    "163.com",
    "orange.fr",
    "free.fr",
    "libero.it",
    "uol.com.br",
];

/// The domain of the company an account belongs to, if it belongs to one.
pub(crate) fn organisation(account: &AccountId) -> Option<String> {
    let (_, domain) = account.0.rsplit_once('@')?;
    let domain = domain.to_lowercase();
    (!NOBODYS.contains(&domain.as_str())).then_some(domain)
}

/// An access token is not used in its last minutes: it could run out on the way.
const TOO_CLOSE: Duration = Duration::from_mins(4);

/// Refresh tokens of an app in Testing last this long.
const TESTING: Duration = Duration::from_hours(7 * 24);

/// Serialised for the vault, and for nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    pub(crate) person: PersonId,
    pub(crate) account: AccountId,
    #[serde(with = "sealing")]
    pub(crate) refresh: Secret,
    pub(crate) access: Option<Access>,
    /// As Google reported them; people may tick fewer than were asked for.
    pub(crate) scopes: BTreeSet<String>,
    /// When the account was first connected. The first one is the person's default.
    pub(crate) connected: Time,
    /// When the person last signed in.
    pub(crate) issued: Time,
    pub(crate) state: State,
    /// Which of our clients it was given to; only that one can renew it.
    #[serde(default)]
    pub(crate) to: Registered,
}

/// One of our clients at Google.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Registered {
    #[default]
    Usual,
    Device,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Access {
    #[serde(with = "sealing")]
    pub(crate) token: Secret,
    pub(crate) expires: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum State {
    Alive,
    /// Google takes the refresh token no more. The record stays, to say so.
    Dead,
    /// The same, because the person's organisation wants them to sign in anew from time to time.
    SessionOver,
    /// The same, most likely because the app is in Testing.
    TestingOver,
}

/// How far the access token can be relied on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    Fresh,
    /// Still good, but to be renewed now.
    Ending,
    Over,
}

impl Grant {
    /// Parts are encoded, so that no name can pose as another's.
    pub(crate) fn name(person: &PersonId, account: &AccountId) -> String {
        format!("{}{}", Self::prefix(person), encoded(&account.0))
    }

    pub(crate) fn prefix(person: &PersonId) -> String {
        format!("{}{}/", Self::ALL, encoded(&person.0))
    }

    pub(crate) const ALL: &str = "google/grant/";

    pub(crate) fn is_alive(&self) -> bool {
        self.state == State::Alive
    }

    /// The news for its person when it takes the place of an earlier one: how the account was connected before, and what
    /// I may do now that I could not.
    pub(crate) fn news(&self, earlier: Option<&Self>) -> (Connection, Vec<String>) {
        // A crash may have come after this very grant was kept and before its person was told.
        let is_this = |one: &&Self| one.issued == self.issued && one.refresh == self.refresh;
        match earlier.filter(|one| one.is_alive() && !is_this(one)) {
            Some(earlier) => (Connection::Again, scopes::beyond(&self.scopes, &earlier.scopes)),
            None => (Connection::New, scopes::all_in_words(&self.scopes)),
        }
    }

    /// Why it does not work any more, and what else than signing in again can be done about that.
    pub(crate) fn trouble(&self) -> Option<String> {
        let account = &self.account;
        match self.state {
            State::Alive => None,
            State::Dead => Some(format!("Google no longer accepts my access to {account}.")),
            State::SessionOver => Some(format!(
                "The organisation of {account} wants people to sign in anew from time to time, and Google says that it \
                 is time. Its administrator can exempt this app in the Admin console, under Google session control."
            )),
            State::TestingOver => Some(format!(
                "Google no longer accepts my access to {account}. Most likely that is because it was seven days old: \
                 Google lets an app whose consent screen is in Testing last no longer. Whoever runs this can put it \
                 into production in the Google Cloud console, under Audience."
            )),
        }
    }

    /// How it stands after Google refused its refresh token for good.
    pub(crate) fn ended(&self, now: Time) -> State {
        let limit = self.issued.plus(TESTING);
        // A token that was handed out later shows that it outlived the limit.
        let outlived =
            self.access.as_ref().is_some_and(|access| access.expires > limit.plus(Duration::from_hours(1)));
        let about_then = now >= limit && now < limit.plus(TESTING);
        if about_then && !outlived { State::TestingOver } else { State::Dead }
    }

    pub(crate) fn freshness(&self, now: Time) -> Freshness {
        match &self.access {
            None => Freshness::Over,
            Some(access) if access.expires <= now => Freshness::Over,
            Some(access) if access.expires <= now.plus(TOO_CLOSE) => Freshness::Ending,
            Some(_) => Freshness::Fresh,
        }
    }
}

pub(crate) fn encoded(part: &str) -> String {
    url::form_urlencoded::byte_serialize(part.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, a_grant};

    const DAY: Duration = Duration::from_hours(24);

    #[test]
    fn a_second_sign_in_tells_what_it_allows_beside_the_first() {
        let first = a_grant(DAY);
        let all = scopes::all_in_words(&first.scopes);
        assert_eq!(first.news(None), (Connection::New, all.clone()));
        assert_eq!(first.news(Some(&first)), (Connection::New, all.clone()), "kept before a crash");
        let mut second = Grant { issued: NOW.plus(DAY), ..first.clone() };
        assert_eq!(second.news(Some(&first)), (Connection::Again, Vec::new()));
        second.scopes.insert(scopes::CALENDAR_EVENTS.0.to_owned());
        let more = vec!["see, make and change your events".to_owned()];
        assert_eq!(second.news(Some(&first)), (Connection::Again, more));
        let over = Grant { state: State::Dead, ..second.clone() };
        assert_eq!(second.news(Some(&over)).0, Connection::New);
    }

    #[test]
    fn seven_days_are_taken_for_testing_unless_it_was_used_after_them() {
        let grant = a_grant(Duration::from_hours(1));
        for (days, state) in [
            (1, State::Dead),
            (6, State::Dead),
            (7, State::TestingOver),
            (9, State::TestingOver),
            (14, State::Dead),
            (200, State::Dead),
        ] {
            assert_eq!(grant.ended(NOW.plus(DAY * days)), state, "{days} days");
        }
        let used_on_the_eighth_day = a_grant(DAY * 8);
        assert_eq!(used_on_the_eighth_day.ended(NOW.plus(DAY * 9)), State::Dead);
    }
}
