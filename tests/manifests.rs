//! What machines read about us is what the code says.

#[test]
fn the_manifests_are_generated_from_the_code() {
    for (name, content) in app::manifests() {
        let path = format!("manifests/{name}");
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == content, "{path} is not what the code says. Run: cargo run -- manifest");
    }
}

#[test]
fn every_tool_explains_itself() {
    let tools = app::definitions();
    assert!(tools.len() >= 4);
    for tool in tools {
        assert!(tool.description().len() > 40, "{} has no description for the model", tool.name);
        assert_eq!(tool.schema()["additionalProperties"], false, "{} takes unknown arguments", tool.name);
        // Asking the person themselves touches no account, nor does looking for a tool.
        let own = ["user", "tools", "result", "skill"].contains(&tool.area());
        assert!(own || !tool.needs.is_empty(), "{} needs no scope", tool.name);
    }
}
