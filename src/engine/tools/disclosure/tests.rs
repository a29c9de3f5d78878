use super::*;

fn tools(count: usize, letters: usize) -> Vec<Definition> {
    let schema =
        json!({ "type": "object", "properties": { "text": { "description": "x".repeat(letters) } } });
    (0..count)
        .map(|number| Definition::unknown(format!("area.tool{number:04}"), "Does it.", schema.clone()))
        .collect()
}

/// 200 tokens a tool in full, 30 in a line, and hardly any where they have to be found.
fn takes(tools: usize, mode: Disclosure) -> usize {
    match mode {
        Disclosure::Direct => tools * UNKNOWN,
        Disclosure::Compact => tools * 30,
        Disclosure::Discovery => 1_000,
    }
}

/// Of seed 001: with 200 tokens a tool and no cap.
#[test]
fn the_mode_changes_where_the_table_says() {
    let rules = DisclosureRules { most_tokens: 0, ..DisclosureRules::default() };
    for (window, direct, compact) in
        [(8_000, 8, 53), (32_000, 32, 213), (60_000, 60, 400), (128_000, 128, 853), (200_000, 200, 1_333)]
    {
        let chosen = |tools: usize| rules.choose(window, |mode| takes(tools, mode));
        assert_eq!(chosen(direct), Disclosure::Direct, "{window}");
        assert_eq!(chosen(direct + 1), Disclosure::Compact, "{window}");
        assert_eq!(chosen(compact), Disclosure::Compact, "{window}");
        assert_eq!(chosen(compact + 1), Disclosure::Discovery, "{window}");
    }
}

#[test]
fn a_cap_and_a_word_of_the_operator_go_before_the_window() {
    let capped = DisclosureRules::default();
    assert_eq!(capped.budget(1_000_000), MOST);
    assert_eq!(capped.budget(8_000), 1_600);
    assert_eq!(capped.choose(1_000_000, |mode| takes(40, mode)), Disclosure::Compact);
    let forced = DisclosureRules { forced: Some(Disclosure::Direct), ..capped };
    assert_eq!(forced.choose(8_000, |mode| takes(40, mode)), Disclosure::Direct);
}

#[test]
fn a_tool_whose_schema_is_not_known_yet_is_taken_for_two_hundred_tokens() {
    let tool = Definition::unknown("a.b", "", serde_json::Value::Null);
    assert_eq!(Size::of([&tool]).tokens, UNKNOWN);
}

#[test]
fn where_others_must_be_found_ours_are_still_shown_and_theirs_are_not() {
    let ours = tools(30, 400);
    let from = Origin::Server("files".to_owned());
    let theirs = |count: usize| {
        tools(count, 10).into_iter().map(|tool| {
            let name = tool.name.replace("area.", "mcp__files__");
            Definition { name, origin: from.clone(), ..tool }
        })
    };
    let shown_with = |count: usize| {
        let all: Vec<Definition> =
            ours.iter().cloned().chain(theirs(count)).chain(meta::definitions()).collect();
        DisclosureRules::default().disclose(&all.iter().collect::<Vec<_>>(), 200_000)
    };
    let (hundreds, thousand) = (shown_with(300), shown_with(1_000));
    assert_eq!((hundreds.mode, thousand.mode), (Disclosure::Discovery, Disclosure::Discovery));
    assert_eq!(
        hundreds.definitions, thousand.definitions,
        "what is sent does not grow with what is connected"
    );
    assert!(thousand.definitions.iter().all(|tool| tool.origin.is_house()));
    assert!(thousand.definitions.iter().any(meta::is_meta));
    assert!(thousand.in_full.contains("area.tool0007"), "they fit in full");
    assert!(thousand.tokens() <= MOST);
    let few = shown_with(10);
    assert_eq!(few.mode, Disclosure::Direct);
    assert!(!few.definitions.iter().any(meta::is_meta), "nothing has to be found");
}

#[test]
fn what_belongs_to_every_agent_is_shown_in_full() {
    let mut all = tools(150, 400);
    all.push(Definition { listing: Listing::Always, ..tools(1, 40).remove(0) });
    all.last_mut().unwrap().name = "user.ask".to_owned();
    let shown = DisclosureRules::default().disclose(&all.iter().collect::<Vec<_>>(), 200_000);
    assert_eq!(shown.mode, Disclosure::Compact);
    assert_eq!(shown.in_full.into_iter().collect::<Vec<_>>(), ["user.ask"]);
}

/// A line of a tool with many arguments is long, and counts as what it is.
#[test]
fn lines_count_as_what_they_take() {
    let many: serde_json::Map<String, serde_json::Value> =
        (0..12).map(|number| (format!("an_argument_{number:02}"), json!({ "type": "string" }))).collect();
    let schema = json!({ "type": "object", "properties": many });
    let theirs = |number: usize| Definition {
        origin: Origin::Server("files".to_owned()),
        ..Definition::unknown(format!("mcp__files__tool{number:04}"), "Does it.", schema.clone())
    };
    let all: Vec<Definition> = (0..130).map(theirs).chain(meta::definitions()).collect();
    let shown = DisclosureRules::default().disclose(&all.iter().collect::<Vec<_>>(), 200_000);
    assert_eq!(shown.mode, Disclosure::Discovery);
    assert!(shown.tokens() <= MOST, "{}", shown.tokens());
}

#[test]
fn where_nothing_fits_the_least_is_shown() {
    let all: Vec<Definition> = tools(300, 400).into_iter().chain(meta::definitions()).collect();
    let all: Vec<&Definition> = all.iter().collect();
    for direct_areas in [None, Some(BTreeSet::new())] {
        let rules = DisclosureRules { most_tokens: 100, direct_areas, ..DisclosureRules::default() };
        let least = Disclosure::ALL.into_iter().map(|mode| rules.shown(mode, &all, 200_000).tokens()).min();
        assert_eq!(Some(rules.disclose(&all, 200_000).tokens()), least);
    }
}
