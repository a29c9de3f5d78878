use kernel::CallId;
use kernel::ports::Toolshed as _;
use serde_json::json;

use super::*;
use crate::guard::ToolPatterns;
use crate::tools::{Plain, Toolbox};

fn refusal(halted: Result<impl Sized, Halt>) -> Refusal {
    match halted {
        Err(Halt::Refused(refusal)) => refusal,
        _ => panic!("it was not refused by a gate"),
    }
}

fn call(tool: &str, args: Value) -> ToolCall {
    ToolCall { id: CallId("c".to_owned()), tool: tool.to_owned(), args }
}

fn toolbox() -> Toolbox {
    let tools = ["read", "send"].map(|action| {
        let aliases = vec![format!("old_mail:{action}")];
        let definition = Definition::unknown(format!("mail.{action}"), "Does it.", json!({}));
        Box::new(Plain(Definition { aliases, ..definition }, true)) as Box<dyn AnyTool>
    });
    Toolbox::new(tools.into()).unwrap()
}

fn without(denied: &str) -> ToolRules {
    ToolRules { deny: ToolPatterns::new([denied]).unwrap(), ..ToolRules::default() }
}

#[test]
fn whoever_may_not_use_a_tool_is_told_that_and_not_what_it_takes() {
    let (tools, rules, agent) = (toolbox().now(), without("mail.send"), Agent::default());
    // No tool takes a list.
    let named = resolve(call("mail.send", json!([])), &tools, &rules, &agent);
    let refused = refusal(named.and_then(|named| check_rules(named, &rules, &agent)));
    assert_eq!(refused.failure.code, Code::Denied);
    assert_ne!(refused.gate, "arguments");
}

#[test]
fn an_old_name_without_its_action_says_which_there_are_that_may_be_used() {
    let (tools, agent) = (toolbox().now(), Agent::default());
    for args in [json!({}), json!({ "action": "fly" }), json!("nonsense")] {
        let told = |rules: &ToolRules| {
            refusal(resolve(call("old_mail", args.clone()), &tools, rules, &agent)).failure.words
        };
        assert_eq!(told(&ToolRules::default()), "`old_mail` takes an `action`, one of: read, send.");
        assert_eq!(told(&without("mail.send")), "`old_mail` takes an `action`, one of: read.");
        assert_eq!(told(&without("mail.*")), "There is no tool named `old_mail`.");
    }
}

#[test]
fn of_a_server_that_was_never_connected_it_is_said_that_and_why() {
    let (toolbox, agent) = (toolbox(), Agent::default());
    let server = Origin::Server("notes".to_owned());
    let told = |tool: &str, rules: &ToolRules| {
        refusal(resolve(call(tool, json!({})), &toolbox.now(), rules, &agent)).failure
    };
    let everything = ToolRules::default();
    let before = toolbox.now().revision();
    toolbox.expect(&server, None);
    for name in ["mcp__notes__search", "mcp:notes:search"] {
        let failure = told(name, &everything);
        assert!(failure.words.contains("The server notes is configured, but not connected"), "{failure}");
        assert_eq!((failure.code, failure.quote), (Code::NotAvailable, None));
    }
    toolbox.expect(&server, Some("it did not answer".to_owned()));
    assert_eq!(told("mcp__notes__search", &everything).quote.as_deref(), Some("it did not answer"));
    assert_eq!(toolbox.now().revision(), before, "nobody's list changes for that");
    let unknown = |name: &str, rules: &ToolRules| {
        assert_eq!(told(name, rules).words, format!("There is no tool named `{name}`."));
    };
    unknown("mcp__notes__search", &without("mcp__notes__*"));
    unknown("mcp__others__search", &everything);
    toolbox.offer(&server, Vec::new());
    unknown("mcp__notes__search", &everything);
}
