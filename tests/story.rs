//! The whole road: a question, a sign-in, a search, a card, a click, and a mail in Sent.

use crate::harness::{Cast, Plan, Town, small_world};

/// Names, subjects and ids are made anew for every run.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_a_thread_becomes_a_countersigned_mail() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    the_whole_road(&town, &cast).await;
}

pub async fn the_whole_road(town: &Town, cast: &Cast) {
    let control = &town.control;
    let asked = control
        .say(&cast.asker, &cast.channel, &format!("@countersign find mail from {}", cast.friend), None)
        .await;
    let done = town.connect(&cast.asker).await;
    assert!(done.contains("Slack"), "{done}");
    let found = control.reply(&asked, 0).await;
    assert!(found.contains(&cast.subject), "{found}");
    assert!(found.contains("rehearsal model"), "the first answer says who answers: {found}");

    let wanted = format!("reply to {} saying Thursday works for me", cast.friend);
    control.say(&cast.asker, &cast.channel, &wanted, Some(&asked.ts)).await;
    town.connect_again(&cast.asker, 1).await;
    let card = control.live_card(&asked).await;
    let shown = crate::harness::all_text(&card);
    for part in [&cast.friend_address, "Thursday works for me"] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    assert!(!shown.contains(&cast.subject), "others read here what is in a mailbox: {shown}");
    assert!(control.mailbox(&cast.asker, "SENT").await.is_empty(), "nothing is sent before the click");

    control.click(&cast.asker, &card, "Approve").await;
    control.card_says(&asked, &card, "Done").await;
    let sent = control.mailbox(&cast.asker, "SENT").await;
    assert_eq!(sent.len(), 1);
    let mail = control.message(&cast.asker, sent[0]["id"].as_str().unwrap()).await;
    assert!(mail["text"].as_str().unwrap().contains("Thursday works for me"), "{mail}");
    assert!(mail["to"].as_str().unwrap().contains(&cast.friend_address), "{mail}");
    let told = control.reply(&asked, 1).await;
    assert!(told.to_lowercase().contains("sent"), "{told}");
    assert_threaded(town, &cast.asker, &mail).await;
}

/// The reply lies in the same thread as what it answers, with the right headers.
async fn assert_threaded(town: &Town, person: &str, mail: &serde_json::Value) {
    let inbox = town.control.mailbox(person, "INBOX").await;
    let parent =
        inbox.iter().find(|row| row["thread"] == mail["thread"]).expect("the parent is in the same thread");
    let parent = town.control.message(person, parent["id"].as_str().unwrap()).await;
    let header = |message: &serde_json::Value, name: &str| {
        let headers = message["headers"].as_array().unwrap();
        let found = headers.iter().find(|pair| pair[0].as_str().unwrap().eq_ignore_ascii_case(name));
        found.map(|pair| pair[1].as_str().unwrap().to_owned()).unwrap_or_default()
    };
    let id = header(&parent, "Message-ID");
    assert!(!id.is_empty());
    assert_eq!(header(mail, "In-Reply-To"), id);
    assert!(header(mail, "References").ends_with(&id));
    assert_eq!(header(mail, "Subject"), format!("Re: {}", header(&parent, "Subject")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_needs_no_mention_and_a_follow_up_needs_none_either() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    town.connect(&cast.asker).await;
    control.reply(&asked, 0).await;

    control.say(&cast.asker, "dm", "read the first one", Some(&asked.ts)).await;
    let read = control.reply(&asked, 1).await;
    assert!(read.contains(&cast.secret_word), "{read}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_meant_for_us_is_left_alone() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let chat = control.say(&cast.colleague, &cast.channel, "did anybody see my keys?", None).await;
    let reply = control.say(&cast.asker, &cast.channel, "no", Some(&chat.ts)).await;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    control.reply(&asked, 0).await;
    assert!(control.replies(&chat).await.is_empty());
    assert_eq!(reply.event_ids.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_of_a_story_is_whole() {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    town.close().await;
    let (code, words) =
        crate::serving::countersign(&["audit", "verify", "--data-dir", town.data().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("The audit is whole"), "{words}");
}
