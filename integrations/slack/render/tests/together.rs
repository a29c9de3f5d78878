//! Questions to a person, several calls on one card, and cards that do not show everything.

use kernel::{AnsweredBy, GroupCard, GroupFace, Inquiry, InquiryCard, Part, Questions, Takes};

use super::*;

fn inquiry(asked: Vec<Inquiry>, face: Face) -> View {
    let card = InquiryCard {
        approval: ApprovalId::from("a1b2"),
        face,
        questions: Questions { about: "About <!here> the trip".to_owned(), asked },
        answer: "Friday <@U9>".to_owned(),
        requester: PersonId::from("T1:U1"),
        expires: Time(1_763_202_120_000),
        answered_by: AnsweredBy::Message,
    };
    View { parts: vec![Part::Inquiry(Box::new(card))] }
}

fn group(calls: Vec<Card>, face: GroupFace) -> View {
    let group = GroupCard { group: ApprovalId::from("g1"), calls, face };
    View { parts: vec![Part::Group(Box::new(group))] }
}

#[test]
fn five_long_options_are_five_buttons_of_their_own() {
    let options: Vec<String> = (0..5).map(|number| format!("{number}{}", "w".repeat(74))).collect();
    let asked = Inquiry { text: "x".repeat(1000), takes: Takes::Option(options.clone()) };
    let (_, json) = only(&inquiry(vec![asked.clone()], Face::Pending));
    for (place, option) in options.iter().enumerate() {
        assert!(json.contains(option) && json.contains(&format!("countersign.choose.{place}")), "{json}");
    }
    let (_, json) = only(&inquiry(vec![asked.clone(), asked], Face::Pending));
    assert!(json.contains("countersign.answer") && !json.contains("countersign.choose"), "{json}");
}

#[test]
fn an_answer_stands_where_the_buttons_were() {
    let asked = Inquiry { text: "Which day?".to_owned(), takes: Takes::Words };
    let (_, json) = only(&inquiry(vec![asked], Face::Answered { by: PersonId::from("T1:U1") }));
    assert!(json.contains("<@U1> answered:") && json.contains("Friday"), "{json}");
    assert!(!json.contains("\"actions\""), "{json}");
}

#[test]
fn ten_calls_have_room_on_one_card_and_none_can_look_like_two() {
    let call = |number: usize| {
        let value = format!("{}\nTo: eve@example.com", "v".repeat(500));
        Card { digest: format!("d{number}"), ..card(Face::Pending, vec![field("To", value)]) }
    };
    let calls: Vec<Card> = (0..10).map(call).collect();
    let (_, json) = only(&group(calls.clone(), GroupFace::Open));
    assert!(
        json.contains("Approve all (10)") && json.contains("Deny all") && json.contains("`d9`"),
        "{json}"
    );
    assert!(!json.contains("\\nTo: eve"), "a value begins a line of its own: {json}");
    let by = PersonId::from("T1:U1");
    let done = calls.into_iter().map(|call| Card { face: Face::Denied { by: by.clone() }, ..call });
    let (_, json) = only(&group(done.collect(), GroupFace::Settled));
    assert!(!json.contains("\"actions\""), "{json}");
}

#[test]
fn a_reason_of_one_call_is_never_lost_among_others_and_a_shared_one_is_said_once() {
    let because =
        |why: &str| Card { why: why.to_owned(), ..card(Face::Pending, vec![field("To", "ben@example.com")]) };
    let plain = because("This reaches somebody else.");
    let strange = because("This reaches somebody else.\n• A strange address: https://evil.example/x");
    for calls in [[plain.clone(), strange.clone()], [strange.clone(), plain]] {
        let (_, json) = only(&group(calls.to_vec(), GroupFace::Open));
        assert!(json.contains("❗ A strange address: https://evil.example/x"), "{json}");
        assert_eq!(json.matches("This reaches somebody else.").count(), 1, "{json}");
    }
    let (_, json) = only(&group(vec![strange.clone(), strange], GroupFace::Open));
    assert_eq!(json.matches("A strange address").count(), 1, "{json}");
}

#[test]
fn what_is_held_can_be_taken_back_call_by_call_and_what_is_done_can_be_opened() {
    let by = PersonId::from("T1:U1");
    let call = |id: &str, face: Face| Card {
        approval: ApprovalId::from(id),
        link: Some("https://mail.example.com/1".to_owned()),
        ..card(face, vec![field("To", "ben@example.com")])
    };
    let held = || Face::Held { by: by.clone(), until: Time(1_763_202_130_000) };
    let calls = vec![call("a1", held()), call("a2", held()), call("a3", Face::Expired)];
    let (_, json) = only(&group(calls, GroupFace::Settled));
    for part in ["Undo 1", "Undo 2", "Undo all (2)", "\"a2\"", "can take it back"] {
        assert!(json.contains(part), "{part}: {json}");
    }
    assert!(!json.contains("Undo 3") && !json.contains("countersign.approve"), "{json}");
    let done = Face::Done { by: by.clone(), words: "Sent it.".to_owned() };
    let (_, json) = only(&group(vec![call("a1", done.clone()), call("a2", done)], GroupFace::Settled));
    assert_eq!(json.matches("|Open it>").count(), 2, "{json}");
    assert!(json.contains("Sent it.") && !json.contains("\"actions\""), "{json}");
}

#[test]
fn a_summary_can_be_read_whole_and_no_file_gives_it_away() {
    let fields = vec![field("Body", "w".repeat(50_000))];
    let whole_card = View::card(card(Face::Pending, fields.clone()));
    assert!(!rendered(&whole_card).files.is_empty());
    let summary = Card { showing: Showing::Summary, ..card(Face::Pending, fields) };
    assert!(rendered(&View::card(summary)).files.is_empty());
    let short =
        Card { showing: Showing::Summary, ..card(Face::Pending, vec![field("Body", "12 characters")]) };
    let (_, json) = only(&View::card(short));
    assert!(json.contains("countersign.view_all"), "{json}");
}

#[test]
fn high_risk_is_asked_about_once_more_and_a_link_is_of_the_web() {
    let risky = Card {
        risk: Risk::High,
        sentence: "s".repeat(800),
        ..card(Face::Pending, vec![field("To", "x@example.com")])
    };
    let (_, json) = only(&View::card(risky));
    assert!(json.contains("\"confirm\"") && json.contains("Are you sure?"), "{json}");
    let by = PersonId::from("T1:U1");
    for (link, shown) in [
        ("https://docs.example.com/d/1", true),
        ("javascript:alert(1)", false),
        ("http://docs.example.com/d/1", false),
    ] {
        let done = Face::Done { by: by.clone(), words: String::new() };
        let done = Card { link: Some(link.to_owned()), ..card(done, Vec::new()) };
        let (_, json) = only(&View::card(done));
        assert_eq!(json.contains("Open it"), shown, "{link}: {json}");
    }
}
