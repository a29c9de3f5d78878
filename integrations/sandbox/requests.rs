//! The request log: everything clients have asked of Slack and of Google, in order of arrival.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use sandbox_world::{Changes, Noted};
use serde::{Deserialize, Serialize};

const MOST_KEPT: usize = 50_000;
const LONGEST_BODY: usize = 64 * 1024;

/// Whose stand-in was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Service {
    Slack,
    Google,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) at: String,
    pub(crate) service: Service,
    /// The name of the method, e.g. `chat.postMessage`; empty when there is no such method.
    pub(crate) method: String,
    pub(crate) http_method: String,
    pub(crate) path: String,
    pub(crate) query: String,
    /// As text, at most 64 KiB of it.
    pub(crate) body: String,
    /// This and the next are `null` while it is being answered, and when it never was.
    pub(crate) status: Option<u16>,
    pub(crate) answered_at: Option<String>,
    pub(crate) caller: Option<String>,
    /// The faults that were played on it.
    pub(crate) faults: Vec<&'static str>,
}

/// A request as it arrives.
pub(crate) struct Arrival<'a> {
    pub(crate) service: Service,
    pub(crate) method: &'a str,
    pub(crate) http_method: &'a http::Method,
    pub(crate) uri: &'a http::Uri,
    pub(crate) body: &'a [u8],
}

#[derive(Default)]
pub(crate) struct Requests {
    kept: Mutex<VecDeque<Entry>>,
    bell: Changes,
}

impl Requests {
    /// Notes an arrival and gives its number.
    pub(crate) fn arrived(&self, arrival: &Arrival<'_>) -> u64 {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let number = kept.back().map_or(1, |last| last.number + 1);
        let body = arrival.body.get(..LONGEST_BODY).unwrap_or(arrival.body);
        kept.push_back(Entry {
            number,
            at: sandbox_world::now().to_string(),
            service: arrival.service,
            method: arrival.method.to_owned(),
            http_method: arrival.http_method.to_string(),
            path: arrival.uri.path().to_owned(),
            query: arrival.uri.query().unwrap_or_default().to_owned(),
            body: String::from_utf8_lossy(body).into_owned(),
            status: None,
            answered_at: None,
            caller: None,
            faults: Vec::new(),
        });
        if kept.len() > MOST_KEPT {
            kept.pop_front();
        }
        drop(kept);
        self.bell.ring();
        number
    }

    pub(crate) fn played(&self, number: u64, fault: &'static str) {
        self.on(number, |entry| entry.faults.push(fault));
    }

    pub(crate) fn answered(&self, number: u64, status: u16, noted: Option<&Noted>) {
        self.on(number, |entry| {
            entry.status = Some(status);
            entry.answered_at = Some(sandbox_world::now().to_string());
            if let Some(noted) = noted {
                entry.method.clone_from(&noted.method);
                entry.caller.clone_from(&noted.caller);
            }
        });
    }

    /// Those after a number that pass the filter, oldest first.
    pub(crate) fn list(&self, since: u64, keep: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let first = kept.partition_point(|entry| entry.number <= since);
        kept.range(first..).filter(|entry| keep(entry)).cloned().collect()
    }

    /// The bell that rings at every arrival and answer.
    pub(crate) fn bell(&self) -> &Changes {
        &self.bell
    }

    fn on(&self, number: u64, act: impl FnOnce(&mut Entry)) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = kept.iter_mut().rev().find(|entry| entry.number == number) {
            act(entry);
        }
        drop(kept);
        self.bell.ring();
    }
}
