//! The company that comes along, as its people find it in their mail.

use super::*;

fn company() -> Caller {
    let changes = Changes::default();
    let google = Google::new(&World::fernwood(), changes.clone(), client()).unwrap();
    Caller { google: Arc::new(google), changes }
}

#[tokio::test]
async fn everyday_questions_have_an_answer_in_the_mail() {
    let caller = company();
    assert!(caller.found("ana", "from:ben is:unread newer_than:3d").await.len() >= 2);
    let invoices = caller.found("ana", "from:northlight invoice has:attachment").await;
    assert_eq!(invoices.len(), 2);
    assert_eq!(caller.found("ana", "from:carla thursday in:inbox").await.len(), 1);
    let threads = caller.google.search("ana", "subject:\"website relaunch\" -in:drafts");
    assert!(threads.len() >= 8);
    assert!(threads.iter().all(|row| row.thread == threads[0].thread), "one thread");
    assert_eq!(caller.google.drafts("ana").len(), 1);
}

#[tokio::test]
async fn the_studio_has_its_files() {
    let caller = company();
    for (person, least) in [("ana", 20), ("ben", 12), ("carla", 12), ("dai", 15)] {
        let files = caller.google.files(person);
        assert!(files.len() >= least, "{person} has {}", files.len());
    }
    let ben: Vec<String> = caller.google.files("ben").into_iter().map(|file| file.name).collect();
    let has = |name: &str| ben.iter().any(|known| known == name);
    assert!(has("Budget Harbour Museum") && has("Style guide") && has("Kick-off notes"));
    assert!(!has("Salaries 2027 (draft)") && !has("Portfolio 2026"));
    let foreign = caller.google.files("ana");
    let foreign = foreign.iter().find(|file| file.name == "Exhibition texts, first round").unwrap();
    assert_eq!(foreign.owner.as_deref(), Some("ines.albrecht@harbourmuseum.example"));
    assert_eq!(caller.google.shared_drives("carla").len(), 1);
}

#[tokio::test]
async fn other_alphabets_come_through() {
    let caller = company();
    assert_eq!(caller.found("dai", "木曜日 from:tanaka").await.len(), 1);
    assert_eq!(caller.found("ana", "αφίσες").await.len(), 1);
    assert_eq!(caller.found("carla", "الشعار").await.len(), 1);
    let cake = caller.google.search("ben", "cake");
    assert_eq!(cake[0].subject, "🎉 Cake at four 🍰");
}

#[tokio::test]
async fn the_two_hostile_mails_are_there() {
    let caller = company();
    let visible = caller.found("ana", "from:fernwood-support.example in:inbox").await;
    let hidden = caller.found("ana", "from:calmdesk.example in:inbox").await;
    assert_eq!((visible.len(), hidden.len()), (1, 1));
    let html = caller.google.message("ana", &hidden[0]).unwrap().html.unwrap();
    assert!(html.contains("display:none") && html.contains("<!-- assistant"));
}

#[tokio::test]
async fn spam_and_the_bin_are_left_out_unless_asked_for() {
    let caller = company();
    assert!(caller.found("ana", "won phone").await.is_empty());
    assert_eq!(caller.found("ana", "in:spam").await.len(), 1);
    assert_eq!(caller.found("ana", "in:anywhere won phone").await.len(), 1);
}

#[tokio::test]
async fn every_message_of_everybody_can_be_read() {
    let caller = company();
    for person in ["ana", "ben", "carla", "dai"] {
        let ids = caller.found(person, "in:anywhere").await;
        assert!(ids.len() >= 8, "{person} has {}", ids.len());
        for id in ids {
            let message = caller.message(person, &id).await;
            assert!(header(&message, "Subject").is_some_and(|subject| !subject.is_empty()));
            assert!(message["internalDate"].as_str().unwrap().parse::<i64>().is_ok());
        }
    }
}
