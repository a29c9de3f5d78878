//! Finding, reading and summing up.

use super::rule::{Rule, named};
use crate::rehearsal::understand::operators;
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::phrase::{Bare, Phrase, without_article};
use crate::rehearsal::wish::{Detail, Place, Search, Traits, Which, Wish};

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "who|who's [is|was] it|that|this [mail|email|message|one] from|by",
            "who wrote|sent it|that|this [mail|email|message|one]",
            "from whom [is|was] [it|that|this]",
        ],
        wish: |_| Some(Wish::Tell(Detail::Sender)),
    },
    Rule {
        wordings: &[
            "who is|was|did it|that|this [mail|email|message] [go|sent|addressed] to",
            "who else got it|that|this",
        ],
        wish: |_| Some(Wish::Tell(Detail::Recipients)),
    },
    Rule {
        wordings: &[
            "when was|is it|that|this [mail|email|message] [sent|written|received|from]",
            "when did it|that|this [mail|email|message] arrive|come [in]",
            "when did i get|receive it|that|this",
        ],
        wish: |_| Some(Wish::Tell(Detail::Moment)),
    },
    Rule {
        wordings: &[
            "what|which|how [many] attachments|attachment|files|file does|do|did|has it|that|this [mail|email|message] [have|contain|come] [with]",
            "does|has it|that|this [mail|email|message] [have|contain|come|got] [with] [any|an|a] attachments|attachment|files|file",
            "what's|what [is] attached [to] [it|that|this]",
        ],
        wish: |_| Some(Wish::Tell(Detail::Attachments)),
    },
    Rule {
        wordings: &[
            "when did i last write|email|mail|reply|talk|answer [to] {to}",
            "when did i write|email|mail|reply|answer [to] {to} last",
        ],
        wish: |gaps| Some(Wish::LastTime(sent_to(gaps)?)),
    },
    Rule {
        wordings: &[
            "when did|has {who} last write|written|wrote|email|emailed|mail|mailed|reply|replied|answer|message [to] [me]",
            "when did|has {who} write|written|email|mail|reply|answer|message [to] [me] last",
            "when was|is the last|latest mail|email|message from|by {who}",
        ],
        wish: |gaps| Some(Wish::LastTime(Search::from(without_article(gaps.get("who")?.trimmed())))),
    },
    Rule {
        wordings: &[
            "what did i last write|say|send|tell|mail|email [to] {to}",
            "what did i write|say|send|tell|mail|email [to] {to} last|recently|lately",
        ],
        wish: |gaps| {
            Some(Wish::Read(Which::Found { search: sent_to(gaps)?, place: Place::Newest, count: 1 }))
        },
    },
    Rule {
        wordings: &["how many {what}", "count {what}"],
        wish: |gaps| {
            let phrase = Phrase::of(gaps.get("what")?);
            (phrase.is_about_mail() && phrase.bare.len() <= 4)
                .then(|| Wish::Count(phrase.search(Bare::Subject)))
        },
    },
    Rule {
        wordings: &["show|list|see|give [me] them|these|those|all [all|of] [them]"],
        wish: |_| Some(Wish::Change(Search::default())),
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
            "summarise|summarize|recap|digest|tldr|tl;dr|brief [up|me] [of|on|:] {which}",
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
        wordings: &["summarise|summarize|recap|tldr|tl;dr", "sum [it|this|that] up"],
        wish: |_| Some(Wish::Summarise(Which::It)),
    },
    Rule {
        wordings: &[
            "what did|does|has|do {who} say|said|write|written|want|mean|wrote about|on|regarding {about}",
            "what did|does|has|do {who} [last] say|said|write|written|want|wrote [last|lately|recently] [to] [me]",
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
        wordings: &[
            "find|search|look|lookup [for|up|through] {what}",
            "[i'm|i] [am] looking|searching for {what}",
            "where's|where [is|are] {what}",
        ],
        wish: |gaps| {
            let what = gaps.get("what")?;
            let search = operators::search(what).unwrap_or_else(|| Phrase::of(what).search(Bare::Subject));
            Some(Wish::List(search))
        },
    },
    Rule { wordings: &["what|how about {what}"], wish: change },
    Rule {
        wordings: &[
            "show|list|get|give|check|see|fetch|display [me] {what}",
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
    let what = gaps.get("what")?;
    if let Some(search) = operators::search(what) {
        return Some(Wish::List(search));
    }
    let phrase = Phrase::of(what);
    let narrows = matches!(what.plain(0), "only" | "just");
    (phrase.is_about_mail() && phrase.bare.len() <= 4).then(|| {
        let search = phrase.search(Bare::Subject);
        if narrows { Wish::Change(search) } else { Wish::List(search) }
    })
}

fn sent_to(gaps: &Gaps<'_>) -> Option<Search> {
    let to = Some(gaps.get("to")?.trimmed().to_owned());
    Some(Search { to, traits: Traits { sent: true, ..Traits::default() }, ..Search::default() })
}
