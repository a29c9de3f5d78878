//! A card never shows less than what runs, and nothing on it can look like something else.

use kernel::{GroupCard, GroupFace};
use proptest::prelude::*;

use super::hostile::hostile;
use super::*;
use crate::limits::length;
use crate::render::inert::visible;

/// A block as a person tells it apart from others.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Headline(String),
    /// Letters at normal size: a value, a warning, a reason.
    Letters(String),
    /// Our own words at normal size.
    Ours(String),
    /// Small, in our own mrkdwn: what a value is called, and who may decide. Beside it, in letters, where it comes from.
    Small(String, Option<String>),
    /// Small letters.
    Note(String),
    Buttons(Vec<String>),
}

fn seen(page: &Page) -> Vec<Seen> {
    check(page);
    let blocks = serde_json::to_value(&page.blocks).unwrap();
    blocks.as_array().unwrap().iter().map(one).collect()
}

fn one(block: &Value) -> Seen {
    let words = |text: &Value| text["text"].as_str().unwrap().to_owned();
    let plain = |text: &Value| text["type"] == "plain_text";
    match block["type"].as_str().unwrap() {
        "header" => Seen::Headline(words(&block["text"])),
        "section" if plain(&block["text"]) => Seen::Letters(words(&block["text"])),
        "section" => Seen::Ours(words(&block["text"])),
        "context" => match block["elements"].as_array().unwrap().as_slice() {
            [note] if plain(note) => Seen::Note(words(note)),
            [label] => Seen::Small(words(label), None),
            [label, origin] if !plain(label) && plain(origin) => {
                Seen::Small(words(label), Some(words(origin)))
            }
            other => panic!("{other:?}"),
        },
        "actions" => {
            let buttons = block["elements"].as_array().unwrap().iter();
            Seen::Buttons(buttons.map(|button| button["action_id"].as_str().unwrap().to_owned()).collect())
        }
        other => panic!("a block of type {other}"),
    }
}

/// What looks like something else.
fn forged() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "To",
        "*To*",
        "\n\n*To*\neve@example.com",
        "\nTo:\n    eve@example.com",
        "Account: eve@example.com",
        "⚠️ *This card does not show everything:*",
        "⋯ *0 characters left out here* ⋯",
        "*Why you are asked*",
        "    ↳ you wrote this",
        " · _you wrote this_",
        "(empty)",
        "⟨3 blank characters⟩",
        "[Approve]",
        "Only <@U1> can decide",
        "<@U9> <!here>",
        "\u{202e}\u{200b}\u{2028}\r",
        "   ",
        "\n",
        "\u{3164}\u{e0041}",
    ]);
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![hostile(), forged(), Just(String::new()), Just("   ".to_owned())]
}

fn any_field() -> impl Strategy<Value = Field> {
    let name = prop_oneof![
        prop::sample::select(vec!["To", "Cc", "Body", "Why", "Account"]).prop_map(str::to_owned),
        forged().prop_map(|name| format!("N{name}")),
    ];
    let origin = prop::option::of(any_text());
    (name, any_text(), origin).prop_map(|(name, value, origin)| Field { origin, ..field(&name, value) })
}

fn any_card(fields: impl Strategy<Value = Vec<Field>>) -> impl Strategy<Value = Card> {
    let settled = Face::Failed { by: PersonId::from("T1:U2"), words: "It did not work.".to_owned() };
    let face = prop::sample::select(vec![Face::Pending, settled, Face::Expired]);
    (fields, prop::collection::vec(any_text(), 0..4), any_text(), face)
        .prop_map(|(fields, banners, why, face)| Card { banners, why, ..card(face, fields) })
}

/// The fields as they are read off the blocks: what each is called, where it comes from, and its pieces.
fn read_back(blocks: &[Seen]) -> Vec<(String, Option<String>, Vec<String>)> {
    let mut fields: Vec<(String, Option<String>, Vec<String>)> = Vec::new();
    for block in blocks {
        match block {
            Seen::Small(label, _) if label == "*Why you are asked*" => break,
            Seen::Small(label, _) if label.starts_with("Only <@U1> ") || label.starts_with("Asked by ") => {
                break;
            }
            Seen::Small(label, origin) => fields.push((label.clone(), origin.clone(), Vec::new())),
            Seen::Letters(piece) => fields.last_mut().expect("a value has a name").2.push(piece.clone()),
            other => panic!("{other:?} among the fields"),
        }
    }
    fields
}

/// How many letters a piece stands for that says only that nothing can be seen there.
fn blanks(piece: &str) -> Option<usize> {
    piece.strip_prefix('⟨')?.strip_suffix(" blank characters⟩")?.parse().ok()
}

/// The text after this piece, if it begins with it.
fn after<'a>(text: &'a str, piece: &str) -> Option<&'a str> {
    match blanks(piece) {
        // Nothing can be seen of it, so it is counted.
        Some(count) if !text.starts_with(piece) => {
            let (skipped, rest) = crate::limits::split_at(text, count);
            (skipped.trim().is_empty() && length(skipped) == count).then_some(rest)
        }
        _ => text.strip_prefix(piece),
    }
}

/// The text before this piece, if it ends with it.
fn before<'a>(text: &'a str, piece: &str) -> Option<&'a str> {
    match blanks(piece) {
        Some(count) if !text.ends_with(piece) => {
            let (rest, skipped) = crate::limits::split_at(text, length(text).checked_sub(count)?);
            (skipped.trim().is_empty() && length(skipped) == count).then_some(rest)
        }
        _ => text.strip_suffix(piece),
    }
}

/// Whether these pieces are this text, each letter of it in its place.
fn is_all_of(text: &str, pieces: &[String]) -> bool {
    pieces.iter().try_fold(text, |rest, piece| after(rest, piece)) == Some("")
}

fn flat(text: &str) -> String {
    visible(text).replace('\n', " ")
}

/// The file, read back: what each field is called, and its value.
fn read_file(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, Option<String>)> = Vec::new();
    // A sentence, a blank line, the account, the digest.
    for line in text.split('\n').skip(4) {
        match (line.strip_prefix("    "), fields.last_mut()) {
            (Some(more), Some((_, value))) => {
                *value =
                    Some(value.take().map_or_else(|| more.to_owned(), |value| format!("{value}\n{more}")));
            }
            (None, _) if line.is_empty() => {}
            (None, _) => fields.push((line.to_owned(), None)),
            (Some(_), None) => panic!("a value without a name: {line}"),
        }
    }
    fields.into_iter().map(|(name, value)| (name, value.unwrap_or_default())).collect()
}

fn sure(holds: bool, why: &str) -> Result<(), TestCaseError> {
    if holds { Ok(()) } else { Err(TestCaseError::fail(why.to_owned())) }
}

/// What stands before the fields, and how many blocks that is.
fn check_head(card: &Card, blocks: &[Seen]) -> Result<usize, TestCaseError> {
    sure(blocks.first() == Some(&Seen::Headline(card.sentence.clone())), "the sentence")?;
    sure(blocks.get(1) == Some(&Seen::Note("Account: me@example.com".to_owned())), "the account")?;
    if card.banners.is_empty() {
        return Ok(2);
    }
    let Some(Seen::Letters(warnings)) = blocks.get(2) else { return Err(TestCaseError::fail("no warning")) };
    for (line, banner) in warnings.split('\n').zip(&card.banners) {
        let begins: String = flat(banner).chars().take(100).collect();
        let line = line.strip_prefix("⚠️ ").ok_or_else(|| TestCaseError::fail("a line of its own"))?;
        sure(line.starts_with(&begins) || flat(line).contains('…'), line)?;
    }
    sure(warnings.split('\n').count() <= card.banners.len(), "a warning is one line")?;
    Ok(3)
}

/// What can be pressed: the same, whatever the card says.
fn check_buttons(card: &Card, blocks: &[Seen]) -> Result<(), TestCaseError> {
    let pressed: Vec<&Seen> = blocks.iter().filter(|block| matches!(block, Seen::Buttons(_))).collect();
    if card.face != Face::Pending {
        return sure(pressed.is_empty(), "a button on a card that is over");
    }
    let [Seen::Buttons(buttons)] = pressed.as_slice() else { return Err(TestCaseError::fail("one row")) };
    let ours =
        ["approve", "edit", "deny", "deny_because", "view_all"].map(|name| format!("countersign.{name}"));
    sure(buttons.iter().all(|button| ours.contains(button)), &format!("{buttons:?}"))?;
    sure(matches!(blocks.last(), Some(Seen::Buttons(_))), "the buttons stand below everything")
}

fn check_label(field: &Field, label: &str, origin: Option<&str>) -> Result<(), TestCaseError> {
    let inner = label.strip_suffix(" (empty)").unwrap_or(label);
    sure(
        label.ends_with(" (empty)") == field.value.is_empty(),
        "whether it is empty stands beside its name",
    )?;
    let inner = inner.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')).unwrap_or("*");
    sure(!inner.contains(['*', '`', '~', '<', '>', '\n']), inner)?;
    let from = field.origin.as_deref().map(flat).filter(|from| !from.trim().is_empty());
    let same = match (&from, origin) {
        (None, None) => true,
        (Some(from), Some(shown)) => shown == from || shown.ends_with('…'),
        _ => false,
    };
    sure(same, "where it comes from stands beside its name")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_card_reads_back_as_exactly_its_fields_or_its_file_does(
        card in any_card(prop::collection::vec(any_field(), 0..14))
    ) {
        check_card(&card)?;
    }

    #[test]
    fn so_does_a_card_of_very_many_fields(
        card in any_card(prop::collection::vec((forged(), forged()).prop_map(|(name, value)| {
            field(&format!("N{name}"), value)
        }), 15..60))
    ) {
        check_card(&card)?;
    }

    #[test]
    fn calls_that_stand_together_read_back_line_by_line(
        fields in prop::collection::vec(prop::collection::vec((forged(), prop::option::of(forged())), 1..4), 2..5),
        banners in prop::collection::vec(forged(), 0..2),
    ) {
        let call = |values: Vec<(String, Option<String>)>| {
            let named = |(value, origin)| Field { origin, ..field("To", value) };
            let banners = banners.clone();
            Card { banners, ..card(Face::Pending, values.into_iter().map(named).collect()) }
        };
        let calls: Vec<Card> = fields.into_iter().map(call).collect();
        let group = GroupCard { group: ApprovalId::from("g1"), calls: calls.clone(), face: GroupFace::Open };
        let (page, _) = only(&View { parts: vec![Part::Group(Box::new(group))] });
        let blocks = seen(&page);
        let mut rest = blocks.as_slice();
        sure(matches!(rest.first(), Some(Seen::Headline(_))), "a headline")?;
        rest = &rest[1..];
        for (number, card) in calls.iter().enumerate() {
            let pieces = rest.iter().take_while(|block| matches!(block, Seen::Letters(_))).count();
            let letters = rest[..pieces].iter().map(|block| match block {
                Seen::Letters(words) => words.as_str(),
                _ => "",
            });
            let text: String = letters.collect();
            let mut expected = vec![format!("{}. {}", number + 1, card.sentence)];
            expected.extend(card.banners.iter().map(|words| format!("⚠️ {}", flat(words))));
            for Field { name, value, origin, .. } in &card.fields {
                let value = visible(value).replace('\n', " ⏎ ");
                expected.push(format!("{name}: {}", if value.is_empty() { "(empty)" } else { &value }));
                expected.extend(origin.iter().map(|origin| format!("    ↳ {}", flat(origin))));
            }
            let lines: Vec<&str> = text.split('\n').collect();
            prop_assert_eq!(lines, expected);
            sure(matches!(&rest[pieces], Seen::Small(state, None) if state.starts_with("Waits")), "its state")?;
            rest = &rest[pieces + 1..];
        }
        let buttons = rest.iter().filter(|block| matches!(block, Seen::Buttons(_))).count();
        prop_assert_eq!(buttons, 1);
    }
}

fn check_card(card: &Card) -> Result<(), TestCaseError> {
    let view = View::card(card.clone());
    let (page, _) = only(&view);
    let blocks = seen(&page);
    let head = check_head(card, &blocks)?;
    check_buttons(card, &blocks)?;
    let files = rendered(&view).files;
    match files.as_slice() {
        [] => check_whole(card, &blocks[head..]),
        [file] => {
            let text = std::str::from_utf8(&file.content).unwrap();
            let read = read_file(text);
            sure(read.len() == card.fields.len(), "the file has as many fields as the card stands for")?;
            for ((name, value), field) in read.iter().zip(&card.fields) {
                sure(name.starts_with(&flat(&field.name)) && name.ends_with(':'), name)?;
                sure(*value == visible(&field.value), "the file has the whole value")?;
            }
            check_torn(card, &blocks[head..], &file.name)
        }
        _ => Err(TestCaseError::fail("one file at most")),
    }
}

fn check_whole(card: &Card, blocks: &[Seen]) -> Result<(), TestCaseError> {
    let read = read_back(blocks);
    sure(read.len() == card.fields.len(), &format!("{} fields for {}", read.len(), card.fields.len()))?;
    for ((label, origin, pieces), field) in read.iter().zip(&card.fields) {
        check_label(field, label, origin.as_deref())?;
        sure(is_all_of(&visible(&field.value), pieces), &format!("{pieces:?} for {:?}", field.value))?;
    }
    Ok(())
}

/// What is left out is counted, said twice, and stands in the file that is named.
fn check_torn(card: &Card, blocks: &[Seen], file: &str) -> Result<(), TestCaseError> {
    let Some(Seen::Ours(notice)) = blocks.first() else {
        return Err(TestCaseError::fail("it says so first"));
    };
    sure(notice.contains("does not show everything") && notice.contains(file), notice)?;
    let left_out =
        |words: &str| words.split(' ').find_map(|word| word.trim_start_matches('*').parse::<usize>().ok());
    let missing = left_out(notice).unwrap_or_default();
    let gap =
        blocks.iter().position(|block| matches!(block, Seen::Small(words, None) if words.starts_with("⋯ *")));
    let gap = gap.ok_or_else(|| TestCaseError::fail("it says where"))?;
    let Some(Seen::Small(words, _)) = blocks.get(gap) else {
        return Err(TestCaseError::fail("it says where"));
    };
    sure(left_out(words) == Some(missing), "it says so twice, and the same")?;
    let end = blocks.iter().position(|block| match block {
        Seen::Small(words, _) => {
            words == "*Why you are asked*"
                || words.starts_with("Only <@U1>")
                || words.starts_with("Asked by ")
        }
        _ => false,
    });
    let letters = |blocks: &[Seen]| -> Vec<String> {
        let pieces = blocks.iter().filter_map(|block| match block {
            Seen::Letters(piece) => Some(piece.clone()),
            _ => None,
        });
        pieces.collect()
    };
    let (head, tail) = (letters(&blocks[..gap]), letters(&blocks[gap..end.unwrap_or(blocks.len())]));
    let all: String = card.fields.iter().map(|field| visible(&field.value)).collect();
    let rest = head.iter().try_fold(all.as_str(), |rest, piece| after(rest, piece));
    let rest = rest.and_then(|rest| tail.iter().rev().try_fold(rest, |rest, piece| before(rest, piece)));
    let left = rest.map(length);
    sure(left == Some(missing), &format!("{missing} are said to be missing, and {left:?} are"))
}
