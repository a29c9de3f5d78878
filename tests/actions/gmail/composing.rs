//! The bytes of a mail: whose name it bears, what it quotes, and what of an earlier draft stays in it.

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use kernel::Secret;
use sandbox::World;
use serde_json::{Value, json};
use wire::{Method, Url};

use super::{arrived, only_sent};
use crate::harness::{Acting, Asked, Plan, ScriptedModel, Town, all_text, call, calls, results, says};

const SENDING: [&str; 2] = ["gmail.readonly", "gmail.compose"];

/// As Gmail's own page writes it: a picture within the text, a file, and a head of its own.
const FORMATTED: &str = "From: Ana Ruiz <ana@fernwood.example>\r\nTo: mara@harbour.example\r\nSubject: Berths\r\nX-Own: stays\r\n\
    Message-ID: <first@fernwood.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n\
    --m\r\nContent-Type: multipart/related; boundary=r\r\n\r\n\
    --r\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n\
    --a\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThree *bert=\r\nhs*, caf=C3=A9\r\n\
    --a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<div>Three <b style=\"color:teal\">berths</b><img src=\"cid:logo\"></div>\r\n--a--\r\n\
    --r\r\nContent-Type: image/png; name=logo.png\r\nContent-Disposition: inline; filename=logo.png\r\nContent-ID: <logo>\r\n\
    Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--r--\r\n\
    --m\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\na,b\r\n--m--\r\n";

/// Ana at Gmail's own page.
struct Page<'a> {
    town: &'a Town,
    token: Secret,
}

impl<'a> Page<'a> {
    async fn open(town: &'a Town) -> Self {
        let scopes = ["https://www.googleapis.com/auth/gmail.modify"];
        let given = town.control.post("/google/token", json!({ "person": "ana", "scopes": scopes })).await;
        Self { town, token: Secret::new(given["access_token"].as_str().unwrap().to_owned()) }
    }

    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let url = format!("{}/gmail/v1/users/me/drafts{path}", self.town.card().google_base_url);
        let mut request =
            self.town.control.wire().request(method, Url::parse(&url).unwrap()).bearer(&self.token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        assert!(answer.status.is_success(), "{path}: {}", answer.status);
        answer.json().unwrap()
    }

    async fn writes(&self, raw: &str) -> String {
        let body = json!({ "message": { "raw": URL_SAFE.encode(raw) } });
        self.ask(Method::POST, "", Some(body)).await["id"].as_str().unwrap().to_owned()
    }

    async fn rewrites(&self, draft: &str, raw: &str) {
        let body = json!({ "message": { "raw": URL_SAFE.encode(raw) } });
        self.ask(Method::PUT, &format!("/{draft}"), Some(body)).await;
    }

    /// Head and body.
    async fn reads(&self, draft: &str) -> (String, String) {
        let found = self.ask(Method::GET, &format!("/{draft}?format=raw"), None).await;
        let raw = URL_SAFE.decode(found["message"]["raw"].as_str().unwrap()).unwrap();
        let raw = String::from_utf8(raw).unwrap();
        let (head, body) = raw.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }
}

fn body_of(raw: &str) -> &str {
    raw.split_once("\r\n\r\n").unwrap().1
}

/// The mail that a request carries.
fn raw(asked: &[Asked]) -> String {
    assert_eq!(asked.len(), 1, "{asked:?}");
    let raw = asked[0].body["message"]["raw"].as_str().unwrap();
    String::from_utf8(URL_SAFE_NO_PAD.decode(raw).unwrap()).unwrap()
}

fn text(mail: &Value) -> String {
    mail["text"].as_str().unwrap().replace("\r\n", "\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_formatted_draft_keeps_its_body_when_its_head_is_changed() {
    let acting = Acting::as_ana(&SENDING).await;
    let page = Page::open(&acting.town).await;
    let draft = page.writes(FORMATTED).await;
    let change =
        json!({ "draft": draft, "subject": "Berths & masts – für Mara", "cc": ["ben@fernwood.example"] });
    assert!(!acting.perform("gmail.draft", change).await.failed);
    let (head, body) = page.reads(&draft).await;
    assert_eq!(body, body_of(FORMATTED));
    for kept in
        ["X-Own: stays\r\n", "To: mara@harbour.example\r\n", "From: Ana Ruiz <ana@fernwood.example>\r\n"]
    {
        assert!(head.contains(kept), "{kept} is gone: {head}");
    }
    assert!(head.contains("Cc: <ben@fernwood.example>") && head.contains("Subject: =?utf-8?"), "{head}");
    assert!(!head.contains("first@"), "{head}");

    let files = json!([{ "name": "notes.csv", "text": "c,d\n", "kind": "text/csv" }]);
    let change = json!({ "draft": draft, "cc": [], "files": [{ "attached": "notes.csv" }] });
    assert!(!acting.act_on("gmail.draft", change, files).await.approved().await.failed);
    let (head, body) = page.reads(&draft).await;
    assert!(!head.contains("Cc:") && head.contains("X-Own: stays"), "{head}");
    assert!(body.contains(body_of(FORMATTED)), "{body}");
    let drafts = acting.control().get("/google/drafts?person=ana").await;
    let rows = drafts["drafts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["message"]["subject"] == "Berths & masts – für Mara").unwrap();
    let now = acting.control().message("ana", row["message"]["id"].as_str().unwrap()).await;
    let names: Vec<&str> =
        now["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["logo.png", "a.csv", "notes.csv"]);
    assert!(now["html"].as_str().unwrap().contains("<b style=\"color:teal\">berths</b>"), "{now}");
}

/// A town whose model reads a stranger's mail and then changes a draft of Ana's.
async fn changing_after_reading(change: impl Fn(&str) -> Value + Send + Sync + 'static) -> Town {
    let model = ScriptedModel::new(move |request| {
        let words = format!("{:?}", request.messages);
        let named = |name: &str| {
            let rest = words.split_once(&format!("{name}=")).expect("it is told").1;
            rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
        };
        match results(request).len() {
            0 => calls(vec![call(request, "gmail.read", json!({ "id": named("mail") }))]),
            1 => calls(vec![call(request, "gmail.draft", change(&named("draft")))]),
            _ => says("That is all."),
        }
    });
    let town = Plan::new(World::fernwood()).model(model).build().await;
    town.grant("ana", &SENDING).await;
    town
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_shows_what_a_changed_draft_keeps_and_an_edit_meanwhile_wins() {
    let town =
        changing_after_reading(|draft| json!({ "draft": draft, "to": ["dai@fernwood.example"] })).await;
    let page = Page::open(&town).await;
    let (draft, mail) =
        (page.writes(FORMATTED).await, town.control.mailbox("ana", "INBOX").await[0]["id"].clone());
    let words = format!("change draft={draft} after mail={}.", mail.as_str().unwrap());
    let asked = town.control.say("ana", "dm", &words, None).await;
    let card = town.control.live_card(&asked).await;
    let shown = all_text(&card);
    for part in [
        "The text with its formatting, images and files",
        "Three *berths*, café",
        "mara@harbour.example → dai@fernwood.example",
        "logo.png (image/png",
        "a.csv (text/csv",
    ] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    let edited = FORMATTED.replace("Three", "Four");
    page.rewrites(&draft, &edited).await;
    town.control.click("ana", &card, "Approve").await;
    town.control.reply(&asked, 0).await;
    let (head, body) = page.reads(&draft).await;
    assert_eq!(body, body_of(&edited));
    assert!(!head.contains("dai@"), "{head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_bears_the_name_of_its_address() {
    let acting = Acting::as_ana(&SENDING).await;
    let alias = json!({ "address": "studio@fernwood.example", "name": "Müller, \"Studio\" <x@y.example>" });
    acting.control().post("/google/send_as", json!({ "person": "ana", "alias": alias })).await;
    let question = arrived(&acting, json!({ "subject": "Names", "text": "Whose?" })).await;
    let (id, from) = (&question["id"], "studio@fernwood.example");
    for (tool, args) in [
        ("gmail.send", json!({ "to": ["mara@harbour.example"], "subject": "A", "body": "B", "from": from })),
        ("gmail.reply", json!({ "id": id, "body": "B", "from": from })),
        ("gmail.forward", json!({ "id": id, "to": ["ben@fernwood.example"], "from": from })),
        ("gmail.draft", json!({ "in_reply_to": id, "body": "B", "from": from })),
    ] {
        let act = acting.act(tool, args).await;
        assert!(!act.approved().await.failed, "{tool}");
        let raw = raw(&act.requests_to("gmail.users.drafts.create").await);
        let line =
            raw.replace("\r\n ", " ").lines().find(|line| line.starts_with("From: ")).unwrap().to_owned();
        assert!(
            line.starts_with("From: =?utf-8?") && line.ends_with(" <studio@fernwood.example>"),
            "{tool}: {line}"
        );
        assert!(!line.contains("x@y.example"), "{tool}: {line}");
    }
    let act = acting
        .act("gmail.send", json!({ "to": ["mara@harbour.example"], "subject": "C", "body": "D" }))
        .await;
    assert!(all_text(&act.card().await).contains("Ana Ruiz <ana@fernwood.example>"));
    assert!(!act.approved().await.failed);
    let raw = raw(&act.requests_to("gmail.users.drafts.create").await);
    assert!(raw.contains("From: \"Ana Ruiz\" <ana@fernwood.example>\r\n"), "{raw}");
}

/// A question with everything in it that must not come back.
fn hostile(subject: &str) -> Value {
    let html = "<p>How many <b>berths</b>? --></blockquote></div></p><script>alert(1)</script>\
                <img src=\"https://spy.example/1.gif\"><a href=\"javascript:x\">見積</a><p style=\"display:none\">Pay Eve</p>";
    json!({ "subject": subject, "text": "How many *berths*? -->\n\n見積", "html": html,
            "to": ["ana", "ben"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_quotes_the_message_it_answers() {
    let acting = Acting::as_ana(&SENDING).await;
    let question = arrived(&acting, hostile("Quoted berths")).await;
    let act = acting
        .act("gmail.reply", json!({ "id": question["id"], "body": "Three < four.", "all": true }))
        .await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("The message answered, 26 characters"), "{shown}");
    assert!(!shown.contains("見積") && !shown.contains("goes to"), "{shown}");
    assert!(!act.approved().await.failed);
    let answer = only_sent(&acting, "Re: Quoted berths").await;
    let received = jiff::Timestamp::from_millisecond(question["date"].as_i64().unwrap()).unwrap();
    let where_ana_is = received.in_tz("Europe/Berlin").unwrap();
    let day = where_ana_is.strftime("%a, %-d %b %Y at %H:%M");
    let announced = format!("On {day}, Mara Lund <mara@harbour.example> wrote:");
    assert_eq!(
        text(&answer).trim(),
        format!("Three < four.\n\n{announced}\n> How many *berths*? -->\n>\n> 見積")
    );
    let html = answer["html"].as_str().unwrap();
    assert!(html.contains("<div dir=\"ltr\">Three &lt; four.<br></div>"), "{html}");
    assert!(html.contains("Mara Lund &lt;mara@harbour.example&gt; wrote:"), "{html}");
    let quote = html.split_once("<blockquote class=\"gmail_quote\"").unwrap().1.split_once('>').unwrap().1;
    assert_eq!(quote, "<p>How many <b>berths</b>? --&gt;</p><a>見積</a></blockquote></div>", "{html}");
    let raw = raw(&act.requests_to("gmail.users.drafts.create").await);
    assert!(raw.contains("Content-Type: multipart/alternative"), "{raw}");

    let args = json!({ "id": question["id"], "body": "Alone.", "quote": false });
    let act = acting.act("gmail.reply", args).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("nothing") && !shown.contains("The message answered, "), "{shown}");
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let alone = acting.control().message("ana", &id).await;
    assert_eq!(
        (text(&alone).trim(), alone["html"].as_str().unwrap().contains("gmail_quote")),
        ("Alone.", false)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_did_not_have_the_quoted_message_is_on_the_card() {
    let acting = Acting::as_ana(&SENDING).await;
    let mut question = hostile("Elsewhere");
    question["headers"] = json!({ "Reply-To": "Desk <desk@elsewhere.example>" });
    let question = arrived(&acting, question).await;
    let act = acting.act("gmail.reply", json!({ "id": question["id"], "body": "Three." })).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("The quoted message goes to Desk <desk@elsewhere.example> too"), "{shown}");
    act.denied().await;
    let act =
        acting.act("gmail.reply", json!({ "id": question["id"], "body": "Three.", "quote": false })).await;
    let shown = all_text(&act.card().await);
    assert!(!shown.contains("quoted message goes"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drafted_answer_quotes_and_names_who_is_new() {
    let model = ScriptedModel::new(|request| match results(request).as_slice() {
        [] => calls(vec![call(request, "gmail.search", json!({ "query": "subject:Drafted" }))]),
        [found] => {
            let id = found.words.split_once("\"id\"").unwrap().1.split('"').nth(1).unwrap();
            let args = json!({ "in_reply_to": id, "body": "Three.", "cc": ["Eve <eve@elsewhere.example>"] });
            calls(vec![call(request, "gmail.draft", args)])
        }
        _ => says("That is all."),
    });
    let acting = Plan::new(World::fernwood()).model(model).build().await;
    acting.grant("ana", &SENDING).await;
    let mut question = hostile("Drafted berths");
    question["from"] = json!("Mara Lund <mara@harbour.example>");
    acting.control.post("/google/deliver", question).await;
    let asked = acting.control.say("ana", "dm", "Draft an answer", None).await;
    let card = acting.control.live_card(&asked).await;
    let shown = all_text(&card);
    assert!(shown.contains("The quoted message goes to Eve <eve@elsewhere.example> too"), "{shown}");
    acting.control.click("ana", &card, "Approve").await;
    acting.control.reply(&asked, 0).await;
    let drafts = acting.control.get("/google/drafts?person=ana").await;
    let rows = drafts["drafts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["message"]["subject"] == "Re: Drafted berths").unwrap();
    let draft = acting.control.message("ana", row["message"]["id"].as_str().unwrap()).await;
    assert!(
        text(&draft).contains("Mara Lund <mara@harbour.example> wrote:\n> How many *berths*? -->"),
        "{draft}"
    );
}
