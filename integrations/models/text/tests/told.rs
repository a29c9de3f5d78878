//! A model that is told of tools in words, through the whole of the text mode.

use std::sync::{Arc, Mutex};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Message, Reply, Request, Tier, ToolCall, ToolResult};
use serde_json::json;

use super::super::TextMode;
use super::{made, search, tools};

/// Says what it was given, in pieces, and keeps what it was asked.
struct Parrot {
    words: &'static str,
    asked: Mutex<Vec<Request>>,
}

impl Model for Parrot {
    fn name(&self) -> &'static str {
        "parrot"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        self.asked.lock().unwrap().push(request.clone());
        for piece in self.words.split_inclusive(' ') {
            listener.text(piece);
        }
        Box::pin(async move { Ok(Reply::of(self.words, Vec::new())) })
    }
}

#[derive(Default)]
struct Heard(String);

impl Listener for Heard {
    fn text(&mut self, piece: &str) {
        self.0.push_str(piece);
    }
}

#[tokio::test]
async fn a_model_without_tools_is_told_of_them_in_words_and_its_calls_are_read_out_of_its_words() {
    let words = "One moment.\n<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"from ben\"}}</tool_call>";
    let parrot = Arc::new(Parrot { words, asked: Mutex::default() });
    let model = TextMode::new(Arc::clone(&parrot) as Arc<dyn Model>);
    let call = ToolCall { id: "c1".into(), tool: "gmail.read".to_owned(), args: json!({ "id": "7" }) };
    let result = ToolResult { call: "c1".into(), words: "the mail".to_owned(), failed: false };
    let request = Request {
        system: Arc::from("Be helpful."),
        tools: tools(),
        messages: vec![
            Message::User("What's new?".to_owned()),
            Message::Assistant { text: "I look.".to_owned(), calls: vec![call], kept: None },
            Message::Results(vec![result]),
        ],
        max_tokens: 100,
        tier: Tier::Balanced,
    };
    let mut heard = Heard::default();
    let reply = model.reply(&request, &mut heard).await.unwrap();
    assert_eq!((reply.text.as_str(), heard.0.as_str()), ("One moment.\n", "One moment.\n"));
    assert_eq!(made(&reply.calls), [search("from ben")]);
    let asked = parrot.asked.lock().unwrap()[0].clone();
    assert!(asked.tools.is_empty() && asked.system.starts_with("Be helpful.\n\n# Tools"));
    assert!(asked.system.contains("\"name\":\"gmail.search\""), "{}", asked.system);
    let said = format!("{:?}", asked.messages);
    assert!(said.contains("I look.\\n<tool_call>{") && said.contains("<tool_result>\\nthe mail"), "{said}");
}
