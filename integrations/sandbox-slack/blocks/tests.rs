//! What passes and what does not.

use serde_json::json;

use super::*;

fn problem(blocks: Value) -> Value {
    check(blocks).expect_err("the blocks should be refused").body()
}

fn button(action: &str) -> Value {
    json!({"type": "button", "action_id": action, "text": {"type": "plain_text", "text": "Go"}})
}

#[test]
fn a_good_message_passes_and_every_block_has_an_id() {
    let blocks = check(json!([
        {"type": "header", "text": {"type": "plain_text", "text": "Hello"}},
        {"type": "section", "text": {"type": "mrkdwn", "text": "*hi*"}, "accessory": button("x")},
        {"type": "divider"},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "small"}]},
        {"type": "actions", "elements": [button("a"), button("b")]},
        {"type": "markdown", "text": "**bold**"},
    ]))
    .unwrap();
    assert!(blocks.iter().all(|block| block["block_id"].as_str().is_some_and(|id| !id.is_empty())));
}

#[test]
fn words_of_rich_text_are_never_empty() {
    let rich = |elements: Value| json!([{"type": "rich_text", "elements": elements}]);
    let section = |pieces: Value| rich(json!([{"type": "rich_text_section", "elements": pieces}]));
    let text = json!({"type": "text", "text": ""});
    let head = json!([{"type": "raw_text", "text": "A"}]);
    let cell = json!({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [text]}]});
    for (blocks, pointer) in [
        (section(json!([text])), "/blocks/0/elements/0/elements/0/text"),
        (
            rich(json!([{"type": "rich_text_preformatted", "elements": [text]}])),
            "/blocks/0/elements/0/elements/0/text",
        ),
        (
            section(json!([{"type": "link", "url": "https://a.example", "text": ""}])),
            "/blocks/0/elements/0/elements/0/text",
        ),
        (json!([{"type": "table", "rows": [head, [cell]]}]), "/blocks/0/rows/1/0/elements/0/elements/0/text"),
    ] {
        let body = problem(blocks);
        let expected = format!("[ERROR] must be more than 0 characters [json-pointer:{pointer}]");
        assert_eq!(body["response_metadata"]["messages"][0], expected, "{body}");
    }
    assert_eq!(problem(rich(json!([])))["error"], "invalid_blocks");
    check(section(json!([{"type": "link", "url": "https://a.example"}]))).unwrap();
}

#[test]
fn a_workflow_button_begins_a_workflow() {
    let actions = |button: Value| json!([{"type": "actions", "elements": [button]}]);
    let mut button =
        json!({"type": "workflow_button", "action_id": "w", "text": {"type": "plain_text", "text": "Go"}});
    let body = problem(actions(button.clone()));
    assert!(body.to_string().contains("missing required field: workflow"), "{body}");
    button["workflow"] = json!({"trigger": {"url": "https://slack.com/shortcuts/Ft1/abc"}});
    check(actions(button)).unwrap();
}

#[test]
fn a_section_over_three_thousand_characters_is_refused_with_a_pointer() {
    let long = "x".repeat(3001);
    let body = problem(json!([{"type": "section", "text": {"type": "mrkdwn", "text": long}}]));
    assert_eq!(body["error"], "invalid_blocks");
    assert_eq!(
        body["response_metadata"]["messages"][0],
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    );
}

#[test]
fn two_buttons_of_one_block_cannot_share_an_action_id() {
    let body = problem(json!([{"type": "actions", "elements": [button("a"), button("a")]}]));
    assert!(body["errors"][0].as_str().unwrap().contains("action_id"));
}

#[test]
fn unknown_blocks_fields_and_wrong_types_are_refused() {
    assert_eq!(problem(json!([{"type": "sections"}]))["error"], "invalid_blocks");
    assert_eq!(problem(json!([{"type": "divider", "colour": "red"}]))["error"], "invalid_blocks");
    assert_eq!(
        problem(json!([{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}]))["error"],
        "invalid_blocks"
    );
    assert_eq!(problem(json!([{"type": "section"}]))["error"], "invalid_blocks");
    assert_eq!(problem(json!({"type": "section"}))["error"], "invalid_blocks_format");
}

#[test]
fn two_blocks_cannot_share_a_block_id_and_there_are_at_most_fifty() {
    let twins = json!([{"type": "divider", "block_id": "a"}, {"type": "divider", "block_id": "a"}]);
    assert_eq!(problem(twins)["error"], "invalid_blocks");
    let many: Vec<Value> = (0..51).map(|_| json!({"type": "divider"})).collect();
    assert!(problem(json!(many))["errors"][0].as_str().unwrap().starts_with("no more than 50 items"));
}

#[test]
fn menus_inputs_and_tables_have_their_limits_too() {
    let option =
        |n: usize| json!({"text": {"type": "plain_text", "text": format!("{n}")}, "value": format!("{n}")});
    let overflow: Vec<Value> = (0..6).map(option).collect();
    let element = json!({"type": "overflow", "options": overflow});
    assert_eq!(problem(json!([{"type": "actions", "elements": [element]}]))["error"], "invalid_blocks");
    let input = json!({"type": "plain_text_input", "action_id": "a"});
    assert_eq!(problem(json!([{"type": "actions", "elements": [input]}]))["error"], "invalid_blocks");
    let label = json!({"type": "plain_text", "text": "Why"});
    assert!(check(json!([{"type": "input", "label": label, "element": input}])).is_ok());
    let cell = json!({"type": "raw_text", "text": "x"});
    assert!(check(json!([{"type": "table", "rows": [[cell.clone()]]}])).is_ok());
    let wide = vec![cell; 21];
    assert_eq!(problem(json!([{"type": "table", "rows": [wide]}]))["error"], "invalid_blocks");
}

fn option(value: &str) -> Value {
    json!({"text": {"type": "plain_text", "text": value}, "value": value})
}

fn first_problem(element: &Value, block: &str) -> String {
    let text = json!({"type": "plain_text", "text": "Choose"});
    let block = match block {
        "actions" => json!({"type": "actions", "elements": [element]}),
        _ => json!({"type": "section", "text": text, "accessory": element}),
    };
    problem(json!([block]))["errors"][0].as_str().unwrap().to_owned()
}

#[test]
fn menus_for_several_choices_do_not_stand_among_actions() {
    for kind in ["static", "external", "users", "conversations", "channels"] {
        let mut menu = json!({"type": format!("multi_{kind}_select"), "action_id": "a"});
        if kind == "static" {
            menu["options"] = json!([option("x")]);
        }
        assert_eq!(
            first_problem(&menu, "actions"),
            format!("unsupported type: multi_{kind}_select [json-pointer:/blocks/0/elements/0/type]")
        );
        let text = json!({"type": "plain_text", "text": "Choose"});
        assert!(check(json!([{"type": "section", "text": text, "accessory": menu}])).is_ok(), "{kind}");
    }
}

#[test]
fn only_what_is_offered_can_be_chosen_from_the_start() {
    let options = json!([option("x"), option("y")]);
    let renamed = json!({"text": {"type": "plain_text", "text": "X"}, "value": "x"});
    let group = json!({"label": {"type": "plain_text", "text": "G"}, "options": options});
    let cases = [
        ("static_select", "initial_option", json!(option("x")), json!(option("z"))),
        ("static_select", "initial_option", json!(option("y")), renamed),
        ("radio_buttons", "initial_option", json!(option("x")), json!(option("z"))),
        ("multi_static_select", "initial_options", json!([option("x"), option("y")]), json!([])),
        ("checkboxes", "initial_options", json!([option("y")]), json!([option("y"), option("z")])),
    ];
    for (kind, field, fine, wrong) in cases {
        let element = |chosen: &Value| json!({"type": kind, "options": options, field: chosen});
        let text = json!({"type": "plain_text", "text": "Choose"});
        let taken = check(json!([{"type": "section", "text": text, "accessory": element(&fine)}]));
        assert!(taken.is_ok(), "{kind}: {fine}");
        assert_eq!(
            first_problem(&element(&wrong), "section"),
            format!("must be one of the provided options [json-pointer:/blocks/0/accessory/{field}]")
        );
    }
    let grouped =
        |chosen: Value| json!({"type": "static_select", "option_groups": [group], "initial_option": chosen});
    assert!(first_problem(&grouped(option("z")), "actions").contains("provided options"));
    assert!(check(json!([{"type": "actions", "elements": [grouped(option("y"))]}])).is_ok());
}

#[test]
fn only_what_is_pressed_leads_somewhere_and_not_everywhere() {
    let mut linked = option("x");
    linked["url"] = json!("https://example.com");
    let element = |kind: &str| json!({"type": kind, "options": [linked]});
    assert!(check(json!([{"type": "actions", "elements": [element("overflow")]}])).is_ok());
    for kind in ["static_select", "radio_buttons", "checkboxes"] {
        assert!(
            first_problem(&element(kind), "section").starts_with("invalid additional property: url"),
            "{kind}"
        );
    }
    let mut button = button("go");
    for (address, fine) in [
        ("https://example.com", true),
        ("slack://open", true),
        ("javascript:alert(1)", false),
        ("data:,x", false),
    ] {
        button["url"] = json!(address);
        assert_eq!(check(json!([{"type": "actions", "elements": [button]}])).is_ok(), fine, "{address}");
    }
}

#[test]
fn too_much_text_over_all_blocks_is_too_long() {
    let part = "x".repeat(11_000);
    let body =
        problem(json!([{"type": "markdown", "text": part}, {"type": "markdown", "text": "y".repeat(3000)}]));
    assert_eq!(body["error"], "msg_blocks_too_long");
}

#[test]
fn no_two_blocks_have_one_id_and_no_two_cells_of_a_table_one_action() {
    let child = |id: &str| json!({"type": "divider", "block_id": id});
    let container = |ids: [&str; 2]| json!({"type": "container", "title": {"type": "plain_text", "text": "T"}, "child_blocks": ids.map(child)});
    for (blocks, pointer) in [
        (json!([container(["a", "a"])]), "/blocks/0/child_blocks/1/block_id"),
        (json!([child("a"), container(["b", "a"])]), "/blocks/1/child_blocks/1/block_id"),
        (json!([container(["a", "b"]), child("b")]), "/blocks/1/block_id"),
    ] {
        let told = problem(blocks)["response_metadata"]["messages"][0].as_str().unwrap().to_owned();
        assert!(told.contains("`block_id` values must be unique") && told.contains(pointer), "{told}");
    }
    assert!(check(json!([container(["a", "b"]), container(["c", "d"])])).is_ok());

    let cell = |action: &str| json!({"type": "action_cell", "element": button(action)});
    let table = |actions: [&str; 2]| {
        let head = json!([{"type": "raw_text", "text": "A"}]);
        let rows = actions.map(|action| json!([cell(action)]));
        json!({"type": "data_table", "caption": "c", "rows": [head, rows[0], rows[1]]})
    };
    let told =
        problem(json!([table(["a", "a"])]))["response_metadata"]["messages"][0].as_str().unwrap().to_owned();
    assert!(told.contains("`action_id` values must be unique within a block: a"), "{told}");
    assert!(told.contains("/blocks/0/rows/2/0/element/action_id"), "{told}");
    assert!(check(json!([table(["a", "b"]), table(["a", "b"])])).is_ok(), "tables are blocks of their own");
}

#[test]
fn a_file_of_slacks_own_is_named_by_a_true_id_or_by_its_address() {
    let image = |file: Value| json!([{"type": "image", "alt_text": "x", "slack_file": file}]);
    for (file, fine) in [
        (json!({"id": "F0123456789"}), true),
        (json!({"url": "https://files.slack.com/files-pri/T1-F1/a.png"}), true),
        (json!({"id": "F012345"}), false),
        (json!({"id": "f0123456789"}), false),
        (json!({"id": "C0123456789"}), false),
        (json!({"id": 7}), false),
        (json!({}), false),
        (json!({"id": "F0123456789", "url": "https://a.example/x"}), false),
        (json!("F0123456789"), false),
    ] {
        assert_eq!(check(image(file.clone())).is_ok(), fine, "{file}");
    }
}
