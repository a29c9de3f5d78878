//! Why a person is asked, in one sentence about this very call: whom it reaches, or what it changes. Computed from the
//! plan, so it never names a reason that holds for another call only.

use kernel::{Deed, Flow, Sink, SinkKind, Target, TargetState, TermKind};

use super::Requester;
use super::objection::cut;
use super::people::Roster;

/// Maximum number of people who are named: the card shows everybody above.
const NAMED: usize = 3;

/// People as they stand in a sentence.
struct Group {
    names: String,
    many: bool,
}

impl Group {
    fn of<'a>(values: impl IntoIterator<Item = &'a str>, roster: &Roster) -> Option<Self> {
        let mut names: Vec<String> = values.into_iter().map(|value| called(value, roster)).collect();
        names.dedup();
        let (many, others) = (names.len() > 1, names.len().saturating_sub(NAMED));
        names.truncate(NAMED);
        match others {
            0 => {}
            1 => names.push("1 other".to_owned()),
            more => names.push(format!("{more} others")),
        }
        let last = names.pop()?;
        let names = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
        Some(Self { names, many })
    }

    /// The beginning of a sentence about them.
    fn begin(&self, one: &str, several: &str) -> String {
        let sentence = format!("{} {}", self.names, if self.many { several } else { one });
        let mut letters = sentence.chars();
        // An address has no capital, wherever it stands.
        match letters.next() {
            Some(first) if !sentence.split(' ').next().is_some_and(|word| word.contains('@')) => {
                first.to_uppercase().chain(letters).collect()
            }
            _ => sentence,
        }
    }
}

/// The name people know somebody by: an address that is not in the directory stays an address.
fn called(value: &str, roster: &Roster) -> String {
    match value {
        Sink::ANYONE => "anyone with the link".to_owned(),
        address if address.contains('@') => {
            roster.name_of(&address.to_lowercase()).map_or_else(|| cut(address), cut)
        }
        // A domain stands for everybody who has an address there.
        domain if domain.contains('.') && !domain.contains(char::is_whitespace) => {
            format!("everybody at {}", cut(domain))
        }
        described => cut(described),
    }
}

/// The reason to ask about this call.
pub(crate) fn reason(flow: &Flow, asked: &Requester) -> String {
    let of_kind = |kind: SinkKind| {
        let sinks = flow.sinks.iter().filter(move |sink| sink.kind == kind);
        let others = move |value: &&str| !asked.own.iter().any(|own| own.eq_ignore_ascii_case(value));
        sinks.map(|sink| sink.value.as_str()).filter(others)
    };
    let people = || Group::of(of_kind(SinkKind::Recipient), &asked.roster);
    let outside = || Group::of(of_kind(SinkKind::Outside), &asked.roster);
    if of_kind(SinkKind::Thread).next().is_some() {
        return "Everybody in this conversation will be able to read it.".to_owned();
    }
    // That nobody knows what it changes is what the flow rules object.
    if flow.deed == Deed::Unnamed {
        return match outside() {
            Some(server) => format!("{} to do something.", server.begin("is asked", "are asked")),
            None => "This may change something.".to_owned(),
        };
    }
    if let Some(people) = people() {
        return reaching(flow, &people, asked);
    }
    if let Some(server) = outside() {
        return format!("{} words that are in this call.", server.begin("is told", "are told"));
    }
    changing(flow, &asked.roster)
}

/// The reason where it reaches somebody else.
fn reaching(flow: &Flow, people: &Group, asked: &Requester) -> String {
    let thing = thing(flow);
    match flow.deed {
        Deed::Send => format!("This is sent to {}.", people.names),
        Deed::Draft => format!("This draft is addressed to {}.", people.names),
        Deed::Schedule => scheduling(flow, people, asked),
        Deed::Respond => format!("{} your answer.", people.begin("can see", "can see")),
        Deed::Share | Deed::Make | Deed::Arrange => {
            let able = "will be able to open";
            format!("{} {thing}.", people.begin(able, able))
        }
        Deed::Hide | Deed::Destroy => {
            format!("{} {thing}, and this takes something away.", people.begin("can see", "can see"))
        }
        Deed::Post => format!("{} it.", people.begin("will be able to read", "will be able to read")),
        Deed::Write | Deed::Revise | Deed::Comment | Deed::Decide | Deed::Look | Deed::Unnamed => {
            format!("{} {thing}.", people.begin("can open", "can open"))
        }
    }
}

/// Guests of a new event are invited; of one that is there they see the change, like everybody who sees the calendar.
fn scheduling(flow: &Flow, people: &Group, asked: &Requester) -> String {
    let made = flow.targets.iter().find(|target| target.state == TargetState::New);
    let is_guest = |value: &&str| {
        made.is_some_and(|event| event.people.iter().any(|guest| guest.eq_ignore_ascii_case(value)))
    };
    let is_own = |value: &str| asked.own.iter().any(|own| own.eq_ignore_ascii_case(value));
    let reached = || {
        let sinks = flow.sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient);
        sinks.map(|sink| sink.value.as_str()).filter(|value| !is_own(value))
    };
    let Some(guests) = Group::of(reached().filter(is_guest), &asked.roster) else {
        return format!("{} {}.", people.begin("can see", "can see"), thing(flow));
    };
    let invited = guests.begin("gets an invitation", "get an invitation");
    match Group::of(reached().filter(|value| !is_guest(value)), &asked.roster) {
        Some(onlookers) => format!("{invited}, and {} can see the event.", onlookers.names),
        None => format!("{invited}."),
    }
}

/// The reason where nobody else is told of it.
fn changing(flow: &Flow, roster: &Roster) -> String {
    let thing = thing(flow);
    let lost = flow.terms.iter().filter_map(|term| match &term.what {
        TermKind::Loses(who) if who.contains('@') || who == Sink::ANYONE => Some(who.as_str()),
        _ => None,
    });
    if let Some(people) = Group::of(lost, roster).filter(|_| flow.deed == Deed::Destroy) {
        return format!("{thing} is no longer shared with {}.", people.names);
    }
    match flow.deed {
        Deed::Send => "This is sent to you.".to_owned(),
        Deed::Draft => "This writes a draft.".to_owned(),
        Deed::Schedule => "This changes a calendar.".to_owned(),
        Deed::Respond => "This answers an invitation.".to_owned(),
        Deed::Make => format!("This makes something new: {thing}."),
        Deed::Hide => format!("You may overlook {thing} afterwards."),
        Deed::Destroy => format!("This takes something away: {thing}."),
        Deed::Look => "This looks something up.".to_owned(),
        Deed::Share
        | Deed::Write
        | Deed::Revise
        | Deed::Comment
        | Deed::Decide
        | Deed::Arrange
        | Deed::Post
        | Deed::Unnamed => format!("This changes {thing}."),
    }
}

/// The first thing that it is about. A copy is about its original, which is not what others will see.
fn thing(flow: &Flow) -> String {
    let is_about = |target: &&Target| flow.deed != Deed::Make || target.state == TargetState::New;
    let name = flow.targets.iter().find(is_about).and_then(|target| target.names.first());
    match (name, flow.deed) {
        (Some(name), _) => format!("“{}”", cut(name)),
        (None, Deed::Make) => "the copy".to_owned(),
        (None, _) => "it".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Flow, Sink, SinkKind, Target, Term, TermKind};

    use super::super::tests::asked;
    use super::*;

    fn flow(deed: Deed, reaches: &[&str], targets: Vec<Target>) -> Flow {
        let sinks = reaches.iter().map(|value| Sink::new(SinkKind::Recipient, "/to", *value)).collect();
        Flow { deed, sinks, targets, terms: Vec::new() }
    }

    fn told(flow: &Flow) -> String {
        reason(flow, &asked("Do it"))
    }

    #[test]
    fn the_reason_is_what_this_call_does_to_whom() {
        let plan = || vec![Target::named("/file", ["Harbour plan".to_owned()])];
        let lunch = |guests: &[&str]| {
            vec![Target::new("/writes", "Lunch").with_people(guests.iter().map(|guest| (*guest).to_owned()))]
        };
        let (ana, ben) = ("ana@firm.example", "ben@firm.example");
        for (deed, reaches, targets, said) in [
            (Deed::Send, vec![ana], plan(), "This is sent to Ana Ruiz."),
            (
                Deed::Send,
                vec!["x@else.example", "me@firm.example"],
                plan(),
                "This is sent to x@else.example.",
            ),
            (Deed::Send, vec!["me@firm.example"], plan(), "This is sent to you."),
            (Deed::Schedule, vec![ben], lunch(&[ben]), "Ben Okafor gets an invitation."),
            (
                Deed::Schedule,
                vec![ben, ana],
                lunch(&[ben]),
                "Ben Okafor gets an invitation, and Ana Ruiz can see the event.",
            ),
            (Deed::Schedule, vec![ana], lunch(&[]), "Ana Ruiz can see “Lunch”."),
            (Deed::Schedule, vec![], lunch(&[]), "This changes a calendar."),
            (
                Deed::Share,
                vec![Sink::ANYONE],
                plan(),
                "Anyone with the link will be able to open “Harbour plan”.",
            ),
            (
                Deed::Share,
                vec!["firm.example"],
                plan(),
                "Everybody at firm.example will be able to open “Harbour plan”.",
            ),
            (Deed::Write, vec![ana, ben], plan(), "Ana Ruiz and Ben Okafor can open “Harbour plan”."),
            (Deed::Write, vec![], plan(), "This changes “Harbour plan”."),
            (Deed::Destroy, vec![], plan(), "This takes something away: “Harbour plan”."),
            (Deed::Make, vec![ana], plan(), "Ana Ruiz will be able to open the copy."),
            (Deed::Unnamed, vec![], vec![], "This may change something."),
        ] {
            assert_eq!(told(&flow(deed, &reaches, targets)), said);
        }
    }

    #[test]
    fn whoever_loses_something_is_named_and_a_crowd_is_counted() {
        let mut unshare = flow(Deed::Destroy, &[], vec![Target::named("/file", ["Harbour plan".to_owned()])]);
        unshare.terms.push(Term {
            pointer: "/grantee".to_owned(),
            what: TermKind::Loses("ben@firm.example".to_owned()),
        });
        assert_eq!(told(&unshare), "“Harbour plan” is no longer shared with Ben Okafor.");
        let crowd = ["a@x.example", "b@x.example", "c@x.example", "d@x.example", "e@x.example"];
        let said = told(&flow(Deed::Send, &crowd, Vec::new()));
        assert_eq!(said, "This is sent to a@x.example, b@x.example, c@x.example and 2 others.");
    }
}
