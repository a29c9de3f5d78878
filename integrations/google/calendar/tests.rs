//! The tools against a scripted Calendar.

mod book;
mod card;
mod reading;
mod series;
mod writing;

use std::time::Duration;

use kernel::{AnyTool, Call, Digest, Done, Effect, Failure, Permit};
use serde_json::Value;

use crate::scopes::CALENDAR;
use crate::testing::{Answer, Seen, World, a_call, a_grant};
use crate::tools::tools;

async fn world(script: impl Fn(&Seen, usize) -> Answer + Send + Sync + 'static) -> World {
    let world = World::answering(script).await;
    let mut grant = a_grant(Duration::from_hours(1));
    grant.scopes.insert(CALENDAR.0.to_owned());
    world.google.book.keep(grant).await.unwrap();
    world
}

fn tool(world: &World, name: &str) -> Box<dyn AnyTool> {
    let files: std::sync::Arc<dyn kernel::ports::Files> = world.files.clone();
    tools(&world.google, &files).into_iter().find(|tool| tool.definition().name == name).unwrap()
}

async fn plan(world: &World, name: &str, args: Value) -> Result<Value, Failure> {
    tool(world, name).plan(args, &a_call("k")).await
}

async fn run(world: &World, name: &str, plan: Value) -> Result<Done, Failure> {
    let call: Call = a_call("k");
    let tool = tool(world, name);
    let definition = tool.definition();
    let digest = Digest::of_call(&definition.name, definition.version, &call.account, &plan);
    #[expect(clippy::disallowed_methods, reason = "a test stands in for the countersign stage")]
    let permit = Permit::mint(digest);
    tool.run(plan, permit, &call).await
}

async fn act(world: &World, name: &str, args: Value) -> Result<Done, Failure> {
    let plan = plan(world, name, args).await?;
    run(world, name, plan).await
}

async fn read(world: &World, name: &str, args: Value) -> Value {
    serde_json::from_str(&act(world, name, args).await.unwrap().answer.value).unwrap()
}

/// Presses the button of an undo.
async fn undo(world: &World, done: Done) -> Result<Done, Failure> {
    let undo = done.undo.unwrap();
    act(world, &undo.tool, undo.arguments).await
}

fn effect(world: &World, name: &str, plan: &Value) -> Effect {
    tool(world, name).effect(plan).unwrap()
}

fn shown(effect: &Effect, name: &str) -> String {
    let found = effect.fields.iter().find(|field| field.name == name);
    found.unwrap_or_else(|| panic!("no field {name} in {effect:?}")).value.clone()
}
