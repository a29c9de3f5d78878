//! People install the app in their own workspaces; each is answered in its own, and nowhere else.

#[path = "installing/browser.rs"]
mod browser;
#[path = "installing/renewing.rs"]
mod renewing;
#[path = "installing/telling.rs"]
mod telling;

use kernel::Secret;
use sandbox::{WorkspaceSeed, World};
use serde_json::{Value, json};
use wire::{Method, Url};

use crate::harness::{Cast, Control, Plan, Posted, Town, button, small_world};
use crate::ways_in::searching;
use browser::{Browser, Page, Press, parameter};

/// A town with two workspaces, in which the same people and channels go by the same ids, and an app that is in neither.
struct Towns {
    town: Town,
    cast: Cast,
    /// The hands on the first and on the second workspace.
    first: Control,
    second: Control,
    teams: [String; 2],
}

impl Towns {
    async fn new() -> Self {
        Self::planned(|plan| plan).await
    }

    async fn planned(plan: impl FnOnce(Plan) -> Plan) -> Self {
        let (world, cast) = small_world();
        let second = WorkspaceSeed {
            workspace: "Harbour Works".to_owned(),
            domain: format!("harbour-{}", cast.domain),
            people: world.people.clone(),
            channels: world.channels.clone(),
        };
        let organisation = Some("Firm Group".to_owned());
        let world = World { workspaces: vec![second], organisation, ..world };
        let mut town = Town::empty(plan(Plan::new(world))).await;
        let back = format!("http://127.0.0.1:{}/slack/callback", town.port());
        town.control.post("/slack/app", json!({ "redirect_uris": [back] })).await;
        open(&mut town).await;
        let beside = &town.card().workspaces[0];
        let teams = [town.card().slack_team_id.clone(), beside.slack_team_id.clone()];
        let (first, second) = (town.control.clone(), Control::new(&beside.control_url));
        Self { town, cast, first, second, teams }
    }

    /// Installs the app in the workspace of this number.
    async fn install(&self, number: usize) -> Page {
        Browser::new(&self.town).goes(&self.allow(number)).await
    }

    fn allow(&self, number: usize) -> Press<'_> {
        let (team, person) = (&self.teams[number], &self.cast.asker);
        Press { team, person, decision: "allow", everywhere: false }
    }

    /// The asker greets us by direct message, and is answered.
    async fn greets(&self, control: &Control) -> Posted {
        let asked = control.say(&self.cast.asker, "dm", "hello", None).await;
        control.reply(&asked, 0).await;
        asked
    }

    /// A card that waits in the first workspace, in the asker's direct messages.
    async fn card(&self) -> (Posted, Value) {
        let (person, friend) = (&self.cast.asker, &self.cast.friend);
        let asked = self.first.say(person, "dm", &format!("find mail from {friend}"), None).await;
        self.town.connect(person).await;
        self.first.reply(&asked, 0).await;
        let wish = format!("reply to {friend} saying Thursday works for me");
        self.first.say(person, "dm", &wish, Some(&asked.ts)).await;
        self.town.connect_again(person, 1).await;
        let card = self.first.live_card(&asked).await;
        (asked, card)
    }

    /// A button, posted by the app's own hand into a direct message of the second workspace.
    async fn copied(&self, channel: &str, button: &Value) -> Value {
        let mut browser = Browser::new(&self.town);
        let asked = browser.begins().await;
        let code = parameter(&browser.presses(&asked, &self.allow(1)).await, "code");
        let redirect = parameter(&asked, "redirect_uri");
        let card = self.town.card();
        let form = [
            ("client_id", card.slack_client_id.as_str()),
            ("client_secret", &card.slack_client_secret),
            ("code", &code),
            ("redirect_uri", &redirect),
        ];
        let call = async |method: &str, token: &Secret, body: Value| -> Value {
            let url = Url::parse(&format!("{}{method}", card.slack_api_url)).unwrap();
            let request = self.first.wire().request(Method::POST, url);
            let request = if token.reveal().is_empty() { request } else { request.bearer(token) };
            let answer: Value = request.form(&body).send().await.unwrap().json().unwrap();
            assert_eq!(answer["ok"], true, "{answer}");
            answer
        };
        let granted = call("oauth.v2.access", &Secret::new(""), form.into_iter().collect()).await;
        let token = Secret::new(granted["access_token"].as_str().unwrap());
        let blocks = json!([{ "type": "actions", "elements": [button] }]).to_string();
        let message = json!({ "channel": channel, "text": "Approve", "blocks": blocks });
        let posted = call("chat.postMessage", &token, message).await;
        json!({ "channel": channel, "ts": posted["ts"] })
    }
}

/// With the app's own credentials and no token of any workspace.
async fn open(town: &mut Town) {
    let (id, secret) = (town.card().slack_client_id.clone(), town.card().slack_client_secret.clone());
    let more =
        [("SLACK_BOT_TOKEN", ""), ("SLACK_CLIENT_ID", id.as_str()), ("SLACK_CLIENT_SECRET", secret.as_str())];
    town.open_with(&more).await;
}

/// Whether Slack has the app in a workspace.
async fn is_installed(control: &Control) -> bool {
    control.get("/slack/app").await["installation"] == "installed"
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_installs_the_app_is_answered_in_their_own_workspace_at_once() {
    let towns = Towns::new().await;
    for (number, control) in [&towns.first, &towns.second].into_iter().enumerate() {
        let page = towns.install(number).await;
        assert_eq!(page.status, 200, "{page:?}");
        assert!(page.words.contains("Go to Slack"), "{page:?}");
        towns.greets(control).await;
    }
    let asked = Browser::new(&towns.town).begins().await;
    assert_eq!(parameter(&asked, "scope"), slack::BOT_SCOPES.join(","));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workspaces_with_the_same_ids_do_not_mix() {
    let towns = Towns::planned(|plan| plan.model(searching())).await;
    towns.install(0).await;
    towns.install(1).await;
    towns.second.post("/slack/channels/join", json!({ "channel": towns.cast.channel })).await;
    let (asker, words) = (&towns.cast.asker, "@countersign what is new?");
    let first = towns.first.say(asker, &towns.cast.channel, words, None).await;
    towns.town.connect(asker).await;
    assert!(towns.first.reply(&first, 0).await.contains(&towns.cast.subject));

    let searches = towns.first.requests("google", "gmail.users.messages.list").await.len();
    let second = towns.second.say(asker, &towns.cast.channel, words, None).await;
    assert_eq!(first.channel, second.channel, "the channels go by one id");
    let offer = towns.second.ephemeral_saying(asker, "works once, for ten minutes").await;
    assert!(button(&offer, "Connect Google").is_some(), "what was granted elsewhere counts nothing here");
    assert_eq!(towns.first.requests("google", "gmail.users.messages.list").await.len(), searches);
    assert!(towns.second.replies(&second).await.is_empty());
    let said = async |control: &Control, posted: &Posted| {
        let path = format!("/slack/messages?channel={}", posted.channel);
        let messages = control.get(&path).await["messages"].as_array().unwrap().clone();
        messages.iter().filter(|message| message["bot_id"].is_string()).count()
    };
    assert_eq!(said(&towns.second, &second).await, 0, "nothing of the first is said in the second");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_of_one_workspace_is_not_decided_in_another() {
    let towns = Towns::new().await;
    towns.install(0).await;
    towns.install(1).await;
    let (asked, card) = towns.card().await;
    // The same person by their id, the same approval by its name, in another workspace.
    let greeted = towns.greets(&towns.second).await;
    let copy = towns.copied(&greeted.channel, &button(&card, "Approve").unwrap()).await;
    towns.second.click(&towns.cast.asker, &copy, "Approve").await;
    let told = async || towns.second.ephemerals(&towns.cast.asker).await.pop();
    towns.second.until("the press had no effect", told).await;
    assert!(towns.first.mailbox(&towns.cast.asker, "SENT").await.is_empty());
    towns.first.click(&towns.cast.asker, &card, "Approve").await;
    towns.first.card_says(&asked, &card, "Done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_counts_once_for_ten_minutes_and_in_one_browser() {
    let towns = Towns::new().await;
    let press = towns.allow(1);
    let stale = |page: &Page| {
        assert_eq!(page.status, 410, "{page:?}");
        assert!(page.words.contains("Nothing was installed") && page.words.contains("/slack/install"));
    };
    let mut browser = Browser::new(&towns.town);
    let back = {
        let asked = browser.begins().await;
        browser.presses(&asked, &press).await
    };
    let (code, given) = (parameter(&back, "code"), parameter(&back, "state"));
    let made_up = Url::parse(&back.as_str().replace(&given, "99999999999999-ab")).unwrap();
    stale(&browser.returns(&made_up).await);
    let without = Url::parse(&format!("{}?code={code}", back.as_str().split('?').next().unwrap())).unwrap();
    stale(&browser.returns(&without).await);

    // Another browser cannot use it, and then nobody can.
    let mut other = Browser::new(&towns.town);
    other.begins().await;
    stale(&other.returns(&back).await);
    stale(&browser.returns(&back).await);

    let asked = browser.begins().await;
    let back = browser.presses(&asked, &press).await;
    towns.town.days_pass(1).await;
    stale(&browser.returns(&back).await);
    assert!(!is_installed(&towns.second).await);

    let asked = browser.begins().await;
    let back = browser.presses(&asked, &press).await;
    assert_eq!(browser.returns(&back).await.status, 200);
    stale(&browser.returns(&back).await);
    // A new state does not make a used code count again.
    let used = parameter(&back, "code");
    let asked = browser.begins().await;
    let next = browser.presses(&asked, &press).await;
    let replayed = next.as_str().replace(&parameter(&next, "code"), &used);
    stale(&browser.returns(&Url::parse(&replayed).unwrap()).await);
    towns.greets(&towns.second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_cancels_is_told_that_nothing_was_installed() {
    let towns = Towns::new().await;
    let page = Browser::new(&towns.town).goes(&Press { decision: "cancel", ..towns.allow(1) }).await;
    assert_eq!(page.status, 200);
    assert!(page.words.contains("You did not allow it"), "{page:?}");
    assert!(!is_installed(&towns.second).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_workspaces_are_named_no_other_can_install_the_app() {
    let towns = Towns::planned(|plan| plan.config("[slack]\nsockets = 1\nworkspaces = [\"T0OTHER\"]")).await;
    let page = towns.install(1).await;
    assert_eq!(page.status, 403, "{page:?}");
    assert!(page.words.contains(&towns.teams[1]), "{page:?}");
    assert!(!is_installed(&towns.second).await, "and we do not stay");
}

#[tokio::test(flavor = "multi_thread")]
async fn installations_outlive_a_restart() {
    let mut towns = Towns::new().await;
    towns.install(0).await;
    towns.install(1).await;
    let (asked, card) = towns.card().await;
    towns.town.close().await;
    let meanwhile = towns.second.say(&towns.cast.asker, "dm", "hello", None).await;
    open(&mut towns.town).await;
    towns.second.reply(&meanwhile, 0).await;
    towns.first.click(&towns.cast.asker, &card, "Approve").await;
    towns.first.card_says(&asked, &card, "Done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workspace_that_removes_the_app_is_forgotten_and_a_new_installation_revives_it() {
    let towns = Towns::new().await;
    towns.install(0).await;
    towns.install(1).await;
    let (asked, card) = towns.card().await;
    let looked = async || towns.first.requests("slack", "auth.test").await.len();
    let before = looked().await;
    towns.first.post("/slack/app/uninstall", json!({})).await;
    towns.first.until("we look whether it is so", async || (looked().await > before).then_some(())).await;
    towns.greets(&towns.second).await;

    assert_eq!(towns.install(0).await.status, 200);
    towns.greets(&towns.first).await;
    towns.first.click(&towns.cast.asker, &card, "Approve").await;
    towns.first.card_says(&asked, &card, "Done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organisation_installs_the_app_in_all_its_workspaces_at_once() {
    let mut towns = Towns::new().await;
    let page = Browser::new(&towns.town).goes(&Press { everywhere: true, ..towns.allow(0) }).await;
    assert!(page.words.contains("Firm Group"), "{page:?}");
    let (asked, card) = towns.card().await;
    // Slack names no workspace with a press.
    let pressed = towns.first.click(&towns.cast.asker, &card, "Approve").await;
    assert_eq!(pressed["payload"]["team"], Value::Null, "{pressed}");
    towns.first.card_says(&asked, &card, "Done").await;
    // Otherwise what is said next may still belong to the same turn.
    towns.first.reply(&asked, 1).await;
    towns.town.close().await;
    open(&mut towns.town).await;
    let again = towns.first.say(&towns.cast.asker, "dm", "hello", Some(&asked.ts)).await;
    towns.first.delivered(&again).await;
    towns.first.reply(&asked, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_from_a_workspace_we_do_not_know_is_acknowledged_and_hurts_nobody() {
    let mut towns = Towns::new().await;
    towns.install(1).await;
    towns.town.close().await;
    // As it is without the app's own credentials: one workspace, by the token of the environment.
    towns.town.open().await;
    let unheard = towns.second.say(&towns.cast.asker, "dm", "hello", None).await;
    towns.second.delivered(&unheard).await;
    towns.greets(&towns.first).await;
    assert!(towns.second.replies(&unheard).await.is_empty());
}
