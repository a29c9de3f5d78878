//! Modals: the forms people have open, one upon another, and what the app may open them with.

mod answers;
mod filling;
pub(crate) mod triggers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use self::filling::has_state;
pub(crate) use self::filling::{Filling, Misfilled, Use};
pub(crate) use self::triggers::Triggers;
use super::{ids, ts::Ts};

/// What Slack says when the app did not answer a form, or not in a way that Slack understands.
pub(crate) const TROUBLE: &str = "We had some trouble connecting. Try again?";
pub(crate) const MOST_OPEN: usize = 3;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Modal {
    pub(crate) id: String,
    pub(crate) root: String,
    pub(crate) previous: Option<String>,
    pub(crate) hash: String,
    /// As the app gave it.
    pub(crate) form: Map<String, Value>,
    /// What was filled in when it was last sent, in the shape of `state.values`.
    pub(crate) values: Value,
    /// What is wrong with an input, by its `block_id`.
    pub(crate) errors: BTreeMap<String, String>,
    /// The submission the app has yet to answer.
    pub(crate) sent: Option<String>,
    /// The app's answer could not be understood.
    pub(crate) misunderstood: bool,
}

/// How a form stands with the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Open,
    Sent,
    /// The person sees that something went wrong, and may try again.
    Troubled,
}

impl Modal {
    pub(crate) fn new(form: Map<String, Value>, below: Option<&Self>) -> Self {
        let id = ids::once("V");
        Self {
            root: below.map_or_else(|| id.clone(), |below| below.root.clone()),
            previous: below.map(|below| below.id.clone()),
            id,
            hash: hash(),
            form,
            values: json!({}),
            errors: BTreeMap::new(),
            sent: None,
            misunderstood: false,
        }
    }

    pub(crate) fn update(&mut self, form: Map<String, Value>) {
        self.form = form;
        self.hash = hash();
        self.settle();
    }

    /// Whatever it was sent with has been answered.
    fn settle(&mut self) {
        self.errors.clear();
        self.sent = None;
        self.misunderstood = false;
    }

    /// It goes to the app with what was filled in.
    pub(crate) fn send(&mut self, trigger: &str, values: Value) {
        self.settle();
        self.values = values;
        self.sent = Some(trigger.to_owned());
    }

    pub(crate) fn blocks(&self) -> &[Value] {
        self.form.get("blocks").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// A text of the form by its name; empty where there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.form.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn says(&self, flag: &str) -> bool {
        self.form.get(flag) == Some(&Value::Bool(true))
    }
}

/// `1699999999.AbCdEfGh`
pub(crate) fn hash() -> String {
    format!("{}.{}", Ts::now().seconds(), ids::random(8))
}
