//! When people are asked, as it is written.

use std::collections::BTreeMap;

use engine::{ApproversRule, HouseRules, OperatorsRule, Pattern};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::{Needed, Time};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::SettingError;

/// Lets calls of one tool run that would be asked about in `autonomous` mode.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenStandingRule {
    /// What it is called in the audit. Its uses are counted under this name.
    name: String,
    /// E.g. `gmail.send`.
    tool: String,
    /// The address of the person for whom it works; everybody unless set.
    #[serde(default)]
    person: Option<String>,
    /// Whom such calls may reach: addresses, or `@` and a domain, e.g. `["team@example.com", "@example.com"]`.
    #[serde(default)]
    reach: Vec<String>,
    /// What arguments must look like, with `*` for anything, e.g. `{ subject = "Weekly report *" }`.
    #[serde(default)]
    arguments: BTreeMap<String, String>,
    /// How often it may be used, over all.
    uses: u32,
    /// The last day on which it holds, e.g. `2027-01-31` (UTC).
    expires: String,
}

/// Who else may approve calls of some tools, or has to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenApprovers {
    /// Which tools, with `*` for anything, e.g. `["gmail.send", "drive.*"]`.
    tools: Vec<String>,
    /// The addresses of their Slack profiles. Guests and people of other companies never count.
    people: Vec<String>,
    /// `either` (default: whoever asked, or one of these) or `both` (whoever asked, and one of these).
    #[serde(default)]
    needed: Needed,
}

impl WrittenApprovers {
    fn meant(self) -> Result<ApproversRule, SettingError> {
        if self.tools.is_empty() || self.people.is_empty() {
            return Err(SettingError::new("approvers", "`tools` and `people` must each name at least one."));
        }
        if let Some(wrong) = self.people.iter().find(|person| !person.contains('@')) {
            let hint = "It takes the addresses of Slack profiles.";
            return Err(SettingError::new("approvers", format!("people holds \"{wrong}\".")).hint(hint));
        }
        ApproversRule::new(&self.tools, self.people, self.needed)
            .map_err(|why| SettingError::new("approvers", why.to_string()))
    }
}

pub(super) fn house_rules(
    standing: Vec<WrittenStandingRule>,
    approvers: Vec<WrittenApprovers>,
) -> Result<HouseRules, SettingError> {
    let mut meant: Vec<OperatorsRule> = Vec::new();
    for rule in standing {
        if meant.iter().any(|other| other.name == rule.name) {
            let problem = format!("Two standing_rules are called \"{}\".", rule.name);
            return Err(SettingError::new("", problem).hint("Give each a name of its own."));
        }
        meant.push(rule.meant()?);
    }
    let approvers = approvers.into_iter().map(WrittenApprovers::meant).collect::<Result<_, _>>()?;
    Ok(HouseRules { standing: meant, approvers })
}

impl WrittenStandingRule {
    fn meant(self) -> Result<OperatorsRule, SettingError> {
        let wrong = |problem: String| SettingError::new(format!("standing_rules \"{}\"", self.name), problem);
        if self.uses == 0 {
            return Err(wrong("uses = 0 lets nothing run.".to_owned())
                .hint("Say how often it may be used, or leave the rule out."));
        }
        let day: Date = self.expires.parse().map_err(|error| {
            wrong(format!("expires = \"{}\": {error}.", self.expires)).hint("It looks like \"2027-01-31\".")
        })?;
        let over = day
            .tomorrow()
            .and_then(|day| day.to_zoned(TimeZone::UTC))
            .map_err(|error| wrong(error.to_string()))?;
        if let Some(one) = self.reach.iter().find(|one| !one.contains('@') || one.contains('*')) {
            let hint = "It takes whole addresses, or \"@\" and a domain.";
            return Err(wrong(format!("reach holds \"{one}\".")).hint(hint));
        }
        let patterns = self.arguments.iter().map(|(argument, glob)| {
            Pattern::new(argument, glob)
                .map_err(|why| wrong(format!("arguments.{argument} = \"{glob}\": {why}")))
        });
        Ok(OperatorsRule {
            arguments: patterns.collect::<Result<_, _>>()?,
            name: self.name,
            tool: self.tool,
            person: self.person,
            reach: self.reach,
            uses: self.uses,
            until: Time(over.timestamp().as_millisecond()),
        })
    }
}
