//! The road of a tool call up to the gate. One type per stage: what you hold says how far you came, and none can be
//! left out or swapped.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Directory, Grants, Lack};
use kernel::{
    AccountId, AnyTool, Asking, Body, Call, Code, Deciders, Definition, Digest, Effect, Failure, Flow, Kind,
    Label, Needed, Notes, Origin, Person, PersonId, PlannedCall, RuleScope, SharedFile, Standing, Stop,
    ThreadId, ToolCall, fitted,
};
use serde_json::Value;

use crate::call::finish::Finished;
use crate::guard::Objection;
use crate::guard::{Agent, Check, Policy, ToolRules};
use crate::guard::{Judgement, Manner, SimilarApproval, judge, judge_with};
use crate::tools::Inventory;
use crate::tools::View;

/// A call of a tool that exists.
pub(crate) struct Named {
    tool: Arc<dyn AnyTool>,
    call: ToolCall,
}

/// Whoever runs the house allows it.
pub(crate) struct Usable(Named);

/// Its arguments are what the tool takes.
pub(crate) struct Valid(Named);

/// The person who asked may use it.
pub(crate) struct Allowed {
    named: Named,
    requester: Person,
}

/// An account has granted what it needs.
pub(crate) struct Granted {
    allowed: Allowed,
    account: AccountId,
}

/// It is known what would really happen.
pub(crate) struct Planned {
    pub(crate) tool: Arc<dyn AnyTool>,
    pub(crate) exactly: PlannedCall,
    /// As the model chose them.
    pub(crate) arguments: Value,
    pub(crate) plan: Value,
    pub(crate) effect: Effect,
    pub(crate) flow: Flow,
    /// Never less than what the tool is declared as, and a commit wherever other people can see the change.
    pub(crate) kind: Kind,
    pub(crate) hold: Duration,
    pub(crate) call: Call,
}

/// It is known whether a person must countersign.
pub(crate) struct Judged {
    pub(crate) planned: Planned,
    pub(crate) judgement: Judgement,
    /// What a standing rule could be made about.
    pub(crate) scope: Option<RuleScope>,
    pub(crate) deciders: Deciders,
}

/// Why a call goes no further.
pub(crate) enum Halt {
    Failed(Failure),
    /// What it would do in this account could not be said.
    Unplanned(AccountId, Failure),
    Refused(Refusal),
    /// The person must sign in first.
    Consent {
        requester: Box<Person>,
        needs: Vec<Vec<String>>,
        words: String,
    },
    /// What it would do was only told.
    OnlyTold(Box<Finished>),
}

/// A gate says no, and the audit has its name.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) gate: String,
    pub(crate) failure: Failure,
}

impl Refusal {
    fn by(gate: &str, failure: Failure) -> Self {
        Self { gate: gate.to_owned(), failure }
    }
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Finds the tool. Unknown names are answered, never guessed. Of an old name that lacks its action, those are told that may
/// be used.
pub(crate) fn resolve(
    mut call: ToolCall,
    tools: &Inventory,
    rules: &ToolRules,
    agent: &Agent,
) -> Result<Named, Halt> {
    if let Some(tool) = tools.meant(&mut call) {
        return Ok(Named { tool, call });
    }
    if let Some(expected) = refuse_expected(&call.tool, tools, rules, agent) {
        return Err(expected.into());
    }
    let usable = |tool: &dyn AnyTool| refuse_by_rule(tool, rules, agent).is_ok();
    let actions = tools.actions(&call.tool).filter(|(_, tool)| usable(&***tool));
    let actions: Vec<&str> = actions.map(|(action, _)| action).collect();
    let words = if actions.is_empty() {
        format!("There is no tool named `{}`.", call.tool)
    } else {
        format!("`{}` takes an `action`, one of: {}.", call.tool, actions.join(", "))
    };
    Err(Refusal::by("name", Failure::model(Code::NotAvailable, words)).into())
}

/// A tool of a server that is configured and was never connected, if the agent could use one of that name.
fn refuse_expected(tool: &str, tools: &Inventory, rules: &ToolRules, agent: &Agent) -> Option<Refusal> {
    let (server, why) = tools.expected(tool)?;
    let origin = Origin::Server(server.to_owned());
    let definition = Definition { origin, ..Definition::unknown(tool, "", Value::Null) };
    if rules.refusal(&definition, agent).is_some() {
        return None;
    }
    let words = format!(
        "The server {server} is configured, but not connected at the moment, so its tools cannot be used now. Go on without \
         them, or try later. Whoever runs this can look with: countersign mcp list"
    );
    let failure = Failure::operator(Code::NotAvailable, words);
    Some(Refusal::by(
        "availability",
        match why {
            Some(why) => failure.quoting(why),
            None => failure,
        },
    ))
}

/// What whoever runs the house allows this agent. What is listed is checked again when it is called, and before a word is
/// said about its arguments: whoever may not use a tool does not learn what it takes.
pub(crate) fn check_rules(named: Named, rules: &ToolRules, agent: &Agent) -> Result<Usable, Halt> {
    refuse_by_policy(&*named.tool, rules, agent)?;
    Ok(Usable(named))
}

pub(crate) fn refuse_by_rule(tool: &dyn AnyTool, rules: &ToolRules, agent: &Agent) -> Result<(), Refusal> {
    refuse_by_policy(tool, rules, agent)?;
    refuse_absent(tool)
}

fn refuse_by_policy(tool: &dyn AnyTool, rules: &ToolRules, agent: &Agent) -> Result<(), Refusal> {
    let definition = tool.definition();
    match rules.refusal(definition, agent) {
        Some(check) => Err(refused_by(check, &definition.name)),
        None => Ok(()),
    }
}

/// The same by the kind of the plan, which can be more than the kind of the tool.
pub(crate) fn check_kind(planned: &Planned, rules: &ToolRules, agent: &Agent) -> Result<(), Halt> {
    match rules.refuses_kind(planned.kind, agent) {
        Some(check) => Err(refused_by(check, &planned.exactly.tool).into()),
        None => Ok(()),
    }
}

fn refused_by(Check { gate, why, .. }: Check, tool: &str) -> Refusal {
    let words = format!(
        "{tool} may not be used here: {why}. Whoever runs this decides that; it is explained by: countersign policy explain {tool}"
    );
    Refusal { gate, failure: Failure::model(Code::Denied, words) }
}

fn refuse_absent(tool: &dyn AnyTool) -> Result<(), Refusal> {
    if tool.available() {
        return Ok(());
    }
    let name = &tool.definition().name;
    let words = format!("{name} cannot be used just now. Go on without it, or try later.");
    Err(Refusal::by("availability", Failure::model(Code::NotAvailable, words)))
}

/// Arguments are an object; what could not be read comes as a text that says why. Of what the model has seen only a line,
/// it is told all when it does not keep to it. A number for a text, or a text for a number, is put right.
pub(crate) fn validate(Usable(mut named): Usable, view: &View) -> Result<Valid, Halt> {
    let Err(failure) = keeps_to(&named) else { return present(named) };
    let given = std::mem::take(&mut named.call.args);
    named.call.args = fitted(given, named.tool.definition().schema());
    if keeps_to(&named).is_ok() {
        return present(named);
    }
    let tool = named.tool.definition();
    // What is switched off takes nothing.
    let is_told = view.is_in_full(&tool.name) || !named.tool.available();
    let failure = match (&tool.origin, is_told) {
        (_, true) => failure,
        (Origin::House, false) => {
            Failure { words: format!("{} It takes: {}", failure.words, tool.schema()), ..failure }
        }
        (Origin::Server(_) | Origin::Plugin(_), false) => {
            let takes = format!("It takes: {}", tool.schema());
            let quote = failure.quote.as_ref().map_or_else(|| takes.clone(), |why| format!("{why}\n{takes}"));
            failure.quoting(quote)
        }
    };
    Err(Refusal::by("arguments", failure).into())
}

/// What is switched off may say why, and has by now.
fn present(named: Named) -> Result<Valid, Halt> {
    refuse_absent(&*named.tool)?;
    Ok(Valid(named))
}

fn keeps_to(named: &Named) -> Result<(), Failure> {
    let bad = |why: &str| {
        let words = format!("Bad arguments for {}: {why}", named.tool.definition().name);
        Err(Failure::model(Code::InputInvalid, words))
    };
    match &named.call.args {
        args @ Value::Object(_) => named.tool.validate(args),
        Value::String(why) => bad(why),
        // A list would be taken for the values in their similar.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            bad("They must be a JSON object, e.g. {}.")
        }
    }
}

/// Only full members of the workspace use tools that touch their accounts. A directory that does not answer is a no.
pub(crate) async fn permit(
    Valid(named): Valid,
    requester: &PersonId,
    directory: &dyn Directory,
) -> Result<Allowed, Halt> {
    // Whoever only looks is looked up once for all the calls of a turn: a chat answers only so often.
    let looked_up = match named.tool.definition().kind {
        Kind::Read => directory.person_lately(requester).await,
        Kind::Edit | Kind::Commit => directory.person_now(requester).await,
    };
    let requester = looked_up.map_err(|error| {
        Failure::operator(Code::Denied, format!("It cannot be looked up who asked ({error}). Try again."))
    })?;
    match requester.standing {
        Standing::Member => Ok(Allowed { named, requester }),
        Standing::Guest | Standing::External | Standing::Bot | Standing::Gone => {
            let words = "Only full members of this workspace can use this. Ask a member to ask for you.";
            Err(Refusal::by("membership", Failure::person(Code::Denied, words)).into())
        }
    }
}

pub(crate) async fn check_scopes(allowed: Allowed, grants: &dyn Grants) -> Result<Granted, Halt> {
    let needs = allowed.named.tool.needs(&allowed.named.call.args)?;
    if needs.is_empty() {
        return Ok(Granted { allowed, account: AccountId::none() });
    }
    match grants.for_call(&allowed.requester, &needs).await {
        Ok(account) => Ok(Granted { allowed, account }),
        Err(Lack::Failure(failure)) => Err(failure.into()),
        Err(Lack::Consent { words }) => {
            Err(Halt::Consent { requester: Box::new(allowed.requester), needs, words })
        }
    }
}

/// What a call needs beside its arguments to be planned and run.
pub(crate) struct Surroundings {
    pub(crate) thread: ThreadId,
    pub(crate) key: String,
    pub(crate) files: Arc<[SharedFile]>,
    pub(crate) stop: Stop,
    pub(crate) notes: Arc<dyn Notes>,
}

pub(crate) async fn plan(granted: Granted, around: Surroundings) -> Result<Planned, Halt> {
    let Granted { allowed: Allowed { named: Named { tool, call }, requester }, account } = granted;
    let definition = tool.definition();
    let context = Call {
        requester: requester.clone(),
        account: account.clone(),
        thread: around.thread,
        key: around.key,
        files: around.files,
        stop: around.stop,
        notes: around.notes,
    };
    let arguments = call.args.clone();
    let plan = tool.plan(call.args, &context).await;
    let plan = plan.map_err(|failure| Halt::Unplanned(account.clone(), failure))?;
    let planned = PlannedCall {
        call: call.id,
        tool: definition.name.clone(),
        version: definition.version,
        digest: Digest::of_call(&definition.name, definition.version, &account, &plan),
        account,
        requester: requester.id,
        plan: Body::new(plan.to_string()),
    };
    let (effect, flow, hold) = (tool.effect(&plan)?, tool.flow(&plan)?, tool.hold(&plan)?);
    let kind = tool.kind(&plan)?.max(definition.kind);
    let kind = if flow.is_seen_by_others() { Kind::Commit } else { kind };
    Ok(Planned { tool, exactly: planned, arguments, plan, effect, flow, kind, hold, call: context })
}

/// What a planned call is judged by.
pub(crate) struct JudgeInput<'a> {
    pub(crate) policy: Policy,
    /// When the person wants to be asked.
    pub(crate) wish: Asking,
    /// When whoever runs the house wants them to be asked.
    pub(crate) hook: Asking,
    /// What they have approved already.
    pub(crate) similar: SimilarApproval,
    /// What the model has read by now.
    pub(crate) context: &'a Label,
    /// The reason to ask at all: whom it reaches, or what it changes.
    pub(crate) reason: String,
    /// What speaks against it.
    pub(crate) objections: Vec<Objection>,
    /// Who else may countersign it, or has to.
    pub(crate) deciders: Deciders,
    pub(crate) edited: Edited,
}

/// Whether the person has changed it on a card, and was told that another card shows what it has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edited {
    No,
    Yes,
}

const CHANGED: &str = "You changed this: look once more at what it has become.";

pub(crate) fn judge_planned(planned: Planned, ground: &JudgeInput<'_>) -> Judged {
    let JudgeInput { policy, wish, hook, similar, context, reason, objections, deciders, edited } = ground;
    let manner = Manner {
        kind: planned.kind,
        asking: planned.tool.definition().asking,
        wish: *wish,
        hook: *hook,
        policy: *policy,
        needed: deciders.needed,
    };
    let sinks = &planned.flow.sinks;
    let judgement = judge(&manner, sinks, (reason, context), objections);
    let similar = if deciders.needed == Needed::Both { SimilarApproval::None } else { *similar };
    let judgement = match judge_with(similar, planned.kind, sinks, judgement) {
        // They were promised a card that shows what it has become.
        Judgement::Go { .. } if *edited == Edited::Yes => {
            Judgement::Ask { why: CHANGED.to_owned(), rules: Vec::new() }
        }
        judgement @ (Judgement::Go { .. } | Judgement::Ask { .. }) => judgement,
    };
    Judged { planned, judgement, scope: None, deciders: deciders.clone() }
}

#[cfg(test)]
mod tests;
