//! What may not happen while somebody acts, read from what Google, Slack and the model were asked meanwhile.

use futures_util::future::join_all;
use serde_json::Value;

use super::scene::Scene;

/// What there was before.
pub(super) struct Watch {
    /// The number of the last request.
    number: u64,
    /// How often the model had been asked.
    heard: usize,
    mailboxes: Vec<Vec<Value>>,
}

/// Whose act it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Actor {
    One(usize),
    Everybody,
}

impl Watch {
    pub(super) async fn begin(scene: &mut Scene) -> Self {
        if let Some(last) = requests(scene, scene.number).await.last() {
            scene.number = last["number"].as_u64().unwrap();
        }
        let heard = scene.model.heard.lock().unwrap().len();
        Self { number: scene.number, heard, mailboxes: mailboxes(scene).await }
    }

    /// It was all done for one person, in their account, and nothing of another's was met.
    pub(super) async fn only(&self, scene: &Scene, who: usize) {
        for (other, before) in self.mailboxes.iter().enumerate().filter(|(other, _)| *other != who) {
            let member = &scene.members[other];
            assert_eq!(&member.mailbox(&scene.town.control).await, before, "{} acted in none", member.handle);
        }
        self.nothing_is_mixed(scene, Actor::One(who)).await;
    }

    pub(super) async fn each_for_themselves(&self, scene: &Scene) {
        assert_eq!(mailboxes(scene).await, self.mailboxes, "a look changes nothing");
        self.nothing_is_mixed(scene, Actor::Everybody).await;
    }

    /// Somebody pressed what was not theirs.
    pub(super) async fn nothing(&self, scene: &Scene) {
        assert_eq!(mailboxes(scene).await, self.mailboxes, "nothing is done in another's name");
        let asked: Vec<Value> = self.asked_of_google(scene).await;
        assert!(asked.is_empty(), "Google is asked nothing: {asked:?}");
        assert_eq!(scene.model.heard.lock().unwrap().len(), self.heard, "the model hears nothing of it");
    }

    async fn nothing_is_mixed(&self, scene: &Scene, actor: Actor) {
        for request in self.asked_of_google(scene).await {
            let caller = scene.members.iter().position(|member| request["caller"] == member.handle.as_str());
            let caller = caller.unwrap_or_else(|| panic!("nobody's token: {request}"));
            assert!(
                actor == Actor::Everybody || actor == Actor::One(caller),
                "another's token is used: {request}"
            );
        }
        for request in requests(scene, self.number).await {
            if request["service"] == "slack" {
                let body = request["body"].as_str().unwrap();
                let reader = scene.members.iter().position(|member| {
                    member.direct.as_ref().is_some_and(|direct| body.contains(direct.as_str()))
                });
                holds_nothing_of_others(scene, body, reader.or(actor.only()));
            }
        }
        for request in &scene.model.heard.lock().unwrap()[self.heard..] {
            let who = scene.turn_of(request).or(actor.only());
            holds_nothing_of_others(scene, &format!("{:?}", request.messages), who);
        }
    }

    /// What was asked since, sign-ins left out.
    async fn asked_of_google(&self, scene: &Scene) -> Vec<Value> {
        let mut requests = requests(scene, self.number).await;
        requests.retain(|request| {
            request["service"] == "google" && !request["method"].as_str().unwrap().starts_with("oauth")
        });
        requests
    }
}

impl Actor {
    fn only(self) -> Option<usize> {
        match self {
            Self::One(who) => Some(who),
            Self::Everybody => None,
        }
    }
}

/// Whoever was answered was answered from what is theirs; and what is another's was not there.
pub(super) fn everybody_got_their_own(scene: &Scene) {
    for (who, tool, args, words) in scene.answers() {
        holds_nothing_of_others(scene, &words, Some(who));
        let member = &scene.members[who];
        let named = args["id"].as_str().or(args["file"].as_str());
        let own = named.is_none_or(|id| id == member.mail || id == member.file);
        if !own {
            assert!(words.starts_with("not_found"), "{tool} of what is another's: {words}");
        } else if tool != "gmail.send" && tool != "gmail.archive" {
            assert!(words.contains(&member.secret), "{tool}: {words}");
        }
    }
}

fn holds_nothing_of_others(scene: &Scene, words: &str, whose: Option<usize>) {
    for (other, member) in scene.members.iter().enumerate() {
        if Some(other) != whose {
            let (handle, secret) = (&member.handle, &member.secret);
            assert!(!words.contains(secret), "{secret} of {handle} is met elsewhere: {words}");
        }
    }
}

async fn requests(scene: &Scene, since: u64) -> Vec<Value> {
    let all = scene.town.control.get(&format!("/requests?since={since}")).await;
    all["requests"].as_array().unwrap().clone()
}

async fn mailboxes(scene: &Scene) -> Vec<Vec<Value>> {
    join_all(scene.members.iter().map(|member| member.mailbox(&scene.town.control))).await
}
