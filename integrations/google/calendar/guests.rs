//! Who is invited, and who is told about it. Guests are added and removed; the list is never written anew.

use kernel::{Code, Failure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::event::{Attendee, Known};
use crate::gmail::Mailbox;

const MOST: usize = 200;

/// Whom Google e-mails about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Notify {
    /// Every guest.
    All,
    /// Only guests who do not use Google Calendar.
    External,
    /// Nobody.
    None,
}

impl Notify {
    /// Guests are told unless somebody said otherwise.
    pub(crate) fn or_usual(given: Option<Self>, guests: &[String]) -> Self {
        given.unwrap_or(if guests.is_empty() { Self::None } else { Self::All })
    }

    /// The value of `sendUpdates`.
    pub(crate) fn send_updates(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::External => "externalOnly",
            Self::None => "none",
        }
    }

    /// `2 guests will be e-mailed: …`
    pub(crate) fn in_words(self, guests: &[String]) -> String {
        let listed = guests.join(", ");
        let count = match guests.len() {
            1 => "1 guest".to_owned(),
            many => format!("{many} guests"),
        };
        match (self, guests.is_empty()) {
            (_, true) => "Nobody will be e-mailed".to_owned(),
            (Self::All, false) => format!("{count} will be e-mailed: {listed}"),
            (Self::External, false) => {
                format!("Of {count}, those without Google Calendar will be e-mailed: {listed}")
            }
            (Self::None, false) => format!("Nobody will be e-mailed. {count} can see it: {listed}"),
        }
    }
}

/// Who comes and who goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct GuestChanges {
    pub(crate) add: Vec<Mailbox>,
    pub(crate) add_optional: Vec<Mailbox>,
    pub(crate) remove: Vec<Mailbox>,
}

impl GuestChanges {
    pub(crate) fn parse(add: &[String], add_optional: &[String], remove: &[String]) -> Result<Self, Failure> {
        Ok(Self {
            add: Mailbox::parse_all(add)?,
            add_optional: Mailbox::parse_all(add_optional)?,
            remove: Mailbox::parse_all(remove)?,
        })
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.add.is_empty() && self.add_optional.is_empty() && self.remove.is_empty()
    }

    /// The guests as they will be. Whoever stays keeps their answer, their comment and all else.
    pub(crate) fn applied_to(&self, known: &Known) -> Result<Vec<Value>, Failure> {
        if known.event.attendees_omitted {
            let words = "Google does not show all guests of this event, so changing them here would drop some. Change \
                         them in Google Calendar.";
            return Err(Failure::person(Code::NotAvailable, words));
        }
        if !known.event.is_own()
            && !known.event.guests_can_modify
            && known.event.guests_can_invite_others == Some(false)
        {
            let words = "Its organiser does not let guests invite others. Ask the organiser.";
            return Err(Failure::person(Code::NotAvailable, words));
        }
        self.merged(known.attendees())
    }

    /// The guests of a new event.
    pub(crate) fn invited(&self) -> Result<Vec<Value>, Failure> {
        self.merged(Vec::new())
    }

    fn merged(&self, mut guests: Vec<Value>) -> Result<Vec<Value>, Failure> {
        for gone in &self.remove {
            let before = guests.len();
            guests.retain(|guest| !is(guest, gone));
            if guests.len() == before {
                return Err(Failure::not_found(
                    "Somebody to be removed is not among the guests. Look at the event again.",
                )
                .quoting(gone.shown()));
            }
        }
        let required = self.add.iter().map(|mailbox| (mailbox, false));
        for (mailbox, optional) in required.chain(self.add_optional.iter().map(|mailbox| (mailbox, true))) {
            if guests.iter().any(|guest| is(guest, mailbox)) {
                continue;
            }
            let mut guest = json!({ "email": mailbox.address });
            if let Some(fields) = guest.as_object_mut() {
                if let Some(name) = &mailbox.name {
                    fields.insert("displayName".to_owned(), name.as_str().into());
                }
                if optional {
                    fields.insert("optional".to_owned(), true.into());
                }
            }
            guests.push(guest);
        }
        if guests.len() > MOST {
            let words = format!("That would be more than {MOST} guests. Invite a group address instead.");
            return Err(Failure::invalid(words));
        }
        Ok(guests)
    }
}

fn is(guest: &Value, mailbox: &Mailbox) -> bool {
    guest.get("email").and_then(Value::as_str).is_some_and(|email| mailbox.is(email))
}

/// Everybody in these lists who is somebody else, and no room.
pub(crate) fn others<'a>(lists: impl IntoIterator<Item = &'a Value>, account: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for guest in lists.into_iter().filter_map(Value::as_array).flatten() {
        let Ok(guest) = Attendee::deserialize(guest) else { continue };
        let known = found.iter().any(|known| known.eq_ignore_ascii_case(&guest.email));
        let own = guest.is_self || guest.email.eq_ignore_ascii_case(account);
        if !known && !own && !guest.resource && !guest.email.is_empty() {
            found.push(guest.email);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(more: &Value) -> Known {
        let mut raw = json!({ "id": "e1", "organizer": { "self": true }, "attendees": [
            { "email": "ana@example.com", "self": true, "responseStatus": "accepted", "organizer": true },
            { "email": "Ben@example.com", "responseStatus": "declined", "comment": "ill", "optional": true,
              "additionalGuests": 2 },
            { "email": "room@resource.example.com", "resource": true, "responseStatus": "accepted" },
        ]});
        raw.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Known::read(raw).unwrap()
    }

    fn changes(add: &[&str], optional: &[&str], remove: &[&str]) -> GuestChanges {
        let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        GuestChanges::parse(&owned(add), &owned(optional), &owned(remove)).unwrap()
    }

    #[test]
    fn whoever_stays_keeps_everything() {
        let known = known(&json!({}));
        let merged = changes(&["Eve <eve@example.com>", "ben@example.com"], &["zoe@example.com"], &[])
            .applied_to(&known)
            .unwrap();
        assert_eq!(merged[..3], known.attendees()[..]);
        assert_eq!(
            merged[3..],
            [
                json!({ "email": "eve@example.com", "displayName": "Eve" }),
                json!({ "email": "zoe@example.com", "optional": true })
            ]
        );
        assert_eq!(
            others([&Value::from(merged)], "ana@example.com"),
            ["Ben@example.com", "eve@example.com", "zoe@example.com"]
        );
    }

    #[test]
    fn only_who_is_there_can_go() {
        let merged = changes(&[], &[], &["BEN@example.com"]).applied_to(&known(&json!({}))).unwrap();
        assert_eq!(merged.len(), 2);
        let refused = changes(&[], &[], &["eve@example.com"]).applied_to(&known(&json!({}))).unwrap_err();
        assert_eq!(refused.code, Code::NotFound);
    }

    #[test]
    fn guests_that_google_does_not_show_are_not_dropped() {
        let hidden = known(&json!({ "attendeesOmitted": true }));
        let refused = changes(&["eve@example.com"], &[], &[]).applied_to(&hidden).unwrap_err();
        assert_eq!(refused.code, Code::NotAvailable);
    }

    #[test]
    fn who_may_not_invite_is_told_so() {
        let theirs =
            known(&json!({ "organizer": { "email": "ben@example.com" }, "guestsCanInviteOthers": false }));
        assert!(changes(&["eve@example.com"], &[], &[]).applied_to(&theirs).is_err());
    }

    #[test]
    fn the_card_counts_who_will_be_mailed() {
        let guests = ["ben@example.com".to_owned(), "eve@example.com".to_owned()];
        assert_eq!(
            Notify::All.in_words(&guests),
            "2 guests will be e-mailed: ben@example.com, eve@example.com"
        );
        assert_eq!(Notify::All.in_words(&guests[..1]), "1 guest will be e-mailed: ben@example.com");
        assert!(Notify::None.in_words(&guests).starts_with("Nobody will be e-mailed. 2 guests"));
        assert_eq!(Notify::or_usual(None, &[]).send_updates(), "none");
        assert_eq!(Notify::or_usual(None, &guests).send_updates(), "all");
    }
}
