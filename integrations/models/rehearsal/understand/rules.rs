//! The table of wordings. The first that fits counts, so the particular stand before the general.

use super::pattern::{Gaps, fit};
use super::phrase::{Bare, Phrase};
use super::recipients::recipients;
use super::words::Words;
use crate::rehearsal::wish::{Answer, Beyond, Hearers, Letter, Place, Search, Traits, Which, Wish};

pub(super) fn first_that_fits(words: Words<'_>) -> Option<Wish> {
    RULES.iter().find_map(|rule| {
        rule.wordings.iter().find_map(|wording| fit(wording, words).and_then(|gaps| (rule.wish)(&gaps)))
    })
}

struct Rule {
    wordings: &'static [&'static str],
    /// Nothing where the gaps make no sense for it: the next wording is tried.
    wish: fn(&Gaps<'_>) -> Option<Wish>,
}

/// What introduces the words of a mail.
macro_rules! saying {
    ($($beginning:literal),*) => {
        &[$(concat!($beginning, " [and] [to] saying|say|says|that|with|telling|tell|: [him|her|them] [that] [:] {body}")),*]
    };
}

const RULES: &[Rule] = &[
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
        wordings: saying!(
            "reply|respond|answer|write [back] [to] all|everyone|everybody [of|on] [them|it|that|this]",
            "reply-all"
        ),
        wish: |gaps| Some(answer(gaps, Hearers::Everybody)),
    },
    Rule {
        wordings: saying!(
            "reply|respond|answer [back] [to] all|everyone|everybody on|of|in|to|from {which}",
            "reply|respond|answer [back] to {which} to all"
        ),
        wish: |gaps| Some(answer(gaps, Hearers::Everybody)),
    },
    Rule {
        wordings: saying!(
            "reply|respond|answer|write back [to] {which}",
            "send|write|give [a] reply|answer|response to {which}",
            "reply|respond|answer [to] {which}",
            "reply|respond|answer|write [back]",
            "send|write|give [a] reply|answer|response"
        ),
        wish: |gaps| Some(answer(gaps, Hearers::Sender)),
    },
    Rule {
        wordings: &["tell|inform him|her|them [that|:] {body}", "let him|her|them know [that|:] {body}"],
        wish: |gaps| Some(answer(gaps, Hearers::Sender)),
    },
    Rule {
        wordings: &["reply|respond|answer [back] [to] all|everyone|everybody"],
        wish: |gaps| Some(answer(gaps, Hearers::Everybody)),
    },
    Rule {
        wordings: &[
            "reply|respond|answer|write back to {which}",
            "reply|respond|answer to {which}",
            "answer {which}",
            "reply|respond|answer",
            "reply {body}",
        ],
        wish: |gaps| Some(answer(gaps, Hearers::Sender)),
    },
    Rule {
        wordings: &["forward|fwd {what}", "send {what} on to {whom}"],
        wish: |_| Some(Wish::Cannot(Beyond::Forwarding)),
    },
    Rule {
        wordings: &[
            "draft {what}",
            "write|make|create|save|prepare [me] a|the draft {what}",
            "write|make|create|save|prepare [me] a draft",
        ],
        wish: |_| Some(Wish::Cannot(Beyond::Drafts)),
    },
    Rule {
        wordings: &[
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} [with] [the] subject [line] [:] {subject} [and] [the] body|text|message|content|words [:] {body}",
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} [with] [the] subject [line] [:] {subject} [and] saying|: {body}",
        ],
        wish: letter,
    },
    Rule {
        wordings: saying!(
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} about|regarding|concerning|re|on {subject}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line about|regarding|concerning|re|on {subject}",
            "email|mail|message|write [to] {to} about|regarding|concerning|re {subject}"
        ),
        wish: letter,
    },
    Rule {
        wordings: saying!(
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line",
            "email|mail|message|write [to] {to}"
        ),
        wish: letter,
    },
    Rule {
        wordings: &[
            "tell|inform|notify {to} that|: {body}",
            "let {to} know that|: {body}",
            "let {to} know {body}",
        ],
        wish: letter,
    },
    Rule {
        wordings: &[
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} about|regarding|concerning|re|on {subject}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line about|regarding|concerning|re|on {subject}",
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line",
            "email|message|write [to] {to} about {subject}",
            "email|write [to] {to}",
            "send|write|compose|create [a|an] [new|quick|short] email|mail|message|e-mail|note",
        ],
        wish: letter,
    },
    Rule {
        wordings: &[
            "delete|trash|remove|archive|star|label|snooze|move|mark|flag|block|unsubscribe|bin {what}",
            "get rid of {what}",
            "unsubscribe [me]",
        ],
        wish: |_| Some(Wish::Cannot(Beyond::Tidying)),
    },
    Rule {
        wordings: &[
            "schedule|book|invite|plan|remind|cancel {what}",
            "set up {what}",
            "add|put|create|make {what} [to|in|on] my calendar|agenda|drive",
            "download|save|print|upload|share {what}",
            "what's|what on|in my calendar|agenda|drive [today|tomorrow]",
        ],
        wish: |_| Some(Wish::Cannot(Beyond::OtherThings)),
    },
    Rule {
        wordings: &[
            "who [has|have|is|all|else] wrote|written|writing|emailed|mailed|asked|asking|said|messaged|sent|writes|mentioned [to] [me] [something|anything|mail|mails|emails|messages] {what}",
            "who [has|have] wrote|written|emailed|mailed|messaged [to] [me]",
            "who are|is the|my senders|mails|emails|mail {what}",
        ],
        wish: |gaps| {
            Some(Wish::Who(
                gaps.get("what").map_or_else(Search::default, |what| Phrase::of(what).search(Bare::Subject)),
            ))
        },
    },
    Rule {
        wordings: &[
            "summarise|summarize|recap|digest|tldr|brief [up|me] [of|on] {which}",
            "sum up {which}",
            "[give|write|get] [me] a|the|an [short|quick|brief] summary|recap|overview|gist|digest of|on|about {which}",
            "catch me up on {which}",
            "what's|what [is] the latest|news|status|state on|about|with|of {which}",
            "what happened with|to {which}",
            "what is|was {which} [all] about",
        ],
        wish: |gaps| which(gaps).map(Wish::Summarise),
    },
    Rule {
        wordings: &["summarise|summarize|recap|tldr", "sum it up"],
        wish: |_| Some(Wish::Summarise(Which::It)),
    },
    Rule {
        wordings: &[
            "what did|does|has|do {who} say|said|write|written|want|mean|wrote about|on|regarding {about}",
            "what did|does|has|do {who} say|said|write|written|want|wrote",
        ],
        wish: words_of,
    },
    Rule {
        wordings: &["what's|what [is] in it|that|this", "what does it|that|this say", "what did it say"],
        wish: |_| Some(Wish::Read(Which::It)),
    },
    Rule {
        wordings: &["read|open|view|display [me] [out] {which}"],
        wish: |gaps| which(gaps).map(Wish::Read),
    },
    Rule { wordings: &["show|see|give|get|find [me] {which}"], wish: one_mail },
    Rule {
        wordings: &[
            "did|has|have {who} write|written|email|emailed|mail|mailed|reply|replied|answer|answered|sent|send|respond|responded|wrote [to] [me] [anything|something|back|yet|mail|an] [email|mail|yet] {rest}",
            "did|has|have {who} write|written|email|emailed|mail|mailed|reply|replied|answer|answered|respond|responded|wrote [to] [me] [back] [yet]",
        ],
        wish: written_by,
    },
    Rule {
        wordings: &[
            "what's|what [is] new [today]",
            "anything new",
            "what|anything did|have i miss|missed",
            "what did i get",
            "what's|what [is] up",
            "check [my] mail|email|inbox|mails|emails|messages",
            "any news",
            "[do] [i] [have] [any|got] new mail|mails|email|emails|messages",
        ],
        wish: |_| {
            Some(Wish::List(Search {
                traits: Traits { unread: true, ..Traits::default() },
                ..Search::default()
            }))
        },
    },
    Rule {
        wordings: &["find|search|look|lookup [for|up|through] {what}"],
        wish: |gaps| Some(Wish::List(Phrase::of(gaps.get("what")?).search(Bare::Subject))),
    },
    Rule { wordings: &["what|how about {what}"], wish: change },
    Rule {
        wordings: &[
            "show|list|get|give|check|see|fetch|display [me] {what}",
            "how many {what}",
            "do|have|did i have|got|get|received [any] {what}",
            "is|are there {what}",
            "any {what}",
            "what|which {what}",
            "what's {what}",
            "have i {what}",
        ],
        wish: list,
    },
];

fn which(gaps: &Gaps<'_>) -> Option<Which> {
    gaps.get("which").map(|words| named(words, Bare::Subject))
}

fn named(words: Words<'_>, bare: Bare) -> Which {
    match words.words.iter().map(|word| word.plain.as_str()).collect::<Vec<_>>().as_slice() {
        ["it" | "this" | "that" | "him" | "her" | "them"]
        | ["this" | "that" | "the", "one" | "mail" | "email" | "message" | "thread" | "conversation"] => {
            Which::It
        }
        _ => {
            let phrase = Phrase::of(words);
            // "the budget mail" is named by its subject, "Ben" by its writer.
            let bare = if phrase.names_mail { Bare::Subject } else { bare };
            phrase.which(bare)
        }
    }
}

fn answer(gaps: &Gaps<'_>, hearers: Hearers) -> Wish {
    let which = match gaps.get("which") {
        // Nothing that tells one mail from another: the one spoken of, not just any.
        Some(words) if Phrase::of(words).is_vague() => Which::It,
        Some(words) => named(words, Bare::Person),
        None => Which::It,
    };
    let body = gaps.get("body").map(|words| words.quoted().to_owned());
    Wish::Reply(Answer { which, body, hearers })
}

fn letter(gaps: &Gaps<'_>) -> Option<Wish> {
    let (to, cc) = match gaps.get("to") {
        Some(words) => recipients(words)?,
        None => (Vec::new(), Vec::new()),
    };
    Some(Wish::Send(Letter {
        to,
        cc,
        subject: gaps.get("subject").map(|words| words.trimmed().to_owned()),
        body: gaps.get("body").map(|words| words.quoted().to_owned()),
    }))
}

fn words_of(gaps: &Gaps<'_>) -> Option<Wish> {
    let words = gaps.get("who")?;
    let who = words.trimmed().to_owned();
    if matches!(who.to_lowercase().as_str(), "it" | "that" | "this" | "he" | "she" | "they") {
        return Some(Wish::Read(Which::It));
    }
    if Phrase::of(words).names_mail {
        return Some(Wish::Read(named(words, Bare::Subject)));
    }
    if who.eq_ignore_ascii_case("i") {
        return None;
    }
    let about = gaps.get("about").map(|words| words.trimmed().to_owned());
    let search = Search { about, ..Search::from(who) };
    Some(Wish::Summarise(Which::Found { search, place: Place::Newest, count: 1 }))
}

/// "Show me" one mail is reading it; several are a list.
fn one_mail(gaps: &Gaps<'_>) -> Option<Wish> {
    let words = gaps.get("which")?;
    let named = named(words, Bare::Subject);
    let phrase = Phrase::of(words);
    let single = phrase.place.is_some()
        && !phrase.plural
        && phrase.count.is_none()
        && (phrase.is_about_mail() || phrase.bare.is_empty());
    (named == Which::It || single).then_some(Wish::Read(named))
}

fn written_by(gaps: &Gaps<'_>) -> Option<Wish> {
    let who = gaps.get("who")?.trimmed();
    let rest = gaps.get("rest").map_or_else(Search::default, |rest| Phrase::of(rest).search(Bare::Subject));
    match who.to_lowercase().as_str() {
        "i" | "we" => None,
        "anyone" | "anybody" | "somebody" | "someone" => Some(Wish::Who(rest)),
        _ => Some(Wish::List(Search::from(who).changed(rest))),
    }
}

fn change(gaps: &Gaps<'_>) -> Option<Wish> {
    let phrase = Phrase::of(gaps.get("what")?);
    if let (Some(place @ (Place::Number(_) | Place::Last)), true) = (phrase.place, phrase.bare.is_empty()) {
        return Some(Wish::Read(Which::Nth(place)));
    }
    let bare = if phrase.names_mail { Bare::Subject } else { Bare::Person };
    (phrase.bare.len() <= 3).then(|| Wish::Change(phrase.search(bare)))
}

fn list(gaps: &Gaps<'_>) -> Option<Wish> {
    let phrase = Phrase::of(gaps.get("what")?);
    let sure = phrase.names_mail || (phrase.bare.is_empty() && phrase.search != Search::default());
    (sure && phrase.bare.len() <= 4).then(|| Wish::List(phrase.search(Bare::Subject)))
}
