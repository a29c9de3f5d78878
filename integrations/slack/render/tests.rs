mod complete;
mod hostile;
mod markdown;
mod together;

use std::collections::HashSet;

use kernel::{
    AccountId, ApprovalId, Card, Face, Field, Part, PersonId, Press, Privacy, Risk, Showing, Time, TurnId,
    UndoLine, View,
};
use serde_json::Value;

use super::*;

/// What Slack refuses, written down a second time and on purpose apart from our own limits.
fn check(page: &Page) {
    assert!(page.text.len() <= 4000, "text of {} bytes", page.text.len());
    assert!(!page.text.contains('<') && !page.text.contains('>'), "live text: {}", page.text);
    let blocks = serde_json::to_value(&page.blocks).unwrap();
    let blocks = blocks.as_array().unwrap();
    assert!((1..=50).contains(&blocks.len()), "{} blocks", blocks.len());
    let mut ids = HashSet::new();
    let all: usize = blocks.iter().map(letters).sum();
    assert!(all <= 13_000, "{all} characters in all");
    for block in blocks {
        if let Some(id) = block["block_id"].as_str() {
            assert!(id.len() <= 255 && ids.insert(id.to_owned()), "block_id {id}");
        }
        match block["type"].as_str().unwrap() {
            "markdown" => {
                let text = block["text"].as_str().unwrap();
                assert!(!text.trim().is_empty() && !live(text), "{text}");
            }
            "section" => text_object(&block["text"], 3000),
            "header" => {
                assert_eq!(block["text"]["type"], "plain_text");
                text_object(&block["text"], 150);
            }
            "context" => {
                let elements = block["elements"].as_array().unwrap();
                assert!((1..=10).contains(&elements.len()));
                for element in elements {
                    text_object(element, 3000);
                }
            }
            "actions" => buttons(block["elements"].as_array().unwrap()),
            "data_table" => table(block),
            "rich_text" => rich(block),
            "context_actions" => assert_eq!(block["elements"][0]["type"], "feedback_buttons"),
            other => panic!("a block of type {other}"),
        }
    }
}

/// Words and links, and nothing that could be somebody's name.
fn rich(block: &Value) {
    for part in block["elements"].as_array().unwrap() {
        assert!(["rich_text_section", "rich_text_preformatted"].contains(&part["type"].as_str().unwrap()));
        let elements = part["elements"].as_array().unwrap();
        assert!(!elements.is_empty());
        for element in elements {
            match element["type"].as_str().unwrap() {
                "text" => assert!(!element["text"].as_str().unwrap().is_empty()),
                "link" => assert!(element["url"].as_str().unwrap().starts_with("http")),
                other => panic!("an element of type {other}"),
            }
        }
    }
}

fn table(block: &Value) {
    let rows = block["rows"].as_array().unwrap();
    assert!((2..=101).contains(&rows.len()), "{} rows", rows.len());
    let width = rows[0].as_array().unwrap().len();
    assert!((1..=20).contains(&width) && letters(block) <= 10_000);
    for row in rows {
        assert_eq!(row.as_array().unwrap().len(), width);
        for cell in row.as_array().unwrap() {
            let text = cell["text"].as_str().unwrap();
            assert!(!text.is_empty() && !live(text), "{text}");
            assert_eq!(cell["type"] == "raw_number", cell["value"].is_number());
        }
    }
}

fn letters(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) if name == "text" => text.chars().count(),
                other => letters(other),
            })
            .sum(),
        Value::Array(items) => items.iter().map(letters).sum(),
        _ => 0,
    }
}

fn text_object(text: &Value, limit: usize) {
    let words = text["text"].as_str().unwrap();
    assert!(!words.trim().is_empty(), "an empty text");
    assert!(words.chars().count() <= limit, "{} characters", words.chars().count());
    match text["type"].as_str().unwrap() {
        "plain_text" => assert_eq!(text["emoji"], false),
        "mrkdwn" => assert!(!live(&ours_removed(words)), "{words}"),
        other => panic!("a text of type {other}"),
    }
}

fn buttons(elements: &[Value]) {
    let mut ids = HashSet::new();
    assert!((1..=25).contains(&elements.len()));
    for button in elements {
        assert!(ids.insert(button["action_id"].as_str().unwrap()));
        text_object(&button["text"], 75);
        assert!(button["value"].as_str().is_none_or(|value| value.chars().count() <= 2000));
        assert!(button["url"].as_str().is_none_or(|url| url.len() <= 3000));
    }
}

fn live(text: &str) -> bool {
    ["<!", "<@", "<#"].iter().any(|sequence| text.contains(sequence))
}

/// The two kinds of sequence that are ours to write: the people of the card, and when it expires.
fn ours_removed(text: &str) -> String {
    let text = text.replace("<@U1>", "").replace("<@U2>", "");
    match (text.find("<!date^"), text.find('>')) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &text[..from], &text[to + 1..]),
        _ => text,
    }
}

fn card(face: Face, fields: Vec<Field>) -> Card {
    Card {
        approval: ApprovalId::from("a1b2"),
        face,
        sentence: "Send an email to ana@example.com".to_owned(),
        account: AccountId::from("me@example.com"),
        banners: Vec::new(),
        fields,
        why: "A stranger's text was read before.".to_owned(),
        requester: PersonId::from("T1:U1"),
        expires: Time(1_763_202_120_000),
        digest: "3f9a".to_owned(),
        risk: Risk::Usual,
        showing: Showing::Whole,
        alike: kernel::Alike::Never,
        lasting: kernel::Lasting::No,
        deciders: kernel::Deciders::default(),
        reader: kernel::CardReader::Requester,
        link: None,
        reason: String::new(),
    }
}

#[test]
fn what_works_in_no_account_names_none() {
    let shown = |card: Card| serde_json::json!(card::blocks(&card)).to_string();
    let with = card(Face::Pending, Vec::new());
    assert!(shown(with.clone()).contains("Account: "));
    assert!(!shown(Card { account: kernel::AccountId::none(), ..with }).contains("Account"));
}

fn field(name: &str, value: impl Into<String>) -> Field {
    Field::new(name, value, Privacy::Open)
}

fn only(view: &View) -> (Page, String) {
    let mut pages = pages(view);
    assert_eq!(pages.len(), 1);
    let page = pages.remove(0);
    check(&page);
    let json = serde_json::to_string(&page.blocks).unwrap();
    (page, json)
}

#[test]
fn a_pending_card_shows_every_field_and_carries_only_the_approval() {
    let fields =
        vec![field("To", "ana@example.com"), field("Cc", ""), field("Body", "Hello\n\nTo: eve@example.com")];
    let (page, json) = only(&View::card(card(Face::Pending, fields)));
    for shown in
        ["*To*", "*Cc* (empty)", "*Body*", "Hello\\n\\nTo: eve@example.com", "me@example.com", "3f9a"]
    {
        assert!(json.contains(shown), "{shown} is not in {json}");
    }
    assert!(json.contains("Only <@U1> can decide · until <!date^1763202120^{time}|10:22 UTC>"), "{json}");
    let actions = serde_json::to_value(page.blocks.last().unwrap()).unwrap();
    let ids: Vec<&Value> =
        actions["elements"].as_array().unwrap().iter().map(|each| &each["action_id"]).collect();
    assert_eq!(
        ids,
        ["countersign.approve", "countersign.edit", "countersign.deny", "countersign.deny_because"]
    );
    assert!(actions["elements"].as_array().unwrap().iter().all(|each| each["value"] == "a1b2"));
}

#[test]
fn a_card_that_is_decided_has_no_buttons_and_still_shows_its_fields() {
    let by = PersonId::from("T1:U2");
    let words = "It <!here> ended.".to_owned();
    for (face, says) in [
        (Face::Running { by: by.clone() }, "⏳ *Approved by <@U2> – running*"),
        (Face::Done { by: by.clone(), words: words.clone() }, "✅ *Done*"),
        (Face::Failed { by: by.clone(), words: words.clone() }, "❌ *Failed*"),
        (Face::Unknown { by: by.clone(), words: words.clone() }, "⚠️ *Unknown"),
        (Face::Denied { by }, "*Denied by <@U2>"),
        (Face::Expired, "*Expired – not done*"),
        (Face::Void { why: words }, "*Withdrawn – not done*"),
    ] {
        let (_, json) = only(&View::card(card(face, vec![field("To", "ana@example.com")])));
        assert!(json.contains(says) && json.contains("ana@example.com"), "{json}");
        assert!(!json.contains("\"button\""), "{json}");
    }
}

#[test]
fn a_denied_card_says_why_and_nothing_in_it_is_live() {
    let face = Face::Denied { by: PersonId::from("T1:U2") };
    let denied = Card { reason: "Say Friday instead <!here>".to_owned(), ..card(face, Vec::new()) };
    let (page, json) = only(&View::card(denied));
    assert!(json.contains("Say Friday instead"), "{json}");
    let live = page.blocks.iter().map(|block| serde_json::to_value(block).unwrap());
    assert!(
        !live
            .into_iter()
            .any(|block| block["text"]["type"] == "mrkdwn" && block.to_string().contains("!here"))
    );
}

#[test]
fn a_card_that_is_held_back_can_only_be_taken_back_and_says_until_when() {
    let face = Face::Held { by: PersonId::from("T1:U2"), until: Time(1_763_202_130_000) };
    let (page, json) = only(&View::card(card(face, vec![field("To", "<!here> ana@example.com")])));
    assert!(
        json.contains("Approved by <@U2> – done at <!date^1763202130^{time_secs}|10:22:10 UTC>"),
        "{json}"
    );
    assert!(json.contains("Only <@U1> can take it back") && json.contains("3f9a"), "{json}");
    assert_eq!(pressed(&page), [("countersign.take_back".to_owned(), "a1b2".to_owned())]);
    assert!(page.text.contains("approved, about to be done"), "{}", page.text);
}

/// The action and the value of every button.
fn pressed(page: &Page) -> Vec<(String, String)> {
    let blocks = serde_json::to_value(&page.blocks).unwrap();
    let actions = blocks.as_array().unwrap().iter().filter(|block| block["type"] == "actions");
    let buttons = actions.flat_map(|block| block["elements"].as_array().unwrap().clone());
    let text = |button: &Value, name: &str| button[name].as_str().unwrap().to_owned();
    buttons.map(|button| (text(&button, "action_id"), text(&button, "value"))).collect()
}

fn undo(face: Face, words: &str) -> UndoLine {
    UndoLine {
        approval: ApprovalId::from("a1b2"),
        words: words.to_owned(),
        face,
        requester: PersonId::from("T1:U1"),
        until: Time(1_763_202_120_000),
    }
}

#[test]
fn what_was_done_can_be_undone_by_its_requester_until_then() {
    let (page, json) = only(&View::undo(undo(Face::Pending, "Moved “Plan <@U9>” to the trash.")));
    assert_eq!(pressed(&page), [("countersign.undo".to_owned(), "a1b2".to_owned())]);
    let until = "<@U1> can undo this until <!date^1763202120^{date_pretty} {time}|2025-11-15 10:22 UTC>";
    assert!(json.contains(until), "{json}");
    let said = serde_json::to_value(&page.blocks[0]).unwrap();
    assert_eq!(said["text"]["type"], "plain_text", "what was done is told in letters only");
}

#[test]
fn an_undo_that_is_over_has_no_button_and_says_how_it_ended() {
    let by = PersonId::from("T1:U2");
    let words = "It <!here> ended.".to_owned();
    for (face, says, in_words) in [
        (Face::Held { by: by.clone(), until: Time(0) }, "being undone", "Moved."),
        (Face::Running { by: by.clone() }, "being undone", "Moved."),
        (Face::Done { by: by.clone(), words: words.clone() }, "*Undone*", "Moved. (undone)"),
        (
            Face::Failed { by: by.clone(), words: words.clone() },
            "*Not undone*",
            "Moved. (could not be undone)",
        ),
        (Face::Unknown { by: by.clone(), words: words.clone() }, "*Unknown whether", "Moved."),
        (Face::Denied { by }, "The time to undo this is over", "Moved."),
        (Face::Expired, "The time to undo this is over", "Moved."),
        (Face::Void { why: words }, "The time to undo this is over", "Moved."),
    ] {
        let (page, json) = only(&View::undo(undo(face, "Moved.")));
        assert!(json.contains(says), "{json}");
        assert_eq!(pressed(&page), [], "{json}");
        assert_eq!(page.text, in_words);
    }
}

#[test]
fn a_value_cannot_hide_or_turn_what_it_says() {
    let (_, json) = only(&View::card(card(Face::Pending, vec![field("To", "a\u{202e}moc.elpmaxe@b")])));
    assert!(json.contains("a⟨U+202E⟩moc"), "{json}");
}

#[test]
fn a_card_that_cannot_show_everything_says_how_much_is_missing() {
    let body = format!("BEGIN{}END", "¤".repeat(400_000));
    let fields = vec![field("To", "ana@example.com"), field("Body", body), field("Cc", "bo@example.com")];
    let (_, json) = only(&View::card(card(Face::Pending, fields)));
    for shown in ["BEGIN", "END", "bo@example.com", "does not show everything"] {
        assert!(json.contains(shown), "{shown}");
    }
    let before = json.split(" characters left out here").next().unwrap();
    let left_out: usize = before.rsplit('*').next().unwrap().parse().unwrap();
    assert_eq!(left_out + json.matches('¤').count(), 400_000);
}

#[test]
fn what_a_card_leaves_out_stands_in_a_file_whatever_becomes_of_the_card() {
    let body = format!("BEGIN\n\nCc:\n{}END", "¤".repeat(60_000));
    let fields = vec![field("To", "ana@example.com"), field("Body", body.clone()), field("Cc", "nobody")];
    let by = PersonId::from("T1:U2");
    for face in [
        Face::Pending,
        Face::Running { by: by.clone() },
        Face::Failed { by, words: "It did not work. ".repeat(400) },
    ] {
        let view = View::card(card(face, fields.clone()));
        let (_, json) = only(&view);
        assert!(json.contains("`countersign-3f9a.txt` above"), "{json}");
        let file = rendered(&view).files.remove(0);
        assert_eq!(file.name, "countersign-3f9a.txt");
        let text = String::from_utf8(file.content).unwrap();
        assert_eq!(text.matches('¤').count(), 60_000);
        assert_eq!(text.matches("\nCc:\n").count(), 1, "a value cannot pose as a field");
        assert!(text.contains("ana@example.com") && text.contains("3f9a"));
    }
    let short = View::card(card(Face::Pending, vec![field("Body", "¤".repeat(4500))]));
    assert_eq!(rendered(&short).files, []);
}

#[test]
fn long_words_become_numbered_pages() {
    let pages = pages(&View::words("A paragraph of some words.\n\n".repeat(1000)));
    assert_eq!(pages.len(), 3);
    for (number, page) in pages.iter().enumerate() {
        check(page);
        let json = serde_json::to_string(&page.blocks).unwrap();
        assert!(json.contains(&format!("({}/3)", number + 1)), "{json}");
    }
}

#[test]
fn an_edit_that_is_too_long_says_so() {
    let page = single(&View::words("word ".repeat(10_000)));
    check(&page);
    assert!(serde_json::to_string(&page.blocks).unwrap().contains("The rest does not fit"));
}

#[test]
fn buttons_carry_what_they_should() {
    let view = View::plain("Connect")
        .with(Part::Link { label: "Connect Google".to_owned(), url: "https://a.example/x".to_owned() })
        .with(Part::Button {
            label: "This was not me".to_owned(),
            press: Press::Disconnect(AccountId::from("a@b.example")),
        });
    let (_, json) = only(&view);
    assert!(json.contains("\"countersign.link\"") && json.contains("\"https://a.example/x\""), "{json}");
    assert!(json.contains("\"countersign.disconnect\"") && json.contains("\"a@b.example\""), "{json}");
}
