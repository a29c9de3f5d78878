//! Where a mention is wanted in every message of a thread.

use kernel::Message;
use serde_json::json;

use super::echo;
use crate::harness::{HesitantModel, Plan, all_text, call, calls, says, small_world};

const WANTED: &str = "[slack]\nfollow_ups = \"mention\"";

#[tokio::test(flavor = "multi_thread")]
async fn where_a_mention_is_wanted_a_follow_up_without_one_is_left_alone() {
    let (world, cast) = small_world();
    let model = echo();
    let town = Plan::new(world).config(WANTED).model(model.clone()).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign hello", None).await;
    control.reply(&asked, 0).await;
    control.say(&cast.asker, &cast.channel, "let us meet at nine", Some(&asked.ts)).await;
    control.say(&cast.colleague, &cast.channel, "@countersign are you there?", Some(&asked.ts)).await;
    assert!(control.reply(&asked, 1).await.contains("are you there?"));
    // What is said in one thread is heard in its order, so the other would have been answered by now.
    assert_eq!(control.replies(&asked).await.len(), 2);
    assert_eq!(model.shown().len(), 2);
    // In a direct message there is nobody else it could be for.
    let direct = control.say(&cast.asker, "dm", "hello", None).await;
    control.reply(&direct, 0).await;
    control.say(&cast.asker, "dm", "and again", Some(&direct.ts)).await;
    assert!(control.reply(&direct, 1).await.contains("and again"));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_mention_is_wanted_an_answer_to_a_question_needs_none() {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        let question = json!({ "question": "Which day?" });
        // What others have written meanwhile may stand after it.
        let results = request.messages.iter().find_map(|message| match message {
            Message::Results(results) => results.first(),
            Message::User(_) | Message::Assistant { .. } | Message::Pictures(_) => None,
        });
        Some(match results {
            Some(result) => says(&format!("Told: {}", result.words)),
            None => calls(vec![call(request, "user.ask", question)]),
        })
    });
    let town = Plan::new(world).config(WANTED).model(model.clone()).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, &cast.channel, "@countersign book it", None).await;
    let question = async || {
        let replies = control.replies(&asked).await;
        replies.iter().any(|reply| all_text(reply).contains("Which day?")).then_some(())
    };
    control.until("the question", question).await;
    control.say(&cast.colleague, &cast.channel, "I am away on Monday", Some(&asked.ts)).await;
    control.say(&cast.asker, &cast.channel, "Tuesday", Some(&asked.ts)).await;
    let told = async || {
        let replies = control.replies(&asked).await;
        replies.iter().map(all_text).find(|words| words.contains("Told:"))
    };
    let told = control.until("what the model was told", told).await;
    assert!(told.contains("Tuesday") && !told.contains("Monday"), "{told}");
    assert_eq!(model.shown().len(), 2, "a colleague's words are not for us");
}
