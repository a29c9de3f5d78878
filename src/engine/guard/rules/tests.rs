use kernel::{Integrity, Sink, SinkKind, Target, Term};

use super::*;

const OWN: Option<&str> = Some("firm.example");

/// A few members and a guest; nobody is called `all`, which is a group.
fn everybody() -> Vec<Person> {
    let person = |name: &str, standing| Person {
        id: name.into(),
        name: name.to_owned(),
        workspace: "Firm".to_owned(),
        address: Some(format!("{name}@firm.example")),
        zone: None,
        standing,
    };
    let members =
        ["ana", "ben", "p0", "p1", "p2", "p3", "p4", "p5"].map(|name| person(name, Standing::Member));
    members.into_iter().chain([person("gus", Standing::Guest)]).collect()
}

fn to(address: &str) -> Sink {
    Sink::new(SinkKind::Recipient, "/to/0", address)
}

fn flow(deed: Deed, sinks: Vec<Sink>) -> Flow {
    Flow { deed, sinks, ..Flow::default() }
}

fn objection(rule: Rule) -> Objection {
    Objection { rule, pointer: String::new(), words: String::new() }
}

#[test]
fn a_rule_can_be_about_a_few_colleagues() {
    let found =
        scope(&flow(Deed::Send, vec![to("Ana@firm.example"), to("ben@firm.example")]), OWN, &everybody())
            .unwrap();
    assert_eq!(found.people.iter().collect::<Vec<_>>(), ["ana@firm.example", "ben@firm.example"]);
}

#[test]
fn no_rule_is_about_outsiders_groups_guests_everybody_many_or_nobody() {
    let crowd = (0..6).map(|number| to(&format!("p{number}@firm.example"))).collect();
    let cases = [
        vec![to("x@other.example")],
        vec![to("ana@firm.example"), to("x@other.example")],
        vec![to(Sink::ANYONE)],
        vec![to("firm.example")],
        vec![to("x@firm.example.evil.example")],
        vec![to("all@firm.example")],
        vec![to("gus@firm.example")],
        vec![],
        crowd,
    ];
    for sinks in cases {
        assert_eq!(scope(&flow(Deed::Send, sinks.clone()), OWN, &everybody()), None, "{sinks:?}");
    }
    assert_eq!(
        scope(&flow(Deed::Send, vec![to("ana@firm.example")]), None, &everybody()),
        None,
        "nobody's company"
    );
}

#[test]
fn no_rule_is_about_what_goes_away_or_fetches() {
    for deed in [Deed::Destroy, Deed::Hide, Deed::Unnamed, Deed::Post] {
        assert_eq!(scope(&flow(deed, vec![to("ana@firm.example")]), OWN, &everybody()), None, "{deed:?}");
    }
    let fetch = Sink::new(SinkKind::Fetch, "/values", "https://x.example/?q");
    assert_eq!(scope(&flow(Deed::Write, vec![to("ana@firm.example"), fetch]), OWN, &everybody()), None);
}

#[test]
fn what_others_may_do_is_part_of_the_class() {
    let shared = |role: &str| {
        let term = Term { pointer: "/role".into(), what: TermKind::Role(role.into()) };
        let target = Target::named("/file", ["Plan".to_owned()]).of_class("spreadsheet");
        let flow = Flow {
            targets: vec![target],
            terms: vec![term],
            ..flow(Deed::Share, vec![to("ana@firm.example")])
        };
        scope(&flow, OWN, &everybody()).unwrap().class
    };
    assert_eq!(shared("reader"), "spreadsheet, reader");
    assert_ne!(shared("reader"), shared("writer"));
}

#[test]
fn a_strangers_words_leave_a_rule_nothing_to_say_but_the_table() {
    let strange = Label { integrity: Integrity::External, ..Label::trusted() };
    assert!(answers(&[], &strange), "what the requester literally asked for");
    for rule in [Rule::Destination, Rule::Object, Rule::Terms, Rule::Once] {
        assert!(answers(&[objection(rule)], &Label::trusted()), "{rule:?}");
        assert!(!answers(&[objection(rule)], &strange), "{rule:?}");
    }
    for rule in [Rule::Destruction, Rule::Text, Rule::Readers, Rule::Author, Rule::Unknown] {
        assert!(!answers(&[objection(rule)], &Label::trusted()), "{rule:?}");
    }
    assert!(can_be_made(&Label::trusted()) && !can_be_made(&strange));
    assert!(!can_be_made(&Label { alarm: Alarm::Odd, ..Label::trusted() }));
}
