//! How a series repeats: in a form people use, and as the RRULE that Google keeps.

mod pattern;
mod rule;

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moment::Moment;

pub(crate) use pattern::Pattern;
pub(crate) use rule::{Rule, letters_of};

/// How it repeats, in words or as a rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Repeats {
    /// `RRULE:…` as in RFC 5545, e.g. `RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=6`.
    Rule(String),
    Pattern(Pattern),
}

impl Repeats {
    /// The rule, which must fit the first occurrence.
    pub(crate) fn rule(&self, start: &Moment) -> Result<Rule, Failure> {
        let rule = match self {
            Self::Rule(text) => Rule::parse(text)?,
            Self::Pattern(pattern) => pattern.rule(start)?,
        };
        rule.check_against(start)?;
        Ok(rule)
    }
}

impl Rule {
    /// `every week on Monday, until Thu 31 Dec 2026`
    pub(crate) fn in_words(&self, start: &Moment) -> String {
        Pattern::of(self, start).map_or_else(|| self.line(), |pattern| pattern.in_words())
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use kernel::Code;

    use super::*;

    fn start(given: &str) -> Moment {
        Moment::parse(given, &TimeZone::get("Europe/Berlin").unwrap()).unwrap()
    }

    #[test]
    fn a_rule_is_kept_as_it_was_given() {
        for line in [
            "RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10",
            "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231T225959Z",
            "RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=20",
            "RRULE:FREQ=DAILY;INTERVAL=2;WKST=SU",
        ] {
            assert_eq!(Rule::parse(line).unwrap().line(), line);
        }
        assert_eq!(Rule::parse("freq=daily").unwrap().line(), "RRULE:FREQ=DAILY");
    }

    #[test]
    fn a_rule_that_nobody_could_keep_is_refused() {
        for bad in [
            "",
            "weekly",
            "RRULE:INTERVAL=2",
            "RRULE:FREQ=HOURLY",
            "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20261231",
            "RRULE:FREQ=DAILY;COUNT=0",
            "RRULE:FREQ=DAILY;FREQ=WEEKLY",
            "RRULE:FREQ=WEEKLY;BYDAY=XX",
            "RRULE:FREQ=WEEKLY;BYHOUR=3",
            "RRULE:FREQ=DAILY;UNTIL=2026-12-31",
            "RRULE:FREQ=DAILY\r\nATTENDEE:x",
        ] {
            assert_eq!(Rule::parse(bad).map_err(|failure| failure.code), Err(Code::InputInvalid), "{bad:?}");
        }
    }

    #[test]
    fn the_first_occurrence_must_be_one_of_the_rules_own() {
        let repeats = |rule: &str| Repeats::Rule(rule.to_owned());
        let friday = start("2026-11-20T10:00");
        for good in [
            "FREQ=WEEKLY;BYDAY=FR",
            "FREQ=MONTHLY;BYDAY=3FR",
            "FREQ=MONTHLY;BYMONTHDAY=20",
            "FREQ=MONTHLY;BYMONTHDAY=-11",
        ] {
            assert!(repeats(good).rule(&friday).is_ok(), "{good}");
        }
        for bad in [
            "FREQ=WEEKLY;BYDAY=MO",
            "FREQ=MONTHLY;BYDAY=2FR",
            "FREQ=MONTHLY;BYMONTHDAY=21",
            "FREQ=DAILY;UNTIL=20261119T225959Z",
            "FREQ=DAILY;UNTIL=20261231",
        ] {
            assert!(repeats(bad).rule(&friday).is_err(), "{bad}");
        }
        assert!(repeats("FREQ=DAILY;UNTIL=20261231").rule(&start("2026-11-20")).is_ok());
    }
}
