//! Thoughts stay with the model, however they are cut.

use proptest::prelude::*;

use super::*;

fn said<'a>(pieces: impl IntoIterator<Item = &'a str>, ended: Ended) -> String {
    let mut thoughts = Thoughts::default();
    let heard: Vec<String> = pieces.into_iter().map(|piece| thoughts.take(piece)).collect();
    heard.concat() + &thoughts.end(ended)
}

const CASES: [(&str, &str); 10] = [
    ("<think>\nHm, é <b>?\n</think>\n\nBen wrote.", "Ben wrote."),
    ("\n<think>\n\n</think>\n<think>more</think> Yes.", "Yes."),
    ("<thinking>Hm.</thinking>Yes.\n<think>", "Yes.\n<think>"),
    ("[THINK]Hm.[/THINK][1, 2]", "[1, 2]"),
    ("<think>only that", ""),
    ("<think>only that</think>\n", ""),
    ("  Plain words.", "  Plain words."),
    ("<thin air> is no thought", "<thin air> is no thought"),
    ("The sign `<think>` opens, `</think>` closes.", "The sign `<think>` opens, `</think>` closes."),
    ("<th", "<th"),
];

#[test]
fn thoughts_are_taken_out_wherever_the_stream_is_cut() {
    for (words, rest) in CASES {
        for cut in (0..=words.len()).filter(|cut| words.is_char_boundary(*cut)) {
            assert_eq!(said([&words[..cut], &words[cut..]], Ended::Complete), rest, "cut at {cut}: {words}");
            let heard = said([&words[..cut]], Ended::Length);
            assert!(rest.starts_with(&heard), "of {:?} this was said: {heard:?}", &words[..cut]);
        }
        let each: Vec<String> = words.chars().map(String::from).collect();
        assert_eq!(said(each.iter().map(String::as_str), Ended::Complete), rest, "sign by sign: {words}");
    }
}

#[test]
fn an_end_without_a_beginning_ends_thoughts_where_it_stands_alone() {
    for (words, rest) in [
        ("Hm, Ben.\nOr Ana?\n</think>\n\nBen wrote.", "Ben wrote."),
        ("</think>\nYes.", "Yes."),
        ("It ends with </think> there.", "It ends with </think> there."),
        ("```\n</think>\n```\nis the end.", "```\n</think>\n```\nis the end."),
        ("Plain.", "Plain."),
    ] {
        assert_eq!(said_after_thinking(words.to_owned()), rest);
    }
}

proptest! {
    #[test]
    fn words_without_thoughts_stay_as_they_are_and_pieces_make_no_difference(
        pieces in proptest::collection::vec(prop_oneof![
            proptest::sample::select(vec!["<think>", "</think>", "<th", "ink>", "[THINK]", "\n", " "]).prop_map(str::to_owned),
            "[ -~é]{0,5}",
        ], 0..8),
    ) {
        let whole = pieces.concat();
        let apart = said(pieces.iter().map(String::as_str), Ended::Complete);
        prop_assert_eq!(&apart, &said([whole.as_str()], Ended::Complete));
        if !whole.contains("<think>") && !whole.contains("[THINK]") {
            prop_assert_eq!(apart, whole);
        }
    }
}
