//! The people who can read a conversation at this moment. The members are always looked up anew; who they are, and whether the
//! conversation is shared with others, may have been looked up a moment ago.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::{try_join, try_join_all};
use kernel::ports::{Audience, ChatError};
use kernel::{Person, PersonId, Standing, ThreadId};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{BRIEFLY, KEPT, SlackDirectory};
use crate::SlackError;
use crate::json::{list, text};
use crate::limits;
use crate::names::{Place, User};

const MEMBERS: &str = "conversations.members";
/// So many people are looked up by themselves; more are compared with the list of everybody.
const FEW: usize = 40;
/// So many at a time.
const AT_ONCE: usize = 8;

impl SlackDirectory {
    /// Of many who ask about one channel at the same time, one looks; nobody is told what was before they asked.
    pub(super) async fn audience_of(&self, thread: &ThreadId) -> Result<Audience, ChatError> {
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        if place.is_direct() {
            return Ok(Audience::Requester);
        }
        let look = async || self.readers(&place.channel).await.map_err(ChatError::from);
        self.looking.share(&place.channel, look).await
    }

    async fn readers(&self, channel: &str) -> Result<Audience, SlackError> {
        let (is_shared, members) = try_join(self.channels.is_shared(channel), self.members(channel)).await?;
        if is_shared {
            return Ok(Audience::Outsiders);
        }
        Ok(if self.all_ours(&members).await? { Audience::Members } else { Audience::Outsiders })
    }

    /// Looks up beforehand who the members are, which takes longest. Where everybody is known there is no need. Nothing rests
    /// on it: an answer's readers are looked up anew.
    pub(super) async fn get_to_know(&self, thread: &ThreadId) -> Result<(), SlackError> {
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        if place.is_direct() || self.people.knows_everybody() || !self.channels.is_first_look(&place.channel)
        {
            return Ok(());
        }
        let members = self.members(&place.channel).await?;
        self.all_ours(&members).await?;
        Ok(())
    }

    /// Everybody in a channel.
    pub(super) async fn members(&self, channel: &str) -> Result<Vec<String>, SlackError> {
        let mut members = Vec::new();
        self.each_page(MEMBERS, &[("channel", channel.to_owned())], |page| {
            members.extend(list(page, "/members").iter().filter_map(Value::as_str).map(str::to_owned));
        })
        .await?;
        // We are in it ourselves.
        if members.is_empty() { Err(unclear(MEMBERS, "there is nobody in the answer")) } else { Ok(members) }
    }

    async fn all_ours(&self, members: &[String]) -> Result<bool, SlackError> {
        // Those of a large channel are known for as long as anybody is.
        let age = if members.len() <= FEW { BRIEFLY } else { KEPT };
        let mut people = Vec::with_capacity(members.len());
        for member in members {
            let name = User::new(&self.identity.team, member);
            people.push(name.ok_or_else(|| SlackError::NoSuchName(member.clone()))?.person());
        }
        let standings = self.people.standings(&people, age);
        if standings.iter().flatten().any(|standing| !is_ours(*standing)) {
            return Ok(false);
        }
        let unknown: Vec<PersonId> = std::iter::zip(people, standings)
            .filter_map(|(person, standing)| standing.is_none().then_some(person))
            .collect();
        if unknown.len() <= FEW { self.each_ours(&unknown).await } else { self.all_listed(&unknown).await }
    }

    async fn each_ours(&self, people: &[PersonId]) -> Result<bool, SlackError> {
        for some in people.chunks(AT_ONCE) {
            let looked_up = try_join_all(some.iter().map(|id| self.look_up_now(id))).await?;
            if looked_up.iter().any(|person| !is_ours(person.standing)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Everybody as they were not long ago. Slack lets nobody ask for the whole list often; who asks at the same time
    /// waits for the same answer.
    pub(super) async fn listed_lately(&self) -> Result<Arc<[Person]>, SlackError> {
        if let Some(everybody) = self.people.everybody() {
            return Ok(everybody);
        }
        let _only_one = self.listing.lock().await;
        if let Some(everybody) = self.people.everybody() {
            return Ok(everybody);
        }
        let everybody: Arc<[Person]> = self.listed_now().await?.into();
        self.people.list_is(Arc::clone(&everybody));
        Ok(everybody)
    }

    /// Looks up everybody if it is time to. Pages of a large workspace take minutes, so this runs in the background.
    pub(crate) async fn keep_everybody(&self) -> Result<(), SlackError> {
        if self.people.wants_everybody() {
            let _only_one = self.listing.lock().await;
            self.listed_now().await?;
        }
        Ok(())
    }

    /// Whoever is not in the list of everybody is not of this workspace.
    async fn all_listed(&self, people: &[PersonId]) -> Result<bool, SlackError> {
        let everybody = self.listed_now().await?;
        let ours: BTreeSet<PersonId> = everybody
            .iter()
            .filter(|person| is_ours(person.standing))
            .map(|person| person.id.clone())
            .collect();
        Ok(people.iter().all(|id| ours.contains(id)))
    }

    async fn listed_now(&self) -> Result<Vec<Person>, SlackError> {
        let began = Instant::now();
        let mut everybody = Vec::new();
        self.each_page("users.list", &[("team_id", self.identity.team.clone())], |page| {
            let users = list(page, "/members").iter();
            let described: Vec<_> =
                users.filter_map(|user| self.described(&json!({ "user": user }))).collect();
            everybody.extend(described.iter().map(|one| one.person.clone()));
            self.people.remember(described, began);
        })
        .await?;
        self.people.listed(began);
        Ok(everybody)
    }

    /// Takes every page of an answer by itself, because the list of a large company is long.
    async fn each_page(
        &self,
        method: &str,
        asked: &[(&str, String)],
        mut take: impl FnMut(&Value),
    ) -> Result<(), SlackError> {
        let mut cursor = String::new();
        loop {
            let mut asked = asked.to_vec();
            asked.push(("limit", limits::MEMBERS.to_string()));
            if !cursor.is_empty() {
                asked.push(("cursor", cursor.clone()));
            }
            let page = self.client.get(method, &asked).await?;
            let next = text(&page, "/response_metadata/next_cursor").map(str::to_owned);
            take(&page);
            match next {
                Some(next) if next != cursor => cursor = next,
                _ => return Ok(()),
            }
        }
    }
}

/// Those who left read nothing, and programs are what the workspace's own people have let in.
fn is_ours(standing: Standing) -> bool {
    match standing {
        Standing::Member | Standing::Bot | Standing::Gone => true,
        Standing::Guest | Standing::External => false,
    }
}

fn unclear(method: &str, why: &str) -> SlackError {
    SlackError::Unclear { method: method.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use kernel::ports::Directory;

    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, identity, quick, soon};

    fn channel(extra: &Value) -> Answer {
        let mut channel = json!({ "id": "C1" });
        channel.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        Answer::Says(json!({ "ok": true, "channel": channel }))
    }

    fn members(members: &[&str], next: &str) -> Answer {
        Answer::Says(json!({ "ok": true, "members": members, "response_metadata": { "next_cursor": next } }))
    }

    fn user(id: &str, extra: &Value) -> Value {
        let mut user = json!({ "id": id, "team_id": "T1" });
        user.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        user
    }

    async fn audience(slack: &ScriptedSlack) -> Option<Audience> {
        let directory = SlackDirectory::new(slack.client(quick()), identity());
        soon(directory.audience(&"T1:C1:1.0".into())).await.ok()
    }

    #[tokio::test]
    async fn a_shared_channel_is_read_by_outsiders_whoever_is_in_it() {
        for sign in ["is_ext_shared", "is_pending_ext_shared", "is_org_shared"] {
            let slack = ScriptedSlack::start().await;
            slack.will("conversations.info", channel(&json!({ sign: true })));
            slack.will("conversations.members", members(&["U1"], ""));
            assert_eq!(audience(&slack).await, Some(Audience::Outsiders), "{sign}");
        }
    }

    #[tokio::test]
    async fn one_guest_on_the_last_page_is_enough() {
        for (extra, expected) in
            [(json!({}), Audience::Members), (json!({ "is_restricted": true }), Audience::Outsiders)]
        {
            let slack = ScriptedSlack::start().await;
            slack.will("conversations.info", channel(&json!({})));
            slack.will("conversations.members", members(&["U1"], "more"));
            slack.will("conversations.members", members(&["U2"], ""));
            slack.will("users.info", Answer::Says(json!({ "ok": true, "user": user("U1", &json!({})) })));
            slack.will("users.info", Answer::Says(json!({ "ok": true, "user": user("U2", &extra) })));
            assert_eq!(audience(&slack).await, Some(expected));
            assert_eq!(slack.calls("conversations.members")[1]["cursor"], "more");
        }
    }

    #[tokio::test]
    async fn many_are_compared_with_the_list_of_everybody() {
        let ids: Vec<String> = (0..=FEW).map(|number| format!("U{number}")).collect();
        let listed = |count: usize| {
            let users: Vec<Value> = ids.iter().take(count).map(|id| user(id, &json!({}))).collect();
            Answer::Says(json!({ "ok": true, "members": users }))
        };
        for (count, expected) in [(ids.len(), Audience::Members), (FEW, Audience::Outsiders)] {
            let slack = ScriptedSlack::start().await;
            slack.will("conversations.info", channel(&json!({})));
            let all: Vec<&str> = ids.iter().map(String::as_str).collect();
            slack.will("conversations.members", members(&all, ""));
            slack.will("users.list", listed(count));
            assert_eq!(audience(&slack).await, Some(expected));
        }
    }

    #[tokio::test]
    async fn an_answer_that_says_nothing_is_no_answer() {
        let slack = ScriptedSlack::start().await;
        slack.will("conversations.info", Answer::Says(json!({ "ok": true })));
        slack.will("conversations.members", members(&["U1"], ""));
        assert_eq!(audience(&slack).await, None);
        slack.will("conversations.info", channel(&json!({})));
        slack.will("conversations.members", members(&[], ""));
        assert_eq!(audience(&slack).await, None);
    }
    #[tokio::test]
    async fn who_somebody_is_is_known_from_before_and_who_is_there_is_not() {
        let slack = ScriptedSlack::start().await;
        slack.will("conversations.members", members(&["U1"], ""));
        slack.will("users.info", Answer::Says(json!({ "ok": true, "user": user("U1", &json!({})) })));
        let directory = SlackDirectory::new(slack.client(quick()), identity());
        let thread = ThreadId::from("T1:C1:1.0");
        soon(directory.acquaint(&thread)).await.unwrap();
        slack.will("conversations.info", channel(&json!({})));
        slack.will("conversations.members", members(&["U1"], ""));
        assert_eq!(soon(directory.audience(&thread)).await.unwrap(), Audience::Members);
        slack.will("conversations.info", channel(&json!({})));
        slack.will("conversations.members", members(&["U1", "U2"], ""));
        let guest = user("U2", &json!({ "is_restricted": true }));
        slack.will("users.info", Answer::Says(json!({ "ok": true, "user": guest })));
        assert_eq!(soon(directory.audience(&thread)).await.unwrap(), Audience::Outsiders);
        assert_eq!(slack.calls("users.info").len(), 2);
    }

    #[tokio::test]
    async fn nobody_is_looked_up_beforehand_twice_in_a_row() {
        let slack = ScriptedSlack::start().await;
        slack.will("conversations.members", members(&["U1"], ""));
        slack.will("users.info", Answer::Says(json!({ "ok": true, "user": user("U1", &json!({})) })));
        let directory = SlackDirectory::new(slack.client(quick()), identity());
        for thread in ["T1:C1:1.0", "T1:C1:1.0", "T1:C1:2.0"] {
            soon(directory.acquaint(&thread.into())).await.unwrap();
        }
        assert_eq!(slack.calls("conversations.members").len(), 1);
        slack.will("conversations.members", members(&["U1"], ""));
        soon(directory.acquaint(&"T1:C2:1.0".into())).await.unwrap();
        assert_eq!(slack.calls("conversations.members").len(), 2, "another channel has other members");
    }
}
