//! `skill.use`

use std::sync::Weak;

use kernel::{Call, Code, Done, Effect, Failure, Label, Labeled, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tools::catalogue::Catalogue;

/// Tells how something is done here, step by step, as whoever runs this house has written it down. Use it before you begin
/// something a skill is there for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// Which; without it, all that can be used are listed.
    #[serde(default)]
    name: Option<String>,
    /// A file of it, where the skill speaks of one.
    #[serde(default)]
    file: Option<String>,
}

pub(crate) struct Use(pub(crate) Weak<Catalogue>);

impl Tool for Use {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read("skill.use").always_shown().aka(&["use_skill"]);

    fn available(&self) -> bool {
        self.0.upgrade().is_some_and(|catalogue| catalogue.has_skills())
    }

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, plan: Args, call: &Call) -> Result<Done, Failure> {
        let catalogue =
            self.0.upgrade().ok_or_else(|| Failure::model(Code::Cancelled, "The program is ending."))?;
        let fitting = catalogue.skills(&catalogue.agent(&call.thread));
        let Some(name) = plan.name else {
            let lines: Vec<String> =
                fitting.iter().map(|skill| format!("- {}: {}", skill.name, skill.description)).collect();
            return Ok(told(lines.join("\n")));
        };
        let Some(skill) = fitting.iter().find(|skill| skill.name == name) else {
            let names: Vec<&str> = fitting.iter().map(|skill| skill.name.as_str()).collect();
            let words =
                format!("There is no skill `{name}` that can be used here. There are: {}.", names.join(", "));
            return Err(Failure::model(Code::NotFound, words));
        };
        let files: Vec<&str> = skill.files.keys().map(String::as_str).collect();
        let Some(file) = plan.file else {
            let more = if files.is_empty() {
                String::new()
            } else {
                format!("\n\nFiles of this skill: {}", files.join(", "))
            };
            return Ok(told(format!("{}{more}", skill.words)));
        };
        let text = skill.files.get(&file).ok_or_else(|| {
            let words = format!("`{name}` has no file `{file}`. It has: {}.", files.join(", "));
            Failure::model(Code::NotFound, words)
        })?;
        Ok(told(text.clone()))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Look up how something is done here")
            .field("Skill", self.name.as_deref().unwrap_or("all"))
    }
}

/// What the operator has written is no stranger's.
fn told(words: String) -> Done {
    Done::answer(Labeled { value: words, label: Label::trusted() })
}
