//! `countersign policy explain`: why a tool may be used or not, and when somebody is asked.

use engine::{Agent, Approvals, Autonomy, Check};
use kernel::{Asking, Definition, DryRun, Kind, Origin};

use crate::cli::{Common, ExplainArguments};
use crate::config::check_place;
use crate::known_tools::OfServers;
use crate::sandboxed::say;
use crate::{Config, Exit, Trouble, models_table, toolbox};

pub(crate) async fn explain(common: &Common, question: &ExplainArguments) -> Result<(), Trouble> {
    let config =
        Config::load(common.config.as_deref()).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let servers = OfServers::seen(common, &config).await?;
    let tool = toolbox::definition(&question.tool, &servers)?;
    let place = question.place.as_deref();
    place.map_or(Ok(()), check_place).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let working = config.roles.working_in(place.unwrap_or_default());
    let role = question.role.clone().or_else(|| working.cloned());
    let rules = config.rules();
    let agent = Agent { role, providers: models_table::chosen(&config).await?.providers() };
    say(&format!("{} ({}), {}", tool.name, kind(&tool), whom(question, &agent)));
    let checks: Vec<Check> = rules.checks(&tool, &agent).collect();
    for Check { gate, passes, why } in &checks {
        say(&format!("  {} {gate:<20} {why}", if *passes { "passes " } else { "refuses" }));
    }
    match checks.iter().find(|check| !check.passes) {
        Some(Check { gate, .. }) => {
            say(&format!("It is neither shown nor run: `{gate}` refuses it. That is what the audit names."));
        }
        None if servers.is_off(&tool) => {
            let server = tool.area();
            say(&format!(
                "It is switched off until somebody agrees to it. Look with: countersign mcp diff {server}"
            ));
        }
        None => when_asked(&config, &tool, question),
    }
    Ok(())
}

fn whom(question: &ExplainArguments, agent: &Agent) -> String {
    let person = question.person.as_deref().unwrap_or("anybody");
    let place = question.place.as_deref().map(|place| format!(" in {place}")).unwrap_or_default();
    let role = agent.role.as_deref().map(|role| format!(" as {role}")).unwrap_or_default();
    let providers: Vec<&str> = agent.providers.iter().map(String::as_str).collect();
    format!("for {person}{place}{role}, answered by a model of {}", providers.join(" or "))
}

fn kind(tool: &Definition) -> &'static str {
    match tool.kind {
        Kind::Read => "looks",
        Kind::Edit => "changes something that can be undone",
        Kind::Commit => "reaches somebody else, or cannot be taken back",
    }
}

/// What comes after it is allowed: who is asked before it runs, and what answers for them.
fn when_asked(config: &Config, tool: &Definition, question: &ExplainArguments) {
    say("It may be used. Before it runs:");
    for line in questions(config, tool) {
        say(&format!("  - {line}"));
    }
    for rule in config.house.standing.iter().filter(|rule| rule.tool == tool.name) {
        let theirs = match (&rule.person, &question.person) {
            (Some(of), Some(person)) => of.eq_ignore_ascii_case(person),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let counts = match (tool.origin.is_house(), theirs) {
            (false, _) => "never answers: nobody knows what a server does",
            (true, true) => "may answer for them",
            (true, false) => "is for somebody else",
        };
        say(&format!(
            "  - the operator's rule \"{}\" {counts}, in autonomous mode, up to {} times",
            rule.name, rule.uses
        ));
    }
    if let Some(rule) = config.house.approvers.iter().find(|rule| rule.is_about(&tool.name)) {
        say(&format!("  - {}", rule.words()));
    }
    if question.place.is_some() {
        say(
            "  - where guests or people of other companies read along, answers and cards go to the requester alone",
        );
    }
}

fn questions(config: &Config, tool: &Definition) -> Vec<String> {
    if config.dry_run == DryRun::On && tool.kind != Kind::Read {
        return vec!["nobody is asked: what it would do is only told (dry_run = true)".to_owned()];
    }
    if config.tools.hooks.confirm.covers(tool) {
        return vec!["its person is always asked: tools.hooks.confirm names it".to_owned()];
    }
    let elsewhere = match &tool.origin {
        Origin::House => None,
        Origin::Server(name) | Origin::Plugin(name) => Some(name),
    };
    let mut said = match (elsewhere, tool.kind) {
        (None, Kind::Read) if tool.asking == Asking::ByKind => {
            return vec!["nobody is asked; its answer counts as somebody else's words".to_owned()];
        }
        (Some(server), Kind::Read) => of_a_look_elsewhere(config, server),
        (Some(server), _) => vec![format!(
            "its person is asked every time, and no standing rule answers for them: nobody knows what {server} does"
        )],
        (None, _) => of_ours(config, tool),
    };
    if config.policy.autonomy == Autonomy::Autonomous {
        said.push(
            "nobody is there to be asked (autonomy = \"autonomous\"): it is not done, and kept on a card"
                .to_owned(),
        );
    }
    said
}

/// What is told a server leaves the house, also where it only looks.
fn of_a_look_elsewhere(config: &Config, server: &str) -> Vec<String> {
    let asked = match (config.dry_run, config.policy.autonomy) {
        (DryRun::On, _) => "only told what would be looked for (dry_run = true)",
        (DryRun::Off, Autonomy::Supervised) => "asked (autonomy = \"supervised\")",
        (DryRun::Off, Autonomy::Standard | Autonomy::Autonomous) => {
            "asked unless everything in it follows from their own words (the flow rules)"
        }
    };
    vec![
        "nobody is asked where nothing is told the server; its answer counts as somebody else's words"
            .to_owned(),
        format!("where words go to {server}, its person is {asked}"),
    ]
}

fn of_ours(config: &Config, tool: &Definition) -> Vec<String> {
    let mut said = Vec::new();
    match (config.policy.autonomy, config.policy.approvals) {
        (Autonomy::Supervised, _) => {
            said.push("its person is always asked (autonomy = \"supervised\")".to_owned());
        }
        (_, Approvals::Standard) if tool.kind == Kind::Commit || tool.asking == Asking::Always => {
            said.push("its person is asked: the table of what is always asked about names it".to_owned());
        }
        (_, approvals) => {
            if approvals == Approvals::Standard && tool.kind == Kind::Edit {
                said.push("its person is asked wherever other people can see the change".to_owned());
            }
            said.push(
                "its person is asked unless everything in it follows from their own words (the flow rules)"
                    .to_owned(),
            );
        }
    }
    if config.policy.autonomy == Autonomy::Standard {
        said.push("a standing rule of that person may answer for them".to_owned());
    }
    said
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(written: &str, kind: Kind) -> String {
        let config = Config::parse("x", written).unwrap();
        let origin = Origin::Server("notes".to_owned());
        let tool = Definition::unknown("mcp__notes__do", "Does it.", json!({}));
        questions(&config, &Definition { kind, origin, asking: Asking::ByKind, ..tool }).join("\n")
    }

    #[test]
    fn what_a_server_does_is_asked_about_in_every_mode_and_no_rule_answers() {
        for mode in
            ["", "approvals = \"provenance\"", "autonomy = \"supervised\"", "autonomy = \"autonomous\""]
        {
            let words = told(mode, Kind::Commit);
            assert!(words.contains("asked every time") && !words.contains("may answer"), "{mode}: {words}");
        }
        assert!(told("autonomy = \"autonomous\"", Kind::Commit).contains("kept on a card"));
    }

    #[test]
    fn a_server_that_only_looks_is_told_nothing_of_others_without_a_question() {
        assert!(told("", Kind::Read).contains("asked unless everything in it follows from their own words"));
        assert!(told("autonomy = \"supervised\"", Kind::Read).contains("where words go to notes"));
    }

    #[test]
    fn a_dry_run_is_explained() {
        for kind in [Kind::Read, Kind::Edit, Kind::Commit] {
            assert!(told("dry_run = true", kind).contains("dry_run = true"), "{kind:?}");
        }
    }
}
