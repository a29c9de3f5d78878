//! Docs as a client sees it.

mod content;
mod files;
mod seeds;
mod styles;
mod suggestions;
mod tables;
mod tabs;
mod talk;

use super::*;

const DOCUMENTS: &str = "https://www.googleapis.com/auth/documents";

impl Caller {
    async fn docs(&self, person: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
        let token = self.google.token_for(person, &[DOCUMENTS]).unwrap();
        self.with_token(&token, method, &format!("/v1/documents{path}"), body).await
    }

    /// A new document of Ana's that says something.
    async fn saying(&self, text: &str) -> String {
        let made = self.docs("ana", "POST", "", Some(json!({ "title": "Plan" }))).await;
        assert_eq!(made.code, 200, "{}", made.text);
        let id = made.body["documentId"].as_str().unwrap().to_owned();
        if !text.is_empty() {
            self.edit(&id, json!([insertion(1, text)])).await;
        }
        id
    }

    /// A batch of Ana's that works.
    async fn edit(&self, id: &str, requests: Value) -> Value {
        let answer = self.try_edit(id, requests).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }

    async fn try_edit(&self, id: &str, requests: Value) -> Answer {
        self.docs("ana", "POST", &format!("/{id}:batchUpdate"), Some(json!({ "requests": requests }))).await
    }

    /// A batch in suggestion mode.
    async fn suggest(&self, person: &str, id: &str, requests: Value) -> Value {
        let body = json!({ "requests": requests, "writeControl": { "writeMode": "SUGGEST" } });
        let answer = self.docs(person, "POST", &format!("/{id}:batchUpdate"), Some(body)).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }

    /// What Ana gets of a document.
    async fn document(&self, id: &str, query: &str) -> Value {
        let answer = self.docs("ana", "GET", &format!("/{id}{query}"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }

    /// The words of a request that is refused.
    async fn refused(&self, id: &str, request: Value) -> String {
        let before = self.document(id, "").await;
        let answer = self.try_edit(id, json!([insertion(1, "lost"), request])).await;
        assert_eq!(answer.code, 400, "{}", answer.text);
        assert_eq!(self.document(id, "").await, before, "a batch that fails changes nothing");
        let kind = request.as_object().unwrap().keys().next().unwrap();
        let start = format!("Invalid requests[1].{kind}: ");
        answer.message().strip_prefix(&start).unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
    }

    /// Lets somebody else at a document.
    fn share(&self, id: &str, address: &str, role: &str) {
        let permission = json!({
            "id": "7", "role": role, "to": { "User": address }, "since": "2026-11-01T00:00:00Z", "by": "ana@house.example",
        });
        self.google.with(|state| {
            let file = state.drive.files.get_mut(id).unwrap();
            file.permissions.push(serde_json::from_value(permission).unwrap());
        });
    }
}

fn insertion(index: usize, text: &str) -> Value {
    json!({ "insertText": { "location": { "index": index }, "text": text } })
}

fn deletion(start: usize, end: usize) -> Value {
    json!({ "deleteContentRange": { "range": { "startIndex": start, "endIndex": end } } })
}

/// The text of a body or a cell, tables included.
fn text(content: &Value) -> String {
    let mut text = String::new();
    for element in content["content"].as_array().into_iter().flatten() {
        for run in element["paragraph"]["elements"].as_array().into_iter().flatten() {
            text.push_str(run["textRun"]["content"].as_str().unwrap_or("\u{fffc}"));
        }
        for row in element["table"]["tableRows"].as_array().into_iter().flatten() {
            for cell in row["tableCells"].as_array().into_iter().flatten() {
                text.push_str(&self::text(cell));
            }
        }
    }
    text
}

/// The paragraphs of a body, in order.
fn paragraphs(body: &Value) -> Vec<&Value> {
    let content = body["content"].as_array().into_iter().flatten();
    content.map(|element| &element["paragraph"]).filter(|one| !one.is_null()).collect()
}
