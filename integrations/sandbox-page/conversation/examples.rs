//! Requests that fit what this person has in their mailbox, calendar and drive.

use sandbox_google::{
    files::{DOCUMENT, FileRow, SPREADSHEET},
    inspect::MessageRow,
};

use crate::{Page, reader::Reader};

/// Mail first, then one of each other kind of thing that this person has.
pub(super) fn examples(page: &Page, reader: &Reader) -> Vec<String> {
    let mut examples = mail(page, reader).to_vec();
    examples.push("What's on my calendar tomorrow?".to_owned());
    let files = page.google.files(&reader.handle);
    let newest = |wanted: &dyn Fn(&FileRow) -> bool| files.iter().find(|row| !row.trashed && wanted(row));
    examples.extend(newest(&FileRow::is_folder).map(|row| format!("What's in the {} folder?", row.name)));
    examples.extend(
        newest(&|row| row.mime_type == DOCUMENT).map(|row| format!("Read the document {}", row.name)),
    );
    examples.extend(
        newest(&|row| row.mime_type == SPREADSHEET)
            .map(|row| format!("Show me the spreadsheet {}", row.name)),
    );
    examples
}

fn mail(page: &Page, reader: &Reader) -> [String; 3] {
    let inbox = page.google.found(&reader.handle, "in:inbox");
    let invoice = page.google.found(&reader.handle, "subject:invoice has:attachment -from:me");
    [
        "What's new in my mail?".to_owned(),
        invoice.first().map_or_else(
            || "Which unread mail do I have?".to_owned(),
            |row| format!("Find the invoice from {}", sender(row)),
        ),
        inbox.iter().find_map(a_day_asked_for).unwrap_or_else(|| somebody_to_write_to(page, reader)),
    ]
}

/// Somebody asks whether a day suits: `Does Thursday work?`
fn a_day_asked_for(row: &MessageRow) -> Option<String> {
    const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let day = DAYS.iter().find(|day| row.subject.contains(&format!("Does {day} work")))?;
    let sender = sender(row);
    let first_name = sender.split_whitespace().next()?;
    Some(format!("Reply to {first_name} that {day} works"))
}

fn somebody_to_write_to(page: &Page, reader: &Reader) -> String {
    let people = page.slack.people();
    let other = people.iter().find(|person| person.handle != reader.handle);
    let address = other.map_or_else(|| "myself".to_owned(), |person| person.address.clone());
    format!("Write to {address} that I will be ten minutes late")
}

/// The name before the address.
fn sender(row: &MessageRow) -> String {
    let name = row.from.split('<').next().unwrap_or_default().trim().trim_matches('"').to_owned();
    if name.is_empty() { row.from.clone() } else { name }
}
