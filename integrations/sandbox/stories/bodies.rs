//! How calls come: with a token in the header or in a form, and in forms of one part or of several.

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::Outside;

async fn send(outside: &Outside, query: &str, body: Option<(&str, String)>, token: Option<&str>) -> Value {
    let (kind, body) = body.unwrap_or(("application/x-www-form-urlencoded", String::new()));
    let mut request = Request::post(format!("{}auth.test{query}", outside.card.slack_api_url))
        .header(header::CONTENT_TYPE, kind);
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    outside.send(request.body(Full::from(body)).unwrap()).await.unwrap().body
}

#[tokio::test]
async fn a_token_comes_in_the_header_or_in_a_form_and_nowhere_else() {
    let outside = Outside::new().await;
    let token = outside.card.bot_token.clone();
    let (query, json) = (format!("?token={token}"), json!({"token": token}).to_string());
    let form = ("application/x-www-form-urlencoded", format!("token={token}"));
    assert_eq!(send(&outside, "", None, Some(&token)).await["ok"], true);
    assert_eq!(send(&outside, "", Some(form), None).await["ok"], true);
    assert_eq!(send(&outside, &query, None, None).await["error"], "not_authed", "in the query");
    let body = Some(("application/json", json.clone()));
    assert_eq!(send(&outside, "", body, None).await["error"], "not_authed", "in JSON");
    let both = Some(("application/json", json));
    assert_eq!(send(&outside, &query, both, Some(&token)).await["ok"], true, "the header is what counts");
}

fn parts(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "--b--\r\n"
}

#[tokio::test]
async fn a_form_in_parts_says_the_same_as_any_other() {
    let outside = Outside::new().await;
    let post = async |kind: &str, body: String| {
        let request = Request::post(format!("{}chat.postMessage", outside.card.slack_api_url))
            .header(header::CONTENT_TYPE, kind);
        outside.send(request.body(Full::from(body)).unwrap()).await.unwrap().body
    };
    let token = outside.card.bot_token.as_str();
    let blocks = r#"[{"type":"divider"}]"#;
    let fields =
        [("token", token), ("channel", "general"), ("text", "ein Gruß\r\nan alle"), ("blocks", blocks)];
    let posted = post("multipart/form-data; boundary=b", parts(&fields)).await;
    assert_eq!((&posted["ok"], &posted["message"]["text"]), (&json!(true), &json!("ein Gruß\r\nan alle")));
    assert_eq!(posted["message"]["blocks"][0]["type"], "divider");
    let unknown = parts(&[("token", token), ("channel", "general"), ("colour", "red")]);
    assert_eq!(post("multipart/form-data; boundary=b", unknown).await["error"], "invalid_arguments");
    for kind in ["multipart/form-data", "multipart/form-data; boundary=c"] {
        assert_eq!(post(kind, parts(&fields)).await["error"], "invalid_form_data", "{kind}");
    }
    assert_eq!(post("text/plain", "x".to_owned()).await["error"], "invalid_post_type");
}
