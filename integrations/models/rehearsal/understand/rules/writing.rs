//! Answers and new mails, and what nobody here can do.

use super::rule::{Rule, named, saying};
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::phrase::{Bare, Phrase};
use crate::rehearsal::understand::recipients::recipients;
use crate::rehearsal::wish::{Answer, Beyond, Hearers, Letter, Search, Which, Wish};

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: saying!(
            "reply|respond|answer|write [back] [to] all|everyone|everybody [of|on] [them|it|that|this]",
            "reply-all"
        ),
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Everybody))),
    },
    Rule {
        wordings: saying!(
            "reply|respond|answer [back] [to] all|everyone|everybody on|of|in|to|from {which}",
            "reply|respond|answer [back] to {which} to all"
        ),
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Everybody))),
    },
    Rule {
        wordings: saying!(
            "reply|respond|answer|write back [to] {which}",
            "send|write|give [a] reply|answer|response to {which}",
            "reply|respond|answer [to] {which}",
            "reply|respond|answer|write [back]",
            "send|write|give [a] reply|answer|response"
        ),
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Sender))),
    },
    Rule {
        wordings: &["tell|inform him|her|them [that|:] {body}", "let him|her|them know [that|:] {body}"],
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Sender))),
    },
    Rule {
        wordings: &["reply|respond|answer [back] [to] all|everyone|everybody"],
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Everybody))),
    },
    Rule {
        wordings: &[
            "reply|respond|answer|write back to {which}",
            "reply|respond|answer to {which}",
            "answer {which}",
            "reply|respond|answer",
            "reply {body}",
        ],
        wish: |gaps| Some(Wish::Reply(answer(gaps, Hearers::Sender))),
    },
    Rule {
        wordings: &[
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} [with] [the] subject [line] [:] {subject} [and] [the] body|text|message|content|words [:] {body}",
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} [with] [the] subject [line] [:] {subject} [and] saying|: {body}",
        ],
        wish: |gaps| letter(gaps).map(Wish::Send),
    },
    Rule {
        wordings: saying!(
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to} about|regarding|concerning|re|on {subject}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line about|regarding|concerning|re|on {subject}",
            "email|mail|message|write [to] {to} about|regarding|concerning|re {subject}"
        ),
        wish: |gaps| letter(gaps).map(Wish::Send),
    },
    Rule {
        wordings: saying!(
            "send|write|compose|shoot|drop|create [a|an|the] [new|quick|short] email|mail|message|e-mail|note|line to {to}",
            "send|write|shoot|drop {to} a|an [new|quick|short] email|mail|message|e-mail|note|line",
            "email|mail|message|write [to] {to}"
        ),
        wish: |gaps| letter(gaps).map(Wish::Send),
    },
    Rule {
        wordings: &[
            "tell|inform|notify {to} that|: {body}",
            "let {to} know that|: {body}",
            "let {to} know {body}",
        ],
        wish: |gaps| letter(gaps).map(Wish::Send),
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
        wish: |gaps| letter(gaps).map(Wish::Send),
    },
    Rule {
        wordings: &["snooze|block|mute|unsubscribe {what}", "unsubscribe [me]", "move|mark {what}"],
        wish: |_| Some(Wish::Cannot(Beyond::Tidying)),
    },
    Rule {
        wordings: &[
            "schedule|book|invite|plan|remind|cancel|set {what}",
            "download|save|print|upload|share {what}",
        ],
        wish: |_| Some(Wish::Cannot(Beyond::OtherThings)),
    },
];

pub(super) fn answer(gaps: &Gaps<'_>, hearers: Hearers) -> Answer {
    let which = match gaps.get("which") {
        // Nothing that tells one mail from another: the one spoken of, not just any.
        Some(words) if Phrase::of(words).is_vague() => Which::It,
        Some(words) => one_sided(named(words, Bare::Person)),
        None => Which::It,
    };
    let body = gaps.get("body").map(|words| words.quoted().to_owned());
    Answer { which, body, hearers }
}

/// Nobody answers a whole list, or their own part of a conversation.
fn one_sided(which: Which) -> Which {
    match which {
        Which::These => Which::It,
        Which::Found { search, place, count } => {
            let search = Search { from: search.from.or(search.with), with: None, ..search };
            Which::Found { search, place, count }
        }
        Which::It | Which::Nth(_) => which,
    }
}

pub(super) fn letter(gaps: &Gaps<'_>) -> Option<Letter> {
    let (to, cc) = match gaps.get("to") {
        Some(words) => recipients(words)?,
        None => (Vec::new(), Vec::new()),
    };
    Some(Letter {
        to,
        cc,
        subject: gaps.get("subject").map(|words| words.trimmed().to_owned()),
        body: gaps.get("body").map(|words| words.quoted().to_owned()),
    })
}
