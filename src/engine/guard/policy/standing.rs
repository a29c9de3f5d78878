//! Rules of whoever runs the house, for runs in which nobody is there.

use globset::{Glob, GlobMatcher};
use kernel::{Alarm, Flow, Label, Sink, SinkKind, Time};
use serde_json::Value;

use super::PatternError;
use crate::guard::flow::{Objection, Rule};
use crate::guard::reach::domain;

/// Lets calls of one tool run that would be asked about, while it lasts: only to these people, only with such arguments.
#[derive(Clone, Debug)]
pub struct OperatorsRule {
    /// Its uses are counted under this name.
    pub name: String,
    pub tool: String,
    /// The address of the person whose calls it covers; everybody's where none is named.
    pub person: Option<String>,
    /// Whom such calls may reach: addresses, or `@` and a domain.
    pub reach: Vec<String>,
    /// What the arguments must be.
    pub arguments: Vec<Pattern>,
    /// How often, over all.
    pub uses: u32,
    pub until: Time,
}

/// What an argument must look like.
#[derive(Clone, Debug)]
pub struct Pattern {
    argument: String,
    glob: GlobMatcher,
}

impl Pattern {
    /// `*` stands for anything.
    pub fn new(argument: &str, glob: &str) -> Result<Self, PatternError> {
        Ok(Self { argument: argument.to_owned(), glob: Glob::new(glob)?.compile_matcher() })
    }

    /// Of a list, every one must fit. What is not there fits nothing.
    fn fits(&self, arguments: &Value) -> bool {
        arguments.get(&self.argument).is_some_and(|value| self.fits_value(value))
    }

    fn fits_value(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.glob.is_match(text),
            Value::Number(number) => self.glob.is_match(number.to_string()),
            Value::Bool(truth) => self.glob.is_match(truth.to_string()),
            Value::Array(values) => !values.is_empty() && values.iter().all(|value| self.fits_value(value)),
            Value::Null | Value::Object(_) => false,
        }
    }
}

/// A planned call, as a rule of the operator looks at it.
pub(crate) struct RuleInput<'a> {
    pub(crate) tool: &'a str,
    /// The address of the requester.
    pub(crate) address: Option<&'a str>,
    pub(crate) arguments: &'a Value,
    pub(crate) flow: &'a Flow,
    pub(crate) objections: &'a [Objection],
    /// What the model has read by now.
    pub(crate) context: &'a Label,
}

impl OperatorsRule {
    /// The plan decides whom the call reaches, because it says where the call really goes; arguments may say otherwise.
    pub(crate) fn covers(&self, call: &RuleInput<'_>, now: Time) -> bool {
        let theirs = self
            .person
            .as_ref()
            .is_none_or(|person| call.address.is_some_and(|address| address.eq_ignore_ascii_case(person)));
        let unclear = call.objections.iter().any(|objection| objection.rule == Rule::Unknown);
        // The name of a tool alone does not say which of a person's things may be deleted.
        let named = !call.flow.deed.is_destructive() || !self.arguments.is_empty();
        self.tool == call.tool
            && now < self.until
            && theirs
            && !unclear
            && named
            && call.context.alarm != Alarm::Loud
            && call.flow.sinks.iter().all(|sink| self.reaches(sink))
            && self.arguments.iter().all(|pattern| pattern.fits(call.arguments))
    }

    fn reaches(&self, sink: &Sink) -> bool {
        match sink.kind {
            SinkKind::Recipient | SinkKind::Organisation => {
                self.reach.iter().any(|allowed| match allowed.strip_prefix('@') {
                    Some(own) => sink.value.contains('@') && domain(&sink.value) == own.to_lowercase(),
                    None => allowed.eq_ignore_ascii_case(&sink.value),
                })
            }
            SinkKind::Words | SinkKind::Title | SinkKind::Quote | SinkKind::Enclosed => true,
            SinkKind::Fetch | SinkKind::Thread | SinkKind::Outside => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fits(glob: &str, value: &Value) -> bool {
        Pattern::new("subject", glob).unwrap().fits(&json!({ "subject": value }))
    }

    #[test]
    fn an_argument_must_be_there_and_fit_in_every_part() {
        assert!(fits("Report *", &json!("Report of May")) && !fits("Report *", &json!("My Report of May")));
        assert!(
            fits("a*", &json!(["ab", "ac"])) && !fits("a*", &json!(["ab", "b"])) && !fits("*", &json!([]))
        );
        assert!(fits("3", &json!(3)) && fits("true", &json!(true)));
        assert!(!fits("*", &json!({"deep": 1})) && !fits("*", &Value::Null));
        assert!(!Pattern::new("to", "*").unwrap().fits(&json!({"subject": "x"})));
        assert!(Pattern::new("to", "[").is_err());
    }

    #[test]
    fn whom_it_may_reach_is_an_address_or_a_whole_domain_and_never_part_of_one() {
        let rule = OperatorsRule {
            name: "report".into(),
            tool: "mail.send".into(),
            person: None,
            reach: vec!["ana@firm.example".into(), "@own.example".into()],
            arguments: Vec::new(),
            uses: 1,
            until: Time(1),
        };
        let reaches = |value: &str| rule.reaches(&Sink::new(SinkKind::Recipient, "/to", value));
        assert!(reaches("Ana@firm.example") && reaches("x@own.example"));
        for other in
            ["ben@firm.example", "x@not-own.example", "x@own.example.evil.example", "own.example", "anyone"]
        {
            assert!(!reaches(other), "{other}");
        }
        assert!(!rule.reaches(&Sink::new(SinkKind::Fetch, "/to", "ana@firm.example")));
    }
}
