use std::time::Duration;

use kernel::ports::Soon;
use kernel::{Call, CallId, Done, Effect, Failure, Flow, Kind, Permit, Probe};
use serde_json::json;

use super::*;

/// A tool that only has a name, and whether it can be used just now.
pub(crate) struct Plain(pub(crate) Definition, pub(crate) bool);

impl AnyTool for Plain {
    fn definition(&self) -> &Definition {
        &self.0
    }

    fn available(&self) -> bool {
        self.1
    }

    fn validate(&self, _: &Value) -> Result<(), Failure> {
        Ok(())
    }

    fn needs(&self, _: &Value) -> Result<Vec<Vec<String>>, Failure> {
        Ok(Vec::new())
    }

    fn plan<'a>(&'a self, args: Value, _: &'a Call) -> Soon<'a, Result<Value, Failure>> {
        Box::pin(async { Ok(args) })
    }

    fn effect(&self, _: &Value) -> Result<Effect, Failure> {
        Ok(Effect::new("Nothing"))
    }

    fn flow(&self, _: &Value) -> Result<Flow, Failure> {
        Ok(Flow::default())
    }

    fn kind(&self, _: &Value) -> Result<Kind, Failure> {
        Ok(self.0.kind)
    }

    fn hold(&self, _: &Value) -> Result<Duration, Failure> {
        Ok(Duration::ZERO)
    }

    fn run<'a>(&'a self, _: Value, _: Permit, _: &'a Call) -> Soon<'a, Result<Done, Failure>> {
        Box::pin(async { Err(Failure::model(kernel::Code::NotAvailable, "It does nothing.")) })
    }

    fn probe<'a>(&'a self, _: &'a Value, _: &'a Call) -> Soon<'a, Probe> {
        Box::pin(async { Probe::DidNot })
    }
}

fn of(name: &str, origin: &Origin, aliases: &[&str]) -> Box<dyn AnyTool> {
    let aliases = aliases.iter().map(|&alias| alias.to_owned()).collect();
    let definition = Definition::unknown(name, "", json!({}));
    Box::new(Plain(Definition { origin: origin.clone(), aliases, ..definition }, true))
}

fn ours(name: &str, aliases: &[&str]) -> Box<dyn AnyTool> {
    of(name, &Origin::House, aliases)
}

fn order(toolbox: &Toolbox) -> Vec<String> {
    toolbox.now().all().map(|tool| tool.definition().name.clone()).collect()
}

#[test]
fn two_tools_of_one_name_are_refused_whatever_kind_of_name_it_is() {
    for (first, second) in [
        (ours("mail.read", &[]), ours("mail.read", &[])),
        (ours("mail.read", &["read"]), ours("file.read", &["read"])),
        (ours("mail.read", &["file.read"]), ours("file.read", &[])),
        (ours("mail.read", &[]), ours("x.y", &["mail__read"])),
        (ours("mail.read", &["x__y"]), ours("x.y", &[])),
    ] {
        assert!(matches!(Toolbox::new(vec![first, second]), Err(ToolboxError::Twice(_))));
    }
    let itself = Toolbox::new(vec![ours("mail.read", &["mail.read"])]);
    assert_eq!(itself.err(), Some(ToolboxError::Twice("mail.read".to_owned())));
}

#[test]
fn registering_is_all_or_nothing() {
    let toolbox = Toolbox::new(vec![ours("b.b", &[])]).unwrap();
    assert!(toolbox.register(vec![ours("a.a", &[]), ours("b.b", &[])]).is_err());
    assert_eq!((order(&toolbox), toolbox.now().revision()), (vec!["b.b".to_owned()], 0));
    toolbox.register(vec![ours("a.a", &["first"])]).unwrap();
    assert_eq!(order(&toolbox), ["b.b", "a.a"]);
    assert!(toolbox.unregister("a.a"));
    assert!(!toolbox.unregister("a.a"));
    assert!(toolbox.now().named("first").is_none(), "its other names went with it");
    toolbox.register(vec![ours("c.c", &["first"])]).unwrap();
}

#[test]
fn what_a_server_offers_takes_the_place_of_what_it_offered_before() {
    let toolbox = Toolbox::new(vec![ours("z.z", &[])]).unwrap();
    let (one, two) = (Origin::Server("one".to_owned()), Origin::Server("two".to_owned()));
    assert!(toolbox.offer(&two, vec![of("mcp__two__a", &two, &["mcp:two:a"])]).is_empty());
    let offered = ["mcp__one__b", "mcp__one__a"].map(|name| of(name, &one, &[])).into_iter().collect();
    assert!(toolbox.offer(&one, offered).is_empty());
    assert_eq!(order(&toolbox), ["z.z", "mcp__one__a", "mcp__one__b", "mcp__two__a"]);
    assert_eq!(toolbox.now().servers().into_iter().collect::<Vec<_>>(), ["one", "two"]);
    let held = toolbox.now();
    let refused = toolbox
        .offer(&one, vec![of("mcp__one__c", &one, &[]), of("mcp__two__x", &two, &[]), of("z.z", &one, &[])]);
    assert_eq!(
        refused.iter().map(|refused| refused.tool.as_str()).collect::<Vec<_>>(),
        ["mcp__two__x", "z.z"]
    );
    assert_eq!(order(&toolbox), ["z.z", "mcp__one__c", "mcp__two__a"]);
    assert!(held.get("mcp__one__b").is_some(), "whoever holds what was there keeps it");
    toolbox.offer(&two, Vec::new());
    assert_eq!(order(&toolbox), ["z.z", "mcp__one__c"]);
}

#[test]
fn an_old_name_with_an_action_means_the_tool_that_took_its_place() {
    let toolbox = Toolbox::new(vec![ours("mail.read", &["old_mail:read"])]).unwrap();
    let call = |tool: &str, args| ToolCall { id: CallId("c".to_owned()), tool: tool.to_owned(), args };
    let mut old = call("old_mail", json!({ "action": "read", "id": 1 }));
    assert_eq!(toolbox.now().meant(&mut old).unwrap().definition().name, "mail.read");
    assert_eq!(old.args, json!({ "id": 1 }));
    assert!(toolbox.now().meant(&mut call("old_mail", json!({ "action": "burn" }))).is_none());
    assert!(toolbox.now().meant(&mut call("mail__read", json!({}))).is_some());
}
