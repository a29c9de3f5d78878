//! `calendar.free_busy`

use super::prelude::*;
use crate::calendar::{Period, Whose, busy_label, name_of, placed, stamp, zone_named};
use crate::gmail::visible_line;
use crate::scopes::{READ_BUSY, READ_CALENDAR_SETTINGS, READ_CALENDARS};

const MOST_DAYS: i64 = 62;
const MOST_PERIODS: usize = 100;

/// Tells when people and calendars are busy, by default in the next 7 days.
///
/// Somebody with `known: false` is not free: nothing is known about them, and `problem` says why.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FreeBusy {
    /// Addresses of people or groups, or names or ids of calendars. The user's main calendar if left out.
    #[serde(default = "only_oneself")]
    who: Vec<String>,
    /// From when on: `2026-11-20`, or `2026-11-20T10:00` in the user's time zone. Now if left out.
    #[serde(default)]
    from: Option<String>,
    /// Until when; a day counts as a whole. 7 days after `from` if left out.
    #[serde(default)]
    to: Option<String>,
    /// On whose clocks the times are told and meant. The user's time zone if left out.
    #[serde(default)]
    zone: Option<String>,
}

fn only_oneself() -> Vec<String> {
    vec![main_calendar()]
}

#[derive(Serialize)]
struct Answer {
    who: Vec<Row>,
    from: String,
    to: String,
    zone: String,
    shown: usize,
    total: usize,
    /// Whose busy times were left out, and how to get them.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct Row {
    who: String,
    known: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    busy: Vec<Busy>,
}

#[derive(Serialize)]
struct Busy {
    start: String,
    end: String,
}

impl ReadTool for FreeBusy {
    const SPEC: Spec = Spec::read("calendar.free_busy").aka(&["google_calendar:free_busy"]).needs(&[
        READ_BUSY,
        READ_CALENDARS,
        READ_CALENDAR_SETTINGS,
    ]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let calendar = google.calendar(call);
        let users = calendar.zone(call).await?;
        let zone = self.zone.as_deref().map(zone_named).transpose()?.unwrap_or(users);
        let span = Period::given(self.from.as_deref(), self.to.as_deref(), calendar.now(), &zone)?;
        if span.is_longer_than(MOST_DAYS) {
            return Err(Failure::invalid(format!("Ask for at most {MOST_DAYS} days at once.")));
        }
        let known = calendar.calendars().await?;
        let whose = self.who.iter().map(|given| placed(given, &known)).collect::<Result<Vec<_>, _>>()?;
        let found = calendar.busy(&whose, span, &zone).await?;
        let moment = |at: jiff::Timestamp| stamp(&at.to_zoned(zone.clone()));
        let total: usize = found.iter().filter_map(|whose| whose.times.as_ref().ok()).map(Vec::len).sum();
        let mut left = MOST_PERIODS;
        let rows: Vec<Row> = found.iter().map(|whose| row(whose, &mut left, &moment)).collect();
        let shown: usize = rows.iter().map(|row| row.busy.len()).sum();
        let answer = Answer {
            who: rows,
            from: moment(span.start),
            to: moment(span.end),
            zone: name_of(&zone).to_owned(),
            shown,
            total,
            note: (shown < total)
                .then_some("Not all busy times are shown. Ask for fewer people or a shorter time."),
        };
        labeled(&answer, busy_label(Self::SPEC.name, &call.account.0))
    }

    fn effect(&self) -> Effect {
        let or = |given: &Option<String>, usual: &str| given.clone().unwrap_or_else(|| usual.to_owned());
        Effect::new("Look up when people are busy")
            .field("Who", self.who.join(", "))
            .field("From", or(&self.from, "now"))
            .field("To", or(&self.to, "7 days later"))
    }
}

fn row(whose: &Whose, left: &mut usize, moment: &impl Fn(jiff::Timestamp) -> String) -> Row {
    let who = visible_line(&whose.id);
    match &whose.times {
        Err(problem) => Row { who, known: false, problem: Some(problem.to_string()), busy: Vec::new() },
        Ok(periods) => {
            let told = |period: &Period| Busy { start: moment(period.start), end: moment(period.end) };
            let busy: Vec<Busy> = periods.iter().take(*left).map(told).collect();
            *left = left.saturating_sub(busy.len());
            Row { who, known: true, problem: None, busy }
        }
    }
}
