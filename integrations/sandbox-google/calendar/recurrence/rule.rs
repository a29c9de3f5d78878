//! One `RRULE`, read.

use jiff::civil::Weekday;

use super::Stamp;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) frequency: Frequency,
    pub(super) interval: i32,
    pub(super) count: Option<usize>,
    pub(super) until: Option<Stamp>,
    /// With an ordinal, e.g. -1 for the last; 0 is every one.
    pub(super) by_day: Vec<(i32, Weekday)>,
    pub(super) by_month_day: Vec<i8>,
    pub(super) by_month: Vec<i8>,
    pub(super) by_set_position: Vec<i32>,
    pub(super) week_start: Weekday,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

impl Rule {
    /// Reads what follows `RRULE:`; `None` for a rule that is wrong or finer than a day.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut rule = Self {
            frequency: Frequency::Daily,
            interval: 1,
            count: None,
            until: None,
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            by_month: Vec::new(),
            by_set_position: Vec::new(),
            week_start: Weekday::Monday,
        };
        let mut frequency = None;
        for part in text.trim().trim_end_matches(';').split(';') {
            let (name, value) = part.split_once('=')?;
            match name.to_ascii_uppercase().as_str() {
                "FREQ" => frequency = Some(Frequency::read(value)?),
                "INTERVAL" => rule.interval = value.parse().ok().filter(|interval| *interval > 0)?,
                "COUNT" => rule.count = Some(value.parse().ok().filter(|count| *count > 0)?),
                "UNTIL" => rule.until = Some(Stamp::read(value)?),
                "BYDAY" => rule.by_day = list(value, day)?,
                "BYMONTHDAY" => rule.by_month_day = list(value, |text| within(text, 31))?,
                "BYMONTH" => {
                    rule.by_month = list(value, |text| within(text, 12).filter(|month| *month > 0))?;
                }
                "BYSETPOS" => {
                    let position = |text: &str| text.parse().ok().filter(|position: &i32| *position != 0);
                    rule.by_set_position = list(value, position)?;
                }
                "WKST" => rule.week_start = weekday(value)?,
                _ => return None,
            }
        }
        rule.frequency = frequency?;
        let ordinals = rule.by_day.iter().any(|(ordinal, _)| *ordinal != 0);
        let whole = matches!(rule.frequency, Frequency::Monthly | Frequency::Yearly);
        let sound = (rule.count.is_none() || rule.until.is_none()) && (whole || !ordinals);
        sound.then_some(rule)
    }

    /// Whether it ends by itself.
    pub(super) fn is_finite(&self) -> bool {
        self.count.is_some() || self.until.is_some()
    }
}

impl Frequency {
    fn read(text: &str) -> Option<Self> {
        match text.to_ascii_uppercase().as_str() {
            "DAILY" => Some(Self::Daily),
            "WEEKLY" => Some(Self::Weekly),
            "MONTHLY" => Some(Self::Monthly),
            "YEARLY" => Some(Self::Yearly),
            _ => None,
        }
    }
}

fn list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|part| read(part.trim())).collect()
}

fn within(text: &str, most: i8) -> Option<i8> {
    text.parse().ok().filter(|number: &i8| *number != 0 && (-most..=most).contains(number))
}

/// `MO`, `2TU`, `-1FR`.
fn day(text: &str) -> Option<(i32, Weekday)> {
    let (ordinal, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let ordinal = match ordinal {
        "" => 0,
        given => given.parse().ok().filter(|number: &i32| *number != 0 && number.abs() <= 53)?,
    };
    Some((ordinal, weekday(name)?))
}

fn weekday(text: &str) -> Option<Weekday> {
    match text.to_ascii_uppercase().as_str() {
        "MO" => Some(Weekday::Monday),
        "TU" => Some(Weekday::Tuesday),
        "WE" => Some(Weekday::Wednesday),
        "TH" => Some(Weekday::Thursday),
        "FR" => Some(Weekday::Friday),
        "SA" => Some(Weekday::Saturday),
        "SU" => Some(Weekday::Sunday),
        _ => None,
    }
}
