//! The sections of a canvas: each paragraph, heading, list, table or fence by itself, under an id of its own.

use serde::{Deserialize, Serialize};

use crate::ids;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Section {
    /// `temp:C:` and letters, as Slack writes it.
    pub(crate) id: String,
    pub(crate) markdown: String,
}

/// What somebody looks for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    pub(crate) section_types: Vec<String>,
    pub(crate) contains_text: Option<String>,
}

/// Cuts Markdown where a blank line stands outside of a fence.
pub(crate) fn cut(markdown: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let heading = line.starts_with('#') && !fenced;
        if (line.trim().is_empty() && !fenced) || heading {
            end(&mut lines, &mut sections);
        }
        if !line.trim().is_empty() || fenced {
            lines.push(line);
        }
        if heading {
            end(&mut lines, &mut sections);
        }
    }
    end(&mut lines, &mut sections);
    sections
}

fn end(lines: &mut Vec<&str>, sections: &mut Vec<Section>) {
    if !lines.is_empty() {
        let id = format!("temp:C:{}", ids::random(28));
        sections.push(Section { id, markdown: std::mem::take(lines).join("\n") });
    }
}

impl Section {
    /// `h1`, `h2` or `h3`; `None` for what is no heading.
    fn level(&self) -> Option<&'static str> {
        let signs = self.markdown.chars().take_while(|sign| *sign == '#').count();
        match signs {
            1 => Some("h1"),
            2 => Some("h2"),
            3 => Some("h3"),
            _ => None,
        }
    }

    pub(crate) fn is(&self, wanted: &Wanted) -> bool {
        let kinds = &wanted.section_types;
        let of_kind = kinds.is_empty()
            || self
                .level()
                .is_some_and(|level| kinds.iter().any(|kind| kind == level || kind == "any_header"));
        let says = |text: &String| self.markdown.to_lowercase().contains(&text.to_lowercase());
        of_kind && wanted.contains_text.as_ref().is_none_or(says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canvas_is_cut_at_blank_lines_and_headings_and_never_inside_a_fence() {
        let sections = cut("# Plan\nfirst\nline\n\n```\na\n\nb\n```\n\n## Next\n- x\n- y");
        let texts: Vec<&str> = sections.iter().map(|section| section.markdown.as_str()).collect();
        assert_eq!(texts, ["# Plan", "first\nline", "```\na\n\nb\n```", "## Next", "- x\n- y"]);
        let headings = Wanted { section_types: vec!["any_header".to_owned()], contains_text: None };
        assert_eq!(sections.iter().filter(|section| section.is(&headings)).count(), 2);
    }
}
