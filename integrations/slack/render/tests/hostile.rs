//! Whatever somebody else wrote, shown.

use proptest::prelude::*;

use super::*;

pub(super) fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,40}",
        ".{0,40}",
        prop::sample::select(vec![
            "<!here>",
            "<@U9>",
            "<!channel|x>",
            "<#C1|y>",
            "```",
            "```rust\n",
            "\n\n",
            "\n",
            "`",
            "![a](http://b)",
            "*",
            "_",
            "&lt;!here&gt;",
            "\u{202e}",
            "\u{0}",
            "<",
            ">",
            "😀",
            "~~~",
        ])
        .prop_map(str::to_owned),
    ];
    let long = (prop::collection::vec(piece, 0..8), 1_usize..600);
    long.prop_map(|(pieces, times)| pieces.concat().repeat(if times > 500 { times } else { 1 }))
}

fn any_face() -> impl Strategy<Value = Face> {
    let by = PersonId::from("T1:U2");
    prop::sample::select(vec![
        Face::Pending,
        Face::Held { by: by.clone(), until: Time(1_763_202_130_000) },
        Face::Failed { by, words: String::new() },
        Face::Expired,
    ])
}

fn any_part() -> impl Strategy<Value = Part> {
    let fields = prop::collection::vec((hostile(), hostile()), 0..40);
    prop_oneof![
        hostile().prop_map(Part::Words),
        hostile().prop_map(Part::Plain),
        (hostile(), hostile()).prop_map(|(label, url)| Part::Link { label, url }),
        (hostile(), hostile()).prop_map(|(label, account)| Part::Button {
            label,
            press: Press::Disconnect(AccountId(account))
        }),
        (hostile(), hostile(), any_face()).prop_map(|(words, why, face)| {
            let face = match face {
                Face::Failed { by, .. } => Face::Failed { by, words: why },
                face => face,
            };
            Part::Undo(Box::new(undo(face, &words)))
        }),
        (hostile(), hostile(), hostile(), fields, any_face()).prop_map(
            |(sentence, why, words, fields, face)| {
                let face = match face {
                    Face::Failed { by, .. } => Face::Failed { by, words: words.clone() },
                    face => face,
                };
                let fields = fields.into_iter().map(|(name, value)| field(&name, value)).collect();
                let account = AccountId(words);
                Part::Card(Box::new(Card { sentence, why, account, ..card(face, fields) }))
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_is_shown_is_within_slacks_limits_and_inert(part in any_part(), after in hostile()) {
        let view = View { parts: vec![part, Part::Plain(after), Part::Feedback(TurnId(7))] };
        for page in pages(&view).into_iter().chain(rendered(&view).pages) {
            check(&page);
            page.simpler().iter().for_each(check);
        }
    }
}
