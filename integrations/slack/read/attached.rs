//! What is attached to a message: messages that were passed on, previews of pages, reports of programs.

use serde_json::Value;

use super::block_words::{file, lines_of};
use super::words::{link, listen, unescaped};
use crate::json::{first, list, text};

/// As a reader sees it; `beside` are the words of the message it is attached to.
pub(super) fn attached(attachment: &Value, beside: &str, us: &str) -> String {
    let said = |name: &str| text(attachment, name).map(|words| listen(words, us).words);
    let mut lines: Vec<String> = ["/pretext", "/author_name"].into_iter().filter_map(said).collect();
    lines.extend(title(attachment, beside, us));
    lines.extend(said("/text"));
    for field in list(attachment, "/fields") {
        let part = |name: &str| text(field, name).map(|words| listen(words, us).words).unwrap_or_default();
        lines.push(format!("{}: {}", part("/title"), part("/value")));
    }
    lines.extend(lines_of(list(attachment, "/blocks").iter(), us));
    for forwarded in list(attachment, "/message_blocks") {
        // The text says the same.
        if text(attachment, "/text").is_none_or(str::is_empty) {
            lines.extend(lines_of(list(forwarded, "/message/blocks").iter(), us));
        }
    }
    if lines.is_empty() {
        lines.extend(said("/fallback"));
    }
    lines.extend(list(attachment, "/files").iter().filter_map(file));
    let known = format!("{beside}\n{}", lines.join("\n"));
    lines.extend(source(attachment).filter(|address| !names(&known, address)));
    lines.extend(said("/footer"));
    lines.join("\n")
}

/// With where it leads, unless that was said beside it already.
fn title(attachment: &Value, beside: &str, us: &str) -> Option<String> {
    let title = text(attachment, "/title").map(|words| listen(words, us).words)?;
    let target = text(attachment, "/title_link").map(unescaped);
    let target = target.filter(|target| !names(beside, target) && !names(&title, target));
    Some(target.map_or_else(|| title.clone(), |target| link(&target, Some(&title))))
}

/// The page or the message it is of; else its picture, which in the preview of a page only adorns it.
fn source(attachment: &Value) -> Option<String> {
    first(attachment, &["/from_url", "/original_url", "/image_url"]).map(unescaped)
}

/// Whether words name an address already, be it with a slash at its end.
fn names(words: &str, address: &str) -> bool {
    let bare = |address: &str| address.trim_end_matches(['/', '.', ',']).to_owned();
    let around = |sign: char| sign.is_whitespace() || "()<>[]|".contains(sign);
    words.split(around).any(|word| bare(word) == bare(address))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_says_where_its_title_leads_and_where_its_picture_is() {
        let report = json!({"title": "db-1", "title_link": "https://a.example/db-1?x=1&amp;y=2", "text": "full",
            "image_url": "https://a.example/graph.png", "footer": "Alerts"});
        assert_eq!(
            attached(&report, "", "UBOT"),
            "db-1 (https://a.example/db-1?x=1&y=2)\nfull\nhttps://a.example/graph.png\nAlerts"
        );
        let picture = json!({"fallback": "a graph", "image_url": "https://a.example/graph.png"});
        assert_eq!(attached(&picture, "", "UBOT"), "a graph\nhttps://a.example/graph.png");
    }

    #[test]
    fn an_address_that_is_known_is_not_said_again() {
        let preview = json!({"title": "The plan", "title_link": "https://a.example/plan/", "text": "For June",
            "from_url": "https://a.example/plan", "image_url": "https://a.example/adorned.png"});
        assert_eq!(attached(&preview, "see https://a.example/plan now", "UBOT"), "The plan\nFor June");
        assert_eq!(attached(&preview, "see", "UBOT"), "The plan (https://a.example/plan/)\nFor June");
        let another = attached(&preview, "see https://a.example/plan_2", "UBOT");
        assert_eq!(another, "The plan (https://a.example/plan/)\nFor June");
        let own = json!({"title": "https://a.example/plan", "title_link": "https://a.example/plan"});
        assert_eq!(attached(&own, "", "UBOT"), "https://a.example/plan");
    }

    #[test]
    fn what_is_passed_on_says_where_it_stood_and_names_its_files() {
        let forwarded = json!({"author_name": "Eve", "text": "the figures", "is_share": true, "id": "1",
            "files": [{"id": "F1", "name": "june.csv"}, {"id": "F2", "mode": "tombstone", "name": "gone"}, 7],
            "from_url": "https://harbour.slack.example/archives/C1/p2", "footer": "Posted in #general"});
        assert_eq!(
            attached(&forwarded, "", "UBOT"),
            "Eve\nthe figures\n[file: june.csv]\nhttps://harbour.slack.example/archives/C1/p2\nPosted in #general"
        );
    }
}
