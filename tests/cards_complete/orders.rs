//! "Approve for an hour here": what it covers, what it never covers, and how it ends.

use serde_json::{Value, json};

use super::{one_mail, scene};
use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, says, small_world,
};

const BUTTON: &str = "Approve for an hour here";

/// A model that archives the mail whose number it is told.
struct Archive {
    town: Town,
    cast: Cast,
}

impl Archive {
    async fn open() -> Self {
        let (mut world, cast) = small_world();
        world.mail.push(sandbox::MailSeed {
            from: cast.asker.clone(),
            to: vec![cast.colleague.clone()],
            subject: "For Carl".to_owned(),
            text: Some("Hello Carl".to_owned()),
            when: "1h".to_owned(),
            ..sandbox::MailSeed::default()
        });
        let model = ScriptedModel::new(|request| {
            let newest = format!("{:?}", request.messages.last());
            match newest.split("archive-").nth(1).and_then(|rest| rest.split(';').next()) {
                Some(id) => calls(vec![call(request, "gmail.archive", json!({ "id": id }))]),
                None => says("I see."),
            }
        });
        let town = Plan::new(world).model(model).build().await;
        for person in [&cast.asker, &cast.colleague] {
            town.grant(person, &["gmail.modify"]).await;
        }
        Self { town, cast }
    }

    async fn ids(&self, person: &str, label: &str) -> Vec<String> {
        let mails = self.town.control.mailbox(person, label).await;
        mails.iter().map(|mail| mail["id"].as_str().unwrap().to_owned()).collect()
    }

    async fn ask(&self, person: &str, id: &str, thread: Option<&Posted>) -> Posted {
        let subject = self.town.control.message(person, id).await["subject"].as_str().unwrap().to_owned();
        let words = format!("@countersign archive the mail “{subject}”: archive-{id};");
        self.town.control.say(person, &self.cast.channel, &words, thread.map(|root| root.ts.as_str())).await
    }

    /// Asks, presses the button, and waits until it is done.
    async fn order(&self, id: &str) -> Posted {
        let asked = self.ask(&self.cast.asker, id, None).await;
        let card = self.town.control.live_card(&asked).await;
        self.town.control.click(&self.cast.asker, &card, BUTTON).await;
        self.town.control.card_says(&asked, &card, "Done").await;
        self.is_archived(id).await;
        asked
    }

    async fn is_archived(&self, id: &str) {
        self.town
            .control
            .until("the mail is archived", async || {
                let mail = self.town.control.message(&self.cast.asker, id).await;
                (!mail["labels"].to_string().contains("INBOX")).then_some(())
            })
            .await;
    }

    async fn cards(&self, thread: &Posted) -> usize {
        let replies = self.town.control.replies(thread).await;
        replies.iter().filter(|reply| all_text(reply).contains("approved by")).count()
    }

    /// Waits for the next live card in a thread: somebody is asked.
    async fn is_asked(&self, thread: &Posted) -> Value {
        self.town.control.live_card(thread).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_like_of_it_is_done_without_asking_in_this_thread_and_nowhere_else() {
    let mut scene = Archive::open().await;
    let mails = scene.ids(&scene.cast.asker, "INBOX").await;
    let asked = scene.order(&mails[0]).await;
    let cards = scene.cards(&asked).await;

    scene.ask(&scene.cast.asker, &mails[1], Some(&asked)).await;
    scene.is_archived(&mails[1]).await;
    assert_eq!(scene.cards(&asked).await, cards, "nobody was asked");

    // Another thread of the same person, and another person in the same thread.
    let elsewhere = scene.ask(&scene.cast.asker, &mails[2], None).await;
    let card = scene.is_asked(&elsewhere).await;
    scene.town.control.click(&scene.cast.asker, &card, "Deny").await;
    let theirs = scene.ids(&scene.cast.colleague, "INBOX").await;
    scene.ask(&scene.cast.colleague, &theirs[0], Some(&asked)).await;
    let card = scene.is_asked(&asked).await;
    scene.town.control.click(&scene.cast.colleague, &card, "Deny").await;
    scene.town.control.card_says(&asked, &card, "not done").await;

    // It survives a restart, and ends after its hour.
    scene.town.close().await;
    scene.town.open().await;
    scene.town.days_pass(1).await;
    scene.ask(&scene.cast.asker, &mails[2], Some(&asked)).await;
    scene.is_asked(&asked).await;
}

/// Otherwise a mail that was read could have the one archived that warns of it.
#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_named_is_asked_about_within_its_hour_once_strangers_have_spoken() {
    let scene = Archive::open().await;
    let mails = scene.ids(&scene.cast.asker, "INBOX").await;
    let asked = scene.order(&mails[0]).await;
    let words = format!("@countersign archive-{};", mails[1]);
    scene.town.control.say(&scene.cast.asker, &scene.cast.channel, &words, Some(&asked.ts)).await;
    let card = scene.is_asked(&asked).await;
    assert!(button(&card, BUTTON).is_none(), "it is not offered either: {card}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_it() {
    let scene = Archive::open().await;
    let mails = scene.ids(&scene.cast.asker, "INBOX").await;
    let asked = scene.order(&mails[0]).await;
    scene.town.control.say(&scene.cast.asker, &scene.cast.channel, "stop", Some(&asked.ts)).await;
    scene.ask(&scene.cast.asker, &mails[1], Some(&asked)).await;
    scene.is_asked(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_listed_at_home_and_by_command_and_ended_from_home() {
    let scene = Archive::open().await;
    let control = &scene.town.control;
    let person = &scene.cast.asker;
    let mails = scene.ids(person, "INBOX").await;
    let asked = scene.order(&mails[0]).await;

    let command = json!({ "person": person, "channel": "dm", "command": "/countersign", "text": "pending" });
    control.post("/slack/command", command).await;
    let told = control.ephemeral_saying(person, "done without asking you").await;
    assert!(all_text(&told).contains("gmail.archive"), "{told}");

    control.post("/slack/home", json!({ "person": person, "tab": "home" })).await;
    let path = format!("/slack/home?person={person}");
    let at_home = async |shown: bool| {
        control
            .until("Home", async || {
                let view = control.get(&path).await["view"].clone();
                (view.is_object() && button(&view, "Ask me again").is_some() == shown).then_some(())
            })
            .await;
    };
    at_home(true).await;
    control.post("/slack/press", json!({ "person": person, "on": "home", "action": "Ask me again" })).await;
    at_home(false).await;

    scene.ask(person, &mails[1], Some(&asked)).await;
    scene.is_asked(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_never_offered_for_what_reaches_somebody_else() {
    let scene = scene("dm", one_mail("The keys are under the mat.")).await;
    let card = scene.card().await;
    assert!(button(&card, "Approve").is_some() && button(&card, BUTTON).is_none(), "{card}");
}
