//! What models are told: a file in `prompts/`, and a struct with everything that stands in it.

use crate::guard::Autonomy;
use crate::tools::disclosure::Disclosure;
use crate::tools::roles::Role;
use crate::tools::skills::Skill;

/// What every model is told before anything is said. It is the same from turn to turn: what changes goes into messages.
pub(crate) struct System<'a> {
    pub(crate) autonomy: Autonomy,
    pub(crate) disclosure: Disclosure,
    pub(crate) role: Option<&'a Role>,
    /// Those that can be used here.
    pub(crate) skills: &'a [&'a Skill],
}

const SYSTEM: &str = include_str!("../../../prompts/system.md");
/// What whoever summarises a conversation is told. Nothing in it changes.
pub(crate) const COMPACTION: &str = include_str!("../../../prompts/compaction.md");
/// More are found by `skill.use`.
const MOST_SKILLS: usize = 20;

impl System<'_> {
    pub(crate) fn render(&self) -> String {
        let values = [
            ("autonomy", self.autonomy().to_owned()),
            ("discovery", self.discovery().to_owned()),
            ("role", self.role.map(|role| format!("\n\nYour role\n{}", role.words)).unwrap_or_default()),
            ("skills", self.skills()),
        ];
        rendered(SYSTEM, &values)
    }

    fn autonomy(&self) -> &'static str {
        match self.autonomy {
            Autonomy::Supervised => {
                "How much you may do\nThe person is asked before every change, however small. Say what you are about to change, and let the card ask."
            }
            Autonomy::Standard => {
                "How much you may do\nWhat other people can see or cannot be taken back is asked about by the system, not by you. Drafts and changes of the person's own things that were asked for you make at once."
            }
            Autonomy::Autonomous => {
                "How much you may do\nNobody is there to answer. What would have to be asked is not done, and kept for its owner: do not wait for it, go on with the rest, and say at the end what was left and what you assumed."
            }
        }
    }

    fn discovery(&self) -> &'static str {
        match self.disclosure {
            Disclosure::Direct => "",
            Disclosure::Compact => {
                "\n\nYour tools\nOf each tool you are shown a line: what it does and what it takes, with `?` for what can be left out and `[]` for a list. If you are not sure how an argument looks, ask `tools.get` first; a call that does not fit is answered with what the tool takes."
            }
            Disclosure::Discovery => {
                "\n\nYour tools\nThere are more tools than you are shown. When none of those fits, look with `tools.search` before you say that something cannot be done; `tools.get` tells exactly what a tool takes. Then call it by its name."
            }
        }
    }

    fn skills(&self) -> String {
        if self.skills.is_empty() {
            return String::new();
        }
        let lines: Vec<String> = self
            .skills
            .iter()
            .take(MOST_SKILLS)
            .map(|skill| format!("- {}: {}", skill.name, skill.description))
            .collect();
        let more = if self.skills.len() > MOST_SKILLS {
            "\n- more: `skill.use` without a name lists all."
        } else {
            ""
        };
        format!(
            "\n\nSkills\nHow some things are done here is written down. Before you begin one of these, read it with `skill.use`.\n{}{more}",
            lines.join("\n")
        )
    }
}

/// Every place is filled, and every value has a place: a test renders each file.
fn rendered(template: &str, values: &[(&str, String)]) -> String {
    let mut text = template.trim_end().to_owned();
    for (name, value) in values {
        let place = format!("{{{{{name}}}}}");
        debug_assert!(template.contains(&place), "there is no place for {name}");
        text = text.replace(&place, value);
    }
    debug_assert!(!text.contains("{{"), "a place was left empty: {text}");
    text
}

#[cfg(test)]
mod tests;
