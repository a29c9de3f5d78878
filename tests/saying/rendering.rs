//! How answers are shown: long ones, odd ones, and what people think of them.

use serde_json::{Value, json};
use sqlx::Connection as _;

use super::{a_lot, fault, idle, markdown, ours, refused};
use crate::harness::{Cast, Plan, Posted, ScriptedModel, Town, all_text, says, small_world};

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_is_split_and_numbered_in_its_thread() {
    let text = format!(
        "{}\n\n```rust\n{}```\n\n{}",
        "word and word\n\n".repeat(700),
        "let x = 1;\n".repeat(200),
        a_lot("end")
    );
    let (town, _, asked) = answered(&text).await;
    let left = whole(&town, &asked).await;
    assert_eq!(left.len(), 2, "{left:?}");
    for (number, message) in left.iter().enumerate() {
        assert!(all_text(message).contains(&format!("({}/2)", number + 1)), "{message}");
        assert_eq!(message["thread_ts"], asked.ts.as_str());
    }
    let said: String = left.iter().flat_map(markdown).collect();
    for (word, times) in [("word", 1400), ("let x = 1;", 200), ("end", 80)] {
        assert_eq!(said.matches(word).count(), times, "{word}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_more_than_three_parts_is_a_canvas_with_a_summary() {
    let text = format!("# The report\n\nIn short.\n\n{}", "word and word\n\n".repeat(4000));
    let (town, cast, asked) = answered(&text).await;
    let left = whole(&town, &asked).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(all_text(&left[0]).contains("In short.") && left[0].to_string().contains("/docs/"), "{left:?}");
    let canvases = town.control.get(&format!("/slack/canvases?person={}", cast.asker)).await;
    let canvases = canvases["canvases"].clone();
    assert_eq!(canvases[0]["title"], "The report");
    assert_eq!(canvases[0]["markdown"].as_str().unwrap().matches("word").count(), 8000);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_canvases_are_refused_it_is_a_file() {
    for method in ["canvases.create", "canvases.access.set"] {
        is_a_file_where_it_is_refused(method).await;
    }
}

async fn is_a_file_where_it_is_refused(method: &str) {
    let (world, cast) = small_world();
    let text = "word and word\n\n".repeat(4000);
    let town = Plan::new(world).model(ScriptedModel::new(move |_| says(&text))).build().await;
    fault(&town, method, refused("canvas_disabled_user_team")).await;
    let asked = town.control.say(&cast.asker, "dm", "report", None).await;
    let said = town.control.until("the answer", async || {
        let texts: Vec<String> = ours(&town, &asked).await.iter().map(all_text).collect();
        texts.into_iter().find(|text| text.contains("The whole answer is in the file answer-"))
    });
    said.await;
    let files: Vec<Value> = ours(&town, &asked)
        .await
        .into_iter()
        .filter_map(|it| it["files"].as_array().cloned())
        .flatten()
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(files[0]["size"], 4000 * "word and word\n\n".len());
    let left = town.control.requests("slack", "canvases.delete").await.len();
    assert_eq!(left, usize::from(method != "canvases.create"), "none is left that nobody can read");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_takes_the_canvas_of_its_answer_with_it() {
    let text = format!("# The report\n\nIn short.\n\n{}", "word and word\n\n".repeat(4000));
    let (town, cast, asked) = answered(&text).await;
    whole(&town, &asked).await;
    town.control.withdraw(&cast.asker, &asked).await;
    let gone = town.control.until("nothing is left", async || {
        let canvases = town.control.get("/slack/canvases").await["canvases"].as_array().unwrap().len();
        (canvases == 0 && ours(&town, &asked).await.is_empty()).then_some(())
    });
    gone.await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_request_takes_the_file_of_its_answer_with_it() {
    let rows = "| an item of the whole store | 7 |\n".repeat(150);
    let (town, cast, asked) =
        answered(&format!("Here:\n\n| What | Count |\n|---|---|\n{rows}\nThat is all.")).await;
    let (_, files) = said(&town, &asked).await;
    assert_eq!(files.len(), 1, "{files:?}");
    town.control.withdraw(&cast.asker, &asked).await;
    let gone =
        town.control.until("nothing is left", async || ours(&town, &asked).await.is_empty().then_some(()));
    gone.await;
    let deleted = town.control.requests("slack", "files.delete").await;
    assert_eq!(deleted.len(), 1, "{deleted:?}");
    assert!(deleted[0]["body"].as_str().unwrap().contains(files[0]["id"].as_str().unwrap()), "{deleted:?}");
    assert_eq!(deleted[0]["status"], 200);
}

/// What was said, once all of it stands there, and the files beside it.
async fn said(town: &Town, asked: &Posted) -> (String, Vec<Value>) {
    let messages = whole(town, asked).await;
    let words: Vec<String> = messages.iter().map(all_text).collect();
    let files = messages.iter().filter_map(|message| message["files"].as_array().cloned()).flatten();
    (words.join("\n"), files.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_too_large_for_slack_is_a_file_that_opens_in_a_spreadsheet() {
    let rows: String = (1..=150)
        .map(|number| format!("| item {number} of the whole store | {} |\n", number * 7))
        .collect::<Vec<_>>()
        .concat();
    let table = format!("Here it is:\n\n| Item | Count |\n|---|--:|\n{rows}\nThat was all.");
    let (town, _, asked) = answered(&table).await;
    let (words, files) = said(&town, &asked).await;
    assert!(words.contains("The table is in the file") && words.contains("That was all."), "{words}");
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0]["filetype"] == "csv", "{files:?}");
    let url = wire::Url::parse(files[0]["url_private_download"].as_str().unwrap()).unwrap();
    let csv = town.control.fetch(url, &kernel::Secret::new(town.card().bot_token.clone())).await;
    assert_eq!(csv.lines().count(), 151);
    assert!(csv.contains("\"item 150 of the whole store\",\"1050\""), "{csv}");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_code_is_a_snippet_and_short_code_stays_where_it_is() {
    let code = "let answer = 42;\n".repeat(400);
    let text = format!("```rust\nfn short() {{}}\n```\n\nand\n\n```rust\n{code}```\n");
    let (town, _, asked) = answered(&text).await;
    let (words, files) = said(&town, &asked).await;
    assert!(words.contains("fn short() {}") && words.contains("is in the file"), "{words}");
    assert!(!words.contains("let answer"), "{words}");
    assert_eq!(
        files.iter().map(|file| file["size"].as_u64().unwrap()).collect::<Vec<_>>(),
        [code.len() as u64]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn where_files_are_refused_too_no_word_is_lost() {
    let (world, cast) = small_world();
    let lines: Vec<String> = (0..4000).map(|number| format!("line {number} of the report")).collect();
    let text = lines.join("\n\n");
    let town = Plan::new(world).model(ScriptedModel::new(move |_| says(&text))).build().await;
    fault(&town, "canvases.create", refused("canvas_disabled_user_team")).await;
    fault(&town, "files.getUploadURLExternal", refused("file_uploads_disabled")).await;
    let asked = town.control.say(&cast.asker, "dm", "report", None).await;
    let said = town.control.until("the whole answer", async || {
        let texts: Vec<String> = ours(&town, &asked).await.iter().map(all_text).collect();
        texts.iter().any(|text| text.contains("Files cannot be uploaded here")).then(|| texts.join("\n"))
    });
    let said = said.await;
    for line in lines {
        assert!(said.contains(&line), "{line} is lost");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_thinks_of_an_answer_is_kept() {
    let (town, cast, asked) = answered("An answer.").await;
    let left = whole(&town, &asked).await;
    let buttons = left[0]["blocks"].as_array().unwrap().last().unwrap()["elements"][0].clone();
    let click = json!({"person": cast.asker, "channel": "dm", "ts": left[0]["ts"], "action": buttons["action_id"],
        "option": buttons["negative_button"]["value"]});
    town.control.post("/slack/click", click).await;
    let address = format!("sqlite://{}", town.data().join("countersign.db").display());
    town.control
        .until("the audit says so", async || {
            let mut audit = sqlx::SqliteConnection::connect(&address).await.unwrap();
            let lines: Vec<(String,)> =
                sqlx::query_as("SELECT record FROM audit").fetch_all(&mut audit).await.unwrap();
            lines.iter().any(|(line,)| line.contains("rated") && line.contains("bad")).then_some(())
        })
        .await;
}

/// Everything models write, put together in many ways: none of it is refused, and none of it is lost.
#[tokio::test(flavor = "multi_thread")]
async fn any_markdown_passes_slacks_validator_and_loses_no_text() {
    const DOCUMENTS: usize = 40;
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        let asked = format!("{:?}", request.messages.last());
        let number = asked.split("number ").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        says(&document(number.parse().unwrap()))
    });
    let town = Plan::new(world).model(model).build().await;
    for number in 0..DOCUMENTS {
        let asked = town.control.say(&cast.asker, "dm", &format!("number {number}"), None).await;
        let left = whole(&town, &asked).await;
        let shown: String = left.iter().map(all_text).collect();
        for mark in 0..PIECES.len() {
            let mark = format!("mark{mark}x");
            let wanted = document(number).matches(&mark).count();
            let canvas =
                left[0].to_string().contains("/docs/") || left.iter().any(|it| it["files"].is_array());
            assert!(canvas || shown.matches(&mark).count() >= wanted, "document {number}: {mark} is lost");
        }
    }
    for request in town.control.requests("slack", "chat.postMessage").await {
        let body: Value = serde_json::from_str(request["body"].as_str().unwrap()).unwrap_or_default();
        let plain = body["blocks"].as_array().into_iter().flatten().any(|block| block["type"] == "section");
        assert!(!plain, "Slack refused what we would have liked to say: {body}");
    }
}

/// What documents are made of; `@` is the mark by which each is found again.
const PIECES: [&str; 12] = [
    "# @ heading\n\n",
    "A @ paragraph with **bold**, *italic*, ~~struck~~, `code` and [a link](https://a.example/x?y=1&z=2).\n\n",
    "- @ one\n  - two\n    1. three\n- [ ] four\n\n",
    "> @ quoted\n> <!here> and <@U123>\n\n",
    "```rust\nfn @() {}\n```\n\n",
    "| @ | Count |\n|---|--:|\n| Pencils | 12 |\n| Ink \\| blue | 3.50 |\n\n",
    "| @ |\n|---|\n|  |\n\n",
    "| a | b |\n|---|---|\n| @ | 1 | 2 |\n\n",
    "---\n\n![@ picture](https://a.example/p.png)\n\n",
    "日本語の**強調**です @。\n\n",
    "~~~\n@ never closed | a |\n|---|\n",
    "\u{202e}@ \u{0}odd <b>html</b> &amp; \\* {{x}}\n\n",
];

fn document(number: usize) -> String {
    let mut seed = number as u64 + 1;
    let mut text = String::new();
    for _ in 0..=number * 2 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let place = usize::try_from(seed >> 33).unwrap() % PIECES.len();
        text.push_str(&PIECES[place].replace('@', &format!("mark{place}x")));
    }
    text
}

/// A town in which a question has this answer.
async fn answered(text: &str) -> (Town, Cast, Posted) {
    let (world, cast) = small_world();
    let text = text.to_owned();
    let town = Plan::new(world).model(ScriptedModel::new(move |_| says(&text))).build().await;
    let asked = town.control.say(&cast.asker, "dm", "report", None).await;
    (town, cast, asked)
}

async fn whole(town: &Town, asked: &Posted) -> Vec<Value> {
    town.control.reply(asked, 0).await;
    idle(town, asked).await;
    ours(town, asked).await
}
