//! A story for every action: what is asked of Google, what becomes of it, and what it survives.

#[path = "actions/calendar.rs"]
mod calendar;
#[path = "actions/docs.rs"]
mod docs;
#[path = "actions/drive.rs"]
mod drive;
#[path = "actions/gmail.rs"]
mod gmail;
#[path = "actions/seen_by_others.rs"]
mod seen_by_others;
#[path = "actions/sheets.rs"]
mod sheets;
