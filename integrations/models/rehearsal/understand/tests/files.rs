//! Wordings about files, documents and spreadsheets.

use super::*;
use crate::rehearsal::wish::files::{Decision, Docs, Drive, Format, Look, Mode, Part, Role, Sharer, Sheets};
use crate::rehearsal::wish::named::{File, Kind, Named};

fn file(title: &str) -> File {
    File { named: Named::Words(title.to_owned()), kind: None }
}

fn of(kind: Kind, title: &str) -> File {
    File { kind: Some(kind), ..file(title) }
}

fn drive(wish: Drive, wordings: &[&str]) {
    check(&Wish::Drive(wish), wordings);
}

fn docs(wish: Docs, wordings: &[&str]) {
    check(&Wish::Docs(wish), wordings);
}

fn sheets(wish: Sheets, wordings: &[&str]) {
    check(&Wish::Sheets(wish), wordings);
}

#[test]
fn finding_and_reading_files() {
    let find = |words: &str, kind| Drive::Find { words: words.to_owned(), kind };
    drive(
        find("budget", None),
        &["find files about budget", "search my drive for budget", "show me files about the budget"],
    );
    drive(
        find("budget", Some(Kind::Spreadsheet)),
        &["find the budget spreadsheets", "find spreadsheets about budget"],
    );
    drive(find("", None), &["show me my recent files", "what files do I have?"]);
    drive(
        Drive::Folder(Some(of(Kind::Folder, "Offsite"))),
        &["what's in the Offsite folder?", "list the files in the folder Offsite", "open the Offsite folder"],
    );
    drive(Drive::Folder(None), &["what's in my drive?", "show me my drive"]);
    drive(
        Drive::Read(of(Kind::Document, "budget plan")),
        &[
            "read the budget plan document",
            "open the doc budget plan",
            "what does the document budget plan say?",
        ],
    );
    drive(Drive::Read(file("notes.txt")), &["read notes.txt", "show me the file notes.txt"]);
    drive(
        Drive::Read(of(Kind::Spreadsheet, "Budget")),
        &["show me the sheet Budget", "open the Budget spreadsheet"],
    );
}

#[test]
fn sharing_files() {
    let plan = || file("offsite plan");
    let ana = || Sharer::Person(address("ana@example.com"));
    let share = |role| Drive::Share { file: plan(), with: ana(), role };
    drive(
        share(Role::Writer),
        &[
            "share the offsite plan with ana@example.com as editor",
            "share the offsite plan with <mailto:ana@example.com|ana@example.com> as an editor",
            "give ana@example.com edit access to the offsite plan",
        ],
    );
    drive(share(Role::Commenter), &["share the offsite plan with ana@example.com as a commenter"]);
    drive(
        share(Role::Reader),
        &["share the offsite plan with ana@example.com", "share offsite plan with ana@example.com to view"],
    );
    drive(
        Drive::WhoCanOpen(plan()),
        &["who can see the offsite plan?", "who has access to the offsite plan"],
    );
    drive(
        Drive::Unshare { file: plan(), with: ana() },
        &[
            "stop sharing the offsite plan with ana@example.com",
            "unshare the offsite plan from ana@example.com",
        ],
    );
    let anyone = Drive::Share { file: plan(), with: Sharer::Anyone, role: Role::Reader };
    drive(anyone, &["share the offsite plan with anyone", "share the offsite plan with everyone"]);
}

#[test]
fn keeping_files_in_order() {
    let named = |name: &str| Some(name.to_owned());
    drive(
        Drive::Rename { file: file("plan"), name: "Plan B".to_owned() },
        &["rename the file plan to Plan B", "rename plan to “Plan B”"],
    );
    drive(Drive::Copy { file: file("plan"), name: None }, &["copy the file plan", "make a copy of plan"]);
    drive(Drive::Copy { file: file("plan"), name: named("Plan B") }, &["make a copy of plan called Plan B"]);
    drive(
        Drive::Move { file: file("plan"), folder: of(Kind::Folder, "Offsite") },
        &["move the file plan to the Offsite folder", "move plan into the folder Offsite"],
    );
    drive(
        Drive::Trash(file("plan")),
        &["trash the file plan", "delete the file plan", "get rid of the file plan"],
    );
    drive(
        Drive::Fetch { file: file("notes.txt"), format: None },
        &["send me the file notes.txt", "download notes.txt", "give me the file notes.txt"],
    );
    drive(
        Drive::Fetch { file: of(Kind::Document, "plan"), format: Some(Format::Pdf) },
        &["send me the document plan as a PDF", "download the document plan as pdf"],
    );
    drive(Drive::Upload { folder: None }, &["upload this file", "save this to my drive", "upload it"]);
    drive(
        Drive::Upload { folder: Some(of(Kind::Folder, "Offsite")) },
        &["upload this file to the Offsite folder", "save it in the folder Offsite"],
    );
    drive(
        Drive::Write { name: "todo.txt".to_owned(), content: "buy ink".to_owned() },
        &[
            "create a file called todo.txt that says buy ink",
            "make a text file called todo.txt saying buy ink",
        ],
    );
}

#[test]
fn documents() {
    let plan = || of(Kind::Document, "Plan");
    docs(
        Docs::Create { title: "Plan".to_owned(), content: "# One\n\n- two".to_owned() },
        &[
            "create a document called Plan that says # One\n\n- two",
            "make a new doc called Plan with: # One\n\n- two",
        ],
    );
    docs(
        Docs::Create { title: "Plan".to_owned(), content: String::new() },
        &["create a document called Plan"],
    );
    let append = |mode| Docs::Append { document: plan(), content: "see you".to_owned(), mode };
    docs(
        append(Mode::Suggest),
        &[
            "append “see you” to the doc Plan",
            "add see you to the end of the document Plan",
            "append see you to Plan",
        ],
    );
    docs(append(Mode::Edit), &["append see you to the doc Plan directly"]);
    let replace =
        |mode| Docs::Replace { document: plan(), find: "A".to_owned(), replace: "B".to_owned(), mode };
    docs(replace(Mode::Suggest), &["replace A with B in the doc Plan", "replace \"A\" by \"B\" in Plan"]);
    docs(
        Docs::Comments(plan()),
        &["what do the comments in Plan say?", "show me the comments on the doc Plan"],
    );
    let comment =
        Docs::Comment { document: plan(), about: "the price".to_owned(), words: "too high".to_owned() };
    docs(
        comment,
        &[
            "comment on “the price” in Plan: too high",
            "comment \"too high\" on \"the price\" in the doc Plan",
        ],
    );
    docs(
        Docs::Suggestions(plan()),
        &["what suggestions are there in Plan?", "list the suggestions in the doc Plan"],
    );
    docs(
        Docs::Decide { document: plan(), decision: Decision::Accept },
        &["accept all suggestions in Plan", "accept the suggestions in the doc Plan"],
    );
    let add = Docs::AddUnder { document: plan(), heading: "To do".to_owned(), content: "- tea".to_owned() };
    docs(add, &["add “- tea” under “To do” in the doc Plan"]);
}

#[test]
fn spreadsheets() {
    let budget = || of(Kind::Spreadsheet, "Budget");
    let part = |range: &str| Part { sheet: None, range: Some(range.to_owned()) };
    sheets(Sheets::List, &["what spreadsheets do I have?", "list my sheets"]);
    sheets(
        Sheets::Read { spreadsheet: budget(), part: part("A1:C10") },
        &["read A1:C10 of Budget", "show me A1:C10 in the sheet Budget", "what's in A1:C10 of Budget?"],
    );
    let tab = Part { sheet: Some("Invoices".to_owned()), range: None };
    sheets(Sheets::Read { spreadsheet: budget(), part: tab }, &["show me the Invoices tab of Budget"]);
    sheets(
        Sheets::Write { spreadsheet: budget(), part: part("B2"), value: "40".to_owned() },
        &["set B2 of Budget to 40", "write 40 into B2 of Budget", "set B2 in the spreadsheet Budget to 40"],
    );
    let row = ["a", "b", "c, d"].map(str::to_owned).to_vec();
    sheets(
        Sheets::Append { spreadsheet: budget(), row },
        &["append a row a, b, \"c, d\" to Budget", "add a row to the sheet Budget: a, b, \"c, d\""],
    );
    sheets(
        Sheets::Style { spreadsheet: budget(), part: part("1:1"), look: Look::Bold },
        &["make row 1 of Budget bold", "make the first row of Budget bold"],
    );
    let columns = ["Date", "Item"].map(str::to_owned).to_vec();
    sheets(
        Sheets::Create { title: "Costs".to_owned(), columns },
        &["create a spreadsheet called Costs with columns Date, Item"],
    );
}
