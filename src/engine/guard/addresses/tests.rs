use proptest::prelude::*;

use kernel::{CallEntry, ReplyEntry};

use super::*;

fn known(addresses: &[&str]) -> Known<'static> {
    let written: HashSet<String> = addresses.iter().map(|address| (*address).to_owned()).collect();
    Known { journal: &[], written: written.into() }
}

#[test]
fn what_nobody_wrote_before_cannot_be_pressed() {
    let none = known(&["https://ok.example/s"]);
    for (said, shown) in [
        ("See https://evil.example/?q=4711.", "See `https:~//evil.example/?q=4711`."),
        ("[Click](https://evil.example/?q=1)!", "Click (`https:~//evil.example/?q=1`)!"),
        ("<https://evil.example/a_(b)>", "<`https:~//evil.example/a_(b)`>"),
        ("www.evil.example/x and mailto:a@b.example", "`www~.evil.example/x` and `mailto:~a@b.example`"),
        ("Look: ![a pic](https://evil.example/p.png)!", "Look: a pic (`https:~//evil.example/p.png`)!"),
        ("[a]: https://evil.example", "[a]: `https:~//evil.example`"),
        ("[x](javascript:alert(1))", "x (`javascript:~alert(1)`)"),
        ("a ` https://evil.example", "a ` `https:~//evil.example`"),
        ("[x](<https://ok.example/s 4711>)", "x (`https:~//ok.example/s 4711`)"),
        ("[x](https://ok.example/s\u{a0}4711)", "x (`https:~//ok.example/s\u{a0}4711`)"),
        ("[x](https://ok.example/s \"4711\")", "x (`https:~//ok.example/s \"4711\"`)"),
    ] {
        assert_eq!(tamed(said, &none), shown.replace('~', "\u{2060}"));
    }
}

#[test]
fn what_stands_in_a_source_stays_as_it_is() {
    let known = known(&["https://docs.example/d/1", "https://a.example/x?y=1&z=2"]);
    for said in [
        "[The plan](https://docs.example/d/1) is there.",
        "Look at https://a.example/x?y=1&z=2, please.",
        "`https://evil.example` and\n```\nhttps://evil.example/in/code\n```\n",
        "[ ] not done, [x] done, a[1] = 2; 10:30; C: is a drive",
    ] {
        assert_eq!(tamed(said, &known), said);
    }
    assert_eq!(tamed("https://docs.example/d/1?q=4711", &known), inert("https://docs.example/d/1?q=4711"));
}

#[test]
fn what_only_comes_back_from_where_the_model_put_it_was_written_by_nobody() {
    use kernel::{Body, CallId, Ended, Label, Time, ToolCall, TurnId, Usage};
    use serde_json::json;

    let said = |title: &str| {
        let call = ToolCall {
            id: CallId::from("c1"),
            tool: "sheets.create".to_owned(),
            args: json!({ "title": title }),
        };
        let reply = Reply {
            text: String::new(),
            calls: vec![call],
            usage: Usage::default(),
            ended: Ended::Complete,
            model: String::new(),
            read: Label::trusted(),
            kept: None,
        };
        Entry::Reply(ReplyEntry::Said {
            turn: TurnId(1),
            reply: Body::new(serde_json::to_string(&reply).unwrap()),
            calls: Vec::new(),
            usage: Usage::default(),
            seen: 0,
            model: String::new(),
            read: Label::trusted(),
        })
    };
    let answered = |words: &str| {
        Entry::Call(CallEntry::Answered {
            turn: TurnId(1),
            call: CallId::from("c1"),
            tool: None,
            outcome: Outcome::Done,
            words: Body::new(words),
            label: Label::trusted(),
            kept: None,
            gate: None,
        })
    };
    let journal: Vec<Record> = [
        answered("see https://ok.example/a"),
        said("https://evil.example/?d=4711 and https://ok.example/a and https://evil.example/x?"),
        answered(
            "made https://evil.example/?d=4711, https://evil.example/x?d=4711 at https://docs.example/1",
        ),
        answered("again https://ok.example/a"),
    ]
    .into_iter()
    .enumerate()
    .map(|(at, entry)| Record { number: u64::try_from(at).unwrap(), at: Time(0), entry })
    .collect();
    let known = Known::of(&journal);
    assert!(known.holds("https://ok.example/a") && known.holds("https://docs.example/1"));
    assert!(!known.holds("https://evil.example/?d=4711") && !known.holds("https://evil.example/x?d=4711"));
}

proptest! {
    #[test]
    fn what_is_seen_early_is_the_beginning_of_what_is_seen_in_the_end(
        words in proptest::collection::vec(
            prop_oneof![
                Just("https://evil.example/?q=1".to_owned()), Just("https://ok.example/a".to_owned()),
                Just("[label here](https://evil.example/x)".to_owned()), Just("[x](https://ok.example/a)".to_owned()),
                Just("`code`".to_owned()), Just("```".to_owned()), Just("``".to_owned()), Just("[".to_owned()),
                Just("](".to_owned()), Just("![p](https://evil.example/x)".to_owned()), Just("\n".to_owned()), Just("~~~".to_owned()), Just("www.x.example".to_owned()),
                "[a-zé .:/(){}<>!]{0,6}",
            ], 0..24),
        cuts in proptest::collection::vec(1_usize..9, 1..60),
    ) {
        let whole = words.concat();
        let known = known(&["https://ok.example/a"]);
        let mut taming = Taming::new(&known);
        let (mut shown, mut rest) = (String::new(), whole.as_str());
        for cut in cuts.into_iter().cycle() {
            if rest.is_empty() { break }
            let at = rest.char_indices().nth(cut).map_or(rest.len(), |(at, _)| at);
            let (piece, next) = rest.split_at(at);
            shown.push_str(&taming.take(piece));
            rest = next;
        }
        let in_the_end = tamed(&whole, &known);
        prop_assert!(in_the_end.starts_with(&shown), "{shown:?} / {in_the_end:?}");
        shown.push_str(&taming.finish());
        prop_assert_eq!(shown, in_the_end);
    }

    #[test]
    fn no_unknown_address_is_left_outside_of_code(words in r"[a-z `\[\]()<>!*_.\n-]{0,40}", more in r"[a-z `\[\]()\n]{0,20}") {
        let text = format!("{words} https://evil.example/?q=4711 {more}");
        let tame = tamed(&text, &known(&[]));
        // Taken again, nothing is left to do.
        prop_assert_eq!(tamed(&tame, &known(&[])), tame);
    }
}
