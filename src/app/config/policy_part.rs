//! When people are asked, as it is written.

use std::collections::BTreeMap;

use engine::{Approvals, ApproversRule, Autonomy, HouseRules, OperatorsRule, Pattern, Policy};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::{Needed, Time};
use schemars::JsonSchema;
use serde::Deserialize;

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
    needed: WrittenNeeded,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WrittenNeeded {
    #[default]
    Either,
    Both,
}

impl WrittenApprovers {
    fn meant(self) -> Result<ApproversRule, String> {
        if self.tools.is_empty() || self.people.is_empty() {
            return Err("approvers: `tools` and `people` must each name at least one.".to_owned());
        }
        if let Some(wrong) = self.people.iter().find(|person| !person.contains('@')) {
            return Err(format!(
                "approvers: people holds \"{wrong}\". It takes the addresses of Slack profiles."
            ));
        }
        let needed = match self.needed {
            WrittenNeeded::Either => Needed::Either,
            WrittenNeeded::Both => Needed::Both,
        };
        ApproversRule::new(&self.tools, self.people, needed).map_err(|why| format!("approvers: {why}"))
    }
}

pub(super) fn house_rules(
    standing: Vec<WrittenStandingRule>,
    approvers: Vec<WrittenApprovers>,
) -> Result<HouseRules, String> {
    let mut meant: Vec<OperatorsRule> = Vec::new();
    for rule in standing {
        if meant.iter().any(|other| other.name == rule.name) {
            return Err(format!(
                "Two standing_rules are called \"{}\". Give each a name of its own.",
                rule.name
            ));
        }
        meant.push(rule.meant()?);
    }
    let approvers = approvers.into_iter().map(WrittenApprovers::meant).collect::<Result<_, _>>()?;
    Ok(HouseRules { standing: meant, approvers })
}

impl WrittenStandingRule {
    fn meant(self) -> Result<OperatorsRule, String> {
        let place = format!("standing_rules \"{}\"", self.name);
        if self.uses == 0 {
            return Err(format!(
                "{place}: uses = 0 lets nothing run. Say how often it may be used, or leave the rule out."
            ));
        }
        let day: Date = self.expires.parse().map_err(|error| {
            format!("{place}: expires = \"{}\": {error}. It looks like \"2027-01-31\".", self.expires)
        })?;
        let over = day
            .tomorrow()
            .and_then(|day| day.to_zoned(TimeZone::UTC))
            .map_err(|error| format!("{place}: {error}"))?;
        if let Some(wrong) = self.reach.iter().find(|one| !one.contains('@') || one.contains('*')) {
            let words = "It takes whole addresses, or \"@\" and a domain.";
            return Err(format!("{place}: reach holds \"{wrong}\". {words}"));
        }
        let patterns = self.arguments.iter().map(|(argument, glob)| {
            Pattern::new(argument, glob)
                .map_err(|why| format!("{place}: arguments.{argument} = \"{glob}\": {why}"))
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

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WrittenApprovals {
    Standard,
    Provenance,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WrittenAutonomy {
    Supervised,
    Standard,
    Autonomous,
}

pub(super) fn policy(approvals: Option<WrittenApprovals>, autonomy: Option<WrittenAutonomy>) -> Policy {
    Policy {
        approvals: match approvals {
            Some(WrittenApprovals::Provenance) => Approvals::Provenance,
            Some(WrittenApprovals::Standard) | None => Approvals::Standard,
        },
        autonomy: match autonomy {
            Some(WrittenAutonomy::Supervised) => Autonomy::Supervised,
            Some(WrittenAutonomy::Autonomous) => Autonomy::Autonomous,
            Some(WrittenAutonomy::Standard) | None => Autonomy::Standard,
        },
        ..Policy::default()
    }
}
