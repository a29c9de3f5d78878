//! `calendar.calendars`

use super::prelude::*;
use crate::gmail::visible_line;
use crate::scopes::READ_CALENDARS;

const MOST: usize = 100;

/// Lists the calendars in the user's own Google Calendar, with the names and ids that other calendar tools take.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Calendars {
    /// How many to leave out, from `next_skip` of an earlier answer.
    #[serde(default)]
    skip: usize,
}

#[derive(Serialize)]
struct Answer {
    calendars: Vec<Row>,
    shown: usize,
    total: usize,
    next_skip: Option<usize>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    name: String,
    zone: String,
    /// `owner`, `writer`, `reader` or `freeBusyReader`.
    access: String,
    main: bool,
}

impl ReadTool for Calendars {
    const SPEC: Spec = Spec::read("calendar.calendars").needs(&[READ_CALENDARS]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let found = google.calendar(call).calendars().await?;
        let rows: Vec<Row> = found
            .iter()
            .skip(self.skip)
            .take(MOST)
            .map(|entry| Row {
                id: entry.id.clone(),
                name: visible_line(entry.name()),
                zone: entry.time_zone.clone(),
                access: entry.access_role.clone(),
                main: entry.primary,
            })
            .collect();
        let end = self.skip + rows.len();
        let answer = Answer {
            shown: rows.len(),
            total: found.len(),
            next_skip: (end < found.len()).then_some(end),
            calendars: rows,
        };
        let label = Label::stranger(Self::SPEC.name, "names of calendars")
            .read_by(Readers::only([call.account.0.as_str()]));
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List your calendars")
    }
}
