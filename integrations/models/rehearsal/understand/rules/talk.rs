//! Small talk, and going on with what was before.

use super::rule::Rule;
use crate::rehearsal::wish::Wish;

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &["ask me {question} : {options}", "ask me {question}"],
        wish: |gaps| {
            let question = gaps.get("question")?.trimmed();
            let options = gaps.get("options").map_or("", |options| options.trimmed());
            be_asked(question, options)
        },
    },
    Rule {
        wordings: &[
            "hi|hello|hey|hallo|howdy|yo [there|again|countersign|all]",
            "good morning|afternoon|evening|day [there|countersign]",
        ],
        wish: |_| Some(Wish::Greet),
    },
    Rule {
        wordings: &[
            "[many|great|perfect|ok|okay] thanks|thx|cheers|ty [a] [lot|countersign]",
            "[great|perfect|ok|okay] thank you [so|very] [much]",
            "great|perfect|ok|okay|cool|nice|lovely|wonderful|awesome",
            "got it",
            "never mind",
            "nevermind",
            "that's|that all|great|perfect|it [thanks]",
            "no [thanks|thank] [you]",
            "well done",
            "good job",
        ],
        wish: |_| Some(Wish::Thank),
    },
    Rule {
        wordings: &[
            "help [me]",
            "what can|could|do you|i do|ask [here|you] [for] [me]",
            "what do you do|understand|know",
            "how do|does you|this|it work",
            "who|what are you",
            "what else can you do",
            "examples",
            "commands",
            "how can you help [me]",
            "what is this",
            "how do i use you|this",
        ],
        wish: |_| Some(Wish::Help),
    },
    Rule {
        wordings: &[
            "[show|list|give|see|read] [me] [some|the] more [of] [them|it|mails|emails|messages]",
            "[show|go|give] [me] [to] [the] next page|ones|ten",
            "what else",
            "keep going",
            "[show|give] [me] the rest [of] [it|them]",
            "continue [reading]",
            "read on",
            "go on",
            "any more",
            "[show] older ones",
        ],
        wish: |_| Some(Wish::More),
    },
    Rule {
        wordings: &[
            "[please|now|and] try|do|check|look [it|that] [once] again|anew|more [now|please]",
            "[once] again",
            "once more",
            "retry",
            "[and] now",
            "[i've|i] [have|am] [now] connected|signed [in] [google|to] [google] [now]",
            "i'm connected|signed [in] [now]",
        ],
        wish: |_| Some(Wish::Again),
    },
];

/// `Thu or Fri` are the answers to choose from; with `, and which time: 10 or 14` behind them there is another question.
fn be_asked(question: &str, options: &str) -> Option<Wish> {
    let mut several = Vec::new();
    let (mut question, mut rest) = (question, options);
    while let Some((before, after)) = rest.split_once(':') {
        let (listed, next) = before.rsplit_once(" and ").or_else(|| before.rsplit_once(';'))?;
        several.push((asked(question)?, choices(listed)));
        (question, rest) = (next, after);
    }
    several.push((asked(question)?, choices(rest)));
    if several.iter().any(|(_, options)| options.len() == 1) {
        return None;
    }
    match several.len() {
        1 => several.pop().map(|(question, options)| Wish::BeAsked { question, options }),
        _ => Some(Wish::BeAskedAll(several)),
    }
}

fn asked(question: &str) -> Option<String> {
    let mut letters = question.trim().chars();
    Some(letters.next()?.to_uppercase().chain(letters).chain(['?']).collect())
}

fn choices(listed: &str) -> Vec<String> {
    let listed = listed.replace(" or ", ", ");
    listed.split(',').map(|option| option.trim().to_owned()).filter(|option| !option.is_empty()).collect()
}
