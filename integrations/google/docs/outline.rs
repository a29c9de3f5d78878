//! The headings of a tab, and what stands under each.

use kernel::Failure;
use serde::Serialize;

use super::document::{Document, Element, Tab};
use crate::gmail::visible_line;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) text: String,
}

/// A heading and what belongs to it, as places among the elements of a tab's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) heading: usize,
    /// The first element that belongs to it no more.
    pub(crate) end: usize,
    /// Which of the headings with the same words it has, from 1 on, and how many there are.
    which: (usize, usize),
}

impl Section {
    /// ` (2 of 3)`, where its words alone do not tell it from others.
    pub(crate) fn told_apart(self) -> String {
        match self.which {
            (_, 1) => String::new(),
            (which, of) => format!(" ({which} of {of})"),
        }
    }
}

pub(crate) fn headings(tab: &Tab) -> Vec<Heading> {
    tab.body().iter().filter_map(heading).collect()
}

fn heading(element: &Element) -> Option<Heading> {
    let paragraph = element.paragraph.as_ref()?;
    let (level, text) = (paragraph.heading_level()?, visible_line(&paragraph.text()));
    (!text.is_empty()).then_some(Heading { level, text })
}

/// The section under a heading, by its words. `which` tells those of the same words apart, from 1 on.
pub(crate) fn section(tab: &Tab, words: &str, which: Option<usize>) -> Result<Section, Failure> {
    let wanted = visible_line(words.trim_start_matches('#')).to_lowercase();
    let all: Vec<(usize, Heading)> =
        tab.body().iter().enumerate().filter_map(|(place, one)| Some((place, heading(one)?))).collect();
    let same: Vec<&(usize, Heading)> =
        all.iter().filter(|(_, heading)| heading.text.to_lowercase() == wanted).collect();
    let which = match (same.len(), which) {
        (0, _) => return Err(no_heading(&all)),
        (1, None) => 1,
        (_, Some(which)) => which,
        (count, None) => return Err(several_headings(count)),
    };
    let found = which.checked_sub(1).and_then(|place| same.get(place));
    let found = found.ok_or_else(|| several_headings(same.len()))?;
    let next = all.iter().find(|(place, heading)| *place > found.0 && heading.level <= found.1.level);
    let end = next.map_or(tab.body().len(), |(place, _)| *place);
    Ok(Section { heading: found.0, end, which: (which, same.len()) })
}

/// The tab somebody means by its title or its id; without a word, the only one.
pub(crate) fn tab<'a>(document: &'a Document, given: Option<&str>) -> Result<&'a Tab, Failure> {
    let all = document.all_tabs();
    let Some(given) = given else {
        return match all.as_slice() {
            [(_, only)] => Ok(only),
            _ => Err(which_tab("The document has several tabs. Say which one with `tab`.", document)),
        };
    };
    let wanted = visible_line(given).to_lowercase();
    let titled = |tab: &Tab| visible_line(&tab.properties.title).to_lowercase() == wanted;
    let mut found = all.iter().filter(|(_, tab)| tab.id() == given || titled(tab));
    match (found.next(), found.next()) {
        (Some((_, tab)), None) => Ok(tab),
        (Some(_), Some(_)) => Err(which_tab("Several tabs have that title. Name one by its id.", document)),
        (None, _) => Err(which_tab("The document has no such tab. Name one of these.", document)),
    }
}

fn which_tab(words: &str, document: &Document) -> Failure {
    let line = |(_, tab): &(usize, &Tab)| format!("{}: {}", tab.id(), visible_line(&tab.properties.title));
    let lines: Vec<String> = document.all_tabs().iter().map(line).collect();
    Failure::invalid(words).quoting(lines.join("\n"))
}

fn no_heading(all: &[(usize, Heading)]) -> Failure {
    const NAMED: usize = 50;
    let lines: Vec<&str> = all.iter().take(NAMED).map(|(_, heading)| heading.text.as_str()).collect();
    let words = "There is no such heading in the document. Use the words of one of its headings.";
    Failure::not_found(words).quoting(lines.join("\n"))
}

fn several_headings(count: usize) -> Failure {
    let words = format!("{count} headings have these words. Say which one with `which`, from 1 to {count}.");
    Failure::invalid(words)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn headings_of_the_same_words_are_told_apart() {
        let heading = |words: &str| {
            json!({ "paragraph": { "elements": [{ "textRun": { "content": words } }],
                                   "paragraphStyle": { "namedStyleType": "HEADING_1" } } })
        };
        let content = json!([heading("Same"), heading("Other"), heading("same"), heading("Same")]);
        let tab: Tab =
            serde_json::from_value(json!({ "documentTab": { "body": { "content": content } } })).unwrap();
        let second = section(&tab, "Same", Some(2)).unwrap();
        assert_eq!((second.heading, second.end, second.told_apart().as_str()), (2, 3, " (2 of 3)"));
        assert_eq!(section(&tab, "other", None).unwrap().told_apart(), "");
        for (words, which) in [("Same", None), ("Same", Some(0)), ("Same", Some(4)), ("None", None)] {
            assert!(section(&tab, words, which).is_err(), "{words} {which:?}");
        }
    }
}
