//! Long answers of every shape: whatever they are split into, nothing of them is refused, and no line is lost.

use kernel::Secret;
use serde_json::Value;

use super::{idle, ours};
use crate::harness::{Plan, Posted, ScriptedModel, Town, all_text, says, small_world};

const DOCUMENTS: u64 = 24;
/// Where what is said goes, and what is said in other words if Slack refuses it.
const SAYING: [&str; 4] = ["chat.postMessage", "chat.update", "chat.appendStream", "chat.stopStream"];

/// Markdown by chance, always the same for a number; every line, item and cell of it has a word that nothing else has.
struct Writer {
    chance: u64,
    words: Vec<String>,
}

impl Writer {
    fn document(number: u64) -> (String, Vec<String>) {
        let mut writer = Self { chance: number + 1, words: Vec::new() };
        let pieces: Vec<String> = (0..=writer.below(10)).map(|_| writer.piece()).collect();
        (pieces.concat(), writer.words)
    }

    fn below(&mut self, most: u64) -> u64 {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) % most
    }

    fn word(&mut self) -> String {
        self.words.push(format!("w{}w", self.words.len()));
        self.words.last().unwrap().clone()
    }

    /// So many lines at the most, few of them more often than many.
    fn lines(&mut self, most: u64, mut line: impl FnMut(&mut Self) -> String) -> String {
        let most = if self.below(2) == 0 { most } else { 12 };
        (0..=self.below(most)).map(|_| line(self)).collect::<Vec<_>>().concat()
    }

    fn piece(&mut self) -> String {
        match self.below(7) {
            0 => format!("## {}\n\n", self.word()),
            1 => self.lines(300, |it| {
                format!(
                    "Some {} are **bold**, `some` <!here> are [not]({}).\n\n",
                    it.word(),
                    "https://a.example/x"
                )
            }),
            2 => self.lines(2000, |it| format!("and {} ", it.word())) + "\n\n",
            3 => self.lines(150, |it| format!("- {}\n  1. {}\n", it.word(), it.word())) + "\n",
            4 => self.lines(100, |it| format!("> {}\n", it.word())) + "\n",
            5 => format!(
                "```rust\n{}```\n\n",
                self.lines(600, |it| format!("let {} = \"| a |\";\n", it.word()))
            ),
            _ => self.table(),
        }
    }

    fn table(&mut self) -> String {
        let width = self.below(22) + 1;
        let row = |it: &mut Self| {
            format!("|{}\n", (0..width).map(|_| format!(" {} |", it.word())).collect::<Vec<_>>().concat())
        };
        let head = row(self);
        format!("\n{head}|{}\n{}\n", "---|".repeat(usize::try_from(width).unwrap()), self.lines(130, row))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_of_any_shape_is_taken_by_slack_and_loses_no_line() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(|request| {
        let asked = format!("{:?}", request.messages.last());
        let number = asked.split("number ").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        says(&Writer::document(number.parse().unwrap()).0)
    });
    let town = Plan::new(world).model(model).build().await;
    let mut longest = 0;
    for number in 0..DOCUMENTS {
        let (text, words) = Writer::document(number);
        longest = longest.max(text.len());
        let asked = town.control.say(&cast.asker, "dm", &format!("number {number}"), None).await;
        let shown = shown(&town, &asked).await;
        let lost: Vec<&String> = words.iter().filter(|word| !shown.contains(word.as_str())).collect();
        assert!(
            lost.is_empty(),
            "document {number} of {} bytes: {} words are lost, {lost:?}",
            text.len(),
            lost.len()
        );
    }
    assert!(longest > 40_000, "the longest has {longest} bytes");
    for method in SAYING {
        for request in town.control.requests("slack", method).await {
            let body: Value = serde_json::from_str(request["body"].as_str().unwrap()).unwrap_or_default();
            let plain =
                body["blocks"].as_array().into_iter().flatten().any(|block| block["type"] == "section");
            assert!(!plain, "Slack refused what we would have liked to say with {method}: {body}");
        }
    }
}

/// Everything that was said about a question, in messages, files and canvases.
async fn shown(town: &Town, asked: &Posted) -> String {
    town.control.reply(asked, 0).await;
    idle(town, asked).await;
    let messages = ours(town, asked).await;
    let mut shown: Vec<String> = messages.iter().map(all_text).collect();
    for file in messages.iter().filter_map(|message| message["files"].as_array()).flatten() {
        let url = wire::Url::parse(file["url_private_download"].as_str().unwrap()).unwrap();
        shown.push(town.control.fetch(url, &Secret::new(town.card().bot_token.clone())).await);
    }
    let canvases = town.control.get("/slack/canvases").await;
    let canvases = canvases["canvases"].as_array().unwrap().iter();
    // Of those that are named in what was said.
    let named = canvases
        .filter(|canvas| messages.iter().any(|it| it.to_string().contains(canvas["id"].as_str().unwrap())));
    shown.extend(named.map(|canvas| canvas["markdown"].as_str().unwrap().to_owned()));
    shown.join("\n")
}
