//! Who can read along decides where an answer stands: nothing of anybody's account is put before outsiders.

mod agreed;
mod outlines;
mod quickly;
mod refused;

use kernel::{Reply, Request};
use serde_json::{Value, json};

use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, is_card, results, says,
    small_world,
};

const MAIL: [&str; 1] = ["gmail.modify"];
const POINTER: &str = "I answered you in a direct message, because people outside the company can read here.";
const GUEST: &str = "gus";
const STRANGER: &str = "mia";
const COMPANY: &str = "harbor.example";

/// What stands in the thread, without the way to what was told.
fn without_way(pointer: &str) -> &str {
    match pointer.split_once('\n') {
        Some((words, way)) if way.starts_with("<https://") && way.ends_with("|Open the answer>") => words,
        _ => pointer,
    }
}

struct Scene {
    town: Town,
    cast: Cast,
    secret: String,
}

/// Looks into the mailbox and tells what it found there.
fn look_and_tell(secret: &str, request: &Request) -> Reply {
    match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        _ => says(&format!("The word is {secret}.")),
    }
}

/// Looks into the mailbox and would send what it found there.
fn look_and_send(secret: &str, request: &Request) -> Reply {
    match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        1 => {
            let body = format!("It is {secret}");
            let mail = json!({ "to": ["ben@elsewhere.example"], "subject": secret, "body": body });
            calls(vec![call(request, "gmail.send", mail)])
        }
        _ => says("That is all."),
    }
}

/// Two members and a channel of theirs, and a model that looks into the mailbox and tells what it found there.
async fn scene() -> Scene {
    scene_with(look_and_tell).await
}

async fn scene_with(script: impl Fn(&str, &Request) -> Reply + Send + Sync + 'static) -> Scene {
    scene_in("", script).await
}

/// The same with lines of configuration.
async fn scene_in(config: &str, script: impl Fn(&str, &Request) -> Reply + Send + Sync + 'static) -> Scene {
    let (world, cast) = small_world();
    let secret = cast.secret_word.clone();
    let model = ScriptedModel::new(move |request| script(&secret, request));
    let town = Plan::new(world).config(config).model(model).build().await;
    town.grant(&cast.asker, &MAIL).await;
    let room = json!({ "name": "room", "members": [cast.asker, cast.colleague], "agent": true });
    town.control.post("/slack/channels", room).await;
    let secret = cast.secret_word.clone();
    Scene { town, cast, secret }
}

impl Scene {
    async fn joins(&self, handle: &str, standing: &str) {
        let mut person = json!({ "handle": handle, "name": handle.to_uppercase(), "standing": standing });
        if standing == "external" {
            person["address"] = format!("{handle}@{COMPANY}").into();
        }
        self.town.control.post("/slack/people", person).await;
        let joining = json!({ "channel": "room", "person": handle, "by": self.cast.asker });
        self.town.control.post("/slack/channels/join", joining).await;
    }

    async fn ask(&self) -> Posted {
        self.town.control.say(&self.cast.asker, "room", "@countersign what is the word?", None).await
    }

    /// What we told the asker directly, beside that their account is connected.
    async fn told(&self) -> Vec<Value> {
        let path = format!("/slack/messages?channel=dm:{}", self.cast.asker);
        let mut messages = self.town.control.get(&path).await["messages"].as_array().unwrap().clone();
        messages
            .retain(|message| message["bot_id"].is_string() && !all_text(message).contains("is connected"));
        for message in &mut messages {
            message["channel"] = "dm".into();
        }
        messages
    }

    async fn told_card(&self) -> Value {
        let live = |message: &Value| is_card(message) && button(message, "Approve").is_some();
        self.town
            .control
            .until("a card in the direct message", async || self.told().await.into_iter().find(live))
            .await
    }

    /// The answer is in the direct message, once; the thread says so, once, and nothing else.
    async fn answered_apart(&self, asked: &Posted) {
        let pointer = self.town.control.reply(asked, 0).await;
        assert_eq!(without_way(&pointer), POINTER);
        let told = self.told().await;
        let is_answer = |text: &String| {
            text.contains(&self.secret)
                && text.contains("Open the thread")
                && text.contains("To go on, write in that thread")
        };
        let answers: Vec<&Value> = told.iter().filter(|message| is_answer(&all_text(message))).collect();
        assert_eq!(answers.len(), 1, "{told:?}");
        // From one to the other and back.
        let place = answers[0]["ts"].as_str().unwrap().replace('.', "");
        let standing = self.town.control.replies(asked).await[0].to_string();
        assert!(
            standing.contains(&format!("/p{place}")) && standing.contains("Open the answer"),
            "{standing}"
        );
        assert_eq!(self.town.control.replies(asked).await.len(), 1);
        self.nothing_leaked(asked).await;
    }

    async fn is_told(&self) {
        let told = async || (!self.told().await.is_empty()).then_some(());
        self.town.control.until("something is told", told).await;
    }

    async fn nothing_leaked(&self, asked: &Posted) {
        let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
        let thread = self.town.control.get(&path).await.to_string();
        assert!(!thread.contains(&self.secret), "{thread}");
    }

    async fn fails(&self, method: &str) {
        let fault = json!({ "service": "slack", "method": method, "kind": { "status": { "code": 200,
            "body": { "ok": false, "error": "channel_not_found" } } } });
        self.town.control.fault(fault).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn among_members_the_answer_stands_in_the_thread_and_says_whose_it_is() {
    let scene = scene().await;
    let asked = scene.ask().await;
    let answer = scene.town.control.reply(&asked, 0).await;
    assert!(answer.contains(&scene.secret), "{answer}");
    assert!(answer.contains("From Ada Asker\u{2019}s Google account."), "{answer}");
    assert!(scene.told().await.is_empty());
    // It can be taken out again.
    scene.town.control.withdraw(&scene.cast.asker, &asked).await;
    let gone = async || scene.town.control.replies(&asked).await.is_empty().then_some(());
    scene.town.control.until("the answer is gone", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_guest_reads_along_the_answer_is_told_directly() {
    let scene = scene().await;
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    scene.answered_apart(&asked).await;
    // Deleted with its question, wherever it stands.
    scene.town.control.withdraw(&scene.cast.asker, &asked).await;
    let gone = async || (!json!(scene.told().await).to_string().contains(&scene.secret)).then_some(());
    scene.town.control.until("the answer is gone", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_told_directly_is_not_told_to_the_next_who_asks() {
    let (world, cast) = small_world();
    let secret = cast.secret_word.clone();
    let model = ScriptedModel::new(move |request| match results(request).len() {
        0 if !format!("{:?}", request.messages).contains("second question") => {
            calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))])
        }
        _ if format!("{:?}", request.messages).contains("second question") => says("Nothing to tell."),
        _ => says(&format!("The word is {secret}.")),
    });
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &MAIL).await;
    let room = json!({ "name": "room", "members": [cast.asker, cast.colleague], "agent": true });
    town.control.post("/slack/channels", room).await;
    let secret = cast.secret_word.clone();
    let scene = Scene { town, cast, secret };
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    scene.answered_apart(&asked).await;
    let again = "@countersign a second question: what was the answer?";
    scene.town.control.say(&scene.cast.colleague, "room", again, Some(&asked.ts)).await;
    let heard = async || {
        let heard = model.heard.lock().unwrap();
        heard
            .iter()
            .map(|request| format!("{:?}", request.messages))
            .find(|it| it.contains("second question"))
    };
    let shown = scene.town.control.until("the model is asked", heard).await;
    assert!(!shown.contains(&scene.secret), "{shown}");
    assert!(shown.contains(POINTER), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_shared_channel_the_answer_is_told_directly_and_strangers_neither_ask_nor_decide() {
    let scene = scene_with(|secret, request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        1 => {
            let mail =
                json!({ "to": ["ben@elsewhere.example"], "subject": secret, "body": format!("It is {secret}") });
            calls(vec![call(request, "gmail.send", mail)])
        }
        _ => says(&format!("I sent {secret}.")),
    })
    .await;
    let sharing = json!({ "channel": "room", "company": COMPANY });
    scene.town.control.post("/slack/channels/share", sharing).await;
    scene.joins(STRANGER, "external").await;
    let theirs = scene.town.control.say(STRANGER, "room", "@countersign what is the word?", None).await;
    let refused = scene.town.control.reply(&theirs, 0).await;
    assert!(refused.contains("Only full members of this workspace can ask me."), "{refused}");

    let asked = scene.ask().await;
    let card = scene.told_card().await;
    assert!(all_text(&card).contains("ben@elsewhere.example"), "{card}");
    scene.town.control.ephemeral_saying(&scene.cast.asker, "I asked you in a direct message").await;
    assert!(scene.town.control.replies(&asked).await.is_empty(), "no card stands where strangers read");
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    scene.answered_apart(&asked).await;
    assert_eq!(scene.town.control.mailbox(&scene.cast.asker, "SENT").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_guest_says_among_the_others_is_not_answered_and_ends_nothing() {
    let scene = scene_with(look_and_send).await;
    let control = &scene.town.control;
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    let card = scene.told_card().await;
    for words in ["nice", "and so quick"] {
        let said = control.say(GUEST, "room", words, Some(&asked.ts)).await;
        control.delivered(&said).await;
    }
    // The call still waits for its card, and the answer for the call.
    control.click(&scene.cast.asker, &card, "Approve").await;
    let answer =
        async || scene.told().await.iter().any(|told| all_text(told).contains("That is all.")).then_some(());
    control.until("the answer", answer).await;
    let said: Vec<String> = control.said_of(&asked).await.iter().map(all_text).collect();
    assert!(!said.iter().any(|words| words.contains("Only full members")), "{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_or_a_whole_organisation_is_enough() {
    for (path, sharing) in [
        ("/slack/channels/share", json!({ "channel": "room", "company": COMPANY, "pending": true })),
        ("/slack/channels/organisation", json!({ "channel": "room", "shared": true })),
    ] {
        let scene = scene().await;
        scene.town.control.post(path, sharing).await;
        let asked = scene.ask().await;
        scene.answered_apart(&asked).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_cannot_be_looked_up_counts_as_shared() {
    for method in ["conversations.info", "conversations.members"] {
        let scene = scene().await;
        scene.fails(method).await;
        let asked = scene.ask().await;
        scene.answered_apart(&asked).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_draws_on_nobodys_account_stays_where_it_was_asked() {
    let scene = scene_with(|_, _| says("Good morning.")).await;
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    let answer = scene.town.control.reply(&asked, 0).await;
    assert_eq!(answer, "Good morning.");
    assert!(scene.told().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_has_no_commands_and_decides_nothing() {
    let scene = scene_with(|_, request| match results(request).last() {
        None => {
            let mail = json!({ "to": ["ben@elsewhere.example"], "subject": "Keys", "body": "Mat" });
            calls(vec![call(request, "gmail.send", mail)])
        }
        Some(result) => says(&result.words),
    })
    .await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    // The card stood there before they came.
    scene.joins(GUEST, "guest").await;
    for press in ["Approve", "Deny", "View all", "Edit"] {
        if button(&card, press).is_some() {
            scene.town.control.click(GUEST, &card, press).await;
        }
    }
    scene.town.control.ephemeral_saying(GUEST, "Only Ada Asker").await;
    for (command, words) in [("/countersign", "undo"), ("/countersign", "pending"), ("/google", "auth")] {
        let seen = scene.town.control.ephemerals(GUEST).await.len();
        let given = json!({ "person": GUEST, "channel": "room", "command": command, "text": words });
        scene.town.control.post("/slack/command", given).await;
        let newer = async || scene.town.control.ephemerals(GUEST).await.get(seen).cloned();
        scene.town.control.until("an answer to the command", newer).await;
    }
    let told = json!(scene.town.control.ephemerals(GUEST).await).to_string();
    assert!(told.contains("Only full members of this workspace can use this."), "{told}");
    assert!(scene.town.control.mailbox(&scene.cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_between_the_answer_and_its_pointer_each_is_there_once() {
    let mut scene = scene().await;
    scene.joins(GUEST, "guest").await;
    let down = json!({ "service": "slack", "method": "chat.postMessage", "after": 1,
        "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(down).await;
    let asked = scene.ask().await;
    scene.is_told().await;
    scene.town.close().await;
    assert!(scene.town.control.replies(&asked).await.is_empty());
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.answered_apart(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_whose_arrival_nobody_heard_of_is_looked_for_after_a_restart() {
    let mut scene = scene().await;
    scene.joins(GUEST, "guest").await;
    let lost =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "times": 1 });
    scene.town.control.fault(lost).await;
    let blind = json!({ "service": "slack", "method": "conversations.history", "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(blind).await;
    let asked = scene.ask().await;
    scene.is_told().await;
    scene.town.close().await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.answered_apart(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_file_is_put_where_outsiders_read() {
    let scene = scene_with(|_, request| match results(request).last() {
        None => calls(vec![call(request, "drive.download", json!({ "file": "Plan.txt" }))]),
        Some(result) => says(&result.words),
    })
    .await;
    scene.town.grant(&scene.cast.asker, &["drive.readonly"]).await;
    let file = json!({ "name": "Plan.txt", "owner": scene.cast.asker, "text": scene.secret });
    scene.town.control.post("/google/files", file).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    // They come while the card waits.
    scene.joins(GUEST, "guest").await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    scene.town.control.card_says(&asked, &card, "*Failed*").await;
    let why = scene.town.control.reply(&asked, 0).await;
    assert!(why.contains("People outside the company can read here"), "{why}");
    let again = scene.ask().await;
    let refused = scene.town.control.reply(&again, 0).await;
    assert!(refused.contains("People outside the company can read here"), "{refused}");
    let shared = scene.town.control.requests("slack", "files.completeUploadExternal").await;
    assert!(shared.is_empty(), "{shared:?}");
}
