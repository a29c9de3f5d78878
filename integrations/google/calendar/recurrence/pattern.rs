//! How something repeats, as people say it.

use jiff::civil::{Date, Weekday};
use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rule::{DAYS, Rule, day_of, letters_of};
use crate::calendar::moment::Moment;

/// E.g. `{"every":"week","on":["monday","thursday"],"until":"2026-12-31"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pattern {
    pub(crate) every: Every,
    /// 2 with `week` is every other week.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 99))]
    pub(crate) interval: u32,
    /// On which days of the week; for `week` and `month`. The day of the first occurrence if left out.
    #[serde(default)]
    pub(crate) on: Vec<Day>,
    /// For `month` with one day in `on`: which of them, 1 to 4, or -1 for the last.
    #[serde(default)]
    pub(crate) nth: Option<i8>,
    /// The last day, e.g. `2026-12-31`.
    #[serde(default)]
    pub(crate) until: Option<String>,
    /// How many times in all.
    #[serde(default)]
    pub(crate) count: Option<u32>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Every {
    Day,
    Week,
    Month,
    Year,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Day {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

const FREQUENCIES: [(&str, Every, &str); 4] = [
    ("DAILY", Every::Day, "day"),
    ("WEEKLY", Every::Week, "week"),
    ("MONTHLY", Every::Month, "month"),
    ("YEARLY", Every::Year, "year"),
];

impl Pattern {
    pub(super) fn rule(&self, start: &Moment) -> Result<Rule, Failure> {
        let nth = match (self.every, self.on.len(), self.nth) {
            (Every::Day | Every::Year, 1.., _) => {
                return Err(Failure::invalid(
                    "`on` goes with `week` and `month` only. Leave it out, or use `week`.",
                ));
            }
            (Every::Month, 1, Some(nth)) if (1..=4).contains(&nth) || nth == -1 => nth.to_string(),
            (Every::Month, 1.., _) => {
                return Err(Failure::invalid(
                    "For a month, give one day in `on` and `nth` as 1 to 4, or -1 for the last.",
                ));
            }
            (_, _, Some(_)) => {
                return Err(Failure::invalid("`nth` goes with `month` and one day in `on` only."));
            }
            (_, _, None) => String::new(),
        };
        let mut parts = vec![format!("FREQ={}", self.frequency().0)];
        if self.interval != 1 {
            parts.push(format!("INTERVAL={}", self.interval));
        }
        if !self.on.is_empty() {
            let days: Vec<String> =
                self.on.iter().map(|day| format!("{nth}{}", letters_of(day.weekday()))).collect();
            parts.push(format!("BYDAY={}", days.join(",")));
        }
        match (&self.until, self.count) {
            (Some(_), Some(_)) => return Err(Failure::invalid("Give `until` or `count`, not both.")),
            (Some(until), None) => {
                let Ok(day) = until.parse::<Date>() else {
                    return Err(Failure::invalid("`until` is the last day, e.g. `2026-12-31`."));
                };
                parts.push(format!("UNTIL={}", Rule::until_day(day, start)?));
            }
            (None, Some(count)) => parts.push(format!("COUNT={count}")),
            (None, None) => {}
        }
        Rule::parse(&parts.join(";"))
    }

    /// Nothing for a rule that people would not say like this.
    pub(super) fn of(rule: &Rule, start: &Moment) -> Option<Self> {
        let (_, every, _) = FREQUENCIES.into_iter().find(|(name, _, _)| rule.part("FREQ") == Some(name))?;
        let said = ["FREQ", "INTERVAL", "BYDAY", "UNTIL", "COUNT"];
        // Without an interval it makes no difference on which day the week begins.
        let week_start = |name: &str| name == "WKST" && rule.part("INTERVAL").is_none();
        if !rule.0.iter().all(|(name, _)| said.contains(&name.as_str()) || week_start(name)) {
            return None;
        }
        let days: Vec<(i8, Weekday)> =
            rule.part("BYDAY").map_or_else(Vec::new, |days| days.split(',').filter_map(day_of).collect());
        let nth = match (every, days.as_slice()) {
            (_, []) => None,
            (Every::Week, days) if days.iter().all(|(nth, _)| *nth == 0) => None,
            (Every::Month, [(nth, _)]) if (1..=4).contains(nth) || *nth == -1 => Some(*nth),
            _ => return None,
        };
        Some(Self {
            every,
            interval: rule.part("INTERVAL").map_or(Some(1), |interval| interval.parse().ok())?,
            on: days.into_iter().filter_map(|(_, day)| Day::of(day)).collect(),
            nth,
            until: rule.last_day(start).map(|day| day.to_string()),
            count: rule.count(),
        })
    }

    pub(super) fn in_words(&self) -> String {
        let unit = self.frequency().2;
        let often = match self.interval {
            1 => format!("every {unit}"),
            many => format!("every {many} {unit}s"),
        };
        let days: Vec<String> = self.on.iter().map(|day| format!("{:?}", day.weekday())).collect();
        let days = days.join(", ");
        let on = match self.nth {
            _ if days.is_empty() => String::new(),
            None => format!(" on {days}"),
            Some(1) => format!(" on the first {days}"),
            Some(2) => format!(" on the second {days}"),
            Some(3) => format!(" on the third {days}"),
            Some(4) => format!(" on the fourth {days}"),
            Some(_) => format!(" on the last {days}"),
        };
        let end = match (&self.until, self.count) {
            (Some(until), _) => {
                let day = until.parse::<Date>().map(|day| day.strftime("%a %-d %b %Y").to_string());
                format!(", until {}", day.unwrap_or_else(|_| until.clone()))
            }
            (None, Some(1)) => ", once".to_owned(),
            (None, Some(count)) => format!(", {count} times"),
            (None, None) => ", without end".to_owned(),
        };
        format!("{often}{on}{end}")
    }

    fn frequency(&self) -> (&'static str, Every, &'static str) {
        match self.every {
            Every::Day => FREQUENCIES[0],
            Every::Week => FREQUENCIES[1],
            Every::Month => FREQUENCIES[2],
            Every::Year => FREQUENCIES[3],
        }
    }
}

impl Day {
    const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    fn of(day: Weekday) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.weekday() == day)
    }

    fn weekday(self) -> Weekday {
        let found = Self::ALL.iter().position(|day| *day == self).and_then(|at| DAYS.get(at));
        found.map_or(Weekday::Monday, |(_, day)| *day)
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    use super::*;

    fn patterns() -> impl Strategy<Value = Pattern> {
        let days = prop::sample::subsequence(Day::ALL.to_vec(), 1..=7);
        let shape = prop_oneof![
            Just((Every::Day, Vec::new(), None)),
            Just((Every::Year, Vec::new(), None)),
            Just((Every::Month, Vec::new(), None)),
            days.prop_map(|days| (Every::Week, days, None)),
            (0_usize..7, prop_oneof![1_i8..=4, Just(-1)]).prop_map(|(day, nth)| (
                Every::Month,
                vec![Day::ALL[day]],
                Some(nth)
            )),
        ];
        let end = prop_oneof![
            Just((None, None)),
            (1_u32..999).prop_map(|count| (None, Some(count))),
            (0_i32..3_000).prop_map(|days| {
                let day = jiff::civil::date(2026, 11, 21).checked_add(jiff::Span::new().days(days)).unwrap();
                (Some(day.to_string()), None)
            }),
        ];
        (shape, 1_u32..=99, end).prop_map(|((every, on, nth), interval, (until, count))| Pattern {
            every,
            interval,
            on,
            nth,
            until,
            count,
        })
    }

    proptest! {
        #[test]
        fn what_people_say_and_the_rule_are_the_same(pattern in patterns(), zone in 0_usize..5, whole_day: bool) {
            let zone = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Africa/Cairo"][zone];
            let zone = TimeZone::get(zone).unwrap();
            let given = if whole_day { "2026-11-20" } else { "2026-11-20T10:00" };
            let start = Moment::parse(given, &zone).unwrap();
            let rule = pattern.rule(&start).unwrap();
            prop_assert_eq!(Pattern::of(&rule, &start), Some(pattern));
            prop_assert_eq!(Rule::parse(&rule.line()).unwrap(), rule);
        }
    }

    #[test]
    fn a_rule_is_said_in_words() {
        let start = Moment::parse("2026-11-20T10:00", &TimeZone::get("Europe/Berlin").unwrap()).unwrap();
        for (rule, words) in [
            ("FREQ=DAILY", "every day, without end"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10", "every 2 weeks on Monday, Friday, 10 times"),
            (
                "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231T225959Z",
                "every month on the last Friday, until Thu 31 Dec 2026",
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ] {
            assert_eq!(Rule::parse(rule).unwrap().in_words(&start), words);
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let start = Moment::parse("2026-11-20", &TimeZone::UTC).unwrap();
        for bad in [
            r#"{"every":"day","on":["monday"]}"#,
            r#"{"every":"month","on":["monday","friday"],"nth":1}"#,
            r#"{"every":"month","on":["monday"]}"#,
            r#"{"every":"week","on":["monday"],"nth":1}"#,
            r#"{"every":"week","until":"2026-12-31","count":3}"#,
            r#"{"every":"week","until":"soon"}"#,
            r#"{"every":"week","count":0}"#,
        ] {
            let pattern: Pattern = serde_json::from_str(bad).unwrap();
            assert!(pattern.rule(&start).is_err(), "{bad}");
        }
    }
}
