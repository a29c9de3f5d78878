//! `tools.browse`

use kernel::{Call, Code, Definition, Done, Effect, Failure, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Shelves, line, told};

const A_PAGE: usize = 25;

/// Lists the tools of a category, with what each does and whether a person is asked first.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// E.g. `gmail`.
    category: String,
    /// 1 unless set.
    #[serde(default)]
    page: Option<usize>,
}

pub(crate) struct Browse(Shelves);

impl From<Shelves> for Browse {
    fn from(shelves: Shelves) -> Self {
        Self(shelves)
    }
}

impl Tool for Browse {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read("tools.browse").always_shown().aka(&["browse_category"]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, plan: Args, call: &Call) -> Result<Done, Failure> {
        let view = self.0.view(&call.thread)?;
        let all: Vec<&Definition> = view.in_area(&plan.category).collect();
        let page = plan.page.unwrap_or(1).max(1);
        let before = (page - 1).saturating_mul(A_PAGE);
        let here: Vec<&Definition> = all.iter().copied().skip(before).take(A_PAGE).collect();
        if here.is_empty() {
            let words = format!(
                "There is nothing under `{}` on page {page}. Look at tools.categories.",
                plan.category
            );
            return Err(Failure::model(Code::NotFound, words));
        }
        let (from, to, total) = (before + 1, before + here.len(), all.len());
        let more = if to < total { format!(" The next page is {}.", page + 1) } else { String::new() };
        let lines: Vec<String> = here.iter().map(|tool| line(tool)).collect();
        Ok(told(format!("{from}–{to} of {total}.{more}\n{}", lines.join("\n")), here))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Look through some tools").field("Category", &self.category)
    }
}
