//! How the agent works where, and what is written down about how things are done.

use std::sync::Arc;

use kernel::Tier;
use sandbox::World;
use serde_json::json;

use crate::harness::{Acting, Plan, ScriptedModel, Town, call, calls, results, says, small_world};
use crate::serving::countersign;

#[tokio::test(flavor = "multi_thread")]
async fn a_role_has_its_words_its_tools_and_its_tier() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(move |request| match results(request).first() {
        Some(result) => says(&result.words),
        None => {
            calls(vec![call(request, "gmail.draft", json!({ "to": ["x@example.com"], "body": "Hello." }))])
        }
    });
    let plan =
        Plan::new(world).config("[roles.researcher]\neverywhere = true\n").model(Arc::clone(&model) as _);
    let town = plan.build().await;
    town.grant(&cast.asker, &["gmail.modify", "gmail.compose"]).await;
    let question = town.control.say(&cast.asker, "dm", "draft something", None).await;
    let reply = town.control.reply(&question, 0).await;
    assert!(reply.contains("denied") && reply.contains("only what looks is allowed"), "{reply}");
    assert_eq!(town.control.mailbox(&cast.asker, "DRAFT").await.len(), 0);
    let heard = model.heard.lock().unwrap();
    assert!(heard[0].system.contains("You find things out."));
    assert_eq!(heard[0].tier, Tier::Deep);
    let named: Vec<&str> = heard[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert!(named.contains(&"gmail.search") && !named.contains(&"gmail.draft"), "{named:?}");
}

const REPORT: &str = "---\nname: weekly-report\ndescription: Writes the report of the week.\ntools: [gmail.search]\n---\n\
    1. Search the mail of the week.\n2. See table.csv for the columns.\n";
const FLYING: &str = "---\nname: flying\ndescription: Flies.\ntools: [plane.fly]\n---\nUp.\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_is_read_where_its_tools_are_there() {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(move |request| match results(request).as_slice() {
        [] => calls(vec![
            call(request, "skill.use", json!({})),
            call(request, "use_skill", json!({ "name": "weekly-report" })),
            call(request, "skill__use", json!({ "name": "weekly-report", "file": "table.csv" })),
            call(request, "skill.use", json!({ "name": "flying" })),
        ]),
        told => says(&told.iter().map(|result| result.words.as_str()).collect::<Vec<_>>().join("\n===\n")),
    });
    let mut town = Town::empty(Plan::new(world).model(Arc::clone(&model) as _)).await;
    for (folder, file, text) in [
        ("report", "SKILL.md", REPORT),
        ("report", "table.csv", "sender,subject"),
        ("flying", "SKILL.md", FLYING),
        ("broken", "SKILL.md", "no head"),
    ] {
        let folder = town.data().join("skills").join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text).unwrap();
    }
    let (code, listed) = countersign(&["skills", "--data-dir", town.data().to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(
        listed.contains("weekly-report") && listed.contains("broken: left out: it must begin"),
        "{listed}"
    );
    town.open().await;
    let question = town.control.say(&cast.asker, "dm", "the report, please", None).await;
    let reply = town.control.reply(&question, 0).await;
    let parts: Vec<&str> = reply.split("===").collect();
    assert!(parts[0].contains("weekly-report: Writes the report") && !parts[0].contains("flying"), "{reply}");
    assert!(parts[1].contains("Search the mail of the week") && parts[1].contains("table.csv"), "{reply}");
    assert!(parts[2].contains("sender,subject"), "{reply}");
    assert!(parts[3].contains("not_found"), "{reply}");
    let heard = model.heard.lock().unwrap();
    assert!(heard[0].system.contains("- weekly-report: ") && !heard[0].system.contains("flying"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_skills_nobody_is_shown_a_way_to_use_them() {
    let acting = Acting::on(Plan::new(World::fernwood()), "ana", &[]).await;
    let act = acting.act("skill.use", json!({})).await;
    assert_eq!(act.told_code().await, "not_available");
}
