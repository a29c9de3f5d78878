//! Standing rules: of which cards one can be made, which calls run by one, and what people are told about them.

use kernel::{
    Alarm, Deed, Flow, HomePress, Item, Label, Person, RuleScope, Sink, SinkKind, Standing, StandingRule,
    TermKind, Whom,
};

use crate::guard::flow::{Objection, Rule};
use crate::guard::reach::domain;

/// What reaches more people than this is asked about each time.
const MOST_PEOPLE: usize = 5;

/// What a rule about such a call would be about; nothing where there can be none: nobody outside the organisation, nothing
/// that goes away or is open to everybody, nothing that fetches by itself, not too many people.
/// Everybody it reaches must be a person of the directory: a group is however many it has.
pub(crate) fn scope(flow: &Flow, organisation: Option<&str>, everybody: &[Person]) -> Option<RuleScope> {
    let lasting = match flow.deed {
        Deed::Send
        | Deed::Draft
        | Deed::Schedule
        | Deed::Respond
        | Deed::Share
        | Deed::Write
        | Deed::Comment => true,
        Deed::Unnamed
        | Deed::Look
        | Deed::Make
        | Deed::Arrange
        | Deed::Revise
        | Deed::Decide
        | Deed::Hide
        | Deed::Destroy
        | Deed::Post => false,
    };
    let own = organisation.filter(|_| lasting)?;
    let carries_out =
        |sink: &Sink| matches!(sink.kind, SinkKind::Fetch | SinkKind::Thread | SinkKind::Outside);
    let loses = flow.terms.iter().any(|term| matches!(term.what, TermKind::Loses(_)));
    if loses || flow.sinks.iter().any(carries_out) {
        return None;
    }
    let recipients = flow.sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient);
    let people: std::collections::BTreeSet<String> =
        recipients.map(|sink| sink.value.to_lowercase()).collect();
    let is_member = |address: &str| {
        let theirs = |person: &Person| {
            person.address.as_deref().is_some_and(|known| known.eq_ignore_ascii_case(address))
        };
        everybody.iter().any(|person| person.standing == Standing::Member && theirs(person))
    };
    let is_colleague =
        |address: &String| address.contains('@') && domain(address) == own && is_member(address);
    let few = !people.is_empty() && people.len() <= MOST_PEOPLE;
    (few && people.iter().all(is_colleague)).then(|| RuleScope {
        class: class(flow),
        people,
        domain: own.to_owned(),
    })
}

/// What kind of thing is touched, and what others may do with it.
fn class(flow: &Flow) -> String {
    let mut words: Vec<&str> = flow.targets.iter().map(|target| target.class.as_str()).collect();
    words.extend(flow.terms.iter().filter_map(|term| match &term.what {
        TermKind::Role(role) => Some(role.word()),
        TermKind::Repeats(often) => Some(often.as_str()),
        TermKind::Span(_) | TermKind::Loses(_) => None,
    }));
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// Whether a rule speaks to everything that objects. It says whom somebody writes to day by day. It says nothing about
/// words: those that may be a stranger's, that others could not read, or that hold addresses are asked about as ever.
pub(crate) fn answers(objections: &[Objection], context: &Label) -> bool {
    objections.iter().all(|objection| match objection.rule {
        Rule::Destination | Rule::Object | Rule::Terms | Rule::Once => !context.has_a_strangers_words(),
        Rule::Destruction | Rule::Text | Rule::Readers | Rule::Author | Rule::Unknown => false,
    })
}

/// Whether a rule can be made now: a stranger's words can neither make nor widen one.
pub(crate) fn can_be_made(context: &Label) -> bool {
    !context.has_a_strangers_words() && context.alarm == Alarm::Quiet
}

/// What one says, for its owner.
pub(crate) fn told(rule: &StandingRule) -> Item {
    let whom = match &rule.whom {
        Whom::Exactly(people) => people.iter().cloned().collect::<Vec<_>>().join(", "),
        Whom::Domain(domain) => format!("anybody at {domain}"),
    };
    let class = if rule.class.is_empty() { String::new() } else { format!(" ({})", rule.class) };
    let often = format!("In {}, at most {} in 24 hours", rule.account, times(rule.per_day));
    Item::new(format!("{}{class} for {whom}", rule.tool))
        .note(often)
        .until(rule.until)
        .button("Ask me again", HomePress::EndRule(rule.id.clone()))
}

pub(crate) fn times(number: u32) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

#[cfg(test)]
mod tests;
