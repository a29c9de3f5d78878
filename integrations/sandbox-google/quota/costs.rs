//! What a call costs, and how much of it a person has in a minute.
//!
//! Gmail's two tables are Google's own. Drive publishes its limit but not every price, so Drive's prices are
//! approximate: 5 to read, 50 to write, 100 to list or to move content.

use super::Table;

/// The price of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// What the limit is on: an API, or its reads and writes apart.
    pub(super) limited: &'static str,
    pub(super) units: u64,
    pub(super) per_minute: u64,
}

impl Price {
    /// The API's short name.
    pub(super) fn api(&self) -> &'static str {
        self.limited.split('.').next().unwrap_or_default()
    }

    /// The host that names the API in error details.
    pub(super) fn service(&self) -> &'static str {
        match self.api() {
            "gmail" => "gmail.googleapis.com",
            "drive" => "drive.googleapis.com",
            "calendar" => "calendar-json.googleapis.com",
            "docs" => "docs.googleapis.com",
            _ => "sheets.googleapis.com",
        }
    }
}

pub(super) fn price(table: Table, method: &str) -> Price {
    let earlier = table == Table::Earlier;
    let (limited, units, per_minute) = match method.split('.').next().unwrap_or_default() {
        "gmail" if earlier => ("gmail", earlier_gmail(method), 15_000),
        "gmail" => ("gmail", gmail(method), 6_000),
        "drive" if earlier => ("drive", 1, 12_000),
        "drive" => ("drive", drive(method), 325_000),
        "calendar" => ("calendar", 1, 600),
        "docs" if reads(method) => ("docs.reads", 1, 300),
        "docs" => ("docs.writes", 1, 60),
        _ if reads(method) => ("sheets.reads", 1, 60),
        _ => ("sheets.writes", 1, 60),
    };
    Price { limited, units, per_minute }
}

fn gmail(method: &str) -> u64 {
    match method.strip_prefix("gmail.users.").unwrap_or(method) {
        "messages.send" | "drafts.send" | "watch" | "settings.sendAs.patch" | "settings.sendAs.update" => 100,
        "messages.batchModify" | "messages.batchDelete" | "stop" => 50,
        "threads.get" => 40,
        "messages.get"
        | "drafts.get"
        | "messages.attachments.get"
        | "messages.trash"
        | "messages.untrash"
        | "messages.delete"
        | "threads.trash"
        | "threads.untrash"
        | "threads.delete" => 20,
        "threads.list" | "threads.modify" | "drafts.create" | "drafts.update" | "drafts.delete" => 10,
        "messages.list" | "messages.modify" | "drafts.list" => 5,
        "history.list" => 2,
        _ => 1,
    }
}

fn earlier_gmail(method: &str) -> u64 {
    match method.strip_prefix("gmail.users.").unwrap_or(method) {
        "messages.send" | "drafts.send" | "watch" | "settings.sendAs.patch" | "settings.sendAs.update" => 100,
        "messages.batchModify" | "messages.batchDelete" | "stop" => 50,
        "messages.import" | "messages.insert" => 25,
        "threads.delete" => 20,
        "drafts.update" => 15,
        "threads.get" | "threads.list" | "threads.modify" | "threads.trash" | "threads.untrash"
        | "messages.delete" | "drafts.create" | "drafts.delete" => 10,
        "messages.get"
        | "messages.list"
        | "messages.modify"
        | "messages.trash"
        | "messages.untrash"
        | "messages.attachments.get"
        | "drafts.get"
        | "drafts.list"
        | "labels.create"
        | "labels.delete"
        | "labels.patch"
        | "labels.update" => 5,
        "history.list" => 2,
        _ => 1,
    }
}

fn drive(method: &str) -> u64 {
    let verb = method.rsplit('.').next().unwrap_or_default();
    match verb {
        "list" | "export" | "download" | "copy" => 100,
        "get" | "getStartPageToken" | "generateIds" | "listLabels" => 5,
        _ => 50,
    }
}

/// Whether a method of Docs or Sheets changes nothing, whatever its verb on the wire.
fn reads(method: &str) -> bool {
    let verb = method.rsplit('.').next().unwrap_or_default();
    matches!(verb, "get" | "getByDataFilter" | "batchGet" | "batchGetByDataFilter" | "search")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_tables_of_gmail_differ_where_googles_do() {
        for (method, newer, earlier) in [
            ("gmail.users.messages.get", 20, 5),
            ("gmail.users.threads.get", 40, 10),
            ("gmail.users.messages.list", 5, 5),
            ("gmail.users.messages.send", 100, 100),
            ("gmail.users.history.list", 2, 2),
            ("gmail.users.labels.get", 1, 1),
        ] {
            assert_eq!(price(Table::Newer, method).units, newer, "{method}");
            assert_eq!(price(Table::Earlier, method).units, earlier, "{method}");
        }
        assert_eq!(price(Table::Newer, "gmail.users.watch").per_minute, 6_000);
        assert_eq!(price(Table::Earlier, "gmail.users.watch").per_minute, 15_000);
    }

    #[test]
    fn reads_and_writes_of_docs_and_sheets_are_limited_apart() {
        let limited = |method| price(Table::Newer, method).limited;
        assert_eq!(limited("docs.documents.get"), "docs.reads");
        assert_eq!(limited("docs.documents.batchUpdate"), "docs.writes");
        assert_eq!(limited("sheets.spreadsheets.values.batchGetByDataFilter"), "sheets.reads");
        assert_eq!(limited("sheets.spreadsheets.values.batchUpdateByDataFilter"), "sheets.writes");
    }
}
