//! Whom a call reaches, as far as it matters for asking.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{Label, Risk, Sink, SinkKind};

/// More recipients than this are not one person's correspondence.
const MANY: usize = 10;

/// The class of people who receive something. Calls of different classes are never decided with one press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Nobody,
    /// People of the account's own organisation.
    Colleagues,
    /// Somebody else is among them; then exactly these.
    Outsiders(BTreeSet<String>),
}

impl Reach {
    /// `home` is the domain of the account's own organisation; nothing where anybody can have such an account.
    pub(crate) fn of(sinks: &[Sink], home: Option<&str>) -> Self {
        let recipients = recipients(sinks);
        if recipients.is_empty() {
            Self::Nobody
        } else if recipients.iter().all(|recipient| Some(domain(recipient).as_str()) == home) {
            Self::Colleagues
        } else {
            Self::Outsiders(recipients)
        }
    }
}

/// One press is not enough for what reaches many, and for what reaches somebody outside at once while words of strangers
/// are in the conversation: it is what a planted instruction would want.
pub(crate) fn risk(sinks: &[Sink], reach: &Reach, context: &Label, hold: Duration) -> Risk {
    let many = recipients(sinks).len() >= MANY;
    let outside = matches!(reach, Reach::Outsiders(_));
    if many || (outside && context.has_a_strangers_words() && hold.is_zero()) {
        Risk::High
    } else {
        Risk::Usual
    }
}

fn recipients(sinks: &[Sink]) -> BTreeSet<String> {
    let recipients = sinks.iter().filter(|sink| match sink.kind {
        SinkKind::Recipient | SinkKind::Thread | SinkKind::Outside | SinkKind::Organisation => true,
        SinkKind::Words | SinkKind::Title | SinkKind::Quote | SinkKind::Enclosed | SinkKind::Fetch => false,
    });
    recipients.map(|sink| sink.value.to_lowercase()).collect()
}

/// What stands behind the last `@`; the whole where there is none, so that it is nobody's.
pub(crate) fn domain(address: &str) -> String {
    let address = address.rsplit('@').next().unwrap_or_default();
    address.trim_end_matches('>').trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(address: &str) -> Sink {
        Sink { pointer: "/to".into(), kind: SinkKind::Recipient, value: address.into() }
    }

    #[test]
    fn outsiders_are_told_apart_by_name_and_colleagues_are_not() {
        let reach = |addresses: &[&str]| {
            let sinks: Vec<Sink> = addresses.iter().map(|address| to(address)).collect();
            Reach::of(&sinks, Some("firm.example"))
        };
        assert_eq!(reach(&[]), Reach::Nobody);
        assert_eq!(reach(&["ben@firm.example"]), reach(&["Cara <cara@Firm.example>"]));
        assert_ne!(reach(&["x@other.example"]), reach(&["y@other.example"]));
        assert_ne!(reach(&["ben@firm.example"]), reach(&["ben@firm.example", "x@other.example"]));
        let at_home_nowhere = Reach::of(&[to("ben@firm.example")], None);
        assert!(
            matches!(at_home_nowhere, Reach::Outsiders(_)),
            "where anybody can have an account nobody is a colleague"
        );
    }

    #[test]
    fn what_reaches_many_is_asked_about_twice() {
        let crowd: Vec<Sink> = (0..MANY).map(|number| to(&format!("p{number}@firm.example"))).collect();
        let reach = Reach::of(&crowd, Some("firm.example"));
        assert_eq!(risk(&crowd, &reach, &Label::trusted(), Duration::ZERO), Risk::High);
        assert_eq!(risk(&crowd[..1], &reach, &Label::trusted(), Duration::ZERO), Risk::Usual);
    }
}
