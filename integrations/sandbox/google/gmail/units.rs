//! What each method costs of a person's quota; counted for inspection, never enforced.

/// The quota units of one call.
pub(super) fn cost(method: &str) -> u64 {
    let name = method.strip_prefix("gmail.users.").unwrap_or(method);
    match name {
        "messages.send" | "drafts.send" => 100,
        "messages.batchModify" | "messages.batchDelete" => 50,
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
