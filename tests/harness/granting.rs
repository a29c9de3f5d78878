//! Granting scopes at a stroke: the sign-in is offered by the product's own book of grants, and accepted page by page.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::Ports;
use kernel::ports::{Account, ConsentOffer, Directory, Grants, SignIn, Way};
use kernel::{ConsentId, Person, PersonId, Secret};
use serde_json::Value;
use wire::{Method, Url};

use super::signing::link_of;
use super::{Town, all_text};

/// What the product knows of people and of what they allowed.
#[derive(Clone)]
pub(super) struct Accounts {
    directory: Arc<dyn Directory>,
    grants: Arc<dyn Grants>,
}

impl Accounts {
    pub(super) fn of(ports: &Ports) -> Self {
        Self { directory: Arc::clone(&ports.directory), grants: Arc::clone(&ports.grants) }
    }
}

/// `gmail.modify` in full.
pub(super) fn scope(name: &str) -> String {
    format!("https://www.googleapis.com/auth/{name}")
}

impl Town {
    /// Somebody grants exactly these scopes, beside what they have granted before. Scopes by their short names.
    pub async fn grant(&self, handle: &str, scopes: &[&str]) {
        let link = self.offered(handle, scopes, Way::Usual).await;
        let SignIn::Link { url } = link else { panic!("{link:?}") };
        let (before, known) = (self.told_of_an_account(handle).await, self.connected(handle).await);
        self.control.sign_in(&url, handle, &self.address_of(handle)).await;
        // A sign-in that changed nothing is not announced.
        if self.connected(handle).await == known {
            return;
        }
        // They are told, a moment later: nothing that a story counts or breaks from now on is to be that message.
        let told = async || (self.told_of_an_account(handle).await > before).then_some(());
        self.control.until("they are told that their account is connected", told).await;
    }

    async fn connected(&self, handle: &str) -> Vec<Account> {
        let person = self.person(handle).await;
        self.accounts().grants.accounts(&person).await.unwrap()
    }

    /// How often somebody was told directly that an account of theirs is connected.
    async fn told_of_an_account(&self, handle: &str) -> usize {
        let path = format!("/slack/messages?channel=dm:{handle}");
        let messages = self.control.get(&path).await["messages"].as_array().cloned().unwrap_or_default();
        messages.iter().filter(|message| all_text(message).contains("Google account")).count()
    }

    /// How somebody is offered to sign in for these scopes.
    pub async fn offered(&self, handle: &str, scopes: &[&str], way: Way) -> SignIn {
        let offer = ConsentOffer {
            consent: ConsentId(uuid::Uuid::new_v4().simple().to_string()),
            thread: None,
            person: self.person(handle).await,
            needs: scopes.iter().map(|name| vec![scope(name)]).collect(),
            way,
        };
        self.accounts().grants.offer(&offer).await.unwrap()
    }

    /// Accepts an offer, and says which scopes it asked for beside those that say who signs in; by their short names.
    pub async fn accept(&self, handle: &str, offer: &Value) -> BTreeSet<String> {
        let asked = self.control.sign_in(&link_of(offer), handle, &self.address_of(handle)).await;
        let short = |name: &String| name.rsplit_once("/auth/").map(|(_, short)| short.to_owned());
        asked.iter().filter_map(short).collect()
    }

    fn accounts(&self) -> Accounts {
        self.accounts.lock().unwrap().clone().expect("the product runs")
    }

    async fn person(&self, handle: &str) -> Person {
        let known = self.card().people.iter().find(|known| known.handle == handle).unwrap();
        let id = PersonId(format!("{}:{}", self.team().await, known.slack_user_id));
        self.accounts().directory.person(&id).await.unwrap()
    }

    async fn team(&self) -> String {
        let url = Url::parse(&format!("{}auth.test", self.card().slack_api_url)).unwrap();
        let token = Secret::new(self.card().bot_token.clone());
        let answer: Value =
            self.control.wire.request(Method::POST, url).bearer(&token).send().await.unwrap().json().unwrap();
        answer["team_id"].as_str().unwrap().to_owned()
    }
}
