//! What a route tells the request log about the request it has just answered.

/// Put into a response's extensions by the Slack and Google routes; read by the request log.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// The name of the method, e.g. `gmail.users.messages.get` or `chat.postMessage`.
    pub method: String,
    /// The handle of the person whose token was used, or `app` for the agent's own.
    pub caller: Option<String>,
}
