//! `calendar.respond`

use serde_json::{Map, Value};

use super::prelude::*;
use crate::calendar::{
    CalendarId, Changes, Known, Made, Named, Notify, Purpose, Reach, Scope, Target, Write,
};
use crate::scopes::{READ_CALENDAR_SETTINGS, READ_CALENDARS, WRITE_EVENTS};

/// Google has no answer for the rest of a series; it is given for one occurrence after the other.
const MOST: usize = 30;
const LONGEST_COMMENT: usize = 500;

/// Answers an invitation in the user's own Google Calendar: accepts, declines, or says maybe.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Respond {
    /// The `id` or `link` of an event, from `calendar.list_events`, or its exact title.
    event: String,
    answer: Answer,
    /// One line that the organiser and the guests can read. An earlier one stays if left out.
    #[serde(default)]
    comment: Option<String>,
    /// Name or id of the calendar it is in.
    #[serde(default = "main_calendar")]
    calendar: String,
    /// For a series: `this` occurrence, this and the next `following` ones, or `all`.
    #[serde(default)]
    scope: Scope,
    /// Whom Google e-mails about it: `all` (usual: the organiser), `external` or `none`.
    #[serde(default)]
    notify: Option<Notify>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Accept,
    Decline,
    Tentative,
}

impl Answer {
    fn status(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Decline => "declined",
            Self::Tentative => "tentative",
        }
    }
}

impl ChangeTool for Respond {
    type Plan = Changes;

    const SPEC: Spec = Spec::commit("calendar.respond").deed(Deed::Respond).needs(&[
        WRITE_EVENTS,
        READ_CALENDARS,
        READ_CALENDAR_SETTINGS,
    ]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Changes, Failure> {
        self.check()?;
        let calendar = google.calendar(call);
        let named = Named { event: &self.event, calendar: &self.calendar, scope: self.scope };
        let target = Target::find(&calendar, call, &named).await?;
        let mut remark = None;
        let meant = match &target.reach {
            Reach::One(known) => vec![known.clone()],
            Reach::Whole(series) => vec![series.master.clone()],
            Reach::Rest(series) => {
                let mut following =
                    series.following(&calendar, &CalendarId::parse(&target.place.id)?).await?;
                if following.len() > MOST {
                    following.truncate(MOST);
                    remark = Some(format!(
                        "Only the next {MOST} occurrences are answered; answer later ones later"
                    ));
                }
                following
            }
        };
        let mut writes = Vec::new();
        for known in &meant {
            writes.extend(self.write(known, call)?);
        }
        if writes.is_empty() {
            let words = "That is the answer the user has given already. Nothing is to be done.";
            return Err(Failure::invalid(words));
        }
        let organizer = if target.named.event.is_own() { "" } else { target.named.event.organizer() };
        Ok(Changes::new(Purpose::Respond, target.place.clone(), &target.zone, writes)
            .about(&target.named, &target.zone)
            .telling_only(self.notify, [organizer.to_owned()])
            .remarking(remark))
    }

    fn answer(plan: &Changes, made: &Made, call: &Call) -> Result<Done, Failure> {
        plan.answer(made, call)
    }
}

impl Respond {
    fn check(&self) -> Result<(), Failure> {
        let comment = self.comment.as_deref().unwrap_or_default();
        if comment.chars().count() > LONGEST_COMMENT || comment.contains(char::is_control) {
            let words = format!("A comment is one line of at most {LONGEST_COMMENT} characters.");
            return Err(Failure::invalid(words));
        }
        Ok(())
    }

    /// Only the user's own entry is written: `attendeesOmitted` says that it is not the whole list.
    fn write(&self, known: &Known, call: &Call) -> Result<Option<Write>, Failure> {
        let me = known.event.me(&call.account.0).ok_or_else(|| {
            let words = "The user is not among the guests of this event, so there is nothing to answer.";
            Failure::not_found(words)
        })?;
        let mine = known
            .attendees()
            .into_iter()
            .find(|guest| guest.get("email").and_then(Value::as_str) == Some(me.email.as_str()));
        let Some(before @ Value::Object(_)) = mine else { return Ok(None) };
        let mut after = before.clone();
        if let Some(fields) = after.as_object_mut() {
            fields.insert("responseStatus".to_owned(), json!(self.answer.status()));
            if let Some(comment) = &self.comment {
                fields.insert("comment".to_owned(), json!(comment.trim()));
            }
        }
        if after == before {
            return Ok(None);
        }
        let mut body = Map::new();
        body.insert("attendees".to_owned(), json!([after]));
        body.insert("attendeesOmitted".to_owned(), json!(true));
        Ok(Some(Write::patch(known, body)))
    }
}
