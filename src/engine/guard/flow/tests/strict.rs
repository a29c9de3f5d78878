//! What is not plainly an order is asked about.

use super::*;

/// After a stranger's mail was read, which only the requester could read.
fn after_a_mail() -> Label {
    read(&["me@firm.example"], Integrity::External)
}

fn share(words: &str, with: &str) -> Vec<Rule> {
    rules(words, Deed::Share, &shared("Costs 2027", with), &after_a_mail())
}

#[test]
fn a_question_a_wish_to_know_and_a_condition_ask_for_nothing() {
    for words in [
        "Can I share Costs 2027 with Ben?",
        "Will Ana share Costs 2027 with Ben?",
        "Could Ana have shared it or did I share Costs 2027 with Ben?",
        "Can you check who has a share of Costs 2027 with Ben?",
        "Can you check whether Ana may edit Costs 2027 or whether I share it with Ben?",
        "If you need to share Costs 2027 with Ben, ask me first",
        "Share Costs 2027 with Ben if Ana agrees",
        "When Ana agrees, share Costs 2027 with Ben",
        "I want to check whether we share Costs 2027 with Ben",
        "Would it be wise to share Costs 2027 with Ben?",
        "Did Ana read it and share Costs 2027 with Ben?",
        "did ana read it and share costs 2027 with ben",
        "Ana will read it and share Costs 2027 with Ben",
        "Tell me who wants to share Costs 2027 with Ben",
        "Find out what Ana thinks and share Costs 2027 with Ben",
        "Tell Ana that I am late and share Costs 2027 with Ben",
        "Ask Ana to read it and share Costs 2027 with Ben",
        "Share Costs 2027 with Ben?",
        "Never share Costs 2027 with Ben",
        "Please do not share Costs 2027 with Ben",
        "Show me the share of Costs 2027 with Ben",
        "Share of Costs 2027 with Ben",
        "Kannst du mir sagen, wer Costs 2027 mit Ben teilen darf?",
        "Kannst du mir zeigen, ob wir Costs 2027 mit Ben teilen?",
        "Darf ich Costs 2027 mit Ben teilen?",
        "Est-ce que je partage Costs 2027 avec Ben ?",
        "¿Puedo compartir Costs 2027 con Ben?",
    ] {
        assert_ne!(share(words, "ben@firm.example"), [], "{words}");
    }
    for words in [
        "Share Costs 2027 with Ben",
        "please share Costs 2027 with Ben.",
        "Hi! Could you please share Costs 2027 with Ben?",
        "I would like you to share Costs 2027 with Ben",
        "Read the mail “Offer” and share Costs 2027 with Ben and Ana",
        "Share Costs 2027 with Ana, Ben and x@else.example",
        "Tell Ana that I am late, and share Costs 2027 with Ben",
        "Kannst du bitte Costs 2027 mit Ben teilen?",
        "Peux-tu partager Costs 2027 avec Ben ?",
        "¿Puedes compartir Costs 2027 con Ben?",
        "can you share costs 2027 with ana and ben",
        "Share Costs 2027 with Ana and Ben in a folder on Friday",
    ] {
        assert_eq!(share(words, "ben@firm.example"), [], "{words}");
    }
}

#[test]
fn whoever_is_left_out_or_only_spoken_about_gets_nothing() {
    for words in [
        "Share Costs 2027 with Ana instead of Ben",
        "Share Costs 2027 with Ana rather than Ben",
        "Share Costs 2027 with everybody except Ben",
        "Share Costs 2027 with everybody but Ben",
        "Share Costs 2027 with Ana before Ben gets back",
        "Share Costs 2027 with Ana without Ben",
        "Share Costs 2027 with Ana until Ben objects",
        "Share Costs 2027 with Ana, Ben is away",
        "Share Costs 2027 with Ana, Ben agreed",
        "Share Costs 2027 with Ana (Ben agreed)",
        "Share Costs 2027 with Ana - Ben agreed",
        "Share Costs 2027 with Ana. Ben wants it.",
        "Share Costs 2027 with Ana, keep Ben out",
        "Teile Costs 2027 mit Ana statt mit Ben",
        "Partage Costs 2027 avec Ana sauf Ben",
    ] {
        assert_ne!(share(words, "ben@firm.example"), [], "{words}");
    }
    let mail = mail(&["ben@firm.example"], "noon works");
    for words in [
        "Send Ana the notes of Ben: noon works",
        "Send Ana the notes of Cara and Ben: noon works",
        "Forward Ben's mail to Ana: noon works",
        "Tell Ana about Ben: noon works",
        "Tell Ana that Ben: noon works",
        "Ask Ana to write to Ben: noon works",
        "Can you find Ben’s mail: noon works",
        "I need to know what Ben wrote in his mail: noon works",
    ] {
        assert_ne!(rules(words, Deed::Send, &mail, &Label::trusted()), [], "{words}");
    }
}

#[test]
fn nothing_goes_away_after_a_question() {
    let own = document(&[], "");
    for words in [
        "Can I delete the Harbour plan?",
        "Would it be wise to cancel the Harbour plan?",
        "Could Ben have cancelled or did I delete the Harbour plan?",
        "Delete the draft, keep the Harbour plan",
        "delete the draft, keep the harbour plan",
        "Delete all but the Harbour plan",
        "Delete the draft, the Harbour plan stays",
    ] {
        assert_ne!(rules(words, Deed::Destroy, &own, &Label::trusted()), [], "{words}");
    }
    for words in ["Please cancel the Harbour plan", "Delete the draft and the Harbour plan"] {
        assert_eq!(rules(words, Deed::Destroy, &own, &Label::trusted()), [], "{words}");
    }
}

/// An answer to a mail of this subject.
fn answer(subject: &str, (name, address): (&str, &str), body: &str) -> Flow {
    let target = Target::named("/id", [subject.to_owned()])
        .by([name.to_owned()])
        .with_people([address.to_owned(), "me@firm.example".to_owned()]);
    let sinks =
        vec![Sink::new(SinkKind::Recipient, "/to/0", address), Sink::new(SinkKind::Words, "/body", body)];
    Flow { sinks, targets: vec![target], ..Flow::default() }
}

#[test]
fn a_mail_of_the_same_name_from_somebody_else_is_not_answered() {
    let eve = ("Eve Malloy", "eve@evil.example");
    let ask = |words: &str, flow: &Flow| rules(words, Deed::Send, flow, &after_a_mail());
    let yes = |subject: &str, who| answer(subject, who, "yes, noon works");
    assert_ne!(
        ask("Reply to Ana’s mail “Lunch on Friday”: yes, noon works", &yes("Lunch on Friday", eve)),
        []
    );
    let club = ("Lunch Club", "eve@evil.example");
    assert_ne!(ask("Reply to Ana’s mail “Lunch on Friday”: yes, noon works", &yes("Hello", club)), []);
    assert_ne!(ask("Reply to the mail “Lunch on Friday”: yes, noon works", &yes("Hello", club)), []);
    assert_ne!(ask("Reply to the mail “Lunch on Friday”: yes, noon works", &yes("Lunch on Friday", eve)), []);
    assert_ne!(
        ask("Tell Ana that the offer Q1 is too dear", &answer("Offer Q1", eve, "the offer Q1 is too dear")),
        []
    );
    let ana = ("Ana Ruiz", "ana@firm.example");
    assert_eq!(
        ask("Reply to Ana’s mail “Lunch on Friday”: yes, noon works", &yes("Lunch on Friday", ana)),
        []
    );
    assert_eq!(ask("Reply to the mail “Lunch on Friday”: yes, noon works", &yes("Lunch on Friday", ana)), []);
    assert_eq!(
        ask("Reply to Eve’s mail “Lunch on Friday”: yes, noon works", &yes("Lunch on Friday", eve)),
        []
    );
}

#[test]
fn words_for_one_are_not_told_another_nor_cut() {
    let ask =
        |words: &str, to: &str, body: &str| rules(words, Deed::Send, &mail(&[to], body), &after_a_mail());
    let words = "Tell Ana that the offer is too dear, and tell x@else.example that noon works";
    assert_eq!(ask(words, "x@else.example", "noon works"), []);
    assert_eq!(ask(words, "ana@firm.example", "Hi Ana,\n\nthe offer is too dear.\n\nBest,\nDana"), []);
    assert_ne!(ask(words, "x@else.example", "the offer is too dear"), []);
    let words = "Write to x@else.example that noon works, but do not tell him that we can pay 44";
    assert_eq!(ask(words, "x@else.example", "noon works"), []);
    assert_ne!(ask(words, "x@else.example", "we can pay 44"), []);
    let words = "Write to x@else.example: I doubt that we accept your offer";
    assert_ne!(ask(words, "x@else.example", "we accept your offer"), []);
    assert_eq!(ask(words, "x@else.example", "I doubt that we accept your offer."), []);
    let words = "Read the paper, where the code is kept. Write to x@else.example that noon works";
    assert_ne!(ask(words, "x@else.example", "Read the paper, where the code is kept"), []);
    assert_eq!(ask(words, "x@else.example", "Noon works!"), []);
    let words = "Write to x@else.example that noon works, but not before Friday";
    assert_ne!(ask(words, "x@else.example", "noon works"), []);
    assert_eq!(ask(words, "x@else.example", "noon works, but not before Friday"), []);
    assert_eq!(ask("Write to Ben and say that noon works", "ben@firm.example", "noon works"), []);
    assert_ne!(ask("Write to Ben and tell Ana that noon works", "ben@firm.example", "noon works"), []);
}

#[test]
fn a_subject_says_nothing_that_was_not_to_be_said() {
    let ask = |words: &str, subject: &str, body: &str| {
        let mut flow = mail(&["x@else.example"], body);
        flow.sinks.push(Sink::new(SinkKind::Title, "/mail/subject", subject));
        rules(words, Deed::Send, &flow, &after_a_mail())
    };
    let words = "Write to x@else.example that we take the 400 pieces, but do not tell him that we can pay 44";
    assert_eq!(ask(words, "400 pieces", "we take the 400 pieces"), []);
    assert_ne!(ask(words, "we can pay 44", "we take the 400 pieces"), []);
    assert_ne!(ask(words, "we take 44", "we take the 400 pieces"), []);
    assert_ne!(ask("Tell x@else.example: you are not fired", "you are fired", "you are not fired"), []);
    assert_ne!(ask("Tell x@else.example: I doubt that we accept", "we accept", "I doubt that we accept"), []);
}

#[test]
fn words_are_a_title_because_their_tool_says_so_and_not_by_where_they_stand() {
    let ask = |kind: SinkKind, pointer: &str| {
        let mut flow = mail(&["x@else.example"], "we take the 400 pieces");
        flow.sinks.push(Sink::new(kind, pointer, "400 pieces"));
        rules("Write to x@else.example that we take the 400 pieces", Deed::Send, &flow, &after_a_mail())
    };
    assert_eq!(ask(SinkKind::Title, "/letter/about"), []);
    assert_ne!(ask(SinkKind::Words, "/arguments/title"), []);
}

#[test]
fn no_sign_case_or_ending_carries_another_text() {
    let ask = |body: &str| {
        let words = "Tell x@else.example: yes, Ben's room works for me";
        rules(words, Deed::Send, &mail(&["x@else.example"], body), &after_a_mail())
    };
    for body in [
        "yes, Ben's room works for me",
        "Yes, Ben’s room works for me.",
        "Hello, yes, Ben's room works for me",
    ] {
        assert_eq!(ask(body), [], "{body}");
    }
    for body in [
        "yes#*= Ben's<>@ room%+& works for€$£ me°§·",
        "yes. Ben's room works for me",
        "yes, Ben's, room, works for me",
        "yes, ben's room works for me",
        "yes, Ben room works for me",
        "yes, Ben's Room Works for me",
        "yes, Ben's room\nworks for me",
        "yes, Ben's room works for me!!!..",
    ] {
        assert_ne!(ask(body), [], "{body}");
    }
}

#[test]
fn rights_and_answers_are_those_that_were_asked_for_there() {
    let term = |role: &str| vec![Term { pointer: "/role".into(), what: TermKind::Role(role.into()) }];
    let share = |words: &str, role: &str| {
        let flow = Flow { terms: term(role), ..shared("Harbour plan", "ben@firm.example") };
        rules(words, Deed::Share, &flow, &Label::trusted())
    };
    assert_eq!(share("Write Ana that noon works, and share the Harbour plan with Ben", "reader"), []);
    assert_ne!(share("Write Ana that noon works, and share the Harbour plan with Ben", "writer"), []);
    let words = "Read the mail “Terms aa7”. Write Carla that noon works, and share Harbour plan with Ben";
    assert_eq!((share(words, "reader"), share(words, "writer")), (vec![], vec![Rule::Terms]));
    assert_ne!(share("Edit the notes, and share the Harbour plan with Ben", "writer"), []);
    assert_ne!(share("Share the Harbour plan with Ben, but do not let him edit", "writer"), []);
    assert_eq!(share("Share the Harbour plan with Ben so he can edit it", "writer"), []);
    assert_eq!(share("Let Ben comment on the Harbour plan", "commenter"), []);
    assert_ne!(share("Let Ben comment on the Harbour plan", "writer"), []);
    assert_ne!(share("Let Ben know about the Harbour plan", "reader"), []);
    assert_ne!(share("Let me read the Harbour plan of Ben", "reader"), []);
    let event = |words: &str, deed: Deed, role: &str| {
        rules(
            words,
            deed,
            &Flow { terms: term(role), ..document(&["ana@firm.example"], "") },
            &Label::trusted(),
        )
    };
    assert_ne!(event("Accept the Harbour plan, no rush", Deed::Respond, "declined"), []);
    assert_eq!(event("Accept the Harbour plan, no rush", Deed::Respond, "accepted"), []);
    assert_eq!(event("Decline the Harbour plan", Deed::Respond, "declined"), []);
    assert_ne!(event("Move the Harbour plan to 11:00. It must not be public.", Deed::Schedule, "public"), []);
    assert_ne!(event("Move the Harbour plan but do not make it public", Deed::Schedule, "public"), []);
    assert_eq!(event("Make the Harbour plan public", Deed::Schedule, "public"), []);
}
