//! Code with signs in it that Slack would take for a mention, as rich text: nothing in its words is ever live, so they
//! stand there as they were written.
//!
//! Knows lines, code spans, links and bold; whatever else is marked in such a line keeps its marks.

use slack_morphism::blocks::{
    SlackBlock, SlackRichTextBlock, SlackRichTextElement, SlackRichTextInlineElement, SlackRichTextLink,
    SlackRichTextPreformatted, SlackRichTextSection, SlackRichTextText,
};
use url::Url;

use crate::limits::{self, length, split_at};

/// Whether Slack's markdown would see a mention, a channel or a broadcast begin here, in code too.
pub(super) fn has_sequence(text: &str) -> bool {
    ["<@", "<#", "<!"].iter().any(|sequence| text.contains(sequence))
}

/// Whether a line has such signs between backticks.
pub(super) fn has_sequence_in_code(line: &str) -> bool {
    has_sequence(line)
        && spans(line).iter().any(|span| match span {
            Span::Code(code) => has_sequence(code),
            Span::Words(_) => false,
        })
}

/// The inside of a fence, in blocks that Slack takes, with the length of each.
pub(super) fn code(code: &str) -> Vec<(SlackBlock, usize)> {
    let code = without_controls(code);
    let mut rest = code.trim_end_matches('\n');
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let (piece, after) = whole_lines(rest);
        let words = SlackRichTextText::new(piece.to_owned());
        let fence = SlackRichTextPreformatted::new(vec![words.into()]);
        blocks.push((SlackRichTextBlock::new(vec![fence.into()]).into(), length(piece)));
        rest = after;
    }
    blocks
}

/// Lines of prose with code in them.
pub(super) fn lines(text: &str) -> SlackBlock {
    let text = without_controls(text);
    let mut elements: Vec<SlackRichTextInlineElement> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            elements.push("\n".into());
        }
        put_line(line, &mut elements);
    }
    SlackRichTextBlock::new(vec![SlackRichTextSection::new(elements).into()]).into()
}

/// What one of these blocks says, for a Slack that does not take it.
pub(super) fn words(block: &SlackRichTextBlock) -> String {
    let text = |element: &SlackRichTextInlineElement| match element {
        SlackRichTextInlineElement::Text(text) => text.text.clone(),
        SlackRichTextInlineElement::Link(link) => {
            format!("{} ({})", link.text.as_deref().unwrap_or_default(), link.url.0)
        }
        _ => String::new(),
    };
    let inline = |element: &SlackRichTextElement| match element {
        SlackRichTextElement::Section(section) => section.elements.iter().map(text).collect(),
        SlackRichTextElement::Preformatted(fence) => fence.elements.iter().map(text).collect(),
        SlackRichTextElement::List(_) | SlackRichTextElement::Quote(_) => String::new(),
    };
    block.elements.iter().map(inline).collect()
}

#[derive(Debug, PartialEq, Eq)]
enum Span<'a> {
    Words(&'a str),
    Code(&'a str),
}

/// A run of backticks opens code if a run of the same length closes it.
fn spans(line: &str) -> Vec<Span<'_>> {
    let mut found = Vec::new();
    let (mut words, mut at) = (0, 0);
    while let Some(open) = line.get(at..).and_then(|rest| rest.find('`')).map(|place| at + place) {
        let run = run_at(line, open);
        let inside = open + run;
        let Some(close) = closing(line, inside, run) else {
            at = inside;
            continue;
        };
        found.extend(line.get(words..open).filter(|words| !words.is_empty()).map(Span::Words));
        found.extend(line.get(inside..close).map(Span::Code));
        (words, at) = (close + run, close + run);
    }
    found.extend(line.get(words..).filter(|words| !words.is_empty()).map(Span::Words));
    found
}

fn closing(line: &str, from: usize, run: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let place = at + line.get(at..)?.find('`')?;
        let found = run_at(line, place);
        if found == run {
            return Some(place);
        }
        at = place + found;
    }
}

fn run_at(line: &str, place: usize) -> usize {
    line.get(place..).map_or(0, |rest| rest.len() - rest.trim_start_matches('`').len())
}

fn put_line(line: &str, elements: &mut Vec<SlackRichTextInlineElement>) {
    let (indent, rest) = line.split_at_checked(line.len() - line.trim_start().len()).unwrap_or(("", line));
    let item = rest.strip_prefix("- ").or_else(|| rest.strip_prefix("* "));
    let lead = if item.is_some() { format!("{indent}• ") } else { indent.to_owned() };
    put(SlackRichTextText::new(lead), elements);
    let rest = item.unwrap_or(rest);
    let heading = rest.trim_start_matches('#').strip_prefix(' ').filter(|_| rest.starts_with('#'));
    for span in spans(heading.unwrap_or(rest)) {
        match (span, heading) {
            (Span::Code(code), _) => put(SlackRichTextText::new(code.to_owned()).code(), elements),
            (Span::Words(words), Some(_)) => put(SlackRichTextText::new(words.to_owned()).bold(), elements),
            (Span::Words(words), None) => put_words(words, elements),
        }
    }
}

fn put_words(words: &str, elements: &mut Vec<SlackRichTextInlineElement>) {
    let mut rest = words;
    loop {
        let marks = [bold(rest), link(rest)].into_iter().flatten();
        let Some(mark) = marks.min_by_key(|mark| mark.before.len()) else { break };
        put(SlackRichTextText::new(mark.before.to_owned()), elements);
        elements.push(mark.element);
        rest = mark.after;
    }
    put(SlackRichTextText::new(rest.to_owned()), elements);
}

/// Something that is marked within a line.
struct Mark<'a> {
    before: &'a str,
    element: SlackRichTextInlineElement,
    after: &'a str,
}

fn bold(words: &str) -> Option<Mark<'_>> {
    let (before, rest) = words.split_once("**")?;
    let (inside, after) = rest.split_once("**").filter(|(inside, _)| !inside.trim().is_empty())?;
    Some(Mark { before, element: SlackRichTextText::new(inside.to_owned()).bold().into(), after })
}

/// Of the web only; an image is a link, so that nothing is loaded by itself.
fn link(words: &str) -> Option<Mark<'_>> {
    let (before, rest) = words.split_once('[')?;
    let (label, rest) =
        rest.split_once("](").filter(|(label, _)| !label.is_empty() && !label.contains('['))?;
    let (address, after) = rest.split_once(')')?;
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "https" | "http"))?;
    let url = Some(url.to_string()).filter(|url| length(url) <= limits::LINK)?;
    let element = SlackRichTextLink::new(url.into()).with_text(label.to_owned()).into();
    Some(Mark { before: before.strip_suffix('!').unwrap_or(before), element, after })
}

fn put(text: SlackRichTextText, elements: &mut Vec<SlackRichTextInlineElement>) {
    if !text.text.is_empty() {
        elements.push(text.into());
    }
}

/// As many lines as one block takes, or the beginning of a line that is too long for it.
fn whole_lines(text: &str) -> (&str, &str) {
    let (head, tail) = split_at(text, limits::SECTION);
    match head.rfind('\n') {
        Some(end) if !tail.is_empty() => text.split_at_checked(end + 1).unwrap_or((head, tail)),
        _ => (head, tail),
    }
}

fn without_controls(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn elements(text: &str) -> Value {
        serde_json::to_value(lines(text)).unwrap()["elements"][0]["elements"].clone()
    }

    #[test]
    fn code_stands_in_a_line_as_it_was_written() {
        assert!(has_sequence_in_code("see `arr<@T>`") && !has_sequence_in_code("<@U1> `x`"));
        assert!(!has_sequence_in_code("a stray ` before <@U1>"));
        let shown = elements("- **Use** ``a`<!b`` or `<#c>`, see [docs](https://a.example/x)");
        let code = |text: &str| json!({"type": "text", "text": text, "style": {"code": true}});
        let text = |text: &str| json!({"type": "text", "text": text});
        let link = json!({"type": "link", "url": "https://a.example/x", "text": "docs"});
        let bold = json!({"type": "text", "text": "Use", "style": {"bold": true}});
        let all =
            [text("• "), bold, text(" "), code("a`<!b"), text(" or "), code("<#c>"), text(", see "), link];
        assert_eq!(shown, json!(all));
    }

    #[test]
    fn a_long_fence_is_cut_between_lines() {
        let blocks = code(&"<!DOCTYPE html>\n".repeat(400));
        assert!(blocks.len() > 1 && blocks.iter().all(|(_, length)| *length <= limits::SECTION));
        let all: Vec<String> = blocks
            .iter()
            .map(|(block, _)| match block {
                SlackBlock::RichText(block) => words(block),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(all.concat(), "<!DOCTYPE html>\n".repeat(400).trim_end());
    }
}
