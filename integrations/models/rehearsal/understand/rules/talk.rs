//! Small talk, and going on with what was before.

use super::Rule;
use crate::rehearsal::wish::Wish;

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &["ask me {question} : {options}", "ask me {question}"],
        wish: |gaps| {
            let question = gaps.get("question")?.trimmed();
            let listed = gaps.get("options").map(|options| options.trimmed().replace(" or ", ", "));
            let options = listed.iter().flat_map(|listed| listed.split(','));
            let options: Vec<String> =
                options.map(|option| option.trim().to_owned()).filter(|option| !option.is_empty()).collect();
            let mut letters = question.chars();
            let question = letters.next()?.to_uppercase().chain(letters).chain(['?']).collect();
            (options.len() != 1).then_some(Wish::BeAsked { question, options })
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
