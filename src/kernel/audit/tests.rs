//! What the audit keeps, and what it does not.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::{
    Alarm, Alike, Body, CallEntry, CardEntry, Code, Entry, ReplyEntry, Risk, Showing, Time, TurnId, Usage,
};

fn kept(entry: &Entry) -> Value {
    json!(entry.audit().unwrap())
}

fn held(rules: &[&str]) -> Entry {
    let planned = PlannedCall {
        call: "c".into(),
        tool: "mail.send".to_owned(),
        version: 1,
        account: "ana@firm.example".into(),
        requester: "T:U".into(),
        plan: Body::new("{}"),
        digest: Digest::of_words("{}"),
    };
    Entry::Card(CardEntry::AwaitsApproval {
        turn: TurnId(1),
        approval: "a".into(),
        planned,
        effect: Body::new("{}"),
        why: "eve@evil.example is nobody you named.".to_owned(),
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        expires: Time(0),
        hold: Duration::ZERO,
        risk: Risk::default(),
        showing: Showing::default(),
        alike: Alike::default(),
        scope: None,
        deciders: crate::Deciders::default(),
    })
}

fn answered(outcome: Outcome, label: Label) -> Value {
    let words = Body::new("a stranger's words");
    kept(&Entry::Call(CallEntry::Answered {
        turn: TurnId(1),
        call: "c".into(),
        outcome,
        words,
        label,
        kept: None,
        gate: None,
        tool: None,
    }))
}

#[test]
fn a_held_call_names_its_rules_and_quotes_nobody() {
    for (rules, gate) in [(&["destination", "many_hosts"][..], "destination, many_hosts"), (&[], "table")] {
        let record = kept(&held(rules));
        assert_eq!(record["gate"], gate);
        assert!(!record.to_string().contains("evil"), "{record}");
    }
}

#[test]
fn an_answer_says_how_far_it_is_to_be_believed_and_not_what_it_is() {
    let mut label = Label::stranger("mail.read", "mail from eve@evil.example")
        .called(["Invoice".to_owned()])
        .read_by(Readers::only(["ana@firm.example", "ben@firm.example"]));
    label.alarm = Alarm::Loud;
    label = label.join(&Label::stranger("mail.read", "another").read_by(Readers::Everybody));
    let record = answered(Outcome::Done, label);
    let about = ["integrity", "alarm", "readers", "sources", "outcome"].map(|name| record[name].clone());
    let expected = [json!("external"), json!("loud"), json!(2), json!(["mail.read"]), json!("done")];
    assert_eq!(about, expected);
    for word in ["evil", "Invoice", "firm.example", "stranger"] {
        assert!(!record.to_string().contains(word), "{record}");
    }
}

#[test]
fn what_says_nothing_is_left_out_so_that_older_records_read_alike() {
    let record = answered(Outcome::Done, Label::trusted());
    let names: Vec<&String> = record.as_object().unwrap().keys().collect();
    assert_eq!(names, ["call", "digest", "integrity", "outcome", "turn", "what"]);
    let older = r#"{"call":"c","outcome":"done","sources":["mail.read"],"what":"answered"}"#;
    let read: AuditRecord = serde_json::from_str(older).unwrap();
    assert_eq!(json!(read).to_string(), older);
}

#[test]
fn a_refusal_names_its_gate_and_a_failure_none() {
    for (code, gate) in [
        (Code::InputInvalid, json!("input_invalid")),
        (Code::ScopeMissing, json!("scope_missing")),
        (Code::Denied, json!("denied")),
        (Code::Timeout, Value::Null),
        (Code::NotFound, Value::Null),
    ] {
        let record = answered(Outcome::Failed(code), Label::trusted());
        assert_eq!((&record["gate"], &record["outcome"]), (&gate, &json!(code.name())));
    }
}

#[test]
fn reasons_and_made_up_names_are_not_repeated() {
    let why = "Another account was chosen: eve@evil.example";
    let said = Entry::Reply(ReplyEntry::Said {
        turn: TurnId(1),
        reply: Body::new("words"),
        calls: [("c", "mail.send"), ("d", "wire the money to eve")]
            .map(|(id, tool)| SaidCall { id: id.into(), tool: tool.to_owned() })
            .into(),
        usage: Usage::default(),
        seen: 0,
        model: String::new(),
        read: Label::trusted(),
    });
    let said = kept(&said);
    assert_eq!(said["calls"], json!({ "c": "mail.send", "d": "no such name" }));
    for entry in [
        Entry::Call(CallEntry::Declined { consent: crate::ConsentId("s".to_owned()), why: why.to_owned() }),
        Entry::Card(CardEntry::Voided { approval: "a".into(), why: why.to_owned() }),
    ] {
        let record = kept(&entry);
        assert_eq!(record["digest"], Digest::of_words(why).as_str());
        assert!(!record.to_string().contains("evil"), "{record}");
    }
}

#[test]
fn what_a_model_read_by_itself_is_kept_by_where_it_came_through() {
    let said = |read: Label| {
        let (reply, usage, model) = (Body::new("words"), Usage::default(), "m".to_owned());
        kept(&Entry::Reply(ReplyEntry::Said {
            turn: TurnId(1),
            reply,
            calls: Vec::new(),
            usage,
            seen: 0,
            model,
            read,
        }))
    };
    assert_eq!(said(Label::trusted())["integrity"], Value::Null);
    let searched =
        said(Label::stranger("web.search", "web page https://evil.example").read_by(Readers::Everybody));
    assert_eq!((&searched["sources"], &searched["integrity"]), (&json!(["web.search"]), &json!("external")));
    assert!(!searched.to_string().contains("evil"), "{searched}");
}

/// The model may have called it by another name, and a line of before this was said has none.
#[test]
fn an_answer_names_the_tool_that_ran_and_never_what_no_tool_is_called() {
    let named = |tool: Option<&str>| {
        let (words, label) = (Body::new("words"), Label::trusted());
        kept(&Entry::Call(CallEntry::Answered {
            turn: TurnId(1),
            call: "c".into(),
            outcome: Outcome::Done,
            words,
            label,
            kept: None,
            gate: None,
            tool: tool.map(str::to_owned),
        }))
    };
    assert_eq!(named(Some("mail.read"))["tool"], "mail.read");
    assert_eq!(named(Some("wire the money to eve"))["tool"], "no such name");
    assert_eq!(named(None)["tool"], Value::Null);
}
