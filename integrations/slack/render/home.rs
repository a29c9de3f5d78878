//! Somebody's own page.

use kernel::{Home, Section};
use slack_morphism::blocks::{SlackBlock, SlackDividerBlock};

use super::blocks::{headline, note};
use super::lines;
use crate::limits;

/// As much of it as Slack takes, and a word about the rest.
pub(crate) fn home(home: &Home) -> Vec<SlackBlock> {
    let mut blocks = Vec::new();
    for section in &home.sections {
        if !blocks.is_empty() {
            blocks.push(SlackDividerBlock::new().into());
        }
        put(section, &mut blocks);
    }
    if blocks.len() > limits::HOME_BLOCKS {
        blocks.truncate(limits::HOME_BLOCKS);
        blocks.push(note("The rest does not fit on this page."));
    }
    blocks
}

fn put(section: &Section, blocks: &mut Vec<SlackBlock>) {
    blocks.extend(headline(&section.title));
    for line in &section.lines {
        let number = blocks.len();
        blocks.extend(lines::blocks(line, number));
    }
}

#[cfg(test)]
mod tests {
    use kernel::{AccountId, HomePress, Item, Link, Time};

    use super::*;

    fn shown(page: &Home) -> String {
        serde_json::to_string(&home(page)).unwrap()
    }

    fn page(lines: Vec<Item>) -> Home {
        Home { sections: vec![Section::new("Waiting", lines)] }
    }

    #[test]
    fn words_are_inert_and_only_our_own_link_is_live() {
        let link = |url: &str| Some(Link { label: "Open".to_owned(), url: url.to_owned() });
        let hostile = Item { link: link("https://x.example/a|<!here>"), ..Item::new("<!channel> *now*") };
        let text = shown(&page(vec![hostile.note("<@U1>")]));
        assert!(text.contains("plain_text") && !text.contains("<!here>"), "{text}");
        assert!(text.contains("&lt;@U1&gt;"), "{text}");
        let ours = Item { link: link("https://firm.example/archives/C1/p1?a=b&c=d"), ..Item::new("A mail") };
        let text = shown(&page(vec![ours.until(Time(0))]));
        assert!(text.contains("<https://firm.example/archives/C1/p1?a=b&amp;c=d|Open>"), "{text}");
        assert!(text.contains("until <!date^0^"), "{text}");
    }

    #[test]
    fn a_page_that_is_too_long_says_so() {
        let press = || HomePress::Use(AccountId::from("a@x.example"));
        let lines = (0..80).map(|_| Item::new("A mail").button("Use this one", press())).collect();
        let blocks = home(&page(lines));
        assert_eq!(blocks.len(), 100);
        assert!(serde_json::to_string(&blocks).unwrap().contains("The rest does not fit"));
    }
}
