//! Who people are, from Slack's directory.

mod people;
mod readers;
mod rounds;

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Audience, ChatError, Directory, Soon};
use kernel::{Person, PersonId, Standing, ThreadId};
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::Instant;

use self::people::{Described, People};
use self::rounds::Rounds;
use crate::channels::Channels;
use crate::json::{first, list, text, yes};
use crate::names::{AuthorKind, Place, User};
use crate::{Client, Identity, SlackError};

/// Long enough that a turn asks once, short enough that a leaver is noticed.
const KEPT: Duration = Duration::from_mins(5);
/// Long enough for an answer to be thought of while its readers are looked up, and for all the calls of a turn.
const BRIEFLY: Duration = Duration::from_mins(1);
/// By then it is usually known who reads a channel.
const OVER_SOON: Duration = Duration::from_secs(1);

pub(crate) struct SlackDirectory {
    client: Arc<Client>,
    identity: Identity,
    people: People,
    channels: Arc<Channels>,
    /// Lookups of who reads a channel.
    looking: Rounds<Result<Audience, ChatError>>,
    /// Held while everybody is looked up, so that it is done once for all who ask.
    listing: tokio::sync::Mutex<()>,
}

impl SlackDirectory {
    pub(crate) fn new(client: Arc<Client>, identity: Identity) -> Self {
        let (people, listing) = Default::default();
        let channels = Arc::new(Channels::new(Arc::clone(&client)));
        Self { client, identity, people, channels, looking: Rounds::new(OVER_SOON), listing }
    }

    /// Rings this when everybody should be looked up again.
    pub(crate) fn ringing(self, wanted: Arc<Notify>) -> Self {
        Self { people: People::ringing(wanted), ..self }
    }

    /// Takes over what Slack tells of a profile.
    pub(crate) fn profile_changed(&self, event: &Value) {
        if let Some(described) = self.described(event) {
            self.people.change(described);
        }
    }

    /// Whether everything that Slack tells reaches us now. While it does not, nothing is relied on that events keep true.
    pub(crate) fn hears(&self, everything: bool) {
        self.channels.hear(everything);
        if !everything {
            self.people.doubt();
        }
    }

    pub(crate) fn channels(&self) -> &Arc<Channels> {
        &self.channels
    }

    /// A channel was shared with another company, or is not any more.
    pub(crate) fn sharing_changed(&self, channel: &str) {
        self.channels.sharing_changed(channel);
    }

    /// A user of Slack's beneath `/user`.
    fn described(&self, answer: &Value) -> Option<Described> {
        let id = User::new(&self.identity.team, text(answer, "/user/id")?)?.person();
        let version = answer.pointer("/user/updated").and_then(Value::as_u64).unwrap_or_default();
        Some(Described { person: person(&id, &self.identity, answer), version })
    }

    async fn look_up(&self, id: &PersonId) -> Result<Person, SlackError> {
        self.look_up_within(id, KEPT).await
    }

    /// As they were no longer ago than this.
    async fn look_up_within(&self, id: &PersonId, age: Duration) -> Result<Person, SlackError> {
        match self.people.seen_within(id, age) {
            Some(person) => Ok(person),
            None => self.look_up_now(id).await,
        }
    }

    async fn look_up_now(&self, id: &PersonId) -> Result<Person, SlackError> {
        let name = User::of(id).ok_or_else(|| SlackError::NoSuchName(id.to_string()))?;
        let asked_at = Instant::now();
        let described = if name.kind() == AuthorKind::Program {
            let answer = self.client.get("bots.info", &[("bot", name.user.clone())]).await?;
            Described { person: program(id, &self.identity, &answer), version: 0 }
        } else {
            let answer = self.client.get("users.info", &[("user", name.user.clone())]).await?;
            let version = answer.pointer("/user/updated").and_then(Value::as_u64).unwrap_or_default();
            Described { person: person(id, &self.identity, &answer), version }
        };
        let person = described.person.clone();
        self.people.remember([described], asked_at);
        Ok(person)
    }

    async fn is_in(&self, id: &PersonId, thread: &ThreadId) -> Result<bool, SlackError> {
        let name = User::of(id).ok_or_else(|| SlackError::NoSuchName(id.to_string()))?;
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        if place.is_direct() {
            return Ok(true);
        }
        Ok(self.members(&place.channel).await?.contains(&name.user))
    }

    /// The member with this address in their profile.
    pub(crate) async fn by_address(&self, address: &str) -> Result<Person, ChatError> {
        let found = self.client.get("users.lookupByEmail", &[("email", address.to_owned())]).await?;
        let unclear = || SlackError::NoSuchName(address.to_owned());
        let user = text(&found, "/user/id").ok_or_else(unclear)?;
        let name = User::new(&self.identity.team, user).ok_or_else(unclear)?;
        Ok(self.look_up(&name.person()).await?)
    }
}

impl Directory for SlackDirectory {
    fn person<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.look_up(id).await.map_err(ChatError::from) })
    }

    fn person_lately<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.look_up_within(id, BRIEFLY).await.map_err(ChatError::from) })
    }

    fn person_now<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.look_up_now(id).await.map_err(ChatError::from) })
    }

    fn everybody<'a>(&'a self, _thread: &'a ThreadId) -> Soon<'a, Result<Arc<[Person]>, ChatError>> {
        Box::pin(async move { self.listed_lately().await.map_err(ChatError::from) })
    }

    fn is_present<'a>(&'a self, id: &'a PersonId, thread: &'a ThreadId) -> Soon<'a, Result<bool, ChatError>> {
        Box::pin(async move { self.is_in(id, thread).await.map_err(ChatError::from) })
    }

    fn audience<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Audience, ChatError>> {
        Box::pin(self.audience_of(thread))
    }

    fn acquaint<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.get_to_know(thread).await.map_err(ChatError::from) })
    }
}

fn person(id: &PersonId, identity: &Identity, answer: &Value) -> Person {
    let names = ["/user/profile/real_name", "/user/real_name", "/user/profile/display_name", "/user/name"];
    let owned = |pointer: &str| text(answer, pointer).map(str::to_owned);
    let confirmed = answer.pointer("/user/is_email_confirmed") != Some(&Value::Bool(false));
    Person {
        id: id.clone(),
        name: first(answer, &names).unwrap_or("somebody").to_owned(),
        workspace: identity.team_name.clone(),
        // An address nobody has confirmed says nothing about whose mailbox it is.
        address: owned("/user/profile/email").filter(|_| confirmed),
        zone: owned("/user/tz"),
        standing: standing(identity, answer),
    }
}

/// A program that has no user.
fn program(id: &PersonId, identity: &Identity, answer: &Value) -> Person {
    Person {
        id: id.clone(),
        name: text(answer, "/bot/name").unwrap_or("a program").to_owned(),
        workspace: identity.team_name.clone(),
        address: None,
        zone: None,
        standing: if yes(answer, "/bot/deleted") { Standing::Gone } else { Standing::Bot },
    }
}

/// What matters most comes first: somebody who left stays gone, whatever else they were.
fn standing(identity: &Identity, answer: &Value) -> Standing {
    let elsewhere = if let Some(ours) = &identity.organisation {
        text(answer, "/user/enterprise_user/enterprise_id") != Some(ours)
    } else {
        // In an organisation somebody of several workspaces has the id of only one of them.
        let joined = list(answer, "/user/enterprise_user/teams");
        text(answer, "/user/team_id").is_some_and(|team| team != identity.team)
            && !joined.iter().any(|team| team.as_str() == Some(&identity.team))
    };
    if yes(answer, "/user/deleted") {
        Standing::Gone
    } else if yes(answer, "/user/is_bot") || text(answer, "/user/id") == Some("USLACKBOT") {
        Standing::Bot
    } else if yes(answer, "/user/is_stranger") || elsewhere {
        Standing::External
    } else if yes(answer, "/user/is_restricted") || yes(answer, "/user/is_ultra_restricted") {
        Standing::Guest
    } else {
        Standing::Member
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, identity, quick, soon};

    fn user(extra: &Value) -> Value {
        let mut user = json!({"id": "U1", "team_id": "T1", "real_name": "Ana Ruiz", "tz": "Europe/Berlin",
            "profile": {"email": "ana@harbour.example"}});
        user.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        json!({"ok": true, "user": user})
    }

    #[test]
    fn standing_is_the_most_careful_reading() {
        for (extra, expected) in [
            (json!({}), Standing::Member),
            (json!({"is_restricted": true}), Standing::Guest),
            (json!({"is_ultra_restricted": true}), Standing::Guest),
            (json!({"is_stranger": true}), Standing::External),
            (json!({"team_id": "T2", "is_restricted": true}), Standing::External),
            (json!({"is_bot": true}), Standing::Bot),
            (json!({"is_bot": true, "deleted": true}), Standing::Gone),
        ] {
            assert_eq!(standing(&identity(), &user(&extra)), expected, "{extra}");
        }
        let several =
            json!({"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T1", "T2"]}});
        assert_eq!(standing(&identity(), &user(&several)), Standing::Member, "of ours and of another");
        let other = json!({"team_id": "T2", "enterprise_user": {"enterprise_id": "E1", "teams": ["T2"]}});
        assert_eq!(standing(&identity(), &user(&other)), Standing::External);
        let whole = Identity { organisation: Some("E1".to_owned()), ..identity() };
        let of = |organisation: &str| user(&json!({"enterprise_user": {"enterprise_id": organisation}}));
        assert_eq!(standing(&whole, &of("E1")), Standing::Member);
        for other in [of("E2"), user(&json!({}))] {
            assert_eq!(standing(&whole, &other), Standing::External, "{other}");
        }
    }

    #[tokio::test]
    async fn a_person_is_remembered_and_a_failure_is_not() {
        let slack = ScriptedSlack::start().await;
        slack.will("users.info", Answer::Says(json!({"ok": false, "error": "user_not_found"})));
        slack.will("users.info", Answer::Says(user(&json!({}))));
        let directory = SlackDirectory::new(slack.client(quick()), identity());
        let id = PersonId::from("T1:U1");
        assert!(matches!(soon(directory.person(&id)).await, Err(ChatError::Refused(_))));
        for _ in 0..2 {
            let ana = soon(directory.person(&id)).await.unwrap();
            assert_eq!(ana.address.as_deref(), Some("ana@harbour.example"));
            assert_eq!((ana.name.as_str(), ana.workspace.as_str()), ("Ana Ruiz", "Harbour"));
        }
        assert_eq!(slack.calls("users.info").len(), 2);
        assert_eq!(slack.calls("users.info")[0]["user"], "U1");
    }
}
