//! How much of its tools a model is shown: all of them in full, all of them in a line each, or a way to find them.
//!
//! What is not shown can still be called by its name; what is not allowed was taken out before.

mod compact;

use std::collections::BTreeSet;

use kernel::{Definition, Listing, Origin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(crate) use compact::compact;

use crate::tools::meta;

/// How tools are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Disclosure {
    /// Every schema.
    Direct,
    /// A line each; the schema comes when it is asked for, or with the answer to a call that did not keep to it.
    #[serde(rename = "compact_direct", alias = "compact")]
    Compact,
    /// What is needed to find the others.
    Discovery,
}

/// What decides how tools are shown.
#[derive(Clone, Debug)]
pub struct DisclosureRules {
    /// Whatever they take.
    pub forced: Option<Disclosure>,
    /// How many tokens they may take, however large the window is; 0 for no cap.
    pub most_tokens: usize,
    /// What is shown even where the others have to be found, e.g. `gmail`.
    pub direct_areas: Option<BTreeSet<String>>,
}

/// What tools take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub tools: usize,
    /// With every schema.
    pub tokens: usize,
}

/// What a model is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    pub mode: Disclosure,
    pub definitions: Vec<Definition>,
    /// Of which the model has the schema.
    pub in_full: BTreeSet<String>,
}

/// A fifth of what a model can read at once is for its tools.
const SHARE: usize = 5;
/// What a tool takes whose schema is not known yet.
const UNKNOWN: usize = 200;
/// Unless said otherwise.
const MOST: usize = 6_000;

impl Default for DisclosureRules {
    fn default() -> Self {
        Self { forced: None, most_tokens: MOST, direct_areas: None }
    }
}

impl Disclosure {
    const ALL: [Self; 3] = [Self::Direct, Self::Compact, Self::Discovery];

    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Compact => "compact",
            Self::Discovery => "discovery",
        }
    }
}

impl DisclosureRules {
    /// How many tokens tools may take in a window of so many.
    pub fn budget(&self, window: usize) -> usize {
        let share = window / SHARE;
        if self.most_tokens == 0 { share } else { share.min(self.most_tokens) }
    }

    /// The first that fits, by how many tokens each takes; where none does, the one that takes least.
    fn choose(&self, window: usize, takes: impl Fn(Disclosure) -> usize) -> Disclosure {
        let budget = self.budget(window);
        let fits = || Disclosure::ALL.into_iter().find(|mode| takes(*mode) <= budget);
        let least = || Disclosure::ALL.into_iter().min_by_key(|mode| takes(*mode));
        self.forced.or_else(fits).or_else(least).unwrap_or(Disclosure::Discovery)
    }

    /// What of these a model is shown, in the order they have.
    pub fn disclose(&self, tools: &[&Definition], window: usize) -> Shown {
        let mode = self.choose(window, |mode| self.shown(mode, tools, window).tokens());
        self.shown(mode, tools, window)
    }

    fn shown(&self, mode: Disclosure, tools: &[&Definition], window: usize) -> Shown {
        // Full where it fits, even where the others have to be found.
        let stays = |tool: &Definition| tool.listing == Listing::Always || self.is_direct(tool);
        let staying = Size::of(tools.iter().copied().filter(|tool| meta::is_meta(tool) || stays(tool)));
        let fits = mode == Disclosure::Discovery && staying.tokens <= self.budget(window);
        let mut shown = Shown { mode, definitions: Vec::new(), in_full: BTreeSet::new() };
        for tool in tools.iter().copied() {
            let way = match mode {
                _ if meta::is_meta(tool) => meta::shown_in(tool, mode).then_some(Way::Full),
                _ if tool.listing == Listing::Always || fits && stays(tool) => Some(Way::Full),
                Disclosure::Direct => Some(Way::Full),
                Disclosure::Discovery if !stays(tool) => None,
                Disclosure::Compact | Disclosure::Discovery => Some(Way::Line),
            };
            shown.add(tool, way);
        }
        shown
    }

    /// Unless said otherwise, what is ours: those who connect servers do it for more tools, not for fewer.
    fn is_direct(&self, tool: &Definition) -> bool {
        match &self.direct_areas {
            Some(areas) => areas.contains(tool.area()),
            None => tool.origin == Origin::House,
        }
    }
}

/// How one tool is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Full,
    Line,
}

impl Shown {
    fn add(&mut self, tool: &Definition, way: Option<Way>) {
        match way {
            Some(Way::Full) => {
                self.in_full.insert(tool.name.clone());
                self.definitions.push(tool.clone());
            }
            Some(Way::Line) => self.definitions.push(compact(tool)),
            None => {}
        }
    }

    pub fn tokens(&self) -> usize {
        Size::of(&self.definitions).tokens
    }
}

impl Size {
    pub fn of<'a>(tools: impl IntoIterator<Item = &'a Definition>) -> Self {
        tools.into_iter().fold(Self::default(), |size, tool| Self {
            tools: size.tools + 1,
            tokens: size.tokens + tokens(tool),
        })
    }
}

/// As it goes to a model, four letters to a token.
fn tokens(tool: &Definition) -> usize {
    if tool.schema().is_null() {
        return UNKNOWN;
    }
    let (description, schema) = (tool.description(), tool.schema());
    json!({ "name": tool.wire_name(), "description": description, "input_schema": schema }).to_string().len()
        / 4
}

#[cfg(test)]
mod tests;
