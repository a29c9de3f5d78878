use serde_json::json;

use super::*;

fn tool(name: &str) -> Definition {
    Definition::unknown(name, "", json!({})).in_group("accounts")
}

fn patterns(those: &[&str]) -> ToolPatterns {
    ToolPatterns::new(those).unwrap()
}

fn messaging() -> Profile {
    Profile::new("messaging", &["user.ask", "group:accounts"], &["shell.*"]).unwrap()
}

fn gate(rules: &ToolRules, tool: &Definition, agent: &Agent) -> Option<String> {
    rules.refusal(tool, agent).map(|check| check.gate)
}

#[test]
fn every_gate_refuses_under_its_own_name() {
    let agent =
        Agent { role: Some("reader".to_owned()), providers: ["big".to_owned(), "small".to_owned()].into() };
    let base = ToolRules::of_profile(messaging());
    let (mail, shell) = (tool("mail.send"), Definition::unknown("shell.run", "", json!({})));
    assert_eq!(gate(&base, &mail, &agent), None);
    assert_eq!(gate(&base, &shell, &agent).unwrap(), "profile");
    let allow = ToolRules { allow: Some(patterns(&["docs.*"])), ..base.clone() };
    assert_eq!(gate(&allow, &mail, &agent).unwrap(), "allow");
    let deny = ToolRules { deny: patterns(&["mail.s*"]), ..base.clone() };
    assert_eq!(gate(&deny, &mail, &agent).unwrap(), "deny");
    let narrowed = |allow: Option<ToolPatterns>| Narrowing { allow, ..Narrowing::default() };
    let reader = [("reader".to_owned(), narrowed(Some(patterns(&["*.read"]))))].into();
    assert_eq!(gate(&ToolRules { roles: reader, ..base.clone() }, &mail, &agent).unwrap(), "role:reader");
    let small = [("small".to_owned(), narrowed(Some(patterns(&[]))))].into();
    let provider = ToolRules { providers: small, ..base.clone() };
    assert_eq!(gate(&provider, &mail, &agent).unwrap(), "provider:small");
    let elsewhere = Agent { providers: ["big".to_owned()].into(), ..agent.clone() };
    assert_eq!(gate(&provider, &mail, &elsewhere), None);
    let blocked = AreaRules { blocked: ["send".to_owned()].into(), ..AreaRules::default() };
    let area = ToolRules { areas: [("mail".to_owned(), blocked)].into(), ..base.clone() };
    assert_eq!(gate(&area, &mail, &agent).unwrap(), "area:mail");
    let reaching = Definition { capabilities: vec![Capability::Network], ..mail.clone() };
    let caged = ToolRules { capabilities: BTreeSet::new(), ..base.clone() };
    assert_eq!(gate(&caged, &reaching, &agent).unwrap(), "capability");
    assert_eq!(gate(&caged, &mail, &agent), None);
}

#[test]
fn a_list_that_is_absent_allows_what_the_profile_does_and_an_empty_one_nothing() {
    let (agent, mail) = (Agent::default(), tool("mail.send"));
    let base = ToolRules::of_profile(messaging());
    assert_eq!(gate(&base, &mail, &agent), None);
    let nothing = ToolRules { allow: Some(patterns(&[])), ..base };
    assert_eq!(gate(&nothing, &mail, &agent).unwrap(), "allow");
    let ask = Definition { listing: Listing::Always, ..Definition::unknown("user.ask", "", json!({})) };
    assert_eq!(gate(&nothing, &ask, &agent), None, "what belongs to every agent needs no list");
    let denied = ToolRules { deny: patterns(&["user.*"]), ..nothing };
    assert_eq!(gate(&denied, &ask, &agent).unwrap(), "deny", "but it can be taken away");
}

#[test]
fn what_a_server_brought_is_gated_by_the_server_and_can_be_denied_by_name() {
    let agent = Agent::default();
    let theirs = |server: &str| Definition {
        origin: Origin::Server(server.to_owned()),
        ..Definition::unknown(format!("mcp__{server}__burn"), "", json!({}))
    };
    let minimal = ToolRules {
        allow: Some(patterns(&[])),
        ..ToolRules::of_profile(Profile::new("minimal", &["user.ask"], &[]).unwrap())
    };
    assert_eq!(gate(&minimal, &theirs("files"), &agent), None, "no list of ours speaks of it");
    let some = ToolRules { servers: Some(patterns(&["git*"])), ..minimal.clone() };
    assert_eq!(gate(&some, &theirs("github"), &agent), None);
    assert_eq!(gate(&some, &theirs("files"), &agent).unwrap(), "server");
    let denied = ToolRules { deny: patterns(&["mcp__files__*"]), ..minimal };
    assert_eq!(gate(&denied, &theirs("files"), &agent).unwrap(), "deny");
}

#[test]
fn a_role_may_have_a_profile_of_its_own() {
    let shell = Definition::unknown("shell.run", "", json!({}));
    let full = Narrowing { profile: Some(Profile::default()), ..Narrowing::default() };
    let rules = ToolRules { roles: [("hand".to_owned(), full)].into(), ..ToolRules::of_profile(messaging()) };
    let hand = Agent { role: Some("hand".to_owned()), ..Agent::default() };
    assert_eq!(gate(&rules, &shell, &hand), None);
    assert_eq!(gate(&rules, &shell, &Agent::default()).unwrap(), "profile");
}

fn theirs(server: &str, tool: &str) -> Definition {
    let name = format!("mcp__{server}__{}", tool.replace('/', "_"));
    Definition {
        origin: Origin::Server(server.to_owned()),
        called: Some(tool.to_owned()),
        ..Definition::unknown(name, "", json!({}))
    }
}

#[test]
fn an_area_of_a_server_is_ruled_by_what_its_tools_are_called_there() {
    let agent = Agent::default();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<BTreeSet<String>>();
    let blocked = AreaRules { blocked: words(&["read_file", "move/all"]), ..AreaRules::default() };
    let rules = ToolRules { areas: [("files".to_owned(), blocked)].into(), ..ToolRules::default() };
    assert_eq!(gate(&rules, &theirs("files", "read_file"), &agent).unwrap(), "area:files");
    assert_eq!(gate(&rules, &theirs("files", "move/all"), &agent).unwrap(), "area:files");
    assert_eq!(gate(&rules, &theirs("files", "file"), &agent), None);
    assert_eq!(gate(&rules, &theirs("disks", "read_file"), &agent), None, "another server's is another");
    let only = AreaRules { allowed: Some(words(&["read_file"])), ..AreaRules::default() };
    let rules = ToolRules { areas: [("files".to_owned(), only)].into(), ..ToolRules::default() };
    assert_eq!(gate(&rules, &theirs("files", "read_file"), &agent), None);
    assert_eq!(gate(&rules, &theirs("files", "write_file"), &agent).unwrap(), "area:files");
}

#[test]
fn a_role_has_the_servers_it_names_and_of_their_tools_those_it_names() {
    let reader = Agent { role: Some("reader".to_owned()), ..Agent::default() };
    let of = |narrowing: Narrowing| ToolRules {
        roles: [("reader".to_owned(), narrowing)].into(),
        ..ToolRules::default()
    };
    let (read, write) = (theirs("files", "read_file"), theirs("files", "write_file"));
    let ours = of(Narrowing { allow: Some(patterns(&["mail.*"])), ..Narrowing::default() });
    assert_eq!(gate(&ours, &read, &reader), None, "a list that names nothing of servers is about ours");
    for allow in [&["mail.*", "mcp__files__read_*"][..], &["mcp:files:read_*"]] {
        let read = Definition { aliases: vec!["mcp:files:read_file".to_owned()], ..read.clone() };
        let some = of(Narrowing { allow: Some(patterns(allow)), ..Narrowing::default() });
        assert_eq!(gate(&some, &read, &reader), None);
        assert_eq!(gate(&some, &write, &reader).unwrap(), "role:reader");
    }
    let servers = of(Narrowing { servers: Some(patterns(&["git*"])), ..Narrowing::default() });
    assert_eq!(gate(&servers, &read, &reader).unwrap(), "role:reader");
    assert_eq!(gate(&servers, &theirs("github", "log"), &reader), None);
    assert_eq!(gate(&servers, &tool("mail.send"), &reader), None, "what is ours has no server");
    let none = of(Narrowing { servers: Some(patterns(&[])), ..Narrowing::default() });
    assert_eq!(gate(&none, &theirs("github", "log"), &reader).unwrap(), "role:reader");
}
