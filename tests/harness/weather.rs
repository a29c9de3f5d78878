//! The failures that every action must survive, one after the other, in one town.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::acting::{Acting, Answer, Met};
use super::least::asks_for_the_least;

/// What is tried.
#[derive(Clone, Copy, Debug)]
pub struct Action<'a> {
    pub tool: &'a str,
    /// The method of Google's that it stands and falls with, e.g. `gmail.users.threads.modify`; a path will do too.
    pub method: &'a str,
    /// The least scopes that are enough for it, by their short names.
    pub scopes: &'a [&'a str],
}

/// A look: what passes is waited for, what does not is said.
pub async fn a_read_weathers(action: Action<'_>, args: impl AsyncFn(&Acting) -> Value) {
    let acting = Acting::as_ana(&[]).await;
    let given = args(&acting).await;
    asks_for_the_missing_scope_and_goes_on(&acting, action, given.clone()).await;
    renews_its_token_once(&acting, action, given.clone()).await;
    for passing in [status(429), status(503)] {
        acting.fault_once(action.method, &passing).await;
        let act = acting.act(action.tool, given.clone()).await;
        let answer = act.approved().await;
        assert!(!answer.failed, "{passing}: {}", answer.words);
        acting.calm().await;
    }
    for (lasting, code) in
        [(status(404), "not_found"), (status(429), "rate_limited"), (status(503), "not_available")]
    {
        acting.fault_always(action.method, &lasting).await;
        let answer = acting.perform(action.tool, given.clone()).await;
        assert_eq!(answer.code(), Some(code), "{lasting}: {}", answer.words);
        acting.calm().await;
    }
    assert!(!acting.perform(action.tool, given).await.failed, "it works again");
}

/// What is said when Google broke off: that it did not happen, or where only time will tell, that nobody knows yet.
const IN_TROUBLE: &[&str] = &["not_available", "unknown"];

/// A write: whatever happens on the way, it happens once or not at all, and what is said about it is true. `args` makes
/// arguments for one more of its kind; `effects` counts how often the one with these arguments has happened.
pub async fn a_write_weathers(
    action: Action<'_>,
    args: impl AsyncFn(&Acting) -> Value,
    effects: impl AsyncFn(&Acting, &Value) -> usize,
) {
    let acting = Acting::as_ana(&[]).await;
    let given = args(&acting).await;
    asks_for_the_missing_scope_and_goes_on(&acting, action, given.clone()).await;
    assert_eq!(effects(&acting, &given).await, 1, "after signing in");
    let given = args(&acting).await;
    renews_its_token_once(&acting, action, given.clone()).await;
    assert_eq!(effects(&acting, &given).await, 1, "with a new token");
    for (fault, codes) in [
        (status(404), &["not_found"][..]),
        (status(409), &["conflict"]),
        (status(412), &["stale_write"]),
        (status(429), &["rate_limited"]),
        (status(503), IN_TROUBLE),
        (json!("drop_before"), IN_TROUBLE),
    ] {
        let given = args(&acting).await;
        acting.fault_once(action.method, &fault).await;
        let answer = acting.perform(action.tool, given.clone()).await;
        acting.calm().await;
        is_true(&answer, effects(&acting, &given).await, codes, &fault);
    }
    let given = args(&acting).await;
    acting.fault_always(action.method, &status(503)).await;
    let answer = acting.perform(action.tool, given.clone()).await;
    acting.calm().await;
    assert!(answer.failed, "{} cannot be done while Google has trouble: {}", action.tool, answer.words);
    is_true(&answer, effects(&acting, &given).await, IN_TROUBLE, &json!("lasting trouble"));

    let given = args(&acting).await;
    acting.fault_once(action.method, &json!("drop_after_commit")).await;
    let answer = acting.perform(action.tool, given.clone()).await;
    acting.calm().await;
    assert!(!answer.failed, "it was done, and that can be found out: {}", answer.words);
    assert_eq!(effects(&acting, &given).await, 1, "the answer was lost on the way");
}

/// Everything but the last scope is granted; exactly that one is asked for, and then the waiting call goes on.
async fn asks_for_the_missing_scope_and_goes_on(acting: &Acting, action: Action<'_>, given: Value) {
    let (missing, granted) = action.scopes.split_last().expect("every action needs a scope");
    if !granted.is_empty() {
        acting.town.grant(&acting.person, granted).await;
    }
    let act = acting.act(action.tool, given).await;
    let Met::Offer(offer) = act.met().await else { panic!("{} does not ask for {missing}", action.tool) };
    assert!(act.requests_to(action.method).await.is_empty(), "nothing is asked of Google without permission");
    let asked = acting.town.accept(&acting.person, &offer).await;
    assert_eq!(asked, BTreeSet::from([(*missing).to_owned()]), "{} asks for what it lacks", action.tool);
    let answer = act.goes_on().await;
    assert!(!answer.failed, "after signing in: {}", answer.words);
    asks_for_the_least(action, &act.requests().await);
}

async fn renews_its_token_once(acting: &Acting, action: Action<'_>, given: Value) {
    acting.control().post("/google/expire", json!({ "person": acting.person })).await;
    let act = acting.act(action.tool, given).await;
    let answer = act.approved().await;
    assert!(!answer.failed, "with an expired token: {}", answer.words);
    assert_eq!(act.renewals().await, 1, "a refused token is renewed once");
}

/// Done and there once, or not done, not there, and said why.
fn is_true(answer: &Answer, effects: usize, codes: &[&str], fault: &Value) {
    match answer.code() {
        None => assert_eq!(effects, 1, "{fault}: said to be done: {}", answer.words),
        Some(code) => {
            assert!(codes.contains(&code), "{fault}: {}", answer.words);
            assert_eq!(effects, 0, "{fault}: said not to be done: {}", answer.words);
        }
    }
}

/// Google's own error, with a wait that is over at once.
fn status(code: u16) -> Value {
    json!({ "status": { "code": code, "retry_after": 0 } })
}
